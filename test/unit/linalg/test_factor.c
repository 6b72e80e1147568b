/* SPDX-License-Identifier: BSD-3-Clause
 *
 * test_factor.c -- pattern, order and factors on saddle-point systems of chains, rings and grids of
 * bodies: solutions against dense elimination, fill, refactorisation, singular systems.
 */
#include "linalg/factor.h"
#include "linalg/order.h"
#include "harness.h"

/* A net of bodies (six unknowns each) and hinges (five rows each), ground being body -1. */
typedef struct {
    int bodies, joints;
    int (*joint)[2];
    phk_pattern pattern;
    int *node;
    double *value;
    int n;
} net;

static unsigned long long seed;
static double chance(void) /* -1 .. 1 */
{
    seed = seed * 6364136223846793005ull + 1442695040888963407ull;
    return (double)(long long)(seed >> 11) / (double)(1ll << 52) - 1;
}

static void add(net *s, int a, int b)
{
    s->joint[s->joints][0] = a;
    s->joint[s->joints++][1] = b;
}

static void put(net *s, int row, int column, double value)
{
    int at = phk_pattern_find(&s->pattern, row, column);
    CHECK(at >= 0);
    if (at >= 0) s->value[at] = value;
}

/* Random values, inertia dominant; mass: of every other body, the rest having 1. */
static void fill(net *s, double mass)
{
    for (int b = 0; b < s->bodies; b++) {
        double m = b % 2 ? 1 : mass;
        for (int i = 0; i < 6; i++)
            for (int j = 0; j < 6; j++)
                put(s, 6 * b + i, 6 * b + j, m * (i == j ? 2 + chance() : 0.2 * chance()));
    }
    for (int k = 0; k < s->joints; k++) {
        for (int side = 0; side < 2; side++) {
            int b = s->joint[k][side];
            if (b < 0) continue;
            for (int i = 0; i < 5; i++) {
                for (int j = 0; j < 6; j++) {
                    int row = 6 * s->bodies + 5 * k + i, column = 6 * b + j;
                    double g = chance();
                    put(s, row, column, g);
                    put(s, column, row, g);
                }
            }
        }
    }
}

static void compile(net *s)
{
    s->n = 6 * s->bodies + 5 * s->joints;
    s->node = malloc((size_t)s->n * sizeof *s->node);
    phk_collector *c = phk_collector_create(s->n);
    for (int u = 0; u < s->n; u++) s->node[u] = u < 6 * s->bodies ? u / 6 : -1;
    for (int b = 0; b < s->bodies; b++) phk_collect_block(c, 6 * b, 6, 6 * b, 6);
    for (int k = 0; k < s->joints; k++) {
        int row = 6 * s->bodies + 5 * k;
        for (int i = 0; i < 5; i++) phk_collect(c, row + i, row + i);
        for (int side = 0; side < 2; side++) {
            if (s->joint[k][side] < 0) continue;
            phk_collect_block(c, row, 5, 6 * s->joint[k][side], 6);
            phk_collect_block(c, 6 * s->joint[k][side], 6, row, 5);
        }
    }
    CHECK(phk_collector_finish(c, &s->pattern) == PH_OK);
    phk_collector_free(c);
    s->value = calloc((size_t)s->pattern.entries, sizeof *s->value);
    fill(s, 1);
}

static net make(int bodies, int joints)
{
    net s = {.bodies = bodies};
    s.joint = malloc((size_t)joints * sizeof *s.joint);
    return s;
}

static net chain(int n)
{
    net s = make(n, n);
    for (int b = 0; b < n; b++) add(&s, b - 1, b);
    compile(&s);
    return s;
}

static net ring(int n)
{
    net s = make(n, n);
    for (int b = 0; b < n; b++) add(&s, b, (b + 1) % n);
    compile(&s);
    return s;
}

/* Balls: the hinges' five rows would over-determine a grid, so bodies sit on a comb-like subset of
 * its links: every row of the grid is a chain, and every fifth column closes loops. */
static net grid(int size)
{
    net s = make(size * size, 2 * size * size);
    for (int r = 0; r < size; r++) {
        for (int c = 0; c < size; c++) {
            if (c + 1 < size) add(&s, r * size + c, r * size + c + 1);
            if (r + 1 < size && (c + 2 * r) % 11 == 0) add(&s, r * size + c, (r + 1) * size + c);
        }
    }
    compile(&s);
    return s;
}

