/* SPDX-License-Identifier: BSD-3-Clause
 *
 * watch.h -- looks out for positions in which constraints depend on each other; see watch.c.
 */
#ifndef PHK_WATCH_H
#define PHK_WATCH_H

#include "base/store.h"
#include "integrate/dae.h"

typedef struct {
    double *dv, *q; /* [nv], [nq] of the last look; turns in world axes */
    double size, t; /* of dv, and when; size 0: none yet */
    double least;   /* smallest size so far */
} phk_watch;

typedef struct {
    double after, before; /* [s] between these two looks */
    int row;              /* a direction of the cell that was free to move */
} phk_passage;

/* A look at dv [nv], the answer to rates that are always the same. True: the system has passed such
 * a position since the last look. */
bool phk_watch_see(phk_watch *watch, const phk_dae *dae, const double *dv, const double *q,
                   double t, phk_passage *out);
void phk_watch_store(phk_watch *watch, const phk_dae *dae, phk_store *store);
/* Turns of dv from body to world axes. */
void phk_watch_to_world(const phk_dae *dae, const double *q, double *dv);

#endif
