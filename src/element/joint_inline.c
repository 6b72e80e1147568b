/* SPDX-License-Identifier: BSD-3-Clause
 *
 * joint_inline.c -- `inline`: the origin of marker 1 stays on the z axis of marker 0: it has no
 * offset along x and y.
 */
#include "element/elements.h"

static const ph_row rows[] = {{PH_ROW_OFFSET, {0, 0}}, {PH_ROW_OFFSET, {1, 0}}};

const ph_joint_type phk_joint_inline = {
    .name = "inline",
    .help = "primitive: a point of the second body stays on a line of the first",
    .rows = 2,
    .row_count = sizeof rows / sizeof rows[0],
    .row = rows,
    .free = PH_FREE_Z | PH_TURN_X | PH_TURN_Y | PH_TURN_Z,
    .axis_help = "the line",
    .axis2_help = "x of the axes a motion drives it by, across `axis`",
};
