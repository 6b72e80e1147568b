/* SPDX-License-Identifier: BSD-3-Clause
 *
 * shape_profile.c -- a smooth curve in the plane of x and y, drawn along z.
 */
#include "geom/shape.h"

static const char *wrong(const ph_shape_sizes *s)
{
    if (s->rows.count == 0) return "a profile needs `points`, or a `file` of them";
    if (s->rows.width != 2) return "its `points` are rows of x and y";
    return s->rows.count < 3 ? "it goes through at least three points" : NULL;
}

const phk_shape_type phk_shape_profile = {
    .has = PH_SHAPE_POINTS | PH_SHAPE_FILE | PH_SHAPE_LENGTH | PH_SHAPE_CLOSED,
    .optional = PH_SHAPE_POINTS | PH_SHAPE_FILE | PH_SHAPE_CLOSED,
    .wrong = wrong};
