/* SPDX-License-Identifier: BSD-3-Clause
 *
 * test_assemble.c -- mechanisms put together: degrees of freedom, redundant
 * rows, what moved, and models that contradict themselves.
 */
#include <polhode/sim.h>
#include "harness.h"
#include "math/so3.h"
#include "mech/assemble/assemble.h"

/* ---- building ---- */

typedef struct {
    ph_model *model;
    ph_diag *diag;
    phk_system *system;
    phk_mechanism *mechanism;
    phk_assembly *assembly;
    ph_status status;
} trial;

static const ph_joint_type *type_of(const char *name)
{
    for (int k = 0; k < ph_joint_type_count(); k++)
        if (strcmp(ph_joint_type_get(k)->name, name) == 0) return ph_joint_type_get(k);
    printf("no joint type `%s`\n", name);
    exit(1);
}

static ph_body_def rod_at(ph_vec3 position)
{
    ph_body_def b = ph_default_body();
    b.mass = 1;
    b.inertia = (ph_sym3){0.1, 0.12, 0.15, 0, 0, 0};
    b.position = position;
    return b;
}

static void add_body(ph_model *model, const char *name, ph_vec3 position)
{
    ph_body_def b = rod_at(position);
    CHECK(ph_model_add_body(model, name, &b) == PH_OK);
}

static void add_marker(ph_model *model, const char *name, const char *on, ph_vec3 at)
{
    ph_marker_def m = ph_default_marker();
    m.on.text = on;
    m.at = at;
    CHECK(ph_model_add_marker(model, name, &m) == PH_OK);
}

static void add_joint(ph_model *model, const char *name, const char *type, const char *a,
                      const char *b, ph_vec3 at, ph_vec3 axis)
{
    ph_text between[2] = {{.text = a}, {.text = b}};
    ph_joint_def def = ph_default_joint();
    def.between = (ph_names){2, between};
    def.at = at;
    def.axis = axis;
    CHECK(ph_model_add_joint(model, name, type_of(type), &def, NULL) == PH_OK);
}

/* Two markers: they may be drawn apart. */
static void join(ph_model *model, const char *name, const char *type, const char *a, const char *b)
{
    ph_text between[2] = {{.text = a}, {.text = b}};
    ph_joint_def def = ph_default_joint();
    def.between = (ph_names){2, between};
    CHECK(ph_model_add_joint(model, name, type_of(type), &def, NULL) == PH_OK);
}

static void add_motion(ph_model *model, const char *name, const char *joint, const char *law)
{
    ph_motion_def def = ph_default_motion();
    def.joint.text = joint;
    def.displacement = (ph_expr){.text = law};
    CHECK(ph_model_add_motion(model, name, &def) == PH_OK);
}

/* ---- trying ---- */

static trial try(ph_model *model)
{
    trial t = {.model = model, .diag = ph_diag_create()};
    t.status = phk_system_create(model, t.diag, &t.system);
    if (!t.status) t.status = phk_system_finish(t.system, t.diag);
    if (!t.status) t.status = phk_mechanism_create(t.system, t.diag, &t.mechanism);
    CHECK(t.status == PH_OK);
    if (!t.status) t.status = phk_assemble(t.system, t.mechanism, 0, NULL, t.diag, &t.assembly);
    CHECK((t.assembly != NULL) == (t.status == PH_OK));
    return t;
}

static void print(const trial *t)
{
    for (int k = 0; k < ph_diag_count(t->diag); k++) {
        char text[1000];
        ph_diagnostic_format(ph_diag_get(t->diag, k), text, sizeof text);
        printf("  %s\n", text);
    }
}

static void drop(trial *t)
{
    phk_assembly_free(t->assembly);
    phk_mechanism_free(t->mechanism);
    phk_system_free(t->system);
    ph_diag_free(t->diag);
    ph_model_free(t->model);
}

/* Some diagnostic has this text in it. */
static bool says(const trial *t, const char *text)
{
    for (int k = 0; k < ph_diag_count(t->diag); k++)
        if (strstr(ph_diag_get(t->diag, k)->message, text)) return true;
    printf("nothing says \"%s\":\n", text);
    print(t);
    return false;
}

/* Largest violation and rate over the rows of the mechanism, and the balance of
 * forces. */
static void check_state(const trial *t, double open, double rate)
{
    const phk_dae *dae = phk_mechanism_dae(t->mechanism);
    const phk_assembly *a = t->assembly;
    phk_point p = {a->t, a->q, a->v, a->a, a->x, a->xd, a->lambda, a->y};
    double g[200], d[10], c[200], s[10], gamma[200];
    CHECK(dae->residual(dae->self, &p, g, d, c, s) == PH_OK);
    for (int k = 0; k < dae->nl; k++) CHECK_NEAR(c[k], 0, open);
    for (int i = 0; i < dae->cells; i++) {
        const phk_cell *cell = &dae->cell[i];
        const double *x = a->a + cell->v, *v = a->v + cell->v;
        ph_vec3 A = ph_v3(x[0], x[1], x[2]), w = ph_v3(v[0], v[1], v[2]);
        ph_vec3 f =
            cell->kind == PHK_CELL_VECTOR
                ? ph_scale(cell->mass, A)
                : ph_add(ph_sym3_mul(cell->inertia, A), ph_cross(w, ph_sym3_mul(cell->inertia, w)));
        CHECK_NEAR(f.x + g[cell->v], 0, 1e-9);
        CHECK_NEAR(f.y + g[cell->v + 1], 0, 1e-9);
        CHECK_NEAR(f.z + g[cell->v + 2], 0, 1e-9);
    }
    CHECK(dae->rates(dae->self, &p, c, gamma) == PH_OK);
    for (int k = 0; k < dae->nl; k++) CHECK_NEAR(c[k], 0, rate);
}

