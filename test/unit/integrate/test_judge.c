/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The error test of judge.c: what a step does to the energy of stiff modes must show in it. Balls
 * come back from floors of any stiffness to where they came from, whenever the run ends; a pendulum
 * on a spring far stiffer than the steps resolve makes no energy. And per step the tolerance means
 * something else. A model made smaller and faster takes the same steps, with ida too.
 */
#include "text_model.h"

/* ---- a ball, dropped 1 m onto a floor that gives all back ---- */

enum { FALL = 1 };
static const double gravity = 9.81; /* [m/s^2] */

typedef struct {
    double from, to; /* [s] times of interest */
    double most;     /* [m] height reached in them */
} apex;

static ph_status note_apex(void *user, const ph_sim *sim, const double *row)
{
    apex *a = user;
    if (row[0] > a->to) return PH_STOPPED;
    if (row[0] >= a->from) a->most = fmax(a->most, row[column_of(sim, "ball", "pos", 2)]);
    return PH_OK;
}

/* [s] half the time the ball is in touch, about: a quarter cycle at the deepest place. */
static double touch(double k, double e)
{
    double depth = pow((e + 1) * gravity * FALL / k, 1 / (e + 1));
    return 1.6 * depth / sqrt(2 * gravity * FALL);
}

/* Height of the second apex over that of the first. */
static double comes_back(const char *law, double k, double e, double end, const char *engine,
                         double tolerance, long long *steps)
{
    double fall = sqrt(2 * FALL / gravity), back = 2 * (fall + touch(k, e));
    apex a = {.from = fall + 2 * touch(k, e), .to = back + 0.3 * fall};
    ph_model *model =
        text_model("gravity: [0, 0, -%g]\n"
                   "parameters: {k: %g, e: %g}\n"
                   "bodies:\n"
                   "  ball: {mass: 1, inertia: [0.1, 0.1, 0.1], position: [0, 0, %d]}\n"
                   "forces:\n"
                   "  floor: {type: force, on: ball, force: [0, 0, \"%s\"]}\n"
                   "simulate: {end: %g, every: 0.005}\n",
                   gravity, k, e, FALL, law, end);
    ph_options o = text_options(model, engine, tolerance);
    if (tolerance > 0) text_scale_one(&o);
    text_outcome r = text_run(model, &o, note_apex, &a);
    CHECK(r.status == PH_STOPPED || r.status == PH_OK);
    *steps += r.stats.steps;
    ph_model_free(model);
    return a.most / FALL;
}

static const char *const soft = "impact(ball.pos.z, ball.vel.z, 0, k, e, 0, 1e-4)";
static const char *const penalty = "if(ball.pos.z: k*(-ball.pos.z)^e, 0, 0)";

static void balls(void)
{
    for (int i = 0; i < TEXT_ENGINES; i++) {
        double low = 1, high = 1;
        long long steps = 0;
        for (double k = 1e4; k < 2e12; k *= 100)
            for (double e = 1; e < 2.3; e += 0.6)
                for (int law = 0; law < 2; law++) {
                    double end[2] = {2.2, 100}, tolerance[3] = {0, 1e-3, 3e-5};
                    for (int j = 0; j < 2; j++) {
                        double x = comes_back(law ? penalty : soft, k, e, end[j], text_engine[i],
                                              tolerance[law ? 1 + j : 0], &steps);
                        if (!(fabs(x - 1) < 0.05))
                            printf("%s k %g e %g end %g: comes back to %g\n", law ? "if" : "impact",
                                   k, e, end[j], x);
                        CHECK_NEAR(x, 1, 0.05);
                        low = fmin(low, x), high = fmax(high, x);
                    }
                }
        printf("balls, %s: back to %.4f .. %.4f of the height, %lld steps\n", text_engine[i], low,
               high, steps);
    }
    /* whenever the run ends, and so however long its steps may be */
    for (int i = 0; i < TEXT_ENGINES; i++)
        for (double end = 1.6; end <= 100; end *= 1.5) {
            long long steps = 0;
            CHECK_NEAR(comes_back(soft, 1e8, 1.5, end, text_engine[i], 0, &steps), 1, 0.05);
        }
}

