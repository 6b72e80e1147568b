/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Units, parts and markers of ADAMS decks: what every argument makes of the model, by numbers
 * worked out by hand, and what is said when they are wrong.
 */
#include "deck_text.h"

#define NEAR 1e-14
#define MM   "UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=MILLIMETER, TIME=SECOND\n"

static void check_vector(ph_vec3 got, double x, double y, double z)
{
    CHECK_NEAR(got.x, x, NEAR);
    CHECK_NEAR(got.y, y, NEAR);
    CHECK_NEAR(got.z, z, NEAR);
}

static void check_axes(ph_quat got, ph_vec3 x, ph_vec3 z)
{
    ph_vec3 gx = ph_rotate(got, ph_v3(1, 0, 0)), gz = ph_rotate(got, ph_v3(0, 0, 1));
    check_vector(gx, x.x, x.y, x.z);
    check_vector(gz, z.x, z.y, z.z);
}

/* ---- units ---- */

static double parameter(const ph_model *m, const char *name)
{
    phk_object o = phk_model_find(m, name, strlen(name));
    return o.index >= 0 && o.kind == PHK_KIND_PARAMETER ? phk_parameters(m)[o.index].value : 1;
}

static void check_unit(const char *kind, const char *word, const char *name, double size)
{
    static const char *const kinds[] = {"FORCE", "MASS", "LENGTH", "TIME"};
    static const char *const si[] = {"NEWTON", "KILOGRAM", "METER", "SECOND"};
    char text[200] = "UNITS/";
    for (int k = 0; k < 4; k++) {
        size_t used = strlen(text);
        snprintf(text + used, sizeof text - used, "%s%s = %s", k ? ", " : "", kinds[k],
                 strcmp(kinds[k], kind) == 0 ? word : si[k]);
    }
    ph_model *m = deck_load(strcat(text, "\nPART/2, MASS=1, CM=1, IP=1,1,1\nMARKER/1\nEND\n"));
    CHECK_RATIO(parameter(m, name), size, 1e-15);
    CHECK(m->list[PHK_KIND_PARAMETER].count == (size != 1));
    ph_model_free(m);
}

static void test_units(void)
{
    static const struct {
        const char *word;
        double size;
    } lengths[] = {{"ANGSTROM", 1e-10},    {"CENTIMETER", 1e-2}, {"FOOT", 0.3048},
                   {"INCH", 0.0254},       {"KILOMETER", 1e3},   {"METER", 1},
                   {"MICROINCH", 2.54e-8}, {"MICROMETER", 1e-6}, {"MILE", 1609.344},
                   {"MILLIMETER", 1e-3},   {"MILS", 2.54e-5},    {"NANOMETER", 1e-9},
                   {"YARD", 0.9144}},
      masses[] = {{"GRAM", 1e-3},
                  {"KILOGRAM", 1},
                  {"KPOUND_MASS", 453.59237},
                  {"MICROGRAM", 1e-9},
                  {"MILLIGRAM", 1e-6},
                  {"NANOGRAM", 1e-12},
                  {"OUNCE_MASS", 0.028349523125},
                  {"POUND_MASS", 0.45359237},
                  {"SLINCH", 175.12683524647636},
                  {"SLUG", 14.593902937206364},
                  {"TONNE", 1000},
                  {"US_TON", 907.18474}},
      forces[] = {{"CENTINEWTON", 1e-2},
                  {"DYNE", 1e-5},
                  {"KILOGRAM_FORCE", 9.80665},
                  {"KNEWTON", 1e3},
                  {"KPOUND_FORCE", 4448.2216152605},
                  {"MEGANEWTON", 1e6},
                  {"MICRONEWTON", 1e-6},
                  {"MILLINEWTON", 1e-3},
                  {"NANONEWTON", 1e-9},
                  {"NEWTON", 1},
                  {"OUNCE_FORCE", 0.27801385095378125},
                  {"POUNDAL", 0.138254954376},
                  {"POUND_FORCE", 4.4482216152605}},
      times[] = {{"DAY", 86400}, {"HOUR", 3600},       {"MICROSECOND", 1e-6}, {"MILLISECOND", 1e-3},
                 {"MINUTE", 60}, {"NANOSECOND", 1e-9}, {"SECOND", 1}};
    for (size_t k = 0; k < sizeof lengths / sizeof *lengths; k++)
        check_unit("LENGTH", lengths[k].word, "length_unit", lengths[k].size);
    for (size_t k = 0; k < sizeof masses / sizeof *masses; k++)
        check_unit("MASS", masses[k].word, "mass_unit", masses[k].size);
    for (size_t k = 0; k < sizeof forces / sizeof *forces; k++)
        check_unit("FORCE", forces[k].word, "force_unit", forces[k].size);
    for (size_t k = 0; k < sizeof times / sizeof *times; k++)
        check_unit("TIME", times[k].word, "time_unit", times[k].size);
}

