/* SPDX-License-Identifier: BSD-3-Clause
 *
 * rank.c -- left-looking sparse elimination of rows with pivoting among columns, then the question
 * of who is to blame.
 *
 * In the given order an open chain fills without bound: every body's coordinates come to depend on
 * all joint angles before it. So rows are eliminated in a column-approximate minimum-degree order
 * of the transpose (Davis, Gilbert, Larimore & Ng 2004), with pivots in columns that are done with
 * soonest. A row that vanishes on the way gives a combination of rows that is zero; from these
 * combine.h finds which rows are to blame in the given order.
 */
#include "linalg/rank.h"

#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <colamd.h>
#include "linalg/combine.h"

/* A pivot is at least this part of the largest entry of its reduced row. */
static const double PIVOT_LEAST = 0.1;

/* A growing list of (index, value). */
typedef struct {
    size_t count, capacity;
    int *index;
    double *value;
} list;

typedef struct {
    int rows, columns;
    const int *row_start, *column;
    const double *value;
    double tolerance;

    double *scale;      /* [rows] 1 / length; 0: a row of zeros */
    int *order;         /* [rows + 1] row eliminated at each place */
    int *pivot_of;      /* [columns] place of the row that has its pivot there; -1: none */
    double *pivot;      /* [rows] by place */
    size_t *upper_from; /* [rows + 1] the reduced rows, without pivots */
    list upper;
    size_t *lower_from; /* [rows + 1] which reduced rows were subtracted, and how often */
    list lower;

    int *touching;            /* [columns] how many rows to come have it */
    double *x;                /* [columns] the row at work */
    int *seen;                /* [columns] stamps */
    int *stack, *topological; /* [columns] */
    size_t *next;             /* [columns] */
} work;

static bool push(list *l, int index, double value)
{
    if (l->count == l->capacity) {
        size_t capacity = l->capacity ? 2 * l->capacity : 256;
        int *larger = realloc(l->index, capacity * sizeof *larger);
        if (!larger) return false;
        l->index = larger;
        double *values = realloc(l->value, capacity * sizeof *values);
        if (!values) return false;
        l->value = values;
        l->capacity = capacity;
    }
    l->index[l->count] = index;
    l->value[l->count++] = value;
    return true;
}

static bool allocate(work *w)
{
    size_t m = (size_t)w->rows + 1, n = (size_t)w->columns + 1;
    w->scale = malloc(m * sizeof *w->scale);
    w->order = malloc(m * sizeof *w->order);
    w->pivot_of = malloc(n * sizeof *w->pivot_of);
    w->pivot = malloc(m * sizeof *w->pivot);
    w->upper_from = calloc(m, sizeof *w->upper_from);
    w->lower_from = calloc(m, sizeof *w->lower_from);
    w->touching = calloc(n, sizeof *w->touching);
    w->x = calloc(n, sizeof *w->x);
    w->seen = calloc(n, sizeof *w->seen);
    w->stack = malloc(n * sizeof *w->stack);
    w->topological = malloc(n * sizeof *w->topological);
    w->next = malloc(n * sizeof *w->next);
    return w->scale && w->order && w->pivot_of && w->pivot && w->upper_from && w->lower_from &&
           w->touching && w->x && w->seen && w->stack && w->topological && w->next;
}

static void release(work *w)
{
    free(w->scale);
    free(w->order);
    free(w->pivot_of);
    free(w->pivot);
    free(w->upper_from);
    free(w->lower_from);
    free(w->upper.index);
    free(w->upper.value);
    free(w->lower.index);
    free(w->lower.value);
    free(w->touching);
    free(w->x);
    free(w->seen);
    free(w->stack);
    free(w->topological);
    free(w->next);
}

/* The rows as columns of the transpose. Dense rows and columns are not set aside: the bound on the
 * fill would not hold for them. */
static ph_status order_rows(work *w)
{
    int entries = w->row_start[w->rows];
    size_t size = colamd_recommended(entries, w->columns, w->rows);
    if (size == 0 || size > INT_MAX) return PH_E_RANGE;
    int *index = malloc(size * sizeof *index);
    if (!index) return PH_E_NOMEM;
    memcpy(index, w->column, (size_t)entries * sizeof *index);
    memcpy(w->order, w->row_start, ((size_t)w->rows + 1) * sizeof *w->order);
    double knobs[COLAMD_KNOBS];
    int stats[COLAMD_STATS];
    colamd_set_defaults(knobs);
    knobs[COLAMD_DENSE_ROW] = knobs[COLAMD_DENSE_COL] = -1;
    int done = colamd(w->columns, w->rows, (int)size, index, w->order, knobs, stats);
    free(index);
    return done ? PH_OK : PH_E_USAGE;
}

/* Appends to w->topological, from `count` on, the columns a column leads to through the reduced
 * rows, itself last: read backwards, every column comes before those it leads to. Without
 * recursion, as a chain leads far. */
