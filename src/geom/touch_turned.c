/* SPDX-License-Identifier: BSD-3-Clause
 *
 * touch_turned.c -- a cylinder, a cone or a frustum A against a mesh B: its rims, and what of the
 * mesh lies under its mantle and its caps.
 *
 * A rim is a ring, deepest at one point against each part of the mesh (touch_support.c), or four
 * fixed points of it, as balls, where a cap lies flat. A tip is a ball. Corners of the mesh and
 * edges that turn outwards are those of touch_mesh.c, against all of A. An edge crosses the mantle
 * at one point, or the rim of a cap that lies flat on it at two (touch_across.c); it is nothing
 * where it lies along the mantle. A cut edge that goes on straight is one.
 *
 * So that nothing counts twice or is lost, each yields to what is as deep at the same place, as in
 * touch_convex.c: an edge to its corners, and both to the rims.
 */
#include <math.h>
#include "geom/touch_mesh.h"
#include "geom/touch_solid.h"
#include "geom/touch_support.h"

/* Part of half an edge over which it fades out where no corner bears. */
static const double ending = 0.2;

enum { FIXED = 4, RIM_POINTS = 2 * PHK_TOUCH_MOST };

typedef struct {
    phk_touch_list *l;
    const phk_touchable *a;
    const phk_shell *s;
    phk_near_side side, mantle;
    phk_touch_room rims, ends;
    phk_touch_point rim[RIM_POINTS]; /* of A, with their weights */
    int points;
} work;

/* --- rims ------------------------------------------------------------------------------------- */

static void keep_rim(work *w, int part, phk_touch_point *t)
{
    if (!(t->weight > 0)) return;
    t->feature = phk_touch_name(0, part, t->feature, phk_shell_features(w->s));
    if (w->points < RIM_POINTS) w->rim[w->points++] = *t;
    phk_list_put(w->l, t);
}

/* Whether some face near a rim may be flat under it. */
static bool may_lie(const work *w, double height, double radius)
{
    const phk_touch_frame *a = w->l->frame[0], *b = w->l->frame[1];
    const ph_vec3 u = ph_unrotate(b->q, ph_rotate(a->q, ph_v3(0, 0, 1)));
    const ph_vec3 origin = ph_unrotate(b->q, ph_sub(a->p, b->p));
    const ph_vec3 middle = ph_axpy(origin, height, u);
    const double reach = radius + w->a->rounding + fmax(0, w->l->within);
    int stack[64], depth = 0;
    stack[depth++] = 0;
    while (depth) {
        const int index = stack[--depth];
        const phk_shell_node *node = &w->s->node[index];
        if (phk_from_box(middle, node->low, node->high) > reach * reach) continue;
        /* the tilt beyond which none is flat, 0.01, and a little more */
        const double cosine = node->cosine * 0.9999 - node->sine * 0.0142;
        if (node->cosine > 0 && fabs(ph_dot(u, node->axis)) < cosine) continue;
        if (node->faces) return true;
        if (depth + 2 > 64) continue;
        stack[depth++] = node->other;
        stack[depth++] = index + 1;
    }
    return false;
}

/* Points of a rim that are there always, where it lies flat. */
static void touch_fixed(work *w, int end, double height, double radius)
{
    const phk_touch_frame *a = w->l->frame[0], *b = w->l->frame[1];
    for (int i = 0; i < FIXED; i++) {
        const ph_vec3 at = {radius * (i == 0) - radius * (i == 2),
                            radius * (i == 1) - radius * (i == 3), height};
        phk_touch_point t[PHK_TOUCH_MOST];
        const int n = phk_touch_ball(a, at, w->a->rounding, b, w->s, w->l->within, t);
        for (int j = 0; j < n; j++) {
            double by[6];
            const double one = phk_support_tilt(a, &t[j], by);
            for (int k = 0; k < 6; k++) by[k] *= -1.0 / FIXED;
            phk_touch_weigh(&t[j], (1 - one) / FIXED, by);
            keep_rim(w, (FIXED + 1) * end + 1 + i, &t[j]);
        }
    }
}

