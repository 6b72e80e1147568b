/* SPDX-License-Identifier: BSD-3-Clause
 *
 * form_lie.c -- six coordinates per body: kinematics, residual and error (form_lie.h).
 */
#include "integrate/form_lie.h"

#include <stdlib.h>
#include <string.h>

#define JUMP 0.5  /* [rad] a predicted turn further than this from the last one is not believed */
#define SPIN 0.05 /* weight of the next Magnus term in the error of a turn */

static inline phk_lie *self(phk_form *form)
{
    return (phk_lie *)form;
}

static void lie_free(phk_form *form)
{
    phk_lie *f = self(form);
    free(f->vector);
    free(f->momentum);
    free(f->body);
    free(f->place);
    free(f->cell_of);
    free(f->by_v);
    free(f);
}

static void velocities(phk_form *form, phk_level *level)
{
    (void)form, (void)level; /* vel is v */
}

/* R (J w' + w x J w) of a rotation by momentum. */
static ph_vec3 torque_of(const phk_lie_momentum *c, const phk_level *level)
{
    ph_quat q = phk_lie_quat(level->q + c->q);
    ph_vec3 w = phk_lie_get(level->v + c->v), a = phk_lie_get(level->a + c->v);
    if (c->turned) {
        q = ph_quat_mul(q, c->axes);
        w = ph_unrotate(c->axes, w), a = ph_unrotate(c->axes, a);
    }
    ph_vec3 gyro = ph_cross(w, phk_times(c->map.j, w));
    return ph_rotate(q, ph_add(phk_times(c->map.j, a), gyro));
}

static void accelerations(phk_form *form, const phk_level *level, const double *g, double *A,
                          double *held)
{
    phk_lie *f = self(form);
    (void)g;
    memcpy(A, level->a, (size_t)form->na * sizeof *A);
    for (int i = 0; i < f->momenta; i++)
        phk_lie_put(A + f->momentum[i].v, torque_of(f->momentum + i, level));
    memcpy(held, A, (size_t)form->na * sizeof *A);
}

static void offset(phk_form *form, const phk_level *level, const double *rate, double *e)
{
    phk_lie *f = self(form);
    double k = form->scheme.k;
    for (int i = 0; i < form->na; i++) e[i] = k * rate[i];
    for (int i = 0; i < f->momenta; i++) {
        const phk_lie_momentum *c = f->momentum + i;
        ph_quat q = phk_lie_quat(level->q + c->q);
        if (c->turned) q = ph_quat_mul(q, c->axes);
        ph_vec3 x = phk_times(c->map.inv, ph_unrotate(q, phk_lie_get(e + c->v)));
        phk_lie_put(e + c->v, c->turned ? ph_rotate(c->axes, x) : x);
    }
    for (int i = 0; i < f->bodies; i++) {
        const phk_lie_body *c = f->body + i;
        ph_vec3 w = phk_lie_get(level->v + c->v), a = phk_lie_get(level->a + c->v);
        ph_vec3 x = ph_axpy(phk_lie_get(e + c->v), -1.0 / 12, ph_cross(w, a));
        phk_lie_put(e + c->v, x);
    }
}

static void begin_vectors(phk_lie *f, const phk_level *from)
{
    const phk_scheme *s = &f->form.scheme;
    double h = f->form.h, c1 = h * h * (0.5 - s->beta), c2 = h * (1 - s->gamma);
    double c3 = s->am / (1 - s->af), c4 = -s->af / (1 - s->af);
    for (int i = 0; i < f->vectors; i++) {
        const phk_lie_vector *c = f->vector + i;
        for (int k = 0; k < 3; k++) {
            int at = c->v + k;
            double A = from->z[at], v = from->v[at];
            f->place[at] = from->q[c->q + k] + h * v + c1 * A;
            f->speed[at] = v + c2 * A;
            f->rate[at] = c3 * A + c4 * from->held[at];
        }
    }
}

