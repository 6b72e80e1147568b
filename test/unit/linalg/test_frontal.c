/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Sparse Cholesky factors and the lowest eigenvalues of large pairs: against full matrices and
 * closed forms, with multiple eigenvalues, singular matrices and massless unknowns.
 */
#include "harness.h"
#include "linalg/lanczos.h"
#include "linalg/symmetric.h"

#define PI 3.141592653589793

static double noise(unsigned *seed)
{
    *seed = *seed * 1664525u + 1013904223u;
    return (*seed >> 8) * 0x1p-23 - 1;
}

/* A residual of eight solutions, by the size of the right side. */
static double residual(const phk_sparse *a, phk_frontal *f)
{
    const size_t n = (size_t)a->n * PHK_WIDE;
    double *x = malloc(3 * n * sizeof *x), *b = x + n, *y = b + n, worst = 0;
    unsigned seed = 5;
    for (size_t i = 0; i < n; i++) x[i] = b[i] = noise(&seed);
    phk_frontal_solve(f, x);
    phk_sparse_times(a, x, y);
    for (size_t i = 0; i < n; i++) worst = fmax(worst, fabs(y[i] - b[i]));
    free(x);
    return worst;
}

/* Random patterns, from diagonal to full: entries in either triangle, some given twice. */
static void test_random(void)
{
    unsigned seed = 11;
    for (int n = 1; n < 260; n += 1 + n / 7)
        for (int degree = 0; degree < 12; degree += 3) {
            phk_triplets t = {0};
            phk_sparse a;
            phk_frontal *f;
            int culprit;
            for (int i = 0; i < n; i++) {
                phk_triplets_add(&t, i, i, 2.0 * degree + 1);
                phk_triplets_add(&t, i, i, noise(&seed) / 2);
                for (int k = 0; k < degree && n > 1; k++) {
                    const int j = (int)(n * (noise(&seed) + 1) / 2) % n;
                    if (j != i) phk_triplets_add(&t, i, j, noise(&seed));
                }
            }
            CHECK(phk_sparse_make(&t, n, &a) == PH_OK);
            ph_status status = phk_frontal_make(&a, &f, &culprit);
            CHECK(status == PH_OK);
            if (status == PH_OK) CHECK(residual(&a, f) < 1e-12);
            phk_frontal_free(f);
            phk_sparse_free(&a);
            phk_triplets_free(&t);
        }
}

/* The Laplacian of a block n^3 held at its sides: eigenvalues sum 2 - 2 cos(pi k/(n+1)), up to six
 * alike. Fronts of some hundred rows. */
static phk_sparse block(int n, double corner)
{
    phk_triplets t = {0};
    phk_sparse a;
    for (int i = 0; i < n * n * n; i++) {
        phk_triplets_add(&t, i, i, 6);
        if (i % n) phk_triplets_add(&t, i, i - 1, -1);
        if (i / n % n) phk_triplets_add(&t, i - n, i, -1);
        if (i / n / n) phk_triplets_add(&t, i, i - n * n, -1);
    }
    phk_triplets_add(&t, 0, 0, corner);
    CHECK(phk_sparse_make(&t, n * n * n, &a) == PH_OK);
    phk_triplets_free(&t);
    return a;
}

static int smaller(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void test_block(void)
{
    enum { N = 14 };
    static double want[N * N * N];
    phk_sparse a = block(N, 0), m;
    phk_triplets t = {0};
    phk_frontal *f;
    int culprit, found;
    double *value, *vector;
    for (int i = 0; i < N * N * N; i++) {
        phk_triplets_add(&t, i, i, 2);
        want[i] =
            (6 - 2 * cos(PI * (i % N + 1) / (N + 1)) - 2 * cos(PI * (i / N % N + 1) / (N + 1)) -
             2 * cos(PI * (i / N / N + 1) / (N + 1))) /
            2;
    }
    qsort(want, N * N * N, sizeof *want, smaller);
    CHECK(phk_sparse_make(&t, N * N * N, &m) == PH_OK);
    CHECK(phk_frontal_make(&a, &f, &culprit) == PH_OK);
    CHECK(residual(&a, f) < 1e-12);
    phk_lanczos how = {40, 0, 1000, 0, NULL, NULL};
    CHECK(phk_lanczos_lowest(&a, &m, f, &how, &found, &value, &vector) == PH_OK && found == 40);
    for (int i = 0; i < found; i++) CHECK_RATIO(value[i], want[i], 1e-12);
    double worst = 0;
    for (int i = 0; i < found; i++)
        for (int k = 0; k <= i; k++) {
            double sum = 0;
            for (int j = 0; j < m.n; j++)
                sum += 2 * vector[(size_t)i * (size_t)m.n + (size_t)j] *
                       vector[(size_t)k * (size_t)m.n + (size_t)j];
            worst = fmax(worst, fabs(sum - (i == k)));
        }
    CHECK_NEAR(worst, 0, 1e-12);
    free(value);
    free(vector);
    /* all below a bound, and no more than may be */
    int below = 25;
    while (want[below] - want[below - 1] < 1e-6) below++;
    how = (phk_lanczos){0, (want[below] + want[below - 1]) / 2, 1000, 0, NULL, NULL};
    CHECK(phk_lanczos_lowest(&a, &m, f, &how, &found, &value, &vector) == PH_OK);
    CHECK(found == below);
    free(value);
    free(vector);
    how.most = 3;
    CHECK(phk_lanczos_lowest(&a, &m, f, &how, &found, &value, &vector) == PH_E_SOLVE && !value);
    phk_frontal_free(f);
    phk_sparse_free(&a);
    phk_sparse_free(&m);
    phk_triplets_free(&t);
}

static void test_singular(void)
{
    phk_sparse a = block(5, 0), b;
    phk_frontal *f;
    int culprit;
    phk_triplets t = {0};
    for (int i = 0; i < 30; i++) {
        phk_triplets_add(&t, i, i, i == 17 ? 0 : 1);
    }
    CHECK(phk_sparse_make(&t, 30, &b) == PH_OK);
    CHECK(phk_frontal_make(&b, &f, &culprit) == PH_E_SINGULAR && culprit == 17 && !f);
    phk_sparse_free(&a);
    a = block(5, -7);
    CHECK(phk_frontal_make(&a, &f, &culprit) == PH_E_SINGULAR && !f);
    phk_sparse_free(&a);
    phk_sparse_free(&b);
    phk_triplets_free(&t);
}

/* Few unknowns, of which some have no mass: as many values as there are masses. */
static void test_massless(void)
{
    phk_sparse a = block(4, 0), m;
    phk_triplets t = {0};
    phk_frontal *f;
    int culprit, found;
    double *value, *vector;
    for (int i = 0; i < 64; i += 2) phk_triplets_add(&t, i, i, 1);
    CHECK(phk_sparse_make(&t, 64, &m) == PH_OK);
    CHECK(phk_frontal_make(&a, &f, &culprit) == PH_OK);
    const phk_lanczos how = {60, 0, 1000, 0, NULL, NULL};
    CHECK(phk_lanczos_lowest(&a, &m, f, &how, &found, &value, &vector) == PH_OK && found == 32);
    CHECK(value[0] > 0.1 && value[31] > value[0]);
    free(value);
    free(vector);
    phk_frontal_free(f);
    phk_sparse_free(&a);
    phk_sparse_free(&m);
    phk_triplets_free(&t);
}

int main(void)
{
    test_random();
    test_block();
    test_singular();
    test_massless();
    return TEST_RESULT();
}
