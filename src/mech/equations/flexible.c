/* SPDX-License-Identifier: BSD-3-Clause
 *
 * flexible.c -- a flexible body by itself: what elastic.h says of it as rows, and their
 * derivatives.
 */
#include <string.h>
#include "math/chart.h"
#include "mech/equations/equations.h"
#include "mech/equations/mechanism.h"

static ph_vec3 get(const double *a)
{
    return ph_v3(a[0], a[1], a[2]);
}

void phk_flexible_poses(phk_mechanism *m, const phk_point *p)
{
    const phk_flexible_list *list = &m->system->program->flexible;
    for (int k = 0; k < list->n; k++) {
        const phk_body_cells *b = &m->body[list->item[k].body];
        if (b->modes) phk_system_bend(m->system, k, p->q + b->mode, p->v + b->direction[PHK_MODES]);
    }
}

static phk_elastic elastic_at(phk_mechanism *m, const phk_flexible_body *f, const phk_point *p)
{
    const phk_body_cells *at = &m->body[f->body];
    const int modes = at->direction[PHK_MODES], turn = at->direction[PHK_TURN];
    return phk_elastic_at(f->is, p->q + at->mode, p->v + modes, p->a + modes, get(p->v + turn),
                          get(p->a + turn), m->system->elastic);
}

static void add3(double *to, ph_vec3 v)
{
    to[0] += v.x;
    to[1] += v.y;
    to[2] += v.z;
}

/* om^2 q. In the search for a start at q + relaxing q'', and there with what a spin takes off or
 * adds: a blade may be held more by the pull of its spin than by its own stiffness. */
static void add_spring(const phk_elastic *b, double relaxing, double *to)
{
    const phk_flex *is = b->is;
    const size_t n = (size_t)b->n;
    for (size_t j = 0; j < n; j++) {
        const double *row = is->coupled ? is->coupled + j * n : NULL;
        double force = row ? phk_elastic_dot(b->n, row, b->q) : is->stiffness[j] * b->q[j];
        if (relaxing > 0)
            force += relaxing * (row ? phk_elastic_dot(b->n, row, b->second)
                                     : is->stiffness[j] * b->second[j]);
        for (size_t k = 0; relaxing > 0 && k < n; k++)
            force -=
                relaxing * phk_elastic_centrifugal(is, b->w, j * n + k, k * n + j) * b->second[k];
        to[j] += force;
    }
}

void phk_mechanism_relax(phk_mechanism *m, double times)
{
    m->relaxing = times;
}

/* Of one body. */
static double relaxing(const phk_mechanism *m, const phk_flexible_body *f)
{
    return f->relaxed ? m->relaxing : 0;
}

void phk_flexible_residual(phk_mechanism *m, const phk_point *p, double *g)
{
    const phk_flexible_list *list = &m->system->program->flexible;
    for (int k = 0; k < list->n; k++) {
        const phk_flexible_body *f = &list->item[k];
        const int *direction = m->body[f->body].direction;
        if (!f->is->modes) continue;
        const phk_elastic b = elastic_at(m, f, p);
        ph_vec3 torque = ph_add(ph_mat3_mul(b.dJ, b.alpha), phk_elastic_H_times(&b, b.second));
        ph_vec3 carried = ph_add(ph_mat3_mul(b.dJ, b.w), b.momentum);
        torque = ph_add(torque, ph_mat3_mul(b.J_rate, b.w));
        add3(g + direction[PHK_TURN], ph_add(torque, ph_cross(b.w, carried)));
        double *to = g + direction[PHK_MODES];
        const double *load = m->system->mode_load + f->first;
        for (int j = 0; j < b.n; j++) {
            ph_vec3 turned = ph_axpy(ph_scale(2, phk_elastic_axial(b.n, b.X, j)), -0.5,
                                     phk_elastic_turned(b.n, b.Y, j, b.w));
            to[j] = ph_dot(phk_elastic_H(&b, j), b.alpha) + ph_dot(turned, b.w) +
                    f->damping[j] * b.rate[j] - load[j];
        }
        add_spring(&b, relaxing(m, f), to);
        phk_elastic_stiffen(&b, b.q, -0.5, b.w, b.w, to);
    }
}

/* ---- derivatives ---- */

/* Where the blocks of a body's turns and modes are. */
typedef struct {
    int turn, turn_modes, modes_turn, modes;
    const int *start;     /* of rows of the matrix */
    const int *direction; /* of the body */
} places;

static void add_turn(const places *at, double *values, const ph_mat3 *a)
{
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            values[at->start[at->direction[PHK_TURN] + i] + at->turn + k] += a->m[i][k];
}

/* A column of the torques, by a mode. */
static void add_column(const places *at, double *values, int j, ph_vec3 v)
{
    for (int i = 0; i < 3; i++)
        values[at->start[at->direction[PHK_TURN] + i] + at->turn_modes + j] += phk_component(v, i);
}

/* A row of a mode, by turns. */
static void add_row(const places *at, double *values, int j, ph_vec3 v)
{
    add3(values + at->start[at->direction[PHK_MODES] + j] + at->modes_turn, v);
}

