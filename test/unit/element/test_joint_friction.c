/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Friction in joints and stops of joints, against closed forms and numbers of an independent
 * integration of the reduced equations.
 */
#include "text_model.h"

/* A column of a row; with the time when it was noted. */
typedef struct {
    const char *object, *quantity;
    int component;
    double value;
} noted;

static ph_status note(void *user, const ph_sim *sim, const double *row)
{
    noted *n = user;
    for (; n->object; n++) n->value = row[column_of(sim, n->object, n->quantity, n->component)];
    return PH_OK;
}

static text_outcome run(const ph_model *model, const ph_options *o, text_row row, void *user)
{
    text_outcome out = text_run(model, o, row, user);
    if (out.status) printf("%s\n", out.said);
    CHECK(out.status == PH_OK);
    return out;
}

/* ---- a pendulum on a dry pin ---- */

static ph_model *pendulum(double mu)
{
    return text_model(
        "gravity: [0, -9.81, 0]\n"
        "bodies:\n"
        "  rod: {mass: 1.2, inertia: [0.04, 0.04, 0.04],"
        " position: [0.5*sin(1.2), -0.5*cos(1.2), 0]}\n"
        "joints:\n"
        "  pin: {type: revolute, between: [ground, rod], at: [0, 0, 0], axis: [0, 0, 1]}\n"
        "forces:\n"
        "  rub: {type: joint_friction, joint: pin, dynamic: %g, curve: tanh,"
        " transition_velocity: 0.02, pin_radius: 0.05}\n"
        "variables: {angle: \"atan2(rod.pos.x, -rod.pos.y)\"}\n"
        "simulate: {end: 1}\n",
        mu);
}

/* theta(1), w(1) by a Runge-Kutta method on theta'', of which the reaction is a function. */
static void test_pendulum(void)
{
    static const double mu[2] = {0.3, 0.9},
                        truth[2][2] = {{-.855644622569, 2.546516882836},
                                       {-.677028707615, 2.178207224015}},
                        published[2][3] = {{3.2e-3, 8.1e-4, 2.0e-4}, {2.6e-3, 6.6e-4, 1.7e-4}};
    for (int k = 0; k < 2; k++) {
        ph_model *model = pendulum(mu[k]);
        noted n[] = {{"angle", "", 0, 0}, {"rod", "omega", 2, 0}, {0}};
        double last = 0;
        for (int i = 0; i < 3; i++) {
            ph_options o = text_options(model, "galpha", 0);
            o.step = 0.02 / (1 << i);
            o.rho = 0.8;
            run(model, &o, note, n);
            double error = fabs(n[0].value - truth[k][0]);
            CHECK_NEAR(error, published[k][i], 0.06 * published[k][i]);
            if (i) CHECK_NEAR(log2(last / error), 2, 0.05);
            last = error;
        }
        for (int i = 0; i < TEXT_ENGINES; i++) {
            ph_options o = text_options(model, text_engine[i], 1e-7);
            run(model, &o, note, n);
            CHECK_NEAR(n[0].value, truth[k][0], 1e-6);
            CHECK_NEAR(n[1].value, truth[k][1], 4e-6);
        }
        ph_model_free(model);
    }
}

/* ---- a carriage in a guide, whose friction depends on its acceleration ---- */

static void test_guide(void)
{
    ph_model *model = must_load("models/guide-friction.yaml");
    noted n[] = {{"carriage", "pos", 0, 0}, {"carriage", "vel", 0, 0}, {0}};
    ph_options o = text_options(model, "galpha", 1e-7);
    o.end = 0.3 - 1e-9;
    text_outcome out = run(model, &o, note, n);
    double a = (40 * (1 - 0.3 * 0.25 / 0.4) - 0.3 * 2 * 9.81) / (2 * (1 - 0.3 * 0.1 / 0.4));
    CHECK_NEAR(n[0].value, 0.5 * a * 0.09, 1e-5);
    CHECK_NEAR(n[1].value, 0.3 * a, 2e-5);
    CHECK_NEAR(out.energy.numerical, 0, 1e-4);
    CHECK_NEAR(out.energy.dissipated, (40 - 2 * a) * n[0].value, 1e-3);
    ph_model_free(model);
}

