/* SPDX-License-Identifier: BSD-3-Clause
 *
 * tangent.h -- filling the derivatives of an element, block by block.
 *
 * Forces, torques, displacements and turns are vectors of three, so a matrix of ph_tangent is seen
 * as 3x3 blocks: rows FORCE(k), TORQUE(k) of marker k, columns MOVE(k), TURN(k), the same numbers.
 */
#ifndef PHK_TANGENT_H
#define PHK_TANGENT_H

#include <stddef.h>
#include <polhode/element.h>
#include "math/so3.h"

enum { PHK_FIRST = 0, PHK_SECOND = 1, PHK_THIRD = 2 }; /* markers */
#define PHK_FORCE(k)  (2 * (k))
#define PHK_TORQUE(k) (2 * (k) + 1)
#define PHK_MOVE(k)   (2 * (k))
#define PHK_TURN(k)   (2 * (k) + 1)

/* The matrix of element e with m markers: 6 m rows. */
static inline double *phk_square(double *all, int e, int m)
{
    return all + (size_t)e * (size_t)(36 * m * m);
}

/* Adds s a to a block of a matrix of 6 m columns. */
static inline void phk_block_add(double *matrix, int m, int row, int column, double s,
                                 const ph_mat3 *a)
{
    double *at = matrix + (size_t)(3 * row * 6 * m + 3 * column);
    for (int i = 0; i < 3; i++, at += 6 * m)
        for (int j = 0; j < 3; j++) at[j] += s * a->m[i][j];
}

/* The same for what is opposite on two markers and depends on their difference: rows of kind `row`
 * (PHK_FORCE(0) or PHK_TORQUE(0)), columns of kind `column`. */
static inline void phk_pair_add(double *matrix, int m, int row, int column, double s,
                                const ph_mat3 *a)
{
    phk_block_add(matrix, m, row, column, s, a);
    phk_block_add(matrix, m, row, column + 2, -s, a);
    phk_block_add(matrix, m, row + 2, column, -s, a);
    phk_block_add(matrix, m, row + 2, column + 2, s, a);
}

/* Adds a vector to a column: the derivative of a force or torque by one number. */
static inline void phk_column_add(double *matrix, int width, int row, int column, double s,
                                  ph_vec3 v)
{
    double *at = matrix + (size_t)(3 * row * width + column);
    at[0] += s * v.x;
    at[width] += s * v.y;
    at[2 * width] += s * v.z;
}

/* Column c of R: axis c of a marker in world axes. */
static inline ph_vec3 phk_axis(const ph_mat3 *R, int c)
{
    return ph_v3(R->m[0][c], R->m[1][c], R->m[2][c]);
}

/* a b' */
static inline ph_mat3 phk_outer(ph_vec3 a, ph_vec3 b)
{
    ph_mat3 r = {{{a.x * b.x, a.x * b.y, a.x * b.z},
                  {a.y * b.x, a.y * b.y, a.y * b.z},
                  {a.z * b.x, a.z * b.y, a.z * b.z}}};
    return r;
}

/* R' v */
static inline ph_vec3 phk_mat3_transposed_mul(const ph_mat3 *R, ph_vec3 v)
{
    return ph_v3(ph_dot(phk_axis(R, 0), v), ph_dot(phk_axis(R, 1), v), ph_dot(phk_axis(R, 2), v));
}

/* A place that was named, ground included. */
static inline int phk_is_given(const ph_place *place)
{
    return place->text != NULL || place->where.line > 0;
}

#endif
