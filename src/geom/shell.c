/* SPDX-License-Identifier: BSD-3-Clause
 *
 * shell.c -- from triangles to faces, edges and corners: which belong together, and what is wrong
 * with those that do not.
 *
 * Half edges, sorted by their ends, lie beside those of the face across: two of opposite sense are
 * an edge. A ball of the rounding that touches the faces of a corner from inside lies at the corner
 * plus m, where m.n = -rounding for each face normal n: by least squares, as a corner may have more
 * than three faces.
 */
#include "geom/shell.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Of the thickness: the rounding of edges nobody has asked for. */
#define ROUND 0.02

/* [rad] what turns less is flat */
static const double flat = 1e-6;

static const char *const no_memory = "needs more memory than there is";

/* From corner `from` to `to` along a face, by the lesser of them first. */
typedef struct {
    int low, high, face, side;
    bool back; /* from the higher to the lower */
} half_edge;

typedef struct {
    ph_vec3 at;
    int index;
} labelled;

static int compare_places(const void *a, const void *b)
{
    const labelled *p = a, *q = b;
    if (p->at.x != q->at.x) return p->at.x < q->at.x ? -1 : 1;
    if (p->at.y != q->at.y) return p->at.y < q->at.y ? -1 : 1;
    if (p->at.z != q->at.z) return p->at.z < q->at.z ? -1 : 1;
    return (p->index > q->index) - (p->index < q->index);
}

static int compare_edges(const void *a, const void *b)
{
    const half_edge *p = a, *q = b;
    if (p->low != q->low) return p->low < q->low ? -1 : 1;
    if (p->high != q->high) return p->high < q->high ? -1 : 1;
    return (p->face > q->face) - (p->face < q->face);
}

static void *take(phk_arena *arena, int count, size_t size)
{
    return phk_arena_alloc(arena, (size_t)(count > 0 ? count : 1) * size);
}

/* A clause with a number, kept in the arena. */
static const char *clause(phk_arena *arena, int count, const char *one, const char *many)
{
    char text[120];
    snprintf(text, sizeof text, count == 1 ? one : many, count);
    const char *kept = phk_arena_text(arena, text, strlen(text));
    return kept ? kept : no_memory;
}

/* --- corners and faces ------------------------------------------------------------------------ */

/* Which vertices are there at all: each in place of those at the same position, in the order of
 * the mesh. to[i] is what vertex i has become, kept[to[i]] where. Returns how many; -1: no memory.
 */
static int merge(const ph_mesh *m, int *to, ph_vec3 *kept)
{
    labelled *list = malloc((size_t)(m->vertices + 1) * sizeof *list);
    if (!list) return -1;
    for (int i = 0; i < m->vertices; i++) list[i] = (labelled){m->vertex[i], i};
    qsort(list, (size_t)m->vertices, sizeof *list, compare_places);
    for (int i = 0, first = 0; i < m->vertices; i++) {
        const ph_vec3 p = list[first].at, q = list[i].at;
        if (p.x != q.x || p.y != q.y || p.z != q.z) first = i;
        to[list[i].index] = list[first].index;
    }
    free(list);
    /* the first of each is the one they have become, and has been there before */
    int count = 0;
    for (int i = 0; i < m->vertices; i++) {
        if (to[i] == i) kept[count] = m->vertex[i];
        to[i] = to[i] == i ? count++ : to[to[i]];
    }
    return count;
}

