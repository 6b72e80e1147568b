/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Rest and balance: bodies that hang, lean, are weighed against each other or come to rest have
 * accelerations that are the rounding of their forces. All engines start there and run to the end,
 * whatever the masses are, and nothing moves that is in balance.
 */
#include "text_model.h"

typedef struct {
    double from[64]; /* places of all bodies in the first row */
    double most;     /* [m] furthest from there */
    bool begun;
    int bodies;
    double last; /* [m/s] fastest in the last row */
} places;

static ph_status note(void *user, const ph_sim *sim, const double *row)
{
    places *p = user;
    int pos = 0, vel = 0, at = 1;
    for (int k = 0; k < ph_sim_blocks(sim); k++) {
        const ph_block *b = ph_sim_block(sim, k);
        if (strcmp(b->group, "bodies") == 0 && strcmp(b->quantity, "pos") == 0) pos = at;
        if (strcmp(b->group, "bodies") == 0 && strcmp(b->quantity, "vel") == 0) vel = at;
        at += b->objects * b->width;
    }
    p->last = 0;
    for (int i = 0; i < 3 * p->bodies; i++) {
        if (!p->begun) p->from[i] = row[pos + i];
        p->most = fmax(p->most, fabs(row[pos + i] - p->from[i]));
        p->last = fmax(p->last, fabs(row[vel + i]));
    }
    p->begun = true;
    return PH_OK;
}

/* Runs with every engine. `size` [m]: moves less than a millionth of it, or (comes) is as slow in
 * the end. */
static void stays(const char *what, ph_model *model, double size, bool comes)
{
    for (int i = 0; i < ph_integrator_count(); i++) {
        const ph_integrator_info *engine = ph_integrator_get(i);
        if (engine->traits & (PH_ABSENT | PH_FREE_BODIES)) continue;
        ph_options o = text_options(model, engine->name, 0);
        places p = {.bodies = ph_model_bodies(model)};
        text_outcome r = text_run(model, &o, note, &p);
        double left = comes ? p.last : p.most;
        bool fine = r.status == PH_OK && r.t == o.end && left < 1e-6 * size;
        if (!fine)
            printf("%s, %s: to %g s in %lld steps, moved %.2g m, %.2g m/s in the end: %s\n", what,
                   engine->name, r.t, r.stats.steps, p.most, p.last, r.said);
        CHECK(fine);
    }
    ph_model_free(model);
}

/* Two bodies of masses m and M on a beam whose hinge is between them; the axis lies obliquely. */
static ph_model *pair(double m, double M, double turn, double tilt)
{
    double arm = 1, other = m / M;
    double x = cos(turn), y = sin(turn), up = sin(tilt), level = cos(tilt);
    /* beam along (x, y, 0), hinge across it and out of the level by the tilt */
    return text_model(
        "gravity: [0, 0, -9.81]\n"
        "bodies:\n"
        "  beam: {mass: 2, inertia: [0.3, 0.3, 0.3]}\n"
        "  left: {mass: %.17g, inertia: [0.02, 0.03, 0.04], position: [%.17g, %.17g, 0]}\n"
        "  right: {mass: %.17g, inertia: [0.04, 0.03, 0.02], position: [%.17g, %.17g, 0]}\n"
        "joints:\n"
        "  hinge: {type: revolute, between: [ground, beam], axis: [%.17g, %.17g, %.17g]}\n"
        "  a: {type: fixed, between: [beam, left], at: [%.17g, %.17g, 0]}\n"
        "  b: {type: fixed, between: [beam, right], at: [%.17g, %.17g, 0]}\n"
        "simulate: {end: 3, every: 0.1}\n",
        m, arm * x, arm * y, M, -other * x, -other * y, -y * level, x * level, up, arm * x, arm * y,
        -other * x, -other * y);
}

static void pairs(void)
{
    for (double ratio = 1; ratio <= 1000; ratio *= 10)
        for (double tilt = 0; tilt < 1; tilt += 0.7)
            for (int swap = 0; swap < 2; swap++) {
                char what[80];
                snprintf(what, sizeof what, "pair 1 : %g, tilt %g", ratio, tilt);
                stays(what, pair(swap ? ratio : 1, swap ? 1 : ratio, 0.3, tilt), fmax(1, ratio),
                      false);
            }
}

/* Links hang from each other along an oblique line through hinges and balls; masses alternate. */
static ph_model *hanging(double ratio)
{
    return text_model(
        "gravity: [3, -2, -8]\n"
        "parameters: {x: 3/sqrt(77), y: -2/sqrt(77), z: -8/sqrt(77)}\n"
        "bodies:\n"
        "  a: {mass: 1, inertia: [0.1, 0.1, 0.1], position: [0.5*x, 0.5*y, 0.5*z]}\n"
        "  b: {mass: %g, inertia: [0.1, 0.1, 0.1], position: [1.5*x, 1.5*y, 1.5*z]}\n"
        "  c: {mass: 1, inertia: [0.1, 0.1, 0.1], position: [2.5*x, 2.5*y, 2.5*z]}\n"
        "joints:\n"
        "  first: {type: revolute, between: [ground, a], axis: [0.3, 0.5, 0.1]}\n"
        "  second: {type: spherical, between: [a, b], at: [x, y, z]}\n"
        "  third: {type: revolute, between: [b, c], at: [2*x, 2*y, 2*z], axis: [1, 2, 0.2]}\n"
        "simulate: {end: 2, every: 0.1}\n",
        ratio);
}