static void begin(phk_form *form, const phk_level *from)
{
    phk_lie *f = self(form);
    const phk_scheme *s = &form->scheme;
    double h = form->h, c1 = h * h * (0.5 - s->beta), c2 = h * (1 - s->gamma);
    double c3 = s->am / (1 - s->af), c4 = -s->af / (1 - s->af);
    f->old_a = from->z;
    begin_vectors(f, from);
    for (int i = 0; i < f->momenta; i++) {
        phk_lie_momentum *c = f->momentum + i;
        c->start = phk_lie_quat(from->q + c->q);
        c->w = phk_lie_get(from->v + c->v);
        if (c->turned) {
            c->start = ph_quat_mul(c->start, c->axes);
            c->w = ph_unrotate(c->axes, c->w);
        }
        c->u = phk_times(c->map.j, c->w);
        c->b = ph_unrotate(c->start, phk_lie_get(from->z + c->v));
        c->p = ph_unrotate(c->start, phk_lie_get(from->held + c->v));
        c->end = ph_axpy(c->u, c2, c->b);
        c->true_ = ph_axpy(ph_scale(c3, c->b), c4, c->p);
    }
    for (int i = 0; i < f->bodies; i++) {
        phk_lie_body *c = f->body + i;
        ph_vec3 w = phk_lie_get(from->v + c->v), A = phk_lie_get(from->z + c->v);
        c->start = phk_lie_quat(from->q + c->q);
        c->turn = ph_axpy(ph_scale(h, w), c1, A);
        c->end = ph_axpy(w, c2, A);
        c->true_ = ph_axpy(ph_scale(c3, A), c4, phk_lie_get(from->held + c->v));
        if (!c->has_last) c->last = w;
    }
}

/* Far from the last turn: extrapolated accelerations of a stiff, ringing body throw it out of
 * range, where Newton finds nothing. */
static inline bool too_far(ph_vec3 theta, ph_vec3 last)
{
    ph_vec3 d = ph_sub(theta, last);
    return !(ph_dot(d, d) <= JUMP * JUMP);
}

static void predict(phk_form *form, double *u)
{
    phk_lie *f = self(form);
    double h = form->h, beta = form->scheme.beta, bh2 = beta * h * h;
    for (int i = 0; i < f->momenta; i++) {
        phk_lie_momentum *c = f->momentum + i;
        ph_vec3 b1 = ph_unrotate(c->start, phk_lie_get(u + c->v));
        ph_vec3 mean = ph_axpy(ph_scale(0.5 - beta, c->b), beta, b1);
        ph_vec3 theta = phk_map_solve(&c->map, h, c->u, ph_axpy(c->u, h, mean), ph_scale(h, c->w));
        ph_vec3 last = ph_scale(h, c->has_last ? c->last : c->w);
        phk_lie_put(u + c->v, too_far(theta, last) ? last : theta);
    }
    for (int i = 0; i < f->bodies; i++) {
        phk_lie_body *c = f->body + i;
        ph_vec3 theta = ph_axpy(c->turn, bh2, phk_lie_get(u + c->v)), last = ph_scale(h, c->last);
        if (!too_far(theta, last)) continue;
        phk_lie_put(u + c->v, ph_scale(1 / bh2, ph_sub(last, c->turn)));
    }
}

static inline bool in_range(ph_vec3 theta)
{
    return ph_dot(theta, theta) < PH_PI * PH_PI;
}

static ph_vec3 momentum_acceleration(const phk_lie_momentum *c)
{
    ph_vec3 gyro = ph_cross(c->w1, phk_times(c->map.j, c->w1));
    ph_vec3 a = phk_times(c->map.inv, ph_sub(c->p1, gyro));
    return c->turned ? ph_rotate(c->axes, a) : a;
}

