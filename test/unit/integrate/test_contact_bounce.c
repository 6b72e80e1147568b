/* SPDX-License-Identifier: BSD-3-Clause
 *
 * test_contact_bounce.c -- a ball that falls 1 m and bounces, to tolerances: never further from the
 * truth than 20 tolerances, however stiff the ground is, whatever its law, whenever the run ends,
 * in the air or on the ground. The figures of all runs are printed; those of `ida`, when given an
 * argument, are no check: its test is not made for single impacts at these tolerances. The argument
 * is how many ends are tried.
 */
#include <stdlib.h>
#include "harness.h"
#include "integrate/ida.h"
#include "contact_ball.h"

typedef struct {
    double worst; /* [m] largest error of the height in the air */
    double z, v;  /* at the end */
    double made;  /* [J] largest gain of energy in the air, over that at the start */
    bool failed;
    phk_engine_counts count;
} outcome;

static outcome run(ball *b, const ball_truth *truth, const phk_engine_method *method,
                   double tolerance, double end, bool follow)
{
    phk_engine_options o = dae_options();
    o.run.tolerance = tolerance;
    o.span = end;
    o.follow = follow;
    phk_engine *engine = dae_start(&b->p, method, &o);
    outcome r = {.made = -INFINITY};
    while (engine->now.t < end && !r.failed) {
        r.failed = engine->step(engine, end, false) != PH_OK;
        double z, v;
        if (!ball_at(truth, b->radius, engine->now.t, &z, &v)) continue;
        r.worst = fmax(r.worst, fabs(engine->now.q[2] - z));
        double energy = 0.5 * engine->now.v[2] * engine->now.v[2] + BALL_G * engine->now.q[2];
        if (engine->now.q[2] > b->radius)
            r.made = fmax(r.made, energy - BALL_G * (BALL_FALL + b->radius));
    }
    r.z = engine->now.q[2], r.v = engine->now.v[2];
    r.count = engine->count;
    engine->free(engine);
    return r;
}

/* ---- the table ---- */

typedef struct {
    const char *name;
    int law;
    phk_normal_par par;
} ground;

#define LATEST 2.9 /* [s] */
#define MOST   20  /* [tolerances] an error may be */
static ball_truth truth[8];

static const ground grounds[] = {
    {"Hertz 1e6", PHK_NORMAL_POWER, {.k = 1e6, .e = 1.5}},
    {"Hertz 1e9", PHK_NORMAL_POWER, {.k = 1e9, .e = 1.5}},
    {"Hertz 1e12", PHK_NORMAL_POWER, {.k = 1e12, .e = 1.5}},
    {"power 1e8, e 2.2", PHK_NORMAL_POWER, {.k = 1e8, .e = 2.2}},
    {"Hunt-Crossley 1e6", PHK_NORMAL_POWER, {.k = 1e6, .e = 1.5, .a = 0.05}},
    {"impact 1e6, e 1.5", PHK_NORMAL_IMPACT, {.k = 1e6, .e = 1.5, .c = 20, .d = 1e-4}},
    {"impact, damped at once", PHK_NORMAL_IMPACT, {.k = 1e6, .e = 1, .c = 400, .d = 1e-9}},
};
enum { GROUNDS = sizeof grounds / sizeof *grounds };

static void table(const phk_engine_method *method, bool strict)
{
    double worst = 0;
    for (int g = 0; g < GROUNDS; g++) {
        printf("%-10s %-22s", method->info.name, grounds[g].name);
        for (double tolerance = 1e-3; tolerance > 0.5e-6; tolerance /= 10) {
            const double ends[] = {2, 1.7, LATEST};
            outcome r = {0};
            double share = 0;
            for (int i = 0; i < 3; i++) {
                ball b;
                ball_create(&b, grounds[g].law, grounds[g].par, 1, BALL_R, BALL_FALL);
                outcome now = run(&b, &truth[g], method, tolerance, ends[i], false);
                if (i == 0) r = now;
                share = fmax(share, now.worst / tolerance);
                if (strict) CHECK(!now.failed && now.worst <= MOST * tolerance);
                dae_free(&b.p);
            }
            printf("  %4lld/%-3lld %5.2g (%4.1f)", r.count.steps, r.count.rejected, r.worst, share);
            worst = fmax(worst, share);
        }
        printf("\n");
    }
    printf("%s: at most %.3g tolerances off\n\n", method->info.name, worst);
}

/* ---- whenever a run ends ---- */

/* Ends in the air and on the ground, where a touch may be as short as 0.04 ms: at random places of
 * each flight and touch. What a run may last is also how long its steps may be, so that each of
 * them is another run. */
