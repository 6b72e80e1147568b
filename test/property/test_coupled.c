/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Forces that depend on what is solved for, constraints by equations and driven joints, in
 * simulations whose motion is known in closed form.
 */
#include "build_model.h"

/* A block of 2 kg at the origin, with a velocity along x. */
static ph_model *with_block(double speed, ph_vec3 gravity)
{
    ph_model *model = ph_model_create();
    ph_body_def b = ph_default_body();
    b.mass = 2;
    b.inertia = (ph_sym3){0.1, 0.1, 0.1, 0, 0, 0};
    b.velocity = ph_v3(speed, 0, 0);
    CHECK(ph_model_add_body(model, "block", &b) == PH_OK);
    CHECK(ph_model_set_gravity(model, gravity) == PH_OK);
    return model;
}

static void push(ph_model *model, const char *x)
{
    force_par f = force_make("force", "block", NULL, 0, x, "0", "0");
    CHECK(force_add(model, "push", &f) == PH_OK);
}

/* Where the block is at t = 1. */
static ph_body_state at_one(ph_model *model, const char *method, double step)
{
    ph_options o = options_of(method, step, 1);
    ph_body_state s = {{0, 0, 0}, {1, 0, 0, 0}, {0, 0, 0}, {0, 0, 0}};
    ph_sim *sim = must_create(model, &o);
    CHECK(ph_sim_advance(sim, 1, NULL) == PH_OK);
    CHECK(ph_sim_get_body(sim, 0, &s) == PH_OK);
    ph_sim_free(sim);
    ph_model_free(model);
    return s;
}

static const char *const methods[] = {"galpha", "hht", "hht-euler", NULL};

/* Dry friction by the reaction of the rail: it slows down by mu g. */
static void friction(const char *method)
{
    ph_model *model = with_block(3, ph_v3(0, 0, -10));
    joint_add(model, "rail", "prismatic", "ground", "block", ph_v3(0, 0, 0), ph_v3(1, 0, 0));
    push(model, "-0.2*rail.force.z");
    CHECK_NEAR(at_one(model, method, 0.01).position.x, 3 - 0.2 * 10 / 2, 1e-9);
}

/* A force that opposes acceleration is mass: 6 N on 2 + 1 kg. The same by a variable that is
 * defined through itself, and by a force that reads its own value: F = 6 - acc. */
static void added_mass(const char *method)
{
    ph_model *model = with_block(0, ph_v3(0, 0, 0));
    push(model, "6 - block.acc.x");
    CHECK_NEAR(at_one(model, method, 0.01).position.x, 1, 1e-9);

    model = with_block(0, ph_v3(0, 0, 0));
    CHECK(add_variable(model, "pull", "6 - pull/2") == PH_OK);
    push(model, "pull");
    CHECK_NEAR(at_one(model, method, 0.01).position.x, 1, 1e-9);

    model = with_block(0, ph_v3(0, 0, 0));
    push(model, "6 - push.force.x/2");
    CHECK_NEAR(at_one(model, method, 0.01).position.x, 1, 1e-9);
}

/* A circle by an equation: the block goes round at constant speed. */
static void circle(const char *method)
{
    double error[2];
    for (int k = 0; k < 2; k++) {
        ph_model *model = with_block(1, ph_v3(0, 0, 0));
        ph_expr round = {.text = "block.pos.x^2 + (block.pos.y - 0.5)^2 - 0.25"};
        CHECK(ph_model_add_equation(model, "round", &round) == PH_OK);
        ph_body_state s = at_one(model, method, k ? 0.001 : 0.002);
        ph_vec3 want = ph_v3(0.5 * sin(2), 0.5 - 0.5 * cos(2), 0);
        error[k] = ph_norm(ph_sub(s.position, want));
        CHECK_NEAR(s.position.x * s.position.x + (s.position.y - 0.5) * (s.position.y - 0.5), 0.25,
                   1e-10);
    }
    CHECK(error[1] < 2e-6);
    CHECK_NEAR(log2(error[0] / error[1]), 2, 0.1);
}

/* Driven by each kind of law: x = sin 2t, which starts at 0 with velocity 2. */
static void driven(const char *method)
{
    static const char *const law[] = {"sin(2*time)", "2*cos(2*time)", "-4*sin(2*time)"};
    for (int k = 0; k < 3; k++) {
        ph_model *model = with_block(2, ph_v3(0, 0, -10));
        joint_add(model, "rail", "prismatic", "ground", "block", ph_v3(0, 0, 0), ph_v3(1, 0, 0));
        ph_motion_def def = ph_default_motion();
        def.joint.text = "rail";
        *(k == 0   ? &def.displacement
          : k == 1 ? &def.velocity
                   : &def.acceleration) = (ph_expr){.text = law[k]};
        CHECK(ph_model_add_motion(model, "drive", &def) == PH_OK);
        ph_body_state s = at_one(model, method, 0.005);
        CHECK_NEAR(s.position.x, sin(2), 1e-10);
        CHECK_NEAR(s.velocity.x, 2 * cos(2), 1e-3);
    }
}

/* A force behind a lag of first order: u' = (6 - u)/0.5 from 0; x follows from its integral. */
static void lag(const char *method)
{
    ph_model *model = with_block(0, ph_v3(0, 0, 0));
    ph_state_def u = ph_default_state();
    u.equation.text = "0.5*u.rate + u - 6";
    CHECK(ph_model_add_state(model, "u", &u) == PH_OK);
    push(model, "u");
    double want = 6 / 2.0 * (0.5 - 0.5 + 0.25 - 0.25 * exp(-2.0));
    CHECK_NEAR(at_one(model, method, 0.001).position.x, want, 2e-3);
}

int main(void)
{
    for (int i = 0; methods[i]; i++) {
        friction(methods[i]);
        added_mass(methods[i]);
        circle(methods[i]);
        driven(methods[i]);
        lag(methods[i]);
    }
    return TEST_RESULT();
}
