/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Rows of stiff steps (project_settle.c): a double pendulum whose upper pin is a bushing too stiff
 * for any step to resolve is a double pendulum on a hinge. What the bushing carries is shown in
 * every row, at steps and between them, damped or not, and is what the hinge carries. What lies on
 * hard ground lies there in every row, too.
 */
#include "text_model.h"

enum { ROWS = 401 };

/* The pin at the ground is a hinge, or (k > 0) a bushing that keeps the pendulum in its plane. */
static ph_model *double_pendulum(double k, double c)
{
    char pin[600];
    if (k > 0)
        snprintf(
            pin, sizeof pin,
            "markers: {end: {on: upper, at: [0, -0.5, 0]}}\n"
            "forces:\n"
            "  pin: {type: bushing, on: end, reaction: ground, stiffness: [%g, %g, %g, 0, 0, 0],"
            " damping: [%g, %g, %g, 0, 0, 0]}\n"
            "  plane: {type: bushing, on: end, reaction: ground,"
            " stiffness: [0, 0, 0, 0, 1e4, 1e4], damping: [0, 0, 0, 0, 10, 10]}\n",
            k, k, k, c, c, c);
    return text_model(
        "gravity: [0, 0, -9.81]\n"
        "bodies:\n"
        "  upper: {mass: 1, inertia: [0.0833, 0.001, 0.0833], position: [0, 0.5, 0]}\n"
        "  lower: {mass: 1, inertia: [0.0833, 0.001, 0.0833], position: [0, 1.5, 0]}\n"
        "%sjoints:\n"
        "  knee: {type: revolute, between: [upper, lower], at: [0, 1, 0], axis: [1, 0, 0]}\n"
        "%s"
        "simulate: {end: 2, every: 0.005}\n",
        k > 0 ? pin : "",
        k > 0 ? "" : "  pin: {type: revolute, between: [ground, upper], axis: [1, 0, 0]}\n");
}

typedef struct {
    int rows;
    int within;            /* rows that lie within a step */
    double place[ROWS][2]; /* [m] centre of the lower rod */
    double force;          /* [N] largest in the pin */
} carried;

static ph_status note(void *user, const ph_sim *sim, const double *row)
{
    carried *c = user;
    const double *f = row + column_of(sim, "pin", "force", 0);
    const double *p = row + column_of(sim, "lower", "pos", 0);
    c->force = fmax(c->force, sqrt(f[0] * f[0] + f[1] * f[1] + f[2] * f[2]));
    c->within += row[0] < ph_sim_time(sim);
    if (c->rows < ROWS) memcpy(c->place[c->rows], p + 1, 2 * sizeof *p);
    c->rows++;
    return PH_OK;
}

static carried of_hinge;

static void on_hinge(void)
{
    ph_model *model = double_pendulum(0, 0);
    ph_options o = text_options(model, "galpha", 1e-6);
    CHECK(text_run(model, &o, note, &of_hinge).status == PH_OK && of_hinge.rows == ROWS);
    CHECK(of_hinge.force > 50);
    ph_model_free(model);
}

/* How far the places of two runs are apart. */
static double apart(const carried *a, const carried *b)
{
    double most = 0;
    for (int i = 0; i < ROWS; i++)
        most = fmax(most, hypot(a->place[i][0] - b->place[i][0], a->place[i][1] - b->place[i][1]));
    return most;
}

/* What is seen of all runs of an engine. */
typedef struct {
    double low, high, off;
    long long steps;
} worst;

static void see(worst *w, double force, double off, long long steps)
{
    double ratio = force / of_hinge.force;
    CHECK(ratio > 0.9 && ratio < 1.1);
    w->low = fmin(w->low, ratio), w->high = fmax(w->high, ratio);
    w->off = fmax(w->off, off);
    w->steps += steps;
}

/* Rows 5 ms apart, most of them within steps. */
static void between_steps(const ph_model *model, const ph_options *o, worst *w)
{
    static carried got;
    got = (carried){0};
    text_outcome r = text_run(model, o, note, &got);
    CHECK(r.status == PH_OK && got.rows == ROWS && got.within > 300);
    CHECK(r.stats.settled > 200 && apart(&got, &of_hinge) < 0.01);
    see(w, got.force, apart(&got, &of_hinge), r.stats.steps);
}

