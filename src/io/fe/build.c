/* SPDX-License-Identifier: BSD-3-Clause */
#include "io/fe/build.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

typedef struct phk_number_slot {
    long long key;
    int value;
    bool used;
} slot;

static slot *find_slot(slot *table, size_t room, long long key)
{
    uint64_t h = (uint64_t)key * 0x9E3779B97F4A7C15u;
    size_t at = (size_t)(h >> 20) & (room - 1);
    while (table[at].used && table[at].key != key) at = (at + 1) & (room - 1);
    return &table[at];
}

int phk_numbers_find(const phk_numbers *n, long long key)
{
    if (!n->room) return -1;
    const slot *s = find_slot(n->slot, n->room, key);
    return s->used ? s->value : -1;
}

static bool numbers_add(phk_numbers *n, long long key, int value)
{
    if (2 * (n->count + 1) > n->room) {
        const size_t room = n->room ? 2 * n->room : 1024;
        slot *table = calloc(room, sizeof *table);
        if (!table) return false;
        for (size_t i = 0; i < n->room; i++)
            if (n->slot[i].used) *find_slot(table, room, n->slot[i].key) = n->slot[i];
        free(n->slot);
        n->slot = table;
        n->room = room;
    }
    *find_slot(n->slot, n->room, key) = (slot){key, value, true};
    n->count++;
    return true;
}

void phk_fe_build_begin(phk_fe_build *b, ph_diag *diag)
{
    *b = (phk_fe_build){.diag = diag, .length = 1, .weight = 1, .time = 1};
}

void phk_fe_build_free(phk_fe_build *b)
{
    phk_triplets_free(&b->stiffness);
    phk_triplets_free(&b->mass);
    free(b->node.slot);
    free(b->equation.slot);
    phk_arena_free(&b->arena);
}

int phk_fe_add_node(phk_fe_build *b, int id, ph_vec3 at)
{
    if (phk_numbers_find(&b->node, id) >= 0) return 0;
    int *ids = phk_arena_grow(&b->arena, b->id, (size_t)b->nodes, sizeof *ids);
    if (ids) b->id = ids;
    ph_vec3 *ats = phk_arena_grow(&b->arena, b->at, (size_t)b->nodes, sizeof *ats);
    if (ats) b->at = ats;
    if (!ids || !ats || !numbers_add(&b->node, id, b->nodes)) return -1;
    b->id[b->nodes] = id;
    b->at[b->nodes++] = at;
    return 1;
}

int phk_fe_add_equation(phk_fe_build *b, int node, int direction)
{
    const long long label = 8LL * node + direction;
    if (node > (INT32_MAX - 8) / 8) return -1;
    if (phk_numbers_find(&b->equation, label) >= 0) return 0;
    int *labels = phk_arena_grow(&b->arena, b->label, (size_t)b->equations, sizeof *labels);
    if (!labels) return -1;
    b->label = labels;
    if (!numbers_add(&b->equation, label, b->equations)) return -1;
    labels[b->equations++] = (int)label;
    return 1;
}

int phk_fe_equation(phk_fe_build *b, int node, int direction)
{
    const int at = phk_numbers_find(&b->equation, 8LL * node + direction);
    if (at >= 0) return at;
    return !b->fixed_order && phk_fe_add_equation(b, node, direction) == 1 ? b->equations - 1 : -1;
}

bool phk_fe_add_element(phk_fe_build *b, const phk_fe_element *element)
{
    phk_fe_element *e = phk_arena_grow(&b->arena, b->element, (size_t)b->elements, sizeof *e);
    if (!e) return false;
    b->element = e;
    e[b->elements++] = *element;
    return true;
}

phk_fe_list *phk_fe_find_list(phk_fe_build *b, const char *name, int length)
{
    for (int i = 0; i < b->lists; i++)
        if ((int)strlen(b->list[i].name) == length &&
            strncasecmp(b->list[i].name, name, (size_t)length) == 0)
            return &b->list[i];
    phk_fe_list *list = phk_arena_grow(&b->arena, b->list, (size_t)b->lists, sizeof *list);
    const char *copy = phk_arena_text(&b->arena, name, (size_t)length);
    if (!list || !copy) return NULL;
    b->list = list;
    list[b->lists] = (phk_fe_list){copy, 0, NULL};
    return &list[b->lists++];
}

bool phk_fe_add_to_list(phk_fe_build *b, phk_fe_list *list, int node)
{
    int *nodes = phk_arena_grow(&b->arena, list->node, (size_t)list->count, sizeof *nodes);
    if (!nodes) return false;
    list->node = nodes;
    nodes[list->count++] = node;
    return true;
}
