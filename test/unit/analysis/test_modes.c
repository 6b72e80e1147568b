/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Modes of mechanisms whose eigenvalues are known: at rest, in steady motion, in a frame that
 * turns, on wheels.
 */
#include <polhode/analysis.h>
#include "text_model.h"

/* The modes of a model as it starts; the caller frees both. */
typedef struct {
    ph_model *model;
    ph_sim *sim;
    ph_modes *modes;
    ph_status status;
    char said[600];
} looked;

static looked look(ph_model *model, const ph_modes_options *how)
{
    looked l = {.model = model};
    ph_diag *diag = ph_diag_create();
    ph_options o = *ph_model_options(model);
    o.integrator = (ph_text){.text = "galpha"};
    if (isnan(o.end)) o.end = 1;
    l.status = ph_sim_create(model, &o, diag, &l.sim);
    if (!l.status) l.status = ph_sim_modes(l.sim, how, diag, &l.modes);
    int last = ph_diag_count(diag) - 1;
    snprintf(l.said, sizeof l.said, "%s", last >= 0 ? ph_diag_get(diag, last)->message : "");
    if (l.status) printf("%s\n", l.said);
    ph_diag_free(diag);
    return l;
}

static void done(looked *l)
{
    ph_modes_free(l->modes);
    ph_sim_free(l->sim);
    ph_model_free(l->model);
    *l = (looked){0};
}

/* Size of the eigenvalue of mode k; NAN: there is none. */
static double im(const looked *l, int k)
{
    return l->modes && k < l->modes->modes ? l->modes->mode[k].im : NAN;
}

static const char pendulum[] =
    "gravity: [0, 0, -9.81]\n"
    "bodies:\n"
    "  arm: {mass: 1.7, inertia: [0.05, 0.08, 0.03], position: [%.17g, 0, %.17g],\n"
    "        orientation: {rotation: [0, %.17g, 0]}}\n"
    "joints:\n"
    "  hinge: {type: revolute, between: [ground, arm], at: [0, 0, 0], axis: [0, 1, 0]}\n"
    "%s";

static void compound_pendulum(void)
{
    for (int method = PH_MODES_ALL; method <= PH_MODES_SOME; method++) {
        looked l = look(text_model(pendulum, 0., -0.6, 0., ""),
                        &(ph_modes_options){.method = (ph_modes_method)method});
        CHECK(l.modes && l.modes->modes == 1 && l.modes->freedoms == 1 && l.modes->all);
        CHECK(l.modes && l.modes->steady && l.modes->change < 1e-10);
        CHECK_NEAR(im(&l, 0), 3.8026078669, 1e-10);
        CHECK_NEAR(l.modes->mode[0].frequency, 3.8026078669 / (2 * PH_PI), 1e-11);
        CHECK_NEAR(l.modes->mode[0].damping, 0, 1e-12);
        /* the centre of mass swings by 0.6 of the angle, across */
        const ph_mode_body *b = l.modes->mode[0].body;
        CHECK_NEAR(b->move[0].x, -0.6 * b->turn[0].y, 1e-12);
        CHECK_NEAR(fmax(fabs(b->move[0].x), 0.6 * fabs(b->turn[0].y)), 1, 1e-12);
        CHECK_NEAR(b->move[0].z, 0, 1e-12);
        done(&l);
    }
}

/* Standing on its head it falls; let go at an angle it is not steady. */
static void other_pendulums(void)
{
    looked l = look(text_model(pendulum, 0., 0.6, PH_PI, ""), NULL);
    CHECK(l.modes && l.modes->modes == 2 && l.modes->steady);
    CHECK_NEAR(fmax(l.modes->mode[0].re, l.modes->mode[1].re), 3.8026078669, 1e-10);
    CHECK_NEAR(fmin(l.modes->mode[0].re, l.modes->mode[1].re), -3.8026078669, 1e-10);
    done(&l);
    l = look(text_model(pendulum, -0.6 * sin(1.), -0.6 * cos(1.), 1., ""), NULL);
    CHECK(l.modes && !l.modes->steady);
    CHECK(strstr(l.said, "this state is not steady: eigenvalues of a frozen state"));
    done(&l);
}

