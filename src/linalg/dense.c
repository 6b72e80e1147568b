/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Golub and Van Loan, Matrix Computations, 3.4 (LU), 5.1 and 5.4 (Householder, pivoting).
 */
#include "linalg/dense.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define NEAR    0.1  /* of the length of a preferred row: it is taken */
#define NOTHING 1e-9 /* of the largest row: none is left */

static void swap_rows(double *a, int n, int i, int k)
{
    for (int j = 0; i != k && j < n; j++) {
        double keep = a[(size_t)i * n + j];
        a[(size_t)i * n + j] = a[(size_t)k * n + j];
        a[(size_t)k * n + j] = keep;
    }
}

int phk_dense_factor(int n, double *a, int *pivot)
{
    for (int k = 0; k < n; k++) {
        int best = k;
        for (int i = k + 1; i < n; i++)
            if (fabs(a[(size_t)i * n + k]) > fabs(a[(size_t)best * n + k])) best = i;
        pivot[k] = best;
        swap_rows(a, n, k, best);
        const double *top = a + (size_t)k * n;
        if (!(fabs(top[k]) > 0)) return k;
        for (int i = k + 1; i < n; i++) {
            double *row = a + (size_t)i * n;
            double f = row[k] /= top[k];
            for (int j = k + 1; f != 0 && j < n; j++) row[j] -= f * top[j];
        }
    }
    return -1;
}

void phk_dense_solve(int n, const double *lu, const int *pivot, double *x)
{
    for (int k = 0; k < n; k++) {
        double keep = x[k];
        x[k] = x[pivot[k]];
        x[pivot[k]] = keep;
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++) x[i] -= lu[(size_t)i * n + j] * x[j];
    for (int i = n - 1; i >= 0; i--) {
        for (int j = i + 1; j < n; j++) x[i] -= lu[(size_t)i * n + j] * x[j];
        x[i] /= lu[(size_t)i * n + i];
    }
}

static double square(const double *x, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++) sum += x[i] * x[i];
    return sum;
}

/* x -= beta v (v . x) over components k.. */
static void reflect(const double *v, double beta, int k, int n, double *x)
{
    double sum = 0;
    for (int j = k; j < n; j++) sum += v[j] * x[j];
    sum *= beta;
    for (int j = k; j < n; j++) x[j] -= sum * v[j];
}

static void eliminate(phk_dense_rows *r, double tolerance)
{
    int n = r->n;
    double most = 0;
    for (int i = 0; i < r->rows; i++) r->pivot[i] = i;
    for (int k = 0; k < r->rows && k < n; k++) {
        int best = k;
        double length = -1;
        for (int i = k; i < r->rows; i++) {
            double left = square(r->a + (size_t)i * n + k, n - k);
            if (left > length) length = left, best = i;
        }
        length = sqrt(length);
        if (k == 0) most = length;
        if (!(length > tolerance * most)) return;
        swap_rows(r->a, n, k, best);
        int keep = r->pivot[k];
        r->pivot[k] = r->pivot[best], r->pivot[best] = keep;
        double *v = r->a + (size_t)k * n, d = v[k] > 0 ? -length : length;
        v[k] -= d;
        r->diagonal[k] = d;
        r->beta[k] = 2 / square(v + k, n - k);
        for (int i = k + 1; i < r->rows; i++) reflect(v, r->beta[k], k, n, r->a + (size_t)i * n);
        r->rank = k + 1;
    }
}

ph_status phk_dense_rows_create(int rows, int n, const double *a, double tolerance,
                                phk_dense_rows *r)
{
    size_t size = (size_t)rows * (size_t)n;
    *r = (phk_dense_rows){.rows = rows, .n = n};
    r->a = malloc((size + 1) * sizeof *r->a);
    r->beta = malloc(((size_t)rows + 1) * sizeof *r->beta);
    r->diagonal = malloc(((size_t)rows + 1) * sizeof *r->diagonal);
    r->pivot = malloc(((size_t)rows + 1) * sizeof *r->pivot);
    if (!r->a || !r->beta || !r->diagonal || !r->pivot) {
        phk_dense_rows_free(r);
        return PH_E_NOMEM;
    }
    if (size > 0) memcpy(r->a, a, size * sizeof *a);
    eliminate(r, tolerance);
    return PH_OK;
}

void phk_dense_rows_free(phk_dense_rows *r)
{
    free(r->a);
    free(r->beta);
    free(r->diagonal);
    free(r->pivot);
    *r = (phk_dense_rows){0};
}

static void turn_back(const phk_dense_rows *r, double *x)
{
    for (int k = r->rank - 1; k >= 0; k--) reflect(r->a + (size_t)k * r->n, r->beta[k], k, r->n, x);
}

void phk_dense_rows_null(const phk_dense_rows *r, double *z, double *work)
{
    int n = r->n, m = n - r->rank;
    for (int j = 0; j < m; j++) {
        memset(work, 0, (size_t)n * sizeof *work);
        work[r->rank + j] = 1;
        turn_back(r, work);
        for (int i = 0; i < n; i++) z[(size_t)i * m + j] = work[i];
    }
}

void phk_dense_rows_least(const phk_dense_rows *r, const double *b, double *x, double *work)
{
    int n = r->n;
    memset(work, 0, (size_t)n * sizeof *work);
    for (int i = 0; i < r->rank; i++) {
        const double *row = r->a + (size_t)i * n;
        double sum = b[r->pivot[i]];
        for (int j = 0; j < i; j++) sum -= row[j] * work[j];
        work[i] = sum / r->diagonal[i];
    }
    memcpy(x, work, (size_t)n * sizeof *x);
    turn_back(r, x);
}

/* Which row is longest of those left: a preferred one where it is long enough. */
static int longest(int n, int m, const double *a, const double *whole, int first, double *length)
{
    int best = -1;
    *length = 0;
    for (int i = 0; i < n; i++) {
        if (i == first && best >= 0) break;
        double left = sqrt(square(a + (size_t)i * m, m));
        if (i < first && left < NEAR * whole[i]) continue;
        if (left > *length * (1 + 1e-9)) *length = left, best = i;
    }
    return best;
}

bool phk_dense_pick(int n, int m, const double *s, int first, int *row)
{
    size_t size = (size_t)n * (size_t)m;
    double *a = malloc((size + (size_t)n + (size_t)m + 1) * sizeof *a), *whole = a + size;
    double *unit = whole + n, most = 0, length = 0;
    if (!a) return false;
    memcpy(a, s, size * sizeof *a);
    for (int i = 0; i < n; i++) whole[i] = sqrt(square(a + (size_t)i * m, m));
    int k = 0;
    for (; k < m; k++) {
        row[k] = longest(n, m, a, whole, first, &length);
        if (k == 0) most = length;
        if (row[k] < 0 || !(length > NOTHING * most)) break;
        for (int j = 0; j < m; j++) unit[j] = a[(size_t)row[k] * m + j] / length;
        for (int i = 0; i < n; i++) {
            double sum = 0, *x = a + (size_t)i * m;
            for (int j = 0; j < m; j++) sum += unit[j] * x[j];
            for (int j = 0; j < m; j++) x[j] -= sum * unit[j];
        }
        memset(a + (size_t)row[k] * m, 0, (size_t)m * sizeof *a);
    }
    free(a);
    return k == m;
}
