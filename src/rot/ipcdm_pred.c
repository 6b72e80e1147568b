/* SPDX-License-Identifier: BSD-3-Clause
 *
 * ipcdm_pred.c -- improved PCDM (ipcdm.h): the literal reading of the paper, attitude with the
 * predicted velocity.
 */
#define REFRESH 0
#define CORRECT 0
#include "rot/ipcdm.h"

const phk_rot_method phk_rot_ipcdm_pred = PHK_IPCDM("ipcdm-pred", "improved PCDM, as printed");
