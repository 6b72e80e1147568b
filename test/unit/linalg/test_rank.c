/* SPDX-License-Identifier: BSD-3-Clause
 *
 * test_rank.c -- dependent rows: planted ones are found, the later row is blamed, and the rows it
 * is made of are named; the cost of long chains.
 */
#include <stdbool.h>
#include "linalg/rank.h"
#include "cost.h"
#include "harness.h"

static unsigned long long seed = 7;
static double chance(void) /* -1 .. 1 */
{
    seed = seed * 6364136223846793005ull + 1442695040888963407ull;
    return (double)(long long)(seed >> 11) / (double)(1ll << 52) - 1;
}

typedef struct {
    int rows, columns, capacity;
    int *start, *column;
    double *value;
    bool *dependent;
    int rank, *with_start, *with;
} matrix;

static matrix make(int rows, int columns, int per_row)
{
    matrix m = {.columns = columns, .capacity = rows * per_row};
    m.start = calloc((size_t)rows + 1, sizeof *m.start);
    m.column = malloc((size_t)m.capacity * sizeof *m.column);
    m.value = malloc((size_t)m.capacity * sizeof *m.value);
    m.dependent = malloc((size_t)rows * sizeof *m.dependent);
    return m;
}

static void drop(matrix *m)
{
    free(m->start);
    free(m->column);
    free(m->value);
    free(m->dependent);
    free(m->with_start);
    free(m->with);
}

static void entry(matrix *m, int column, double value)
{
    int at = m->start[m->rows + 1]++;
    m->column[at] = column;
    m->value[at] = value;
}

static void end_row(matrix *m)
{
    m->rows++;
}

static void begin_row(matrix *m)
{
    m->start[m->rows + 1] = m->start[m->rows];
}

/* Random rows over the blocks a and b of six columns (-1: none). */
static void hinge(matrix *m, int a, int b, int rows)
{
    for (int i = 0; i < rows; i++) {
        begin_row(m);
        for (int side = 0; side < 2; side++) {
            int k = side ? b : a;
            for (int j = 0; k >= 0 && j < 6; j++) entry(m, 6 * k + j, chance());
        }
        end_row(m);
    }
}

/* sum of factor[i] * row[i] */
static void combine(matrix *m, int count, const int *row, const double *factor)
{
    double *x = calloc((size_t)m->columns, sizeof *x);
    bool *used = calloc((size_t)m->columns, sizeof *used);
    for (int i = 0; i < count; i++) {
        for (int p = m->start[row[i]]; p < m->start[row[i] + 1]; p++) {
            x[m->column[p]] += factor[i] * m->value[p];
            used[m->column[p]] = true;
        }
    }
    begin_row(m);
    for (int c = 0; c < m->columns; c++)
        if (used[c]) entry(m, c, x[c]);
    end_row(m);
    free(x);
    free(used);
}

static ph_status solve(matrix *m)
{
    free(m->with_start);
    free(m->with);
    return phk_rank_rows(m->rows, m->columns, m->start, m->column, m->value, 1e-9, m->dependent,
                         &m->rank, &m->with_start, &m->with);
}

/* Exactly the rows of `want` (ends with -1) are what row r depends on. */
static void check_with(const matrix *m, int r, const int *want)
{
    int n = 0;
    while (want[n] >= 0) n++;
    CHECK(m->dependent[r]);
    CHECK(m->with_start[r + 1] - m->with_start[r] == n);
    for (int i = 0; i < n && i < m->with_start[r + 1] - m->with_start[r]; i++)
        CHECK(m->with[m->with_start[r] + i] == want[i]);
}

static void test_planted(void)
{
    matrix m = make(100, 120, 40);
    for (int b = 0; b < 10; b++) hinge(&m, b - 1, b, 5);          // rows 0..49
    combine(&m, 3, (int[]){3, 17, 22}, (double[]){1, -2.5, 0.3}); // 50
    hinge(&m, 9, 10, 5);                                          // 51..55
    combine(&m, 2, (int[]){50, 53}, (double[]){1, 1});            // 56 = 3, 17, 22, 53
    combine(&m, 1, (int[]){7}, (double[]){-1e6});                 // 57 = 7
    begin_row(&m);                                                // 58: nothing at all
    end_row(&m);
    hinge(&m, 10, 11, 5);
    CHECK(solve(&m) == PH_OK);
    CHECK(m.rank == m.rows - 4);
    for (int r = 0; r < m.rows; r++) CHECK(m.dependent[r] == (r == 50 || (r >= 56 && r <= 58)));
    check_with(&m, 50, (int[]){3, 17, 22, -1});
    check_with(&m, 56, (int[]){3, 17, 22, 53, -1});
    check_with(&m, 57, (int[]){7, -1});
    check_with(&m, 58, (int[]){-1});
    drop(&m);
}

