/* SPDX-License-Identifier: BSD-3-Clause
 *
 * akw_exp.c -- the implicit midpoint rule of akw.c with the exponential instead of the Cayley turn.
 *
 * Energy and |Pi| of a free body stay exact, the spatial momentum does not; the attitude is about
 * twenty times more accurate.
 *
 * After M.A. Austin, P.S. Krishnaprasad, L.-S. Wang, J. Comput. Phys. 107 (1993) 105-117.
 */
#include "rot/turns.h"

#define FORM         PHK_QUADRATIC
#define HALF_TURN    phk_half_exp
#define END_VELOCITY phk_end_of_mean
#include "rot/implicit.h"

const phk_rot_method phk_rot_akw_exp = {
    .info = {.name = "akw-exp",
             .summary = "implicit midpoint, exponential turn",
             .reference = "after Austin, Krishnaprasad & Wang 1993",
             .order = 2,
             .traits = PH_SYMMETRIC | PH_ENERGY | PH_IMPLICIT | PH_FREE_BODIES,
             .calls_per_step = 1,
             .calls_at_start = 0},
    PHK_MIDPOINT,
};
