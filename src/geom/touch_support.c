/* SPDX-License-Identifier: BSD-3-Clause
 *
 * touch_support.c -- an ellipsoid or a rim against a mesh: as touch_ball.c, but that the point
 * which touches goes along as the normal turns.
 *
 * Let x(n) be the deepest point of A against n, and D its slope, dx = D dn. On a face n is that of
 * the face. On an edge along e, convex, n lies between those of its faces, and on a corner within
 * its cone, such that x - L n is a place z of it; g = L less the section. While A goes by r and
 * turns by w, seen from B,
 *
 *     dx = r + D (dn - w x n),  P (dx - L dn) = 0,
 *
 * with P that of touch_ball.c less nn': no row for a face, m = e x n for an edge, two for a corner.
 * On an edge m.(x - z) falls from one face to the other where it has a zero, so one of a face, the
 * edge and the other face has a place, never two. Of faces that are concave both have, and share.
 */
#include "geom/touch_support.h"

#include <math.h>
#include "geom/near.h"
#include "geom/touch_place.h"

/* Squares of the sine between a ring's axis and the normal, as in touch_rim.c. */
static const double lying = 1e-6, tilted = 1e-4;

/* [rad] what turns less is flat; of the size: what is rounding. */
static const double seam = 1e-12, tiny = 1e-12;
/* Those that only share are further than what touches; the largest radius of a ring there. */
static const double farther = 1.1, widest = 3;

typedef struct {
    const phk_support *core;
    const phk_touch_frame *a, *b;
    const phk_shell *s;
    /* of A in axes of B: origin, middle of the core, axis, squares of the half axes */
    ph_vec3 origin, middle, axis, square[3];
    ph_vec3 unit[3];
    double low, high; /* of L */
    double size;      /* [m] L is measured from there to compare distances */
    double reach, most;
    double curve; /* [m] the largest radius of curvature, where that counts */
    phk_place place[PHK_PLACES];
    ph_vec3 x[PHK_PLACES];
    double height[PHK_PLACES];
    ph_vec3 by_x[PHK_PLACES][6];
    int places;
} search;

/* --- deepest points --------------------------------------------------------------------------- */

typedef struct {
    ph_vec3 x;
    ph_vec3 along; /* of a ring: its tangent; else the square times -n */
    double size;   /* radius over the sine of the tilt; else the width */
} deepest;

static ph_vec3 times(const search *q, ph_vec3 v)
{
    return ph_v3(ph_dot(q->square[0], v), ph_dot(q->square[1], v), ph_dot(q->square[2], v));
}

static deepest find_deepest(const search *q, ph_vec3 n)
{
    deepest d;
    if (q->core->ring) {
        const ph_vec3 across = ph_axpy(n, -ph_dot(n, q->axis), q->axis);
        const double sine = fmax(ph_norm(across), 1e-30);
        const ph_vec3 t = ph_scale(-1 / sine, across);
        d.x = ph_axpy(q->middle, q->core->radius, t);
        d.along = ph_cross(q->axis, t);
        d.size = q->core->radius / sine;
    } else {
        d.along = times(q, ph_scale(-1, n));
        d.size = sqrt(-ph_dot(d.along, n));
        d.x = ph_axpy(q->middle, 1 / d.size, d.along);
    }
    return d;
}

/* D dn. */
static ph_vec3 slope_of(const search *q, const deepest *d, ph_vec3 dn)
{
    if (q->core->ring) return ph_scale(-d->size * ph_dot(d->along, dn), d->along);
    const ph_vec3 by = ph_scale(-1 / d->size, times(q, dn));
    return ph_axpy(by, ph_dot(d->along, dn) / (d->size * d->size * d->size), d->along);
}

/* What the k-th motion makes of a point of A, and of x as n rests in B. */
static ph_vec3 moves(const search *q, int k, ph_vec3 x)
{
    return k < 3 ? q->unit[k] : ph_cross(q->unit[k - 3], ph_sub(x, q->origin));
}

static ph_vec3 slides(const search *q, const deepest *d, int k, ph_vec3 n)
{
    const ph_vec3 by = moves(q, k, d->x);
    return k < 3 ? by : ph_sub(by, slope_of(q, d, ph_cross(q->unit[k - 3], n)));
}

