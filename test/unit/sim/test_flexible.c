/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Bodies that bend, in motion: a free rod, a top on its tip, a pendulum, against numbers of
 * computations elsewhere (another integrator, of order 8, in minimal coordinates, to 1e-12): errors
 * of steps and their order, momentum, energy, tolerances; bodies whose modes are locked or stiff
 * against rigid ones; blows; and what is refused.
 */
#include "flex_bodies.h"
#include "mech/system/elastic.h"

/* ---- runs ---- */

typedef struct {
    ph_model *model;
    ph_diag *diag;
    ph_sim *sim;
} run;

static run start(ph_model *model, const char *method, double step, double tolerance)
{
    run r = {.model = model, .diag = ph_diag_create()};
    ph_options o = ph_default_options();
    o.integrator.text = method;
    if (tolerance > 0)
        o.tolerance = tolerance;
    else
        o.step = step;
    o.end = 2;
    ph_status status = ph_sim_create(model, &o, r.diag, &r.sim);
    CHECK(status == PH_OK);
    if (status) show_diag(r.diag);
    return r;
}

static void go(run *r, double t)
{
    ph_status status = ph_sim_advance(r->sim, t, r->diag);
    CHECK(status == PH_OK);
    if (status) show_diag(r->diag);
}

static void drop(run *r)
{
    ph_sim_free(r->sim);
    ph_diag_free(r->diag);
}

/* ---- what is looked at: the first body, and a node of it ---- */

enum { MOST_MODES = 16 };
typedef struct {
    ph_vec3 place, spin, node, reaction, momentum;
    ph_quat turn;
    int modes;
    double q[MOST_MODES], rate[MOST_MODES];
    ph_energy energy;
} sight;

static sight look(const run *r, const char *node)
{
    sight s = {0};
    const phk_view v = phk_sim_bodies(r->sim);
    const phk_seat *seat = &v.seat[0];
    const phk_flex *flex = phk_model_flex(r->model, 0);
    static double room[PHK_ELASTIC_ROOM * MOST_MODES];
    s.place = phk_view_place(&v, 0);
    s.turn = phk_view_turn(&v, 0);
    s.spin = phk_view_spin(&v, 0);
    s.modes = flex->modes;
    memcpy(s.q, v.x + seat->modes, (size_t)s.modes * sizeof *s.q);
    memcpy(s.rate, v.v + seat->mode_rates, (size_t)s.modes * sizeof *s.q);
    const phk_elastic b = phk_elastic_at(flex, s.q, s.rate, NULL, s.spin, s.spin, room);
    ph_vec3 L = ph_add(ph_sym3_mul(flex->J0, s.spin), ph_mat3_mul(b.dJ, s.spin));
    s.momentum = ph_rotate(s.turn, ph_add(L, b.momentum));
    CHECK(ph_sim_energy(r->sim, &s.energy) == PH_OK);
    if (!node) return s;
    const phk_flex_node *at = &flex->node[ph_flex_node(flex, node, strlen(node))];
    double p[3] = {at->at.x, at->at.y, at->at.z};
    for (int c = 0; c < 3; c++)
        for (int j = 0; j < s.modes; j++) p[c] += at->phi[c * s.modes + j] * s.q[j];
    s.node = ph_add(s.place, ph_rotate(s.turn, ph_v3(p[0], p[1], p[2])));
    const double *lambda = r->sim->now.lambda;
    s.reaction = ph_v3(lambda[0], lambda[1], lambda[2]);
    return s;
}

static double largest3(ph_vec3 a)
{
    return fmax(fabs(a.x), fmax(fabs(a.y), fabs(a.z)));
}
static double apart(ph_vec3 a, ph_vec3 b)
{
    return ph_norm(ph_sub(a, b));
}
static double turned_apart(ph_quat a, ph_quat b)
{
    ph_mat3 A = ph_mat3_from_quat(a), B = ph_mat3_from_quat(b);
    double most = 0;
    for (int i = 0; i < 9; i++) most = fmax(most, fabs(A.m[i / 3][i % 3] - B.m[i / 3][i % 3]));
    return most;
}

/* ---- a free rod ---- */

static double rod_start[4];

