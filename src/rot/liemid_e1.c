/* SPDX-License-Identifier: BSD-3-Clause
 *
 * liemid_e1.c -- Phi*_h of Krysl: free drift over h, then the kick Pi += h T_n+1.
 *
 * T_n+1 is in the body axes of n+1 and must not be turned. Order 1, symplectic, keeps the spatial
 * momentum; the adjoint of liemid_e2.c.
 *
 * P. Krysl, Int. J. Numer. Meth. Engng 63 (2005) 2171-2193.
 */
#include "rot/drift.h"

PHK_INLINE void drift_body(phk_batch b, int i, int diagonal, int loaded)
{
    (void)loaded;
    ph_quat q = phk_get4(b, PHK_Q, i);
    ph_vec3 x = phk_get3(b, PHK_X, i), w = phk_get3(b, PHK_W, i);
    ph_vec3 p0 = phk_momentum(b, i, diagonal, w), p = p0;
    phk_drift(b, i, diagonal, b.h, &q, &p);
    phk_put3(b, PHK_X, i, ph_axpy(x, b.h, phk_get3(b, PHK_V, i)));
    phk_put4(b, PHK_Q, i, q);
    phk_put3(b, PHK_W, i, phk_velocity_after(b, i, diagonal, w, p0, p));
}

PHK_INLINE void kick_body(phk_batch b, int i, int diagonal, int loaded)
{
    ph_vec3 v = phk_get3(b, PHK_V, i), w = phk_get3(b, PHK_W, i);
    ph_vec3 kick = phk_velocity(b, i, diagonal, phk_torque(b, i, loaded));
    phk_put3(b, PHK_V, i, ph_axpy(v, b.h, phk_acceleration(b, i, loaded)));
    phk_put3(b, PHK_W, i, ph_axpy(w, b.h, kick));
}

PHK_STAGE_SERIAL(drift)
PHK_STAGE_SERIAL(kick)

static const phk_rot_stage step[] = {
    {drift, 1, PHK_AT_STATE, 0},
    {kick, PHK_NO_CALL, PHK_NOWHERE, 0},
    {0},
};

const phk_rot_method phk_rot_liemid_e1 = {
    .info = {.name = "liemid-e1",
             .summary = "free drift, then kick with the load of the end",
             .reference = "Krysl 2005, Phi*_h",
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
