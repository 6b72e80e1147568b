/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Function expressions of ADAMS decks: every function by value, against formulas over the state of
 * the bodies, in millimetres, milliseconds and kilonewtons; and what is said of wrong ones.
 */
#include "adams_deck.h"

enum { MOST = 400 };

/* ---- a list of expressions, each a VARIABLE: first written, then compared ---- */

static const char *asked[MOST];
static double wanted[MOST], within[MOST];
static int count;

static void want(const char *text, double value, double tolerance)
{
    asked[count] = text;
    wanted[count] = value;
    within[count++] = tolerance;
}

/* Runs the deck with all expressions up to t [s]; `fill` makes the list, with a sim the second time
 * round. */
static void compare(const char *head, double t, void (*fill)(const ph_model *m, ph_sim *sim))
{
    static char body[60000];
    size_t used = 0;
    count = 0;
    fill(NULL, NULL);
    for (int k = 0; k < count; k++)
        used += (size_t)snprintf(body + used, sizeof body - used, "VARIABLE/%d, FUNCTION=%s\n",
                                 1000 + k, asked[k]);
    ph_model *m = deck_load(head, body);
    ph_sim *sim = deck_run(m, t);
    count = 0;
    if (sim) fill(m, sim);
    for (int k = 0; sim && k < count; k++) {
        char name[30];
        snprintf(name, sizeof name, "VARIABLE_%d", 1000 + k);
        double got = deck_column(sim, name, "", NULL);
        int failed = harness_failed;
        CHECK_NEAR(got, wanted[k], within[k] * fmax(1, fabs(wanted[k])));
        if (harness_failed > failed) printf("  of %s\n", asked[k]);
    }
    ph_sim_free(sim);
    ph_model_free(m);
}

/* ---- arithmetic, general functions, tables, lists ---- */

static const char data[] =
    "UNITS/ FORCE=KNEWTON, MASS=KILOGRAM, LENGTH=MILLIMETER, TIME=MILLISECOND\n"
    "PART/1, GROUND\nMARKER/1, PART=1\nMARKER/3, FLOATING, PART=1\n"
    "PART/2, MASS=1, CM=2, IP=1,1,1\nMARKER/2, PART=2\n"
    "SPLINE/1, X=0,1,2,3,5, Y=0,1,8,27,125\n"
    "SPLINE/2, LINEAR, X=0,1,2,3, Y=0, 0,1,4,9, Y=2, 0,3,8,15\n"
    "SPLINE/3, LINEAR_EXTRAPOLATE, X=0,1,2,3, Y=0,1,4,9\n"
    "MATRIX/1, M=4, N=3, FULL=RORDER, VALUES=0,0,1, 1,1,1, 2,4,1, 3,9,1\n"
    "CURVE/1, CURVE_POINTS, MATRIX=1, ORDER=4\n"
    "ARRAY/1, IC, NUMBERS=3,-4,5\nARRAY/2, U, VARIABLES=7,8\n"
    "PINPUT/1, VARIABLES=8,7\nPOUTPUT/1, VARIABLES=7\n"
    "VARIABLE/7, FUNCTION=TIME/2\nVARIABLE/8, FUNCTION=11\n"
    "DIFF/1, IC=2, FUNCTION=-DIF(1)/1000\n"
    "DIFF/2, IC=1, IMPLICIT, FUNCTION=DIF1(2)-0.003\n";

static double cubic_step(double u)
{
    return u <= 0 ? 0 : u >= 1 ? 1 : u * u * (3 - 2 * u);
}

