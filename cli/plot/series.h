/* SPDX-License-Identifier: BSD-3-Clause
 *
 * series.h -- a column in memory: its values between the rows, and its rate.
 *
 * Times do not decrease; a time that is stored twice is a jump, across which nothing is mixed.
 */
#ifndef CLI_SERIES_H
#define CLI_SERIES_H

#include <stdbool.h>
#include <stddef.h>

typedef struct {
    double *t, *y; /* [n] */
    size_t n;
} series;

/* The value at a time from t[0] to t[n-1]: that of the row where there is one, else a cubic through
 * the four rows around it, or nearest at an end or a jump. At a jump the value after it, or the one
 * before. *hint is where the last one was: 0 at first. */
double series_at(const series *s, double t, bool before, size_t *hint);

/* The slope of the parabola through a row and its neighbours; NAN for a row without any. */
void series_rate(const series *s, double *rate);

/* Whether all steps are the same, to one part in a million. */
bool series_is_even(const series *s);

#endif