const ph_mesh *phk_mesh_keep(const ph_mesh *m, double scale, phk_arena *arena)
{
    int *to = malloc((size_t)(m->vertices + 1) * sizeof *to);
    ph_mesh *copy = phk_arena_alloc(arena, sizeof *copy);
    ph_vec3 *vertex = take(arena, m->vertices, sizeof *vertex);
    int *corner = take(arena, 3 * m->triangles, sizeof *corner);
    const bool room = to && copy && vertex && corner;
    const int vertices = room ? merge(m, to, vertex) : -1;
    for (int i = 0; i < vertices; i++) vertex[i] = ph_scale(scale, vertex[i]);
    for (int i = 0; vertices >= 0 && i < 3 * m->triangles; i++) {
        const int c = m->corner[i];
        corner[i] = c >= 0 && c < m->vertices ? to[c] : -1;
    }
    free(to);
    if (vertices < 0) return NULL;
    *copy = (ph_mesh){
        .vertex = vertex, .corner = corner, .vertices = vertices, .triangles = m->triangles};
    return copy;
}

static bool is_finite(const ph_mesh *m)
{
    for (int i = 0; i < m->vertices; i++)
        if (!isfinite(m->vertex[i].x) || !isfinite(m->vertex[i].y) || !isfinite(m->vertex[i].z))
            return false;
    return true;
}

static bool has_corners(const ph_mesh *m)
{
    for (int i = 0; i < 3 * m->triangles; i++)
        if (m->corner[i] < 0 || m->corner[i] >= m->vertices) return false;
    return true;
}

/* Triangles that have two corners at one place are nothing, and left out. */
static const char *make_faces(const ph_mesh *m, phk_arena *arena, phk_shell *s)
{
    *s = (phk_shell){0};
    if (!m || m->triangles < 1) return "has no triangles";
    if (!has_corners(m)) return "has a triangle without a corner";
    if (!is_finite(m)) return "has a corner that is not finite";
    int *to = malloc((size_t)m->vertices * sizeof *to);
    ph_vec3 *kept = malloc((size_t)m->vertices * sizeof *kept);
    s->face = take(arena, m->triangles, sizeof *s->face);
    s->corner = take(arena, m->vertices + 1, sizeof *s->corner);
    const bool room = to && kept && s->face && s->corner;
    s->corners = room ? merge(m, to, kept) : -1;
    for (int i = 0; i < s->corners; i++) s->corner[i].at = kept[i];
    free(kept);
    if (s->corners < 0) {
        free(to);
        return no_memory;
    }
    for (int i = 0; i < m->triangles; i++) {
        const int *c = &m->corner[3 * i], a = to[c[0]], b = to[c[1]], d = to[c[2]];
        if (a == b || b == d || a == d) continue;
        s->face[s->faces++] = (phk_shell_face){.corner = {a, b, d}};
    }
    free(to);
    return s->faces > 0 ? NULL : "has no triangles";
}

/* --- edges ------------------------------------------------------------------------------------ */

static half_edge *sorted_edges(const phk_shell *s)
{
    half_edge *list = malloc((size_t)s->faces * 3 * sizeof *list);
    for (int i = 0; list && i < 3 * s->faces; i++) {
        const int *c = s->face[i / 3].corner, a = c[i % 3], b = c[(i + 1) % 3];
        list[i] = (half_edge){a < b ? a : b, a < b ? b : a, i / 3, i % 3, a > b};
    }
    if (list) qsort(list, (size_t)s->faces * 3, sizeof *list, compare_edges);
    return list;
}

/* Pairs of half edges; those that are none are counted. */
typedef struct {
    int open, crowded, opposed;
} misfits;

static misfits pair_edges(phk_shell *s, const half_edge *list)
{
    misfits wrong = {0};
    const int n = 3 * s->faces;
    for (int i = 0, next; i < n; i = next) {
        for (next = i + 1; next < n; next++)
            if (list[next].low != list[i].low || list[next].high != list[i].high) break;
        if (next - i != 2) {
            *(next - i == 1 ? &wrong.open : &wrong.crowded) += 1;
            continue;
        }
        if (list[i].back == list[i + 1].back) {
            wrong.opposed++;
            continue;
        }
        const half_edge *f = &list[i + list[i].back], *b = &list[i + !list[i].back];
        phk_shell_edge *e = &s->edge[s->edges];
        *e = (phk_shell_edge){.corner = {f->low, f->high}, .face = {f->face, b->face}};
        s->face[f->face].edge[f->side] = s->face[b->face].edge[b->side] = s->edges++;
    }
    return wrong;
}

