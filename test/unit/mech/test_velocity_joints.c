/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Joints with rows in velocities from the model to the columns: Chaplygin's sleigh, whose motion is
 * known in closed form, in every engine; a disc that rolls; what assembly makes of such rows, and
 * what is told of them.
 */
#include "text_model.h"
#include "trial.h"
#include "element/elements.h"
#include "element/rolling.h"
#include "velocity_joints.h"

static const char *const engine[] = {"galpha",      "hht", "hht-euler", "hht-modified",
                                     "hht-classic", "ida", "ida-index3"};
enum { ENGINES = sizeof engine / sizeof *engine };

static bool is_absent(const char *name)
{
    return ph_integrator_find(name)->traits & PH_ABSENT;
}
static bool is_own(const char *name)
{
    return ph_integrator_find(name)->traits & PH_OWN_STEPS;
}

/* Where bodies turn; its errors of both orders may cancel, so that a ratio says little. */
static bool is_first(const char *name)
{
    return ph_integrator_find(name)->order == 1;
}

/* ---- the sleigh: an edge 0.25 m behind the centre ---- */

static ph_model *sleigh(double drift)
{
    ph_model *model = text_model("bodies:\n"
                                 "  sled: {mass: 2, inertia: [0.2, 0.25, 0.3], velocity: [0.7, "
                                 "%.17g, 0], omega: [0, 0, 3]}\n"
                                 "markers:\n"
                                 "  blade: {on: sled, at: [-0.25, 0, 0]}\n"
                                 "simulate: {end: 2, steps: 4}\n",
                                 0.75 + drift);
    edge_par par = {drift, 0};
    add_between(model, "edge", &edge_joint, &par, "ground", "blade");
    return model;
}

typedef struct {
    double om, side, x;
} sled;

static ph_status note_sled(void *user, const ph_sim *sim, const double *row)
{
    sled *s = user;
    double fx = row[column_of(sim, "edge", "force", 0)],
           fy = row[column_of(sim, "edge", "force", 1)];
    s->om = row[column_of(sim, "sled", "omega", 2)];
    s->x = row[column_of(sim, "sled", "pos", 0)];
    s->side = hypot(fx, fy);
    return PH_OK;
}

static sled run_sled(const char *name, double step, double tolerance, double drift,
                     text_outcome *out)
{
    sled s = {0};
    ph_model *model = sleigh(drift);
    ph_options o = text_options(model, name, tolerance);
    o.step = step;
    *out = text_run(model, &o, note_sled, &s);
    if (out->status) printf("%s: %s\n", name, out->said);
    CHECK(out->status == PH_OK);
    ph_model_free(model);
    return s;
}

static void test_sleigh(void)
{
    /* total energy at the start */
    const double before = 0.5 * (2 * (0.49 + 0.75 * 0.75) + 0.3 * 9);
    const double om = 0.107718782258, force = 0.235593052329;
    text_outcome out;
    for (int i = 0; i < ENGINES; i++) {
        if (is_absent(engine[i])) continue;
        if (is_own(engine[i])) {
            sled s = run_sled(engine[i], 0, 1e-9, 0, &out);
            CHECK_NEAR(s.om, om, 1e-6);
            CHECK_NEAR(s.side, force, 1e-6);
            continue;
        }
        double off[2], side[2];
        for (int k = 0; k < 2; k++) {
            sled s = run_sled(engine[i], 0.02 / (1 << k), 0, 0, &out);
            off[k] = fabs(s.om - om), side[k] = fabs(s.side - force);
            CHECK(out.stats.largest_violation < 1e-12);
            CHECK_NEAR(out.energy.total, before, is_first(engine[i]) ? 1e-2 : 1e-3);
        }
        printf("%-12s omega %.2e %.2e, force %.2e %.2e\n", engine[i], off[0], off[1], side[0],
               side[1]);
        if (is_first(engine[i])) continue;
        CHECK_NEAR(log2(off[0] / off[1]), 2, 0.1);
        CHECK_NEAR(log2(side[0] / side[1]), 2, 0.1);
    }
}

