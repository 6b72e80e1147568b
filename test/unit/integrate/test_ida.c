/* SPDX-License-Identifier: BSD-3-Clause
 *
 * IDA behind the interface of engines: errors that follow the tolerance, constraints kept, ends of
 * steps hit, restarts, ways back, states, looks within steps, and failures that leave the state as
 * it was.
 */
#include "dae_problems.h"
#include "harness.h"
#include "integrate/ida.h"
#include "toy.h"

typedef struct {
    double error, spin;  /* at the end: position, angular velocity */
    double drift, rate;  /* worst of the constraints on positions and on velocities */
    double acceleration; /* at the end, against the residual of the balance */
    phk_engine_counts count;
} outcome;

/* Position and angular velocity at the end, by the references of the top and the pendulum. */
static void compare(const phk_engine *e, bool top, outcome *o)
{
    static const double top_r[3] = {0.1733439640983862, 0.6400885920705687, -0.7484907911335808},
                        top_w[3] = {-0.822078101682705, 150, -5.923291348117336};
    const double theta = 1.56588938407642, omega = -0.29584060479172, *q = e->now.q, *v = e->now.v;
    if (!top) {
        o->error = fabs(fabs(atan2(q[1], -q[2])) - theta);
        o->spin = fabs(fabs(v[3]) - fabs(omega));
        return;
    }
    for (int i = 0; i < 3; i++) {
        o->error = fmax(o->error, fabs(q[i] - top_r[i]));
        o->spin = fmax(o->spin, fabs(v[3 + i] - top_w[i]));
    }
}

/* What the constraints and the balance of forces say of the state. */
static void look(const dae_problem *p, const phk_engine *e, outcome *o)
{
    double g[12], d[4], c[12], s[4], rate[12];
    const phk_dae *dae = &p->dae;
    CHECK(dae->residual(dae->self, &e->now, g, d, c, s) == PH_OK);
    CHECK(dae->rates(dae->self, &e->now, rate, NULL) == PH_OK);
    for (int i = 0; i < dae->nl; i++) {
        o->drift = fmax(o->drift, fabs(c[i]));
        o->rate = fmax(o->rate, fabs(rate[i]));
    }
    o->acceleration = 0;
    for (int i = 0; i < 3; i++)
        o->acceleration = fmax(o->acceleration, fabs(g[i] + p->mass[0] * e->now.a[i]));
    CHECK_NEAR(e->now.q[3] * e->now.q[3] + e->now.q[4] * e->now.q[4] + e->now.q[5] * e->now.q[5] +
                   e->now.q[6] * e->now.q[6],
               1, 1e-15);
}

static outcome run(const phk_engine_method *method, bool top, double tolerance)
{
    dae_problem *p = calloc(1, sizeof *p);
    if (top)
        dae_top(p);
    else
        dae_pendulum(p);
    phk_engine_options options = dae_options();
    options.run.tolerance = tolerance;
    phk_engine *e = dae_start(p, method, &options);
    outcome o = {0};
    double end = top ? 1 : 5;
    while (e->now.t < end) {
        double before = e->now.t;
        ph_status status = e->step(e, end, false);
        CHECK(status == PH_OK);
        if (status) break;
        CHECK(e->now.t > before && e->now.t <= end && e->h > 0 && e->error <= 1);
        look(p, e, &o);
    }
    CHECK(e->now.t == end);
    compare(e, top, &o);
    o.count = e->count;
    e->free(e);
    dae_free(p);
    free(p);
    return o;
}

