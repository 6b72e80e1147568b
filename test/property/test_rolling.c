/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What rolls, against equations of its own: a disc that is pushed off its circle, Chaplygin's
 * sleigh and the bicycle, whose small motions are known from the literature. Errors, their order in
 * places, velocities and forces, and how they follow the tolerance.
 */
#include "text_model.h"

static const double mass = 1.3, radius = 0.4, gravity = 9.81;

/* ---- a disc by its angular velocity alone: [J + m (rho^2 - rho rho')] w' = ... ---- */

typedef struct {
    ph_vec3 p, n, w; /* middle, axle, angular velocity; world */
} disc;

typedef struct {
    disc rate;
    ph_vec3 force; /* at the point that touches */
} flow;

/* Transverse moment of inertia, and that about the axle beyond it. */
static ph_vec3 spin(ph_vec3 n, ph_vec3 w)
{
    double t = mass * radius * radius / 4;
    return ph_scale(t, ph_axpy(w, ph_dot(n, w), n));
}

/* A x = b by Cramer's rule; the columns of A. */
static ph_vec3 solve3(const ph_vec3 a[3], ph_vec3 b)
{
    double d = ph_dot(a[0], ph_cross(a[1], a[2]));
    return ph_v3(ph_dot(b, ph_cross(a[1], a[2])) / d, ph_dot(a[0], ph_cross(b, a[2])) / d,
                 ph_dot(a[0], ph_cross(a[1], b)) / d);
}

static flow flow_of(const disc *x)
{
    ph_vec3 e = ph_v3(0, 0, 1), n = x->n, w = x->w, column[3];
    double c = ph_dot(e, n), s = sqrt(1 - c * c);
    ph_vec3 up = ph_scale(1 / s, ph_axpy(e, -c, n)), rho = ph_scale(-radius, up);
    ph_vec3 dn = ph_cross(w, n);
    double dc = ph_dot(e, dn), ds = -c * dc / s;
    ph_vec3 dup = ph_scale(
        1 / s, ph_sub(ph_scale(-1, ph_add(ph_scale(dc, n), ph_scale(c, dn))), ph_scale(ds, up)));
    ph_vec3 drho = ph_scale(-radius, dup), g = ph_v3(0, 0, -gravity);
    for (int i = 0; i < 3; i++) {
        ph_vec3 u = ph_v3(i == 0, i == 1, i == 2);
        column[i] = ph_axpy(spin(n, u), mass, ph_cross(rho, ph_cross(u, rho)));
    }
    ph_vec3 right = ph_cross(spin(n, w), w);
    right = ph_axpy(right, -mass, ph_cross(rho, ph_cross(w, drho)));
    right = ph_axpy(right, -mass, ph_cross(rho, g));
    ph_vec3 dw = solve3(column, right);
    ph_vec3 a = ph_scale(-1, ph_add(ph_cross(dw, rho), ph_cross(w, drho)));
    return (flow){{ph_cross(rho, w), dn, dw}, ph_scale(mass, ph_sub(a, g))};
}

static disc moved(const disc *x, double h, const disc *by)
{
    return (disc){ph_axpy(x->p, h, by->p), ph_axpy(x->n, h, by->n), ph_axpy(x->w, h, by->w)};
}

static disc run_disc(disc x, double end, int steps)
{
    double h = end / steps;
    for (int k = 0; k < steps; k++) {
        flow a = flow_of(&x);
        disc y = moved(&x, h / 2, &a.rate);
        flow b = flow_of(&y);
        y = moved(&x, h / 2, &b.rate);
        flow c = flow_of(&y);
        y = moved(&x, h, &c.rate);
        flow d = flow_of(&y);
        x = moved(&x, h / 6, &a.rate);
        x = moved(&x, h / 3, &b.rate);
        x = moved(&x, h / 3, &c.rate);
        x = moved(&x, h / 6, &d.rate);
    }
    return x;
}

static const double lean = 1.1, round_speed = 2;

