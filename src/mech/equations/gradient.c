/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Derivatives of formulas by the unknowns: derivatives of a tape by what it reads, times those of
 * what it reads. Variables evaluated in place are links of the chain with a gradient of their own,
 * so that a variable read a hundred times is differentiated once.
 *
 * Which unknowns a formula can depend on is found when the system is built; then each entry of what
 * it reads knows its place in the sum.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "mech/equations/equations.h"

static void *take(phk_mechanism *m, int n, size_t size)
{
    return phk_arena_alloc(&m->maps, ((size_t)n + 1) * size);
}

static ph_status take_derivatives(phk_mechanism *m, phk_gradient *g)
{
    g->by_q = take(m, 3 * g->n, sizeof *g->by_q);
    g->by_v = g->by_q + g->n;
    g->by_a = g->by_v + g->n;
    return g->by_q ? PH_OK : PH_E_NOMEM;
}

/* Most unknowns one quantity can have: the bodies, their modes, and the rows of a joint. */
static int most_unknowns(const phk_mechanism *m)
{
    return PHK_JOINT_WIDTH + PHK_JOINT_ROWS + PH_JOINT_MARKERS * m->system->program->flexible.most;
}

static ph_status create_input(phk_mechanism *m, int i, int *unknown)
{
    phk_gradient *g = &m->by.input[i];
    g->unknown = unknown;
    phk_quantity_unknowns(m, &m->system->program->inputs.quantity[i], g);
    int *copy = take(m, g->n, sizeof *copy);
    if (!copy) return PH_E_NOMEM;
    memcpy(copy, unknown, (size_t)g->n * sizeof *copy);
    g->unknown = copy;
    return take_derivatives(m, g);
}

