/* SPDX-License-Identifier: BSD-3-Clause
 *
 * touch_mesh.c -- a mesh B against a plane, a capsule, a box or another mesh A: corners of each
 * against the other one, and edges where they cross, as boxes do it (touch_boxes.c). What is round
 * is in touch_ball.c, touch_support.c and touch_turned.c.
 *
 * Corners and edges of A are balls and rods of its rounding, those of B sharp: one rounded side is
 * enough for a normal. Where both are meshes, or A is a plane, corners of B are balls, too. Flat
 * edges and corners are none, so that a mesh bears what its shape bears, however it is cut.
 *
 * A corner of a mesh bears when no edge leads from it towards the other body: with n the normal and
 * e along an edge away from the corner, n.e is not below -p/2, where p is how pointed the corner
 * is. Its weight goes to zero over a width of p from there. So of a fine mesh few corners bear at a
 * time. A width is never less than `narrow`, or a step would not see the slope.
 *
 * The weight of two edges goes to zero where they become parallel, towards their ends, where m
 * leaves the directions outside of either, and as their cores sink into each other by what they are
 * rounded by: an edge on the far side of a body is not crossed. Of two convex bodies it is what
 * they sink deeper there than along the best way out, as of boxes.
 */
#include "geom/touch_mesh.h"

#include <math.h>
#include <stdint.h>
#include "geom/touch_support.h"

/* Squares of the sine between edges; part of half an edge over which it fades out; the sine by
 * which its faces may tilt, at most; what a corner is pointed, and an edge turns, at least. */
static const double parallel = 1e-6, crossing = 1e-4, ending = 0.2, flat = PHK_MESH_FLAT;
static const double least = PHK_MESH_LEAST, narrow = PHK_MESH_NARROW;

enum { STACK = 64 };

typedef phk_touch_list list;

/* An edge in the world. */
typedef struct {
    ph_vec3 middle, along, inward[2];
    double half, radius;
    double flat; /* 0: all directions across it are outside, as of a capsule's axis */
} rod;

void phk_list_put(list *l, const phk_touch_point *t)
{
    if (!(t->gap < l->within) || !(t->weight > 0)) return;
    int slot = l->points;
    if (slot == PHK_TOUCH_MOST) {
        slot = 0;
        for (int i = 1; i < PHK_TOUCH_MOST; i++)
            if (l->touch[i].gap > l->touch[slot].gap) slot = i;
        if (l->touch[slot].gap <= t->gap) return;
        l->points--;
    }
    l->touch[slot] = *t;
    l->points++;
}

/* If there are too many for an int they are mixed; that two of 64 points get the same one is then
 * next to impossible. */
int phk_touch_name(int kind, int i, int j, int of_j)
{
    const uint64_t n = ((uint64_t)i * (uint64_t)of_j + (uint64_t)j) * 4 + (uint64_t)kind;
    if (n <= INT32_MAX) return (int)n;
    uint64_t x = n * 0x9e3779b97f4a7c15u;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    return (int)((x ^ x >> 31) & INT32_MAX);
}

/* --- faces near the other body ---------------------------------------------------------------- */

typedef phk_shell_walk walk;

void phk_walk_start(walk *w, const phk_shell *s, const phk_touch_frame *own,
                    const phk_touch_frame *other, double reach)
{
    w->s = s;
    w->own = own;
    w->other = other;
    w->reach = reach;
    w->down = ph_v3(0, 0, 0);
    w->below = 0;
    w->stack[0] = 0;
    w->depth = 1;
    w->node = -1;
}

/* What can touch lies between the planes that keep convex bodies apart, or next to them. */
static void limit(walk *w, const list *l, bool of_b)
{
    const double sign = of_b ? -1 : 1;
    w->down = ph_unrotate(w->own->q, ph_scale(sign, l->normal));
    w->below = sign * ((of_b ? l->low_a : l->high_b) - ph_dot(l->normal, w->own->p));
    if (ph_dot(w->down, w->down) > 0) w->below += w->reach;
}

static bool is_low(const walk *w, ph_vec3 at)
{
    return ph_dot(w->down, at) <= w->below;
}

