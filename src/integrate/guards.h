/* SPDX-License-Identifier: BSD-3-Clause
 *
 * guards.h -- guard functions of a system (dae.h) watched for changes of their sign: a step ends
 * where the first of them is found, by the engine's own dense output.
 *
 * A step that is all but accepted is sampled at its end and at points within, so that a guard that
 * crosses zero twice is seen as well. A guard has a side, above or below zero, from the last sample
 * that told one; being zero tells none within a step, and is a crossing where the step ends; NAN is
 * a guard that is not watched. After a crossing that the system was changed at, the guard begins
 * without a side: it lies on zero, and which way it leaves is for the next step to tell.
 */
#ifndef PHK_GUARDS_H
#define PHK_GUARDS_H

#include "integrate/state.h"

typedef struct {
    const phk_dae *dae;
    int *side;     /* [ng] 1, -1; 0: not known */
    int *next;     /* [ng] the same at the end of the step that was looked into */
    int *crossed;  /* [ng] which way each has crossed at the end of the last step; 0: it has not */
    int crossings; /* how many of them have */
    double t;      /* [s] when */
    double *value, *last; /* [ng] at two samples, one after the other */
    double *between;      /* [ng] where a crossing is looked for */
    double *when;         /* [ng] [s] where it was found */
    phk_state at;
    int *sides; /* the memory of all the above */
    double *room;
} phk_guards;

/* The state at t within a step. */
typedef ph_status phk_inside(void *self, double t, phk_state *out);

/* Without guards it is empty, and nothing below does anything. */
ph_status phk_guards_create(const phk_dae *dae, phk_guards *guards);
void phk_guards_free(phk_guards *guards);
void phk_guards_store(phk_guards *guards, phk_store *store);
/* At a start or restart. */
ph_status phk_guards_start(phk_guards *guards, const phk_point *p);
/* Looks into a step from `from` to `to`. *t: where it is to end, `to` or before. */
ph_status phk_guards_find(phk_guards *guards, double from, double to, phk_inside *inside,
                          void *self, double *t);
/* The step that was looked into last, or its part up to the crossing, is accepted. */
void phk_guards_accept(phk_guards *guards);

#endif
