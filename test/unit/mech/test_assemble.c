/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Mechanisms that are right, put together: degrees of freedom, redundant rows and their names, and
 * what moves where they are drawn apart or inexact.
 */
#include "trial.h"

static void test_four_bar(void)
{
    trial t = try(four_bar());
    CHECK(t.status == PH_OK);
    const phk_assembly *a = t.assembly;
    CHECK(a->coordinates == 18 && a->rows == 20 && a->gruebler == -2);
    CHECK(a->rank == 17 && a->freedom == 1 && a->redundants == 3);
    // the last joint is blamed: out of the plane, and twice about its axes
    for (int k = 0; k < a->redundants; k++) CHECK(a->redundant[k].row >= 15);
    CHECK(a->moveds == 0 && a->drawn_open < 1e-15);
    CHECK(says(&t, "redundant: joint `d`, row 3 (displacement along world z): "));
    CHECK(says(&t, "redundant equations are left out: their reactions are taken as zero"));
    CHECK(ph_diag_errors(t.diag) == 0);
    CHECK(phk_mechanism_dae(t.mechanism)->nl == 17);
    check_state(&t, 1e-14, 1e-14);
    drop(&t);
}

static int count(const trial *t, const char *text)
{
    int n = 0;
    for (int k = 0; k < ph_diag_count(t->diag); k++)
        n += strstr(ph_diag_get(t->diag, k)->message, text) != NULL;
    return n;
}

/* Names as in a deck: the second marker of a joint is I, the first J. */
static void test_labels(void)
{
    ph_model *m = ph_model_create();
    add_body(m, "arm", ph_v3(1, 0, 0));
    joint_add(m, "a", "revolute", "ground", "arm", ph_v3(0, 0, 0), Z);
    CHECK(phk_model_label(m, PHK_KIND_JOINT, "JOINT/4") == PH_OK);
    joint_add(m, "b", "revolute", "ground", "arm", ph_v3(0, 0, 1), Z);
    CHECK(phk_model_label(m, PHK_KIND_JOINT, "JOINT/5") == PH_OK);
    joint_add(m, "c", "planar", "ground", "arm", ph_v3(0, 1, 0), Z);
    CHECK(phk_model_label(m, PHK_KIND_JOINT, "JOINT/6") == PH_OK);
    motion_add(m, "e", "a", "0");
    motion_add(m, "f", "b", "0");
    CHECK(phk_model_label(m, PHK_KIND_MOTION, "MOTION/7") == PH_OK);
    trial t = try(m);
    CHECK(t.status == PH_OK && t.assembly->redundants == 9);
    static const char *const said[] = {
        "redundant: Zi-Zj in JOINT/5 (b): already held by JOINT/4 (a)",
        "redundant: Zi.Xj in JOINT/5 (b): ",
        "redundant: Zi.Yj in JOINT/5 (b): ",
        "redundant: Zi.Xj in JOINT/6 (c): ",
        "redundant: Zi.Yj in JOINT/6 (c): ",
        "redundant: DZ in JOINT/6 (c): ",
        "redundant: AZ in MOTION/7 (f): already held by `e`"};
    for (size_t k = 0; k < sizeof said / sizeof *said; k++) CHECK(says(&t, said[k]));
    CHECK(count(&t, "redundant: ") == 9 && count(&t, "redundant equations are left out") == 1);
    drop(&t);
}

/* Many that differ in a number alone, all told; an error after them is still heard. */
static void test_many(void)
{
    ph_model *m = ph_model_create();
    ph_body_def arm = rod_at(ph_v3(1, 0, 0));
    ph_diag *diag = ph_diag_create();
    ph_assembly counted;
    CHECK(ph_model_add_body(m, "arm", &arm) == PH_OK);
    for (int k = 0; k < 60; k++) {
        char name[20];
        snprintf(name, sizeof name, "hinge%d", k);
        ph_text between[2] = {{.text = "ground"}, {.text = "arm"}};
        ph_joint_def def = ph_default_joint();
        def.between = (ph_names){2, between};
        def.where = (ph_source){"a repeat", 7, 3, 4};
        CHECK(ph_model_add_joint(m, name, joint_type("revolute"), &def, NULL) == PH_OK);
    }
    CHECK(ph_model_assemble(m, 0, diag, &counted) == PH_OK && counted.redundant == 59 * 5);
    CHECK(ph_diag_count(diag) == 59 * 5 + 1 && ph_diag_dropped(diag) == 0);
    CHECK(ph_model_add_variable(m, "wrong", &(ph_expr){.text = "1 +"}) == PH_OK);
    CHECK(ph_model_check(m, diag) == PH_E_MODEL && ph_diag_count(diag) == 59 * 5 + 2);
    ph_diag_free(diag);
    ph_model_free(m);
}