static void fill_data(const ph_model *m, ph_sim *sim)
{
    (void)m, (void)sim;
    double t = 500, tiny = 1e-12; /* [ms] */
    want("TIME", t, tiny);
    want("time*2-1", 2 * t - 1, tiny);
    want("-TIME**2", -t * t, tiny);
    want("2**-1", 0.5, tiny);
    want("2**3**2", 512, tiny);
    want("-2**-2**-1", -pow(2, -pow(2, -1)), tiny);
    want("1/2+7/4*2", 4, tiny);
    want("2-3-4", -5, tiny);
    want("8/4/2", 1, tiny);
    want("--3", 3, tiny);
    want("4*-TIME", -4 * t, tiny);
    want("(TIME+1)*(2)", 2 * t + 2, tiny);
    want("SIN(90D)+1.5D1+1E1+.5", 26.5, tiny);
    want("PI", 3.14159265358979323846, tiny);
    want("Rtod*DTOR", 1, tiny);
    want("MODE", 4, tiny);
    want("ABS(-3)", 3, tiny);
    want("ACOS(0.3)", acos(0.3), tiny);
    want("AINT(-2.7)", -2, tiny);
    want("ANINT(-2.7)", -3, tiny);
    want("ASIN(0.3)", asin(0.3), tiny);
    want("ATAN(2)", atan(2), tiny);
    want("ATAN2(-1,-2)", atan2(-1, -2), tiny);
    want("COS(2)", cos(2), tiny);
    want("COSH(2)", cosh(2), tiny);
    want("DIM(5,2)+DIM(2,5)", 3, tiny);
    want("EXP(2)", exp(2), tiny);
    want("LOG(2)", log(2), tiny);
    want("LOG10(2)", log10(2), tiny);
    want("MAX(1,TIME)", t, tiny);
    want("MIN(1,TIME)", 1, tiny);
    want("MOD(45,16)", 13, tiny);
    want("SIGN(3,-2)", -3, tiny);
    want("SIN(2)", sin(2), tiny);
    want("SINH(2)", sinh(2), tiny);
    want("SQRT(2)", sqrt(2), tiny);
    want("TAN(2)", tan(2), tiny);
    want("TANH(0.5)", tanh(0.5), tiny);
    want("IF(TIME-500: 1, 2, 3)", 2, tiny);
    want("IF(TIME-501: 1, 2, 3)", 1, tiny);
    want("if(time-499:1,2,if(1:7,8,9))", 9, tiny);
    want("STEP(TIME,400,1,800,3)", 1 + 2 * cubic_step(0.25), tiny);
    want("STEP(TIME,0,1,100,3)", 3, tiny);
    want("STEP5(TIME,400,0,800,1)", 0.103515625, tiny);
    want("HAVSIN(TIME,400,1,800,3)", 2 - cos(3.14159265358979323846 / 4), tiny);
    want("IMPACT(0.9,-2,1,100,1.5,3,0.2)", 100 * pow(0.1, 1.5) + 2 * 3 * cubic_step(0.5), tiny);
    want("IMPACT(1.1,-2,1,100,1.5,3,0.2)", 0, tiny);
    want("BISTOP(2.1,2,1,2,100,1.5,3,0.2)", -100 * pow(0.1, 1.5) - 2 * 3 * cubic_step(0.5), tiny);
    want("POLY(3,1,1,2,3)", 1 + 2 * 2 + 3 * 4, tiny);
    want("CHEBY(0.7,0.2,1,2,3)", 1 + 2 * 0.5 + 3 * (2 * 0.25 - 1), tiny);
    want("SHF(TIME,25,PI,0.01,10D,7)",
         3.14159265358979323846 * sin(0.01 * 475 - 10 * 0.017453292519943295769) + 7, tiny);
    want("FORCOS(TIME,100,0.01,1,2,3)", 1 + 2 * cos(4) + 3 * cos(8), tiny);
    want("FORSIN(TIME,100,0.01,1,2,3)", 1 + 2 * sin(4) + 3 * sin(8), tiny);
    /* from 0.01 at 0 to 0.03 at 1000: 0.01 t + 0.00001 t^2 cycles; faded in long ago */
    want("SWEEP(TIME,4,0,0.01,1000,0.03,10)",
         4 * sin(2 * 3.14159265358979323846 * (0.01 * t + 0.00001 * t * t)), 1e-10);
    want("AKISPL(1.0,0,1)+CUBSPL(2,0,1)", 9, tiny);
    want("CUBSPL(2.5,0,1)", 15.625, 1e-10);
    want("CUBSPL(2.5,0,1,1)", 18.75, 1e-10);
    want("CUBSPL(2.5,99,1,2)", 15, 1e-10); /* one curve at any z */
    want("CUBSPL(1.5,0.5,2)", 0.75 * 2.25 + 0.25 * 5.25, 1e-10);
    want("AKISPL(2,TIME/500,2)", 6, 1e-10);
    want("CUBSPL(4,0,3)", 15, 1e-10);      /* along the tangent */
    want("CUBSPL(6,0,1)", 216 - 12, 1e-9); /* along the parabola through 2, 3, 5 */
    want("CURVE(0,0,1,1)", 1.5, tiny);
    want("CURVE(0,0,2,1)", 2.25, tiny);
    want("CURVE(0,0,3,1)", 1, tiny);
    want("CURVE(1/3,1,2,1)", 2 * 2 * 1.5, 1e-10);
    want("CURVE(0.1,2,2,1)", 2 * 1.5 * 1.5, 1e-9);
    want("INTERP(2.5,1,1)", 17.5, tiny);
    want("INTERP(2.5,3,1)", 15.625, 1e-10);
    want("INTERP(2.5,1,1,1)", 19, tiny);
    want("INTERP(2.5,3,1,1)", 18.75, 1e-10);
    want("SWEEP(TIME,4,1000,0.01,2000,0.03,1000)",
         4 * 0.5 * sin(2 * 3.14159265358979323846 * 0.01 * t), 1e-10);
    want("VARVAL(7)*2", t, tiny);
    want("ARYVAL(1,3)-ARYVAL(1,2)", 9, tiny);
    want("2-ARYVAL(1,2)", 6, tiny);
    want("ARYVAL(2,1)+ARYVAL(2,2)", t / 2 + 11, tiny);
    want("PINVAL(1,1)", 11, tiny);
    want("POUVAL(1,1)", t / 2, tiny);
    want("DIF(1)", 2 * exp(-0.5), 1e-6);
    want("DIF1(1)", -2e-3 * exp(-0.5), 1e-6);
    want("DIF(2)", 1 + 0.003 * t, 1e-6);
    want("DIF1(2)", 0.003, 1e-9);
    want("STEP(TIME\n,0,0\n,1000,\n, 8)", 4, tiny); /* commas that only go on, and that part */
    want("2*&\n  SIN(&\n 0)+1 ! a comment\n +1", 2, tiny);
}

/* ---- over markers ---- */

