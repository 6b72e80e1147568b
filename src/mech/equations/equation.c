/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Constraints by an expression: C(places, states, t) = 0, or V(places, velocities, states, t) = 0,
 * which is linear in the velocities and a velocity row: for what is special of it see
 * equation_velocity.c.
 *
 * The gradient G comes with those of all formulas. Everything of second order comes from one thing,
 * the second derivative of C along a motion with constant velocities of the bodies (world velocity,
 * body angular velocity): along the true velocities it is gamma; along unit directions and their
 * sums it is, by polarisation, the symmetric part of the derivative of G. What is left of it are
 * the turns of one body, which do not commute: the derivative along e_j of the component along e_i
 * exceeds the symmetric part by half of G.(e_j x e_i).
 */
#include <math.h>
#include <string.h>
#include "mech/equations/equations.h"
#include "mech/equations/mechanism.h"

/* ---- what an equation reads ---- */

static void *take(phk_mechanism *m, int n, size_t size)
{
    return phk_arena_alloc(&m->maps, ((size_t)n + 1) * size);
}

static void need(const phk_system *sys, const phk_formula *f, bool *input)
{
    const int *read;
    int n = phk_tape_inputs(f->tape, &read);
    (void)sys;
    for (int k = 0; k < n; k++) input[read[k]] = true;
}

/* The quantities and variables behind an equation, each once. */
static ph_status list_needs(phk_mechanism *m, phk_equation *e, bool *input)
{
    const phk_system *sys = m->system;
    int leaves = 0, variables = 0;
    memset(input, 0, (size_t)sys->program->inputs.n * sizeof *input);
    need(sys, &sys->program->formula[e->formula], input);
    for (int k = sys->program->variables.ordered - 1; k >= 0; k--) {
        int v = sys->program->variables.order[k];
        if (!input[sys->program->variables.input[v]]) continue;
        need(sys, &sys->program->variables.formula[v], input);
        variables++;
    }
    for (int i = 0; i < sys->program->inputs.n; i++)
        leaves += input[i] && sys->program->inputs.quantity[i].kind != PHK_QUANTITY_VARIABLE;
    e->leaf = take(m, leaves, sizeof *e->leaf);
    e->link = take(m, variables + 1, sizeof *e->link);
    if (!e->leaf || !e->link) return PH_E_NOMEM;
    for (int i = 0; i < sys->program->inputs.n; i++)
        if (input[i] && sys->program->inputs.quantity[i].kind != PHK_QUANTITY_VARIABLE)
            e->leaf[e->leaves++] = i;
    /* the chains of variables come first, in their order */
    for (int k = 0; k < sys->program->variables.ordered; k++)
        if (input[sys->program->variables.input[sys->program->variables.order[k]]])
            e->link[e->links++] = k;
    e->link[e->links++] =
        sys->program->variables.ordered + sys->program->variables.loops + e->formula;
    return PH_OK;
}

ph_status phk_equations_create(phk_mechanism *m)
{
    const phk_system *sys = m->system;
    m->held.n = 0;
    for (int k = 0; k < sys->program->constraints; k++)
        m->held.n += sys->program->constraint[k].kind == PHK_HOLD_EQUATION;
    if (m->held.n == 0) return PH_OK;
    m->held.equation = take(m, m->held.n, sizeof *m->held.equation);
    m->held.velocity = take(m, m->dae.nv + m->dae.nx, sizeof *m->held.velocity);
    bool *input = take(m, sys->program->inputs.n, sizeof *input);
    for (int k = 0; k < 4; k++)
        if (!(m->held.jet[k] = take(m, sys->program->inputs.n, sizeof **m->held.jet)))
            return PH_E_NOMEM;
    if (!m->held.equation || !m->held.velocity || !input) return PH_E_NOMEM;
    ph_status status = PH_OK;
    for (int k = 0, n = 0; !status && k < sys->program->constraints; k++) {
        const phk_constraint *c = &sys->program->constraint[k];
        if (c->kind != PHK_HOLD_EQUATION) continue;
        phk_equation *e = &m->held.equation[n++];
        *e = (phk_equation){.constraint = k,
                            .formula = c->formula,
                            .velocity = c->velocity_rows > 0,
                            .row = c->velocity_rows ? c->velocity_first : c->first};
        e->gradient = &m->by.formula[c->formula];
        while (e->directions < e->gradient->n && e->gradient->unknown[e->directions] < m->dae.nv)
            e->directions++;
        e->second = take(m, e->gradient->n * (e->gradient->n + 1), sizeof *e->second);
        status = e->second ? list_needs(m, e, input) : PH_E_NOMEM;
        if (!status && e->velocity && !(e->kept = take(m, 2 * e->leaves, sizeof *e->kept)))
            status = PH_E_NOMEM;
    }
    return status;
}

