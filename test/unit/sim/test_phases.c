/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Phases through the library: steps and advances stop where one ends, what fails leaves the state
 * as it was, and models without phases know nothing of them.
 */
#include "../../build_model.h"

/* A double pendulum whose lower arm comes off, and is held again. */
static ph_model *pendulum(void)
{
    ph_model *model = ph_model_create();
    ph_body_def body = ph_default_body();
    body.mass = 2;
    body.inertia = (ph_sym3){0.1, 0.2, 0.1, 0, 0, 0};
    CHECK(ph_model_set_gravity(model, ph_v3(0, 0, -9.81)) == PH_OK);
    body.position = ph_v3(0.5, 0, 0);
    CHECK(ph_model_add_body(model, "upper", &body) == PH_OK);
    body.position = ph_v3(1.5, 0, 0);
    CHECK(ph_model_add_body(model, "lower", &body) == PH_OK);
    joint_add(model, "pin", "revolute", "ground", "upper", ph_v3(0, 0, 0), ph_v3(0, 1, 0));
    joint_add(model, "knee", "revolute", "upper", "lower", ph_v3(1, 0, 0), ph_v3(0, 1, 0));
    force_par drag = force_make("force", "lower", NULL, 0, "-lower.vel.x", "0", "-lower.vel.z");
    CHECK(force_add(model, "drag", &drag) == PH_OK);
    return model;
}

static void add_phase(ph_model *model, double end, const char *on, const char *off)
{
    ph_phase_def def = {.options = ph_default_options()};
    ph_text activate = {.text = on}, deactivate = {.text = off};
    def.options.end = end;
    def.activate = (ph_names){on != NULL, &activate};
    def.deactivate = (ph_names){off != NULL, &deactivate};
    CHECK(ph_model_add_phase(model, &def) == PH_OK);
}

static ph_options to_tolerance(const char *integrator)
{
    ph_options o = options_of(integrator, 0, NAN);
    o.tolerance = 1e-6;
    return o;
}

static void boundaries(const char *integrator)
{
    ph_model *model = pendulum();
    add_phase(model, 0.2, NULL, NULL);
    add_phase(model, 0.5, NULL, "knee");
    add_phase(model, 0.7, NULL, "drag");
    ph_options o = to_tolerance(integrator);
    ph_sim *sim = must_create(model, &o);
    CHECK(ph_sim_options(sim)->end == 0.7 && ph_sim_options(sim)->start == 0);
    size_t width = ph_sim_row_width(sim);
    /* a step ends where the phase does */
    int steps = 0, met = 0;
    while (ph_sim_time(sim) < 0.45 && steps++ < 10000) {
        CHECK(ph_sim_step(sim, NULL) == PH_OK);
        met += ph_sim_time(sim) == 0.2;
        if (ph_sim_time(sim) == 0.2) CHECK(value_now(sim, "knee", "force", 2) == 0);
    }
    CHECK(met == 1 && ph_sim_stats(sim)->steps == steps && ph_sim_row_width(sim) == width);
    double v = value_now(sim, "lower", "vel", 2), t = ph_sim_time(sim);
    CHECK(value_now(sim, "drag", "force", 2) == -v);
    /* an advance goes through several, and beyond the last */
    CHECK(ph_sim_advance(sim, 0.9, NULL) == PH_OK && ph_sim_time(sim) == 0.9);
    CHECK(value_now(sim, "drag", "force", 2) == 0 && value_now(sim, "knee", "torque", 0) == 0);
    /* without drag it falls freely */
    CHECK(value_now(sim, "lower", "vel", 2) < v - 0.5 * 9.81 * (0.9 - t));
    CHECK_NEAR(value_now(sim, "lower", "acc", 2), -9.81, 1e-9);
    CHECK_NEAR(value_now(sim, "energy", "numerical", 0), 0, 5e-3);
    ph_sim_free(sim);
    ph_model_free(model);
}

/* The second phase cannot begin: the state stays that of the first, as often as it is tried. */
static void unable(void)
{
    ph_model *model = pendulum();
    ph_diag *diag = ph_diag_create();
    ph_marker_def marker = ph_default_marker();
    marker.at = ph_v3(9, 0, 0); /* out of reach */
    CHECK(ph_model_add_marker(model, "there", &marker) == PH_OK);
    marker.at = ph_v3(0, 0, 0);
    marker.on.text = "lower";
    CHECK(ph_model_add_marker(model, "here", &marker) == PH_OK);
    ph_joint_def def = ph_default_joint();
    const ph_text sides[] = {{.text = "there"}, {.text = "here"}};
    def.between = (ph_names){2, sides};
    CHECK(ph_model_add_joint(model, "far", joint_type("atpoint"), &def, NULL) == PH_OK);
    add_phase(model, 0.1, NULL, "far");
    add_phase(model, 0.2, "far", NULL);
    ph_options o = to_tolerance("galpha");
    ph_sim *sim = NULL;
    CHECK(ph_sim_create(model, &o, diag, &sim) == PH_OK);
    ph_body_state before, after;
    ph_status status = PH_OK;
    while (!status && ph_sim_time(sim) < 0.15) status = ph_sim_step(sim, diag);
    CHECK(status == PH_E_MODEL && ph_sim_time(sim) == 0.1);
    CHECK(strstr(ph_diag_get(diag, 0)->message, "cannot be assembled: joint `far`") != NULL);
    CHECK_TEXT(ph_diag_get(diag, 1)->message, "this was phase 2 of the run, from 0.1 s to 0.2 s");
    CHECK(ph_sim_get_body(sim, 1, &before) == PH_OK && ph_sim_step(sim, NULL) == status);
    CHECK(ph_sim_get_body(sim, 1, &after) == PH_OK && ph_sim_time(sim) == 0.1);
    CHECK(memcmp(&before, &after, sizeof before) == 0);
    CHECK(value_now(sim, "far", "force", 0) == 0 && value_now(sim, "knee", "force", 2) != 0);
    ph_sim_free(sim);
    ph_model_free(model);
    ph_diag_free(diag);
}

/* A phase of no length puts the model together, and shows it. */
static void nothing(void)
{
    ph_model *model = pendulum();
    add_phase(model, 0, NULL, "drag");
    ph_options o = to_tolerance("galpha");
    ph_sim *sim = must_create(model, &o);
    CHECK(ph_sim_run(sim, NULL, NULL) == PH_OK && ph_sim_time(sim) == 0);
    CHECK(ph_sim_stats(sim)->output_evaluations == 1 && ph_sim_stats(sim)->steps == 0);
    ph_sim_free(sim);
    ph_model_free(model);
}

/* Phases that change nothing but the rows are one run: not even a restart. */
static void only_rows(void)
{
    ph_model *model = pendulum();
    add_phase(model, 0.25, NULL, NULL);
    add_phase(model, 0.5, NULL, NULL);
    ph_options o = to_tolerance("galpha");
    ph_sim *sim = must_create(model, &o);
    CHECK(ph_sim_run(sim, NULL, NULL) == PH_OK && ph_sim_stats(sim)->restarts == 1);
    ph_sim_free(sim);
    ph_model_free(model);
}

int main(void)
{
    static const char *const engines[] = {"galpha", "hht", "hht-euler"};
    for (int i = 0; i < 3; i++) boundaries(engines[i]);
    unable();
    nothing();
    only_rows();
    return TEST_RESULT();
}
