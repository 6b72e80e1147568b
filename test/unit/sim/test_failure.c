/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Steps that fail: what is said, and that the state is what it was. Warnings. The wrong use of the
 * functions of a simulation.
 */
#include "../../property/problem_g.h"

/* A law that works until `from` and then fails in one of several ways. */
typedef struct {
    double from;
    ph_status status;
    double value; /* of the force, when the status is PH_OK */
    int calls;
} trap;

static ph_status trapped(void *user, double t, const ph_frame *on, ph_wrench *w)
{
    trap *p = user;
    (void)on;
    p->calls++;
    CHECK(w->force.x == 0 && w->torque.z == 0);
    if (t < p->from) return PH_OK;
    w->force.y = p->value;
    return p->status;
}

static const char *message(const ph_diag *diag)
{
    return ph_diag_count(diag) ? ph_diag_get(diag, ph_diag_count(diag) - 1)->message : "(nothing)";
}

/* All of a body's state, to the bit. */
static int same_state(const ph_sim *sim, const ph_body_state *before)
{
    ph_body_state now;
    CHECK(ph_sim_get_body(sim, 0, &now) == PH_OK);
    return memcmp(&now, before, sizeof now) == 0;
}

static void failing_function(const char *method, trap bad, ph_status want)
{
    double s = 1;
    trap good = {.from = INFINITY};
    ph_model *model = g_function(&s);
    CHECK(ph_model_add_force_function(model, "harmless", "g", trapped, &good) == PH_OK);
    CHECK(ph_model_add_force_function(model, "culprit", "b", trapped, &bad) == PH_OK);
    CHECK(ph_model_add_force_function(model, "after", "g", trapped, &good) == PH_OK);
    ph_options o = options_of(method, 0.01, 2);
    ph_sim *sim = must_create(model, &o);
    ph_diag *diag = ph_diag_create();
    ph_body_state before;
    ph_status status;
    double t;
    do {
        t = ph_sim_time(sim);
        CHECK(ph_sim_get_body(sim, 0, &before) == PH_OK);
        status = ph_sim_step(sim, diag);
    } while (status == PH_OK && t < 1);
    CHECK(status == want && ph_sim_time(sim) == t && t > 0.98 && t <= 1.0);
    CHECK(same_state(sim, &before));
    CHECK(ph_diag_errors(diag) == 1 && ph_diag_get(diag, 0)->code == want);
    /* who and when: the time of the evaluation, not of the step */
    CHECK(strstr(message(diag), "culprit") != NULL);
    double said = -1;
    CHECK(sscanf(message(diag), "t = %lf s:", &said) == 1 && said >= 1 && said <= 1.01);
    /* again: the same, and still nothing has changed; once the cause is gone it goes on */
    CHECK(ph_sim_step(sim, diag) == want && same_state(sim, &before));
    bad.from = INFINITY;
    CHECK(ph_sim_advance(sim, 2, diag) == PH_OK && ph_sim_time(sim) == 2);
    ph_diag_free(diag);
    ph_sim_free(sim);
    ph_model_free(model);
}

/* The same through ph_sim_run: the last row is that of the last state reached. */
static ph_status last_time(void *user, const double *row, size_t width)
{
    (void)width;
    *(double *)user = row[0];
    return PH_OK;
}

static void failing_run(void)
{
    trap bad = {.from = 1.2345, .status = PH_E_USER};
    ph_model *model = g_body();
    CHECK(ph_model_add_force_function(model, "culprit", "b", trapped, &bad) == PH_OK);
    ph_options o = options_of("liemid-ea", 0.01, 2);
    o.every = 0.5;
    ph_sim *sim = must_create(model, &o);
    double last = -1;
    CHECK(ph_sim_run(sim, &(ph_run_hooks){&last, last_time, NULL}, NULL) == PH_E_USER);
    CHECK_NEAR(last, 1.23, 1e-12);
    CHECK(last == ph_sim_time(sim));
    ph_sim_free(sim);
    ph_model_free(model);
}

/* A drag that fails once: at this call from now on; 0: never. */
typedef struct {
    int left, failed;
} stumble;

static ph_status drag(void *user, double t, const ph_frame *on, ph_wrench *w)
{
    stumble *s = user;
    (void)t;
    if (s->left > 0 && --s->left == 0) {
        s->failed++;
        return PH_E_USER;
    }
    w->force = ph_scale(-0.5, on->v);
    return PH_OK;
}

