/* SPDX-License-Identifier: BSD-3-Clause
 *
 * write_objects.c -- what the writer of model files says of each object.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/diag.h"
#include "field/field.h"
#include "io/text/disk.h"
#include "io/text/file.h"
#include "io/model/kinds.h"
#include "io/model/plugin.h"

static const char *name_of(const phk_writing *w, phk_kind kind, int i)
{
    return w->model->list[kind].name[i];
}

static void refuse(phk_writing *w, phk_kind kind, int i, const char *format, const char *detail)
{
    char why[120], which[80];
    const char *name = name_of(w, kind, i);
    snprintf(why, sizeof why, format, detail);
    snprintf(which, sizeof which, name ? "`%.60s`" : "%.0s%d", name ? name : "", i + 1);
    w->status = phk_error(w->diag, PH_E_UNSUPPORTED, phk_model_where(w->model, kind, i), NULL,
                          "%s %s cannot be written to a file: %s", phk_kind_text(kind), which, why);
}

void phk_write_fields(phk_writing *w, phk_kind kind, int i, const ph_field *fields,
                      const void *value, const void *blank, uint64_t must)
{
    const char *bad = phk_map_fields(&w->map, fields, value, blank, must);
    if (bad) refuse(w, kind, i, "`%s` has no value", bad);
}

void phk_write_parameter(phk_writing *w, int i)
{
    phk_put_number(&w->map.values, phk_parameters(w->model)[i].value);
}

void phk_write_variable(phk_writing *w, int i)
{
    const ph_variable_def *def = &phk_variables(w->model)[i];
    phk_out *out = &w->map.values;
    bool map = def->start != 0 || def->undefined;
    if (map) phk_put(out, "{value: ");
    phk_put_scalar(out, def->value.text);
    if (!map) return;
    if (def->start != 0) {
        phk_put(out, ", start: ");
        phk_put_number(out, def->start);
    }
    phk_put(out, def->undefined ? ", undefined: zero}" : "}");
}

/* A table from a file holds its points by now, and the file may lie elsewhere. */
int phk_prepare_table(phk_writing *w, void *def)
{
    ph_table_def *table = def;
    (void)w;
    table->file.text = NULL;
    table->given = 0;
    return 1;
}

/* Types a file can name: those of this build and of the model's plug-ins. */
static bool is_joint_type(const ph_model *model, const ph_joint_type *type)
{
    int k = 0;
    while (phk_plugin_joint_type(model, k) && phk_plugin_joint_type(model, k) != type) k++;
    return phk_plugin_joint_type(model, k) != NULL;
}

static bool is_force_type(const ph_model *model, const ph_force_type *type)
{
    int k = 0;
    while (phk_plugin_force_type(model, k) && phk_plugin_force_type(model, k) != type) k++;
    return phk_plugin_force_type(model, k) != NULL;
}

/* A program may give a joint axes that files know none of, as to a fixed one. */
static void write_placement(phk_writing *w, int i, const phk_joint *joint)
{
    ph_joint_def blank = ph_default_joint();
    uint64_t given = joint->def.given;
    if (!joint->type->axis_help) {
        given &= ~phk_field_bit(phk_joint_fields, "axis");
        blank.axis = joint->def.axis;
    }
    if (!joint->type->axis2_help) {
        given &= ~phk_field_bit(phk_joint_fields, "axis2");
        blank.axis2 = joint->def.axis2;
    }
    phk_write_fields(w, PHK_KIND_JOINT, i, phk_joint_fields, &joint->def, &blank, given);
}

void phk_write_joint(phk_writing *w, int i)
{
    const phk_joint *joint = &phk_joints(w->model)[i];
    const ph_joint_type *type = joint->type;
    phk_map_key(&w->map, "type");
    phk_put(&w->map.values, "%s", type ? type->name : "equation");
    if (!type) {
        phk_map_key(&w->map, "expression");
        phk_put_scalar(&w->map.values, joint->equation.text);
        return;
    }
    if (!is_joint_type(w->model, type)) {
        refuse(w, PHK_KIND_JOINT, i, "its type `%s` belongs to a program", type->name);
        return;
    }
    if (type->markers == 0) write_placement(w, i, joint);
    if (!type->fields) return;
    void *none = phk_arena_alloc(&w->arena, type->par_bytes);
    if (!none) return;
    ph_field_defaults(type->fields, none);
    phk_write_fields(w, PHK_KIND_JOINT, i, type->fields, joint->par, none, 0);
}