/* Every joint that has friction, sliding steadily: what it takes by the formulas of the manual. A
 * body that weighs 1 N is moved on its joint, by hand of a motion or freely. */
static double torque_of(const char *joint, const char *spin, const char *friction)
{
    ph_model *model =
        text_model("gravity: [0, -3, -4]\n"
                   "bodies: {b: {mass: 0.2, inertia: [0.1, 0.1, 0.1], position: [0, 0, 0],"
                   " %s}}\n"
                   "joints: {j: {type: %s, between: [ground, b], at: [0, 0, 0.5]}}\n"
                   "forces: {f: {type: joint_friction, joint: j, dynamic: 0.5, %s}}\n"
                   "simulate: {end: 1e-4, step: 1e-4, rho: 0.8}\n",
                   spin, joint, friction);
    ph_options o = text_options(model, "galpha", 0);
    ph_sim *sim = must_create(model, &o);
    double power = value_now(sim, "f.on.b", "force", 2) * value_now(sim, "b", "vel", 2);
    for (int k = 0; k < 3; k++)
        power += value_now(sim, "f.on.b", "torque", k) * value_now(sim, "b", "omega_world", k);
    ph_sim_free(sim);
    ph_model_free(model);
    return -power;
}

static void test_joints(void)
{
    /* F_r = 0.6 N across and F_a = 0.8 N along z; T_b = 0.3 N m by the arm of 0.5 m */
    double w = 2, mu = 0.5;
    CHECK_NEAR(torque_of("revolute", "omega: [0, 0, 2]", "pin_radius: 0.1"),
               w * mu * (0.1 * 0.6 + 0.1 * 0.8), 1e-12);
    CHECK_NEAR(torque_of("revolute", "omega: [0, 0, 2]",
                         "pin_radius: 0.1, friction_arm: 0.2, bending_arm: 0.25"),
               w * mu * (0.1 * 0.6 + 0.2 * 0.8 + 0.1 / 0.25 * 0.3), 1e-12);
    CHECK_NEAR(torque_of("revolute", "omega: [0, 0, 2]",
                         "pin_radius: 0.1, torque_preload: 0.7, inputs: [preload]"),
               w * 0.7, 1e-12);
    CHECK_NEAR(torque_of("prismatic", "velocity: [0, 0, 2]", "overlap: 0.25"),
               2 * mu * (0.6 + 0.3 / 0.25), 1e-12);
    CHECK_NEAR(torque_of("prismatic", "velocity: [0, 0, 2]",
                         "overlap: 0.25, force_preload: 1.5, inputs: [preload, bending_moment]"),
               2 * (mu * 0.3 / 0.25 + 1.5), 1e-12);
    /* a sleeve rubs against the direction it slides and turns in */
    CHECK_NEAR(torque_of("cylindrical", "velocity: [0, 0, 0.3], omega: [0, 0, 4]",
                         "pin_radius: 0.1, overlap: 0.25"),
               mu * (0.6 + 0.3 / 0.25) * hypot(0.3, 0.1 * 4), 1e-12);
}

/* A ball joint below the middle of a top that spins upright: all its weight is on it. */
static void test_ball(void)
{
    ph_model *model = text_model(
        "gravity: [0, 0, -10]\n"
        "bodies: {b: {mass: 0.3, inertia: [0.02, 0.02, 0.01], position: [0, 0, 0.1],"
        " omega: [0, 0, 50]}}\n"
        "joints: {j: {type: spherical, between: [ground, b], at: [0, 0, 0]}}\n"
        "forces: {f: {type: joint_friction, joint: j, dynamic: 0.2, ball_radius: 0.02}}\n"
        "simulate: {end: 1}\n");
    noted n[] = {{"b", "omega", 2, 0}, {0}};
    ph_options o = text_options(model, "galpha", 1e-7);
    run(model, &o, note, n);
    CHECK_NEAR(n[0].value, 50 - 0.2 * 0.02 * 3 / 0.01, 1e-6);
    ph_model_free(model);
}

