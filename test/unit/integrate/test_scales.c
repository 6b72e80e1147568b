/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What errors are relative to, unless a model says so (scales.c): size, units and place of a model
 * do not matter to its steps, nor do bodies that stand still beside it, and what was fast once does
 * not make the rest inaccurate. Nor does what is fast beside it.
 */
#include "text_model.h"

/* ---- the same model smaller and faster ---- */

/* A double pendulum with a spring and a motor that shakes it: lengths times u, times times t. */
static ph_model *scaled(double u, double t)
{
    return text_model(
        "parameters: {u: %.17g, t: %.17g, a: u/t^2}\n"
        "gravity: [0, 0, -9.81*a]\n"
        "bodies:\n"
        "  hand: {mass: 1, inertia: [u^2, u^2, u^2]}\n"
        "  upper: {mass: 1, inertia: [0.09*u^2, 0.01*u^2, 0.08*u^2], position: [0, 0.5*u, 0]}\n"
        "  lower: {mass: 2, inertia: [0.08*u^2, 0.01*u^2, 0.08*u^2], position: [0, 1.3*u, 0]}\n"
        "joints:\n"
        "  rail: {type: prismatic, between: [ground, hand], axis: [1, 0, 0]}\n"
        "  pin: {type: spherical, between: [hand, upper]}\n"
        "  knee: {type: revolute, between: [upper, lower], at: [0, u, 0], axis: [1, 0.3, 0.2]}\n"
        "forces:\n"
        "  spring: {type: spring_damper, on: lower, reaction: ground, stiffness: 20/t^2,"
        " damping: 0.3/t, length: u}\n"
        "motions: {shake: {joint: rail, displacement: \"0.1*u*sin(3*time/t)\"}}\n"
        "simulate: {end: 3*t}\n",
        u, t);
}

static void of_any_size(void)
{
    static const double u[] = {1e-6, 1e-3, 1e3}, t[] = {1e-3, 1e-2, 10};
    for (int i = 0; i < TEXT_ENGINES; i++) {
        long long one = 0;
        for (int k = -1; k < 3; k++) {
            ph_model *model = k < 0 ? scaled(1, 1) : scaled(u[k], t[k]);
            ph_options o = text_options(model, text_engine[i], 0);
            text_outcome r = text_run(model, &o, NULL, NULL);
            CHECK(r.status == PH_OK);
            if (k < 0) one = r.stats.steps;
            printf("%s%s %lld", k < 0 ? text_engine[i] : "", k < 0 ? ": steps" : ",",
                   r.stats.steps);
            /* not equal: the estimate of the first, shortest steps is half rounding */
            CHECK_RATIO((double)r.stats.steps, (double)one, 0.01);
            ph_model_free(model);
        }
        printf(" at sizes of 1, 1e-6, 1e-3, 1e3 m\n");
    }
}

/* ---- the same model elsewhere ---- */

static ph_model *placed(double far)
{
    return text_model(
        "parameters: {x: %.17g}\n"
        "gravity: [0, 0, -9.81]\n"
        "bodies:\n"
        "  upper: {mass: 1, inertia: [0.09, 0.01, 0.08], position: [x, 0.5 - x, 0.5*x]}\n"
        "  lower: {mass: 2, inertia: [0.08, 0.01, 0.08], position: [x, 1.3 - x, 0.5*x]}\n"
        "joints:\n"
        "  pin: {type: revolute, between: [ground, upper], at: [x, -x, 0.5*x], axis: [1, 0, 0]}\n"
        "  knee: {type: revolute, between: [upper, lower], at: [x, 1 - x, 0.5*x],"
        " axis: [1, 0, 0]}\n"
        "simulate: {end: 2}\n",
        far);
}

static void anywhere(void)
{
    for (int i = 0; i < TEXT_ENGINES; i++) {
        double steps[2];
        for (int k = 0; k < 2; k++) {
            ph_model *model = placed(1000 * k);
            ph_options o = text_options(model, text_engine[i], 0);
            text_outcome r = text_run(model, &o, NULL, NULL);
            CHECK(r.status == PH_OK);
            steps[k] = (double)r.stats.steps;
            ph_model_free(model);
        }
        printf("%s: %.0f steps, a kilometre away %.0f\n", text_engine[i], steps[0], steps[1]);
        CHECK_RATIO(steps[1], steps[0], 0.02);
    }
}

/* ---- one that moves among many that do not ---- */

/* A pendulum, and a hundred bodies: none, held, hanging from hinges. */
static ph_model *among(int kind)
{
    static const char *const others[] = {
        "",
        "repeat:\n"
        "  - for: k\n"
        "    to: 100\n"
        "    bodies: {\"idle{k}\": {mass: 1, inertia: [1, 1, 1], position: [0, 0.01*k, 0.5]}}\n"
        "    joints: {\"held{k}\": {type: fixed, between: [ground, \"idle{k}\"],"
        " at: [0, 0.01*k, 0.5]}}\n",
        "repeat:\n"
        "  - for: k\n"
        "    to: 100\n"
        "    bodies: {\"idle{k}\": {mass: 1, inertia: [1, 1, 1], position: [0, 0.01*k, 0.2]}}\n"
        "    joints: {\"hangs{k}\": {type: revolute, between: [ground, \"idle{k}\"],"
        " at: [0, 0.01*k, 0.5], axis: [1, 0, 0]}}\n"};
    return text_model("gravity: [0, 0, -9.81]\n"
                      "bodies: {m: {mass: 1, inertia: [0.1, 0.1, 0.1], position: [0, 1, 0]}}\n"
                      "joints: {hinge: {type: revolute, between: [ground, m], axis: [1, 0, 0]}}\n"
                      "%ssimulate: {end: 0.7, tolerance: 1e-4}\n",
                      others[kind]);
}

