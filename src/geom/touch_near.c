/* SPDX-License-Identifier: BSD-3-Clause
 *
 * touch_near.c -- the one point of two cores, by GJK, made exact by Newton's method, and its
 * derivatives, which need the same matrix.
 *
 * Surfaces at xa and xb with outward normals ma and mb belong together when ma = -n, mb = n and
 * xa - xb = L n. Sliding by s sigma e along each surface turns its normal by c sigma e. While A
 * goes by r and turns by w, seen from B, this stays so if across n
 *
 *   sum_A c sigma e + sum_B c sigma e = w x n,
 *   sum_A s sigma e - sum_B s sigma e - L sum_B c sigma e = -r,      dn = sum_B c sigma e:
 *
 * four equations for four sigma, for faces, edges, corners and what is round, and for any sign of
 * L. Two flat directions along each other leave one of them open: it is held. With what is amiss of
 * the three conditions on the right they are a step of Newton's method, after which each point is
 * put next to the other: so features that are wrong mend themselves.
 */
#include "geom/near.h"

/* Steps to come near, and more that end what is nearly there: half of the digits are not enough for
 * derivatives of others by this one. */
enum { MOST_STEPS = 12, LAST_STEPS = 4 };
static const double nearly = 1e-2;

/* Part of an ellipsoid that GJK sees: it has no rounding, and must not meet the other core. */
static const double shrunk = 0.8;

static ph_vec3 to_world(const phk_near_side *s, ph_vec3 x)
{
    return ph_add(s->f.p, ph_rotate(s->f.q, x));
}

static phk_near nearest(const phk_near_side *s, ph_vec3 y)
{
    phk_near p = phk_near_find(&s->core, ph_unrotate(s->f.q, ph_sub(y, s->f.p)));
    p.x = to_world(s, p.x);
    p.m = ph_rotate(s->f.q, p.m);
    for (int i = 0; i < 2; i++) p.e[i] = ph_rotate(s->f.q, p.e[i]);
    return p;
}

static bool is_point(const phk_near_core *c)
{
    return c->kind == PHK_NEAR_BOX && c->half.x + c->half.y + c->half.z <= 0;
}

/* The normal is that of a surface that has one; between edges it is the way from one to the other.
 */
static void set_normal(phk_near_pair *p)
{
    const ph_vec3 d = ph_sub(p->at[0].x, p->at[1].x);
    const double l = ph_norm(d);
    if (p->at[1].smooth)
        p->normal = p->at[1].m;
    else if (p->at[0].smooth)
        p->normal = ph_scale(-1, p->at[0].m);
    else if (l > 0)
        p->normal = ph_scale(1 / l, d);
    p->distance = ph_dot(p->normal, d);
    for (int i = 0; i < 2; i++) {
        /* behind the other surface the way to it leads inwards */
        phk_near *const s = &p->at[i];
        if (s->smooth || ph_dot(s->m, p->normal) * (i ? 1 : -1) >= 0) continue;
        s->m = ph_scale(-1, s->m);
        if (s->s[0] > 0) s->c[0] = -s->c[0];
    }
}

/* Puts each point next to the other one, from a point of A. */
static void settle(const phk_near_side *a, const phk_near_side *b, ph_vec3 xa, phk_near_pair *p)
{
    p->at[1] = nearest(b, xa);
    p->at[0] = nearest(a, p->at[1].x);
    set_normal(p);
}

/* Two directions across n. */
static void tangents(ph_vec3 n, ph_vec3 t[2])
{
    const ph_vec3 v = fabs(n.x) < 0.6 ? ph_v3(0, n.z, -n.y) : ph_v3(n.z, 0, -n.x);
    t[0] = ph_scale(1 / ph_norm(v), v);
    t[1] = ph_cross(n, t[0]);
}

typedef struct {
    double m[4][4]; /* then its factors */
    double scale[4];
    int row[4];
    double length; /* [m] what metres are measured by */
    ph_vec3 t[2];
} matrix;

