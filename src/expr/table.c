/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Tables: the kinds of curves through points, and surfaces of several of them.
 */
#include "expr/spline.h"

#include <math.h>
#include <stdbool.h>
#include "base/diag.h"
#include "expr/spline_pieces.h"

enum { TERMS = 4 };
typedef struct {
    double c[TERMS]; /* value = c0 + s (c1 + s (c2 + s c3)), s = x - origin */
} piece;

/* The data of one construction. */
typedef struct {
    int n;
    const double *x, *y;
    double *h, *m;   /* [n - 1] widths and slopes of the chords */
    double *work[2]; /* [n] */
} points;

/* A cubic piece from values and slopes at its two ends. */
static piece hermite(double h, double y0, double m, double t0, double t1)
{
    return (piece){{y0, t0, (3 * m - 2 * t0 - t1) / h, (t0 + t1 - 2 * m) / (h * h)}};
}

/* Slope of chord i, where chords beyond the ends continue their differences. */
static double chord(const points *p, int i)
{
    int last = p->n - 2;
    if (i < 0) return p->m[0] + i * (p->m[1] - p->m[0]);
    if (i > last) return p->m[last] + (i - last) * (p->m[last] - p->m[last - 1]);
    return p->m[i];
}

static void akima(const points *p, piece *out)
{
    double *slope = p->work[0];
    for (int i = 0; i < p->n; i++) {
        double m1 = chord(p, i - 2), m2 = chord(p, i - 1), m3 = chord(p, i), m4 = chord(p, i + 1);
        double left = fabs(m4 - m3), right = fabs(m2 - m1);
        /* no preference on either side: the mean */
        slope[i] = left + right > 0 ? (left * m2 + right * m3) / (left + right) : (m2 + m3) / 2;
    }
    for (int i = 0; i + 1 < p->n; i++)
        out[i + 1] = hermite(p->h[i], p->y[i], p->m[i], slope[i], slope[i + 1]);
}

/* Third divided difference of points i..i+3. */
static double third(const points *p, int i)
{
    double a = (p->m[i + 1] - p->m[i]) / (p->h[i] + p->h[i + 1]);
    double b = (p->m[i + 2] - p->m[i + 1]) / (p->h[i + 1] + p->h[i + 2]);
    return (b - a) / (p->h[i] + p->h[i + 1] + p->h[i + 2]);
}

/* Solves for s_i = (second derivative at x_i) / 6:
 *   h_{i-1} s_{i-1} + 2 (h_{i-1} + h_i) s_i + h_i s_{i+1} = m_i - m_{i-1},
 *   s_1 - s_0 = h_0 third(0), and likewise at the other end. */
static void cubic(const points *p, piece *out)
{
    int n = p->n;
    const double *h = p->h, *m = p->m;
    double *diagonal = p->work[0], *s = p->work[1];
    diagonal[0] = -h[0];
    s[0] = h[0] * h[0] * third(p, 0);
    for (int i = 1; i < n; i++) {
        double ratio = h[i - 1] / diagonal[i - 1];
        int end = i == n - 1;
        double own = end ? -h[i - 1] : 2 * (h[i - 1] + h[i]);
        double right = end ? -h[i - 1] * h[i - 1] * third(p, n - 4) : m[i] - m[i - 1];
        diagonal[i] = own - ratio * h[i - 1];
        s[i] = right - ratio * s[i - 1];
    }
    s[n - 1] /= diagonal[n - 1];
    for (int i = n - 2; i >= 0; i--) s[i] = (s[i] - h[i] * s[i + 1]) / diagonal[i];
    for (int i = 0; i + 1 < n; i++)
        out[i + 1] = (piece){
            {p->y[i], m[i] - h[i] * (s[i + 1] + 2 * s[i]), 3 * s[i], (s[i + 1] - s[i]) / h[i]}};
}

static void linear(const points *p, piece *out)
{
    for (int i = 0; i + 1 < p->n; i++) out[i + 1] = (piece){{p->y[i], p->m[i], 0, 0}};
}

/* The pieces outside the points. */
static void go_beyond(const points *p, phk_spline_beyond beyond, piece *out)
{
    int n = p->n, k = n - 2;
    const piece *first = &out[1], *last = &out[n - 1];
    double h = p->h[k];
    double left = first->c[1], right = last->c[1] + h * (2 * last->c[2] + 3 * h * last->c[3]);
    double bend0 = 0, bend1 = 0;
    if (beyond == PHK_BEYOND_CHORD) {
        left = p->m[0];
        right = p->m[k];
    } else if (beyond == PHK_BEYOND_PARABOLA) {
        bend0 = (p->m[1] - p->m[0]) / (p->h[0] + p->h[1]);
        bend1 = (p->m[k] - p->m[k - 1]) / (p->h[k] + p->h[k - 1]);
        left = p->m[0] - bend0 * p->h[0];
        right = p->m[k] + bend1 * p->h[k];
    }
    if (beyond == PHK_BEYOND_CONSTANT) left = right = 0;
    out[0] = (piece){{p->y[0], left, bend0, 0}};
    out[n] = (piece){{p->y[n - 1], right, bend1, 0}};
}

