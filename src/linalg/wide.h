/* SPDX-License-Identifier: BSD-3-Clause
 *
 * wide.h -- vectors eight at a time, [n][PHK_WIDE]: their products, sums, and lists of them.
 */
#ifndef PHK_WIDE_H
#define PHK_WIDE_H

#include "linalg/sparse.h"

/* h [PHK_WIDE][PHK_WIDE] = x'y. */
void phk_wide_inner(int n, const double *x, const double *y, double *h);
/* w -= v h. */
void phk_wide_subtract(int n, const double *v, const double *h, double *w);

/* Any number of vectors of n entries; those that are not there in the last block are zero. */
typedef struct {
    int n, count, room; /* room: blocks */
    double **block;     /* [n][PHK_WIDE] each */
} phk_wide;

static inline int phk_wide_blocks(const phk_wide *w)
{
    return (w->count + PHK_WIDE - 1) / PHK_WIDE;
}
static inline double *phk_wide_at(const phk_wide *w, int i, int column)
{
    return w->block[column / PHK_WIDE] + (size_t)i * PHK_WIDE + column % PHK_WIDE;
}
/* `count` more that are zero. */
ph_status phk_wide_append(phk_wide *w, int count);
void phk_wide_free(phk_wide *w);
/* g [x->count][y->count] = x'y. */
void phk_wide_gram(const phk_wide *x, const phk_wide *y, double *g);
/* out = x q, where row k of q [to][x->count] has the coefficients of vector k. */
ph_status phk_wide_combine(const phk_wide *x, const double *q, int to, phk_wide *out);
/* out = A x. */
ph_status phk_wide_times(const phk_sparse *a, const phk_wide *x, phk_wide *out);

#endif
