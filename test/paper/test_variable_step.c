/* SPDX-License-Identifier: BSD-3-Clause
 *
 * test_variable_step.c -- closed loops with chosen and with fixed steps: the spatial slider-crank
 * with its rotor, and the V8 drive. The trajectory of the slider-crank is extrapolated from two
 * runs with small steps, and its end known from an independent computation. With `full` also the
 * tightest tolerances.
 */
#include "../build_model.h"
#include "../lab.h"

enum { INSTANTS = 200 };
static double path[INSTANTS + 1][7]; /* of the crank: place and quaternion, every 0.01 s */
static double coupler[INSTANTS + 1][4];

static void make_path(void)
{
    static double coarse[INSTANTS + 1][11], fine[INSTANTS + 1][11];
    for (int k = 0; k < 2; k++) {
        double h = k ? 2.5e-5 : 5e-5;
        lab l = lab_open(must_load("models/spatial-slider-crank.yaml"));
        phk_engine_options o = lab_options();
        o.newton_tolerance = 1e-11;
        phk_engine *e = lab_start(&l, &phk_engine_galpha, &o, h);
        int every = (int)lround(0.01 / h);
        for (int i = 1; i <= every * INSTANTS; i++) {
            CHECK(e->step(e, i * h, true) == PH_OK);
            if (i % every) continue;
            double *to = (k ? fine : coarse)[i / every];
            memcpy(to, e->now.q, 7 * sizeof *to);
            memcpy(to + 7, e->now.q + 10, 4 * sizeof *to);
        }
        if (k) CHECK_NEAR(e->now.v[3], 22.0032241072, 2e-4);
        lab_close(&l);
    }
    for (int i = 1; i <= INSTANTS; i++)
        for (int k = 0; k < 11; k++) {
            double x = fine[i][k] + (fine[i][k] - coarse[i][k]) / 3;
            if (k < 7)
                path[i][k] = x;
            else
                coupler[i][k - 7] = x;
        }
    CHECK_NEAR(path[INSTANTS][1], 0.110617396278, 2e-9);
    CHECK_NEAR(path[INSTANTS][2], 0.081434848681, 2e-9);
}

/* Errors of the crank's place and of the turns, largest over the instants. */
typedef struct {
    double r, turn;
    phk_engine_counts count;
} outcome;

static void compare(const phk_engine *e, int i, outcome *out)
{
    const double *q = e->now.q, *p = path[i];
    double d[3] = {q[0] - p[0], q[1] - p[1], q[2] - p[2]}, dot[2] = {0, 0};
    out->r = fmax(out->r, sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]));
    for (int k = 0; k < 4; k++) dot[0] += q[3 + k] * p[3 + k], dot[1] += q[10 + k] * coupler[i][k];
    for (int k = 0; k < 4; k++) {
        out->turn = fmax(out->turn, 2 * fabs((dot[0] < 0 ? -1 : 1) * q[3 + k] - p[3 + k]));
        out->turn = fmax(out->turn, 2 * fabs((dot[1] < 0 ? -1 : 1) * q[10 + k] - coupler[i][k]));
    }
}

/* h > 0: fixed steps, plain start. Otherwise chosen ones, which end at every instant. */
static outcome run(const phk_engine_method *method, double alpha, double rho, double h,
                   double tolerance)
{
    lab l = lab_open(must_load("models/spatial-slider-crank.yaml"));
    phk_engine_options o = lab_options();
    o.run.alpha = alpha, o.run.rho = rho, o.run.tolerance = tolerance, o.span = 2;
    o.plain_start = h > 0, o.fresh = h > 0;
    phk_engine *e = lab_start(&l, method, &o, 0);
    outcome out = {0};
    int every = h > 0 ? (int)lround(0.01 / h) : 0;
    for (int i = 1; h > 0 && i <= every * INSTANTS; i++) {
        CHECK(e->step(e, i * h, true) == PH_OK);
        if (i % every == 0) compare(e, i / every, &out);
    }
    while (h == 0 && e->now.t < 2) {
        ph_status status = e->step(e, 2, false);
        CHECK(status == PH_OK);
        if (status) break;
    }
    if (h == 0) compare(e, INSTANTS, &out);
    out.count = e->count;
    lab_close(&l);
    return out;
}

