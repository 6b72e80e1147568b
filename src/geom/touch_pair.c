/* SPDX-License-Identifier: BSD-3-Clause
 *
 * touch_pair.c -- which formula a pair of shapes touches by.
 */
#include <math.h>
#include "geom/touch_hull.h"
#include "geom/touch_mesh.h"
#include "geom/touch_smooth.h"
#include "geom/touch_solid.h"
#include "geom/touchable.h"

typedef struct {
    const phk_touchable *shape[2];
    const phk_touch_frame *frame[2];
    double within;
} pair;

/* Keeps a point that is near enough. */
static int keep(const pair *p, phk_touch_point *touch, int points)
{
    return touch[points].gap < p->within && touch[points].weight > 0 ? points + 1 : points;
}

static phk_touch_core core_of(const phk_touchable *t)
{
    return t->kind == PH_SHAPE_PLANE ? phk_core_plane() : phk_core_box(t->core.half, t->rounding);
}

/* A ball against what the one formula covers. */
static int ball_round(const pair *p, phk_touch_point *touch)
{
    const phk_touch_core core = core_of(p->shape[1]);
    phk_touch_round(p->frame[0], ph_v3(0, 0, 0), p->shape[0]->rounding, p->frame[1], &core, touch);
    touch->feature = 0;
    return keep(p, touch, 0);
}

/* The ends of a capsule, or the corners of a box, on a plane. */
static int corners_plane(const pair *p, phk_touch_point *touch)
{
    const phk_touch_core core = phk_core_plane();
    const phk_touchable *t = p->shape[0];
    const ph_vec3 h = t->core.half;
    int points = 0, corners = t->core.kind == PHK_CONVEX_BOX ? 8 : 2;
    for (int i = 0; i < corners; i++) {
        ph_vec3 x = corners == 2
                        ? ph_v3(0, 0, i ? h.z : -h.z)
                        : ph_v3(i & 1 ? h.x : -h.x, i & 2 ? h.y : -h.y, i & 4 ? h.z : -h.z);
        phk_touch_round(p->frame[0], x, t->rounding, p->frame[1], &core, &touch[points]);
        touch[points].feature = i;
        points = keep(p, touch, points);
    }
    return points;
}

static int capsules(const pair *p, phk_touch_point *touch)
{
    const phk_touch_capsule a = {p->shape[0]->core.half.z, p->shape[0]->rounding};
    const phk_touch_capsule b = {p->shape[1]->core.half.z, p->shape[1]->rounding};
    phk_touch_point all[PHK_TOUCH_CAPSULES];
    int points = 0, n = phk_touch_capsules(p->frame[0], &a, p->frame[1], &b, all);
    for (int i = 0; i < n; i++) {
        touch[points] = all[i];
        points = keep(p, touch, points);
    }
    return points;
}

static int boxes(const pair *p, phk_touch_point *touch)
{
    const phk_touch_box a = {p->shape[0]->core.half, p->shape[0]->rounding};
    const phk_touch_box b = {p->shape[1]->core.half, p->shape[1]->rounding};
    return phk_touch_boxes(p->frame[0], &a, p->frame[1], &b, p->within, touch);
}

/* Both caps of what is turned about z, or a ring; a tip is a point. */
static int rims_plane(const pair *p, phk_touch_point *touch)
{
    const phk_touchable *t = p->shape[0];
    const ph_vec3 h = t->core.half;
    const double top = t->core.kind == PHK_CONVEX_FRUSTUM ? h.y : h.x;
    const phk_touch_core plane = phk_core_plane();
    int points = 0;
    for (int i = 0; i < (h.z > 0 ? 2 : 1); i++) {
        const phk_touch_rim rim = {i ? h.z : -h.z, i ? top : h.x, t->rounding};
        phk_touch_point all[PHK_TOUCH_RIM];
        int n = 1;
        if (rim.radius > 0)
            n = phk_touch_rim_plane(p->frame[0], &rim, p->frame[1], all);
        else
            phk_touch_round(p->frame[0], ph_v3(0, 0, rim.height), rim.section, p->frame[1], &plane,
                            all);
        for (int k = 0; k < n; k++) {
            touch[points] = all[k];
            touch[points].feature += 512 * i;
            points = keep(p, touch, points);
        }
    }
    return points;
}

