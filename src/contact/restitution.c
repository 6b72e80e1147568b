/* SPDX-License-Identifier: BSD-3-Clause
 *
 * restitution.c -- the relation of restitution.h solved for x, and the formulas beside it.
 *
 * x = 0 solves it for every r and is not wanted. Far from r = 1 Newton's method on
 *   1 - x r = (1 + x) exp(-x (1 + r))
 * from above keeps away from it. Near r = 1 the wanted root comes close to that one and the terms
 * cancel; the logarithms as series, divided by x^2, have it alone:
 *   0 = sum_{n >= 2} ((-1)^n - r^n) x^(n-2)/n = (1 - r^2)/2 - (1 + r^3) x/3 + (1 - r^4) x^2/4 ...
 */
#include "contact/restitution.h"

#include <math.h>

/* x stays below .17 from r = NEAR on, where TERMS terms are exact to rounding. */
static const double NEAR = 0.9;
enum { TERMS = 20, TURNS = 50 };

static double hunt_crossley(double r)
{
    return 1.5 * (1 - r);
}
static double lankarani_nikravesh(double r)
{
    return 0.75 * (1 - r) * (1 + r);
}
static double flores(double r)
{
    return 1.6 * (1 - r) / r;
}

/* The series at x, and its derivative. */
static double series(double r, double x, double *slope)
{
    double value = 0.5 * (1 - r) * (1 + r), power = 1, rn = r * r;
    *slope = 0;
    for (int n = 3; n < TERMS; n++) {
        rn *= r;
        double term = ((n % 2 ? -1 : 1) - rn) / n;
        *slope += (n - 2) * term * power;
        power *= x;
        value += term * power;
    }
    return value;
}

/* What is left of Newton's equation far from r = 1, and its derivative. */
static double remainder_of(double r, double x, double *slope)
{
    double fade = exp(-x * (1 + r));
    *slope = -r - fade + (1 + x) * (1 + r) * fade;
    return 1 - x * r - (1 + x) * fade;
}

static double exact(double r)
{
    if (r >= 1) return 0;
    double x = fmin(flores(r), 1 / r);
    for (int turn = 0; turn < TURNS; turn++) {
        double slope, value = r > NEAR ? series(r, x, &slope) : remainder_of(r, x, &slope);
        double change = value / slope;
        x -= change;
        /* quadratic: the next change would be below rounding */
        if (fabs(change) <= 1e-9 * x) break;
    }
    return x;
}

const phk_restitution phk_restitutions[PHK_RESTITUTION_COUNT] = {
    [PHK_RESTITUTION_EXACT] = {"exact", exact},
    [PHK_RESTITUTION_HUNT_CROSSLEY] = {"hunt-crossley", hunt_crossley},
    [PHK_RESTITUTION_LANKARANI_NIKRAVESH] = {"lankarani-nikravesh", lankarani_nikravesh},
    [PHK_RESTITUTION_FLORES] = {"flores", flores},
};
