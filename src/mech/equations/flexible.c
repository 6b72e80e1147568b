/* SPDX-License-Identifier: BSD-3-Clause
 *
 * flexible.c -- a flexible body by itself. The integrator carries its mass, the rotation of the
 * inertia J0 it has undeformed, and a mass of 1 along each mode; all else of its inertia depends on
 * how it is deformed and comes as forces that read accelerations. In body axes, with w, q, the
 * arrays of flex.h, and dJ = J(q) - J0:
 *
 *   Y_ab,j = C1_ab,j + X_ab,j(q),  X_ab,j(u) = sum_k u_k D_ab,kj,  H_j = ax(Y_j) + I4r_j
 *   dJ = tr(S) 1 - S,  S = C1 q + (C1 q)' + D[q,q],  J_,j = dJ/dq_j = 2 tr(Y_j) 1 - Y_j - Y_j'
 *   torque  dJ w' + H q'' + J' w + w x (dJ w + H q')
 *   mode j  H_j.w' + 2 ax(X_j(q')).w - w.J_,j w/2 + om^2 q + 2 zeta om q'
 *
 * (ax(A) = (A_yz - A_zy, ..)). Where shapes lack the shortening of second order, K_ab takes its
 * place: a spinning body that bends has its points nearer to the axis,  dJ_ab -= q'K_ab q  (half of
 * it each where a and b differ), so that momentum and energy know of it and not the modes alone.
 *
 * Shabana, Dynamics of Multibody Systems, 5; with the rotary inertia of points along body axes.
 */
#include <string.h>
#include "math/chart.h"
#include "mech/equations/equations.h"

enum { X_X = 0, X_Y, X_Z, Y_X, Y_Y, Y_Z, Z_X, Z_Y, Z_Z, NINE };
/* Which of the nine a stored matrix gives by its columns, and by its rows. */
static const int by_column[6] = {X_X, Y_Y, Z_Z, X_Y, Y_Z, Z_X};
static const int by_row[6] = {-1, -1, -1, Y_X, Z_Y, X_Z};

/* A body at a point. */
typedef struct {
    const phk_flex *is;
    int n;
    const double *q, *rate, *second; /* [modes] */
    ph_vec3 w, alpha;
    double *Y, *X, *A; /* [9][modes] Y; X(q'); X(q''), where it is wanted */
    double *K;         /* [modes] */
    ph_mat3 dJ, J_rate;
    ph_vec3 momentum; /* H q' */
} body;

static double dot(int n, const double *a, const double *b)
{
    double sum[4] = {0, 0, 0, 0};
    int i = 0;
    for (; i + 4 <= n; i += 4)
        for (int k = 0; k < 4; k++) sum[k] += a[i + k] * b[i + k];
    for (; i < n; i++) sum[0] += a[i] * b[i];
    return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

/* Adds X(u). */
static void add_products(const phk_flex *is, const double *u, double *X)
{
    const int n = is->modes;
    for (int d = 0; d < 6; d++) {
        double *to = X + by_column[d] * n;
        const double *row = is->D[d];
        for (int k = 0; k < n; k++, row += n) {
            for (int j = 0; j < n; j++) to[j] += u[k] * row[j];
            if (by_row[d] >= 0) X[by_row[d] * n + k] += dot(n, row, u);
        }
    }
}

/* sum_j of Y_j u_j, 3 x 3; ax of it. */
static ph_mat3 contract(int n, const double *Y, const double *u)
{
    ph_mat3 r;
    for (int k = 0; k < NINE; k++) r.m[k / 3][k % 3] = dot(n, Y + k * n, u);
    return r;
}
static ph_vec3 axial(ph_mat3 a)
{
    return ph_v3(a.m[1][2] - a.m[2][1], a.m[2][0] - a.m[0][2], a.m[0][1] - a.m[1][0]);
}
static ph_vec3 axial_of(int n, const double *Y, int j)
{
    return ph_v3(Y[Y_Z * n + j] - Y[Z_Y * n + j], Y[Z_X * n + j] - Y[X_Z * n + j],
                 Y[X_Y * n + j] - Y[Y_X * n + j]);
}
/* tr(a) 1 - a */
static ph_mat3 about(ph_mat3 a)
{
    double trace = a.m[0][0] + a.m[1][1] + a.m[2][2];
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) a.m[i][k] = (i == k ? trace : 0) - a.m[i][k];
    return a;
}
static ph_mat3 symmetric(ph_mat3 a)
{
    ph_mat3 r;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) r.m[i][k] = a.m[i][k] + a.m[k][i];
    return r;
}
/* (tr(Y_j + Y_j') 1 - Y_j - Y_j') w */
static ph_vec3 inertia_change(int n, const double *Y, int j, ph_vec3 w)
{
    const double *y = Y + j;
    double xy = y[X_Y * n] + y[Y_X * n], yz = y[Y_Z * n] + y[Z_Y * n], zx = y[Z_X * n] + y[X_Z * n];
    double xx = 2 * y[X_X * n], yy = 2 * y[Y_Y * n], zz = 2 * y[Z_Z * n];
    return ph_v3((yy + zz) * w.x - xy * w.y - zx * w.z, (zz + xx) * w.y - xy * w.x - yz * w.z,
                 (xx + yy) * w.z - zx * w.x - yz * w.y);
}

