/* SPDX-License-Identifier: BSD-3-Clause */
#include "linalg/symmetric.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define ROUNDS 60 /* of QL for one eigenvalue */

static double dot(int n, const double *a, const double *b)
{
    double sum = 0;
    for (int i = 0; i < n; i++) sum += a[i] * b[i];
    return sum;
}

static void add(int n, double s, const double *x, double *y)
{
    for (int i = 0; i < n; i++) y[i] += s * x[i];
}

static double *row(double *a, int n, int i)
{
    return a + (size_t)i * (size_t)n;
}

int phk_cholesky_factor(int n, double *a, double tolerance)
{
    for (int i = 0; i < n; i++) {
        double *r = row(a, n, i), whole = r[i];
        for (int j = 0; j < i; j++) {
            const double *s = row(a, n, j);
            r[j] = (r[j] - dot(j, r, s)) / s[j];
        }
        double left = whole - dot(i, r, r);
        if (!(left > tolerance * whole) || !(whole > 0)) return i;
        r[i] = sqrt(left);
    }
    return -1;
}

/* X = L^-1 X. */
static void solve_lower(int n, const double *l, int columns, double *x)
{
    for (int i = 0; i < n; i++) {
        const double *r = l + (size_t)i * (size_t)n;
        double *xi = row(x, columns, i);
        for (int j = 0; j < i; j++)
            if (r[j] != 0) add(columns, -r[j], row(x, columns, j), xi);
        for (int c = 0; c < columns; c++) xi[c] /= r[i];
    }
}

/* X = L^-T X. */
static void solve_upper(int n, const double *l, int columns, double *x)
{
    for (int i = n - 1; i >= 0; i--) {
        const double *r = l + (size_t)i * (size_t)n;
        double *xi = row(x, columns, i);
        for (int c = 0; c < columns; c++) xi[c] /= r[i];
        for (int j = 0; j < i; j++)
            if (r[j] != 0) add(columns, -r[j], xi, row(x, columns, j));
    }
}

void phk_cholesky_solve(int n, const double *l, int columns, double *x)
{
    solve_lower(n, l, columns, x);
    solve_upper(n, l, columns, x);
}

/* ---- three diagonals ---- */

/* A = Q T Q'. The reflectors stay in the rows of a: row k, up to column k - 1, with beta[k]; T has
 * d on its diagonal and e[k] between k - 1 and k. */
static void tridiagonal(int n, double *a, double *d, double *e, double *beta, double *p)
{
    for (int k = n - 1; k > 0; k--) {
        double *v = row(a, n, k), most = 0, tail = 0;
        beta[k] = 0;
        e[k] = v[k - 1];
        for (int j = 0; j < k; j++) most = fmax(most, fabs(v[j]));
        for (int j = 0; j < k - 1 && most > 0; j++) tail += (v[j] / most) * (v[j] / most);
        if (!(tail > 0)) continue;
        /* v = x - |x| e with its last entry 1: H = 1 - beta v v' */
        double x = v[k - 1] / most, length = sqrt(x * x + tail);
        double first = x <= 0 ? x - length : -tail / (x + length);
        beta[k] = 2 * first * first / (tail + first * first);
        e[k] = length * most;
        for (int j = 0; j < k - 1; j++) v[j] = v[j] / most / first;
        v[k - 1] = 1;
        /* p = beta A v, of the lower triangle */
        memset(p, 0, (size_t)k * sizeof *p);
        for (int i = 0; i < k; i++) {
            const double *r = row(a, n, i);
            p[i] += dot(i + 1, r, v);
            add(i, v[i], r, p);
        }
        for (int i = 0; i < k; i++) p[i] *= beta[k];
        add(k, -0.5 * beta[k] * dot(k, p, v), v, p);
        for (int i = 0; i < k; i++) {
            double *r = row(a, n, i);
            for (int j = 0; j <= i; j++) r[j] -= v[i] * p[j] + p[i] * v[j];
        }
    }
    for (int k = 0; k < n; k++) d[k] = row(a, n, k)[k];
    e[0] = 0;
}

