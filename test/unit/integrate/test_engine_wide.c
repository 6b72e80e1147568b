/* SPDX-License-Identifier: BSD-3-Clause
 *
 * test_engine_wide.c -- a body with five modes: a vector cell of five directions in units of their
 * own, forces that read accelerations, a point of the bent body held in place (three position rows)
 * and a row on turn and modes that holds velocities alone. Every engine at its order, and the same
 * steps whatever the unit of the modes. Without a turn, those of first order in turns are of second
 * order too.
 */
#include "toy_truth.h"

enum { MODES = 5, LOOKS = 6 };

static const double MASS = 1.3, DAMPING = 0.6;
static const double STIFF[MODES] = {20, 45, 80, 130, 300};
static double stiffer = 1; /* times these */
static const double COUPLING[3][MODES] = {{0.12, -0.05, 0.08, 0.02, -0.1},
                                          {0.03, 0.11, -0.06, 0.09, 0.04},
                                          {-0.07, 0.02, 0.1, -0.08, 0.05}};
static const double SHAPE[3][MODES] = {
    {0.4, -0.2, 0.1, 0.3, 0}, {0.1, 0.5, -0.3, 0, 0.2}, {-0.3, 0.1, 0.2, 0.4, -0.1}};

static double unit = 1;                      /* displacement of a unit of the modes */
static bool turning;                         /* the body can turn; else it is a place alone */
static ph_vec3 anchor;                       /* where the point is held */
static const ph_vec3 arm = {0.2, -0.5, 0.3}; /* to it, in the body at rest */

static ph_vec3 bent(const double *m)
{
    double p[3] = {arm.x, arm.y, arm.z};
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < MODES; k++) p[i] += SHAPE[i][k] * m[k];
    return ph_v3(p[0], p[1], p[2]);
}

/* Torques and forces on the modes from accelerations: H q'' and its transpose, and an inertia that
 * grows with a mode. */
static void inertia(const double *m, const double *ma, const double *wa, double *torque,
                    double *force)
{
    for (int i = 0; i < 3; i++) {
        torque[i] += 0.15 * m[0] * wa[i];
        for (int k = 0; k < MODES; k++) {
            torque[i] += COUPLING[i][k] * ma[k];
            force[k] += COUPLING[i][k] * wa[i];
        }
    }
}

static void rows(const phk_point *p, double *g, double *d, double *c, double *s)
{
    double m[MODES], mv[MODES], ma[MODES], force[MODES];
    const int first = turning ? 3 : 0; /* the directions that modes and velocity row read */
    const double *w = p->v + first, *wa = p->a + first, mu = p->lambda[3];
    ph_quat R = turning ? toy_quat(p->q + 3) : ph_quat_identity();
    ph_vec3 X = ph_rotate(R, ph_v3(1, 0, 0)), l = toy_vec(p->lambda), lb = ph_unrotate(R, l);
    (void)d, (void)s;
    for (int k = 0; k < MODES; k++) {
        int v = first + 3 + k, q = turning ? v + 1 : v;
        m[k] = unit * p->q[q], mv[k] = unit * p->v[v], ma[k] = unit * p->a[v];
        force[k] = stiffer * STIFF[k] * m[k] + DAMPING * mv[k] + SHAPE[0][k] * lb.x +
                   SHAPE[1][k] * lb.y + SHAPE[2][k] * lb.z;
    }
    ph_vec3 P = bent(m), lever = ph_cross(P, lb);
    ph_vec3 gap = ph_sub(ph_add(toy_vec(p->q), ph_rotate(R, P)), anchor);
    double turn[3] = {0.2 * X.x, 0, 1 + 0.3 * m[1]}; /* N; and -1/2 of the third mode */
    double torque[3] = {mu * turn[0], 0, mu * turn[2]};
    force[2] -= 0.5 * mu;
    inertia(m, ma, wa, torque, force);
    for (int i = 0; i < first + 3; i++) g[i] = 0;
    g[0] = l.x, g[1] = l.y, g[2] = l.z + MASS * 9.81;
    if (turning) g[3] = lever.x, g[4] = lever.y, g[5] = lever.z;
    for (int i = 0; i < 3; i++) g[first + i] += torque[i];
    for (int k = 0; k < MODES; k++) g[first + 3 + k] = unit * force[k];
    c[0] = gap.x, c[1] = gap.y, c[2] = gap.z;
    c[3] = turn[0] * w[0] + turn[2] * w[2] - 0.5 * mv[2] - 0.3 * cos(2 * p->t);
}

