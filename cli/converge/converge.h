/* SPDX-License-Identifier: BSD-3-Clause
 *
 * converge.h -- a study of errors and orders: runs, table, CSV and figure.
 */
#ifndef CLI_CONVERGE_H
#define CLI_CONVERGE_H

#include <stdbool.h>
#include <stdio.h>
#include <polhode/polhode.h>

/* The kinds of error. */
enum { ATTITUDE, MOMENTUM, POSITION, VELOCITY, ERRORS };

/* State of all bodies at the end. */
typedef struct {
    int bodies;
    ph_reference_def *body; /* `given` says which parts are known */
} converge_state;

typedef struct {
    ph_status status;
    double error[ERRORS]; /* NAN: not known */
    double order[ERRORS]; /* from the step before; NAN: none */
    long long evaluations, steps;
    char message[320]; /* why it failed */
} converge_run;

typedef struct {
    const ph_model *model;
    const ph_options *options;
    const char *const *method;
    int methods;
    const double *step;
    int steps;
    bool by_tolerance; /* `step` holds tolerances, and each run takes steps of its own choice */
    converge_run *run; /* [methods][steps] */
    bool (*alive)(void *user); /* asked before each run; false: no more of them. NULL: all */
    void *user;
} converge_study;

bool converge_state_create(converge_state *state, int bodies);
void converge_state_free(converge_state *state);
/* The file's reference; false when no body has one. */
bool converge_reference_of_model(const ph_model *model, converge_state *state);

/* One run to the end, with this step or to this tolerance. reference NULL: no errors; end NULL: the
 * end state is not wanted. */
converge_run converge_measure(const ph_model *model, const ph_options *options, const char *method,
                              double step, bool by_tolerance, const converge_state *reference,
                              converge_state *end, ph_diag *diag);
/* All runs. False when one of them failed or was not made. */
bool converge_study_run(converge_study *study, const converge_state *reference);
void converge_study_free(converge_study *study);

void converge_print(const converge_study *study, FILE *out);
void converge_csv(const converge_study *study, FILE *out);
/* converge.csv and converge.svg in a folder. Complains itself; returns an exit status. */
int converge_files(const converge_study *study, const char *directory);

#endif
