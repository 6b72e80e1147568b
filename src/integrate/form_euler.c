/* SPDX-License-Identifier: BSD-3-Clause
 *
 * form_euler.c -- kinematics and balance of seven coordinates per body.
 */
#include "integrate/form_euler.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static phk_euler *self(phk_form *form)
{
    return (phk_euler *)form;
}

static ph_vec3 get(const double *a)
{
    return ph_v3(a[0], a[1], a[2]);
}

static void put(double *a, ph_vec3 v)
{
    a[0] = v.x;
    a[1] = v.y;
    a[2] = v.z;
}

/* Weight of the old force. */
static double old_weight(const phk_form *form)
{
    return form->scheme.af / (1 - form->scheme.af);
}

static void euler_free(phk_form *form)
{
    phk_euler *f = self(form);
    if (!f) return;
    phk_euler_layout_free(f);
    free(f->vector);
    free(f->rotation);
    free(f->place);
    free(f);
}

static void copy_vector(double *to, const double *from, int width)
{
    if (width == 3)
        memcpy(to, from, 3 * sizeof *to);
    else
        memcpy(to, from, (size_t)width * sizeof *to);
}

static void velocities(phk_form *form, phk_level *level)
{
    phk_euler *f = self(form);
    for (int i = 0; i < f->vectors; i++)
        copy_vector(level->vel + f->vector[i].q, level->v + f->vector[i].v, f->vector[i].width);
    for (int i = 0; i < f->rotations; i++) {
        const phk_euler_rotation *r = f->rotation + i;
        memset(level->vel + r->q, 0, 4 * sizeof(double));
        phk_euler_up(level->q + r->q, 0.5, get(level->v + r->v), level->vel + r->q);
    }
}

/* v of a level from its vel. */
static void rigid_velocities(const phk_euler *f, phk_level *level)
{
    for (int i = 0; i < f->vectors; i++)
        copy_vector(level->v + f->vector[i].v, level->vel + f->vector[i].q, f->vector[i].width);
    for (int i = 0; i < f->rotations; i++) {
        const phk_euler_rotation *r = f->rotation + i;
        put(level->v + r->v, ph_scale(2, phk_euler_down(level->q + r->q, level->vel + r->q)));
    }
}

/* g_1 of a rotation but for the norm's part: 2 L' t + gyroscopic force. */
static void rotation_force(const phk_euler_rotation *r, const double *e, const double *rate,
                           const double *t, double out[4])
{
    out[0] = out[1] = out[2] = out[3] = 0;
    phk_euler_up(e, 2, get(t), out);
    phk_euler_gyro(r->J, e, rate, out);
}

static void accelerations(phk_form *form, const phk_level *level, const double *g, double *A,
                          double *held)
{
    phk_euler *f = self(form);
    for (int i = 0; i < f->vectors; i++) {
        const phk_form_vector *c = f->vector + i;
        copy_vector(A + c->q, level->a + c->v, c->width);
        copy_vector(held + c->q, g + c->v, c->width);
    }
    for (int i = 0; i < f->rotations; i++) {
        const phk_euler_rotation *r = f->rotation + i;
        const double *e = level->q + r->q, *rate = level->vel + r->q;
        /* e . e'' = -e' . e' keeps the norm */
        double along = -phk_dot4(rate, rate);
        for (int k = 0; k < 4; k++) A[r->q + k] = along * e[k];
        phk_euler_up(e, 0.5, get(level->a + r->v), A + r->q);
        rotation_force(r, e, rate, g + r->v, held + r->q);
    }
}

static void begin(phk_form *form, const phk_level *from)
{
    phk_euler *f = self(form);
    const phk_scheme *s = &form->scheme;
    double h = form->h, c1 = h * h * (0.5 - s->beta), c2 = h * (1 - s->gamma);
    double weight = old_weight(form);
    f->old_a = from->z;
    f->old_force = from->held;
    for (int i = 0; i < form->na; i++) {
        f->place[i] = from->q[i] + h * from->vel[i] + c1 * from->z[i];
        f->speed[i] = from->vel[i] + c2 * from->z[i];
    }
    for (int i = 0; i < form->dae->nv; i++) f->rate[i] = -weight * from->a[i];
    for (int i = 0; i < f->rotations; i++) {
        phk_euler_rotation *r = f->rotation + i;
        const double *e = from->q + r->q, *g = from->held + r->q;
        r->w = phk_euler_down(e, f->speed + r->q);
        r->turned = phk_euler_down(e, g);
        r->along = phk_dot4(e, g);
    }
}

