/* SPDX-License-Identifier: BSD-3-Clause
 *
 * shape_terrain.c -- all below a smooth surface through heights over a rectangle, from a corner at
 * the origin. Of it a block is drawn, as thick as `size` says below its lowest height; it has no
 * bottom where it touches, and so no volume.
 */
#include <math.h>
#include <stdlib.h>
#include "geom/shape.h"
#include "geom/terrain.h"

/* Most squares that are drawn, and along one cell; part of its size that the block is thick. */
enum { SQUARES = 8000, IN_CELL = 6 };
#define THICK 0.02

static const char *wrong(const ph_shape_sizes *s)
{
    if (s->rows.count == 0) return "a terrain needs `heights`, or a `file` of them";
    if (s->rows.count < 2 || s->rows.width < 2)
        return "`heights` are two rows or more of two numbers or more";
    if (!(s->size.x > 0 && s->size.y > 0)) return "`size` along x and y must be above zero";
    return s->size.z >= 0 ? NULL : "`size` along z, the thickness drawn, must not be below zero";
}

/* Lowest and highest of the heights. */
static void limits(const ph_rows *rows, double *low, double *high)
{
    *low = *high = rows->value[0];
    for (size_t i = 0; i < (size_t)rows->count * (size_t)rows->width; i++) {
        *low = fmin(*low, rows->value[i]);
        *high = fmax(*high, rows->value[i]);
    }
}

static double bottom_of(const ph_shape_sizes *s, double low)
{
    return low - (s->size.z > 0 ? s->size.z : THICK * fmax(s->size.x, s->size.y));
}

static ph_vec3 middle(const ph_shape_sizes *s)
{
    double low, high;
    if (wrong(s)) return ph_v3(0, 0, 0);
    limits(&s->rows, &low, &high);
    return ph_v3(0.5 * s->size.x, 0.5 * s->size.y, 0.5 * (bottom_of(s, low) + high));
}

/* The walls and the bottom of the block: n vertices around it, counter-clockwise from above, and as
 * many below them. */
static void close_block(ph_mesh *m, const int *ring, const int side[2], double z, ph_vec3 centre)
{
    const int n = 2 * (side[0] + side[1]), ends[] = {side[0], side[0] + side[1], n - side[1], n};
    const int first = m->vertices;
    for (int i = 0; i < n; i++) {
        const ph_vec3 v = m->failed ? centre : m->vertex[ring[i]];
        ph_mesh_add_vertex(m, ph_v3(v.x, v.y, z));
    }
    for (int i = 0, wall = 0; i < n; i++) {
        const int next = (i + 1) % n;
        ph_mesh_add_triangle(m, ring[i], first + i, first + next);
        ph_mesh_add_triangle(m, ring[i], first + next, ring[next]);
        if (i + 1 == ends[wall]) ph_mesh_end_patch(m), wall++;
    }
    const int below = ph_mesh_add_vertex(m, ph_v3(centre.x, centre.y, z));
    for (int i = 0; i < n; i++) ph_mesh_add_triangle(m, below, first + (i + 1) % n, first + i);
    ph_mesh_end_patch(m);
}

static void draw(const phk_terrain *t, const int n[2], double bottom, int *ring, ph_mesh *m)
{
    for (int j = 0; j <= n[1]; j++)
        for (int i = 0; i <= n[0]; i++) {
            const double x = t->size[0] * i / n[0], y = t->size[1] * j / n[1];
            const double z = phk_terrain_find(t, x, y).z;
            bottom = fmin(bottom, z);
            ph_mesh_add_vertex(m, ph_v3(x, y, z));
        }
    const int row = n[0] + 1;
    for (int j = 0; j < n[1]; j++)
        for (int i = 0; i < n[0]; i++) {
            const int at = j * row + i;
            ph_mesh_add_triangle(m, at, at + 1, at + row + 1);
            ph_mesh_add_triangle(m, at, at + row + 1, at + row);
        }
    ph_mesh_end_patch(m);
    int k = 0;
    for (int i = 0; i < n[0]; i++) ring[k++] = i;
    for (int j = 0; j < n[1]; j++) ring[k++] = j * row + n[0];
    for (int i = n[0]; i > 0; i--) ring[k++] = n[1] * row + i;
    for (int j = n[1]; j > 0; j--) ring[k++] = j * row;
    close_block(m, ring, n, bottom, ph_v3(0.5 * t->size[0], 0.5 * t->size[1], 0));
}

/* So many squares in each cell that it looks smooth, and less than one of a large map. */
static void mesh(const ph_shape_sizes *s, int around, ph_mesh *m)
{
    (void)around;
    if (wrong(s)) return;
    const double cells[2] = {s->rows.width - 1, s->rows.count - 1};
    const double in_cell = fmin(IN_CELL, sqrt(SQUARES / (cells[0] * cells[1])));
    int n[2];
    for (int k = 0; k < 2; k++) n[k] = (int)fmax(1, round(in_cell * cells[k]));
    double *room = malloc(phk_terrain_room(&s->rows) * sizeof *room);
    int *ring = malloc((size_t)(2 * (n[0] + n[1])) * sizeof *ring);
    if (room && ring) {
        phk_terrain t;
        double low, high;
        limits(&s->rows, &low, &high);
        phk_terrain_fit(&s->rows, s->size, room, &t);
        draw(&t, n, bottom_of(s, low), ring, m);
    } else {
        m->failed = true;
    }
    free(room);
    free(ring);
}

const phk_shape_type phk_shape_terrain = {.has = PH_SHAPE_HEIGHTS | PH_SHAPE_FILE | PH_SHAPE_SIZE,
                                          .optional = PH_SHAPE_HEIGHTS | PH_SHAPE_FILE,
                                          .wrong = wrong,
                                          .mesh = mesh,
                                          .middle = middle};
