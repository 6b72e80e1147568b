/* SPDX-License-Identifier: BSD-3-Clause
 *
 * kick.h -- kick, drift, kick: the frame shared by the splitting methods.
 *
 *   Pi += h/2 T_n, drift of the free body by h, load at t_n+1, Pi += h/2 T_n+1;
 *   translation by velocity Verlet. One load call, kept for the next step.
 *
 * The including file defines `drift_free(batch, i, diagonal, h, &q, &Pi)` before. A load that
 * depends on velocity sees the predictions v_n + h a_n and I^-1 (Pi_drifted + h/2 T_n), which keep
 * order 2; the velocity before the second kick would cost one order.
 */
#ifndef PHK_ROT_KICK_H
#define PHK_ROT_KICK_H

#include "rot/kernel.h"

PHK_INLINE void drift_body(phk_batch b, int i, int diagonal, int loaded)
{
    ph_vec3 x = phk_get3(b, PHK_X, i), v = phk_get3(b, PHK_V, i), w = phk_get3(b, PHK_W, i);
    ph_quat q = phk_get4(b, PHK_Q, i);
    ph_vec3 a = phk_acceleration(b, i, loaded), torque = phk_torque(b, i, loaded);

    ph_vec3 half = ph_axpy(v, 0.5 * b.h, a);
    ph_vec3 p0 = phk_momentum(b, i, diagonal, w), p = ph_axpy(p0, 0.5 * b.h, torque);
    drift_free(b, i, diagonal, b.h, &q, &p);
    phk_put3(b, PHK_X, i, ph_axpy(x, b.h, half));
    phk_put3(b, PHK_V, i, half);
    phk_put4(b, PHK_Q, i, q);
    w = phk_velocity_after(b, i, diagonal, w, p0, p);
    phk_put3(b, PHK_W, i, w);
    if (loaded) {
        ph_vec3 kick = phk_velocity(b, i, diagonal, torque);
        phk_put3(b, PHK_CV, i, ph_axpy(v, b.h, a));
        phk_put3(b, PHK_CW, i, ph_axpy(w, 0.5 * b.h, kick));
    }
}

PHK_INLINE void kick_body(phk_batch b, int i, int diagonal, int loaded)
{
    if (!loaded) return;
    ph_vec3 v = phk_get3(b, PHK_V, i), w = phk_get3(b, PHK_W, i);
    ph_vec3 kick = phk_velocity(b, i, diagonal, phk_torque(b, i, loaded));
    phk_put3(b, PHK_V, i, ph_axpy(v, 0.5 * b.h, phk_acceleration(b, i, loaded)));
    phk_put3(b, PHK_W, i, ph_axpy(w, 0.5 * b.h, kick));
}

#endif