/* The same by markers, of which one lies a little out of the plane: the hinge too many cannot
 * close, and is let open; by more it is a contradiction. */
static void test_inexact(void)
{
    static const double off[] = {1e-12, 1e-7, 1e-4};
    for (int k = 0; k < 3; k++) {
        ph_model *m = ph_model_create();
        add_body(m, "crank", ph_v3(0, 0.5, 0));
        add_body(m, "coupler", ph_v3(1, 1.25, 0));
        add_body(m, "rocker", ph_v3(2.1, 0.75, 0));
        add_marker(m, "g0", NULL, ph_v3(0, 0, 0));
        add_marker(m, "a0", "crank", ph_v3(0, -0.5, 0));
        add_marker(m, "a1", "crank", ph_v3(0, 0.5, 0));
        add_marker(m, "b0", "coupler", ph_v3(-1, -0.25, 0));
        add_marker(m, "b1", "coupler", ph_v3(1, 0.25, 0));
        add_marker(m, "c0", "rocker", ph_v3(-0.1, 0.75, 0));
        add_marker(m, "c1", "rocker", ph_v3(0.1, -0.75, 0));
        add_marker(m, "g1", NULL, ph_v3(2.2, 0, off[k]));
        join(m, "a", "revolute", "g0", "a0");
        join(m, "b", "revolute", "a1", "b0");
        join(m, "c", "revolute", "b1", "c0");
        join(m, "d", "revolute", "c1", "g1");
        trial t = try(m);
        CHECK(t.status == (k == 2 ? PH_E_MODEL : PH_OK));
        if (t.assembly) CHECK(t.assembly->freedom == 1 && t.assembly->redundants == 3);
        if (t.assembly) CHECK_NEAR(t.assembly->redundant[0].open, off[k], 1e-14);
        if (k == 1) CHECK(says(&t, "already held by `a`, `b`, `c`; it stays open by 1e-07 m"));
        if (k == 2) CHECK(says(&t, "joint `d`, row 3 (displacement along world z) contradicts"));
        drop(&t);
    }
}

/* Bricard: five rods and ground, six hinges, one of 30 rows too many. */
static ph_model *bricard(double error, double length_error)
{
    static const double at[6][3] = {{0, 0, 0},  {1, 0, 0},  {1, -1, 0},
                                    {1, -1, 1}, {0, -1, 1}, {0, 0, 1}};
    static const int axis[6] = {1, 2, 0, 1, 2, 0};
    static const char *const name[] = {"ground", "rod1", "rod2", "rod3", "rod4", "rod5"};
    ph_model *m = ph_model_create();
    for (int k = 0; k < 5; k++) {
        ph_vec3 p = ph_v3(at[k][0], at[k][1], at[k][2]);
        ph_vec3 q = ph_v3(at[k + 1][0], at[k + 1][1], at[k + 1][2]);
        ph_vec3 middle = ph_scale(0.5, ph_add(p, q));
        add_body(m, name[k + 1], ph_add(middle, ph_v3(0, 0, k == 2 ? error : 0)));
    }
    // markers, so that an error in the place of a body opens the joints
    for (int k = 0; k < 6; k++) {
        ph_vec3 p = ph_v3(at[k][0], at[k][1], at[k][2]);
        const char *side[2] = {name[k], name[(k + 1) % 6]};
        char text[2][8], joint[4];
        for (int i = 0; i < 2; i++) {
            int b = (k + i) % 6;
            ph_vec3 c = ph_v3(0, 0, 0);
            for (int j = 0; b > 0 && j < 2; j++)
                c = ph_axpy(c, 0.5, ph_v3(at[b - 1 + j][0], at[b - 1 + j][1], at[b - 1 + j][2]));
            ph_marker_def d = ph_default_marker();
            d.on.text = side[i];
            d.at = ph_sub(p, c);
            if (k == 3 && i == 0) d.at.x += length_error;
            ph_vec3 turn = axis[k] == 0 ? ph_scale(acos(0), Y) : ph_scale(-acos(0), X);
            if (axis[k] != 2) d.orientation = phk_exp(turn);
            snprintf(text[i], sizeof text[i], "m%d_%d", k, i);
            CHECK(ph_model_add_marker(m, text[i], &d) == PH_OK);
        }
        snprintf(joint, sizeof joint, "j%d", k);
        join(m, joint, "revolute", text[0], text[1]);
    }
    CHECK(ph_model_set_gravity(m, ph_v3(0, -9.81, 0)) == PH_OK);
    return m;
}

