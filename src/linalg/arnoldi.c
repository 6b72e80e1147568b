/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Eigenvalues of largest size by Arnoldi's method with several starts: T applied to one vector of
 * an orthonormal basis after the other, each result added to it. H = V'T V holds them more and more
 * nearly. No restarts: what is wanted are some dozens, and a basis of twice or three times as many
 * fits into memory.
 *
 * Who starts from one vector finds one vector of a multiple eigenvalue: the two pendulum modes of
 * a chain that swings both ways. So it starts from two, and where all that is wanted has converged
 * another is added and followed for a while, until that brings nothing new.
 *
 * Arnoldi 1951; Saad, Numerical Methods for Large Eigenvalue Problems, 6.2 and 6.3.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "linalg/eigen.h"

enum { STARTS = 2, LOOK = 4, FOLLOW = 10 };
enum { BEYOND = 8 }; /* vectors more than there can be, for what rounding brings in */
/* of a vector, across the basis: what rounding of T and of sums leaves. To go on with it would
 * bring eigenvalues that are none. */
#define NOTHING 1e-11
#define SAME    1e-6 /* relative: eigenvalues that are told as one when copies are counted */

typedef struct {
    const phk_operator *t;
    const phk_arnoldi *how;
    int room;        /* vectors */
    int basis, done; /* vectors there, those T was applied to */
    int applied;
    double *v;              /* [room][n] */
    double *h;              /* [room][room] */
    double *work;           /* [room][room] */
    double *w;              /* [n] */
    double *lost;           /* [room] length of what there was no room for, of each column */
    double complex *value;  /* [room] */
    double complex *vector; /* [room][room] */
    int *order;             /* [room] values by size */
    unsigned long long seed;
} krylov;

