/* SPDX-License-Identifier: BSD-3-Clause
 *
 * resolve.c -- from the numbers in arguments to the statements they mean.
 */
#include <stdio.h>
#include <string.h>
#include "base/diag.h"
#include "io/adams/read/index.h"

/* The statement of one of the types in a list "A|B" with that number. */
static const phk_statement *find(const phk_deck *deck, const char *of, int id)
{
    while (*of) {
        char type[40];
        size_t length = strcspn(of, "|");
        snprintf(type, sizeof type, "%.*s", (int)length, of);
        const phk_statement *s = phk_deck_find(deck, type, id);
        if (s) return s;
        of += length + (of[length] == '|');
    }
    return NULL;
}

/* Of the numbers written nearly as one that is not there, the nearest in value. */
static int nearest_id(const phk_deck *deck, const char *type, int id)
{
    char word[16], other[16];
    int best = 0;
    long long least = -1;
    snprintf(word, sizeof word, "%d", id);
    for (const phk_statement *s = phk_deck_next(deck, type, NULL); s;
         s = phk_deck_next(deck, type, s)) {
        long long apart = (long long)s->id - id;
        if (apart < 0) apart = -apart;
        snprintf(other, sizeof other, "%d", s->id);
        const char *choice[] = {other};
        if (!ph_nearest(word, choice, 1)) continue;
        if (least < 0 || apart < least) {
            least = apart;
            best = s->id;
        }
    }
    return best;
}

const char *phk_deck_missing_hint(phk_deck *deck, const char *of, phk_piece where, int id)
{
    if (!phk_diag_wants(deck->diag, phk_deck_place(deck, where))) return NULL;
    if (id == 0) return "numbers of statements begin with 1";
    char type[40];
    snprintf(type, sizeof type, "%.*s", (int)strcspn(of, "|"), of);
    int near = nearest_id(deck, type, id);
    if (near > 0)
        return phk_deck_print(deck, "did you mean %d? Otherwise add %s/%d", near, type, id);
    return phk_deck_print(deck, "add %s/%d", type, id);
}

static void missing(phk_deck *deck, phk_statement *s, const phk_given *given, int k)
{
    const char *of = given->arg->of;
    int id = (int)given->number[k];
    s->broken = true;
    const char *hint = phk_deck_missing_hint(deck, of, given->piece[k], id);
    phk_deck_error(deck, PH_E_NAME, given->piece[k], hint,
                   strchr(of, '|') ? "there is none of %s with the number %d" : "there is no %s/%d",
                   of, id);
}

static void left_out(phk_deck *deck, phk_statement *s, phk_given *given, int k)
{
    const char *label = phk_deck_label(deck, given->target[k]);
    s->broken = true;
    phk_deck_error(deck, PH_E_NAME, given->piece[k],
                   phk_deck_print(deck, "keep it, or leave out %s as well", s->type->name),
                   "%s needs %s, which is left out", phk_deck_label(deck, s), label);
    given->target[k] = NULL;
}

static void resolve(phk_deck *deck, phk_statement *s, phk_given *given)
{
    given->target = phk_arena_alloc(&deck->arena, (size_t)given->count * sizeof *given->target);
    if (!given->target) {
        phk_deck_failed(deck, PH_E_NOMEM);
        return;
    }
    for (int k = 0; k < given->count; k++) {
        int id = (int)given->number[k];
        bool none = id == 0 && !(given->arg->flags & PHK_ARG_REQUIRED);
        given->target[k] = none ? NULL : find(deck, given->arg->of, id);
        if (!none && !given->target[k]) missing(deck, s, given, k);
        if (given->target[k] && given->target[k]->left_out) left_out(deck, s, given, k);
    }
}

void phk_deck_resolve(phk_deck *deck)
{
    for (int i = 0; i < deck->count && deck->status != PH_E_NOMEM; i++) {
        phk_statement *s = &deck->statement[i];
        for (int k = 0; k < s->count; k++) {
            phk_given *given = (phk_given *)&s->given[k];
            /* a value at fault has been reported, and its number may be missing */
            if (given->arg->kind == PHK_ARG_ID && given->arg->of && given->number)
                resolve(deck, s, given);
        }
    }
}
