/* SPDX-License-Identifier: BSD-3-Clause
 *
 * touch_convex.c -- convex solids against each other: their nearest point, and where flat parts may
 * lie on each other, points that are there always.
 *
 * The nearest point of two bodies jumps to and fro when a face, an edge or a mantle lies flat on
 * the other body. So every body is given parts that bound what is flat of it: corners of a box,
 * ends of a capsule, caps of a cylinder or a cone, which are discs. Each is a body of its own
 * against all of the other one, and goes along with the pose. Edges of a box are such parts where
 * they cross what is round.
 *
 * No part is deeper than all of the body. So the nearest point carries what parts do not: it yields
 * to each as that one's depth comes up to its own. This needs no case for the kinds there are, the
 * sum stays nearly what it was, and a weight is zero before its point jumps. Edges yield in the
 * same way to their corners, and a cap that lies flat to eight points of its rim. A bar flat across
 * a cap, or an edge of a box, is held where it crosses the rim, and so is the cap; one that lies
 * flat on a smaller cap by the rim of that.
 */
#include "geom/touch_solid.h"

/* Squares of the sine of a tilt, or between an edge and a mantle: below the first one it lies flat,
 * above the second not. */
static const double lying = 1e-6, tilted = 1e-4;

typedef phk_touch_room room_for;

enum { RIM_POINTS = 8, MOST_PARTS = 16, MOST_ACROSS = 24 };
enum { CORNERS = 8, EDGES = 12, PLACE = 8192 * 64 };

typedef struct {
    const phk_touchable *shape[2];
    phk_near_side side[2];
    double within, small, near;
    ph_vec3 normal; /* from B to A, and how far B goes along it */
    double top;
    phk_touch_point *touch;
    int points;
    /* parts of both, with weights that say whether their place is sure, and which points are theirs
     */
    phk_touch_point part[MOST_PARTS];
    int first[MOST_PARTS + 1], corner[MOST_PARTS];
    bool of_b[MOST_PARTS];
    int parts;
    /* where bars lie across caps */
    phk_touch_point across[MOST_ACROSS];
    int end[MOST_ACROSS]; /* the part that is on their side of the bar, and whose it is */
    bool end_of_b[MOST_ACROSS];
    int crossings;
} work;

/* Weights below this one are rounding of what has none. */
static const double nothing = 1e-15;

static void keep(work *w, const phk_touch_point *t)
{
    if (t->gap < w->within && t->weight > nothing && w->points < PHK_TOUCH_MOST)
        w->touch[w->points++] = *t;
}

/* How much of a point another one takes, as near as that one is to `place`. */
static phk_touch_slope taken_near(const phk_touch_point *t, const phk_touch_point *place,
                                  const phk_touch_point *other, const room_for *room)
{
    /* the depth, which ends smoothly at `small` */
    const double root = sqrt(t->gap * t->gap + room->small * room->small);
    const double depth = 0.5 * (root - t->gap) + room->small, by_depth = 0.5 * (t->gap / root - 1);
    const double x = (other->gap - t->gap) / depth;
    double slope, by_near = 0, close = 1;
    const double less = 1 - phk_touch_ramp(x, 0, 1, &slope);
    const ph_vec3 d = ph_sub(other->point, place->point);
    if (isfinite(room->near)) {
        const double square = room->near * room->near;
        close = 1 - phk_touch_ramp(ph_dot(d, d), 0.25 * square, square, &by_near);
    }
    phk_touch_slope all = {.value = 0};
    if (less <= 0 || close <= 0) return all;
    const double most = room->amount * other->weight;
    all.value = most * less * close;
    for (int k = 0; k < 6; k++) {
        const double dg = phk_touch_gap_by(t, k), dh = phk_touch_gap_by(other, k);
        const double dx = (dh - dg - x * by_depth * dg) / depth;
        const double dd = 2 * ph_dot(d, ph_sub(other->by_point[k], place->by_point[k]));
        all.by[k] = room->amount * other->by_weight[k] * less * close -
                    most * (slope * dx * close + less * by_near * dd);
    }
    return all;
}

