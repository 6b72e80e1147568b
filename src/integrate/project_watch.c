/* SPDX-License-Identifier: BSD-3-Clause
 *
 * project_watch.c -- the watch for singular positions (watch.h) kept by rows: a solve with factors
 * that are new for another reason.
 */
#include "integrate/project_work.h"

#include <string.h>

/* Numbers without a pattern, 1 or -1: no symmetry of a mechanism is to make dv vanish. */
static double some(int k)
{
    return (unsigned)(k + 1) * 2654435761u >> 31 ? 1 : -1;
}

bool phk_project_watch(phk_project *p, const phk_point *point, phk_passage *out)
{
    const phk_dae *dae = p->dae;
    double *dv = p->r;
    if (!p->made || p->factored == PHK_PROJECT_NONE || dae->nl == 0) return false;
    p->made = false;
    memset(dv, 0, (size_t)p->pattern->n * sizeof *dv);
    for (int i = 0; i < dae->nl; i++) dv[dae->nv + dae->nx + i] = some(i);
    phk_factor_solve(p->factor, dv);
    phk_watch_to_world(dae, point->q, dv);
    return phk_watch_see(&p->watch, dae, dv, point->q, point->t, out);
}
