/* SPDX-License-Identifier: BSD-3-Clause
 *
 * trace.h -- a column of a result as a curve: over time or another column, its rate over itself, or
 * its spectrum; where wanted less the same column of another result.
 */
#ifndef CLI_TRACE_H
#define CLI_TRACE_H

#include <stdbool.h>
#include <stddef.h>
#include <polhode/result.h>

typedef enum { TRACE_OVER, TRACE_PHASE, TRACE_SPECTRUM } trace_kind;

typedef struct {
    trace_kind kind;
    ph_result *result;
    int column, x;    /* x: the other column; -1: time */
    double from, to;  /* [s]; NAN: all there is */
    ph_result *minus; /* NULL: none */
    int minus_column;
    const char *command; /* for complaints */
} trace_wanted;

typedef struct {
    double *x, *y; /* [n] */
    size_t n;
    size_t rows;       /* of the result, that went in */
    double begin, end; /* [s] of them */
    bool resampled;    /* rows at unequal steps were brought to equal ones, as many */
} trace;

/* Returns an exit status; -1: see the diagnostics, or (without any) out of memory. */
int trace_read(trace *t, const trace_wanted *w, ph_diag *diag);
void trace_free(trace *t);

#endif
