/* SPDX-License-Identifier: BSD-3-Clause
 *
 * failure_cause.h -- why a simulation cannot go on: what is found out by looking at the system
 * where it stopped, not guessed from the step that failed.
 */
#ifndef PHK_FAILURE_CAUSE_H
#define PHK_FAILURE_CAUSE_H

#include "integrate/engine.h"
#include "integrate/project.h"
#include "mech/system.h"

/* Where, and at what. */
typedef struct {
    const phk_system *system;
    const phk_dae *dae;
    const phk_engine *engine; /* NULL: none was at work */
    phk_project *project;     /* to be used */
    phk_point at;             /* the last state that was good */
    double h;                 /* [s] the step that failed, signed; 0: none */
    double start, span;       /* [s] of the whole run */
    double tolerance, length; /* asked for, and [m] what it is relative to; 0: fixed steps */
    int row;                  /* of the system, at which it failed; -1: not known */
    ph_status status;
} phk_trouble;

typedef struct {
    char what[320]; /* what is the matter, to follow a colon */
    char cure[320]; /* what helps */
} phk_cause;

/* False: none of the known causes. Evaluates the system: what it held of its last evaluation is
 * lost. */
bool phk_find_cause(const phk_trouble *trouble, phk_cause *cause);

#endif
