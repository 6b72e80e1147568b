/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Rounding (noise.c): what is said of the noise of the error estimate is what a run shows, and runs
 * to tolerances below it end and tell so. With `long` also those that take their time.
 */
#include "lab.h"
#include "text_model.h"
#include "integrate/stepper.h"

/* ---- the formula against a run of steps too short to have any other error ---- */

/* Root mean square of the error estimate over the steps of a run, over what noise.c says of it. */
static double noise_ratio(ph_model *model, const phk_engine_method *method, double rho, double h,
                          double length)
{
    lab l = lab_open(model);
    phk_engine_options o = lab_options();
    o.run.rho = rho;
    o.length = length;
    o.run.tolerance = 1e-9;
    o.span = 1;
    o.run.max_step = h;
    phk_engine *engine = lab_start(&l, method, &o, h);
    phk_stepper *s = (phk_stepper *)engine;
    double sum = 0, said = 0;
    int count = 0;
    for (int i = 0; i < 3000; i++) {
        CHECK(engine->step(engine, 1, false) == PH_OK);
        if (i < 100 || !(engine->h > 0.9 * h)) continue;
        /* the estimate, from its share of what is allowed */
        double noise = phk_noise_of_error(s);
        double error = engine->error * (o.run.tolerance * engine->h / o.time + noise);
        s->noise.left = s->noise.left_before = 0;
        sum += error * error;
        said += phk_noise_of_error(s);
        count++;
    }
    CHECK(count > 2000);
    double ratio = 30 * sqrt(sum / count) / (said / count); /* 30 deviations are allowed for */
    printf("%s, rho %g, length %g: rms %.2g, %.2f of what is said\n", method->info.name, rho,
           length, sqrt(sum / count), ratio);
    lab_close(&l);
    return ratio;
}

/* A pendulum of this length, let go from the horizontal. */
static ph_model *pendulum(double u)
{
    return text_model(
        "gravity: [0, 0, %.17g]\n"
        "bodies: {rod: {mass: 1, inertia: [%g, %g, %g], position: [%.17g, 0, 0]}}\n"
        "joints: {hinge: {type: revolute, between: [ground, rod], axis: [0, 1, 0]}}\n",
        -9.81 * u, 0.01 * u * u, 0.4 * u * u, 0.4 * u * u, u / 3);
}

/* A body with a tip, that a massless rod holds to the origin. */
static ph_model *on_rod(double u, double end)
{
    return text_model(
        "gravity: [0, 0, %.17g]\n"
        "bodies:\n"
        "  body: {mass: 1, inertia: [%.17g, %.17g, %.17g], position: [%.17g, %.17g, %.17g],"
        " omega: [1, 2, 0.5]}\n"
        "markers: {tip: {on: body, at: [%.17g, %.17g, %.17g]}, hook: {at: [0, 0, 0]}}\n"
        "joints: {rod: {type: distance, between: [hook, tip]}}\n"
        "simulate: {end: %g, every: 0.1}\n",
        -9.81 * u, 0.04 * u * u, 0.1 * u * u, 0.1 * u * u, u, 2 * u, 0.5 * u, 0.5 * u, 0.2 * u,
        -0.1 * u, end);
}

static void near_one(double ratio)
{
    CHECK(ratio > 1.0 / 3 && ratio < 3);
}

static void formula(void)
{
    static const double rho[] = {0.5, 0.8}, u[] = {4, 1e-6};
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < 2; k++) {
            near_one(noise_ratio(pendulum(u[k]), &phk_engine_galpha, rho[i], 1e-6, u[k]));
            near_one(noise_ratio(on_rod(u[k], 1), &phk_engine_galpha, rho[i], 1e-6, u[k]));
        }
    near_one(noise_ratio(pendulum(1), &phk_engine_hht, NAN, 1e-6, 1));
    near_one(noise_ratio(on_rod(1, 1), &phk_engine_hht, NAN, 1e-6, 1));
    near_one(noise_ratio(pendulum(1), &phk_engine_hht_euler, NAN, 1e-6, 1));
    near_one(noise_ratio(on_rod(1, 1), &phk_engine_hht_euler, NAN, 1e-6, 1));
}

/* ---- levers of a millimetre, to tolerances that rounding does not allow ---- */

