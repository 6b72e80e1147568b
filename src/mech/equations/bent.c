/* SPDX-License-Identifier: BSD-3-Clause
 *
 * bent.c -- markers on nodes of flexible bodies, along the modes. With f and t a wrench in body
 * axes, and bend.h for the rest:
 *   ds = phi dq, dphi_m = T psi dq          dv_m = w~ phi dq + phi dq', dw_m = U psi dq + T psi dq'
 *   load along the modes  phi'f + psi'T't   U = d(T psi q')/dchi with psi q' held
 * where the velocities are those against axes of the body. A wrench that is held changes its load
 * by (turn, q) -f~ phi   (q, turn) phi'f~ + psi'T't~   (q, q) psi'W psi, W = d(T't)/dchi
 */
#include <string.h>
#include "math/chart.h"
#include "mech/equations/equations.h"

static ph_vec3 get(const double *a)
{
    return ph_v3(a[0], a[1], a[2]);
}

ph_status phk_bent_create(phk_mechanism *m)
{
    size_t most = (size_t)m->system->program->flexible.most;
    if (!m->system->program->flexible.n) return PH_OK;
    m->bent.gradient = phk_arena_alloc(&m->arena, 2 * (most + 1) * sizeof(double));
    m->bent.pair = phk_arena_alloc(&m->arena, 12 * (6 + most) * sizeof(double));
    return m->bent.gradient && m->bent.pair ? PH_OK : PH_E_NOMEM;
}

/* Adds the derivatives along the modes to by_q and by_v. */
static void add_covector(const phk_bend *bend, const phk_pose *b, const phk_covector *c,
                         double *by_q, double *by_v)
{
    ph_vec3 w = phk_into_body(b, b->w), p = phk_into_body(b, c->p), phi = phk_into_body(b, c->phi);
    ph_vec3 v = phk_into_body(b, c->v), spin = phk_into_body(b, c->w);
    ph_mat3 U = phk_chart_turn(bend->chi, bend->chi_rate);
    ph_vec3 turn = ph_add(phk_chart_back(bend->T, phi), phk_chart_back(U, spin));
    phk_bend_spread(bend, ph_add(p, ph_cross(v, w)), turn, by_q);
    phk_bend_spread(bend, v, phk_chart_back(bend->T, spin), by_v);
}

double *phk_bent_gradient(const phk_mechanism *m, const phk_marker *now, const phk_covector *c)
{
    const phk_bend *bend = phk_bend_of(now);
    double *by = m->bent.gradient;
    memset(by, 0, 2 * (size_t)bend->modes * sizeof *by);
    add_covector(bend, &m->system->pose[now->body], c, by, by + bend->modes);
    return by;
}

double *phk_bent_wrench(const phk_mechanism *m, const phk_marker *now, ph_vec3 force,
                        ph_vec3 torque)
{
    const phk_bend *bend = phk_bend_of(now);
    const phk_pose *b = &m->system->pose[now->body];
    memset(m->bent.gradient, 0, (size_t)bend->modes * sizeof(double));
    phk_bend_load(bend, phk_into_body(b, force), phk_into_body(b, torque), m->bent.gradient);
    return m->bent.gradient;
}

/* ---- pairs ---- */

/* Row c of a wrench by all directions of a body: [6 + modes] of by_q, and of by_v. */
static void fill_row(const phk_mechanism *m, const phk_marker *cm, const phk_covector *c,
                     double *by_q, double *by_v)
{
    phk_along q, v;
    const phk_pose *b = &m->system->pose[cm->body];
    const phk_bend *bend = phk_bend_of(cm);
    phk_arm_covector(cm, b, c, &q, &v);
    memcpy(by_q, &q, 6 * sizeof *by_q);
    memcpy(by_v, &v, 6 * sizeof *by_v);
    if (!bend) return;
    memset(by_q + 6, 0, (size_t)bend->modes * sizeof *by_q);
    memset(by_v + 6, 0, (size_t)bend->modes * sizeof *by_v);
    add_covector(bend, b, c, by_q + 6, by_v + 6);
}

/* Where the entries of a pair go. */
typedef struct {
    const phk_mechanism *m;
    const phk_pair *pair;
    const int *direction; /* of the row body */
    int modes;            /* of the column marker; 0: it is on no node */
    double scale;
    double *values;
} target;

