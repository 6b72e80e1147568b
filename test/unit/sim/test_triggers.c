/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Events of a model: where they are found, what the method knows after a jump of forces, which of
 * them happen and how often, and what is said of one that chatters. Numbers of a pendulum of 1.2 kg
 * at 0.5 m, known to ten digits.
 */
#include "../../text_model.h"

static const char pendulum[] =
    "gravity: [0, -9.81, 0]\n"
    "parameters: {l: 0.5, th0: 1.2, T: 0}\n"
    "bodies:\n"
    "  bob: {mass: 1.2, inertia: [0.04, 0.04, 0.04], position: [l*sin(th0), -l*cos(th0), 0],\n"
    "        orientation: {rotation: [0, 0, th0]}}\n"
    "joints:\n"
    "  pin: {type: revolute, between: [ground, bob], at: [0, 0, 0], axis: [0, 0, 1]}\n"
    "variables: {theta: 'atan2(bob.pos.x, -bob.pos.y)'}\n"
    "forces: {drive: {type: torque, on: bob, torque: [0, 0, T]}}\n";

/* The last row, and the first time a row shows the parameter's event: theta beyond its start. */
typedef struct {
    double theta, omega, t, found;
    int rows;
} last_row;

static ph_status note(void *user, const ph_sim *sim, const double *row)
{
    last_row *l = user;
    l->t = row[0];
    l->theta = row[column_of(sim, "theta", "", 0)];
    l->omega = row[column_of(sim, "bob", "omega", 2)];
    /* rows are wanted at the ends alone: one between them is that of the event */
    if (l->rows++ == 1 && row[0] < ph_sim_options(sim)->end) l->found = row[0];
    return PH_OK;
}

static last_row run(const char *text, const char *integrator, double step, double tolerance,
                    text_outcome *out)
{
    ph_model *model = text_model("%s%s", pendulum, text);
    last_row l = {.found = NAN};
    ph_options o = text_options(model, integrator, tolerance);
    o.step = step;
    o.every = o.end;
    text_outcome made = text_run(model, &o, note, &l);
    CHECK(made.status == PH_OK);
    if (made.status) printf("%s: %s\n", integrator, made.said);
    if (out) *out = made;
    ph_model_free(model);
    return l;
}

/* A torque of 2 N m from where theta passes 0.3: found at order 2, and order 2 goes on. */
static void check_found(const char *integrator, const double t[4], const double theta[4])
{
    static const char text[] = "events: {on: {when: theta - 0.3, set: {T: 2}}}\n"
                               "simulate: {end: 1}\n";
    for (int k = 0; k < 4; k++) {
        text_outcome out;
        last_row l = run(text, integrator, 0.02 / (1 << k), 0, &out);
        CHECK_NEAR(fabs(l.found - 0.349984876006), t[k], 0.02 * t[k]);
        CHECK_NEAR(fabs(l.theta + 0.152685344115), theta[k], 0.02 * theta[k]);
        CHECK(out.stats.restarts == 1 && l.rows == 3);
    }
}

/* A torque sampled and held: without a shift of what the method knows it would be of order 1. */
static void check_sampled(const char *integrator, const double theta[4])
{
    static const char text[] =
        "events: {sample: {every: 0.04, set: {T: -30*theta - 2*bob.omega.z}}}\n"
        "simulate: {end: 0.8}\n";
    for (int k = 0; k < 4; k++) {
        text_outcome out;
        last_row l = run(text, integrator, 0.02 / (1 << k), 0, &out);
        CHECK_NEAR(fabs(l.theta + 0.0694801767), theta[k], 0.02 * theta[k]);
        CHECK(out.stats.restarts == 1 && out.stats.steps == 40 << k && l.rows == 2);
    }
    last_row l = run(text, integrator, 0, 1e-7, NULL);
    CHECK_NEAR(l.theta, -0.0694801767, 2e-5);
    CHECK_NEAR(l.omega, -1.8900867156, 2e-4);
}

