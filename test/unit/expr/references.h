/* SPDX-License-Identifier: BSD-3-Clause
 *
 * references.h -- formulas of the functions in quadruple precision. Included first.
 */
#ifndef TEST_REFERENCES_H
#define TEST_REFERENCES_H

#define __STDC_WANT_IEC_60559_TYPES_EXT__ 1 /* glibc: declare sinf128 and its kin */
#include <math.h>
#include "scope.h"

/* Quadruple precision by glibc's own functions; clang has no such type in C and makes do with
 * extended precision. */
#if defined(__GLIBC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wpedantic"
typedef _Float128 real;
#define Q(function) function##f128
#define DIGITS(x)   x##F128
static const double slope_tolerance = 1e-12;
#else
typedef long double real;
#define Q(function) function##l
#define DIGITS(x)   x##L
static const double slope_tolerance = 1e-10;
#endif

/* in[k] is input k of scope.h: a, b, c, ... */
#define F(id, formula)                                                                             \
    static real id(const real *in)                                                                 \
    {                                                                                              \
        real a = in[0], b = in[1], c = in[2], d = in[3], e = in[4], f = in[5], g = in[6],          \
             h = in[7];                                                                            \
        (void)a, (void)b, (void)c, (void)d, (void)e, (void)f, (void)g, (void)h;                    \
        return formula;                                                                            \
    }

static const real PI_L = DIGITS(3.141592653589793238462643383279502884);

F(r_abs, a < 0 ? -a : a)
F(r_sign, a<0 ? -1 : a> 0 ? 1 : 0)
F(r_sign2, (b < 0 ? -1 : 1) * Q(fabs)(a))
F(r_min, a < b ? (a < c ? a : c) : b < c ? b : c)
F(r_max, a > b ? (a > c ? a : c) : b > c ? b : c)
F(r_mod, a - b * Q(trunc)(a / b))
F(r_dim, a > b ? a - b : 0)
F(r_aint, a < 0 ? Q(ceil)(a) : Q(floor)(a))
F(r_anint, a < 0 ? Q(ceil)(a - 0.5L) : Q(floor)(a + 0.5L))
F(r_floor, Q(floor)(a))
F(r_ceil, Q(ceil)(a))
F(r_sqrt, Q(sqrt)(a))
F(r_hypot, Q(sqrt)(a *a + b * b))
F(r_pow, Q(exp)(b *Q(log)(a)))
F(r_exp, Q(exp)(a))
F(r_log, Q(log)(a))
F(r_log10, Q(log)(a) / Q(log)(10))
F(r_sin, Q(sin)(a))
F(r_cos, Q(cos)(a))
F(r_tan, Q(sin)(a) / Q(cos)(a))
F(r_asin, Q(asin)(a))
F(r_acos, Q(acos)(a))
F(r_atan, Q(atan)(a))
F(r_atan2, Q(atan2)(a, b))
F(r_sinh, (Q(exp)(a) - Q(exp)(-a)) / 2)
F(r_cosh, (Q(exp)(a) + Q(exp)(-a)) / 2)
F(r_tanh, (Q(exp)(a) - Q(exp)(-a)) / (Q(exp)(a) + Q(exp)(-a)))
F(r_asinh, Q(asinh)(a))
F(r_acosh, Q(log)(a + Q(sqrt)(a * a - 1)))
F(r_atanh, Q(log)((1 + a) / (1 - a)) / 2)
F(r_if, a > b ? a * c : b / c)
F(r_if3, a<0 ? b : a> 0 ? c *c : d)

/* argument order as in ADAMS: x, x0, h0, x1, h1 */
F(r_step, a <= b   ? c
          : a >= d ? e
                   : c + (e - c) * Q(pow)((a - b) / (d - b), 2) * (3 - 2 * (a - b) / (d - b)))
F(r_step5, a <= b   ? c
           : a >= d ? e
                    : c + (e - c) * Q(pow)((a - b) / (d - b), 3) *
                              (10 - 15 * (a - b) / (d - b) + 6 * Q(pow)((a - b) / (d - b), 2)))
F(r_havsin, a <= b   ? c
            : a >= d ? e
                     : (c + e) / 2 + (e - c) / 2 * Q(sin)((a - b) / (d - b) * PI_L - PI_L / 2))
F(r_poly, c + d * (a - b) + e * Q(pow)(a - b, 2) + f * Q(pow)(a - b, 3))
F(r_cheby, c + d * (a - b) + e * (2 * Q(pow)(a - b, 2) - 1) +
               f * (4 * Q(pow)(a - b, 3) - 3 * (a - b)) +
               g * (8 * Q(pow)(a - b, 4) - 8 * Q(pow)(a - b, 2) + 1))
F(r_shf, c *Q(sin)(d *(a - b) - e) + f)
F(r_forcos, d + e * Q(cos)(c * (a - b)) + f * Q(cos)(2 * c * (a - b)) + g * Q(cos)(3 * c * (a - b)))
F(r_forsin, d + e * Q(sin)(c * (a - b)) + f * Q(sin)(2 * c * (a - b)) + g * Q(sin)(3 * c * (a - b)))

/* sweep(x, a, x0, f0, x1, f1, dx) */
static real r_sweep(const real *v)
{
    real x = v[0], x0 = v[2], f0 = v[3], x1 = v[4], f1 = v[5];
    real rise[5] = {x, 0, 0, v[6], 1}, cycles;
    if (x <= x0)
        cycles = f0 * x;
    else if (x < x1)
        cycles = f0 * (x - x0) + (f1 - f0) / (2 * (x1 - x0)) * (x - x0) * (x - x0) + f0 * x0;
    else
        cycles = f1 * x - (f1 - f0) / 2 * (x1 + x0);
    real in[8] = {rise[0], rise[1], rise[2], rise[3], rise[4]};
    return r_step5(in) * v[1] * Q(sin)(2 * PI_L * cycles);
}

