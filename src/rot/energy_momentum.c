/* SPDX-License-Identifier: BSD-3-Clause
 *
 * energy_momentum.c -- energy-momentum midpoint method.
 *
 *   Theta = h/2 (Om_n + Om_n+1);  R_n+1 = R_n exp(Theta~);
 *   I Om_n+1 = exp(-Theta~) I Om_n + h exp(-Theta~/2) T_mid, T_mid at R_n exp(Theta~/2).
 *
 * Free bodies keep energy and spatial momentum to rounding. Written for the mean velocity
 * W = Theta/h, so that it fits the frame of the other midpoint methods.
 *
 * The form C1 of J.C. Simo, K.K. Wong, Int. J. Numer. Meth. Engng 31 (1991) 19-52. The method of
 * Lewis and Simo belongs to this family, but this is not claimed to be it.
 */
#include "rot/turns.h"

#define FORM         PHK_MEAN
#define HALF_TURN    phk_half_exp
#define END_VELOCITY phk_end_of_momentum
#include "rot/implicit.h"

const phk_rot_method phk_rot_energy_momentum = {
    .info = {.name = "energy-momentum",
             .summary = "energy-momentum midpoint",
             .reference = "Simo & Wong 1991, form C1",
             .order = 2,
             .traits = PH_SYMMETRIC | PH_MOMENTUM | PH_ENERGY | PH_IMPLICIT | PH_FREE_BODIES,
             .calls_per_step = 1,
             .calls_at_start = 0},
    PHK_MIDPOINT,
};