/* With coordinates at the balance of stiffness and spin alone. */
static ph_model *rod_model(double E)
{
    static double room[PHK_ELASTIC_ROOM * 4];
    const double none[4] = {0};
    ph_flexible_def f = ph_default_flexible();
    f.flex = flex_rod(E);
    f.omega = ph_v3(6, 12, 3);
    f.velocity = ph_v3(0.3, 0, 0);
    memset(rod_start, 0, sizeof rod_start);
    for (int i = 0; i < 300; i++) {
        const phk_elastic b = phk_elastic_at(f.flex, rod_start, none, NULL, f.omega, f.omega, room);
        for (int j = 0; j < 4; j++)
            rod_start[j] = 0.5 * ph_dot(f.omega, phk_elastic_turned(4, b.Y, j, f.omega)) /
                           f.flex->stiffness[j];
    }
    f.modes = (ph_numbers){4, rod_start};
    ph_model *model = ph_model_create();
    CHECK(ph_model_add_flexible(model, "rod", &f) == PH_OK);
    ph_flex_free(f.flex);
    return model;
}

typedef struct {
    double E, energy, momentum[3], spin[3];
    double error[3];                   /* of turns at steps of 4, 2 and 1 ms */
    double lost_momentum, lost_energy; /* at 1 ms, galpha */
} rod_numbers;
static const rod_numbers rods[2] = {{7e9,
                                     30.0764574954,
                                     {-1.06563796, 5.23149655, 1.14162594},
                                     {9.57949022, 6.67418198, 9.76775685},
                                     {1.33e-4, 3.31e-5, 8.25e-6},
                                     3.6e-7,
                                     5.4e-8},
                                    {7e8,
                                     31.7400459412,
                                     {-1.44691473, 5.57782105, 1.20792489},
                                     {9.14985714, -1.2574573, 9.61959081},
                                     {3.54e-4, 8.89e-5, 2.23e-5},
                                     4.8e-6,
                                     -2.9e-6}};

static void check_rod(const rod_numbers *n)
{
    ph_model *model = rod_model(n->E);
    const ph_vec3 L = {n->momentum[0], n->momentum[1], n->momentum[2]};
    run exact = start(model, "ida", 0, 1e-11);
    const sight first = look(&exact, NULL);
    CHECK_NEAR(first.energy.total, n->energy, 2e-9);
    CHECK_NEAR(largest3(ph_sub(first.momentum, L)), 0, 1e-8);
    go(&exact, 0.5);
    const sight end = look(&exact, NULL);
    CHECK_NEAR(largest3(ph_sub(end.spin, ph_v3(n->spin[0], n->spin[1], n->spin[2]))), 0, 5e-8);
    CHECK_NEAR(end.energy.numerical / n->energy, 0, 1e-9);
    CHECK_NEAR(apart(end.momentum, first.momentum) / ph_norm(L), 0, 1e-9);
    double before[3] = {0};
    for (int k = 0; k < 3; k++) {
        run r = start(model, "galpha", 4e-3 / (1 << k), 0);
        go(&r, 0.5);
        const sight s = look(&r, NULL);
        double rate = 0;
        for (int j = 0; j < 4; j++) rate = fmax(rate, fabs(s.rate[j] - end.rate[j]));
        double error[3] = {turned_apart(s.turn, end.turn), largest3(ph_sub(s.spin, end.spin)),
                           rate};
        CHECK_NEAR(error[0], n->error[k], 0.05 * n->error[k]);
        for (int i = 0; i < 2 && k == 2; i++) CHECK_NEAR(log2(before[i] / error[i]), 2, 0.05);
        memcpy(before, error, sizeof before);
        if (k == 2) {
            CHECK_NEAR(apart(s.momentum, first.momentum) / ph_norm(L), n->lost_momentum,
                       0.05 * n->lost_momentum);
            CHECK_NEAR(s.energy.numerical / n->energy, n->lost_energy, 0.05 * fabs(n->lost_energy));
        }
        drop(&r);
    }
    drop(&exact);
    ph_model_free(model);
}