static phk_touch_slope taken(const phk_touch_point *t, const phk_touch_point *other,
                             const room_for *room)
{
    return taken_near(t, t, other, room);
}

static void leave(phk_touch_point *t, const phk_touch_slope *took)
{
    double by[6];
    if (took->value == 0) return;
    for (int k = 0; k < 6; k++) by[k] = took->value < 1 ? -took->by[k] : 0;
    phk_touch_weigh(t, fmax(0, 1 - took->value), by);
}

void phk_touch_yield(phk_touch_point *t, const phk_touch_point *other, const room_for *room)
{
    const phk_touch_slope all = taken(t, other, room);
    leave(t, &all);
}

phk_near_side phk_side_of(const phk_touchable *shape, const phk_touch_frame *f)
{
    phk_near_side s = {.core = phk_near_core_of(&shape->core),
                       .convex = shape->core,
                       .f = *f,
                       .body = f,
                       .radius = shape->rounding};
    if (shape->kind == PH_SHAPE_PLANE) s.core.kind = PHK_NEAR_PLANE;
    if (shape->kind == PH_SHAPE_TORUS) s.core.inner = shape->sizes.radius;
    if (shape->kind == PH_SHAPE_TUBE && shape->sizes.radius2 > 0)
        s.core.inner = shape->sizes.radius2 + shape->rounding;
    return s;
}

/* A point or a disc about z of a body: a place in its axes. */
phk_near_side phk_side_part(const phk_near_side *body, ph_vec3 at, double radius)
{
    phk_near_side s = *body;
    s.f.p = ph_add(body->f.p, ph_rotate(body->f.q, at));
    s.convex = (phk_convex){.kind = radius > 0 ? PHK_CONVEX_CYLINDER : PHK_CONVEX_POINT,
                            .half = {radius, radius, 0}};
    s.core = phk_near_core_of(&s.convex);
    return s;
}

/* Whether a part of body i may be nearer than what is asked for: not if it is too far along the
 * normal of the nearest point. */
static bool reaches(const work *w, int i, const phk_near_side *part)
{
    const ph_vec3 n = i ? ph_scale(-1, w->normal) : w->normal;
    const ph_vec3 x = phk_convex_support(&part->convex, &part->f, ph_scale(-1, n));
    const double apart = ph_dot(n, x) + (i ? w->top : -w->top);
    return apart - w->side[0].radius - w->side[1].radius < w->within;
}

/* How far a disc is from lying flat: 0 to 1, with derivatives for the body of the disc. */
double phk_touch_tilt(const phk_near_side *disc, const phk_touch_point *t, double by[6])
{
    const ph_vec3 u = ph_rotate(disc->f.q, ph_v3(0, 0, 1)), n = t->normal;
    const double lean = ph_dot(u, n);
    const ph_vec3 across = ph_cross(u, n);
    double slope;
    const double one = phk_touch_ramp(ph_dot(across, across), lying, tilted, &slope);
    for (int k = 0; k < 6; k++)
        by[k] = -2 * slope * lean * (ph_dot(phk_touch_turns(k, u), n) + ph_dot(u, t->by_normal[k]));
    return one;
}

/* A cap: its nearest point, or points of its rim when it lies flat; seen as if its body were A.
 * What is left of t's weight says how far it is from lying flat. */
