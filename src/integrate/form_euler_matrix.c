/* SPDX-License-Identifier: BSD-3-Clause
 *
 * form_euler_matrix.c -- the exact Newton matrix of seven coordinates per body.
 *
 * The system's tangents come in blocks of cells. A column block of a rotation is multiplied by what
 * a unit of e''_1 does to its displacement, velocity and acceleration (3x4 each), a row block by
 * 2 L' (4x3). Where each block goes is found once, in phk_euler_layout.
 */
#include "integrate/form_euler.h"

#include <math.h>
#include <stdlib.h>

/* Our number of the system's unknown or row u, which is not a direction. */
static int number(const phk_euler *f, int u)
{
    return f->form.na + u - f->form.dae->nv;
}

/* First of our numbers, and how many, of a cell or of a single unknown. */
static int first_of(const phk_euler *f, int cell, int u)
{
    return cell < 0 ? number(f, u) : f->form.dae->cell[cell].q;
}

static int size_of(const phk_euler *f, int cell)
{
    if (cell < 0) return 1;
    return f->rotation_of[cell] < 0 ? 3 : 4;
}

/* Calls visit for each block of the system's pattern, row by row. */
typedef struct {
    phk_euler *form;
    const int *cell_of; /* [nv] */
    phk_collector *collector;
    int count;
} layout;

static void each_block(layout *l,
                       void (*visit)(layout *l, int row, int row_cell, int at, int column_cell))
{
    const phk_dae *dae = l->form->form.dae;
    const phk_pattern *p = dae->pattern;
    for (int row = 0; row < p->n;) {
        int row_cell = row < dae->nv ? l->cell_of[row] : -1;
        for (int at = p->row_start[row]; at < p->row_start[row + 1];) {
            int column = p->column[at], cell = column < dae->nv ? l->cell_of[column] : -1;
            visit(l, row, row_cell, at, cell);
            at += cell < 0 ? 1 : 3;
        }
        row += row_cell < 0 ? 1 : 3;
    }
}

static void collect(layout *l, int row, int row_cell, int at, int column_cell)
{
    const phk_euler *f = l->form;
    int column = f->form.dae->pattern->column[at];
    phk_collect_block(l->collector, first_of(f, row_cell, row), size_of(f, row_cell),
                      first_of(f, column_cell, column), size_of(f, column_cell));
    l->count++;
}

static void locate(layout *l, int row, int row_cell, int at, int column_cell)
{
    phk_euler *f = l->form;
    const phk_dae *dae = f->form.dae;
    int column = dae->pattern->column[at], constraints = dae->nv + dae->nx;
    phk_euler_block *b = f->block + f->blocks++;
    *b = (phk_euler_block){
        .row = row_cell, .column = column_cell, .state = column >= dae->nv && column < constraints};
    if (row >= constraints && row < constraints + dae->nl) b->kind = PHK_EULER_ROW_CONSTRAINT;
    for (int k = 0; k < (row_cell < 0 ? 1 : 3); k++)
        b->from[k] = phk_pattern_find(dae->pattern, row + k, column);
    int first = first_of(f, row_cell, row), to = first_of(f, column_cell, column);
    for (int k = 0; k < size_of(f, row_cell); k++)
        b->to[k] = phk_pattern_find(&f->pattern, first + k, to);
}

static void collect_norms(layout *l)
{
    const phk_euler *f = l->form;
    for (int i = 0; i < f->rotations; i++) {
        const phk_euler_rotation *r = f->rotation + i;
        phk_collect_block(l->collector, r->own, 1, r->q, 4);
        phk_collect_block(l->collector, r->q, 4, r->own, 1);
    }
}

static void locate_own(phk_euler *f)
{
    for (int i = 0; i < f->vectors; i++)
        for (int k = 0, q = f->vector[i].q; k < 3; k++)
            f->inertia[q + k] = phk_pattern_find(&f->pattern, q + k, q);
    for (int i = 0; i < f->rotations; i++) {
        const phk_euler_rotation *r = f->rotation + i;
        f->own_row[i] = phk_pattern_find(&f->pattern, r->own, r->q);
        for (int k = 0; k < 4; k++) {
            f->inertia[r->q + k] = phk_pattern_find(&f->pattern, r->q + k, r->q);
            f->own_column[4 * i + k] = phk_pattern_find(&f->pattern, r->q + k, r->own);
        }
    }
}

/* A norm row and its multiplier stay with their body. */
static void number_nodes(phk_euler *f)
{
    const phk_dae *dae = f->form.dae;
    for (int i = 0; i < f->form.n; i++) f->nodes[i] = -1;
    for (int i = 0; i < dae->cells; i++)
        for (int k = 0; k < size_of(f, i); k++)
            f->nodes[dae->cell[i].q + k] = dae->node[dae->cell[i].v];
    for (int u = dae->nv; u < dae->pattern->n; u++) f->nodes[number(f, u)] = dae->node[u];
    f->form.pattern = &f->pattern;
    f->form.node = f->nodes;
}

