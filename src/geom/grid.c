/* SPDX-License-Identifier: BSD-3-Clause
 *
 * grid.c -- candidates by a uniform grid: things lie in the cell of their middle, and none of them
 * is larger than a cell, so that only neighbours can overlap.
 *
 * Cells are found by a hash, as space has no end; things are sorted into them by counting. What is
 * more than four times as large as the usual thing (the ground, say) is in no cell and is tried
 * against all.
 */
#include <stdint.h>
#include <stdlib.h>
#include "geom/broad.h"

typedef struct {
    int64_t at[3];
    int thing;
} place;

typedef struct {
    double *size;    /* [things] largest edge of each box; scratch for the median */
    place *in, *out; /* [things] as they come, then by buckets */
    int *start;      /* [buckets + 1] */
    int *large;      /* [things] */
    int cells, larges;
    uint64_t mask; /* buckets - 1 */
    double cell;   /* [m] */
} grid;

static int up(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double largest_edge(const phk_bounds *b)
{
    return fmax(b->high.x - b->low.x, fmax(b->high.y - b->low.y, b->high.z - b->low.z));
}

static uint64_t bucket(const grid *g, const int64_t at[3])
{
    uint64_t h = (uint64_t)at[0] * 0x9e3779b97f4a7c15u;
    h = (h ^ h >> 29 ^ (uint64_t)at[1]) * 0xbf58476d1ce4e5b9u;
    h = (h ^ h >> 31 ^ (uint64_t)at[2]) * 0x94d049bb133111ebu;
    return (h ^ h >> 32) & g->mask;
}

static bool reserve(phk_broad *b, grid *g)
{
    const size_t n = (size_t)b->things;
    size_t buckets = 16;
    while (buckets < 2 * n) buckets *= 2;
    char *const w = phk_broad_work(b, n * (sizeof(double) + 2 * sizeof(place) + sizeof(int)) +
                                          (buckets + 1) * sizeof(int));
    if (!w) return false;
    g->in = (place *)(void *)w;
    g->out = g->in + n;
    g->size = (double *)(void *)(g->out + n);
    g->large = (int *)(void *)(g->size + n);
    g->start = g->large + n;
    g->mask = buckets - 1;
    return true;
}

/* The cell of a thing; false: it is too large for one, or too far away to be counted. */
static bool locate(const grid *g, const phk_bounds *b, int64_t at[3])
{
    const double x[3] = {b->low.x + b->high.x, b->low.y + b->high.y, b->low.z + b->high.z};
    if (!(largest_edge(b) <= g->cell)) return false;
    for (int k = 0; k < 3; k++) {
        const double c = floor(0.5 * x[k] / g->cell);
        if (!(fabs(c) < 1e6)) return false;
        at[k] = (int64_t)c;
    }
    return true;
}

static void sort_places(const phk_broad *b, grid *g)
{
    for (uint64_t i = 0; i <= g->mask + 1; i++) g->start[i] = 0;
    for (int i = 0; i < b->things; i++) {
        place p = {.thing = i};
        if (!locate(g, &b->box[i], p.at)) {
            g->large[g->larges++] = i;
            continue;
        }
        g->in[g->cells++] = p;
        g->start[bucket(g, p.at)]++;
    }
    /* ends of the buckets, which become their starts as they are filled from behind */
    for (uint64_t i = 0; i <= g->mask; i++) g->start[i + 1] += g->start[i];
    for (int i = g->cells - 1; i >= 0; i--) g->out[--g->start[bucket(g, g->in[i].at)]] = g->in[i];
}

/* A thing against those of one cell; in its own one against those behind it. */
static void try_cell(phk_broad *b, const grid *g, int i, const int64_t at[3], bool own)
{
    const uint64_t h = bucket(g, at);
    for (int j = own ? i + 1 : g->start[h]; j < g->start[h + 1]; j++) {
        const place *const p = &g->out[j];
        if (p->at[0] == at[0] && p->at[1] == at[1] && p->at[2] == at[2])
            phk_broad_try(b, g->out[i].thing, p->thing);
    }
}

bool phk_broad_grid(phk_broad *b)
{
    grid g = {0};
    if (b->things < 2 || !reserve(b, &g)) return false;
    for (int i = 0; i < b->things; i++) g.size[i] = largest_edge(&b->box[i]);
    qsort(g.size, (size_t)b->things, sizeof *g.size, up);
    g.cell = 4 * g.size[b->things / 2];
    /* no larger than what is in it, and what rounding may add to a place a million cells away */
    for (int i = b->things - 1; i >= 0 && isfinite(g.cell); i--)
        if (g.size[i] <= g.cell) {
            g.cell = (1 + 1e-8) * g.size[i];
            break;
        }
    if (!(g.cell > 0) || !isfinite(g.cell)) return false;
    sort_places(b, &g);
    if (g.larges > 8 && g.larges > b->things / 16) return false;

    /* half of the neighbours: the other half has this cell among its own */
    for (int i = 0; i < g.cells; i++)
        for (int k = 13; k < 27; k++) {
            const int64_t *const c = g.out[i].at;
            const int64_t at[3] = {c[0] + k / 9 - 1, c[1] + k / 3 % 3 - 1, c[2] + k % 3 - 1};
            try_cell(b, &g, i, at, k == 13);
        }
    for (int i = 0; i < g.larges; i++) {
        for (int j = 0; j < g.cells; j++) phk_broad_try(b, g.large[i], g.out[j].thing);
        for (int j = 0; j < i; j++) phk_broad_try(b, g.large[i], g.large[j]);
    }
    return true;
}
