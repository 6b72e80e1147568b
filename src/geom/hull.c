/* SPDX-License-Identifier: BSD-3-Clause
 *
 * hull.c -- the least convex body about points: quickhull (Barber, Dobkin, Huhdanpaa 1996), in
 * whole numbers.
 *
 * From a tetrahedron on, a point that is furthest outside of a face takes the place of all faces it
 * sees: new ones join it to the edges between those it sees and those it does not. Whether it sees
 * one is the sign of a determinant. Places are rounded to a grid of 2^36 steps, so that the
 * determinant fits into 128 bits and its sign is true: the body stays convex, whatever the points,
 * and no face is without an area.
 *
 * What stands out by less than `slack` is not asked for. Points of a flat face or a straight edge
 * may be taken nonetheless, before those at its ends are: what is as near to the hull of its
 * neighbours is left out when all is done, and the hull made again. None of its neighbours goes in
 * the same round, or of two at one place both went.
 */
#include "geom/hull.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "geom/convex.h"

__extension__ typedef __int128 wide;

/* Of the size: steps of the grid, what stands out too little, what is too thin; [rad] what is flat.
 */
static const double steps = 0x1p36, slack = 2e-7, thin = 1e-5, flat = 1e-6;
enum { ROUNDS = 60 };

static const char *const no_memory = "there is not enough memory for the hull of its points";

/* Counter-clockwise from outside; across the edge from corner k to the next one lies `next[k]`. */
typedef struct {
    int corner[3], next[3];
    int first, far; /* points outside of it, as a list; the furthest of them; -1: none */
    double most;    /* how far that is, times `size` */
    wide normal[3];
    double about[3], size; /* the same, nearly, and its length */
    bool dead, waits, seen;
} face;

typedef struct {
    int64_t (*at)[3]; /* [points] in steps */
    int *link;        /* [points] the next one outside of the same face */
    int *begins;      /* [points] of corners along a border: the new face whose edge begins there */
    int points;
    face *f;
    int faces, room;
    int *wait, waiting; /* faces that have points outside of them, and room for all */
    int *stack, *border;
    int spare; /* faces that are no more, as a list through `first` */
} hull;

/* --- faces ------------------------------------------------------------------------------------ */

static void find_normal(const hull *h, const int c[3], wide n[3])
{
    int64_t u[3], v[3];
    for (int k = 0; k < 3; k++) {
        u[k] = h->at[c[1]][k] - h->at[c[0]][k];
        v[k] = h->at[c[2]][k] - h->at[c[0]][k];
    }
    for (int k = 0; k < 3; k++) {
        const int i = (k + 1) % 3, j = (k + 2) % 3;
        n[k] = (wide)u[i] * v[j] - (wide)u[j] * v[i];
    }
}

/* Above zero: the point sees the face. */
static wide side_of(const hull *h, const face *f, int point)
{
    const int64_t *o = h->at[f->corner[0]], *p = h->at[point];
    return f->normal[0] * (p[0] - o[0]) + f->normal[1] * (p[1] - o[1]) +
           f->normal[2] * (p[2] - o[2]);
}

static double norm3(double x, double y, double z)
{
    return sqrt(x * x + y * y + z * z);
}

static bool more_room(hull *h)
{
    const int room = h->room ? 2 * h->room : 64;
    void *f = realloc(h->f, (size_t)room * sizeof *h->f);
    if (f) h->f = f;
    void *wait = realloc(h->wait, (size_t)room * sizeof *h->wait);
    if (wait) h->wait = wait;
    void *stack = realloc(h->stack, (size_t)room * sizeof *h->stack);
    if (stack) h->stack = stack;
    void *border = realloc(h->border, (size_t)room * 3 * sizeof *h->border);
    if (border) h->border = border;
    if (!f || !wait || !stack || !border) return false;
    h->room = room;
    return true;
}

/* -1: out of memory. */
static int new_face(hull *h, int a, int b, int c)
{
    int i = h->spare;
    if (i >= 0)
        h->spare = h->f[i].first;
    else if (h->faces < h->room || more_room(h))
        i = h->faces++;
    else
        return -1;
    face *f = &h->f[i];
    *f = (face){.corner = {a, b, c}, .first = -1, .far = -1};
    find_normal(h, f->corner, f->normal);
    for (int k = 0; k < 3; k++) f->about[k] = (double)f->normal[k];
    f->size = norm3(f->about[0], f->about[1], f->about[2]);
    return i;
}

