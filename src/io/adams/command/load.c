/* SPDX-License-Identifier: BSD-3-Clause
 *
 * load.c -- an ADAMS deck into a model, statement by statement.
 *
 * Statements with errors are not built; the others are, so that all that is wrong with them is
 * found, too. The checks of the whole model follow only when nothing is missing in it.
 */
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include "base/diag.h"
#include "io/adams/build/graphics.h"
#include "io/adams/build/settings.h"
#include "io/adams/read/index.h"
#include "io/text/file.h"

void phk_deck_add_delays(phk_deck *deck)
{
    phk_delay *first = NULL;
    while (deck->delay) {
        phk_delay *d = deck->delay;
        deck->delay = d->before;
        d->before = first;
        first = d;
    }
    for (; first; first = first->before)
        phk_deck_failed(deck, ph_model_add_controller(deck->model, first->name, &first->def));
}

static void build(phk_deck *deck)
{
    phk_deck_tell_kinds(deck);
    for (int stage = 0; stage < PHK_STAGES; stage++) {
        for (int i = 0; i < deck->count && deck->status != PH_E_NOMEM; i++) {
            const phk_statement *s = &deck->statement[i];
            if (s->type->build && (int)s->type->stage == stage && !s->broken && !s->left_out)
                s->type->build(deck, s);
        }
    }
    if (deck->status == PH_OK && ph_model_bodies(deck->model) == 0)
        phk_deck_error(deck, PH_E_MISSING, (phk_piece){0, 0}, "PART/2, MASS = .., CM = .., IP = ..",
                       "there is no PART that moves");
    if (deck->status != PH_E_NOMEM) phk_deck_add_delays(deck);
    if (deck->status != PH_E_NOMEM) phk_deck_set_tolerance(deck);
}

/* The statement a word is the name of; -1: none, which is reported as what it cannot be. */
static int find_type(phk_deck *deck, const char *word, const char *done)
{
    phk_nearest nearest = phk_nearest_to(word, strlen(word));
    for (int t = 0; phk_statement_types[t].name; t++) {
        const char *name = phk_statement_types[t].name;
        if (strcasecmp(word, name) == 0 && strcmp(name, "END") != 0) return t;
        phk_nearest_offer(&nearest, name);
    }
    phk_error(deck->diag, PH_E_USAGE, (ph_source){.file = deck->file},
              nearest.best ? phk_deck_print(deck, "did you mean %s?", nearest.best)
                           : "`polhode list statements` names all there are",
              "`%.60s` cannot be %s: it is no statement of a deck", word, done);
    return -1;
}

/* The statements that are left out, by their names. */
static ph_status read_left_out(phk_deck *deck)
{
    const ph_reading *how = deck->how;
    if (!how || how->left_out == 0) return PH_OK;
    deck->left_out = phk_arena_alloc(&deck->arena, PHK_TYPES_MOST * sizeof *deck->left_out);
    if (!deck->left_out) return PH_E_NOMEM;
    for (int k = 0; k < how->left_out; k++) {
        int found = find_type(deck, how->leave_out[k], "left out");
        if (found < 0) return PH_E_USAGE;
        deck->left_out[found] = true;
    }
    return PH_OK;
}

/* Those that may be taken as something near: only some statements have anything near. */
static ph_status read_approximated(phk_deck *deck)
{
    const ph_reading *how = deck->how;
    if (!how || how->approximated == 0) return PH_OK;
    deck->approximated = phk_arena_alloc(&deck->arena, PHK_TYPES_MOST * sizeof(bool));
    if (!deck->approximated) return PH_E_NOMEM;
    for (int k = 0; k < how->approximated; k++) {
        int found = find_type(deck, how->approximate[k], "approximated");
        if (found < 0) return PH_E_USAGE;
        const char *name = phk_statement_types[found].name;
        if (strcmp(name, "BEAM") != 0 && strcmp(name, "FIELD") != 0)
            return phk_error(deck->diag, PH_E_USAGE, (ph_source){.file = deck->file},
                             "BEAM and FIELD can: other formulations are taken as LINEAR",
                             "%s cannot be approximated", name);
        deck->approximated[found] = true;
    }
    return PH_OK;
}

/* ADAMS/View writes a phrase before the model's name, which nobody needs in a result. */
static const char *title_of(const phk_deck *deck)
{
    static const char phrase[] = "ADAMS/View model name:";
    const char *title = deck->title;
    if (strncasecmp(title, phrase, sizeof phrase - 1) != 0) return title;
    title += sizeof phrase - 1;
    return title + strspn(title, " ");
}

static ph_status load_text(phk_deck *deck)
{
    ph_source file = {.file = deck->file};
    const char *nul = memchr(deck->text, '\0', deck->length);
    if (nul)
        return phk_error(deck->diag, PH_E_FORMAT, file, "an ADAMS deck is a text file",
                         "the file is not a text: byte %zu is 0", (size_t)(nul - deck->text) + 1);
    ph_status status = read_left_out(deck);
    if (!status) status = read_approximated(deck);
    if (!status) status = phk_geometry_check(deck);
    if (status) return status;
    phk_deck_read(deck);
    if (deck->status == PH_OK && deck->count == 0)
        return phk_error(deck->diag, PH_E_FORMAT, file,
                         "line 1 of a deck is its title, statements begin in line 2",
                         "there are no statements in the file");
    if (deck->status != PH_E_NOMEM)
        phk_deck_failed(deck, ph_model_set_title(deck->model, title_of(deck)));
    if (deck->status != PH_E_NOMEM) build(deck);
    return deck->status;
}

ph_status phk_deck_load(phk_deck *deck, const char *path, ph_source where)
{
    ph_diag *diag = deck->diag;
    ph_model *model = deck->model;
    char *text;
    size_t length;
    deck->units = (phk_deck_units){1, 1, 1, 1, "m", "s", "N", "kg"};
    ph_status status = phk_file_read(path, where, diag, &text, &length);
    if (status != PH_OK) return status;
    size_t begin = length >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
    status = phk_model_set_source(model, path, text + begin, length - begin);
    free(text);
    if (status != PH_OK) return status;
    deck->file = model->path;
    deck->text = model->source;
    deck->length = length - begin;
    phk_diag_text(diag, deck->file, deck->text, deck->length);
    return load_text(deck);
}

ph_status phk_adams_load(const char *path, const ph_reading *how, ph_diag *diag, ph_model *model)
{
    phk_deck deck = {.diag = diag, .model = model, .how = how};
    ph_status status = phk_deck_load(&deck, path, (ph_source){.file = path});
    phk_deck_free(&deck); /* the model has copies; the check needs memory of its own */
    if (status == PH_OK) {
        status = ph_model_check(model, diag);
        if (status != PH_OK && status != PH_E_NOMEM) status = PH_E_MODEL;
    }
    phk_diag_text(diag, NULL, NULL, 0);
    phk_diag_sort(diag, model->path);
    return status;
}
