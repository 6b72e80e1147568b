/* SPDX-License-Identifier: BSD-3-Clause
 *
 * joint_parallel_axes.c -- `parallel_axes`: the z axes of both markers stay parallel: z of marker 1
 * is perpendicular to x and y of marker 0.
 */
#include "element/elements.h"

static const ph_row rows[] = {{PH_ROW_DOT, {0, 2}}, {PH_ROW_DOT, {1, 2}}};

const ph_joint_type phk_joint_parallel_axes = {
    .name = "parallel_axes",
    .help = "primitive: two axes, one of each body, stay parallel",
    .rows = 2,
    .row_count = sizeof rows / sizeof rows[0],
    .row = rows,
    .free = PH_FREE_X | PH_FREE_Y | PH_FREE_Z | PH_TURN_Z,
    .axis_help = "the axis of both",
    .axis2_help = "x of the axes a motion drives it by, across `axis`",
};
