/* SPDX-License-Identifier: BSD-3-Clause
 *
 * equilibrium_flow.c -- stability where the signs of the stiffness do not tell it: states answer
 * what moves (controllers, oil behind shut valves), algebraic unknowns carry stiffness, or forces
 * have no potential (a load that turns with its body). Then the system is linearised as for modes,
 * x' = A x: each of its eigenvalues, or pair of them, with a real part above zero is an unstable
 * direction. A has a null vector for each neutral freedom, and one for each state that is held: if
 * the model holds it because it does not change, else because places nearby are at rest as well.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "analysis/equilibrium_work.h"
#include "analysis/linear_reduce.h"
#include "linalg/eigen.h"

#define UNEVEN 1e-7  /* of the largest stiffness: what differs from its mirror image */
#define FREE   3e-7  /* of the largest eigenvalue: rounding of a double zero */
#define GROWS  1e-7  /* of an eigenvalue: a real part that is none */
#define NOISE  1e-11 /* of the largest one: the same */
#define SINGLE 1e-9  /* of the largest entry: a pivot that is none */
enum { MOST = 400 }; /* unknowns: the matrix is full */

/* ---- where it is needed ---- */

static bool is_uneven(const phk_statics *w)
{
    const phk_pattern *a = w->dae->pattern;
    double most = 0, off = 0;
    for (int r = 0; r < w->dae->nv; r++)
        for (int k = a->row_start[r]; k < a->row_start[r + 1]; k++) {
            int c = a->column[k];
            if (c >= w->dae->nv) continue;
            int mirror = phk_pattern_find(a, c, r);
            double unit = (w->turns[r] ? w->length : 1) * (w->turns[c] ? w->length : 1);
            double value = w->tangents.by_q[k] / unit;
            most = fmax(most, fabs(value));
            off = fmax(off, fabs(value - (mirror < 0 ? 0 : w->tangents.by_q[mirror] / unit)));
        }
    return off > UNEVEN * most;
}

bool phk_statics_flows(const phk_statics *w)
{
    const phk_dae *dae = w->dae;
    if (dae->ny > 0) return true;
    for (int i = 0; i < dae->nx; i++)
        if (!w->held[i]) return true;
    return is_uneven(w);
}

/* ---- the linear system ---- */

/* x' = 0 of a held state, and nothing else in its row. */
static void hold_states(phk_pencil *l)
{
    const phk_dae *dae = l->dae;
    for (int i = 0; dae->held && i < dae->nx; i++) {
        int r = dae->nv + i;
        if (!dae->held[i]) continue;
        for (int k = l->pattern.row_start[r]; k < l->pattern.row_start[r + 1]; k++) {
            l->m[k] = l->k[k] = 0;
            l->d[k] = l->pattern.column[k] == r;
        }
    }
}

static void swap_rows(double *a, int n, int i, int k)
{
    for (int c = 0; i != k && c < n; c++) {
        double x = a[(size_t)i * n + c];
        a[(size_t)i * n + c] = a[(size_t)k * n + c];
        a[(size_t)k * n + c] = x;
    }
}

/* Null vectors of a [n][n], which is used up: what elimination with the largest pivots leaves. */
static int count_null(double *a, int n)
{
    double first = 0;
    for (int step = 0; step < n; step++) {
        int row = step, column = step;
        for (int r = step; r < n; r++)
            for (int c = step; c < n; c++)
                if (fabs(a[(size_t)r * n + c]) > fabs(a[(size_t)row * n + column]))
                    row = r, column = c;
        double pivot = a[(size_t)row * n + column];
        if (step == 0) first = fabs(pivot);
        if (!(fabs(pivot) > SINGLE * first)) return n - step;
        swap_rows(a, n, step, row);
        for (int r = 0; r < n; r++) {
            double x = a[(size_t)r * n + step];
            a[(size_t)r * n + step] = a[(size_t)r * n + column];
            a[(size_t)r * n + column] = x;
        }
        for (int r = step + 1; r < n; r++) {
            double f = a[(size_t)r * n + step] / pivot;
            for (int c = step; f != 0 && c < n; c++)
                a[(size_t)r * n + c] -= f * a[(size_t)step * n + c];
        }
    }
    return 0;
}

/* What the unknown i of the states counts by: rates by the largest frequency, states of the model
 * by their sizes, so that entries are alike. */
