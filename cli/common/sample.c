/* SPDX-License-Identifier: BSD-3-Clause */
#include "sample.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

bool sample_same_time(double a, double b)
{
    return fabs(a - b) <= 1e-12 * fmax(fabs(a), fabs(b));
}

/* The time of a row; rows must be valid. NAN after a read error. */
static double time_of(sampler *s, long long row)
{
    if (row < s->first || row >= s->first + s->count) {
        s->first = row - row % SAMPLE_WINDOW;
        s->count = s->rows - s->first < SAMPLE_WINDOW ? s->rows - s->first : SAMPLE_WINDOW;
        if (ph_result_time(s->result, s->first, s->count, s->time, s->diag) != PH_OK) {
            s->count = 0;
            return NAN;
        }
    }
    return s->time[row - s->first];
}

/* Which component of a quaternion a column is; -1: none. */
static int quaternion_component(const ph_result *result, int column)
{
    const ph_block *b = ph_result_block_of(result, column);
    bool quaternion = b && b->width == 4 && strcmp(b->quantity, "quat") == 0;
    return quaternion ? (column - b->first) % b->width : -1;
}

/* A quaternion is unit only as a whole, so all four components are read where one is wanted; the
 * components of one object are neighbours. */
static void plan_reads(sampler *s, const int *columns)
{
    int last = -1; /* column of component 0 of the quaternion read last */
    for (int i = 0; i < s->wanted; i++) {
        int c = quaternion_component(s->result, columns[i]);
        if (c < 0) {
            s->base[i] = -1;
            s->place[i] = s->reads;
            s->column[s->reads++] = columns[i];
            last = -1;
            continue;
        }
        if (last != columns[i] - c) {
            last = columns[i] - c;
            for (int k = 0; k < 4; k++) s->column[s->reads++] = last + k;
        }
        s->base[i] = s->reads - 4;
        s->place[i] = s->base[i] + c;
    }
}

bool sampler_open(sampler *s, ph_result *result, const int *columns, int count, ph_diag *diag)
{
    memset(s, 0, sizeof *s);
    s->result = result;
    s->diag = diag;
    s->rows = ph_result_rows(result);
    s->wanted = count;
    size_t n = (size_t)count + 1;
    s->column = malloc(4 * n * sizeof *s->column);
    s->place = malloc(n * sizeof *s->place);
    s->base = malloc(n * sizeof *s->base);
    if (!s->column || !s->place || !s->base) return false;
    plan_reads(s, columns);
    s->value = malloc(((size_t)s->reads + 1) * SAMPLE_POINTS * sizeof *s->value);
    if (!s->value) return false;
    s->begin = time_of(s, 0);
    s->end = time_of(s, s->rows - 1);
    return ph_diag_errors(diag) == 0;
}

void sampler_close(sampler *s)
{
    free(s->column);
    free(s->place);
    free(s->base);
    free(s->value);
}

/* The last row with time <= t (0 when there is none). Times do not decrease: strides of growing
 * length from the last answer, then bisection. */
static long long row_at(sampler *s, double t)
{
    long long low = s->row, high, stride = 1;
    if (time_of(s, low) > t) low = 0;
    for (high = low + stride; high < s->rows && time_of(s, high) <= t; high = low + stride) {
        low = high;
        stride *= 2;
    }
    if (high > s->rows) high = s->rows;
    while (high - low > 1) {
        long long middle = low + (high - low) / 2;
        if (time_of(s, middle) <= t)
            low = middle;
        else
            high = middle;
    }
    return s->row = low;
}

/* Weights of the polynomial through n points (Lagrange). */
static void weights(const double *x, int n, double t, double *w)
{
    for (int i = 0; i < n; i++) {
        w[i] = 1;
        for (int j = 0; j < n; j++)
            if (j != i) w[i] *= (t - x[j]) / (x[i] - x[j]);
    }
}

/* q and -q are one rotation: lets all points of a quaternion lie on one side before mixing. */
static double mixed_quaternion(const sampler *s, const double *w, int n, int inner, int i)
{
    double q[4] = {0}, norm = 0;
    const double *near = s->value + (size_t)inner * (size_t)s->reads + s->base[i];
    for (int p = 0; p < n; p++) {
        const double *v = s->value + (size_t)p * (size_t)s->reads + s->base[i];
        double dot = v[0] * near[0] + v[1] * near[1] + v[2] * near[2] + v[3] * near[3];
        for (int k = 0; k < 4; k++) q[k] += (dot < 0 ? -w[p] : w[p]) * v[k];
    }
    for (int k = 0; k < 4; k++) norm += q[k] * q[k];
    return norm > 0 ? q[s->place[i] - s->base[i]] / sqrt(norm) : 0;
}

static double mixed(const sampler *s, const double *w, int n, int inner, int i)
{
    if (s->base[i] >= 0) return mixed_quaternion(s, w, n, inner, i);
    double sum = 0;
    for (int p = 0; p < n; p++) sum += w[p] * s->value[(size_t)p * (size_t)s->reads + s->place[i]];
    return sum;
}

int sampler_at(sampler *s, double t, double *time, double *out)
{
    long long row = row_at(s, t), from = row, to = row + 1; /* rows from..to */
    if (to < s->rows && sample_same_time(time_of(s, to), t)) row = from = to;
    double w[SAMPLE_POINTS] = {1}, x[SAMPLE_POINTS];
    if (to >= s->rows || sample_same_time(time_of(s, row), t)) {
        to = from;
        *time = time_of(s, row);
    } else {
        if (from > 0 && time_of(s, from - 1) < time_of(s, from)) from--;
        if (to + 1 < s->rows && time_of(s, to + 1) > time_of(s, to)) to++;
        for (long long i = from; i <= to; i++) x[i - from] = time_of(s, i);
        weights(x, (int)(to - from) + 1, t, w);
        *time = t;
    }
    int n = (int)(to - from) + 1;
    if (ph_result_read_rows(s->result, s->column, s->reads, from, n, s->value, s->diag) != PH_OK ||
        ph_diag_errors(s->diag))
        return 0;
    for (int i = 0; i < s->wanted; i++)
        out[i] = n == 1 ? s->value[s->place[i]] : mixed(s, w, n, (int)(row - from), i);
    return n;
}
