/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What an assembled mechanism starts with: velocities that follow or give way, motions, and the
 * solutions near what is guessed.
 */
#include "trial.h"

/* The heavy top: omega given, velocity not. Omega stays to the last bit, the
 * velocity follows. */
static void test_velocity_follows(void)
{
    ph_model *m = ph_model_create();
    ph_body_def top = rod_at(ph_v3(0, 1, 0));
    top.omega = ph_v3(0, 150, -4.61538);
    CHECK(ph_model_add_body(m, "top", &top) == PH_OK);
    add_body(m, "cap", ph_v3(0, 1.5, 0));
    joint_add(m, "tip", "spherical", "ground", "top", ph_v3(0, 0, 0), Z);
    joint_add(m, "lid", "fixed", "top", "cap", ph_v3(0, 1.2, 0), Z);
    trial t = try(m);
    CHECK(t.status == PH_OK);
    const double *v = t.assembly->v;
    CHECK_NEAR(v[0], 4.61538, 1e-14);
    CHECK_NEAR(v[1], 0, 1e-14);
    CHECK(v[3] == 0 && v[4] == 150 && v[5] == -4.61538);
    // the other body had nothing given
    CHECK_NEAR(v[6], 1.5 * 4.61538, 1e-12);
    CHECK_NEAR(v[10], 150, 1e-12);
    /* the cap was drawn at rest on a top that spins */
    CHECK_NEAR(t.assembly->drawn_rate, 150, 1e-12);
    const phk_moved *top_moved = moved(&t, "top");
    CHECK(top_moved && top_moved->spun == 0 && top_moved->moved == 0);
    CHECK_NEAR(top_moved->faster, 4.61538, 1e-13);
    check_state(&t, 1e-14, 1e-12);
    drop(&t);
}

/* Given velocities that cannot all stay: they change, as little as their masses
 * allow. */
static void test_velocities_give(void)
{
    ph_model *m = ph_model_create();
    ph_body_def one = rod_at(ph_v3(0, 0, 0)), two = rod_at(ph_v3(1, 0, 0));
    one.velocity = ph_v3(1, 0, 0);
    two.velocity = ph_v3(4, 0, 0);
    two.mass = 2;
    one.omega = two.omega = ph_v3(0, 0, 1e-3);
    CHECK(ph_model_add_body(m, "one", &one) == PH_OK);
    CHECK(ph_model_add_body(m, "two", &two) == PH_OK);
    joint_add(m, "weld", "fixed", "one", "two", ph_v3(0.5, 0, 0), Z);
    trial t = try(m);
    CHECK(t.status == PH_OK);
    // momentum is kept: (1 * 1 + 2 * 4) / 3
    CHECK_NEAR(t.assembly->v[0], 3, 1e-12);
    CHECK_NEAR(t.assembly->v[6], 3, 1e-12);
    drop(&t);
}

static void test_motion(void)
{
    ph_model *m = four_bar();
    motion_add(m, "drive", "a", "0.2 + 3*time");
    trial t = try(m);
    CHECK(t.status == PH_OK);
    CHECK(t.assembly->freedom == 0 && t.assembly->redundants == 3);
    // the crank was turned to where the motion starts and has its speed
    CHECK_NEAR(moved(&t, "crank")->turned, 0.2, 1e-12);
    CHECK_NEAR(t.assembly->v[5], 3, 1e-12);
    check_state(&t, 1e-13, 1e-12);
    drop(&t);
    // from far as well, also half a turn, the short way round
    static const char *const law[] = {"3", "-3", "pi", "1.5*pi"};
    const double turned[] = {3, 3, PH_PI, PH_PI / 2};
    for (int k = 0; k < 4; k++) {
        m = four_bar();
        motion_add(m, "drive", "a", law[k]);
        t = try(m);
        CHECK(t.status == PH_OK);
        if (t.status == PH_OK) CHECK_NEAR(moved(&t, "crank")->turned, turned[k], 1e-9);
        if (t.status == PH_OK) check_state(&t, 1e-13, 1e-12);
        drop(&t);
    }
}

/* A variable that reads itself and the rate of a state have the solution near their guess. */
static void test_guesses(void)
{
    for (int k = 0; k < 2; k++) {
        double sign = k ? -1 : 1;
        ph_model *m = ph_model_create();
        add_body(m, "b", ph_v3(0, 0, 0));
        ph_expr value = {.text = "v + v^2 - 4"};
        CHECK(ph_model_add_variable(m, "v", &value) == PH_OK);
        CHECK(ph_model_start_variable(m, "v", 3 * sign) == PH_OK);
        ph_state_def x = ph_default_state();
        x.equation = (ph_expr){.text = "x.rate^2 - 9"};
        x.guess = -4 * sign;
        CHECK(ph_model_add_state(m, "x", &x) == PH_OK);
        trial t = try(m);
        CHECK(t.status == PH_OK);
        if (t.assembly) CHECK_NEAR(t.assembly->y[0], 2 * sign, 1e-12);
        if (t.assembly) CHECK_NEAR(t.assembly->xd[0], -3 * sign, 1e-12);
        CHECK(ph_model_start_variable(m, "b", 1) == PH_E_NAME);
        CHECK(ph_model_start_variable(m, "v", NAN) == PH_E_RANGE);
        drop(&t);
    }
}

int main(void)
{
    test_velocity_follows();
    test_velocities_give();
    test_motion();
    test_guesses();
    return TEST_RESULT();
}
