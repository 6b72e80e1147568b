/* SPDX-License-Identifier: BSD-3-Clause
 *
 * test_engine_states.c -- differential states and algebraic unknowns beside mechanics: five masses
 * in a row with stiff springs, driven against a controller with a lag; a loop of variables.
 */
#include "harness.h"
#include "dae_problems.h"

/* Ground spring 1e3 on mass 1; 1e7 N/m and 1e2 N s/m between neighbours; on mass 5 the force
 * 50 sin 10t - 200 X, with 0.02 X' + X = x5. y, when there is one: y + y^3 / 10 = X. */
static ph_status chain(dae_problem *p, const phk_point *at, double *q, double *d, double *s,
                       phk_tangents *t)
{
    int x = p->dae.nv, y = x + 1;
    const double k0 = 1e3, k = 1e7, c = 1e2, gain = 200, lag = 0.02;
    bool loop = p->dae.ny > 0;
    if (t) {
        dae_add(p, t->by_q, 0, 0, k0);
        dae_add(p, t->by_q, 24, loop ? y : x, gain);
        dae_add(p, t->by_v, x, x, lag);
        dae_add(p, t->by_q, x, x, 1);
        dae_add(p, t->by_q, x, 24, -1);
        if (loop) dae_add(p, t->by_q, y, y, 1 + 0.3 * at->y[0] * at->y[0]);
        if (loop) dae_add(p, t->by_q, y, x, -1);
    } else {
        double feedback = loop ? at->y[0] : at->x[0];
        q[0] -= k0 * at->q[0];
        q[24] += 50 * sin(10 * at->t) - gain * feedback;
        d[0] = lag * at->xd[0] + at->x[0] - at->q[28];
        if (loop) s[0] = at->y[0] + 0.1 * pow(at->y[0], 3) - at->x[0];
    }
    for (int b = 0; b < 4; b++) {
        int i = 6 * b, j = i + 6;
        if (!t) {
            double f = k * (at->q[7 * b + 7] - at->q[7 * b]) + c * (at->v[j] - at->v[i]);
            q[i] += f, q[j] -= f;
            continue;
        }
        for (int m = 0; m < 2; m++)
            for (int n = 0; n < 2; n++) {
                dae_add(p, t->by_q, m ? j : i, n ? j : i, m == n ? k : -k);
                dae_add(p, t->by_v, m ? j : i, n ? j : i, m == n ? c : -c);
            }
    }
    return PH_OK;
}

static void chain_problem(dae_problem *p, int loop)
{
    ph_sym3 J = {1, 1, 1, 0, 0, 0};
    *p = (dae_problem){.force = chain, .coupled = true};
    for (int b = 0; b < 5; b++)
        dae_body(p, 1, J, ph_v3(0.01, 0, 0), ph_quat_identity(), ph_v3(0, 0, 0), ph_v3(0, 0, 0));
    dae_finish(p, 1, loop);
}

typedef struct {
    double x1, x5, X, steps, rejected;
} outcome;

/* h > 0: fixed steps; else tolerance. */
static outcome run(const phk_engine_method *method, double h, double tolerance, int loop)
{
    static dae_problem p;
    chain_problem(&p, loop);
    phk_engine_options o = dae_options();
    o.run.tolerance = tolerance, o.span = 1;
    if (method == &phk_engine_hht) o.run.error = PH_ERROR_PER_STEP;
    phk_engine *e = dae_start(&p, method, &o);
    ph_status status = PH_OK;
    for (int i = 1; e->now.t < 1 && !status; i++)
        status = h > 0 ? e->step(e, i == lround(1 / h) ? 1 : i * h, true) : e->step(e, 1, false);
    CHECK(status == PH_OK);
    if (loop) CHECK_NEAR(e->now.y[0] + 0.1 * pow(e->now.y[0], 3), e->now.x[0], 1e-9);
    outcome out = {e->now.q[0] + 0.07223765971255, e->now.q[28] + 0.07225461007071,
                   e->now.x[0] + 0.07344472202322, (double)e->count.steps,
                   (double)e->count.rejected};
    e->free(e);
    dae_free(&p);
    return out;
}

static void test_fixed(void)
{
    /* second order, also of the state, with every engine */
    static const phk_engine_method *const method[] = {&phk_engine_galpha, &phk_engine_hht,
                                                      &phk_engine_hht_euler};
    for (int m = 0; m < 3; m++) {
        outcome a = run(method[m], 2e-3, 0, 0), b = run(method[m], 1e-3, 0, 0);
        printf("%s: %.2e %.2e, X %.2e %.2e\n", method[m]->info.name, a.x5, b.x5, a.X, b.X);
        CHECK_NEAR(log2(a.x5 / b.x5), 2, 0.1);
        CHECK_NEAR(log2(a.X / b.X), 2, 0.1);
        CHECK(fabs(b.X) < 3e-5);
    }
}

static void test_variable(void)
{
    double before = 0;
    for (double tolerance = 1e-3; tolerance > 5e-6; tolerance /= 10) {
        outcome g = run(&phk_engine_galpha, 0, tolerance, 0);
        printf("galpha %g: %g steps, %g rejected, x5 %.2e, X %.2e\n", tolerance, g.steps,
               g.rejected, g.x5, g.X);
        CHECK(fabs(g.x5) < 20 * tolerance && fabs(g.X) < 20 * tolerance);
        CHECK(g.rejected < 0.2 * g.steps);
        if (before > 0) CHECK(g.steps < 5 * before);
        before = g.steps;
    }
    outcome h = run(&phk_engine_hht, 0, 1e-6, 0);
    printf("hht 1e-6: %g steps, %g rejected, x5 %.2e, X %.2e\n", h.steps, h.rejected, h.x5, h.X);
    CHECK_RATIO(h.steps, 312.0, 0.03);
    CHECK_RATIO(fabs(h.x5), 3.3e-4, 0.05);
}

static void test_loop(void)
{
    for (int m = 0; m < 2; m++) {
        const phk_engine_method *method = m ? &phk_engine_hht : &phk_engine_galpha;
        outcome fine = run(method, 2.5e-4, 0, 1), coarse = run(method, 1e-3, 0, 1);
        outcome chosen = run(method, 0, 1e-6, 1);
        CHECK_NEAR(fine.x5, coarse.x5, 1e-4);
        CHECK_NEAR(fine.x5, chosen.x5, 1e-3);
    }
}

int main(void)
{
    test_fixed();
    test_variable();
    test_loop();
    return TEST_RESULT();
}
