/* SPDX-License-Identifier: BSD-3-Clause */
#include "linalg/frontal.h"

#include <stdlib.h>
#include <string.h>
#include "linalg/frontal_dense.h"
#include "linalg/frontal_tree.h"
#include "math/clones.h"

struct phk_frontal {
    phk_front_tree tree;
    double *value;  /* panels, one behind the other */
    size_t *panel;  /* [fronts + 1] where each begins */
    double *wide;   /* [n][PHK_WIDE] in the order of elimination */
    double *gather; /* [largest front][PHK_WIDE] */
};

void phk_frontal_free(phk_frontal *c)
{
    if (!c) return;
    phk_front_tree_free(&c->tree);
    free(c->value);
    free(c->panel);
    free(c->wide);
    free(c->gather);
    free(c);
}

/* What a factorisation works with. */
typedef struct {
    phk_frontal *c;
    const phk_sparse *a;
    double **rest; /* [fronts] what is left of each until its parent takes it */
    int *at;       /* [n] the row of the front at hand where an unknown stands */
    double *whole; /* [largest front] */
    double *room;
} work;

/* The entries of A in the columns of a front. Those of an unknown lie on both sides of the diagonal
 * once it is reordered, so they are looked up by either. */
static void add_entries(const work *w, int f, double *panel, int rows)
{
    const phk_front_tree *t = &w->c->tree;
    for (int j = t->first[f]; j < t->first[f + 1]; j++)
        for (size_t k = t->start[j]; k < t->start[j + 1]; k++)
            panel[(size_t)w->at[t->row[k]] + (size_t)(j - t->first[f]) * (size_t)rows] +=
                w->a->value[t->from[k]];
}

/* What a child has left joins the front. */
static void add_rest(const work *w, int child, double *panel, double *rest, int rows, int columns)
{
    const phk_front_tree *t = &w->c->tree;
    const int done = t->first[child + 1] - t->first[child];
    const int *index = t->index + t->begin[child] + done;
    const int left = (int)(t->begin[child + 1] - t->begin[child]) - done;
    const double *from = w->rest[child];
    const size_t ld = (size_t)(rows - columns);
    for (int j = 0; j < left; j++) {
        const int to = w->at[index[j]];
        double *column = to < columns ? panel + (size_t)to * (size_t)rows
                                      : rest + (size_t)(to - columns) * ld - columns;
        for (int i = j; i < left; i++)
            column[w->at[index[i]]] += from[(size_t)i + (size_t)j * (size_t)left];
    }
}

static ph_status make_front(work *w, int f, int *culprit)
{
    phk_frontal *c = w->c;
    const phk_front_tree *t = &c->tree;
    const int rows = (int)(t->begin[f + 1] - t->begin[f]), columns = t->first[f + 1] - t->first[f];
    const size_t left = (size_t)(rows - columns);
    double *panel = c->value + c->panel[f];
    double *rest = left ? calloc(left * left, sizeof *rest) : NULL;
    w->rest[f] = rest;
    if (left && !rest) return PH_E_NOMEM;
    for (int i = 0; i < rows; i++) w->at[t->index[t->begin[f] + (size_t)i]] = i;
    add_entries(w, f, panel, rows);
    for (int i = 0; i < columns; i++) w->whole[i] = panel[(size_t)i * (size_t)(rows + 1)];
    for (int child = t->child[f]; child >= 0; child = t->next[child]) {
        add_rest(w, child, panel, rest, rows, columns);
        free(w->rest[child]);
        w->rest[child] = NULL;
    }
    int bad = phk_front_factor(rows, columns, panel, rest, w->whole, w->room);
    if (bad < 0) return PH_OK;
    *culprit = t->order[t->first[f] + bad];
    return PH_E_SINGULAR;
}

static ph_status factor(phk_frontal *c, const phk_sparse *a, int *culprit)
{
    const phk_front_tree *t = &c->tree;
    const size_t largest = (size_t)t->largest;
    work w = {c,
              a,
              calloc((size_t)t->fronts + 1, sizeof *w.rest),
              malloc(((size_t)t->n + 1) * sizeof *w.at),
              malloc((largest + 1) * sizeof *w.whole),
              malloc((phk_front_room(t->largest) + 1) * sizeof *w.room)};
    ph_status status = w.rest && w.at && w.whole && w.room ? PH_OK : PH_E_NOMEM;
    for (int f = 0; status == PH_OK && f < t->fronts; f++) status = make_front(&w, f, culprit);
    for (int f = 0; w.rest && f < t->fronts; f++) free(w.rest[f]);
    free(w.rest);
    free(w.at);
    free(w.whole);
    free(w.room);
    return status;
}

