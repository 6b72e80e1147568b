/* SPDX-License-Identifier: BSD-3-Clause
 *
 * drift.h -- the free drift of the implicit midpoint Lie method (Krysl 2005) over a time h:
 *
 *   solve I W = exp(-(h/2) W~) Pi;  R <- R exp(h W~), Pi <- exp(-h W~) Pi.
 *
 * Symplectic, symmetric, keeps the spatial momentum R Pi.
 */
#ifndef PHK_ROT_DRIFT_H
#define PHK_ROT_DRIFT_H

#include "rot/kernel.h"
#include "rot/solve.h"

/* The drift for a given form of the equation: see solve.h. */
static inline void phk_drift_by(phk_form form, phk_batch b, int i, int diagonal, double h,
                                ph_quat *q, ph_vec3 *p)
{
    ph_vec3 none = {0, 0, 0}, w = phk_velocity(b, i, diagonal, *p);
    phk_turn_equation e = {form, h, phk_get_sym3(b, PHK_INERTIA, i, diagonal), *p, none};
    if (!phk_equation_solve(&e, &w, &b.rot->iterations))
        phk_rot_fail(b.rot, i, PH_E_SOLVE, fabs(h) * ph_norm(w));
    ph_quat half = phk_exp(ph_scale(0.5 * h, w));
    *q = phk_renormalise(ph_quat_mul(ph_quat_mul(*q, half), half));
    *p = ph_unrotate(half, ph_unrotate(half, *p));
}

static inline void phk_drift(phk_batch b, int i, int diagonal, double h, ph_quat *q, ph_vec3 *p)
{
    phk_drift_by(PHK_EXPONENTIAL, b, i, diagonal, h, q, p);
}

#endif
