/* SPDX-License-Identifier: BSD-3-Clause */
#include "io/fe/build.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include "base/diag.h"
#include "io/fe/surface.h"

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

static int numbers_find(const phk_numbers *n, long long key)
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
    if (numbers_find(&b->node, id) >= 0) return 0;
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
    if (numbers_find(&b->equation, label) >= 0) return 0;
    int *labels = phk_arena_grow(&b->arena, b->label, (size_t)b->equations, sizeof *labels);
    if (!labels) return -1;
    b->label = labels;
    if (!numbers_add(&b->equation, label, b->equations)) return -1;
    labels[b->equations++] = (int)label;
    return 1;
}

int phk_fe_equation(phk_fe_build *b, int node, int direction)
{
    const int at = numbers_find(&b->equation, 8LL * node + direction);
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

static int ascending(const void *a, const void *b)
{
    const int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

/* Nodes that equations are of, ascending; equations by node. */
static ph_status end_nodes(phk_fe_build *b, phk_fe *fe)
{
    int *id = phk_arena_alloc(&fe->arena, ((size_t)b->equations + 1) * sizeof *id);
    if (!id) return PH_E_NOMEM;
    for (int e = 0; e < b->equations; e++) id[e] = b->label[e] >> 3;
    qsort(id, (size_t)b->equations, sizeof *id, ascending);
    int count = 0;
    for (int e = 0; e < b->equations; e++)
        if (count == 0 || id[count - 1] != id[e]) id[count++] = id[e];
    fe->id = id;
    fe->nodes = count;
    ph_vec3 *at = phk_arena_alloc(&fe->arena, (size_t)count * sizeof *at);
    fe->equation = phk_arena_alloc(&fe->arena, (size_t)count * sizeof *fe->equation);
    if (!at || !fe->equation) return PH_E_NOMEM;
    ph_status status = PH_OK;
    for (int i = 0; i < count; i++) {
        const int from = numbers_find(&b->node, id[i]);
        for (int d = 0; d < 6; d++) fe->equation[i][d] = -1;
        if (from < 0)
            status = phk_error(b->diag, PH_E_MISSING, phk_nowhere,
                               "give the file that has the nodes as well (.inp, .frd, a bulk file, or "
                               "a table of degrees of freedom with places)",
                               "node %d of the matrices has no place", id[i]);
        else at[i] = ph_scale(b->length, b->at[from]);
    }
    fe->at = at;
    for (int e = 0; e < b->equations; e++) fe->equation[phk_fe_node(fe, b->label[e] >> 3)][b->label[e] & 7] = e;
    return status;
}

/* An energy in the unit of the files, by the motions of both unknowns: shifts in their unit of
 * length, turns in radian. */
static void scale(const phk_fe_build *b, phk_triplets *t, double energy)
{
    for (size_t k = 0; k < t->count; k++) {
        const int turns = ((b->label[t->row[k]] & 7) > 2) + ((b->label[t->column[k]] & 7) > 2);
        t->value[k] *= energy / (turns == 0 ? b->length * b->length : turns == 1 ? b->length : 1);
    }
}

static ph_status end_sets(const phk_fe_build *b, phk_fe *fe)
{
    phk_fe_set *set = phk_arena_alloc(&fe->arena, ((size_t)b->lists + 1) * sizeof *set);
    if (!set) return PH_E_NOMEM;
    for (int i = 0; i < b->lists; i++) {
        const phk_fe_list *list = &b->list[i];
        int *node = phk_arena_alloc(&fe->arena, ((size_t)list->count + 1) * sizeof *node), count = 0;
        set[i].name = phk_arena_text(&fe->arena, list->name, strlen(list->name));
        if (!node || !set[i].name) return PH_E_NOMEM;
        for (int k = 0; k < list->count; k++) {
            node[count] = phk_fe_node(fe, list->node[k]);
            count += node[count] >= 0;
        }
        qsort(node, (size_t)count, sizeof *node, ascending);
        for (int k = 0; k < count; k++)
            if (set[i].count == 0 || node[set[i].count - 1] != node[k]) node[set[i].count++] = node[k];
        set[i].node = node;
    }
    fe->set = set;
    fe->sets = b->lists;
    return PH_OK;
}

ph_status phk_fe_build_end(phk_fe_build *b, phk_fe *fe)
{
    *fe = (phk_fe){.nodes = 0};
    if (b->equations == 0 || b->stiffness.count == 0 || b->mass.count == 0)
        return phk_error(b->diag, PH_E_MISSING, phk_nowhere,
                         "`polhode reduce --help` tells which files belong together",
                         b->equations == 0        ? "no file says which equation belongs to which node"
                         : b->stiffness.count == 0 ? "there is no stiffness matrix"
                                                   : "there is no mass matrix");
    const double energy = b->weight * b->length * b->length;
    scale(b, &b->stiffness, energy / (b->time * b->time));
    scale(b, &b->mass, energy);
    ph_status status = end_nodes(b, fe);
    if (status == PH_OK) status = phk_sparse_make(&b->stiffness, b->equations, &fe->stiffness);
    if (status == PH_OK) status = phk_sparse_make(&b->mass, b->equations, &fe->mass);
    if (status == PH_OK) status = end_sets(b, fe);
    if (status == PH_OK) status = phk_fe_surface(b, fe);
    if (status != PH_OK) phk_fe_free(fe);
    return status;
}