/* The spin of a disc that rolls along a circle. */
static double steady_spin(void)
{
    double square = mass * radius * radius, s = sin(lean), c = cos(lean);
    return (square / 4 * round_speed * round_speed * s * c - mass * gravity * radius * c) /
           (1.5 * square * round_speed * s);
}

static disc disc_start(ph_vec3 push)
{
    ph_vec3 n = ph_v3(sin(lean), 0, cos(lean)), up = ph_axpy(ph_v3(0, 0, 1), -cos(lean), n);
    ph_vec3 w = ph_add(push, ph_axpy(ph_scale(steady_spin(), n), round_speed, up));
    return (disc){ph_v3(0, 0, radius * sin(lean)), n, w};
}

static void test_steady(void)
{
    CHECK_NEAR(steady_spin(), -4.009615553187, 1e-12);
    disc x = disc_start(ph_v3(0, 0, 0));
    flow f = flow_of(&x);
    /* the lean stays, the middle goes round */
    ph_vec3 around = ph_cross(ph_v3(0, 0, round_speed), x.w);
    CHECK_NEAR(ph_norm(ph_sub(f.rate.w, around)), 0, 1e-13);
    CHECK_NEAR(ph_norm(f.rate.p) / round_speed, 0.801923110637, 1e-12);
}

/* ---- the same disc as a model ---- */

static ph_model *disc_model(const disc *x)
{
    ph_vec3 b = ph_unrotate(ph_quat_make(cos(lean / 2), 0, sin(lean / 2), 0), x->w);
    flow f = flow_of(x);
    ph_vec3 v = f.rate.p;
    return text_model("gravity: [0, 0, -9.81]\n"
                      "bodies:\n"
                      "  disc: {mass: 1.3, inertia: [0.052, 0.052, 0.104], position: [0, 0, %.17g],"
                      " orientation: {axis: [0, 1, 0], angle: %.17g},"
                      " velocity: [%.17g, %.17g, %.17g], omega: [%.17g, %.17g, %.17g]}\n"
                      "markers: {floor: {on: ground}, hub: {on: disc}}\n"
                      "joints:\n"
                      "  wheel: {type: rolling_disc, between: [floor, hub], radius: 0.4}\n"
                      "simulate: {end: 1, steps: 1}\n",
                      x->p.z, lean, v.x, v.y, v.z, b.x, b.y, b.z);
}

typedef struct {
    ph_vec3 p, w, force;
} seen;

static ph_vec3 vector_at(const ph_sim *sim, const double *row, const char *name, const char *what)
{
    const double *at = row + column_of(sim, name, what, 0);
    return ph_v3(at[0], at[1], at[2]);
}

static ph_status note_disc(void *user, const ph_sim *sim, const double *row)
{
    seen *s = user;
    const double *q = row + column_of(sim, "disc", "quat", 0);
    s->p = vector_at(sim, row, "disc", "pos");
    s->w = ph_rotate(ph_quat_make(q[0], q[1], q[2], q[3]), vector_at(sim, row, "disc", "omega"));
    s->force = vector_at(sim, row, "wheel", "force");
    return PH_OK;
}

enum { PLACE, SPIN, NORMAL, FRICTION, ERRORS };

static void errors_of(const ph_model *model, const ph_options *o, const disc *end, double *error)
{
    seen s = {0};
    text_outcome out = text_run(model, o, note_disc, &s);
    if (out.status) printf("%s\n", out.said);
    CHECK(out.status == PH_OK);
    flow f = flow_of(end);
    ph_vec3 off = ph_sub(s.force, f.force);
    error[PLACE] = ph_norm(ph_sub(s.p, end->p));
    error[SPIN] = ph_norm(ph_sub(s.w, end->w));
    error[NORMAL] = fabs(off.z);
    error[FRICTION] = hypot(off.x, off.y);
}

/* A method, its damping, and errors of place and spin by 400 steps of programs apart from this. */
typedef struct {
    const char *method;
    double rho, alpha, want[2];
} disc_case;

