/* SPDX-License-Identifier: BSD-3-Clause */
#include "trace.h"

#include <math.h>
#include <stdlib.h>
#include "command.h"
#include "common/report.h"
#include "common/sample.h"
#include "series.h"
#include "spectrum.h"

/* What is being made; freed as one. */
typedef struct {
    series own, other; /* of the result, of the one it is compared with */
    double *x;         /* the column along the x axis, a rate or frequencies */
} work;

static double *numbers(size_t n)
{
    return malloc((n + 1) * sizeof(double));
}

static bool read_series(series *s, ph_result *result, int column, ph_diag *diag)
{
    long long rows = ph_result_rows(result);
    s->n = (size_t)rows;
    s->t = numbers(s->n);
    s->y = numbers(s->n);
    return s->t && s->y && ph_result_time(result, 0, rows, s->t, diag) == PH_OK &&
           ph_result_read(result, column, 0, rows, s->y, diag) == PH_OK;
}

static bool is_before(double a, double b)
{
    return a < b && !sample_same_time(a, b);
}

/* Keeps the rows from one time to another. False after a complaint: there are none. */
static bool cut(work *k, const trace_wanted *w)
{
    series *s = &k->own;
    if (s->n == 0) {
        cli_error(w->command, "the result has no rows");
        return false;
    }
    double begin = s->t[0], end = s->t[s->n - 1];
    double from = isnan(w->from) ? begin : w->from, to = isnan(w->to) ? end : w->to;
    size_t kept = 0;
    for (size_t i = 0; i < s->n; i++) {
        if (is_before(s->t[i], from) || is_before(to, s->t[i])) continue;
        if (k->x) k->x[kept] = k->x[i];
        s->t[kept] = s->t[i];
        s->y[kept++] = s->y[i];
    }
    s->n = kept;
    if (!kept)
        cli_error(w->command, "no rows from %g to %g s; the result covers %g to %g s", from, to,
                  begin, end);
    return kept > 0;
}

/* Takes the other column off, at the times both results cover. */
static bool subtract(work *k, const trace_wanted *w)
{
    series *s = &k->own;
    const series *o = &k->other;
    size_t kept = 0, hint = 0;
    double begin = s->t[0], end = s->t[s->n - 1];
    for (size_t i = 0; i < s->n && o->n; i++) {
        double t = s->t[i];
        if (is_before(t, o->t[0]) || is_before(o->t[o->n - 1], t)) continue;
        /* of a time that is stored twice the first row is before the jump, here and there */
        bool before = i + 1 < s->n && s->t[i + 1] <= t;
        double y = s->y[i] - series_at(o, t, before, &hint);
        if (k->x) k->x[kept] = k->x[i];
        s->t[kept] = t;
        s->y[kept++] = y;
    }
    s->n = kept;
    if (!kept && o->n)
        cli_error(w->command, "no common times: one result covers %g to %g s, the other %g to %g s",
                  begin, end, o->t[0], o->t[o->n - 1]);
    else if (!kept)
        cli_error(w->command, "the result to be taken off has no rows");
    return kept > 0;
}

static bool all_finite(const series *s)
{
    for (size_t i = 0; i < s->n; i++)
        if (!isfinite(s->y[i])) return false;
    return true;
}

/* As many rows at equal steps. False: out of memory. */
static bool even_out(series *s)
{
    double *y = numbers(s->n), begin = s->t[0], span = s->t[s->n - 1] - begin;
    size_t hint = 0;
    if (!y) return false;
    for (size_t i = 0; i < s->n; i++)
        y[i] = series_at(s, begin + span * (double)i / (double)(s->n - 1), false, &hint);
    free(s->y);
    s->y = y;
    return true;
}

static int make_spectrum(work *k, const trace_wanted *w, trace *t)
{
    series *s = &k->own;
    double span = s->t[s->n - 1] - s->t[0];
    if (s->n < 8 || !(span > 0) || !all_finite(s)) {
        cli_error(w->command, "a spectrum needs at least 8 rows, all with finite values");
        return CLI_USAGE;
    }
    t->resampled = !series_is_even(s);
    if (t->resampled && !even_out(s)) return -1;
    size_t length = spectrum_length(s->n), bins = length / 2 + 1;
    double step = span / (double)(s->n - 1), *amplitude = numbers(bins);
    k->x = numbers(bins);
    if (!amplitude || !k->x || !spectrum_of(s->y, s->n, amplitude)) {
        free(amplitude);
        return -1;
    }
    for (size_t i = 0; i < bins; i++) k->x[i] = (double)i / ((double)length * step);
    free(s->y);
    s->y = amplitude;
    s->n = bins;
    return CLI_DONE;
}

static int make_phase(work *k)
{
    series *s = &k->own;
    double *rate = numbers(s->n);
    if (!rate) return -1;
    series_rate(s, rate);
    k->x = s->y;
    s->y = rate;
    return CLI_DONE;
}

static int make(work *k, const trace_wanted *w, trace *t, ph_diag *diag)
{
    if (!read_series(&k->own, w->result, w->column, diag)) return -1;
    if (w->minus && !read_series(&k->other, w->minus, w->minus_column, diag)) return -1;
    if (w->kind == TRACE_OVER && w->x >= 0) {
        k->x = numbers(k->own.n);
        long long rows = (long long)k->own.n;
        if (!k->x || ph_result_read(w->result, w->x, 0, rows, k->x, diag) != PH_OK) return -1;
    }
    if (!cut(k, w) || (w->minus && !subtract(k, w))) return CLI_USAGE;
    t->rows = k->own.n;
    t->begin = k->own.t[0];
    t->end = k->own.t[k->own.n - 1];
    if (w->kind == TRACE_SPECTRUM) return make_spectrum(k, w, t);
    return w->kind == TRACE_PHASE ? make_phase(k) : CLI_DONE;
}

int trace_read(trace *t, const trace_wanted *w, ph_diag *diag)
{
    work k = {0};
    *t = (trace){0};
    int status = make(&k, w, t, diag);
    if (status == CLI_DONE) {
        t->x = k.x ? k.x : k.own.t;
        t->y = k.own.y;
        t->n = k.own.n;
        if (k.x) free(k.own.t);
    } else {
        free(k.x);
        free(k.own.t);
        free(k.own.y);
    }
    free(k.other.t);
    free(k.other.y);
    return status;
}

void trace_free(trace *t)
{
    free(t->x);
    free(t->y);
    *t = (trace){0};
}
