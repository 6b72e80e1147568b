/* SPDX-License-Identifier: BSD-3-Clause
 *
 * ode.c -- Dormand and Prince's pair of orders 5 and 4, the better one carried on. Where a rate
 * jumps, steps shrink until the jump is lost in the tolerance: slow, but it needs no events.
 */
#include "ode.h"

#include <math.h>
#include <string.h>

enum { STAGES = 7, MOST_STEPS = 3000000 };

static const double at[STAGES] = {0, 1. / 5, 3. / 10, 4. / 5, 8. / 9, 1, 1};
static const double a[STAGES][STAGES] = {
    {0},
    {1. / 5},
    {3. / 40, 9. / 40},
    {44. / 45, -56. / 15, 32. / 9},
    {19372. / 6561, -25360. / 2187, 64448. / 6561, -212. / 729},
    {9017. / 3168, -355. / 33, 46732. / 5247, 49. / 176, -5103. / 18656},
    {35. / 384, 0, 500. / 1113, 125. / 192, -2187. / 6784, 11. / 84}};
/* weights of order 5 less those of order 4 */
static const double spread[STAGES] = {71. / 57600,      0,          -71. / 16695, 71. / 1920,
                                      -17253. / 339200, 22. / 525., -1. / 40};

/* One step; the error over the tolerance is returned, the end is in `to`. */
static double attempt(const ode *o, double t, double h, const double *y, double *to)
{
    double k[STAGES][ODE_MOST], worst = 0;
    for (int s = 0; s < STAGES; s++) {
        for (int i = 0; i < o->n; i++) {
            double sum = 0;
            for (int r = 0; r < s; r++) sum += a[s][r] * k[r][i];
            to[i] = y[i] + h * sum;
        }
        o->rates(o->self, t + at[s] * h, to, k[s]);
    }
    for (int i = 0; i < o->n; i++) {
        double e = 0;
        for (int s = 0; s < STAGES; s++) e += spread[s] * k[s][i];
        worst = fmax(worst, fabs(h * e) / (o->tolerance * o->size[i]));
        if (!isfinite(to[i])) return INFINITY;
    }
    return worst;
}

bool ode_to(const ode *o, double *t, double end, double *h, double *y)
{
    double to[ODE_MOST], span = end - *t;
    if (!(span > 0)) return true;
    if (!(*h > 0)) *h = 1e-6 * span;
    for (long i = 0; i < MOST_STEPS; i++) {
        double rest = end - *t, step = fmin(fmin(*h, o->longest), rest);
        double error = attempt(o, *t, step, y, to);
        /* a step below rounding of the time gains nothing */
        bool least = step <= 1e-15 * fmax(fabs(end), span);
        if (least && !isfinite(error)) return false;
        if (error <= 1 || least) {
            memcpy(y, to, (size_t)o->n * sizeof *y);
            *t = step == rest ? end : *t + step;
        }
        double factor = error > 0 ? 0.9 * pow(error, -0.2) : 5;
        double next = step * fmin(5, fmax(0.2, factor));
        /* the last step before a row says nothing about the next one */
        if (error > 1 || step >= *h || next > *h) *h = next;
        if (*t >= end) return true;
    }
    return false;
}
