/* SPDX-License-Identifier: BSD-3-Clause
 *
 * lanczos.h -- the lowest eigenvalues of K x = value M x, large and sparse, K and M symmetric, M
 * not negative: Lanczos' method in blocks of PHK_WIDE on (K + shift M)^-1 M, with all vectors kept
 * orthogonal in M. A block finds as many copies of a multiple eigenvalue as it is wide.
 *
 * Ericsson and Ruhe 1980; Grimes, Lewis, Simon 1994.
 */
#ifndef PHK_LANCZOS_H
#define PHK_LANCZOS_H

#include "linalg/frontal.h"

typedef struct {
    int wanted;   /* so many, or all there are where that is less */
    double below; /* and all of these; 0: only those */
    int most;     /* but no more of them: PH_E_SOLVE then */
    double shift; /* that of the factors */
    /* Asked after each block: how many are found of those wanted. Returns PH_OK, or PH_STOPPED.
     * NULL: nobody asks. */
    ph_status (*tell)(void *user, int found, int wanted);
    void *user;
} phk_lanczos;

/* a: K + shift M, of which the factors are. *value [found] ascending, *vector [found][n], x'M x =
 * 1: both malloc'ed. PH_E_SOLVE: no convergence. */
ph_status phk_lanczos_lowest(const phk_sparse *a, const phk_sparse *m, phk_frontal *factors,
                             const phk_lanczos *how, int *found, double **value, double **vector);

#endif
