/* SPDX-License-Identifier: BSD-3-Clause
 *
 * touch_terrain.c -- shapes on a terrain, at all places that are deeper than what is around them.
 *
 * For a point of the surface the core of a shape has a distance, whatever it is; where this is
 * least the two touch. Such places are sought on a lattice, not more than so many points of it, and
 * made exact by phk_touch_from. The surface is moved down by an inset, and given back as a radius,
 * so that plates and edges that have sunk in a little are still outside of it.
 *
 * Places come and go in pairs with a saddle between them. With p and q the heights of the saddle's
 * gap over both gaps, and d the depth of a place, each gets the weight
 *
 *   1 - (1 - S(p/d)) q^2/(p^2 + q^2),      S(x) = x^2 (3 - 2 x):
 *
 * all where the saddle does not touch, as these are two heaps then; half when both are one; nothing
 * where the place vanishes in the saddle. Gaps alone are in it, which are known with derivatives.
 *
 * As in touch_convex.c what may lie flat has parts that are always there: corners, ends, rims.
 * Edges yield to their corners, and all of a shape to its parts. Beyond the border there is
 * nothing: weights fade before it.
 */
#include <math.h>
#include "geom/terrain.h"
#include "geom/touch_solid.h"

enum {
    LATTICE = 20, /* steps along a side, at most */
    LINE = 24,    /* points along an edge or a rim */
    PLACES = 8,   /* of one part */
    BETWEEN = 9,  /* points between two places */
    RIM_POINTS = 8,
    TURNS = 8,
    TRIES = 4,
    HELD = 64, /* points that others yield to */
    PART = 128 /* features of one part */
};

/* Of a cell: the lattice. Of the thickness: the inset, and a depth that does not count. Of the
 * size, and of a cell: where weights fade. */
static const double lattice = 0.34, sunk = 0.1, little = 1e-6, border = 0.02;

typedef struct {
    double u[2]; /* [m] x and y of the surface */
    phk_near_pair pair;
    phk_touch_point t;
    double fade, by_fade[6];
} place;

typedef struct {
    const phk_terrain *terrain;
    const phk_touchable *shape;
    phk_near_side body, ground;
    phk_near_field field;
    double within, small;
    phk_touch_point *touch;
    int points;
    /* what edges and all of a shape yield to, and the part it is of */
    phk_touch_point held[HELD];
    double held_at[HELD][2];
    int part[HELD], holds;
} work;

/* --- places ----------------------------------------------------------------------------------- */

/* How far the core of a side is from a point of the inset surface; below zero: inside. at: the
 * point of the core. */
static double distance_at(const work *w, const phk_near_side *a, const double u[2], phk_near *at)
{
    const ph_vec3 x = phk_terrain_point(&w->field, u);
    const ph_vec3 world = ph_add(w->ground.f.p, ph_rotate(w->ground.f.q, x));
    const ph_vec3 y = ph_unrotate(a->f.q, ph_sub(world, a->f.p));
    *at = phk_near_find(&a->core, y);
    const double distance = ph_dot(at->m, ph_sub(y, at->x));
    at->x = ph_add(a->f.p, ph_rotate(a->f.q, at->x));
    at->m = ph_rotate(a->f.q, at->m);
    return distance;
}

/* A core that has come down to the inset: its furthest point into the ground, as if it were all. */
static void rescue(work *w, const phk_near_side *a, place *p)
{
    phk_near_side point = *a;
    point.core = (phk_near_core){.kind = PHK_NEAR_BOX};
    point.convex = (phk_convex){.kind = PHK_CONVEX_POINT};
    for (int i = 0; i < 3; i++) {
        point.f.p = phk_convex_support(&a->convex, &a->f, ph_scale(-1, p->pair.normal));
        phk_touch_from(&point, &w->ground, INFINITY, point.f.p, &p->pair, &p->t);
    }
}

/* Are both points next to each other? */
static bool is_settled(const phk_near_pair *p, double length)
{
    const ph_vec3 d = ph_sub(p->at[0].x, p->at[1].x);
    return ph_norm(ph_axpy(d, -p->distance, p->normal)) < 1e-9 * length &&
           ph_norm(ph_add(p->at[0].m, p->normal)) < 1e-8;
}

