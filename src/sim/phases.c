/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A run in phases: each with options of its own, and with joints, motions and forces that come and
 * go. The next one begins where the one before has ended, with positions and velocities that meet
 * what is active then; a row at that time shows the state after it.
 *
 * The ledger goes on. A joint that closes takes the bodies' velocities against each other out of
 * them, as a blow without rebound would: what kinetic energy is lost so is booked as dissipated.
 * Energy that comes or goes with a spring that is attached, detached or stretched, or with a motion
 * that sets bodies going, is the work of whoever does that: applied.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "base/diag.h"
#include "mech/model/options.h"
#include "sim/sim.h"

/* ---- options ---- */

static ph_source place_of(const ph_phase_def *phase)
{
    return phase->options.where.line > 0 ? phase->options.where : phase->where;
}

/* Events may end phases: when they begin is not known before, nor which end comes first. */
static bool ends_early(const ph_model *model)
{
    for (int e = 0; e < model->list[PHK_KIND_EVENT].count; e++)
        if (phk_events(model)[e].end_phase) return true;
    return false;
}

/* Where phase k ends, of a run that is to end at `end` (NAN: with its last phase). */
static ph_status end_of(const ph_model *model, int k, double start, double end, double *out,
                        ph_diag *diag)
{
    const ph_phase_def *phase = &phk_phases(model)[k];
    bool last = k + 1 == ph_model_phases(model);
    bool lasts = phase->duration > 0;
    double until = start + phase->duration;
    *out = lasts && isnan(phase->options.end) ? until : phase->options.end;
    if (lasts && fabs(*out - until) > 1e-9 * phase->duration)
        return phk_error(diag, PH_E_KEY, place_of(phase), "give one of them",
                         "phase %d has both an `end` and a `duration`", k + 1);
    if (isnan(*out) && (!last || isnan(end)))
        return phk_error(diag, PH_E_MISSING, place_of(phase), "give its `end`",
                         "phase %d has no final time", k + 1);
    if (!isnan(*out) && !(*out >= start) && !ends_early(model))
        return phk_error(diag, PH_E_RANGE, place_of(phase), "phases follow each other",
                         "phase %d would end at %g s, before it begins at %g s", k + 1, *out,
                         start);
    if (!isnan(end) && (last || *out > end)) *out = end;
    return PH_OK;
}

/* Checks the options of a phase and puts defaults in. Warnings are those of the first. */
static ph_status resolve(const ph_model *model, int k, ph_options *o, ph_diag *diag)
{
    ph_options resolved, tried = *o;
    /* a phase may be as short as nothing: the model is put together, no more */
    if (tried.end <= tried.start) tried.end = tried.start + 1;
    ph_status status = phk_sim_options(model, &tried, k ? NULL : diag, &resolved);
    if (status) {
        if (k) phk_sim_options(model, &tried, diag, &resolved);
        return phk_error(diag, status, o->where, NULL, "phase %d cannot be run so", k + 1);
    }
    const ph_integrator_info *method = ph_integrator_find(resolved.integrator.text);
    if (method->traits & PH_FREE_BODIES && phk_is_dynamic(o))
        return phk_error(diag, PH_E_UNSUPPORTED, o->where, "take `galpha`, the default",
                         "integrator `%s` moves free bodies: it cannot run in phases",
                         method->name);
    resolved.end = o->end;
    *o = resolved;
    return PH_OK;
}

static ph_status plan_all(ph_sim *sim, const ph_options *asked, ph_diag *diag)
{
    const ph_model *model = sim->model;
    ph_options o = *asked;
    double t = asked->start;
    for (int k = 0; k < sim->phases; k++) {
        phk_options_go_on(&o, &phk_phases(model)[k].options, asked, &model->options);
        o.where = place_of(&phk_phases(model)[k]);
        o.start = t;
        ph_status status = end_of(model, k, t, asked->end, &o.end, diag);
        sim->part[k] = o;
        if (!status) status = resolve(model, k, &sim->part[k], diag);
        if (status) return status;
        t = fmax(t, o.end);
        /* the rest is cut off */
        if (o.end == asked->end && !sim->early) sim->phases = k + 1;
    }
    return PH_OK;
}

ph_status phk_sim_plan_phases(ph_sim *sim, const ph_options *given, ph_diag *diag)
{
    const ph_model *model = sim->model;
    sim->phases = ph_model_phases(model) > 0 ? ph_model_phases(model) : 1;
    sim->early = ends_early(model);
    sim->part = phk_arena_alloc(&sim->arena, (size_t)sim->phases * sizeof *sim->part);
    if (!sim->part) return PH_E_NOMEM;
    ph_status status = ph_model_phases(model) ? plan_all(sim, given ? given : &model->options, diag)
                                              : phk_sim_options(model, given, diag, &sim->part[0]);
    if (status) return status;
    int moves = 0; /* the first that moves says how */
    while (moves + 1 < sim->phases && !phk_is_dynamic(&sim->part[moves])) moves++;
    sim->options = sim->part[0];
    sim->whole = sim->part[phk_is_dynamic(&sim->part[moves]) ? moves : 0];
    sim->whole.start = sim->options.start;
    sim->whole.end = sim->options.end;
    for (int k = 0; k < sim->phases; k++) sim->whole.end = fmax(sim->whole.end, sim->part[k].end);
    return PH_OK;
}

