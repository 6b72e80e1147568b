/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Building a model: every object is copied into the model's arena and gets its name in one name
 * space, so that an expression, an output or a force can mean only one thing.
 */
#include "mech/model.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "base/diag.h"
#include "expr/function.h"

/* A name's entry holds kind and index in one int. */
enum { INDEX_BITS = 27 };

static const char *const reserved[] = {"ground", "time", "energy", "solver", NULL};

const char *phk_kind_text(phk_kind kind)
{
    static const char *const text[PHK_KINDS] = {"parameter", "body",    "marker", "table",
                                                "variable",  "force",   "joint",  "motion",
                                                "state",     "request", "shape",  "function"};
    return text[kind];
}

ph_body_def ph_default_body(void)
{
    return (ph_body_def){.orientation = {1, 0, 0, 0}};
}

ph_marker_def ph_default_marker(void)
{
    return (ph_marker_def){.orientation = {1, 0, 0, 0}};
}

ph_joint_def ph_default_joint(void)
{
    return (ph_joint_def){.axis = {0, 0, 1}, .axis2 = {1, 0, 0}, .initial = {NAN, NAN, NAN, NAN}};
}

ph_motion_def ph_default_motion(void)
{
    return (ph_motion_def){.direction = -1, .initial_displacement = NAN, .initial_velocity = NAN};
}

ph_state_def ph_default_state(void)
{
    return (ph_state_def){.size = 1};
}

ph_options ph_default_options(void)
{
    return (ph_options){.end = NAN, .alpha = NAN, .rho = NAN};
}

ph_model *ph_model_create(void)
{
    ph_model *model = calloc(1, sizeof *model);
    if (!model) return NULL;
    model->title = model->path = model->source = "";
    model->options = ph_default_options();
    return model;
}

void ph_model_free(ph_model *model)
{
    if (!model) return;
    for (phk_plugin *p = model->plugin; p; p = p->before) p->close(p->handle);
    phk_names_free(&model->objects);
    phk_arena_free(&model->arena);
    free(model);
}

bool phk_is_name(const char *name)
{
    if (!isalpha((unsigned char)name[0]) && name[0] != '_') return false;
    for (; *name; name++)
        if (!isalnum((unsigned char)*name) && *name != '_') return false;
    return true;
}

static bool is_reserved(const char *name)
{
    for (int i = 0; reserved[i]; i++)
        if (strcmp(reserved[i], name) == 0) return true;
    return false;
}

phk_object phk_model_find(const ph_model *model, const char *name, size_t length)
{
    int value = phk_names_find(&model->objects, name, length);
    if (value < 0) return (phk_object){PHK_KINDS, -1};
    return (phk_object){(phk_kind)(value >> INDEX_BITS), value & ((1 << INDEX_BITS) - 1)};
}

ph_status phk_model_explain_name(const ph_model *model, const char *name, ph_source where,
                                 ph_diag *diag)
{
    if (!phk_is_name(name))
        return phk_error(diag, PH_E_NAME, where,
                         "a name is a letter or _, then letters, digits and _",
                         "`%s` is not a name", name);
    if (is_reserved(name))
        return phk_error(diag, PH_E_NAME, where, "choose another name",
                         "`%s` is a word with a meaning of its own", name);
    phk_object o = phk_model_find(model, name, strlen(name));
    if (o.index < 0) return PH_OK;
    ph_source first = model->list[o.kind].where[o.index];
    if (first.line > 0)
        return phk_error(diag, PH_E_NAME, where,
                         "everything with a name shares one name space, parameters too",
                         "`%s` is already a %s (line %d)", name, phk_kind_text(o.kind), first.line);
    return phk_error(diag, PH_E_NAME, where, "choose another name", "`%s` is already a %s", name,
                     phk_kind_text(o.kind));
}

/* Copies a text that may be NULL. Returns 0 when out of memory. */
static int keep(ph_model *model, const char **text)
{
    if (!*text) return 1;
    *text = phk_arena_text(&model->arena, *text, strlen(*text));
    return *text != NULL;
}

