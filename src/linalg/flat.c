/* SPDX-License-Identifier: BSD-3-Clause */
#include "linalg/flat.h"

#include <math.h>
#include <stdlib.h>

ph_status phk_flat_create(int n, phk_flat *f)
{
    size_t size = (size_t)n + 1;
    *f = (phk_flat){.n = n,
                    .l_start = malloc(size * sizeof(int)),
                    .u_start = malloc(size * sizeof(int)),
                    .inverse = malloc(size * sizeof(double)),
                    .P = malloc(size * sizeof(int)),
                    .Q = malloc(size * sizeof(int)),
                    .from = malloc(size * sizeof(int)),
                    .to = malloc(size * sizeof(int)),
                    .before = malloc(size * sizeof(double)),
                    .after = malloc(size * sizeof(double)),
                    .x = malloc(size * sizeof(double))};
    bool all = f->l_start && f->u_start && f->inverse && f->P && f->Q && f->from && f->to &&
               f->before && f->after && f->x;
    return all ? PH_OK : PH_E_NOMEM;
}

void phk_flat_free(phk_flat *f)
{
    free(f->l_start);
    free(f->l_row);
    free(f->l);
    free(f->u_start);
    free(f->u_row);
    free(f->u);
    free(f->inverse);
    free(f->P);
    free(f->Q);
    free(f->from);
    free(f->to);
    free(f->before);
    free(f->after);
    free(f->x);
    *f = (phk_flat){0};
}

static bool grow(size_t need, size_t *room, int **row, double **value)
{
    if (need <= *room) return true;
    int *rows = realloc(*row, need * sizeof *rows);
    if (rows) *row = rows;
    double *values = realloc(*value, need * sizeof *values);
    if (values) *value = values;
    if (!rows || !values) return false;
    *room = need;
    return true;
}

double phk_largest(const double *v, int n)
{
    enum { LANES = 8 }; // independent of each other, or every comparison waits for the last
    double most[LANES] = {0}, sum[LANES] = {0};
    int k = 0;
    for (; k + LANES <= n; k += LANES) {
        for (int j = 0; j < LANES; j++) {
            double size = fabs(v[k + j]);
            most[j] = size > most[j] ? size : most[j];
            sum[j] += size;
        }
    }
    double largest = 0, total = 0;
    for (; k < n; k++) {
        largest = fmax(largest, fabs(v[k]));
        total += fabs(v[k]);
    }
    for (int j = 0; j < LANES; j++) {
        largest = fmax(largest, most[j]);
        total += sum[j];
    }
    return isfinite(total) ? largest : INFINITY;
}

/* Growth and condition of what was taken over. */
static void measure(phk_flat *f, double largest)
{
    double least = INFINITY, most = 0;
    for (int k = 0; k < f->n; k++) {
        double pivot = f->u[f->u_start[k + 1] - 1], size = fabs(pivot);
        least = size < least ? size : least;
        most = size > most ? size : most;
        f->inverse[k] = 1 / pivot;
    }
    f->growth = phk_largest(f->u, f->u_start[f->n]) / largest;
    f->condition = most > 0 ? least / most : 0;
}

ph_status phk_flat_take(phk_flat *f, const phk_layout *layout, double largest, const double *by_row,
                        const double *by_column, klu_symbolic *symbolic, klu_numeric *numeric,
                        klu_common *common, bool fresh)
{
    if (!grow((size_t)numeric->lnz, &f->l_room, &f->l_row, &f->l) ||
        !grow((size_t)numeric->unz, &f->u_room, &f->u_row, &f->u))
        return PH_E_NOMEM;
    klu_extract(numeric, symbolic, f->l_start, f->l_row, f->l, f->u_start, f->u_row, f->u, NULL,
                NULL, NULL, fresh ? f->P : NULL, fresh ? f->Q : NULL, NULL, NULL, common);
    measure(f, largest);
    for (int k = 0; fresh && k < f->n; k++) {
        f->from[k] = layout->place[f->P[k]];
        f->before[k] = by_row[f->P[k]];
        f->to[k] = layout->place[f->Q[k]];
        f->after[k] = by_column[f->Q[k]];
    }
    return PH_OK;
}

void phk_flat_solve(const phk_flat *f, double *x)
{
    int n = f->n;
    double *restrict y = f->x;
    for (int k = 0; k < n; k++) y[k] = x[f->from[k]] * f->before[k];
    for (int k = 0; k < n; k++) {
        double yk = y[k];
        for (int p = f->l_start[k] + 1; p < f->l_start[k + 1]; p++) y[f->l_row[p]] -= f->l[p] * yk;
    }
    for (int k = n - 1; k >= 0; k--) {
        double yk = y[k] *= f->inverse[k];
        for (int p = f->u_start[k]; p < f->u_start[k + 1] - 1; p++) y[f->u_row[p]] -= f->u[p] * yk;
    }
    for (int k = 0; k < n; k++) x[f->to[k]] = y[k] * f->after[k];
}

int phk_flat_weakest(const phk_flat *f)
{
    int at = 0;
    for (int k = 1; k < f->n; k++)
        if (fabs(f->inverse[k]) > fabs(f->inverse[at])) at = k;
    return f->Q[at];
}
