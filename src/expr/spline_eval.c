/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Evaluation of splines, whatever they were made from.
 */
#include <math.h>
#include "base/diag.h"
#include "expr/spline_pieces.h"

phk_spline *phk_spline_room(phk_arena *arena, int count, const double *x, int terms, int curves)
{
    phk_spline *s = phk_arena_alloc(arena, sizeof *s);
    double *copy = phk_arena_alloc(arena, (size_t)count * sizeof *copy);
    size_t size = (size_t)(curves > 0 ? curves : 1) * ((size_t)count + 1) * (size_t)terms;
    if (!s || !copy) return NULL;
    for (int i = 0; i < count; i++) copy[i] = x[i];
    *s = (phk_spline){.count = count, .x = copy, .terms = terms, .curves = curves};
    for (int k = 0; k < PHK_CURVE_PARTS; k++)
        if (!(s->piece[k] = phk_arena_alloc(arena, size * sizeof(double)))) return NULL;
    return s;
}

static void take_ranges(phk_spline *s)
{
    static const double factor[] = {1, 1, 2};
    for (int k = 0; k < PHK_CURVE_PARTS; k++)
        for (int d = 0; d < 3 && d < s->terms; d++) {
            double least = INFINITY, most = -INFINITY;
            for (int i = 1; i <= s->count; i++) {
                double value = factor[d] * phk_spline_piece(s, k, 0, i)[d];
                least = fmin(least, value);
                most = fmax(most, value);
            }
            s->range[k][d] = most - least;
        }
}

int phk_spline_finish(phk_spline *s, ph_source where, ph_diag *diag)
{
    take_ranges(s);
    size_t size =
        (size_t)(s->curves > 0 ? s->curves : 1) * ((size_t)s->count + 1) * (size_t)s->terms;
    for (int k = 0; k < PHK_CURVE_PARTS; k++)
        for (size_t i = 0; i < size; i++)
            if (!isfinite(s->piece[k][i])) {
                phk_error(diag, PH_E_NONFINITE, where, "scale x or y",
                          "the points of the curve are too steep or too large for numbers");
                return 0;
            }
    return 1;
}

int phk_spline_is_surface(const phk_spline *s)
{
    return s->curves > 0;
}

int phk_spline_is_curve(const phk_spline *s)
{
    return s->space;
}

/* The interval of increasing numbers that holds x: i for a[i-1] <= x < a[i], the last one closed;
 * 0 and count outside. Written so that NaN finds one too. */
static int locate(const double *a, int count, double x)
{
    if (x < a[0]) return 0;
    if (x > a[count - 1]) return count;
    int low = 0, high = count - 1;
    while (high - low > 1) {
        int middle = low + (high - low) / 2;
        if (x < a[middle])
            high = middle;
        else
            low = middle;
    }
    return low + 1;
}

/* Row `row` of the pieces of a part. */
static void evaluate(const phk_spline *s, int part, int row, double x, double derivative[4])
{
    double first = s->x[0], last = s->x[s->count - 1];
    if (s->closed) x -= (last - first) * floor((x - first) / (last - first));
    int i = locate(s->x, s->count, x);
    double t = x - s->x[i > 0 ? i - 1 : 0];
    const double *c = phk_spline_piece(s, part, row, i);
    for (int d = 0; d < 4; d++) {
        double sum = 0;
        for (int j = s->terms - 1; j >= d; j--) {
            double factor = 1;
            for (int m = 0; m < d; m++) factor *= j - m;
            sum = sum * t + factor * c[j];
        }
        /* NaN where x is, also of a derivative that is always 0 */
        derivative[d] = s->terms > d + 1 ? sum : sum + 0 * t;
    }
}

void phk_spline_eval(const phk_spline *s, phk_spline_kind kind, double x, double derivative[4])
{
    evaluate(s, (int)kind, 0, x, derivative);
}

phk_surface_point phk_surface_eval(const phk_spline *s, phk_spline_kind kind, int order, double x,
                                   double z)
{
    int i = locate(s->z, s->curves, z);
    int low = i < 1 ? 0 : i > s->curves - 1 ? s->curves - 2 : i - 1;
    double width = s->z[low + 1] - s->z[low], w = (z - s->z[low]) / width;
    double a[5] = {0}, b[5] = {0}; /* pieces are cubic: a fourth derivative is zero */
    evaluate(s, (int)kind, low, x, a);
    evaluate(s, (int)kind, low + 1, x, b);
    const double *p = a + order, *q = b + order;
    return (phk_surface_point){.y = p[0] + w * (q[0] - p[0]),
                               .by_x = p[1] + w * (q[1] - p[1]),
                               .by_z = (q[0] - p[0]) / width,
                               .by_xx = p[2] + w * (q[2] - p[2]),
                               .by_xz = (q[1] - p[1]) / width};
}