static ph_status make(phk_euler *f, layout *l)
{
    size_t na = (size_t)f->form.na + 1, rotations = (size_t)f->rotations + 1;
    each_block(l, collect);
    collect_norms(l);
    ph_status status = phk_collector_finish(l->collector, &f->pattern);
    if (status) return status;
    f->block = calloc((size_t)l->count + 1, sizeof *f->block);
    f->inertia = calloc(na, sizeof *f->inertia);
    f->own_row = calloc(5 * rotations, sizeof *f->own_row);
    f->nodes = calloc((size_t)f->form.n + 1, sizeof *f->nodes);
    if (!f->block || !f->inertia || !f->own_row || !f->nodes) return PH_E_NOMEM;
    f->own_column = f->own_row + rotations;
    each_block(l, locate);
    locate_own(f);
    number_nodes(f);
    return PH_OK;
}

ph_status phk_euler_layout(phk_euler *f)
{
    const phk_dae *dae = f->form.dae;
    int *cell_of = calloc((size_t)dae->nv + 1, sizeof *cell_of);
    layout l = {.form = f, .cell_of = cell_of, .collector = phk_collector_create(f->form.n)};
    for (int i = 0; cell_of && i < dae->cells; i++)
        for (int k = 0; k < 3; k++) cell_of[dae->cell[i].v + k] = i;
    ph_status status = cell_of && l.collector ? make(f, &l) : PH_E_NOMEM;
    phk_collector_free(l.collector);
    free(cell_of);
    return status;
}

phk_mat44 phk_euler_rate_tangent(const phk_euler *f, const phk_euler_rotation *r, const double *e,
                                 const double *A)
{
    double h = f->form.h, bh2 = f->form.scheme.beta * h * h, gh = f->form.scheme.gamma * h;
    phk_mat44 j = {{{0}}};
    if (!f->projected) {
        for (int i = 0; i < 4; i++) j.m[i][i] = gh;
        return j;
    }
    phk_mat44 hat = phk_euler_hat(r->w);
    double along = phk_dot4(e, A);
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 4; k++)
            j.m[i][k] = bh2 * hat.m[i][k] - gh * e[i] * (e[k] + bh2 * A[k]) +
                        (i == k ? gh * (1 - bh2 * along) : 0);
    return j;
}

/* dxi = by_q beta h^2 dA, dw = by_v dA, dw' = by_a dA */
static void column_maps(const phk_euler *f, phk_euler_rotation *r, const phk_level *to,
                        const phk_mat44 *rate)
{
    const phk_scheme *s = &f->form.scheme;
    const double *e = to->q + r->q, *A = f->u + r->q;
    double bh2 = s->beta * f->form.h * f->form.h, scale = 2 / phk_dot4(e, e);
    phk_mat34 L = phk_euler_L(e), V = phk_euler_L(to->vel + r->q), P = phk_euler_L(A);
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 4; k++) {
            double up = 0;
            for (int j = 0; j < 4; j++) up += L.m[i][j] * rate->m[j][k];
            r->by_q.m[i][k] = scale * L.m[i][k];
            r->by_v.m[i][k] = 2 * (up - bh2 * V.m[i][k]);
            r->by_a.m[i][k] = 2 * s->kappa * (L.m[i][k] - bh2 * P.m[i][k]);
        }
}

/* Row `at` of a block, multiplied by the column maps: 1, 3 or 4 numbers. */
static void row_of(const phk_euler *f, const phk_euler_block *b, const phk_tangents *t, int at,
                   double out[4])
{
    const phk_scheme *s = &f->form.scheme;
    double h = f->form.h, bh2 = s->beta * h * h, gh = s->gamma * h;
    bool constraint = b->kind == PHK_EULER_ROW_CONSTRAINT, uses_a = f->form.dae->uses_a;
    const double *q = t->by_q + at, *v = t->by_v + at, *a = t->by_a + at;
    if (b->column < 0) {
        out[0] = q[0];
        if (b->state) out[0] = s->gamma_x * h * q[0] + s->kappa_x * v[0];
        if (b->state && constraint) out[0] /= bh2;
        return;
    }
    /* constraint rows are over beta h^2 and know places alone */
    double by_q = constraint ? 1 : bh2;
    if (f->rotation_of[b->column] < 0) {
        for (int k = 0; k < 3; k++)
            out[k] = by_q * q[k] + (constraint ? 0 : gh * v[k] + (uses_a ? s->kappa * a[k] : 0));
        return;
    }
    const phk_euler_rotation *r = f->rotation + f->rotation_of[b->column];
    for (int k = 0; k < 4; k++) {
        out[k] = 0;
        for (int j = 0; j < 3; j++) {
            out[k] += by_q * q[j] * r->by_q.m[j][k];
            if (constraint) continue;
            out[k] += v[j] * r->by_v.m[j][k] + (uses_a ? a[j] * r->by_a.m[j][k] : 0);
        }
    }
}

