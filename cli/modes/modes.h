/* SPDX-License-Identifier: BSD-3-Clause
 *
 * modes.h -- modes as a table, as CSV, and as a result to be watched; and over a parameter.
 */
#ifndef CLI_MODES_H
#define CLI_MODES_H

#include <stdio.h>
#include <polhode/polhode.h>
#include "common/model_options.h"
#include "reach.h"

void modes_print(const ph_modes *modes, const ph_model *model, bool shapes, FILE *out);
/* A line for each mode; with shapes, columns for each body as well. */
void modes_csv(const ph_modes *modes, const ph_model *model, bool shapes, FILE *out);

/* Writes DIR/result.h5, in which one mode after the other swings, and DIR/modes.csv. */
int modes_result(const char *directory, const ph_model *model, ph_sim *sim, const ph_modes *modes,
                 ph_diag *diag);

/* A Campbell diagram: modes for n values of a value of the model file. */
typedef struct {
    const char *path; /* of the model */
    char set[200];    /* "parameters.spin" */
    char label[200];  /* "spin" */
    double from, to;
    int n;
    double order[16]; /* lines of frequency = order * value / 2 pi */
    int orders;
    int count;             /* of modes; 0: all */
    bool csv;              /* print CSV instead of a table */
    bool quiet;            /* print none */
    const char *directory; /* NULL: no files */
} campbell_options;

/* Reads "spin=0:400:41", or "parameters.spin=..". Complains itself. */
bool campbell_read(const char *text, campbell_options *out);
/* Reads "1,2". */
bool campbell_read_orders(const char *text, campbell_options *out);
int campbell(const campbell_options *how, model_options *given, const reach_options *where);

#endif