static ph_vec3 H_of(const body *b, int j)
{
    ph_vec3 h = axial_of(b->n, b->Y, j);
    const double *more = b->is->I4r;
    return more ? ph_add(h, ph_v3(more[j], more[b->n + j], more[2 * b->n + j])) : h;
}

/* H u */
static ph_vec3 H_times(const body *b, const double *u)
{
    ph_vec3 h = axial(contract(b->n, b->Y, u));
    const double *more = b->is->I4r;
    if (!more) return h;
    const int n = b->n;
    return ph_add(h, ph_v3(dot(n, more, u), dot(n, more + n, u), dot(n, more + 2 * n, u)));
}

/* ---- stiffening ---- */

/* The product of angular velocities a stiffening goes with: w_a w_b. */
static const int axis_a[6] = {0, 1, 2, 0, 1, 2}, axis_b[6] = {0, 1, 2, 1, 2, 0};

/* Takes factor q'K_c u off dJ, for all six. */
static void stiffen(const body *b, const double *u, double factor, ph_mat3 *J)
{
    for (int c = 0; c < 6; c++) {
        if (!b->is->stiffening[c]) continue;
        double sum = 0;
        for (int k = 0; k < b->n; k++)
            sum += b->q[k] * dot(b->n, b->is->stiffening[c] + (size_t)k * (size_t)b->n, u);
        double by = c < 3 ? factor * sum : factor * sum / 2;
        J->m[axis_a[c]][axis_b[c]] -= by;
        if (c >= 3) J->m[axis_b[c]][axis_a[c]] -= by;
    }
}

/* Adds to `to` what the six say of (dJ_,j a).b: -(2 K_c u)_j, with u the coordinates. */
static void add_stiffening(const body *b, const double *u, double factor, ph_vec3 x, ph_vec3 y,
                           double *to)
{
    const double v[3] = {x.x, x.y, x.z}, w[3] = {y.x, y.y, y.z};
    for (int c = 0; c < 6; c++) {
        const int i = axis_a[c], k = axis_b[c];
        const double by = -factor * (v[i] * w[k] + v[k] * w[i]);
        const double *row = b->is->stiffening[c];
        for (int j = 0; row && by != 0 && j < b->n; j++, row += b->n)
            to[j] += by * dot(b->n, row, u);
    }
}

static bool is_stiffened(const phk_flex *is)
{
    for (int c = 0; c < 6; c++)
        if (is->stiffening[c]) return true;
    return false;
}

/* ---- at a point ---- */

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

