/* SPDX-License-Identifier: BSD-3-Clause
 *
 * dae_problems.c -- hand-written systems. Their rows and derivatives:
 *   point  d = r_j + R_j s_j - r_i - R_i s_i:  d(G'l)/dxi_i = -s_i~ (R_i'l)~, .. _j = s_j~ (R_j'l)~
 *   angle  (R_i a).(R_j b), ua = R_i'R_j b, ub = R_j'R_i a: (i,i) l a~ ua~, (j,j) l b~ ub~,
 *          (i,j) -l a~ R_i'R_j b~ and its transpose
 */
#include "dae_problems.h"

#include <stdio.h>

#include <stdlib.h>
#include <string.h>
#include "math/so3.h"

static ph_vec3 get(const double *p)
{
    return ph_v3(p[0], p[1], p[2]);
}

/* The frame of a body; ground when b < 0. */
typedef struct {
    ph_vec3 r, v, w;
    ph_mat3 R;
} frame;

static frame frame_of(const phk_point *p, int b)
{
    frame f = {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}, {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}};
    if (b < 0) return f;
    const double *q = p->q + 7 * b, *v = p->v + 6 * b;
    double n = sqrt(q[3] * q[3] + q[4] * q[4] + q[5] * q[5] + q[6] * q[6]);
    f.r = get(q), f.v = get(v), f.w = get(v + 3);
    f.R = ph_mat3_from_quat(ph_quat_make(q[3] / n, q[4] / n, q[5] / n, q[6] / n));
    return f;
}

static ph_vec3 transposed(const ph_mat3 *R, ph_vec3 v)
{
    return ph_v3(R->m[0][0] * v.x + R->m[1][0] * v.y + R->m[2][0] * v.z,
                 R->m[0][1] * v.x + R->m[1][1] * v.y + R->m[2][1] * v.z,
                 R->m[0][2] * v.x + R->m[1][2] * v.y + R->m[2][2] * v.z);
}

static void add3(double *to, ph_vec3 v, double f)
{
    to[0] += f * v.x, to[1] += f * v.y, to[2] += f * v.z;
}

void dae_add(const dae_problem *p, double *values, int row, int column, double value)
{
    int k = phk_pattern_find(&p->pattern, row, column);
    if (k < 0) abort();
    values[k] += value;
}

static void add_matrix(const dae_problem *p, double *values, int row, int column, ph_mat3 m,
                       double f)
{
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) dae_add(p, values, row + i, column + k, f * m.m[i][k]);
}

static ph_status residual(void *self, const phk_point *at, double *g, double *d, double *c,
                          double *s)
{
    dae_problem *p = self;
    memset(g, 0, (size_t)p->dae.nv * sizeof *g);
    if (p->force) {
        ph_status status = p->force(p, at, g, d, s, NULL);
        if (status) return status;
    }
    for (int i = 0; i < p->dae.nv; i++) g[i] = -g[i];
    for (int b = 0; b < p->bodies; b++) add3(g + 6 * b, p->gravity, -p->mass[b]);
    for (int k = 0, row = 0; k < p->holds; k++) {
        const dae_hold *h = p->hold + k;
        frame i = frame_of(at, h->i), j = frame_of(at, h->j);
        ph_vec3 a = ph_mat3_mul(i.R, h->si), b = ph_mat3_mul(j.R, h->sj);
        if (h->angle) {
            double l = at->lambda[row];
            c[row++] = ph_dot(a, b);
            if (h->i >= 0) add3(g + 6 * h->i + 3, ph_cross(h->si, transposed(&i.R, b)), l);
            if (h->j >= 0) add3(g + 6 * h->j + 3, ph_cross(h->sj, transposed(&j.R, a)), l);
            continue;
        }
        ph_vec3 l = get(at->lambda + row);
        ph_vec3 gap = ph_sub(ph_add(j.r, b), ph_add(i.r, a));
        c[row] = gap.x, c[row + 1] = gap.y, c[row + 2] = gap.z;
        row += 3;
        if (h->i >= 0) {
            add3(g + 6 * h->i, l, -1);
            add3(g + 6 * h->i + 3, ph_cross(h->si, transposed(&i.R, l)), -1);
        }
        if (h->j >= 0) {
            add3(g + 6 * h->j, l, 1);
            add3(g + 6 * h->j + 3, ph_cross(h->sj, transposed(&j.R, l)), 1);
        }
    }
    return PH_OK;
}

