/* SPDX-License-Identifier: BSD-3-Clause
 *
 * contacts.c -- derivatives of the forces between shapes that touch. The matrix has entries for the
 * pairs that were near when its pattern was made; pairs that have come since are in the residual
 * at once, and in the matrix with the next one.
 */
#include <stdlib.h>
#include <string.h>
#include "mech/equations/equations.h"

static phk_candidate key_of(int a, int b)
{
    return a < b ? (phk_candidate){a, b} : (phk_candidate){b, a};
}

/* Both lists are in the order of their keys. */
static int compare(const phk_met_pair *met, const phk_contact_pair *pair)
{
    const phk_candidate x = key_of(met->a, met->b), y = key_of(pair->a, pair->b);
    return x.a != y.a ? (x.a > y.a) - (x.a < y.a) : (x.b > y.b) - (x.b < y.b);
}

bool phk_contacts_missing(const phk_mechanism *m)
{
    const phk_pool *pool = &m->system->pool;
    int at = 0;
    for (int k = 0; k < pool->pairs; k++, at++) {
        while (at < m->met.pairs && compare(&m->met.pair[at], &pool->pair[k]) < 0) at++;
        if (at == m->met.pairs || compare(&m->met.pair[at], &pool->pair[k]) != 0) return true;
    }
    return false;
}

ph_status phk_contacts_take(phk_mechanism *m)
{
    const phk_pool *pool = &m->system->pool;
    m->met.pair = malloc(((size_t)pool->pairs + 1) * sizeof *m->met.pair);
    if (!m->met.pair) return PH_E_NOMEM;
    m->met.pairs = pool->pairs;
    for (int k = 0; k < pool->pairs; k++) {
        const phk_contact_pair *p = &pool->pair[k];
        m->met.pair[k] = (phk_met_pair){p->a, p->b, pool->contacts->set[p->set].contact};
    }
    return PH_OK;
}

void phk_contacts_store(phk_mechanism *m, phk_store *store)
{
    int pairs = m->met.pairs;
    PHK_STORE(store, pairs);
    if (store->reading && !store->status) {
        phk_met_pair *room = pairs < 0 ? NULL : malloc(((size_t)pairs + 1) * sizeof *room);
        if (!room) store->status = pairs < 0 ? PH_E_FORMAT : PH_E_NOMEM;
        if (!room) return;
        free(m->met.pair);
        m->met = (phk_met){room, pairs};
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

/* A pair in the pool, sought from *k on; NULL: it is not there at present. And the markers of both.
 */
static const phk_contact_pair *live_pair(const phk_system *sys, const phk_met_pair *met, int *k,
                                         int marker[2])
{
    const phk_contact_shape *shape = sys->program->contacts.shape;
    marker[0] = shape[met->a].marker;
    marker[1] = shape[met->b].marker;
    while (*k < sys->pool.pairs && compare(met, &sys->pool.pair[*k]) > 0) ++*k;
    const bool live = *k < sys->pool.pairs && compare(met, &sys->pool.pair[*k]) == 0;
    return live ? &sys->pool.pair[*k] : NULL;
}

void phk_contacts_emit(phk_mechanism *m, phk_emitter *e)
{
    const phk_system *sys = m->system;
    double displacement[12][12], velocity[12][12];
    int k = 0, marker[2];
    for (int i = 0; i < m->met.pairs; i++) {
        const phk_contact_pair *pair = live_pair(sys, &m->met.pair[i], &k, marker);
        bool acts = e->out && pair && tangent_of(sys, k, displacement, velocity);
        phk_wrench_rows w = {.markers = 2,
                             .loaded = 2,
                             .marker = marker,
                             .wrench = acts ? pair->load.wrench : NULL,
                             .displacement = &displacement[0][0],
                             .velocity = &velocity[0][0]};
        phk_emit_wrenches(m, &w, e);
    }
}

/* The derivatives of the wrench of a whole contact on its first side by the motion of a pair, rows
 * as of phk_contact_tangent. With F the force of all pairs, P the mean of all points, S the sum of
 * their weights and M that of the weighted places, and p the place of the pair's first marker:
 *   dT = dt + dp x f + (p - P) x df - (dM - P dS)/S x F
 */
typedef struct {
    double displacement[6][12], velocity[6][12];
} watch_slopes;

static void slopes_of(double pair[12][12], double mean[4][12], const phk_contact_load *all,
                      ph_vec3 p, double out[6][12])
{
    const double sum = all->normal > 0 ? all->normal : all->pull;
    const ph_vec3 arm = ph_sub(p, all->point), F = all->wrench[0].force;
    for (int k = 0; k < 12; k++) {
        const ph_vec3 df = {pair[0][k], pair[1][k], pair[2][k]};
        const ph_vec3 dM = {mean[1][k], mean[2][k], mean[3][k]};
        ph_vec3 dt = ph_add(ph_v3(pair[3][k], pair[4][k], pair[5][k]), ph_cross(arm, df));
        if (sum > 0) dt = ph_axpy(dt, -1 / sum, ph_cross(ph_axpy(dM, -mean[0][k], all->point), F));
        for (int c = 0; c < 3; c++) {
            out[c][k] = phk_component(df, c);
            out[3 + c][k] = phk_component(dt, c);
        }
    }
}

static void watch_slopes_of(const phk_system *sys, int k, const phk_contact_load *all,
                            watch_slopes *out)
{
    const phk_contact_pair *pair = &sys->pool.pair[k];
    const phk_pool_frames frames = phk_system_shapes(sys);
    const phk_contact_at at = phk_pool_at(&sys->pool, k, &frames);
    const ph_vec3 p = at.frame[0]->p, f = pair->load.wrench[0].force;
    double displacement[12][12], velocity[12][12], mean[2][4][12] = {0};
    phk_touch_point touch[PHK_TOUCH_MOST];
    tangent_of(sys, k, displacement, velocity);
    int points = phk_contact_points(&at, phk_contact_within(&pair->law), touch);
    phk_contact_mean_tangent(&at, points, touch, !(all->normal > 0), mean[0], mean[1]);
    slopes_of(displacement, mean[0], all, p, out->displacement);
    slopes_of(velocity, mean[1], all, p, out->velocity);
    for (int axis = 0; axis < 3; axis++) {
        const ph_vec3 moved = ph_cross(phk_axis_vector(axis), f);
        for (int c = 0; c < 3; c++) out->displacement[3 + c][axis] += phk_component(moved, c);
    }
}

void phk_contacts_emit_watch(phk_mechanism *m, const phk_watched *watch, int row, phk_emitter *e)
{
    const phk_system *sys = m->system;
    phk_contact_load all;
    watch_slopes by;
    int k = 0, marker[2];
    if (e->out) phk_system_met(sys, watch->force, 1, &all);
    for (int i = 0; i < m->met.pairs; i++) {
        const phk_contact_pair *pair = live_pair(sys, &m->met.pair[i], &k, marker);
        if (m->met.pair[i].contact != watch->force) continue;
        const bool acts = e->out && pair && pair->load.acts;
        if (acts) watch_slopes_of(sys, k, &all, &by);
        for (int c = 0; acts && watch->marker && c < 6; c++)
            for (int j = 0; j < 12; j++) {
                by.displacement[c][j] *= -1;
                by.velocity[c][j] *= -1;
            }
        for (int c = 0; c < 6; c++)
            for (int side = 0; side < 2; side++)
                phk_emit_marker(m, row + c, marker[side],
                                acts ? by.displacement[c] + 6 * side : NULL,
                                acts ? by.velocity[c] + 6 * side : NULL, e);
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