static int by_number(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

/* The unknowns of all inputs of a formula, each once. */
static ph_status unite(phk_mechanism *m, const phk_formula *f, phk_gradient *g)
{
    const int *input;
    int inputs = phk_tape_inputs(f->tape, &input), total = 0;
    for (int k = 0; k < inputs; k++) total += m->by.input[input[k]].n;
    g->n = 0;
    g->unknown = take(m, total, sizeof *g->unknown);
    if (!g->unknown) return PH_E_NOMEM;
    for (int k = 0; k < inputs; k++) {
        const phk_gradient *from = &m->by.input[input[k]];
        memcpy(g->unknown + g->n, from->unknown, (size_t)from->n * sizeof *g->unknown);
        g->n += from->n;
    }
    qsort(g->unknown, (size_t)g->n, sizeof *g->unknown, by_number);
    int kept = 0;
    for (int k = 0; k < g->n; k++)
        if (k == 0 || g->unknown[k] != g->unknown[k - 1]) g->unknown[kept++] = g->unknown[k];
    g->n = kept;
    return take_derivatives(m, g);
}

static ph_status create_chain(phk_mechanism *m, const phk_formula *f, phk_gradient *g,
                              phk_chain *chain)
{
    const int *input;
    int inputs = phk_tape_inputs(f->tape, &input);
    *chain = (phk_chain){.formula = f, .gradient = g};
    ph_status status = unite(m, f, g);
    chain->to = take(m, inputs, sizeof *chain->to);
    if (status || !chain->to) return PH_E_NOMEM;
    if (inputs > m->by.most_inputs) m->by.most_inputs = inputs;
    for (int k = 0; k < inputs; k++) {
        const phk_gradient *from = &m->by.input[input[k]];
        int *to = take(m, from->n, sizeof *to), at = 0;
        if (!to) return PH_E_NOMEM;
        /* both lists increase */
        for (int i = 0; i < from->n; i++) {
            while (g->unknown[at] != from->unknown[i]) at++;
            to[i] = at;
        }
        chain->to[k] = to;
    }
    return PH_OK;
}

ph_status phk_gradients_create(phk_mechanism *m)
{
    const phk_system *sys = m->system;
    int chains = sys->program->variables.n + sys->program->formulas;
    m->by.input = take(m, sys->program->inputs.n, sizeof *m->by.input);
    m->by.formula = take(m, sys->program->formulas, sizeof *m->by.formula);
    m->by.loop = take(m, sys->program->variables.loops, sizeof *m->by.loop);
    m->by.chain = take(m, chains, sizeof *m->by.chain);
    if (!m->by.input || !m->by.formula || !m->by.loop || !m->by.chain) return PH_E_NOMEM;
    m->by.chains = m->by.most_inputs = 0;
    int *room = malloc((size_t)most_unknowns(m) * sizeof *room);
    ph_status status = room ? PH_OK : PH_E_NOMEM;
    for (int i = 0; !status && i < sys->program->inputs.n; i++)
        if (sys->program->inputs.quantity[i].kind != PHK_QUANTITY_VARIABLE)
            status = create_input(m, i, room);
    free(room);
    for (int k = 0; !status && k < sys->program->variables.ordered; k++) {
        int v = sys->program->variables.order[k];
        status = create_chain(m, &sys->program->variables.formula[v],
                              &m->by.input[sys->program->variables.input[v]],
                              &m->by.chain[m->by.chains++]);
    }
    for (int k = 0; !status && k < sys->program->variables.loops; k++)
        status = create_chain(m, &sys->program->variables.formula[sys->program->variables.loop[k]],
                              &m->by.loop[k], &m->by.chain[m->by.chains++]);
    for (int i = 0; !status && i < sys->program->formulas; i++)
        status = create_chain(m, &sys->program->formula[i], &m->by.formula[i],
                              &m->by.chain[m->by.chains++]);
    if (!status) m->by.room = take(m, 3 * m->by.most_inputs, sizeof *m->by.room);
    return status ? status : m->by.room ? PH_OK : PH_E_NOMEM;
}

/* A derivative that is not finite, as that of sqrt at 0, is left out: the derivatives serve Newton,
 * which without it converges more slowly, but to the same solution. Returns whether there was none.
 */
static bool evaluate_chain(phk_mechanism *m, const phk_chain *chain)
{
    bool finite = true;
    const phk_system *sys = m->system;
    phk_gradient *g = chain->gradient;
    memset(g->by_q, 0, 3 * (size_t)g->n * sizeof *g->by_q);
    const phk_formula *f = chain->formula;
    if (f->fixed || (f->acts >= 0 && !sys->acts[f->acts])) return true;
    const int *input;
    int inputs = phk_tape_inputs(chain->formula->tape, &input);
    phk_tape_gradient(chain->formula->tape, sys->input, sys->tape_work, m->by.room);
    for (int k = 0; k < inputs; k++) {
        const phk_gradient *from = &m->by.input[input[k]];
        double factor = m->by.room[k];
        if (!isfinite(factor)) {
            finite = false;
            continue;
        }
        for (int i = 0; factor != 0 && i < from->n; i++) {
            int at = chain->to[k][i];
            g->by_q[at] += factor * from->by_q[i];
            g->by_v[at] += factor * from->by_v[i];
            g->by_a[at] += factor * from->by_a[i];
        }
    }
    return finite;
}

bool phk_gradients_of(phk_mechanism *m, const phk_point *p, int leaves, const int *leaf, int links,
                      const int *link)
{
    for (int i = 0; i < leaves; i++)
        phk_quantity_gradient(m, &m->system->program->inputs.quantity[leaf[i]], p,
                              &m->by.input[leaf[i]]);
    bool finite = true;
    for (int k = 0; k < links; k++) finite &= evaluate_chain(m, &m->by.chain[link[k]]);
    return finite;
}

void phk_gradients_evaluate(phk_mechanism *m, const phk_point *p)
{
    const phk_system *sys = m->system;
    for (int i = 0; i < sys->program->inputs.n; i++)
        if (m->by.input[i].n > 0 && sys->program->inputs.quantity[i].kind != PHK_QUANTITY_VARIABLE)
            phk_quantity_gradient(m, &sys->program->inputs.quantity[i], p, &m->by.input[i]);
    for (int k = 0; k < m->by.chains; k++) evaluate_chain(m, &m->by.chain[k]);
}