static void test_tolerance(void)
{
    /* with all that Newton leaves by IDA's own measure the top takes 1581, 3684 and 7281 */
    static const int most[2][3] = {{200, 450, 900}, {600, 1100, 3000}};
    for (int top = 0; top < 2; top++) {
        for (int k = 0; k < 3; k++) {
            double tolerance = k == 0 ? 1e-4 : k == 1 ? 1e-6 : 1e-8;
            outcome o = run(&phk_engine_ida, top, tolerance);
            printf("ida %s %.0e: %lld steps, error %.2g, %.2g, drift %.2g, %.2g\n",
                   top ? "top" : "pendulum", tolerance, o.count.steps, o.error, o.spin, o.drift,
                   o.rate);
            printf("  %lld rejected, %lld iterations, %lld matrices, %lld failures\n",
                   o.count.rejected, o.count.iterations, o.count.jacobians, o.count.failures);
            CHECK(o.error < 300 * tolerance && o.drift < tolerance);
            CHECK(o.spin < 3000 * tolerance && o.rate < 1000 * tolerance);
            /* accelerations come from the formula, not from the balance: an order less */
            CHECK(o.acceleration < 3e4 * sqrt(tolerance) && o.acceleration > 0);
            CHECK(o.count.steps < most[top][k] && o.count.rejected < 80);
            CHECK(o.count.failures <= 1 && o.count.jacobians < o.count.steps);
            CHECK(o.count.iterations < 6 * o.count.steps);
            CHECK(o.count.longest == 0 && o.count.shortest == 0);
        }
        double coarse = run(&phk_engine_ida_index3, top, 1e-5).error;
        outcome fine = run(&phk_engine_ida_index3, top, 1e-9);
        CHECK(fine.error < 1e-3 && fine.error < coarse / 300 && fine.drift < 5e-9);
    }
}

/* A fixed step ends where it should, to the bit, and is as good as its tolerance. */
static void test_fixed(void)
{
    dae_problem *p = calloc(1, sizeof *p);
    dae_pendulum(p);
    phk_engine_options options = dae_options();
    options.run.tolerance = 0;
    phk_engine *e = dae_start(p, &phk_engine_ida, &options);
    for (int k = 1; k <= 50; k++) {
        CHECK(e->step(e, k * 0.1, true) == PH_OK);
        CHECK(e->now.t == k * 0.1);
        CHECK_NEAR(e->h, 0.1, 1e-15);
    }
    CHECK(e->count.steps > 100);
    outcome o = {0};
    compare(e, false, &o);
    CHECK(o.error < 1e-4);
    e->free(e);
    dae_free(p);
    free(p);
}

/* Limits close to each other leave no tiny steps behind, which index 3 would not survive. */
static void test_close_limits(void)
{
    dae_problem *p = calloc(1, sizeof *p);
    dae_top(p);
    phk_engine_options options = dae_options();
    options.run.tolerance = 1e-6;
    phk_engine *e = dae_start(p, &phk_engine_ida_index3, &options);
    ph_status status = PH_OK;
    for (int k = 1; k <= 1000 && !status; k++) status = e->step(e, k * 1e-3, true);
    CHECK(status == PH_OK && e->now.t == 1);
    outcome o = {0};
    compare(e, true, &o);
    CHECK(o.error < 0.1);
    e->free(e);
    dae_free(p);
    free(p);
}

/* A restart in the middle, and then all the way back. */
static void test_restart(void)
{
    dae_problem *p = calloc(1, sizeof *p);
    dae_pendulum(p);
    phk_engine_options options = dae_options();
    options.run.tolerance = 1e-8;
    phk_engine *e = dae_start(p, &phk_engine_ida, &options);
    double q[7], v[6];
    while (e->now.t < 2.5) CHECK(e->step(e, 2.5, false) == PH_OK);
    memcpy(q, e->now.q, sizeof q);
    memcpy(v, e->now.v, sizeof v);
    long long steps = e->count.steps;
    phk_point state = {.t = 2.5, .q = q, .v = v};
    CHECK(e->start(e, &state, 1e-5) == PH_OK);
    CHECK(e->count.restarts == 1 && e->count.steps == steps);
    CHECK(e->step(e, 5, false) == PH_OK);
    CHECK_NEAR(e->h, 1e-5, 1e-15);
    CHECK(e->count.steps == steps + 1);
    while (e->now.t < 5) CHECK(e->step(e, 5, false) == PH_OK);
    outcome o = {0};
    compare(e, false, &o);
    CHECK(o.error < 5e-6);
    memcpy(q, e->now.q, sizeof q);
    memcpy(v, e->now.v, sizeof v);
    state.t = 5;
    CHECK(e->start(e, &state, 0) == PH_OK);
    while (e->now.t > 0) {
        ph_status status = e->step(e, 0, false);
        CHECK(status == PH_OK && e->h < 0);
        if (status) break;
    }
    for (int i = 0; i < 7; i++) CHECK_NEAR(e->now.q[i], p->q[i], 2e-5);
    for (int i = 0; i < 6; i++) CHECK_NEAR(e->now.v[i], p->v[i], 1e-4);
    e->free(e);
    dae_free(p);
    free(p);
}

