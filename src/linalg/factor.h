/* SPDX-License-Identifier: BSD-3-Clause
 *
 * factor.h -- solve A x = b for many A of one pattern: analyse once, factor, refactor, solve.
 *
 * The order of elimination is minimum degree on the graph of nodes (bodies), with every other
 * unknown (constraint rows, states) placed right after the last node it touches: minimum degree on
 * the saddle-point matrix itself meets its zero diagonal and ruins its own order as soon as there
 * are loops. LU by KLU without block-triangular form; a refactorisation keeps the pivots while they
 * are good, is checked by its growth, and otherwise a full factorisation is made.
 *
 * Many bodies without joints, each coupled to several others, would fill the factors: there systems
 * are solved by iteration instead (krylov.h), as long as that is quick.
 */
#ifndef PHK_FACTOR_H
#define PHK_FACTOR_H

#include "base/store.h"
#include "linalg/pattern.h"

typedef struct phk_factor phk_factor;

typedef struct {
    long long factorisations, refactorisations, solves;
} phk_factor_counts;

/* node[n]: which node an unknown belongs to; -1: it is placed after the nodes it touches. The
 * pattern is borrowed. */
ph_status phk_factor_create(const phk_pattern *pattern, const int *node, phk_factor **factor);
void phk_factor_free(phk_factor *factor);
/* The entries of its pattern have been replaced: orders them and analyses anew, and counts on.
 * There are no factors then until the next are made. *factor stays as it is when memory runs out.
 */
ph_status phk_factor_follow(phk_factor **factor, const phk_pattern *pattern, const int *node);
/* Factors the matrix of these values. PH_E_SINGULAR: phk_factor_culprit says where. Allocates only
 * in the first call and when the pivots had to change. */
ph_status phk_factor_make(phk_factor *factor, const double *values);
/* The factors at hand, and what decides on those to come. Read into new ones of the same pattern.
 */
void phk_factor_store(phk_factor *factor, phk_store *store);
/* x = A^-1 x with the factors at hand. Allocates nothing. */
void phk_factor_solve(phk_factor *factor, double *x);
/* The same where a few digits do: corrections of an iteration that goes on. */
void phk_factor_correct(phk_factor *factor, double *x);
/* The unknown (column) at which the last factorisation found no pivot; -1: none. */
int phk_factor_culprit(const phk_factor *factor);
const phk_factor_counts *phk_factor_count(const phk_factor *factor);
/* entries of L + U */
long long phk_factor_fill(const phk_factor *factor);

#endif
