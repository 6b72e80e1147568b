/* SPDX-License-Identifier: BSD-3-Clause */
#include "sim/block_name.h"

#include <stdio.h>

static const char *part_of(const ph_block *b, int component)
{
    return b->component && component >= 0 ? b->component[component] : "";
}

size_t phk_block_tail(const ph_block *b, int component, char *text, size_t size)
{
    const char *part = part_of(b, component);
    int n = snprintf(text, size, "%s%s%s", b->quantity, *b->quantity && *part ? "." : "", part);
    return n > 0 ? (size_t)n : 0;
}

size_t ph_block_column_name(const ph_block *b, int object, int component, char *text, size_t size)
{
    const char *part = part_of(b, component);
    int n = snprintf(text, size, "%s%s%s%s%s", b->object ? b->object[object] : b->group,
                     *b->quantity ? "." : "", b->quantity, *part ? "." : "", part);
    return n > 0 ? (size_t)n : 0;
}

const char *ph_block_unit(const ph_block *b, int component)
{
    return b->units ? b->units[component] : b->unit;
}
