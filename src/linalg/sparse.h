/* SPDX-License-Identifier: BSD-3-Clause
 *
 * sparse.h -- a large symmetric matrix by the columns of its lower triangle, as finite-element
 * models have two of.
 *
 * Vectors come eight at a time (PHK_WIDE), entry by entry beside each other: whoever reads the
 * matrix once has eight products.
 */
#ifndef PHK_SPARSE_H
#define PHK_SPARSE_H

#include <stddef.h>
#include <polhode/base.h>

enum { PHK_WIDE = 8 };

typedef struct {
    int n;
    size_t *start; /* [n + 1] */
    int *row;      /* [start[n]] ascending in each column, the diagonal first where it is there */
    double *value;
} phk_sparse;

/* Entries as they come, in any order; those of one place are added. */
typedef struct {
    size_t count, room;
    int *row, *column; /* either triangle, but each pair once */
    double *value;
    int failed; /* out of memory */
} phk_triplets;

void phk_triplets_add(phk_triplets *t, int row, int column, double value);
void phk_triplets_free(phk_triplets *t);

/* Of n unknowns. PH_E_NOMEM. */
ph_status phk_sparse_make(const phk_triplets *t, int n, phk_sparse *out);
void phk_sparse_free(phk_sparse *a);
/* The part of the unknowns with place[i] >= 0, under these new numbers, of `n` in all; b NULL: of a
 * alone, else a + factor b. */
ph_status phk_sparse_part(const phk_sparse *a, const phk_sparse *b, double factor, const int *place,
                          int n, phk_sparse *out);
/* y = A x, both [n][PHK_WIDE]. */
void phk_sparse_times(const phk_sparse *a, const double *x, double *y);

#endif
