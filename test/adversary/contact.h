/* SPDX-License-Identifier: BSD-3-Clause
 *
 * contact.h -- laws of contact as numbers, beside the expressions of a model that say the same.
 */
#ifndef CONTACT_H
#define CONTACT_H

#include <math.h>

/* From h0 at x0 to h1 at x1 along a cubic. */
static inline double cubic_step(double x, double x0, double h0, double x1, double h1)
{
    if (x <= x0) return h0;
    if (x >= x1) return h1;
    double u = (x - x0) / (x1 - x0);
    return h0 + (h1 - h0) * u * u * (3 - 2 * u);
}

/* Force of a stop below x1, at x with speed v; e: exponent, c: damping from depth d on. */
static inline double impact_force(double x, double v, double x1, double k, double e, double c,
                                  double d)
{
    if (x >= x1) return 0;
    return fmax(0, k * pow(x1 - x, e) - cubic_step(x, x1 - d, c, x1, 0) * v);
}

/* The same without a skin, and without a hand that lets go: it may pull. */
static inline double penalty_force(double x, double v, double x1, double k, double e, double c)
{
    return x >= x1 ? 0 : k * pow(x1 - x, e) - c * v;
}

/* Stiffness that stops a mass m of speed v within `depth`. */
static inline double stiffness_for(double m, double v, double depth, double e)
{
    return (e + 1) / 2 * m * v * v / pow(depth, e + 1);
}

/* Damping of which the part `ratio` would be critical at that depth. */
static inline double damping_for(double m, double k, double depth, double e, double ratio)
{
    return 2 * ratio * sqrt(k * pow(depth, e - 1) * m);
}

#endif