static bool is_near(const walk *w, const phk_shell_node *node)
{
    const ph_vec3 middle = ph_scale(0.5, ph_add(node->low, node->high)), d = w->down;
    const ph_vec3 lowest = {d.x > 0 ? node->low.x : node->high.x,
                            d.y > 0 ? node->low.y : node->high.y,
                            d.z > 0 ? node->low.z : node->high.z};
    if (!is_low(w, lowest)) return false;
    const double far = 0.5 * ph_norm(ph_sub(node->high, node->low)) + w->reach;
    const ph_vec3 at = ph_add(w->own->p, ph_rotate(w->own->q, middle));
    const ph_vec3 y = ph_unrotate(w->other->q, ph_sub(at, w->other->p));
    return far > 0 && phk_from_box(y, w->low, w->high) < far * far;
}

int phk_walk_next(walk *w)
{
    const phk_shell_node *nodes = w->s->node;
    while (w->node < 0 || w->next == nodes[w->node].faces) {
        if (!w->depth) return -1;
        const int index = w->stack[--w->depth];
        w->node = -1;
        if (!is_near(w, &nodes[index])) continue;
        if (nodes[index].faces) {
            w->node = index;
            w->next = 0;
        } else if (w->depth + 2 <= STACK) {
            w->stack[w->depth++] = nodes[index].other;
            w->stack[w->depth++] = index + 1;
        }
    }
    return w->s->order[nodes[w->node].first + w->next++];
}

/* --- corners ---------------------------------------------------------------------------------- */

bool phk_weigh_corner(const phk_shell *s, int index, const phk_touch_frame *a, phk_touch_point *t)
{
    const phk_shell_corner *c = &s->corner[index];
    const double high = -0.5 * c->pointed, low = high - fmax(c->pointed, narrow);
    for (int j = c->first; j < c[1].first; j++) {
        const phk_shell_edge *edge = &s->edge[s->spoke[j]];
        const double sign = edge->corner[0] == index ? 1 : -1;
        const ph_vec3 e = ph_rotate(a->q, ph_scale(sign, edge->along));
        phk_touch_slope x = {.value = ph_dot(t->normal, e)};
        if (x.value >= high) continue;
        for (int k = 0; k < 6; k++)
            x.by[k] = ph_dot(t->by_normal[k], e) + ph_dot(t->normal, phk_touch_turns(k, e));
        if (!phk_touch_ramp_up(t, &x, low, high)) return false;
    }
    return true;
}

/* Corners of the surface of one body against a core of the other. of_b: it is B's; round: as balls,
 * where nothing else is round. */
static void corners_core(list *l, bool of_b, const phk_shell *s, const phk_touch_core *core,
                         bool round)
{
    const phk_touch_frame *own = l->frame[of_b], *other = l->frame[!of_b];
    walk w;
    phk_walk_start(&w, s, own, other, core->radius + l->within);
    limit(&w, l, of_b);
    w.low = core->low;
    w.high = core->high;
    for (int face; (face = phk_walk_next(&w)) >= 0;)
        for (int k = 0; k < 3; k++) {
            const int c = s->face[face].corner[k];
            if (s->corner[c].face != face || s->corner[c].pointed < least) continue;
            if (!is_low(&w, s->corner[c].at)) continue;
            phk_touch_point t;
            phk_touch_round(own, round ? s->corner[c].inset : s->corner[c].at,
                            round ? s->rounding : 0, other, core, &t);
            if (t.gap >= l->within || !phk_weigh_corner(s, c, own, &t)) continue;
            t.feature = phk_touch_name(1, c, t.feature, 64);
            if (of_b) phk_touch_swap(&t);
            phk_list_put(l, &t);
        }
}

/* A ball of one body against the surface of the other. corner: of that of `own`; -1: none. */
static void ball_surface(list *l, bool of_b, ph_vec3 centre, double radius, const phk_shell *s,
                         const phk_shell *own, int corner, int number)
{
    phk_touch_point t[PHK_TOUCH_MOST];
    const int n = phk_touch_ball(l->frame[of_b], centre, radius, l->frame[!of_b], s, l->within, t);
    for (int i = 0; i < n; i++) {
        if (corner >= 0 && !phk_weigh_corner(own, corner, l->frame[of_b], &t[i])) continue;
        t[i].feature = phk_touch_name(of_b ? 2 : 0, number, t[i].feature, phk_shell_features(s));
        if (of_b) phk_touch_swap(&t[i]);
        phk_list_put(l, &t[i]);
    }
}

