/* SPDX-License-Identifier: BSD-3-Clause */
#include "integrate/state.h"

#include <string.h>

size_t phk_state_size(const phk_dae *d)
{
    return (size_t)d->nq + 2 * (size_t)d->nv + 2 * (size_t)d->nx + (size_t)d->nl + (size_t)d->ny;
}

phk_state phk_state_in(const phk_dae *d, double *room)
{
    phk_state s = {.q = room};
    s.v = s.q + d->nq;
    s.a = s.v + d->nv;
    s.x = s.a + d->nv;
    s.xd = s.x + d->nx;
    s.lambda = s.xd + d->nx;
    s.y = s.lambda + d->nl;
    return s;
}

static void keep(double *to, const double *from, int n)
{
    if (n > 0 && from && from != to) memcpy(to, from, (size_t)n * sizeof *to);
}

void phk_state_keep(const phk_dae *d, const phk_point *from, phk_state *to)
{
    to->t = from->t;
    keep(to->q, from->q, d->nq);
    keep(to->v, from->v, d->nv);
    keep(to->a, from->a, d->nv);
    keep(to->x, from->x, d->nx);
    keep(to->xd, from->xd, d->nx);
    keep(to->lambda, from->lambda, d->nl);
    keep(to->y, from->y, d->ny);
}

void phk_state_store(const phk_dae *d, phk_state *s, phk_store *store)
{
    PHK_STORE(store, s->t);
    phk_store_doubles(store, s->q, (size_t)d->nq);
    phk_store_doubles(store, s->v, (size_t)d->nv);
    phk_store_doubles(store, s->a, (size_t)d->nv);
    phk_store_doubles(store, s->x, (size_t)d->nx);
    phk_store_doubles(store, s->xd, (size_t)d->nx);
    phk_store_doubles(store, s->lambda, (size_t)d->nl);
    phk_store_doubles(store, s->y, (size_t)d->ny);
}
