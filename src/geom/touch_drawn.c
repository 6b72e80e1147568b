/* SPDX-License-Identifier: BSD-3-Clause
 *
 * touch_drawn.c -- profiles against what is drawn along the same direction: cylinders, capsules,
 * boxes and other profiles.
 *
 * Both have a section, which lies in a plane, and a stretch along z. They touch along a line, whose
 * two ends stand for it, so that nothing wobbles: each is where one of them ends within the other,
 * and who that is changes as they slide along each other. There the section of the one, as an edge,
 * is next to the mantle of the other, which has no end. With x_A(u) on the edge and x_B(v) on the
 * curve, t_B and N_B its tangent and its normal,
 *
 *   x_A'.N_B = 0,   t_B.(x_A - x_B) = 0,
 *
 * by Newton's method from pieces that lie near and look at each other. The second condition alone,
 * with t_A as well, would be singular at a gap of zero.
 *
 * Axes need not be parallel to the last digit: edge and mantle are exact at any tilt. But at a tilt
 * that is not small, surfaces that are crossed touch between their ends, or on their caps, which
 * nothing here sees: PHK_TOUCH_LOST.
 */
#include <math.h>
#include "geom/touch_smooth.h"

/* Square of the sine between axes that is small. */
static const double most_tilt = 3.1e-4;
/* Of the shorter one: the stretch over which ends change. */
static const double changing = 0.05;
/* Of what is behind the surface: deeper is another place. */
static const double deepest = 0.9;

enum { STACK = 256, PLACES = 64 };

typedef struct {
    const phk_smooth *s;         /* NULL: its section is round, or a box */
    phk_touch_frame f;           /* z along the direction it is drawn in */
    const phk_touch_frame *body; /* whose moves count */
    ph_vec3 axis;
    double half;         /* [m] */
    double ring, radius; /* [m] of a round one: of its rim, and of the rim's section */
    double wide[2];      /* [m] half sides of a box, inflated by radius; zero else */
} drawn;

typedef struct {
    drawn d[2];
    double within;
    double limit; /* [m] no point is deeper */
    phk_touch_point *touch;
    int points;
    /* where an end is: the section is that of side `of` at z */
    int of, end;
    double z, share, by_share[6];
} work;

/* --- sides -------------------------------------------------------------------------------------
 */

/* Which axis of a box is along u: its frame is turned so that it is z. */
static void turn_box(drawn *d, ph_vec3 half, ph_vec3 u)
{
    const ph_vec3 l = ph_unrotate(d->f.q, u);
    const double h = sqrt(0.5);
    double side[3] = {half.x, half.y, half.z};
    int axis = 2;
    if (fabs(l.x) > fabs(l.z) && fabs(l.x) > fabs(l.y)) axis = 0;
    if (fabs(l.y) > fabs(l.z) && fabs(l.y) >= fabs(l.x)) axis = 1;
    /* about y: z to x, x to -z; about x: z to -y, y to z */
    if (axis == 0) d->f.q = ph_quat_mul(d->f.q, ph_quat_make(h, 0, h, 0));
    if (axis == 1) d->f.q = ph_quat_mul(d->f.q, ph_quat_make(h, h, 0, 0));
    d->wide[0] = axis == 0 ? side[2] : side[0];
    d->wide[1] = axis == 1 ? side[2] : side[1];
    d->half = side[axis];
}

static drawn drawn_of(const phk_touchable *t, const phk_touch_frame *f, ph_vec3 along)
{
    drawn d = {.f = *f, .body = f, .radius = t->rounding, .half = 0.5 * t->sizes.length};
    if (t->kind == PH_SHAPE_PROFILE) d.s = t->curve, d.radius = 0;
    if (t->kind == PH_SHAPE_CYLINDER) d.ring = t->core.half.x;
    if (t->kind == PH_SHAPE_CYLINDER) d.half = t->core.half.z;
    if (t->kind == PH_SHAPE_BOX) turn_box(&d, t->core.half, along);
    d.axis = ph_rotate(d.f.q, ph_v3(0, 0, 1));
    return d;
}