/* z = Q', a row for each coordinate of T. */
static void reflections(int n, double *a, const double *beta, double *z)
{
    memset(z, 0, sizeof *z * (size_t)n * (size_t)n);
    for (int i = 0; i < n; i++) row(z, n, i)[i] = 1;
    /* Q = H_n-1 .. H_1: Q' applies H_1 last to its columns 0..k-1 */
    for (int k = 1; k < n; k++) {
        const double *v = row(a, n, k);
        if (beta[k] == 0) continue;
        /* only rows and columns below k are not yet those of the unit matrix */
        for (int i = 0; i < k; i++) {
            double *r = row(z, n, i);
            add(k, -beta[k] * dot(k, r, v), v, r);
        }
    }
}

/* Turns two rows. */
static void turn(int n, double c, double s, double *x, double *y)
{
    for (int i = 0; i < n; i++) {
        double f = y[i];
        y[i] = s * x[i] + c * f;
        x[i] = c * x[i] - s * f;
    }
}

/* Eigenvalues of T in d; z [n][n] by rows is turned along. e[k] is between k and k + 1 here. */
static ph_status ql(int n, double *d, double *e, double *z)
{
    for (int l = 0; l < n; l++) {
        for (int round = 0;; round++) {
            int m = l;
            while (m < n - 1 && fabs(e[m]) > DBL_EPSILON * (fabs(d[m]) + fabs(d[m + 1]))) m++;
            if (m == l) break;
            if (round == ROUNDS) return PH_E_SOLVE;
            double g = (d[l + 1] - d[l]) / (2 * e[l]), r = hypot(g, 1);
            double s = 1, c = 1, p = 0;
            g = d[m] - d[l] + e[l] / (g + copysign(r, g));
            int i = m - 1;
            for (; i >= l; i--) {
                double f = s * e[i], b = c * e[i];
                e[i + 1] = r = hypot(f, g);
                if (r == 0) {
                    d[i + 1] -= p;
                    e[m] = 0;
                    break;
                }
                s = f / r;
                c = g / r;
                g = d[i + 1] - p;
                r = (d[i] - g) * s + 2 * c * b;
                p = s * r;
                d[i + 1] = g + p;
                g = c * r - b;
                turn(n, c, s, row(z, n, i), row(z, n, i + 1));
            }
            if (r == 0 && i >= l) continue;
            d[l] -= p;
            e[l] = g;
            e[m] = 0;
        }
    }
    return PH_OK;
}

/* Ascending, and the rows with them. */
static void sort(int n, double *d, double *z)
{
    for (int i = 0; i < n; i++) {
        int least = i;
        for (int j = i + 1; j < n; j++)
            if (d[j] < d[least]) least = j;
        if (least == i) continue;
        double swap = d[i], *a = row(z, n, i), *b = row(z, n, least);
        d[i] = d[least];
        d[least] = swap;
        for (int k = 0; k < n; k++) {
            swap = a[k];
            a[k] = b[k];
            b[k] = swap;
        }
    }
}

ph_status phk_symmetric_eigen(int n, double *a, double *value)
{
    size_t m = (size_t)n;
    double *z = malloc(sizeof *z * (m * m + 1)), *work = malloc(sizeof *work * (4 * m + 1));
    if (!z || !work) {
        free(z);
        free(work);
        return PH_E_NOMEM;
    }
    double *e = work, *beta = work + m, *p = work + 2 * m;
    tridiagonal(n, a, value, e, beta, p);
    reflections(n, a, beta, z);
    for (int k = 0; k + 1 < n; k++) e[k] = e[k + 1];
    if (n > 0) e[n - 1] = 0;
    ph_status status = ql(n, value, e, z);
    if (!status) sort(n, value, z);
    memcpy(a, z, sizeof *z * m * m);
    free(z);
    free(work);
    return status;
}

/* ---- two matrices ---- */

ph_status phk_symmetric_eigen2(int n, double *a, double *b, double *value)
{
    if (phk_cholesky_factor(n, b, 0) >= 0) return PH_E_SOLVE;
    /* C = L^-1 A L^-T, by columns and by rows */
    solve_lower(n, b, n, a);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++) {
            double swap = row(a, n, i)[j];
            row(a, n, i)[j] = row(a, n, j)[i];
            row(a, n, j)[i] = swap;
        }
    solve_lower(n, b, n, a);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++)
            row(a, n, i)[j] = row(a, n, j)[i] = 0.5 * (row(a, n, i)[j] + row(a, n, j)[i]);
    ph_status status = phk_symmetric_eigen(n, a, value);
    /* x = L^-T y, of each row */
    for (int k = 0; !status && k < n; k++) solve_upper(n, b, 1, row(a, n, k));
    return status;
}