/* Copies the file of a place; nearly always it is the model's own path, then there is no copy. */
static int keep_place(ph_model *model, ph_source *where)
{
    if (!where->file || strcmp(where->file, model->path) != 0) return keep(model, &where->file);
    where->file = model->path;
    return 1;
}

/* A text with its place: ph_text, ph_expr and ph_place all begin so. */
static int keep_text(ph_model *model, const char **text, ph_source *where)
{
    return keep(model, text) && keep_place(model, where);
}

/* A quaternion given with a few digits becomes one of norm 1; one far off is left for the check. */
static ph_quat unit(ph_quat q)
{
    double n = ph_quat_norm(q);
    return fabs(n - 1) < 1e-6 ? ph_quat_make(q.w / n, q.x / n, q.y / n, q.z / n) : q;
}

static ph_status append(ph_model *model, phk_list *list, const char *name, ph_source where)
{
    if (!keep_text(model, &name, &where)) return PH_E_NOMEM;
    size_t n = (size_t)list->count;
    const char **names = phk_arena_grow(&model->arena, list->name, n, sizeof *names);
    ph_source *places = phk_arena_grow(&model->arena, list->where, n, sizeof *places);
    if (!names || !places) return PH_E_NOMEM;
    const char **labels = phk_arena_grow(&model->arena, list->label, n, sizeof *labels);
    if (!labels) return PH_E_NOMEM;
    list->name = names;
    list->where = places;
    list->label = labels;
    names[n] = name;
    places[n] = where;
    labels[n] = NULL;
    list->count++;
    return PH_OK;
}

/* Gives an object its name and a place for its definition at the end of *array. On success the
 * place holds a copy of `def`. */
static ph_status add(ph_model *model, phk_kind kind, const char *name, ph_source where,
                     void *array_pointer, const void *def, size_t size)
{
    if (!name || !phk_is_name(name) || is_reserved(name)) return PH_E_NAME;
    if (phk_model_find(model, name, strlen(name)).index >= 0) return PH_E_NAME;
    phk_list *list = &model->list[kind];
    int index = list->count;
    if (index >= 1 << INDEX_BITS) return PH_E_RANGE;
    void *array;
    memcpy(&array, array_pointer, sizeof array);
    array = phk_arena_grow(&model->arena, array, (size_t)index, size);
    if (!array) return PH_E_NOMEM;
    memcpy(array_pointer, &array, sizeof array);
    memcpy((char *)array + (size_t)index * size, def, size);
    ph_status status = append(model, list, name, where);
    if (status) return status;
    int value = (int)kind << INDEX_BITS | index;
    if (phk_names_add(&model->objects, list->name[index], strlen(name), value) == 1) return PH_OK;
    list->count--;
    return PH_E_NOMEM;
}

ph_status ph_model_set_title(ph_model *model, const char *title)
{
    if (!title) return PH_E_USAGE;
    if (!keep(model, &title)) return PH_E_NOMEM;
    model->title = title;
    return PH_OK;
}

ph_status phk_model_set_source(ph_model *model, const char *path, const char *text, size_t length)
{
    const char *copy = phk_arena_text(&model->arena, text, length);
    if (!copy || !keep(model, &path)) return PH_E_NOMEM;
    model->path = path;
    model->source = copy;
    return PH_OK;
}

ph_status ph_model_set_gravity(ph_model *model, ph_vec3 gravity)
{
    if (!isfinite(ph_norm(gravity))) return PH_E_RANGE;
    model->gravity = gravity;
    return PH_OK;
}

ph_status ph_model_set_options(ph_model *model, const ph_options *options)
{
    if (!options) return PH_E_USAGE;
    ph_options copy = *options;
    if (!keep_text(model, &copy.integrator.text, &copy.integrator.where) ||
        !keep_place(model, &copy.where))
        return PH_E_NOMEM;
    model->options = copy;
    return PH_OK;
}

ph_status ph_model_add_parameter(ph_model *model, const char *name, double value)
{
    if (!isfinite(value)) return PH_E_RANGE;
    return add(model, PHK_KIND_PARAMETER, name, phk_nowhere, &model->parameter, &value,
               sizeof value);
}

