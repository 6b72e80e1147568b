/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The clock: steps on a grid of equal times, ended early at events and limits, where the method
 * starts anew. Time is the grid's, never a sum of steps.
 */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "base/diag.h"
#include "sim/sim.h"

/* A step that would miss its target by a billionth of itself, or by the rounding of long times, is
 * taken to hit it. */
double phk_sim_slack(const ph_sim *sim, double t)
{
    return 1e-9 * sim->h + 4 * DBL_EPSILON * fabs(t);
}

double ph_sim_time(const ph_sim *sim)
{
    return sim->t;
}

const ph_options *ph_sim_options(const ph_sim *sim)
{
    return &sim->options;
}

const ph_stats *ph_sim_stats(const ph_sim *sim)
{
    return &sim->stats;
}

double phk_sim_next_time(const ph_sim *sim)
{
    const phk_rot *rot = sim->rot;
    if (sim->fresh) return sim->t + sim->direction * sim->h;
    return rot->t0 + (double)(rot->k + 1) * rot->h;
}

/* The state to restart from; afterwards it may be changed. */
static void halt(ph_sim *sim)
{
    if (!sim->fresh) phk_rot_halt(sim->rot);
    sim->fresh = true;
}

/* Adds sign times the impulse of an event to the velocities. */
static void strike(ph_sim *sim, const phk_event *event, double sign)
{
    phk_system *sys = sim->system;
    phk_rot *rot = sim->rot;
    int ld = rot->ld;
    double *linear = sim->loads, *angular = sim->loads + 3 * (size_t)ld;
    double *v = rot->s + PHK_V * (size_t)ld, *w = rot->s + PHK_W * (size_t)ld;
    halt(sim);
    phk_state state = phk_sim_state(sim);
    double before = phk_sim_kinetic(sim, &state);
    memset(sim->loads, 0, 6 * (size_t)ld * sizeof *sim->loads);
    phk_system_impulse(sys, event, &state, linear, angular);
    for (int i = 0; i < sys->bodies; i++) {
        double mass_inverse = rot->c[PHK_MASS_INVERSE * (size_t)ld + (size_t)i];
        ph_vec3 kick = ph_sym3_mul(phk_rot_inertia_inverse(rot, i), phk_get3(angular, ld, i));
        phk_put3(v, ld, i,
                 ph_axpy(phk_get3(v, ld, i), sign * mass_inverse, phk_get3(linear, ld, i)));
        phk_put3(w, ld, i, ph_axpy(phk_get3(w, ld, i), sign, kick));
    }
    sim->ledger.applied += phk_sim_kinetic(sim, &state) - before;
}

/* Makes an event happen, or (sign -1, time running back) undoes it. */
static void happen(ph_sim *sim, const phk_event *event, double sign)
{
    if (event->kind == PHK_EVENT_IMPULSE) {
        strike(sim, event, sign);
        return;
    }
    halt(sim);
    sim->system->group[event->group].active[event->index] =
        (event->kind == PHK_EVENT_ON) == (sign > 0);
}

void phk_sim_skip_events(ph_sim *sim)
{
    const phk_system *sys = sim->system;
    for (; sim->next_event < sys->events; sim->next_event++) {
        const phk_event *event = &sys->event[sim->next_event];
        if (event->time >= sim->t) return;
        /* a blow before the start is part of the state given there */
        if (event->kind != PHK_EVENT_IMPULSE) happen(sim, event, 1);
    }
}

void phk_sim_apply_events(ph_sim *sim)
{
    const phk_system *sys = sim->system;
    if (sim->direction > 0) {
        while (sim->next_event < sys->events && sys->event[sim->next_event].time <= sim->t)
            happen(sim, &sys->event[sim->next_event++], 1);
    } else {
        while (sim->next_event > 0 && sys->event[sim->next_event - 1].time >= sim->t)
            happen(sim, &sys->event[--sim->next_event], -1);
    }
}

/* The nearer of limit and next event, in the direction of time. */
static double next_stop(const ph_sim *sim, double limit)
{
    const phk_system *sys = sim->system;
    int e = sim->direction > 0 ? sim->next_event : sim->next_event - 1;
    if (e < 0 || e >= sys->events) return limit;
    double time = sys->event[e].time;
    return (time - limit) * sim->direction < 0 ? time : limit;
}

/* Work of this step by the method's own quadrature of the power at its load calls. */
static void book_work(ph_sim *sim, double h)
{
    const phk_rot *rot = sim->rot;
    const phk_rot_method *m = rot->method;
    phk_ledger *l = &sim->ledger;
    if (!rot->load) return;
    /* implicit methods repeat one call, so it keeps number 0 */
    int last = m->info.traits & PH_IMPLICIT ? 0 : m->info.calls_per_step - 1;
    /* a list of its own for the way back makes the same calls in the opposite order */
    bool mirrored = rot->reversed && m->reverse;
    double mean = m->carry * l->power, lost = m->carry * l->lost;
    for (int k = 0; k <= last; k++) {
        double weight = m->weight[mirrored ? last - k : k];
        mean += weight * l->call[k];
        lost += weight * l->lost_call[k];
    }
    l->applied += h * mean;
    l->dissipated += h * lost;
    l->power = l->call[last];
    l->lost = l->lost_call[last];
}

