/* SPDX-License-Identifier: BSD-3-Clause
 *
 * within.h -- dense output: a state within a step from those at its ends; see within.c.
 */
#ifndef PHK_WITHIN_H
#define PHK_WITHIN_H

#include "integrate/project.h"

/* All of the state at t, which lies between those of `from` and `to`; into the arrays of out. */
void phk_within(const phk_dae *dae, const phk_point *from, const phk_point *to, double t,
                const phk_state *out);

/* Places and velocities alone, straight from end to end: of second order only. */
void phk_straight(const phk_dae *dae, const phk_point *from, const phk_point *to, double t,
                  const phk_state *out);

/* Is t between them, but for its rounding? */
bool phk_is_within(double from, double to, double t);

#endif