static void give_back(hull *h, int i)
{
    h->f[i].first = h->spare;
    h->spare = i;
}

/* Gives a point to a face it is outside of by more than rounding; false: it is not. */
static bool offer(hull *h, int i, int point)
{
    face *f = &h->f[i];
    const int64_t *o = h->at[f->corner[0]], *p = h->at[point];
    const double side = f->about[0] * (double)(p[0] - o[0]) + f->about[1] * (double)(p[1] - o[1]) +
                        f->about[2] * (double)(p[2] - o[2]);
    if (!(side > slack * steps * f->size)) return false;
    h->link[point] = f->first;
    f->first = point;
    if (side > f->most) f->most = side, f->far = point;
    if (!f->waits) h->wait[h->waiting++] = i;
    f->waits = true;
    return true;
}

/* --- the first four --------------------------------------------------------------------------- */

static ph_vec3 place(const hull *h, int i)
{
    const int64_t *p = h->at[i];
    return ph_v3((double)p[0], (double)p[1], (double)p[2]);
}

/* The two points furthest apart of those that are furthest along an axis. */
static double ends(const hull *h, int c[4])
{
    double most = -1;
    for (int k = 0; k < 3; k++) {
        int low = 0, high = 0;
        for (int i = 1; i < h->points; i++) {
            if (h->at[i][k] < h->at[low][k]) low = i;
            if (h->at[i][k] > h->at[high][k]) high = i;
        }
        const double size = ph_norm(ph_sub(place(h, high), place(h, low)));
        if (size > most) most = size, c[0] = low, c[1] = high;
    }
    return most;
}

/* The point furthest from the line of two others, or from the plane of three. */
static double furthest(const hull *h, const int c[4], int have, int *found)
{
    const ph_vec3 o = place(h, c[0]), u = ph_sub(place(h, c[1]), o);
    const ph_vec3 n = have == 3 ? ph_cross(u, ph_sub(place(h, c[2]), o)) : u;
    double most = -1;
    for (int i = 0; i < h->points; i++) {
        const ph_vec3 d = ph_sub(place(h, i), o);
        const double off = have == 3 ? fabs(ph_dot(n, d)) : ph_norm(ph_cross(n, d));
        if (off > most) most = off, *found = i;
    }
    return most / ph_norm(n);
}

static const char *start(hull *h)
{
    static const int side[4][3] = {{0, 1, 2}, {0, 3, 1}, {1, 3, 2}, {2, 3, 0}};
    static const int across[4][3] = {{1, 2, 3}, {3, 2, 0}, {1, 3, 0}, {2, 1, 0}};
    int c[4];
    const double far = thin * steps;
    if (!(ends(h, c) > far)) return "all its points are one";
    if (!(furthest(h, c, 2, &c[2]) > far)) return "its points lie on a line: they have no hull";
    if (!(furthest(h, c, 3, &c[3]) > far))
        return "its points lie in a plane, or nearly so: their hull has no inside";
    const face base = {.corner = {c[0], c[1], c[2]}};
    face f = base;
    find_normal(h, f.corner, f.normal);
    if (side_of(h, &f, c[3]) > 0) {
        const int swapped = c[0];
        c[0] = c[1];
        c[1] = swapped;
    }
    for (int i = 0; i < 4; i++) {
        if (new_face(h, c[side[i][0]], c[side[i][1]], c[side[i][2]]) != i) return no_memory;
        memcpy(h->f[i].next, across[i], sizeof across[i]);
    }
    for (int i = 0; i < h->points; i++)
        for (int k = 0; k < 4; k++)
            if (offer(h, k, i)) break;
    return NULL;
}

/* --- one more point --------------------------------------------------------------------------- */

/* Faces the eye sees, on the stack, how many; on the border face and edge across from each that is
 * seen beside one that is not, by threes with the face seen. */
static int look(hull *h, int from, int eye, int *border)
{
    int seen = 0;
    *border = 0;
    h->stack[seen++] = from;
    h->f[from].seen = true;
    for (int i = 0; i < seen; i++)
        for (int k = 0; k < 3; k++) {
            const int at = h->stack[i], to = h->f[at].next[k];
            if (h->f[to].seen) continue;
            if (side_of(h, &h->f[to], eye) > 0) {
                h->f[to].seen = true;
                h->stack[seen++] = to;
                continue;
            }
            int back = 0;
            while (h->f[to].next[back] != at ||
                   h->f[to].corner[back] != h->f[at].corner[(k + 1) % 3])
                back++;
            h->border[2 * *border] = to;
            h->border[2 * (*border)++ + 1] = back;
        }
    return seen;
}

