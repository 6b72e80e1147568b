/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Elements that hold their joint for a while (ph_holding): guards of the system tell when one of
 * them begins or ceases to, rows of the system come and go with them.
 */
#include <stdlib.h>
#include <string.h>
#include "mech/equations/equations.h"
#include "mech/equations/mechanism.h"
#include "mech/system/velocity.h"

ph_status phk_holders_create(phk_mechanism *m)
{
    const phk_elements *all = &m->system->program->elements;
    int n = 0;
    for (int pass = 0; pass < 2; pass++) {
        if (pass) m->holder = phk_arena_alloc(&m->arena, ((size_t)n + 1) * sizeof *m->holder);
        if (pass && !m->holder) return PH_E_NOMEM;
        n = 0;
        for (int g = 0; g < all->groups; g++)
            for (int k = 0; all->group[g].hold && k < all->group[g].n; k++) {
                if (all->group[g].hold[k] < 0) continue;
                if (pass) m->holder[n] = (phk_element_at){g, k};
                n++;
            }
    }
    /* they are watched both ways, behind the events of the model */
    const phk_trigger_list *events = &m->system->program->triggers;
    int *way = phk_arena_alloc(&m->arena, ((size_t)(events->guards + n) + 1) * sizeof *way);
    if (!way) return PH_E_NOMEM;
    for (int k = 0; k < events->guards + n; k++) way[k] = k < events->guards ? events->way[k] : 0;
    m->holders = n;
    m->dae.ng = events->guards + n;
    m->dae.guard_way = way;
    return PH_OK;
}

/* Holder k: its group and its number in it. */
static const phk_group *group_of(const phk_mechanism *m, int k, int *index)
{
    *index = m->holder[k].index;
    return &m->system->program->elements.group[m->holder[k].group];
}

static const phk_constraint *row_of(const phk_mechanism *m, int k)
{
    int e;
    const phk_group *g = group_of(m, k, &e);
    return &m->system->program->constraint[g->hold[e]];
}

int phk_mechanism_holders(const phk_mechanism *m)
{
    return m->holders;
}

int phk_mechanism_holder_guard(const phk_mechanism *m, int k)
{
    return m->system->program->triggers.guards + k;
}

const char *phk_mechanism_holder_name(const phk_mechanism *m, int k)
{
    return row_of(m, k)->name;
}

double *phk_mechanism_holder_mode(const phk_mechanism *m, int k)
{
    int e;
    const phk_group *g = group_of(m, k, &e);
    return phk_group_memory(m->system, g) + e * g->type->memory + g->type->holding->mode;
}

bool *phk_mechanism_holder_acts(const phk_mechanism *m, int k)
{
    int e;
    const phk_group *g = group_of(m, k, &e);
    return phk_constraint_acts(m->system, g->hold[e]);
}

/* Its row is there. */
static bool is_there(const phk_mechanism *m, int k)
{
    return m->multiplier[row_of(m, k)->velocity_first] >= 0;
}

double phk_mechanism_holder_lambda(const phk_mechanism *m, int k, const phk_point *p)
{
    int number = m->multiplier[row_of(m, k)->velocity_first];
    return number < 0 ? 0 : p->lambda[number];
}

double phk_mechanism_holder_most(const phk_mechanism *m, int k)
{
    int e;
    const phk_group *g = group_of(m, k, &e);
    ph_eval eval = phk_group_eval(m->system, g);
    eval.memory += e * g->type->memory;
    if (eval.reaction) eval.reaction += e;
    return g->type->holding->guard(g->par + (size_t)e * g->type->par_bytes, &eval,
                                   phk_group_frames(m->system, g) + e * g->type->markers, 0);
}

static double guard_of(const phk_mechanism *m, int k, const phk_point *p)
{
    int e;
    const phk_group *g = group_of(m, k, &e);
    const ph_force_type *type = g->type;
    ph_eval eval = phk_group_eval(m->system, g);
    if (!phk_group_acts(m->system, g)[e] || !eval.memory) return 1;
    eval.memory += e * type->memory;
    if (eval.reaction) eval.reaction += e;
    /* one that others hold with theirs waits */
    if (eval.memory[type->holding->mode] == 0 && !is_there(m, k)) return 1;
    return type->holding->guard(g->par + (size_t)e * type->par_bytes, &eval,
                                phk_group_frames(m->system, g) + e * type->markers,
                                phk_mechanism_holder_lambda(m, k, p));
}

void phk_holders_guards(const phk_mechanism *m, const phk_point *p, double *value)
{
    for (int k = 0; k < m->holders; k++) value[k] = guard_of(m, k, p);
}

ph_status phk_mechanism_hold(phk_mechanism *m)
{
    bool changes = false, *out = calloc((size_t)m->full + 1, sizeof *out);
    if (!out) return PH_E_NOMEM;
    for (int k = 0; k < m->holders; k++) {
        int row = row_of(m, k)->velocity_first;
        out[row] = !*phk_mechanism_holder_acts(m, k);
        changes |= out[row] == is_there(m, k);
    }
    ph_status status = changes ? phk_mechanism_suspend(m, out) : PH_OK;
    free(out);
    return status;
}

void phk_mechanism_holder_rate(const phk_mechanism *m, int k, const phk_point *p, double *by_v,
                               phk_hold_rate *rate)
{
    const phk_constraint *c = row_of(m, k);
    phk_local l;
    phk_joint_gradients along;
    double gamma;
    int e;
    const phk_group *g = group_of(m, k, &e);
    phk_hold_local(m, g->hold[e], &l);
    const ph_velocity_rows *v = c->type->velocity;
    v->value(1, c->par, &l.eval, l.frame, &rate->value);
    phk_velocity_gamma(c->type, c->par, &l.eval, l.frame, along, &gamma);
    memset(by_v, 0, (size_t)m->dae.nv * sizeof *by_v);
    for (int side = 0; side < 2; side++) {
        const phk_marker *on = phk_marker_now(m->system, c->marker[side]);
        const double *a = along + 6 * side;
        if (on->body < 0) continue;
        const phk_pose *b = &m->system->pose[on->body];
        if (on->node) {
            const phk_bent_rest rest = phk_bent_centripetal(on, b);
            gamma += ph_dot(ph_v3(a[0], a[1], a[2]), rest.place) +
                     ph_dot(ph_v3(a[3], a[4], a[5]), rest.twist);
        } else {
            gamma += ph_dot(ph_v3(a[0], a[1], a[2]), phk_arm_centripetal(on, b));
        }
        phk_covector by = {{0, 0, 0}, {0, 0, 0}, {a[0], a[1], a[2]}, {a[3], a[4], a[5]}};
        phk_along q, w;
        phk_arm_covector(on, &m->system->pose[on->body], &by, &q, &w);
        const int *base = m->body[on->body].direction;
        for (int i = 0; i < 3; i++) {
            if (base[PHK_MOVE] >= 0) by_v[base[PHK_MOVE] + i] += (&w.move.x)[i];
            by_v[base[PHK_TURN] + i] += (&w.turn.x)[i];
        }
        const int modes = on->node ? m->body[on->body].modes : 0;
        const double *modal = modes ? phk_bent_gradient(m, on, &by) + modes : NULL;
        for (int i = 0; i < modes; i++) by_v[base[PHK_MODES] + i] += modal[i];
    }
    rate->rate = gamma;
    for (int i = 0; i < m->dae.nv; i++) rate->rate += by_v[i] * p->a[i];
}