static void fill_block(const phk_euler *f, const phk_euler_block *b, const phk_tangents *t,
                       const phk_level *to, double *values)
{
    double rows[3][4] = {{0}};
    int width = size_of(f, b->column), height = b->row < 0 ? 1 : 3;
    for (int k = 0; k < height; k++) row_of(f, b, t, b->from[k], rows[k]);
    if (b->row < 0 || f->rotation_of[b->row] < 0) {
        for (int k = 0; k < height; k++)
            for (int c = 0; c < width; c++) values[b->to[k] + c] = rows[k][c];
        return;
    }
    phk_mat34 L = phk_euler_L(to->q + f->rotation[f->rotation_of[b->row]].q);
    for (int k = 0; k < 4; k++)
        for (int c = 0; c < width; c++)
            values[b->to[k] + c] =
                2 * (L.m[0][k] * rows[0][c] + L.m[1][k] * rows[1][c] + L.m[2][k] * rows[2][c]);
}

/* The rotation's own block: inertia, gyroscopic force, and what turns with e of the torque, the
 * norm's force and the old force. */
static void add_rotation(const phk_euler *f, const phk_euler_rotation *r, const phk_level *to,
                         const phk_mat44 *rate, double *values)
{
    const phk_scheme *s = &f->form.scheme;
    double bh2 = s->beta * f->form.h * f->form.h, old = s->af / (1 - s->af);
    const double *e = to->q + r->q, *A = f->u + r->q, *t = f->torque + r->v;
    phk_mat44 mass = phk_euler_mass(r->J, e), by_e = phk_euler_inertia_by_e(r->J, e, A);
    phk_mat44 torque = phk_euler_hat(ph_v3(t[0], t[1], t[2])), gyro_e, gyro_rate;
    phk_mat44 turned = phk_euler_hat(r->turned);
    phk_euler_gyro_tangent(r->J, e, to->vel + r->q, &gyro_e, &gyro_rate);
    for (int i = 0; i < 4; i++) {
        double *row = values + f->inertia[r->q + i];
        for (int k = 0; k < 4; k++) {
            double x = s->kappa * (mass.m[i][k] + bh2 * by_e.m[i][k]);
            x += bh2 * (2 * torque.m[i][k] + gyro_e.m[i][k]);
            for (int j = 0; j < 4; j++) x += gyro_rate.m[i][j] * rate->m[j][k];
            if (i == k) x += 2 * bh2 * f->u[r->own];
            if (f->consistent) x += old * bh2 * (turned.m[i][k] + (i == k ? r->along : 0));
            row[k] += x;
        }
    }
}

/* How much the forces outweigh inertia in the row of an acceleration; see form.h. */
static double stiffness(const double *row, int size, double inertia)
{
    double most = 0;
    for (int k = 0; k < size; k++) most = fmax(most, fabs(row[k]));
    return inertia > 0 ? most / inertia : 0;
}

void phk_euler_matrix(phk_form *form, const phk_level *to, const phk_tangents *tangents,
                      double *values)
{
    phk_euler *f = (phk_euler *)form;
    double kappa = form->scheme.kappa;
    for (int i = 0; i < f->pattern.entries; i++) values[i] = 0;
    for (int i = 0; i < f->rotations; i++) {
        phk_euler_rotation *r = f->rotation + i;
        phk_mat44 rate = phk_euler_rate_tangent(f, r, to->q + r->q, f->u + r->q);
        column_maps(f, r, to, &rate);
    }
    for (int i = 0; i < f->blocks; i++) fill_block(f, f->block + i, tangents, to, values);
    form->stiffness = 0;
    for (int i = 0; i < f->vectors; i++) {
        double inertia = kappa * f->vector[i].mass;
        for (int k = 0, q = f->vector[i].q; k < 3; k++) {
            double *row = values + f->inertia[q + k];
            form->stiffness = fmax(form->stiffness, stiffness(row, 3, inertia));
            row[k] += inertia;
        }
    }
    for (int i = 0; i < f->rotations; i++) {
        phk_euler_rotation *r = f->rotation + i;
        double inertia = 4 * kappa * fmax(r->J.xx, fmax(r->J.yy, r->J.zz));
        for (int k = 0; k < 4; k++)
            form->stiffness =
                fmax(form->stiffness, stiffness(values + f->inertia[r->q + k], 4, inertia));
        phk_mat44 rate = phk_euler_rate_tangent(f, r, to->q + r->q, f->u + r->q);
        add_rotation(f, r, to, &rate, values);
        for (int k = 0; k < 4; k++) {
            values[f->own_row[i] + k] = 2 * to->q[r->q + k];
            values[f->own_column[4 * i + k]] = 2 * to->q[r->q + k];
        }
    }
}
