/* SPDX-License-Identifier: BSD-3-Clause
 *
 * file.c -- a model file, section by section, into a model.
 *
 * An object with errors still gets into the model, with harmless values: so the checks that follow
 * find what else is wrong, and nothing that refers to it is reported as missing. The model is
 * dropped in the end.
 */
#include "io/model/file.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/diag.h"
#include "io/text/file.h"
#include "io/model/plugin.h"

void phk_load_failed(phk_load *load, ph_status status)
{
    if (status == PH_E_NOMEM || load->status == PH_E_NOMEM)
        load->status = PH_E_NOMEM;
    else
        load->status = PH_E_MODEL;
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
    phk_load_decoded(l, ok);
}

/* A text that may also be empty. */
static int is_text(phk_load *l, const phk_node *node, const char *name)
{
    if (node->kind == PHK_NODE_SCALAR) return 1;
    phk_load_decoded(l, phk_decode_wrong_kind(&l->decoder, node, name, "a text", NULL));
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
    phk_load_decoded(l, ok && ph_model_set_gravity(l->model, gravity) == PH_OK);
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

static void read_plugins(phk_load *l, const phk_node *node)
{
    static const ph_field field = {.name = "plugins", .kind = PH_FIELD_NAMES};
    ph_names names = {0};
    int ok = phk_decode_value(&l->decoder, node, &field, &names);
    for (int i = 0; ok && i < names.count; i++) {
        ph_status status =
            phk_plugin_open(l->model, names.name[i].text, names.name[i].where, l->diag);
        if (status != PH_OK) phk_load_failed(l, status);
    }
    phk_load_decoded(l, ok);
}

static void read_options(phk_load *l, const phk_node *node)
{
    ph_options options = ph_default_options();
    int ok = phk_decode_map(&l->decoder, node, phk_options_fields, "`simulate`", node->where, NULL,
                            &options, &options.given);
    options.where = node->where;
    phk_load_decoded(l, ok);
    ph_status status = ph_model_set_options(l->model, &options);
    if (status != PH_OK) phk_load_failed(l, status);
}

const phk_section phk_sections[] = {
    {"polhode", "Version of the format: 1. Required.", .read = read_version},
    {"title", "One line, shown with results.", .read = read_title},
    {"description", "Any text.", .read = read_description},
    {"plugins",
     "Shared objects with functions, forces and joints of your own: a list of files, relative to "
     "the model file.",
     .read = read_plugins},
    {"parameters",
     "Named numbers for use in other numbers and in expressions: `name: number`, where the number "
     "may be an expression of other parameters, in any order.",
     .named = 1, .read = phk_load_parameters},
    {"repeat", "Families of objects: a list of `{for: k, from: 1, to: 10, bodies: {..}, ..}`.",
     .fields = phk_repeat_fields, .read = phk_load_repeats},
    {"gravity", "Acceleration of free fall.", .fields = gravity_field, .read = read_gravity},
    {"bodies", "Rigid bodies: `name: {mass: .., inertia: .., ..}`.", .named = 1, .repeats = 1,
     .fields = phk_body_fields, .read_one = phk_read_body},
    {"markers", "Points with axes, on bodies or on ground: `name: {on: .., at: ..}`.", .named = 1,
     .repeats = 1, .fields = phk_marker_fields, .read_one = phk_read_marker},
    {"tables", "Functions y(x) by points, for splines in expressions: `name: {x: .., y: ..}`.",
     .named = 1, .repeats = 1, .fields = phk_table_fields, .read_one = phk_read_table},
    {"joints",
     "What holds bodies together: `name: {type: TYPE, between: [.., ..], ..}` with the keys below "
     "and those of its [type](#joint-types).",
     .named = 1, .repeats = 1, .fields = phk_joint_fields, .read_one = phk_read_joint},
    {"motions", "What is driven: `name: {joint: .., displacement: ..}`.", .named = 1, .repeats = 1,
     .fields = phk_motion_fields, .read_one = phk_read_motion},
    {"states",
     "Differential equations of first order, for controllers and actuators: "
     "`name: {rate: .., initial: ..}`.",
     .named = 1, .repeats = 1, .fields = phk_state_fields, .read_one = phk_read_state},
    {"variables",
     "Named expressions of time and the model's quantities: `name: expression`, or `name: "
     "{value: .., start: ..}`.",
     .named = 1, .repeats = 1, .read_one = phk_read_variable},
    {"forces",
     "What acts on bodies: `name: {type: TYPE, ..}` with the keys of its [type](#force-types).",
     .named = 1, .repeats = 1, .read_one = phk_read_force},
    {"requests",
     "Columns of the result made of expressions, worked out at its rows alone: "
     "`name: {columns: {x: expression, y: {value: expression, unit: mm}}, ..}`. They may read all "
     "an expression can read, and cost a step nothing.",
     .named = 1, .repeats = 1, .fields = phk_request_fields, .read_one = phk_read_request},
    {"shapes", "What bodies look like, for viewing: `name: {type: TYPE, on: .., ..}`.", .named = 1,
     .repeats = 1, .fields = phk_shape_fields, .read_one = phk_read_shape},
    {"outputs",
     "A list of what the result shows: names of objects, `gravity` (what it does to each body), "
     "`energy`, `solver`. Without it: all.",
     .repeats = 1, .read = read_outputs},
    {"simulate", "How to run; the command line goes before it.", .fields = phk_options_fields,
     .read = read_options},
    {"phases",
     "Parts of a run, one after the other, each with what changes: a list of "
     "`{end: .., deactivate: [..], ..}`. What a phase does not say is as before, at first as under "
     "`simulate`; an `end` there, or --end, is that of all.",
     .fields = phk_phase_fields, .read = phk_load_phases},
    {"reference",
     "The known state of bodies at the end, for `polhode converge`: `body: {orientation: .., ..}`.",
     .named = 1, .repeats = 1, .fields = phk_reference_fields, .read_one = phk_read_reference},
    {.name = NULL}};

/* Sections of the format that this version reads nothing of. */
static const char *const later[] = {"contacts", "flexible", "particles", NULL};

static void check_section(phk_load *l, const phk_entry *e)
{
    phk_nearest nearest = phk_nearest_to(e->key, strlen(e->key));
    char hint[400];
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
            phk_error(l->diag, PH_E_UNSUPPORTED, e->where, "leave the section out",
                      "this version of polhode has no %s yet", e->key);
            return;
        }
    if (nearest.best) snprintf(hint, sizeof hint, "did you mean `%s`?", nearest.best);
    if (phk_node_is_null(e->value) && strchr(e->key, ':'))
        snprintf(hint, sizeof hint, "write `key: value`, with a blank after the colon");
    phk_error(l->diag, PH_E_KEY, e->where, hint, "unknown section `%.60s`", e->key);
}

