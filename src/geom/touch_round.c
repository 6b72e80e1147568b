/* SPDX-License-Identifier: BSD-3-Clause
 *
 * touch_round.c -- one formula for ten pairs: a sphere against an inflated box, sides of which may
 * be infinite.
 *
 *   y = R_b'(x - p_b),  z = clamp(y, low, high),  d = y - z,  L = |d|,  n = R_b d/L,
 *   g = L - r - r2,  c = x - (r + g/2) n,  dn = R_b (1 - dd'/L^2) P R_b' rel/L
 *
 * P keeps the directions in which y was clamped: in the others z goes along with y. In a hollow
 * one n turns round, g = r2 - r - L.
 */
#include "geom/touch.h"

static const double endless = INFINITY;

phk_touch_core phk_core_plane(void)
{
    return (phk_touch_core){{-endless, -endless, -endless}, {endless, endless, 0}, 0, false};
}

phk_touch_core phk_core_sphere(double radius)
{
    return (phk_touch_core){.radius = radius};
}

phk_touch_core phk_core_box(ph_vec3 half, double radius)
{
    return (phk_touch_core){ph_scale(-1, half), half, radius, false};
}

phk_touch_core phk_core_capsule(double half_length, double radius)
{
    return phk_core_box(ph_v3(0, 0, half_length), radius);
}

phk_touch_core phk_core_cylinder(double radius)
{
    return phk_core_capsule(endless, radius);
}

phk_touch_core phk_core_hole(double radius)
{
    phk_touch_core core = phk_core_cylinder(radius);
    core.hollow = true;
    return core;
}

phk_touch_core phk_core_link(double half_length, double low, double high)
{
    return (phk_touch_core){{-half_length, -endless, low}, {half_length, endless, high}, 0, false};
}

phk_touch_core phk_core_edge(double radius)
{
    return (phk_touch_core){{-endless, -endless, -endless}, {0, endless, 0}, radius, false};
}

/* A point of the box next to y, or none when y is inside: y from it, in which directions, and the
 * feature, a digit of three for each axis. */
static double leave(const double y[3], const double low[3], const double high[3], double n[3],
                    bool clamped[3], int *feature)
{
    double square = 0;
    *feature = 0;
    for (int i = 0; i < 3; i++) {
        const double d = y[i] > high[i] ? y[i] - high[i] : y[i] < low[i] ? y[i] - low[i] : 0;
        clamped[i] = d != 0;
        *feature = 3 * *feature + (d > 0 ? 2 : d < 0);
        n[i] = d;
        square += d * d;
    }
    const double distance = sqrt(square);
    if (distance > 0)
        for (int i = 0; i < 3; i++) n[i] /= distance;
    return distance;
}

/* Out of the box by its nearest face: how endless below zero, and the normal. */
static double leave_inside(const double y[3], const double low[3], const double high[3],
                           double n[3], int *feature)
{
    double best = INFINITY;
    int face = 0;
    for (int i = 0; i < 3; i++) {
        if (high[i] - y[i] < best) best = high[i] - y[i], face = 2 * i;
        if (y[i] - low[i] < best) best = y[i] - low[i], face = 2 * i + 1;
    }
    for (int i = 0; i < 3; i++) n[i] = 0;
    n[face / 2] = face % 2 ? -1 : 1;
    *feature = 27 + face;
    return -best;
}

void phk_touch_round(const phk_touch_frame *a, ph_vec3 centre, double radius,
                     const phk_touch_frame *b, const phk_touch_core *core, phk_touch_point *t)
{
    const ph_vec3 arm = ph_rotate(a->q, centre), x = ph_add(a->p, arm);
    const ph_vec3 y_B = ph_unrotate(b->q, ph_sub(x, b->p));
    const double y[3] = {y_B.x, y_B.y, y_B.z};
    const double low[3] = {core->low.x, core->low.y, core->low.z};
    const double high[3] = {core->high.x, core->high.y, core->high.z};
    const double side = core->hollow ? -1 : 1;
    double n[3];
    bool clamped[3] = {false, false, false};
    *t = (phk_touch_point){.weight = 1};
    double distance = leave(y, low, high, n, clamped, &t->feature);
    const bool outside = distance > 0;
    if (!outside) distance = leave_inside(y, low, high, n, &t->feature);

    const ph_vec3 n_B = ph_v3(n[0], n[1], n[2]);
    t->gap = side * (distance - core->radius) - radius;
    t->normal = ph_scale(side, ph_rotate(b->q, n_B));
    t->point = ph_axpy(x, -(radius + 0.5 * t->gap), t->normal);
    t->arm_a = ph_sub(t->point, a->p);
    t->arm_b = ph_sub(t->point, b->p);

    for (int k = 0; k < 6; k++) {
        const ph_vec3 by_x = phk_touch_moves(k, arm);
        ph_vec3 dn = {0, 0, 0};
        if (outside) {
            const ph_vec3 m = ph_unrotate(b->q, by_x);
            const ph_vec3 kept = ph_v3(clamped[0] * m.x, clamped[1] * m.y, clamped[2] * m.z);
            const ph_vec3 across = ph_axpy(kept, -ph_dot(n_B, kept), n_B);
            dn = ph_scale(side / distance, ph_rotate(b->q, across));
        }
        const double dg = ph_dot(t->normal, by_x);
        t->by_normal[k] = dn;
        t->by_point[k] = ph_axpy(ph_axpy(by_x, -0.5 * dg, t->normal), -(radius + 0.5 * t->gap), dn);
    }
}
