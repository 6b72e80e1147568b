/* SPDX-License-Identifier: BSD-3-Clause */
#include "element/curve.h"

#include <math.h>
#include <stdio.h>

/* Of the size of a curve: points closer than so are one, and farther from a plane are off it. */
#define SAME 1e-12
#define FLAT 1e-9

enum { PER_PIECE = 10, ITERATIONS = 50 };

static ph_vec3 point(const phk_curve *curve, int i)
{
    const double *p = curve->is.point + 3 * (size_t)i;
    return ph_v3(p[0], p[1], p[2]);
}

static double size_of(const phk_curve *curve)
{
    double most = 0;
    for (int i = 1; i < curve->is.count; i++)
        most = fmax(most, ph_norm(ph_sub(point(curve, i), point(curve, 0))));
    return most;
}

const char *phk_curve_fault(const phk_curve *curve, char text[PHK_CURVE_TEXT])
{
    double size = size_of(curve), least = INFINITY, at = 0;
    if (curve->is.order < 3)
        return "needs a smooth curve: one of `order` 2 is straight from point to point and strikes "
               "at every corner; order 4 is smooth";
    for (int i = 1; i < curve->is.count && !curve->is.control; i++)
        if (ph_norm(ph_sub(point(curve, i), point(curve, i - 1))) <= SAME * size) {
            snprintf(text, PHK_CURVE_TEXT,
                     "cannot follow curve `%.80s`: its points %d and %d coincide, where it has no "
                     "direction",
                     curve->is.name.text, i, i + 1);
            return text;
        }
    int n = phk_curve_samples(curve);
    for (int i = 0; i <= n; i++) {
        double u = phk_curve_sample(i, n), speed = ph_norm(phk_curve_look(curve, u).d[1]);
        if (speed < least) least = speed, at = u;
    }
    if (least > 1e-6 * size * curve->unit) return NULL;
    snprintf(text, PHK_CURVE_TEXT,
             "cannot follow curve `%.80s`: it has a cusp between its points %d and %d",
             curve->is.name.text, (int)floor((at + 1) / 2 * (curve->is.count - 1)) + 1,
             (int)floor((at + 1) / 2 * (curve->is.count - 1)) + 2);
    return text;
}

bool phk_curve_plane(const phk_curve *curve, ph_vec3 *normal)
{
    /* the longest product of two ways from the first point is the best normal */
    ph_vec3 first = point(curve, 0), far = {0, 0, 0}, n = {0, 0, 0};
    double size = size_of(curve);
    for (int i = 1; i < curve->is.count; i++) {
        ph_vec3 d = ph_sub(point(curve, i), first);
        if (ph_norm(d) > ph_norm(far)) far = d;
    }
    for (int i = 1; i < curve->is.count; i++) {
        ph_vec3 c = ph_cross(far, ph_sub(point(curve, i), first));
        if (ph_norm(c) > ph_norm(n)) n = c;
    }
    if (!(ph_norm(n) > FLAT * size * size)) return false;
    *normal = ph_scale(1 / ph_norm(n), n);
    for (int i = 1; i < curve->is.count; i++)
        if (fabs(ph_dot(*normal, ph_sub(point(curve, i), first))) > FLAT * size) return false;
    return true;
}

int phk_curve_samples(const phk_curve *curve)
{
    return PER_PIECE * (curve->is.count - 1);
}

double phk_curve_nearest(const phk_curve *curve, ph_vec3 y)
{
    int n = phk_curve_samples(curve);
    double best = INFINITY, at = 0;
    for (int i = 0; i <= n; i++) {
        double u = phk_curve_sample(i, n), way = ph_norm(ph_sub(y, phk_curve_look(curve, u).d[0]));
        if (way < best) best = way, at = u;
    }
    return at;
}

double phk_curve_foot(const phk_curve *curve, ph_vec3 y, double u)
{
    double most = 2.0 / (curve->is.count - 1);
    for (int k = 0; k < ITERATIONS; k++) {
        phk_curve_at at = phk_curve_look(curve, u);
        ph_vec3 off = ph_sub(y, at.d[0]);
        double square = ph_dot(at.d[1], at.d[1]), den = square - ph_dot(off, at.d[2]);
        /* where the curve bends around the point the foot is farthest, not nearest */
        double step = ph_dot(off, at.d[1]) / (den > 1e-4 * square ? den : square);
        step = fmax(-most, fmin(most, step));
        u += step;
        if (fabs(step) <= 1e-15 * (1 + fabs(u))) break;
    }
    return u;
}

int phk_curve_end(const phk_curve *curve, double u)
{
    /* who stands at the end as drawn has not left it */
    const double rounding = 1e-9;
    if (curve->is.closed) return 0;
    return u < -1 - rounding ? -1 : u > 1 + rounding;
}
