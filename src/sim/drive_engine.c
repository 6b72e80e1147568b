/* SPDX-License-Identifier: BSD-3-Clause
 *
 * An engine drives the simulation: a mechanism as a differential-algebraic system, by equal steps
 * or by a tolerance. It starts anew after what happens at an instant, from velocities that meet the
 * constraints; a step of another size needs no start.
 */
#include "sim/drive_engine.h"

#include <math.h>
#include <string.h>
#include "base/diag.h"
#include "sim/sim.h"

#define USUAL 0.1  /* of the step before an event: the one after it */
#define SHORT 1e-3 /* of a usual step: what was cut so short is not gone on from */
#define PARTS 50   /* of the time to the next event: steps it is given at first */

static phk_drive_engine *of(const phk_sim_drive *drive)
{
    return (phk_drive_engine *)drive;
}

/* ---- steps ---- */

/* What a motion, a constraint by an expression or one on velocities puts into the system. */
static double driven_power(const phk_drive_engine *d, int k)
{
    const phk_system *sys = d->base.sim->system;
    bool equation = sys->program->constraint[k].kind == PHK_HOLD_EQUATION;
    if (sys->program->constraint[k].velocity_rows && !equation)
        return phk_mechanism_velocity_power(d->mechanism, k);
    double power = 0;
    for (int side = 0; side < sys->program->constraint[k].markers; side++) {
        ph_wrench w = phk_mechanism_reaction(d->mechanism, k, side);
        ph_frame f = phk_marker_frame(sys, sys->program->constraint[k].marker[side]);
        power += ph_dot(w.force, f.v) + ph_dot(w.torque, f.w);
    }
    for (int i = 0; i < sys->program->bodies && equation; i++) {
        if (!phk_mechanism_touches(d->mechanism, k, i)) continue;
        ph_wrench w = phk_mechanism_on_body(d->mechanism, k, i);
        power += ph_dot(w.force, sys->pose[i].v) + ph_dot(w.torque, sys->pose[i].w);
    }
    return power;
}

/* Wrenches at the present state. Where they need nothing that is solved for, without asking joints
 * for theirs: that is a quarter of the time of a V8 engine. */
static ph_status evaluate_now(phk_drive_engine *d)
{
    ph_sim *sim = d->base.sim;
    if (!d->plain) return phk_engine_residual(d, &sim->now);
    phk_view bodies = phk_sim_bodies(sim);
    ph_status status = phk_system_evaluate(sim->system, sim->now.t, &bodies);
    return status ? status : phk_system_wrenches(sim->system, sim->now.t);
}

/* Powers at the present state, for the ledger. */
static ph_status measure_power(phk_drive_engine *d)
{
    phk_ledger *l = &d->base.sim->ledger;
    if (l->accounts == 0) return PH_OK;
    ph_status status = evaluate_now(d);
    if (status) return status;
    phk_ledger_powers(l, d->base.sim->system, l->power);
    for (int k = l->accounts - 1; k >= 0 && l->account[k].group < 0; k--)
        l->power[k] = driven_power(d, l->account[k].index);
    return PH_OK;
}

/* Kinetic and potential energy at the present state. */
static double stored_now(phk_drive_engine *d)
{
    ph_sim *sim = d->base.sim;
    phk_view bodies = phk_sim_bodies(sim);
    if (phk_system_evaluate(sim->system, sim->now.t, &bodies)) return NAN;
    return phk_sim_kinetic(sim, &bodies) + phk_system_potential(sim->system, NULL);
}

/* Brings the present state onto the constraints; what that changes of the energy stored is kept
 * where somebody has moved bodies or drives. */
static ph_status make_consistent(phk_drive_engine *d, ph_diag *diag)
{
    bool given = d->moved || d->dae->driven;
    double before = given ? stored_now(d) : 0;
    ph_status status = phk_engine_consistent(d, &d->base.sim->now, d->moved, diag);
    d->change = given && !status ? stored_now(d) - before : 0;
    return status;
}

/* What that took is no doing of the integrator where somebody has moved bodies, or a motion goes on
 * with another velocity: that is a blow of the motion. Booked with the first step. */
