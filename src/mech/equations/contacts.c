/* SPDX-License-Identifier: BSD-3-Clause
 *
 * contacts.c -- derivatives of the forces between shapes that touch. The matrix has entries for the
 * pairs that were near when its pattern was made; pairs that have come since are in the residual
 * at once, and in the matrix with the next one.
 */
#include <stdlib.h>
#include <string.h>
#include "mech/equations/equations.h"

static phk_candidate key_of(const phk_contact_pair *p)
{
    return p->a < p->b ? (phk_candidate){p->a, p->b} : (phk_candidate){p->b, p->a};
}

static int compare(phk_candidate x, phk_candidate y)
{
    return x.a != y.a ? (x.a > y.a) - (x.a < y.a) : (x.b > y.b) - (x.b < y.b);
}

bool phk_contacts_missing(const phk_mechanism *m)
{
    const phk_pool *pool = &m->system->pool;
    int at = 0;
    for (int k = 0; k < pool->pairs; k++, at++) {
        phk_candidate key = key_of(&pool->pair[k]);
        while (at < m->met.pairs && compare(m->met.pair[at], key) < 0) at++;
        if (at == m->met.pairs || compare(m->met.pair[at], key) != 0) return true;
    }
    return false;
}

ph_status phk_contacts_take(phk_mechanism *m)
{
    const phk_pool *pool = &m->system->pool;
    m->met.pair = malloc(((size_t)pool->pairs + 1) * sizeof *m->met.pair);
    if (!m->met.pair) return PH_E_NOMEM;
    m->met.pairs = pool->pairs;
    for (int k = 0; k < pool->pairs; k++) m->met.pair[k] = key_of(&pool->pair[k]);
    return PH_OK;
}

void phk_contacts_store(phk_mechanism *m, phk_store *store)
{
    int pairs = m->met.pairs;
    PHK_STORE(store, pairs);
    if (store->reading && !store->status) {
        phk_candidate *room = pairs < 0 ? NULL : malloc(((size_t)pairs + 1) * sizeof *room);
        if (!room) store->status = pairs < 0 ? PH_E_FORMAT : PH_E_NOMEM;
        if (!room) return;
        free(m->met.pair);
        m->met = (phk_met){room, pairs, 0};
    }
    if (pairs) phk_store_bytes(store, m->met.pair, (size_t)pairs * sizeof *m->met.pair);
}

/* The derivatives of a pair; false: it has no forces. */
static bool tangent_of(const phk_system *sys, int k, double displacement[12][12],
                       double velocity[12][12])
{
    const phk_contact_pair *pair = &sys->pool.pair[k];
    if (!pair->load.acts) return false;
    const phk_pool_frames frames = phk_system_shapes(sys);
    const phk_contact_at at = phk_pool_at(&sys->pool, k, &frames);
    phk_touch_point touch[PHK_TOUCH_MOST];
    int points = phk_contact_points(&at, phk_contact_within(&pair->law), touch);
    memset(displacement, 0, 144 * sizeof(double));
    memset(velocity, 0, 144 * sizeof(double));
    phk_contact_tangent(&at, points, touch, displacement, velocity);
    return true;
}

void phk_contacts_emit(phk_mechanism *m, phk_emitter *e)
{
    const phk_system *sys = m->system;
    const phk_contact_shape *shape = sys->program->contacts.shape;
    double displacement[12][12], velocity[12][12];
    int k = 0;
    for (int i = 0; i < m->met.pairs; i++) {
        phk_candidate key = m->met.pair[i];
        while (k < sys->pool.pairs && compare(key_of(&sys->pool.pair[k]), key) < 0) k++;
        bool live = k < sys->pool.pairs && compare(key_of(&sys->pool.pair[k]), key) == 0;
        const phk_contact_pair *pair = live ? &sys->pool.pair[k] : NULL;
        /* in the order of the pair's own sides, which is that of its key for good */
        bool turned = live && pair->a != key.a;
        const int marker[2] = {shape[turned ? key.b : key.a].marker,
                               shape[turned ? key.a : key.b].marker};
        bool acts = e->out && live && tangent_of(sys, k, displacement, velocity);
        phk_wrench_rows w = {.markers = 2,
                             .loaded = 2,
                             .marker = marker,
                             .wrench = acts ? pair->load.wrench : NULL,
                             .displacement = &displacement[0][0],
                             .velocity = &velocity[0][0]};
        phk_emit_wrenches(m, &w, e);
    }
}

double phk_contacts_ahead(void *self, const phk_point *p)
{
    phk_mechanism *m = self;
    phk_mechanism_poses(m, p);
    phk_system_frames(m->system);
    if (phk_system_meet(m->system)) return INFINITY;
    const phk_pool_frames at = phk_system_shapes(m->system);
    return phk_pool_ahead(&m->system->pool, &at);
}
