/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Where mechanisms stay at rest: closed forms, starts that lead Newton's method astray, and what is
 * said of equilibria that are unstable, neutral, or not there.
 */
#include "text_model.h"

static ph_options at_rest(const ph_model *model)
{
    ph_options o = *ph_model_options(model);
    o.analysis = PH_STATIC;
    o.end = o.start;
    return o;
}

/* The equilibrium of a model, which must be found. */
static ph_sim *settle(const ph_model *model, ph_equilibrium *e)
{
    ph_options o = at_rest(model);
    ph_sim *sim = must_create(model, &o);
    *e = ph_sim_equilibrium(sim);
    CHECK(e->found);
    CHECK(e->residual <= 1e-9 * e->force);
    return sim;
}

/* ---- a chain between two hooks ---- */

static ph_model *catenary(int n, const char *tilt)
{
    char links[40], shape[60];
    const char *set[] = {links, shape};
    ph_model *model = NULL;
    ph_diag *diag = ph_diag_create();
    snprintf(links, sizeof links, "parameters.N=%d", n);
    snprintf(shape, sizeof shape, "parameters.tilt=%s", tilt);
    if (ph_model_load("models/catenary.yaml", set, 2, diag, &model)) show_diag(diag), exit(1);
    ph_diag_free(diag);
    return model;
}

/* Exact: tan th_k = (k - (N+1)/2) w/H, sum cos th_k = N span/length. */
static void check_catenary(int n, const char *tilt, double pull, double sag)
{
    ph_model *model = catenary(n, tilt);
    ph_equilibrium e;
    ph_sim *sim = settle(model, &e);
    double l = 1.2 / n, w = 9.81 / n, cosines = 0, depth = 0;
    for (int k = 1; k <= n; k++) {
        char name[20];
        ph_body_state s;
        snprintf(name, sizeof name, "link%d", k);
        CHECK(ph_sim_get_body(sim, k - 1, &s) == PH_OK);
        CHECK_TEXT(ph_model_body_name(model, k - 1), name);
        /* the model turns links about y, downwards for positive angles */
        double angle = -2 * atan2(s.orientation.y, s.orientation.w);
        CHECK_NEAR(tan(angle), (k - (n + 1) / 2.0) * w / pull, 1e-10);
        cosines += cos(angle);
        if (k <= n / 2) depth -= l * sin(angle);
    }
    CHECK_NEAR(cosines, n / 1.2, 1e-10);
    CHECK_NEAR(depth, sag, 1e-11);
    CHECK_NEAR(value_now(sim, "hook", "force", 0), pull, 1e-9);
    CHECK(e.unstable == 0 && e.neutral == 0);
    CHECK(e.iterations <= 45);
    ph_sim_free(sim);
    ph_model_free(model);
}

static void test_catenary(void)
{
    static const char vee[] = "acos(span/length)", tent[] = "-acos(span/length)";
    check_catenary(50, vee, 3.8380513548, 0.292404118953);
    check_catenary(10, vee, 3.8272634223, 0.293864249331);
    /* upside down Newton's method finds an arch, which is unstable in all directions */
    check_catenary(50, tent, 3.8380513548, 0.292404118953);
    check_catenary(10, tent, 3.8272634223, 0.293864249331);
}

/* Where few iterations are allowed, and time keeps it from swinging to rest, the load is taken off
 * part by part. */
static void test_load_path(void)
{
    ph_equilibrium e;
    ph_model *model = text_model(
        "gravity: [0, 0, -9.81]\n"
        "parameters: {N: 10, l: 1.2/N, tilt: acos(1/1.2)}\n"
        "repeat:\n"
        "  - {for: k, to: N, bodies: {\"link{k}\": {mass: 1/N, inertia: [l^2/2000, l^2/120, "
        "l^2/120],\n"
        "      position: [(k - 0.5)*l*cos(tilt), 0, -(N/2 - abs(k - 0.5 - N/2))*l*sin(tilt)],\n"
        "      orientation: {rotation: [0, \"if(k <= N/2, tilt, -tilt)\", 0]}}}}\n"
        "  - {for: k, from: 2, to: N, joints: {\"pin{k}\": {type: revolute, axis: [0, 1, 0],\n"
        "      between: [\"link{k-1}\", \"link{k}\"],\n"
        "      at: [(k - 1)*l*cos(tilt), 0, -(N/2 - abs(k - 1 - N/2))*l*sin(tilt)]}}}\n"
        "joints:\n"
        "  pin1: {type: revolute, between: [ground, link1], at: [0, 0, 0], axis: [0, 1, 0]}\n"
        "  hook: {type: inline, between: [ground, link10], at: [1, 0, 0], axis: [0, 1, 0]}\n"
        "forces: {later: {type: force, on: link1, force: [0, 0, sin(time)]}}\n");
    ph_options o = at_rest(model);
    o.iterations = 5;
    ph_sim *sim = must_create(model, &o);
    e = ph_sim_equilibrium(sim);
    CHECK(e.found && e.loaded && !e.settled && e.unstable == 0);
    CHECK_NEAR(value_now(sim, "hook", "force", 0), 3.8272634223, 1e-9);
    ph_sim_free(sim);
    ph_model_free(model);
}

