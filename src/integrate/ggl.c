/* SPDX-License-Identifier: BSD-3-Clause
 *
 * ggl.c -- layout and residual of the first-order form.
 */
#include "integrate/ggl.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "math/euler.h"

static ph_vec3 at3(const double *a)
{
    return ph_v3(a[0], a[1], a[2]);
}

static void put3(ph_vec3 v, double *a)
{
    a[0] = v.x;
    a[1] = v.y;
    a[2] = v.z;
}

static void place(phk_ggl *f)
{
    const phk_dae *d = f->dae;
    f->v = d->nq;
    f->x = f->v + d->nv;
    f->lambda = f->x + d->nx;
    f->mu = f->lambda + d->nl;
    f->y = f->stabilised ? f->mu + phk_dae_positions(d) : f->mu;
    f->n = f->y + d->ny;
    f->rate = f->lambda;
    f->position = f->stabilised ? f->mu : f->lambda;
}

static bool allocate(phk_ggl *f)
{
    const phk_dae *d = f->dae;
    size_t entries = (size_t)d->pattern->entries + 1;
    f->node = malloc(((size_t)f->n + 1) * sizeof *f->node);
    f->cell_of = calloc((size_t)d->nv + 1, sizeof *f->cell_of);
    f->q = calloc((size_t)d->nq + 1, sizeof *f->q);
    f->q_ahead = calloc((size_t)d->nq + 1, sizeof *f->q_ahead);
    f->shift = calloc((size_t)d->nv + 1, sizeof *f->shift);
    f->metric = calloc((size_t)d->nv + 1, sizeof *f->metric);
    f->x_ahead = calloc((size_t)d->nx + 1, sizeof *f->x_ahead);
    f->c = calloc((size_t)d->nl + 1, sizeof *f->c);
    f->g = calloc(entries, sizeof *f->g);
    f->g_start = calloc((size_t)d->nl + 1, sizeof *f->g_start);
    f->g_column = calloc(entries, sizeof *f->g_column);
    phk_tangents *const both[] = {&f->at, &f->ahead};
    bool good = f->node && f->cell_of && f->q && f->q_ahead && f->shift && f->metric &&
                f->x_ahead && f->c && f->g && f->g_start && f->g_column;
    for (int k = 0; k < 2; k++) {
        both[k]->by_q = calloc(entries, sizeof(double));
        both[k]->by_v = calloc(entries, sizeof(double));
        both[k]->by_a = calloc(entries, sizeof(double));
        good = good && both[k]->by_q && both[k]->by_v && both[k]->by_a;
    }
    return good;
}

static void measure(phk_ggl *f, double length)
{
    for (int c = 0; c < f->dae->cells; c++) {
        const phk_cell *cell = &f->dae->cell[c];
        for (int k = 0; k < cell->width; k++) {
            double size = cell->kind == PHK_CELL_ROTATION ? length : phk_cell_size(cell, k);
            f->metric[cell->v + k] = 1 / (size * size);
        }
    }
}

ph_status phk_ggl_create(const phk_dae *dae, bool stabilised, double relaxation, double length,
                         phk_ggl **out)
{
    *out = NULL;
    phk_ggl *f = calloc(1, sizeof *f);
    if (!f) return PH_E_NOMEM;
    f->dae = dae;
    f->stabilised = stabilised && phk_dae_positions(dae) > 0;
    f->relaxation = relaxation;
    place(f);
    ph_status status = allocate(f) ? PH_OK : PH_E_NOMEM;
    if (!status) {
        measure(f, length);
        status = phk_ggl_layout(f);
    }
    if (status) {
        phk_ggl_free(f);
        return status;
    }
    *out = f;
    return PH_OK;
}

void phk_ggl_free(phk_ggl *f)
{
    if (!f) return;
    phk_tangents *const both[] = {&f->at, &f->ahead};
    for (int k = 0; k < 2; k++) {
        free(both[k]->by_q);
        free(both[k]->by_v);
        free(both[k]->by_a);
    }
    phk_pattern_free(&f->pattern);
    free(f->node);
    free(f->map);
    free(f->cell_of);
    free(f->g);
    free(f->g_start);
    free(f->g_column);
    free(f->q);
    free(f->q_ahead);
    free(f->shift);
    free(f->metric);
    free(f->x_ahead);
    free(f->c);
    free(f);
}

static void copy(double *to, const double *from, int n)
{
    if (n > 0) memcpy(to, from, (size_t)n * sizeof *to);
}

void phk_ggl_pack(const phk_ggl *f, const phk_point *p, double *z, double *zp)
{
    const phk_dae *d = f->dae;
    memset(zp, 0, (size_t)f->n * sizeof *zp);
    memset(z, 0, (size_t)f->n * sizeof *z);
    copy(z, p->q, d->nq);
    copy(z + f->v, p->v, d->nv);
    copy(z + f->x, p->x, d->nx);
    copy(z + f->lambda, p->lambda, d->nl);
    copy(z + f->y, p->y, d->ny);
    copy(zp + f->v, p->a, d->nv);
    copy(zp + f->x, p->xd, d->nx);
    for (int c = 0; c < d->cells; c++) {
        const phk_cell *cell = &d->cell[c];
        if (cell->kind == PHK_CELL_VECTOR)
            copy(zp + cell->q, p->v + cell->v, cell->width);
        else
            phk_euler_up(p->q + cell->q, 0.5, at3(p->v + cell->v), zp + cell->q);
    }
}

