/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Curves of ADAMS decks that touch: ARC, CIRCLE and CURVE against a POINT and each other, in any
 * units and any plane, from either side; a cam by them lifts its follower as it must.
 */
#include <stdarg.h>
#include "adams_deck.h"

typedef struct {
    const char *units;
    double length, mass, force; /* in SI */
} system_of;
static const system_of systems[] = {
    {"FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND", 1, 1, 1},
    {"FORCE=NEWTON, MASS=KILOGRAM, LENGTH=MILLIMETER, TIME=SECOND", 1e-3, 1, 1},
    {"FORCE=POUND_FORCE, MASS=POUND_MASS, LENGTH=INCH, TIME=SECOND", 0.0254, 0.45359237,
     0.45359237 * 9.80665},
};
static const system_of *const mm = &systems[1];
enum { SYSTEMS = sizeof systems / sizeof *systems };

static char text[20000];

/* Text behind what there is. */
__attribute__((format(printf, 1, 2))) static void put(const char *format, ...)
{
    size_t used = strlen(text);
    va_list list;
    va_start(list, format);
    vsnprintf(text + used, sizeof text - used, format, list);
    va_end(list);
}

static void put_law(const system_of *u, const char *more)
{
    put(", IMPACT, STIFFNESS=%.17g, EXPONENT=1, DAMPING=%.17g, DMAX=%.17g%s\n",
        1e6 * u->length / u->force, 2e3 * u->length / u->force, 1e-5 / u->length, more);
}

/* A simulation with fixed steps. */
static ph_sim *begin(const ph_model *model)
{
    ph_options o = *ph_model_options(model);
    ph_diag *diag = ph_diag_create();
    ph_sim *sim = NULL;
    o.integrator = (ph_text){.text = "galpha"};
    o.step = 2e-4;
    o.tolerance = 0;
    o.end = 1;
    CHECK(ph_sim_create(model, &o, diag, &sim) == PH_OK);
    ph_diag_free(diag);
    return sim;
}

static void go_on(ph_sim *sim, double t)
{
    ph_diag *diag = ph_diag_create();
    CHECK(sim && ph_sim_advance(sim, t, diag) == PH_OK);
    ph_diag_free(diag);
}

static const ph_shape_def *shape(const ph_model *m, const char *name)
{
    static ph_shape_def none;
    int index = deck_find(m, PHK_KIND_SHAPE, name);
    return index < 0 ? &none : &phk_shapes(m)[index];
}

/* --- a cam ------------------------------------------------------------------------------------ */

/* A disc of 30 mm about a place 10 mm off its shaft, at 10 rad/s, as a closed CURVE of 48 points; a
 * follower of 1 kg that weighs 100 N has a POINT, or a CIRCLE of 5 mm. plane: the axis of its
 * marker that the curve is across. */
static const char *cam(const system_of *u, bool roller, int plane)
{
    static const char *const axes[] = {"ZP=0,1,0, XP=0,0,1", "ZP=1,0,0, XP=0,1,0",
                                       "ZP=0,0,1, XP=1,0,0"};
    const double l = u->length, low = roller ? 0.025 : 0.020;
    text[0] = '\0';
    put("UNITS/%s\nPART/1, GROUND\nMARKER/10, PART=1\nMARKER/11, PART=1, ZP=0,1,0\n", u->units);
    put("PART/2, MASS=%.17g, CM=20, IP=1,1,1\nMARKER/20, PART=2\n", 1 / u->mass);
    put("MARKER/21, PART=2, %s\n", axes[plane]);
    put("PART/3, MASS=%.17g, CM=30, IP=1,1,1, QG=0,%.17g,0\n", 1 / u->mass, low / l);
    put("MARKER/30, PART=3\nMARKER/31, PART=3, ZP=0,1,0\nACCGRAV/JGRAV=%.17g\n", -100 / l);
    put("JOINT/1, REVOLUTE, I=20, J=10\nJOINT/2, TRANSLATIONAL, I=31, J=11\n"
        "MOTION/1, JOINT=1, ROTATIONAL, FUNCTION=10*TIME-90D\n");
    put("MATRIX/1, M=49, N=3, FULL=RORDER, VALUES=");
    for (int i = 0; i < 3 * 49; i++) {
        const double turn = 2 * PH_PI * (i / 3 % 48) / 48;
        const double at[] = {(0.010 + 0.03 * cos(turn)) / l, 0.03 * sin(turn) / l, 0};
        put("%s%.17g", i == 0 ? "" : i % 3 ? ", " : "\n, ", at[(i % 3 + 2 - plane) % 3]);
    }
    put("\nCURVE/1, CLOSED, CURVE_POINTS, MATRIX=1\nGRAPHICS/1, CURVE, CID=1, CRM=21\n");
    if (roller)
        put("GRAPHICS/2, CIRCLE, CM=30, RADIUS=%.17g\n", 0.005 / l);
    else
        put("GRAPHICS/2, POINT, RM=30\n");
    put("CONTACT/1, IGEOM=2, JGEOM=1");
    put_law(u, "");
    return text;
}

