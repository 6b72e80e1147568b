/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The objects of a model, kind by kind: what building one needs beyond its row and its fields.
 */
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "base/diag.h"
#include "expr/function.h"
#include "geom/shell.h"
#include "math/so3.h"
#include "mech/model/build.h"

/* ---- what the rows of kinds.def need ---- */

/* A quaternion given with a few digits becomes one of norm 1; one far off is left for the check. */
static ph_quat unit(ph_quat q)
{
    return fabs(ph_quat_norm(q) - 1) < 1e-6 ? phk_quat_unit(q) : q;
}

static bool is_zero(ph_vec3 v)
{
    return v.x == 0 && v.y == 0 && v.z == 0;
}

/* A pivot by name is one, and the centre of mass is there unless it is somewhere else. */
void phk_complete_body(void *def)
{
    ph_body_def *b = def;
    b->orientation = unit(b->orientation);
    bool named = PHK_GIVEN(phk_body_fields, b, pivot);
    if (named && !PHK_GIVEN(phk_body_fields, b, position) && is_zero(b->position))
        b->position = b->pivot;
    b->has_pivot = b->has_pivot || named;
    if (!b->has_pivot) return;
    ph_field_give(phk_body_fields, b, "pivot");
    ph_field_give(phk_body_fields, b, "position");
}

void phk_complete_marker(void *def)
{
    ph_marker_def *m = def;
    m->orientation = unit(m->orientation);
}

/* The law that fits what is given of it. */
void phk_complete_contact(void *def)
{
    ph_contact_def *c = def;
    if (PHK_GIVEN(phk_contact_fields, c, law)) return;
    bool damped = !isnan(c->damping), stiff = !isnan(c->stiffness);
    c->law = stiff && damped ? PH_CONTACT_IMPACT : stiff ? PH_CONTACT_POWER : PH_CONTACT_HERTZ;
}

void phk_default_joint(void *def)
{
    ph_joint_def *joint = def;
    joint->axis = ph_v3(0, 0, 1);
    joint->axis2 = ph_v3(1, 0, 0);
}

/* Whoever fills the struct has both axes before him; by name one alone would be too little. */
void phk_complete_joint(void *def)
{
    phk_joint *j = def;
    phk_joint blank;
    bool crossed = j->type && j->type->placing == PH_PLACE_CROSSED;
    if (!crossed || j->given & phk_field_bit(phk_joint_fields, "axis")) return;
    phk_kind_default(PHK_KIND_JOINT, &blank);
    if (phk_field_changed(phk_joint_fields, j, &blank) & phk_field_bit(phk_joint_fields, "axis"))
        ph_field_give(phk_joint_fields, j, "axis2");
}

ph_status phk_refuse_parameter(const void *def)
{
    return isfinite(((const ph_parameter_def *)def)->value) ? PH_OK : PH_E_RANGE;
}

static bool is_list(const ph_numbers *numbers)
{
    return numbers->count == 0 || (numbers->count > 0 && numbers->value);
}

ph_status phk_refuse_table(const void *def)
{
    const ph_table_def *t = def;
    bool lists = is_list(&t->x) && is_list(&t->y) && is_list(&t->z) && is_list(&t->points);
    return lists ? PH_OK : PH_E_USAGE;
}

ph_status phk_refuse_variable(const void *def)
{
    const ph_variable_def *v = def;
    if (!v->value.text) return PH_E_USAGE;
    return isfinite(v->start) ? PH_OK : PH_E_RANGE;
}

ph_status phk_refuse_state(const void *def)
{
    double size = ((const ph_state_def *)def)->size;
    return size > 0 && isfinite(size) ? PH_OK : PH_E_RANGE;
}

ph_status phk_refuse_request(const void *def)
{
    const ph_request_def *r = def;
    if (r->count < 0 || (r->count > 0 && !r->column)) return PH_E_USAGE;
    for (int i = 0; i < r->count; i++)
        if (!r->column[i].name.text || !r->column[i].value.text) return PH_E_USAGE;
    return PH_OK;
}

void phk_complete_request(void *def)
{
    ph_text *title = &((ph_request_def *)def)->title;
    if (title->text && !*title->text) title->text = NULL;
}

int phk_keep_request(ph_model *model, void *def)
{
    ph_request_def *r = def;
    ph_request_column *column = phk_arena_alloc(&model->arena, (size_t)r->count * sizeof *column);
    if (!column) return 0;
    for (int i = 0; i < r->count; i++) {
        column[i] = r->column[i];
        if (!phk_keep_text(model, &column[i].name.text, &column[i].name.where) ||
            !phk_keep_fields(model, phk_request_column_fields, &column[i]))
            return 0;
    }
    r->column = column;
    return 1;
}

