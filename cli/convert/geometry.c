/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Most shapes are profiles turned about z. Those between two places (links, springs, lines) move
 * with both and are lines here.
 */
#include "geometry.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "common/json.h"
#include "solid.h"

enum { AROUND = 24, ARC = 12, PROFILE = 2 * ARC + 8 };
static const double pi = 3.14159265358979323846;

/* The list with room for n more items of a size; sets `failed` when there is none. */
static void *room(geometry *g, void *list, size_t *capacity, size_t count, size_t n, size_t size)
{
    if (g->failed || count + n <= *capacity) return list;
    size_t wanted = 2 * (count + n);
    void *more = wanted < 1u << 28 ? realloc(list, wanted * size) : NULL;
    if (!more) g->failed = true;
    if (more) *capacity = wanted;
    return more ? more : list;
}

/* --- places ---------------------------------------------------------------------------------- */

typedef struct {
    int body;
    ph_vec3 at;
    ph_quat turn;
} place;

static place place_of(const json *j, int node)
{
    double p[7] = {0, 0, 0, 1, 0, 0, 0};
    json_numbers(j, json_get(j, node, "pose"), p, 7);
    double body = json_number(j, json_get(j, node, "body"), -1);
    return (place){body >= 0 && body < 1e9 ? (int)body : -1,
                   {p[0], p[1], p[2]},
                   ph_quat_make(p[3], p[4], p[5], p[6])};
}

static int add_corner(geometry *g, const place *p, double x, double y, double z)
{
    g->corner = room(g, g->corner, &g->corner_room, g->corners, 1, sizeof *g->corner);
    if (g->failed) return 0;
    ph_vec3 at = ph_add(p->at, ph_rotate(p->turn, (ph_vec3){x, y, z}));
    g->corner[g->corners] = (geometry_corner){p->body < 0 ? -1 : g->known[p->body], at};
    return (int)g->corners++;
}

static void add_triangle(geometry *g, int a, int b, int c)
{
    g->triangle = room(g, g->triangle, &g->triangle_room, 3 * g->triangles, 3, sizeof *g->triangle);
    if (g->failed) return;
    int *to = g->triangle + 3 * g->triangles++;
    to[0] = a, to[1] = b, to[2] = c;
}

static void add_line(geometry *g, int a, int b)
{
    g->line = room(g, g->line, &g->line_room, 2 * g->lines, 2, sizeof *g->line);
    if (g->failed) return;
    int *to = g->line + 2 * g->lines++;
    to[0] = a, to[1] = b;
}

/* --- shapes that are turned ------------------------------------------------------------------ */

/* Points (r, z), from below to above along the outside. */
typedef struct {
    double r[PROFILE], z[PROFILE];
    int n;
} profile;

static void add_point(profile *p, double r, double z)
{
    p->r[p->n] = r < 1e-12 ? 0 : r;
    p->z[p->n++] = z;
}

/* From one angle to another, from the horizontal upwards. */
static void add_arc(profile *p, double centre, double z, double radius, double from, double to,
                    int steps)
{
    for (int i = 0; i <= steps; i++) {
        double angle = from + (to - from) * i / steps;
        add_point(p, centre + radius * cos(angle), z + radius * sin(angle));
    }
}

static void turn(geometry *g, const place *at, const profile *p, ph_vec3 scale)
{
    int first = (int)g->corners;
    for (int k = 0; k < p->n; k++)
        for (int i = 0; i < AROUND; i++) {
            double angle = 2 * pi * i / AROUND;
            add_corner(g, at, scale.x * p->r[k] * cos(angle), scale.y * p->r[k] * sin(angle),
                       scale.z * p->z[k]);
        }
    for (int k = 0; k + 1 < p->n; k++)
        for (int i = 0; i < AROUND; i++) {
            int low = first + k * AROUND, high = low + AROUND, next = (i + 1) % AROUND;
            /* on the axis the corners of a ring are one */
            if (p->r[k] > 0) add_triangle(g, low + i, low + next, high + i);
            if (p->r[k + 1] > 0) add_triangle(g, low + next, high + next, high + i);
        }
}

