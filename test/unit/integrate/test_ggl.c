/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The first-order form: its Jacobian against differences of its residual on a system in which
 * everything depends on everything, and what the rows are.
 */
#include "harness.h"
#include "integrate/ggl.h"
#include "toy.h"

/* Two bodies, a state, three constraints, an algebraic unknown. */
static void tangle(const phk_point *p, double *g, double *d, double *c, double *s)
{
    const double *q = p->q, *v = p->v, *a = p->a;
    ph_vec3 r1 = toy_vec(q), r2 = toy_vec(q + 7);
    ph_quat e1 = toy_quat(q + 3), e2 = toy_quat(q + 10);
    ph_vec3 p1 = ph_add(r1, ph_rotate(e1, ph_v3(0.3, -0.2, 0.5)));
    ph_vec3 p2 = ph_add(r2, ph_rotate(e2, ph_v3(-0.1, 0.4, 0.2)));
    ph_vec3 axis = ph_rotate(e1, ph_v3(1, 2, -1)), other = ph_rotate(e2, ph_v3(0.5, 1, 1));
    for (int i = 0; i < 12; i++)
        g[i] = sin(v[i] + 0.3 * v[(i + 5) % 12]) + 0.2 * a[(i + 1) % 12] * p->x[0] +
               (i % 3 == 0 ? p1.x : p2.y * axis.z) * p->lambda[i % 3] + p->y[0] * other.x +
               0.1 * p->xd[0] * i;
    d[0] = p->xd[0] * (2 + axis.x) + p->x[0] * p->x[0] - v[2] * p->y[0] - 0.1 * a[7] + p->lambda[1];
    c[0] = ph_dot(p1, other) + p->x[0] * p->x[0] * axis.y;
    c[1] = ph_dot(axis, other) * cos(3 * p->t) + ph_dot(p2, p2);
    c[2] = ph_dot(ph_sub(p1, p2), axis) - sin(p->t) * p->x[0];
    s[0] = p->y[0] * (3 + other.z) - axis.y * v[4] + p->x[0] * p->xd[0] + a[2] * p->lambda[2];
}

static double uniform(void)
{
    static unsigned long long seed = 7;
    seed = seed * 6364136223846793005ull + 1442695040888963407ull;
    return (double)(seed >> 11) / 4503599627370496.0 - 1;
}

static void make_tangle(toy *t)
{
    toy_create(t, "vrvr", 1, 3, 1);
    t->rows = tangle;
    for (int c = 0; c < 4; c++) {
        t->cell[c].mass = 1.5 + c;
        t->cell[c].inertia = (ph_sym3){1.2, 1.7, 0.9 + c, 0.1, -0.2, 0.15};
    }
}

static void make_wide(toy *t)
{
    static const double size[5] = {0.5, 2, 0.4, 3, 1.5};
    toy_create(t, "vr5", 1, 5, 1);
    t->rows = toy_wide, t->dae.nn = 2;
    t->cell[0].mass = 1.3, t->cell[2].mass = 0.7, t->cell[2].size = size;
    t->cell[1].inertia = (ph_sym3){1.2, 1.7, 1.1, 0.1, -0.2, 0.15};
}

/* F(t, z + s d, z' + s c d), fourth-order difference by s */
static void difference(phk_ggl *f, double t, double c, const double *z, const double *zp, int u,
                       double *out)
{
    const double h = 1e-4, at[4] = {-2, -1, 1, 2}, weight[4] = {1, -8, 8, -1};
    double x[60], xp[60], r[60];
    for (int i = 0; i < f->n; i++) out[i] = 0;
    for (int k = 0; k < 4; k++) {
        memcpy(x, z, (size_t)f->n * sizeof *x);
        memcpy(xp, zp, (size_t)f->n * sizeof *xp);
        x[u] += at[k] * h;
        xp[u] += c * at[k] * h;
        CHECK(phk_ggl_residual(f, t, x, xp, r) == PH_OK);
        for (int i = 0; i < f->n; i++) out[i] += weight[k] * r[i] / (12 * h);
    }
}