/* New faces from the border to the eye, in its place on the border; false: out of memory. */
static bool close_up(hull *h, int eye, int border)
{
    for (int i = 0; i < border; i++) {
        const int to = h->border[2 * i], back = h->border[2 * i + 1];
        const int a = h->f[to].corner[(back + 1) % 3], b = h->f[to].corner[back];
        const int made = new_face(h, a, b, eye);
        if (made < 0) return false;
        h->f[made].next[0] = to;
        h->f[to].next[back] = made;
        h->begins[a] = made;
        h->border[2 * i] = made;
    }
    for (int i = 0; i < border; i++) {
        const int at = h->border[2 * i], next = h->begins[h->f[at].corner[1]];
        h->f[at].next[1] = next;
        h->f[next].next[2] = at;
    }
    return true;
}

static bool add_point(hull *h, int from)
{
    const int eye = h->f[from].far;
    int border;
    const int seen = look(h, from, eye, &border);
    if (!close_up(h, eye, border)) return false;
    for (int i = 0; i < seen; i++) {
        face *f = &h->f[h->stack[i]];
        f->dead = true;
        for (int p = f->first, next; p >= 0; p = next) {
            next = h->link[p];
            for (int k = 0; p != eye && k < border; k++)
                if (offer(h, h->border[2 * k], p)) break;
        }
        if (!f->waits) give_back(h, h->stack[i]);
    }
    return true;
}

static const char *grow(hull *h)
{
    h->faces = h->waiting = 0;
    h->spare = -1;
    const char *wrong = start(h);
    while (!wrong && h->waiting) {
        const int i = h->wait[--h->waiting];
        h->f[i].waits = false;
        if (h->f[i].dead)
            give_back(h, i);
        else if (!add_point(h, i))
            wrong = no_memory;
    }
    return wrong;
}

/* --- corners that are none -------------------------------------------------------------------- */

static ph_vec3 normal_of(const face *f)
{
    return ph_scale(1 / f->size, ph_v3(f->about[0], f->about[1], f->about[2]));
}

/* Corners next to one, in the order they lie around it, and the mean normal there. */
static int around(const hull *h, int from, int corner, int *list, ph_vec3 *normal)
{
    int n = 0, i = from;
    *normal = ph_v3(0, 0, 0);
    do {
        const face *f = &h->f[i];
        const int k = f->corner[0] == corner ? 0 : f->corner[1] == corner ? 1 : 2;
        *normal = ph_add(*normal, normal_of(f));
        list[n++] = f->corner[(k + 1) % 3];
        i = f->next[(k + 2) % 3];
    } while (i != from);
    return n;
}

/* Is a corner as good as on the hull of its neighbours? */
static bool is_idle(const hull *h, int corner, const int *list, int n, ph_vec3 normal, ph_vec3 *at)
{
    double least = INFINITY;
    for (int i = 0; i < n; i++) {
        at[i] = ph_scale(1 / steps, ph_sub(place(h, list[i]), place(h, corner)));
        least = fmin(least, -ph_dot(normal, at[i]));
    }
    if (least > slack * ph_norm(normal)) return false;
    const phk_convex others = {.kind = PHK_CONVEX_HULL, .vertex = at, .vertices = n};
    const phk_convex point = {.kind = PHK_CONVEX_POINT};
    const phk_touch_frame f = {{0, 0, 0}, ph_quat_identity()};
    return phk_convex_apart(&point, &f, &others, &f).distance <= 2 * slack;
}

/* If some corners are none, takes them out of the list of points, and all that is inside; `old`
 * goes with them. Returns how many corners went; -1: out of memory. */
static int thin_out(hull *h, int *old)
{
    enum { INSIDE, CORNER, KEPT, IDLE };
    char *is = calloc((size_t)h->points, 1);
    int *list = malloc((size_t)h->points * sizeof *list), idle = 0, n = 0;
    ph_vec3 *at = malloc((size_t)h->points * sizeof *at);
    for (int i = 0; is && list && at && i < h->faces; i++)
        for (int k = 0; !h->f[i].dead && k < 3; k++) {
            const int c = h->f[i].corner[k];
            ph_vec3 normal;
            if (is[c] == KEPT || is[c] == IDLE) continue;
            const int near = around(h, i, c, list, &normal);
            bool alone = true;
            for (int j = 0; j < near; j++) alone = alone && is[list[j]] != IDLE;
            is[c] = alone && is_idle(h, c, list, near, normal, at) ? IDLE : KEPT;
            idle += is[c] == IDLE;
        }
    for (int i = 0; idle && i < h->points; i++) {
        if (is[i] != KEPT) continue;
        memcpy(h->at[n], h->at[i], sizeof *h->at);
        old[n++] = old[i];
    }
    const bool done = is && list && at;
    if (idle) h->points = n;
    free(is);
    free(list);
    free(at);
    return done ? idle : -1;
}

