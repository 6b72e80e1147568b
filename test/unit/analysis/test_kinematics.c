/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Motion that motions determine: places, velocities, accelerations and driving torques against
 * closed forms, with rows so far apart that nothing could be integrated; and what has no answer.
 */
#include "text_model.h"

typedef struct {
    int rows;
    double worst;     /* of what is compared */
    double numerical; /* [J] */
} compared;

static double at(const ph_sim *sim, const double *row, const char *object, const char *quantity,
                 int component)
{
    int column = column_of(sim, object, quantity, component);
    CHECK(column > 0);
    return column > 0 ? row[column] : NAN;
}

static void miss(compared *c, double got, double want)
{
    c->worst = fmax(c->worst, fabs(got - want));
}

/* ---- a pendulum that is led ---- */

/* th = 0.3 + 2 sin 3t from below: the torque is J th'' + m g l sin th. */
static ph_status on_pendulum(void *user, const ph_sim *sim, const double *row)
{
    compared *c = user;
    double t = row[0], th = 0.3 + 2 * sin(3 * t), w = 6 * cos(3 * t), a = -18 * sin(3 * t);
    double m = 1.7, l = 0.6, J = 0.08 + m * l * l;
    miss(c, at(sim, row, "arm", "pos", 0), l * sin(th));
    miss(c, at(sim, row, "arm", "pos", 2), -l * cos(th));
    miss(c, at(sim, row, "arm", "vel", 0), l * cos(th) * w);
    miss(c, at(sim, row, "arm", "acc", 2), l * (cos(th) * w * w + sin(th) * a));
    /* about -y, as the motion counts */
    miss(c, at(sim, row, "lead", "torque", 1), -(J * a + m * 9.81 * l * sin(th)));
    c->numerical = fmax(c->numerical, fabs(at(sim, row, "energy", "numerical", 0)));
    c->rows++;
    return PH_OK;
}

static void test_pendulum(void)
{
    ph_model *model = text_model(
        "gravity: [0, 0, -9.81]\n"
        "bodies: {arm: {mass: 1.7, inertia: [0.1, 0.08, 0.1], position: [0, 0, -0.6]}}\n"
        "joints: {pin: {type: revolute, between: [ground, arm], at: [0, 0, 0], axis: [0, -1, "
        "0]}}\n"
        "motions: {lead: {joint: pin, displacement: 0.3 + 2*sin(3*time)}}\n"
        "simulate: {analysis: kinematic, end: 3, steps: 10}\n");
    compared c = {0};
    text_outcome out = text_run(model, ph_model_options(model), on_pendulum, &c);
    CHECK(out.status == PH_OK && c.rows == 11);
    CHECK_NEAR(c.worst, 0, 1e-11);
    CHECK_NEAR(c.numerical, 0, 1e-11);
    ph_model_free(model);
}

/* ---- a slider-crank ---- */

static const char slider[] =
    "parameters: {r: 0.1, l: %s}\n"
    "bodies:\n"
    "  crank: {mass: 1, inertia: [0.01, 0.01, 0.02], position: [0, 0, 0]}\n"
    "  rod: {mass: 1e-9, inertia: [1e-12, 1e-12, 1e-12], position: [r + l/2, 0, 0]}\n"
    "  piston: {mass: 2, inertia: [1, 1, 1], position: [r + l, 0, 0]}\n"
    "joints:\n"
    "  bearing: {type: revolute, between: [ground, crank], at: [0, 0, 0], axis: [0, 0, 1]}\n"
    "  crankpin: {type: cylindrical, between: [crank, rod], at: [r, 0, 0], axis: [0, 0, 1]}\n"
    "  small_end: {type: spherical, between: [rod, piston], at: [r + l, 0, 0]}\n"
    "  bore: {type: prismatic, between: [ground, piston], at: [r + l, 0, 0], axis: [1, 0, 0]}\n"
    "%s\n";

