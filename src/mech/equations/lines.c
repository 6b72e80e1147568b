/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Rows of the system that are formulas:
 *   x' - f = 0 or f = 0     states
 *   y - f = 0               variables defined through themselves
 *   y - wrench = 0          forces and contacts whose wrench some expression reads
 * The wrench of a force that is read is an unknown, six numbers, rather than evaluated before what
 * reads it: so forces may read each other in circles, and no order has to be found.
 */
#include <string.h>
#include "mech/equations/equations.h"

static const ph_wrench *watched(const phk_mechanism *m, int k, const phk_group **group, int *index)
{
    const phk_watched *watch = &m->system->program->watched.item[k];
    const phk_element_at *at = &m->system->program->elements.force[watch->force];
    *group = &m->system->program->elements.group[at->group];
    *index = at->index;
    int first = at->index * (*group)->type->markers;
    return phk_group_wrenches(m->system, *group) + first + watch->marker;
}

static ph_wrench load_of(const phk_mechanism *m, int k)
{
    const phk_watched *watch = &m->system->program->watched.item[k];
    const phk_group *group;
    int index;
    if (!watch->contact) return *watched(m, k, &group, &index);
    phk_contact_load met;
    phk_system_met(m->system, watch->force, 1, &met);
    const double side = watch->marker ? -1 : 1;
    return (ph_wrench){ph_scale(side, met.wrench[0].force), ph_scale(side, met.wrench[0].torque)};
}

void phk_lines_residual(phk_mechanism *m, const phk_point *p, double *d, double *s)
{
    const phk_system *sys = m->system;
    for (int i = 0; i < sys->program->states - sys->program->elements.states; i++) {
        double f = sys->value[sys->program->state[i].formula];
        d[i] = sys->program->state[i].implicit ? f : p->xd[i] - f;
    }
    for (int k = 0; k < sys->program->elements.states; k++) {
        int i = sys->program->elements.state[k];
        d[i] = p->xd[i] - sys->rate[k];
    }
    for (int k = 0; k < sys->program->variables.loops; k++) s[k] = p->y[k] - sys->loop_value[k];
    for (int k = 0; k < sys->program->watched.n; k++) {
        const ph_wrench load = load_of(m, k);
        const double *w = &load.force.x;
        for (int c = 0; c < 6; c++)
            s[sys->program->variables.loops + 6 * k + c] =
                p->y[sys->program->variables.loops + 6 * k + c] - w[c];
    }
}

/* First row of the algebraic unknowns. */
static int first_y(const phk_mechanism *m)
{
    return m->dae.nv + m->dae.nx + m->dae.nl;
}

/* ---- derivatives: the diagonal entry, then those of the formula ---- */

void phk_emit_gradient(int row, const phk_gradient *g, double scale, phk_emitter *e)
{
    for (int u = 0; u < g->n; u++) {
        int at = phk_emit_entry(e, row, g->unknown[u]);
        if (at < 0) continue;
        e->out->by_q[at] += scale * g->by_q[u];
        e->out->by_v[at] += scale * g->by_v[u];
        e->out->by_a[at] += scale * g->by_a[u];
    }
}

static void emit_state(phk_mechanism *m, int i, phk_emitter *e)
{
    const phk_differential *state = &m->system->program->state[i];
    int row = m->dae.nv + i, at = phk_emit_entry(e, row, row);
    if (at >= 0 && !state->implicit) e->out->by_v[at] += 1;
    if (state->force >= 0) return; /* the element gives the rest, forces.c */
    phk_emit_gradient(row, &m->by.formula[state->formula], state->implicit ? 1 : -1, e);
}

static void emit_loop(phk_mechanism *m, int k, phk_emitter *e)
{
    int row = first_y(m) + k, at = phk_emit_entry(e, row, row);
    if (at >= 0) e->out->by_q[at] += 1;
    phk_emit_gradient(row, &m->by.loop[k], -1, e);
}

