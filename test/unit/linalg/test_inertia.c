/* SPDX-License-Identifier: BSD-3-Clause
 *
 * How many eigenvalues are negative: matrices made by congruence from a diagonal, so that the count
 * is known; saddle points; a count that must be called doubtful.
 */
#include "build_model.h"
#include "linalg/inertia.h"

enum { N = 40 };

/* All of a dense matrix as a pattern. */
static phk_pattern dense(int n)
{
    phk_pattern p = {0};
    phk_collector *c = phk_collector_create(n);
    phk_collect_block(c, 0, n, 0, n);
    CHECK(phk_collector_finish(c, &p) == PH_OK);
    phk_collector_free(c);
    return p;
}

static int count(const phk_pattern *p, const double *values, const int *node)
{
    phk_inertia *f = NULL;
    CHECK(phk_inertia_create(p, node, &f) == PH_OK);
    int first = phk_inertia_count(f, values), again = phk_inertia_count(f, values);
    CHECK(first == again);
    phk_inertia_free(f);
    return first;
}

/* T'DT has the signs of D, whatever T. */
static void test_congruence(void)
{
    static double t[N][N], a[N * N];
    unsigned long long seed = 3;
    int node[N];
    phk_pattern p = dense(N);
    for (int i = 0; i < N; i++) node[i] = i / 4;
    for (int negative = 0; negative <= N; negative += 5) {
        for (int i = 0; i < N; i++)
            for (int k = 0; k < N; k++) t[i][k] = chance(&seed) + (i == k ? 4 : 0);
        for (int i = 0; i < N; i++)
            for (int k = 0; k < N; k++) {
                double sum = 0;
                for (int j = 0; j < N; j++)
                    sum += t[j][i] * t[j][k] * (j < negative ? -1 - 0.1 * j : 2 + 0.1 * j);
                /* a skew part changes nothing */
                a[i * N + k] = sum + (i < k ? 1 : i > k ? -1 : 0) * 3.7;
            }
        CHECK(count(&p, a, node) == negative);
    }
    phk_pattern_free(&p);
}

/* [K G'; G 0] with K > 0: as many as rows. A sparse one: bodies in a row, each tied to the next. */
static void test_saddle(void)
{
    enum { BODIES = 12, ROWS = BODIES - 1, ALL = 3 * BODIES + ROWS };
    int node[ALL];
    static double a[ALL * ALL];
    unsigned long long seed = 5;
    phk_pattern p = {0};
    phk_collector *c = phk_collector_create(ALL);
    memset(a, 0, sizeof a);
    for (int b = 0; b < BODIES; b++) {
        phk_collect_block(c, 3 * b, 3, 3 * b, 3);
        for (int i = 0; i < 3; i++) {
            node[3 * b + i] = b;
            a[(3 * b + i) * ALL + 3 * b + i] = 1 + i;
        }
    }
    for (int r = 0; r < ROWS; r++) {
        int row = 3 * BODIES + r;
        node[row] = -1;
        for (int i = 3 * r; i < 3 * r + 6; i++) {
            phk_collect(c, row, i);
            phk_collect(c, i, row);
            a[row * ALL + i] = a[i * ALL + row] = chance(&seed);
        }
    }
    CHECK(phk_collector_finish(c, &p) == PH_OK);
    phk_collector_free(c);
    double *value = calloc((size_t)p.entries, sizeof *value);
    for (int pass = 0; pass < 2; pass++) {
        /* a direction that is pushed away so hard that no row can make up for it */
        if (pass) a[4 * ALL + 4] = -1e6, a[20 * ALL + 20] = -1e6;
        for (int r = 0; r < ALL; r++)
            for (int k = p.row_start[r]; k < p.row_start[r + 1]; k++)
                value[k] = a[r * ALL + p.column[k]];
        CHECK(count(&p, value, node) == ROWS + 2 * pass);
    }
    free(value);
    phk_pattern_free(&p);
}

static void test_doubtful(void)
{
    static const double a[4] = {1, 1, 1, 1};
    const int node[2] = {0, 1};
    phk_pattern p = dense(2);
    CHECK(count(&p, a, node) == -1);
    phk_pattern_free(&p);
}

int main(void)
{
    test_congruence();
    test_saddle();
    test_doubtful();
    return TEST_RESULT();
}