static void test_disc_orders(const ph_model *model, const disc *end)
{
    static const disc_case all[] = {
        {"galpha", 0.8, NAN, {2.14e-5, 2.03e-4}},
        {"galpha", 0.5, NAN, {2.95e-5, 2.83e-4}},
        {"hht", NAN, -0.3, {1.91e-5, 4.17e-4}},
        {"hht-euler", NAN, -0.3, {0}},
    };
    for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
        double error[2][ERRORS];
        for (int i = 0; i < 2; i++) {
            ph_options o = text_options(model, all[k].method, 0);
            o.step = 0.005 / (1 << i);
            if (!isnan(all[k].rho)) o.rho = all[k].rho;
            if (!isnan(all[k].alpha)) o.alpha = all[k].alpha;
            errors_of(model, &o, end, error[i]);
        }
        printf("%-10s", all[k].method);
        for (int e = 0; e < ERRORS; e++) {
            double order = log2(error[0][e] / error[1][e]);
            printf("  %.3g (%.2f)", error[1][e], order);
            CHECK_NEAR(order, 2, 0.06);
            if (e < 2 && all[k].want[e] > 0) CHECK_NEAR(error[1][e] / all[k].want[e], 1, 0.01);
        }
        printf("\n");
    }
}

/* At steps chosen by a tolerance the error follows it. */
static void test_disc_tolerance(const ph_model *model, const disc *end)
{
    for (int k = 0; k < TEXT_ENGINES; k++) {
        double error[3][ERRORS];
        for (int i = 0; i < 3; i++) {
            ph_options o = text_options(model, text_engine[k], pow(10, -4 - i));
            errors_of(model, &o, end, error[i]);
        }
        printf("%-10s by tolerance: %.2e %.2e %.2e\n", text_engine[k], error[0][PLACE],
               error[1][PLACE], error[2][PLACE]);
        for (int i = 0; i < 3; i++) CHECK(error[i][PLACE] < 10 * pow(10, -4 - i));
        for (int e = 0; e < ERRORS; e++) CHECK(error[2][e] < error[0][e] / 15);
    }
}

static void test_disc(void)
{
    disc start = disc_start(ph_v3(0.5, 0.8, -0.3)), end = run_disc(start, 1, 20000);
    CHECK_NEAR(end.p.x, -0.93080241, 1e-8);
    CHECK_NEAR(end.p.y, 0.70010105, 1e-8);
    CHECK_NEAR(end.p.z, 0.34407028, 1e-8);
    CHECK_NEAR(end.w.x, 2.76268815, 1e-8);
    CHECK_NEAR(end.w.y, -3.26895671, 1e-8);
    CHECK_NEAR(end.w.z, -0.35203211, 1e-8);
    ph_model *model = disc_model(&start);
    test_disc_orders(model, &end);
    test_disc_tolerance(model, &end);
    ph_model_free(model);
}

/* ---- a disc let go falls over, in a plane: th'' = m g r cos th/(J + m r^2), th from the floor
 * ---- */

static double fall_time(double from)
{
    /* half of th'^2 (J + m r^2) is m g r (sin from - sin th) */
    const int n = 200000;
    double inertia = mass * radius * radius * 1.25, time = 0;
    for (int i = 0; i < n; i++) {
        double x = (i + 0.5) / n, th = from * (1 - x * x);
        double speed = sqrt(2 * mass * gravity * radius * (sin(from) - sin(th)) / inertia);
        time += 2 * x * from / speed / n;
    }
    return time;
}

