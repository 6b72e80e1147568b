/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Springs, dampers and bushings in motion, against closed forms and the energy ledger: what is
 * dissipated is what kinetic and potential energy lose.
 */
#include "build_model.h"

static const double h = 1e-3;

static ph_model *one_body(ph_body_def b)
{
    ph_model *model = ph_model_create();
    if (b.mass == 0) b.mass = 2;
    if (b.inertia.xx == 0) b.inertia = (ph_sym3){0.5, 0.6, 0.7, 0, 0, 0};
    CHECK(ph_model_add_body(model, "b", &b) == PH_OK);
    return model;
}

static void put_marker(ph_model *model, const char *name, const char *on, ph_vec3 where)
{
    ph_marker_def m = ph_default_marker();
    m.on.text = on;
    m.at = where;
    CHECK(ph_model_add_marker(model, name, &m) == PH_OK);
}

static force_par pair(const char *type, const char *on, const char *reaction)
{
    force_par f = force_begin(type);
    force_place(&f, "on", on);
    force_place(&f, "reaction", reaction);
    return f;
}

static ph_sim *run(const ph_model *model, double end)
{
    ph_options o = options_of("cf4", h, end);
    ph_sim *sim = must_create(model, &o);
    CHECK(ph_sim_advance(sim, end, NULL) == PH_OK);
    return sim;
}

static ph_body_state body(const ph_sim *sim)
{
    ph_body_state s;
    CHECK(ph_sim_get_body(sim, 0, &s) == PH_OK);
    return s;
}

static ph_energy energy(ph_sim *sim)
{
    ph_energy e;
    CHECK(ph_sim_energy(sim, &e) == PH_OK);
    return e;
}

static void done(ph_sim *sim, ph_model *model)
{
    ph_sim_free(sim);
    ph_model_free(model);
}

/* x'' = -(k/m) x - (c/m) x', x(0) = a, x'(0) = 0 */
static double damped(double m, double c, double k, double a, double t)
{
    double d = 0.5 * c / m, w = sqrt(k / m - d * d);
    return a * exp(-d * t) * (cos(w * t) + d / w * sin(w * t));
}

static void oscillator(void)
{
    ph_body_def b = ph_default_body();
    b.position = ph_v3(1.5, 0, 0);
    ph_model *model = one_body(b);
    force_par f = pair("spring_damper", "b", "ground");
    force_number(&f, "stiffness", 50);
    force_number(&f, "damping", 3);
    force_number(&f, "length", 1);
    CHECK(force_add(model, "s", &f) == PH_OK);
    ph_sim *sim = run(model, 2);
    CHECK_NEAR(body(sim).position.x, 1 + damped(2, 3, 50, 0.5, 2), 1e-10);
    ph_energy e = energy(sim);
    CHECK_NEAR(e.numerical, 0, 1e-10);
    CHECK_NEAR(e.dissipated, 25 * 0.25 - e.kinetic - e.potential, 1e-10);
    CHECK(e.dissipated > 5 && e.applied == 0);
    done(sim, model);
}

/* Two bodies on one spring: the reduced mass, and the common centre stays. */
static void two_bodies(void)
{
    ph_body_def b = ph_default_body();
    b.position = ph_v3(0, 0, 1.5);
    ph_model *model = one_body(b);
    b.mass = 3;
    b.inertia = (ph_sym3){1, 1, 1, 0, 0, 0};
    b.position = ph_v3(0, 0, 0);
    CHECK(ph_model_add_body(model, "c", &b) == PH_OK);
    force_par f = pair("spring_damper", "b", "c");
    force_number(&f, "stiffness", 60);
    force_number(&f, "length", 1);
    CHECK(force_add(model, "s", &f) == PH_OK);
    ph_sim *sim = run(model, 1);
    double apart = 1 + damped(1.2, 0, 60, 0.5, 1); /* 2*3/5 */
    CHECK_NEAR(body(sim).position.z, 0.6 + 0.6 * apart, 1e-10);
    done(sim, model);
}

/* A spring pendulum off all axes, hung at a point of the body: energy and moment about the
 * vertical. */
