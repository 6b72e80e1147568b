/* SPDX-License-Identifier: BSD-3-Clause
 *
 * road.h -- a road by a map of heights over a rectangle from the origin of its marker along x and
 * y.
 *
 * Between four heights it is the product of two cubics, each through both ends with the slope of
 * the chord of their neighbours (E. Catmull & R. Rom, A class of local interpolating splines,
 * 1974): places and slopes are continuous, planes are planes, and nothing has to be solved for. Off
 * the map it goes on straight, with the slope it has at the border.
 */
#ifndef PHK_ROAD_H
#define PHK_ROAD_H

#include <polhode/field.h>

typedef struct {
    double z, by[2], by2[3]; /* [m, -, 1/m]; xx, xy, yy */
} phk_road_at;

/* heights: a row for each y; size [m] along x and y. */
phk_road_at phk_road_find(const ph_rows *heights, const double size[2], double x, double y);

#endif