/* The largest turn of any body in a step, for the summary and its warning. */
static void note_turn(ph_sim *sim, double h)
{
    const phk_rot *rot = sim->rot;
    const double *w = rot->s + PHK_W * (size_t)rot->ld;
    double fastest = 0;
    for (int i = 0; i < rot->n; i++) {
        ph_vec3 omega = phk_get3(w, rot->ld, i);
        double square = ph_dot(omega, omega);
        fastest = square > fastest ? square : fastest;
    }
    double turn = fabs(h) * sqrt(fastest);
    if (turn > sim->stats.largest_turn) sim->stats.largest_turn = turn;
}

static ph_status explain(ph_sim *sim, ph_status status, ph_diag *diag)
{
    const phk_rot *rot = sim->rot;
    if (sim->load_failed) return phk_system_explain(sim->system, status, diag);
    /* the spin before the step: what an iteration that diverged ended with says nothing */
    int i = rot->failed_body;
    double turn = i < 0 ? 0 : fabs(rot->h) * ph_norm(phk_get3(phk_sim_state(sim).w, rot->ld, i));
    const char *body = i < 0 ? "?" : ph_model_body_name(sim->model, i);
    char hint[120] = "the motion has become unstable: try a smaller step";
    if (status == PH_E_SOLVE && rot->load && rot->method->info.traits & PH_IMPLICIT)
        snprintf(hint, sizeof hint,
                 "its iteration converges where the loads change little within "
                 "a step: try a smaller one");
    /* what is lost has become fast long after the step was too large */
    else if (status == PH_E_SOLVE && turn > 0.5 && turn < 1e3)
        snprintf(hint, sizeof hint, "a step below %.2g s turns the body by less than half a radian",
                 0.5 / turn * fabs(rot->h));
    const char *what = status == PH_E_SOLVE ? "found no solution for" : "lost";
    return phk_error(diag, status, phk_nowhere, hint,
                     "t = %.10g s: integrator `%s` %s body `%s`; h|omega| = %.4g rad in a step of "
                     "%g s",
                     sim->t, rot->method->info.name, what, body, turn, rot->h);
}

/* One step of size h that ends at `target`. */
static ph_status advance(ph_sim *sim, double h, double target, ph_diag *diag)
{
    phk_rot *rot = sim->rot;
    if (sim->fresh) {
        phk_rot_begin(rot, sim->t, h);
        sim->stats.restarts++;
    }
    sim->load_failed = false;
    ph_status status = phk_rot_step(rot);
    sim->stats.force_evaluations = rot->calls;
    sim->stats.iterations = rot->iterations;
    if (status < 0) return explain(sim, status, diag);
    sim->fresh = false;
    sim->stats.steps++;
    book_work(sim, h);
    note_turn(sim, h);
    sim->t = target;
    return PH_OK;
}

ph_status phk_sim_step_to(ph_sim *sim, double limit, ph_diag *diag)
{
    phk_sim_apply_events(sim);
    double stop = next_stop(sim, limit), left = (stop - sim->t) * sim->direction;
    double h = sim->h, next = phk_sim_next_time(sim);
    if (left <= 0) return PH_OK;
    double slack = phk_sim_slack(sim, next);
    if (left > h + slack) return advance(sim, sim->direction * h, next, diag);
    if (left >= h - slack) return advance(sim, sim->direction * h, stop, diag);
    halt(sim);
    ph_status status = advance(sim, sim->direction * left, stop, diag);
    if (!status) halt(sim);
    return status;
}

static ph_status step_and_apply(ph_sim *sim, double limit, ph_diag *diag)
{
    ph_status status = phk_sim_step_to(sim, limit, diag);
    if (!status && sim->direction > 0) phk_sim_apply_events(sim);
    return status;
}

ph_status ph_sim_step(ph_sim *sim, ph_diag *diag)
{
    return step_and_apply(sim, sim->direction * INFINITY, diag);
}

ph_status ph_sim_advance(ph_sim *sim, double t, ph_diag *diag)
{
    if (!isfinite(t) || (t - sim->t) * sim->direction < 0) return PH_E_USAGE;
    while ((t - sim->t) * sim->direction > 0) {
        ph_status status = step_and_apply(sim, t, diag);
        if (status) return status;
    }
    return PH_OK;
}

ph_status ph_sim_reverse(ph_sim *sim)
{
    sim->direction = -sim->direction;
    if (!sim->fresh) phk_rot_reverse(sim->rot);
    return PH_OK;
}