static void among_idle(void)
{
    for (int i = 0; i < TEXT_ENGINES; i++) {
        double steps[3];
        for (int k = 0; k < 3; k++) {
            ph_model *model = among(k);
            ph_options o = text_options(model, text_engine[i], 1e-4);
            text_outcome r = text_run(model, &o, NULL, NULL);
            CHECK(r.status == PH_OK);
            steps[k] = (double)r.stats.steps;
            ph_model_free(model);
        }
        printf("%s: alone %.0f steps, beside a hundred held %.0f, hanging %.0f\n", text_engine[i],
               steps[0], steps[1], steps[2]);
        CHECK_RATIO(steps[1], steps[0], 0.05);
        CHECK_RATIO(steps[2], steps[0], 0.05);
    }
}

/* ---- slow motion, long after something fast ---- */

/* A pendulum is struck at 100 s; at the start another body is stopped by oil from `v` m/s. */
static ph_model *after(double v)
{
    return text_model("gravity: [0, 0, -9.81]\n"
                      "bodies:\n"
                      "  bob: {mass: 1, inertia: [0.01, 0.01, 0.01], position: [0, 0, -1]}\n"
                      "  shot: {mass: 1, inertia: [0.01, 0.01, 0.01], velocity: [%g, 0, 0]}\n"
                      "joints:\n"
                      "  hinge: {type: revolute, between: [ground, bob], axis: [0, 1, 0]}\n"
                      "  rail: {type: prismatic, between: [ground, shot], axis: [1, 0, 0]}\n"
                      "forces:\n"
                      "  oil: {type: force, on: shot, force: [\"-100*shot.vel.x\", 0, 0]}\n"
                      "  blow: {type: impulse, on: bob, at: 100, linear: [0.3, 0, 0]}\n"
                      "simulate: {end: 105, every: 1}\n",
                      v);
}

static double ends_at(double v, const char *engine, double tolerance)
{
    double x = 0;
    ph_model *model = after(v);
    ph_options o = text_options(model, engine, tolerance);
    if (tolerance > 0) text_scale_one(&o);
    CHECK(text_run(model, &o, text_note_bob, &x).status == PH_OK);
    ph_model_free(model);
    return x;
}

static void forgets(void)
{
    double truth = ends_at(0, "galpha", 1e-7);
    for (int i = 0; i < TEXT_ENGINES; i++) {
        double slow = fabs(ends_at(0, text_engine[i], 0) - truth);
        double fast = fabs(ends_at(100, text_engine[i], 0) - truth);
        printf("%s: after nothing %.2g m off, after 100 m/s %.2g m\n", text_engine[i], slow, fast);
        CHECK(slow > 1e-6 && fast < 3 * slow);
    }
}

/* ---- slow motion beside something fast ---- */

/* A block on a spring whose other end shoots up by 0.2 m and back in 2 ms: kicked, it swings by
 * 0.2 mm, and is not judged by the base's 300 m/s a dozen swings later. */
static double kicked(const char *engine)
{
    ph_model *model =
        text_model("bodies:\n"
                   "  bob: {mass: 1, inertia: [0.01, 0.01, 0.01]}\n"
                   "  base: {mass: 1, inertia: [0.01, 0.01, 0.01]}\n"
                   "joints:\n"
                   "  guide: {type: prismatic, between: [ground, bob], axis: [1, 0, 0]}\n"
                   "  rail: {type: prismatic, between: [ground, base], axis: [1, 0, 0]}\n"
                   "motions:\n"
                   "  drive: {joint: rail, displacement:"
                   " \"havsin(time, 5, 0, 5.001, 0.2) - havsin(time, 5.001, 0, 5.002, 0.2)\"}\n"
                   "forces:\n"
                   "  pull: {type: force, on: bob, force: [\"base.pos.x - bob.pos.x\", 0, 0]}\n"
                   "simulate: {end: 5.001 + 20.5*pi, steps: 10}\n");
    double x = 0;
    ph_options o = text_options(model, engine, 0);
    CHECK(text_run(model, &o, text_note_bob, &x).status == PH_OK);
    ph_model_free(model);
    return x;
}

static void beside_fast(void)
{
    for (int i = 0; i < TEXT_ENGINES; i++) {
        double x = kicked(text_engine[i]);
        printf("%s: kicked to %.4g mm\n", text_engine[i], 1e3 * x);
        CHECK_RATIO(x, 2e-4, 0.1);
    }
}

int main(void)
{
    beside_fast();
    of_any_size();
    anywhere();
    among_idle();
    forgets();
    return TEST_RESULT();
}
