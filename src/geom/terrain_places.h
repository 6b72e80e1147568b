/* SPDX-License-Identifier: BSD-3-Clause
 *
 * terrain_places.h -- where the core of a shape, or of a part of it, is deepest in a terrain.
 */
#ifndef PHK_TERRAIN_PLACES_H
#define PHK_TERRAIN_PLACES_H

#include "geom/near.h"
#include "geom/terrain.h"

typedef struct {
    const phk_terrain *terrain;
    phk_near_side side; /* B: its core is `field` */
    phk_near_field field;
    double within, small; /* [m] gaps that are looked at; a depth that does not count */
} phk_ground;

enum { PHK_PLACES = 8 };
typedef struct {
    double u[2]; /* [m] x and y of the surface */
    phk_near_pair pair;
    phk_touch_point t; /* with its share as weight, and no feature */
} phk_ground_place;

/* All places of a side, the deepest ones if there are too many. start: points of the surface where
 * there may be one, beside those that are found. */
int phk_places_find(phk_ground *ground, const phk_near_side *a, double (*start)[2], int starts,
                    phk_ground_place all[PHK_PLACES]);

#endif
