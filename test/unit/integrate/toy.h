/* SPDX-License-Identifier: BSD-3-Clause
 *
 * toy.h -- a mechanical system given by its residual alone: tangents and rates are differences
 * along displacements, on a full pattern. Slow, and as general as a residual can be.
 */
#ifndef TEST_TOY_H
#define TEST_TOY_H

#include <stdlib.h>
#include <string.h>
#include "integrate/dae.h"
#include "math/so3.h"

enum { TOY_MOST = 40 };

typedef struct {
    phk_dae dae;
    phk_pattern pattern;
    phk_cell cell[8];
    int node[TOY_MOST];
    int evaluations;
    /* r = (g, d, c, s) */
    void (*rows)(const phk_point *p, double *g, double *d, double *c, double *s);
} toy;

static inline ph_quat toy_quat(const double *e)
{
    double n = sqrt(e[0] * e[0] + e[1] * e[1] + e[2] * e[2] + e[3] * e[3]);
    return ph_quat_make(e[0] / n, e[1] / n, e[2] / n, e[3] / n);
}
static inline ph_vec3 toy_vec(const double *a)
{
    return ph_v3(a[0], a[1], a[2]);
}

/* Rows of a body and five coordinates of its modes, "vr5": all read all, accelerations too; the
 * last two constraints are velocity rows. */
static inline void toy_wide(const phk_point *p, double *g, double *d, double *c, double *s)
{
    const double *q = p->q, *m = p->q + 7, *v = p->v, *a = p->a;
    ph_quat e = toy_quat(q + 3);
    ph_vec3 at = ph_add(toy_vec(q), ph_rotate(e, ph_v3(0.3 + m[0], m[1] - 0.2, 0.5 + m[4])));
    ph_vec3 axis = ph_rotate(e, ph_v3(1 + m[2], 2, m[3] - 1));
    for (int i = 0; i < 11; i++)
        g[i] = sin(v[i] + 0.3 * v[(i + 5) % 11]) + 0.2 * a[(i + 1) % 11] * axis.x +
               0.1 * a[i] * m[i % 5] + (i % 2 ? at.x : at.y * axis.z) * p->lambda[i % 5] +
               p->y[0] * axis.y + 0.1 * p->xd[0] * i;
    d[0] = p->xd[0] * (2 + axis.x) + p->x[0] * p->x[0] - v[9] * p->y[0] - 0.1 * a[7] + p->lambda[1];
    c[0] = ph_dot(at, axis) + p->x[0] * p->x[0] * axis.y;
    c[1] = at.x * m[2] + ph_dot(at, at) * cos(3 * p->t);
    c[2] = axis.z * at.y - sin(p->t) * p->x[0] + m[3] * m[3];
    c[3] = axis.x * v[0] + at.y * v[4] - m[1] * v[9] + cos(3 * p->t) * axis.z;
    c[4] = at.z * v[3] + m[0] * v[6] + v[2] * axis.y;
    s[0] = p->y[0] * (3 + axis.z) - axis.y * v[10] + p->x[0] * p->xd[0] + a[8] * p->lambda[2];
}

static inline ph_status toy_residual(void *self, const phk_point *p, double *g, double *d,
                                     double *c, double *s)
{
    toy *t = self;
    t->evaluations++;
    t->rows(p, g, d, c, s);
    return PH_OK;
}

static inline void toy_all(toy *t, const phk_point *p, double *r)
{
    const phk_dae *d = &t->dae;
    t->rows(p, r, r + d->nv, r + d->nv + d->nx, r + d->nv + d->nx + d->nl);
}

/* q moved by h along the directions v[nv] */
static inline void toy_move(const toy *t, const double *q, const double *v, double h, double *out)
{
    for (int c = 0; c < t->dae.cells; c++) {
        const phk_cell *cell = &t->cell[c];
        const double *from = q + cell->q, *along = v + cell->v;
        double *to = out + cell->q;
        if (cell->kind == PHK_CELL_VECTOR) {
            for (int j = 0; j < cell->width; j++) to[j] = from[j] + h * along[j];
        } else {
            ph_quat e = ph_quat_mul(toy_quat(from), phk_exp(ph_scale(h, toy_vec(along))));
            to[0] = e.w, to[1] = e.x, to[2] = e.y, to[3] = e.z;
        }
    }
}

/* Column u of a derivative: kind 0 by q (or x, lambda, y), 1 by v (or x'), 2 by a. */
static inline void toy_column(toy *t, const phk_point *p, int u, int kind, double *by)
{
    const phk_dae *d = &t->dae;
    const double h = 5e-3, weight[7] = {-1, 9, -45, 0, 45, -9, 1};
    double r[TOY_MOST], q[TOY_MOST], v[TOY_MOST], a[TOY_MOST], x[TOY_MOST], xd[TOY_MOST],
        l[TOY_MOST], y[TOY_MOST], unit[TOY_MOST] = {0};
    for (int i = 0; i < d->pattern->n; i++) by[i] = 0;
    for (int k = 0; k < 7; k++) {
        double s = (k - 3) * h;
        memcpy(q, p->q, (size_t)d->nq * sizeof *q);
        memcpy(v, p->v, (size_t)d->nv * sizeof *v);
        memcpy(a, p->a, (size_t)d->nv * sizeof *a);
        for (int i = 0; i < d->nx; i++) x[i] = p->x[i], xd[i] = p->xd[i];
        for (int i = 0; i < d->nl; i++) l[i] = p->lambda[i];
        for (int i = 0; i < d->ny; i++) y[i] = p->y[i];
        int other = u - d->nv;
        if (other < 0 && kind == 0) {
            unit[u] = 1;
            toy_move(t, p->q, unit, s, q);
        } else if (other < 0) {
            (kind == 1 ? v : a)[u] += s;
        } else if (other < d->nx) {
            (kind == 0 ? x : xd)[other] += s;
        } else if (other < d->nx + d->nl) {
            l[other - d->nx] += s;
        } else {
            y[other - d->nx - d->nl] += s;
        }
        phk_point near = {p->t, q, v, a, x, xd, l, y};
        toy_all(t, &near, r);
        for (int i = 0; i < d->pattern->n; i++) by[i] += weight[k] * r[i] / (60 * h);
    }
}