static void test_flat(void)
{
    const double from = 1.2;
    ph_model *model =
        text_model("gravity: [0, 0, -9.81]\n"
                   "bodies:\n"
                   "  disc: {mass: 1.3, inertia: [0.052, 0.052, 0.104], position: [0, 0, %.17g],"
                   " orientation: {axis: [0, 1, 0], angle: %.17g}}\n"
                   "markers: {floor: {on: ground}, hub: {on: disc}}\n"
                   "joints:\n"
                   "  wheel: {type: rolling_disc, between: [floor, hub], radius: 0.4}\n"
                   "simulate: {end: 3}\n",
                   radius * sin(from), from);
    double t = fall_time(from);
    for (int k = 0; k < 2 * TEXT_ENGINES; k++) {
        ph_options o = text_options(model, text_engine[k / 2], k % 2 ? 1e-6 : 0);
        o.step = k % 2 ? 0 : 2e-3;
        text_outcome out = text_run(model, &o, NULL, NULL);
        bool told = strstr(out.said, "joint `wheel` has fallen flat onto its plane, at (") != NULL;
        if (!told || !(out.t < t + 0.1)) printf("%s\nat %g, want %g\n", out.said, out.t, t);
        CHECK(out.status == PH_E_RANGE && told);
        CHECK(out.t > t - 1e-3 && out.t < t + 0.1);
    }
    ph_model_free(model);
}

/* ---- the sleigh: errors after 2 s in 100, 200, 400 steps ---- */

typedef struct {
    double om, worst; /* at the end, and [N] error of the force behind 0.5 s */
} sled;

/* The force across the skate, in closed form. */
static double side_force(double t)
{
    const double m = 2, a = 0.25, inertia = 0.3 + m * a * a, u0 = 0.7, w0 = 3;
    double energy = m * u0 * u0 + inertia * w0 * w0, us = sqrt(energy / m);
    double k = m * a * us / inertia, arg = k * t + atanh(u0 / us);
    double u = us * tanh(arg), w = sqrt(energy / inertia) / cosh(arg);
    /* the centre is ahead by a: its acceleration across is u w + a w' , w' = -k w tanh */
    return m * (u * w - a * k * w * tanh(arg));
}

static ph_status note_sled(void *user, const ph_sim *sim, const double *row)
{
    sled *s = user;
    ph_vec3 f = vector_at(sim, row, "skate", "force");
    s->om = row[column_of(sim, "sleigh", "omega", 2)];
    if (row[0] > 0.5) s->worst = fmax(s->worst, fabs(hypot(f.x, f.y) - side_force(row[0])));
    return PH_OK;
}

static void test_sleigh(void)
{
    static const double want[3] = {5.95e-5, 1.49e-5, 3.72e-6}, most[3] = {3.3e-4, 8.0e-5, 2.0e-5};
    ph_model *model = must_load("models/sleigh.yaml");
    CHECK_NEAR(side_force(2), 0.235593052329, 1e-11);
    for (int k = 0; k < 3; k++) {
        sled s = {0};
        ph_options o = text_options(model, "galpha", 0);
        o.step = o.every = 0.02 / (1 << k);
        o.rho = 0.8;
        text_outcome out = text_run(model, &o, note_sled, &s);
        CHECK(out.status == PH_OK);
        double om = fabs(s.om - 0.107718782258), lost = fabs(out.energy.total - 2.4025);
        printf("sleigh in %d steps: omega %.2e, force %.2e, energy %.2e\n", 100 << k, om, s.worst,
               lost);
        CHECK_NEAR(om / want[k], 1, 0.01);
        CHECK(s.worst < most[k] && lost < most[k] * 1.1);
    }
    ph_model_free(model);
}

/* ---- the bicycle: M q'' + v C1 q' + (g K0 + v^2 K2) q = 0 of lean and steer ---- */

typedef struct {
    double q[2], dq[2];
} ride;

static ride ride_rate(const ride *x, double v)
{
    static const double M[2][2] = {{80.81722, 2.31941332208709},
                                   {2.31941332208709, 0.29784188199686}},
                        C[2][2] = {{0, 33.86641391492494}, {-0.85035641456978, 1.68540397397560}},
                        K0[2][2] = {{-80.95, -2.59951685249872},
                                    {-2.59951685249872, -0.80329488458618}},
                        K2[2][2] = {{0, 76.59734589573222}, {0, 2.65431523794604}};
    double f[2], d = M[0][0] * M[1][1] - M[0][1] * M[1][0];
    for (int i = 0; i < 2; i++) {
        f[i] = 0;
        for (int j = 0; j < 2; j++)
            f[i] -= v * C[i][j] * x->dq[j] + (gravity * K0[i][j] + v * v * K2[i][j]) * x->q[j];
    }
    return (ride){{x->dq[0], x->dq[1]},
                  {(M[1][1] * f[0] - M[0][1] * f[1]) / d, (M[0][0] * f[1] - M[1][0] * f[0]) / d}};
}

