/* SPDX-License-Identifier: BSD-3-Clause
 *
 * touch_ball.c -- a ball against a mesh: all places of the surface that are nearer to its centre
 * than what is around them, seen from outside.
 *
 * With y the centre and z such a place, d = y - z is normal to the face z lies in, or within the
 * cone between the faces of its edge or corner. So a convex surface has one place, whatever its
 * seams, and a concave corner several. n = d/L, g = L - r, and as in touch_round.c
 *
 *     dn = (1 - nn') P rel/L,    P = nn' of a face, 1 - ee' of an edge along e, 1 of a corner.
 *
 * A centre that has sunk below the surface leaves by what is nearest; L is then below zero.
 *
 * How places share the load about concave edges is in touch_place.c.
 */
#include <math.h>
#include "geom/touch_mesh.h"
#include "geom/touch_place.h"

enum { STACK = PHK_SHELL_STACK, HITS = PHK_PLACES };

/* [rad] edges that turn less are seams; those that only share are further than what touches. */
static const double seam = 1e-6, farther = 1.1;

typedef phk_place_kind part;

typedef struct {
    part is;
    int index;
    ph_vec3 at, n;   /* z; outwards */
    double distance; /* L */
    bool still;      /* right on the surface, where n has no derivative */
} hit;

typedef struct {
    const phk_shell *s;
    ph_vec3 y;
    double reach;
    hit hit[HITS];
    int hits;
} search;

/* --- places that look towards the centre ------------------------------------------------------ */

static double side_of(const phk_shell *s, const phk_shell_edge *e, int side, ph_vec3 y)
{
    return ph_dot(ph_sub(y, s->corner[e->corner[0]].at), e->inward[side]);
}

/* Keeps it, or, when there is no room, in place of the furthest one. */
static void add(search *q, part is, int index, ph_vec3 at, ph_vec3 n, double distance, bool still)
{
    if (distance >= q->reach) return;
    int slot = q->hits;
    if (slot == HITS) {
        slot = 0;
        for (int i = 1; i < HITS; i++)
            if (q->hit[i].distance > q->hit[slot].distance) slot = i;
        if (q->hit[slot].distance <= distance) return;
        q->hits--;
    }
    q->hit[slot] =
        (hit){.is = is, .index = index, .at = at, .n = n, .distance = distance, .still = still};
    q->hits++;
}

static void try_corner(search *q, int index)
{
    const phk_shell *s = q->s;
    const phk_shell_corner *c = &s->corner[index];
    const ph_vec3 d = ph_sub(q->y, c->at);
    if (ph_dot(d, c->normal) <= 0) return;
    for (int j = c->first; j < c[1].first; j++) {
        const phk_shell_edge *e = &s->edge[s->spoke[j]];
        const double ahead = ph_dot(d, e->along);
        if ((e->corner[0] == index ? ahead : -ahead) > 0) return;
    }
    const double distance = ph_norm(d);
    add(q, PHK_PLACE_CORNER, index, c->at, ph_scale(1 / distance, d), distance, false);
}

static void try_edge(search *q, int index)
{
    const phk_shell *s = q->s;
    const phk_shell_edge *e = &s->edge[index];
    const ph_vec3 p = ph_sub(q->y, s->corner[e->corner[0]].at);
    const double ahead = ph_dot(p, e->along);
    if (ahead <= 0 || ph_dot(ph_sub(q->y, s->corner[e->corner[1]].at), e->along) >= 0) return;
    const ph_vec3 d = ph_axpy(p, -ahead, e->along);
    if (ph_dot(d, e->normal) <= 0) return;
    if (side_of(s, e, 0, q->y) > 0 || side_of(s, e, 1, q->y) > 0) return;
    const double distance = ph_norm(d);
    add(q, PHK_PLACE_EDGE, index, ph_sub(q->y, d), ph_scale(1 / distance, d), distance, false);
}