/* Nearer and nearer by turns: slow, but it always comes down. */
static ph_vec3 descend(work *w, const phk_near_side *a, ph_vec3 xa)
{
    for (int step = 0; step < TURNS; step++) {
        phk_near at;
        const ph_vec3 y = ph_unrotate(w->ground.f.q, ph_sub(xa, w->ground.f.p));
        phk_terrain_foot(&w->field, y, w->field.start);
        distance_at(w, a, w->field.start, &at);
        xa = at.x;
    }
    return xa;
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
static bool touch_at(work *w, const phk_near_side *a, const double u[2], double within, bool saddle,
                     place *p)
{
    const double length = a->core.half.x + a->core.half.y + a->core.half.z + a->radius;
    phk_near at;
    w->field.saddle = saddle;
    w->field.start[0] = u[0], w->field.start[1] = u[1];
    distance_at(w, a, u, &at);
    ph_vec3 xa = at.x;
    bool good = false;
    for (int i = 0; i < TRIES && !good; i++) {
        if (i) xa = descend(w, a, xa);
        phk_touch_from(a, &w->ground, INFINITY, xa, &p->pair, &p->t);
        good = saddle || (is_settled(&p->pair, length) && is_minimum(&p->pair, length));
    }
    if (!saddle && p->pair.distance <= 1e-6 * w->field.inset && w->field.inset > 0)
        rescue(w, a, p);
    else if (!is_minimum(&p->pair, length) != saddle)
        return false;
    if (!(p->t.gap < within)) return false;
    const phk_near *s = &p->pair.at[1];
    const ph_vec3 on = ph_axpy(s->x, w->field.inset, s->m);
    const ph_vec3 x = ph_unrotate(w->ground.f.q, ph_sub(on, w->ground.f.p));
    p->u[0] = x.x + w->field.from.x;
    p->u[1] = x.y + w->field.from.y;
    return !saddle || is_settled(&p->pair, length);
}

/* What of the map a side may touch: lattice points from low, in steps. False: nothing. */
typedef struct {
    double low[2], step[2], reach;
    int n[2];
} patch;

/* The box of a core in axes of the map. */
static void box_of(const work *w, const phk_near_side *a, double low[3], double high[3])
{
    for (int k = 0; k < 3; k++) {
        const ph_vec3 up = ph_rotate(w->ground.f.q, phk_touch_unit(k));
        const ph_vec3 top = phk_convex_support(&a->convex, &a->f, up);
        const ph_vec3 end = phk_convex_support(&a->convex, &a->f, ph_scale(-1, up));
        const double from = (&w->field.from.x)[k] - ph_dot(up, w->ground.f.p);
        low[k] = ph_dot(up, end) + from;
        high[k] = ph_dot(up, top) + from;
    }
}

static bool patch_of(const work *w, const phk_near_side *a, patch *p)
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

static bool is_new(const place *all, int n, const double u[2], double same)
{
    for (int i = 0; i < n; i++) {
        const double d[2] = {all[i].u[0] - u[0], all[i].u[1] - u[1]};
        if (d[0] * d[0] + d[1] * d[1] < same * same) return false;
    }
    return true;
}

/* Adds the place that is down from a point of the surface; in place of the highest one if there are
 * too many. */
static int add_place(work *w, const phk_near_side *a, const double u[2], place all[PLACES], int n)
{
    place new;
    const double same = 1e-7 * fmin(w->terrain->step[0], w->terrain->step[1]);
    if (!is_new(all, n, u, same) || !touch_at(w, a, u, w->within, false, &new)) return n;
    if (!is_new(all, n, new.u, same)) return n;
    int slot = n < PLACES ? n : 0;
    for (int k = 1; n == PLACES && k < PLACES; k++)
        if (all[k].t.gap > all[slot].t.gap) slot = k;
    if (n == PLACES && all[slot].t.gap <= new.t.gap) return n;
    all[slot] = new;
    return n < PLACES ? n + 1 : n;
}

/* Without the digits that rounding makes of what is flat. */
static double steps_of(const work *w, double f)
{
    const double step = 1e-3 * w->small;
    return step * floor(f / step);
}

/* From lattice points that are lower than all about them, if no place is next to them yet. */
static int seek_lattice(work *w, const phk_near_side *a, const patch *p, double far,
                        place all[PLACES], int n)
{
    double f[LATTICE + 1][LATTICE + 1];
    const double beside = hypot(p->step[0], p->step[1]);
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
static int seek_line(work *w, const phk_near_side *a, place all[PLACES], int n)
{
    const bool round = a->core.kind == PHK_NEAR_TURNED;
    double f[LINE], u[LINE][2];
    for (int i = 0; i < LINE; i++) {
        ph_vec3 x;
        if (!line_point(a, i, &x)) return n;
        x = ph_add(ph_unrotate(w->ground.f.q, ph_sub(x, w->ground.f.p)), w->field.from);
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

/* All places of a side, the deepest ones if there are too many. parts: bits of those whose places
 * it may share. */
static int find_places(work *w, const phk_near_side *a, unsigned parts, place all[PLACES])
{
    const phk_terrain *t = w->terrain;
    const ph_vec3 h = a->core.half;
    patch p;
    if (!patch_of(w, a, &p)) return 0;
    const double far =
        a->radius + w->ground.radius + w->within + hypot(p.step[0], p.step[1]) * (1 + t->steep);
    /* to what is thin and near to the surface that is no wider than one place */
    const bool small = p.reach < lattice * fmin(t->step[0], t->step[1]);
    const bool point = a->core.kind == PHK_NEAR_BOX && h.x + h.y + h.z <= 0;
    const bool line = a->core.kind == PHK_NEAR_BOX && h.x * h.y + h.y * h.z + h.z * h.x <= 0;
    if (small && point) {
        const ph_vec3 x =
            ph_add(ph_unrotate(w->ground.f.q, ph_sub(a->f.p, w->ground.f.p)), w->field.from);
        return add_place(w, a, (const double[]){x.x, x.y}, all, 0);
    }
    int n = 0;
    for (int i = 0; i < w->holds; i++)
        if (parts >> w->part[i] & 1) n = add_place(w, a, w->held_at[i], all, n);
    n = seek_line(w, a, all, n);
    return small && line ? n : seek_lattice(w, a, &p, far, all, n);
}

/* --- shares ----------------------------------------------------------------------------------- */

/* The saddle between two places: where the way from one to the other is furthest from the shape. If
 * Newton's method leads elsewhere, that point of the way has to do. */
static void find_saddle(work *w, const phk_near_side *a, const place *p, const place *q,
                        phk_touch_point *s)
{
    double most = -INFINITY, top[2] = {0, 0};
    phk_near best = {.feature = 0}, at;
    place exact;
    for (int i = 1; i <= BETWEEN; i++) {
        const double part = (double)i / (BETWEEN + 1);
        const double u[2] = {p->u[0] + part * (q->u[0] - p->u[0]),
                             p->u[1] + part * (q->u[1] - p->u[1])};
        const double f = distance_at(w, a, u, &at);
        if (f > most) most = f, best = at, top[0] = u[0], top[1] = u[1];
    }
    *s = (phk_touch_point){.gap = most - a->radius - w->ground.radius,
                           .normal = ph_scale(-1, best.m),
                           .arm_a = ph_sub(best.x, a->body->p)};
    const double deep = fmax(p->t.gap, q->t.gap);
    if (s->gap <= deep + 1e-6 * w->small || !touch_at(w, a, top, INFINITY, true, &exact)) return;
    if (exact.t.gap >= deep && exact.t.gap < s->gap + 0.1 * (s->gap - deep)) *s = exact.t;
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
static int share_all(work *w, const phk_near_side *a, place all[PLACES], int n)
{
    phk_touch_point saddle[PLACES][PLACES];
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

/* --- points ----------------------------------------------------------------------------------- */

/* How much of a place is left near the border. It moves along the surface as the pair says. */
static void fade(const work *w, place *p)
{
    const phk_terrain *t = w->terrain;
    p->fade = 1;
    for (int k = 0; k < 6; k++) p->by_fade[k] = 0;
    for (int i = 0; i < 4; i++) {
        const double width = fmin(border * t->size[i / 2], t->step[i / 2]);
        const double from = i % 2 ? t->size[i / 2] - p->u[i / 2] : p->u[i / 2];
        const ph_vec3 in =
            ph_rotate(w->ground.f.q, ph_scale(i % 2 ? -1 : 1, phk_touch_unit(i / 2)));
        double slope;
        const double here = phk_touch_ramp(from, 0, width, &slope);
        for (int k = 0; k < 6; k++) {
            const double *along = p->pair.by[k] + 2;
            const double moves = along[0] * ph_dot(in, p->pair.at[1].e[0]) +
                                 along[1] * ph_dot(in, p->pair.at[1].e[1]);
            p->by_fade[k] = here * p->by_fade[k] + p->fade * slope * moves;
        }
        p->fade *= here;
    }
}

/* Which way the surface looks there, in six parts, or up: this stays while things roll. */
static int sector_of(const work *w, ph_vec3 normal)
{
    const ph_vec3 n = ph_unrotate(w->ground.f.q, normal);
    if (n.x * n.x + n.y * n.y < 0.1) return 0;
    const int part = (int)(3 + 3 * atan2(n.y, n.x) / PH_PI);
    return 1 + (part < 0 ? 0 : part > 5 ? 5 : part);
}

/* The places of a part of the shape with their shares, as yet without what fades. */
static int touch_part(work *w, const phk_near_side *a, int part, unsigned parts, place all[PLACES])
{
    int n = share_all(w, a, all, find_places(w, a, parts, all));
    for (int i = 0; i < n; i++) {
        int rank = 0;
        const int sector = sector_of(w, all[i].t.normal);
        for (int j = 0; j < n; j++)
            rank += all[j].u[0] < all[i].u[0] && sector_of(w, all[j].t.normal) == sector;
        all[i].t.feature = PART * part + PLACES * sector + rank;
        fade(w, &all[i]);
    }
    return n;
}

/* Others yield to it. */
static void hold(work *w, int part, const place *p)
{
    if (w->holds == HELD) return;
    w->held[w->holds] = p->t;
    w->held_at[w->holds][0] = p->u[0], w->held_at[w->holds][1] = p->u[1];
    w->part[w->holds++] = part;
}

static void keep(work *w, const place *p)
{
    if (!(p->t.weight * p->fade > 1e-15) || w->points == PHK_TOUCH_MOST) return;
    phk_touch_point *const t = &w->touch[w->points++];
    *t = p->t;
    phk_touch_weigh(t, p->fade, p->by_fade);
}

/* A corner or an end. */
static void touch_point(work *w, int part, ph_vec3 at)
{
    place all[PLACES];
    const phk_near_side a = phk_side_part(&w->body, at, 0);
    const int n = touch_part(w, &a, part, 0, all);
    for (int i = 0; i < n; i++) {
        hold(w, part, &all[i]);
        keep(w, &all[i]);
    }
}

/* Edge `number` of a box, along one of its axes, at two signs. Corners are parts 1 to 8. */
static void touch_edge(work *w, int number)
{
    const int along = number / 4, ends[2] = {(along + 1) % 3, (along + 2) % 3};
    const ph_vec3 h = w->shape->core.half;
    const double half[3] = {h.x, h.y, h.z};
    double at[3] = {0, 0, 0}, size[3] = {0, 0, 0};
    int corner = 0;
    for (int k = 0; k < 2; k++) {
        const bool up = number >> k & 1;
        at[ends[k]] = up ? half[ends[k]] : -half[ends[k]];
        corner |= up << ends[k];
    }
    size[along] = half[along];
    phk_near_side edge = phk_side_part(&w->body, ph_v3(at[0], at[1], at[2]), 0);
    edge.convex = (phk_convex){.kind = PHK_CONVEX_BOX, .half = {size[0], size[1], size[2]}};
    edge.core = phk_near_core_of(&edge.convex);
    place all[PLACES];
    const unsigned ends_of = 1u << (1 + corner) | 1u << (1 + (corner | 1 << along));
    const int n = touch_part(w, &edge, 9 + number, ends_of, all);
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < w->holds; k++) {
            if (ends_of >> w->part[k] & 1) phk_touch_yield(&all[i].t, &w->held[k], w->small);
        }
        keep(w, &all[i]);
        hold(w, 9 + number, &all[i]);
    }
}

/* A cap, or a ring: its places, and points of its rim where it lies flat, which these yield to. */
static void touch_disc(work *w, int part, double z, double radius, bool ring)
{
    place all[PLACES], on_rim[PLACES];
    phk_near_side disc = phk_side_part(&w->body, ph_v3(0, 0, z), radius);
    if (ring) disc.core.inner = radius;
    const int n = touch_part(w, &disc, part, 0, all);
    phk_touch_point tilted = {.weight = 1}, left[PLACES];
    double one[PLACES], by[PLACES][6];
    for (int i = 0; i < n; i++) {
        hold(w, part, &all[i]);
        left[i] = all[i].t;
        left[i].weight = 1;
        for (int k = 0; k < 6; k++) left[i].by_weight[k] = 0;
        one[i] = phk_touch_tilt(&disc, &all[i].t, by[i]);
        phk_touch_weigh(&tilted, one[i], by[i]);
    }
    for (int r = 0; r < RIM_POINTS && tilted.weight < 1; r++) {
        const double angle = 2 * PH_PI * r / RIM_POINTS;
        const ph_vec3 at = {radius * cos(angle), radius * sin(angle), z};
        const phk_near_side point = phk_side_part(&w->body, at, 0);
        const int m = touch_part(w, &point, part + 2 + r, 0, on_rim);
        double less[6];
        for (int k = 0; k < 6; k++) less[k] = -tilted.by_weight[k] / RIM_POINTS;
        for (int j = 0; j < m; j++) {
            for (int i = 0; i < n; i++) phk_touch_yield(&left[i], &on_rim[j].t, w->small);
            phk_touch_weigh(&on_rim[j].t, (1 - tilted.weight) / RIM_POINTS, less);
            keep(w, &on_rim[j]);
        }
    }
    for (int i = 0; i < n; i++) {
        double sum[6];
        for (int k = 0; k < 6; k++)
            sum[k] = by[i][k] * (1 - left[i].weight) + (1 - one[i]) * left[i].by_weight[k];
        phk_touch_weigh(&all[i].t, one[i] + (1 - one[i]) * left[i].weight, sum);
        keep(w, &all[i]);
    }
}

static void touch_parts(work *w)
{
    const phk_convex *c = &w->shape->core;
    const ph_vec3 h = c->half;
    const double top = c->kind == PHK_CONVEX_FRUSTUM ? h.y : h.x;
    const bool ring = w->shape->kind == PH_SHAPE_TORUS;
    switch (c->kind) {
    case PHK_CONVEX_BOX:
        for (int k = 0; k < 8; k++)
            touch_point(w, 1 + k,
                        ph_v3(k & 1 ? h.x : -h.x, k & 2 ? h.y : -h.y, k & 4 ? h.z : -h.z));
        for (int k = 0; k < 12; k++) touch_edge(w, k);
        break;
    case PHK_CONVEX_SEGMENT:
        for (int k = 0; k < 2; k++) touch_point(w, 1 + k, ph_v3(0, 0, k ? h.z : -h.z));
        break;
    case PHK_CONVEX_CYLINDER:
    case PHK_CONVEX_FRUSTUM:
        for (int k = 0; k < (ring ? 1 : 2); k++) {
            const double r = k ? top : h.x, z = ring ? 0 : k ? h.z : -h.z;
            if (r > 0)
                touch_disc(w, 1 + 16 * k, z, r, ring);
            else
                touch_point(w, 1 + 16 * k, ph_v3(0, 0, z));
        }
        break;
    default:
        break;
    }
}

const char *phk_touch_terrain_unknown(const phk_touchable *s)
{
    if (s->kind == PH_SHAPE_PLANE || s->kind == PH_SHAPE_TERRAIN)
        return "a terrain, and what has no end below, always meet";
    return "a terrain can touch spheres, capsules, boxes, cylinders, cones, frustums, ellipsoids "
           "and "
           "tori only";
}

int phk_touch_terrain(const phk_touchable *a, const phk_touch_frame *fa, const phk_touchable *b,
                      const phk_touch_frame *fb, double within, phk_touch_point *touch)
{
    work w = {.terrain = b->surface, .shape = a, .within = within, .touch = touch};
    w.body = phk_side_of(a, fa);
    const bool round = a->core.kind == PHK_CONVEX_POINT;
    w.small = little * a->thickness;
    /* about the shape, so that metres are measured by it and not by the map */
    w.field = (phk_near_field){.terrain = w.terrain, .inset = round ? 0 : sunk * a->thickness};
    w.field.from = ph_add(ph_unrotate(fb->q, ph_sub(fa->p, fb->p)), w.terrain->middle);
    w.ground = (phk_near_side){.core = {.kind = PHK_NEAR_FIELD, .field = &w.field},
                               .f = {fa->p, fb->q},
                               .body = fb,
                               .radius = w.field.inset};
    touch_parts(&w);
    if (a->kind == PH_SHAPE_TORUS) return w.points;
    place all[PLACES];
    const int n = touch_part(&w, &w.body, 0, ~0u, all);
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < w.holds; k++) phk_touch_yield(&all[i].t, &w.held[k], w.small);
        keep(&w, &all[i]);
    }
    return w.points;
}
