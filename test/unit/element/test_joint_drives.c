/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Joints that drive: constant-velocity joint, screw, rack and pinion, coupler, gear and hinged rod
 * in motion, with every engine of the stepper, against closed forms; many turns; what teeth do to
 * bearings.
 */
#include "text_model.h"

/* A column by its whole name, over a run. */
typedef struct {
    const char *name;
    double least, most, last;
} watched;
#define COLUMN(name)                                                                               \
    {                                                                                              \
        name, 0, 0, 0                                                                              \
    }

typedef struct {
    watched *of;
    int count;
} watch_list;

static int column(const ph_sim *sim, const char *name)
{
    int at = 1;
    for (int k = 0; k < ph_sim_blocks(sim); k++) {
        const ph_block *b = ph_sim_block(sim, k);
        for (int i = 0; i < b->objects * b->width; i++, at++) {
            char text[100];
            ph_block_column_name(b, i / b->width, i % b->width, text, sizeof text);
            if (strcmp(text, name) == 0) return at;
        }
    }
    printf("there is no column %s\n", name);
    CHECK(false);
    return 0;
}

static ph_status watch(void *user, const ph_sim *sim, const double *row)
{
    watch_list *list = user;
    for (int i = 0; i < list->count; i++) {
        watched *w = &list->of[i];
        double now = row[column(sim, w->name)];
        w->least = fmin(w->least, now);
        w->most = fmax(w->most, now);
        w->last = now;
    }
    return PH_OK;
}

/* Steps of constant acceleration are exact for the engines on SO(3); Euler parameters are not
 * linear in a turn, and of them only what the joint itself holds is compared. */
static bool is_exact(int engine)
{
    return strcmp(text_engine[engine], "hht-euler") != 0;
}

static void run_steps(const ph_model *model, const char *engine, double step, int count, watched *w)
{
    ph_options o = text_options(model, engine, 0);
    o.step = step;
    for (int i = 0; i < count; i++) w[i].least = INFINITY, w[i].most = -INFINITY;
    text_outcome out = text_run(model, &o, watch, &(watch_list){w, count});
    CHECK(out.status == PH_OK);
    if (out.status) printf("%s: %s\n", engine, out.said);
    if (strcmp(engine, "hht-euler") != 0)
        CHECK_NEAR(out.energy.numerical, 0,
                   1e-4 * (1 + out.energy.kinetic + fabs(out.energy.potential)));
}

/* ---- constant velocity ---- */

/* Two shafts bent by 40 deg; the second is kept along its axis. z2: of its marker. */
static ph_model *shafts(const char *type, const char *z2)
{
    return text_model("parameters: {bend: 40 deg, c: cos(bend), s: sin(bend)}\n"
                      "bodies:\n"
                      "  a: {mass: 1, inertia: [0.01, 0.02, 0.02]}\n"
                      "  b: {mass: 1, inertia: [0.01, 0.02, 0.02],"
                      " orientation: {axis: [0, 0, 1], angle: bend}}\n"
                      "joints:\n"
                      "  bearing: {type: revolute, between: [ground, a], axis: [1, 0, 0]}\n"
                      "  seat: {type: parallel_axes, between: [ground, b], axis: [c, s, 0]}\n"
                      "  j: {type: %s, between: [a, b], axis: [-1, 0, 0], axis2: %s}\n"
                      "motions: {drive: {joint: bearing, velocity: 5}}\n"
                      "simulate: {end: 2, every: 0.01}\n",
                      type, z2);
}

static void constant_velocity(void)
{
    watched w = COLUMN("b.omega.x");
    for (int k = 0; k < TEXT_ENGINES; k++) {
        /* axes away from the joint, and one of them drawn the other way: told, the same motion */
        for (int same = 0; same < 2; same++) {
            ph_model *model = shafts("convel", same ? "[-c, -s, 0]" : "[c, s, 0]");
            run_steps(model, text_engine[k], 0.002, 1, &w);
            CHECK_NEAR(w.least, 5, is_exact(k) ? 1e-8 : 1e-4);
            CHECK_NEAR(w.most, 5, is_exact(k) ? 1e-8 : 1e-4);
            ph_model_free(model);
        }
    }
    /* a cross of pins is not even: it varies between cos and 1/cos of the bend */
    ph_model *model = text_model(
        "parameters: {bend: 40 deg, c: cos(bend), s: sin(bend)}\n"
        "bodies:\n"
        "  a: {mass: 1, inertia: [0.01, 0.02, 0.02]}\n"
        "  b: {mass: 1, inertia: [0.01, 0.02, 0.02], orientation: {axis: [0, 0, 1], angle: bend}}\n"
        "joints:\n"
        "  bearing: {type: revolute, between: [ground, a], axis: [1, 0, 0]}\n"
        "  seat: {type: parallel_axes, between: [ground, b], axis: [c, s, 0]}\n"
        "  j: {type: universal, between: [a, b], axis: [0, 0, 1], axis2: [-s, c, 0]}\n"
        "motions: {drive: {joint: bearing, velocity: 5}}\n"
        "simulate: {end: 2, every: 0.002}\n");
    run_steps(model, "galpha", 0.001, 1, &w);
    CHECK_NEAR(w.least, 5 * cos(40 * PH_PI / 180), 1e-3);
    CHECK_NEAR(w.most, 5 / cos(40 * PH_PI / 180), 1e-3);
    ph_model_free(model);
}

