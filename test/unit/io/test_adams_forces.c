/* SPDX-License-Identifier: BSD-3-Clause
 *
 * SFORCE, VFORCE, VTORQUE, GFORCE, SPRINGDAMPER and BUSHING of ADAMS decks: what arrives in the
 * model, and that it moves as the statement's meaning says, against closed forms.
 */
#include "adams_deck.h"

/* Two free bodies of 2 kg and 3 kg at (1, 0, 0) and (4, 0, 0), markers of their own axes and one of
 * ground whose z axis is the world's x. */
static const char si[] = "UNITS/ FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND\n"
                         "PART/1, GROUND\n"
                         "MARKER/10, PART=1\n"
                         "MARKER/11, PART=1, REULER=90D,90D,0D\n"
                         "PART/2, QG=1,0,0, MASS=2, CM=20, IP=0.5,0.6,0.7\n"
                         "MARKER/20, PART=2\n"
                         "MARKER/21, PART=2, REULER=90D,90D,0D\n"
                         "MARKER/22, FLOATING, PART=2\n"
                         "PART/3, QG=4,0,0, MASS=3, CM=30, IP=0.5,0.6,0.7\n"
                         "MARKER/30, PART=3\n"
                         "MARKER/31, FLOATING, PART=3\n"
                         "MARKER/32, FLOATING, PART=1\n";

/* The same in kilonewtons, millimetres and milliseconds. */
static const char odd[] =
    "UNITS/ FORCE=KNEWTON, MASS=KILOGRAM, LENGTH=MILLIMETER, TIME=MILLISECOND\n"
    "PART/1, GROUND\n"
    "MARKER/10, PART=1\n"
    "MARKER/11, PART=1, REULER=90D,90D,0D\n"
    "PART/2, QG=1000,0,0, MASS=2, CM=20, IP=0.5E6,0.6E6,0.7E6\n"
    "MARKER/20, PART=2\n"
    "MARKER/21, PART=2, REULER=90D,90D,0D\n"
    "MARKER/22, FLOATING, PART=2\n"
    "PART/3, QG=4000,0,0, MASS=3, CM=30, IP=0.5E6,0.6E6,0.7E6\n"
    "MARKER/30, PART=3\n"
    "MARKER/31, FLOATING, PART=3\n"
    "MARKER/32, FLOATING, PART=1\n";

static void near3(ph_vec3 got, double x, double y, double z, double tolerance)
{
    CHECK_NEAR(got.x, x, tolerance);
    CHECK_NEAR(got.y, y, tolerance);
    CHECK_NEAR(got.z, z, tolerance);
}

/* Between two markers along their line, pushing them apart. */
static void test_sforce_line(void)
{
    ph_model *m = deck_load(si, "SFORCE/7, TRANSLATIONAL, I=20, J=30, FUNCTION=6");
    CHECK_TEXT(deck_type(m, "SFORCE_7"), "axial_force");
    CHECK(deck_word(m, "SFORCE_7", "direction") == 0);
    CHECK_TEXT(deck_place(m, "SFORCE_7", "on"), "MARKER_20");
    CHECK_TEXT(deck_place(m, "SFORCE_7", "reaction"), "MARKER_30");
    ph_sim *sim = deck_run(m, 2);
    near3(deck_body(sim, 0).position, 1 - 3 * 2, 0, 0, 1e-7);
    near3(deck_body(sim, 1).position, 4 + 2 * 2, 0, 0, 1e-7);
    ph_sim_free(sim);
    ph_model_free(m);
}

