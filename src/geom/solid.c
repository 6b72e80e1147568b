/* SPDX-License-Identifier: BSD-3-Clause
 *
 * solid.c -- what a body without a shape may look like: the uniform solid of its mass and inertia.
 * Moments that differ by 2 % count as equal, as inertias are rarely known better.
 */
#include <math.h>
#include <polhode/geometry.h>
#include "math/so3.h"

static bool near(double a, double b)
{
    return fabs(a - b) <= 0.02 * fmax(fabs(a), fabs(b));
}

static double root(double square)
{
    return sqrt(fmax(square, 0));
}

/* along = m r^2 / 2, across = m (3 r^2 + l^2) / 12; neither a hair nor a leaf */
static ph_shape_sizes cylinder_of(double mass, double along, double across)
{
    double r = root(2 * along / mass), l = root(12 * across / mass - 3 * r * r);
    r = fmax(r, 0.03 * l);
    return (ph_shape_sizes){.radius = r, .length = fmax(l, 0.12 * r)};
}

/* the moment about an edge is m (b^2 + c^2) / 12 */
static ph_shape_sizes box_of(double mass, const double m[3])
{
    double edge[3], least = 0;
    for (int k = 0; k < 3; k++) {
        edge[k] = root(6 * (m[(k + 1) % 3] + m[(k + 2) % 3] - m[k]) / mass);
        least = fmax(least, 0.04 * edge[k]);
    }
    return (ph_shape_sizes){
        .size = {fmax(edge[0], least), fmax(edge[1], least), fmax(edge[2], least)}};
}

/* Turns z to x or y, the others in their order, as the axis of a cylinder wants it. */
static void lay_along(ph_solid *s, int axis, const double m[3])
{
    const ph_quat turn[3] = {{0.5, 0.5, 0.5, 0.5}, {0.5, -0.5, -0.5, -0.5}, {1, 0, 0, 0}};
    s->turn = ph_quat_mul(s->turn, turn[axis]);
    s->moment = ph_v3(m[(axis + 1) % 3], m[(axis + 2) % 3], m[axis]);
}

ph_solid ph_solid_of(double mass, ph_sym3 inertia)
{
    double m[3];
    ph_vec3 e[3];
    phk_sym3_eigen(inertia, m, e);
    const ph_mat3 axes = {
        {{e[0].x, e[1].x, e[2].x}, {e[0].y, e[1].y, e[2].y}, {e[0].z, e[1].z, e[2].z}}};
    ph_solid s = {.kind = -1, .turn = phk_quat_from_mat3(&axes), .moment = {m[0], m[1], m[2]}};
    double largest = fmax(m[0], fmax(m[1], m[2]));
    if (!(mass > 0) || !(largest > 0) || !isfinite(largest / mass)) return s;
    int axis = near(m[0], m[1]) ? 2 : near(m[0], m[2]) ? 1 : near(m[1], m[2]) ? 0 : -1;
    if (near(m[0], m[1]) && near(m[1], m[2])) {
        s.kind = PH_SHAPE_SPHERE;
        s.sizes.radius = sqrt(2.5 * m[0] / mass);
    } else if (axis >= 0) {
        s.kind = PH_SHAPE_CYLINDER;
        s.sizes = cylinder_of(mass, m[axis], m[(axis + 1) % 3]);
        lay_along(&s, axis, m);
    } else {
        s.kind = PH_SHAPE_BOX;
        s.sizes = box_of(mass, m);
    }
    s.centre = ph_shape_mass(s.kind, &s.sizes).centre;
    return s;
}
