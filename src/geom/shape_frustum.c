/* SPDX-License-Identifier: BSD-3-Clause
 *
 * shape_frustum.c -- frustums along z from the origin, and cylinders and cones, which are frustums
 * whose second radius is the first, or zero.
 */
#include <math.h>
#include "geom/turned.h"
#include "geom/shape.h"

static void turn(double radius, double radius2, double length, int around, ph_mesh *m)
{
    double low = fmin(0, length), high = fmax(0, length);
    phk_profile p = {.points = 0};
    phk_profile_point(&p, 0, low, false);
    phk_profile_point(&p, length < 0 ? radius2 : radius, low, true);
    phk_profile_point(&p, length < 0 ? radius : radius2, high, true);
    phk_profile_point(&p, 0, high, false);
    phk_profile_turn(&p, around, m);
}

static void cylinder(const ph_shape_sizes *s, int around, ph_mesh *m)
{
    turn(s->radius, s->radius, s->length, around, m);
}

static void cone(const ph_shape_sizes *s, int around, ph_mesh *m)
{
    turn(s->radius, 0, s->length, around, m);
}

static void frustum(const ph_shape_sizes *s, int around, ph_mesh *m)
{
    turn(s->radius, s->radius2, s->length, around, m);
}

static ph_mass_of cylinder_mass(const ph_shape_sizes *s)
{
    return phk_frustum_mass(s->radius, s->radius, s->length);
}

static ph_mass_of cone_mass(const ph_shape_sizes *s)
{
    return phk_frustum_mass(s->radius, 0, s->length);
}

static ph_mass_of frustum_mass(const ph_shape_sizes *s)
{
    return phk_frustum_mass(s->radius, s->radius2, s->length);
}

const phk_shape_type phk_shape_cylinder = {.has = PH_SHAPE_RADIUS | PH_SHAPE_LENGTH |
                                                  PH_SHAPE_ROUNDING,
                                           .optional = PH_SHAPE_ROUNDING,
                                           .mesh = cylinder,
                                           .mass = cylinder_mass,
                                           .unit = phk_unit_turned};
const phk_shape_type phk_shape_cone = {.has = PH_SHAPE_RADIUS | PH_SHAPE_LENGTH | PH_SHAPE_ROUNDING,
                                       .optional = PH_SHAPE_ROUNDING,
                                       .mesh = cone,
                                       .mass = cone_mass,
                                       .unit = phk_unit_turned};
/* without its first radius it is a cone that stands on its tip */
const phk_shape_type phk_shape_frustum = {.has = PH_SHAPE_RADIUS | PH_SHAPE_RADIUS2 |
                                                 PH_SHAPE_LENGTH | PH_SHAPE_ROUNDING,
                                          .optional = PH_SHAPE_RADIUS | PH_SHAPE_ROUNDING,
                                          .mesh = frustum,
                                          .mass = frustum_mass,
                                          .unit = phk_unit_turned};
