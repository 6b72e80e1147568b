/* SPDX-License-Identifier: BSD-3-Clause
 *
 * memory.c -- the arrays of a stepper, listed once: they are cut out of one block, and written out
 * and read back, in the order of the list.
 */
#include "integrate/stepper.h"

#include <stdlib.h>

typedef void visit(void *self, double **array, size_t count);

/* Every array, by what it is for: which room it has found itself in is of no matter. */
static void visit_all(phk_stepper *s, visit *to, void *self)
{
    const phk_form *form = s->form;
    const phk_dae *dae = form->dae;
    size_t n = (size_t)form->n, na = (size_t)form->na, nq = (size_t)dae->nq;
    size_t nv = (size_t)dae->nv, nx = (size_t)dae->nx, nl = (size_t)dae->nl;
    size_t cells = (size_t)dae->cells, own = form->own_velocities ? na : 0;
    for (int i = 0; i <= PHK_HISTORY; i++) to(self, &s->node[i].z, n);
    const struct {
        double **array;
        size_t count;
    } list[] = {{&s->now.held, na},
                {&s->to.held, na},
                {&s->now.vel, own},
                {&s->to.vel, own},
                {&s->used.v, nv},
                {&s->used.vel, own},
                {&s->it.u, n},
                {&s->it.start, n},
                {&s->it.back, n},
                {&s->it.r, n},
                {&s->it.dz, n},
                {&s->it.bar, n},
                {&s->first.A, na},
                {&s->first.rate, na},
                {&s->first.Y, nx},
                {&s->first.rate_x, nx},
                {&s->first.v, nv},
                {&s->first.per_h2, nv},
                {&s->first.jump, nv},
                {&s->it.g, nv},
                {&s->it.d, nx},
                {&s->it.c, nl},
                {&s->it.s, (size_t)dae->ny},
                {&s->scale.x, nx},
                {&s->scale.rate_x, nx},
                {&s->scale.radius, cells},
                {&s->scale.reached, cells},
                {&s->scale.weight, nv},
                {&s->scale.alike, nv},
                {&s->scale.lengths, na},
                {&s->scale.row_size, nl},
                {&s->watch.dv, nv},
                {&s->watch.q, nq},
                {&s->seen.dv, nv},
                {&s->seen.q, nq},
                {&s->path.q, nq},
                {&s->path.v, nv},
                {&s->path.x, nx},
                {&s->path.zero, nl},
                {&s->Y, nx}};
    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        if (list[i].count > 0) to(self, list[i].array, list[i].count);
}

/* ---- room ---- */

static void count(void *self, double **array, size_t size)
{
    (void)array;
    *(size_t *)self += size;
}

static void cut(void *self, double **array, size_t size)
{
    double **rest = self;
    *array = *rest;
    *rest += size;
}

/* The levels' places and velocities are those of the engine's states. */
static void lay_levels(phk_stepper *s)
{
    phk_level *level[] = {&s->now, &s->to};
    for (int i = 0; i < 2; i++) {
        const phk_state *state = i ? s->engine.from : s->engine.state;
        *level[i] = (phk_level){.q = state->q,
                                .vel = state->v,
                                .v = state->v,
                                .a = state->a,
                                .x = state->x,
                                .xd = state->xd};
    }
}

ph_status phk_stepper_lay_out(phk_stepper *s)
{
    size_t size = 1;
    visit_all(s, count, &size);
    double *rest = s->memory = calloc(size, sizeof *s->memory);
    if (!rest) return PH_E_NOMEM;
    lay_levels(s);
    visit_all(s, cut, &rest);
    s->now.z = s->node[0].z;
    s->to.z = s->node[PHK_HISTORY].z;
    if (!s->form->own_velocities) s->used.vel = s->used.v;
    s->used.q = s->now.q, s->used.a = s->now.a, s->used.held = s->now.held;
    s->used.x = s->now.x, s->used.xd = s->now.xd, s->used.z = s->now.z;
    return PH_OK;
}

/* ---- written out and read back ---- */

static void keep(void *self, double **array, size_t size)
{
    phk_store_doubles(self, *array, size);
}

static void store_engine(phk_engine *e, phk_store *store)
{
    PHK_STORE_EACH(store, PHK_PART(e->h), PHK_PART(e->h_next), PHK_PART(e->error),
                   PHK_PART(e->last_iterations), PHK_PART(e->stiffness), PHK_PART(e->passed),
                   PHK_PART(e->passage), PHK_PART(e->most_turn), PHK_PART(e->count),
                   PHK_PART(e->failure), PHK_PART(e->behind));
    phk_guards_store(&e->guards, store);
}

static void store_form(phk_form *form, phk_store *store)
{
    PHK_STORE_EACH(store, PHK_PART(form->scheme), PHK_PART(form->h), PHK_PART(form->length),
                   PHK_PART(form->angle), PHK_PART(form->spin), PHK_PART(form->stiffness),
                   PHK_PART(form->components));
    if (form->type->store) form->type->store(form, store);
}

static void store_flags(phk_stepper *s, phk_store *store)
{
    for (int i = 0; i <= PHK_HISTORY; i++)
        PHK_STORE_EACH(store, PHK_PART(s->node[i].t), PHK_PART(s->node[i].shifted));
    PHK_STORE_EACH(
        store, PHK_PART(s->now.t), PHK_PART(s->to.t), PHK_PART(s->used.t), PHK_PART(s->nodes),
        PHK_PART(s->degree), PHK_PART(s->first.pending), PHK_PART(s->first.tried),
        PHK_PART(s->first.prepared), PHK_PART(s->first.implicit), PHK_PART(s->it.factored),
        PHK_PART(s->it.h_factored), PHK_PART(s->it.felt), PHK_PART(s->it.turned),
        PHK_PART(s->scale.furthest), PHK_PART(s->scale.speed), PHK_PART(s->noise),
        PHK_PART(s->watch.size), PHK_PART(s->watch.t), PHK_PART(s->watch.least),
        PHK_PART(s->seen.t), PHK_PART(s->seen.h), PHK_PART(s->seen.there), PHK_PART(s->rejections),
        PHK_PART(s->h_wanted), PHK_PART(s->change), PHK_PART(s->started), PHK_PART(s->cause));
}

void phk_stepper_store(phk_engine *engine, phk_store *store)
{
    phk_stepper *s = (phk_stepper *)engine;
    phk_store_expect(store, s->form->n);
    store_engine(engine, store);
    store_flags(s, store);
    visit_all(s, keep, store);
    store_form(s->form, store);
    /* factors of entries that were replaced are made anew before they are used */
    bool current = s->it.generation == engine->dae->pattern->generation;
    PHK_STORE(store, current);
    if (current) phk_factor_store(s->factor, store);
    if (store->reading && !current) s->it.factored = false;
    if (!s->options.project) phk_project_store(s->project, store);
    if (store->reading) phk_engine_publish(engine);
}
