/* SPDX-License-Identifier: BSD-3-Clause
 *
 * liemid_ea.c -- explicit midpoint Lie method: Phi*_h/2 after Phi_h/2.
 *
 * Kick h/2, two free drifts of h/2, kick h/2. Symplectic, symmetric, keeps the spatial momentum;
 * the most accurate one-call method on tops.
 *
 * P. Krysl, Int. J. Numer. Meth. Engng 63 (2005) 2171-2193.
 */
#include "rot/drift.h"

static inline void drift_free(phk_batch b, int i, int diagonal, double h, ph_quat *q, ph_vec3 *p)
{
    phk_drift(b, i, diagonal, 0.5 * h, q, p);
    phk_drift(b, i, diagonal, 0.5 * h, q, p);
}

#include "rot/kick.h"

PHK_STAGE_SERIAL(drift)
PHK_STAGE_SERIAL(kick)
PHK_STEP_OF_TWO(drift, kick)

const phk_rot_method phk_rot_liemid_ea = {
    .info = {.name = "liemid-ea",
             .summary = "explicit midpoint Lie: kick, two drifts, kick",
             .reference = "Krysl 2005",
             .order = 2,
             .traits = PH_SYMMETRIC | PH_MOMENTUM | PH_FREE_BODIES,
             .calls_per_step = 1,
             .calls_at_start = 1},
    .solves = 1,
    .lean = 1,
    PHK_LOADS_CARRIED,
};