/* What has one point: a ball against anything turned, an ellipsoid on a plane. */
static int one_point(const pair *p, phk_touch_point *touch)
{
    const phk_near_side a = phk_side_of(p->shape[0], p->frame[0]);
    const phk_near_side b = phk_side_of(p->shape[1], p->frame[1]);
    phk_near_pair near;
    return phk_touch_near(&a, &b, p->within, NULL, &near, touch);
}

static int convex(const pair *p, phk_touch_point *touch)
{
    return phk_touch_convex(p->shape[0], p->frame[0], p->shape[1], p->frame[1], p->within, touch);
}

static int shaft(const pair *p, phk_touch_point *touch)
{
    return phk_touch_shaft(p->shape[0], p->frame[0], p->shape[1], p->frame[1], p->within, touch);
}

static int mesh(const pair *p, phk_touch_point *touch)
{
    const phk_touchable *a = p->shape[0], *b = p->shape[1];
    if (a->kind == PH_SHAPE_HULL || b->kind == PH_SHAPE_HULL)
        return phk_touch_hull(a, p->frame[0], b, p->frame[1], p->within, touch);
    return phk_touch_mesh(a, p->frame[0], b, p->frame[1], p->within, NULL, touch);
}

static int ball_profile(const pair *p, phk_touch_point *touch)
{
    return phk_touch_ball_profile(p->shape[0], p->frame[0], p->shape[1], p->frame[1], p->within,
                                  touch);
}

static int ball_wire(const pair *p, phk_touch_point *touch)
{
    return phk_touch_ball_wire(p->shape[0], p->frame[0], p->shape[1], p->frame[1], p->within,
                               touch);
}

static int profile_plane(const pair *p, phk_touch_point *touch)
{
    return phk_touch_profile_plane(p->shape[0], p->frame[0], p->frame[1], p->within, touch);
}

static int drawn(const pair *p, phk_touch_point *touch)
{
    return phk_touch_drawn(p->shape[0], p->frame[0], p->shape[1], p->frame[1], p->within, touch);
}

static int terrain(const pair *p, phk_touch_point *touch)
{
    return phk_touch_terrain(p->shape[0], p->frame[0], p->shape[1], p->frame[1], p->within, touch);
}