/* The same edge as an equation: the velocity of the blade along its own y axis. */
static ph_status note_plain(void *user, const ph_sim *sim, const double *row)
{
    sled *s = user;
    s->om = row[column_of(sim, "sled", "omega", 2)];
    s->side = hypot(row[column_of(sim, "edge.on.sled", "force", 0)],
                    row[column_of(sim, "edge.on.sled", "force", 1)]);
    return PH_OK;
}

static void test_equation(void)
{
    ph_model *model = text_model("bodies:\n"
                                 "  sled: {mass: 2, inertia: [0.2, 0.25, 0.3], velocity: [0.7, "
                                 "0.75, 0], omega: [0, 0, 3]}\n"
                                 "markers: {blade: {on: sled, at: [-0.25, 0, 0]}}\n"
                                 "joints:\n"
                                 "  edge: {type: equation, expression: \"blade.vel.y*blade.R.22 + "
                                 "blade.vel.x*blade.R.12 + blade.vel.z*blade.R.32\"}\n"
                                 "simulate: {end: 2, steps: 4}\n");
    for (int i = 0; i < ENGINES; i++) {
        if (is_absent(engine[i])) continue;
        sled s = {0};
        text_outcome out;
        ph_options o = text_options(model, engine[i], is_own(engine[i]) ? 1e-9 : 0);
        o.step = is_own(engine[i]) ? 0 : 0.01;
        sled joint = run_sled(engine[i], o.step, o.tolerance, 0, &out);
        text_outcome plain = text_run(model, &o, note_plain, &s);
        if (plain.status) printf("%s: %s\n", engine[i], plain.said);
        CHECK(plain.status == PH_OK);
        CHECK_NEAR(s.om, joint.om, is_own(engine[i]) ? 1e-6 : 1e-9);
        CHECK_NEAR(s.side, joint.side, is_own(engine[i]) ? 1e-6 : 1e-9);
        CHECK_NEAR(plain.energy.total, out.energy.total, 1e-6);
    }
    ph_model_free(model);
}

/* A floor that moves by itself does work, which is booked. */
static void test_work(void)
{
    const double before = 0.5 * (2 * (0.49 + 1.15 * 1.15) + 0.3 * 9);
    double left[2];
    for (int k = 0; k < 2; k++) {
        text_outcome out;
        run_sled("galpha", 4e-3 / (1 << k), 0, 0.4, &out);
        left[k] = fabs(out.energy.total - before);
        CHECK(fabs(out.energy.applied) > 0.1);
    }
    printf("work of the floor: balance off by %.2e, %.2e J\n", left[0], left[1]);
    CHECK(left[0] < 1e-4 && left[0] > 3.5 * left[1]);
}

/* ---- the disc: one row on positions, two on velocities, and places known of it ---- */

static ph_status note_disc(void *user, const ph_sim *sim, const double *row)
{
    for (int c = 0; c < 3; c++) ((double *)user)[c] = row[column_of(sim, "disc", "pos", c)];
    return PH_OK;
}