static ph_status place_momentum(phk_lie *f, const double *u, phk_level *to)
{
    const phk_scheme *s = &f->form.scheme;
    double h = f->form.h, inverse = 1 / h, weight = 1 / s->beta, old = (0.5 - s->beta) / s->beta;
    for (int i = 0; i < f->momenta; i++) {
        phk_lie_momentum *c = f->momentum + i;
        ph_vec3 theta = phk_lie_get(u + c->v);
        if (!in_range(theta)) return PH_E_SOLVE;
        ph_quat E = phk_map_half(theta), F = ph_quat_mul(E, E);
        ph_vec3 n = phk_map_n(&c->map, inverse, theta, ph_unrotate(E, c->u));
        ph_vec3 gain = ph_scale(inverse, ph_sub(ph_rotate(E, n), c->u));
        ph_vec3 b1 = ph_axpy(ph_scale(weight, gain), -old, c->b);
        ph_vec3 pi1 = ph_unrotate(F, ph_axpy(c->end, h * s->gamma, b1));
        /* by division: with a stored inverse the momentum of a free body drifts */
        ph_vec3 w1 = ph_v3(pi1.x / c->map.j.x, pi1.y / c->map.j.y, pi1.z / c->map.j.z);
        c->theta = theta, c->E = E, c->F = F, c->n = n, c->b1 = b1, c->w1 = w1;
        c->p1 = ph_unrotate(F, ph_axpy(c->true_, s->kappa, b1));
        ph_quat q = ph_quat_mul(c->start, F);
        if (c->turned) q = ph_quat_mul(q, ph_quat_conj(c->axes)), w1 = ph_rotate(c->axes, w1);
        double *out = to->q + c->q;
        out[0] = q.w, out[1] = q.x, out[2] = q.y, out[3] = q.z;
        phk_lie_put(to->v + c->v, w1);
        if (f->form.dae->uses_a) phk_lie_put(to->a + c->v, momentum_acceleration(c));
    }
    return PH_OK;
}

static ph_status place_bodies(phk_lie *f, const double *u, phk_level *to)
{
    const phk_scheme *s = &f->form.scheme;
    double h = f->form.h, bh2 = s->beta * h * h, gh = s->gamma * h;
    for (int i = 0; i < f->bodies; i++) {
        phk_lie_body *c = f->body + i;
        ph_vec3 A = phk_lie_get(u + c->v);
        c->theta = ph_axpy(c->turn, bh2, A);
        c->w1 = ph_axpy(c->end, gh, A);
        c->a1 = ph_axpy(c->true_, s->kappa, A);
        if (!in_range(c->theta)) return PH_E_SOLVE;
        ph_quat E = phk_map_half(c->theta);
        ph_quat q = ph_quat_mul(c->start, ph_quat_mul(E, E));
        double *out = to->q + c->q;
        out[0] = q.w, out[1] = q.x, out[2] = q.y, out[3] = q.z;
        phk_lie_put(to->v + c->v, c->w1);
        phk_lie_put(to->a + c->v, c->a1);
    }
    return PH_OK;
}

static ph_status place(phk_form *form, const double *u, phk_level *to)
{
    phk_lie *f = self(form);
    double h = form->h, bh2 = form->scheme.beta * h * h, gh = form->scheme.gamma * h;
    double kappa = form->scheme.kappa, sum = 0;
    for (int i = 0; i < f->vectors; i++) {
        int v = f->vector[i].v, q = f->vector[i].q;
        for (int k = 0; k < 3; k++) {
            double A = u[v + k];
            to->q[q + k] = f->place[v + k] + bh2 * A;
            to->v[v + k] = f->speed[v + k] + gh * A;
            to->a[v + k] = f->rate[v + k] + kappa * A;
            sum += A;
        }
    }
    if (!isfinite(sum)) return PH_E_SOLVE;
    ph_status status = place_momentum(f, u, to);
    return status ? status : place_bodies(f, u, to);
}

static void finish(phk_form *form, const double *u, phk_level *to)
{
    phk_lie *f = self(form);
    /* vectors and bodies: A is u, held is a */
    memcpy(to->z, u, (size_t)form->na * sizeof *u);
    memcpy(to->held, to->a, (size_t)form->na * sizeof *u);
    for (int i = 0; i < f->momenta; i++) {
        phk_lie_momentum *c = f->momentum + i;
        phk_lie_put(to->a + c->v, momentum_acceleration(c));
        phk_lie_put(to->z + c->v, ph_rotate(c->start, c->b1));
        phk_lie_put(to->held + c->v, ph_rotate(c->start, ph_rotate(c->F, c->p1)));
    }
}

