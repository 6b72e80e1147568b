/* SPDX-License-Identifier: BSD-3-Clause
 *
 * pcdm.h -- the rotation part shared by the original predictor-corrector direct multiplication
 * methods: explicit midpoint, with the angular velocity predicted at a quarter and a half step.
 *
 *   a = I^-1 (T_n - Om_n x I Om_n);  Om_1/4 = Om_n + h/4 a, Om_1/2 = Om_n + h/2 a;
 *   q' = q_n exp(h/2 Om_1/4);  q_n+1 = exp(h w) q_n with w = q' Om_1/2 q'*.
 */
#ifndef PHK_ROT_PCDM_H
#define PHK_ROT_PCDM_H

#include "rot/kernel.h"

typedef struct {
    ph_vec3 rate;   /* a */
    ph_vec3 w_half; /* Om_1/2 */
    ph_quat q_half; /* q' */
    ph_quat q_end;
} phk_pcdm;

PHK_INLINE phk_pcdm phk_pcdm_predict(phk_batch b, int i, int diagonal, ph_vec3 torque)
{
    phk_pcdm p;
    ph_quat q = phk_get4(b, PHK_Q, i);
    ph_vec3 w = phk_get3(b, PHK_W, i);
    p.rate = phk_spin_rate(b, i, diagonal, w, torque);
    p.w_half = ph_axpy(w, 0.5 * b.h, p.rate);
    p.q_half = phk_turn(q, ph_scale(0.5 * b.h, ph_axpy(w, 0.25 * b.h, p.rate)));
    ph_quat turn = phk_exp(ph_scale(b.h, ph_rotate(p.q_half, p.w_half)));
    p.q_end = phk_renormalise(ph_quat_mul(turn, q));
    return p;
}

/* A torque in the axes of `from`, in those of `to`. */
PHK_INLINE ph_vec3 phk_reexpress(ph_quat from, ph_quat to, ph_vec3 torque)
{
    return ph_unrotate(to, ph_rotate(from, torque));
}

#endif
