/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The functions mechanisms are written with, as MSC.ADAMS documents them: steps, series, contact
 * forces, curves. Where ADAMS calls arguments unusable (a step of no width) they still give a
 * number here, that of the limit; constant ones are refused when the expression is compiled.
 */
#include "expr/function.h"

#include <math.h>

static const double PI = 3.14159265358979323846;

/* ---- steps: from h0 at x0 to h1 at x1 along a shape s(u), 0 <= u <= 1 ---- */

typedef struct {
    double s, ds;
} shape;

static shape shape_cubic(double u)
{
    return (shape){u * u * (3 - 2 * u), 6 * u * (1 - u)};
}
static shape shape_quintic(double u)
{
    return (shape){u * u * u * (10 + u * (6 * u - 15)), 30 * u * u * (1 - u) * (1 - u)};
}
static shape shape_haversine(double u)
{
    double half = sin(PI / 2 * u);
    return (shape){half * half, PI / 2 * sin(PI * u)};
}

/* x = (x, x0, h0, x1, h1); d NULL: value alone. */
static double transition(const double *x, shape (*form)(double), double *d)
{
    if (d) d[0] = d[1] = d[2] = d[3] = d[4] = 0;
    if (x[0] <= x[1]) {
        if (d) d[2] = 1;
        return x[2];
    }
    if (x[0] >= x[3]) {
        if (d) d[4] = 1;
        return x[4];
    }
    double width = x[3] - x[1], u = (x[0] - x[1]) / width, rise = x[4] - x[2];
    shape f = form(u);
    if (d) {
        d[0] = rise * f.ds / width;
        d[1] = d[0] * (u - 1);
        d[3] = -d[0] * u;
        d[2] = 1 - f.s;
        d[4] = f.s;
    }
    return x[2] + rise * f.s;
}

#define STEP(id, form)                                                                             \
    static double id##_value(const double *x, int n)                                               \
    {                                                                                              \
        (void)n;                                                                                   \
        return transition(x, form, NULL);                                                          \
    }                                                                                              \
    static void id##_partial(const double *x, int n, double y, double *d)                          \
    {                                                                                              \
        (void)n;                                                                                   \
        (void)y;                                                                                   \
        transition(x, form, d);                                                                    \
    }
STEP(step, shape_cubic)
STEP(step5, shape_quintic)
STEP(havsin, shape_haversine)

static const char *step_check(const double *x, int n)
{
    (void)n;
    return x[1] >= x[3] ? "x0 must be smaller than x1" : NULL;
}

/* ---- series in t = x - x0 ---- */

/* a0 + a1 t + a2 t^2 + ... */
static double poly_value(const double *x, int n)
{
    double t = x[0] - x[1], y = 0;
    for (int k = n - 1; k >= 2; k--) y = y * t + x[k];
    return y;
}
static void poly_partial(const double *x, int n, double y, double *d)
{
    (void)y;
    double t = x[0] - x[1], power = 1, slope = 0;
    for (int k = n - 1; k >= 3; k--) slope = slope * t + (k - 2) * x[k];
    for (int k = 2; k < n; k++, power *= t) d[k] = power;
    d[0] = slope;
    d[1] = -slope;
}

/* a0 + a1 T1(t) + a2 T2(t) + ...,  T_j = 2 t T_{j-1} - T_{j-2} */
static double cheby_value(const double *x, int n)
{
    double t = x[0] - x[1], now = 1, next = t, y = 0;
    for (int k = 2; k < n; k++) {
        y += x[k] * now;
        double after = 2 * t * next - now;
        now = next;
        next = after;
    }
    return y;
}
static void cheby_partial(const double *x, int n, double y, double *d)
{
    (void)y;
    /* T_j and its derivative side by side */
    double t = x[0] - x[1], now = 1, next = t, slope_now = 0, slope_next = 1;
    d[0] = 0;
    for (int k = 2; k < n; k++) {
        d[k] = now;
        d[0] += x[k] * slope_now;
        double after = 2 * t * next - now;
        double slope_after = 2 * next + 2 * t * slope_next - slope_now;
        now = next;
        next = after;
        slope_now = slope_next;
        slope_next = slope_after;
    }
    d[1] = -d[0];
}

