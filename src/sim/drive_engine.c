/* SPDX-License-Identifier: BSD-3-Clause
 *
 * An engine drives the simulation: a mechanism as a differential-algebraic system, by equal steps
 * or by a tolerance. It starts anew after what happens at an instant, from velocities that meet the
 * constraints; a step of another size needs no start.
 *
 * Rows show accelerations and reactions of the index-1 system, solved at the row with velocities
 * that meet the constraints (those of the steps meet them to the method's order only); they are
 * smooth where the engine's own carry what a change of step does to them. Nothing of that is fed
 * back. Rows within a step are interpolated, then brought back onto the constraints.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "base/diag.h"
#include "integrate/engine.h"
#include "integrate/project.h"
#include "mech/assemble.h"
#include "mech/mechanism.h"
#include "sim/cells.h"
#include "sim/engine_failure.h"
#include "sim/sim.h"

enum { STEPS_LEAST = 50 }; /* of a run to a tolerance, unless `max_step` says otherwise */

/* All a system needs to be evaluated; arrays as in phk_point. */
typedef struct {
    double t;
    double *q, *v, *a, *x, *xd, *lambda, *y;
} level;

typedef struct {
    phk_sim_drive base;
    phk_mechanism *mechanism;
    const phk_dae *dae;
    phk_assembly *assembly;
    phk_project *project;
    phk_engine *engine;
    level here;       /* what `now` is made of */
    level before;     /* the same at the beginning of the last step */
    level seen;       /* of the last look */
    bool solved;      /* a, xd, lambda, y of `here` belong to its state and to the present loads */
    bool moved;       /* positions were changed from outside */
    double *residual; /* [nv + nx + nl + ny] g, d, c, s */
    double *rate;     /* [nl] */
    double longest;   /* [s] step that may be taken to a tolerance */
    double t0;        /* time of step k of equal ones is t0 + k h */
    long long k;
} drive_engine;

static drive_engine *of(const phk_sim_drive *drive)
{
    return (drive_engine *)drive;
}

static phk_point point_of(const level *l)
{
    return (phk_point){l->t, l->q, l->v, l->a, l->x, l->xd, l->lambda, l->y};
}

static void copy(double *to, const double *from, int n)
{
    if (n > 0) memcpy(to, from, (size_t)n * sizeof *to);
}

static void copy_level(const phk_dae *dae, level *to, const phk_point *from)
{
    to->t = from->t;
    copy(to->q, from->q, dae->nq);
    copy(to->v, from->v, dae->nv);
    copy(to->a, from->a, dae->nv);
    copy(to->x, from->x, dae->nx);
    copy(to->xd, from->xd, dae->nx);
    copy(to->lambda, from->lambda, dae->nl);
    copy(to->y, from->y, dae->ny);
}

static ph_status evaluate_level(drive_engine *d, const level *l)
{
    const phk_dae *dae = d->dae;
    phk_point p = point_of(l);
    double *g = d->residual, *dd = g + dae->nv, *c = dd + dae->nx, *s = c + dae->nl;
    return dae->residual(dae->self, &p, g, dd, c, s);
}

static double largest(const double *a, int n)
{
    double most = 0;
    for (int i = 0; i < n; i++) most = fmax(most, fabs(a[i]));
    return most;
}

/* ---- consistent states ---- */

/* Accelerations, rates, multipliers and algebraic unknowns of a level. */
static ph_status solve(drive_engine *d, level *l, ph_diag *diag)
{
    phk_point p = point_of(l);
    ph_status status = phk_project_accelerations(d->project, &p, l->a, l->lambda, l->xd, l->y);
    if (status < 0)
        return phk_explain_projection(d->base.sim->system, d->dae, d->project, status, l->t,
                                      "accelerations and reactions", diag);
    return PH_OK;
}

