/* SPDX-License-Identifier: BSD-3-Clause
 *
 * interface.h -- interfaces as they are named on a command line: NAME=WHERE[:HOW].
 */
#ifndef PHK_FE_INTERFACE_H
#define PHK_FE_INTERFACE_H

#include "flex/fe.h"

/* All errors are told. Out of the arena. */
ph_status phk_fe_interfaces(const phk_fe *fe, const char *const *text, int count, phk_arena *arena,
                            ph_diag *diag, phk_fe_interface *out);

#endif