static void residual(phk_form *form, const phk_level *to, const double *g, const double *d,
                     const double *c, const double *s, double *r)
{
    phk_lie *f = self(form);
    const phk_dae *dae = form->dae;
    memcpy(r, g, (size_t)dae->nv * sizeof *r);
    for (int i = 0; i < f->vectors; i++) {
        const phk_lie_vector *cell = f->vector + i;
        for (int k = 0; k < 3; k++) r[cell->v + k] += cell->mass * to->a[cell->v + k];
    }
    for (int i = 0; i < f->momenta; i++) {
        const phk_lie_momentum *cell = f->momentum + i;
        ph_vec3 p = cell->turned ? ph_rotate(cell->axes, cell->p1) : cell->p1;
        phk_lie_put(r + cell->v, ph_add(phk_lie_get(r + cell->v), p));
    }
    for (int i = 0; i < f->bodies; i++) {
        const phk_lie_body *cell = f->body + i;
        ph_vec3 gyro = ph_cross(cell->w1, ph_sym3_mul(cell->J, cell->w1));
        ph_vec3 inertia = ph_add(ph_sym3_mul(cell->J, cell->a1), gyro);
        phk_lie_put(r + cell->v, ph_add(phk_lie_get(r + cell->v), inertia));
    }
    double *rx = r + dae->nv, *rc = rx + dae->nx, *ry = rc + dae->nl;
    double scale = 1 / (form->scheme.beta * form->h * form->h);
    for (int i = 0; i < dae->nx; i++) rx[i] = d[i];
    for (int i = 0; i < dae->nl; i++) rc[i] = scale * c[i];
    for (int i = 0; i < dae->ny; i++) ry[i] = s[i];
}

static inline double larger(double a, double b)
{
    return a > b ? a : b;
}
static inline double largest(ph_vec3 v, double than)
{
    return larger(larger(fabs(v.x), fabs(v.y)), larger(fabs(v.z), than));
}

static void correct(phk_form *form, const double *dz, double factor, double *u, phk_size *size)
{
    phk_lie *f = self(form);
    double h = form->h, bh2 = form->scheme.beta * h * h, most = 0, places = 0, turns = 0;
    for (int i = 0; i < f->vectors; i++) {
        int v = f->vector[i].v;
        for (int k = v; k < v + 3; k++) {
            u[k] += factor * dz[k];
            most = larger(most, fabs(dz[k]));
            places += dz[k] * dz[k];
        }
    }
    for (int i = 0; i < f->momenta; i++) {
        const phk_lie_momentum *c = f->momentum + i;
        ph_vec3 theta = phk_lie_get(u + c->v), x = phk_lie_get(dz + c->v);
        if (c->turned) x = ph_unrotate(c->axes, x);
        x = phk_turn_inverse(theta, x);
        phk_lie_put(u + c->v, ph_axpy(theta, factor * bh2, x));
        most = largest(x, most);
        turns += ph_dot(x, x);
    }
    for (int i = 0; i < f->bodies; i++) {
        const phk_lie_body *c = f->body + i;
        ph_vec3 A = phk_lie_get(u + c->v), theta = ph_axpy(c->turn, bh2, A);
        ph_vec3 x = phk_turn_inverse(theta, phk_lie_get(dz + c->v));
        phk_lie_put(u + c->v, ph_axpy(A, factor, x));
        most = largest(x, most);
        turns += ph_dot(x, x);
    }
    size->largest = most;
    size->sum = places / (form->length * form->length) + turns / (form->angle * form->angle);
}

static double magnitude(phk_form *form, const double *u)
{
    phk_lie *f = self(form);
    double most = 0;
    for (int i = 0; i < f->vectors; i++) most = largest(phk_lie_get(u + f->vector[i].v), most);
    for (int i = 0; i < f->momenta; i++) {
        const phk_lie_momentum *c = f->momentum + i;
        most = largest(phk_times(c->map.inv, ph_unrotate(c->F, c->b1)), most);
    }
    for (int i = 0; i < f->bodies; i++) most = largest(phk_lie_get(u + f->body[i].v), most);
    return most;
}

