/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Requests: columns made of expressions. They show what the usual columns show, cost the steps
 * nothing, come back from a result with their units, and say which of them is not finite.
 */
#include <unistd.h>
#include "../../build_model.h"

/* A pendulum with a spring, a controller and a variable that reads itself. */
static ph_model *pendulum(void)
{
    ph_model *model = ph_model_create();
    ph_body_def body = ph_default_body();
    body.mass = 2;
    body.inertia = (ph_sym3){0.1, 0.2, 0.3, 0, 0, 0};
    body.position = ph_v3(1, 0, 0);
    body.omega = ph_v3(0, 0.5, 0);
    CHECK(ph_model_set_gravity(model, ph_v3(0, 0, -9.81)) == PH_OK);
    CHECK(ph_model_add_body(model, "arm", &body) == PH_OK);
    joint_add(model, "pin", "revolute", "ground", "arm", ph_v3(0, 0, 0), ph_v3(0, 1, 0));
    force_par spring = force_begin("spring_damper");
    force_place(&spring, "on", "arm");
    force_number(&spring, "stiffness", 10);
    force_number(&spring, "length", 0.5);
    CHECK(force_add(model, "spring", &spring) == PH_OK);
    ph_state_def lag = ph_default_state();
    lag.rate = (ph_expr){.text = "arm.pos.z - lag"};
    CHECK(ph_model_add_state(model, "lag", &lag) == PH_OK);
    CHECK(add_variable(model, "loop", "0.5*loop + arm.vel.x") == PH_OK);
    return model;
}

static ph_status request(ph_model *model, const char *name, int count,
                         const ph_request_column *column)
{
    ph_request_def def = {
        .id = 5, .title = {.text = "all of it"}, .count = count, .column = column};
    return ph_model_add_request(model, name, &def);
}

#define COLUMN(column, expression, of)                                                             \
    {                                                                                              \
        .name = {.text = column}, .unit = {.text = of}, .value = {                                 \
            .text = expression,                                                                    \
            .value = -1                                                                            \
        }                                                                                          \
    }
static const ph_request_column all[] = {
    COLUMN("x", "1000*arm.pos.x", "mm"),  COLUMN("acc", "arm.acc.z", "m/s^2"),
    COLUMN("alpha", "arm.alpha.y", NULL), COLUMN("n", "pin.force.z", "N"),
    COLUMN("f", "spring.force.x", "N"),   COLUMN("lag", "lag", NULL),
    COLUMN("rate", "lag.rate", NULL),     COLUMN("loop", "loop", NULL),
    COLUMN("w", "arm.omega.y", "rad/s"),  COLUMN("d", "distance(arm, ground)", "m")};
enum { ALL = sizeof all / sizeof *all };

typedef struct {
    ph_sim *sim;
    double *last; /* the last row */
    double worst; /* of the differences between a request and the usual column */
} seen;

static double at(const seen *s, const double *row, const char *object, const char *quantity, int k)
{
    int column = column_of(s->sim, object, quantity, k);
    CHECK(column > 0);
    return row[column];
}

static ph_status look(void *user, const double *row, size_t width)
{
    seen *s = user;
    const char *const object[] = {"arm", "arm", "arm", "pin", "spring", "lag", "loop", "arm"};
    const char *const quantity[] = {"pos", "acc", "alpha", "force", "force", "", "", "omega"};
    const int component[] = {0, 2, 1, 2, 0, 0, 0, 1}, asked[] = {0, 1, 2, 3, 4, 5, 7, 8};
    for (int i = 0; i < 8; i++) {
        double want = at(s, row, object[i], quantity[i], component[i]);
        double got = at(s, row, "tip", "", asked[i]) / (i == 0 ? 1000 : 1);
        /* a row shows the velocities of the step, and reads those that meet the constraints */
        s->worst = fmax(s->worst, fabs(got - want) / (i == 7 ? 1e4 : 1));
    }
    double rate = at(s, row, "arm", "pos", 2) - at(s, row, "lag", "", 0);
    s->worst = fmax(s->worst, fabs(at(s, row, "tip", "", 6) - rate));
    s->worst = fmax(s->worst, fabs(at(s, row, "tip", "", 9) - 1));
    memcpy(s->last, row, width * sizeof *row);
    return PH_OK;
}

static ph_options run_options(const char *integrator)
{
    ph_options o = options_of(integrator, 0, 0.7);
    o.tolerance = 1e-5;
    o.rows = 13; /* between the steps */
    return o;
}