static void check_jacobian(void (*make)(toy *), int bodies, bool stabilised)
{
    toy t;
    phk_ggl *f;
    double z[60], zp[60], r[60], by[60], values[60 * 60], time = 0.4, c = 7;
    make(&t);
    CHECK(phk_ggl_create(&t.dae, stabilised, 5, 0.7, &f) == PH_OK);
    CHECK(f->n == t.dae.nq + t.dae.nv + 1 + t.dae.nl + (stabilised ? 3 : 0) + 1);
    for (int i = 0; i < f->n; i++) z[i] = uniform(), zp[i] = uniform();
    /* quaternions a little off norm 1, as an integrator leaves them */
    for (int b = 0; b < bodies; b++) {
        ph_quat e = toy_quat(z + 3 + 7 * b);
        double off = 1 + 0.05 * (b + 1);
        z[3 + 7 * b] = off * e.w, z[4 + 7 * b] = off * e.x;
        z[5 + 7 * b] = off * e.y, z[6 + 7 * b] = off * e.z;
    }
    /* twice: the matrix before mu is that of the last Jacobian */
    CHECK(phk_ggl_residual(f, time, z, zp, r) == PH_OK);
    CHECK(phk_ggl_jacobian(f, time, c, z, zp, values) == PH_OK);
    CHECK(phk_ggl_residual(f, time, z, zp, r) == PH_OK);
    CHECK(phk_ggl_jacobian(f, time, c, z, zp, values) == PH_OK);
    double worst = 0;
    for (int u = 0; u < f->n; u++) {
        difference(f, time, c, z, zp, u, by);
        for (int i = 0; i < f->n; i++) {
            int k = phk_pattern_find(&f->pattern, i, u);
            double got = k < 0 ? 0 : values[k], off = fabs(got - by[i]) / (1 + fabs(by[i]));
            if (off > 1e-5) printf("  F[%d] by z[%d]: %.9g, want %.9g\n", i, u, got, by[i]);
            worst = fmax(worst, off);
        }
    }
    CHECK(worst < 1e-5); /* differences of the tangents, over a moment of 1e-7 s */
    phk_ggl_free(f);
    toy_free(&t);
}

/* A state packed is its own point, and moves as its velocities say. */
static void test_pack(void)
{
    toy t;
    phk_ggl *f;
    make_tangle(&t);
    CHECK(phk_ggl_create(&t.dae, true, 5, 0.7, &f) == PH_OK);
    double q[14], v[12], a[12], x[1] = {0.3}, xd[1] = {0.7}, l[3] = {1, 2, 3}, y[1] = {4};
    for (int i = 0; i < 14; i++) q[i] = uniform();
    for (int i = 0; i < 12; i++) v[i] = uniform(), a[i] = uniform();
    for (int b = 0; b < 2; b++) {
        ph_quat e = toy_quat(q + 3 + 7 * b);
        q[3 + 7 * b] = e.w, q[4 + 7 * b] = e.x, q[5 + 7 * b] = e.y, q[6 + 7 * b] = e.z;
    }
    phk_point p = {0.2, q, v, a, x, xd, l, y};
    double z[60], zp[60], r[60], next[14];
    phk_ggl_pack(f, &p, z, zp);
    CHECK(phk_ggl_residual(f, 0.2, z, zp, r) == PH_OK);
    for (int i = 0; i < 14; i++) CHECK_NEAR(r[i], 0, 1e-15);
    toy_move(&t, q, v, 1e-6, next);
    for (int i = 0; i < 14; i++) CHECK_NEAR(zp[i], (next[i] - q[i]) / 1e-6, 1e-5);
    phk_point back = phk_ggl_point(f, 0.2, z, zp);
    for (int i = 0; i < 12; i++) CHECK(back.v[i] == v[i] && back.a[i] == a[i]);
    for (int i = 0; i < 14; i++) CHECK_NEAR(back.q[i], q[i], 1e-15);
    CHECK(back.x[0] == x[0] && back.xd[0] == xd[0] && back.y[0] == y[0] && back.lambda[2] == 3);
    phk_ggl_free(f);
    toy_free(&t);
}

static void test_rows(void)
{
    toy t;
    phk_ggl *f;
    make_tangle(&t);
    CHECK(phk_ggl_create(&t.dae, true, 5, 0.7, &f) == PH_OK);
    CHECK(phk_ggl_row(f, 1) == 1);                /* y' of the first body */
    CHECK(phk_ggl_row(f, 3) == 3);                /* its e0 */
    CHECK(phk_ggl_row(f, 6) == 5);                /* its e3 */
    CHECK(phk_ggl_row(f, 7) == 6);                /* x' of the second */
    CHECK(phk_ggl_row(f, f->v + 11) == 11);       /* its torque */
    CHECK(phk_ggl_row(f, f->x) == 12);            /* the state */
    CHECK(phk_ggl_row(f, f->rate + 2) == 15);     /* a constraint, twice */
    CHECK(phk_ggl_row(f, f->position + 2) == 15); /* */
    CHECK(phk_ggl_row(f, f->y) == 16);
    phk_ggl_free(f);
    toy_free(&t);
}

int main(void)
{
    check_jacobian(make_tangle, 2, true);
    check_jacobian(make_tangle, 2, false);
    check_jacobian(make_wide, 1, true);
    check_jacobian(make_wide, 1, false);
    test_pack();
    test_rows();
    return TEST_RESULT();
}
