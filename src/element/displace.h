/* SPDX-License-Identifier: BSD-3-Clause
 *
 * displace.h -- derivatives of a joint of two markers column by column: what changes along the i-th
 * of the twelve displacements (dp, dphi of marker 0, then of marker 1), by one.
 *
 * For rows that are products of several axes and ways: each factor is differentiated by itself, and
 * a column is the product rule.
 */
#ifndef PHK_DISPLACE_H
#define PHK_DISPLACE_H

#include <polhode/element.h>

enum { PHK_DISPLACEMENTS = 12 };

static inline ph_vec3 phk_displacement(int i)
{
    return ph_v3(i % 3 == 0, i % 3 == 1, i % 3 == 2);
}

/* Of the way from marker 0 to marker 1. */
static inline ph_vec3 phk_displaced_way(int i)
{
    if (i / 3 == 0) return ph_scale(-1, phk_displacement(i));
    return i / 3 == 2 ? phk_displacement(i) : ph_v3(0, 0, 0);
}

/* Of a direction that is fixed in a marker. */
static inline ph_vec3 phk_displaced_axis(int i, int marker, ph_vec3 axis)
{
    return i / 3 == 1 + 2 * marker ? ph_cross(phk_displacement(i), axis) : ph_v3(0, 0, 0);
}

/* Writes s v. */
static inline void phk_put_scaled(double *to, double s, ph_vec3 v)
{
    to[0] = s * v.x;
    to[1] = s * v.y;
    to[2] = s * v.z;
}

/* Writes column i of a matrix of twelve columns. */
static inline void phk_put_column(double *matrix, int i, const double *column)
{
    for (int j = 0; j < PHK_DISPLACEMENTS; j++) matrix[PHK_DISPLACEMENTS * j + i] = column[j];
}

#endif
