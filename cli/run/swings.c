/* SPDX-License-Identifier: BSD-3-Clause */
#include "swings.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* More would cost more than the hint is worth. */
enum { MOST_COLUMNS = 10000 };
/* Turns of a stretch's rows, and what a mean step is of the column's range: well sampled curves
 * have less of both. */
static const double TURNS = 0.6, PART = 0.1;
/* Beside the largest of its block a column is worth a word from this part of it on; and in units of
 * the SI nothing is below the second. */
static const double SMALL = 1e-3, NOTHING = 1e-9;
/* Rows show the steps, as good as they are, when there is one for at least so many. */
static const double STEPS_PER_ROW = 2;

void swings_begin(swings *s, size_t width)
{
    *s = (swings){.columns = width < MOST_COLUMNS ? width : MOST_COLUMNS};
    s->column = calloc(s->columns + 1, sizeof *s->column);
}

void swings_end(swings *s)
{
    free(s->column);
    s->column = NULL;
}

static void end_stretch(swings_column *c, double begin)
{
    double swing = c->path / SWINGS_STRETCH;
    if (c->turns >= TURNS * SWINGS_STRETCH && swing > c->swing) {
        c->swing = swing;
        c->begin = begin;
    }
    c->path = 0;
    c->turns = 0;
}

void swings_row(swings *s, const double *row)
{
    if (!s->column) return;
    bool ends = s->rows > 0 && s->rows % SWINGS_STRETCH == 0;
    if (s->rows == 0) s->begin = row[0];
    for (size_t i = 1; i < s->columns; i++) {
        swings_column *c = &s->column[i];
        double step = row[i] - c->last;
        if (s->rows == 0) {
            c->low = c->high = row[i];
            step = 0;
        }
        c->turns += step * c->step < 0;
        c->path += fabs(step);
        c->low = fmin(c->low, row[i]);
        c->high = fmax(c->high, row[i]);
        c->last = row[i];
        c->step = step;
        if (ends) end_stretch(c, s->begin);
    }
    if (ends) s->begin = row[0];
    s->rows++;
}

static double range_of(const swings_column *c)
{
    return c->high - c->low;
}

int swings_found(const swings *s, const ph_sim *sim, size_t *column, double *begin)
{
    int found = 0;
    double most = 0;
    for (int b = 0; s->column && b < ph_sim_blocks(sim); b++) {
        const ph_block *block = ph_sim_block(sim, b);
        size_t first = 1 + (size_t)block->first; /* time comes first */
        size_t end = first + (size_t)block->objects * (size_t)block->width;
        double largest = 0;
        for (size_t i = first; i < end && i < s->columns; i++)
            largest = fmax(largest, fmax(fabs(s->column[i].low), fabs(s->column[i].high)));
        /* what steps did is no motion */
        bool motion = strcmp(block->group, "solver") != 0;
        for (size_t i = first; motion && i < end && i < s->columns; i++) {
            const swings_column *c = &s->column[i];
            double range = range_of(c), part = range > 0 ? c->swing / range : 0;
            if (part < PART || range < fmax(SMALL * largest, NOTHING)) continue;
            found++;
            if (part <= most) continue;
            most = part;
            *column = i;
            *begin = c->begin;
        }
    }
    return found;
}

/* "bearing.force.z" of place `column` of a row, in which time comes first. */
static void name_of(const ph_sim *sim, size_t column, char *name, size_t size)
{
    for (int k = 0; k < ph_sim_blocks(sim); k++) {
        const ph_block *b = ph_sim_block(sim, k);
        int at = (int)column - 1 - b->first;
        if (at < b->objects * b->width) {
            ph_block_column_name(b, at / b->width, at % b->width, name, size);
            return;
        }
    }
}

bool swings_tell(const swings *s, const ph_sim *sim, char *text, size_t size)
{
    size_t column = 0;
    double begin = 0;
    char name[200] = "", more[40] = "";
    double steps = (double)ph_sim_stats(sim)->steps, rows = (double)(s->rows - 1);
    double span = ph_sim_time(sim) - ph_sim_options(sim)->start;
    if (!(steps >= STEPS_PER_ROW * rows)) return false;
    int found = swings_found(s, sim, &column, &begin);
    if (found == 0) return false;
    name_of(sim, column, name, sizeof name);
    if (found > 1)
        snprintf(more, sizeof more, " and %d more column%s", found - 1, found > 2 ? "s" : "");
    snprintf(text, size,
             "%s%s swing%s faster than rows of %.3g s can show, as at t = %.4g s; the steps were "
             "%.2g s long in the mean: a smaller --every shows more of them",
             name, more, found > 1 ? "" : "s", span / rows, begin, span / steps);
    return true;
}
