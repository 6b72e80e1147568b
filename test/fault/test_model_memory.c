/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The k-th allocation fails, for every k, while a model file or a deck is read: a status, no crash,
 * no leak.
 *
 * libyaml's allocations count too.
 */
#include <polhode/polhode.h>
#include <unistd.h>
#include "own_malloc.h"

#if OWN_MALLOC
/* Loads with the k-th allocation failing. Returns 1 when none had to: k was beyond the last. */
static int load(const char *path, const char *const *set, int n_set, long k, ph_status normal)
{
    ph_diag *diag = ph_diag_create();
    ph_model *model = NULL;
    long before = live;
    countdown = k;
    ph_status status = ph_model_load(path, set, n_set, diag, &model);
    int unharmed = countdown >= 0;
    countdown = -1;
    CHECK((status == PH_OK) == (model != NULL));
    if (unharmed) CHECK(status == normal);
    /* what fails beside the model (a line not shown in a message) may be done without */
    if (status != normal) CHECK(status == PH_E_NOMEM || status == PH_E_MODEL || status == PH_E_IO);
    ph_model_free(model);
    ph_diag_free(diag);
    CHECK(live == before - 1); /* the list of diagnostics is gone too */
    return unharmed;
}

static void try_all(const char *path, const char *const *set, int n_set)
{
    ph_model *model = NULL;
    ph_status normal = ph_model_load(path, set, n_set, NULL, &model);
    ph_model_free(model);
    long k = 1;
    while (k < 100000 && !load(path, set, n_set, k, normal)) k++;
    printf("%s: %ld allocations\n", path, k - 1);
    CHECK(k > 10 && k < 100000);
}

/* Writing it: an older file stays where memory ran out, and no temporary one is left. */
static int save(const ph_model *model, const char *path, long k)
{
    ph_diag *diag = ph_diag_create();
    long before = live;
    countdown = k;
    ph_status status = ph_model_save(model, path, diag);
    int unharmed = countdown >= 0;
    countdown = -1;
    if (unharmed) CHECK(status == PH_OK);
    /* a stream does without a buffer */
    CHECK(status == PH_OK || status == PH_E_NOMEM || status == PH_E_IO);
    CHECK((access(path, F_OK) == 0) == (status == PH_OK));
    ph_diag_free(diag);
    CHECK(live == before - 1);
    return unharmed;
}

static void try_saves(const char *path)
{
    char folder[] = "/tmp/polhode-save-XXXXXX", file[60];
    ph_model *model = NULL;
    CHECK(ph_model_load(path, NULL, 0, NULL, &model) == PH_OK && mkdtemp(folder));
    snprintf(file, sizeof file, "%s/m.yaml", folder);
    long k = 1;
    while (model && k < 10000 && !save(model, file, k)) k++;
    printf("%s written: %ld allocations\n", path, k - 1);
    CHECK(k > 3 && k < 10000);
    unlink(file);
    CHECK(rmdir(folder) == 0);
    ph_model_free(model);
}

int main(void)
{
    try_saves("test/data/good/everything.yaml");
    try_saves("test/data/good/forces.yaml");
    try_all("models/adams/four-bar-coast.acf", NULL, 0);
    static const char *const set[] = {"bodies.top.mass=3", "simulate.end=2*pi"};
    static const char *const family[] = {"parameters.N=4"};
    try_all("test/data/good/everything.yaml", set, 2);
    try_all("test/data/bad/several.yaml", set, 1);
    try_all("test/data/bad/parameters.yaml", NULL, 0);
    try_all("test/data/bad/csv.yaml", NULL, 0);
    try_all("test/data/good/mechanism.yaml", family, 1);
    try_all("test/data/bad/repeat.yaml", family, 1);
    try_all("test/data/bad/repeat_forms.yaml", NULL, 0);
    try_all("test/data/bad/motions.yaml", NULL, 0);
    try_all("test/data/good/bodies.adm", NULL, 0);
    try_all("models/adams/servo.adm", NULL, 0);
    try_all("models/adams/isolator.adm", NULL, 0);
    try_all("test/data/bad/adams/undefined_id.adm", NULL, 0);
    try_all("test/data/bad/adams/refused.adm", NULL, 0);
    return TEST_RESULT();
}
#endif
