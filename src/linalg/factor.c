/* SPDX-License-Identifier: BSD-3-Clause
 *
 * factor.c -- the matrix permuted into the order of elimination, by columns, scaled, and given to
 * KLU as it stands.
 */
#include "linalg/factor.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <klu.h>
#include "linalg/flat.h"
#include "linalg/krylov.h"
#include "linalg/layout.h"
#include "linalg/scale.h"

/* Pivots: the diagonal is taken when it is at least this part of its column's largest entry; with
 * the order of last resort the largest is taken always. */
static const double PIVOT_TOLERANCE = 1e-3;
/* A refactorisation is bad when its entries grew so much more, or its smallest pivot became so much
 * smaller, than in the full factorisation whose pivots it uses. The loss in digits is about the
 * same power. */
static const double GROWTH_MOST = 1e4;
/* The residual of a solve, relative to the matrix and the solution, that sound factors stay below
 * by orders of magnitude; the error of a solution at which it is asked whether a pivot is anything
 * but rounding; and the part of its terms that a pivot is then at least. */
static const double RESIDUAL_MOST = 1e-9, ERROR_MOST = 0.1, PIVOT_PART = 1e-12;
/* Factors this much fuller than the order promised make it worth trying the other one, and this
 * much the last resort. */
static const double FILL_SPOILT = 1.5, FILL_ABSURD = 8;

/* How far beyond the matrix the entries of factors are counted, to choose an order; and the bytes
 * of work memory that are kept for the next full factorisation. */
enum { FILL_COUNTED = 200, WORK_KEPT = 1 << 20 };

/* To what part systems are solved that are solved by iteration: well, and as corrections. */
static const double WELL = 1e-12, ROUGHLY = 1e-4;
/* Matrices that it was too slow for, after which it is not tried again. */
enum { TOO_SLOW = 3 };

struct phk_factor {
    const phk_pattern *pattern;
    int n;
    int *node;          /* [n] */
    phk_krylov *krylov; /* NULL: there are factors */
    bool iterates;      /* it is in use; else it was too slow for the last matrix */
    int slow;           /* how often it was */
    phk_layout layout;  /* the order in use */
    phk_layout other;   /* the other one, until it is settled; n == 0: none */
    bool swapped;       /* they have changed places */
    /* for full factorisations, one block; NULL between them when it is large: */
    double *value;              /* [entries] permuted and scaled */
    double largest;             /* of them */
    double *by_row, *by_column; /* [n] scales, by place */
    double *x, *b, *caller;     /* [n], one after the other */
    klu_common common;
    klu_symbolic *symbolic; /* of the layout; or of last resort: */
    bool colamd;
    phk_flat flat;            /* the factors */
    bool ready;               /* there are some */
    bool settled;             /* which order it is to be has been decided */
    double growth, condition; /* of the last full factorisation */
    int culprit;              /* unknown; -1: none */
    phk_factor_counts count;
};

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

/* The layout's own order, or that of last resort. */
static ph_status analyse(phk_factor *f, bool colamd)
{
    phk_layout *l = &f->layout;
    klu_free_symbolic(&f->symbolic, &f->common);
    f->colamd = colamd;
    f->common.ordering = 1;
    f->symbolic = colamd ? klu_analyze(f->n, l->start, l->row, &f->common)
                         : klu_analyze_given(f->n, l->start, l->row, NULL, NULL, &f->common);
    return f->symbolic ? PH_OK : status_of(&f->common);
}

static void swap_layouts(phk_factor *f)
{
    phk_layout keep = f->layout;
    f->layout = f->other;
    f->other = keep;
    f->swapped = !f->swapped;
}

/* For factors: takes the order with less fill; the other one waits in case its pivots serve better.
 */
static ph_status prepare(phk_factor *f)
{
    const int *node = f->node;
    klu_defaults(&f->common);
    f->common.btf = 0;
    f->common.scale = 0;
    if (f->n == 0) return PH_OK;
    ph_status status = phk_flat_create(f->n, &f->flat);
    long long most = (long long)FILL_COUNTED * f->pattern->entries;
    if (!status) status = phk_layout_create(f->pattern, node, true, most, &f->other);
    if (!status) status = phk_layout_create(f->pattern, node, false, 4 * f->other.fill, &f->layout);
    if (status) return status;
    bool same = memcmp(f->layout.place, f->other.place, (size_t)f->n * sizeof(int)) == 0;
    if (f->other.fill < f->layout.fill) swap_layouts(f);
    if (same || f->other.fill > 4 * f->layout.fill) phk_layout_free(&f->other);
    return analyse(f, false);
}

