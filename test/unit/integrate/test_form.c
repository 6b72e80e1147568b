/* SPDX-License-Identifier: BSD-3-Clause
 *
 * test_form.c -- the Newton matrices of the forms against differences: three bodies with points and
 * right angles, and forces, states and algebraic unknowns that read everything there is; then a
 * body with five more coordinates in units of their own, held by velocity rows too.
 */
#include "harness.h"
#include "dae_problems.h"
#include "integrate/form.h"
#include "math/so3.h"
#include "toy.h"

static double random_number(unsigned *seed)
{
    *seed = *seed * 1664525u + 1013904223u;
    return (double)(*seed >> 8) / 16777216.0 * 2 - 1;
}

/* Forces on each body: F = -3 r - v + a' + x0 e + y0 e', torque = A w + R'g + B w' + y0 w + x' e;
 * d = x' + x^2 - w.w - a.e + y + lambda, s = y - 0.2 y^3 - r.e - w'.e x' + x - lambda_1. */
static ph_status everything(dae_problem *p, const phk_point *at, double *q, double *d, double *s,
                            phk_tangents *t)
{
    static const double A[3][3] = {{0.3, -0.2, 0.5}, {0.1, 0.4, -0.6}, {0.7, 0.2, -0.1}};
    static const double B[3][3] = {{0.03, 0.01, -0.02}, {0.02, 0.05, 0.01}, {-0.01, 0.04, 0.02}};
    static const double e[3] = {0.4, -0.3, 0.8};
    const ph_vec3 gv = {2, -1, 3};
    int nv = p->dae.nv, x = nv, l = nv + 1, y = l + p->dae.nl;
    if (!t) *d = at->xd[0] + at->x[0] * at->x[0] + at->y[0] + at->lambda[0];
    if (!t) *s = at->y[0] - 0.2 * pow(at->y[0], 3) + at->x[0] - at->lambda[1];
    if (t) {
        dae_add(p, t->by_v, x, x, 1);
        dae_add(p, t->by_q, x, x, 2 * at->x[0]);
        dae_add(p, t->by_q, x, y, 1);
        dae_add(p, t->by_q, x, l, 1);
        dae_add(p, t->by_q, y, y, 1 - 0.6 * at->y[0] * at->y[0]);
        dae_add(p, t->by_q, y, x, 1);
        dae_add(p, t->by_q, y, l + 1, -1);
    }
    for (int b = 0; b < p->bodies; b++) {
        int f = 6 * b, m = f + 3;
        const double *r = at->q + 7 * b, *v = at->v + f, *w = at->v + m, *a = at->a + f,
                     *wd = at->a + m;
        double n = sqrt(r[3] * r[3] + r[4] * r[4] + r[5] * r[5] + r[6] * r[6]);
        ph_vec3 G = ph_unrotate(ph_quat_make(r[3] / n, r[4] / n, r[5] / n, r[6] / n), gv);
        double g[3] = {G.x, G.y, G.z};
        ph_mat3 hat = phk_hat(G);
        for (int i = 0; i < 3; i++) {
            if (!t) {
                q[f + i] += -3 * r[i] - v[i] + 0.5 * a[i] + at->x[0] * e[i] + at->y[0] * e[2 - i];
                q[m + i] += g[i] + at->y[0] * w[i] + at->xd[0] * e[i];
                for (int k = 0; k < 3; k++) q[m + i] += A[i][k] * w[k] + B[i][k] * wd[k];
                *d -= w[i] * w[i] + a[i] * e[i];
                *s -= r[i] * e[i] + wd[i] * e[i] * at->xd[0];
                continue;
            }
            /* the balance holds -Q */
            dae_add(p, t->by_q, f + i, f + i, 3);
            dae_add(p, t->by_v, f + i, f + i, 1);
            dae_add(p, t->by_a, f + i, f + i, -0.5);
            dae_add(p, t->by_q, f + i, x, -e[i]);
            dae_add(p, t->by_q, f + i, y, -e[2 - i]);
            dae_add(p, t->by_q, m + i, y, -w[i]);
            dae_add(p, t->by_v, m + i, x, -e[i]);
            for (int k = 0; k < 3; k++) {
                dae_add(p, t->by_q, m + i, m + k, -hat.m[i][k]);
                dae_add(p, t->by_v, m + i, m + k, -A[i][k] - (i == k ? at->y[0] : 0));
                dae_add(p, t->by_a, m + i, m + k, -B[i][k]);
            }
            dae_add(p, t->by_v, x, m + i, -2 * w[i]);
            dae_add(p, t->by_a, x, f + i, -e[i]);
            dae_add(p, t->by_q, y, f + i, -e[i]);
            dae_add(p, t->by_a, y, m + i, -e[i] * at->xd[0]);
            dae_add(p, t->by_v, y, x, -wd[i] * e[i]);
        }
    }
    return PH_OK;
}