static void touch_disc(work *w, const phk_near_side *body, const phk_near_side *disc,
                       const phk_near_side *other, phk_touch_point *t)
{
    double by[6];
    const double radius = disc->convex.half.x, one = phk_touch_tilt(disc, t, by);
    const ph_vec3 centre = ph_unrotate(body->f.q, ph_sub(disc->f.p, body->f.p));
    const room_for room = {1, INFINITY, w->small};
    phk_touch_point all = *t, left = *t;
    for (int i = 0; i < RIM_POINTS && one < 1; i++) {
        const double angle = 2 * PH_PI * i / RIM_POINTS;
        const ph_vec3 at = {radius * cos(angle), radius * sin(angle), centre.z};
        const phk_near_side point = phk_side_part(body, at, 0);
        phk_near_pair pair;
        phk_touch_point p;
        if (!phk_touch_near(&point, other, w->within, NULL, &pair, &p)) continue;
        phk_touch_yield(&left, &p, &room);
        double less[6];
        for (int k = 0; k < 6; k++) less[k] = -by[k] / RIM_POINTS;
        p.feature += t->feature / PLACE * PLACE + PLACE * (i + 1);
        phk_touch_weigh(&p, (1 - one) / RIM_POINTS, less);
        keep(w, &p);
    }
    /* what these points do not carry stays with the nearest one */
    all.weight = one + (1 - one) * left.weight;
    for (int k = 0; k < 6; k++)
        all.by_weight[k] = by[k] * (1 - left.weight) + (1 - one) * left.by_weight[k];
    keep(w, &all);
    phk_touch_weigh(t, one, by);
}

/* One part of body i against all of the other one. */
static void touch_part(work *w, int i, int number, ph_vec3 at, double radius)
{
    const phk_near_side *body = &w->side[i], *other = &w->side[!i];
    const phk_near_side part = phk_side_part(body, at, radius);
    if (!reaches(w, i, &part)) return;
    phk_near_pair pair;
    phk_touch_point t;
    const ph_vec3 guess = i ? ph_scale(-1, w->normal) : w->normal;
    if (!phk_touch_near(&part, other, w->within, &guess, &pair, &t)) return;
    const int first = w->points;
    t.feature += PLACE * 16 * (1 + number + 8 * i);
    if (radius > 0)
        touch_disc(w, body, &part, other, &t);
    else
        keep(w, &t);
    for (int k = first; i && k < w->points; k++) phk_touch_swap(&w->touch[k]);
    if (i) phk_touch_swap(&t);
    w->first[w->parts] = first;
    w->of_b[w->parts] = i;
    w->corner[w->parts] = number;
    w->part[w->parts++] = t;
    w->first[w->parts] = w->points;
}

static void touch_parts(work *w, int i)
{
    const phk_convex *c = &w->shape[i]->core;
    const ph_vec3 h = c->half;
    const double top = c->kind == PHK_CONVEX_FRUSTUM ? h.y : h.x;
    switch (c->kind) {
    case PHK_CONVEX_BOX:
        for (int k = 0; k < 8; k++)
            touch_part(w, i, k, ph_v3(k & 1 ? h.x : -h.x, k & 2 ? h.y : -h.y, k & 4 ? h.z : -h.z),
                       0);
        break;
    case PHK_CONVEX_SEGMENT:
        for (int k = 0; k < 2; k++) touch_part(w, i, k, ph_v3(0, 0, k ? h.z : -h.z), 0);
        break;
    case PHK_CONVEX_CYLINDER:
    case PHK_CONVEX_FRUSTUM:
        touch_part(w, i, 0, ph_v3(0, 0, -h.z), h.x);
        touch_part(w, i, 1, ph_v3(0, 0, h.z), top);
        break;
    default:
        break;
    }
}

/* A part as if it had all the weight. */
static phk_touch_point all_of(const phk_touch_point *part)
{
    phk_touch_point t = *part;
    t.weight = 1;
    for (int k = 0; k < 6; k++) t.by_weight[k] = 0;
    return t;
}

static bool has_edges(const phk_touchable *t)
{
    return t->core.kind == PHK_CONVEX_BOX;
}

/* Ends of both at the same place share it. */
static void share(work *w)
{
    const room_for half = {0.5, w->near, w->small};
    for (int i = 0; i < w->parts; i++)
        for (int j = 0; j < w->parts; j++) {
            if (w->of_b[i] == w->of_b[j]) continue;
            phk_touch_point factor = all_of(&w->part[i]), other = w->part[j];
            phk_touch_weigh(&other, w->part[i].weight, w->part[i].by_weight);
            phk_touch_yield(&factor, &other, &half);
            for (int k = w->first[i]; k < w->first[i + 1]; k++)
                phk_touch_weigh(&w->touch[k], factor.weight, factor.by_weight);
        }
}

