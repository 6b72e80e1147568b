/* SPDX-License-Identifier: BSD-3-Clause
 *
 * form_euler.h -- seven coordinates per body: rotations by Euler parameters e and a norm row each.
 *
 * Newmark's formulas carry the four parameters as they do any coordinates,
 *     e1 = e + h e' + h^2 ((1/2 - beta) e'' + beta e''_1)
 * and three schemes differ in what else they do:
 *   classic     e'_1 = e' + h ((1 - gamma) e'' + gamma e''_1)
 *   modified    e'_1 = L_1' w + h gamma (e''_1 - e_1 (e_1 . e''_1)),  w = L_n (e' + h (1 - gamma)
 * e'') so that no part of the rate runs along e (Sherif, Nachbagauer, Steiner & Lauss 2019)
 * consistent modified, and the old generalised force enters turned with the body: T g_n = L_1' (L_n
 * g_n) + e_1 (e_n . g_n) The balance of a step is  kappa M(q1) A_1 + g_1 + af/(1 - af) T g_n = 0
 * with T = 1 in the first two; for them M belongs to another time than A_1, and the order falls to
 * one.
 *
 * Acceleration unknowns are numbered as the coordinates q are. The system's torque t in body axes
 * enters as 2 L' t, its displacement is dxi = 2 L de / |e|^2; within Newton |e| may differ from 1.
 */
#ifndef PHK_FORM_EULER_H
#define PHK_FORM_EULER_H

#include "integrate/form.h"
#include "math/euler.h"

typedef struct {
    int q, v, own; /* first coordinate, first direction, own row and unknown */
    ph_sym3 J;
    /* of the step: L_n (e' + h (1 - gamma) e''), L_n g_n and e_n . g_n */
    ph_vec3 w, turned;
    double along;
    /* of the matrix, by A_1 of the cell: displacement over beta h^2, velocity, acceleration */
    phk_mat34 by_q, by_v, by_a;
} phk_euler_rotation;

/* A block of the system's tangents and where it goes: three rows (a rotation) or one by three
 * columns or one. */
typedef struct {
    int row, column; /* rotation of the rows or columns; -1: a single one */
    int row_kind;    /* of a single row: PHK_EULER_ROW_ */
    int column_kind; /* of a single column: PHK_EULER_COLUMN_ */
    int from[3];     /* entry of each row in the system's pattern */
    int to[4];       /* entry of each row in ours */
} phk_euler_block;
enum { PHK_EULER_ROW_PLAIN, PHK_EULER_ROW_CONSTRAINT, PHK_EULER_ROW_VELOCITY };
enum { PHK_EULER_COLUMN_PLAIN, PHK_EULER_COLUMN_STATE, PHK_EULER_COLUMN_DIRECTION };

typedef struct {
    phk_form form;
    bool projected, consistent;
    int vectors, rotations;
    phk_form_vector *vector;
    phk_euler_rotation *rotation;
    phk_pattern pattern;
    int *nodes; /* [n] */
    int blocks;
    phk_euler_block *block;
    int *inertia; /* [na] first entry of each acceleration's row in the columns of its own cell */
    int *own_row, *own_column; /* [rotations], [4 rotations] entries of the norm rows and columns */
    /* of the step: what q1, q'_1 and v'_1 have without A_1; old forces */
    double *place, *speed, *rate;    /* [na], [na], [nv] */
    const double *old_a, *old_force; /* [na] of the level the step starts from */
    /* of the iteration */
    const double *u;
    double *torque; /* [nv] G'lambda - Q of the last residual */
} phk_euler;

/* A table of the form for each scheme, made by form_euler.c; these by form_euler_matrix.c. */
ph_status phk_euler_layout(phk_euler *form);
/* What the layout has made; and all of it once more. */
void phk_euler_layout_free(phk_euler *form);
ph_status phk_euler_follow(phk_form *form);
void phk_euler_matrix(phk_form *form, const phk_level *to, const phk_tangents *tangents,
                      double *values);

#endif
