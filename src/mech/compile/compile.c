/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Compiling a model into a program: places become markers, expressions become tapes, elements of
 * one type become one contiguous group.
 */
#include "mech/system/program.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/diag.h"
#include "mech/compile/constraints.h"
#include "mech/compile/contacts.h"
#include "mech/compile/scope.h"
#include "mech/model/masses.h"
#include "mech/model/place.h"

static void *take(phk_program *program, int n, size_t size)
{
    return phk_arena_alloc(&program->arena, (size_t)(n > 0 ? n : 1) * size);
}

/* What is wrong with them the check of the model tells. */
static ph_status weigh_bodies(phk_program *program)
{
    phk_masses masses;
    if (phk_masses_create(program->model, NULL, &masses) == PH_E_NOMEM) return PH_E_NOMEM;
    for (int k = 0; k < masses.count; k++) {
        program->mass[masses.row[k].body] = masses.row[k].is.mass;
        program->inertia[masses.row[k].body] = masses.row[k].is.inertia;
    }
    phk_masses_free(&masses);
    return PH_OK;
}

static ph_status add_bodies(phk_program *program)
{
    int n = program->bodies;
    program->mass = take(program, n, sizeof *program->mass);
    program->inertia = take(program, n, sizeof *program->inertia);
    program->r_C = take(program, n, sizeof *program->r_C);
    program->pivot = take(program, n, sizeof *program->pivot);
    program->places.of_body = take(program, n, sizeof *program->places.of_body);
    if (!program->mass || !program->inertia || !program->r_C || !program->pivot ||
        !program->places.of_body)
        return PH_E_NOMEM;
    for (int i = 0; i < n; i++) {
        const ph_body_def *b = &phk_bodies(program->model)[i];
        program->mass[i] = b->mass;
        program->inertia[i] = b->inertia;
        program->r_C[i] = phk_body_arm(b);
        program->pivot[i] = b->has_pivot;
        program->places.of_body[i] = -1;
    }
    ph_status status = weigh_bodies(program);
    for (int i = 0; !status && i < n; i++) {
        const phk_flex *flex = phk_model_flex(program->model, i);
        if (flex) status = phk_program_bend_body(program, i, flex);
    }
    return status;
}

/* A marker the model does not name; r from the reference point. Returns its index, or
 * PHK_NO_MEMORY. */
int phk_program_add_marker(phk_program *program, int body, ph_vec3 r, ph_quat q_BM)
{
    phk_marker *larger = phk_arena_grow(&program->arena, program->places.marker,
                                        (size_t)program->places.n, sizeof *larger);
    if (!larger) return PHK_NO_MEMORY;
    program->places.marker = larger;
    bool turned = fabs(q_BM.w) != 1;
    larger[program->places.n] = (phk_marker){
        .body = body, .r = r, .q_BM = q_BM, .R_BM = ph_mat3_from_quat(q_BM), .turned = turned};
    return program->places.n++;
}

static const char ground[] = "ground";

static ph_status unknown_place(const phk_program *program, const ph_place *place, const char *what,
                               ph_diag *diag)
{
    /* of bodies alone no marker is meant; but `body.node` may be */
    const bool body = strcmp(what, "body") == 0 && !strchr(place->text, '.');
    const bool wanted = phk_diag_wants(diag, place->where);
    char hint[300];
    phk_place_hint(program->model, place->text, wanted && !body, hint, sizeof hint);
    if (body && wanted) {
        phk_nearest nearest = phk_nearest_to(place->text, strlen(place->text));
        phk_nearest_offer(&nearest, ground);
        phk_model_offer(program->model, PHK_KIND_BODY, &nearest);
        if (nearest.best) snprintf(hint, sizeof hint, "did you mean `%.150s`?", nearest.best);
    }
    return phk_error(diag, PH_E_NAME, place->where, hint, "there is no %s `%s`", what, place->text);
}

int phk_program_add_side(phk_program *program, const phk_side *side)
{
    if (side->node >= 0) {
        int m = phk_program_add_marker(program, side->body, side->at, side->orientation);
        ph_vec3 node = phk_program_flexible(program, side->body)->is->node[side->node].at;
        ph_vec3 off = ph_sub(side->at, node);
        return m < 0 || phk_program_put_on_node(program, m, side->node, off) ? PHK_NO_MEMORY : m;
    }
    ph_vec3 r = side->body < 0 ? side->at : ph_add(program->r_C[side->body], side->at);
    return phk_program_add_marker(program, side->body, r, side->orientation);
}

