/* SPDX-License-Identifier: BSD-3-Clause
 *
 * VARIABLE, DIFF, ARRAY, PINPUT, POUTPUT, STRING, SPLINE, MATRIX, CURVE and GRAPHICS of ADAMS
 * decks: what arrives in the model, what is refused, and what functions make of them.
 */
#include "adams_deck.h"

static const char si[] = "UNITS/ FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND\n"
                         "PART/1, GROUND\n"
                         "MARKER/10, PART=1\n"
                         "PART/2, QG=1,0,0, MASS=2, CM=20, IP=0.5,0.6,0.7\n"
                         "MARKER/20, PART=2\n";
static const char milli[] =
    "UNITS/ FORCE=NEWTON, MASS=KILOGRAM, LENGTH=MILLIMETER, TIME=MILLISECOND\n"
    "PART/1, GROUND\n"
    "MARKER/10, PART=1\n"
    "PART/2, QG=1000,0,0, MASS=2, CM=20, IP=1,1,1\n"
    "MARKER/20, PART=2\n";

/* A variable's value at time t of a deck of the data given. */
static double value_at(const char *head, const char *body, double t)
{
    ph_model *m = deck_load(head, body);
    ph_sim *sim = deck_run(m, t);
    double value = sim ? deck_column(sim, "VARIABLE_1", "", NULL) : NAN;
    ph_sim_free(sim);
    ph_model_free(m);
    return value;
}

static void test_variable(void)
{
    /* in the deck's own units */
    CHECK_NEAR(value_at(milli, "VARIABLE/1, FUNCTION=DX(20,10)+TIME", 0.25), 1250, 1e-9);
    CHECK_NEAR(value_at(si, "VARIABLE/1, IC=3, FUNCTION=2*VARVAL(2)\nVARIABLE/2, FUN=TIME+1", 2), 6,
               1e-12);
    /* 0 = V - 3 - 0.1 sin(V), and the same as V = .. */
    double root = 3;
    for (int k = 0; k < 60; k++) root = 3 + 0.1 * sin(root);
    CHECK_NEAR(value_at(si, "VARIABLE/1, IMPLICIT, FUNCTION=VARVAL(1)-3-0.1*SIN(VARVAL(1))", 0.1),
               root, 1e-9);
    CHECK_NEAR(value_at(si, "VARIABLE/1, FUNCTION=3+0.1*SIN(VARVAL(1))", 0.1), root, 1e-9);
    /* of two solutions the one near IC */
    CHECK_NEAR(value_at(si, "VARIABLE/1, IC=-1, IMPLICIT, FUN=VARVAL(1)**2-4", 0.1), -2, 1e-9);
    CHECK_NEAR(value_at(si, "VARIABLE/1, IC=1, IMPLICIT, FUN=VARVAL(1)**2-4", 0.1), 2, 1e-9);
    deck_bad(si, "VARIABLE/1, IC=2", "FUNCTION");
    deck_bad(si, "VARIABLE/1, FUNCTION=VARVAL(7)", "VARIABLE/7");
    deck_bad(si, "VARIABLE/1, FUNCTION=SIN(", "deck.adm:8");
}

