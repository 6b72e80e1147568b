/* SPDX-License-Identifier: BSD-3-Clause
 *
 * terrain_places.c -- all places where the core of a shape is nearer to a terrain than around them.
 *
 * For a point of the surface the core has a distance, whatever it is; where this is least the two
 * touch. Such places are sought on a lattice, not more than so many points of it, along what is
 * thin, and made exact by phk_touch_from. The surface is moved down by an inset, and given back as
 * a radius, so that plates and edges that have sunk in a little are still outside of it.
 *
 * Places come and go in pairs with a saddle between them. With p and q the heights of the saddle's
 * gap over both gaps, and d the depth of a place, each gets the weight
 *
 *   1 - (1 - S(p/d)) q^2/(p^2 + q^2),      S(x) = x^2 (3 - 2 x):
 *
 * all where the saddle does not touch, as these are two heaps then; half when both are one; nothing
 * where the place vanishes in the saddle. Gaps alone are in it, which are known with derivatives.
 */
#include "geom/terrain_places.h"

#include <math.h>
#include "geom/touch_solid.h"

enum {
    LATTICE = 20, /* steps along a side, at most */
    LINE = 24,    /* points along an edge or a rim */
    BETWEEN = 9,  /* points between two places */
    TURNS = 8,    /* steps down from where Newton's method fails, and how often */
    TRIES = 4,
    HALVINGS = 8
};

/* Of a cell: the lattice. */
static const double lattice = 0.34;

/* --- places ----------------------------------------------------------------------------------- */

/* How far the core of a side is from a point of the inset surface; below zero: inside. at: the
 * point of the core. */
static double distance_at(const phk_ground *w, const phk_near_side *a, const double u[2],
                          phk_near *at)
{
    const ph_vec3 x = phk_terrain_point(&w->field, u);
    const ph_vec3 world = ph_add(w->side.f.p, ph_rotate(w->side.f.q, x));
    const ph_vec3 y = ph_unrotate(a->f.q, ph_sub(world, a->f.p));
    *at = phk_near_find(&a->core, y);
    const double distance = ph_dot(at->m, ph_sub(y, at->x));
    at->x = ph_add(a->f.p, ph_rotate(a->f.q, at->x));
    at->m = ph_rotate(a->f.q, at->m);
    return distance;
}

/* A core that has come down to the inset: its furthest point into the ground, as if it were all. */
static void rescue(phk_ground *w, const phk_near_side *a, phk_ground_place *p)
{
    phk_near_side point = *a;
    point.core = (phk_near_core){.kind = PHK_NEAR_BOX};
    point.convex = (phk_convex){.kind = PHK_CONVEX_POINT};
    for (int i = 0; i < 3; i++) {
        point.f.p = phk_convex_support(&a->convex, &a->f, ph_scale(-1, p->pair.normal));
        phk_touch_from(&point, &w->side, INFINITY, point.f.p, &p->pair, &p->t);
    }
}

/* Are both points next to each other? */
static bool is_settled(const phk_near_pair *p, double length)
{
    const ph_vec3 d = ph_sub(p->at[0].x, p->at[1].x);
    return ph_norm(ph_axpy(d, -p->distance, p->normal)) < 1e-9 * length &&
           ph_norm(ph_add(p->at[0].m, p->normal)) < 1e-8;
}

/* A step down from a point of the surface, by slope and second derivative of the distance f, which
 * are K S S + S C with k = c/(s + f c) of the core at `at`; that is made positive if it is not. */