/* --- places ----------------------------------------------------------------------------------- */

/* Directions in which n may turn: two of a corner, one of an edge, none of a face. */
static int freedoms(const search *q, phk_place_kind is, int index, ph_vec3 n, ph_vec3 t[2])
{
    if (is == PHK_PLACE_FACE) return 0;
    if (is == PHK_PLACE_EDGE) {
        t[0] = ph_cross(q->s->edge[index].along, n);
        return 1;
    }
    const ph_vec3 v = fabs(n.x) < 0.6 ? ph_v3(0, n.z, -n.y) : ph_v3(n.z, 0, -n.x);
    t[0] = ph_scale(1 / ph_norm(v), v);
    t[1] = ph_cross(n, t[0]);
    return 2;
}

/* What turns n so that P (dx - L dn) = 0, with dx = by + D dn. */
static ph_vec3 turn_of(const search *q, const deepest *d, double height, const ph_vec3 t[2],
                       int free, ph_vec3 by)
{
    double m[2][2] = {{1, 0}, {0, 1}}, b[2] = {0, 0};
    for (int i = 0; i < free; i++) {
        b[i] = -ph_dot(t[i], by);
        for (int j = 0; j < free; j++)
            m[i][j] = ph_dot(t[i], slope_of(q, d, t[j])) - (i == j ? height : 0);
    }
    const double det = m[0][0] * m[1][1] - m[0][1] * m[1][0];
    ph_vec3 dn = {0, 0, 0};
    if (det == 0 || free == 0) return dn;
    dn = ph_scale((b[0] * m[1][1] - b[1] * m[0][1]) / det, t[0]);
    return free == 2 ? ph_axpy(dn, (m[0][0] * b[1] - m[1][0] * b[0]) / det, t[1]) : dn;
}

/* Keeps a place, or, when there is no room, in place of the furthest one. */
static void add(search *q, phk_place_kind is, int index, ph_vec3 n, const deepest *d, double height)
{
    if (!(height > q->low) || !(height < q->high)) return;
    int slot = q->places;
    if (slot == PHK_PLACES) {
        slot = 0;
        for (int i = 1; i < PHK_PLACES; i++)
            if (q->height[i] > q->height[slot]) slot = i;
        if (q->height[slot] <= height) return;
        q->places--;
    }
    phk_place *p = &q->place[slot];
    *p = (phk_place){.is = is, .index = index, .n = n, .weight = 1, .distance = height + q->size};
    p->at = ph_axpy(d->x, -height, n);
    ph_vec3 t[2];
    const int free = freedoms(q, is, index, n, t);
    for (int k = 0; k < 6; k++) {
        const ph_vec3 by = slides(q, d, k, n);
        const ph_vec3 dn = turn_of(q, d, height, t, free, by);
        q->by_x[slot][k] = ph_add(by, slope_of(q, d, dn));
        p->by_n[k] = dn;
        p->by_distance[k] = ph_dot(n, moves(q, k, d->x));
        p->by_at[k] = ph_axpy(ph_axpy(q->by_x[slot][k], -p->by_distance[k], n), -height, dn);
    }
    q->x[slot] = d->x;
    q->height[slot] = height;
    q->places++;
}

static double side_of(const phk_shell *s, const phk_shell_edge *e, int side, ph_vec3 x)
{
    return ph_dot(ph_sub(x, s->corner[e->corner[0]].at), e->inward[side]);
}

/* The normal of an edge after a part of its turn. */
static ph_vec3 normal_at(const phk_shell *s, const phk_shell_edge *e, double angle)
{
    const ph_vec3 n = s->face[e->face[0]].normal;
    const ph_vec3 v = ph_axpy(ph_scale(cos(angle), n), sin(angle), ph_cross(e->along, n));
    return ph_scale(1 / ph_norm(v), v);
}

