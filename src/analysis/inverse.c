/* SPDX-License-Identifier: BSD-3-Clause
 *
 * inverse.c -- the forces behind a motion that was measured.
 *
 * Rows J of motions with a weight w are followed as well as the other constraints, G, allow:
 *
 *   positions      sum w c^2 least, with C = 0         by Gauss-Newton
 *   velocities     sum w (J v + c_t)^2 least, with G v + C_t = 0
 *   accelerations  likewise with gamma
 *   forces tau     M v' + w x J w + G'lambda + J'tau = Q with sum tau^2/w least
 *
 * and one matrix serves all four,
 *
 *   [ 0  G'   J'  ]
 *   [ G  0    0   ]
 *   [ J  0  -1/w  ]
 *
 * With as many measurements as freedoms they are met exactly, the weights play no part and the
 * forces are those of kinematics; with fewer the matrix is singular.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "analysis/engines.h"
#include "analysis/equilibrium_work.h"

#define TURN    (PH_PI / 6) /* [rad] a body turns by in an iteration, or in a part of a step */
#define STILL   1e-13       /* of the size of all, or [rad]: a correction that is none */
#define NEARLY  1e-7        /* and one that is small when they no longer shrink */
#define CLOSED  1e-10       /* of the length of all: constraints that are met */
#define LEAST   1e-6        /* of a step: a shorter part is not tried */
#define DEFAULT 0.001       /* of the run: a step that nobody has limited */
enum { ROUNDS = 60, FORCE_ROUNDS = 30 };

typedef struct {
    phk_engine base;
    phk_statics *work;    /* pattern, derivatives, factors */
    const double *weight; /* [nl] 0: to be met exactly */
    double *rate;         /* [nl] */
    double *still;        /* [nv] */
    double *zero;         /* [nl] */
    phk_state begin;
    phk_way way;
    double usual; /* [s] */
} led;

/* ---- the matrix ---- */

static ph_status make_matrix(led *e, const phk_state *s)
{
    phk_statics *w = e->work;
    const phk_dae *dae = e->base.dae;
    int lambda = dae->nv + dae->nx, y = lambda + dae->nl;
    ph_status status = phk_statics_differentiate(w, s);
    if (status) return status;
    for (int r = 0; r < w->n; r++)
        for (int i = w->pattern.row_start[r]; i < w->pattern.row_start[r + 1]; i++) {
            int column = w->pattern.column[i], k = w->from[i];
            bool forces = r < dae->nv && column >= lambda;
            bool rows = r >= lambda && r < y && column < dae->nv;
            bool loops = r >= y && column >= lambda;
            w->values[i] = (forces || rows || loops) && k >= 0 ? w->tangents.by_q[k] : 0;
            if (r >= dae->nv && r < lambda) w->values[i] = r == column;
            if (r == column && r >= lambda && r < y && e->weight[r - lambda] > 0)
                w->values[i] = -1 / e->weight[r - lambda];
        }
    e->base.count.jacobians++;
    return phk_factor_make(w->factor, w->values);
}

/* dz of rows that are off by so much. */
static void solve_rows(led *e, const double *off, double *to)
{
    const phk_dae *dae = e->base.dae;
    phk_statics *w = e->work;
    memset(w->dz, 0, (size_t)w->n * sizeof *w->dz);
    for (int i = 0; i < dae->nl; i++) w->dz[dae->nv + dae->nx + i] = -off[i];
    phk_factor_solve(w->factor, w->dz);
    e->base.count.solves++;
    if (to) memcpy(to, w->dz, (size_t)dae->nv * sizeof *to);
}

/* ---- levels ---- */

static double step_of(const led *e, double *turn)
{
    const phk_dae *dae = e->base.dae;
    double way = 0, size = dae->size > 0 ? dae->size : 1;
    *turn = 0;
    for (int i = 0; i < dae->cells; i++) {
        const phk_cell *cell = &dae->cell[i];
        double *most = cell->kind == PHK_CELL_ROTATION ? turn : &way;
        *most = fmax(*most, phk_cell_length(cell, e->work->dz + cell->v));
    }
    return fmax(*turn, way / size);
}

/* Exactly to be met, of the residuals in r; the row that is furthest off. */
static double open_of(const led *e, int *row)
{
    const phk_dae *dae = e->base.dae;
    const double *c = e->work->r + dae->nv + dae->nx;
    double most = 0;
    for (int i = 0; i < dae->nl; i++) {
        if (e->weight[i] > 0 || fabs(c[i]) <= most) continue;
        most = fabs(c[i]);
        *row = dae->nv + dae->nx + i;
    }
    return most;
}