static bool is_box(const drawn *d)
{
    return d->wide[0] + d->wide[1] > 0;
}

static ph_vec3 to_world(const drawn *d, double x, double y, double z)
{
    return ph_add(d->f.p, ph_rotate(d->f.q, ph_v3(x, y, z)));
}

/* Keeps the point of an edge or a corner of the section and the other's surface. */
static void keep(work *w, const phk_smooth_side *section, const phk_smooth_side *other, ph_vec3 n,
                 int feature)
{
    phk_touch_point *t = &w->touch[w->points];
    if (w->points == PHK_TOUCH_MOST || !phk_smooth_touch(section, other, n, w->within, t)) return;
    if (t->gap < -w->limit) return;
    if (w->of) phk_touch_swap(t);
    phk_touch_weigh(t, w->share, w->by_share);
    t->feature = 4 * feature + w->end;
    w->points++;
}

static phk_smooth_side mantle_at(const drawn *b, int piece, double v, ph_vec3 x)
{
    phk_smooth_place at = phk_smooth_place_at(b->s, &b->f, piece, v, 0);
    at.e.x = ph_axpy(at.e.x, ph_dot(b->axis, ph_sub(x, at.e.x)), b->axis);
    return phk_smooth_mantle(&at, b->axis, b->body);
}

/* --- a profile's edge and a line, which is an axis or a corner of a box ---------------------- */

/* Whether a way out of a corner of a box, in its axes, leads out between its faces. */
static bool leads_out(const drawn *box, int corner, ph_vec3 way)
{
    const ph_vec3 l = ph_unrotate(box->f.q, way);
    return (corner & 1 ? l.x : -l.x) >= 0 && (corner & 2 ? l.y : -l.y) >= 0;
}

static void edge_line(work *w, const drawn *a, const drawn *b, int corner)
{
    const double sx = corner < 0 ? 0 : corner & 1 ? b->wide[0] : -b->wide[0];
    const double sy = corner < 0 ? 0 : corner & 2 ? b->wide[1] : -b->wide[1];
    const double radius = b->ring + b->radius;
    /* where the line meets the plane of the edge */
    const ph_vec3 o = to_world(b, sx, sy, 0), from = ph_unrotate(a->f.q, ph_sub(o, a->f.p));
    const ph_vec3 v = ph_unrotate(a->f.q, b->axis);
    ph_vec3 y = ph_axpy(from, (w->z - from.z) / v.z, v);
    y.z = 0;
    phk_smooth_foot foot[PHK_SMOOTH_FEET];
    const int n = phk_smooth_towards(a->s, y, radius + w->within, foot);
    for (int i = 0; i < n; i++) {
        const phk_smooth_piece *p = &a->s->piece[foot[i].piece];
        double u = foot[i].u;
        phk_smooth_place at;
        ph_vec3 d;
        for (int k = 0; k < 8; k++) {
            at = phk_smooth_place_at(a->s, &a->f, foot[i].piece, u, w->z);
            d = ph_sub(at.e.x, o);
            d = ph_axpy(d, -ph_dot(d, b->axis), b->axis);
            const double off = ph_dot(b->axis, at.e.d1);
            const double slope = ph_dot(at.e.d2, d) + ph_dot(at.e.d1, at.e.d1) - off * off;
            const double by = ph_dot(at.e.d1, d) / slope;
            if (!(slope > 0) || fabs(by) <= 1e-15 * p->length) break;
            u -= by;
        }
        const double l = ph_norm(d), side = foot[i].distance < 0 ? -1 : 1;
        if (!(l > 0)) continue;
        const ph_vec3 way = ph_scale(side / l, d);
        if (corner >= 0 && !leads_out(b, corner, way)) continue;
        const phk_smooth_side edge = phk_smooth_edge(&at, ph_scale(-1, way), 0, a->body),
                              line =
                                  phk_smooth_line(ph_sub(at.e.x, d), way, b->axis, radius, b->body);
        keep(w, &edge, &line, way, 16 * foot[i].piece + corner + 1);
    }
}

/* --- an end of something round, or of a corner of a box, and a profile's mantle --------------- */

