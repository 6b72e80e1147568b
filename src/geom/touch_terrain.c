/* SPDX-License-Identifier: BSD-3-Clause
 *
 * touch_terrain.c -- shapes on a terrain, at all places that are deeper than what is around them.
 *
 * As in touch_convex.c what may lie flat has parts that are always there: corners, ends, rims.
 * Edges yield to their corners, and all of a shape to its parts. Beyond the border there is
 * nothing: weights fade before it.
 */
#include <math.h>
#include "geom/terrain_places.h"
#include "geom/touch_solid.h"

enum {
    RIM_POINTS = 8,
    HELD = 64, /* points that others yield to */
    PART = 128 /* features of one part */
};

/* Of the thickness: the inset, and a depth that does not count. Of the size: where weights fade. */
static const double sunk = 0.1, little = 1e-6, border = 0.02;

typedef struct {
    double u[2]; /* [m] x and y of the surface */
    phk_touch_point t;
    double fade, by_fade[6];
} place;

typedef struct {
    const phk_touchable *shape;
    phk_near_side body;
    phk_ground ground;
    phk_touch_room room; /* of points that carry what others would */
    phk_touch_point *touch;
    int points;
    /* what edges and all of a shape yield to, and the part it is of */
    phk_touch_point held[HELD];
    double held_at[HELD][2];
    int part[HELD], holds;
} work;

/* How much of a place is left near the border. It moves along the surface as the pair says. */
static void fade(const work *w, const phk_near_pair *pair, place *p)
{
    const phk_terrain *t = w->ground.terrain;
    p->fade = 1;
    for (int k = 0; k < 6; k++) p->by_fade[k] = 0;
    for (int i = 0; i < 4; i++) {
        const double width = fmin(border * t->size[i / 2], t->step[i / 2]);
        const double from = i % 2 ? t->size[i / 2] - p->u[i / 2] : p->u[i / 2];
        const ph_vec3 in =
            ph_rotate(w->ground.side.f.q, ph_scale(i % 2 ? -1 : 1, phk_touch_unit(i / 2)));
        double slope;
        const double here = phk_touch_ramp(from, 0, width, &slope);
        for (int k = 0; k < 6; k++) {
            const double *along = pair->by[k] + 2;
            const double moves =
                along[0] * ph_dot(in, pair->at[1].e[0]) + along[1] * ph_dot(in, pair->at[1].e[1]);
            p->by_fade[k] = here * p->by_fade[k] + p->fade * slope * moves;
        }
        p->fade *= here;
    }
}

/* Which way the surface looks there, in six parts, or up: this stays while things roll. */
static int sector_of(const work *w, ph_vec3 normal)
{
    const ph_vec3 n = ph_unrotate(w->ground.side.f.q, normal);
    if (n.x * n.x + n.y * n.y < 0.1) return 0;
    const int part = (int)(3 + 3 * atan2(n.y, n.x) / PH_PI);
    return 1 + (part < 0 ? 0 : part > 5 ? 5 : part);
}

/* The places of a part of the shape with their shares, as yet without what fades. parts: bits of
 * those that it may touch with. */
static int touch_part(work *w, const phk_near_side *a, int part, unsigned parts,
                      place all[PHK_PLACES])
{
    phk_ground_place found[PHK_PLACES];
    double start[HELD][2];
    int starts = 0;
    for (int i = 0; i < w->holds; i++) {
        if (!(parts >> w->part[i] & 1)) continue;
        start[starts][0] = w->held_at[i][0];
        start[starts++][1] = w->held_at[i][1];
    }
    const int n = phk_places_find(&w->ground, a, start, starts, found);
    for (int i = 0; i < n; i++)
        all[i] = (place){.t = found[i].t, .u = {found[i].u[0], found[i].u[1]}};
    for (int i = 0; i < n; i++) {
        int rank = 0;
        const int sector = sector_of(w, all[i].t.normal);
        for (int j = 0; j < n; j++)
            rank += all[j].u[0] < all[i].u[0] && sector_of(w, all[j].t.normal) == sector;
        all[i].t.feature = PART * part + PHK_PLACES * sector + rank;
        fade(w, &found[i].pair, &all[i]);
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
    place all[PHK_PLACES];
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
    place all[PHK_PLACES];
    const unsigned ends_of = 1u << (1 + corner) | 1u << (1 + (corner | 1 << along));
    const int n = touch_part(w, &edge, 9 + number, ends_of, all);
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < w->holds; k++) {
            if (ends_of >> w->part[k] & 1) phk_touch_yield(&all[i].t, &w->held[k], &w->room);
        }
        keep(w, &all[i]);
        hold(w, 9 + number, &all[i]);
    }
}

