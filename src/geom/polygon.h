/* SPDX-License-Identifier: BSD-3-Clause
 *
 * polygon.h -- polygons in a plane: their area, whether they cross themselves, and triangles that
 * cover them. n corners, x and y of each after the other.
 */
#ifndef PHK_POLYGON_H
#define PHK_POLYGON_H

#include <stdbool.h>

/* [m^2] above zero: counter-clockwise. */
double phk_polygon_area(const double *xy, int n);

/* Cuts off ears. corner: 3 (n - 2) of them, of triangles that are counter-clockwise whichever way
 * the polygon goes round; every side of the polygon is that of one triangle. Returns how many
 * triangles there are, -1 without memory. Of one that crosses itself they cover something else. */
int phk_polygon_cut(const double *xy, int n, int *corner);

/* Whether two sides meet that are not neighbours, or neighbours lie on each other: at[0] < at[1]
 * are the corners they begin at, 0 to n - 1. open: nothing joins the last corner to the first. The
 * pair with the lowest numbers. Returns 1, 0: they do not, -1: there is no memory. */
int phk_polygon_crosses(const double *xy, int n, bool open, int at[2]);

#endif
