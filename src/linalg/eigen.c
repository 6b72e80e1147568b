/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Eigenvalues of a full real matrix: balanced by powers of two, to Hessenberg form by reflections,
 * to real Schur form by Francis' double shifts; eigenvectors by substitution in that form.
 *
 * Golub and Van Loan, Matrix Computations, 7.4 to 7.6; Parlett and Reinsch 1969.
 */
#include "linalg/eigen.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define ROUNDS   60 /* of double shifts for one eigenvalue */
#define PATIENCE 12 /* of them, with small entries measured by their neighbours */

typedef struct {
    int n;
    double *h, *z; /* [n][n] H, and what it was turned by */
    double *scale; /* [n] of balancing */
} schur;

static double *at(double *a, int n, int i, int j)
{
    return a + (size_t)i * n + j;
}

static void balance(schur *s)
{
    int n = s->n;
    bool again = true;
    for (int i = 0; i < n; i++) s->scale[i] = 1;
    for (int round = 0; again && round < 100; round++) {
        again = false;
        for (int i = 0; i < n; i++) {
            double row = 0, column = 0;
            for (int j = 0; j < n; j++) {
                if (j == i) continue;
                row += fabs(*at(s->h, n, i, j));
                column += fabs(*at(s->h, n, j, i));
            }
            if (!(row > 0) || !(column > 0)) continue;
            int e;
            frexp(sqrt(row / column), &e);
            double f = ldexp(1, e - 1);
            if (f == 1 || !(column * f + row / f < 0.95 * (column + row))) continue;
            again = true;
            s->scale[i] *= f;
            for (int j = 0; j < n; j++) *at(s->h, n, i, j) /= f;
            for (int j = 0; j < n; j++) *at(s->h, n, j, i) *= f;
        }
    }
}

/* Reflector of x [m]: v with v[0] = 1 and beta, so that (1 - beta v v') x is along the first. */
static double reflector(int m, double *x)
{
    double tail = 0, most = 0;
    for (int i = 0; i < m; i++) most = fmax(most, fabs(x[i]));
    if (!(most > 0)) return 0;
    for (int i = 0; i < m; i++) x[i] /= most;
    for (int i = 1; i < m; i++) tail += x[i] * x[i];
    if (!(tail > 0)) return 0;
    double length = sqrt(x[0] * x[0] + tail);
    double first = x[0] <= 0 ? x[0] - length : -tail / (x[0] + length);
    double beta = 2 * first * first / (tail + first * first);
    for (int i = 1; i < m; i++) x[i] /= first;
    x[0] = 1;
    return beta;
}

/* Reflects rows k.. of columns from..n-1, and columns k.. of rows 0..to-1, by v [m]. */
static void reflect_rows(double *a, int n, int k, int m, const double *v, double beta, int from)
{
    for (int j = from; j < n; j++) {
        double sum = 0;
        for (int i = 0; i < m; i++) sum += v[i] * *at(a, n, k + i, j);
        sum *= beta;
        for (int i = 0; i < m; i++) *at(a, n, k + i, j) -= sum * v[i];
    }
}

static void reflect_columns(double *a, int n, int k, int m, const double *v, double beta, int to)
{
    for (int i = 0; i < to; i++) {
        double sum = 0, *row = at(a, n, i, k);
        for (int j = 0; j < m; j++) sum += row[j] * v[j];
        sum *= beta;
        for (int j = 0; j < m; j++) row[j] -= sum * v[j];
    }
}

static void to_hessenberg(schur *s, double *v)
{
    int n = s->n;
    memset(s->z, 0, (size_t)n * n * sizeof *s->z);
    for (int i = 0; i < n; i++) *at(s->z, n, i, i) = 1;
    for (int k = 0; k + 2 < n; k++) {
        int m = n - k - 1;
        for (int i = 0; i < m; i++) v[i] = *at(s->h, n, k + 1 + i, k);
        double beta = reflector(m, v);
        if (!(beta > 0)) continue;
        reflect_rows(s->h, n, k + 1, m, v, beta, k);
        reflect_columns(s->h, n, k + 1, m, v, beta, n);
        reflect_columns(s->z, n, k + 1, m, v, beta, n);
        for (int i = k + 2; i < n; i++) *at(s->h, n, i, k) = 0;
    }
}