static void touch_rims(work *w)
{
    const phk_touchable *a = w->a;
    const ph_vec3 h = a->core.half;
    const double top = a->core.kind == PHK_CONVEX_FRUSTUM ? h.y : h.x;
    for (int i = 0; i < (h.z > 0 ? 2 : 1); i++) {
        const double height = i ? h.z : -h.z, radius = i ? top : h.x;
        const phk_support ring = {.ring = true,
                                  .height = height,
                                  .radius = radius,
                                  .section = a->rounding,
                                  .deep = 0.25 * fmin(a->thickness, w->s->thickness)};
        phk_touch_point t[PHK_TOUCH_MOST];
        const phk_touch_frame *fa = w->l->frame[0], *fb = w->l->frame[1];
        /* what is further off may take from others */
        const double within = w->l->within + a->rounding;
        const int n =
            radius > 0 ? phk_touch_support(fa, &ring, fb, w->s, within, t)
                       : phk_touch_ball(fa, ph_v3(0, 0, height), a->rounding, fb, w->s, within, t);
        for (int j = 0; j < n; j++) keep_rim(w, (FIXED + 1) * i, &t[j]);
        if (radius > 0 && may_lie(w, height, radius)) touch_fixed(w, i, height, radius);
    }
}

/* How much of rims there is next to a point, at most 1. */
static phk_touch_slope rims_at(const work *w, const phk_touch_point *t)
{
    phk_touch_slope all = {.value = 0};
    const double square = w->rims.near * w->rims.near;
    for (int i = 0; i < w->points && all.value < 1; i++) {
        const phk_touch_point *r = &w->rim[i];
        const ph_vec3 d = ph_sub(r->point, t->point);
        double slope;
        const double close = 1 - phk_touch_ramp(ph_dot(d, d), 0.25 * square, square, &slope);
        all.value += r->weight * close;
        for (int k = 0; close > 0 && k < 6; k++)
            all.by[k] += close * r->by_weight[k] -
                         2 * r->weight * slope * ph_dot(d, ph_sub(r->by_point[k], t->by_point[k]));
    }
    return all.value < 1 ? all : (phk_touch_slope){.value = 1};
}

/* A place on the mantle ends with it, as far as rims do not take it. */
static void weigh_mantle(const work *w, phk_touch_point *t)
{
    const phk_near_side *m = &w->mantle;
    const ph_vec3 u = ph_rotate(m->f.q, ph_v3(0, 0, 1));
    const double inner = m->radius + 0.5 * t->gap, lean = ph_dot(u, t->normal);
    const double from = ph_dot(u, ph_sub(m->f.p, m->body->p));
    const double z = ph_dot(u, t->arm_a) + inner * lean - from;
    double slope, by[6];
    const double far = phk_touch_ramp(m->core.half.z - fabs(z), 0, w->a->rounding, &slope);
    if (far >= 1) return;
    const phk_touch_slope rims = rims_at(w, t);
    for (int k = 0; k < 6; k++) {
        const ph_vec3 du = phk_touch_turns(k, u);
        const ph_vec3 dx = k < 3 ? ph_sub(t->by_point[k], phk_touch_unit(k)) : t->by_point[k];
        const double dlean = ph_dot(du, t->normal) + ph_dot(u, t->by_normal[k]);
        const double dz = ph_dot(du, t->arm_a) + ph_dot(u, dx) +
                          0.5 * phk_touch_gap_by(t, k) * lean + inner * dlean;
        by[k] = (1 - rims.value) * slope * (z < 0 ? dz : -dz) + (1 - far) * rims.by[k];
    }
    phk_touch_weigh(t, 1 - (1 - rims.value) * (1 - far), by);
}

static void yield_to_rims(const work *w, phk_touch_point *t)
{
    for (int i = 0; i < w->points && t->weight > 0; i++) phk_touch_yield(t, &w->rim[i], &w->rims);
}

/* --- corners ---------------------------------------------------------------------------------- */

/* A corner against A, seen as if its body were A; of a weight of 0 where it does not bear. */
static void find_corner(const work *w, int index, phk_touch_point *t)
{
    const phk_shell_corner *c = &w->s->corner[index];
    const phk_touch_frame *b = w->l->frame[1];
    const phk_near_side point = {.core = {.kind = PHK_NEAR_BOX},
                                 .convex = {.kind = PHK_CONVEX_POINT},
                                 .f = {ph_add(b->p, ph_rotate(b->q, c->at)), b->q},
                                 .body = b};
    phk_near_pair pair;
    phk_touch_near(&point, &w->side, INFINITY, NULL, &pair, t);
    if (c->pointed >= PHK_MESH_LEAST && phk_weigh_corner(w->s, index, b, t)) return;
    t->weight = 0;
    for (int k = 0; k < 6; k++) t->by_weight[k] = 0;
}

/* The nearest place of A, or of its mantle further inside, to one of B, in axes of A; its normal.
 */
static phk_near nearest(const phk_near_side *side, const phk_touch_frame *b, ph_vec3 at, ph_vec3 *y)
{
    const ph_vec3 x = ph_add(b->p, ph_rotate(b->q, at));
    *y = ph_unrotate(side->f.q, ph_sub(x, side->f.p));
    return phk_near_find(&side->core, *y);
}