static const char *make_edges(phk_shell *s, phk_arena *arena)
{
    s->edge = take(arena, 3 * s->faces, sizeof *s->edge);
    half_edge *list = sorted_edges(s);
    if (!s->edge || !list) {
        free(list);
        return no_memory;
    }
    const misfits wrong = pair_edges(s, list);
    free(list);
    if (wrong.crowded)
        return clause(arena, wrong.crowded, "has %d edge of more than two triangles",
                      "has %d edges of more than two triangles");
    if (wrong.open)
        return clause(arena, wrong.open, "is not closed: %d edge is that of one triangle alone",
                      "is not closed: %d edges are those of one triangle alone");
    if (wrong.opposed)
        return clause(arena, wrong.opposed, "has %d edge whose triangles look to different sides",
                      "has %d edges whose triangles look to different sides");
    return NULL;
}

/* --- measures --------------------------------------------------------------------------------- */

static ph_vec3 twice_area(const phk_shell *s, const phk_shell_face *f)
{
    const ph_vec3 a = s->corner[f->corner[0]].at;
    return ph_cross(ph_sub(s->corner[f->corner[1]].at, a), ph_sub(s->corner[f->corner[2]].at, a));
}

/* Volume about a place near the mesh, so that no digits are lost, and area. */
static double volume_of(const phk_shell *s, double *area)
{
    const ph_vec3 o = s->corner[s->face[0].corner[0]].at;
    double volume = 0;
    *area = 0;
    for (int i = 0; i < s->faces; i++) {
        const ph_vec3 n = twice_area(s, &s->face[i]);
        volume += ph_dot(n, ph_sub(s->corner[s->face[i].corner[0]].at, o)) / 6;
        *area += 0.5 * ph_norm(n);
    }
    return volume;
}

/* Triangles whose height is less than rounding leaves of it. */
static int without_area(const phk_shell *s)
{
    int count = 0;
    for (int i = 0; i < s->faces; i++) {
        const int *c = s->face[i].corner;
        double longest = 0;
        for (int k = 0; k < 3; k++)
            longest =
                fmax(longest, ph_norm(ph_sub(s->corner[c[k]].at, s->corner[c[(k + 1) % 3]].at)));
        count += !(ph_norm(twice_area(s, &s->face[i])) > 1e-10 * longest * longest);
    }
    return count;
}

static const char *make(const ph_mesh *mesh, phk_arena *arena, phk_shell *s)
{
    const char *wrong = make_faces(mesh, arena, s);
    if (!wrong) wrong = make_edges(s, arena);
    if (wrong) return wrong;
    double around;
    const double volume = volume_of(s, &around);
    if (volume < 0) return "is inside out: its triangles look inwards";
    if (!(volume > 0)) return "has no volume";
    const int empty = without_area(s);
    return empty ? clause(arena, empty, "has %d triangle without an area",
                          "has %d triangles without an area")
                 : NULL;
}

/* --- directions ------------------------------------------------------------------------------- */

static ph_vec3 unit(ph_vec3 v)
{
    return ph_scale(1 / ph_norm(v), v);
}

/* How far the surface about a concave edge shares its load between its faces: touch_place.c. */
static void set_fade(const phk_shell *s, phk_shell_edge *e)
{
    const double full = 0.26, sharp = 0.8, least = 0.15;
    const double turn = fmin(-e->turn, 3.1);
    if (turn <= flat) return;
    const double part = fmin(fmax((sharp - turn) / (sharp - full), 0), 1);
    e->fade = 2 * sin(0.5 * turn) * (least + (1 - least) * part);
    e->most_fade = INFINITY;
    for (int k = 0; k < 2; k++) {
        const double area = ph_norm(twice_area(s, &s->face[e->face[k]]));
        e->most_fade = fmin(e->most_fade, area / e->length);
    }
}