/* Alone on I, along z of J: of ground, or of the part itself, with which it turns. */
static void test_sforce_action_only(void)
{
    ph_model *m = deck_load(si, "SFORCE/1, TRANS, ACTIONONLY, I=20, J=11, FUNCTION=6\n"
                                "SFORCE/2, ROTATION, ACTIONONLY, I=30, J=10, FUNCTION=1.4");
    CHECK(deck_word(m, "SFORCE_1", "direction") == 3);
    CHECK_TEXT(deck_place(m, "SFORCE_1", "axes_of"), "MARKER_11");
    CHECK_TEXT(deck_place(m, "SFORCE_1", "reaction"), "");
    CHECK_TEXT(deck_type(m, "SFORCE_2"), "axial_torque");
    CHECK(deck_word(m, "SFORCE_2", "direction") == 2);
    ph_sim *sim = deck_run(m, 2);
    near3(deck_body(sim, 0).position, 1 + 3 * 2, 0, 0, 1e-7);
    near3(deck_body(sim, 1).position, 4, 0, 0, 1e-12);
    near3(deck_body(sim, 1).omega, 0, 0, 1.4 / 0.7 * 2, 1e-7);
    ph_sim_free(sim);
    ph_model_free(m);
    /* J on the part, which turns about z at 1 rad/s: v' = 3 (cos t, sin t, 0) */
    char turning[2000];
    snprintf(turning, sizeof turning, "%s", si);
    char *at = strstr(turning, "IP=0.5,0.6,0.7\n");
    memcpy(at, "WZ=1, IP=1,1,1\n", 15);
    m = deck_load(turning, "SFORCE/1, TRANS, ACTIONONLY, I=20, J=21, FUNCTION=6");
    sim = deck_run(m, 2);
    near3(deck_body(sim, 0).velocity, 3 * sin(2), 3 * (1 - cos(2)), 0, 1e-6);
    ph_sim_free(sim);
    ph_model_free(m);
}

/* A torque about z of J, on I as the right hand turns and oppositely on J. */
static void test_sforce_rotational(void)
{
    ph_model *m = deck_load(si, "SFORCE/1, ROTATIONAL, I=20, J=30, FUNCTION=1.4");
    CHECK_TEXT(deck_place(m, "SFORCE_1", "axes_of"), "MARKER_30");
    CHECK_TEXT(deck_place(m, "SFORCE_1", "reaction"), "MARKER_30");
    ph_sim *sim = deck_run(m, 1);
    near3(deck_body(sim, 0).omega, 0, 0, 2, 1e-7);
    near3(deck_body(sim, 1).omega, 0, 0, -2, 1e-7);
    ph_sim_free(sim);
    ph_model_free(m);
    deck_bad(si, "SFORCE/1, I=20, J=30, FUNCTION=1", "neither TRANSLATIONAL nor ROTATIONAL");
    deck_bad(si, "SFORCE/1, ROT, TRANS, I=20, J=30, FUNCTION=1",
             "both TRANSLATIONAL and ROTATIONAL");
    deck_bad(si, "SFORCE/1, ROT, I=20, FUNCTION=1", "J");
    deck_bad(si, "SFORCE/1, ROT, I=20, J=77, FUNCTION=1", "77");
    deck_bad(si, "SFORCE/1, ROT, I=20, J=30", "FUNCTION");
}

/* The force acts at I, its components along RM; the other part takes the opposite at that place. */
static void test_vforce(void)
{
    ph_model *m = deck_load(si, "VFORCE/1, I=20, JFLOAT=31, RM=11, FX=0\\ FY=6*TIME\\ FZ=12");
    CHECK_TEXT(deck_type(m, "VFORCE_1"), "force");
    CHECK_TEXT(deck_place(m, "VFORCE_1", "on"), "MARKER_20");
    CHECK_TEXT(deck_place(m, "VFORCE_1", "reaction"), "PART_3");
    CHECK_TEXT(deck_place(m, "VFORCE_1", "axes_of"), "MARKER_11");
    ph_sim *sim = deck_run(m, 1);
    /* z of RM is the world's x, its y the world's z: REULER 90D, 90D, 0D */
    near3(deck_body(sim, 0).velocity, 6, 0, 1.5, 1e-7);
    near3(deck_body(sim, 1).velocity, -4, 0, -1, 1e-7);
    /* the opposite force turns part 3: its moment about its centre is that at I */
    CHECK(deck_body(sim, 1).omega.y < -0.1);
    ph_sim_free(sim);
    ph_model_free(m);
    deck_bad(si, "VFORCE/1, I=20, JFLOAT=31, RM=11, FUNCTION=USER(1,2)", "function of a plug-in");
    deck_bad(si, "VFORCE/1, I=20, JFLOAT=31, RM=11, FUNCTION=5", "is USER(..), or nothing");
    deck_bad(si, "VFORCE/1, I=20, JFLOAT=31, FUNCTION=USER(1)\\ FX=5", "has both");
    deck_bad(si, "VFORCE/1, I=20, JFLOAT=31, FXYZ=5", "FXYZ");
    deck_bad(si, "SFORCE/1, TRANS, I=20, J=30, FUNCTION=USER(1,2)", "function of a plug-in");
    deck_bad(si, "SFORCE/1, TRANS, I=20, J=30, FUNCTION=USER(1,2)\\, ROUTINE=lib", "ROUTINE = lib");
    deck_bad(si, "SFORCE/1, TRANS, I=20, J=30, FUNCTION=USER(1,2)\\, ROUTINE=nolib::f",
             "there is no library `nolib.so`");
    deck_bad(si, "VFORCE/1, I=20, JFLOAT=31, RM=11", "no component");
}

