/* SPDX-License-Identifier: BSD-3-Clause
 *
 * touch_smooth.h -- between the files for smooth curves: profiles, which are drawn along z, and
 * wires. A place of a curve becomes one side of a pair of surfaces (near.h), so that derivatives
 * are those of its osculating circle.
 */
#ifndef PHK_TOUCH_SMOOTH_H
#define PHK_TOUCH_SMOOTH_H

#include "geom/near.h"
#include "geom/smooth.h"
#include "geom/touchable.h"

/* A place of a curve in the world. */
typedef struct {
    phk_smooth_at e;
    double left, by_left; /* [m] to the end of an open one, and by its length; INFINITY */
    double size;          /* [m] of the curve; 0: it is none, but a corner, a line or a face */
} phk_smooth_place;

/* One of two sides: a surface about a point of it, the curve it lies on if there is one, what it is
 * inflated by, and the body. */
typedef struct {
    phk_near near;
    phk_smooth_place on;
    double radius;
    const phk_touch_frame *body;
} phk_smooth_side;

/* At z along the axis of the curve's frame. */
phk_smooth_place phk_smooth_place_at(const phk_smooth *smooth, const phk_touch_frame *f, int piece,
                                     double u, double z);
/* Its surface: what is drawn along an axis; an edge or a wire, whose normal is free; and what is no
 * curve: a point, a line along an axis, a face. m: outwards. */
phk_smooth_side phk_smooth_mantle(const phk_smooth_place *at, ph_vec3 axis,
                                  const phk_touch_frame *body);
phk_smooth_side phk_smooth_edge(const phk_smooth_place *at, ph_vec3 m, double radius,
                                const phk_touch_frame *body);
phk_smooth_side phk_smooth_corner(ph_vec3 x, ph_vec3 m, double radius, const phk_touch_frame *body);
phk_smooth_side phk_smooth_line(ph_vec3 x, ph_vec3 m, ph_vec3 axis, double radius,
                                const phk_touch_frame *body);
phk_smooth_side phk_smooth_face(ph_vec3 x, ph_vec3 m, const phk_touch_frame *body);

/* The point of two sides along n, which is from B to A. Its weight is zero where the curves hold it
 * no longer: where an open one ends, and where one is bent as much as the other, so that the
 * nearest place turns into the furthest one. False: it is further off than `within`, or has no
 * weight. */
bool phk_smooth_touch(const phk_smooth_side *a, const phk_smooth_side *b, ph_vec3 n, double within,
                      phk_touch_point *touch);

/* Places of a curve in the plane that look towards y and are nearer than `reach`; from inside the
 * nearest one alone, whose `distance` is then below zero. */
enum { PHK_SMOOTH_FEET = 16 };
int phk_smooth_towards(const phk_smooth *smooth, ph_vec3 y, double reach,
                       phk_smooth_foot foot[PHK_SMOOTH_FEET]);

/* A ball against a profile or a wire, a profile on a plane, and what is drawn along z, which is a
 * cylinder, a capsule, a box or a profile, against a profile. Points as of phk_touch_pair. */
int phk_touch_ball_profile(const phk_touchable *a, const phk_touch_frame *fa,
                           const phk_touchable *b, const phk_touch_frame *fb, double within,
                           phk_touch_point *touch);
int phk_touch_ball_wire(const phk_touchable *a, const phk_touch_frame *fa, const phk_touchable *b,
                        const phk_touch_frame *fb, double within, phk_touch_point *touch);
int phk_touch_profile_plane(const phk_touchable *a, const phk_touch_frame *fa,
                            const phk_touch_frame *fb, double within, phk_touch_point *touch);
int phk_touch_drawn(const phk_touchable *a, const phk_touch_frame *fa, const phk_touchable *b,
                    const phk_touch_frame *fb, double within, phk_touch_point *touch);

#endif
