/* SPDX-License-Identifier: BSD-3-Clause
 *
 * shape_capsule.c -- a cylinder along z from the origin with a half ball at either end, beyond its
 * length.
 */
#include <math.h>
#include "geom/turned.h"
#include "geom/shape.h"

static void mesh(const ph_shape_sizes *s, int around, ph_mesh *m)
{
    double low = fmin(0, s->length), high = fmax(0, s->length);
    int steps = (around + 3) / 4;
    phk_profile p = {.points = 0};
    phk_profile_arc(&p, 0, low, s->radius, (double[]){-PH_PI / 2, 0}, steps);
    phk_profile_arc(&p, 0, high, s->radius, (double[]){0, PH_PI / 2}, steps);
    phk_profile_turn(&p, around, m);
}

/* A half ball has its centre 3/8 r from its flat face; both together have 2/5 m r^2 about the
 * middle of theirs, and the way apart. */
static ph_mass_of mass(const ph_shape_sizes *s)
{
    double r = s->radius, l = fabs(s->length);
    double bar = PH_PI * r * r * l, ball = 4 * PH_PI / 3 * r * r * r;
    double along = bar * r * r / 2 + ball * 2 * r * r / 5;
    double across =
        bar * (r * r / 4 + l * l / 12) + ball * (2 * r * r / 5 + l * l / 4 + 3 * l * r / 8);
    return (ph_mass_of){bar + ball, {0, 0, s->length / 2}, {across, across, along, 0, 0, 0}};
}

const phk_shape_type phk_shape_capsule = {
    .has = PH_SHAPE_RADIUS | PH_SHAPE_LENGTH, .mesh = mesh, .mass = mass};
