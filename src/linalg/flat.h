/* SPDX-License-Identifier: BSD-3-Clause
 *
 * flat.h -- factors laid out for back-substitution and for renewal: L and U in contiguous columns,
 * pivots inverted, permutations and scales put into one pass before and one after.
 *
 * A step of an integrator does little else than two or three back-substitutions. With KLU's own the
 * columns of L and U lie between each other and every pivot costs a division, which the next column
 * waits for. KLU finds the pivots; then its own copy of the factors can go.
 */
#ifndef PHK_FLAT_H
#define PHK_FLAT_H

#include <klu.h>
#include "base/store.h"
#include "linalg/layout.h"

typedef struct {
    int n;
    int *l_start, *l_row, *u_start,
        *u_row; /* columns; L without its diagonal of ones, U ends with it */
    double *l, *u;
    size_t l_room, u_room;
    double *inverse;        /* [n] of the pivots */
    int *P, *Q;             /* [n] KLU's permutations of places */
    int *place_of;          /* [n] inverse of P */
    int *from, *to;         /* [n] unknown read and written at each place */
    double *before, *after; /* [n] its scales */
    double *x;              /* [n] */
    double growth;          /* largest entry of U by that of the matrix */
    double condition;       /* smallest pivot by largest */
} phk_flat;

ph_status phk_flat_create(int n, phk_flat *flat);
void phk_flat_free(phk_flat *flat);
/* The largest size of n numbers; INFINITY when one of them, or their sum, is not finite. */
double phk_largest(const double *v, int n);
/* Takes KLU's factors over. largest: entry of the matrix they are of, permuted and scaled.
 * Allocates only when there are more entries than ever. */
ph_status phk_flat_take(phk_flat *flat, const phk_layout *layout, double largest,
                        const double *by_row, const double *by_column, klu_symbolic *symbolic,
                        klu_numeric *numeric, klu_common *common);
/* Factors other values of the pattern with the same pivots and scales, by the same operations in
 * the same order as KLU: equal values give equal bits. False: a pivot is zero. */
bool phk_flat_renew(phk_flat *flat, const phk_layout *layout, const double *values);
/* The factors, as they are. */
void phk_flat_store(phk_flat *flat, phk_store *store);
/* x = A^-1 x in the caller's numbering. */
void phk_flat_solve(const phk_flat *flat, double *x);
/* The place (column) of the pivot that is least beside the terms it is the difference of, and how
 * small it is: a pivot of rounding errors is where a matrix is singular, whereas small pivots may
 * be exact (a long chain that turns about its first joint). layout, values: what was factored.
 * Costs as much as factoring. */
int phk_flat_weakest(const phk_flat *flat, const phk_layout *layout, const double *values,
                     double *least);

#endif
