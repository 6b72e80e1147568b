/* SPDX-License-Identifier: BSD-3-Clause
 *
 * ida_none.c -- in place of ida.c where SUNDIALS was not found: the names, so that the command can
 * say what is missing.
 */
#include "integrate/ida.h"

const phk_engine_method phk_engine_ida = {.info = PHK_IDA_INFO(PH_ABSENT), .euler = true};
const phk_engine_method phk_engine_ida_index3 = {.info = PHK_IDA_INDEX3_INFO(PH_ABSENT),
                                                 .euler = true};