static void test_bricard(void)
{
    // drawn exactly, and off by more and more: the redundancy hides behind the
    // error
    static const double errors[] = {0, 1e-9, 1e-5, 1e-3};
    for (int k = 0; k < 4; k++) {
        trial t = try(bricard(errors[k], 0));
        CHECK(t.status == PH_OK);
        if (t.status) show_diag(t.diag);
        if (!t.assembly) continue;
        CHECK(t.assembly->rows == 30 && t.assembly->rank == 29 && t.assembly->freedom == 1);
        CHECK(t.assembly->redundants == 1 && t.assembly->gruebler == 0);
        CHECK(t.assembly->redundant[0].row >= 25);
        CHECK(t.assembly->open < 1e-12);
        CHECK_NEAR(t.assembly->drawn_open, errors[k], 1e-15);
        // no body runs away along the row that is nearly redundant
        for (int i = 0; i < t.assembly->moveds; i++) {
            CHECK(t.assembly->moved[i].moved < 2 * errors[k] + 1e-12);
            CHECK(t.assembly->moved[i].turned < 2 * errors[k] + 1e-12);
        }
        check_state(&t, 1e-12, 1e-12);
        drop(&t);
    }
}

/* A rod too long by a micrometre: the loop has no motion any more by the numbers, but a user who
 * writes six digits means one that has. */
static void test_bricard_inexact(void)
{
    trial t = try(bricard(0, 1e-6));
    CHECK(t.status == PH_OK);
    if (t.status) show_diag(t.diag);
    if (t.assembly) {
        CHECK(t.assembly->rank == 29 && t.assembly->freedom == 1 && t.assembly->redundants == 1);
        CHECK(t.assembly->open < 1e-10 && t.assembly->redundant[0].open < 1e-5);
        CHECK(t.assembly->redundant[0].open > 1e-8);
        for (int i = 0; i < t.assembly->moveds; i++) CHECK(t.assembly->moved[i].moved < 1e-5);
    }
    drop(&t);
}

/* A double pendulum whose second body was drawn beside its joint. */
static void test_pulled_together(void)
{
    ph_model *m = ph_model_create();
    add_body(m, "one", ph_v3(0.5, 0, 0));
    add_body(m, "two", ph_v3(1.6, 0.1, 0.05));
    add_marker(m, "g", NULL, ph_v3(0, 0, 0));
    add_marker(m, "a", "one", ph_v3(-0.5, 0, 0));
    add_marker(m, "b", "one", ph_v3(0.5, 0, 0));
    add_marker(m, "c", "two", ph_v3(-0.5, 0, 0));
    join(m, "first", "spherical", "g", "a");
    join(m, "second", "spherical", "b", "c");
    trial t = try(m);
    CHECK(t.status == PH_OK);
    const phk_assembly *a = t.assembly;
    CHECK(a->freedom == 6 && a->redundants == 0);
    CHECK_NEAR(a->drawn_open, 0.1, 1e-15);
    CHECK(a->open < 1e-13);
    const phk_moved *one = moved(&t, "one"), *two = moved(&t, "two");
    CHECK(one && two && one->moved > 1e-3 && two->moved > 0.05 && two->moved < 0.15);
    CHECK(says(&t, "body `two` was moved by"));
    check_state(&t, 1e-13, 1e-13);
    drop(&t);
}

/* The same with the second body exact: the first must come alone; and both
 * exact: they cannot. */
static void test_exact(void)
{
    for (int both = 0; both < 2; both++) {
        ph_model *m = ph_model_create();
        ph_body_def one = rod_at(ph_v3(0.5, 0, 0)), two = rod_at(ph_v3(1.45, 0.1, 0.05));
        two.exact = PH_EXACT_POSITION | PH_EXACT_ORIENTATION;
        if (both) one.exact = two.exact;
        CHECK(ph_model_add_body(m, "one", &one) == PH_OK);
        CHECK(ph_model_add_body(m, "two", &two) == PH_OK);
        add_marker(m, "g", NULL, ph_v3(-0.03, 0, 0));
        add_marker(m, "a", "one", ph_v3(-0.5, 0, 0));
        add_marker(m, "b", "one", ph_v3(0.5, 0, 0));
        add_marker(m, "c", "two", ph_v3(-0.5, 0, 0));
        join(m, "first", "inplane", "g", "a");
        join(m, "second", "spherical", "b", "c");
        trial t = try(m);
        CHECK((t.status == PH_OK) == !both);
        if (both) {
            CHECK(t.status == PH_E_MODEL);
            CHECK(says(&t, "joint `second`, row 2 (displacement along world y) cannot be met"));
            CHECK(says(&t, "it is off by 0.1 m"));
        } else {
            CHECK(moved(&t, "two") == NULL);
            CHECK(moved(&t, "one") != NULL);
            check_state(&t, 1e-13, 1e-13);
        }
        drop(&t);
    }
}

int main(void)
{
    test_four_bar();
    test_labels();
    test_many();
    test_inexact();
    test_bricard();
    test_bricard_inexact();
    test_pulled_together();
    test_exact();
    return TEST_RESULT();
}
