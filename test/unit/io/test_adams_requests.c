/* SPDX-License-Identifier: BSD-3-Clause
 *
 * REQUEST and MREQUEST of ADAMS decks: names, units and values of the columns they ask for.
 */
#include "adams_deck.h"

/* A body that flies and spins, in millimetres: at (0, 30, 0) with 40 mm/s along x, 2 rad/s about z,
 * pushed by 6 N along y. */
static const char mm[] = "UNITS/ FORCE=NEWTON, MASS=KILOGRAM, LENGTH=MILLIMETER, TIME=SECOND\n"
                         "PART/1, GROUND\n"
                         "MARKER/10, PART=1\n"
                         "MARKER/11, PART=1, REULER=90D,0,0\n"
                         "PART/2, QG=0,30,0, VX=40, WZ=2, MASS=2, CM=20, IP=5E3,5E3,5E3\n"
                         "MARKER/20, PART=2\n"
                         "MARKER/21, FLOATING, PART=1\n"
                         "VFORCE/1, I=20, JFLOAT=21, RM=10, FY=6\n";

static const ph_request_def *request(const ph_model *m, const char *name)
{
    static const ph_request_def none;
    int index = deck_find(m, PHK_KIND_REQUEST, name);
    return index < 0 ? &none : &phk_requests(m)[index];
}

static void check_column(const ph_request_def *r, int k, const char *name, const char *unit)
{
    CHECK(k < r->count);
    if (k >= r->count) return;
    CHECK_TEXT(r->column[k].name.text, name);
    if (unit)
        CHECK_TEXT(r->column[k].unit.text, unit);
    else
        CHECK(!r->column[k].unit.text);
}

static void near4(ph_sim *sim, const char *name, const char *const component[8],
                  const double want[8], double tolerance)
{
    for (int k = 0; k < 8; k++)
        if (!isnan(want[k]))
            CHECK_NEAR(deck_column(sim, name, "", component[k]), want[k],
                       tolerance * fmax(1, fabs(want[k])));
}

static void test_motion(void)
{
    ph_model *m = deck_load(mm, "REQUEST/1, DISPLACEMENT, I=20, J=10, COMMENT=where it is\n"
                                "REQUEST/02, V, I=20, J=10, RM=11, C=how fast, and where to\n"
                                "REQUEST/3, ACCEL, I=20, J=0\n"
                                "REQUEST/4, F, I=20, RM=11");
    CHECK(ph_model_requests(m) == 4);
    const ph_request_def *r = request(m, "REQUEST_1");
    CHECK(r->id == 1 && r->count == 8);
    CHECK_TEXT(r->title.text, "where it is");
    static const char *const d[8] = {"mag", "x", "y", "z", "amag", "psi", "theta", "phi"};
    static const char *const v[8] = {"mag", "x", "y", "z", "amag", "wx", "wy", "wz"};
    static const char *const a[8] = {"mag", "x", "y", "z", "amag", "wdx", "wdy", "wdz"};
    static const char *const f[8] = {"mag", "x", "y", "z", "amag", "tx", "ty", "tz"};
    for (int k = 0; k < 8; k++) {
        check_column(r, k, d[k], k < 4 ? "mm" : "rad");
        check_column(request(m, "REQUEST_2"), k, v[k], k < 4 ? "mm/s" : "rad/s");
        check_column(request(m, "REQUEST_3"), k, a[k], k < 4 ? "mm/s^2" : "rad/s^2");
        check_column(request(m, "REQUEST_4"), k, f[k], k < 4 ? "N" : "N mm");
    }
    CHECK(request(m, "REQUEST_2")->id == 2);
    CHECK_TEXT(request(m, "REQUEST_2")->title.text, "how fast, and where to");
    /* y'' = 3 m/s^2; RM turns x to y */
    ph_sim *sim = deck_run(m, 0.1);
    double y = 30 + 1.5e3 * 0.01, vy = 300, x = 4, vx = 40;
    /* psi and phi share the turn about z */
    near4(sim, "REQUEST_1", d, (double[8]){hypot(x, y), x, y, 0, NAN, NAN, 0, NAN}, 1e-6);
    CHECK_NEAR(deck_column(sim, "REQUEST_1", "", "psi") + deck_column(sim, "REQUEST_1", "", "phi"),
               0.2, 1e-6);
    near4(sim, "REQUEST_2", v, (double[8]){hypot(vx, vy), vy, -vx, 0, 2, 0, 0, 2}, 1e-6);
    near4(sim, "REQUEST_3", a, (double[8]){3000, 0, 3000, 0, 0, 0, 0, 0}, 1e-6);
    near4(sim, "REQUEST_4", f, (double[8]){6, 6, 0, 0, 0, 0, 0, 0}, 1e-6);
    ph_sim_free(sim);
    ph_model_free(m);
    deck_bad(mm, "REQUEST/1, DISPLACEMENT, J=10", "REQUEST/1 has no I");
    deck_bad(mm, "REQUEST/1, D, V, I=20, J=10", "several things");
    deck_bad(mm, "REQUEST/1, COMMENT=nothing", "asks for nothing");
    deck_bad(mm, "REQUEST/1, D, I=20, J=98", "98");
}

