/* SPDX-License-Identifier: BSD-3-Clause */
#include "hot_spots.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static double apart(const double *a, const double *b)
{
    return hypot(hypot(a[0] - b[0], a[1] - b[1]), a[2] - b[2]);
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

static size_t member_length(const char *label)
{
    const char *end = strstr(label, " at ");
    return end ? (size_t)(end - label) : strlen(label);
}

bool hot_spots_same_member(const char *a, const char *b)
{
    size_t n = member_length(a);
    return n == member_length(b) && memcmp(a, b, n) == 0;
}

static bool is_near(const ph_bending *b, int p, int q, double separation)
{
    if (separation < 0) return hot_spots_same_member(b->label[p], b->label[q]);
    return separation > 0 &&
           apart(b->spot_at + 3 * (size_t)p, b->spot_at + 3 * (size_t)q) < separation;
}

int hot_spots_find(const ph_bending *b, int count, double separation, int *spot)
{
    int found = 0;
    entry *all = malloc(((size_t)b->spots + 1) * sizeof *all);
    if (!all) return -1;
    for (int p = 0; p < b->spots; p++) all[p] = (entry){b->peak[p], p};
    qsort(all, (size_t)b->spots, sizeof *all, hotter);
    for (int i = 0; i < b->spots && found < count; i++) {
        bool taken = false;
        for (int k = 0; k < found && !taken; k++)
            taken = is_near(b, all[i].spot, spot[k], separation);
        if (!taken) spot[found++] = all[i].spot;
    }
    free(all);
    return found;
}