/* The blocks between turns and modes. */
static void add_borders(const phk_elastic *b, const places *at, phk_tangents *out)
{
    const int n = b->n;
    for (int j = 0; j < n; j++) {
        const ph_vec3 h = phk_elastic_H(b, j), x = phk_elastic_axial(n, b->X, j);
        const ph_vec3 change = phk_elastic_turned(n, b->Y, j, b->w);
        add_column(at, out->by_a, j, h);
        add_row(at, out->by_a, j, h);
        add_column(at, out->by_v, j, ph_add(change, ph_cross(b->w, h)));
        add_row(at, out->by_v, j, ph_axpy(ph_scale(2, x), -1, change));
        ph_vec3 by_q = phk_elastic_turned(n, b->Y, j, b->alpha);
        by_q = ph_axpy(by_q, -1, phk_elastic_axial(n, b->A, j));
        by_q = ph_add(by_q, phk_elastic_turned(n, b->X, j, b->w));
        by_q = ph_add(by_q, ph_cross(b->w, ph_axpy(change, -1, x)));
        add_column(at, out->by_q, j, by_q);
    }
}

/* The same of stiffening: of (dJ_,j w) and others, component by component. */
static void add_stiffened_borders(const phk_elastic *b, const places *at, phk_tangents *out)
{
    for (int i = 0; i < 3; i++) {
        const ph_vec3 axis = phk_axis_vector(i), turned = ph_cross(axis, b->w);
        const size_t bytes = (size_t)b->n * sizeof *b->K;
        memset(b->K, 0, bytes);
        phk_elastic_stiffen(b, b->q, 1, b->w, axis, b->K);
        for (int j = 0; j < b->n; j++) {
            ph_vec3 by = ph_scale(b->K[j], axis);
            add_column(at, out->by_v, j, by);
            add_row(at, out->by_v, j, ph_scale(-1, by));
        }
        memset(b->K, 0, bytes);
        phk_elastic_stiffen(b, b->q, 1, b->alpha, axis, b->K);
        phk_elastic_stiffen(b, b->rate, 1, b->w, axis, b->K);
        /* axis.(w x dJ_,j w) = (axis x w).dJ_,j w */
        phk_elastic_stiffen(b, b->q, 1, b->w, turned, b->K);
        for (int j = 0; j < b->n; j++) add_column(at, out->by_q, j, ph_scale(b->K[j], axis));
    }
}

static void add_modes(const phk_elastic *b, const phk_flexible_body *f, double relaxing,
                      const places *at, phk_tangents *out)
{
    const size_t n = (size_t)b->n;
    const int *start = at->start + at->direction[PHK_MODES];
    for (size_t j = 0; j < n; j++) {
        double *by_q = out->by_q + start[j] + at->modes, *by_v = out->by_v + start[j] + at->modes;
        double *by_a = out->by_a + start[j] + at->modes;
        for (size_t k = 0; k < n; k++) {
            const size_t jk = j * n + k, kj = k * n + j;
            by_v[k] += 2 * phk_elastic_gyroscopic(b->is, b->w, jk, kj);
            const double spun = phk_elastic_centrifugal(b->is, b->w, jk, kj);
            by_q[k] += phk_elastic_gyroscopic(b->is, b->alpha, jk, kj) - spun;
            double stiffness = b->is->coupled ? b->is->coupled[jk]
                               : j == k       ? b->is->stiffness[j]
                                              : 0;
            by_q[k] += stiffness;
            if (relaxing > 0) by_a[k] += relaxing * (stiffness - spun);
        }
        by_v[j] += f->damping[j];
    }
}

static void add_body(phk_mechanism *m, const phk_flexible_body *f, const phk_point *p,
                     const places *at, phk_tangents *out)
{
    phk_elastic b = elastic_at(m, f, p);
    memset(b.A, 0, PHK_NINE * (size_t)b.n * sizeof *b.A);
    phk_elastic_products(b.is, b.second, b.A);
    add_turn(at, out->by_a, &b.dJ);
    const ph_vec3 carried = ph_add(ph_mat3_mul(b.dJ, b.w), b.momentum);
    ph_mat3 by_v = phk_mat3_axpy(b.J_rate, 1, phk_mat3_product(phk_hat(b.w), b.dJ));
    by_v = phk_mat3_axpy(by_v, -1, phk_hat(carried));
    add_turn(at, out->by_v, &by_v);
    add_borders(&b, at, out);
    if (phk_is_stiffened(b.is)) add_stiffened_borders(&b, at, out);
    add_modes(&b, f, relaxing(m, f), at, out);
}

void phk_flexible_emit(phk_mechanism *m, const phk_point *p, phk_emitter *e)
{
    const phk_flexible_list *list = &m->system->program->flexible;
    for (int k = 0; k < list->n; k++) {
        const phk_flexible_body *f = &list->item[k];
        const int *direction = m->body[f->body].direction, n = f->is->modes;
        const int turn = direction[PHK_TURN], modes = direction[PHK_MODES];
        if (!n) continue;
        places at = {.start = m->pattern.row_start, .direction = direction};
        at.turn = phk_emit_block(e, turn, 3, turn, 3);
        at.turn_modes = phk_emit_block(e, turn, 3, modes, n);
        at.modes_turn = phk_emit_block(e, modes, n, turn, 3);
        at.modes = phk_emit_block(e, modes, n, modes, n);
        if (e->out) add_body(m, f, p, &at, e->out);
    }
}
