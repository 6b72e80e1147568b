/* SPDX-License-Identifier: BSD-3-Clause
 *
 * file_objects.c -- what bodies, tables, variables, states, shapes and references of a model file
 * have beyond their fields.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/diag.h"
#include "geom/hull.h"
#include "geom/shape.h"
#include "geom/shell.h"
#include "io/text/csv.h"
#include "io/text/file.h"
#include "io/model/kinds.h"
#include "io/model/mesh.h"
#include "mech/model/build.h"
#include "mech/model/masses.h"
#include "mech/model/place.h"

void phk_load_added(phk_load *l, ph_status status, const phk_entry *e)
{
    if (status == PH_E_NAME) {
        phk_model_explain_name(l->model, e->key, e->where, l->diag);
    } else if (status != PH_OK) {
        phk_error(l->diag, status, e->where, NULL, "cannot add `%.60s`: %s", e->key,
                  ph_status_text(status));
    }
    if (status != PH_OK) phk_load_failed(l, status);
}

void phk_load_decoded(phk_load *l, int ok)
{
    if (!ok) phk_load_failed(l, PH_E_MODEL);
}

phk_label phk_label_of(const char *kind, const phk_entry *e)
{
    phk_label made;
    snprintf(made.text, sizeof made.text, "%s `%.60s`", kind, e->key);
    return made;
}

void phk_load_stand_in(phk_load *l, const phk_entry *e)
{
    ph_expr zero = {"0", e->where, -1};
    phk_load_added(l, ph_model_add_variable(l->model, e->key, &zero), e);
}

void phk_mend_nothing(void *def)
{
    (void)def;
}

/* A file as the model file sees it; places in it outlive the reading. NULL: out of memory. */
static const char *beside(phk_load *l, const char *file)
{
    char *path = phk_file_beside(l->model->path, file);
    const char *name = path ? phk_arena_text(&l->model->arena, path, strlen(path)) : NULL;
    free(path);
    if (!name) phk_load_failed(l, PH_E_NOMEM);
    return name;
}

/* Columns of numbers of a file. */
static ph_status read_columns(phk_load *l, const char *name, const ph_text *file, int width,
                              ph_rows *rows)
{
    char *text = NULL;
    size_t length;
    ph_status status = phk_file_read(name, file->where, l->diag, &text, &length);
    if (status) return status;
    phk_diag_text(l->diag, name, text, length);
    status = phk_csv_rows(&l->arena, name, text, length, width, l->diag, rows);
    phk_diag_text(l->diag, name, NULL, 0);
    free(text);
    return status;
}

/* Does a body weigh what this shape weighs? */
static bool is_weighed(const phk_load *l, const ph_shape_def *def)
{
    int body = phk_place_shape(l->model, def).body;
    return def->density > 0 || (body >= 0 && phk_body_lacks(&phk_bodies(l->model)[body]));
}

/* What a closed mesh encloses, whichever way its triangles look; one that is open has no inside. */
static ph_status weigh_mesh(phk_load *l, const ph_mesh *mesh, ph_shape_def *def)
{
    bool closed;
    ph_status status = ph_mesh_closed(mesh, &closed);
    if (status || !closed) return status;
    const ph_mass_of m = ph_mesh_mass(mesh);
    double s = def->scale > 0 ? def->scale : 1, volume = m.volume * s * s * s;
    double way = (m.volume < 0 ? -1 : 1) * s * s * s * s * s;
    const ph_sym3 j = m.inertia;
    ph_mass_of *solid = phk_arena_alloc(&l->scratch, sizeof *solid);
    if (!solid) return PH_E_NOMEM;
    *solid = (ph_mass_of){fabs(volume),
                          ph_scale(s, m.centre),
                          {way * j.xx, way * j.yy, way * j.zz, way * j.xy, way * j.xz, way * j.yz}};
    def->solid = solid;
    return PH_OK;
}

