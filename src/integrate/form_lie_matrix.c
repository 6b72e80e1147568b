/* SPDX-License-Identifier: BSD-3-Clause
 *
 * form_lie_matrix.c -- the exact Newton matrix of six coordinates per body.
 *
 * A column of the system's tangents becomes one of the matrix by what a unit of its unknown does:
 * it displaces by beta h^2, and changes velocity and acceleration by gamma h and kappa (vectors),
 * by the maps by_v and by_a (rotations), state and rate by gamma_x h and kappa_x (states).
 * Constraint rows are over beta h^2, those on velocities over gamma h.
 */
#include "integrate/form_lie.h"

#include <string.h>

static ph_mat3 diagonal(ph_vec3 d)
{
    ph_mat3 r = {{{d.x, 0, 0}, {0, d.y, 0}, {0, 0, d.z}}};
    return r;
}

static ph_mat3 transpose(ph_mat3 a)
{
    ph_mat3 r;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) r.m[i][k] = a.m[k][i];
    return r;
}

static ph_mat3 scaled(double f, ph_mat3 a)
{
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) a.m[i][k] *= f;
    return a;
}

/* P m P' */
static ph_mat3 in_body_axes(const phk_lie_momentum *c, ph_mat3 m)
{
    if (!c->turned) return m;
    ph_mat3 P = ph_mat3_from_quat(c->axes);
    return phk_mat3_product(phk_mat3_product(P, m), transpose(P));
}

/* d(w~ J w)/dw = w~ J - (J w)~ */
static ph_mat3 gyro_tangent(ph_mat3 J, ph_vec3 w)
{
    return phk_mat3_axpy(phk_mat3_product(phk_hat(w), J), -1, phk_hat(ph_mat3_mul(J, w)));
}

static void momentum_maps(phk_lie *f, int i)
{
    const phk_scheme *s = &f->form.scheme;
    const phk_lie_momentum *c = f->momentum + i;
    const phk_momentum_batch *batch = &f->batch;
    const phk_map_body map = phk_mb_map(batch, i);
    double h = f->form.h, bh2 = s->beta * h * h;
    int cell = f->cell_of[c->v];
    ph_quat half = phk_mb_quat(batch, PHK_MB_E, i);
    ph_vec3 theta = phk_mb_get(batch, PHK_MB_THETA, i), w1 = phk_mb_get(batch, PHK_MB_W1, i);
    ph_vec3 e = ph_unrotate(half, phk_mb_get(batch, PHK_MB_U, i));

    /* dB = D deta; R1' D = E' (h N) T(theta)^-1 */
    ph_mat3 N = phk_map_tangent(&map, h, theta, e, phk_mb_get(batch, PHK_MB_N, i));
    ph_mat3 T = phk_dexp_inverse(ph_scale(-1, theta)), E = transpose(ph_mat3_from_quat(half));
    ph_mat3 D = scaled(h, phk_mat3_product(phk_mat3_product(E, N), T));
    ph_mat3 P = phk_hat(phk_mb_get(batch, PHK_MB_P1, i));
    ph_mat3 inertia = phk_mat3_axpy(scaled(s->kappa, D), bh2, P);
    f->inertia[cell] = in_body_axes(c, inertia);

    /* w1 = J^-1 R1' pi_1 and J w'_1 = R1' p_1 - w1 x J w1 */
    ph_mat3 J = diagonal(map.j), inverse = diagonal(map.inv);
    ph_mat3 dpi = phk_mat3_axpy(scaled(s->gamma * h, D), bh2, phk_hat(phk_times(map.j, w1)));
    ph_mat3 dw = phk_mat3_product(inverse, dpi);
    f->by_v[cell] = in_body_axes(c, dw);
    if (!f->form.dae->uses_a) return;
    ph_mat3 gyro = phk_mat3_product(gyro_tangent(J, w1), dw);
    ph_mat3 da = phk_mat3_product(inverse, phk_mat3_axpy(inertia, -1, gyro));
    f->by_a[cell] = in_body_axes(c, da);
}

static void body_maps(phk_lie *f, const phk_lie_body *c)
{
    const phk_scheme *s = &f->form.scheme;
    double gh = s->gamma * f->form.h;
    int cell = f->cell_of[c->v];
    ph_mat3 D = phk_dexp_inverse(ph_scale(-1, c->theta)), J = phk_mat3_from_sym3(c->J);
    ph_mat3 inertia = phk_mat3_axpy(scaled(s->kappa, J), gh, gyro_tangent(J, c->w1));
    f->inertia[cell] = phk_mat3_product(inertia, D);
    f->by_v[cell] = scaled(gh, D);
    f->by_a[cell] = scaled(s->kappa, D);
}