/* Corners of the surface of one body, as balls, against that of the other one. */
static void corners_surface(list *l, bool of_b, const phk_shell *own, const phk_shell *s)
{
    walk w;
    phk_walk_start(&w, own, l->frame[of_b], l->frame[!of_b], own->rounding + l->within);
    limit(&w, l, of_b);
    w.low = s->low;
    w.high = s->high;
    for (int face; (face = phk_walk_next(&w)) >= 0;)
        for (int k = 0; k < 3; k++) {
            const int c = own->face[face].corner[k];
            if (own->corner[c].face != face || own->corner[c].pointed < least) continue;
            if (!is_low(&w, own->corner[c].at)) continue;
            ball_surface(l, of_b, own->corner[c].inset, own->rounding, s, own, c, c);
        }
}

/* --- edges ------------------------------------------------------------------------------------ */

/* Whether m, outwards of the rod's body when `sign` is 1, is outside of both its faces. */
static bool weigh_outside(phk_touch_point *t, const rod *r, double sign, const ph_vec3 by_m[6],
                          bool turns)
{
    for (int i = 0; r->flat > 0 && i < 2; i++) {
        const ph_vec3 e = ph_scale(-sign, r->inward[i]);
        phk_touch_slope x = {.value = ph_dot(t->normal, e)};
        for (int k = 0; k < 6; k++)
            x.by[k] = ph_dot(by_m[k], e) + (turns ? ph_dot(t->normal, phk_touch_turns(k, e)) : 0);
        if (!phk_touch_ramp_up(t, &x, -r->flat, r->flat)) return false;
    }
    return true;
}

/* Whether a place on an edge is within it. */
static bool weigh_within(phk_touch_point *t, const phk_touch_slope *place, double half)
{
    phk_touch_slope left = {.value = half - fabs(place->value)};
    for (int k = 0; k < 6; k++) left.by[k] = place->value < 0 ? place->by[k] : -place->by[k];
    return phk_touch_ramp_up(t, &left, 0, ending * half);
}

/* Quick answers for the many that do not cross; else places on both, sine and cosine between. */
static bool may_cross(const list *l, const rod *a, const rod *b, ph_vec3 m, double cosine,
                      double sine2, double place[2])
{
    for (int i = 0; i < 2; i++) {
        if (a->flat > 0 && ph_dot(m, a->inward[i]) <= -a->flat) return false;
        if (b->flat > 0 && -ph_dot(m, b->inward[i]) <= -b->flat) return false;
    }
    const ph_vec3 w = ph_sub(a->middle, b->middle);
    const double apart = ph_dot(m, w), radii = a->radius + b->radius;
    const double fu = ph_dot(a->along, w), fv = ph_dot(b->along, w);
    place[0] = (cosine * fv - fu) / sine2;
    place[1] = fv + cosine * place[0];
    return apart - radii < l->within && apart - l->most > -(radii + l->skin) &&
           fabs(place[0]) < a->half && fabs(place[1]) < b->half;
}

/* `out` is outwards of B. */
static void cross(list *l, const rod *a, const rod *b, ph_vec3 out, int feature)
{
    const ph_vec3 u = a->along, v = b->along, across = ph_cross(u, v);
    const double sine2 = ph_dot(across, across), cosine = ph_dot(u, v);
    if (sine2 <= parallel) return;
    const double scale = (ph_dot(across, out) < 0 ? -1 : 1) / sqrt(sine2);
    const ph_vec3 m = ph_scale(scale, across);
    double place[2];
    if (!may_cross(l, a, b, m, cosine, sine2, place)) return;

    const double apart = ph_dot(m, ph_sub(a->middle, b->middle)), radii = a->radius + b->radius;
    const ph_vec3 origin = l->frame[0]->p, xa = ph_axpy(a->middle, place[0], u);
    phk_touch_point t = {.weight = 1, .normal = m, .gap = apart - radii, .feature = feature};
    t.point = ph_axpy(xa, -(a->radius + 0.5 * t.gap), m);
    t.arm_a = ph_sub(t.point, origin);
    t.arm_b = ph_sub(t.point, l->frame[1]->p);
    phk_touch_slope s = {.value = place[0]}, r = {.value = place[1]},
                    over = {.value = apart - l->most};
    phk_touch_slope angle = {.value = sine2};
    for (int k = 0; k < 6; k++) {
        const ph_vec3 du = phk_touch_turns(k, u), by = phk_touch_moves(k, ph_sub(xa, origin));
        const ph_vec3 turned = ph_scale(scale, ph_cross(du, v));
        const double gu = ph_dot(u, by) + apart * ph_dot(du, m), gv = ph_dot(v, by);
        const double dg = ph_dot(m, by);
        t.by_normal[k] = ph_axpy(turned, -ph_dot(m, turned), m);
        s.by[k] = (cosine * gv - gu) / sine2;
        r.by[k] = gv + cosine * s.by[k];
        over.by[k] = dg - l->by_most[k];
        angle.by[k] = -2 * cosine * ph_dot(du, v);
        t.by_point[k] = ph_axpy(ph_axpy(ph_axpy(by, s.by[k], u), -0.5 * dg, m),
                                -(a->radius + 0.5 * t.gap), t.by_normal[k]);
    }
    if (weigh_outside(&t, a, -1, t.by_normal, true) &&
        weigh_outside(&t, b, 1, t.by_normal, false) &&
        phk_touch_ramp_up(&t, &angle, parallel, crossing) && weigh_within(&t, &s, a->half) &&
        weigh_within(&t, &r, b->half) && phk_touch_ramp_up(&t, &over, -(radii + l->skin), 0))
        phk_list_put(l, &t);
}

