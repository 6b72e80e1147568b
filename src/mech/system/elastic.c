/* SPDX-License-Identifier: BSD-3-Clause */
#include "mech/system/elastic.h"

#include <stdbool.h>
#include <string.h>

/* Which of the nine a stored matrix gives by its columns, and by its rows. */
static const int by_column[6] = {X_X, Y_Y, Z_Z, X_Y, Y_Z, Z_X};
static const int by_row[6] = {-1, -1, -1, Y_X, Z_Y, X_Z};

double phk_elastic_dot(int n, const double *a, const double *b)
{
    double sum[4] = {0, 0, 0, 0};
    int i = 0;
    for (; i + 4 <= n; i += 4)
        for (int k = 0; k < 4; k++) sum[k] += a[i + k] * b[i + k];
    for (; i < n; i++) sum[0] += a[i] * b[i];
    return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

/* Adds X(u). */
void phk_elastic_products(const phk_flex *is, const double *u, double *X)
{
    const int n = is->modes;
    for (int d = 0; d < 6; d++) {
        double *to = X + by_column[d] * n;
        const double *row = is->D[d];
        for (int k = 0; k < n; k++, row += n) {
            for (int j = 0; j < n; j++) to[j] += u[k] * row[j];
            if (by_row[d] >= 0) X[by_row[d] * n + k] += phk_elastic_dot(n, row, u);
        }
    }
}

/* sum_j of Y_j u_j, 3 x 3; ax of it. */
static ph_mat3 contract(int n, const double *Y, const double *u)
{
    ph_mat3 r;
    for (int k = 0; k < PHK_NINE; k++) r.m[k / 3][k % 3] = phk_elastic_dot(n, Y + k * n, u);
    return r;
}
static ph_vec3 axial(ph_mat3 a)
{
    return ph_v3(a.m[1][2] - a.m[2][1], a.m[2][0] - a.m[0][2], a.m[0][1] - a.m[1][0]);
}
ph_vec3 phk_elastic_axial(int n, const double *Y, int j)
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
ph_vec3 phk_elastic_turned(int n, const double *Y, int j, ph_vec3 w)
{
    const double *y = Y + j;
    double xy = y[X_Y * n] + y[Y_X * n], yz = y[Y_Z * n] + y[Z_Y * n], zx = y[Z_X * n] + y[X_Z * n];
    double xx = 2 * y[X_X * n], yy = 2 * y[Y_Y * n], zz = 2 * y[Z_Z * n];
    return ph_v3((yy + zz) * w.x - xy * w.y - zx * w.z, (zz + xx) * w.y - xy * w.x - yz * w.z,
                 (xx + yy) * w.z - zx * w.x - yz * w.y);
}

ph_vec3 phk_elastic_H(const phk_elastic *b, int j)
{
    ph_vec3 h = phk_elastic_axial(b->n, b->Y, j);
    const double *more = b->is->I4r;
    return more ? ph_add(h, ph_v3(more[j], more[b->n + j], more[2 * b->n + j])) : h;
}

/* H u */
ph_vec3 phk_elastic_H_times(const phk_elastic *b, const double *u)
{
    ph_vec3 h = axial(contract(b->n, b->Y, u));
    const double *more = b->is->I4r;
    if (!more) return h;
    const int n = b->n;
    return ph_add(h, ph_v3(phk_elastic_dot(n, more, u), phk_elastic_dot(n, more + n, u),
                           phk_elastic_dot(n, more + 2 * n, u)));
}

/* ---- stiffening ---- */

/* The product of angular velocities a stiffening goes with: w_a w_b. */
const int phk_stiffening_axes[6][2] = {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {1, 2}, {2, 0}};

/* Takes factor q'K_c u off dJ, for all six. */
static void stiffen(const phk_elastic *b, const double *u, double factor, ph_mat3 *J)
{
    for (int c = 0; c < 6; c++) {
        if (!b->is->stiffening[c]) continue;
        double sum = 0;
        for (int k = 0; k < b->n; k++)
            sum +=
                b->q[k] * phk_elastic_dot(b->n, b->is->stiffening[c] + (size_t)k * (size_t)b->n, u);
        double by = c < 3 ? factor * sum : factor * sum / 2;
        J->m[phk_stiffening_axes[c][0]][phk_stiffening_axes[c][1]] -= by;
        if (c >= 3) J->m[phk_stiffening_axes[c][1]][phk_stiffening_axes[c][0]] -= by;
    }
}

/* Adds to `to` what the six say of (dJ_,j a).b: -(2 K_c u)_j, with u the coordinates. */
void phk_elastic_stiffen(const phk_elastic *b, const double *u, double factor, ph_vec3 x, ph_vec3 y,
                         double *to)
{
    const double v[3] = {x.x, x.y, x.z}, w[3] = {y.x, y.y, y.z};
    for (int c = 0; c < 6; c++) {
        const int i = phk_stiffening_axes[c][0], k = phk_stiffening_axes[c][1];
        const double by = -factor * (v[i] * w[k] + v[k] * w[i]);
        const double *row = b->is->stiffening[c];
        for (int j = 0; row && by != 0 && j < b->n; j++, row += b->n)
            to[j] += by * phk_elastic_dot(b->n, row, u);
    }
}

bool phk_is_stiffened(const phk_flex *is)
{
    for (int c = 0; c < 6; c++)
        if (is->stiffening[c]) return true;
    return false;
}

/* ---- at a point ---- */

phk_elastic phk_elastic_at(const phk_flex *is, const double *q, const double *rate,
                           const double *second, ph_vec3 w, ph_vec3 alpha, double *room)
{
    phk_elastic b = {.is = is,
                     .n = is->modes,
                     .q = q,
                     .rate = rate,
                     .second = second,
                     .w = w,
                     .alpha = alpha,
                     .Y = room};
    const size_t n = (size_t)b.n;
    b.X = b.Y + PHK_NINE * n;
    b.A = b.X + PHK_NINE * n;
    b.K = b.A + PHK_NINE * n;
    memcpy(b.Y, is->C1, PHK_NINE * n * sizeof *b.Y);
    memset(b.X, 0, PHK_NINE * n * sizeof *b.X);
    ph_mat3 first = contract(b.n, b.Y, b.q);
    phk_elastic_products(is, b.q, b.Y);
    phk_elastic_products(is, b.rate, b.X);
    ph_mat3 S = contract(b.n, b.Y, b.q);
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) S.m[i][k] += first.m[k][i];
    b.dJ = about(S);
    b.J_rate = about(symmetric(contract(b.n, b.Y, b.rate)));
    b.momentum = phk_elastic_H_times(&b, b.rate);
    if (!phk_is_stiffened(is)) return b;
    stiffen(&b, b.q, 1, &b.dJ);
    stiffen(&b, b.rate, 2, &b.J_rate);
    return b;
}