static void test_orders(void)
{
    check_found("galpha", (double[]){4.31e-4, 1.08e-4, 2.70e-5, 6.74e-6},
                (double[]){5.07e-3, 1.30e-3, 3.25e-4, 8.08e-5});
    check_found("hht", (double[]){5.97e-4, 1.51e-4, 3.80e-5, 9.52e-6},
                (double[]){6.88e-3, 1.81e-3, 4.59e-4, 1.14e-4});
    check_sampled("galpha", (double[]){2.49e-3, 8.59e-4, 2.32e-4, 5.76e-5});
    check_sampled("hht", (double[]){5.69e-3, 1.36e-3, 3.31e-4, 8.17e-5});
    check_sampled("hht-euler", (double[]){5.95e-3, 1.43e-3, 3.48e-4, 8.60e-5});
    if (!ph_integrator_find("ida")) return;
    last_row l = run("events: {on: {when: theta - 0.3, set: {T: 2}}}\nsimulate: {end: 1}\n", "ida",
                     0, 1e-8, NULL);
    CHECK_NEAR(l.found, 0.349984876006, 1e-8);
    CHECK_NEAR(l.theta, -0.152685344115, 1e-6);
}

/* ---- which, and how often ---- */

/* Counts swings by what events set. */
static double swings(const char *event)
{
    ph_model *model = text_model("%sstates: {n: {rate: 0}}\nevents: {e: {%s}}\n"
                                 "simulate: {end: 5}\n",
                                 pendulum, event);
    ph_options o = text_options(model, "galpha", 1e-5);
    ph_sim *sim = must_create(model, &o);
    CHECK(ph_sim_advance(sim, 5, NULL) == PH_OK);
    double n = value_now(sim, "n", "", 0);
    ph_sim_free(sim);
    ph_model_free(model);
    return n;
}

/* It swings with a period of 1.66 s: six times through zero in 5 s, three times each way. */
static void test_directions(void)
{
    CHECK_NEAR(swings("when: theta, set: {n: n + 1}"), 6, 1e-12);
    CHECK_NEAR(swings("when: theta, direction: rising, set: {n: n + 1}"), 3, 1e-12);
    CHECK_NEAR(swings("when: theta, direction: falling, set: {n: n + 1}"), 3, 1e-12);
    CHECK_NEAR(swings("when: theta, once: yes, set: {n: n + 1}"), 1, 1e-12);
    CHECK_NEAR(swings("when: theta - 1.2, at_start: yes, within: 1e-9, once: yes, set: {n: 7}"), 7,
               1e-12);
    CHECK_NEAR(
        swings("when: theta - 1.1, direction: rising, at_start: yes, once: yes, set: {n: 7}"), 7,
        1e-12);
    CHECK_NEAR(swings("when: theta - 1.3, direction: rising, at_start: yes, set: {n: 7}"), 0,
               1e-12);
    CHECK_NEAR(swings("every: 0.5, set: {n: n + 1}"), 11, 1e-12);
    CHECK_NEAR(swings("every: 0.5, first: 0.2, set: {n: n + 1}"), 10, 1e-12);
    CHECK_NEAR(swings("every: 0.5, first: -0.2, once: yes, set: {n: n + 1}"), 0, 1e-12);
}

