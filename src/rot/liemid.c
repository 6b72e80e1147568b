/* SPDX-License-Identifier: BSD-3-Clause
 *
 * liemid.c -- implicit midpoint Lie method.
 *
 *   I W = exp(-(h/2) W~) Pi_n + (h/2) T_mid;  R_n+1 = R_n exp(h W~);  pi_n+1 = pi_n + h t_mid.
 *
 * P. Krysl, Explicit momentum-conserving integrator for dynamics of rigid bodies approximating the
 * midpoint Lie algorithm, Int. J. Numer. Meth. Engng 63 (2005) 2171-2193.
 */
#include "rot/turns.h"

#define FORM         PHK_EXPONENTIAL
#define HALF_TURN    phk_half_exp
#define END_VELOCITY phk_end_of_momentum
#include "rot/implicit.h"

const phk_rot_method phk_rot_liemid = {
    .info = {.name = "liemid",
             .summary = "implicit midpoint Lie",
             .reference = "Krysl 2005",
             .order = 2,
             .traits = PH_SYMMETRIC | PH_MOMENTUM | PH_IMPLICIT | PH_FREE_BODIES,
             .calls_per_step = 1,
             .calls_at_start = 0},
    PHK_MIDPOINT,
};
