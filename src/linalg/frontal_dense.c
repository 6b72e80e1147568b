/* SPDX-License-Identifier: BSD-3-Clause */
#include "linalg/frontal_dense.h"

#include <math.h>
#include <string.h>
#include "math/clones.h"

/* A tile is TALL x FLAT numbers that stay in registers; DEEP: products summed before they go back
 * to memory; BAND: rows that stay near the processor; NARROW: columns factored one by one. */
enum { TALL = 8, FLAT = 4, DEEP = 192, BAND = 96, NARROW = 32 };

static size_t strips(int count, int width)
{
    return (size_t)((count + width - 1) / width);
}

size_t phk_front_room(int rows)
{
    return (strips(rows, TALL) * TALL + strips(rows, FLAT) * FLAT) * DEEP;
}

/* Rows of a [count][deep columns, leading dimension ld] in strips of `width`, filled up by zeros.
 */
static void pack(const double *a, size_t ld, int count, int deep, int width, double *to)
{
    for (int i = 0; i < count; i += width)
        for (int k = 0; k < deep; k++)
            for (int r = 0; r < width; r++)
                *to++ = i + r < count ? a[(size_t)(i + r) + ld * (size_t)k] : 0;
}

/* c [TALL][FLAT] -= a b' of packed strips. */
static inline void tile(int deep, const double *a, const double *b, double c[FLAT][TALL])
{
    double sum[FLAT][TALL] = {{0}};
    for (int k = 0; k < deep; k++, a += TALL, b += FLAT)
        for (int j = 0; j < FLAT; j++)
            for (int i = 0; i < TALL; i++) sum[j][i] += a[i] * b[j];
    memcpy(c, sum, sizeof sum);
}

/* c (rows x columns, leading dimension ldc) -= A B', where A are `rows` rows of a and B are
 * `columns` rows of b; with `lower` only what lies on and below its diagonal is of use. */
PHK_CLONES static void product(int rows, int columns, int depth, const double *a, const double *b,
                               size_t lda, double *c, size_t ldc, int lower, double *room)
{
    double *pa = room, *pb = room + strips(rows, TALL) * TALL * DEEP, t[FLAT][TALL];
    for (int from = 0; from < depth; from += DEEP) {
        const int deep = depth - from < DEEP ? depth - from : DEEP;
        pack(a + lda * (size_t)from, lda, rows, deep, TALL, pa);
        pack(b + lda * (size_t)from, lda, columns, deep, FLAT, pb);
        for (int band = 0; band < rows; band += BAND)
            for (int j = 0; j < columns; j += FLAT)
                for (int i = band; i < rows && i < band + BAND; i += TALL) {
                    if (lower && i + TALL <= j) continue;
                    tile(deep, pa + (size_t)i * (size_t)deep, pb + (size_t)j * (size_t)deep, t);
                    const int tall = rows - i < TALL ? rows - i : TALL;
                    const int flat = columns - j < FLAT ? columns - j : FLAT;
                    for (int q = 0; q < flat; q++)
                        for (int p = 0; p < tall; p++)
                            c[(size_t)(i + p) + ldc * (size_t)(j + q)] -= t[q][p];
                }
    }
}

/* Columns from..to of the panel, of which all to the left has been taken. */
PHK_CLONES static int factor_narrow(int rows, int from, int to, double *panel, const double *whole)
{
    for (int j = from; j < to; j++) {
        double *col = panel + (size_t)j * (size_t)rows;
        for (int k = from; k < j; k++) {
            const double *other = panel + (size_t)k * (size_t)rows, f = other[j];
            for (int i = j; i < rows; i++) col[i] -= f * other[i];
        }
        if (!(col[j] > 1e-13 * whole[j])) return j;
        const double pivot = sqrt(col[j]);
        col[j] = pivot;
        for (int i = j + 1; i < rows; i++) col[i] /= pivot;
    }
    return -1;
}

int phk_front_factor(int rows, int columns, double *panel, double *rest, const double *whole,
                     double *room)
{
    const size_t ld = (size_t)rows;
    for (int from = 0; from < columns; from += NARROW) {
        const int to = columns - from < NARROW ? columns : from + NARROW;
        int bad = factor_narrow(rows, from, to, panel, whole);
        if (bad >= 0) return bad;
        const double *done = panel + ld * (size_t)from + to;
        if (to < columns)
            product(rows - to, columns - to, to - from, done, done, ld,
                    panel + ld * (size_t)to + to, ld, 1, room);
    }
    const int left = rows - columns;
    if (left > 0)
        product(left, left, columns, panel + columns, panel + columns, ld, rest, (size_t)left, 1,
                room);
    return -1;
}
