/* SPDX-License-Identifier: BSD-3-Clause
 *
 * touch_shaft.c -- a cylinder or a capsule in the hole of a tube, with a clearance: a bearing.
 *
 * In the hole there are four points. Each rim of the shaft is a circle with a section radius
 * against the wall, each mouth of the hole one against the shaft's mantle: of two circles that are
 * not in one plane the point that is furthest from the axis, or next to it, by Newton's method from
 * the direction in which one is off the other's axis. An end of the shaft and a mouth share what
 * lies between them: whichever is inside the other carries, and they change over as one passes the
 * other.
 *
 * Outside the tube is a solid cylinder. A shaft is inside when the two axes come nearer to each
 * other than the hole is wide and are nearly parallel. What is too thick for the hole, or so short
 * that it could turn round in it, is not covered; nor is the flat end of a shaft that catches the
 * mouth while its axis is in the hole.
 */
#include "geom/touch_solid.h"

typedef struct {
    const phk_touch_frame *f[2];
    double radius, ring, section, half; /* [m] of the shaft: all, its rims, and how high they are */
    double hole, round, half_b, outer;  /* [m] of the tube */
    ph_vec3 u, v;                       /* axes */
    double within, long_enough;
} bearing;

const char *phk_touch_shaft_unknown(const phk_touchable *shaft, const phk_touchable *tube)
{
    const double r = shaft->sizes.radius, hole = tube->sizes.radius2;
    if (hole <= 0) return NULL;
    if (r >= hole)
        return "what is thicker than the hole of a tube may reach into it, which nothing here sees";
    /* at 30 degrees it must not fit any more */
    if (0.25 * shaft->sizes.length + 0.866 * r <= hole)
        return "it is so short that it could turn round in the hole of the tube, which nothing "
               "here sees";
    return NULL;
}

static bearing bearing_of(const phk_touchable *a, const phk_touch_frame *fa, const phk_touchable *b,
                          const phk_touch_frame *fb, double within)
{
    const ph_vec3 z = {0, 0, 1};
    return (bearing){.f = {fa, fb},
                     .radius = a->sizes.radius,
                     .ring = a->kind == PH_SHAPE_CAPSULE ? 0 : a->core.half.x,
                     .section = a->rounding,
                     .half = a->core.half.z,
                     .hole = b->sizes.radius2,
                     .round = b->rounding,
                     .half_b = b->core.half.z,
                     .outer = b->sizes.radius,
                     .u = ph_rotate(fa->q, z),
                     .v = ph_rotate(fb->q, z),
                     .within = within,
                     .long_enough = 2 * (a->reach + b->reach)};
}

/* A circle, or a point, of one body. */
static phk_near_side circle(const phk_touch_frame *body, double height, double radius,
                            double section)
{
    phk_near_side s = {.f = *body, .body = body, .radius = section};
    s.f.p = ph_axpy(body->p, height, ph_rotate(body->q, ph_v3(0, 0, 1)));
    if (radius > 0)
        s.core = (phk_near_core){.kind = PHK_NEAR_TURNED,
                                 .half = {radius, radius, 0},
                                 .inner = radius,
                                 .outer = {radius, radius}};
    return s;
}

/* A mantle between two radii, long enough, about a place on the axis. */
static phk_near_side mantle(const phk_touch_frame *body, ph_vec3 at, double inner, double outer,
                            double half)
{
    const ph_vec3 z = ph_rotate(body->q, ph_v3(0, 0, 1));
    phk_near_side s = {.f = *body, .body = body};
    s.f.p = ph_axpy(body->p, ph_dot(z, ph_sub(at, body->p)), z);
    s.core = (phk_near_core){.kind = PHK_NEAR_TURNED,
                             .half = {outer, outer, half},
                             .inner = inner,
                             .outer = {outer, outer}};
    return s;
}

/* A unit direction across an axis; any one when there is none. */
static ph_vec3 unit_across(ph_vec3 d, ph_vec3 axis)
{
    const ph_vec3 other = fabs(axis.x) < 0.6 ? ph_v3(1, 0, 0) : ph_v3(0, 1, 0);
    ph_vec3 t = ph_axpy(d, -ph_dot(d, axis), axis);
    if (ph_norm(t) <= 0) t = ph_axpy(other, -ph_dot(other, axis), axis);
    return ph_scale(1 / ph_norm(t), t);
}

/* Whether something at x along an axis is between its ends. */
static void weigh_between(phk_touch_point *t, double x, const double by_x[6], double half,
                          double thick)
{
    double slope, by[6];
    const double factor = phk_touch_ramp(half - fabs(x), -thick, thick, &slope);
    for (int k = 0; k < 6; k++) by[k] = (x < 0 ? slope : -slope) * by_x[k];
    phk_touch_weigh(t, factor, by);
}

