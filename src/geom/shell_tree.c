/* SPDX-License-Identifier: BSD-3-Clause
 *
 * shell_tree.c -- a tree of boxes over the faces of a surface, halved by their number along the
 * longest side of what they span.
 *
 * A node knows a cone about the normals of its faces, their neighbours' among them: whatever is
 * nearest to a point looks towards it, so most of what is near is ruled out at once.
 */
#include <math.h>
#include <stdlib.h>
#include "geom/shell.h"

enum { LEAF = 4 };

typedef struct {
    phk_shell *s;
    const ph_vec3 *middle; /* of faces */
    const double *open;    /* [rad] between a face and those around it */
} builder;

static double along(ph_vec3 v, int axis)
{
    return axis == 0 ? v.x : axis == 1 ? v.y : v.z;
}

/* Puts the face that belongs at `want` there, and smaller ones before it. */
static void select_middle(const builder *b, int first, int end, int want, int axis)
{
    int *order = b->s->order;
    while (end - first > 1) {
        const double pivot = along(b->middle[order[first + (end - first) / 2]], axis);
        int i = first, j = end - 1;
        while (i <= j) {
            while (along(b->middle[order[i]], axis) < pivot) i++;
            while (along(b->middle[order[j]], axis) > pivot) j--;
            if (i > j) break;
            const int swap = order[i];
            order[i++] = order[j];
            order[j--] = swap;
        }
        if (want <= j)
            end = j + 1;
        else if (want >= i)
            first = i;
        else
            return;
    }
}

static void widen(ph_vec3 *low, ph_vec3 *high, ph_vec3 v)
{
    *low = ph_v3(fmin(low->x, v.x), fmin(low->y, v.y), fmin(low->z, v.z));
    *high = ph_v3(fmax(high->x, v.x), fmax(high->y, v.y), fmax(high->z, v.z));
}

/* Box, cone and fade of the faces of a node. */
static void measure(const builder *b, phk_shell_node *node)
{
    const phk_shell *s = b->s;
    const double end = INFINITY;
    node->low = ph_v3(end, end, end);
    node->high = ph_v3(-end, -end, -end);
    ph_vec3 sum = {0, 0, 0};
    for (int i = node->first; i < node->first + node->faces; i++) {
        const phk_shell_face *f = &s->face[s->order[i]];
        sum = ph_add(sum, f->normal);
        for (int k = 0; k < 3; k++) {
            widen(&node->low, &node->high, s->corner[f->corner[k]].at);
            node->fade = fmax(node->fade, s->edge[f->edge[k]].fade);
        }
    }
    const double size = ph_norm(sum);
    node->cosine = -1;
    if (!(size > 0.1)) return;
    node->axis = ph_scale(1 / size, sum);
    double widest = 0;
    for (int i = node->first; i < node->first + node->faces; i++) {
        const int face = s->order[i];
        const double off = fmin(1, ph_dot(node->axis, s->face[face].normal));
        widest = fmax(widest, acos(fmax(-1, off)) + b->open[face]);
    }
    if (widest > 3) return;
    node->cosine = cos(widest + 1e-6);
    node->sine = sin(widest + 1e-6);
}

static void grow(const builder *b, int first, int faces)
{
    phk_shell *s = b->s;
    const int index = s->nodes++;
    phk_shell_node *node = &s->node[index];
    *node = (phk_shell_node){.first = first, .faces = faces};
    measure(b, node);
    if (faces <= LEAF) return;
    ph_vec3 low = b->middle[s->order[first]], high = low;
    for (int i = first; i < first + faces; i++) widen(&low, &high, b->middle[s->order[i]]);
    const ph_vec3 size = ph_sub(high, low);
    const int axis = size.x >= size.y ? (size.x >= size.z ? 0 : 2) : size.y >= size.z ? 1 : 2;
    const int half = faces / 2;
    select_middle(b, first, first + faces, first + half, axis);
    grow(b, first, half);
    s->node[index].other = s->nodes;
    s->node[index].faces = 0;
    grow(b, first + half, faces - half);
}

static double angle(ph_vec3 a, ph_vec3 b)
{
    return acos(fmax(-1, fmin(1, ph_dot(a, b))));
}

/* How far the normals of all faces at the corners of a face are from its own, at most: by way of
 * the normals of the corners, as a corner may have any number of faces. */
static void find_openings(const phk_shell *s, double *of_corner, double *open)
{
    for (int i = 0; i < 3 * s->faces; i++) {
        const int c = s->face[i / 3].corner[i % 3];
        of_corner[c] = fmax(of_corner[c], angle(s->corner[c].normal, s->face[i / 3].normal));
    }
    for (int i = 0; i < 3 * s->faces; i++) {
        const int c = s->face[i / 3].corner[i % 3];
        const double off = angle(s->corner[c].normal, s->face[i / 3].normal) + of_corner[c];
        open[i / 3] = fmax(open[i / 3], off);
    }
}

bool phk_shell_grow_tree(phk_shell *s, phk_arena *arena)
{
    const size_t n = (size_t)s->faces;
    ph_vec3 *middle = malloc(n * sizeof *middle);
    double *open = calloc(n, sizeof *open), *of_corner = calloc((size_t)s->corners, sizeof *open);
    s->order = phk_arena_alloc(arena, n * sizeof *s->order);
    s->node = phk_arena_alloc(arena, 2 * n * sizeof *s->node);
    const bool room = middle && open && of_corner && s->order && s->node;
    for (int i = 0; room && i < s->faces; i++) {
        const int *c = s->face[i].corner;
        const ph_vec3 sum = ph_add(s->corner[c[0]].at, s->corner[c[1]].at);
        middle[i] = ph_scale(1.0 / 3, ph_add(sum, s->corner[c[2]].at));
        s->order[i] = i;
    }
    if (room) {
        const builder b = {s, middle, open};
        find_openings(s, of_corner, open);
        grow(&b, 0, s->faces);
    }
    free(middle);
    free(open);
    free(of_corner);
    return room;
}