/* ---- a chain that hangs from one hook, from anywhere ---- */

enum { LINKS = 8 };

static ph_vec3 chance_direction(unsigned long long *seed)
{
    for (;;) {
        ph_vec3 d = ph_v3(chance(seed), chance(seed), chance(seed));
        double n = ph_norm(d);
        if (n > 0.1 && n < 1) return ph_scale(1 / n, d);
    }
}

static ph_model *crooked_chain(unsigned long long *seed)
{
    static char text[8000];
    size_t used = (size_t)snprintf(text, sizeof text, "gravity: [0, 0, -9.81]\nbodies:\n");
    char joints[4000];
    size_t more = (size_t)snprintf(joints, sizeof joints, "joints:\n");
    ph_vec3 end = ph_v3(0, 0, 0);
    for (int k = 1; k <= LINKS; k++) {
        /* a thin rod along its x axis: the turn from x to its direction */
        ph_vec3 d = chance_direction(seed), x = ph_v3(1, 0, 0), axis = ph_cross(x, d);
        double n = ph_norm(axis), angle = atan2(n, d.x);
        axis = n > 1e-9 ? ph_scale(angle / n, axis) : ph_v3(0, angle, 0);
        ph_vec3 c = ph_add(end, ph_scale(0.5, d));
        used += (size_t)snprintf(text + used, sizeof text - used,
                                 "  link%d: {mass: 1, inertia: [1e-3, 0.0833, 0.0833], position: "
                                 "[%.17g, %.17g, %.17g], orientation: {rotation: [%.17g, %.17g, "
                                 "%.17g]}}\n",
                                 k, c.x, c.y, c.z, axis.x, axis.y, axis.z);
        char before[20];
        snprintf(before, sizeof before, k > 1 ? "link%d" : "ground", k - 1);
        more += (size_t)snprintf(joints + more, sizeof joints - more,
                                 "  ball%d: {type: spherical, between: [%s, link%d], at: [%.17g, "
                                 "%.17g, %.17g]}\n",
                                 k, before, k, end.x, end.y, end.z);
        end = ph_add(end, d);
    }
    return text_model("%s%s", text, joints);
}

/* Straight down, with the spin of every link free; never anything else without a word. */
static void test_chain(void)
{
    unsigned long long seed = 1;
    int found = 0, most = 0;
    for (int k = 0; k < 100; k++) {
        ph_model *model = crooked_chain(&seed);
        ph_equilibrium e;
        ph_sim *sim = settle(model, &e);
        ph_body_state s;
        CHECK(ph_sim_get_body(sim, LINKS - 1, &s) == PH_OK);
        bool hangs = fabs(s.position.z + LINKS - 0.5) < 1e-9;
        CHECK(hangs == (e.unstable == 0));
        CHECK(e.neutral == LINKS);
        found += hangs;
        most = e.iterations > most ? e.iterations : most;
        ph_sim_free(sim);
        ph_model_free(model);
    }
    CHECK(found == 100);
    printf("chain: %d of 100 hang, %d iterations at most\n", found, most);
}

/* ---- stability ---- */

static const char pendulum[] =
    "gravity: [0, 0, -9.81]\n"
    "bodies:\n"
    "  arm: {mass: 1.7, inertia: [0.1, 0.08, 0.1], position: [%s, 0, %s]}\n"
    "joints:\n"
    "  pin: {type: revolute, between: [ground, arm], at: [0, 0, 0], axis: [0, 1, 0]}\n"
    "%s\n";