/* Adds so much of a row of [6 + modes] to row k of a cell of the row body. */
static void add_row(const target *t, int cell, int k, double factor, const double *row)
{
    static const int first[3] = {0, 3, 6};
    const int start = t->m->pattern.row_start[t->direction[cell] + k];
    const double by = t->scale * factor;
    for (int j = 0; by != 0 && j < (t->modes ? 3 : 2); j++) {
        const int at = t->pair->at[cell][j], width = j < PHK_MODES ? 3 : t->modes;
        double *to = t->values + start + at;
        for (int i = 0; at >= 0 && i < width; i++) to[i] += by * row[first[j] + i];
    }
}

/* From six rows of a wrench in world axes to those of its body: force, torque, modes. */
static void add_rows(const target *t, const phk_marker *rm, const double *rows, int width)
{
    const phk_pose *b = &t->m->system->pose[rm->body];
    const phk_bend *bend = phk_bend_of(rm);
    for (int k = 0; k < 6; k++) {
        const ph_vec3 unit = phk_axis_vector(k % 3), none = {0, 0, 0};
        const ph_vec3 f = k < 3 ? unit : none, torque = k < 3 ? none : unit;
        const double *row = rows + k * width;
        const ph_wrench load = phk_arm_load(rm, b, f, torque);
        for (int i = 0; i < 3; i++) {
            if (t->direction[PHK_MOVE] >= 0)
                add_row(t, PHK_MOVE, i, phk_component(load.force, i), row);
            add_row(t, PHK_TURN, i, phk_component(load.torque, i), row);
        }
        if (!bend) continue;
        const double *along = phk_bent_wrench(t->m, rm, f, torque);
        for (int i = 0; i < bend->modes; i++) add_row(t, PHK_MODES, i, along[i], row);
    }
}

void phk_bent_add_pair(const phk_mechanism *m, int row_marker, int column_marker,
                       const phk_pair *pair, double scale, const phk_slopes *k, phk_tangents *out)
{
    const phk_marker *rm = phk_marker_now(m->system, row_marker),
                     *cm = phk_marker_now(m->system, column_marker);
    const int modes = cm->node ? m->body[cm->body].modes : 0, width = 6 + modes;
    double *by_q = m->bent.pair, *by_v = by_q + 6 * width;
    const ph_vec3 none = {0, 0, 0};
    for (int i = 0; i < 6; i++) {
        const double *p = k->displacement + i * k->ld;
        phk_covector c = {get(p), get(p + 3), none, none};
        if (k->velocity) c.v = get(k->velocity + i * k->ld);
        if (k->velocity) c.w = get(k->velocity + i * k->ld + 3);
        fill_row(m, cm, &c, by_q + i * width, by_v + i * width);
    }
    target t = {m, pair, m->body[rm->body].direction, modes, scale, out->by_q};
    add_rows(&t, rm, by_q, width);
    if (!k->velocity) return;
    t.values = out->by_v;
    add_rows(&t, rm, by_v, width);
}

/* ---- wrenches that are held ---- */

void phk_bent_add_turn(const phk_mechanism *m, const phk_marker *now, const phk_pair *pair,
                       double scale, const ph_wrench *w, double *by_q)
{
    const phk_bend *bend = phk_bend_of(now);
    const phk_pose *b = &m->system->pose[now->body];
    const int n = bend->modes, *start = m->pattern.row_start;
    const int *direction = m->body[now->body].direction;
    const ph_vec3 f = phk_into_body(b, w->force), t = phk_into_body(b, w->torque);
    double *along = m->bent.gradient;
    for (int k = 0; k < 3; k++) {
        /* row k of -f~ phi, column k of its opposite and of psi'T't~ */
        const ph_vec3 axis = phk_axis_vector(k), none = {0, 0, 0};
        const ph_vec3 force = ph_cross(f, axis), torque = ph_cross(t, axis);
        memset(along, 0, (size_t)n * sizeof *along);
        phk_bend_spread(bend, force, none, along);
        double *to = by_q + start[direction[PHK_TURN] + k] + pair->at[PHK_TURN][PHK_MODES];
        for (int j = 0; j < n; j++) to[j] += scale * along[j];
        phk_bend_spread(bend, none, phk_chart_back(bend->T, torque), along);
        const int at = pair->at[PHK_MODES][PHK_TURN] + k;
        for (int j = 0; j < n; j++) by_q[start[direction[PHK_MODES] + j] + at] += scale * along[j];
    }
    const double *psi = now->node->psi;
    if (!psi) return;
    const ph_mat3 W = phk_chart_back_turn(bend->chi, t);
    for (int i = 0; i < n; i++) {
        const ph_vec3 own = phk_chart_back(W, ph_v3(psi[i], psi[n + i], psi[2 * n + i]));
        double *to = by_q + start[direction[PHK_MODES] + i] + pair->at[PHK_MODES][PHK_MODES];
        for (int j = 0; j < n; j++)
            to[j] += scale * (own.x * psi[j] + own.y * psi[n + j] + own.z * psi[2 * n + j]);
    }
}