/* Velocities that meet the constraints; positions too where they were changed. */
static ph_status make_consistent(drive_engine *d, level *l, bool positions, ph_diag *diag)
{
    phk_point p = point_of(l);
    double left;
    ph_status status = PH_OK;
    if (d->dae->nl == 0) return PH_OK;
    if (positions) {
        status = phk_project_positions(d->project, &p, l->q, 1e-12 * d->dae->length, 50, &left);
        if (status < 0)
            return phk_explain_projection(d->base.sim->system, d->dae, d->project, status, l->t,
                                          "positions", diag);
    }
    status = phk_project_velocities(d->project, &p, l->v, NULL);
    if (status < 0)
        return phk_explain_projection(d->base.sim->system, d->dae, d->project, status, l->t,
                                      "velocities", diag);
    return PH_OK;
}

static void show(drive_engine *d, const level *l)
{
    phk_cells_scatter(d->dae, l->q, l->v, d->base.now, d->base.ld);
}

static void gather(drive_engine *d, const phk_state *state, level *l)
{
    phk_cells_gather(d->dae, state, l->q, l->v);
}

/* ---- steps ---- */

/* What a motion, or a constraint by an expression, puts into the system. */
static double driven_power(const drive_engine *d, int k)
{
    const phk_system *sys = d->base.sim->system;
    bool equation = sys->constraint[k].kind == PHK_HOLD_EQUATION;
    double power = 0;
    for (int side = 0; side < 2 && !equation; side++) {
        ph_wrench w = phk_mechanism_reaction(d->mechanism, k, side);
        ph_frame f = phk_marker_frame(sys, sys->constraint[k].marker[side]);
        power += ph_dot(w.force, f.v) + ph_dot(w.torque, f.w);
    }
    for (int i = 0; i < sys->bodies && equation; i++) {
        if (!phk_mechanism_touches(d->mechanism, k, i)) continue;
        ph_wrench w = phk_mechanism_on_body(d->mechanism, k, i);
        power += ph_dot(w.force, sys->pose[i].v) + ph_dot(w.torque, sys->pose[i].w);
    }
    return power;
}

/* Powers at the present state, for the ledger. */
static ph_status measure_power(drive_engine *d)
{
    phk_ledger *l = &d->base.sim->ledger;
    if (l->accounts == 0) return PH_OK;
    ph_status status = evaluate_level(d, &d->here);
    if (status) return status;
    phk_ledger_powers(l, d->base.sim->system, l->power);
    for (int k = l->accounts - 1; k >= 0 && l->account[k].group < 0; k--)
        l->power[k] = driven_power(d, l->account[k].index);
    return PH_OK;
}

static ph_status begin(drive_engine *d, double h, ph_diag *diag)
{
    ph_sim *sim = d->base.sim;
    level *l = &d->here;
    phk_state state = phk_sim_state(sim);
    l->t = sim->t;
    gather(d, &state, l);
    ph_status status = make_consistent(d, l, d->moved, diag);
    if (status) return status;
    phk_point p = point_of(l);
    sim->stats.restarts++;
    status = d->engine->start(d->engine, &p, h);
    if (status < 0) return phk_explain_engine(sim->system, d->engine, status, diag);
    /* positions and velocities shown are those started from: what the engine adds to them for its
     * own sake vanishes with the step */
    const phk_point *now = &d->engine->now;
    copy(l->a, now->a, d->dae->nv);
    copy(l->xd, now->xd, d->dae->nx);
    copy(l->lambda, now->lambda, d->dae->nl);
    copy(l->y, now->y, d->dae->ny);
    d->base.fresh = d->moved = false;
    d->solved = true;
    d->t0 = sim->t;
    d->k = 0;
    status = measure_power(d);
    return status < 0 ? phk_system_explain(sim->system, status, diag) : PH_OK;
}

static void count(drive_engine *d)
{
    const phk_engine_counts *n = &d->engine->count;
    ph_stats *s = &d->base.sim->stats;
    s->steps = n->steps;
    s->rejected = n->rejected;
    s->iterations = n->iterations;
    s->jacobians = n->jacobians;
    s->solves = n->solves;
    s->force_evaluations = n->residuals;
}

