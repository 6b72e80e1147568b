/* SPDX-License-Identifier: BSD-3-Clause
 *
 * akw.c -- implicit midpoint rule of Austin, Krishnaprasad and Wang.
 *
 *   I W + (h/2) W x I W = Pi_n + (h/2) T_mid;  Pi_n+1 = 2 I W - Pi_n;  R_n+1 = R_n cay(h W).
 *
 * The Cayley turn is essential: Pi_n+1 = cay(h W)^T Pi_n holds identically for a free body, so
 * energy, |Pi| and the spatial momentum are exact. The price is a large phase error.
 *
 * M.A. Austin, P.S. Krishnaprasad, L.-S. Wang, J. Comput. Phys. 107 (1993) 105-117.
 */
#include "rot/turns.h"

#define FORM         PHK_QUADRATIC
#define HALF_TURN    phk_half_cayley
#define END_VELOCITY phk_end_of_mean
#include "rot/implicit.h"

const phk_rot_method phk_rot_akw = {
    .info = {.name = "akw",
             .summary = "implicit midpoint, Cayley turn; free bodies keep energy and momentum",
             .reference = "Austin, Krishnaprasad & Wang 1993",
             .order = 2,
             .traits = PH_SYMMETRIC | PH_MOMENTUM | PH_ENERGY | PH_IMPLICIT | PH_FREE_BODIES,
             .calls_per_step = 1,
             .calls_at_start = 0},
    PHK_MIDPOINT,
};
