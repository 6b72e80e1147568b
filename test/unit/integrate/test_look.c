/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Looks within long steps (look.c): short events that no expression tells the time of. Bumps of
 * some 40 ms in 20 s, of forces, torques, rates of states and motions, and a barrier of 20 mm in
 * the way of a body that flies 10 m. A smooth model does not pay for it.
 */
#include "text_model.h"

static const double pi = 3.14159265358979323846;
/* 3 exp(-((t - 10)/w)^2) has an integral of 3 w sqrt(pi). */
static const double width = 0.01;

static ph_status note(void *user, const ph_sim *sim, const double *row)
{
    double *out = user;
    for (int k = 0; k < 3; k++) {
        out[k] = row[column_of(sim, "m", "vel", k)];
        out[3 + k] = row[column_of(sim, "m", "omega", k)];
        out[6 + k] = row[column_of(sim, "m", "pos", k)];
    }
    int state = column_of(sim, "s", "", 0);
    if (state > 0) out[9] = row[state];
    return PH_OK;
}

/* The last row of a run. */
static void finds(const char *what, ph_model *model, int which, double want, double within)
{
    for (int i = 0; i < TEXT_ENGINES; i++) {
        double end[10] = {0};
        ph_options o = text_options(model, text_engine[i], 0);
        text_outcome r = text_run(model, &o, note, end);
        bool fine = r.status == PH_OK && fabs(end[which] - want) <= within * fabs(want);
        if (!fine)
            printf("%s, %s: %g in the end, want %g, %lld steps: %s\n", what, text_engine[i],
                   end[which], want, r.stats.steps, r.said);
        CHECK(fine);
    }
    ph_model_free(model);
}

#define BUMP  "exp(-((time - 10)/0.01)^2)"
#define BODY  "bodies: {m: {mass: 2, inertia: [0.5, 0.6, 0.7], position: [0, 0, 0]}}\n"
#define GUIDE "joints: {guide: {type: prismatic, between: [ground, m], axis: [1, 0, 0]}}\n"
#define LONG  "simulate: {end: 20, every: 0.5}\n"

static void bumps(void)
{
    double whole = width * sqrt(pi);
    finds(
        "force",
        text_model(BODY "forces: {f: {type: force, on: m, force: [\"8*" BUMP "\", 0, 0]}}\n" LONG),
        0, 4 * whole, 1e-3);
    finds("force on a guide",
          text_model(BODY GUIDE "forces: {f: {type: force, on: m, force: [\"8*" BUMP
                                "\", 0, 0]}}\n" LONG),
          0, 4 * whole, 1e-3);
    finds("torque",
          text_model(BODY "forces: {f: {type: torque, on: m, torque: [0, 0, \"7*" BUMP
                          "\"]}}\n" LONG),
          5, 10 * whole, 1e-3);
    /* a spring and a damper make every step stiff: time alone moves */
    finds("force beside a stiff damper",
          text_model(BODY "forces:\n"
                          "  f: {type: force, on: m, force: [\"8*" BUMP "\", 0, 0]}\n"
                          "  stiff: {type: force, on: m, force: [0, \"-1e6*m.vel.y\", 0]}\n" LONG),
          0, 4 * whole, 1e-3);
    finds("torque, as a clock says",
          text_model(
              BODY
              "states: {s: {rate: 1}}\n"
              "forces:\n"
              "  f: {type: torque, on: m, torque: [0, 0, \"7*exp(-((s - 10)/0.01)^2)\"]}\n" LONG),
          5, 10 * whole, 1e-3);
    finds("rate of a state", text_model(BODY "states: {s: {rate: \"5*" BUMP "\"}}\n" LONG), 9,
          5 * whole, 1e-3);
    finds("rate of a state beside a stiff damper",
          text_model(BODY "states: {s: {rate: \"5*" BUMP "\"}}\n"
                          "forces:\n"
                          "  stiff: {type: force, on: m, force: [0, \"-1e6*m.vel.y\", 0]}\n" LONG),
          9, 5 * whole, 1e-3);
}

/* A mass on a spring, whose other end a motion shakes once: x'' = w^2 (b - x). */
static void driven(void)
{
    double w = 10, swing = w * 0.05 * width * sqrt(pi) * exp(-0.25 * w * width * w * width);
    ph_model *model =
        text_model("bodies:\n"
                   "  m: {mass: 2, inertia: [1, 1, 1], position: [1, 0, 0]}\n"
                   "  hand: {mass: 1, inertia: [1, 1, 1]}\n"
                   "joints:\n"
                   "  guide: {type: prismatic, between: [ground, m], axis: [1, 0, 0]}\n"
                   "  rail: {type: prismatic, between: [ground, hand], axis: [1, 0, 0]}\n"
                   "forces: {spring: {type: spring_damper, on: m, reaction: hand, stiffness: 200, "
                   "length: 1}}\n"
                   "motions: {shake: {joint: rail, displacement: \"0.05*" BUMP "\"}}\n"
                   "simulate: {end: 10.5, every: 0.5}\n");
    finds("motion", model, 6, 1 + swing * sin(w * 0.5), 0.02 * swing);
}

