/* SPDX-License-Identifier: BSD-3-Clause
 *
 * joint_atpoint.c -- `atpoint`: the origins coincide (POINT). The same rows as a ball joint, as a
 * primitive to build other joints from.
 */
#include "element/elements.h"

static const ph_row rows[] = {{PH_ROW_POINT, {0, 0}}};

const ph_joint_type phk_joint_atpoint = {
    .name = "atpoint",
    .help = "primitive: two points coincide",
    .rows = 3,
    .row_count = sizeof rows / sizeof rows[0],
    .row = rows,
    .free = PH_TURN_X | PH_TURN_Y | PH_TURN_Z,
    .axis_help = "z of the axes a motion drives it by",
    .axis2_help = "x of the axes a motion drives it by, across `axis`",
};
