/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The objects of a model: each is copied, with all it points to.
 */
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "base/diag.h"
#include "expr/function.h"
#include "math/so3.h"
#include "mech/model/build.h"

/* A quaternion given with a few digits becomes one of norm 1; one far off is left for the check. */
static ph_quat unit(ph_quat q)
{
    return fabs(ph_quat_norm(q) - 1) < 1e-6 ? phk_quat_unit(q) : q;
}

ph_status ph_model_add_parameter(ph_model *model, const char *name, double value)
{
    if (!isfinite(value)) return PH_E_RANGE;
    return phk_model_add(model, PHK_KIND_PARAMETER, name, phk_nowhere, &model->parameter, &value,
                         sizeof value);
}

ph_status ph_model_add_body(ph_model *model, const char *name, const ph_body_def *def)
{
    if (!def) return PH_E_USAGE;
    ph_body_def copy = *def;
    if (!phk_keep_place(model, &copy.where)) return PH_E_NOMEM;
    copy.orientation = unit(def->orientation);
    return phk_model_add(model, PHK_KIND_BODY, name, copy.where, &model->body, &copy, sizeof copy);
}

ph_status ph_model_add_marker(ph_model *model, const char *name, const ph_marker_def *def)
{
    if (!def) return PH_E_USAGE;
    ph_marker_def copy = *def;
    if (!phk_keep_text(model, &copy.on.text, &copy.on.where) || !phk_keep_place(model, &copy.where))
        return PH_E_NOMEM;
    copy.orientation = unit(def->orientation);
    return phk_model_add(model, PHK_KIND_MARKER, name, copy.where, &model->marker, &copy,
                         sizeof copy);
}

static bool is_list(const ph_numbers *numbers)
{
    return numbers->count == 0 || (numbers->count > 0 && numbers->value);
}

ph_status ph_model_add_table(ph_model *model, const char *name, const ph_table_def *def)
{
    if (!def || !is_list(&def->x) || !is_list(&def->y) || !is_list(&def->z) ||
        !is_list(&def->points))
        return PH_E_USAGE;
    ph_table_def copy = *def;
    if (!phk_keep_numbers(model, &copy.x) || !phk_keep_numbers(model, &copy.y) ||
        !phk_keep_numbers(model, &copy.z) || !phk_keep_numbers(model, &copy.points) ||
        !phk_keep_text(model, &copy.file.text, &copy.file.where) ||
        !phk_keep_place(model, &copy.where))
        return PH_E_NOMEM;
    return phk_model_add(model, PHK_KIND_TABLE, name, copy.where, &model->table, &copy,
                         sizeof copy);
}

ph_status ph_model_add_variable(ph_model *model, const char *name, const ph_expr *expr)
{
    if (!expr || !expr->text) return PH_E_USAGE;
    ph_expr copy = *expr;
    size_t n = (size_t)model->list[PHK_KIND_VARIABLE].count;
    double *start = phk_arena_grow(&model->arena, model->variable_start, n, sizeof *start);
    if (!start || !phk_keep_text(model, &copy.text, &copy.where)) return PH_E_NOMEM;
    model->variable_start = start;
    start[n] = 0;
    return phk_model_add(model, PHK_KIND_VARIABLE, name, copy.where, &model->variable, &copy,
                         sizeof copy);
}

ph_status ph_model_start_variable(ph_model *model, const char *name, double value)
{
    if (!name) return PH_E_USAGE;
    phk_object o = phk_model_find(model, name, strlen(name));
    if (o.index < 0 || o.kind != PHK_KIND_VARIABLE) return PH_E_NAME;
    if (!isfinite(value)) return PH_E_RANGE;
    model->variable_start[o.index] = value;
    return PH_OK;
}

