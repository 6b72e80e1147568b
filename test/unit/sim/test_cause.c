/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Runs that fail, each for another cause: the message names it and its place, the hint a cure; and
 * with the cure the same model runs to its end, so that the hint is true.
 */
#include "text_model.h"

typedef struct {
    const char *message, *hint; /* parts of what is to be said */
    const char *model;          /* with %s for the line that is to blame; */
    const char *bad, *good;     /* that line, and the line that is not (NULL: none is known) */
} failure;

static const char pendulum[] =
    "gravity: [0, 0, -9.81]\n"
    "bodies:\n"
    "  bob: {mass: 1, inertia: [0.1, 0.1, 0.1], position: [1, 0, 0]}\n"
    "joints:\n"
    "  pin: {type: revolute, between: [ground, bob], at: [0, 0, 0], axis: [0, 1, 0]}\n"
    "%s\n";

static const char two[] =
    "gravity: [0, 0, -9.81]\n"
    "bodies:\n"
    "  bob: {mass: 1, inertia: [0.1, 0.1, 0.1], position: [1, 0, 0]}\n"
    "  end: {mass: 1, inertia: [0.1, 0.1, 0.1], position: [2, 0, 0.3]}\n"
    "joints:\n"
    "  pin: {type: revolute, between: [ground, bob], at: [0, 0, 0], axis: [0, 1, 0]}\n"
    "  ball: {type: spherical, between: [bob, end], at: [1.5, 0, 0]}\n"
    "%s\n";

static const char arm[] =
    "gravity: [0, 0, -9.81]\n"
    "bodies:\n"
    "  arm: {mass: 1, inertia: [0.1, 0.1, 0.1], position: [0.5, 0, -0.8660254037844386]}\n"
    "markers:\n"
    "  wall: {at: [0, 0, 0]}\n"
    "  hand: {on: arm}\n"
    "joints:\n"
    "  hinge: {type: revolute, between: [ground, arm], at: [0, 0, 0], axis: [0, 1, 0]}\n"
    "motions:\n"
    "  pull: {between: [wall, hand], direction: x, displacement: 0.5 + 0.5*time}\n"
    "%s\n";

static const char rotor[] =
    "gravity: [0, 0, -9.81]\n"
    "bodies:\n"
    "  rotor: {mass: 1, inertia: [0.01, 0.02, 0.03], position: [0.1, 0, 0.05],\n"
    "          omega: [0, 0, 100], velocity: [0, 10, 0]}\n"
    "joints:\n"
    "  axle: {type: revolute, between: [ground, rotor], at: [0, 0, 0], axis: [0, 0, 1]}\n"
    "simulate: {end: 2, step: 0.005, %s}\n";

static const char washer[] =
    "gravity: [0, 0, -9.81]\n"
    "bodies:\n"
    "  block: {mass: 1e6, inertia: [1e6, 1e6, 1e6], position: [1, 0, 0]}\n"
    "  washer: {%s, position: [0.5, 0, 0]}\n"
    "joints:\n"
    "  a: {type: universal, between: [ground, washer], at: [0, 0, 0], axis: [0, 1, 0],\n"
    "      axis2: [0, 0, 1]}\n"
    "  b: {type: spherical, between: [washer, block], at: [0.5, 0, 0]}\n"
    "simulate: {end: 2}\n";

static const char ship[] =
    "gravity: [0, 0, -9.81]\n"
    "bodies:\n"
    "  ship: {mass: 1, inertia: [0.1, 0.1, 0.1], position: [1e9, 0, 0]}\n"
    "  tender: {mass: 2, inertia: [0.1, 0.1, 0.1], position: [1e9, 1, 0], omega: [0, 1, 0]}\n"
    "joints:\n"
    "  hook: {type: revolute, between: [ship, tender], at: [1e9, 0.3, 0], axis: [1, 0, 0]}\n"
    "markers:\n"
    "  wall: {at: [1e9, 0, 0.5]}\n"
    "forces:\n"
    "  tie: {type: bushing, on: ship, reaction: wall, stiffness: [1e8, 1e8, 1e8, 0, 0, 0]}\n"
    "%s\n";

static const char far_ship[] =
    "gravity: [0, 0, -9.81]\n"
    "bodies:\n"
    "  ship: {mass: 1, inertia: [0.1, 0.1, 0.1], position: [1e12, 0, 0]}\n"
    "  tender: {mass: 2, inertia: [0.1, 0.1, 0.1], position: [1e12, 1, 0], omega: [0, 1, 0]}\n"
    "joints:\n"
    "  hook: {type: revolute, between: [ship, tender], at: [1e12, 0.3, 0], axis: [1, 0, 0]}\n"
    "markers:\n"
    "  wall: {at: [1e12, 0, 0.5]}\n"
    "forces:\n"
    "  tie: {type: bushing, on: ship, reaction: wall, stiffness: [1e8, 1e8, 1e8, 0, 0, 0]}\n"
    "%s\n";

static const char shaken[] = "bodies:\n"
                             "  bob: {mass: 1, inertia: [0.1, 0.1, 0.1], position: [1, 0, 0]}\n"
                             "forces:\n"
                             "  shake: {type: force, on: bob, force: [1e3*sin(1e6*time), 0, 0]}\n"
                             "%s\n";

static const char pushed[] = "bodies:\n"
                             "  bob: {mass: 1, inertia: [0.1, 0.1, 0.1], velocity: [1, 0, 0]}\n"
                             "forces:\n"
                             "  wall: {type: force, on: bob, force: [\"%s\", 0, 0]}\n"
                             "simulate: {end: 1, tolerance: 1e-9, scale: {length: 1}}\n";

