/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Rows of the system that are formulas:
 *   x' - f = 0 or f = 0     states
 *   y - f = 0               variables defined through themselves
 *   y - wrench = 0          forces whose wrench some expression reads
 * The wrench of a force that is read is an unknown, six numbers, rather than evaluated before what
 * reads it: so forces may read each other in circles, and no order has to be found.
 */
#include <string.h>
#include "mech/equations/equations.h"

static const ph_wrench *watched(const phk_mechanism *m, int k, const phk_group **group, int *index)
{
    const phk_watched *watch = &m->system->watch[k];
    const phk_element_at *at = &m->system->force[watch->force];
    *group = &m->system->group[at->group];
    *index = at->index;
    return &(*group)->wrench[at->index * (*group)->type->markers + watch->marker];
}

void phk_lines_residual(phk_mechanism *m, const phk_point *p, double *d, double *s)
{
    const phk_system *sys = m->system;
    for (int i = 0; i < sys->states; i++) {
        double f = sys->value[sys->state[i].formula];
        d[i] = sys->state[i].implicit ? f : p->xd[i] - f;
    }
    for (int k = 0; k < sys->loops; k++) s[k] = p->y[k] - sys->loop_value[k];
    for (int k = 0; k < sys->watches; k++) {
        const phk_group *group;
        int index;
        const double *w = &watched(m, k, &group, &index)->force.x;
        for (int c = 0; c < 6; c++) s[sys->loops + 6 * k + c] = p->y[sys->loops + 6 * k + c] - w[c];
    }
}

/* First row of the algebraic unknowns. */
static int first_y(const phk_mechanism *m)
{
    return m->dae.nv + m->dae.nx + m->dae.nl;
}

/* ---- where the entries are: the diagonal one, then those of the formula ---- */

static int *visit_formula(const phk_builder *b, int row, const phk_gradient *g, int *at)
{
    int step = at != NULL;
    phk_visit(b, row, row, at);
    at += step;
    for (int u = 0; u < g->n; u++, at += step) phk_visit(b, row, g->unknown[u], at);
    return at;
}

/* Each component: the diagonal, the cells of each marker, the expressions. */
static int *visit_watch(const phk_builder *b, int k, int *at)
{
    const phk_mechanism *m = b->m;
    const phk_group *group;
    int index, step = at != NULL, *value = m->scratch.formula;
    watched(m, k, &group, &index);
    phk_element_values(group, index, value);
    for (int c = 0; c < 6; c++) {
        int row = first_y(m) + m->system->loops + 6 * k + c;
        phk_visit(b, row, row, at);
        at += step;
        for (int j = 0; j < 2 * group->type->markers; j++) {
            int body = m->system->marker[group->marker[index * group->type->markers + j / 2]].body;
            int base = body < 0 ? -1 : m->body[body].direction[j % 2];
            for (int u = 0; u < 3; u++, at += step)
                if (base >= 0) phk_visit(b, row, base + u, at);
        }
        for (int i = 0; i < phk_type_values(group->type); i++) {
            const phk_gradient *g = value[i] < 0 ? NULL : &m->formula_gradient[value[i]];
            for (int u = 0; g && u < g->n; u++, at += step) phk_visit(b, row, g->unknown[u], at);
        }
    }
    return at;
}

int phk_lines_count(const phk_mechanism *m)
{
    const phk_system *sys = m->system;
    int n = 0, *value = m->scratch.formula;
    for (int i = 0; i < sys->states; i++) n += 1 + m->formula_gradient[sys->state[i].formula].n;
    for (int k = 0; k < sys->loops; k++) n += 1 + m->loop_gradient[k].n;
    for (int k = 0; k < sys->watches; k++) {
        const phk_group *group;
        int index, one;
        watched(m, k, &group, &index);
        phk_element_values(group, index, value);
        one = 1 + 6 * group->type->markers;
        for (int i = 0; i < phk_type_values(group->type); i++)
            if (value[i] >= 0) one += m->formula_gradient[value[i]].n;
        n += 6 * one;
    }
    return n;
}