static void test_inverted(void)
{
    ph_equilibrium e;
    ph_model *model = text_model(pendulum, "0", "0.6", "");
    ph_diag *diag = ph_diag_create();
    ph_options o = at_rest(model);
    ph_sim *sim = NULL;
    CHECK(ph_sim_create(model, &o, diag, &sim) == PH_OK);
    e = ph_sim_equilibrium(sim);
    CHECK(e.unstable == 1 && e.neutral == 0);
    /* the rate at which it falls is the frequency at which it swings below */
    CHECK_NEAR(e.rate, 3.8026078669, 1e-8);
    CHECK(ph_diag_count(diag) == 1);
    CHECK(strstr(ph_diag_get(diag, 0)->message, "unstable in 1 direction: `arm`"));
    ph_sim_free(sim);
    ph_diag_free(diag);
    ph_model_free(model);
    model = text_model(pendulum, "1e-4", "0.59999999166666660", "");
    sim = settle(model, &e);
    CHECK(e.unstable == 0);
    ph_body_state s;
    ph_sim_get_body(sim, 0, &s);
    CHECK_NEAR(s.position.z, -0.6, 1e-12);
    ph_sim_free(sim);
    ph_model_free(model);
}

/* A column of n links on springs, pressed along its axis: P = 4 n^2 (EI/L^2) sin^2(pi/2n). */
static ph_model *column(int n, double load)
{
    return text_model("parameters: {N: %d}\n"
                      "repeat:\n"
                      "  - {for: k, to: N, bodies: {\"link{k}\": {mass: 1/N, inertia: [1/N^3/12, "
                      "1/N^3/12, 1/N^3/120], position: [0, 0, (k - 0.5)/N]}}}\n"
                      "  - {for: k, from: 2, to: N, joints: {\"pin{k}\": {type: revolute, between: "
                      "[\"link{k-1}\", \"link{k}\"], at: [0, 0, (k - 1)/N], axis: [0, 1, 0]}},\n"
                      "     forces: {\"spring{k}\": {type: bushing, on: \"link{k}\", reaction: "
                      "\"link{k-1}\", stiffness: [0, 0, 0, 0, N, 0]}}}\n"
                      "joints:\n"
                      "  foot: {type: revolute, between: [ground, link1], at: [0, 0, 0], axis: [0, "
                      "1, 0]}\n"
                      "  head: {type: inplane, between: [ground, link%d], at: [0, 0, 1], axis: [1, "
                      "0, 0]}\n"
                      "markers:\n"
                      "  top: {on: link%d, at: [0, 0, 0.5/N]}\n"
                      "forces:\n"
                      "  press: {type: force, on: top, force: [0, 0, %.17g]}\n",
                      n, n, n, -load);
}

static void test_column(void)
{
    static const int links[] = {2, 4, 6};
    static const double critical[] = {8, 9.372583002, 9.646170928};
    for (int k = 0; k < 3; k++)
        for (int side = -1; side <= 1; side += 2) {
            ph_model *model = column(links[k], critical[k] * (1 + side * 1e-6));
            ph_options o = at_rest(model);
            ph_sim *sim = NULL;
            CHECK(ph_sim_create(model, &o, NULL, &sim) == PH_OK);
            CHECK(ph_sim_equilibrium(sim).unstable == (side > 0));
            CHECK(ph_sim_equilibrium(sim).neutral == 0);
            ph_sim_free(sim);
            ph_model_free(model);
        }
}

/* ---- forces ---- */

/* A ball on an arm that turns with its frame: the pull outwards is a force that depends on where it
 * is. cos th = g/(L Omega^2). */
static void test_governor(void)
{
    ph_equilibrium e;
    ph_model *model =
        text_model("gravity: [0, 0, -9.81]\n"
                   "bodies: {ball: {mass: 2, inertia: [1e-9, 1e-9, 1e-9], position: [0.1, 0, "
                   "-0.48989794855663560]}}\n"
                   "joints: {arm: {type: revolute, between: [ground, ball], at: [0, 0, 0], axis: "
                   "[0, 1, 0]}}\n"
                   "forces: {out: {type: force, on: ball, force: [2*36*ball.pos.x, 0, 0]}}\n");
    ph_sim *sim = settle(model, &e);
    ph_body_state s;
    ph_sim_get_body(sim, 0, &s);
    CHECK_NEAR(atan2(s.position.x, -s.position.z) * 180 / PH_PI, 56.975336368, 1e-8);
    CHECK(e.unstable == 0);
    ph_sim_free(sim);
    ph_model_free(model);
    /* below, it would be pushed out */
    model = text_model("gravity: [0, 0, -9.81]\n"
                       "bodies: {ball: {mass: 2, inertia: [1e-9, 1e-9, 1e-9], position: [0, 0, "
                       "-0.5]}}\n"
                       "joints: {arm: {type: revolute, between: [ground, ball], at: [0, 0, 0], "
                       "axis: [0, 1, 0]}}\n"
                       "forces: {out: {type: force, on: ball, force: [2*36*ball.pos.x, 0, 0]}}\n");
    sim = settle(model, &e);
    CHECK(e.unstable == 1);
    CHECK_NEAR(e.rate, sqrt(36 - 9.81 / 0.5), 1e-6);
    ph_sim_free(sim);
    ph_model_free(model);
}

