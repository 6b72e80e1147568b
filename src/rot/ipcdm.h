/* SPDX-License-Identifier: BSD-3-Clause
 *
 * ipcdm.h -- improved PCDM: leap-frog with attitude and velocity carried at half steps.
 *
 *   start: Om_1/2 = Om_0 + h/2 a_0, q_1/2 = q_0 exp(h/2 (Om_0 + h/4 a_0))
 *   1. (REFRESH) a_n <- I^-1 (T_n - Om_n+1/2 x I Om_n+1/2)
 *   2. q' = q_n+1/2 exp(h/2 (Om_n+1/2 + h/4 a_n));  Om' = Om_n+1/2 + h/2 a_n
 *   3. load at (t_n+1, q', Om');  a_n+1 = I^-1 (T_n+1 - Om' x I Om')
 *   4. Om_n+3/2 = Om_n+1/2 + h a_n+1;  q_n+3/2 = exp(h w) q_n+1/2, w = q' Om q'*, with Om = Om'
 *      or (CORRECT) Om_n+1/2 + h/2 a_n+1, the mean of the half-step values
 *   translation by leap-frog alongside.
 *
 * Reported at n+1: q', and Om' or (CORRECT) that mean. To restart, always the mean: Om' has a
 * local error of O(h^2). The including file defines REFRESH and CORRECT as 0 or 1 before.
 *
 * One load call a step, explicit, order 2, not symmetric: energy grows slowly, so not for long
 * conservative runs with h |Om| above 0.1.
 *
 * M. Seelen, J.T. Padding, J.A.M. Kuipers, Improved quaternion-based integration scheme for rigid
 * body motion, Acta Mech. 227 (2016) 3381-3389.
 */
#ifndef PHK_ROT_IPCDM_H
#define PHK_ROT_IPCDM_H

#include "rot/kernel.h"

enum {
    VH = PHK_OWN, /* [3] v_n+1/2, world axes [m/s] */
    QH = VH + 3,  /* [4] q_n+1/2 */
    WH = QH + 4,  /* [3] Om_n+1/2, body axes [rad/s] */
    RATE = WH + 3 /* [3] a_n, body axes [rad/s^2]; only without REFRESH */
};

PHK_INLINE void begin_body(phk_batch b, int i, int diagonal, int loaded)
{
    ph_vec3 v = phk_get3(b, PHK_V, i), w = phk_get3(b, PHK_W, i);
    ph_vec3 rate = phk_spin_rate(b, i, diagonal, w, phk_torque(b, i, loaded));
    phk_put3(b, VH, i, ph_axpy(v, 0.5 * b.h, phk_acceleration(b, i, loaded)));
    phk_put4(b, QH, i,
             phk_turn(phk_get4(b, PHK_Q, i), ph_scale(0.5 * b.h, ph_axpy(w, 0.25 * b.h, rate))));
    phk_put3(b, WH, i, ph_axpy(w, 0.5 * b.h, rate));
    if (!REFRESH) phk_put3(b, RATE, i, rate);
}

PHK_INLINE void predict_body(phk_batch b, int i, int diagonal, int loaded)
{
    ph_vec3 x = phk_get3(b, PHK_X, i), v = phk_get3(b, VH, i), w = phk_get3(b, WH, i), rate;
    if (REFRESH)
        rate = phk_spin_rate(b, i, diagonal, w, phk_torque(b, i, loaded));
    else
        rate = phk_get3(b, RATE, i);
    phk_put3(b, PHK_X, i, ph_axpy(x, b.h, v));
    if (loaded) phk_put3(b, PHK_V, i, ph_axpy(v, 0.5 * b.h, phk_acceleration(b, i, loaded)));
    phk_put4(b, PHK_Q, i,
             phk_turn(phk_get4(b, QH, i), ph_scale(0.5 * b.h, ph_axpy(w, 0.25 * b.h, rate))));
    phk_put3(b, PHK_W, i, ph_axpy(w, 0.5 * b.h, rate));
}

PHK_INLINE void correct_body(phk_batch b, int i, int diagonal, int loaded)
{
    ph_quat q = phk_get4(b, PHK_Q, i), q_half = phk_get4(b, QH, i);
    ph_vec3 w = phk_get3(b, PHK_W, i), w_half = phk_get3(b, WH, i);
    ph_vec3 rate = phk_spin_rate(b, i, diagonal, w, phk_torque(b, i, loaded));
    ph_vec3 mean = CORRECT ? ph_axpy(w_half, 0.5 * b.h, rate) : w;
    ph_quat turn = phk_exp(ph_scale(b.h, ph_rotate(q, mean)));
    phk_put4(b, QH, i, phk_renormalise(ph_quat_mul(turn, q_half)));
    phk_put3(b, WH, i, ph_axpy(w_half, b.h, rate));
    if (CORRECT) phk_put3(b, PHK_W, i, mean);
    if (!REFRESH) phk_put3(b, RATE, i, rate);
    if (loaded) {
        ph_vec3 v = phk_get3(b, VH, i), a = phk_acceleration(b, i, loaded);
        phk_put3(b, PHK_V, i, ph_axpy(v, 0.5 * b.h, a));
        phk_put3(b, VH, i, ph_axpy(v, b.h, a));
    }
}

/* Om_n+3/2 - h/2 a_n+1 is the mean of the half-step values; W still holds Om'. */
PHK_INLINE void to_mean_body(phk_batch b, int i, int diagonal, int loaded)
{
    if (CORRECT) return;
    ph_vec3 w = phk_get3(b, PHK_W, i);
    ph_vec3 rate = phk_spin_rate(b, i, diagonal, w, phk_torque(b, i, loaded));
    phk_put3(b, PHK_W, i, ph_axpy(phk_get3(b, WH, i), -0.5 * b.h, rate));
}

PHK_STAGE(begin)
PHK_STAGE(predict)
PHK_STAGE(correct)
PHK_STAGE_SERIAL(to_mean)

static const phk_rot_stage start[] = {
    {phk_rot_idle, 0, PHK_AT_STATE, 0},
    {begin, PHK_NO_CALL, PHK_NOWHERE, 0},
    {0},
};
static const phk_rot_stage step[] = {
    {predict, 1, PHK_AT_STATE, 0},
    {correct, PHK_NO_CALL, PHK_NOWHERE, 0},
    {0},
};

#define PHK_IPCDM(word, words)                                                                     \
    {                                                                                              \
        .info = {.name = word,                                                                     \
                 .summary = words,                                                                 \
                 .reference = "Seelen, Padding & Kuipers 2016",                                    \
                 .order = 2,                                                                       \
                 .traits = PH_FREE_BODIES,                                                         \
                 .calls_per_step = 1,                                                              \
                 .calls_at_start = 1},                                                             \
        .slots = (REFRESH ? RATE : RATE + 3) - PHK_OWN, .start = start, .step = step,              \
        .halt = to_mean, .carry = 0.5, .weight = {0.5},                                            \
    }

#endif