/* Where m.(x - z) is zero: at most once from one face to the other. */
static void try_edge(search *q, int index)
{
    const phk_shell *s = q->s;
    const phk_shell_edge *e = &s->edge[index];
    if (e->turn < seam) return;
    const ph_vec3 from = s->corner[e->corner[0]].at;
    deepest d = find_deepest(q, s->face[e->face[0]].normal);
    const double first = -side_of(s, e, 0, d.x);
    if (first < 0) return;
    d = find_deepest(q, s->face[e->face[1]].normal);
    const double last = side_of(s, e, 1, d.x);
    if (last > 0) return;
    double low = 0, high = e->turn, angle = first - last > 0 ? high * first / (first - last) : 0;
    ph_vec3 n = normal_at(s, e, angle);
    double height = 0;
    for (int step = 0; step < 60; step++) {
        d = find_deepest(q, n);
        const ph_vec3 m = ph_cross(e->along, n), off = ph_sub(d.x, from);
        const double f = ph_dot(off, m);
        height = ph_dot(off, n);
        *(f > 0 ? &low : &high) = angle;
        const double slope = ph_dot(m, slope_of(q, &d, m)) - height;
        double next = slope < 0 ? angle - f / slope : -1;
        if (!(next >= low && next <= high)) next = 0.5 * (low + high);
        if (fabs(next - angle) <= 1e-16 * e->turn) break;
        angle = next;
        n = normal_at(s, e, angle);
    }
    const double ahead = ph_dot(ph_sub(d.x, from), e->along), slack = tiny * q->most;
    if (ahead < -slack || ahead > e->length + slack) return;
    add(q, PHK_PLACE_EDGE, index, n, &d, height);
}

/* The normal that has x above a corner; false: there is none. */
static bool look_at(const search *q, ph_vec3 corner, ph_vec3 *n)
{
    if (q->core->ring) {
        const ph_vec3 y = ph_sub(corner, q->middle);
        const ph_vec3 flat = ph_axpy(y, -ph_dot(y, q->axis), q->axis);
        const double r = ph_norm(flat);
        if (r <= q->core->radius) return false;
        const ph_vec3 d = ph_sub(ph_scale(q->core->radius / r, flat), y);
        *n = ph_scale(1 / ph_norm(d), d);
        return true;
    }
    const phk_near_core core = {.kind = PHK_NEAR_ELLIPSOID, .half = q->core->half};
    const ph_vec3 world = ph_rotate(q->b->q, ph_sub(corner, q->middle));
    const phk_near p = phk_near_find(&core, ph_unrotate(q->a->q, world));
    *n = ph_scale(-1, ph_unrotate(q->b->q, ph_rotate(q->a->q, p.m)));
    return true;
}

static void try_corner(search *q, int index)
{
    const phk_shell *s = q->s;
    const phk_shell_corner *c = &s->corner[index];
    ph_vec3 n;
    const ph_vec3 away = ph_sub(c->at, q->middle);
    if (ph_dot(away, away) > q->reach * q->reach || !look_at(q, c->at, &n)) return;
    if (ph_dot(n, c->normal) <= 0) return;
    for (int j = c->first; j < c[1].first; j++) {
        const phk_shell_edge *e = &s->edge[s->spoke[j]];
        const double ahead = ph_dot(n, e->along);
        if ((e->corner[0] == index ? ahead : -ahead) > tiny) return;
    }
    const deepest d = find_deepest(q, n);
    add(q, PHK_PLACE_CORNER, index, n, &d, ph_dot(n, ph_sub(d.x, c->at)));
}

/* A face, and those of its edges and corners that it looks after. */
static void try_face(search *q, int index)
{
    const phk_shell *s = q->s;
    const phk_shell_face *f = &s->face[index];
    const deepest d = find_deepest(q, f->normal);
    const double height = ph_dot(ph_sub(d.x, s->corner[f->corner[0]].at), f->normal);
    bool over = height > q->low && height < q->high;
    for (int k = 0; k < 3; k++) {
        const phk_shell_edge *e = &s->edge[f->edge[k]];
        const int side = e->face[1] == index;
        /* by rounding, a point may be beside two faces right above their seam: both take it */
        over = over && side_of(s, e, side, d.x) > (fabs(e->turn) < seam ? -tiny * q->most : 0);
        if (!side) try_edge(q, f->edge[k]);
        if (s->corner[f->corner[k]].face == index) try_corner(q, f->corner[k]);
    }
    if (over) add(q, PHK_PLACE_FACE, index, f->normal, &d, height);
}

