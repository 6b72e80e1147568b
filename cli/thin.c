/* SPDX-License-Identifier: BSD-3-Clause */
#include "thin.h"

#include <stdlib.h>

enum { BLOCK = 1 << 16 }; /* rows read at once */

/* The rows of a part that stay: first, smallest and largest y, smallest and largest x. */
typedef struct {
    long long row[THIN_KEPT];
    double x[THIN_KEPT], y[THIN_KEPT];
    bool empty;
} part;

static void keep(part *p, int slot, long long row, double x, double y)
{
    p->row[slot] = row;
    p->x[slot] = x;
    p->y[slot] = y;
}

static void offer(part *p, long long row, double x, double y)
{
    if (p->empty)
        for (int i = 0; i < THIN_KEPT; i++) keep(p, i, row, x, y);
    p->empty = false;
    /* written so that a NaN gives way to any number */
    if (!(p->y[1] <= y) && y == y) keep(p, 1, row, x, y);
    if (!(p->y[2] >= y) && y == y) keep(p, 2, row, x, y);
    if (!(p->x[3] <= x) && x == x) keep(p, 3, row, x, y);
    if (!(p->x[4] >= x) && x == x) keep(p, 4, row, x, y);
}

/* Appends the rows of a part in their order, each once. */
static void close_part(part *p, thinned *t)
{
    long long last = -1;
    for (int k = 0; k < THIN_KEPT && !p->empty; k++) {
        int next = -1;
        for (int i = 0; i < THIN_KEPT; i++)
            if (p->row[i] > last && (next < 0 || p->row[i] < p->row[next])) next = i;
        if (next < 0) break;
        t->x[t->n] = p->x[next];
        t->y[t->n++] = p->y[next];
        last = p->row[next];
    }
    p->empty = true;
}

static bool read_block(ph_result *result, int column, long long first, long long count, double *out,
                       ph_diag *diag)
{
    return (column < 0 ? ph_result_time(result, first, count, out, diag)
                       : ph_result_read(result, column, first, count, out, diag)) == PH_OK;
}

bool thin_read(thinned *t, ph_result *result, int x, int column, long long first, long long count,
               ph_diag *diag)
{
    bool all = count <= THIN_LIMIT;
    size_t size = all ? (size_t)count : (size_t)THIN_PARTS * THIN_KEPT;
    t->n = 0;
    t->x = malloc((size + 1) * sizeof *t->x);
    t->y = malloc((size + 1) * sizeof *t->y);
    if (!t->x || !t->y) return false;
    if (all) {
        t->n = size;
        return read_block(result, x, first, count, t->x, diag) &&
               read_block(result, column, first, count, t->y, diag);
    }
    double *block = malloc(2 * BLOCK * sizeof *block);
    bool good = block != NULL;
    part p = {.empty = true};
    for (long long at = 0, now = 0; at < count && good; at += BLOCK) {
        long long n = count - at < BLOCK ? count - at : BLOCK;
        good = read_block(result, x, first + at, n, block, diag) &&
               read_block(result, column, first + at, n, block + BLOCK, diag);
        for (long long i = 0; i < n && good; i++) {
            long long which = (long long)((double)(at + i) * THIN_PARTS / (double)count);
            if (which != now && which < THIN_PARTS) {
                close_part(&p, t);
                now = which;
            }
            offer(&p, at + i, block[i], block[BLOCK + i]);
        }
    }
    close_part(&p, t);
    free(block);
    return good;
}

void thin_free(thinned *t)
{
    free(t->x);
    free(t->y);
    *t = (thinned){0};
}
