/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Eigenvalues of full matrices, by their vectors and against known ones, multiple and defective
 * ones too; and some of a large operator.
 */
#include "harness.h"
#include "linalg/dense.h"
#include "linalg/eigen.h"

static unsigned long long seed = 1;

static double chance(void)
{
    seed = seed * 6364136223846793005ull + 1442695040888963407ull;
    return (double)(seed >> 11) / 9007199254740992.0 - 0.5;
}

/* Largest |A x - s x| over all pairs, by the size of A. */
static double check_pairs(int n, const double *a)
{
    double *copy = malloc((size_t)n * n * sizeof *copy), worst = 0, size = 0;
    double complex *value = malloc((size_t)n * sizeof *value);
    double complex *vector = malloc((size_t)n * n * sizeof *vector);
    memcpy(copy, a, (size_t)n * n * sizeof *copy);
    CHECK(phk_eigen(n, copy, value, vector) == PH_OK);
    for (int i = 0; i < n * n; i++) size = fmax(size, fabs(a[i]));
    for (int k = 0; k < n; k++) {
        double length = 0;
        for (int i = 0; i < n; i++) {
            double complex sum = -value[k] * vector[i * n + k];
            for (int j = 0; j < n; j++) sum += a[i * n + j] * vector[j * n + k];
            worst = fmax(worst, cabs(sum));
            length += pow(cabs(vector[i * n + k]), 2);
        }
        CHECK_NEAR(length, 1, 1e-12);
        if (cimag(value[k]) > 0) CHECK(value[k + 1] == conj(value[k]));
    }
    free(copy);
    free(value);
    free(vector);
    return size > 0 ? worst / size : worst;
}

static void by_chance(void)
{
    for (int n = 1; n <= 40; n += n < 8 ? 1 : 8) {
        double *a = malloc((size_t)n * n * sizeof *a);
        for (int k = 0; k < 5; k++) {
            for (int i = 0; i < n * n; i++) a[i] = chance();
            CHECK(check_pairs(n, a) < 1e-12);
            /* of all sizes */
            for (int i = 0; i < n * n; i++) a[i] *= pow(10, 8 * chance());
            CHECK(check_pairs(n, a) < 1e-11);
        }
        free(a);
    }
}

/* Several copies of one eigenvalue, one of them with a Jordan block: s = 2, 2, 2, -1, -1, +-3 i. */
static void multiple(void)
{
    enum { N = 7 };
    static const double t[N][N] = {{2, 1, 0, 0, 0, 0, 0},  {0, 2, 0, 0, 0, 0, 0},
                                   {0, 0, 2, 0, 0, 0, 0},  {0, 0, 0, -1, 0, 0, 0},
                                   {0, 0, 0, 0, -1, 0, 0}, {0, 0, 0, 0, 0, 0, 3},
                                   {0, 0, 0, 0, 0, -3, 0}};
    double x[N * N], lu[N * N], a[N * N], column[N];
    int pivot[N], count[4] = {0};
    double complex value[N];
    for (int i = 0; i < N * N; i++) lu[i] = x[i] = chance() + (i % (N + 1) == 0);
    CHECK(phk_dense_factor(N, lu, pivot) < 0);
    /* A' = X^-T T' X', row by row of A: solves with X' are those with X of the transposed */
    double product[N * N];
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            product[i * N + j] = 0; /* T X */
            for (int k = 0; k < N; k++) product[i * N + j] += t[i][k] * x[k * N + j];
        }
    for (int j = 0; j < N; j++) { /* A = X^-1 T X */
        for (int i = 0; i < N; i++) column[i] = product[i * N + j];
        phk_dense_solve(N, lu, pivot, column);
        for (int i = 0; i < N; i++) a[i * N + j] = column[i];
    }
    CHECK(check_pairs(N, a) < 1e-12);
    CHECK(phk_eigen(N, a, value, NULL) == PH_OK);
    for (int k = 0; k < N; k++) {
        count[0] += cabs(value[k] - 2) < 1e-6;
        count[1] += cabs(value[k] + 1) < 1e-6;
        count[2] += cabs(value[k] - 3 * I) < 1e-10;
        count[3] += cabs(value[k] + 3 * I) < 1e-10;
    }
    CHECK(count[0] == 3 && count[1] == 2 && count[2] == 1 && count[3] == 1);
}

