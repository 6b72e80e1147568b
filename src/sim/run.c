/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Running to the end with output rows. Rows at a step's own time are that step's state, bit for
 * bit; other rows are interpolated within the step (state.c), so output never moves a step.
 */
#include <math.h>
#include "base/diag.h"
#include "sim/sim.h"

enum { MOST_ROWS = 10000, DEFAULT_INTERVALS = 1000 };

/* Sets the time of the next row; the end is always one. */
static void go_on(phk_schedule *s)
{
    double t = INFINITY, between = s->every;
    s->next++;
    if (s->intervals) {
        t = s->start + (s->end - s->start) * ((double)s->next / (double)s->intervals);
        between = (s->end - s->start) / (double)s->intervals;
    } else if (s->every > 0) {
        t = s->start + (double)s->next * s->every;
    }
    s->due = t < INFINITY && t > s->end - 1e-9 * between ? s->end : t;
}

static void plan(ph_sim *sim)
{
    const ph_options *o = &sim->options;
    phk_schedule s = {.start = sim->now.t, .end = o->end, .every = o->every, .intervals = o->rows};
    bool many = !(sim->h > 0) || (o->end - sim->now.t) / sim->h > MOST_ROWS - 1;
    if (!s.every && !s.intervals && many) s.intervals = DEFAULT_INTERVALS;
    go_on(&s); /* the row at the start is made at once */
    sim->schedule = s;
}

/* The rows of the next phase; the one at its start has been made. */
static void go_on_with(ph_sim *sim)
{
    phk_schedule before = sim->schedule;
    plan(sim);
    sim->schedule.shown = before.shown;
    sim->schedule.refused = before.refused;
}

/* Rows at other distances, from the present time on. */
static void change_rows(ph_sim *sim)
{
    phk_schedule *s = &sim->schedule;
    s->start = sim->now.t;
    s->every = sim->rows_every;
    s->intervals = s->next = 0;
    go_on(s);
    sim->rows_every = 0;
}

static ph_status emit(ph_sim *sim, const ph_run_hooks *hooks, double t, const double *total,
                      ph_diag *diag)
{
    ph_status status = phk_sim_row_at(sim, t, total, sim->row, diag);
    if (status) return status;
    sim->schedule.shown = t;
    if (hooks->row) status = hooks->row(hooks->user, sim->row, sim->columns.width);
    if (status) sim->schedule.refused = true;
    return status;
}

/* A row at the present time, which is a step's: its bits do not depend on what other rows are
 * asked for, not even by the rounding of their times. */
static ph_status emit_now(ph_sim *sim, const ph_run_hooks *hooks, ph_diag *diag)
{
    return emit(sim, hooks, sim->now.t, NULL, diag);
}

/* Total energy at one end of the last step; put_in: applied less dissipated work. */
static ph_status total_at(ph_sim *sim, phk_moment when, double put_in, double *total, ph_diag *diag)
{
    phk_view bodies = phk_sim_view(sim, when == PHK_NOW ? &sim->now : &sim->before);
    ph_status status = sim->drive->evaluate(sim->drive, when);
    if (status) return phk_system_explain(sim->system, status, diag);
    *total = phk_sim_energy_at(sim, &bodies, put_in, 0).total;
    return PH_OK;
}

/* All rows due within the last step. */
static ph_status emit_between(ph_sim *sim, const ph_run_hooks *hooks, ph_diag *diag)
{
    phk_schedule *s = &sim->schedule;
    double last = sim->now.t - phk_sim_slack(sim, sim->now.t), total[2] = {0, 0};
    if (!(s->due < last)) return PH_OK;
    double before = sim->ledger.before_applied - sim->ledger.before_dissipated;
    double now = sim->ledger.applied - sim->ledger.dissipated;
    bool known = sim->ledger.step != 0;
    ph_status status = PH_OK;
    if (!known) status = total_at(sim, PHK_BEFORE, before, &total[0], diag);
    if (!known && !status) status = total_at(sim, PHK_NOW, now, &total[1], diag);
    for (; !status && s->due < last; go_on(s)) {
        double t = s->due, share = (t - sim->before.t) / (sim->now.t - sim->before.t);
        double between = total[0] + share * (total[1] - total[0]);
        status = emit(sim, hooks, t, &between, diag);
    }
    return status;
}

/* The row due at the present time, if one is. */
static ph_status emit_due(ph_sim *sim, const ph_run_hooks *hooks, ph_diag *diag)
{
    phk_schedule *s = &sim->schedule;
    if (s->due < INFINITY) {
        if (s->due > sim->now.t + phk_sim_slack(sim, sim->now.t)) return PH_OK;
        go_on(s);
    }
    return emit_now(sim, hooks, diag);
}

/* One step and its rows: those within it while the forces are still those of the step, then what
 * happens at its end, then the row there. */