static void test_fixed(void)
{
    static const struct {
        const phk_engine_method *method;
        double alpha, rho, coarse, fine;
    } want[] = {{&phk_engine_hht, -0.3, NAN, 9.24e-4, 1.77e-4},
                {&phk_engine_galpha, -0.3, NAN, 6.79e-4, 1.46e-4},
                {&phk_engine_hht, NAN, 2.0 / 3, 4.84e-4, 1.09e-4},
                {&phk_engine_hht, NAN, 0.8, 3.64e-4, 8.88e-5},
                {&phk_engine_galpha, NAN, 0.8, 3.53e-4, 8.75e-5}};
    for (size_t i = 0; i < sizeof want / sizeof *want; i++) {
        double a = run(want[i].method, want[i].alpha, want[i].rho, 1e-3, 0).r;
        double b = run(want[i].method, want[i].alpha, want[i].rho, 5e-4, 0).r;
        CHECK_RATIO(a, want[i].coarse, 0.01);
        CHECK_RATIO(b, want[i].fine, 0.01);
    }
}

static void test_chosen(int tolerances)
{
    static const double steps[] = {1428, 4449, 14124, 44681};
    double low = 1e9, high = 0;
    for (int i = 0; i < tolerances; i++) {
        double tolerance = pow(10, -3 - i);
        outcome o = run(&phk_engine_galpha, NAN, NAN, 0, tolerance);
        double jacobians = (double)o.count.jacobians / (double)o.count.steps;
        printf("slider-crank %g: %lld steps, %lld rejected, %.2f jacobians, r %.2f tol, turn %.1f "
               "tol\n",
               tolerance, o.count.steps, o.count.rejected, jacobians, o.r / tolerance,
               o.turn / tolerance);
        CHECK_RATIO((double)o.count.steps, steps[i], 0.03);
        if (i > 0) CHECK(jacobians <= 0.3);
        low = fmin(low, o.r / tolerance), high = fmax(high, o.r / tolerance);
    }
    CHECK(high / low < 3);
}

/* The angle of the crank at 5 s, against the equation of its one degree of freedom. */
static void test_v8(int tolerances)
{
    static const double steps[] = {10474, 33536, 107846};
    double low = 1e9, high = 0;
    for (int i = 0; i < tolerances; i++) {
        lab l = lab_open(must_load("models/papers/v8.yaml"));
        phk_engine_options o = lab_options();
        o.run.tolerance = pow(10, -3 - i), o.span = 5;
        phk_engine *e = lab_start(&l, &phk_engine_galpha, &o, 0);
        ph_status status = PH_OK;
        while (e->now.t < 5 && !status) status = e->step(e, 5, false);
        CHECK(status == PH_OK);
        double w = fabs(e->now.v[3] - 192.20299855999939) / o.run.tolerance;
        double jacobians = (double)e->count.jacobians / (double)e->count.steps;
        printf("V8 %g: %lld steps, %lld rejected, %.2f jacobians, speed %.1f tol\n",
               o.run.tolerance, e->count.steps, e->count.rejected, jacobians, w);
        CHECK_RATIO((double)e->count.steps, steps[i], 0.05);
        CHECK(jacobians <= 0.3);
        low = fmin(low, w), high = fmax(high, w);
        lab_close(&l);
    }
    CHECK(high / low < 10);
}

int main(int argc, char **argv)
{
    const bool full = argc > 1 && strcmp(argv[1], "full") == 0;
    make_path();
    test_fixed();
    test_chosen(full ? 4 : 3);
    test_v8(full ? 3 : 2);
    return TEST_RESULT();
}
