/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Controllers: answers of linear systems against their closed forms, a delay, a PID at its limits
 * against its equations solved elsewhere, and sampled ones against their recursions.
 */
#include <polhode/analysis.h>
#include "../../text_model.h"

/* A model with controllers and its simulation, which reads the model as long as it lives. */
typedef struct {
    ph_model *model;
    ph_sim *sim;
} plant;

static plant run(const char *controllers, double end)
{
    ph_model *model = text_model("bodies: {a: {mass: 1, inertia: [1, 1, 1]}}\n%s"
                                 "simulate: {end: %g}\n",
                                 controllers, end);
    ph_options o = text_options(model, "galpha", 1e-7);
    ph_sim *sim = must_create(model, &o);
    CHECK(ph_sim_advance(sim, end, NULL) == PH_OK);
    return (plant){model, sim};
}

static void finish(plant p)
{
    ph_sim_free(p.sim);
    ph_model_free(p.model);
}

static double value(plant p, const char *name)
{
    return value_now(p.sim, name, "", 0);
}

static void test_linear(void)
{
    plant p =
        run("controllers:\n"
            "  lag: {type: transfer, input: '1', numerator: [2], denominator: [1, 0.5]}\n"
            "  ring: {type: transfer, input: '1', numerator: [100], denominator: [100, 4, 1]}\n"
            "  lead: {type: transfer, input: sin(3*time), numerator: [1, 2, 1],\n"
            "         denominator: [3, 2, 1]}\n"
            "  twice: {type: transfer, input: '1', numerator: [1], denominator: [0, 0, 1, 0]}\n"
            "  gain: {type: transfer, input: time, numerator: [3], denominator: [2]}\n"
            "  both: {type: state_space, input: [sin(time), '1'], a: [[0, 1], [-4, -0.4]],\n"
            "         b: [[0, 0], [1, 2]], c: [[1, 0], [0, 1]], d: [[0, 0], [0, 0.5]],\n"
            "         initial: [0.1, 0.2]}\n"
            "  late: {type: delay, input: sin(2*time), delay: 0.3}\n"
            "  known: {type: delay, input: '4', delay: 0.3, initial: [4]}\n"
            "variables: {sum: lag + 2*gain}\n",
            3);
    double w = 10 * sqrt(1 - 0.04);
    CHECK_NEAR(value(p, "lag_y"), 2 * (1 - exp(-6)), 1e-6);
    CHECK_NEAR(value(p, "ring_y"), 1 - exp(-6) * (cos(3 * w) + 2 / w * sin(3 * w)), 2e-6);
    CHECK_NEAR(value(p, "lead_y"), 0.35363362156855505, 2e-6);
    CHECK_NEAR(value(p, "twice_y"), 4.5, 1e-6);
    CHECK_NEAR(value(p, "gain_y"), 4.5, 1e-12);
    CHECK_NEAR(value(p, "both_y1"), 0.4203010814673461, 2e-6);
    CHECK_NEAR(value(p, "both_y2"), -0.007947169655281638, 2e-6);
    CHECK_NEAR(value(p, "late_y"), sin(5.4), 2e-6);
    CHECK_NEAR(value(p, "known_y"), 4, 1e-12);
    CHECK_NEAR(value(p, "sum"), 2 * (1 - exp(-6)) + 9, 1e-6);
    finish(p);
}

/* One that is fast has states as large as its input. */
static void test_scaled(void)
{
    plant p = run("controllers:\n"
                  "  fast: {type: transfer, input: '1', numerator: [1],\n"
                  "         denominator: [1, 3e-4, 3e-8, 1e-12]}\n",
                  0.01);
    CHECK_NEAR(value(p, "fast_y"), 1, 1e-9);
    CHECK_NEAR(value(p, "fast_x1"), 1, 1e-9);
    CHECK(fabs(value(p, "fast_x3")) < 1e-6);
    finish(p);
}