/* A rim of the shaft against the wall. */
static bool touch_rim(const bearing *b, int end, double thick, phk_touch_point *t)
{
    const phk_near_side rim = circle(b->f[0], end ? b->half : -b->half, b->ring, b->section);
    const phk_near_side wall = mantle(b->f[1], rim.f.p, b->hole, b->outer, b->long_enough);
    const ph_vec3 off = unit_across(ph_sub(rim.f.p, wall.f.p), b->v);
    const ph_vec3 xa = ph_axpy(rim.f.p, b->ring, unit_across(off, b->u));
    phk_near_pair pair;
    if (!phk_touch_from(&rim, &wall, b->within, xa, &pair, t)) return false;
    double by[6];
    for (int k = 0; k < 6; k++)
        by[k] = ph_dot(b->v, phk_touch_moves(k, ph_sub(rim.f.p, b->f[0]->p)));
    weigh_between(t, ph_dot(b->v, ph_sub(rim.f.p, b->f[1]->p)), by, b->half_b, thick);
    return t->weight > 0;
}

/* A mouth of the hole against the shaft. */
static bool touch_mouth(const bearing *b, int end, double thick, phk_touch_point *t)
{
    const double ring = b->hole + b->round;
    const phk_near_side mouth = circle(b->f[1], end ? b->half_b : -b->half_b, ring, b->round);
    const phk_near_side shaft = mantle(b->f[0], mouth.f.p, 0, b->radius, b->long_enough);
    const ph_vec3 off = unit_across(ph_sub(shaft.f.p, mouth.f.p), b->v);
    const ph_vec3 xa = ph_axpy(mouth.f.p, ring, off);
    phk_near_pair pair;
    if (!phk_touch_from(&shaft, &mouth, b->within, xa, &pair, t)) return false;
    const ph_vec3 arm = ph_sub(mouth.f.p, b->f[0]->p);
    double by[6];
    for (int k = 0; k < 6; k++) by[k] = -ph_dot(b->u, phk_touch_moves(k, arm));
    weigh_between(t, ph_dot(b->u, arm), by, b->half, thick);
    return t->weight > 0;
}

/* How much the shaft is inside: by the distance of the axes, and the angle between them. */
static phk_touch_slope inside(const bearing *b)
{
    phk_near_side axis[2];
    for (int i = 0; i < 2; i++) {
        axis[i] = (phk_near_side){.f = *b->f[i], .body = b->f[i]};
        axis[i].convex = (phk_convex){.kind = PHK_CONVEX_SEGMENT};
        axis[i].convex.half.z = i ? b->half_b : b->half;
        axis[i].core = phk_near_core_of(&axis[i].convex);
    }
    phk_near_pair pair;
    phk_touch_point t;
    phk_touch_slope in = {.value = 0};
    if (!phk_touch_near(&axis[0], &axis[1], b->hole, NULL, &pair, &t)) return in;
    double by_gap, by_angle;
    const double cosine = ph_dot(b->u, b->v);
    const double near = phk_touch_ramp(b->hole - t.gap, 0, 0.5 * b->radius, &by_gap);
    const double parallel = phk_touch_ramp(cosine * cosine, 0.5, 0.75, &by_angle);
    in.value = near * parallel;
    for (int k = 0; k < 6; k++)
        in.by[k] = -by_gap * parallel * phk_touch_gap_by(&t, k) +
                   2 * cosine * near * by_angle * ph_dot(phk_touch_turns(k, b->u), b->v);
    return in;
}

int phk_touch_shaft(const phk_touchable *a, const phk_touch_frame *fa, const phk_touchable *b,
                    const phk_touch_frame *fb, double within, phk_touch_point *touch)
{
    phk_touchable solid = *b;
    solid.kind = PH_SHAPE_CYLINDER;
    if (b->sizes.radius2 <= 0) return phk_touch_convex(a, fa, &solid, fb, within, touch);
    const bearing all = bearing_of(a, fa, b, fb, within);
    const phk_touch_slope in = inside(&all);
    const double thick = 0.25 * fmin(all.radius, fmin(all.half, all.half_b));
    int points = 0, kept = 0;
    if (in.value < 1) {
        double less[6];
        for (int k = 0; k < 6; k++) less[k] = -in.by[k];
        points = phk_touch_convex(a, fa, &solid, fb, within, touch);
        for (int i = 0; i < points; i++) phk_touch_weigh(&touch[i], 1 - in.value, less);
    }
    for (int i = 0; in.value > 0 && i < 4 && points < PHK_TOUCH_MOST; i++) {
        phk_touch_point *const t = &touch[points];
        if (!(i < 2 ? touch_rim(&all, i, thick, t) : touch_mouth(&all, i - 2, thick, t))) continue;
        t->feature += (i + 1) << 28;
        phk_touch_weigh(t, in.value, in.by);
        points++;
    }
    for (int i = 0; i < points; i++)
        if (touch[i].weight > 0) touch[kept++] = touch[i];
    return kept;
}