static double old_magnitude(phk_form *form)
{
    phk_lie *f = self(form);
    double most = 0;
    for (int i = 0; i < f->vectors; i++)
        most = largest(phk_lie_get(f->old_a + f->vector[i].v), most);
    for (int i = 0; i < f->momenta; i++)
        most = largest(phk_times(f->momentum[i].map.inv, f->momentum[i].b), most);
    for (int i = 0; i < f->bodies; i++) most = largest(phk_lie_get(f->old_a + f->body[i].v), most);
    return most;
}

/* |x| grown by the estimate of the next term of the Magnus series: else nothing limits a turn. */
static ph_vec3 guarded(ph_vec3 x, const phk_lie_momentum *c, double h)
{
    double f = SPIN * ph_dot(c->theta, c->theta) / fabs(h);
    ph_vec3 miss = ph_sub(ph_scale(1 / h, c->theta), phk_times(c->map.inv, c->n));
    return ph_v3(fabs(x.x) + f * fabs(miss.x), fabs(x.y) + f * fabs(miss.y),
                 fabs(x.z) + f * fabs(miss.z));
}

static double error(phk_form *form, const double *u, const phk_level *to, const double *change)
{
    phk_lie *f = self(form);
    double k = form->scheme.k, places = 0, turns = 0;
    (void)to;
    for (int i = 0; i < f->vectors; i++) {
        int v = f->vector[i].v;
        for (int j = v; j < v + 3; j++) {
            double x = k * (change ? change[j] : u[j] - f->old_a[j]);
            places += x * x;
        }
    }
    for (int i = 0; i < f->momenta; i++) {
        const phk_lie_momentum *c = f->momentum + i;
        ph_vec3 x;
        if (change) {
            x = phk_lie_get(change + c->v);
            if (c->turned) x = ph_unrotate(c->axes, x);
        } else {
            x = phk_times(c->map.inv, ph_unrotate(c->F, ph_sub(c->b1, c->b)));
        }
        x = guarded(ph_scale(k, x), c, form->h);
        turns += ph_dot(x, x);
    }
    for (int i = 0; i < f->bodies; i++) {
        int v = f->body[i].v;
        ph_vec3 x = change ? phk_lie_get(change + v)
                           : ph_sub(phk_lie_get(u + v), phk_lie_get(f->old_a + v));
        turns += k * k * ph_dot(x, x);
    }
    return places / (form->length * form->length) + turns / (form->angle * form->angle);
}

static void spread(phk_form *form, const double *u, double *rhs)
{
    phk_lie *f = self(form);
    double kappa = form->scheme.kappa;
    memset(rhs, 0, (size_t)form->n * sizeof *rhs);
    for (int i = 0; i < f->vectors; i++) {
        const phk_lie_vector *c = f->vector + i;
        for (int k = c->v; k < c->v + 3; k++) rhs[k] = kappa * c->mass * (u[k] - f->old_a[k]);
    }
    for (int i = 0; i < f->momenta; i++) {
        const phk_lie_momentum *c = f->momentum + i;
        ph_vec3 x = ph_unrotate(c->F, ph_scale(kappa, ph_sub(c->b1, c->b)));
        phk_lie_put(rhs + c->v, c->turned ? ph_rotate(c->axes, x) : x);
    }
    for (int i = 0; i < f->bodies; i++) {
        const phk_lie_body *c = f->body + i;
        ph_vec3 x = ph_sub(phk_lie_get(u + c->v), phk_lie_get(f->old_a + c->v));
        phk_lie_put(rhs + c->v, ph_scale(kappa, ph_sym3_mul(c->J, x)));
    }
}

static void rates(phk_form *form, const phk_level *level, const double *rate, double factor,
                  double *rhs)
{
    const phk_dae *dae = form->dae;
    (void)level;
    memset(rhs, 0, (size_t)form->n * sizeof *rhs);
    for (int i = 0; i < dae->nl; i++) rhs[dae->nv + dae->nx + i] = factor * rate[i];
}

static void shift(phk_form *form, const double *dz, phk_level *level)
{
    for (int i = 0; i < form->na; i++) level->v[i] += dz[i];
}

static void normalise(double *q)
{
    double f = 1 / sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    for (int k = 0; k < 4; k++) q[k] *= f;
}

