/* SPDX-License-Identifier: BSD-3-Clause
 *
 * spline_pieces.h -- what a spline is made of.
 *
 * Every curve is a list of polynomials, the parts outside the points included:
 *   piece 0      left of x[0], about x[0]
 *   piece i      from x[i-1] to x[i], about x[i-1]
 *   piece count  right of x[count-1], about x[count-1]
 * so that evaluation knows neither kinds nor ends.
 */
#ifndef PHK_SPLINE_PIECES_H
#define PHK_SPLINE_PIECES_H

#include <stdbool.h>
#include "expr/spline.h"

struct phk_spline {
    int count;                      /* of points */
    const double *x;                /* [count] */
    int terms;                      /* of each polynomial: c0 + c1 s + c2 s^2 ..., s = x - origin */
    int curves;                     /* of a surface; 0: it is none */
    const double *z;                /* [curves] */
    bool space;                     /* it is a curve in space */
    bool closed;                    /* of period x[count - 1] - x[0] */
    double *piece[PHK_CURVE_PARTS]; /* each [curves, or 1][count + 1][terms] */
    double range[PHK_CURVE_PARTS][3]; /* from the least to the largest value at a point, and of its
                                         first two derivatives */
};

/* The polynomial of piece i, of a row of a surface or else 0. */
static inline double *phk_spline_piece(const phk_spline *s, int part, int row, int i)
{
    return s->piece[part] + ((size_t)row * ((size_t)s->count + 1) + (size_t)i) * (size_t)s->terms;
}

/* Room for all of it but its numbers; NULL: out of memory. */
phk_spline *phk_spline_room(phk_arena *arena, int count, const double *x, int terms, int curves);
/* When its numbers are there: takes its ranges. True when all polynomials are finite; reported
 * else.
 */
int phk_spline_finish(phk_spline *spline, ph_source where, ph_diag *diag);

#endif
