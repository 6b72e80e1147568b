/* SPDX-License-Identifier: BSD-3-Clause
 *
 * adams_deck.h -- decks written in a test: load them, look at the model, run it.
 */
#ifndef ADAMS_DECK_H
#define ADAMS_DECK_H

#include <polhode/polhode.h>
#include <unistd.h>
#include "harness.h"
#include "mech/model/model.h"

static char deck_folder[] = "/tmp/polhode_deck_XXXXXX";
static char deck_path[100], deck_messages[20000];

static inline void deck_begin(void)
{
    CHECK(mkdtemp(deck_folder) != NULL);
    snprintf(deck_path, sizeof deck_path, "%s/deck.adm", deck_folder);
}

static inline void deck_end(void)
{
    unlink(deck_path);
    rmdir(deck_folder);
}

/* Reads head, body and END as one deck; what is said about it is in deck_messages. */
static inline ph_model *deck_read(const char *head, const char *body)
{
    FILE *file = fopen(deck_path, "wb");
    CHECK(file != NULL);
    if (!file) return NULL;
    fprintf(file, "a deck\n%s\n%s\nEND\n", head, body);
    fclose(file);
    ph_model *model = NULL;
    ph_diag *diag = ph_diag_create();
    ph_status status = ph_model_load(deck_path, NULL, 0, diag, &model);
    size_t used = 0;
    deck_messages[0] = '\0';
    for (int i = 0; i < ph_diag_count(diag) && used < sizeof deck_messages - 2000; i++) {
        ph_diagnostic_format(ph_diag_get(diag, i), deck_messages + used, 2000);
        used += strlen(deck_messages + used);
    }
    ph_diag_free(diag);
    CHECK((status == PH_OK) == (model != NULL));
    return model;
}

/* The same, of a deck that must be good. */
static inline ph_model *deck_load(const char *head, const char *body)
{
    ph_model *model = deck_read(head, body);
    CHECK(model != NULL);
    if (!model) printf("%s\n%s", body, deck_messages);
    return model ? model : ph_model_create();
}

/* A deck that must be refused with a message that holds `message`. */
static inline void deck_bad(const char *head, const char *body, const char *message)
{
    ph_model *model = deck_read(head, body);
    CHECK(model == NULL);
    CHECK(strstr(deck_messages, message) != NULL);
    if (model || !strstr(deck_messages, message))
        printf("%s\nwant \"%s\", got\n%s\n", body, message, deck_messages);
    ph_model_free(model);
}

static inline int deck_find(const ph_model *m, phk_kind kind, const char *name)
{
    phk_object o = phk_model_find(m, name, strlen(name));
    CHECK(o.index >= 0 && o.kind == kind);
    if (o.index < 0) printf("there is no `%s`\n", name);
    return o.index >= 0 && o.kind == kind ? o.index : -1;
}

/* A field of a force, or a harmless one. */
static inline const void *deck_field(const ph_model *m, const char *force, const char *field)
{
    static const double nothing[20];
    int index = deck_find(m, PHK_KIND_FORCE, force);
    for (const ph_field *f = index < 0 ? NULL : phk_forces(m)[index].type->fields; f && f->name;
         f++)
        if (strcmp(f->name, field) == 0) return (const char *)phk_forces(m)[index].par + f->offset;
    CHECK(index < 0 || !"a field of that name");
    return nothing;
}

static inline double deck_number(const ph_model *m, const char *force, const char *field)
{
    return *(const double *)deck_field(m, force, field);
}

static inline int deck_word(const ph_model *m, const char *force, const char *field)
{
    return *(const int *)deck_field(m, force, field);
}

static inline const char *deck_place(const ph_model *m, const char *force, const char *field)
{
    const char *text = ((const ph_place *)deck_field(m, force, field))->text;
    return text ? text : "";
}

static inline const char *deck_type(const ph_model *m, const char *force)
{
    int index = deck_find(m, PHK_KIND_FORCE, force);
    return index < 0 ? "" : phk_forces(m)[index].type->name;
}

/* A simulation at time t; NULL: it failed. */
static inline ph_sim *deck_run(const ph_model *model, double t)
{
    ph_options options = *ph_model_options(model);
    ph_diag *diag = ph_diag_create();
    ph_sim *sim = NULL;
    char text[2000];
    if (options.tolerance == 1e-3) { /* a deck that names none */
        options.tolerance = 1e-9;
        options.scale[0] = 1;
    }
    options.end = t > options.start ? t : options.start + 1;
    ph_status status = ph_sim_create(model, &options, diag, &sim);
    if (!status && t > options.start) status = ph_sim_advance(sim, t, diag);
    CHECK(status == PH_OK);
    for (int i = 0; status && i < ph_diag_count(diag); i++) {
        ph_diagnostic_format(ph_diag_get(diag, i), text, sizeof text);
        printf("%s", text);
    }
    ph_diag_free(diag);
    if (!status) return sim;
    ph_sim_free(sim);
    return NULL;
}

/* A column of the result now: OBJECT of a group, its quantity ("": its own value), its component
 * (NULL: the only one). */
static inline double deck_column(ph_sim *sim, const char *object, const char *quantity,
                                 const char *component)
{
    static double row[20000];
    size_t at = 1;
    CHECK(sim && ph_sim_row_width(sim) <= sizeof row / sizeof *row);
    if (!sim || ph_sim_row(sim, row, NULL) != PH_OK) return NAN;
    for (int b = 0; b < ph_sim_blocks(sim); b++) {
        const ph_block *block = ph_sim_block(sim, b);
        for (int o = 0; o < block->objects; o++)
            for (int c = 0; c < block->width; c++, at++)
                if (block->object && strcmp(block->object[o], object) == 0 &&
                    strcmp(block->quantity, quantity) == 0 &&
                    (!component || strcmp(block->component[c], component) == 0))
                    return row[at];
    }
    printf("there is no column %s.%s.%s\n", object, quantity, component ? component : "");
    return NAN;
}

static inline ph_body_state deck_body(const ph_sim *sim, int body)
{
    ph_body_state state = {0};
    if (sim) ph_sim_get_body(sim, body, &state);
    return state;
}

#endif