ph_status phk_refuse_event(const void *def)
{
    const ph_event_def *e = def;
    if (e->count < 0 || (e->count > 0 && !e->set)) return PH_E_USAGE;
    for (int i = 0; i < e->count; i++)
        if (!e->set[i].name.text || !e->set[i].value.text) return PH_E_USAGE;
    return (e->when.text != NULL) != (e->every > 0) ? PH_OK : PH_E_USAGE;
}

int phk_keep_controller(ph_model *model, void *def)
{
    ph_controller_def *c = def;
    ph_expr *input = phk_arena_alloc(&model->arena, ((size_t)c->inputs + 1) * sizeof *input);
    if (!input) return 0;
    for (int i = 0; i < c->inputs; i++) {
        input[i] = c->input[i];
        if (!phk_keep_expr(model, &input[i])) return 0;
    }
    c->input = input;
    return 1;
}

ph_status phk_refuse_controller(const void *def)
{
    const ph_controller_def *c = def;
    if (c->inputs < 0 || (c->inputs > 0 && !c->input)) return PH_E_USAGE;
    for (int i = 0; i < c->inputs; i++)
        if (!c->input[i].text) return PH_E_USAGE;
    return c->order >= 1 && c->order <= 10 ? PH_OK : PH_E_RANGE;
}

int phk_keep_event(ph_model *model, void *def)
{
    ph_event_def *e = def;
    ph_setting *set = phk_arena_alloc(&model->arena, ((size_t)e->count + 1) * sizeof *set);
    if (!set) return 0;
    for (int i = 0; i < e->count; i++) {
        set[i] = e->set[i];
        if (!phk_keep_text(model, &set[i].name.text, &set[i].name.where) ||
            !phk_keep_expr(model, &set[i].value))
            return 0;
    }
    e->set = set;
    return 1;
}

ph_status phk_refuse_phase(const void *def)
{
    const ph_phase_def *p = def;
    if (p->count < 0 || (p->count > 0 && !p->set)) return PH_E_USAGE;
    for (int i = 0; i < p->count; i++)
        if (!p->set[i].name.text || !isfinite(p->set[i].value)) return PH_E_USAGE;
    return PH_OK;
}

int phk_keep_phase(ph_model *model, void *def)
{
    ph_phase_def *p = def;
    ph_assignment *set = phk_arena_alloc(&model->arena, ((size_t)p->count + 1) * sizeof *set);
    if (!set) return 0;
    for (int i = 0; i < p->count; i++) {
        set[i] = p->set[i];
        if (!phk_keep_text(model, &set[i].name.text, &set[i].name.where)) return 0;
    }
    p->set = set;
    return phk_keep_place(model, &p->options.where);
}

int phk_keep_shape(ph_model *model, void *def)
{
    ph_shape_def *shape = def;
    if (shape->mesh && !(shape->mesh = phk_mesh_keep(shape->mesh, 1, &model->arena))) return 0;
    if (!shape->solid) return 1;
    ph_mass_of *copy = phk_arena_alloc(&model->arena, sizeof *copy);
    if (copy) *copy = *shape->solid;
    shape->solid = copy;
    return copy != NULL;
}

/* The parameters of an element; NULL: out of memory. */
static const void *keep_par(ph_model *model, const ph_field *fields, const void *par, size_t bytes)
{
    void *copy = phk_arena_alloc(&model->arena, bytes);
    if (!copy) return NULL;
    memcpy(copy, par, bytes);
    return phk_keep_fields(model, fields, copy) ? copy : NULL;
}

int phk_keep_force(ph_model *model, void *def)
{
    phk_force *f = def;
    f->par = keep_par(model, f->type->fields, f->par, f->type->par_bytes);
    return f->par != NULL;
}

int phk_keep_joint(ph_model *model, void *def)
{
    phk_joint *j = def;
    if (!j->type) return phk_keep_expr(model, &j->equation);
    if (j->type->par_bytes) j->par = keep_par(model, j->type->fields, j->par, j->type->par_bytes);
    return !j->type->par_bytes || j->par;
}

/* ---- kinds that their definition says all of ---- */

#define ADD(kind, word, definition)                                                                \
    ph_status ph_model_add_##word(ph_model *model, const char *name, const definition *def)        \
    {                                                                                              \
        return phk_model_add(model, kind, name, def);                                              \
    }
ADD(PHK_KIND_BODY, body, ph_body_def)
ADD(PHK_KIND_FLEXIBLE, flexible, ph_flexible_def)
ADD(PHK_KIND_MARKER, marker, ph_marker_def)
ADD(PHK_KIND_TABLE, table, ph_table_def)
ADD(PHK_KIND_MOTION, motion, ph_motion_def)
ADD(PHK_KIND_STATE, state, ph_state_def)
ADD(PHK_KIND_REQUEST, request, ph_request_def)
ADD(PHK_KIND_CONTROLLER, controller, ph_controller_def)
ADD(PHK_KIND_EVENT, event, ph_event_def)
ADD(PHK_KIND_SHAPE, shape, ph_shape_def)
ADD(PHK_KIND_REFERENCE, reference, ph_reference_def)
#undef ADD

