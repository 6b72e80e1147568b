/* SPDX-License-Identifier: BSD-3-Clause
 *
 * kinematics.c -- motion that joints and motions determine alone, at one time after the other:
 *
 *   C(q, t) = 0   by Newton, from q + h v + h^2/2 v' before;   G v = -C_t;   G v' = -gamma
 *
 * and the multipliers from M v' + G'lambda = Q. G has as many independent rows as directions, so
 * that nothing is integrated and no error grows. A step in which bodies turn far, or in which the
 * correction of what was predicted is large, is taken in parts: Newton's method could find another
 * way to put the mechanism together. Where G loses its rank, in a dead centre, no part is short
 * enough: that is told.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "analysis/engines.h"
#include "math/so3.h"

#define TURN    (PH_PI / 6) /* [rad] a body turns by in a part of a step, at most */
#define OFF     0.1         /* [rad], or of the mechanism's size: largest correction of a part */
#define CLOSED  1e-13       /* of the mechanism's length: constraints that are met */
#define NEARLY  1e-9        /* of it: and at least must be */
#define LEAST   1e-7        /* of a step: a shorter part is not tried */
#define DEFAULT 0.001       /* of the run: a step that nobody has limited */
enum { ROUNDS = 25 };

typedef struct {
    phk_engine base;
    phk_project *project, *own;
    double *dz;      /* [nv] */
    double *q;       /* [nq] as predicted */
    phk_state begin; /* of the step */
    phk_way way;
    double usual; /* [s] */
} driven;

/* How far from one set of places to another: the largest turn, or way by the size of all. */
static double distance(const phk_dae *dae, const double *from, const double *to)
{
    double most = 0, size = dae->size > 0 ? dae->size : 1;
    for (int i = 0; i < dae->cells; i++) {
        const phk_cell *cell = &dae->cell[i];
        const double *a = from + cell->q, *b = to + cell->q;
        double sum = 0;
        for (int k = 0; k < phk_cell_coordinates(cell); k++) sum += (b[k] - a[k]) * (b[k] - a[k]);
        /* of unit quaternions it is half the turn */
        most = fmax(most, cell->kind == PHK_CELL_ROTATION ? 2 * sqrt(sum) : sqrt(sum) / size);
    }
    return most;
}

/* Where it would be with the accelerations it has. */
static void predict(driven *e, const phk_state *s, double h, double *q, double *v)
{
    const phk_dae *dae = e->base.dae;
    for (int i = 0; i < dae->nv; i++) {
        e->dz[i] = h * (s->v[i] + h / 2 * s->a[i]);
        v[i] = s->v[i] + h * s->a[i];
    }
    for (int i = 0; i < dae->cells; i++) {
        const phk_cell *cell = &dae->cell[i];
        const double *d = e->dz + cell->v, *old = s->q + cell->q;
        double *new = q + cell->q;
        if (cell->kind == PHK_CELL_VECTOR) {
            for (int k = 0; k < cell->width; k++) new[k] = old[k] + d[k];
            continue;
        }
        ph_quat r = phk_turn(ph_quat_make(old[0], old[1], old[2], old[3]), ph_v3(d[0], d[1], d[2]));
        new[0] = r.w, new[1] = r.x, new[2] = r.y, new[3] = r.z;
    }
}

static double furthest_turn(const driven *e)
{
    double most = 0;
    for (int i = 0; i < e->base.dae->cells; i++) {
        const phk_cell *cell = &e->base.dae->cell[i];
        if (cell->kind == PHK_CELL_ROTATION)
            most = fmax(most, phk_cell_length(cell, e->dz + cell->v));
    }
    return most;
}

static void copy(double *to, const double *from, int n)
{
    if (n > 0) memcpy(to, from, (size_t)n * sizeof *to);
}

/* All of the state at its time, from the places in it. */
static ph_status solve(driven *e, phk_state *s)
{
    const phk_dae *dae = e->base.dae;
    phk_point p = phk_state_point(s);
    double left = 0;
    ph_status status =
        phk_project_positions(e->project, &p, s->q, CLOSED * dae->length, ROUNDS, &left);
    if (status == PH_E_SOLVE && left <= NEARLY * dae->length) status = PH_OK;
    if (!status) status = phk_project_velocities(e->project, &p, s->v, NULL);
    if (!status) status = phk_project_accelerations(e->project, &p, s->a, s->lambda, s->xd, s->y);
    e->base.count.iterations++;
    e->base.count.residuals++;
    return status;
}