/* What a step led to cannot be evaluated: it was not taken. */
static ph_status go_back(drive_engine *d, ph_status status, ph_diag *diag)
{
    phk_point before = point_of(&d->before);
    phk_ledger *l = &d->base.sim->ledger;
    copy_level(d->dae, &d->here, &before);
    memcpy(l->power, l->power_before, (size_t)l->accounts * sizeof *l->power);
    d->base.fresh = true;
    return phk_system_explain(d->base.sim->system, status, diag);
}

static ph_status advance(phk_sim_drive *drive, double h, double target, ph_diag *diag)
{
    drive_engine *d = of(drive);
    ph_sim *sim = drive->sim;
    bool fixed = sim->h > 0;
    ph_status status = drive->fresh ? begin(d, fixed ? h : 0, diag) : PH_OK;
    if (status) return status;
    phk_point here = point_of(&d->here);
    copy_level(d->dae, &d->before, &here);
    phk_ledger_keep(&sim->ledger);
    /* no step so long that it may miss what happens meanwhile */
    if (!fixed && d->engine->h_next > d->longest) target = fmin(target, sim->t + d->longest);
    status = d->engine->step(d->engine, target, fixed);
    count(d);
    if (status < 0) return phk_explain_engine(sim->system, d->engine, status, diag);
    copy_level(d->dae, &d->here, &d->engine->now);
    if (fixed) d->here.t = target;
    status = measure_power(d);
    if (status < 0) return go_back(d, status, diag);
    show(d, &d->here);
    sim->t = d->here.t;
    drive->h = d->engine->h;
    drive->error = d->engine->error;
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
    const drive_engine *d = of(drive);
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
    drive_engine *d = of(drive);
    phk_state state = phk_sim_state(drive->sim);
    d->here.t = drive->sim->t;
    gather(d, &state, &d->here);
    phk_cells_strike(d->dae, linear, angular, drive->ld, sign, d->here.v);
    ph_status status = make_consistent(d, &d->here, false, diag);
    if (!status) show(d, &d->here);
    return status;
}

static void clear(double *a, int n)
{
    if (n > 0) memset(a, 0, (size_t)n * sizeof *a);
}

static void forget(level *l, const phk_dae *dae)
{
    clear(l->a, dae->nv);
    clear(l->xd, dae->nx);
    clear(l->lambda, dae->nl);
    clear(l->y, dae->ny);
}

static void set(phk_sim_drive *drive, int body, ph_vec3 x, ph_vec3 v, ph_quat q, ph_vec3 w)
{
    drive_engine *d = of(drive);
    int ld = drive->ld;
    size_t n = (size_t)ld;
    double *s = drive->now, quaternion[4] = {q.w, q.x, q.y, q.z};
    phk_put3(s + PHK_X * n, ld, body, x);
    phk_put3(s + PHK_V * n, ld, body, v);
    phk_put3(s + PHK_W * n, ld, body, w);
    for (size_t c = 0; c < 4; c++) s[(PHK_Q + c) * n + (size_t)body] = quaternion[c];
    phk_state state = phk_sim_state(drive->sim);
    gather(d, &state, &d->here);
    /* the same state is the same start: nothing is left of what was before */
    forget(&d->here, d->dae);
    d->moved = true;
}

static ph_status reverse(phk_sim_drive *drive)
{
    (void)drive;
    return PH_E_UNSUPPORTED;
}

/* ---- looking ---- */

static bool is_now(const drive_engine *d, const phk_state *state)
{
    return state->x == phk_sim_state(d->base.sim).x;
}

/* Only at the present state: within a step the ledger knows the work (see measure_power). */
static ph_status evaluate(phk_sim_drive *drive, double t, const phk_state *state)
{
    drive_engine *d = of(drive);
    level *l = &d->here;
    if (!is_now(d, state)) return PH_E_USAGE;
    if (!d->solved) {
        l->t = t;
        phk_point p = point_of(l);
        ph_status status = phk_project_accelerations(d->project, &p, l->a, l->lambda, l->xd, l->y);
        if (status < 0) return status;
        d->solved = true;
    }
    return evaluate_level(d, l);
}