typedef struct {
    const char *method;
    double tolerance; /* 0: equal steps */
    bool held;        /* on a ball joint, and pushed so that it must be put right at the start */
} way;

static ph_sim *way_begin(const way *w, stumble *s, ph_model **model)
{
    *model = g_body();
    CHECK(ph_model_add_force_function(*model, "drag", "b", drag, s) == PH_OK);
    if (w->held)
        joint_add(*model, "ball", "spherical", "ground", "g", ph_v3(0, 0, 0), ph_v3(0, 0, 1));
    ph_options o = options_of(w->method, w->tolerance > 0 ? 0 : 0.01, 0.2);
    o.tolerance = w->tolerance;
    ph_sim *sim = must_create(*model, &o);
    ph_body_state pushed;
    CHECK(ph_sim_get_body(sim, 0, &pushed) == PH_OK);
    pushed.velocity.x += 0.3;
    if (w->held) CHECK(ph_sim_set_body(sim, 0, &pushed) == PH_OK);
    return sim;
}

/* Runs to 0.2 s with a failure at the n-th call. A step that fails leaves place, time and books as
 * they were; whoever goes on comes to where a run without it does. */
static int stumbles(const way *w, int n, ph_body_state *end, ph_energy *e)
{
    stumble s = {0};
    int failures = 0;
    ph_model *model;
    ph_sim *sim = way_begin(w, &s, &model);
    s.left = n;
    while (ph_sim_time(sim) < 0.2 && failures < 2) {
        double t = ph_sim_time(sim);
        ph_body_state before;
        ph_energy books, now;
        CHECK(ph_sim_get_body(sim, 0, &before) == PH_OK);
        int shown = s.left; /* looking at the books is no step */
        s.left = 0;
        CHECK(ph_sim_energy(sim, &books) == PH_OK);
        s.left = shown;
        if (ph_sim_advance(sim, fmin(t + 0.01, 0.2), NULL) == PH_OK) continue;
        failures++;
        /* to a tolerance several steps may have been taken */
        if (w->tolerance > 0) continue;
        CHECK(ph_sim_time(sim) == t && same_state(sim, &before));
        CHECK(ph_sim_energy(sim, &now) == PH_OK && memcmp(&now, &books, sizeof now) == 0);
    }
    CHECK(failures <= s.failed && ph_sim_get_body(sim, 0, end) == PH_OK);
    CHECK(ph_sim_energy(sim, e) == PH_OK);
    ph_sim_free(sim);
    ph_model_free(model);
    return failures;
}

static void one_stumble(way w)
{
    enum { CALLS = 60 }; /* more than some methods make */
    ph_body_state want, got;
    ph_energy books, e;
    int failures = 0;
    stumbles(&w, 0, &want, &books);
    for (int n = 1; n <= CALLS; n++) {
        failures += stumbles(&w, n, &got, &e);
        CHECK_NEAR(ph_norm(ph_sub(got.position, want.position)), 0, 1e-5);
        CHECK_NEAR(e.applied, books.applied, 1e-4);
        CHECK_NEAR(e.numerical, books.numerical, 1e-4);
    }
    printf("%s: %d of %d failures end a step\n", w.method, failures, CALLS);
    CHECK(failures > 0);
}

static ph_model *spinner(double spin)
{
    ph_model *model = ph_model_create();
    ph_body_def b = ph_default_body();
    b.mass = 1;
    b.inertia = (ph_sym3){0.9144, 1.098, 1.66, 0, 0, 0};
    b.omega = ph_v3(0.45549 * spin, 0.82623 * spin, 0.03476 * spin);
    CHECK(ph_model_add_body(model, "top", &b) == PH_OK);
    return model;
}

