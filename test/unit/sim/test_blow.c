/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Blows on bodies that have no inertia about an axis, or none at all: thin rods and point masses on
 * hinges, and chains of them. Velocities right after the blow are those of the bodies' own
 * equations, what the blow brings in is in the ledger, and the motion goes on from there.
 */
#include "text_model.h"

static const char *const engines[] = {"galpha", "hht", "hht-euler", "ida"};
enum { ENGINES = sizeof engines / sizeof engines[0], LINKS = 4 };

static bool is_here(const char *engine)
{
    return !(ph_integrator_find(engine)->traits & PH_ABSENT);
}

/* To just after the blow at 0.1 s. Every body's rate of turn about n must be as given. */
static void strikes(const ph_model *model, const char *what, ph_vec3 n, const double *rate,
                    double kinetic)
{
    for (int i = 0; i < 2 * ENGINES; i++) {
        const char *engine = engines[i / 2];
        bool fixed = i % 2 != 0;
        if (!is_here(engine) || (fixed && !strcmp(engine, "ida"))) continue;
        ph_options o = text_options(model, engine, fixed ? 0 : 1e-8);
        if (fixed) o.step = 1e-3;
        ph_sim *sim = must_create(model, &o);
        ph_diag *diag = ph_diag_create();
        ph_energy e = {0}, later = {0};
        double worst = 0;
        bool done = ph_sim_advance(sim, 0.1, diag) == PH_OK && ph_sim_energy(sim, &e) == PH_OK;
        for (int b = 0; done && b < ph_model_bodies(model); b++) {
            ph_body_state s;
            ph_sim_get_body(sim, b, &s);
            double got = ph_dot(ph_rotate(s.orientation, s.omega), n);
            worst = fmax(worst, fabs(got - rate[b]));
        }
        done = done && ph_sim_advance(sim, 0.101, diag) == PH_OK &&
               ph_sim_energy(sim, &later) == PH_OK;
        bool fine = done && worst < 1e-11 && fabs(e.kinetic - kinetic) < 1e-9 * kinetic &&
                    fabs(e.applied - kinetic) < 1e-9 * kinetic &&
                    (fixed || fabs(later.numerical) < 1e-7 * kinetic);
        CHECK(fine);
        if (!fine) {
            printf("%s, %s%s: %s, rates off by %.2g, energy %.17g, brought in %.17g, want %.17g; "
                   "%.2g made in 1 ms\n",
                   what, engine, fixed ? ", fixed" : "", done ? "done" : "failed", worst, e.kinetic,
                   e.applied, kinetic, later.numerical);
            show_diag(diag);
        }
        ph_diag_free(diag);
        ph_sim_free(sim);
    }
}

/* A thin rod, or a point mass at its end, on an oblique hinge that is not across it, struck at the
 * tip. */
static void one(bool point, ph_vec3 along, ph_vec3 axis, ph_vec3 blow)
{
    double m = 1.3, l = 0.8, arm = point ? l : l / 2, j = point ? 0 : m * l * l / 12;
    ph_vec3 u = ph_scale(1 / ph_norm(along), along), n = ph_scale(1 / ph_norm(axis), axis);
    ph_vec3 across = ph_cross(ph_v3(0, 0, 1), u); /* the body's z is turned to the rod */
    double angle = atan2(ph_norm(across), u.z), s = ph_norm(across);
    across = s > 0 ? ph_scale(angle / s, across) : ph_v3(angle, 0, 0);
    ph_model *model = text_model(
        "bodies:\n"
        "  rod: {mass: %.17g, inertia: [%.17g, %.17g, 0], position: [%.17g, %.17g, %.17g],"
        " orientation: {rotation: [%.17g, %.17g, %.17g]}}\n"
        "markers: {tip: {on: rod, at: [0, 0, %.17g]}}\n"
        "joints: {hinge: {type: revolute, between: [ground, rod], axis: [%.17g, %.17g, %.17g]}}\n"
        "forces:\n"
        "  blow: {type: impulse, on: tip, at: 0.1, linear: [%.17g, %.17g, %.17g]}\n"
        "simulate: {end: 1}\n",
        m, j, j, arm * u.x, arm * u.y, arm * u.z, across.x, across.y, across.z, l - arm, n.x, n.y,
        n.z, blow.x, blow.y, blow.z);
    double sine = ph_norm(ph_cross(n, u)), inertia = (j + m * arm * arm) * sine * sine;
    double rate = ph_dot(n, ph_cross(ph_scale(l, u), blow)) / inertia;
    strikes(model, point ? "point mass" : "thin rod", n, &rate, 0.5 * inertia * rate * rate);
    ph_model_free(model);
}