static void book_start(phk_drive_engine *d)
{
    phk_ledger *ledger = &d->base.sim->ledger;
    if (isfinite(d->change) && d->moved)
        ledger->initial += d->change;
    else if (isfinite(d->change) && d->change != 0)
        phk_ledger_strike(ledger, d->change);
    d->change = 0;
    d->moved = false;
}

void phk_engine_set_aside(phk_drive_engine *d)
{
    phk_point now = phk_state_point(&d->base.sim->now);
    phk_state_keep(d->dae, &now, &d->base.sim->shown);
}

void phk_engine_put_back(phk_drive_engine *d, const phk_state *state)
{
    phk_point p = phk_state_point(state);
    phk_state_keep(d->dae, &p, &d->base.sim->now);
}

static ph_status explain(const phk_drive_engine *d, ph_status status, ph_diag *diag)
{
    return d->rests ? phk_explain_rest(d, status, diag) : phk_explain_engine(d, status, diag);
}

static ph_status begin(phk_drive_engine *d, double h, ph_diag *diag)
{
    ph_sim *sim = d->base.sim;
    ph_status status = d->whole ? PH_OK : phk_engine_heed(&d->base, diag);
    if (!status && !d->whole) status = make_consistent(d, diag);
    if (status) return status;
    phk_point p = phk_state_point(&sim->now);
    sim->stats.restarts++;
    status = d->rests ? phk_engine_begin_whole(d, diag) : d->engine->start(d->engine, &p, h);
    if (status < 0) return d->rests ? status : explain(d, status, diag);
    status = measure_power(d);
    if (status < 0) return phk_system_explain(sim->system, status, diag);
    d->t0 = sim->now.t;
    d->k = 0;
    return PH_OK;
}

static void count(phk_drive_engine *d)
{
    const phk_engine_counts *n = &d->engine->count;
    const ph_stats *e = &d->earlier;
    ph_stats *s = &d->base.sim->stats;
    s->steps = e->steps + n->steps;
    s->rejected = e->rejected + n->rejected;
    s->iterations = e->iterations + n->iterations;
    s->jacobians = e->jacobians + n->jacobians;
    s->solves = e->solves + n->solves;
    s->force_evaluations = e->force_evaluations + n->residuals;
    s->longest = e->longest + n->longest;
    s->shortest = e->shortest + n->shortest;
    s->limited = e->limited + n->limited;
    s->leapt = e->leapt + n->leapt;
    s->rounded = e->rounded + n->rounded;
    s->settled = e->settled + n->settled;
    s->rounding = fmax(e->rounding, n->rounding);
}

/* The first step after an event: where the next one is near, what happens until then is short, and
 * is resolved from the beginning. 0: the engine's choice. */
static double first_step(const phk_drive_engine *d)
{
    const ph_sim *sim = d->base.sim;
    if (d->base.first > 0) return d->base.first;
    double usual = USUAL * fabs(d->base.wanted), part = phk_sim_until_event(sim) / PARTS;
    return part < usual ? part : 0;
}

/* One step of the engine, and the powers at its end. */
static ph_status step(phk_drive_engine *d, double target, bool fixed, ph_diag *diag)
{
    ph_sim *sim = d->base.sim;
    ph_status status = d->engine->step(d->engine, target, fixed);
    count(d);
    if (status < 0) return explain(d, status, diag);
    if (d->rests) phk_engine_tell_rest(d, diag);
    if (fixed && d->engine->guards.crossings == 0) sim->now.t = target;
    if (phk_engine_is_led(d)) status = phk_engine_heed(&d->base, diag);
    if (status < 0) return status;
    status = measure_power(d);
    if (status >= 0) return PH_OK;
    /* what it led to cannot be evaluated: it was not taken */
    phk_engine_put_back(d, &sim->before);
    d->base.fresh = true;
    return phk_system_explain(sim->system, status, diag);
}

/* Nothing is integrated: what the sum of powers over such steps misses is work of who drives. */
static void balance(ph_sim *sim)
{
    ph_energy e;
    if (!ph_sim_energy(sim, &e)) phk_ledger_strike(&sim->ledger, e.numerical);
}