/* A block of two at k: triangular where its eigenvalues are real. */
static void part_block(schur *s, int k)
{
    int n = s->n;
    double *h = s->h;
    double a = *at(h, n, k, k), b = *at(h, n, k, k + 1), c = *at(h, n, k + 1, k),
           d = *at(h, n, k + 1, k + 1);
    double p = (a - d) / 2, q = p * p + b * c;
    if (c == 0 || q < 0) return;
    double w = p + copysign(sqrt(q), p), r = hypot(w, c);
    double cs = w / r, sn = c / r;
    for (int j = k; j < n; j++) {
        double x = *at(h, n, k, j), y = *at(h, n, k + 1, j);
        *at(h, n, k, j) = cs * x + sn * y;
        *at(h, n, k + 1, j) = cs * y - sn * x;
    }
    for (int which = 0; which < 2; which++) {
        double *m = which ? s->z : h;
        for (int i = 0; i < (which ? n : k + 2); i++) {
            double x = *at(m, n, i, k), y = *at(m, n, i, k + 1);
            *at(m, n, i, k) = cs * x + sn * y;
            *at(m, n, i, k + 1) = cs * y - sn * x;
        }
    }
    *at(h, n, k + 1, k) = 0;
}

/* One double shift on rows low..high. */
static void sweep(schur *s, int low, int high, int round)
{
    int n = s->n;
    double *h = s->h;
    double x = *at(h, n, high, high), y = *at(h, n, high - 1, high - 1),
           w = *at(h, n, high, high - 1) * *at(h, n, high - 1, high);
    if (round % 10 == 9) { /* shifts of another kind, where these lead nowhere */
        double f = fabs(*at(h, n, high, high - 1)) + fabs(*at(h, n, high - 1, high - 2));
        x = y = *at(h, n, high, high) + 0.75 * f;
        w = -0.4375 * f * f;
    }
    /* first column of (H - x)(H - y) - w, by the entry below the diagonal; differences first, or
     * nothing but rounding is left of it at multiple eigenvalues */
    double a = *at(h, n, low, low), b = *at(h, n, low, low + 1), c = *at(h, n, low + 1, low),
           d = *at(h, n, low + 1, low + 1);
    double v[3] = {((x - a) * (y - a) - w) / c + b, (d - a) - (x - a) - (y - a),
                   *at(h, n, low + 2, low + 1)};
    for (int k = low; k < high; k++) {
        int m = k + 2 <= high ? 3 : 2;
        if (k > low)
            for (int i = 0; i < m; i++) v[i] = *at(h, n, k + i, k - 1);
        double beta = reflector(m, v);
        if (!(beta > 0)) continue;
        reflect_rows(h, n, k, m, v, beta, k > low ? k - 1 : low);
        reflect_columns(h, n, k, m, v, beta, (k + 3 < high ? k + 3 : high) + 1);
        reflect_columns(s->z, n, k, m, v, beta, n);
        for (int i = 1; k > low && i < m; i++) *at(h, n, k + i, k - 1) = 0;
    }
}

static ph_status to_schur(schur *s)
{
    int n = s->n, high = n - 1, round = 0;
    double norm = 0;
    for (int i = 0; i < n * n; i++) norm = fmax(norm, fabs(s->h[i]));
    while (high > 0) {
        int low = high;
        for (; low > 0; low--) {
            double near = fabs(*at(s->h, n, low, low)) + fabs(*at(s->h, n, low - 1, low - 1));
            if (near == 0) near = norm;
            /* at multiple eigenvalues, and at small ones beside large entries, rounding brings back
             * what a sweep has made small: then it is small beside the whole matrix */
            double limit = DBL_EPSILON * (round > PATIENCE ? fmax(norm, near) : near);
            if (fabs(*at(s->h, n, low, low - 1)) <= limit) break;
        }
        if (low > 0) *at(s->h, n, low, low - 1) = 0;
        if (low >= high - 1) {
            if (low == high - 1) part_block(s, low);
            high = low - 1, round = 0;
            continue;
        }
        if (round++ == ROUNDS) return PH_E_SOLVE;
        sweep(s, low, high, round);
    }
    return PH_OK;
}