/* Total momentum and angular momentum about the origin. */
static void test_gforce(void)
{
    ph_model *m = deck_load(si, "GFORCE/1, I=20, JFLOAT=31, RM=30\n"
                                ", FX=3\\ FY=-2+TIME\\ FZ=1\\ TX=0.3\\ TY=0.2*SIN(TIME)\\ TZ=-0.1");
    CHECK_TEXT(deck_type(m, "GFORCE_1"), "general_force");
    ph_sim *sim = deck_run(m, 2);
    ph_vec3 p = {0, 0, 0}, l = {0, 0, 0};
    for (int b = 0; b < 2; b++) {
        ph_body_state s = deck_body(sim, b);
        ph_vec3 spin = ph_v3(0.5 * s.omega.x, 0.6 * s.omega.y, 0.7 * s.omega.z);
        ph_vec3 moved = ph_scale(b ? 3 : 2, s.velocity);
        p = ph_add(p, moved);
        l = ph_add(l, ph_add(ph_cross(s.position, moved), ph_rotate(s.orientation, spin)));
    }
    near3(p, 0, 0, 0, 1e-9);
    near3(l, 0, 0, 0, 1e-6);
    CHECK(ph_norm(deck_body(sim, 0).omega) > 0.1);
    ph_sim_free(sim);
    ph_model_free(m);
    /* components not given are zero; JFLOAT on ground */
    m = deck_load(si, "GFORCE/1, I=30, J=32, RM=10, TZ=0.7");
    CHECK_TEXT(deck_place(m, "GFORCE_1", "reaction"), "ground");
    sim = deck_run(m, 1);
    near3(deck_body(sim, 1).omega, 0, 0, 1, 1e-8);
    near3(deck_body(sim, 1).velocity, 0, 0, 0, 1e-12);
    ph_sim_free(sim);
    ph_model_free(m);
    m = deck_load(si, "VTORQUE/1, I=20, JFLOAT=31, RM=11, TZ=0.5");
    CHECK_TEXT(deck_type(m, "VTORQUE_1"), "torque");
    sim = deck_run(m, 1);
    near3(deck_body(sim, 0).omega, 1, 0, 0, 1e-8);
    near3(deck_body(sim, 1).omega, -1, 0, 0, 1e-8);
    ph_sim_free(sim);
    ph_model_free(m);
}

/* m x'' = -k x between two bodies: x = L0 + d cos(w t), w^2 = k (1/m1 + 1/m2). */
static void test_spring(const char *units, const char *spring)
{
    ph_model *m = deck_load(units, spring);
    CHECK_TEXT(deck_type(m, "SPRINGDAMPER_5"), "spring_damper");
    CHECK_NEAR(deck_number(m, "SPRINGDAMPER_5", "stiffness"), 30, 1e-12);
    CHECK_NEAR(deck_number(m, "SPRINGDAMPER_5", "damping"), 0, 0);
    CHECK_NEAR(deck_number(m, "SPRINGDAMPER_5", "length"), 2.5, 1e-12);
    CHECK_NEAR(deck_number(m, "SPRINGDAMPER_5", "force"), 3, 1e-12);
    /* the force is zero at 2.6 */
    ph_sim *sim = deck_run(m, 1);
    double gap = deck_body(sim, 1).position.x - deck_body(sim, 0).position.x;
    CHECK_NEAR(gap, 2.6 + 0.4 * cos(sqrt(30 * (0.5 + 1 / 3.0))), 1e-6);
    ph_sim_free(sim);
    ph_model_free(m);
}