/* Two bodies that fly and spin, pushed and turned. */
static const char flying[] =
    "UNITS/ FORCE=KNEWTON, MASS=KILOGRAM, LENGTH=MILLIMETER, TIME=MILLISECOND\n"
    "PART/1, GROUND\n"
    "MARKER/10, PART=1, QP=100,200,-50, REULER=30D,40D,50D\n"
    "MARKER/11, FLOATING, PART=1\n"
    "PART/2, QG=500,-300,200, REULER=20D,-30D,70D, VX=0.3, VY=-0.2, VZ=0.1, WX=1D, WY=0.02\n"
    ", WZ=-0.01, MASS=2, CM=20, IP=3E4,4E4,5E4,1E3,-2E3,500\n"
    "MARKER/20, PART=2, QP=10,20,30, REULER=10D,20D,30D\n"
    "MARKER/21, PART=2, QP=-70,80,90, REULER=-40D,100D,200D\n"
    "PART/3, QG=-100,400,900, REULER=120D,80D,-10D, VX=-0.1, VY=0.5, WX=-0.015, WY=0.01\n"
    ", WZ=0.02, MASS=3, CM=30, IP=6E4,5E4,4E4\n"
    "MARKER/30, PART=3, QP=1,2,3\n"
    "MARKER/31, PART=3, QP=60,-50,40, REULER=15D,25D,35D\n"
    "VFORCE/1, I=21, JFLOAT=11, RM=10, FX=0.001\\FY=-0.002*COS(TIME/100)\n"
    "VTORQUE/1, I=31, JFLOAT=11, RM=31, TZ=0.03\n";

typedef struct {
    ph_vec3 p, v, a, w, alpha;
    ph_mat3 R;
} frame;

static ph_vec3 column3(ph_sim *sim, const char *body, const char *quantity)
{
    return ph_v3(deck_column(sim, body, quantity, "x"), deck_column(sim, body, quantity, "y"),
                 deck_column(sim, body, quantity, "z"));
}

/* A marker of the model at the present state, in mm and ms. */
static frame frame_of(const ph_model *m, ph_sim *sim, const char *name)
{
    frame f = {.R = ph_mat3_from_quat(ph_quat_identity())};
    if (!m || !name) return f;
    const ph_marker_def *d = &phk_markers(m)[deck_find(m, PHK_KIND_MARKER, name)];
    f.R = ph_mat3_from_quat(d->orientation);
    f.p = ph_scale(1e3, d->at);
    if (!d->on.text || strcmp(d->on.text, "ground") == 0) return f;
    ph_body_state s = {0};
    ph_sim_get_body(sim, strcmp(d->on.text, "PART_2") == 0 ? 0 : 1, &s);
    ph_vec3 r = ph_rotate(s.orientation, d->at);
    ph_vec3 w = ph_rotate(s.orientation, s.omega), alpha = column3(sim, d->on.text, "alpha_world");
    f.R = ph_mat3_from_quat(ph_quat_mul(s.orientation, d->orientation));
    f.p = ph_scale(1e3, ph_add(s.position, r));
    f.v = ph_add(s.velocity, ph_cross(w, r)); /* m/s are mm/ms */
    f.w = ph_scale(1e-3, w);
    f.alpha = ph_scale(1e-6, alpha);
    ph_vec3 a = ph_add(ph_cross(alpha, r), ph_cross(w, ph_cross(w, r)));
    f.a = ph_scale(1e-3, ph_add(column3(sim, d->on.text, "acc"), a));
    return f;
}

static double along(const frame *r, int k, ph_vec3 v)
{
    return r->R.m[0][k] * v.x + r->R.m[1][k] * v.y + r->R.m[2][k] * v.z;
}

static ph_vec3 axis(const frame *f, int k)
{
    return ph_v3(f->R.m[0][k], f->R.m[1][k], f->R.m[2][k]);
}

static ph_vec3 velocity(const frame *i, const frame *j, const frame *l)
{
    return ph_sub(ph_sub(i->v, j->v), ph_cross(l->w, ph_sub(i->p, j->p)));
}

static ph_vec3 acceleration(const frame *i, const frame *j, const frame *l)
{
    ph_vec3 d = ph_sub(i->p, j->p), a = ph_sub(i->a, j->a);
    a = ph_sub(a, ph_cross(l->alpha, d));
    a = ph_sub(a, ph_scale(2, ph_cross(l->w, velocity(i, j, l))));
    return ph_sub(a, ph_cross(l->w, ph_cross(l->w, d)));
}

static ph_vec3 spin_rate(const frame *i, const frame *j, const frame *l)
{
    return ph_sub(ph_sub(i->alpha, j->alpha), ph_cross(l->w, ph_sub(i->w, j->w)));
}