/* Quick answers for the many corners that do not touch. */
static bool may_bear(const work *w, int index)
{
    const phk_shell_corner *c = &w->s->corner[index];
    const phk_touch_frame *b = w->l->frame[1];
    ph_vec3 y;
    if (c->pointed < PHK_MESH_LEAST) return false;
    const phk_near p = nearest(&w->side, b, c->at, &y);
    if (ph_dot(p.m, ph_sub(y, p.x)) >= w->side.radius + w->l->within) return false;
    const ph_vec3 n = ph_unrotate(b->q, ph_rotate(w->side.f.q, p.m));
    const double low = -0.5 * c->pointed - fmax(c->pointed, PHK_MESH_NARROW);
    for (int j = c->first; j < c[1].first; j++) {
        const phk_shell_edge *e = &w->s->edge[w->s->spoke[j]];
        if ((e->corner[0] == index ? 1 : -1) * ph_dot(n, e->along) < low - 1e-9) return false;
    }
    return true;
}

static void touch_corner(work *w, int index)
{
    phk_touch_point t;
    if (!may_bear(w, index)) return;
    find_corner(w, index, &t);
    if (!(t.gap < w->l->within) || !(t.weight > 0)) return;
    t.feature = phk_touch_name(1, index, t.feature, 8192 * 64);
    phk_touch_swap(&t);
    yield_to_rims(w, &t);
    phk_list_put(w->l, &t);
}

/* --- edges ------------------------------------------------------------------------------------ */

/* All of a run of edges. */
typedef struct {
    int index;
    const phk_shell_edge *e;
    phk_near_side side;
    ph_vec3 along;             /* world */
    double half;               /* [m] */
    phk_touch_point corner[2]; /* at its ends, seen from the mesh */
} bar;

/* Turns z to a direction. */
static ph_quat turn_to(ph_vec3 v)
{
    if (v.z < -0.99) {
        const ph_quat q = turn_to(ph_scale(-1, v));
        return ph_quat_mul(q, ph_quat_make(0, 1, 0, 0));
    }
    const double w = 1 + v.z, size = sqrt(w * w + v.x * v.x + v.y * v.y);
    return ph_quat_make(w / size, -v.y / size, v.x / size, 0);
}

static void make_bar(const work *w, int index, bar *r)
{
    const phk_shell_edge *e = &w->s->edge[index];
    const phk_touch_frame *b = w->l->frame[1];
    const ph_vec3 from = w->s->corner[e->run[0]].at, to = w->s->corner[e->run[1]].at;
    const ph_vec3 way = ph_sub(to, from);
    const double length = ph_norm(way);
    *r = (bar){.index = index, .e = e, .half = 0.5 * length};
    r->along = ph_rotate(b->q, ph_scale(1 / length, way));
    r->side = (phk_near_side){.core = {.kind = PHK_NEAR_BOX, .half = {0, 0, r->half}},
                              .convex = {.kind = PHK_CONVEX_SEGMENT, .half = {0, 0, r->half}},
                              .body = b};
    r->side.f.p = ph_add(b->p, ph_rotate(b->q, ph_scale(0.5, ph_add(from, to))));
    r->side.f.q = ph_quat_mul(b->q, turn_to(ph_scale(1 / length, way)));
}

/* Whether a place on a run is of this edge of it, so that it is found once. */
static bool is_of(const work *w, const bar *r, ph_vec3 place)
{
    const phk_shell_edge *e = r->e;
    const phk_touch_frame *b = w->l->frame[1];
    const ph_vec3 from = w->s->corner[e->run[0]].at;
    const ph_vec3 u = ph_sub(w->s->corner[e->run[1]].at, from);
    const double at = ph_dot(u, ph_sub(ph_unrotate(b->q, ph_sub(place, b->p)), from));
    double end[2];
    for (int k = 0; k < 2; k++) end[k] = ph_dot(u, ph_sub(w->s->corner[e->corner[k]].at, from));
    const int low = end[0] > end[1];
    return (at >= end[low] || e->corner[low] == e->run[0]) &&
           (at < end[!low] || e->corner[!low] == e->run[1]);
}

/* The sine by which n may be inside of a face of an edge. */
static double width_of(const phk_shell_edge *e)
{
    return 2 * fmin(PHK_MESH_FLAT, fmax(0.25 * e->turn, 0.5 * PHK_MESH_NARROW));
}

