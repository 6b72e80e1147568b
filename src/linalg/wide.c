/* SPDX-License-Identifier: BSD-3-Clause */
#include "linalg/wide.h"

#include <stdlib.h>
#include <string.h>
#include "math/clones.h"

enum { B = PHK_WIDE };

PHK_CLONES static void inner(int n, const double *x, const double *y, double *h)
{
    double sum[B][B] = {{0}};
    for (int i = 0; i < n; i++, x += B, y += B)
        for (int p = 0; p < B; p++)
            for (int q = 0; q < B; q++) sum[p][q] += x[p] * y[q];
    memcpy(h, sum, sizeof sum);
}

void phk_wide_inner(int n, const double *x, const double *y, double *h)
{
    inner(n, x, y, h);
}

PHK_CLONES static void subtract(int n, const double *v, const double *h, double *w)
{
    for (int i = 0; i < n; i++, v += B, w += B) {
        double sum[B];
        for (int q = 0; q < B; q++) sum[q] = w[q];
        for (int p = 0; p < B; p++)
            for (int q = 0; q < B; q++) sum[q] -= v[p] * h[p * B + q];
        for (int q = 0; q < B; q++) w[q] = sum[q];
    }
}

void phk_wide_subtract(int n, const double *v, const double *h, double *w)
{
    subtract(n, v, h, w);
}

ph_status phk_wide_append(phk_wide *w, int count)
{
    const int had = w->count;
    int have = phk_wide_blocks(w);
    const int need = (had + count + B - 1) / B;
    if (need > w->room) {
        const int room = need + w->room;
        double **block = realloc(w->block, (size_t)room * sizeof *block);
        if (!block) return PH_E_NOMEM;
        w->block = block;
        w->room = room;
    }
    for (; have < need; have++) {
        w->block[have] = calloc((size_t)w->n * B + 1, sizeof **w->block);
        if (!w->block[have]) return PH_E_NOMEM;
        w->count = (have + 1) * B; /* what is freed when the next fails */
    }
    w->count = had + count;
    return PH_OK;
}

void phk_wide_free(phk_wide *w)
{
    for (int k = 0; k < phk_wide_blocks(w); k++) free(w->block[k]);
    free(w->block);
    w->block = NULL;
    w->count = w->room = 0;
}

void phk_wide_gram(const phk_wide *x, const phk_wide *y, double *g)
{
    double h[B * B];
    for (int j = 0; j < phk_wide_blocks(x); j++)
        for (int k = 0; k < phk_wide_blocks(y); k++) {
            phk_wide_inner(x->n, x->block[j], y->block[k], h);
            for (int p = 0; p < B && j * B + p < x->count; p++)
                for (int q = 0; q < B && k * B + q < y->count; q++)
                    g[(size_t)(j * B + p) * (size_t)y->count + (size_t)(k * B + q)] = h[p * B + q];
        }
}

ph_status phk_wide_combine(const phk_wide *x, const double *q, int to, phk_wide *out)
{
    double h[B * B];
    *out = (phk_wide){.n = x->n};
    ph_status status = phk_wide_append(out, to);
    for (int k = 0; status == PH_OK && k < phk_wide_blocks(out); k++)
        for (int j = 0; j < phk_wide_blocks(x); j++) {
            for (int p = 0; p < B; p++)
                for (int r = 0; r < B; r++) {
                    const int from = j * B + p, into = k * B + r;
                    h[p * B + r] = from < x->count && into < to
                                       ? -q[(size_t)into * (size_t)x->count + (size_t)from]
                                       : 0;
                }
            phk_wide_subtract(x->n, x->block[j], h, out->block[k]);
        }
    return status;
}

ph_status phk_wide_times(const phk_sparse *a, const phk_wide *x, phk_wide *out)
{
    *out = (phk_wide){.n = x->n};
    ph_status status = phk_wide_append(out, x->count);
    for (int k = 0; status == PH_OK && k < phk_wide_blocks(x); k++)
        phk_sparse_times(a, x->block[k], out->block[k]);
    return status;
}