/* The way up of the follower by a rigid cam: e sin + root of (R + r)^2 - (e cos)^2. */
static double lift(double t, bool roller)
{
    const double e = 0.010, r = roller ? 0.035 : 0.03, a = 10 * t - PH_PI / 2;
    return e * sin(a) + sqrt(r * r - e * e * cos(a) * cos(a));
}

static void test_cam(void)
{
    for (int k = 0; k < 2 * SYSTEMS; k++) {
        const bool roller = k % 2;
        ph_model *m = deck_load("", cam(&systems[k / 2], roller, k % 3));
        const ph_shape_def *s = shape(m, "GRAPHICS_1");
        CHECK(s->kind == PH_SHAPE_PROFILE && s->closed && s->points.count == 240);
        if (s->points.count) CHECK_NEAR(s->points.value[0], 0.040, 1e-15);
        CHECK_NEAR(s->length, 0.006, 1e-6);
        ph_sim *sim = begin(m);
        for (double t = 0.1; t < 0.65; t += 0.1) {
            go_on(sim, t);
            const double y = deck_body(sim, 1).position.y;
            /* 100 N press it in by 0.1 mm, across the normal; speed adds some */
            CHECK(y < lift(t, roller) && y > lift(t, roller) - 1.2e-4);
            CHECK_NEAR(deck_body(sim, 1).position.x, 0, 1e-12);
        }
        ph_sim_free(sim);
        ph_model_free(m);
    }
}

/* --- sides ------------------------------------------------------------------------------------ */

/* A point of 1 kg, free to move along y, above a curve on ground, after half a second. */
static double rests(const char *curve, const char *flip)
{
    text[0] = '\0';
    put("UNITS/%s\nPART/1, GROUND\nMARKER/10, PART=1\nMARKER/11, PART=1, ZP=0,1,0\n", mm->units);
    put("PART/3, MASS=1, CM=30, IP=1,1,1, QG=0,1,0\nMARKER/30, PART=3\n"
        "MARKER/31, PART=3, ZP=0,1,0\nACCGRAV/JGRAV=-9810\nJOINT/2, TRANSLATIONAL, I=31, J=11\n");
    put("%s\nGRAPHICS/2, POINT, RM=30\nCONTACT/1, IGEOM=2, JGEOM=1", curve);
    put_law(mm, flip);
    ph_model *m = deck_load("", text);
    ph_sim *sim = begin(m);
    go_on(sim, 0.5);
    const double y = sim ? deck_body(sim, 0).position.y : NAN;
    ph_sim_free(sim);
    ph_model_free(m);
    return y;
}

/* What bears the weight of 1 kg is 9.81 um in, less the radius of the point. */
static void test_sides(void)
{
    static const char flip[] = ", JFLIP_GEOMETRY=1", hill[] = "MARKER/12, PART=1, QP=0,-50,0\n";
    static const char valley[] =
        "MATRIX/1, M=7, N=3, FULL=RORDER\n"
        ", VALUES=-30,9,5, -20,4,5, -10,1,5, 0,0,5, 10,1,5, 20,4,5, 30,9,5\n"
        "CURVE/1, OPEN, CURVE_POINTS, MATRIX=1\n"
        "MARKER/13, PART=1, QP=0,0,-5\n"
        "GRAPHICS/1, CURVE, CID=1, CRM=13";
    const double borne = -9.81e-6 + 1e-6;
    char curve[1000];
    snprintf(curve, sizeof curve, "%sGRAPHICS/1, CIRCLE, CM=12, RADIUS=50", hill);
    CHECK_NEAR(rests(curve, ""), borne, 1e-8);
    /* from above, an arc from the left to the right and one back: its centre is inside */
    snprintf(curve, sizeof curve,
             "MARKER/12, PART=1, QP=0,-50,0, REULER=45D,0D,0D\n"
             "GRAPHICS/1, ARC, CM=12, RADIUS=50, RANGLE=90D");
    CHECK_NEAR(rests(curve, ""), borne, 1e-8);
    snprintf(curve, sizeof curve,
             "MARKER/12, PART=1, QP=0,-50,0, REULER=135D,0D,0D\n"
             "GRAPHICS/1, ARC, CM=12, RADIUS=50, RANGLE=-90D");
    CHECK_NEAR(rests(curve, ""), borne, 1e-8);
    /* in a bowl: the inside is below */
    snprintf(curve, sizeof curve,
             "MARKER/12, PART=1, QP=0,50,0, REULER=225D,0D,0D\n"
             "GRAPHICS/1, ARC, CM=12, RADIUS=50, RANGLE=90D");
    CHECK_NEAR(rests(curve, flip), borne, 1e-8);
    /* a curve along x has its inside above, unless it is flipped */
    CHECK_NEAR(rests(valley, flip), borne, 1e-8);
    CHECK(strstr(deck_messages, "an open CURVE that touches has its inside on the left") != NULL);
}