static void fill_markers(const ph_model *m, ph_sim *sim)
{
    frame i = frame_of(m, sim, "MARKER_20"), j = frame_of(m, sim, "MARKER_31");
    frame r = frame_of(m, sim, "MARKER_21"), l = frame_of(m, sim, "MARKER_30");
    frame g = frame_of(m, sim, "MARKER_10"), o = frame_of(NULL, sim, NULL);
    ph_vec3 d = ph_sub(i.p, j.p);
    double S[3][3], e = 1e-9;
    for (int a = 0; a < 3; a++)
        for (int b = 0; b < 3; b++) S[a][b] = ph_dot(axis(&j, a), axis(&i, b));
    want("DM(20,31)", ph_norm(d), e);
    want("DM(20)", ph_norm(i.p), e);
    want("DX(20)", i.p.x, e);
    want("DX(20,31)", d.x, e);
    want("DY(20,31,21)", along(&r, 1, d), e);
    want("DZ(20,0,21)", along(&r, 2, i.p), e);
    want("DZ(20,10,10)**2", pow(along(&g, 2, ph_sub(i.p, g.p)), 2), e);
    want("AX(20,31)", atan2(-S[1][2], S[2][2]), e);
    want("AY(20,31)", atan2(S[0][2], S[2][2]), e);
    want("AZ(20,31)", atan2(S[1][0], S[0][0]), e);
    want("PSI(20,31)", atan2(S[0][2], -S[1][2]), e);
    want("THETA(20,31)", acos(S[2][2]), e);
    want("PHI(20,31)", atan2(S[2][0], S[2][1]), e);
    want("YAW(20,31)", atan2(S[1][0], S[0][0]), e);
    want("PITCH(20,31)", asin(S[2][0]), e);
    want("ROLL(20,31)", atan2(S[2][1], S[2][2]), e);
    want("ORIENT(11,2,20,31)", acos(S[2][2]), e);
    want("INCANG(20,31,10)",
         acos(ph_dot(d, ph_sub(g.p, j.p)) / ph_norm(d) / ph_norm(ph_sub(g.p, j.p))), e);
    ph_vec3 v = velocity(&i, &j, &o), vl = velocity(&i, &j, &l);
    want("VM(20,31)", ph_norm(v), e);
    want("VM(20,31,30)", ph_norm(vl), e);
    want("VR(20,31)", ph_dot(v, d) / ph_norm(d), e);
    want("VX(20)", i.v.x, e);
    want("VX(20,31)", v.x, e);
    want("VY(20,31,21)", along(&r, 1, v), e);
    want("VZ(20,31,21,30)", along(&r, 2, vl), e);
    want("VX(20,31,0,30)", vl.x, e);
    ph_vec3 w = ph_sub(i.w, j.w);
    want("WM(20,31)", ph_norm(w), e);
    want("WX(20)", i.w.x, e);
    want("WY(20,31)", w.y, e);
    want("WZ(20,31,21)", along(&r, 2, w), e);
    ph_vec3 a = acceleration(&i, &j, &o), al = acceleration(&i, &j, &l);
    want("ACCM(20,31)*1000", 1e3 * ph_norm(a), e);
    want("ACCM(20,31,30)*1000", 1e3 * ph_norm(al), e);
    want("ACCX(20)*1000", 1e3 * i.a.x, e);
    want("ACCY(20,31,21)*1000", 1e3 * along(&r, 1, a), e);
    want("ACCZ(20,31,21,30)*1000", 1e3 * along(&r, 2, al), e);
    ph_vec3 b = spin_rate(&i, &j, &o), bl = spin_rate(&i, &j, &l);
    want("WDTM(20,31)*1E5", 1e5 * ph_norm(b), e);
    want("WDTM(20,31,30)*1E5", 1e5 * ph_norm(bl), e);
    want("WDTX(20)*1E5", 1e5 * i.alpha.x, e);
    want("WDTY(20,31,21)*1E5", 1e5 * along(&r, 1, b), e);
    want("WDTZ(20,31,21,30)*1E5", 1e5 * along(&r, 2, bl), e);
}

/* ---- forces ---- */

/* A crank driven by a motion, with a coupler on a ball joint that springs hold. */
static const char loaded[] =
    "UNITS/ FORCE=KNEWTON, MASS=KILOGRAM, LENGTH=MILLIMETER, TIME=MILLISECOND\n"
    "PART/1, GROUND\n"
    "MARKER/10, PART=1\nMARKER/11, PART=1, QP=900,0,100, REULER=20D,30D,40D\n"
    "MARKER/12, FLOATING, PART=1\n"
    "PART/2, QG=0,0,0, MASS=2, CM=20, IP=3E4,4E4,5E4\n"
    "MARKER/20, PART=2, QP=100,0,0\nMARKER/21, PART=2\nMARKER/22, PART=2, QP=200,0,0\n"
    "PART/3, QG=200,0,0, WZ=0.001, MASS=3, CM=30, IP=6E4,5E4,4E4\n"
    "MARKER/30, PART=3, QP=150,10,20\nMARKER/31, PART=3\nMARKER/32, FLOATING, PART=3\n"
    "MARKER/33, PART=3, QP=300,0,0, REULER=90D,0,0\n"
    "JOINT/1, REVOLUTE, I=21, J=10\nJOINT/2, SPHERICAL, I=31, J=22\n"
    "MOTION/1, ROTATIONAL, JOINT=1, FUNCTION=0.002*TIME\n"
    "SFORCE/1, TRANSLATION, I=33, J=11, FUNCTION=-1E-4*(DM(33,11)-400)\n"
    "SFORCE/2, ROTATION, ACTIONONLY, I=33, J=33, FUNCTION=0.02\n"
    "VFORCE/1, I=33, JFLOAT=12, RM=33, FX=0.001\\FY=0.002\\FZ=-0.003\n"
    "VTORQUE/1, I=22, JFLOAT=32, RM=11, TX=0.01\\TZ=0.02\n"
    "GFORCE/1, I=30, JFLOAT=12, RM=10, FY=-0.002\\TY=0.03\n"
    "SPRINGDAMPER/1, TRANSLATION, I=33, J=11, K=2E-4, LENGTH=100, C=1E-3\n"
    "BUSHING/1, I=33, J=11, K=1E-5,2E-5,3E-5, KT=0.1,0.2,0.3\n"
    "MARKER/13, PART=1, QP=0,500,0\n"
    "PART/4, QG=0,500,0, MASS=1, CM=41, IP=1E4,1E4,1E4\n"
    "MARKER/40, PART=4\nMARKER/41, PART=4, QP=50,0,0\n"
    "JPRIM/1, ATPOINT, I=40, J=13\n"
    "ACCGRAV/ KGRAV=-9.81E-3\n";