/* In four sums: most of the time goes here, and one sum waits for itself. */
static double dot(const double *a, const double *b, int n)
{
    double sum[4] = {0};
    int i = 0;
    for (; i + 4 <= n; i += 4)
        for (int k = 0; k < 4; k++) sum[k] += a[i + k] * b[i + k];
    for (; i < n; i++) sum[0] += a[i] * b[i];
    return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

/* Takes vectors i and i + 1 of the basis (of an odd one the last alone) out of w. */
static void take_out(krylov *k, int i, double *w, int column)
{
    int n = k->t->n;
    bool two = i + 1 < k->basis;
    const double *a = k->v + (size_t)i * n, *b = two ? a + n : a;
    double x = dot(a, w, n), y = two ? dot(b, w, n) : 0;
    for (int j = 0; j < n; j++) w[j] -= x * a[j] + y * b[j];
    if (column < 0) return;
    k->h[(size_t)i * k->room + column] += x;
    if (two) k->h[(size_t)(i + 1) * k->room + column] += y;
}

/* Takes the basis out of w, twice: after once, what rounding leaves of it grows from vector to
 * vector into eigenvalues that are none. Adds what that is to column `column` of H (-1: of none).
 * Returns the length left; 0: nothing but rounding. */
static double orthogonalise(krylov *k, double *w, int column)
{
    int n = k->t->n;
    double before = sqrt(dot(w, w, n));
    for (int round = 0; round < 2; round++)
        for (int i = 0; i < k->basis; i += 2) take_out(k, i, w, column);
    double left = sqrt(dot(w, w, n));
    return left > NOTHING * before ? left : 0;
}

static bool append(krylov *k, const double *w, double length)
{
    if (k->basis == k->room || !(length > 0)) return false;
    double *v = k->v + (size_t)k->basis++ * k->t->n;
    for (int j = 0; j < k->t->n; j++) v[j] = w[j] / length;
    return true;
}

/* Another start: numbers by chance, the same in every run. */
static ph_status begin(krylov *k)
{
    int n = k->t->n;
    double *from = k->work; /* room enough: made so */
    for (int j = 0; j < n; j++) {
        k->seed = k->seed * 6364136223846793005ull + 1442695040888963407ull;
        k->w[j] = (double)(k->seed >> 11) / 9007199254740992.0 - 0.5;
    }
    for (int i = 0; i < k->how->clean; i++) {
        memcpy(from, k->w, (size_t)n * sizeof *from);
        ph_status status = k->t->apply(k->t->self, from, k->w);
        if (status) return status;
        k->applied++;
    }
    append(k, k->w, orthogonalise(k, k->w, -1));
    return PH_OK;
}

/* Applies T to the next vector of the basis. */
static ph_status expand(krylov *k)
{
    int n = k->t->n, column = k->done;
    ph_status status = k->t->apply(k->t->self, k->v + (size_t)column * n, k->w);
    if (status) return status;
    k->applied++;
    double left = orthogonalise(k, k->w, column);
    if (append(k, k->w, left))
        k->h[(size_t)(k->basis - 1) * k->room + column] = left;
    else
        k->lost[column] = left;
    k->done++;
    return PH_OK;
}

/* Eigenvalues of the part of H that is complete, by size. */
static ph_status solve(krylov *k)
{
    int m = k->done;
    for (int i = 0; i < m; i++)
        memcpy(k->work + (size_t)i * m, k->h + (size_t)i * k->room, (size_t)m * sizeof *k->work);
    ph_status status = phk_eigen(m, k->work, k->value, k->vector);
    for (int i = 0; i < m; i++) {
        int j = i;
        double size = cabs(k->value[i]);
        for (; j > 0 && cabs(k->value[k->order[j - 1]]) < size * (1 - 1e-12); j--)
            k->order[j] = k->order[j - 1];
        k->order[j] = i;
    }
    return status;
}

/* Of value number i of H: what is left of T x - value x, by its size. */
static double residual(const krylov *k, int i)
{
    double sum = 0;
    for (int j = 0; j < k->done; j++)
        sum += pow(k->lost[j] * cabs(k->vector[(size_t)j * k->done + i]), 2);
    for (int row = k->done; row < k->basis; row++) {
        double complex r = 0;
        for (int j = 0; j < k->done; j++)
            r += k->h[(size_t)row * k->room + j] * k->vector[(size_t)j * k->done + i];
        sum += creal(r) * creal(r) + cimag(r) * cimag(r);
    }
    return sqrt(sum) / fmax(cabs(k->value[i]), 1e-300);
}

/* How many are wanted: pairs are not parted. */
static int count_wanted(const krylov *k)
{
    int n = k->how->wanted < k->done ? k->how->wanted : k->done;
    if (n == 0 || n == k->done) return n;
    double complex last = k->value[k->order[n - 1]], next = k->value[k->order[n]];
    return n + (cimag(last) != 0 && cabs(next - conj(last)) < 1e-9 * cabs(last));
}

static bool has_converged(const krylov *k)
{
    int n = count_wanted(k);
    if (n < k->how->wanted && k->done < k->basis) return false;
    for (int i = 0; i < n; i++)
        if (residual(k, k->order[i]) > k->how->tolerance) return false;
    return true;
}

/* Expands until converged, `least` times at the least. To look costs as much as some expansions. */
static ph_status converge(krylov *k, int least)
{
    ph_status status = PH_OK;
    for (int look = k->done + least; !status;) {
        bool end = k->done == k->basis; /* all there is: no more was found, or can be */
        if (end || k->done >= look) {
            status = solve(k);
            if (status || has_converged(k)) return status;
            if (end) return PH_E_SOLVE;
            look = k->done + LOOK;
        }
        if (k->applied >= k->how->most) return PH_E_SOLVE;
        status = expand(k);
    }
    return status;
}

/* Follows another start; *more: it has brought something among the wanted. */
static ph_status follow(krylov *k, bool *more)
{
    int n = count_wanted(k);
    double before = n > 0 ? cabs(k->value[k->order[n - 1]]) : 0, sum = 0, now = 0;
    for (int i = 0; i < n; i++) sum += cabs(k->value[k->order[i]]);
    int had = k->basis;
    ph_status status = begin(k);
    *more = false;
    if (status || k->basis == had) return status;
    status = converge(k, FOLLOW);
    if (status) return status;
    int then = count_wanted(k);
    for (int i = 0; i < then && i < n; i++) now += cabs(k->value[k->order[i]]);
    *more = then > n || now - sum > SAME * before;
    return PH_OK;
}

static ph_status take(const krylov *k, int *found, double complex **value, double complex **vector)
{
    int n = k->t->n, m = *found = count_wanted(k);
    *value = malloc(((size_t)m + 1) * sizeof **value);
    *vector = calloc((size_t)m * n + 1, sizeof **vector);
    if (!*value || !*vector) return PH_E_NOMEM;
    for (int i = 0; i < m; i++) {
        int from = k->order[i];
        double complex *x = *vector + (size_t)i * n;
        (*value)[i] = k->value[from];
        for (int j = 0; j < k->done; j++) {
            double complex c = k->vector[(size_t)j * k->done + from];
            const double *v = k->v + (size_t)j * n;
            for (int l = 0; l < n; l++) x[l] += c * v[l];
        }
    }
    return PH_OK;
}

static bool make_room(krylov *k)
{
    size_t n = (size_t)k->t->n, m = (size_t)k->room;
    size_t work = m * m > n ? m * m : n;
    k->v = malloc((m * n + 1) * sizeof *k->v);
    k->h = calloc(m * m + 1, sizeof *k->h);
    k->work = malloc((work + 1) * sizeof *k->work);
    k->w = malloc((n + 1) * sizeof *k->w);
    k->lost = calloc(m + 1, sizeof *k->lost);
    k->value = malloc((m + 1) * sizeof *k->value);
    k->vector = malloc((m * m + 1) * sizeof *k->vector);
    k->order = malloc((m + 1) * sizeof *k->order);
    return k->v && k->h && k->work && k->w && k->lost && k->value && k->vector && k->order;
}

static void give_back(krylov *k)
{
    free(k->v);
    free(k->h);
    free(k->work);
    free(k->w);
    free(k->lost);
    free(k->value);
    free(k->vector);
    free(k->order);
}

ph_status phk_eigen_largest(const phk_operator *t, const phk_arnoldi *how, int *found,
                            double complex **value, double complex **vector, int *applied)
{
    krylov k = {.t = t, .how = how, .room = how->dimension + BEYOND, .seed = 20261};
    if (k.room > how->most) k.room = how->most;
    if (k.room > t->n) k.room = t->n;
    ph_status status = make_room(&k) ? PH_OK : PH_E_NOMEM;
    *found = 0, *value = NULL, *vector = NULL;
    for (int i = 0; !status && i < STARTS; i++) status = begin(&k);
    if (!status) status = converge(&k, 2 * how->wanted);
    for (bool more = true; !status && more;) status = follow(&k, &more);
    if (!status) status = take(&k, found, value, vector);
    *applied = k.applied;
    if (status) {
        free(*value);
        free(*vector);
        *value = NULL, *vector = NULL, *found = 0;
    }
    give_back(&k);
    return status;
}