static void test_diff(void)
{
    /* x' = -2 x + 1; in milliseconds the same equation decays in milliseconds */
    ph_model *m = deck_load(si, "DIFF/3, IC=2, FUNCTION=-2*DIF(3)+1");
    const ph_state_def *d = &phk_states(m)[deck_find(m, PHK_KIND_STATE, "DIFF_3")];
    CHECK(d->initial == 2 && d->rate.text && !d->equation.text);
    ph_sim *sim = deck_run(m, 1);
    CHECK_NEAR(deck_column(sim, "DIFF_3", "", NULL), 0.5 + 1.5 * exp(-2), 1e-6);
    ph_sim_free(sim);
    ph_model_free(m);
    m = deck_load(milli, "DIFF/3, FUNCTION=-2*DIF(3)+DIF1(4), IC=2\nDIFF/4, FUNCTION=1");
    sim = deck_run(m, 1e-3);
    CHECK_NEAR(deck_column(sim, "DIFF_3", "", NULL), 0.5 + 1.5 * exp(-2), 1e-6);
    CHECK_NEAR(deck_column(sim, "DIFF_4", "", NULL), 1, 1e-9);
    ph_sim_free(sim);
    ph_model_free(m);
    /* 0 = x'^3 + x' - 2 (x = t), in milliseconds */
    m = deck_load(milli, "DIFF/3, IMPLICIT, IC=0,1, FUNCTION=DIF1(3)**3+DIF1(3)-2, STATIC_HOLD");
    d = &phk_states(m)[deck_find(m, PHK_KIND_STATE, "DIFF_3")];
    CHECK(!d->rate.text && d->equation.text);
    sim = deck_run(m, 2e-3);
    CHECK_NEAR(deck_column(sim, "DIFF_3", "", NULL), 2, 1e-6);
    ph_sim_free(sim);
    ph_model_free(m);
    /* without DIF1 there is nothing to integrate: 0 = x^2 - 4 - t */
    m = deck_load(si, "DIFF/3, IMPLICIT, IC=-1, FUNCTION=DIF(3)**2-4-TIME");
    sim = deck_run(m, 5);
    CHECK_NEAR(deck_column(sim, "DIFF_3", "", NULL), -3, 1e-12);
    ph_sim_free(sim);
    ph_model_free(m);
    /* of two solutions the one near the second number of IC, which is by milliseconds */
    m = deck_load(milli, "DIFF/3, IMPLICIT, IC=0,-1E-3, FUNCTION=DIF1(3)**2-1E-6");
    CHECK_NEAR(phk_states(m)[deck_find(m, PHK_KIND_STATE, "DIFF_3")].guess, -1, 1e-15);
    sim = deck_run(m, 1);
    CHECK_NEAR(deck_column(sim, "DIFF_3", "", NULL), -1, 1e-6);
    ph_sim_free(sim);
    ph_model_free(m);
    m = deck_load(si, "DIFF/3, IC=4, DYNAMIC_HOLD, FUNCTION=100");
    sim = deck_run(m, 1);
    CHECK_NEAR(deck_column(sim, "DIFF_3", "", NULL), 4, 1e-12);
    ph_sim_free(sim);
    ph_model_free(m);
    deck_bad(si, "DIFF/3, IC=1,2,3, FUNCTION=1", "IC");
    deck_bad(si, "DIFF/3, IC=1", "FUNCTION");
}

/* DIFF_3 where the deck rests: a clock has no value there but the one it is held at. */
static double value_at_rest(const char *body)
{
    ph_model *m = deck_load(si, body);
    ph_options o = *ph_model_options(m);
    ph_sim *sim = NULL;
    double value = NAN;
    o.analysis = PH_STATIC;
    o.end = o.start;
    if (!ph_sim_create(m, &o, NULL, &sim)) value = deck_column(sim, "DIFF_3", "", NULL);
    ph_sim_free(sim);
    ph_model_free(m);
    return value;
}

static void test_static_hold(void)
{
    CHECK_NEAR(value_at_rest("DIFF/3, IC=4, FUNCTION=1, STATIC_HOLD"), 4, 0);
    CHECK_NEAR(value_at_rest("DIFF/3, IC=4, IMPLICIT, FUNCTION=DIF1(3)-1, STATIC_HOLD"), 4, 0);
    CHECK_NEAR(value_at_rest("DIFF/3, IC=4, FUNCTION=6-2*DIF(3), STATIC_HOLD"), 4, 0);
    CHECK_NEAR(value_at_rest("DIFF/3, IC=4, FUNCTION=6-2*DIF(3)"), 3, 1e-12);
    CHECK(isnan(value_at_rest("DIFF/3, IC=4, FUNCTION=1")));
}

static void test_lists(void)
{
    CHECK_NEAR(value_at(si,
                        "ARRAY/5, IC, SIZE=3, NUMBERS=4,-5,6E1\n"
                        "VARIABLE/1, FUNCTION=ARYVAL(5,2)+ARYVAL(5,3)",
                        0.1),
               55, 1e-12);
    CHECK_NEAR(value_at(si, "ARRAY/5, NUMBERS=4,-5,6\nVARIABLE/1, FUNCTION=ARYVAL(5,1)", 0.1), 4,
               0);
    CHECK_NEAR(value_at(si,
                        "ARRAY/5, U, VARIABLES=2,3\nPINPUT/1, VARIABLES=3,2\n"
                        "POUTPUT/1, VARIABLES=2\nSTRING/9, STRING=some text\n"
                        "VARIABLE/1, FUNCTION=ARYVAL(5,1)+10*PINVAL(1,1)+100*POUVAL(1,1)\n"
                        "VARIABLE/2, FUNCTION=2*TIME\nVARIABLE/3, FUNCTION=3*TIME",
                        1),
               2 + 30 + 200, 1e-12);
    deck_bad(si, "ARRAY/5, IC", "no NUMBERS");
    deck_bad(si, "ARRAY/5, U", "no VARIABLES");
    deck_bad(si, "ARRAY/5, U, IC, NUMBERS=1", "several kinds");
    deck_bad(si, "ARRAY/5, IC, SIZE=2, NUMBERS=1,2,3", "holds 3 NUMBERS, not 2");
    deck_bad(si, "ARRAY/5, U, VARIABLES=3", "VARIABLE/3");
    deck_bad(si, "PINPUT/5", "VARIABLES");
}

