/* SPDX-License-Identifier: BSD-3-Clause
 *
 * file_objects.c -- bodies, markers, tables, variables, states and references of a model
 * file: one function each, from an entry of the tree to the model.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/diag.h"
#include "io/text/csv.h"
#include "io/text/file.h"
#include "io/model/mesh.h"
#include "io/model/file.h"

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

int phk_load_one_of(phk_load *l, const phk_entry *e, const ph_field *fields, uint64_t given,
                    uint64_t choice, const char *what)
{
    char names[200] = "", hint[240];
    int found = -1, count = 0;
    for (int k = 0; fields[k].name; k++) {
        if (!(choice >> k & 1)) continue;
        size_t used = strlen(names);
        snprintf(names + used, sizeof names - used, "%s`%s`", used ? ", " : "", fields[k].name);
        if (!(given >> k & 1)) continue;
        found = k;
        count++;
    }
    if (count == 1) return found;
    snprintf(hint, sizeof hint, "give one of %s", names);
    phk_error(l->diag, count ? PH_E_KEY : PH_E_MISSING, e->where, hint,
              count ? "%s has more than one of %s" : "%s has none of %s", what, names);
    return -1;
}

/* A mesh that cannot be read is told where it is named, not when somebody wants to see it. */
static int check_mesh(phk_load *l, const ph_shape_def *def)
{
    if (def->kind != PH_SHAPE_MESH || !def->file.text) return 1;
    phk_mesh mesh = {0};
    char *path = phk_file_beside(l->model->path, def->file.text);
    ph_status status = path ? phk_mesh_read(path, def->file.where, l->diag, &mesh) : PH_E_NOMEM;
    free(path);
    phk_mesh_free(&mesh);
    return status == PH_OK;
}

static void add_shape(phk_load *l, const phk_entry *e, int ok, ph_shape_def *def)
{
    ok = ok && check_mesh(l, def);
    if (!ok) *def = (ph_shape_def){.where = e->where, .kind = PH_SHAPE_CIRCLE, .radius = 1};
    phk_load_decoded(l, ok);
    phk_load_added(l, ph_model_add_shape(l->model, e->key, def), e);
}

void phk_read_shape(phk_load *l, const phk_entry *e)
{
    phk_label what = phk_label_of("shape", e);
    ph_shape_def def = {.where = e->where};
    int ok = phk_decode_map(&l->decoder, e->value, phk_shape_fields, what.text, e->where, NULL,
                            &def, &def.given);
    add_shape(l, e, ok, &def);
}

/* Where a shape begins that shall lie about the centre of mass. */
static ph_vec3 centred(const ph_shape_def *d)
{
    double half = -d->length / 2;
    if (d->kind == PH_SHAPE_BOX) return ph_scale(-0.5, d->size);
    return ph_v3(d->axis == 1 ? half : 0, d->axis == 2 ? half : 0, d->axis == 0 ? half : 0);
}

