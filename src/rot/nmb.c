/* SPDX-License-Identifier: BSD-3-Clause
 *
 * nmb.c -- explicit Newmark on rotations, body form.
 *
 *   Om_p = Om_n + h/2 A_n;  R_n+1 = R_n exp(h Om_p~);  T_n+1 at R_n+1;
 *   I x + (h/2) x x I x = I Om_p + (h/2) T_n+1 for x = Om_n+1.
 *
 * A_n follows from the equation of motion at n and is not stored. Free of loads the half-step
 * velocities obey the implicit midpoint rule: their energy and |Pi| are exact, which bounds the
 * energy error of the whole steps. The spatial momentum oscillates, without drift.
 *
 * P. Krysl, L. Endres, Explicit Newmark/Verlet algorithm for time integration of the rotational
 * dynamics of rigid bodies, Int. J. Numer. Meth. Engng 62 (2005) 2154-2177.
 */
#include "rot/kernel.h"
#include "rot/solve.h"

PHK_INLINE void turn_body(phk_batch b, int i, int diagonal, int loaded)
{
    ph_vec3 x = phk_get3(b, PHK_X, i), v = phk_get3(b, PHK_V, i), w = phk_get3(b, PHK_W, i);
    ph_vec3 a = phk_acceleration(b, i, loaded);
    ph_vec3 rate = phk_spin_rate(b, i, diagonal, w, phk_torque(b, i, loaded));
    ph_vec3 half = ph_axpy(v, 0.5 * b.h, a), w_half = ph_axpy(w, 0.5 * b.h, rate);
    phk_put3(b, PHK_X, i, ph_axpy(x, b.h, half));
    phk_put3(b, PHK_V, i, half);
    phk_put4(b, PHK_Q, i, phk_turn(phk_get4(b, PHK_Q, i), ph_scale(b.h, w_half)));
    phk_put3(b, PHK_W, i, w_half);
    /* velocities of t_n+1 for the load; those of the half step would cost one order */
    phk_put3(b, PHK_CV, i, ph_axpy(v, b.h, a));
    phk_put3(b, PHK_CW, i, ph_axpy(w, b.h, rate));
}

PHK_INLINE void finish_body(phk_batch b, int i, int diagonal, int loaded)
{
    ph_vec3 w = phk_get3(b, PHK_CW, i);
    phk_turn_equation e = {PHK_QUADRATIC, b.h, phk_get_sym3(b, PHK_INERTIA, i, diagonal),
                           phk_momentum(b, i, diagonal, phk_get3(b, PHK_W, i)),
                           phk_torque(b, i, loaded)};
    if (!phk_equation_solve(&e, &w, &b.rot->iterations))
        phk_rot_fail(b.rot, i, PH_E_SOLVE, fabs(b.h) * ph_norm(w));
    phk_put3(b, PHK_W, i, w);
    phk_put3(b, PHK_V, i,
             ph_axpy(phk_get3(b, PHK_V, i), 0.5 * b.h, phk_acceleration(b, i, loaded)));
}

PHK_STAGE_SERIAL(turn)
PHK_STAGE_SERIAL(finish)
PHK_STEP_OF_TWO(turn, finish)

const phk_rot_method phk_rot_nmb = {
    .info = {.name = "nmb",
             .summary = "explicit Newmark, body form",
             .reference = "Krysl & Endres 2005",
             .order = 2,
             .traits = PH_SYMMETRIC | PH_FREE_BODIES,
             .calls_per_step = 1,
             .calls_at_start = 1},
    .solves = 1,
    PHK_LOADS_CARRIED,
};
