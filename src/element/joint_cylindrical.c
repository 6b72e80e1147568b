/* SPDX-License-Identifier: BSD-3-Clause
 *
 * joint_cylindrical.c -- `cylindrical`: a sleeve on a shaft.
 *
 * z of marker 1 is perpendicular to x and y of marker 0, and its origin has no offset along them:
 * it turns about the z axis of marker 0 and slides along it.
 */
#include "element/elements.h"

static const ph_row rows[] = {
    {PH_ROW_DOT, {0, 2}}, {PH_ROW_DOT, {1, 2}}, {PH_ROW_OFFSET, {0, 0}}, {PH_ROW_OFFSET, {1, 0}}};

const ph_joint_type phk_joint_cylindrical = {
    .name = "cylindrical",
    .help = "sleeve: turns about `axis` and slides along it",
    .rows = 4,
    .row_count = sizeof rows / sizeof rows[0],
    .row = rows,
    .free = PH_FREE_Z | PH_TURN_Z,
    .axis_help = "the shaft",
};
