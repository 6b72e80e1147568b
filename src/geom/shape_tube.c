/* SPDX-License-Identifier: BSD-3-Clause
 *
 * shape_tube.c -- a hollow cylinder along z from the origin: radius outside, radius2 inside.
 */
#include <math.h>
#include "geom/turned.h"
#include "geom/shape.h"

static const char *wrong(const ph_shape_sizes *s)
{
    return s->radius2 >= s->radius && s->radius > 0 ? "`radius2`, inside, must be below `radius`"
                                                    : NULL;
}

static void mesh(const ph_shape_sizes *s, int around, ph_mesh *m)
{
    double low = fmin(0, s->length), high = fmax(0, s->length);
    phk_profile p = {.closed = s->radius2 > 0};
    phk_profile_point(&p, s->radius2, low, true);
    phk_profile_point(&p, s->radius, low, true);
    phk_profile_point(&p, s->radius, high, true);
    phk_profile_point(&p, s->radius2, high, true);
    phk_profile_turn(&p, around, m);
}

static ph_mass_of mass(const ph_shape_sizes *s)
{
    ph_mass_of all = phk_frustum_mass(s->radius, s->radius, s->length);
    const ph_mass_of hole = phk_frustum_mass(s->radius2, s->radius2, s->length);
    all.volume -= hole.volume;
    all.inertia.xx -= hole.inertia.xx;
    all.inertia.yy -= hole.inertia.yy;
    all.inertia.zz -= hole.inertia.zz;
    return all;
}

const phk_shape_type phk_shape_tube = {.has = PH_SHAPE_RADIUS | PH_SHAPE_RADIUS2 | PH_SHAPE_LENGTH |
                                              PH_SHAPE_ROUNDING,
                                       .optional = PH_SHAPE_ROUNDING,
                                       .wrong = wrong,
                                       .mesh = mesh,
                                       .mass = mass,
                                       .unit = phk_unit_turned};
