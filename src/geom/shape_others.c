/* SPDX-License-Identifier: BSD-3-Clause
 *
 * shape_others.c -- shapes that have no triangles of their own: what lies between places moves with
 * them, and a mesh is in a file.
 */
#include "geom/shape.h"

const phk_shape_type phk_shape_line = {.has = PH_SHAPE_THROUGH};
const phk_shape_type phk_shape_spring = {
    .has = PH_SHAPE_RADIUS | PH_SHAPE_THROUGH, .optional = PH_SHAPE_RADIUS, .most_places = 2};
const phk_shape_type phk_shape_link = {
    .has = PH_SHAPE_RADIUS | PH_SHAPE_THROUGH, .optional = PH_SHAPE_RADIUS, .most_places = 2};
const phk_shape_type phk_shape_mesh = {.has = PH_SHAPE_FILE | PH_SHAPE_ROUNDING,
                                       .optional = PH_SHAPE_ROUNDING};
