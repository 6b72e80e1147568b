/* SPDX-License-Identifier: BSD-3-Clause
 *
 * factor.c -- the matrix permuted into the order of elimination, by columns, scaled, and given to
 * KLU as it stands.
 *
 * Scaling: KLU takes the diagonal as pivot unless it is much smaller than the rest of its column.
 * Masses of grams beside direction cosines would drive it off the diagonal, and with it the order.
 * So rows and columns of nodes are scaled to a diagonal near 1, and the other rows and columns to
 * the largest entry 1 that they then have in common with nodes: M becomes about the identity, G
 * has rows of length about 1, and the pivots of the constraints are those of G M^-1 G'. Scales are
 * powers of two, so that they do not round; they are found anew with every full factorisation.
 */
#include "linalg/factor.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <klu.h>
#include "linalg/order.h"

/* Pivots: the diagonal is taken when it is at least this part of its column's largest entry; with
 * the order of last resort the largest is taken always. */
static const double PIVOT_TOLERANCE = 1e-3;
/* A refactorisation is bad when its entries grew so much more, or its smallest pivot became so much
 * smaller, than in the full factorisation whose pivots it uses. The loss in digits is about the
 * same power. */
static const double GROWTH_LOSS = 1e-4;
/* The residual of a solve, relative to the matrix and the solution, that sound factors stay below
 * by orders of magnitude; and the error of a solution that says it means nothing. */
static const double RESIDUAL_MOST = 1e-9, ERROR_MOST = 0.1;
/* The diagonal of a node gives its scale, unless it is smaller than this part of what else the node
 * has: a diagonal that nearly cancels says nothing. */
static const double DIAGONAL_LEAST = 1e-6;
/* Factors this much fuller than the matrix make it worth trying another order. */
enum { FILL_ABSURD = 12 };

struct phk_factor {
    const phk_pattern *pattern;
    int n;
    int *place;                 /* [n] unknown at each place of the order */
    int *start, *row;           /* [n + 1], [entries] permuted matrix by columns */
    int *source;                /* [entries] index of an entry in the caller's values */
    bool *is_node;              /* [n] by place */
    double *value;              /* [entries] permuted and scaled */
    double *by_row, *by_column; /* [n] scales, by place */
    double *x, *b;              /* [n] */
    klu_common common;
    klu_symbolic *given, *colamd; /* the second only when it was needed */
    klu_symbolic *symbolic;       /* the one in use */
    klu_numeric *numeric;         /* NULL: no factors at hand */
    double growth, condition;     /* of the last full factorisation */
    int culprit;                  /* unknown; -1: none */
    phk_factor_counts count;
};

/* The caller's rows become columns of the permuted matrix; rows in each increase. */
static ph_status permute(phk_factor *f)
{
    const phk_pattern *a = f->pattern;
    int *rank = malloc(((size_t)f->n + 1) * sizeof *rank);
    if (!rank) return PH_E_NOMEM;
    for (int k = 0; k < f->n; k++) rank[f->place[k]] = k;
    for (int p = 0; p < a->entries; p++) f->start[rank[a->column[p]] + 1]++;
    for (int k = 0; k < f->n; k++) f->start[k + 1] += f->start[k];
    for (int k = 0; k < f->n; k++) {
        int r = f->place[k];
        for (int p = a->row_start[r]; p < a->row_start[r + 1]; p++) {
            int to = f->start[rank[a->column[p]]]++;
            f->row[to] = k;
            f->source[to] = p;
        }
    }
    memmove(f->start + 1, f->start, (size_t)f->n * sizeof *f->start);
    f->start[0] = 0;
    free(rank);
    return PH_OK;
}

static bool allocate(phk_factor *f)
{
    size_t n = (size_t)f->n + 1, entries = (size_t)f->pattern->entries + 1;
    f->place = malloc(n * sizeof *f->place);
    f->start = calloc(n, sizeof *f->start);
    f->row = malloc(entries * sizeof *f->row);
    f->source = malloc(entries * sizeof *f->source);
    f->is_node = malloc(n * sizeof *f->is_node);
    f->value = malloc(entries * sizeof *f->value);
    f->by_row = malloc(n * sizeof *f->by_row);
    f->by_column = malloc(n * sizeof *f->by_column);
    f->x = malloc(n * sizeof *f->x);
    f->b = malloc(n * sizeof *f->b);
    return f->place && f->start && f->row && f->source && f->is_node && f->value && f->by_row &&
           f->by_column && f->x && f->b;
}

