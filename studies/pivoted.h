/* SPDX-License-Identifier: BSD-3-Clause
 *
 * pivoted.h -- models/papers/heavy-top.yaml and models/pendulum.yaml by their equations of motion
 * about the pivot, with steps of the classic Runge-Kutta method: what to measure errors against.
 */
#ifndef STUDIES_PIVOTED_H
#define STUDIES_PIVOTED_H

#include <math.h>

/* Euler parameters, and angular velocity in body axes. */
typedef struct {
    long double q[4], w[3];
} top_state;

static inline void top_slope(const top_state *s, top_state *d)
{
    static const long double J[3] = {15.234375L, .46875L, 15.234375L};
    const long double *q = s->q, *w = s->w;
    /* weight in body axes: row z of R times -m g; its moment at (0, 1, 0) */
    long double wx = 2 * (q[1] * q[3] - q[0] * q[2]) * -147.15L;
    long double wz = (q[0] * q[0] - q[1] * q[1] - q[2] * q[2] + q[3] * q[3]) * -147.15L;
    d->q[0] = (-q[1] * w[0] - q[2] * w[1] - q[3] * w[2]) / 2;
    d->q[1] = (q[0] * w[0] + q[2] * w[2] - q[3] * w[1]) / 2;
    d->q[2] = (q[0] * w[1] + q[3] * w[0] - q[1] * w[2]) / 2;
    d->q[3] = (q[0] * w[2] + q[1] * w[1] - q[2] * w[0]) / 2;
    d->w[0] = (wz + (J[1] - J[2]) * w[1] * w[2]) / J[0];
    d->w[1] = (J[2] - J[0]) * w[2] * w[0] / J[1];
    d->w[2] = (-wx + (J[0] - J[1]) * w[0] * w[1]) / J[2];
}

static inline top_state top_along(const top_state *s, long double h, const top_state *d)
{
    top_state r = *s;
    for (int i = 0; i < 4; i++) r.q[i] += h * d->q[i];
    for (int i = 0; i < 3; i++) r.w[i] += h * d->w[i];
    return r;
}

static inline void top_step(top_state *s, long double h)
{
    top_state k[4], at;
    top_slope(s, &k[0]);
    at = top_along(s, h / 2, &k[0]);
    top_slope(&at, &k[1]);
    at = top_along(s, h / 2, &k[1]);
    top_slope(&at, &k[2]);
    at = top_along(s, h, &k[2]);
    top_slope(&at, &k[3]);
    for (int i = 0; i < 4; i++)
        s->q[i] += h / 6 * (k[0].q[i] + 2 * k[1].q[i] + 2 * k[2].q[i] + k[3].q[i]);
    for (int i = 0; i < 3; i++)
        s->w[i] += h / 6 * (k[0].w[i] + 2 * k[1].w[i] + 2 * k[2].w[i] + k[3].w[i]);
}

/* Centre of mass: the body's y axis. */
static inline void top_place(const top_state *s, long double r[3])
{
    const long double *q = s->q;
    r[0] = 2 * (q[1] * q[2] - q[0] * q[3]);
    r[1] = q[0] * q[0] - q[1] * q[1] + q[2] * q[2] - q[3] * q[3];
    r[2] = 2 * (q[2] * q[3] + q[0] * q[1]);
}

/* theta'' = -9.81 sin(theta)/1.1 */
static inline void pendulum_to(double *theta, double *omega, double span)
{
    int steps = 1 + (int)(span / 1e-4);
    double h = span / steps;
    for (int i = 0; i < steps; i++) {
        double x = *theta, v = *omega, k = -9.81 / 1.1;
        double a1 = k * sin(x), a2 = k * sin(x + h / 2 * v);
        double v2 = v + h / 2 * a1, v3 = v + h / 2 * a2;
        double a3 = k * sin(x + h / 2 * v2), v4 = v + h * a3, a4 = k * sin(x + h * v3);
        *theta += h / 6 * (v + 2 * v2 + 2 * v3 + v4);
        *omega += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
    }
}

#endif