typedef struct {
    ph_vec3 force, torque; /* [kN], [kN mm] */
} load;

static load column6(ph_sim *sim, const char *name)
{
    load w = {{0, 0, 0}, {0, 0, 0}};
    if (!sim) return w;
    w.force = ph_scale(1e-3, column3(sim, name, "force"));
    w.torque = column3(sim, name, "torque");
    return w;
}

/* All components of an element at its marker I (jflag 0), in world axes and in those of MARKER/33.
 */
static void want_load(const char *function, int id, const load *w, const frame *r)
{
    static char text[MOST][40];
    const double value[9] = {0,           ph_norm(w->force), w->force.x,
                             w->force.y,  w->force.z,        ph_norm(w->torque),
                             w->torque.x, w->torque.y,       w->torque.z};
    for (int k = 1; k <= 8; k++) {
        snprintf(text[count], sizeof text[count], "%s(%d,0,%d,0)", function, id, k);
        want(text[count], value[k], 1e-9);
    }
    for (int k = 0; k < 6; k++) {
        int component = k < 3 ? 2 + k : 3 + k;
        snprintf(text[count], sizeof text[count], "%s(%d,0,%d,33)", function, id, component);
        want(text[count], along(r, k % 3, k < 3 ? w->force : w->torque), 1e-9);
    }
}

static ph_vec3 sum(ph_vec3 a, ph_vec3 b, ph_vec3 c)
{
    return ph_add(ph_add(a, b), c);
}

static void fill_loads(const ph_model *m, ph_sim *sim)
{
    static const struct {
        const char *function, *name;
        int id;
    } element[] = {
        {"JOINT", "JOINT_1", 1},   {"JOINT", "JOINT_2", 2},   {"MOTION", "MOTION_1", 1},
        {"SFORCE", "SFORCE_1", 1}, {"SFORCE", "SFORCE_2", 2}, {"VFORCE", "VFORCE_1", 1},
        {"VTORQ", "VTORQUE_1", 1}, {"GFORCE", "GFORCE_1", 1}, {"SPDP", "SPRINGDAMPER_1", 1},
        {"BUSH", "BUSHING_1", 1},  {"JPRIM", "JPRIM_1", 1}};
    frame r = frame_of(m, sim, m ? "MARKER_33" : NULL);
    frame j = frame_of(m, sim, m ? "MARKER_11" : NULL);
    double e = 1e-9;
    /* a joint acts on its second body, which is that of I; a force on its first marker, I */
    for (int k = 0; k < 11; k++) {
        load w = column6(sim, element[k].name);
        want_load(element[k].function, element[k].id, &w, &r);
    }
    load joint = column6(sim, "JOINT_1"), motion = column6(sim, "MOTION_1");
    load line = column6(sim, "SFORCE_1"), spring = column6(sim, "SPRINGDAMPER_1");
    load bush = column6(sim, "BUSHING_1"), push = column6(sim, "VFORCE_1");
    load turn = column6(sim, "VTORQUE_1"), alone = column6(sim, "SFORCE_2");
    ph_vec3 d = ph_sub(r.p, j.p);
    double length = sim ? ph_norm(d) : 1;
    want("SFORCE(1,0,1,0)", fabs(-1e-4 * (length - 400)), e);
    want("SPDP(1,0,2,0)*1",
         (-2e-4 * (length - 100) - 1e-3 * ph_dot(d, ph_sub(r.v, j.v)) / length) * d.x / length, e);
    want("VTORQ(1,0,6,11)", 0.01, e);
    want("VTORQUE(1,1,8,11)", -0.02, e);
    want("SFORCE(2,0,8,33)", 0.02, e);
    /* at J: the opposite; of a floating marker and of action alone */
    want("JOINT(1,1,3,0)", -joint.force.y, e);
    want("JOINT(1,1,1,0)", ph_norm(joint.force), e);
    want("SPDP(1,1,2,0)", -spring.force.x, e);
    want("VFORCE(1,1,2,0)", -push.force.x, e);
    want("SFORCE(2,1,8,0)", 0, e);
    want("BUSH(1,1,4,0)", -bush.force.z, e);
    /* sums between two markers */
    ph_vec3 f = sum(line.force, spring.force, bush.force);
    want("FX(33,11)", f.x, e);
    want("FY(33,11,33)", along(&r, 1, f), e);
    want("FM(33,11)", ph_norm(f), e);
    want("TZ(33,11)*2", 2 * bush.torque.z, e);
    want("TM(33,11)", ph_norm(bush.torque), e);
    want("FX(11,33)", -f.x, e);
    want("FX(21,10)+FX(10,21)", 0, e);
    want("TZ(21,10)", joint.torque.z + motion.torque.z, e);
    want("FZ(21,10)", joint.force.z + motion.force.z, e);
    want("TX(22,32)", turn.torque.x, e);
    want("TX(32,22)", -turn.torque.x, e);
    want("FM(20,10)", 0, 0); /* nothing is there */
    /* what acts on one alone: SFORCE/2, and VFORCE/1, whose reaction would be on ground */
    want("TZ(33)", alone.torque.z, e);
    want("FX(33)", push.force.x, e);
    want("FM(33,12)", ph_norm(push.force), e);
}