/* Columns of one size, so that what is zero can be told; a pivot that is zero is left out. */
static void factor(matrix *a)
{
    for (int j = 0; j < 4; j++) {
        double most = 0;
        for (int i = 0; i < 4; i++)
            if (fabs(a->m[i][j]) > most) most = fabs(a->m[i][j]);
        a->scale[j] = most > 0 ? 1 / most : 1;
        for (int i = 0; i < 4; i++) a->m[i][j] *= a->scale[j];
        a->row[j] = j;
    }
    for (int j = 0; j < 4; j++) {
        int best = j;
        for (int i = j + 1; i < 4; i++)
            if (fabs(a->m[a->row[i]][j]) > fabs(a->m[a->row[best]][j])) best = i;
        const int r = a->row[best];
        a->row[best] = a->row[j];
        a->row[j] = r;
        if (fabs(a->m[r][j]) < 1e-14) {
            a->m[r][j] = 0;
            continue;
        }
        for (int i = j + 1; i < 4; i++) {
            double *const at = a->m[a->row[i]];
            at[j] /= a->m[r][j];
            for (int k = j + 1; k < 4; k++) at[k] -= at[j] * a->m[r][k];
        }
    }
}

static void solve(const matrix *a, const double b[4], double x[4])
{
    for (int i = 0; i < 4; i++) {
        x[i] = b[a->row[i]];
        for (int j = 0; j < i; j++)
            if (a->m[a->row[j]][j] != 0) x[i] -= a->m[a->row[i]][j] * x[j];
    }
    for (int i = 3; i >= 0; i--) {
        for (int j = i + 1; j < 4; j++) x[i] -= a->m[a->row[i]][j] * x[j];
        const double pivot = a->m[a->row[i]][i];
        x[i] = pivot != 0 ? x[i] / pivot : 0;
    }
    for (int i = 0; i < 4; i++) x[i] *= a->scale[i];
}

static void assemble(const phk_near_pair *p, double length, matrix *a)
{
    a->length = length;
    tangents(p->normal, a->t);
    for (int j = 0; j < 4; j++) {
        const phk_near *s = &p->at[j / 2];
        const double c = s->c[j % 2], by = s->s[j % 2];
        for (int i = 0; i < 2; i++) {
            const double e = ph_dot(s->e[j % 2], a->t[i]);
            a->m[i][j] = c * e;
            a->m[2 + i][j] = (j < 2 ? by : -by - p->distance * c) * e / length;
        }
    }
    factor(a);
}

/* What is amiss, in the order of the equations, and how much. */
static double amiss(const phk_near_pair *p, const matrix *a, double b[4])
{
    const ph_vec3 turned = ph_add(p->at[0].m, p->at[1].m), d = ph_sub(p->at[0].x, p->at[1].x);
    const ph_vec3 off = ph_axpy(d, -p->distance, ph_sub(p->at[1].m, p->normal));
    double most = 0;
    for (int i = 0; i < 2; i++) {
        b[i] = -ph_dot(turned, a->t[i]);
        b[2 + i] = -ph_dot(off, a->t[i]) / a->length;
        most = fmax(most, fmax(fabs(b[i]), fabs(b[2 + i])));
    }
    return most;
}

/* Newton's method from points that are nearly right; returns what stays amiss. */
static double polish(const phk_near_side *a, const phk_near_side *b, double length,
                     phk_near_pair *p)
{
    matrix m;
    double rhs[4], sigma[4], best = INFINITY, last = INFINITY;
    phk_near_pair kept = *p;
    for (int step = 0, idle = 0; step < MOST_STEPS + (best < nearly ? LAST_STEPS : 0); step++) {
        assemble(p, length, &m);
        const double off = amiss(p, &m, rhs);
        const bool less = off < 0.5 * best;
        if (off < best) best = off, kept = *p;
        if (best < 1e-15 || (best < 1e-13 && !less)) break;
        /* it slides along, and nothing comes of it */
        idle = fabs(off - last) < 1e-3 * off ? idle + 1 : 0;
        last = off;
        if (idle == 2) break;
        solve(&m, rhs, sigma);
        ph_vec3 by = {0, 0, 0};
        for (int i = 0; i < 2; i++) by = ph_axpy(by, sigma[i] * p->at[0].s[i], p->at[0].e[i]);
        const double far = ph_norm(by);
        if (!(far < 1e3 * length)) break;
        settle(a, b, ph_axpy(p->at[0].x, far > length ? length / far : 1, by), p);
    }
    *p = kept;
    return best;
}