static ph_status status_of(const klu_common *common)
{
    switch (common->status) {
    case KLU_OK:
        return PH_OK;
    case KLU_SINGULAR:
        return PH_E_SINGULAR;
    case KLU_OUT_OF_MEMORY:
        return PH_E_NOMEM;
    case KLU_TOO_LARGE:
        return PH_E_RANGE;
    default:
        return PH_E_USAGE;
    }
}

static ph_status prepare(phk_factor *f, const int *node)
{
    if (!allocate(f)) return PH_E_NOMEM;
    ph_status status = phk_order(f->pattern, node, f->place);
    if (!status) status = permute(f);
    if (status) return status;
    for (int k = 0; k < f->n; k++) f->is_node[k] = node[f->place[k]] >= 0;
    klu_defaults(&f->common);
    f->common.btf = 0;
    f->common.scale = 0;
    f->common.tol = PIVOT_TOLERANCE;
    if (f->n == 0) return PH_OK;
    f->symbolic = f->given = klu_analyze_given(f->n, f->start, f->row, NULL, NULL, &f->common);
    return f->given ? PH_OK : status_of(&f->common);
}

ph_status phk_factor_create(const phk_pattern *pattern, const int *node, phk_factor **factor)
{
    *factor = NULL;
    phk_factor *f = calloc(1, sizeof *f);
    if (!f) return PH_E_NOMEM;
    f->pattern = pattern;
    f->n = pattern->n;
    f->culprit = -1;
    ph_status status = prepare(f, node);
    if (status) {
        phk_factor_free(f);
        return status;
    }
    *factor = f;
    return PH_OK;
}

void phk_factor_free(phk_factor *factor)
{
    if (!factor) return;
    klu_free_numeric(&factor->numeric, &factor->common);
    klu_free_symbolic(&factor->given, &factor->common);
    klu_free_symbolic(&factor->colamd, &factor->common);
    free(factor->place);
    free(factor->start);
    free(factor->row);
    free(factor->source);
    free(factor->is_node);
    free(factor->value);
    free(factor->by_row);
    free(factor->by_column);
    free(factor->x);
    free(factor->b);
    free(factor);
}

/* 1 / x, or 1 / sqrt(x), to the next power of two; 1 for what has no size. */
static double scale_of(double x, int root)
{
    if (!(x > 0 && x <= DBL_MAX)) return 1;
    int e;
    frexp(x, &e);
    return ldexp(1, -(e / root));
}

/* The largest entry of each row over the columns that have a scale, and of each column over such
 * rows; a scale of 0 is none yet. */
static void largest(const phk_factor *f, const double *values, double *row, double *column)
{
    memset(row, 0, (size_t)f->n * sizeof *row);
    memset(column, 0, (size_t)f->n * sizeof *column);
    for (int c = 0; c < f->n; c++) {
        for (int p = f->start[c]; p < f->start[c + 1]; p++) {
            int r = f->row[p];
            double size = fabs(values[f->source[p]]);
            if (f->by_column[c] > 0) row[r] = fmax(row[r], size * f->by_column[c]);
            if (f->by_row[r] > 0) column[c] = fmax(column[c], size * f->by_row[r]);
        }
    }
}

/* Scales as told at the head of this file. A node without a diagonal (no mass) and whatever
 * touches no node are scaled like rows of constraints, in a second and third round. */
static void find_scales(phk_factor *f, const double *values)
{
    memset(f->x, 0, (size_t)f->n * sizeof *f->x);
    memset(f->b, 0, (size_t)f->n * sizeof *f->b);
    for (int c = 0; c < f->n; c++) {
        for (int p = f->start[c]; p < f->start[c + 1]; p++) {
            int r = f->row[p];
            double size = fabs(values[f->source[p]]);
            if (!f->is_node[c] || !f->is_node[r]) continue;
            if (r == c) f->b[c] = size;
            f->x[c] = fmax(f->x[c], size);
            f->x[r] = fmax(f->x[r], size);
        }
    }
    for (int k = 0; k < f->n; k++) {
        double size = fmax(f->b[k], DIAGONAL_LEAST * f->x[k]);
        f->by_row[k] = f->by_column[k] = size > 0 ? scale_of(size, 2) : 0;
    }
    for (int round = 0; round < 2; round++) {
        largest(f, values, f->x, f->b);
        for (int k = 0; k < f->n; k++) {
            if (!(f->by_row[k] > 0) && f->x[k] > 0) f->by_row[k] = scale_of(f->x[k], 1);
            if (!(f->by_column[k] > 0) && f->b[k] > 0) f->by_column[k] = scale_of(f->b[k], 1);
        }
    }
    for (int k = 0; k < f->n; k++) {
        if (!(f->by_row[k] > 0)) f->by_row[k] = 1;
        if (!(f->by_column[k] > 0)) f->by_column[k] = 1;
    }
}