/* Edge `number` of box i, along its third part, at two signs: a segment of it, and the corner at
 * its beginning. */
typedef struct {
    int along, corner;
    phk_near_side side;
} box_edge;

static box_edge edge_of(const work *w, int i, int number)
{
    const ph_vec3 h = w->shape[i]->core.half;
    const double half[3] = {h.x, h.y, h.z}, root = sqrt(0.5);
    box_edge e = {.along = number / 4};
    double at[3] = {0, 0, 0};
    for (int k = 0; k < 2; k++) {
        const int other = (e.along + 1 + k) % 3;
        const bool up = number >> k & 1;
        at[other] = up ? half[other] : -half[other];
        e.corner |= up << other;
    }
    /* z along it: a quarter of a turn about y, or back about x */
    const ph_quat along[3] = {{root, 0, root, 0}, {root, -root, 0, 0}, {1, 0, 0, 0}};
    e.side = phk_side_part(&w->side[i], ph_v3(at[0], at[1], at[2]), 0);
    e.side.f.q = ph_quat_mul(e.side.f.q, along[e.along]);
    e.side.convex = (phk_convex){.kind = PHK_CONVEX_SEGMENT, .half = {0, 0, half[e.along]}};
    e.side.core = phk_near_core_of(&e.side.convex);
    return e;
}

/* A bar of body i across the caps of the other one, with the parts at its ends. The one on
 * the side of a crossing may be so near that it holds the place itself; the other one, too, where
 * the bar leads away from the cap. */
static void touch_bar(work *w, int i, const phk_near_side *bar, const int ends[2], int number)
{
    const room_for own = {1, INFINITY, w->small}, other = {1, w->near, w->small};
    phk_touch_point t[PHK_TOUCH_ACROSS];
    const int n = phk_touch_across(bar, &w->side[!i], w->within, t);
    for (int k = 0; k < n && w->crossings < MOST_ACROSS; k++) {
        const int end = ends[t[k].feature % 2];
        if (i) phk_touch_swap(&t[k]);
        for (int j = 0; j < w->parts; j++) {
            if (w->of_b[j] != (i == 1)) continue;
            if (w->corner[j] == end) phk_touch_yield(&t[k], &w->part[j], &own);
            if (w->corner[j] == ends[0] + ends[1] - end)
                phk_touch_yield(&t[k], &w->part[j], &other);
        }
        t[k].feature += PLACE * 16 * (48 + PHK_TOUCH_ACROSS * (i + 2 * number));
        w->end[w->crossings] = end;
        w->end_of_b[w->crossings] = i;
        w->across[w->crossings++] = t[k];
        keep(w, &t[k]);
    }
}

/* A capsule, what has a mantle, and every edge of a box is a bar. */
static void touch_across(work *w, int i)
{
    if (has_edges(w->shape[!i])) return;
    if (!has_edges(w->shape[i])) touch_bar(w, i, &w->side[i], (const int[2]){0, 1}, 0);
    for (int k = 0; has_edges(w->shape[i]) && k < EDGES; k++) {
        const box_edge e = edge_of(w, i, k);
        if (!reaches(w, i, &e.side)) continue;
        touch_bar(w, i, &e.side, (const int[2]){e.corner, e.corner | 1 << e.along}, 1 + k);
    }
}

/* Makes room for the parts of one body. Where it is a bar, an end and the crossing on its side hold
 * one place: what they take adds up, so that nothing is left of what lies along the bar. cap: one
 * that the point is of, which yields as far as it lies flat; NULL: it is of no cap. */