static void predict(phk_form *form, double *u)
{
    (void)form;
    (void)u;
}

static void rotation_rate(const phk_euler *f, const phk_euler_rotation *r, const double *e,
                          const double *A, double *rate)
{
    double hg = f->form.h * f->form.scheme.gamma;
    if (!f->projected) {
        for (int k = 0; k < 4; k++) rate[k] = f->speed[r->q + k] + hg * A[k];
        return;
    }
    double along = phk_dot4(e, A);
    for (int k = 0; k < 4; k++) rate[k] = hg * (A[k] - along * e[k]);
    phk_euler_up(e, 1, r->w, rate);
}

static inline void place_vector(const phk_euler *f, const phk_form_vector *c, int width, double gh,
                                double kappa, const double *u, phk_level *to)
{
    for (int k = 0; k < width; k++) {
        to->vel[c->q + k] = f->speed[c->q + k] + gh * u[c->q + k];
        to->a[c->v + k] = f->rate[c->v + k] + kappa * u[c->q + k];
    }
}

static ph_status place(phk_form *form, const double *u, phk_level *to)
{
    phk_euler *f = self(form);
    const phk_scheme *s = &form->scheme;
    double h = form->h, bh2 = s->beta * h * h, gh = s->gamma * h, sum = 0;
    f->u = u;
    for (int i = 0; i < form->na; i++) {
        to->q[i] = f->place[i] + bh2 * u[i];
        sum += to->q[i];
    }
    if (!isfinite(sum)) return PH_E_SOLVE;
    for (int i = 0; i < f->vectors; i++) {
        const phk_form_vector *c = f->vector + i;
        if (phk_is_place(c))
            place_vector(f, c, 3, gh, s->kappa, u, to);
        else
            place_vector(f, c, c->width, gh, s->kappa, u, to);
    }
    for (int i = 0; i < f->rotations; i++) {
        const phk_euler_rotation *r = f->rotation + i;
        const double *e = to->q + r->q;
        double norm = phk_dot4(e, e);
        /* far from the sphere the norm row leads Newton astray */
        if (!(norm > 0.25 && norm < 4)) return PH_E_SOLVE;
        rotation_rate(f, r, e, u + r->q, to->vel + r->q);
        ph_vec3 alpha = ph_scale(2 * s->kappa, phk_euler_down(e, u + r->q));
        put(to->a + r->v, ph_add(get(f->rate + r->v), alpha));
    }
    rigid_velocities(f, to);
    return PH_OK;
}

/* out += weight times the old force of a rotation, as the scheme sees it at e. */
static void add_old_force(const phk_euler *f, const phk_euler_rotation *r, const double *e,
                          double weight, double *out)
{
    if (!f->consistent) {
        for (int k = 0; k < 4; k++) out[k] += weight * f->old_force[r->q + k];
        return;
    }
    phk_euler_up(e, weight, r->turned, out);
    for (int k = 0; k < 4; k++) out[k] += weight * r->along * e[k];
}

static inline void finish_vector(const phk_euler *f, const phk_form_vector *c, int width,
                                 double kappa, double weight, const double *u, double *held)
{
    for (int k = c->q; k < c->q + width; k++)
        held[k] = -kappa * c->mass * u[k] - weight * f->old_force[k];
}

/* The stored force is what the balance leaves for it: g_1 = -kappa M A - weight T g_n. */
static void finish(phk_form *form, const double *u, phk_level *to)
{
    phk_euler *f = self(form);
    double kappa = form->scheme.kappa, weight = old_weight(form);
    memcpy(to->z, u, (size_t)form->na * sizeof *u);
    for (int i = 0; i < f->vectors; i++) {
        const phk_form_vector *c = f->vector + i;
        if (phk_is_place(c))
            finish_vector(f, c, 3, kappa, weight, u, to->held);
        else
            finish_vector(f, c, c->width, kappa, weight, u, to->held);
    }
    for (int i = 0; i < f->rotations; i++) {
        const phk_euler_rotation *r = f->rotation + i;
        const double *e = to->q + r->q;
        double *out = to->held + r->q;
        out[0] = out[1] = out[2] = out[3] = 0;
        phk_euler_inertia(r->J, e, u + r->q, -kappa, out);
        add_old_force(f, r, e, -weight, out);
    }
}

static inline void vector_rows(const phk_euler *f, const phk_form_vector *c, int width,
                               double kappa, double weight, const double *g, double *out)
{
    for (int k = 0; k < width; k++)
        out[c->q + k] =
            kappa * c->mass * f->u[c->q + k] + g[c->v + k] + weight * f->old_force[c->q + k];
}

