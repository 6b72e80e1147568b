/* SPDX-License-Identifier: BSD-3-Clause
 *
 * shape_hull.c -- the least convex body about points.
 */
#include "geom/shape.h"

static const char *wrong(const ph_shape_sizes *s)
{
    if (s->rows.count == 0) return "a hull needs `points`, or a `file` of them";
    if (s->rows.width != 3) return "its `points` are rows of x, y and z";
    return s->rows.count < 4 ? "it goes through at least four points" : NULL;
}

const phk_shape_type phk_shape_hull = {.has = PH_SHAPE_POINTS | PH_SHAPE_FILE | PH_SHAPE_ROUNDING,
                                       .optional =
                                           PH_SHAPE_POINTS | PH_SHAPE_FILE | PH_SHAPE_ROUNDING,
                                       .wrong = wrong};
