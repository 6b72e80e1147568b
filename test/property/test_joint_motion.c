/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Every joint type in motion: two bodies held together by nothing else keep their momentum and
 * energy while the joint holds; on ground, under gravity, the energy. And every motion a type
 * allows is carried out, as far as the model says and in the direction it says.
 */
#include "build_model.h"
#include "joint_example.h"
#include "mech/model/model.h"
#include "mech/model/place.h"
#include "mech/system/row.h"

enum { STEPS = 300 };
static const double h = 1e-3;

/* A point of the plane on which b is drawn rolling. */
static ph_vec3 under(const ph_joint_type *type, joint_example *par, const ph_model *model,
                     const ph_joint_def *def)
{
    ph_frame frame[2] = {0};
    ph_vec3 z[2] = {ph_scale(1 / ph_norm(def->axis), def->axis),
                    ph_scale(1 / ph_norm(def->axis2), def->axis2)};
    for (int k = 0; k < 2; k++) {
        double *R = &frame[k].R_WM.m[0][0];
        R[2] = z[k].x, R[5] = z[k].y, R[8] = z[k].z;
    }
    double open;
    type->complete(par, &(ph_drawn){.frame = frame});
    type->value(1, par, &(ph_eval){0}, frame, &open);
    return ph_axpy(ph_model_body(model, 1)->position, open, z[0]);
}

/* Bodies a and b, and a joint j of the type between them, or between ground and b. */
static ph_model *pair(const ph_joint_type *type, bool ground, unsigned long long *seed)
{
    static const char *const name[2] = {"a", "b"};
    ph_model *model = ph_model_create();
    for (int i = 0; i < 2; i++) {
        ph_body_def b = ph_default_body();
        b.mass = 1.5 + i;
        b.inertia = (ph_sym3){0.3, 0.5, 0.4, 0.02, -0.03, 0.01};
        b.position = chance3(seed);
        b.orientation = chance4(seed);
        b.velocity = chance3(seed);
        b.omega = chance3(seed);
        CHECK(ph_model_add_body(model, name[i], &b) == PH_OK);
    }
    const ph_text between[2] = {{.text = ground ? "ground" : "a"}, {.text = "b"}};
    ph_joint_def def = ph_default_joint();
    def.between = (ph_names){2, between};
    def.at = chance3(seed);
    def.axis = chance3(seed);
    def.axis2 = chance3(seed);
    if (type->placing == PH_PLACE_CROSSED) def.axis2 = ph_cross(def.axis, def.axis2);
    joint_example par;
    joint_example_make(type, false, &par);
    if (type->placing == PH_PLACE_ROUND) def.at = under(type, &par, model, &def);
    CHECK(ph_model_add_joint(model, "j", type, &def, &par) == PH_OK);
    if (ground) ph_model_set_gravity(model, ph_v3(1, -3, 5));
    return model;
}

/* The joint's markers, as far as the bodies have carried them. */
static void frames_now(const ph_model *model, const ph_sim *sim, ph_frame *frame)
{
    phk_side side[2];
    CHECK(phk_place_joint(model, 0, NULL, side) == PH_OK);
    for (int k = 0; k < 2; k++) {
        frame[k] = phk_side_frame(model, &side[k]);
        if (side[k].body < 0) continue;
        ph_body_state s;
        CHECK(ph_sim_get_body(sim, side[k].body, &s) == PH_OK);
        frame[k].p = ph_add(s.position, ph_rotate(s.orientation, side[k].at));
        frame[k].R_WM = ph_mat3_from_quat(ph_quat_mul(s.orientation, side[k].orientation));
    }
}

static void momenta(const ph_model *model, const ph_sim *sim, ph_vec3 *linear, ph_vec3 *angular)
{
    *linear = *angular = ph_v3(0, 0, 0);
    for (int i = 0; i < 2; i++) {
        const ph_body_def *b = ph_model_body(model, i);
        ph_body_state s;
        CHECK(ph_sim_get_body(sim, i, &s) == PH_OK);
        ph_vec3 spin = ph_rotate(s.orientation, ph_sym3_mul(b->inertia, s.omega));
        *linear = ph_axpy(*linear, b->mass, s.velocity);
        *angular = ph_add(*angular, ph_axpy(spin, b->mass, ph_cross(s.position, s.velocity)));
    }
}

/* The joint holds. par: completed as it was drawn. */
static void holds(const ph_joint_type *type, const void *par, const ph_frame *frame)
{
    double value[PHK_JOINT_ROWS];
    if (type->rows) phk_joint_value(type, 1, par, &(ph_eval){0}, frame, value);
    for (int r = 0; r < type->rows; r++) CHECK_NEAR(value[r], 0, 1e-11);
}

/* The motion in a direction of marker 0 is where it should be, and on the right side. */
static void follows(int direction, double f, const ph_frame *frame)
{
    ph_row row = phk_motion_row(direction);
    double value, quarter;
    phk_row_value(&row, &(phk_drive){.f = f}, frame, &value);
    CHECK_NEAR(value, 0, 1e-11);
    if (direction < 3) return;
    phk_row_value(&row, &(phk_drive){.f = f - PH_PI / 2}, frame, &quarter);
    CHECK(quarter > 0);
}

/* direction < 0: no motion. */
static void run(const ph_joint_type *type, bool ground, int direction, unsigned long long *seed)
{
    ph_model *model = pair(type, ground, seed);
    if (direction >= 0) {
        ph_motion_def m = ph_default_motion();
        m.joint.text = "j";
        m.direction = direction;
        m.displacement = (ph_expr){.text = "0.4*sin(2*time)", .value = -1};
        CHECK(ph_model_add_motion(model, "m", &m) == PH_OK);
    }
    ph_options o = options_of("galpha", h, STEPS * h);
    ph_sim *sim = must_create(model, &o);
    ph_frame frame[2];
    ph_vec3 linear, angular, linear0, angular0;
    joint_example par;
    joint_example_make(type, false, &par);
    frames_now(model, sim, frame);
    ph_drawn drawn = {.frame = frame};
    if (type->complete) CHECK(type->complete(&par, &drawn) == NULL);
    momenta(model, sim, &linear0, &angular0);
    for (int k = 0; k < STEPS; k++) {
        CHECK(ph_sim_step(sim, NULL) == PH_OK);
        if (k % 60 != 59) continue;
        frames_now(model, sim, frame);
        holds(type, &par, frame);
        if (direction >= 0) follows(direction, 0.4 * sin(2 * ph_sim_time(sim)), frame);
        momenta(model, sim, &linear, &angular);
        if (!ground) CHECK_NEAR(ph_norm(ph_sub(linear, linear0)), 0, 1e-11);
        if (!ground) CHECK_NEAR(ph_norm(ph_sub(angular, angular0)), 0, 2e-5);
    }
    ph_energy e;
    CHECK(ph_sim_energy(sim, &e) == PH_OK);
    CHECK_NEAR(e.numerical, 0, 2e-5 * (1 + e.kinetic));
    ph_sim_free(sim);
    ph_model_free(model);
}

int main(void)
{
    unsigned long long seed = 17;
    for (int i = 0; i < ph_joint_type_count(); i++) {
        const ph_joint_type *type = ph_joint_type_get(i);
        if (type->markers > 0) continue;      /* it is about other joints */
        if (joint_has_curves(type)) continue; /* they do not fit anywhere: see test_curves.c */
        for (int direction = -1; direction < 6; direction++) {
            if (direction >= 0 && !(type->free >> direction & 1)) continue;
            for (int ground = 0; ground < 2; ground++) run(type, ground, direction, &seed);
        }
    }
    return TEST_RESULT();
}
