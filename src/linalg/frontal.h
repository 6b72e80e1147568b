/* SPDX-License-Identifier: BSD-3-Clause
 *
 * frontal.h -- A = L L' of a large sparse matrix that is symmetric and positive: the stiffness of a
 * solid that is held, or shifted.
 *
 * Multifrontal: columns of one pattern are a front, a full matrix of all rows they touch; what is
 * left of it is added to the front of its parent in the elimination tree. Nearly all work is then
 * one product of full matrices, in tiles that stay in registers. Order of elimination: minimum
 * degree. The bits do not depend on the width of vectors.
 *
 * Duff and Reid 1983; Liu 1992; Davis, Direct Methods for Sparse Linear Systems, 2006.
 */
#ifndef PHK_FRONTAL_H
#define PHK_FRONTAL_H

#include "linalg/sparse.h"

typedef struct phk_frontal phk_frontal;

/* PH_E_SINGULAR: no positive pivot; *culprit is the unknown. */
ph_status phk_frontal_make(const phk_sparse *a, phk_frontal **out, int *culprit);
void phk_frontal_free(phk_frontal *c);
/* x = A^-1 x, [n][PHK_WIDE]. Work inside: one caller at a time. */
void phk_frontal_solve(phk_frontal *c, double *x);

#endif