static void drop(net *s)
{
    phk_pattern_free(&s->pattern);
    free(s->joint);
    free(s->node);
    free(s->value);
}

/* Dense elimination with partial pivoting. */
static void dense_solve(const net *s, double *x)
{
    int n = s->n;
    double *a = calloc((size_t)n * (size_t)n, sizeof *a);
    for (int r = 0; r < n; r++)
        for (int p = s->pattern.row_start[r]; p < s->pattern.row_start[r + 1]; p++)
            a[r * n + s->pattern.column[p]] = s->value[p];
    for (int k = 0; k < n; k++) {
        int best = k;
        for (int i = k + 1; i < n; i++)
            if (fabs(a[i * n + k]) > fabs(a[best * n + k])) best = i;
        for (int j = 0; j < n; j++) {
            double t = a[k * n + j];
            a[k * n + j] = a[best * n + j];
            a[best * n + j] = t;
        }
        double t = x[k];
        x[k] = x[best];
        x[best] = t;
        for (int i = k + 1; i < n; i++) {
            double f = a[i * n + k] / a[k * n + k];
            if (f == 0) continue;
            for (int j = k; j < n; j++) a[i * n + j] -= f * a[k * n + j];
            x[i] -= f * x[k];
        }
    }
    for (int k = n - 1; k >= 0; k--) {
        for (int j = k + 1; j < n; j++) x[k] -= a[k * n + j] * x[j];
        x[k] /= a[k * n + k];
    }
    free(a);
}

/* Largest difference from dense elimination, relative to the largest entry of the solution. */
static double against_dense(const net *s, phk_factor *f)
{
    double *x = malloc((size_t)s->n * sizeof *x), *y = malloc((size_t)s->n * sizeof *y);
    for (int k = 0; k < s->n; k++) x[k] = y[k] = chance();
    phk_factor_solve(f, x);
    dense_solve(s, y);
    double off = 0, size = 0;
    for (int k = 0; k < s->n; k++) {
        off = fmax(off, fabs(x[k] - y[k]));
        size = fmax(size, fabs(y[k]));
    }
    free(x);
    free(y);
    return off / size;
}

/* y = A x */
static void multiply(const phk_pattern *p, const double *values, const double *x, double *y)
{
    for (int r = 0; r < p->n; r++) {
        y[r] = 0;
        for (int k = p->row_start[r]; k < p->row_start[r + 1]; k++)
            y[r] += values[k] * x[p->column[k]];
    }
}

/* |A x - b| relative to |b| for a random b. */
static double residual(const net *s, phk_factor *f)
{
    size_t n = (size_t)s->n;
    double *b = malloc(n * sizeof *b), *x = malloc(n * sizeof *x), *y = malloc(n * sizeof *y);
    for (size_t k = 0; k < n; k++) x[k] = b[k] = chance();
    phk_factor_solve(f, x);
    multiply(&s->pattern, s->value, x, y);
    double off = 0;
    for (size_t k = 0; k < n; k++) off = fmax(off, fabs(y[k] - b[k]));
    free(b);
    free(x);
    free(y);
    return off;
}

static void test_pattern(void)
{
    phk_collector *c = phk_collector_create(5);
    phk_collect_block(c, 1, 2, 2, 3);
    phk_collect(c, 1, 0);
    phk_collect(c, 1, 3);
    phk_collect(c, 4, 4);
    phk_pattern p;
    CHECK(phk_collector_finish(c, &p) == PH_OK);
    phk_collector_free(c);
    static const int start[] = {0, 0, 4, 7, 7, 8}, column[] = {0, 2, 3, 4, 2, 3, 4, 4};
    CHECK(p.n == 5 && p.entries == 8);
    CHECK(memcmp(p.row_start, start, sizeof start) == 0);
    CHECK(memcmp(p.column, column, sizeof column) == 0);
    CHECK(phk_pattern_find(&p, 2, 3) == 5 && phk_pattern_find(&p, 2, 0) == -1);
    CHECK(phk_pattern_find(&p, 0, 0) == -1 && phk_pattern_find(&p, 4, 4) == 7);
    phk_pattern_free(&p);

    // entries outside the matrix are refused, and a long row is sorted as well
    c = phk_collector_create(200);
    for (int k = 0; k < 200; k++) phk_collect(c, 3, (k * 77) % 200);
    CHECK(phk_collector_finish(c, &p) == PH_OK);
    CHECK(p.entries == 200);
    for (int k = 0; k < p.entries; k++) CHECK(p.column[k] == k);
    phk_pattern_free(&p);
    phk_collect_block(c, 199, 2, 0, 1);
    CHECK(phk_collector_finish(c, &p) == PH_E_USAGE);
    phk_collector_free(c);

    c = phk_collector_create(0);
    CHECK(phk_collector_finish(c, &p) == PH_OK && p.n == 0 && p.entries == 0);
    phk_factor *f;
    CHECK(phk_factor_create(&p, NULL, &f) == PH_OK);
    CHECK(phk_factor_make(f, NULL) == PH_OK);
    phk_factor_solve(f, NULL);
    phk_factor_free(f);
    phk_pattern_free(&p);
    phk_collector_free(c);
}

