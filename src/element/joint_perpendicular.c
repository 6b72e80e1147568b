/* SPDX-License-Identifier: BSD-3-Clause
 *
 * joint_perpendicular.c -- `perpendicular`: the z axes of both markers stay perpendicular to each
 * other.
 */
#include "element/elements.h"

static const ph_row rows[] = {{PH_ROW_DOT, {2, 2}}};

const ph_joint_type phk_joint_perpendicular = {
    .name = "perpendicular",
    .help = "primitive: two axes, one of each body, stay perpendicular",
    .rows = 1,
    .row_count = sizeof rows / sizeof rows[0],
    .row = rows,
    .free = PH_FREE_X | PH_FREE_Y | PH_FREE_Z | PH_TURN_Z,
    .placing = PH_PLACE_CROSSED,
    .axis_help = "the axis on the first body",
    .axis2_help = "the axis on the second body, across `axis`",
};
