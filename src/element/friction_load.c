/* SPDX-License-Identifier: BSD-3-Clause */
#include "element/friction_load.h"

#include <math.h>

/* Adds c |w - (w.a) a| and its derivatives by w and a; returns the magnitude. */
static double add_across(phk_pressed *out, ph_vec3 *by_w, double c, double e, ph_vec3 w, ph_vec3 a)
{
    double along = ph_dot(w, a);
    ph_vec3 rest = ph_axpy(w, -along, a);
    double size = sqrt(ph_dot(rest, rest) + e * e);
    if (c == 0 || size == 0) return size;
    out->N += c * size;
    *by_w = ph_axpy(*by_w, c / size, rest);
    out->by_axis = ph_axpy(out->by_axis, -c * along / size, rest);
    return size;
}

/* The same of c |w.a|. */
static void add_along(phk_pressed *out, ph_vec3 *by_w, double c, double e, ph_vec3 w, ph_vec3 a)
{
    double along = ph_dot(w, a), size = sqrt(along * along + e * e);
    if (c == 0 || size == 0) return;
    out->N += c * size;
    *by_w = ph_axpy(*by_w, c * along / size, a);
    out->by_axis = ph_axpy(out->by_axis, c * along / size, w);
}

phk_pressed phk_press(const phk_pressing *p, const ph_wrench *reaction, const ph_vec3 *axis)
{
    phk_pressed out = {0};
    ph_vec3 F = reaction->force, T = reaction->torque;
    if (!axis) {
        double size = sqrt(ph_dot(F, F) + p->e_force * p->e_force);
        out.N = p->across * size;
        if (size > 0) out.by_force = ph_scale(p->across / size, F);
        return out;
    }
    add_across(&out, &out.by_force, p->across, p->e_force, F, *axis);
    add_along(&out, &out.by_force, p->along, p->e_force, F, *axis);
    out.bending = add_across(&out, &out.by_torque, p->bend, p->e_torque, T, *axis);
    add_along(&out, &out.by_torque, p->twist, p->e_torque, T, *axis);
    return out;
}
