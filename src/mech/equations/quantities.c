/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The quantities expressions read, as functions of the unknowns: values of those that are solved
 * for, and derivatives of all of them.
 *
 * A quantity of a marker changes by  A.dp_m + B.dphi_m + C.dv_m + D.dw_m  with covectors in world
 * axes; along the motion of its body (tangent.c) that is
 *   by displacement   A,  r x R'A + R'B + (w x r) x R'C + w x R'D
 *   by velocity       C,  r x R'C + R'D
 */
#include <math.h>
#include <string.h>
#include "mech/equations/equations.h"
#include "mech/equations/mechanism.h"

/* ---- values ---- */

static ph_vec3 get(const double *a)
{
    return ph_v3(a[0], a[1], a[2]);
}

/* Angular velocity and acceleration of the body of a marker, body axes. */
static ph_vec3 turn_of(const phk_mechanism *m, int body, const double *v)
{
    return get(v + m->body[body].direction[PHK_TURN]);
}

static double acceleration(const phk_mechanism *m, const phk_quantity *k, const phk_point *p)
{
    const phk_marker *at = phk_marker_now(m->system, k->a);
    if (at->body < 0) return 0;
    const phk_pose *pose = &m->system->pose[at->body];
    if (at->node) return phk_bent_acceleration(m, k, at, p);
    if (k->kind == PHK_QUANTITY_ACCELERATION) {
        int base = m->body[at->body].direction[PHK_MOVE];
        ph_vec3 w = turn_of(m, at->body, p->v), alpha = turn_of(m, at->body, p->a);
        ph_vec3 a = ph_mat3_mul(pose->R_WB, phk_arm_acceleration(at, w, alpha));
        return phk_component(a, k->c) + (base < 0 ? 0 : p->a[base + k->c]);
    }
    ph_vec3 alpha = turn_of(m, at->body, p->a);
    if (k->kind == PHK_QUANTITY_ALPHA_WORLD)
        return phk_component(ph_mat3_mul(pose->R_WB, alpha), k->c);
    const double(*R)[3] = at->R_BM.m;
    return R[0][k->c] * alpha.x + R[1][k->c] * alpha.y + R[2][k->c] * alpha.z;
}

static double reaction(phk_mechanism *m, const phk_quantity *k, const double *lambda)
{
    phk_local l;
    phk_hold_local(m, k->a, &l);
    ph_wrench w[PH_JOINT_MARKERS];
    phk_hold_wrench(&l, lambda, w);
    return -(k->c < 3 ? phk_component(w[k->b].force, k->c)
                      : phk_component(w[k->b].torque, k->c - 3));
}

/* What a force does at one of its markers, as it was evaluated last. */
static double load(const phk_system *sys, const phk_quantity *k)
{
    const phk_watched *watch = &sys->program->watched.item[k->a];
    const phk_element_at *at = &sys->program->elements.force[watch->force];
    const phk_group *g = &sys->program->elements.group[at->group];
    const ph_wrench *w = phk_group_wrenches(sys, g) + at->index * g->type->markers + watch->marker;
    return k->c < 3 ? phk_component(w->force, k->c) : phk_component(w->torque, k->c - 3);
}

/* What an equation does to the body of a marker, about the marker's origin. It compares places of
 * bodies and ground with each other, so ground takes the opposite of what all bodies take. */
static double equation_load(const phk_mechanism *m, const phk_quantity *k)
{
    const phk_system *sys = m->system;
    int body = sys->program->places.marker[k->b].body, first = body < 0 ? 0 : body;
    int end = body < 0 ? sys->program->bodies : body + 1;
    ph_vec3 at = phk_marker_frame(sys, k->b).p, force = {0, 0, 0}, torque = {0, 0, 0};
    for (int i = first; i < end; i++) {
        ph_wrench w = phk_equation_load(m, k->a, i);
        force = ph_add(force, w.force);
        ph_vec3 moment = ph_cross(ph_sub(sys->pose[i].p, at), w.force);
        torque = ph_add(torque, ph_add(w.torque, moment));
    }
    double value = k->c < 3 ? phk_component(force, k->c) : phk_component(torque, k->c - 3);
    return body < 0 ? -value : value;
}

