/* SPDX-License-Identifier: BSD-3-Clause
 *
 * failure_cause.h -- why a simulation cannot go on: what is found out by looking at the system
 * where it stopped, not guessed from the step that failed.
 */
#ifndef PHK_FAILURE_CAUSE_H
#define PHK_FAILURE_CAUSE_H

#include "integrate/engine.h"
#include "integrate/project.h"
#include "mech/system/system.h"

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

/* ---- its tests, for the table in failure_cause.c ---- */

/* True: it is this cause, and the words are there. */
typedef bool (*phk_cause_test)(const phk_trouble *trouble, phk_cause *cause);

/* failure_rank.c: the constraints are no longer independent; a motion leads to where none of the
 * positions is. */
bool phk_lost_rank(const phk_trouble *f, phk_cause *c);
bool phk_out_of_reach(const phk_trouble *f, phk_cause *c);

/* failure_path.c: the tolerance is finer than rounding; a force jumps; it grows without bound. */
bool phk_asks_too_much(const phk_trouble *f, phk_cause *c);
bool phk_force_jumps(const phk_trouble *f, phk_cause *c);
bool phk_force_grows(const phk_trouble *f, phk_cause *c);

/* "joint `crank`, row 4"; "body `rod`". */
void phk_name_row(const phk_trouble *f, int row, char *text, size_t size);
void phk_name_body(const phk_trouble *f, const phk_cell *cell, char *text, size_t size);

#endif