/* A face, and those of its edges and corners that it looks after. */
static void try_face(search *q, int index)
{
    const phk_shell *s = q->s;
    const phk_shell_face *f = &s->face[index];
    const double height = ph_dot(ph_sub(q->y, s->corner[f->corner[0]].at), f->normal);
    bool over = height > 0;
    for (int k = 0; k < 3; k++) {
        const phk_shell_edge *e = &s->edge[f->edge[k]];
        const int side = e->face[1] == index;
        over = over && side_of(s, e, side, q->y) > 0;
        /* by rounding, two faces may have a centre right above their seam: the first one takes it
         */
        if (over && side && fabs(e->turn) < seam && side_of(s, e, 0, q->y) > 0) over = false;
        if (!side) try_edge(q, f->edge[k]);
        if (s->corner[f->corner[k]].face == index) try_corner(q, f->corner[k]);
    }
    if (over)
        add(q, PHK_PLACE_FACE, index, ph_axpy(q->y, -height, f->normal), f->normal, height, false);
}

/* Whether faces of a node may look towards the centre. */
static bool may_look(const phk_shell_node *node, ph_vec3 y)
{
    if (node->cosine <= -1) return true;
    const ph_vec3 middle = ph_scale(0.5, ph_add(node->low, node->high));
    const ph_vec3 d = ph_sub(y, middle), size = ph_sub(node->high, node->low);
    const double square = ph_dot(d, d), radius2 = 0.25 * ph_dot(size, size);
    if (square <= radius2) return true;
    /* scaled by |d|: sine and cosine of the angle the node is seen by */
    const double sine = sqrt(radius2), cosine = sqrt(square - radius2);
    if (node->sine * cosine + node->cosine * sine <= 0) return true;
    return ph_dot(d, node->axis) >= node->cosine * cosine - node->sine * sine;
}

static void find_hits(search *q)
{
    const phk_shell *s = q->s;
    int stack[STACK], depth = 0;
    stack[depth++] = 0;
    while (depth) {
        const int index = stack[--depth];
        const phk_shell_node *node = &s->node[index];
        if (phk_from_box(q->y, node->low, node->high) >= q->reach * q->reach) continue;
        if (!may_look(node, q->y)) continue;
        for (int i = 0; i < node->faces; i++) try_face(q, s->order[node->first + i]);
        if (node->faces || depth + 2 > STACK) continue;
        stack[depth++] = node->other;
        stack[depth++] = index + 1;
    }
}

/* --- what is nearest at all ------------------------------------------------------------------- */

typedef struct {
    double square;
    part is;
    int index;
    ph_vec3 at;
} nearest;

static void consider(nearest *best, ph_vec3 y, ph_vec3 at, part is, int index)
{
    const ph_vec3 d = ph_sub(y, at);
    const double square = ph_dot(d, d);
    if (square < best->square) *best = (nearest){square, is, index, at};
}

static void nearest_of_face(const phk_shell *s, ph_vec3 y, int index, nearest *best)
{
    const phk_shell_face *f = &s->face[index];
    bool over = true;
    for (int k = 0; k < 3; k++) {
        const phk_shell_edge *e = &s->edge[f->edge[k]];
        if (side_of(s, e, e->face[1] == index, y) > 0) continue;
        over = false;
        const ph_vec3 from = s->corner[e->corner[0]].at;
        const double ahead = ph_dot(ph_sub(y, from), e->along);
        if (ahead <= 0)
            consider(best, y, from, PHK_PLACE_CORNER, e->corner[0]);
        else if (ahead >= e->length)
            consider(best, y, s->corner[e->corner[1]].at, PHK_PLACE_CORNER, e->corner[1]);
        else
            consider(best, y, ph_axpy(from, ahead, e->along), PHK_PLACE_EDGE, f->edge[k]);
    }
    if (!over) return;
    const double height = ph_dot(ph_sub(y, s->corner[f->corner[0]].at), f->normal);
    consider(best, y, ph_axpy(y, -height, f->normal), PHK_PLACE_FACE, index);
}