static void step_down(const phk_ground *w, const phk_near_side *a, const double u[2],
                      const phk_near *at, double f, double length, double by[2])
{
    const phk_near s = phk_terrain_near(&w->field, u);
    double slope[2], h[2][2] = {{0}};
    ph_vec3 e[2];
    for (int i = 0; i < 2; i++) {
        e[i] = ph_rotate(w->side.f.q, s.e[i]);
        slope[i] = s.s[i] * ph_dot(at->m, e[i]);
        h[i][i] = s.s[i] * s.c[i];
    }
    for (int i = 0; i < 2; i++) {
        const double under = at->s[i] + f * at->c[i], bend = under != 0 ? at->c[i] / under : 0;
        const ph_vec3 along = ph_rotate(a->f.q, at->e[i]);
        for (int j = 0; j < 4; j++)
            h[j / 2][j % 2] +=
                bend * s.s[j / 2] * s.s[j % 2] * ph_dot(along, e[j / 2]) * ph_dot(along, e[j % 2]);
    }
    const double half = 0.5 * (h[0][0] + h[1][1]), off = 0.5 * (h[0][0] - h[1][1]);
    const double least = half - sqrt(off * off + h[0][1] * h[0][1]);
    const double enough = 1e-3 * (fabs(half) + 1 / length), more = fmax(0, enough - least);
    const double xx = h[0][0] + more, yy = h[1][1] + more, det = xx * yy - h[0][1] * h[0][1];
    const double go[2] = {(h[0][1] * slope[1] - yy * slope[0]) / det,
                          (h[0][1] * slope[0] - xx * slope[1]) / det};
    const ph_vec3 d = ph_axpy(ph_scale(go[0], s.e[0]), go[1], s.e[1]);
    const double cells = fmax(fabs(d.x) / w->terrain->step[0], fabs(d.y) / w->terrain->step[1]);
    by[0] = d.x / fmax(1, 2 * cells);
    by[1] = d.y / fmax(1, 2 * cells);
}

/* Down from where Newton's method leads elsewhere. Returns the point of the core. */
static ph_vec3 descend(phk_ground *w, const phk_near_side *a, double length)
{
    const phk_terrain *t = w->terrain;
    double *const u = w->field.start;
    phk_near at, next;
    double f = distance_at(w, a, u, &at);
    for (int step = 0; step < TURNS; step++) {
        double by[2], to[2], less = INFINITY;
        step_down(w, a, u, &at, f, length, by);
        for (int k = 0; k < HALVINGS && !(less < f); k++) {
            for (int i = 0; i < 2; i++) to[i] = fmin(fmax(u[i] + ldexp(by[i], -k), 0), t->size[i]);
            less = distance_at(w, a, to, &next);
        }
        if (!(less < f)) break;
        f = less;
        at = next;
        u[0] = to[0], u[1] = to[1];
    }
    return at.x;
}

/* Does the distance grow all around? With k = c/(s + L c) of the core of the shape, that of the
 * point next to the surface has the second derivative K + C/S along it; where the surface bends by
 * more than the inset, S is below zero, and K S + C tells as well. */
static bool is_minimum(const phk_near_pair *p, double length)
{
    const phk_near *a = &p->at[0], *b = &p->at[1];
    double k[2][2] = {{0}};
    for (int i = 0; i < 2; i++) {
        const double under = a->s[i] + p->distance * a->c[i];
        const double bend = under != 0 ? a->c[i] / under : 0;
        const double along[2] = {ph_dot(a->e[i], b->e[0]), ph_dot(a->e[i], b->e[1])};
        for (int j = 0; j < 4; j++)
            k[j / 2][j % 2] += bend * along[j / 2] * along[j % 2] * b->s[j % 2];
    }
    for (int i = 0; i < 2; i++) k[i][i] += b->c[i];
    const double trace = k[0][0] + k[1][1], det = k[0][0] * k[1][1] - k[0][1] * k[1][0];
    const double size = fabs(trace) + 1 / length;
    return trace >= -1e-9 * size && det >= -1e-9 * size * size;
}

/* Newton's method from a point of the surface, which may end in a saddle: then from further down.
 */
static bool touch_at(phk_ground *w, const phk_near_side *a, const double u[2], double within,
                     bool saddle, phk_ground_place *p)
{
    const double length = a->core.half.x + a->core.half.y + a->core.half.z + a->radius;
    phk_near at;
    w->field.saddle = saddle;
    w->field.start[0] = u[0], w->field.start[1] = u[1];
    distance_at(w, a, u, &at);
    ph_vec3 xa = at.x;
    bool good = false;
    for (int i = 0; i < TRIES && !good; i++) {
        if (i) xa = descend(w, a, length);
        phk_touch_from(a, &w->side, INFINITY, xa, &p->pair, &p->t);
        good = saddle || (is_settled(&p->pair, length) && is_minimum(&p->pair, length));
    }
    if (!saddle && p->pair.distance <= 1e-6 * w->field.inset && w->field.inset > 0)
        rescue(w, a, p);
    else if (!(saddle ? is_settled(&p->pair, length) && !is_minimum(&p->pair, length) : good))
        return false;
    if (!(p->t.gap < within)) return false;
    const phk_near *s = &p->pair.at[1];
    const ph_vec3 on = ph_axpy(s->x, w->field.inset, s->m);
    const ph_vec3 x = ph_unrotate(w->side.f.q, ph_sub(on, w->side.f.p));
    p->u[0] = x.x + w->field.from.x;
    p->u[1] = x.y + w->field.from.y;
    return true;
}

