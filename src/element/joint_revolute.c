/* SPDX-License-Identifier: BSD-3-Clause
 *
 * joint_revolute.c -- `revolute`: a hinge.
 *
 * The origins coincide (POINT), and z of marker 1 is perpendicular to x and y of marker 0: both
 * bodies keep the z axis in common and turn about it.
 */
#include "element/elements.h"

static const ph_row rows[] = {{PH_ROW_POINT, {0, 0}}, {PH_ROW_DOT, {0, 2}}, {PH_ROW_DOT, {1, 2}}};

const ph_joint_type phk_joint_revolute = {
    .name = "revolute",
    .help = "hinge: turns about `axis`",
    .rows = 5,
    .row_count = sizeof rows / sizeof rows[0],
    .row = rows,
    .free = PH_TURN_Z,
    .axis_help = "the hinge",
};
