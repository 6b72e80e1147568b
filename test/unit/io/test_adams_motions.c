/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Motions and constraints by expressions in ADAMS decks: joints and markers that are driven, by
 * displacement, velocity and acceleration, end up where their functions say.
 */
#include "deck_text.h"
#include "math/so3.h"

#define GROUND "PART/1, GROUND\nMARKER/1, PART=1\n"
#define BODY   "PART/2, MASS=1, CM=21, IP=1,1,1\nMARKER/21, PART=2\n"
#define MS     "UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=MILLIMETER, TIME=MILLISECOND\n"

static ph_body_state run(const char *text, double end)
{
    ph_model *m = deck_load(text);
    ph_diag *diag = ph_diag_create();
    ph_options o = ph_default_options();
    o.end = end;
    o.step = end / 200;
    ph_sim *sim = NULL;
    ph_body_state s = {0};
    bool ok = ph_sim_create(m, &o, diag, &sim) == PH_OK &&
              ph_sim_advance(sim, end, diag) == PH_OK && ph_sim_get_body(sim, 0, &s) == PH_OK;
    CHECK(ok);
    char message[1000];
    for (int i = 0; !ok && i < ph_diag_count(diag); i++) {
        ph_diagnostic_format(ph_diag_get(diag, i), message, sizeof message);
        printf("%s", message);
    }
    ph_sim_free(sim);
    ph_diag_free(diag);
    ph_model_free(m);
    return s;
}

static ph_motion_def motion(const char *text)
{
    ph_model *m = deck_load(text);
    CHECK(ph_model_motions(m) == 1);
    ph_motion_def def = ph_model_motions(m) ? phk_motions(m)[0] : ph_default_motion();
    if (def.joint.text) CHECK_TEXT(def.joint.text, "JOINT_1");
    CHECK(ph_model_motions(m) == 1 &&
          strcmp(phk_list_label(&m->list[PHK_KIND_MOTION], 0), "MOTION/1") == 0);
    ph_model_free(m);
    return def;
}

/* ---- of joints ---- */

#define HINGE  "JOINT/1, REVOLUTE, I=21, J=1\n"
#define SLIDER "JOINT/1, TRANSLATIONAL, I=21, J=1\n"
#define SLEEVE "JOINT/1, CYLINDRICAL, I=21, J=1\n"

static void test_joint_motions(void)
{
    ph_motion_def d = motion(GROUND BODY HINGE "MOTION/1, JOINT=1, FUNCTION=TIME\nEND\n");
    CHECK(d.direction == 5 && d.displacement.text && !d.velocity.text && !d.acceleration.text);
    CHECK(isnan(d.initial_displacement) && isnan(d.initial_velocity));
    d = motion(GROUND BODY SLIDER "MOTION/1, JOINT=1, VELOCITY, FUNCTION=TIME\nEND\n");
    CHECK(d.direction == 2 && !d.displacement.text && d.velocity.text);
    d = motion(GROUND BODY SLEEVE "MOTION/1, ROTATION, ACCELERATION, JOINT=1\n"
                                  ",ICDISP=0.5, ICVEL=2, FUNCTION=TIME\nEND\n");
    CHECK(d.direction == 5 && d.acceleration.text && !d.velocity.text);
    CHECK(d.initial_displacement == 0.5 && d.initial_velocity == 2);
    d = motion(MS GROUND BODY SLEEVE "MOTION/1, TRANSLATION, ACCELERATION, JOINT=1\n"
                                     ",FUNCTION=TIME\\ICDISP=500, ICVEL=2\nEND\n");
    CHECK(d.direction == 2);
    CHECK_NEAR(d.initial_displacement, 0.5, 1e-16);
    CHECK_NEAR(d.initial_velocity, 2, 1e-15);
    /* what is given by the function itself needs no start */
    d = motion(GROUND BODY SLIDER "MOTION/1, JOINT=1, ICDISP=3, FUNCTION=TIME\nEND\n");
    CHECK(isnan(d.initial_displacement));
    CHECK(strstr(deck_said, "ICDISP of motion `MOTION_1` has no use") != NULL);
}

