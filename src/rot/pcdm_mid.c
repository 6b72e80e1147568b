/* SPDX-License-Identifier: BSD-3-Clause
 *
 * pcdm_mid.c -- original PCDM with the torque at mid-step: two load calls, order 2.
 *
 * pcdm.h with T_n evaluated at t_n, then T_m at (t_n + h/2, q', Om_1/2) and
 * Om_n+1 = Om_n + h I^-1 (T_m - Om_1/2 x I Om_1/2). Energy grows.
 *
 * F. Zhao, B.G.M. van Wachem, Acta Mech. 224 (2013) 3091-3109.
 */
#include "rot/pcdm.h"

PHK_INLINE void turn_body(phk_batch b, int i, int diagonal, int loaded)
{
    ph_vec3 x = phk_get3(b, PHK_X, i), v = phk_get3(b, PHK_V, i);
    ph_vec3 a = phk_acceleration(b, i, loaded);
    phk_pcdm p = phk_pcdm_predict(b, i, diagonal, phk_torque(b, i, loaded));
    phk_put3(b, PHK_X, i, ph_axpy(x, b.h, ph_axpy(v, 0.5 * b.h, a)));
    phk_put4(b, PHK_Q, i, p.q_end);
    phk_put3(b, PHK_CW, i, p.w_half);
    if (loaded) {
        phk_put3(b, PHK_CX, i, ph_axpy(x, 0.5 * b.h, ph_axpy(v, 0.25 * b.h, a)));
        phk_put3(b, PHK_CV, i, ph_axpy(v, 0.5 * b.h, a));
        phk_put4(b, PHK_CQ, i, p.q_half);
    }
}

PHK_INLINE void finish_body(phk_batch b, int i, int diagonal, int loaded)
{
    ph_vec3 v = phk_get3(b, PHK_V, i), w = phk_get3(b, PHK_W, i);
    ph_vec3 w_half = phk_get3(b, PHK_CW, i);
    ph_vec3 rate = phk_spin_rate(b, i, diagonal, w_half, phk_torque(b, i, loaded));
    if (loaded) phk_put3(b, PHK_V, i, ph_axpy(v, b.h, phk_acceleration(b, i, loaded)));
    phk_put3(b, PHK_W, i, ph_axpy(w, b.h, rate));
}

PHK_STAGE(turn)
PHK_STAGE(finish)

static const phk_rot_stage step[] = {
    {phk_rot_idle, 0, PHK_AT_STATE, 0},
    {turn, 0.5, PHK_AT_POINT, 0},
    {finish, PHK_NO_CALL, PHK_NOWHERE, 0},
    {0},
};

const phk_rot_method phk_rot_pcdm_mid = {
    .info = {.name = "pcdm-mid",
             .summary = "original PCDM, torque at mid-step",
             .reference = "Zhao & van Wachem 2013",
             .order = 2,
             .traits = PH_FREE_BODIES,
             .calls_per_step = 2,
             .calls_at_start = 0},
    .step = step,
    .carry = 0,
    .weight = {0, 1},
};