/* The entries of a row in a cell, from `at` on: three of a rotation, one of a vector. How many. */
static int cell_entries(const phk_lie *f, int cell, const phk_tangents *t, int at, double *out)
{
    const phk_scheme *s = &f->form.scheme;
    double h = f->form.h, bh2 = s->beta * h * h, gh = s->gamma * h;
    const double *q = t->by_q + at, *v = t->by_v + at, *a = t->by_a + at;
    bool uses_a = f->form.dae->uses_a;
    if (f->form.dae->cell[cell].kind == PHK_CELL_VECTOR) {
        *out = bh2 * *q + gh * *v + (uses_a ? s->kappa * *a : 0);
        return 1;
    }
    const ph_mat3 *V = f->by_v + cell, *A = f->by_a + cell;
    for (int k = 0; k < 3; k++)
        out[k] = bh2 * q[k] + v[0] * V->m[0][k] + v[1] * V->m[1][k] + v[2] * V->m[2][k];
    if (!uses_a) return 3;
    for (int k = 0; k < 3; k++) out[k] += a[0] * A->m[0][k] + a[1] * A->m[1][k] + a[2] * A->m[2][k];
    return 3;
}

static void fill_row(const phk_lie *f, int r, const phk_tangents *t, double *values)
{
    const phk_dae *dae = f->form.dae;
    const phk_pattern *pattern = f->form.pattern;
    const phk_scheme *s = &f->form.scheme;
    double h = f->form.h, bh2 = s->beta * h * h;
    int nx_end = dae->nv + dae->nx, end = pattern->row_start[r + 1];
    bool constraint = r >= nx_end && r < nx_end + phk_dae_positions(dae);
    double part = phk_dae_is_velocity(dae, r) ? 1 / (s->gamma * h) : 1;
    for (int at = pattern->row_start[r]; at < end;) {
        int column = pattern->column[at];
        if (column >= dae->nv) {
            double value = t->by_q[at];
            if (column < nx_end) value = s->gamma_x * h * value + s->kappa_x * t->by_v[at];
            values[at] = constraint && column < nx_end ? value / bh2 : value;
            at++;
        } else if (constraint) {
            values[at] = t->by_q[at];
            at++;
        } else {
            int count = cell_entries(f, f->cell_of[column], t, at, values + at);
            for (int k = 0; k < count; k++) values[at + k] *= part;
            at += count;
        }
    }
}

static double most(const double *v)
{
    double a = fabs(v[0]), b = fabs(v[1]), c = fabs(v[2]);
    return fmax(a, fmax(b, c));
}

/* Adds the inertia of a rotation; how much the forces outweigh it. */
static double add_rotation(const phk_lie *f, int cell, double *values)
{
    double forces = 0, inertia = 0;
    int v = f->form.dae->cell[cell].v;
    for (int k = 0; k < 3; k++) {
        double *block = values + phk_pattern_find(f->form.pattern, v + k, v);
        const double *own = f->inertia[cell].m[k];
        forces = fmax(forces, most(block));
        inertia = fmax(inertia, most(own));
        for (int j = 0; j < 3; j++) block[j] += own[j];
    }
    return inertia > 0 ? forces / inertia : 0;
}

static double add_vector(const phk_lie *f, const phk_form_vector *c, double *values)
{
    const phk_pattern *pattern = f->form.pattern;
    double forces = 0, inertia = fabs(f->form.scheme.kappa * c->mass);
    for (int r = c->v; r < c->v + c->width; r++) {
        int at = pattern->row_start[r], end = pattern->row_start[r + 1];
        for (; at < end && pattern->column[at] < c->v + c->width; at++)
            if (pattern->column[at] >= c->v) forces = fmax(forces, fabs(values[at]));
        values[phk_pattern_find(pattern, r, r)] += f->form.scheme.kappa * c->mass;
    }
    return inertia > 0 ? forces / inertia : 0;
}

void phk_lie_matrix(phk_form *form, const phk_level *to, const phk_tangents *tangents,
                    double *values)
{
    phk_lie *f = (phk_lie *)form;
    (void)to;
    for (int i = 0; i < f->momenta; i++) momentum_maps(f, i);
    for (int i = 0; i < f->bodies; i++) body_maps(f, f->body + i);
    for (int r = 0; r < form->n; r++) fill_row(f, r, tangents, values);

    form->stiffness = 0;
    for (int i = 0; i < f->vectors; i++)
        form->stiffness = fmax(form->stiffness, add_vector(f, f->vector + i, values));
    for (int i = 0; i < form->dae->cells; i++)
        if (form->dae->cell[i].kind == PHK_CELL_ROTATION)
            form->stiffness = fmax(form->stiffness, add_rotation(f, i, values));
}
