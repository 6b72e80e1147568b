/* SPDX-License-Identifier: BSD-3-Clause
 *
 * pcdm.c -- original PCDM with the torque of the last whole step (it lags half a step).
 *
 * pcdm.h, then Om_n+1 = Om_n + h I^-1 (T_m - Om_1/2 x I Om_1/2), T_m the spatial torque of t_n
 * in the axes of q'. The load is evaluated at the end of the step. Order 1 with loads, 2 without;
 * energy grows.
 *
 * F. Zhao, B.G.M. van Wachem, A novel quaternion integration approach for describing the behaviour
 * of non-spherical particles, Acta Mech. 224 (2013) 3091-3109.
 */
#include "rot/pcdm.h"

PHK_INLINE void advance_body(phk_batch b, int i, int diagonal, int loaded)
{
    ph_vec3 x = phk_get3(b, PHK_X, i), v = phk_get3(b, PHK_V, i), w = phk_get3(b, PHK_W, i);
    ph_vec3 a = phk_acceleration(b, i, loaded), torque = phk_torque(b, i, loaded);
    phk_pcdm p = phk_pcdm_predict(b, i, diagonal, torque);
    if (loaded) torque = phk_reexpress(phk_get4(b, PHK_Q, i), p.q_half, torque);
    ph_vec3 rate = phk_spin_rate(b, i, diagonal, p.w_half, torque);
    phk_put3(b, PHK_X, i, ph_axpy(x, b.h, ph_axpy(v, 0.5 * b.h, a)));
    if (loaded) phk_put3(b, PHK_V, i, ph_axpy(v, b.h, a));
    phk_put4(b, PHK_Q, i, p.q_end);
    phk_put3(b, PHK_W, i, ph_axpy(w, b.h, rate));
}

PHK_STAGE(advance)

static const phk_rot_stage step[] = {
    {advance, 1, PHK_AT_STATE, 0},
    {0},
};

const phk_rot_method phk_rot_pcdm = {
    .info = {.name = "pcdm",
             .summary = "original PCDM, lagging torque",
             .reference = "Zhao & van Wachem 2013",
             .order = 1,
             .traits = PH_FREE_BODIES,
             .calls_per_step = 1,
             .calls_at_start = 1},
    .lean = 1,
    PHK_LOADS_CARRIED,
};