static void test_systems(void)
{
    static const struct {
        const char *units;
        double length, force, mass;
    } systems[] = {{"SYSTEM=CGS", 1e-2, 1e-5, 1e-3},
                   {"SYSTEM=FPS", 0.3048, 4.4482216152605, 0.45359237},
                   {"SYSTEM=IPS", 0.0254, 4.4482216152605, 0.45359237},
                   {"SYSTEM=MKS", 1, 1, 1},
                   {"SYSTEM=NONE", 1, 1, 1},
                   {"UCF=386.0885827", 1, 386.0885827, 1}};
    for (size_t k = 0; k < sizeof systems / sizeof *systems; k++) {
        char text[200];
        snprintf(text, sizeof text, "PART/2, MASS=1, CM=1, IP=1,1,1\nMARKER/1\nUNITS/%s\nEND\n",
                 systems[k].units);
        ph_model *m = deck_load(text);
        CHECK_RATIO(parameter(m, "length_unit"), systems[k].length, 1e-15);
        CHECK_RATIO(parameter(m, "force_unit"), systems[k].force, 1e-15);
        CHECK_RATIO(parameter(m, "mass_unit"), systems[k].mass, 1e-15);
        CHECK(parameter(m, "time_unit") == 1);
        ph_model_free(m);
    }
    deck_refused("UNITS/FORCE=NEWTON, MASS=KILOGRAM, TIME=SECOND\nEND\n", "2:1",
                 "UNITS has no LENGTH");
    deck_refused("UNITS/SYSTEM=MKS, UCF=2\nEND\n", "2:1", "UCF goes with no other argument");
    deck_refused("UNITS/UCF=-1\nEND\n", "2:11", "UCF must be above zero");
    deck_refused("UNITS/SYSTEM=MKS\nUNITS/SYSTEM=MKS\nEND\n", "3:1", "for the second time");
    deck_refused("UNITS/FORCE=NEWTONS, MASS=STONE, LENGTH=METER, TIME=SECOND\nEND\n", "2:27",
                 "STONE");
}

/* ---- parts ---- */

#define GROUND "PART/1, GROUND\nMARKER/1, PART=1\n"
#define TAIL   "JOINT/1, SPHERICAL, I=21, J=1\nEND\n"

static ph_body_def body(const char *text)
{
    ph_model *m = deck_load(text);
    int k = deck_find(m, PHK_KIND_BODY, "PART_2");
    ph_body_def def = k < 0 ? ph_default_body() : phk_bodies(m)[k];
    ph_model_free(m);
    return def;
}

static void test_place(void)
{
    /* the part frame at (1, 2, 3) turned by 90 deg about z; the centre of mass at its (4, 0, 0) */
    ph_body_def b = body(GROUND "PART/2, MASS=2, CM=21, QG=1,2,3, REULER=90D,0,0, IP=1,2,3\n"
                                "MARKER/21, QP=4,0,0\n" TAIL);
    check_vector(b.position, 1, 6, 3);
    check_axes(b.orientation, ph_v3(0, 1, 0), ph_v3(0, 0, 1));
    CHECK(b.mass == 2 && b.exact == 0);
    check_vector(b.velocity, 0, 0, 0);
    /* z, x, z about axes that turn along: Rz(90) Rx(90) takes z to x, x to y */
    b = body(GROUND "PART/2, REULER=90D,90D,0D\nMARKER/21\n" TAIL);
    check_axes(b.orientation, ph_v3(0, 1, 0), ph_v3(1, 0, 0));
    b = body(GROUND "PART/2, REULER=0.3,0.4,0.5\nMARKER/21\n" TAIL);
    ph_vec3 x = ph_v3(cos(0.3) * cos(0.5) - sin(0.3) * cos(0.4) * sin(0.5),
                      sin(0.3) * cos(0.5) + cos(0.3) * cos(0.4) * sin(0.5), sin(0.4) * sin(0.5));
    check_axes(b.orientation, x, ph_v3(sin(0.3) * sin(0.4), -cos(0.3) * sin(0.4), cos(0.4)));
    /* a point of the z axis, one of the x-z half plane; in the world, as QG is */
    b = body(GROUND "PART/2, QG=1,1,1, ZG=1,3,1, XG=5,9,1\nMARKER/21\n" TAIL);
    check_axes(b.orientation, ph_v3(1, 0, 0), ph_v3(0, 1, 0));
    check_vector(b.position, 1, 1, 1);
    /* without the second point x stays as near to the outer x as it can */
    b = body(GROUND "PART/2, ZG=0,3,3\nMARKER/21\n" TAIL);
    check_axes(b.orientation, ph_v3(1, 0, 0), ph_v3(0, sqrt(0.5), sqrt(0.5)));
    b = body(GROUND "PART/2, ZG=5,0,0\nMARKER/21\n" TAIL);
    check_axes(b.orientation, ph_v3(0, 0, -1), ph_v3(1, 0, 0));
}

