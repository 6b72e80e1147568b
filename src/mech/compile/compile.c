/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Compiling a model into a system: places become markers, expressions become tapes, elements of
 * one type become one contiguous group.
 */
#include "mech/system/system.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/diag.h"
#include "mech/compile/constraints.h"
#include "mech/compile/scope.h"

static void *take(phk_system *sys, int n, size_t size)
{
    return phk_arena_alloc(&sys->arena, (size_t)(n > 0 ? n : 1) * size);
}

static ph_vec3 centre_offset(const ph_body_def *b)
{
    if (!b->has_pivot) return ph_v3(0, 0, 0);
    return ph_unrotate(b->orientation, ph_sub(b->position, b->pivot));
}

static ph_status add_bodies(phk_system *sys)
{
    int n = sys->bodies;
    sys->mass = take(sys, n, sizeof *sys->mass);
    sys->inertia = take(sys, n, sizeof *sys->inertia);
    sys->r_C = take(sys, n, sizeof *sys->r_C);
    sys->pivot = take(sys, n, sizeof *sys->pivot);
    sys->body_marker = take(sys, n, sizeof *sys->body_marker);
    if (!sys->mass || !sys->inertia || !sys->r_C || !sys->pivot || !sys->body_marker)
        return PH_E_NOMEM;
    for (int i = 0; i < n; i++) {
        const ph_body_def *b = &phk_bodies(sys->model)[i];
        sys->mass[i] = b->mass;
        sys->inertia[i] = b->inertia;
        sys->r_C[i] = centre_offset(b);
        sys->pivot[i] = b->has_pivot;
        sys->body_marker[i] = -1;
    }
    return PH_OK;
}

int phk_system_add_marker(phk_system *sys, int body, ph_vec3 r, ph_quat q_BM)
{
    phk_marker *larger =
        phk_arena_grow(&sys->arena, sys->marker, (size_t)sys->markers, sizeof *larger);
    if (!larger) return PHK_NO_MEMORY;
    sys->marker = larger;
    bool turned = fabs(q_BM.w) != 1;
    larger[sys->markers] = (phk_marker){body, r, q_BM, ph_mat3_from_quat(q_BM), turned};
    return sys->markers++;
}

static ph_status unknown_place(const phk_system *sys, const ph_place *place, const char *what,
                               ph_diag *diag)
{
    phk_nearest nearest = phk_nearest_to(place->text, strlen(place->text));
    phk_nearest_offer(&nearest, "ground");
    if (phk_diag_wants(diag, place->where)) {
        phk_model_offer(sys->model, PHK_KIND_BODY, &nearest);
        if (what[0] != 'b') phk_model_offer(sys->model, PHK_KIND_MARKER, &nearest);
    }
    char hint[200] = "it must be named under `bodies` or `markers`, or be `ground`";
    if (nearest.best) snprintf(hint, sizeof hint, "did you mean `%.150s`?", nearest.best);
    return phk_error(diag, PH_E_NAME, place->where, hint, "there is no %s `%s`", what, place->text);
}

static const char ground[] = "ground";

int phk_system_place(phk_system *sys, const char *name, size_t length)
{
    phk_object o = phk_model_find(sys->model, name, length);
    if (o.index >= 0 && o.kind == PHK_KIND_MARKER) return o.index;
    bool is_ground = length == strlen(ground) && memcmp(name, ground, length) == 0;
    if (!is_ground && !(o.index >= 0 && o.kind == PHK_KIND_BODY)) return PHK_NO_PLACE;
    int *made = is_ground ? &sys->ground_marker : &sys->body_marker[o.index];
    if (*made < 0 && is_ground)
        *made = phk_system_add_marker(sys, -1, ph_v3(0, 0, 0), ph_quat_identity());
    else if (*made < 0)
        *made = phk_system_add_marker(sys, o.index, sys->r_C[o.index], ph_quat_identity());
    return *made;
}

/* The model's markers come first, so that their indices are the same in model and system. */
static ph_status add_markers(phk_system *sys, ph_diag *diag)
{
    ph_status status = PH_OK;
    for (int i = 0; i < ph_model_markers(sys->model); i++) {
        const ph_marker_def *m = &phk_markers(sys->model)[i];
        int body = -1;
        if (m->on.text && strcmp(m->on.text, "ground") != 0) {
            phk_object o = phk_model_find(sys->model, m->on.text, strlen(m->on.text));
            if (o.index >= 0 && o.kind == PHK_KIND_BODY) {
                body = o.index;
            } else {
                unknown_place(sys, &m->on, "body", diag);
                status = PH_E_MODEL;
            }
        }
        ph_vec3 r = body < 0 ? m->at : ph_add(sys->r_C[body], m->at);
        if (phk_system_add_marker(sys, body, r, m->orientation) < 0) return PH_E_NOMEM;
    }
    return status;
}