/* Whether the deepest points against the normals of a node may lie next to it. */
static bool may_touch(const search *q, const phk_shell_node *node)
{
    const double far = fmax(-q->low, q->high);
    if (phk_from_box(q->middle, node->low, node->high) >= q->reach * q->reach) return false;
    if (node->cosine <= 0.5) return true;
    const deepest d = find_deepest(q, node->axis);
    double away = far + 1e-9 * q->most;
    if (q->core->ring) {
        const double sine = q->core->radius / d.size;
        if (node->sine >= 0.99 * sine) return true;
        away += q->core->radius * asin(node->sine / sine);
    } else {
        away += q->curve * asin(node->sine);
    }
    return phk_from_box(d.x, node->low, node->high) < away * away;
}

static void find_places(search *q)
{
    const phk_shell *s = q->s;
    int stack[PHK_SHELL_STACK], depth = 0;
    stack[depth++] = 0;
    while (depth) {
        const int index = stack[--depth];
        const phk_shell_node *node = &s->node[index];
        if (!may_touch(q, node)) continue;
        for (int i = 0; i < node->faces; i++) try_face(q, s->order[node->first + i]);
        if (node->faces || depth + 2 > PHK_SHELL_STACK) continue;
        stack[depth++] = node->other;
        stack[depth++] = index + 1;
    }
}

/* One of those that rounding has given twice. */
static void drop_doubles(search *q)
{
    const double near = 10 * tiny;
    for (int i = 0; i < q->places; i++)
        for (int j = q->places - 1; j > i; j--) {
            if (ph_norm(ph_sub(q->place[i].n, q->place[j].n)) > near) continue;
            if (ph_norm(ph_sub(q->place[i].at, q->place[j].at)) > near * q->most) continue;
            const int last = --q->places;
            q->place[j] = q->place[last];
            q->x[j] = q->x[last];
            q->height[j] = q->height[last];
            for (int k = 0; k < 6; k++) q->by_x[j][k] = q->by_x[last][k];
        }
}

/* --- weights ---------------------------------------------------------------------------------- */

/* Where places on both faces of an edge are from each other, each along its own: W of a ball. */
static double width_of(const void *what, const phk_shell_edge *e, const phk_place *p, double by[6])
{
    const search *q = what;
    (void)p;
    /* the part that is for sharp edges */
    const double part = e->fade > 0 ? e->fade / (2 * sin(0.5 * fmin(-e->turn, 3.1))) : 1;
    double width = 0;
    for (int k = 0; k < 6; k++) by[k] = 0;
    for (int side = 0; side < 2; side++) {
        const ph_vec3 n = q->s->face[e->face[side]].normal;
        const deepest d = find_deepest(q, n);
        width += part * side_of(q->s, e, side, d.x);
        for (int k = 0; k < 6; k++) by[k] += part * ph_dot(slides(q, &d, k, n), e->inward[side]);
    }
    const double most = e->fade * q->curve;
    if (e->fade > 0 && width > most) {
        for (int k = 0; k < 6; k++) by[k] = 0;
        return most;
    }
    return width;
}

/* Not below what is too deep, without a jump. */
static void weigh_depth(const search *q, phk_place *p)
{
    double slope;
    const double low = q->low + q->size;
    const double factor = phk_touch_ramp(p->distance, low, 0.5 * (q->size + low), &slope);
    for (int k = 0; k < 6; k++)
        p->by_weight[k] = factor * p->by_weight[k] + p->weight * slope * p->by_distance[k];
    p->weight *= factor;
}

static void weigh_places(search *q)
{
    for (int i = 0; i < q->places; i++) {
        phk_place *p = &q->place[i];
        weigh_depth(q, p);
        phk_place_fade(q->s, p, q->curve, width_of, q);
        for (int k = 0; p->is == PHK_PLACE_FACE && k < 3; k++) {
            const phk_shell_edge *e = &q->s->edge[q->s->face[p->index].edge[k]];
            if (e->turn < -seam && !(e->fade > 0)) phk_place_fade_at(q->s, p, e, width_of, q);
        }
    }
    if (q->places > 1) phk_places_share(q->place, q->places);
}