/* A B-spline by its control points does not go through them. */
static void test_control(void)
{
    text[0] = '\0';
    put("UNITS/%s\nPART/1, GROUND\nMARKER/10, PART=1\nPART/2, MASS=1, CM=20, IP=1,1,1\n"
        "MARKER/20, PART=2, QP=0,99,0\n"
        "MATRIX/1, M=4, N=3, FULL=RORDER, VALUES=0,0,0, 1,2,0, 3,2,0, 4,0,0\n"
        "CURVE/1, OPEN, CONTROL_POINTS, MATRIX=1\nGRAPHICS/1, CURVE, CID=1, CRM=10\n"
        "GRAPHICS/2, POINT, RM=20\nCONTACT/1, IGEOM=1, JGEOM=2",
        mm->units);
    put_law(mm, "");
    ph_model *m = deck_load("", text);
    const ph_rows *p = &shape(m, "GRAPHICS_1")->points;
    const int n = p->count;
    CHECK(n > 200 && !shape(m, "GRAPHICS_1")->closed);
    if (n > 200) {
        /* of Bernstein's polynomials, a third of the way: 8/27, 4/9, 2/9 and 1/27 of the points;
         * two more points are at the beginning */
        CHECK_NEAR(p->value[2 * 69], (4.0 / 9 + 6.0 / 9 + 4.0 / 27) * 1e-3, 1e-15);
        CHECK_NEAR(p->value[2 * 69 + 1], 12.0 / 9 * 1e-3, 1e-15);
        CHECK_NEAR(p->value[2 * n - 2], 4e-3, 1e-15);
    }
    ph_model_free(m);
}

/* --- what cannot be --------------------------------------------------------------------------- */

static void refused(const char *statements, const char *contact, const char *message)
{
    text[0] = '\0';
    put("UNITS/%s\nPART/1, GROUND\nMARKER/10, PART=1\nPART/2, MASS=1, CM=20, IP=1,1,1\n"
        "MARKER/20, PART=2, QP=0,99,0\n%s\nGRAPHICS/2, POINT, RM=20\nCONTACT/1, IGEOM=2, JGEOM=1",
        mm->units, statements);
    put_law(mm, contact);
    deck_bad("", text, message);
}

static void test_refused(void)
{
    static const char turn[] = ", JFLIP_GEOMETRY=1",
                      circle[] = "GRAPHICS/1, CIRCLE, CM=10, RADIUS=5";
    static const char space[] =
        "MATRIX/1, M=4, N=3, FULL=RORDER, VALUES=0,0,0, 1,2,0, 3,2,1, 4,0,2\n"
        "CURVE/1, OPEN, CURVE_POINTS, MATRIX=1\n"
        "GRAPHICS/1, CURVE, CID=1, CRM=10";
    static const char line[] =
        "MATRIX/1, M=4, N=3, FULL=RORDER, VALUES=0,0,0, 1,2,0, 3,2,0, 4,0,0\n"
        "CURVE/1, OPEN, CURVE_POINTS, ORDER=2, MATRIX=1\n"
        "GRAPHICS/1, CURVE, CID=1, CRM=10";
    refused(circle, turn, "CONTACT/1 names GRAPHICS/1, and flips it: only an ARC or a CURVE");
    refused("GRAPHICS/1, ARC, CM=10, RADIUS=5", "", "GRAPHICS/1 touches: it needs RANGLE");
    refused("GRAPHICS/1, ARC, CM=10, RANGLE=1", "",
            "GRAPHICS/1 touches: it needs a RADIUS above 0");
    refused("GRAPHICS/1, CURVE, CRM=10, CID=3", "", "it needs CID, the number of a CURVE");
    refused("GRAPHICS/1, CURVE, CID=1", "", "GRAPHICS/1, a CURVE, needs CRM");
    refused(space, "", "GRAPHICS/1 touches along CURVE/1, which does not lie in a plane");
    char twice[600];
    snprintf(twice, sizeof twice,
             "%s\nGRAPHICS/3, CURVE, CID=1, CRM=10\nCONTACT/2, IGEOM=2, JGEOM=3"
             ", POISSON, PENALTY=1, RESTITUTION=0.5",
             space);
    refused(twice, "", "a plane of its marker CRM (2 statements, the first here)");
    refused(line, "", "which is made of straight lines: what touches must be smooth");
    refused("GRAPHICS/1, OUTLINE=10,20", "", "lines from marker to marker, which cannot touch");
    refused(circle, ", IFLIP_GEOMETRY=1", "IFLIP_GEOMETRY names GRAPHICS/1, which is none of its");
    refused("GRAPHICS/1, ARC, CM=10, RADIUS=5, RANGLE=1\nGRAPHICS/3, POINT, RM=20\n"
            "CONTACT/2, IGEOM=3, JGEOM=1, POISSON, PENALTY=1, RESTITUTION=0.5",
            turn, "which another CONTACT has the other way round");
}

int main(void)
{
    deck_begin();
    test_cam();
    test_sides();
    test_control();
    test_refused();
    deck_end();
    return TEST_RESULT();
}
