/* SPDX-License-Identifier: BSD-3-Clause
 *
 * touch.c -- shapes that touch, at the frames of an evaluation.
 */
#include <math.h>
#include "mech/system/system.h"

phk_pool_frames phk_system_shapes(const phk_system *sys)
{
    return (phk_pool_frames){sys->frame, sys->shape_turn, sys->input[0]};
}

ph_status phk_system_meet(phk_system *sys)
{
    const phk_contact_plan *c = &sys->program->contacts;
    if (c->sets == 0) return PH_OK;
    for (int i = 0; i < c->shapes; i++) {
        const phk_contact_shape *s = &c->shape[i];
        const int body = s->body < 0 ? sys->program->bodies : s->body;
        sys->shape_turn[i] = ph_quat_mul(sys->pose[body].q, phk_marker_now(sys, s->marker)->q_BM);
    }
    const phk_pool_frames at = phk_system_shapes(sys);
    return phk_pool_move(&sys->pool, &at);
}

static bool is_finite(const ph_vec3 *f, const ph_vec3 *t)
{
    /* 0 times what is finite is 0 */
    return 0 * f->x + 0 * f->y + 0 * f->z + 0 * t->x + 0 * t->y + 0 * t->z == 0;
}

ph_status phk_system_touch(phk_system *sys)
{
    if (sys->program->contacts.sets == 0) return PH_OK;
    ph_status status = phk_system_meet(sys);
    const phk_pool_frames at = phk_system_shapes(sys);
    if (status) return status;
    phk_pool_evaluate(&sys->pool, &at);
    for (int k = 0; k < sys->pool.pairs; k++) {
        const phk_contact_pair *p = &sys->pool.pair[k];
        const ph_vec3 *f = &p->load.wrench[0].force, *t = &p->load.wrench[0].torque;
        if (!p->load.lost && (!p->load.acts || is_finite(f, t))) continue;
        const phk_contact_set *set = &sys->program->contacts.set[p->set];
        const char *law =
            set->formula ? "as a contact it has a depth and rate at which it is not finite" : NULL;
        sys->fault =
            (phk_fault){.element = set->name, .reason = p->load.lost ? phk_touch_lost() : law};
        return PH_E_NONFINITE;
    }
    return PH_OK;
}

/* Adds a pair that acts; the torque is about the origin, and the point is weighted. */
static void add_met(const phk_system *sys, const phk_contact_pair *pair, phk_contact_load *m)
{
    const phk_contact_load *load = &pair->load;
    const int marker = sys->program->contacts.shape[pair->a].marker;
    const ph_vec3 p = sys->frame[marker].p, f = load->wrench[0].force;
    const ph_vec3 about = ph_add(load->wrench[0].torque, ph_cross(p, f));
    m->wrench[0].force = ph_add(m->wrench[0].force, f);
    m->wrench[0].torque = ph_add(m->wrench[0].torque, about);
    m->point = ph_axpy(m->point, load->normal, load->point);
    m->pulled = ph_add(m->pulled, load->pulled);
    m->pull += load->pull;
    m->points += load->points;
    m->normal += load->normal;
    m->stored += load->stored;
    m->depth = fmax(m->depth, load->depth);
    m->slip = fmax(m->slip, load->slip);
    m->share = fmax(m->share, load->share);
}

/* All pairs are added: the torque is about the mean point from here on. */
static void close_met(phk_contact_load *m)
{
    if (m->normal > 0)
        m->point = ph_scale(1 / m->normal, m->point);
    else if (m->pull > 0)
        m->point = ph_scale(1 / m->pull, m->pulled);
    const ph_vec3 moment = ph_cross(m->point, m->wrench[0].force);
    m->wrench[0].torque = ph_sub(m->wrench[0].torque, moment);
}

void phk_system_met(const phk_system *sys, int first, int count, phk_contact_load *met)
{
    const phk_contact_plan *plan = &sys->program->contacts;
    for (int k = 0; k < count; k++) met[k] = (phk_contact_load){0};
    for (int i = 0; i < sys->pool.pairs; i++) {
        const phk_contact_pair *pair = &sys->pool.pair[i];
        if (!pair->load.acts) continue;
        const int k = plan->set[pair->set].contact - first;
        if (k >= 0 && k < count) add_met(sys, pair, &met[k]);
    }
    for (int k = 0; k < count; k++) close_met(&met[k]);
}

double phk_system_pressed(phk_system *sys)
{
    double sum = 0;
    if (phk_system_touch(sys)) return 0;
    for (int k = 0; k < sys->pool.pairs; k++) sum += sys->pool.pair[k].load.stored;
    return sum;
}
