/* SPDX-License-Identifier: BSD-3-Clause */
#include "linalg/combine.h"

#include <math.h>
#include <stdlib.h>

/* Terms below this part of the largest are rounding. */
static const double TERM_LEAST = 1e-7;

ph_status phk_combination_create(int count, phk_combination *out)
{
    out->count = count;
    out->term = malloc(((size_t)count + 1) * sizeof *out->term);
    return out->term ? PH_OK : PH_E_NOMEM;
}

void phk_combinations_free(phk_combination *all, int count)
{
    for (int k = 0; k < count; k++) free(all[k].term);
    free(all);
}

static int by_row(const void *a, const void *b)
{
    int x = ((const phk_term *)a)->row, y = ((const phk_term *)b)->row;
    return (x > y) - (x < y);
}

/* Largest term 1, rounding dropped except at the row to keep (-1: none). */
static void clean(phk_combination *c, int keep)
{
    double largest = 0;
    for (int i = 0; i < c->count; i++) largest = fmax(largest, fabs(c->term[i].value));
    int kept = 0;
    for (int i = 0; i < c->count; i++) {
        if (!(fabs(c->term[i].value) > TERM_LEAST * largest) && c->term[i].row != keep) continue;
        c->term[kept] = c->term[i];
        c->term[kept++].value /= largest;
    }
    c->count = kept;
}

/* a := a - factor b, without the term at `row`, never without that at `keep`. */
static ph_status subtract(phk_combination *a, double factor, const phk_combination *b, int row,
                          int keep)
{
    phk_combination sum;
    ph_status status = phk_combination_create(a->count + b->count, &sum);
    if (status) return status;
    int i = 0, j = 0, n = 0;
    while (i < a->count || j < b->count) {
        phk_term t;
        if (j == b->count || (i < a->count && a->term[i].row < b->term[j].row)) {
            t = a->term[i++];
        } else {
            t = (phk_term){b->term[j].row, -factor * b->term[j].value};
            if (i < a->count && a->term[i].row == t.row) t.value += a->term[i++].value;
            j++;
        }
        if (t.row != row) sum.term[n++] = t;
    }
    sum.count = n;
    clean(&sum, keep);
    free(a->term);
    *a = sum;
    return PH_OK;
}

/* Until all last terms differ. Of two combinations with the same one, that with the larger term
 * keeps it: the factor is then at most 1. */
static ph_status separate(phk_combination *all, int count, int *owner)
{
    for (int k = 0; k < count; k++) {
        int at = k;
        while (all[at].count > 0) {
            int last = phk_combination_last(&all[at]);
            int other = owner[last];
            if (other < 0) {
                owner[last] = at;
                break;
            }
            double mine = all[at].term[all[at].count - 1].value;
            double its = all[other].term[all[other].count - 1].value;
            if (fabs(mine) > fabs(its)) {
                owner[last] = at;
                int keep = at;
                at = other;
                other = keep;
                double value = mine;
                mine = its;
                its = value;
            }
            ph_status status = subtract(&all[at], mine / its, &all[other], last, -1);
            if (status) return status;
        }
        // independent combinations cannot cancel
        if (all[at].count == 0) return PH_E_SOLVE;
    }
    return PH_OK;
}

/* Takes the rows to blame out of the other combinations, the earliest first: those it may contain
 * are then clean already. */
static ph_status purify(phk_combination *all, int rows, const int *owner)
{
    for (int r = 0; r < rows; r++) {
        if (owner[r] < 0) continue;
        phk_combination *c = &all[owner[r]];
        for (int i = c->count - 2; i >= 0; i--) {
            if (i >= c->count - 1) continue; // dropped with the rounding
            int row = c->term[i].row, other = owner[row];
            if (other < 0) continue;
            const phk_combination *o = &all[other]; // ends at row
            ph_status status =
                subtract(c, c->term[i].value / o->term[o->count - 1].value, o, row, r);
            if (status) return status;
            // terms before it may have come in
            i = c->count - 1;
        }
    }
    return PH_OK;
}

ph_status phk_combinations_reduce(phk_combination *all, int count, int rows)
{
    int *owner = malloc(((size_t)rows + 1) * sizeof *owner);
    if (!owner) return PH_E_NOMEM;
    for (int r = 0; r < rows; r++) owner[r] = -1;
    for (int k = 0; k < count; k++) {
        qsort(all[k].term, (size_t)all[k].count, sizeof *all[k].term, by_row);
        clean(&all[k], -1);
    }
    ph_status status = separate(all, count, owner);
    if (!status) status = purify(all, rows, owner);
    free(owner);
    return status;
}
