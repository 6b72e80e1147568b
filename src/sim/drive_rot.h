/* SPDX-License-Identifier: BSD-3-Clause
 *
 * drive_rot.h -- a rotation method as a drive, from inside.
 */
#ifndef PHK_DRIVE_ROT_H
#define PHK_DRIVE_ROT_H

#include "sim/sim.h"

/* A state of so many bodies, in columns of distance ld, at t between those of `from` and `to`. */
void phk_columns_within(int bodies, int ld, const phk_state *from, const phk_state *to, double t,
                        phk_state *out);

#endif