static void residual(phk_form *form, const phk_level *to, const double *g, const double *d,
                     const double *c, const double *s, double *out)
{
    phk_euler *f = self(form);
    const phk_dae *dae = form->dae;
    const double *u = f->u;
    double kappa = form->scheme.kappa, weight = old_weight(form);
    double scale = 1 / (form->scheme.beta * form->h * form->h);
    memcpy(f->torque, g, (size_t)dae->nv * sizeof *g);
    for (int i = 0; i < f->vectors; i++) {
        const phk_form_vector *cell = f->vector + i;
        if (phk_is_place(cell))
            vector_rows(f, cell, 3, kappa, weight, g, out);
        else
            vector_rows(f, cell, cell->width, kappa, weight, g, out);
    }
    for (int i = 0; i < f->rotations; i++) {
        const phk_euler_rotation *r = f->rotation + i;
        const double *e = to->q + r->q;
        double *row = out + r->q;
        rotation_force(r, e, to->vel + r->q, g + r->v, row);
        phk_euler_inertia(r->J, e, u + r->q, kappa, row);
        add_old_force(f, r, e, weight, row);
        for (int k = 0; k < 4; k++) row[k] += 2 * u[r->own] * e[k];
        out[r->own] = scale * (phk_dot4(e, e) - 1);
    }
    double *rx = out + form->na, *rc = rx + dae->nx, *ry = rc + dae->nl;
    for (int i = 0; i < dae->nx; i++) rx[i] = d[i];
    int positions = phk_dae_positions(dae);
    for (int i = 0; i < positions; i++) rc[i] = scale * c[i];
    for (int i = positions; i < dae->nl; i++) rc[i] = c[i] / (form->scheme.gamma * form->h);
    for (int i = 0; i < dae->ny; i++) ry[i] = s[i];
}

static inline double add_squares(const phk_form_vector *c, int width, const double *size,
                                 double weight, const double *a, const double *b, double sum)
{
    for (int k = 0; k < width; k++) {
        double x = phk_sized(size, k, a[c->q + k] - (b ? b[c->q + k] : 0));
        sum += weight * x * x;
    }
    return sum;
}

/* Sum of squares of accelerations, each over its scale: an Euler parameter counts as it is. */
static double sum_of_squares(const phk_euler *f, const double *a, const double *b)
{
    double places = 0, turns = 0;
    for (int i = 0; i < f->vectors; i++) {
        const phk_form_vector *c = f->vector + i;
        places = phk_is_place(c)
                     ? add_squares(c, 3, NULL, f->form.weight[c->v], a, b, places)
                     : add_squares(c, c->width, c->size, f->form.weight[c->v], a, b, places);
    }
    for (int i = 0; i < f->rotations; i++)
        for (int k = f->rotation[i].q; k < f->rotation[i].q + 4; k++) {
            double x = a[k] - (b ? b[k] : 0);
            turns += f->form.weight[f->rotation[i].v] * x * x;
        }
    const phk_form *form = &f->form;
    return places / (form->length * form->length) + turns / (form->angle * form->angle);
}

/* Largest of the rotations. */
static double largest_turn(const phk_euler *f, const double *a)
{
    double most = 0;
    for (int i = 0; i < f->rotations; i++)
        most = phk_largest_of(a + f->rotation[i].q, 4, NULL, most);
    return most;
}

static void correct(phk_form *form, const double *dz, double factor, double *u, phk_size *size)
{
    for (int i = 0; i < form->na; i++) u[i] += factor * dz[i];
    const phk_euler *f = self(form);
    double places = phk_largest_vector(f->vector, f->vectors, dz, true),
           turns = largest_turn(f, dz);
    size->place = places;
    size->turn = turns;
    size->largest = fmax(places, turns);
    size->scaled = fmax(places / form->length, turns / form->angle);
    size->sum = sum_of_squares(f, dz, NULL);
}

static double magnitude(phk_form *form, const double *u)
{
    const phk_euler *f = self(form);
    return fmax(phk_largest_vector(f->vector, f->vectors, u, true), largest_turn(f, u));
}

static double old_magnitude(phk_form *form)
{
    return magnitude(form, self(form)->old_a);
}

static double error(phk_form *form, const double *u)
{
    return form->scheme.k * form->scheme.k * sum_of_squares(self(form), u, self(form)->old_a);
}

