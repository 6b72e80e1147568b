/* SPDX-License-Identifier: BSD-3-Clause
 *
 * nms.c -- explicit Newmark on rotations, spatial form.
 *
 * The steps of nmb.c written with spatial vectors and the spatial inertia i = R I R^T:
 *   om_p = om_n + h/2 alpha_n;  R_n+1 = exp(h om_p~) R_n;
 *   i x + (h/2) x x i x = i om_p + (h/2) t_n+1 for x = om_n+1, i at n+1.
 * The same method to rounding, kept as an independent check.
 *
 * P. Krysl, L. Endres, Int. J. Numer. Meth. Engng 62 (2005) 2154-2177.
 */
#include "rot/kernel.h"
#include "rot/solve.h"

PHK_INLINE void turn_body(phk_batch b, int i, int diagonal, int loaded)
{
    ph_vec3 x = phk_get3(b, PHK_X, i), v = phk_get3(b, PHK_V, i), w = phk_get3(b, PHK_W, i);
    ph_quat q = phk_get4(b, PHK_Q, i);
    ph_vec3 a = phk_acceleration(b, i, loaded), half = ph_axpy(v, 0.5 * b.h, a);

    /* alpha = i^-1 (t - om x i om) in world axes */
    ph_sym3 inertia = phk_sym3_rotate(q, phk_get_sym3(b, PHK_INERTIA, i, diagonal));
    ph_sym3 inverse = phk_sym3_rotate(q, phk_get_sym3(b, PHK_INERTIA_INVERSE, i, diagonal));
    ph_vec3 om = ph_rotate(q, w), t = ph_rotate(q, phk_torque(b, i, loaded));
    ph_vec3 alpha = ph_sym3_mul(inverse, ph_sub(t, ph_cross(om, ph_sym3_mul(inertia, om))));
    ph_vec3 om_half = ph_axpy(om, 0.5 * b.h, alpha), om_end = ph_axpy(om, b.h, alpha);
    /* the argument of the load, in the body axes it is a vector of: those of t_n */
    ph_vec3 w_end = ph_unrotate(q, om_end);

    q = phk_renormalise(ph_quat_mul(phk_exp(ph_scale(b.h, om_half)), q));
    phk_put3(b, PHK_X, i, ph_axpy(x, b.h, half));
    phk_put3(b, PHK_V, i, half);
    phk_put4(b, PHK_Q, i, q);
    phk_put3(b, PHK_W, i, ph_unrotate(q, om_half));
    phk_put3(b, PHK_CV, i, ph_axpy(v, b.h, a));
    phk_put3(b, PHK_CW, i, w_end);
}

PHK_INLINE void finish_body(phk_batch b, int i, int diagonal, int loaded)
{
    ph_quat q = phk_get4(b, PHK_Q, i);
    ph_sym3 inertia = phk_sym3_rotate(q, phk_get_sym3(b, PHK_INERTIA, i, diagonal));
    ph_vec3 om_half = ph_rotate(q, phk_get3(b, PHK_W, i));
    ph_vec3 om = ph_rotate(q, phk_get3(b, PHK_CW, i));
    phk_turn_equation e = {PHK_QUADRATIC, b.h, inertia, ph_sym3_mul(inertia, om_half),
                           ph_rotate(q, phk_torque(b, i, loaded))};
    if (!phk_equation_solve(&e, &om, &b.rot->iterations))
        phk_rot_fail(b.rot, i, PH_E_SOLVE, fabs(b.h) * ph_norm(om));
    phk_put3(b, PHK_W, i, ph_unrotate(q, om));
    phk_put3(b, PHK_V, i,
             ph_axpy(phk_get3(b, PHK_V, i), 0.5 * b.h, phk_acceleration(b, i, loaded)));
}

PHK_STAGE_SERIAL(turn)
PHK_STAGE_SERIAL(finish)
PHK_STEP_OF_TWO(turn, finish)

const phk_rot_method phk_rot_nms = {
    .info = {.name = "nms",
             .summary = "explicit Newmark, spatial form",
             .reference = "Krysl & Endres 2005",
             .order = 2,
             .traits = PH_SYMMETRIC | PH_FREE_BODIES,
             .calls_per_step = 1,
             .calls_at_start = 1},
    .solves = 1,
    PHK_LOADS_CARRIED,
};
