/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Order, elimination tree, its postorder, columns of each pattern, rows of the fronts: each in time
 * proportional to the entries it reads, but the counts, which take as long as L has entries.
 */
#include "linalg/frontal_tree.h"

#include <amd.h>
#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

void phk_front_tree_free(phk_front_tree *t)
{
    free(t->order);
    free(t->first);
    free(t->begin);
    free(t->index);
    free(t->child);
    free(t->next);
    free(t->start);
    free(t->row);
    free(t->from);
    *t = (phk_front_tree){0};
}

/* What is needed on the way: lists of n + 2 numbers, and columns of the rows. */
typedef struct {
    int *place;  /* when an unknown is eliminated */
    int *parent; /* in the elimination tree */
    int *mark, *count, *stack, *head, *link;
    size_t *left; /* row i of the lower triangle has columns left[i] .. left[i + 1] of `column` */
    int *column;
} scratch;

enum { LISTS = 7 };
static void get_lists(scratch *s, int **list[LISTS])
{
    int **each[] = {&s->place, &s->parent, &s->mark, &s->count, &s->stack, &s->head, &s->link};
    memcpy(list, each, sizeof each);
}

static bool get_scratch(scratch *s, size_t n, size_t entries)
{
    int **list[LISTS];
    get_lists(s, list);
    s->left = malloc((n + 2) * sizeof *s->left);
    s->column = malloc((entries + 1) * sizeof *s->column);
    bool all = s->left && s->column;
    for (int i = 0; i < LISTS; i++) {
        *list[i] = malloc((n + 2) * sizeof(int));
        all = all && *list[i];
    }
    return all;
}

static void free_scratch(scratch *s)
{
    int **list[LISTS];
    get_lists(s, list);
    for (int i = 0; i < LISTS; i++) free(*list[i]);
    free(s->left);
    free(s->column);
}

static ph_status find_order(const phk_sparse *a, int *order)
{
    if (a->start[a->n] > INT_MAX / 2) return PH_E_NOMEM;
    int *start = malloc(((size_t)a->n + 1) * sizeof *start);
    if (!start) return PH_E_NOMEM;
    for (int j = 0; j <= a->n; j++) start[j] = (int)a->start[j];
    int said = amd_order(a->n, start, a->row, order, NULL, NULL);
    free(start);
    return said == AMD_OK || said == AMD_OK_BUT_JUMBLED ? PH_OK : PH_E_NOMEM;
}

/* The matrix in the order at hand, by columns of its lower triangle and by rows. */
static void reorder(const phk_sparse *a, phk_front_tree *t, scratch *s)
{
    const int n = t->n;
    for (int i = 0; i < n; i++) s->place[t->order[i]] = i;
    memset(t->start, 0, ((size_t)n + 2) * sizeof *t->start);
    memset(s->left, 0, ((size_t)n + 2) * sizeof *s->left);
    for (int pass = 0; pass < 2; pass++) {
        for (int j = 0; j < n; j++)
            for (size_t k = a->start[j]; k < a->start[j + 1]; k++) {
                const int p = s->place[a->row[k]], q = s->place[j], low = p < q ? p : q;
                if (!pass) {
                    t->start[low + 2]++;
                    s->left[p + q - low + 2]++;
                    continue;
                }
                const size_t at = t->start[low + 1]++;
                t->row[at] = p + q - low;
                t->from[at] = k;
                s->column[s->left[p + q - low + 1]++] = low;
            }
        for (int i = 0; !pass && i < n; i++) {
            t->start[i + 2] += t->start[i + 1];
            s->left[i + 2] += s->left[i + 1];
        }
    }
}

/* The elimination tree: the parent of k is the first row i > k of its column of L. */
static void find_parents(int n, scratch *s)
{
    int *ancestor = s->mark;
    for (int i = 0; i < n; i++) {
        s->parent[i] = ancestor[i] = -1;
        for (size_t p = s->left[i]; p < s->left[i + 1]; p++)
            for (int k = s->column[p], up; k != -1 && k < i; k = up) {
                up = ancestor[k];
                ancestor[k] = i;
                if (up == -1) s->parent[k] = i;
            }
    }
}

/* Children before parents, and right before them; new_order [n] is the order after it. */
static void postorder(int n, const int *order, scratch *s, int *new_order)
{
    int top = 0, done = 0;
    for (int i = 0; i < n; i++) s->head[i] = -1;
    for (int i = n - 1; i >= 0; i--) {
        if (s->parent[i] < 0) continue;
        s->link[i] = s->head[s->parent[i]];
        s->head[s->parent[i]] = i;
    }
    for (int root = 0; root < n; root++) {
        if (s->parent[root] >= 0) continue;
        s->stack[top++] = root;
        while (top > 0) {
            int i = s->stack[top - 1], child = s->head[i];
            if (child < 0) {
                new_order[done++] = order[i];
                top--;
            } else {
                s->head[i] = s->link[child];
                s->stack[top++] = child;
            }
        }
    }
}

/* Entries of each column of L, its diagonal included: row i is in all columns on the ways from
 * those of A up to i. */
static void count_entries(int n, scratch *s)
{
    for (int i = 0; i < n; i++) s->mark[i] = -1;
    for (int i = 0; i < n; i++) {
        s->count[i] = 1;
        s->mark[i] = i;
        for (size_t p = s->left[i]; p < s->left[i + 1]; p++)
            for (int k = s->column[p]; s->mark[k] != i; k = s->parent[k]) {
                s->count[k]++;
                s->mark[k] = i;
            }
    }
}

