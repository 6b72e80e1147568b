/* SPDX-License-Identifier: BSD-3-Clause
 *
 * file_run.c -- what a model file says of the run and its result: requests,
 * events and phases.
 */
#include <stdio.h>
#include <string.h>
#include "base/diag.h"
#include "io/model/kinds.h"

/* An expression by itself, or `{value: expression, unit: text}`. */
static int read_column(phk_load *l, const phk_entry *e, ph_request_column *column)
{
    static const ph_field field = {.name = "column", .kind = PH_FIELD_EXPR};
    ph_field named = field;
    named.name = e->key;
    *column = (ph_request_column){.name = {e->key, e->where}, .value = {.value = -1}};
    if (e->value->kind != PHK_NODE_MAP)
        return phk_decode_value(&l->decoder, e->value, &named, &column->value);
    phk_label what = phk_label_of("column", e);
    return phk_decode_map(&l->decoder, e->value, phk_request_column_fields, what.text, e->where,
                          NULL, column, NULL);
}

/* The columns of a request, in the order they are written. */
static int read_columns(phk_load *l, const phk_entry *e, ph_request_def *def)
{
    const phk_node *node =
        e->value->kind == PHK_NODE_MAP ? phk_node_find(e->value, "columns") : NULL;
    if (!node) return 1; /* the model says what is missing */
    if (node->kind != PHK_NODE_MAP)
        return phk_decode_wrong_kind(&l->decoder, node, "columns",
                                     "a map from names to expressions", "`{x: expression}`");
    ph_request_column *column =
        phk_arena_alloc(&l->scratch, ((size_t)node->count + 1) * sizeof *column);
    if (!column) {
        phk_load_failed(l, PH_E_NOMEM);
        return 0;
    }
    int ok = 1;
    for (int i = 0; i < node->count; i++) {
        const phk_entry *one = &node->entry[i];
        if (read_column(l, one, &column[i])) continue;
        column[i].value = (ph_expr){"0", one->where, -1};
        ok = 0;
    }
    def->count = node->count;
    def->column = column;
    return ok;
}

int phk_finish_request(phk_load *l, const phk_entry *e, int ok, void *def)
{
    return read_columns(l, e, def) && ok;
}

/* The input of a controller, or a list of them. */
int phk_finish_controller(phk_load *l, const phk_entry *e, int ok, void *controller)
{
    ph_controller_def *def = controller;
    static const ph_field field = {.name = "input", .kind = PH_FIELD_EXPR};
    const phk_node *node = e->value->kind == PHK_NODE_MAP ? phk_node_find(e->value, "input") : NULL;
    if (!node) return ok; /* the model says what is missing */
    bool list = node->kind == PHK_NODE_LIST;
    int count = list ? node->count : 1;
    ph_expr *input = phk_arena_alloc(&l->scratch, ((size_t)count + 1) * sizeof *input);
    if (!input) {
        phk_load_failed(l, PH_E_NOMEM);
        return 0;
    }
    for (int i = 0; i < count; i++) {
        const phk_node *one = list ? node->entry[i].value : node;
        input[i] = (ph_expr){.value = -1};
        if (phk_decode_value(&l->decoder, one, &field, &input[i])) continue;
        input[i] = (ph_expr){"0", one->where, -1};
        ok = 0;
    }
    def->inputs = count;
    def->input = input;
    return ok;
}

/* What an event sets: a map from names to expressions. */
int phk_finish_event(phk_load *l, const phk_entry *e, int ok, void *event)
{
    ph_event_def *def = event;
    const phk_node *node = e->value->kind == PHK_NODE_MAP ? phk_node_find(e->value, "set") : NULL;
    if (!node) return ok;
    if (node->kind != PHK_NODE_MAP)
        return phk_decode_wrong_kind(&l->decoder, node, "set", "a map from names to expressions",
                                     "`{NAME: expression}`");
    ph_setting *set = phk_arena_alloc(&l->scratch, ((size_t)node->count + 1) * sizeof *set);
    if (!set) {
        phk_load_failed(l, PH_E_NOMEM);
        return 0;
    }
    for (int i = 0; i < node->count; i++) {
        const phk_entry *one = &node->entry[i];
        ph_field field = {.name = one->key, .kind = PH_FIELD_EXPR};
        set[i] = (ph_setting){.name = {one->key, one->where}, .value = {.value = -1}};
        if (!phk_decode_value(&l->decoder, one->value, &field, &set[i].value)) ok = 0;
    }
    def->count = node->count;
    def->set = set;
    return ok;
}

/* What a phase sets: a map from names to numbers. */
static int read_assignments(phk_load *l, const phk_node *phase, ph_phase_def *def)
{
    const phk_node *node = phase->kind == PHK_NODE_MAP ? phk_node_find(phase, "set") : NULL;
    int ok = 1;
    if (!node) return ok;
    if (node->kind != PHK_NODE_MAP)
        return phk_decode_wrong_kind(&l->decoder, node, "set", "a map from names to numbers",
                                     "`{NAME: 1.5}`");
    ph_assignment *set = phk_arena_alloc(&l->scratch, ((size_t)node->count + 1) * sizeof *set);
    if (!set) {
        phk_load_failed(l, PH_E_NOMEM);
        return 0;
    }
    for (int i = 0; i < node->count; i++) {
        const phk_entry *one = &node->entry[i];
        ph_field field = {.name = one->key, .kind = PH_FIELD_NUMBER};
        set[i] = (ph_assignment){.name = {one->key, one->where}};
        if (!phk_decode_value(&l->decoder, one->value, &field, &set[i].value)) ok = 0;
    }
    def->count = node->count;
    def->set = set;
    return ok;
}

void phk_load_phases(phk_load *l, const phk_node *node)
{
    if (node->kind != PHK_NODE_LIST) {
        phk_load_decoded(l, phk_decode_wrong_kind(&l->decoder, node, "phases", "a list of maps",
                                                  "`[{end: 1}, {end: 2, deactivate: [..]}]`"));
        return;
    }
    for (int i = 0; i < node->count; i++) {
        const phk_node *one = node->entry[i].value;
        char what[40];
        snprintf(what, sizeof what, "phase %d", i + 1);
        ph_phase_def def;
        phk_kind_default(PHK_KIND_PHASE, &def);
        def.options = ph_default_options(); /* also of what phases cannot say */
        def.where = def.options.where = one->where;
        int ok = phk_decode_map(&l->decoder, one, phk_phase_fields, what, one->where, "set", &def,
                                &def.given);
        ok = read_assignments(l, one, &def) && ok;
        phk_load_decoded(l, ok);
        ph_status status = ok ? ph_model_add_phase(l->model, &def) : PH_OK;
        if (status != PH_OK) phk_load_failed(l, status);
        phk_arena_reset(&l->scratch);
    }
}