/* The system with modes in such a unit, and where it starts. */
static toy_state make(toy *t, double of)
{
    static double size[MODES];
    /* stiff modes start where they are at rest, or they ring for ever */
    const double some = stiffer > 1 ? 0 : 1;
    const double m[MODES] = {0.05 * some, -0.03 * some, 0.04 * some, 0.02 * some, -0.06 * some};
    unit = of;
    toy_create(t, turning ? "vr5" : "v5", 0, 4, 0);
    t->rows = rows, t->dae.nn = 1;
    toy_thin(t, t->dae.cells - 1);
    phk_cell *modes = t->cell + t->dae.cells - 1;
    t->cell[0].mass = MASS, modes->mass = unit * unit, modes->size = size;
    if (turning) t->cell[1].inertia = (ph_sym3){0.4, 0.5, 0.6, 0.03, -0.02, 0.05};
    toy_state s = {.q = {0.1, 0.2, 0.3, 0.9, 0.1, -0.3, 0.2}, .v = {0.3, 0, 0, 1, 2, 0.5}};
    ph_quat e = turning ? toy_quat(s.q + 3) : ph_quat_identity();
    s.q[3] = e.w, s.q[4] = e.x, s.q[5] = e.y, s.q[6] = e.z;
    for (int k = 0; k < MODES; k++) {
        s.q[modes->q + k] = m[k] / unit, size[k] = 0.5 * unit;
        s.v[modes->v + k] /= unit;
    }
    anchor = ph_add(toy_vec(s.q), ph_rotate(e, bent(m)));
    phk_project *project;
    CHECK(phk_project_create(&t->dae, &project) == PH_OK);
    double a[11] = {0}, lambda[4] = {0}, rate[4];
    phk_point p = {.q = s.q, .v = s.v, .a = a, .lambda = lambda};
    CHECK(phk_project_velocities(project, &p, s.v, NULL) == PH_OK);
    CHECK(t->dae.rates(t, &p, rate, NULL) == PH_OK);
    for (int i = 0; i < 4; i++) CHECK_NEAR(rate[i], 0, 1e-11);
    phk_project_free(project);
    return s;
}

/* The truth at 0.5, 0.6, .. 1. */
static void find_truth(toy_state truth[LOOKS])
{
    toy t;
    phk_project *project;
    toy_state s = make(&t, 1);
    CHECK(phk_project_create(&t.dae, &project) == PH_OK);
    toy_truth(&t, project, 0, 0.5, 500, &s);
    for (int i = 0; i < LOOKS; i++) {
        if (i > 0) toy_truth(&t, project, 0.4 + 0.1 * i, 0.5 + 0.1 * i, 100, &s);
        truth[i] = s;
    }
    phk_project_free(project);
    toy_free(&t);
}

typedef struct {
    double q, v, lambda, mu;
    long long steps;
} outcome;

/* steps > 0: fixed, else to the tolerance. Largest errors from 0.5 on; modes in units of 1. */
static outcome run(const phk_engine_method *method, int steps, double tolerance, double of,
                   const toy_state truth[LOOKS])
{
    toy t;
    toy_state s = make(&t, of);
    phk_engine_options o = dae_options();
    o.run.tolerance = tolerance, o.newton_tolerance = 1e-11, o.span = 1;
    phk_engine *e = toy_start(&t, method, &o, &s);
    outcome off = {0};
    for (int i = 0, k = 0; i < LOOKS; i++) {
        double end = 0.5 + 0.1 * i;
        ph_status status = PH_OK;
        while (!status && e->now.t < end - 1e-9)
            status = steps ? e->step(e, (double)++k / steps, true) : e->step(e, end, false);
        CHECK(status == PH_OK);
        if (status) break;
        double q[12], v[11];
        int nq = t.dae.nq, nv = t.dae.nv;
        for (int j = 0; j < nq; j++) q[j] = e->now.q[j] * (j < nq - MODES ? 1 : of);
        for (int j = 0; j < nv; j++) v[j] = e->now.v[j] * (j < nv - MODES ? 1 : of);
        off.q = fmax(off.q, toy_off(q, truth[i].q, nq));
        off.v = fmax(off.v, toy_off(v, truth[i].v, nv));
        off.lambda = fmax(off.lambda, toy_off(e->now.lambda, truth[i].lambda, 3));
        off.mu = fmax(off.mu, fabs(e->now.lambda[3] - truth[i].lambda[3]));
    }
    off.steps = e->count.steps;
    e->free(e);
    toy_free(&t);
    return off;
}

