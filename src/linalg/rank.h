/* SPDX-License-Identifier: BSD-3-Clause
 *
 * rank.h -- which rows of a sparse matrix depend on the rows before them.
 *
 * By elimination: a row of which less than `tolerance` of its length remains is dependent. The
 * elimination chooses its own order, but who depends is told in the order given: a row is blamed
 * when the rows before it span it, so a later row, never an earlier one.
 */
#ifndef PHK_RANK_H
#define PHK_RANK_H

#include <stdbool.h>
#include <polhode/base.h>

/* The matrix by rows: entries row_start[i] .. row_start[i+1]-1. dependent[rows] is set; with_start
 * and with (NULL: not wanted) list for each dependent row the earlier rows it is a combination of:
 * with[with_start[i] ..), malloc'ed for the caller. *rank: independent rows. */
ph_status phk_rank_rows(int rows, int columns, const int *row_start, const int *column,
                        const double *value, double tolerance, bool *dependent, int *rank,
                        int **with_start, int **with);

#endif