/* A circle as a curve, at an angle. */
static phk_smooth_place rim_at(const drawn *a, ph_vec3 centre, double angle)
{
    const double c = cos(angle), s = sin(angle), r = a->ring;
    const ph_vec3 out = ph_rotate(a->f.q, ph_v3(c, s, 0)), t = ph_rotate(a->f.q, ph_v3(-s, c, 0));
    phk_smooth_place at = {.left = INFINITY, .size = 2 * r};
    at.e.x = ph_axpy(centre, r, out);
    at.e.d1 = ph_scale(r, t);
    at.e.d2 = ph_scale(-r, out);
    at.e.t = t;
    at.e.k = ph_scale(-1 / r, out);
    at.e.by_k = ph_scale(-1 / (r * r), t);
    return at;
}

/* A step of Newton's method for an edge at u and a curve at v; all in the world. */
static bool step(const phk_smooth_at *a, const phk_smooth_at *b, ph_vec3 axis, double by[2])
{
    ph_vec3 d = ph_sub(a->x, b->x);
    const ph_vec3 out = ph_cross(b->d1, axis), turns = ph_cross(b->d2, axis);
    const double f = ph_dot(a->d1, out), g = ph_dot(b->d1, d);
    const double fu = ph_dot(a->d2, out), fv = ph_dot(a->d1, turns), gu = ph_dot(b->d1, a->d1),
                 gv = ph_dot(b->d2, d) - ph_dot(b->d1, b->d1);
    const double det = fu * gv - fv * gu;
    if (!(fabs(det) > 1e-14 * (fabs(fu * gv) + fabs(fv * gu)))) return false;
    by[0] = (f * gv - fv * g) / det;
    by[1] = (fu * g - f * gu) / det;
    return true;
}

static void rim_mantle(work *w, const drawn *a, const drawn *b, ph_vec3 centre,
                       const phk_smooth_foot *foot)
{
    const phk_smooth_piece *p = &b->s->piece[foot->piece];
    double v = foot->u, by[2] = {1, 1};
    phk_smooth_place on = phk_smooth_place_at(b->s, &b->f, foot->piece, v, 0);
    const ph_vec3 in = ph_unrotate(a->f.q, ph_cross(b->axis, on.e.t));
    double angle = atan2(in.y, in.x);
    phk_smooth_place rim = rim_at(a, centre, angle);
    for (int k = 0; k < 12; k++) {
        if (!step(&rim.e, &on.e, b->axis, by)) return;
        if (fabs(by[0]) <= 1e-15 && fabs(by[1]) <= 1e-15 * p->length) break;
        angle -= by[0];
        v -= by[1];
        rim = rim_at(a, centre, angle);
        on = phk_smooth_place_at(b->s, &b->f, foot->piece, v, 0);
    }
    if (!(fabs(by[0]) < 1e-9)) return;
    const phk_smooth_side mantle = mantle_at(b, foot->piece, v, rim.e.x);
    const ph_vec3 n = mantle.near.m;
    const phk_smooth_side edge = phk_smooth_edge(&rim, ph_scale(-1, n), a->radius, a->body);
    keep(w, &edge, &mantle, n, 16 * foot->piece);
}

static void end_mantle(work *w, const drawn *a, const drawn *b, int corner)
{
    const double sx = corner < 0 ? 0 : corner & 1 ? a->wide[0] : -a->wide[0];
    const double sy = corner < 0 ? 0 : corner & 2 ? a->wide[1] : -a->wide[1];
    const ph_vec3 x = to_world(a, sx, sy, w->z);
    ph_vec3 y = ph_unrotate(b->f.q, ph_sub(x, b->f.p));
    y.z = 0;
    phk_smooth_foot foot[PHK_SMOOTH_FEET];
    const int n = phk_smooth_towards(b->s, y, a->ring + a->radius + w->within, foot);
    for (int i = 0; i < n; i++) {
        if (a->ring > 0) {
            rim_mantle(w, a, b, x, &foot[i]);
            continue;
        }
        const phk_smooth_side mantle = mantle_at(b, foot[i].piece, foot[i].u, x);
        const ph_vec3 out = mantle.near.m, back = ph_scale(-1, out);
        if (corner >= 0 && !leads_out(a, corner, back)) continue;
        const phk_smooth_side ball = phk_smooth_corner(x, back, a->radius, a->body);
        keep(w, &ball, &mantle, out, 16 * foot[i].piece + corner + 1);
    }
}