static void test_disc(void)
{
    const double lean = 1.1, r = 0.4, want[3] = {-0.93080241, 0.70010105, 0.34407028};
    /* w = spin about the axis, precession, and a disturbance; v by rolling */
    ph_vec3 e = {0, 0, 1}, n = {sin(lean), 0, cos(lean)};
    ph_vec3 up = ph_axpy(e, -cos(lean), n), rho = ph_scale(-r / sin(lean), up);
    ph_vec3 w = ph_add(ph_v3(0.5, 0.8, -0.3), ph_axpy(ph_scale(-4.009615553187, n), 2, up));
    ph_vec3 v = ph_scale(-1, ph_cross(w, rho));
    ph_vec3 b = ph_unrotate(ph_quat_make(cos(lean / 2), 0, sin(lean / 2), 0), w);
    ph_model *model =
        text_model("gravity: [0, 0, -9.81]\n"
                   "bodies:\n"
                   "  disc: {mass: 1.3, inertia: [0.052, 0.052, 0.104], position: [0, 0, %.17g],"
                   " orientation: {axis: [0, 1, 0], angle: %.17g}, velocity: [%.17g, %.17g, %.17g],"
                   " omega: [%.17g, %.17g, %.17g]}\n"
                   "markers:\n"
                   "  floor: {on: ground}\n"
                   "  hub: {on: disc}\n"
                   "simulate: {end: 1, steps: 1}\n",
                   r * sin(lean), lean, v.x, v.y, v.z, b.x, b.y, b.z);
    add_between(model, "wheel", &phk_joint_rolling_disc, &(phk_rolling){.ring = r}, "floor", "hub");
    for (int i = 0; i < ENGINES; i++) {
        if (is_absent(engine[i])) continue;
        double off[2] = {0}, at[3];
        for (int k = 0; k < 2; k++) {
            ph_options o = text_options(model, engine[i], is_own(engine[i]) ? 1e-9 : 0);
            o.step = is_own(engine[i]) ? 0 : 0.005 / (1 << k);
            text_outcome out = text_run(model, &o, note_disc, at);
            if (out.status) printf("%s\n", out.said);
            CHECK(out.status == PH_OK);
            for (int c = 0; c < 3; c++) off[k] = fmax(off[k], fabs(at[c] - want[c]));
        }
        printf("disc %-12s %.2e %.2e\n", engine[i], off[0], off[1]);
        if (is_own(engine[i]))
            CHECK(off[1] < 1e-5);
        else
            CHECK(log2(off[0] / off[1]) > (is_first(engine[i]) ? 0.9 : 1.9));
    }
    ph_model_free(model);
}

/* ---- assembly ---- */

static ph_model *skate(ph_vec3 velocity)
{
    ph_model *m = ph_model_create();
    ph_body_def b = rod_at(ph_v3(0.3, 0.2, 0));
    b.velocity = velocity;
    CHECK(ph_model_add_body(m, "sled", &b) == PH_OK);
    add_marker(m, "floor", "ground", ph_v3(0, 0, 0));
    add_marker(m, "blade", "sled", ph_v3(0, 0, 0));
    return m;
}

static void test_assembly(void)
{
    edge_par still = {0, 0}, drifts = {0.2, 0};
    /* positions stay where they are drawn, velocities are turned along the edge */
    ph_model *m = skate(ph_v3(1, 0.5, 0));
    add_between(m, "edge", &edge_joint, &drifts, "floor", "blade");
    trial t = try(m);
    CHECK(t.status == PH_OK && t.assembly->freedom == 5 && t.assembly->redundants == 0);
    CHECK(t.assembly->q[0] == 0.3 && t.assembly->q[1] == 0.2 && t.assembly->drawn_open == 0);
    CHECK_NEAR(t.assembly->v[0], 1, 1e-12);
    CHECK_NEAR(t.assembly->v[1], 0.2, 1e-12);
    check_state(&t, 1e-12, 1e-12);
    drop(&t);

    /* a row too many, beside another and beside positions; what holds positions stays */
    m = skate(ph_v3(1, 0, 0));
    add_between(m, "one", &edge_joint, &still, "floor", "blade");
    add_between(m, "two", &edge_joint, &still, "floor", "blade");
    joint_add(m, "rail", "prismatic", "ground", "sled", ph_v3(0, 0, 0), X);
    t = try(m);
    CHECK(t.status == PH_OK && t.assembly->freedom == 1 && t.assembly->redundants == 2);
    CHECK(t.assembly->redundant[0].row == 5 && t.assembly->redundant[1].row == 6);
    CHECK(says(&t, "redundant: joint `one` (velocity): already held by `rail`"));
    CHECK(says(&t, "redundant: joint `two` (velocity): already held by"));
    CHECK(phk_mechanism_dae(t.mechanism)->nn == 0 && phk_mechanism_dae(t.mechanism)->nl == 5);
    drop(&t);

    /* and one that contradicts */
    m = skate(ph_v3(1, 0, 0));
    add_between(m, "one", &edge_joint, &still, "floor", "blade");
    add_between(m, "two", &edge_joint, &drifts, "floor", "blade");
    t = try(m);
    CHECK(t.status == PH_E_MODEL);
    CHECK(says(&t, "joint `two` (velocity) contradicts `one`: in velocity they are apart by 0.2"));
    drop(&t);
}