/* A damper turns a pair into a decay, as the quadratic equation says. */
static void damped(void)
{
    const double inertia = 0.08 + 1.7 * 0.36, k = 1.7 * 9.81 * 0.6, c[] = {0.5, 8};
    for (int i = 0; i < 2; i++) {
        char line[200];
        snprintf(line, sizeof line,
                 "forces:\n  brake: {type: torque, on: arm, torque: [0, \"%g*arm.omega.y\", 0]}\n",
                 -c[i]);
        looked l = look(text_model(pendulum, 0., -0.6, 0., line), NULL);
        double half = c[i] / inertia / 2, d = half * half - k / inertia;
        if (d < 0) {
            CHECK_NEAR(im(&l, 0), sqrt(-d), 1e-12);
            CHECK_NEAR(l.modes->mode[0].re, -half, 1e-12);
            CHECK_NEAR(l.modes->mode[0].damping, half / sqrt(k / inertia), 1e-12);
        } else {
            CHECK_NEAR(l.modes->mode[0].re, -half + sqrt(d), 1e-12);
            CHECK_NEAR(l.modes->mode[1].re, -half - sqrt(d), 1e-12);
        }
        done(&l);
    }
}

static ph_model *rotor(double spin)
{
    return text_model("bodies:\n"
                      "  rotor: {mass: 2, inertia: [0.02, 0.02, 0.035], omega: [0, 0, %.17g]}\n"
                      "markers:\n"
                      "  disc: {on: rotor}\n"
                      "joints:\n"
                      "  ball: {type: spherical, between: [ground, rotor], at: [0, 0, 0]}\n"
                      "forces:\n"
                      "  tilt: {type: torque, on: rotor, axes: world,\n"
                      "         torque: [40*rotor.R.23, -40*rotor.R.13, 0]}\n",
                      spin);
}

static void gyroscopic_rotor(void)
{
    looked l = look(rotor(0), NULL);
    CHECK(l.modes && l.modes->steady);
    CHECK_NEAR(im(&l, l.modes->modes - 1), 44.721359549996, 1e-11);
    CHECK_NEAR(im(&l, l.modes->modes - 2), 44.721359549996, 1e-11);
    done(&l);
    for (int method = PH_MODES_ALL; method <= PH_MODES_SOME; method++) {
        l = look(rotor(300), &(ph_modes_options){.method = (ph_modes_method)method});
        CHECK(l.modes && l.modes->steady);
        CHECK_NEAR(im(&l, l.modes->modes - 1), 528.782275039102, 1e-9);
        CHECK_NEAR(im(&l, l.modes->modes - 2), 3.782275039102, 1e-10);
        done(&l);
    }
    /* any spin: It s^2 -+ i Ip W s + k = 0 */
    for (double w = 20; w <= 400; w += 20) {
        double b = 0.035 * w / 0.04;
        l = look(rotor(w), NULL);
        CHECK_RATIO(im(&l, l.modes->modes - 1), b + sqrt(b * b + 2000), 1e-12);
        CHECK_RATIO(im(&l, l.modes->modes - 2), -b + sqrt(b * b + 2000), 1e-11);
        done(&l);
    }
}

/* An arm on a shaft driven at 6 rad/s, out where it stays: seen from the shaft it swings with
 * 6 sin(theta), cos(theta) = g / (l w^2). */