/* One row of G for a rotation or a place: entries (row, column..) and (column.., row). */
static void border(const dae_problem *p, double *values, int row, int column, ph_vec3 v)
{
    double x[3] = {v.x, v.y, v.z};
    for (int k = 0; k < 3; k++) {
        dae_add(p, values, row, column + k, x[k]);
        dae_add(p, values, column + k, row, x[k]);
    }
}

static void point_side(const dae_problem *p, double *by_q, int row, int body, const frame *f,
                       ph_vec3 s, const double *lambda, double sign)
{
    if (body < 0) return;
    ph_mat3 S = phk_hat(s), L = phk_hat(transposed(&f->R, get(lambda)));
    add_matrix(p, by_q, 6 * body + 3, 6 * body + 3, phk_mat3_product(S, L), sign);
    for (int k = 0; k < 3; k++) {
        ph_vec3 e = ph_v3(k == 0, k == 1, k == 2);
        border(p, by_q, row + k, 6 * body, ph_scale(sign, e));
        border(p, by_q, row + k, 6 * body + 3, ph_scale(sign, ph_cross(s, transposed(&f->R, e))));
    }
}

static void angle_tangent(const dae_problem *p, double *by_q, int row, const dae_hold *h,
                          const frame *i, const frame *j, double l)
{
    ph_vec3 ua = transposed(&i->R, ph_mat3_mul(j->R, h->sj));
    ph_vec3 ub = transposed(&j->R, ph_mat3_mul(i->R, h->si));
    ph_mat3 A = phk_hat(h->si), B = phk_hat(h->sj);
    int ci = 6 * h->i + 3, cj = 6 * h->j + 3;
    if (h->i >= 0) {
        border(p, by_q, row, ci, ph_cross(h->si, ua));
        add_matrix(p, by_q, ci, ci, phk_mat3_product(A, phk_hat(ua)), l);
    }
    if (h->j >= 0) {
        border(p, by_q, row, cj, ph_cross(h->sj, ub));
        add_matrix(p, by_q, cj, cj, phk_mat3_product(B, phk_hat(ub)), l);
    }
    if (h->i < 0 || h->j < 0) return;
    ph_mat3 M = phk_mat3_product(A, i->R), T;
    for (int r = 0; r < 3; r++)
        for (int k = 0; k < 3; k++) {
            /* a~ R_i' R_j b~ */
            double sum = 0;
            for (int m = 0; m < 3; m++)
                for (int n = 0; n < 3; n++)
                    for (int o = 0; o < 3; o++)
                        sum += A.m[r][m] * i->R.m[n][m] * j->R.m[n][o] * B.m[o][k];
            M.m[r][k] = sum;
        }
    for (int r = 0; r < 3; r++)
        for (int k = 0; k < 3; k++) T.m[r][k] = M.m[k][r];
    add_matrix(p, by_q, ci, cj, M, -l);
    add_matrix(p, by_q, cj, ci, T, -l);
}

static ph_status tangent(void *self, const phk_point *at, phk_tangents *out)
{
    dae_problem *p = self;
    size_t bytes = (size_t)p->pattern.entries * sizeof *out->by_q;
    memset(out->by_q, 0, bytes);
    memset(out->by_v, 0, bytes);
    memset(out->by_a, 0, bytes);
    if (p->force) {
        ph_status status = p->force(p, at, NULL, NULL, NULL, out);
        if (status) return status;
    }
    int row = p->dae.nv + p->dae.nx;
    for (int k = 0; k < p->holds; k++) {
        const dae_hold *h = p->hold + k;
        const double *l = at->lambda + row - p->dae.nv - p->dae.nx;
        frame i = frame_of(at, h->i), j = frame_of(at, h->j);
        if (h->angle) {
            angle_tangent(p, out->by_q, row++, h, &i, &j, *l);
            continue;
        }
        point_side(p, out->by_q, row, h->i, &i, h->si, l, -1);
        point_side(p, out->by_q, row, h->j, &j, h->sj, l, 1);
        row += 3;
    }
    return PH_OK;
}

