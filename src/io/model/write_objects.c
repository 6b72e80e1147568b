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
#include "io/model/write.h"
#include "io/model/plugin.h"
#include "mech/model/check.h"

static const char *name_of(const phk_writing *w, phk_kind kind, int i)
{
    return w->model->list[kind].name[i];
}

static void refuse(phk_writing *w, phk_kind kind, int i, const char *format, const char *detail)
{
    char why[120];
    snprintf(why, sizeof why, format, detail);
    w->status = phk_error(w->diag, PH_E_UNSUPPORTED, w->model->list[kind].where[i], NULL,
                          "%s `%s` cannot be written to a file: %s", phk_kind_text(kind),
                          name_of(w, kind, i), why);
}

void phk_write_fields(phk_writing *w, phk_kind kind, int i, const ph_field *fields,
                      const void *value, const void *blank, uint64_t must)
{
    const char *bad = phk_map_fields(&w->map, fields, value, blank, must);
    if (bad) refuse(w, kind, i, "`%s` has no value", bad);
}

/* What a file gave is written also where it would follow by itself: some of it makes a difference
 * by being there. */
void phk_write_body(phk_writing *w, int i)
{
    ph_body_def blank = ph_default_body(), def = w->model->body[i];
    uint64_t must = def.given;
    if (def.has_pivot) {
        must |=
            phk_field_bit(phk_body_fields, "pivot") | phk_field_bit(phk_body_fields, "position");
        blank.velocity = def.velocity;
    }
    phk_write_fields(w, PHK_KIND_BODY, i, phk_body_fields, &def, &blank, must);
}

void phk_write_marker(phk_writing *w, int i)
{
    ph_marker_def blank = ph_default_marker();
    const ph_marker_def *def = &w->model->marker[i];
    phk_write_fields(w, PHK_KIND_MARKER, i, phk_marker_fields, def, &blank, def->given);
}

/* A table from a file holds its points by now, and the file may lie elsewhere. */
void phk_write_table(phk_writing *w, int i)
{
    ph_table_def blank = {0}, def = w->model->table[i];
    def.file.text = NULL;
    phk_write_fields(w, PHK_KIND_TABLE, i, phk_table_fields, &def, &blank, 0);
}

static bool is_marker(const ph_model *model, const char *name)
{
    phk_object o = phk_model_find(model, name, strlen(name));
    return o.index >= 0 && o.kind == PHK_KIND_MARKER;
}

/* Built from C a joint may have places and axes that it does not use: a file must not. */
static uint64_t joint_given(const phk_writing *w, const phk_joint *joint, ph_joint_def *blank)
{
    const ph_joint_def *def = &joint->def;
    uint64_t axes =
        phk_field_bit(phk_joint_fields, "axis") | phk_field_bit(phk_joint_fields, "axis2");
    if (def->given) return def->given;
    bool placed = true;
    for (int k = 0; k < def->between.count; k++)
        placed = placed && !is_marker(w->model, def->between.name[k].text);
    if (!placed && joint->type->placing != PH_PLACE_APART) blank->at = def->at;
    if (!placed || !joint->type->axis_help) blank->axis = def->axis;
    if (!placed || !joint->type->axis2_help) blank->axis2 = def->axis2;
    return placed && joint->type->placing == PH_PLACE_CROSSED ? axes : 0;
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

void phk_write_joint(phk_writing *w, int i)
{
    const phk_joint *joint = &w->model->joint[i];
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
    ph_joint_def blank = ph_default_joint();
    uint64_t must = joint_given(w, joint, &blank);
    phk_write_fields(w, PHK_KIND_JOINT, i, phk_joint_fields, &joint->def, &blank, must);
    if (!type->fields) return;
    void *none = phk_arena_alloc(&w->arena, type->par_bytes);
    if (!none) return;
    ph_field_defaults(type->fields, none);
    phk_write_fields(w, PHK_KIND_JOINT, i, type->fields, joint->par, none, 0);
}

void phk_write_motion(phk_writing *w, int i)
{
    ph_motion_def blank = ph_default_motion();
    const ph_motion_def *def = &w->model->motion[i];
    phk_write_fields(w, PHK_KIND_MOTION, i, phk_motion_fields, def, &blank, def->given);
}

void phk_write_state(phk_writing *w, int i)
{
    ph_state_def blank = ph_default_state();
    const ph_state_def *def = &w->model->state[i];
    phk_write_fields(w, PHK_KIND_STATE, i, phk_state_fields, def, &blank, def->given);
}

void phk_write_force(phk_writing *w, int i)
{
    const phk_force *force = &w->model->force[i];
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
    const ph_request_def *def = &w->model->request[i];
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

/* A file of a mesh is named so that it is found from the new place, too. */
void phk_write_shape(phk_writing *w, int i)
{
    ph_shape_def blank = {0}, def = w->model->shape[i];
    if (def.file.text) {
        char *beside = phk_file_beside(w->model->path, def.file.text);
        def.file.text = beside ? phk_disk_rooted(&w->arena, beside) : NULL;
        free(beside);
        if (!def.file.text) {
            w->out.failed = 1;
            return;
        }
    }
    phk_write_fields(w, PHK_KIND_SHAPE, i, phk_shape_fields, &def, &blank,
                     def.given | phk_shape_sizes(def.kind));
}
