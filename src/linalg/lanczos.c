/* SPDX-License-Identifier: BSD-3-Clause */
#include "linalg/lanczos.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "linalg/symmetric.h"
#include "linalg/wide.h"
#include "math/clones.h"

enum { B = PHK_WIDE, FEW = 300 };
#define TOLERANCE 1e-11 /* of a vector's residual, by its value */

typedef struct {
    int n, blocks, room;
    double **v;                                  /* [blocks] of [n][B], orthonormal in M */
    double *w, *mw;                              /* [n][B] */
    double (*diagonal)[B * B], (*beside)[B * B]; /* [room] of the projected matrix; beside[j] is
                                                    between block j and j + 1 */
    uint64_t random;
} basis;

static double random_number(basis *b)
{
    b->random = b->random * 6364136223846793005u + 1442695040888963407u;
    return (double)(b->random >> 11) * 0x1p-53 - 0.5;
}

/* w, orthogonal to all blocks; what is taken of the last two is added to theirs. */
static void orthogonalise(basis *b, const phk_sparse *m, double *last)
{
    double h[B * B];
    for (int pass = 0; pass < 2; pass++) {
        phk_sparse_times(m, b->w, b->mw);
        for (int k = 0; k < b->blocks; k++) {
            phk_wide_inner(b->n, b->v[k], b->mw, h);
            phk_wide_subtract(b->n, b->v[k], h, b->w);
            if (last && k == b->blocks - 1)
                for (int i = 0; i < B * B; i++) last[i] += h[i];
        }
    }
}

/* w = q r with q orthonormal in M, from its Gram matrix g = w'M w; columns of which nothing is left
 * are to be drawn anew: their bits are returned. */
static unsigned triangle(const double *g, const double *size, double *r)
{
    unsigned empty = 0;
    memset(r, 0, B * B * sizeof *r);
    for (int j = 0; j < B; j++) {
        for (int i = 0; i <= j; i++) {
            double sum = g[i * B + j];
            for (int k = 0; k < i; k++) sum -= r[k * B + i] * r[k * B + j];
            if (i < j)
                r[i * B + j] = r[i * B + i] > 0 ? sum / r[i * B + i] : 0;
            else if (sum > 1e-20 * size[j] && sum > 0)
                r[j * B + j] = sqrt(sum);
            else
                empty |= 1u << j;
        }
    }
    return empty;
}

/* w <- w r^-1, columns of `empty` as they are. */
static void divide(int n, const double *r, unsigned empty, double *w)
{
    for (int i = 0; i < n; i++, w += B)
        for (int j = 0; j < B; j++) {
            if (empty >> j & 1) continue;
            for (int k = 0; k < j; k++) w[j] -= r[k * B + j] * w[k];
            w[j] /= r[j * B + j];
        }
}

static void multiply(const double *x, const double *y, double *z)
{
    for (int i = 0; i < B; i++)
        for (int j = 0; j < B; j++) {
            double sum = 0;
            for (int k = 0; k < B; k++) sum += x[i * B + k] * y[k * B + j];
            z[i * B + j] = sum;
        }
}

static void draw(basis *b, unsigned columns)
{
    for (int i = 0; i < b->n; i++)
        for (int j = 0; j < B; j++)
            if (columns >> j & 1) b->w[(size_t)i * B + (size_t)j] = random_number(b);
}

/* Makes w the next block; r [B][B] what it was by it. Columns that depend on others, or on the
 * blocks before, are drawn anew, and r has zeros for them. False: there are no more directions. */
static bool normalise(basis *b, const phk_sparse *m, double *r, double *size)
{
    double g[B * B], part[B * B], all[B * B];
    memset(all, 0, sizeof all);
    for (int i = 0; i < B; i++) all[i * B + i] = 1;
    for (int pass = 0; pass < 6; pass++) {
        phk_sparse_times(m, b->w, b->mw);
        phk_wide_inner(b->n, b->w, b->mw, g);
        unsigned empty = triangle(g, size, part);
        divide(b->n, part, empty, b->w);
        for (int j = 0; j < B; j++)
            if (empty >> j & 1) part[j * B + j] = 0;
        multiply(part, all, r);
        memcpy(all, r, sizeof all);
        if (!empty && pass > 0) return true;
        if (empty) {
            draw(b, empty);
            orthogonalise(b, m, NULL);
        }
        for (int j = 0; j < B; j++) size[j] = empty >> j & 1 ? 1e-12 : 1;
    }
    return false;
}

static bool make_room(basis *b)
{
    if (b->blocks < b->room) return true;
    int room = 2 * b->room + 16;
    double **v = realloc(b->v, (size_t)room * sizeof *v);
    if (v) b->v = v;
    void *diagonal = realloc(b->diagonal, (size_t)room * sizeof *b->diagonal);
    if (diagonal) b->diagonal = diagonal;
    void *beside = realloc(b->beside, (size_t)room * sizeof *b->beside);
    if (beside) b->beside = beside;
    if (!v || !diagonal || !beside) return false;
    b->room = room;
    return true;
}

