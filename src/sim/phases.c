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
#include <string.h>
#include "base/diag.h"
#include "mech/model/options.h"
#include "sim/sim.h"

/* ---- options ---- */

static ph_source place_of(const ph_phase_def *phase)
{
    return phase->options.where.line > 0 ? phase->options.where : phase->where;
}

/* Where phase k ends, of a run that is to end at `end` (NAN: with its last phase). */
static ph_status end_of(const ph_model *model, int k, double start, double end, double *out,
                        ph_diag *diag)
{
    const ph_phase_def *phase = &phk_phases(model)[k];
    bool last = k + 1 == ph_model_phases(model);
    *out = phase->options.end;
    if (isnan(*out) && (!last || isnan(end)))
        return phk_error(diag, PH_E_MISSING, place_of(phase), "give its `end`",
                         "phase %d has no final time", k + 1);
    if (!isnan(*out) && !(*out >= start))
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
    if (tried.end == tried.start) tried.end = tried.start + 1;
    ph_status status = phk_sim_options(model, &tried, k ? NULL : diag, &resolved);
    if (status) {
        if (k) phk_sim_options(model, &tried, diag, &resolved);
        return phk_error(diag, status, o->where, NULL, "phase %d cannot be run so", k + 1);
    }
    const ph_integrator_info *method = ph_integrator_find(resolved.integrator.text);
    if (method->traits & PH_FREE_BODIES)
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
        t = o.end;
        /* the rest is cut off */
        if (t == asked->end) sim->phases = k + 1;
    }
    return PH_OK;
}

ph_status phk_sim_plan_phases(ph_sim *sim, const ph_options *given, ph_diag *diag)
{
    const ph_model *model = sim->model;
    sim->phases = ph_model_phases(model) > 0 ? ph_model_phases(model) : 1;
    sim->part = phk_arena_alloc(&sim->arena, (size_t)sim->phases * sizeof *sim->part);
    if (!sim->part) return PH_E_NOMEM;
    ph_status status = ph_model_phases(model) ? plan_all(sim, given ? given : &model->options, diag)
                                              : phk_sim_options(model, given, diag, &sim->part[0]);
    if (status) return status;
    sim->options = sim->whole = sim->part[0];
    sim->whole.end = sim->part[sim->phases - 1].end;
    return PH_OK;
}

/* ---- from one to the next ---- */

void phk_sim_switch(const ph_model *model, phk_system *system, int k)
{
    if (k >= ph_model_phases(model)) return;
    phk_system_activate(system, &phk_phases(model)[k].activate, true);
    phk_system_activate(system, &phk_phases(model)[k].deactivate, false);
}

/* Whether the integrator can simply go on. */
static bool is_same(const ph_sim *sim, int k)
{
    const ph_options *a = &sim->part[k - 1], *b = &sim->part[k];
    const ph_phase_def *phase = &phk_phases(sim->model)[k];
    for (int i = 0; i < ph_option_count(); i++) {
        const ph_option *option = ph_option_get(i);
        if (!(option->flags & PH_OF_EVERY_RUN) && !phk_option_same(option, a, b)) return false;
    }
    return phase->activate.count + phase->deactivate.count == 0 && a->step == b->step &&
           strcmp(a->integrator.text, b->integrator.text) == 0 && phase->options.first_step == 0;
}

/* Another engine, with what is active now, in place of the present one. */
static ph_status change_engine(ph_sim *sim, ph_diag *diag)
{
    phk_sim_drive *next = NULL, *before = sim->drive;
    const phk_engine_method *method = phk_engine_find(sim->options.integrator.text);
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

/* Books what has become of the energy. */
static void book(ph_sim *sim, const ph_energy *before, const ph_energy *after, ph_diag *diag)
{
    double kinetic = after->kinetic - before->kinetic;
    phk_ledger_strike(&sim->ledger, after->potential - before->potential + fmax(kinetic, 0));
    phk_ledger_lose(&sim->ledger, fmax(-kinetic, 0));
    if (-kinetic > 1e-9 * before->kinetic)
        phk_note(diag, "phase %d begins at %g s: joints that close take %.3g J out of the motion",
                 sim->phase + 1, sim->now.t, -kinetic);
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
    if (!same) {
        phk_system_get_actives(sim->system, sim->actives);
        phk_sim_switch(sim->model, sim->system, k);
        status = change_engine(sim, diag);
        if (status) {
            phk_system_put_actives(sim->system, sim->actives);
            sim->options = old;
            return status;
        }
    }
    sim->phase = k;
    status = same ? PH_OK : ph_sim_energy(sim, &after);
    if (status) return phk_system_explain(sim->system, status, diag);
    book(sim, &before, &after, diag);
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
