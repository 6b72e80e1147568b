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
#include "io/model/plugin.h"
#include "io/text/file.h"

void phk_load_failed(phk_load *load, ph_status status)
{
    if (status == PH_E_NOMEM || load->status == PH_E_NOMEM)
        load->status = PH_E_NOMEM;
    else
        load->status = PH_E_MODEL;
}

void phk_read_version(phk_load *l, const phk_node *node)
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

void phk_read_title(phk_load *l, const phk_node *node)
{
    if (!is_text(l, node, "title")) return;
    ph_status status = ph_model_set_title(l->model, node->text);
    if (status != PH_OK) phk_load_failed(l, status);
}

void phk_read_description(phk_load *l, const phk_node *node)
{
    is_text(l, node, "description");
}

const ph_field phk_gravity_fields[] = {
    {"gravity", PH_FIELD_VEC3, .unit = "m/s^2", .help = "Acceleration of free fall, world axes."},
    {.name = NULL}};

void phk_read_gravity(phk_load *l, const phk_node *node)
{
    ph_vec3 gravity;
    int ok = phk_decode_value(&l->decoder, node, phk_gravity_fields, &gravity);
    phk_load_decoded(l, ok && ph_model_set_gravity(l->model, gravity) == PH_OK);
}

void phk_read_outputs(phk_load *l, const phk_node *node)
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

void phk_read_plugins(phk_load *l, const phk_node *node)
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

void phk_read_options(phk_load *l, const phk_node *node)
{
    ph_options options = ph_default_options();
    int ok = phk_decode_map(&l->decoder, node, phk_options_fields, "`simulate`", node->where, NULL,
                            &options, &options.given);
    options.where = node->where;
    phk_load_decoded(l, ok);
    ph_status status = ph_model_set_options(l->model, &options);
    if (status != PH_OK) phk_load_failed(l, status);
}

/* Sections of the format that this version reads nothing of. */
static const char *const later[] = {"contacts", "flexible", "particles", NULL};

static void check_section(phk_load *l, const phk_entry *e)
{
    phk_nearest nearest = phk_nearest_to(e->key, strlen(e->key));
    char hint[400];
    size_t used = 0;
    if (phk_section_find(e->key, strlen(e->key))) return;
    for (const phk_section *const *s = phk_sections; *s; s++) {
        phk_nearest_offer(&nearest, (*s)->name);
        if (used < sizeof hint)
            used += (size_t)snprintf(hint + used, sizeof hint - used, "%s`%s`",
                                     s == phk_sections ? "known are " : ", ", (*s)->name);
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
    if (phk_node_is_null(node) && s->read != phk_read_version) return;
    if (phk_section_named(s) && node->kind != PHK_NODE_MAP) {
        phk_load_decoded(l, phk_decode_wrong_kind(&l->decoder, node, s->name,
                                                  "a map from names to what they name", NULL));
        return;
    }
    if (s->kind < PHK_KINDS)
        phk_read_objects(l, s->kind, node);
    else
        s->read(l, node);
}

static void read_sections(phk_load *l)
{
    for (int i = 0; i < l->root->count; i++) check_section(l, &l->root->entry[i]);
    if (!phk_node_find(l->root, "polhode")) {
        phk_error(l->diag, PH_E_MISSING, (ph_source){.file = l->model->path},
                  "add the line `polhode: 1`", "the file does not say its format version");
        phk_load_failed(l, PH_E_MODEL);
    }
    for (const phk_section *const *s = phk_sections; *s && l->status != PH_E_NOMEM; s++) {
        const phk_node *node = phk_node_find(l->root, (*s)->name);
        if (node) read_section(l, *s, node);
        if (phk_section_repeats(*s)) phk_load_repeated(l, *s);
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
        phk_load_mend_bodies(l);
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