/* ---- accelerations ---- */

/* How a marker is accelerated, along all its body is, in body axes:
 *   place  w' x s + w x (w x s) + 2 w x s' + phi q''      (and v' of the body)
 *   turn   w' + T psi q'' + T'psi q' + w x spin
 */
typedef struct {
    ph_vec3 w, alpha, shift, turn; /* shift: phi q'', turn: psi q'' */
    ph_vec3 place, twist;
} accelerated;

static ph_vec3 turn_of(const phk_mechanism *m, int body, const double *v)
{
    return get(v + m->body[body].direction[PHK_TURN]);
}

static accelerated accelerate(const phk_mechanism *m, const phk_marker *now, const phk_point *p)
{
    const phk_bend *bend = phk_bend_of(now);
    const double *second = p->a + m->body[now->body].direction[PHK_MODES];
    accelerated a = {.w = turn_of(m, now->body, p->v), .alpha = turn_of(m, now->body, p->a)};
    a.shift = phk_bend_shifts(bend, second);
    a.turn = phk_bend_turns(bend, second);
    a.place = ph_add(phk_arm_acceleration(now, a.w, a.alpha), a.shift);
    a.place = ph_axpy(a.place, 2, ph_cross(a.w, bend->slip));
    a.twist = ph_add(a.alpha, ph_mat3_mul(bend->T, a.turn));
    a.twist = ph_add(a.twist, phk_chart_rate(bend->chi, bend->chi_rate));
    a.twist = ph_add(a.twist, ph_cross(a.w, bend->spin));
    return a;
}

phk_bent_rest phk_bent_centripetal(const phk_marker *now, const phk_pose *b)
{
    const phk_bend *bend = phk_bend_of(now);
    const ph_vec3 slip = ph_mat3_mul(b->R_WB, bend->slip), spin = ph_mat3_mul(b->R_WB, bend->spin);
    const ph_vec3 rate = ph_mat3_mul(b->R_WB, phk_chart_rate(bend->chi, bend->chi_rate));
    return (phk_bent_rest){ph_axpy(phk_arm_centripetal(now, b), 2, ph_cross(b->w, slip)),
                           ph_add(rate, ph_cross(b->w, spin))};
}

double phk_bent_acceleration(const phk_mechanism *m, const phk_quantity *k, const phk_marker *now,
                             const phk_point *p)
{
    const phk_pose *pose = &m->system->pose[now->body];
    const accelerated a = accelerate(m, now, p);
    const int base = m->body[now->body].direction[PHK_MOVE];
    if (k->kind == PHK_QUANTITY_ACCELERATION)
        return phk_component(ph_mat3_mul(pose->R_WB, a.place), k->c) +
               (base < 0 ? 0 : p->a[base + k->c]);
    if (k->kind == PHK_QUANTITY_ALPHA_WORLD)
        return phk_component(ph_mat3_mul(pose->R_WB, a.twist), k->c);
    return phk_component(phk_chart_back(now->R_BM, a.twist), k->c);
}

/* Adds phi'a + psi'b to derivatives along the modes. */
static void add_along(const phk_mechanism *m, const phk_marker *now, phk_gradient *g, double *by,
                      ph_vec3 a, ph_vec3 b)
{
    const phk_bend *bend = phk_bend_of(now);
    double *along = m->bent.gradient;
    memset(along, 0, (size_t)bend->modes * sizeof *along);
    phk_bend_spread(bend, a, b, along);
    phk_gradient_add(g, by, m->body[now->body].direction[PHK_MODES], along, bend->modes);
}