/* What every evaluation relies on: a marker for each place, and something to do. */
static bool is_type(const ph_force_type *type)
{
    if (!type || !type->name || !type->fields || !type->par_bytes) return false;
    int places = 0;
    for (const ph_field *f = type->fields; f->name; f++) {
        if (f->offset >= type->par_bytes) return false;
        places += f->kind == PH_FIELD_PLACE;
    }
    bool strikes = type->event_time && type->impulse;
    return type->markers == places && (type->wrench || strikes);
}

/* Copies the texts and lists a parameter struct points to, as its field table says. */
static int keep_fields(ph_model *model, const ph_field *fields, char *par)
{
    for (const ph_field *f = fields; f->name; f++) {
        void *at = par + f->offset;
        int ok = 1;
        switch (f->kind) {
        case PH_FIELD_TEXT:
            ok = phk_keep_text(model, &((ph_text *)at)->text, &((ph_text *)at)->where);
            break;
        case PH_FIELD_PLACE:
            ok = phk_keep_text(model, &((ph_place *)at)->text, &((ph_place *)at)->where);
            break;
        case PH_FIELD_EXPR:
        case PH_FIELD_EXPR3:
            for (int i = 0; i < (f->kind == PH_FIELD_EXPR ? 1 : 3); i++)
                ok =
                    ok && phk_keep_text(model, &((ph_expr *)at)[i].text, &((ph_expr *)at)[i].where);
            break;
        case PH_FIELD_NUMBERS:
            ok = phk_keep_numbers(model, at);
            break;
        case PH_FIELD_NAMES:
            ok = phk_keep_names(model, at);
            break;
        default:
            break;
        }
        if (!ok) return 0;
    }
    return 1;
}

ph_status ph_model_add_force(ph_model *model, const char *name, const ph_force_type *type,
                             const void *par, ph_source where)
{
    if (!is_type(type) || !par) return PH_E_USAGE;
    char *copy = phk_arena_alloc(&model->arena, type->par_bytes);
    if (!copy) return PH_E_NOMEM;
    memcpy(copy, par, type->par_bytes);
    if (!keep_fields(model, type->fields, copy) || !phk_keep_place(model, &where))
        return PH_E_NOMEM;
    phk_force force = {type, copy, where};
    return phk_model_add(model, PHK_KIND_FORCE, name, where, &model->force, &force, sizeof force);
}

/* A joint is a list of rows or brings its own functions. */
static bool is_joint_type(const ph_joint_type *type)
{
    if (!type || !type->name || type->rows <= 0 || (type->par_bytes > 0) != (type->fields != NULL))
        return false;
    int rows = 0, places = 0;
    for (const ph_field *f = type->fields; f && f->name; f++) places += f->kind == PH_FIELD_PLACE;
    if (type->markers != places || places > PH_JOINT_MARKERS || (places && type->row)) return false;
    if (!type->row) return type->value && type->gradient && type->curvature;
    for (int k = 0; k < type->row_count; k++) rows += type->row[k].kind == PH_ROW_POINT ? 3 : 1;
    return rows == type->rows;
}

ph_status ph_model_add_joint(ph_model *model, const char *name, const ph_joint_type *type,
                             const ph_joint_def *def, const void *par)
{
    if (!is_joint_type(type) || !def || (type->par_bytes && !par)) return PH_E_USAGE;
    phk_joint joint = {.type = type, .def = *def};
    if (!phk_keep_names(model, &joint.def.between) || !phk_keep_place(model, &joint.def.where))
        return PH_E_NOMEM;
    if (type->par_bytes) {
        char *copy = phk_arena_alloc(&model->arena, type->par_bytes);
        if (!copy) return PH_E_NOMEM;
        memcpy(copy, par, type->par_bytes);
        if (!keep_fields(model, type->fields, copy)) return PH_E_NOMEM;
        joint.par = copy;
    }
    return phk_model_add(model, PHK_KIND_JOINT, name, joint.def.where, &model->joint, &joint,
                         sizeof joint);
}