/* Late, every constraint row stands after the bodies it touches, early after one of them; bodies
 * stay together. */
static void test_order(bool early)
{
    net s = ring(40);
    int *place = malloc((size_t)s.n * sizeof *place), *rank = malloc((size_t)s.n * sizeof *rank);
    CHECK(phk_order(&s.pattern, s.node, early, place) == PH_OK);
    for (int k = 0; k < s.n; k++) rank[k] = -1;
    for (int k = 0; k < s.n; k++) rank[place[k]] = k;
    for (int k = 0; k < s.n; k++) CHECK(rank[k] >= 0);
    for (int k = 0; k < s.joints; k++)
        CHECK((rank[6 * s.bodies + 5 * k] > rank[6 * s.joint[k][0] + 5]) +
                  (rank[6 * s.bodies + 5 * k] > rank[6 * s.joint[k][1] + 5]) >=
              (early ? 1 : 2));
    for (int u = 0; u < 6 * s.bodies; u++)
        if (u % 6) CHECK(rank[u] == rank[u - 1] + 1);

    // unknowns that touch no node: a chain of states behind the ring is ordered all the same
    for (int u = 0; u < s.n; u++) s.node[u] = -1;
    CHECK(phk_order(&s.pattern, s.node, early, place) == PH_OK);
    for (int u = 0; u < s.n; u++) rank[u] = -1;
    for (int k = 0; k < s.n; k++) rank[place[k]] = k;
    for (int u = 0; u < s.n; u++) CHECK(rank[u] >= 0);
    s.node[3] = s.n;
    CHECK(phk_order(&s.pattern, s.node, early, place) == PH_E_USAGE);
    free(place);
    free(rank);
    drop(&s);
}

static void test_solutions(void)
{
    net s[] = {chain(20), ring(20), grid(6)};
    for (int i = 0; i < 3; i++) {
        phk_factor *f;
        CHECK(phk_factor_create(&s[i].pattern, s[i].node, &f) == PH_OK);
        for (int round = 0; round < 3; round++) {
            CHECK(phk_factor_make(f, s[i].value) == PH_OK);
            CHECK_NEAR(against_dense(&s[i], f), 0, 1e-9);
            CHECK(phk_factor_culprit(f) == -1);
            fill(&s[i], 1);
        }
        CHECK(phk_factor_count(f)->solves == 3);
        phk_factor_free(f);
        drop(&s[i]);
    }
}

/* Milligrams beside tonnes: the order must survive, as it does not with scaling by rows alone. */
static void test_masses(void)
{
    net s = ring(200);
    phk_factor *f;
    CHECK(phk_factor_create(&s.pattern, s.node, &f) == PH_OK);
    CHECK(phk_factor_make(f, s.value) == PH_OK);
    long long usual = phk_factor_fill(f);
    phk_factor_free(f);
    for (double mass = 1e-6; mass < 1e7; mass *= 1e3) {
        fill(&s, mass);
        CHECK(phk_factor_create(&s.pattern, s.node, &f) == PH_OK);
        CHECK(phk_factor_make(f, s.value) == PH_OK);
        CHECK((double)phk_factor_fill(f) < 1.1 * (double)usual);
        CHECK(residual(&s, f) < 1e-5);
        phk_factor_free(f);
    }
    drop(&s);
}

static double fill_of(net s, double *entries)
{
    phk_factor *f;
    CHECK(phk_factor_create(&s.pattern, s.node, &f) == PH_OK);
    CHECK(phk_factor_make(f, s.value) == PH_OK);
    CHECK(residual(&s, f) < 1e-6);
    double fill = (double)phk_factor_fill(f);
    *entries = s.pattern.entries;
    phk_factor_free(f);
    drop(&s);
    return fill;
}

