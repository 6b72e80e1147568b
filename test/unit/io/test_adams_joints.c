/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Joints, motions and settings of ADAMS decks: what every argument makes of the model, and that
 * mechanisms move as they must, whatever their units.
 */
#include "deck_text.h"

#define GROUND "PART/1, GROUND\nMARKER/1, PART=1\n"
#define BODY   "PART/2, MASS=1, CM=21, IP=1,1,1\nMARKER/21, PART=2\n"
#define MM     "UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=MILLIMETER, TIME=SECOND\n"
#define MS     "UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=MILLIMETER, TIME=MILLISECOND\n"

/* ---- JOINT, JPRIM ---- */

static void check_joint(const char *statement, const char *type)
{
    char text[300];
    snprintf(text, sizeof text, GROUND BODY "%s\nEND\n", statement);
    ph_model *m = deck_load(text);
    CHECK(ph_model_joints(m) == 1);
    if (ph_model_joints(m) == 1) {
        const phk_joint *j = &phk_joints(m)[0];
        CHECK_TEXT(j->type->name, type);
        /* ADAMS holds I against J, we the second against the first */
        CHECK_TEXT(j->def.between.name[0].text, "MARKER_1");
        CHECK_TEXT(j->def.between.name[1].text, "MARKER_21");
        for (int k = 0; k < 4; k++) CHECK(isnan(j->def.initial[k]));
    }
    ph_model_free(m);
}

static void test_types(void)
{
    check_joint("JOINT/1, I=21, J=1, REVOLUTE", "revolute");
    check_joint("JOINT/1, TRANSLATIONAL, I=21, J=1", "prismatic");
    check_joint("JOINT/1, CYLINDRICAL, J=1, I=21", "cylindrical");
    check_joint("JOINT/1, SPHERICAL, I=21, J=1", "spherical");
    check_joint("JOINT/1, PLANAR, I=21, J=1", "planar");
    check_joint("JOINT/1, UNIVERSAL, I=21, J=1", "universal");
    check_joint("JOINT/1, HOOKE, I=21, J=1", "hooke");
    check_joint("JOINT/1, FIXED, I=21, J=1", "fixed");
    check_joint("JO/1, REV, I=21, J=1", "revolute");
    check_joint("JPRIM/1, ATPOINT, I=21, J=1", "atpoint");
    check_joint("JPRIM/1, INLINE, I=21, J=1", "inline");
    check_joint("JPRIM/1, INPLANE, I=21, J=1", "inplane");
    check_joint("JPRIM/1, ORIENTATION, I=21, J=1", "orientation");
    check_joint("JPRIM/1, PARALLEL_AXES, I=21, J=1", "parallel_axes");
    check_joint("JPRIM/1, PERPENDICULAR, I=21, J=1", "perpendicular");
}

static const double *initial(const char *units, const char *statement, double out[4])
{
    char text[400];
    snprintf(text, sizeof text, "%s" GROUND BODY "%s, I=21, J=1\nEND\n", units, statement);
    ph_model *m = deck_load(text);
    for (int k = 0; k < 4; k++) out[k] = ph_model_joints(m) ? phk_joints(m)[0].def.initial[k] : -1;
    ph_model_free(m);
    return out;
}

static void test_initial(void)
{
    double v[4];
    initial(MM, "JOINT/1, TRANSLATIONAL, IC=500,2000", v);
    CHECK(v[0] == 0.5 && v[1] == 2 && isnan(v[2]) && isnan(v[3]));
    initial(MS, "JOINT/1, REVOLUTE, IC=90D,2", v);
    CHECK(isnan(v[0]) && isnan(v[1]) && fabs(v[2] - PH_PI / 2) < 1e-15 && fabs(v[3] - 2000) < 1e-9);
    initial(MM, "JOINT/1, REVOLUTE, IC=1", v);
    CHECK(v[2] == 1 && isnan(v[3]));
    initial(MM, "JOINT/1, CYLINDRICAL, ICTRAN=3,4, ICROT=5,6", v);
    CHECK_NEAR(v[0], 0.003, 1e-18);
    CHECK_NEAR(v[1], 0.004, 1e-18);
    CHECK(v[2] == 5 && v[3] == 6);
}

