/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The present state of a simulation, linearised: A, B, C, D with names.
 */
#include "sim/linearize.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <polhode/analysis.h>
#include "analysis/linear_reduce.h"
#include "analysis/modes.h"
#include "base/diag.h"
#include "sim/sim.h"

enum { MOST_STATES = 4000 };

/* ---- the state ---- */

/* A name that is none: with one that is near. */
static ph_status unknown(const ph_sim *sim, const char *name, const char *what, ph_diag *diag,
                         int kinds, const phk_kind *kind)
{
    phk_nearest nearest = phk_nearest_to(name, strlen(name));
    char hint[160];
    for (int i = 0; i < kinds; i++) phk_model_offer(sim->model, kind[i], &nearest);
    snprintf(hint, sizeof hint, "did you mean `%s`?", nearest.best ? nearest.best : "");
    return phk_error(diag, PH_E_NAME, phk_nowhere, nearest.best ? hint : NULL,
                     "there is no %s `%s`", what, name);
}

/* Axes of a marker or body, and how they turn. */
static ph_status find_frame(const ph_sim *sim, const char *name, const phk_point *p,
                            const phk_dae *dae, ph_diag *diag, ph_quat *axes, ph_vec3 *omega)
{
    static const phk_kind kinds[] = {PHK_KIND_MARKER, PHK_KIND_BODY};
    *axes = ph_quat_identity();
    *omega = ph_v3(0, 0, 0);
    if (!name || strcmp(name, "ground") == 0) return PH_OK;
    phk_object o = phk_model_find(sim->model, name, strlen(name));
    bool marker = o.index >= 0 && o.kind == PHK_KIND_MARKER;
    if (!marker && !(o.index >= 0 && o.kind == PHK_KIND_BODY))
        return unknown(sim, name, "marker or body", diag, 2, kinds);
    const phk_marker *m = marker ? &sim->program->places.marker[o.index] : NULL;
    int body = m ? m->body : o.index;
    for (int i = 0; i < dae->cells; i++) {
        const phk_cell *cell = dae->cell + i;
        if (cell->kind != PHK_CELL_ROTATION || dae->node[cell->v] != body) continue;
        const double *w = p->v + cell->v;
        *axes = phk_cell_axes(cell, p);
        *omega = ph_rotate(*axes, ph_v3(w[0], w[1], w[2]));
    }
    if (m) *axes = ph_quat_mul(*axes, m->q_BM);
    return PH_OK;
}

static ph_status copy_state(phk_here *h, const ph_sim *sim, ph_diag *diag)
{
    const phk_dae *dae = h->drive->dae;
    phk_point now = phk_state_point(&sim->now);
    h->room = calloc(phk_state_size(dae) + 1, sizeof *h->room);
    if (!h->room) return PH_E_NOMEM;
    h->state = phk_state_in(dae, h->room);
    phk_state_keep(dae, &now, &h->state);
    ph_status status = phk_engine_consistent(h->drive, &h->state, true, diag);
    if (status) return status;
    h->p = phk_state_point(&h->state);
    phk_state *s = &h->state;
    status = phk_project_accelerations(h->drive->project, &h->p, s->a, s->lambda, s->xd, s->y);
    if (status < 0)
        return phk_explain_projection(h->drive, s, status, "accelerations and reactions", diag);
    return PH_OK;
}

ph_status phk_here_create(ph_sim *sim, const char *frame, ph_diag *diag, phk_here *h)
{
    *h = (phk_here){0};
    if (!phk_sim_method(&sim->options))
        return phk_error(diag, PH_E_UNSUPPORTED, phk_nowhere,
                         "take an integrator of mechanisms: `galpha`",
                         "integrator `%s` moves free bodies: there is nothing it could linearise",
                         sim->options.integrator.text);
    h->drive = (phk_drive_engine *)sim->drive;
    ph_vec3 omega;
    ph_status status = copy_state(h, sim, diag);
    if (!status) status = find_frame(sim, frame, &h->p, h->drive->dae, diag, &h->axes, &omega);
    if (status) return status;
    status = phk_pencil_create(h->drive->dae, &h->p, omega, &h->pencil);
    if (!status) status = phk_pencil_change(&h->pencil, h->drive->project, &h->p, &h->change);
    return status;
}

void phk_here_free(phk_here *h)
{
    phk_pencil_free(&h->pencil);
    free(h->room);
}

/* Sampled controllers hold their output. */
static void tell_held(const ph_sim *sim, ph_diag *diag)
{
    const phk_trigger_list *l = &sim->program->triggers;
    for (int e = 0; e < l->n; e++) {
        if (l->trigger[e].guard >= 0 || l->trigger[e].targets == 0) continue;
        phk_warn(
            diag, PH_OK, l->trigger[e].def->where,
            "a continuous controller (one without `every`) is part of it",
            "`%s` sets values at equal times, and holds them between: what it feeds back is no "
            "part of the linearised system",
            l->trigger[e].name);
        return;
    }
}

