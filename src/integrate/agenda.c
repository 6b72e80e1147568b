/* SPDX-License-Identifier: BSD-3-Clause */
#include "integrate/agenda.h"

#include <math.h>
#include <stddef.h>

static const phk_date *ahead(const phk_agenda *a)
{
    int k = a->way > 0 ? a->next : a->next - 1;
    return k < 0 || k >= a->dates ? NULL : &a->date[k];
}

double phk_agenda_stop(const phk_agenda *a, double limit)
{
    const phk_date *date = ahead(a);
    return date && (limit - date->time) * a->way > date->slack ? date->time : limit;
}

double phk_agenda_ahead(const phk_agenda *a, double t)
{
    const phk_date *date = ahead(a);
    return date ? fabs(date->time - t) : INFINITY;
}

int phk_agenda_take(phk_agenda *a, double t)
{
    const phk_date *date = ahead(a);
    if (!date || (date->time - t) * a->way > date->slack) return -1;
    a->next += a->way;
    return date->what;
}
