/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Points and curves on curves in motion: a bead on a cycloid, whose period is known at every
 * amplitude; on a ring, round and round; on a hoop that turns; a cam whose lift is known. What is
 * told where a curve ends, and of curves that nothing can follow.
 */
#include "text_model.h"

static const char *const engine[] = {"galpha",      "hht", "hht-euler", "hht-modified",
                                     "hht-classic", "ida", "ida-index3"};
enum { ENGINES = sizeof engine / sizeof *engine, TEXT = 20000 };

static bool is_absent(const char *name)
{
    return ph_integrator_find(name)->traits & PH_ABSENT;
}
static bool is_own(const char *name)
{
    return ph_integrator_find(name)->traits & PH_OWN_STEPS;
}

/* ---- curves by their points, as text ---- */

typedef ph_vec3 (*curve_function)(double u);

static ph_vec3 cycloid(double u)
{
    return ph_v3(0.1 * (u + sin(u)), 0, 0.1 * (1 - cos(u)));
}
static ph_vec3 ring(double u)
{
    return ph_v3(0.5 * cos(u), 0.5 * sin(u), 0);
}
static ph_vec3 hoop(double u)
{
    return ph_v3(0.5 * cos(u), 0, 0.5 * sin(u));
}
static ph_vec3 helix(double u)
{
    return ph_v3(0.3 * cos(u), 0.3 * sin(u), 0.1 * u);
}

static const char *points_of(curve_function f, double from, double to, int count, bool closed)
{
    static char text[TEXT];
    size_t used = 0;
    for (int i = 0; i < count; i++) {
        ph_vec3 p = f(from + (to - from) * (closed && i == count - 1 ? 0 : i) / (count - 1));
        used += (size_t)snprintf(text + used, TEXT - used, "%s%.17g, %.17g, %.17g", i ? ", " : "",
                                 p.x, p.y, p.z);
    }
    return text;
}

/* ---- a bead on a cycloid ---- */

static const double period = 1.268747969844;

static ph_model *bead_model(double u, double speed, const char *more)
{
    ph_vec3 p = cycloid(u);
    return text_model("gravity: [0, 0, -9.81]\n"
                      "tables: {wire: {order: 8, points: [%s]}}\n"
                      "bodies:\n"
                      "  bead: {mass: 1, inertia: [1e-4, 1e-4, 1e-4], position: [%.17g, 0, %.17g],"
                      " velocity: [%.17g, 0, 0]}\n"
                      "joints:\n"
                      "  slide: {type: point_on_curve, between: [ground, bead], curve: wire}\n"
                      "%s"
                      "simulate: {end: %.17g, steps: 1}\n",
                      points_of(cycloid, -2.9, 2.9, 59, false), p.x, p.z, speed, more, period);
}

typedef struct {
    ph_vec3 p, v;
} seen;

static ph_status note_bead(void *user, const ph_sim *sim, const double *row)
{
    seen *s = user;
    const double *p = row + column_of(sim, "bead", "pos", 0),
                 *v = row + column_of(sim, "bead", "vel", 0);
    *s = (seen){ph_v3(p[0], p[1], p[2]), ph_v3(v[0], v[1], v[2])};
    return PH_OK;
}

static seen run(const ph_model *model, const ph_options *o)
{
    seen s = {{0, 0, 0}, {0, 0, 0}};
    text_outcome out = text_run(model, o, note_bead, &s);
    if (out.status) printf("%s\n", out.said);
    CHECK(out.status == PH_OK);
    return s;
}

