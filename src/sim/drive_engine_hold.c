/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Elements that hold their joint for a while, as friction that sticks (ph_holding): which of them
 * do at the present state.
 *
 * Where the guard of one has crossed zero it changes: what has come to rest is held, what is held
 * by more than it can take lets go, and moves the way it was held against. A new balance may ask
 * more of others, so that one after the other lets go until all that hold can. One that would hold
 * what others hold already (a row that depends on theirs, as of two pins of a four-bar) waits, and
 * goes where the motion goes when these let go.
 *
 * What an engine says of the force that holds is the worse the shorter its steps, down to rounding
 * divided by their squares. So it is worked out anew at the place where it seems to be too much.
 * One that rubs along the way it moves, as after such a mistake, is held again.
 *
 * One that changes more than MOST times within the length of a step holds from then on until it is
 * asked for more again: the run goes on, and says so.
 *
 * At rest friction holds what it can, and is let go where it cannot. Where motions say what moves,
 * it slides as they say.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "base/diag.h"
#include "sim/drive_engine.h"
#include "sim/sim.h"

enum { MOST = 3 };
#define GIVES 1e-9 /* of what free bodies would give: what a joint gives that is held already */
#define FAR   10.0 /* times what it can hold: no need to try */
#define STILL 1e-6 /* of what it could do to free bodies: nothing moves there */
#define SURE  1e-3 /* of what it can hold: with so much left it does hold */
#define RESTS 1e-9 /* [m/s], [rad/s] what motions move more slowly stands */

ph_status phk_engine_make_holders(phk_drive_engine *d)
{
    int n = phk_mechanism_holders(d->mechanism);
    d->holders = phk_arena_alloc(&d->base.sim->arena, ((size_t)n + 1) * sizeof *d->holders);
    d->along = phk_arena_alloc(&d->base.sim->arena, (3 * (size_t)d->dae->nv + 1) * sizeof(double));
    for (int k = 0; d->holders && k < n; k++) d->holders[k] = (phk_holder){.since = -INFINITY};
    return d->holders && d->along ? PH_OK : PH_E_NOMEM;
}

static double mode_of(const phk_drive_engine *d, int k)
{
    return *phk_mechanism_holder_mode(d->mechanism, k);
}

static bool holds(const phk_drive_engine *d, int k)
{
    return mode_of(d, k) == 0 && *phk_mechanism_holder_acts(d->mechanism, k);
}

/* What a unit of impulse along a row does to its rate where all is free. */
static double free_answer(const phk_dae *dae, const double *by)
{
    double sum = 0;
    for (int i = 0; i < dae->cells; i++) {
        const phk_cell *c = &dae->cell[i];
        ph_sym3 j = c->inertia;
        double least = c->kind == PHK_CELL_VECTOR ? c->mass : fmin(j.xx, fmin(j.yy, j.zz));
        for (int k = c->v; c->definite && k < c->v + c->width; k++) sum += by[k] * by[k] / least;
    }
    return sum;
}

/* How much the joint of k gives with what holds now: its rate by an impulse along its row. */
static ph_status answer_of(phk_drive_engine *d, int k, double *answer, phk_hold_rate *rate)
{
    const phk_state *now = &d->base.sim->now;
    const int nv = d->dae->nv;
    double *by = d->along, *v = d->along + nv, *blow = d->along + 2 * nv, sum = 0;
    phk_point p = phk_state_point(now);
    phk_mechanism_holder_rate(d->mechanism, k, &p, by, rate);
    /* with it and without: velocities that do not meet the rows yet are mended in both */
    ph_status status = PH_OK;
    for (int with = 0; status >= 0 && with < 2; with++) {
        for (int i = 0; i < nv; i++) v[i] = now->v[i], blow[i] = with * by[i];
        p.v = v;
        status = phk_project_blow(d->project, &p, blow, v);
        for (int i = 0; i < nv; i++) sum += (2 * with - 1) * by[i] * v[i];
    }
    *answer = fabs(sum) > GIVES * free_answer(d->dae, by) ? fabs(sum) : 0;
    return status < 0 ? status : PH_OK;
}

static ph_status let_go(phk_drive_engine *d, int k, double mode)
{
    *phk_mechanism_holder_acts(d->mechanism, k) = false;
    *phk_mechanism_holder_mode(d->mechanism, k) = mode;
    return phk_mechanism_hold(d->mechanism);
}

/* Counts a change of k; true: there were too many. */
static bool chatters(phk_drive_engine *d, int k, ph_diag *diag)
{
    const ph_sim *sim = d->base.sim;
    phk_holder *h = &d->holders[k];
    double length = sim->h > 0 ? sim->h : fabs(d->base.wanted);
    if (!(fabs(sim->now.t - h->since) < length)) {
        h->since = sim->now.t;
        h->changes = 0;
    }
    if (++h->changes <= MOST) return false;
    if (!h->told)
        phk_warn(diag, PH_OK, phk_nowhere, "a smaller step may tell them apart",
                 "at t = %.10g s `%s` sticks and slips faster than steps can follow: it is held",
                 sim->now.t, phk_mechanism_holder_name(d->mechanism, k));
    h->told = true;
    return true;
}

