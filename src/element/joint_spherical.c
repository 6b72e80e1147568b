/* SPDX-License-Identifier: BSD-3-Clause
 *
 * joint_spherical.c -- `spherical`: a ball joint. The origins coincide (POINT); every turn is free.
 */
#include "element/elements.h"

static const ph_row rows[] = {{PH_ROW_POINT, {0, 0}}};

const ph_joint_type phk_joint_spherical = {
    .name = "spherical",
    .help = "ball joint: turns every way",
    .rows = 3,
    .row_count = sizeof rows / sizeof rows[0],
    .row = rows,
    .free = PH_TURN_X | PH_TURN_Y | PH_TURN_Z,
    .axis_help = "z of the axes a motion drives it by",
    .axis2_help = "x of the axes a motion drives it by, across `axis`",
};