/* Everything a request can read, against the columns that show the same. */
static void values(const char *integrator)
{
    ph_model *model = pendulum();
    CHECK(request(model, "tip", ALL, all) == PH_OK && ph_model_requests(model) == 1);
    ph_options o = run_options(integrator);
    seen s = {.sim = must_create(model, &o)};
    s.last = calloc(ph_sim_row_width(s.sim), sizeof *s.last);
    ph_run_hooks hooks = {.user = &s, .row = look};
    CHECK(ph_sim_run(s.sim, &hooks, NULL) == PH_OK);
    CHECK_NEAR(s.worst, 0, 1e-8);
    CHECK(fabs(at(&s, s.last, "tip", "", 4)) > 1);
    free(s.last);
    ph_sim_free(s.sim);
    ph_model_free(model);
}

/* With and without requests: the same steps, the same bits, the same number of evaluations. */
static void no_cost(void)
{
    ph_stats stats[2];
    ph_body_state end[2];
    for (int with = 0; with < 2; with++) {
        ph_model *model = pendulum();
        if (with) CHECK(request(model, "tip", ALL, all) == PH_OK);
        ph_options o = run_options("galpha");
        ph_sim *sim = must_create(model, &o);
        CHECK(ph_sim_run(sim, NULL, NULL) == PH_OK);
        stats[with] = *ph_sim_stats(sim);
        CHECK(ph_sim_get_body(sim, 0, &end[with]) == PH_OK);
        ph_sim_free(sim);
        ph_model_free(model);
    }
    CHECK(memcmp(&end[0], &end[1], sizeof end[0]) == 0);
    CHECK(stats[0].force_evaluations == stats[1].force_evaluations &&
          stats[0].steps == stats[1].steps && stats[0].jacobians == stats[1].jacobians);
}

static void chosen(void)
{
    ph_model *model = pendulum();
    const ph_request_column time = COLUMN("t", "time", "s");
    CHECK(request(model, "one", 1, &time) == PH_OK && request(model, "tip", ALL, all) == PH_OK &&
          request(model, "two", 1, &time) == PH_OK);
    CHECK(ph_model_add_output(model, "two", (ph_source){0}) == PH_OK &&
          ph_model_add_output(model, "one", (ph_source){0}) == PH_OK);
    ph_options o = run_options("galpha");
    ph_sim *sim = must_create(model, &o);
    double row[3];
    CHECK(ph_sim_row_width(sim) == 3 && ph_sim_advance(sim, 0.25, NULL) == PH_OK);
    CHECK(ph_sim_row(sim, row, NULL) == PH_OK && row[1] == 0.25 && row[2] == 0.25);
    const ph_block *b = ph_sim_block(sim, 1);
    CHECK_TEXT(b->group, "requests");
    CHECK_TEXT(b->object[0], "two");
    CHECK_TEXT(b->component[0], "t");
    CHECK_TEXT(b->units[0], "s");
    CHECK_TEXT(b->title, "all of it");
    CHECK(b->id == 5);
    ph_sim_free(sim);
    ph_model_free(model);
}

/* Through a result and back. */
static void in_a_result(void)
{
    char folder[] = "/tmp/polhode_test_XXXXXX", file[80];
    if (!mkdtemp(folder)) exit(1);
    ph_model *model = pendulum();
    CHECK(request(model, "tip", ALL, all) == PH_OK);
    ph_request_def plain = {.count = 1, .column = &all[1]};
    CHECK(ph_model_add_request(model, "plain", &plain) == PH_OK);
    ph_options o = run_options("galpha");
    ph_sim *sim = must_create(model, &o);
    ph_writer *writer = NULL;
    ph_result *result = NULL;
    double *row = calloc(ph_sim_row_width(sim), sizeof *row), got = 0;
    CHECK(ph_writer_open(folder, model, sim, NULL, &writer) == PH_OK);
    CHECK(ph_sim_row(sim, row, NULL) == PH_OK);
    CHECK(ph_writer_row(writer, row, ph_sim_row_width(sim), NULL) == PH_OK);
    CHECK(ph_writer_finish(writer, NULL, NULL) == PH_OK);
    CHECK(ph_result_open(folder, NULL, &result) == PH_OK);
    int x = ph_result_find(result, "tip.x"), one[ALL];
    CHECK(ph_result_read(result, x, 0, 1, &got, NULL) == PH_OK && got == 1000);
    CHECK_TEXT(ph_result_column_unit(result, x), "mm");
    CHECK_TEXT(ph_result_column_unit(result, x + 1), "m/s^2");
    CHECK_TEXT(ph_result_column_unit(result, x + 2), "");
    CHECK(ph_result_match(result, "tip", one, ALL) == ALL && one[ALL - 1] == x + ALL - 1);
    const ph_block *tip = ph_result_block_of(result, x), *next;
    CHECK(tip->units && tip->id == 5 && tip->first == x && tip->width == ALL && tip->objects == 1);
    CHECK_TEXT(tip->group, "requests");
    CHECK_TEXT(tip->object[0], "tip");
    CHECK_TEXT(tip->component[0], "x");
    CHECK_TEXT(tip->title, "all of it");
    next = ph_result_block_of(result, x + ALL);
    CHECK(next && next->units && next->id == 0 && next->width == 1 && !next->title);
    CHECK(ph_result_column(result, "tip", "", "x") == x);
    CHECK(ph_result_column(result, "tip", "", "") == -1);
    ph_result_close(result);
    const char *const made[] = {"/result.h5", "/summary.json", ""};
    for (int i = 0; i < 3; i++) {
        snprintf(file, sizeof file, "%s%s", folder, made[i]);
        CHECK(remove(file) == 0);
    }
    free(row);
    ph_sim_free(sim);
    ph_model_free(model);
}