/* ---- stick and slip ---- */

/* When the block has its largest x: where its velocity falls through zero, by parabolas. */
typedef struct {
    int x, v, count;
    double t, last, when[20], most, least;
} swings;

static ph_status watch(void *user, const ph_sim *sim, const double *row)
{
    swings *s = user;
    if (s->x == 0) {
        s->x = column_of(sim, "block", "pos", 0), s->v = column_of(sim, "block", "vel", 0);
        s->most = -1, s->least = 1;
    }
    if (row[0] > 0 && s->last > 0 && row[s->v] <= 0 && s->count < 20)
        s->when[s->count++] = s->t + (row[0] - s->t) * s->last / (s->last - row[s->v]);
    if (row[0] > 1) s->least = fmin(s->least, row[s->x]);
    if (row[0] > 2) s->most = fmax(s->most, row[s->x]);
    s->t = row[0];
    s->last = row[s->v];
    return PH_OK;
}

static void test_events(void)
{
    ph_model *model = must_load("models/stick-slip.yaml");
    static const char *const engines[] = {"galpha", "hht", "hht-euler", "ida"};
    for (int k = 0; k < 4; k++) {
        swings s = {0};
        ph_options o = text_options(model, engines[k], k < 3 ? 1e-6 : 1e-7);
        text_outcome out = run(model, &o, watch, &s);
        printf("%-10s %lld steps, periods", engines[k], out.stats.steps);
        for (int i = 1; i < s.count; i++) {
            printf(" %.7f", s.when[i] - s.when[i - 1]);
            CHECK_NEAR(s.when[i] - s.when[i - 1], 0.731759786, k < 3 ? 2e-5 : 2e-4);
        }
        printf(", x %.7f to %.7f\n", s.least, s.most);
        CHECK(s.count == 4);
        CHECK_NEAR(s.most, 0.0430278, 2e-6);
        CHECK_NEAR(s.least, 0.0069722, k < 3 ? 2e-6 : 2e-5);
        /* a way of 0.1 m/s against 0.25 x 10 N or what the spring takes: the books close */
        CHECK_NEAR(out.energy.numerical, 0, k < 3 ? 5e-6 : 1e-3);
    }
    /* equal steps end at events, too, and go on from there: second order */
    double off[2];
    for (int i = 0; i < 2; i++) {
        swings s = {0};
        ph_options o = text_options(model, "galpha", 0);
        o.step = 0.004 / (1 << i);
        run(model, &o, watch, &s);
        off[i] = fabs(s.when[3] - s.when[2] - 0.731759786);
        CHECK(s.count == 4 && off[i] < 2e-3);
    }
    ph_model_free(model);
}

static void test_bristle(void)
{
    ph_model *model =
        text_model("gravity: [0, 0, -10]\n"
                   "bodies:\n"
                   "  belt: {mass: 1, inertia: [0.1, 0.1, 0.1], velocity: [0.1, 0, 0]}\n"
                   "  block: {mass: 1, inertia: [0.01, 0.01, 0.01], velocity: [0.1, 0, 0]}\n"
                   "joints:\n"
                   "  bed: {type: prismatic, between: [ground, belt], axis: [1, 0, 0]}\n"
                   "  contact: {type: prismatic, between: [belt, block], axis: [1, 0, 0]}\n"
                   "motions: {drive: {joint: bed, velocity: \"0.1\"}}\n"
                   "forces:\n"
                   "  rub: {type: joint_bristle, joint: contact, static: 0.4, dynamic: 0.25,"
                   " deformation: 1e-4, transition_velocity: 0.01}\n"
                   "  spring: {type: force, on: block, force: [\"-100*block.pos.x\", 0, 0]}\n"
                   "simulate: {end: 4.2, every: 1e-3}\n");
    swings s = {0};
    ph_options o = text_options(model, "ida", 1e-6);
    run(model, &o, watch, &s);
    printf("bristle    period %.5f, x to %.6f\n", s.when[s.count - 1] - s.when[s.count - 2],
           s.most);
    CHECK_NEAR(s.when[s.count - 1] - s.when[s.count - 2], 0.7343, 1e-4);
    CHECK_NEAR(s.most, 0.04293, 3e-5);
    ph_model_free(model);
}