/* Errors follow the tolerance; another engine and another form come to the same. */
static void check_rod_tolerance(void)
{
    ph_model *model = rod_model(7e8);
    run exact = start(model, "ida", 0, 1e-11);
    go(&exact, 0.5);
    const sight end = look(&exact, NULL);
    for (int k = 0; k < 2; k++) {
        double before = INFINITY;
        for (double tolerance = 1e-3; tolerance > 5e-7; tolerance /= 10) {
            run r = start(model, k ? "hht" : "galpha", 0, tolerance);
            go(&r, 0.5);
            const double error = turned_apart(look(&r, NULL).turn, end.turn);
            CHECK(error < 10 * tolerance);
            CHECK(error < 0.25 * before);
            before = error;
            drop(&r);
        }
    }
    static const struct {
        const char *method;
        double error;
    } others[] = {{"hht", 1.45e-4}, {"hht-euler", 2.4e-4}, {"ida-index3", 1e-5}};
    for (int k = 0; k < 3; k++) {
        run r = start(model, others[k].method, 1e-3, k == 2 ? 1e-7 : 0);
        go(&r, 0.5);
        CHECK(turned_apart(look(&r, NULL).turn, end.turn) < 1.1 * others[k].error);
        drop(&r);
    }
    drop(&exact);
    ph_model_free(model);
}

/* ---- on joints ---- */

static void join(ph_model *model, const char *type, const char *to, ph_vec3 axis)
{
    ph_joint_def j = ph_default_joint();
    ph_text between[2] = {{.text = "ground"}, {.text = to}};
    j.between = (ph_names){2, between};
    j.axis = axis;
    CHECK(ph_model_add_joint(model, "pin", joint_type(type), &j, NULL) == PH_OK);
    CHECK(ph_model_set_gravity(model, ph_v3(0, 0, -9.81)) == PH_OK);
}

/* What is relaxed moves the rest of the body: it keeps its attitude and its spin. */
static ph_model *top_model(ph_flex *flex)
{
    ph_model *model = ph_model_create();
    ph_flexible_def f = ph_default_flexible();
    f.flex = flex;
    f.omega = ph_v3(0, 150, -4.61538);
    f.velocity = ph_cross(f.omega, ph_flex_com(f.flex));
    f.exact = PH_EXACT_ORIENTATION | PH_EXACT_OMEGA;
    CHECK(ph_model_add_flexible(model, "top", &f) == PH_OK);
    ph_flex_free(f.flex);
    join(model, "spherical", "top.near", ph_v3(0, 0, 1));
    return model;
}

static ph_model *pendulum_model(void)
{
    ph_model *model = ph_model_create();
    ph_flexible_def f = ph_default_flexible();
    f.flex = flex_pendulum();
    f.exact = PH_EXACT_ORIENTATION;
    CHECK(ph_model_add_flexible(model, "rod", &f) == PH_OK);
    ph_flex_free(f.flex);
    join(model, "revolute", "rod.start", ph_v3(0, 1, 0));
    return model;
}

/* Five times, and what is there then; the largest errors over all. */
typedef struct {
    sight at[5];
} course;
typedef struct {
    double place, turn, spin, q, reaction;
} errors;

static course follow(ph_model *model, const char *node, double every, const char *method,
                     double step, double tolerance)
{
    course c;
    run r = start(model, method, step, tolerance);
    for (int k = 0; k < 5; k++) {
        go(&r, every * (k + 1));
        c.at[k] = look(&r, node);
    }
    drop(&r);
    return c;
}

static errors compare(const course *a, const course *b)
{
    errors e = {0};
    for (int k = 0; k < 5; k++) {
        const sight *s = &a->at[k], *t = &b->at[k];
        double q = 0;
        for (int j = 0; j < s->modes; j++) q += pow(s->q[j] - t->q[j], 2);
        e.place = fmax(e.place, apart(s->place, t->place));
        e.turn = fmax(e.turn, turned_apart(s->turn, t->turn));
        e.spin = fmax(e.spin, largest3(ph_sub(s->spin, t->spin)));
        e.q = fmax(e.q, sqrt(q));
        e.reaction = fmax(e.reaction, largest3(ph_sub(s->reaction, t->reaction)));
    }
    return e;
}

static void check_order(double before, double error)
{
    CHECK_NEAR(log2(before / error), 2, 0.05);
}