ph_status ph_model_add_equation(ph_model *model, const char *name, const ph_expr *expr)
{
    if (!expr || !expr->text) return PH_E_USAGE;
    phk_joint joint = {.equation = *expr};
    if (!phk_keep_text(model, &joint.equation.text, &joint.equation.where)) return PH_E_NOMEM;
    joint.def.where = joint.equation.where;
    return phk_model_add(model, PHK_KIND_JOINT, name, joint.def.where, &model->joint, &joint,
                         sizeof joint);
}

ph_status ph_model_add_motion(ph_model *model, const char *name, const ph_motion_def *def)
{
    if (!def) return PH_E_USAGE;
    ph_motion_def copy = *def;
    if (!phk_keep_text(model, &copy.joint.text, &copy.joint.where) ||
        !phk_keep_names(model, &copy.between) || !phk_keep_expr(model, &copy.displacement) ||
        !phk_keep_expr(model, &copy.velocity) || !phk_keep_expr(model, &copy.acceleration) ||
        !phk_keep_place(model, &copy.where))
        return PH_E_NOMEM;
    return phk_model_add(model, PHK_KIND_MOTION, name, copy.where, &model->motion, &copy,
                         sizeof copy);
}

ph_status ph_model_add_state(ph_model *model, const char *name, const ph_state_def *def)
{
    if (!def) return PH_E_USAGE;
    ph_state_def copy = *def;
    if (!(def->size > 0) || !isfinite(def->size)) return PH_E_RANGE;
    if (!phk_keep_expr(model, &copy.rate) || !phk_keep_expr(model, &copy.equation) ||
        !phk_keep_place(model, &copy.where))
        return PH_E_NOMEM;
    return phk_model_add(model, PHK_KIND_STATE, name, copy.where, &model->state, &copy,
                         sizeof copy);
}

bool phk_reads_rate(const char *equation, const char *name)
{
    static const char rate[] = ".rate";
    size_t length = strlen(name);
    for (const char *p = strstr(equation, name); p; p = strstr(p + 1, name)) {
        bool whole = p == equation || !(isalnum((unsigned char)p[-1]) || strchr("_.", p[-1]));
        const char *end = p + length + strlen(rate);
        if (whole && strncmp(p + length, rate, strlen(rate)) == 0 &&
            !(isalnum((unsigned char)*end) || *end == '_'))
            return true;
    }
    return false;
}

ph_status phk_model_add_algebraic(ph_model *model, const char *name, const ph_expr *equation,
                                  double guess)
{
    size_t size = strlen(name) + strlen(equation->text) + 8;
    char *text = phk_arena_alloc(&model->arena, size);
    if (!text) return PH_E_NOMEM;
    snprintf(text, size, "%s - (%s)", name, equation->text);
    ph_expr value = {text, equation->where, -1};
    /* its words stand where they did, but not in the same columns of the text */
    if (value.where.length > 0) value.where.length = -value.where.length;
    ph_status status = ph_model_add_variable(model, name, &value);
    return status ? status : ph_model_start_variable(model, name, guess);
}

ph_status ph_model_add_request(ph_model *model, const char *name, const ph_request_def *def)
{
    if (!def || def->count < 0 || (def->count > 0 && !def->column)) return PH_E_USAGE;
    ph_request_def copy = *def;
    if (copy.title.text && !*copy.title.text) copy.title.text = NULL;
    ph_request_column *column = phk_arena_alloc(&model->arena, (size_t)def->count * sizeof *column);
    if (!column || !phk_keep_text(model, &copy.title.text, &copy.title.where) ||
        !phk_keep_place(model, &copy.where))
        return PH_E_NOMEM;
    for (int i = 0; i < def->count; i++) {
        column[i] = def->column[i];
        if (!column[i].name.text || !column[i].value.text) return PH_E_USAGE;
        if (!phk_keep_text(model, &column[i].name.text, &column[i].name.where) ||
            !phk_keep_text(model, &column[i].unit.text, &column[i].unit.where) ||
            !phk_keep_expr(model, &column[i].value))
            return PH_E_NOMEM;
    }
    copy.column = column;
    return phk_model_add(model, PHK_KIND_REQUEST, name, copy.where, &model->request, &copy,
                         sizeof copy);
}

