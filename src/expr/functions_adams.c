/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The functions mechanisms are written with, as MSC.ADAMS documents them: steps, series,
 * curves. Where ADAMS calls arguments unusable (a step of no width) they still give a
 * number here, that of the limit; constant ones are refused when the expression is compiled.
 */
#include "expr/function.h"

#include <math.h>
#include "expr/shape.h"

/* ---- steps: from h0 at x0 to h1 at x1 along a shape s(u), 0 <= u <= 1 ---- */

/* x = (x, x0, h0, x1, h1); d NULL: value alone. */
static double transition(const double *x, phk_shape (*form)(double), double *d)
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
    phk_shape f = form(u);
    if (d) {
        d[0] = rise * f.ds / width;
        d[1] = d[0] * (u - 1);
        d[3] = -d[0] * u;
        d[2] = 1 - f.s;
        d[4] = f.s;
    }
    return x[2] + rise * f.s;
}
/* The bend of a step: with u w = x - x0 and width w, all moving straight on, u'' = -2 u' w' / w. */
static double transition_bend(const double *x, phk_shape (*form)(double), const double *r)
{
    if (x[0] <= x[1] || x[0] >= x[3]) return 0;
    double width = x[3] - x[1], u = (x[0] - x[1]) / width, dwidth = r[3] - r[1];
    double du = (r[0] - r[1] - u * dwidth) / width, ddu = -2 * du * dwidth / width;
    phk_shape f = form(u);
    return 2 * (r[4] - r[2]) * f.ds * du + (x[4] - x[2]) * (f.dds * du * du + f.ds * ddu);
}

#define STEP(id, form)                                                                             \
    static double id##_value(const double *x, int n)                                               \
    {                                                                                              \
        (void)n;                                                                                   \
        return transition(x, form, NULL);                                                          \
    }                                                                                              \
    static void id##_partial(const double *x, int n, double y, double *d)                          \
    {                                                                                              \
        (void)n, (void)y;                                                                          \
        transition(x, form, d);                                                                    \
    }                                                                                              \
    static double id##_bend(const double *x, int n, double y, const double *u)                     \
    {                                                                                              \
        (void)n, (void)y;                                                                          \
        return transition_bend(x, form, u);                                                        \
    }
STEP(step, phk_shape_cubic)
STEP(step5, phk_shape_quintic)
STEP(havsin, phk_shape_haversine)

/* Flat before x0 and behind x1. */
static phk_line transition_corners(const phk_line *x, int order, phk_ahead *ahead)
{
    double begun = phk_ahead_sign(ahead, phk_line_sum(x[0], -1, x[1]), order);
    double over = phk_ahead_sign(ahead, phk_line_sum(x[0], -1, x[3]), order);
    return begun <= 0 ? x[2] : begun > 0 && over >= 0 ? x[4] : phk_line_unknown();
}
static phk_line step_corners(const phk_line *x, int n, phk_ahead *ahead)
{
    (void)n;
    return transition_corners(x, PHK_BEND, ahead);
}
static phk_line step5_corners(const phk_line *x, int n, phk_ahead *ahead)
{
    (void)n;
    return transition_corners(x, PHK_FAINT, ahead);
}

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
static double poly_bend(const double *x, int n, double y, const double *u)
{
    (void)y;
    /* p'' t'^2 + 2 t' (derivative by t of the polynomial whose coefficients are the rates) */
    double t = x[0] - x[1], dt = u[0] - u[1], turn = 0, slope = 0;
    for (int k = n - 1; k >= 4; k--) turn = turn * t + (k - 2) * (k - 3) * x[k];
    for (int k = n - 1; k >= 3; k--) slope = slope * t + (k - 2) * u[k];
    return dt * (turn * dt + 2 * slope);
}