static void pendulum(void)
{
    ph_body_def b = ph_default_body();
    b.position = ph_v3(0.7, 0.2, -1);
    b.velocity = ph_v3(0, 1, 0.3);
    b.omega = ph_v3(0.4, -1, 2);
    ph_model *model = one_body(b);
    CHECK(ph_model_set_gravity(model, ph_v3(0, 0, -9.81)) == PH_OK);
    put_marker(model, "hook", "b", ph_v3(0.1, 0.2, 0.3));
    put_marker(model, "ceiling", NULL, ph_v3(0, 0, 0.5));
    force_par f = pair("spring_damper", "hook", "ceiling");
    force_number(&f, "stiffness", 80);
    force_number(&f, "length", 0.8);
    CHECK(force_add(model, "s", &f) == PH_OK);
    ph_sim *sim = run(model, 5);
    ph_body_state s = body(sim);
    ph_vec3 spin = ph_rotate(s.orientation, ph_sym3_mul(ph_model_body(model, 0)->inertia, s.omega));
    ph_vec3 moment = ph_axpy(spin, 2, ph_cross(s.position, s.velocity));
    CHECK_NEAR(moment.z, 0.7 * 2 + 2 * 0.7 * 1, 1e-9);
    CHECK_NEAR(energy(sim).numerical, 0, 1e-8);
    done(sim, model);
}

/* Torsion about a principal axis is linear at any angle below half a turn. */
static void bushing(void)
{
    static const double k[6] = {400, 400, 400, 30, 30, 20}, c[6] = {2, 2, 2, 0.3, 0.3, 0.4};
    ph_body_def b = ph_default_body();
    b.position = ph_v3(0, 0.1, 0);
    b.orientation = ph_quat_make(cos(1.2), 0, 0, sin(1.2)); /* 2.4 rad about z */
    ph_model *model = one_body(b);
    force_par f = pair("bushing", "b", "ground");
    force_put(&f, "stiffness", 0, &(ph_numbers){6, k}, sizeof(ph_numbers));
    force_put(&f, "damping", 0, &(ph_numbers){6, c}, sizeof(ph_numbers));
    CHECK(force_add(model, "s", &f) == PH_OK);
    ph_sim *sim = run(model, 1.5);
    ph_body_state s = body(sim);
    CHECK_NEAR(s.position.y, damped(2, 2, 400, 0.1, 1.5), 1e-9);
    CHECK_NEAR(2 * atan2(s.orientation.z, s.orientation.w), damped(0.7, 0.4, 20, 2.4, 1.5), 1e-9);
    ph_energy e = energy(sim);
    CHECK_NEAR(e.total, 0.5 * (400 * 0.01 + 20 * 2.4 * 2.4), 1e-8);
    CHECK(e.dissipated > 10);
    done(sim, model);
}

/* Coupled, different about every axis, turned by more than 2 rad: what dexp^-1 is for. */
static void coupled_bushing(int damping)
{
    static const double shape[36] = {900, 50, 0,   10, 0,  5, 50, 700, 20, 0,  8, 0,
                                     0,   20, 800, 6,  0,  3, 10, 0,   6,  40, 3, 2,
                                     0,   8,  0,   3,  25, 4, 5,  0,   3,  2,  4, 60};
    double c[36];
    for (int i = 0; i < 36; i++) c[i] = 0.01 * damping * shape[i];
    ph_body_def b = ph_default_body();
    b.position = ph_v3(0.05, 0.1, -0.1);
    b.orientation = ph_quat_make(0.5, 0.5, -0.1, 0.7);
    double n = ph_quat_norm(b.orientation);
    b.orientation = ph_quat_make(0.5 / n, 0.5 / n, -0.1 / n, 0.7 / n);
    b.omega = ph_v3(1, -2, 0.5);
    ph_model *model = one_body(b);
    put_marker(model, "hook", "b", ph_v3(0.1, 0.2, 0.1));
    put_marker(model, "wall", NULL, ph_v3(0.1, 0.1, 0));
    force_par f = pair("bushing", "hook", "wall");
    force_put(&f, "stiffness", 0, &(ph_numbers){36, shape}, sizeof(ph_numbers));
    force_put(&f, "damping", 0, &(ph_numbers){36, c}, sizeof(ph_numbers));
    CHECK(force_add(model, "s", &f) == PH_OK);
    ph_sim *sim = run(model, 3);
    ph_energy e = energy(sim);
    CHECK_NEAR(e.numerical, 0, 1e-6);
    CHECK(e.total > 50 && (damping ? e.dissipated > 0.9 * e.total : e.dissipated == 0));
    done(sim, model);
}

