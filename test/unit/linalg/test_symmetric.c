/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Full symmetric matrices: Cholesky factors, eigenvalues that are known, multiple ones, of sizes
 * far apart, and of two matrices; all by what they do to their vectors.
 */
#include "harness.h"
#include "linalg/symmetric.h"

static unsigned long long seed = 7;

static double chance(void)
{
    seed = seed * 6364136223846793005ull + 1442695040888963407ull;
    return (double)(seed >> 11) / 9007199254740992.0 - 0.5;
}

static double *square(int n)
{
    return calloc((size_t)n * (size_t)n + 1, sizeof(double));
}

/* R R' + shift. */
static double *definite(int n, double shift)
{
    double *r = square(n), *a = square(n);
    for (int i = 0; i < n * n; i++) r[i] = chance();
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            for (int k = 0; k < n; k++) a[i * n + j] += r[i * n + k] * r[j * n + k];
            if (i == j) a[i * n + j] += shift;
        }
    free(r);
    return a;
}

static double *copy_of(int n, const double *a)
{
    double *copy = square(n);
    memcpy(copy, a, sizeof *copy * (size_t)n * (size_t)n);
    return copy;
}

/* Largest entry of X A X' - values and X B X' - 1, b NULL: 1; by the size of A. */
static double wrong(int n, const double *a, const double *b, const double *x, const double *value)
{
    double worst = 0, size = 0;
    for (int i = 0; i < n * n; i++) size = fmax(size, fabs(a[i]));
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double sa = 0, sb = 0;
            for (int k = 0; k < n; k++)
                for (int l = 0; l < n; l++) {
                    double both = x[i * n + k] * x[j * n + l];
                    sa += both * a[k * n + l];
                    sb += both * (b ? b[k * n + l] : k == l);
                }
            worst =
                fmax(worst, fabs(sa - (i == j ? value[i] : 0)) / fmax(size, fabs(value[n - 1])));
            worst = fmax(worst, fabs(sb - (i == j)));
        }
    return worst;
}

static void test_known(void)
{
    enum { N = 60 };
    double *a = square(N), value[N];
    for (int i = 0; i < N; i++) {
        a[i * N + i] = 2;
        if (i > 0) a[i * N + i - 1] = a[(i - 1) * N + i] = -1;
    }
    double *first = copy_of(N, a);
    CHECK(phk_symmetric_eigen(N, a, value) == PH_OK);
    for (int k = 0; k < N; k++)
        CHECK_NEAR(value[k], 2 - 2 * cos((k + 1) * 3.14159265358979 / (N + 1)), 2e-14);
    CHECK(wrong(N, first, NULL, a, value) < 1e-13);
    free(a);
    free(first);
}

static void test_random(void)
{
    for (int n = 0; n <= 24; n++) {
        double *a = definite(n, 0), *first = copy_of(n, a), value[25];
        for (int i = 0; i < n; i++)
            for (int j = 0; j <= i; j++)
                a[i * n + j] = a[j * n + i] = first[i * n + j] - 0.3 * (i == j);
        double *second = copy_of(n, a);
        CHECK(phk_symmetric_eigen(n, a, value) == PH_OK);
        for (int k = 1; k < n; k++) CHECK(value[k] >= value[k - 1]);
        CHECK(n == 0 || wrong(n, second, NULL, a, value) < 1e-13);
        free(a);
        free(first);
        free(second);
    }
}

/* A unit matrix, one of rank one, diagonals of sizes far apart. */
static void test_special(void)
{
    enum { N = 9 };
    double *a = square(N), value[N];
    for (int i = 0; i < N; i++) a[i * N + i] = 3;
    CHECK(phk_symmetric_eigen(N, a, value) == PH_OK);
    for (int i = 0; i < N; i++) CHECK(value[i] == 3);
    for (int i = 0; i < N * N; i++) a[i] = 1;
    CHECK(phk_symmetric_eigen(N, a, value) == PH_OK);
    for (int i = 0; i < N - 1; i++) CHECK_NEAR(value[i], 0, 1e-15);
    CHECK_NEAR(value[N - 1], N, 1e-14);
    memset(a, 0, sizeof *a * N * N);
    for (int i = 0; i < N; i++) a[i * N + i] = pow(10, 12 - 3 * i);
    CHECK(phk_symmetric_eigen(N, a, value) == PH_OK);
    for (int i = 0; i < N; i++) CHECK_NEAR(value[i] / pow(10, -12 + 3 * i), 1, 1e-14);
    free(a);
}

static void test_two(void)
{
    for (int n = 1; n <= 20; n++) {
        double *a = definite(n, 0.1), *b = definite(n, 0.5), value[20];
        double *a0 = copy_of(n, a), *b0 = copy_of(n, b);
        CHECK(phk_symmetric_eigen2(n, a, b, value) == PH_OK);
        CHECK(value[0] > 0);
        CHECK(wrong(n, a0, b0, a, value) < 1e-12);
        /* B that is not positive is told */
        b0[0] = -1;
        CHECK(phk_symmetric_eigen2(n, a0, b0, value) == PH_E_SOLVE);
        free(a);
        free(b);
        free(a0);
        free(b0);
    }
}

static void test_cholesky(void)
{
    enum { N = 30, C = 3 };
    double *a = definite(N, 0.01), *l = copy_of(N, a), x[N * C], b[N * C];
    for (int i = 0; i < N * C; i++) x[i] = chance();
    memset(b, 0, sizeof b);
    for (int i = 0; i < N; i++)
        for (int k = 0; k < N; k++)
            for (int c = 0; c < C; c++) b[i * C + c] += a[i * N + k] * x[k * C + c];
    CHECK(phk_cholesky_factor(N, l, 0) == -1);
    phk_cholesky_solve(N, l, C, b);
    for (int i = 0; i < N * C; i++) CHECK_NEAR(b[i], x[i], 1e-10);
    /* the last row is the sum of two others: there is nothing left of it */
    for (int j = 0; j < N; j++) a[(N - 1) * N + j] = a[3 * N + j] + a[5 * N + j];
    for (int i = 0; i < N; i++) a[i * N + N - 1] = a[i * N + 3] + a[i * N + 5];
    CHECK(phk_cholesky_factor(N, a, 1e-11) == N - 1);
    free(a);
    free(l);
}

int main(void)
{
    test_known();
    test_random();
    test_special();
    test_two();
    test_cholesky();
    return TEST_RESULT();
}
