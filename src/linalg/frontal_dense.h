/* SPDX-License-Identifier: BSD-3-Clause
 *
 * frontal_dense.h -- the full matrices of frontal.h, column by column.
 */
#ifndef PHK_FRONTAL_DENSE_H
#define PHK_FRONTAL_DENSE_H

#include <stddef.h>

/* Room for what products pack, of fronts of so many rows. */
size_t phk_front_room(int rows);
/* Factors the first `columns` of a front [rows] with leading dimension rows, below and on its
 * diagonal; a [rows - columns] with leading dimension rows - columns is what is to be left of the
 * rest (its lower triangle). whole [columns]: the diagonal before anything was taken from it.
 * Returns the column without a pivot; -1: done. */
int phk_front_factor(int rows, int columns, double *panel, double *rest, const double *whole,
                     double *room);

#endif