ph_status ph_model_add_body(ph_model *model, const char *name, const ph_body_def *def)
{
    if (!def) return PH_E_USAGE;
    ph_body_def copy = *def;
    if (!keep_place(model, &copy.where)) return PH_E_NOMEM;
    copy.orientation = unit(def->orientation);
    return add(model, PHK_KIND_BODY, name, copy.where, &model->body, &copy, sizeof copy);
}

ph_status ph_model_add_marker(ph_model *model, const char *name, const ph_marker_def *def)
{
    if (!def) return PH_E_USAGE;
    ph_marker_def copy = *def;
    if (!keep_text(model, &copy.on.text, &copy.on.where) || !keep_place(model, &copy.where))
        return PH_E_NOMEM;
    copy.orientation = unit(def->orientation);
    return add(model, PHK_KIND_MARKER, name, copy.where, &model->marker, &copy, sizeof copy);
}

static int keep_numbers(ph_model *model, ph_numbers *numbers)
{
    size_t size = (size_t)numbers->count * sizeof *numbers->value;
    double *copy = phk_arena_alloc(&model->arena, size);
    if (!copy) return 0;
    if (size) memcpy(copy, numbers->value, size);
    numbers->value = copy;
    return 1;
}

static bool is_list(const ph_numbers *numbers)
{
    return numbers->count == 0 || (numbers->count > 0 && numbers->value);
}

ph_status ph_model_add_table(ph_model *model, const char *name, const ph_table_def *def)
{
    if (!def || !is_list(&def->x) || !is_list(&def->y)) return PH_E_USAGE;
    ph_table_def copy = *def;
    if (!keep_numbers(model, &copy.x) || !keep_numbers(model, &copy.y) ||
        !keep_text(model, &copy.file.text, &copy.file.where) || !keep_place(model, &copy.where))
        return PH_E_NOMEM;
    return add(model, PHK_KIND_TABLE, name, copy.where, &model->table, &copy, sizeof copy);
}

ph_status ph_model_add_variable(ph_model *model, const char *name, const ph_expr *expr)
{
    if (!expr || !expr->text) return PH_E_USAGE;
    ph_expr copy = *expr;
    if (!keep_text(model, &copy.text, &copy.where)) return PH_E_NOMEM;
    return add(model, PHK_KIND_VARIABLE, name, copy.where, &model->variable, &copy, sizeof copy);
}

static int keep_names(ph_model *model, ph_names *names)
{
    ph_text *copy = phk_arena_alloc(&model->arena, (size_t)names->count * sizeof *copy);
    if (!copy) return 0;
    for (int i = 0; i < names->count; i++) {
        copy[i] = names->name[i];
        if (!keep_text(model, &copy[i].text, &copy[i].where)) return 0;
    }
    names->name = copy;
    return 1;
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
            ok = keep_text(model, &((ph_text *)at)->text, &((ph_text *)at)->where);
            break;
        case PH_FIELD_PLACE:
            ok = keep_text(model, &((ph_place *)at)->text, &((ph_place *)at)->where);
            break;
        case PH_FIELD_EXPR:
        case PH_FIELD_EXPR3:
            for (int i = 0; i < (f->kind == PH_FIELD_EXPR ? 1 : 3); i++)
                ok = ok && keep_text(model, &((ph_expr *)at)[i].text, &((ph_expr *)at)[i].where);
            break;
        case PH_FIELD_NUMBERS:
            ok = keep_numbers(model, at);
            break;
        case PH_FIELD_NAMES:
            ok = keep_names(model, at);
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
    if (!keep_fields(model, type->fields, copy) || !keep_place(model, &where)) return PH_E_NOMEM;
    phk_force force = {type, copy, where};
    return add(model, PHK_KIND_FORCE, name, where, &model->force, &force, sizeof force);
}

/* A joint is a list of rows or brings its own functions. */
static bool is_joint_type(const ph_joint_type *type)
{
    if (!type || !type->name || type->rows <= 0 || (type->par_bytes > 0) != (type->fields != NULL))
        return false;
    if (!type->row) return type->value && type->gradient && type->curvature;
    int rows = 0;
    for (int k = 0; k < type->row_count; k++) rows += type->row[k].kind == PH_ROW_POINT ? 3 : 1;
    return rows == type->rows;
}

