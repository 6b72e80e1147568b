/* SPDX-License-Identifier: BSD-3-Clause
 *
 * pcdm_lead.c -- original PCDM with the torque of the coming whole step (it leads half a step).
 *
 * pcdm.h, then T_m is the spatial torque at (t_n+1, q_n+1, Om_n + h a) in the axes of q' (not in
 * those of q_n+1, which changes the fourth digit). Order 1 with loads; energy grows.
 *
 * F. Zhao, B.G.M. van Wachem, Acta Mech. 224 (2013) 3091-3109.
 */
#include "rot/pcdm.h"

PHK_INLINE void turn_body(phk_batch b, int i, int diagonal, int loaded)
{
    ph_vec3 x = phk_get3(b, PHK_X, i), v = phk_get3(b, PHK_V, i), w = phk_get3(b, PHK_W, i);
    ph_vec3 a = phk_acceleration(b, i, loaded);
    phk_pcdm p = phk_pcdm_predict(b, i, diagonal, phk_torque(b, i, loaded));
    phk_put3(b, PHK_X, i, ph_axpy(x, b.h, ph_axpy(v, 0.5 * b.h, a)));
    phk_put3(b, PHK_CV, i, ph_axpy(v, b.h, a));
    phk_put4(b, PHK_CQ, i, p.q_half);
    phk_put4(b, PHK_Q, i, p.q_end);
    phk_put3(b, PHK_CW, i, ph_axpy(w, b.h, p.rate));
}

PHK_INLINE void finish_body(phk_batch b, int i, int diagonal, int loaded)
{
    ph_vec3 v = phk_get3(b, PHK_V, i), w = phk_get3(b, PHK_W, i);
    ph_vec3 w_half = ph_scale(0.5, ph_add(w, phk_get3(b, PHK_CW, i)));
    ph_vec3 torque = phk_torque(b, i, loaded);
    if (loaded) torque = phk_reexpress(phk_get4(b, PHK_Q, i), phk_get4(b, PHK_CQ, i), torque);
    ph_vec3 rate = phk_spin_rate(b, i, diagonal, w_half, torque);
    if (loaded) phk_put3(b, PHK_V, i, ph_axpy(v, b.h, phk_acceleration(b, i, loaded)));
    phk_put3(b, PHK_W, i, ph_axpy(w, b.h, rate));
}

PHK_STAGE(turn)
PHK_STAGE(finish)
PHK_STEP_OF_TWO(turn, finish)

const phk_rot_method phk_rot_pcdm_lead = {
    .info = {.name = "pcdm-lead",
             .summary = "original PCDM, leading torque",
             .reference = "Zhao & van Wachem 2013",
             .order = 1,
             .traits = PH_FREE_BODIES,
             .calls_per_step = 1,
             .calls_at_start = 1},
    PHK_LOADS_CARRIED,
};