/* Rows that differ by more than the tolerance are independent, by less are not. */
static void test_tolerance(void)
{
    for (int round = 0; round < 2; round++) {
        matrix m = make(20, 12, 30);
        hinge(&m, 0, 1, 5);
        combine(&m, 2, (int[]){0, 1}, (double[]){1, 1});
        m.value[m.start[5]] += round ? 1e-7 : 1e-12;
        CHECK(solve(&m) == PH_OK);
        CHECK(m.dependent[5] == !round && m.rank == 5 + round);
        drop(&m);
    }
    matrix m = make(4, 12, 12);
    hinge(&m, 0, -1, 3);
    m.value[4] = NAN;
    CHECK(solve(&m) == PH_E_NONFINITE);
    m.rows = 0;
    CHECK(solve(&m) == PH_OK && m.rank == 0);
    drop(&m);
}

/* More rows than columns: the first independent ones are kept, whatever order was eliminated. */
static void test_surplus(void)
{
    matrix m = make(400, 60, 14);
    for (int k = 0; k < 30; k++) hinge(&m, k % 10, (3 * k + 1) % 10, 5);
    CHECK(solve(&m) == PH_OK);
    // prefix by prefix, the rank must grow exactly at the rows not blamed
    int rank = 0;
    bool *dependent = malloc((size_t)m.rows * sizeof *dependent);
    for (int r = 0; r < m.rows; r += 7) {
        CHECK(phk_rank_rows(r, m.columns, m.start, m.column, m.value, 1e-9, dependent, &rank, NULL,
                            NULL) == PH_OK);
        int kept = 0;
        for (int i = 0; i < r; i++) kept += !m.dependent[i];
        CHECK(rank == kept);
        for (int i = 0; i < r; i++) CHECK(dependent[i] == m.dependent[i]);
    }
    CHECK(m.rank == 60);
    // what a row depends on comes before it and is independent itself
    for (int r = 0; r < m.rows; r++) {
        CHECK((m.with_start[r + 1] > m.with_start[r]) == m.dependent[r]);
        for (int i = m.with_start[r]; i < m.with_start[r + 1]; i++)
            CHECK(m.with[i] < r && !m.dependent[m.with[i]]);
    }
    free(dependent);
    drop(&m);
}

/* Processor time for a chain of hinges, in order or shuffled, with a dependent row at the end. */
static double chain(int bodies, bool shuffled)
{
    matrix m = make(5 * bodies + 1, 6 * bodies, 12);
    int *order = malloc((size_t)bodies * sizeof *order);
    for (int k = 0; k < bodies; k++) order[k] = k;
    for (int k = bodies - 1; shuffled && k > 0; k--) {
        int j = (int)(fabs(chance()) * k), t = order[k];
        order[k] = order[j];
        order[j] = t;
    }
    for (int k = 0; k < bodies; k++) hinge(&m, order[k] - 1, order[k], 5);
    combine(&m, 1, (int[]){bodies / 2}, (double[]){2});
    double before = cost_now();
    CHECK(solve(&m) == PH_OK);
    double seconds = cost_now() - before;
    CHECK(m.rank == 5 * bodies);
    check_with(&m, 5 * bodies, (int[]){bodies / 2, -1});
    free(order);
    drop(&m);
    return seconds;
}

static void test_cost(void)
{
    enum { BODIES = 600 };
    for (int shuffled = 0; shuffled < 2; shuffled++) {
        double small = 0, large = chain(COST_PIECES * BODIES, shuffled);
        for (int k = 0; k < COST_PIECES; k++) small += chain(BODIES, shuffled);
        printf("chain%s: %d times %d rows %.3f s, all in one %.3f s\n",
               shuffled ? ", shuffled" : "", COST_PIECES, 5 * BODIES, small, large);
        CHECK(large < COST_LIMIT * small);
    }
}

int main(void)
{
    test_planted();
    test_tolerance();
    test_surplus();
    test_cost();
    return TEST_RESULT();
}
