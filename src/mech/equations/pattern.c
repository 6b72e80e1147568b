/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Where the derivatives of a mechanism have entries: all contributions are asked twice, for their
 * entries and for where these have come to lie.
 */
#include "mech/equations/equations.h"

ph_status phk_mechanism_emit(phk_mechanism *m, const double *lambda, phk_emitter *e)
{
    ph_status status = PH_OK;
    for (int k = 0; k < m->system->program->constraints; k++)
        if (m->system->program->constraint[k].kind != PHK_HOLD_EQUATION)
            phk_hold_emit(m, k, lambda, e);
    for (int g = 0; !status && g < m->system->program->elements.groups; g++)
        status = phk_group_emit(m, g, e);
    if (status) return status;
    phk_equations_emit(m, lambda, e);
    return phk_lines_emit(m, e);
}

/* The inertia of a cell: a block of a body's place or rotation, else the diagonal alone. */
static void collect_cell(phk_collector *c, const phk_cell *cell)
{
    if (cell->kind == PHK_CELL_ROTATION || phk_cell_is_place(cell))
        phk_collect_block(c, cell->v, cell->width, cell->v, cell->width);
    else
        for (int k = cell->v; k < cell->v + cell->width; k++) phk_collect_block(c, k, 1, k, 1);
}

static ph_status collect(phk_mechanism *m, int *count)
{
    const phk_dae *dae = &m->dae;
    phk_emitter e = {.collector = phk_collector_create(dae->nv + dae->nx + dae->nl + dae->ny)};
    if (!e.collector) return PH_E_NOMEM;
    for (int k = 0; k < dae->cells; k++) collect_cell(e.collector, &m->cell[k]);
    phk_mechanism_emit(m, NULL, &e);
    *count = e.count;
    phk_pattern_free(&m->pattern);
    ph_status status = phk_collector_finish(e.collector, &m->pattern);
    phk_collector_free(e.collector);
    return status;
}

static ph_status record(phk_mechanism *m, int count)
{
    m->record = phk_arena_alloc(&m->maps, ((size_t)count + 1) * sizeof *m->record);
    if (!m->record) return PH_E_NOMEM;
    return phk_mechanism_emit(m, NULL, &(phk_emitter){.pattern = &m->pattern, .record = m->record});
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
    int count = 0;
    phk_arena_free(&m->maps);
    m->maps = (phk_arena){0};
    ph_status status = phk_gradients_create(m);
    if (!status) status = phk_equations_create(m);
    if (!status) status = collect(m, &count);
    if (!status) status = put_nodes(m);
    if (!status) status = record(m, count);
    if (status) return status;
    m->dae.pattern = &m->pattern;
    m->dae.node = m->node;
    return PH_OK;
}
