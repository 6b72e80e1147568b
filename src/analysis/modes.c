/* SPDX-License-Identifier: BSD-3-Clause */
#include "analysis/modes.h"

#include <stdlib.h>
#include <string.h>
#include <polhode/analysis.h>
#include "analysis/linear_reduce.h"
#include "linalg/eigen.h"

#define TOLERANCE 1e-10 /* of an eigenvalue of (A - s E)^-1 E */
enum { BESIDE = 2, ROOM = 80, TIMES = 8 };

phk_freedoms phk_pencil_freedoms(const phk_pencil *l)
{
    const phk_dae *dae = l->dae;
    phk_freedoms f = {dae->nv, dae->nv, 0};
    for (int k = 0; k < dae->nl; k++) {
        int r = dae->nv + dae->nx + k;
        if (l->k[phk_pattern_find(&l->pattern, r, r)] != 0) continue; /* it is not there */
        f.rates--;
        f.positions -= k < phk_dae_positions(dae);
    }
    f.states = f.positions + f.rates + dae->nx;
    return f;
}

static ph_status make_room(phk_modes *out, int count, int nv)
{
    *out = (phk_modes){0};
    out->value = calloc((size_t)count + 1, sizeof *out->value);
    out->xi = calloc((size_t)count * nv + 1, sizeof *out->xi);
    if (out->value && out->xi) return PH_OK;
    phk_modes_free(out);
    return PH_E_NOMEM;
}

void phk_modes_free(phk_modes *m)
{
    free(m->value);
    free(m->xi);
    *m = (phk_modes){0};
}

void phk_modes_cut(phk_modes *m, int count)
{
    if (count >= m->count) return;
    m->count = count;
    m->all = false;
}

typedef struct {
    double complex value;
    int index;
} entry;

/* By size; where sizes are the same, as those of free motions are but for rounding, as found. */
static int by_size(const void *a, const void *b)
{
    const entry *x = a, *y = b;
    double p = cabs(x->value), q = cabs(y->value);
    return p < q ? -1 : p > q ? 1 : x->index - y->index;
}

/* Sorts those that are there. */
static ph_status sort(phk_modes *m, int nv)
{
    entry *e = malloc(((size_t)m->count + 1) * sizeof *e);
    double complex *xi = malloc(((size_t)m->count * nv + 1) * sizeof *xi);
    ph_status status = e && xi ? PH_OK : PH_E_NOMEM;
    if (!status) {
        for (int i = 0; i < m->count; i++) e[i] = (entry){m->value[i], i};
        qsort(e, (size_t)m->count, sizeof *e, by_size);
        memcpy(xi, m->xi, (size_t)m->count * nv * sizeof *xi);
        for (int i = 0; i < m->count; i++) {
            m->value[i] = e[i].value;
            memcpy(m->xi + (size_t)i * nv, xi + (size_t)e[i].index * nv, (size_t)nv * sizeof *xi);
        }
    }
    free(e);
    free(xi);
    return status;
}

static void take_all(const phk_reduced *r, const double complex *value,
                     const double complex *vector, int nv, phk_modes *out)
{
    for (int k = 0; k < r->n; k++) {
        if (cimag(value[k]) < 0) continue;
        double complex *xi = out->xi + (size_t)out->count * nv;
        out->value[out->count++] = value[k];
        for (int i = 0; i < nv; i++)
            for (int j = 0; j < r->positions; j++)
                xi[i] += r->xi[(size_t)i * r->positions + j] * vector[(size_t)j * r->n + k];
    }
}

ph_status phk_modes_all(const phk_pencil *l, const phk_point *p, phk_modes *out, int *row)
{
    phk_reduced r;
    const phk_ports none = {.axes = ph_quat_identity()};
    *out = (phk_modes){0};
    ph_status status = phk_pencil_reduce(l, p, &none, &r, row);
    if (status) return status;
    size_t n = (size_t)r.n;
    double complex *value = malloc((n + n * n + 1) * sizeof *value);
    status = value ? make_room(out, r.n, l->dae->nv) : PH_E_NOMEM;
    if (!status) status = phk_eigen(r.n, r.A, value, value + n);
    if (!status) take_all(&r, value, value + n, l->dae->nv, out);
    if (!status) status = sort(out, l->dae->nv);
    out->all = true;
    out->factorisations = 1;
    out->solves = r.n;
    free(value);
    phk_reduced_free(&r);
    if (status) phk_modes_free(out);
    return status;
}

static ph_status apply(void *self, const double *x, double *y)
{
    phk_shifted_apply(self, x, y);
    return PH_OK;
}

ph_status phk_modes_some(const phk_pencil *l, int count, phk_modes *out, int *row)
{
    int nv = l->dae->nv, n = 2 * nv + l->dae->nx, states = phk_pencil_freedoms(l).states, found;
    int wanted = 2 * count + BESIDE < states ? 2 * count + BESIDE : states;
    phk_shifted t;
    double complex *value = NULL, *vector = NULL;
    *out = (phk_modes){0};
    *row = -1;
    ph_status status = phk_shifted_create(l, PHK_SHIFT, &t);
    if (status == PH_E_SINGULAR) *row = phk_factor_culprit(t.factor);
    phk_operator op = {&t, n, apply};
    phk_arnoldi how = {wanted, TOLERANCE, TIMES * wanted + ROOM, 2, states};
    int solves = 0;
    if (!status) status = phk_eigen_largest(&op, &how, &found, &value, &vector, &solves);
    if (!status) status = make_room(out, found, nv);
    for (int k = 0; !status && k < found; k++) {
        double complex s = PHK_SHIFT + 1 / value[k];
        if (cimag(s) < 0) continue;
        memcpy(out->xi + (size_t)out->count * nv, vector + (size_t)k * n,
               (size_t)nv * sizeof *vector);
        out->value[out->count++] = s;
    }
    if (!status) status = sort(out, nv);
    if (!status) out->all = found >= states;
    out->factorisations = 1;
    out->solves = solves;
    free(value);
    free(vector);
    phk_shifted_free(&t);
    if (status) phk_modes_free(out);
    if (!status) phk_modes_cut(out, count);
    return status;
}

/* ---- what the library's users get ---- */

void ph_modes_free(ph_modes *m)
{
    if (!m) return;
    if (m->mode) free(m->mode[0].body);
    free(m->modal);
    free(m->mode);
    free(m);
}

static double complex product(const ph_vec3 a[2], const ph_vec3 b[2])
{
    double re = ph_dot(a[0], b[0]) + ph_dot(a[1], b[1]),
           im = ph_dot(a[0], b[1]) - ph_dot(a[1], b[0]);
    return phk_complex(re, im);
}

double ph_mode_likeness(const ph_mode *a, const ph_mode *b, int bodies, double size)
{
    double complex ab = 0;
    double aa = 0, bb = 0, turn = size * size;
    for (int i = 0; i < bodies; i++) {
        const ph_mode_body *x = a->body + i, *y = b->body + i;
        ab += product(x->move, y->move) + turn * product(x->turn, y->turn);
        aa += creal(product(x->move, x->move)) + turn * creal(product(x->turn, x->turn));
        bb += creal(product(y->move, y->move)) + turn * creal(product(y->turn, y->turn));
    }
    double size_ab = cabs(ab);
    return aa > 0 && bb > 0 ? size_ab * size_ab / (aa * bb) : 0;
}