static const phk_spline *make_curve(phk_system *sys, const ph_table_def *t, const char *name,
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
    return phk_curve_create(&sys->arena, n, t->points.value, form, t->where, diag);
}

static const phk_spline *make_table(phk_system *sys, const ph_table_def *t, const char *name,
                                    ph_diag *diag)
{
    if (t->points.count) return make_curve(sys, t, name, diag);
    int rows = t->z.count > 0 ? t->z.count : 1;
    if (t->x.count > INT_MAX / rows || t->x.count * rows != t->y.count) {
        phk_error(diag, PH_E_RANGE, t->where,
                  t->z.count ? "give a y for each x at each z" : "give as many y as x",
                  "table `%s` has %d x and %d y", name, t->x.count, t->y.count);
        return NULL;
    }
    phk_spline_beyond beyond = (phk_spline_beyond)t->beyond;
    if (t->z.count == 0)
        return phk_spline_create(&sys->arena, t->x.count, t->x.value, t->y.value, beyond, t->where,
                                 diag);
    return phk_surface_create(&sys->arena, t->x.count, t->x.value, rows, t->z.value, t->y.value,
                              beyond, t->where, diag);
}

static ph_status add_tables(phk_system *sys, ph_diag *diag)
{
    const phk_list *list = &sys->model->list[PHK_KIND_TABLE];
    sys->table = take(sys, list->count, sizeof *sys->table);
    if (!sys->table) return PH_E_NOMEM;
    bool good = true;
    for (int i = 0; i < list->count; i++) {
        sys->table[i] = make_table(sys, &phk_tables(sys->model)[i], list->name[i], diag);
        good = good && sys->table[i];
    }
    return good ? PH_OK : sys->arena.exhausted ? PH_E_NOMEM : PH_E_MODEL;
}

static phk_group *group_of(phk_system *sys, const ph_force_type *type)
{
    for (int g = 0; g < sys->groups; g++)
        if (sys->group[g].type == type) return &sys->group[g];
    phk_group *larger =
        phk_arena_grow(&sys->arena, sys->group, (size_t)sys->groups, sizeof *larger);
    if (!larger) return NULL;
    sys->group = larger;
    larger[sys->groups] = (phk_group){.type = type};
    return &larger[sys->groups++];
}

