/* SPDX-License-Identifier: BSD-3-Clause
 *
 * equilibrium_settle.c -- dynamic relaxation: the mechanism moves as it would, and whenever its
 * kinetic energy has passed a maximum all of it is taken away. It comes near a stable equilibrium
 * from wherever it starts, slowly; the search then goes on from there.
 *
 * Day, An introduction to dynamic relaxation, The Engineer 219, 1965 (kinetic damping: Cundall
 * 1976).
 */
#include <math.h>
#include <string.h>
#include "analysis/equilibrium_work.h"
#include "integrate/engine.h"

#define ENOUGH 1e-4 /* of the largest kinetic energy of a swing: at rest */
enum { SWINGS = 60, STEPS = 20000 };

static double kinetic(phk_statics *w, const phk_state *s)
{
    double sum = 0;
    phk_statics_inertia(w, s->v, w->dz);
    for (int i = 0; i < w->dae->nv; i++) sum += 0.5 * w->dz[i] * s->v[i];
    return sum;
}

/* What is held has gone on with the motion. */
static void put_held(const phk_statics *w, const double *x, double *to)
{
    for (int i = 0; i < w->dae->nx; i++)
        if (w->held[i]) to[i] = x[i];
}

/* Time stands still for what is driven: it is the equilibrium of one moment that is sought. */
static ph_status swing(phk_statics *w, phk_engine *engine, phk_state *s)
{
    double most = 0, t = s->t;
    int swings = 0;
    phk_state at = *engine->state;
    for (int k = 0; k < STEPS && swings < SWINGS; k++) {
        ph_status status = engine->step(engine, INFINITY, false);
        if (status) return status;
        at = *engine->state;
        double energy = kinetic(w, &at), before = kinetic(w, engine->from);
        most = fmax(most, energy);
        if (energy >= before) continue;
        if (energy <= ENOUGH * most && swings > 3) break;
        swings++;
        memset(at.v, 0, (size_t)w->dae->nv * sizeof *at.v);
        put_held(w, s->x, at.x);
        phk_point p = phk_state_point(&at);
        status = engine->start(engine, &p, 0);
        if (status) return status;
    }
    put_held(w, s->x, at.x);
    phk_point p = phk_state_point(&at);
    phk_state_keep(w->dae, &p, s);
    s->t = t;
    return PH_OK;
}

ph_status phk_statics_settle(phk_statics *w, phk_state *s)
{
    phk_engine_options options = {.run = ph_default_options(),
                                  .length = w->length > 0 ? w->length : 1,
                                  .angle = 1,
                                  .time = 1,
                                  .follow = true,
                                  .span = 1000};
    phk_engine *engine = NULL;
    /* motions that go on would not let it come to rest */
    if (w->dae->driven || w->dae->timed) return PH_E_UNSUPPORTED;
    options.run.tolerance = 1e-3;
    ph_status status = phk_engine_hht.create(w->dae, &options, &engine);
    phk_point p = phk_state_point(s);
    if (!status) status = engine->start(engine, &p, 0);
    if (!status) status = swing(w, engine, s);
    if (engine) engine->free(engine);
    memset(s->v, 0, (size_t)w->dae->nv * sizeof *s->v);
    memset(s->a, 0, (size_t)w->dae->nv * sizeof *s->a);
    return status;
}