static void test_functions(void)
{
    ph_model *m =
        deck_load(mm, "! adams_view_name='last_run.speed'\n"
                      "REQUEST/7\n"
                      ", F2=VX(20,10)\\\n"
                      ", F3=TIME*2\\F8=DX(20)/1000\\, COMMENT=speeds\n"
                      "REQUEST/8, F1=1\\F2=2\\F3=3\\\n"
                      ", CNAMES=\"\",\"my speed\",\"2nd\", CUNITS=\"no_units\",\"velocity\"\n"
                      "REQUEST/9, TITLE=ONE:TWO:\"THREE 3\", F1=1\\F2=2\\F3=3\\F4=4\n"
                      "REQUEST/10, VARIABLES=4,5, RESULTS_NAME=both\n"
                      "VARIABLE/4, FUNCTION=2*TIME\nVARIABLE/5, FUNCTION=DX(20)\n"
                      "REQUEST/11, FUNCTION=USER(1,2)\n"
                      "REQUEST/12, F1=1\\, CLABELS=\"a\", CTYPE=\"b\"");
    const ph_request_def *r = request(m, "last_run_speed");
    CHECK(r->count == 3 && r->id == 7);
    check_column(r, 0, "f2", NULL);
    check_column(r, 2, "f8", NULL);
    CHECK_TEXT(r->title.text, "speeds");
    r = request(m, "REQUEST_8");
    CHECK(r->count == 2);
    check_column(r, 0, "my_speed", "mm/s");
    check_column(r, 1, "_2nd", NULL);
    r = request(m, "REQUEST_9");
    CHECK(r->count == 4);
    check_column(r, 0, "ONE", NULL);
    check_column(r, 2, "THREE_3", NULL);
    check_column(r, 3, "f4", NULL);
    r = request(m, "REQUEST_10");
    CHECK(r->count == 2);
    check_column(r, 0, "VARIABLE_4", NULL);
    CHECK_TEXT(r->title.text, "both");
    CHECK(ph_model_requests(m) == 5);
    CHECK(strstr(deck_messages, "CLABELS") && strstr(deck_messages, "CTYPE"));
    CHECK(strstr(deck_messages, "REQUEST/11 is left out") != NULL);
    ph_sim *sim = deck_run(m, 0.1);
    CHECK_NEAR(deck_column(sim, "last_run_speed", "", "f2"), 40, 1e-6);
    CHECK_NEAR(deck_column(sim, "last_run_speed", "", "f3"), 0.2, 1e-12);
    CHECK_NEAR(deck_column(sim, "last_run_speed", "", "f8"), 0.004, 1e-9);
    CHECK_NEAR(deck_column(sim, "REQUEST_8", "", "_2nd"), 3, 0);
    CHECK_NEAR(deck_column(sim, "REQUEST_10", "", "VARIABLE_5"), 4, 1e-6);
    ph_sim_free(sim);
    ph_model_free(m);
    deck_bad(mm, "REQUEST/1, F2=DX(77)", "77");
    deck_bad(mm, "REQUEST/1, FUNCTION=USER(1)\\, ROUTINE=nolib::f",
             "there is no library `nolib.so`");
}

