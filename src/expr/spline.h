/* SPDX-License-Identifier: BSD-3-Clause
 *
 * spline.h -- curves through tabulated points, as akispl and cubspl of the function library see
 * them.
 *
 * A table carries both curves, because the function that reads it says which one it wants:
 *   Akima   slopes from the four neighbouring chords (H. Akima, J. ACM 17 (1970) 589-602): follows
 *           kinks without overshoot, first derivative continuous;
 *   cubic   first and second derivative continuous; the third derivative of the end pieces is that
 *           of the cubic through the four end points (Forsythe, Malcolm & Moler, Computer Methods
 *           for Mathematical Computations, 1977, section 4.4), so a cubic is reproduced.
 * A spline is constant once made, and may be read by many threads.
 */
#ifndef PHK_SPLINE_H
#define PHK_SPLINE_H

#include <polhode/base.h>
#include "base/arena.h"

typedef struct phk_spline phk_spline;

typedef enum { PHK_AKIMA, PHK_CUBIC, PHK_SPLINE_KINDS } phk_spline_kind;

/* How a curve goes on outside its points. */
typedef enum {
    PHK_BEYOND_TANGENT,  /* straight on with the slope of the end: the slope has no jump */
    PHK_BEYOND_PARABOLA, /* the parabola through the last three points: ADAMS unless told else */
    PHK_BEYOND_CHORD     /* the line through the last two points: ADAMS' LINEAR_EXTRAPOLATE */
} phk_spline_beyond;

enum { PHK_SPLINE_POINTS = 4 }; /* fewest points of a curve, as in ADAMS */

/* The curve through count points; x must increase strictly. NULL: reported to diag. */
const phk_spline *phk_spline_create(phk_arena *arena, int count, const double *x, const double *y,
                                    phk_spline_beyond beyond, ph_source where, ph_diag *diag);

/* derivative[k], k = 0..3: the k-th derivative at x. NaN at NaN. */
void phk_spline_eval(const phk_spline *spline, phk_spline_kind kind, double x,
                     double derivative[4]);

#endif