/* --- faces of a box -------------------------------------------------------------------------- */

/* Outward normal of a face, and where it is: 0 to 3 for -x, x, -y, y. */
static ph_vec3 face_of(const drawn *box, int face, ph_vec3 *middle)
{
    const double side = face % 2 ? 1 : -1, far = side * box->wide[face / 2];
    *middle = to_world(box, face < 2 ? far : 0, face < 2 ? 0 : far, 0);
    return ph_rotate(box->f.q, face < 2 ? ph_v3(side, 0, 0) : ph_v3(0, side, 0));
}

/* A profile's edge on a face. */
static void edge_face(work *w, const drawn *a, const drawn *box, int face)
{
    ph_vec3 middle;
    const ph_vec3 n = face_of(box, face, &middle), l = ph_unrotate(a->f.q, n);
    const double height = ph_dot(n, ph_sub(to_world(a, 0, 0, w->z), middle)) - box->radius;
    phk_smooth_foot foot[PHK_SMOOTH_FEET];
    const int feet =
        phk_smooth_lowest(a->s, ph_v3(l.x, l.y, 0), w->within - height, PHK_SMOOTH_FEET, foot);
    for (int i = 0; i < feet; i++) {
        const phk_smooth_place at =
            phk_smooth_place_at(a->s, &a->f, foot[i].piece, foot[i].u, w->z);
        const ph_vec3 d = ph_unrotate(box->f.q, ph_sub(at.e.x, middle));
        if (fabs(face < 2 ? d.y : d.x) > box->wide[face < 2]) continue;
        if (ph_dot(ph_cross(at.e.t, a->axis), n) > 0) continue;
        const double h = ph_dot(n, ph_sub(at.e.x, middle));
        const phk_smooth_side edge = phk_smooth_edge(&at, ph_scale(-1, n), 0, a->body);
        phk_smooth_side plane = phk_smooth_face(ph_axpy(at.e.x, -h, n), n, box->body);
        plane.radius = box->radius;
        keep(w, &edge, &plane, n, 16 * foot[i].piece + 8 + face);
    }
}

/* An edge of a box where it ends, along a profile's mantle. */
static void side_mantle(work *w, const drawn *box, const drawn *b, int face)
{
    ph_vec3 middle;
    const ph_vec3 out = face_of(box, face, &middle);
    const ph_vec3 along = ph_rotate(box->f.q, face < 2 ? ph_v3(0, 1, 0) : ph_v3(1, 0, 0));
    const ph_vec3 from = ph_axpy(middle, w->z, box->axis);
    /* normal to it and to the axis of the profile */
    ph_vec3 m = ph_cross(along, b->axis);
    m = ph_scale((ph_dot(m, out) < 0 ? -1 : 1) / ph_norm(m), m);
    const ph_vec3 l = ph_unrotate(b->f.q, m), n = ph_scale(-1, m);
    const double reach = ph_dot(n, ph_sub(from, b->f.p)) - box->radius - w->within;
    phk_smooth_foot foot[PHK_SMOOTH_FEET];
    const int feet = phk_smooth_lowest(b->s, ph_v3(l.x, l.y, 0), -reach, PHK_SMOOTH_FEET, foot);
    for (int i = 0; i < feet; i++) {
        const phk_smooth_place at = phk_smooth_place_at(b->s, &b->f, foot[i].piece, foot[i].u, 0);
        const double far = ph_dot(ph_sub(at.e.x, from), at.e.t) / ph_dot(along, at.e.t);
        if (!(fabs(far) <= box->wide[face < 2])) continue;
        if (ph_dot(ph_cross(at.e.t, b->axis), n) < 0) continue;
        const ph_vec3 x = ph_axpy(from, far, along);
        const phk_smooth_side mantle = mantle_at(b, foot[i].piece, foot[i].u, x),
                              line = phk_smooth_line(x, m, along, box->radius, box->body);
        keep(w, &line, &mantle, n, 16 * foot[i].piece + 8 + face);
    }
}