/* Five masses on a line, stiff springs, a control state : what is known at t = 1. */
static void chain(const phk_point *p, double *g, double *d, double *c, double *s)
{
    (void)c, (void)s;
    const double ground = 1e3, stiff = 1e7, damper = 1e2, gain = 200, lag = 0.02;
    for (int i = 0; i < 15; i++) g[i] = 0;
    g[0] += ground * p->q[0];
    for (int m = 0; m < 4; m++) {
        double force =
            stiff * (p->q[3 * m + 3] - p->q[3 * m]) + damper * (p->v[3 * m + 3] - p->v[3 * m]);
        g[3 * m] -= force;
        g[3 * m + 3] += force;
    }
    g[12] -= 50 * sin(10 * p->t) - gain * p->x[0];
    d[0] = lag * p->xd[0] + p->x[0] - p->q[12];
}

static void test_states(void)
{
    toy t;
    toy_create(&t, "vvvvv", 1, 0, 0);
    t.rows = chain;
    for (int m = 0; m < 5; m++) t.cell[m].mass = 1;
    double q[15] = {0}, v[15] = {0}, x[1] = {0};
    for (int m = 0; m < 5; m++) q[3 * m] = 0.01;
    for (double tolerance = 1e-5; tolerance > 1e-8; tolerance /= 100) {
        phk_engine_options options = dae_options();
        options.run.tolerance = tolerance;
        phk_engine *e;
        CHECK(phk_engine_ida.create(&t.dae, &options, &e) == PH_OK);
        phk_point start = {.q = q, .v = v, .x = x};
        CHECK(e->start(e, &start, 0) == PH_OK);
        CHECK_NEAR(e->now.xd[0], 0.01 / 0.02, 1e-12);
        CHECK_NEAR(e->now.a[0], -10, 1e-9);
        while (e->now.t < 1) CHECK(e->step(e, 1, false) == PH_OK);
        CHECK_NEAR(e->now.q[0], -0.07223765971255, 20 * tolerance);
        CHECK_NEAR(e->now.q[12], -0.07225461007071, 20 * tolerance);
        CHECK_NEAR(e->now.x[0], -0.07344472202322, 20 * tolerance);
        e->free(e);
    }
    toy_free(&t);
}

/* Steps at their bounds are counted: the longest is a fiftieth of the span unless told. */
static void test_bounds(void)
{
    dae_problem *p = calloc(1, sizeof *p);
    dae_pendulum(p);
    for (int k = 0; k < 3; k++) {
        phk_engine_options options = dae_options();
        options.run.tolerance = 1e-2;
        options.span = 1;
        options.run.max_step = k == 1 ? 1e-3 : 0;
        options.run.min_step = k == 2 ? 0.02 : 0;
        double longest = k == 1 ? 1e-3 : 0.02;
        phk_engine *e = dae_start(p, &phk_engine_ida, &options);
        long long at_longest = 0;
        while (e->now.t < 1) {
            CHECK(e->step(e, 1, false) == PH_OK && e->h <= longest * (1 + 1e-12));
            at_longest += e->h >= longest * (1 - 1e-9);
        }
        CHECK(e->count.longest == at_longest && at_longest > 20);
        CHECK(k == 2 ? e->count.shortest > 20 : e->count.shortest == 0);
        e->free(e);
    }
    dae_free(p);
    free(p);
}

/* Barriers of 20 mm that push back: thinner than a long step is wide, at 1 m/s. Two masses fly at
 * them, the second one held to a third by a spring that is stiff in such steps. */
static double barrier(double x)
{
    double depth = x > 0.5 && x < 0.52 ? x - 0.5 : 0;
    return 1e6 * depth * (0.02 - depth) / 0.02;
}