ph_status ph_model_add_function(ph_model *model, const ph_function *function)
{
    if (!function || !function->name || !function->value || function->least < 1 ||
        function->most < function->least || function->most > PHK_ARGUMENTS)
        return PH_E_USAGE;
    phk_own_function *f = phk_arena_alloc(&model->arena, sizeof *f);
    if (!f) return PH_E_NOMEM;
    f->own = *function;
    if (!f->own.signature) f->own.signature = f->own.name;
    ph_source nowhere = phk_nowhere;
    if (!phk_keep_text(model, &f->own.name, &nowhere) ||
        !phk_keep_text(model, &f->own.signature, &nowhere))
        return PH_E_NOMEM;
    f->head = (phk_function){
        .info.signature = f->own.signature, .least = f->own.least, .most = f->own.most};
    if (phk_function_find(f->own.name, strlen(f->own.name))) return PH_E_NAME;
    return phk_model_add(model, PHK_KIND_FUNCTION, f->own.name, phk_nowhere, &model->function, &f,
                         sizeof f);
}

ph_status ph_model_add_shape(ph_model *model, const char *name, const ph_shape_def *def)
{
    if (!def) return PH_E_USAGE;
    ph_shape_def copy = *def;
    if (!phk_keep_text(model, &copy.on.text, &copy.on.where) ||
        !phk_keep_names(model, &copy.through) ||
        !phk_keep_text(model, &copy.file.text, &copy.file.where) ||
        !phk_keep_place(model, &copy.where))
        return PH_E_NOMEM;
    return phk_model_add(model, PHK_KIND_SHAPE, name, copy.where, &model->shape, &copy,
                         sizeof copy);
}

ph_status ph_model_add_phase(ph_model *model, const ph_phase_def *def)
{
    if (!def) return PH_E_USAGE;
    ph_phase_def copy = *def;
    ph_text *method = &copy.options.integrator;
    if (!phk_keep_text(model, &method->text, &method->where) ||
        !phk_keep_place(model, &copy.options.where) || !phk_keep_names(model, &copy.activate) ||
        !phk_keep_names(model, &copy.deactivate) || !phk_keep_place(model, &copy.where))
        return PH_E_NOMEM;
    ph_phase_def *phase =
        phk_arena_grow(&model->arena, model->phase, (size_t)model->phases, sizeof *phase);
    if (!phase) return PH_E_NOMEM;
    phase[model->phases++] = copy;
    model->phase = phase;
    return PH_OK;
}

ph_status ph_model_add_reference(ph_model *model, const char *body, const ph_reference_def *def)
{
    if (!body || !def) return PH_E_USAGE;
    phk_object o = phk_model_find(model, body, strlen(body));
    if (o.index < 0 || o.kind != PHK_KIND_BODY) return PH_E_NAME;
    if (o.index >= model->references) {
        size_t n = (size_t)model->list[PHK_KIND_BODY].count;
        const ph_reference_def **larger = phk_arena_alloc(&model->arena, n * sizeof *larger);
        if (!larger) return PH_E_NOMEM;
        if (model->references)
            memcpy(larger, model->reference, (size_t)model->references * sizeof *larger);
        model->reference = larger;
        model->references = (int)n;
    }
    ph_reference_def *copy = phk_arena_alloc(&model->arena, sizeof *copy);
    if (!copy) return PH_E_NOMEM;
    *copy = *def;
    if (!phk_keep_place(model, &copy->where)) return PH_E_NOMEM;
    model->reference[o.index] = copy;
    return PH_OK;
}

ph_status ph_model_add_output(ph_model *model, const char *name, ph_source where)
{
    if (!name) return PH_E_USAGE;
    return phk_model_append(model, &model->output, name, where);
}