static void test_cycloid(void)
{
    static const double want[] = {3.46e-2, 8.65e-3, 2.16e-3, 5.41e-4};
    ph_model *model = bead_model(2, 0, "");
    for (int k = 0; k < 4; k++) {
        ph_options o = text_options(model, "galpha", 0);
        o.step = period / (50 << k);
        o.rho = 0.8;
        double speed = ph_norm(run(model, &o).v);
        printf("cycloid in %3d steps: %.3e m/s left\n", 50 << k, speed);
        CHECK_NEAR(speed / want[k], 1, 3e-3);
    }
    for (int i = 0; i < ENGINES; i++) {
        if (is_absent(engine[i])) continue;
        ph_options o = text_options(model, engine[i], is_own(engine[i]) ? 1e-9 : 0);
        o.step = is_own(engine[i]) ? 0 : period / 2000;
        double speed = ph_norm(run(model, &o).v);
        CHECK(speed < 1e-4);
    }
    ph_model_free(model);
    /* the wire takes a part of what a plane holds already: one row too many */
    model = bead_model(2, 0, "  plane: {type: planar, between: [ground, bead], axis: [0, 1, 0]}\n");
    ph_diag *diag = ph_diag_create();
    ph_sim *sim = NULL;
    ph_options o = text_options(model, "galpha", 0);
    o.step = period / 400;
    CHECK(ph_sim_create(model, &o, diag, &sim) == PH_OK);
    bool told = false;
    for (int i = 0; i < ph_diag_count(diag); i++)
        told |= strstr(ph_diag_get(diag, i)->message, "redundant: joint ") != NULL;
    CHECK(told);
    ph_sim_free(sim);
    ph_diag_free(diag);
    CHECK_NEAR(ph_norm(run(model, &o).v), 5.41e-4, 2e-6);
    ph_model_free(model);
}

/* A bead that is thrown runs off its wire; when, is known from its energy. */
static void test_end(void)
{
    ph_model *model = bead_model(0, 2.5, "");
    /* s = 4 a sin(u/2), s'' = -g/(4 a) s */
    double w = sqrt(9.81 / 0.4), s1 = 0.4 * sin(2.9 / 2), t = asin(s1 * w / 2.5) / w;
    for (int i = 0; i < ENGINES; i++) {
        if (is_absent(engine[i])) continue;
        ph_options o = text_options(model, engine[i], is_own(engine[i]) ? 1e-6 : 0);
        o.step = is_own(engine[i]) ? 0 : 1e-3;
        seen s;
        text_outcome out = text_run(model, &o, note_bead, &s);
        CHECK(out.status == PH_E_RANGE);
        CHECK(out.t >= t - 1e-4 && out.t < t + 0.05);
        bool told =
            strstr(out.said, "joint `slide` has run off curve `wire` at its end, (0.313925, 0, ");
        if (!told) printf("%s: %s\n", engine[i], out.said);
        CHECK(told);
    }
    ph_model_free(model);
}

/* ---- a closed curve has no end ---- */

static void test_ring(void)
{
    ph_model *model = text_model("tables: {loop: {order: 8, closed: yes, points: [%s]}}\n"
                                 "bodies: {bead: {mass: 1, inertia: [1, 1, 1], position: [0.5, 0, "
                                 "0], velocity: [0, 2, 0]}}\n"
                                 "joints:\n"
                                 "  slide: {type: point_on_curve, between: [ground, bead], curve: "
                                 "loop}\n"
                                 "simulate: {end: 10, steps: 1}\n",
                                 points_of(ring, 0, 2 * PH_PI, 37, true));
    for (int i = 0; i < TEXT_ENGINES; i++) {
        ph_options o = text_options(model, text_engine[i], 0);
        o.step = 2e-3;
        seen s = run(model, &o);
        /* 40 rad, six times round and a bit */
        CHECK_NEAR(s.p.x, 0.5 * cos(40), 1e-3);
        CHECK_NEAR(s.p.y, 0.5 * sin(40), 1e-3);
        CHECK_NEAR(ph_norm(s.v), 2, 2e-5);
    }
    ph_model_free(model);
}

/* ---- a curve that moves: the bead of a governor stays where it is ---- */