static void rates(phk_form *form, const phk_level *level, const double *rate, double factor,
                  double *rhs)
{
    phk_euler *f = self(form);
    const phk_dae *dae = form->dae;
    memset(rhs, 0, (size_t)form->n * sizeof *rhs);
    for (int i = 0; i < phk_dae_positions(dae); i++) rhs[form->na + dae->nx + i] = factor * rate[i];
    for (int i = 0; i < f->rotations; i++) {
        const phk_euler_rotation *r = f->rotation + i;
        rhs[r->own] = factor * 2 * phk_dot4(level->q + r->q, level->vel + r->q);
    }
}

static void shift(phk_form *form, const double *dz, phk_level *level)
{
    for (int i = 0; i < form->na; i++) level->vel[i] += dz[i];
    rigid_velocities(self(form), level);
}

static void accept(phk_form *form, phk_level *to)
{
    /* the norm row keeps the norm; to touch it here would be to move the solution */
    (void)form;
    (void)to;
}

static void forget(phk_form *form)
{
    (void)form;
}

static int row(const phk_form *form, int i)
{
    const phk_euler *f = (const phk_euler *)form;
    const phk_dae *dae = form->dae;
    if (i >= form->na && i < form->n - form->ne) return dae->nv + i - form->na;
    for (int k = 0; k < f->vectors; k++)
        if (i >= f->vector[k].q && i < f->vector[k].q + f->vector[k].width)
            return f->vector[k].v + i - f->vector[k].q;
    for (int k = 0; k < f->rotations; k++) {
        const phk_euler_rotation *r = f->rotation + k;
        if (i == r->own) return r->v;
        if (i >= r->q && i < r->q + 4) return r->v + (i - r->q < 3 ? i - r->q : 2);
    }
    return -1;
}

static const phk_form_type euler = {
    .starts = false,
    .free = euler_free,
    .follow = phk_euler_follow,
    .velocities = velocities,
    .accelerations = accelerations,
    .begin = begin,
    .predict = predict,
    .place = place,
    .finish = finish,
    .residual = residual,
    .matrix = phk_euler_matrix,
    .correct = correct,
    .magnitude = magnitude,
    .old_magnitude = old_magnitude,
    .error = error,
    .rates = rates,
    .shift = shift,
    .accept = accept,
    .forget = forget,
    .row = row,
};

static void add_cell(phk_euler *f, int i)
{
    const phk_cell *cell = f->form.dae->cell + i;
    if (cell->kind == PHK_CELL_VECTOR)
        f->vector[f->vectors++] =
            (phk_form_vector){cell->q, cell->v, cell->width, cell->mass, cell->size};
    else
        f->rotation[f->rotations++] =
            (phk_euler_rotation){.q = cell->q, .v = cell->v, .J = cell->inertia};
}

static ph_status fill(phk_euler *f)
{
    const phk_dae *dae = f->form.dae;
    size_t cells = (size_t)dae->cells + 1, na = (size_t)dae->nq + 1, nv = (size_t)dae->nv + 1;
    f->vector = calloc(cells, sizeof *f->vector);
    f->rotation = calloc(cells, sizeof *f->rotation);
    f->place = calloc(2 * na + 2 * nv, sizeof *f->place);
    if (!f->vector || !f->rotation || !f->place) return PH_E_NOMEM;
    f->speed = f->place + na;
    f->rate = f->speed + na;
    f->torque = f->rate + nv;
    for (int i = 0; i < dae->cells; i++) add_cell(f, i);
    f->form.na = f->form.components = dae->nq;
    f->form.own_velocities = true;
    f->form.ne = f->rotations;
    f->form.n = dae->nq + dae->nx + dae->nl + dae->ny + f->rotations;
    for (int i = 0; i < f->rotations; i++) f->rotation[i].own = f->form.n - f->form.ne + i;
    return phk_euler_layout(f);
}

ph_status phk_form_euler_create(const phk_dae *dae, phk_euler_scheme scheme, phk_form **out)
{
    phk_euler *f = calloc(1, sizeof *f);
    *out = NULL;
    if (!f) return PH_E_NOMEM;
    f->form = (phk_form){.type = &euler, .dae = dae, .length = 1, .angle = 1};
    f->projected = scheme != PHK_EULER_CLASSIC;
    f->consistent = scheme == PHK_EULER_CONSISTENT;
    ph_status status = fill(f);
    if (status) {
        euler_free(&f->form);
        return status;
    }
    *out = &f->form;
    return PH_OK;
}