static void yield_to_parts(const work *w, bool of_b, const phk_touch_point *cap, phk_touch_point *t)
{
    const room_for room = {1, INFINITY, w->small};
    double less[6];
    for (int k = 0; cap && k < 6; k++) less[k] = -cap->by_weight[k];
    for (int number = 0; number < CORNERS; number++) {
        phk_touch_slope sum = {.value = 0};
        for (int j = 0; j < w->parts; j++) {
            if (w->of_b[j] != of_b || w->corner[j] != number) continue;
            phk_touch_point part = cap ? w->part[j] : all_of(&w->part[j]);
            if (cap) phk_touch_weigh(&part, 1 - cap->weight, less);
            sum = taken(t, &part, &room);
        }
        for (int j = 0; j < w->crossings; j++) {
            if (w->end_of_b[j] != of_b || w->end[j] != number) continue;
            const phk_touch_slope one = taken(t, &w->across[j], &room);
            sum.value += one.value;
            for (int k = 0; k < 6; k++) sum.by[k] += one.by[k];
        }
        leave(t, &sum);
    }
}

/* A cap that lies flat on a smaller one is held by that one's rim. */
static void yield_to_rims(const work *w, bool of_b, const phk_touch_point *cap, phk_touch_point *t)
{
    const room_for room = {1, INFINITY, w->small};
    double less[6];
    for (int k = 0; k < 6; k++) less[k] = -RIM_POINTS * cap->by_weight[k];
    for (int j = 0; j < w->parts; j++)
        for (int k = w->first[j]; w->of_b[j] == of_b && k < w->first[j + 1]; k++) {
            phk_touch_point other = w->touch[k];
            if (other.feature == w->part[j].feature) continue;
            phk_touch_weigh(&other, RIM_POINTS * (1 - cap->weight), less);
            phk_touch_yield(t, &other, &room);
        }
}

/* A cap that lies flat under a bar is held by that one's ends and crossings. */
static void hold_caps(work *w)
{
    for (int i = 0; i < w->parts; i++) {
        if (w->first[i] == w->first[i + 1]) continue;
        phk_touch_point *const t = &w->touch[w->first[i + 1] - 1];
        if (t->feature != w->part[i].feature) continue;
        yield_to_parts(w, !w->of_b[i], &w->part[i], t);
        yield_to_rims(w, !w->of_b[i], &w->part[i], t);
    }
}

bool phk_touch_weigh_crossing(const phk_near_side *other, const phk_near_pair *pair, ph_vec3 u,
                              phk_touch_point *t)
{
    const phk_near *s = &pair->at[1];
    const ph_vec3 z = ph_rotate(other->f.q, ph_v3(0, 0, 1));
    const bool rim = other->core.kind == PHK_NEAR_TURNED && !s->smooth && s->s[0] > 0;
    if (!rim && s->c[0] != 0) return true;
    if (!rim && s->c[1] == 0) return false;
    /* the mantle's line goes round with the point; a rim's normal comes up to the cap's */
    const ph_vec3 line = rim ? z : s->e[0], turned = ph_cross(z, line);
    const ph_vec3 from = rim ? t->normal : u, across = ph_cross(from, line);
    const double cosine = ph_dot(from, line);
    double slope, by[6];
    const double one = phk_touch_ramp(ph_dot(across, across), lying, tilted, &slope);
    for (int k = 0; k < 6; k++) {
        const ph_vec3 d = rim ? t->by_normal[k] : phk_touch_turns(k, u);
        by[k] = -2 * slope * cosine * (ph_dot(d, line) + pair->by[k][3] * ph_dot(from, turned));
    }
    phk_touch_weigh(t, one, by);
    return t->weight > 0;
}

/* What an edge takes of the nearest point is what it has of a place, beside what the parts that it
 * yields to took of that point, `left`: so that nothing is left along a mantle that lies on a face
 * from edge to edge, whose nearest point is anywhere. */
