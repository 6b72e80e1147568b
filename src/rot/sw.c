/* SPDX-License-Identifier: BSD-3-Clause
 *
 * sw.c -- the explicit algorithm of Simo and Wong.
 *
 *   R_n+1 = R_n exp((h Om_n + h^2/2 A_n)~);  pi_n+1 = pi_n + h/2 (t_n + t_n+1);
 *   Om_n+1 = I^-1 R_n+1^T pi_n+1;  A_n+1 = 2/h (Om_n+1 - Om_n) - A_n.
 *
 * The spatial momentum pi is carried additively, so it keeps to rounding. The recursion for A has
 * the multiplier -1: an odd-even mode that is neither damped nor fed; A must be carried along for
 * the method to be symmetric.
 *
 * J.C. Simo, K.K. Wong, Int. J. Numer. Meth. Engng 31 (1991) 19-52; as stated in the appendix of
 * P. Krysl, L. Endres, Int. J. Numer. Meth. Engng 62 (2005) 2154-2177.
 */
#include "rot/kernel.h"

enum {
    RATE = PHK_OWN,      /* [3] A, body axes [rad/s^2] */
    MOMENTUM = RATE + 3, /* [3] pi, world axes [N m s] */
    END = MOMENTUM + 3
};

PHK_INLINE void begin_body(phk_batch b, int i, int diagonal, int loaded)
{
    ph_vec3 w = phk_get3(b, PHK_W, i);
    phk_put3(b, RATE, i, phk_spin_rate(b, i, diagonal, w, phk_torque(b, i, loaded)));
    phk_put3(b, MOMENTUM, i, ph_rotate(phk_get4(b, PHK_Q, i), phk_momentum(b, i, diagonal, w)));
}

PHK_INLINE void turn_body(phk_batch b, int i, int diagonal, int loaded)
{
    (void)diagonal;
    ph_vec3 x = phk_get3(b, PHK_X, i), v = phk_get3(b, PHK_V, i), w = phk_get3(b, PHK_W, i);
    ph_vec3 rate = phk_get3(b, RATE, i), p = phk_get3(b, MOMENTUM, i);
    ph_vec3 a = phk_acceleration(b, i, loaded), torque = phk_torque(b, i, loaded);
    ph_quat q = phk_get4(b, PHK_Q, i);
    ph_vec3 half = ph_axpy(v, 0.5 * b.h, a);

    phk_put3(b, PHK_X, i, ph_axpy(x, b.h, half));
    phk_put3(b, PHK_V, i, half);
    phk_put4(b, PHK_Q, i, phk_turn(q, ph_scale(b.h, ph_axpy(w, 0.5 * b.h, rate))));
    if (loaded) {
        phk_put3(b, MOMENTUM, i, ph_axpy(p, 0.5 * b.h, ph_rotate(q, torque)));
        phk_put3(b, PHK_CV, i, ph_axpy(v, b.h, a));
        phk_put3(b, PHK_CW, i, ph_axpy(w, b.h, rate));
    }
}

PHK_INLINE void finish_body(phk_batch b, int i, int diagonal, int loaded)
{
    ph_quat q = phk_get4(b, PHK_Q, i);
    ph_vec3 w = phk_get3(b, PHK_W, i), rate = phk_get3(b, RATE, i), p = phk_get3(b, MOMENTUM, i);
    if (loaded) {
        ph_vec3 v = phk_get3(b, PHK_V, i);
        p = ph_axpy(p, 0.5 * b.h, ph_rotate(q, phk_torque(b, i, loaded)));
        phk_put3(b, MOMENTUM, i, p);
        phk_put3(b, PHK_V, i, ph_axpy(v, 0.5 * b.h, phk_acceleration(b, i, loaded)));
    }
    ph_vec3 w_end = phk_velocity(b, i, diagonal, ph_unrotate(q, p));
    phk_put3(b, PHK_W, i, w_end);
    phk_put3(b, RATE, i, ph_sub(ph_scale(2 / b.h, ph_sub(w_end, w)), rate));
}

PHK_STAGE(begin)
PHK_STAGE(turn)
PHK_STAGE(finish)

static const phk_rot_stage start[] = {
    {phk_rot_idle, 0, PHK_AT_STATE, 0},
    {begin, PHK_NO_CALL, PHK_NOWHERE, 0},
    {0},
};
PHK_STEP_OF_TWO(turn, finish)

const phk_rot_method phk_rot_sw = {
    .info = {.name = "sw",
             .summary = "explicit Simo-Wong",
             .reference = "Simo & Wong 1991",
             .order = 2,
             .traits = PH_SYMMETRIC | PH_MOMENTUM | PH_FREE_BODIES,
             .calls_per_step = 1,
             .calls_at_start = 1},
    .slots = END - PHK_OWN,
    .start = start,
    .step = step,
    .carry = 0.5,
    .weight = {0.5},
};
