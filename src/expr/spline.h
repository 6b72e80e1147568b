/* SPDX-License-Identifier: BSD-3-Clause
 *
 * spline.h -- curves and surfaces through tabulated points, as akispl, cubspl and curve of the
 * function library see them.
 *
 * A table carries all of these curves, because the function that reads it says which one it wants:
 *   Akima   slopes from the four neighbouring chords (H. Akima, J. ACM 17 (1970) 589-602): follows
 *           kinks without overshoot, first derivative continuous;
 *   cubic   first and second derivative continuous; the third derivative of the end pieces is that
 *           of the cubic through the four end points (Forsythe, Malcolm & Moler, Computer Methods
 *           for Mathematical Computations, 1977, section 4.4), so a cubic is reproduced;
 *   linear  straight from point to point, and straight on outside.
 * A family of such curves at several z is a surface, linear between neighbouring curves, as ADAMS
 * has it. A curve in space is three splines of one parameter. A spline is constant once made, and
 * may be read by many threads.
 */
#ifndef PHK_SPLINE_H
#define PHK_SPLINE_H

#include <polhode/base.h>
#include "base/arena.h"

typedef struct phk_spline phk_spline;

typedef enum { PHK_AKIMA, PHK_CUBIC, PHK_LINEAR, PHK_SPLINE_KINDS } phk_spline_kind;

/* How a curve goes on outside its points. ADAMS takes the parabola unless told LINEAR_EXTRAPOLATE,
 * which in its C++ solver is the tangent and was the chord in its FORTRAN solver. */
typedef enum {
    PHK_BEYOND_TANGENT,  /* straight on with the slope of the end: the slope has no jump */
    PHK_BEYOND_PARABOLA, /* the parabola through the last three points */
    PHK_BEYOND_CHORD,    /* the line through the last two points */
    PHK_BEYOND_CONSTANT  /* the first and the last value */
} phk_spline_beyond;

enum {
    PHK_SPLINE_POINTS = 4, /* fewest points of a curve, as in ADAMS */
    PHK_CURVE_PARTS = 3,   /* x, y, z of a curve in space stand in for the kinds of a table */
    PHK_CURVE_ORDER = 10   /* highest order of a curve in space */
};

/* The curve through count points; x must increase strictly. NULL: reported to diag. */
const phk_spline *phk_spline_create(phk_arena *arena, int count, const double *x, const double *y,
                                    phk_spline_beyond beyond, ph_source where, ph_diag *diag);

/* The surface through the curves of count points each at z[0], z[1], ... (at least two,
 * increasing); y[k * count + i] stands at x[i], z[k]. It goes on linearly beyond the outer curves.
 */
const phk_spline *phk_surface_create(phk_arena *arena, int count, const double *x, int curves,
                                     const double *z, const double *y, phk_spline_beyond beyond,
                                     ph_source where, ph_diag *diag);
int phk_spline_is_surface(const phk_spline *spline);

typedef struct {
    int order;   /* 2: straight lines, 4: cubic; at most PHK_CURVE_ORDER */
    int control; /* the points are those of the control polygon */
    int closed;
} phk_curve_form;

/* A curve through points in space: the B-spline that passes them at equally spaced values of its
 * parameter, from -1 at the first to 1 at the last. Beyond that it goes on along its tangent; a
 * closed one, whose last point is its first, goes round again, with continuous derivatives. Part 0,
 * 1, 2 of it are x, y, z. point[3 * i + k]: coordinate k of point i. */
const phk_spline *phk_curve_create(phk_arena *arena, int count, const double *point,
                                   phk_curve_form form, ph_source where, ph_diag *diag);
int phk_spline_is_curve(const phk_spline *spline);

/* derivative[k], k = 0..3: the k-th derivative at x. NaN at NaN. */
void phk_spline_eval(const phk_spline *spline, phk_spline_kind kind, double x,
                     double derivative[4]);

/* A surface at one place, or its derivative of `order` (0 to 2) by x: its value and derivatives;
 * that by z twice is 0. */
typedef struct {
    double y, by_x, by_z, by_xx, by_xz;
} phk_surface_point;
phk_surface_point phk_surface_eval(const phk_spline *spline, phk_spline_kind kind, int order,
                                   double x, double z);

#endif
