/* SPDX-License-Identifier: BSD-3-Clause
 *
 * touch.h -- where two shapes touch: gap, normal and point, with exact derivatives.
 *
 * Shapes lie in two frames A and B. Whatever they are, a point of contact turns with both when they
 * turn together. So derivatives are kept along the six motions of A seen from B, in world axes,
 *
 *   move = dp_a - dp_b - dphi_b x (p_a - p_b),   turn = dphi_a - dphi_b,
 *   dg = n.(move + turn x (c - p_a)),   dn = N (move, turn) + dphi_b x n,
 *   dc = C (move, turn) + dp_b + dphi_b x (c - p_b),
 *
 * and N, C are what a pair of shapes has to give. dg has no curvature in it: n is along the line
 * that joins the surfaces, so what is normal to it does not count. Nothing here allocates.
 *
 * Where features change (parallel axes, an edge that ends) several points share the load by their
 * weights, which go to zero before a point appears or vanishes: so no force jumps.
 */
#ifndef PHK_TOUCH_H
#define PHK_TOUCH_H

#include <stdbool.h>
#include <polhode/math.h>

typedef struct {
    ph_vec3 p; /* [m] world */
    ph_quat q; /* its axes to those of the world */
} phk_touch_frame;

typedef struct {
    double gap;           /* [m] below zero: depth */
    double weight;        /* its share, 0 to 1 */
    ph_vec3 normal;       /* unit, world, from B to A */
    ph_vec3 point;        /* [m] world, half way between the surfaces */
    ph_vec3 arm_a, arm_b; /* [m] the point from the origins of A and B */
    ph_vec3 by_normal[6]; /* [1/m, -] columns along three moves and three turns */
    ph_vec3 by_point[6];  /* [-, m] */
    double by_weight[6];  /* [1/m, -] */
    int feature;          /* what of the shapes it is; derivatives jump where it changes */
} phk_touch_point;

typedef struct {
    ph_vec3 p_a, phi_a, p_b, phi_b; /* [m, rad] phi about axes of the world */
} phk_touch_move;

typedef struct {
    double gap, weight;
    ph_vec3 normal, point;
} phk_touch_change;

/* What a small displacement of the frames changes. */
phk_touch_change phk_touch_along(const phk_touch_point *touch, const phk_touch_move *move);
/* The k-th motion of A seen from B: what it moves a point by that is `arm` away from A's origin. */
static inline ph_vec3 phk_touch_unit(int k)
{
    return ph_v3(k % 3 == 0, k % 3 == 1, k % 3 == 2);
}
static inline ph_vec3 phk_touch_moves(int k, ph_vec3 arm)
{
    return k < 3 ? phk_touch_unit(k) : ph_cross(phk_touch_unit(k), arm);
}
/* The same for a direction that turns with A. */
static inline ph_vec3 phk_touch_turns(int k, ph_vec3 direction)
{
    return k < 3 ? ph_v3(0, 0, 0) : ph_cross(phk_touch_unit(k), direction);
}
/* Between points of the cores, d = xa - xb, which moves by by_d[k] as xa does by by_a[k], all seen
 * from B; both inflated by radii. What is half way is put in, and the weight 1. */
void phk_touch_between(const phk_touch_frame *a, const phk_touch_frame *b, ph_vec3 xa, ph_vec3 d,
                       const double radius[2], phk_touch_point *touch);
void phk_touch_column(phk_touch_point *touch, int k, const double radius[2], ph_vec3 by_a,
                      ph_vec3 by_d, double distance);
/* The same point seen by the others: A and B change their places. */
void phk_touch_swap(phk_touch_point *touch);
/* 0 below `low`, 1 above `high`, a cubic between them that has no kink; its slope. */
double phk_touch_ramp(double x, double low, double high, double *slope);
/* Multiplies the weight by a factor with these derivatives. */
void phk_touch_weigh(phk_touch_point *touch, double factor, const double by[6]);

/* How far A's origin, at w from B's, lies along B, half way between their axes, which are nearly
 * parallel or opposite: neither is preferred. */
double phk_touch_station(ph_vec3 u_a, ph_vec3 u_b, ph_vec3 w, double by[6]);

/* A number with its derivatives along the six motions. */
typedef struct {
    double value, by[6];
} phk_touch_slope;
/* Multiplies the weight by that ramp of a number; whether anything is left of it. */
bool phk_touch_ramp_up(phk_touch_point *touch, const phk_touch_slope *x, double low, double high);

/* One side of the formula for round things: a box from `low` to `high` in axes of B, inflated by a
 * radius. Sides may be infinite; a box without width is a point, a line or a plate. */
typedef struct {
    ph_vec3 low, high; /* [m] */
    double radius;     /* [m] */
    bool hollow;       /* what is inside the radius is free: of a point or a line */
} phk_touch_core;

phk_touch_core phk_core_plane(void);           /* z <= 0 */
phk_touch_core phk_core_sphere(double radius); /* about the origin */
phk_touch_core phk_core_box(ph_vec3 half, double radius);
phk_touch_core phk_core_capsule(double half_length, double radius); /* along z */
phk_touch_core phk_core_cylinder(double radius); /* along z without an end: parallel ones */
phk_touch_core phk_core_hole(double radius);     /* the same from inside */
phk_touch_core phk_core_link(double half_length, double low, double high); /* no end along y */
phk_touch_core phk_core_edge(double radius); /* x, z <= 0, along y without an end */

/* A sphere about `centre` in axes of A against a core of B. A centre inside a box leaves by the
 * nearest face: not smooth where two are as near. */
void phk_touch_round(const phk_touch_frame *a, ph_vec3 centre, double radius,
                     const phk_touch_frame *b, const phk_touch_core *core, phk_touch_point *touch);

/* Capsules along z of their frames. At most five points: the nearest one, and when the axes are
 * nearly parallel the four ends, each against the other capsule. Weights sum up to 1. */
enum { PHK_TOUCH_CAPSULES = 5, PHK_TOUCH_RIM = 5 };
typedef struct {
    double half, radius; /* [m] half the length without the round ends */
} phk_touch_capsule;
int phk_touch_capsules(const phk_touch_frame *a, const phk_touch_capsule *capsule_a,
                       const phk_touch_frame *b, const phk_touch_capsule *capsule_b,
                       phk_touch_point touch[PHK_TOUCH_CAPSULES]);

/* The rim of a cylinder or a cone: a circle in A about an axis along z, at a height, with a section
 * radius. Against the plane z <= 0 of B: its deepest point, and four fixed ones when it stands. */
typedef struct {
    double height, radius, section; /* [m] */
} phk_touch_rim;
int phk_touch_rim_plane(const phk_touch_frame *a, const phk_touch_rim *rim,
                        const phk_touch_frame *b, phk_touch_point touch[PHK_TOUCH_RIM]);

/* Boxes about their frames, inflated by radii, which are not zero: corners of each against the
 * other, and edges where they cross. Only what is nearer than `within`. */
enum { PHK_TOUCH_BOXES = 64 };
typedef struct {
    ph_vec3 half;  /* [m] of the core */
    double radius; /* [m] */
} phk_touch_box;
int phk_touch_boxes(const phk_touch_frame *a, const phk_touch_box *box_a, const phk_touch_frame *b,
                    const phk_touch_box *box_b, double within,
                    phk_touch_point touch[PHK_TOUCH_BOXES]);

#endif