/* A smaller ellipsoid, anything else as it is. */
static phk_convex start_core(const phk_near_side *s)
{
    phk_convex c = s->convex;
    if (c.kind == PHK_CONVEX_ELLIPSOID) c.half = ph_scale(shrunk, c.half);
    return c;
}

static double size_of(const phk_near_side *s)
{
    return s->core.half.x + s->core.half.y + s->core.half.z;
}

/* As GJK or EPA left it, with the features that are there. */
static void take(const phk_near_side *a, const phk_near_side *b, const phk_convex_gap *gap,
                 phk_near_pair *p)
{
    p->at[0] = nearest(a, gap->b);
    p->at[1] = nearest(b, gap->a);
    p->at[0].x = gap->a;
    p->at[1].x = gap->b;
    p->normal = gap->normal;
    p->distance = gap->distance;
    p->met = gap->met;
}

/* Newton's method from a point near A. Bodies are convex: where both normals fit, there is no
 * nearer point. */
static bool try_from(const phk_near_side *a, const phk_near_side *b, double length, ph_vec3 xa,
                     phk_near_pair *p)
{
    settle(a, b, xa, p);
    return polish(a, b, length, p) < 1e-11 && ph_dot(p->at[0].m, p->normal) < 0 &&
           ph_dot(p->at[1].m, p->normal) > 0;
}

/* The same from where GJK found it. Ellipsoids have no rounding and do meet: there it sees smaller
 * ones. */
static bool try_gjk(const phk_near_side *a, const phk_near_side *b, double length, double far,
                    phk_near_pair *p)
{
    const phk_convex ca = start_core(a), cb = start_core(b);
    const bool smaller[2] = {ca.kind == PHK_CONVEX_ELLIPSOID, cb.kind == PHK_CONVEX_ELLIPSOID};
    const bool round = smaller[0] || smaller[1];
    /* by which smaller ones are further apart at most */
    const double more = (1 - shrunk) * (smaller[0] * size_of(a) + smaller[1] * size_of(b));
    const phk_convex_gap gap = phk_convex_about(&ca, &a->f, &cb, &b->f, 1e-3, far + more);
    p->distance = gap.distance - more;
    if (gap.met || gap.far) return gap.far;
    const ph_vec3 back = ph_scale(-1, gap.normal);
    const ph_vec3 xa = smaller[0] ? phk_convex_support(&a->convex, &a->f, back) : gap.a;
    if (!try_from(a, b, length, xa, p)) return false;
    return round ? ph_dot(p->normal, gap.normal) > 0.5 : p->distance > 0;
}

/* Finds the points, by what costs least first. */
static void find(const phk_near_side *a, const phk_near_side *b, double length, double far,
                 const ph_vec3 *guess, phk_near_pair *p)
{
    const ph_vec3 down = ph_rotate(b->f.q, ph_v3(0, 0, -1));
    if (is_point(&a->core)) {
        settle(a, b, a->f.p, p);
        return;
    }
    if (b->core.kind == PHK_NEAR_PLANE) {
        const ph_vec3 xa = phk_convex_support(&a->convex, &a->f, down);
        p->at[0] = nearest(a, xa);
        p->at[1] = nearest(b, xa);
        set_normal(p);
        return;
    }
    if (guess) {
        const ph_vec3 back = ph_scale(-1, *guess);
        const ph_vec3 xa = phk_convex_support(&a->convex, &a->f, back);
        if (try_from(a, b, length, xa, p) && p->distance > 0) return;
    }
    if (try_gjk(a, b, length, far, p)) return;

    const phk_convex_gap gap = phk_convex_apart(&a->convex, &a->f, &b->convex, &b->f);
    settle(a, b, gap.a, p);
    const double off = polish(a, b, length, p);
    const double slack = gap.met ? gap.unsure + 1e-6 * length : 1e-9 * length;
    if (off < 1e-9 && fabs(p->distance - gap.distance) <= slack) return;
    take(a, b, &gap, p);
}