/* Spun up to three turns: J a'' = -k (a - a0) + T0, beyond any single turn. */
static void wound(void)
{
    ph_body_def b = ph_default_body();
    b.omega = ph_v3(0, 0, 20);
    ph_model *model = one_body(b);
    force_par f = pair("torsion_spring", "b", "ground");
    force_number(&f, "stiffness", 0.7);
    force_number(&f, "angle", 1);
    force_number(&f, "torque", 0.35);
    CHECK(force_add(model, "s", &f) == PH_OK);
    /* about 1.5 rad, with frequency 1 */
    ph_sim *sim = run(model, 2);
    CHECK_NEAR(body(sim).omega.z, 20 * cos(2) + 1.5 * sin(2), 1e-9);
    ph_energy e = energy(sim);
    double wound = 1.5 - 1.5 * cos(2) + 20 * sin(2) - 1;
    CHECK(wound > 2 * PH_PI);
    CHECK_NEAR(e.potential, 0.35 * wound * wound - 0.35 * wound, 1e-8);
    CHECK_NEAR(e.numerical, 0, 1e-9);
    /* and back the same turns */
    CHECK(ph_sim_reverse(sim) == PH_OK);
    CHECK(ph_sim_advance(sim, 0, NULL) == PH_OK);
    CHECK_NEAR(body(sim).omega.z, 20, 1e-9);
    done(sim, model);
}

/* The same springs under the implicit engines, which need their tangents, with joints. */
static void on_joints(const char *engine)
{
    ph_body_def b = ph_default_body();
    b.omega = ph_v3(0, 0, 20);
    ph_model *model = one_body(b);
    joint_add(model, "revolute", "revolute", "ground", "b", ph_v3(0, 0, 0), ph_v3(0, 0, 1));
    force_par f = pair("torsion_spring", "b", "ground");
    force_number(&f, "stiffness", 0.7);
    force_number(&f, "angle", 1);
    force_number(&f, "torque", 0.35);
    CHECK(force_add(model, "s", &f) == PH_OK);
    ph_options o = options_of(engine, h, 2);
    ph_sim *sim = must_create(model, &o);
    CHECK(ph_sim_advance(sim, 2, NULL) == PH_OK);
    CHECK_NEAR(body(sim).omega.z, 20 * cos(2) + 1.5 * sin(2), 1e-4);
    CHECK_NEAR(energy(sim).numerical, 0, 1e-3);
    done(sim, model);

    b = ph_default_body();
    b.position = ph_v3(1.5, 0, 0);
    model = one_body(b);
    joint_add(model, "prismatic", "prismatic", "ground", "b", ph_v3(0, 0, 0), ph_v3(1, 0, 0));
    f = pair("spring_damper", "b", "ground");
    force_number(&f, "stiffness", 50);
    force_number(&f, "damping", 3);
    force_number(&f, "length", 1);
    CHECK(force_add(model, "s", &f) == PH_OK);
    sim = must_create(model, &o);
    CHECK(ph_sim_advance(sim, 2, NULL) == PH_OK);
    CHECK_NEAR(body(sim).position.x, 1 + damped(2, 3, 50, 0.5, 2), 1e-5);
    ph_energy e = energy(sim);
    CHECK_NEAR(e.numerical, 0, 1e-4);
    CHECK(e.dissipated > 5);
    /* Newton with true tangents takes few iterations: about one a step on this linear spring */
    CHECK(ph_sim_stats(sim)->iterations < 3 * ph_sim_stats(sim)->steps);
    done(sim, model);
}

