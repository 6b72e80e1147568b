/* SPDX-License-Identifier: BSD-3-Clause
 *
 * All that was read becomes one model, in SI units.
 */
#include <stdlib.h>
#include <string.h>
#include "base/diag.h"
#include "io/fe/surface.h"

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
        const int from = phk_numbers_find(&b->node, id[i]);
        for (int d = 0; d < 6; d++) fe->equation[i][d] = -1;
        if (from < 0)
            status =
                phk_error(b->diag, PH_E_MISSING, phk_nowhere,
                          "give the file that has the nodes as well (.inp, .frd, a bulk file, or "
                          "a table of degrees of freedom with places)",
                          "node %d of the matrices has no place", id[i]);
        else
            at[i] = ph_scale(b->length, b->at[from]);
    }
    fe->at = at;
    for (int e = 0; e < b->equations; e++)
        fe->equation[phk_fe_node(fe, b->label[e] >> 3)][b->label[e] & 7] = e;
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
        int *node = phk_arena_alloc(&fe->arena, ((size_t)list->count + 1) * sizeof *node),
            count = 0;
        set[i].name = phk_arena_text(&fe->arena, list->name, strlen(list->name));
        if (!node || !set[i].name) return PH_E_NOMEM;
        for (int k = 0; k < list->count; k++) {
            node[count] = phk_fe_node(fe, list->node[k]);
            count += node[count] >= 0;
        }
        qsort(node, (size_t)count, sizeof *node, ascending);
        for (int k = 0; k < count; k++)
            if (set[i].count == 0 || node[set[i].count - 1] != node[k])
                node[set[i].count++] = node[k];
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
                         b->equations == 0 ? "no file says which equation belongs to which node"
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
