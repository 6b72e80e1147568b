/* SPDX-License-Identifier: BSD-3-Clause
 *
 * ipcdm_gpred.c -- improved PCDM (ipcdm.h): refreshed acceleration, attitude with the predicted
 * velocity.
 */
#define REFRESH 1
#define CORRECT 0
#include "rot/ipcdm.h"

const phk_rot_method phk_rot_ipcdm_gpred =
    PHK_IPCDM("ipcdm-gpred", "improved PCDM, refreshed acceleration");