static void set_edge(const phk_shell *s, phk_shell_edge *e)
{
    const ph_vec3 way = ph_sub(s->corner[e->corner[1]].at, s->corner[e->corner[0]].at);
    const ph_vec3 n0 = s->face[e->face[0]].normal, n1 = s->face[e->face[1]].normal;
    e->length = ph_norm(way);
    e->along = unit(way);
    e->inward[0] = unit(ph_cross(n0, e->along));
    e->inward[1] = unit(ph_cross(e->along, n1));
    e->turn = atan2(ph_dot(ph_cross(n0, n1), e->along), ph_dot(n0, n1));
    /* a fold: the faces lie on each other, and outside is where they end */
    const ph_vec3 sum = ph_add(n0, n1);
    e->normal = ph_norm(sum) > 1e-7 ? unit(sum) : ph_scale(-1, e->inward[0]);
    set_fade(s, e);
}

/* Room for the edges of each corner, one after the other. */
static bool list_spokes(phk_shell *s, phk_arena *arena)
{
    s->spoke = take(arena, 2 * s->edges, sizeof *s->spoke);
    int *next = take(arena, s->corners + 1, sizeof *next);
    if (!s->spoke || !next) return false;
    for (int i = 0; i < 2 * s->edges; i++) next[s->edge[i / 2].corner[i % 2] + 1]++;
    for (int i = 0; i <= s->corners; i++) {
        if (i) next[i] += next[i - 1];
        s->corner[i].first = next[i];
    }
    for (int i = 0; i < 2 * s->edges; i++) s->spoke[next[s->edge[i / 2].corner[i % 2]]++] = i / 2;
    return true;
}

/* m of the head, for a rounding of 1, by least squares with a touch of damping, so that a flat
 * corner moves along its normal alone; a needle moves three times the rounding at most. */
static ph_vec3 inset_of(const phk_shell *s, const phk_shell_corner *c, const phk_shell_corner *end)
{
    double a[3][3] = {{1e-11, 0, 0}, {0, 1e-11, 0}, {0, 0, 1e-11}}, b[3] = {0};
    const double start[3] = {-c->normal.x, -c->normal.y, -c->normal.z};
    for (int i = c->first; i < end->first; i++)
        for (int side = 0; side < 2; side++) {
            const ph_vec3 n = s->face[s->edge[s->spoke[i]].face[side]].normal;
            const double v[3] = {n.x, n.y, n.z}, off = -1 + ph_dot(n, c->normal);
            for (int j = 0; j < 3; j++) {
                for (int k = 0; k < 3; k++) a[j][k] += v[j] * v[k];
                b[j] += off * v[j];
            }
        }
    /* a is symmetric and positive: no search for a pivot */
    for (int j = 0; j < 3; j++)
        for (int k = j + 1; k < 3; k++) {
            const double f = a[k][j] / a[j][j];
            for (int l = j; l < 3; l++) a[k][l] -= f * a[j][l];
            b[k] -= f * b[j];
        }
    for (int j = 2; j >= 0; j--) {
        for (int k = j + 1; k < 3; k++) b[j] -= a[j][k] * b[k];
        b[j] /= a[j][j];
    }
    const ph_vec3 m = {start[0] + b[0], start[1] + b[1], start[2] + b[2]};
    return ph_scale(fmin(1, 3 / ph_norm(m)), m);
}