/* A bar along the marker's x with products, seen from the part. */
static void test_inertia(void)
{
    /* axes of the centre marker: turned by 90 deg about z, so its (x, y) are the part's (y, -x) */
    ph_body_def b = body(GROUND "PART/2, MASS=2, CM=21, IP=3,4,5,0.1,0.2,0.3\n"
                                "MARKER/21, QP=1,0,0, REULER=90D,0,0\n" TAIL);
    CHECK_NEAR(b.inertia.xx, 4, NEAR);
    CHECK_NEAR(b.inertia.yy, 3, NEAR);
    CHECK_NEAR(b.inertia.zz, 5, NEAR);
    /* integrals of xy, xz, yz; the tensor has their negatives. In the part x = -y', y = x': xy is
     * -0.1, xz is -0.3, yz is 0.2 */
    CHECK_NEAR(b.inertia.xy, 0.1, NEAR);
    CHECK_NEAR(b.inertia.xz, 0.3, NEAR);
    CHECK_NEAR(b.inertia.yz, -0.2, NEAR);
    /* about another marker, at (1, 2, 0) from the centre: less m (r.r - r r') */
    b = body(GROUND "PART/2, MASS=2, CM=21, IM=22, IP=20,15,30,6\n"
                    "MARKER/21, QP=1,0,0, REULER=30D,40D,50D\nMARKER/22, QP=2,2,0\n" TAIL);
    CHECK_NEAR(b.inertia.xx, 20 - 2 * 4, NEAR);
    CHECK_NEAR(b.inertia.yy, 15 - 2 * 1, NEAR);
    CHECK_NEAR(b.inertia.zz, 30 - 2 * 5, NEAR);
    CHECK_NEAR(b.inertia.xy, -6 + 2 * 2, NEAR);
    CHECK_NEAR(b.inertia.xz, 0, NEAR);
    CHECK_NEAR(b.inertia.yz, 0, NEAR);
    /* and at (1, 2, 3) from it, with all products */
    b = body(GROUND "PART/2, MASS=2, CM=21, IM=22, IP=80,60,50,6,7,8\n"
                    "MARKER/21, QP=1,0,0\nMARKER/22, QP=2,2,3\n" TAIL);
    CHECK_NEAR(b.inertia.xx, 80 - 2 * 13, NEAR);
    CHECK_NEAR(b.inertia.yy, 60 - 2 * 10, NEAR);
    CHECK_NEAR(b.inertia.zz, 50 - 2 * 5, NEAR);
    CHECK_NEAR(b.inertia.xy, -6 + 2 * 2, NEAR);
    CHECK_NEAR(b.inertia.xz, -7 + 2 * 3, NEAR);
    CHECK_NEAR(b.inertia.yz, -8 + 2 * 6, NEAR);
    /* in millimetres, pounds, and none at all */
    b = body(MM GROUND "PART/2, MASS=2, CM=21, IP=3E6,4D6,5e6\nMARKER/21\n" TAIL);
    CHECK_NEAR(b.inertia.yy, 4, NEAR);
    b = body("UNITS/SYSTEM=IPS\n" GROUND "PART/2, MASS=2, CM=21, IP=3,4,5\nMARKER/21\n" TAIL);
    CHECK_NEAR(b.mass, 2 * 0.45359237, NEAR);
    CHECK_NEAR(b.inertia.zz, 5 * 0.45359237 * 0.0254 * 0.0254, NEAR);
    b = body(GROUND "PART/2, M=2, CM=21\nMARKER/21\n" TAIL);
    CHECK(b.mass == 2 && b.inertia.xx == 0 && b.inertia.yz == 0);
    /* what no body can have passes as it does in ADAMS */
    b = body(GROUND "PART/2, MASS=2, CM=21, IP=1,1,5\nMARKER/21\n" TAIL);
    CHECK(b.inertia.zz == 5 && b.any_inertia);
    CHECK(strstr(deck_said, "no body has the inertia of `PART_2`") != NULL);
    b = body(GROUND "PART/2, MASS=2, CM=21, IP=1,1,2\nMARKER/21\n" TAIL);
    CHECK(!b.any_inertia);
    /* what is a decimal in the deck is one in the model */
    b = body(MM GROUND "PART/2, MASS=2, CM=21, IP=20,430,430, QG=25,3,7\nMARKER/21\n" TAIL);
    CHECK(b.inertia.xx == 2e-5 && b.inertia.zz == 0.00043);
    CHECK(b.position.x == 0.025 && b.position.y == 0.003 && b.position.z == 0.007);
}