/* Angles in radians and degrees, lengths and times in the deck's units. */
static void test_laws(void)
{
    ph_body_state s = run(GROUND BODY HINGE "MOTION/1, JOINT=1, FUNCTION=90D*TIME**2\nEND\n", 1);
    CHECK_NEAR(fabs(s.orientation.z), sqrt(0.5), 1e-9);
    CHECK_NEAR(s.omega.z, PH_PI, 1e-6);
    /* a sum of degrees, no exponent */
    s = run(GROUND BODY HINGE "MOTION/1, JOINT=1, FUNCTION=30D+60D*TIME\nEND\n", 1);
    CHECK_NEAR(fabs(s.orientation.z), sqrt(0.5), 1e-9);
    s = run(GROUND BODY HINGE "MOTION/1, JOINT=1, FUNCTION=120D-0.5*60D*TIME\nEND\n", 1);
    CHECK_NEAR(fabs(s.orientation.z), sqrt(0.5), 1e-9);
    /* 2 mm/ms^2 from 3 mm/ms, which is 3 m/s, for 100 ms */
    s = run(MS GROUND BODY SLIDER "MOTION/1, JOINT=1, ACCELERATION, ICVEL=3, FUNCTION=0.2\nEND\n",
            0.1);
    CHECK_NEAR(s.velocity.z, 3 + 0.2e3 * 0.1, 1e-6);
    CHECK_NEAR(s.position.z, 0.3 + 0.1e3 * 0.01, 1e-7);
    s = run(MS GROUND BODY SLIDER "MOTION/1, JOINT=1, VELOCITY, FUNCTION=TIME/10\nEND\n", 0.1);
    CHECK_NEAR(s.position.z, 0.5, 1e-7);
    s = run(MS GROUND BODY HINGE "MOTION/1, JOINT=1, VELOCITY, FUNCTION=0.01\nEND\n", 0.1);
    CHECK_NEAR(s.omega.z, 10, 1e-9);
}

/* ---- between markers ---- */

/* I stands on J, both turned anyhow, and moves by x, y, z and three angles at once. */
#define PLACES                                                                                     \
    "PART/1, GROUND\nMARKER/1, QP=1,2,3, REULER=10D,20D,30D\n"                                     \
    "PART/2, MASS=1, CM=21, IP=1,2,2.5, QG=1,2,3, REULER=10D,20D,30D\nMARKER/21\n"
#define DRIVE(id, way, law) "MOTION/" #id ", I=21, J=1, " way ", FUNCTION=" law "\n"

static void check_pose(ph_body_state s, const double x[3], const double b[3])
{
    ph_quat j =
        ph_quat_mul(phk_exp(ph_v3(0, 0, PH_PI / 18)),
                    ph_quat_mul(phk_exp(ph_v3(PH_PI / 9, 0, 0)), phk_exp(ph_v3(0, 0, PH_PI / 6))));
    ph_vec3 p = ph_add(ph_v3(1, 2, 3), ph_rotate(j, ph_v3(x[0], x[1], x[2])));
    CHECK_NEAR(ph_norm(ph_sub(s.position, p)), 0, 1e-7);
    ph_quat turn = ph_quat_mul(phk_exp(ph_v3(b[0], 0, 0)),
                               ph_quat_mul(phk_exp(ph_v3(0, b[1], 0)), phk_exp(ph_v3(0, 0, b[2]))));
    ph_vec3 off = phk_log(ph_quat_mul(ph_quat_conj(ph_quat_mul(j, turn)), s.orientation));
    CHECK_NEAR(ph_norm(off), 0, 1e-7);
}

static void test_marker_motions(void)
{
    const double x[3] = {0.1, 0.2, -0.3}, b[3] = {0.4, 0.5, 0.7};
    check_pose(run(PLACES DRIVE(1, "X", "0.1*TIME") DRIVE(2, "Y", "0.2*TIME**2")
                       DRIVE(3, "Z", "-0.3*TIME") DRIVE(4, "B1", "0.4*TIME")
                           DRIVE(5, "B2", "0.5*TIME**2") DRIVE(6, "B3", "0.7*TIME") "END\n",
                   1),
               x, b);
    /* by their rates, and second ones: the same places */
    check_pose(run(PLACES DRIVE(1, "X, VELOCITY", "0.1") DRIVE(2, "Y, VELOCITY", "0.4*TIME")
                       DRIVE(3, "Z, ACCELERATION, ICVEL=0", "-0.6") DRIVE(4, "B1, VELOCITY", "0.4")
                           DRIVE(5, "B2, VELOCITY", "1.0*TIME")
                               DRIVE(6, "B3, ACCELERATION, ICVEL=0", "1.4") "END\n",
                   1),
               x, b);
    check_pose(run(PLACES DRIVE(1, "X", "0.1*TIME") DRIVE(2, "Y", "0.2*TIME**2")
                       DRIVE(3, "Z", "-0.3*TIME") DRIVE(4, "B1, ACCELERATION, ICVEL=0.4", "0")
                           DRIVE(5, "B2, ACCELERATION, ICDISP=0, ICVEL=0.25", "0.5")
                               DRIVE(6, "B3, VELOCITY, ICDISP=0", "0.7") "END\n",
                   1),
               x, b);
}