static ph_status find_places(led *e, phk_state *s)
{
    const phk_dae *dae = e->base.dae;
    phk_statics *w = e->work;
    double before = INFINITY;
    for (int k = 0; k < ROUNDS; k++) {
        double turn;
        ph_status status = phk_statics_residual(w, s);
        if (!status) status = make_matrix(e, s);
        if (status) return status;
        solve_rows(e, w->r + dae->nv + dae->nx, NULL);
        double step = step_of(e, &turn), part = turn > TURN ? TURN / turn : 1;
        if (!isfinite(step)) return PH_E_SINGULAR;
        phk_statics_move(dae, w->dz, part, s->q);
        e->base.count.iterations++;
        e->base.count.residuals++;
        /* where data contradict each other corrections shrink by a factor, to rounding */
        bool done = step <= STILL || (step <= NEARLY && step > 0.5 * before);
        before = step;
        if (!done) continue;
        status = phk_statics_residual(w, s);
        if (status) return status;
        return open_of(e, &e->base.failure.row) <= CLOSED * dae->length ? PH_OK : PH_E_SOLVE;
    }
    open_of(e, &e->base.failure.row);
    return PH_E_SOLVE;
}

static ph_status find_motion(led *e, phk_state *s)
{
    const phk_dae *dae = e->base.dae;
    phk_point p = phk_state_point(s);
    p.v = e->still;
    ph_status status = make_matrix(e, s);
    if (!status) status = dae->rates(dae->self, &p, e->rate, NULL);
    if (status) return status;
    solve_rows(e, e->rate, s->v);
    p.v = s->v;
    status = dae->rates(dae->self, &p, NULL, e->rate);
    if (!status) solve_rows(e, e->rate, s->a);
    return status;
}

/* r [nv] += M v' + w x J w */
static void add_inertia(const phk_dae *dae, const phk_state *s, double *r)
{
    for (int i = 0; i < dae->cells; i++) {
        const phk_cell *cell = &dae->cell[i];
        const double *v = s->v + cell->v, *a = s->a + cell->v;
        double *to = r + cell->v;
        if (cell->kind == PHK_CELL_VECTOR) {
            for (int k = 0; k < cell->width; k++) to[k] += cell->mass * a[k];
            continue;
        }
        ph_vec3 w = ph_v3(v[0], v[1], v[2]);
        ph_vec3 t = ph_add(ph_sym3_mul(cell->inertia, ph_v3(a[0], a[1], a[2])),
                           ph_cross(w, ph_sym3_mul(cell->inertia, w)));
        to[0] += t.x, to[1] += t.y, to[2] += t.z;
    }
}

/* Once, unless forces read reactions or variables read themselves. */
static ph_status find_forces(led *e, phk_state *s)
{
    const phk_dae *dae = e->base.dae;
    phk_statics *w = e->work;
    int lambda = dae->nv + dae->nx;
    memset(s->lambda, 0, (size_t)dae->nl * sizeof *s->lambda);
    for (int k = 0; k < FORCE_ROUNDS; k++) {
        phk_point p = phk_state_point(s);
        double *c = w->r + lambda, most = 0, size = 0;
        ph_status status = dae->residual(dae->self, &p, w->r, w->r + dae->nv, c, c + dae->nl);
        if (status) return status;
        add_inertia(dae, s, w->r);
        memset(w->dz, 0, (size_t)w->n * sizeof *w->dz);
        for (int i = 0; i < dae->nv; i++) w->dz[i] = -w->r[i];
        /* what is sought is the least tau, not the least change of it */
        for (int i = 0; i < dae->nl; i++)
            if (e->weight[i] > 0) w->dz[lambda + i] = s->lambda[i] / e->weight[i];
        for (int i = 0; i < dae->ny; i++) w->dz[lambda + dae->nl + i] = -c[dae->nl + i];
        phk_factor_solve(w->factor, w->dz);
        for (int i = 0; i < dae->nl; i++) {
            s->lambda[i] += w->dz[lambda + i];
            most = fmax(most, fabs(w->dz[lambda + i]));
            size = fmax(size, fabs(s->lambda[i]));
        }
        for (int i = 0; i < dae->ny; i++) s->y[i] += w->dz[lambda + dae->nl + i];
        if (!isfinite(most)) return PH_E_SINGULAR;
        if (k > 0 && most <= 1e-12 * size) return PH_OK;
        if (k > 0 && most <= 1e-300) return PH_OK;
    }
    return PH_E_SOLVE;
}

static ph_status solve(led *e, phk_state *s)
{
    e->base.failure = (phk_failure){.row = -1};
    ph_status status = find_places(e, s);
    if (!status) status = find_motion(e, s);
    if (!status) status = find_forces(e, s);
    if (status == PH_E_SINGULAR) e->base.failure.row = phk_factor_culprit(e->work->factor);
    e->base.failure.status = status;
    e->base.failure.t = s->t;
    e->base.failure.evaluation = status == PH_E_NONFINITE;
    return status;
}

