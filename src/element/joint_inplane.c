/* SPDX-License-Identifier: BSD-3-Clause
 *
 * joint_inplane.c -- `inplane`: the origin of marker 1 stays in the x-y plane of marker 0: it has
 * no offset along z.
 */
#include "element/elements.h"

static const ph_row rows[] = {{PH_ROW_OFFSET, {2, 0}}};

const ph_joint_type phk_joint_inplane = {
    .name = "inplane",
    .help = "primitive: a point of the second body stays in a plane of the first",
    .rows = 1,
    .row_count = sizeof rows / sizeof rows[0],
    .row = rows,
    .free = PH_FREE_X | PH_FREE_Y | PH_TURN_X | PH_TURN_Y | PH_TURN_Z,
    .axis_help = "the normal of the plane",
    .axis2_help = "x of the axes a motion drives it by, across `axis`",
};