phk_point phk_ggl_point(phk_ggl *f, double t, const double *z, const double *zp)
{
    const phk_dae *d = f->dae;
    copy(f->q, z, d->nq);
    for (int c = 0; c < d->cells; c++) {
        if (d->cell[c].kind == PHK_CELL_VECTOR) continue;
        double *e = f->q + d->cell[c].q, norm = sqrt(phk_dot4(e, e));
        for (int i = 0; norm > 0 && i < 4; i++) e[i] /= norm;
    }
    return (phk_point){.t = t,
                       .q = f->q,
                       .v = z + f->v,
                       .a = zp + f->v,
                       .x = z + f->x,
                       .xd = zp + f->x,
                       .lambda = z + f->lambda,
                       .y = z + f->y};
}

/* shift = G'mu, measured */
static void shift_velocities(phk_ggl *f, const double *mu)
{
    const phk_dae *d = f->dae;
    memset(f->shift, 0, (size_t)d->nv * sizeof *f->shift);
    if (!f->stabilised) return;
    for (int i = 0; i < phk_dae_positions(d); i++)
        for (int k = f->g_start[i]; k < f->g_start[i + 1]; k++)
            if (f->g_column[k] < d->nv) f->shift[f->g_column[k]] += f->g[k] * mu[i];
    for (int i = 0; i < d->nv; i++) f->shift[i] *= f->metric[i];
}

/* Rows of one cell: how its coordinates move, and its inertia. */
static void cell_rows(const phk_ggl *f, const phk_cell *c, const double *z, const double *zp,
                      double *out)
{
    const double *shift = f->shift + c->v, *rate = z + f->v + c->v, *change = zp + f->v + c->v;
    double *kinematic = out + c->q, *balance = out + f->v + c->v;
    copy(kinematic, zp + c->q, phk_cell_coordinates(c));
    if (c->kind == PHK_CELL_VECTOR) {
        for (int k = 0; k < c->width; k++) {
            kinematic[k] -= rate[k] - shift[k];
            balance[k] += c->mass * change[k];
        }
        return;
    }
    ph_vec3 v = at3(rate), a = at3(change), speed = ph_sub(v, at3(shift));
    const double *e = z + c->q;
    double hold = 0.5 * f->relaxation * (1 - phk_dot4(e, e));
    phk_euler_up(e, -0.5, speed, kinematic);
    for (int i = 0; i < 4; i++) kinematic[i] -= hold * e[i];
    ph_vec3 momentum = ph_sym3_mul(c->inertia, v);
    ph_vec3 inertia = ph_add(ph_sym3_mul(c->inertia, a), ph_cross(v, momentum));
    put3(ph_add(at3(balance), inertia), balance);
}

ph_status phk_ggl_residual(phk_ggl *f, double t, const double *z, const double *zp, double *out)
{
    const phk_dae *d = f->dae;
    phk_point p = phk_ggl_point(f, t, z, zp);
    ph_status status = d->residual(d->self, &p, out + f->v, out + f->x, f->c, out + f->y);
    if (!status && f->stabilised) status = d->rates(d->self, &p, out + f->rate, NULL);
    if (status) return status;
    copy(out + f->position, f->c, f->stabilised ? phk_dae_positions(d) : d->nl);
    shift_velocities(f, z + f->mu);
    for (int c = 0; c < d->cells; c++) cell_rows(f, &d->cell[c], z, zp, out);
    double sum = 0;
    for (int i = 0; i < f->n; i++) sum += out[i] * 0;
    return sum == 0 ? PH_OK : PH_RETRY;
}

/* Another is made for the new pattern, and what depends on the pattern is taken over. */
ph_status phk_ggl_follow(phk_ggl *f, double t, const double *z, const double *zp, bool *changed)
{
    const phk_dae *d = f->dae;
    phk_ggl *fresh;
    phk_point p = phk_ggl_point(f, t, z, zp);
    *changed = false;
    ph_status status = phk_dae_reshape(d, &p);
    if (status || f->generation == d->pattern->generation) return status;
    status = phk_ggl_create(d, f->stabilised, f->relaxation, 1, &fresh);
    if (status) return status;
    phk_ggl old = *f;
    f->generation = fresh->generation;
    f->pattern = fresh->pattern, f->node = fresh->node, f->map = fresh->map;
    f->at = fresh->at, f->ahead = fresh->ahead;
    f->g_start = fresh->g_start, f->g_column = fresh->g_column, f->g = fresh->g;
    fresh->pattern = old.pattern, fresh->node = old.node, fresh->map = old.map;
    fresh->at = old.at, fresh->ahead = old.ahead;
    fresh->g_start = old.g_start, fresh->g_column = old.g_column, fresh->g = old.g;
    phk_ggl_free(fresh);
    *changed = true;
    return PH_OK;
}

int phk_ggl_row(const phk_ggl *f, int i)
{
    const phk_dae *d = f->dae;
    if (i >= f->v && i < f->lambda) return i - f->v;
    if (i >= f->y) return d->nv + d->nx + d->nl + i - f->y;
    if (i >= f->mu) return d->nv + d->nx + i - f->mu;
    if (i >= f->lambda) return d->nv + d->nx + i - f->lambda;
    for (int c = 0; c < d->cells; c++) {
        int at = i - d->cell[c].q;
        if (at < 0 || at >= phk_cell_coordinates(&d->cell[c])) continue;
        bool turns = d->cell[c].kind == PHK_CELL_ROTATION;
        return d->cell[c].v + (turns && at > 0 ? at - 1 : at);
    }
    return -1;
}
