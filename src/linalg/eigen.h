/* SPDX-License-Identifier: BSD-3-Clause
 *
 * eigen.h -- all eigenvalues and eigenvectors of a full real matrix, and some of a large one that
 * is known by what it does to vectors.
 */
#ifndef PHK_EIGEN_H
#define PHK_EIGEN_H

#include <complex.h>
#include <stdbool.h>
#include <polhode/base.h>

/* CMPLX of C11, which glibc gives to gcc alone. */
static inline double complex phk_complex(double re, double im)
{
    return re + im * I;
}

/* a [n][n] is overwritten. value [n]: pairs follow each other, the one above the real axis first.
 * vector [n][n]: column k belongs to value k, of length 1; NULL: not wanted. PH_E_SOLVE: no
 * convergence (never seen). */
ph_status phk_eigen(int n, double *a, double complex *value, double complex *vector);

/* The operator y = T x of n numbers. */
typedef struct {
    void *self;
    int n;
    ph_status (*apply)(void *self, const double *x, double *y);
} phk_operator;

typedef struct {
    int wanted; /* how many, those of largest size */
    double tolerance;
    int most;      /* applications */
    int clean;     /* applications before the first: they remove what T takes to zero in so many */
    int dimension; /* of what is left then */
} phk_arnoldi;

/* The wanted eigenvalues of T of largest size, pairs not parted: *found of them, value [found] and
 * vector [found][n], row by row, both malloc'ed; residual of each is below the tolerance times its
 * size. Copies of multiple ones are sought with starts of their own. PH_E_SOLVE: `most` was not
 * enough. *applied: applications of T. */
ph_status phk_eigen_largest(const phk_operator *t, const phk_arnoldi *how, int *found,
                            double complex **value, double complex **vector, int *applied);

#endif