/* ---- screw ---- */

/* A nut runs down a screw: g/(1 + J (2 pi/pitch)^2/m), over many turns. */
static void nut(void)
{
    const double a = 0.065819460393, T = 10;
    CHECK_NEAR(9.81 / (1 + 0.003 * pow(2 * PH_PI / 0.02, 2) / 2), a, 5e-13);
    for (int k = 0; k < 2 * TEXT_ENGINES; k++) {
        const char *pitch = k % 2 ? "-0.02" : "0.02";
        ph_model *model = text_model("gravity: [0, 0, -9.81]\n"
                                     "bodies: {nut: {mass: 2, inertia: [0.002, 0.002, 0.003]}}\n"
                                     "joints:\n"
                                     "  sleeve: {type: cylindrical, between: [ground, nut]}\n"
                                     "  thread: {type: screw, between: [ground, nut], pitch: %s}\n"
                                     "simulate: {end: %g, every: 1}\n",
                                     pitch, T);
        watched w[] = {COLUMN("nut.vel.z"), COLUMN("nut.pos.z"), COLUMN("nut.omega.z")};
        run_steps(model, text_engine[k / 2], 0.01, 3, w);
        if (is_exact(k / 2))
            CHECK_RATIO(w[2].last * (k % 2 ? -0.02 : 0.02), 2 * PH_PI * w[0].last, 1e-8);
        if (is_exact(k / 2)) CHECK_NEAR(w[0].last, -a * T, 1e-9);
        if (is_exact(k / 2)) CHECK_NEAR(w[1].last, -a * T * T / 2, 1e-8); /* 165 turns */
        ph_model_free(model);
    }
}

/* ---- rack and pinion ---- */

/* A rack falls and turns a pinion: g/(1 + J/(m (d/2)^2)). side: where it lies; 0: by the sign of
 * the diameter. */
static void rack(int side, const char *diameter, double spins)
{
    const double a = 2.675454545455, T = 2;
    char between[200];
    snprintf(between, sizeof between,
             side ? "between: [rm, pm]"
                  : "between: [rack, pinion], at: [0, 0, 0], "
                    "axis: [0, 0, 1], axis2: [0, 1, 0]");
    for (int k = 0; k < TEXT_ENGINES; k++) {
        ph_model *model =
            text_model("gravity: [0, 0, -9.81]\n"
                       "bodies:\n"
                       "  rack: {mass: 3, inertia: [0.1, 0.1, 0.1], position: [%g, 0, 0]}\n"
                       "  pinion: {mass: 1, inertia: [0.02, 0.02, 0.02]}\n"
                       "markers:\n"
                       "  rm: {on: rack}\n"
                       "  pm: {on: pinion, orientation: {axis: [1, 0, 0], angle: -90 deg}}\n"
                       "joints:\n"
                       "  way: {type: prismatic, between: [ground, rack], at: [%g, 0, 0]}\n"
                       "  pin: {type: revolute, between: [ground, pinion], axis: [0, 1, 0]}\n"
                       "  teeth: {type: rack_pinion, %s, diameter: %s}\n"
                       "simulate: {end: %g, every: 0.5}\n",
                       0.05 * side, 0.05 * side, between, diameter, T);
        watched w[] = {COLUMN("rack.vel.z"), COLUMN("pinion.omega.y"), COLUMN("pin.force.z")};
        run_steps(model, text_engine[k], 0.005, 3, w);
        if (!is_exact(k)) {
            ph_model_free(model);
            continue;
        }
        CHECK_NEAR(w[0].last, -a * T, 1e-9);
        CHECK_NEAR(w[1].last, spins * -a * T / 0.05, 1e-8);
        /* the teeth press the pinion down with 3 (g - a), its own weight beside it */
        CHECK_NEAR(w[2].last, 9.81 + 3 * (9.81 - a), 1e-7);
        ph_model_free(model);
    }
}