static ph_model *governor(void)
{
    double theta = acos(9.81 / (0.5 * 36)), s = 0.5 * sin(theta), c = -0.5 * cos(theta);
    return text_model(
        "gravity: [0, 0, -9.81]\n"
        "bodies:\n"
        "  hub: {mass: 1, inertia: [0.01, 0.01, 0.01], omega: [0, 0, 6]}\n"
        "  arm: {mass: 1.2, inertia: [1e-9, 1e-9, 1e-9], position: [%.17g, 0, %.17g],\n"
        "        orientation: {rotation: [0, %.17g, 0]}, velocity: [0, %.17g, 0],\n"
        "        omega: [%.17g, 0, %.17g]}\n"
        "joints:\n"
        "  shaft: {type: revolute, between: [ground, hub], at: [0, 0, 0],"
        " axis: [0, 0, 1]}\n"
        "  hinge: {type: revolute, between: [hub, arm], at: [0, 0, 0],"
        " axis: [0, 1, 0]}\n"
        "motions:\n"
        "  drive: {joint: shaft, velocity: 6}\n",
        s, c, -theta, 6 * s, 6 * sin(theta), 6 * cos(theta));
}

static void flyball(void)
{
    for (int method = PH_MODES_ALL; method <= PH_MODES_SOME; method++) {
        looked l = look(governor(),
                        &(ph_modes_options){.method = (ph_modes_method)method, .frame = "hub"});
        CHECK(l.modes && l.modes->steady && l.modes->modes == 1);
        CHECK(l.modes && l.modes->change < 1e-9);
        CHECK_NEAR(im(&l, 0), 5.030616264435, 1e-8);
        done(&l);
    }
    /* in the world what turns is not steady */
    looked l = look(governor(), NULL);
    CHECK(l.modes && !l.modes->steady);
    done(&l);
    l = look(governor(), &(ph_modes_options){.frame = "hob"});
    CHECK(l.status == PH_E_NAME && strstr(l.said, "there is no marker or body `hob`"));
    done(&l);
}

/* A column of n links with springs in the hinges, pressed by P: Hencky's load. */
static double column(int n, double part, bool *steady)
{
    double a = 1. / n, load = part * 4 * n * n * pow(sin(PH_PI / 2 / n), 2);
    looked l = look(
        text_model("parameters: {N: %d, a: 1/N, P: %.17g}\n"
                   "repeat:\n"
                   "  - for: k\n"
                   "    to: N\n"
                   "    bodies:\n"
                   "      link{k}: {mass: a, inertia: [1e-4, %.17g, %.17g], position:"
                   " [(k - 0.5)*a, 0, 0]}\n"
                   "  - for: k\n"
                   "    from: 2\n"
                   "    to: N\n"
                   "    joints:\n"
                   "      pin{k}: {type: revolute, between: [\"link{k-1}\", \"link{k}\"], at:"
                   " [(k - 1)*a, 0, 0], axis: [0, 0, 1]}\n"
                   "    markers:\n"
                   "      from{k}: {on: \"link{k-1}\", at: [a/2, 0, 0]}\n"
                   "      to{k}: {on: \"link{k}\", at: [-a/2, 0, 0]}\n"
                   "    forces:\n"
                   "      spring{k}: {type: torsion_spring, on: \"to{k}\", reaction: \"from{k}\","
                   " stiffness: N}\n"
                   "markers:\n"
                   "  end: {on: \"link{N}\", at: [a/2, 0, 0]}\n"
                   "  rail: {at: [1, 0, 0], orientation: {rotation: [0, pi/2, 0]}}\n"
                   "joints:\n"
                   "  pin1: {type: revolute, between: [ground, link1], at: [0, 0, 0], axis:"
                   " [0, 0, 1]}\n"
                   "  foot: {type: inplane, between: [ground, \"link{N}\"], at: [1, 0, 0], axis:"
                   " [0, 1, 0]}\n"
                   "forces:\n"
                   "  press: {type: force, on: end, axes: world, force: [-P, 0, 0]}\n",
                   n, load, a * a * a / 12 + 1e-4, a * a * a / 12 + 1e-4),
        NULL);
    double most = -INFINITY;
    *steady = l.modes && l.modes->steady;
    for (int k = 0; l.modes && k < l.modes->modes; k++) {
        const ph_mode *m = l.modes->mode + k;
        double square = m->re * m->re - m->im * m->im;
        most = fmax(most, square);
    }
    CHECK(l.modes && l.modes->freedoms == n - 1);
    done(&l);
    return most;
}

