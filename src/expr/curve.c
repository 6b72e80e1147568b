/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Curves in space: B-splines through points (C. de Boor, A Practical Guide to Splines, 1978,
 * chapters IX, X and XIII).
 *
 * The points stand at equally spaced parameters. Knots are the means of order - 1 neighbouring
 * parameters: then the equations for the control points have one solution, lie in a band, and are
 * solved without exchanging rows. A closed curve is the middle part of an open one through its
 * points repeated: what the ends do dies out by a factor of 0.6 or less from point to point, so
 * that MARGIN points away it is below rounding.
 */
#include <math.h>
#include "base/diag.h"
#include "expr/spline_pieces.h"

enum { MARGIN = 100, BAND = 2 * PHK_CURVE_ORDER };

/* While a curve is made. Parameters count points: 0, 1, 2, ... */
typedef struct {
    int n;           /* points, repeated ones included */
    bool uniform;    /* knots at equal distances, as of an open control polygon */
    int order;       /* terms of its polynomials */
    double *knot;    /* [n + order] */
    double *row;     /* [n][BAND] of the equations: column j of row i is at j - i + order */
    double *control; /* [n] */
} work;

static int count_error(ph_source where, ph_diag *diag, const char *format, int a, int b)
{
    phk_error(diag, PH_E_RANGE, where, NULL, format, a, b);
    return 0;
}

static int check(int count, const double *point, phk_curve_form form, ph_source where,
                 ph_diag *diag)
{
    int order = form.order;
    if (count < PHK_SPLINE_POINTS || count > 1 << 24)
        return count_error(where, diag, "a curve needs at least %d points, got %d",
                           PHK_SPLINE_POINTS, count);
    if (order < 2 || order > PHK_CURVE_ORDER || (order > count && !form.closed))
        return count_error(where, diag,
                           "the order of a curve is at least 2 and at most %d or its number of "
                           "points, got %d",
                           PHK_CURVE_ORDER, order);
    for (int i = 0; i < count; i++)
        for (int k = 0; k < PHK_CURVE_PARTS; k++)
            if (!isfinite(point[3 * i + k]))
                return count_error(where, diag, "coordinate %d of point %d is not finite", k + 1,
                                   i + 1);
    for (int k = 0; k < PHK_CURVE_PARTS && form.closed; k++)
        if (point[k] != point[3 * (count - 1) + k]) {
            phk_error(diag, PH_E_RANGE, where, "repeat the first point at the end",
                      "the first and the last point of a closed curve must be the same");
            return 0;
        }
    return 1;
}

static void set_knots(work *w)
{
    int k = w->order;
    for (int j = 0; j < w->n + k; j++) {
        double mean = 0;
        for (int i = j - k + 1; i < j; i++) mean += i;
        w->knot[j] = j < k ? 0 : j >= w->n ? w->n - 1 : mean / (k - 1);
        if (w->uniform && j >= k && j < w->n)
            w->knot[j] = (w->n - 1.0) * (j - k + 1) / (w->n - k + 1);
    }
}

/* The last knot that is not above x and begins an interval. */
static int interval(const work *w, double x)
{
    int low = w->order - 1, high = w->n;
    while (high - low > 1) {
        int middle = (low + high) / 2;
        if (x < w->knot[middle])
            high = middle;
        else
            low = middle;
    }
    return low;
}

/* The `order` B-splines that are not zero in an interval, at x. */
static void basis(const work *w, int m, double x, double *b)
{
    b[0] = 1;
    for (int d = 1; d < w->order; d++) {
        double carry = 0;
        for (int j = 0; j < d; j++) {
            double right = w->knot[m + j + 1], left = w->knot[m + j + 1 - d];
            double share = b[j] / (right - left);
            b[j] = carry + (right - x) * share;
            carry = (x - left) * share;
        }
        b[d] = carry;
    }
}

/* Equations of the control points, reduced to upper triangular form in place. */
static void factor(work *w)
{
    int k = w->order;
    for (int i = 0; i < w->n; i++) {
        double b[PHK_CURVE_ORDER], *row = w->row + (size_t)i * BAND;
        int m = interval(w, i);
        for (int j = 0; j < BAND; j++) row[j] = 0;
        basis(w, m, i, b);
        for (int j = 0; j < k; j++) row[m - k + 1 + j - i + k] = b[j];
        for (int c = i - k + 1 > 0 ? i - k + 1 : 0; c < i; c++) {
            const double *above = w->row + (size_t)c * BAND;
            double ratio = row[c - i + k] /= above[k];
            for (int j = c + 1; j < c + k && j < w->n; j++)
                row[j - i + k] -= ratio * above[j - c + k];
        }
    }
}

static void solve(work *w)
{
    int k = w->order;
    for (int i = 0; i < w->n; i++)
        for (int c = i - k + 1 > 0 ? i - k + 1 : 0; c < i; c++)
            w->control[i] -= w->row[(size_t)i * BAND + (size_t)(c - i + k)] * w->control[c];
    for (int i = w->n - 1; i >= 0; i--) {
        const double *row = w->row + (size_t)i * BAND;
        for (int j = i + 1; j < i + k && j < w->n; j++)
            w->control[i] -= row[j - i + k] * w->control[j];
        w->control[i] /= row[k];
    }
}

