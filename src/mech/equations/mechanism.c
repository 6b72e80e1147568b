/* SPDX-License-Identifier: BSD-3-Clause */
#include "mech/equations/mechanism.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/diag.h"
#include "math/so3.h"
#include "mech/equations/equations.h"
#include "mech/equations/row_names.h"

static void *take(phk_mechanism *m, int n, size_t size)
{
    return phk_arena_alloc(&m->arena, ((size_t)n + 1) * size);
}

/* ---- evaluation ---- */

static void put_pose(phk_mechanism *m, const phk_point *p, int i)
{
    const phk_body_cells *b = &m->body[i];
    phk_pose *pose = &m->system->pose[i];
    const double *e = p->q + b->e, *w = p->v + b->direction[PHK_TURN];
    double s = 1 / sqrt(e[0] * e[0] + e[1] * e[1] + e[2] * e[2] + e[3] * e[3]);
    pose->q = ph_quat_make(s * e[0], s * e[1], s * e[2], s * e[3]);
    pose->R_WB = ph_mat3_from_quat(pose->q);
    pose->w = ph_mat3_mul(pose->R_WB, ph_v3(w[0], w[1], w[2]));
    pose->p = b->pivot;
    pose->v = ph_v3(0, 0, 0);
    if (b->q < 0) return;
    const double *r = p->q + b->q, *v = p->v + b->direction[PHK_MOVE];
    pose->p = ph_v3(r[0], r[1], r[2]);
    pose->v = ph_v3(v[0], v[1], v[2]);
}

void phk_mechanism_poses(phk_mechanism *m, const phk_point *p)
{
    for (int i = 0; i < m->system->program->bodies; i++) put_pose(m, p, i);
    if (m->system->program->flexible.n) phk_flexible_poses(m, p);
}

ph_status phk_mechanism_express(phk_mechanism *m, const phk_point *p)
{
    phk_system_frames(m->system);
    phk_put_solved(m, p);
    return phk_system_expressions(m->system, p->t);
}

ph_status phk_mechanism_evaluate(phk_mechanism *m, const phk_point *p)
{
    phk_system *sys = m->system;
    ph_status status = phk_drives_evaluate(m, p->t, 0);
    if (status) return status;
    phk_mechanism_poses(m, p);
    status = phk_mechanism_express(m, p);
    if (status) return status;
    if (sys->program->elements.reactions) phk_reactions_put(m, phk_mechanism_lambda(m, p));
    return phk_system_wrenches(sys, p->t);
}

/* The multipliers of all rows: those of dropped ones are zero. */
const double *phk_mechanism_lambda(phk_mechanism *m, const phk_point *p)
{
    if (!m->dropped) return p->lambda;
    for (int k = 0; k < m->full; k++)
        m->lambda[k] = m->multiplier[k] < 0 ? 0 : p->lambda[m->multiplier[k]];
    return m->lambda;
}

static void put_balance(const phk_mechanism *m, double *g)
{
    for (int i = 0; i < m->system->program->bodies; i++) {
        const ph_wrench *load = &m->system->load[i];
        double *t = g + m->body[i].direction[PHK_TURN];
        t[0] = -load->torque.x;
        t[1] = -load->torque.y;
        t[2] = -load->torque.z;
        if (m->body[i].q < 0) continue;
        double *f = g + m->body[i].direction[PHK_MOVE];
        f[0] = -load->force.x;
        f[1] = -load->force.y;
        f[2] = -load->force.z;
    }
}

static ph_status residual(void *self, const phk_point *p, double *g, double *d, double *c,
                          double *s)
{
    phk_mechanism *m = self;
    phk_system *sys = m->system;
    const double *lambda = phk_mechanism_lambda(m, p);
    double *all = m->dropped ? m->c : c;
    ph_status status = phk_mechanism_evaluate(m, p);
    if (status) return status;
    phk_system_unload(sys);
    phk_system_gather(sys);
    phk_rows_residual(m, lambda, all);
    phk_holds_residual(m, lambda, all);
    put_balance(m, g);
    if (sys->program->flexible.n) phk_flexible_residual(m, p, g);
    status = phk_equations_residual(m, p, lambda, g, all);
    if (status) return status;
    phk_lines_residual(m, p, d, s);
    if (m->full) memcpy(m->lambda_last, lambda, (size_t)m->full * sizeof *lambda);
    for (int k = 0; m->dropped && k < m->full; k++)
        if (m->place[k] >= 0) c[m->place[k]] = m->multiplier[k] < 0 ? 0 : m->c[k];
    return PH_OK;
}