/* All that happen at one time read what was before; what they push over zero follows. */
static void test_together(void)
{
    ph_model *model =
        text_model("bodies: {a: {mass: 1, inertia: [1, 1, 1], velocity: [1, 0, 0]}}\n"
                   "states: {x: {rate: 0, initial: 1}, y: {rate: 0, initial: 2}, n: {rate: 0}}\n"
                   "events:\n"
                   "  swap: {when: a.pos.x - 0.5, set: {x: y}}\n"
                   "  back: {when: 0.5 - a.pos.x, set: {y: x}}\n"
                   "  after: {when: x - 1.5, direction: rising, set: {n: n + 1}}\n"
                   "  not: {when: x - 1.5, direction: falling, set: {n: n + 100}}\n"
                   "  stop: {when: a.pos.x - 0.8, stop: yes}\n"
                   "simulate: {end: 1}\n");
    ph_options o = text_options(model, "galpha", 1e-5);
    text_outcome out = text_run(model, &o, NULL, NULL);
    CHECK(out.status == PH_OK);
    CHECK_NEAR(out.t, 0.8, 1e-12);
    ph_sim *sim = must_create(model, &o);
    CHECK(ph_sim_advance(sim, 0.7, NULL) == PH_OK);
    CHECK_NEAR(value_now(sim, "x", "", 0), 2, 1e-12);
    CHECK_NEAR(value_now(sim, "y", "", 0), 1, 1e-12);
    CHECK_NEAR(value_now(sim, "n", "", 0), 1, 1e-12);
    ph_sim_free(sim);
    ph_model_free(model);
}

/* What comes to zero just where a step ends, for whatever reason: an event of equal times, which
 * lets the method begin anew, a step of the grid, the end of the run. */
static void test_at_ends(void)
{
    static const char *const integrator[] = {"galpha", "hht", "hht-classic", "ida"};
    for (int k = 0; k < 8; k++) {
        bool equal = k % 2;
        if (!ph_integrator_find(integrator[k / 2]) || (equal && k / 2 == 3)) continue;
        ph_model *model =
            text_model("parameters: {T: 0}\n"
                       "bodies: {a: {mass: 1, inertia: [1, 1, 1], velocity: [0.5, 0, 0]}}\n"
                       "states: {n: {rate: 0}, m: {rate: 0}}\n"
                       "forces: {f: {type: force, on: a, force: [0, T, 0]}}\n"
                       "events:\n"
                       "  sample: {every: 0.5, set: {T: T + 1}}\n"
                       "  restart: {every: 0.5, first: 0.25, restart: yes}\n"
                       "  one: {when: time - 1, set: {n: n + 1}}\n"
                       "  there: {when: time - 0.75, set: {n: n + 10}}\n"
                       "  end: {when: time - 2, set: {n: n + 100}}\n"
                       "  touches: {when: abs(time - 1.5), set: {m: m + 1}}\n"
                       "  leaves: {when: time, set: {m: m + 1000}}\n"
                       "simulate: {end: 2}\n");
        ph_options o = text_options(model, integrator[k / 2], equal ? 0 : 1e-5);
        if (equal) o.step = 0.125;
        ph_sim *sim = must_create(model, &o);
        CHECK(ph_sim_advance(sim, 2, NULL) == PH_OK);
        CHECK_NEAR(value_now(sim, "n", "", 0), 111, 1e-12);
        CHECK_NEAR(value_now(sim, "m", "", 0), 1, 1e-12);
        ph_sim_free(sim);
        ph_model_free(model);
    }
}

/* What comes to rest never crosses: near enough for a step will do, once, until it has left. x
 * falls below 1e-3 at 6.9078 s and is pushed to 0.5 at 10 s, from where it takes 6.2146 s. */
static void test_stays(void)
{
    ph_model *model =
        text_model("bodies: {a: {mass: 1, inertia: [1, 1, 1]}}\n"
                   "states: {x: {rate: -x, initial: 1}, n: {rate: 0}, m: {rate: 0}, c: {rate: 0}}\n"
                   "events:\n"
                   "  near: {when: x, at_start: yes, within: 1e-3, set: {n: n + 1}}\n"
                   "  never: {when: x, set: {m: m + 1}}\n"
                   "  crosses: {when: x - 0.1, at_start: yes, within: 1e-2, set: {c: c + 1}}\n"
                   "  push: {when: time - 10, set: {x: 0.5}}\n"
                   "simulate: {end: 20, tolerance: 1e-6}\n");
    static const double t[] = {6.9, 7.5, 16.2, 16.9}, n[] = {0, 1, 1, 2};
    ph_sim *sim = must_create(model, ph_model_options(model));
    for (int k = 0; k < 4; k++) {
        CHECK(ph_sim_advance(sim, t[k], NULL) == PH_OK);
        CHECK_NEAR(value_now(sim, "n", "", 0), n[k], 1e-12);
    }
    CHECK_NEAR(value_now(sim, "m", "", 0), 0, 0);
    CHECK_NEAR(value_now(sim, "c", "", 0), 3, 0); /* falling, pushed up, falling */
    ph_sim_free(sim);
    ph_model_free(model);
}

