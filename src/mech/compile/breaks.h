/* SPDX-License-Identifier: BSD-3-Clause
 *
 * breaks.h -- corners and jumps of expressions of time, as events: a step ends there.
 *
 * A break has two sides. While a step leads up to it, `time` in expressions reads a little less
 * than the break, from there on a little more (phk_system_time): whoever evaluates the system on
 * either side sees the piece on that side, however a comparison there is rounded or written.
 */
#ifndef PHK_BREAKS_H
#define PHK_BREAKS_H

#include "mech/system/system.h"

/* The order of a break: the lowest derivative of an acceleration that may jump there. */
enum {
    PHK_BREAK_PLACE = -2,       /* a place, by a motion that jumps */
    PHK_BREAK_VELOCITY = -1,    /* a velocity, by a motion with a corner */
    PHK_BREAK_ACCELERATION = 0, /* by a force that jumps */
    PHK_BREAK_FAINT = 3,        /* the third derivative of a force */
    PHK_BREAK_ANY = 8           /* or nothing at all: a point of a long table */
};

/* The highest order that counts at time t. */
typedef struct {
    int (*order)(const void *self, double t);
    const void *self;
} phk_break_choice;

/* Adds to the events those breaks between the times of a run that count, and leaves the system on
 * the right of `from`. An expression with more than can be stepped to is left out, with a warning.
 */
ph_status phk_system_add_breaks(phk_system *system, double from, double to, phk_break_choice choice,
                                ph_diag *diag);
/* Passes event number `event`, a break; direction -1: back again. */
void phk_system_pass(phk_system *system, int event, int direction);

#endif