static void set_corners(phk_shell *s)
{
    for (int i = 0; i < 3 * s->faces; i++) {
        const phk_shell_face *f = &s->face[i / 3];
        phk_shell_corner *c = &s->corner[f->corner[i % 3]];
        const ph_vec3 u = ph_sub(s->corner[f->corner[(i + 1) % 3]].at, c->at);
        const ph_vec3 v = ph_sub(s->corner[f->corner[(i % 3 + 2) % 3]].at, c->at);
        const double angle = atan2(ph_norm(ph_cross(u, v)), ph_dot(u, v));
        c->normal = ph_axpy(c->normal, angle, f->normal);
        c->face = i / 3;
    }
    for (int i = 0; i < s->corners; i++) {
        phk_shell_corner *c = &s->corner[i];
        const double size = ph_norm(c->normal);
        c->normal = size > 1e-9 ? ph_scale(1 / size, c->normal) : s->face[c->face].normal;
        c->pointed = c[1].first > c->first ? INFINITY : 0;
        for (int j = c->first; j < c[1].first; j++) {
            const phk_shell_edge *e = &s->edge[s->spoke[j]];
            const double down = ph_dot(c->normal, e->along);
            c->pointed = fmin(c->pointed, e->corner[0] == i ? -down : down);
        }
        c->inset = ph_axpy(c->at, s->rounding, inset_of(s, c, c + 1));
    }
}

/* Away from a corner along one of its edges. */
static ph_vec3 spoke_of(const phk_shell *s, int corner, int index)
{
    const phk_shell_edge *e = &s->edge[index];
    return ph_scale(e->corner[0] == corner ? 1 : -1, e->along);
}

/* How far the edge of a corner that is most ahead goes along n. */
static double most_ahead(const phk_shell *s, int corner, ph_vec3 n, ph_vec3 *along)
{
    const phk_shell_corner *c = &s->corner[corner];
    double most = -INFINITY;
    for (int j = c->first; j < c[1].first; j++) {
        const ph_vec3 e = spoke_of(s, corner, s->spoke[j]);
        if (ph_dot(n, e) > most) most = ph_dot(n, e), *along = e;
    }
    return most;
}

/* Whether there is a direction that leads away from all edges of a corner, so that a ball may rest
 * on it. All such directions lie between some that are normal to two edges; of very many edges one
 * is searched for by leaving that most ahead, again and again. */
static bool bears(const phk_shell *s, int corner)
{
    enum { FEW = 16, OFTEN = 500 };
    const phk_shell_corner *c = &s->corner[corner];
    ph_vec3 n = c->normal, worst;
    const int edges = c[1].first - c->first;
    for (int i = 0; edges <= FEW && i < edges * edges; i++) {
        const ph_vec3 u = spoke_of(s, corner, s->spoke[c->first + i / edges]);
        n = ph_cross(u, spoke_of(s, corner, s->spoke[c->first + i % edges]));
        if (ph_norm(n) < 1e-9) continue;
        n = unit(n);
        if (ph_dot(n, c->normal) > 0 && most_ahead(s, corner, n, &worst) < 1e-12) return true;
    }
    for (int i = 0; edges > FEW && i < OFTEN; i++) {
        const double most = most_ahead(s, corner, n, &worst);
        if (most <= 0) return ph_dot(n, c->normal) > 0;
        n = ph_axpy(n, -(most + 1e-4), worst);
        if (ph_norm(n) < 1e-3) return false;
        n = unit(n);
    }
    return false;
}

/* The edge that goes on from a corner as another one does, straight and between the same planes;
 * -1: there is none. */
static int next_of_run(const phk_shell *s, int index, int corner)
{
    const phk_shell_edge *e = &s->edge[index];
    const ph_vec3 way = spoke_of(s, corner, index);
    const ph_vec3 n[2] = {s->face[e->face[0]].normal, s->face[e->face[1]].normal};
    for (int j = s->corner[corner].first; j < s->corner[corner + 1].first; j++) {
        const phk_shell_edge *f = &s->edge[s->spoke[j]];
        if (s->spoke[j] == index || f->turn < flat) continue;
        if (ph_norm(ph_add(way, spoke_of(s, corner, s->spoke[j]))) > flat) continue;
        const bool turned = ph_dot(e->along, f->along) < 0;
        if (ph_norm(ph_sub(n[0], s->face[f->face[turned]].normal)) < flat &&
            ph_norm(ph_sub(n[1], s->face[f->face[!turned]].normal)) < flat)
            return s->spoke[j];
    }
    return -1;
}

