/* SPDX-License-Identifier: BSD-3-Clause
 *
 * run.h -- one run of one model, from its text to the poses of its rows.
 */
#ifndef RUN_H
#define RUN_H

#include <polhode/polhode.h>
#include "problem.h"

enum { INTERVALS = 40 };

typedef struct {
    const char *integrator;
    double tolerance; /* 0: the program's own */
    double step;      /* [s] > 0: a fixed one instead */
    double nudge;     /* parameter of the model */
    double ring;      /* another: part by which what rings is stiffer */
    bool scaled;      /* give the scales of the motion; else the program's own count */
    long long most;   /* evaluations of forces, after which a run is taken for endless */
} setting;

typedef struct {
    ph_status status;
    ph_severity said;  /* PH_NOTE: nothing that matters */
    bool endless;      /* it was ended after too much work */
    bool not_a_number; /* something in some row */
    int rows, bodies;
    long long steps, evaluations;
    char message[300]; /* the last error, or the last warning */
    double *pose;      /* [INTERVALS + 1][bodies][POSE] */
} outcome;

/* The whole model file of a run. */
void write_model(FILE *f, const char *text, const problem *p, const setting *s);
outcome run_model(const char *text, const problem *p, const setting *s);
/* The motion as the problem itself knows it. */
outcome run_own(const problem *p, double tolerance, double nudge);
void outcome_free(outcome *o);

/* Largest distance of two motions in any row: places over p->length, turns in radians. */
double distance_of(const problem *p, const outcome *a, const outcome *b);

#endif
