/* SPDX-License-Identifier: BSD-3-Clause
 *
 * joint_hooke.c -- `hooke`: a universal joint placed by its shafts.
 *
 * The origins coincide (POINT), and the pin of the first body, y of marker 0, stays perpendicular
 * to the pin of the second, x of marker 1. With both shafts in line the two markers coincide, z
 * along the shafts. ADAMS' HOOKE is the same with its markers J (ours: 0) and I (1). A motion
 * drives the turn of the cross about the first pin, as long as the turn about the second stays
 * below a quarter.
 */
#include "element/elements.h"

static const ph_row rows[] = {{PH_ROW_POINT, {0, 0}}, {PH_ROW_DOT, {1, 0}}};

const ph_joint_type phk_joint_hooke = {
    .name = "hooke",
    .help = "universal joint given by the shafts' direction",
    .rows = 4,
    .row_count = sizeof rows / sizeof rows[0],
    .row = rows,
    .free = PH_TURN_Y,
    .axis_help = "the shafts, in line with each other",
    .axis2_help = "the pin in the second body, across `axis`",
};
