/* SPDX-License-Identifier: BSD-3-Clause
 *
 * deck.c -- finding statements by type and number, and speaking about them.
 */
#include "io/adams/deck.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/diag.h"
#include "io/adams/index.h"

void phk_deck_failed(phk_deck *deck, ph_status status)
{
    if (status != PH_OK && deck->status != PH_E_NOMEM)
        deck->status = status == PH_E_NOMEM ? PH_E_NOMEM : PH_E_MODEL;
}

ph_source phk_deck_place(const phk_deck *deck, phk_piece piece)
{
    return phk_lines_place(&deck->lines, deck->file, piece.at, piece.length);
}

void phk_deck_error(phk_deck *deck, ph_status code, phk_piece piece, const char *hint,
                    const char *format, ...)
{
    char message[1024];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    phk_deck_failed(deck, PH_E_MODEL);
    phk_error(deck->diag, code, phk_deck_place(deck, piece), hint, "%s", message);
}

void phk_deck_note(phk_deck *deck, phk_piece piece, const char *format, ...)
{
    char message[1024];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    phk_note_at(deck->diag, phk_deck_place(deck, piece), "%s", message);
}

/* True for the first time something is named. */
static bool is_new(phk_deck *deck, const char *what)
{
    int added = phk_names_add(&deck->noted, what, strlen(what), 0);
    if (added < 0) phk_deck_failed(deck, PH_E_NOMEM);
    return added == 1;
}

void phk_deck_note_argument(phk_deck *deck, const phk_statement *s, const phk_given *given)
{
    const phk_arg *arg = given->arg;
    if (is_new(deck, phk_deck_print(deck, "%s.%s", s->type->name, arg->name)))
        phk_deck_note(deck, given->name, "%s of %s is not used%s%s", arg->name, s->type->name,
                      arg->why ? ": " : "", arg->why ? arg->why : "");
}

void phk_deck_note_skipped(phk_deck *deck, const phk_statement *s)
{
    if (is_new(deck, s->type->name))
        phk_deck_note(deck, s->keyword, "%s has no meaning here and is skipped: %s", s->type->name,
                      s->type->becomes);
}

const char *phk_deck_print(phk_deck *deck, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int length = vsnprintf(NULL, 0, format, args);
    va_end(args);
    char *text = length < 0 ? NULL : phk_arena_alloc(&deck->arena, (size_t)length + 1);
    if (!text) {
        phk_deck_failed(deck, PH_E_NOMEM);
        return "";
    }
    va_start(args, format);
    vsnprintf(text, (size_t)length + 1, format, args);
    va_end(args);
    return text;
}

const char *phk_deck_label(phk_deck *deck, const phk_statement *s)
{
    return s->id ? phk_deck_print(deck, "%s/%d", s->type->name, s->id) : s->type->name;
}

void phk_deck_added(phk_deck *deck, ph_status status, const phk_statement *s, phk_kind kind)
{
    if (status == PH_OK)
        status = phk_model_label(deck->model, kind, phk_deck_label(deck, s));
    else if (status == PH_E_NAME)
        phk_model_explain_name(deck->model, s->name, phk_deck_place(deck, s->keyword), deck->diag);
    else if (status != PH_E_NOMEM)
        phk_deck_error(deck, status, s->keyword, NULL, "%s cannot be added to the model: %s",
                       phk_deck_label(deck, s), ph_status_text(status));
    phk_deck_failed(deck, status);
}

/* One slot per statement with an id, found by its type and id. */
static size_t slot_of(const phk_id_index *index, const phk_statement *all,
                      const phk_statement_type *type, int id)
{
    uint64_t h = (uint64_t)(unsigned)id * 64 + (uint64_t)(type - phk_statement_types);
    h *= 0x9E3779B97F4A7C15u; /* Fibonacci hashing: near ids go far apart */
    size_t i = (size_t)(h >> 32) & (index->capacity - 1);
    for (; index->slot[i] >= 0; i = (i + 1) & (index->capacity - 1)) {
        const phk_statement *s = &all[index->slot[i]];
        if (s->type == type && s->id == id) break;
    }
    return i;
}

static void duplicate(phk_deck *deck, const phk_statement *first, phk_statement *s)
{
    s->broken = true;
    phk_deck_error(deck, PH_E_NAME, s->keyword, "give one of them another number",
                   "%s is there already, in line %d", phk_deck_label(deck, s),
                   phk_deck_place(deck, first->keyword).line);
}

void phk_deck_index(phk_deck *deck)
{
    size_t capacity = 16, count = (size_t)deck->count;
    while (capacity < 2 * count) capacity *= 2;
    phk_id_index *index = phk_arena_alloc(&deck->arena, sizeof *index);
    int *slot = phk_arena_alloc(&deck->arena, capacity * sizeof *slot);
    int *next = phk_arena_alloc(&deck->arena, (count + 1) * sizeof *next);
    if (!index || !slot || !next) {
        phk_deck_failed(deck, PH_E_NOMEM);
        return;
    }
    *index = (phk_id_index){.capacity = capacity, .slot = slot, .next = next};
    for (size_t i = 0; i < capacity; i++) slot[i] = -1;
    for (int t = 0; t < PHK_TYPES_MOST; t++) index->first[t] = -1;
    for (int i = deck->count - 1; i >= 0; i--) {
        ptrdiff_t t = deck->statement[i].type - phk_statement_types;
        next[i] = index->first[t];
        index->first[t] = i;
    }
    for (int i = 0; i < deck->count; i++) {
        phk_statement *s = &deck->statement[i];
        if (s->id == 0) continue;
        size_t k = slot_of(index, deck->statement, s->type, s->id);
        if (slot[k] < 0)
            slot[k] = i;
        else
            duplicate(deck, &deck->statement[slot[k]], s);
    }
    deck->index = index;
}

static const phk_statement_type *type_of(const char *name)
{
    const phk_statement_type *t = phk_statement_types;
    while (t->name && strcmp(t->name, name) != 0) t++;
    return t->name ? t : NULL;
}

const phk_statement *phk_deck_find(const phk_deck *deck, const char *type, int id)
{
    const phk_statement_type *t = type_of(type);
    if (!t || id == 0 || !deck->index) return NULL;
    int i = deck->index->slot[slot_of(deck->index, deck->statement, t, id)];
    return i < 0 ? NULL : &deck->statement[i];
}

const phk_statement *phk_deck_next(const phk_deck *deck, const char *type,
                                   const phk_statement *after)
{
    const phk_statement_type *t = after ? after->type : type_of(type);
    if (!t || !deck->index) return NULL;
    int i = after ? deck->index->next[after - deck->statement]
                  : deck->index->first[t - phk_statement_types];
    return i < 0 ? NULL : &deck->statement[i];
}

void phk_deck_free(phk_deck *deck)
{
    free(deck->statement);
    free(deck->lines.start);
    phk_names_free(&deck->names);
    phk_names_free(&deck->noted);
    phk_arena_free(&deck->arena);
}
