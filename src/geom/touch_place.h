/* SPDX-License-Identifier: BSD-3-Clause
 *
 * touch_place.h -- places of a mesh that look at something round, each with what moves it, and how
 * they share the load about concave edges. All in axes of the mesh.
 */
#ifndef PHK_TOUCH_PLACE_H
#define PHK_TOUCH_PLACE_H

#include "geom/shell.h"
#include "geom/touchable.h"

enum { PHK_PLACES = PHK_TOUCH_MOST, PHK_SHELL_STACK = 64 };

typedef enum { PHK_PLACE_FACE, PHK_PLACE_EDGE, PHK_PLACE_CORNER } phk_place_kind;

typedef struct {
    phk_place_kind is;
    int index;
    ph_vec3 at, n;   /* outwards */
    double distance; /* [m] of what is round from there, by its middle: below zero, it has sunk */
    ph_vec3 by_at[6], by_n[6]; /* along the six motions */
    double by_distance[6];
    double weight, by_weight[6];
} phk_place;

/* How wide a place is shared about a concave edge, in metres, and its derivatives. */
typedef double (*phk_place_width)(const void *what, const phk_shell_edge *e, const phk_place *p,
                                  double by[6]);

/* The weight of a place beside concave edges; `most` times `fade` of an edge is the largest width.
 */
void phk_place_fade(const phk_shell *s, phk_place *p, double most, phk_place_width width,
                    const void *what);
/* The same beside one edge. */
void phk_place_fade_at(const phk_shell *s, phk_place *p, const phk_shell_edge *e,
                       phk_place_width width, const void *what);
/* Places of nearly one normal have a weight of about 1 together, if they had more. */
void phk_places_share(phk_place *place, int places);

#endif