ph_status phk_factor_create(const phk_pattern *pattern, const int *node, phk_factor **factor)
{
    *factor = NULL;
    phk_factor *f = calloc(1, sizeof *f);
    if (!f) return PH_E_NOMEM;
    f->pattern = pattern;
    f->n = pattern->n;
    f->culprit = -1;
    size_t bytes = (size_t)f->n * sizeof *f->node;
    f->node = malloc(bytes + 1);
    ph_status status = f->node ? PH_OK : PH_E_NOMEM;
    if (!status && bytes) memcpy(f->node, node, bytes);
    if (!status && phk_krylov_fits(pattern, node))
        status = phk_krylov_create(pattern, node, &f->krylov);
    else if (!status)
        status = prepare(f);
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
    klu_free_symbolic(&factor->symbolic, &factor->common);
    phk_flat_free(&factor->flat);
    phk_layout_free(&factor->layout);
    phk_layout_free(&factor->other);
    phk_krylov_free(factor->krylov);
    free(factor->node);
    free(factor->value);
    free(factor);
}

ph_status phk_factor_follow(phk_factor **factor, const phk_pattern *pattern, const int *node)
{
    phk_factor *f;
    ph_status status = phk_factor_create(pattern, node, &f);
    if (status) return status;
    f->count = (*factor)->count;
    phk_factor_free(*factor);
    *factor = f;
    return PH_OK;
}

static ph_status gather(phk_factor *f, const double *values)
{
    for (int c = 0; c < f->n; c++) {
        double scale = f->by_column[c];
        for (int p = f->layout.start[c]; p < f->layout.start[c + 1]; p++)
            f->value[p] = values[f->layout.source[p]] * (scale * f->by_row[f->layout.row[p]]);
    }
    f->largest = phk_largest(f->value, f->pattern->entries);
    if (f->largest <= DBL_MAX) return PH_OK;
    for (int p = 0; p < f->pattern->entries; p++)
        if (!isfinite(f->value[p])) f->culprit = f->layout.place[f->layout.row[p]];
    return PH_E_NONFINITE;
}