void phk_here_tell(const phk_here *h, ph_diag *diag)
{
    tell_held(h->drive->base.sim, diag);
    if (h->change <= PHK_STEADY) return;
    phk_warn(diag, PH_OK, phk_nowhere,
             "take an equilibrium, or a steady motion in a frame that turns with it",
             "this state is not steady: eigenvalues of a frozen state (along the motion the "
             "linearised system changes by %.2g in a thousandth of the time in which bodies move)",
             h->change);
}

ph_status phk_here_explain(const phk_here *h, ph_status status, int row, ph_diag *diag)
{
    const phk_dae *dae = h->drive->dae;
    char text[200] = "";
    if (row >= 0 && row < dae->pattern->n) dae->describe(dae->self, row, text, sizeof text);
    if (status == PH_E_UNSUPPORTED)
        phk_error(diag, status, phk_nowhere, "`polhode modes` finds its eigenvalues",
                  "%s holds a state of the model: such a system is not brought to x' = A x", text);
    else if (status == PH_E_SINGULAR && text[0])
        phk_error(diag, status, phk_nowhere, "give mass and inertia to what moves",
                  "the linearised system is singular: %s has no pivot", text);
    else if (status == PH_E_SINGULAR)
        phk_error(diag, status, phk_nowhere, "take a state a little away from it",
                  "at t = %.10g s the mechanism is in a singular position: constraints depend on "
                  "each other there, and it has freedoms that are none beside it",
                  h->p.t);
    else if (status == PH_E_SOLVE)
        phk_error(diag, status, phk_nowhere, "ask for fewer modes", "eigenvalues did not converge");
    else if (status == PH_E_NOMEM)
        phk_error(diag, status, phk_nowhere, NULL, "out of memory");
    return status;
}

/* ---- ports ---- */

typedef struct {
    int *input, *output, *state;
} numbers;

/* The algebraic unknown of each variable. */
static ph_status find_ports(const ph_sim *sim, int n, const char *const *name, ph_diag *diag,
                            int *number)
{
    static const phk_kind kinds[] = {PHK_KIND_VARIABLE};
    const phk_variable_list *v = &sim->program->variables;
    ph_status status = PH_OK;
    for (int i = 0; i < n; i++) {
        phk_object o = phk_model_find(sim->model, name[i], strlen(name[i]));
        number[i] = -1;
        if (o.index < 0 || o.kind != PHK_KIND_VARIABLE) {
            status = unknown(sim, name[i], "variable", diag, 1, kinds);
            continue;
        }
        for (int k = 0; k < v->loops; k++)
            if (v->loop[k] == o.index) number[i] = k;
        if (number[i] < 0)
            status = phk_error(diag, PH_E_USAGE, phk_nowhere,
                               "call ph_model_open_variable before the simulation is created",
                               "variable `%s` was not opened", name[i]);
    }
    return status;
}

/* ---- names ---- */

static char *copy(const char *text)
{
    char *c = malloc(strlen(text) + 1);
    if (c) strcpy(c, text);
    return c;
}

/* "arm.rot.y", "rad" */
static void name_displacement(const ph_sim *sim, const phk_dae *dae, const ph_linear_options *o,
                              int direction, bool rate, char *text, size_t size, const char **unit)
{
    const char *prime = rate ? "'" : "";
    *unit = "";
    if (direction < 0) {
        snprintf(text, size, "%s%s", o->state[-1 - direction], prime);
        return;
    }
    const phk_cell *cell = phk_cell_of(dae, direction);
    const char *body = ph_model_body_name(sim->model, dae->node[direction]);
    int k = direction - cell->v;
    if (cell->kind == PHK_CELL_VECTOR && !phk_cell_is_place(cell)) {
        snprintf(text, size, "%s.mode.%d%s", body, k + 1, prime);
        return;
    }
    bool turn = cell->kind == PHK_CELL_ROTATION;
    snprintf(text, size, "%s.%s.%c%s", body, turn ? "rot" : "pos", "xyz"[k], prime);
    *unit = turn ? (rate ? "rad/s" : "rad") : (rate ? "m/s" : "m");
}

static bool name_states(const ph_sim *sim, const phk_dae *dae, const ph_linear_options *o,
                        const phk_reduced *r, ph_linear *l)
{
    l->state = calloc((size_t)r->n + 1, sizeof *l->state);
    l->unit = calloc((size_t)r->n + 1, sizeof *l->unit);
    for (int i = 0; l->state && l->unit && i < r->n; i++) {
        char text[300];
        const char *unit = "";
        int k = i - r->positions, x = k - r->rates;
        if (x >= 0)
            phk_program_state_name(sim->program, x, text, sizeof text);
        else
            name_displacement(sim, dae, o, k < 0 ? r->position[i] : r->rate[k], k >= 0, text,
                              sizeof text, &unit);
        l->state[i] = copy(text);
        l->unit[i] = copy(unit);
        if (!l->state[i] || !l->unit[i]) return false;
    }
    return l->state && l->unit;
}

