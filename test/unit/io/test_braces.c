/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Numbers that are members of a family of parameters: `width{k}`, inside a repeat and outside.
 */
#include <polhode/polhode.h>
#include "harness.h"

static char folder[] = "/tmp/polhode-braces-XXXXXX", path[64];

static ph_status load(const char *text, ph_diag *diag, ph_model **model)
{
    FILE *f = fopen(path, "w");
    CHECK(f && fputs(text, f) >= 0 && fclose(f) == 0);
    ph_status status = ph_model_load(path, NULL, 0, diag, model);
    remove(path);
    return status;
}

static void families(void)
{
    ph_model *model = NULL;
    ph_diag *diag = ph_diag_create();
    ph_status status = load("polhode: 1\n"
                            "parameters: {n: 3, a1: 0.5, a2: 0.25, a3: -2, m: 7}\n"
                            "repeat:\n"
                            "  - for: mm\n" /* also a unit, which it must not be taken for */
                            "    to: n\n"
                            "    bodies:\n"
                            "      b{mm}:\n"
                            "        mass: 1 kg\n"
                            "        inertia: [1, 1, 1]\n"
                            "        position: ['a{mm} mm', '10*a{mm} + a{4-mm} + mm', 'a{n}']\n"
                            "bodies:\n"
                            "  last: {mass: 1, inertia: [1, 1, 1], position: ['a{n}*m', 0, 0]}\n",
                            diag, &model);
    CHECK(status == PH_OK);
    static const double a[3] = {0.5, 0.25, -2};
    for (int k = 0; model && k < 3; k++) {
        int body = 0;
        char name[10];
        snprintf(name, sizeof name, "b%d", k + 1);
        while (strcmp(ph_model_body_name(model, body), name) != 0) body++;
        ph_vec3 p = ph_model_body(model, body)->position;
        CHECK_NEAR(p.x, a[k] * 1e-3, 1e-18);
        CHECK_NEAR(p.y, 10 * a[k] + a[2 - k] + k + 1, 1e-15);
        CHECK_NEAR(p.z, a[2], 0);
    }
    for (int i = 0; model && i < ph_model_bodies(model); i++)
        if (strcmp(ph_model_body_name(model, i), "last") == 0)
            CHECK_NEAR(ph_model_body(model, i)->position.x, -14, 0);
    ph_model_free(model);
    ph_diag_free(diag);
}

/* What is told of a number in braces that is none. */
static void told(const char *number, const char *words)
{
    char text[400], said[1000] = "";
    ph_model *model = NULL;
    ph_diag *diag = ph_diag_create();
    snprintf(text, sizeof text,
             "polhode: 1\nparameters: {a1: 1}\nbodies:\n"
             "  b: {mass: '%s', inertia: [1, 1, 1]}\n",
             number);
    CHECK(load(text, diag, &model) != PH_OK && model == NULL);
    if (ph_diag_count(diag)) ph_diagnostic_format(ph_diag_get(diag, 0), said, sizeof said);
    CHECK(strstr(said, words) != NULL);
    if (!strstr(said, words)) printf("%s: said %s\n", number, said);
    ph_diag_free(diag);
}

int main(void)
{
    if (!mkdtemp(folder)) TEST_SKIP("no temporary folder");
    snprintf(path, sizeof path, "%s/model.yaml", folder);
    families();
    told("a{2}", "unknown name `a2`");
    told("a{1", "a brace is not closed");
    told("a{0.5}", "braces hold a whole number");
    told("a{}", "error");
    told("a{b}", "unknown name `b`");
    told("{", "error");
    told("a{1} mm", "is in kg");
    remove(folder);
    return TEST_RESULT();
}