static void hencky(void)
{
    bool steady;
    for (int n = 2; n <= 6; n += 2) {
        double below = column(n, 1 - 1e-6, &steady), above = column(n, 1 + 1e-6, &steady);
        CHECK(steady);
        CHECK(below < 0 && above > 0);
        CHECK_RATIO(above, -below, 1e-4); /* as it should across a zero */
    }
}

/* ---- the hanging chain ---- */

/* Zero number k (from 0) of the Laguerre polynomial L_n, by Newton from a Bessel zero. */
static double laguerre_zero(int n, int k)
{
    double j = (k + 0.75) * PH_PI, x = j * j / (4 * (n + 0.5));
    if (k == 0) x = 2.404825557695773 * 2.404825557695773 / (4 * (n + 0.5));
    for (int round = 0; round < 50; round++) {
        double before = 1, now = 1 - x;
        for (int i = 1; i < n; i++) {
            double next = ((2 * i + 1 - x) * now - i * before) / (i + 1);
            before = now, now = next;
        }
        double slope = n * (now - before) / x, dx = now / slope;
        x -= dx;
        if (fabs(dx) < 1e-16 * x) break;
    }
    return x;
}

/* Beads that do not turn, on threads. It swings both ways, so that every mode is there twice; or
 * (plane) one way. */
static ph_model *chain(int n, bool plane)
{
    return text_model("gravity: [0, 0, -9.81]\n"
                      "parameters: {N: %d, a: 1/N}\n"
                      "markers:\n"
                      "  hook: {at: [0, 0, 0]}\n"
                      "repeat:\n"
                      "  - for: k\n"
                      "    to: N\n"
                      "    bodies:\n"
                      "      bead{k}: {mass: 1/N, inertia: [1, 1, 1], position: [0, 0, -k*a]}\n"
                      "    joints:\n"
                      "      still{k}: {type: orientation, between: [ground, \"bead{k}\"]}\n"
                      "%s"
                      "  - for: k\n"
                      "    from: 2\n"
                      "    to: N\n"
                      "    joints:\n"
                      "      thread{k}: {type: distance, between: [\"bead{k-1}\", \"bead{k}\"]}\n"
                      "joints:\n"
                      "  thread1: {type: distance, between: [hook, bead1]}\n",
                      n,
                      plane ? "      flat{k}: {type: inplane, between: [ground, \"bead{k}\"], at:"
                              " [0, 0, -k*a], axis: [0, 1, 0]}\n"
                            : "");
}

static void hanging_chain(int n, bool plane, ph_modes_method method, double tolerance)
{
    looked l =
        look(chain(n, plane), &(ph_modes_options){.count = n < 60 ? 6 : 12, .method = method});
    CHECK(l.modes && l.modes->modes == (n < 60 ? 6 : 12) && l.modes->steady);
    CHECK(l.modes && l.modes->freedoms == (plane ? n : 2 * n));
    for (int k = 0; l.modes && k < l.modes->modes; k++)
        CHECK_RATIO(pow(im(&l, k), 2), 9.81 * n * laguerre_zero(n, plane ? k : k / 2), tolerance);
    if (n == 1000) CHECK_NEAR(im(&l, 0), 3.7651263727, 1e-9);
    printf("chain of %d: %d solves\n", n, l.modes ? l.modes->solves : -1);
    CHECK(l.modes && l.modes->factorisations == 1);
    if (method != PH_MODES_ALL) CHECK(l.modes && l.modes->solves < 150);
    done(&l);
}

int main(void)
{
    compound_pendulum();
    other_pendulums();
    damped();
    gyroscopic_rotor();
    flyball();
    hencky();
    hanging_chain(20, true, PH_MODES_ALL, 1e-10);
    hanging_chain(20, false, PH_MODES_ALL, 1e-10);
    hanging_chain(60, true, PH_MODES_SOME, 1e-10);
    hanging_chain(60, false, PH_MODES_SOME, 1e-10);
    hanging_chain(1000, true, PH_MODES_SOME, 1e-9);
    hanging_chain(1000, false, PH_MODES_SOME, 1e-9);
    return TEST_RESULT();
}
