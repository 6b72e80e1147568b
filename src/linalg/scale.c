/* SPDX-License-Identifier: BSD-3-Clause */
#include "linalg/scale.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* The diagonal of a node gives its scale, unless it is smaller than this part of what else the node
 * has: a diagonal that nearly cancels says nothing. */
static const double DIAGONAL_LEAST = 1e-6;
/* Scales stay within 2 to this power, so that no product of three numbers overflows by them. */
enum { POWER_MOST = 250 };

/* 1 / x, or 1 / sqrt(x), to the next power of two; 1 for what has no size. */
static double scale_of(double x, int root)
{
    if (!(x > 0 && x <= DBL_MAX)) return 1;
    int e;
    frexp(x, &e);
    e /= root;
    return ldexp(1, e > POWER_MOST ? -POWER_MOST : e < -POWER_MOST ? POWER_MOST : -e);
}

/* The largest entry of each row over the columns that have a scale, and of each column over such
 * rows. A scale of 0 is none yet; it counts as `rest`. */
static void largest(const phk_layout *l, const double *values, const double *by_row,
                    const double *by_column, double rest, double *row, double *column)
{
    memset(row, 0, (size_t)l->n * sizeof *row);
    memset(column, 0, (size_t)l->n * sizeof *column);
    for (int c = 0; c < l->n; c++) {
        for (int p = l->start[c]; p < l->start[c + 1]; p++) {
            int r = l->row[p];
            double size = fabs(values[l->source[p]]);
            row[r] = fmax(row[r], size * (by_column[c] > 0 ? by_column[c] : rest));
            column[c] = fmax(column[c], size * (by_row[r] > 0 ? by_row[r] : rest));
        }
    }
}

static void scale_nodes(const phk_layout *l, const double *values, double *most, double *diagonal,
                        double *by_row, double *by_column)
{
    memset(most, 0, (size_t)l->n * sizeof *most);
    memset(diagonal, 0, (size_t)l->n * sizeof *diagonal);
    for (int c = 0; c < l->n; c++) {
        if (!l->is_node[c]) continue;
        for (int p = l->start[c]; p < l->start[c + 1]; p++) {
            int r = l->row[p];
            if (!l->is_node[r]) continue;
            double size = fabs(values[l->source[p]]);
            if (r == c) diagonal[c] = size;
            most[c] = fmax(most[c], size);
            most[r] = fmax(most[r], size);
        }
    }
    for (int k = 0; k < l->n; k++) {
        double size = fmax(diagonal[k], DIAGONAL_LEAST * most[k]);
        by_row[k] = by_column[k] = size > 0 ? scale_of(size, 2) : 0;
    }
}

void phk_scales_find(const phk_layout *l, const double *values, double *work, double *by_row,
                     double *by_column)
{
    double *row = work, *column = work + l->n;
    scale_nodes(l, values, row, column, by_row, by_column);
    // rows in common with nodes, then rows in common with those; what they have in common with the
    // others counts by then, or rounding where they have nothing in common would be made the scale
    for (int round = 0; round < 2; round++) {
        largest(l, values, by_row, by_column, round, row, column);
        for (int k = 0; k < l->n; k++) {
            if (by_row[k] == 0 && row[k] > 0) by_row[k] = scale_of(row[k], 1);
            if (by_column[k] == 0 && column[k] > 0) by_column[k] = scale_of(column[k], 1);
        }
    }
    for (int k = 0; k < l->n; k++) {
        if (by_row[k] == 0) by_row[k] = 1;
        if (by_column[k] == 0) by_column[k] = 1;
    }
}