static void read_values(const schur *s, double complex *value)
{
    int n = s->n;
    for (int k = 0; k < n; k++) {
        double a = *at(s->h, n, k, k);
        value[k] = a;
        if (k + 1 == n || *at(s->h, n, k + 1, k) == 0) continue;
        double d = *at(s->h, n, k + 1, k + 1), p = (a - d) / 2;
        double q = p * p + *at(s->h, n, k, k + 1) * *at(s->h, n, k + 1, k);
        double re = d + p, im = sqrt(fmax(-q, 0));
        value[k] = phk_complex(re, im);
        value[++k] = phk_complex(re, -im);
    }
}

/* x [k + 1 or k + 2] with (T - value k) x = 0, by substitution. */
static int substitute(const schur *s, int k, double complex value, double complex *x)
{
    int n = s->n;
    double *t = s->h, norm = 0;
    for (int i = 0; i < n * n; i++) norm = fmax(norm, fabs(t[i]));
    double complex tiny = DBL_EPSILON * fmax(norm, DBL_MIN / DBL_EPSILON);
    int top = k;
    x[k] = 1;
    if (cimag(value) != 0) {
        x[k + 1] = 1;
        x[k] = (value - *at(t, n, k + 1, k + 1)) / *at(t, n, k + 1, k);
        top = k + 1;
    }
    for (int i = k - 1; i >= 0; i--) {
        double complex r = 0, r2 = 0;
        bool two = i > 0 && *at(t, n, i, i - 1) != 0;
        for (int j = i + 1; j <= top; j++) r -= *at(t, n, i, j) * x[j];
        double complex d = *at(t, n, i, i) - value;
        if (!two) {
            x[i] = r / (cabs(d) < cabs(tiny) ? tiny : d);
            continue;
        }
        for (int j = i + 1; j <= top; j++) r2 -= *at(t, n, i - 1, j) * x[j];
        double a = *at(t, n, i - 1, i), c = *at(t, n, i, i - 1);
        double complex e = *at(t, n, i - 1, i - 1) - value, det = e * d - a * c;
        if (cabs(det) < cabs(tiny) * cabs(tiny)) det = tiny * tiny;
        x[i - 1] = (d * r2 - a * r) / det;
        x[i] = (e * r - c * r2) / det;
        i--;
    }
    return top + 1;
}

static void make_vectors(const schur *s, const double complex *value, double complex *vector,
                         double complex *x)
{
    int n = s->n;
    for (int k = 0; k < n; k++) {
        int m = substitute(s, k, value[k], x);
        double sum = 0;
        for (int i = 0; i < n; i++) {
            double complex v = 0;
            for (int j = 0; j < m; j++) v += *at(s->z, n, i, j) * x[j];
            vector[(size_t)i * n + k] = v *= s->scale[i];
            sum += creal(v) * creal(v) + cimag(v) * cimag(v);
        }
        bool pair = cimag(value[k]) != 0;
        for (int i = 0; i < n; i++) {
            double complex v = vector[(size_t)i * n + k] /= sqrt(sum);
            if (pair) vector[(size_t)i * n + k + 1] = conj(v);
        }
        k += pair;
    }
}

ph_status phk_eigen(int n, double *a, double complex *value, double complex *vector)
{
    size_t size = (size_t)n * (size_t)n + 1;
    double *room = malloc((size + 2 * (size_t)n) * sizeof *room);
    double complex *x = malloc(((size_t)n + 1) * sizeof *x);
    ph_status status = room && x ? PH_OK : PH_E_NOMEM;
    if (!status && n > 0) {
        schur s = {n, a, room, room + size};
        balance(&s);
        to_hessenberg(&s, room + size + n);
        status = to_schur(&s);
        if (!status) read_values(&s, value);
        if (!status && vector) make_vectors(&s, value, vector, x);
    }
    free(x);
    free(room);
    return status;
}
