/* SPDX-License-Identifier: BSD-3-Clause
 *
 * coordinate.h -- how far a joint has moved along or about an axis, for elements that act there:
 * with u = (v_0, w_0, v_1, w_1) of the two markers, in world axes,
 *
 *   rate = g . u,   wrenches (on 0, on 1) = Q g  for a force or torque Q along the coordinate,
 *
 * so that what acts on one body acts back on the other and their power is Q times the rate. dg is
 * the derivative of g by (dp, dphi) of both markers; it is not symmetric.
 *
 *   slide   Z . d, d = p_1 - p_0, Z an axis of marker 0: the row OFFSET of mech/system/row.h
 *   turn    about an axis a of one marker: g = (0, -a, 0, a). The coordinate of it, where there is
 *           one, depends on the way, but its rate does not
 *   twist   the angle of marker 1 against marker 0 about their z axes, whichever way these point:
 *           see force_torsion_spring.c. Along parallel axes it is the turn
 */
#ifndef PHK_COORDINATE_H
#define PHK_COORDINATE_H

#include <stdbool.h>
#include <polhode/element.h>

enum { PHK_TWELVE = 12 }; /* p_0, phi_0, p_1, phi_1 */

typedef struct {
    double value, rate; /* [m] or [rad], per s; a turn has no value */
    double g[PHK_TWELVE];
    double dg[PHK_TWELVE][PHK_TWELVE];
    double rate_by_place[PHK_TWELVE]; /* derivative of the rate by places, velocities held */
} phk_coordinate;

void phk_coordinate_slide(const ph_frame *frame, int axis, phk_coordinate *c);
void phk_coordinate_turn(const ph_frame *frame, int marker, int axis, phk_coordinate *c);
/* About axis k of the world. */
void phk_coordinate_fixed(const ph_frame *frame, int k, phk_coordinate *c);
/* The angle nearest to `near`. False: the z axes are opposite, and there is none. */
bool phk_coordinate_twist(const ph_frame *frame, double near, phk_coordinate *c);

/* Adds s a b' to a matrix [12][12]. */
void phk_twelve_outer(double *matrix, double s, const double *a, const double *b);

#endif
