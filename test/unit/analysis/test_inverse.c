/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Forces behind a motion that was measured: exactly with as many measurements as freedoms, by least
 * squares with more; and what cannot be answered.
 */
#include "text_model.h"

typedef struct {
    int rows;
    double worst;
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

/* J th'' + m g l sin th, from a start that is drawn elsewhere. */
static ph_status on_pendulum(void *user, const ph_sim *sim, const double *row)
{
    compared *c = user;
    double t = row[0], th = 0.3 + 2 * sin(3 * t), a = -18 * sin(3 * t);
    double m = 1.7, l = 0.6, J = 0.08 + m * l * l;
    miss(c, at(sim, row, "arm", "pos", 0), l * sin(th));
    miss(c, at(sim, row, "lead", "torque", 1), -(J * a + m * 9.81 * l * sin(th)));
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
        "motions: {lead: {joint: pin, displacement: 0.3 + 2*sin(3*time), weight: 7}}\n"
        "simulate: {analysis: inverse, end: 3, steps: 30}\n");
    compared c = {0};
    text_outcome out = text_run(model, ph_model_options(model), on_pendulum, &c);
    CHECK(out.status == PH_OK && c.rows == 31);
    CHECK_NEAR(c.worst, 0, 1e-11);
    CHECK_TEXT(out.said, "");
    ph_model_free(model);
}

/* Two that do not agree: x = (x1 + 3 x2)/4, and they share the force as their weights. */
static ph_status on_slide(void *user, const ph_sim *sim, const double *row)
{
    compared *c = user;
    double t = row[0], x1 = 0.2 * sin(2 * t), x2 = 0.1 * t * t;
    double a = (-0.8 * sin(2 * t) + 3 * 0.2) / 4, force = 2 * (a + 9.81);
    miss(c, at(sim, row, "mass", "pos", 2), (x1 + 3 * x2) / 4);
    miss(c, at(sim, row, "mass", "vel", 2), (0.4 * cos(2 * t) + 3 * 0.2 * t) / 4);
    miss(c, at(sim, row, "mass", "acc", 2), a);
    miss(c, at(sim, row, "one", "force", 2), force / 4);
    miss(c, at(sim, row, "two", "force", 2), 3 * force / 4);
    c->rows++;
    return PH_OK;
}

static void test_more(void)
{
    ph_model *model = text_model(
        "gravity: [0, 0, -9.81]\n"
        "bodies: {mass: {mass: 2, inertia: [1, 1, 1]}}\n"
        "joints: {guide: {type: prismatic, between: [ground, mass], at: [0, 0, 0], axis: [0, 0, "
        "1]}}\n"
        "motions:\n"
        "  one: {joint: guide, displacement: 0.2*sin(2*time), weight: 1}\n"
        "  two: {joint: guide, displacement: 0.1*time^2, weight: 3}\n"
        "simulate: {analysis: inverse, end: 1, steps: 10}\n");
    compared c = {0};
    text_outcome out = text_run(model, ph_model_options(model), on_slide, &c);
    CHECK(out.status == PH_OK && c.rows == 11);
    CHECK_NEAR(c.worst, 0, 1e-11);
    /* 3/4 of 0.2 sin 1.2 - 0.036 */
    CHECK(strstr(out.said, "they are missed by 0.113 at most, in motion `one`"));
    ph_model_free(model);
}

/* Markers on a double pendulum, seen along two directions each: four numbers for two angles. All
 * agree, so that the angles are those they were made from, and the forces do the work of the
 * torques. */
static ph_status on_markers(void *user, const ph_sim *sim, const double *row)
{
    compared *c = user;
    double t = row[0], a = 0.5 * sin(2 * t), b = 0.3 - 0.8 * t;
    miss(c, at(sim, row, "upper", "pos", 0), 0.5 * sin(a));
    miss(c, at(sim, row, "lower", "pos", 0), sin(a) + 0.5 * sin(b));
    miss(c, at(sim, row, "lower", "vel", 2), sin(a) * cos(2 * t) - 0.5 * sin(b) * 0.8);
    c->rows++;
    return PH_OK;
}