/* --- a profile's edge and a profile's mantle ---------------------------------------------------
 */

typedef struct {
    double u, v; /* [m] from the beginning of the curves */
} pair;

typedef struct {
    pair at[PLACES];
    int n;
} places;

static bool is_new(places *all, double u, double v, double size)
{
    for (int i = 0; i < all->n; i++)
        if (fabs(all->at[i].u - u) + fabs(all->at[i].v - v) < 1e-9 * size) return false;
    if (all->n < PLACES) all->at[all->n++] = (pair){u, v};
    return true;
}

static bool is_within(double u, const phk_smooth_piece *p)
{
    return u >= -1e-10 * p->length && u <= (1 + 1e-10) * p->length;
}

static double held(double u, const phk_smooth_piece *p)
{
    return fmax(-0.5 * p->length, fmin(1.5 * p->length, u));
}

typedef struct {
    double u, v;
    phk_smooth_place a, b;
} meeting;

/* Newton's method from a part of each piece; false: it ends elsewhere, or nowhere, or where they
 * are furthest. */
static bool meet(const work *w, const drawn *a, int i, const drawn *b, int j, const double part[2],
                 meeting *m)
{
    const phk_smooth_piece *p = &a->s->piece[i], *q = &b->s->piece[j];
    double by[2] = {0, 0};
    m->u = part[0] * p->length;
    m->v = part[1] * q->length;
    for (int k = 0; k < 16; k++) {
        m->a = phk_smooth_place_at(a->s, &a->f, i, m->u, w->z);
        m->b = phk_smooth_place_at(b->s, &b->f, j, m->v, 0);
        if (k && fabs(by[0]) <= 1e-14 * p->length && fabs(by[1]) <= 1e-14 * q->length) break;
        if (!step(&m->a.e, &m->b.e, b->axis, by)) return false;
        const double u = m->u, v = m->v;
        m->u = held(u - by[0], p);
        m->v = held(v - by[1], q);
        /* at the same end again: it lies beyond */
        if (k > 1 && m->u != u - by[0] && m->u == u) return false;
        if (k > 1 && m->v != v - by[1] && m->v == v) return false;
    }
    if (!(fabs(by[0]) + fabs(by[1]) < 1e-10 * p->length)) return false;
    /* not where they are furthest */
    const ph_vec3 out = ph_cross(m->b.e.t, b->axis);
    const double ka = ph_dot(out, m->a.e.k), kb = -ph_dot(out, m->b.e.k),
                 gap = ph_dot(out, ph_sub(m->a.e.x, m->b.e.x));
    return ka + kb + ka * kb * gap > 0 && is_within(m->u, p) && is_within(m->v, q);
}

/* Whether one is hollow where the other is about as much bent the other way, and both conditions
 * pass through zero between their ends: then a start from the middle may have gone astray. */
static bool nested(const work *w, const drawn *a, int i, const drawn *b, int j)
{
    double bend = 0, sum = 0;
    phk_smooth_at pa[2], pb[2];
    for (int k = 0; k < 2; k++) {
        pa[k] = phk_smooth_place_at(a->s, &a->f, i, k * a->s->piece[i].length, w->z).e;
        pb[k] = phk_smooth_place_at(b->s, &b->f, j, k * b->s->piece[j].length, 0).e;
        const double ka = -ph_dot(ph_cross(pa[k].t, a->axis), pa[k].k),
                     kb = -ph_dot(ph_cross(pb[k].t, b->axis), pb[k].k);
        bend += ka + kb;
        sum += fabs(ka) + fabs(kb);
    }
    if (bend < -0.5 * sum || bend > 0.7 * sum) return false;
    int turned = 0, along = 0;
    for (int k = 0; k < 4; k++) {
        const phk_smooth_at *p = &pa[k % 2], *q = &pb[k / 2];
        turned += ph_dot(p->t, ph_cross(q->t, b->axis)) > 0;
        along += ph_dot(q->t, ph_sub(p->x, q->x)) > 0;
    }
    return turned % 4 && along % 4;
}