static void test_bad_joints(void)
{
    deck_refused(GROUND BODY "JOINT/1, I=21, J=1\nEND\n", "6:1", "`JOINT_1` has no type");
    deck_refused(GROUND BODY "JOINT/1, REVOLUTE, FIXED, I=21, J=1\nEND\n", "6:20",
                 "is REVOLUTE and FIXED");
    deck_refused(GROUND BODY "JOINT/1, CONVEL, PD=2, I=21, J=1\nEND\n", "6:18",
                 "PD says nothing about CONVEL joint `JOINT_1`");
    deck_refused(GROUND BODY "JOINT/1, SCREW, I=21, J=1\nEND\n", "6:1",
                 "SCREW joint `JOINT_1` has no PITCH");
    deck_refused(GROUND BODY "JOINT/1, RACKPIN, I=21, J=1\nEND\n", "6:1",
                 "RACKPIN joint `JOINT_1` has no PD");
    deck_refused(GROUND BODY "JOINT/1, REVOLUTE, I=21\nEND\n", "6:1", "`J`");
    deck_refused(GROUND BODY "JOINT/1, REVOLUTE, I=21, J=5\nEND\n", "6:28", "5");
    deck_refused(GROUND BODY "MARKER/22\nJOINT/1, REVOLUTE, I=21, J=22\nEND\n", "7:1",
                 "both markers of `JOINT_1` are on `PART_2`");
    deck_refused(GROUND BODY "JOINT/1, SPHERICAL, IC=1,2, I=21, J=1\nEND\n", "6:21",
                 "IC says nothing about");
    deck_refused(GROUND BODY "JOINT/1, CYLINDRICAL, IC=1,2, I=21, J=1\nEND\n", "6:23",
                 "IC says nothing about");
    deck_refused(GROUND BODY "JOINT/1, REVOLUTE, ICTRAN=1,2, I=21, J=1\nEND\n", "6:20",
                 "ICTRAN says nothing about");
    deck_refused(GROUND BODY "MARKER/22, FLOATING\nJPRIM/1, INLINE, I=22, J=1\nEND\n", "7:20",
                 "floats");
    deck_refused(GROUND BODY "JPRIM/1, I=21, J=1\nEND\n", "6:1", "has no type");
}

/* ---- settings ---- */

static void test_gravity(void)
{
    ph_model *m = deck_load(MM BODY "ACCGRAV/IGRAV=1000, JGRAV=-2000, KGRAV=-9806.65\nEND\n");
    CHECK_NEAR(m->gravity.x, 1, 1e-15);
    CHECK_NEAR(m->gravity.y, -2, 1e-15);
    CHECK_NEAR(m->gravity.z, -9.80665, 1e-14);
    ph_model_free(m);
    m = deck_load(MS BODY "ACCGRAV/KGRAV=-0.00980665\nEND\n");
    CHECK_NEAR(m->gravity.z, -9.80665, 1e-14);
    ph_model_free(m);
    deck_refused(BODY "ACCGRAV/KGRAV=1\nACCGRAV/KGRAV=2\nEND\n", "5:1", "for the second time");
}

static ph_options options(const char *text)
{
    char deck[500];
    snprintf(deck, sizeof deck, "%s" BODY "END\n", text);
    ph_model *m = deck_load(deck);
    ph_options o = m->options;
    char method[20] = "";
    snprintf(method, sizeof method, "%s", o.integrator.text ? o.integrator.text : "none");
    o.integrator.text = strcmp(method, "hht") == 0      ? "hht"
                        : strcmp(method, "galpha") == 0 ? "galpha"
                                                        : "another";
    ph_model_free(m);
    return o;
}