/* A row at every step: stiff dampers show velocities that are wrong there. */
static void at_steps(const ph_model *model, const ph_options *o, worst *w)
{
    static carried got;
    ph_sim *sim = must_create(model, o);
    double *row = malloc(ph_sim_row_width(sim) * sizeof *row);
    got = (carried){0};
    while (ph_sim_time(sim) < 2) { /* the last may go beyond */
        if (ph_sim_step(sim, NULL) != PH_OK || ph_sim_row(sim, row, NULL) != PH_OK) break;
        note(&got, sim, row);
    }
    CHECK(ph_sim_time(sim) >= 2 && got.within == 0 && got.rows == ph_sim_stats(sim)->steps);
    see(w, got.force, 0, 0);
    free(row);
    ph_sim_free(sim);
}

static void on_bushing(const char *engine, double k, double damping, worst *w)
{
    ph_model *model = double_pendulum(k, damping * sqrt(k * 0.25));
    ph_options o = text_options(model, engine, 1e-4), as_is = text_options(model, engine, 0);
    between_steps(model, &o, w);
    at_steps(model, &o, w);
    if (k > 5e8) between_steps(model, &as_is, w);
    ph_model_free(model);
}

/* ---- what rests on hard ground ---- */

typedef struct {
    double far, off, force; /* [m], [m], [N] */
    int rows, within;
} lying;

/* From 0.8 s on it only slides and turns. */
static ph_status note_lying(void *user, const ph_sim *sim, const double *row)
{
    lying *l = user;
    const double *p = row + column_of(sim, "it", "pos", 0);
    l->rows++;
    l->far = fmax(l->far, hypot(p[0], p[1]));
    if (row[0] < 0.8) return PH_OK;
    l->within += row[0] < ph_sim_time(sim);
    l->off = fmax(l->off, fabs(p[2] - 0.19246924));
    l->force = fmax(l->force, row[column_of(sim, "touch", "force", 2)]);
    return PH_OK;
}

/* A shell of 41 mg falls over and lies with a depth of less than a nanometre; steps are then long.
 * Newton's method from the cubic once threw single rows hundreds of metres aside, with forces of
 * 1e8 N. Its weight is 0.0004 N. */
static void on_ground(void)
{
    ph_model *model = text_model(
        "gravity: [0, 0, -9.81]\n"
        "bodies:\n"
        "  it: {mass: 4.0935462932664154e-05, inertia: [4.2123056922463292e-06, "
        "4.2123056922463292e-06, 1.6849222768985318e-06], position: [0, 0, 2.6954720839544377], "
        "velocity: [0, 0, -1.982561181011474], orientation: {rotation: [-0.00093296008482991017, "
        "-0.0011524535352405601, 0.0025427704666425494]}, omega: [-1.243575691606805, "
        "-1.0222334650581404, 2.0352177815596169]}\n"
        "shapes:\n"
        "  own: {type: capsule, on: it, radius: 0.19246924282347261, length: 0.64156414274490869, "
        "at: [0, 0, -0.32078207137245435]}\n"
        "  floor: {type: box, size: [64, 64, 1.28], at: [-32, -32, -1.28]}\n"
        "contacts:\n"
        "  touch: {between: [own, floor], stiffness: 22074506587.11235, exponent: 1.5, "
        "restitution: 0.05419151040200846, friction_law: step, friction: 0.032007734935181609, "
        "stiction_speed: 0.039651223620229485}\n"
        "simulate: {end: 1.6980121033013342, steps: 40, scale: {length: 0.64156414274490869, "
        "angle: 1, time: 0.093835928314842373}}\n");
    static const char *const engine[] = {"galpha", "hht"};
    for (int i = 0; i < 2; i++)
        for (double tolerance = 1e-3; tolerance > 5e-6; tolerance /= 10) {
            ph_options o = text_options(model, engine[i], tolerance);
            lying l = {0};
            CHECK(text_run(model, &o, note_lying, &l).status == PH_OK && l.rows == 41);
            printf("%s %g: %.3g m aside, %.1e m off, %.1e N, %d rows within steps\n", engine[i],
                   tolerance, l.far, l.off, l.force, l.within);
            /* it may still hop by what the tolerance allows */
            CHECK(l.far < 0.3 && l.off < 3 * tolerance * 0.64 && l.force < 1 && l.within > 15);
        }
    ph_model_free(model);
}

int main(void)
{
    on_hinge();
    for (int i = 0; i < TEXT_ENGINES; i++) {
        worst w = {.low = INFINITY};
        for (double k = 1e7; k < 2e10; k *= 10) {
            on_bushing(text_engine[i], k, 0, &w);
            on_bushing(text_engine[i], k, 0.02, &w);
        }
        printf("%s: %.3f .. %.3f of the hinge's force, %.2g m off, %lld steps\n", text_engine[i],
               w.low, w.high, w.off, w.steps);
    }
    on_ground();
    return TEST_RESULT();
}