static void check_pendulum(void)
{
    static const double places[] = {3.98e-4, 9.94e-5, 2.49e-5, 6.21e-6};
    static const double reactions[] = {3.97e-3, 9.92e-4, 2.48e-4, 6.21e-5};
    ph_model *model = pendulum_model();
    const course exact = follow(model, "end", 0.2, "ida", 0, 1e-11);
    const ph_vec3 end = exact.at[4].node;
    CHECK_NEAR(end.x, -0.9996554, 1e-7);
    CHECK_NEAR(end.y, 0, 1e-9);
    CHECK_NEAR(end.z, -0.0262855, 1e-7);
    errors before = {0};
    for (int k = 0; k < 4; k++) {
        const course c = follow(model, "end", 0.2, "galpha", 8e-3 / (1 << k), 0);
        const errors e = compare(&c, &exact);
        CHECK_NEAR(e.place, places[k], 0.05 * places[k]);
        CHECK_NEAR(e.reaction, reactions[k], 0.05 * reactions[k]);
        if (k > 0) {
            check_order(before.place, e.place);
            check_order(before.turn, e.turn);
            check_order(before.spin, e.spin);
            check_order(before.q, e.q);
            check_order(before.reaction, e.reaction);
        }
        before = e;
    }
    double last = INFINITY;
    for (double tolerance = 1e-3; tolerance > 5e-7; tolerance /= 10) {
        const course c = follow(model, "end", 0.2, "galpha", 0, tolerance);
        const double error = compare(&c, &exact).place;
        CHECK(error < 10 * tolerance);
        CHECK(error < 0.25 * last);
        last = error;
    }
    ph_model_free(model);
}

static void check_top(void)
{
    static const double places[] = {5.11e-5, 1.22e-5};
    ph_model *model = top_model(flex_top());
    const course exact = follow(model, "far", 0.1, "ida", 0, 1e-10);
    /* to where it starts: five digits of the spin, and how it is relaxed */
    CHECK_NEAR(apart(exact.at[4].node, ph_v3(-.76720547, .03852643, -.64024585)), 0, 3e-6);
    for (int k = 0; k < 2; k++) {
        const course c = follow(model, "far", 0.1, "galpha", 1e-3 / (1 << k), 0);
        CHECK_NEAR(compare(&c, &exact).place, places[k], 0.05 * places[k]);
    }
    ph_model_free(model);
}

/* ---- locked and stiff ---- */

/* The same body without any mode, and as one that never bends. */
static void check_locked(void)
{
    ph_model *locked = top_model(flex_lowest(flex_top(), 0, 0)), *rigid = ph_model_create();
    const phk_flex *flex = phk_model_flex(locked, 0);
    ph_body_def b = ph_default_body();
    b.mass = flex->mass;
    b.inertia = flex->J0;
    b.position = flex->com;
    b.omega = ph_v3(0, 150, -4.61538);
    b.velocity = ph_cross(b.omega, flex->com);
    CHECK(ph_model_add_body(rigid, "top", &b) == PH_OK);
    ph_marker_def m = ph_default_marker();
    m.on.text = "top";
    m.at = ph_scale(-1, flex->com);
    CHECK(ph_model_add_marker(rigid, "near", &m) == PH_OK);
    join(rigid, "spherical", "near", ph_v3(0, 0, 1));
    run r[2] = {start(locked, "galpha", 1e-3, 0), start(rigid, "galpha", 1e-3, 0)};
    ph_body_state s[2];
    for (int k = 0; k < 2; k++) {
        go(&r[k], 0.2);
        CHECK(ph_sim_get_body(r[k].sim, 0, &s[k]) == PH_OK);
    }
    CHECK_NEAR(apart(s[0].position, s[1].position), 0, 1e-12);
    CHECK_NEAR(apart(s[0].omega, s[1].omega) / 150, 0, 1e-12);
    CHECK(ph_sim_stats(r[0].sim)->iterations == ph_sim_stats(r[1].sim)->iterations);
    /* and one that is all but rigid */
    ph_flex *stiff = flex_top();
    double more[4];
    for (int j = 0; j < 4; j++) more[j] = 1e6 * stiff->stiffness[j];
    stiff->stiffness = more;
    ph_model *model = top_model(stiff);
    run t = start(model, "galpha", 1e-3, 0);
    ph_body_state near;
    go(&t, 0.2);
    CHECK(ph_sim_get_body(t.sim, 0, &near) == PH_OK);
    CHECK_NEAR(apart(near.omega, s[1].omega), 0, 5e-7);
    drop(&t);
    for (int k = 0; k < 2; k++) drop(&r[k]);
    ph_model_free(model);
    ph_model_free(rigid);
    ph_model_free(locked);
}

/* ---- a beam that is spun up ---- */

static const double spun_length = 10;

