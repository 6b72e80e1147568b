/* SPDX-License-Identifier: BSD-3-Clause
 *
 * cf4.c -- commutator-free Lie group Runge-Kutta method of order 4.
 *
 * With body velocities F_i acting from the right,
 *   Y_2 = y exp(h/2 F_1), Y_3 = y exp(h/2 F_2), Y_4 = Y_2 exp(h (F_3 - F_1/2)),
 *   y_1 = y exp(h/12 (3 F_1 + 2 F_2 + 2 F_3 - F_4)) exp(h/12 (-F_1 + 2 F_2 + 2 F_3 + 3 F_4));
 * Om, x and v by the classical Runge-Kutta method alongside. Four load calls. Accurate over short
 * times, conserves nothing.
 *
 * E. Celledoni, A. Marthinsen, B. Owren, Commutator-free Lie group methods, Future Gener. Comput.
 * Syst. 19 (2003) 341-352.
 */
#include "rot/kernel.h"

enum {
    SUM_TURN = PHK_OWN,      /* [3] F_2 + F_3 [rad/s] */
    SUM_RATE = SUM_TURN + 3, /* [3] weighted sum of Om' [rad/s^2] */
    SUM_V = SUM_RATE + 3,    /* [3] of x' [m/s] */
    SUM_A = SUM_V + 3,       /* [3] of v' [m/s^2] */
    END = SUM_A + 3
};

/* Adds slopes with a weight to the sums; `first` begins them. */
PHK_INLINE void gather(phk_batch b, int i, int slot, int first, double weight, ph_vec3 slope)
{
    ph_vec3 none = {0, 0, 0};
    phk_put3(b, slot, i, ph_axpy(first ? none : phk_get3(b, slot, i), weight, slope));
}

/* From the slopes at one point to the point of the next stage, at the fraction c of the step. */
PHK_INLINE void go_on(phk_batch b, int i, int diagonal, int loaded, phk_rot_point from, int k,
                      double weight, double c)
{
    ph_vec3 x = phk_get3(b, PHK_X, i), v = phk_get3(b, PHK_V, i), w = phk_get3(b, PHK_W, i);
    ph_quat q = phk_get4(b, PHK_Q, i);
    ph_vec3 speed = phk_get3(b, from.v, i), turn = phk_get3(b, from.w, i);
    ph_vec3 a = phk_acceleration(b, i, loaded);
    ph_vec3 rate = phk_spin_rate(b, i, diagonal, turn, phk_torque(b, i, loaded));

    gather(b, i, SUM_RATE, k == 1, weight, rate);
    gather(b, i, SUM_V, k == 1, weight, speed);
    gather(b, i, SUM_A, k == 1, weight, a);
    if (k > 1) gather(b, i, SUM_TURN, k == 2, 1, turn);

    if (k == 3) {
        q = phk_turn(q, ph_scale(0.5 * b.h, w));
        q = phk_turn(q, ph_scale(b.h, ph_axpy(turn, -0.5, w)));
    } else {
        q = phk_turn(q, ph_scale(c * b.h, turn));
    }
    phk_put3(b, PHK_CX, i, ph_axpy(x, c * b.h, speed));
    phk_put3(b, PHK_CV, i, ph_axpy(v, c * b.h, a));
    phk_put4(b, PHK_CQ, i, q);
    phk_put3(b, PHK_CW, i, ph_axpy(w, c * b.h, rate));
}

PHK_INLINE void second_body(phk_batch b, int i, int diagonal, int loaded)
{
    const phk_rot_point from = PHK_AT_STATE;
    go_on(b, i, diagonal, loaded, from, 1, 1, 0.5);
}
PHK_INLINE void third_body(phk_batch b, int i, int diagonal, int loaded)
{
    const phk_rot_point from = PHK_AT_POINT;
    go_on(b, i, diagonal, loaded, from, 2, 2, 0.5);
}
PHK_INLINE void fourth_body(phk_batch b, int i, int diagonal, int loaded)
{
    const phk_rot_point from = PHK_AT_POINT;
    go_on(b, i, diagonal, loaded, from, 3, 2, 1);
}

PHK_INLINE void finish_body(phk_batch b, int i, int diagonal, int loaded)
{
    ph_vec3 x = phk_get3(b, PHK_X, i), v = phk_get3(b, PHK_V, i), w = phk_get3(b, PHK_W, i);
    ph_vec3 turn = phk_get3(b, PHK_CW, i), speed = phk_get3(b, PHK_CV, i);
    ph_vec3 a = phk_acceleration(b, i, loaded);
    ph_vec3 rate = phk_spin_rate(b, i, diagonal, turn, phk_torque(b, i, loaded));
    ph_vec3 middle = ph_scale(2, phk_get3(b, SUM_TURN, i));
    ph_vec3 one = ph_sub(ph_axpy(middle, 3, w), turn), two = ph_sub(ph_axpy(middle, 3, turn), w);
    ph_quat q = phk_turn(phk_get4(b, PHK_Q, i), ph_scale(b.h / 12, one));

    phk_put4(b, PHK_Q, i, phk_turn(q, ph_scale(b.h / 12, two)));
    phk_put3(b, PHK_W, i, ph_axpy(w, b.h / 6, ph_add(phk_get3(b, SUM_RATE, i), rate)));
    phk_put3(b, PHK_X, i, ph_axpy(x, b.h / 6, ph_add(phk_get3(b, SUM_V, i), speed)));
    phk_put3(b, PHK_V, i, ph_axpy(v, b.h / 6, ph_add(phk_get3(b, SUM_A, i), a)));
}

PHK_STAGE(second)
PHK_STAGE(third)
PHK_STAGE(fourth)
PHK_STAGE(finish)

static const phk_rot_stage step[] = {
    {phk_rot_idle, 0, PHK_AT_STATE, 0},    {second, 0.5, PHK_AT_POINT, 0},
    {third, 0.5, PHK_AT_POINT, 0},         {fourth, 1, PHK_AT_POINT, 0},
    {finish, PHK_NO_CALL, PHK_NOWHERE, 0}, {0},
};

const phk_rot_method phk_rot_cf4 = {
    .info = {.name = "cf4",
             .summary = "commutator-free Lie Runge-Kutta of order 4",
             .reference = "Celledoni, Marthinsen & Owren 2003",
             .order = 4,
             .traits = PH_FREE_BODIES,
             .calls_per_step = 4,
             .calls_at_start = 0},
    .slots = END - PHK_OWN,
    .step = step,
    .carry = 0,
    .weight = {1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6},
};
