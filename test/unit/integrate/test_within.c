/* SPDX-License-Identifier: BSD-3-Clause
 *
 * test_within.c -- dense output: a swing with a state and an algebraic unknown beside it, whose
 * values are known at every time, between the steps of every engine. Turns, multipliers and
 * velocity rows within steps are in test_engine_wide.c.
 */
#include "toy_truth.h"

/* q'' = -4 q; x' = cos 3t - x; y = x^2 + q_0 */
static void swing(const phk_point *p, double *g, double *d, double *c, double *s)
{
    (void)c;
    for (int i = 0; i < 3; i++) g[i] = 4 * p->q[i];
    d[0] = p->xd[0] + p->x[0] - cos(3 * p->t);
    s[0] = p->y[0] - p->x[0] * p->x[0] - p->q[0];
}

enum { KINDS = 6 }; /* q, v, a, x, x', y */

static void exact(double t, double *out)
{
    double x = 0.4 * exp(-t) + 0.1 * cos(3 * t) + 0.3 * sin(3 * t), q = cos(2 * t);
    double want[KINDS] = {q, -2 * sin(2 * t), -4 * q, x, cos(3 * t) - x, x * x + q};
    memcpy(out, want, sizeof want);
}

typedef struct {
    double q[3], v[3], a[3], x[1], xd[1], y[1];
} room;

static phk_state snapshot(room *r)
{
    return (phk_state){0, r->q, r->v, r->a, r->x, r->xd, NULL, r->y};
}

static phk_engine *start(toy *t, const phk_engine_method *method, double tolerance)
{
    phk_engine_options o = dae_options();
    phk_engine *e;
    toy_create(t, "v", 1, 0, 1);
    t->rows = swing, t->cell[0].mass = 1;
    o.run.tolerance = tolerance, o.newton_tolerance = 1e-11, o.span = 1;
    double q[3] = {1, 0, 0}, v[3] = {0}, x[1] = {0.5};
    phk_point state = {.q = q, .v = v, .x = x};
    CHECK(method->create(&t->dae, &o, &e) == PH_OK);
    CHECK(e->start(e, &state, 0) == PH_OK);
    return e;
}

/* Largest errors within steps from 0.3 to 1. */
static void run(const phk_engine_method *method, int steps, double tolerance, double worst[KINDS])
{
    toy t;
    room r;
    phk_engine *e = start(&t, method, tolerance);
    phk_state at = snapshot(&r);
    memset(worst, 0, KINDS * sizeof *worst);
    for (int i = 1; e->now.t < 1; i++) {
        double before = e->now.t;
        ph_status status = steps ? e->step(e, (double)i / steps, true) : e->step(e, 1, false);
        CHECK(status == PH_OK);
        if (status) break;
        for (int k = 1; k < 5 && e->now.t > 0.3; k++) {
            double time = before + 0.2 * k * (e->now.t - before), want[KINDS];
            CHECK(e->within(e, time, &at) == PH_OK && at.t == time);
            double got[KINDS] = {r.q[0], r.v[0], r.a[0], r.x[0], r.xd[0], r.y[0]};
            exact(time, want);
            for (int j = 0; j < KINDS; j++) worst[j] = fmax(worst[j], fabs(got[j] - want[j]));
        }
    }
    e->free(e);
    toy_free(&t);
}

static void test_orders(void)
{
    static const char *const name[KINDS] = {"q", "v", "a", "x", "x'", "y"};
    for (int i = 0; phk_engine_methods[i]; i++) {
        const phk_engine_method *m = phk_engine_methods[i];
        if (!m->create) continue;
        bool own = m->info.traits & PH_OWN_STEPS;
        double a[KINDS], b[KINDS];
        run(m, own ? 0 : 50, own ? 1e-7 : 0, a);
        run(m, own ? 0 : 100, own ? 1e-9 : 0, b);
        printf("%-12s", m->info.name);
        for (int k = 0; k < KINDS; k++) printf(" %s %.1e %.2f;", name[k], b[k], log2(a[k] / b[k]));
        printf("\n");
        for (int k = 0; k < KINDS; k++)
            CHECK(own ? b[k] < 1e-5 && b[k] < 0.1 * a[k] : fabs(log2(a[k] / b[k]) - 2) < 0.15);
    }
}

/* Steps of ida's own within a fixed one; the ends themselves; and what is refused. */
static void test_ends(void)
{
    for (int i = 0; phk_engine_methods[i]; i++) {
        const phk_engine_method *m = phk_engine_methods[i];
        if (!m->create) continue;
        toy t;
        room r;
        double want[KINDS];
        phk_engine *e = start(&t, m, 1e-6);
        phk_state at = snapshot(&r);
        CHECK(e->within(e, 0, &at) == PH_E_USAGE);
        CHECK(e->step(e, 0.02, true) == PH_OK);
        CHECK(e->within(e, -0.01, &at) == PH_E_USAGE);
        CHECK(e->within(e, 0.021, &at) == PH_E_USAGE);
        CHECK(e->within(e, 0, &at) == PH_OK);
        CHECK_NEAR(r.q[0], 1, 1e-15);
        CHECK_NEAR(r.x[0], 0.5, 1e-15);
        CHECK(e->within(e, 0.02, &at) == PH_OK);
        CHECK_NEAR(r.q[0], e->now.q[0], 1e-15);
        CHECK_NEAR(r.v[0], e->now.v[0], 1e-14);
        CHECK_NEAR(r.y[0], e->now.y[0], 1e-14);
        CHECK(e->within(e, 0.007, &at) == PH_OK);
        exact(0.007, want);
        CHECK_NEAR(r.q[0], want[0], 1e-5);
        CHECK_NEAR(r.v[0], want[1], 1e-3);
        phk_point now = e->now;
        CHECK(e->start(e, &now, 0) == PH_OK);
        CHECK(e->within(e, 0.01, &at) == PH_E_USAGE);
        e->free(e);
        toy_free(&t);
    }
}

int main(void)
{
    test_orders();
    test_ends();
    return TEST_RESULT();
}