/* ---- names of rows ---- */

static void describe_body(const phk_mechanism *m, int row, char *text, size_t size)
{
    for (int i = 0; i < m->dae.cells; i++) {
        const phk_cell *cell = &m->cell[i];
        const char *body = ph_model_body_name(m->system->program->model, m->owner[i]);
        int k = row - cell->v;
        if (k < 0 || k >= cell->width) continue;
        if (cell->kind == PHK_CELL_VECTOR && !phk_cell_is_place(cell))
            snprintf(text, size, "body `%s`, mode %d", body, k + 1);
        else
            snprintf(text, size, "body `%s`, %s %c", body,
                     cell->kind == PHK_CELL_VECTOR ? "force" : "torque", "xyz"[k]);
    }
}

static void describe_constraint(const phk_mechanism *m, int row, char *text, size_t size)
{
    const phk_system *sys = m->system;
    for (int k = 0; k < sys->program->constraints; k++) {
        const phk_constraint *c = &sys->program->constraint[k];
        for (int i = 0; i < phk_constraint_rows(c); i++)
            if (m->place[phk_constraint_row(c, i)] != row)
                continue;
            else if (c->label)
                phk_row_text(sys, phk_constraint_row(c, i), text, size);
            else
                snprintf(text, size, "%s `%s`, row %d",
                         c->kind == PHK_HOLD_MOTION ? "motion" : "joint", c->name, i + 1);
    }
}

static void describe_algebraic(const phk_mechanism *m, int row, char *text, size_t size)
{
    const phk_system *sys = m->system;
    if (row < sys->program->variables.loops) {
        snprintf(
            text, size, "variable `%s`",
            sys->program->model->list[PHK_KIND_VARIABLE].name[sys->program->variables.loop[row]]);
        return;
    }
    int k = (row - sys->program->variables.loops) / 6,
        c = (row - sys->program->variables.loops) % 6;
    const phk_watched *watch = &sys->program->watched.item[k];
    const phk_kind kind = watch->contact ? PHK_KIND_CONTACT : PHK_KIND_FORCE;
    snprintf(text, size, "%s `%s`, %s %c", watch->contact ? "contact" : "force",
             sys->program->model->list[kind].name[watch->force], c < 3 ? "force" : "torque",
             "xyz"[c % 3]);
}

static void describe_state(const phk_mechanism *m, int state, char *text, size_t size)
{
    char name[200];
    phk_program_state_name(m->system->program, state, name, sizeof name);
    snprintf(text, size, "state `%s`", name);
}

static void describe(void *self, int row, char *text, size_t size)
{
    const phk_mechanism *m = self;
    const phk_dae *dae = &m->dae;
    if (size) text[0] = '\0';
    if (row < dae->nv)
        describe_body(m, row, text, size);
    else if (row < dae->nv + dae->nx)
        describe_state(m, row - dae->nv, text, size);
    else if (row < dae->nv + dae->nx + dae->nl)
        describe_constraint(m, row - dae->nv - dae->nx, text, size);
    else
        describe_algebraic(m, row - dae->nv - dae->nx - dae->nl, text, size);
}

/* ---- creation ---- */

/* A point or a rod without thickness turns without inertia about some axis. */
static bool is_definite(ph_sym3 inertia)
{
    double j[3];
    ph_vec3 axis[3];
    phk_sym3_eigen(inertia, j, axis);
    double least = fmin(j[0], fmin(j[1], j[2])), most = fmax(j[0], fmax(j[1], j[2]));
    return least > 1e-12 * most;
}

/* Appends a cell of a body to the table, and its coordinates and directions to the system's. */
static void add_cell(phk_mechanism *m, int body, phk_cell cell)
{
    phk_dae *dae = &m->dae;
    cell.q = dae->nq, cell.v = dae->nv;
    dae->nq += phk_cell_coordinates(&cell);
    dae->nv += cell.width;
    m->owner[dae->cells] = body;
    m->cell[dae->cells++] = cell;
}

