/* SPDX-License-Identifier: BSD-3-Clause
 *
 * find.c -- statements by type and number.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "io/adams/read/index.h"

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

bool phk_deck_leaves_out(const phk_deck *deck, const phk_statement_type *type)
{
    return deck->left_out && deck->left_out[type - phk_statement_types];
}

bool phk_deck_approximates(const phk_deck *deck, const phk_statement_type *type)
{
    return deck->approximated && deck->approximated[type - phk_statement_types];
}

void phk_deck_free(phk_deck *deck)
{
    for (phk_deck_flex *f = deck->flex; f; f = f->before) ph_flex_free(f->is);
    free(deck->statement);
    free(deck->lines.start);
    phk_names_free(&deck->names);
    phk_names_free(&deck->noted);
    phk_arena_free(&deck->arena);
}