static inline ph_status toy_tangent(void *self, const phk_point *p, phk_tangents *out)
{
    toy *t = self;
    const phk_dae *d = &t->dae;
    double by[TOY_MOST], *const to[3] = {out->by_q, out->by_v, out->by_a};
    for (int kind = 0; kind < 3; kind++)
        for (int u = 0; u < d->pattern->n; u++) {
            bool none = (kind == 2 && u >= d->nv) || (kind == 1 && u >= d->nv + d->nx);
            if (!none) toy_column(t, p, u, kind, by);
            for (int i = 0; i < d->pattern->n; i++) {
                int k = phk_pattern_find(d->pattern, i, u);
                if (k >= 0) to[kind][k] = none ? 0 : by[i];
            }
        }
    return PH_OK;
}

/* First and second derivative of C along the motion at constant velocities; V, and its first. */
static inline ph_status toy_rates(void *self, const phk_point *p, double *rate, double *gamma)
{
    toy *t = self;
    const phk_dae *d = &t->dae;
    const double h = 1e-3;
    double value[TOY_MOST], first[TOY_MOST] = {0}, second[TOY_MOST] = {0};
    double r[TOY_MOST], q[TOY_MOST], x[TOY_MOST];
    static const double one[7] = {-1, 9, -45, 0, 45, -9, 1},
                        two[7] = {2, -27, 270, -490, 270, -27, 2};
    for (int k = 0; k < 7; k++) {
        double s = (k - 3) * h;
        toy_move(t, p->q, p->v, s, q);
        for (int i = 0; i < d->nx; i++) x[i] = p->x[i] + s * p->xd[i];
        phk_point near = *p;
        near.t += s;
        near.q = q;
        near.x = x;
        toy_all(t, &near, r);
        for (int i = 0; i < d->nl; i++) {
            if (k == 3) value[i] = r[d->nv + d->nx + i];
            first[i] += one[k] * r[d->nv + d->nx + i] / (60 * h);
            second[i] += two[k] * r[d->nv + d->nx + i] / (180 * h * h);
        }
    }
    int positions = phk_dae_positions(d);
    for (int i = 0; i < d->nl && rate; i++) rate[i] = i < positions ? first[i] : value[i];
    for (int i = 0; i < d->nl && gamma; i++) gamma[i] = i < positions ? second[i] : first[i];
    return PH_OK;
}

static inline void toy_describe(void *self, int row, char *text, size_t size)
{
    (void)self;
    snprintf(text, size, "row %d", row);
}

/* cells: 'v', 'r' and digits, vectors of so many directions, in a row. Two of the letters are a
 * body, a digit belongs to the one before it. The caller sets masses and inertias, and dae.nn. */
static inline void toy_create(toy *t, const char *cells, int nx, int nl, int ny)
{
    int count = (int)strlen(cells), letters = 0;
    *t = (toy){.dae = {.self = t, .nx = nx, .nl = nl, .ny = ny, .cells = count, .length = 1}};
    phk_dae *d = &t->dae;
    for (int c = 0; c < count; c++) {
        bool turns = cells[c] == 'r', letter = turns || cells[c] == 'v';
        t->cell[c] = (phk_cell){.kind = turns ? PHK_CELL_ROTATION : PHK_CELL_VECTOR,
                                .q = d->nq,
                                .v = d->nv,
                                .width = letter ? 3 : cells[c] - '0',
                                .definite = true};
        for (int k = 0; k < t->cell[c].width; k++)
            t->node[d->nv + k] = (letter || !letters ? letters : letters - 1) / 2;
        letters += letter;
        d->nq += phk_cell_coordinates(&t->cell[c]);
        d->nv += t->cell[c].width;
    }
    int n = d->nv + nx + nl + ny;
    for (int i = d->nv; i < n; i++) t->node[i] = -1;
    phk_collector *collector = phk_collector_create(n);
    phk_collect_block(collector, 0, n, 0, n);
    phk_collector_finish(collector, &t->pattern);
    phk_collector_free(collector);
    d->cell = t->cell;
    d->pattern = &t->pattern;
    d->node = t->node;
    d->uses_a = true;
    d->residual = toy_residual;
    d->tangent = toy_tangent;
    d->rates = toy_rates;
    d->describe = toy_describe;
}

/* The pattern keeps only the diagonal of a vector cell's own block. */
static inline void toy_thin(toy *t, int cell)
{
    int n = t->pattern.n, first = t->cell[cell].v, end = first + t->cell[cell].width;
    phk_pattern_free(&t->pattern);
    phk_collector *collector = phk_collector_create(n);
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++) {
            bool own = i >= first && i < end && k >= first && k < end;
            if (!own || i == k) phk_collect(collector, i, k);
        }
    phk_collector_finish(collector, &t->pattern);
    phk_collector_free(collector);
}

static inline void toy_free(toy *t)
{
    phk_pattern_free(&t->pattern);
}

#endif
