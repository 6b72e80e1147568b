/* SPDX-License-Identifier: BSD-3-Clause
 *
 * state.h -- a state of a system (dae.h), to be changed: what a phk_point looks at. Whoever drives
 * an engine owns two of them, the present one and where the last step began, and the engine
 * advances those: nothing is copied from step to step.
 */
#ifndef PHK_STATE_H
#define PHK_STATE_H

#include "base/store.h"
#include "integrate/dae.h"

/* Arrays as in phk_point. */
typedef struct {
    double t;
    double *q, *v, *a, *x, *xd, *lambda, *y;
} phk_state;

/* How many numbers those are, and its arrays in room for as many. */
size_t phk_state_size(const phk_dae *dae);
phk_state phk_state_in(const phk_dae *dae, double *room);
/* What `from` has; arrays that are NULL there stay as they were. */
void phk_state_keep(const phk_dae *dae, const phk_point *from, phk_state *to);

void phk_state_store(const phk_dae *dae, phk_state *state, phk_store *store);

static inline phk_point phk_state_point(const phk_state *s)
{
    return (phk_point){s->t, s->q, s->v, s->a, s->x, s->xd, s->lambda, s->y};
}
static inline void phk_state_swap(phk_state *a, phk_state *b)
{
    phk_state keep = *a;
    *a = *b;
    *b = keep;
}

#endif