static int other_end(const phk_shell_edge *e, int corner)
{
    return e->corner[e->corner[0] == corner];
}

/* Puts a run together from an edge on; where it goes over into one that is known it ends. */
static void walk_run(phk_shell *s, int index, int from)
{
    int to = from, edges = 0;
    for (int j = index; j >= 0 && s->edge[j].run_of < 0 && edges < s->edges; edges++) {
        s->edge[j].run_of = index;
        to = other_end(&s->edge[j], to);
        j = next_of_run(s, j, to);
    }
    for (int j = index, at = from; edges > 0; edges--) {
        s->edge[j].run[0] = from;
        s->edge[j].run[1] = to;
        at = other_end(&s->edge[j], at);
        if (edges > 1) j = next_of_run(s, j, at);
    }
}

/* Runs of convex edges, each from an end of it. */
static void find_runs(phk_shell *s)
{
    for (int i = 0; i < s->edges; i++) s->edge[i].run_of = s->edge[i].turn < flat ? i : -1;
    for (int i = 0; i < 2 * s->edges; i++) {
        const phk_shell_edge *e = &s->edge[i / 2];
        const int from = e->corner[i % 2];
        if (e->run_of < 0 && next_of_run(s, i / 2, from) < 0) walk_run(s, i / 2, from);
    }
    for (int i = 0; i < s->edges; i++) {
        phk_shell_edge *e = &s->edge[i];
        if (e->run_of >= 0 && e->turn >= flat) continue;
        e->run_of = i;
        for (int k = 0; k < 2; k++) e->run[k] = e->corner[k];
    }
}

const char *phk_shell_create(const ph_mesh *mesh, double rounding, phk_arena *arena, phk_shell *s,
                             ph_vec3 *middle)
{
    *middle = ph_v3(0, 0, 0);
    const char *wrong = make(mesh, arena, s);
    if (wrong) return wrong;
    s->low = s->high = s->corner[s->face[0].corner[0]].at;
    for (int i = 0; i < 3 * s->faces; i++) {
        const ph_vec3 v = s->corner[s->face[i / 3].corner[i % 3]].at;
        s->low = ph_v3(fmin(s->low.x, v.x), fmin(s->low.y, v.y), fmin(s->low.z, v.z));
        s->high = ph_v3(fmax(s->high.x, v.x), fmax(s->high.y, v.y), fmax(s->high.z, v.z));
    }
    *middle = ph_scale(0.5, ph_add(s->low, s->high));
    for (int i = 0; i < s->corners; i++) s->corner[i].at = ph_sub(s->corner[i].at, *middle);
    s->low = ph_sub(s->low, *middle);
    s->high = ph_sub(s->high, *middle);
    double area;
    const ph_vec3 size = ph_sub(s->high, s->low);
    const double volume = volume_of(s, &area);
    s->thickness = fmin(2 * volume / area, fmin(size.x, fmin(size.y, size.z)));
    s->rounding = rounding > 0 ? rounding : ROUND * s->thickness;
    if (2 * s->rounding > s->thickness) return "is rounded by more than half its thickness";

    for (int i = 0; i < s->faces; i++) s->face[i].normal = unit(twice_area(s, &s->face[i]));
    for (int i = 0; i < s->edges; i++) set_edge(s, &s->edge[i]);
    if (!list_spokes(s, arena)) return no_memory;
    set_corners(s);
    for (int i = 0; i < s->corners; i++) s->corner[i].bears = bears(s, i);
    find_runs(s);
    return phk_shell_grow_tree(s, arena) ? NULL : no_memory;
}