/* A hinge by its motion: about the vertical, a torque of potential -3 cos a. */
static void axial_torque(void)
{
    ph_body_def b = ph_default_body();
    b.omega = ph_v3(0, 0, 2.5);
    ph_model *model = one_body(b);
    force_par f = force_begin("axial_torque");
    force_place(&f, "on", "b");
    force_word(&f, "direction", 2);
    force_word(&f, "axes", 1);
    force_expr(&f, "torque", 0, "-3*b.R.21");
    force_expr(&f, "potential", 0, "-3*b.R.11");
    CHECK(force_add(model, "t", &f) == PH_OK);
    ph_sim *sim = run(model, 4);
    ph_energy e = energy(sim);
    CHECK_NEAR(e.numerical, 0, 1e-9);
    CHECK(e.applied == 0 && fabs(e.potential + 3) > 0.1);
    done(sim, model);
}

/* Rows between steps share out work and loss without inventing either. */
typedef struct {
    ph_sim *sim;
    int rows;
    double worst;
} watch;

static ph_status look(void *user, const double *row, size_t width)
{
    watch *w = user;
    (void)width;
    double total = row[column_of(w->sim, "energy", "total", 0)];
    double applied = row[column_of(w->sim, "energy", "applied", 0)];
    double lost = row[column_of(w->sim, "energy", "dissipated", 0)];
    /* x = .5 exp(-t/2)(..): exactly known loss, at any time */
    double t = row[0], dt = 1e-6, x = damped(2, 2, 50, 0.5, t);
    double v = (damped(2, 2, 50, 0.5, t + dt) - damped(2, 2, 50, 0.5, t - dt)) / (2 * dt);
    double want = 25 * 0.25 - v * v - 25 * x * x;
    CHECK(applied == 0);
    CHECK_NEAR(total, 6.25, 1e-4);
    w->worst = fmax(w->worst, fabs(lost - want));
    w->rows++;
    return PH_OK;
}

static void rows_between(void)
{
    ph_body_def b = ph_default_body();
    b.position = ph_v3(1.5, 0, 0);
    ph_model *model = one_body(b);
    force_par f = pair("spring_damper", "b", "ground");
    force_number(&f, "stiffness", 50);
    force_number(&f, "damping", 2);
    force_number(&f, "length", 1);
    CHECK(force_add(model, "s", &f) == PH_OK);
    ph_options o = options_of("cf4", 0.01, 1);
    o.every = 0.0033;
    ph_sim *sim = must_create(model, &o);
    watch w = {.sim = sim};
    ph_run_hooks hooks = {.user = &w, .row = look};
    CHECK(ph_sim_run(sim, &hooks, NULL) == PH_OK);
    CHECK(w.rows > 300);
    CHECK_NEAR(w.worst, 0, 1e-4);
    done(sim, model);
}

/* The message names element and time. */
static void ends_meet(void)
{
    ph_model *model = one_body(ph_default_body());
    put_marker(model, "hook", "b", ph_v3(0, 0, 0));
    force_par f = pair("spring_damper", "hook", "ground");
    force_number(&f, "stiffness", 50);
    force_number(&f, "length", 1);
    CHECK(force_add(model, "coil", &f) == PH_OK);
    ph_options o = options_of("cf4", 0.01, 1);
    ph_diag *diag = ph_diag_create();
    ph_sim *sim = NULL;
    ph_status status = ph_sim_create(model, &o, diag, &sim);
    if (!status) status = ph_sim_step(sim, diag);
    CHECK(status == PH_E_NONFINITE && ph_diag_count(diag) == 1);
    CHECK_TEXT(ph_diag_get(diag, 0)->message,
               "t = 0 s: force `coil` is undefined: its ends have come together, so that it has no "
               "direction");
    ph_diag_free(diag);
    done(sim, model);
}

int main(void)
{
    oscillator();
    two_bodies();
    pendulum();
    bushing();
    coupled_bushing(0);
    coupled_bushing(1);
    wound();
    on_joints("galpha");
    on_joints("hht");
    axial_torque();
    rows_between();
    ends_meet();
    return TEST_RESULT();
}
