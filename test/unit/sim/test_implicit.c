/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Algebraic unknowns: variables defined by an equation they satisfy, v: v - (f) for 0 = f. Every
 * engine solves for them, at the start from a first guess, and stays on that solution, also from
 * phase to phase; equations without a solution are named.
 */
#include "../../build_model.h"

/* A pendulum that is pulled by a force which follows from the unknown. */
static ph_model *pendulum(const char *equation, double start)
{
    ph_model *model = ph_model_create();
    ph_body_def body = ph_default_body();
    body.mass = 2;
    body.inertia = (ph_sym3){0.1, 0.2, 0.1, 0, 0, 0};
    body.position = ph_v3(1, 0, 0);
    CHECK(ph_model_add_body(model, "arm", &body) == PH_OK);
    joint_add(model, "pin", "revolute", "ground", "arm", ph_v3(0, 0, 0), ph_v3(0, 1, 0));
    CHECK(add_variable(model, "v", equation) == PH_OK);
    CHECK(ph_model_start_variable(model, "v", start) == PH_OK);
    force_par pull = force_make("force", "arm", NULL, 0, "0", "0", "v");
    CHECK(force_add(model, "pull", &pull) == PH_OK);
    return model;
}

typedef struct {
    const ph_sim *sim;
    double off;   /* largest |f| in any row */
    double least; /* of sign times v */
    double sign;
} seen;

static ph_status look(void *user, const double *row, size_t width)
{
    seen *s = user;
    (void)width;
    double v = row[column_of(s->sim, "v", "", 0)], x = row[column_of(s->sim, "arm", "pos", 0)];
    s->off = fmax(s->off, fabs(v * v - 3 - x));
    s->least = fmin(s->least, s->sign * v);
    return PH_OK;
}

/* 0 = v^2 - 3 - x has two solutions; without a guess there is no way to go to either. */
static void two_solutions(const char *engine, double sign, bool phases)
{
    ph_model *model = pendulum("v - (v^2 - 3 - arm.pos.x)", 0.1 * sign);
    ph_options o = options_of(engine, 0, phases ? NAN : 1);
    o.tolerance = 1e-6;
    o.rows = 17;
    for (int k = 1; phases && k < 4; k++) {
        ph_phase_def def = {.options = ph_default_options()};
        def.options.end = 0.35 * k;
        def.options.tolerance = 1e-6 * k;
        CHECK(ph_model_add_phase(model, &def) == PH_OK);
    }
    ph_sim *sim = must_create(model, &o);
    seen s = {sim, 0, INFINITY, sign};
    ph_run_hooks hooks = {.user = &s, .row = look};
    CHECK(ph_sim_run(sim, &hooks, NULL) == PH_OK);
    CHECK_NEAR(s.off, 0, 1e-9);
    CHECK(s.least > 1.4);
    ph_sim_free(sim);
    ph_model_free(model);
}

/* A solution that moves on is followed through phases, not found anew from the first guess. */
static void follows(const char *engine)
{
    ph_model *model = pendulum("v - sin(v - 8*time)", 0);
    ph_options o = options_of(engine, 0, NAN);
    for (int k = 1; k < 4; k++) {
        ph_phase_def def = {.options = ph_default_options()};
        def.options.end = 0.35 * k;
        def.options.tolerance = 1e-6 * k;
        CHECK(ph_model_add_phase(model, &def) == PH_OK);
    }
    ph_sim *sim = must_create(model, &o);
    double *row = calloc(ph_sim_row_width(sim), sizeof *row);
    for (int k = 1; k < 11; k++) {
        CHECK(ph_sim_advance(sim, 0.1 * k, NULL) == PH_OK && ph_sim_row(sim, row, NULL) == PH_OK);
        CHECK_NEAR(row[column_of(sim, "v", "", 0)], 0.8 * k, 1e-8);
    }
    free(row);
    ph_sim_free(sim);
    ph_model_free(model);
}

/* The unknown may follow from reactions and accelerations. */
static void of_reactions(const char *engine)
{
    ph_model *model = pendulum("v - (4*v + 0.1*v^3 + pin.force.z + 0.2*arm.acc.z - 1)", 0);
    ph_options o = options_of(engine, 0, 0.5);
    o.tolerance = 1e-6;
    ph_sim *sim = must_create(model, &o);
    CHECK(ph_sim_advance(sim, 0.5, NULL) == PH_OK);
    double *row = calloc(ph_sim_row_width(sim), sizeof *row);
    CHECK(ph_sim_row(sim, row, NULL) == PH_OK);
    double v = row[column_of(sim, "v", "", 0)], n = row[column_of(sim, "pin", "force", 2)];
    double a = row[column_of(sim, "arm", "acc", 2)];
    CHECK_NEAR(4 * v + 0.1 * v * v * v + n + 0.2 * a - 1, 0, 1e-8);
    free(row);
    ph_sim_free(sim);
    ph_model_free(model);
}

static void without(const char *equation)
{
    ph_model *model = pendulum(equation, 1);
    ph_options o = options_of("galpha", 0, 1);
    ph_diag *diag = ph_diag_create();
    ph_sim *sim = NULL;
    CHECK(ph_sim_create(model, &o, diag, &sim) == PH_E_SOLVE && !sim);
    CHECK(strstr(ph_diag_get(diag, 0)->message, "variable `v` depends on itself, and no value"));
    ph_diag_free(diag);
    ph_model_free(model);
}

int main(void)
{
    static const char *const engines[] = {"galpha", "hht", "hht-euler", "hht-classic", "ida"};
    for (int i = 0; i < 5; i++) {
        if (ph_integrator_find(engines[i])->traits & PH_ABSENT) continue;
        two_solutions(engines[i], 1, false);
        two_solutions(engines[i], -1, false);
        two_solutions(engines[i], -1, true);
        follows(engines[i]);
        of_reactions(engines[i]);
    }
    without("v - (v^2 + 1)");
    without("v - (arm.pos.x - 0.5)");
    return TEST_RESULT();
}
