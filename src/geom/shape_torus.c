/* SPDX-License-Identifier: BSD-3-Clause
 *
 * shape_torus.c -- rings about z: a torus with the radius of its section, and a circle, which is a
 * line and gets a thin section where triangles are wanted.
 */
#include <math.h>
#include "geom/turned.h"
#include "geom/shape.h"

static void ring(double radius, double section, int around, int steps, ph_mesh *m)
{
    phk_profile p = {.closed = true};
    /* the last point is the first one */
    double last = PH_PI - 2 * PH_PI / steps;
    phk_profile_arc(&p, radius, 0, section, (double[]){-PH_PI, last}, steps - 1);
    phk_profile_turn(&p, around, m);
}

/* A large turn takes more corners than that of a ball, a small one fewer. */
static void torus(const ph_shape_sizes *s, int around, ph_mesh *m)
{
    int steps = 5 * around / 8;
    ring(s->radius, s->radius2, 3 * around / 2, steps < 8 ? 8 : steps, m);
}

static ph_mass_of torus_mass(const ph_shape_sizes *s)
{
    double r = s->radius, a = s->radius2, v = 2 * PH_PI * PH_PI * r * a * a;
    double across = v * (4 * r * r + 5 * a * a) / 8;
    return (ph_mass_of){v, {0, 0, 0}, {across, across, v * (r * r + 0.75 * a * a), 0, 0, 0}};
}

static void circle(const ph_shape_sizes *s, int around, ph_mesh *m)
{
    for (int i = 0; i < around; i++) {
        double angle = 2 * PH_PI * i / around;
        ph_mesh_add_vertex(m, ph_v3(s->radius * cos(angle), s->radius * sin(angle), 0));
        ph_mesh_add_line(m, i, (i + 1) % around);
    }
    ring(s->radius, s->radius / 60, 3 * around / 2, 6, m);
}

const phk_shape_type phk_shape_torus = {
    .has = PH_SHAPE_RADIUS | PH_SHAPE_RADIUS2, .mesh = torus, .mass = torus_mass};
const phk_shape_type phk_shape_circle = {.has = PH_SHAPE_RADIUS, .mesh = circle};