/* The angles B1 and B3 are driven between one marker and a copy of the other. */
static void test_motion_angles(void)
{
    static const char head[] =
        "UNITS/ FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND\n"
        "PART/1, GROUND\nMARKER/10, PART=1\n"
        "PART/2, MASS=1, CM=20, IP=2,3,4\nMARKER/20, PART=2\n"
        "VARIABLE/1, FUNCTION=MOTION(1,0,%d,20)\nVARIABLE/2, FUNCTION=MOTION(1,1,%d,20)\n"
        "VARIABLE/3, FUNCTION=FM(20,10)+T%c(20,10,20)\n"
        "MOTION/1, I=20, J=10, B%d, ACCELERATION, FUNCTION=3\n";
    for (int b = 1; b <= 3; b += 2) {
        char deck[800];
        snprintf(deck, sizeof deck, head, 5 + b, 5 + b, " XYZ"[b], b);
        ph_model *m = deck_load(deck, "");
        ph_sim *sim = deck_run(m, 0);
        double torque = 3 * (b == 1 ? 2 : 4); /* on I, about its own axis */
        CHECK_NEAR(deck_column(sim, "VARIABLE_1", "", NULL), torque, 1e-6);
        CHECK_NEAR(deck_column(sim, "VARIABLE_2", "", NULL), -torque, 1e-6);
        CHECK_NEAR(deck_column(sim, "VARIABLE_3", "", NULL), torque, 1e-6);
        ph_sim_free(sim);
        ph_model_free(m);
    }
    deck_bad(
        "PART/1, GROUND\nMARKER/10, PART=1\nPART/2, MASS=1, CM=20, IP=2,3,4\nMARKER/20, PART=2",
        "MOTION/1, I=20, J=10, B2, FUNCTION=TIME\nVARIABLE/1, FUNCTION=MOTION(1,0,7,0)",
        "its angle B2 is held by an equation");
}

/* ---- wrong ones ---- */

static void test_errors(void)
{
    static const struct {
        const char *text;
        int column; /* in the expression, from 1 */
        const char *says;
    } wrong[] = {
        {"SINN(1)", 1, "there is no function `SINN`"},
        {"SQRR(1)", 1, "did you mean SQRT?"},
        {"2*XYZ", 3, "unknown name `XYZ`"},
        {"SIN()", 1, "it is SIN(a): 0 arguments given"},
        {"SIN(1,2)", 1, "it is SIN(a): 2 arguments given"},
        {"1+STEP(TIME,0,1)", 3, "it is STEP(x,x0,h0,x1,h1): 3 arguments given"},
        {"DX(1,2,1,1)", 1, "it is DX(i[,j[,k]]): 4 arguments given"},
        {"DX(99)", 4, "there is no MARKER/99"},
        {"DX(TIME)", 4, "expected the number of a MARKER, found `TIME`"},
        {"DX(1.5)", 4, "expected the number of a MARKER, found `1.5`"},
        {"VARVAL(3)", 8, "there is no VARIABLE/3"},
        {"DIF1(3)", 6, "there is no DIFF/3"},
        {"AKISPL(1,0,77)", 12, "there is no SPLINE/77"},
        {"AKISPL(1,0,2,3)", 1, "the order of the derivative is 0, 1 or 2"},
        {"ARYVAL(1,4)", 10, "ARRAY/1 has elements 1 to 3"},
        {"INTERP(1,2,1)", 10, "the method of INTERP is 1"},
        {"JOINT(5,0,1,0)", 7, "there is no JOINT/5"},
        {"(1+2", 1, "this `(` is never closed"},
        {"SIN(1+2", 4, "this `(` is never closed"},
        {"DX(1,2", 3, "this `(` is never closed"},
        {"1+2)", 4, "this `)` has no `(`"},
        {"2 3", 3, "expected an operator, found `3`"},
        {"2*", 0, "expected a value, but the expression ends"},
        {"*2", 1, "expected a value, found `*`"},
        {"1 < 2", 3, "expected an operator, found `<`"},
        {"IF(TIME, 1, 2)", 8, "expected `:`, found `,`"},
        {"IF(TIME: 1, 2)", 14, "expected `,`, found `)`"},
        {"[TIME]", 1, "a vector has 3 components, not 1"},
        {"[1,2,3,4]*[1,2,3]", 1, "a vector has 3 components, not 4"},
        {"DXYZ(1,2)", 0, "a number is wanted here, not a vector"},
        {"DXYZ(1,99)*[1,2,3]", 8, "there is no MARKER/99"},
        {"DXYZ(1,2,1,1)*[1,2,3]", 1, "it is DX(i[,j[,k]]): 4 arguments given"},
        {"1+[1,2,3]", 2, "a vector and a number cannot be added"},
        {"2/[1,2,3]", 2, "a vector divides nothing"},
        {"[1,2,3]**2", 8, "a vector has no powers"},
        {"3%[1,2,3]", 2, "`%` is the product of two vectors"},
        {"SIN([1,2,3])", 5, "a number is wanted here, not a vector"},
        {"MAG(3)*MAG([1,2,3])", 5, "a vector is wanted here, not a number"},
        {"MAG([1,2,3)", 11, "expected `,` or `]`, found `)`"},
        {"MAG([1,2,3", 5, "this `[` is never closed"},
        {"MAG([1,[1,2,3],3])", 8, "a number is wanted here, not a vector"},
        {"IF([1,2,3]: 1, 2, 3)", 4, "a number is wanted here, not a vector"},
        {"USER(1,2)", 1, "USER needs the function of a plug-in"},
        {"CONTACT(1,0,1,0)", 9, "there is no CONTACT/1"},
        {"INVPSD(1,2,3,4,5,6,7)", 10, "INVPSD: its density is a SPLINE of one curve with X and Y"},
        {"INVPSD(1,1,TIME,4,5,6,7)", 12, "of INVPSD are numbers"},
        {"SENVAL(1)", 8, "there is no SENSOR/1"},
        {"DX(3)", 4, "MARKER/3 is floating: it has no place of its own"},
        {"ORIENT(30,1,1,2)", 0, "the system of orient is a number from 1 to 24, or 27"},
    };
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
        char body[200], place[40];
        snprintf(body, sizeof body, "VARIABLE/9\n, FUNCTION=%s", wrong[k].text);
        deck_bad(data, body, wrong[k].says);
        int line = 3;
        for (const char *p = data; *p; p++) line += *p == '\n';
        snprintf(place, sizeof place, "deck.adm:%d:%d: error", line + 1, 11 + wrong[k].column);
        if (wrong[k].column) CHECK(strstr(deck_messages, place) != NULL);
        if (wrong[k].column && !strstr(deck_messages, place))
            printf("%s: no %s in %s", wrong[k].text, place, deck_messages);
    }
    /* all at once */
    deck_bad(data, "VARIABLE/9, FUNCTION=SINN(1)+DX(99)+VARVAL(3)", "there is no MARKER/99");
    CHECK(strstr(deck_messages, "SINN") && strstr(deck_messages, "VARIABLE/3"));
    deck_bad(data, "VARIABLE/9, FUNCTION=\\", "");
}