/* ---- from one to the next ---- */

void phk_sim_switch(const ph_model *model, phk_system *system, int k)
{
    int joints = ph_model_joints(model);
    if (k < ph_model_phases(model)) {
        phk_system_activate(system, &phk_phases(model)[k].activate, true);
        phk_system_activate(system, &phk_phases(model)[k].deactivate, false);
        phk_system_set(system, &phk_phases(model)[k]);
    }
    /* what was measured is for inverse analyses, which let it act themselves */
    for (int i = 0; i < ph_model_motions(model); i++)
        if (phk_motions(model)[i].weight > 0) *phk_constraint_acts(system, joints + i) = false;
}

/* Whether the integrator can simply go on. */
static bool is_same(const ph_sim *sim, int k)
{
    const ph_options *a = &sim->part[k - 1], *b = &sim->part[k];
    const ph_phase_def *phase = &phk_phases(sim->model)[k];
    for (int i = 0; i < ph_option_count(); i++) {
        const ph_option *option = ph_option_get(i);
        if (!(option->flags & PH_OF_EVERY_RUN) && !phk_option_same(option, a, b)) return false;
        if (option->flags & PH_OF_PHASE && !phk_option_same(option, a, b)) return false;
    }
    return phase->activate.count + phase->deactivate.count + phase->count == 0 &&
           a->step == b->step && strcmp(a->integrator.text, b->integrator.text) == 0 &&
           phase->options.first_step == 0;
}

/* Another engine, with what is active now, in place of the present one. */
ph_status phk_sim_change_engine(ph_sim *sim, ph_diag *diag)
{
    phk_sim_drive *next = NULL, *before = sim->drive;
    const phk_engine_method *method = phk_sim_method(&sim->options);
    ph_status status = phk_drive_engine_create(sim, method, PHK_FROM_STATE, NULL, diag, &next);
    if (status) {
        if (next) next->free(next);
        return status;
    }
    before->free(before);
    sim->drive = next;
    sim->h = sim->options.step;
    return PH_OK;
}

void phk_sim_book(ph_sim *sim, const ph_energy *before, const ph_energy *after, const char *what,
                  ph_diag *diag)
{
    double kinetic = after->kinetic - before->kinetic;
    bool closes = sim->options.analysis != PH_STATIC; /* there nothing moves, for no such reason */
    phk_ledger_strike(&sim->ledger, after->potential - before->potential + fmax(kinetic, 0));
    phk_ledger_lose(&sim->ledger, fmax(-kinetic, 0));
    if (-kinetic > 1e-9 * before->kinetic && closes)
        phk_note(diag, "%s at %g s: joints that close take %.3g J out of the motion", what,
                 sim->now.t, -kinetic);
}

static void copy(double *to, const double *from, int n)
{
    if (n > 0) memcpy(to, from, (size_t)n * sizeof *to);
}

ph_status phk_sim_next_phase(ph_sim *sim, ph_diag *diag)
{
    int k = sim->tried = sim->phase + 1;
    ph_options old = sim->options;
    ph_energy before = {0}, after = {0};
    bool same = is_same(sim, k);
    ph_status status = same ? PH_OK : ph_sim_energy(sim, &before);
    if (status) return phk_system_explain(sim->system, status, diag);
    sim->options = sim->part[k];
    if (sim->early && phk_phases(sim->model)[k].duration > 0)
        sim->options.end = sim->now.t + phk_phases(sim->model)[k].duration;
    if (!same) {
        phk_system_get_actives(sim->system, sim->actives);
        copy(sim->settings, sim->system->setting, sim->program->triggers.settings);
        phk_sim_switch(sim->model, sim->system, k);
        status = phk_sim_change_engine(sim, diag);
        if (status) {
            phk_system_put_actives(sim->system, sim->actives);
            copy(sim->system->setting, sim->settings, sim->program->triggers.settings);
            sim->system->sets++;
            sim->options = old;
            return status;
        }
    }
    sim->phase = k;
    status = same ? PH_OK : ph_sim_energy(sim, &after);
    if (status) return phk_system_explain(sim->system, status, diag);
    char what[40];
    snprintf(what, sizeof what, "phase %d begins", sim->phase + 1);
    phk_sim_book(sim, &before, &after, what, diag);
    return PH_OK;
}

ph_status phk_sim_blame_phase(const ph_sim *sim, ph_status status, ph_diag *diag)
{
    const ph_options *o = &sim->part[sim->tried];
    if (status < 0 && sim->phases > 1)
        phk_note(diag, "this was phase %d of the run, from %g s to %g s", sim->tried + 1, o->start,
                 o->end);
    return status;
}
