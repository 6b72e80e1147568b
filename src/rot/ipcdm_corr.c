/* SPDX-License-Identifier: BSD-3-Clause
 *
 * ipcdm_corr.c -- improved PCDM (ipcdm.h): stored acceleration, attitude with the corrected
 * velocity.
 */
#define REFRESH 0
#define CORRECT 1
#include "rot/ipcdm.h"

const phk_rot_method phk_rot_ipcdm_corr =
    PHK_IPCDM("ipcdm-corr", "improved PCDM, corrected velocity");