static void large_steps(void)
{
    /* no solution: the variational method at a large step */
    ph_model *model = spinner(1);
    ph_options o = options_of("dmv", 5, 100);
    ph_sim *sim = must_create(model, &o);
    ph_diag *diag = ph_diag_create();
    ph_body_state before;
    CHECK(ph_sim_get_body(sim, 0, &before) == PH_OK);
    CHECK(ph_sim_step(sim, diag) == PH_E_SOLVE && same_state(sim, &before));
    CHECK(strstr(message(diag), "`dmv`") && strstr(message(diag), "`top`"));
    CHECK(strstr(message(diag), "h|omega| = 4.7") != NULL);
    CHECK(strstr(ph_diag_get(diag, 0)->hint, "0.53 s") != NULL);
    ph_sim_free(sim);

    /* a warning above a quarter turn in a step, none below */
    for (int k = 0; k < 2; k++) {
        ph_diag_clear(diag);
        o = options_of("nmb", k ? 1.5 : 2, 30);
        sim = must_create(model, &o);
        CHECK(ph_sim_run(sim, NULL, diag) == PH_OK);
        CHECK(ph_diag_errors(diag) == 0 && ph_diag_count(diag) == (k == 0));
        if (k == 0) CHECK(ph_diag_get(diag, 0)->severity == PH_WARNING);
        if (k == 0) CHECK(strstr(message(diag), "quarter turn") != NULL);
        CHECK_NEAR(ph_sim_stats(sim)->largest_turn, o.step * 0.95, 0.06 * o.step);
        ph_sim_free(sim);
    }
    ph_model_free(model);

    /* strong drag: the iteration on the loads does not converge, and says so */
    ph_diag_clear(diag);
    model = spinner(1);
    force_par f =
        force_make("torque", "top", NULL, 1, "-9*top.omega.x", "-9*top.omega.y", "-9*top.omega.z");
    CHECK(force_add(model, "drag", &f) == PH_OK);
    o = options_of("akw", 1, 10);
    sim = must_create(model, &o);
    CHECK(ph_sim_get_body(sim, 0, &before) == PH_OK);
    CHECK(ph_sim_step(sim, diag) == PH_E_SOLVE && same_state(sim, &before));
    CHECK(strstr(message(diag), "h|omega| = 0.944") != NULL);
    CHECK(strstr(ph_diag_get(diag, 0)->hint, "the loads change little") != NULL);
    ph_sim_free(sim);

    /* an explicit method becomes unstable and ends in numbers no computer has */
    ph_diag_clear(diag);
    o = options_of("nmb", 1, 1e5);
    sim = must_create(model, &o);
    ph_status status = ph_sim_run(sim, NULL, diag);
    CHECK(status == PH_E_NONFINITE || status == PH_E_SOLVE || status == PH_E_RANGE);
    CHECK(ph_sim_get_body(sim, 0, &before) == PH_OK && isfinite(ph_norm(before.omega)));
    ph_sim_free(sim);
    ph_model_free(model);
    ph_diag_free(diag);
}

/* A formula that loses its value on the way names itself and the time. */
static void formula(void)
{
    ph_model *model = g_body();
    CHECK(add_variable(model, "root", "sqrt(1.005 - time)") == PH_OK);
    force_par f = force_make("force", "b", NULL, 0, "root", "0", "0");
    CHECK(force_add(model, "pull", &f) == PH_OK);
    ph_options o = options_of("nmb", 0.01, 2);
    ph_sim *sim = must_create(model, &o);
    ph_diag *diag = ph_diag_create();
    CHECK(ph_sim_run(sim, NULL, diag) == PH_E_NONFINITE);
    CHECK_TEXT(message(diag),
               "t = 1.01 s: value of `root`, `sqrt(1.005 - time)`, is not a finite number");
    CHECK_NEAR(ph_sim_time(sim), 1, 1e-12);
    ph_energy e;
    CHECK(ph_sim_energy(sim, &e) == PH_OK && isfinite(e.total));
    ph_diag_free(diag);
    ph_sim_free(sim);
    ph_model_free(model);
}

static ph_status try_options(const ph_model *model, ph_options o, ph_diag *diag)
{
    ph_sim *sim = (ph_sim *)&o; /* must become NULL */
    ph_diag_clear(diag);
    ph_status status = ph_sim_create(model, &o, diag, &sim);
    CHECK((status == PH_OK) == (sim != NULL));
    CHECK((status == PH_OK) == (ph_diag_errors(diag) == 0));
    ph_sim_free(sim);
    return status;
}