/* ---- coupler ---- */

static void coupler(void)
{
    for (int k = 0; k < TEXT_ENGINES; k++) {
        ph_model *model = text_model(
            "bodies:\n"
            "  a: {mass: 1, inertia: [0.1, 0.1, 0.1]}\n"
            "  b: {mass: 1, inertia: [0.1, 0.1, 0.2], position: [1, 0, 0]}\n"
            "  c: {mass: 2, inertia: [0.1, 0.1, 0.1], position: [2, 0, 0]}\n"
            "joints:\n"
            "  ja: {type: revolute, between: [ground, a]}\n"
            "  jb: {type: cylindrical, between: [ground, b], at: [1, 0, 0], axis: [0, 1, 0]}\n"
            "  jc: {type: prismatic, between: [ground, c], at: [2, 0, 0], axis: [1, 1, 0]}\n"
            "  hold: {type: inplane, between: [ground, b], at: [1, 0, 0], axis: [0, 1, 0]}\n"
            "  two: {type: coupler, joints: [ja, jb], scales: [1, -3], coordinates: [angle, "
            "angle]}\n"
            "  three: {type: coupler, joints: [jc, ja, jb], scales: [1, 0.02, 0.1],"
            " coordinates: [displacement, angle, angle]}\n"
            "forces: {push: {type: torque, on: a, torque: [0, 0, 0.5]}}\n"
            "requests: {q: {columns: {a: ja.angle, b: jb.angle, c: jc.displacement}}}\n"
            "simulate: {end: 20, every: 1}\n");
        watched w[] = {COLUMN("q.a"), COLUMN("q.b"), COLUMN("q.c")};
        run_steps(model, text_engine[k], 0.02, 3, w);
        /* b turns a third of a, c slides -(0.02 + 0.1/3) of it: one inertia */
        double slide = 0.02 + 0.1 / 3, J = 0.1 + 0.2 / 9 * 0.5 + 2 * slide * slide;
        double angle = 0.5 / J * 200;
        CHECK(angle > 100 * PH_PI);
        if (is_exact(k)) CHECK_RATIO(w[0].last, angle, 1e-8);
        CHECK_RATIO(w[1].last, w[0].last / 3, 1e-9);
        CHECK_RATIO(w[2].last, -slide * w[0].last, 1e-9);
        ph_model_free(model);
    }
}

/* ---- gears ---- */

/* Two wheels on ground, 30 and 60 mm, in mesh at [0.03, 0, 0]; a torque turns the first. The
 * bearing of each takes what the teeth do to it. `order`: how the bearings are written. */
static void tooth_load(bool reversed)
{
    const double T = 0.12, J1 = 0.001, J2 = 0.008, r1 = 0.03, r2 = 0.06;
    const double F = T / r1 / (1 + J1 / J2 * (r2 / r1) * (r2 / r1)), tilt = 0.3;
    for (int k = 0; k < TEXT_ENGINES; k++) {
        ph_model *model = text_model(
            "bodies:\n"
            "  one: {mass: 1, inertia: [0.001, 0.001, 0.001]}\n"
            "  two: {mass: 2, inertia: [0.008, 0.008, 0.008], position: [0.09, 0, 0]}\n"
            "markers:\n"
            "  mesh: {at: [0.03, 0, 0.02], orientation: {axis: [1, 0, 0], angle: %.17g}}\n"
            "joints:\n"
            "  j1: {type: revolute, between: %s}\n"
            "  j2: {type: revolute, between: [ground, two], at: [0.09, 0, 0]}\n"
            "  teeth: {type: gear, joints: [j1, j2], pitch_point: mesh}\n"
            "forces: {motor: {type: torque, on: one, torque: [0, 0, 0.12]}}\n"
            "simulate: {end: 3, every: 0.5}\n",
            -PH_PI / 2 + tilt, reversed ? "[one, ground]" : "[ground, one]");
        watched w[] = {COLUMN("one.omega.z"),          COLUMN("two.omega.z"),
                       COLUMN("teeth.on.one.force.y"), COLUMN("teeth.on.two.force.y"),
                       COLUMN("teeth.on.one.force.z"), COLUMN("teeth.on.one.torque.z"),
                       COLUMN("j1.on.one.force.y"),    COLUMN("j2.on.two.force.y"),
                       COLUMN("j1.on.one.torque.x")};
        run_steps(model, text_engine[k], is_exact(k) ? 0.01 : 0.001, 9, w);
        double alpha = (T - F * r1) / J1, across = F * tan(tilt);
        double loose = is_exact(k) ? 1 : 1e5;
        CHECK_RATIO(w[0].last, 3 * alpha, loose * 1e-8);
        CHECK_RATIO(w[1].last, -1.5 * alpha, loose * 1e-8);
        CHECK_NEAR(w[2].last, -F, loose * 1e-7);
        CHECK_NEAR(w[3].last, F, loose * 1e-7);
        CHECK_NEAR(fabs(w[4].last), across, loose * 1e-7); /* oblique teeth push along the axis */
        CHECK_NEAR(w[5].last, -F * r1, loose * 1e-8);
        CHECK_NEAR(w[6].last, F, loose * 1e-7);
        CHECK_NEAR(w[7].last, -F, loose * 1e-7);
        /* they meet 20 mm above the middle of the wheel: the bearing is tilted */
        CHECK_NEAR(fabs(w[8].last), 0.02 * F, loose * 1e-8);
        ph_model_free(model);
    }
}