static double solved(phk_mechanism *m, const phk_quantity *k, const phk_point *p)
{
    const phk_system *sys = m->system;
    switch (k->kind) {
    case PHK_QUANTITY_STATE:
        return p->x[k->a];
    case PHK_QUANTITY_STATE_RATE:
        return p->xd[k->a];
    case PHK_QUANTITY_LOOP:
        return p->y[k->c];
    case PHK_QUANTITY_WATCH:
    case PHK_QUANTITY_TOUCH:
        return k->a < sys->program->watched.n
                   ? p->y[sys->program->variables.loops + 6 * k->a + k->c]
                   : load(sys, k);
    case PHK_QUANTITY_REACTION:
        return reaction(m, k, phk_mechanism_lambda(m, p));
    case PHK_QUANTITY_EQUATION:
        return equation_load(m, k);
    default:
        return acceleration(m, k, p);
    }
}

void phk_put_solved(phk_mechanism *m, const phk_point *p)
{
    phk_system *sys = m->system;
    for (int n = 0; n < m->solved_inputs; n++) {
        int i = m->solved_input[n];
        sys->input[i] = solved(m, &sys->program->inputs.quantity[i], p);
    }
    for (int k = 0; k < sys->program->elements.states; k++)
        sys->state[k] = p->x[sys->program->elements.state[k]];
}

/* Those of the quantities up to `end` that only requests and events read. */
static void put_asked(phk_mechanism *m, const phk_point *p, int end)
{
    phk_system *sys = m->system;
    for (int i = sys->program->inputs.n; i < end; i++)
        if (phk_quantity_type_of(sys->program->inputs.quantity[i].kind)->solved)
            sys->input[i] = solved(m, &sys->program->inputs.quantity[i], p);
}

ph_status phk_mechanism_ask(phk_mechanism *m, const phk_point *p)
{
    phk_system *sys = m->system;
    const phk_trigger_list *l = &sys->program->triggers;
    put_asked(m, p, l->asked);
    phk_system_ask(sys, p->t, l->asked);
    /* what has no value here matters where its event happens alone */
    for (int i = 0; i < l->formulas; i++)
        if (phk_system_formula(sys, &l->formula[i], &sys->trigger_value[i]))
            sys->trigger_value[i] = NAN;
    sys->fault = (phk_fault){0};
    return PH_OK;
}

/* A guard that has just been at zero tells no side, and one that does nothing has no value. */
ph_status phk_mechanism_guards(void *self, const phk_point *p, double *value)
{
    phk_mechanism *m = self;
    phk_system *sys = m->system;
    const phk_trigger_list *l = &sys->program->triggers;
    ph_status status = phk_drives_evaluate(m, p->t, 0);
    if (status) return status;
    phk_mechanism_poses(m, p);
    status = phk_mechanism_express(m, p);
    if (!status && sys->program->elements.reactions)
        phk_reactions_put(m, phk_mechanism_lambda(m, p));
    if (!status && l->loads) status = phk_system_wrenches(sys, p->t);
    if (status) return status;
    put_asked(m, p, l->asked);
    phk_system_ask(sys, p->t, l->asked);
    for (int k = 0; k < l->guards; k++) {
        int e = l->of_guard[k];
        bool sleeps = phk_trigger_sleeps(sys, e);
        value[k] = sleeps ? NAN : 0;
        if (sleeps || sys->occurrence[e].last == p->t) continue;
        status = phk_system_formula(sys, &l->formula[l->trigger[e].when], &value[k]);
        if (status) return status;
    }
    phk_holders_guards(m, p, value + l->guards);
    return PH_OK;
}

ph_status phk_mechanism_answer(phk_mechanism *m, const phk_point *p)
{
    put_asked(m, p, m->system->program->inputs.asked);
    return phk_system_answer(m->system, p->t);
}

/* ---- which unknowns ---- */

/* Adds the unknowns of a cell, in their order. */
static void insert_cell(phk_gradient *g, int base, int width)
{
    int at = g->n;
    if (base < 0) return;
    for (int i = 0; i < g->n; i++)
        if (g->unknown[i] == base) return;
    while (at > 0 && g->unknown[at - 1] > base) at--;
    memmove(g->unknown + at + width, g->unknown + at, (size_t)(g->n - at) * sizeof *g->unknown);
    for (int k = 0; k < width; k++) g->unknown[at + k] = base + k;
    g->n += width;
}

