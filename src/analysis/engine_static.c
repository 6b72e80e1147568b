/* SPDX-License-Identifier: BSD-3-Clause
 *
 * engine_static.c -- quasi-static motion: equilibria at the times that are asked for. Where the
 * next one is not found from the last, times between are tried, down to a small part of the way.
 */
#include <math.h>
#include <stdlib.h>
#include "analysis/engines.h"

#define LEAST   (1.0 / 256) /* of a step: a shorter way between is not tried */
#define DEFAULT 0.01        /* of the run: a step that nobody has limited */

typedef struct {
    phk_engine base;
    phk_statics *statics;
    phk_statics_options options;
    phk_statics_report report;
    phk_way way;
    double usual; /* [s] */
} rest;

const phk_statics_report *phk_engine_static_report(const phk_engine *engine)
{
    return &((const rest *)engine)->report;
}

static ph_status solve(rest *e, phk_state *s)
{
    ph_status status = phk_statics_solve(e->statics, &e->options, s, &e->report);
    e->base.count.iterations += e->report.iterations;
    e->base.count.residuals += e->report.iterations;
    e->base.count.jacobians += e->report.factors;
    e->base.count.solves += e->report.iterations;
    if (!status) return PH_OK;
    e->base.failure = (phk_failure){.status = status,
                                    .t = s->t,
                                    .row = e->report.row,
                                    .residual = e->report.residual,
                                    .iterations = e->report.iterations,
                                    .evaluation = status == PH_E_NONFINITE};
    return status;
}

static ph_status start(phk_engine *engine, const phk_point *point, double h)
{
    rest *e = (rest *)engine;
    (void)h;
    engine->state->t = point->t;
    phk_state_keep(engine->dae, point, engine->state);
    ph_status status = solve(e, engine->state);
    phk_engine_publish(engine);
    engine->behind = false;
    engine->count.restarts++;
    return status ? status : phk_guards_start(&engine->guards, &engine->now);
}

static ph_status go(phk_engine *engine, double end)
{
    rest *e = (rest *)engine;
    const phk_dae *dae = engine->dae;
    double begin = engine->state->t;
    phk_point from = phk_state_point(engine->state);
    phk_state_keep(dae, &from, engine->from);
    for (double t = begin, part = 1; t < end;) {
        double next = t + part * (end - begin);
        if (next > end - LEAST / 2 * (end - begin)) next = end;
        engine->state->t = next;
        ph_status status = solve(e, engine->state);
        if (!status) {
            t = next;
            part = fmin(1, 2 * part);
            continue;
        }
        engine->state->t = t;
        engine->count.rejected++;
        part /= 2;
        if (part >= LEAST && status != PH_E_NOMEM) continue;
        phk_point back = phk_state_point(engine->from);
        phk_state_keep(dae, &back, engine->state);
        engine->state->t = begin;
        engine->failure.h = next - t;
        return status;
    }
    return PH_OK;
}

static ph_status step(phk_engine *engine, double limit, bool fixed)
{
    rest *e = (rest *)engine;
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
    if (!engine) return;
    phk_statics_free(((rest *)engine)->statics);
    phk_way_free(engine, &((rest *)engine)->way);
    phk_engine_free_states(engine);
    free(engine);
}

static ph_status create(const phk_dae *dae, const phk_engine_options *options, phk_engine **out)
{
    rest *e = calloc(1, sizeof *e);
    *out = NULL;
    if (!e) return PH_E_NOMEM;
    e->base = (phk_engine){.method = &phk_engine_static,
                           .dae = dae,
                           .start = start,
                           .step = step,
                           .within = within,
                           .free = free_engine};
    e->options.iterations = options->run.iterations;
    e->usual = options->run.max_step > 0 ? options->run.max_step : DEFAULT * options->span;
    if (!(e->usual > 0)) e->usual = 1;
    ph_status status = phk_engine_take_states(&e->base, options);
    if (!status) status = phk_statics_create(dae, &e->statics);
    if (!status) status = phk_way_create(&e->base, &e->way);
    if (status) {
        free_engine(&e->base);
        return status;
    }
    *out = &e->base;
    return PH_OK;
}

const phk_engine_method phk_engine_static = {
    .info = {.name = "static", .summary = "equilibria, one after the other"},
    .apart = true,
    .whole = true,
    .rests = true,
    .create = create};