static void barriers(const phk_point *p, double *g, double *d, double *c, double *s)
{
    (void)d, (void)c, (void)s;
    for (int i = 0; i < 9; i++) g[i] = 0;
    g[0] += barrier(p->q[0]);
    g[3] += barrier(p->q[3] - 4);
    double force = 1e6 * (p->q[6] - p->q[3]) + 1e3 * (p->v[6] - p->v[3]);
    g[3] -= force;
    g[6] += force;
}

static void test_barriers(void)
{
    toy t;
    toy_create(&t, "vvv", 0, 0, 0);
    t.rows = barriers;
    for (int m = 0; m < 3; m++) t.cell[m].mass = 1;
    double q[9] = {0}, v[9] = {1, 0, 0, 1, 0, 0, 1, 0, 0}, longest = 0;
    phk_engine_options options = dae_options();
    options.run.tolerance = 1e-5;
    options.span = 10;
    phk_engine *e;
    CHECK(phk_engine_ida.create(&t.dae, &options, &e) == PH_OK);
    phk_point start = {.q = q, .v = v};
    CHECK(e->start(e, &start, 0) == PH_OK);
    while (e->now.t < 10 && e->step(e, 10, false) == PH_OK)
        if (e->now.t > 6) longest = fmax(longest, e->h);
    printf("barriers: %lld steps, %lld rejected, %lld residuals, then %g and %g m/s\n",
           e->count.steps, e->count.rejected, e->count.residuals, e->now.v[0], e->now.v[3]);
    CHECK(e->now.t == 10);
    CHECK_NEAR(e->now.v[0], -1, 1e-3);
    CHECK(e->now.v[3] < -0.8);
    /* behind them steps are long again */
    CHECK(longest > 0.1 && e->count.residuals < 2000);
    e->free(e);
    toy_free(&t);
}

/* A torque that is no number after t = 0.3. */
static ph_status breaks(dae_problem *p, const phk_point *at, double *q, double *d, double *s,
                        phk_tangents *tangents)
{
    (void)p, (void)d, (void)s, (void)tangents;
    if (at->t > 0.3) return PH_E_NONFINITE;
    if (q) q[3] += 0;
    return PH_OK;
}

static void test_failure(void)
{
    dae_problem *p = calloc(1, sizeof *p);
    dae_pendulum(p);
    p->force = breaks;
    phk_engine_options options = dae_options();
    options.run.tolerance = 1e-6;
    phk_engine *e = dae_start(p, &phk_engine_ida, &options);
    ph_status status = PH_OK;
    double q[7], t = 0;
    for (int k = 0; k < 10000 && !status; k++) {
        memcpy(q, e->now.q, sizeof q);
        t = e->now.t;
        status = e->step(e, 1, false);
    }
    CHECK(status == PH_E_NONFINITE);
    CHECK(e->now.t == t && t <= 0.3 && t > 0.25);
    CHECK(memcmp(q, e->now.q, sizeof q) == 0);
    CHECK(e->failure.status == PH_E_NONFINITE && e->failure.evaluation);
    CHECK(e->failure.t >= t && e->failure.h > 0);
    e->free(e);
    dae_free(p);
    free(p);
}

/* A tolerance no step can meet ends with a message, not in a loop. */
static void test_too_fine(void)
{
    dae_problem *p = calloc(1, sizeof *p);
    dae_top(p);
    phk_engine_options options = dae_options();
    options.run.tolerance = 1e-18;
    phk_engine *e = dae_start(p, &phk_engine_ida, &options);
    ph_status status = PH_OK;
    for (int k = 0; k < 1000 && !status; k++) status = e->step(e, 1, false);
    CHECK(status == PH_E_SOLVE && e->failure.status == PH_E_SOLVE);
    e->free(e);
    dae_free(p);
    free(p);
}

int main(void)
{
    if (!phk_engine_ida.create) TEST_SKIP("SUNDIALS is not in this build");
    test_tolerance();
    test_fixed();
    test_close_limits();
    test_restart();
    test_states();
    test_bounds();
    test_barriers();
    test_failure();
    test_too_fine();
    return TEST_RESULT();
}