static const char **name_ports(const ph_sim *sim, int n, const char *const *name)
{
    const char **list = calloc((size_t)n + 1, sizeof *list);
    for (int i = 0; list && i < n; i++)
        list[i] = sim->model->list[PHK_KIND_VARIABLE]
                      .name[phk_model_find(sim->model, name[i], strlen(name[i])).index];
    return list;
}

/* ---- all of it ---- */

static ph_status reduce(ph_sim *sim, const ph_linear_options *o, phk_here *h, const numbers *at,
                        ph_diag *diag, ph_linear *l)
{
    phk_ports ports = {o->inputs, o->outputs, o->states, at->input, at->output, at->state, h->axes};
    phk_reduced r;
    int row;
    ph_status status = phk_pencil_reduce(&h->pencil, &h->p, &ports, &r, &row);
    bool port = (status == PH_E_UNSUPPORTED && row >= 0 && row < o->states) || status == PH_E_MODEL;
    if (port)
        return phk_error(diag, PH_E_MODEL, phk_nowhere,
                         "take a function of places, such as an angle, that tells a freedom of its "
                         "own",
                         status == PH_E_MODEL
                             ? "variable `%s` cannot be a state: others follow with it"
                             : "variable `%s` cannot be a state: it is no function of places alone",
                         o->state[row]);
    if (status) return phk_here_explain(h, status, row, diag);
    *l = (ph_linear){.t = h->p.t,
                     .states = r.n,
                     .inputs = o->inputs,
                     .outputs = o->outputs,
                     .positions = r.positions,
                     .rates = r.rates,
                     .A = r.A,
                     .B = r.B,
                     .C = r.C,
                     .D = r.D,
                     .change = h->change,
                     .steady = h->change <= PHK_STEADY};
    r.A = r.B = r.C = r.D = NULL;
    l->input = name_ports(sim, o->inputs, o->input);
    l->output = name_ports(sim, o->outputs, o->output);
    bool named = name_states(sim, h->drive->dae, o, &r, l);
    phk_reduced_free(&r);
    return named && l->input && l->output ? PH_OK : PH_E_NOMEM;
}

static ph_status linearize(ph_sim *sim, const ph_linear_options *o, phk_here *h, ph_diag *diag,
                           ph_linear *l)
{
    int n = o->inputs + o->outputs + o->states;
    int *room = calloc((size_t)n + 1, sizeof *room);
    if (!room) return PH_E_NOMEM;
    numbers at = {room, room + o->inputs, room + o->inputs + o->outputs};
    ph_status part[] = {find_ports(sim, o->inputs, o->input, diag, at.input),
                        find_ports(sim, o->outputs, o->output, diag, at.output),
                        find_ports(sim, o->states, o->state, diag, at.state)};
    ph_status status = part[0] ? part[0] : part[1] ? part[1] : part[2];
    int states = status ? 0 : phk_pencil_freedoms(&h->pencil).states;
    if (!status && states == 0)
        status = phk_error(diag, PH_E_MODEL, phk_nowhere, "leave out a motion or a joint",
                           "the model has no freedom, and no states: nothing is left to linearise");
    if (!status && states > MOST_STATES)
        status = phk_error(diag, PH_E_UNSUPPORTED, phk_nowhere,
                           "`polhode modes` finds eigenvalues of large models",
                           "the model has %d states: full matrices are made of up to %d", states,
                           MOST_STATES);
    if (!status) status = reduce(sim, o, h, &at, diag, l);
    free(room);
    return status;
}

ph_status ph_sim_linearize(ph_sim *sim, const ph_linear_options *options, ph_diag *diag,
                           ph_linear **out)
{
    const ph_linear_options none = {0}, *o = options ? options : &none;
    phk_here here;
    *out = calloc(1, sizeof **out);
    if (!*out) return phk_tell(diag, PH_E_NOMEM);
    ph_status status = phk_here_create(sim, o->frame, diag, &here);
    if (!status) status = linearize(sim, o, &here, diag, *out);
    if (!status) phk_here_tell(&here, diag);
    phk_here_free(&here);
    if (status) {
        ph_linear_free(*out);
        *out = NULL;
    }
    return phk_tell(diag, status);
}

void ph_linear_free(ph_linear *l)
{
    if (!l) return;
    for (int i = 0; i < l->states; i++) {
        if (l->state) free(l->state[i]);
        if (l->unit) free(l->unit[i]);
    }
    free(l->state);
    free(l->unit);
    free(l->input);
    free(l->output);
    free(l->A);
    free(l->B);
    free(l->C);
    free(l->D);
    free(l);
}
