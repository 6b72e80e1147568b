/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What happens in a run at times that are known: blows, forces that begin and end, breaks of
 * expressions, phases. All are dates of one agenda (integrate/agenda.h), at which steps end.
 */
#include <math.h>
#include <string.h>
#include "base/diag.h"
#include "sim/sim.h"

/* ---- the agenda ---- */

/* [s] a break this near is here, but for rounding; other events are where they are. */
static double slack_of(const phk_event *event)
{
    return event->kind == PHK_EVENT_BREAK ? (event->side[1] - event->side[0]) / 2 : 0;
}

/* The events of the system, and behind those of the same time the end of a phase: what happens
 * there happens to the phase that ends. Number events + k is the end of phase k. */
ph_status phk_sim_plan_events(ph_sim *sim)
{
    const phk_system *sys = sim->system;
    int dates = sys->events + sim->phases - 1, n = 0, phase = 0;
    phk_date *date = phk_arena_alloc(&sim->arena, ((size_t)dates + 1) * sizeof *date);
    if (!date) return PH_E_NOMEM;
    for (int e = 0; e <= sys->events; e++) {
        double until = e < sys->events ? sys->event[e].time - slack_of(&sys->event[e]) : INFINITY;
        for (; !sim->early && phase + 1 < sim->phases && sim->part[phase].end < until; phase++)
            date[n++] = (phk_date){sim->part[phase].end, 0, sys->events + phase};
        if (e < sys->events)
            date[n++] = (phk_date){sys->event[e].time, slack_of(&sys->event[e]), e};
    }
    sim->agenda = (phk_agenda){.dates = n, .date = date, .way = 1};
    return PH_OK;
}

static void let_act(ph_sim *sim, const phk_group *group, int e, bool on)
{
    phk_system *sys = sim->system;
    int k = group->first + e;
    sim->drive->halt(sim->drive);
    sys->within[k] = on;
    sys->acts[k] = on && !sys->off[k];
}

void phk_sim_skip_events(ph_sim *sim)
{
    const phk_system *sys = sim->system;
    phk_agenda *agenda = &sim->agenda;
    for (; agenda->next < agenda->dates; agenda->next++) {
        const phk_date *date = &agenda->date[agenda->next];
        if (date->time >= sim->now.t || date->what >= sys->events) break;
        const phk_event *event = &sys->event[date->what];
        /* a blow before the start is part of the state given there */
        if (event->kind == PHK_EVENT_IMPULSE) continue;
        let_act(sim, &sys->program->elements.group[event->group], event->index,
                event->kind == PHK_EVENT_ON);
    }
}

double phk_sim_until_event(const ph_sim *sim)
{
    return phk_agenda_ahead(&sim->agenda, sim->now.t);
}

/* ---- what happens ---- */

/* Adds sign times the impulse of an event to the velocities. */
static ph_status strike(ph_sim *sim, const phk_event *event, double sign, ph_diag *diag)
{
    phk_sim_drive *drive = sim->drive;
    phk_blow *blow = &drive->blow;
    drive->halt(drive);
    phk_view bodies = phk_sim_bodies(sim);
    double before = phk_sim_kinetic(sim, &bodies);
    memset(blow->linear, 0, blow->size * sizeof *blow->linear);
    phk_system_impulse(sim->system, event, &bodies, blow->linear, blow->angular);
    ph_status status = drive->strike(drive, sign, diag);
    phk_ledger_strike(&sim->ledger, phk_sim_kinetic(sim, &bodies) - before);
    return status;
}

/* Potential energy at the present state. */
static ph_status potential_now(const ph_sim *sim, double *potential, ph_diag *diag)
{
    ph_status status = sim->drive->evaluate(sim->drive, PHK_NOW);
    if (status) return phk_system_explain(sim->system, status, diag);
    *potential = phk_system_potential(sim->system, NULL);
    return PH_OK;
}

/* Lets an element act, or ends that. What it then stores is put in by who attaches it. */
static ph_status attach(ph_sim *sim, const phk_group *group, int e, bool on, ph_diag *diag)
{
    bool stores = group->type->potential && group->work[e] == PH_WORK_CONSERVATIVE;
    double before = 0, after = 0;
    ph_status status = stores ? potential_now(sim, &before, diag) : PH_OK;
    if (status) return status;
    let_act(sim, group, e, on);
    if (stores) status = potential_now(sim, &after, diag);
    phk_ledger_strike(&sim->ledger, after - before);
    return status;
}

/* Makes an event happen, or (sign -1, time running back) undoes it. */
static ph_status happen(ph_sim *sim, int what, double sign, ph_diag *diag)
{
    if (what >= sim->system->events) {
        ph_status status = phk_sim_next_phase(sim, diag);
        return status ? status : phk_sim_start_triggers(sim, diag);
    }
    const phk_event *event = &sim->system->event[what];
    if (event->kind == PHK_EVENT_BREAK) return phk_sim_pass_break(sim, what, diag);
    const phk_group *group = &sim->system->program->elements.group[event->group];
    int e = event->index;
    if (event->kind == PHK_EVENT_IMPULSE)
        return sim->system->off[group->first + e] ? PH_OK : strike(sim, event, sign, diag);
    return attach(sim, group, e, (event->kind == PHK_EVENT_ON) == (sign > 0), diag);
}

ph_status phk_sim_apply_events(ph_sim *sim, ph_diag *diag)
{
    phk_agenda *agenda = &sim->agenda;
    ph_status status = PH_OK;
    for (int what; !status && (what = phk_agenda_take(agenda, sim->now.t)) >= 0;) {
        int phase = sim->phase;
        status = happen(sim, what, sim->direction, diag);
        /* a phase that cannot begin has not begun */
        if (status && what == sim->system->events + phase && sim->phase == phase)
            agenda->next -= agenda->way;
    }
    if (!status) status = phk_sim_apply_triggers(sim, diag);
    while (!status && sim->early && sim->phase + 1 < sim->phases &&
           sim->now.t >= sim->options.end) {
        status = phk_sim_next_phase(sim, diag);
        if (!status) status = phk_sim_start_triggers(sim, diag);
        if (!status) status = phk_sim_apply_triggers(sim, diag);
    }
    return status;
}
