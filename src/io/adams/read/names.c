/* SPDX-License-Identifier: BSD-3-Clause
 *
 * names.c -- names of statements: those of ADAMS/View, made fit for one name space.
 */
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include "expr/function.h"
#include "io/adams/read/index.h"

/* Words that mean something of their own in expressions and outputs of a model, beside the
 * functions and constants of expressions. */
static const char *const reserved[] = {"ground",     "time",      "energy",      "solver",
                                       "gravity",    "all",       "length_unit", "time_unit",
                                       "force_unit", "mass_unit", NULL};

/* Takes a name, whatever its case; false: it is taken. Without memory every name will do. */
static bool take(phk_deck *deck, const char *name)
{
    if (deck->status == PH_E_NOMEM) return true;
    size_t length = strlen(name);
    char *lower = phk_arena_text(&deck->arena, name, length);
    if (!lower) {
        phk_deck_failed(deck, PH_E_NOMEM);
        return true;
    }
    for (char *c = lower; *c; c++) *c = (char)tolower((unsigned char)*c);
    int added = phk_names_add(&deck->names, lower, length, 0);
    if (added < 0) phk_deck_failed(deck, PH_E_NOMEM);
    return added != 0;
}

static void take_word(void *deck, const char *name)
{
    take(deck, name);
}

/* What the name of ADAMS/View has in it but letters, digits and _ becomes _. */
static const char *clean(phk_deck *deck, const char *view)
{
    enum { LONGEST = 200 };
    size_t length = strlen(view);
    if (length > LONGEST) length = LONGEST;
    bool digit = view[0] >= '0' && view[0] <= '9';
    const char *text = phk_deck_print(deck, "%s%.*s", digit ? "_" : "", (int)length, view);
    size_t n = strlen(text);
    char *name = n ? phk_arena_text(&deck->arena, text, n) : NULL;
    for (char *c = name; c && *c; c++) {
        bool fits = (*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') ||
                    (*c >= '0' && *c <= '9') || *c == '_';
        if (!fits) *c = '_';
    }
    return name;
}

static const char *unique(phk_deck *deck, const phk_statement *s)
{
    const char *type = s->type->name, *base = s->view_name ? clean(deck, s->view_name) : NULL;
    if (!base) base = phk_deck_print(deck, "%s_%d", type, s->id);
    if (take(deck, base)) return base;
    const char *name = phk_deck_print(deck, "%s_%d", base, s->id);
    if (take(deck, name)) return name;
    name = phk_deck_print(deck, "%s_%s_%d", base, type, s->id);
    for (int k = 2; !take(deck, name); k++)
        name = phk_deck_print(deck, "%s_%s_%d_%d", base, type, s->id, k);
    return name;
}

const char *phk_deck_new_name(phk_deck *deck, const char *format, ...)
{
    char base[300];
    va_list args;
    va_start(args, format);
    vsnprintf(base, sizeof base, format, args);
    va_end(args);
    const char *name = phk_deck_print(deck, "%s", base);
    for (int k = 2; !take(deck, name); k++) name = phk_deck_print(deck, "%s_%d", base, k);
    return name;
}

void phk_deck_name(phk_deck *deck)
{
    for (int i = 0; reserved[i]; i++) take(deck, reserved[i]);
    phk_library_offer(take_word, deck);
    for (int i = 0; i < deck->count && deck->status != PH_E_NOMEM; i++) {
        phk_statement *s = &deck->statement[i];
        /* what has the number of another one is nothing anybody could mean */
        bool named = s->type->treatment == PHK_STATEMENT_BUILD &&
                     phk_deck_find(deck, s->type->name, s->id) == s;
        s->name = named ? unique(deck, s) : s->type->name;
    }
}
