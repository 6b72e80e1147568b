/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Where the derivatives of a mechanism have entries: all contributions are asked twice, for their
 * entries and for where these have come to lie; and again when some of them come or go.
 */
#include <stdlib.h>
#include "mech/equations/equations.h"

/* Rows that are not there have their own diagonal; see integrate/dae.h. */
static void emit_suspended(const phk_mechanism *m, phk_emitter *e)
{
    for (int k = 0; k < m->full; k++) {
        if (m->place[k] < 0 || m->multiplier[k] >= 0) continue;
        int row = m->dae.nv + m->dae.nx + m->place[k], at = phk_emit_entry(e, row, row);
        if (at >= 0) e->out->by_q[at] = 1;
    }
}

ph_status phk_mechanism_emit(phk_mechanism *m, const phk_point *p, const double *lambda,
                             phk_emitter *e)
{
    ph_status status = PH_OK;
    for (int k = 0; k < m->system->program->constraints; k++)
        if (m->system->program->constraint[k].kind != PHK_HOLD_EQUATION)
            phk_hold_emit(m, k, lambda, e);
    for (int g = 0; !status && g < m->system->program->elements.groups; g++)
        status = phk_group_emit(m, g, lambda, e);
    if (status) return status;
    phk_contacts_emit(m, e);
    phk_equations_emit(m, lambda, e);
    if (m->system->program->flexible.n) phk_flexible_emit(m, p, e);
    if (m->suspended) emit_suspended(m, e);
    return phk_lines_emit(m, lambda, e);
}

/* The inertia of a cell: a block of a body's place or rotation, else the diagonal alone. */
static void collect_cell(phk_collector *c, const phk_cell *cell)
{
    if (cell->kind == PHK_CELL_ROTATION || phk_cell_is_place(cell))
        phk_collect_block(c, cell->v, cell->width, cell->v, cell->width);
    else
        for (int k = cell->v; k < cell->v + cell->width; k++) phk_collect_block(c, k, 1, k, 1);
}

static ph_status collect(phk_mechanism *m, phk_pattern *pattern, int *count)
{
    const phk_dae *dae = &m->dae;
    phk_emitter e = {.collector = phk_collector_create(dae->nv + dae->nx + dae->nl + dae->ny)};
    if (!e.collector) return PH_E_NOMEM;
    for (int k = 0; k < dae->cells; k++) collect_cell(e.collector, &m->cell[k]);
    phk_mechanism_emit(m, NULL, NULL, &e);
    *count = e.count;
    ph_status status = phk_collector_finish(e.collector, pattern);
    phk_collector_free(e.collector);
    return status;
}

/* Pattern and record for what is there now; as they were when memory runs out. */
static ph_status find_entries(phk_mechanism *m)
{
    int count = 0;
    phk_pattern pattern = {0};
    ph_status status = collect(m, &pattern, &count);
    int *record = status ? NULL : malloc(((size_t)count + 1) * sizeof *record);
    if (!record) {
        phk_pattern_free(&pattern);
        return status ? status : PH_E_NOMEM;
    }
    phk_mechanism_emit(m, NULL, NULL, &(phk_emitter){.pattern = &pattern, .record = record});
    phk_pattern_replace(&m->pattern, &pattern);
    free(m->record);
    m->record = record;
    return PH_OK;
}

static ph_status put_nodes(phk_mechanism *m)
{
    m->node = phk_arena_alloc(&m->maps, ((size_t)m->pattern.n + 1) * sizeof *m->node);
    if (!m->node) return PH_E_NOMEM;
    for (int u = 0; u < m->pattern.n; u++) m->node[u] = -1;
    for (int i = 0; i < m->dae.cells; i++)
        for (int k = 0; k < m->cell[i].width; k++) m->node[m->cell[i].v + k] = m->owner[i];
    return PH_OK;
}

ph_status phk_mechanism_map(phk_mechanism *m)
{
    phk_arena_free(&m->maps);
    m->maps = (phk_arena){0};
    ph_status status = phk_gradients_create(m);
    if (!status) status = phk_equations_create(m);
    if (!status) status = find_entries(m);
    if (!status) status = put_nodes(m);
    if (status) return status;
    m->dae.pattern = &m->pattern;
    m->dae.node = m->node;
    return PH_OK;
}

/* ---- couplings that come and go ---- */

/* Asks the elements of a group at the present poses; whether some come near that are not coupled.
 */
static bool ask_group(phk_mechanism *m, const phk_group *group)
{
    phk_system *sys = m->system;
    ph_frame *frame = phk_group_frames(sys, group);
    int places = group->n * group->type->markers;
    bool *near = m->near + group->first, more = false;
    ph_eval eval = phk_group_eval(sys, group);
    for (int i = 0; i < places; i++) frame[i] = phk_marker_frame(sys, group->marker[i]);
    group->type->near(group->n, group->par, &eval, frame, near);
    for (int k = 0; k < group->n; k++) more |= near[k] && !m->coupled[group->first + k];
    return more;
}

/* The pattern changes for those that come; those that have gone leave it with them. So what goes in
 * and out at the edge changes nothing. */
static ph_status reshape(void *self, const phk_point *p)
{
    phk_mechanism *m = self;
    const phk_elements *all = &m->system->program->elements;
    bool more = false;
    phk_mechanism_poses(m, p);
    phk_system_frames(m->system);
    ph_status status = phk_system_meet(m->system);
    if (status) return status;
    for (int g = 0; g < all->groups; g++)
        if (all->group[g].type->near && all->group[g].n) more |= ask_group(m, &all->group[g]);
    if (!more && !phk_contacts_missing(m)) return PH_OK;
    for (int k = 0; m->near && k < all->n; k++) {
        bool keep = m->coupled[k];
        m->coupled[k] = m->near[k];
        m->near[k] = keep;
    }
    phk_met met = m->met;
    m->met = (phk_met){0};
    status = phk_contacts_take(m);
    if (!status) status = find_entries(m);
    for (int k = 0; m->near && status && k < all->n; k++) m->coupled[k] = m->near[k];
    free(status ? m->met.pair : met.pair);
    if (status) m->met = met;
    return status;
}

ph_status phk_couplings_create(phk_mechanism *m)
{
    const phk_elements *all = &m->system->program->elements;
    bool some = false;
    for (int g = 0; g < all->groups; g++) some |= all->group[g].type->near && all->group[g].n;
    ph_status status = phk_contacts_take(m);
    if (status || (!some && m->system->program->contacts.fixed)) return status;
    if (some || m->system->program->contacts.sets) m->dae.reshape = reshape;
    if (!some) return PH_OK;
    m->coupled = phk_arena_alloc(&m->arena, (size_t)all->n + 1);
    m->near = phk_arena_alloc(&m->arena, (size_t)all->n + 1);
    return m->coupled && m->near ? PH_OK : PH_E_NOMEM;
}