/* `shape: {TYPE: {..}}` of a body: a shape of its own, called BODY_shape. */
static void read_body_shape(phk_load *l, const phk_entry *body)
{
    enum { AT = 1 << 9 }; /* bit of phk_shape_fields */
    const phk_node *node =
        body->value->kind == PHK_NODE_MAP ? phk_node_find(body->value, "shape") : NULL;
    if (!node) return;
    if (node->kind != PHK_NODE_MAP || node->count != 1) {
        phk_error(l->diag, PH_E_SYNTAX, node->where,
                  "e.g. `shape: {cone: {radius: 0.2, length: 1}}`",
                  "the shape of body `%.60s` is not one type with its sizes", body->key);
        phk_load_failed(l, PH_E_MODEL);
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
    int ok = phk_decode_value(&l->decoder, &word, phk_shape_fields, &def.kind);
    ok &= phk_decode_map(&l->decoder, type->value, phk_shape_fields + 1, what.text, type->where,
                         NULL, &def, &def.given);
    def.given = def.given << 1 | 1;
    if (ok && !(def.given & AT)) def.at = centred(&def);
    snprintf(name, sizeof name, "%.180s_shape", body->key);
    phk_entry named = {.key = name, .where = type->where};
    add_shape(l, &named, ok, &def);
}

void phk_read_body(phk_load *l, const phk_entry *e)
{
    phk_label what = phk_label_of("body", e);
    ph_body_def def = ph_default_body();
    def.where = e->where;
    int ok = phk_decode_map(&l->decoder, e->value, phk_body_fields, what.text, e->where, "shape",
                            &def, &def.given);
    ok = ok && phk_body_complete(&def, e->key, l->diag) == PH_OK;
    if (!ok) {
        def = ph_default_body();
        def.where = e->where;
        def.mass = 1;
        def.inertia = (ph_sym3){1, 1, 1, 0, 0, 0};
    }
    phk_load_decoded(l, ok);
    phk_load_added(l, ph_model_add_body(l->model, e->key, &def), e);
    read_body_shape(l, e);
}

void phk_read_marker(phk_load *l, const phk_entry *e)
{
    phk_label what = phk_label_of("marker", e);
    ph_marker_def def = ph_default_marker();
    int ok = phk_decode_map(&l->decoder, e->value, phk_marker_fields, what.text, e->where, NULL,
                            &def, &def.given);
    def.where = e->where;
    phk_load_decoded(l, ok);
    phk_load_added(l, ph_model_add_marker(l->model, e->key, &def), e);
}

/* x and y of a table from its file. */
static int read_table_file(phk_load *l, ph_table_def *def)
{
    char *text = NULL, *path = phk_file_beside(l->model->path, def->file.text);
    /* places in the file outlive this function */
    const char *name = path ? phk_arena_text(&l->model->arena, path, strlen(path)) : NULL;
    size_t length;
    free(path);
    if (!name) {
        phk_load_failed(l, PH_E_NOMEM);
        return 0;
    }
    int ok = phk_file_read(name, def->file.where, l->diag, &text, &length) == PH_OK;
    if (ok) {
        phk_diag_text(l->diag, name, text, length);
        ok = phk_csv_read(&l->arena, name, text, length, l->diag, &def->x, &def->y) == PH_OK;
        phk_diag_text(l->diag, name, NULL, 0);
    }
    free(text);
    return ok;
}

void phk_read_table(phk_load *l, const phk_entry *e)
{
    static const double grid[] = {0, 1, 2, 3};
    enum { X = 1, Y = 2, Z = 4, BEYOND = 8, FILE_NAME = 16, POINTS = 32 };
    phk_label what = phk_label_of("table", e);
    ph_table_def def = {.where = e->where};
    int ok = phk_decode_map(&l->decoder, e->value, phk_table_fields, what.text, e->where, NULL,
                            &def, &def.given);
    uint64_t lists = def.given & (X | Y | Z | FILE_NAME | POINTS), curve = ~(uint64_t)63;
    bool fits = lists == POINTS ? !(def.given & BEYOND) : !(def.given & curve);
    if (ok &&
        (!fits || ((lists & ~(uint64_t)Z) != (X | Y) && lists != FILE_NAME && lists != POINTS))) {
        phk_error(l->diag, PH_E_MISSING, e->where,
                  "give both `x` and `y`, or `file` alone, or `points` of a curve in space",
                  "%s needs x and y or a file or points", what.text);
        ok = 0;
    }
    if (ok && lists == FILE_NAME) ok = read_table_file(l, &def);
    if (!ok) def = (ph_table_def){.where = e->where, .x = {4, grid}, .y = {4, grid}};
    phk_load_decoded(l, ok);
    phk_load_added(l, ph_model_add_table(l->model, e->key, &def), e);
}

/* name: expression, or name: {value: .., start: ..} */
void phk_read_variable(phk_load *l, const phk_entry *e)
{
    phk_label what = phk_label_of("variable", e);
    ph_field plain = {.name = e->key, .kind = PH_FIELD_EXPR};
    phk_variable v = {.value = {.value = -1}};
    int ok = e->value->kind == PHK_NODE_MAP
                 ? phk_decode_map(&l->decoder, e->value, phk_variable_fields, what.text, e->where,
                                  NULL, &v, NULL)
                 : phk_decode_value(&l->decoder, e->value, &plain, &v.value);
    if (!ok) v = (phk_variable){.value = {"0", e->where, -1}};
    phk_load_decoded(l, ok);
    ph_status status = ph_model_add_variable(l->model, e->key, &v.value);
    phk_load_added(l, status, e);
    if (!status) ph_model_start_variable(l->model, e->key, v.start);
}

void phk_read_reference(phk_load *l, const phk_entry *e)
{
    phk_label what = phk_label_of("reference", e);
    ph_reference_def def = {.orientation = {1, 0, 0, 0}};
    int ok = phk_decode_map(&l->decoder, e->value, phk_reference_fields, what.text, e->where, NULL,
                            &def, &def.given);
    def.where = e->where;
    phk_load_decoded(l, ok);
    ph_status status = ph_model_add_reference(l->model, e->key, &def);
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

void phk_read_state(phk_load *l, const phk_entry *e)
{
    enum { RATE = 1, EQUATION = 2 };
    phk_label what = phk_label_of("state", e);
    ph_state_def def = ph_default_state();
    def.where = e->where;
    int ok = phk_decode_map(&l->decoder, e->value, phk_state_fields, what.text, e->where, NULL,
                            &def, &def.given);
    if (ok && phk_load_one_of(l, e, phk_state_fields, def.given, RATE | EQUATION, what.text) < 0)
        ok = 0;
    if (!ok) {
        def = ph_default_state();
        def.where = e->where;
        def.given = RATE;
        def.rate = (ph_expr){"0", e->where, -1};
    }
    phk_load_decoded(l, ok);
    bool algebraic = def.equation.text && !phk_reads_rate(def.equation.text, e->key);
    ph_status status = algebraic
                           ? phk_model_add_algebraic(l->model, e->key, &def.equation, def.initial)
                           : ph_model_add_state(l->model, e->key, &def);
    phk_load_added(l, status, e);
}