/* A node by itself has one marker, behind those of the model. */
static int find_node(const phk_program *program, phk_named_place place)
{
    const phk_flexible_body *f = phk_program_flexible(program, place.body);
    for (int i = ph_model_markers(program->model); i < program->places.n; i++)
        if (program->places.marker[i].node == &f->is->node[place.node] &&
            program->places.marker[i].body == place.body && !program->places.marker[i].turned)
            return i;
    return -1;
}

int phk_program_node_marker(const phk_program *program, const char *name)
{
    phk_named_place place = phk_place_find(program->model, name, strlen(name));
    if (place.node < 0 || !phk_program_flexible(program, place.body)) return -1;
    return find_node(program, place);
}

static int place_node(phk_program *program, phk_named_place place)
{
    /* its data could not be read, which has been told */
    if (!phk_program_flexible(program, place.body)) return PHK_NO_PLACE;
    int found = find_node(program, place);
    phk_side side = phk_place_side(program->model, place);
    return found >= 0 ? found : phk_program_add_side(program, &side);
}

/* Nodes that the result is to show. */
static ph_status add_shown_nodes(phk_program *program)
{
    const ph_model *model = program->model;
    for (int i = 0; program->flexible.n && i < model->output.count; i++) {
        phk_named_place place =
            phk_place_find(model, model->output.name[i], strlen(model->output.name[i]));
        if (place.marker < 0 && place.node >= 0 && place_node(program, place) == PHK_NO_MEMORY)
            return PH_E_NOMEM;
    }
    return PH_OK;
}

int phk_program_place(phk_program *program, const char *name, size_t length)
{
    phk_named_place place = phk_place_find(program->model, name, length);
    if (place.marker >= 0) return place.marker;
    if (place.body == PHK_NO_BODY) return PHK_NO_PLACE;
    if (place.node >= 0) return place_node(program, place);
    int *made = place.body < 0 ? &program->places.of_ground : &program->places.of_body[place.body];
    ph_vec3 r = place.body < 0 ? ph_v3(0, 0, 0) : program->r_C[place.body];
    if (*made < 0) *made = phk_program_add_marker(program, place.body, r, ph_quat_identity());
    return *made;
}

/* The model's markers come first, so that their indices are the same in model and system. */
static ph_status add_markers(phk_program *program, ph_diag *diag)
{
    ph_status status = PH_OK;
    for (int i = 0; i < ph_model_markers(program->model); i++) {
        const ph_marker_def *m = &phk_markers(program->model)[i];
        const char *on = m->on.text ? m->on.text : ground;
        phk_named_place place = phk_place_find(program->model, on, strlen(on));
        bool there = place.body != PHK_NO_BODY && place.marker < 0;
        if (!there) {
            unknown_place(program, &m->on, "body", diag);
            status = PH_E_MODEL;
            place = (phk_named_place){-1, -1, -1};
        }
        place.marker = i;
        phk_side side = phk_place_side(program->model, place);
        if (side.node >= 0 && !phk_program_flexible(program, side.body)) side.node = -1;
        if (phk_program_add_side(program, &side) < 0) return PH_E_NOMEM;
    }
    return status;
}

static const phk_spline *make_curve(phk_program *program, const ph_table_def *t, const char *name,
                                    ph_diag *diag)
{
    int n = t->points.count / 3;
    if (t->points.count % 3 != 0) {
        phk_error(diag, PH_E_RANGE, t->where, "give x, y and z of each point",
                  "the points of table `%s` are %d numbers, not a multiple of 3", name,
                  t->points.count);
        return NULL;
    }
    phk_curve_form form = {t->order ? t->order : 4, t->control, t->closed};
    return phk_curve_create(&program->arena, n, t->points.value, form, t->where, diag);
}