static bool is_given(const ph_body_def *b, const char *field)
{
    return ph_field_given(ph_kind_fields("body"), b, field);
}

static void test_velocities(void)
{
    /* along the world's axes; about the centre marker's, whose x is the world's y */
    ph_body_def b = body(MM GROUND "PART/2, MASS=1, CM=21, VX=1, VZ=3E3, WX=2, WZ=30D\n"
                                   ",REULER=90D,0,0, IP=1,1,1\nMARKER/21, QP=9,9,9\n" TAIL);
    check_vector(b.velocity, 1e-3, 0, 3);
    check_vector(b.omega, 2, 0, PH_PI / 6); /* body axes: those of the part */
    CHECK(is_given(&b, "velocity") && is_given(&b, "omega"));
    b = body(GROUND "PART/2, MASS=1, CM=21, WX=2, IP=1,1,1\nMARKER/21, REULER=90D,0,0\n" TAIL);
    check_vector(b.omega, 0, 2, 0);
    check_vector(b.velocity, 0, 0, 0);
    CHECK(!is_given(&b, "velocity") && is_given(&b, "omega"));
    /* zero is a value like others */
    b = body(GROUND "PART/2, MASS=1, CM=21, VY=0, IP=1,1,1\nMARKER/21\n" TAIL);
    CHECK(is_given(&b, "velocity") && !is_given(&b, "omega"));
    /* along and about the axes of other markers, of this part or another */
    b = body(GROUND "PART/2, MASS=1, CM=21, VX=5, VM=31, WZ=7, WM=22, REULER=0,90D,0, IP=1,1,1\n"
                    "MARKER/21, REULER=10D,20D,30D\nMARKER/22, REULER=0,90D,0\n"
                    "PART/3, REULER=90D,0,0\nMARKER/31, REULER=90D,0,0\n"
                    "JOINT/2, FIXED, I=31, J=1\n" TAIL);
    check_vector(b.velocity, -5, 0, 0);
    check_vector(b.omega, 0, -7, 0);
    /* what is not given beside others follows from the joints */
    b = body(GROUND
             "PART/2, MASS=1, CM=21, VX=1, WZ=7, IP=1,1,1\nMARKER/21, REULER=0,90D,0\n" TAIL);
    CHECK(b.loose == (2 | 4 | 8 | 32)); /* z of the marker is -y of the part */
    check_vector(b.omega, 0, -7, 0);
    b = body(GROUND "PART/2, MASS=1, CM=21, VX=1,VY=0,VZ=0, IP=1,1,1\nMARKER/21\n" TAIL);
    CHECK(b.loose == 0);
    /* a bar at 45 degrees on a hinge about y: the x of its speed is given, z is the same */
    ph_body_state s = deck_start("PART/1, GROUND\nMARKER/1, REULER=0,90D,0\n"
                                 "PART/2, MASS=1, CM=21, IP=0.1,0.1,0.1, VX=1\n"
                                 "MARKER/21, QP=1,0,-1\nMARKER/22, REULER=0,90D,0\n"
                                 "JOINT/1, REVOLUTE, I=22, J=1\nEND\n");
    CHECK_NEAR(s.velocity.x, 1, 1e-12);
    CHECK_NEAR(s.velocity.z, 1, 1e-12);
    /* other units of time */
    b = body("UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=MILLISECOND\n" GROUND
             "PART/2, MASS=1, CM=21, VX=5, WY=7, IP=1,1,1\nMARKER/21\n" TAIL);
    check_vector(b.velocity, 5000, 0, 0);
    check_vector(b.omega, 0, 7000, 0);
}