/* What of the map a side may touch: lattice points from low, in steps. False: nothing. */
typedef struct {
    double low[2], step[2], reach;
    int n[2];
} patch;

/* The box of a core in axes of the map. */
static void box_of(const phk_ground *w, const phk_near_side *a, double low[3], double high[3])
{
    for (int k = 0; k < 3; k++) {
        const ph_vec3 up = ph_rotate(w->side.f.q, phk_touch_unit(k));
        const ph_vec3 top = phk_convex_support(&a->convex, &a->f, up);
        const ph_vec3 end = phk_convex_support(&a->convex, &a->f, ph_scale(-1, up));
        const double from = (&w->field.from.x)[k] - ph_dot(up, w->side.f.p);
        low[k] = ph_dot(up, end) + from;
        high[k] = ph_dot(up, top) + from;
    }
}

static bool patch_of(const phk_ground *w, const phk_near_side *a, patch *p)
{
    const phk_terrain *t = w->terrain;
    double low[3], high[3], by[2];
    box_of(w, a, low, high);
    p->reach = fmax(w->field.inset, a->radius + w->within);
    double aside = p->reach;
    for (int i = 0; i < 3; i++) {
        const double middle[2] = {0.5 * (low[0] + high[0]), 0.5 * (low[1] + high[1])};
        const double across =
            hypot(0.5 * (high[0] - low[0]) + aside, 0.5 * (high[1] - low[1]) + aside);
        const double top = phk_terrain_height(t, middle[0], middle[1], by) + t->steep * across;
        /* what is so far below cannot be far aside, too */
        const double below = fmax(0, low[2] - fmin(top, t->high));
        if (below > p->reach) return false;
        aside = sqrt(p->reach * p->reach - below * below);
    }
    for (int k = 0; k < 2; k++) {
        p->low[k] = fmax(low[k] - aside, 0);
        const double length = fmin(high[k] + aside, t->size[k]) - p->low[k];
        if (!(length >= 0)) return false;
        p->n[k] = (int)fmin(fmax(ceil(length / (lattice * t->step[k])), 3), LATTICE);
        p->step[k] = length / p->n[k];
    }
    return true;
}

/* Is a lattice point the least of its neighbours? Of equal ones the first is. */
static bool is_least(double f[LATTICE + 1][LATTICE + 1], const patch *p, int i, int j)
{
    for (int dj = -1; dj <= 1; dj++)
        for (int di = -1; di <= 1; di++) {
            const int k = i + di, l = j + dj;
            if (k < 0 || l < 0 || k > p->n[0] || l > p->n[1] || (di == 0 && dj == 0)) continue;
            const bool before = dj < 0 || (dj == 0 && di < 0);
            if (f[l][k] < f[j][i] || (before && f[l][k] <= f[j][i])) return false;
        }
    return true;
}

static bool is_new(const phk_ground_place *all, int n, const double u[2], double same)
{
    for (int i = 0; i < n; i++) {
        const double d[2] = {all[i].u[0] - u[0], all[i].u[1] - u[1]};
        if (d[0] * d[0] + d[1] * d[1] < same * same) return false;
    }
    return true;
}

/* Adds the place that is down from a point of the surface; in place of the highest one if there are
 * too many. */
static int add_place(phk_ground *w, const phk_near_side *a, const double u[2],
                     phk_ground_place all[PHK_PLACES], int n)
{
    phk_ground_place new;
    const double same = 1e-7 * fmin(w->terrain->step[0], w->terrain->step[1]);
    if (!is_new(all, n, u, same) || !touch_at(w, a, u, w->within, false, &new)) return n;
    if (!is_new(all, n, new.u, same)) return n;
    int slot = n < PHK_PLACES ? n : 0;
    for (int k = 1; n == PHK_PLACES && k < PHK_PLACES; k++)
        if (all[k].t.gap > all[slot].t.gap) slot = k;
    if (n == PHK_PLACES && all[slot].t.gap <= new.t.gap) return n;
    all[slot] = new;
    return n < PHK_PLACES ? n + 1 : n;
}