/* a0 + sum_j a_j cos(j w t), or with sines; x = (x, x0, w, a0, a1, ...) */
static double fourier(const double *x, int n, double (*wave)(double))
{
    double t = x[0] - x[1], y = x[3];
    for (int k = 4; k < n; k++) y += x[k] * wave((k - 3) * x[2] * t);
    return y;
}
/* dwave = sign * other */
static void fourier_partial(const double *x, int n, double (*wave)(double), double (*other)(double),
                            double sign, double *d)
{
    double t = x[0] - x[1], slope = 0; /* by w t */
    d[3] = 1;
    for (int k = 4; k < n; k++) {
        d[k] = wave((k - 3) * x[2] * t);
        slope += sign * (k - 3) * x[k] * other((k - 3) * x[2] * t);
    }
    d[0] = slope * x[2];
    d[1] = -d[0];
    d[2] = slope * t;
}

static double forcos_value(const double *x, int n)
{
    return fourier(x, n, cos);
}
static void forcos_partial(const double *x, int n, double y, double *d)
{
    (void)y;
    fourier_partial(x, n, cos, sin, -1, d);
}
static double forsin_value(const double *x, int n)
{
    return fourier(x, n, sin);
}
static void forsin_partial(const double *x, int n, double y, double *d)
{
    (void)y;
    fourier_partial(x, n, sin, cos, 1, d);
}

/* a sin(w (x - x0) - phi) + b;  x = (x, x0, a, w, phi, b) */
static double shf_value(const double *x, int n)
{
    (void)n;
    return x[2] * sin(x[3] * (x[0] - x[1]) - x[4]) + x[5];
}
static void shf_partial(const double *x, int n, double y, double *d)
{
    (void)n;
    (void)y;
    double angle = x[3] * (x[0] - x[1]) - x[4], c = x[2] * cos(angle);
    d[0] = c * x[3];
    d[1] = -d[0];
    d[2] = sin(angle);
    d[3] = c * (x[0] - x[1]);
    d[4] = -c;
    d[5] = 1;
}

/* ---- swept sine: x = (x, a, x0, f0, x1, f1, dx) ----
 *
 * a step5(x, x0, 0, x0 + dx, 1) sin(2 pi c(x)), where c, the number of cycles, grows at the
 * frequency of the moment: f0 before x0, f1 behind x1, linear between. */

/* Cycles at x and their partial derivatives by the arguments. */
static double cycles(const double *x, double *d)
{
    double x0 = x[2], f0 = x[3], x1 = x[4], f1 = x[5], t = x[0] - x0, width = x1 - x0;
    d[0] = d[1] = d[2] = d[3] = d[4] = d[5] = d[6] = 0;
    if (t <= 0) {
        d[0] = f0;
        d[3] = x[0];
        return f0 * x[0];
    }
    if (x[0] >= x1) {
        d[0] = f1;
        d[2] = d[4] = -(f1 - f0) / 2;
        d[3] = (x1 + x0) / 2;
        d[5] = x[0] - (x1 + x0) / 2;
        return f1 * x[0] - (f1 - f0) / 2 * (x1 + x0);
    }
    double u = t / width;
    d[0] = f0 + (f1 - f0) * u;
    d[2] = (f1 - f0) * u * (u / 2 - 1);
    d[3] = x[0] - u * t / 2;
    d[4] = -(f1 - f0) * u * u / 2;
    d[5] = u * t / 2;
    return f0 * x[0] + (f1 - f0) * u * t / 2;
}

