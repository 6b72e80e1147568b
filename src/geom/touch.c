/* SPDX-License-Identifier: BSD-3-Clause
 *
 * touch.c -- what all pairs of shapes share: derivatives along a displacement, a change of sides,
 * and weights.
 */
#include "geom/touch.h"

phk_touch_change phk_touch_along(const phk_touch_point *t, const phk_touch_move *move)
{
    /* the motion of A seen from B, at the origin of A */
    const ph_vec3 across = ph_sub(t->arm_b, t->arm_a);
    const ph_vec3 v = ph_sub(ph_sub(move->p_a, move->p_b), ph_cross(move->phi_b, across));
    const ph_vec3 w = ph_sub(move->phi_a, move->phi_b);
    const double six[6] = {v.x, v.y, v.z, w.x, w.y, w.z};

    /* what moves with B moves all of it */
    phk_touch_change by = {.normal = ph_cross(move->phi_b, t->normal),
                           .point = ph_add(move->p_b, ph_cross(move->phi_b, t->arm_b))};
    by.gap = ph_dot(t->normal, ph_add(v, ph_cross(w, t->arm_a)));
    for (int k = 0; k < 6; k++) {
        by.normal = ph_axpy(by.normal, six[k], t->by_normal[k]);
        by.point = ph_axpy(by.point, six[k], t->by_point[k]);
        by.weight += six[k] * t->by_weight[k];
    }
    return by;
}

void phk_touch_between(const phk_touch_frame *a, const phk_touch_frame *b, ph_vec3 xa, ph_vec3 d,
                       const double radius[2], phk_touch_point *t)
{
    const double distance = ph_norm(d);
    *t = (phk_touch_point){.gap = distance - radius[0] - radius[1], .weight = 1};
    t->normal = ph_scale(1 / distance, d);
    t->point = ph_axpy(xa, -(radius[0] + 0.5 * t->gap), t->normal);
    t->arm_a = ph_sub(t->point, a->p);
    t->arm_b = ph_sub(t->point, b->p);
}

void phk_touch_column(phk_touch_point *t, int k, const double radius[2], ph_vec3 by_a, ph_vec3 by_d,
                      double distance)
{
    const double dg = ph_dot(t->normal, by_d);
    const ph_vec3 dn = ph_scale(1 / distance, ph_axpy(by_d, -dg, t->normal));
    t->by_normal[k] = dn;
    t->by_point[k] = ph_axpy(ph_axpy(by_a, -0.5 * dg, t->normal), -(radius[0] + 0.5 * t->gap), dn);
}

void phk_touch_swap(phk_touch_point *t)
{
    /* A of the new one is B of this one, whose motions are asked for while the other one rests */
    phk_touch_point swapped = *t;
    for (int k = 0; k < 6; k++) {
        phk_touch_move move = {0};
        *(k < 3 ? &move.p_b : &move.phi_b) = phk_touch_unit(k);
        const phk_touch_change by = phk_touch_along(t, &move);
        swapped.by_normal[k] = ph_scale(-1, by.normal);
        swapped.by_point[k] = by.point;
        swapped.by_weight[k] = by.weight;
    }
    swapped.normal = ph_scale(-1, t->normal);
    swapped.arm_a = t->arm_b;
    swapped.arm_b = t->arm_a;
    *t = swapped;
}

double phk_touch_ramp(double x, double low, double high, double *slope)
{
    const double s = (x - low) / (high - low);
    *slope = 0;
    if (s <= 0) return 0;
    if (s >= 1) return 1;
    *slope = 6 * s * (1 - s) / (high - low);
    return s * s * (3 - 2 * s);
}

void phk_touch_weigh(phk_touch_point *t, double factor, const double by[6])
{
    for (int k = 0; k < 6; k++) t->by_weight[k] = factor * t->by_weight[k] + t->weight * by[k];
    t->weight *= factor;
}

double phk_touch_station(ph_vec3 u_a, ph_vec3 u_b, ph_vec3 w, double by[6])
{
    const double cosine = ph_dot(u_a, u_b), same = cosine < 0 ? -1 : 1;
    const ph_vec3 m = ph_axpy(u_b, same, u_a);
    const double scale = 1 + same * cosine, x = ph_dot(m, w) / scale;
    for (int k = 0; k < 6; k++) {
        const ph_vec3 du = phk_touch_turns(k, u_a);
        by[k] = (k < 3 ? ph_dot(m, phk_touch_unit(k)) : same * ph_dot(du, w)) / scale -
                x * same * ph_dot(du, u_b) / scale;
    }
    return x;
}

bool phk_touch_ramp_up(phk_touch_point *t, const phk_touch_slope *x, double low, double high)
{
    double slope, by[6];
    const double factor = phk_touch_ramp(x->value, low, high, &slope);
    for (int k = 0; k < 6; k++) by[k] = slope * x->by[k];
    phk_touch_weigh(t, factor, by);
    return factor > 0;
}
