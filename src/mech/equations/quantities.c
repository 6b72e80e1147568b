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

static double component(ph_vec3 v, int c)
{
    return c == 0 ? v.x : c == 1 ? v.y : v.z;
}

/* Angular velocity and acceleration of the body of a marker, body axes. */
static ph_vec3 turn_of(const phk_mechanism *m, int body, const double *v)
{
    return get(v + m->body[body].direction[PHK_TURN]);
}

/* Acceleration of a marker against the reference point of its body, body axes. */
static ph_vec3 relative(const phk_mechanism *m, const phk_marker *at, const phk_point *p)
{
    ph_vec3 w = turn_of(m, at->body, p->v), alpha = turn_of(m, at->body, p->a);
    return ph_add(ph_cross(alpha, at->r), ph_cross(w, ph_cross(w, at->r)));
}

static double acceleration(const phk_mechanism *m, const phk_quantity *k, const phk_point *p)
{
    const phk_marker *at = &m->system->marker[k->a];
    if (at->body < 0) return 0;
    const phk_pose *pose = &m->system->pose[at->body];
    if (k->kind == PHK_QUANTITY_ACCELERATION) {
        int base = m->body[at->body].direction[PHK_MOVE];
        ph_vec3 a = ph_mat3_mul(pose->R_WB, relative(m, at, p));
        return component(a, k->c) + (base < 0 ? 0 : p->a[base + k->c]);
    }
    ph_vec3 alpha = turn_of(m, at->body, p->a);
    if (k->kind == PHK_QUANTITY_ALPHA_WORLD) return component(ph_mat3_mul(pose->R_WB, alpha), k->c);
    const double(*R)[3] = at->R_BM.m;
    return R[0][k->c] * alpha.x + R[1][k->c] * alpha.y + R[2][k->c] * alpha.z;
}

static double reaction(phk_mechanism *m, const phk_quantity *k, const double *lambda)
{
    phk_local l = phk_hold_local(m, k->a);
    ph_wrench w[PH_JOINT_MARKERS];
    phk_hold_wrench(&l, lambda + l.c->first, w);
    return -(k->c < 3 ? component(w[k->b].force, k->c) : component(w[k->b].torque, k->c - 3));
}

/* What a force does at one of its markers, as it was evaluated last. */
static double load(const phk_system *sys, const phk_quantity *k)
{
    const phk_watched *watch = &sys->watch[k->a];
    const phk_element_at *at = &sys->force[watch->force];
    const phk_group *g = &sys->group[at->group];
    const ph_wrench *w = &g->wrench[at->index * g->type->markers + watch->marker];
    return k->c < 3 ? component(w->force, k->c) : component(w->torque, k->c - 3);
}

/* What an equation does to the body of a marker, about the marker's origin. It compares places of
 * bodies and ground with each other, so ground takes the opposite of what all bodies take. */
static double equation_load(const phk_mechanism *m, const phk_quantity *k)
{
    const phk_system *sys = m->system;
    int body = sys->marker[k->b].body, first = body < 0 ? 0 : body;
    int end = body < 0 ? sys->bodies : body + 1;
    ph_vec3 at = phk_marker_frame(sys, k->b).p, force = {0, 0, 0}, torque = {0, 0, 0};
    for (int i = first; i < end; i++) {
        ph_wrench w = phk_equation_load(m, k->a, i);
        force = ph_add(force, w.force);
        ph_vec3 moment = ph_cross(ph_sub(sys->pose[i].p, at), w.force);
        torque = ph_add(torque, ph_add(w.torque, moment));
    }
    double value = k->c < 3 ? component(force, k->c) : component(torque, k->c - 3);
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
        return k->a < sys->watches ? p->y[sys->loops + 6 * k->a + k->c] : load(sys, k);
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
        sys->input[i] = solved(m, &sys->quantity[i], p);
    }
}

ph_status phk_mechanism_answer(phk_mechanism *m, const phk_point *p)
{
    phk_system *sys = m->system;
    for (int i = sys->inputs; i < sys->asked_inputs; i++)
        if (phk_quantity_is_solved(sys->quantity[i].kind))
            sys->input[i] = solved(m, &sys->quantity[i], p);
    return phk_system_answer(sys, p->t);
}