static void piece_piece(work *w, const drawn *a, int i, const drawn *b, int j, places *all)
{
    /* from the middle, then from where it may not pass a place that is no nearest one */
    static const double part[][2] = {{0.5, 0.5}, {0.9, 0.1}, {0.1, 0.9}, {0.1, 0.1}, {0.9, 0.9}};
    const phk_smooth_piece *p = &a->s->piece[i], *q = &b->s->piece[j];
    meeting m;
    int tries = 0;
    bool met = meet(w, a, i, b, j, part[0], &m);
    const int most = met || !nested(w, a, i, b, j) ? 1 : 5;
    while (!met && ++tries < most) met = meet(w, a, i, b, j, part[tries], &m);
    if (!met) return;
    const phk_smooth_side mantle = mantle_at(b, j, m.v, m.a.e.x);
    const ph_vec3 n = mantle.near.m;
    if (ph_dot(ph_cross(m.a.e.t, a->axis), n) > 0) return;
    if (ph_dot(n, ph_sub(m.a.e.x, m.b.e.x)) < -deepest * fmin(p->thick, q->thick)) return;
    if (!is_new(all, p->before + m.u, q->before + m.v, a->s->size)) return;
    const phk_smooth_side edge = phk_smooth_edge(&m.a, ph_scale(-1, n), 0, a->body);
    keep(w, &edge, &mantle, n, i * b->s->pieces + j);
}

/* Whether places of two nodes may look at each other, in B's axes: d from B's middle to A's. Ways
 * are then opposite, and from one place to the other it goes across them, and out no further than
 * `within`; with room for a tilt. */
static bool may_look(const phk_smooth_node *a, ph_vec3 way, const phk_smooth_node *b, ph_vec3 d,
                     double width, double reach, double within)
{
    const double most = a->turn + b->turn + 0.1, aside = b->turn + 0.1;
    if (most < PH_PI && ph_dot(way, b->way) > -cos(most)) return false;
    if (aside >= 0.5 * PH_PI) return true;
    if (b->way.y * d.x - b->way.x * d.y > width + fmax(0, within)) return false;
    return fabs(ph_dot(d, b->way)) <= width + reach * sin(aside);
}

/* The circle around a node, in the plane of the profile. */
static ph_vec3 round_node(const phk_smooth_node *n, double *radius)
{
    *radius = 0.5 * ph_norm(ph_sub(n->high, n->low));
    return ph_scale(0.5, ph_add(n->high, n->low));
}

static void edge_mantle(work *w, const drawn *a, const drawn *b)
{
    const ph_quat turn = ph_quat_mul(ph_quat_conj(b->f.q), a->f.q);
    const ph_vec3 from = ph_unrotate(b->f.q, ph_sub(to_world(a, 0, 0, w->z), b->f.p));
    const double same = ph_dot(a->axis, b->axis) < 0 ? -1 : 1;
    struct {
        int a, b;
    } stack[STACK];
    int depth = 0;
    places all = {.n = 0};
    stack[depth].a = stack[depth].b = 0;
    depth++;
    while (depth) {
        const int i = stack[--depth].a, j = stack[depth].b;
        const phk_smooth_node *na = &a->s->node[i], *nb = &b->s->node[j];
        double ra, rb;
        const ph_vec3 ca = ph_add(from, ph_rotate(turn, round_node(na, &ra)));
        const ph_vec3 d = ph_sub(ca, round_node(nb, &rb));
        const double reach = fmax(w->within, deepest * fmin(na->thick, nb->thick));
        if (sqrt(d.x * d.x + d.y * d.y) > ra + rb + reach) continue;
        const ph_vec3 way = ph_scale(same, ph_rotate(turn, na->way));
        if (!may_look(na, way, nb, d, ra + rb, reach, w->within)) continue;
        if (na->pieces == 1 && nb->pieces == 1) {
            piece_piece(w, a, na->first, b, nb->first, &all);
            continue;
        }
        if (depth + 2 > STACK) continue;
        const bool first = nb->pieces == 1 || (na->pieces > 1 && ra >= rb);
        for (int k = 0; k < 2; k++, depth++) {
            stack[depth].a = !first ? i : k ? na->other : i + 1;
            stack[depth].b = first ? j : k ? nb->other : j + 1;
        }
    }
}