/* Without the digits that rounding makes of what is flat. */
static double steps_of(const phk_ground *w, double f)
{
    const double step = 1e-3 * w->small;
    return step * floor(f / step);
}

/* From lattice points that are lower than all about them, if no place is next to them yet. */
static int seek_lattice(phk_ground *w, const phk_near_side *a, const patch *p, double far,
                        phk_ground_place all[PHK_PLACES], int n)
{
    double f[LATTICE + 1][LATTICE + 1];
    const double beside = 0.5 * hypot(p->step[0], p->step[1]);
    for (int j = 0; j <= p->n[1]; j++)
        for (int i = 0; i <= p->n[0]; i++) {
            const double u[2] = {p->low[0] + i * p->step[0], p->low[1] + j * p->step[1]};
            phk_near at;
            f[j][i] = steps_of(w, distance_at(w, a, u, &at));
        }
    for (int j = 0; j <= p->n[1]; j++)
        for (int i = 0; i <= p->n[0]; i++) {
            const double u[2] = {p->low[0] + i * p->step[0], p->low[1] + j * p->step[1]};
            if (f[j][i] < far && is_least(f, p, i, j) && is_new(all, n, u, beside))
                n = add_place(w, a, u, all, n);
        }
    return n;
}

/* Point i of so many along a core that is a line or has a rim; false: it has none. */
static bool line_point(const phk_near_side *a, int i, ph_vec3 *x)
{
    const phk_near_core *c = &a->core;
    const ph_vec3 h = c->half;
    const double angle = 2 * PH_PI * i / LINE, part = 2.0 * i / (LINE - 1) - 1;
    const bool rim = c->kind == PHK_NEAR_TURNED && h.z <= 0;
    if (!rim && !(c->kind == PHK_NEAR_BOX && h.x * h.y + h.y * h.z + h.z * h.x <= 0)) return false;
    *x = rim ? ph_v3(h.x * cos(angle), h.x * sin(angle), 0) : ph_scale(part, h);
    *x = ph_add(a->f.p, ph_rotate(a->f.q, *x));
    return h.x + h.y + h.z > 0;
}

/* What is thin the lattice may miss: from points along it that are lower than both beside them. */
static int seek_line(phk_ground *w, const phk_near_side *a, phk_ground_place all[PHK_PLACES], int n)
{
    const bool round = a->core.kind == PHK_NEAR_TURNED;
    double f[LINE], u[LINE][2];
    for (int i = 0; i < LINE; i++) {
        ph_vec3 x;
        if (!line_point(a, i, &x)) return n;
        x = ph_add(ph_unrotate(w->side.f.q, ph_sub(x, w->side.f.p)), w->field.from);
        double by[2];
        const double h = phk_terrain_height(w->terrain, x.x, x.y, by);
        f[i] = steps_of(w, (x.z - h) / sqrt(1 + by[0] * by[0] + by[1] * by[1]));
        u[i][0] = x.x, u[i][1] = x.y;
    }
    for (int i = 0; i < LINE; i++) {
        const int before = i ? i - 1 : round ? LINE - 1 : i;
        const int after = i < LINE - 1 ? i + 1 : round ? 0 : i;
        const bool first = f[i] < f[before] || (f[i] <= f[before] && i <= before);
        if (first && (f[i] < f[after] || (f[i] <= f[after] && i <= after)))
            n = add_place(w, a, u[i], all, n);
    }
    return n;
}

static int find_places(phk_ground *w, const phk_near_side *a, double (*start)[2], int starts,
                       phk_ground_place all[PHK_PLACES])
{
    const phk_terrain *t = w->terrain;
    const ph_vec3 h = a->core.half;
    patch p;
    if (!patch_of(w, a, &p)) return 0;
    const double far =
        a->radius + w->side.radius + w->within + hypot(p.step[0], p.step[1]) * (1 + t->steep);
    /* to what is thin and near to the surface that is no wider than one place */
    const bool small = p.reach < lattice * fmin(t->step[0], t->step[1]);
    const bool point = a->core.kind == PHK_NEAR_BOX && h.x + h.y + h.z <= 0;
    const bool line = a->core.kind == PHK_NEAR_BOX && h.x * h.y + h.y * h.z + h.z * h.x <= 0;
    if (small && point) {
        const ph_vec3 x =
            ph_add(ph_unrotate(w->side.f.q, ph_sub(a->f.p, w->side.f.p)), w->field.from);
        return add_place(w, a, (const double[]){x.x, x.y}, all, 0);
    }
    int n = 0;
    for (int i = 0; i < starts; i++) n = add_place(w, a, start[i], all, n);
    n = seek_line(w, a, all, n);
    return small && line ? n : seek_lattice(w, a, &p, far, all, n);
}