static void test_exact(void)
{
    ph_body_def b = body(GROUND "PART/2, MASS=1, CM=21, EXACT=X:Z:Y, IP=1,1,1\nMARKER/21\n" TAIL);
    CHECK(b.exact == PH_EXACT_POSITION);
    CHECK(!strstr(deck_said, "EXACT"));
    b = body(GROUND "PART/2, MASS=1, CM=21, EXACT=PHI:PSI:Z:X:THETA, IP=1,1,1\nMARKER/21\n" TAIL);
    CHECK(b.exact == (PH_EXACT_X | PH_EXACT_Z | PH_EXACT_ORIENTATION));
    b = body(GROUND "PART/2, MASS=1, CM=21, EXACT=PSI:Y, IP=1,1,1\nMARKER/21\n" TAIL);
    CHECK(b.exact == PH_EXACT_Y);
    CHECK(strstr(deck_said, "angles are kept all together") != NULL);
    /* a bar drawn 0.1 too high above its pin: held at its x it goes down, held at x and z it turns
     */
    static const char bar[] =
        "PART/1, GROUND\nMARKER/1\nPART/2, MASS=1, CM=22, IP=1,1,1, QG=0,0,0.1\n"
        ",EXACT=%s\nMARKER/21\nMARKER/22, QP=1,0,0\n" TAIL;
    char text[400];
    for (int k = 0; k < 2; k++) {
        snprintf(text, sizeof text, bar, k ? "Z" : "X:PSI:THETA:PHI");
        ph_body_state s = deck_start(text);
        CHECK_NEAR(s.position.x, k ? sqrt(1 - 0.01) : 1, 1e-9);
        CHECK_NEAR(s.position.z, k ? 0.1 : 0, 1e-12);
        CHECK_NEAR(ph_norm(ph_sub(s.position, ph_rotate(s.orientation, ph_v3(1, 0, 0)))), 0, 1e-9);
    }
}

static void test_point_mass(void)
{
    ph_model *m =
        deck_load(MM "PART/1, GROUND\nPOINT_MASS/5, MASS=3, CM=51, QG=1000,0,0,\n"
                     ",REULER=90D,0,0, VY=2000, EXACT=X:Y:Z\nMARKER/51, QP=500,0,0\nEND\n");
    int k = deck_find(m, PHK_KIND_BODY, "POINT_MASS_5");
    if (k >= 0) {
        const ph_body_def *b = &phk_bodies(m)[k];
        CHECK(b->mass == 3 && b->inertia.xx == 0 && b->exact == PH_EXACT_POSITION);
        check_vector(b->position, 1, 0.5, 0);
        check_vector(b->velocity, 0, 2, 0);
        check_axes(b->orientation, ph_v3(0, 1, 0), ph_v3(0, 0, 1));
    }
    /* it does not turn: a joint holds its axes */
    k = deck_find(m, PHK_KIND_JOINT, "POINT_MASS_5_axes");
    if (k >= 0) CHECK_TEXT(phk_joints(m)[k].type->name, "orientation");
    if (k >= 0) CHECK_TEXT(phk_list_label(&m->list[PHK_KIND_JOINT], k), "POINT_MASS/5");
    ph_diag *diag = ph_diag_create();
    ph_options o = ph_default_options();
    o.end = 1;
    o.step = 0.01;
    ph_sim *sim = NULL;
    CHECK(ph_sim_create(m, &o, diag, &sim) == PH_OK);
    ph_body_state s = {0};
    CHECK(sim && ph_sim_advance(sim, 1, diag) == PH_OK && ph_sim_get_body(sim, 0, &s) == PH_OK);
    CHECK_NEAR(s.position.y, 2.5, 1e-12);
    ph_sim_free(sim);
    ph_diag_free(diag);
    ph_model_free(m);
    deck_refused("POINT_MASS/5, MASS=0, CM=51\nMARKER/51\nEND\n", "2:20", "has no mass");
}