/* A mesh that cannot be read is told where it is named, not when somebody wants to see it. */
static int read_mesh(phk_load *l, ph_shape_def *def)
{
    if (def->kind != PH_SHAPE_MESH || !def->file.text) return 1;
    ph_mesh mesh = {0};
    char *path = phk_file_beside(l->model->path, def->file.text);
    ph_status status = path ? phk_mesh_read(path, def->file.where, l->diag, &mesh) : PH_E_NOMEM;
    if (!status && is_weighed(l, def)) status = weigh_mesh(l, &mesh, def);
    free(path);
    if (status == PH_OK) {
        const double scale = def->scale > 0 ? def->scale : 1;
        def->mesh = phk_mesh_keep(&mesh, scale, &l->arena);
        if (!def->mesh) phk_load_failed(l, PH_E_NOMEM);
    }
    ph_mesh_free(&mesh);
    if (status == PH_E_NOMEM) phk_load_failed(l, status);
    return status == PH_OK && def->mesh;
}

/* Points of a hull: the corners of a mesh. */
static ph_status read_corners(phk_load *l, const char *path, const ph_text *file, ph_rows *rows)
{
    ph_mesh mesh = {0};
    ph_status status = phk_mesh_read(path, file->where, l->diag, &mesh);
    double *v = status ? NULL : phk_arena_alloc(&l->arena, sizeof *v * 3 * (size_t)mesh.vertices);
    if (!status && !v) status = PH_E_NOMEM;
    for (int i = 0; !status && i < mesh.vertices; i++)
        memcpy(v + 3 * i, &mesh.vertex[i], 3 * sizeof *v);
    *rows = (ph_rows){mesh.vertices, 3, v};
    ph_mesh_free(&mesh);
    return status;
}

/* Of the points of a hull its corners are all that counts; what is wrong with others is told later.
 */
static void keep_corners(double *xyz, ph_rows *rows)
{
    ph_mesh hull;
    if (rows->width != 3 || phk_hull_make(xyz, rows->count, &hull)) return;
    for (int i = 0; i < hull.vertices; i++) memcpy(xyz + 3 * i, &hull.vertex[i], 3 * sizeof *xyz);
    rows->count = hull.vertices;
    ph_mesh_free(&hull);
}

/* Points or heights of a shape from its file, in metres. */
static int read_rows(phk_load *l, ph_shape_def *def)
{
    const unsigned has = ph_shape_has(def->kind);
    const bool hull = def->kind == PH_SHAPE_HULL, heights = has & PH_SHAPE_HEIGHTS;
    const int width = heights ? 0 : hull || def->kind == PH_SHAPE_CURVE ? 3 : 2;
    ph_rows *rows = heights ? &def->heights : &def->points;
    if (!def->file.text || !(has & (PH_SHAPE_POINTS | PH_SHAPE_HEIGHTS))) return 1;
    if (rows->count) {
        phk_error(l->diag, PH_E_KEY, def->where, "give one of them",
                  "shape of type %s: it has both `%s` and a `file` of them",
                  ph_shape_word(def->kind), heights ? "heights" : "points");
        return 0;
    }
    const char *name = beside(l, def->file.text);
    if (!name) return 0;
    ph_status status = hull && phk_mesh_is(name) ? read_corners(l, name, &def->file, rows)
                                                 : read_columns(l, name, &def->file, width, rows);
    double *v =
        phk_arena_alloc(&l->arena, sizeof *v * ((size_t)rows->count * (size_t)rows->width + 1));
    if (!v || status == PH_E_NOMEM) phk_load_failed(l, PH_E_NOMEM);
    if (!v || status) return 0;
    for (size_t i = 0; i < (size_t)rows->count * (size_t)rows->width; i++)
        v[i] = (def->scale > 0 ? def->scale : 1) * rows->value[i];
    rows->value = v;
    if (hull) keep_corners(v, rows);
    return 1;
}

/* In place of one that could not be read: it may touch, so that nobody complains of that as well.
 */
static ph_shape_def stand_in(const ph_shape_def *def)
{
    phk_any_def blank;
    phk_kind_default(PHK_KIND_SHAPE, &blank);
    ph_shape_def shape;
    memcpy(&shape, &blank, sizeof shape);
    shape.where = def->where;
    shape.on = def->on;
    shape.kind = PH_SHAPE_SPHERE;
    shape.radius = 1;
    return shape;
}

