/* SPDX-License-Identifier: BSD-3-Clause
 *
 * machine.h -- runs of large models by their output rows: columns, counts and time of the
 * processor, and how far two of them are apart.
 */
#ifndef STUDIES_MACHINE_H
#define STUDIES_MACHINE_H

#include "study.h"

enum { MACHINE_COLUMNS = 6 };

typedef struct {
    const char *method;
    double tolerance;
    int max_order;       /* 0: the method's */
    double rho;          /* 0: the method's */
    bool per_step;       /* the tolerance bounds the error of a step */
    double length, time; /* [m], [s] what it is relative to; 0: found out */
    double end, every;   /* [s] */
    const char *column[MACHINE_COLUMNS];
} machine_plan;

typedef struct {
    double (*row)[1 + MACHINE_COLUMNS]; /* time and columns */
    size_t rows, capacity;
    ph_stats stats;
    double seconds;  /* of the processor */
    ph_hottest *hot; /* [spots] of a flexible body: the largest stresses, by spot */
    int spots;
} machine_run;

/* An empty one after a failure, which the study then knows. */
const machine_run *study_machine(study *s, const ph_model *model, const machine_plan *plan);

/* The largest difference of a column, in % of the largest value of the second run. */
double machine_misfit(const machine_run *a, const machine_run *b, int column);
/* A curve of a column, and of the difference of two. */
void chart_add_machine(study *s, study_chart *chart, int panel, figure_style style,
                       const machine_run *run, int column, const char *label);
void chart_add_misfit(study *s, study_chart *chart, int panel, const machine_run *a,
                      const machine_run *b, int column, const char *label);

#endif