/* Three bodies; the first has an inertia with products, so that its principal axes are turned. */
static void three_bodies(dae_problem *p, unsigned *seed)
{
    ph_sym3 J[3] = {
        {0.5, 0.6, 0.7, 0.05, -0.08, 0.1}, {0.4, 0.5, 0.6, 0, 0, 0}, {0.3, 0.3, 0.2, 0, 0, 0}};
    *p = (dae_problem){.gravity = {0, 0, -9.81}, .force = everything, .coupled = true};
    for (int b = 0; b < 3; b++) {
        ph_vec3 v[4];
        for (int k = 0; k < 4; k++)
            v[k] = ph_v3(random_number(seed), random_number(seed), random_number(seed));
        dae_body(p, 1 + b, J[b], v[0], phk_exp(v[1]), v[2], ph_scale(20, v[3]));
    }
    dae_point(p, -1, 0, ph_v3(0.1, 0.2, 0.3), ph_v3(0, -1, 0.2));
    dae_point(p, 0, 1, ph_v3(0.5, 0.2, 0.1), ph_v3(0.2, 0.4, 0));
    dae_angle(p, 1, 2, ph_v3(1, 0.2, 0), ph_v3(0, 0.3, 1));
    dae_angle(p, -1, 2, ph_v3(1, 0, 0.3), ph_v3(0.4, 0.3, 1));
    dae_finish(p, 1, 1);
}

typedef struct {
    double q[32], vel[32], v[32], a[32], held[32], x[1], xd[1], z[64];
} arrays;

static phk_level level_of(arrays *m, bool own)
{
    phk_level l = {0, m->q, own ? m->vel : m->v, m->v, m->a, m->held, m->x, m->xd, m->z};
    return l;
}

/* Residual of the form at u, as the stepper forms it. */
static phk_point place(phk_form *form, const phk_level *from, const double *u, phk_level *to)
{
    const phk_scheme *s = &form->scheme;
    const phk_dae *dae = form->dae;
    CHECK(form->type->place(form, u, to) == PH_OK);
    double old = from->z[form->na], new = u[form->na];
    CHECK(dae->nx == 1);
    to->x[0] = from->x[0] + form->h * ((1 - s->gamma_x) * old + s->gamma_x * new);
    to->xd[0] = ((1 - s->am_x) * new + s->am_x *old - s->af_x * from->xd[0]) / (1 - s->af_x);
    const double *tail = u + form->na + dae->nx;
    phk_point p = {to->t, to->q, to->v, to->a, to->x, to->xd, tail, tail + dae->nl};
    return p;
}

static void residual(phk_form *form, const phk_level *from, const double *u, phk_level *to,
                     double *r)
{
    double g[32], d[1], c[8], s[1];
    phk_point p = place(form, from, u, to);
    CHECK(form->dae->residual(form->dae->self, &p, g, d, c, s) == PH_OK);
    form->type->residual(form, to, g, d, c, s, r);
}

/* Largest difference of the matrix, at a step from places q and velocities v. */
static double check_matrix(phk_form *form, const double *q, const double *v0, unsigned *seed)
{
    const phk_dae *dae = form->dae;
    static arrays now, then;
    static double u[64], v[64], up[64], down[64], values[4096], tangents[3][4096], weight[64];
    phk_level from = level_of(&now, form->own_velocities);
    phk_level to = level_of(&then, form->own_velocities);
    memcpy(now.q, q, (size_t)dae->nq * sizeof *q);
    memcpy(now.v, v0, (size_t)dae->nv * sizeof *v0);
    form->h = 0.02;
    form->weight = weight;
    for (int i = 0; i < form->na; i++) {
        now.z[i] = random_number(seed);
        now.held[i] = random_number(seed);
    }
    for (int i = form->na; i < form->n; i++) now.z[i] = random_number(seed);
    now.x[0] = 0.3, now.xd[0] = -0.4;
    for (int i = 0; i < form->n; i++) u[i] = 3 * random_number(seed);
    form->type->forget(form);
    form->type->velocities(form, &from);
    form->type->begin(form, &from);
    form->type->predict(form, u);

    phk_tangents t = {tangents[0], tangents[1], tangents[2]};
    residual(form, &from, u, &to, up); /* as in the stepper: a matrix follows a residual */
    phk_point at = place(form, &from, u, &to);
    CHECK(dae->tangent(dae->self, &at, &t) == PH_OK);
    form->type->matrix(form, &to, &t, values);

    double worst = 0, e = 1e-4 / (form->h * form->h) * 0.1;
    for (int column = 0; column < form->n; column++) {
        double dz[64] = {0}, step = column < form->na ? e : 1e-5;
        phk_size size;
        for (int sign = -1; sign <= 1; sign += 2) {
            place(form, &from, u, &to);
            memcpy(v, u, sizeof v);
            dz[column] = sign * step;
            form->type->correct(form, dz, 1, v, &size);
            for (int i = form->na; i < form->n; i++) v[i] += dz[i];
            residual(form, &from, v, &to, sign > 0 ? up : down);
        }
        for (int row = 0; row < form->n; row++) {
            int k = phk_pattern_find(form->pattern, row, column);
            double exact = k < 0 ? 0 : values[k];
            worst = fmax(worst, fabs(exact - (up[row] - down[row]) / (2 * step)));
        }
    }
    return worst;
}

