/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A, B, C, D: against differences of runs, with states chosen by name, and what is refused.
 */
#include <polhode/analysis.h>
#include "text_model.h"

/* A cart with a pendulum, pushed by an actuator with a lag and a direct part. */
static const char crane[] =
    "gravity: [0, 0, -9.81]\n"
    "parameters: {push: %.17g}\n"
    "bodies:\n"
    "  cart: {mass: 3, inertia: [0.1, 0.1, 0.1]}\n"
    "  load: {mass: 1.2, inertia: [0.01, 0.02, 0.01], position: [0, 0, -0.8]}\n"
    "joints:\n"
    "  rail: {type: prismatic, between: [ground, cart], at: [0, 0, 0], axis: [1, 0, 0]}\n"
    "  hinge: {type: revolute, between: [cart, load], at: [0, 0, 0], axis: [0, 1, 0]}\n"
    "states:\n"
    "  lag: {rate: 5*(u - lag), initial: push}\n"
    "variables:\n"
    "  u: push\n"
    "  angle: atan2(load.R.13, load.R.33)\n"
    "  tip: load.pos.x\n"
    "  pull: hinge.force.x\n"
    "  speeds_up: cart.acc.x\n"
    "forces:\n"
    "  drive: {type: force, on: cart, force: [2*lag + 0.3*u - 0.4*cart.vel.x, 0, 0]}\n"
    "simulate: {end: 0.7, integrator: galpha, tolerance: 1e-9, every: 0.1}\n";

static const char *const inputs[] = {"u"}, *const outputs[] = {"angle", "tip", "pull", "speeds_up"};
enum { OUTPUTS = 4 };

static ph_linear *linearise(ph_model *model, const ph_linear_options *o, char *said, size_t size)
{
    ph_diag *diag = ph_diag_create();
    ph_sim *sim = NULL;
    ph_linear *l = NULL;
    for (int i = 0; i < o->inputs; i++) ph_model_open_variable(model, o->input[i]);
    for (int i = 0; i < o->outputs; i++) ph_model_open_variable(model, o->output[i]);
    for (int i = 0; i < o->states; i++) ph_model_open_variable(model, o->state[i]);
    ph_status status = ph_sim_create(model, NULL, diag, &sim);
    if (!status) status = ph_sim_linearize(sim, o, diag, &l);
    int last = ph_diag_count(diag) - 1;
    if (said) snprintf(said, size, "%s", last >= 0 ? ph_diag_get(diag, last)->message : "");
    if (status && !said && last >= 0) printf("%s\n", ph_diag_get(diag, last)->message);
    ph_sim_free(sim);
    ph_diag_free(diag);
    return l;
}

/* ---- against runs ---- */

typedef struct {
    double y[OUTPUTS];
} last_row;

static ph_status note(void *user, const ph_sim *sim, const double *row)
{
    last_row *r = user;
    for (int i = 0; i < OUTPUTS; i++) r->y[i] = row[column_of(sim, outputs[i], "", 0)];
    return PH_OK;
}

static last_row run(double push)
{
    last_row r;
    ph_model *model = text_model(crane, push);
    text_outcome out = text_run(model, ph_model_options(model), note, &r);
    CHECK(out.status == PH_OK);
    ph_model_free(model);
    return r;
}

static void rate(const ph_linear *l, const double *x, double *dx)
{
    for (int i = 0; i < l->states; i++) {
        dx[i] = l->B[i * l->inputs];
        for (int j = 0; j < l->states; j++) dx[i] += l->A[i * l->states + j] * x[j];
    }
}

/* Outputs at t of a unit step of the input, from x. */
static last_row predict(const ph_linear *l, double *x, double t)
{
    enum { N = 2000 };
    double h = t / N, k[4][16], z[16];
    for (int n = 0; n < N; n++) {
        rate(l, x, k[0]);
        for (int s = 1; s < 4; s++) {
            for (int i = 0; i < l->states; i++) z[i] = x[i] + (s == 3 ? 1 : 0.5) * h * k[s - 1][i];
            rate(l, z, k[s]);
        }
        for (int i = 0; i < l->states; i++)
            x[i] += h / 6 * (k[0][i] + 2 * k[1][i] + 2 * k[2][i] + k[3][i]);
    }
    last_row r;
    for (int i = 0; i < OUTPUTS; i++) {
        r.y[i] = l->D[i * l->inputs];
        for (int j = 0; j < l->states; j++) r.y[i] += l->C[i * l->states + j] * x[j];
    }
    return r;
}