static const phk_moved *moved(const trial *t, const char *body)
{
    for (int k = 0; k < t->assembly->moveds; k++)
        if (strcmp(ph_model_body_name(t->model, t->assembly->moved[k].body), body) == 0)
            return &t->assembly->moved[k];
    return NULL;
}

/* ---- mechanisms that are right ---- */

static const ph_vec3 X = {1, 0, 0}, Y = {0, 1, 0}, Z = {0, 0, 1};

/* A planar four-bar of three bodies: crank 1, coupler 2, rocker 1.5, drawn
 * closed. */
static ph_model *four_bar(void)
{
    ph_model *m = ph_model_create();
    ph_vec3 p = ph_v3(0, 1, 0), q = ph_v3(2, 1.5, 0);
    add_body(m, "crank", ph_v3(0, 0.5, 0));
    add_body(m, "coupler", ph_v3(1, 1.25, 0.1));
    add_body(m, "rocker", ph_v3(2.1, 0.75, -0.2));
    add_joint(m, "a", "revolute", "ground", "crank", ph_v3(0, 0, 0), Z);
    add_joint(m, "b", "revolute", "crank", "coupler", p, Z);
    add_joint(m, "c", "revolute", "coupler", "rocker", q, Z);
    add_joint(m, "d", "revolute", "rocker", "ground", ph_v3(2.2, 0, 0), Z);
    CHECK(ph_model_set_gravity(m, ph_v3(0, -9.81, 0)) == PH_OK);
    return m;
}

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
    add_joint(m, "a", "revolute", "ground", "arm", ph_v3(0, 0, 0), Z);
    CHECK(phk_model_label(m, PHK_KIND_JOINT, "JOINT/4") == PH_OK);
    add_joint(m, "b", "revolute", "ground", "arm", ph_v3(0, 0, 1), Z);
    CHECK(phk_model_label(m, PHK_KIND_JOINT, "JOINT/5") == PH_OK);
    add_joint(m, "c", "planar", "ground", "arm", ph_v3(0, 1, 0), Z);
    CHECK(phk_model_label(m, PHK_KIND_JOINT, "JOINT/6") == PH_OK);
    add_motion(m, "e", "a", "0");
    add_motion(m, "f", "b", "0");
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
        CHECK(ph_model_add_joint(m, name, type_of("revolute"), &def, NULL) == PH_OK);
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
        if (t.status) print(&t);
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
    if (t.status) print(&t);
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

/* ---- velocities ---- */

/* The heavy top: omega given, velocity not. Omega stays to the last bit, the
 * velocity follows. */
static void test_velocity_follows(void)
{
    ph_model *m = ph_model_create();
    ph_body_def top = rod_at(ph_v3(0, 1, 0));
    top.omega = ph_v3(0, 150, -4.61538);
    CHECK(ph_model_add_body(m, "top", &top) == PH_OK);
    add_body(m, "cap", ph_v3(0, 1.5, 0));
    add_joint(m, "tip", "spherical", "ground", "top", ph_v3(0, 0, 0), Z);
    add_joint(m, "lid", "fixed", "top", "cap", ph_v3(0, 1.2, 0), Z);
    trial t = try(m);
    CHECK(t.status == PH_OK);
    const double *v = t.assembly->v;
    CHECK_NEAR(v[0], 4.61538, 1e-14);
    CHECK_NEAR(v[1], 0, 1e-14);
    CHECK(v[3] == 0 && v[4] == 150 && v[5] == -4.61538);
    // the other body had nothing given
    CHECK_NEAR(v[6], 1.5 * 4.61538, 1e-12);
    CHECK_NEAR(v[10], 150, 1e-12);
    CHECK_NEAR(t.assembly->drawn_rate, 4.61538, 150);
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
    add_joint(m, "weld", "fixed", "one", "two", ph_v3(0.5, 0, 0), Z);
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
    add_motion(m, "drive", "a", "0.2 + 3*time");
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
        add_motion(m, "drive", "a", law[k]);
        t = try(m);
        CHECK(t.status == PH_OK);
        if (t.status == PH_OK) CHECK_NEAR(moved(&t, "crank")->turned, turned[k], 1e-9);
        if (t.status == PH_OK) check_state(&t, 1e-13, 1e-12);
        drop(&t);
    }
}

/* ---- models that are wrong ---- */

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
        add_motion(m, "first", "a", "time");
        add_motion(m, "second", "a", law[k]);
        expect(m, PH_E_MODEL, text[k], NULL);
    }

    // one motion on each side of the loop: the joints between are named
    m = four_bar();
    add_motion(m, "left", "a", "time");
    add_motion(m, "right", "d", "time");
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
    add_joint(m, "a", "revolute", "ground", "crank", ph_v3(0, 0, 0), Z);
    add_joint(m, "b", "revolute", "crank", "coupler", ph_v3(1, 0, 0), Z);
    add_joint(m, "c", "revolute", "coupler", "rocker", ph_v3(3, 0, 0), Z);
    add_joint(m, "d", "revolute", "rocker", "ground", ph_v3(2, 0, 0), Z);
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
        add_joint(m, "pin", held ? "revolute" : "spherical", "ground", "link", ph_v3(0, 0, 0), Z);
        add_joint(m, "weld", held ? "fixed" : "spherical", "link", "body", ph_v3(2, 0, 0), Z);
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
    test_guesses();
    test_four_bar();
    test_labels();
    test_many();
    test_inexact();
    test_bricard();
    test_bricard_inexact();
    test_pulled_together();
    test_exact();
    test_velocity_follows();
    test_velocities_give();
    test_motion();
    test_contradictions();
    test_singular_position();
    test_massless();
    test_idle_equations();
    test_free();
    return TEST_RESULT();
}