static ph_status step(ph_sim *sim, const ph_run_hooks *hooks, ph_diag *diag)
{
    phk_sim_drive *drive = sim->drive;
    if (drive->keep && sim->schedule.due < drive->next_time(drive) + sim->h) drive->keep(drive);
    double end = drive->apart ? fmin(sim->schedule.due, sim->schedule.end) : sim->schedule.end;
    ph_status status = phk_sim_step_to(sim, end, diag);
    if (!status) status = emit_between(sim, hooks, diag);
    if (!status) status = phk_sim_apply_events(sim, diag);
    if (!status) status = emit_due(sim, hooks, diag);
    /* an event has a row, whenever rows are due */
    if (!status && sim->happened && sim->schedule.shown < sim->now.t)
        status = emit_now(sim, hooks, diag);
    sim->happened = false;
    if (sim->rows_every > 0) change_rows(sim);
    return status;
}

static void warn_of_turn(const ph_sim *sim, ph_diag *diag)
{
    double turn = sim->stats.largest_turn;
    /* who follows a tolerance looks after that himself */
    if (turn > PH_PI / 2 && sim->h > 0)
        phk_warn(diag, PH_OK, phk_nowhere, "take a smaller step",
                 "a body turned by up to %.3g rad in one step of %g s: above a quarter turn the "
                 "result means little",
                 turn, sim->h);
}

/* Where it does not, errors are a few tolerances larger at most. */
#define LIMITS 2

static void warn_of_rounding(const ph_sim *sim, ph_diag *diag)
{
    const ph_stats *s = &sim->stats;
    double asked = sim->whole.tolerance;
    /* a few steps may be that short, where something happens */
    bool many = s->rounded > s->steps / 10;
    if (many && asked > 0 && s->rounding > LIMITS * asked)
        phk_warn(diag, PH_OK, phk_nowhere, "a tolerance so tight takes time and gains little",
                 "rounding limits the accuracy of %lld of %lld steps, at worst as a tolerance of "
                 "%.2g would; %.2g was asked for",
                 s->rounded, s->steps, s->rounding, asked);
}

static void warn_of_undefined(const ph_sim *sim, ph_diag *diag)
{
    const phk_formula *f = sim->system->undefined;
    if (f)
        phk_warn(diag, PH_OK, f->where, "guard the expression, e.g. if(x > 0, 1/x, 0)",
                 "t = %g s: %s of `%s` is undefined, as 0/0 is: 0 is taken instead, here and "
                 "wherever it is so",
                 sim->system->undefined_t, f->field, f->owner);
}

static const ph_run_hooks nothing = {0};

/* For rows: who only takes steps does without. */
static ph_status make_room(ph_sim *sim, ph_diag *diag)
{
    phk_sim_drive *drive = sim->drive;
    ph_status status = drive->make_room ? drive->make_room(drive) : PH_OK;
    if (!status && !sim->row)
        sim->row = phk_arena_alloc(&sim->arena, sim->columns.width * sizeof *sim->row);
    if (!status && sim->row) return PH_OK;
    return phk_error(diag, PH_E_NOMEM, phk_nowhere, NULL, "out of memory");
}

/* From the present state, of which the row has been made, to the end. */
static ph_status run_on(ph_sim *sim, const ph_run_hooks *hooks, ph_status status, ph_diag *diag)
{
    const phk_schedule *s = &sim->schedule;
    ph_status taken = status;
    while (!status && !sim->over && sim->now.t < sim->options.end) {
        int phase = sim->phase;
        status = taken = step(sim, hooks, diag);
        if (sim->phase != phase) go_on_with(sim);
        if (!status && hooks->tick) status = hooks->tick(hooks->user, sim);
    }
    if (taken && !s->refused) phk_sim_blame_phase(sim, taken, diag);
    /* a run that ends early still shows the last state it reached */
    if (status && !s->refused && sim->now.t > s->shown) {
        ph_status last = emit_now(sim, hooks, NULL);
        if (last == PH_E_IO) status = last;
    }
    warn_of_turn(sim, diag);
    warn_of_rounding(sim, diag);
    warn_of_undefined(sim, diag);
    phk_sim_warn_of_leaps(sim, diag);
    if (sim->drive->conclude) sim->drive->conclude(sim->drive, diag);
    phk_sim_watch_energy(sim);
    phk_sim_warn_of_energy(sim, diag);
    return phk_tell(diag, status);
}

ph_status ph_sim_run(ph_sim *sim, const ph_run_hooks *hooks, ph_diag *diag)
{
    if (!hooks) hooks = &nothing;
    if (sim->direction < 0) return phk_tell(diag, PH_E_USAGE);
    ph_status status = make_room(sim, diag);
    if (status) return status;
    if (sim->stresses.n && !sim->stresses.envelope->shown) {
        phk_view now = phk_sim_bodies(sim);
        phk_stresses_show(&sim->stresses, sim->now.t, &now);
    }
    plan(sim);
    sim->happened = false; /* the first row shows what happens at the start */
    return run_on(sim, hooks, emit_now(sim, hooks, diag), diag);
}

ph_status phk_sim_go_on(ph_sim *sim, const ph_run_hooks *hooks, ph_diag *diag)
{
    ph_status status = make_room(sim, diag);
    return status ? status : run_on(sim, hooks ? hooks : &nothing, PH_OK, diag);
}
