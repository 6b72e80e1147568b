/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A difference is relative to the largest value of the same unit in the result: what is zero but
 * for rounding, as the acceleration of a crank that turns steadily, is so measured by what moves.
 * Of variables, which have no unit, this is coarse.
 */
#include "against.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static double scale(const outcome *o, const char *unit)
{
    double most = 0;
    for (int c = 0; c < o->columns; c++) {
        if (strcmp(o->unit[c], unit) != 0) continue;
        const double *v = o->value + (size_t)c * (size_t)o->rows;
        for (int r = 0; r < o->rows; r++)
            if (isfinite(v[r]) && fabs(v[r]) > most) most = fabs(v[r]);
    }
    return most;
}

typedef struct {
    int columns; /* that differ */
    int column;  /* where most */
    double most; /* relative; INFINITY: a number where the other has none */
    double gap;  /* the same in the column's unit, */
    double time; /* [s] and when */
} distance;

static void measure(const outcome *a, const outcome *b, int column, distance *d)
{
    int rows = a->rows < b->rows ? a->rows : b->rows, worst = 0;
    const double *p = a->value + (size_t)column * (size_t)a->rows,
                 *q = b->value + (size_t)column * (size_t)b->rows;
    if (memcmp(p, q, (size_t)rows * sizeof *p) == 0) return;
    double most = 0;
    for (int r = 0; r < rows; r++) {
        double gap = isnan(p[r]) != isnan(q[r]) ? INFINITY : fabs(p[r] - q[r]);
        if (gap > most) worst = r;
        if (gap > most) most = gap;
    }
    /* what the solver counts is told from the summaries */
    if (strncmp(a->name[column], "solver.", 7) == 0) return;
    double gap = most, size = fmax(scale(a, a->unit[column]), scale(b, a->unit[column]));
    if (size > 0) most /= size;
    if (d->columns++ && !(most > d->most)) return;
    d->column = column;
    d->most = most;
    d->gap = gap;
    d->time = a->value[worst];
}

/* "steps 1433 and 1440"; "summaries", where they differ in something else. */
static void tell_summary(const outcome *a, const outcome *b, FILE *out)
{
    static const char *const key[] = {"steps", "rejected", "iterations", "jacobians", NULL};
    int told = 0;
    for (int i = 0; key[i]; i++) {
        char pattern[40];
        snprintf(pattern, sizeof pattern, "\"%s\": ", key[i]);
        const char *p = strstr(a->summary, pattern), *q = strstr(b->summary, pattern);
        long long m = p ? atoll(p + strlen(pattern)) : 0, n = q ? atoll(q + strlen(pattern)) : 0;
        if (m == n) continue;
        fprintf(out, "; %s %lld and %lld", key[i], m, n);
        told++;
    }
    if (!told) fputs("; summaries", out);
}

static int same_columns(const outcome *a, const outcome *b)
{
    int same = a->columns == b->columns;
    for (int c = 0; same && c < a->columns; c++) same = strcmp(a->name[c], b->name[c]) == 0;
    return same;
}

static void tell_values(const outcome *a, const outcome *b, FILE *out)
{
    distance d = {0};
    if (!same_columns(a, b)) {
        fprintf(out, "; other columns: %d and %d", a->columns, b->columns);
        return;
    }
    if (a->rows != b->rows) fprintf(out, "; rows %d and %d", a->rows, b->rows);
    for (int c = 0; c < a->columns; c++) measure(a, b, c, &d);
    if (d.columns)
        fprintf(out, "; %d of %d columns, most by %.2g (%.2g %s): %s at %g s", d.columns,
                a->columns, d.most, d.gap, a->unit[d.column], a->name[d.column], d.time);
}

void against_tell(const golden_run *run, const outcome *this, const outcome *other, FILE *out)
{
    char *text = NULL;
    size_t size;
    FILE *memory = open_memstream(&text, &size);
    if (!memory) return;
    if (this->exit != other->exit) fprintf(memory, "; exit %d and %d", this->exit, other->exit);
    if (strcmp(this->messages, other->messages) != 0) fputs("; messages", memory);
    if (strcmp(this->summary, other->summary) != 0) tell_summary(this, other, memory);
    tell_values(this, other, memory);
    if (this->columns && this->about != other->about) fputs("; names, units or scene", memory);
    fclose(memory);
    if (size > 0) fprintf(out, "%s %s:%s\n", run->model, run->method, text + 1);
    free(text);
}