static ph_status gather(phk_factor *f, const double *values)
{
    for (int c = 0; c < f->n; c++) {
        double scale = f->by_column[c];
        for (int p = f->start[c]; p < f->start[c + 1]; p++)
            f->value[p] = values[f->source[p]] * (scale * f->by_row[f->row[p]]);
    }
    for (int p = 0; p < f->pattern->entries; p++) {
        if (fabs(f->value[p]) <= DBL_MAX) continue;
        f->culprit = f->place[f->row[p]];
        return PH_E_NONFINITE;
    }
    return PH_OK;
}

static void drop_factors(phk_factor *f)
{
    klu_free_numeric(&f->numeric, &f->common);
}

/* b = A x of the permuted and scaled matrix; the largest row sum of |A|. */
static double multiply(const phk_factor *f, const double *x, double *b)
{
    double norm = 0;
    memset(b, 0, (size_t)f->n * sizeof *b);
    for (int c = 0; c < f->n; c++) {
        double sum = 0;
        for (int p = f->start[c]; p < f->start[c + 1]; p++) {
            b[f->row[p]] += f->value[p] * x[c];
            sum += fabs(f->value[p]);
        }
        norm = fmax(norm, sum);
    }
    return norm;
}

/* A known vector for the check: numbers between 0.5 and 1.5 without a pattern. */
static double known(int k)
{
    unsigned h = (unsigned)k * 2654435761u;
    return 0.5 + (h >> 8) * (1.0 / 16777216);
}

/* The place whose pivot is smallest: where a matrix is singular up to rounding. */
static int weakest(const phk_factor *f)
{
    const double *pivot = f->numeric->Udiag;
    int at = 0;
    for (int k = 1; k < f->n; k++)
        if (fabs(pivot[k]) < fabs(pivot[at])) at = k;
    return f->symbolic->Q[at];
}

/* Solves with a right-hand side of known answer. Factors that give a large residual are wrong: too
 * much growth; a small residual with a wrong answer means a matrix that is singular to rounding.
 * PH_E_SOLVE, PH_E_SINGULAR. */
static ph_status check(phk_factor *f)
{
    for (int k = 0; k < f->n; k++) f->x[k] = known(k);
    double norm = multiply(f, f->x, f->b);
    memcpy(f->x, f->b, (size_t)f->n * sizeof *f->x);
    klu_solve(f->symbolic, f->numeric, f->n, 1, f->x, &f->common);
    double error = 0, size = 0, residual = 0;
    bool finite = true;
    for (int k = 0; k < f->n; k++) {
        finite = finite && fabs(f->x[k]) <= DBL_MAX;
        error = fmax(error, fabs(f->x[k] - known(k)));
        size = fmax(size, fabs(f->x[k]));
        f->b[k] = -f->b[k];
    }
    if (!finite) return PH_E_SINGULAR;
    for (int c = 0; c < f->n; c++)
        for (int p = f->start[c]; p < f->start[c + 1]; p++)
            f->b[f->row[p]] += f->value[p] * f->x[c];
    for (int k = 0; k < f->n; k++) residual = fmax(residual, fabs(f->b[k]));
    if (residual > RESIDUAL_MOST * norm * size) return PH_E_SOLVE;
    return error > ERROR_MOST ? PH_E_SINGULAR : PH_OK;
}

/* Growth and condition into f->common. */
static void measure(phk_factor *f)
{
    klu_rgrowth(f->start, f->row, f->value, f->symbolic, f->numeric, &f->common);
    klu_rcond(f->symbolic, f->numeric, &f->common);
}

/* A full factorisation with the order at hand, checked. */
static ph_status full(phk_factor *f, double tolerance)
{
    drop_factors(f);
    f->common.tol = tolerance;
    f->numeric = klu_factor(f->start, f->row, f->value, f->symbolic, &f->common);
    f->count.factorisations++;
    if (!f->numeric) {
        ph_status status = status_of(&f->common);
        if (status == PH_E_SINGULAR) f->culprit = f->place[f->common.singular_col];
        return status;
    }
    measure(f);
    f->growth = f->common.rgrowth;
    f->condition = f->common.rcond;
    ph_status status = check(f);
    if (status) f->culprit = f->place[weakest(f)];
    return status;
}

