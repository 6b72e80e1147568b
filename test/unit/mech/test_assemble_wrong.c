/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Models that contradict themselves, are singular or hold nothing: what is told of them, and that
 * those on the edge are right.
 */
#include "trial.h"

static void expect(ph_model *m, ph_status status, const char *text, const char *other)
{
    trial t = try(m);
    CHECK(t.status == status);
    CHECK(says(&t, text));
    CHECK(!other || says(&t, other));
    drop(&t);
}

static void test_contradictions(void)
{
    // two ball joints a body cannot be on at once, one row of which repeats
    ph_model *m = ph_model_create();
    add_body(m, "b", ph_v3(0.5, 0, 0));
    add_marker(m, "g0", NULL, ph_v3(0, 0, 0));
    add_marker(m, "g1", NULL, ph_v3(1.1, 0, 0));
    add_marker(m, "b0", "b", ph_v3(-0.5, 0, 0));
    add_marker(m, "b1", "b", ph_v3(0.5, 0, 0));
    join(m, "left", "spherical", "g0", "b0");
    join(m, "right", "spherical", "g1", "b1");
    expect(m, PH_E_MODEL, "joint `right`, row 1 (displacement along world x) contradicts `left`",
           "apart by 0.1 m");

    // a chain that cannot reach
    m = ph_model_create();
    add_body(m, "one", ph_v3(0.5, 0.1, 0));
    add_body(m, "two", ph_v3(1.5, -0.2, 0));
    add_marker(m, "g0", NULL, ph_v3(0, 0, 0));
    add_marker(m, "g1", NULL, ph_v3(3, 0, 0));
    add_marker(m, "a0", "one", ph_v3(-0.5, 0, 0));
    add_marker(m, "a1", "one", ph_v3(0.5, 0, 0));
    add_marker(m, "b0", "two", ph_v3(-0.5, 0, 0));
    add_marker(m, "b1", "two", ph_v3(0.5, 0, 0));
    join(m, "left", "spherical", "g0", "a0");
    join(m, "middle", "spherical", "a1", "b0");
    join(m, "right", "spherical", "b1", "g1");
    expect(m, PH_E_MODEL, "the mechanism cannot be assembled", "is still open by");

    // two motions on one joint: apart in position, in velocity, in acceleration
    static const char *const law[] = {"0.1 + time", "2*time", "time + time^2"};
    static const char *const text[] = {
        "motion `second` (rotation about z) contradicts `first`: in position "
        "they are apart by 0.09",
        "motion `second` (rotation about z) contradicts `first`: in velocity "
        "they are apart by 1 r",
        "motion `second` (rotation about z) contradicts `first`: in acceleration "
        "they are apart by "
        "2 rad/s^2"};
    for (int k = 0; k < 3; k++) {
        m = four_bar();
        motion_add(m, "first", "a", "time");
        motion_add(m, "second", "a", law[k]);
        expect(m, PH_E_MODEL, text[k], NULL);
    }

    // one motion on each side of the loop: the joints between are named
    m = four_bar();
    motion_add(m, "left", "a", "time");
    motion_add(m, "right", "d", "time");
    expect(m, PH_E_MODEL, "motion `right` (rotation about z) contradicts", "`left`");
}

/* A parallelogram folded flat: there its last joint repeats more than it does
 * elsewhere. */
static void test_singular_position(void)
{
    ph_model *m = ph_model_create();
    add_body(m, "crank", ph_v3(0.5, 0, 0));
    add_body(m, "coupler", ph_v3(2, 0, 0));
    add_body(m, "rocker", ph_v3(2.5, 0, 0));
    joint_add(m, "a", "revolute", "ground", "crank", ph_v3(0, 0, 0), Z);
    joint_add(m, "b", "revolute", "crank", "coupler", ph_v3(1, 0, 0), Z);
    joint_add(m, "c", "revolute", "coupler", "rocker", ph_v3(3, 0, 0), Z);
    joint_add(m, "d", "revolute", "rocker", "ground", ph_v3(2, 0, 0), Z);
    expect(m, PH_E_SINGULAR, "the mechanism starts in a singular position", "joint `d`");
}

static void test_massless(void)
{
    // held: between two joints that leave it nothing of its own
    for (int held = 0; held < 2; held++) {
        ph_model *m = ph_model_create();
        ph_body_def b = ph_default_body();
        b.mass = 0;
        b.inertia = (ph_sym3){0};
        b.position = ph_v3(1, 0, 0);
        add_body(m, "body", ph_v3(2, 0, 0));
        CHECK(ph_model_add_body(m, "link", &b) == PH_OK);
        joint_add(m, "pin", held ? "revolute" : "spherical", "ground", "link", ph_v3(0, 0, 0), Z);
        joint_add(m, "weld", held ? "fixed" : "spherical", "link", "body", ph_v3(2, 0, 0), Z);
        CHECK(ph_model_set_gravity(m, ph_v3(0, -9.81, 0)) == PH_OK);
        trial t = try(m);
        CHECK(t.status == (held ? PH_OK : PH_E_SINGULAR));
        if (held) {
            CHECK(t.assembly->freedom == 1);
            check_state(&t, 1e-13, 1e-13);
        } else {
            CHECK(says(&t, "the system is singular from the start"));
            CHECK(says(&t, "body `link`, torque x"));
        }
        drop(&t);
    }
}

/* Equations between nothing: true, false, and soon false. */
static void test_idle_equations(void)
{
    static const char *const law[] = {"0*b.pos.x", "1 + 0*b.pos.x", "time + 0*b.pos.x"};
    static const char *const text[] = {
        "redundant: equation `e`: it holds nothing that moves",
        "equation `e` cannot be met in position: it is off by 1 and nothing it reads may change",
        "equation `e` cannot be met in velocity: it is off by 1 and nothing it reads may change"};
    for (int k = 0; k < 3; k++) {
        ph_model *m = ph_model_create();
        add_body(m, "b", ph_v3(0, 0, 0));
        CHECK(ph_model_add_equation(m, "e", &(ph_expr){.text = law[k]}) == PH_OK);
        expect(m, k ? PH_E_MODEL : PH_OK, text[k], NULL);
    }
}

/* Nothing to hold, and nothing at all. */
static void test_free(void)
{
    ph_model *m = ph_model_create();
    trial t = try(m);
    CHECK(t.status == PH_OK && t.assembly->freedom == 0);
    drop(&t);
    m = ph_model_create();
    ph_body_def b = rod_at(ph_v3(1, 2, 3));
    b.velocity = ph_v3(4, 5, 6);
    CHECK(ph_model_add_body(m, "b", &b) == PH_OK);
    t = try(m);
    CHECK(t.status == PH_OK && t.assembly->freedom == 6 && t.assembly->moveds == 0);
    CHECK(t.assembly->q[2] == 3 && t.assembly->v[1] == 5);
    drop(&t);
}

int main(void)
{
    test_contradictions();
    test_singular_position();
    test_massless();
    test_idle_equations();
    test_free();
    return TEST_RESULT();
}
