/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Running to the end with output rows. Rows at a step's own time are that step's state, bit for
 * bit; other rows are interpolated within the step (state.c), so output never moves a step.
 */
#include <math.h>
#include "base/diag.h"
#include "sim/sim.h"

enum { MOST_ROWS = 10000, DEFAULT_INTERVALS = 1000 };

/* When rows are due, and which were handed over. */
typedef struct {
    double start, end, every; /* every == 0: after each step */
    long long next;           /* index of the next row */
    double due;               /* its time; INFINITY: after every step */
    long long intervals;      /* > 0: rows at start + k (end - start) / intervals */
    double shown;             /* time of the last row handed over */
    bool refused;             /* the hook wants no more */
} schedule;

/* Sets the time of the next row; the end is always one. */
static void go_on(schedule *s)
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

static schedule plan(const ph_sim *sim)
{
    const ph_options *o = &sim->options;
    schedule s = {.start = sim->t, .end = o->end, .every = o->every, .intervals = o->rows};
    bool many = !(sim->h > 0) || (o->end - sim->t) / sim->h > MOST_ROWS - 1;
    if (!s.every && !s.intervals && many) s.intervals = DEFAULT_INTERVALS;
    go_on(&s); /* the row at the start is made at once */
    return s;
}

/* The rows of the next phase; the one at its start has been made. */
static schedule go_on_with(const ph_sim *sim, const schedule *before)
{
    schedule s = plan(sim);
    s.shown = before->shown;
    s.refused = before->refused;
    return s;
}

static ph_status emit(ph_sim *sim, schedule *s, const ph_run_hooks *hooks, double t,
                      const phk_state *state, const double *total, ph_diag *diag)
{
    ph_status status = phk_sim_row_at(sim, t, state, total, sim->row, diag);
    if (status) return status;
    s->shown = t;
    if (hooks->row) status = hooks->row(hooks->user, sim->row, sim->columns.width);
    if (status) s->refused = true;
    return status;
}

/* A row at the present time, which is a step's: its bits do not depend on what other rows are
 * asked for, not even by the rounding of their times. */
static ph_status emit_now(ph_sim *sim, schedule *s, const ph_run_hooks *hooks, ph_diag *diag)
{
    phk_state state = phk_sim_state(sim);
    return emit(sim, s, hooks, sim->t, &state, NULL, diag);
}

/* Total energy at one end of the last step; put_in: applied less dissipated work. */
static ph_status total_at(ph_sim *sim, double t, phk_state state, double put_in, double *total,
                          ph_diag *diag)
{
    ph_status status = sim->drive->evaluate(sim->drive, t, &state);
    if (status) return phk_system_explain(sim->system, status, diag);
    *total = phk_sim_energy_at(sim, &state, put_in, 0).total;
    return PH_OK;
}

/* All rows due within the last step. */
static ph_status emit_between(ph_sim *sim, schedule *s, const ph_run_hooks *hooks, ph_diag *diag)
{
    double last = sim->t - phk_sim_slack(sim, sim->t), total[2] = {0, 0};
    if (!(s->due < last)) return PH_OK;
    double before = sim->ledger.before_applied - sim->ledger.before_dissipated;
    double now = sim->ledger.applied - sim->ledger.dissipated;
    bool known = sim->ledger.step != 0;
    ph_status status = PH_OK;
    if (!known) status = total_at(sim, sim->before_t, phk_sim_before(sim), before, &total[0], diag);
    if (!known && !status) status = total_at(sim, sim->t, phk_sim_state(sim), now, &total[1], diag);
    for (; !status && s->due < last; go_on(s)) {
        double t = s->due, share = (t - sim->before_t) / (sim->t - sim->before_t);
        double between = total[0] + share * (total[1] - total[0]);
        phk_state state = phk_sim_between(sim, t);
        status = emit(sim, s, hooks, t, &state, &between, diag);
    }
    return status;
}

/* The row due at the present time, if one is. */
static ph_status emit_due(ph_sim *sim, schedule *s, const ph_run_hooks *hooks, ph_diag *diag)
{
    if (s->due < INFINITY) {
        if (s->due > sim->t + phk_sim_slack(sim, sim->t)) return PH_OK;
        go_on(s);
    }
    return emit_now(sim, s, hooks, diag);
}

/* One step and its rows: those within it while the forces are still those of the step, then what
 * happens at its end, then the row there. */
static ph_status step(ph_sim *sim, schedule *s, const ph_run_hooks *hooks, ph_diag *diag)
{
    if (s->due < sim->drive->next_time(sim->drive) + sim->h) phk_sim_keep(sim);
    ph_status status = phk_sim_step_to(sim, s->end, diag);
    if (!status) status = emit_between(sim, s, hooks, diag);
    if (!status) status = phk_sim_apply_events(sim, diag);
    return status ? status : emit_due(sim, s, hooks, diag);
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

/* For rows: who only takes steps does without. */
static bool make_room(ph_sim *sim)
{
    if (sim->row) return true;
    size_t state = PHK_STATE_SLOTS * (size_t)sim->drive->ld * sizeof(double);
    if (sim->drive->before) sim->between = phk_arena_alloc(&sim->arena, state);
    if (sim->between)
        sim->row = phk_arena_alloc(&sim->arena, sim->columns.width * sizeof *sim->row);
    return sim->row != NULL;
}

ph_status ph_sim_run(ph_sim *sim, const ph_run_hooks *hooks, ph_diag *diag)
{
    static const ph_run_hooks nothing = {0};
    if (!hooks) hooks = &nothing;
    if (sim->direction < 0) return phk_tell(diag, PH_E_USAGE);
    if (!make_room(sim)) return phk_error(diag, PH_E_NOMEM, phk_nowhere, NULL, "out of memory");
    schedule s = plan(sim);
    ph_status status = emit_now(sim, &s, hooks, diag), taken = status;
    while (!status && sim->t < sim->options.end) {
        int phase = sim->phase;
        status = taken = step(sim, &s, hooks, diag);
        if (!status && hooks->tick) status = hooks->tick(hooks->user, sim);
        if (sim->phase != phase) s = go_on_with(sim, &s);
    }
    if (taken && !s.refused) phk_sim_blame_phase(sim, taken, diag);
    /* a run that ends early still shows the last state it reached */
    if (status && !s.refused && sim->t > s.shown) {
        ph_status last = emit_now(sim, &s, hooks, NULL);
        if (last == PH_E_IO) status = last;
    }
    warn_of_turn(sim, diag);
    warn_of_rounding(sim, diag);
    phk_sim_watch_energy(sim);
    phk_sim_warn_of_energy(sim, diag);
    return phk_tell(diag, status);
}