static ph_status on_slider(void *user, const ph_sim *sim, const double *row)
{
    compared *c = user;
    double r = 0.1, l = 0.3, w = 20, th = w * row[0], s = sin(th), k = cos(th);
    double root = sqrt(l * l - r * r * s * s);
    double x = r * k + root, v = -r * w * s - r * r * w * s * k / root;
    /* derivative of v by the angle, times w */
    double a =
        w * w *
        (-r * k - (r * r * (k * k - s * s) / root + pow(r, 4) * s * s * k * k / pow(root, 3)));
    miss(c, at(sim, row, "piston", "pos", 0), x);
    miss(c, at(sim, row, "piston", "vel", 0), v);
    miss(c, at(sim, row, "piston", "acc", 0) / 100, a / 100);
    /* the crank turns evenly: all of its torque goes into the piston, by power */
    miss(c, at(sim, row, "turn", "torque", 2) * w / 100, 2 * a * v / 100);
    c->rows++;
    return PH_OK;
}

static void test_slider(void)
{
    ph_model *model = text_model(slider, "0.3",
                                 "motions: {turn: {joint: bearing, velocity: 20}}\n"
                                 "simulate: {analysis: kinematic, end: 1.03, steps: 20}\n");
    compared c = {0};
    text_outcome out = text_run(model, ph_model_options(model), on_slider, &c);
    CHECK(out.status == PH_OK && c.rows == 21);
    CHECK_NEAR(c.worst, 0, 1e-9);
    ph_model_free(model);
}

/* Rows in a kinematic phase, then it coasts: what a motion has set going goes on. */
static ph_status on_coast(void *user, const ph_sim *sim, const double *row)
{
    double *speed = user;
    *speed = at(sim, row, "arm", "omega", 1);
    return PH_OK;
}

static void test_phases(void)
{
    ph_model *model = text_model(
        "bodies: {arm: {mass: 1, inertia: [1, 1, 1]}}\n"
        "joints: {pin: {type: revolute, between: [ground, arm], at: [0, 0, 0], axis: [0, 1, "
        "0]}}\n"
        "motions: {lead: {joint: pin, displacement: 2*time^2}}\n"
        "simulate: {steps: 5}\n"
        "phases: [{analysis: kinematic, end: 1}, {deactivate: [lead], end: 2}]\n");
    double speed = 0;
    text_outcome out = text_run(model, ph_model_options(model), on_coast, &speed);
    CHECK(out.status == PH_OK);
    CHECK_NEAR(speed, 4, 1e-9);
    ph_model_free(model);
}

/* ---- no answer ---- */

static void refuses(const ph_model *model, ph_status want, const char *part)
{
    ph_options o = *ph_model_options(model);
    o.rows = 0;
    text_outcome out = text_run(model, &o, NULL, NULL);
    CHECK(out.status == want);
    if (!strstr(out.said, part) || out.status != want)
        printf("%d, said: %s\n", out.status, out.said);
    CHECK(strstr(out.said, part));
}

static void test_none(void)
{
    ph_model *model = text_model(slider, "0.3", "simulate: {analysis: kinematic, end: 1}");
    refuses(model, PH_E_MODEL, "1 degree of freedom is left");
    ph_model_free(model);
    /* a rod shorter than the crank: it cannot go round */
    model = text_model(slider, "0.05",
                       "motions: {turn: {joint: bearing, velocity: 20}}\n"
                       "simulate: {analysis: kinematic, end: 1.03, steps: 20}\n");
    refuses(model, PH_E_SOLVE, "`");
    ph_model_free(model);
    /* two motions against each other */
    model = text_model(slider, "0.3",
                       "motions:\n"
                       "  turn: {joint: bearing, velocity: 20}\n"
                       "  push: {joint: bore, displacement: 0.01*time}\n"
                       "simulate: {analysis: kinematic, end: 1.03, steps: 20}\n");
    refuses(model, PH_E_MODEL, "`push`");
    ph_model_free(model);
    model = text_model("bodies: {arm: {mass: 1, inertia: [1, 1, 1]}}\n"
                       "joints: {pin: {type: fixed, between: [ground, arm], at: [0, 0, 0]}}\n"
                       "states: {clock: {rate: 1}}\n"
                       "simulate: {analysis: kinematic, end: 1}\n");
    refuses(model, PH_E_UNSUPPORTED, "cannot follow states");
    ph_model_free(model);
}

int main(void)
{
    test_pendulum();
    test_slider();
    test_phases();
    test_none();
    return TEST_RESULT();
}
