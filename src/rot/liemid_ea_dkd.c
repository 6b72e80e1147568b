/* SPDX-License-Identifier: BSD-3-Clause
 *
 * liemid_ea_dkd.c -- explicit midpoint Lie method in the order drift, kick, drift.
 *
 * Free drift h/2, kick h T(t_n + h/2), free drift h/2. One load call and none at the start. A load
 * that depends on velocity sees v_n + h/2 a and I^-1 (Pi_drifted + h/2 T) with the loads of the
 * step before; none in the first step, which costs one error of O(h^2).
 *
 * After P. Krysl, Int. J. Numer. Meth. Engng 63 (2005) 2171-2193.
 */
#include "rot/drift.h"

PHK_INLINE void forget_body(phk_batch b, int i, int diagonal, int loaded)
{
    (void)diagonal, (void)loaded;
    phk_put3(b, PHK_F, i, ph_v3(0, 0, 0));
    phk_put3(b, PHK_T, i, ph_v3(0, 0, 0));
}

PHK_INLINE void to_middle_body(phk_batch b, int i, int diagonal, int loaded)
{
    ph_quat q = phk_get4(b, PHK_Q, i);
    ph_vec3 x = phk_get3(b, PHK_X, i), v = phk_get3(b, PHK_V, i);
    ph_vec3 w = phk_get3(b, PHK_W, i), p0 = phk_momentum(b, i, diagonal, w), p = p0;
    ph_vec3 kick = phk_velocity(b, i, diagonal, phk_torque(b, i, loaded));
    phk_drift(b, i, diagonal, 0.5 * b.h, &q, &p);
    w = phk_velocity_after(b, i, diagonal, w, p0, p);
    phk_put3(b, PHK_X, i, ph_axpy(x, 0.5 * b.h, v));
    phk_put4(b, PHK_Q, i, q);
    phk_put3(b, PHK_W, i, w);
    phk_put3(b, PHK_CV, i, ph_axpy(v, 0.5 * b.h, phk_acceleration(b, i, loaded)));
    phk_put3(b, PHK_CW, i, ph_axpy(w, 0.5 * b.h, kick));
}

PHK_INLINE void to_end_body(phk_batch b, int i, int diagonal, int loaded)
{
    ph_quat q = phk_get4(b, PHK_Q, i);
    ph_vec3 x = phk_get3(b, PHK_X, i), v = phk_get3(b, PHK_V, i);
    ph_vec3 w = phk_get3(b, PHK_W, i), p0 = phk_momentum(b, i, diagonal, w), p;
    v = ph_axpy(v, b.h, phk_acceleration(b, i, loaded));
    p = ph_axpy(p0, b.h, phk_torque(b, i, loaded));
    phk_drift(b, i, diagonal, 0.5 * b.h, &q, &p);
    phk_put3(b, PHK_X, i, ph_axpy(x, 0.5 * b.h, v));
    phk_put3(b, PHK_V, i, v);
    phk_put4(b, PHK_Q, i, q);
    phk_put3(b, PHK_W, i, phk_velocity_after(b, i, diagonal, w, p0, p));
}

PHK_STAGE_SERIAL(forget)
PHK_STAGE_SERIAL(to_middle)
PHK_STAGE_SERIAL(to_end)

static const phk_rot_stage start[] = {
    {forget, PHK_NO_CALL, PHK_NOWHERE, 0},
    {0},
};
static const phk_rot_stage step[] = {
    {to_middle, 0.5, PHK_AT_PREDICTED, 0},
    {to_end, PHK_NO_CALL, PHK_NOWHERE, 0},
    {0},
};

const phk_rot_method phk_rot_liemid_ea_dkd = {
    .info = {.name = "liemid-ea-dkd",
             .summary = "explicit midpoint Lie: drift, kick, drift",
             .reference = "after Krysl 2005",
             .order = 2,
             .traits = PH_SYMMETRIC | PH_MOMENTUM | PH_FREE_BODIES,
             .calls_per_step = 1,
             .calls_at_start = 0},
    .solves = 1,
    .start = start,
    .step = step,
    .carry = 0,
    .weight = {1},
};