int phk_finish_shape(phk_load *l, const phk_entry *e, int ok, void *def)
{
    (void)e;
    ph_shape_def *shape = def;
    ok = ok && read_mesh(l, shape) && read_rows(l, shape);
    l->lost_shapes |= !ok;
    if (!ok) *shape = stand_in(shape);
    return ok;
}

/* Where a shape begins that shall lie about the centre of mass, in the axes of the body: `axis`
 * turns z to one of them, and the others in their order. What the body weighs by has its own centre
 * of mass there, all else the middle of its box. */
static ph_vec3 centred(const phk_load *l, const ph_shape_def *d)
{
    const ph_shape_sizes sizes = phk_shape_sizes_of(d);
    const ph_vec3 none = {0, 0, 0};
    const ph_mass_of solid = phk_shape_solid(d);
    const ph_vec3 m =
        is_weighed(l, d) && solid.volume > 0 ? solid.centre : phk_shape_middle(d->kind, &sizes);
    if (d->axis == 1) return ph_sub(none, ph_v3(m.z, m.x, m.y));
    return ph_sub(none, d->axis == 2 ? ph_v3(m.y, m.z, m.x) : m);
}

/* `shape: {TYPE: {..}}` of a body: a shape of its own, called BODY_shape. */
void phk_read_body_shape(phk_load *l, const phk_entry *body)
{
    const phk_node *node =
        body->value->kind == PHK_NODE_MAP ? phk_node_find(body->value, "shape") : NULL;
    if (!node) return;
    if (node->kind != PHK_NODE_MAP || node->count != 1) {
        phk_error(l->diag, PH_E_SYNTAX, node->where,
                  "e.g. `shape: {cone: {radius: 0.2, length: 1}}`",
                  "the shape of body `%.60s` is not one type with its sizes", body->key);
        phk_load_failed(l, PH_E_MODEL);
        l->lost_shapes = 1;
        return;
    }
    const phk_entry *type = node->entry;
    char name[200];
    phk_label what = phk_label_of("shape of body", body);
    ph_shape_def def = {.where = type->where, .on = {body->key, type->where}};
    phk_node word = {.kind = PHK_NODE_SCALAR,
                     .plain = 1,
                     .text = type->key,
                     .where = type->where,
                     .inside = type->where};
    /* all keys of a shape but the first, which has been said by then */
    const ph_field *keys = phk_shape_fields + 1;
    uint64_t given;
    int ok = phk_decode_value(&l->decoder, &word, phk_shape_fields, &def.kind);
    ok &=
        phk_decode_map(&l->decoder, type->value, keys, what.text, type->where, NULL, &def, &given);
    ph_field_give(phk_shape_fields, &def, phk_shape_fields->name);
    for (const ph_field *f = keys; f->name; f++)
        if (given & phk_field_bit(keys, f->name)) ph_field_give(phk_shape_fields, &def, f->name);
    ok = ok && read_mesh(l, &def) && read_rows(l, &def);
    if (ok && !PHK_GIVEN(phk_shape_fields, &def, at)) def.at = centred(l, &def);
    snprintf(name, sizeof name, "%.180s_shape", body->key);
    phk_entry named = {.key = name, .where = type->where};
    l->lost_shapes |= !ok;
    if (!ok) def = stand_in(&def);
    phk_load_decoded(l, ok);
    phk_load_added(l, ph_model_add_shape(l->model, name, &def), &named);
}

/* Nothing that needs a density is to complain of this as well. */
void phk_mend_material(void *def)
{
    ((ph_material_def *)def)->density = 1;
}

void phk_mend_body(void *def)
{
    ph_body_def *body = def;
    body->mass = 1;
    body->inertia = (ph_sym3){1, 1, 1, 0, 0, 0};
}

void phk_load_mend_bodies(phk_load *l)
{
    ph_body_def *body = l->model->list[PHK_KIND_BODY].def;
    for (int i = 0; l->lost_shapes && i < ph_model_bodies(l->model); i++) {
        if (!phk_body_lacks(&body[i])) continue;
        phk_mend_body(&body[i]);
        ph_field_give(phk_body_fields, &body[i], "mass");
        ph_field_give(phk_body_fields, &body[i], "inertia");
    }
}

