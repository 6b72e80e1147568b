/* SPDX-License-Identifier: BSD-3-Clause
 *
 * symmetric.h -- full symmetric matrices, row after row: Cholesky factors, all eigenvalues of
 * A x = value x and of A x = value B x.
 *
 * Householder's reduction to three diagonals and the implicit QL method: Golub and Van Loan, Matrix
 * Computations, 8.3; Martin and Wilkinson 1968 for two matrices. Time n^3; a few seconds for 1000.
 */
#ifndef PHK_SYMMETRIC_H
#define PHK_SYMMETRIC_H

#include <polhode/base.h>

/* The lower triangle of a [n][n] becomes L, a = L L'; what is above is not looked at. Returns the
 * row of the first pivot below `tolerance` times its diagonal entry; -1: all is well. */
int phk_cholesky_factor(int n, double *a, double tolerance);
/* X = A^-1 X for x [n][columns]. */
void phk_cholesky_solve(int n, const double *l, int columns, double *x);

/* a [n][n], of which the whole is read, becomes the eigenvectors, one in each row, of length 1;
 * value [n] ascending. PH_E_SOLVE: no convergence (never seen). */
ph_status phk_symmetric_eigen(int n, double *a, double *value);
/* The same of A x = value B x, B positive definite, x'B x = 1; b [n][n] is overwritten. PH_E_SOLVE
 * also if B is not. */
ph_status phk_symmetric_eigen2(int n, double *a, double *b, double *value);

#endif