static void test_integrator(void)
{
    static const char *const others[] = {"GSTIFF", "WSTIFF",     "HASTIFF", "CONSTANT_BDF",
                                         "ABAM",   "SI2_GSTIFF", "NEWMARK", "RKF45"};
    for (size_t k = 0; k < sizeof others / sizeof *others; k++) {
        char text[100], note[100];
        snprintf(text, sizeof text, "INTEGRATOR/%s\n", others[k]);
        snprintf(note, sizeof note, "integrator %s becomes `galpha`", others[k]);
        CHECK_TEXT(options(text).integrator.text, "galpha");
        CHECK(strstr(deck_said, note) != NULL);
    }
    ph_options o = options(MS "INTEGRATOR/HHT, ALPHA=-0.2, ERROR=1E-5, HMAX=5, HMIN=1E-6, "
                              "HINIT=0.01, MAXIT=7\n");
    CHECK_TEXT(o.integrator.text, "hht");
    CHECK(strstr(deck_said, "integrator HHT becomes `hht`") != NULL);
    CHECK(o.alpha == -0.2 && o.iterations == 7);
    /* an error in millimetres is a tolerance relative to one */
    CHECK_RATIO(o.tolerance, 1e-5, 1e-15);
    CHECK(o.scale[0] == 1e-3 && o.scale[1] == 1 && o.scale[2] == 1);
    CHECK_RATIO(o.max_step, 5e-3, 1e-15);
    CHECK_RATIO(o.min_step, 1e-9, 1e-15);
    CHECK_RATIO(o.first_step, 1e-5, 1e-15);
    CHECK(options("INTEGRATOR/WSTIFF, ERROR=1E-5\n").tolerance == 1e-5);
    /* none given: as ADAMS, 1e-3 of the unit of length, and less with HHT */
    CHECK(options("INTEGRATOR/WSTIFF\n").tolerance == 1e-3);
    CHECK(options("INTEGRATOR/WSTIFF\n").scale[0] == 1);
    CHECK_RATIO(options(MS "INTEGRATOR/WSTIFF\n").scale[0], 1e-3, 1e-15);
    CHECK(options("INTEGRATOR/HHT\n").tolerance == 1e-5);
    CHECK(strstr(deck_said, "tolerance") == NULL);
    /* what has no meaning here is told */
    o = options("INTEGRATOR/GSTIFF, SI2, KMAX=3, INTERPOLATE=FALSE, CORRECTOR=MODIFIED, "
                "PATTERN=T:F:T, ALPHA=-0.1\n");
    CHECK(isnan(o.alpha) && o.tolerance == 1e-3);
    CHECK(strstr(deck_said, "KMAX of INTEGRATOR is not used") != NULL);
    CHECK(strstr(deck_said, "INTERPOLATE of INTEGRATOR is not used") != NULL);
    CHECK(strstr(deck_said, "CORRECTOR of INTEGRATOR is not used") != NULL);
    CHECK(strstr(deck_said, "PATTERN of INTEGRATOR is not used") != NULL);
    CHECK(strstr(deck_said, "ALPHA is not used") != NULL);
    deck_refused(BODY "INTEGRATOR/HHT, ALPHA=-0.5\nEND\n", "4:23", "between -1/3 and 0");
    deck_refused(BODY "INTEGRATOR/GSTIFF, ERROR=0\nEND\n", "4:26", "ERROR of the integrator");
    deck_refused(BODY "INTEGRATOR/GSTIFF, HMAX=-1\nEND\n", "4:25", "HMAX of the integrator");
}

/* ---- the same pendulum in three systems of units ---- */

/* A bar that hangs from a ball joint by one end, released from an oblique place with a spin. The
 * numbers are lengths, masses and times in units of the deck; %g: a length, mass, acceleration. */
static void pendulum(char *text, size_t size, const char *units, double length, double mass,
                     double time)
{
    double L = 1 / length, M = 1 / mass, T = time;
    snprintf(text, size,
             "%sPART/1, GROUND\nMARKER/1\n"
             "PART/2, MASS=%.17g, CM=21, QG=%.17g,%.17g,%.17g, REULER=30D,50D,0\n"
             ",IP=%.17g,%.17g,%.17g,%.17g, WX=%.17g, WZ=%.17g\n"
             "MARKER/21, QP=%.17g,0,0, REULER=0,20D,0\nMARKER/22\n"
             "JOINT/1, SPHERICAL, I=22, J=1\nACCGRAV/KGRAV=%.17g\nEND\n",
             units, 2 * M, 0 * L, 0 * L, 0 * L, 0.01 * M * L * L, 0.2 * M * L * L, 0.2 * M * L * L,
             0.003 * M * L * L, 0.5 * T, 1.5 * T, 0.5 * L, -9.80665 * L * T * T);
}

static ph_body_state run(const char *text, const char *integrator)
{
    ph_model *m = deck_load(text);
    ph_diag *diag = ph_diag_create();
    ph_options o = ph_default_options();
    o.integrator.text = integrator;
    o.end = 1;
    o.step = 1e-3;
    ph_sim *sim = NULL;
    ph_body_state s = {0};
    CHECK(ph_sim_create(m, &o, diag, &sim) == PH_OK);
    CHECK(sim && ph_sim_advance(sim, 1, diag) == PH_OK && ph_sim_get_body(sim, 0, &s) == PH_OK);
    ph_sim_free(sim);
    ph_diag_free(diag);
    ph_model_free(m);
    return s;
}

/* The models differ by the rounding of their numbers; what Newton leaves of a step then differs in
 * the tenth digit. */