/* x = A^-1 b, by elimination. */
static void solve(int n, double A[LINKS][LINKS], double *b)
{
    for (int k = 0; k < n; k++)
        for (int i = k + 1; i < n; i++) {
            double f = A[i][k] / A[k][k];
            for (int j = k; j < n; j++) A[i][j] -= f * A[k][j];
            b[i] -= f * b[k];
        }
    for (int i = n - 1; i >= 0; i--) {
        for (int j = i + 1; j < n; j++) b[i] -= A[i][j] * b[j];
        b[i] /= A[i][i];
    }
}

/* A straight chain of n thin rods, or of massless rods with points at their ends, struck across at
 * its tip: sum_j M_ij w_j = P l. */
static void chain(int n, bool point)
{
    double m = 0.7, l = 0.5, P = 0.9, A[LINKS][LINKS], w[LINKS], kinetic = 0;
    char bodies[2000] = "", joints[2000] = "", before[20];
    for (int i = 0; i < n; i++) {
        double j = point ? 0 : m * l * l / 12;
        size_t b = strlen(bodies), k = strlen(joints);
        snprintf(bodies + b, sizeof bodies - b,
                 "  rod%d: {mass: %.17g, inertia: [0, %.17g, %.17g], position: [%.17g, 0, 0]}\n", i,
                 m, j, j, l * (i + (point ? 1 : 0.5)));
        snprintf(before, sizeof before, i ? "rod%d" : "ground", i - 1);
        snprintf(joints + k, sizeof joints - k,
                 "  pin%d: {type: revolute, between: [%s, rod%d], at: [%.17g, 0, 0],"
                 " axis: [0, 0, 1]}\n",
                 i, before, i, l * i);
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            int last = i > j ? i : j;
            double end = point ? 1 : i == j ? 1.0 / 3 : 0.5;
            A[i][j] = m * l * l * (n - 1 - last + end);
        }
    for (int i = 0; i < n; i++) w[i] = P * l;
    solve(n, A, w);
    for (int i = 0; i < n; i++) kinetic += 0.5 * P * l * w[i];
    ph_model *model =
        text_model("bodies:\n%s"
                   "markers: {tip: {on: rod%d, at: [%.17g, 0, 0]}}\n"
                   "joints:\n%s"
                   "forces: {blow: {type: impulse, on: tip, at: 0.1, linear: [0, %.17g, 0]}}\n"
                   "simulate: {end: 1}\n",
                   bodies, n - 1, point ? 0 : l / 2, joints, P);
    strikes(model, point ? "chain of points" : "chain of thin rods", ph_v3(0, 0, 1), w, kinetic);
    ph_model_free(model);
}

int main(void)
{
    unsigned long long seed = 7;
    for (int point = 0; point < 2; point++) {
        one(point, ph_v3(0, 0, -1), ph_v3(0, 1, 0), ph_v3(0.4, 0, 0));
        for (int i = 0; i < 5; i++) {
            ph_vec3 along = chance3(&seed), axis = chance3(&seed);
            one(point, along, axis, chance3(&seed));
        }
        for (int n = 2; n <= LINKS; n++) chain(n, point);
    }
    return TEST_RESULT();
}
