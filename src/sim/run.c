/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Running to the end with output rows. Rows at a step's own time are that step's state, bit for
 * bit; other rows are interpolated within the step (state.c), so output never moves a step.
 */
#include <math.h>
#include "base/diag.h"
#include "sim/sim.h"

enum { MOST_ROWS = 10000, DEFAULT_INTERVALS = 1000 };

/* When rows are due. */
typedef struct {
    double start, end, every; /* every == 0: after each step */
    long long next;           /* index of the next row */
    long long intervals;      /* > 0: rows at start + k (end - start) / intervals */
} schedule;

static schedule plan(const ph_sim *sim)
{
    const ph_options *o = &sim->options;
    schedule s = {sim->t, o->end, o->every, 0, o->rows};
    if (!s.every && !s.intervals && (o->end - sim->t) / sim->h > MOST_ROWS - 1)
        s.intervals = DEFAULT_INTERVALS;
    return s;
}

/* Time of the next row; the end is always one. INFINITY: after every step. */
static double due(const schedule *s)
{
    double t;
    if (s->intervals)
        t = s->start + (s->end - s->start) * ((double)s->next / (double)s->intervals);
    else if (s->every > 0)
        t = s->start + (double)s->next * s->every;
    else
        return INFINITY;
    double close = 1e-9 * (s->every > 0 ? s->every : (s->end - s->start) / (double)s->intervals);
    return t > s->end - close ? s->end : t;
}

static ph_status emit(ph_sim *sim, const ph_run_hooks *hooks, double t, const phk_state *state,
                      double applied, ph_diag *diag)
{
    ph_status status = phk_columns_row(sim, t, state, applied, sim->row, diag);
    if (status) return status;
    return hooks->row ? hooks->row(hooks->user, sim->row, sim->columns.width) : PH_OK;
}

/* A row at the present time, which is a step's: its bits do not depend on what other rows are
 * asked for, not even by the rounding of their times. */
static ph_status emit_now(ph_sim *sim, const ph_run_hooks *hooks, ph_diag *diag)
{
    phk_state state = phk_sim_state(sim);
    return emit(sim, hooks, sim->t, &state, sim->ledger.applied, diag);
}

/* All rows due up to the present time. `shown`: the time of the last one. */
static ph_status emit_due(ph_sim *sim, schedule *s, const ph_run_hooks *hooks, double *shown,
                          ph_diag *diag)
{
    double close = 1e-9 * sim->h;
    if (due(s) == INFINITY) {
        *shown = sim->t;
        return emit_now(sim, hooks, diag);
    }
    while (due(s) <= sim->t + close && *shown < s->end) {
        double t = due(s);
        ph_status status;
        if (fabs(t - sim->t) <= close) {
            status = emit_now(sim, hooks, diag);
            t = sim->t;
        } else {
            double share = (t - sim->before_t) / (sim->t - sim->before_t);
            double applied =
                sim->before_applied + share * (sim->ledger.applied - sim->before_applied);
            phk_state state = phk_sim_between(sim, t);
            status = emit(sim, hooks, t, &state, applied, diag);
        }
        if (status) return status;
        *shown = t;
        s->next++;
    }
    return PH_OK;
}

static void warn_of_turn(const ph_sim *sim, ph_diag *diag)
{
    double turn = sim->stats.largest_turn;
    if (turn > PH_PI / 2)
        phk_warn(diag, PH_OK, phk_nowhere, "take a smaller step",
                 "a body turned by up to %.3g rad in one step of %g s: above a quarter turn the "
                 "result means little",
                 turn, sim->h);
}

ph_status ph_sim_run(ph_sim *sim, const ph_run_hooks *hooks, ph_diag *diag)
{
    static const ph_run_hooks nothing = {0};
    if (!hooks) hooks = &nothing;
    if (sim->direction < 0) return PH_E_USAGE;
    schedule s = plan(sim);
    double shown = sim->t;
    ph_status status = emit_now(sim, hooks, diag);
    s.next = 1;
    while (!status && sim->t < s.end) {
        if (due(&s) < phk_sim_next_time(sim)) phk_sim_keep(sim);
        status = phk_sim_step_to(sim, s.end, diag);
        if (!status) status = emit_due(sim, &s, hooks, &shown, diag);
        if (!status && hooks->tick) status = hooks->tick(hooks->user, sim);
    }
    /* a run that ends early still shows the last state it reached */
    if (status && status != PH_E_IO && status != PH_E_NOMEM && sim->t > shown) {
        ph_status last = emit_now(sim, hooks, NULL);
        if (last == PH_E_IO) status = last;
    }
    warn_of_turn(sim, diag);
    return status;
}
