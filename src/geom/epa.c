/* SPDX-License-Identifier: BSD-3-Clause
 *
 * epa.c -- the least way out of each other for convex sets that meet (van den Bergen 2001).
 *
 * The difference A - B has the origin inside. A polytope of its points grows at the face that is
 * nearest to the origin until the furthest point along that face's normal is on it. Each of these
 * points is a way out that suffices, each nearest face one that does not: the least of the former
 * is what is given. Exact for bodies with flat faces; of round ones the polytope is never all, its
 * faces become slivers, and `unsure` says what is left.
 */
#include "geom/convex.h"

enum { MOST_POINTS = 160, MOST_FACES = 512, MOST_EDGES = 512 };

typedef struct {
    int corner[3];
    ph_vec3 normal; /* unit, outwards */
    double distance;
} facet;

typedef struct {
    phk_convex_vertex point[MOST_POINTS];
    facet face[MOST_FACES];
    int edge[MOST_EDGES][2];
    int points, faces, edges;
    double size; /* [m] of the difference, for what is zero */
    bool full;
} polytope;

/* A face without an area is never the nearest one. */
static void add_face(polytope *p, int i, int j, int k)
{
    if (p->faces == MOST_FACES) {
        p->full = true;
        return;
    }
    facet *const f = &p->face[p->faces++];
    *f = (facet){.corner = {i, j, k}, .distance = INFINITY};
    const ph_vec3 e = ph_sub(p->point[j].w, p->point[i].w),
                  g = ph_sub(p->point[k].w, p->point[i].w);
    const ph_vec3 m = ph_cross(e, g);
    const double area = ph_norm(m);
    if (area <= 1e-28 * p->size * p->size) return;
    f->normal = ph_scale(1 / area, m);
    f->distance = ph_dot(f->normal, p->point[i].w);
}

/* A direction in which the simplex has no extent yet; zero: there is none left to try. */
static ph_vec3 missing(const polytope *p, int turn)
{
    const ph_vec3 axis = ph_scale(turn % 2 ? -1 : 1, phk_touch_unit(turn / 2));
    if (p->points == 1) return axis;
    const ph_vec3 e = ph_sub(p->point[1].w, p->point[0].w);
    if (p->points == 2) return ph_cross(e, axis);
    const ph_vec3 m = ph_cross(e, ph_sub(p->point[2].w, p->point[0].w));
    return ph_scale(turn % 2 ? -1 : 1, m);
}

/* How far a point is from the flat set that those before it span. */
static double height(const polytope *p, ph_vec3 w)
{
    const ph_vec3 d = ph_sub(w, p->point[0].w);
    if (p->points == 1) return ph_norm(d);
    const ph_vec3 e = ph_sub(p->point[1].w, p->point[0].w);
    if (p->points == 2) return ph_norm(ph_cross(d, e)) / ph_norm(e);
    const ph_vec3 m = ph_cross(e, ph_sub(p->point[2].w, p->point[0].w));
    return fabs(ph_dot(d, m)) / ph_norm(m);
}

/* Four points that span a volume; false: the difference is flat. Corners that add nothing are left
 * out, directions are tried until one adds something. */
static bool fill(phk_convex_pair *pair, const phk_convex_vertex *corner, int corners, polytope *p)
{
    for (int i = 0; i < corners; i++) p->size = fmax(p->size, ph_norm(corner[i].w));
    for (int i = 0; i < 6; i++) {
        const ph_vec3 axis = ph_scale(i % 2 ? -1 : 1, phk_touch_unit(i / 2));
        const phk_convex_vertex v = phk_convex_furthest(pair, axis);
        p->size = fmax(p->size, ph_norm(v.w));
    }
    p->point[p->points++] = corner[0];
    for (int i = 1; i < corners; i++)
        if (height(p, corner[i].w) > 1e-10 * p->size) p->point[p->points++] = corner[i];
    for (int turn = 0; p->points < 4 && turn < 6; turn++) {
        const ph_vec3 direction = missing(p, turn);
        if (ph_norm(direction) <= 0) continue;
        const phk_convex_vertex v = phk_convex_furthest(pair, direction);
        if (height(p, v.w) <= 1e-12 * p->size) continue;
        p->point[p->points++] = v;
        turn = -1;
    }
    return p->points == 4;
}

