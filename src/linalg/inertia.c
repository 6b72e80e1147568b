/* SPDX-License-Identifier: BSD-3-Clause */
#include "linalg/inertia.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "linalg/order.h"

#define LOST 1e-11 /* of its terms: a pivot below may have any sign */

struct phk_inertia {
    int n;
    int *place; /* [n] unknown at each place of the order */
    /* the matrix in that order, entries (i, j) and (j, i) under the later of the two, i >= j */
    int *start;   /* [n + 1] of each place i: */
    int *column;  /* [entries] j */
    int *source;  /* [entries] where its value is; every one counts half, on the diagonal whole */
    int *parent;  /* [n] elimination tree; -1: a root */
    int *l_start; /* [n + 1] columns of L, without their diagonal of ones */
    int *l_row;
    double *l;
    int *l_end; /* [n] how far they are filled */
    double *d, *y;
    int *mark, *stack, *path;
};

void phk_inertia_free(phk_inertia *f)
{
    if (!f) return;
    free(f->place);
    free(f->start);
    free(f->column);
    free(f->source);
    free(f->parent);
    free(f->l_start);
    free(f->l_row);
    free(f->l);
    free(f->l_end);
    free(f->d);
    free(f->mark);
    free(f);
}

/* Entries sorted by the later of their two places. */
static void permute(phk_inertia *f, const phk_pattern *a, int *at)
{
    for (int k = 0; k < f->n; k++) at[f->place[k]] = k;
    for (int pass = 0; pass < 2; pass++) {
        for (int r = 0; r < f->n; r++)
            for (int p = a->row_start[r]; p < a->row_start[r + 1]; p++) {
                int i = at[r], j = at[a->column[p]], late = i > j ? i : j;
                if (pass == 0) {
                    f->start[late + 1]++;
                    continue;
                }
                int to = f->start[late]++;
                f->column[to] = i > j ? j : i;
                f->source[to] = p;
            }
        for (int k = 0; k < f->n && pass == 0; k++) f->start[k + 1] += f->start[k];
    }
    memmove(f->start + 1, f->start, (size_t)f->n * sizeof *f->start);
    f->start[0] = 0;
}

/* The elimination tree, and how long the columns of L are. */
static void analyse(phk_inertia *f)
{
    int *ancestor = f->stack, *count = f->path;
    for (int k = 0; k < f->n; k++) {
        f->parent[k] = ancestor[k] = -1;
        for (int p = f->start[k]; p < f->start[k + 1]; p++)
            for (int i = f->column[p], next; i != -1 && i < k; i = next) {
                next = ancestor[i];
                ancestor[i] = k;
                if (next == -1) f->parent[i] = k;
            }
    }
    memset(count, 0, (size_t)f->n * sizeof *count);
    for (int k = 0; k < f->n; k++) f->mark[k] = -1;
    for (int k = 0; k < f->n; k++) {
        f->mark[k] = k;
        for (int p = f->start[k]; p < f->start[k + 1]; p++)
            for (int i = f->column[p]; i < k && f->mark[i] != k; i = f->parent[i]) {
                f->mark[i] = k;
                count[i]++;
            }
    }
    for (int k = 0; k < f->n; k++) f->l_start[k + 1] = f->l_start[k] + count[k];
}

static ph_status allocate(phk_inertia *f, int entries)
{
    size_t n = (size_t)f->n + 1;
    f->place = calloc(n, sizeof *f->place);
    f->start = calloc(n + 1, sizeof *f->start);
    f->column = malloc(((size_t)entries + 1) * sizeof *f->column);
    f->source = malloc(((size_t)entries + 1) * sizeof *f->source);
    f->parent = calloc(n, sizeof *f->parent);
    f->l_start = calloc(n + 1, sizeof *f->l_start);
    f->l_end = calloc(n, sizeof *f->l_end);
    f->d = calloc(2 * n, sizeof *f->d);
    f->mark = calloc(3 * n, sizeof *f->mark);
    if (!f->place || !f->start || !f->column || !f->source || !f->parent || !f->l_start ||
        !f->l_end || !f->d || !f->mark)
        return PH_E_NOMEM;
    f->y = f->d + n;
    f->stack = f->mark + n;
    f->path = f->stack + n;
    return PH_OK;
}

ph_status phk_inertia_create(const phk_pattern *pattern, const int *node, phk_inertia **out)
{
    phk_inertia *f = calloc(1, sizeof *f);
    *out = NULL;
    if (!f) return PH_E_NOMEM;
    f->n = pattern->n;
    ph_status status = allocate(f, pattern->entries);
    if (!status) status = phk_order(pattern, node, false, f->place);
    if (!status) {
        permute(f, pattern, f->mark);
        analyse(f);
        size_t fill = (size_t)f->l_start[f->n] + 1;
        f->l_row = malloc(fill * sizeof *f->l_row);
        f->l = malloc(fill * sizeof *f->l);
        if (!f->l_row || !f->l) status = PH_E_NOMEM;
    }
    if (status) {
        phk_inertia_free(f);
        return status;
    }
    *out = f;
    return PH_OK;
}

/* Row k of the matrix into y, with the places L has entries at in this row on the stack, in the
 * order they are to be eliminated. Returns the top of the stack. */
static int reach(phk_inertia *f, const double *values, int k)
{
    int top = f->n;
    f->mark[k] = k;
    f->y[k] = 0;
    for (int p = f->start[k]; p < f->start[k + 1]; p++) {
        int i = f->column[p], length = 0;
        f->y[i] += (i == k ? 1 : 0.5) * values[f->source[p]];
        for (; f->mark[i] != k; i = f->parent[i]) {
            f->path[length++] = i;
            f->mark[i] = k;
        }
        while (length > 0) f->stack[--top] = f->path[--length];
    }
    return top;
}

int phk_inertia_count(phk_inertia *f, const double *values)
{
    int negative = 0;
    for (int k = 0; k < f->n; k++) {
        f->mark[k] = -1;
        f->y[k] = 0;
        f->l_end[k] = f->l_start[k];
    }
    for (int k = 0; k < f->n; k++) {
        int top = reach(f, values, k);
        double d = f->y[k], size = fabs(d);
        f->y[k] = 0;
        for (; top < f->n; top++) {
            int i = f->stack[top], end = f->l_end[i];
            double y = f->y[i], l = y / f->d[i];
            f->y[i] = 0;
            for (int p = f->l_start[i]; p < end; p++) f->y[f->l_row[p]] -= f->l[p] * y;
            d -= l * y;
            size += fabs(l * y);
            f->l_row[end] = k;
            f->l[end] = l;
            f->l_end[i]++;
        }
        if (!(fabs(d) > LOST * size) || !isfinite(d)) return -1;
        f->d[k] = d;
        negative += d < 0;
    }
    return negative;
}
