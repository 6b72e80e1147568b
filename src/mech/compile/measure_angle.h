/* SPDX-License-Identifier: BSD-3-Clause
 *
 * measure_angle.h -- how one marker is turned against another, in angles and parameters.
 */
#ifndef PHK_MEASURE_ANGLE_H
#define PHK_MEASURE_ANGLE_H

#include "mech/compile/measure.h"
#include "mech/compile/measure_vector.h"

/* Axis k of a marker in the world. */
phk_operand3 phk_measure_axis(phk_measuring *m, int marker, int k);
/* The angle about axis k of marker j, with full turns. */
phk_operand phk_measure_shadow(phk_measuring *m, int i, int j, int k);
/* Angle `part` (0, 1, 2) of the turns about the axes of i named by three digits. */
phk_operand phk_measure_sequence(phk_measuring *m, int i, int j, int axes, int part);
/* orient(system, component, i, j); the first two are arguments 0 and 1. */
phk_operand phk_measure_orient(phk_measuring *m, const phk_span *argument, int i, int j);

#endif