static void accept(phk_form *form, phk_level *to)
{
    phk_lie *f = self(form);
    double inverse = 1 / form->h;
    for (int i = 0; i < f->momenta; i++) {
        phk_lie_momentum *c = f->momentum + i;
        c->last = ph_scale(inverse, c->theta), c->has_last = true;
        normalise(to->q + c->q);
    }
    for (int i = 0; i < f->bodies; i++) {
        phk_lie_body *c = f->body + i;
        c->last = ph_scale(inverse, c->theta), c->has_last = true;
        normalise(to->q + c->q);
    }
}

static void forget(phk_form *form)
{
    phk_lie *f = self(form);
    for (int i = 0; i < f->momenta; i++) f->momentum[i].has_last = false;
    for (int i = 0; i < f->bodies; i++) f->body[i].has_last = false;
}

static int row(const phk_form *form, int i)
{
    (void)form;
    return i;
}

static const phk_form_type lie = {
    .starts = true,
    .free = lie_free,
    .velocities = velocities,
    .accelerations = accelerations,
    .offset = offset,
    .begin = begin,
    .predict = predict,
    .place = place,
    .finish = finish,
    .residual = residual,
    .matrix = phk_lie_matrix,
    .correct = correct,
    .magnitude = magnitude,
    .old_magnitude = old_magnitude,
    .error = error,
    .spread = spread,
    .rates = rates,
    .shift = shift,
    .accept = accept,
    .forget = forget,
    .row = row,
};

static void add_cell(phk_lie *f, const phk_cell *cell, bool momentum)
{
    if (cell->kind == PHK_CELL_VECTOR) {
        f->vector[f->vectors++] = (phk_lie_vector){cell->q, cell->v, cell->mass};
    } else if (momentum && cell->definite) {
        phk_lie_momentum *c = f->momentum + f->momenta++;
        double j[3];
        ph_vec3 axis[3];
        phk_sym3_eigen(cell->inertia, j, axis);
        c->q = cell->q, c->v = cell->v;
        c->map = phk_map_of(ph_v3(j[0], j[1], j[2]));
        c->turned = cell->inertia.xy != 0 || cell->inertia.xz != 0 || cell->inertia.yz != 0;
        ph_mat3 P = {{{axis[0].x, axis[1].x, axis[2].x},
                      {axis[0].y, axis[1].y, axis[2].y},
                      {axis[0].z, axis[1].z, axis[2].z}}};
        c->axes = phk_quat_from_mat3(&P);
    } else {
        phk_lie_body *c = f->body + f->bodies++;
        c->q = cell->q, c->v = cell->v, c->J = cell->inertia;
    }
}

ph_status phk_form_lie_create(const phk_dae *dae, bool momentum, phk_form **out)
{
    size_t cells = (size_t)dae->cells + 1, nv = (size_t)dae->nv + 1;
    phk_lie *f = calloc(1, sizeof *f);
    *out = NULL;
    if (!f) return PH_E_NOMEM;
    f->vector = calloc(cells, sizeof *f->vector);
    f->momentum = calloc(cells, sizeof *f->momentum);
    f->body = calloc(cells, sizeof *f->body);
    f->place = calloc(3 * nv, sizeof *f->place);
    f->cell_of = calloc(nv, sizeof *f->cell_of);
    f->by_v = calloc(3 * cells, sizeof *f->by_v);
    if (!f->vector || !f->momentum || !f->body || !f->place || !f->cell_of || !f->by_v) {
        lie_free(&f->form);
        return PH_E_NOMEM;
    }
    f->speed = f->place + nv, f->rate = f->speed + nv;
    f->by_a = f->by_v + cells, f->inertia = f->by_a + cells;
    for (int i = 0; i < dae->cells; i++) {
        add_cell(f, dae->cell + i, momentum);
        for (int k = 0; k < 3; k++) f->cell_of[dae->cell[i].v + k] = i;
    }
    f->form = (phk_form){.type = &lie,
                         .dae = dae,
                         .na = dae->nv,
                         .n = dae->nv + dae->nx + dae->nl + dae->ny,
                         .components = dae->nv > 0 ? dae->nv : 1,
                         .pattern = dae->pattern,
                         .node = dae->node,
                         .length = 1,
                         .angle = 1};
    *out = &f->form;
    return PH_OK;
}