/* A vector fixed in a body: value, first and second derivative (without w'). */
typedef struct {
    ph_vec3 x, x1, x2;
} moving;

static moving moving_of(const frame *f, ph_vec3 s)
{
    ph_vec3 ws = ph_cross(f->w, s);
    moving m = {ph_mat3_mul(f->R, s), ph_mat3_mul(f->R, ws), ph_mat3_mul(f->R, ph_cross(f->w, ws))};
    return m;
}

static ph_status rates(void *self, const phk_point *at, double *rate, double *gamma)
{
    dae_problem *p = self;
    double scratch[2][3 * DAE_HOLDS];
    if (!rate) rate = scratch[0];
    if (!gamma) gamma = scratch[1];
    for (int k = 0, row = 0; k < p->holds; k++) {
        const dae_hold *h = p->hold + k;
        frame i = frame_of(at, h->i), j = frame_of(at, h->j);
        moving a = moving_of(&i, h->si), b = moving_of(&j, h->sj);
        if (h->angle) {
            rate[row] = ph_dot(a.x1, b.x) + ph_dot(a.x, b.x1);
            gamma[row] = ph_dot(a.x2, b.x) + 2 * ph_dot(a.x1, b.x1) + ph_dot(a.x, b.x2);
            row++;
            continue;
        }
        ph_vec3 v = ph_sub(ph_add(j.v, b.x1), ph_add(i.v, a.x1)), c = ph_sub(b.x2, a.x2);
        rate[row] = v.x, rate[row + 1] = v.y, rate[row + 2] = v.z;
        gamma[row] = c.x, gamma[row + 1] = c.y, gamma[row + 2] = c.z;
        row += 3;
    }
    return PH_OK;
}

static void describe(void *self, int row, char *text, size_t size)
{
    (void)self;
    snprintf(text, size, "row %d", row);
}

int dae_body(dae_problem *p, double mass, ph_sym3 inertia, ph_vec3 r, ph_quat e, ph_vec3 v,
             ph_vec3 w)
{
    int b = p->bodies++;
    double q[7] = {r.x, r.y, r.z, e.w, e.x, e.y, e.z}, u[6] = {v.x, v.y, v.z, w.x, w.y, w.z};
    p->mass[b] = mass;
    p->inertia[b] = inertia;
    memcpy(p->q + 7 * b, q, sizeof q);
    memcpy(p->v + 6 * b, u, sizeof u);
    ph_sym3 none = {0, 0, 0, 0, 0, 0};
    p->cell[2 * b] = (phk_cell){PHK_CELL_VECTOR, 7 * b, 6 * b, 3, mass, none, mass > 0, NULL};
    p->cell[2 * b + 1] =
        (phk_cell){PHK_CELL_ROTATION, 7 * b + 3, 6 * b + 3, 3, 0, inertia, inertia.xx > 0, NULL};
    return b;
}

void dae_point(dae_problem *p, int i, int j, ph_vec3 si, ph_vec3 sj)
{
    p->hold[p->holds++] = (dae_hold){i, j, false, si, sj};
}

void dae_angle(dae_problem *p, int i, int j, ph_vec3 si, ph_vec3 sj)
{
    p->hold[p->holds++] = (dae_hold){i, j, true, si, sj};
}

void dae_finish(dae_problem *p, int nx, int ny)
{
    int nv = 6 * p->bodies, nl = 0;
    for (int k = 0; k < p->holds; k++) nl += p->hold[k].angle ? 1 : 3;
    int n = nv + nx + nl + ny;
    p->dae = (phk_dae){.self = p,
                       .nq = 7 * p->bodies,
                       .nv = nv,
                       .nx = nx,
                       .nl = nl,
                       .ny = ny,
                       .cells = 2 * p->bodies,
                       .cell = p->cell,
                       .pattern = &p->pattern,
                       .node = p->node,
                       .uses_a = p->coupled,
                       .length = 1,
                       .residual = residual,
                       .tangent = tangent,
                       .rates = rates,
                       .describe = describe};
    for (int i = 0; i < n; i++) p->node[i] = i < nv ? i / 6 : -1;
    phk_collector *collector = phk_collector_create(n);
    for (int b = 0; b < p->bodies; b++) phk_collect_block(collector, 6 * b, 6, 6 * b, 6);
    if (p->coupled) {
        phk_collect_block(collector, 0, nv + nx, 0, n);
        phk_collect_block(collector, nv + nx + nl, ny, 0, n);
    }
    for (int k = 0, row = nv + nx; k < p->holds; k++) {
        const dae_hold *h = p->hold + k;
        int rows = h->angle ? 1 : 3, body[2] = {h->i, h->j};
        for (int m = 0; m < 2; m++) {
            if (body[m] < 0) continue;
            phk_collect_block(collector, row, rows, 6 * body[m], 6);
            phk_collect_block(collector, 6 * body[m], 6, row, rows);
            if (body[1 - m] >= 0) phk_collect_block(collector, 6 * body[m], 6, 6 * body[1 - m], 6);
        }
        row += rows;
    }
    if (phk_collector_finish(collector, &p->pattern)) abort();
    phk_collector_free(collector);
}