static bool append(basis *b)
{
    if (!make_room(b)) return false;
    double *v = malloc((size_t)b->n * B * sizeof *v);
    if (!v) return false;
    memcpy(v, b->w, (size_t)b->n * B * sizeof *v);
    b->v[b->blocks++] = v;
    return true;
}

static void free_basis(basis *b)
{
    for (int k = 0; k < b->blocks; k++) free(b->v[k]);
    free(b->v);
    free(b->w);
    free(b->mw);
    free(b->diagonal);
    free(b->beside);
}

static void lengths(int n, const double *w, const double *mw, double *size)
{
    memset(size, 0, B * sizeof *size);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < B; j++)
            size[j] += w[(size_t)i * B + (size_t)j] * mw[(size_t)i * B + (size_t)j];
}

/* The next block. PH_STOPPED: the space is exhausted. */
static ph_status extend(basis *b, const phk_sparse *m, phk_frontal *factors)
{
    const int j = b->blocks - 1;
    double size[B];
    phk_sparse_times(m, b->v[j], b->w);
    phk_frontal_solve(factors, b->w);
    phk_sparse_times(m, b->w, b->mw);
    lengths(b->n, b->w, b->mw, size);
    memset(b->diagonal[j], 0, sizeof b->diagonal[j]);
    orthogonalise(b, m, b->diagonal[j]);
    if ((long long)(b->blocks + 1) * B > b->n || !normalise(b, m, b->beside[j], size)) {
        memset(b->beside[j], 0, sizeof b->beside[j]);
        return PH_STOPPED;
    }
    return append(b) ? PH_OK : PH_E_NOMEM;
}

/* Eigenvalues (descending in `theta`) of the projection on the first `blocks` blocks, its vectors
 * as rows of s. */
static ph_status project(const basis *b, int blocks, double *s, double *theta)
{
    const size_t n = (size_t)blocks * B;
    memset(s, 0, n * n * sizeof *s);
    for (int k = 0; k < blocks; k++)
        for (int p = 0; p < B; p++)
            for (int q = 0; q < B; q++) {
                const size_t i = (size_t)k * B + (size_t)p, j = (size_t)k * B + (size_t)q;
                s[i * n + j] = -(b->diagonal[k][p * B + q] + b->diagonal[k][q * B + p]) / 2;
                if (k + 1 == blocks) continue;
                s[(i + B) * n + j] = s[j * n + i + B] = -b->beside[k][p * B + q];
            }
    ph_status status = phk_symmetric_eigen((int)n, s, theta);
    for (size_t i = 0; i < n; i++) theta[i] = -theta[i];
    return status;
}

/* How many of the first are found well enough, and whether those are all that is wanted. */
static int count_converged(const basis *b, int blocks, const phk_lanczos *how, const double *s,
                           const double *theta, bool *enough)
{
    const int n = blocks * B;
    int found = 0;
    *enough = false;
    for (; found < n; found++) {
        const double *last = s + (size_t)found * (size_t)n + (size_t)(n - B);
        const double *r = b->beside[blocks - 1];
        double sum = 0;
        for (int p = 0; p < B; p++) {
            double part = 0;
            for (int q = 0; q < B; q++) part += r[p * B + q] * last[q];
            sum += part * part;
        }
        if (!(sqrt(sum) <= TOLERANCE * theta[found])) break;
        bool beyond = how->below > 0 ? 1 / theta[found] - how->shift > how->below : true;
        if (found + 1 >= how->wanted && beyond) {
            *enough = true;
            return how->below > 0 && found + 1 > how->wanted ? found : found + 1;
        }
    }
    return found;
}

/* out [found][n] = the vectors of the basis with these coefficients. */
PHK_CLONES static void combine(const basis *b, int blocks, int found, const double *s, double *out)
{
    memset(out, 0, (size_t)found * (size_t)b->n * sizeof *out);
    for (int f = 0; f < found; f++)
        for (int k = 0; k < blocks; k++) {
            const double *c = s + (size_t)f * (size_t)(blocks * B) + (size_t)(k * B), *v = b->v[k];
            double *to = out + (size_t)f * (size_t)b->n;
            for (int i = 0; i < b->n; i++, v += B) {
                double sum = to[i];
                for (int p = 0; p < B; p++) sum += c[p] * v[p];
                to[i] = sum;
            }
        }
}

static ph_status deliver(const basis *b, int blocks, const phk_lanczos *how, int found,
                         const double *s, const double *theta, double **value, double **vector)
{
    *value = malloc(((size_t)found + 1) * sizeof **value);
    *vector = malloc(((size_t)found * (size_t)b->n + 1) * sizeof **vector);
    if (!*value || !*vector) return PH_E_NOMEM;
    for (int i = 0; i < found; i++) (*value)[i] = 1 / theta[i] - how->shift;
    combine(b, blocks, found, s, *vector);
    return PH_OK;
}

