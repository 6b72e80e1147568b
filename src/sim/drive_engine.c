/* SPDX-License-Identifier: BSD-3-Clause
 *
 * An engine drives the simulation: a mechanism as a differential-algebraic system, by equal steps
 * or by a tolerance. It starts anew after what happens at an instant, from velocities that meet the
 * constraints; a step of another size needs no start.
 */
#include "sim/drive_engine.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "base/diag.h"
#include "sim/cells.h"
#include "sim/sim.h"

#define USUAL 0.1 /* of the step before an event: the one after it */
#define PARTS 50  /* of the time to the next event: steps it is given at first */

static phk_drive_engine *of(const phk_sim_drive *drive)
{
    return (phk_drive_engine *)drive;
}

static void copy(double *to, const double *from, int n)
{
    if (n > 0) memcpy(to, from, (size_t)n * sizeof *to);
}

static void show(phk_drive_engine *d, const phk_snapshot *l)
{
    phk_cells_scatter(d->dae, l->q, l->v, d->base.now, d->base.ld);
}

static void gather(phk_drive_engine *d, const phk_state *state, phk_snapshot *l)
{
    phk_cells_gather(d->dae, state, l->q, l->v);
}

/* ---- steps ---- */

/* What a motion, a constraint by an expression or one on velocities puts into the system. */
static double driven_power(const phk_drive_engine *d, int k)
{
    const phk_system *sys = d->base.sim->system;
    if (sys->program->constraint[k].velocity_rows)
        return phk_mechanism_velocity_power(d->mechanism, k);
    bool equation = sys->program->constraint[k].kind == PHK_HOLD_EQUATION;
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

/* `here` as a state, with the places of pivots. */
static phk_state state_here(phk_drive_engine *d)
{
    double *between = d->base.sim->between;
    memcpy(between, d->base.now, PHK_STATE_SLOTS * (size_t)d->base.ld * sizeof *between);
    phk_cells_scatter(d->dae, d->here.q, d->here.v, between, d->base.ld);
    return phk_state_of(between, d->base.ld);
}

/* Wrenches at the present state. Where they need nothing that is solved for, without asking joints
 * for theirs: that is a quarter of the time of a V8 engine. */
static ph_status evaluate_here(phk_drive_engine *d)
{
    ph_sim *sim = d->base.sim;
    if (!d->plain) return phk_snapshot_evaluate(d, &d->here);
    phk_state state = state_here(d);
    ph_status status = phk_system_evaluate(sim->system, d->here.t, &state);
    return status ? status : phk_system_wrenches(sim->system, d->here.t);
}

/* Powers at the present state, for the ledger. */
static ph_status measure_power(phk_drive_engine *d)
{
    phk_ledger *l = &d->base.sim->ledger;
    if (l->accounts == 0) return PH_OK;
    ph_status status = evaluate_here(d);
    if (status) return status;
    phk_ledger_powers(l, d->base.sim->system, l->power);
    for (int k = l->accounts - 1; k >= 0 && l->account[k].group < 0; k--)
        l->power[k] = driven_power(d, l->account[k].index);
    return PH_OK;
}

/* Kinetic and potential energy at `here`. */
static double stored_here(phk_drive_engine *d)
{
    ph_sim *sim = d->base.sim;
    phk_state state = state_here(d);
    if (phk_system_evaluate(sim->system, d->here.t, &state)) return NAN;
    return phk_sim_kinetic(sim, &state) + phk_system_potential(sim->system, NULL);
}

/* Brings `here` onto the constraints; what that changes of the energy stored is kept where somebody
 * has moved bodies or drives. */
static ph_status make_consistent(phk_drive_engine *d, ph_diag *diag)
{
    bool given = d->moved || d->dae->driven;
    double before = given ? stored_here(d) : 0;
    ph_status status = phk_snapshot_consistent(d, &d->here, d->moved, diag);
    d->change = given && !status ? stored_here(d) - before : 0;
    return status;
}

/* What that took is no doing of the integrator where somebody has moved bodies, or a motion goes on
 * with another velocity: that is a blow of the motion. Booked with the first step, which brings the
 * change: until then the state is what was given. */
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

/* What fails leaves no trace: the next step begins anew. */
static ph_status begin(phk_drive_engine *d, double h, ph_diag *diag)
{
    ph_sim *sim = d->base.sim;
    phk_snapshot *l = &d->here;
    phk_state state = phk_sim_state(sim);
    l->t = sim->t;
    gather(d, &state, l);
    ph_status status = make_consistent(d, diag);
    if (status) return status;
    phk_point p = phk_snapshot_point(l);
    sim->stats.restarts++;
    status = d->engine->start(d->engine, &p, h);
    if (status < 0) return phk_explain_engine(d, status, diag);
    /* positions and velocities shown are those started from: what the engine adds to them for its
     * own sake vanishes with the step */
    const phk_point *now = &d->engine->now;
    copy(l->a, now->a, d->dae->nv);
    copy(l->xd, now->xd, d->dae->nx);
    copy(l->lambda, now->lambda, d->dae->nl);
    copy(l->y, now->y, d->dae->ny);
    status = measure_power(d);
    if (status < 0) return phk_system_explain(sim->system, status, diag);
    d->base.fresh = false;
    d->solved = true;
    d->t0 = sim->t;
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
    s->rounded = e->rounded + n->rounded;
    s->settled = e->settled + n->settled;
    s->rounding = fmax(e->rounding, n->rounding);
}

/* What a step led to cannot be evaluated: it was not taken. */
static ph_status go_back(phk_drive_engine *d, ph_status status, ph_diag *diag)
{
    phk_point before = phk_snapshot_point(&d->before);
    phk_snapshot_copy(d->dae, &d->here, &before);
    d->base.fresh = true;
    return phk_system_explain(d->base.sim->system, status, diag);
}

/* The first step after an event: where the next one is near, what happens until then is short, and
 * is resolved from the beginning. 0: the engine's choice. */
static double first_step(const phk_drive_engine *d)
{
    const ph_sim *sim = d->base.sim;
    double usual = USUAL * fabs(d->base.wanted), part = phk_sim_until_event(sim) / PARTS;
    return part < usual ? part : 0;
}

static ph_status advance(phk_sim_drive *drive, double h, double target, ph_diag *diag)
{
    phk_drive_engine *d = of(drive);
    ph_sim *sim = drive->sim;
    bool fixed = sim->h > 0;
    ph_status status = drive->fresh ? begin(d, fixed ? h : first_step(d), diag) : PH_OK;
    if (status) return status;
    phk_point here = phk_snapshot_point(&d->here);
    phk_snapshot_copy(d->dae, &d->before, &here);
    phk_ledger_keep(&sim->ledger);
    status = d->engine->step(d->engine, target, fixed);
    count(d);
    if (status < 0) return phk_explain_engine(d, status, diag);
    phk_snapshot_copy(d->dae, &d->here, &d->engine->now);
    if (fixed) d->here.t = target;
    status = measure_power(d);
    if (status < 0) return go_back(d, status, diag);
    show(d, &d->here);
    sim->t = d->here.t;
    drive->h = d->engine->h;
    drive->wanted = d->engine->h_next;
    drive->error = d->engine->error;
    book_start(d);
    phk_ledger_step(&sim->ledger, sim->t - d->before.t);
    d->k++;
    if (fixed && fabs(h) != sim->h) {
        d->t0 = sim->t;
        d->k = 0;
    }
    return PH_OK;
}

static double next_time(const phk_sim_drive *drive)
{
    const phk_drive_engine *d = of(drive);
    const ph_sim *sim = drive->sim;
    if (!(sim->h > 0)) return INFINITY;
    if (drive->fresh) return sim->t + sim->h;
    return d->t0 + (double)(d->k + 1) * sim->h;
}

static void halt(phk_sim_drive *drive)
{
    drive->fresh = true;
    of(drive)->solved = false;
}

/* M dv + G'mu = impulse, with velocities after it that meet the constraints. */
static ph_status strike(phk_sim_drive *drive, const double *linear, const double *angular,
                        double sign, ph_diag *diag)
{
    phk_drive_engine *d = of(drive);
    phk_state state = phk_sim_state(drive->sim);
    d->here.t = drive->sim->t;
    gather(d, &state, &d->here);
    phk_cells_blow(d->dae, linear, angular, drive->ld, sign, d->residual);
    phk_point p = phk_snapshot_point(&d->here);
    ph_status status = phk_project_blow(d->project, &p, d->residual, d->here.v);
    if (status < 0) return phk_explain_projection(d, &d->here, status, "velocities", diag);
    status = phk_snapshot_consistent(d, &d->here, false, diag);
    if (!status) show(d, &d->here);
    return status;
}

static void clear(double *a, int n)
{
    if (n > 0) memset(a, 0, (size_t)n * sizeof *a);
}

static void forget(phk_drive_engine *d)
{
    phk_snapshot *l = &d->here;
    clear(l->a, d->dae->nv);
    clear(l->lambda, d->dae->nl);
    phk_first_guess(d->base.sim->system, d->dae, l->xd, l->y);
}

static void set(phk_sim_drive *drive, int body, ph_vec3 x, ph_vec3 v, ph_quat q, ph_vec3 w)
{
    phk_drive_engine *d = of(drive);
    int ld = drive->ld;
    size_t n = (size_t)ld;
    double *s = drive->now, quaternion[4] = {q.w, q.x, q.y, q.z};
    phk_put_column3(s + PHK_X * n, ld, body, x);
    phk_put_column3(s + PHK_V * n, ld, body, v);
    phk_put_column3(s + PHK_W * n, ld, body, w);
    for (size_t c = 0; c < 4; c++) s[(PHK_Q + c) * n + (size_t)body] = quaternion[c];
    phk_state state = phk_sim_state(drive->sim);
    gather(d, &state, &d->here);
    /* the same state is the same start: nothing is left of what was before */
    forget(d);
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

/* ---- creation ---- */

static void free_drive(phk_sim_drive *drive)
{
    phk_drive_engine *d = of(drive);
    if (d->engine) d->engine->free(d->engine);
    phk_project_free(d->project);
    phk_mechanism_free(d->mechanism);
    free(d);
}

static double *doubles(phk_drive_engine *d, int n)
{
    return phk_arena_alloc(&d->base.sim->arena, ((size_t)n + 1) * sizeof(double));
}

static ph_status make_level(phk_drive_engine *d, phk_snapshot *l)
{
    const phk_dae *dae = d->dae;
    const int size[] = {dae->nq, dae->nv, dae->nv, dae->nx, dae->nx, dae->nl, dae->ny};
    double **array[] = {&l->q, &l->v, &l->a, &l->x, &l->xd, &l->lambda, &l->y};
    for (int i = 0; i < 7; i++) {
        *array[i] = doubles(d, size[i]);
        if (!*array[i]) return PH_E_NOMEM;
        memset(*array[i], 0, (size_t)size[i] * sizeof(double));
    }
    return PH_OK;
}

static ph_status allocate(phk_drive_engine *d)
{
    const phk_dae *dae = d->dae;
    phk_sim_drive *base = &d->base;
    base->ld = d->base.sim->system->program->bodies;
    base->now = doubles(d, PHK_STATE_SLOTS * base->ld);
    base->rates = doubles(d, 6 * base->ld);
    d->residual = doubles(d, dae->nv + dae->nx + dae->nl + dae->ny);
    d->rate = doubles(d, dae->nl);
    if (!base->now || !base->rates || !d->residual || !d->rate) return PH_E_NOMEM;
    memset(base->now, 0, PHK_STATE_SLOTS * (size_t)base->ld * sizeof(double));
    memset(base->rates, 0, 6 * (size_t)base->ld * sizeof(double));
    phk_snapshot *all[] = {&d->here, &d->before, &d->seen};
    for (int i = 0; i < 3; i++)
        if (make_level(d, all[i])) return PH_E_NOMEM;
    return phk_project_create(dae, &d->project);
}

/* The state to start from. A body on a pivot has its place from the model. */
static void take_assembly(phk_drive_engine *d, const phk_assembly *a, bool later)
{
    const ph_sim *sim = d->base.sim;
    phk_point p = {a->t, a->q, a->v, a->a, a->x, a->xd, a->lambda, a->y};
    phk_snapshot_copy(d->dae, &d->here, &p);
    /* what is solved for may have several solutions: it goes on with the one it had */
    if (!later) forget(d);
    for (int i = 0; i < sim->system->program->bodies; i++)
        phk_put_column3(d->base.now + PHK_X * (size_t)d->base.ld, d->base.ld, i,
                        phk_bodies(sim->model)[i].pivot);
    show(d, &d->here);
}

static ph_status create_engine(phk_drive_engine *d, const phk_engine_method *method)
{
    const ph_options *o = &d->base.sim->options;
    const phk_system *sys = d->base.sim->system;
    phk_engine_options e = {.project = d->project,
                            .run = *o,
                            .length = o->scale[0] > 0 ? o->scale[0] : phk_system_size(sys),
                            .angle = o->scale[1] > 0 ? o->scale[1] : 1,
                            .time = o->scale[2] > 0 ? o->scale[2] : 1,
                            .follow = !(o->scale[2] > 0),
                            .span = o->end - o->start};
    if (!(o->tolerance > 0)) e.run.min_step = 0;
    /* at the least speed a run can have */
    double small = o->tolerance > 0 ? o->tolerance : PHK_DEFAULT_TOLERANCE;
    double time = e.follow && e.span > 0 ? e.span : e.time;
    d->base.speed = small * e.length / time;
    d->base.spin = small * e.angle / time;
    return method->create(d->dae, &e, &d->engine);
}

/* From the drawing, or from where another engine has come to. */
static ph_status assemble(phk_drive_engine *d, const phk_sim_drive *before, ph_diag *diag,
                          phk_assembly **out)
{
    ph_sim *sim = d->base.sim;
    double t = sim->options.start;
    if (!before) return phk_assemble(sim->system, d->mechanism, t, NULL, diag, out);
    const phk_dae *dae = phk_mechanism_dae(d->mechanism);
    double *q = doubles(d, dae->nq), *v = doubles(d, dae->nv);
    if (!q || !v) return PH_E_NOMEM;
    phk_state state = phk_state_of(before->now, before->ld);
    phk_cells_gather(dae, &state, q, v);
    const phk_snapshot *here = &of(before)->here;
    phk_assemble_from from = {q, v, here->x, here->xd, here->y};
    return phk_assemble(sim->system, d->mechanism, t, &from, diag, out);
}

ph_status phk_drive_engine_create(ph_sim *sim, const phk_engine_method *method,
                                  const phk_sim_drive *before, ph_diag *diag, phk_sim_drive **out)
{
    *out = NULL;
    phk_drive_engine *d = calloc(1, sizeof *d);
    if (!d) return PH_E_NOMEM;
    d->base = (phk_sim_drive){.sim = sim,
                              .fresh = true,
                              .multistep = method->multistep,
                              .advance = advance,
                              .next_time = next_time,
                              .halt = halt,
                              .strike = strike,
                              .leap = phk_engine_leap,
                              .set = set,
                              .reverse = reverse,
                              .evaluate = phk_engine_evaluate,
                              .look = phk_engine_look,
                              .reaction = reaction,
                              .on_body = on_body,
                              .touches = touches,
                              .free = free_drive};
    *out = &d->base;
    phk_assembly *assembly = NULL;
    ph_status status = phk_mechanism_create(sim->system, diag, &d->mechanism);
    if (!status) status = assemble(d, before, diag, &assembly);
    if (status) return status;
    d->earlier = sim->stats;
    /* without the rows that assembly found redundant */
    d->dae = phk_mechanism_dae(d->mechanism);
    status = allocate(d);
    if (!status) take_assembly(d, assembly, before != NULL);
    phk_assembly_free(assembly);
    if (status) return status;
    const phk_ledger *l = &sim->ledger;
    d->plain =
        d->dae->nx == 0 && d->dae->ny == 0 && !phk_program_check_explicit(sim->program, NULL);
    if (l->accounts > 0 && l->account[l->accounts - 1].group < 0) d->plain = false;
    return create_engine(d, method);
}
