/* SPDX-License-Identifier: BSD-3-Clause
 *
 * joint_universal.c -- `universal`: two shafts joined by a cross of two pins.
 *
 * The origins coincide (POINT), and z of marker 0, the pin that turns in the first body, stays
 * perpendicular to z of marker 1, the pin in the second. These are the markers of ADAMS' UNIVERSAL,
 * which asks the z axes to be perpendicular. A motion drives the turn of the cross about the first
 * pin, as long as the turn about the second stays below a quarter.
 */
#include "element/elements.h"

static const ph_row rows[] = {{PH_ROW_POINT, {0, 0}}, {PH_ROW_DOT, {2, 2}}};

const ph_joint_type phk_joint_universal = {
    .name = "universal",
    .help = "cross of two pins, one in each body",
    .rows = 4,
    .row_count = sizeof rows / sizeof rows[0],
    .row = rows,
    .free = PH_TURN_Z,
    .placing = PH_PLACE_CROSSED,
    .axis_help = "the pin in the first body",
    .axis2_help = "the pin in the second body, across `axis`",
};
