/* SPDX-License-Identifier: BSD-3-Clause
 *
 * dual.h -- numbers that carry their derivatives by up to PHK_DUALS variables: a law that is
 * written with them once gives its value and all its slopes, exact to rounding.
 *
 *   f(a) -> f(a.v),  d f = f'(a.v) d a
 */
#ifndef PHK_DUAL_H
#define PHK_DUAL_H

#include <math.h>

enum { PHK_DUALS = 8 };
typedef struct {
    double v, d[PHK_DUALS];
} phk_dual;

static inline phk_dual phk_d_constant(double v)
{
    return (phk_dual){.v = v};
}

/* Variable number k. */
static inline phk_dual phk_d_variable(double v, int k)
{
    phk_dual a = {.v = v};
    a.d[k] = 1;
    return a;
}

/* f and its derivatives p by a and q by b. */
static inline phk_dual phk_dual_of(double f, double p, const phk_dual *a, double q,
                                   const phk_dual *b)
{
    phk_dual r = {.v = f};
    for (int k = 0; k < PHK_DUALS; k++) r.d[k] = p * a->d[k] + q * b->d[k];
    return r;
}

/* f and its derivative p by a. */
static inline phk_dual phk_dual_by(double f, double p, const phk_dual *a)
{
    phk_dual r = {.v = f};
    for (int k = 0; k < PHK_DUALS; k++) r.d[k] = p * a->d[k];
    return r;
}

static inline phk_dual phk_d_plus(phk_dual a, phk_dual b)
{
    return phk_dual_of(a.v + b.v, 1, &a, 1, &b);
}
static inline phk_dual phk_d_minus(phk_dual a, phk_dual b)
{
    return phk_dual_of(a.v - b.v, 1, &a, -1, &b);
}
static inline phk_dual phk_d_times(phk_dual a, phk_dual b)
{
    return phk_dual_of(a.v * b.v, b.v, &a, a.v, &b);
}
static inline phk_dual phk_d_over(phk_dual a, phk_dual b)
{
    return phk_dual_of(a.v / b.v, 1 / b.v, &a, -a.v / (b.v * b.v), &b);
}
/* s a + c */
static inline phk_dual phk_d_affine(double s, phk_dual a, double c)
{
    return phk_dual_by(s * a.v + c, s, &a);
}
static inline phk_dual phk_d_square(phk_dual a)
{
    return phk_dual_by(a.v * a.v, 2 * a.v, &a);
}
static inline phk_dual phk_d_sqrt(phk_dual a)
{
    double r = sqrt(a.v);
    return phk_dual_by(r, 0.5 / r, &a);
}
/* a to a constant power */
static inline phk_dual phk_d_power(phk_dual a, double n)
{
    double r = pow(a.v, n);
    return phk_dual_by(r, n * r / a.v, &a);
}
static inline phk_dual phk_d_sine(phk_dual a)
{
    return phk_dual_by(sin(a.v), cos(a.v), &a);
}
static inline phk_dual phk_d_cosine(phk_dual a)
{
    return phk_dual_by(cos(a.v), -sin(a.v), &a);
}
static inline phk_dual phk_d_tangent(phk_dual a)
{
    double t = tan(a.v);
    return phk_dual_by(t, 1 + t * t, &a);
}
static inline phk_dual phk_d_atan(phk_dual a)
{
    return phk_dual_by(atan(a.v), 1 / (1 + a.v * a.v), &a);
}
static inline phk_dual phk_d_asin(phk_dual a)
{
    return phk_dual_by(asin(a.v), 1 / sqrt(1 - a.v * a.v), &a);
}
static inline phk_dual phk_d_exp(phk_dual a)
{
    double e = exp(a.v);
    return phk_dual_by(e, e, &a);
}
static inline phk_dual phk_d_magnitude(phk_dual a)
{
    return phk_dual_by(fabs(a.v), a.v < 0 ? -1 : 1, &a);
}
/* Held between two numbers. */
static inline phk_dual phk_d_clip(phk_dual a, double low, double high)
{
    return a.v < low ? phk_d_constant(low) : a.v > high ? phk_d_constant(high) : a;
}

#endif