static void test_bad_motions(void)
{
    deck_refused(GROUND BODY "MOTION/1, FUNCTION=TIME\nEND\n", "6:1", "drives nothing");
    deck_refused(GROUND BODY HINGE "MOTION/1, JOINT=1, I=21, J=1, FUNCTION=TIME\nEND\n", "7:11",
                 "a joint and markers");
    deck_refused(GROUND BODY HINGE "MOTION/1, JOINT=1\nEND\n", "7:1", "`FUNCTION`");
    deck_refused(GROUND BODY HINGE "MOTION/1, JOINT=2, FUNCTION=TIME\nEND\n", "7:17", "2");
    deck_refused(GROUND BODY HINGE "MOTION/1, JOINT=1, TRANSLATION, FUNCTION=TIME\nEND\n", "7:17",
                 "cannot drive the translation of joint `JOINT_1`, which is REVOLUTE");
    deck_refused(GROUND BODY SLEEVE "MOTION/1, JOINT=1, FUNCTION=TIME\nEND\n", "7:17",
                 "TRANSLATION or ROTATION");
    deck_refused(GROUND BODY
                 "JOINT/1, SPHERICAL, I=21, J=1\nMOTION/1, JOINT=1, FUNCTION=TIME\nEND\n",
                 "7:17", "which is SPHERICAL");
    deck_refused(GROUND BODY HINGE
                 "MOTION/1, JOINT=1, VELOCITY, ACCELERATION, FUNCTION=TIME\nEND\n",
                 "7:30", "is given VELOCITY and ACCELERATION");
    deck_refused(GROUND BODY "MOTION/1, I=21, J=1, FUNCTION=TIME\nEND\n", "6:1",
                 "has no direction");
    deck_refused(GROUND BODY "MOTION/1, I=21, J=1, X, B1, FUNCTION=TIME\nEND\n", "6:25",
                 "is given X and B1");
    deck_refused(GROUND BODY "MARKER/22\nMOTION/1, I=21, J=22, X, FUNCTION=TIME\nEND\n", "7:1",
                 "both markers");
}

/* ---- GCON ---- */

/* A point held on a circle of 500 mm falls like a pendulum of that length. */
static void test_constraint(void)
{
    static const char text[] =
        "UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=MILLIMETER, TIME=SECOND\n" GROUND
        "POINT_MASS/2, MASS=1, CM=21, QG=500,0,0\nMARKER/21\n"
        "GCON/7, I=21, FUNCTION=DM(21,1)-500\nACCGRAV/KGRAV=-9806.65\nEND\n";
    ph_model *m = deck_load(text);
    int k = deck_find(m, PHK_KIND_JOINT, "GCON_7");
    CHECK(k >= 0 && !phk_joints(m)[k].type && phk_joints(m)[k].equation.text);
    CHECK(k >= 0 && strcmp(phk_list_label(&m->list[PHK_KIND_JOINT], k), "GCON/7") == 0);
    ph_model_free(m);
    ph_body_state s = run(text, 0.3);
    CHECK_NEAR(ph_norm(s.position), 0.5, 1e-8);
    /* half v^2 is g times the fall */
    CHECK_NEAR(0.5 * ph_dot(s.velocity, s.velocity), -9.80665 * s.position.z, 1e-3);
    CHECK(s.position.z < -0.3);
}

int main(void)
{
    test_joint_motions();
    test_laws();
    test_marker_motions();
    test_bad_motions();
    test_constraint();
    return TEST_RESULT();
}
