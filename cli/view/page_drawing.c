/* SPDX-License-Identifier: BSD-3-Clause */
#include "page_drawing.h"

#include <stdlib.h>
#include <polhode/json.h>
#include "common/bodies.h"
#include "common/drawing.h"

/* Corners of what is round, and where there are very many bodies to draw. */
enum { AROUND = 40, MANY = 150, AROUND_MANY = 12 };
/* Digits of what is drawn, and of what is computed with. */
enum { SEEN = 5, EXACT = 9 };

static void put_vector(ph_json *j, const char *key, ph_vec3 v, int digits)
{
    if (key) ph_json_begin(j, key, '[');
    ph_json_rounded(j, NULL, v.x, digits);
    ph_json_rounded(j, NULL, v.y, digits);
    ph_json_rounded(j, NULL, v.z, digits);
    if (key) ph_json_end(j);
}

static void put_list(ph_json *j, const char *key, const int *list, int count)
{
    ph_json_begin(j, key, '[');
    for (int i = 0; i < count; i++) ph_json_int(j, NULL, list[i]);
    ph_json_end(j);
}

static void put_mesh(ph_json *j, const drawing_mesh *is)
{
    const ph_mesh *m = &is->mesh;
    ph_json_line(j);
    /* the scene has them */
    if (is->kind == PH_SHAPE_MESH) {
        ph_json_raw(j, NULL, "null");
        return;
    }
    ph_json_begin(j, NULL, '{');
    ph_json_begin(j, "vertices", '[');
    for (int i = 0; i < m->vertices; i++) put_vector(j, NULL, m->vertex[i], SEEN);
    ph_json_end(j);
    put_list(j, "triangles", m->corner, 3 * m->triangles);
    put_list(j, "patches", m->patch, m->patches);
    ph_json_end(j);
}

/* Members of an object that is open. */
static void put_drawn(ph_json *j, drawing_shape shape)
{
    ph_json_int(j, "mesh", shape.mesh);
    put_vector(j, "stretch", shape.stretch, EXACT);
}

static void put_shape(ph_json *j, const drawing *d, drawing_shape shape)
{
    if (shape.mesh < 0 || d->mesh[shape.mesh].kind == PH_SHAPE_MESH) {
        ph_json_raw(j, NULL, "null");
        return;
    }
    ph_json_begin(j, NULL, '{');
    put_drawn(j, shape);
    ph_json_end(j);
}

static void put_solid(ph_json *j, const drawing_solid *s)
{
    const ph_quat q = s->is.turn;
    const double turn[] = {q.w, q.x, q.y, q.z};
    ph_json_line(j);
    ph_json_begin(j, NULL, '{');
    put_vector(j, "moments", s->is.moment, EXACT);
    ph_json_begin(j, "turn", '[');
    for (int k = 0; k < 4; k++) ph_json_rounded(j, NULL, turn[k], EXACT);
    ph_json_end(j);
    if (s->shape.mesh >= 0) {
        ph_json_text(j, "type", ph_shape_word(s->is.kind));
        put_drawn(j, s->shape);
    }
    ph_json_end(j);
}

/* The ball of bodies without a solid; -1: all have one. */
static int find_ball(drawing *d, int bodies)
{
    const ph_shape_sizes one = {.radius = 1};
    bool all = d->bodies >= bodies;
    for (int i = 0; i < d->bodies; i++) all = all && d->solid[i].is.kind >= 0;
    return all ? -1 : drawing_find(d, PH_SHAPE_SPHERE, &one).mesh;
}

static void put_drawing(ph_json *j, const drawing *d, int ball)
{
    ph_json_begin(j, NULL, '{');
    ph_json_begin(j, "meshes", '[');
    for (int i = 0; i < d->meshes; i++) put_mesh(j, &d->mesh[i]);
    ph_json_end(j);
    ph_json_begin(j, "shapes", '[');
    for (int i = 0; i < d->shapes; i++) put_shape(j, d, d->shape[i]);
    ph_json_end(j);
    ph_json_begin(j, "solids", '[');
    for (int i = 0; i < d->bodies; i++) put_solid(j, &d->solid[i]);
    ph_json_end(j);
    if (ball >= 0) ph_json_int(j, "ball", ball);
    ph_json_end(j);
}

static char *write_text(drawing *d, int bodies)
{
    char *text = NULL;
    size_t size = 0;
    int ball = find_ball(d, bodies);
    FILE *out = d->failed ? NULL : open_memstream(&text, &size);
    ph_json j = {.out = out, .page = true};
    if (!out) return NULL;
    put_drawing(&j, d, ball);
    bool good = !ferror(out);
    good &= fclose(out) == 0;
    if (good) return text;
    free(text);
    return NULL;
}

char *page_drawing(ph_result *result)
{
    cli_bodies bodies;
    drawing d = {0};
    char *text = NULL;
    bool good = cli_bodies_find(&bodies, result);
    int around = good && bodies.count > MANY ? AROUND_MANY : AROUND;
    if (good && !drawing_read(&d, ph_result_scene(result), around) && !d.failed) {
        /* no scene: bodies are balls */
        drawing_free(&d);
        drawing_read(&d, NULL, around);
    }
    if (good && !d.failed) text = write_text(&d, bodies.count);
    drawing_free(&d);
    cli_bodies_free(&bodies);
    return text;
}