/* By the kinds of both; a pair that is there the other way round is turned. */
static const struct {
    int a, b;
    int (*points)(const pair *p, phk_touch_point *touch);
} formulas[] = {
    {PH_SHAPE_SPHERE, PH_SHAPE_PLANE, ball_round},
    {PH_SHAPE_SPHERE, PH_SHAPE_SPHERE, ball_round},
    {PH_SHAPE_SPHERE, PH_SHAPE_BOX, ball_round},
    {PH_SHAPE_SPHERE, PH_SHAPE_CAPSULE, ball_round},
    {PH_SHAPE_BOX, PH_SHAPE_PLANE, corners_plane},
    {PH_SHAPE_CAPSULE, PH_SHAPE_PLANE, corners_plane},
    {PH_SHAPE_CAPSULE, PH_SHAPE_CAPSULE, capsules},
    {PH_SHAPE_BOX, PH_SHAPE_BOX, boxes},
    {PH_SHAPE_CYLINDER, PH_SHAPE_PLANE, rims_plane},
    {PH_SHAPE_CONE, PH_SHAPE_PLANE, rims_plane},
    {PH_SHAPE_FRUSTUM, PH_SHAPE_PLANE, rims_plane},
    {PH_SHAPE_TORUS, PH_SHAPE_PLANE, rims_plane},
    {PH_SHAPE_TUBE, PH_SHAPE_PLANE, rims_plane},
    {PH_SHAPE_ELLIPSOID, PH_SHAPE_PLANE, one_point},
    {PH_SHAPE_SPHERE, PH_SHAPE_CYLINDER, one_point},
    {PH_SHAPE_SPHERE, PH_SHAPE_CONE, one_point},
    {PH_SHAPE_SPHERE, PH_SHAPE_FRUSTUM, one_point},
    {PH_SHAPE_SPHERE, PH_SHAPE_TORUS, one_point},
    {PH_SHAPE_SPHERE, PH_SHAPE_TUBE, one_point},
    {PH_SHAPE_SPHERE, PH_SHAPE_ELLIPSOID, one_point},
    {PH_SHAPE_BOX, PH_SHAPE_CAPSULE, convex},
    {PH_SHAPE_BOX, PH_SHAPE_CYLINDER, convex},
    {PH_SHAPE_BOX, PH_SHAPE_CONE, convex},
    {PH_SHAPE_BOX, PH_SHAPE_FRUSTUM, convex},
    {PH_SHAPE_BOX, PH_SHAPE_ELLIPSOID, convex},
    {PH_SHAPE_CAPSULE, PH_SHAPE_CYLINDER, convex},
    {PH_SHAPE_CAPSULE, PH_SHAPE_CONE, convex},
    {PH_SHAPE_CAPSULE, PH_SHAPE_FRUSTUM, convex},
    {PH_SHAPE_CAPSULE, PH_SHAPE_ELLIPSOID, convex},
    {PH_SHAPE_CYLINDER, PH_SHAPE_CYLINDER, convex},
    {PH_SHAPE_CYLINDER, PH_SHAPE_CONE, convex},
    {PH_SHAPE_CYLINDER, PH_SHAPE_FRUSTUM, convex},
    {PH_SHAPE_CYLINDER, PH_SHAPE_ELLIPSOID, convex},
    {PH_SHAPE_CONE, PH_SHAPE_CONE, convex},
    {PH_SHAPE_CONE, PH_SHAPE_FRUSTUM, convex},
    {PH_SHAPE_CONE, PH_SHAPE_ELLIPSOID, convex},
    {PH_SHAPE_FRUSTUM, PH_SHAPE_FRUSTUM, convex},
    {PH_SHAPE_FRUSTUM, PH_SHAPE_ELLIPSOID, convex},
    {PH_SHAPE_ELLIPSOID, PH_SHAPE_ELLIPSOID, convex},
    {PH_SHAPE_CAPSULE, PH_SHAPE_TUBE, shaft},
    {PH_SHAPE_CYLINDER, PH_SHAPE_TUBE, shaft},
    {PH_SHAPE_PLANE, PH_SHAPE_MESH, mesh},
    {PH_SHAPE_SPHERE, PH_SHAPE_MESH, mesh},
    {PH_SHAPE_CAPSULE, PH_SHAPE_MESH, mesh},
    {PH_SHAPE_BOX, PH_SHAPE_MESH, mesh},
    {PH_SHAPE_CYLINDER, PH_SHAPE_MESH, mesh},
    {PH_SHAPE_CONE, PH_SHAPE_MESH, mesh},
    {PH_SHAPE_FRUSTUM, PH_SHAPE_MESH, mesh},
    {PH_SHAPE_ELLIPSOID, PH_SHAPE_MESH, mesh},
    {PH_SHAPE_MESH, PH_SHAPE_MESH, mesh},
    {PH_SHAPE_SPHERE, PH_SHAPE_PROFILE, ball_profile},
    {PH_SHAPE_PROFILE, PH_SHAPE_PLANE, profile_plane},
    {PH_SHAPE_CYLINDER, PH_SHAPE_PROFILE, drawn},
    {PH_SHAPE_CAPSULE, PH_SHAPE_PROFILE, drawn},
    {PH_SHAPE_BOX, PH_SHAPE_PROFILE, drawn},
    {PH_SHAPE_PROFILE, PH_SHAPE_PROFILE, drawn},
    {PH_SHAPE_SPHERE, PH_SHAPE_CURVE, ball_wire},
    {PH_SHAPE_SPHERE, PH_SHAPE_TERRAIN, terrain},
    {PH_SHAPE_CAPSULE, PH_SHAPE_TERRAIN, terrain},
    {PH_SHAPE_BOX, PH_SHAPE_TERRAIN, terrain},
    {PH_SHAPE_CYLINDER, PH_SHAPE_TERRAIN, terrain},
    {PH_SHAPE_CONE, PH_SHAPE_TERRAIN, terrain},
    {PH_SHAPE_FRUSTUM, PH_SHAPE_TERRAIN, terrain},
    {PH_SHAPE_ELLIPSOID, PH_SHAPE_TERRAIN, terrain},
    {PH_SHAPE_TORUS, PH_SHAPE_TERRAIN, terrain},
};
enum { FORMULAS = sizeof formulas / sizeof *formulas };