static int told(const ph_diag *diag, const char *text)
{
    for (int i = 0; i < ph_diag_count(diag); i++)
        if (strstr(ph_diag_get(diag, i)->message, text)) return 1;
    show_diag(diag);
    return 0;
}

static void what_is_wrong(void)
{
    ph_diag *diag = ph_diag_create();
    ph_model *model = pendulum();
    ph_sim *sim = NULL;
    const ph_request_column late = COLUMN("late", "sqrt(0.1 - time)", "");
    const ph_request_column bad[] = {COLUMN("a b", "1", ""), COLUMN("c", "arm.pos.q", ""),
                                     COLUMN("c", "1", "")};
    CHECK(request(model, "tip", 1, &late) == PH_OK);
    ph_options o = run_options("galpha");
    CHECK(ph_sim_create(model, &o, diag, &sim) == PH_OK);
    CHECK(ph_sim_run(sim, NULL, diag) == PH_E_NONFINITE);
    CHECK(told(diag, "late of `tip`, `sqrt(0.1 - time)`, is not a finite number"));
    ph_sim_free(sim);
    CHECK(request(model, "bad", 3, bad) == PH_OK && request(model, "none", 0, NULL) == PH_OK);
    CHECK(ph_model_check(model, diag) == PH_E_MODEL);
    CHECK(told(diag, "column `a b` of request `bad` is not a name") &&
          told(diag, "request `bad` has two columns `c`") &&
          told(diag, "unknown name `arm.pos.q`") && told(diag, "request `none` has no columns"));
    ph_model_free(model);
    ph_diag_free(diag);
}

/* Methods for free bodies know no accelerations and no reactions. */
static void free_bodies(void)
{
    ph_diag *diag = ph_diag_create();
    ph_model *model = ph_model_create();
    ph_body_def body = ph_default_body();
    ph_sim *sim = NULL;
    body.mass = 1;
    body.inertia = (ph_sym3){1, 2, 2.5, 0, 0, 0};
    body.omega = ph_v3(1, 0.1, 0.2);
    ph_options o = options_of("liemid", 0.01, 1);
    const ph_request_column spin = COLUMN("w", "top.omega.x", "rad/s");
    CHECK(ph_model_add_body(model, "top", &body) == PH_OK &&
          request(model, "r", 1, &spin) == PH_OK);
    sim = must_create(model, &o);
    double *row = calloc(ph_sim_row_width(sim), sizeof *row);
    CHECK(ph_sim_advance(sim, 0.5, NULL) == PH_OK && ph_sim_row(sim, row, NULL) == PH_OK);
    int asked = column_of(sim, "r", "", 0), usual = column_of(sim, "top", "omega", 0);
    CHECK(asked > 0 && row[asked] == row[usual] && row[asked] != 1);
    free(row);
    ph_sim_free(sim);
    const ph_request_column acc = COLUMN("a", "top.acc.x", "");
    CHECK(request(model, "q", 1, &acc) == PH_OK);
    CHECK(ph_sim_create(model, &o, diag, &sim) == PH_E_UNSUPPORTED);
    CHECK(told(diag, "a of `q` reads an acceleration"));
    ph_model_free(model);
    ph_diag_free(diag);
}

int main(void)
{
    static const char *const engines[] = {"galpha", "hht", "hht-euler"};
    for (int i = 0; i < 3; i++) values(engines[i]);
    no_cost();
    chosen();
    in_a_result();
    what_is_wrong();
    free_bodies();
    return TEST_RESULT();
}
