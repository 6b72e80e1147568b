/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What lies between two places (links, springs, lines) moves with both and is a line here; so is
 * what has lines for its triangles. All others are drawn as they come.
 */
#include "geometry.h"

#include <stdlib.h>
#include "common/drawing.h"

/* Corners of what is round. */
enum { AROUND = 24 };

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

/* --- shapes ----------------------------------------------------------------------------------- */

static void add_drawn(geometry *g, const drawing *d, drawing_shape shape, const place *at)
{
    if (shape.mesh < 0) return;
    const ph_mesh *m = &d->mesh[shape.mesh].mesh;
    int first = (int)g->corners, corners = m->lines ? m->lines : m->vertices;
    for (int i = 0; i < corners; i++) {
        ph_vec3 v = m->vertex[i], by = shape.stretch;
        add_corner(g, at, by.x * v.x, by.y * v.y, by.z * v.z);
    }
    for (int i = 0; i < m->lines; i++)
        add_line(g, first + m->line[2 * i], first + m->line[2 * i + 1]);
    for (int i = 0; i < m->triangles && !m->lines; i++) {
        const int *t = &m->corner[3 * i];
        add_triangle(g, first + t[0], first + t[1], first + t[2]);
    }
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

/* A body that has no joints either: the solid of its inertia about its centre. */
static void add_solid(geometry *g, const drawing *d, int body)
{
    const ph_solid *s = &d->solid[body].is;
    const place at = {body, ph_rotate(s->turn, ph_scale(-1, s->centre)), s->turn};
    add_drawn(g, d, d->solid[body].shape, &at);
}

static void add_bare_bodies(geometry *g, const drawing *d)
{
    for (int body = 0; body < g->bodies; body++)
        if (g->known[body] >= 0 && !g->shown[body] && !add_struts(g, &d->scene, body))
            add_solid(g, d, body);
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

static void add_shapes(geometry *g, const drawing *d)
{
    const json *j = &d->scene;
    int i = 0, node = json_first(j, json_get(j, 0, "shapes"));
    for (; node >= 0 && !g->failed; node = json_next(j, node), i++)
        if (is_there(g, j, node)) {
            const place at = place_of(j, node);
            add_drawn(g, d, d->shape[i], &at);
            add_path(g, j, json_get(j, node, "through"));
            mark_shown(g, j, node);
        } else {
            g->left_out++;
        }
}

bool geometry_add_scene(geometry *g, const char *scene, geometry_find find, void *user)
{
    drawing d;
    bool good = drawing_read(&d, scene, AROUND);
    g->failed |= d.failed;
    if (good) find_bodies(g, &d.scene, find, user);
    if (good && !g->failed) add_shapes(g, &d);
    if (good && !g->failed) add_bare_bodies(g, &d);
    drawing_free(&d);
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