void dae_free(dae_problem *p)
{
    phk_pattern_free(&p->pattern);
}

void dae_top(dae_problem *p)
{
    ph_sym3 J = {0.234375, 0.46875, 0.234375, 0, 0, 0};
    *p = (dae_problem){.gravity = {0, 0, -9.81}};
    dae_body(p, 15, J, ph_v3(0, 1, 0), ph_quat_identity(), ph_v3(4.61538, 0, 0),
             ph_v3(0, 150, -4.61538));
    dae_point(p, -1, 0, ph_v3(0, 0, 0), ph_v3(0, -1, 0));
    dae_finish(p, 0, 0);
}

void dae_pendulum(dae_problem *p)
{
    ph_sym3 J = {0.1, 0.1, 0.01, 0, 0, 0};
    double half = 0.25 * PH_PI;
    *p = (dae_problem){.gravity = {0, 0, -9.81}};
    dae_body(p, 1, J, ph_v3(0, 1, 0), ph_quat_make(cos(half), sin(half), 0, 0), ph_v3(0, 0, 0),
             ph_v3(0, 0, 0));
    dae_point(p, -1, 0, ph_v3(0, 0, 0), ph_v3(0, 0, 1));
    dae_angle(p, -1, 0, ph_v3(0, 1, 0), ph_v3(1, 0, 0));
    dae_angle(p, -1, 0, ph_v3(0, 0, 1), ph_v3(1, 0, 0));
    dae_finish(p, 0, 0);
}

void dae_free_body(dae_problem *p, ph_vec3 j, ph_vec3 w)
{
    ph_sym3 J = {j.x, j.y, j.z, 0, 0, 0};
    *p = (dae_problem){.bodies = 0};
    dae_body(p, 1, J, ph_v3(0, 0, 0), ph_quat_identity(), ph_v3(0, 0, 0), w);
    dae_finish(p, 0, 0);
}

phk_engine_options dae_options(void)
{
    phk_engine_options o = {.run = ph_default_options(), .length = 1, .angle = 1, .time = 1};
    return o;
}

phk_engine *dae_start(dae_problem *p, const phk_engine_method *method,
                      const phk_engine_options *options)
{
    phk_engine_options standard = dae_options();
    phk_engine *engine;
    if (method->create(&p->dae, options ? options : &standard, &engine)) abort();
    phk_point start = {.t = 0, .q = p->q, .v = p->v, .x = p->x};
    if (engine->start(engine, &start, 0)) abort();
    return engine;
}

/* One step of y' = f(y) by midpoint rules of 2 .. 14 substeps, extrapolated: order 14. */
typedef void (*slope)(const void *of, const double *y, double *d);
enum { SIZE = 7, COLUMNS = 7 };

static void extrapolate(slope f, const void *of, int n, double *y, double h)
{
    double table[COLUMNS][SIZE], d[SIZE], a[SIZE], b[SIZE];
    for (int k = 0; k < COLUMNS; k++) {
        int parts = 2 * (k + 1);
        double s = h / parts;
        memcpy(a, y, (size_t)n * sizeof *y);
        f(of, a, d);
        for (int i = 0; i < n; i++) b[i] = a[i] + s * d[i];
        for (int m = 1; m < parts; m++) {
            f(of, b, d);
            for (int i = 0; i < n; i++) {
                double next = a[i] + 2 * s * d[i];
                a[i] = b[i], b[i] = next;
            }
        }
        f(of, b, d);
        for (int i = 0; i < n; i++) table[k][i] = 0.5 * (a[i] + b[i] + s * d[i]);
        for (int m = k - 1; m >= 0; m--) {
            double ratio = (double)(k + 1) / (m + 1), w = 1 / (ratio * ratio - 1);
            for (int i = 0; i < n; i++)
                table[m][i] = table[m + 1][i] + w * (table[m + 1][i] - table[m][i]);
        }
    }
    memcpy(y, table[0], (size_t)n * sizeof *y);
}

