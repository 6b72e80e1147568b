/* SPDX-License-Identifier: BSD-3-Clause
 *
 * linear.h -- a system linearised about a state, in axes that serve for eigenvalues.
 *
 * Small displacements xi and their rates xi' satisfy
 *
 *     M xi'' + D xi' + K xi + (states, multipliers, algebraic unknowns) = 0
 *     G xi = 0,  N xi' + K_N xi = 0
 *
 * with constant matrices where the state is steady as seen from the axes chosen: those of the
 * world, or of a frame that turns with Omega. In the axes of a body that spins they would not be
 * constant, and eigenvalues off by its speed. With O = Omega~, W = w~ of the body, all in the axes
 * the body has at this instant (which stay where they are, or turn with the frame), the changes of
 * what the system is written in, body components of w and w', are
 *
 *     dw  = xi' + O xi
 *     dw' = xi'' + (2 O - W) xi' + (w'~ - O (W - O)) xi
 *
 * for places the same with W = w' = 0. The derivatives of integrate/dae.h so become M, D, K, cell
 * by cell.
 */
#ifndef PHK_LINEAR_H
#define PHK_LINEAR_H

#include "integrate/dae.h"
#include "integrate/project.h"
#include "integrate/state.h"
#include "linalg/factor.h"

/* Rows and columns as in dae.h. States: d by x', k by x; multipliers and algebraic unknowns: k. */
typedef struct {
    const phk_dae *dae;
    phk_pattern pattern;
    double *m, *d, *k; /* [pattern.entries] */
    bool turns;        /* the frame does */
    ph_vec3 omega;     /* [rad/s] world axes */
} phk_pencil;

/* At a state whose accelerations and multipliers are solved for. PH_E_NONFINITE and such: the
 * system cannot be evaluated. */
ph_status phk_pencil_create(const phk_dae *dae, const phk_point *p, ph_vec3 omega, phk_pencil *out);
void phk_pencil_free(phk_pencil *pencil);

/* Which cell a direction belongs to, by halving. */
const phk_cell *phk_cell_of(const phk_dae *dae, int direction);
/* The axes of a cell: the body's, of a rotation; else the world's. */
ph_quat phk_cell_axes(const phk_cell *cell, const phk_point *p);

/* (A - s E)^-1 E for the pencil A - s E of first order, with z = (xi, xi', x) and a real shift s.
 * Its eigenvalues are 1 / (eigenvalue - s), and zero for what constraints hold. One matrix of the
 * pattern of a Newton step is factored: K + s D + s^2 M with its borders. */
#define PHK_SHIFT 1.0 /* [1/s] the usual one: free motions, of eigenvalue 0, do no harm */
typedef struct {
    const phk_pencil *pencil;
    double s;
    phk_factor *factor;
    double *values; /* [pattern.entries] */
    double *b;      /* [3][pattern.n] right side and solution, and room */
    bool rough;     /* solutions are improved by their residuals */
} phk_shifted;
/* PH_E_SINGULAR: s is an eigenvalue; phk_factor_culprit tells where. */
ph_status phk_shifted_create(const phk_pencil *pencil, double s, phk_shifted *out);
void phk_shifted_free(phk_shifted *shifted);
/* z = T r, each [2 nv + nx]; may not be the same. */
void phk_shifted_apply(phk_shifted *shifted, const double *r, double *z);

/* By how much what they do to a vector changes, along the motion, in a thousandth of the time in
 * which bodies move or turn noticeably (1 s at most), seen from the frame; relative to its size.
 * Above PHK_STEADY the state is not steady. *change is INFINITY where it cannot be gone along. */
#define PHK_STEADY 1e-7
ph_status phk_pencil_change(const phk_pencil *pencil, phk_project *project, const phk_point *p,
                            double *change);

#endif
