/* SPDX-License-Identifier: BSD-3-Clause */
#include "mech/equations/emit.h"

void phk_emit_new(phk_emitter *e, int row, int rows, int column, int columns)
{
    bool there = row >= 0 && column >= 0;
    if (e->collector) {
        if (there) phk_collect_block(e->collector, row, rows, column, columns);
    } else {
        int at = there ? phk_pattern_find(e->pattern, row, column) : -1;
        e->record[e->count] = at < 0 ? -1 : at - e->pattern->row_start[row];
    }
    e->count++;
}