/* No nesting is too deep to be told of. */
static void test_depth(void)
{
    enum { DEEP = 1000000 };
    static char body[DEEP + 100];
    static const char *const piece[] = {
        "(", "SIN(", "2**", "-", "IF(1:", "F(", "[1,[1,1", "UNIT([", "MAG(", "[1,2,3]%("};
    for (int k = 0; k < 10; k++) {
        size_t used = (size_t)sprintf(body, "VARIABLE/9, FUNCTION=");
        while (used < DEEP) used += (size_t)sprintf(body + used, "%s", piece[k]);
        ph_model *m = deck_read(data, body);
        CHECK(m == NULL);
        ph_model_free(m);
    }
    /* and what fits is read */
    size_t used = (size_t)sprintf(body, "VARIABLE/9, FUNCTION=");
    for (int k = 0; k < 140; k++) used += (size_t)sprintf(body + used, "(");
    used += (size_t)sprintf(body + used, "DX(2)");
    for (int k = 0; k < 140; k++) used += (size_t)sprintf(body + used, ")");
    ph_model *m = deck_load(data, body);
    ph_sim_free(deck_run(m, 0));
    ph_model_free(m);
}

/* ---- vectors ---- */

/* By numbers, and against the functions of components: differences of the two are 0. */
static void fill_vectors(const ph_model *m, ph_sim *sim)
{
    (void)m, (void)sim;
    want("[1,2,3]*[4,-5,6]", 12, 0);
    want("MAG([1,2,2]%[2,-1,0])", sqrt(45), 1e-15);
    want("[1,2,2]%[2,-1,0]*[100,10,1]", 235, 0);
    want("-[1,2,3]*[1,1,1]*2", -12, 0);
    want("2+(3*[1,2,3]-[1,1,1]/2)*[1,0,2]*2**3", 2 + 8 * (2.5 + 2 * 8.5), 0);
    want("UNIT([3,0,4])*[5,0,10]", 11, 1e-15);
    want("IF([1,0,0]*[0,1,0]: 1, [0,0,7]*[0,0,1], 3)", 7, 0);
    want("SIN(90D)*MAG([2D-1,0,0])+MAG([PI,0,0])/PI", 1.2, 1e-15);
    want("-[2,0,0]*[2,0,0]", -4, 0);
    static const char *const zero[] = {
        "DXYZ(20,10,30)*[1,10,100]-DX(20,10,30)-10*DY(20,10,30)-100*DZ(20,10,30)",
        "VXYZ(20,10,30,10)*[1,10,100]-VX(20,10,30,10)-10*VY(20,10,30,10)-100*VZ(20,10,30,10)",
        "WXYZ(20,10)*[1,10,100]-WX(20,10)-10*WY(20,10)-100*WZ(20,10)",
        "ACCXYZ(20)*[1,10,100]-ACCX(20)-10*ACCY(20)-100*ACCZ(20)",
        "WDTXYZ(20,10,30)*[1,10,100]-WDTX(20,10,30)-10*WDTY(20,10,30)-100*WDTZ(20,10,30)",
        "FXYZ(20,10)*[1,1,1]+TXYZ(20,10,30)*[1,1,1]",
        "MAG(DXYZ(20,10))-DM(20,10)",
        "DXYZ(20,10)*UVX(30)-DX(20,10,30)",
        "DXYZ(20,10,30)*UVY(20,30)-DY(20,10,20)",
        "DXYZ(20,10,30)*UVZ(0,30)-DZ(20,10)",
        "UVX(20)%UVY(20)*UVZ(20)-1",
        "UVX(20,30)*UVX(30,30)-UVX(20)*UVX(30)",
        "MAG(UVX(0)-[1,0,0])+MAG(UVY(0)-[0,1,0])+MAG(UVZ(0)-[0,0,1])"};
    for (size_t k = 0; k < sizeof zero / sizeof *zero; k++) want(zero[k], 0, 1e-9);
}

