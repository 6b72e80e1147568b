/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Steps of analyses that solve for every state by itself. Where events are looked for, states
 * between the ends of a step are solved for as well, from where it began.
 */
#include <stdlib.h>
#include "analysis/engines.h"

ph_status phk_way_create(phk_engine *engine, phk_way *way)
{
    size_t size = phk_state_size(engine->dae);
    ph_status status = phk_guards_create(engine->dae, &engine->guards);
    if (status || engine->dae->ng == 0) return status;
    way->room = calloc(2 * size + 1, sizeof *way->room);
    if (!way->room) return PH_E_NOMEM;
    way->begin = phk_state_in(engine->dae, way->room);
    way->end = phk_state_in(engine->dae, way->room + size);
    return PH_OK;
}

void phk_way_free(phk_engine *engine, phk_way *way)
{
    phk_guards_free(&engine->guards);
    free(way->room);
}

static void keep(const phk_engine *engine, const phk_state *from, phk_state *to)
{
    phk_point p = phk_state_point(from);
    phk_state_keep(engine->dae, &p, to);
    to->t = from->t;
}

typedef struct {
    phk_engine *engine;
    const phk_way *way;
    phk_go *go;
} going;

static ph_status inside(void *self, double t, phk_state *out)
{
    going *g = self;
    const phk_state *at = t == g->way->begin.t ? &g->way->begin : &g->way->end;
    if (t != at->t) {
        keep(g->engine, &g->way->begin, g->engine->state);
        ph_status status = g->go(g->engine, t);
        if (status) return status;
        at = g->engine->state;
    }
    keep(g->engine, at, out);
    return PH_OK;
}

/* The step that has been made ends where the first guard crosses zero. */
static ph_status heed_guards(phk_engine *engine, phk_way *way, phk_go *go, double *end)
{
    going g = {engine, way, go};
    double t;
    keep(engine, engine->state, &way->end);
    ph_status status = phk_guards_find(&engine->guards, way->begin.t, way->end.t, inside, &g, &t);
    if (!status && t != *end) {
        keep(engine, &way->begin, engine->state);
        status = go(engine, t);
    } else if (!status) {
        keep(engine, &way->begin, engine->from);
        keep(engine, &way->end, engine->state);
    }
    if (status) {
        keep(engine, &way->begin, engine->state);
        return status;
    }
    *end = t;
    phk_guards_accept(&engine->guards);
    return PH_OK;
}

ph_status phk_way_step(phk_engine *engine, phk_way *way, phk_go *go, double end)
{
    const phk_dae *dae = engine->dae;
    double begin = engine->state->t;
    if (way->room) keep(engine, engine->state, &way->begin);
    ph_status status = go(engine, end);
    if (!status && way->room) status = heed_guards(engine, way, go, &end);
    if (status) return status;
    if (dae->accepted) dae->accepted(dae->self, end);
    engine->h = end - begin;
    engine->count.steps++;
    engine->behind = true;
    phk_engine_publish(engine);
    return PH_OK;
}