/* On a slope below the angle of friction a block that is let go stays where it is, exactly. */
static void test_holds(void)
{
    for (int steep = 0; steep < 2; steep++) {
        ph_model *model = text_model(
            "gravity: [%g, 0, -10]\n"
            "bodies: {block: {mass: 1, inertia: [0.01, 0.01, 0.01]}}\n"
            "joints: {slope: {type: prismatic, between: [ground, block], axis: [1, 0, 0]}}\n"
            "forces: {rub: {type: joint_friction, joint: slope, static: 0.4, dynamic: 0.25,"
            " stick: event}}\n"
            "simulate: {end: 1}\n",
            steep ? 4.2 : 3.9);
        noted n[] = {{"block", "pos", 0, 0}, {"block", "vel", 0, 0}, {0}};
        ph_options o = text_options(model, "galpha", 1e-6);
        run(model, &o, note, n);
        CHECK_NEAR(n[0].value, steep ? 0.5 * (4.2 - 2.5) : 0, steep ? 1e-6 : 1e-15);
        CHECK_NEAR(n[1].value, steep ? 4.2 - 2.5 : 0, steep ? 1e-6 : 1e-15);
        ph_model_free(model);
    }
}

/* A rod that its pin holds askew stays there, however short the run: steps are then so short that
 * rounding, divided by their squares, is more than the pin can hold. */
static void test_rounding(void)
{
    static const double end[2] = {3, 0.05}, angle[4] = {0.0123, 0.0377, 0.011, 0.02};
    for (int k = 0; k < 8; k++) {
        ph_model *model =
            text_model("gravity: [0, -9.81, 0]\n"
                       "parameters: {f: %.17g, x: 0.123456789, y: -0.7654321}\n"
                       "bodies:\n"
                       "  rod: {mass: 1.2, inertia: [0.04, 0.04, 0.04],"
                       " position: [x + 0.5*sin(f), y - 0.5*cos(f), 0.1],"
                       " orientation: {axis: [1, 2, 3], angle: -1.2}}\n"
                       "joints: {pin: {type: revolute, between: [ground, rod], at: [x, y, 0.1]}}\n"
                       "forces:\n"
                       "  rub: {type: joint_friction, joint: pin, dynamic: 0.3, static: 0.4,"
                       " pin_radius: 0.05, stick: event}\n"
                       "variables: {angle: \"atan2(rod.pos.x - x, y - rod.pos.y)\"}\n"
                       "simulate: {end: %g}\n",
                       angle[k % 4], end[k / 4]);
        noted n[] = {{"angle", "", 0, 0}, {0}};
        for (int i = 0; i < TEXT_ENGINES; i++) {
            ph_options o = text_options(model, text_engine[i], 1e-5);
            run(model, &o, note, n);
            CHECK_NEAR(n[0].value, angle[k % 4], 1e-8);
        }
        ph_model_free(model);
    }
}

