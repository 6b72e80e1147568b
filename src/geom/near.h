/* SPDX-License-Identifier: BSD-3-Clause
 *
 * near.h -- the point of a core that is nearest to another point, how the surface curves there, and
 * from this gap, normal and point of two cores with exact derivatives, whatever features they are.
 *
 * A surface is known by two principal directions e1, e2: to go by s sigma along e turns its normal
 * by c sigma. A face has c = 0, an edge or a corner s = 0 (its normal is free), what is round both;
 * so one formula covers all of them.
 */
#ifndef PHK_NEAR_H
#define PHK_NEAR_H

#include "geom/convex.h"
#include "geom/terrain.h"
#include "geom/touch.h"

/* All about the origin and along z. */
typedef enum {
    PHK_NEAR_BOX,       /* half; without a width a segment or a point */
    PHK_NEAR_TURNED,    /* between radii `inner` and `outer`, which is that at -half.z and half.z */
    PHK_NEAR_ELLIPSOID, /* half */
    PHK_NEAR_PLANE,     /* z <= 0 */
    PHK_NEAR_FIELD      /* what is below a terrain */
} phk_near_kind;

/* A terrain as the core of a pair: its surface moved down by `inset` along its normals, about
 * `from` of its own axes. */
typedef struct {
    const phk_terrain *terrain;
    ph_vec3 from;    /* [m] */
    double inset;    /* [m] */
    double start[2]; /* [m] x and y of the surface from where a point is sought */
    bool saddle;     /* whatever is normal there will do: not only what is nearest */
} phk_near_field;

typedef struct {
    phk_near_kind kind;
    ph_vec3 half;           /* [m] */
    double inner, outer[2]; /* [m] a ring has them all the same, and no height */
    const phk_near_field *field;
} phk_near_core;

/* The surface about a point of it. */
typedef struct {
    ph_vec3 x;         /* [m] */
    ph_vec3 m;         /* outward normal; of an edge or a corner towards the other point */
    ph_vec3 e[2];      /* principal directions */
    double c[2], s[2]; /* [-, m] or [1/m, -] */
    bool smooth;       /* m is the surface's, wherever the other point is */
    int feature;       /* below 64 */
} phk_near;

phk_near_core phk_near_core_of(const phk_convex *core);
phk_near phk_near_find(const phk_near_core *core, ph_vec3 y);
/* Of near_terrain.c: the point of the surface whose normal goes through y: the one that is nearest
 * about the start. On the border if there is none before. */
void phk_terrain_foot(const phk_near_field *f, ph_vec3 y, double u[2]);
/* A point of the inset surface. */
ph_vec3 phk_terrain_point(const phk_near_field *f, const double u[2]);
/* The surface about it, as near.h sees it. */
phk_near phk_terrain_near(const phk_near_field *f, const double u[2]);
/* Puts in principal directions of a smooth surface: by says how its normal turns along u and v,
 * which are normal to each other: uu, uv, vv. */
void phk_near_curve(phk_near *p, ph_vec3 u, ph_vec3 v, const double by[3]);

/* One side of a pair: a core somewhere in a body, inflated by a radius. */
typedef struct {
    phk_near_core core;
    phk_convex convex;           /* the same for GJK; not of a point, a ring or a tube */
    phk_touch_frame f;           /* of the core, in the world */
    const phk_touch_frame *body; /* moves are those of its origin */
    double radius;               /* [m] */
} phk_near_side;

/* What two sides make: their surfaces in the world, and for the six motions of A seen from B how
 * far each goes along its principal directions: sigma of A, then of B. */
typedef struct {
    phk_near at[2];
    ph_vec3 normal;
    double distance; /* [m] of the cores, below zero inside each other */
    double by[6][4];
    bool met; /* the cores meet, and only EPA knew: the normal is held */
} phk_near_pair;

/* The one point of two sides; a pair of bodies without flat parts has no other. A may be a point,
 * B a plane, a ring or a tube when A is a point; both are convex else. False: the gap is not below
 * `within`, and nothing else is known. guess: about where the normal is; NULL: nobody knows. */
bool phk_touch_near(const phk_near_side *a, const phk_near_side *b, double within,
                    const ph_vec3 *guess, phk_near_pair *pair, phk_touch_point *touch);
/* The same from a point near A, of what is not convex: the nearest place from there. */
bool phk_touch_from(const phk_near_side *a, const phk_near_side *b, double within, ph_vec3 xa,
                    phk_near_pair *pair, phk_touch_point *touch);

/* The point where surfaces are known already: places, normals and curvature of both in the world,
 * the normal and the distance. Of the sides only body and radius count. */
bool phk_touch_known(const phk_near_side *a, const phk_near_side *b, double within,
                     phk_near_pair *pair, phk_touch_point *touch);

#endif