static const phk_spline *make_table(phk_program *program, const ph_table_def *t, const char *name,
                                    ph_diag *diag)
{
    if (t->points.count) return make_curve(program, t, name, diag);
    int rows = t->z.count > 0 ? t->z.count : 1;
    if (t->x.count > INT_MAX / rows || t->x.count * rows != t->y.count) {
        phk_error(diag, PH_E_RANGE, t->where,
                  t->z.count ? "give a y for each x at each z" : "give as many y as x",
                  "table `%s` has %d x and %d y", name, t->x.count, t->y.count);
        return NULL;
    }
    phk_spline_beyond beyond = (phk_spline_beyond)t->beyond;
    if (t->z.count == 0)
        return phk_spline_create(&program->arena, t->x.count, t->x.value, t->y.value, beyond,
                                 t->where, diag);
    return phk_surface_create(&program->arena, t->x.count, t->x.value, rows, t->z.value, t->y.value,
                              beyond, t->where, diag);
}

static ph_status add_tables(phk_program *program, ph_diag *diag)
{
    const phk_list *list = &program->model->list[PHK_KIND_TABLE];
    program->table = take(program, list->count, sizeof *program->table);
    if (!program->table) return PH_E_NOMEM;
    bool good = true;
    for (int i = 0; i < list->count; i++) {
        program->table[i] =
            make_table(program, &phk_tables(program->model)[i], list->name[i], diag);
        good = good && program->table[i];
    }
    return good ? PH_OK : program->arena.exhausted ? PH_E_NOMEM : PH_E_MODEL;
}

static phk_group *group_of(phk_program *program, const ph_force_type *type)
{
    for (int g = 0; g < program->elements.groups; g++)
        if (program->elements.group[g].type == type) return &program->elements.group[g];
    phk_group *larger = phk_arena_grow(&program->arena, program->elements.group,
                                       (size_t)program->elements.groups, sizeof *larger);
    if (!larger) return NULL;
    program->elements.group = larger;
    larger[program->elements.groups] = (phk_group){.type = type};
    return &larger[program->elements.groups++];
}

/* Appends an element's raw parameters to its group; returns them, NULL: out of memory. */
static char *append(phk_program *program, phk_group *g, const void *par, const char *name,
                    ph_source where)
{
    size_t n = (size_t)g->n, per = (size_t)g->type->markers, bytes = g->type->par_bytes;
    char *pars = phk_arena_grow(&program->arena, g->par, n, bytes);
    int *markers = phk_arena_grow(&program->arena, g->marker, n, per * sizeof *markers);
    const char **names = phk_arena_grow(&program->arena, g->name, n, sizeof *names);
    ph_source *places = phk_arena_grow(&program->arena, g->where, n, sizeof *places);
    if (!pars || !markers || !names || !places) return NULL;
    g->par = pars;
    g->marker = markers;
    g->name = names;
    g->where = places;
    memcpy(pars + n * bytes, par, bytes);
    names[n] = name;
    places[n] = where;
    g->n++;
    return pars + n * bytes;
}

ph_status phk_program_add_formula(phk_program *program, const ph_expr *expr, const char *owner,
                                  const char *field, ph_diag *diag, int *index)
{
    *index = -1;
    if (!expr->text) return PH_OK;
    phk_formula formula;
    ph_status status = phk_program_compile(program, expr, owner, field, diag, &formula);
    if (status) return status;
    phk_formula *larger = phk_arena_grow(&program->arena, program->formula,
                                         (size_t)program->formulas, sizeof *larger);
    if (!larger) return PH_E_NOMEM;
    program->formula = larger;
    larger[program->formulas] = formula;
    *index = program->formulas++;
    return PH_OK;
}

static ph_status compile_expr(phk_program *program, ph_expr *expr, const char *owner,
                              const char *field, ph_diag *diag)
{
    return phk_program_add_formula(program, expr, owner, field, diag, &expr->value);
}