static void check_same(const char *text, const char *si_text, ph_body_state want)
{
    ph_model *m = deck_load(text), *si = deck_load(si_text);
    CHECK(ph_model_bodies(m) == 1 && ph_model_markers(m) == 3 && ph_model_joints(m) == 1);
    const ph_body_def *a = ph_model_body(m, 0), *b = ph_model_body(si, 0);
    CHECK_RATIO(a->mass, b->mass, 4e-16);
    CHECK_RATIO(a->inertia.xx, b->inertia.xx, 1e-15);
    CHECK_RATIO(a->inertia.yz, b->inertia.yz, 1e-14);
    CHECK_NEAR(ph_norm(ph_sub(a->position, b->position)), 0, 1e-15);
    CHECK_NEAR(ph_norm(ph_sub(a->omega, b->omega)), 0, 1e-15);
    CHECK_NEAR(ph_norm(ph_sub(m->gravity, si->gravity)), 0, 1e-14);
    for (int k = 0; k < 3; k++)
        CHECK_NEAR(ph_norm(ph_sub(phk_markers(m)[k].at, phk_markers(si)[k].at)), 0, 1e-15);
    ph_model_free(m);
    ph_model_free(si);
    ph_body_state got = run(text, "galpha");
    CHECK_NEAR(ph_norm(ph_sub(got.position, want.position)), 0, 1e-8);
    CHECK_NEAR(ph_norm(ph_sub(got.velocity, want.velocity)), 0, 1e-8);
    CHECK_NEAR(ph_norm(ph_sub(got.omega, want.omega)), 0, 1e-8);
}

static void test_units_of_motion(void)
{
    char text[1000], si_text[1000];
    pendulum(si_text, sizeof si_text, "", 1, 1, 1);
    ph_body_state si = run(si_text, "galpha");
    CHECK_NEAR(ph_norm(si.position), 0.5, 1e-10);
    CHECK(si.position.z < 0);
    pendulum(text, sizeof text, MM, 1e-3, 1, 1);
    check_same(text, si_text, si);
    pendulum(text, sizeof text, MS, 1e-3, 1, 1e-3);
    check_same(text, si_text, si);
    pendulum(text, sizeof text, "UNITS/SYSTEM=IPS\n", 0.0254, 0.45359237, 1);
    check_same(text, si_text, si);
}

/* J carries the line and the plane: a point of a body that tumbles stays in those of ground. */
static void test_carriers(void)
{
    static const char body[] = GROUND
        "PART/2, MASS=1, CM=22, IP=0.1,0.2,0.25, WX=3, WY=2, WZ=-4, VX=0.3\n"
        "MARKER/21, PART=2\nMARKER/22, PART=2, QP=0.3,0.2,0.1\nACCGRAV/IGRAV=2, KGRAV=-9.81\n";
    const ph_vec3 from_centre = {-0.3, -0.2, -0.1};
    char text[500];
    snprintf(text, sizeof text, "%sJPRIM/1, INPLANE, I=21, J=1\nEND\n", body);
    ph_body_state s = run(text, "galpha");
    ph_vec3 p = ph_add(s.position, ph_rotate(s.orientation, from_centre));
    CHECK_NEAR(p.z, 0, 1e-8);
    CHECK(fabs(p.x) > 0.1 && fabs(ph_rotate(s.orientation, ph_v3(0, 0, 1)).z) < 0.99);
    snprintf(text, sizeof text, "%sJPRIM/1, INLINE, I=21, J=1\nEND\n", body);
    s = run(text, "galpha");
    p = ph_add(s.position, ph_rotate(s.orientation, from_centre));
    CHECK_NEAR(p.x, 0, 1e-8);
    CHECK_NEAR(p.y, 0, 1e-8);
    CHECK(fabs(p.z) > 1);
    /* the pins of a Hooke joint: y of J, which stays, and x of I */
    snprintf(text, sizeof text, "%sJOINT/1, HOOKE, I=21, J=1\nEND\n", body);
    s = run(text, "galpha");
    CHECK_NEAR(ph_rotate(s.orientation, ph_v3(1, 0, 0)).y, 0, 1e-8);
    CHECK(fabs(ph_rotate(s.orientation, ph_v3(0, 1, 0)).x) > 1e-3);
}

/* Where a joint with initial values starts, in millimetres and milliseconds. */
static ph_body_state start(const char *joint)
{
    char text[400];
    snprintf(text, sizeof text, MS GROUND BODY "%s, I=21, J=1\nEND\n", joint);
    return deck_start(text);
}

