/* SPDX-License-Identifier: BSD-3-Clause
 *
 * joint_orientation.c -- `orientation`: the axes of both markers stay the same, their origins move
 * freely.
 *
 * z of marker 1 is perpendicular to x and y of marker 0, y of marker 1 to x of marker 0.
 */
#include "element/elements.h"

static const ph_row rows[] = {{PH_ROW_DOT, {0, 2}}, {PH_ROW_DOT, {1, 2}}, {PH_ROW_DOT, {0, 1}}};

const ph_joint_type phk_joint_orientation = {
    .name = "orientation",
    .help = "primitive: no turn against each other, every displacement",
    .rows = 3,
    .row_count = sizeof rows / sizeof rows[0],
    .row = rows,
    .free = PH_FREE_X | PH_FREE_Y | PH_FREE_Z,
    .axis_help = "z of the axes a motion drives it by",
    .axis2_help = "x of the axes a motion drives it by, across `axis`",
};