static body body_at(phk_mechanism *m, const phk_flexible_body *f, const phk_point *p)
{
    const phk_body_cells *at = &m->body[f->body];
    body b = {.is = f->is, .n = f->is->modes};
    const size_t n = (size_t)b.n;
    b.q = p->q + at->mode;
    b.rate = p->v + at->direction[PHK_MODES];
    b.second = p->a + at->direction[PHK_MODES];
    b.w = get(p->v + at->direction[PHK_TURN]);
    b.alpha = get(p->a + at->direction[PHK_TURN]);
    b.Y = m->bent.own;
    b.X = b.Y + NINE * n;
    b.A = b.X + NINE * n;
    b.K = b.A + NINE * n;
    memcpy(b.Y, b.is->C1, NINE * n * sizeof *b.Y);
    memset(b.X, 0, NINE * n * sizeof *b.X);
    ph_mat3 first = contract(b.n, b.Y, b.q);
    add_products(b.is, b.q, b.Y);
    add_products(b.is, b.rate, b.X);
    ph_mat3 S = contract(b.n, b.Y, b.q);
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) S.m[i][k] += first.m[k][i];
    b.dJ = about(S);
    b.J_rate = about(symmetric(contract(b.n, b.Y, b.rate)));
    b.momentum = H_times(&b, b.rate);
    if (!is_stiffened(b.is)) return b;
    stiffen(&b, b.q, 1, &b.dJ);
    stiffen(&b, b.rate, 2, &b.J_rate);
    return b;
}

static void add3(double *to, ph_vec3 v)
{
    to[0] += v.x;
    to[1] += v.y;
    to[2] += v.z;
}

/* om^2 q */
static void add_spring(const body *b, double *to)
{
    const phk_flex *is = b->is;
    for (int j = 0; j < b->n; j++)
        to[j] += is->coupled ? dot(b->n, is->coupled + (size_t)j * (size_t)b->n, b->q)
                             : is->stiffness[j] * b->q[j];
}

