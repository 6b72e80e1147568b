/* SPDX-License-Identifier: BSD-3-Clause
 *
 * dense.h -- small full matrices, row after row: solve, directions that rows leave free, which
 * coordinates tell them apart.
 */
#ifndef PHK_DENSE_H
#define PHK_DENSE_H

#include <stdbool.h>
#include <polhode/base.h>

/* a [n][n] becomes its LU factors, with partial pivoting. Returns the column without a pivot; -1:
 * all is well. */
int phk_dense_factor(int n, double *a, int *pivot);
/* x = A^-1 x. */
void phk_dense_solve(int n, const double *lu, const int *pivot, double *x);

/* Rows A [rows][n] by Householder reflections with pivoting: P A = L Q'. */
typedef struct {
    int rows, n, rank;
    double *a;    /* [rows][n] L below, the reflectors behind its diagonal */
    double *beta; /* [rank] */
    double *diagonal;
    int *pivot; /* [rows] which row is at each place */
} phk_dense_rows;

/* Takes a copy of A; rows of which less than `tolerance` of the largest is left count for nothing.
 */
ph_status phk_dense_rows_create(int rows, int n, const double *a, double tolerance,
                                phk_dense_rows *out);
void phk_dense_rows_free(phk_dense_rows *r);
/* z [n][n - rank]: orthonormal columns with A z = 0. work [n]. */
void phk_dense_rows_null(const phk_dense_rows *r, double *z, double *work);
/* x [n], the shortest with A x = b [rows]; rows beyond the rank are not looked at. work [n]. */
void phk_dense_rows_least(const phk_dense_rows *r, const double *b, double *x, double *work);

/* Picks m of the rows of s [n][m] that are far from depending on each other, row[m]: those before
 * `first` come before others while a tenth of their length is left. False: there are not so many.
 */
bool phk_dense_pick(int n, int m, const double *s, int first, int *row);

#endif