static void misuse(void)
{
    ph_model *model = spinner(1);
    ph_diag *diag = ph_diag_create();
    ph_options o = options_of("nmb", 0.1, 1), bad;
    ph_sim *sim = NULL;
    CHECK(try_options(model, o, diag) == PH_OK);
    ph_diag_clear(diag);
    CHECK(ph_sim_create(NULL, &o, diag, &sim) == PH_E_USAGE && sim == NULL);
    CHECK(ph_diag_errors(diag) == 1);
    bad = o, bad.end = NAN;
    CHECK(try_options(model, bad, diag) == PH_E_MISSING);
    bad = o, bad.end = 0;
    CHECK(try_options(model, bad, diag) == PH_E_RANGE);
    bad = o, bad.end = INFINITY;
    CHECK(try_options(model, bad, diag) == PH_E_RANGE);
    bad = o, bad.step = 0;
    CHECK(try_options(model, bad, diag) == PH_E_MISSING);
    bad = o, bad.step = -1;
    CHECK(try_options(model, bad, diag) == PH_E_RANGE);
    bad = o, bad.step = NAN;
    CHECK(try_options(model, bad, diag) == PH_E_RANGE);
    bad = o, bad.step = 1e-14;
    CHECK(try_options(model, bad, diag) == PH_E_RANGE);
    bad = o, bad.every = -1;
    CHECK(try_options(model, bad, diag) == PH_E_RANGE);
    bad = o, bad.every = 1e-12;
    CHECK(try_options(model, bad, diag) == PH_E_RANGE);
    bad = o, bad.every = 0.1, bad.rows = 3;
    CHECK(try_options(model, bad, diag) == PH_E_USAGE);
    bad = o, bad.tolerance = 1e-4;
    CHECK(try_options(model, bad, diag) == PH_E_UNSUPPORTED);
    bad = o, bad.rho = 0.8;
    CHECK(try_options(model, bad, diag) == PH_E_UNSUPPORTED);
    bad = o, bad.integrator.text = "nbm";
    CHECK(try_options(model, bad, diag) == PH_E_NAME);
    CHECK_TEXT(ph_diag_get(diag, 0)->hint, "did you mean `nmb`?");
    /* a run that ends before it starts has no length to be warned of */
    bad = options_of("galpha", 0, -1), bad.scale[2] = 1;
    CHECK(try_options(model, bad, diag) == PH_E_RANGE && ph_diag_count(diag) == 1);

    /* the caller's text may go once the simulation is made */
    char name[] = "nmb";
    o.integrator.text = name;
    sim = must_create(model, &o);
    name[0] = '?';
    CHECK_TEXT(ph_sim_options(sim)->integrator.text, "nmb");
    /* no failure without a word */
    ph_diag_clear(diag);
    CHECK(ph_sim_advance(sim, -1, diag) == PH_E_USAGE && ph_diag_errors(diag) == 1);
    CHECK(ph_sim_block(sim, -1) == NULL && ph_sim_block(sim, ph_sim_blocks(sim)) == NULL);
    ph_sim_free(sim);
    ph_sim_free(NULL);

    /* without options anywhere, and without a place for messages */
    CHECK(ph_sim_create(model, NULL, NULL, &sim) == PH_E_MISSING);
    CHECK(ph_integrator_find(NULL) == NULL && ph_integrator_find("") == NULL);
    CHECK(ph_integrator_get(-1) == NULL && ph_integrator_get(ph_integrator_count()) == NULL);
    CHECK(ph_integrator_find(ph_integrator_default()) != NULL);

    /* everything that is wrong, at once */
    force_par f = force_make("force", "tpo", NULL, 0, "tim", "0", "0");
    CHECK(force_add(model, "f", &f) == PH_OK);
    CHECK(ph_model_add_output(model, "toop", (ph_source){0}) == PH_OK);
    bad = o, bad.step = 0, bad.integrator.text = "nmb";
    CHECK(try_options(model, bad, diag) != PH_OK);
    CHECK(ph_diag_errors(diag) == 4);
    ph_diag_free(diag);
    ph_model_free(model);
}

int main(void)
{
    for (int i = 0; i < ph_integrator_count(); i++) {
        const char *name = ph_integrator_get(i)->name;
        if (ph_integrator_get(i)->traits & PH_ABSENT) continue;
        failing_function(name, (trap){.from = 1, .status = PH_E_USER}, PH_E_USER);
        failing_function(name, (trap){.from = 1, .status = PH_STOPPED}, PH_E_USER);
        failing_function(name, (trap){.from = 1, .value = NAN}, PH_E_NONFINITE);
        failing_function(name, (trap){.from = 1, .value = -INFINITY}, PH_E_NONFINITE);
    }
    for (int i = 0; i < ph_integrator_count(); i++) {
        const ph_integrator_info *info = ph_integrator_get(i);
        if (info->traits & PH_ABSENT) continue;
        one_stumble((way){info->name, 0, false});
        if (info->traits & PH_FREE_BODIES) continue;
        one_stumble((way){info->name, 0, true});
        one_stumble((way){info->name, 1e-5, false});
        one_stumble((way){info->name, 1e-5, true});
    }
    failing_run();
    large_steps();
    formula();
    misuse();
    return TEST_RESULT();
}
