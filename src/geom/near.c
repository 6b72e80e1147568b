/* SPDX-License-Identifier: BSD-3-Clause
 *
 * near.c -- the point of a core next to another point, in the core's axes, and the curvature there.
 *
 * Outside it is the nearest point of the core, inside the nearest one of its surface. What is
 * turned about z is a convex quadrangle in the half plane of radius and height: its sides are
 * caps, a mantle and a hole, its corners rims. A ring is such a quadrangle without any width.
 * The nearest point of an ellipsoid is x_i = h_i^2 y_i/(h_i^2 + t) with the largest root t of
 * sum (h_i y_i/(h_i^2 + t))^2 = 1 (Eberly 2013), which Newton's method reaches from below.
 */
#include "geom/near.h"

phk_near_core phk_near_core_of(const phk_convex *c)
{
    const ph_vec3 h = c->half;
    phk_near_core core = {.kind = PHK_NEAR_BOX};
    switch (c->kind) {
    case PHK_CONVEX_SEGMENT:
        core.half.z = h.z;
        break;
    case PHK_CONVEX_CYLINDER:
        core =
            (phk_near_core){.kind = PHK_NEAR_TURNED, .half = {h.x, h.x, h.z}, .outer = {h.x, h.x}};
        break;
    case PHK_CONVEX_CONE:
        core = (phk_near_core){.kind = PHK_NEAR_TURNED, .half = {h.x, h.x, h.z}, .outer = {h.x, 0}};
        break;
    case PHK_CONVEX_FRUSTUM:
        core =
            (phk_near_core){.kind = PHK_NEAR_TURNED, .half = {h.x, h.x, h.z}, .outer = {h.x, h.y}};
        break;
    case PHK_CONVEX_ELLIPSOID:
        core = (phk_near_core){.kind = PHK_NEAR_ELLIPSOID, .half = h};
        break;
    case PHK_CONVEX_BOX:
        core.half = h;
        break;
    case PHK_CONVEX_POINT:
    case PHK_CONVEX_HULL:
        break;
    }
    return core;
}

/* A direction across, the larger two components turned. */
static ph_vec3 across(ph_vec3 m)
{
    const ph_vec3 v = fabs(m.x) < 0.6 ? ph_v3(0, m.z, -m.y) : ph_v3(m.z, 0, -m.x);
    return ph_scale(1 / ph_norm(v), v);
}

/* Directions: the first one lies along the surface's flat one, or anywhere. */
static void corner_or_edge(phk_near *p, bool edge, ph_vec3 along)
{
    p->e[0] = edge ? along : across(p->m);
    p->e[1] = ph_cross(p->m, p->e[0]);
    p->c[0] = !edge;
    p->s[0] = edge;
    p->c[1] = 1;
    p->s[1] = 0;
}

static void flat(phk_near *p)
{
    p->smooth = true;
    p->e[0] = across(p->m);
    p->e[1] = ph_cross(p->m, p->e[0]);
    for (int i = 0; i < 2; i++) p->c[i] = 0, p->s[i] = 1;
}

/* Towards the other point; z when that is here. */
static ph_vec3 towards(ph_vec3 d)
{
    const double l = ph_norm(d);
    return l > 0 ? ph_scale(1 / l, d) : ph_v3(0, 0, 1);
}

static phk_near nearest_box(ph_vec3 half, ph_vec3 y)
{
    const double h[3] = {half.x, half.y, half.z};
    double x[3] = {y.x, y.y, y.z}, out = INFINITY;
    int free = 0, last = 0, held = 0, face = 0;
    phk_near p = {.feature = 0};
    for (int i = 0; i < 3; i++) {
        const bool within = h[i] > 0 && fabs(x[i]) <= h[i];
        p.feature = 3 * p.feature + (within || h[i] <= 0 ? 0 : x[i] < 0 ? 1 : 2);
        if (within && h[i] - fabs(x[i]) < out) out = h[i] - fabs(x[i]), face = i;
        if (within)
            free++, last = i;
        else
            held = i, x[i] = x[i] < 0 ? -h[i] : h[i];
    }
    if (free == 3) {
        held = face;
        p.feature = 27 + 2 * face + (x[face] < 0);
        x[face] = x[face] < 0 ? -h[face] : h[face];
    }
    p.x = ph_v3(x[0], x[1], x[2]);
    p.m = towards(ph_sub(y, p.x));
    if (free >= 2) {
        p.m = ph_scale(x[held] < 0 ? -1 : 1, phk_touch_unit(held));
        flat(&p);
    } else {
        corner_or_edge(&p, free == 1, phk_touch_unit(last));
    }
    return p;
}