static void planetary(void)
{
    ph_model *model = must_load("models/planetary-gear.yaml");
    for (int k = 0; k < TEXT_ENGINES; k++) {
        watched w[] = {COLUMN("speed.carrier"), COLUMN("speed.planet"), COLUMN("drive.torque.z")};
        run_steps(model, text_engine[k], 0.005, 3, w);
        CHECK_NEAR(w[0].least, 0.25, 1e-9);
        CHECK_NEAR(w[0].most, 0.25, 1e-9);
        CHECK_NEAR(w[1].least, -0.5, 1e-9);
        CHECK_NEAR(w[1].most, -0.5, 1e-9);
        CHECK_NEAR(w[2].last, 0.5, 1e-6);
    }
    ph_model_free(model);
}

/* ---- a quarter of a turn in each step, a thousand turns: rounding must not add up ---- */

static void fast(void)
{
    ph_model *model = text_model("bodies:\n"
                                 "  a: {mass: 1, inertia: [0.1, 0.1, 0.1], omega: [0, 0, 30]}\n"
                                 "  b: {mass: 1, inertia: [0.1, 0.1, 0.1], position: [1, 0, 0]}\n"
                                 "joints:\n"
                                 "  ja: {type: revolute, between: [ground, a]}\n"
                                 "  jb: {type: revolute, between: [ground, b], at: [1, 0, 0]}\n"
                                 "  j: {type: coupler, joints: [ja, jb], scales: [1, 2.5]}\n"
                                 "simulate: {end: 200, every: 10}\n");
    watched w[] = {COLUMN("a.omega.z"), COLUMN("b.omega.z")};
    run_steps(model, "galpha", 0.05, 2, w); /* 1.5 rad */
    CHECK_NEAR(w[1].least, w[0].least / -2.5, 1e-9);
    CHECK_NEAR(w[0].most - w[0].least, 0, 1e-7);
    ph_model_free(model);
}

/* ---- hinged rod ---- */

static void pendulum(void)
{
    /* a ball on a hinged rod swings in its plane as a pendulum does: energy gives its speed */
    ph_model *model = text_model(
        "gravity: [0, 0, -9.81]\n"
        "bodies: {bob: {mass: 1, inertia: [0.01, 0.01, 0.01], position: [0.5, 0.1, 0]}}\n"
        "markers: {pin: {orientation: {axis: [1, 0, 0], angle: -90 deg}}}\n"
        "joints: {arm: {type: hinged_rod, between: [pin, bob]}}\n"
        "simulate: {end: 0.5, every: 0.1}\n");
    watched w[] = {COLUMN("bob.pos.y"), COLUMN("bob.pos.z"), COLUMN("bob.pos.x"),
                   COLUMN("bob.vel.z"), COLUMN("bob.vel.x")};
    run_steps(model, "galpha", 0.001, 5, w);
    CHECK_NEAR(w[0].least, 0.1, 1e-10);
    CHECK_NEAR(w[0].most, 0.1, 1e-10);
    CHECK_NEAR(hypot(w[1].last, w[2].last), 0.5, 1e-9);
    CHECK_NEAR(hypot(w[3].last, w[4].last), sqrt(-2 * 9.81 * w[1].last), 1e-4);
    ph_model_free(model);
}

int main(void)
{
    constant_velocity();
    nut();
    rack(0, "0.1", 1);
    rack(0, "-0.1", -1);
    rack(1, "0.1", -1);
    rack(-1, "0.1", 1);
    coupler();
    tooth_load(false);
    tooth_load(true);
    planetary();
    fast();
    pendulum();
    return TEST_RESULT();
}
