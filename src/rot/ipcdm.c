/* SPDX-License-Identifier: BSD-3-Clause
 *
 * ipcdm.c -- improved PCDM (ipcdm.h): acceleration refreshed at the half step, attitude with the
 * corrected velocity. The default of the family: torque-free energy error as in the original
 * method.
 */
#define REFRESH 1
#define CORRECT 1
#include "rot/ipcdm.h"

const phk_rot_method phk_rot_ipcdm =
    PHK_IPCDM("ipcdm", "improved PCDM, refreshed acceleration, corrected velocity");
