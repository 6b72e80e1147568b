/* SPDX-License-Identifier: BSD-3-Clause
 *
 * layout.h -- a pattern permuted into an order of elimination, by columns, as KLU takes it.
 */
#ifndef PHK_LAYOUT_H
#define PHK_LAYOUT_H

#include <stdbool.h>
#include "linalg/pattern.h"

typedef struct {
    int n;
    int *place;       /* [n] unknown at each place of the order */
    int *start, *row; /* [n + 1], [entries] permuted matrix by columns; rows in each increase */
    int *source;      /* [entries] index of an entry in arrays of the pattern */
    bool *is_node;    /* [n] by place */
    long long fill;   /* entries of L + U when all pivots are on the diagonal */
} phk_layout;

/* early: see order.h. The fill is not counted beyond `most`. */
ph_status phk_layout_create(const phk_pattern *pattern, const int *node, bool early, long long most,
                            phk_layout *layout);
void phk_layout_free(phk_layout *layout);

#endif
