/* SPDX-License-Identifier: BSD-3-Clause */
#include "io/fe/surface.h"

#include <stdlib.h>
#include <string.h>

/* Corners of faces, seen from outside; -1: a triangle. */
static const int tet[4][4] = {{0, 2, 1, -1}, {0, 1, 3, -1}, {1, 2, 3, -1}, {2, 0, 3, -1}};
static const int wedge[5][4] = {
    {0, 2, 1, -1}, {3, 4, 5, -1}, {0, 1, 4, 3}, {1, 2, 5, 4}, {2, 0, 3, 5}};
static const int hex[6][4] = {{0, 3, 2, 1}, {4, 5, 6, 7}, {0, 1, 5, 4},
                              {1, 2, 6, 5}, {2, 3, 7, 6}, {3, 0, 4, 7}};
static const int triangle[1][4] = {{0, 1, 2, -1}};
static const int quad[1][4] = {{0, 1, 2, 3}};
static const struct {
    int faces;
    const int (*face)[4];
} shape[] = {
    [PHK_FE_TET] = {4, tet},           [PHK_FE_WEDGE] = {5, wedge}, [PHK_FE_HEX] = {6, hex},
    [PHK_FE_TRIANGLE] = {1, triangle}, [PHK_FE_QUAD] = {1, quad},   [PHK_FE_BEAM] = {0, NULL}};

typedef struct {
    int key[4];    /* sorted indices of nodes */
    int corner[4]; /* as they go around; -1: a triangle */
} face;

static int by_key(const void *a, const void *b)
{
    const face *x = a, *y = b;
    for (int i = 0; i < 4; i++)
        if (x->key[i] != y->key[i]) return x->key[i] < y->key[i] ? -1 : 1;
    return 0;
}

static int ascending(const void *a, const void *b)
{
    const int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

/* The faces of an element of which all corners are there. */
static size_t add_faces(const phk_fe *fe, const phk_fe_element *e, face *out)
{
    size_t count = 0;
    for (int f = 0; f < shape[e->kind].faces; f++) {
        face *to = &out[count];
        int good = 1;
        for (int k = 0; k < 4; k++) {
            const int corner = shape[e->kind].face[f][k];
            to->corner[k] = corner < 0 ? -1 : phk_fe_node(fe, e->corner[corner]);
            good &= corner < 0 || to->corner[k] >= 0;
        }
        memcpy(to->key, to->corner, sizeof to->key);
        qsort(to->key, 4, sizeof to->key[0], ascending);
        count += (size_t)good;
    }
    return count;
}

ph_status phk_fe_surface(const phk_fe_build *b, phk_fe *fe)
{
    face *all = malloc((6 * (size_t)b->elements + 1) * sizeof *all);
    int(*line)[2] = phk_arena_alloc(&fe->arena, ((size_t)b->elements + 1) * sizeof *line);
    if (!all || !line) {
        free(all);
        return PH_E_NOMEM;
    }
    size_t count = 0;
    for (int i = 0; i < b->elements; i++) {
        const phk_fe_element *e = &b->element[i];
        count += add_faces(fe, e, all + count);
        if (e->kind != PHK_FE_BEAM) continue;
        line[fe->lines][0] = phk_fe_node(fe, e->corner[0]);
        line[fe->lines][1] = phk_fe_node(fe, e->corner[1]);
        if (line[fe->lines][0] >= 0 && line[fe->lines][1] >= 0) fe->lines++;
    }
    fe->line = (const int(*)[2])line;
    qsort(all, count, sizeof *all, by_key);
    int(*out)[3] = phk_arena_alloc(&fe->arena, (2 * count + 1) * sizeof *out);
    for (size_t i = 0, next; out && i < count; i = next) {
        for (next = i + 1; next < count && by_key(&all[i], &all[next]) == 0;) next++;
        if (next - i > 1) continue; /* two solids share it */
        const int *c = all[i].corner;
        memcpy(out[fe->faces++], c, 3 * sizeof *c);
        if (c[3] < 0) continue;
        const int rest[3] = {c[0], c[2], c[3]};
        memcpy(out[fe->faces++], rest, sizeof rest);
    }
    fe->face = (const int(*)[3])out;
    free(all);
    return out ? PH_OK : PH_E_NOMEM;
}