static int reach(work *w, int column, int stamp, int count)
{
    int depth = 0;
    w->stack[0] = column;
    w->seen[column] = stamp;
    w->next[0] = w->pivot_of[column] < 0 ? 0 : w->upper_from[w->pivot_of[column]];
    while (depth >= 0) {
        int k = w->pivot_of[w->stack[depth]];
        bool deeper = false;
        while (k >= 0 && w->next[depth] < w->upper_from[k + 1]) {
            int c = w->upper.index[w->next[depth]++];
            if (w->seen[c] == stamp) continue;
            w->seen[c] = stamp;
            w->stack[++depth] = c;
            w->next[depth] = w->pivot_of[c] < 0 ? 0 : w->upper_from[w->pivot_of[c]];
            deeper = true;
            break;
        }
        if (!deeper) w->topological[count++] = w->stack[depth--];
    }
    return count;
}

/* Reduces the row at a place by those before it; what is left, scaled to the row's length, stays in
 * w->x at w->topological[0 .. *count). */
static ph_status reduce(work *w, int place, int *count)
{
    int row = w->order[place], found = 0;
    for (int p = w->row_start[row]; p < w->row_start[row + 1]; p++)
        if (w->seen[w->column[p]] != place + 1) found = reach(w, w->column[p], place + 1, found);
    for (int p = w->row_start[row]; p < w->row_start[row + 1]; p++) {
        w->x[w->column[p]] += w->value[p] * w->scale[row];
        w->touching[w->column[p]]--;
    }
    int kept = 0;
    for (int i = found - 1; i >= 0; i--) {
        int c = w->topological[i], k = w->pivot_of[c];
        if (k < 0) continue;
        double factor = w->x[c] / w->pivot[k];
        w->x[c] = 0;
        if (factor == 0) continue;
        if (!push(&w->lower, k, factor)) return PH_E_NOMEM;
        for (size_t p = w->upper_from[k]; p < w->upper_from[k + 1]; p++)
            w->x[w->upper.index[p]] -= factor * w->upper.value[p];
    }
    for (int i = 0; i < found; i++)
        if (w->pivot_of[w->topological[i]] < 0) w->topological[kept++] = w->topological[i];
    *count = kept;
    return PH_OK;
}

/* Where the pivot of what is left is to be, -1: nothing is left. Among the entries that are large
 * enough, a column that the fewest rows to come will touch: an open chain is then eliminated
 * without fill, whereas the largest entry would leave all its free coordinates in every row. */
static int choose(const work *w, int count, double *largest)
{
    int at = -1;
    *largest = 0;
    for (int i = 0; i < count; i++) *largest = fmax(*largest, fabs(w->x[w->topological[i]]));
    for (int i = 0; i < count; i++) {
        int c = w->topological[i];
        double size = fabs(w->x[c]);
        if (size == 0 || size < PIVOT_LEAST * *largest) continue;
        if (at < 0 || w->touching[c] < w->touching[at] ||
            (w->touching[c] == w->touching[at] && size > fabs(w->x[at])))
            at = c;
    }
    return at;
}

/* Keeps what is left as a reduced row. *independent: false when it is too small. */
static ph_status settle(work *w, int place, int count, bool *independent)
{
    double largest;
    int at = choose(w, count, &largest);
    *independent = largest > w->tolerance;
    ph_status status = PH_OK;
    for (int i = 0; i < count; i++) {
        int c = w->topological[i];
        if (*independent && c != at && w->x[c] != 0 && !push(&w->upper, c, w->x[c]))
            status = PH_E_NOMEM;
        if (c == at) w->pivot[place] = w->x[c];
        w->x[c] = 0;
    }
    if (*independent) w->pivot_of[at] = place;
    w->upper_from[place + 1] = w->upper.count;
    w->lower_from[place + 1] = w->lower.count;
    return status;
}

static int backwards(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;
    return (x < y) - (x > y);
}

/* The combination behind a row that vanished: itself less what was subtracted from it, expanded to
 * rows of the matrix, the last place first. y [rows] is zero, and zero again afterwards; seen
 * [rows] and reached [rows] are scratch. */
static ph_status expand(const work *w, int place, double *y, int *seen, int *reached,
                        phk_combination *out)
{
    int count = 1;
    reached[0] = place;
    seen[place] = place + 1;
    for (int i = 0; i < count; i++) {
        for (size_t p = w->lower_from[reached[i]]; p < w->lower_from[reached[i] + 1]; p++) {
            int k = w->lower.index[p];
            if (seen[k] == place + 1) continue;
            seen[k] = place + 1;
            reached[count++] = k;
        }
    }
    qsort(reached, (size_t)count, sizeof *reached, backwards);
    y[place] = 1;
    for (int i = 0; i < count; i++) {
        int k = reached[i];
        for (size_t p = w->lower_from[k]; p < w->lower_from[k + 1]; p++)
            y[w->lower.index[p]] -= w->lower.value[p] * y[k];
    }
    ph_status status = phk_combination_create(count, out);
    for (int i = 0; i < count; i++) {
        if (!status) out->term[i] = (phk_term){w->order[reached[i]], y[reached[i]]};
        y[reached[i]] = 0;
    }
    return status;
}

