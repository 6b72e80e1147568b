/* SPDX-License-Identifier: BSD-3-Clause
 *
 * shape_terrain.c -- all below a smooth surface through heights over a rectangle.
 */
#include "geom/shape.h"

static const char *wrong(const ph_shape_sizes *s)
{
    if (s->rows.count == 0) return "a terrain needs `heights`, or a `file` of them";
    if (s->rows.count < 2 || s->rows.width < 2)
        return "`heights` are two rows or more of two numbers or more";
    return s->size.x > 0 && s->size.y > 0 ? NULL : "`size` along x and y must be above zero";
}

const phk_shape_type phk_shape_terrain = {.has = PH_SHAPE_HEIGHTS | PH_SHAPE_FILE | PH_SHAPE_SIZE,
                                          .optional = PH_SHAPE_HEIGHTS | PH_SHAPE_FILE,
                                          .wrong = wrong};
