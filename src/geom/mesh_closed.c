/* SPDX-License-Identifier: BSD-3-Clause
 *
 * mesh_closed.c -- whether triangles enclose something.
 *
 * They do when each edge is passed as often one way as the other: the border of the surface is then
 * empty, and the integrals of ph_mesh_mass do not depend on where they are taken from. Vertices at
 * the same place are one, as files of triangles repeat them.
 */
#include <stdlib.h>
#include <polhode/geometry.h>

typedef struct {
    ph_vec3 p;
    int index;
} corner;

typedef struct {
    int low, high, way; /* way: 1 from low to high, -1 back */
} edge;

static int order(double a, double b)
{
    return (a > b) - (a < b);
}

static int compare_corners(const void *a, const void *b)
{
    const ph_vec3 *p = &((const corner *)a)->p, *q = &((const corner *)b)->p;
    int x = order(p->x, q->x), y = order(p->y, q->y);
    return x ? x : y ? y : order(p->z, q->z);
}

static int compare_edges(const void *a, const void *b)
{
    const edge *e = a, *f = b;
    int low = (e->low > f->low) - (e->low < f->low);
    return low ? low : (e->high > f->high) - (e->high < f->high);
}

/* Gives vertices at the same place the same number. */
static void number_places(const ph_mesh *m, corner *sorted, int *place)
{
    for (int i = 0; i < m->vertices; i++) sorted[i] = (corner){m->vertex[i], i};
    qsort(sorted, (size_t)m->vertices, sizeof *sorted, compare_corners);
    for (int i = 0, n = 0; i < m->vertices; i++) {
        n += i > 0 && compare_corners(&sorted[i - 1], &sorted[i]) != 0;
        place[sorted[i].index] = n;
    }
}

static bool edges_cancel(const ph_mesh *m, const int *place, edge *list)
{
    int n = 0, sum = 0;
    for (int i = 0; i < 3 * m->triangles; i++) {
        int a = place[m->corner[i]], b = place[m->corner[i % 3 == 2 ? i - 2 : i + 1]];
        /* of a triangle that is a line, or a point */
        if (a == b) continue;
        list[n++] = a < b ? (edge){a, b, 1} : (edge){b, a, -1};
    }
    qsort(list, (size_t)n, sizeof *list, compare_edges);
    for (int i = 0; i < n; i++) {
        sum += list[i].way;
        bool last = i + 1 == n || compare_edges(&list[i], &list[i + 1]) != 0;
        if (last && sum != 0) return false;
    }
    return n > 0;
}

ph_status ph_mesh_closed(const ph_mesh *m, bool *closed)
{
    size_t vertices = (size_t)m->vertices + 1, edges = 3 * (size_t)m->triangles + 1;
    corner *sorted = malloc(vertices * sizeof *sorted);
    int *place = malloc(vertices * sizeof *place);
    edge *list = malloc(edges * sizeof *list);
    bool room = sorted && place && list;
    *closed = false;
    if (room) {
        number_places(m, sorted, place);
        *closed = edges_cancel(m, place, list);
    }
    free(sorted);
    free(place);
    free(list);
    return room ? PH_OK : PH_E_NOMEM;
}
