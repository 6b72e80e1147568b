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
#include "io/adams/build/settings.h"
#include "io/adams/read/index.h"
#include "io/text/file.h"

static void treat(phk_deck *deck, phk_statement *s)
{
    if (s->type->treatment == PHK_STATEMENT_SKIP) phk_deck_note_skipped(deck, s);
    if (s->type->treatment != PHK_STATEMENT_REFUSE) return;
    phk_deck_error(deck, PH_E_UNSUPPORTED, s->keyword,
                   "it would change the motion, so the deck is not run without it",
                   "%s: polhode has no element for it yet (%s)", phk_deck_label(deck, s),
                   s->type->becomes);
}

static void build(phk_deck *deck)
{
    for (int i = 0; i < deck->count; i++) treat(deck, &deck->statement[i]);
    for (int stage = 0; stage < PHK_STAGES; stage++) {
        for (int i = 0; i < deck->count && deck->status != PH_E_NOMEM; i++) {
            const phk_statement *s = &deck->statement[i];
            if (s->type->build && (int)s->type->stage == stage && !s->broken)
                s->type->build(deck, s);
        }
    }
    if (deck->status != PH_E_NOMEM) phk_deck_set_tolerance(deck);
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

ph_status phk_deck_load(phk_deck *deck, const char *path, ph_source where, ph_diag *diag,
                        ph_model *model)
{
    char *text;
    size_t length;
    *deck = (phk_deck){.diag = diag, .model = model, .units = {1, 1, 1, 1, "m", "s", "N", "kg"}};
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

ph_status phk_adams_load(const char *path, ph_diag *diag, ph_model *model)
{
    phk_deck deck;
    ph_status status = phk_deck_load(&deck, path, (ph_source){.file = path}, diag, model);
    phk_deck_free(&deck); /* the model has copies; the check needs memory of its own */
    if (status == PH_OK) {
        status = ph_model_check(model, diag);
        if (status != PH_OK && status != PH_E_NOMEM) status = PH_E_MODEL;
    }
    phk_diag_text(diag, NULL, NULL, 0);
    phk_diag_sort(diag, model->path);
    return status;
}