/* ---- a ball on a floor whose damping is there at once, and takes energy at every bounce ---- */

typedef struct {
    double energy; /* [J] the least so far, in flight */
    double gained; /* [J] most above it later on */
} losses;

static ph_status note_losses(void *user, const ph_sim *sim, const double *row)
{
    losses *l = user;
    double z = row[column_of(sim, "ball", "pos", 2)], v = row[column_of(sim, "ball", "vel", 2)];
    double energy = 0.5 * v * v + gravity * z;
    if (z <= 0) return PH_OK;
    l->gained = fmax(l->gained, energy - l->energy);
    l->energy = fmin(l->energy, energy);
    return PH_OK;
}

static void damped_balls(void)
{
    for (int i = 0; i < TEXT_ENGINES; i++) {
        double worst = 0;
        for (double depth = 1e-7; depth < 2e-5; depth *= 1.3) {
            double k = 3 * gravity * FALL / pow(depth, 3), c = 0.56 * sqrt(k * depth);
            losses l = {.energy = INFINITY};
            ph_model *model = text_model(
                "gravity: [0, 0, -%g]\n"
                "bodies:\n"
                "  ball: {mass: 1, inertia: [0.004, 0.004, 0.004], position: [0, 0, %d]}\n"
                "forces:\n"
                "  floor: {type: force, on: ball, force: [0, 0,"
                " \"if(ball.pos.z: %.17g*ball.pos.z^2 - %.17g*ball.vel.z, 0, 0)\"]}\n"
                "simulate: {end: 2.2, every: 0.01, scale: {length: 1, angle: 1, time: 0.23}}\n",
                gravity, FALL, k, c);
            ph_options o = text_options(model, text_engine[i], 1e-3);
            text_outcome r = text_run(model, &o, note_losses, &l);
            CHECK(r.status == PH_OK);
            worst = fmax(worst, l.gained);
            ph_model_free(model);
        }
        printf("damped balls, %s: at most %.2g J gained\n", text_engine[i], worst);
        CHECK(worst < 0.01 * gravity * FALL);
    }
}

/* ---- a pendulum on a spring of 3e9 N/m, at the defaults ---- */

typedef struct {
    double made; /* [J] largest that the integrator made or lost */
    double off;  /* [m] furthest the bob was from the circle */
} books;

static ph_status note_books(void *user, const ph_sim *sim, const double *row)
{
    books *b = user;
    const double *p = row + column_of(sim, "bob", "pos", 0);
    b->made = fmax(b->made, fabs(row[column_of(sim, "energy", "numerical", 0)]));
    b->off = fmax(b->off, fabs(sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2]) - 1));
    return PH_OK;
}

static void pendulum(void)
{
    ph_model *model = text_model(
        "gravity: [0, 0, -9.81]\n"
        "bodies: {bob: {mass: 1, inertia: [0.01, 0.01, 0.01], position: [0, 1, 0]}}\n"
        "forces:\n"
        "  rod: {type: spring_damper, on: bob, reaction: ground, stiffness: 3e9, length: 1}\n"
        "simulate: {end: 10, every: 0.01}\n");
    for (int i = 0; i < TEXT_ENGINES; i++) {
        books b = {0};
        ph_options o = text_options(model, text_engine[i], 0);
        text_outcome r = text_run(model, &o, note_books, &b);
        printf("pendulum on a spring, %s: %lld steps, %.2g of %.2g J made, %.2g m off the circle\n",
               text_engine[i], r.stats.steps, b.made, r.stats.largest_energy, b.off);
        CHECK(r.status == PH_OK && r.t == 10);
        CHECK(b.made < 0.02 * 9.81 && b.off < 1e-6);
    }
    ph_model_free(model);
}

/* ---- per unit step, or per step ---- */

