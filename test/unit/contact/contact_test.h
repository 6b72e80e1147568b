/* SPDX-License-Identifier: BSD-3-Clause
 *
 * contact_test.h -- what tests of contact laws share: random numbers, and one free mass that runs
 * into a law, integrated by Dormand and Prince's pair of order 5 as tightly as doubles allow.
 */
#ifndef CONTACT_TEST_H
#define CONTACT_TEST_H

#include <polhode/math.h>
#include "contact/normal.h"

static unsigned long long contact_seed = 88172645463325252ull;

/* in 0 .. 1 */
static inline double uniform(void)
{
    contact_seed ^= contact_seed << 13, contact_seed ^= contact_seed >> 7;
    contact_seed ^= contact_seed << 17;
    return (double)(contact_seed >> 11) / 9007199254740992.0;
}
/* in low .. high, evenly in the logarithm */
static inline double spread(double low, double high)
{
    return low * pow(high / low, uniform());
}
static inline ph_vec3 random_vector(double size)
{
    return ph_v3(size * (2 * uniform() - 1), size * (2 * uniform() - 1),
                 size * (2 * uniform() - 1));
}
static inline ph_vec3 random_direction(void)
{
    ph_vec3 v = random_vector(1);
    double size = ph_norm(v);
    return size > 0.1 && size < 1 ? ph_scale(1 / size, v) : random_direction();
}

/* A mass m with the speed v0 towards a law, and what became of it. */
typedef struct {
    const phk_normal_law *law;
    phk_normal_par par;
    double m, v0, g;        /* [kg], [m/s], [m/s^2] that presses it on */
    double depth, peak;     /* largest q [m] and N [N] of all steps */
    double duration, speed; /* until q = 0 again [s]; the speed it leaves with [m/s] */
} collision;

/* y = (q, q') */
static inline void collision_rate(const collision *c, const double y[2], double rate[2])
{
    rate[0] = y[1];
    rate[1] = c->g - c->law->force(&c->par, y[0], y[1]).force / c->m;
}

/* One step h from y to `next`; returns the error estimate in shares of the scales. */
static inline double collision_step(const collision *c, const double y[2], double h,
                                    const double scale[2], double next[2])
{
    static const double A[7][6] = {
        {0},
        {1. / 5},
        {3. / 40, 9. / 40},
        {44. / 45, -56. / 15, 32. / 9},
        {19372. / 6561, -25360. / 2187, 64448. / 6561, -212. / 729},
        {9017. / 3168, -355. / 33, 46732. / 5247, 49. / 176, -5103. / 18656},
        {35. / 384, 0, 500. / 1113, 125. / 192, -2187. / 6784, 11. / 84}};
    static const double E[7] = {71. / 57600,      0,          -71. / 16695, 71. / 1920,
                                -17253. / 339200, 22. / 525., -1. / 40};
    double k[7][2], error = 0;
    for (int s = 0; s < 7; s++) {
        for (int i = 0; i < 2; i++) {
            next[i] = y[i];
            for (int j = 0; j < s; j++) next[i] += h * A[s][j] * k[j][i];
        }
        collision_rate(c, next, k[s]);
    }
    for (int i = 0; i < 2; i++) {
        double e = 0;
        for (int s = 0; s < 7; s++) e += h * E[s] * k[s][i];
        error = fmax(error, fabs(e) / scale[i]);
    }
    return error;
}

/* From touch until the mass is back where it touched. */
static inline void collide(collision *c)
{
    /* depth and time of the law without damping: scales, whatever the law */
    double e1 = c->par.e + 1, deep = pow(e1 * c->m * c->v0 * c->v0 / (2 * c->par.k), 1 / e1);
    double scale[2] = {deep, c->v0}, y[2] = {0, c->v0}, next[2], t = 0, h = 1e-6 * deep / c->v0;
    c->depth = c->peak = 0;
    for (int n = 0; n < 1000000; n++) {
        double error = collision_step(c, y, h, scale, next) / 1e-15;
        if (error <= 1 || h < 1e-9 * deep / c->v0) {
            if (next[0] <= 0) break;
            t += h, y[0] = next[0], y[1] = next[1];
            c->depth = fmax(c->depth, y[0]);
            c->peak = fmax(c->peak, c->law->force(&c->par, y[0], y[1]).force);
        }
        h *= fmin(2, fmax(0.2, 0.9 * pow(error + 1e-30, -0.2)));
    }
    /* the last step must end at q = 0: Newton's method on its length */
    for (int n = 0; n < 20; n++) {
        h = -y[0] / y[1];
        collision_step(c, y, h, scale, next);
        t += h, y[0] = next[0], y[1] = next[1];
    }
    c->duration = t, c->speed = -y[1];
}

#endif