void phk_write_force(phk_writing *w, int i)
{
    const phk_force *force = &phk_forces(w->model)[i];
    if (!is_force_type(w->model, force->type)) {
        refuse(w, PHK_KIND_FORCE, i, "its type `%s` belongs to a program", force->type->name);
        return;
    }
    phk_map_key(&w->map, "type");
    phk_put(&w->map.values, "%s", force->type->name);
    void *none = phk_arena_alloc(&w->arena, force->type->par_bytes);
    if (!none) return;
    ph_field_defaults(force->type->fields, none);
    phk_write_fields(w, PHK_KIND_FORCE, i, force->type->fields, force->par, none, 0);
}

/* Functions of plug-ins come with them; those of a program do not. */
void phk_check_functions(phk_writing *w)
{
    const phk_list *list = &w->model->list[PHK_KIND_FUNCTION];
    for (int i = 0; i < list->count; i++) {
        bool found = false;
        for (const phk_plugin *p = w->model->plugin; p; p = p->before)
            for (int k = 0; p->content->functions && p->content->functions[k]; k++)
                found = found || strcmp(p->content->functions[k]->name, list->name[i]) == 0;
        if (!found) refuse(w, PHK_KIND_FUNCTION, i, "it belongs to a %s", "program");
    }
}

/* A column is its expression, or a map where it has a unit. */
void phk_write_request(phk_writing *w, int i)
{
    ph_request_def blank = {0};
    const ph_request_def *def = &phk_requests(w->model)[i];
    phk_out *out = &w->map.values;
    phk_write_fields(w, PHK_KIND_REQUEST, i, phk_request_fields, def, &blank, def->given);
    phk_map_key(&w->map, "columns");
    phk_put(out, "{");
    for (int k = 0; k < def->count; k++) {
        const ph_request_column *c = &def->column[k];
        phk_put(out, "%s%s: %s", k ? ", " : "", c->name.text, c->unit.text ? "{value: " : "");
        phk_put_scalar(out, c->value.text);
        if (!c->unit.text) continue;
        phk_put(out, ", unit: ");
        phk_put_text(out, c->unit.text);
        phk_put(out, "}");
    }
    phk_put(out, "}");
}

void phk_write_controller(phk_writing *w, int i)
{
    ph_controller_def blank;
    const ph_controller_def *def = &phk_controllers(w->model)[i];
    phk_out *out = &w->map.values;
    phk_kind_default(PHK_KIND_CONTROLLER, &blank);
    phk_write_fields(w, PHK_KIND_CONTROLLER, i, phk_controller_fields, def, &blank, def->given);
    phk_map_key(&w->map, "input");
    phk_put(out, "[");
    for (int k = 0; k < def->inputs; k++) {
        phk_put(out, k ? ", " : "");
        phk_put_scalar(out, def->input[k].text);
    }
    phk_put(out, "]");
}

void phk_write_event(phk_writing *w, int i)
{
    ph_event_def blank;
    const ph_event_def *def = &phk_events(w->model)[i];
    phk_out *out = &w->map.values;
    phk_kind_default(PHK_KIND_EVENT, &blank);
    phk_write_fields(w, PHK_KIND_EVENT, i, phk_event_fields, def, &blank, def->given);
    if (def->count == 0) return;
    phk_map_key(&w->map, "set");
    phk_put(out, "{");
    for (int k = 0; k < def->count; k++) {
        phk_put(out, "%s%s: ", k ? ", " : "", def->set[k].name.text);
        phk_put_scalar(out, def->set[k].value.text);
    }
    phk_put(out, "}");
}

/* A file of a mesh is named so that it is found from the new place, too. */
int phk_prepare_shape(phk_writing *w, void *def)
{
    ph_shape_def *shape = def;
    if (!shape->file.text) return 1;
    shape->points = shape->heights = (ph_rows){0};
    char *beside = phk_file_beside(w->model->path, shape->file.text);
    shape->file.text = beside ? phk_disk_rooted(&w->arena, beside) : NULL;
    free(beside);
    return shape->file.text != NULL;
}

void phk_write_phase(phk_writing *w, int i)
{
    ph_phase_def blank;
    const ph_phase_def *def = &phk_phases(w->model)[i];
    phk_out *out = &w->map.values;
    phk_kind_default(PHK_KIND_PHASE, &blank);
    phk_write_fields(w, PHK_KIND_PHASE, i, phk_phase_fields, def, &blank, def->given);
    if (def->count == 0) return;
    phk_map_key(&w->map, "set");
    phk_put(out, "{");
    for (int k = 0; k < def->count; k++) {
        phk_put(out, "%s%s: ", k ? ", " : "", def->set[k].name.text);
        phk_put_number(out, def->set[k].value);
    }
    phk_put(out, "}");
}