/* Small eigenvalues beside large entries, at which rounding keeps the sweeps from ending. */
static void graded(void)
{
    enum { N = 30 };
    double a[N * N];
    for (int k = 0; k < 20; k++) {
        for (int i = 0; i < N; i++)
            for (int j = 0; j < N; j++)
                a[i * N + j] = j < i - 1 ? 0 : chance() * pow(0.4, i < j ? 0.1 * i : i);
        CHECK(check_pairs(N, a) < 1e-12);
    }
}

/* ---- some of many ---- */

typedef struct {
    int n, applied;
} ring;

/* 1 / (1 + k) on the diagonal, each twice, and 0 in the last tenth. */
static double of_ring(int n, int i)
{
    return i >= n - n / 10 ? 0 : 1.0 / (1 + i / 2);
}
static ph_status turn(void *self, const double *x, double *y)
{
    ring *r = self;
    r->applied++;
    for (int i = 0; i < r->n; i++) y[i] = of_ring(r->n, i) * (i % 4 < 2 ? 1 : -1) * x[i];
    return PH_OK;
}

static void some(void)
{
    ring r = {500, 0};
    phk_operator t = {&r, r.n, turn};
    phk_arnoldi how = {10, 1e-10, 300, 2, 450};
    int found, applied;
    double complex *value, *vector;
    CHECK(phk_eigen_largest(&t, &how, &found, &value, &vector, &applied) == PH_OK);
    CHECK(found == 10 && applied == r.applied);
    for (int k = 0; k < found; k++) CHECK_NEAR(cabs(value[k]), 1.0 / (1 + k / 2), 1e-9);
    free(value);
    free(vector);
    /* too few applications are an error, not an answer */
    how.most = 12;
    CHECK(phk_eigen_largest(&t, &how, &found, &value, &vector, &applied) == PH_E_SOLVE);
    CHECK(found == 0 && !value && !vector);
}

/* ---- full rows ---- */

static void rows(void)
{
    enum { R = 3, N = 6 };
    double a[R * N], z[N * N], x[N], work[N], b[R] = {1, -2, 0.5};
    for (int i = 0; i < R * N; i++) a[i] = chance();
    phk_dense_rows q;
    CHECK(phk_dense_rows_create(R, N, a, 1e-10, &q) == PH_OK);
    CHECK(q.rank == R);
    phk_dense_rows_null(&q, z, work);
    phk_dense_rows_least(&q, b, x, work);
    for (int i = 0; i < R; i++) {
        double sum = -b[i];
        for (int j = 0; j < N; j++) sum += a[i * N + j] * x[j];
        CHECK_NEAR(sum, 0, 1e-13);
        for (int k = 0; k < N - R; k++) {
            sum = 0;
            for (int j = 0; j < N; j++) sum += a[i * N + j] * z[j * (N - R) + k];
            CHECK_NEAR(sum, 0, 1e-14);
        }
    }
    for (int k = 0; k < N - R; k++) { /* shortest: across what is free */
        double sum = 0;
        for (int j = 0; j < N; j++) sum += x[j] * z[j * (N - R) + k];
        CHECK_NEAR(sum, 0, 1e-14);
    }
    int pick[N - R];
    CHECK(phk_dense_pick(N, N - R, z, 0, pick));
    phk_dense_rows_free(&q);
    /* a row that repeats others */
    for (int j = 0; j < N; j++) a[2 * N + j] = a[j] - 2 * a[N + j];
    CHECK(phk_dense_rows_create(R, N, a, 1e-10, &q) == PH_OK);
    CHECK(q.rank == 2);
    phk_dense_rows_free(&q);
}

int main(void)
{
    by_chance();
    multiple();
    graded();
    some();
    rows();
    return TEST_RESULT();
}
