/* SPDX-License-Identifier: BSD-3-Clause
 *
 * From the derivatives of a system to M, D and K.
 */
#include <stdlib.h>
#include <string.h>
#include "analysis/linear.h"
#include "math/so3.h"

const phk_cell *phk_cell_of(const phk_dae *dae, int direction)
{
    int low = 0, high = dae->cells - 1;
    while (low < high) {
        int middle = (low + high + 1) / 2;
        if (dae->cell[middle].v <= direction)
            low = middle;
        else
            high = middle - 1;
    }
    return dae->cell + low;
}

ph_quat phk_cell_axes(const phk_cell *cell, const phk_point *p)
{
    if (cell->kind != PHK_CELL_ROTATION) return ph_quat_make(1, 0, 0, 0);
    const double *e = p->q + cell->q;
    double s = 1 / sqrt(e[0] * e[0] + e[1] * e[1] + e[2] * e[2] + e[3] * e[3]);
    return ph_quat_make(s * e[0], s * e[1], s * e[2], s * e[3]);
}

/* ---- where entries are ---- */

/* What a frame that turns couples: the three directions of a place. */
static bool is_whole(const phk_pencil *l, const phk_cell *cell)
{
    return cell->kind == PHK_CELL_ROTATION || (l->turns && phk_cell_is_place(cell));
}

static ph_status make_pattern(phk_pencil *l)
{
    const phk_dae *dae = l->dae;
    const phk_pattern *from = dae->pattern;
    phk_collector *c = phk_collector_create(from->n);
    if (!c) return PH_E_NOMEM;
    for (int r = 0; r < from->n; r++) {
        if (r >= dae->nv) phk_collect(c, r, r);
        for (int i = from->row_start[r]; i < from->row_start[r + 1]; i++) {
            int column = from->column[i];
            const phk_cell *cell = column < dae->nv ? phk_cell_of(dae, column) : NULL;
            if (cell && is_whole(l, cell))
                phk_collect_block(c, r, 1, cell->v, 3);
            else
                phk_collect(c, r, column);
        }
    }
    ph_status status = phk_collector_finish(c, &l->pattern);
    phk_collector_free(c);
    return status;
}

/* ---- what a cell does to its columns ---- */

/* dv = xi' + O xi, dv' = xi'' + C xi' + E xi */
typedef struct {
    bool plain; /* O, C, E are zero */
    ph_mat3 O, C, E;
} carried;

static ph_mat3 scaled(double f, ph_mat3 a)
{
    for (int i = 0; i < 9; i++) a.m[i / 3][i % 3] *= f;
    return a;
}

static ph_vec3 three(const double *x)
{
    return ph_v3(x[0], x[1], x[2]);
}

static carried carried_of(const phk_pencil *l, const phk_cell *cell, const phk_point *p)
{
    carried c = {.plain = !is_whole(l, cell)};
    if (c.plain) return c;
    bool turns = cell->kind == PHK_CELL_ROTATION;
    ph_vec3 none = ph_v3(0, 0, 0);
    c.O = phk_hat(ph_unrotate(phk_cell_axes(cell, p), l->omega));
    ph_mat3 W = phk_hat(turns ? three(p->v + cell->v) : none);
    ph_mat3 A = phk_hat(turns ? three(p->a + cell->v) : none);
    c.C = phk_mat3_axpy(scaled(2, c.O), -1, W);
    c.E = phk_mat3_axpy(A, -1, phk_mat3_product(c.O, phk_mat3_axpy(W, -1, c.O)));
    return c;
}

/* Adds x M to y. */
static void add_product(const double *x, const ph_mat3 *m, double *y)
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) y[j] += x[i] * m->m[i][j];
}

/* Three entries of a row, d and k being derivatives by velocities and displacements, m those by
 * accelerations. */
static void carry(const carried *c, const double *m, double *d, double *k)
{
    add_product(d, &c->O, k);
    add_product(m, &c->E, k);
    add_product(m, &c->C, d);
}

