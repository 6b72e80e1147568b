/* SPDX-License-Identifier: BSD-3-Clause
 *
 * linear_reduce.h -- a linearised system in as many states as it has freedoms:
 *
 *     x' = A x + B u,  y = C x + D u
 *
 * States are displacements of bodies, chosen so that the others follow from them by the
 * constraints; then rates of displacements; then states of the model. Inputs are added to algebraic
 * unknowns, outputs are algebraic unknowns.
 */
#ifndef PHK_LINEAR_REDUCE_H
#define PHK_LINEAR_REDUCE_H

#include "analysis/linear.h"

typedef struct {
    int inputs, outputs, states;
    const int *input, *output; /* algebraic unknowns, from 0 */
    const int *state;          /* those that are to be states, of places alone */
    ph_quat axes;              /* of the frame, in which displacements are told */
} phk_ports;

typedef struct {
    int positions, rates, states; /* states of the model */
    int n;                        /* all of these */
    /* [positions], [rates]: which displacement, a direction as in dae.h, but in the axes of the
     * frame; below zero: -1 - number among ports->state */
    int *position, *rate;
    double *xi;            /* [nv][positions] displacements, in the axes of cells */
    double *A, *B, *C, *D; /* row by row */
} phk_reduced;

/* What is wrong where it is not PH_OK: PH_E_UNSUPPORTED a constraint holds a state (*row says
 * which), or a port that is to be a state is no function of places alone (*row: its number);
 * PH_E_SINGULAR the rows of constraints depend on each other here, or (*row) there is no mass;
 * PH_E_MODEL the ports that are to be states depend on each other. */
ph_status phk_pencil_reduce(const phk_pencil *pencil, const phk_point *p, const phk_ports *ports,
                            phk_reduced *out, int *row);
void phk_reduced_free(phk_reduced *reduced);

#endif