ph_status ph_model_add_parameter(ph_model *model, const char *name, double value)
{
    return phk_model_add(model, PHK_KIND_PARAMETER, name, &(ph_parameter_def){.value = value});
}

ph_status ph_model_add_phase(ph_model *model, const ph_phase_def *def)
{
    return phk_model_add(model, PHK_KIND_PHASE, NULL, def);
}

ph_status ph_model_add_variable(ph_model *model, const char *name, const ph_expr *expr)
{
    if (!expr) return PH_E_USAGE;
    ph_variable_def def = {.where = expr->where, .value = *expr};
    return phk_model_add(model, PHK_KIND_VARIABLE, name, &def);
}

ph_status ph_model_start_variable(ph_model *model, const char *name, double value)
{
    if (!name) return PH_E_USAGE;
    phk_object o = phk_model_find(model, name, strlen(name));
    if (o.index < 0 || o.kind != PHK_KIND_VARIABLE) return PH_E_NAME;
    if (!isfinite(value)) return PH_E_RANGE;
    ((ph_variable_def *)model->list[PHK_KIND_VARIABLE].def)[o.index].start = value;
    return PH_OK;
}

/* ---- elements: their type brings parameters of its own ---- */

/* What every evaluation relies on: a marker for each place, two of a joint, and something to do. */
static bool is_type(const ph_force_type *type)
{
    if (!type || !type->name || !type->fields || !type->par_bytes) return false;
    int places = 0, joints = 0;
    for (const ph_field *f = type->fields; f->name; f++) {
        if (f->offset >= type->par_bytes) return false;
        places += phk_field_markers(f);
        joints += f->kind == PH_FIELD_JOINTS;
    }
    bool strikes = type->event_time && type->impulse;
    if ((type->attach && joints != 1) || ((type->reacts || type->holding) && !type->attach))
        return false;
    if (type->shape) places += 2;
    return type->markers == places && (type->wrench || strikes);
}

ph_status ph_model_add_force(ph_model *model, const char *name, const ph_force_type *type,
                             const void *par, ph_source where)
{
    if (!is_type(type) || !par) return PH_E_USAGE;
    phk_force force = {.where = where, .type = type, .par = par};
    return phk_model_add(model, PHK_KIND_FORCE, name, &force);
}

/* Enough for rows in velocities. */
static bool is_velocity(const ph_velocity_rows *v)
{
    return v->rows > 0 && v->value && v->coefficient && v->gradient && v->curvature;
}

/* A joint is a list of rows or brings its own functions. */
static bool is_joint_type(const ph_joint_type *type)
{
    if (!type || !type->name || type->rows < 0 || (type->par_bytes > 0) != (type->fields != NULL))
        return false;
    int all = type->rows + (type->velocity ? type->velocity->rows : 0);
    if (all <= 0 || all > PH_JOINT_ROWS || (type->velocity && !is_velocity(type->velocity)))
        return false;
    int rows = 0, places = 0;
    for (const ph_field *f = type->fields; f && f->name; f++) places += phk_field_markers(f);
    if (type->markers != places || places > PH_JOINT_MARKERS || (places && type->row)) return false;
    if (type->memory < 0 || (type->memory > 0) != (type->remember != NULL)) return false;
    if (!type->row) return type->rows == 0 || (type->value && type->gradient && type->curvature);
    for (int k = 0; k < type->row_count; k++) rows += type->row[k].kind == PH_ROW_POINT ? 3 : 1;
    return rows == type->rows;
}

ph_status ph_model_add_joint(ph_model *model, const char *name, const ph_joint_type *type,
                             const ph_joint_def *def, const void *par)
{
    if (!is_joint_type(type) || !def || (type->par_bytes && !par)) return PH_E_USAGE;
    phk_joint joint = {.def = *def, .type = type, .par = type->par_bytes ? par : NULL};
    return phk_model_add(model, PHK_KIND_JOINT, name, &joint);
}

ph_status ph_model_add_equation(ph_model *model, const char *name, const ph_expr *expr)
{
    if (!expr || !expr->text) return PH_E_USAGE;
    phk_joint joint = {.def = ph_default_joint(), .equation = *expr};
    joint.def.where = expr->where;
    return phk_model_add(model, PHK_KIND_JOINT, name, &joint);
}

/* ---- the others ---- */

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
    return phk_model_add(model, PHK_KIND_FUNCTION, f->own.name, &(phk_function_def){.own = f});
}

ph_status ph_model_add_output(ph_model *model, const char *name, ph_source where)
{
    if (!name) return PH_E_USAGE;
    return phk_model_append(model, &model->output, name, where);
}