/* Appends an element's raw parameters to its group; returns them, NULL: out of memory. */
static char *append(phk_system *sys, phk_group *g, const void *par, const char *name,
                    ph_source where)
{
    size_t n = (size_t)g->n, per = (size_t)g->type->markers, bytes = g->type->par_bytes;
    char *pars = phk_arena_grow(&sys->arena, g->par, n, bytes);
    int *markers = phk_arena_grow(&sys->arena, g->marker, n, per * sizeof *markers);
    const char **names = phk_arena_grow(&sys->arena, g->name, n, sizeof *names);
    ph_source *places = phk_arena_grow(&sys->arena, g->where, n, sizeof *places);
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

ph_status phk_system_add_formula(phk_system *sys, const ph_expr *expr, const char *owner,
                                 const char *field, ph_diag *diag, int *index)
{
    *index = -1;
    if (!expr->text) return PH_OK;
    phk_formula formula;
    ph_status status = phk_system_compile(sys, expr, owner, field, diag, &formula);
    if (status) return status;
    phk_formula *larger =
        phk_arena_grow(&sys->arena, sys->formula, (size_t)sys->formulas, sizeof *larger);
    if (!larger) return PH_E_NOMEM;
    sys->formula = larger;
    larger[sys->formulas] = formula;
    *index = sys->formulas++;
    return PH_OK;
}

static ph_status compile_expr(phk_system *sys, ph_expr *expr, const char *owner, const char *field,
                              ph_diag *diag)
{
    return phk_system_add_formula(sys, expr, owner, field, diag, &expr->value);
}

/* Resolves the expressions and places of one element, as its field table lists them. */
static ph_status resolve(phk_system *sys, const ph_force_type *type, char *par, int *marker,
                         const char *name, ph_diag *diag)
{
    ph_status status = PH_OK, one;
    int places = 0;
    for (const ph_field *f = type->fields; f->name; f++) {
        void *at = par + f->offset;
        if (f->kind == PH_FIELD_EXPR) {
            if ((one = compile_expr(sys, at, name, f->name, diag))) status = one;
        } else if (f->kind == PH_FIELD_EXPR3) {
            for (int i = 0; i < 3; i++)
                if ((one = compile_expr(sys, (ph_expr *)at + i, name, f->name, diag))) status = one;
        } else if (f->kind == PH_FIELD_PLACE) {
            const ph_place *place = at;
            const char *text = place->text ? place->text : ground;
            int m = phk_system_place(sys, text, strlen(text));
            if (m == PHK_NO_PLACE) status = unknown_place(sys, place, "body or marker", diag);
            if (m == PHK_NO_MEMORY) status = PH_E_NOMEM;
            marker[places++] = m;
        }
    }
    return status;
}

ph_status phk_system_add(phk_system *sys, const ph_force_type *type, const void *par,
                         const char *name, ph_source where, ph_diag *diag)
{
    phk_group *g = group_of(sys, type);
    char *copy = g ? append(sys, g, par, name, where) : NULL;
    if (!copy) return PH_E_NOMEM;
    int *marker = &g->marker[(size_t)(g->n - 1) * (size_t)type->markers];
    ph_status status = resolve(sys, type, copy, marker, name, diag);
    const char *hint = NULL, *wrong = type->check ? type->check(copy, &hint) : NULL;
    if (!wrong) return status;
    return phk_error(diag, PH_E_RANGE, where, hint, "force `%s`: %s", name, wrong);
}

static ph_status add_forces(phk_system *sys, ph_diag *diag)
{
    ph_status status = PH_OK;
    sys->force = take(sys, ph_model_forces(sys->model), sizeof *sys->force);
    if (!sys->force) return PH_E_NOMEM;
    for (int i = 0; i < ph_model_forces(sys->model); i++) {
        const phk_force *f = &phk_forces(sys->model)[i];
        ph_status one = phk_system_add(sys, f->type, f->par,
                                       sys->model->list[PHK_KIND_FORCE].name[i], f->where, diag);
        if (one == PH_E_NOMEM) return one;
        if (one) status = one;
        int g = (int)(group_of(sys, f->type) - sys->group);
        sys->force[i] = (phk_element_at){g, sys->group[g].n - 1};
    }
    return status;
}

static ph_status add_states(phk_system *sys, ph_diag *diag)
{
    int n = sys->states = ph_model_states(sys->model);
    sys->state = take(sys, n, sizeof *sys->state);
    if (!sys->state) return PH_E_NOMEM;
    ph_status status = PH_OK;
    for (int i = 0; i < n; i++) {
        const ph_state_def *def = &phk_states(sys->model)[i];
        const char *name = sys->model->list[PHK_KIND_STATE].name[i];
        bool implicit = def->equation.text != NULL;
        ph_status one = PH_OK;
        if (!def->rate.text == !def->equation.text)
            one = phk_error(diag, PH_E_MISSING, def->where,
                            "give `rate`, or `equation` in terms of NAME and NAME.rate",
                            "state `%s` has %s", name,
                            implicit ? "both a rate and an equation" : "no equation");
        sys->state[i].implicit = implicit;
        if (!one)
            one = phk_system_add_formula(sys, implicit ? &def->equation : &def->rate, name,
                                         implicit ? "equation" : "rate", diag,
                                         &sys->state[i].formula);
        if (one == PH_E_NOMEM) return one;
        if (one) status = one;
    }
    return status;
}

ph_status phk_system_create(const ph_model *model, ph_diag *diag, phk_system **out)
{
    *out = NULL;
    phk_system *sys = calloc(1, sizeof *sys);
    if (!sys) return PH_E_NOMEM;
    sys->model = model;
    sys->bodies = ph_model_bodies(model);
    sys->ground_marker = -1;
    sys->piece[0] = -INFINITY;
    sys->piece[1] = INFINITY;
    sys->inputs = 1;
    sys->quantity = phk_arena_grow(&sys->arena, NULL, 0, sizeof *sys->quantity);
    ph_status status = sys->quantity ? add_bodies(sys) : PH_E_NOMEM;
    if (!status) {
        /* go on after an error, so that all of them are told */
        ph_status part[] = {
            add_markers(sys, diag), add_tables(sys, diag), PH_OK, PH_OK, PH_OK, PH_OK};
        part[2] = sys->table ? phk_system_add_variables(sys, diag) : PH_E_NOMEM;
        part[3] = part[2] != PH_E_NOMEM ? add_forces(sys, diag) : PH_E_NOMEM;
        part[4] = part[3] != PH_E_NOMEM ? phk_system_add_constraints(sys, diag) : PH_E_NOMEM;
        part[5] = part[4] != PH_E_NOMEM ? add_states(sys, diag) : PH_E_NOMEM;
        for (int i = 0; i < 6; i++)
            if (part[i] && (!status || part[i] == PH_E_NOMEM)) status = part[i];
    }
    if (status) {
        /* what is wrong with the requests is told as well */
        if (status != PH_E_NOMEM && phk_system_add_requests(sys, diag) == PH_E_NOMEM)
            status = PH_E_NOMEM;
        phk_system_free(sys);
        return status;
    }
    *out = sys;
    return PH_OK;
}

void phk_system_free(phk_system *sys)
{
    if (!sys) return;
    phk_names_free(&sys->input_names);
    phk_arena_free(&sys->arena);
    free(sys);
}
