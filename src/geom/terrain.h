/* SPDX-License-Identifier: BSD-3-Clause
 *
 * terrain.h -- a smooth surface z = h(x, y) through heights over a rectangle: the cubic spline
 * along x and y.
 *
 * Its second derivatives are continuous, so that the normal where something touches has a
 * derivative that does not jump from cell to cell; cells that are joined by slopes alone would cost
 * as much. At the border the outer two cells are one polynomial (not-a-knot): planes, paraboloids
 * and all cubics are what they are, up to the edge. It is kept by coefficients of B-splines: a
 * point needs the 16 about its cell, however large the map is, and none of it lies beyond them.
 */
#ifndef PHK_TERRAIN_H
#define PHK_TERRAIN_H

#include <stddef.h>
#include <polhode/field.h>
#include <polhode/math.h>

typedef struct phk_terrain {
    const double *c;         /* [ny + 2][nx + 2] [m] */
    int n[2];                /* heights along x and y */
    double size[2], step[2]; /* [m] */
    double low, high;        /* [m] nothing is below or above */
    double steep;            /* no slope is larger */
    ph_vec3 middle;          /* [m] of the frame it is given by where it touches */
} phk_terrain;

/* So many numbers hold its coefficients while it is made. */
size_t phk_terrain_room(const ph_rows *heights);
/* Rows for each y, at least two of two numbers. */
void phk_terrain_fit(const ph_rows *heights, ph_vec3 size, double *room, phk_terrain *out);

typedef struct {
    double z, by[2], by2[3]; /* [m, -, 1/m]; xx, xy, yy */
} phk_terrain_at;

/* Beyond the border as on it. */
phk_terrain_at phk_terrain_find(const phk_terrain *t, double x, double y);
/* The height and the slopes alone. */
double phk_terrain_height(const phk_terrain *t, double x, double y, double by[2]);

#endif
