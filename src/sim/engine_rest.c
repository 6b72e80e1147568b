/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Equilibria of a simulation: sought where it is, and what there is to say of them, by the names of
 * bodies. See analysis/equilibrium.h.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "analysis/engines.h"
#include "base/diag.h"
#include "sim/drive_engine.h"
#include "sim/sim.h"

#define SHARE 0.2 /* of what moves most: bodies that move as much are named */
enum { NAMED = 4 };

/* ---- names ---- */

/* How far a body goes in a direction of the mechanism, and how far it turns. */
static void measure(const phk_dae *dae, const double *way, int body, double *move, double *turn)
{
    *move = *turn = 0;
    for (int i = 0; i < dae->cells; i++) {
        const phk_cell *cell = &dae->cell[i];
        if (dae->node[cell->v] != body) continue;
        double *most = cell->kind == PHK_CELL_ROTATION ? turn : move;
        *most = fmax(*most, phk_cell_length(cell, way + cell->v));
    }
}

/* "`link7`, `link8` and 2 more": those that move or turn most. */
static void name_bodies(const phk_drive_engine *d, const double *way, char *text, size_t size)
{
    const ph_model *model = d->base.sim->model;
    int bodies = d->base.sim->program->bodies, named = 0, all = 0;
    double most[2] = {0, 0}, move, turn;
    size_t used = 0;
    for (int i = 0; i < bodies; i++) {
        measure(d->dae, way, i, &move, &turn);
        most[0] = fmax(most[0], move);
        most[1] = fmax(most[1], turn);
    }
    text[0] = '\0';
    for (int i = 0; i < bodies; i++) {
        measure(d->dae, way, i, &move, &turn);
        /* what goes far turns little, and the other way round: each by its own kind */
        bool far = move > SHARE * most[0] && most[0] * d->dae->length > 1e-3 * most[1];
        if (!far && !(turn > SHARE * most[1] && most[1] > 1e-3 * most[0])) continue;
        if (++all > NAMED) continue;
        int n = snprintf(text + used, size - used, "%s`%.40s`", named++ ? ", " : "",
                         ph_model_body_name(model, i));
        used += n > 0 && (size_t)n < size - used ? (size_t)n : 0;
    }
    if (all > NAMED) snprintf(text + used, size - used, " and %d more", all - NAMED);
}

/* Those that leave an equilibrium: bodies, or a state alone. */
static void name_unstable(const phk_drive_engine *d, const phk_statics_report *r, char *text,
                          size_t size)
{
    if (r->unstable_state >= 0)
        d->dae->describe(d->dae->self, r->unstable_state, text, size);
    else
        name_bodies(d, r->unstable_way, text, size);
}

/* ---- what there is to say ---- */

static void tell(phk_drive_engine *d, const phk_statics_report *r, ph_diag *diag)
{
    ph_sim *sim = d->base.sim;
    char names[300];
    sim->equilibrium = (ph_equilibrium){.found = true,
                                        .iterations = r->iterations,
                                        .settled = r->settled,
                                        .loaded = r->loaded,
                                        .force = r->force,
                                        .residual = r->residual,
                                        .unstable = r->unstable,
                                        .neutral = r->neutral,
                                        .rate = r->rate};
    if (d->unsettled) return;
    if (r->unstable > 0) {
        d->unsettled = true;
        name_unstable(d, r, names, sizeof names);
        char swings[60] = "";
        if (r->swings > 0) snprintf(swings, sizeof swings, ", swinging at %.4g Hz", r->swings);
        phk_warn(diag, PH_OK, phk_nowhere,
                 r->swings > 0
                     ? "`polhode modes --equilibrium` shows how; damping, or another "
                       "gain of what drives it, may make it stable"
                     : "it would leave it at the least disturbance: start a little beside "
                       "it to find a stable one",
                 "t = %.10g s: this equilibrium is unstable in %d direction%s: %s would leave it, "
                 "as exp(%.4g t)%s",
                 sim->now.t, r->unstable, r->unstable == 1 ? "" : "s", names, r->rate, swings);
    } else if (r->unstable < 0) {
        d->unsettled = true;
        phk_warn(diag, PH_OK, phk_nowhere, NULL,
                 "t = %.10g s: whether this equilibrium is stable could not be told", sim->now.t);
    }
    if (r->stays >= 0) {
        d->unsettled = true;
        d->dae->describe(d->dae->self, r->stays, names, sizeof names);
        phk_note(diag,
                 "t = %.10g s: %s, and what else motion alone changes, stays as it is: friction "
                 "holds no more than it did, shut valves keep their pressures",
                 sim->now.t, names);
    }
    for (int k = 0; k < phk_mechanism_holders(d->mechanism); k++) {
        if (*phk_mechanism_holder_mode(d->mechanism, k) != 0 ||
            !*phk_mechanism_holder_acts(d->mechanism, k))
            continue;
        d->unsettled = true;
        phk_note(diag, "t = %.10g s: `%s` sticks there: places nearby are at rest as well",
                 sim->now.t, phk_mechanism_holder_name(d->mechanism, k));
        break;
    }
    if (r->by_signs && r->unstable == 0) {
        d->unsettled = true;
        phk_note(
            diag,
            "t = %.10g s: stable by its stiffness alone: states, or forces without a "
            "potential, may still let it swing away, which `polhode modes --equilibrium` tells",
            sim->now.t);
    }
    if (r->neutral > 0) {
        d->unsettled = true;
        name_bodies(d, r->neutral_way, names, sizeof names);
        phk_note(diag,
                 "t = %.10g s: nothing holds %d freedom%s, which stay%s where the search left "
                 "%s: %s",
                 sim->now.t, r->neutral, r->neutral == 1 ? "" : "s", r->neutral == 1 ? "s" : "",
                 r->neutral == 1 ? "it" : "them", names);
    }
}

