/* SPDX-License-Identifier: BSD-3-Clause
 *
 * assemble.h -- from a mechanism as drawn to one that can start: positions on the constraints,
 * velocities along them, accelerations and multipliers; which rows of constraints are redundant,
 * and how many degrees of freedom are left.
 *
 * Bodies move the least way, weighted by mass and inertia; what a model calls exact does not move.
 * Velocities that were given are kept if the others can follow; otherwise all change, those given
 * least. Redundant rows are taken out of the mechanism: the motion is the same without them, and
 * their reactions, which rigid bodies cannot tell from those of the rows they repeat, are zero.
 */
#ifndef PHK_ASSEMBLE_H
#define PHK_ASSEMBLE_H

#include "base/arena.h"
#include "mech/equations/mechanism.h"

/* A row that the rows before it imply. Rows are numbered over all constraints of the system. */
typedef struct {
    int row;
    double open; /* [m], [rad] by how much it stays open: inexact numbers */
    int with_count;
    const int *with; /* the rows that imply it */
} phk_redundant;

/* How far a body is from where, and how, it was drawn. */
typedef struct {
    int body;
    double moved, turned; /* [m], [rad] */
    double faster, spun;  /* [m/s], [rad/s] change of its velocity and of its omega */
} phk_moved;

typedef struct {
    phk_arena arena;
    double t;                       /* [s] */
    double *q, *v, *a, *x, *xd, *y; /* the state, as in phk_point */
    double *lambda;                 /* [nl] of the mechanism without redundant rows */
    int coordinates;                /* directions of motion: six for a free body */
    int rows;                       /* of all constraints */
    int rank;                       /* independent ones */
    int freedom;                    /* of velocities: coordinates - rank */
    int gruebler;                   /* coordinates - rows */
    int redundants;
    phk_redundant *redundant;
    int moveds;
    phk_moved *moved;  /* by body, those that changed at all */
    double drawn_open; /* [m], [rad] largest constraint violation as drawn */
    double open;       /* the same when assembled, redundant rows apart */
    double drawn_rate; /* [m/s], [rad/s] largest rate of violation of the given velocities */
} phk_assembly;

/* A state to assemble from, as in phk_point; xd, y: first guesses of what is solved for. */
typedef struct {
    const double *q, *v, *x, *xd, *y;
} phk_assemble_from;

/* Assembles at time t, from the model as drawn (from NULL), with all that it says of the start; or
 * from a state of it, where nothing but mass and inertia decides what gives way. The mechanism
 * loses its redundant rows. Errors, and a warning for each redundant row, go to diag; then *out is
 * NULL. PH_E_MODEL: it cannot be assembled, or contradicts itself; PH_E_SINGULAR: it can, but its
 * motion or its reactions are not determined. */
ph_status phk_assemble(phk_system *system, phk_mechanism *mechanism, double t,
                       const phk_assemble_from *from, ph_diag *diag, phk_assembly **out);
void phk_assembly_free(phk_assembly *assembly);

/* Where the search for the rates of states and for algebraic unknowns begins. */
void phk_first_guess(const phk_system *system, const phk_dae *dae, double *xd, double *y);

#endif
