/* SPDX-License-Identifier: BSD-3-Clause */
#include "thin.h"

#include <stdbool.h>

/* The points of a part that stay: first, smallest and largest y, smallest and largest x. */
typedef struct {
    size_t row[THIN_KEPT];
    double x[THIN_KEPT], y[THIN_KEPT];
    bool empty;
} part;

static void keep(part *p, int slot, size_t row, double x, double y)
{
    p->row[slot] = row;
    p->x[slot] = x;
    p->y[slot] = y;
}

static void offer(part *p, size_t row, double x, double y)
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

/* Puts the points of a part at x[at], y[at] and on, in their order, each once. What lies there has
 * been read: a part has no fewer points than it keeps. */
static size_t close_part(const part *p, double *x, double *y, size_t at)
{
    bool done[THIN_KEPT] = {false};
    for (int k = 0; k < THIN_KEPT; k++) {
        int next = -1;
        for (int i = 0; i < THIN_KEPT; i++)
            if (!done[i] && (next < 0 || p->row[i] < p->row[next])) next = i;
        if (next < 0) break;
        for (int i = 0; i < THIN_KEPT; i++) done[i] |= p->row[i] == p->row[next];
        x[at] = p->x[next];
        y[at++] = p->y[next];
    }
    return at;
}

size_t thin(double *x, double *y, size_t n)
{
    if (n <= THIN_LIMIT) return n;
    part p = {.empty = true};
    size_t kept = 0, now = 0;
    for (size_t i = 0; i < n; i++) {
        size_t which = (size_t)((double)i * THIN_PARTS / (double)n);
        if (which != now) {
            kept = close_part(&p, x, y, kept);
            p.empty = true;
            now = which;
        }
        offer(&p, i, x[i], y[i]);
    }
    return close_part(&p, x, y, kept);
}