/* ---- filling ---- */

/* The derivatives, on the pattern that has more entries. */
static void spread(phk_pencil *l, const phk_tangents *t)
{
    const phk_pattern *from = l->dae->pattern, *to = &l->pattern;
    for (int r = 0; r < from->n; r++) {
        int at = to->row_start[r];
        for (int i = from->row_start[r]; i < from->row_start[r + 1]; i++) {
            while (to->column[at] != from->column[i]) at++;
            l->k[at] = t->by_q[i];
            l->d[at] = from->column[i] < l->dae->nv + l->dae->nx ? t->by_v[i] : 0;
            if (l->dae->uses_a && from->column[i] < l->dae->nv) l->m[at] = t->by_a[i];
        }
    }
}

/* m v', J w' + w x J w and their derivatives. */
static void add_inertia(phk_pencil *l, const phk_cell *cell, const phk_point *p)
{
    ph_mat3 J = phk_mat3_from_sym3(cell->inertia);
    ph_vec3 w = cell->kind == PHK_CELL_ROTATION ? three(p->v + cell->v) : ph_v3(0, 0, 0);
    ph_mat3 gyro = phk_mat3_axpy(phk_mat3_product(phk_hat(w), J), -1, phk_hat(ph_mat3_mul(J, w)));
    for (int i = 0; i < cell->width; i++) {
        int row = cell->v + i;
        if (cell->kind == PHK_CELL_VECTOR) {
            l->m[phk_pattern_find(&l->pattern, row, row)] += cell->mass;
            continue;
        }
        int at = phk_pattern_find(&l->pattern, row, cell->v);
        for (int j = 0; j < 3; j++) {
            l->m[at + j] += J.m[i][j];
            l->d[at + j] += gyro.m[i][j];
        }
    }
}

static ph_status carry_all(phk_pencil *l, const phk_point *p)
{
    const phk_dae *dae = l->dae;
    carried *c = malloc(((size_t)dae->cells + 1) * sizeof *c);
    if (!c) return PH_E_NOMEM;
    for (int i = 0; i < dae->cells; i++) c[i] = carried_of(l, dae->cell + i, p);
    for (int r = 0; r < l->pattern.n; r++)
        for (int i = l->pattern.row_start[r]; i < l->pattern.row_start[r + 1]; i++) {
            if (l->pattern.column[i] >= dae->nv) break;
            const phk_cell *cell = phk_cell_of(dae, l->pattern.column[i]);
            if (c[cell - dae->cell].plain) continue;
            carry(&c[cell - dae->cell], l->m + i, l->d + i, l->k + i);
            i += 2;
        }
    free(c);
    return PH_OK;
}

ph_status phk_pencil_create(const phk_dae *dae, const phk_point *p, ph_vec3 omega, phk_pencil *l)
{
    *l = (phk_pencil){.dae = dae, .omega = omega, .turns = ph_norm(omega) > 0};
    ph_status status = phk_dae_reshape(dae, p);
    if (!status) status = make_pattern(l);
    if (status) return status;
    size_t own = (size_t)l->pattern.entries + 1, theirs = (size_t)dae->pattern->entries + 1;
    l->m = calloc(3 * own, sizeof *l->m);
    double *room = malloc(3 * theirs * sizeof *room);
    if (!l->m || !room) {
        free(room);
        phk_pencil_free(l);
        return PH_E_NOMEM;
    }
    l->d = l->m + own, l->k = l->d + own;
    phk_tangents t = {room, room + theirs, room + 2 * theirs};
    status = dae->tangent(dae->self, p, &t);
    if (!status) {
        spread(l, &t);
        for (int i = 0; i < dae->cells; i++) add_inertia(l, dae->cell + i, p);
        status = carry_all(l, p);
    }
    free(room);
    if (status) phk_pencil_free(l);
    return status;
}

void phk_pencil_free(phk_pencil *l)
{
    phk_pattern_free(&l->pattern);
    free(l->m);
    l->m = l->d = l->k = NULL;
}