/* Nearer than the root of a square; index -1: nothing is. */
static nearest find_nearest(const phk_shell *s, ph_vec3 y, double square)
{
    nearest best = {.square = square, .index = -1};
    int stack[STACK], depth = 0;
    stack[depth++] = 0;
    while (depth) {
        const int index = stack[--depth];
        const phk_shell_node *node = &s->node[index];
        if (phk_from_box(y, node->low, node->high) >= best.square) continue;
        for (int i = 0; i < node->faces; i++)
            nearest_of_face(s, y, s->order[node->first + i], &best);
        if (node->faces || depth + 2 > STACK) continue;
        /* the nearer half is the next one */
        const phk_shell_node *a = &s->node[index + 1], *b = &s->node[node->other];
        const bool turned = phk_from_box(y, b->low, b->high) < phk_from_box(y, a->low, a->high);
        stack[depth++] = turned ? index + 1 : node->other;
        stack[depth++] = turned ? node->other : index + 1;
    }
    return best;
}

/* What is nearest is one of the hits when the centre is outside, whatever rounding has made of it
 * there; inside it is the way out. */
static void add_nearest(search *q)
{
    double square = INFINITY;
    for (int i = 0; i < q->hits; i++)
        square = fmin(square, (1 - 1e-9) * q->hit[i].distance * q->hit[i].distance);
    const nearest best = find_nearest(q->s, q->y, square);
    if (best.index < 0) return;
    const phk_shell *s = q->s;
    const ph_vec3 d = ph_sub(q->y, best.at);
    const ph_vec3 out = best.is == PHK_PLACE_FACE   ? s->face[best.index].normal
                        : best.is == PHK_PLACE_EDGE ? s->edge[best.index].normal
                                                    : s->corner[best.index].normal;
    const double side = ph_dot(d, out) < 0 ? -1 : 1, distance = sqrt(best.square);
    for (int i = 0; side > 0 && i < q->hits; i++) {
        const ph_vec3 off = ph_sub(q->hit[i].at, best.at);
        if (ph_dot(off, off) <= 1e-18 * best.square ||
            (q->hit[i].is == best.is && q->hit[i].index == best.index))
            return;
    }
    /* right on the surface the direction is that of the faces */
    const bool on = !(distance > 1e-14 * ph_norm(ph_sub(s->high, s->low)));
    const bool own = on || best.is == PHK_PLACE_FACE;
    add(q, best.is, best.index, best.at, own ? out : ph_scale(side / distance, d), side * distance,
        on);
}

/* One of those that rounding has given twice. */
static void drop_doubles(search *q)
{
    for (int i = 0; i < q->hits; i++)
        for (int j = q->hits - 1; j > i; j--) {
            const ph_vec3 off = ph_sub(q->hit[i].at, q->hit[j].at);
            if (ph_dot(q->hit[i].n, q->hit[j].n) < 1 - 1e-9) continue;
            if (ph_norm(off) > 1e-12 * q->hit[i].distance) continue;
            q->hit[j] = q->hit[--q->hits];
        }
}

/* --- weights ---------------------------------------------------------------------------------- */

/* What a motion of the centre makes of a hit: how z and n move. */
static ph_vec3 moves_normal(const phk_shell *s, const hit *h, ph_vec3 m)
{
    if (h->is == PHK_PLACE_FACE || h->still) return ph_v3(0, 0, 0);
    if (h->is == PHK_PLACE_EDGE)
        m = ph_axpy(m, -ph_dot(m, s->edge[h->index].along), s->edge[h->index].along);
    return ph_scale(1 / h->distance, ph_axpy(m, -ph_dot(m, h->n), h->n));
}

