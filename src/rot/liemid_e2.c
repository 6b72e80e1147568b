/* SPDX-License-Identifier: BSD-3-Clause
 *
 * liemid_e2.c -- Phi_h of Krysl: the kick Pi += h T_n, then the free drift over h.
 *
 * Order 1, symplectic, keeps the spatial momentum; the adjoint of liemid_e1.c.
 *
 * P. Krysl, Int. J. Numer. Meth. Engng 63 (2005) 2171-2193.
 */
#include "rot/drift.h"

PHK_INLINE void kick_drift_body(phk_batch b, int i, int diagonal, int loaded)
{
    ph_quat q = phk_get4(b, PHK_Q, i);
    ph_vec3 x = phk_get3(b, PHK_X, i), v = phk_get3(b, PHK_V, i);
    ph_vec3 w = phk_get3(b, PHK_W, i), p0 = phk_momentum(b, i, diagonal, w), p;
    v = ph_axpy(v, b.h, phk_acceleration(b, i, loaded));
    p = ph_axpy(p0, b.h, phk_torque(b, i, loaded));
    phk_drift(b, i, diagonal, b.h, &q, &p);
    phk_put3(b, PHK_X, i, ph_axpy(x, b.h, v));
    phk_put3(b, PHK_V, i, v);
    phk_put4(b, PHK_Q, i, q);
    phk_put3(b, PHK_W, i, phk_velocity_after(b, i, diagonal, w, p0, p));
}

PHK_STAGE_SERIAL(kick_drift)

static const phk_rot_stage step[] = {
    {phk_rot_idle, 0, PHK_AT_STATE, 0},
    {kick_drift, PHK_NO_CALL, PHK_NOWHERE, 0},
    {0},
};

const phk_rot_method phk_rot_liemid_e2 = {
    .info = {.name = "liemid-e2",
             .summary = "kick with the load of the beginning, then free drift",
             .reference = "Krysl 2005, Phi_h",
             .order = 1,
             .traits = PH_MOMENTUM | PH_FREE_BODIES,
             .calls_per_step = 1,
             .calls_at_start = 0},
    .solves = 1,
    .lean = 1,
    .step = step,
    .carry = 0,
    .weight = {1},
};