/* Any number and any place in the file: what stands on it is on ground. */
static void test_ground(void)
{
    ph_model *m = deck_load("MARKER/7, PART=9, QP=1,2,3\nPART/2\nMARKER/21\n"
                            "JOINT/1, FIXED, I=21, J=7\nPART/9, GROUND\nEND\n");
    CHECK(ph_model_bodies(m) == 1);
    int k = deck_find(m, PHK_KIND_MARKER, "MARKER_7");
    if (k >= 0) {
        CHECK(!phk_markers(m)[k].on.text);
        check_vector(phk_markers(m)[k].at, 1, 2, 3);
    }
    ph_model_free(m);
    deck_refused("PART/1, GROUND\nPART/2, GROUND\nEND\n", "3:1", "PART/1 is ground already");
    deck_refused("PART/1, GROUND, QG=1,2,3\nEND\n", "2:17", "ground stands at the origin");
}

static void test_bad_parts(void)
{
    deck_refused(GROUND "PART/2, MASS=1, IP=1,1,1\nMARKER/21\n" TAIL, "4:9",
                 "has a mass and no centre of mass");
    deck_refused(GROUND "PART/2, IP=1,1,1\nMARKER/21\n" TAIL, "4:9",
                 "has an inertia and no centre of mass");
    deck_refused(GROUND "PART/2, MASS=1, CM=1\nMARKER/21\n" TAIL, "4:20",
                 "the centre of mass of `PART_2` is a marker of `ground`");
    deck_refused(GROUND "PART/2, MASS=1, CM=21, IM=1, IP=1,1,1\nMARKER/21\n" TAIL, "4:27",
                 "is about a marker of `ground`");
    deck_refused(GROUND "PART/2, MASS=1, CM=77\nMARKER/21\n" TAIL, "4:20", "77");
    deck_refused(GROUND "PART/2, REULER=0,0,0, ZG=1,0,0\nMARKER/21\n" TAIL, "4:23",
                 "by angles and by points");
    deck_refused(GROUND "PART/2, QG=1,0,0, ZG=1,0,0\nMARKER/21\n" TAIL, "4:19",
                 "ZG is the origin itself");
    deck_refused(GROUND "PART/2, ZG=1,0,0, XG=2,0,0\nMARKER/21\n" TAIL, "4:19",
                 "XG lies on the z axis");
    deck_refused(GROUND "PART/2, MASS=1, CM=21, IP=1,1\nMARKER/21\n" TAIL, "4:24", "`IP` takes");
    deck_refused(GROUND "PART/2, MASS=1, CM=21, IP=1,1,one\nMARKER/21\n" TAIL, "4:31", "`one`");
    deck_refused(GROUND "PART/2, EXACT=Q\nMARKER/21\n" TAIL, "4:15", "`Q`");
}

/* ---- markers ---- */

static ph_marker_def marker(const char *text)
{
    ph_model *m = deck_load(text);
    int k = deck_find(m, PHK_KIND_MARKER, "MARKER_21");
    ph_marker_def def = k < 0 ? ph_default_marker() : phk_markers(m)[k];
    CHECK(k < 0 || (def.on.text && strcmp(def.on.text, "PART_2") == 0));
    def.on.text = NULL;
    ph_model_free(m);
    return def;
}