/* Accelerations, multipliers and the guards at the present state. */
static ph_status look(phk_drive_engine *d, ph_diag *diag)
{
    phk_state *now = &d->base.sim->now;
    phk_point p = phk_state_point(now);
    ph_status status =
        phk_project_accelerations(d->project, &p, now->a, now->lambda, now->xd, now->y);
    if (status < 0)
        return phk_explain_projection(d, now, status, "accelerations and reactions", diag);
    p = phk_state_point(now);
    return d->dae->guards(d->dae->self, &p, d->engine->guards.value);
}

/* Lets k hold, if its joint still moves. Velocities stay as they are: whether it can hold is to be
 * seen from what it takes to keep its rate at zero. Where that is far more than it can, as of a
 * rocker that turns back while its crank goes on, it is not tried. */
static ph_status hold(phk_drive_engine *d, int k, ph_diag *diag)
{
    phk_hold_rate rate;
    double answer = 0;
    ph_status status = let_go(d, k, 0);
    if (!status) status = look(d, diag);
    if (!status) status = answer_of(d, k, &answer, &rate);
    if (status || answer == 0) return status;
    if (fabs(rate.rate) > FAR * answer * phk_mechanism_holder_most(d->mechanism, k))
        return let_go(d, k, rate.rate > 0 ? 1 : -1);
    *phk_mechanism_holder_acts(d->mechanism, k) = true;
    return phk_mechanism_hold(d->mechanism);
}

/* The first of those that hold that cannot; -1: none. */
static int overloaded(const phk_drive_engine *d)
{
    for (int k = 0; k < phk_mechanism_holders(d->mechanism); k++)
        if (holds(d, k) &&
            d->engine->guards.value[phk_mechanism_holder_guard(d->mechanism, k)] < 0 &&
            !d->holders[k].forced)
            return k;
    return -1;
}

/* Those that wait go where the motion goes; whether there were any. */
static bool follow(phk_drive_engine *d)
{
    phk_point p = phk_state_point(&d->base.sim->now);
    phk_hold_rate rate;
    bool some = false;
    for (int k = 0; k < phk_mechanism_holders(d->mechanism); k++) {
        if (mode_of(d, k) != 0 || holds(d, k)) continue;
        phk_mechanism_holder_rate(d->mechanism, k, &p, d->along, &rate);
        /* rounding beside what it would do to free bodies */
        double most = phk_mechanism_holder_most(d->mechanism, k);
        if (!(fabs(rate.rate) > STILL * free_answer(d->dae, d->along) * most)) continue;
        *phk_mechanism_holder_mode(d->mechanism, k) = rate.rate > 0 ? 1 : -1;
        some = true;
    }
    return some;
}

/* One after the other lets go, until all that hold can. */
static ph_status settle(phk_drive_engine *d, ph_diag *diag)
{
    ph_status status = look(d, diag);
    for (int round = 0; !status && round < 4 * phk_mechanism_holders(d->mechanism); round++) {
        int k = overloaded(d);
        if (k >= 0) {
            phk_point p = phk_state_point(&d->base.sim->now);
            double lambda = phk_mechanism_holder_lambda(d->mechanism, k, &p);
            status = let_go(d, k, lambda > 0 ? 1 : -1);
        } else if (!follow(d)) {
            break;
        }
        if (!status) status = look(d, diag);
    }
    return status;
}

/* k is where it should not be: it holds more than it can, or its friction moves its joint instead
 * of rubbing, by more than rounding. A guard that begins on the wrong side does not cross. */
static bool strays(const phk_drive_engine *d, int k)
{
    const double *value = d->engine->guards.value;
    if (!value) return false;
    double beyond = -value[phk_mechanism_holder_guard(d->mechanism, k)];
    if (!(beyond > 0)) return false;
    if (mode_of(d, k) == 0) return holds(d, k) && !d->holders[k].forced;
    phk_point p = phk_state_point(&d->base.sim->now);
    phk_hold_rate rate;
    phk_mechanism_holder_rate(d->mechanism, k, &p, d->along, &rate);
    double most = phk_mechanism_holder_most(d->mechanism, k);
    return beyond > STILL * free_answer(d->dae, d->along) * most * fabs(d->engine->h);
}

bool phk_engine_crossed(const phk_drive_engine *d)
{
    const phk_guards *guards = &d->engine->guards;
    for (int k = 0; k < phk_mechanism_holders(d->mechanism); k++)
        if (strays(d, k) ||
            (guards->crossings > 0 && guards->crossed[phk_mechanism_holder_guard(d->mechanism, k)]))
            return true;
    return false;
}

