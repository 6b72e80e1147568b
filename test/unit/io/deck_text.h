/* SPDX-License-Identifier: BSD-3-Clause
 *
 * deck_text.h -- models from decks that stand in a test's own text.
 */
#ifndef TEST_DECK_TEXT_H
#define TEST_DECK_TEXT_H

#include <polhode/polhode.h>
#include <unistd.h>
#include "harness.h"
#include "mech/model/model.h"

/* What was said about the last deck, one message after the other. */
static char deck_said[20000];

/* The model of a deck, or NULL: it has errors. A first line is put before the text. */
static inline ph_model *deck_try(const char *text)
{
    char path[60];
    snprintf(path, sizeof path, "/tmp/polhode_deck_%ld.adm", (long)getpid());
    FILE *stream = fopen(path, "wb");
    CHECK(stream != NULL);
    if (!stream) return NULL;
    fprintf(stream, "a deck of a test\n%s", text);
    fclose(stream);
    ph_model *model = NULL;
    ph_diag *diag = ph_diag_create();
    ph_status status = ph_model_load(path, NULL, 0, diag, &model);
    CHECK((status == PH_OK) == (model != NULL));
    remove(path);
    size_t used = 0;
    deck_said[0] = '\0';
    for (int i = 0; i < ph_diag_count(diag) && used < sizeof deck_said; i++)
        used +=
            ph_diagnostic_format(ph_diag_get(diag, i), deck_said + used, sizeof deck_said - used);
    ph_diag_free(diag);
    return model;
}

/* The same of a deck that must be right; an empty model when it is not. */
static inline ph_model *deck_load(const char *text)
{
    ph_model *model = deck_try(text);
    CHECK(model != NULL);
    if (!model) printf("%s\nof:\n%s", deck_said, text);
    return model ? model : ph_model_create();
}

/* The first body as the simulation of a deck that is right starts with it. */
static inline ph_body_state deck_start(const char *text)
{
    ph_model *model = deck_load(text);
    ph_diag *diag = ph_diag_create();
    ph_options o = ph_default_options();
    o.end = 1;
    ph_sim *sim = NULL;
    ph_body_state s = {0};
    CHECK(ph_sim_create(model, &o, diag, &sim) == PH_OK);
    CHECK(sim && ph_sim_get_body(sim, 0, &s) == PH_OK);
    ph_sim_free(sim);
    ph_diag_free(diag);
    ph_model_free(model);
    return s;
}

/* A deck that must be wrong, and what must be said about it, its place among it. */
static inline void deck_refused(const char *text, const char *place, const char *message)
{
    ph_model *model = deck_try(text);
    CHECK(model == NULL);
    ph_model_free(model);
    char wanted[200];
    snprintf(wanted, sizeof wanted, ".adm:%s: error: ", place);
    if (strstr(deck_said, wanted) && strstr(deck_said, message)) {
        harness_passed++;
        return;
    }
    harness_failed++;
    printf("no \"%s\" and \"%s\" in\n%s\nof:\n%s\n", wanted, message, deck_said, text);
}

/* Index of an object that must be there. */
static inline int deck_find(const ph_model *model, phk_kind kind, const char *name)
{
    phk_object o = phk_model_find(model, name, strlen(name));
    CHECK(o.index >= 0 && o.kind == kind);
    if (o.index < 0 || o.kind != kind) printf("there is no %s %s\n", phk_kind_text(kind), name);
    return o.index >= 0 && o.kind == kind ? o.index : -1;
}

#endif
