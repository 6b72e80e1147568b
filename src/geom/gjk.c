/* SPDX-License-Identifier: BSD-3-Clause
 *
 * gjk.c -- the distance of two convex sets (Gilbert, Johnson, Keerthi 1988): that of their
 * difference A - B from the origin.
 *
 * A simplex of at most four points of A - B has a point p next to the origin. The furthest point w
 * along -p joins it, corners that p does not need leave it. p.w is a lower bound of |p|^2: no point
 * of A - B is nearer than that, so |p|^2 - p.w says when it is done. Rounding can make it go round
 * in circles: it ends when a corner comes back or |p| no longer falls, too.
 */
#include "geom/convex.h"

enum { MOST_STEPS = 200 };

static ph_vec3 round_support(ph_vec3 l, double radius)
{
    const double across = hypot(l.x, l.y);
    if (across <= 0) return ph_v3(0, 0, 0);
    return ph_v3(radius * l.x / across, radius * l.y / across, 0);
}

/* Uphill from neighbour to neighbour: what has none higher is the highest. */
static ph_vec3 climb(const phk_convex *c, ph_vec3 l)
{
    int best = 0, last = -1;
    double most = ph_dot(l, c->vertex[0]);
    while (best != last) {
        last = best;
        for (int i = c->first[last]; i < c->first[last + 1]; i++) {
            const double x = ph_dot(l, c->vertex[c->near[i]]);
            if (x > most) most = x, best = c->near[i];
        }
    }
    return c->vertex[best];
}

static ph_vec3 hull_support(const phk_convex *c, ph_vec3 l)
{
    enum { FEW = 16 };
    if (c->near && c->vertices > FEW) return climb(c, l);
    int best = 0;
    double most = ph_dot(l, c->vertex[0]);
    for (int i = 1; i < c->vertices; i++) {
        const double x = ph_dot(l, c->vertex[i]);
        if (x > most) most = x, best = i;
    }
    return c->vertex[best];
}

ph_vec3 phk_convex_support(const phk_convex *c, const phk_touch_frame *f, ph_vec3 direction)
{
    const ph_vec3 l = ph_unrotate(f->q, direction), h = c->half;
    ph_vec3 x = {0, 0, 0};
    switch (c->kind) {
    case PHK_CONVEX_POINT:
        break;
    case PHK_CONVEX_SEGMENT:
        x.z = l.z < 0 ? -h.z : h.z;
        break;
    case PHK_CONVEX_BOX:
        x = ph_v3(l.x < 0 ? -h.x : h.x, l.y < 0 ? -h.y : h.y, l.z < 0 ? -h.z : h.z);
        break;
    case PHK_CONVEX_CYLINDER:
        x = round_support(l, h.x);
        x.z = l.z < 0 ? -h.z : h.z;
        break;
    case PHK_CONVEX_CONE:
        /* the tip, unless the base is further */
        x.z = h.z;
        if (l.z * h.z < hypot(l.x, l.y) * h.x - l.z * h.z) {
            x = round_support(l, h.x);
            x.z = -h.z;
        }
        break;
    case PHK_CONVEX_FRUSTUM: {
        const double across = hypot(l.x, l.y);
        const bool top = across * h.y + l.z * h.z > across * h.x - l.z * h.z;
        x = round_support(l, top ? h.y : h.x);
        x.z = top ? h.z : -h.z;
        break;
    }
    case PHK_CONVEX_ELLIPSOID: {
        const ph_vec3 s = {h.x * l.x, h.y * l.y, h.z * l.z};
        const double n = ph_norm(s);
        if (n > 0) x = ph_v3(h.x * s.x / n, h.y * s.y / n, h.z * s.z / n);
        break;
    }
    case PHK_CONVEX_HULL:
        x = hull_support(c, l);
        break;
    }
    return ph_add(f->p, ph_rotate(f->q, x));
}

phk_convex_vertex phk_convex_furthest(phk_convex_pair *pair, ph_vec3 direction)
{
    phk_convex_vertex v = {.a = phk_convex_support(pair->core[0], pair->frame[0], direction)};
    v.w = ph_sub(v.a, phk_convex_support(pair->core[1], pair->frame[1], ph_scale(-1, direction)));
    pair->supports++;
    return v;
}

typedef struct {
    phk_convex_vertex corner[4];
    double share[4];
    int corners;
    ph_vec3 p; /* what of it is next to the origin */
} simplex;

/* Shares of the corners in the point next to the origin of the flat set they span; false: it is
 * not between them. */