/* A crank of a thousandth of u moves a rocker by a coupler. */
static ph_model *closed_chain(double u, double end)
{
    return text_model(
        "parameters: {u: %.17g, r: 0.001*u, w: 0.2*u, l: 0.3*u}\n"
        "bodies:\n"
        "  crank: {mass: 0.1, inertia: [6e-4*u^2, 6e-4*u^2, 1e-3*u^2], position: [r/2, 0, 0],"
        " omega: [0, 0, 60]}\n"
        "  coupler: {mass: 0.2, inertia: [1e-4*u^2, 2e-3*u^2, 2e-3*u^2],"
        " position: [r + l/2, 0, 0]}\n"
        "  rocker: {mass: 0.2, inertia: [1e-3*u^2, 1e-4*u^2, 1e-3*u^2],"
        " position: [r + l, w/2, 0]}\n"
        "joints:\n"
        "  main: {type: revolute, between: [ground, crank], axis: [0, 0, 1]}\n"
        "  pin: {type: cylindrical, between: [crank, coupler], at: [r, 0, 0], axis: [0, 0, 1]}\n"
        "  knee: {type: spherical, between: [coupler, rocker], at: [r + l, 0, 0]}\n"
        "  far: {type: revolute, between: [ground, rocker], at: [r + l, w, 0], axis: [0, 0, 1]}\n"
        "simulate: {end: %g}\n",
        u, end);
}

static void tight(ph_model *model, const char *what, double tolerance, bool one)
{
    for (int i = 0; i < TEXT_ENGINES; i++) {
        ph_options o = text_options(model, text_engine[i], tolerance);
        if (one) text_scale_one(&o);
        text_outcome r = text_run(model, &o, NULL, NULL);
        printf("%s at %g, %s: to %g s in %lld steps, %lld of them by rounding, which allows %.2g; "
               "%.2g J of %.2g made\n",
               what, tolerance, text_engine[i], r.t, r.stats.steps, r.stats.rounded,
               r.stats.rounding, r.energy.numerical, r.stats.largest_energy);
        if (r.status) printf("  %s\n", r.said);
        CHECK(r.status == PH_OK);
        CHECK(r.stats.rounded > 0 && r.stats.rounding > tolerance);
        CHECK(fabs(r.energy.numerical) < 1e-6 * r.stats.largest_energy);
    }
    ph_model_free(model);
}

/* ---- a ball on a hard floor, metres or micrometres: nothing in it has a size of its own ---- */

static text_outcome bounce(double u, const char *engine)
{
    ph_model *model = text_model(
        "gravity: [0, 0, %.17g]\n"
        "bodies: {ball: {mass: 1, inertia: [%.17g, %.17g, %.17g], position: [0, 0, %.17g]}}\n"
        "joints: {guide: {type: prismatic, between: [ground, ball]}}\n"
        "forces:\n"
        "  floor: {type: force, on: ball,\n"
        "    force: [0, 0, \"if(ball.pos.z: -2e12*ball.pos.z - 5e5*ball.vel.z, 0, 0)\"]}\n"
        "simulate: {end: 4, every: 0.1, scale: {length: %.17g, angle: 1, time: 0.2}}\n",
        -9.81 * u, 0.004 * u * u, 0.004 * u * u, 0.004 * u * u, u, u);
    ph_options o = text_options(model, engine, 1e-5);
    text_outcome r = text_run(model, &o, NULL, NULL);
    CHECK(r.status == PH_OK);
    ph_model_free(model);
    return r;
}

static void bounces(void)
{
    for (int i = 0; i < TEXT_ENGINES; i++) {
        /* a power of two: all numbers of one run are those of the other times it */
        text_outcome large = bounce(1, text_engine[i]), small = bounce(0x1p-20, text_engine[i]);
        printf("bounces, %s: %lld and %lld steps, %lld and %lld of them by rounding\n",
               text_engine[i], large.stats.steps, small.stats.steps, large.stats.rounded,
               small.stats.rounded);
        CHECK(small.stats.steps == large.stats.steps);
        CHECK(small.stats.rounded == large.stats.rounded);
    }
}

int main(int argc, char **argv)
{
    bool full = argc > 1 && strcmp(argv[1], "long") == 0;
    double f = full ? 10 : 1;
    formula();
    bounces();
    tight(closed_chain(1, 0.02 * f), "chain", 1e-10, false);
    tight(closed_chain(1e-6, 0.02 * f), "chain of micrometres", 1e-10, false);
    if (!full) return TEST_RESULT();
    tight(on_rod(1, 2), "body on a rod", 1e-9, true);
    tight(on_rod(1e-6, 2), "body on a rod, of micrometres", 1e-9, false);
    return TEST_RESULT();
}