static double unit_of(const phk_statics *w, const phk_reduced *l, double frequency, int i)
{
    int state = i - l->positions - l->rates;
    if (i < l->positions) return 1;
    if (state < 0) return frequency;
    return w->dae->size_x && w->dae->size_x[state] > 0 ? w->dae->size_x[state] : 1;
}

static double *scaled(const phk_statics *w, const phk_reduced *l, double frequency)
{
    size_t n = (size_t)l->n;
    double *a = malloc((n * n + 1) * sizeof *a);
    for (size_t i = 0; a && i < n * n; i++)
        a[i] = l->A[i] * unit_of(w, l, frequency, (int)(i % n)) /
               unit_of(w, l, frequency, (int)(i / n));
    return a;
}

/* The real part of a shape, of unit length by levers; the state that is most of it, if it hardly
 * moves bodies. */
static void take_way(phk_statics *w, const phk_reduced *l, const double complex *vector, int k,
                     phk_statics_report *report)
{
    double sum = 0, most = 0;
    int first = l->positions + l->rates;
    for (int i = 0; i < w->dae->nv; i++) {
        double complex x = 0;
        for (int j = 0; j < l->positions; j++)
            x += l->xi[(size_t)i * l->positions + j] * vector[(size_t)j * l->n + k];
        w->unstable[i] = creal(x);
        sum += creal(x) * creal(x) * (w->turns[i] ? w->length * w->length : 1);
    }
    for (int i = first; i < l->n; i++) {
        double x = cabs(vector[(size_t)i * l->n + k]);
        if (x <= most) continue;
        most = x;
        report->unstable_state = w->dae->nv + i - first;
    }
    if (sqrt(sum) > 1e-6 * most) report->unstable_state = -1;
    for (int i = 0; sum > 0 && i < w->dae->nv; i++) w->unstable[i] /= sqrt(sum);
    report->unstable_way = w->unstable;
}

static ph_status count_growing(phk_statics *w, phk_reduced *l, phk_statics_report *report)
{
    size_t n = (size_t)l->n;
    double complex *value = malloc((n + n * n + 1) * sizeof *value);
    ph_status status = value ? phk_eigen(l->n, l->A, value, value + n) : PH_E_NOMEM;
    double largest = 0;
    int fastest = -1;
    for (int k = 0; !status && k < l->n; k++) largest = fmax(largest, cabs(value[k]));
    if (!status) report->unstable = 0;
    for (int k = 0; !status && k < l->n; k++) {
        double size = cabs(value[k]), grows = creal(value[k]);
        if (cimag(value[k]) < 0 || size <= FREE * largest) continue;
        if (!(grows > GROWS * size + NOISE * largest)) continue;
        report->unstable++;
        if (fastest < 0 || grows > creal(value[fastest])) fastest = k;
    }
    if (fastest >= 0) {
        report->rate = creal(value[fastest]);
        report->swings = cimag(value[fastest]) / (2 * PH_PI);
        take_way(w, l, value + n, fastest, report);
    }
    free(value);
    return status;
}

/* PH_E_UNSUPPORTED, PH_E_SINGULAR: it cannot be brought to that form. */
static ph_status judge(phk_statics *w, const phk_pencil *pencil, const phk_point *p,
                       double frequency, phk_statics_report *report)
{
    const phk_ports none = {.axes = ph_quat_identity()};
    phk_reduced l;
    int row = -1, held = 0;
    ph_status status = phk_pencil_reduce(pencil, p, &none, &l, &row);
    if (status) return status;
    for (int i = 0; i < w->dae->nx; i++) held += w->held[i];
    double *a = scaled(w, &l, frequency);
    status = a ? PH_OK : PH_E_NOMEM;
    int neutral = a ? count_null(a, l.n) - held : -1;
    if (!status) status = count_growing(w, &l, report);
    if (!status) report->neutral = neutral > 0 ? neutral : 0;
    free(a);
    phk_reduced_free(&l);
    return status;
}

ph_status phk_statics_judge_flow(phk_statics *w, const phk_state *s, double frequency,
                                 phk_statics_report *report)
{
    phk_pencil pencil;
    phk_point p = phk_state_point(s);
    if (w->dae->pattern->n > MOST) return PH_E_UNSUPPORTED;
    p.v = p.a = p.xd = w->zero;
    ph_status status = phk_pencil_create(w->dae, &p, ph_v3(0, 0, 0), &pencil);
    if (status) return status;
    hold_states(&pencil);
    status = judge(w, &pencil, &p, frequency, report);
    phk_pencil_free(&pencil);
    return status;
}