/* The same along the modes of a body. */
static void emit_modes(phk_mechanism *m, int row, const phk_marker *on, const double *by_p,
                       const double *by_v, phk_emitter *e)
{
    const int modes = m->body[on->body].modes;
    int at = phk_emit_block(e, row, 1, m->body[on->body].direction[PHK_MODES], modes);
    if (at < 0 || !by_p) return;
    const phk_covector c = {{by_p[0], by_p[1], by_p[2]},
                            {by_p[3], by_p[4], by_p[5]},
                            {by_v[0], by_v[1], by_v[2]},
                            {by_v[3], by_v[4], by_v[5]}};
    const double *by = phk_bent_gradient(m, on, &c);
    at += m->pattern.row_start[row];
    for (int k = 0; k < modes; k++) {
        e->out->by_q[at + k] -= by[k];
        e->out->by_v[at + k] -= by[modes + k];
    }
}

void phk_emit_marker(phk_mechanism *m, int row, int marker, const double *by_p, const double *by_v,
                     phk_emitter *e)
{
    int unknown[6];
    double by[18] = {0};
    phk_gradient g = {6, unknown, by, by + 6, by + 12};
    for (int u = 0; u < 6; u++) {
        int base = phk_cell_of_marker(m, marker, u / 3);
        unknown[u] = base < 0 ? -1 : base + u % 3;
    }
    if (by_p) phk_marker_gradient(m, &g, marker, by_p, by_v);
    for (int u = 0; u < 6; u++) {
        int at = phk_emit_entry(e, row, unknown[u]);
        if (at < 0 || !by_p) continue;
        e->out->by_q[at] -= by[u];
        e->out->by_v[at] -= by[6 + u];
    }
    const phk_marker *on = phk_marker_now(m->system, marker);
    if (on->node) emit_modes(m, row, on, by_p, by_v, e);
}

static void emit_touch(phk_mechanism *m, int k, phk_emitter *e)
{
    int row = first_y(m) + m->system->program->variables.loops + 6 * k;
    for (int c = 0; c < 6; c++) {
        int at = phk_emit_entry(e, row + c, row + c);
        if (at >= 0) e->out->by_q[at] += 1;
    }
    phk_contacts_emit_watch(m, &m->system->program->watched.item[k], row, e);
}

/* Each component: the diagonal, the cells of each marker, the expressions, the multipliers. */
static ph_status emit_watch(phk_mechanism *m, int k, const double *lambda, phk_emitter *e)
{
    const phk_group *group;
    int index;
    watched(m, k, &group, &index);
    int per = group->type->markers, values = phk_type_values(group->type);
    phk_scratch *s = &m->scratch;
    int number = (int)(group - m->system->program->elements.group);
    ph_status status = e->out ? phk_element_tangent(m, number, index, lambda) : PH_OK;
    if (status < 0) return status;
    bool acts = e->out && phk_group_acts(m->system, group)[index];
    phk_element_values(group, index, s->formula);
    int states = group->type->states;
    const int *state = phk_element_states(m, group, index);
    for (int c = 0; c < 6; c++) {
        int row = first_y(m) + m->system->program->variables.loops + 6 * k + c,
            at = phk_emit_entry(e, row, row);
        int from = 6 * m->system->program->watched.item[k].marker + c;
        if (at >= 0) e->out->by_q[at] += 1;
        for (int j = 0; j < per; j++) {
            int by = from * 6 * per + 6 * j;
            phk_emit_marker(m, row, group->marker[index * per + j],
                            acts ? s->displacement + by : NULL, acts ? s->velocity + by : NULL, e);
        }
        for (int i = 0; i < values; i++)
            if (s->formula[i] >= 0)
                phk_emit_gradient(row, &m->by.formula[s->formula[i]],
                                  acts ? -s->value[from * values + i] : 0, e);
        for (int i = 0; i < states; i++) {
            at = phk_emit_entry(e, row, m->dae.nv + state[i]);
            if (at >= 0 && acts) e->out->by_q[at] -= s->state[from * states + i];
        }
        if (group->reaction >= 0) phk_reaction_emit_row(m, group, index, row, from, e);
    }
    return PH_OK;
}

ph_status phk_lines_emit(phk_mechanism *m, const double *lambda, phk_emitter *e)
{
    const phk_system *sys = m->system;
    for (int i = 0; i < sys->program->states; i++) emit_state(m, i, e);
    for (int k = 0; k < sys->program->variables.loops; k++) emit_loop(m, k, e);
    ph_status status = PH_OK;
    for (int k = 0; status >= 0 && k < sys->program->watched.n; k++)
        if (sys->program->watched.item[k].contact)
            emit_touch(m, k, e);
        else
            status = emit_watch(m, k, lambda, e);
    return status < 0 ? status : PH_OK;
}