/* impact(x, v, x1, k, e, cmax, d) and bistop(x, v, x1, x2, k, e, cmax, d), by the manual */
static real r_impact(const real *v)
{
    real in[8] = {v[0], v[2] - v[6], v[5], v[2], 0};
    if (v[0] >= v[2]) return 0;
    return Q(fmax)(0, v[3] * Q(pow)(v[2] - v[0], v[4]) - r_step(in) * v[1]);
}
static real r_bistop(const real *v)
{
    real low[8] = {v[0], v[2] - v[7], v[6], v[2], 0}, high[8] = {v[0], v[3], 0, v[3] + v[7], v[6]};
    if (v[0] < v[2]) return Q(fmax)(0, v[4] * Q(pow)(v[2] - v[0], v[5]) - r_step(low) * v[1]);
    if (v[0] > v[3]) return Q(fmin)(0, -v[4] * Q(pow)(v[0] - v[3], v[5]) - r_step(high) * v[1]);
    return 0;
}

/* the cubic of scope.h, straight on outside its points */
static real r_cubic(const real *v)
{
    real x = Q(fmin)(Q(fmax)(v[0], -1), 2.75L);
    return 2 - x + 3 * x * x - 0.5L * x * x * x + (v[0] - x) * (-1 + 6 * x - 1.5L * x * x);
}
static real r_cubic1(const real *v)
{
    real x = Q(fmin)(Q(fmax)(v[0], -1), 2.75L);
    return -1 + 6 * x - 1.5L * x * x;
}
static real r_cubic2(const real *v)
{
    return v[0] < -1 || v[0] > 2.75L ? 0 : 6 - 3 * v[0];
}

static real r_unwrap(const real *v)
{
    const real turn = 6.2831853071795864769252867665590058Q;
    real x = v[0];
    while (x - v[1] > turn / 2) x -= turn;
    while (v[1] - x > turn / 2) x += turn;
    return x;
}

/* The surface of scope.h, and y of its curve in space. */
static real r_linear(const real *v)
{
    int k = 0;
    while (k < 3 && v[0] > cubic_x[k + 1]) k++;
    real a[1] = {cubic_x[k]}, b[1] = {cubic_x[k + 1]};
    return r_cubic(a) + (v[0] - a[0]) * (r_cubic(b) - r_cubic(a)) / (b[0] - a[0]);
}
static real r_sheet(const real *v)
{
    return r_cubic(v) * (1 + v[1] / 2);
}
static real r_square(const real *v)
{
    return v[0] * v[0];
}

/* Akima's curve through wavy_data, after his paper: five points at a time, two added at each end */
static real akima_at(real x, int order)
{
    enum { N = 8 };
    real X[N + 4], Y[N + 4], m[N + 3], t[N + 4];
    for (int k = 0; k < N; k++) {
        X[k + 2] = wavy_x[k];
        Y[k + 2] = (double)((long long)(1000 * wavy_x[k]) % 7) / 3;
    }
    for (int k = 2; k < N + 1; k++) m[k] = (Y[k + 1] - Y[k]) / (X[k + 1] - X[k]);
    m[1] = 2 * m[2] - m[3];
    m[0] = 2 * m[1] - m[2];
    m[N + 1] = 2 * m[N] - m[N - 1];
    m[N + 2] = 2 * m[N + 1] - m[N];
    for (int k = 2; k < N + 2; k++) {
        real u = Q(fabs)(m[k + 1] - m[k]), w = Q(fabs)(m[k - 1] - m[k - 2]);
        t[k] = u + w == 0 ? (m[k - 1] + m[k]) / 2 : (u * m[k - 1] + w * m[k]) / (u + w);
    }
    if (x < X[2] || x > X[N + 1]) {
        int k = x < X[2] ? 2 : N + 1;
        return order == 0 ? Y[k] + t[k] * (x - X[k]) : order == 1 ? t[k] : 0;
    }
    int k = 2;
    while (k < N && x > X[k + 1]) k++;
    real w = X[k + 1] - X[k], s = x - X[k];
    real p2 = (3 * m[k] - 2 * t[k] - t[k + 1]) / w, p3 = (t[k] + t[k + 1] - 2 * m[k]) / (w * w);
    if (order == 1) return t[k] + 2 * p2 * s + 3 * p3 * s * s;
    if (order == 2) return 2 * p2 + 6 * p3 * s;
    return Y[k] + t[k] * s + p2 * s * s + p3 * s * s * s;
}
F(r_akima, akima_at(a, 0))
F(r_akima1, akima_at(a, 1))
F(r_akima2, akima_at(a, 2))

F(r_or, a < 0 || b < 0)
F(r_and, a < 0 && b < 0)
F(r_not, !(a < 0))
F(r_compare, (a < b) + 2 * (a <= b) + 4 * (a > b) + 8 * (a >= b) + 16 * (a == b) + 32 * (a != b))
F(r_sum, a + b - c)
F(r_product, a *b / c)
F(r_minus, -Q(pow)(a, 2))
F(r_power, Q(pow)(a, Q(pow)(b, 2)))
F(r_power25, Q(pow)(a, 2.5))
F(r_nest, Q(pow)(a *b, 3) / Q(pow)(Q(sin)(c), 2))
F(r_pi, PI_L *a)
F(r_e, Q(exp)(1) * a)
F(r_rtod, 180 / PI_L * a)
F(r_dtor, PI_L / 180 * a)
F(r_degrees, Q(cos)(30 * PI_L / 180) * a)

#endif