double phk_elastic_kinetic(const phk_elastic *b)
{
    return 0.5 * ph_dot(b->w, ph_mat3_mul(b->dJ, b->w)) + ph_dot(b->w, b->momentum) +
           0.5 * phk_elastic_dot(b->n, b->rate, b->rate);
}

double phk_elastic_strain(const phk_flex *is, const double *q)
{
    double sum = 0;
    for (int j = 0; j < is->modes; j++)
        sum += q[j] * (is->coupled ? phk_elastic_dot(is->modes,
                                                     is->coupled + (size_t)j * (size_t)is->modes, q)
                                   : is->stiffness[j] * q[j]);
    return 0.5 * sum;
}

/* ---- modes among themselves ---- */

double phk_elastic_gyroscopic(const phk_flex *is, ph_vec3 u, size_t jk, size_t kj)
{
    const double *xy = is->D[PHK_XY], *yz = is->D[PHK_YZ], *zx = is->D[PHK_ZX];
    return u.x * (yz[kj] - yz[jk]) + u.y * (zx[kj] - zx[jk]) + u.z * (xy[kj] - xy[jk]);
}

double phk_elastic_centrifugal(const phk_flex *is, ph_vec3 w, size_t jk, size_t kj)
{
    const double x = w.x * w.x, y = w.y * w.y, z = w.z * w.z;
    const double *xy = is->D[PHK_XY], *yz = is->D[PHK_YZ], *zx = is->D[PHK_ZX];
    double sum = (y + z) * is->D[PHK_XX][jk] + (z + x) * is->D[PHK_YY][jk] +
                 (x + y) * is->D[PHK_ZZ][jk] - w.x * w.y * (xy[jk] + xy[kj]) -
                 w.y * w.z * (yz[jk] + yz[kj]) - w.z * w.x * (zx[jk] + zx[kj]);
    for (int c = 0; c < 6; c++) {
        if (!is->stiffening[c]) continue;
        const double v[3] = {w.x, w.y, w.z};
        sum -= v[phk_stiffening_axes[c][0]] * v[phk_stiffening_axes[c][1]] * is->stiffening[c][jk];
    }
    return sum;
}

void phk_elastic_stiffness(const phk_flex *is, ph_vec3 w, double *to)
{
    const size_t n = (size_t)is->modes;
    for (size_t j = 0; j < n; j++)
        for (size_t k = 0; k < n; k++) {
            const double om2 = is->coupled ? is->coupled[j * n + k] : j == k ? is->stiffness[j] : 0;
            to[j * n + k] = om2 - phk_elastic_centrifugal(is, w, j * n + k, k * n + j);
        }
}
