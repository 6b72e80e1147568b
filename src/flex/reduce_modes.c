/* SPDX-License-Identifier: BSD-3-Clause
 *
 * From shapes to modes: the lowest frequencies within their space, twice, so that what the first
 * pass leaves of orthogonality is mended by the second; six of them are rigid; mean axes.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "base/diag.h"
#include "flex/reduce_work.h"
#include "linalg/dense.h"
#include "linalg/symmetric.h"

#define TWO_PI  6.283185307179586
#define DEPENDS 1e-13 /* of a combination of unit shapes: the square of its length */

/* y' A y of full symmetric matrices: rows of q [to][n] against a [n][n]. */
static void reduce(int n, int to, const double *q, const double *a, double *work, double *out)
{
    for (int i = 0; i < to; i++) {
        memset(work, 0, (size_t)n * sizeof *work);
        for (int k = 0; k < n; k++) {
            const double f = q[(size_t)i * (size_t)n + (size_t)k];
            for (int j = 0; j < n; j++) work[j] += f * a[(size_t)k * (size_t)n + (size_t)j];
        }
        for (int j = 0; j < to; j++) {
            double sum = 0;
            for (int k = 0; k < n; k++) sum += work[k] * q[(size_t)j * (size_t)n + (size_t)k];
            out[(size_t)i * (size_t)to + (size_t)j] = sum;
        }
    }
}

/* Orthonormal combinations of the shapes with Gram matrix g [n][n], which becomes them, row by row;
 * those that depend on others are left out. Returns how many there are, < 0: a status. */
static int independent(int n, double *g, double *scale, double *value)
{
    for (int i = 0; i < n; i++) {
        const double square = g[(size_t)i * (size_t)(n + 1)];
        scale[i] = square > 0 ? 1 / sqrt(square) : 0;
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) g[(size_t)i * (size_t)n + (size_t)j] *= scale[i] * scale[j];
    ph_status status = phk_symmetric_eigen(n, g, value);
    if (status != PH_OK) return status;
    int kept = 0;
    for (int i = 0; i < n; i++) {
        if (!(value[i] > DEPENDS)) continue;
        double *row = g + (size_t)kept++ * (size_t)n;
        for (int j = 0; j < n; j++)
            row[j] = g[(size_t)i * (size_t)n + (size_t)j] * scale[j] / sqrt(value[i]);
    }
    return kept;
}

/* The shapes become those of the lowest frequencies in their space, orthonormal in M. */
static ph_status ritz(phk_reduce_work *w)
{
    const phk_fe *fe = w->fe;
    const size_t n = (size_t)w->shape.count;
    phk_wide product = {0}, modes = {0};
    double *g = malloc((4 * n * n + 3 * n + 1) * sizeof *g);
    if (!g) return PH_E_NOMEM;
    double *k = g + n * n, *small = k + n * n, *q = small + n * n;
    double *scale = q + n * n, *value = scale + n, *work = value + n;
    ph_status status = phk_wide_times(&fe->mass, &w->shape, &product);
    if (status == PH_OK) phk_wide_gram(&w->shape, &product, g);
    phk_wide_free(&product);
    if (status == PH_OK) status = phk_wide_times(&fe->stiffness, &w->shape, &product);
    if (status == PH_OK) phk_wide_gram(&w->shape, &product, k);
    phk_wide_free(&product);
    int kept = status == PH_OK ? independent((int)n, g, scale, value) : 0;
    if (kept < 0) status = kept;
    if (status == PH_OK) {
        const size_t m = (size_t)kept;
        reduce((int)n, kept, g, k, work, small);
        for (size_t i = 0; i < m; i++)
            for (size_t j = 0; j < i; j++)
                small[i * m + j] = small[j * m + i] = (small[i * m + j] + small[j * m + i]) / 2;
        status = phk_symmetric_eigen(kept, small, w->lambda);
        memset(q, 0, n * n * sizeof *q);
        for (size_t i = 0; status == PH_OK && i < m; i++)
            for (size_t p = 0; p < m; p++)
                for (size_t j = 0; j < n; j++) q[i * n + j] += small[i * m + p] * g[p * n + j];
    }
    if (status == PH_OK) status = phk_wide_combine(&w->shape, q, kept, &modes);
    free(g);
    if (status != PH_OK) {
        phk_wide_free(&modes);
        return status;
    }
    w->found->dropped += w->shape.count - kept;
    phk_wide_free(&w->shape);
    w->shape = modes;
    return PH_OK;
}

static double hertz(double lambda)
{
    return copysign(sqrt(fabs(lambda)), lambda) / TWO_PI;
}