/* It is k's turn to change, unless it holds and can. */
static ph_status change(phk_drive_engine *d, int k, ph_diag *diag)
{
    int guard = phk_mechanism_holder_guard(d->mechanism, k);
    bool was = mode_of(d, k) == 0;
    ph_status status = was ? look(d, diag) : PH_OK;
    if (status) return status;
    if (was && d->engine->guards.value[guard] > SURE * phk_mechanism_holder_most(d->mechanism, k))
        return PH_OK;
    phk_point p = phk_state_point(&d->base.sim->now);
    double lambda = phk_mechanism_holder_lambda(d->mechanism, k, &p);
    d->holders[k].forced = chatters(d, k, diag);
    if (was && !d->holders[k].forced) return let_go(d, k, lambda > 0 ? 1 : -1);
    return hold(d, k, diag);
}

ph_status phk_engine_let_go(phk_drive_engine *d)
{
    ph_status status = PH_OK;
    for (int k = 0; !status && k < phk_mechanism_holders(d->mechanism); k++)
        status = let_go(d, k, 0);
    return status;
}

bool phk_engine_is_led(const phk_drive_engine *d)
{
    const ph_analysis analysis = d->base.sim->options.analysis;
    return analysis == PH_KINEMATIC || analysis == PH_INVERSE;
}

/* All slide as the motion has them, and what joints do follows anew. */
static ph_status follow_motion(phk_drive_engine *d, ph_diag *diag)
{
    bool changes = false;
    ph_status status = phk_engine_evaluate(&d->base, PHK_NOW);
    for (int k = 0; !status && k < phk_mechanism_holders(d->mechanism); k++) {
        phk_point p = phk_state_point(&d->base.sim->now);
        phk_hold_rate rate;
        phk_mechanism_holder_rate(d->mechanism, k, &p, d->along, &rate);
        double mode = fabs(rate.value) <= RESTS ? 0 : rate.value > 0 ? 1 : -1;
        if (mode == mode_of(d, k) && !*phk_mechanism_holder_acts(d->mechanism, k)) continue;
        status = let_go(d, k, mode);
        changes = true;
    }
    if (status) return phk_system_explain(d->base.sim->system, status, diag);
    if (!changes) return PH_OK;
    phk_point p = phk_state_point(&d->base.sim->now);
    status = d->engine->start(d->engine, &p, 0);
    return status ? phk_explain_engine(d, status, diag) : PH_OK;
}

ph_status phk_engine_heed(phk_sim_drive *drive, ph_diag *diag)
{
    phk_drive_engine *d = (phk_drive_engine *)drive;
    const phk_guards *guards = &d->engine->guards;
    int n = phk_mechanism_holders(d->mechanism);
    bool crossed = guards->crossings > 0 && guards->t == drive->sim->now.t;
    ph_status status = PH_OK;
    if (n == 0) return PH_OK;
    if (phk_engine_is_led(d)) return follow_motion(d, diag);
    for (int k = 0; !status && k < n; k++) {
        bool waits = mode_of(d, k) == 0 && !*phk_mechanism_holder_acts(d->mechanism, k);
        if ((crossed && guards->crossed[phk_mechanism_holder_guard(d->mechanism, k)]) ||
            strays(d, k))
            status = change(d, k, diag);
        else if (waits)
            status = hold(d, k, diag);
    }
    drive->halt(drive);
    if (!status) status = settle(d, diag);
    return status;
}

ph_status phk_engine_hold_rest(phk_drive_engine *d, ph_diag *diag)
{
    phk_state *now = &d->base.sim->now;
    if (phk_mechanism_holders(d->mechanism) == 0) return PH_OK;
    memset(now->v, 0, (size_t)d->dae->nv * sizeof *now->v);
    phk_system *sys = d->base.sim->system;
    /* the first search is before the start, at which elements begin to remember */
    ph_status status = sys->remembers ? PH_OK : phk_engine_residual(d, now);
    if (status < 0) return phk_system_explain(sys, status, diag);
    if (!sys->remembers) phk_system_remember(sys, true);
    return phk_engine_heed(&d->base, diag);
}

ph_status phk_engine_release(phk_drive_engine *d, bool *some)
{
    *some = false;
    if (phk_mechanism_holders(d->mechanism) == 0) return PH_OK;
    phk_point p = phk_state_point(&d->base.sim->now);
    ph_status status = d->dae->guards(d->dae->self, &p, d->engine->guards.value);
    int k = status ? -1 : overloaded(d);
    if (k < 0) return status;
    *some = true;
    return let_go(d, k, phk_mechanism_holder_lambda(d->mechanism, k, &p) > 0 ? 1 : -1);
}