/* Why there is none. */
static ph_status refuse(const phk_drive_engine *d, const phk_statics_report *r, double t,
                        ph_status status, ph_diag *diag)
{
    const phk_system *sys = d->base.sim->system;
    char name[160] = "";
    if (status == PH_E_NOMEM) return status;
    if (sys->fault.formula || sys->fault.element || status == PH_E_NONFINITE)
        return phk_system_explain(sys, status, diag);
    if (r->row >= 0) d->dae->describe(d->dae->self, r->row, name, sizeof name);
    bool state = r->row >= d->dae->nv && r->row < d->dae->nv + d->dae->nx;
    if (status == PH_E_SINGULAR)
        return phk_error(
            diag, status, phk_nowhere,
            state ? "an integrator, which nothing that it acts on brings to rest, has no value "
                    "there: `static_hold: yes` keeps the one it has"
                  : "joints may hold nothing any more there; a state whose rate nothing can bring "
                    "to zero needs `static_hold: yes`",
            "t = %.10g s: the equations of equilibrium are singular%s%s", t, *name ? ", in " : "",
            name);
    if (state)
        return phk_error(diag, PH_E_SOLVE, phk_nowhere,
                         "`static_hold: yes` keeps the value that it has",
                         "t = %.10g s: no equilibrium was found in %d iterations: forces are in "
                         "balance, but %s still changes, by %.3g a second",
                         t, r->iterations, name, r->residual);
    if (r->away)
        return phk_error(diag, PH_E_SOLVE, phk_nowhere,
                         "something must hold it: a joint, a spring, a contact; friction does "
                         "where it sticks (`stick: event`)",
                         "t = %.10g s: there is no equilibrium: out of balance by %.3g N, it goes "
                         "further and further away; most in %s",
                         t, r->residual, *name ? name : "no body");
    return phk_error(diag, PH_E_SOLVE, phk_nowhere,
                     "start nearer to it; forces that jump, and friction that holds nothing at "
                     "rest, have none",
                     "t = %.10g s: no equilibrium was found in %d iterations: still out of balance "
                     "by %.3g N of %.3g N, most in %s",
                     t, r->iterations, r->residual, r->force, *name ? name : "no body");
}

void phk_engine_tell_rest(phk_drive_engine *d, ph_diag *diag)
{
    tell(d, phk_engine_static_report(d->engine), diag);
}

ph_status phk_explain_rest(const phk_drive_engine *d, ph_status status, ph_diag *diag)
{
    return refuse(d, phk_engine_static_report(d->engine), d->engine->failure.t, status, diag);
}

/* ---- searches ---- */

ph_status phk_engine_begin_whole(phk_drive_engine *d, ph_diag *diag)
{
    bool some = d->rests;
    ph_status status = d->rests ? phk_engine_hold_rest(d, diag) : PH_OK;
    if (status) return status;
    do {
        phk_point p = phk_state_point(&d->base.sim->now);
        status = d->engine->start(d->engine, &p, 0);
        if (!status && d->rests) status = phk_engine_release(d, &some);
    } while (!status && some);
    if (status)
        return d->rests ? phk_explain_rest(d, status, diag) : phk_explain_engine(d, status, diag);
    d->solved = true;
    if (d->rests) phk_engine_tell_rest(d, diag);
    return PH_OK;
}

ph_status phk_engine_rest(phk_drive_engine *d, ph_diag *diag)
{
    phk_statics *statics = NULL;
    phk_statics_report report = {.row = -1};
    phk_state *now = &d->base.sim->now;
    bool some = true;
    ph_status status = phk_engine_hold_rest(d, diag);
    if (status) return status;
    status = phk_statics_create(d->dae, &statics);
    while (!status && some) {
        status = phk_statics_solve(statics, NULL, now, &report);
        if (!status) status = phk_engine_release(d, &some);
    }
    if (status)
        status = refuse(d, &report, now->t, status, diag);
    else
        tell(d, &report, diag);
    phk_statics_free(statics);
    return status;
}

/* ---- for programs ---- */

/* From there on, at rest but for what motions move. */
static ph_status rest_now(ph_sim *sim, ph_diag *diag)
{
    phk_drive_engine *d = (phk_drive_engine *)sim->drive;
    ph_energy before, after;
    ph_status status = ph_sim_energy(sim, &before);
    if (status) return phk_system_explain(sim->system, status, diag);
    sim->drive->halt(sim->drive);
    phk_engine_set_aside(d);
    status = phk_engine_rest(d, diag);
    if (status) return status;
    if (!d->rests) {
        phk_engine_forget(d);
        status = phk_engine_consistent(d, &sim->now, false, diag);
    }
    if (status) {
        phk_engine_put_back(d, &sim->shown);
        return status;
    }
    /* who has brought it there has done the work */
    if (!ph_sim_energy(sim, &after)) {
        sim->ledger.initial += after.total - before.total;
        sim->ledger.potential += after.potential - before.potential;
    }
    return PH_OK;
}

ph_status ph_sim_find_equilibrium(ph_sim *sim, ph_diag *diag, ph_equilibrium *out)
{
    ph_status status = PH_E_UNSUPPORTED;
    if (!phk_sim_method(&sim->options))
        phk_error(diag, status, phk_nowhere, "take `galpha`, the default",
                  "integrator `%s` moves free bodies: it looks for no equilibrium",
                  sim->options.integrator.text);
    else
        status = rest_now(sim, diag);
    if (out) *out = status ? (ph_equilibrium){.unstable = -1, .neutral = -1} : sim->equilibrium;
    return phk_tell(diag, status);
}

ph_equilibrium ph_sim_equilibrium(const ph_sim *sim)
{
    return sim->equilibrium;
}