/* From one state to another, of which the time is set. Too far for one part: PH_RETRY. */
static ph_status advance(driven *e, const phk_state *from, phk_state *to)
{
    const phk_dae *dae = e->base.dae;
    predict(e, from, to->t - from->t, e->q, to->v);
    if (furthest_turn(e) > TURN) return PH_RETRY;
    copy(to->q, e->q, dae->nq);
    copy(to->a, from->a, dae->nv);
    copy(to->lambda, from->lambda, dae->nl);
    copy(to->y, from->y, dae->ny);
    ph_status status = solve(e, to);
    if (status) return status;
    return distance(dae, e->q, to->q) > OFF ? PH_RETRY : PH_OK;
}

static ph_status start(phk_engine *engine, const phk_point *point, double h)
{
    driven *e = (driven *)engine;
    (void)h;
    phk_state_keep(engine->dae, point, engine->state);
    engine->state->t = point->t;
    ph_status status = solve(e, engine->state);
    phk_engine_publish(engine);
    engine->behind = false;
    engine->count.restarts++;
    engine->failure = (phk_failure){.status = status,
                                    .t = point->t,
                                    .row = phk_project_culprit(e->project),
                                    .evaluation = phk_project_evaluation(e->project)};
    return status ? status : phk_guards_start(&engine->guards, &engine->now);
}

static void fail(driven *e, ph_status status, double t, double h)
{
    e->base.failure = (phk_failure){.status = status,
                                    .t = t,
                                    .h = h,
                                    .row = phk_project_culprit(e->project),
                                    .evaluation = phk_project_evaluation(e->project),
                                    .exhausted = true};
}

static ph_status go(phk_engine *engine, double end)
{
    driven *e = (driven *)engine;
    const phk_dae *dae = engine->dae;
    double begin = engine->state->t;
    phk_state *at = engine->state, *next = engine->from;
    phk_point kept = phk_state_point(at);
    phk_state_keep(dae, &kept, &e->begin);
    kept = phk_state_point(&e->begin);
    for (double t = begin, h = end - begin; t < end;) {
        double to = t + h > end - LEAST / 2 * (end - begin) ? end : t + h;
        next->t = to;
        ph_status status = advance(e, at, next);
        if (!status) {
            t = to;
            phk_state_swap(at, next);
            h *= 2;
            continue;
        }
        engine->count.rejected++;
        h = (to - t) / 2;
        if (status != PH_E_NOMEM && h >= LEAST * (end - begin)) continue;
        fail(e, status > 0 ? PH_E_SOLVE : status, t, 2 * h);
        /* as far as it came is where to look for the cause */
        phk_state_swap(at, next);
        phk_state_keep(dae, &kept, at);
        engine->now = phk_state_point(next);
        return engine->failure.status;
    }
    phk_state_keep(dae, &kept, next);
    engine->count.jacobians++;
    engine->count.solves++;
    return PH_OK;
}

static ph_status step(phk_engine *engine, double limit, bool fixed)
{
    driven *e = (driven *)engine;
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
    driven *e = (driven *)engine;
    if (!e) return;
    phk_project_free(e->own);
    phk_way_free(engine, &e->way);
    free(e->dz);
    phk_engine_free_states(engine);
    free(e);
}

static ph_status create(const phk_dae *dae, const phk_engine_options *options, phk_engine **out)
{
    driven *e = calloc(1, sizeof *e);
    *out = NULL;
    if (!e) return PH_E_NOMEM;
    e->base = (phk_engine){.method = &phk_engine_kinematic,
                           .dae = dae,
                           .start = start,
                           .step = step,
                           .within = within,
                           .free = free_engine};
    e->usual = options->run.max_step > 0 ? options->run.max_step : DEFAULT * options->span;
    if (!(e->usual > 0)) e->usual = 1;
    e->project = options->project;
    size_t room = (size_t)dae->nv + (size_t)dae->nq;
    e->dz = calloc(room + phk_state_size(dae) + 1, sizeof *e->dz);
    ph_status status = e->dz ? phk_engine_take_states(&e->base, options) : PH_E_NOMEM;
    if (e->dz) {
        e->q = e->dz + dae->nv;
        e->begin = phk_state_in(dae, e->dz + room);
    }
    if (!status && !e->project) status = phk_project_create(dae, &e->own);
    if (!e->project) e->project = e->own;
    if (!status) status = phk_way_create(&e->base, &e->way);
    if (status) {
        free_engine(&e->base);
        return status;
    }
    *out = &e->base;
    return PH_OK;
}

const phk_engine_method phk_engine_kinematic = {
    .info = {.name = "kinematic", .summary = "motion that joints and motions determine"},
    .apart = true,
    .create = create};
