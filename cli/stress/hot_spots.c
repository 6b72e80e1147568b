/* SPDX-License-Identifier: BSD-3-Clause */
#include "hot_spots.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

static double apart(const double *a, const double *b)
{
    return hypot(hypot(a[0] - b[0], a[1] - b[1]), a[2] - b[2]);
}

double hot_spots_mesh(const ph_bending *b)
{
    const double *at = b->node_at;
    double sum = 0;
    for (int i = 0; i < b->lines; i++)
        sum += apart(at + 3 * b->line[2 * i], at + 3 * b->line[2 * i + 1]);
    if (b->lines) return sum / b->lines;
    for (int i = 0; i < 3 * b->faces; i++)
        sum += apart(at + 3 * b->face[i], at + 3 * b->face[i - i % 3 + (i + 1) % 3]);
    return b->faces ? sum / (3.0 * b->faces) : 0;
}

typedef struct {
    double peak;
    int spot;
} entry;

static int hotter(const void *left, const void *right)
{
    const entry *a = left, *b = right;
    if (a->peak != b->peak) return a->peak > b->peak ? -1 : 1;
    return (a->spot > b->spot) - (a->spot < b->spot);
}

int hot_spots_find(const ph_bending *b, int count, double separation, int *spot)
{
    int found = 0;
    entry *all = malloc(((size_t)b->spots + 1) * sizeof *all);
    if (!all) return -1;
    for (int p = 0; p < b->spots; p++) all[p] = (entry){b->peak[p], p};
    qsort(all, (size_t)b->spots, sizeof *all, hotter);
    for (int i = 0; i < b->spots && found < count; i++) {
        const double *at = b->spot_at + 3 * (size_t)all[i].spot;
        bool free_of = true;
        for (int k = 0; k < found && free_of; k++)
            free_of = separation <= 0 || apart(at, b->spot_at + 3 * (size_t)spot[k]) >= separation;
        if (free_of) spot[found++] = all[i].spot;
    }
    free(all);
    return found;
}
