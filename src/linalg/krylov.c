/* SPDX-License-Identifier: BSD-3-Clause */
#include "linalg/krylov.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    BLOCK = 6,     /* unknowns of a node at most */
    MANY = 200,    /* nodes from which on it pays */
    RESTART = 30,  /* directions that are kept */
    PATIENCE = 240 /* iterations of a solve */
};
/* Neighbours of a node in the mean from which on factors fill; the trial: to what part, and in how
 * many iterations. */
static const double COUPLED = 2, TRIAL_PART = 1e-4, TRIAL_LEFT = 1e-2;
static const int TRIAL = RESTART;

struct phk_krylov {
    const phk_pattern *pattern;
    int n, blocks;
    int *first;        /* [blocks + 1] unknowns of each node */
    double *value;     /* [entries] */
    double *inverse;   /* [blocks][BLOCK * BLOCK] of the diagonal blocks */
    double *basis;     /* [RESTART + 1][n] */
    double *r, *trial; /* [n] */
    double h[RESTART + 1][RESTART], c[RESTART], s[RESTART], g[RESTART + 1];
};

/* Nodes as runs of unknowns; counts only while there is no room. -1: they are no such runs. */
static int find_blocks(const phk_pattern *p, const int *node, int *first)
{
    int blocks = 0, begin = 0;
    for (int u = 0; u < p->n; u++) {
        if (node[u] < 0 || (u > 0 && node[u] < node[u - 1])) return -1;
        bool new = u == 0 || node[u] != node[u - 1];
        if (new) begin = u;
        if (u - begin >= BLOCK) return -1;
        if (new &&first) first[blocks] = u;
        blocks += new;
    }
    if (first) first[blocks] = p->n;
    return blocks;
}

bool phk_krylov_fits(const phk_pattern *p, const int *node)
{
    int blocks = p->n >= MANY ? find_blocks(p, node, NULL) : -1;
    if (blocks < MANY) return false;
    double size = (double)p->n / blocks;
    return p->entries > (1 + COUPLED) * size * size * blocks;
}

ph_status phk_krylov_create(const phk_pattern *p, const int *node, phk_krylov **out)
{
    phk_krylov *k = calloc(1, sizeof *k);
    *out = NULL;
    if (!k) return PH_E_NOMEM;
    size_t n = (size_t)p->n;
    k->pattern = p;
    k->n = p->n;
    k->first = malloc((n + 1) * sizeof *k->first);
    k->value = malloc(((size_t)p->entries + 1) * sizeof *k->value);
    k->basis = malloc((RESTART + 1) * n * sizeof *k->basis);
    k->r = malloc(2 * n * sizeof *k->r);
    k->trial = k->r ? k->r + n : NULL;
    k->blocks = k->first ? find_blocks(p, node, k->first) : 0;
    k->inverse = malloc(((size_t)k->blocks * BLOCK * BLOCK + 1) * sizeof *k->inverse);
    if (!k->first || !k->value || !k->basis || !k->r || !k->inverse) {
        phk_krylov_free(k);
        return PH_E_NOMEM;
    }
    *out = k;
    return PH_OK;
}

void phk_krylov_free(phk_krylov *k)
{
    if (!k) return;
    free(k->first);
    free(k->value);
    free(k->inverse);
    free(k->basis);
    free(k->r);
    free(k);
}

double *phk_krylov_values(phk_krylov *k)
{
    return k->value;
}

/* --- the preconditioner ----------------------------------------------------------------------- */

/* Inverts a block in place by Gauss and Jordan, largest pivots; false: there is none. */
static bool invert(double a[BLOCK][2 * BLOCK], int n)
{
    for (int c = 0; c < n; c++) {
        int p = c;
        for (int r = c + 1; r < n; r++)
            if (fabs(a[r][c]) > fabs(a[p][c])) p = r;
        if (!(fabs(a[p][c]) > 0)) return false;
        for (int j = 0; j < 2 * n; j++) {
            double t = a[c][j];
            a[c][j] = a[p][j];
            a[p][j] = t;
        }
        double pivot = 1 / a[c][c];
        for (int j = 0; j < 2 * n; j++) a[c][j] *= pivot;
        for (int r = 0; r < n; r++) {
            double f = r == c ? 0 : a[r][c];
            for (int j = 0; f != 0 && j < 2 * n; j++) a[r][j] -= f * a[c][j];
        }
    }
    return true;
}