static ride ride_on(const ride *x, double h, const ride *by)
{
    ride y = *x;
    for (int i = 0; i < 2; i++) y.q[i] += h * by->q[i], y.dq[i] += h * by->dq[i];
    return y;
}

static ride ride_to(double v, double push, double end)
{
    ride x = {{0, 0}, {push, 0}};
    int steps = (int)(2000 * end);
    double h = end / steps;
    for (int k = 0; k < steps; k++) {
        ride a = ride_rate(&x, v), y = ride_on(&x, h / 2, &a), b = ride_rate(&y, v);
        y = ride_on(&x, h / 2, &b);
        ride c = ride_rate(&y, v);
        y = ride_on(&x, h, &c);
        ride d = ride_rate(&y, v);
        x = ride_on(&x, h / 6, &a);
        x = ride_on(&x, h / 3, &b);
        x = ride_on(&x, h / 3, &c);
        x = ride_on(&x, h / 6, &d);
    }
    return x;
}

/* Lean and its rate, of the rear frame: its y axis against the ground. */
typedef struct {
    double lean[64], rate[64];
    int rows;
} seen_ride;

static ph_status note_ride(void *user, const ph_sim *sim, const double *row)
{
    seen_ride *s = user;
    const double *q = row + column_of(sim, "rear", "quat", 0);
    ph_vec3 y = ph_rotate(ph_quat_make(q[0], q[1], q[2], q[3]), ph_v3(0, 1, 0));
    s->lean[s->rows] = asin(y.z);
    s->rate[s->rows++] = row[column_of(sim, "rear", "omega", 0)];
    return PH_OK;
}

static seen_ride ride_model(double v, double push, double end)
{
    seen_ride s = {.rows = 0};
    char speed[40], pushed[40];
    snprintf(speed, sizeof speed, "parameters.v=%.17g", v);
    snprintf(pushed, sizeof pushed, "parameters.push=%.17g", push);
    const char *const set[] = {speed, pushed};
    ph_model *model = NULL;
    ph_diag *diag = ph_diag_create();
    CHECK(ph_model_load("models/bicycle.yaml", set, 2, diag, &model) == PH_OK);
    ph_diag_free(diag);
    ph_options o = text_options(model, "galpha", 1e-9);
    o.end = end;
    o.every = 0.25;
    o.scale[0] = o.scale[1] = 1e-2;
    text_outcome out = text_run(model, &o, note_ride, &s);
    if (out.status) printf("%s\n", out.said);
    CHECK(out.status == PH_OK);
    ph_model_free(model);
    return s;
}

static void test_bicycle(void)
{
    static const double speed[] = {5, 3};
    const double push = 1e-3;
    for (int k = 0; k < 2; k++) {
        seen_ride s = ride_model(speed[k], push, 2);
        double worst = 0, largest = 0;
        for (int i = 0; i < s.rows; i++) {
            ride x = i ? ride_to(speed[k], push, 0.25 * i) : (ride){{0, 0}, {push, 0}};
            worst = fmax(worst, fabs(s.lean[i] - x.q[0]));
            largest = fmax(largest, fabs(x.q[0]));
        }
        printf("bicycle at %g m/s: lean up to %.3e rad, off by %.1e, at the end %.3e\n", speed[k],
               largest, worst, s.lean[s.rows - 1]);
        CHECK(s.rows == 9 && worst < 2e-5 * largest);
    }
}

/* ---- a wheel in a pipe: a pendulum, at its lowest place after a quarter of the period ---- */

typedef struct {
    double x, w;
    ph_vec3 force;
} seen_pipe;