static void test_springdamper(void)
{
    test_spring(si, "SPRINGDAMPER/5, TRANSLATION, I=20, J=30, K=30, LENGTH=2.5, FORCE=3");
    test_spring(odd, "SPRINGDAMPER/5, TRANSLATION, I=20, J=30, K=30E-6, LENGTH=2500, FORCE=3E-3");
    ph_model *m = deck_load(odd, "SPRINGDAMPER/1, TRANS, I=20, J=30, C=1");
    CHECK_NEAR(deck_number(m, "SPRINGDAMPER_1", "damping"), 1000 * 1e-3 / 1e-3, 1e-9);
    ph_model_free(m);
    /* about z: 0.7 a'' = -K a + T on ground */
    m = deck_load(si, "SPRINGDAMPER/1, ROTATION, I=20, J=10, KT=2.8, ANGLE=90D, TORQUE=0.5");
    CHECK_TEXT(deck_type(m, "SPRINGDAMPER_1"), "torsion_spring");
    CHECK_NEAR(deck_number(m, "SPRINGDAMPER_1", "angle"), PH_PI / 2, 1e-15);
    double rest = PH_PI / 2 + 0.5 / 2.8;
    ph_sim *sim = deck_run(m, 1);
    CHECK_NEAR(deck_body(sim, 0).omega.z, rest * 2 * sin(2), 1e-6);
    ph_sim_free(sim);
    ph_model_free(m);
    m = deck_load(odd, "SPRINGDAMPER/1, ROTATION, I=20, J=10, KT=2, CT=3, TORQUE=4");
    CHECK_NEAR(deck_number(m, "SPRINGDAMPER_1", "stiffness"), 2, 1e-12);
    CHECK_NEAR(deck_number(m, "SPRINGDAMPER_1", "damping"), 3e-3, 1e-15);
    CHECK_NEAR(deck_number(m, "SPRINGDAMPER_1", "torque"), 4, 1e-12);
    ph_model_free(m);
    deck_bad(si, "SPRINGDAMPER/1, ROT, I=20, J=10, K=2", "other kind");
    deck_bad(si, "SPRINGDAMPER/1, TRANS, I=20, J=10, KT=2", "other kind");
    deck_bad(si, "SPRINGDAMPER/1, TRANS, I=20, J=10, K=-2", "must not be below 0");
    deck_bad(si, "SPRINGDAMPER/1, I=20, J=10, K=2", "neither");
}

static void test_bushing(void)
{
    ph_model *m = deck_load(odd, "BUSHING/1, I=20, J=30, K=1,2,3, KT=4,5,6, C=7,8,9, CT=10,11,12\n"
                                 ", FORCE=13,14,15, TORQUE=16,17,18");
    static const double k[6] = {1e6, 2e6, 3e6, 4, 5, 6}, c[6] = {7e3, 8e3, 9e3, .010, .011, .012};
    static const double f[6] = {13e3, 14e3, 15e3, 16, 17, 18};
    const ph_numbers *n[] = {deck_field(m, "BUSHING_1", "stiffness"),
                             deck_field(m, "BUSHING_1", "damping"),
                             deck_field(m, "BUSHING_1", "preload")};
    const double *want[] = {k, c, f};
    for (int j = 0; j < 3; j++) {
        CHECK(n[j]->count == 6);
        for (int i = 0; i < 6 && n[j]->count == 6; i++)
            CHECK_NEAR(n[j]->value[i], want[j][i], 1e-12 * want[j][i]);
    }
    CHECK_TEXT(deck_place(m, "BUSHING_1", "on"), "MARKER_20");
    CHECK_TEXT(deck_place(m, "BUSHING_1", "reaction"), "MARKER_30");
    CHECK(deck_word(m, "BUSHING_1", "angles") == 1);
    ph_model_free(m);
    /* a body on ground: x swings about the preload's place, it turns about y */
    m = deck_load(si, "BUSHING/1, I=20, J=10, K=8,8,8, KT=0,5.4,0, FORCE=4,0,0, TORQUE=0,1,0");
    ph_sim *sim = deck_run(m, 1);
    near3(deck_body(sim, 0).position, 0.5 + 0.5 * cos(2), 0, 0, 1e-7);
    near3(deck_body(sim, 0).omega, 0, 1 / 5.4 * 3 * sin(3), 0, 1e-7);
    ph_sim_free(sim);
    ph_model_free(m);
    deck_bad(si, "BUSHING/1, I=20, J=10, K=1,2", "K");
    deck_bad(si, "BUSHING/1, I=20, J=10, K=1,2,3, CT=1,-2,3", "must not be below 0");
}