/* The profile of a shape by its type; false: it is another. */
static bool profile_of(const json *j, int type, double r, double r2, double length, profile *p)
{
    double low = fmin(0, length), high = fmax(0, length);
    bool cone = json_is(j, type, "cone") || json_is(j, type, "frustum");
    if (json_is(j, type, "sphere") || json_is(j, type, "ellipsoid")) {
        add_arc(p, 0, 0, 1, -pi / 2, pi / 2, ARC);
    } else if (json_is(j, type, "capsule")) {
        add_arc(p, 0, low, r, -pi / 2, 0, ARC / 2);
        add_arc(p, 0, high, r, 0, pi / 2, ARC / 2);
    } else if (json_is(j, type, "torus")) {
        add_arc(p, r, 0, r2, -pi, pi, 2 * ARC);
    } else if (json_is(j, type, "tube")) {
        const double corner[][2] = {{r2, low}, {r, low}, {r, high}, {r2, high}, {r2, low}};
        for (int i = 0; i < 5; i++) add_point(p, corner[i][0], corner[i][1]);
    } else if (cone || json_is(j, type, "cylinder")) {
        double end = cone ? r2 : r;
        add_point(p, 0, low);
        add_point(p, length < 0 ? end : r, low);
        add_point(p, length < 0 ? r : end, high);
        add_point(p, 0, high);
    }
    return p->n > 0;
}

/* --- others ---------------------------------------------------------------------------------- */

static void add_box(geometry *g, const place *at, const double size[3])
{
    static const int face[6][4] = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4},
                                   {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
    int first = (int)g->corners;
    for (int i = 0; i < 8; i++)
        add_corner(g, at, i & 1 ? size[0] : 0, i & 2 ? size[1] : 0, i & 4 ? size[2] : 0);
    for (int k = 0; k < 6; k++) {
        const int *f = face[k];
        add_triangle(g, first + f[0], first + f[1], first + f[2]);
        add_triangle(g, first + f[0], first + f[2], first + f[3]);
    }
}

static void add_mesh(geometry *g, const json *j, int shape, const place *at)
{
    int first = (int)g->corners;
    for (int i = json_first(j, json_get(j, shape, "vertices")); i >= 0;) {
        double p[3] = {0};
        for (int k = 0; k < 3 && i >= 0; k++, i = json_next(j, i)) p[k] = json_number(j, i, 0);
        add_corner(g, at, p[0], p[1], p[2]);
    }
    double most = (double)g->corners - first;
    for (int i = json_first(j, json_get(j, shape, "triangles")); i >= 0;) {
        int corner[3];
        bool good = true;
        for (int k = 0; k < 3; k++, i = json_next(j, i)) {
            double which = json_number(j, i, -1);
            good = good && which >= 0 && which < most;
            corner[k] = good ? first + (int)which : 0;
        }
        if (good) add_triangle(g, corner[0], corner[1], corner[2]);
    }
}

static void add_circle(geometry *g, const place *at, double radius)
{
    int first = (int)g->corners;
    for (int i = 0; i < AROUND; i++) {
        double angle = 2 * pi * i / AROUND;
        add_corner(g, at, radius * cos(angle), radius * sin(angle), 0);
    }
    for (int i = 0; i < AROUND; i++) add_line(g, first + i, first + (i + 1) % AROUND);
}

static void add_path(geometry *g, const json *j, int through)
{
    int last = -1;
    for (int i = json_first(j, through); i >= 0; i = json_next(j, i)) {
        place p = place_of(j, i);
        int corner = add_corner(g, &p, 0, 0, 0);
        if (last >= 0) add_line(g, last, corner);
        last = corner;
    }
}

static void add_shape(geometry *g, const json *j, int shape)
{
    place at = place_of(j, shape);
    int type = json_get(j, shape, "type");
    double size[3] = {0}, r = json_number(j, json_get(j, shape, "radius"), 0);
    double r2 = json_number(j, json_get(j, shape, "radius2"), 0);
    double length = json_number(j, json_get(j, shape, "length"), 0);
    json_numbers(j, json_get(j, shape, "size"), size, 3);
    profile p = {.n = 0};
    ph_vec3 scale = {1, 1, 1};
    if (json_is(j, type, "sphere")) scale = (ph_vec3){r, r, r};
    if (json_is(j, type, "ellipsoid")) scale = (ph_vec3){size[0] / 2, size[1] / 2, size[2] / 2};
    if (json_is(j, type, "box"))
        add_box(g, &at, size);
    else if (json_is(j, type, "mesh"))
        add_mesh(g, j, shape, &at);
    else if (json_is(j, type, "circle"))
        add_circle(g, &at, r);
    else if (profile_of(j, type, r, json_is(j, type, "cone") ? 0 : r2, length, &p))
        turn(g, &at, &p, scale);
    else
        add_path(g, j, json_get(j, shape, "through"));
}

