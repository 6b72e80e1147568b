/* SPDX-License-Identifier: BSD-3-Clause
 *
 * form_euler_matrix.c -- the exact Newton matrix of seven coordinates per body.
 *
 * The system's tangents come in single entries and in blocks of rotations. A column block of a
 * rotation is multiplied by what a unit of e''_1 does to its displacement, velocity and
 * acceleration (3x4 each), a row block by 2 L' (4x3). Where each goes is found once, in
 * phk_euler_layout.
 */
#include "integrate/form_euler.h"

#include <math.h>
#include <stdlib.h>

/* Walks over the blocks of the system's pattern, row by row. */
typedef struct {
    phk_euler *form;
    int *rotation_of; /* [nv] the rotation a direction belongs to; -1: it is one of a vector */
    int *number_of;   /* [n of the system] our number of an unknown; of a rotation: of its first */
    phk_collector *collector;
    int count;
} layout;

static int rotation_of(const layout *l, int u)
{
    return u < l->form->form.dae->nv ? l->rotation_of[u] : -1;
}

/* How many of ours there are for a block of theirs. */
static int size_of(int rotation)
{
    return rotation < 0 ? 1 : 4;
}

static void each_block(layout *l, void (*visit)(layout *l, int row, int at))
{
    const phk_pattern *p = l->form->form.dae->pattern;
    for (int row = 0; row < p->n; row += rotation_of(l, row) < 0 ? 1 : 3)
        for (int at = p->row_start[row]; at < p->row_start[row + 1];
             at += rotation_of(l, p->column[at]) < 0 ? 1 : 3)
            visit(l, row, at);
}

static void collect(layout *l, int row, int at)
{
    int column = l->form->form.dae->pattern->column[at];
    phk_collect_block(l->collector, l->number_of[row], size_of(rotation_of(l, row)),
                      l->number_of[column], size_of(rotation_of(l, column)));
    l->count++;
}

static int row_kind(const phk_dae *dae, int row)
{
    int first = dae->nv + dae->nx;
    bool constraint = row >= first && row < first + dae->nl;
    if (phk_dae_is_velocity(dae, row)) return PHK_EULER_ROW_VELOCITY;
    return constraint ? PHK_EULER_ROW_CONSTRAINT : PHK_EULER_ROW_PLAIN;
}

static int column_kind(const phk_dae *dae, int column)
{
    if (column < dae->nv) return PHK_EULER_COLUMN_DIRECTION;
    return column < dae->nv + dae->nx ? PHK_EULER_COLUMN_STATE : PHK_EULER_COLUMN_PLAIN;
}