/* A beam in millimetres: everything arrives in SI, and CMATRIX as the upper triangle by columns. */
static void test_beam(void)
{
    ph_model *m = deck_load(odd, "BEAM/1, I=20, J=30, LENGTH=2, AREA=3, IXX=4, IYY=5, IZZ=6\n"
                                 ", EMODULUS=7, GMODULUS=8, ASY=1.1, ASZ=1.2\n"
                                 ", CMATRIX=1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21");
    static const char *const field[] = {"length", "area",  "ixx",     "iyy",    "izz",
                                        "young",  "shear", "shear_y", "shear_z"};
    const double want[] = {2e-3, 3e-6, 4e-12, 5e-12, 6e-12, 7e9, 8e9, 1.1, 1.2};
    for (int k = 0; k < 9; k++) {
        const double *got = deck_field(m, "BEAM_1", field[k]);
        CHECK_NEAR(*got, want[k], 1e-12 * want[k]);
    }
    const ph_numbers *c = deck_field(m, "BEAM_1", "damping");
    CHECK(c->count == 36);
    /* force over speed 1e6*1e-3, torque over speed and force over turning speed 1e-3 of it */
    CHECK_NEAR(c->value[0], 1e3, 1e-9);
    CHECK_NEAR(c->value[1], 2e3, 1e-9);
    CHECK_NEAR(c->value[6], 2e3, 1e-9);
    CHECK_NEAR(c->value[7], 3e3, 1e-9);
    CHECK_NEAR(c->value[5], 16, 1e-12);
    CHECK_NEAR(c->value[30], 16, 1e-12);
    CHECK_NEAR(c->value[35], 21e-3, 1e-15);
    CHECK(deck_word(m, "BEAM_1", "angles") == 1);
    CHECK_TEXT(deck_place(m, "BEAM_1", "on"), "MARKER_20");
    ph_model_free(m);
    deck_bad(si,
             "BEAM/1, I=20, J=10, LENGTH=1, AREA=1, IXX=1, IYY=1, IZZ=1, EMODULUS=1\n"
             ", GMODULUS=1, FORMULATION=STRING",
             "there is FORMULATION=LINEAR alone");
}

/* KMATRIX goes by columns; the place of rest is LENGTH. A mass on a field swings about it. */
static void test_field(void)
{
    ph_model *m = deck_load(
        odd, "FIELD/1, I=20, J=30, CRATIO=0.1, FORCE=1,2,3,4,5,6, LENGTH=7,8,9,0.1,0.2,0.3\n"
             ", KMATRIX=1,2,3,4,5,6, 7,8,9,10,11,12, 0,0,0,0,0,0, 0,0,0,0,0,0\n"
             ", 0,0,0,0,0,0, 31,32,33,34,35,36");
    const ph_numbers *k = deck_field(m, "FIELD_1", "stiffness"),
                     *f = deck_field(m, "FIELD_1", "force"), *l = deck_field(m, "FIELD_1", "rest");
    CHECK(k->count == 36 && f->count == 6 && l->count == 6);
    CHECK_NEAR(k->value[0], 1e6, 1e-6);
    CHECK_NEAR(k->value[6], 2e6, 1e-6);
    CHECK_NEAR(k->value[1], 7e6, 1e-6);
    CHECK_NEAR(k->value[5], 31e3, 1e-9);
    CHECK_NEAR(k->value[30], 6e3, 1e-9);
    CHECK_NEAR(k->value[35], 36, 1e-12);
    CHECK_NEAR(f->value[1], 2e3, 1e-9);
    CHECK_NEAR(f->value[4], 5, 1e-12);
    CHECK_NEAR(l->value[2], 9e-3, 1e-15);
    CHECK_NEAR(l->value[5], 0.3, 1e-15);
    ph_model_free(m);
    m = deck_load(si, "FIELD/1, I=20, J=10, LENGTH=0.5,0,0,0,0,0, KMATRIX=8,0,0,0,0,0,0,8,0,0,0,0\n"
                      ", 0,0,8,0,0,0, 0,0,0,0,0,0, 0,0,0,0,0,0, 0,0,0,0,0,0");
    ph_sim *sim = deck_run(m, 1);
    near3(deck_body(sim, 0).position, 0.5 + 0.5 * cos(2), 0, 0, 1e-7);
    ph_sim_free(sim);
    ph_model_free(m);
}