/* Whether n, seen from the mesh, is outside of both faces: all of it where the edge lies flat. */
static bool weigh_outside(const work *w, const bar *r, phk_touch_point *t)
{
    const phk_shell_edge *e = r->e;
    const double width = width_of(e);
    for (int i = 0; i < 2; i++) {
        const ph_vec3 in = ph_rotate(w->l->frame[1]->q, e->inward[i]);
        phk_touch_slope x = {.value = ph_dot(t->normal, in)};
        for (int k = 0; k < 6; k++)
            x.by[k] = ph_dot(t->by_normal[k], in) + ph_dot(t->normal, phk_touch_turns(k, in));
        if (!phk_touch_ramp_up(t, &x, -width, 0)) return false;
    }
    return true;
}

/* Makes room for the corners of an edge; as far as one does not bear, the edge fades out there. */
static bool weigh_ends(const bar *r, phk_touch_point *t, const phk_touch_room *room)
{
    const ph_vec3 middle = ph_sub(r->side.f.p, r->side.body->p);
    const ph_vec3 off = ph_sub(t->arm_a, middle);
    const double place = ph_dot(off, r->along);
    for (int i = 0; i < 2; i++) {
        const phk_touch_point *c = &r->corner[i];
        double slope, by[6];
        const double sign = i ? -1 : 1;
        const double far = phk_touch_ramp(r->half + sign * place, 0, ending * r->half, &slope);
        if (c->weight > 0) phk_touch_yield(t, c, room);
        if (far >= 1) continue;
        for (int k = 0; k < 6; k++) {
            const ph_vec3 d = ph_sub(t->by_point[k], phk_touch_moves(k, middle));
            const double along = ph_dot(d, r->along) + ph_dot(off, phk_touch_turns(k, r->along));
            by[k] = (1 - c->weight) * sign * slope * along + (1 - far) * c->by_weight[k];
        }
        phk_touch_weigh(t, 1 - (1 - c->weight) * (1 - far), by);
    }
    return t->weight > 0;
}

static void keep_crossing(work *w, const bar *r, phk_touch_point *t, int kind, int number)
{
    if (!weigh_outside(w, r, t) || !weigh_ends(r, t, &w->ends)) return;
    t->feature = phk_touch_name(kind, r->e->run_of, number, 64 * PHK_TOUCH_ACROSS);
    phk_touch_swap(t);
    if (kind == 3) weigh_mantle(w, t);
    yield_to_rims(w, t);
    phk_list_put(w->l, t);
}

/* A mantle further inside has the same normals, and what sinks deeper than edges are round does not
 * meet it. It may be any as long as it is round. */
static phk_near_side inner_mantle(const phk_near_side *side)
{
    const double deeper = 0.9, *outer = side->core.outer;
    const double rise = 2 * side->core.half.z, wide = outer[0] - outer[1];
    const double slant = hypot(rise, wide), by = deeper * fmin(outer[0], outer[1]) * slant / rise;
    phk_near_side s = *side;
    if (!(rise > 0)) return s;
    for (int i = 0; i < 2; i++) s.core.outer[i] -= by * rise / slant;
    s.core.half.x = s.core.half.y = s.core.outer[0];
    s.convex.half.x = s.core.outer[0];
    if (s.convex.kind == PHK_CONVEX_FRUSTUM) s.convex.half.y = s.core.outer[1];
    s.f.p = ph_axpy(s.f.p, -by * wide / slant, ph_rotate(s.f.q, ph_v3(0, 0, 1)));
    s.radius += by;
    return s;
}

/* Where an edge crosses the mantle: not on a rim, nor at an end, which are others'. */
static void touch_mantle(work *w, const bar *r)
{
    phk_near_pair pair;
    phk_touch_point t;
    if (!phk_touch_near(&r->side, &w->mantle, w->l->within, NULL, &pair, &t) || pair.met) return;
    const int on = pair.at[1].feature;
    if (on % 4 != 1 || (on >= 4 && on < 8) || pair.at[0].c[0] != 0) return;
    if (!is_of(w, r, pair.at[0].x)) return;
    phk_touch_slope over = {.value = pair.distance};
    for (int k = 0; k < 6; k++) over.by[k] = phk_touch_gap_by(&t, k);
    if (phk_touch_ramp_up(&t, &over, 0, 0.5 * (w->mantle.radius - 0.9 * w->a->rounding)) &&
        phk_touch_weigh_crossing(&w->mantle, &pair, r->along, &t))
        keep_crossing(w, r, &t, 3, 0);
}

/* By how much n may leave what is between two normals n and n' of a mantle: on a cone it does not
 * turn about an axis across it, but about that of the cone. */