static void test_markers(void)
{
    /* from the centre of mass, which is not the part's origin */
    ph_marker_def d = marker(MM GROUND "PART/2, MASS=1, CM=22, QG=5,5,5, REULER=90D,0,0\n"
                                       "MARKER/21, PART=2, QP=100,200,300, REULER=90D,90D,0D\n"
                                       "MARKER/22, PART=2, QP=100,0,0\n" TAIL);
    check_vector(d.at, 0, 0.2, 0.3);
    check_axes(d.orientation, ph_v3(0, 1, 0), ph_v3(1, 0, 0));
    /* points, in the part's frame */
    d = marker(GROUND "PART/2\nMARKER/21, QP=1,1,1, ZP=1,3,1, XP=5,9,1\n" TAIL);
    check_axes(d.orientation, ph_v3(1, 0, 0), ph_v3(0, 1, 0));
    d = marker(GROUND "PART/2\nMARKER/21, QP=1,1,1, XP=1,3,1, ZP=5,9,1, USEXP\n" TAIL);
    check_axes(d.orientation, ph_v3(0, 1, 0), ph_v3(1, 0, 0));
    d = marker(GROUND "PART/2\nMARKER/21, XP=1,1,0\n" TAIL);
    check_axes(d.orientation, ph_v3(sqrt(0.5), sqrt(0.5), 0), ph_v3(0, 0, 1));
    d = marker(GROUND "PART/2\nMARKER/21, XP=0,0,2, USEXP\n" TAIL);
    check_axes(d.orientation, ph_v3(0, 0, 1), ph_v3(-1, 0, 0));
    /* by other markers: the second turned and moved, this one again, in its axes */
    d = marker(GROUND "PART/2\nMARKER/21, RM=22, QP=1,0,0, REULER=90D,0,0\n"
                      "MARKER/22, RM=23, QP=0,0,1, REULER=90D,0,0\nMARKER/23, QP=5,0,0\n" TAIL);
    check_vector(d.at, 5, 1, 1);
    check_axes(d.orientation, ph_v3(-1, 0, 0), ph_v3(0, 0, 1));
}

/* The part before it in the file, also across other statements and markers of other parts. */
static void test_implicit_parts(void)
{
    ph_model *m = deck_load("PART/1, GROUND\nMARKER/1\nPART/2\nMARKER/21\nMARKER/2, PART=1\n"
                            "MARKER/22\nJOINT/1, FIXED, I=21, J=1\nMARKER/23\n"
                            "POINT_MASS/3, MASS=1, CM=31\nMARKER/31\nMARKER/24, PART=2\nEND\n");
    static const struct {
        const char *marker, *part;
    } on[] = {{"MARKER_1", NULL},           {"MARKER_2", NULL},      {"MARKER_21", "PART_2"},
              {"MARKER_22", "PART_2"},      {"MARKER_23", "PART_2"}, {"MARKER_24", "PART_2"},
              {"MARKER_31", "POINT_MASS_3"}};
    for (size_t i = 0; i < sizeof on / sizeof *on; i++) {
        int k = deck_find(m, PHK_KIND_MARKER, on[i].marker);
        if (k < 0) continue;
        const char *got = phk_markers(m)[k].on.text;
        CHECK_TEXT(got ? got : "ground", on[i].part ? on[i].part : "ground");
    }
    ph_model_free(m);
}

static void test_bad_markers(void)
{
    deck_refused("MARKER/3\nPART/1, GROUND\nEND\n", "2:1", "marker `MARKER_3` is on no part");
    deck_refused("MARKER/3, PART=4\nEND\n", "2:16", "4");
    deck_refused(
        "PART/1, GROUND\nPOINT_MASS/1, MASS=1, CM=3\nMARKER/3, PART=1, POINT_MASS=1\nEND\n", "4:19",
        "on a part and on a point mass");
    deck_refused(GROUND "MARKER/3, RM=4\nMARKER/4, RM=5\nMARKER/5, RM=3\nEND\n", "4:1",
                 "placed by itself, by way of RM");
    deck_refused(GROUND "MARKER/3, RM=3\nEND\n", "4:1", "placed by itself");
    deck_refused(GROUND "PART/2\nMARKER/21, RM=1\n" TAIL, "5:15", "a marker of another part");
    deck_refused(GROUND "MARKER/3, QP=1,1,1, ZP=1,1,1\nEND\n", "4:21", "ZP is the origin itself");
    deck_refused(GROUND "MARKER/3, ZP=0,0,1, XP=0,0,5\nEND\n", "4:21", "XP lies on the z axis");
    deck_refused(GROUND "MARKER/3, XP=0,0,1, ZP=0,0,5, USEXP\nEND\n", "4:21",
                 "ZP lies on the x axis");
    deck_refused(GROUND "PART/2, MASS=1, CM=21\nMARKER/21, FLOATING\nEND\n", "4:20",
                 "floats: it cannot be CM");
}

int main(void)
{
    test_units();
    test_systems();
    test_place();
    test_inertia();
    test_velocities();
    test_exact();
    test_point_mass();
    test_ground();
    test_bad_parts();
    test_markers();
    test_implicit_parts();
    test_bad_markers();
    return TEST_RESULT();
}