/* How many of the lowest are rigid: below the widest step up, where that is a thousandfold. */
static int count_rigid(const phk_reduce_work *w)
{
    int rigid = 0;
    double widest = 1e3;
    for (int i = 0; i + 1 < w->shape.count && i < 60; i++) {
        const double below = fabs(hertz(w->lambda[i])), above = fabs(hertz(w->lambda[i + 1]));
        double most = below;
        for (int k = 0; k < i; k++) most = fmax(most, fabs(hertz(w->lambda[k])));
        if (!(above > widest * most)) continue;
        widest = above / fmax(most, 1e-300);
        rigid = i + 1;
    }
    return rigid;
}

static ph_status check_rigid(const phk_reduce_work *w)
{
    const int rigid = count_rigid(w);
    if (rigid == 6) return PH_OK;
    if (rigid < 6)
        return phk_error(
            w->diag, PH_E_PHYSICS, phk_nowhere,
            "the matrices must be those of the free body: without boundary conditions, "
            "springs to ground, or couplings to what is left out",
            "%d rigid motions instead of six: the body is held (lowest frequencies "
            "%.4g %.4g %.4g %.4g %.4g %.4g %.4g Hz)",
            rigid, hertz(w->lambda[0]), hertz(w->lambda[1]), hertz(w->lambda[2]),
            hertz(w->lambda[3]), hertz(w->lambda[4]), hertz(w->lambda[5]),
            w->shape.count > 6 ? hertz(w->lambda[6]) : 0);
    return phk_error(w->diag, PH_E_PHYSICS, phk_nowhere,
                     "look for parts that are not connected, hinges, and nodes of no element",
                     "%d rigid motions instead of six: a part is loose, or is a mechanism (lowest "
                     "elastic frequency %.6g Hz)",
                     rigid, hertz(w->lambda[rigid]));
}

/* Phi - Z (Z'M Z)^-1 Z'M Phi. */
static ph_status take_mean_axes(phk_reduce_work *w)
{
    const size_t n = (size_t)w->shape.count;
    double g[36], a[PHK_WIDE * PHK_WIDE], x[6];
    int pivot[6];
    double *h = malloc((6 * n + 1) * sizeof *h);
    if (!h) return PH_E_NOMEM;
    phk_wide_gram(&w->rigid, &w->mass_rigid, g);
    phk_wide_gram(&w->mass_rigid, &w->shape, h);
    ph_status status = phk_dense_factor(6, g, pivot) < 0 ? PH_OK : PH_E_PHYSICS;
    for (int b = 0; status == PH_OK && b < phk_wide_blocks(&w->shape); b++) {
        memset(a, 0, sizeof a);
        for (int j = 0; j < PHK_WIDE && b * PHK_WIDE + j < w->shape.count; j++) {
            for (int k = 0; k < 6; k++) x[k] = h[(size_t)k * n + (size_t)(b * PHK_WIDE + j)];
            phk_dense_solve(6, g, pivot, x);
            for (int k = 0; k < 6; k++) a[k * PHK_WIDE + j] = x[k];
        }
        phk_wide_subtract(w->n, w->rigid.block[0], a, w->shape.block[b]);
    }
    free(h);
    return status;
}

/* The first six go. */
static ph_status drop_rigid(phk_reduce_work *w)
{
    const int n = w->shape.count, m = n - 6;
    double *q = calloc((size_t)n * (size_t)m + 1, sizeof *q);
    phk_wide elastic = {0};
    ph_status status = q ? PH_OK : PH_E_NOMEM;
    for (int i = 0; q && i < m; i++) q[(size_t)i * (size_t)n + (size_t)(i + 6)] = 1;
    if (status == PH_OK) status = phk_wide_combine(&w->shape, q, m, &elastic);
    free(q);
    if (status != PH_OK) {
        phk_wide_free(&elastic);
        return status;
    }
    phk_wide_free(&w->shape);
    w->shape = elastic;
    memmove(w->lambda, w->lambda + 6, (size_t)m * sizeof *w->lambda);
    return PH_OK;
}

ph_status phk_reduce_modes(phk_reduce_work *w)
{
    w->lambda = malloc(((size_t)w->shape.count + 1) * sizeof *w->lambda);
    if (!w->lambda) return PH_E_NOMEM;
    ph_status status = ritz(w);
    if (status == PH_OK) status = ritz(w);
    if (status != PH_OK) return status;
    if (w->shape.count < 7)
        return phk_error(w->diag, PH_E_MODEL, phk_nowhere,
                         "ask for modes, or name an interface of more than one place",
                         "there is no mode: the shapes are rigid motions alone");
    status = check_rigid(w);
    for (int i = 0; i < 6; i++) w->found->rigid[i] = hertz(w->lambda[i]);
    if (status == PH_OK) status = drop_rigid(w);
    if (status == PH_OK) status = take_mean_axes(w);
    return status;
}
