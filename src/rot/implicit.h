/* SPDX-License-Identifier: BSD-3-Clause
 *
 * implicit.h -- the frame of the methods that iterate on the load at mid-step.
 *
 * Unknown are the mid-step velocities W (body axes) and V = v_n + h/2 a_m. Each pass brings the
 * bodies to x_n + h/2 V and R_n * HALF_TURN(h, W), asks for the load there, and corrects W by one
 * Newton step of the method's equation, in which the derivative of the load is left out: one load
 * call for each residual, iterations + 1 in all. For large turns, or when that goes on for long,
 * the equation is solved to the end for the present torque instead (solve.h).
 *
 * A body whose residual is small does not move in a pass, but is looked at again in the next: a
 * load that couples bodies may have changed. So a body that no other acts on does the same alone
 * and in a batch.
 *
 * The including file chooses the equation, FORM, and of turns.h HALF_TURN and END_VELOCITY before.
 */
#ifndef PHK_ROT_IMPLICIT_H
#define PHK_ROT_IMPLICIT_H

#include "rot/kernel.h"
#include "rot/solve.h"

enum { GAIN = PHK_OWN, END }; /* relative residual of the last pass that moved the body */

#define TIGHT   1e-15 /* relative residual at which a body is done */
#define REACHED 1e-13 /* and at which it may be done when it no longer gains */

enum { NEWTON_PASSES = 8 }; /* with a single Newton step; then the equation is solved each time */

PHK_INLINE void point_body(phk_batch b, int i, int diagonal, int loaded)
{
    (void)diagonal, (void)loaded;
    if (b.rot->pass == 0) {
        phk_put3(b, PHK_CW, i, phk_get3(b, PHK_W, i));
        phk_put3(b, PHK_CV, i, phk_get3(b, PHK_V, i));
        phk_batch_put(b, GAIN, i, HUGE_VAL);
    }
    ph_vec3 x = phk_get3(b, PHK_X, i), v = phk_get3(b, PHK_CV, i), w = phk_get3(b, PHK_CW, i);
    ph_quat q = ph_quat_mul(phk_get4(b, PHK_Q, i), HALF_TURN(b.h, w));
    phk_put3(b, PHK_CX, i, ph_axpy(x, 0.5 * b.h, v));
    phk_put4(b, PHK_CQ, i, phk_renormalise(q));
}

/* |a| / b, with 0 / 0 = 0. */
static inline double share(double a, double b)
{
    return a == 0 ? 0 : a / b;
}

PHK_INLINE void improve_body(phk_batch b, int i, int diagonal, int loaded)
{
    ph_vec3 w = phk_get3(b, PHK_CW, i), v = phk_get3(b, PHK_CV, i), correction;
    ph_vec3 v_start = phk_get3(b, PHK_V, i);
    phk_turn_equation e = {FORM, b.h, phk_get_sym3(b, PHK_INERTIA, i, diagonal),
                           phk_momentum(b, i, diagonal, phk_get3(b, PHK_W, i)),
                           phk_torque(b, i, loaded)};
    double turn = fabs(b.h) * ph_norm(w), angular;
    int regular = phk_equation_residual(&e, w, &angular, &correction);

    ph_vec3 v_next = ph_axpy(v_start, 0.5 * b.h, phk_acceleration(b, i, loaded));
    double speeds = ph_norm(v_start) + ph_norm(v_next), miss = ph_norm(ph_sub(v_next, v));
    double linear = share(miss, speeds);

    /* done, or no longer gaining. What limits the gain near rest is that angle and place are only
     * known to rounding, so there the residual is compared with one radian and |x| per step. */
    double relative = angular > linear ? angular : linear;
    double place = ph_norm(phk_get3(b, PHK_CX, i));
    double loose_angular = turn < 1 ? angular * turn : angular;
    double loose_linear = share(miss, speeds + share(place, fabs(b.h)));
    double loose = loose_angular > loose_linear ? loose_angular : loose_linear;
    if (relative <= TIGHT) return;
    if (relative >= phk_batch_get(b, GAIN, i) && loose <= REACHED) return;

    if (!isfinite(relative)) {
        phk_rot_fail(b.rot, i, PH_E_NONFINITE, turn);
        return;
    }
    int solved = 1;
    if (turn > PHK_PLAIN_TURN || b.rot->pass >= NEWTON_PASSES || !regular) {
        solved = phk_equation_solve(&e, &w, &b.rot->iterations);
    } else {
        w = ph_sub(w, correction);
        b.rot->iterations++;
    }
    if (!solved || b.rot->pass == PHK_PASSES) phk_rot_fail(b.rot, i, PH_E_SOLVE, turn);
    phk_batch_put(b, GAIN, i, relative);
    phk_put3(b, PHK_CW, i, w);
    phk_put3(b, PHK_CV, i, v_next);
    b.rot->open++;
}

PHK_INLINE void finish_body(phk_batch b, int i, int diagonal, int loaded)
{
    ph_vec3 x = phk_get3(b, PHK_X, i), v = phk_get3(b, PHK_V, i), mid = phk_get3(b, PHK_CW, i);
    ph_quat half = HALF_TURN(b.h, mid), q = phk_get4(b, PHK_Q, i);
    phk_put3(b, PHK_X, i, ph_axpy(x, b.h, phk_get3(b, PHK_CV, i)));
    phk_put3(b, PHK_V, i, ph_axpy(v, b.h, phk_acceleration(b, i, loaded)));
    phk_put4(b, PHK_Q, i, phk_renormalise(ph_quat_mul(ph_quat_mul(q, half), half)));
    phk_put3(
        b, PHK_W, i,
        END_VELOCITY(b, i, diagonal, phk_get3(b, PHK_W, i), mid, half, phk_torque(b, i, loaded)));
}

PHK_STAGE_SERIAL(point)
PHK_STAGE_SERIAL(improve)
PHK_STAGE_SERIAL(finish)

static const phk_rot_stage step[] = {
    {point, 0.5, PHK_AT_POINT, 0},
    {improve, PHK_NO_CALL, PHK_NOWHERE, 1},
    {finish, PHK_NO_CALL, PHK_NOWHERE, 0},
    {0},
};

/* What these methods have in common: memory, stages, and the load of the middle for all work. */
#define PHK_MIDPOINT .slots = END - PHK_OWN, .solves = 1, .step = step, .carry = 0, .weight = {1}

#endif