static ph_status add_cells(phk_mechanism *m)
{
    const phk_system *sys = m->system;
    m->body = take(m, sys->program->bodies, sizeof *m->body);
    const int cells = 2 * sys->program->bodies + sys->program->flexible.n;
    m->cell = take(m, cells, sizeof *m->cell);
    m->owner = take(m, cells, sizeof *m->owner);
    if (!m->body || !m->cell || !m->owner) return PH_E_NOMEM;
    phk_dae *dae = &m->dae;
    for (int i = 0; i < sys->program->bodies; i++) {
        phk_body_cells *b = &m->body[i];
        b->q = b->direction[PHK_MOVE] = b->direction[PHK_MODES] = -1;
        b->modes = 0;
        b->pivot = phk_bodies(sys->program->model)[i].pivot;
        if (!sys->program->pivot[i]) {
            b->q = dae->nq;
            b->direction[PHK_MOVE] = dae->nv;
            add_cell(m, i,
                     (phk_cell){.kind = PHK_CELL_VECTOR,
                                .width = 3,
                                .mass = sys->program->mass[i],
                                .definite = sys->program->mass[i] > 0});
        }
        b->e = dae->nq;
        b->direction[PHK_TURN] = dae->nv;
        add_cell(m, i,
                 (phk_cell){.kind = PHK_CELL_ROTATION,
                            .width = 3,
                            .inertia = sys->program->inertia[i],
                            .definite = is_definite(sys->program->inertia[i])});
        const phk_flexible_body *f = phk_program_flexible(sys->program, i);
        if (!f || f->is->modes == 0) continue;
        b->modes = f->is->modes;
        b->mode = dae->nq;
        b->direction[PHK_MODES] = dae->nv;
        add_cell(m, i,
                 (phk_cell){.kind = PHK_CELL_VECTOR,
                            .width = b->modes,
                            .mass = 1,
                            .size = f->size,
                            .definite = true});
        dae->uses_a = true;
    }
    dae->cell = m->cell;
    return PH_OK;
}

static double largest_coordinate(const ph_model *model)
{
    double length = 1;
    for (int i = 0; i < ph_model_bodies(model); i++) {
        ph_vec3 p = phk_bodies(model)[i].position;
        length = fmax(length, fmax(fabs(p.x), fmax(fabs(p.y), fabs(p.z))));
    }
    return length;
}

/* The same of places on bodies, too, and as it is. */
static double largest_place(const ph_model *model)
{
    double size = 0;
    for (int i = 0; i < ph_model_bodies(model) + model->list[PHK_KIND_MARKER].count; i++) {
        int k = i - ph_model_bodies(model);
        ph_vec3 p = k < 0 ? phk_bodies(model)[i].position : phk_markers(model)[k].at;
        size = fmax(size, fmax(fabs(p.x), fmax(fabs(p.y), fabs(p.z))));
    }
    return size;
}

/* Does some expression read time? */
static bool reads_time(const phk_system *sys)
{
    for (int i = 0; i < sys->program->formulas + sys->program->variables.n; i++) {
        const phk_formula *f = i < sys->program->formulas
                                   ? &sys->program->formula[i]
                                   : &sys->program->variables.formula[i - sys->program->formulas];
        const int *input;
        int n = f->tape ? phk_tape_inputs(f->tape, &input) : 0;
        for (int k = 0; k < n; k++)
            if (sys->program->inputs.quantity[input[k]].kind == PHK_QUANTITY_TIME) return true;
    }
    return false;
}

static bool is_driven(const phk_system *sys)
{
    for (int k = 0; k < sys->program->constraints; k++)
        if (sys->program->constraint[k].kind == PHK_HOLD_MOTION ||
            sys->program->constraint[k].kind == PHK_HOLD_EQUATION ||
            (sys->program->constraint[k].velocity_rows &&
             sys->program->constraint[k].type->velocity->rate))
            return true;
    return false;
}

/* Is there something that touches and parts? */
static bool has_contacts(const phk_program *program)
{
    for (int g = 0; g < program->elements.groups; g++)
        if (program->elements.group[g].n && program->elements.group[g].type->one_sided) return true;
    return program->contacts.sets > 0;
}