static void advance(slope f, const void *of, int n, double *y, double span, double most)
{
    int steps = (int)ceil(fabs(span) / most);
    for (int i = 0; i < steps; i++) extrapolate(f, of, n, y, span / steps);
}

/* Inertia about the pivot, weight, lever along y. */
static const double JP[3] = {15.234375, 0.46875, 15.234375}, WEIGHT = 15 * 9.81;

static ph_vec3 top_rate(const double *y)
{
    ph_vec3 down = ph_unrotate(ph_quat_make(y[0], y[1], y[2], y[3]), ph_v3(0, 0, -WEIGHT));
    ph_vec3 t = ph_cross(ph_v3(0, 1, 0), down), w = get(y + 4);
    ph_vec3 g = ph_cross(w, ph_v3(JP[0] * w.x, JP[1] * w.y, JP[2] * w.z));
    return ph_v3((t.x - g.x) / JP[0], (t.y - g.y) / JP[1], (t.z - g.z) / JP[2]);
}

static void top_slope(const void *of, const double *y, double *d)
{
    (void)of;
    ph_quat e = ph_quat_mul(ph_quat_make(y[0], y[1], y[2], y[3]),
                            ph_quat_make(0, y[4] / 2, y[5] / 2, y[6] / 2));
    ph_vec3 a = top_rate(y);
    d[0] = e.w, d[1] = e.x, d[2] = e.y, d[3] = e.z, d[4] = a.x, d[5] = a.y, d[6] = a.z;
}

dae_top_reference dae_top_start(void)
{
    dae_top_reference r = {0, {1, 0, 0, 0, 0, 150, -4.61538}};
    return r;
}

void dae_top_to(dae_top_reference *r, double t)
{
    advance(top_slope, NULL, 7, r->y, t - r->t, 2e-3);
    r->t = t;
}

ph_vec3 dae_top_place(const dae_top_reference *r)
{
    return ph_rotate(ph_quat_make(r->y[0], r->y[1], r->y[2], r->y[3]), ph_v3(0, 1, 0));
}

ph_vec3 dae_top_lambda(const dae_top_reference *r)
{
    ph_vec3 w = get(r->y + 4), s = ph_v3(0, 1, 0);
    ph_vec3 a = ph_add(ph_cross(top_rate(r->y), s), ph_cross(w, ph_cross(w, s)));
    a = ph_rotate(ph_quat_make(r->y[0], r->y[1], r->y[2], r->y[3]), a);
    return ph_sub(ph_v3(0, 0, -WEIGHT), ph_scale(15, a));
}

static void euler_slope(const void *of, const double *y, double *d)
{
    const double J[3] = {0.5, 0.7, 0.9};
    (void)of;
    ph_quat e = ph_quat_mul(ph_quat_make(y[0], y[1], y[2], y[3]),
                            ph_quat_make(0, y[4] / 2, y[5] / 2, y[6] / 2));
    d[0] = e.w, d[1] = e.x, d[2] = e.y, d[3] = e.z;
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        d[4 + i] = (J[j] - J[k]) * y[4 + j] * y[4 + k] / J[i];
    }
}

void dae_euler_to(double y[7], double t)
{
    advance(euler_slope, NULL, 7, y, t, 2e-3);
}

static void pendulum_slope(const void *of, const double *y, double *d)
{
    const dae_reference *r = of;
    d[0] = y[1];
    d[1] = (-9.81 * sin(y[0]) + r->torque) / 1.1;
}

void dae_reference_to(dae_reference *r, double t)
{
    double y[2] = {r->theta, r->omega};
    advance(pendulum_slope, r, 2, y, t - r->t, 2e-2);
    r->theta = y[0], r->omega = y[1], r->t = t;
}
