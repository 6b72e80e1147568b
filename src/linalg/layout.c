/* SPDX-License-Identifier: BSD-3-Clause */
#include "linalg/layout.h"

#include <stdlib.h>
#include <string.h>
#include "linalg/order.h"

/* The caller's rows become columns of the permuted matrix. */
static void permute(const phk_pattern *a, phk_layout *l, const int *rank)
{
    for (int p = 0; p < a->entries; p++) l->start[rank[a->column[p]] + 1]++;
    for (int k = 0; k < l->n; k++) l->start[k + 1] += l->start[k];
    for (int k = 0; k < l->n; k++) {
        int r = l->place[k];
        for (int p = a->row_start[r]; p < a->row_start[r + 1]; p++) {
            int to = l->start[rank[a->column[p]]]++;
            l->row[to] = k;
            l->source[to] = p;
        }
    }
    memmove(l->start + 1, l->start, (size_t)l->n * sizeof *l->start);
    l->start[0] = 0;
}

/* Counts the entries of the factors, the pattern being nearly symmetric: in the elimination tree,
 * row k of L has the columns on the ways from its entries up to k (Liu 1990). Beyond `most` it
 * does not go on. */
static long long count_fill(const phk_layout *l, long long most, int *parent, int *seen)
{
    long long count = 0;
    for (int k = 0; k < l->n && 2 * count <= most; k++) {
        parent[k] = -1;
        seen[k] = k;
        for (int p = l->start[k]; p < l->start[k + 1]; p++) {
            for (int i = l->row[p]; i < k && seen[i] != k; i = parent[i]) {
                seen[i] = k;
                count++;
                if (parent[i] < 0) parent[i] = k;
            }
        }
    }
    return 2 * count + l->n;
}

ph_status phk_layout_create(const phk_pattern *pattern, const int *node, bool early, long long most,
                            phk_layout *layout)
{
    size_t n = (size_t)pattern->n + 1, entries = (size_t)pattern->entries + 1;
    *layout = (phk_layout){.n = pattern->n,
                           .place = malloc(n * sizeof(int)),
                           .start = calloc(n, sizeof(int)),
                           .row = malloc(entries * sizeof(int)),
                           .source = malloc(entries * sizeof(int)),
                           .is_node = malloc(n * sizeof(bool))};
    int *rank = malloc(n * sizeof *rank), *parent = malloc(n * sizeof *parent);
    ph_status status = PH_E_NOMEM;
    if (layout->place && layout->start && layout->row && layout->source && layout->is_node &&
        rank && parent)
        status = phk_order(pattern, node, early, layout->place);
    if (!status) {
        for (int k = 0; k < pattern->n; k++) rank[layout->place[k]] = k;
        permute(pattern, layout, rank);
        for (int k = 0; k < pattern->n; k++) layout->is_node[k] = node[layout->place[k]] >= 0;
        layout->fill = count_fill(layout, most, parent, rank);
    }
    free(rank);
    free(parent);
    if (status) phk_layout_free(layout);
    return status;
}

void phk_layout_free(phk_layout *layout)
{
    free(layout->place);
    free(layout->start);
    free(layout->row);
    free(layout->source);
    free(layout->is_node);
    *layout = (phk_layout){0};
}