/* ---- residual ---- */

/* The derivatives that make its force: by places, or by velocities. */
static const double *force_of(const phk_equation *e)
{
    return e->velocity ? e->gradient->by_v : e->gradient->by_q;
}

ph_status phk_equations_residual(phk_mechanism *m, const phk_point *p, const double *lambda,
                                 double *g, double *c)
{
    for (int k = 0; k < m->held.n; k++) {
        const phk_equation *e = &m->held.equation[k];
        c[e->row] = m->system->value[e->formula];
        if (!*phk_constraint_acts(m->system, e->constraint)) continue;
        /* here a gradient is a force, and must be right */
        if (!phk_gradients_of(m, p, e->leaves, e->leaf, e->links, e->link)) {
            m->system->fault = (phk_fault){.formula = &m->system->program->formula[e->formula],
                                           .reason = "has a derivative that is not finite"};
            return PH_E_NONFINITE;
        }
        for (int u = 0; u < e->directions; u++)
            g[e->gradient->unknown[u]] += lambda[e->row] * force_of(e)[u];
    }
    return PH_OK;
}

ph_wrench phk_equation_load(const phk_mechanism *m, int constraint, int body)
{
    ph_wrench w = {{0, 0, 0}, {0, 0, 0}};
    for (int k = 0; k < m->held.n; k++) {
        const phk_equation *e = &m->held.equation[k];
        if (e->constraint != constraint) continue;
        double load[2][3] = {{0}}, lambda = m->lambda_last[e->row];
        for (int u = 0; u < e->directions; u++)
            for (int cell = 0; cell < 2; cell++) {
                int i = e->gradient->unknown[u] - m->body[body].direction[cell];
                if (m->body[body].direction[cell] >= 0 && i >= 0 && i < 3)
                    load[cell][i] = -lambda * force_of(e)[u];
            }
        w.force = ph_v3(load[0][0], load[0][1], load[0][2]);
        w.torque =
            ph_mat3_mul(m->system->pose[body].R_WB, ph_v3(load[1][0], load[1][1], load[1][2]));
    }
    return w;
}

bool phk_mechanism_touches(const phk_mechanism *m, int equation, int body)
{
    for (int k = 0; k < m->held.n; k++) {
        const phk_equation *e = &m->held.equation[k];
        for (int u = 0; e->constraint == equation && u < e->directions; u++)
            if (e->gradient->unknown[u] < m->dae.nv && m->dae.node[e->gradient->unknown[u]] == body)
                return true;
    }
    return false;
}

/* ---- second derivatives ---- */

/* Velocities of all directions and states, and of time. */
typedef struct {
    const double *v, *xd;
    double t;
} motion;

static ph_vec3 get(const double *a)
{
    return ph_v3(a[0], a[1], a[2]);
}

/* The course of a marker when its body moves so, and its angular acceleration: of a body that is
 * rigid it has none. */
