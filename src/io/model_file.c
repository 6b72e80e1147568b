/* SPDX-License-Identifier: BSD-3-Clause
 *
 * model_file.c -- a model file, section by section, into a model.
 *
 * An object with errors still gets into the model, with harmless values: so the checks that follow
 * find what else is wrong, and nothing that refers to it is reported as missing. The model is
 * dropped in the end.
 */
#include "io/model_file.h"

#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/diag.h"
#include "io/csv.h"
#include "io/file.h"

void phk_load_failed(phk_load *load, ph_status status)
{
    if (status == PH_E_NOMEM || load->status == PH_E_NOMEM)
        load->status = PH_E_NOMEM;
    else
        load->status = PH_E_MODEL;
}

/* What ph_model_add_* said; a refused name is explained. */
static void note_added(phk_load *l, ph_status status, const phk_entry *e)
{
    if (status == PH_E_NAME) {
        phk_model_explain_name(l->model, e->key, e->where, l->diag);
    } else if (status != PH_OK) {
        phk_error(l->diag, status, e->where, NULL, "cannot add `%.60s`: %s", e->key,
                  ph_status_text(status));
    }
    if (status != PH_OK) phk_load_failed(l, status);
}

static void check_decoded(phk_load *l, int ok)
{
    if (!ok) phk_load_failed(l, PH_E_MODEL);
}

static void read_version(phk_load *l, const phk_node *node)
{
    double version;
    int ok = phk_decode_number(&l->decoder, node, "polhode", "", &version);
    if (ok && version != 1) {
        phk_error(l->diag, PH_E_FORMAT, node->where, "write `polhode: 1`",
                  "this is version %g of the format; polhode %s reads version 1", version,
                  ph_version());
        ok = 0;
    }
    check_decoded(l, ok);
}

/* A text that may also be empty. */
static int is_text(phk_load *l, const phk_node *node, const char *name)
{
    if (node->kind == PHK_NODE_SCALAR) return 1;
    check_decoded(l, phk_decode_wrong_kind(&l->decoder, node, name, "a text", NULL));
    return 0;
}

static void read_title(phk_load *l, const phk_node *node)
{
    if (!is_text(l, node, "title")) return;
    ph_status status = ph_model_set_title(l->model, node->text);
    if (status != PH_OK) phk_load_failed(l, status);
}

static void read_description(phk_load *l, const phk_node *node)
{
    is_text(l, node, "description");
}

static const ph_field gravity_field[] = {
    {"gravity", PH_FIELD_VEC3, .unit = "m/s^2", .help = "Acceleration of free fall, world axes."},
    {.name = NULL}};

static void read_gravity(phk_load *l, const phk_node *node)
{
    ph_vec3 gravity;
    int ok = phk_decode_value(&l->decoder, node, gravity_field, &gravity);
    check_decoded(l, ok && ph_model_set_gravity(l->model, gravity) == PH_OK);
}

/* "body `top`" */
typedef struct {
    char text[100];
} label;

static label label_of(const char *kind, const phk_entry *e)
{
    label made;
    snprintf(made.text, sizeof made.text, "%s `%.60s`", kind, e->key);
    return made;
}

static void read_body(phk_load *l, const phk_entry *e)
{
    label what = label_of("body", e);
    ph_body_def def = ph_default_body();
    def.where = e->where;
    int ok = phk_decode_map(&l->decoder, e->value, phk_body_fields, what.text, e->where, NULL, &def,
                            &def.given);
    ok = ok && phk_body_complete(&def, e->key, l->diag) == PH_OK;
    if (!ok) {
        def = ph_default_body();
        def.where = e->where;
        def.mass = 1;
        def.inertia = (ph_sym3){1, 1, 1, 0, 0, 0};
    }
    check_decoded(l, ok);
    note_added(l, ph_model_add_body(l->model, e->key, &def), e);
}