/* Whether all bodies a shape is fixed to are there. */
static bool is_there(const geometry *g, const json *j, int shape)
{
    int through = json_first(j, json_get(j, shape, "through"));
    place at = place_of(j, shape);
    bool good = at.body < g->bodies && (at.body < 0 || g->known[at.body] >= 0);
    for (; through >= 0 && good; through = json_next(j, through)) {
        place p = place_of(j, through);
        good = p.body < g->bodies && (p.body < 0 || g->known[p.body] >= 0);
    }
    return good;
}

/* Marks the bodies that a shape shows; a line or a spring between them shows none. */
static void mark_shown(geometry *g, const json *j, int shape)
{
    int type = json_get(j, shape, "type"), through = json_first(j, json_get(j, shape, "through"));
    place at = place_of(j, shape);
    if (through < 0 && at.body >= 0) g->shown[at.body] = true;
    for (; through >= 0 && json_is(j, type, "link"); through = json_next(j, through)) {
        place p = place_of(j, through);
        if (p.body >= 0) g->shown[p.body] = true;
    }
}

/* A body without a shape: lines from its centre to its joints. */
static bool add_struts(geometry *g, const json *j, int body)
{
    bool any = false;
    for (int i = json_first(j, json_get(j, 0, "joints")); i >= 0; i = json_next(j, i))
        for (int k = json_first(j, json_get(j, i, "at")); k >= 0; k = json_next(j, k)) {
            place side = place_of(j, k), centre = {body, {0, 0, 0}, ph_quat_identity()};
            if (side.body != body) continue;
            int from = add_corner(g, &centre, 0, 0, 0);
            add_line(g, from, add_corner(g, &side, 0, 0, 0));
            any = true;
        }
    return any;
}

/* A body that has no joints either: the box of its inertia. */
static void add_solid(geometry *g, const json *j, int node, int body)
{
    double inertia[6] = {0}, size[3];
    place at = {.body = body};
    json_numbers(j, json_get(j, node, "inertia"), inertia, 6);
    if (!solid_box(json_number(j, json_get(j, node, "mass"), 0), inertia, size, &at.turn)) return;
    at.at = ph_rotate(at.turn, (ph_vec3){-size[0] / 2, -size[1] / 2, -size[2] / 2});
    add_box(g, &at, size);
}

static void add_bare_bodies(geometry *g, const json *j)
{
    int body = 0;
    for (int i = json_first(j, json_get(j, 0, "bodies")); i >= 0; i = json_next(j, i), body++)
        if (g->known[body] >= 0 && !g->shown[body] && !add_struts(g, j, body))
            add_solid(g, j, i, body);
}

/* What the bodies of the scene are called by the caller. */
static void find_bodies(geometry *g, const json *j, geometry_find find, void *user)
{
    int first = json_first(j, json_get(j, 0, "bodies")), count = 0;
    for (int i = first; i >= 0; i = json_next(j, i)) count++;
    g->known = malloc(((size_t)count + 1) * sizeof *g->known);
    g->shown = calloc((size_t)count + 1, sizeof *g->shown);
    g->failed = !g->known || !g->shown;
    for (int i = first; i >= 0 && !g->failed; i = json_next(j, i)) {
        int node = json_get(j, i, "name");
        char *name = json_text(j, node);
        g->known[g->bodies++] = name ? find(user, name) : -1;
        g->failed = !name && node >= 0;
        free(name);
    }
}

bool geometry_add_scene(geometry *g, const char *scene, geometry_find find, void *user)
{
    json j;
    bool good = json_read(&j, scene);
    if (good) find_bodies(g, &j, find, user);
    int shape = good ? json_first(&j, json_get(&j, 0, "shapes")) : -1;
    for (; shape >= 0 && !g->failed; shape = json_next(&j, shape))
        if (is_there(g, &j, shape)) {
            add_shape(g, &j, shape);
            mark_shown(g, &j, shape);
        } else {
            g->left_out++;
        }
    if (good && !g->failed) add_bare_bodies(g, &j);
    json_free(&j);
    free(g->known);
    free(g->shown);
    g->known = NULL;
    g->shown = NULL;
    g->bodies = 0;
    return good && !g->failed;
}

void geometry_free(geometry *g)
{
    free(g->corner);
    free(g->triangle);
    free(g->line);
    *g = (geometry){0};
}
