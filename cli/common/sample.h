/* SPDX-License-Identifier: BSD-3-Clause
 *
 * sample.h -- the value of columns at any time: the stored row where there is one, else a cubic
 * through the four rows around it (fewer at the ends, and never across a time that is stored
 * twice, which is a jump). Quaternions are made unit afterwards.
 *
 * Only a window of the times and a few rows are in memory.
 */
#ifndef CLI_SAMPLE_H
#define CLI_SAMPLE_H

#include <stdbool.h>
#include <polhode/result.h>

enum { SAMPLE_WINDOW = 4096, SAMPLE_POINTS = 4 };

typedef struct {
    ph_result *result;
    ph_diag *diag;
    long long rows;
    double begin, end; /* [s] first and last time */
    /* a window of the times */
    long long first, count;
    double time[SAMPLE_WINDOW];
    long long row; /* where the last sample was: the next is often near */
    /* columns to read, and for each wanted column its place among them */
    int wanted, reads;
    int *column;   /* [reads] */
    int *place;    /* [wanted] */
    int *base;     /* [wanted] place of component 0 of its quaternion; -1: not of a quaternion */
    double *value; /* [SAMPLE_POINTS][reads] */
} sampler;

/* False: a complaint is in diag, or (diag empty) memory is out. The result must have rows. */
bool sampler_open(sampler *s, ph_result *result, const int *columns, int count, ph_diag *diag);
void sampler_close(sampler *s);

/* Values at time t, begin <= t <= end (to 1e-12); *time becomes the stored time where a row is
 * taken as it is. Returns the number of rows that went in (1: a stored row); 0: read error. */
int sampler_at(sampler *s, double t, double *time, double *out);

/* Equal but for the rounding of decimal input: to 1e-12 relative. */
bool sample_same_time(double a, double b);

#endif
