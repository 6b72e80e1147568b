/* SPDX-License-Identifier: BSD-3-Clause
 *
 * turns.h -- half of the rotation of a step with the velocity W, and the end velocity, as the
 * methods of implicit.h combine them.
 */
#ifndef PHK_ROT_TURNS_H
#define PHK_ROT_TURNS_H

#include "rot/kernel.h"

/* exp(h/2 W) */
static inline ph_quat phk_half_exp(double h, ph_vec3 w)
{
    return phk_exp(ph_scale(0.5 * h, w));
}

/* Square root of cay(h W), the rotation about W by 2 atan(h |W|/2). */
static inline ph_quat phk_half_cayley(double h, ph_vec3 w)
{
    ph_vec3 u = ph_scale(0.5 * h, w);
    double root = sqrt(1 + ph_dot(u, u)), f = 1 / sqrt(2 * root * (root + 1));
    return ph_quat_make(f * (root + 1), f * u.x, f * u.y, f * u.z);
}

/* End velocities: from the velocity w at the start, mid = W, the half turn and the torque there. */

/* W is the mean of the velocities at both ends. */
static inline ph_vec3 phk_end_of_mean(phk_batch b, int i, int diagonal, ph_vec3 w, ph_vec3 mid,
                                      ph_quat half, ph_vec3 torque)
{
    (void)b, (void)i, (void)diagonal, (void)half, (void)torque;
    return ph_sub(ph_scale(2, mid), w);
}

/* pi_n+1 = pi_n + h t_mid, that is Pi_n+1 = half^-1 (half^-1 Pi_n + h T_mid). */
static inline ph_vec3 phk_end_of_momentum(phk_batch b, int i, int diagonal, ph_vec3 w, ph_vec3 mid,
                                          ph_quat half, ph_vec3 torque)
{
    (void)mid;
    ph_vec3 p0 = phk_momentum(b, i, diagonal, w);
    ph_vec3 p = ph_unrotate(half, ph_axpy(ph_unrotate(half, p0), b.h, torque));
    return phk_velocity_after(b, i, diagonal, w, p0, p);
}

#endif