static ph_vec3 in_world(const phk_touch_frame *f, ph_vec3 x)
{
    return ph_add(f->p, ph_rotate(f->q, x));
}

/* An edge of a surface; inset: of its rounding, else sharp. */
static rod rod_of(const phk_shell *s, int index, const phk_touch_frame *f, bool inset)
{
    const phk_shell_edge *e = &s->edge[index];
    const phk_shell_corner *c = &s->corner[e->corner[0]], *d = &s->corner[e->corner[1]];
    const ph_vec3 from = inset ? c->inset : c->at, to = inset ? d->inset : d->at;
    const ph_vec3 way = ph_sub(to, from);
    const double length = ph_norm(way);
    rod r = {.middle = in_world(f, ph_scale(0.5, ph_add(from, to))),
             .along = ph_rotate(f->q, ph_scale(1 / length, way)),
             .half = 0.5 * length,
             .radius = inset ? s->rounding : 0,
             .flat = fmin(flat, fmax(0.25 * e->turn, 0.5 * narrow))};
    for (int k = 0; k < 2; k++) r.inward[k] = ph_rotate(f->q, e->inward[k]);
    return r;
}

/* A rod of A against all edges of B near it. */
static void rod_surface(list *l, const rod *a, int number, const phk_shell *s)
{
    const phk_touch_frame *b = l->frame[1], rods = {a->middle, ph_quat_identity()};
    walk w;
    phk_walk_start(&w, s, b, &rods, a->radius + l->within);
    limit(&w, l, true);
    w.high =
        ph_v3(a->half * fabs(a->along.x), a->half * fabs(a->along.y), a->half * fabs(a->along.z));
    w.low = ph_scale(-1, w.high);
    for (int face; (face = phk_walk_next(&w)) >= 0;)
        for (int k = 0; k < 3; k++) {
            const int index = s->face[face].edge[k];
            const phk_shell_edge *e = &s->edge[index];
            if (e->face[0] != face || e->turn < least) continue;
            if (!is_low(&w, s->corner[e->corner[0]].at) && !is_low(&w, s->corner[e->corner[1]].at))
                continue;
            const rod r = rod_of(s, index, b, false);
            cross(l, a, &r, ph_rotate(b->q, e->normal), phk_touch_name(3, number, index, s->edges));
        }
}

static void edges_surface(list *l, const phk_shell *own, const phk_shell *s)
{
    walk w;
    phk_walk_start(&w, own, l->frame[0], l->frame[1], own->rounding + l->within);
    limit(&w, l, false);
    w.low = s->low;
    w.high = s->high;
    for (int face; (face = phk_walk_next(&w)) >= 0;)
        for (int k = 0; k < 3; k++) {
            const int index = own->face[face].edge[k];
            const phk_shell_edge *e = &own->edge[index];
            if (e->face[0] != face || e->turn < least) continue;
            if (!is_low(&w, own->corner[e->corner[0]].at) &&
                !is_low(&w, own->corner[e->corner[1]].at))
                continue;
            const rod r = rod_of(own, index, l->frame[0], true);
            rod_surface(l, &r, index, s);
        }
}

/* --- pairs ------------------------------------------------------------------------------------ */