/* Resolves the expressions and places of one element, as its field table lists them. */
static ph_status resolve(phk_program *program, const ph_force_type *type, char *par, int *marker,
                         const char *name, ph_source where, ph_diag *diag)
{
    ph_status status = PH_OK, one;
    int places = 0;
    for (const ph_field *f = type->fields; f->name; places += phk_field_markers(f++)) {
        void *at = par + f->offset;
        if (f->kind == PH_FIELD_EXPR) {
            if ((one = compile_expr(program, at, name, f->name, diag))) status = one;
        } else if (f->kind == PH_FIELD_EXPR3) {
            for (int i = 0; i < 3; i++)
                if ((one = compile_expr(program, (ph_expr *)at + i, name, f->name, diag)))
                    status = one;
        } else if (f->kind == PH_FIELD_PLACE) {
            const ph_place *place = at;
            const char *text = place->text ? place->text : ground;
            int m = phk_program_place(program, text, strlen(text));
            if (m == PHK_NO_PLACE) status = unknown_place(program, place, "body or marker", diag);
            if (m == PHK_NO_MEMORY) status = PH_E_NOMEM;
            marker[places] = m;
        } else if (f->kind == PH_FIELD_JOINTS) {
            phk_joined by = {"force", name, where, f};
            if ((one = phk_program_join(program, &by, at, marker + places, diag))) status = one;
        }
    }
    return status;
}

ph_status phk_program_add(phk_program *program, const ph_force_type *type, const void *par,
                          const char *name, ph_source where, ph_diag *diag)
{
    phk_group *g = group_of(program, type);
    char *copy = g ? append(program, g, par, name, where) : NULL;
    if (!copy) return PH_E_NOMEM;
    int *marker = &g->marker[(size_t)(g->n - 1) * (size_t)type->markers];
    ph_status status = resolve(program, type, copy, marker, name, where, diag);
    const char *hint = NULL, *wrong = type->check ? type->check(copy, &hint) : NULL;
    if (wrong) return phk_error(diag, PH_E_RANGE, where, hint, "force `%s`: %s", name, wrong);
    if (status || !type->shape) return status;
    const phk_shaped by = {type, copy, name, where};
    return phk_program_shape(program, &by, marker, diag);
}

static ph_status add_forces(phk_program *program, ph_diag *diag)
{
    ph_status status = PH_OK;
    program->elements.force =
        take(program, ph_model_forces(program->model), sizeof *program->elements.force);
    if (!program->elements.force) return PH_E_NOMEM;
    for (int i = 0; i < ph_model_forces(program->model); i++) {
        const phk_force *f = &phk_forces(program->model)[i];
        ph_status one = phk_program_add(
            program, f->type, f->par, program->model->list[PHK_KIND_FORCE].name[i], f->where, diag);
        if (one == PH_E_NOMEM) return one;
        if (one) status = one;
        int g = (int)(group_of(program, f->type) - program->elements.group);
        program->elements.force[i] = (phk_element_at){g, program->elements.group[g].n - 1};
    }
    return status;
}

/* Before anything is compiled, so that expressions can name them: the states of the model, then
 * those of its forces. */
static ph_status number_states(phk_program *program)
{
    int n = ph_model_states(program->model), forces = ph_model_forces(program->model), at = n;
    phk_elements *all = &program->elements;
    for (int i = 0; i < forces; i++) all->states += phk_forces(program->model)[i].type->states;
    program->states = n + all->states;
    program->state = take(program, program->states, sizeof *program->state);
    all->first_state = take(program, forces, sizeof *all->first_state);
    all->state = take(program, all->states, sizeof *all->state);
    if (!program->state || !all->first_state || !all->state) return PH_E_NOMEM;
    for (int i = 0; i < n; i++) program->state[i].force = -1;
    for (int i = 0; i < forces; i++) {
        all->first_state[i] = at;
        for (int k = 0; k < phk_forces(program->model)[i].type->states; k++)
            program->state[at++] = (phk_differential){.formula = -1, .force = i, .own = k};
    }
    return PH_OK;
}

void phk_program_state_name(const phk_program *program, int state, char *text, size_t size)
{
    const phk_differential *s = &program->state[state];
    const phk_list *list = program->model->list;
    if (s->force < 0)
        snprintf(text, size, "%s", list[PHK_KIND_STATE].name[state]);
    else
        snprintf(text, size, "%s.%s", list[PHK_KIND_FORCE].name[s->force],
                 phk_forces(program->model)[s->force].type->state[s->own].name);
}

ph_source phk_program_state_where(const phk_program *program, int state)
{
    int force = program->state[state].force;
    return force < 0 ? phk_states(program->model)[state].where
                     : phk_forces(program->model)[force].where;
}