static ph_status add_multipliers(phk_mechanism *m)
{
    m->full = m->dae.nl = m->system->program->rows;
    m->dae.nn = m->system->program->velocity_rows;
    m->multiplier = take(m, m->full, sizeof *m->multiplier);
    m->place = take(m, m->full, sizeof *m->place);
    m->lambda = take(m, m->full, sizeof *m->lambda);
    m->lambda_last = take(m, m->full, sizeof *m->lambda_last);
    m->c = take(m, m->full, sizeof *m->c);
    if (!m->multiplier || !m->place || !m->lambda || !m->lambda_last || !m->c) return PH_E_NOMEM;
    for (int k = 0; k < m->full; k++) m->multiplier[k] = m->place[k] = k;
    return PH_OK;
}

/* Of the states of elements. */
static void put_sizes(const phk_program *p, double *size)
{
    for (int i = 0; i < ph_model_forces(p->model); i++) {
        const phk_force *f = &phk_forces(p->model)[i];
        double *to = size + p->elements.first_state[i];
        for (int k = 0; k < f->type->states; k++) to[k] = 1;
        if (f->type->states && f->type->size) f->type->size(f->par, to);
    }
}

/* The inputs of expressions that are filled here. */
static ph_status add_solved(phk_mechanism *m)
{
    const phk_system *sys = m->system;
    m->dae.nx = sys->program->states;
    m->dae.ny = sys->program->variables.loops + 6 * sys->program->watched.n;
    m->solved_input = take(m, sys->program->inputs.n, sizeof *m->solved_input);
    double *size = take(m, sys->program->states, sizeof *size);
    bool *held = take(m, sys->program->states, sizeof *held);
    if (!m->solved_input || !size || !held) return PH_E_NOMEM;
    memset(held, 0, (size_t)sys->program->states * sizeof *held);
    for (int i = 0; i < ph_model_states(sys->program->model); i++) {
        size[i] = phk_states(sys->program->model)[i].size;
        held[i] = phk_states(sys->program->model)[i].static_hold;
    }
    put_sizes(sys->program, size);
    m->dae.size_x = size;
    m->dae.held = held;
    for (int i = 0; i < sys->program->inputs.n; i++) {
        const phk_quantity_type *type = phk_quantity_type_of(sys->program->inputs.quantity[i].kind);
        if (type->solved) m->solved_input[m->solved_inputs++] = i;
        if (type->accelerations) m->dae.uses_a = true;
    }
    return PH_OK;
}

void phk_mechanism_begin_states(phk_mechanism *m, const phk_point *p, double *x)
{
    const phk_system *sys = m->system;
    const phk_elements *all = &sys->program->elements;
    if (!all->states) return;
    phk_mechanism_poses(m, p);
    phk_system_frames(m->system);
    for (int i = 0; i < ph_model_forces(sys->program->model); i++) {
        const phk_group *g = &all->group[all->force[i].group];
        int k = all->force[i].index;
        const ph_eval eval = {.t = p->t};
        if (g->type->states && g->type->start)
            g->type->start(g->par + (size_t)k * g->type->par_bytes, &eval,
                           phk_group_frames(sys, g) + k * g->type->markers,
                           x + all->first_state[i]);
    }
}

/* Says once which elements have no derivatives of their own. */
static void note_differences(const phk_system *sys, ph_diag *diag)
{
    for (int g = 0; g < sys->program->elements.groups; g++)
        if (sys->program->elements.group[g].n && sys->program->elements.group[g].type->wrench &&
            !sys->program->elements.group[g].type->tangent)
            phk_note(diag,
                     "forces of type `%s` give no derivatives: differences of their wrench are "
                     "taken (the first is `%s`)",
                     sys->program->elements.group[g].type->name,
                     sys->program->elements.group[g].name[0]);
}

