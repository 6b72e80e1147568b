/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What a tolerance means: with `galpha`, error per unit step, the error of the whole run over the
 * tolerance stays the same number whatever the tolerance; steps as an independent implementation
 * took them. With `full` also the tightest tolerances of the two large models.
 */
#include "../build_model.h"
#include "../truth.h"
#include "../../studies/v8.h"

typedef struct {
    double place, turn; /* largest errors over the tolerance */
    phk_engine_counts count;
} outcome;

static void show(const char *name, double tolerance, const outcome *o)
{
    double steps = (double)o->count.steps;
    printf("%-22s %.0e: %6lld steps, %4lld rejected, %.3f Jacobians, %.2f iterations per step, "
           "errors over tolerance %.3g %.3g\n",
           name, tolerance, o->count.steps, o->count.rejected, (double)o->count.jacobians / steps,
           (double)o->count.iterations / steps, o->place, o->turn);
}

static phk_engine *begin(lab *l, double tolerance, double end)
{
    phk_engine_options o = lab_options();
    o.run.tolerance = tolerance;
    o.span = end;
    return lab_start(l, &phk_engine_galpha, &o, 0);
}

static void step(phk_engine *e, double end)
{
    if (e->step(e, end, false)) printf("no step from %g\n", e->now.t), exit(1);
}

static outcome run(const char *path, double tolerance, double end, double fine)
{
    lab l = lab_open(must_load(path));
    phk_engine *e = begin(&l, tolerance, end);
    truth r = truth_open(&l, fine);
    outcome o = {0};
    while (e->now.t < end) {
        step(e, end);
        truth_to(&r, e->now.t);
        truth_compare(&r, e->now.q, &o.place, &o.turn);
    }
    o.place /= tolerance;
    o.turn /= tolerance;
    o.count = e->count;
    show(path, tolerance, &o);
    truth_close(&r);
    lab_close(&l);
    return o;
}

/* The crank drive has its own equation: place of piston1 along its bore, angle of the crank. */
static outcome run_v8(double tolerance)
{
    lab l = lab_open(must_load("models/papers/v8.yaml"));
    phk_engine *e = begin(&l, tolerance, 5);
    v8_crank c = {0, .3, 0};
    outcome o = {0};
    int piston = -1;
    for (int i = 0; i < ph_model_bodies(l.model); i++)
        if (strcmp(ph_model_body_name(l.model, i), "piston1") == 0) piston = i;
    while (e->now.t < 5) {
        step(e, 5);
        v8_to(&c, e->now.t);
        const double *p = e->now.q + 7 * piston, *q = e->now.q + 3;
        double along = (p[2] - p[1]) / sqrt(2); /* bore of bank 1: (0, -1, 1)/sqrt 2 */
        o.place = fmax(o.place, fabs(along - v8_piston(c.theta)));
        /* angle of the crank against the reference, wound back to a turn */
        double angle = remainder(2 * atan2(q[1], q[0]) - c.theta, 2 * PH_PI);
        o.turn = fmax(o.turn, fabs(angle));
    }
    o.place /= tolerance;
    o.turn /= tolerance;
    o.count = e->count;
    show("v8", tolerance, &o);
    lab_close(&l);
    return o;
}

static void check(const char *name, int tolerances, const outcome *o, const double *steps)
{
    double least[2] = {INFINITY, INFINITY}, most[2] = {0, 0};
    for (int i = 0; i < tolerances; i++) {
        CHECK_RATIO((double)o[i].count.steps, steps[i], 0.15);
        double x[2] = {o[i].place, o[i].turn};
        for (int k = 0; k < 2; k++) {
            least[k] = fmin(least[k], x[k]);
            most[k] = fmax(most[k], x[k]);
        }
    }
    printf("%s: error over tolerance varies by %.2f and %.2f\n", name, most[0] / least[0],
           most[1] / least[1]);
    CHECK(most[0] / least[0] < 10 && most[1] / least[1] < 10);
    CHECK((double)o[1].count.jacobians <= 0.3 * (double)o[1].count.steps);
}

int main(int argc, char **argv)
{
    const bool full = argc > 1 && strcmp(argv[1], "full") == 0;
    static const double tolerance[] = {1e-3, 1e-4, 1e-5, 1e-6};
    static const struct {
        const char *path;
        double end, fine, steps[4];
        int tolerances;
    } model[] = {
        {"models/pendulum.yaml", 5, 1e-3, {282, 862, 2700, 8527}, 4},
        {"models/papers/heavy-top.yaml", 1, 5e-5, {706, 2164, 6862, 21887}, 4},
        {"models/spatial-slider-crank.yaml", 2, 1e-4, {1428, 4449, 14124, 44681}, 3},
    };
    outcome o[4];
    for (int m = 0; m < 3; m++) {
        const int n = full ? 4 : model[m].tolerances;
        for (int i = 0; i < n; i++)
            o[i] = run(model[m].path, tolerance[i], model[m].end, model[m].fine);
        check(model[m].path, n, o, model[m].steps);
    }
    static const double steps[] = {10474, 33536, 107846, 340856};
    const int n = full ? 4 : 2;
    for (int i = 0; i < n; i++) o[i] = run_v8(tolerance[i]);
    check("v8", n, o, steps);
    return TEST_RESULT();
}
