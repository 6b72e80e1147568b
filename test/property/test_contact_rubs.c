/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Friction that decides where everything goes: a rope on a drum that slips under it, and a rod that
 * slides leaning the wrong way, for which rigid friction has no answer.
 */
#include "contact_models.h"

/* ---- a rope of balls on a drum ----
 *
 * The drum turns below a rope that is held at one end and loaded at the other. Each ball turns the
 * rope by d: the pulls beside it have (T1 - T2) cos(d/2) = mu N, N = (T1 + T2) sin(d/2), so that
 *     T1/T2 = ((1 + mu tan(d/2))/(1 - mu tan(d/2)))^n,
 * which is exp(mu theta) for small d = theta/n. */

enum { TURNS = 12 };

static double rope(double mu)
{
    const double step = 3.14159265358979324 / TURNS, load = 20;
    ph_model *model = text_model(
        "parameters: {R: 0.105, mu: %.17g, d: %.17g}\n"
        "bodies:\n  drum: {mass: 1, inertia: [0.01, 0.01, 0.01]}\n"
        "joints: {axle: {type: revolute, between: [ground, drum], axis: [0, 1, 0]}}\n"
        "motions: {turns: {joint: axle, displacement: 5*time}}\n"
        "shapes: {barrel: {type: cylinder, on: drum, radius: 0.1, length: 0.1, axis: y, "
        "at: [0, -0.05, 0]}}\n"
        "repeat:\n"
        "  - for: i\n    from: 0\n    to: %d\n"
        "    bodies:\n      ball{i}: {mass: 0.01, inertia: [1e-7, 1e-7, 1e-7], "
        "position: [R*cos(i*d), 0, R*sin(i*d)]}\n"
        "    shapes:\n      round{i}: {type: sphere, on: \"ball{i}\", radius: 0.005}\n"
        "    joints:\n      level{i}: {type: orientation, between: [ground, \"ball{i}\"]}\n"
        "    contacts:\n      rub{i}: {between: [\"round{i}\", barrel], stiffness: 1e9, "
        "law: impact, damping: 100, depth: 1e-6, friction_law: step, friction: mu, "
        "stiction_speed: 1e-3, sliding_speed: 2e-3}\n"
        "  - for: i\n    to: %d\n"
        "    forces:\n      string{i}: {type: spring_damper, on: \"ball{i-1}\", "
        "reaction: \"ball{i}\", stiffness: 1e6, damping: 100, length: 2*R*sin(d/2)}\n"
        "forces:\n"
        "  load: {type: force, on: ball0, force: [0, 0, -%g]}\n"
        "  held: {type: spring_damper, on: ball%d, reaction: foot, stiffness: 1e6, damping: 100, "
        "length: 1}\n"
        "markers: {foot: {at: [-R, 0, -1]}}\n"
        "simulate: {end: 0.5, steps: 1}\n",
        mu, step, TURNS, TURNS, load, TURNS);
    ph_sim *sim = contact_run_one(model, "galpha", 1e-6);
    const double held = 1e6 * (hypot(value_now(sim, "ball12", "pos", 0) + 0.105,
                                     value_now(sim, "ball12", "pos", 2) + 1) -
                               1);
    CHECK_NEAR(value_now(sim, "ball6", "vel", 0), 0, 1e-6);
    ph_sim_free(sim);
    ph_model_free(model);
    return held / load;
}

static void ropes(void)
{
    static const double mu[] = {0, 0.1, 0.3, 0.5};
    const double theta = 3.14159265358979324, t = tan(0.5 * theta / TURNS);
    for (int i = 0; i < 4; i++) {
        const double got = rope(mu[i]), want = pow((1 + mu[i] * t) / (1 - mu[i] * t), TURNS);
        printf("rope, mu %g: %.6f, of balls %.6f, exp(mu theta) %.6f\n", mu[i], got, want,
               exp(mu[i] * theta));
        CHECK_RATIO(got, want, 1e-3);
        CHECK_RATIO(want, exp(mu[i] * theta), 2e-2);
    }
}

/* ---- Painleve's rod ----
 *
 * A uniform rod at the angle a to the ground, on a foot that slides away from below it: the
 * normal force N speeds the foot away from it by (1 + 3 cos(a) (cos(a) - mu sin(a))) N/m. Below
 * zero, first at mu = 4/3 and tan(a) = 2, it pulls itself in, and a rigid rod has no motion. What
 * yields goes on. */

static double lever(double mu, double a)
{
    return 1 + 3 * cos(a) * (cos(a) - mu * sin(a));
}

static double rod(double k, double mu, const char *engine)
{
    const double a = atan(2.), half = 0.5, r = 0.01;
    /* the foot at the origin, sliding along -x, its rod leaning to where it comes from */
    ph_model *model = text_model(
        "gravity: [0, 0, -9.81]\n"
        "bodies: {rod: {mass: 1, inertia: [%.17g, %.17g, 1e-4], position: [%.17g, 0, %.17g], "
        "orientation: {rotation: [0, %.17g, 0]}, velocity: [%g, 0, 0]}}\n"
        "shapes: {foot: {type: sphere, on: rod, radius: %g, at: [0, 0, %g]}, floor: {type: "
        "plane}}\n"
        "contacts: {slide: {between: [foot, floor], law: power, stiffness: %g, damping: 0.5, "
        "friction: %g}}\n"
        "simulate: {end: 0.2, steps: 1}\n",
        1. / 12, 1. / 12, half * cos(a), half * sin(a) + r, 0.5 * 3.14159265358979324 - a, -2., r,
        -half, k, mu);
    ph_sim *sim = contact_run_one(model, engine, 1e-5);
    ph_energy e;
    CHECK(ph_sim_energy(sim, &e) == PH_OK);
    const double mine = value_now(sim, "rod", "pos", 0);
    printf("rod, k %g, mu %g, %s: lever %.2f, x %.5f, %lld steps, energy off by %.1e of 6.6 J\n", k,
           mu, engine, lever(mu, a), mine, ph_sim_stats(sim)->steps, e.numerical);
    CHECK(isfinite(mine) && fabs(e.numerical) < 1e-3 && e.dissipated > 0);
    CHECK(ph_sim_stats(sim)->steps < 20000);
    ph_sim_free(sim);
    ph_model_free(model);
    return mine;
}

static void rods(void)
{
    /* where it begins */
    double least = INFINITY, at = 0;
    for (double a = 0.01; a < 1.56; a += 1e-4) {
        const double mu = (1 + 3 * cos(a) * cos(a)) / (3 * sin(a) * cos(a));
        if (mu < least) least = mu, at = a;
    }
    CHECK_NEAR(least, 4. / 3, 1e-7);
    CHECK_NEAR(tan(at), 2, 1e-3);
    CHECK(lever(1.33, atan(2.)) > 0 && lever(1.34, atan(2.)) < 0);
    for (double k = 1e6; k < 2e10; k *= 1e2) {
        rod(k, 1, "galpha");
        const double x = rod(k, 2, "galpha");
        CHECK_NEAR(rod(k, 2, "hht"), x, 1e-4);
    }
}

int main(void)
{
    ropes();
    rods();
    return TEST_RESULT();
}