double phk_support_tilt(const phk_touch_frame *a, const phk_touch_point *t, double by[6])
{
    const ph_vec3 u = ph_rotate(a->q, ph_v3(0, 0, 1)), n = t->normal, across = ph_cross(u, n);
    const double lean = ph_dot(u, n);
    double slope;
    const double one = phk_touch_ramp(ph_dot(across, across), lying, tilted, &slope);
    for (int k = 0; k < 6; k++)
        by[k] = -2 * slope * lean * (ph_dot(phk_touch_turns(k, u), n) + ph_dot(u, t->by_normal[k]));
    return one;
}

/* --- points ----------------------------------------------------------------------------------- */

static bool make_point(const search *q, int i, phk_touch_point *t)
{
    const phk_place *p = &q->place[i];
    const double section = q->core->section;
    *t = (phk_touch_point){.gap = q->height[i] - section,
                           .weight = p->weight,
                           .normal = ph_rotate(q->b->q, p->n),
                           .feature = 3 * p->index + (int)p->is};
    const double half_way = section + 0.5 * t->gap;
    t->arm_b = ph_rotate(q->b->q, ph_axpy(q->x[i], -half_way, p->n));
    t->point = ph_add(q->b->p, t->arm_b);
    t->arm_a = ph_sub(t->point, q->a->p);
    for (int k = 0; k < 6; k++) {
        const ph_vec3 by = ph_axpy(q->by_x[i][k], -0.5 * p->by_distance[k], p->n);
        t->by_normal[k] = ph_rotate(q->b->q, p->by_n[k]);
        t->by_point[k] = ph_rotate(q->b->q, ph_axpy(by, -half_way, p->by_n[k]));
        t->by_weight[k] = p->by_weight[k];
    }
    if (q->core->ring) {
        double by[6];
        const double one = phk_support_tilt(q->a, t, by);
        phk_touch_weigh(t, one, by);
    }
    return t->weight > 0;
}

static void begin(search *q, double within)
{
    const phk_support *c = q->core;
    const double reach = c->section + within;
    const ph_vec3 h = c->half, at = ph_rotate(q->a->q, ph_v3(0, 0, c->ring ? c->height : 0));
    q->origin = ph_unrotate(q->b->q, ph_sub(q->a->p, q->b->p));
    q->middle = ph_add(q->origin, ph_unrotate(q->b->q, at));
    ph_vec3 axis[3];
    for (int k = 0; k < 3; k++) {
        axis[k] = ph_unrotate(q->b->q, ph_rotate(q->a->q, phk_touch_unit(k)));
        q->unit[k] = ph_unrotate(q->b->q, phk_touch_unit(k));
    }
    q->axis = axis[2];
    const double half[3] = {h.x, h.y, h.z};
    double *rows = &q->square[0].x;
    for (int i = 0; i < 9; i++) rows[i] = 0;
    for (int k = 0; k < 3; k++) {
        const double *v = &axis[k].x;
        for (int i = 0; i < 9; i++) rows[i] += half[k] * half[k] * v[i / 3] * v[i % 3];
    }
    const double least = fmin(h.x, fmin(h.y, h.z)), most = fmax(h.x, fmax(h.y, h.z));
    q->size = c->ring ? c->radius : least;
    q->curve = c->ring ? widest * (c->radius + c->section) : most * most / least + reach;
    q->low = -c->deep;
    q->high = farther * (q->size + fmax(reach, 0)) - q->size;
    q->reach = (c->ring ? c->radius : most) + fmax(c->deep, q->high);
    q->most = q->reach + ph_norm(q->s->high);
    q->places = 0;
}

int phk_touch_support(const phk_touch_frame *a, const phk_support *core, const phk_touch_frame *b,
                      const phk_shell *s, double within, phk_touch_point *touch)
{
    search q;
    q.core = core;
    q.a = a;
    q.b = b;
    q.s = s;
    begin(&q, within);
    find_places(&q);
    drop_doubles(&q);
    weigh_places(&q);
    int points = 0;
    for (int i = 0; i < q.places; i++)
        if (q.height[i] - core->section < within && make_point(&q, i, &touch[points])) points++;
    return points;
}
