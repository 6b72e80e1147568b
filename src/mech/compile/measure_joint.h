/* SPDX-License-Identifier: BSD-3-Clause
 *
 * measure_joint.h -- coordinates of joints as operands of code being written.
 */
#ifndef PHK_MEASURE_JOINT_H
#define PHK_MEASURE_JOINT_H

#include "mech/compile/measure.h"

/* In the order of the tails of PHK_QUANTITY_COORDINATE. */
typedef enum {
    PHK_JOINT_DISPLACEMENT,
    PHK_JOINT_VELOCITY,
    PHK_JOINT_ANGLE,
    PHK_JOINT_RATE
} phk_joint_coordinate;

/* The axis of marker 0 a coordinate of such a joint is along or about; -1: it has no such one, or
 * more than one. */
int phk_joint_axis(const ph_joint_type *type, int coordinate);
/* The coordinate of a joint that has it. */
phk_operand phk_measure_joint(phk_measuring *m, int joint, phk_joint_coordinate coordinate);

#endif
