/* SPDX-License-Identifier: BSD-3-Clause
 *
 * chart.h -- rotations by rotation vectors: R = exp(chi~), whose angular velocity in the axes it
 * turns into (those on the left) is T(chi) chi', and all derivatives of T.
 *
 *   T = 1 + a chi~ + b chi~^2,  a = (1 - cos f)/f^2,  b = (f - sin f)/f^3,  f = |chi|
 */
#ifndef PHK_CHART_H
#define PHK_CHART_H

#include "math/so3.h"

ph_mat3 phk_chart(ph_vec3 chi);
/* d(T c)/dchi with c held, and d(T't)/dchi with t held. */
ph_mat3 phk_chart_turn(ph_vec3 chi, ph_vec3 c);
ph_mat3 phk_chart_back_turn(ph_vec3 chi, ph_vec3 t);
/* T'c, the rate of T with chi' = c times c; and its derivatives by chi and by c. */
ph_vec3 phk_chart_rate(ph_vec3 chi, ph_vec3 c);
ph_mat3 phk_chart_rate_by_chi(ph_vec3 chi, ph_vec3 c);
ph_mat3 phk_chart_rate_by_c(ph_vec3 chi, ph_vec3 c);

/* A.v */
static inline ph_vec3 phk_chart_back(ph_mat3 a, ph_vec3 v)
{
    return ph_v3(a.m[0][0] * v.x + a.m[1][0] * v.y + a.m[2][0] * v.z,
                 a.m[0][1] * v.x + a.m[1][1] * v.y + a.m[2][1] * v.z,
                 a.m[0][2] * v.x + a.m[1][2] * v.y + a.m[2][2] * v.z);
}

#endif