void phk_flexible_residual(phk_mechanism *m, const phk_point *p, double *g)
{
    const phk_flexible_list *list = &m->system->program->flexible;
    for (int k = 0; k < list->n; k++) {
        const phk_flexible_body *f = &list->item[k];
        const int *direction = m->body[f->body].direction;
        if (!f->is->modes) continue;
        const body b = body_at(m, f, p);
        ph_vec3 torque = ph_add(ph_mat3_mul(b.dJ, b.alpha), H_times(&b, b.second));
        ph_vec3 carried = ph_add(ph_mat3_mul(b.dJ, b.w), b.momentum);
        torque = ph_add(torque, ph_mat3_mul(b.J_rate, b.w));
        add3(g + direction[PHK_TURN], ph_add(torque, ph_cross(b.w, carried)));
        double *to = g + direction[PHK_MODES];
        const double *load = m->system->mode_load + f->first;
        for (int j = 0; j < b.n; j++) {
            ph_vec3 turned =
                ph_axpy(ph_scale(2, axial_of(b.n, b.X, j)), -0.5, inertia_change(b.n, b.Y, j, b.w));
            to[j] = ph_dot(H_of(&b, j), b.alpha) + ph_dot(turned, b.w) + f->damping[j] * b.rate[j] -
                    load[j];
        }
        add_spring(&b, to);
        add_stiffening(&b, b.q, -0.5, b.w, b.w, to);
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
static void add_borders(const body *b, const places *at, phk_tangents *out)
{
    const int n = b->n;
    for (int j = 0; j < n; j++) {
        const ph_vec3 h = H_of(b, j), x = axial_of(n, b->X, j);
        const ph_vec3 change = inertia_change(n, b->Y, j, b->w);
        add_column(at, out->by_a, j, h);
        add_row(at, out->by_a, j, h);
        add_column(at, out->by_v, j, ph_add(change, ph_cross(b->w, h)));
        add_row(at, out->by_v, j, ph_axpy(ph_scale(2, x), -1, change));
        ph_vec3 by_q = inertia_change(n, b->Y, j, b->alpha);
        by_q = ph_axpy(by_q, -1, axial_of(n, b->A, j));
        by_q = ph_add(by_q, inertia_change(n, b->X, j, b->w));
        by_q = ph_add(by_q, ph_cross(b->w, ph_axpy(change, -1, x)));
        add_column(at, out->by_q, j, by_q);
    }
}

/* The same of stiffening: of (dJ_,j w) and others, component by component. */
static void add_stiffened_borders(const body *b, const places *at, phk_tangents *out)
{
    for (int i = 0; i < 3; i++) {
        const ph_vec3 axis = phk_axis_vector(i), turned = ph_cross(axis, b->w);
        const size_t bytes = (size_t)b->n * sizeof *b->K;
        memset(b->K, 0, bytes);
        add_stiffening(b, b->q, 1, b->w, axis, b->K);
        for (int j = 0; j < b->n; j++) {
            ph_vec3 by = ph_scale(b->K[j], axis);
            add_column(at, out->by_v, j, by);
            add_row(at, out->by_v, j, ph_scale(-1, by));
        }
        memset(b->K, 0, bytes);
        add_stiffening(b, b->q, 1, b->alpha, axis, b->K);
        add_stiffening(b, b->rate, 1, b->w, axis, b->K);
        /* axis.(w x dJ_,j w) = (axis x w).dJ_,j w */
        add_stiffening(b, b->q, 1, b->w, turned, b->K);
        for (int j = 0; j < b->n; j++) add_column(at, out->by_q, j, ph_scale(b->K[j], axis));
    }
}

/* G(u)_jk = u.ax(D_kj), which is antisymmetric; less `centrifugal` (w.w tr D - w.D w), which is
 * symmetric. Row j and column k of those above the diagonal. */
static double gyroscopic(const phk_flex *is, ph_vec3 u, size_t jk, size_t kj)
{
    const double *xy = is->D[PHK_XY], *yz = is->D[PHK_YZ], *zx = is->D[PHK_ZX];
    return u.x * (yz[kj] - yz[jk]) + u.y * (zx[kj] - zx[jk]) + u.z * (xy[kj] - xy[jk]);
}

static double centrifugal(const phk_flex *is, ph_vec3 w, size_t jk, size_t kj)
{
    const double x = w.x * w.x, y = w.y * w.y, z = w.z * w.z;
    const double *xy = is->D[PHK_XY], *yz = is->D[PHK_YZ], *zx = is->D[PHK_ZX];
    double sum = (y + z) * is->D[PHK_XX][jk] + (z + x) * is->D[PHK_YY][jk] +
                 (x + y) * is->D[PHK_ZZ][jk] - w.x * w.y * (xy[jk] + xy[kj]) -
                 w.y * w.z * (yz[jk] + yz[kj]) - w.z * w.x * (zx[jk] + zx[kj]);
    for (int c = 0; c < 6; c++) {
        if (!is->stiffening[c]) continue;
        const double v[3] = {w.x, w.y, w.z};
        sum -= v[axis_a[c]] * v[axis_b[c]] * is->stiffening[c][jk];
    }
    return sum;
}

static void add_modes(const body *b, const phk_flexible_body *f, const places *at,
                      phk_tangents *out)
{
    const size_t n = (size_t)b->n;
    const int *start = at->start + at->direction[PHK_MODES];
    for (size_t j = 0; j < n; j++) {
        double *by_q = out->by_q + start[j] + at->modes, *by_v = out->by_v + start[j] + at->modes;
        for (size_t k = 0; k < n; k++) {
            const size_t jk = j * n + k, kj = k * n + j;
            by_v[k] += 2 * gyroscopic(b->is, b->w, jk, kj);
            by_q[k] += gyroscopic(b->is, b->alpha, jk, kj) - centrifugal(b->is, b->w, jk, kj);
            if (b->is->coupled) by_q[k] += b->is->coupled[jk];
        }
        if (!b->is->coupled) by_q[j] += b->is->stiffness[j];
        by_v[j] += f->damping[j];
    }
}

static void add_body(phk_mechanism *m, const phk_flexible_body *f, const phk_point *p,
                     const places *at, phk_tangents *out)
{
    body b = body_at(m, f, p);
    memset(b.A, 0, NINE * (size_t)b.n * sizeof *b.A);
    add_products(b.is, b.second, b.A);
    add_turn(at, out->by_a, &b.dJ);
    const ph_vec3 carried = ph_add(ph_mat3_mul(b.dJ, b.w), b.momentum);
    ph_mat3 by_v = phk_mat3_axpy(b.J_rate, 1, phk_mat3_product(phk_hat(b.w), b.dJ));
    by_v = phk_mat3_axpy(by_v, -1, phk_hat(carried));
    add_turn(at, out->by_v, &by_v);
    add_borders(&b, at, out);
    if (is_stiffened(b.is)) add_stiffened_borders(&b, at, out);
    add_modes(&b, f, at, out);
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