static const ph_table_def *table(const ph_model *m, const char *name)
{
    int index = deck_find(m, PHK_KIND_TABLE, name);
    static const ph_table_def none;
    return index < 0 ? &none : &phk_tables(m)[index];
}

static void test_spline(void)
{
    ph_model *m = deck_load(milli, "SPLINE/3, X=0,1,2,3,4, Y=0,1,4,9,16\n"
                                   "SPLINE/4, LINEAR_EXTRAPOLATE, X=0,1,2,3\n"
                                   ", Y=-1,0,1,2,3,\n, Y=1,0,2,4,6");
    const ph_table_def *t = table(m, "SPLINE_3");
    CHECK(t->x.count == 5 && t->y.count == 5 && t->z.count == 0);
    CHECK(t->beyond == PH_BEYOND_PARABOLA && t->x.count == 5 && t->y.value[3] == 9);
    t = table(m, "SPLINE_4");
    CHECK(t->beyond == PH_BEYOND_TANGENT && t->z.count == 2 && t->y.count == 8);
    CHECK(t->z.count == 2 && t->z.value[0] == -1 && t->z.value[1] == 1);
    CHECK(t->y.count == 8 && t->y.value[3] == 3 && t->y.value[7] == 6);
    ph_model_free(m);
    CHECK_NEAR(value_at(si,
                        "SPLINE/3, X=0,1,2,3,4, Y=0,1,4,9,16\n"
                        "VARIABLE/1, FUNCTION=CUBSPL(TIME+5.5,0,3)+AKISPL(2,0,3,1)",
                        0.5),
               36 + 4, 1e-9);
    CHECK_NEAR(value_at(si,
                        "SPLINE/4, X=0,1,2,3, Y=-1,0,1,2,3, Y=1,0,2,4,6\n"
                        "VARIABLE/1, FUNCTION=AKISPL(2,TIME,4)",
                        0.5),
               2 + 2 * 0.75, 1e-9);
    deck_bad(si, "SPLINE/3, X=0,1,2, Y=0,1,4", "X");
    deck_bad(si, "SPLINE/3, X=0,1,1,2, Y=0,1,4,9", "X must increase: 1 follows 1");
    deck_bad(si, "SPLINE/3, X=0,1,2,3, Y=0,1,4,9,16", "4 X and 5 Y");
    deck_bad(si, "SPLINE/3, X=0,1,2,3, Y=0,1,2,3,4, Y=0,1,2,3,4", "z must increase: 0 follows 0");
    deck_bad(si, "SPLINE/3, X=0,1,2,3, Y=0,1,2,3,4, Y=1,1,2,3", "5 numbers; it has 4");
    deck_bad(si, "SPLINE/3, X=0,1,2,3", "no Y");
    deck_bad(si, "SPLINE/3, Y=0,1,2,3", "no X");
    deck_bad(si, "SPLINE/3, FILE=nowhere.dat", "nowhere.dat");
    deck_bad(si, "SPLINE/3, FILE=a.rpc, CHANNEL=3", "CHANNEL");
    deck_bad(si, "SPLINE/3, FILE=a.dat, BLOCK=first", "BLOCK");
    deck_bad(si, "SPLINE/3, FILE=a.dat, ROUTINE=lib::sub", "ROUTINE");
}

/* A file of two columns beside the deck. */
static void test_spline_file(void)
{
    char path[200];
    snprintf(path, sizeof path, "%s/points.txt", deck_folder);
    FILE *file = fopen(path, "wb");
    CHECK(file != NULL);
    if (file) fputs("# x y\n0 0\n1 2\n2 4\n3 6\n", file);
    if (file) fclose(file);
    CHECK_NEAR(value_at(si, "SPLINE/3, FILE=points.txt\nVARIABLE/1, FUN=AKISPL(1.5,0,3)", 0.1), 3,
               1e-12);
    deck_bad(si, "SPLINE/3, FILE=points.txt, X=1,2,3,4", "both points and a file");
    file = fopen(path, "wb");
    if (file) fputs("0 0\n1 two\n", file);
    if (file) fclose(file);
    deck_bad(si, "SPLINE/3, FILE=points.txt", "points.txt:2");
    unlink(path);
}

