/* SPDX-License-Identifier: BSD-3-Clause
 *
 * ahead.h -- corners and jumps that lie ahead in time, as far as an expression tells them.
 *
 * Seen from a time t to the right, many parts of an expression are lines of time for a while: time
 * itself, constants, what is made of them by sums and by factors, and the pieces of functions such
 * as abs, mod or a table of straight lines. What makes pieces (a comparison, abs, step, ..) tells
 * when its arguments, moving along their lines, come to where the next piece begins: that is the
 * corner ahead. From there one looks again, so that whatever is nested is found as well.
 *
 * What is no line is not known, and says nothing: corners of it are not found.
 */
#ifndef PHK_AHEAD_H
#define PHK_AHEAD_H

#include <math.h>
#include <stdbool.h>
#include "expr/expr.h"

/* a t + b; NaN: not known. */
typedef struct {
    double a, b;
    double size; /* of the numbers it was made of, whose rounding it carries */
    bool timed;  /* made of time, also where it stands still for a while */
} phk_line;

typedef struct {
    double t;    /* [s] seen from here, to the right */
    double next; /* [s] the first corner ahead; INFINITY: none is known */
    double blur; /* [s] how well that is known: what is nearer than its blur is here, not ahead */
    int order;   /* the lowest derivative that may jump there: 0 the value, 1 the slope, .. */
    int edge;    /* the same of what stands where two of its pieces meet, and may enter either as
                    soon as anything changes */
} phk_ahead;

/* The orders of corners. Of what has no jump up to the third derivative nothing is told, but for
 * points of a table of many, which are no corners and not to be passed over. */
enum { PHK_JUMP = 0, PHK_KINK = 1, PHK_BEND = 2, PHK_FAINT = 3, PHK_POINT = 8, PHK_SMOOTH = 9 };

static inline phk_ahead phk_ahead_from(double t)
{
    return (phk_ahead){t, INFINITY, 0, PHK_SMOOTH, PHK_SMOOTH};
}

static inline phk_line phk_line_make(double a, double b, double size, bool timed)
{
    bool known = isfinite(a) && isfinite(b) && isfinite(size);
    return known ? (phk_line){a, b, size, timed} : (phk_line){NAN, NAN, NAN, true};
}
static inline phk_line phk_line_unknown(void)
{
    return phk_line_make(NAN, NAN, NAN, true);
}
static inline phk_line phk_line_time(void)
{
    return phk_line_make(1, 0, 0, true);
}
static inline phk_line phk_line_constant(double value)
{
    return phk_line_make(0, value, fabs(value), false);
}
/* x + s y */
static inline phk_line phk_line_sum(phk_line x, double s, phk_line y)
{
    return phk_line_make(x.a + s * y.a, x.b + s * y.b, x.size + fabs(s) * y.size,
                         x.timed || y.timed);
}
static inline phk_line phk_line_plus(phk_line x, double value)
{
    return phk_line_sum(x, 1, phk_line_constant(value));
}
static inline phk_line phk_line_times(phk_line x, double factor)
{
    return phk_line_make(factor * x.a, factor * x.b, fabs(factor) * x.size, x.timed);
}
/* The value of a line that stands still; NaN: it moves, or is not known. */
static inline double phk_line_value(phk_line x)
{
    return x.a == 0 ? x.b : NAN;
}

/* [s] when a line comes to a value, and how well that is known. */
double phk_line_when(phk_line x, double value);
double phk_line_blur(phk_line x, double value);
/* Whether a line comes to a value ahead. */
bool phk_ahead_comes(const phk_ahead *ahead, phk_line x, double value);
/* Notes a corner where a line comes to a value, if that lies ahead. */
void phk_ahead_note(phk_ahead *ahead, phk_line x, double value, int order);
/* The sign of a line just behind t: -1, 1, 0 where it is zero for good, NaN where it is not known.
 * Notes where it passes through zero. */
double phk_ahead_sign(phk_ahead *ahead, phk_line x, int order);
/* The largest whole number below a line just behind t; notes where it comes to the next one. */
double phk_ahead_floor(phk_ahead *ahead, phk_line x, int order);
/* The same rounded towards zero, where nothing happens as it passes through zero. */
double phk_ahead_whole(phk_ahead *ahead, phk_line x, int order);

/* A curve (or its derivative of an order) where its argument moves along a line. */
phk_line phk_ahead_curve(phk_ahead *ahead, const phk_spline *curve, phk_spline_kind kind,
                         int derivative, phk_line x);
/* A surface (or its derivative of an order by x), over x and z. */
void phk_ahead_surface(phk_ahead *ahead, const phk_spline *surface, phk_spline_kind kind,
                       int derivative, phk_line x, phk_line z);

#endif