/* A ball that is drawn above the floor: as deep in it as its weight asks for. */
static void test_contact(void)
{
    ph_equilibrium e;
    ph_model *model = text_model(
        "gravity: [0, 0, -9.81]\n"
        "bodies: {ball: {mass: 2, position: [0, 0, 0.3], shape: {sphere: {radius: 0.1}}}}\n"
        "shapes: {floor: {type: plane, size: [4, 4, 0.02]}}\n"
        "contacts: {rest: {between: [ball, floor], stiffness: 1e5, exponent: 1.5}}\n");
    ph_sim *sim = settle(model, &e);
    ph_body_state s;
    ph_sim_get_body(sim, 0, &s);
    CHECK_NEAR(s.position.z, 0.1 - pow(2 * 9.81 / 1e5, 2.0 / 3), 1e-10);
    CHECK(e.unstable == 0 && e.neutral == 5);
    ph_sim_free(sim);
    ph_model_free(model);
}

/* Three boxes that fall onto each other from high above: none is found beneath another. */
static void test_stack(void)
{
    ph_equilibrium e;
    ph_model *model = text_model(
        "gravity: [0, 0, -9.81]\n"
        "bodies:\n"
        "  one: {mass: 2, position: [0, 0, 0.2], shape: {box: {size: [0.3, 0.3, 0.2]}}}\n"
        "  two: {mass: 1, position: [0, 0, 0.5], shape: {box: {size: [0.2, 0.2, 0.2]}}}\n"
        "  three: {mass: 1, position: [0, 0, 2], shape: {box: {size: [0.1, 0.1, 0.1]}}}\n"
        "shapes: {floor: {type: plane, size: [4, 4, 0.02]}}\n"
        "contacts:\n"
        "  a: {between: [one, floor], stiffness: 1e5, exponent: 1.5}\n"
        "  b: {between: [two, one], stiffness: 1e5, exponent: 1.5}\n"
        "  c: {between: [three, two], stiffness: 1e5, exponent: 1.5}\n");
    ph_sim *sim = settle(model, &e);
    static const double z[] = {0.1, 0.3, 0.45};
    for (int i = 0; i < 3; i++) {
        ph_body_state s;
        CHECK(ph_sim_get_body(sim, i, &s) == PH_OK);
        CHECK_NEAR(s.position.z, z[i], 5e-3);
    }
    CHECK(e.neutral == 5); /* it slides on the floor and turns; a box on a box would slide off */
    CHECK(e.unstable == 4);
    ph_sim_free(sim);
    ph_model_free(model);
}

/* A block that is pulled by 10 N/s over a spring's 40 N/m, with friction of 0.3 and 0.2 of 9.81 N:
 * it stays until the pull is 2.943 N, then it goes along, and friction is that of sliding. Where
 * the pull is too much from the start it slides away. */
static void test_friction(void)
{
    static const char block[] =
        "gravity: [0, -9.81, 0]\n"
        "bodies: {mass: {mass: 1, inertia: [1, 1, 1]}}\n"
        "joints: {rail: {type: prismatic, between: [ground, mass], at: [0, 0, 0], axis: [0, 0, "
        "1]}}\n"
        "forces:\n"
        "  rubs: {type: joint_friction, joint: rail, static: 0.3, dynamic: 0.2, stick: event}\n"
        "  pull: {type: force, on: mass, force: [0, 0, %s]}\n"
        "simulate: {analysis: static, end: %g}\n";
    ph_model *model = text_model(block, "10*time - 40*mass.pos.z", 1.0);
    ph_sim *sim = must_create(model, ph_model_options(model));
    for (int k = 1; k <= 10; k++) {
        double t = 0.1 * k, z = t < 0.2943 ? 0 : (10 * t - 0.2 * 9.81) / 40;
        CHECK(ph_sim_advance(sim, t, NULL) == PH_OK);
        CHECK_NEAR(value_now(sim, "mass", "pos", 2), z, 1e-11);
    }
    ph_sim_free(sim);
    ph_model_free(model);
    model = text_model(block, "2", 0.0);
    text_outcome out = text_run(model, ph_model_options(model), NULL, NULL);
    CHECK(out.status == PH_OK && strstr(out.said, "`rubs` sticks there: places nearby"));
    ph_model_free(model);
    model = text_model(block, "3", 0.0);
    out = text_run(model, ph_model_options(model), NULL, NULL);
    CHECK(out.status == PH_E_SOLVE && strstr(out.said, "further and further away"));
    ph_model_free(model);
}