static void test_orders(const toy_state truth[LOOKS])
{
    for (int i = 0; phk_engine_methods[i]; i++) {
        const phk_engine_method *m = phk_engine_methods[i];
        if (!m->create) continue;
        bool own = m->info.traits & PH_OWN_STEPS;
        outcome a = run(m, 200, own ? 1e-8 : 0, 1, truth),
                b = run(m, 400, own ? 1e-8 : 0, 1, truth);
        printf("%-12s q %.2e, v %.2e, lambda %.2e, mu %.2e; orders %.2f %.2f %.2f %.2f\n",
               m->info.name, b.q, b.v, b.lambda, b.mu, log2(a.q / b.q), log2(a.v / b.v),
               log2(a.lambda / b.lambda), log2(a.mu / b.mu));
        if (own) {
            CHECK(b.q < 1e-5 && b.v < 1e-4 && b.lambda < 1e-2 && b.mu < 1e-2);
            continue;
        }
        bool second = m->info.order == 2 || !turning;
        double order[4] = {log2(a.q / b.q), log2(a.v / b.v), log2(a.lambda / b.lambda),
                           log2(a.mu / b.mu)};
        for (int k = 0; k < 4; k++) CHECK(order[k] > (second ? 1.95 : 0.95) && order[k] < 2.1);
    }
}

/* The same between steps of h, at whatever part of one: errors of q, v, v', lambda, mu. */
static void run_within(const phk_engine_method *method, double h, double tolerance,
                       const toy_state truth[LOOKS], double off[5])
{
    toy t;
    toy_state s = make(&t, 1), r = s;
    phk_engine_options o = dae_options();
    o.run.tolerance = tolerance, o.newton_tolerance = 1e-11, o.span = 1;
    phk_engine *e = toy_start(&t, method, &o, &s);
    phk_state at = {0, r.q, r.v, r.a, NULL, NULL, r.lambda, NULL};
    memset(off, 0, 5 * sizeof *off);
    for (int i = 0, k = 0; i < LOOKS; i++) {
        double time = 0.5 + 0.1 * i;
        ph_status status = PH_OK;
        while (!status && e->now.t < time)
            status = h > 0 ? e->step(e, ++k * h, true) : e->step(e, 2, false);
        CHECK(status == PH_OK);
        CHECK(e->within(e, time, &at) == PH_OK);
        double now[5] = {toy_off(r.q, truth[i].q, t.dae.nq), toy_off(r.v, truth[i].v, t.dae.nv),
                         toy_off(r.a, truth[i].a, t.dae.nv), toy_off(r.lambda, truth[i].lambda, 3),
                         fabs(r.lambda[3] - truth[i].lambda[3])};
        for (int j = 0; j < 5; j++) off[j] = fmax(off[j], now[j]);
    }
    e->free(e);
    toy_free(&t);
}

static void test_within(const toy_state truth[LOOKS])
{
    for (int i = 0; phk_engine_methods[i]; i++) {
        const phk_engine_method *m = phk_engine_methods[i];
        if (!m->create) continue;
        bool own = m->info.traits & PH_OWN_STEPS;
        double a[5], b[5];
        run_within(m, own ? 0 : 1 / 200.3, own ? 1e-8 : 0, truth, a);
        run_within(m, own ? 0 : 1 / 400.6, own ? 1e-8 : 0, truth, b);
        printf("%-12s within steps: q %.1e, v %.1e, v' %.1e, lambda %.1e, mu %.1e; orders",
               m->info.name, b[0], b[1], b[2], b[3], b[4]);
        for (int k = 0; k < 5; k++) printf(" %.2f", log2(a[k] / b[k]));
        printf("\n");
        if (own) CHECK(b[0] < 1e-4 && b[1] < 1e-3); /* of index 3; the other a hundredth */
        bool second = m->info.order == 2 || !turning;
        for (int k = 0; k < 5 && !own; k++) {
            double order = log2(a[k] / b[k]);
            CHECK(order > (second ? 1.9 : 0.9) && order < 2.2);
        }
    }
}