static void test_fill(void)
{
    double e, chain_100 = fill_of(chain(100), &e), chain_10000 = fill_of(chain(10000), &e);
    printf("chain: %.2f of the entries\n", chain_10000 / e);
    CHECK(chain_10000 / chain_100 < 102);
    CHECK(chain_10000 < 2.2 * e);
    double ring_1000 = fill_of(ring(1000), &e);
    printf("ring: %.2f\n", ring_1000 / e);
    CHECK(ring_1000 < 3 * e);
    double grid_32 = fill_of(grid(32), &e);
    printf("grid: %.2f\n", grid_32 / e);
    CHECK(grid_32 < 6 * e);
}

/* N bodies on one, and a tree of random branches: linear as a chain is. */
static net star(int n)
{
    net s = make(n, n);
    for (int b = 0; b < n; b++) add(&s, b ? 0 : -1, b);
    compile(&s);
    return s;
}

static net tree(int n)
{
    net s = make(n, n);
    for (int b = 0; b < n; b++) add(&s, b ? (int)(fabs(chance()) * b) : -1, b);
    compile(&s);
    return s;
}

static void test_trees(void)
{
    double e, small = fill_of(star(100), &e) / e, large = fill_of(star(3000), &e) / e;
    printf("star: %.2f and %.2f of the entries\n", small, large);
    CHECK(large < 1.3 * small);
    double branches = fill_of(tree(3000), &e) / e;
    printf("tree: %.2f\n", branches);
    CHECK(branches < 2.2);
}

static void test_refactor(void)
{
    net s = grid(8);
    phk_factor *f;
    CHECK(phk_factor_create(&s.pattern, s.node, &f) == PH_OK);
    CHECK(phk_factor_make(f, s.value) == PH_OK);
    CHECK(phk_factor_count(f)->factorisations == 1 && phk_factor_count(f)->refactorisations == 0);
    // the same values once more: the same bits
    double *x = malloc((size_t)s.n * sizeof *x), *y = malloc((size_t)s.n * sizeof *y);
    for (int k = 0; k < s.n; k++) x[k] = y[k] = 1 + k % 3;
    phk_factor_solve(f, x);
    CHECK(phk_factor_make(f, s.value) == PH_OK && phk_factor_count(f)->refactorisations == 1);
    phk_factor_solve(f, y);
    CHECK(memcmp(x, y, (size_t)s.n * sizeof *x) == 0);
    free(y);
    // near values: the pivots serve
    for (int p = 0; p < s.pattern.entries; p++) s.value[p] *= 1 + 0.1 * chance();
    CHECK(phk_factor_make(f, s.value) == PH_OK);
    CHECK(phk_factor_count(f)->factorisations == 1 && phk_factor_count(f)->refactorisations == 2);
    CHECK_NEAR(against_dense(&s, f), 0, 1e-9);
    // values that make the old pivots worthless: a full factorisation follows
    for (int b = 0; b < s.bodies; b++)
        for (int i = 0; i < 6; i++) put(&s, 6 * b + i, 6 * b + i, b % 3 ? 1 : 1e-14);
    CHECK(phk_factor_make(f, s.value) == PH_OK);
    CHECK(phk_factor_count(f)->factorisations > 1);
    CHECK_NEAR(against_dense(&s, f), 0, 1e-7);
    // a matrix that is no matrix
    double keep = s.value[100];
    s.value[100] = NAN;
    CHECK(phk_factor_make(f, s.value) == PH_E_NONFINITE);
    CHECK(phk_factor_culprit(f) >= 0);
    phk_factor_solve(f, x);
    CHECK(isnan(x[0]));
    free(x);
    s.value[100] = keep;
    CHECK(phk_factor_make(f, s.value) == PH_OK);
    CHECK_NEAR(against_dense(&s, f), 0, 1e-7);
    phk_factor_free(f);
    drop(&s);
}

/* Copies row `from` of the constraints to `to`, times a factor, and its transpose. */
static void repeat_row(net *s, int from, int to, double factor)
{
    for (int u = 0; u < 6 * s->bodies; u++) {
        int p = phk_pattern_find(&s->pattern, from, u), q = phk_pattern_find(&s->pattern, to, u);
        if (q < 0) continue;
        double g = p < 0 ? 0 : factor * s->value[p];
        put(s, to, u, g);
        put(s, u, to, g);
    }
}