/* --- ends --------------------------------------------------------------------------------------
 */

/* All points of the section where it is next to the other's mantle. */
static void touch_section(work *w)
{
    const drawn *a = &w->d[w->of], *b = &w->d[!w->of];
    if (a->s && b->s) {
        edge_mantle(w, a, b);
    } else if (a->s && is_box(b)) {
        for (int i = 0; i < 4; i++) edge_line(w, a, b, i), edge_face(w, a, b, i);
    } else if (a->s) {
        edge_line(w, a, b, -1);
    } else if (is_box(a)) {
        for (int i = 0; i < 4; i++) end_mantle(w, a, b, i), side_mantle(w, a, b, i);
    } else {
        end_mantle(w, a, b, -1);
    }
}

/* The four ends, with the share of each; those without one are left out. */
static void touch_ends(work *w)
{
    const drawn *a = &w->d[0], *b = &w->d[1];
    const double same = ph_dot(a->axis, b->axis) < 0 ? -1 : 1;
    const double thick = changing * fmin(a->half, b->half);
    double by_x[6], by_lap;
    const double x = phk_touch_station(a->axis, b->axis, ph_sub(a->f.p, b->f.p), by_x);
    const double lap = phk_touch_ramp(a->half + b->half - fabs(x), 0, thick, &by_lap);
    if (x > 0) by_lap = -by_lap;
    for (w->end = 0; w->end < 4; w->end++) {
        const bool of_b = w->end / 2, upper = w->end % 2;
        /* how far A's end is inside B's: B's is then not inside A's */
        const double sign = upper ? -1 : 1, inside = sign * x - a->half + b->half;
        double slope, ramp = phk_touch_ramp(inside, -thick, thick, &slope);
        if (of_b) ramp = 1 - ramp, slope = -slope;
        w->share = 0.5 * ramp * lap;
        if (w->share <= 0) continue;
        for (int k = 0; k < 6; k++)
            w->by_share[k] = 0.5 * (slope * sign * lap + ramp * by_lap) * by_x[k];
        w->of = of_b;
        w->z = (upper ? 1 : -1) * (of_b ? b->half : same * a->half);
        touch_section(w);
    }
}

/* Whether boxes of the two overlap. */
static bool are_near(const phk_touchable *a, const phk_touch_frame *fa, const phk_touchable *b,
                     const phk_touch_frame *fb, double within)
{
    const phk_bounds p = phk_touchable_bounds(a, fa), q = phk_touchable_bounds(b, fb);
    const double *low[2] = {&p.low.x, &q.low.x}, *high[2] = {&p.high.x, &q.high.x};
    for (int k = 0; k < 3; k++)
        if (low[0][k] >= high[1][k] + within || low[1][k] >= high[0][k] + within) return false;
    return true;
}

int phk_touch_drawn(const phk_touchable *a, const phk_touch_frame *fa, const phk_touchable *b,
                    const phk_touch_frame *fb, double within, phk_touch_point *touch)
{
    const ph_vec3 axis = ph_rotate(fb->q, ph_v3(0, 0, 1));
    work w = {.within = within, .touch = touch};
    w.d[0] = drawn_of(a, fa, axis);
    w.d[1] = drawn_of(b, fb, axis);
    w.limit = fmin(a->thickness, b->thickness);
    const ph_vec3 tilt = ph_cross(w.d[0].axis, w.d[1].axis);
    if (!are_near(a, fa, b, fb, within)) return 0;
    if (ph_dot(tilt, tilt) > most_tilt) return PHK_TOUCH_LOST;
    touch_ends(&w);
    return w.points;
}