typedef struct {
    double r, z;
} place;

/* What of a side of the quadrangle, from a to b, is next to q: 0 at its beginning to 1. */
static double along(place a, place b, place q)
{
    const double r = b.r - a.r, z = b.z - a.z, square = r * r + z * z;
    if (square <= 0) return 0;
    const double t = ((q.r - a.r) * r + (q.z - a.z) * z) / square;
    return t < 0 ? 0 : t > 1 ? 1 : t;
}

/* Side k of the quadrangle: bottom, mantle, top, hole. Outwards is to the right of its way. */
typedef struct {
    place from, to;
    double out_r, out_z; /* zero: it has no length */
} side;

static void sides_of(const phk_near_core *c, side all[4])
{
    const double h = c->half.z;
    const place corner[4] = {{c->inner, -h}, {c->outer[0], -h}, {c->outer[1], h}, {c->inner, h}};
    for (int k = 0; k < 4; k++) all[k] = (side){corner[k], corner[(k + 1) % 4], 0, 0};
    /* a cap, or the hole, goes along an axis: only the mantle needs a root */
    all[0].out_z = -(c->outer[0] > c->inner);
    all[2].out_z = c->outer[1] > c->inner;
    all[3].out_r = -(h > 0);
    const double r = c->outer[1] - c->outer[0], l = sqrt(r * r + 4 * h * h);
    if (l > 0) all[1].out_r = 2 * h / l, all[1].out_z = -r / l;
}

/* Its number and where on it; sides 0 to 3, then corners, each the beginning of a side. */
static int find_turned(const side all[4], bool hole, place q, place *x)
{
    /* inside: the side it is least behind of */
    double least = INFINITY, behind = INFINITY;
    bool inside = true;
    int best = 0, face = 0;
    for (int k = 0; k < (hole ? 4 : 3); k++) {
        const side *s = &all[k];
        const bool is = s->out_r != 0 || s->out_z != 0;
        const double off = (q.r - s->from.r) * s->out_r + (q.z - s->from.z) * s->out_z;
        if (!is || off > 0) inside = false;
        if (is && -off < behind) behind = -off, face = k;
        const double t = along(s->from, s->to, q);
        const place y = {s->from.r + t * (s->to.r - s->from.r),
                         s->from.z + t * (s->to.z - s->from.z)};
        const double away = (q.r - y.r) * (q.r - y.r) + (q.z - y.z) * (q.z - y.z);
        const bool above = !is || off >= 0;
        if (away < least || (away <= least && above)) {
            const bool on_axis = !hole && (k == 0 ? t <= 0 : k == 2 && t >= 1);
            least = away;
            *x = y;
            best = on_axis && s->to.r + s->from.r > 0 ? k
                   : t <= 0                           ? 4 + k
                   : t >= 1                           ? 4 + (k + 1) % 4
                                                      : k;
        }
    }
    if (!inside) return best;
    *x = (place){q.r + behind * all[face].out_r, q.z + behind * all[face].out_z};
    return 8 + face;
}

static phk_near nearest_turned(const phk_near_core *c, ph_vec3 y)
{
    side all[4];
    sides_of(c, all);
    const double r = sqrt(y.x * y.x + y.y * y.y);
    const ph_vec3 t = r > 0 ? ph_v3(y.x / r, y.y / r, 0) : ph_v3(1, 0, 0);
    const place q = {r, y.z};
    place x = {0, 0};
    phk_near p = {.feature = find_turned(all, c->inner > 0, q, &x)};
    p.x = ph_v3(x.r * t.x, x.r * t.y, x.z);
    const ph_vec3 round = ph_v3(-t.y, t.x, 0);
    if (p.feature >= 4 && p.feature < 8) {
        /* a rim: its normal is free in the half plane, and goes round with it */
        p.m = towards(ph_sub(y, p.x));
        if (x.r <= 0) {
            corner_or_edge(&p, false, round);
            return p;
        }
        p.e[0] = round;
        p.e[1] = ph_cross(p.m, round);
        p.c[0] = ph_dot(p.m, t), p.s[0] = x.r;
        p.c[1] = 1, p.s[1] = 0;
        return p;
    }
    const side *s = &all[p.feature % 4];
    p.m = ph_v3(s->out_r * t.x, s->out_r * t.y, s->out_z);
    flat(&p);
    if (p.feature % 2 == 0) return p;
    p.e[0] = ph_cross(round, p.m);
    p.e[1] = round;
    p.c[1] = s->out_r, p.s[1] = x.r;
    return p;
}

