/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Shift and invert: z = (A - s E)^-1 E r. With xi' = s xi + r_xi put into the rest,
 *
 *     (K + s D + s^2 M) xi + ... = -M r_xi' - (s M + D) r_xi - D_x r_x
 *
 * so that the matrix has the pattern of a Newton step. Rows of constraints are in it as they are:
 * G xi = 0, (s N + K_N) xi = -N r_xi.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "analysis/linear.h"

#define ROUGH 1e-12 /* relative error of a solution: it is improved */

/* r = b - A x */
static void residual(const phk_shifted *t, const double *b, const double *x, double *r)
{
    const phk_pattern *pattern = &t->pencil->pattern;
    for (int row = 0; row < pattern->n; row++) {
        double sum = b[row];
        for (int i = pattern->row_start[row]; i < pattern->row_start[row + 1]; i++)
            sum -= t->values[i] * x[pattern->column[i]];
        r[row] = sum;
    }
}

/* x = A^-1 b in place, b being t->b; improved where the factors are rough. */
static void solve(phk_shifted *t)
{
    int n = t->pencil->pattern.n;
    double *x = t->b, *b = t->b + n, *r = b + n;
    if (t->rough) memcpy(b, x, (size_t)n * sizeof *b);
    phk_factor_solve(t->factor, x);
    for (int round = 0; t->rough && round < 2; round++) {
        residual(t, b, x, r);
        phk_factor_solve(t->factor, r);
        for (int i = 0; i < n; i++) x[i] += r[i];
    }
}

/* Do the factors lose digits? Bodies that turn without effort beside heavy ones may have pivots
 * that are small. */
static bool is_rough(phk_shifted *t)
{
    int n = t->pencil->pattern.n;
    double *x = t->b, *r = t->b + 2 * n, most = 0;
    memset(x, 0, (size_t)n * sizeof *x);
    for (int i = 0; i < n; i++) r[i] = i % 2 ? -1 : 1;
    residual(t, x, r, x); /* x = -A r, row by row: each is read before it is written */
    phk_factor_solve(t->factor, x);
    for (int i = 0; i < n; i++) most = fmax(most, fabs(x[i] + r[i]));
    return most > ROUGH;
}

ph_status phk_shifted_create(const phk_pencil *l, double s, phk_shifted *out)
{
    const phk_pattern *pattern = &l->pattern;
    int states = l->dae->nv + l->dae->nx;
    *out = (phk_shifted){.pencil = l, .s = s};
    out->values = malloc(((size_t)pattern->entries + 1) * sizeof *out->values);
    out->b = malloc((3 * (size_t)pattern->n + 1) * sizeof *out->b);
    if (!out->values || !out->b) return PH_E_NOMEM;
    ph_status status = phk_factor_create(pattern, l->dae->node, &out->factor);
    if (status) return status;
    for (int i = 0; i < pattern->entries; i++) {
        out->values[i] = l->k[i];
        if (pattern->column[i] < states) out->values[i] += s * (l->d[i] + s * l->m[i]);
    }
    status = phk_factor_make(out->factor, out->values);
    if (!status) out->rough = is_rough(out);
    return status;
}

void phk_shifted_free(phk_shifted *t)
{
    phk_factor_free(t->factor);
    free(t->values);
    free(t->b);
    *t = (phk_shifted){0};
}

void phk_shifted_apply(phk_shifted *t, const double *r, double *z)
{
    const phk_pencil *l = t->pencil;
    const phk_pattern *pattern = &l->pattern;
    int nv = l->dae->nv, nx = l->dae->nx;
    const double *place = r, *rate = r + nv, *state = r + 2 * nv;
    for (int row = 0; row < pattern->n; row++) {
        double sum = 0;
        for (int i = pattern->row_start[row]; i < pattern->row_start[row + 1]; i++) {
            int column = pattern->column[i];
            if (column < nv)
                sum += l->m[i] * rate[column] + (t->s * l->m[i] + l->d[i]) * place[column];
            else if (column < nv + nx)
                sum += l->d[i] * state[column - nv];
            else
                break;
        }
        t->b[row] = -sum;
    }
    solve(t);
    memcpy(z, t->b, (size_t)nv * sizeof *z);
    for (int i = 0; i < nv; i++) z[nv + i] = t->s * t->b[i] + place[i];
    if (nx) memcpy(z + 2 * nv, t->b + nv, (size_t)nx * sizeof *z);
}
