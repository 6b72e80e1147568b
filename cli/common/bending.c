/* SPDX-License-Identifier: BSD-3-Clause */
#include "bending.h"

#include <stdio.h>

bool bending_columns(const ph_result *result, const ph_bending *b, int *column)
{
    char part[20];
    for (int j = 0; j < b->modes; j++) {
        snprintf(part, sizeof part, "%d", j + 1);
        column[j] = ph_result_column(result, b->name, "q", part);
        if (column[j] < 0) return false;
    }
    return b->modes > 0;
}

void bending_stress(const ph_bending *b, int spot, const double *q, double tensor[6])
{
    const float *s = b->stress + 6 * (size_t)b->modes * (size_t)spot;
    for (int c = 0; c < 6; c++, s += b->modes) {
        tensor[c] = 0;
        for (int j = 0; j < b->modes; j++) tensor[c] += (double)s[j] * q[j];
    }
}

ph_vec3 bending_node(const ph_bending *b, int node, const double *q, double scale)
{
    const double *at = b->node_at + 3 * (size_t)node;
    const float *shape = b->shape + 3 * (size_t)b->modes * (size_t)node;
    double move[3] = {0};
    for (int c = 0; c < 3 && b->modes; c++, shape += b->modes)
        for (int j = 0; j < b->modes; j++) move[c] += (double)shape[j] * q[j];
    return ph_v3(at[0] + scale * move[0], at[1] + scale * move[1], at[2] + scale * move[2]);
}