static ph_status note_pipe(void *user, const ph_sim *sim, const double *row)
{
    seen_pipe *s = user;
    s->x = row[column_of(sim, "wheel", "pos", 0)];
    s->w = row[column_of(sim, "wheel", "omega", 1)];
    s->force = vector_at(sim, row, "rolls", "force");
    return PH_OK;
}

static void pipe_errors(const ph_model *model, const ph_options *asked, double *error)
{
    seen_pipe s = {0};
    ph_options o = *asked;
    o.end = 1.6676095462600153 / 4;
    o.every = o.end;
    text_outcome out = text_run(model, &o, note_pipe, &s);
    if (out.status) printf("%s\n", out.said);
    CHECK(out.status == PH_OK);
    error[PLACE] = fabs(s.x);
    error[SPIN] = fabs(s.w + sqrt(gravity * 0.4 / 1.5) / 0.1);
    error[NORMAL] = fabs(fabs(s.force.z) - 32.7);
    error[FRICTION] = fabs(s.force.x);
}

static void test_pipe(void)
{
    ph_model *model = must_load("models/half-pipe.yaml");
    for (int k = 0; k < TEXT_ENGINES; k++) {
        double error[3][ERRORS];
        for (int i = 0; i < 2; i++) {
            ph_options o = text_options(model, text_engine[k], 0);
            o.step = 1.6676095462600153 / (400 << i);
            pipe_errors(model, &o, error[i]);
        }
        printf("pipe, %-10s", text_engine[k]);
        for (int e = 0; e < ERRORS; e++) {
            double order = log2(error[0][e] / error[1][e]);
            printf("  %.3g (%.2f)", error[1][e], order);
            CHECK_NEAR(order, 2, 0.06);
        }
        printf("\n");
        for (int i = 0; i < 3; i++) {
            ph_options o = text_options(model, text_engine[k], pow(10, -4 - i));
            o.step = 0;
            pipe_errors(model, &o, error[i]);
            CHECK(error[i][PLACE] < 10 * pow(10, -4 - i));
        }
        CHECK(error[2][PLACE] < error[0][PLACE] / 15);
    }
    ph_model_free(model);
}

/* A wheel rolls down an open curve and off its end; another, into a hollow too narrow for it. */
static void test_pipe_ends(void)
{
    static const char *const points[] = {
        "-2, 0, 1, -1.5, 0, 0.7, -1, 0, 0.45, -0.5, 0, 0.25, 0, 0, 0.1, 0.5, 0, 0",
        "-2, 0, 1, -1.5, 0, 0.8, -1, 0, 0.6, -0.5, 0, 0.1, 0, 0, 0.6, 0.5, 0, 0.9"};
    static const char *const told[] = {"joint `rolls` has rolled off curve `way` at its end",
                                       "joint `rolls` has come to a hollow of curve `way`"};
    for (int k = 0; k < 2 * TEXT_ENGINES; k++) {
        ph_model *model = text_model(
            "gravity: [0, 0, -9.81]\n"
            "tables: {way: {points: [%s]}}\n"
            "bodies: {wheel: {mass: 1, inertia: [0.02, 0.02, 0.02], position: [-1.4, 0, 1.2]}}\n"
            "joints:\n"
            "  flat: {type: planar, between: [ground, wheel], axis: [0, 1, 0]}\n"
            "  rolls: {type: rolling_on_curve, between: [ground, wheel], curve: way,"
            " radius: 0.3}\n"
            "simulate: {end: 5}\n",
            points[k % 2]);
        ph_options o = text_options(model, text_engine[k / 2], 1e-5);
        text_outcome out = text_run(model, &o, NULL, NULL);
        if (!strstr(out.said, told[k % 2])) printf("%s\n", out.said);
        CHECK(out.status != PH_OK && strstr(out.said, told[k % 2]));
        ph_model_free(model);
    }
}

int main(void)
{
    test_pipe();
    test_pipe_ends();
    test_steady();
    test_disc();
    test_flat();
    test_sleigh();
    test_bicycle();
    return TEST_RESULT();
}
