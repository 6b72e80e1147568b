/* SPDX-License-Identifier: BSD-3-Clause */
#include "flex/fe.h"

#include <stdlib.h>

void phk_fe_free(phk_fe *fe)
{
    phk_sparse_free(&fe->stiffness);
    phk_sparse_free(&fe->mass);
    phk_arena_free(&fe->arena);
}

int phk_fe_node(const phk_fe *fe, int id)
{
    int low = 0, high = fe->nodes;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (fe->id[middle] < id)
            low = middle + 1;
        else
            high = middle;
    }
    return low < fe->nodes && fe->id[low] == id ? low : -1;
}