static void read_marker(phk_load *l, const phk_entry *e)
{
    label what = label_of("marker", e);
    ph_marker_def def = ph_default_marker();
    int ok = phk_decode_map(&l->decoder, e->value, phk_marker_fields, what.text, e->where, NULL,
                            &def, &def.given);
    def.where = e->where;
    check_decoded(l, ok);
    note_added(l, ph_model_add_marker(l->model, e->key, &def), e);
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

static void read_table(phk_load *l, const phk_entry *e)
{
    static const double grid[] = {0, 1, 2, 3};
    enum { X = 1, Y = 2, FILE_NAME = 4 };
    label what = label_of("table", e);
    ph_table_def def = {.where = e->where};
    int ok = phk_decode_map(&l->decoder, e->value, phk_table_fields, what.text, e->where, NULL,
                            &def, &def.given);
    if (ok && def.given != (X | Y) && def.given != FILE_NAME) {
        phk_error(l->diag, PH_E_MISSING, e->where, "give both `x` and `y`, or `file` alone",
                  "%s needs x and y or a file", what.text);
        ok = 0;
    }
    if (ok && def.given == FILE_NAME) ok = read_table_file(l, &def);
    if (!ok) def.x = def.y = (ph_numbers){4, grid};
    check_decoded(l, ok);
    note_added(l, ph_model_add_table(l->model, e->key, &def), e);
}

static void read_variable(phk_load *l, const phk_entry *e)
{
    static const ph_field field = {.name = "variable", .kind = PH_FIELD_EXPR};
    ph_field named = field;
    named.name = e->key;
    ph_expr expr = {.value = -1};
    int ok = phk_decode_value(&l->decoder, e->value, &named, &expr);
    if (!ok) expr = (ph_expr){"0", e->where, -1};
    check_decoded(l, ok);
    note_added(l, ph_model_add_variable(l->model, e->key, &expr), e);
}

static const ph_force_type *force_type(phk_load *l, const phk_entry *e)
{
    const phk_node *type = phk_node_find(e->value, "type");
    char hint[400];
    size_t used = 0;
    phk_nearest nearest = phk_nearest_to("", 0);
    if (type && type->kind != PHK_NODE_SCALAR) {
        phk_decode_wrong_kind(&l->decoder, type, "type", "the name of a force type", NULL);
        return NULL;
    }
    if (type) nearest = phk_nearest_to(type->text, strlen(type->text));
    for (int i = 0; i < ph_force_type_count(); i++) {
        const ph_force_type *t = ph_force_type_get(i);
        if (type && strcmp(t->name, type->text) == 0) return t;
        if (type) phk_nearest_offer(&nearest, t->name);
        if (used < sizeof hint)
            used += (size_t)snprintf(hint + used, sizeof hint - used, "%s`%s`",
                                     i ? ", " : "known are ", t->name);
    }
    if (nearest.best) snprintf(hint, sizeof hint, "did you mean `%s`?", nearest.best);
    if (type)
        phk_error(l->diag, PH_E_NAME, type->where, hint, "no force type `%.60s`", type->text);
    else
        phk_error(l->diag, PH_E_MISSING, e->where, hint, "force `%.60s` has no `type`", e->key);
    return NULL;
}

static void read_force(phk_load *l, const phk_entry *e)
{
    label what = label_of("force", e);
    int ok = 0;
    const ph_force_type *type = NULL;
    void *par = NULL;
    if (e->value->kind != PHK_NODE_MAP)
        phk_decode_wrong_kind(&l->decoder, e->value, what.text, "a map",
                              "`{type: NAME, on: BODY, ...}`");
    else if ((type = force_type(l, e))) {
        par = phk_arena_alloc(&l->arena, type->par_bytes);
        if (!par) {
            phk_load_failed(l, PH_E_NOMEM);
            return;
        }
        phk_decode_defaults(type->fields, par);
        ok = phk_decode_map(&l->decoder, e->value, type->fields, what.text, e->where, "type", par,
                            NULL);
    }
    check_decoded(l, ok);
    if (ok) {
        note_added(l, ph_model_add_force(l->model, e->key, type, par, e->where), e);
        return;
    }
    /* something else takes its name, so that an output of it is not reported as unknown */
    ph_expr stand_in = {"0", e->where, -1};
    note_added(l, ph_model_add_variable(l->model, e->key, &stand_in), e);
}

static void read_reference(phk_load *l, const phk_entry *e)
{
    label what = label_of("reference", e);
    ph_reference_def def = {.orientation = {1, 0, 0, 0}};
    int ok = phk_decode_map(&l->decoder, e->value, phk_reference_fields, what.text, e->where, NULL,
                            &def, &def.given);
    def.where = e->where;
    check_decoded(l, ok);
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

static void read_outputs(phk_load *l, const phk_node *node)
{
    static const ph_field field = {.name = "outputs", .kind = PH_FIELD_NAMES};
    ph_names names = {0};
    if (!phk_decode_value(&l->decoder, node, &field, &names)) {
        phk_load_failed(l, PH_E_MODEL);
        return;
    }
    for (int i = 0; i < names.count; i++) {
        ph_status status = ph_model_add_output(l->model, names.name[i].text, names.name[i].where);
        if (status != PH_OK) phk_load_failed(l, status);
    }
}

static void read_options(phk_load *l, const phk_node *node)
{
    ph_options options = ph_default_options();
    int ok = phk_decode_map(&l->decoder, node, phk_options_fields, "`simulate`", node->where, NULL,
                            &options, &options.given);
    options.where = node->where;
    check_decoded(l, ok);
    ph_status status = ph_model_set_options(l->model, &options);
    if (status != PH_OK) phk_load_failed(l, status);
}

/* A section of named objects. */
static void read_each(phk_load *l, const phk_node *node,
                      void (*read)(phk_load *load, const phk_entry *entry))
{
    for (int i = 0; i < node->count; i++) read(l, &node->entry[i]);
}

static void read_bodies(phk_load *l, const phk_node *node)
{
    read_each(l, node, read_body);
}
static void read_markers(phk_load *l, const phk_node *node)
{
    read_each(l, node, read_marker);
}
static void read_tables(phk_load *l, const phk_node *node)
{
    read_each(l, node, read_table);
}
static void read_variables(phk_load *l, const phk_node *node)
{
    read_each(l, node, read_variable);
}
static void read_forces(phk_load *l, const phk_node *node)
{
    read_each(l, node, read_force);
}
static void read_references(phk_load *l, const phk_node *node)
{
    read_each(l, node, read_reference);
}

const phk_section phk_sections[] = {
    {"polhode", "Version of the format: 1. Required.", 0, NULL, read_version},
    {"title", "One line, shown with results.", 0, NULL, read_title},
    {"description", "Any text.", 0, NULL, read_description},
    {"parameters",
     "Named numbers for use in other numbers and in expressions: `name: number`, where the number "
     "may be an expression of other parameters, in any order.",
     1, NULL, phk_load_parameters},
    {"gravity", "Acceleration of free fall.", 0, gravity_field, read_gravity},
    {"bodies", "Rigid bodies: `name: {mass: .., inertia: .., ..}`.", 1, phk_body_fields,
     read_bodies},
    {"markers", "Points with axes, on bodies or on ground: `name: {on: .., at: ..}`.", 1,
     phk_marker_fields, read_markers},
    {"tables", "Functions y(x) by points, for splines in expressions: `name: {x: .., y: ..}`.", 1,
     phk_table_fields, read_tables},
    {"variables", "Named expressions of time and the model's quantities: `name: expression`.", 1,
     NULL, read_variables},
    {"forces", "What acts on bodies: `name: {type: TYPE, ..}` with the keys of its type.", 1, NULL,
     read_forces},
    {"outputs",
     "A list of what the result shows: names of objects, `energy`, `solver`. Without it: all.", 0,
     NULL, read_outputs},
    {"simulate", "How to run; the command line goes before it.", 0, phk_options_fields,
     read_options},
    {"reference",
     "The known state of bodies at the end, for `polhode converge`: `body: {orientation: .., ..}`.",
     1, phk_reference_fields, read_references},
    {.name = NULL}};

/* Sections of the format that this version reads nothing of. */
static const char *const later[] = {"joints",   "motions",   "states", "contacts",
                                    "flexible", "particles", NULL};

static void check_section(phk_load *l, const phk_entry *e)
{
    phk_nearest nearest = phk_nearest_to(e->key, strlen(e->key));
    char hint[300];
    size_t used = 0;
    for (const phk_section *s = phk_sections; s->name; s++) {
        if (strcmp(s->name, e->key) == 0) return;
        phk_nearest_offer(&nearest, s->name);
        if (used < sizeof hint)
            used += (size_t)snprintf(hint + used, sizeof hint - used, "%s`%s`",
                                     s == phk_sections ? "known are " : ", ", s->name);
    }
    phk_load_failed(l, PH_E_MODEL);
    for (int i = 0; later[i]; i++)
        if (strcmp(later[i], e->key) == 0) {
            phk_error(l->diag, PH_E_UNSUPPORTED, e->where,
                      "it simulates free bodies and bodies on a pivot",
                      "this version of polhode has no %s yet", e->key);
            return;
        }
    if (nearest.best) snprintf(hint, sizeof hint, "did you mean `%s`?", nearest.best);
    if (phk_node_is_null(e->value) && strchr(e->key, ':'))
        snprintf(hint, sizeof hint, "write `key: value`, with a blank after the colon");
    phk_error(l->diag, PH_E_KEY, e->where, hint, "unknown section `%.60s`", e->key);
}

static void read_sections(phk_load *l)
{
    for (int i = 0; i < l->root->count; i++) check_section(l, &l->root->entry[i]);
    if (!phk_node_find(l->root, "polhode")) {
        phk_error(l->diag, PH_E_MISSING, (ph_source){.file = l->model->path},
                  "add the line `polhode: 1`", "the file does not say its format version");
        phk_load_failed(l, PH_E_MODEL);
    }
    for (const phk_section *s = phk_sections; s->name; s++) {
        const phk_node *node = phk_node_find(l->root, s->name);
        /* a section without content is an empty one */
        if (!node || (phk_node_is_null(node) && s->read != read_version)) continue;
        if (s->named && node->kind != PHK_NODE_MAP)
            check_decoded(l, phk_decode_wrong_kind(&l->decoder, node, s->name,
                                                   "a map from names to what they name", NULL));
        else
            s->read(l, node);
    }
}

/* The tree of the file with the overrides applied. */
static ph_status read_tree(phk_load *l, size_t length, const char *const *set, int n_set)
{
    phk_yaml_text in = {l->model->path, l->model->source, length, 0};
    ph_status status = phk_yaml_read(&l->arena, &in, l->diag, &l->root);
    if (status != PH_OK && status != PH_E_KEY) return status;
    if (status == PH_E_KEY) phk_load_failed(l, PH_E_MODEL);
    ph_source file = {.file = l->model->path};
    if (!l->root)
        return phk_error(l->diag, PH_E_FORMAT, file, "a model begins with `polhode: 1`",
                         "the file is empty");
    if (l->root->kind != PHK_NODE_MAP)
        return phk_error(l->diag, PH_E_FORMAT, l->root->where, "a model begins with `polhode: 1`",
                         "a model file is a map of sections");
    for (int i = 0; i < n_set; i++) phk_load_override(l, set[i]);
    return PH_OK;
}

static ph_status load_text(phk_load *l, size_t length, const char *const *set, int n_set)
{
    l->parameters.patience = 1000000;
    l->scope = phk_parameters_scope(&l->parameters);
    l->decoder = (phk_decoder){l->diag, &l->model->arena, &l->scope, &l->parameters.tainted};
    phk_diag_text(l->diag, l->model->path, l->model->source, length);
    ph_status status = read_tree(l, length, set, n_set);
    if (status == PH_OK) {
        read_sections(l);
        if (l->status != PH_E_NOMEM && ph_model_check(l->model, l->diag) != PH_OK)
            phk_load_failed(l, PH_E_MODEL);
        status = l->status;
    }
    phk_diag_text(l->diag, NULL, NULL, 0);
    phk_diag_sort(l->diag, l->model->path);
    phk_names_free(&l->parameters.names);
    phk_arena_free(&l->arena);
    return status;
}

static ph_status load_file(const char *path, const char *const *set, int n_set, ph_diag *diag,
                           ph_model *model)
{
    char *text;
    size_t length;
    ph_status status = phk_file_read(path, (ph_source){.file = path}, diag, &text, &length);
    if (status != PH_OK) return status;
    /* a byte-order mark is no part of the text */
    size_t begin = length >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
    status = phk_model_set_source(model, path, text + begin, length - begin);
    free(text);
    if (status != PH_OK) return status;
    phk_load load = {.diag = diag, .model = model};
    return load_text(&load, length - begin, set, n_set);
}

ph_status ph_model_load(const char *path, const char *const *set, int n_set, ph_diag *diag,
                        ph_model **out)
{
    *out = NULL;
    if (!path || (n_set > 0 && !set)) return PH_E_USAGE;
    /* numbers have a decimal point, whatever the locale of the caller's program */
    locale_t plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    ph_model *model = plain ? ph_model_create() : NULL;
    ph_status status = PH_E_NOMEM;
    if (model) {
        locale_t before = uselocale(plain);
        status = load_file(path, set, n_set, diag, model);
        uselocale(before);
    }
    if (plain) freelocale(plain);
    if (status == PH_OK)
        *out = model;
    else
        ph_model_free(model);
    return status;
}