/* The force of a spring on its I marker, and a named component dropped. */
static void test_forces(void)
{
    ph_model *m = deck_load(mm, "SPRINGDAMPER/1, TRANS, I=20, J=10, K=0.5, LENGTH=10\n"
                                "REQUEST/1, FORCE, I=20, J=10, CNAMES=\"\",fx,fy,fz\n"
                                ", \"\", \"a\", \"a\", \"a\"");
    const ph_request_def *r = request(m, "REQUEST_1");
    CHECK(r->count == 6);
    check_column(r, 0, "fx", "N");
    check_column(r, 3, "a", "N mm");
    check_column(r, 4, "a_2", "N mm");
    check_column(r, 5, "a_3", "N mm");
    ph_sim *sim = deck_run(m, 0);
    /* of the spring alone, not of the VFORCE, which is not between 20 and 10 */
    CHECK_NEAR(deck_column(sim, "REQUEST_1", "", "fy"), -0.5 * 20, 1e-9);
    ph_sim_free(sim);
    ph_model_free(m);
}

static void test_many(void)
{
    ph_model *m = deck_load(mm, "PART/3, MASS=1, CM=30, IP=1,1,1\nMARKER/30, PART=3\n"
                                "JOINT/4, SPHERICAL, I=30, J=10\n"
                                "SPRINGDAMPER/1, TRANS, I=20, J=10, K=0.5, LENGTH=10\n"
                                "MREQUEST/1, DISPLACEMENT, PARTS=ALL, COMMENT=all of them\n"
                                "MREQUEST/2, FORCE, JOINTS=4, RM=10\n"
                                "MREQUEST/3, VELOCITY, APPFORS=1\n"
                                "MREQUEST/4, VELOCITY, PARTS=2,3\n"
                                "JPRIM/5, INPLANE, I=30, J=10\n"
                                "MREQUEST/5, ACCELERATION, JPRIMS=ALL\n"
                                "MREQUEST/6, VELOCITY, PARTS=2, RM=11");
    CHECK(ph_model_requests(m) == 2 + 1 + 1 + 2 + 1 + 1);
    request(m, "MREQUEST_5_JPRIM_5");
    const ph_request_def *r = request(m, "MREQUEST_1_PART_2");
    CHECK(r->count == 8 && r->id == 0);
    CHECK_TEXT(r->title.text, "all of them");
    request(m, "MREQUEST_1_PART_3");
    request(m, "MREQUEST_2_JOINT_4");
    request(m, "MREQUEST_3_SPRINGDAMPER_1");
    ph_sim *sim = deck_run(m, 0);
    CHECK_NEAR(deck_column(sim, "MREQUEST_1_PART_2", "", "y"), 30, 1e-9);
    CHECK_NEAR(deck_column(sim, "MREQUEST_4_PART_2", "", "wz"), 2, 1e-9);
    CHECK_NEAR(deck_column(sim, "MREQUEST_3_SPRINGDAMPER_1", "", "x"), 40, 1e-9);
    CHECK_NEAR(deck_column(sim, "MREQUEST_6_PART_2", "", "y"), -40, 1e-9);
    ph_sim_free(sim);
    ph_model_free(m);
    deck_bad(mm, "MREQUEST/1, PARTS=ALL", "needs one of DISPLACEMENT");
    deck_bad(mm, "MREQUEST/1, FORCE, PARTS=ALL", "no force of a part");
    deck_bad(mm, "MREQUEST/1, D", "needs PARTS");
    deck_bad(mm, "MREQUEST/1, D, PARTS=2,9", "no PART of number 9");
    deck_bad(mm, "MREQUEST/1, D, PARTS=SOME", "expected ALL or numbers");
}

int main(void)
{
    deck_begin();
    test_motion();
    test_functions();
    test_forces();
    test_many();
    deck_end();
    return TEST_RESULT();
}