static int check(int count, const double *x, const double *y, ph_source where, ph_diag *diag)
{
    if (count < PHK_SPLINE_POINTS || count > 1 << 28) {
        phk_error(diag, PH_E_RANGE, where, NULL, "a curve needs at least %d points, got %d",
                  PHK_SPLINE_POINTS, count);
        return 0;
    }
    int good = 1;
    for (int i = 0; i < count; i++) {
        if (!isfinite(x[i]) || !isfinite(y[i])) {
            phk_error(diag, PH_E_NONFINITE, where, NULL, "point %d of the curve is (%g, %g)", i + 1,
                      x[i], y[i]);
            good = 0;
        } else if (i > 0 && x[i] <= x[i - 1]) {
            phk_error(diag, PH_E_RANGE, where, "sort the points, and give each x once",
                      "x of a curve must increase, but point %d has %.9g after %.9g", i + 1, x[i],
                      x[i - 1]);
            good = 0;
        }
    }
    return good;
}

static double *numbers(phk_arena *arena, int count)
{
    return phk_arena_alloc(arena, (size_t)count * sizeof(double));
}

static bool construction_room(phk_arena *scratch, int count, points *p)
{
    p->h = numbers(scratch, count);
    p->m = numbers(scratch, count);
    p->work[0] = numbers(scratch, count);
    p->work[1] = numbers(scratch, count);
    return p->h && p->m && p->work[0] && p->work[1];
}

/* The pieces of all kinds of one curve, as curve `row` of a spline. */
static void fill(phk_spline *s, int row, points *p, phk_spline_beyond beyond)
{
    size_t first = (size_t)row * ((size_t)s->count + 1) * TERMS;
    for (int i = 0; i + 1 < p->n; i++) {
        p->h[i] = p->x[i + 1] - p->x[i];
        p->m[i] = (p->y[i + 1] - p->y[i]) / p->h[i];
    }
    for (int k = 0; k < PHK_SPLINE_KINDS; k++) {
        piece *out = (piece *)(s->piece[k] + first);
        if (k == PHK_AKIMA)
            akima(p, out);
        else if (k == PHK_CUBIC)
            cubic(p, out);
        else
            linear(p, out);
        bool straight = k == PHK_LINEAR && beyond != PHK_BEYOND_CONSTANT;
        go_beyond(p, straight ? PHK_BEYOND_TANGENT : beyond, out);
    }
}

static const phk_spline *create(phk_arena *arena, int rows, const double *z, points p,
                                phk_spline_beyond beyond, ph_source where, ph_diag *diag)
{
    const double *y = p.y;
    phk_arena scratch = {0};
    phk_spline *s = phk_spline_room(arena, p.n, p.x, TERMS, z ? rows : 0);
    if (s && z) {
        double *copy = numbers(arena, rows);
        for (int k = 0; copy && k < rows; k++) copy[k] = z[k];
        if (!(s->z = copy)) s = NULL;
    }
    if (!s || !construction_room(&scratch, p.n, &p)) {
        s = NULL;
        arena->exhausted = 1;
        phk_error(diag, PH_E_NOMEM, where, NULL, "out of memory for a curve of %d points", p.n);
    }
    for (int k = 0; s && k < rows; k++) {
        p.y = y + (size_t)k * (size_t)p.n;
        fill(s, k, &p, beyond);
    }
    phk_arena_free(&scratch);
    return s && phk_spline_finish(s, where, diag) ? s : NULL;
}

const phk_spline *phk_spline_create(phk_arena *arena, int count, const double *x, const double *y,
                                    phk_spline_beyond beyond, ph_source where, ph_diag *diag)
{
    if (!check(count, x, y, where, diag)) return NULL;
    return create(arena, 1, NULL, (points){.n = count, .x = x, .y = y}, beyond, where, diag);
}

const phk_spline *phk_surface_create(phk_arena *arena, int count, const double *x, int curves,
                                     const double *z, const double *y, phk_spline_beyond beyond,
                                     ph_source where, ph_diag *diag)
{
    if (curves < 2 || (count > 0 && curves > (1 << 28) / count)) {
        phk_error(diag, PH_E_RANGE, where, NULL, "a surface needs at least 2 curves, got %d",
                  curves);
        return NULL;
    }
    int good = 1;
    for (int k = 0; k < curves; k++) {
        if (!isfinite(z[k]) || (k > 0 && !(z[k] > z[k - 1]))) {
            phk_error(diag, PH_E_RANGE, where, "sort the curves, and give each z once",
                      "z of a surface must increase, but curve %d has %.9g", k + 1, z[k]);
            good = 0;
        }
        good = good && check(count, x, y + (size_t)k * (size_t)count, where, diag);
    }
    if (!good) return NULL;
    return create(arena, curves, z, (points){.n = count, .x = x, .y = y}, beyond, where, diag);
}
