/* SPDX-License-Identifier: BSD-3-Clause
 *
 * solve.h -- the small nonlinear equations of the rotation methods, for a body angular velocity x.
 *
 * b is a momentum, c a torque, h the step; at h = 0 all of them say I x = b.
 *   quadratic    I x + (h/2) x x I x = b + (h/2) c
 *   exponential  I x = exp(-(h/2) x~) b + (h/2) c
 *   mean         I x = (b + exp(-h x~) b + h exp(-(h/2) x~) c) / 2
 *   variational  (sin a/a) I x + h (1 - cos a)/a^2 x x I x = b, a = h |x|
 *
 * Newton, stopped by a test relative to the terms of the equation. For large turns plain Newton
 * fails or finds another branch; the solution is then followed from h = 0, which defines the right
 * one. Measured on random bodies: the quadratic branch always reaches h; that of the exponential
 * equation can end in a fold above about 9 rad in a step (a third of the bodies at 30 rad), that of
 * the mean equation above 3, and the variational equation has no real solution for large h. Where
 * the branch ends, that is a failure: a solution beyond would be another motion.
 */
#ifndef PHK_ROT_SOLVE_H
#define PHK_ROT_SOLVE_H

#include "math/so3.h"

typedef enum { PHK_QUADRATIC, PHK_EXPONENTIAL, PHK_MEAN, PHK_VARIATIONAL } phk_form;

typedef struct {
    phk_form form;
    double h;
    ph_sym3 inertia;
    ph_vec3 b, c;
} phk_turn_equation;

/* Above this turn in a step [rad] plain Newton may find another branch. */
#define PHK_PLAIN_TURN 2.0

/* |residual| at x relative to the size of the terms, and the Newton correction (NULL: not wanted).
 * Returns 0 when the Jacobian is singular. */
int phk_equation_residual(const phk_turn_equation *e, ph_vec3 x, double *relative,
                          ph_vec3 *correction);

/* Solves from the start *x. Adds the Newton iterations to *iterations. Returns 1 when solved. */
int phk_equation_solve(const phk_turn_equation *e, ph_vec3 *x, long long *iterations);

#endif
