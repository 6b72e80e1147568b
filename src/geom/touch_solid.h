/* SPDX-License-Identifier: BSD-3-Clause
 *
 * touch_solid.h -- between the files that put pairs of solid shapes together out of single points.
 */
#ifndef PHK_TOUCH_SOLID_H
#define PHK_TOUCH_SOLID_H

#include "geom/near.h"
#include "geom/touchable.h"

/* A shape as one side of a pair. */
phk_near_side phk_side_of(const phk_touchable *shape, const phk_touch_frame *f);

/* How much the gap changes along the k-th motion. */
static inline double phk_touch_gap_by(const phk_touch_point *t, int k)
{
    return ph_dot(t->normal, phk_touch_moves(k, t->arm_a));
}

/* Room for another point that carries what one would, times its weight: nothing of this one is left
 * when the other is as deep, all when the other does not touch. */
typedef struct {
    double amount;
    double near;  /* [m] only when points are no further apart, fading over its second half;
                     INFINITY:  wherever */
    double small; /* [m] a depth that does not count */
} phk_touch_room;
void phk_touch_yield(phk_touch_point *t, const phk_touch_point *other, const phk_touch_room *room);

/* An edge along a mantle, or flat on a cap, has no point of its own. u: the edge, of what is seen
 * as A here. */
bool phk_touch_weigh_crossing(const phk_near_side *other, const phk_near_pair *pair, ph_vec3 u,
                              phk_touch_point *t);

/* Where a bar, a capsule or what is turned about z, lies flat across a cap of a body: where it
 * crosses the rim, as long as it is flat. `feature` is 0 to 3. */
enum { PHK_TOUCH_ACROSS = 4 };
int phk_touch_across(const phk_near_side *bar, const phk_near_side *body, double within,
                     phk_touch_point touch[PHK_TOUCH_ACROSS]);

/* Convex solids of any kind but a hull: no more than PHK_TOUCH_MOST points nearer than `within`. */
int phk_touch_convex(const phk_touchable *a, const phk_touch_frame *fa, const phk_touchable *b,
                     const phk_touch_frame *fb, double within, phk_touch_point *touch);

/* A capsule or a cylinder as a shaft in the hole of a tube, or outside of it. Why there is no
 * formula for their sizes; NULL: there is. */
const char *phk_touch_shaft_unknown(const phk_touchable *shaft, const phk_touchable *tube);
int phk_touch_shaft(const phk_touchable *a, const phk_touch_frame *fa, const phk_touchable *b,
                    const phk_touch_frame *fb, double within, phk_touch_point *touch);

/* How far a disc about z is from lying flat at a point: 0 to 1, with derivatives for its body. */
double phk_touch_tilt(const phk_near_side *disc, const phk_touch_point *t, double by[6]);
/* A point, or a disc about z, of a body: a place in its axes. */
phk_near_side phk_side_part(const phk_near_side *body, ph_vec3 at, double radius);

/* A shape against a terrain; why there is no formula for it. */
const char *phk_touch_terrain_unknown(const phk_touchable *shape);
int phk_touch_terrain(const phk_touchable *a, const phk_touch_frame *fa, const phk_touchable *b,
                      const phk_touch_frame *fb, double within, phk_touch_point *touch);

#endif
