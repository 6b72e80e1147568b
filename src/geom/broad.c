/* SPDX-License-Identifier: BSD-3-Clause
 *
 * broad.c -- candidates by all pairs or a sweep, and their order.
 */
#include "geom/broad.h"
#include <stdlib.h>
#include <string.h>

void *phk_broad_work(phk_broad *b, size_t bytes)
{
    if (bytes > b->work_room) {
        void *const larger = realloc(b->work, bytes);
        if (!larger) {
            b->failed = true;
            return NULL;
        }
        b->work = larger;
        b->work_room = bytes;
    }
    return b->work;
}

void phk_broad_try(phk_broad *b, int i, int j)
{
    if (!phk_bounds_overlap(&b->box[i], &b->box[j])) return;
    if (b->pairs == b->pair_room) {
        const size_t room = 2 * b->pair_room + 64;
        phk_candidate *const larger = realloc(b->pair, room * sizeof *larger);
        if (!larger) {
            b->failed = true;
            return;
        }
        b->pair = larger;
        b->pair_room = room;
    }
    b->pair[b->pairs++] = i < j ? (phk_candidate){i, j} : (phk_candidate){j, i};
}

static void all_pairs(phk_broad *b)
{
    for (int i = 0; i < b->things; i++)
        for (int j = i + 1; j < b->things; j++) phk_broad_try(b, i, j);
}

typedef struct {
    double low, high;
    int thing;
} span;

static int by_low(const void *a, const void *b)
{
    const span *const s = a, *const t = b;
    if (s->low != t->low) return s->low < t->low ? -1 : 1;
    return s->thing - t->thing;
}

static double component(ph_vec3 v, int axis)
{
    return axis == 0 ? v.x : axis == 1 ? v.y : v.z;
}

/* The axis along which middles vary most; what is infinite has none. */
static int widest(const phk_broad *b)
{
    double best = -1;
    int axis = 0;
    for (int k = 0; k < 3; k++) {
        double sum = 0, square = 0, n = 0;
        for (int i = 0; i < b->things; i++) {
            const double x = 0.5 * (component(b->box[i].low, k) + component(b->box[i].high, k));
            if (!isfinite(x)) continue;
            n++;
            sum += x;
            square += x * x;
        }
        const double spread = n > 0 ? square - sum * sum / n : 0;
        if (spread > best) best = spread, axis = k;
    }
    return axis;
}

/* In the order of their low ends each is tried against those that begin before it ends. */
static void sweep(phk_broad *b)
{
    const int axis = widest(b), n = b->things;
    span *const s = phk_broad_work(b, ((size_t)n + 1) * sizeof *s);
    if (!s) return;
    for (int i = 0; i < n; i++)
        s[i] = (span){component(b->box[i].low, axis), component(b->box[i].high, axis), i};
    qsort(s, (size_t)n, sizeof *s, by_low);
    for (int i = 0; i < n; i++)
        for (int j = i + 1; j < n && s[j].low <= s[i].high; j++)
            phk_broad_try(b, s[i].thing, s[j].thing);
}

/* Pairs in order: counted into rows by their second number, then by their first, which keeps the
 * order of the second within a row. */
static void sort_pairs(phk_broad *b)
{
    const size_t n = (size_t)b->things, pairs = b->pairs;
    phk_candidate *const other =
        phk_broad_work(b, pairs * sizeof *other + (n + 1) * sizeof(size_t));
    if (!other) return;
    size_t *const row = (size_t *)(void *)(other + pairs);
    for (int pass = 0; pass < 2; pass++) {
        memset(row, 0, (n + 1) * sizeof *row);
        for (size_t i = 0; i < pairs; i++) row[(pass ? b->pair[i].a : b->pair[i].b) + 1]++;
        for (size_t i = 0; i < n; i++) row[i + 1] += row[i];
        for (size_t i = 0; i < pairs; i++)
            other[row[pass ? b->pair[i].a : b->pair[i].b]++] = b->pair[i];
        if (pairs) memcpy(b->pair, other, pairs * sizeof *other);
    }
}

static ph_status inflate(phk_broad *b, const phk_bounds *bounds, int things, double skin)
{
    if (things > b->box_room) {
        phk_bounds *const larger = realloc(b->box, (size_t)things * sizeof *larger);
        if (!larger) return PH_E_NOMEM;
        b->box = larger;
        b->box_room = things;
    }
    const ph_vec3 half = ph_v3(0.5 * skin, 0.5 * skin, 0.5 * skin);
    for (int i = 0; i < things; i++)
        b->box[i] = (phk_bounds){ph_sub(bounds[i].low, half), ph_add(bounds[i].high, half)};
    b->things = things;
    return PH_OK;
}

ph_status phk_broad_find(phk_broad *b, const phk_bounds *bounds, int things, double skin,
                         phk_broad_way way)
{
    b->pairs = 0;
    b->things = 0;
    b->failed = false;
    const ph_status status = inflate(b, bounds, things, skin);
    if (status < 0) return status;
    if (way == PHK_BROAD_BY_COUNT)
        way = things < 100 ? PHK_BROAD_ALL : things < 1000 ? PHK_BROAD_SWEEP : PHK_BROAD_GRID;
    if (way == PHK_BROAD_GRID && !phk_broad_grid(b)) way = PHK_BROAD_SWEEP;
    if (way == PHK_BROAD_ALL) all_pairs(b);
    if (way == PHK_BROAD_SWEEP) sweep(b);
    b->way = way;
    sort_pairs(b);
    if (b->failed) b->pairs = 0;
    return b->failed ? PH_E_NOMEM : PH_OK;
}

bool phk_broad_left(const phk_broad *b, const phk_bounds *bounds, int things)
{
    if (things != b->things) return true;
    for (int i = 0; i < things; i++) {
        const phk_bounds *const in = &bounds[i], *const out = &b->box[i];
        if (!(in->low.x >= out->low.x && in->low.y >= out->low.y && in->low.z >= out->low.z &&
              in->high.x <= out->high.x && in->high.y <= out->high.y && in->high.z <= out->high.z))
            return true;
    }
    return false;
}

void phk_broad_free(phk_broad *b)
{
    free(b->pair);
    free(b->box);
    free(b->work);
    *b = (phk_broad){0};
}
