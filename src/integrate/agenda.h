/* SPDX-License-Identifier: BSD-3-Clause
 *
 * agenda.h -- what happens at times that are known before: a step ends at each, and then it has its
 * turn. What happens where functions of the state cross zero is found by guards.h.
 */
#ifndef PHK_AGENDA_H
#define PHK_AGENDA_H

#include <polhode/base.h>

typedef struct {
    double time;  /* [s] */
    double slack; /* [s] a clock this near it is there, but for rounding */
    int what;     /* the owner's number of it */
} phk_date;

typedef struct {
    int dates;
    const phk_date *date; /* by time */
    int next;             /* the first that has not had its turn */
    int way;              /* of time: 1, -1 */
} phk_agenda;

/* Where a step towards `limit` is to end. */
double phk_agenda_stop(const phk_agenda *agenda, double limit);
/* [s] from t to the next; INFINITY: there is none. */
double phk_agenda_ahead(const phk_agenda *agenda, double t);
/* What has its turn at t, one after the other; -1: nothing more. */
int phk_agenda_take(phk_agenda *agenda, double t);

#endif