/* A four-bar with dry pins swings out and rests: four rows that would hold one freedom. */
static void test_loop(void)
{
    ph_model *model = text_model(
        "gravity: [0, -9.81, 0]\n"
        "bodies:\n"
        "  crank: {mass: 1, inertia: [0.1, 0.1, 0.1], position: [0, 0.5, 0]}\n"
        "  coupler: {mass: 1, inertia: [0.1, 0.2, 0.3], position: [1, 1.25, 0]}\n"
        "  rocker: {mass: 1, inertia: [0.1, 0.1, 0.1], position: [2.1, 0.75, 0]}\n"
        "joints:\n"
        "  a: {type: revolute, between: [ground, crank], at: [0, 0, 0], axis: [0, 0, 1]}\n"
        "  b: {type: cylindrical, between: [crank, coupler], at: [0, 1, 0], axis: [0, 0, 1]}\n"
        "  c: {type: spherical, between: [coupler, rocker], at: [2, 1.5, 0]}\n"
        "  d: {type: revolute, between: [ground, rocker], at: [2.2, 0, 0], axis: [0, 0, 1]}\n"
        "forces:\n"
        "  fa: {type: joint_friction, joint: a, static: 0.5, dynamic: 0.4, pin_radius: 0.1,"
        " stick: event}\n"
        "  fd: {type: joint_friction, joint: d, static: 0.5, dynamic: 0.4, pin_radius: 0.1,"
        " stick: event}\n"
        "  nudge: {type: torque, on: crank, torque: [0, 0, \"if(time < 0.3, -8, 0)\"]}\n"
        "simulate: {end: 20, every: 0.1}\n");
    noted n[] = {{"crank", "omega", 2, 0}, {"rocker", "omega", 2, 0}, {0}};
    ph_options o = text_options(model, "galpha", 1e-5);
    text_outcome out = run(model, &o, note, n);
    CHECK(fabs(n[0].value) < 1e-6 && fabs(n[1].value) < 1e-6);
    CHECK_NEAR(out.energy.numerical, 0, 2e-2);
    ph_model_free(model);
}

/* ---- where nothing is integrated ---- */

/* At rest what creeps holds nothing: a rod hangs straight down, from a drawing and behind a
 * phase in which it has slid. */
static void test_rest(void)
{
    static const char *const law[] = {"joint_friction", "joint_bristle",
                                      "joint_friction, stick: event"};
    for (int k = 0; k < 6; k++) {
        ph_model *model = text_model(
            "gravity: [0, -9.81, 0]\n"
            "bodies:\n"
            "  rod: {mass: 1.2, inertia: [0.04, 0.04, 0.04],"
            " position: [0.5*sin(1.2), -0.5*cos(1.2), 0]}\n"
            "joints: {pin: {type: revolute, between: [ground, rod], at: [0, 0, 0]}}\n"
            "forces:\n"
            "  rub: {type: %s, joint: pin, dynamic: 0.3, static: 0.4, pin_radius: 0.05}\n"
            "variables: {angle: \"atan2(rod.pos.x, -rod.pos.y)\"}\n"
            "simulate: {end: 0.3}\n%s",
            law[k % 3],
            k < 3 ? "" : "phases: [{end: 0.2}, {analysis: static, end: 0.25}, {end: 0.3}]\n");
        noted n[] = {{"angle", "", 0, 0}, {"rod", "omega", 2, 0}, {0}};
        ph_options o = *ph_model_options(model);
        if (k < 3) o.analysis = PH_STATIC;
        run(model, &o, note, n);
        /* bent bristles stay as they are, and push; what sticks holds as far as it can: let go, the
         * rod comes to where 0.3*0.05 m of the force in the pin holds it */
        CHECK_NEAR(n[0].value, 0, k == 4 ? 0.06 : k % 3 == 2 ? 0.3 * 0.05 / 0.5 + 1e-5 : 1e-7);
        CHECK_NEAR(n[1].value, 0, 1e-6);
        ph_model_free(model);
    }
}

