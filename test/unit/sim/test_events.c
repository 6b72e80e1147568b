/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What happens at an instant: forces that begin and cease, blows. A sphere under a constant torque
 * has omega linear in time, which the methods give exactly.
 */
#include "../../build_model.h"

static ph_model *sphere(void)
{
    ph_model *model = ph_model_create();
    ph_body_def b = ph_default_body();
    b.mass = 2;
    b.inertia = (ph_sym3){5, 5, 5, 0, 0, 0};
    CHECK(ph_model_add_body(model, "ball", &b) == PH_OK);
    return model;
}

static void add_window(ph_model *model, const char *name, const char *z, double from, double until)
{
    force_par f = force_make("torque", "ball", NULL, 0, "0", "0", z);
    force_number(&f, "from", from);
    force_number(&f, "until", until);
    CHECK(force_add(model, name, &f) == PH_OK);
}

static ph_status add_blow(ph_model *model, const char *name, double at, double linear,
                          double angular)
{
    force_par f = force_begin("impulse");
    force_place(&f, "on", "ball");
    force_number(&f, "at", at);
    force_vec3(&f, "linear", ph_v3(linear, 0, 0));
    force_vec3(&f, "angular", ph_v3(0, 0, angular));
    return force_add(model, name, &f);
}

typedef struct {
    const ph_sim *sim;
    int rows, ends;
    double last;
    int stop_at; /* refuse this row and say so; 0: never */
} watch;

static const double from = 0.503, until = 1.31, struck = 1.777;

static double omega_at(double t)
{
    double w = t < from ? 0 : (t < until ? t - from : until - from) * 20 / 5;
    return t < struck ? w : w + 0.4;
}

static ph_status see(void *user, const double *row, size_t width)
{
    watch *w = user;
    CHECK(width == ph_sim_row_width(w->sim));
    double t = row[0];
    CHECK(w->rows == 0 || t > w->last);
    w->last = t;
    w->rows++;
    w->ends += t == from || t == until || t == struck;
    /* values of the side after the event, also between steps */
    CHECK_NEAR(row[column_of(w->sim, "ball", "omega", 2)], omega_at(t), 1e-12);
    CHECK_NEAR(row[column_of(w->sim, "ball", "alpha", 2)], t >= from && t < until ? 4 : 0, 0);
    CHECK_NEAR(row[column_of(w->sim, "spin", "torque", 2)], t >= from && t < until ? 20 : 0, 0);
    CHECK_NEAR(row[column_of(w->sim, "ball", "vel", 0)], t < struck ? 0 : 1.5, 1e-12);
    /* all energy is work of the torque and of the blow, also between steps */
    CHECK_NEAR(row[column_of(w->sim, "energy", "numerical", 0)], 0, 1e-12);
    return w->rows == w->stop_at ? PH_STOPPED : PH_OK;
}

static void windows(const char *method, double every, int want_ends)
{
    ph_model *model = sphere();
    add_window(model, "spin", "20", from, until);
    CHECK(add_blow(model, "kick", struck, 3, 2) == PH_OK);
    ph_options o = options_of(method, 0.1, 3);
    o.every = every;
    ph_sim *sim = must_create(model, &o);
    watch w = {.sim = sim};
    ph_energy e;
    CHECK(ph_sim_run(sim, &(ph_run_hooks){&w, see, NULL}, NULL) == PH_OK);
    CHECK(w.ends == want_ends && w.last == 3);
    CHECK(ph_sim_energy(sim, &e) == PH_OK);
    /* kinetic energy 5/2 omega^2 + v^2, all of it put in */
    double omega = omega_at(3);
    CHECK_NEAR(e.kinetic, 2.5 * omega * omega + 1.5 * 1.5, 1e-12);
    CHECK_NEAR(e.applied, e.kinetic, 1e-12);
    CHECK_NEAR(e.numerical, 0, 1e-12);
    /* and back again: through the events to rest */
    CHECK(ph_sim_reverse(sim) == PH_OK && ph_sim_advance(sim, -1, NULL) == PH_OK);
    ph_body_state s;
    CHECK(ph_sim_get_body(sim, 0, &s) == PH_OK && ph_sim_time(sim) == -1);
    CHECK_NEAR(ph_norm(s.omega) + ph_norm(s.velocity) + ph_norm(s.position), 0, 1e-12);
    CHECK(ph_sim_energy(sim, &e) == PH_OK);
    CHECK_NEAR(e.applied, 0, 1e-12);
    ph_sim_free(sim);
    ph_model_free(model);
}