/* A state at rate zero: x = 3 z, which pulls back like a spring of 3 N/m beside one of 100. */
static void test_states(void)
{
    ph_equilibrium e;
    ph_model *model = text_model(
        "gravity: [0, 0, -9.81]\n"
        "bodies: {mass: {mass: 2, inertia: [1, 1, 1]}}\n"
        "joints: {guide: {type: prismatic, between: [ground, mass], at: [0, 0, 0], axis: [0, 0, "
        "1]}}\n"
        "states: {lag: {rate: 5*(3*mass.pos.z - lag), initial: 7}}\n"
        "forces: {pull: {type: force, on: mass, force: [0, 0, -100*mass.pos.z - lag]}}\n");
    ph_sim *sim = settle(model, &e);
    CHECK_NEAR(value_now(sim, "mass", "pos", 2), -2 * 9.81 / 103, 1e-12);
    CHECK_NEAR(value_now(sim, "lag", "", 0), -3 * 2 * 9.81 / 103, 1e-12);
    ph_sim_free(sim);
    ph_model_free(model);
}

/* A mass on a spring, and the integral of how far it is from 0.05 m below, pulled by it or not. */
static const char integrated[] =
    "gravity: [0, 0, -9.81]\n"
    "bodies: {mass: {mass: 2, inertia: [1, 1, 1]}}\n"
    "joints: {guide: {type: prismatic, between: [ground, mass], at: [0, 0, 0], axis: [0, 0, 1]}}\n"
    "states: {sum: {rate: mass.pos.z + 0.05, initial: 7%s}}\n"
    "forces: {pull: {type: force, on: mass, force: [0, 0, -100*mass.pos.z - %s]}}\n"
    "%s";

/* unstable: the integral drives a spring without damping away, as 2 s^3 + 100 s + 1 = 0 says. */
static void check_integral(const char *hold, double z, double sum, int unstable)
{
    ph_equilibrium e;
    ph_model *model = text_model(integrated, hold, "sum", "");
    ph_sim *sim = settle(model, &e);
    CHECK_NEAR(value_now(sim, "mass", "pos", 2), z, 1e-12);
    CHECK_NEAR(value_now(sim, "sum", "", 0), sum, 1e-11);
    CHECK(e.unstable == unstable && e.neutral == 0);
    if (unstable) CHECK_NEAR(e.rate, 0.00499999000006, 1e-9);
    ph_sim_free(sim);
    ph_model_free(model);
}

/* Held, a state is a number like others; else it goes where its rate is zero. */
static void test_held(void)
{
    check_integral("", -0.05, 100 * 0.05 - 2 * 9.81, 1);
    check_integral(", static_hold: no", -0.05, 100 * 0.05 - 2 * 9.81, 1);
    check_integral(", static_hold: yes", -(2 * 9.81 + 7) / 100, 7, 0);
    /* it goes on from there once things move: the rate is what it is */
    ph_model *model = text_model(integrated, ", static_hold: yes", "7",
                                 "simulate: {end: 1, start_at: equilibrium}\n");
    ph_sim *sim = must_create(model, NULL);
    double rate = -(2 * 9.81 + 7) / 100 + 0.05;
    CHECK_NEAR(value_now(sim, "sum", "", 0), 7, 0);
    CHECK(ph_sim_advance(sim, 0.5, NULL) == PH_OK);
    CHECK_NEAR(value_now(sim, "sum", "", 0), 7 + 0.5 * rate, 1e-9);
    ph_sim_free(sim);
    ph_model_free(model);
}

/* The integral in a controller, held with it: u = kp e + ki sum, with the sum that it starts at. */
static void test_held_controller(void)
{
    static const char *const hold[] = {"", ", static_hold: yes"};
    static const double z[] = {0.1, (3 * 0.4 + 50 * 0.1 - 2 * 9.81) / (100 + 50)};
    for (int k = 0; k < 2; k++) {
        ph_equilibrium e;
        ph_model *model = text_model(
            "gravity: [0, 0, -9.81]\n"
            "bodies: {mass: {mass: 2, inertia: [1, 1, 1]}}\n"
            "joints: {guide: {type: prismatic, between: [ground, mass], at: [0, 0, 0], axis: [0, "
            "0, 1]}}\n"
            "controllers: {pid: {type: pid, input: mass.pos.z, setpoint: 0.1, kp: 50, ki: 3, "
            "initial: [0.4]%s}}\n"
            "forces: {pull: {type: force, on: mass, force: [0, 0, -100*mass.pos.z + pid_y]}}\n",
            hold[k]);
        ph_sim *sim = settle(model, &e);
        CHECK_NEAR(value_now(sim, "mass", "pos", 2), z[k], 1e-12);
        ph_sim_free(sim);
        ph_model_free(model);
    }
}

