/* SPDX-License-Identifier: BSD-3-Clause
 *
 * joint_fixed.c -- `fixed`: two bodies as one.
 *
 * The origins coincide (POINT), and the axes do: z of marker 1 is perpendicular to x and y of
 * marker 0, y of marker 1 to x of marker 0.
 */
#include "element/elements.h"

static const ph_row rows[] = {
    {PH_ROW_POINT, {0, 0}}, {PH_ROW_DOT, {0, 2}}, {PH_ROW_DOT, {1, 2}}, {PH_ROW_DOT, {0, 1}}};

const ph_joint_type phk_joint_fixed = {
    .name = "fixed",
    .help = "holds two bodies together as one",
    .rows = 6,
    .row_count = sizeof rows / sizeof rows[0],
    .row = rows,
};