/* ---- the engine ---- */

static ph_status start(phk_engine *engine, const phk_point *point, double h)
{
    (void)h;
    phk_state_keep(engine->dae, point, engine->state);
    ph_status status = solve((led *)engine, engine->state);
    phk_engine_publish(engine);
    engine->behind = false;
    engine->count.restarts++;
    return status ? status : phk_guards_start(&engine->guards, &engine->now);
}

/* Places a part of a step ahead, by the accelerations; false: too far for one. */
static bool predict(led *e, phk_state *s, double h)
{
    const phk_dae *dae = e->base.dae;
    double turn;
    for (int i = 0; i < dae->nv; i++) e->work->dz[i] = h * (s->v[i] + h / 2 * s->a[i]);
    step_of(e, &turn);
    if (turn > TURN) return false;
    phk_statics_move(dae, e->work->dz, 1, s->q);
    s->t += h;
    return true;
}

static ph_status go(phk_engine *engine, double end)
{
    led *e = (led *)engine;
    const phk_dae *dae = engine->dae;
    phk_state *s = engine->state;
    double begin = s->t;
    phk_point p = phk_state_point(s);
    phk_state_keep(dae, &p, &e->begin);
    for (double t = begin, h = end - begin; t < end;) {
        double to = t + h > end - LEAST / 2 * (end - begin) ? end : t + h;
        p = phk_state_point(s);
        phk_state_keep(dae, &p, engine->from);
        ph_status status = predict(e, s, to - t) ? PH_OK : PH_RETRY;
        s->t = to;
        if (!status) status = solve(e, s);
        if (!status) {
            t = to;
            h *= 2;
            continue;
        }
        p = phk_state_point(engine->from);
        phk_state_keep(dae, &p, s);
        engine->count.rejected++;
        h = (to - t) / 2;
        if (status != PH_E_NOMEM && h >= LEAST * (end - begin)) continue;
        engine->failure.status = status > 0 ? PH_E_SOLVE : status;
        engine->failure.t = t;
        engine->failure.h = 2 * h;
        p = phk_state_point(&e->begin);
        phk_state_keep(dae, &p, s);
        engine->now = phk_state_point(engine->from);
        return engine->failure.status;
    }
    p = phk_state_point(&e->begin);
    phk_state_keep(dae, &p, engine->from);
    return PH_OK;
}

static ph_status step(phk_engine *engine, double limit, bool fixed)
{
    led *e = (led *)engine;
    double end = !fixed && !isfinite(limit) ? engine->state->t + e->usual : limit;
    return phk_way_step(engine, &e->way, go, end);
}

static ph_status within(phk_engine *engine, double t, phk_state *out)
{
    (void)engine, (void)t, (void)out;
    return PH_E_USAGE;
}

static void free_engine(phk_engine *engine)
{
    led *e = (led *)engine;
    if (!e) return;
    phk_statics_free(e->work);
    phk_way_free(engine, &e->way);
    free(e->rate);
    phk_engine_free_states(engine);
    free(e);
}

static ph_status create(const phk_dae *dae, const phk_engine_options *options, phk_engine **out)
{
    led *e = calloc(1, sizeof *e);
    *out = NULL;
    if (!e) return PH_E_NOMEM;
    e->base = (phk_engine){.method = &phk_engine_inverse,
                           .dae = dae,
                           .start = start,
                           .step = step,
                           .within = within,
                           .free = free_engine};
    size_t nl = (size_t)dae->nl, nv = (size_t)dae->nv;
    e->rate = calloc(2 * nl + nv + phk_state_size(dae) + 1, sizeof *e->rate);
    ph_status status = e->rate ? phk_engine_take_states(&e->base, options) : PH_E_NOMEM;
    if (!status) status = phk_statics_create(dae, &e->work);
    if (!status) status = phk_way_create(&e->base, &e->way);
    if (status) {
        free_engine(&e->base);
        return status;
    }
    e->zero = e->rate + nl;
    e->still = e->zero + nl;
    e->begin = phk_state_in(dae, e->still + nv);
    e->weight = options->weight ? options->weight : e->zero;
    e->usual = options->run.max_step > 0 ? options->run.max_step : DEFAULT * options->span;
    if (!(e->usual > 0)) e->usual = 1;
    *out = &e->base;
    return PH_OK;
}

const phk_engine_method phk_engine_inverse = {
    .info = {.name = "inverse", .summary = "the forces behind a motion that was measured"},
    .apart = true,
    .whole = true,
    .create = create};