static void place_gradient(const phk_mechanism *m, const phk_quantity *k, const phk_marker *now,
                           const phk_point *p, phk_gradient *g)
{
    const phk_bend *bend = phk_bend_of(now);
    const int *base = m->body[now->body].direction;
    const ph_vec3 axis = phk_axis_vector(k->c), none = {0, 0, 0};
    const ph_vec3 e = phk_into_body(&m->system->pose[now->body], axis);
    const accelerated a = accelerate(m, now, p);
    ph_vec3 by_q, by_v, by_a;
    phk_arm_acceleration_covector(now, a.w, a.alpha, e, &by_q, &by_v, &by_a);
    by_q = ph_cross(a.place, e);
    by_v = ph_axpy(by_v, 2, ph_cross(bend->slip, e));
    phk_gradient_add(g, g->by_a, base[PHK_MOVE], &axis.x, 3);
    phk_gradient_add(g, g->by_a, base[PHK_TURN], &by_a.x, 3);
    phk_gradient_add(g, g->by_q, base[PHK_TURN], &by_q.x, 3);
    phk_gradient_add(g, g->by_v, base[PHK_TURN], &by_v.x, 3);
    /* e.(w' x s + w x (w x s)) = s.(e x w' + (e x w) x w) */
    const ph_vec3 ew = ph_cross(e, a.w);
    add_along(m, now, g, g->by_q, ph_add(ph_cross(e, a.alpha), ph_cross(ew, a.w)), none);
    add_along(m, now, g, g->by_v, ph_scale(2, ew), none);
    add_along(m, now, g, g->by_a, e, none);
}

static void twist_gradient(const phk_mechanism *m, const phk_quantity *k, const phk_marker *now,
                           const phk_point *p, phk_gradient *g)
{
    const phk_bend *bend = phk_bend_of(now);
    const int *base = m->body[now->body].direction;
    const bool world = k->kind == PHK_QUANTITY_ALPHA_WORLD;
    const accelerated a = accelerate(m, now, p);
    const double(*R)[3] = now->R_BM.m;
    const ph_vec3 none = {0, 0, 0}, c = bend->chi_rate;
    const ph_vec3 e = world ? phk_into_body(&m->system->pose[now->body], phk_axis_vector(k->c))
                            : ph_v3(R[0][k->c], R[1][k->c], R[2][k->c]);
    const ph_vec3 ew = ph_cross(e, a.w), by_turn = ph_cross(bend->spin, e);
    phk_gradient_add(g, g->by_a, base[PHK_TURN], &e.x, 3);
    phk_gradient_add(g, g->by_v, base[PHK_TURN], &by_turn.x, 3);
    /* axes of the world stay while the body turns, axes of the marker turn with the node */
    const ph_vec3 turned = ph_cross(a.twist, e);
    if (world) phk_gradient_add(g, g->by_q, base[PHK_TURN], &turned.x, 3);
    ph_mat3 by_chi = phk_chart_rate_by_chi(bend->chi, c);
    by_chi = phk_mat3_axpy(by_chi, 1, phk_chart_turn(bend->chi, a.turn));
    ph_vec3 along = phk_chart_back(by_chi, e);
    along = ph_add(along, phk_chart_back(phk_chart_turn(bend->chi, c), ew));
    if (!world) along = ph_add(along, phk_chart_back(bend->T, ph_scale(-1, turned)));
    add_along(m, now, g, g->by_q, none, along);
    along = phk_chart_back(phk_chart_rate_by_c(bend->chi, c), e);
    add_along(m, now, g, g->by_v, none, ph_add(along, phk_chart_back(bend->T, ew)));
    add_along(m, now, g, g->by_a, none, phk_chart_back(bend->T, e));
}

void phk_bent_acceleration_gradient(const phk_mechanism *m, const phk_quantity *k,
                                    const phk_marker *now, const phk_point *p, phk_gradient *g)
{
    if (k->kind == PHK_QUANTITY_ACCELERATION)
        place_gradient(m, k, now, p, g);
    else
        twist_gradient(m, k, now, p, g);
}

phk_course phk_bent_course(const phk_mechanism *m, const phk_marker *now, ph_vec3 v, ph_vec3 w,
                           const double *rate, ph_vec3 *twist)
{
    const phk_bend *bend = phk_bend_of(now);
    const ph_mat3 R = m->system->pose[now->body].R_WB;
    const ph_vec3 slip = phk_bend_shifts(bend, rate), c = phk_bend_turns(bend, rate);
    const ph_vec3 spin = ph_mat3_mul(bend->T, c), once = ph_cross(w, now->r);
    const ph_vec3 twice = ph_axpy(ph_cross(w, once), 2, ph_cross(w, slip));
    *twist = ph_mat3_mul(R, ph_add(phk_chart_rate(bend->chi, c), ph_cross(w, spin)));
    return (phk_course){ph_add(ph_mat3_mul(R, ph_add(once, slip)), v), ph_mat3_mul(R, twice),
                        ph_mat3_mul(R, ph_add(w, spin))};
}
