/* SPDX-License-Identifier: BSD-3-Clause */
#include "linalg/flat.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

ph_status phk_flat_create(int n, phk_flat *f)
{
    size_t size = (size_t)n + 1;
    *f = (phk_flat){.n = n,
                    .l_start = malloc(size * sizeof(int)),
                    .u_start = malloc(size * sizeof(int)),
                    .inverse = malloc(size * sizeof(double)),
                    .P = malloc(size * sizeof(int)),
                    .Q = malloc(size * sizeof(int)),
                    .place_of = malloc(size * sizeof(int)),
                    .from = malloc(size * sizeof(int)),
                    .to = malloc(size * sizeof(int)),
                    .before = malloc(size * sizeof(double)),
                    .after = malloc(size * sizeof(double)),
                    .x = malloc(size * sizeof(double))};
    bool all = f->l_start && f->u_start && f->inverse && f->P && f->Q && f->place_of && f->from &&
               f->to && f->before && f->after && f->x;
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
    free(f->place_of);
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

void phk_flat_store(phk_flat *f, phk_store *s)
{
    size_t n = (size_t)f->n;
    phk_store_ints(s, f->l_start, n + 1);
    phk_store_ints(s, f->u_start, n + 1);
    if (s->status) return;
    size_t l = (size_t)f->l_start[n], u = (size_t)f->u_start[n];
    if (!grow(l, &f->l_room, &f->l_row, &f->l) || !grow(u, &f->u_room, &f->u_row, &f->u)) {
        s->status = PH_E_NOMEM;
        return;
    }
    phk_store_ints(s, f->l_row, l);
    phk_store_ints(s, f->u_row, u);
    phk_store_doubles(s, f->l, l);
    phk_store_doubles(s, f->u, u);
    int *order[] = {f->P, f->Q, f->place_of, f->from, f->to};
    double *scale[] = {f->inverse, f->before, f->after};
    for (int i = 0; i < 5; i++) phk_store_ints(s, order[i], n);
    for (int i = 0; i < 3; i++) phk_store_doubles(s, scale[i], n);
    PHK_STORE_EACH(s, PHK_PART(f->growth), PHK_PART(f->condition));
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

/* KLU's columns of L begin with their diagonal. */
static void drop_ones(phk_flat *f)
{
    int kept = 0, at = 0;
    for (int k = 0; k < f->n; k++) {
        int end = f->l_start[k + 1];
        f->l_start[k] = kept;
        for (at++; at < end; at++, kept++) {
            f->l_row[kept] = f->l_row[at];
            f->l[kept] = f->l[at];
        }
    }
    f->l_start[f->n] = kept;
}

ph_status phk_flat_take(phk_flat *f, const phk_layout *layout, double largest, const double *by_row,
                        const double *by_column, klu_symbolic *symbolic, klu_numeric *numeric,
                        klu_common *common)
{
    if (!grow((size_t)numeric->lnz, &f->l_room, &f->l_row, &f->l) ||
        !grow((size_t)numeric->unz, &f->u_room, &f->u_row, &f->u))
        return PH_E_NOMEM;
    klu_extract(numeric, symbolic, f->l_start, f->l_row, f->l, f->u_start, f->u_row, f->u, NULL,
                NULL, NULL, f->P, f->Q, NULL, NULL, common);
    drop_ones(f);
    measure(f, largest);
    for (int k = 0; k < f->n; k++) {
        f->from[k] = layout->place[f->P[k]];
        f->before[k] = by_row[f->P[k]];
        f->to[k] = layout->place[f->Q[k]];
        f->after[k] = by_column[f->Q[k]];
        f->place_of[f->P[k]] = k;
    }
    return PH_OK;
}

bool phk_flat_renew(phk_flat *f, const phk_layout *layout, const double *values)
{
    double *restrict x = f->x, largest = 0;
    memset(x, 0, (size_t)f->n * sizeof *x);
    for (int k = 0; k < f->n; k++) {
        // the column, scaled and in the order of the pivots
        for (int p = layout->start[f->Q[k]]; p < layout->start[f->Q[k] + 1]; p++) {
            int i = f->place_of[layout->row[p]];
            double v = values[layout->source[p]] * (f->after[k] * f->before[i]), size = fabs(v);
            largest = size > largest ? size : largest;
            x[i] = v;
        }
        // less the columns of L that its entries above the pivot call for, in the order U has them
        int last = f->u_start[k + 1] - 1;
        for (int p = f->u_start[k]; p < last; p++) {
            int j = f->u_row[p];
            double xj = f->u[p] = x[j];
            x[j] = 0;
            for (int q = f->l_start[j]; q < f->l_start[j + 1]; q++) x[f->l_row[q]] -= f->l[q] * xj;
        }
        double pivot = f->u[last] = x[k];
        x[k] = 0;
        if (pivot == 0) return false;
        for (int q = f->l_start[k]; q < f->l_start[k + 1]; q++) {
            f->l[q] = x[f->l_row[q]] / pivot;
            x[f->l_row[q]] = 0;
        }
    }
    measure(f, largest);
    return true;
}

void phk_flat_solve(const phk_flat *f, double *x)
{
    int n = f->n;
    double *restrict y = f->x;
    for (int k = 0; k < n; k++) y[k] = x[f->from[k]] * f->before[k];
    for (int k = 0; k < n; k++) {
        double yk = y[k];
        for (int p = f->l_start[k]; p < f->l_start[k + 1]; p++) y[f->l_row[p]] -= f->l[p] * yk;
    }
    for (int k = n - 1; k >= 0; k--) {
        double yk = y[k] * f->inverse[k];
        x[f->to[k]] = yk * f->after[k];
        for (int p = f->u_start[k]; p < f->u_start[k + 1] - 1; p++) y[f->u_row[p]] -= f->u[p] * yk;
    }
}

/* Row i of column j of L; 0: no entry. */
static double entry_of(const phk_flat *f, int i, int j)
{
    for (int q = f->l_start[j]; q < f->l_start[j + 1]; q++)
        if (f->l_row[q] == i) return f->l[q];
    return 0;
}

int phk_flat_weakest(const phk_flat *f, const phk_layout *layout, const double *values,
                     double *least)
{
    int at = 0;
    *least = INFINITY;
    for (int k = 0; k < f->n; k++) {
        int c = f->Q[k], last = f->u_start[k + 1] - 1;
        double term = 0;
        for (int p = layout->start[c]; p < layout->start[c + 1]; p++)
            if (f->place_of[layout->row[p]] == k)
                term = fabs(values[layout->source[p]] * (f->after[k] * f->before[k]));
        for (int p = f->u_start[k]; p < last; p++)
            term = fmax(term, fabs(entry_of(f, k, f->u_row[p]) * f->u[p]));
        double part = term > 0 ? fabs(f->u[last]) / term : 0;
        if (part < *least) {
            *least = part;
            at = k;
        }
    }
    return f->Q[at];
}