/* 200 J to pass, of which the body has one. */
static void barrier(void)
{
    finds("barrier",
          text_model("bodies: {m: {mass: 2, inertia: [1, 1, 1], velocity: [1, 0, 0]}}\n"
                     "forces: {wall: {type: force, on: m, force: [\"if(m.pos.x - 5: 0, 0,"
                     " if(m.pos.x - 5.02: -1e4, 0, 0))\", 0, 0]}}\n"
                     "simulate: {end: 10, every: 0.5}\n"),
          0, -1, 0.02);
    finds(
        "smooth barrier",
        text_model("bodies: {m: {mass: 2, inertia: [1, 1, 1], velocity: [1, 0, 0]}}\n"
                   "forces: {wall: {type: force, on: m, force: [\"-1e4*exp(-((m.pos.x - 5)/0.01)^2)"
                   "\", 0, 0]}}\n"
                   "simulate: {end: 10, every: 0.5}\n"),
        0, -1, 0.02);
}

/* 1.5 J to pass, of which the body has one, wherever a step ends on it; behind a hill of 0.2 J that
 * steps go over, and whose slope their factors may keep. */
static void barriers(void)
{
    for (int i = 0; i < TEXT_ENGINES; i++) {
        int lost = 0, runs = 0;
        for (double x = 5; x < 5.2; x += 0.002, runs++) {
            double end[10] = {0};
            ph_model *model = text_model(
                "parameters: {x: %.17g}\n"
                "bodies: {m: {mass: 2, inertia: [1, 1, 1], velocity: [1, 0, 0]}}\n"
                "forces:\n"
                "  hill: {type: force, on: m, force: [\"-20*(step(m.pos.x, 2, 0, 2.01, 1) -"
                " step(m.pos.x, 2.01, 0, 2.02, 1)) + 20*(step(m.pos.x, 2.02, 0, 2.03, 1) -"
                " step(m.pos.x, 2.03, 0, 2.04, 1))\", 0, 0]}\n"
                "  wall: {type: force, on: m, force: [\"-150*(step(m.pos.x, x, 0, x + 0.01, 1) -"
                " step(m.pos.x, x + 0.01, 0, x + 0.02, 1))\", 0, 0]}\n"
                "simulate: {end: 10, every: 0.5}\n",
                x);
            ph_options o = text_options(model, text_engine[i], 1e-3);
            text_outcome r = text_run(model, &o, note, end);
            bool back = r.status == PH_OK && fabs(end[0] + 1) < 0.05;
            if (!back)
                printf("barrier at %g, %s: %g m/s in the end, %lld steps\n", x, text_engine[i],
                       end[0], r.stats.steps);
            lost += !back;
            ph_model_free(model);
        }
        printf("barriers, %s: %d of %d not found\n", text_engine[i], lost, runs);
        CHECK(lost == 0);
    }
}

/* Evaluations that are none of Newton's. */
static long long looks(const ph_model *model, const char *engine, double tolerance,
                       long long *steps)
{
    ph_options o = text_options(model, engine, tolerance);
    text_outcome r = text_run(model, &o, NULL, NULL);
    CHECK(r.status == PH_OK);
    *steps = r.stats.steps;
    return r.stats.force_evaluations - r.stats.iterations;
}

static void cheap(void)
{
    ph_model *at_rest = text_model(BODY LONG);
    ph_model *swings =
        text_model("gravity: [0, 0, -9.81]\n"
                   "bodies: {m: {mass: 1, inertia: [0.1, 0.1, 0.1], position: [1, 0, 0]}}\n"
                   "joints: {hinge: {type: revolute, between: [ground, m], axis: [0, 1, 0]}}\n"
                   "simulate: {end: 10, every: 0.5}\n");
    for (int i = 0; i < TEXT_ENGINES; i++) {
        long long steps, n = looks(at_rest, text_engine[i], 0, &steps);
        printf("%s: at rest %lld looks in %lld steps", text_engine[i], n, steps);
        CHECK(n > 900 && n <= 1000 + 2 * steps && steps < 100);
        n = looks(swings, text_engine[i], 1e-2, &steps);
        printf("; swinging %lld in %lld", n, steps);
        CHECK(n <= 1000 + 2 * steps && steps < 1000);
        /* steps of a thousandth of the run and below are not looked into */
        n = looks(swings, text_engine[i], 1e-5, &steps);
        printf(", %lld in %lld\n", n, steps);
        CHECK(n < 200 && steps > 1000);
    }
    ph_model_free(at_rest);
    ph_model_free(swings);
}

int main(void)
{
    bumps();
    driven();
    barrier();
    barriers();
    cheap();
    return TEST_RESULT();
}
