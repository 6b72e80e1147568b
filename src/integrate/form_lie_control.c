/* SPDX-License-Identifier: BSD-3-Clause
 *
 * form_lie_control.c -- six coordinates per body: sizes of accelerations, local errors, starts.
 */
#include "integrate/form_lie.h"

#include <string.h>

static inline double larger(double a, double b)
{
    return a > b ? a : b;
}
static inline double largest(ph_vec3 v, double than)
{
    return larger(larger(fabs(v.x), fabs(v.y)), larger(fabs(v.z), than));
}

/* R (J w' + w x J w) of a rotation by momentum. */
static ph_vec3 torque_of(const phk_lie *f, int i, const phk_level *level)
{
    const phk_lie_momentum *c = f->momentum + i;
    ph_vec3 J = phk_mb_get(&f->batch, PHK_MB_MAP, i);
    ph_quat q = phk_lie_quat(level->q + c->q);
    ph_vec3 w = phk_lie_get(level->v + c->v), a = phk_lie_get(level->a + c->v);
    if (c->turned) {
        q = ph_quat_mul(q, c->axes);
        w = ph_unrotate(c->axes, w), a = ph_unrotate(c->axes, a);
    }
    ph_vec3 gyro = ph_cross(w, phk_times(J, w));
    return ph_rotate(q, ph_add(phk_times(J, a), gyro));
}

void phk_lie_accelerations(phk_form *form, const phk_level *level, const double *g, double *A,
                           double *held)
{
    phk_lie *f = phk_lie_of(form);
    (void)g;
    memcpy(A, level->a, (size_t)form->na * sizeof *A);
    for (int i = 0; i < f->momenta; i++) phk_lie_put(A + f->momentum[i].v, torque_of(f, i, level));
    memcpy(held, A, (size_t)form->na * sizeof *A);
}

void phk_lie_offset(phk_form *form, const phk_level *level, const double *rate, double *e)
{
    phk_lie *f = phk_lie_of(form);
    double k = form->scheme.k;
    for (int i = 0; i < form->na; i++) e[i] = k * rate[i];
    for (int i = 0; i < f->momenta; i++) {
        const phk_lie_momentum *c = f->momentum + i;
        ph_quat q = phk_lie_quat(level->q + c->q);
        if (c->turned) q = ph_quat_mul(q, c->axes);
        ph_vec3 x = phk_times(phk_mb_get(&f->batch, PHK_MB_MAP + 3, i),
                              ph_unrotate(q, phk_lie_get(e + c->v)));
        phk_lie_put(e + c->v, c->turned ? ph_rotate(c->axes, x) : x);
    }
    for (int i = 0; i < f->bodies; i++) {
        const phk_lie_body *c = f->body + i;
        ph_vec3 w = phk_lie_get(level->v + c->v), a = phk_lie_get(level->a + c->v);
        ph_vec3 x = ph_axpy(phk_lie_get(e + c->v), -1.0 / 12, ph_cross(w, a));
        phk_lie_put(e + c->v, x);
    }
}

double phk_lie_magnitude(phk_form *form, const double *u)
{
    phk_lie *f = phk_lie_of(form);
    const phk_momentum_batch *batch = &f->batch;
    double most = phk_largest_vector(f->vector, f->vectors, u, false);
    for (int i = 0; i < f->momenta; i++) {
        ph_vec3 b = ph_unrotate(phk_mb_quat(batch, PHK_MB_F, i), phk_mb_get(batch, PHK_MB_B1, i));
        most = largest(phk_times(phk_mb_get(batch, PHK_MB_MAP + 3, i), b), most);
    }
    for (int i = 0; i < f->bodies; i++) most = largest(phk_lie_get(u + f->body[i].v), most);
    return most;
}

double phk_lie_old_magnitude(phk_form *form)
{
    phk_lie *f = phk_lie_of(form);
    const phk_momentum_batch *batch = &f->batch;
    double most = phk_largest_vector(f->vector, f->vectors, f->old_a, false);
    for (int i = 0; i < f->momenta; i++)
        most = largest(
            phk_times(phk_mb_get(batch, PHK_MB_MAP + 3, i), phk_mb_get(batch, PHK_MB_B, i)), most);
    for (int i = 0; i < f->bodies; i++) most = largest(phk_lie_get(f->old_a + f->body[i].v), most);
    return most;
}

/* B_1 - B_n, principal axes at the end of the step. */
static ph_vec3 torque_change(const phk_lie *f, int i)
{
    ph_vec3 change =
        ph_sub(phk_mb_get(&f->batch, PHK_MB_B1, i), phk_mb_get(&f->batch, PHK_MB_B, i));
    return ph_unrotate(phk_mb_quat(&f->batch, PHK_MB_F, i), change);
}

/* |x| grown by the estimate of the next term of the Magnus series: else nothing limits a turn. */
static ph_vec3 guarded(ph_vec3 x, const phk_momentum_batch *b, int i, double h, double spin)
{
    ph_vec3 theta = phk_mb_get(b, PHK_MB_THETA, i), n = phk_mb_get(b, PHK_MB_N, i);
    double f = spin * ph_dot(theta, theta) / fabs(h);
    ph_vec3 miss = ph_sub(ph_scale(1 / h, theta), phk_times(phk_mb_get(b, PHK_MB_MAP + 3, i), n));
    return ph_v3(fabs(x.x) + f * fabs(miss.x), fabs(x.y) + f * fabs(miss.y),
                 fabs(x.z) + f * fabs(miss.z));
}

double phk_lie_error(phk_form *form, const double *u)
{
    phk_lie *f = phk_lie_of(form);
    double k = form->scheme.k, places = 0, turns = 0;
    for (int i = 0; i < f->vectors; i++) {
        const phk_form_vector *c = f->vector + i;
        for (int j = 0; j < c->width; j++) {
            double x = k * phk_sized(c->size, j, u[c->v + j] - f->old_a[c->v + j]);
            places += form->weight[c->v] * x * x;
        }
    }
    for (int i = 0; i < f->momenta; i++) {
        ph_vec3 x = phk_times(phk_mb_get(&f->batch, PHK_MB_MAP + 3, i), torque_change(f, i));
        x = guarded(ph_scale(k, x), &f->batch, i, form->h, form->spin);
        turns += form->weight[f->momentum[i].v] * ph_dot(x, x);
    }
    for (int i = 0; i < f->bodies; i++) {
        int v = f->body[i].v;
        ph_vec3 x = ph_sub(phk_lie_get(u + v), phk_lie_get(f->old_a + v));
        turns += form->weight[v] * k * k * ph_dot(x, x);
    }
    return places / (form->length * form->length) + turns / (form->angle * form->angle);
}