static void against_runs(void)
{
    ph_model *model = text_model(crane, 0.);
    ph_linear *l = linearise(
        model,
        &(ph_linear_options){.inputs = 1, .input = inputs, .outputs = OUTPUTS, .output = outputs},
        NULL, 0);
    CHECK(l && l->states == 5 && l->positions == 2 && l->rates == 2 && l->steady);
    if (!l) return;
    CHECK_TEXT(l->state[4], "lag");
    CHECK_TEXT(l->input[0], "u");
    CHECK_TEXT(l->output[2], "pull");
    for (int i = 0; i < 2; i++) {
        char rate_name[60];
        snprintf(rate_name, sizeof rate_name, "%s'", l->state[i]);
        CHECK_TEXT(l->state[2 + i], rate_name);
        for (int j = 0; j < 5; j++) CHECK_NEAR(l->A[i * 5 + j], j == 2 + i, 1e-14);
    }
    double x[16] = {0}, step = 1e-3;
    x[4] = 1; /* the run begins with the lag at its input */
    last_row want = predict(l, x, 0.7), up = run(step), down = run(-step);
    for (int i = 0; i < OUTPUTS; i++)
        CHECK_RATIO((up.y[i] - down.y[i]) / (2 * step), want.y[i], 2e-6);
    /* at once: the direct part moves the cart and what of the load turns about its hinge */
    double carried = 1.2 * 0.02 / (0.02 + 1.2 * 0.64), a = 0.3 / (3 + carried);
    CHECK_NEAR(l->D[0], 0, 1e-14);
    CHECK_RATIO(l->D[3], a, 1e-12);
    CHECK_RATIO(l->D[2], carried * a, 1e-12);
    ph_linear_free(l);
    ph_model_free(model);
}

/* ---- states by name ---- */

static void chosen_states(void)
{
    static const char *const states[] = {"angle", "tip"};
    ph_model *model = text_model(crane, 0.);
    ph_linear_options o = {.inputs = 1, .input = inputs, .states = 2, .state = states};
    ph_linear *l = linearise(model, &o, NULL, 0);
    CHECK(l && l->states == 5);
    if (!l) return;
    bool first = strcmp(l->state[0], "angle") == 0;
    CHECK_TEXT(l->state[first ? 1 : 0], "tip");
    CHECK_TEXT(l->state[first ? 3 : 2], "tip'");
    /* tip'' = -g angle without other forces at rest: Newton for the load */
    int tip = first ? 3 : 2, angle = first ? 0 : 1, v = first ? 2 : 3;
    /* load: m tip'' = F, J angle'' = -m g l angle - l F (about its centre), l = 0.8 */
    for (int j = 0; j < 4; j++) {
        double force = 1.2 * l->A[tip * 5 + j], turn = 0.02 * l->A[v * 5 + j];
        double want = (j == angle ? -1.2 * 9.81 * 0.8 : 0) - 0.8 * -force;
        CHECK_NEAR(turn, want, 1e-11);
    }
    ph_linear_free(l);
    ph_model_free(model);
}

/* ---- what is refused ---- */

static void refused(void)
{
    char said[600];
    static const char *const none[] = {"uu"}, *const speed[] = {"pull"},
                             *const twice[] = {"angle", "tip", "tap"};
    ph_model *model = text_model(crane, 0.);
    ph_model_add_variable(model, "tap", &(ph_expr){.text = "2*load.pos.x"});
    CHECK(ph_model_open_variable(model, "uu") == PH_E_NAME);
    CHECK(!linearise(model, &(ph_linear_options){.inputs = 1, .input = none}, said, sizeof said));
    CHECK_TEXT(said, "there is no variable `uu`");
    CHECK(!linearise(model, &(ph_linear_options){.states = 1, .state = speed}, said, sizeof said));
    CHECK_TEXT(said, "variable `pull` cannot be a state: it is no function of places alone");
    CHECK(!linearise(model, &(ph_linear_options){.states = 3, .state = twice}, said, sizeof said));
    CHECK(strstr(said, "cannot be a state: others follow with it"));
    ph_model_free(model);
    /* no freedom */
    model = text_model("bodies: {b: {mass: 1, inertia: [1, 1, 1]}}\n"
                       "joints: {j: {type: fixed, between: [ground, b]}}\n"
                       "simulate: {end: 1, integrator: galpha}\n");
    CHECK(!linearise(model, &(ph_linear_options){0}, said, sizeof said));
    CHECK_TEXT(said, "the model has no freedom, and no states: nothing is left to linearise");
    ph_model_free(model);
    /* a method for free bodies */
    model = text_model("bodies: {b: {mass: 1, inertia: [1, 2, 3]}}\n"
                       "simulate: {end: 1, step: 0.1, integrator: cf4}\n");
    CHECK(!linearise(model, &(ph_linear_options){0}, said, sizeof said));
    CHECK(strstr(said, "integrator `cf4` moves free bodies"));
    ph_model_free(model);
}

int main(void)
{
    against_runs();
    chosen_states();
    refused();
    return TEST_RESULT();
}