/* What fails leaves no trace, a start neither. */
static ph_status advance(phk_sim_drive *drive, double h, double target, ph_diag *diag)
{
    phk_drive_engine *d = of(drive);
    ph_sim *sim = drive->sim;
    bool fixed = sim->h > 0, fresh = drive->fresh;
    if (fresh) phk_engine_set_aside(d);
    ph_status status = fresh ? begin(d, fixed ? h : first_step(d), diag) : PH_OK;
    if (!status) {
        phk_ledger_keep(&sim->ledger);
        status = step(d, target, fixed, diag);
    }
    if (status) {
        if (fresh) phk_engine_put_back(d, &sim->shown);
        return status;
    }
    drive->fresh = false;
    drive->first = 0;
    d->solved = true;
    drive->h = d->engine->h;
    drive->wanted = d->engine->h_next;
    drive->error = d->engine->error;
    book_start(d);
    phk_ledger_step(&sim->ledger, sim->now.t - sim->before.t);
    if (drive->apart) balance(sim);
    d->k++;
    if (fixed && (fabs(h) != sim->h || d->engine->guards.crossings > 0)) {
        d->t0 = sim->now.t;
        d->k = 0;
    }
    /* what is to happen where guards cross zero happens when it starts anew: until then rows of
     * this step are as it went */
    if (phk_engine_crossed(d)) drive->fresh = true;
    return PH_OK;
}

static double next_time(const phk_sim_drive *drive)
{
    const phk_drive_engine *d = of(drive);
    const ph_sim *sim = drive->sim;
    if (!(sim->h > 0)) return INFINITY;
    if (drive->fresh) return sim->now.t + sim->h;
    return d->t0 + (double)(d->k + 1) * sim->h;
}

static void halt(phk_sim_drive *drive)
{
    drive->fresh = true;
    of(drive)->solved = of(drive)->whole;
}

static ph_status ask(phk_sim_drive *drive, ph_diag *diag)
{
    phk_drive_engine *d = of(drive);
    ph_status status = phk_engine_evaluate(drive, PHK_NOW);
    phk_point now = phk_state_point(&drive->sim->now);
    if (!status) status = phk_mechanism_ask(d->mechanism, &now);
    return status ? phk_system_explain(drive->sim->system, status, diag) : PH_OK;
}

/* The accelerations of a step far shorter than the next are mostly rounding: no use to shift them.
 */
static ph_status jump(phk_sim_drive *drive, bool after, ph_diag *diag)
{
    phk_drive_engine *d = of(drive);
    if (d->whole && after) {
        drive->fresh = false;
        return phk_engine_begin_whole(d, diag);
    }
    bool cut = fabs(drive->h) < SHORT * (drive->sim->h > 0 ? drive->sim->h : fabs(drive->wanted));
    if (drive->fresh) d->solved = d->solved && !after;
    if (drive->fresh) return PH_OK;
    if (cut || !d->engine->jump) {
        if (after) halt(drive);
        return PH_OK;
    }
    ph_status status = d->engine->jump(d->engine, after);
    if (status < 0) return phk_explain_engine(d, status, diag);
    if (!after) return PH_OK;
    status = measure_power(d);
    return status < 0 ? phk_system_explain(drive->sim->system, status, diag) : PH_OK;
}

/* M dv + G'mu = impulse, with velocities after it that meet the constraints. */
static ph_status strike(phk_sim_drive *drive, double sign, ph_diag *diag)
{
    phk_drive_engine *d = of(drive);
    phk_state *now = &drive->sim->now;
    if (d->whole) return PH_OK;
    phk_engine_set_aside(d);
    for (int i = 0; i < d->dae->nv; i++) d->residual[i] = sign * drive->blow.linear[i];
    phk_point p = phk_state_point(now);
    ph_status status = phk_project_blow(d->project, &p, d->residual, now->v);
    if (status < 0)
        status = phk_explain_projection(d, now, status, "velocities", diag);
    else
        status = phk_engine_consistent(d, now, false, diag);
    if (status) phk_engine_put_back(d, &drive->sim->shown);
    return status;
}

static void clear(double *a, int n)
{
    if (n > 0) memset(a, 0, (size_t)n * sizeof *a);
}