/* A slider-crank held by the weight on its crank against that of its piston. */
static ph_model *press(double load)
{
    /* crank up along y, rod to the piston below; the force along y goes through the hinge */
    return text_model(
        "bodies:\n"
        "  crank: {mass: 1, inertia: [0.1, 0.1, 0.1], position: [0, 0.1, 0]}\n"
        "  rod: {mass: 1, inertia: [0.1, 0.01, 0.1], position: [0, 0.5, 0]}\n"
        "  piston: {mass: 1, inertia: [0.1, 0.1, 0.1], position: [0, 0.8, 0]}\n"
        "joints:\n"
        "  main: {type: revolute, between: [ground, crank], axis: [0, 0, 1]}\n"
        "  pin: {type: cylindrical, between: [crank, rod], at: [0, 0.2, 0], axis: [0, 0, 1]}\n"
        "  small: {type: spherical, between: [rod, piston], at: [0, 0.8, 0]}\n"
        "  bore: {type: prismatic, between: [ground, piston], at: [0, 0.8, 0], axis: [0, 1, 0]}\n"
        "forces: {load: {type: force, on: piston, force: [0, %g, 0]}}\n"
        "simulate: {end: 2, every: 0.1}\n",
        load);
}

/* Four-bar without redundant rows, held by its motor against its weight. */
static ph_model *motor(double mass)
{
    return text_model(
        "gravity: [0, -9.81, 0.4]\n"
        "bodies:\n"
        "  crank: {mass: 1, inertia: [0.1, 0.1, 0.1], position: [0, 0.15, 0]}\n"
        "  coupler: {mass: %g, inertia: [0.1, 0.1, 0.1], position: [0.5, 0.45, 0]}\n"
        "  rocker: {mass: 1, inertia: [0.1, 0.1, 0.1], position: [0.9, 0.3, 0]}\n"
        "joints:\n"
        "  main: {type: revolute, between: [ground, crank], axis: [0, 0, 1]}\n"
        "  pin: {type: cylindrical, between: [crank, coupler], at: [0, 0.3, 0], axis: [0, 0, 1]}\n"
        "  knee: {type: spherical, between: [coupler, rocker], at: [1, 0.6, 0]}\n"
        "  far: {type: revolute, between: [ground, rocker], at: [0.8, 0, 0], axis: [0, 0, 1]}\n"
        "motions: {hold: {joint: main, displacement: 0}}\n"
        "simulate: {end: 2, every: 0.1}\n",
        mass);
}

/* A double pendulum in oil: both come to hang still long before the end. */
static ph_model *damped(double mass)
{
    return text_model(
        "gravity: [1, 2, -9]\n"
        "parameters: {m: %g, c: 3 + 3*m, d: 2*m}\n"
        "bodies:\n"
        "  a: {mass: 1, inertia: [0.1, 0.1, 0.1], position: [0.5, 0, 0]}\n"
        "  b: {mass: m, inertia: [0.1*m, 0.1*m, 0.1*m], position: [1, 0.5, 0]}\n"
        "joints:\n"
        "  first: {type: spherical, between: [ground, a]}\n"
        "  second: {type: revolute, between: [a, b], at: [1, 0, 0], axis: [0.2, 0.1, 1]}\n"
        "forces:\n"
        "  oil: {type: torque, on: a, torque: [\"-c*a.omega_world.x\", \"-c*a.omega_world.y\","
        " \"-c*a.omega_world.z\"]}\n"
        "  more: {type: torque, on: b, torque: [\"-d*b.omega_world.x\", \"-d*b.omega_world.y\","
        " \"-d*b.omega_world.z\"]}\n"
        "simulate: {end: 100, every: 1}\n",
        mass);
}

/* A block on a floor by impact(), sinking in until it carries. */
static ph_model *landed(double mass)
{
    return text_model(
        "gravity: [0, 0, -9.81]\n"
        "bodies: {block: {mass: %g, inertia: [1, 1, 1], position: [0, 0, 1e-3]}}\n"
        "forces:\n"
        "  floor: {type: force, on: block, force: [0, 0, \"impact(block.pos.z, block.vel.z, 0,"
        " %g, 1.5, %g, 1e-4)\"]}\n"
        "simulate: {end: 60, every: 1}\n",
        mass, 1e6 * mass, 1e3 * mass);
}

int main(void)
{
    pairs();
    for (double ratio = 1e-3; ratio < 2e3; ratio *= 1000) {
        char what[80];
        snprintf(what, sizeof what, "ratio %g", ratio);
        stays(what, hanging(ratio), 1, false);
        stays(what, press(100 * ratio), 1, false);
        stays(what, motor(ratio), 1, false);
        stays(what, damped(ratio), 1, true);
        stays(what, landed(ratio), 1, true);
    }
    return TEST_RESULT();
}
