/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Systems solved by iteration: bodies on a lattice, each coupled to its neighbours. The answer is
 * that of a known vector; what couples too much is left to factors, and comes out the same.
 */
#include <math.h>
#include <stdlib.h>
#include "harness.h"
#include "linalg/factor.h"
#include "linalg/krylov.h"

enum { SIDE = 7, NODES = SIDE * SIDE * SIDE, N = 6 * NODES };

static double random_number(void)
{
    return rand() / (RAND_MAX + 1.0) - 0.5;
}

/* Pattern of a lattice with six unknowns on each of its nodes. */
static void make_lattice(phk_pattern *pattern, int *node)
{
    phk_collector *c = phk_collector_create(N);
    for (int b = 0; b < NODES; b++) {
        const int at[3] = {b % SIDE, b / SIDE % SIDE, b / SIDE / SIDE},
                  way[3] = {1, SIDE, SIDE * SIDE};
        phk_collect_block(c, 6 * b, 6, 6 * b, 6);
        for (int k = 0; k < 3; k++) {
            if (at[k] + 1 == SIDE) continue;
            phk_collect_block(c, 6 * b, 6, 6 * (b + way[k]), 6);
            phk_collect_block(c, 6 * (b + way[k]), 6, 6 * b, 6);
        }
        for (int i = 0; i < 6; i++) node[6 * b + i] = b;
    }
    CHECK(phk_collector_finish(c, pattern) == PH_OK);
    phk_collector_free(c);
}

/* Couplings of so much on a diagonal of inertia; bodies differ by a thousand. */
static void fill(const phk_pattern *p, double coupling, double *values)
{
    for (int r = 0; r < p->n; r++)
        for (int e = p->row_start[r]; e < p->row_start[r + 1]; e++) {
            double mass = r % 6 < 3 ? 1 : 1e-3;
            values[e] = coupling * mass * random_number() + (p->column[e] == r ? mass : 0);
        }
}

static void multiply(const phk_pattern *p, const double *values, const double *x, double *b)
{
    for (int r = 0; r < p->n; r++) {
        b[r] = 0;
        for (int e = p->row_start[r]; e < p->row_start[r + 1]; e++)
            b[r] += values[e] * x[p->column[e]];
    }
}

static double largest_difference(const double *a, const double *b)
{
    double most = 0;
    for (int i = 0; i < N; i++) most = fmax(most, fabs(a[i] - b[i]));
    return most;
}

static void test_solves(void)
{
    static double known[N], b[N], x[N];
    static int node[N];
    phk_pattern p = {0};
    make_lattice(&p, node);
    double *values = malloc((size_t)p.entries * sizeof *values);
    CHECK(phk_krylov_fits(&p, node));
    for (int i = 0; i < N; i++) known[i] = random_number();
    phk_factor *f;
    CHECK(phk_factor_create(&p, node, &f) == PH_OK);
    /* weak, and so strong that it is left to factors */
    const double couplings[] = {0, 0.02, 0.1, 0.2, 30};
    for (int c = 0; c < 5; c++) {
        fill(&p, couplings[c], values);
        multiply(&p, values, known, b);
        CHECK(phk_factor_make(f, values) == PH_OK);
        bool iterates = phk_factor_fill(f) == p.entries;
        CHECK(iterates == (couplings[c] < 1));
        for (int i = 0; i < N; i++) x[i] = b[i];
        phk_factor_solve(f, x);
        CHECK_NEAR(largest_difference(x, known), 0, iterates ? 1e-11 : 1e-7);
        for (int i = 0; i < N; i++) x[i] = b[i];
        phk_factor_correct(f, x);
        CHECK_NEAR(largest_difference(x, known), 0, 1e-3);
    }
    for (int i = 0; i < N; i++) x[i] = 0;
    phk_factor_solve(f, x);
    CHECK(largest_difference(x, x) == 0 && x[0] == 0);
    phk_factor_free(f);
    phk_pattern_free(&p);
    free(values);
}

/* A body without inertia that nothing holds is named. */
static void test_singular(void)
{
    static int node[N];
    phk_pattern p = {0};
    make_lattice(&p, node);
    double *values = malloc((size_t)p.entries * sizeof *values);
    fill(&p, 0, values);
    values[phk_pattern_find(&p, 6 * 40 + 2, 6 * 40 + 2)] = 0;
    phk_factor *f;
    CHECK(phk_factor_create(&p, node, &f) == PH_OK);
    CHECK(phk_factor_make(f, values) == PH_E_SINGULAR);
    CHECK(phk_factor_culprit(f) == 6 * 40 + 2);
    phk_factor_free(f);
    phk_pattern_free(&p);
    free(values);
}

static void test_fits(void)
{
    static int node[N];
    phk_pattern p = {0};
    make_lattice(&p, node);
    node[N - 1] = -1;
    CHECK(!phk_krylov_fits(&p, node));
    phk_pattern_free(&p);
}

int main(void)
{
    test_solves();
    test_singular();
    test_fits();
    return TEST_RESULT();
}