/* A motion pushes a block to and fro: what it takes is M x'' and friction against the way. */
static void test_driven(void)
{
    static const char *const analysis[] = {"kinematic", "inverse"};
    for (int k = 0; k < 4; k++) {
        ph_model *model =
            text_model("gravity: [0, 0, -10]\n"
                       "bodies: {b: {mass: 2, inertia: [1, 1, 1]}}\n"
                       "joints: {g: {type: prismatic, between: [ground, b], axis: [1, 0, 0]}}\n"
                       "motions: {m: {joint: g, %s displacement: \"0.1*sin(2*pi*time)\"}}\n"
                       "forces: {f: {type: joint_friction, joint: g, static: 0.4, dynamic: 0.25,"
                       " stick: event}}\n"
                       "simulate: {end: %g, every: 0.05, analysis: %s}\n",
                       k % 2 ? "weight: 1," : "", k < 2 ? 0.2 : 0.3, analysis[k % 2]);
        noted n[] = {{"m", "force", 0, 0}, {0}};
        double t = k < 2 ? 0.2 : 0.3, side = k < 2 ? 1 : -1;
        run(model, ph_model_options(model), note, n);
        CHECK_NEAR(n[0].value, 5 * side - 0.8 * PH_PI * PH_PI * sin(2 * PH_PI * t), 1e-9);
        ph_model_free(model);
    }
}

/* ---- stops ---- */

/* Between two stops, without gravity, a slider loses the same part of its speed in every blow. */
static void test_bounces(void)
{
    for (int turns = 0; turns < 2; turns++) {
        ph_model *model =
            text_model("gravity: [0, 0, 0]\n"
                       "bodies: {b: {mass: 2, inertia: [2, 2, 2], %s: [0, 0, 3]}}\n"
                       "joints: {j: {type: cylindrical, between: [ground, b], axis: [0, 0, 1]}}\n"
                       "forces: {s: {type: stop, joint: j, direction: %s, lower: %g, upper: %g,"
                       " stiffness: 1e7, restitution: 0.7}}\n"
                       "simulate: {end: 4, every: 0.01}\n",
                       turns ? "omega" : "velocity", turns ? "rz" : "z", turns ? -4.0 : -0.5,
                       turns ? 5.0 : 0.75);
        noted n[] = {{"b", turns ? "omega" : "vel", 2, 0}, {0}};
        ph_options o = text_options(model, "galpha", 1e-6);
        text_outcome out = run(model, &o, note, n);
        /* blows at v, and how long the flights between them take */
        double v = 3, room = turns ? 9 : 1.25, t = (turns ? 5 : 0.75) / v;
        for (; t < 4; t += room / fabs(v)) v *= -0.7;
        CHECK_NEAR(n[0].value, v, 2e-3 * fabs(v));
        CHECK_NEAR(out.energy.dissipated, 9 - v * v, 0.01);
        CHECK_NEAR(out.energy.numerical, 0, 0.01);
        ph_model_free(model);
    }
}

/* With damping instead of a restitution, and with none at all: energy comes back. */
static void test_elastic(void)
{
    ph_model *model =
        text_model("gravity: [0, 0, 0]\n"
                   "bodies: {b: {mass: 2, inertia: [2, 2, 2], velocity: [0, 0, 3]}}\n"
                   "joints: {j: {type: prismatic, between: [ground, b], axis: [0, 0, 1]}}\n"
                   "forces: {s: {type: stop, joint: j, upper: 0.75, stiffness: 1e4, exponent: 1}}\n"
                   "simulate: {end: 1}\n");
    noted n[] = {{"b", "pos", 2, 0}, {"b", "vel", 2, 0}, {0}};
    ph_options o = text_options(model, "galpha", 1e-7);
    run(model, &o, note, n);
    /* half a period of a spring */
    double stay = 3.14159265358979 / sqrt(1e4 / 2);
    CHECK_NEAR(n[1].value, -3, 1e-3);
    CHECK_NEAR(n[0].value, 0.75 - 3 * (1 - 0.25 - stay), 1e-3);
    ph_model_free(model);
}

int main(void)
{
    test_pendulum();
    test_guide();
    test_joints();
    test_ball();
    test_events();
    test_bristle();
    test_holds();
    test_rounding();
    test_loop();
    test_rest();
    test_driven();
    test_bounces();
    test_elastic();
    return TEST_RESULT();
}