/* Expressions of a force that rests are not evaluated: they may have no value then. */
static void rests(void)
{
    ph_model *model = sphere();
    add_window(model, "late", "1 + 0*sqrt(time - 0.55)", 0.55, INFINITY);
    add_window(model, "early", "1 + 0/(time - 0.85)", -INFINITY, 0.8);
    ph_options o = options_of("nmb", 0.05, 2);
    ph_sim *sim = must_create(model, &o);
    CHECK(ph_sim_run(sim, NULL, NULL) == PH_OK);
    ph_body_state s;
    CHECK(ph_sim_get_body(sim, 0, &s) == PH_OK);
    CHECK_NEAR(s.omega.z, (2 - 0.55 + 0.8) / 5, 1e-13);
    ph_sim_free(sim);
    ph_model_free(model);

    /* a constant without a value is an error when it begins to act, not before */
    model = sphere();
    add_window(model, "zero", "1/(ball.pos.x*0)", 1, INFINITY);
    sim = must_create(model, &o);
    ph_diag *diag = ph_diag_create();
    CHECK(ph_sim_run(sim, NULL, diag) == PH_E_NONFINITE);
    CHECK(ph_sim_time(sim) == 1);
    CHECK(strstr(ph_diag_get(diag, 0)->message, "t = 1 s: torque of `zero`") != NULL);
    ph_diag_free(diag);
    ph_sim_free(sim);
    ph_model_free(model);
}

static void never(double begin, double end)
{
    ph_model *model = sphere();
    add_window(model, "f", "1", begin, end);
    ph_diag *diag = ph_diag_create();
    CHECK(ph_model_check(model, diag) == PH_E_MODEL && ph_diag_errors(diag) == 1);
    CHECK(ph_diag_get(diag, 0)->code == PH_E_RANGE);
    ph_diag_free(diag);
    ph_model_free(model);
}

/* Blows before the start are part of the state given; those at the start strike. */
static void at_the_start(void)
{
    ph_model *model = sphere();
    CHECK(add_blow(model, "before", 1, 100, 0) == PH_OK);
    CHECK(add_blow(model, "now", 2, 0, 10) == PH_OK);
    CHECK(add_blow(model, "together", 2, 4, 0) == PH_OK);
    add_window(model, "over", "100", 0, 1.5);
    add_window(model, "on", "5", 1, 3);
    ph_options o = options_of("liemid", 0.25, 4);
    o.start = 2;
    ph_sim *sim = must_create(model, &o);
    ph_body_state s;
    ph_energy e;
    CHECK(ph_sim_get_body(sim, 0, &s) == PH_OK);
    CHECK_NEAR(s.omega.z, 2, 0);
    CHECK_NEAR(s.velocity.x, 2, 0);
    CHECK(ph_sim_energy(sim, &e) == PH_OK && e.numerical == 0 && e.applied == e.kinetic);
    CHECK(ph_sim_run(sim, NULL, NULL) == PH_OK && ph_sim_get_body(sim, 0, &s) == PH_OK);
    CHECK_NEAR(s.omega.z, 3, 1e-13);
    CHECK(ph_sim_time(sim) == 4);
    ph_sim_free(sim);
    ph_model_free(model);

    model = sphere();
    CHECK(add_blow(model, "lost", NAN, 1, 1) == PH_OK);
    CHECK(ph_model_check(model, NULL) == PH_E_MODEL);
    ph_model_free(model);
}

/* A hook that refuses a row is not called again; a tick that stops still gets the last row. */
static ph_status stop(void *user, const ph_sim *sim)
{
    (void)user;
    return ph_sim_stats(sim)->steps == 7 ? PH_STOPPED : PH_OK;
}

static void hooks(void)
{
    for (int every = 0; every < 3; every++) {
        ph_model *model = sphere();
        add_window(model, "spin", "20", from, until);
        ph_options o = options_of("nmb", 0.1, 1);
        o.every = every == 0 ? 0 : every == 1 ? 0.03 : 0.25;
        ph_sim *sim = must_create(model, &o);
        watch w = {.sim = sim, .stop_at = 2};
        CHECK(ph_sim_run(sim, &(ph_run_hooks){&w, see, NULL}, NULL) == PH_STOPPED);
        CHECK(w.rows == 2);
        w = (watch){.sim = sim};
        ph_sim_free(sim);
        sim = must_create(model, &o);
        w.sim = sim;
        CHECK(ph_sim_run(sim, &(ph_run_hooks){&w, see, stop}, NULL) == PH_STOPPED);
        CHECK(w.last == ph_sim_time(sim) && ph_sim_stats(sim)->steps == 7);
        ph_sim_free(sim);
        ph_model_free(model);
    }
}

int main(void)
{
    static const char *const methods[] = {"nmb", "sw", "liemid", "liemid-ea", "hstagm", "cf4"};
    for (size_t i = 0; i < sizeof methods / sizeof methods[0]; i++) {
        windows(methods[i], 0, 3);
        windows(methods[i], 0.03, 0);
        windows(methods[i], 0.7, 0);
        windows(methods[i], 10, 0);
    }
    rests();
    never(2, 1);
    never(1, 1);
    never(NAN, 1);
    never(INFINITY, INFINITY);
    at_the_start();
    hooks();
    return TEST_RESULT();
}
