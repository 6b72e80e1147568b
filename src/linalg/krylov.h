/* SPDX-License-Identifier: BSD-3-Clause
 *
 * krylov.h -- solves A x = b by iteration, where factors would fill: many bodies without joints,
 * each coupled to several others, as balls in a heap are. GMRES on D^-1-swept rows: the
 * preconditioner is one symmetric Gauss-Seidel sweep over the bodies, so that the cost of all grows
 * as the entries of A do. Steps of an integrator make A dominated by its inertia; where stiff
 * couplings make it otherwise, `make` sees it by a trial and refuses.
 *
 * Saad and Schultz 1986; Saad, Iterative Methods for Sparse Linear Systems, 6.5 and 10.2.
 */
#ifndef PHK_KRYLOV_H
#define PHK_KRYLOV_H

#include <stdbool.h>
#include "linalg/pattern.h"

typedef struct phk_krylov phk_krylov;

/* Whether it is for such a matrix: all unknowns belong to nodes, a run of at most six each, which
 * are many, and coupled to many. */
bool phk_krylov_fits(const phk_pattern *pattern, const int *node);
/* The pattern is borrowed. */
ph_status phk_krylov_create(const phk_pattern *pattern, const int *node, phk_krylov **out);
void phk_krylov_free(phk_krylov *krylov);
/* Takes the values over. False: a node by itself is singular, or it would take too long. */
bool phk_krylov_make(phk_krylov *krylov, const double *values);
/* The values it was made of, [entries], to be kept. */
double *phk_krylov_values(phk_krylov *krylov);
/* x = A^-1 x, to so much of it. */
void phk_krylov_solve(phk_krylov *krylov, double *x, double part);

#endif