static ph_model *spun_model(int parts, bool held)
{
    static char name[8][16], hub[8][24], tip[8][24], joint[8][16];
    ph_model *model = ph_model_create();
    for (int k = 0; k < parts; k++) {
        ph_flexible_def f = ph_default_flexible();
        snprintf(name[k], sizeof name[k], "b%d", k);
        snprintf(hub[k], sizeof hub[k], "b%d.hub", k);
        snprintf(tip[k], sizeof tip[k], "b%d.tip", k);
        snprintf(joint[k], sizeof joint[k], "j%d", k);
        f.flex = flex_spun(spun_length / parts, parts == 1 ? 20 : 3, held);
        f.start = PH_BENT_DRAWN;
        f.position = ph_v3(spun_length / parts * k, 0, 0);
        CHECK(ph_model_add_flexible(model, name[k], &f) == PH_OK);
        ph_flex_free(f.flex);
        ph_text between[2] = {{.text = k ? tip[k - 1] : "ground"}, {.text = hub[k]}};
        ph_joint_def j = ph_default_joint();
        j.between = (ph_names){2, between};
        j.axis = ph_v3(0, 0, 1);
        CHECK(ph_model_add_joint(model, joint[k], joint_type(k ? "fixed" : "revolute"), &j, NULL) ==
              PH_OK);
    }
    ph_motion_def m = ph_default_motion();
    m.joint.text = "j0";
    m.displacement.text = "if(time < 15, 0.4*(time^2/2 + (7.5/pi)^2*(cos(2*pi*time/15) - 1)), "
                          "6*time - 45)";
    CHECK(ph_model_add_motion(model, "drive", &m) == PH_OK);
    return model;
}

/* How far the tip lags most, against the axis that turns. */
static double deflection(int parts, bool held, double step)
{
    ph_model *model = spun_model(parts, held);
    ph_diag *diag = ph_diag_create();
    ph_options o = ph_default_options();
    ph_sim *sim = NULL;
    double least = 0;
    o.integrator.text = "galpha";
    o.step = step;
    o.end = 12;
    CHECK(ph_sim_create(model, &o, diag, &sim) == PH_OK);
    const phk_flex *flex = phk_model_flex(model, parts - 1);
    const phk_flex_node *tip = &flex->node[ph_flex_node(flex, "tip", 3)];
    while (sim && ph_sim_time(sim) < 12 - 0.5 * step && ph_sim_step(sim, diag) == PH_OK) {
        const double t = ph_sim_time(sim);
        const double angle =
            0.4 * (t * t / 2 + pow(7.5 / PH_PI, 2) * (cos(2 * PH_PI * t / 15) - 1));
        const phk_view v = phk_sim_bodies(sim);
        const double *q = v.x + v.seat[parts - 1].modes;
        double p[3] = {tip->at.x, tip->at.y, tip->at.z};
        for (int c = 0; c < 3; c++)
            for (int j = 0; j < flex->modes; j++) p[c] += tip->phi[c * flex->modes + j] * q[j];
        const ph_vec3 at = ph_add(phk_view_place(&v, parts - 1),
                                  ph_rotate(phk_view_turn(&v, parts - 1), ph_v3(p[0], p[1], p[2])));
        least = fmin(least, cos(angle) * at.y - sin(angle) * at.x);
    }
    ph_sim_free(sim);
    ph_diag_free(diag);
    ph_model_free(model);
    return least;
}

static void check_spun(void)
{
    const double exact = -0.57385;
    CHECK_NEAR(deflection(1, false, 0.02), -0.68453, 1e-5);
    CHECK_NEAR(deflection(1, true, 0.01) / exact, 1, 0.003);
    CHECK_NEAR(deflection(2, false, 0.02), -0.60095, 2e-4);
    CHECK_NEAR(deflection(8, false, 0.01) / exact, 1, 0.005);
}

/* A frame of 134 modes up to 13 kHz takes little more steps than one of 20: four soft mounts,
 * shaken slowly. */