/* Whether a front may have so many columns and zeros that are stored for it. */
static bool worthwhile(int columns, double zeros, double entries)
{
    const double share = zeros / entries;
    return columns <= 4 || (columns <= 16 && share < 0.8) || (columns <= 48 && share < 0.1) ||
           share < 0.05;
}

/* Columns of one pattern are a front, and with their parent's where few zeros are stored for it. */
static void find_fronts(phk_front_tree *t, scratch *s)
{
    const int n = t->n;
    int fronts = 0;
    for (int j = 0; j < n; j++) {
        bool joins = j > 0 && s->parent[j - 1] == j && s->count[j - 1] == s->count[j] + 1;
        if (!joins) t->first[fronts++] = j;
    }
    t->first[fronts] = n;
    /* from left to right; a front takes in the one before it, with what that has taken in, as long
     * as that ends right below it in the tree */
    int *kept = s->head, count = 0;
    for (int f = 0; f < fronts; f++) {
        const int last = t->first[f + 1];
        int first = t->first[f], rows = s->count[first];
        double entries = 0;
        for (int j = first; j < last; j++) entries += s->count[j];
        while (count > 0 && s->parent[first - 1] == first) {
            const int before = kept[count - 1], columns = last - before;
            const double wide = last - before, tall = rows + first - before;
            double filled = entries;
            for (int j = before; j < first; j++) filled += s->count[j];
            const double all = wide * tall - 0.5 * wide * (wide - 1);
            if (!worthwhile(columns, all - filled, all)) break;
            entries = filled;
            rows += first - before;
            first = before;
            count--;
        }
        kept[count++] = first;
    }
    for (int f = 0; f < count; f++) t->first[f] = kept[f];
    t->first[count] = n;
    t->fronts = count;
}

/* Rows of a front: those of A in its columns, and what its children leave. */
static size_t gather_rows(const phk_front_tree *t, int f, int *mark, int *out)
{
    const int from = t->first[f], to = t->first[f + 1];
    size_t count = 0;
    for (int j = from; j < to; j++) {
        mark[j] = f;
        out[count++] = j;
    }
    for (int j = from; j < to; j++)
        for (size_t k = t->start[j]; k < t->start[j + 1]; k++)
            if (mark[t->row[k]] != f) {
                mark[t->row[k]] = f;
                out[count++] = t->row[k];
            }
    for (int c = t->child[f]; c >= 0; c = t->next[c])
        for (size_t k = t->begin[c]; k < t->begin[c + 1]; k++)
            if (t->index[k] >= to && mark[t->index[k]] != f) {
                mark[t->index[k]] = f;
                out[count++] = t->index[k];
            }
    return count;
}

static int ascending(const void *a, const void *b)
{
    const int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

static ph_status find_rows(phk_front_tree *t, scratch *s)
{
    const int n = t->n;
    int *front_of = s->count;
    size_t room = 0, used = 0;
    for (int f = 0; f < t->fronts; f++)
        for (int j = t->first[f]; j < t->first[f + 1]; j++) front_of[j] = f;
    for (int i = 0; i < n; i++) s->mark[i] = -1;
    for (int f = 0; f < t->fronts; f++) t->child[f] = t->next[f] = -1;
    for (int f = 0; f < t->fronts; f++) {
        if (used + (size_t)n > room) {
            room = 2 * room + 4 * (size_t)n;
            int *more = realloc(t->index, room * sizeof *more);
            if (!more) return PH_E_NOMEM;
            t->index = more;
        }
        t->begin[f] = used;
        const size_t rows = gather_rows(t, f, s->mark, t->index + used);
        const size_t own = (size_t)(t->first[f + 1] - t->first[f]);
        qsort(t->index + used + own, rows - own, sizeof *t->index, ascending);
        if ((int)rows > t->largest) t->largest = (int)rows;
        if (rows > own) {
            /* the parent holds the first row that is left */
            const int parent = front_of[t->index[used + own]];
            t->next[f] = t->child[parent];
            t->child[parent] = f;
        }
        used += rows;
        t->begin[f + 1] = used;
    }
    return PH_OK;
}

static ph_status make_tree(const phk_sparse *a, phk_front_tree *t, scratch *s)
{
    ph_status status = find_order(a, t->order);
    if (status != PH_OK) return status;
    reorder(a, t, s);
    find_parents(t->n, s);
    postorder(t->n, t->order, s, s->count);
    memcpy(t->order, s->count, (size_t)t->n * sizeof *t->order);
    reorder(a, t, s);
    find_parents(t->n, s);
    count_entries(t->n, s);
    find_fronts(t, s);
    return find_rows(t, s);
}

ph_status phk_front_tree_make(const phk_sparse *a, phk_front_tree *t)
{
    const size_t n = (size_t)a->n, entries = a->start[n];
    *t = (phk_front_tree){.n = a->n,
                          .order = malloc((n + 2) * sizeof(int)),
                          .first = malloc((n + 2) * sizeof(int)),
                          .begin = calloc(n + 2, sizeof(size_t)),
                          .child = malloc((n + 2) * sizeof(int)),
                          .next = malloc((n + 2) * sizeof(int)),
                          .start = malloc((n + 2) * sizeof(size_t)),
                          .row = malloc((entries + 1) * sizeof(int)),
                          .from = malloc((entries + 1) * sizeof(size_t))};
    scratch s = {0};
    bool all = get_scratch(&s, n, entries) && t->order && t->first && t->begin && t->child &&
               t->next && t->start && t->row && t->from;
    ph_status status = all ? make_tree(a, t, &s) : PH_E_NOMEM;
    free_scratch(&s);
    if (status != PH_OK) phk_front_tree_free(t);
    return status;
}