ph_status ph_model_add_joint(ph_model *model, const char *name, const ph_joint_type *type,
                             const ph_joint_def *def, const void *par)
{
    if (!is_joint_type(type) || !def || (type->par_bytes && !par)) return PH_E_USAGE;
    phk_joint joint = {.type = type, .def = *def};
    if (!keep_names(model, &joint.def.between) || !keep_place(model, &joint.def.where))
        return PH_E_NOMEM;
    if (type->par_bytes) {
        char *copy = phk_arena_alloc(&model->arena, type->par_bytes);
        if (!copy) return PH_E_NOMEM;
        memcpy(copy, par, type->par_bytes);
        if (!keep_fields(model, type->fields, copy)) return PH_E_NOMEM;
        joint.par = copy;
    }
    return add(model, PHK_KIND_JOINT, name, joint.def.where, &model->joint, &joint, sizeof joint);
}

ph_status ph_model_add_equation(ph_model *model, const char *name, const ph_expr *expr)
{
    if (!expr || !expr->text) return PH_E_USAGE;
    phk_joint joint = {.equation = *expr};
    if (!keep_text(model, &joint.equation.text, &joint.equation.where)) return PH_E_NOMEM;
    joint.def.where = joint.equation.where;
    return add(model, PHK_KIND_JOINT, name, joint.def.where, &model->joint, &joint, sizeof joint);
}

static int keep_expr(ph_model *model, ph_expr *expr)
{
    return keep_text(model, &expr->text, &expr->where);
}

ph_status ph_model_add_motion(ph_model *model, const char *name, const ph_motion_def *def)
{
    if (!def) return PH_E_USAGE;
    ph_motion_def copy = *def;
    if (!keep_text(model, &copy.joint.text, &copy.joint.where) ||
        !keep_names(model, &copy.between) || !keep_expr(model, &copy.displacement) ||
        !keep_expr(model, &copy.velocity) || !keep_expr(model, &copy.acceleration) ||
        !keep_place(model, &copy.where))
        return PH_E_NOMEM;
    return add(model, PHK_KIND_MOTION, name, copy.where, &model->motion, &copy, sizeof copy);
}

ph_status ph_model_add_state(ph_model *model, const char *name, const ph_state_def *def)
{
    if (!def) return PH_E_USAGE;
    ph_state_def copy = *def;
    if (!(def->size > 0) || !isfinite(def->size)) return PH_E_RANGE;
    if (!keep_expr(model, &copy.rate) || !keep_expr(model, &copy.equation) ||
        !keep_place(model, &copy.where))
        return PH_E_NOMEM;
    return add(model, PHK_KIND_STATE, name, copy.where, &model->state, &copy, sizeof copy);
}

ph_status ph_model_add_request(ph_model *model, const char *name, const ph_request_def *def)
{
    if (!def || def->count < 0 || (def->count > 0 && !def->column)) return PH_E_USAGE;
    ph_request_def copy = *def;
    ph_request_column *column = phk_arena_alloc(&model->arena, (size_t)def->count * sizeof *column);
    if (!column || !keep_text(model, &copy.title.text, &copy.title.where) ||
        !keep_place(model, &copy.where))
        return PH_E_NOMEM;
    for (int i = 0; i < def->count; i++) {
        column[i] = def->column[i];
        if (!column[i].name.text || !column[i].value.text) return PH_E_USAGE;
        if (!keep_text(model, &column[i].name.text, &column[i].name.where) ||
            !keep_text(model, &column[i].unit.text, &column[i].unit.where) ||
            !keep_expr(model, &column[i].value))
            return PH_E_NOMEM;
    }
    copy.column = column;
    return add(model, PHK_KIND_REQUEST, name, copy.where, &model->request, &copy, sizeof copy);
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
    if (!keep(model, &f->own.name) || !keep(model, &f->own.signature)) return PH_E_NOMEM;
    f->head = (phk_function){
        .info.signature = f->own.signature, .least = f->own.least, .most = f->own.most};
    if (phk_function_find(f->own.name, strlen(f->own.name))) return PH_E_NAME;
    return add(model, PHK_KIND_FUNCTION, f->own.name, phk_nowhere, &model->function, &f, sizeof f);
}