static bool invert_block(phk_krylov *k, int b)
{
    int from = k->first[b], n = k->first[b + 1] - from;
    double a[BLOCK][2 * BLOCK] = {{0}};
    for (int i = 0; i < n; i++) {
        const int row = from + i;
        for (int e = k->pattern->row_start[row]; e < k->pattern->row_start[row + 1]; e++) {
            int column = k->pattern->column[e] - from;
            if (column >= 0 && column < n) a[i][column] = k->value[e];
        }
        a[i][n + i] = 1;
    }
    bool good = invert(a, n);
    double *out = k->inverse + (size_t)b * BLOCK * BLOCK;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) out[BLOCK * i + j] = a[i][n + j];
    return good;
}

/* t = D^-1 t of one node. */
static void scale_block(const phk_krylov *k, int b, double t[BLOCK])
{
    const double *d = k->inverse + (size_t)b * BLOCK * BLOCK;
    int n = k->first[b + 1] - k->first[b];
    double x[BLOCK];
    for (int i = 0; i < n; i++) {
        x[i] = 0;
        for (int j = 0; j < n; j++) x[i] += d[BLOCK * i + j] * t[j];
    }
    memcpy(t, x, (size_t)n * sizeof *t);
}

/* x = (D + U)^-1 D (D + L)^-1 x: forward over the nodes, and back. */
static void sweep(const phk_krylov *k, double *x)
{
    const phk_pattern *p = k->pattern;
    double t[BLOCK];
    for (int b = 0; b < k->blocks; b++) {
        int from = k->first[b], n = k->first[b + 1] - from;
        for (int i = 0; i < n; i++) {
            int e = p->row_start[from + i];
            for (t[i] = x[from + i]; p->column[e] < from; e++)
                t[i] -= k->value[e] * x[p->column[e]];
        }
        scale_block(k, b, t);
        memcpy(x + from, t, (size_t)n * sizeof *t);
    }
    for (int b = k->blocks - 1; b >= 0; b--) {
        int from = k->first[b], n = k->first[b + 1] - from;
        for (int i = 0; i < n; i++) {
            int e = p->row_start[from + i + 1] - 1;
            for (t[i] = 0; p->column[e] >= from + n; e--) t[i] += k->value[e] * x[p->column[e]];
        }
        scale_block(k, b, t);
        for (int i = 0; i < n; i++) x[from + i] -= t[i];
    }
}

static void multiply(const phk_krylov *k, const double *x, double *y)
{
    const phk_pattern *p = k->pattern;
    for (int r = 0; r < k->n; r++) {
        double sum = 0;
        for (int e = p->row_start[r]; e < p->row_start[r + 1]; e++)
            sum += k->value[e] * x[p->column[e]];
        y[r] = sum;
    }
}

/* --- the iteration ---------------------------------------------------------------------------- */

static double dot(const double *a, const double *b, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++) sum += a[i] * b[i];
    return sum;
}

/* Makes direction j + 1, orthogonal to those before; the size of the residual then. */
static double extend(phk_krylov *k, int j)
{
    const int n = k->n;
    double *v = k->basis + (size_t)(j + 1) * (size_t)n;
    multiply(k, k->basis + (size_t)j * (size_t)n, v);
    sweep(k, v);
    for (int i = 0; i <= j; i++) {
        const double *u = k->basis + (size_t)i * (size_t)n;
        double h = k->h[i][j] = dot(v, u, n);
        for (int m = 0; m < n; m++) v[m] -= h * u[m];
    }
    double size = sqrt(dot(v, v, n));
    for (int m = 0; size > 0 && m < n; m++) v[m] /= size;
    /* the rotations that make h triangular, and one more */
    for (int i = 0; i < j; i++) {
        double a = k->h[i][j], b = k->h[i + 1][j];
        k->h[i][j] = k->c[i] * a + k->s[i] * b;
        k->h[i + 1][j] = k->c[i] * b - k->s[i] * a;
    }
    double r = hypot(k->h[j][j], size);
    k->c[j] = r > 0 ? k->h[j][j] / r : 1;
    k->s[j] = r > 0 ? size / r : 0;
    k->h[j][j] = r;
    k->g[j + 1] = -k->s[j] * k->g[j];
    k->g[j] *= k->c[j];
    return fabs(k->g[j + 1]);
}