ph_status phk_frontal_make(const phk_sparse *a, phk_frontal **out, int *culprit)
{
    *out = NULL;
    *culprit = -1;
    phk_frontal *c = calloc(1, sizeof *c);
    if (!c) return PH_E_NOMEM;
    ph_status status = phk_front_tree_make(a, &c->tree);
    if (status == PH_OK) {
        const phk_front_tree *t = &c->tree;
        size_t total = 0;
        c->panel = malloc(((size_t)t->fronts + 1) * sizeof *c->panel);
        for (int f = 0; c->panel && f <= t->fronts; f++) {
            c->panel[f] = total;
            if (f < t->fronts)
                total += (t->begin[f + 1] - t->begin[f]) * (size_t)(t->first[f + 1] - t->first[f]);
        }
        c->value = calloc(total + 1, sizeof *c->value);
        c->wide = malloc(((size_t)t->n + 1) * PHK_WIDE * sizeof *c->wide);
        c->gather = malloc(((size_t)t->largest + 1) * PHK_WIDE * sizeof *c->gather);
        status = c->panel && c->value && c->wide && c->gather ? PH_OK : PH_E_NOMEM;
    }
    if (status == PH_OK) status = factor(c, a, culprit);
    if (status == PH_OK)
        *out = c;
    else
        phk_frontal_free(c);
    return status;
}

/* x [rows][PHK_WIDE] of a front: the first `columns` are solved for, the others get their share. */
PHK_CLONES static void down(int rows, int columns, const double *panel, double *x)
{
    for (int j = 0; j < columns; j++, panel += rows) {
        double *xj = x + (size_t)j * PHK_WIDE;
        for (int r = 0; r < PHK_WIDE; r++) xj[r] /= panel[j];
        for (int i = j + 1; i < rows; i++) {
            double *xi = x + (size_t)i * PHK_WIDE;
            for (int r = 0; r < PHK_WIDE; r++) xi[r] -= panel[i] * xj[r];
        }
    }
}

PHK_CLONES static void up(int rows, int columns, const double *panel, double *x)
{
    panel += (size_t)columns * (size_t)rows;
    for (int j = columns - 1; j >= 0; j--) {
        panel -= rows;
        double *xj = x + (size_t)j * PHK_WIDE, sum[PHK_WIDE];
        for (int r = 0; r < PHK_WIDE; r++) sum[r] = xj[r];
        for (int i = j + 1; i < rows; i++)
            for (int r = 0; r < PHK_WIDE; r++)
                sum[r] -= panel[i] * x[(size_t)i * PHK_WIDE + (size_t)r];
        for (int r = 0; r < PHK_WIDE; r++) xj[r] = sum[r] / panel[j];
    }
}

void phk_frontal_solve(phk_frontal *c, double *x)
{
    const phk_front_tree *t = &c->tree;
    const size_t one = PHK_WIDE * sizeof *x;
    double *y = c->wide, *g = c->gather;
    for (int i = 0; i < t->n; i++)
        memcpy(y + (size_t)i * PHK_WIDE, x + (size_t)t->order[i] * PHK_WIDE, one);
    for (int pass = 0; pass < 2; pass++)
        for (int s = 0; s < t->fronts; s++) {
            const int f = pass ? t->fronts - 1 - s : s;
            const int *index = t->index + t->begin[f];
            const int rows = (int)(t->begin[f + 1] - t->begin[f]);
            const int columns = t->first[f + 1] - t->first[f];
            for (int i = 0; i < rows; i++)
                memcpy(g + (size_t)i * PHK_WIDE, y + (size_t)index[i] * PHK_WIDE, one);
            (pass ? up : down)(rows, columns, c->value + c->panel[f], g);
            for (int i = 0; i < (pass ? columns : rows); i++)
                memcpy(y + (size_t)index[i] * PHK_WIDE, g + (size_t)i * PHK_WIDE, one);
        }
    for (int i = 0; i < t->n; i++)
        memcpy(x + (size_t)t->order[i] * PHK_WIDE, y + (size_t)i * PHK_WIDE, one);
}
