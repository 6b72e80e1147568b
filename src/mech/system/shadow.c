/* SPDX-License-Identifier: BSD-3-Clause */
#include "mech/system/shadow.h"

#include <math.h>

const phk_shadow_axes phk_shadow[3] = {{2, 1, 2, -1}, {2, 0, 2, 1}, {0, 1, 0, 1}};

static ph_vec3 axis_of(const ph_frame *f, int k)
{
    return ph_v3(f->R_WM.m[0][k], f->R_WM.m[1][k], f->R_WM.m[2][k]);
}

bool phk_shadow_angle(const ph_frame *i, const ph_frame *j, int k, double *angle, double *rate)
{
    ph_vec3 u = axis_of(i, phk_shadow[k].of), du = ph_cross(ph_sub(i->w, j->w), u);
    ph_vec3 sine = ph_scale(phk_shadow[k].sign, axis_of(j, phk_shadow[k].sine));
    ph_vec3 cosine = axis_of(j, phk_shadow[k].cosine);
    double y = ph_dot(u, sine), x = ph_dot(u, cosine), square = x * x + y * y;
    if (!(square > 0)) return false;
    *angle = atan2(y, x);
    *rate = (x * ph_dot(du, sine) - y * ph_dot(du, cosine)) / square;
    return true;
}
