/* SPDX-License-Identifier: BSD-3-Clause
 *
 * joint_prismatic.c -- `prismatic`: a slider.
 *
 * A cylindrical joint that does not turn: y of marker 1 stays perpendicular to x of marker 0 too.
 */
#include "element/elements.h"

static const ph_row rows[] = {{PH_ROW_DOT, {0, 2}},
                              {PH_ROW_DOT, {1, 2}},
                              {PH_ROW_DOT, {0, 1}},
                              {PH_ROW_OFFSET, {0, 0}},
                              {PH_ROW_OFFSET, {1, 0}}};

const ph_joint_type phk_joint_prismatic = {
    .name = "prismatic",
    .help = "slider: moves along `axis`, turns no way",
    .rows = 5,
    .row_count = sizeof rows / sizeof rows[0],
    .row = rows,
    .free = PH_FREE_Z,
    .axis_help = "the guide",
};
