/* SPDX-License-Identifier: BSD-3-Clause
 *
 * shape_curve.c -- a round wire along a smooth curve in space.
 */
#include "geom/shape.h"

static const char *wrong(const ph_shape_sizes *s)
{
    if (s->rows.count == 0) return "a curve needs `points`, or a `file` of them";
    if (s->rows.width != 3) return "its `points` are rows of x, y and z";
    return s->rows.count < 3 ? "it goes through at least three points" : NULL;
}

const phk_shape_type phk_shape_curve = {
    .has = PH_SHAPE_POINTS | PH_SHAPE_FILE | PH_SHAPE_RADIUS | PH_SHAPE_CLOSED,
    .optional = PH_SHAPE_POINTS | PH_SHAPE_FILE | PH_SHAPE_CLOSED,
    .wrong = wrong};
