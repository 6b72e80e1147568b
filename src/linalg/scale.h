/* SPDX-License-Identifier: BSD-3-Clause
 *
 * scale.h -- scales of rows and columns that keep the pivots on the diagonal.
 *
 * KLU takes the diagonal as pivot unless it is much smaller than the rest of its column. Masses of
 * grams beside direction cosines would drive it off the diagonal, and with it the order. So rows
 * and columns of nodes are scaled to a diagonal near 1, and the others to the largest entry near 1
 * that they then have in common with nodes: M becomes about the identity, G has rows of length
 * about 1, and the pivots of the constraints are those of G M^-1 G'. A node without a diagonal (no
 * mass) and whatever touches no node are scaled like rows of constraints.
 *
 * Scales are powers of two: they do not round.
 */
#ifndef PHK_SCALE_H
#define PHK_SCALE_H

#include "linalg/layout.h"

/* values: of the pattern. by_row, by_column [n], by place; work [2 n]. */
void phk_scales_find(const phk_layout *layout, const double *values, double *work, double *by_row,
                     double *by_column);

#endif
