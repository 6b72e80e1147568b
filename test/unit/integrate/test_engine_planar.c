/* SPDX-License-Identifier: BSD-3-Clause
 *
 * test_engine_planar.c -- the pendulum: errors at fixed steps, a torque that is switched on.
 */
#include "harness.h"
#include "dae_problems.h"

static const phk_engine_method *const both[] = {&phk_engine_galpha, &phk_engine_hht};

/* Largest error of the place over all steps of [0, 5]. */
static double swing(const phk_engine_method *method, double alpha, double rho, double h)
{
    static dae_problem p;
    dae_pendulum(&p);
    phk_engine_options o = dae_options();
    o.run.alpha = alpha, o.run.rho = rho, o.plain_start = true, o.fresh = true;
    phk_engine *e = dae_start(&p, method, &o);
    dae_reference ref = {0, PH_PI / 2, 0, 0};
    double most = 0;
    for (int i = 1; i <= (int)lround(5 / h); i++) {
        CHECK(e->step(e, i * h, true) == PH_OK);
        dae_reference_to(&ref, i * h);
        most = fmax(most, hypot(e->now.q[1] - sin(ref.theta), e->now.q[2] + cos(ref.theta)));
    }
    e->free(e);
    dae_free(&p);
    return most;
}

static void test_pendulum(void)
{
    static const struct {
        double alpha, rho, coarse, fine;
    } want[] = {{-0.3, NAN, 6.3764e-3, 1.6186e-3},
                {-0.2, NAN, 6.0714e-3, 1.5393e-3},
                {NAN, 7.0 / 13, 6.0314e-3, 1.5260e-3},
                {NAN, 2.0 / 3, 5.1414e-3, 1.2910e-3},
                {NAN, 0.8, 4.6290e-3, 1.1586e-3}};
    dae_reference end = {0, PH_PI / 2, 0, 0};
    dae_reference_to(&end, 5);
    CHECK_NEAR(end.theta, 1.56588938407642, 1e-12);
    CHECK_NEAR(end.omega, -0.29584060479172, 1e-12);
    for (size_t i = 0; i < sizeof want / sizeof *want; i++)
        for (int m = 0; m < 2; m++) {
            CHECK_RATIO(swing(both[m], want[i].alpha, want[i].rho, 0.01), want[i].coarse, 3e-5);
            CHECK_RATIO(swing(both[m], want[i].alpha, want[i].rho, 0.005), want[i].fine, 5e-5);
        }
}

/* A torque about x from the time it is switched on. */
static ph_status torque(dae_problem *p, const phk_point *at, double *q, double *d, double *s,
                        phk_tangents *t)
{
    (void)at, (void)d, (void)s;
    if (!t) q[3] += p->parameter[0];
    return PH_OK;
}

typedef struct {
    double r, lambda;
} error;

/* Multiplier of the joint along y and z: minus the force that moves the mass, less gravity. */
static double lambda_error(const phk_engine *e, const dae_reference *ref)
{
    double c = cos(ref->theta), s = sin(ref->theta);
    double a = (-9.81 * s + ref->torque) / 1.1, w2 = ref->omega * ref->omega;
    double ay = c * a - s * w2, az = s * a + c * w2;
    return fmax(fabs(e->now.lambda[1] + ay), fabs(e->now.lambda[2] + az + 9.81));
}

/* 8 N m at 0.5007 s, where a step ends; [0, 1]. restart: 0 none, 1 plain, 2 with the correction. */
static error switched(double h, int restart)
{
    const double when = 0.5007;
    static dae_problem p;
    dae_pendulum(&p);
    p.force = torque;
    phk_engine_options o = dae_options();
    o.fresh = true, o.plain_start = restart < 2;
    o.newton_tolerance = 1e-10;
    phk_engine *e = dae_start(&p, &phk_engine_galpha, &o);
    dae_reference ref = {0, PH_PI / 2, 0, 0};
    error most = {0, 0};
    int before = (int)floor(when / h);
    for (int i = 1; i <= (int)lround(1 / h); i++) {
        double t = i <= before ? i * h : when + (i - before - 1) * h;
        CHECK(e->step(e, t, true) == PH_OK);
        dae_reference_to(&ref, t);
        most.r = fmax(most.r, hypot(e->now.q[1] - sin(ref.theta), e->now.q[2] + cos(ref.theta)));
        if (i > before + 1) most.lambda = fmax(most.lambda, lambda_error(e, &ref));
        if (i != before + 1) continue;
        p.parameter[0] = ref.torque = 8;
        phk_point now = e->now;
        if (restart) CHECK(e->start(e, &now, h) == PH_OK);
    }
    e->free(e);
    dae_free(&p);
    return most;
}

static void test_switch(void)
{
    static const double h[] = {4e-3, 2.5e-4};
    for (int restart = 0; restart < 3; restart++) {
        error a = switched(h[0], restart), b = switched(h[1], restart);
        printf("switch %d: r %.2e %.2e, lambda %.2e %.2e\n", restart, a.r, b.r, a.lambda, b.lambda);
        /* order 1 of the place without a restart, 2 with; of multipliers 2 with the correction */
        CHECK_NEAR(log2(a.r / b.r) / 4, restart ? 2 : 1, 0.02);
        if (restart == 2) CHECK_NEAR(log2(a.lambda / b.lambda) / 4, 2, 0.08);
        if (restart < 2) CHECK(b.lambda > 1e-2);
        CHECK_RATIO(a.r, restart == 0 ? 5.0e-3 : restart == 1 ? 9.8e-5 : 9.6e-5, 0.02);
        CHECK_RATIO(b.r, restart == 0 ? 3.1e-4 : restart == 1 ? 3.9e-7 : 3.8e-7, 0.02);
        if (restart < 2) continue;
        CHECK_RATIO(a.lambda, 2.0e-3, 0.12);
        CHECK_RATIO(b.lambda, 7.9e-6, 0.12);
    }
}

int main(void)
{
    test_pendulum();
    test_switch();
    return TEST_RESULT();
}