static void test_pid(void)
{
    plant p = run("controllers:\n"
                  "  c: {type: pid, input: plant, setpoint: '1', kp: 4, ki: 3, kd: 0.5,\n"
                  "      low: -1.5, high: 1.5}\n"
                  "  s: {type: pid, input: other, setpoint: '1', kp: 4, ki: 3, kd: 0.5,\n"
                  "      low: -1.5, high: 1.5, every: 0.001}\n"
                  "states: {plant: {rate: c - 0.5*plant}, other: {rate: s - 0.5*other}}\n",
                  3);
    CHECK_NEAR(value(p, "plant"), 1.0143438609100888, 1e-6);
    /* sampled it is the same but for the time from sample to sample */
    CHECK_NEAR(value(p, "other"), 1.0143438609100888, 1e-4);
    CHECK(fabs(value(p, "other") - 1.0143438609100888) > 1e-6);
    finish(p);
}

/* x := 0.9 x + 1, y = 0.1 x, at 0, 0.1, ..: held in between. */
static void test_sampled(void)
{
    plant p = run("controllers:\n"
                  "  z: {type: transfer, input: '1', numerator: [0.1], denominator: [-0.9, 1],\n"
                  "      every: 0.1}\n"
                  "  s: {type: state_space, input: time, a: [[1]], b: [[1]], c: [[1]], d: [[2]],\n"
                  "      every: 0.25, first: 0.5}\n",
                  1.55);
    CHECK_NEAR(value(p, "z_y"), 1 - pow(0.9, 15), 1e-12);
    /* at 1.5: x is the sum of 0.5, 0.75, 1, 1.25; y = x + 2*1.5 */
    CHECK_NEAR(value(p, "s_y"), 3.5 + 3, 1e-9);
    finish(p);
}

/* Steps that samples end long before the tolerance would are counted, and told of where they are
 * most; the linear system knows nothing of what is sampled, and says so. */
static void test_fine_samples(void)
{
    static const double every[] = {1e-4, 0.25};
    for (int k = 0; k < 2; k++) {
        ph_model *model = text_model(
            "bodies: {a: {mass: 1, inertia: [1, 1, 1]}}\n"
            "joints: {p: {type: revolute, between: [ground, a], at: [0, 0, 0], axis: [0, 0, 1]}}\n"
            "controllers: {c: {type: pid, every: %g, input: a.omega.z, setpoint: 1, kp: 1}}\n"
            "forces: {f: {type: torque, on: a, torque: [0, 0, c]}}\n"
            "simulate: {end: 1, tolerance: 1e-3}\n",
            every[k]);
        text_outcome out = text_run(model, ph_model_options(model), NULL, NULL);
        CHECK(out.status == PH_OK);
        bool told = strstr(out.said, "samples, or other events of equal times, end") != NULL;
        CHECK(told == (k == 0));
        CHECK((out.stats.sampled > out.stats.steps / 2) == (k == 0));
        ph_sim *sim = must_create(model, ph_model_options(model));
        ph_diag *diag = ph_diag_create();
        ph_modes *modes = NULL;
        CHECK(ph_sim_modes(sim, NULL, diag, &modes) == PH_OK);
        CHECK(ph_diag_count(diag) == 1 &&
              strstr(ph_diag_get(diag, 0)->message, "`c_sample` sets values at equal times"));
        ph_modes_free(modes);
        ph_diag_free(diag);
        ph_sim_free(sim);
        ph_model_free(model);
    }
}

/* What it makes is not written, but made again. */
static void test_saved(void)
{
    ph_model *model = text_model("bodies: {a: {mass: 1, inertia: [1, 1, 1]}}\n"
                                 "controllers: {c: {type: transfer, input: time, numerator: [1],\n"
                                 "                  denominator: [1, 1]}}\n"
                                 "simulate: {end: 1}\n");
    char path[60];
    snprintf(path, sizeof path, "/tmp/polhode_saved_%ld.yaml", (long)getpid());
    CHECK(ph_model_save(model, path, NULL) == PH_OK);
    ph_model *again = must_load(path);
    remove(path);
    CHECK(ph_model_states(again) == 1 && ph_model_variables(again) == 2);
    CHECK(ph_model_count(again, "controller") == 1);
    ph_model_free(again);
    ph_model_free(model);
}

int main(void)
{
    test_linear();
    test_scaled();
    test_pid();
    test_sampled();
    test_fine_samples();
    test_saved();
    return TEST_RESULT();
}
