/* SPDX-License-Identifier: BSD-3-Clause
 *
 * pattern.c -- rectangles of entries, turned into compressed rows by two counting passes.
 *
 * Only the rectangles are kept while collecting: a body's block is one of them, so that a chain of
 * 100,000 bodies needs megabytes and not the hundreds that single entries would take.
 */
#include "linalg/pattern.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    int row, rows, column, columns;
} rectangle;

typedef struct {
    int column, columns;
} span;

struct phk_collector {
    int n;
    size_t count, capacity;
    rectangle *block;
    ph_status status; /* of the collecting so far */
};

phk_collector *phk_collector_create(int n)
{
    phk_collector *c = calloc(1, sizeof *c);
    if (!c) return NULL;
    c->n = n;
    c->status = n < 0 ? PH_E_USAGE : PH_OK;
    return c;
}

void phk_collector_free(phk_collector *collector)
{
    if (!collector) return;
    free(collector->block);
    free(collector);
}

void phk_collect_block(phk_collector *c, int row, int rows, int column, int columns)
{
    if (c->status || rows == 0 || columns == 0) return;
    if (row < 0 || rows < 0 || rows > c->n - row || column < 0 || columns < 0 ||
        columns > c->n - column) {
        c->status = PH_E_USAGE;
        return;
    }
    if (c->count == c->capacity) {
        size_t capacity = c->capacity ? 2 * c->capacity : 64;
        rectangle *larger = realloc(c->block, capacity * sizeof *larger);
        if (!larger) {
            c->status = PH_E_NOMEM;
            return;
        }
        c->block = larger;
        c->capacity = capacity;
    }
    c->block[c->count++] = (rectangle){row, rows, column, columns};
}

void phk_collect(phk_collector *collector, int row, int column)
{
    phk_collect_block(collector, row, 1, column, 1);
}

static int by_size(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

/* Insertion for the short rows that nearly all are. */
static void sort(int *a, int n)
{
    if (n > 64) {
        qsort(a, (size_t)n, sizeof *a, by_size);
        return;
    }
    for (int i = 1; i < n; i++) {
        int x = a[i], j = i;
        for (; j > 0 && a[j - 1] > x; j--) a[j] = a[j - 1];
        a[j] = x;
    }
}

/* The spans of every row, in start[n + 1] and *out. */
static ph_status spread(const phk_collector *c, size_t *start, span **out)
{
    memset(start, 0, ((size_t)c->n + 1) * sizeof *start);
    for (size_t b = 0; b < c->count; b++)
        for (int r = 0; r < c->block[b].rows; r++) start[c->block[b].row + r + 1]++;
    for (int r = 0; r < c->n; r++) start[r + 1] += start[r];
    span *spans = malloc((start[c->n] + 1) * sizeof *spans);
    if (!spans) return PH_E_NOMEM;
    // filling moves each row's start to its end, which is the start of the next
    for (size_t b = 0; b < c->count; b++) {
        const rectangle *k = &c->block[b];
        for (int r = 0; r < k->rows; r++)
            spans[start[k->row + r]++] = (span){k->column, k->columns};
    }
    memmove(start + 1, start, (size_t)c->n * sizeof *start);
    start[0] = 0;
    *out = spans;
    return PH_OK;
}

/* The different columns of some spans; column NULL: only counted. seen[c] == stamp: had it. */
static int merge(const span *spans, size_t count, int *seen, int stamp, int *column)
{
    int n = 0;
    for (size_t s = 0; s < count; s++) {
        for (int k = spans[s].column; k < spans[s].column + spans[s].columns; k++) {
            if (seen[k] == stamp) continue;
            seen[k] = stamp;
            if (column) column[n] = k;
            n++;
        }
    }
    return n;
}

static ph_status compress(const phk_collector *c, const size_t *start, const span *spans, int *seen,
                          phk_pattern *p)
{
    long long entries = 0;
    for (int r = 0; r < c->n; r++) {
        p->row_start[r] = (int)entries;
        entries += merge(spans + start[r], start[r + 1] - start[r], seen, r + 1, NULL);
        if (entries > INT_MAX) return PH_E_RANGE;
    }
    p->row_start[c->n] = p->entries = (int)entries;
    p->column = malloc(((size_t)entries + 1) * sizeof *p->column);
    if (!p->column) return PH_E_NOMEM;
    memset(seen, 0, ((size_t)c->n + 1) * sizeof *seen);
    for (int r = 0; r < c->n; r++) {
        int *column = p->column + p->row_start[r];
        sort(column, merge(spans + start[r], start[r + 1] - start[r], seen, r + 1, column));
    }
    return PH_OK;
}

ph_status phk_collector_finish(phk_collector *collector, phk_pattern *pattern)
{
    *pattern = (phk_pattern){0};
    if (collector->status) return collector->status;
    size_t n = (size_t)collector->n;
    size_t *start = malloc((n + 1) * sizeof *start);
    int *seen = calloc(n + 1, sizeof *seen);
    span *spans = NULL;
    pattern->n = collector->n;
    pattern->row_start = malloc((n + 1) * sizeof *pattern->row_start);
    ph_status status = PH_E_NOMEM;
    if (start && seen && pattern->row_start) {
        status = spread(collector, start, &spans);
        if (!status) status = compress(collector, start, spans, seen, pattern);
    }
    if (status) phk_pattern_free(pattern);
    free(spans);
    free(seen);
    free(start);
    return status;
}

void phk_pattern_free(phk_pattern *pattern)
{
    free(pattern->row_start);
    free(pattern->column);
    *pattern = (phk_pattern){0};
}

void phk_pattern_replace(phk_pattern *pattern, phk_pattern *from)
{
    int generation = pattern->generation + 1;
    phk_pattern_free(pattern);
    *pattern = *from;
    pattern->generation = generation;
    *from = (phk_pattern){0};
}

int phk_pattern_find(const phk_pattern *pattern, int row, int column)
{
    int low = pattern->row_start[row], high = pattern->row_start[row + 1] - 1;
    while (low <= high) {
        int middle = low + (high - low) / 2, k = pattern->column[middle];
        if (k == column) return middle;
        if (k < column) {
            low = middle + 1;
        } else {
            high = middle - 1;
        }
    }
    return -1;
}