static void test_hoop(void)
{
    const double W = 6, r = 0.5, down = acos(9.81 / (r * W * W)), x = r * sin(down);
    ph_model *model = text_model(
        "gravity: [0, 0, -9.81]\n"
        "tables: {wire: {order: 8, closed: yes, points: [%s]}}\n"
        "bodies:\n"
        "  hoop: {mass: 1, inertia: [0.1, 0.1, 0.1], omega: [0, 0, %.17g]}\n"
        "  bead: {mass: 0.2, inertia: [1e-4, 1e-4, 1e-4], position: [%.17g, 0, %.17g],"
        " velocity: [0, %.17g, 0]}\n"
        "joints:\n"
        "  axle: {type: revolute, between: [ground, hoop]}\n"
        "  slide: {type: point_on_curve, between: [hoop, bead], curve: wire, near: [%.17g, 0, "
        "-0.2]}\n"
        "motions: {drive: {joint: axle, displacement: %.17g*time}}\n"
        "simulate: {end: 1, steps: 1}\n",
        points_of(hoop, 0, 2 * PH_PI, 49, true), W, x, -r * cos(down), x * W, x, W);
    ph_options o = text_options(model, "galpha", 1e-8);
    seen s = {{0, 0, 0}, {0, 0, 0}};
    text_outcome out = text_run(model, &o, note_bead, &s);
    CHECK(out.status == PH_OK);
    CHECK_NEAR(s.p.z, -r * cos(down), 1e-7);
    CHECK_NEAR(atan2(s.p.y, s.p.x), remainder(W, 2 * PH_PI), 1e-6);
    CHECK_NEAR(out.energy.numerical, 0, 1e-6);
    ph_model_free(model);
}

/* A curve in space, with tangents along every axis of it: down a helix. */
static void test_helix(void)
{
    ph_model *model = text_model("gravity: [0, 0, -9.81]\n"
                                 "tables: {wire: {order: 8, points: [%s]}}\n"
                                 "bodies: {bead: {mass: 1, inertia: [1, 1, 1], position: [%.17g, "
                                 "%.17g, 1.2]}}\n"
                                 "joints:\n"
                                 "  slide: {type: point_on_curve, between: [ground, bead], curve: "
                                 "wire}\n"
                                 "simulate: {end: 0.8, steps: 1}\n",
                                 points_of(helix, 0, 14, 141, false), 0.3 * cos(12), 0.3 * sin(12));
    /* u'' = -g b/(a^2 + b^2) */
    double turned = 12 - 0.5 * 9.81 * 0.1 / 0.1 * 0.64;
    ph_vec3 want = helix(turned);
    for (int i = 0; i < TEXT_ENGINES; i++) {
        ph_options o = text_options(model, text_engine[i], 0);
        o.step = 1e-3;
        seen s = run(model, &o);
        CHECK_NEAR(ph_norm(ph_sub(s.p, want)), 0, 2e-5);
    }
    ph_model_free(model);
}

/* ---- a cam ---- */

static ph_status note_lift(void *user, const ph_sim *sim, const double *row)
{
    double q = 10 * row[0], z = 0.02 * sin(q) + sqrt(0.0081 - 0.0004 * cos(q) * cos(q));
    double off = fabs(row[column_of(sim, "follower", "pos", 2)] - z);
    if (off > *(double *)user) *(double *)user = off;
    return PH_OK;
}

static void test_cam(void)
{
    ph_model *model = must_load("models/cam-follower.yaml");
    for (int i = 0; i < ENGINES; i++) {
        if (is_absent(engine[i])) continue;
        ph_options o = text_options(model, engine[i], is_own(engine[i]) ? 1e-7 : 0);
        o.step = is_own(engine[i]) ? 0 : 1e-3;
        double worst = 0;
        text_outcome out = text_run(model, &o, note_lift, &worst);
        if (out.status) printf("%s: %s\n", engine[i], out.said);
        CHECK(out.status == PH_OK && worst < 1e-9);
    }
    ph_options o = text_options(model, "galpha", 1e-7);
    double worst = 0;
    text_outcome out = text_run(model, &o, note_lift, &worst);
    printf("cam: lift off by %.1e m, balance by %.1e J\n", worst, out.energy.numerical);
    CHECK(out.status == PH_OK && fabs(out.energy.numerical) < 1e-6 && worst < 1e-9);
    ph_model_free(model);
}

int main(void)
{
    test_cycloid();
    test_end();
    test_ring();
    test_hoop();
    test_helix();
    test_cam();
    return TEST_RESULT();
}