static void whenever(const phk_engine_method *method, int runs)
{
    double worst = 0, at = 0, stiff = 0;
    int count = 0;
    for (double k = 1e6; k < 2e12; k *= 10)
        for (int i = 0; i < runs; i++) {
            ball b;
            phk_normal_par par = {.k = k, .e = 1.5};
            ball_create(&b, PHK_NORMAL_POWER, par, 1, BALL_R, BALL_FALL);
            const ball_truth f = ball_flies(&b, 1, LATEST);
            const int n = i / 2 % 3;
            const double part = uniform();
            const double to = i % 2 ? f.from[n + 1] : fmin(f.to[n + 1], LATEST);
            const double end = f.to[n] + part * (to - f.to[n]);
            for (double tolerance = 1e-3; tolerance > 0.5e-6; tolerance /= 10) {
                dae_free(&b.p);
                ball_create(&b, PHK_NORMAL_POWER, par, 1, BALL_R, BALL_FALL);
                outcome r = run(&b, &f, method, tolerance, end, false);
                count++;
                r.worst = fmax(r.worst, fabs(r.z - ball_height(&b, 1, &f, end)));
                CHECK(!r.failed && r.worst <= MOST * tolerance);
                if (r.worst > MOST * tolerance)
                    printf("k %g, tolerance %g, end %.17g: %.3g\n", k, tolerance, end,
                           r.worst / tolerance);
                if (r.worst > worst * tolerance) worst = r.worst / tolerance, at = end, stiff = k;
            }
            dae_free(&b.p);
        }
    printf("%s: at most %.3g tolerances off in %d runs (k %.0e, to %.4f s)\n\n", method->info.name,
           worst, count, stiff, at);
}

/* ---- by the scales a run has unless told ---- */

static void follows(const phk_engine_method *method)
{
    double worst = 0;
    for (int g = 0; g < GROUNDS; g++)
        for (double tolerance = 1e-3; tolerance > 0.5e-5; tolerance /= 10) {
            ball b;
            ball_create(&b, grounds[g].law, grounds[g].par, 1, BALL_R, BALL_FALL);
            outcome r = run(&b, &truth[g], method, tolerance, 2, true);
            /* relative to the speed of 4.4 m/s, not to 1 m/s */
            double share = r.worst / tolerance / sqrt(2 * BALL_G);
            worst = fmax(worst, share);
            CHECK(!r.failed && share <= MOST);
            dae_free(&b.p);
        }
    printf("%s, scales that follow the motion: at most %.3g tolerances off\n", method->info.name,
           worst);
}

/* ---- figures of another integrator of order 8 ---- */

static void figures(const phk_engine_method *method)
{
    const double k[] = {1e6, 1e9, 1e12, 1e6}, a[] = {0, 0, 0, 0.3};
    const double z[] = {.9500791036, .9178522280, .9157194014, .1043676907};
    const double v[] = {-1.7150650094, -1.8904336238, -1.9014692596, -.571295978};
    for (int i = 0; i < 4; i++) {
        phk_normal_par par = {.k = k[i], .e = 1.5, .a = a[i]};
        ball b;
        ball_create(&b, PHK_NORMAL_POWER, par, 1, BALL_R, BALL_FALL);
        ball_truth flies = ball_flies(&b, 1, 2);
        outcome r = run(&b, &flies, method, 1e-6, 2, false);
        printf("%s, k %g, a %g: z(2) %.7f (%+.1e), v(2) %.6f (%+.1e), %lld steps, made %.1e J\n",
               method->info.name, k[i], a[i], r.z, r.z - z[i], r.v, r.v - v[i], r.count.steps,
               r.made);
        CHECK_NEAR(r.z, z[i], 2e-5);
        /* small bounces come early or late, and each adds to it */
        CHECK_NEAR(r.v, v[i], a[i] > 0 ? 2e-4 : 5e-5);
        dae_free(&b.p);
    }
}

int main(int argc, char **argv)
{
    const phk_engine_method *mine[] = {&phk_engine_galpha, &phk_engine_hht, &phk_engine_hht_euler};
    for (int g = 0; g < GROUNDS; g++) {
        ball b;
        ball_create(&b, grounds[g].law, grounds[g].par, 1, BALL_R, BALL_FALL);
        truth[g] = ball_flies(&b, 1, LATEST);
        dae_free(&b.p);
    }
    for (int i = 0; i < 3; i++) {
        table(mine[i], true);
        follows(mine[i]);
        figures(mine[i]);
    }
    whenever(&phk_engine_galpha, argc > 1 ? atoi(argv[1]) : 12);
    if (argc > 1) table(&phk_engine_ida, false);
    return TEST_RESULT();
}