/* Cubic through values and slopes at both ends of the step. */
static double hermite(double a, double da, double b, double db, double h, double s)
{
    double s2 = s * s, s3 = s2 * s;
    return (1 - 3 * s2 + 2 * s3) * a + (3 * s2 - 2 * s3) * b +
           h * ((s - 2 * s2 + s3) * da + (s3 - s2) * db);
}

/* A level within the last step: positions and velocities from a state, states by themselves, and
 * the rest as a first guess. */
static ph_status make_between(drive_engine *d, double t, const phk_state *state, ph_diag *diag)
{
    const level *a = &d->before, *b = &d->here;
    level *l = &d->seen;
    const phk_dae *dae = d->dae;
    double h = b->t - a->t, s = (t - a->t) / h;
    l->t = t;
    gather(d, state, l);
    for (int i = 0; i < dae->nx; i++) {
        l->x[i] = hermite(a->x[i], a->xd[i], b->x[i], b->xd[i], h, s);
        l->xd[i] = a->xd[i] + s * (b->xd[i] - a->xd[i]);
    }
    for (int i = 0; i < dae->nv; i++) l->a[i] = a->a[i] + s * (b->a[i] - a->a[i]);
    for (int i = 0; i < dae->nl; i++)
        l->lambda[i] = a->lambda[i] + s * (b->lambda[i] - a->lambda[i]);
    for (int i = 0; i < dae->ny; i++) l->y[i] = a->y[i] + s * (b->y[i] - a->y[i]);
    return make_consistent(d, l, true, diag);
}

/* How far constraints and their rates are from zero; the level was evaluated last. */
static double violation_of(const drive_engine *d, const level *l)
{
    const phk_dae *dae = d->dae;
    double most = largest(d->residual + dae->nv + dae->nx, dae->nl);
    for (int k = 0; k < dae->cells; k++) {
        const double *e = l->q + dae->cell[k].q;
        if (dae->cell[k].kind != PHK_CELL_ROTATION) continue;
        most = fmax(most, fabs(sqrt(e[0] * e[0] + e[1] * e[1] + e[2] * e[2] + e[3] * e[3]) - 1));
    }
    return most;
}

/* The same for the rates, at the velocities that are shown. */
static ph_status note_rates(drive_engine *d, const level *l, const double *v)
{
    const phk_dae *dae = d->dae;
    ph_stats *stats = &d->base.sim->stats;
    phk_point p = point_of(l);
    p.v = v;
    if (dae->nl == 0) return PH_OK;
    ph_status status = dae->rates(dae->self, &p, d->rate, NULL);
    if (status) return status;
    stats->largest_rate_violation = fmax(stats->largest_rate_violation, largest(d->rate, dae->nl));
    return PH_OK;
}

static ph_status look(phk_sim_drive *drive, double t, const phk_state *state, ph_diag *diag)
{
    drive_engine *d = of(drive);
    const phk_dae *dae = d->dae;
    level *l = &d->seen;
    bool within = !is_now(d, state);
    ph_status status;
    if (within) {
        status = make_between(d, t, state, diag);
        if (!status) phk_cells_scatter(dae, l->q, l->v, drive->sim->between, drive->ld);
    } else {
        phk_point here = point_of(&d->here);
        copy_level(dae, l, &here);
        l->t = t;
        status = make_consistent(d, l, false, diag);
    }
    if (!status) status = solve(d, l, diag);
    if (status) return status;
    status = note_rates(d, l, within ? l->v : d->here.v);
    /* last, so that wrenches, expressions and reactions are those of the row */
    if (!status) status = evaluate_level(d, l);
    if (status < 0) return phk_system_explain(drive->sim->system, status, diag);
    phk_cells_rates(dae, l->a, drive->rates, drive->rates + 3 * (size_t)drive->ld, drive->ld);
    drive->violation = violation_of(d, l);
    drive->states = l->x;
    return PH_OK;
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
    drive_engine *d = of(drive);
    if (d->engine) d->engine->free(d->engine);
    phk_project_free(d->project);
    phk_assembly_free(d->assembly);
    phk_mechanism_free(d->mechanism);
    free(d);
}

