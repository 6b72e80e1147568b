/* SPDX-License-Identifier: BSD-3-Clause
 *
 * dmv.c -- discrete Moser-Veselov method, the Lie group variational integrator, between two kicks.
 *
 *   (sin a/a) I f + ((1 - cos a)/a^2) f x I f = h Pi, a = |f|;  R <- R exp(f~), Pi <- exp(-f~) Pi.
 *
 * Symplectic, symmetric; a free body keeps energy and spatial momentum to rounding, with a large
 * phase error. The equation has no real solution for large h: the step then fails.
 *
 * J. Moser, A.P. Veselov, Commun. Math. Phys. 139 (1991) 217-243; R.I. McLachlan, A. Zanna, Found.
 * Comput. Math. 5 (2005) 87-123.
 */
#include "rot/drift.h"

static inline void drift_free(phk_batch b, int i, int diagonal, double h, ph_quat *q, ph_vec3 *p)
{
    phk_drift_by(PHK_VARIATIONAL, b, i, diagonal, h, q, p);
}

#include "rot/kick.h"

PHK_STAGE_SERIAL(drift)
PHK_STAGE_SERIAL(kick)
PHK_STEP_OF_TWO(drift, kick)

const phk_rot_method phk_rot_dmv = {
    .info = {.name = "dmv",
             .summary = "discrete Moser-Veselov between kicks; small steps only",
             .reference = "Moser & Veselov 1991",
             .order = 2,
             .traits = PH_SYMMETRIC | PH_MOMENTUM | PH_ENERGY | PH_FREE_BODIES,
             .calls_per_step = 1,
             .calls_at_start = 1},
    .solves = 1,
    .lean = 1,
    PHK_LOADS_CARRIED,
};
