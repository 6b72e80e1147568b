/* SPDX-License-Identifier: BSD-3-Clause
 *
 * outcome.h -- what came of one run of the command: exit status, messages, summary and every column
 * of the result, as numbers and as one line of hashes.
 */
#ifndef GOLDEN_OUTCOME_H
#define GOLDEN_OUTCOME_H

#include <stdint.h>
#include <stdio.h>
#include "plan.h"

typedef struct {
    int exit;                 /* 128 + N: ended by signal N */
    char *messages, *summary; /* standard error and output; of the latter what a run decides */
    int rows, columns;        /* 0: no result; the first column is time */
    char **name, **unit;      /* [columns] */
    double *value;            /* [columns][rows] */
    uint64_t about;           /* names, units, requests, title and scene */
} outcome;

/* Runs the command into a folder, which is there and holds no other result afterwards. False, with
 * a message: the run could not be made or its result not be read. */
int outcome_make(const char *polhode, const golden_run *run, const char *folder, outcome *o);
void outcome_free(outcome *o);

/* "MODEL METHOD key=value..." with a newline. */
void outcome_line(const outcome *o, const golden_run *run, FILE *out);

#endif