static const char drawn[] =
    "bodies:\n"
    "  bob: {mass: 1, inertia: [0.1, 0.1, 0.1], position: [1, 0, 0], velocity: [-1, 0, 0]}\n"
    "forces:\n"
    "  pull: {type: force, on: bob, force: [\"%s\", 0, 0]}\n"
    "simulate: {end: 1}\n";

static const char carriage[] =
    "gravity: [0, 0, -9.81]\n"
    "bodies:\n"
    "  carriage: {mass: 2, inertia: [0.02, 0.03, 0.02], position: [0, 0, 0.1], velocity: [2, 0, "
    "0]}\n"
    "joints:\n"
    "  guide: {type: prismatic, between: [ground, carriage], at: [0, 0, 0], axis: [1, 0, 0]}\n"
    "forces:\n"
    "  push: {type: force, on: carriage, force: [60, 0, 0]}\n"
    "  rub: {type: joint_friction, joint: guide, dynamic: 0.4, overlap: 0.4 m,\n"
    "        overlap_change: decrease}\n"
    "%s\n";

static const failure failures[] = {
    /* mu times the height of the mass over what is left of the overlap comes to 1 */
    {"joint `guide` jams: its friction", "less friction, a longer `overlap`", carriage,
     "simulate: {end: 1}", "simulate: {end: 0.1}"},
    {"joint `guide` jams: its friction", "less friction, a longer `overlap`", carriage,
     "simulate: {end: 1, step: 1e-3}", "simulate: {end: 0.1, step: 1e-3}"},
    {"is 1e+09 m, and known to 2.2e-07 m", "a tolerance of 1e-05", ship,
     "simulate: {end: 0.2, tolerance: 1e-9}", "simulate: {end: 0.2, tolerance: 1e-5}"},
    {" is 1e+12 m, and known to 2.2e-04 m", "no tolerance makes up for that", far_ship,
     "simulate: {end: 0.2, tolerance: 1e-2}", NULL},
    {"so late a time is known to 2.2e-08 s", "start nearer to zero", shaken,
     "simulate: {start: 1e8, end: 100000001, tolerance: 1e-9}",
     "simulate: {start: 0, end: 1e-4, tolerance: 1e-9}"},
    {"body `washer` has 1e-22 of the moment of inertia", "leave it out", washer,
     "mass: 1e-9, inertia: [1e-16, 1e-16, 1e-16]", "mass: 1e2, inertia: [1e2, 1e2, 1e2]"},
    {"a run of 1e+11 s has no steps below 1 s", "`phases`", pendulum, "simulate: {end: 1e11}",
     "simulate: {end: 1}"},
    {"force `wall` jumps, from 0 to 1e+13 N", "change over a short way", pushed,
     "if(bob.pos.x > 0.3, -1e13, 0)", "-step(bob.pos.x, 0.3, 0, 0.4, 1e4)"},
    {"force `pull` grows without bound", "bound it", drawn, "-1/bob.pos.x^2",
     "-1/(0.01 + bob.pos.x^2)"},
    {"the mechanism locks: motion `pull`, row 1 and joint `hinge`", "turn back before", arm,
     "simulate: {end: 2}", "simulate: {end: 0.9}"},
    /* the same where the step that fails is long */
    {"the mechanism locks: motion `pull`, row 1 and joint `hinge`", "turn back before", arm,
     "simulate: {end: 2, step: 0.001}", "simulate: {end: 0.9, step: 0.001}"},
    {"does not reach where it is driven: at t = 1.04 s", "turn back before", arm,
     "simulate: {end: 2, step: 0.08}", "simulate: {end: 0.9, step: 0.08}"},
    {"without numerical damping", "leave out `rho`", two, "simulate: {end: 5, step: 0.05, rho: 1}",
     "simulate: {end: 5, step: 0.01}"},
    {"turns by more than 0.019 rad in a step", "or `hht`", rotor,
     "alpha: -0.05, integrator: hht-euler", "integrator: hht"},
};

static ph_status run(const ph_model *model, ph_diag *diag)
{
    ph_sim *sim = must_create(model, NULL);
    ph_status status = ph_sim_run(sim, NULL, diag);
    ph_sim_free(sim);
    return status;
}

/* The error among what was said. */
static const ph_diagnostic *error_in(const ph_diag *diag)
{
    for (int i = 0; i < ph_diag_count(diag); i++)
        if (ph_diag_get(diag, i)->severity == PH_ERROR) return ph_diag_get(diag, i);
    return NULL;
}

static void check(const failure *f)
{
    ph_diag *diag = ph_diag_create();
    ph_model *model = text_model(f->model, f->bad);
    CHECK(run(model, diag) < 0);
    const ph_diagnostic *e = error_in(diag);
    CHECK(e != NULL);
    bool told = e && strstr(e->message, f->message) && e->hint && strstr(e->hint, f->hint);
    CHECK(told);
    if (!told && e) printf("wanted: %s\ngot: %s\nhint: %s\n", f->message, e->message, e->hint);
    ph_model_free(model);
    ph_diag_free(diag);
    if (!f->good) return;
    model = text_model(f->model, f->good);
    bool cured = run(model, NULL) == PH_OK;
    CHECK(cured);
    if (!cured) printf("no cure: %s\n", f->good);
    ph_model_free(model);
}

int main(void)
{
    for (size_t i = 0; i < sizeof failures / sizeof *failures; i++) check(&failures[i]);
    return TEST_RESULT();
}