/* x and y of a table from its file. */
static int read_table_file(phk_load *l, ph_table_def *def)
{
    const char *name = beside(l, def->file.text);
    char *text = NULL;
    size_t length;
    int ok = name && phk_file_read(name, def->file.where, l->diag, &text, &length) == PH_OK;
    if (ok) {
        phk_diag_text(l->diag, name, text, length);
        ok = phk_csv_read(&l->arena, name, text, length, l->diag, &def->x, &def->y) == PH_OK;
        phk_diag_text(l->diag, name, NULL, 0);
    }
    free(text);
    return ok;
}

/* A table is x and y, perhaps with z; or a file with them; or points of a curve in space, which has
 * keys of its own. */
static int is_table(const ph_table_def *def)
{
#define GIVEN(member) PHK_GIVEN(phk_table_fields, def, member)
    bool curve = GIVEN(order) || GIVEN(control) || GIVEN(closed);
    bool x = GIVEN(x), y = GIVEN(y), z = GIVEN(z), file = GIVEN(file), points = GIVEN(points);
    if (points) return !x && !y && !z && !file && !GIVEN(beyond);
    return !curve && (file ? !x && !y && !z : x && y);
#undef GIVEN
}

int phk_finish_table(phk_load *l, const phk_entry *e, int ok, void *def)
{
    phk_label what = phk_label_of("table", e);
    ph_table_def *table = def;
    if (ok && !is_table(table)) {
        phk_error(l->diag, PH_E_MISSING, e->where,
                  "give both `x` and `y`, or `file` alone, or `points` of a curve in space",
                  "%s needs x and y or a file or points", what.text);
        return 0;
    }
    return ok && table->file.text ? read_table_file(l, table) : ok;
}

void phk_mend_table(void *def)
{
    static const double grid[] = {0, 1, 2, 3};
    ph_table_def *table = def;
    table->x = table->y = (ph_numbers){4, grid};
}

/* name: expression, or name: {value: .., start: ..} */
void phk_read_variable(phk_load *l, const phk_entry *e)
{
    phk_label what = phk_label_of("variable", e);
    ph_field plain = {.name = e->key, .kind = PH_FIELD_EXPR};
    ph_variable_def v = {.where = e->where, .value = {.value = -1}};
    int ok = e->value->kind == PHK_NODE_MAP
                 ? phk_decode_map(&l->decoder, e->value, phk_variable_fields, what.text, e->where,
                                  NULL, &v, NULL)
                 : phk_decode_value(&l->decoder, e->value, &plain, &v.value);
    if (!ok) v = (ph_variable_def){.where = e->where, .value = {"0", e->where, -1}};
    phk_load_decoded(l, ok);
    phk_load_added(l, phk_model_add(l->model, PHK_KIND_VARIABLE, e->key, &v), e);
}

void phk_add_reference(phk_load *l, const phk_entry *e, const void *def)
{
    ph_status status = ph_model_add_reference(l->model, e->key, def);
    if (status == PH_E_NAME) {
        char hint[120];
        phk_nearest nearest = phk_nearest_to(e->key, strlen(e->key));
        for (int i = 0; i < ph_model_bodies(l->model) && l->parameters.patience > 0; i++) {
            phk_nearest_offer(&nearest, ph_model_body_name(l->model, i));
            l->parameters.patience--;
        }
        snprintf(hint, sizeof hint, "did you mean `%.60s`?", nearest.best ? nearest.best : "");
        phk_error(l->diag, PH_E_NAME, e->where, nearest.best ? hint : NULL, "no body `%.60s`",
                  e->key);
    }
    if (status != PH_OK) phk_load_failed(l, status);
}

void phk_mend_state(void *def)
{
    ph_state_def *state = def;
    state->rate = (ph_expr){"0", state->where, -1};
}

void phk_add_state(phk_load *l, const phk_entry *e, const void *def)
{
    const ph_state_def *state = def;
    bool algebraic = state->equation.text && !phk_reads_rate(state->equation.text, e->key);
    phk_load_added(l,
                   algebraic
                       ? phk_model_add_algebraic(l->model, e->key, &state->equation, state->initial)
                       : ph_model_add_state(l->model, e->key, state),
                   e);
}