static void test_starts(void)
{
    ph_body_state s = start("JOINT/1, REVOLUTE, IC=60D,0.002");
    CHECK_NEAR(2 * atan2(s.orientation.z, s.orientation.w), PH_PI / 3, 1e-12);
    CHECK_NEAR(s.omega.z, 2, 1e-12);
    s = start("JOINT/1, TRANSLATIONAL, IC=250,3");
    CHECK_NEAR(s.position.z, 0.25, 1e-12);
    CHECK_NEAR(s.velocity.z, 3, 1e-12);
    s = start("JOINT/1, CYLINDRICAL, ICTRAN=250,3, ICROT=-60D,0.002");
    CHECK_NEAR(s.position.z, 0.25, 1e-12);
    CHECK_NEAR(s.velocity.z, 3, 1e-12);
    CHECK_NEAR(2 * atan2(s.orientation.z, s.orientation.w), -PH_PI / 3, 1e-12);
    CHECK_NEAR(s.omega.z, 2, 1e-12);
}

/* A part without mass may stand between others when joints hold it: a bracket that carries the bar
 * makes no difference. One that nothing holds has no motion. */
static void test_massless(void)
{
    static const char bar[] = "PART/2, MASS=1, CM=21, IP=0.01,0.2,0.2\nMARKER/21, QP=0.5,0,0\n"
                              "MARKER/22, REULER=0,90D,0\nACCGRAV/KGRAV=-9.81\n";
    char text[500];
    snprintf(text, sizeof text,
             "%sPART/1, GROUND\nMARKER/1, REULER=0,90D,0\nJOINT/1, REVOLUTE, I=22, J=1\nEND\n",
             bar);
    ph_body_state plain = run(text, "galpha");
    snprintf(text, sizeof text,
             "%sPART/1, GROUND\nMARKER/1\nPART/3\nMARKER/31\nMARKER/32, REULER=0,90D,0\n"
             "JOINT/1, REVOLUTE, I=22, J=32\nJOINT/2, FIXED, I=31, J=1\nEND\n",
             bar);
    ph_body_state held = run(text, "galpha");
    CHECK(fabs(plain.position.x - 0.5) > 1e-3 || plain.position.z < -1e-3);
    CHECK_NEAR(ph_norm(ph_sub(held.position, plain.position)), 0, 1e-8);
    CHECK_NEAR(ph_norm(ph_sub(held.omega, plain.omega)), 0, 1e-8);
    snprintf(text, sizeof text,
             "%sPART/1, GROUND\nMARKER/1, REULER=0,90D,0\nJOINT/1, REVOLUTE, I=22, J=1\n"
             "PART/3\nEND\n",
             bar);
    ph_model *m = deck_load(text);
    ph_diag *diag = ph_diag_create();
    ph_sim *sim = NULL;
    ph_options o = ph_default_options();
    o.end = 1;
    CHECK(ph_sim_create(m, &o, diag, &sim) == PH_E_SINGULAR && !sim);
    CHECK(ph_diag_errors(diag) > 0 && strstr(ph_diag_get(diag, 0)->message, "PART_3"));
    ph_diag_free(diag);
    ph_model_free(m);
}

/* Nothing acts and nothing moves: what rounding leaves of the accelerations is no reason to fail.
 */
static void test_rest(void)
{
    ph_model *m = deck_load("PART/1, GROUND\nMARKER/1, REULER=90D,90D,0D\n"
                            "PART/2, MASS=2, CM=21, IP=2E-3,2E-3,2E-3\n"
                            "MARKER/21, REULER=90D,90D,0D\n"
                            "JOINT/1, TRANSLATIONAL, I=21, J=1\nEND\n");
    ph_diag *diag = ph_diag_create();
    ph_options o = ph_default_options();
    o.end = 0.05;
    o.tolerance = 1e-9;
    ph_sim *sim = NULL;
    CHECK(ph_sim_create(m, &o, diag, &sim) == PH_OK);
    double *row = sim ? calloc(ph_sim_row_width(sim), sizeof *row) : NULL;
    for (int k = 1; row && k <= 1000; k++) {
        ph_status status = ph_sim_advance(sim, 5e-5 * k, diag);
        if (!status) status = ph_sim_row(sim, row, diag);
        if (status) CHECK(status == PH_OK);
        if (status) break;
    }
    CHECK(sim && ph_sim_time(sim) >= 0.05);
    free(row);
    ph_sim_free(sim);
    ph_diag_free(diag);
    ph_model_free(m);
}

int main(void)
{
    test_carriers();
    test_starts();
    test_rest();
    test_massless();
    test_types();
    test_initial();
    test_bad_joints();
    test_gravity();
    test_integrator();
    test_units_of_motion();
    return TEST_RESULT();
}