/* What each motion of A seen from B makes of normal and point. */
static void derive(const phk_near_side *a, double length, phk_near_pair *p, phk_touch_point *t)
{
    const double to_point = a->radius + 0.5 * t->gap;
    const ph_vec3 arm = ph_sub(p->at[0].x, a->body->p);
    matrix m;
    assemble(p, length, &m);
    for (int k = 0; k < 6; k++) {
        const ph_vec3 r = phk_touch_moves(k, arm), turned = phk_touch_turns(k, p->normal);
        double rhs[4];
        for (int i = 0; i < 2; i++) {
            rhs[i] = ph_dot(turned, m.t[i]);
            rhs[2 + i] = -ph_dot(r, m.t[i]) / length;
        }
        ph_vec3 dn = {0, 0, 0}, dx = r;
        if (!p->met) {
            solve(&m, rhs, p->by[k]);
            for (int i = 0; i < 2; i++) {
                dx = ph_axpy(dx, p->by[k][i] * p->at[0].s[i], p->at[0].e[i]);
                dn = ph_axpy(dn, p->by[k][2 + i] * p->at[1].c[i], p->at[1].e[i]);
            }
        }
        const double dg = ph_dot(p->normal, r);
        t->by_normal[k] = dn;
        t->by_point[k] = ph_axpy(ph_axpy(dx, -0.5 * dg, p->normal), -to_point, dn);
    }
}

/* What metres are measured by. */
static double length_of(const phk_near_side *a, const phk_near_side *b)
{
    return size_of(a) + size_of(b) + a->radius + b->radius + ph_norm(ph_sub(a->f.p, b->f.p));
}

static bool conclude(const phk_near_side *a, const phk_near_side *b, double length, double within,
                     phk_near_pair *p, phk_touch_point *t)
{
    *t = (phk_touch_point){.gap = p->distance - a->radius - b->radius, .weight = 1};
    if (!(t->gap < within)) return false;
    t->normal = p->normal;
    t->point = ph_axpy(p->at[0].x, -(a->radius + 0.5 * t->gap), p->normal);
    t->arm_a = ph_sub(t->point, a->body->p);
    t->arm_b = ph_sub(t->point, b->body->p);
    t->feature = 64 * p->at[0].feature + p->at[1].feature + (p->met ? 2048 * 64 : 0);
    derive(a, length, p, t);
    return true;
}

bool phk_touch_near(const phk_near_side *a, const phk_near_side *b, double within,
                    const ph_vec3 *guess, phk_near_pair *p, phk_touch_point *t)
{
    const double far = fmax(0, within + a->radius + b->radius), length = length_of(a, b);
    *p = (phk_near_pair){.normal = {0, 0, 1}};
    find(a, b, length, far, guess, p);
    return conclude(a, b, length, within, p, t);
}

bool phk_touch_from(const phk_near_side *a, const phk_near_side *b, double within, ph_vec3 xa,
                    phk_near_pair *p, phk_touch_point *t)
{
    const double length = length_of(a, b);
    *p = (phk_near_pair){.normal = {0, 0, 1}};
    settle(a, b, xa, p);
    const phk_near_pair start = *p;
    if (!(polish(a, b, length, p) < 1e-9)) *p = start;
    return conclude(a, b, length, within, p, t);
}

bool phk_touch_known(const phk_near_side *a, const phk_near_side *b, double within,
                     phk_near_pair *p, phk_touch_point *t)
{
    const double length = a->radius + b->radius + ph_norm(ph_sub(a->body->p, b->body->p));
    return conclude(a, b, length > 0 ? length : 1, within, p, t);
}