static double sweep_value(const double *x, int n)
{
    (void)n;
    double unused[7], rise[5] = {x[0], x[2], 0, x[2] + x[6], 1};
    return x[1] * transition(rise, shape_quintic, NULL) * sin(2 * PI * cycles(x, unused));
}
static void sweep_partial(const double *x, int n, double y, double *d)
{
    (void)y;
    double rise[5] = {x[0], x[2], 0, x[2] + x[6], 1}, slope[5];
    double gain = transition(rise, shape_quintic, slope);
    double angle = 2 * PI * cycles(x, d), wave = sin(angle);
    double by_cycles = x[1] * gain * 2 * PI * cos(angle);
    for (int k = 0; k < n; k++) d[k] *= by_cycles;
    d[0] += x[1] * wave * slope[0];
    d[1] = gain * wave;
    d[2] += x[1] * wave * (slope[1] + slope[3]);
    d[6] = x[1] * wave * slope[3];
}
static const char *sweep_check(const double *x, int n)
{
    (void)n;
    if (x[2] >= x[4]) return "x0 must be smaller than x1";
    return x[6] <= 0 ? "dx must be positive" : NULL;
}

/* ---- contact: a one-sided spring with damping that sets in with the penetration q ----
 *
 * max(0, k q^e - cmax s(q/d) q'),  s the cubic step; 0 for q <= 0. */

enum { Q, RATE, K, E, CMAX, D, CONTACT };

static double contact(const double *c, double *p)
{
    for (int i = 0; p && i < CONTACT; i++) p[i] = 0;
    double q = c[Q];
    if (q <= 0) return 0;
    double power = pow(q, c[E]), u = c[D] > 0 ? q / c[D] : 1;
    shape s = u < 1 ? shape_cubic(u) : (shape){1, 0};
    double force = c[K] * power - c[CMAX] * s.s * c[RATE];
    if (force <= 0) return 0;
    if (p) {
        p[Q] = c[K] * c[E] * pow(q, c[E] - 1);
        if (s.ds > 0) {
            p[Q] -= c[CMAX] * c[RATE] * s.ds / c[D];
            p[D] = c[CMAX] * c[RATE] * s.ds * u / c[D];
        }
        p[RATE] = -c[CMAX] * s.s;
        p[K] = power;
        p[E] = c[K] * power * log(q);
        p[CMAX] = -s.s * c[RATE];
    }
    return force;
}

/* impact(x, v, x1, k, e, cmax, d): q = x1 - x, pushes to larger x */
static double impact_value(const double *x, int n)
{
    (void)n;
    double c[CONTACT] = {x[2] - x[0], x[1], x[3], x[4], x[5], x[6]};
    return contact(c, NULL);
}
static void impact_partial(const double *x, int n, double y, double *d)
{
    (void)n;
    (void)y;
    double c[CONTACT] = {x[2] - x[0], x[1], x[3], x[4], x[5], x[6]}, p[CONTACT];
    contact(c, p);
    d[0] = -p[Q];
    d[1] = p[RATE];
    d[2] = p[Q];
    for (int k = K; k < CONTACT; k++) d[k + 1] = p[k];
}

/* bistop(x, v, x1, x2, k, e, cmax, d): impact at x1, and its mirror image at x2 */
static double bistop_value(const double *x, int n)
{
    (void)n;
    int low = x[0] < x[2];
    double c[CONTACT] = {
        low ? x[2] - x[0] : x[0] - x[3], low ? x[1] : -x[1], x[4], x[5], x[6], x[7]};
    double force = contact(c, NULL);
    return low ? force : -force;
}
static void bistop_partial(const double *x, int n, double y, double *d)
{
    (void)n;
    (void)y;
    int low = x[0] < x[2];
    double c[CONTACT] = {
        low ? x[2] - x[0] : x[0] - x[3], low ? x[1] : -x[1], x[4], x[5], x[6], x[7]};
    double p[CONTACT], s = low ? 1 : -1;
    contact(c, p);
    d[0] = -p[Q];
    d[1] = p[RATE];
    d[2] = low ? p[Q] : 0;
    d[3] = low ? 0 : p[Q];
    for (int k = K; k < CONTACT; k++) d[k + 2] = s * p[k];
}