/* Takes off `tilted` what a place lies flat: nothing if it is much less deep than another one, so
 * that it may come and go. */
static void weigh_tilt(const place *all, int n, int i, double one, const double by_one[6],
                       phk_touch_point *tilted)
{
    const phk_touch_point *t = &all[i].t, *most = t;
    for (int j = 0; j < n; j++)
        if (all[j].t.gap < most->gap) most = &all[j].t;
    double slope = 0, x = 1, deep = 1;
    if (most->gap < 0) x = t->gap / most->gap, deep = phk_touch_ramp(x, 0, 0.5, &slope);
    const double flat = (1 - one) * t->weight;
    for (int k = 0; k < 6; k++) {
        const double dx =
            slope > 0 ? (phk_touch_gap_by(t, k) - x * phk_touch_gap_by(most, k)) / most->gap : 0;
        tilted->by_weight[k] +=
            by_one[k] * t->weight * deep - (1 - one) * t->by_weight[k] * deep - flat * slope * dx;
    }
    tilted->weight -= flat * deep;
}

/* A cap, or a ring: its places, and points of its rim where it lies flat, which these yield to. */
static void touch_disc(work *w, int part, double z, double radius, bool ring)
{
    place all[PHK_PLACES], on_rim[PHK_PLACES];
    phk_near_side disc = phk_side_part(&w->body, ph_v3(0, 0, z), radius);
    if (ring) disc.core.inner = radius;
    const int n = touch_part(w, &disc, part, 0, all);
    phk_touch_point tilted = {.weight = 1}, left[PHK_PLACES];
    double one[PHK_PLACES], by[PHK_PLACES][6];
    for (int i = 0; i < n; i++) {
        hold(w, part, &all[i]);
        left[i] = all[i].t;
        left[i].weight = 1;
        for (int k = 0; k < 6; k++) left[i].by_weight[k] = 0;
        one[i] = phk_touch_tilt(&disc, &all[i].t, by[i]);
    }
    for (int i = 0; i < n; i++) weigh_tilt(all, n, i, one[i], by[i], &tilted);
    if (tilted.weight < 0) tilted = (phk_touch_point){.weight = 0};
    for (int r = 0; r < RIM_POINTS && tilted.weight < 1; r++) {
        const double angle = 2 * PH_PI * r / RIM_POINTS;
        const ph_vec3 at = {radius * cos(angle), radius * sin(angle), z};
        const phk_near_side point = phk_side_part(&w->body, at, 0);
        const int m = touch_part(w, &point, part + 2 + r, 0, on_rim);
        double less[6];
        for (int k = 0; k < 6; k++) less[k] = -tilted.by_weight[k] / RIM_POINTS;
        for (int j = 0; j < m; j++) {
            for (int i = 0; i < n; i++) phk_touch_yield(&left[i], &on_rim[j].t, &w->room);
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
    const bool round = a->core.kind == PHK_CONVEX_POINT;
    work w = {.shape = a, .body = phk_side_of(a, fa), .touch = touch};
    phk_ground *const g = &w.ground;
    g->terrain = b->terrain;
    g->within = within;
    g->small = little * a->thickness;
    w.room = (phk_touch_room){1, INFINITY, g->small};
    /* about the shape, so that metres are measured by it and not by the map */
    g->field = (phk_near_field){.terrain = g->terrain, .inset = round ? 0 : sunk * a->thickness};
    g->field.from = ph_add(ph_unrotate(fb->q, ph_sub(fa->p, fb->p)), g->terrain->middle);
    g->side = (phk_near_side){.core = {.kind = PHK_NEAR_FIELD, .field = &g->field},
                              .f = {fa->p, fb->q},
                              .body = fb,
                              .radius = g->field.inset};
    touch_parts(&w);
    if (a->kind == PH_SHAPE_TORUS) return w.points;
    place all[PHK_PLACES];
    const int n = touch_part(&w, &w.body, 0, ~0u, all);
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < w.holds; k++) phk_touch_yield(&all[i].t, &w.held[k], &w.room);
        keep(&w, &all[i]);
    }
    return w.points;
}
