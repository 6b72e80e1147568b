/* SPDX-License-Identifier: BSD-3-Clause
 *
 * terrain.c -- the spline through heights, and its derivatives.
 *
 * Coefficients c_i of one row of heights h_i, with both ends one further:
 *
 *   c_(i-1) + 4 c_i + c_(i+1) = 6 h_i,    c_(i-1) - 2 c_i + c_(i+1) = h''_i  (step 1),
 *
 * so that h'' = 6 (h - c). No jump of the third derivative next to the end, h''_0 - 2 h''_1 + h''_2
 * = 0, is then c_1 = h_1 - (h_0 - 2 h_1 + h_2)/6: it needs no other unknown, and neither do those
 * from there to the other end, which one tridiagonal system has. First along x, then along y.
 */
#include "geom/terrain.h"

#include <math.h>

size_t phk_terrain_room(const ph_rows *h)
{
    const size_t nx = (size_t)h->width, ny = (size_t)h->count;
    return (nx + 2) * (ny + 2) + (nx > ny ? nx : ny);
}

/* From heights at c[1], c[2], .. in steps to coefficients; few of them are a line or a parabola.
 * factor: room for as many. */
static void fit_row(double *at, ptrdiff_t step, int n, double *factor)
{
#define C(i) at[((ptrdiff_t)(i) + 1) * step]
    if (n == 2) {
        C(-1) = 2 * C(0) - C(1);
        C(2) = 2 * C(1) - C(0);
        return;
    }
    const double first[2] = {C(0), C(1)}, last[2] = {C(n - 1), C(n - 2)};
    const double bend = first[0] - 2 * first[1] + C(2);
    const double bend_last = last[0] - 2 * last[1] + C(n - 3);
    if (n == 3) {
        for (int i = 0; i < 3; i++) C(i) -= bend / 6;
    } else {
        C(1) -= bend / 6;
        C(n - 2) = last[1] - bend_last / 6;
        double before = 0;
        for (int i = 2; i < n - 2; i++) {
            const double ends = C(i - 1) + (i == n - 3 ? C(n - 2) : 0);
            factor[i] = before = 1 / (4 - before);
            C(i) = before * (6 * C(i) - ends);
        }
        for (int i = n - 4; i >= 2; i--) C(i) -= factor[i] * C(i + 1);
        C(0) = 6 * first[1] - 4 * C(1) - C(2);
        C(n - 1) = 6 * last[1] - 4 * C(n - 2) - C(n - 3);
    }
    C(-1) = 6 * first[0] - 4 * C(0) - C(1);
    C(n) = 6 * last[0] - 4 * C(n - 1) - C(n - 2);
#undef C
}

/* What no point goes beyond: coefficients, and their differences. */
static void find_limits(phk_terrain *t)
{
    const ptrdiff_t nx = t->n[0] + 2, ny = t->n[1] + 2;
    double slope[2] = {0, 0};
    t->low = t->high = t->c[0];
    for (ptrdiff_t j = 0; j < ny; j++)
        for (ptrdiff_t i = 0; i < nx; i++) {
            const double *c = &t->c[j * nx + i];
            t->low = fmin(t->low, *c);
            t->high = fmax(t->high, *c);
            if (i) slope[0] = fmax(slope[0], fabs(c[0] - c[-1]));
            if (j) slope[1] = fmax(slope[1], fabs(c[0] - c[-nx]));
        }
    t->steep = hypot(slope[0] / t->step[0], slope[1] / t->step[1]);
}

void phk_terrain_fit(const ph_rows *h, ph_vec3 size, double *room, phk_terrain *out)
{
    const ptrdiff_t nx = h->width, ny = h->count, row = nx + 2;
    double *const factor = room + row * (ny + 2);
    for (ptrdiff_t j = 0; j < ny; j++) {
        for (ptrdiff_t i = 0; i < nx; i++) room[(j + 1) * row + i + 1] = h->value[j * nx + i];
        fit_row(room + (j + 1) * row, 1, h->width, factor);
    }
    for (ptrdiff_t i = 0; i < row; i++) fit_row(room + i, row, h->count, factor);
    *out = (phk_terrain){.c = room,
                         .n = {h->width, h->count},
                         .size = {size.x, size.y},
                         .step = {size.x / (double)(nx - 1), size.y / (double)(ny - 1)}};
    find_limits(out);
}

/* The four B-splines of a cell at s of its width, with two derivatives. */
typedef struct {
    double w[4], by[4], by2[4];
    int first;
} splines;

static splines splines_at(double x, double size, double step, int n)
{
    const double at = (x < 0 ? 0 : x > size ? size : x) / step;
    int cell = (int)at;
    if (cell > n - 2) cell = n - 2;
    const double s = at - cell, r = 1 - s, k = 1 / step;
    return (splines){.w = {r * r * r / 6, (4 + s * s * (3 * s - 6)) / 6,
                           (4 + r * r * (3 * r - 6)) / 6, s * s * s / 6},
                     .by = {-0.5 * k * r * r, 0.5 * k * s * (3 * s - 4), -0.5 * k * r * (3 * r - 4),
                            0.5 * k * s * s},
                     .by2 = {k * k * r, k * k * (3 * s - 2), k * k * (3 * r - 2), k * k * s},
                     .first = cell};
}

phk_terrain_at phk_terrain_find(const phk_terrain *t, double x, double y)
{
    const splines a = splines_at(x, t->size[0], t->step[0], t->n[0]);
    const splines b = splines_at(y, t->size[1], t->step[1], t->n[1]);
    const ptrdiff_t row = t->n[0] + 2;
    const double *c = t->c + b.first * row + a.first;
    phk_terrain_at p = {.z = 0};
    for (int j = 0; j < 4; j++, c += row) {
        double z = 0, zx = 0, zxx = 0;
        for (int i = 0; i < 4; i++) {
            z += a.w[i] * c[i];
            zx += a.by[i] * c[i];
            zxx += a.by2[i] * c[i];
        }
        p.z += b.w[j] * z;
        p.by[0] += b.w[j] * zx;
        p.by[1] += b.by[j] * z;
        p.by2[0] += b.w[j] * zxx;
        p.by2[1] += b.by[j] * zx;
        p.by2[2] += b.by2[j] * z;
    }
    return p;
}

double phk_terrain_height(const phk_terrain *t, double x, double y, double by[2])
{
    const splines a = splines_at(x, t->size[0], t->step[0], t->n[0]);
    const splines b = splines_at(y, t->size[1], t->step[1], t->n[1]);
    const ptrdiff_t row = t->n[0] + 2;
    const double *c = t->c + b.first * row + a.first;
    double height = 0;
    by[0] = by[1] = 0;
    for (int j = 0; j < 4; j++, c += row) {
        const double z = a.w[0] * c[0] + a.w[1] * c[1] + a.w[2] * c[2] + a.w[3] * c[3];
        const double zx = a.by[0] * c[0] + a.by[1] * c[1] + a.by[2] * c[2] + a.by[3] * c[3];
        height += b.w[j] * z;
        by[0] += b.w[j] * zx;
        by[1] += b.by[j] * z;
    }
    return height;
}