static void locate(layout *l, int row, int at)
{
    phk_euler *f = l->form;
    const phk_dae *dae = f->form.dae;
    int column = dae->pattern->column[at];
    phk_euler_block *b = f->block + f->blocks++;
    *b = (phk_euler_block){.row = rotation_of(l, row),
                           .column = rotation_of(l, column),
                           .row_kind = row_kind(dae, row),
                           .column_kind = column_kind(dae, column)};
    for (int k = 0; k < (b->row < 0 ? 1 : 3); k++)
        b->from[k] = phk_pattern_find(dae->pattern, row + k, column);
    for (int k = 0; k < size_of(b->row); k++)
        b->to[k] = phk_pattern_find(&f->pattern, l->number_of[row] + k, l->number_of[column]);
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
        for (int k = 0, q = f->vector[i].q; k < f->vector[i].width; k++) {
            int at = f->pattern.row_start[q + k];
            while (f->pattern.column[at] < q) at++;
            f->inertia[q + k] = at;
        }
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
        for (int k = 0; k < phk_cell_coordinates(dae->cell + i); k++)
            f->nodes[dae->cell[i].q + k] = dae->node[dae->cell[i].v];
    for (int u = dae->nv; u < dae->pattern->n; u++)
        f->nodes[f->form.na + u - dae->nv] = dae->node[u];
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

static void number_unknowns(layout *l)
{
    const phk_euler *f = l->form;
    const phk_dae *dae = f->form.dae;
    for (int i = 0; i < f->vectors; i++)
        for (int k = 0; k < f->vector[i].width; k++) {
            l->rotation_of[f->vector[i].v + k] = -1;
            l->number_of[f->vector[i].v + k] = f->vector[i].q + k;
        }
    for (int i = 0; i < f->rotations; i++)
        for (int k = 0; k < 3; k++) {
            l->rotation_of[f->rotation[i].v + k] = i;
            l->number_of[f->rotation[i].v + k] = f->rotation[i].q;
        }
    for (int u = dae->nv; u < dae->pattern->n; u++) l->number_of[u] = f->form.na + u - dae->nv;
}

ph_status phk_euler_layout(phk_euler *f)
{
    const phk_dae *dae = f->form.dae;
    layout l = {.form = f,
                .rotation_of = calloc((size_t)dae->nv + 1, sizeof(int)),
                .number_of = calloc((size_t)dae->pattern->n + 1, sizeof(int)),
                .collector = phk_collector_create(f->form.n)};
    ph_status status = PH_E_NOMEM;
    if (l.rotation_of && l.number_of && l.collector) {
        number_unknowns(&l);
        status = make(f, &l);
    }
    phk_collector_free(l.collector);
    free(l.rotation_of);
    free(l.number_of);
    return status;
}

void phk_euler_layout_free(phk_euler *f)
{
    phk_pattern_free(&f->pattern);
    free(f->nodes);
    free(f->block);
    free(f->inertia);
    free(f->own_row);
}

ph_status phk_euler_follow(phk_form *form)
{
    phk_euler *f = (phk_euler *)form, old = *f;
    f->pattern = (phk_pattern){0};
    f->nodes = f->inertia = f->own_row = f->own_column = NULL;
    f->block = NULL;
    f->blocks = 0;
    ph_status status = phk_euler_layout(f);
    phk_euler unwanted = status ? *f : old;
    if (status) *f = old;
    phk_euler_layout_free(&unwanted);
    return status;
}

/* d e'_1 / d e''_1 of a rotation at `to`. */
static phk_mat44 rate_tangent(const phk_euler *f, const phk_euler_rotation *r, const double *e,
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

/* A row of a block in a single column. Constraint rows are over beta h^2 and know places alone. */
static double entry_of(const phk_euler *f, const phk_euler_block *b, const phk_tangents *t, int at)
{
    const phk_scheme *s = &f->form.scheme;
    double h = f->form.h, bh2 = s->beta * h * h, q = t->by_q[at], v = t->by_v[at];
    bool constraint = b->row_kind == PHK_EULER_ROW_CONSTRAINT;
    if (b->column_kind == PHK_EULER_COLUMN_PLAIN) return q;
    if (b->column_kind == PHK_EULER_COLUMN_STATE)
        return (s->gamma_x * h * q + s->kappa_x * v) / (constraint ? bh2 : 1);
    if (constraint) return q;
    return bh2 * q + (s->gamma * h * v + (f->form.dae->uses_a ? s->kappa * t->by_a[at] : 0));
}

/* The same in the columns of a rotation, multiplied by its maps. */
static void turned_row(const phk_euler *f, const phk_euler_block *b, const phk_tangents *t, int at,
                       double out[4])
{
    double h = f->form.h, bh2 = f->form.scheme.beta * h * h;
    bool constraint = b->row_kind == PHK_EULER_ROW_CONSTRAINT, uses_a = f->form.dae->uses_a;
    const double *q = t->by_q + at, *v = t->by_v + at, *a = t->by_a + at;
    const phk_euler_rotation *r = f->rotation + b->column;
    double by_q = constraint ? 1 : bh2;
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
    int width = size_of(b->column), height = b->row < 0 ? 1 : 3;
    for (int k = 0; k < height; k++) {
        if (b->column < 0)
            rows[k][0] = entry_of(f, b, t, b->from[k]);
        else
            turned_row(f, b, t, b->from[k], rows[k]);
    }
    /* velocity rows are over gamma h */
    if (b->row_kind == PHK_EULER_ROW_VELOCITY)
        for (int c = 0; c < width; c++) rows[0][c] /= f->form.scheme.gamma * f->form.h;
    if (b->row < 0) {
        for (int c = 0; c < width; c++) values[b->to[0] + c] = rows[0][c];
        return;
    }
    phk_mat34 L = phk_euler_L(to->q + f->rotation[b->row].q);
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

/* Adds the mass of a vector; how much the forces outweigh it. */
static double add_vector(const phk_euler *f, const phk_form_vector *c, double *values)
{
    const phk_pattern *p = &f->pattern;
    double inertia = f->form.scheme.kappa * c->mass, most = 0;
    for (int q = c->q; q < c->q + c->width; q++)
        for (int at = f->inertia[q]; at < p->row_start[q + 1] && p->column[at] < c->q + c->width;
             at++) {
            most = fmax(most, fabs(values[at]));
            if (p->column[at] == q) values[at] += inertia;
        }
    return inertia > 0 ? most / inertia : 0;
}

/* How much the forces outweigh inertia in the row of a rotation; see form.h. */
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
        phk_mat44 rate = rate_tangent(f, r, to->q + r->q, f->u + r->q);
        column_maps(f, r, to, &rate);
    }
    for (int i = 0; i < f->blocks; i++) fill_block(f, f->block + i, tangents, to, values);
    form->stiffness = 0;
    for (int i = 0; i < f->vectors; i++)
        form->stiffness = fmax(form->stiffness, add_vector(f, f->vector + i, values));
    for (int i = 0; i < f->rotations; i++) {
        phk_euler_rotation *r = f->rotation + i;
        double inertia = 4 * kappa * fmax(r->J.xx, fmax(r->J.yy, r->J.zz));
        for (int k = 0; k < 4; k++)
            form->stiffness =
                fmax(form->stiffness, stiffness(values + f->inertia[r->q + k], 4, inertia));
        phk_mat44 rate = rate_tangent(f, r, to->q + r->q, f->u + r->q);
        add_rotation(f, r, to, &rate, values);
        for (int k = 0; k < 4; k++) {
            values[f->own_row[i] + k] = 2 * to->q[r->q + k];
            values[f->own_column[4 * i + k]] = 2 * to->q[r->q + k];
        }
    }
}
