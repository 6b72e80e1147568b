/* SPDX-License-Identifier: BSD-3-Clause
 *
 * modes.h -- eigenvalues and shapes of a linearised system.
 */
#ifndef PHK_MODES_H
#define PHK_MODES_H

#include <complex.h>
#include "analysis/linear.h"

/* Pairs once, by the one above the real axis; by size. */
typedef struct {
    int count;
    double complex *value; /* [count] 1/s */
    double complex *xi;    /* [count][nv] displacements, in the axes of cells */
    bool all;              /* no other is left out */
    int factorisations, solves;
} phk_modes;

/* Freedoms of displacements, of their rates, and states in all. */
typedef struct {
    int positions, rates, states;
} phk_freedoms;
phk_freedoms phk_pencil_freedoms(const phk_pencil *pencil);

/* All of them, from the full matrix of the states; failures as in linear_reduce.h. */
ph_status phk_modes_all(const phk_pencil *pencil, const phk_point *p, phk_modes *out, int *row);
/* So many of the smallest, by shift and invert. PH_E_SINGULAR: *row; PH_E_SOLVE: no convergence. */
ph_status phk_modes_some(const phk_pencil *pencil, int count, phk_modes *out, int *row);
/* Leaves the first `count`. */
void phk_modes_cut(phk_modes *modes, int count);
void phk_modes_free(phk_modes *modes);

#endif
