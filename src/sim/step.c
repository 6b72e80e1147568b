/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The clock: steps on a grid of equal times, ended early at events and limits. Time is the grid's,
 * never a sum of steps. A drive that follows a tolerance chooses its own times between them.
 */
#include <float.h>
#include <math.h>
#include <string.h>
#include "base/diag.h"
#include "sim/sim.h"

/* A step that would miss its target by a billionth of itself, or by the rounding of long times, is
 * taken to hit it. */
double phk_sim_slack(const ph_sim *sim, double t)
{
    double h = sim->h > 0 ? sim->h : fabs(sim->drive->h);
    return 1e-9 * h + 4 * DBL_EPSILON * fabs(t);
}

double ph_sim_time(const ph_sim *sim)
{
    return sim->now.t;
}

const ph_options *ph_sim_options(const ph_sim *sim)
{
    return &sim->whole;
}

const ph_stats *ph_sim_stats(const ph_sim *sim)
{
    return &sim->stats;
}

int ph_sim_breaks(const ph_sim *sim, const double **time)
{
    *time = sim->system->break_time;
    return sim->system->breaks;
}

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

static void let_act(ph_sim *sim, const phk_group *group, int e, bool on)
{
    phk_system *sys = sim->system;
    int k = group->first + e;
    sim->drive->halt(sim->drive);
    sys->within[k] = on;
    sys->acts[k] = on && !sys->off[k];
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
static ph_status happen(ph_sim *sim, const phk_event *event, double sign, ph_diag *diag)
{
    if (event->kind == PHK_EVENT_BREAK)
        return phk_sim_pass_break(sim, (int)(event - sim->system->event), diag);
    const phk_group *group = &sim->system->program->elements.group[event->group];
    int e = event->index;
    if (event->kind == PHK_EVENT_IMPULSE)
        return sim->system->off[group->first + e] ? PH_OK : strike(sim, event, sign, diag);
    return attach(sim, group, e, (event->kind == PHK_EVENT_ON) == (sign > 0), diag);
}

void phk_sim_skip_events(ph_sim *sim)
{
    const phk_system *sys = sim->system;
    for (; sim->next_event < sys->events; sim->next_event++) {
        const phk_event *event = &sys->event[sim->next_event];
        if (event->time >= sim->now.t) break;
        /* a blow before the start is part of the state given there */
        if (event->kind == PHK_EVENT_IMPULSE) continue;
        let_act(sim, &sys->program->elements.group[event->group], event->index,
                event->kind == PHK_EVENT_ON);
    }
}

/* [s] a break this near is here, but for rounding; other events are where they are. */
static double slack_of(const phk_event *event)
{
    return event->kind == PHK_EVENT_BREAK ? (event->side[1] - event->side[0]) / 2 : 0;
}

/* The next event in the direction of time; NULL: none. */
static const phk_event *event_ahead(const ph_sim *sim)
{
    int e = sim->direction > 0 ? sim->next_event : sim->next_event - 1;
    return e < 0 || e >= sim->system->events ? NULL : &sim->system->event[e];
}

double phk_sim_until_event(const ph_sim *sim)
{
    const phk_event *e = event_ahead(sim);
    return e ? fabs(e->time - sim->now.t) : INFINITY;
}

ph_status phk_sim_apply_events(ph_sim *sim, ph_diag *diag)
{
    ph_status status = PH_OK;
    for (const phk_event *e; !status && (e = event_ahead(sim));) {
        if ((e->time - sim->now.t) * sim->direction > slack_of(e)) break;
        sim->next_event += sim->direction;
        status = happen(sim, e, sim->direction, diag);
    }
    return status ? status : phk_sim_apply_phases(sim, diag);
}

/* The nearest of limit, end of the phase and next event, in the direction of time. */
static double next_stop(const ph_sim *sim, double limit)
{
    if (sim->phase + 1 < sim->phases) limit = fmin(limit, sim->options.end);
    const phk_event *e = event_ahead(sim);
    return e && (limit - e->time) * sim->direction > slack_of(e) ? e->time : limit;
}

/* The largest turn of any body in a step, for the summary and its warning. */
static void note_turn(ph_sim *sim, double h)
{
    phk_view bodies = phk_sim_bodies(sim);
    double fastest = 0;
    for (int i = 0; i < sim->system->program->bodies; i++) {
        ph_vec3 omega = phk_view_spin(&bodies, i);
        double square = ph_dot(omega, omega);
        fastest = square > fastest ? square : fastest;
    }
    double turn = fabs(h) * sqrt(fastest);
    if (turn > sim->stats.largest_turn) sim->stats.largest_turn = turn;
}

static void note_step(ph_stats *s, double h)
{
    s->last_step = h;
    if (s->smallest_step == 0 || h < s->smallest_step) s->smallest_step = h;
    if (h > s->largest_step) s->largest_step = h;
}

/* One step of size h, in the direction of time, that ends at `target`; h 0: it may end before. */
static ph_status advance(ph_sim *sim, double h, double target, ph_diag *diag)
{
    ph_status status = sim->drive->advance(sim->drive, sim->direction * h, target, diag);
    if (status) return status;
    note_turn(sim, sim->drive->h);
    note_step(&sim->stats, fabs(sim->drive->h));
    phk_system_remember(sim->system, false);
    phk_sim_watch_step(sim);
    return PH_OK;
}

ph_status phk_sim_step_to(ph_sim *sim, double limit, ph_diag *diag)
{
    ph_status status = phk_sim_apply_events(sim, diag);
    if (status) return status;
    double stop = next_stop(sim, limit), left = (stop - sim->now.t) * sim->direction;
    double h = sim->h, next = sim->drive->next_time(sim->drive);
    if (left <= 0) return PH_OK;
    if (h == 0) return advance(sim, 0, stop, diag);
    double slack = phk_sim_slack(sim, next);
    if (left > h + slack) return advance(sim, h, next, diag);
    if (left >= h - slack) return advance(sim, h, stop, diag);
    return advance(sim, left, stop, diag);
}

static ph_status step_and_apply(ph_sim *sim, double limit, ph_diag *diag)
{
    ph_status status = phk_sim_step_to(sim, limit, diag);
    if (!status && sim->direction > 0) status = phk_sim_apply_events(sim, diag);
    return phk_sim_blame_phase(sim, status, diag);
}

ph_status ph_sim_step(ph_sim *sim, ph_diag *diag)
{
    return phk_tell(diag, step_and_apply(sim, sim->direction * INFINITY, diag));
}

ph_status ph_sim_advance(ph_sim *sim, double t, ph_diag *diag)
{
    if (!isfinite(t) || (t - sim->now.t) * sim->direction < 0) return phk_tell(diag, PH_E_USAGE);
    /* an event or the end of a phase that differs from t by rounding is at t */
    double rounding = 4 * DBL_EPSILON * fabs(t);
    while ((t - sim->now.t) * sim->direction > rounding) {
        ph_status status = step_and_apply(sim, t, diag);
        if (status) return phk_tell(diag, status);
    }
    return PH_OK;
}

ph_status ph_sim_reverse(ph_sim *sim)
{
    ph_status status = sim->drive->reverse(sim->drive);
    if (!status) sim->direction = -sim->direction;
    return status;
}