static const char *contact_check(double k, double e, double cmax, double d)
{
    if (k < 0) return "k, the stiffness, must not be negative";
    if (e <= 0) return "e, the exponent, must be positive";
    if (cmax < 0) return "cmax, the damping, must not be negative";
    return d <= 0 ? "d, the penetration of full damping, must be positive" : NULL;
}
static const char *impact_check(const double *x, int n)
{
    (void)n;
    return contact_check(x[3], x[4], x[5], x[6]);
}
static const char *bistop_check(const double *x, int n)
{
    (void)n;
    return x[2] >= x[3] ? "x1 must be smaller than x2" : contact_check(x[4], x[5], x[6], x[7]);
}

#define PLAIN(text, id, least, most, check, help)                                                  \
    {                                                                                              \
        {text, help}, least, most, id##_value, id##_partial, check, PHK_FORM_PLAIN, PHK_AKIMA      \
    }
#define TABLE(text, most, form, curve, help)                                                       \
    {                                                                                              \
        {text, help}, 2, most, NULL, NULL, NULL, form, curve                                       \
    }

const phk_function phk_functions_adams[] = {
    PLAIN("step(x, x0, h0, x1, h1)", step, 5, 5, step_check,
          "from h0 at x0 to h1 at x1 along a cubic; slope continuous"),
    PLAIN("step5(x, x0, h0, x1, h1)", step5, 5, 5, step_check,
          "from h0 at x0 to h1 at x1 along a quintic; curvature continuous"),
    PLAIN("havsin(x, x0, h0, x1, h1)", havsin, 5, 5, step_check,
          "from h0 at x0 to h1 at x1 along a half wave of the sine"),
    PLAIN("haversin(x, x0, h0, x1, h1)", havsin, 5, 5, step_check, "the same as havsin"),
    PLAIN("poly(x, x0, a0, a1, ...)", poly, 3, PHK_ARGUMENTS, NULL,
          "a0 + a1 (x-x0) + a2 (x-x0)^2 + ..."),
    PLAIN("cheby(x, x0, a0, a1, ...)", cheby, 3, PHK_ARGUMENTS, NULL,
          "a0 + a1 T1(x-x0) + a2 T2(x-x0) + ..., Chebyshev polynomials"),
    PLAIN("shf(x, x0, a, w, phi, b)", shf, 6, 6, NULL, "a sin(w (x-x0) - phi) + b"),
    PLAIN("forcos(x, x0, w, a0, a1, ...)", forcos, 4, PHK_ARGUMENTS, NULL,
          "a0 + a1 cos(w (x-x0)) + a2 cos(2 w (x-x0)) + ..."),
    PLAIN("forsin(x, x0, w, a0, a1, ...)", forsin, 4, PHK_ARGUMENTS, NULL,
          "a0 + a1 sin(w (x-x0)) + a2 sin(2 w (x-x0)) + ..."),
    PLAIN("sweep(x, a, x0, f0, x1, f1, dx)", sweep, 7, 7, sweep_check,
          "sine of amplitude a; f0 cycles per x at x0 to f1 at x1; fades in from x0 to x0+dx"),
    PLAIN("impact(x, v, x1, k, e, cmax, d)", impact, 7, 7, impact_check,
          "stop below x1: max(0, k (x1-x)^e - step(x, x1-d, cmax, x1, 0) v), v = dx/dt"),
    PLAIN("bistop(x, v, x1, x2, k, e, cmax, d)", bistop, 8, 8, bistop_check,
          "stops below x1 and above x2, each like impact"),
    TABLE("akispl(x, table) or akispl(x, 0, table[, order])", 4, PHK_FORM_TABLE_Z, PHK_AKIMA,
          "Akima curve through a table, or its derivative of order 1 or 2"),
    TABLE("cubspl(x, table) or cubspl(x, 0, table[, order])", 4, PHK_FORM_TABLE_Z, PHK_CUBIC,
          "cubic spline through a table, or its derivative of order 1 or 2"),
    TABLE("akima(x, table[, order])", 3, PHK_FORM_TABLE, PHK_AKIMA, "akispl, shorter"),
    TABLE("cubic(x, table[, order])", 3, PHK_FORM_TABLE, PHK_CUBIC, "cubspl, shorter"),
    {.info = {NULL, NULL}},
};
