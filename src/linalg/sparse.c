/* SPDX-License-Identifier: BSD-3-Clause */
#include "linalg/sparse.h"

#include <stdlib.h>
#include <string.h>
#include "math/clones.h"

static int grow(phk_triplets *t)
{
    size_t room = t->room ? 2 * t->room : 4096;
    int *row = realloc(t->row, room * sizeof *row);
    if (row) t->row = row;
    int *column = realloc(t->column, room * sizeof *column);
    if (column) t->column = column;
    double *value = realloc(t->value, room * sizeof *value);
    if (value) t->value = value;
    if (!row || !column || !value) return 0;
    t->room = room;
    return 1;
}

void phk_triplets_add(phk_triplets *t, int row, int column, double value)
{
    if (t->failed) return;
    if (t->count == t->room && !grow(t)) {
        t->failed = 1;
        return;
    }
    t->row[t->count] = row;
    t->column[t->count] = column;
    t->value[t->count++] = value;
}

void phk_triplets_free(phk_triplets *t)
{
    free(t->row);
    free(t->column);
    free(t->value);
    *t = (phk_triplets){0};
}

static ph_status allocate(phk_sparse *a, int n, size_t entries)
{
    a->n = n;
    a->start = calloc((size_t)n + 2, sizeof *a->start);
    a->row = malloc((entries + 1) * sizeof *a->row);
    a->value = malloc((entries + 1) * sizeof *a->value);
    if (a->start && a->row && a->value) return PH_OK;
    phk_sparse_free(a);
    return PH_E_NOMEM;
}

void phk_sparse_free(phk_sparse *a)
{
    free(a->start);
    free(a->row);
    free(a->value);
    *a = (phk_sparse){0};
}

/* By rows first and then by columns, each a counting sort: rows come out in order. */
static void sort(const phk_triplets *t, int n, size_t *first, size_t *by_row, phk_sparse *out)
{
    memset(first, 0, ((size_t)n + 1) * sizeof *first);
    for (size_t k = 0; k < t->count; k++) {
        int high = t->row[k] > t->column[k] ? t->row[k] : t->column[k];
        first[high + 1]++;
    }
    for (int i = 0; i < n; i++) first[i + 1] += first[i];
    for (size_t k = 0; k < t->count; k++) {
        int high = t->row[k] > t->column[k] ? t->row[k] : t->column[k];
        by_row[first[high]++] = k;
    }
    for (size_t k = 0; k < t->count; k++) {
        int low = t->row[k] < t->column[k] ? t->row[k] : t->column[k];
        out->start[low + 2]++;
    }
    for (int i = 0; i < n; i++) out->start[i + 2] += out->start[i + 1];
    for (size_t i = 0; i < t->count; i++) {
        size_t k = by_row[i];
        int low = t->row[k] < t->column[k] ? t->row[k] : t->column[k];
        size_t at = out->start[low + 1]++;
        out->row[at] = t->row[k] + t->column[k] - low;
        out->value[at] = t->value[k];
    }
}

/* Entries of one place become one. */
static void merge(phk_sparse *a)
{
    size_t to = 0, from = 0;
    for (int j = 0; j < a->n; j++) {
        size_t end = a->start[j + 1], begin = to;
        for (; from < end; from++) {
            if (to > begin && a->row[to - 1] == a->row[from]) {
                a->value[to - 1] += a->value[from];
                continue;
            }
            a->row[to] = a->row[from];
            a->value[to++] = a->value[from];
        }
        a->start[j] = begin;
    }
    a->start[a->n] = to;
}

ph_status phk_sparse_make(const phk_triplets *t, int n, phk_sparse *out)
{
    *out = (phk_sparse){0};
    size_t *first = malloc(((size_t)n + 1) * sizeof *first);
    size_t *by_row = malloc((t->count + 1) * sizeof *by_row);
    ph_status status = first && by_row && !t->failed ? allocate(out, n, t->count) : PH_E_NOMEM;
    if (status == PH_OK) {
        sort(t, n, first, by_row, out);
        merge(out);
    }
    free(first);
    free(by_row);
    return status;
}

static void add_part(phk_triplets *t, const phk_sparse *a, double factor, const int *place)
{
    for (int j = 0; j < a->n; j++)
        for (size_t k = a->start[j]; place[j] >= 0 && k < a->start[j + 1]; k++)
            if (place[a->row[k]] >= 0)
                phk_triplets_add(t, place[a->row[k]], place[j], factor * a->value[k]);
}

ph_status phk_sparse_part(const phk_sparse *a, const phk_sparse *b, double factor, const int *place,
                          int n, phk_sparse *out)
{
    phk_triplets t = {0};
    add_part(&t, a, 1, place);
    if (b) add_part(&t, b, factor, place);
    ph_status status = phk_sparse_make(&t, n, out);
    phk_triplets_free(&t);
    return status;
}

/* Static, for the clones of others are seen from outside of the library. */
PHK_CLONES static void times(const phk_sparse *a, const double *x, double *y)
{
    memset(y, 0, (size_t)a->n * PHK_WIDE * sizeof *y);
    for (int j = 0; j < a->n; j++) {
        const double *xj = x + (size_t)j * PHK_WIDE;
        double sum[PHK_WIDE] = {0};
        for (size_t k = a->start[j]; k < a->start[j + 1]; k++) {
            const int i = a->row[k];
            const double v = a->value[k], *xi = x + (size_t)i * PHK_WIDE;
            double *yi = y + (size_t)i * PHK_WIDE;
            if (i != j)
                for (int r = 0; r < PHK_WIDE; r++) yi[r] += v * xj[r];
            for (int r = 0; r < PHK_WIDE; r++) sum[r] += v * xi[r];
        }
        double *yj = y + (size_t)j * PHK_WIDE;
        for (int r = 0; r < PHK_WIDE; r++) yj[r] += sum[r];
    }
}

void phk_sparse_times(const phk_sparse *a, const double *x, double *y)
{
    times(a, x, y);
}
