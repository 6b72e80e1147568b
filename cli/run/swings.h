/* SPDX-License-Identifier: BSD-3-Clause
 *
 * swings.h -- columns that go up and down faster than the rows of a run can show.
 *
 * A curve through such rows is a true picture of the rows and a false one of the motion: it may
 * show a slow wave that is not there. Rows are looked at in stretches of SWINGS_STRETCH; a column
 * swings in one where it turns back at most rows, by a good part of its range. A period then has
 * fewer than three or four rows. What is small beside its kind, or nothing but rounding, is left
 * out.
 */
#ifndef CLI_SWINGS_H
#define CLI_SWINGS_H

#include <stdbool.h>
#include <polhode/polhode.h>

enum { SWINGS_STRETCH = 16 };

typedef struct {
    double last, step; /* value in the last row, and what it was more than the one before */
    double low, high;  /* over all rows */
    double path;       /* sum of |step| in this stretch, */
    int turns;         /* and changes of its sign */
    double swing,
        begin; /* of the stretch with the largest swing: mean |step|; its first time [s] */
} swings_column;

typedef struct {
    swings_column *column; /* NULL: nothing is watched */
    size_t columns;
    long long rows;
    double begin; /* [s] of this stretch */
} swings;

void swings_begin(swings *s, size_t width);
void swings_row(swings *s, const double *row);
/* Columns that swing, and the one that does so most (its place in a row) and from when on. */
int swings_found(const swings *s, const ph_sim *sim, size_t *column, double *begin);
/* The same as a sentence; false: there is nothing to say, also where steps are as long as rows. */
bool swings_tell(const swings *s, const ph_sim *sim, char *text, size_t size);
void swings_end(swings *s);

#endif