/* Forces by vectors are those by components; products of products do not grow for ever. */
static void test_vectors(void)
{
    static const char *const head =
        "PART/1, GROUND\nMARKER/1, PART=1\nMARKER/3, PART=1, FLOATING\n"
        "MARKER/4, PART=1, FLOATING\nPART/2, MASS=2, CM=2, IP=1,2,3"
        ", QG=1,2,3, VX=1, WZ=2\nMARKER/2, PART=2, REULER=0.1,0.2,0.3\n";
    static const char *const two[] = {
        "VFORCE/1, I=2, JFLOAT=3, RM=1, FXYZ=-5*DXYZ(2,1)-VXYZ(2)%[0,0,TIME]\n"
        "GFORCE/2, I=2, JFLOAT=4, RM=2, FXYZ=[1,2,3*TIME], TXYZ=-WXYZ(2,1,2)%[1,0,0]",
        "VFORCE/1, I=2, JFLOAT=3, RM=1, FX=-5*DX(2,1)-VY(2)*TIME\\FY=-5*DY(2,1)+VX(2)*TIME\\"
        "FZ=-5*DZ(2,1)\nGFORCE/2, I=2, JFLOAT=4, RM=2, FX=1\\FY=2\\FZ=3*TIME\\TX=0\\"
        "TY=-WZ(2,1,2)\\TZ=WY(2,1,2)"};
    double at[2][3];
    for (int k = 0; k < 2; k++) {
        ph_model *m = deck_load(head, two[k]);
        ph_sim *sim = deck_run(m, 0.5);
        at[k][0] = sim ? deck_column(sim, "PART_2", "pos", "x") : k;
        at[k][1] = sim ? deck_column(sim, "PART_2", "pos", "z") : k;
        at[k][2] = sim ? deck_column(sim, "PART_2", "omega", "y") : k;
        ph_sim_free(sim);
        ph_model_free(m);
    }
    for (int i = 0; i < 3; i++) CHECK_NEAR(at[0][i], at[1][i], 1e-9);
    CHECK(fabs(at[0][2]) > 0.01);
    deck_bad(head, "VFORCE/1, I=2, JFLOAT=3, FXYZ=3*TIME", "a vector is wanted here");
    deck_bad(head, "VFORCE/1, I=2, JFLOAT=3, FXYZ=[1,2,3], FX=2", "VFORCE/1 has FXYZ as well");
    deck_bad(head, "GFORCE/1, I=2, JFLOAT=3, TZ=2\\TXYZ=[1,2,3]", "GFORCE/1 has TXYZ as well");
    static char body[4000];
    size_t used = (size_t)sprintf(body, "VARIABLE/9, FUNCTION=MAG(");
    for (int k = 0; k < 60; k++) used += (size_t)sprintf(body + used, "DXYZ(2)%%(");
    used += (size_t)sprintf(body + used, "DXYZ(2)");
    for (int k = 0; k < 61; k++) used += (size_t)sprintf(body + used, ")");
    deck_bad(head, body, "its components become too long");
}

/* Times of a deck in milliseconds, with functions of ADAMS's own. */
static void test_breaks(void)
{
    ph_model *m = deck_load(
        data,
        "JOINT/1, REVOLUTE, I=2, J=1\n"
        "SFORCE/1, ROTATIONAL, I=2, J=1, FUNCTION=IF(TIME-300: 0, 1, 5)*VARVAL(1) + VARVAL(2)\n"
        "VARIABLE/1, FUNCTION=STEP(TIME, 400, 0, 450, 1) + IMPACT(TIME, 1, 100, 1, 2, 0, 10)\n"
        "VARIABLE/2, FUNCTION=IF(MOD(TIME, 200)-150: 0, 1, 1)");
    ph_sim *sim = deck_run(m, 0.5);
    const double *time = NULL, want[] = {0.09, 0.1, 0.15, 0.2, 0.3, 0.35, 0.4, 0.45};
    int n = sim ? ph_sim_breaks(sim, &time) : 0;
    CHECK(n == 8);
    for (int k = 0; k < n && k < 8; k++) CHECK_NEAR(time[k], want[k], 1e-14);
    ph_sim_free(sim);
    ph_model_free(m);
}

int main(void)
{
    deck_begin();
    compare(data, 0.5, fill_data);
    compare(flying, 0.05, fill_markers);
    compare(flying, 0.05, fill_vectors);
    test_vectors();
    compare(loaded, 0.02, fill_loads);
    test_motion_angles();
    test_breaks();
    test_errors();
    test_depth();
    deck_end();
    return TEST_RESULT();
}