static long long frame_steps(int modes, double tolerance)
{
    static example e;
    atv_frame(&e, 2);
    ph_flex *flex = flex_of(&e);
    if (modes < ph_flex_modes(flex)) flex = flex_lowest(flex, modes, NAN);
    ph_model *model = ph_model_create();
    ph_flexible_def f = ph_default_flexible();
    f.flex = flex;
    CHECK(ph_model_add_flexible(model, "frame", &f) == PH_OK);
    static const char *const node[] = {"frame.u2L", "frame.u2R", "frame.u5L", "frame.u5R"};
    for (int k = 0; k < 4; k++) {
        char name[10];
        snprintf(name, sizeof name, "mount%d", k);
        const ph_vec3 at = ph_flex_node_at(f.flex, ph_flex_node(f.flex, node[k] + 6, 3));
        const double rest[3] = {at.x, at.y, at.z};
        char law[3][120];
        for (int c = 0; c < 3; c++)
            snprintf(law[c], sizeof law[c], "-2e4*(%s.pos.%c - %.17g) - 50*%s.vel.%c", node[k],
                     "xyz"[c], rest[c], node[k], "xyz"[c]);
        force_par par = force_make("force", node[k], NULL, 0, law[0], law[1], law[2]);
        CHECK(force_add(model, name, &par) == PH_OK);
    }
    force_par shake =
        force_make("force", "frame.st", NULL, 0, "40*sin(20*time)", "0", "60*sin(35*time)");
    CHECK(force_add(model, "shake", &shake) == PH_OK);
    run r = start(model, "galpha", 0, tolerance);
    go(&r, 0.5);
    const long long steps = ph_sim_stats(r.sim)->steps;
    drop(&r);
    ph_model_free(model);
    ph_flex_free(flex);
    return steps;
}

static void check_high_modes(void)
{
    for (double tolerance = 1e-3; tolerance > 5e-5; tolerance /= 10)
        CHECK((double)frame_steps(134, tolerance) <= 1.3 * (double)frame_steps(20, tolerance));
    /* finer, some modes beyond 20 are felt; those beyond 58 are not */
    CHECK((double)frame_steps(134, 1e-5) <= 1.05 * (double)frame_steps(58, 1e-5));
}

/* ---- what is struck, and refused ---- */

/* A blow on a node of a free rod changes momentum and angular momentum by itself, and energy by its
 * mean speed. */
static void check_blow(void)
{
    ph_model *model = rod_model(7e9);
    force_par f = force_begin("impulse");
    force_place(&f, "on", "rod.c");
    force_vec3(&f, "linear", ph_v3(0.1, -0.2, 0.3));
    force_number(&f, "at", 0.01);
    CHECK(force_add(model, "blow", &f) == PH_OK);
    run r = start(model, "galpha", 1e-3, 0);
    go(&r, 0.009);
    go(&r, 0.01);
    const sight s = look(&r, "c");
    const ph_vec3 J = {0.1, -0.2, 0.3};
    const phk_view v = phk_sim_bodies(r.sim);
    const double mass = ph_flex_mass(phk_model_flex(model, 0));
    CHECK_NEAR(largest3(ph_sub(phk_view_speed(&v, 0), ph_axpy(ph_v3(0.3, 0, 0), 1 / mass, J))), 0,
               1e-12);
    const ph_vec3 L = {rods[0].momentum[0], rods[0].momentum[1], rods[0].momentum[2]};
    const ph_vec3 want = ph_add(L, ph_cross(ph_sub(s.node, s.place), J));
    CHECK_NEAR(apart(s.momentum, want) / ph_norm(want), 0, 1e-6);
    CHECK_NEAR(s.energy.numerical / s.energy.kinetic, 0, 1e-6);
    drop(&r);
    ph_model_free(model);
}

static void check_refused(void)
{
    ph_model *model = rod_model(7e9);
    ph_options o = ph_default_options();
    ph_diag *diag = ph_diag_create();
    ph_sim *sim = NULL;
    o.integrator.text = "nmb";
    o.step = 1e-3;
    o.end = 1;
    CHECK(ph_sim_create(model, &o, diag, &sim) != PH_OK && !sim);
    CHECK(ph_diag_count(diag) > 0 && strstr(ph_diag_get(diag, 0)->message, "`rod` bends"));
    CHECK(strstr(ph_diag_get(diag, 0)->hint, "galpha"));
    ph_diag_free(diag);
    ph_model_free(model);
}

int main(void)
{
    for (int k = 0; k < 2; k++) check_rod(&rods[k]);
    check_rod_tolerance();
    check_pendulum();
    check_top();
    check_locked();
    check_spun();
    check_high_modes();
    check_blow();
    check_refused();
    return TEST_RESULT();
}
