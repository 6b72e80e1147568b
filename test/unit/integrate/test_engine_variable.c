/* SPDX-License-Identifier: BSD-3-Clause
 *
 * test_engine_variable.c -- steps chosen by the engines: how many, how far off, on the pendulum and
 * the heavy top. With an argument: the small tolerances as well.
 */
#include "harness.h"
#include "dae_problems.h"
#include "integrate/stepper.h"

typedef struct {
    double steps, rejected, jacobians, r, turn, closed;
} outcome;

static double largest(const double *a, const double *b, int n)
{
    double sign = 0, most = 0;
    for (int k = 0; k < n; k++) sign += a[k] * b[k];
    for (int k = 0; k < n; k++) most = fmax(most, fabs((sign < 0 ? -1 : 1) * a[k] - b[k]));
    return most;
}

static outcome run(const phk_engine_method *method, bool top, double tolerance, bool plain,
                   bool per_step)
{
    static dae_problem p;
    double end = top ? 1 : 5;
    if (top)
        dae_top(&p);
    else
        dae_pendulum(&p);
    phk_engine_options o = dae_options();
    o.run.tolerance = tolerance, o.span = end, o.run.first_step = top ? 1e-6 : 5e-5;
    o.plain_start = plain, o.run.error = per_step ? PH_ERROR_PER_STEP : -1;
    phk_engine *e = dae_start(&p, method, &o);
    dae_top_reference ref = dae_top_start();
    dae_reference swing = {0, PH_PI / 2, 0, 0};
    outcome out = {0};
    while (e->now.t < end) {
        ph_status status = e->step(e, end, false);
        CHECK(status == PH_OK);
        if (status) break;
        const double *q = e->now.q;
        double g[6], d[1], c[8], s[1], turn[4] = {0};
        ph_vec3 r;
        if (top) {
            dae_top_to(&ref, e->now.t);
            r = dae_top_place(&ref);
            memcpy(turn, ref.y, sizeof turn);
        } else {
            dae_reference_to(&swing, e->now.t);
            r = ph_v3(0, sin(swing.theta), -cos(swing.theta));
            turn[0] = cos(swing.theta / 2), turn[1] = sin(swing.theta / 2);
        }
        out.r = fmax(out.r, ph_norm(ph_sub(ph_v3(q[0], q[1], q[2]), r)));
        out.turn = fmax(out.turn, 2 * largest(q + 3, turn, 4));
        p.dae.residual(&p, &e->now, g, d, c, s);
        for (int k = 0; k < p.dae.nl; k++) out.closed = fmax(out.closed, fabs(c[k]) / tolerance);
    }
    CHECK(e->now.t == end);
    out.steps = (double)e->count.steps;
    out.rejected = (double)e->count.rejected;
    out.jacobians = (double)e->count.jacobians / out.steps;
    printf("%s %g: %g steps, %g rejected, %.2f jacobians, r %.2e, turn %.2e, closed %.1e tol\n",
           top ? "top" : "pendulum", tolerance, out.steps, out.rejected, out.jacobians, out.r,
           out.turn, out.closed);
    CHECK(out.closed < 1e-4);
    e->free(e);
    dae_free(&p);
    return out;
}

/* Error per unit step: global error over tolerance stays the same. */
static void test_galpha(int rows)
{
    static const double swing[] = {282, 862, 2700, 8527}, top[] = {706, 2164, 6862, 21887};
    double low[2] = {1e9, 1e9}, high[2] = {0, 0};
    for (int i = 0; i < rows; i++) {
        double tolerance = pow(10, -3 - i);
        outcome p = run(&phk_engine_galpha, false, tolerance, false, false);
        outcome t = run(&phk_engine_galpha, true, tolerance, false, false);
        CHECK_RATIO(p.steps, swing[i], 0.02);
        CHECK_RATIO(t.steps, top[i], 0.04);
        CHECK_RATIO(p.r / tolerance, 12.5, 0.1);
        CHECK_RATIO(t.turn / tolerance, 1.1, 0.1);
        CHECK(t.r / tolerance < 0.12);
        if (i > 0) CHECK(p.jacobians <= 0.3 && t.jacobians <= 0.3);
        low[0] = fmin(low[0], p.r / tolerance), high[0] = fmax(high[0], p.r / tolerance);
        low[1] = fmin(low[1], t.r / tolerance), high[1] = fmax(high[1], t.r / tolerance);
    }
    CHECK(high[0] / low[0] < 2 && high[1] / low[1] < 3);
}

/* Error per step, plain start. */
static void test_per_step(int rows)
{
    static const double swing[] = {86, 170, 351, 742}, top[] = {135, 217, 417, 852};
    static const double swing_r[] = {1.46e-1, 3.52e-2, 7.63e-3, 1.69e-3};
    static const double top_r[] = {6.0e-4, 5.5e-4, 1.8e-4, 4.4e-5};
    for (int i = 0; i < rows; i++) {
        double tolerance = pow(10, -3 - i);
        outcome p = run(&phk_engine_galpha, false, tolerance, true, true),
                t = run(&phk_engine_galpha, true, tolerance, true, true);
        CHECK_RATIO(p.steps, swing[i], 0.03);
        CHECK_RATIO(t.steps, top[i], 0.05);
        CHECK_RATIO(p.r, swing_r[i], 0.06);
        CHECK_RATIO(t.r, top_r[i], 0.3);
        CHECK(p.rejected <= 12 && t.rejected <= 12);
    }
}

/* HHT per step: errors fall as tolerance^(2/3). */
static void test_hht(void)
{
    outcome a = run(&phk_engine_hht, true, 1e-6, true, true),
            b = run(&phk_engine_hht, true, 1e-7, true, true);
    CHECK_RATIO(a.steps, 1994.0, 0.03);
    CHECK_RATIO(b.steps, 4284.0, 0.03);
    CHECK_RATIO(a.r, 2.2e-3, 0.05);
    CHECK_RATIO(b.r, 4.7e-4, 0.05);
    CHECK_NEAR(log10(a.r / b.r), 2.0 / 3, 0.03);
    a = run(&phk_engine_hht, false, 1e-4, false, true),
    b = run(&phk_engine_hht, false, 1e-6, false, true);
    CHECK_NEAR(log10(a.r / b.r) / 2, 2.0 / 3, 0.05);
}

int main(int argc, char **argv)
{
    (void)argv;
    test_galpha(argc > 1 ? 4 : 3);
    test_per_step(4);
    test_hht();
    return TEST_RESULT();
}