/* Two edges on one sled that are parallel as drawn only: one is redundant there and nowhere else.
 */
static void test_position_only(void)
{
    edge_par still = {0, 0};
    ph_model *m = skate(ph_v3(1, 0, 0));
    add_body(m, "rudder", ph_v3(0.3, 0.2, 0));
    add_marker(m, "helm", "rudder", ph_v3(0, 0, 0));
    joint_add(m, "pin", "revolute", "sled", "rudder", ph_v3(0.3, 0.2, 0), Z);
    add_between(m, "one", &edge_joint, &still, "floor", "blade");
    add_between(m, "two", &edge_joint, &still, "floor", "helm");
    trial t = try(m);
    CHECK(t.status == PH_E_SINGULAR);
    CHECK(says(&t, "joint `two` (velocity) repeats what"));
    drop(&t);
}

/* The names of rows follow the numbering, with some of them out. */
static void test_names(void)
{
    edge_par still = {0, 0};
    ph_model *m = skate(ph_v3(1, 0, 0));
    add_between(m, "edge", &edge_joint, &still, "floor", "blade");
    add_between(m, "wheel", &phk_joint_rolling_sphere, &(phk_rolling){.rim = 0.1}, "floor",
                "blade");
    joint_add(m, "rail", "inplane", "ground", "sled", ph_v3(0, 0, 0), Z);
    phk_system *sys;
    phk_mechanism *mech;
    ph_diag *diag = ph_diag_create();
    CHECK(compile_model(m, diag, &sys, &mech) == PH_OK);
    const phk_dae *dae = phk_mechanism_dae(mech);
    CHECK(dae->nl == 5 && dae->nn == 3);
    static const char *const want[] = {"joint `wheel`, row 1", "joint `rail`, row 1",
                                       "joint `edge`, row 1", "joint `wheel`, row 2",
                                       "joint `wheel`, row 3"};
    char text[100];
    for (int r = 0; r < 5; r++) {
        dae->describe(dae->self, dae->nv + r, text, sizeof text);
        CHECK(strcmp(text, want[r]) == 0);
    }
    CHECK(phk_mechanism_drop(mech, 2, (const int[]){0, 3}) == PH_OK);
    CHECK(dae->nl == 3 && dae->nn == 2);
    dae->describe(dae->self, dae->nv + 2, text, sizeof text);
    CHECK(strcmp(text, "joint `wheel`, row 3") == 0);
    phk_mechanism_free(mech);
    compiled_free(sys);
    ph_diag_free(diag);
    /* types that are not whole are refused */
    ph_joint_type half = edge_joint;
    ph_velocity_rows rows = edge_rows;
    half.velocity = &rows, rows.curvature = NULL;
    ph_joint_def def = ph_default_joint();
    CHECK(ph_model_add_joint(m, "half", &half, &def, &still) == PH_E_USAGE);
    rows = edge_rows, rows.rows = 7;
    CHECK(ph_model_add_joint(m, "half", &half, &def, &still) == PH_E_USAGE);
    ph_model_free(m);
}

int main(void)
{
    test_assembly();
    test_position_only();
    test_names();
    test_sleigh();
    test_equation();
    test_work();
    test_disc();
    return TEST_RESULT();
}