ph_status ph_model_add_shape(ph_model *model, const char *name, const ph_shape_def *def)
{
    if (!def) return PH_E_USAGE;
    ph_shape_def copy = *def;
    if (!keep_text(model, &copy.on.text, &copy.on.where) || !keep_names(model, &copy.through) ||
        !keep_place(model, &copy.where))
        return PH_E_NOMEM;
    return add(model, PHK_KIND_SHAPE, name, copy.where, &model->shape, &copy, sizeof copy);
}

ph_status ph_model_add_phase(ph_model *model, const ph_phase_def *def)
{
    if (!def) return PH_E_USAGE;
    ph_phase_def copy = *def;
    ph_text *method = &copy.options.integrator;
    if (!keep_text(model, &method->text, &method->where) ||
        !keep_place(model, &copy.options.where) || !keep_names(model, &copy.activate) ||
        !keep_names(model, &copy.deactivate) || !keep_place(model, &copy.where))
        return PH_E_NOMEM;
    ph_phase_def *phase =
        phk_arena_grow(&model->arena, model->phase, (size_t)model->phases, sizeof *phase);
    if (!phase) return PH_E_NOMEM;
    phase[model->phases++] = copy;
    model->phase = phase;
    return PH_OK;
}

ph_status phk_model_label(ph_model *model, phk_kind kind, const char *label)
{
    phk_list *list = &model->list[kind];
    if (!keep(model, &label)) return PH_E_NOMEM;
    list->label[list->count - 1] = label;
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
    if (!keep_place(model, &copy->where)) return PH_E_NOMEM;
    model->reference[o.index] = copy;
    return PH_OK;
}

ph_status ph_model_add_output(ph_model *model, const char *name, ph_source where)
{
    if (!name) return PH_E_USAGE;
    return append(model, &model->output, name, where);
}

const char *ph_model_title(const ph_model *model)
{
    return model->title;
}

const char *ph_model_source(const ph_model *model)
{
    return model->source;
}

const char *ph_model_path(const ph_model *model)
{
    return model->path;
}

const ph_options *ph_model_options(const ph_model *model)
{
    return &model->options;
}

int ph_model_bodies(const ph_model *model)
{
    return model->list[PHK_KIND_BODY].count;
}

int ph_model_markers(const ph_model *model)
{
    return model->list[PHK_KIND_MARKER].count;
}

int ph_model_forces(const ph_model *model)
{
    return model->list[PHK_KIND_FORCE].count;
}

int ph_model_variables(const ph_model *model)
{
    return model->list[PHK_KIND_VARIABLE].count;
}

int ph_model_joints(const ph_model *model)
{
    return model->list[PHK_KIND_JOINT].count;
}

int ph_model_motions(const ph_model *model)
{
    return model->list[PHK_KIND_MOTION].count;
}

int ph_model_states(const ph_model *model)
{
    return model->list[PHK_KIND_STATE].count;
}

int ph_model_requests(const ph_model *model)
{
    return model->list[PHK_KIND_REQUEST].count;
}

int ph_model_shapes(const ph_model *model)
{
    return model->list[PHK_KIND_SHAPE].count;
}

int ph_model_phases(const ph_model *model)
{
    return model->phases;
}

static bool has_body(const ph_model *model, int body)
{
    return body >= 0 && body < ph_model_bodies(model);
}

const char *ph_model_body_name(const ph_model *model, int body)
{
    return has_body(model, body) ? model->list[PHK_KIND_BODY].name[body] : NULL;
}

const ph_body_def *ph_model_body(const ph_model *model, int body)
{
    return has_body(model, body) ? &model->body[body] : NULL;
}

const ph_reference_def *ph_model_reference(const ph_model *model, int body)
{
    return has_body(model, body) && body < model->references ? model->reference[body] : NULL;
}