/* A bushing is the general force its manual writes down, also where the parts turn far. */
static void test_bushing_law(void)
{
    static const char law[] =
        "GFORCE/1, I=20, JFLOAT=31, RM=30\n"
        ", FX=1-3*DX(20,30,30)-0.1*VX(20,30,30,30)\\FY=-4*DY(20,30,30)-0.2*VY(20,30,30,30)\\\n"
        ", FZ=-5*DZ(20,30,30)-0.3*VZ(20,30,30,30)\\TX=0.1-0.3*AX(20,30)-0.01*WX(20,30,30)\\\n"
        ", TY=-0.4*AY(20,30)-0.02*WY(20,30,30)\\TZ=3-0.6*AZ(20,30)-0.03*WZ(20,30,30)";
    ph_model *a = deck_load(si, "BUSHING/1, I=20, J=30, K=3,4,5, C=0.1,0.2,0.3, KT=0.3,0.4,0.6\n"
                                ", CT=0.01,0.02,0.03, FORCE=1,0,0, TORQUE=0.1,0,3");
    ph_model *b = deck_load(si, law);
    ph_sim *one = deck_run(a, 2), *other = deck_run(b, 2);
    for (int k = 0; k < 2; k++) {
        ph_body_state p = deck_body(one, k), q = deck_body(other, k);
        near3(q.position, p.position.x, p.position.y, p.position.z, 1e-6);
        near3(q.omega, p.omega.x, p.omega.y, p.omega.z, 1e-6);
    }
    CHECK(ph_norm(deck_body(one, 0).omega) > 2);
    ph_sim_free(one);
    ph_sim_free(other);
    ph_model_free(a);
    ph_model_free(b);
}

/* The same force law in both systems of units moves the bodies alike. */
static void test_units(void)
{
    ph_model *a =
        deck_load(si, "SFORCE/1, TRANS, I=20, J=30\n"
                      ", FUNCTION=-30*(DM(20,30)-2.5)-4*VR(20,30)+2*SIN(3*TIME)\n"
                      "SFORCE/2, ROT, I=20, J=30, FUNCTION=-2*AZ(20,30)-0.1*WZ(20,30)+TIME\n"
                      "VFORCE/3, I=20, JFLOAT=32, RM=20, FX=-DX(20,10)\\FY=2*VX(20)\\FZ=1\n"
                      "VTORQUE/4, I=30, JFLOAT=32, RM=10, TX=0.3*TIME\n"
                      "GFORCE/5, I=30, JFLOAT=32, FX=0.2\\TY=0.1");
    ph_model *b =
        deck_load(odd, "SFORCE/1, TRANS, I=20, J=30\n"
                       ", FUNCTION=-30E-6*(DM(20,30)-2500)-4E-3*VR(20,30)+2E-3*SIN(3E-3*TIME)\n"
                       "SFORCE/2, ROT, I=20, J=30\n"
                       ", FUNCTION=-2*AZ(20,30)-100*WZ(20,30)+TIME/1000\n"
                       "VFORCE/3, I=20, JFLOAT=32, RM=20\n"
                       ", FX=-DX(20,10)/1E6\\FY=2E-3*VX(20)\\FZ=1E-3\n"
                       "VTORQUE/4, I=30, JFLOAT=32, RM=10, TX=0.3E-3*TIME\n"
                       "GFORCE/5, I=30, JFLOAT=32, FX=0.2E-3\\TY=0.1");
    ph_sim *one = deck_run(a, 2), *other = deck_run(b, 2);
    for (int k = 0; k < 2; k++) {
        ph_body_state p = deck_body(one, k), q = deck_body(other, k);
        near3(q.position, p.position.x, p.position.y, p.position.z, 1e-7);
        near3(q.omega, p.omega.x, p.omega.y, p.omega.z, 1e-7);
    }
    CHECK(fabs(deck_body(one, 1).position.x - 4) > 0.1);
    CHECK(fabs(deck_body(one, 1).omega.x) > 0.1 && fabs(deck_body(one, 1).omega.y) > 0.1);
    ph_sim_free(one);
    ph_sim_free(other);
    ph_model_free(a);
    ph_model_free(b);
}

int main(void)
{
    deck_begin();
    test_sforce_line();
    test_sforce_action_only();
    test_sforce_rotational();
    test_vforce();
    test_gforce();
    test_springdamper();
    test_bushing();
    test_beam();
    test_field();
    test_bushing_law();
    test_units();
    deck_end();
    return TEST_RESULT();
}
