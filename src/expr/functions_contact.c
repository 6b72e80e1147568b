/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Contact forces as MSC.ADAMS documents them: a one-sided spring with damping that sets in with
 * the penetration q,
 *     max(0, k q^e - cmax s(q/d) q'),  s the cubic step; 0 for q <= 0.
 */
#include "expr/function.h"

#include <math.h>
#include "expr/shape.h"

enum { Q, RATE, K, E, CMAX, D, CONTACT };

static double contact(const double *c, double *p)
{
    for (int i = 0; p && i < CONTACT; i++) p[i] = 0;
    double q = c[Q];
    if (q <= 0) return 0;
    double power = pow(q, c[E]), u = c[D] > 0 ? q / c[D] : 1;
    phk_shape s = u < 1 ? phk_shape_cubic(u) : (phk_shape){1, 0, 0};
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
/* The bend of the force at the rates r. */
static double contact_bend(const double *c, const double *r)
{
    if (contact(c, NULL) <= 0) return 0;
    double q = c[Q], u = c[D] > 0 ? q / c[D] : 1;
    double spring = pow(q, c[E]);
    double dspring = c[E] * pow(q, c[E] - 1) * r[Q] + spring * log(q) * r[E];
    double bend = c[K] * phk_power_bend(q, c[E], r[Q], r[E]) + 2 * r[K] * dspring;
    double damping = c[CMAX] * c[RATE], ddamping = r[CMAX] * c[RATE] + c[CMAX] * r[RATE];
    if (u >= 1) return bend - 2 * r[CMAX] * r[RATE];
    /* q = u d, both moving straight on */
    phk_shape s = phk_shape_cubic(u);
    double du = (r[Q] - u * r[D]) / c[D], ddu = -2 * du * r[D] / c[D];
    return bend - 2 * r[CMAX] * r[RATE] * s.s - 2 * ddamping * s.ds * du -
           damping * (s.dds * du * du + s.ds * ddu);
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
static double impact_bend(const double *x, int n, double y, const double *u)
{
    (void)n;
    (void)y;
    double c[CONTACT] = {x[2] - x[0], x[1], x[3], x[4], x[5], x[6]};
    double r[CONTACT] = {u[2] - u[0], u[1], u[3], u[4], u[5], u[6]};
    return contact_bend(c, r);
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
static double bistop_bend(const double *x, int n, double y, const double *u)
{
    (void)n;
    (void)y;
    int low = x[0] < x[2];
    double c[CONTACT] = {
        low ? x[2] - x[0] : x[0] - x[3], low ? x[1] : -x[1], x[4], x[5], x[6], x[7]};
    double r[CONTACT] = {
        low ? u[2] - u[0] : u[0] - u[3], low ? u[1] : -u[1], u[4], u[5], u[6], u[7]};
    return low ? contact_bend(c, r) : -contact_bend(c, r);
}

/* The force sets in at q = 0, its damping is complete at q = d. */
static void contact_corners(phk_line q, phk_line e, phk_line d, phk_ahead *ahead)
{
    phk_ahead_sign(ahead, q, phk_line_value(e) > 1 ? PHK_BEND : PHK_KINK);
    phk_ahead_sign(ahead, phk_line_sum(q, -1, d), PHK_BEND);
}
static phk_line impact_corners(const phk_line *x, int n, phk_ahead *ahead)
{
    (void)n;
    contact_corners(phk_line_sum(x[2], -1, x[0]), x[4], x[6], ahead);
    return phk_line_unknown();
}
static phk_line bistop_corners(const phk_line *x, int n, phk_ahead *ahead)
{
    (void)n;
    contact_corners(phk_line_sum(x[2], -1, x[0]), x[5], x[7], ahead);
    contact_corners(phk_line_sum(x[0], -1, x[3]), x[5], x[7], ahead);
    return phk_line_unknown();
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

#define PIECES(text, id, n, help)                                                                  \
    {                                                                                              \
        .info = {text, help}, .least = n, .most = n, .value = id##_value, .partial = id##_partial, \
        .bend = id##_bend, .check = id##_check, .form = PHK_FORM_PLAIN, .corners = id##_corners    \
    }

const phk_function phk_functions_contact[] = {
    PIECES("impact(x, v, x1, k, e, cmax, d)", impact, 7,
           "stop below x1: max(0, k (x1-x)^e - step(x, x1-d, cmax, x1, 0) v), v = dx/dt"),
    PIECES("bistop(x, v, x1, x2, k, e, cmax, d)", bistop, 8,
           "stops below x1 and above x2, each like impact"),
    {.info = {NULL, NULL}},
};