static void test_singular(void)
{
    net s = chain(30);
    int row = 6 * s.bodies + 5 * 12;
    phk_factor *f;
    CHECK(phk_factor_create(&s.pattern, s.node, &f) == PH_OK);
    // exactly, and up to rounding
    for (int round = 0; round < 2; round++) {
        fill(&s, 1);
        CHECK(phk_factor_make(f, s.value) == PH_OK);
        repeat_row(&s, row + 1, row + 3, round ? 1 / 3.0 : 1);
        CHECK(phk_factor_make(f, s.value) == PH_E_SINGULAR);
        int culprit = phk_factor_culprit(f);
        CHECK(culprit == row + 1 || culprit == row + 3);
    }
    // a body that nothing holds and that has no mass in one direction
    fill(&s, 1);
    for (int u = 0; u < s.n; u++) {
        int p = phk_pattern_find(&s.pattern, 6 * 7 + 2, u);
        int q = phk_pattern_find(&s.pattern, u, 6 * 7 + 2);
        if (p >= 0) s.value[p] = s.value[q] = 0;
    }
    CHECK(phk_factor_make(f, s.value) == PH_E_SINGULAR);
    CHECK(phk_factor_culprit(f) == 6 * 7 + 2);
    // and back to a sound one
    fill(&s, 1);
    CHECK(phk_factor_make(f, s.value) == PH_OK);
    CHECK_NEAR(against_dense(&s, f), 0, 1e-9);
    phk_factor_free(f);
    drop(&s);
}

/* An order that is wrong on purpose (every unknown its own node): the factors must still be right,
 * and not be fuller than those of the order of last resort by much. */
static void test_fallback(void)
{
    net s = grid(16);
    phk_factor *f;
    CHECK(phk_factor_create(&s.pattern, s.node, &f) == PH_OK);
    CHECK(phk_factor_make(f, s.value) == PH_OK);
    long long good = phk_factor_fill(f);
    phk_factor_free(f);
    for (int u = 0; u < s.n; u++) s.node[u] = u;
    CHECK(phk_factor_create(&s.pattern, s.node, &f) == PH_OK);
    CHECK(phk_factor_make(f, s.value) == PH_OK);
    printf("grid: fill %lld, by the fallback %lld\n", good, phk_factor_fill(f));
    CHECK(phk_factor_fill(f) < 10 * good);
    CHECK(residual(&s, f) < 1e-7);
    phk_factor_free(f);
    drop(&s);
}

/* One unknown that touches every body (a state that sums over them), and a body all others hang
 * on: neither may cost more than its own row and column. */
static void test_hub(void)
{
    int bodies = 2000, n = 6 * bodies + 1;
    phk_collector *c = phk_collector_create(n);
    int *node = malloc((size_t)n * sizeof *node);
    for (int b = 0; b < bodies; b++) {
        phk_collect_block(c, 6 * b, 6, 6 * b, 6);
        if (b) phk_collect_block(c, 6 * b, 6, 6 * b - 6, 6);
        if (b) phk_collect_block(c, 6 * b - 6, 6, 6 * b, 6);
        for (int i = 0; i < 6; i++) node[6 * b + i] = b;
    }
    phk_collect_block(c, n - 1, 1, 0, n);
    phk_collect_block(c, 0, n, n - 1, 1);
    node[n - 1] = -1;
    phk_pattern p;
    CHECK(phk_collector_finish(c, &p) == PH_OK);
    phk_collector_free(c);
    double *value = malloc((size_t)p.entries * sizeof *value);
    for (int r = 0; r < n; r++)
        for (int k = p.row_start[r]; k < p.row_start[r + 1]; k++)
            value[k] = p.column[k] == r ? 20 : chance();
    phk_factor *f;
    CHECK(phk_factor_create(&p, node, &f) == PH_OK);
    CHECK(phk_factor_make(f, value) == PH_OK);
    CHECK((double)phk_factor_fill(f) < 2.0 * p.entries);
    phk_factor_free(f);
    phk_pattern_free(&p);
    free(value);
    free(node);
}

int main(void)
{
    test_pattern();
    test_order(false);
    test_order(true);
    test_trees();
    test_solutions();
    test_masses();
    test_fill();
    test_refactor();
    test_singular();
    test_fallback();
    test_hub();
    return TEST_RESULT();
}
