/* SPDX-License-Identifier: BSD-3-Clause
 *
 * own.c -- functions of the user's in expressions. Derivatives they do not bring are taken by
 * central differences; what fails is NaN, which the caller finds and names.
 */
#include <math.h>
#include <stdbool.h>
#include <string.h>
#include "expr/function.h"

static const ph_function *own_of(const phk_function *f)
{
    return &((const phk_own_function *)f)->own;
}

double phk_own_value(const phk_function *f, const double *x, int n)
{
    const ph_function *own = own_of(f);
    double y = NAN;
    return own->value(own->user, x, n, &y) == PH_OK ? y : NAN;
}

/* The step that balances the error of a central difference and its rounding. */
static double step_at(double x, double share)
{
    return share * fmax(1, fabs(x));
}

void phk_own_partial(const phk_function *f, const double *x, int n, double *partial)
{
    const ph_function *own = own_of(f);
    double moved[PHK_ARGUMENTS];
    if (own->partial) {
        bool ok = own->partial(own->user, x, n, partial) == PH_OK;
        for (int k = 0; !ok && k < n; k++) partial[k] = NAN;
        return;
    }
    memcpy(moved, x, (size_t)n * sizeof *x);
    for (int k = 0; k < n; k++) {
        double h = step_at(x[k], 6e-6); /* cube root of the rounding */
        moved[k] = x[k] + h;
        double above = phk_own_value(f, moved, n), high = moved[k];
        moved[k] = x[k] - h;
        partial[k] = (above - phk_own_value(f, moved, n)) / (high - moved[k]);
        moved[k] = x[k];
    }
}

/* Second derivative along u. With partial derivatives at hand it is a first difference of them. */
double phk_own_bend(const phk_function *f, const double *x, int n, const double *u)
{
    const ph_function *own = own_of(f);
    double fast = 0, at[2][PHK_ARGUMENTS], slope[2] = {0, 0};
    for (int k = 0; k < n; k++) fast = fmax(fast, fabs(u[k]) / fmax(1, fabs(x[k])));
    double h = (own->partial ? 6e-6 : 1e-4) / fast;
    for (int s = 0; s < 2; s++)
        for (int k = 0; k < n; k++) at[s][k] = x[k] + (s ? h : -h) * u[k];
    if (!own->partial) {
        double below = phk_own_value(f, at[0], n), above = phk_own_value(f, at[1], n);
        return (above - 2 * phk_own_value(f, x, n) + below) / (h * h);
    }
    for (int s = 0; s < 2; s++) {
        double partial[PHK_ARGUMENTS];
        phk_own_partial(f, at[s], n, partial);
        for (int k = 0; k < n; k++) slope[s] += partial[k] * u[k];
    }
    return (slope[1] - slope[0]) / (2 * h);
}