/* The cells a quantity of a marker depends on: of its place, or of its turning alone. */
static void insert_marker(const phk_mechanism *m, phk_gradient *g, int marker, bool place)
{
    const phk_marker *at = &m->system->program->places.marker[marker];
    if (at->body < 0) return;
    if (place) insert_cell(g, m->body[at->body].direction[PHK_MOVE], 3);
    if (!place || phk_arm_reaches(at, PHK_MOVE, PHK_TURN))
        insert_cell(g, m->body[at->body].direction[PHK_TURN], 3);
    if (at->node) insert_cell(g, m->body[at->body].direction[PHK_MODES], m->body[at->body].modes);
}

static void insert_reaction(const phk_mechanism *m, phk_gradient *g, int constraint)
{
    const phk_constraint *c = &m->system->program->constraint[constraint];
    for (int side = 0; side < c->markers; side++) {
        const phk_marker *at = &m->system->program->places.marker[c->marker[side]];
        for (int cell = 0; cell < phk_cells_of_marker(at) && at->body >= 0; cell++)
            insert_cell(g, m->body[at->body].direction[cell],
                        phk_cell_width(m, c->marker[side], cell));
    }
    for (int r = 0; r < phk_constraint_rows(c); r++) {
        int number = m->multiplier[phk_constraint_row(c, r)];
        if (number >= 0) g->unknown[g->n++] = m->dae.nv + m->dae.nx + number;
    }
}

void phk_quantity_unknowns(const phk_mechanism *m, const phk_quantity *k, phk_gradient *g)
{
    const phk_dae *dae = &m->dae;
    const phk_quantity_type *type = phk_quantity_type_of(k->kind);
    int first_y = dae->nv + dae->nx + dae->nl;
    g->n = 0;
    if (type->markers > 0) insert_marker(m, g, k->a, !type->turn);
    if (type->markers > 1) insert_marker(m, g, k->b, !type->turn);
    switch (k->kind) {
    case PHK_QUANTITY_ACCELERATION:
        insert_marker(m, g, k->a, true);
        break;
    case PHK_QUANTITY_ALPHA:
    case PHK_QUANTITY_ALPHA_WORLD:
        insert_marker(m, g, k->a, false);
        break;
    case PHK_QUANTITY_STATE:
    case PHK_QUANTITY_STATE_RATE:
        g->unknown[g->n++] = dae->nv + k->a;
        break;
    case PHK_QUANTITY_LOOP:
        g->unknown[g->n++] = first_y + k->c;
        break;
    case PHK_QUANTITY_WATCH:
    case PHK_QUANTITY_TOUCH:
        g->unknown[g->n++] = first_y + m->system->program->variables.loops + 6 * k->a + k->c;
        break;
    case PHK_QUANTITY_REACTION:
        insert_reaction(m, g, k->a);
        break;
    default: /* the rest depends on no unknown */
        break;
    }
}

/* ---- derivatives ---- */

void phk_gradient_add(phk_gradient *g, double *by, int base, const double *more, int width)
{
    for (int i = 0; base >= 0 && i < g->n; i++) {
        if (g->unknown[i] != base) continue;
        for (int k = 0; k < width; k++) by[i + k] += more[k];
        return;
    }
}

static void add3(phk_gradient *g, double *by, int base, ph_vec3 v)
{
    phk_gradient_add(g, by, base, &v.x, 3);
}

static void add_marker(const phk_mechanism *m, phk_gradient *g, int marker, const phk_covector *c)
{
    const phk_marker *at = phk_marker_now(m->system, marker);
    if (at->body < 0) return;
    const int *base = m->body[at->body].direction;
    phk_along by_q, by_v;
    phk_arm_covector(at, &m->system->pose[at->body], c, &by_q, &by_v);
    add3(g, g->by_q, base[PHK_MOVE], by_q.move);
    add3(g, g->by_q, base[PHK_TURN], by_q.turn);
    add3(g, g->by_v, base[PHK_MOVE], by_v.move);
    add3(g, g->by_v, base[PHK_TURN], by_v.turn);
    if (!at->node) return;
    const int modes = m->body[at->body].modes;
    const double *along = phk_bent_gradient(m, at, c);
    phk_gradient_add(g, g->by_q, base[PHK_MODES], along, modes);
    phk_gradient_add(g, g->by_v, base[PHK_MODES], along + modes, modes);
}

