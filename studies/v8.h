/* SPDX-License-Identifier: BSD-3-Clause
 *
 * v8.h -- the crank drive of models/papers/v8.yaml by the equation of its one degree of freedom,
 * J(theta) w' + J'(theta) w^2 / 2 = torque.
 */
#ifndef STUDIES_V8_H
#define STUDIES_V8_H

#include <math.h>
#include <polhode/math.h>

#define V8_RADIUS 0.046
#define V8_ROD    0.150

/* Inertia felt at the crank at an angle, and its derivative by the angle. */
static inline void v8_felt(double theta, double *J, double *dJ)
{
    static const double phase[] = {0, PH_PI / 2, 1.5 * PH_PI, PH_PI};
    const double mr = .6, Jr = .0025, mp = .5, lg = .045, k = V8_RADIUS / V8_ROD;
    *J = .060;
    *dJ = 0;
    for (int c = 0; c < 8; c++) {
        double pin = theta + phase[c / 2], bank = c % 2 ? -PH_PI / 4 : PH_PI / 4, a = pin - bank;
        double s = k * sin(a), cp = sqrt(1 - s * s), p1 = k * cos(a) / cp;
        double p2 = (s * p1 * p1 - k * sin(a)) / cp, g = bank - asin(s);
        double x1 = -V8_RADIUS * cos(pin) + lg * p1 * cos(g),
               z1 = -V8_RADIUS * sin(pin) + lg * p1 * sin(g);
        double x2 = V8_RADIUS * sin(pin) + lg * (p2 * cos(g) + p1 * p1 * sin(g));
        double z2 = -V8_RADIUS * cos(pin) + lg * (p2 * sin(g) - p1 * p1 * cos(g));
        double s1 = -V8_RADIUS * sin(a) - V8_ROD * s * p1;
        double s2 = -V8_RADIUS * cos(a) - V8_ROD * (cp * p1 * p1 + s * p2);
        *J += mr * (x1 * x1 + z1 * z1) + Jr * p1 * p1 + mp * s1 * s1;
        *dJ += 2 * (mr * (x1 * x2 + z1 * z2) + Jr * p1 * p2 + mp * s1 * s2);
    }
}

static inline double v8_slope(double t, double theta, double w)
{
    double J, dJ, torque = t < 3 ? 2 * (1 - cos(PH_PI * t / 3)) : 4;
    v8_felt(theta, &J, &dJ);
    return (torque - dJ * w * w / 2) / J;
}

typedef struct {
    double t, theta, w;
} v8_crank;

static inline void v8_to(v8_crank *c, double end)
{
    int steps = 1 + (int)((end - c->t) / 5e-5);
    double h = (end - c->t) / steps, start = c->t;
    for (int i = 0; i < steps; i++) {
        double t = start + i * h, w = c->w, a1 = v8_slope(t, c->theta, w);
        double w2 = w + h / 2 * a1, a2 = v8_slope(t + h / 2, c->theta + h / 2 * w, w2);
        double w3 = w + h / 2 * a2, a3 = v8_slope(t + h / 2, c->theta + h / 2 * w2, w3);
        double w4 = w + h * a3, a4 = v8_slope(t + h, c->theta + h * w3, w4);
        c->theta += h / 6 * (w + 2 * w2 + 2 * w3 + w4);
        c->w += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
    }
    c->t = end;
}

/* Place of piston 1 along its bore. */
static inline double v8_piston(double theta)
{
    double a = theta - PH_PI / 4, s = V8_RADIUS / V8_ROD * sin(a);
    return V8_RADIUS * cos(a) + V8_ROD * sqrt(1 - s * s);
}

#endif
