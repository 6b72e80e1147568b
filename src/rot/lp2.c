/* SPDX-License-Identifier: BSD-3-Clause
 *
 * lp2.c -- Lie-Poisson splitting: exact rotations about the principal axes, between two kicks.
 *
 *   axes 1, 2, 3, 2, 1 for h/2, h/2, h, h/2, h/2: angle h (e.Pi)/I_e,
 *   R <- R exp(angle e~), Pi <- exp(-angle e~) Pi.
 *
 * Explicit, symplectic, symmetric, keeps the spatial momentum, never fails. With a full inertia
 * tensor the axes are its eigenvectors; R and Pi stay in the given body axes.
 *
 * R.I. McLachlan, Phys. Rev. Lett. 71 (1993) 3043-3046; S. Reich, Physica D 76 (1994) 375-383.
 */
#include "rot/kernel.h"

PHK_INLINE void spin(phk_batch b, int i, int diagonal, double h, int k, ph_quat *q, ph_vec3 *p)
{
    double moment = phk_batch_constant(b, PHK_PRINCIPAL + k, i), s, c, along, angle;
    ph_vec3 e = {k == 0, k == 1, k == 2};
    if (diagonal) {
        along = k == 0 ? p->x : k == 1 ? p->y : p->z;
    } else {
        const int slot = PHK_AXES + 3 * k;
        e = ph_v3(phk_batch_constant(b, slot, i), phk_batch_constant(b, slot + 1, i),
                  phk_batch_constant(b, slot + 2, i));
        along = ph_dot(e, *p);
    }
    angle = h * along / moment;
    phk_sincos(0.5 * angle, &s, &c);
    ph_quat turn = {c, s * e.x, s * e.y, s * e.z};
    *q = ph_quat_mul(*q, turn);
    *p = ph_unrotate(turn, *p);
}

PHK_INLINE void drift_free(phk_batch b, int i, int diagonal, double h, ph_quat *q, ph_vec3 *p)
{
    spin(b, i, diagonal, 0.5 * h, 0, q, p);
    spin(b, i, diagonal, 0.5 * h, 1, q, p);
    spin(b, i, diagonal, h, 2, q, p);
    spin(b, i, diagonal, 0.5 * h, 1, q, p);
    spin(b, i, diagonal, 0.5 * h, 0, q, p);
    *q = phk_renormalise(*q);
}

#include "rot/kick.h"

PHK_STAGE(drift)
PHK_STAGE(kick)
PHK_STEP_OF_TWO(drift, kick)

const phk_rot_method phk_rot_lp2 = {
    .info = {.name = "lp2",
             .summary = "splitting into rotations about the principal axes; never fails",
             .reference = "McLachlan 1993, Reich 1994",
             .order = 2,
             .traits = PH_SYMMETRIC | PH_MOMENTUM | PH_FREE_BODIES,
             .calls_per_step = 1,
             .calls_at_start = 1},
    .axes = 1,
    .lean = 1,
    PHK_LOADS_CARRIED,
};