/* What a kind touches like. */
static int like(int kind)
{
    return kind == PH_SHAPE_EXTRUSION || kind == PH_SHAPE_HULL ? PH_SHAPE_MESH : kind;
}

/* Its number; turned: the kinds are there the other way round. -1: there is none. */
static int formula_of(const phk_touchable *shape_a, const phk_touchable *shape_b, bool *turned)
{
    const int a = like(shape_a->kind), b = like(shape_b->kind);
    for (int i = 0; i < FORMULAS; i++) {
        *turned = formulas[i].a == b && formulas[i].b == a && a != b;
        if (*turned || (formulas[i].a == a && formulas[i].b == b)) return i;
    }
    return -1;
}

const char *phk_touch_unknown(const phk_touchable *a, const phk_touchable *b)
{
    bool turned;
    const int f = formula_of(a, b, &turned);
    if (f >= 0 && formulas[f].points != shaft) return NULL;
    if (f >= 0) return turned ? phk_touch_shaft_unknown(b, a) : phk_touch_shaft_unknown(a, b);
    if (a->kind == PH_SHAPE_PLANE && b->kind == PH_SHAPE_PLANE)
        return "two planes without an end always meet";
    if (a->kind == PH_SHAPE_TERRAIN || b->kind == PH_SHAPE_TERRAIN)
        return phk_touch_terrain_unknown(a->kind == PH_SHAPE_TERRAIN ? b : a);
    if (a->kind == PH_SHAPE_TORUS || b->kind == PH_SHAPE_TORUS)
        return "a torus can touch planes, terrains and spheres only";
    if (a->kind == PH_SHAPE_TUBE || b->kind == PH_SHAPE_TUBE)
        return "a tube can touch planes, spheres, and cylinders and capsules that fit into it only";
    if (a->kind == PH_SHAPE_PROFILE || b->kind == PH_SHAPE_PROFILE)
        return "a profile can touch planes, spheres, cylinders, capsules, boxes and profiles only";
    if (a->kind == PH_SHAPE_CURVE || b->kind == PH_SHAPE_CURVE)
        return "a curve can touch spheres only";
    return "there is no formula for such a pair of shapes";
}

const char *phk_touch_lost(void)
{
    return "a profile has come near to something that is not drawn along the same direction: their "
           "axes are more than 1 degree apart, and nothing here knows how they touch";
}

int phk_touch_pair(const phk_touchable *a, const phk_touch_frame *fa, const phk_touchable *b,
                   const phk_touch_frame *fb, double within, phk_touch_point *touch)
{
    bool turned;
    const int f = formula_of(a, b, &turned);
    if (f < 0) return 0;
    const pair p = turned ? (pair){{b, a}, {fb, fa}, within} : (pair){{a, b}, {fa, fb}, within};
    int points = formulas[f].points(&p, touch);
    for (int i = 0; turned && i < points; i++) phk_touch_swap(&touch[i]);
    return points;
}