/* Equilibria and motions that are given have events as well: z = -(9.81 + 10 t)/k passes -0.12 at
 * 0.219 s, where another k brings it to -12/200 at once; a lock then keeps it there. */
static void test_analyses(void)
{
    ph_model *model = text_model(
        "gravity: [0, 0, -9.81]\n"
        "parameters: {k: 100}\n"
        "bodies: {a: {mass: 1, inertia: [1, 1, 1]}}\n"
        "joints:\n"
        "  guide: {type: prismatic, between: [ground, a], at: [0, 0, 0], axis: [0, 0, 1]}\n"
        "motions: {hold: {joint: guide, displacement: -0.08}}\n"
        "forces: {s: {type: force, on: a, force: [0, 0, -k*a.pos.z - 10*time]}}\n"
        "events:\n"
        "  stiff: {when: a.pos.z + 0.12, direction: falling, set: {k: 200}}\n"
        "  locks: {when: a.pos.z + 0.08, direction: falling, activate: [hold]}\n"
        "phases: [{deactivate: [hold]}]\n"
        "simulate: {analysis: static, end: 1}\n");
    ph_options o = *ph_model_options(model);
    ph_sim *sim = must_create(model, &o);
    static const double t[] = {0.21, 0.22, 0.6, 0.62, 0.8}, z[] = {-0.1191, -0.06005, -0.07905};
    for (int k = 0; k < 5; k++) {
        CHECK(ph_sim_advance(sim, t[k], NULL) == PH_OK);
        CHECK_NEAR(value_now(sim, "a", "pos", 2), k < 3 ? z[k] : -0.08, 1e-12);
    }
    ph_sim_free(sim);
    ph_model_free(model);
    model = text_model(
        "bodies: {a: {mass: 1, inertia: [1, 1, 1]}}\n"
        "joints:\n"
        "  guide: {type: prismatic, between: [ground, a], at: [0, 0, 0], axis: [0, 0, 1]}\n"
        "motions: {lift: {joint: guide, displacement: 'time^2'}}\n"
        "events: {done: {when: a.pos.z - 0.5, stop: yes}}\n"
        "simulate: {analysis: kinematic, end: 1}\n");
    text_outcome out = text_run(model, ph_model_options(model), NULL, NULL);
    CHECK(out.status == PH_OK);
    CHECK_NEAR(out.t, sqrt(0.5), 1e-10);
    ph_model_free(model);
    model = text_model(
        "bodies: {a: {mass: 1, inertia: [1, 1, 1]}}\n"
        "joints:\n"
        "  guide: {type: prismatic, between: [ground, a], at: [0, 0, 0], axis: [0, 0, 1]}\n"
        "motions: {lift: {joint: guide, displacement: 'time^2', weight: 1}}\n"
        "events: {done: {when: lift.force.z - 2*a.pos.z - 1.6, stop: yes}}\n"
        "simulate: {analysis: inverse, end: 1}\n");
    out = text_run(model, ph_model_options(model), NULL, NULL);
    CHECK(out.status == PH_OK);
    CHECK_NEAR(out.t, sqrt(0.2), 1e-10);
    ph_model_free(model);
}

/* ---- what cannot be ---- */

