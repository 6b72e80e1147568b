/* SPDX-License-Identifier: BSD-3-Clause */
#include "io/adams/function/pairs.h"

#include <limits.h>
#include <stdint.h>
#include <string.h>

/* markers a constraint by an expression may act on beside its own, entries of one statement */
enum { OTHERS = 8 };

typedef struct phk_pairs {
    size_t capacity;
    int *slot; /* [capacity] the first entry, -1: none */
    int count;
    phk_pair_entry *entry;
} phk_pairs;

static size_t slot_of(const phk_pairs *p, const phk_statement *i, const phk_statement *j)
{
    uintptr_t a = (uintptr_t)i, b = (uintptr_t)j; /* either order */
    uint64_t h = ((uint64_t)(a ^ b) + (uint64_t)(a + b)) * 0x9E3779B97F4A7C15u;
    return (size_t)(h >> 32) & (p->capacity - 1);
}

/* The markers an element acts between; false: it is no such element, or one is missing. */
static bool markers_of(const phk_statement *s, const phk_statement **i, const phk_statement **j)
{
    static const char *const types[] = {"JOINT",   "JPRIM",   "MOTION", "SFORCE",
                                        "VFORCE",  "VTORQUE", "GFORCE", "SPRINGDAMPER",
                                        "BUSHING", "BEAM",    "FIELD",  "FRICTION"};
    bool known = false;
    for (size_t k = 0; k < sizeof types / sizeof *types; k++)
        known |= strcmp(s->type->name, types[k]) == 0;
    if (!known) return false;
    const phk_statement *at = phk_arg_find(s, "JOINT") ? phk_arg_target(s, "JOINT") : s;
    if (!at) return false;
    *i = phk_arg_target(at, "I");
    *j = phk_arg_target(at, phk_arg_find(at, "JFLOAT") ? "JFLOAT" : "J");
    if (!*i || !*j) return false;
    if (strcmp(s->type->name, "SFORCE") == 0 && phk_arg_flag(s, "ACTIONONLY")) *j = NULL;
    return true;
}

/* A constraint by an expression acts between its marker I and those its function names. */
static int others_of(phk_deck *deck, const phk_statement *s, const phk_statement **other, int most)
{
    const phk_given *f = phk_arg_find(s, "FUNCTION");
    int n = 0;
    if (strcmp(s->type->name, "GCON") != 0 || !f || !phk_arg_target(s, "I")) return 0;
    phk_lexer lexer = {.text = deck->text,
                       .at = f->piece[0].at,
                       .end = f->piece[0].at + f->piece[0].length,
                       .file = deck->file,
                       .lines = &deck->lines};
    for (phk_word t; n < most && (t = phk_lexer_next(&lexer)).kind != PHK_TOKEN_END;) {
        if (t.kind != PHK_TOKEN_NUMBER || t.number > INT_MAX) continue;
        const phk_statement *marker = phk_deck_find(deck, "MARKER", (int)t.number);
        bool known = !marker || marker == phk_arg_target(s, "I");
        for (int k = 0; k < n; k++) known |= other[k] == marker;
        if (!known) other[n++] = marker;
    }
    return n;
}

static void add(phk_pairs *p, phk_pair_entry e)
{
    size_t at = slot_of(p, e.i, e.j);
    e.next = p->slot[at];
    p->slot[at] = p->count;
    p->entry[p->count++] = e;
}

static phk_pairs *build(phk_deck *deck)
{
    size_t capacity = 16;
    while (capacity < 4 * (size_t)deck->count) capacity *= 2;
    phk_pairs *p = phk_arena_alloc(&deck->arena, sizeof *p);
    int *slot = phk_arena_alloc(&deck->arena, capacity * sizeof *slot);
    phk_pair_entry *entry =
        phk_arena_alloc(&deck->arena, OTHERS * ((size_t)deck->count + 1) * sizeof *entry);
    if (!p || !slot || !entry) {
        phk_deck_failed(deck, PH_E_NOMEM);
        return NULL;
    }
    *p = (phk_pairs){capacity, slot, 0, entry};
    for (size_t k = 0; k < capacity; k++) slot[k] = -1;
    /* from the last to the first: each is put before the others of its slot */
    for (int k = deck->count - 1; k >= 0; k--) {
        phk_pair_entry e = {.element = &deck->statement[k]};
        const phk_statement *other[OTHERS];
        int others = others_of(deck, e.element, other, OTHERS);
        for (int n = 0; n < others; n++) {
            e.i = phk_arg_target(e.element, "I");
            e.j = other[n];
            add(p, e);
        }
        if (!markers_of(e.element, &e.i, &e.j)) continue;
        add(p, e);
        const phk_deck_marker *marker = e.j ? phk_deck_marker_of(deck, e.j) : NULL;
        if (!marker || !marker->floating || marker->part) continue;
        e.j = NULL;
        add(p, e);
    }
    return p;
}

const phk_pair_entry *phk_pairs_find(phk_deck *deck, const phk_statement *i, const phk_statement *j,
                                     const phk_pair_entry *after)
{
    if (!deck->pairs) deck->pairs = build(deck);
    const phk_pairs *p = deck->pairs;
    if (!p) return NULL;
    for (int k = after ? after->next : p->slot[slot_of(p, i, j)]; k >= 0; k = p->entry[k].next) {
        const phk_pair_entry *e = &p->entry[k];
        if ((e->i == i && e->j == j) || (e->i == j && e->j == i)) return e;
    }
    return NULL;
}