void phk_marker_gradient(const phk_mechanism *m, phk_gradient *g, int marker, const double *by_p,
                         const double *by_v)
{
    phk_covector c = {get(by_p), get(by_p + 3), get(by_v), get(by_v + 3)};
    add_marker(m, g, marker, &c);
}

static void acceleration_gradient(const phk_mechanism *m, const phk_quantity *k, const phk_point *p,
                                  phk_gradient *g)
{
    const phk_marker *at = phk_marker_now(m->system, k->a);
    if (at->body < 0) return;
    const phk_pose *pose = &m->system->pose[at->body];
    const int *base = m->body[at->body].direction;
    if (at->node) {
        phk_bent_acceleration_gradient(m, k, at, p, g);
        return;
    }
    ph_vec3 e = phk_into_body(pose, phk_axis_vector(k->c));
    if (k->kind == PHK_QUANTITY_ALPHA) {
        const double(*R)[3] = at->R_BM.m;
        add3(g, g->by_a, base[PHK_TURN], ph_v3(R[0][k->c], R[1][k->c], R[2][k->c]));
    } else if (k->kind == PHK_QUANTITY_ALPHA_WORLD) {
        add3(g, g->by_a, base[PHK_TURN], e);
        add3(g, g->by_q, base[PHK_TURN], ph_cross(turn_of(m, at->body, p->a), e));
    } else {
        ph_vec3 w = turn_of(m, at->body, p->v), alpha = turn_of(m, at->body, p->a);
        ph_vec3 by_q, by_v, by_a;
        phk_arm_acceleration_covector(at, w, alpha, e, &by_q, &by_v, &by_a);
        add3(g, g->by_a, base[PHK_MOVE], phk_axis_vector(k->c));
        add3(g, g->by_a, base[PHK_TURN], by_a);
        add3(g, g->by_q, base[PHK_TURN], by_q);
        add3(g, g->by_v, base[PHK_TURN], by_v);
    }
}

/* A reaction is linear in the multipliers, and turns with the markers. */
static void reaction_gradient(phk_mechanism *m, const phk_quantity *k, const phk_point *p,
                              phk_gradient *g)
{
    phk_local l;
    phk_hold_local(m, k->a, &l);
    const double *lambda = phk_mechanism_lambda(m, p);
    phk_joint_gradients gradient;
    phk_joint_curvatures curvature;
    int width = 6 * l.c->markers, component = 6 * k->b + k->c;
    phk_hold_gradient(&l, gradient);
    phk_hold_curvature(&l, lambda, curvature);
    const double *row = curvature + component * width;
    for (int side = 0; side < l.c->markers; side++) {
        phk_covector c = {ph_scale(-1, get(row + 6 * side)),
                          ph_scale(-1, get(row + 6 * side + 3)),
                          {0, 0, 0},
                          {0, 0, 0}};
        add_marker(m, g, l.c->marker[side], &c);
    }
    int at = g->n;
    for (int r = phk_constraint_rows(l.c) - 1; r >= 0; r--)
        if (m->multiplier[phk_constraint_row(l.c, r)] >= 0)
            g->by_q[--at] = -gradient[r * width + component];
}

/* A function of markers. */
static void marker_gradient(const phk_mechanism *m, const phk_quantity *k,
                            const phk_quantity_type *type, phk_gradient *g)
{
    phk_spot at[2] = {phk_marker_spot(m->system, k->a), phk_marker_spot(m->system, k->b)};
    phk_covector cov[2] = {0};
    type->covector(at, k->c, cov);
    if (type->markers > 1) add_marker(m, g, k->b, &cov[1]);
    add_marker(m, g, k->a, &cov[0]);
}

void phk_quantity_gradient(phk_mechanism *m, const phk_quantity *k, const phk_point *p,
                           phk_gradient *g)
{
    const phk_quantity_type *type = phk_quantity_type_of(k->kind);
    memset(g->by_q, 0, 3 * (size_t)g->n * sizeof *g->by_q);
    if (type->markers > 0)
        marker_gradient(m, k, type, g);
    else if (type->accelerations)
        acceleration_gradient(m, k, p, g);
    else if (k->kind == PHK_QUANTITY_REACTION)
        reaction_gradient(m, k, p, g);
    else if (k->kind == PHK_QUANTITY_STATE_RATE)
        g->by_v[0] = 1;
    else if (g->n == 1) /* an unknown itself */
        g->by_q[0] = 1;
}