static phk_touch_point share_of(const phk_touch_point *edge, const phk_touch_point *left)
{
    phk_touch_point t = *edge;
    if (!(left->weight > nothing)) return t;
    t.weight = fmin(1, edge->weight / left->weight);
    for (int k = 0; k < 6; k++)
        t.by_weight[k] = (edge->by_weight[k] - t.weight * left->by_weight[k]) / left->weight;
    return t;
}

/* Edge `number` of box i. Returns whether it is there. all: the nearest point, without weights;
 * takes: the edge as that one sees it. */
static bool touch_edge(work *w, int i, int number, const phk_touch_point *all, phk_touch_point *t,
                       phk_touch_point *takes)
{
    const box_edge e = edge_of(w, i, number);
    if (!reaches(w, i, &e.side)) return false;
    phk_near_pair pair;
    const ph_vec3 guess = i ? ph_scale(-1, w->normal) : w->normal;
    if (!phk_touch_near(&e.side, &w->side[!i], w->within, &guess, &pair, t)) return false;
    /* at an end it is the corner's */
    if (pair.at[0].c[0] != 0) return false;
    const ph_vec3 u = ph_rotate(w->side[i].f.q, phk_touch_unit(e.along));
    if (!phk_touch_weigh_crossing(&w->side[!i], &pair, u, t)) return false;
    if (i) phk_touch_swap(t);
    const room_for own = {1, INFINITY, w->small}, others = {1, w->near, w->small};
    phk_touch_point left = *all;
    for (int k = 0; k < w->parts; k++) {
        const bool mine = w->of_b[k] == (i == 1);
        if (mine && (w->corner[k] & ~(1 << e.along)) != e.corner) continue;
        const room_for *room = mine ? &own : &others;
        const phk_touch_slope took = taken_near(all, t, &w->part[k], room);
        leave(&left, &took);
        phk_touch_yield(t, &w->part[k], room);
    }
    t->feature += PLACE * 16 * (32 + number);
    *takes = share_of(t, &left);
    return true;
}

/* Leaves out what the others took all the weight of: its place may be anywhere. */
static int drop(work *w)
{
    int kept = 0;
    for (int i = 0; i < w->points; i++)
        if (w->touch[i].weight > nothing) w->touch[kept++] = w->touch[i];
    return kept;
}

static bool strictly_round(const phk_touchable *t)
{
    return t->core.kind == PHK_CONVEX_POINT || t->core.kind == PHK_CONVEX_ELLIPSOID;
}

int phk_touch_convex(const phk_touchable *a, const phk_touch_frame *fa, const phk_touchable *b,
                     const phk_touch_frame *fb, double within, phk_touch_point *touch)
{
    work w = {.shape = {a, b}, .within = within, .touch = touch};
    w.side[0] = phk_side_of(a, fa);
    w.side[1] = phk_side_of(b, fb);
    phk_near_pair pair;
    phk_touch_point all;
    if (!phk_touch_near(&w.side[0], &w.side[1], within, NULL, &pair, &all)) return 0;
    if (strictly_round(a) || strictly_round(b)) {
        keep(&w, &all);
        return w.points;
    }
    const double thin = fmin(a->thickness, b->thickness);
    w.small = 1e-6 * thin;
    w.near = 0.5 * thin;
    w.normal = pair.normal;
    w.top = ph_dot(pair.normal, pair.at[1].x);
    touch_parts(&w, 0);
    touch_parts(&w, 1);
    share(&w);
    touch_across(&w, 0);
    touch_across(&w, 1);
    hold_caps(&w);

    const room_for room = {1, INFINITY, w.small};
    const phk_touch_point whole = all;
    for (int i = 0; i < 2; i++) yield_to_parts(&w, i, NULL, &all);
    for (int i = 0; i < 2; i++)
        for (int k = 0; has_edges(w.shape[i]) && k < EDGES; k++) {
            phk_touch_point t, takes;
            if (!touch_edge(&w, i, k, &whole, &t, &takes)) continue;
            keep(&w, &t);
            phk_touch_yield(&all, &takes, &room);
        }
    keep(&w, &all);
    return drop(&w);
}