static bool shares(const ph_vec3 *w, int n, double *share)
{
    if (n == 1) return share[0] = 1, true;
    const ph_vec3 o = ph_scale(-1, w[0]), e1 = ph_sub(w[1], w[0]);
    double *const s = share + 1;
    if (n == 2) {
        s[0] = ph_dot(o, e1) / ph_dot(e1, e1);
        share[0] = 1 - s[0];
        return s[0] > 0 && s[0] < 1;
    }
    const ph_vec3 e2 = ph_sub(w[2], w[0]);
    if (n == 3) {
        const ph_vec3 m = ph_cross(e1, e2);
        const double square = ph_dot(m, m);
        s[0] = ph_dot(ph_cross(o, e2), m) / square;
        s[1] = ph_dot(ph_cross(e1, o), m) / square;
        share[0] = 1 - s[0] - s[1];
        return s[0] > 0 && s[1] > 0 && share[0] > 0;
    }
    const ph_vec3 e3 = ph_sub(w[3], w[0]);
    const double volume = ph_dot(e1, ph_cross(e2, e3));
    s[0] = ph_dot(o, ph_cross(e2, e3)) / volume;
    s[1] = ph_dot(e1, ph_cross(o, e3)) / volume;
    s[2] = ph_dot(e1, ph_cross(e2, o)) / volume;
    share[0] = 1 - s[0] - s[1] - s[2];
    return s[0] >= 0 && s[1] >= 0 && s[2] >= 0 && share[0] >= 0;
}

/* Of a triangle along its normal, which is more precise than the sum of its corners. */
static ph_vec3 point_of(const ph_vec3 *w, const double *share, int n)
{
    ph_vec3 p = {0, 0, 0};
    if (n == 4) return p;
    if (n == 3) {
        const ph_vec3 m = ph_cross(ph_sub(w[1], w[0]), ph_sub(w[2], w[0]));
        return ph_scale(ph_dot(w[0], m) / ph_dot(m, m), m);
    }
    for (int i = 0; i < n; i++) p = ph_axpy(p, share[i], w[i]);
    return p;
}

/* Keeps the corners whose point is next to the origin: the best one of all part simplices that have
 * the last corner, which is new; the others are no nearer than before. */
static void reduce(simplex *s)
{
    simplex best = {.corners = 0};
    double least = INFINITY;
    for (int mask = 1 << (s->corners - 1); mask < 1 << s->corners; mask++) {
        simplex part = {.corners = 0};
        ph_vec3 w[4];
        for (int i = 0; i < s->corners; i++)
            if (mask >> i & 1) {
                w[part.corners] = s->corner[i].w;
                part.corner[part.corners++] = s->corner[i];
            }
        if (!shares(w, part.corners, part.share)) continue;
        part.p = point_of(w, part.share, part.corners);
        const double square = ph_dot(part.p, part.p);
        if (square < least) least = square, best = part;
    }
    *s = best;
}

static bool has(const simplex *s, ph_vec3 w)
{
    for (int i = 0; i < s->corners; i++)
        if (s->corner[i].w.x == w.x && s->corner[i].w.y == w.y && s->corner[i].w.z == w.z)
            return true;
    return false;
}

/* True: apart, and s->p is the distance, its square to a part of it, or more than `far`; false: the
 * cores meet. */
static bool descend(phk_convex_pair *pair, double part, double far, simplex *s, bool *is_far)
{
    double size = ph_dot(s->p, s->p);
    for (int step = 0; step < MOST_STEPS; step++) {
        const double square = ph_dot(s->p, s->p);
        if (square <= 1e-30 * size) return false;
        const phk_convex_vertex v = phk_convex_furthest(pair, ph_scale(-1, s->p));
        const double bound = ph_dot(s->p, v.w);
        *is_far = bound > 0 && bound * bound > far * far * square;
        if (*is_far || square - bound <= part * square || has(s, v.w)) return true;
        size = fmax(size, ph_dot(v.w, v.w));
        simplex next = *s;
        next.corner[next.corners++] = v;
        reduce(&next);
        if (next.corners == 4) {
            *s = next;
            return false;
        }
        if (!(ph_dot(next.p, next.p) < square)) return true;
        *s = next;
    }
    return true;
}

phk_convex_gap phk_convex_apart(const phk_convex *core_a, const phk_touch_frame *a,
                                const phk_convex *core_b, const phk_touch_frame *b)
{
    return phk_convex_about(core_a, a, core_b, b, 1e-14, INFINITY);
}

phk_convex_gap phk_convex_about(const phk_convex *core_a, const phk_touch_frame *a,
                                const phk_convex *core_b, const phk_touch_frame *b, double part,
                                double far)
{
    phk_convex_pair pair = {{core_a, core_b}, {a, b}, 0};
    phk_convex_gap gap = {0};
    ph_vec3 from = ph_sub(a->p, b->p);
    if (ph_norm(from) <= 0) from = ph_v3(1, 0, 0);
    simplex s = {.corners = 1, .share = {1}};
    s.corner[0] = phk_convex_furthest(&pair, ph_scale(-1, from));
    s.p = s.corner[0].w;

    if (descend(&pair, part, far, &s, &gap.far)) {
        gap.distance = ph_norm(s.p);
        gap.normal = ph_scale(1 / gap.distance, s.p);
        for (int i = 0; i < s.corners; i++) gap.a = ph_axpy(gap.a, s.share[i], s.corner[i].a);
        gap.b = ph_sub(gap.a, s.p);
    } else {
        phk_epa(&pair, s.corner, s.corners, &gap);
        gap.met = true;
    }
    gap.supports = pair.supports;
    return gap;
}