static void capsule_mesh(list *l, const phk_touchable *a, const phk_shell *s)
{
    const phk_touch_frame *f = l->frame[0];
    const double half = a->core.half.z;
    for (int i = 0; i < 2; i++)
        ball_surface(l, false, ph_v3(0, 0, i ? half : -half), a->rounding, s, NULL, -1, i);
    const phk_touch_core core = phk_core_capsule(half, a->rounding);
    corners_core(l, true, s, &core, false);
    const rod axis = {.middle = f->p,
                      .along = ph_rotate(f->q, ph_v3(0, 0, 1)),
                      .half = half,
                      .radius = a->rounding};
    rod_surface(l, &axis, 0, s);
}

static void box_mesh(list *l, const phk_touchable *a, const phk_shell *s)
{
    const phk_touch_frame *f = l->frame[0];
    const double h[3] = {a->core.half.x, a->core.half.y, a->core.half.z};
    for (int i = 0; i < 8; i++) {
        const ph_vec3 x = {i & 1 ? h[0] : -h[0], i & 2 ? h[1] : -h[1], i & 4 ? h[2] : -h[2]};
        ball_surface(l, false, x, a->rounding, s, NULL, -1, i);
    }
    const phk_touch_core core = phk_core_box(a->core.half, a->rounding);
    corners_core(l, true, s, &core, false);
    for (int i = 0; i < 12; i++) {
        const int along = i / 4, other[2] = {(along + 1) % 3, (along + 2) % 3};
        rod r = {.middle = f->p,
                 .along = ph_rotate(f->q, phk_touch_unit(along)),
                 .half = h[along],
                 .radius = a->rounding,
                 .flat = flat};
        for (int k = 0; k < 2; k++) {
            const double sign = i & (1 << k) ? 1 : -1;
            const ph_vec3 out = ph_scale(sign, ph_rotate(f->q, phk_touch_unit(other[k])));
            r.middle = ph_axpy(r.middle, h[other[k]], out);
            r.inward[k] = ph_scale(-1, out);
        }
        rod_surface(l, &r, i, s);
    }
}

static void mesh_mesh(list *l, const phk_shell *a, const phk_shell *b)
{
    corners_surface(l, false, a, b);
    corners_surface(l, true, b, a);
    edges_surface(l, a, b);
}

/* It is deepest at one point of every convex part of the surface. */
static int ellipsoid_mesh(const list *l, const phk_touchable *a, const phk_shell *s)
{
    const phk_support core = {.half = a->core.half,
                              .section = a->rounding,
                              .deep = 0.5 * fmin(a->thickness, s->thickness)};
    return phk_touch_support(l->frame[0], &core, l->frame[1], s, l->within, l->touch);
}

/* What two convex cores are apart by, and may sink deeper than. */
static void set_apart(list *l, const phk_touchable *a, const phk_touchable *b,
                      const phk_convex_gap *apart)
{
    l->most = apart->distance;
    l->normal = apart->normal;
    l->low_a = ph_dot(apart->normal, apart->a);
    l->high_b = ph_dot(apart->normal, apart->b);
    l->skin = a->surface ? a->rounding + b->rounding : 0;
    for (int k = 0; k < 6; k++)
        l->by_most[k] = ph_dot(apart->normal, phk_touch_moves(k, ph_sub(apart->a, l->frame[0]->p)));
}

int phk_touch_mesh(const phk_touchable *a, const phk_touch_frame *fa, const phk_touchable *b,
                   const phk_touch_frame *fb, double within, const phk_convex_gap *apart,
                   phk_touch_point *touch)
{
    const phk_shell *s = b->surface;
    phk_touch_core plane = phk_core_plane();
    list l = {.frame = {fa, fb}, .within = within, .touch = touch};
    plane.radius = a->rounding;
    if (apart) set_apart(&l, a, b, apart);
    if (a->kind == PH_SHAPE_PLANE)
        corners_core(&l, true, s, &plane, true);
    else if (a->kind == PH_SHAPE_SPHERE)
        return phk_touch_ball(fa, ph_v3(0, 0, 0), a->rounding, fb, s, within, touch);
    else if (a->kind == PH_SHAPE_CAPSULE)
        capsule_mesh(&l, a, s);
    else if (a->kind == PH_SHAPE_BOX)
        box_mesh(&l, a, s);
    else if (a->kind == PH_SHAPE_ELLIPSOID)
        return ellipsoid_mesh(&l, a, s);
    else if (a->core.kind == PHK_CONVEX_CYLINDER || a->core.kind == PHK_CONVEX_FRUSTUM)
        phk_touch_turned(&l, a, s);
    else if (a->surface)
        mesh_mesh(&l, a->surface, s);
    return l.points;
}