static void test_curve(void)
{
    ph_model *m = deck_load(milli, "CURVE/2, OPEN, CURVE_POINTS, MATRIX=7\n"
                                   "MATRIX/7, M=4, N=3, FULL=RORDER\n"
                                   ", VALUES=0,0,0, 1,2,3, 2,4,6, 3,6,9\n"
                                   "MATRIX/8, M=4, N=3, FULL=CORDER\n"
                                   ", VALUES=0,1,2,0, 5,6,7,5, 0,0,1,0\n"
                                   "CURVE/3, CLOSED, CONTROL_POINTS, ORDER=3, MATRIX=8\n"
                                   "MATRIX/9, SPARSE, ROWS=5, COLUMNS=3, I=2,5, J=1,3, VALUES=8,9\n"
                                   "CURVE/4, MATRIX=9");
    const ph_table_def *t = table(m, "CURVE_2");
    CHECK(t->points.count == 12 && t->order == 4 && !t->control && !t->closed);
    CHECK(t->points.count == 12 && t->points.value[4] == 2 && t->points.value[11] == 9);
    t = table(m, "CURVE_3");
    CHECK(t->points.count == 12 && t->order == 3 && t->control && t->closed);
    CHECK(t->points.count == 12 && t->points.value[1] == 5 && t->points.value[8] == 1);
    t = table(m, "CURVE_4");
    CHECK(t->points.count == 15 && t->points.value[3] == 8 && t->points.value[14] == 9);
    ph_model_free(m);
    static const char line[] = "MATRIX/7, M=4, N=3, FULL=RORDER, VALUES=0,0,0,1,2,3,2,4,6,3,6,9\n"
                               "CURVE/2, CURVE_POINTS, MATRIX=7\n"
                               "VARIABLE/1, FUNCTION=CURVE(TIME,0,2,2)";
    /* a straight line over the parameter from -1 to 1 */
    CHECK_NEAR(value_at(si, line, 0.5), 4.5, 1e-9);
    deck_bad(si, "CURVE/2, MATRIX=7", "MATRIX/7");
    deck_bad(si, "CURVE/2", "MATRIX");
    deck_bad(si, "MATRIX/7, M=2, N=3, FULL=RORDER, VALUES=1,2,3", "2 rows and 3 columns, but 3");
    deck_bad(si, "MATRIX/7, M=2.5, N=3, VALUES=1,2,3", "whole numbers");
    deck_bad(si, "MATRIX/7, M=2, N=3", "VALUES");
    deck_bad(si, "MATRIX/7, SPARSE, M=2, N=3, I=3, J=1, VALUES=1", "outside of a matrix");
    deck_bad(si, "MATRIX/7, SPARSE, M=2, N=3, I=1,2, J=1, VALUES=1", "a row I and a column J");
    deck_bad(si, "MATRIX/7, M=2, N=2, FULL=RORDER, VALUES=1,2,3,4\nCURVE/1, MATRIX=7", "3 columns");
    deck_bad(si, "MATRIX/7, M=4, N=3, SPARSE, I=1, J=1, VALUES=1\nCURVE/1, CLOSED, MATRIX=7",
             "first and last point differ");
    deck_bad(si, "MATRIX/7, M=4, N=3, SPARSE, I=1, J=1, VALUES=1\nCURVE/1, ORDER=1, MATRIX=7",
             "2 or more");
    deck_bad(si, "MATRIX/7, FILE=m.dat, NAME=a", "m.dat");
    deck_bad(si, "MATRIX/7, FILE=m.dat", "NAME it has in the file");
    deck_bad(si, "MATRIX/7, FILE=m.dat, NAME=a, VALUES=1", "both values and a file");
    deck_bad(si, "CURVE/1, FUNCTION=USER(1)\\, MATRIX=1", "subroutine");
}

static const ph_shape_def *shape(const ph_model *m, const char *name, int kind)
{
    int index = deck_find(m, PHK_KIND_SHAPE, name);
    static const ph_shape_def none;
    CHECK(index < 0 || phk_shapes(m)[index].kind == kind);
    return index < 0 ? &none : &phk_shapes(m)[index];
}