/* The largest root; y is not the middle. */
static double ellipsoid_root(const double h[3], const double y[3])
{
    double t = -INFINITY, out = -1;
    for (int i = 0; i < 3; i++) {
        t = fmax(t, h[i] * fabs(y[i]) - h[i] * h[i]);
        out += y[i] * y[i] / (h[i] * h[i]);
    }
    if (out >= 0) t = fmax(t, 0);
    for (int step = 0; step < 60; step++) {
        double g = -1, slope = 0;
        for (int i = 0; i < 3; i++) {
            const double a = h[i] * h[i] + t, q = h[i] * y[i] / a;
            if (y[i] == 0) continue;
            g += q * q;
            slope -= 2 * q * q / a;
        }
        if (!(g > 0)) break;
        const double next = t - g / slope;
        if (!(next > t)) break;
        t = next;
    }
    return t;
}

void phk_near_curve(phk_near *p, ph_vec3 u, ph_vec3 v, const double by[3])
{
    const double uu = by[0], uv = by[1], vv = by[2];
    const double angle = 0.5 * atan2(2 * uv, uu - vv), c = cos(angle), s = sin(angle);
    p->e[0] = ph_axpy(ph_scale(c, u), s, v);
    p->e[1] = ph_axpy(ph_scale(c, v), -s, u);
    p->c[0] = c * c * uu + s * s * vv + 2 * c * s * uv;
    p->c[1] = s * s * uu + c * c * vv - 2 * c * s * uv;
    p->s[0] = p->s[1] = 1;
    p->smooth = true;
}

/* Principal curvatures of sum x_i^2/h_i^2 = 1 at x: those of the second derivative across m. */
static void ellipsoid_curvature(phk_near *p, ph_vec3 half)
{
    const ph_vec3 w = {1 / (half.x * half.x), 1 / (half.y * half.y), 1 / (half.z * half.z)};
    const ph_vec3 g = {p->x.x * w.x, p->x.y * w.y, p->x.z * w.z};
    const double size = ph_norm(g);
    p->m = ph_scale(1 / size, g);
    const ph_vec3 u = across(p->m), v = ph_cross(p->m, u);
    const ph_vec3 wu = {w.x * u.x, w.y * u.y, w.z * u.z}, wv = {w.x * v.x, w.y * v.y, w.z * v.z};
    phk_near_curve(p, u, v, (const double[]){ph_dot(u, wu), ph_dot(u, wv), ph_dot(v, wv)});
    for (int i = 0; i < 2; i++) p->c[i] /= size;
}

static phk_near nearest_field(const phk_near_field *f, ph_vec3 y)
{
    double u[2];
    phk_terrain_foot(f, y, u);
    return phk_terrain_near(f, u);
}

static phk_near nearest_ellipsoid(ph_vec3 half, ph_vec3 y)
{
    const double h[3] = {half.x, half.y, half.z};
    double x[3] = {y.x, y.y, y.z}, square = 0;
    const int flattest = h[0] <= h[1] && h[0] <= h[2] ? 0 : h[1] <= h[2] ? 1 : 2;
    /* out of the plane where two points are as near */
    if (fabs(x[flattest]) < 1e-9 * h[flattest]) x[flattest] = 1e-9 * h[flattest];
    const double t = ellipsoid_root(h, x);
    for (int i = 0; i < 3; i++) {
        x[i] *= h[i] * h[i] / (h[i] * h[i] + t);
        square += x[i] * x[i] / (h[i] * h[i]);
    }
    phk_near p = {.x = ph_scale(1 / sqrt(square), ph_v3(x[0], x[1], x[2]))};
    ellipsoid_curvature(&p, half);
    return p;
}

phk_near phk_near_find(const phk_near_core *core, ph_vec3 y)
{
    phk_near p = {.x = {y.x, y.y, 0}, .m = {0, 0, 1}};
    switch (core->kind) {
    case PHK_NEAR_BOX:
        return nearest_box(core->half, y);
    case PHK_NEAR_TURNED:
        return nearest_turned(core, y);
    case PHK_NEAR_ELLIPSOID:
        return nearest_ellipsoid(core->half, y);
    case PHK_NEAR_FIELD:
        return nearest_field(core->field, y);
    case PHK_NEAR_PLANE:
        break;
    }
    flat(&p);
    return p;
}
