/* SPDX-License-Identifier: BSD-3-Clause
 *
 * events.c -- lists of events by time.
 */
#include <math.h>
#include <stdlib.h>
#include "mech/system/program.h"

static int by_time(const void *a, const void *b)
{
    const phk_event *p = a, *q = b;
    if (p->time != q->time) return p->time < q->time ? -1 : 1;
    if (p->group != q->group) return p->group < q->group ? -1 : 1;
    if (p->index != q->index) return p->index < q->index ? -1 : 1;
    return p->kind < q->kind ? -1 : p->kind > q->kind;
}

ph_status phk_event_add(phk_arena *arena, phk_event **list, int *count, phk_event event)
{
    if (!isfinite(event.time)) return PH_OK;
    phk_event *larger = phk_arena_grow(arena, *list, (size_t)*count, sizeof *larger);
    if (!larger) return PH_E_NOMEM;
    *list = larger;
    larger[(*count)++] = event;
    return PH_OK;
}

void phk_event_sort(phk_event *list, int count)
{
    if (count > 0) qsort(list, (size_t)count, sizeof *list, by_time);
}
