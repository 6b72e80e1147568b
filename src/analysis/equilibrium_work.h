/* SPDX-License-Identifier: BSD-3-Clause
 *
 * equilibrium_work.h -- inside a search for equilibrium: its memory and its matrices.
 */
#ifndef PHK_EQUILIBRIUM_WORK_H
#define PHK_EQUILIBRIUM_WORK_H

#include "analysis/equilibrium.h"
#include "linalg/factor.h"
#include "linalg/inertia.h"

struct phk_statics {
    const phk_dae *dae;
    int n;
    phk_pattern pattern; /* the system's, with all diagonals, of */
    int generation;
    int *from; /* [pattern.entries] entry of the system's pattern, or -1 */
    phk_factor *factor;
    phk_inertia *inertia;
    phk_tangents tangents;
    double *values; /* [pattern.entries] of the matrix */
    /* Its mechanical part alone, [K + G'g G, G'; G, 0]: as many eigenvalues are negative for every
     * g, as the congruence by [1, 0; g G/2, 1] shows; a good one fills the directions that joints
     * alone hold, so that no pivot is small. */
    phk_pattern even;
    int *even_from; /* [even.entries] entry of pattern, or -1 */
    int *pair;      /* where products of two entries of a row go, row by row */
    double *even_values;
    double *memory;              /* of the arrays below */
    double *r, *dz;              /* [n] */
    double *unit;                /* [nv] inertia of directions that have none; else 0 */
    bool *turns;                 /* [nv] directions of rotations */
    bool *held;                  /* [nx] states that stay as they are in this search */
    double *zero;                /* [nv + nx] */
    double *unstable, *neutral;  /* [nv] ways */
    double *keep, *begin, *last; /* room for states */
    double *load;                /* [nv] */
    double length;               /* [m] of a lever: torques count by it */
    double *room;
};

/* Residuals r at the state, at rest: those of velocity rows and of held states are none. */
ph_status phk_statics_residual(phk_statics *w, const phk_state *s);
/* Which states are held in a search from there: those the model holds, and those that stand still
 * at rest wherever the mechanism is, as what motion alone changes. After the derivatives. *stays:
 * the row of the first that motion changes, or -1. */
ph_status phk_statics_hold(phk_statics *w, const phk_state *s, int *stays);
/* Derivatives there. */
ph_status phk_statics_differentiate(phk_statics *w, const phk_state *s);
/* Into `values`: [K + shift M, G'; G, 0] with states and algebraic unknowns, or with these held.
 * The row of a state that the model holds is that of the identity. */
void phk_statics_matrix(phk_statics *w, double shift, bool held);
/* How many directions of the mechanism are downhill of that matrix; -1: not known. */
int phk_statics_downhill(phk_statics *w);
/* m [nv] = M v */
void phk_statics_inertia(const phk_statics *w, const double *v, double *m);
/* q moved by part of the directions dz, from where it is. */
void phk_statics_move(const phk_dae *dae, const double *dz, double part, double *q);

/* equilibrium_stability.c: what it is like there; the derivatives are those at the equilibrium. */
ph_status phk_statics_judge(phk_statics *w, const phk_state *s, phk_statics_report *report);
/* equilibrium_flow.c: are eigenvalues needed for that, and by these; frequency [rad/s]: the largest
 * of the mechanism. PH_E_UNSUPPORTED, PH_E_SINGULAR: they cannot be found; nothing has changed. */
bool phk_statics_flows(const phk_statics *w);
ph_status phk_statics_judge_flow(phk_statics *w, const phk_state *s, double frequency,
                                 phk_statics_report *report);
/* equilibrium_settle.c: lets it swing, without the energy it has at each end of a swing. */
ph_status phk_statics_settle(phk_statics *w, phk_state *s);

#endif
