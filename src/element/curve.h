/* SPDX-License-Identifier: BSD-3-Clause
 *
 * curve.h -- curves in space as joints need them: whether something can move along one, where its
 * plane is, which of its points is nearest.
 */
#ifndef PHK_ELEMENT_CURVE_H
#define PHK_ELEMENT_CURVE_H

#include <polhode/element.h>

enum { PHK_CURVE_TEXT = 200 };

/* A curve, and how long its unit is [m]. */
typedef struct {
    ph_curve is;
    double unit;
} phk_curve;

/* The place at u, and its derivatives by u [m]. */
typedef struct {
    ph_vec3 d[4];
} phk_curve_at;

static inline phk_curve_at phk_curve_look(const phk_curve *curve, double u)
{
    phk_curve_at at;
    curve->is.at(curve->is.form, u, at.d);
    for (int k = 0; k < 4; k++) at.d[k] = ph_scale(curve->unit, at.d[k]);
    return at;
}

/* Why nothing can move along the curve, as a phrase after the name of a joint: it has corners, or
 * points that coincide. NULL: it is smooth. */
const char *phk_curve_fault(const phk_curve *curve, char text[PHK_CURVE_TEXT]);

/* The normal of its plane; false: it lies in none, or in many. */
bool phk_curve_plane(const phk_curve *curve, ph_vec3 *normal);

/* The parameter of sample i of n, from end to end. Ten to a piece are enough to find a place. */
int phk_curve_samples(const phk_curve *curve);
static inline double phk_curve_sample(int i, int n)
{
    return -1 + 2.0 * i / n;
}

/* The parameter of the nearest point to y, by samples. */
double phk_curve_nearest(const phk_curve *curve, ph_vec3 y);

/* The parameter u with (y - c).c' = 0, by Newton's method from u with steps of at most a piece; it
 * ends where a step is lost in rounding. */
double phk_curve_foot(const phk_curve *curve, ph_vec3 y, double u);

/* Whether u lies beyond an end: -1, 1; 0: it does not. A closed curve has none. */
int phk_curve_end(const phk_curve *curve, double u);

#endif