static void test_graphics(void)
{
    ph_model *m = deck_load(milli, "GRAPHICS/1, BOX, CORNER=20, X=10, Y=20, Z=30\n"
                                   "GRAPHICS/2, CYLINDER, CM=20, LENGTH=100, RADIUS=5, SIDES=20\n"
                                   "GRAPHICS/3, FRUSTUM, CM=20, LENGTH=100, TOP=5, BOTTOM=7\n"
                                   "GRAPHICS/4, ELLIPSOID, CM=20, XSCALE=1, YSCALE=2, ZSCALE=3\n"
                                   "GRAPHICS/5, CIRCLE, CM=10, RADIUS=8, SEG=30\n"
                                   "GRAPHICS/6, OUTLINE=10,20,10\n"
                                   "GRAPHICS/7, SPDP, I=10, J=20, COILS=9, DA=40\n"
                                   "GRAPHICS/8, TORUS, CM=20, MAJOR=9, MINOR=2\n"
                                   "SFORCE/1, TRANS, I=10, J=20, FUNCTION=0\n"
                                   "GRAPHICS/9, FORCE, ETYPE=SFORCE, EID=1, EMARKER=10\n"
                                   "GRAPHICS/10, FORCE, ETYPE=SFORCE, EID=1, EMARKER=20\n"
                                   "GRAPHICS/11, EXTERNAL, RM=20, FILE=part.xmt_txt\n"
                                   "GRAPHICS/12, ARC, CM=20, RADIUS=3, RANGLE=90D, SEG=9\n"
                                   "GRAPHICS/13, POINT, RM=20\n"
                                   "GRAPHICS/14, PLANE, RM=20, XMIN=0, XMAX=1, YMIN=0, YMAX=1\n"
                                   "GRAPHICS/15, CURVE, CID=1, CRM=20, SEG=5\n"
                                   "GRAPHICS/16, RM=20");
    CHECK(ph_model_shapes(m) == 9);
    const ph_shape_def *s = shape(m, "GRAPHICS_1", PH_SHAPE_BOX);
    CHECK_NEAR(s->size.z, 0.03, 1e-17);
    CHECK_TEXT(s->on.text, "MARKER_20");
    s = shape(m, "GRAPHICS_2", PH_SHAPE_CYLINDER);
    CHECK(s->length == 0.1 && s->radius == 0.005);
    s = shape(m, "GRAPHICS_3", PH_SHAPE_FRUSTUM);
    CHECK(s->radius == 0.007 && s->radius2 == 0.005 && s->length == 0.1);
    s = shape(m, "GRAPHICS_4", PH_SHAPE_ELLIPSOID);
    CHECK(s->size.x == 0.001 && s->size.y == 0.002 && s->size.z == 0.003);
    s = shape(m, "GRAPHICS_5", PH_SHAPE_CIRCLE);
    CHECK(s->radius == 0.008);
    s = shape(m, "GRAPHICS_6", PH_SHAPE_LINE);
    CHECK(s->through.count == 3);
    if (s->through.count == 3) CHECK_TEXT(s->through.name[1].text, "MARKER_20");
    s = shape(m, "GRAPHICS_7", PH_SHAPE_SPRING);
    CHECK(s->through.count == 2 && s->radius == 0.02);
    s = shape(m, "GRAPHICS_8", PH_SHAPE_TORUS);
    CHECK_NEAR(s->radius, 0.009, 1e-17);
    CHECK_NEAR(s->radius2, 0.002, 1e-17);
    /* one line for all of a kind */
    CHECK(strstr(deck_messages, "arrows of forces are not drawn (2 left out)") != NULL);
    CHECK(strstr(deck_messages, "shapes in files are not drawn (1 left out)") != NULL);
    s = shape(m, "GRAPHICS_14", PH_SHAPE_PLANE);
    CHECK(s->size.x == 0.001 && s->size.y == 0.001 && s->at.x == 0.0005);
    static const char *const left[] = {"arcs", "points", "curves"};
    for (int k = 0; k < 3; k++) CHECK(strstr(deck_messages, left[k]) != NULL);
    CHECK(strstr(deck_messages, "GRAPHICS/16 is of a kind that is not drawn") != NULL);
    ph_model_free(m);
    deck_bad(si, "GRAPHICS/1, BOX, X=1, Y=2, Z=3", "needs CORNER");
    deck_bad(si, "GRAPHICS/1, PLANE", "needs RM");
    deck_bad(si, "GRAPHICS/1, CYLINDER, CM=99, RADIUS=3", "99");
}

int main(void)
{
    deck_begin();
    test_variable();
    test_diff();
    test_static_hold();
    test_lists();
    test_spline();
    test_spline_file();
    test_curve();
    test_graphics();
    deck_end();
    return TEST_RESULT();
}