static ph_vec3 moves_place(const phk_shell *s, const hit *h, ph_vec3 m)
{
    if (h->is == PHK_PLACE_FACE) return ph_axpy(m, -ph_dot(m, h->n), h->n);
    if (h->is == PHK_PLACE_CORNER) return ph_v3(0, 0, 0);
    const ph_vec3 e = s->edge[h->index].along;
    return ph_scale(ph_dot(m, e), e);
}

static double width_of(const void *what, const phk_shell_edge *e, const phk_place *p, double by[6])
{
    (void)what;
    for (int k = 0; k < 6; k++) by[k] = e->fade * p->by_distance[k];
    return e->fade * p->distance;
}

/* All hits as places, with their weights. */
static void weigh_hits(const search *q, const ph_vec3 by_y[6], phk_place *place)
{
    for (int i = 0; i < q->hits; i++) {
        const hit *h = &q->hit[i];
        phk_place *p = &place[i];
        *p = (phk_place){.is = h->is, .index = h->index, .at = h->at, .n = h->n, .weight = 1};
        p->distance = h->distance;
        for (int k = 0; k < 6; k++) {
            p->by_n[k] = moves_normal(q->s, h, by_y[k]);
            p->by_at[k] = moves_place(q->s, h, by_y[k]);
            p->by_distance[k] = ph_dot(h->n, by_y[k]);
        }
        if (h->distance > 0) phk_place_fade(q->s, p, h->distance, width_of, NULL);
    }
    if (q->hits > 1) phk_places_share(place, q->hits);
}

/* --- points ----------------------------------------------------------------------------------- */

int phk_shell_features(const phk_shell *s)
{
    const int most = s->faces > s->edges ? s->faces : s->edges;
    return 3 * (most > s->corners ? most : s->corners);
}

static void make_point(const phk_place *p, const phk_touch_frame *a, ph_vec3 x, double radius,
                       const phk_touch_frame *b, const ph_vec3 by_y[6], phk_touch_point *t)
{
    *t = (phk_touch_point){.gap = p->distance - radius,
                           .weight = p->weight,
                           .normal = ph_rotate(b->q, p->n),
                           .feature = 3 * p->index + (int)p->is};
    t->point = ph_axpy(x, -(radius + 0.5 * t->gap), t->normal);
    t->arm_a = ph_sub(t->point, a->p);
    t->arm_b = ph_sub(t->point, b->p);
    for (int k = 0; k < 6; k++) {
        const ph_vec3 by_x = ph_rotate(b->q, by_y[k]), dn = ph_rotate(b->q, p->by_n[k]);
        const double dg = ph_dot(t->normal, by_x);
        t->by_normal[k] = dn;
        t->by_point[k] = ph_axpy(ph_axpy(by_x, -0.5 * dg, t->normal), -(radius + 0.5 * t->gap), dn);
        t->by_weight[k] = p->by_weight[k];
    }
}

int phk_touch_ball(const phk_touch_frame *a, ph_vec3 centre, double radius,
                   const phk_touch_frame *b, const phk_shell *s, double within,
                   phk_touch_point *touch)
{
    const ph_vec3 arm = ph_rotate(a->q, centre), x = ph_add(a->p, arm);
    search q;
    q.s = s;
    q.y = ph_unrotate(b->q, ph_sub(x, b->p));
    q.hits = 0;
    const double reach = radius + within;
    if (phk_from_box(q.y, s->low, s->high) >= fmax(reach, 0) * reach) return 0;
    /* those that only share are further than those that touch */
    q.reach = farther * reach;
    if (reach > 0) find_hits(&q);
    add_nearest(&q);
    drop_doubles(&q);

    ph_vec3 by_y[6];
    for (int k = 0; k < 6; k++) by_y[k] = ph_unrotate(b->q, phk_touch_moves(k, arm));
    phk_place place[HITS];
    weigh_hits(&q, by_y, place);
    int points = 0;
    for (int i = 0; i < q.hits; i++)
        if (place[i].distance < reach && place[i].weight > 0)
            make_point(&place[i], a, x, radius, b, by_y, &touch[points++]);
    return points;
}