/* A relay without a dead band, a ball that comes to rest by ever smaller bounces: no hang. */
static void test_chatter(void)
{
    ph_model *model = text_model("parameters: {F: -1}\n"
                                 "bodies: {a: {mass: 1, inertia: [1, 1, 1]}}\n"
                                 "states: {x: {rate: F, initial: 1}}\n"
                                 "events: {relay: {when: x, set: {F: 'if(F < 0, 1, -1)'}}}\n"
                                 "simulate: {end: 2}\n");
    ph_options o = text_options(model, "galpha", 1e-5);
    text_outcome out = text_run(model, &o, NULL, NULL);
    CHECK(out.status == PH_OK); /* it leaves where it came from: once, and that is told */
    CHECK(strstr(out.said, "event `relay` sends `when` back to the side it came from"));
    ph_model_free(model);
    model = text_model("bodies: {a: {mass: 1, inertia: [1, 1, 1]}}\n"
                       "states: {h: {rate: v, initial: 1}, v: {rate: '-9.81'}}\n"
                       "events: {bounce: {when: h, direction: falling, set: {v: '-0.3*v'}}}\n"
                       "simulate: {end: 2}\n");
    ph_sim *sim = must_create(model, &o);
    ph_diag *diag = ph_diag_create();
    CHECK(ph_sim_advance(sim, 2, diag) == PH_E_SOLVE);
    const char *said = ph_diag_get(diag, ph_diag_count(diag) - 1)->message;
    CHECK(strstr(said, "event `bounce` has happened 8 times") && strstr(said, "it chatters"));
    ph_diag_free(diag);
    ph_sim_free(sim);
    ph_model_free(model);
}

/* What an event sets need have a value where it happens alone; what has none there, or a `when`
 * that loses its value, is named. */
static void test_undefined(void)
{
    static const char text[] = "parameters: {k: 0}\n"
                               "bodies: {a: {mass: 1, inertia: [1, 1, 1], velocity: [1, 0, 0]}}\n"
                               "events:\n"
                               "  first: {when: a.pos.x - 0.2, set: {k: k + 1}}\n"
                               "  later: {when: a.pos.x - 0.5, set: {k: '%s'}}\n"
                               "  last: {when: '%s', set: {k: k + 1}}\n"
                               "simulate: {end: 1}\n";
    static const char *const set[] = {"1/(a.pos.x - 0.2)", "1/(k - k)", "7"},
                             *const when[] = {"a.pos.x - 2", "a.pos.x - 2", "sqrt(0.7 - a.pos.x)"},
                             *const said[] = {
                                 "", "k of `later`, `1/(k - k)`, is not a finite number",
                                 "when of `last`, `sqrt(0.7 - a.pos.x)`, is not a finite"};
    for (int k = 0; k < 3; k++) {
        ph_model *model = text_model(text, set[k], when[k]);
        ph_options o = text_options(model, "galpha", 1e-5);
        text_outcome out = text_run(model, &o, NULL, NULL);
        CHECK(out.status == (k ? PH_E_NONFINITE : PH_OK));
        if (k && !strstr(out.said, said[k])) printf("said: %s\n", out.said);
        CHECK(k == 0 || strstr(out.said, said[k]));
        ph_model_free(model);
    }
}

static void test_refused(void)
{
    ph_model *model = text_model("bodies: {a: {mass: 1, inertia: [1, 2, 2.5], omega: [1, 1, 0]}}\n"
                                 "events: {e: {when: a.omega.x, stop: yes}}\n"
                                 "simulate: {end: 2}\n");
    ph_options o = text_options(model, "nmb", 0);
    o.step = 0.01;
    text_outcome out = text_run(model, &o, NULL, NULL);
    CHECK(out.status == PH_E_UNSUPPORTED && strstr(out.said, "cannot handle event `e`"));
    ph_model_free(model);
}

int main(void)
{
    test_orders();
    test_directions();
    test_together();
    test_at_ends();
    test_stays();
    test_analyses();
    test_chatter();
    test_undefined();
    test_refused();
    return TEST_RESULT();
}