static void test_markers(void)
{
    ph_model *model = text_model(
        "gravity: [0, 0, -9.81]\n"
        "variables: {a: 0.5*sin(2*time), b: 0.3 - 0.8*time}\n"
        "bodies:\n"
        "  upper: {mass: 1, inertia: [0.1, 0.1, 0.1], position: [0, 0, -0.5]}\n"
        "  lower: {mass: 1, inertia: [0.1, 0.1, 0.1], position: [0, 0, -1.5]}\n"
        "markers: {wall: {at: [0, 0, 0]}, knee: {on: upper, at: [0, 0, -0.5]}, foot: {on: lower, "
        "at: [0, 0, -0.5]}}\n"
        "joints:\n"
        "  hip: {type: revolute, between: [ground, upper], at: [0, 0, 0], axis: [0, 1, 0]}\n"
        "  mid: {type: revolute, between: [upper, lower], at: [0, 0, -1], axis: [0, 1, 0]}\n"
        "motions:\n"
        "  kx: {between: [wall, knee], direction: x, displacement: sin(a), weight: 1}\n"
        "  kz: {between: [wall, knee], direction: z, displacement: -cos(a), weight: 2}\n"
        "  fx: {between: [wall, foot], direction: x, displacement: sin(a) + sin(b), weight: 1}\n"
        "  fz: {between: [wall, foot], direction: z, displacement: -cos(a) - cos(b), weight: 2}\n"
        "simulate: {analysis: inverse, end: 1, steps: 10}\n");
    compared c = {0};
    text_outcome out = text_run(model, ph_model_options(model), on_markers, &c);
    CHECK(out.status == PH_OK && c.rows == 11);
    CHECK_NEAR(c.worst, 0, 1e-10);
    CHECK_NEAR(out.energy.numerical, 0, 1e-10);
    ph_model_free(model);
}

static void refuses(const ph_model *model, ph_status want, const char *part)
{
    ph_options o = *ph_model_options(model);
    text_outcome out = text_run(model, &o, NULL, NULL);
    CHECK(out.status == want);
    if (!strstr(out.said, part)) printf("%d, said: %s\n", out.status, out.said);
    CHECK(strstr(out.said, part));
}

static void test_none(void)
{
    static const char two[] =
        "bodies:\n"
        "  upper: {mass: 1, inertia: [0.1, 0.1, 0.1], position: [0, 0, -0.5]}\n"
        "  lower: {mass: 1, inertia: [0.1, 0.1, 0.1], position: [0, 0, -1.5]}\n"
        "joints:\n"
        "  hip: {type: revolute, between: [ground, upper], at: [0, 0, 0], axis: [0, 1, 0]}\n"
        "  knee: {type: revolute, between: [upper, lower], at: [0, 0, -1], axis: [0, 1, 0]}\n"
        "motions: {%s}\n"
        "simulate: {analysis: inverse, end: 1}\n";
    ph_model *model = text_model(two, "a: {joint: hip, displacement: time, weight: 1}");
    refuses(model, PH_E_MODEL, "1 of 2 is not measured");
    ph_model_free(model);
    /* one of them twice */
    model = text_model(two, "a: {joint: hip, displacement: time, weight: 1}, "
                            "b: {joint: hip, displacement: time, weight: 1}");
    refuses(model, PH_E_SINGULAR, "lead to no position");
    ph_model_free(model);
    /* what was measured is not there in a run: two pendulums at rest */
    model = text_model(two, "a: {joint: hip, displacement: time, weight: 1}");
    ph_options o = *ph_model_options(model);
    o.analysis = PH_DYNAMIC;
    text_outcome out = text_run(model, &o, NULL, NULL);
    CHECK(out.status == PH_OK && out.energy.kinetic == 0);
    ph_model_free(model);
}

int main(void)
{
    test_pendulum();
    test_more();
    test_markers();
    test_none();
    return TEST_RESULT();
}