static ph_status build(phk_mechanism *m, ph_diag *diag)
{
    note_differences(m->system, diag);
    ph_status status = phk_system_pose(m->system);
    if (!status) status = add_cells(m);
    if (!status) status = add_solved(m);
    if (!status) status = add_multipliers(m);
    if (!status) status = phk_rows_create(m);
    if (!status) status = phk_scratch_create(m);
    if (!status) status = phk_bent_create(m);
    if (!status) status = phk_drives_create(m);
    if (!status) status = phk_holders_create(m);
    if (!status) status = phk_couplings_create(m);
    if (!status) status = phk_mechanism_map(m);
    return status;
}

ph_status phk_mechanism_create(phk_system *system, ph_diag *diag, phk_mechanism **out)
{
    *out = NULL;
    phk_mechanism *m = calloc(1, sizeof *m);
    if (!m) return PH_E_NOMEM;
    m->system = system;
    m->dae = (phk_dae){.self = m,
                       .length = largest_coordinate(system->program->model),
                       .size = largest_place(system->program->model),
                       .timed = reads_time(system),
                       .driven = is_driven(system),
                       .contacts = has_contacts(system->program),
                       .guards = phk_mechanism_guards,
                       .residual = residual,
                       .tangent = phk_mechanism_tangent,
                       .rates = phk_mechanism_rates,
                       .accepted = phk_drives_accepted,
                       .describe = describe};
    if (system->program->contacts.sets > 0) m->dae.ahead = phk_contacts_ahead;
    ph_status status = build(m, diag);
    if (status) {
        phk_mechanism_free(m);
        return status;
    }
    *out = m;
    return PH_OK;
}

void phk_mechanism_free(phk_mechanism *m)
{
    if (!m) return;
    phk_pattern_free(&m->pattern);
    free(m->record);
    free(m->met.pair);
    phk_arena_free(&m->maps);
    phk_arena_free(&m->arena);
    free(m);
}

const phk_dae *phk_mechanism_dae(const phk_mechanism *m)
{
    return &m->dae;
}

/* Numbers the rows that are not out, and makes the pattern for them. None is suspended then. */
static ph_status renumber(phk_mechanism *m)
{
    int kept = 0;
    m->dae.nn = 0;
    for (int k = 0; k < m->full; k++) {
        if (m->place[k] >= 0) m->place[k] = kept++;
        m->multiplier[k] = m->place[k];
        m->dae.nn += m->place[k] >= 0 && k >= m->full - m->system->program->velocity_rows;
    }
    m->dae.nl = kept;
    m->dropped = kept < m->full;
    m->suspended = false;
    return phk_mechanism_map(m);
}

ph_status phk_mechanism_drop(phk_mechanism *m, int count, const int *row)
{
    for (int k = 0; k < m->full; k++)
        for (int i = 0; i < count; i++)
            if (m->place[k] == row[i]) {
                m->place[k] = -1;
                break;
            }
    return renumber(m);
}

ph_status phk_mechanism_keep(phk_mechanism *m, const bool *kept)
{
    for (int k = 0; k < m->full; k++) m->place[k] = kept[k] ? 0 : -1;
    return renumber(m);
}

ph_status phk_mechanism_suspend(phk_mechanism *m, const bool *suspended)
{
    m->suspended = false;
    m->dropped = m->dae.nl < m->full;
    for (int k = 0; k < m->full; k++) {
        bool out = m->place[k] >= 0 && suspended[k];
        m->multiplier[k] = out ? -1 : m->place[k];
        m->suspended |= out;
        m->dropped |= out;
    }
    return phk_mechanism_map(m);
}

void phk_mechanism_store(phk_mechanism *m, phk_store *store)
{
    phk_store_expect(store, m->full);
    bool *out = calloc((size_t)m->full + 1, sizeof *out);
    if (!out) store->status = PH_E_NOMEM;
    for (int k = 0; out && k < m->full; k++) {
        out[k] = m->place[k] >= 0 && m->multiplier[k] < 0;
        PHK_STORE(store, out[k]);
        PHK_STORE(store, m->place[k]);
    }
    if (m->coupled) phk_store_bytes(store, m->coupled, (size_t)m->system->program->elements.n);
    if (!m->system->program->contacts.fixed) phk_contacts_store(m, store);
    if (store->reading && !store->status) store->status = renumber(m);
    if (store->reading && !store->status) store->status = phk_mechanism_suspend(m, out);
    free(out);
    phk_drives_store(m, store);
}
