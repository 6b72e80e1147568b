/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What motions prescribe: displacement and its two derivatives at a time.
 *
 * A law is a function of time, by itself or through variables that are; derivatives come from jets
 * of its tape. The displacement of a velocity law f is  s(t) = s_a + integral of f from t_a,  that
 * of an acceleration law  s_a + s'_a (t - t_a) + integral of (t - u) f(u),  by Gauss quadrature
 * with five nodes (exact to degree nine) from an anchor (t_a, s_a, s'_a) that follows the accepted
 * time. So the integral is as long as one step, no state is needed and no order is lost.
 *
 * Laws are evaluated with inputs of their own, which hold time and the variables of time alone:
 * they are needed at other times than the present one, and before the expressions are.
 */
#include <math.h>
#include <string.h>
#include "mech/equations/equations.h"
#include "mech/equations/mechanism.h"

enum { NODES = 5 };
/* Gauss-Legendre on [0, 1]. */
static const double node[NODES] = {0.04691007703066800360, 0.23076534494715845448, 0.5,
                                   0.76923465505284154552, 0.95308992296933199640};
static const double weight[NODES] = {0.11846344252809454376, 0.23931433524968323402,
                                     0.28444444444444444444, 0.23931433524968323402,
                                     0.11846344252809454376};

static void *take(phk_mechanism *m, int n, size_t size)
{
    return phk_arena_alloc(&m->arena, ((size_t)n + 1) * size);
}

ph_status phk_drives_create(phk_mechanism *m)
{
    const phk_system *sys = m->system;
    phk_drives *d = &m->drives;
    d->drive = take(m, sys->program->constraints, sizeof *d->drive);
    d->anchor = take(m, sys->program->constraints, sizeof *d->anchor);
    d->lag = take(m, sys->program->constraints, sizeof *d->lag);
    d->motion = take(m, sys->program->constraints, sizeof *d->motion);
    d->variable = take(m, sys->program->variables.ordered, sizeof *d->variable);
    d->setting = take(m, sys->program->inputs.n, sizeof *d->setting);
    if (!d->setting) return PH_E_NOMEM;
    for (int k = 0; k < 5; k++)
        if (!(d->input[k] = take(m, sys->program->inputs.n, sizeof **d->input))) return PH_E_NOMEM;
    if (!d->drive || !d->anchor || !d->lag || !d->motion || !d->variable) return PH_E_NOMEM;
    bool reads_variables = false;
    for (int k = 0; k < sys->program->constraints; k++) {
        const phk_constraint *c = &sys->program->constraint[k];
        if (c->kind != PHK_HOLD_MOTION) continue;
        d->motion[d->motions++] = k;
        if (c->order == PHK_ORDER_START) continue;
        const int *input;
        int n = phk_tape_inputs(c->motion.tape, &input);
        reads_variables |= n > 0 && input[n - 1] > 0;
    }
    for (int k = 0; reads_variables && k < sys->program->variables.ordered; k++)
        if (sys->program->variables.of_time[sys->program->variables.order[k]])
            d->variable[d->variables++] = sys->program->variables.order[k];
    for (int i = 0; i < sys->program->inputs.n; i++)
        if (sys->program->inputs.quantity[i].kind == PHK_QUANTITY_SETTING)
            d->setting[d->settings++] = i;
    d->t = NAN;
    return PH_OK;
}

/* A formula at the time of the inputs, with derivatives by time when level is 2. */
static double law(phk_mechanism *m, const phk_formula *f, int level, double *first, double *second)
{
    phk_drives *d = &m->drives;
    double *work = m->system->tape_work;
    if (level == 0) return phk_tape_value(f->tape, d->input[0], work);
    const int *input;
    int n = phk_tape_inputs(f->tape, &input);
    for (int k = 0; k < n; k++) {
        d->input[3][k] = d->input[1][input[k]];
        d->input[4][k] = d->input[2][input[k]];
    }
    return phk_tape_jet(f->tape, d->input[0], d->input[3], d->input[4], work, first, second);
}

/* What events have set, time and the variables of time, with their derivatives when level is 2. */
static void set_time(phk_mechanism *m, double t, int level)
{
    phk_drives *d = &m->drives;
    d->input[0][0] = phk_system_time(m->system, t);
    d->input[1][0] = 1;
    d->input[2][0] = 0;
    for (int k = 0; k < d->settings; k++)
        d->input[0][d->setting[k]] =
            m->system->setting[m->system->program->inputs.quantity[d->setting[k]].a];
    for (int k = 0; k < d->variables; k++) {
        int i = m->system->program->variables.input[d->variable[k]];
        d->input[0][i] = law(m, &m->system->program->variables.formula[d->variable[k]], level,
                             &d->input[1][i], &d->input[2][i]);
    }
}

/* s and s' of a motion that is integrated, from its anchor to t. */
static void integrate(phk_mechanism *m, int k, double t, double *s, double *ds)
{
    const phk_constraint *c = &m->system->program->constraint[k];
    const phk_anchor *a = &m->drives.anchor[k];
    double span = t - a->t, once = 0, twice = 0;
    for (int i = 0; i < NODES && span != 0; i++) {
        set_time(m, a->t + node[i] * span, 0);
        double f = weight[i] * law(m, &c->motion, 0, NULL, NULL);
        once += f;
        twice += (1 - node[i]) * f;
    }
    *s = c->order == 1 ? a->s + span * once : a->s + span * (a->ds + span * twice);
    *ds = a->ds + span * once;
}

ph_status phk_drives_evaluate(phk_mechanism *m, double t, int level)
{
    phk_drives *d = &m->drives;
    double seen = phk_system_time(m->system, t);
    if (d->motions == 0 ||
        (t == d->t && seen == d->seen && d->sets == m->system->sets && level <= d->level))
        return PH_OK;
    for (int n = 0; n < d->motions; n++) {
        int k = d->motion[n];
        const phk_constraint *c = &m->system->program->constraint[k];
        double s = 0, ds = 0, f, first = 0, second = 0;
        if (!*phk_constraint_acts(m->system, k)) continue;
        if (c->order == PHK_ORDER_START) {
            d->drive[k] = (phk_drive){d->anchor[k].s, d->anchor[k].ds, 0};
            continue;
        }
        if (c->order > 0) integrate(m, k, t, &s, &ds);
        set_time(m, t, level);
        f = law(m, &c->motion, level, &first, &second);
        d->drive[k] = c->order == 0   ? (phk_drive){f - d->lag[k], first, second}
                      : c->order == 1 ? (phk_drive){s, f, first}
                                      : (phk_drive){s, ds, f};
        if (!isfinite(f + s + ds + first + second)) {
            d->t = NAN;
            m->system->input[0] = t;
            m->system->fault = (phk_fault){.formula = &c->motion};
            return PH_E_NONFINITE;
        }
    }
    d->t = t;
    d->seen = seen;
    d->sets = m->system->sets;
    d->level = level;
    return PH_OK;
}

void phk_drives_accepted(void *self, double t)
{
    phk_mechanism *m = self;
    phk_drives *d = &m->drives;
    for (int n = 0; n < d->motions; n++) {
        int k = d->motion[n];
        if (m->system->program->constraint[k].order == 0 || !*phk_constraint_acts(m->system, k))
            continue;
        phk_anchor next = {.t = t};
        integrate(m, k, t, &next.s, &next.ds);
        d->anchor[k] = next;
    }
}

/* How far marker 1 is displaced or turned against marker 0, and how fast. */
static void measure(const phk_mechanism *m, int k, double *s, double *ds)
{
    phk_local l;
    phk_hold_local(m, k, &l);
    const ph_row *row = &l.c->row;
    if (row->kind == PH_ROW_OFFSET) {
        l.drive = (phk_drive){0, 0, 0};
        phk_row_value(row, &l.drive, l.frame, s);
    } else {
        ph_vec3 b = phk_frame_axis(&l.frame[1], row->axis[1]);
        *s = atan2(ph_dot(phk_frame_axis(&l.frame[0], row->axis[0]), b),
                   ph_dot(phk_frame_axis(&l.frame[0], row->axis[1]), b));
    }
    double g[1][12];
    l.drive = (phk_drive){*s, 0, 0};
    phk_row_gradient(row, &l.drive, l.frame, g);
    *ds = 0;
    for (int side = 0; side < 2; side++) {
        const double *by = &g[0][6 * side];
        *ds += ph_dot(ph_v3(by[0], by[1], by[2]), l.frame[side].v) +
               ph_dot(ph_v3(by[3], by[4], by[5]), l.frame[side].w);
    }
}

void phk_mechanism_anchor(phk_mechanism *m, const phk_point *p)
{
    phk_drives *d = &m->drives;
    phk_mechanism_poses(m, p);
    for (int n = 0; n < d->motions; n++) {
        phk_anchor *a = &d->anchor[d->motion[n]];
        if (m->system->program->constraint[d->motion[n]].order == 0) continue;
        a->t = p->t;
        measure(m, d->motion[n], &a->s, &a->ds);
    }
    d->t = NAN;
}

/* What is left from an angle to where it starts: the short way round. */
static double way_left(const phk_constraint *c, double s)
{
    double left = c->start[0] - s;
    return c->row.kind == PH_ROW_DOT ? remainder(left, 2 * PH_PI) : left;
}

void phk_mechanism_start(phk_mechanism *m, const phk_point *p, double share)
{
    phk_drives *d = &m->drives;
    phk_mechanism_anchor(m, p);
    for (int n = 0; n < d->motions; n++) {
        const phk_constraint *c = &m->system->program->constraint[d->motion[n]];
        phk_anchor *a = &d->anchor[d->motion[n]];
        if (c->order == 0) continue;
        if (!isnan(c->start[0])) a->s = share < 1 ? a->s + share * way_left(c, a->s) : c->start[0];
        if (!isnan(c->start[1])) a->ds = c->start[1];
    }
}

double phk_mechanism_turn_left(phk_mechanism *m, const phk_point *p)
{
    const phk_drives *d = &m->drives;
    double most = 0;
    phk_mechanism_poses(m, p);
    for (int n = 0; n < d->motions; n++) {
        const phk_constraint *c = &m->system->program->constraint[d->motion[n]];
        double s, ds;
        if (c->order == 0 || isnan(c->start[0]) || c->row.kind != PH_ROW_DOT) continue;
        measure(m, d->motion[n], &s, &ds);
        most = fmax(most, fabs(way_left(c, s)));
    }
    return most;
}

double phk_mechanism_lag(phk_mechanism *m, const phk_point *p, double share)
{
    phk_drives *d = &m->drives;
    double most = 0;
    memset(d->lag, 0, (size_t)m->system->program->constraints * sizeof *d->lag);
    d->t = NAN;
    if (share >= 1 || phk_drives_evaluate(m, p->t, 0)) return 0;
    phk_mechanism_poses(m, p);
    for (int n = 0; n < d->motions; n++) {
        int k = d->motion[n];
        const phk_constraint *c = &m->system->program->constraint[k];
        double s, ds;
        if (c->order != 0 || c->row.kind != PH_ROW_DOT || !*phk_constraint_acts(m->system, k))
            continue;
        measure(m, k, &s, &ds);
        double left = remainder(d->drive[k].f - s, 2 * PH_PI);
        most = fmax(most, fabs(left));
        d->lag[k] = (1 - share) * left;
    }
    d->t = NAN;
    return most;
}

void phk_drives_store(phk_mechanism *m, phk_store *store)
{
    size_t count = m->drives.motions ? (size_t)m->system->program->constraints : 0;
    phk_store_bytes(store, m->drives.anchor, count * sizeof *m->drives.anchor);
    m->drives.t = NAN;
}
