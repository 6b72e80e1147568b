/* SPDX-License-Identifier: BSD-3-Clause
 *
 * ggl.h -- a mechanical system in first order, F(t, z, z') = 0, for integrators that know no
 * mechanics.
 *
 * z = (q, v, x, lambda, mu, y), seven coordinates per body; rows in the same order:
 *   q       r' = v - (G'mu)_r;   e' = L(e)'(w - (G'mu)_th)/2 + k (1 - e.e) e/2
 *   v       M v' + gyroscopic force + G'lambda - Q = 0
 *   x       d = 0
 *   lambda  G v + C_x x' + C_t = 0   constraints on velocities; and velocity rows V = 0
 *   mu      C = 0                    constraints on positions
 *   y       s = 0
 * This is index 2, stabilised after Gear, Leimkuhler & Gupta (J. Comp. Appl. Math. 12 (1985) 77):
 * both constraints are kept, and mu, zero in the exact solution, takes up what one too many
 * equation would make contradictory. Index 3 is the same without mu and without the constraints on
 * velocities; C = 0 is then the row of lambda. Velocity rows have no copy and no mu in either.
 *
 * The matrix before mu may be any that makes G times it regular. It is G' as it stood at the last
 * Jacobian: mu is the size of the local error, so nothing is lost, and a residual needs no
 * derivatives. Its rows of turns are over the square of a length, and those of other coordinates
 * over the square of their size, so that it does not matter in which units levers are given.
 *
 * The norm of the quaternions is held by the term with k. It acts along e alone, which no rotation
 * depends on, so it may be as strong as it likes without changing the motion; a further row with a
 * multiplier would do the same at the price of one more unknown of index 2 per body.
 */
#ifndef PHK_GGL_H
#define PHK_GGL_H

#include "integrate/dae.h"

typedef struct {
    const phk_dae *dae;
    bool stabilised;         /* index 2; else index 3 */
    double relaxation;       /* [1/s] k; negative where time runs backwards */
    double *metric;          /* [nv] of the rows before mu: 1, or over squares of lengths */
    int n;                   /* length of z */
    int v, x, lambda, mu, y; /* where the parts of z begin; q: at 0; mu: of index 2 alone */
    int rate, position;      /* first row of either constraint; rate: of index 2 alone */
    phk_pattern pattern;     /* of dF/dz + c dF/dz' */
    int *node;               /* [n] see linalg/factor.h */
    int *map;                /* where each contribution goes, in the order of assembly */
    int *cell_of;            /* [nv] the cell of a direction */
    phk_tangents at, ahead;  /* [dae->pattern->entries] here, and a moment later */
    int generation;          /* of the system's pattern when these were made */
    int *g_start, *g_column; /* rows of the constraints on positions: where, and the */
    double *g;               /* entries at the last Jacobian; the pattern may be another since */
    double *q, *q_ahead, *shift; /* [nq], [nq], [nv] unit quaternions; G'mu */
    double *x_ahead, *c;         /* [nx], [nl] */
} phk_ggl;

/* length [m]: the size of the mechanism, or any other of its lengths */
ph_status phk_ggl_create(const phk_dae *dae, bool stabilised, double relaxation, double length,
                         phk_ggl **out);
void phk_ggl_free(phk_ggl *ggl);

/* z and z' of a state whose accelerations and multipliers are known. */
void phk_ggl_pack(const phk_ggl *ggl, const phk_point *p, double *z, double *zp);
/* The point z and z' stand for; its quaternions, made unit, are in ggl->q. */
phk_point phk_ggl_point(phk_ggl *ggl, double t, const double *z, const double *zp);

/* Either may return PH_RETRY: z is so far off that numbers overflow. */
ph_status phk_ggl_residual(phk_ggl *ggl, double t, const double *z, const double *zp, double *f);
/* values[pattern.entries] = dF/dz + c dF/dz'. The derivative of the velocity rows by positions is
 * that of G along the motion, by a difference: see ggl_jacobian.c. */
ph_status phk_ggl_jacobian(phk_ggl *ggl, double t, double c, const double *z, const double *zp,
                           double *values);
/* Before a Jacobian at z: PH_OK, and *changed when pattern and node are others now, for which
 * values and factors are needed. */
ph_status phk_ggl_follow(phk_ggl *ggl, double t, const double *z, const double *zp, bool *changed);
/* The row of the system that entry i of F or z belongs to, for messages. */
int phk_ggl_row(const phk_ggl *ggl, int i);

/* Finds pattern and map; called by phk_ggl_create. */
ph_status phk_ggl_layout(phk_ggl *ggl);

#endif