/* Coefficients about the begin of an interval: derivatives over factorials. The control points of a
 * derivative are differences of those before. */
static void polynomial(const work *w, int m, double unit, double *c)
{
    int p = w->order - 1;
    double d[PHK_CURVE_ORDER], scale = 1, x = w->knot[m];
    for (int j = 0; j <= p; j++) d[j] = w->control[m - p + j];
    for (int n = 0; n <= p; n++) {
        int degree = p - n;
        double e[PHK_CURVE_ORDER];
        for (int j = 0; j <= degree; j++) e[j] = d[n + j];
        for (int r = 1; r <= degree; r++)
            for (int j = degree; j >= r; j--) {
                double left = w->knot[m - degree + j], right = w->knot[m + 1 + j - r];
                double a = (x - left) / (right - left);
                e[j] = (1 - a) * e[j - 1] + a * e[j];
            }
        c[n] = e[degree] * scale;
        scale *= unit / (n + 1);
        for (int j = p; j > n; j--)
            d[j] = degree * (d[j] - d[j - 1]) / (w->knot[m + 1 + j - n - 1] - w->knot[m - p + j]);
    }
}

/* The straight parts outside. */
static void go_beyond(phk_spline *s, int part)
{
    double *first = s->piece[part], *last = first + (size_t)s->count * (size_t)s->terms;
    const double *begin = first + s->terms, *end = last - s->terms;
    double t = s->x[s->count - 1] - s->x[s->count - 2];
    double value = 0, slope = 0;
    for (int j = s->terms - 1; j >= 0; j--) value = value * t + end[j];
    for (int j = s->terms - 1; j >= 1; j--) slope = slope * t + j * end[j];
    for (int j = 0; j < s->terms; j++) first[j] = last[j] = 0;
    first[0] = begin[0];
    first[1] = begin[1];
    last[0] = value;
    last[1] = slope;
}

/* The knots from `first` to `last` are the breaks of the curve; -1 and 1 are its ends. */
static phk_spline *breaks(phk_arena *arena, phk_arena *scratch, const work *w, double first,
                          double last, int *from)
{
    int n = 0, m = interval(w, first);
    double *x = phk_arena_alloc(scratch, ((size_t)w->n + 2) * sizeof *x);
    if (!x) return NULL;
    *from = m;
    x[n++] = -1;
    while (w->knot[++m] < last) x[n++] = -1 + 2 * (w->knot[m] - first) / (last - first);
    x[n++] = 1;
    return phk_spline_room(arena, n, x, w->order, 0);
}

static phk_spline *build(phk_arena *arena, phk_arena *scratch, work *w, int count,
                         const double *point, int margin, bool control)
{
    double first = margin, last = margin + count - 1, unit = (last - first) / 2;
    int from;
    w->knot = phk_arena_alloc(scratch, (size_t)(w->n + w->order) * sizeof(double));
    w->row = phk_arena_alloc(scratch, (size_t)w->n * BAND * sizeof(double));
    w->control = phk_arena_alloc(scratch, (size_t)w->n * sizeof(double));
    if (!w->knot || !w->row || !w->control) return NULL;
    set_knots(w);
    phk_spline *s = breaks(arena, scratch, w, first, last, &from);
    if (!s) return NULL;
    if (!control) factor(w);
    for (int k = 0; k < PHK_CURVE_PARTS; k++) {
        int period = count - 1;
        for (int i = 0; i < w->n; i++) {
            int at = i - margin;
            if (margin) at = ((at % period) + period) % period;
            w->control[i] = point[3 * at + k];
        }
        if (!control) solve(w);
        for (int i = 0; i + 1 < s->count; i++)
            polynomial(w, from + i, unit, s->piece[k] + (size_t)(i + 1) * (size_t)s->terms);
        if (w->knot[from] < first) { /* the curve begins inside of an interval: move the origin */
            double *c = s->piece[k] + s->terms, t = (first - w->knot[from]) / unit;
            for (int n = 0; n < s->terms; n++)
                for (int j = s->terms - 2; j >= n; j--) c[j] += t * c[j + 1];
        }
        go_beyond(s, k);
    }
    s->closed = margin > 0;
    s->space = true;
    return s;
}

const phk_spline *phk_curve_create(phk_arena *arena, int count, const double *point,
                                   phk_curve_form form, ph_source where, ph_diag *diag)
{
    if (!check(count, point, form, where, diag)) return NULL;
    phk_arena scratch = {0};
    int margin = form.closed ? MARGIN : 0;
    work w = {.n = count + 2 * margin, .order = form.order};
    w.uniform = form.control && !form.closed;
    phk_spline *s = build(arena, &scratch, &w, count, point, margin, form.control);
    phk_arena_free(&scratch);
    if (!s) {
        arena->exhausted = 1;
        phk_error(diag, PH_E_NOMEM, where, NULL, "out of memory for a curve of %d points", count);
        return NULL;
    }
    return phk_spline_finish(s, where, diag) ? s : NULL;
}
