/* SPDX-License-Identifier: BSD-3-Clause
 *
 * test_engine_failure.c -- steps that cannot be made: what is reported, and that the state stays;
 * and that steps ask for no memory.
 */
#include "harness.h"
#include "dae_problems.h"

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *p, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *p, size_t size);
static bool watched;
static int asked;
void *__wrap_malloc(size_t size)
{
    asked += watched;
    return __real_malloc(size);
}
void *__wrap_calloc(size_t count, size_t size)
{
    asked += watched;
    return __real_calloc(count, size);
}
void *__wrap_realloc(void *p, size_t size)
{
    asked += watched;
    return __real_realloc(p, size);
}

static const phk_engine_method *const both[] = {&phk_engine_galpha, &phk_engine_hht};

/* Fails from 0.3 s on; or grows without bound there. */
static ph_status bad_force(dae_problem *p, const phk_point *at, double *q, double *d, double *s,
                           phk_tangents *t)
{
    (void)d, (void)s, (void)t;
    if (at->t < 0.3) return PH_OK;
    if (p->parameter[0] == 0) return PH_E_NONFINITE;
    if (q) q[3] += 1e3 * copysign(1, sin(1e9 * at->v[3] + 1e7 * at->q[1]));
    return PH_OK;
}

static void test_reports(void)
{
    for (int m = 0; m < 4; m++) {
        static dae_problem p;
        dae_pendulum(&p);
        p.force = bad_force;
        p.parameter[0] = m / 2;
        phk_engine *e = dae_start(&p, both[m % 2], NULL);
        ph_status status = PH_OK;
        for (int i = 1; i <= 1000 && !status; i++) status = e->step(e, i * 1e-3, true);
        CHECK(status < 0);
        CHECK_NEAR(e->now.t, m < 2 ? 0.299 : 0.3, 0.05);
        CHECK(e->failure.status == status);
        CHECK_NEAR(e->failure.t, e->now.t, 1e-12);
        CHECK_NEAR(e->failure.h, 1e-3, 1e-12);
        CHECK(e->failure.evaluation == (m < 2));
        if (m >= 2) CHECK(e->failure.row == 3 && e->failure.residual > 1);
        if (m >= 2) CHECK(e->failure.iterations > 3);
        /* the state is that of the last step, and can be looked at */
        for (int i = 0; i < p.dae.nq; i++) CHECK(isfinite(e->now.q[i]));
        CHECK_NEAR(hypot(e->now.q[1], e->now.q[2]), 1, 1e-9);
        e->free(e);
        dae_free(&p);
    }
}

/* The same with chosen steps: they shrink, and then it is said. */
static void test_variable(void)
{
    for (int m = 0; m < 2; m++) {
        static dae_problem p;
        dae_pendulum(&p);
        p.force = bad_force;
        phk_engine_options o = dae_options();
        o.run.tolerance = 1e-4, o.span = 1;
        phk_engine *e = dae_start(&p, both[m], &o);
        ph_status status = PH_OK;
        while (e->now.t < 1 && !status) status = e->step(e, 1, false);
        CHECK(status == PH_E_NONFINITE);
        CHECK(e->now.t < 0.3 && e->now.t > 0.2999);
        CHECK(e->failure.evaluation && e->count.failures > 2);
        e->free(e);
        dae_free(&p);
    }
}

/* A pendulum whose joint is there twice: singular from the start. */
static void test_singular(void)
{
    static dae_problem p;
    ph_sym3 J = {0.1, 0.1, 0.01, 0, 0, 0};
    p = (dae_problem){.gravity = {0, 0, -9.81}};
    dae_body(&p, 1, J, ph_v3(0, 1, 0), ph_quat_identity(), ph_v3(0, 0, 0), ph_v3(0, 0, 0));
    for (int i = 0; i < 2; i++) dae_point(&p, -1, 0, ph_v3(0, 0, 0), ph_v3(0, -1, 0));
    dae_finish(&p, 0, 0);
    phk_engine_options o = dae_options();
    phk_engine *e;
    CHECK(phk_engine_galpha.create(&p.dae, &o, &e) == PH_OK);
    phk_point start = {.q = p.q, .v = p.v};
    CHECK(e->start(e, &start, 0) == PH_E_SINGULAR);
    CHECK(e->failure.status == PH_E_SINGULAR && e->failure.row >= 0);
    e->free(e);
    dae_free(&p);
}

static void test_memory(void)
{
    for (int m = 0; m < 4; m++) {
        static dae_problem p;
        dae_top(&p);
        phk_engine_options o = dae_options();
        o.run.tolerance = m < 2 ? 0 : 1e-4, o.span = 1;
        phk_engine *e = dae_start(&p, both[m % 2], &o);
        CHECK(e->step(e, 1e-4, m < 2) == PH_OK);
        asked = 0, watched = true;
        for (int i = 2; i <= 200; i++) CHECK(e->step(e, m < 2 ? i * 1e-4 : 1, m < 2) == PH_OK);
        watched = false;
        CHECK(asked == 0);
        e->free(e);
        dae_free(&p);
    }
}

/* Backwards, and there again. */
static void test_backwards(void)
{
    static dae_problem p;
    dae_pendulum(&p);
    phk_engine_options o = dae_options();
    o.run.tolerance = 1e-5, o.span = 1;
    phk_engine *e = dae_start(&p, &phk_engine_galpha, &o);
    while (e->now.t < 1) CHECK(e->step(e, 1, false) == PH_OK);
    phk_point now = e->now;
    CHECK(e->start(e, &now, -1e-5) == PH_OK);
    while (e->now.t > 0) CHECK(e->step(e, 0, false) == PH_OK);
    CHECK(e->count.restarts == 1);
    CHECK_NEAR(e->now.q[1], 1, 1e-4);
    CHECK_NEAR(e->now.q[2], 0, 1e-4);
    e->free(e);
    dae_free(&p);
}

int main(void)
{
    test_reports();
    test_variable();
    test_singular();
    test_memory();
    test_backwards();
    return TEST_RESULT();
}