/* ---- which unknowns ---- */

/* Adds the three unknowns of a cell, in their order. */
static void insert_cell(phk_gradient *g, int base)
{
    int at = g->n;
    if (base < 0) return;
    for (int i = 0; i < g->n; i++)
        if (g->unknown[i] == base) return;
    while (at > 0 && g->unknown[at - 1] > base) at--;
    memmove(g->unknown + at + 3, g->unknown + at, (size_t)(g->n - at) * sizeof *g->unknown);
    for (int k = 0; k < 3; k++) g->unknown[at + k] = base + k;
    g->n += 3;
}

static bool is_zero(ph_vec3 v)
{
    return v.x == 0 && v.y == 0 && v.z == 0;
}

/* The cells a quantity of a marker depends on: of its place, or of its turning alone. */
static void insert_marker(const phk_mechanism *m, phk_gradient *g, int marker, bool place)
{
    const phk_marker *at = &m->system->marker[marker];
    if (at->body < 0) return;
    if (place) insert_cell(g, m->body[at->body].direction[PHK_MOVE]);
    if (!place || !is_zero(at->r)) insert_cell(g, m->body[at->body].direction[PHK_TURN]);
}

static void insert_reaction(const phk_mechanism *m, phk_gradient *g, int constraint)
{
    const phk_constraint *c = &m->system->constraint[constraint];
    for (int side = 0; side < c->markers; side++) {
        int body = m->system->marker[c->marker[side]].body;
        for (int cell = 0; cell < 2 && body >= 0; cell++)
            insert_cell(g, m->body[body].direction[cell]);
    }
    for (int r = 0; r < c->rows; r++) {
        int number = m->multiplier[c->first + r];
        if (number >= 0) g->unknown[g->n++] = m->dae.nv + m->dae.nx + number;
    }
}

void phk_quantity_unknowns(const phk_mechanism *m, const phk_quantity *k, phk_gradient *g)
{
    const phk_dae *dae = &m->dae;
    g->n = 0;
    switch (k->kind) {
    case PHK_QUANTITY_TIME:
    case PHK_QUANTITY_TURN:
    case PHK_QUANTITY_EQUATION:
    case PHK_QUANTITY_VARIABLE:
        break;
    case PHK_QUANTITY_POSITION:
    case PHK_QUANTITY_VELOCITY:
    case PHK_QUANTITY_ACCELERATION:
        insert_marker(m, g, k->a, true);
        break;
    case PHK_QUANTITY_DISTANCE:
    case PHK_QUANTITY_CLOSING:
        insert_marker(m, g, k->a, true);
        insert_marker(m, g, k->b, true);
        break;
    case PHK_QUANTITY_ROTATION:
    case PHK_QUANTITY_QUATERNION:
    case PHK_QUANTITY_OMEGA:
    case PHK_QUANTITY_OMEGA_WORLD:
    case PHK_QUANTITY_ALPHA:
    case PHK_QUANTITY_ALPHA_WORLD:
        insert_marker(m, g, k->a, false);
        break;
    case PHK_QUANTITY_STATE:
    case PHK_QUANTITY_STATE_RATE:
        g->unknown[g->n++] = dae->nv + k->a;
        break;
    case PHK_QUANTITY_LOOP:
        g->unknown[g->n++] = dae->nv + dae->nx + dae->nl + k->c;
        break;
    case PHK_QUANTITY_WATCH:
        g->unknown[g->n++] = dae->nv + dae->nx + dae->nl + m->system->loops + 6 * k->a + k->c;
        break;
    case PHK_QUANTITY_REACTION:
        insert_reaction(m, g, k->a);
        break;
    }
}

/* ---- derivatives ---- */

static void add3(phk_gradient *g, double *by, int base, ph_vec3 v)
{
    for (int i = 0; base >= 0 && i < g->n; i++) {
        if (g->unknown[i] != base) continue;
        by[i] += v.x;
        by[i + 1] += v.y;
        by[i + 2] += v.z;
        return;
    }
}