static double *doubles(drive_engine *d, int n)
{
    return phk_arena_alloc(&d->base.sim->arena, ((size_t)n + 1) * sizeof(double));
}

static ph_status make_level(drive_engine *d, level *l)
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

static ph_status allocate(drive_engine *d)
{
    const phk_dae *dae = d->dae;
    phk_sim_drive *base = &d->base;
    base->ld = d->base.sim->system->bodies;
    base->now = doubles(d, PHK_STATE_SLOTS * base->ld);
    base->rates = doubles(d, 6 * base->ld);
    d->residual = doubles(d, dae->nv + dae->nx + dae->nl + dae->ny);
    d->rate = doubles(d, dae->nl);
    if (!base->now || !base->rates || !d->residual || !d->rate) return PH_E_NOMEM;
    memset(base->now, 0, PHK_STATE_SLOTS * (size_t)base->ld * sizeof(double));
    memset(base->rates, 0, 6 * (size_t)base->ld * sizeof(double));
    level *all[] = {&d->here, &d->before, &d->seen};
    for (int i = 0; i < 3; i++)
        if (make_level(d, all[i])) return PH_E_NOMEM;
    return phk_project_create(dae, &d->project);
}

/* The state to start from. A body on a pivot has its place from the model. */
static void take_assembly(drive_engine *d)
{
    const phk_assembly *a = d->assembly;
    const ph_sim *sim = d->base.sim;
    phk_point p = {a->t, a->q, a->v, a->a, a->x, a->xd, a->lambda, a->y};
    copy_level(d->dae, &d->here, &p);
    forget(&d->here, d->dae);
    for (int i = 0; i < sim->system->bodies; i++)
        phk_put3(d->base.now + PHK_X * (size_t)d->base.ld, d->base.ld, i,
                 sim->model->body[i].pivot);
    show(d, &d->here);
}

static ph_status create_engine(drive_engine *d, const phk_engine_method *method)
{
    const ph_options *o = &d->base.sim->options;
    d->longest = o->max_step > 0 ? o->max_step : (o->end - o->start) / STEPS_LEAST;
    phk_engine_options e = {.tolerance = o->tolerance,
                            .alpha = o->alpha,
                            .rho = o->rho,
                            .length = o->scale[0] > 0 ? o->scale[0] : 1,
                            .angle = o->scale[1] > 0 ? o->scale[1] : 1,
                            .time = o->scale[2] > 0 ? o->scale[2] : 1,
                            .span = o->end - o->start};
    return method->create(d->dae, &e, &d->engine);
}

ph_status phk_drive_engine_create(ph_sim *sim, const phk_engine_method *method, ph_diag *diag,
                                  phk_sim_drive **out)
{
    *out = NULL;
    drive_engine *d = calloc(1, sizeof *d);
    if (!d) return PH_E_NOMEM;
    d->base = (phk_sim_drive){.sim = sim,
                              .fresh = true,
                              .advance = advance,
                              .next_time = next_time,
                              .halt = halt,
                              .strike = strike,
                              .set = set,
                              .reverse = reverse,
                              .evaluate = evaluate,
                              .look = look,
                              .reaction = reaction,
                              .on_body = on_body,
                              .touches = touches,
                              .free = free_drive};
    *out = &d->base;
    ph_status status = phk_mechanism_create(sim->system, diag, &d->mechanism);
    if (!status)
        status = phk_assemble(sim->system, d->mechanism, sim->options.start, diag, &d->assembly);
    if (status) return status;
    /* without the rows that assembly found redundant */
    d->dae = phk_mechanism_dae(d->mechanism);
    status = allocate(d);
    if (status) return status;
    take_assembly(d);
    return create_engine(d, method);
}