/* States that only motion changes keep their values: bristles, which so add nothing, oil behind
 * shut valves, a count of events. Oil is stiff when it is asked for stability: boom, stick and
 * bucket of the excavator would fall under forces that do not change. */
static void test_stays(void)
{
    ph_equilibrium e;
    ph_model *model = text_model(
        "gravity: [0, -9.81, 0]\n"
        "bodies: {a: {mass: 1, inertia: [1, 1, 1]}}\n"
        "joints: {p: {type: prismatic, between: [ground, a], at: [0, 0, 0], axis: [1, 0, 0]}}\n"
        "states: {count: {rate: 0, initial: 3}}\n"
        "events: {back: {when: a.vel.x, set: {count: count + 1}}}\n"
        "forces:\n"
        "  rubs: {type: joint_bristle, joint: p, static: 0.3, dynamic: 0.2}\n"
        "  pull: {type: force, on: a, force: [10 - 40*a.pos.x, 0, 0]}\n");
    ph_sim *sim = settle(model, &e);
    CHECK_NEAR(value_now(sim, "a", "pos", 0), 0.25, 1e-12);
    CHECK_NEAR(value_now(sim, "count", "", 0), 3, 0);
    CHECK(e.unstable == 0 && e.neutral == 0);
    ph_sim_free(sim);
    ph_model_free(model);
    model = must_load("models/excavator.yaml");
    sim = settle(model, &e);
    CHECK(e.unstable == 0 && e.neutral == 0);
    ph_sim_free(sim);
    ph_model_free(model);
}

/* ---- what the signs of the stiffness do not tell ---- */

/* Two links pressed along the second one by P: they stand still below 2.99, and flutter above. */
static void check_follower(double load, int unstable, double rate)
{
    ph_equilibrium e;
    ph_model *model = text_model(
        "bodies:\n"
        "  a: {mass: 1, inertia: [1e-3, 1e-3, 1e-3], position: [0.5, 0, 0]}\n"
        "  b: {mass: 1, inertia: [1e-3, 1e-3, 1e-3], position: [1.5, 0, 0]}\n"
        "joints:\n"
        "  foot: {type: revolute, between: [ground, a], at: [0, 0, 0], axis: [0, 0, 1]}\n"
        "  knee: {type: revolute, between: [a, b], at: [1, 0, 0], axis: [0, 0, 1]}\n"
        "markers: {tip: {on: b, at: [0.5, 0, 0]}}\n"
        "forces:\n"
        "  press: {type: force, on: tip, axes: own, force: [%.17g, 0, 0]}\n"
        "  one: {type: torque, on: a, torque: [0, 0, '-az(a, ground)']}\n"
        "  two: {type: torque, on: b, reaction: a, torque: [0, 0, '-az(b, a)']}\n",
        -load);
    ph_sim *sim = settle(model, &e);
    CHECK(e.unstable == unstable && e.neutral == 0);
    if (unstable) CHECK_NEAR(e.rate, rate, 1e-9);
    ph_sim_free(sim);
    ph_model_free(model);
}

/* A controller whose integral is too strong, and one that is not, on a mass that nothing else
 * holds: s^2 + 10 + ki/s + s/(1 + 0.01 s) = 0. */
static void check_controlled(double ki, int unstable, double rate)
{
    ph_equilibrium e;
    ph_model *model = text_model(
        "bodies: {a: {mass: 1, inertia: [1, 1, 1]}}\n"
        "joints: {p: {type: prismatic, between: [ground, a], at: [0, 0, 0], axis: [1, 0, 0]}}\n"
        "controllers: {c: {type: pid, input: a.pos.x, setpoint: 0.3, kp: 10, ki: %g, kd: 1, "
        "filter: 0.01}}\n"
        "forces: {f: {type: force, on: a, force: [c, 0, 0]}}\n",
        ki);
    ph_sim *sim = settle(model, &e);
    CHECK(e.unstable == unstable && e.neutral == 0);
    if (unstable) CHECK_NEAR(e.rate, rate, 1e-6);
    CHECK_NEAR(value_now(sim, "a", "pos", 0), 0.3, 1e-11);
    ph_sim_free(sim);
    ph_model_free(model);
}