/* x += the best combination of the first m directions. */
static void combine(phk_krylov *k, int m, double *x)
{
    double y[RESTART];
    for (int i = m - 1; i >= 0; i--) {
        y[i] = k->g[i];
        for (int j = i + 1; j < m; j++) y[i] -= k->h[i][j] * y[j];
        y[i] = k->h[i][i] != 0 ? y[i] / k->h[i][i] : 0;
    }
    for (int i = 0; i < m; i++) {
        const double *v = k->basis + (size_t)i * (size_t)k->n;
        for (int u = 0; u < k->n; u++) x[u] += y[i] * v[u];
    }
}

/* Solves for the right-hand side in x; what part is left. */
static double iterate(phk_krylov *k, double *x, double part, int patience)
{
    const int n = k->n;
    double *b = k->r, whole = 0, left = 1;
    memcpy(b, x, (size_t)n * sizeof *b);
    memset(x, 0, (size_t)n * sizeof *x);
    for (int done = 0; done < patience;) {
        double *v = k->basis;
        /* the residual, swept */
        multiply(k, x, v);
        for (int i = 0; i < n; i++) v[i] = b[i] - v[i];
        sweep(k, v);
        double size = sqrt(dot(v, v, n));
        if (done == 0) whole = size;
        if (!(size > part * whole)) return whole > 0 ? size / whole : 0;
        for (int i = 0; i < n; i++) v[i] /= size;
        k->g[0] = size;
        int m = 0;
        while (m < RESTART && done < patience && left * whole > part * whole) {
            left = extend(k, m++) / whole;
            done++;
        }
        combine(k, m, x);
        if (!(left > part)) return left;
    }
    return left;
}

/* The size of x where every node is scaled by its own block. */
static double scaled_size(const phk_krylov *k, const double *x)
{
    double sum = 0;
    for (int b = 0; b < k->blocks; b++) {
        int from = k->first[b], n = k->first[b + 1] - from;
        double t[BLOCK];
        memcpy(t, x + from, (size_t)n * sizeof *t);
        scale_block(k, b, t);
        sum += dot(t, t, n);
    }
    return sqrt(sum);
}

/* A right-hand side of both signs, without a pattern. */
static double trial_side(int i)
{
    return (unsigned)i * 2654435761u >> 31 ? 1 : -1;
}

/* Solves for it. What is left is not measured as the iteration does: where couplings rule, sweeps
 * blow up a few directions, beside which all others seem to vanish. */
static bool is_quick(phk_krylov *k)
{
    double *x = k->trial, *left = k->basis;
    for (int i = 0; i < k->n; i++) x[i] = trial_side(i);
    const double whole = scaled_size(k, x);
    if (!(iterate(k, x, TRIAL_PART, TRIAL) <= TRIAL_PART)) return false;
    multiply(k, x, left);
    for (int i = 0; i < k->n; i++) left[i] = trial_side(i) - left[i];
    return scaled_size(k, left) <= TRIAL_LEFT * whole;
}

bool phk_krylov_make(phk_krylov *k, const double *values)
{
    memcpy(k->value, values, (size_t)k->pattern->entries * sizeof *values);
    for (int b = 0; b < k->blocks; b++)
        if (!invert_block(k, b)) return false;
    return is_quick(k);
}

void phk_krylov_solve(phk_krylov *k, double *x, double part)
{
    iterate(k, x, part, PATIENCE);
}