static double bulge(ph_vec3 n, ph_vec3 other, double axial)
{
    const double cosine = (ph_dot(n, other) - axial * axial) / (1 - axial * axial);
    return cosine > -0.5 ? fabs(axial) * (sqrt(2 / (1 + fmin(cosine, 1))) - 1) : 2;
}

/* Quick answers for the many edges that do not cross. The distance from the mantle has one lowest
 * place along an edge: it falls at one end and rises at the other. Between them n lies between
 * those at the ends: it is not outside of a face if it is so at neither. */
static bool may_cross(const work *w, const bar *r)
{
    const phk_shell_edge *e = r->e;
    const phk_touch_frame *b = w->l->frame[1];
    double away = -e->length, axial = 0;
    ph_vec3 n[2];
    bool mantle = true;
    for (int i = 0; i < 2; i++) {
        ph_vec3 y;
        const phk_near p = nearest(&w->mantle, b, w->s->corner[e->corner[i]].at, &y);
        if (p.feature >= 8) return true;
        mantle = mantle && p.feature == 1;
        axial = p.m.z;
        away += ph_dot(p.m, ph_sub(y, p.x));
        n[i] = ph_unrotate(b->q, ph_rotate(w->mantle.f.q, p.m));
    }
    if (0.5 * away >= w->mantle.radius + w->l->within) return false;
    /* not by a hair, as the next edge of a run must not lose it, too */
    if (ph_dot(n[0], e->along) > 1e-6 || ph_dot(n[1], e->along) < -1e-6) return false;
    if (!mantle) return true;
    /* n is that of A, towards the mesh */
    const double width = width_of(e) + 1e-6 + bulge(n[0], n[1], axial);
    for (int k = 0; k < 2; k++)
        if (-ph_dot(n[0], e->inward[k]) > width && -ph_dot(n[1], e->inward[k]) > width)
            return false;
    return true;
}

/* The same of a cap: only what is flat on it crosses its rim twice, with about its normal
 * (touch_across.c). */
static bool may_lie_across(const work *w, const bar *r)
{
    const phk_shell_edge *e = r->e;
    const ph_vec3 axis = ph_rotate(w->side.f.q, ph_v3(0, 0, 1));
    const ph_vec3 u = ph_unrotate(w->l->frame[1]->q, axis);
    const double rough = 0.3;
    if (fabs(ph_dot(axis, r->along)) > 0.011) return false;
    for (int sign = -1; sign < 2; sign += 2)
        if (sign * ph_dot(u, e->inward[0]) < rough && sign * ph_dot(u, e->inward[1]) < rough)
            return true;
    return false;
}

static void touch_edge(work *w, int index)
{
    bar r;
    phk_touch_point across[PHK_TOUCH_ACROSS];
    make_bar(w, index, &r);
    const bool lies = may_lie_across(w, &r), crosses = may_cross(w, &r);
    if (!lies && !crosses) return;
    for (int i = 0; i < 2; i++) find_corner(w, r.e->run[i], &r.corner[i]);
    const int n = lies ? phk_touch_across(&r.side, &w->side, w->l->within, across) : 0;
    for (int i = 0; i < n; i++)
        if (is_of(w, &r, across[i].point)) keep_crossing(w, &r, &across[i], 2, across[i].feature);
    if (crosses) touch_mantle(w, &r);
}

void phk_touch_turned(phk_touch_list *l, const phk_touchable *a, const phk_shell *s)
{
    work w;
    const phk_touch_frame *fa = l->frame[0], *fb = l->frame[1];
    const ph_vec3 h = a->core.half;
    const double r = fmax(h.x, a->core.kind == PHK_CONVEX_FRUSTUM ? h.y : h.x);
    const double small = 1e-6 * fmin(a->thickness, s->thickness);
    w.l = l;
    w.a = a;
    w.s = s;
    w.side = phk_side_of(a, fa);
    w.mantle = inner_mantle(&w.side);
    w.rims = (phk_touch_room){1, 4 * a->rounding, small};
    w.ends = (phk_touch_room){1, INFINITY, small};
    w.points = 0;
    touch_rims(&w);
    phk_shell_walk walk;
    phk_walk_start(&walk, s, fb, fa, a->rounding + l->within);
    walk.high = ph_v3(r, r, h.z);
    walk.low = ph_scale(-1, walk.high);
    for (int face; (face = phk_walk_next(&walk)) >= 0;)
        for (int k = 0; k < 3; k++) {
            const int c = s->face[face].corner[k], e = s->face[face].edge[k];
            if (s->corner[c].face == face) touch_corner(&w, c);
            if (s->edge[e].face[0] == face && s->edge[e].turn >= PHK_MESH_LEAST) touch_edge(&w, e);
        }
}