void phk_engine_forget(phk_drive_engine *d)
{
    phk_state *now = &d->base.sim->now;
    clear(now->a, d->dae->nv);
    clear(now->lambda, d->dae->nl);
    phk_first_guess(d->base.sim->system, d->dae, now->xd, now->y);
}

static void set(phk_sim_drive *drive, int body, ph_vec3 x, ph_vec3 v, ph_quat q, ph_vec3 w)
{
    phk_drive_engine *d = of(drive);
    const phk_state *now = &drive->sim->now;
    const phk_seat *seat = &drive->seating.seat[body];
    const double quaternion[4] = {q.w, q.x, q.y, q.z};
    phk_put_column3(now->q, 1, seat->place, x);
    phk_put_column3(now->v, 1, seat->speed, v);
    phk_put_column3(now->v, 1, seat->spin, w);
    memcpy(now->q + seat->turn, quaternion, sizeof quaternion);
    /* the same state is the same start: nothing is left of what was before */
    phk_engine_forget(d);
    d->moved = true;
}

static ph_status reverse(phk_sim_drive *drive)
{
    (void)drive;
    return PH_E_UNSUPPORTED;
}

static ph_wrench reaction(const phk_sim_drive *drive, int k, int side)
{
    return phk_mechanism_reaction(of(drive)->mechanism, k, side);
}

static ph_wrench on_body(const phk_sim_drive *drive, int k, int body)
{
    return phk_mechanism_on_body(of(drive)->mechanism, k, body);
}

static bool touches(const void *drive, int k, int body)
{
    return phk_mechanism_touches(of(drive)->mechanism, k, body);
}

static void conclude(const phk_sim_drive *drive, ph_diag *diag)
{
    phk_engine_tell_bends(drive->sim, diag);
    const phk_drive_engine *d = of(drive);
    char name[160] = "";
    if (d->deviating < 0 || d->deviation <= 1e-9 * d->dae->length) return;
    d->dae->describe(d->dae->self, d->deviating, name, sizeof name);
    phk_note(diag,
             "there are more measurements than freedoms: they are missed by %.3g at most, in %s",
             d->deviation, name);
}

static void store_flags(phk_drive_engine *d, phk_store *s)
{
    PHK_STORE_EACH(s, PHK_PART(d->base.fresh), PHK_PART(d->base.h), PHK_PART(d->base.wanted),
                   PHK_PART(d->base.first), PHK_PART(d->base.error), PHK_PART(d->solved),
                   PHK_PART(d->moved), PHK_PART(d->change), PHK_PART(d->passed),
                   PHK_PART(d->unbalanced), PHK_PART(d->earlier), PHK_PART(d->t0), PHK_PART(d->k));
}

static void store(phk_sim_drive *drive, phk_store *s, ph_diag *diag)
{
    phk_drive_engine *d = of(drive);
    if (!s->reading) phk_mechanism_store(d->mechanism, s); /* else it was made of it */
    phk_state_store(d->dae, &drive->sim->now, s);
    phk_state_store(d->dae, &drive->sim->before, s);
    store_flags(d, s);
    if (d->engine->store) {
        phk_project_store(d->project, s);
        d->engine->store(d->engine, s);
    } else if (s->reading && !s->status) {
        halt(drive);
        d->earlier = drive->sim->stats;
        phk_note(diag, "integrator `%s` starts anew at %.10g s: what it remembers is not kept",
                 d->engine->method->info.name, drive->sim->now.t);
    }
}

void phk_drive_engine_methods(phk_sim_drive *drive)
{
    drive->advance = advance;
    drive->next_time = next_time;
    drive->halt = halt;
    drive->ask = ask;
    drive->jump = jump;
    drive->strike = strike;
    drive->leap = of(drive)->whole ? NULL : phk_engine_leap;
    drive->set = set;
    drive->reverse = reverse;
    drive->heed = phk_engine_heed;
    drive->evaluate = phk_engine_evaluate;
    drive->look = phk_engine_look;
    drive->reaction = reaction;
    drive->on_body = on_body;
    drive->touches = touches;
    drive->conclude = conclude;
    drive->store = store;
}