/* The covectors of a quantity of a marker. */
typedef struct {
    ph_vec3 p, phi, v, w;
} covector;

static void add_marker(const phk_mechanism *m, phk_gradient *g, int marker, const covector *c)
{
    const phk_marker *at = &m->system->marker[marker];
    if (at->body < 0) return;
    const phk_pose *pose = &m->system->pose[at->body];
    const int *base = m->body[at->body].direction;
    ph_vec3 w = phk_into_body(pose, pose->w), p = phk_into_body(pose, c->p);
    ph_vec3 v = phk_into_body(pose, c->v), spin = phk_into_body(pose, c->w);
    ph_vec3 turn = ph_add(ph_cross(at->r, p), phk_into_body(pose, c->phi));
    turn = ph_add(turn, ph_add(ph_cross(ph_cross(w, at->r), v), ph_cross(w, spin)));
    add3(g, g->by_q, base[PHK_MOVE], c->p);
    add3(g, g->by_q, base[PHK_TURN], turn);
    add3(g, g->by_v, base[PHK_MOVE], c->v);
    add3(g, g->by_v, base[PHK_TURN], ph_add(ph_cross(at->r, v), spin));
}

void phk_marker_gradient(const phk_mechanism *m, phk_gradient *g, int marker, const double *by_p,
                         const double *by_v)
{
    covector c = {get(by_p), get(by_p + 3), get(by_v), get(by_v + 3)};
    add_marker(m, g, marker, &c);
}

static ph_vec3 unit(int c)
{
    return ph_v3(c == 0, c == 1, c == 2);
}

static ph_vec3 quaternion_covector(const phk_system *sys, const phk_marker *at, int c)
{
    ph_quat q = at->q_BM;
    if (at->body >= 0) q = ph_quat_mul(sys->pose[at->body].q, q);
    ph_vec3 u = ph_v3(q.x, q.y, q.z);
    /* dq = (0, dphi) q / 2 */
    if (c == 0) return ph_scale(-0.5, u);
    return ph_axpy(ph_scale(0.5 * q.w, unit(c - 1)), 0.5, ph_cross(u, unit(c - 1)));
}

static void distance_gradient(const phk_mechanism *m, const phk_quantity *k, phk_gradient *g)
{
    const ph_frame *a = &m->system->frame[k->a], *b = &m->system->frame[k->b];
    ph_vec3 d = ph_sub(b->p, a->p), dv = ph_sub(b->v, a->v);
    double length = ph_norm(d), speed = ph_norm(dv);
    covector c = {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}};
    if (length > 0) {
        ph_vec3 u = ph_scale(1 / length, d);
        if (k->kind == PHK_QUANTITY_DISTANCE) {
            c.p = u;
        } else {
            c.v = u;
            c.p = ph_scale(1 / length, ph_axpy(dv, -ph_dot(u, dv), u));
        }
    } else if (k->kind == PHK_QUANTITY_CLOSING && speed > 0) {
        c.v = ph_scale(1 / speed, dv);
    }
    add_marker(m, g, k->b, &c);
    c.p = ph_scale(-1, c.p);
    c.v = ph_scale(-1, c.v);
    add_marker(m, g, k->a, &c);
}

static void acceleration_gradient(const phk_mechanism *m, const phk_quantity *k, const phk_point *p,
                                  phk_gradient *g)
{
    const phk_marker *at = &m->system->marker[k->a];
    if (at->body < 0) return;
    const phk_pose *pose = &m->system->pose[at->body];
    const int *base = m->body[at->body].direction;
    ph_vec3 e = phk_into_body(pose, unit(k->c));
    if (k->kind == PHK_QUANTITY_ALPHA) {
        const double(*R)[3] = at->R_BM.m;
        add3(g, g->by_a, base[PHK_TURN], ph_v3(R[0][k->c], R[1][k->c], R[2][k->c]));
    } else if (k->kind == PHK_QUANTITY_ALPHA_WORLD) {
        add3(g, g->by_a, base[PHK_TURN], e);
        add3(g, g->by_q, base[PHK_TURN], ph_cross(turn_of(m, at->body, p->a), e));
    } else {
        ph_vec3 w = turn_of(m, at->body, p->v), r = at->r;
        add3(g, g->by_a, base[PHK_MOVE], unit(k->c));
        add3(g, g->by_a, base[PHK_TURN], ph_cross(r, e));
        add3(g, g->by_q, base[PHK_TURN], ph_cross(relative(m, at, p), e));
        add3(g, g->by_v, base[PHK_TURN],
             ph_add(ph_cross(ph_cross(w, r), e), ph_cross(r, ph_cross(e, w))));
    }
}