/* Eliminates all rows; *found of them vanished, with a combination each. */
static ph_status eliminate(work *w, phk_combination **combinations, int *found)
{
    int capacity = 0;
    double *y = calloc((size_t)w->rows + 1, sizeof *y);
    int *seen = calloc((size_t)w->rows + 1, sizeof *seen);
    int *reached = malloc(((size_t)w->rows + 1) * sizeof *reached);
    ph_status status = y && seen && reached ? PH_OK : PH_E_NOMEM;
    for (int place = 0; !status && place < w->rows; place++) {
        int count;
        bool independent;
        status = reduce(w, place, &count);
        if (!status) status = settle(w, place, count, &independent);
        if (status || independent) continue;
        if (*found == capacity) {
            capacity = capacity ? 2 * capacity : 16;
            phk_combination *larger = realloc(*combinations, (size_t)capacity * sizeof *larger);
            if (!larger) {
                status = PH_E_NOMEM;
                continue;
            }
            *combinations = larger;
        }
        status = expand(w, place, y, seen, reached, &(*combinations)[*found]);
        if (!status) ++*found;
    }
    free(y);
    free(seen);
    free(reached);
    return status;
}

/* Lengths of rows, so that tolerances have a meaning. */
static ph_status measure(work *w)
{
    for (int r = 0; r < w->rows; r++) {
        double largest = 0, sum = 0;
        for (int p = w->row_start[r]; p < w->row_start[r + 1]; p++) {
            if (!(fabs(w->value[p]) <= DBL_MAX)) return PH_E_NONFINITE;
            largest = fmax(largest, fabs(w->value[p]));
        }
        for (int p = w->row_start[r]; p < w->row_start[r + 1]; p++)
            if (largest > 0) sum += (w->value[p] / largest) * (w->value[p] / largest);
        w->scale[r] = largest > 0 ? 1 / (largest * sqrt(sum)) : 0;
        if (!(w->scale[r] <= DBL_MAX)) w->scale[r] = 0; // too small to have a direction
    }
    return PH_OK;
}

/* Lists, for each row to blame, the rows it is made of. */
static ph_status report(const phk_combination *all, int count, int rows, int **with_start,
                        int **with)
{
    size_t total = 0;
    for (int k = 0; k < count; k++) total += (size_t)all[k].count - 1;
    if (total > INT_MAX) return PH_E_RANGE;
    int *start = calloc((size_t)rows + 1, sizeof *start);
    int *list_of = malloc((total + 1) * sizeof *list_of);
    if (!start || !list_of) {
        free(start);
        free(list_of);
        return PH_E_NOMEM;
    }
    for (int k = 0; k < count; k++) start[phk_combination_last(&all[k]) + 1] = all[k].count - 1;
    for (int r = 0; r < rows; r++) start[r + 1] += start[r];
    for (int k = 0; k < count; k++) {
        int *to = list_of + start[phk_combination_last(&all[k])];
        for (int i = 0; i < all[k].count - 1; i++) to[i] = all[k].term[i].row;
    }
    *with_start = start;
    *with = list_of;
    return PH_OK;
}

static ph_status find(work *w, bool *dependent, int *rank, int **with_start, int **with)
{
    phk_combination *all = NULL;
    int found = 0;
    ph_status status = order_rows(w);
    if (!status) status = eliminate(w, &all, &found);
    if (!status) status = phk_combinations_reduce(all, found, w->rows);
    for (int k = 0; !status && k < found; k++) dependent[phk_combination_last(&all[k])] = true;
    if (!status && with) status = report(all, found, w->rows, with_start, with);
    *rank = w->rows - found;
    phk_combinations_free(all, found);
    return status;
}

ph_status phk_rank_rows(int rows, int columns, const int *row_start, const int *column,
                        const double *value, double tolerance, bool *dependent, int *rank,
                        int **with_start, int **with)
{
    work w = {.rows = rows,
              .columns = columns,
              .row_start = row_start,
              .column = column,
              .value = value,
              .tolerance = tolerance};
    if (with) *with_start = *with = NULL;
    memset(dependent, 0, (size_t)rows * sizeof *dependent);
    *rank = 0;
    ph_status status = allocate(&w) ? measure(&w) : PH_E_NOMEM;
    for (int c = 0; c < columns && !status; c++) w.pivot_of[c] = -1;
    for (int p = 0; p < row_start[rows] && !status; p++) w.touching[column[p]]++;
    if (!status) status = find(&w, dependent, rank, with_start, with);
    release(&w);
    return status;
}