/* A tolerance means the same whatever the unit of the modes. */
static void test_units(const toy_state truth[LOOKS])
{
    for (int i = 0; phk_engine_methods[i]; i++) {
        const phk_engine_method *m = phk_engine_methods[i];
        if (!m->create) continue;
        outcome a = run(m, 0, 1e-5, 1, truth), b = run(m, 0, 1e-5, 1.0 / 64, truth);
        outcome c = run(m, 0, 1e-5, 8, truth);
        printf("%-12s to 1e-5: %lld, %lld, %lld steps, q %.2e, %.2e, %.2e, mu %.2e\n", m->info.name,
               a.steps, b.steps, c.steps, a.q, b.q, c.q, a.mu);
        CHECK_RATIO((double)b.steps, (double)a.steps, 0.02);
        CHECK_RATIO((double)c.steps, (double)a.steps, 0.02);
        CHECK(fmax(a.q, fmax(b.q, c.q)) < 1e-2); /* of index 3; the others 1e-4 */
    }
}

static int matrices;
static ph_status (*tangent_of)(void *self, const phk_point *p, phk_tangents *out);
static ph_status counted(void *self, const phk_point *p, phk_tangents *out)
{
    matrices++;
    return tangent_of(self, p, out);
}

/* Modes too stiff for the step: a state within it is brought into balance, on all constraints, by
 * one matrix. */
static void test_settle(void)
{
    toy t;
    phk_project *project;
    stiffer = 1e6;
    toy_state s = make(&t, 1);
    phk_engine_options o = dae_options();
    CHECK(phk_project_create(&t.dae, &project) == PH_OK);
    phk_engine *e = toy_start(&t, &phk_engine_galpha, &o, &s);
    for (int i = 1; i <= 20; i++) CHECK(e->step(e, 0.005 * i, true) == PH_OK);
    CHECK(e->stiffness > 1);
    toy_state r = s;
    memcpy(r.q, e->now.q, 12 * sizeof *r.q);
    memcpy(r.v, e->now.v, 11 * sizeof *r.v);
    memcpy(r.a, e->now.a, 11 * sizeof *r.a);
    memcpy(r.lambda, e->now.lambda, 4 * sizeof *r.lambda);
    r.q[8] += 1e-6, r.q[0] += 1e-6, r.v[9] += 1e-4;
    phk_state row = {e->now.t, r.q, r.v, r.a, NULL, NULL, r.lambda, NULL};
    tangent_of = t.dae.tangent;
    t.dae.tangent = counted;
    CHECK(phk_project_settle(project, e->scheme, 0.005, &row, true) == PH_OK);
    CHECK(matrices == 1);
    double g[11], c[4], rate[4];
    phk_point p = phk_state_point(&row);
    t.rows(&p, g, NULL, c, NULL);
    CHECK(t.dae.rates(&t, &p, rate, NULL) == PH_OK);
    for (int i = 0; i < 3; i++) CHECK_NEAR(c[i], 0, 1e-9);
    for (int i = 0; i < 4; i++) CHECK_NEAR(rate[i], 0, 1e-7);
    for (int k = 6; k < 11; k++) CHECK_NEAR(g[k] + r.a[k], 0, 1e-3); /* of 45 N */
    e->free(e);
    phk_project_free(project);
    toy_free(&t);
    stiffer = 1;
}

int main(void)
{
    static toy_state truth[LOOKS];
    for (int k = 0; k < 2; k++) {
        turning = k;
        find_truth(truth);
        test_orders(truth);
        test_within(truth);
        test_units(truth);
    }
    test_settle();
    return TEST_RESULT();
}
