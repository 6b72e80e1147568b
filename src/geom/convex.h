/* SPDX-License-Identifier: BSD-3-Clause
 *
 * convex.h -- how far two convex cores are apart, whatever they are: all that is asked of one is
 * its furthest point in a direction.
 *
 * Bodies are cores inflated by a radius, which is not seen here. As long as the cores do not meet,
 * GJK gives distance and normal to rounding. Cores that meet are for rescue only: EPA finds the
 * least way out, but its normal jumps.
 */
#ifndef PHK_CONVEX_H
#define PHK_CONVEX_H

#include <stdbool.h>
#include "geom/touch.h"

/* All about the origin and along z. */
typedef enum {
    PHK_CONVEX_POINT,
    PHK_CONVEX_SEGMENT,   /* half.z */
    PHK_CONVEX_BOX,       /* half */
    PHK_CONVEX_CYLINDER,  /* radius half.x, half.z */
    PHK_CONVEX_CONE,      /* base of radius half.x at -half.z, tip at half.z */
    PHK_CONVEX_ELLIPSOID, /* half axes half */
    PHK_CONVEX_HULL,      /* of vertices */
    PHK_CONVEX_FRUSTUM    /* radius half.x at -half.z, half.y at half.z */
} phk_convex_kind;

typedef struct {
    phk_convex_kind kind;
    ph_vec3 half;          /* [m] */
    const ph_vec3 *vertex; /* [m] at least one */
    int vertices;
    const int *first, *near; /* neighbours of vertex i: near[first[i]] to before that of the next;
                                NULL: nobody has listed them */
} phk_convex;

typedef struct {
    double distance; /* [m] below zero: the least way out */
    ph_vec3 normal;  /* unit, world, from B to A */
    ph_vec3 a, b;    /* [m] world: a - b = distance * normal */
    bool met;        /* the cores meet: by EPA */
    bool far;        /* further apart than asked for: the rest is not exact */
    double unsure;   /* [m] by how much less a way out may do: EPA, of what is round */
    int supports;    /* furthest points asked for */
} phk_convex_gap;

/* The furthest point of a core in a direction, both in the world. */
ph_vec3 phk_convex_support(const phk_convex *core, const phk_touch_frame *f, ph_vec3 direction);

phk_convex_gap phk_convex_apart(const phk_convex *core_a, const phk_touch_frame *a,
                                const phk_convex *core_b, const phk_touch_frame *b);

/* The same, not to rounding: until |p|^2 - p.w is below a part of the square of the distance, or
 * the distance is sure to be above `far` (not below zero). */
phk_convex_gap phk_convex_about(const phk_convex *core_a, const phk_touch_frame *a,
                                const phk_convex *core_b, const phk_touch_frame *b, double part,
                                double far);

/* Between gjk.c and epa.c: two cores, and a point of their difference A - B with the one of A that
 * it is from. */
typedef struct {
    const phk_convex *core[2];
    const phk_touch_frame *frame[2];
    int supports;
} phk_convex_pair;
typedef struct {
    ph_vec3 w, a;
} phk_convex_vertex;

phk_convex_vertex phk_convex_furthest(phk_convex_pair *pair, ph_vec3 direction);
/* The least way out, from a simplex that has the origin in it or on it. */
void phk_epa(phk_convex_pair *pair, const phk_convex_vertex simplex[4], int corners,
             phk_convex_gap *gap);

#endif
