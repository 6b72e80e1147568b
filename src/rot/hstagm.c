/* SPDX-License-Identifier: BSD-3-Clause
 *
 * hstagm.c -- Hulbert's staggered method: two interleaved chains, at whole and at half steps.
 *
 *   t_h = t(n+1/2);  R_n+1 = R_n exp(h Om_n+1/2~);  pi_n+1 = pi_n + h t_h;
 *   t_1 = t(n+1);    R_n+3/2 = R_n+1/2 exp(h Om_n+1~);  pi_n+3/2 = pi_n+1/2 + h t_1;
 *   Om = I^-1 R^T pi in both chains; x and v alike.
 *
 * Two load calls in a step. pi is exact in both chains, but the chains drift apart: a parasitic
 * mode of O(h^2) grows at a rate that does not depend on the step, and drag makes it worse. The
 * way back must begin with the half chain, so it has a list of its own.
 *
 * G.M. Hulbert, as stated in the appendix of P. Krysl, L. Endres, Int. J. Numer. Meth. Engng 62
 * (2005) 2154-2177.
 */
#include "rot/kernel.h"

/* The half chain lives in the slots of the call point. */
enum {
    WHOLE = PHK_OWN,  /* [3] pi of the whole chain, world axes [N m s] */
    HALF = WHOLE + 3, /* [3] pi of the half chain */
    END = HALF + 3
};

/* Quarter point of the start. With its velocities, x_1/2 = x_0 + h/2 v_1/4 and likewise R. */
PHK_INLINE void quarter_body(phk_batch b, int i, int diagonal, int loaded)
{
    ph_vec3 x = phk_get3(b, PHK_X, i), v = phk_get3(b, PHK_V, i), w = phk_get3(b, PHK_W, i);
    ph_quat q = phk_get4(b, PHK_Q, i);
    ph_vec3 a = phk_acceleration(b, i, loaded);
    ph_vec3 rate = phk_spin_rate(b, i, diagonal, w, phk_torque(b, i, loaded));
    ph_vec3 v_quarter = ph_axpy(v, 0.25 * b.h, a), w_quarter = ph_axpy(w, 0.25 * b.h, rate);
    phk_put3(b, PHK_CX, i, ph_axpy(x, 0.25 * b.h, ph_axpy(v, 0.125 * b.h, a)));
    phk_put3(b, PHK_CV, i, v_quarter);
    phk_put4(b, PHK_CQ, i, phk_turn(q, ph_scale(0.25 * b.h, w_quarter)));
    phk_put3(b, PHK_CW, i, w_quarter);
}

PHK_INLINE void half_body(phk_batch b, int i, int diagonal, int loaded)
{
    ph_vec3 x = phk_get3(b, PHK_X, i), v = phk_get3(b, PHK_V, i), w = phk_get3(b, PHK_W, i);
    ph_quat q = phk_get4(b, PHK_Q, i), q_quarter = phk_get4(b, PHK_CQ, i);
    ph_vec3 p = ph_rotate(q, phk_momentum(b, i, diagonal, w));
    phk_put3(b, WHOLE, i, p);
    p = ph_axpy(p, 0.5 * b.h, ph_rotate(q_quarter, phk_torque(b, i, loaded)));
    q = phk_turn(q, ph_scale(0.5 * b.h, phk_get3(b, PHK_CW, i)));
    phk_put3(b, HALF, i, p);
    phk_put3(b, PHK_CX, i, ph_axpy(x, 0.5 * b.h, phk_get3(b, PHK_CV, i)));
    phk_put3(b, PHK_CV, i, ph_axpy(v, 0.5 * b.h, phk_acceleration(b, i, loaded)));
    phk_put4(b, PHK_CQ, i, q);
    phk_put3(b, PHK_CW, i, phk_velocity(b, i, diagonal, ph_unrotate(q, p)));
}

/* Moves one chain (x, v, q, w, pi) over a step, led by the other. The loads are those of the
 * leader, whose torque is in its own body axes. */
PHK_INLINE void leap(phk_batch b, int i, int diagonal, int loaded, phk_rot_point chain,
                     int momentum, phk_rot_point leader)
{
    ph_vec3 x = phk_get3(b, chain.x, i), v = phk_get3(b, chain.v, i);
    ph_vec3 p = phk_get3(b, momentum, i);
    ph_quat q = phk_get4(b, chain.q, i);
    phk_put3(b, chain.x, i, ph_axpy(x, b.h, phk_get3(b, leader.v, i)));
    phk_put3(b, chain.v, i, ph_axpy(v, b.h, phk_acceleration(b, i, loaded)));
    q = phk_turn(q, ph_scale(b.h, phk_get3(b, leader.w, i)));
    if (loaded) {
        p = ph_axpy(p, b.h, ph_rotate(phk_get4(b, leader.q, i), phk_torque(b, i, loaded)));
        phk_put3(b, momentum, i, p);
    }
    phk_put4(b, chain.q, i, q);
    phk_put3(b, chain.w, i, phk_velocity(b, i, diagonal, ph_unrotate(q, p)));
}

PHK_INLINE void leap_whole_body(phk_batch b, int i, int diagonal, int loaded)
{
    const phk_rot_point whole = PHK_AT_STATE, half = PHK_AT_POINT;
    leap(b, i, diagonal, loaded, whole, WHOLE, half);
}
PHK_INLINE void leap_half_body(phk_batch b, int i, int diagonal, int loaded)
{
    const phk_rot_point whole = PHK_AT_STATE, half = PHK_AT_POINT;
    leap(b, i, diagonal, loaded, half, HALF, whole);
}

PHK_STAGE(quarter)
PHK_STAGE(half)
PHK_STAGE(leap_whole)
PHK_STAGE(leap_half)

static const phk_rot_stage start[] = {
    {phk_rot_idle, 0, PHK_AT_STATE, 0},
    {quarter, 0.25, PHK_AT_POINT, 0},
    {half, PHK_NO_CALL, PHK_NOWHERE, 0},
    {0},
};
static const phk_rot_stage step[] = {
    {phk_rot_idle, 0.5, PHK_AT_POINT, 0},
    {leap_whole, 1, PHK_AT_STATE, 0},
    {leap_half, PHK_NO_CALL, PHK_NOWHERE, 0},
    {0},
};
static const phk_rot_stage reverse[] = {
    {phk_rot_idle, 0, PHK_AT_STATE, 0},
    {leap_half, 0.5, PHK_AT_POINT, 0},
    {leap_whole, PHK_NO_CALL, PHK_NOWHERE, 0},
    {0},
};

const phk_rot_method phk_rot_hstagm = {
    .info = {.name = "hstagm",
             .summary = "staggered chains at whole and half steps",
             .reference = "Hulbert, in Krysl & Endres 2005",
             .order = 2,
             .traits = PH_SYMMETRIC | PH_MOMENTUM | PH_FREE_BODIES,
             .calls_per_step = 2,
             .calls_at_start = 2},
    .slots = END - PHK_OWN,
    .start = start,
    .step = step,
    .reverse = reverse,
    .carry = 0,
    .weight = {1, 0},
};