/* --- shares ----------------------------------------------------------------------------------- */

/* The saddle between two places: where the way from one to the other is furthest from the shape. If
 * Newton's method leads elsewhere, that point of the way has to do. */
static void find_saddle(phk_ground *w, const phk_near_side *a, const phk_ground_place *p,
                        const phk_ground_place *q, phk_touch_point *s)
{
    static const double beside[] = {0, 0.5, -0.5, 1, -1};
    double most = -INFINITY, top = 0, u[2];
    phk_near best = {.feature = 0}, at;
    phk_ground_place exact;
    for (int i = 1; i <= BETWEEN; i++) {
        const double part = (double)i / (BETWEEN + 1);
        for (int k = 0; k < 2; k++) u[k] = p->u[k] + part * (q->u[k] - p->u[k]);
        const double f = distance_at(w, a, u, &at);
        if (f > most) most = f, best = at, top = part;
    }
    *s = (phk_touch_point){.gap = most - a->radius - w->side.radius,
                           .normal = ph_scale(-1, best.m),
                           .arm_a = ph_sub(best.x, a->body->p)};
    const double deep = fmax(p->t.gap, q->t.gap), line = s->gap;
    for (int i = 0; i < 5 && line > deep + 1e-6 * w->small; i++) {
        const double part = top + beside[i] / (BETWEEN + 1);
        for (int k = 0; k < 2; k++) u[k] = p->u[k] + part * (q->u[k] - p->u[k]);
        if (!touch_at(w, a, u, INFINITY, true, &exact)) continue;
        if (exact.t.gap < deep || exact.t.gap > line + 0.1 * (line - deep)) continue;
        *s = exact.t;
        return;
    }
}

/* What one place has beside another that it is joined to by a saddle; both touch. */
static void share(phk_touch_point *t, const phk_touch_point *other, const phk_touch_point *s)
{
    const double depth = -t->gap, own = s->gap - t->gap, his = s->gap - other->gap;
    const double sum = own * own + his * his;
    double slope, by[6];
    const double x = own / depth, apart = phk_touch_ramp(x, 0, 1, &slope);
    const double part = his * his / sum;
    for (int k = 0; k < 6; k++) {
        const double dg = phk_touch_gap_by(t, k), ds = phk_touch_gap_by(s, k);
        const double down = ds - dg, dhis = ds - phk_touch_gap_by(other, k);
        const double dx = (down + x * dg) / depth;
        const double dpart = 2 * own * his * (own * dhis - his * down) / (sum * sum);
        by[k] = slope * dx * part - (1 - apart) * dpart;
    }
    phk_touch_weigh(t, 1 - (1 - apart) * part, by);
}

/* Weights of places of one side. Those that are one with another are left out; to those that do not
 * touch it does not matter. */
static int share_all(phk_ground *w, const phk_near_side *a, phk_ground_place all[PHK_PLACES], int n)
{
    phk_touch_point saddle[PHK_PLACES][PHK_PLACES];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++) {
            if (!(all[i].t.gap < 0 && all[j].t.gap < 0)) continue;
            find_saddle(w, a, &all[i], &all[j], &saddle[i][j]);
            if (saddle[i][j].gap > fmax(all[i].t.gap, all[j].t.gap) + 1e-6 * w->small) continue;
            if (all[i].t.gap < all[j].t.gap) all[j] = all[i];
            all[i] = all[--n];
            i = -1;
            break;
        }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++) {
            if (!(all[i].t.gap < 0 && all[j].t.gap < 0)) continue;
            share(&all[i].t, &all[j].t, &saddle[i][j]);
            share(&all[j].t, &all[i].t, &saddle[i][j]);
        }
    return n;
}

int phk_places_find(phk_ground *ground, const phk_near_side *a, double (*start)[2], int starts,
                    phk_ground_place all[PHK_PLACES])
{
    return share_all(ground, a, all, find_places(ground, a, start, starts, all));
}
