/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The bounds of what integrators choose by themselves: shortest, longest and first step, and the
 * number of corrections.
 */
#include "../../build_model.h"

static const char *const engines[] = {"galpha", "hht", "hht-euler", "ida"};

static bool is_here(const char *engine)
{
    return !(ph_integrator_find(engine)->traits & PH_ABSENT);
}

/* A ball flies at a stiff wall. */
static ph_model *ball(void)
{
    ph_model *model = ph_model_create();
    ph_body_def body = ph_default_body();
    body.mass = 1;
    body.inertia = (ph_sym3){0.1, 0.1, 0.1, 0, 0, 0};
    body.velocity = ph_v3(1, 0, 0);
    CHECK(ph_model_add_body(model, "ball", &body) == PH_OK);
    force_par wall = force_make("force", "ball", NULL, 0,
                                "if(ball.pos.x > 0.5, -1e6*(ball.pos.x - 0.5), 0)", "0", "0");
    CHECK(force_add(model, "wall", &wall) == PH_OK);
    return model;
}

static ph_options to_tolerance(const char *engine, double tolerance)
{
    ph_options o = options_of(engine, 0, 1);
    o.tolerance = tolerance;
    return o;
}

static ph_status run(const ph_options *o, ph_stats *stats, double *t, char *said, size_t size)
{
    ph_model *model = ball();
    ph_diag *diag = ph_diag_create();
    ph_sim *sim = NULL;
    ph_status status = ph_sim_create(model, o, diag, &sim);
    if (!status) {
        status = ph_sim_run(sim, NULL, diag);
        *stats = *ph_sim_stats(sim);
        *t = ph_sim_time(sim);
    }
    int last = ph_diag_count(diag) - 1;
    snprintf(said, size, "%s", last >= 0 ? ph_diag_get(diag, last)->message : "");
    ph_sim_free(sim);
    ph_model_free(model);
    ph_diag_free(diag);
    return status;
}

/* Free flight needs no short steps, the wall does: the run ends there, and says why. */
static void shortest(const char *engine)
{
    ph_options o = to_tolerance(engine, 1e-8);
    ph_stats stats = {0}, free = {0};
    char said[400];
    double t = 0;
    CHECK(run(&o, &free, &t, said, sizeof said) == PH_OK && t == 1);
    CHECK(free.smallest_step < 1e-4);
    o.min_step = 1e-4;
    CHECK(run(&o, &stats, &t, said, sizeof said) == PH_E_SOLVE);
    CHECK_NEAR(t, 0.5, 1e-3);
    CHECK(strstr(said, "would need a step shorter than `min_step`, 0.0001 s") != NULL);
    CHECK(stats.smallest_step >= 0.99e-4);
    /* one that is never needed changes nothing */
    o.min_step = free.smallest_step / 100;
    CHECK(run(&o, &stats, &t, said, sizeof said) == PH_OK && stats.steps == free.steps);
}

static void first_and_longest(const char *engine)
{
    ph_model *model = ball();
    ph_options o = to_tolerance(engine, 1e-4);
    o.first_step = 3e-4;
    o.max_step = 2e-3;
    ph_sim *sim = must_create(model, &o);
    CHECK(ph_sim_step(sim, NULL) == PH_OK);
    CHECK_NEAR(ph_sim_time(sim), 3e-4, 1e-12);
    CHECK(ph_sim_advance(sim, 0.4, NULL) == PH_OK);
    CHECK(ph_sim_stats(sim)->largest_step <= 2e-3 * (1 + 1e-12));
    ph_sim_free(sim);
    ph_model_free(model);
}

/* Free flight has no error to speak of: the longest step is the fiftieth of the run, unless the
 * shortest allowed is longer than that. */
static void longest_by_default(const char *engine)
{
    ph_model *model = ball();
    ph_options o = to_tolerance(engine, 1e-4);
    for (int i = 0; i < 2; i++) {
        o.min_step = i ? 0.05 : 0;
        ph_sim *sim = must_create(model, &o);
        CHECK(ph_sim_advance(sim, 0.4, NULL) == PH_OK);
        CHECK_NEAR(ph_sim_stats(sim)->largest_step, i ? 0.05 : 0.02, 1e-6);
        ph_sim_free(sim);
    }
    ph_model_free(model);
}

static void corrections(const char *engine)
{
    ph_stats stats = {0}, free = {0};
    char said[400];
    double t = 0;
    ph_options o = to_tolerance(engine, 1e-5);
    CHECK(run(&o, &free, &t, said, sizeof said) == PH_OK);
    o.iterations = 1;
    ph_status status = run(&o, &stats, &t, said, sizeof said);
    CHECK(status == PH_OK || strstr(said, "integrator"));
    CHECK(stats.steps > free.steps || status);
    o.iterations = 50;
    CHECK(run(&o, &stats, &t, said, sizeof said) == PH_OK && t == 1);
}

static void refused(void)
{
    const struct {
        double least, most, first;
        int iterations;
        const char *said;
    } wrong[] = {{1e-2, 1e-3, 0, 0, "`min_step`, 0.01 s, is longer than `max_step`"},
                 {1e-2, 0, 1e-3, 0, "`min_step`, 0.01 s, is longer than `first_step`"},
                 {-1, 0, 0, 0, "`min_step` cannot be -1 s"},
                 {0, 0, INFINITY, 0, "`first_step` cannot be inf s"},
                 {0, 0, 0, -1, "`iterations` must lie between 1 and 1000: -1"}};
    for (int i = 0; i < 5; i++) {
        ph_options o = to_tolerance("galpha", 1e-4);
        o.min_step = wrong[i].least;
        o.max_step = wrong[i].most;
        o.first_step = wrong[i].first;
        o.iterations = wrong[i].iterations;
        ph_stats stats;
        char said[400];
        double t;
        CHECK(run(&o, &stats, &t, said, sizeof said) == PH_E_RANGE);
        CHECK_TEXT(said, wrong[i].said);
    }
}

int main(void)
{
    for (int i = 0; i < 4; i++) {
        if (!is_here(engines[i])) continue;
        shortest(engines[i]);
        first_and_longest(engines[i]);
        longest_by_default(engines[i]);
        corrections(engines[i]);
    }
    refused();
    return TEST_RESULT();
}
