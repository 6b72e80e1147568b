/* SPDX-License-Identifier: BSD-3-Clause
 *
 * touchable.h -- shapes that can touch, and where two of them do, whatever they are.
 *
 * A touchable shape lies about its middle, of a cone that of its core: a frame given with it has
 * its origin there, and its z along the shape's axis. What is solid and has edges is rounded,
 * inwards, so that its sizes stay: only what is round has a normal everywhere. Nothing here but
 * `create` allocates.
 */
#ifndef PHK_TOUCHABLE_H
#define PHK_TOUCHABLE_H

#include <polhode/geometry.h>
#include "base/arena.h"
#include "geom/broad.h"
#include "geom/convex.h"
#include "geom/touch.h"

/* [m] A ball no larger stands for a point, which has no thickness. */
#define PHK_POINT_RADIUS 1e-6

typedef struct {
    int kind;             /* ph_shape_kind */
    ph_shape_sizes sizes; /* [m] those of the shape; a length is not below zero any more, and radii
                             of a frustum or a cone are those at its lower and its upper end */
    double rounding;      /* [m] radius of its edges; 0: it has none */
    phk_convex core;      /* what is left when the rounding is taken off, of a convex one */
    double core_at;       /* [m] z of the core's middle from that of the shape: not 0 of a cone */
    /* of a mesh, an extrusion, the core of a hull; of a profile or a wire; of a terrain; or NULL */
    const struct phk_shell *surface;
    const struct phk_smooth *curve;
    const struct phk_terrain *terrain;
    double reach;     /* [m] no point is further from the middle; INFINITY: a half space */
    double thickness; /* [m] its least extent; INFINITY: a half space */
    double radius;    /* [m] a typical radius of curvature where it touches, for Hertz' law */
} phk_touchable;

/* Makes it from a shape. rounding: as given, 0: chosen, a fiftieth of its least extent. mesh: its
 * triangles, of a kind that has them, copied to the arena; else NULL. middle: where that middle
 * is in the axes of the shape. Returns NULL, or why it cannot touch, as a clause after
 * its name ("has no inside"). */
const char *phk_touchable_create(int kind, const ph_shape_sizes *sizes, double rounding,
                                 const ph_mesh *mesh, phk_arena *arena, phk_touchable *out,
                                 ph_vec3 *middle);

/* Its box in the world. */
phk_bounds phk_touchable_bounds(const phk_touchable *shape, const phk_touch_frame *f);

/* Why two of them never touch by any formula here; NULL: they may. */
const char *phk_touch_unknown(const phk_touchable *a, const phk_touchable *b);

/* Points whose gap is below `within`, at most PHK_TOUCH_MOST of them: the deepest if there are
 * more. Normals from B to A. `feature` tells the points of a pair apart, and is the same from call
 * to call for what is the same place of the shapes. PHK_TOUCH_LOST: they may touch, and nothing
 * here knows how they do where they are now, as phk_touch_lost says. */
enum { PHK_TOUCH_MOST = 64, PHK_TOUCH_LOST = -1 };
const char *phk_touch_lost(void);
int phk_touch_pair(const phk_touchable *a, const phk_touch_frame *fa, const phk_touchable *b,
                   const phk_touch_frame *fb, double within, phk_touch_point *touch);

#endif