void phk_lines_visit(const phk_builder *b, int *at)
{
    const phk_mechanism *m = b->m;
    const phk_system *sys = m->system;
    for (int i = 0; i < sys->states; i++)
        at = visit_formula(b, m->dae.nv + i, &m->formula_gradient[sys->state[i].formula], at);
    for (int k = 0; k < sys->loops; k++)
        at = visit_formula(b, first_y(m) + k, &m->loop_gradient[k], at);
    for (int k = 0; k < sys->watches; k++) at = visit_watch(b, k, at);
}

/* ---- derivatives, in the same order ---- */

static const int *add_gradient(const phk_gradient *g, double scale, const int *at,
                               phk_tangents *out)
{
    for (int u = 0; u < g->n; u++, at++) {
        out->by_q[*at] += scale * g->by_q[u];
        out->by_v[*at] += scale * g->by_v[u];
        out->by_a[*at] += scale * g->by_a[u];
    }
    return at;
}

/* The derivatives of one component by the motion of one marker, along the cells of its body. */
static const int *add_watch_marker(phk_mechanism *m, int marker, const double *by_p,
                                   const double *by_v, const int *at, phk_tangents *out)
{
    int unknown[6] = {0};
    double by[18] = {0};
    const phk_marker *on = &m->system->marker[marker];
    if (on->body < 0) return at + 6;
    const int *base = m->body[on->body].direction;
    phk_gradient g = {0, unknown, by, by + 6, by + 12};
    for (int cell = 0; cell < 2; cell++)
        for (int k = 0; k < 3; k++) g.unknown[g.n++] = base[cell] < 0 ? -1 : base[cell] + k;
    phk_marker_gradient(m, &g, marker, by_p, by_v);
    for (int u = 0; u < 6; u++, at++) {
        if (unknown[u] < 0) continue;
        out->by_q[*at] -= by[u];
        out->by_v[*at] -= by[6 + u];
    }
    return at;
}

static ph_status add_watch(phk_mechanism *m, int k, const int **at, phk_tangents *out)
{
    const phk_group *group;
    int index;
    watched(m, k, &group, &index);
    int per = group->type->markers, values = phk_type_values(group->type);
    phk_scratch *s = &m->scratch;
    ph_status status = phk_element_tangent(m, (int)(group - m->system->group), index);
    if (status < 0) return status;
    bool acts = group->active[index];
    phk_element_values(group, index, s->formula);
    int first = 6 * m->system->watch[k].marker;
    for (int c = first; c < first + 6; c++) {
        out->by_q[*(*at)++] += 1;
        for (int j = 0; j < per; j++) {
            const double *by_p = s->displacement + (c * 6 * per + 6 * j);
            const double *by_v = s->velocity + (c * 6 * per + 6 * j);
            if (acts)
                *at = add_watch_marker(m, group->marker[index * per + j], by_p, by_v, *at, out);
            else
                *at += 6;
        }
        for (int i = 0; i < values; i++)
            if (s->formula[i] >= 0)
                *at = add_gradient(&m->formula_gradient[s->formula[i]],
                                   acts ? -s->value[c * values + i] : 0, *at, out);
    }
    return PH_OK;
}

ph_status phk_lines_tangent(phk_mechanism *m, phk_tangents *out)
{
    const phk_system *sys = m->system;
    const int *at = m->line;
    for (int i = 0; i < sys->states; i++) {
        bool implicit = sys->state[i].implicit;
        if (!implicit) out->by_v[*at] += 1;
        at = add_gradient(&m->formula_gradient[sys->state[i].formula], implicit ? 1 : -1, at + 1,
                          out);
    }
    for (int k = 0; k < sys->loops; k++) {
        out->by_q[*at] += 1;
        at = add_gradient(&m->loop_gradient[k], -1, at + 1, out);
    }
    ph_status status = PH_OK;
    for (int k = 0; status >= 0 && k < sys->watches; k++) status = add_watch(m, k, &at, out);
    return status < 0 ? status : PH_OK;
}
