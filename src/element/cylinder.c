/* SPDX-License-Identifier: BSD-3-Clause */
#include "element/cylinder.h"

#include <polhode/math.h>

/* Within this a stop sets in [m]. */
static const double onset = 1e-3;

void phk_cylinder_areas(const phk_cylinder *c, double area[2])
{
    area[0] = PH_PI / 4 * c->bore * c->bore;
    area[1] = area[0] - PH_PI / 4 * c->rod * c->rod;
}

/* The force of a stop that is run into by `deep`, at the rate `fast`. */
static phk_dual stop(const phk_cylinder *c, phk_dual deep, phk_dual fast)
{
    phk_dual more = phk_d_affine(c->stop_damping, fast, 1);
    if (!(deep.v > 0) || !(more.v > 0)) return phk_d_constant(0);
    phk_dual spring = phk_d_over(phk_d_square(deep), phk_d_affine(1, deep, onset));
    return phk_d_times(phk_d_affine(c->stop, spring, 0), more);
}

phk_chambers phk_cylinder_now(const phk_cylinder *c, const phk_dual *x)
{
    phk_chambers k;
    phk_dual s = phk_d_affine(1, x[PHK_LINE_LENGTH], -c->length), fast = x[PHK_LINE_RATE];
    phk_cylinder_areas(c, k.area);
    k.volume[0] = phk_d_affine(k.area[0], s, c->dead_volume);
    k.volume[1] = phk_d_affine(-k.area[1], s, c->dead_volume + k.area[1] * c->stroke);
    k.growth[0] = phk_d_affine(k.area[0], fast, 0);
    k.growth[1] = phk_d_affine(-k.area[1], fast, 0);
    phk_dual in = stop(c, phk_d_affine(-1, s, 0), phk_d_affine(-1, fast, 0));
    phk_dual out = stop(c, phk_d_affine(1, s, -c->stroke), fast);
    k.resists = phk_d_minus(phk_d_minus(in, out), phk_d_affine(c->friction, fast, 0));
    return k;
}

const char *phk_cylinder_check(const phk_cylinder *c, const char **hint)
{
    *hint = "`rod` and `bore` are diameters";
    return c->rod >= c->bore ? "`rod` is not thinner than `bore`" : NULL;
}