static ph_status iterate(basis *b, const phk_sparse *m, phk_frontal *factors,
                         const phk_lanczos *how, int *found, double **value, double **vector)
{
    /* so many blocks are needed at least; then it is looked at every tenth of them */
    int look = how->wanted / B + 3;
    for (;;) {
        ph_status status = extend(b, m, factors);
        const bool all = status == PH_STOPPED;
        if (status < 0) return status;
        const int blocks = all ? b->blocks : b->blocks - 1;
        const size_t n = (size_t)blocks * B;
        if (!all && blocks < look) {
            if (how->tell && how->tell(how->user, 0, how->wanted) != PH_OK) return PH_STOPPED;
            continue;
        }
        look = blocks + 1 + blocks / 8;
        double *s = malloc((n * n + n) * sizeof *s), *theta = s + n * n;
        bool enough = false;
        status = s ? project(b, blocks, s, theta) : PH_E_NOMEM;
        *found = status == PH_OK ? count_converged(b, blocks, how, s, theta, &enough) : 0;
        if (all && *found > how->wanted && how->below <= 0) *found = how->wanted;
        if (status == PH_OK && how->tell && how->tell(how->user, *found, how->wanted) != PH_OK)
            status = PH_STOPPED;
        if (status == PH_OK && !enough && !all && *found > how->most) status = PH_E_SOLVE;
        if (status == PH_OK && (enough || all))
            status = deliver(b, blocks, how, *found, s, theta, value, vector);
        free(s);
        if (status != PH_OK || enough || all) return status;
    }
}

static ph_status lowest_of_many(const phk_sparse *m, phk_frontal *factors, const phk_lanczos *how,
                                int *found, double **value, double **vector)
{
    basis b = {.n = m->n, .random = 20220101};
    const size_t size = (size_t)m->n * B;
    double r[B * B], sizes[B];
    b.w = calloc(size, sizeof *b.w);
    b.mw = calloc(size, sizeof *b.mw);
    ph_status status = b.w && b.mw ? PH_OK : PH_E_NOMEM;
    if (status == PH_OK) {
        /* what M does not see goes with the first solution */
        draw(&b, ~0u);
        phk_sparse_times(m, b.w, b.mw);
        memcpy(b.w, b.mw, size * sizeof *b.w);
        phk_frontal_solve(factors, b.w);
        phk_sparse_times(m, b.w, b.mw);
        lengths(b.n, b.w, b.mw, sizes);
        status = !normalise(&b, m, r, sizes) ? PH_E_SOLVE : append(&b) ? PH_OK : PH_E_NOMEM;
    }
    if (status == PH_OK) status = iterate(&b, m, factors, how, found, value, vector);
    free_basis(&b);
    return status;
}

/* Of a matrix so small that all its vectors would be needed: M x = theta A x, A being what was
 * factored, which is positive. */
static ph_status lowest_of_few(const phk_sparse *a, const phk_sparse *m, const phk_lanczos *how,
                               int *found, double **value, double **vector)
{
    const size_t n = (size_t)m->n;
    double *full = calloc(2 * n * n + n + 1, sizeof *full), *other = full + n * n;
    double *theta = other + n * n;
    *value = malloc((n + 1) * sizeof **value);
    *vector = malloc((n * n + 1) * sizeof **vector);
    ph_status status = full && *value && *vector ? PH_OK : PH_E_NOMEM;
    for (int j = 0; status == PH_OK && j < m->n; j++) {
        for (size_t k = m->start[j]; k < m->start[j + 1]; k++)
            full[(size_t)j * n + (size_t)m->row[k]] = full[(size_t)m->row[k] * n + (size_t)j] =
                m->value[k];
        for (size_t k = a->start[j]; k < a->start[j + 1]; k++)
            other[(size_t)j * n + (size_t)a->row[k]] = other[(size_t)a->row[k] * n + (size_t)j] =
                a->value[k];
    }
    if (status == PH_OK) status = phk_symmetric_eigen2((int)n, full, other, theta);
    for (size_t i = n; status == PH_OK && i-- > 0;) {
        /* what has no mass has no frequency */
        if (!(theta[i] > 1e-14 * theta[n - 1])) break;
        const double lambda = 1 / theta[i] - how->shift, scale = 1 / sqrt(theta[i]);
        if (*found >= how->wanted && !(lambda < how->below)) break;
        (*value)[*found] = lambda;
        for (size_t k = 0; k < n; k++) (*vector)[(size_t)*found * n + k] = scale * full[i * n + k];
        ++*found;
    }
    free(full);
    return status;
}

ph_status phk_lanczos_lowest(const phk_sparse *a, const phk_sparse *m, phk_frontal *factors,
                             const phk_lanczos *how, int *found, double **value, double **vector)
{
    *found = 0;
    *value = *vector = NULL;
    if (m->n == 0 || (how->wanted <= 0 && !(how->below > 0))) return PH_OK;
    ph_status status = m->n < FEW || how->wanted > m->n / 4
                           ? lowest_of_few(a, m, how, found, value, vector)
                           : lowest_of_many(m, factors, how, found, value, vector);
    if (status == PH_OK && *found > how->most) status = PH_E_SOLVE;
    if (status != PH_OK) {
        free(*value);
        free(*vector);
        *value = *vector = NULL;
        *found = 0;
    }
    return status;
}