static phk_course course_of(const phk_mechanism *m, int marker, const motion *by, ph_vec3 *twist)
{
    const phk_marker *at = phk_marker_now(m->system, marker);
    phk_course course = {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}};
    *twist = ph_v3(0, 0, 0);
    if (at->body < 0) return course;
    const int *base = m->body[at->body].direction;
    ph_vec3 v = base[PHK_MOVE] < 0 ? ph_v3(0, 0, 0) : get(by->v + base[PHK_MOVE]);
    if (at->node)
        return phk_bent_course(m, at, v, get(by->v + base[PHK_TURN]), by->v + base[PHK_MODES],
                               twist);
    return phk_arm_course(at, &m->system->pose[at->body], v, get(by->v + base[PHK_TURN]));
}

/* What a quantity changes by with angular accelerations. */
static double twisted(const phk_spot *at, const phk_quantity_type *type, int c,
                      const ph_vec3 *twist)
{
    phk_covector cov[2] = {0};
    double sum = 0;
    type->covector(at, c, cov);
    for (int i = 0; i < type->markers; i++) sum += ph_dot(cov[i].phi, twist[i]);
    return sum;
}

static void quantity_jet(const phk_mechanism *m, const phk_quantity *k, const motion *by,
                         double *first, double *second)
{
    const phk_quantity_type *type = phk_quantity_type_of(k->kind);
    *first = *second = 0;
    if (type->jet) {
        phk_spot at[2] = {phk_marker_spot(m->system, k->a), phk_marker_spot(m->system, k->b)};
        ph_vec3 twist[2];
        phk_course course[2] = {course_of(m, k->a, by, &twist[0]),
                                course_of(m, k->b, by, &twist[1])};
        type->jet(at, course, k->c, first, second);
        if (m->system->program->flexible.n) *second += twisted(at, type, k->c, twist);
    } else if (k->kind == PHK_QUANTITY_TIME) {
        *first = by->t;
    } else if (k->kind == PHK_QUANTITY_STATE) {
        *first = by->xd[k->a];
    } /* an equation reads nothing else */
}

/* First and second derivative of an equation along a motion. */
static double second_along(phk_mechanism *m, const phk_equation *e, const motion *by, double *first)
{
    phk_system *sys = m->system;
    double second = 0;
    for (int i = 0; i < e->leaves; i++)
        quantity_jet(m, &sys->program->inputs.quantity[e->leaf[i]], by, &m->held.jet[0][e->leaf[i]],
                     &m->held.jet[1][e->leaf[i]]);
    for (int i = 0; i < e->links; i++) {
        const phk_formula *f = m->by.chain[e->link[i]].formula;
        const int *input;
        int n = phk_tape_inputs(f->tape, &input);
        for (int k = 0; k < n; k++) {
            m->held.jet[2][k] = m->held.jet[0][input[k]];
            m->held.jet[3][k] = m->held.jet[1][input[k]];
        }
        phk_tape_jet(f->tape, sys->input, m->held.jet[2], m->held.jet[3], sys->tape_work, first,
                     &second);
        int v = i + 1 < e->links ? sys->program->variables.order[e->link[i]] : -1;
        if (v >= 0) m->held.jet[0][sys->program->variables.input[v]] = *first;
        if (v >= 0) m->held.jet[1][sys->program->variables.input[v]] = second;
    }
    return second;
}

/* A velocity row itself, and its derivative by time while velocities stay. */
static double rate_of(phk_mechanism *m, const phk_equation *e, const phk_point *p, double *value)
{
    double by_time = 0, sum = 0;
    second_along(m, e, &(motion){m->held.velocity, m->held.velocity + m->dae.nv, 1}, &by_time);
    phk_gradients_of(m, p, e->leaves, e->leaf, e->links, e->link);
    for (int u = 0; u < e->gradient->n; u++) {
        int i = e->gradient->unknown[u];
        sum += e->gradient->by_q[u] * (i < m->dae.nv ? p->v[i] : p->xd[i - m->dae.nv]);
    }
    *value = m->system->value[e->formula];
    return sum + by_time;
}

