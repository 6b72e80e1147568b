/* SPDX-License-Identifier: BSD-3-Clause
 *
 * equilibrium.h -- where a mechanism stays at rest: G'lambda - Q = 0 with C = 0, all velocities and
 * accelerations zero, states x at rates zero or, if held, as they are, motions where they are at
 * time t.
 *
 * Newton's method finds whatever is nearest, and as soon an unstable equilibrium as a stable one.
 * So steps are those of a pseudo-transient: [K + M/T^2, G'; G, 0], K with the curvature of the rows
 * times lambda. T is shortened until that matrix has as many negative eigenvalues as rows
 * (linalg/inertia.h): along what the joints leave free it is then positive definite, every step
 * goes downhill, and only a start that is itself unstable can end there. T grows while the
 * imbalance falls, so that the end is Newton's.
 *
 * Velocity rows carry loads at rest as well, and hold the corrections, N dxi = 0: where a wheel
 * that rolls ends up depends on where it began.
 *
 * Kelley and Keyes, Convergence analysis of pseudo-transient continuation, 1998.
 */
#ifndef PHK_EQUILIBRIUM_H
#define PHK_EQUILIBRIUM_H

#include "integrate/state.h"

typedef struct phk_statics phk_statics;

typedef struct {
    int iterations;   /* 0: the default */
    double turn;      /* [rad] largest turn of a body in an iteration; 0: the default, 30 degrees */
    double way;       /* [m] largest displacement; 0: half the size of the mechanism */
    bool no_settling; /* do not let it swing and lose its energy, where the search finds nothing */
} phk_statics_options;

/* How it went. Ways are of unit length, [nv], until the next search. */
typedef struct {
    int iterations, factors;
    bool loaded;     /* what is out of balance at the start had to be taken away part by part */
    bool settled;    /* it had to swing to rest first */
    double force;    /* [N] size of the forces in balance */
    double residual; /* [N] what is left of them; torques by the length of a lever. If row is a
                        state's: all forces are in balance, and its rate is not zero but this */
    int row;         /* where most of it is; -1: nowhere */
    int stays; /* the row of a state that motion alone changes, so that it was held; -1: none */
    bool away; /* no equilibrium: something went further and further away */
    /* Freedoms in which it would go away from there, or stay wherever it is put; -1: not known. */
    int unstable, neutral;
    double rate;   /* [1/s] at which it does so, of the fastest: exp(rate t) */
    double swings; /* [Hz] as which it swings meanwhile; 0: it does not */
    bool by_signs; /* it may swing away all the same: eigenvalues would tell, and were not found */
    int unstable_state; /* the row of the state that leaves it, if bodies hardly do; else -1 */
    const double *unstable_way, *neutral_way;
} phk_statics_report;

ph_status phk_statics_create(const phk_dae *dae, phk_statics **out);
void phk_statics_free(phk_statics *statics);

/* From the state, whose places meet the constraints or nearly do, to the equilibrium at state->t:
 * q, x, lambda, y; v, a, xd become 0. PH_E_SOLVE: none was found; PH_E_SINGULAR: the equations
 * have no single solution, see row; others: the system could not be evaluated. The state is then as
 * it was. Allocates where the pattern of the system has changed, and to judge stability. */
ph_status phk_statics_solve(phk_statics *statics, const phk_statics_options *options,
                            phk_state *state, phk_statics_report *report);

#endif