int phk_program_force_state(const phk_program *program, int force, const char *tail, size_t length)
{
    const ph_force_type *type = phk_forces(program->model)[force].type;
    for (int k = 0; k < type->states; k++)
        if (strlen(type->state[k].name) == length && !memcmp(type->state[k].name, tail, length))
            return program->elements.first_state[force] + k;
    return -1;
}

static ph_status add_states(phk_program *program, ph_diag *diag)
{
    int n = ph_model_states(program->model);
    ph_status status = PH_OK;
    for (int i = 0; i < n; i++) {
        const ph_state_def *def = &phk_states(program->model)[i];
        const char *name = program->model->list[PHK_KIND_STATE].name[i];
        bool implicit = def->equation.text != NULL;
        ph_status one = PH_OK;
        if (!def->rate.text == !def->equation.text)
            one = phk_error(diag, PH_E_MISSING, def->where,
                            "give `rate`, or `equation` in terms of NAME and NAME.rate",
                            "state `%s` has %s", name,
                            implicit ? "both a rate and an equation" : "no equation");
        program->state[i].implicit = implicit;
        if (!one)
            one = phk_program_add_formula(program, implicit ? &def->equation : &def->rate, name,
                                          implicit ? "equation" : "rate", diag,
                                          &program->state[i].formula);
        if (one == PH_E_NOMEM) return one;
        if (one) status = one;
    }
    return status;
}

static void destroy(phk_compiled *compiled)
{
    phk_program *program = (phk_program *)(void *)compiled;
    phk_names_free(&program->inputs.names);
    phk_arena_free(&program->arena);
    free(program);
}

ph_status phk_program_create(const ph_model *model, ph_diag *diag, phk_program **out)
{
    *out = NULL;
    phk_program *program = calloc(1, sizeof *program);
    if (!program) return PH_E_NOMEM;
    atomic_init(&program->head.users, 1);
    program->head.free = destroy;
    program->model = model;
    program->bodies = ph_model_bodies(model);
    program->places.of_ground = -1;
    program->inputs.n = 1;
    program->inputs.quantity =
        phk_arena_grow(&program->arena, NULL, 0, sizeof *program->inputs.quantity);
    ph_status status = program->inputs.quantity ? add_bodies(program) : PH_E_NOMEM;
    if (!status) status = number_states(program);
    if (!status) status = phk_program_add_settings(program);
    if (!status) {
        /* go on after an error, so that all of them are told */
        ph_status part[] = {add_markers(program, diag),
                            add_tables(program, diag),
                            PH_OK,
                            PH_OK,
                            PH_OK,
                            PH_OK,
                            PH_OK,
                            PH_OK,
                            PH_OK,
                            PH_OK};
        /* joints have their places first, so that whatever follows may be about them */
        part[2] = program->table ? phk_program_place_joints(program, diag) : PH_E_NOMEM;
        part[3] = part[2] != PH_E_NOMEM ? phk_program_add_variables(program, diag) : PH_E_NOMEM;
        part[4] = part[3] != PH_E_NOMEM ? add_forces(program, diag) : PH_E_NOMEM;
        part[5] = part[4] != PH_E_NOMEM ? phk_program_add_constraints(program, diag) : PH_E_NOMEM;
        part[6] = part[5] != PH_E_NOMEM ? add_states(program, diag) : PH_E_NOMEM;
        part[7] = part[6] != PH_E_NOMEM ? phk_program_add_contacts(program, diag) : PH_E_NOMEM;
        part[8] = part[5] != PH_E_NOMEM ? phk_program_attach(program, diag) : PH_E_NOMEM;
        part[9] = part[0] != PH_E_NOMEM ? add_shown_nodes(program) : PH_E_NOMEM;
        for (int i = 0; i < 10; i++)
            if (part[i] && (!status || part[i] == PH_E_NOMEM)) status = part[i];
    }
    if (status) {
        /* what is wrong with the requests is told as well */
        if (status != PH_E_NOMEM && phk_program_add_requests(program, diag) == PH_E_NOMEM)
            status = PH_E_NOMEM;
        phk_program_free(program);
        return status;
    }
    *out = program;
    return PH_OK;
}

void phk_program_free(phk_program *program)
{
    if (program) phk_compiled_let_go(&program->head);
}