/* b = A x of the permuted and scaled matrix; the largest row sum of |A|. */
static double multiply(const phk_factor *f, const double *x, double *b)
{
    double norm = 0;
    memset(b, 0, (size_t)f->n * sizeof *b);
    for (int c = 0; c < f->n; c++) {
        double sum = 0;
        for (int p = f->layout.start[c]; p < f->layout.start[c + 1]; p++) {
            b[f->layout.row[p]] += f->value[p] * x[c];
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

/* Solves with a right-hand side of known answer. Factors that give a large residual are wrong: too
 * much growth (PH_E_SOLVE). A small residual with a wrong answer is that of a matrix singular to
 * rounding (PH_E_SINGULAR), or of one whose unknowns differ by very much in size. */
static ph_status check(phk_factor *f, const double *values)
{
    int n = f->n;
    const int *place = f->layout.place;
    for (int k = 0; k < n; k++) f->x[k] = known(k);
    double norm = multiply(f, f->x, f->b);
    // in the caller's numbering and without scales, as a solve is
    for (int k = 0; k < n; k++) f->caller[place[k]] = f->b[k] / f->by_row[k];
    phk_flat_solve(&f->flat, f->caller);
    for (int k = 0; k < n; k++) f->x[k] = f->caller[place[k]] / f->by_column[k];
    double error = 0, size = 0, residual = 0;
    bool finite = true;
    for (int k = 0; k < n; k++) {
        finite = finite && fabs(f->x[k]) <= DBL_MAX;
        error = fmax(error, fabs(f->x[k] - known(k)));
        size = fmax(size, fabs(f->x[k]));
        f->b[k] = -f->b[k];
    }
    if (!finite) residual = INFINITY;
    for (int c = 0; c < n; c++)
        for (int p = f->layout.start[c]; p < f->layout.start[c + 1]; p++)
            f->b[f->layout.row[p]] += f->value[p] * f->x[c];
    for (int k = 0; k < n && finite; k++) residual = fmax(residual, fabs(f->b[k]));
    if (residual <= RESIDUAL_MOST * norm * size && error <= ERROR_MOST) return PH_OK;
    double least;
    int weakest = phk_flat_weakest(&f->flat, &f->layout, values, &least);
    bool sound = residual <= RESIDUAL_MOST * norm * size;
    if (sound && least > PIVOT_PART) return PH_OK;
    f->culprit = place[weakest];
    return sound ? PH_E_SINGULAR : PH_E_SOLVE;
}

/* A full factorisation with the order at hand, checked. */
static ph_status full(phk_factor *f, const double *values)
{
    phk_layout *l = &f->layout;
    f->ready = false;
    f->common.tol = f->colamd ? 1 : PIVOT_TOLERANCE;
    klu_numeric *numeric = klu_factor(l->start, l->row, f->value, f->symbolic, &f->common);
    f->count.factorisations++;
    ph_status status = numeric ? PH_OK : status_of(&f->common);
    if (status == PH_E_SINGULAR) f->culprit = l->place[f->common.singular_col];
    if (!status)
        status = phk_flat_take(&f->flat, l, f->largest, f->by_row, f->by_column, f->symbolic,
                               numeric, &f->common);
    klu_free_numeric(&numeric, &f->common);
    if (status) return status;
    f->ready = true;
    f->growth = f->flat.growth;
    f->condition = f->flat.condition;
    return check(f, values);
}

/* The same by the layout at hand, or by the last resort with strict pivoting. */
static ph_status full_again(phk_factor *f, const double *values, bool colamd)
{
    ph_status status = analyse(f, colamd);
    if (status) return status;
    phk_scales_find(&f->layout, values, f->x, f->by_row, f->by_column);
    status = gather(f, values);
    return status ? status : full(f, values);
}

/* The same by the other layout. */
static ph_status full_other(phk_factor *f, const double *values)
{
    swap_layouts(f);
    return full_again(f, values, false);
}

static bool is_fuller(const phk_factor *f, double than)
{
    return (double)phk_factor_fill(f) > than * (double)f->layout.fill;
}

/* At the first factorisation: pivots off the diagonal spoil an order. When they filled the factors
 * well beyond what it promised, the other order is tried if it promises less, and the last resort
 * when all is lost; the least filled is taken. */
static ph_status compare_orders(phk_factor *f, const double *values)
{
    long long fill = phk_factor_fill(f);
    f->settled = true;
    if (f->other.n > 0 && is_fuller(f, FILL_SPOILT) && f->other.fill < fill) {
        ph_status status = full_other(f, values);
        if (status || phk_factor_fill(f) > fill) {
            swap_layouts(f);
            status = full_again(f, values, false);
        }
        if (status) return status;
        fill = phk_factor_fill(f);
    }
    if (!is_fuller(f, FILL_ABSURD)) return PH_OK;
    ph_status status = full_again(f, values, true);
    if (status == PH_OK && phk_factor_fill(f) < fill) return PH_OK;
    return full_again(f, values, false);
}

/* With the pivots at hand. False: they will not do any more. */
static bool renew(phk_factor *f, const double *values)
{
    if (!f->ready) return false;
    f->count.refactorisations++;
    return phk_flat_renew(&f->flat, &f->layout, values) &&
           f->flat.growth <= GROWTH_MOST * f->growth &&
           f->condition <= GROWTH_MOST * f->flat.condition;
}

/* From the beginning, in whatever order does it. */
static ph_status find_factors(phk_factor *f, const double *values)
{
    phk_scales_find(&f->layout, values, f->x, f->by_row, f->by_column);
    ph_status status = gather(f, values);
    if (status) return status;
    status = full(f, values);
    if (status == PH_E_SOLVE && !f->colamd) status = full_again(f, values, true);
    if (!status && !f->settled) {
        status = compare_orders(f, values);
        phk_layout_free(&f->other);
    }
    // sound pivots cannot leave a large residual unless there is nothing to pivot on
    return status == PH_E_SOLVE ? PH_E_SINGULAR : status;
}

/* The same, with memory that nothing else needs: when it is much, it is given back. */
static ph_status start_anew(phk_factor *f, const double *values)
{
    size_t n = (size_t)f->n, entries = (size_t)f->pattern->entries;
    size_t bytes = (entries + 5 * n) * sizeof *f->value;
    if (!f->value) f->value = malloc(bytes);
    if (!f->value) return PH_E_NOMEM;
    f->by_row = f->value + entries;
    f->by_column = f->by_row + n;
    f->x = f->by_column + n;
    f->b = f->x + n;
    f->caller = f->b + n;
    ph_status status = find_factors(f, values);
    if (bytes > WORK_KEPT) {
        free(f->value);
        f->value = NULL;
    }
    return status;
}

static void stop_iterating(phk_factor *f)
{
    phk_krylov_free(f->krylov);
    f->krylov = NULL;
    f->iterates = false;
}

/* By iteration, unless that is not for this matrix. */
static bool make_iteration(phk_factor *f, const double *values)
{
    if (!f->krylov) return false;
    f->iterates = f->ready = phk_krylov_make(f->krylov, values);
    f->count.refactorisations += f->iterates;
    if (!f->iterates && ++f->slow >= TOO_SLOW) stop_iterating(f);
    return f->ready;
}

ph_status phk_factor_make(phk_factor *factor, const double *values)
{
    phk_factor *f = factor;
    f->culprit = -1;
    if (f->n == 0) return PH_OK;
    if (make_iteration(f, values)) return PH_OK;
    if (renew(f, values)) return PH_OK;
    f->ready = false;
    ph_status status = f->layout.n > 0 ? PH_OK : prepare(f);
    if (!status) status = start_anew(f, values);
    f->ready = status == PH_OK;
    return status;
}

/* The order in use is the one it was. */
static void store_order(phk_factor *f, phk_store *s)
{
    bool swapped = f->swapped, other = f->other.n > 0, colamd = f->colamd;
    PHK_STORE_EACH(s, PHK_PART(swapped), PHK_PART(other), PHK_PART(colamd));
    if (!s->reading || s->status) return;
    bool changed = swapped != f->swapped;
    if (changed) swap_layouts(f);
    if (!other) phk_layout_free(&f->other);
    if (f->n > 0 && (changed || colamd != f->colamd)) s->status = analyse(f, colamd);
}

/* An iteration is made anew of the values. */
static void store_iteration(phk_factor *f, phk_store *s)
{
    bool iterates = f->iterates;
    PHK_STORE_EACH(s, PHK_PART(iterates), PHK_PART(f->slow));
    if (s->status) return;
    if (s->reading && f->krylov && f->slow >= TOO_SLOW) stop_iterating(f);
    if (s->reading && !iterates && f->layout.n == 0 && f->n > 0) s->status = prepare(f);
    f->iterates = iterates && f->krylov;
    if (!f->iterates) return;
    double *values = phk_krylov_values(f->krylov);
    phk_store_doubles(s, values, (size_t)f->pattern->entries);
    if (s->reading && !s->status && !phk_krylov_make(f->krylov, values)) s->status = PH_E_FORMAT;
}

void phk_factor_store(phk_factor *f, phk_store *s)
{
    phk_store_expect(s, f->n);
    phk_store_expect(s, f->pattern->entries);
    store_iteration(f, s);
    store_order(f, s);
    PHK_STORE_EACH(s, PHK_PART(f->ready), PHK_PART(f->settled), PHK_PART(f->growth),
                   PHK_PART(f->condition), PHK_PART(f->culprit), PHK_PART(f->count));
    if (f->ready && f->n > 0 && !f->iterates && !s->status) phk_flat_store(&f->flat, s);
}

static void solve(phk_factor *f, double *x, double part)
{
    f->count.solves++;
    if (!f->ready) {
        for (int k = 0; k < f->n; k++) x[k] = NAN;
        return;
    }
    if (f->iterates)
        phk_krylov_solve(f->krylov, x, part);
    else
        phk_flat_solve(&f->flat, x);
}

void phk_factor_solve(phk_factor *factor, double *x)
{
    solve(factor, x, WELL);
}

void phk_factor_correct(phk_factor *factor, double *x)
{
    solve(factor, x, ROUGHLY);
}

int phk_factor_culprit(const phk_factor *factor)
{
    return factor->culprit;
}

const phk_factor_counts *phk_factor_count(const phk_factor *factor)
{
    return &factor->count;
}

long long phk_factor_fill(const phk_factor *factor)
{
    const phk_flat *f = &factor->flat;
    if (factor->iterates) return factor->pattern->entries;
    return factor->ready ? (long long)f->l_start[f->n] + f->u_start[f->n] : 0;
}