/* A force that solves an equation of its own stiffens what it acts on: 100/(1 + 1.5 f^2) N/m. */
static void test_implicit(void)
{
    ph_equilibrium e;
    ph_model *model = text_model(
        "gravity: [0, 0, -9.81]\n"
        "bodies:\n"
        "  a: {mass: 1, inertia: [1, 1, 1]}\n"
        "  b: {mass: 1, inertia: [1, 1, 1], position: [1, 0, 0]}\n"
        "joints:\n"
        "  p: {type: prismatic, between: [ground, a], at: [0, 0, 0], axis: [0, 0, 1]}\n"
        "  free: {type: prismatic, between: [ground, b], at: [1, 0, 0], axis: [1, 0, 0]}\n"
        "variables: {f: '-100*a.pos.z - 0.5*f^3'}\n"
        "forces: {s: {type: force, on: a, force: [0, 0, f]}}\n");
    ph_sim *sim = settle(model, &e);
    CHECK_NEAR(value_now(sim, "a", "pos", 2), -(9.81 + 0.5 * pow(9.81, 3)) / 100, 1e-10);
    CHECK(e.unstable == 0 && e.neutral == 1);
    ph_sim_free(sim);
    ph_model_free(model);
}

static void test_flows(void)
{
    check_follower(1, 0, 0);
    check_follower(2.9, 0, 0);
    check_follower(3, 1, 0.15268796310969987);
    check_controlled(5, 0, 0);
    check_controlled(50, 1, 1.03178749);
    test_implicit();
}

/* ---- runs ---- */

typedef struct {
    int rows;
    double t[20], x[20], speed[20], work[20], total[20];
} rows;

static ph_status note(void *user, const ph_sim *sim, const double *row)
{
    rows *r = user;
    r->t[r->rows] = row[0];
    r->x[r->rows] = row[column_of(sim, "mass", "pos", 2)];
    r->speed[r->rows] = row[column_of(sim, "mass", "vel", 2)];
    r->work[r->rows] = row[column_of(sim, "energy", "applied", 0)];
    r->total[r->rows++] = row[column_of(sim, "energy", "numerical", 0)];
    return PH_OK;
}

/* A mass on a spring whose upper end is lifted: it follows at once, and never moves. */
static const char lifted[] =
    "gravity: [0, 0, -9.81]\n"
    "bodies:\n"
    "  hand: {mass: 1, inertia: [1, 1, 1], position: [0, 0, 2]}\n"
    "  mass: {mass: 2, inertia: [1, 1, 1]}\n"
    "joints:\n"
    "  guide: {type: prismatic, between: [ground, mass], at: [0, 0, 0], axis: [0, 0, 1]}\n"
    "  rail: {type: prismatic, between: [ground, hand], at: [0, 0, 2], axis: [0, 0, 1]}\n"
    "motions:\n"
    "  lift: {joint: rail, displacement: 0.5*time^2}\n"
    "forces:\n"
    "  spring: {type: spring_damper, on: mass, reaction: hand, stiffness: 400, damping: 3, "
    "length: 1}\n"
    "%s\n";

static void test_quasi_static(void)
{
    ph_model *model = text_model(lifted, "simulate: {analysis: static, end: 2, steps: 8}");
    rows r = {0};
    text_outcome out = text_run(model, ph_model_options(model), note, &r);
    CHECK(out.status == PH_OK);
    CHECK(r.rows == 9);
    double first = 2 - 1 - 2 * 9.81 / 400;
    for (int k = 0; k < r.rows; k++) {
        CHECK_NEAR(r.t[k], k / 4.0, 1e-15);
        CHECK_NEAR(r.x[k], first + r.t[k] * r.t[k] / 2, 1e-11);
        CHECK_NEAR(r.speed[k], 0, 0);
        /* who lifts does all the work */
        CHECK_NEAR(r.work[k], 3 * 9.81 * (r.x[k] - r.x[0]), 1e-9);
        CHECK_NEAR(r.total[k], 0, 1e-9);
    }
    ph_model_free(model);
}

