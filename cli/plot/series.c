/* SPDX-License-Identifier: BSD-3-Clause */
#include "series.h"

#include <math.h>
#include "common/sample.h"

/* The last row at or before t, from the hint on in strides of growing length, then by halves. */
static size_t row_of(const series *s, double t, size_t hint)
{
    size_t low = hint < s->n && s->t[hint] <= t ? hint : 0, stride = 1;
    while (low + stride < s->n && s->t[low + stride] <= t) {
        low += stride;
        stride *= 2;
    }
    size_t high = low + stride < s->n ? low + stride : s->n;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (s->t[middle] <= t)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* Whether there is such a row, and one before it that no jump parts from it. */
static bool is_joined(const series *s, size_t row)
{
    return row > 0 && row < s->n && s->t[row - 1] < s->t[row];
}

double series_at(const series *s, double t, bool before, size_t *hint)
{
    size_t row = row_of(s, t, *hint);
    if (row + 1 < s->n && sample_same_time(s->t[row + 1], t)) row++;
    *hint = row;
    if (row + 1 >= s->n || sample_same_time(s->t[row], t)) {
        if (!before)
            while (row + 1 < s->n && s->t[row + 1] <= s->t[row]) row++;
        while (before && row > 0 && s->t[row - 1] >= s->t[row]) row--;
        return s->y[row];
    }
    /* one more row on either side; at an end two on the other, or the ends would be less exact */
    size_t from = row, to = row + 1;
    if (is_joined(s, from)) from--;
    while (to - from < 3 && is_joined(s, to + 1)) to++;
    if (to - from < 3 && is_joined(s, from)) from--;
    double sum = 0;
    for (size_t i = from; i <= to; i++) {
        double weight = 1;
        for (size_t j = from; j <= to; j++)
            if (j != i) weight *= (t - s->t[j]) / (s->t[i] - s->t[j]);
        sum += weight * s->y[i];
    }
    return sum;
}

static double slope(const series *s, size_t i)
{
    return (s->y[i + 1] - s->y[i]) / (s->t[i + 1] - s->t[i]);
}

/* Of the parabola through rows i, i+1 and i+2, at row i + k. */
static double parabola(const series *s, size_t i, size_t k)
{
    double h1 = s->t[i + 1] - s->t[i], h2 = s->t[i + 2] - s->t[i + 1];
    double s1 = slope(s, i), bend = (slope(s, i + 1) - s1) / (h1 + h2);
    return s1 + bend * (k == 0 ? -h1 : k == 1 ? h1 : h1 + 2 * h2);
}

void series_rate(const series *s, double *rate)
{
    for (size_t first = 0, end; first < s->n; first = end) {
        for (end = first + 1; end < s->n && s->t[end] > s->t[end - 1];) end++;
        for (size_t i = first; i < end; i++) {
            if (end - first < 3) {
                rate[i] = end - first == 2 ? slope(s, first) : NAN;
                continue;
            }
            size_t from = i == first ? i : i == end - 1 ? i - 2 : i - 1;
            rate[i] = parabola(s, from, i - from);
        }
    }
}

bool series_is_even(const series *s)
{
    if (s->n < 2) return true;
    double step = (s->t[s->n - 1] - s->t[0]) / (double)(s->n - 1);
    for (size_t i = 1; i < s->n; i++)
        if (!(fabs(s->t[i] - s->t[i - 1] - step) <= 1e-6 * step)) return false;
    return true;
}