static void test_lie(bool momentum)
{
    unsigned seed = 7;
    for (int trial = 0; trial < 10; trial++) {
        static dae_problem p;
        phk_form *form;
        three_bodies(&p, &seed);
        CHECK(phk_form_lie_create(&p.dae, momentum, &form) == PH_OK);
        form->scheme = phk_scheme_rho(0.8);
        phk_scheme_second_order_states(&form->scheme);
        double worst = check_matrix(form, p.q, p.v, &seed);
        if (!(worst < 1e-7)) printf("trial %d, momentum %d: %g\n", trial, momentum, worst);
        CHECK(worst < 1e-7);
        form->type->free(form);
        dae_free(&p);
    }
}

static void test_euler(phk_euler_scheme kind)
{
    unsigned seed = 11;
    for (int trial = 0; trial < 10; trial++) {
        static dae_problem p;
        phk_form *form;
        three_bodies(&p, &seed);
        CHECK(phk_form_euler_create(&p.dae, kind, &form) == PH_OK);
        form->scheme = phk_scheme_hht(-0.2);
        double worst = check_matrix(form, p.q, p.v, &seed);
        if (!(worst < 1e-7)) printf("trial %d, Euler parameters %d: %g\n", trial, (int)kind, worst);
        CHECK(worst < 1e-7);
        form->type->free(form);
        dae_free(&p);
    }
}

static void test_wide(bool momentum, int kind)
{
    static const double size[5] = {0.5, 2, 0.1, 3, 1.5};
    unsigned seed = 5;
    toy t;
    toy_create(&t, "vr5", 1, 5, 1);
    t.rows = toy_wide, t.dae.nn = 2;
    t.cell[0].mass = 1.3, t.cell[2].mass = 0.7, t.cell[2].size = size;
    t.cell[1].inertia = (ph_sym3){0.5, 0.6, 0.7, 0.05, -0.08, 0.1};
    for (int trial = 0; trial < 5; trial++) {
        double q[12], v[11];
        phk_form *form;
        for (int i = 0; i < 12; i++) q[i] = random_number(&seed);
        ph_quat e = toy_quat(q + 3);
        q[3] = e.w, q[4] = e.x, q[5] = e.y, q[6] = e.z;
        for (int i = 0; i < 11; i++) v[i] = (i > 2 && i < 6 ? 20 : 1) * random_number(&seed);
        if (kind < 0)
            CHECK(phk_form_lie_create(&t.dae, momentum, &form) == PH_OK);
        else
            CHECK(phk_form_euler_create(&t.dae, (phk_euler_scheme)kind, &form) == PH_OK);
        form->scheme = kind < 0 ? phk_scheme_rho(0.8) : phk_scheme_hht(-0.2);
        phk_scheme_second_order_states(&form->scheme);
        double worst = check_matrix(form, q, v, &seed);
        if (!(worst < 3e-7)) printf("wide, %d, %d: %g\n", (int)momentum, kind, worst);
        CHECK(worst < 3e-7); /* differences of differences */
        form->type->free(form);
    }
    toy_free(&t);
}

int main(void)
{
    test_wide(true, -1);
    test_wide(false, -1);
    for (int kind = PHK_EULER_CLASSIC; kind <= PHK_EULER_CONSISTENT; kind++) test_wide(false, kind);

    test_lie(true);
    test_lie(false);
    test_euler(PHK_EULER_CLASSIC);
    test_euler(PHK_EULER_MODIFIED);
    test_euler(PHK_EULER_CONSISTENT);
    return TEST_RESULT();
}