/* In equilibrium first, then it moves: phases, and the short way of saying it. */
static void test_starts(void)
{
    static const char *const how[] = {
        "simulate: {end: 1, steps: 4, start_at: equilibrium}",
        "simulate: {steps: 4}\nphases: [{analysis: static, end: 0}, {end: 1}]"};
    for (int k = 0; k < 2; k++) {
        ph_model *model = text_model(
            "gravity: [0, 0, -9.81]\n"
            "bodies: {mass: {mass: 2, inertia: [1, 1, 1], velocity: [0, 0, 1]}}\n"
            "joints: {guide: {type: prismatic, between: [ground, mass], at: [0, 0, 0], axis: [0, "
            "0, 1]}}\n"
            "forces: {spring: {type: force, on: mass, force: [0, 0, -400*mass.pos.z]}}\n%s\n",
            how[k]);
        rows r = {0};
        text_outcome out = text_run(model, ph_model_options(model), note, &r);
        CHECK(out.status == PH_OK);
        CHECK(r.rows == 5);
        for (int i = 0; i < r.rows; i++) {
            CHECK_NEAR(r.x[i], -2 * 9.81 / 400, 1e-10);
            CHECK_NEAR(r.speed[i], 0, 1e-9);
        }
        ph_model_free(model);
    }
}

/* A run is stopped, brought to rest where it is, and goes on: it stays there. */
static void test_on_the_way(void)
{
    ph_model *model = text_model(pendulum, "0.6", "0", "simulate: {end: 2}");
    ph_sim *sim = must_create(model, NULL);
    ph_body_state s;
    ph_equilibrium e;
    ph_energy energy, before;
    CHECK(ph_sim_advance(sim, 0.4, NULL) == PH_OK);
    CHECK(ph_sim_energy(sim, &before) == PH_OK);
    CHECK(ph_sim_find_equilibrium(sim, NULL, &e) == PH_OK);
    CHECK(e.found && e.unstable == 0);
    CHECK(ph_sim_advance(sim, 1, NULL) == PH_OK);
    ph_sim_get_body(sim, 0, &s);
    CHECK_NEAR(s.position.z, -0.6, 1e-12);
    CHECK_NEAR(ph_norm(s.velocity), 0, 1e-9);
    CHECK(ph_sim_energy(sim, &energy) == PH_OK);
    CHECK_NEAR(energy.numerical, before.numerical, 1e-9);
    ph_sim_free(sim);
    ph_model_free(model);
}

/* ---- none ---- */

static void refuses(const ph_model *model, ph_status want, const char *part)
{
    ph_options o = at_rest(model);
    text_outcome out = text_run(model, &o, NULL, NULL);
    CHECK(out.status == want);
    if (!strstr(out.said, part)) printf("said: %s\n", out.said);
    CHECK(strstr(out.said, part));
}

static void test_none(void)
{
    ph_model *model = text_model("gravity: [0, 0, -9.81]\n"
                                 "bodies: {ball: {mass: 2, inertia: [1, 1, 1]}}\n");
    refuses(model, PH_E_SOLVE, "further and further away; most in body `ball`, force z");
    ph_model_free(model);
    model = text_model("bodies: {ball: {mass: 2, inertia: [1, 1, 1]}}\n"
                       "states: {clock: {rate: 1}}\n");
    refuses(model, PH_E_SINGULAR, "state `clock`");
    ph_model_free(model);
    /* the spring alone says where the mass is, and the integral of it never ends */
    model = text_model(integrated, "", "7", "");
    refuses(model, PH_E_SINGULAR, "equations of equilibrium are singular, in state `sum`");
    ph_model_free(model);
    model = text_model("bodies: {ball: {mass: 2, inertia: [1, 1, 1]}}\n"
                       "states: {grows: {rate: 1 + grows^2, initial: 2}}\n");
    refuses(model, PH_E_SOLVE, "forces are in balance, but state `grows` still changes");
    ph_model_free(model);
    model = text_model(
        "bodies: {wheel: {mass: 2, inertia: [1, 1, 1]}}\n"
        "joints: {axle: {type: revolute, between: [ground, wheel], at: [0, 0, 0], axis: [0, 0, "
        "1]}}\n"
        "forces: {drive: {type: torque, on: wheel, torque: [0, 0, 5]}}\n");
    refuses(model, PH_E_SOLVE, "body `wheel`, torque z");
    ph_model_free(model);
}

int main(void)
{
    test_catenary();
    test_load_path();
    test_chain();
    test_inverted();
    test_column();
    test_governor();
    test_contact();
    test_stack();
    test_friction();
    test_states();
    test_held();
    test_held_controller();
    test_stays();
    test_flows();
    test_quasi_static();
    test_starts();
    test_on_the_way();
    test_none();
    return TEST_RESULT();
}
