/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The clock: steps on a grid of equal times, ended early at events and limits. Time is the grid's,
 * never a sum of steps. A drive that follows a tolerance chooses its own times between them.
 */
#include <float.h>
#include <math.h>
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

/* The first step is looked at on both its ends. */
static void note_stress(ph_sim *sim)
{
    if (!sim->stresses.n) return;
    phk_view before = phk_sim_view(sim, &sim->before), now = phk_sim_bodies(sim);
    if (!sim->stresses.envelope->shown) phk_stresses_show(&sim->stresses, sim->before.t, &before);
    phk_stresses_show(&sim->stresses, sim->now.t, &now);
}

/* One step of size h, in the direction of time, that ends at `target`; h 0: it may end before. */
static ph_status advance(ph_sim *sim, double h, double target, ph_diag *diag)
{
    ph_status status = sim->drive->advance(sim->drive, sim->direction * h, target, diag);
    if (status) return status;
    note_turn(sim, sim->drive->h);
    note_step(&sim->stats, fabs(sim->drive->h));
    status = phk_system_lost(sim->system, diag);
    if (status) return status;
    phk_system_remember(sim->system, false);
    note_stress(sim);
    phk_sim_note_crossings(sim);
    phk_sim_watch_step(sim);
    return PH_OK;
}

ph_status phk_sim_step_to(ph_sim *sim, double limit, ph_diag *diag)
{
    ph_status status = phk_sim_apply_events(sim, diag);
    if (status) return status;
    double stop = phk_agenda_stop(&sim->agenda, limit), sample = phk_sim_next_sample(sim);
    if (sample < stop) stop = sample;
    if (sim->early && sim->phase + 1 < sim->phases && sim->options.end < stop)
        stop = sim->options.end;
    double left = (stop - sim->now.t) * sim->direction;
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
    if (!status) {
        sim->direction = -sim->direction;
        sim->agenda.way = sim->direction;
    }
    return status;
}