/* The order of last resort, with strict partial pivoting. */
static ph_status full_colamd(phk_factor *f)
{
    if (!f->colamd) {
        f->common.ordering = 1;
        f->colamd = klu_analyze(f->n, f->start, f->row, &f->common);
        if (!f->colamd) return status_of(&f->common);
    }
    f->symbolic = f->colamd;
    return full(f, 1);
}

/* Once, at the first factorisation: takes the other order when ours fills the factors absurdly and
 * the other does better. */
static ph_status compare_orders(phk_factor *f)
{
    long long fill = phk_factor_fill(f);
    if (fill <= (long long)FILL_ABSURD * f->pattern->entries) return PH_OK;
    klu_numeric *ours = f->numeric;
    f->numeric = NULL;
    double growth = f->growth, condition = f->condition;
    if (full_colamd(f) == PH_OK && phk_factor_fill(f) < fill) {
        klu_free_numeric(&ours, &f->common);
        return PH_OK;
    }
    drop_factors(f);
    f->numeric = ours;
    f->symbolic = f->given;
    f->growth = growth;
    f->condition = condition;
    f->culprit = -1;
    return PH_OK;
}

/* With the pivots at hand; PH_RETRY: they will not do any more. */
static ph_status refactor(phk_factor *f)
{
    if (!f->numeric) return PH_RETRY;
    klu_common *c = &f->common;
    f->count.refactorisations++;
    if (!klu_refactor(f->start, f->row, f->value, f->symbolic, f->numeric, c) ||
        c->status != KLU_OK)
        return PH_RETRY;
    measure(f);
    return c->rgrowth >= GROWTH_LOSS * f->growth && c->rcond >= GROWTH_LOSS * f->condition
               ? PH_OK
               : PH_RETRY;
}

ph_status phk_factor_make(phk_factor *factor, const double *values)
{
    phk_factor *f = factor;
    f->culprit = -1;
    if (f->n == 0) return PH_OK;
    bool first = !f->numeric && f->count.factorisations == 0;
    ph_status status = PH_OK;
    if (f->numeric) {
        status = gather(f, values);
        if (!status && !refactor(f)) return PH_OK;
    }
    if (!status) {
        find_scales(f, values);
        status = gather(f, values);
    }
    if (!status) {
        status = full(f, f->symbolic == f->colamd ? 1 : PIVOT_TOLERANCE);
        if (status == PH_E_SOLVE && f->symbolic == f->given) status = full_colamd(f);
        // sound pivots cannot leave a large residual unless there is nothing to pivot on
        if (status == PH_E_SOLVE) status = PH_E_SINGULAR;
    }
    if (!status && first) status = compare_orders(f);
    if (status) drop_factors(f);
    return status;
}

void phk_factor_solve(phk_factor *factor, double *x)
{
    phk_factor *f = factor;
    f->count.solves++;
    if (!f->numeric) {
        for (int k = 0; k < f->n; k++) x[k] = NAN;
        return;
    }
    for (int k = 0; k < f->n; k++) f->x[k] = x[f->place[k]] * f->by_row[k];
    klu_solve(f->symbolic, f->numeric, f->n, 1, f->x, &f->common);
    for (int k = 0; k < f->n; k++) x[f->place[k]] = f->x[k] * f->by_column[k];
}

int phk_factor_culprit(const phk_factor *factor)
{
    return factor->culprit;
}

double phk_factor_condition(phk_factor *factor)
{
    if (!factor->numeric) return factor->n == 0;
    klu_rcond(factor->symbolic, factor->numeric, &factor->common);
    return factor->common.rcond;
}

const phk_factor_counts *phk_factor_count(const phk_factor *factor)
{
    return &factor->count;
}

long long phk_factor_fill(const phk_factor *factor)
{
    const klu_numeric *m = factor->numeric;
    return m ? (long long)m->lnz + m->unz - factor->n : 0;
}

void phk_pattern_multiply(const phk_pattern *pattern, const double *values, const double *x,
                          double *y)
{
    for (int r = 0; r < pattern->n; r++) {
        double sum = 0;
        for (int p = pattern->row_start[r]; p < pattern->row_start[r + 1]; p++)
            sum += values[p] * x[pattern->column[p]];
        y[r] = sum;
    }
}
