/* SPDX-License-Identifier: BSD-3-Clause
 *
 * joint_planar.c -- `planar`: a body on a plane.
 *
 * z of marker 1 is perpendicular to x and y of marker 0, and its origin has no offset along z of
 * marker 0: it slides in the x-y plane of marker 0 and turns about its normal.
 */
#include "element/elements.h"

static const ph_row rows[] = {{PH_ROW_DOT, {0, 2}}, {PH_ROW_DOT, {1, 2}}, {PH_ROW_OFFSET, {2, 0}}};

const ph_joint_type phk_joint_planar = {
    .name = "planar",
    .help = "slides in the plane across `axis` and turns about `axis`",
    .rows = 3,
    .row_count = sizeof rows / sizeof rows[0],
    .row = rows,
    .free = PH_FREE_X | PH_FREE_Y | PH_TURN_Z,
    .axis_help = "the normal of the plane",
    .axis2_help = "x of the axes a motion drives it by, across `axis`",
};