void phk_equations_rates(phk_mechanism *m, const phk_point *p, double *rate, double *gamma)
{
    motion by = {p->v, p->xd, 1};
    for (int k = 0; k < m->held.n; k++) {
        const phk_equation *e = &m->held.equation[k];
        int number = m->multiplier[e->row];
        if (!*phk_constraint_acts(m->system, e->constraint)) continue;
        double first = 0,
               second = e->velocity ? rate_of(m, e, p, &first) : second_along(m, e, &by, &first);
        if (number >= 0 && rate) rate[number] = first;
        if (number >= 0 && gamma) gamma[number] = second;
    }
}

/* ---- tangent ---- */

/* The second derivative along the sum of two unknown directions, or along one (i == j). */
static double along_pair(phk_mechanism *m, const phk_equation *e, int i, int j)
{
    double first, *v = m->held.velocity;
    motion by = {v, v + m->dae.nv, 0};
    v[e->gradient->unknown[i]] = v[e->gradient->unknown[j]] = 1;
    double second = second_along(m, e, &by, &first);
    v[e->gradient->unknown[i]] = v[e->gradient->unknown[j]] = 0;
    return second;
}

/* G.(e_j x e_i) when both are turns of one body. */
static double commutator(const phk_mechanism *m, const phk_equation *e, int i, int j)
{
    const int *unknown = e->gradient->unknown;
    int body = m->node[unknown[i]];
    if (body < 0 || body != m->node[unknown[j]]) return 0;
    int base = m->body[body].direction[PHK_TURN], a = unknown[j] - base, c = unknown[i] - base;
    if (a < 0 || a >= 3 || c < 0 || c >= 3 || a == c) return 0;
    int axis = 3 - a - c; /* the cell is whole: its entries are neighbours */
    return ((a + 1) % 3 == c ? 1 : -1) * e->gradient->by_q[i - c + axis];
}

/* Symmetric second derivatives by all pairs of a direction and an unknown. */
static void differentiate_twice(phk_mechanism *m, const phk_equation *e)
{
    int n = e->gradient->n;
    double *twice = e->second + n * n; /* along single directions */
    for (int i = 0; i < n; i++) twice[i] = along_pair(m, e, i, i);
    for (int i = 0; i < e->directions; i++)
        for (int j = 0; j < n; j++) {
            double *k = e->second + i * n + j;
            if (i == j)
                *k = twice[i];
            else if (j < i)
                *k = e->second[j * n + i];
            else
                *k = (along_pair(m, e, i, j) - twice[i] - twice[j]) / 2;
        }
}

static void emit_equation(phk_mechanism *m, const phk_equation *e, const double *lambda,
                          phk_emitter *to)
{
    int n = e->gradient->n, number = m->dae.nv + m->dae.nx + m->multiplier[e->row];
    const int *unknown = e->gradient->unknown;
    if (to->out && e->velocity)
        phk_equation_mixed(m, e);
    else if (to->out)
        differentiate_twice(m, e);
    for (int u = 0; u < n; u++) {
        int at = phk_emit_entry(to, number, unknown[u]);
        if (at >= 0) to->out->by_q[at] += e->gradient->by_q[u];
        if (at >= 0 && e->velocity) to->out->by_v[at] += e->gradient->by_v[u];
    }
    for (int u = 0; u < e->directions; u++) {
        int at = phk_emit_entry(to, unknown[u], number);
        if (at >= 0) to->out->by_q[at] += force_of(e)[u];
    }
    for (int i = 0; i < e->directions; i++)
        for (int j = 0; j < n; j++) {
            int at = phk_emit_entry(to, unknown[i], unknown[j]);
            if (at < 0) continue;
            double own = e->velocity ? 0 : commutator(m, e, i, j) / 2;
            to->out->by_q[at] += lambda[e->row] * (e->second[i * n + j] + own);
        }
}

void phk_equations_emit(phk_mechanism *m, const double *lambda, phk_emitter *e)
{
    for (int k = 0; k < m->held.n; k++)
        if (m->multiplier[m->held.equation[k].row] >= 0)
            emit_equation(m, &m->held.equation[k], lambda, e);
}