/* No corners, but it may be a line. */
static phk_line poly_corners(const phk_line *x, int n, phk_ahead *ahead)
{
    (void)ahead;
    phk_line t = phk_line_sum(x[0], -1, x[1]);
    if (n > 4) return phk_line_unknown();
    return n < 4 ? x[2] : phk_line_sum(x[2], phk_line_value(x[3]), t);
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
static double cheby_bend(const double *x, int n, double y, const double *u)
{
    (void)y;
    /* T_j with two derivatives */
    double t = x[0] - x[1], dt = u[0] - u[1], now[3] = {1, 0, 0}, next[3] = {t, 1, 0}, bend = 0;
    for (int k = 2; k < n; k++) {
        bend += dt * (x[k] * now[2] * dt + 2 * u[k] * now[1]);
        for (int j = 2; j >= 0; j--) {
            double after = 2 * t * next[j] + (j > 0 ? 2 * j * next[j - 1] : 0) - now[j];
            now[j] = next[j];
            next[j] = after;
        }
    }
    return bend;
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
/* With the phase p = w t: p' = w' t + w t', p'' = 2 w' t'. */
static double fourier_bend(const double *x, int n, double (*wave)(double), double (*other)(double),
                           double sign, const double *u)
{
    double t = x[0] - x[1], dt = u[0] - u[1], phase = x[2] * t;
    double dphase = u[2] * t + x[2] * dt, ddphase = 2 * u[2] * dt, bend = 0;
    for (int k = 4; k < n; k++) {
        int j = k - 3;
        bend += sign * j * other(j * phase) * (x[k] * ddphase + 2 * u[k] * dphase) -
                j * j * x[k] * wave(j * phase) * dphase * dphase;
    }
    return bend;
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
static double forcos_bend(const double *x, int n, double y, const double *u)
{
    (void)y;
    return fourier_bend(x, n, cos, sin, -1, u);
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
static double forsin_bend(const double *x, int n, double y, const double *u)
{
    (void)y;
    return fourier_bend(x, n, sin, cos, 1, u);
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
static double shf_bend(const double *x, int n, double y, const double *u)
{
    (void)n;
    (void)y;
    double t = x[0] - x[1], dt = u[0] - u[1], angle = x[3] * t - x[4];
    double dangle = u[3] * t + x[3] * dt - u[4], ddangle = 2 * u[3] * dt;
    return cos(angle) * (x[2] * ddangle + 2 * u[2] * dangle) - x[2] * sin(angle) * dangle * dangle;
}

/* ---- swept sine: x = (x, a, x0, f0, x1, f1, dx) ----
 *
 * a step5(x, 0, 0, dx, 1) sin(2 pi c(x)), where c, the number of cycles, grows at the frequency of
 * the moment: f0 before x0, f1 behind x1, linear between. So the wave fades in at 0, not at x0:
 * until x0 it goes on at f0. */

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
static double cycles_bend(const double *x, const double *r)
{
    double t = x[0] - x[2], width = x[4] - x[2];
    if (t <= 0) return 2 * r[3] * r[0];
    if (x[0] >= x[4]) return 2 * r[5] * r[0] - (r[5] - r[3]) * (r[4] + r[2]);
    /* u t / 2, twice; u as in transition_bend */
    double dt = r[0] - r[2], u = t / width, dwidth = r[4] - r[2];
    double du = (dt - u * dwidth) / width, ddu = -2 * du * dwidth / width;
    return 2 * r[3] * r[0] + (r[5] - r[3]) * (du * t + u * dt) +
           (x[5] - x[3]) * (ddu * t / 2 + du * dt);
}

static double sweep_value(const double *x, int n)
{
    (void)n;
    double unused[7], rise[5] = {x[0], 0, 0, x[6], 1};
    return x[1] * transition(rise, phk_shape_quintic, NULL) * sin(2 * PHK_PI * cycles(x, unused));
}
static void sweep_partial(const double *x, int n, double y, double *d)
{
    (void)y;
    double rise[5] = {x[0], 0, 0, x[6], 1}, slope[5];
    double gain = transition(rise, phk_shape_quintic, slope);
    double angle = 2 * PHK_PI * cycles(x, d), wave = sin(angle);
    double by_cycles = x[1] * gain * 2 * PHK_PI * cos(angle);
    for (int k = 0; k < n; k++) d[k] *= by_cycles;
    d[0] += x[1] * wave * slope[0];
    d[1] = gain * wave;
    d[6] = x[1] * wave * slope[3];
}
/* a g(x) s(c): amplitude, gain and wave, each with its rate. */
static double sweep_bend(const double *x, int n, double y, const double *u)
{
    (void)y;
    double rise[5] = {x[0], 0, 0, x[6], 1}, rates[5] = {u[0], 0, 0, u[6], 0};
    double slope[5], gain = transition(rise, phk_shape_quintic, slope), dgain = 0;
    for (int k = 0; k < 5; k++) dgain += slope[k] * rates[k];
    double ddgain = transition_bend(rise, phk_shape_quintic, rates);
    double by[7], angle = 2 * PHK_PI * cycles(x, by), dangle = 0;
    for (int k = 0; k < n; k++) dangle += 2 * PHK_PI * by[k] * u[k];
    double wave = sin(angle), dwave = cos(angle) * dangle;
    double ddwave = cos(angle) * 2 * PHK_PI * cycles_bend(x, u) - wave * dangle * dangle;
    return x[1] * (ddgain * wave + 2 * dgain * dwave + gain * ddwave) +
           2 * u[1] * (dgain * wave + gain * dwave);
}
static phk_line sweep_corners(const phk_line *x, int n, phk_ahead *ahead)
{
    (void)n;
    phk_ahead_sign(ahead, x[0], PHK_FAINT);
    phk_ahead_sign(ahead, phk_line_sum(x[0], -1, x[6]), PHK_FAINT);
    phk_ahead_sign(ahead, phk_line_sum(x[0], -1, x[2]), PHK_BEND);
    phk_ahead_sign(ahead, phk_line_sum(x[0], -1, x[4]), PHK_BEND);
    return phk_line_unknown();
}
static const char *sweep_check(const double *x, int n)
{
    (void)n;
    if (x[2] >= x[4]) return "x0 must be smaller than x1";
    return x[6] <= 0 ? "dx must be positive" : NULL;
}

#define PLAIN(text, id, n0, n1, looks, pieces, help)                                               \
    {                                                                                              \
        .info = {text, help}, .least = n0, .most = n1, .value = id##_value,                        \
        .partial = id##_partial, .bend = id##_bend, .check = looks, .form = PHK_FORM_PLAIN,        \
        .corners = pieces                                                                          \
    }
#define TABLE(text, n1, reads, kind, help)                                                         \
    {                                                                                              \
        .info = {text, help}, .least = reads == PHK_FORM_SPACE ? 4 : 2, .most = n1, .form = reads, \
        .curve = kind                                                                              \
    }

const phk_function phk_functions_adams[] = {
    PLAIN("step(x, x0, h0, x1, h1)", step, 5, 5, step_check, step_corners,
          "from h0 at x0 to h1 at x1 along a cubic; slope continuous"),
    PLAIN("step5(x, x0, h0, x1, h1)", step5, 5, 5, step_check, step5_corners,
          "from h0 at x0 to h1 at x1 along a quintic; curvature continuous"),
    PLAIN("havsin(x, x0, h0, x1, h1)", havsin, 5, 5, step_check, step_corners,
          "from h0 at x0 to h1 at x1 along a half wave of the sine"),
    PLAIN("haversin(x, x0, h0, x1, h1)", havsin, 5, 5, step_check, step_corners,
          "the same as havsin"),
    PLAIN("poly(x, x0, a0, a1, ...)", poly, 3, PHK_ARGUMENTS, NULL, poly_corners,
          "a0 + a1 (x-x0) + a2 (x-x0)^2 + ..."),
    PLAIN("cheby(x, x0, a0, a1, ...)", cheby, 3, PHK_ARGUMENTS, NULL, NULL,
          "a0 + a1 T1(x-x0) + a2 T2(x-x0) + ..., Chebyshev polynomials"),
    PLAIN("shf(x, x0, a, w, phi, b)", shf, 6, 6, NULL, NULL, "a sin(w (x-x0) - phi) + b"),
    PLAIN("forcos(x, x0, w, a0, a1, ...)", forcos, 4, PHK_ARGUMENTS, NULL, NULL,
          "a0 + a1 cos(w (x-x0)) + a2 cos(2 w (x-x0)) + ..."),
    PLAIN("forsin(x, x0, w, a0, a1, ...)", forsin, 4, PHK_ARGUMENTS, NULL, NULL,
          "a0 + a1 sin(w (x-x0)) + a2 sin(2 w (x-x0)) + ..."),
    PLAIN("sweep(x, a, x0, f0, x1, f1, dx)", sweep, 7, 7, sweep_check, sweep_corners,
          "sine of amplitude a; f0 cycles per x up to x0, f1 from x1 on; fades in from 0 to dx"),
    TABLE("akispl(x, table) or akispl(x, z, table[, order])", 4, PHK_FORM_TABLE_Z, PHK_AKIMA,
          "Akima curve through a table, or its derivative of order 1 or 2; z of a surface, else 0"),
    TABLE(
        "cubspl(x, table) or cubspl(x, z, table[, order])", 4, PHK_FORM_TABLE_Z, PHK_CUBIC,
        "cubic spline through a table, or its derivative of order 1 or 2; z of a surface, else 0"),
    TABLE("akima(x, table[, order])", 3, PHK_FORM_TABLE, PHK_AKIMA, "akispl, shorter"),
    TABLE("cubic(x, table[, order])", 3, PHK_FORM_TABLE, PHK_CUBIC, "cubspl, shorter"),
    TABLE("linear(x, table[, order])", 3, PHK_FORM_TABLE, PHK_LINEAR,
          "straight lines through a table"),
    TABLE("curve(u, order, component, curve)", 4, PHK_FORM_SPACE, PHK_AKIMA,
          "x, y or z (component 1, 2, 3) of a curve at parameter u, or a derivative by u (order "
          "0, 1, 2)"),
    {.info = {NULL, NULL}},
};
