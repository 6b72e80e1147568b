/* SPDX-License-Identifier: BSD-3-Clause
 *
 * scales.h -- the speed of a motion, for the scale of time that follows it; see scales.c.
 */
#ifndef PHK_SCALES_H
#define PHK_SCALES_H

#include "integrate/dae.h"

/* From the velocity of a cell to a speed [m/s]: 1, or a part of the radius of gyration [m]. length
 * [m]: the scale of places. */
double phk_scales_radius(const phk_dae *dae, int cell, double length);
/* How much is left of a speed after a step of h. */
double phk_scales_kept(double speed, double h, double length);
/* The least speed there can be: what crosses the length in the whole run. */
double phk_scales_slowest(double length, double span);

#endif
