/* SPDX-License-Identifier: BSD-3-Clause
 *
 * thin.h -- a column as a curve with as many points as a figure can show.
 *
 * A long column is cut into THIN_PARTS equal parts; of each the first row and those with the
 * smallest and largest x and y stay, in their order, so that no peak is lost. Rows are read block
 * by block.
 */
#ifndef CLI_THIN_H
#define CLI_THIN_H

#include <stdbool.h>
#include <polhode/result.h>

enum { THIN_LIMIT = 20000, THIN_PARTS = 4000, THIN_KEPT = 5 };

typedef struct {
    double *x, *y; /* [n] */
    size_t n;
} thinned;

/* Rows first..first+count-1 of a column over another (x == -1: over time). False: see diag, or
 * out of memory. */
bool thin_read(thinned *t, ph_result *result, int x, int column, long long first, long long count,
               ph_diag *diag);
void thin_free(thinned *t);

#endif