/* A pendulum of small swings; `more` goes into `simulate`. */
static ph_model *swing(const char *more)
{
    return text_model(
        "gravity: [0, 0, -9.81]\n"
        "bodies:\n"
        "  bob: {mass: 1, inertia: [0.01, 0.01, 0.01], position: [0.1, 0, -0.9949874371066199]}\n"
        "joints: {hinge: {type: revolute, between: [ground, bob], axis: [0, 1, 0]}}\n"
        "simulate: {end: 2, scale: {length: 1, angle: 1, time: 1}%s}\n",
        more);
}

static double truth; /* [m] where the bob is in the end */

/* Steps and errors at the end follow these powers of the tolerance. */
static void powers(const char *more, const char *engine, double *steps, double *error)
{
    ph_model *model = swing(more);
    double x[2] = {0}, n[2];
    for (int k = 0; k < 2; k++) {
        ph_options o = text_options(model, engine, k ? 1e-8 : 1e-6);
        text_outcome r = text_run(model, &o, text_note_bob, &x[k]);
        CHECK(r.status == PH_OK);
        n[k] = (double)r.stats.steps;
    }
    *steps = log(n[1] / n[0]) / log(100);
    *error = log(fabs((x[0] - truth) / (x[1] - truth))) / log(100);
    printf("%s%s: steps ~ tol^-%.2f, error ~ tol^%.2f\n", engine, more, *steps, *error);
    ph_model_free(model);
}

static void meanings(void)
{
    static const char *const way[] = {"", ", error: per-unit-step", ", error: per-step"};
    ph_model *model = swing("");
    ph_options o = text_options(model, "galpha", 0);
    o.step = 2e-5;
    CHECK(text_run(model, &o, text_note_bob, &truth).status == PH_OK);
    ph_model_free(model);
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < TEXT_ENGINES; i++) {
            double steps, error;
            powers(way[k], text_engine[i], &steps, &error);
            /* k h^2 A' h is tol h/T, or tol */
            CHECK_NEAR(steps, k == 2 ? 1.0 / 3 : 1.0 / 2, 0.03);
            CHECK_NEAR(error, k == 2 ? 2.0 / 3 : 1, 0.1);
        }
}

/* ---- two bodies on two joints, in lengths of l and times of t ---- */

static long long steps_of_size(const char *engine, double l, double t)
{
    double m = 1000 * l * l * l, J = m * l * l;
    ph_model *model = text_model(
        "gravity: [0, 0, %.17g]\n"
        "bodies:\n"
        "  rod: {mass: %.17g, inertia: [%.17g, %.17g, %.17g], position: [0, %.17g, 0]}\n"
        "  bob: {mass: %.17g, inertia: [%.17g, %.17g, %.17g], position: [0, %.17g, 0]}\n"
        "joints:\n"
        "  hinge: {type: revolute, between: [ground, rod], at: [0, 0, 0], axis: [1, 0, 0]}\n"
        "  ball: {type: spherical, between: [rod, bob], at: [%.17g, %.17g, 0]}\n"
        "simulate: {end: %.17g}\n",
        -9.81 * l / (t * t), m, 0.1 * J, 0.1 * J, 0.01 * J, l, m, 0.1 * J, 0.15 * J, 0.06 * J,
        2 * l, 0.1 * l, 1.5 * l, 2 * t);
    ph_options o = text_options(model, engine, 1e-5);
    text_outcome out = text_run(model, &o, NULL, NULL);
    CHECK(out.status == PH_OK);
    ph_model_free(model);
    return out.stats.steps;
}

static void sizes(void)
{
    static const char *const engine[] = {"galpha", "hht-euler", "ida", "ida-index3"};
    for (int i = 0; i < 4; i++) {
        if (ph_integrator_find(engine[i])->traits & PH_ABSENT) continue;
        long long metres = steps_of_size(engine[i], 1, 1);
        long long micrometres = steps_of_size(engine[i], 1e-6, 1e-3);
        printf("sizes, %s: %lld and %lld steps\n", engine[i], metres, micrometres);
        CHECK_NEAR((double)micrometres / (double)metres, 1, 0.02);
    }
}

int main(void)
{
    balls();
    damped_balls();
    sizes();
    pendulum();
    meanings();
    return TEST_RESULT();
}