/* Outwards is away from the middle of the first four points. */
static void begin(polytope *p)
{
    static const int corner[4][3] = {{0, 1, 2}, {0, 3, 1}, {0, 2, 3}, {1, 3, 2}};
    const ph_vec3 a = p->point[0].w;
    const ph_vec3 m = ph_cross(ph_sub(p->point[1].w, a), ph_sub(p->point[2].w, a));
    const bool inside_out = ph_dot(m, ph_sub(p->point[3].w, a)) > 0;
    for (int i = 0; i < 4; i++)
        add_face(p, corner[i][0], corner[i][inside_out ? 2 : 1], corner[i][inside_out ? 1 : 2]);
}

/* An edge of two faces that go is inside; of one it is where new faces begin. */
static void add_edge(polytope *p, int i, int j)
{
    for (int k = 0; k < p->edges; k++)
        if (p->edge[k][0] == j && p->edge[k][1] == i) {
            p->edges--;
            p->edge[k][0] = p->edge[p->edges][0];
            p->edge[k][1] = p->edge[p->edges][1];
            return;
        }
    if (p->edges == MOST_EDGES) {
        p->full = true;
        return;
    }
    p->edge[p->edges][0] = i;
    p->edge[p->edges++][1] = j;
}

/* Faces that see the new point go; it is joined to the edge of the hole. */
static void grow(polytope *p, const phk_convex_vertex *v)
{
    const int at = p->points++;
    int kept = 0;
    p->point[at] = *v;
    p->edges = 0;
    for (int i = 0; i < p->faces; i++) {
        const facet f = p->face[i];
        if (ph_dot(f.normal, ph_sub(v->w, p->point[f.corner[0]].w)) > 1e-14 * p->size)
            for (int k = 0; k < 3; k++) add_edge(p, f.corner[k], f.corner[(k + 1) % 3]);
        else
            p->face[kept++] = f;
    }
    p->faces = kept;
    for (int k = 0; k < p->edges; k++) add_face(p, p->edge[k][0], p->edge[k][1], at);
}

/* Out along the normal of a face, with the points of A and B where the origin is over it. */
static void conclude(const polytope *p, const facet *f, double out, phk_convex_gap *gap)
{
    const phk_convex_vertex *const v[3] = {&p->point[f->corner[0]], &p->point[f->corner[1]],
                                           &p->point[f->corner[2]]};
    const ph_vec3 e = ph_sub(v[1]->w, v[0]->w), g = ph_sub(v[2]->w, v[0]->w);
    const ph_vec3 m = ph_cross(e, g), o = ph_scale(-1, v[0]->w);
    const double s = ph_dot(ph_cross(o, g), m) / ph_dot(m, m);
    const double t = ph_dot(ph_cross(e, o), m) / ph_dot(m, m);
    gap->a = ph_axpy(ph_axpy(ph_scale(1 - s - t, v[0]->a), s, v[1]->a), t, v[2]->a);
    gap->distance = -out;
    gap->normal = ph_scale(-1, f->normal);
    gap->b = ph_sub(gap->a, ph_scale(gap->distance, gap->normal));
}

/* Of a flat difference nothing is in the way across it. */
static void conclude_flat(const polytope *p, phk_convex_gap *gap)
{
    ph_vec3 n = {0, 0, 0};
    for (int turn = 0; turn < 6 && ph_norm(n) <= 0; turn += 2) n = missing(p, turn);
    gap->normal = ph_scale(1 / ph_norm(n), n);
    gap->a = gap->b = p->point[0].a;
}

void phk_epa(phk_convex_pair *pair, const phk_convex_vertex simplex[4], int corners,
             phk_convex_gap *gap)
{
    polytope p;
    p.points = p.faces = p.edges = 0;
    p.size = 0;
    p.full = false;
    if (!fill(pair, simplex, corners, &p)) {
        conclude_flat(&p, gap);
        return;
    }
    begin(&p);
    double least = INFINITY, sure = -INFINITY;
    for (;;) {
        int best = 0;
        for (int i = 1; i < p.faces; i++)
            if (p.face[i].distance < p.face[best].distance) best = i;
        const facet f = p.face[best];

        /* the polytope only grows: a face that is nearer than those before it is rounding */
        if (!(f.distance >= sure - 1e-12 * p.size) || !isfinite(f.distance)) return;
        sure = fmax(sure, f.distance);
        const phk_convex_vertex v = phk_convex_furthest(pair, f.normal);
        const double out = ph_dot(v.w, f.normal);
        if (out < least) {
            least = out;
            conclude(&p, &f, out, gap);
        }
        gap->unsure = fmax(0, least - sure);
        if (out - f.distance < 1e-12 * p.size || p.points == MOST_POINTS) return;
        grow(&p, &v);
        if (p.full || p.faces == 0) return;
    }
}