/* --- triangles -------------------------------------------------------------------------------- */

/* The faces that lie in one plane with the first of them, one after the other. */
static void put_patch(hull *h, int from, const int *old, ph_mesh *mesh)
{
    int n = 0;
    h->stack[n++] = from;
    h->f[from].seen = true;
    const ph_vec3 up = normal_of(&h->f[from]);
    for (int i = 0; i < n; i++) {
        const face *f = &h->f[h->stack[i]];
        ph_mesh_add_triangle(mesh, old[f->corner[0]], old[f->corner[1]], old[f->corner[2]]);
        for (int k = 0; k < 3; k++) {
            face *to = &h->f[f->next[k]];
            if (to->seen || ph_norm(ph_cross(up, normal_of(to))) > flat) continue;
            to->seen = true;
            h->stack[n++] = f->next[k];
        }
    }
    ph_mesh_end_patch(mesh);
}

/* Corners as they were given, in that order. */
static void put(hull *h, const double *xyz, int *old, ph_mesh *mesh)
{
    for (int i = 0; i < h->points; i++) h->begins[i] = -1;
    for (int i = 0; i < h->faces; i++) {
        h->f[i].seen = h->f[i].dead;
        for (int k = 0; !h->f[i].dead && k < 3; k++) h->begins[h->f[i].corner[k]] = i;
    }
    for (int i = 0; i < h->points; i++) {
        const double *p = xyz + 3 * (size_t)old[i];
        if (h->begins[i] >= 0) old[i] = ph_mesh_add_vertex(mesh, ph_v3(p[0], p[1], p[2]));
    }
    for (int i = 0; i < h->faces; i++)
        if (!h->f[i].seen) put_patch(h, i, old, mesh);
}

/* Places on the grid; false: they have no size that is finite. */
static bool round_places(hull *h, const double *xyz)
{
    double low[3], size = 0;
    for (int k = 0; k < 3; k++) {
        double high = low[k] = xyz[k];
        for (int i = 1; i < h->points; i++) {
            low[k] = fmin(low[k], xyz[3 * i + k]);
            high = fmax(high, xyz[3 * i + k]);
        }
        size = fmax(size, high - low[k]);
    }
    for (int i = 0; i < 3 * h->points; i++) {
        if (!isfinite(xyz[i])) return false;
        const double x = size > 0 ? (xyz[i] - low[i % 3]) / size : 0;
        h->at[i / 3][i % 3] = llround(steps * x);
    }
    return isfinite(size);
}

static const char *make(hull *h, const double *xyz, int *old, ph_mesh *mesh)
{
    if (!round_places(h, xyz)) return "its points are not all finite";
    for (int i = 0; i < h->points; i++) old[i] = i;
    const char *wrong = grow(h);
    for (int i = 0, idle = 1; !wrong && idle && i < ROUNDS; i++) {
        idle = thin_out(h, old);
        if (idle) wrong = idle < 0 ? no_memory : grow(h);
    }
    if (wrong) return wrong;
    put(h, xyz, old, mesh);
    return mesh->failed ? no_memory : NULL;
}

const char *phk_hull_make(const double *xyz, int points, ph_mesh *mesh)
{
    *mesh = (ph_mesh){0};
    if (points < 4) return "its points are less than four";
    const size_t n = (size_t)points;
    hull h = {.points = points, .spare = -1};
    h.at = malloc(n * sizeof *h.at);
    h.link = malloc(n * sizeof *h.link);
    h.begins = malloc(n * sizeof *h.begins);
    int *old = malloc(n * sizeof *old);
    const char *wrong = h.at && h.link && h.begins && old ? make(&h, xyz, old, mesh) : no_memory;
    if (wrong) ph_mesh_free(mesh);
    mesh->failed = wrong == no_memory;
    free(h.at);
    free(h.link);
    free(h.begins);
    free(old);
    free(h.f);
    free(h.wait);
    free(h.stack);
    free(h.border);
    return wrong;
}
