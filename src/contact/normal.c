/* SPDX-License-Identifier: BSD-3-Clause
 *
 * normal.c -- the laws of normal.h. Powers are taken as q q^(e-1): one call gives the force and its
 * slope, and for e = 1 both without rounding. Comparisons are such that a NaN comes out as one.
 */
#include "contact/normal.h"

#include <math.h>

static const phk_normal NOTHING = {0, 0, 0};

static phk_normal impact_force(const phk_normal_par *par, double q, double rate)
{
    if (q <= 0) return NOTHING;
    double power = pow(q, par->e - 1);
    /* how much of the damping acts, and how fast that grows with the depth */
    double u = q < par->d ? q / par->d : 1;
    double share = u * u * (3 - 2 * u), growth = u < 1 ? 6 * u * (1 - u) / par->d : 0;
    double force = par->k * q * power + par->c * share * rate;
    if (force <= 0) return NOTHING;
    return (phk_normal){force, par->k * par->e * power + par->c * growth * rate, par->c * share};
}

static phk_normal power_force(const phk_normal_par *par, double q, double rate)
{
    double damping = 1 + par->a * rate;
    if (q <= 0 || damping <= 0) return NOTHING;
    double power = par->k * pow(q, par->e - 1);
    return (phk_normal){q * power * damping, par->e * power * damping, q * power * par->a};
}

/* of both laws: k q^(e+1)/(e+1) */
static double power_stored(const phk_normal_par *par, double q)
{
    return q <= 0 ? 0 : par->k * pow(q, par->e + 1) / (par->e + 1);
}

const phk_normal_law phk_normal_laws[PHK_NORMAL_COUNT] = {
    [PHK_NORMAL_IMPACT] = {"impact", impact_force, power_stored},
    [PHK_NORMAL_POWER] = {"power", power_force, power_stored},
};

/* k = (4/3) E sqrt(R), 1/E = sum (1 - nu^2)/E_i, 1/R = sum 1/R_i (Hertz 1882). */
double phk_hertz_stiffness(const phk_hertz body[2])
{
    double give = 0, curvature = 0;
    for (int i = 0; i < 2; i++) {
        give += (1 - body[i].nu * body[i].nu) / body[i].E;
        curvature += 1 / body[i].radius;
    }
    return 4 / (3 * give * sqrt(curvature));
}

phk_normal phk_adhesion_force(const phk_adhesion *par, double q)
{
    double u = -q / par->range;
    if (u >= 1) return NOTHING;
    if (u <= 0) return (phk_normal){-par->pull, 0, 0};
    double share = u * u * (3 - 2 * u), growth = 6 * u * (1 - u) / par->range;
    return (phk_normal){-par->pull * (1 - share), -par->pull * growth, 0};
}

/* The integral of the force from the gap `range` inwards. */
double phk_adhesion_stored(const phk_adhesion *par, double q)
{
    double u = -q / par->range;
    if (u >= 1) return 0;
    if (u <= 0) return -par->pull * (0.5 * par->range + q);
    return -par->pull * par->range * (0.5 - u + u * u * u * (1 - 0.5 * u));
}