/* A reaction is linear in the multipliers, and turns with the markers. */
static void reaction_gradient(phk_mechanism *m, const phk_quantity *k, const phk_point *p,
                              phk_gradient *g)
{
    phk_local l = phk_hold_local(m, k->a);
    const double *lambda = phk_mechanism_lambda(m, p) + l.c->first;
    phk_joint_gradients gradient;
    phk_joint_curvatures curvature;
    int width = 6 * l.c->markers, component = 6 * k->b + k->c;
    phk_hold_gradient(&l, gradient);
    phk_hold_curvature(&l, lambda, curvature);
    const double *row = curvature + component * width;
    for (int side = 0; side < l.c->markers; side++) {
        covector c = {ph_scale(-1, get(row + 6 * side)),
                      ph_scale(-1, get(row + 6 * side + 3)),
                      {0, 0, 0},
                      {0, 0, 0}};
        add_marker(m, g, l.c->marker[side], &c);
    }
    int at = g->n;
    for (int r = l.c->rows - 1; r >= 0; r--)
        if (m->multiplier[l.c->first + r] >= 0) g->by_q[--at] = -gradient[r * width + component];
}

void phk_quantity_gradient(phk_mechanism *m, const phk_quantity *k, const phk_point *p,
                           phk_gradient *g)
{
    const phk_system *sys = m->system;
    covector c = {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}};
    memset(g->by_q, 0, 3 * (size_t)g->n * sizeof *g->by_q);
    switch (k->kind) {
    case PHK_QUANTITY_TIME:
    case PHK_QUANTITY_TURN:
    case PHK_QUANTITY_EQUATION:
    case PHK_QUANTITY_VARIABLE:
        return;
    case PHK_QUANTITY_POSITION:
        c.p = unit(k->c);
        break;
    case PHK_QUANTITY_VELOCITY:
        c.v = unit(k->c);
        break;
    case PHK_QUANTITY_ROTATION:
        c.phi = ph_cross(phk_frame_axis(&sys->frame[k->a], k->c % 3), unit(k->c / 3));
        break;
    case PHK_QUANTITY_QUATERNION:
        c.phi = quaternion_covector(sys, &sys->marker[k->a], k->c);
        break;
    case PHK_QUANTITY_OMEGA:
        c.w = phk_frame_axis(&sys->frame[k->a], k->c);
        c.phi = ph_cross(c.w, sys->frame[k->a].w);
        break;
    case PHK_QUANTITY_OMEGA_WORLD:
        c.w = unit(k->c);
        break;
    case PHK_QUANTITY_DISTANCE:
    case PHK_QUANTITY_CLOSING:
        distance_gradient(m, k, g);
        return;
    case PHK_QUANTITY_ACCELERATION:
    case PHK_QUANTITY_ALPHA:
    case PHK_QUANTITY_ALPHA_WORLD:
        acceleration_gradient(m, k, p, g);
        return;
    case PHK_QUANTITY_REACTION:
        reaction_gradient(m, k, p, g);
        return;
    case PHK_QUANTITY_STATE_RATE:
        g->by_v[0] = 1;
        return;
    case PHK_QUANTITY_STATE:
    case PHK_QUANTITY_LOOP:
    case PHK_QUANTITY_WATCH:
        g->by_q[0] = 1;
        return;
    }
    add_marker(m, g, k->a, &c);
}