static void read_section(phk_load *l, const phk_section *s, const phk_node *node)
{
    /* a section without content is an empty one */
    if (phk_node_is_null(node) && s->read != read_version) return;
    if (s->named && node->kind != PHK_NODE_MAP) {
        phk_load_decoded(l, phk_decode_wrong_kind(&l->decoder, node, s->name,
                                                  "a map from names to what they name", NULL));
        return;
    }
    if (!s->read_one) s->read(l, node);
    for (int i = 0; s->read_one && i < node->count && l->status != PH_E_NOMEM; i++) {
        s->read_one(l, &node->entry[i]);
        phk_arena_reset(&l->scratch);
    }
}

static void read_sections(phk_load *l)
{
    for (int i = 0; i < l->root->count; i++) check_section(l, &l->root->entry[i]);
    if (!phk_node_find(l->root, "polhode")) {
        phk_error(l->diag, PH_E_MISSING, (ph_source){.file = l->model->path},
                  "add the line `polhode: 1`", "the file does not say its format version");
        phk_load_failed(l, PH_E_MODEL);
    }
    for (const phk_section *s = phk_sections; s->name && l->status != PH_E_NOMEM; s++) {
        const phk_node *node = phk_node_find(l->root, s->name);
        if (node) read_section(l, s, node);
        if (s->repeats) phk_load_repeated(l, s);
    }
    phk_load_check_repeats(l);
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
    l->decoder = (phk_decoder){l->diag, &l->scratch, &l->scope, &l->parameters.tainted,
                               &l->parameters.loops};
    phk_diag_text(l->diag, l->model->path, l->model->source, length);
    ph_status status = read_tree(l, length, set, n_set);
    if (status == PH_OK) {
        read_sections(l);
        if (l->status != PH_E_NOMEM && !l->incomplete && ph_model_check(l->model, l->diag) != PH_OK)
            phk_load_failed(l, PH_E_MODEL);
        status = l->status;
    }
    phk_diag_text(l->diag, NULL, NULL, 0);
    phk_diag_sort(l->diag, l->model->path);
    phk_names_free(&l->parameters.names);
    phk_names_free(&l->broken);
    phk_arena_free(&l->arena);
    phk_arena_free(&l->scratch);
    return status;
}

ph_status phk_model_file_load(const char *path, const char *const *set, int n_set, ph_diag *diag,
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
