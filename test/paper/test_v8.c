/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The crank drive of models/papers/v8.yaml: speed of the crank against the equation of its one
 * degree of freedom, and against the numbers of an independent implementation of each scheme. With
 * `full` also the finest steps of every scheme.
 */
#include "../build_model.h"
#include "../lab.h"
#include "../../studies/v8.h"

/* The speed at 5, 9 and 15 s (as far as `end`), and the integral of its error to 9 s. */
typedef struct {
    double w5, w9, w15, error;
    phk_engine_counts count;
} outcome;

static outcome drive(const phk_engine_method *method, double alpha, double rho, double h,
                     double end)
{
    lab l = lab_open(must_load("models/papers/v8.yaml"));
    phk_engine_options o = lab_options();
    o.run.alpha = alpha;
    o.run.rho = rho;
    o.plain_start = true;
    o.newton_tolerance = 1e-9;
    phk_engine *e = lab_start(&l, method, &o, h);
    v8_crank c = {0, .3, 0};
    outcome out = {0};
    long steps = lround(end / h);
    for (long k = 1; k <= steps; k++) {
        double t = h * (double)k;
        if (e->step(e, t, true)) printf("%s failed at %g\n", method->info.name, t), exit(1);
        double w = e->now.v[3];
        if (k == lround(5 / h)) out.w5 = w;
        if (k == lround(9 / h)) out.w9 = w;
        if (k == lround(15 / h)) out.w15 = w;
        if (k > lround(9 / h)) continue;
        v8_to(&c, t);
        out.error += h * fabs(w - c.w) * (k == lround(9 / h) ? 0.5 : 1);
    }
    out.count = e->count;
    printf("%-12s h %g: w(9) %.9f, error %.7g, %.3f Jacobians, %.3f iterations per step\n",
           method->info.name, h, out.w9, out.error,
           (double)out.count.jacobians / (double)out.count.steps,
           (double)out.count.iterations / (double)out.count.steps);
    lab_close(&l);
    return out;
}

static void reference(void)
{
    double J, dJ;
    v8_felt(.3, &J, &dJ);
    CHECK_NEAR(J, .072928620619972, 1e-14);
    CHECK_NEAR(dJ, -.000517333000464, 1e-14);
    v8_crank c = {0, .3, 0};
    v8_to(&c, 3);
    CHECK_NEAR(c.w, 82.25591763028162, 1e-9);
    v8_to(&c, 9);
    CHECK_NEAR(c.w, 411.92261034971419, 1e-7);
}

static void orders(int steps)
{
    static const double h[] = {1e-3, 5e-4, 2e-4};
    static const struct {
        const phk_engine_method *method;
        double error[3];
    } want[] = {{&phk_engine_galpha, {12.69815, 2.639718, .5100815}},
                {&phk_engine_hht, {94.58625, 16.72987, 1.429932}},
                {&phk_engine_hht_euler, {92.06968, 16.28933, 1.438003}},
                {&phk_engine_hht_modified, {92.35693, 16.40730, 1.457420}}};
    for (int m = 0; m < 4; m++)
        for (int i = 0; i < steps; i++)
            CHECK_RATIO(drive(want[m].method, NAN, NAN, h[i], 9).error, want[m].error[i], 1e-4);
    CHECK_RATIO(drive(&phk_engine_hht_classic, NAN, NAN, 1e-3, 9).error, 925.7137, 1e-4);
}

static void finest(void)
{
    outcome g = drive(&phk_engine_galpha, NAN, NAN, 1e-4, 15);
    CHECK_NEAR(g.w5, 192.200828806, 1e-6);
    CHECK_NEAR(g.w9, 411.760399916, 5e-6);
    CHECK_RATIO(g.error, .1265971, 1e-4);
    CHECK_NEAR(g.w15, 739.877297320, 1e-3);
    outcome s = drive(&phk_engine_hht, NAN, NAN, 1e-4, 15);
    CHECK_NEAR(s.w5, 192.199160000, 1e-6);
    CHECK_NEAR(s.w9, 411.411722437, 5e-6);
    CHECK_RATIO(s.error, .2960281, 1e-4);
    CHECK_NEAR(s.w15, 737.485746583, 1e-3);
    outcome f = drive(&phk_engine_hht_euler, NAN, NAN, 1e-4, 15);
    CHECK_RATIO(f.error, .3564608, 1e-4);
    CHECK_NEAR(f.w15, 736.343936098, 1e-3);
    outcome m = drive(&phk_engine_hht_modified, NAN, NAN, 1e-4, 15);
    CHECK_RATIO(m.error, .3638129, 1e-4);
    CHECK_NEAR(m.w15, 736.398704535, 1e-3);
    outcome c = drive(&phk_engine_hht_classic, NAN, NAN, 1e-4, 15);
    CHECK_RATIO(c.error, 460.366, 1e-4);
    CHECK_NEAR(c.w5, 163.35, 5e-3);
    CHECK_NEAR(c.w15, 207.21448911, 1e-6);
}

static void fine(void)
{
    outcome g = drive(&phk_engine_galpha, NAN, NAN, 1e-4, 5);
    CHECK_NEAR(g.w5, 192.200828806, 1e-6);
}

int main(int argc, char **argv)
{
    const bool full = argc > 1 && strcmp(argv[1], "full") == 0;
    reference();
    orders(full ? 3 : 2);
    if (full)
        finest();
    else
        fine();
    return TEST_RESULT();
}
