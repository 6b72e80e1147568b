/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The alarm of the energy ledger, on both sides: what makes or loses energy is told, and how much;
 * what is right, at rest or in balance is not, nor what is done to a model from outside.
 */
#include "../../build_model.h"
#include "sim/ledger.h"

static void add_body(ph_model *model, const char *name, ph_vec3 place, double mass)
{
    ph_body_def b = ph_default_body();
    b.mass = mass;
    b.inertia = (ph_sym3){mass, mass, mass, 0, 0, 0};
    b.position = place;
    CHECK(ph_model_add_body(model, name, &b) == PH_OK);
}

static ph_model *body_at(ph_vec3 place, double mass)
{
    ph_model *model = ph_model_create();
    add_body(model, "a", place, mass);
    return model;
}

static ph_options to_tolerance(double tolerance, double end)
{
    ph_options o = options_of("galpha", 0, end);
    for (int i = 0; i < 3; i++) o.scale[i] = 1;
    o.tolerance = tolerance;
    return o;
}

/* Runs to the end, frees the model, returns the simulation. */
static ph_sim *run(ph_model *model, ph_options o, ph_diag *diag)
{
    ph_sim *sim = must_create(model, &o);
    CHECK(ph_sim_run(sim, NULL, diag) == PH_OK);
    return sim;
}

/* ---- what is told ---- */

static void add_spring(ph_model *model, const char *x, const char *y, const char *z,
                       const char *potential)
{
    force_par f = force_make("force", "a", NULL, 0, x, y, z);
    force_expr(&f, "potential", 0, potential);
    CHECK(force_add(model, "pull", &f) == PH_OK);
}

/* A mass on a spring of 4 N/m, 1 m from rest: 2 J; with a potential that may say otherwise. */
static ph_model *spring(const char *potential)
{
    ph_model *model = body_at(ph_v3(0, 0, 1), 1);
    add_spring(model, "0", "0", "-4*a.pos.z", potential);
    return model;
}

/* Runs it, and compares what is said in the end; hint NULL: nothing is said. */
static void tells(const char *potential, ph_options o, const char *message, const char *hint)
{
    ph_model *model = spring(potential);
    ph_diag *diag = ph_diag_create();
    ph_sim *sim = run(model, o, diag);
    const ph_stats *s = ph_sim_stats(sim);
    CHECK(ph_diag_count(diag) == (hint != NULL));
    if (hint && ph_diag_count(diag) == 1) {
        CHECK(ph_diag_get(diag, 0)->severity == PH_WARNING);
        CHECK_TEXT(ph_diag_get(diag, 0)->message, message);
        CHECK_TEXT(ph_diag_get(diag, 0)->hint, hint);
    }
    CHECK(s->doubtful == (message && strstr(message, "doubtful") != NULL));
    char text[200];
    size_t length = ph_sim_verdict(sim, text, sizeof text);
    CHECK(length == strlen(text) && (length > 0) == (hint != NULL));
    CHECK(!hint || strncmp(message, text, length) == 0);
    CHECK(ph_sim_verdict(sim, NULL, 0) == length);
    ph_sim_free(sim);
    ph_model_free(model);
    ph_diag_free(diag);
}

/* With k z^2 said to be V and 2 z^2 right, what is made at z is (k - 2)(z^2 - 1), where 2(1 - z^2)
 * and k(1 - z^2) are moved: a share of |k - 2|/(k + 2). */
static void potentials(void)
{
    static const char claim[] =
        "; if that changes little, force `pull` may not be what its potential makes it";
    char finer[120], smaller[120];
    snprintf(finer, sizeof finer, "tighten the tolerance%s", claim);
    snprintf(smaller, sizeof smaller, "take a smaller step%s", claim);
    ph_options o = to_tolerance(1e-6, 5);
    tells("2*a.pos.z^2", o, NULL, NULL);
    tells("2.4*a.pos.z^2", o, NULL, NULL); /* 0.09 */
    tells("2.6*a.pos.z^2", o,
          "the integrator lost 0.6 J of energy, where 4.6 J were moved: the result is far from "
          "accurate",
          finer);
    tells("4*a.pos.z^2", o,
          "the integrator lost 2 J of energy, where 6 J were moved: the result is doubtful", finer);
    tells("a.pos.z^2", o,
          "the integrator made 1 J of energy, where 3 J were moved: the result is doubtful", finer);
    /* steps one has chosen oneself */
    static const char *const methods[] = {"galpha", "liemid-ea", "nmb"};
    for (int i = 0; i < 3; i++) {
        o = options_of(methods[i], 0.001, 5);
        tells("2*a.pos.z^2", o, NULL, NULL);
        tells("a.pos.z^2", o,
              "the integrator made 1 J of energy, where 3 J were moved: the result is far from "
              "accurate",
              smaller);
    }
}

/* A constant force whose type says it stores twice as much. */
typedef struct {
    ph_place on;
} push;

static ph_status push_wrench(int n, const void *par, const ph_eval *eval, const ph_frame *frame,
                             ph_wrench *wrench)
{
    (void)par, (void)eval, (void)frame;
    for (int e = 0; e < n; e++) wrench[e] = (ph_wrench){{1, 0, 0}, {0, 0, 0}};
    return PH_OK;
}

static void push_potential(int n, const void *par, const ph_eval *eval, const ph_frame *frame,
                           double *potential)
{
    (void)par, (void)eval;
    for (int e = 0; e < n; e++) potential[e] = -3 * frame[e].p.x;
}

static ph_work_class push_work(const void *par)
{
    (void)par;
    return PH_WORK_CONSERVATIVE;
}

static void foreign_type(void)
{
    static const ph_field fields[] = {
        {"on", PH_FIELD_PLACE, .offset = offsetof(push, on), .flags = PH_REQUIRED}, {.name = NULL}};
    static const ph_force_type type = {.name = "push",
                                       .help = "a push",
                                       .par_bytes = sizeof(push),
                                       .fields = fields,
                                       .markers = 1,
                                       .wrench = push_wrench,
                                       .potential = push_potential,
                                       .work = push_work};
    ph_model *model = body_at(ph_v3(0, 0, 0), 1);
    push par = {.on = {.text = "a"}};
    CHECK(ph_model_add_force(model, "shove", &type, &par, (ph_source){0}) == PH_OK);
    ph_diag *diag = ph_diag_create();
    ph_sim *sim = run(model, to_tolerance(1e-5, 2), diag);
    /* 2 J of motion, and 6 J said to have gone into it */
    CHECK_NEAR(ph_sim_stats(sim)->energy_made, -4, 1e-6);
    CHECK_NEAR(ph_sim_stats(sim)->energy_moved, 8, 1e-6);
    CHECK(ph_sim_stats(sim)->doubtful);
    bool named = false;
    for (int i = 0; i < ph_diag_count(diag); i++) {
        const char *hint = ph_diag_get(diag, i)->hint;
        named = named || (hint && strstr(hint, "force `shove` may not be"));
    }
    CHECK(named);
    ph_sim_free(sim);
    ph_model_free(model);
    ph_diag_free(diag);
}

/* Step by step the same is known, without ph_sim_run. */
static void steps(void)
{
    ph_model *model = spring("4*a.pos.z^2");
    ph_options o = to_tolerance(1e-5, 5);
    ph_sim *sim = must_create(model, &o);
    CHECK(!ph_sim_stats(sim)->doubtful && ph_sim_stats(sim)->energy_error == 0);
    CHECK(ph_sim_advance(sim, 2, NULL) == PH_OK);
    CHECK(ph_sim_stats(sim)->doubtful);
    CHECK_NEAR(ph_sim_stats(sim)->energy_error, 1.0 / 3, 1e-3);
    ph_sim_free(sim);
    ph_model_free(model);
}

/* ---- what is not ---- */

/* The model runs, and the alarm stays below `most`. Returns what was moved [J]. */
static double is_quiet(const char *what, ph_model *model, ph_options o, double most)
{
    ph_sim *sim = run(model, o, NULL);
    const ph_stats *s = ph_sim_stats(sim);
    CHECK(s->energy_error <= most && !s->doubtful);
    if (!(s->energy_error <= most))
        printf("in %s: %g J of %g J: %g\n", what, s->energy_made, s->energy_moved, s->energy_error);
    double moved = s->energy_moved;
    ph_sim_free(sim);
    ph_model_free(model);
    return moved;
}

static void rest(void)
{
    is_quiet("nothing", body_at(ph_v3(0, 0, 0), 1), to_tolerance(1e-5, 10), 0);

    /* a weight of 10 t on a pillar: at the height potentials are counted from, and far above */
    for (int k = 0; k < 3; k++) {
        ph_vec3 place = ph_v3(0.3, 0.1, k == 0 ? 0 : k == 1 ? 0.7 : 1e6);
        ph_model *model = body_at(place, 1e4);
        CHECK(ph_model_set_gravity(model, ph_v3(0, 0, -9.81)) == PH_OK);
        joint_add(model, "foot", "fixed", "ground", "a", ph_v3(0.1, 0.2, place.z - 0.4),
                  ph_v3(0, 1, 0));
        is_quiet("weight", model, to_tolerance(k ? 1e-8 : 1e-4, 10), 1e-3);
    }
    /* what pushes with the weight of 100 t against a wall, and not evenly */
    ph_model *model = body_at(ph_v3(0.3, 0.1, 0.7), 1);
    add_body(model, "b", ph_v3(0.37, 0.9, 5.3), 10);
    force_par f = force_make("force", "a", NULL, 0, "1e6*(1 + 0.3*sin(time))", "3e5", "-7e5");
    CHECK(force_add(model, "push", &f) == PH_OK);
    joint_add(model, "wall", "fixed", "ground", "a", ph_v3(0.1, 0.2, 0.3), ph_v3(0, 1, 0));
    joint_add(model, "arm", "revolute", "a", "b", ph_v3(0.1, 0.2, 0.3), ph_v3(0, 1, 0));
    is_quiet("wall", model, to_tolerance(1e-5, 3), 1e-2);
}

/* Motion too small for the numbers that tell of it, and for the tolerance. */
static void next_to_nothing(void)
{
    /* 1e-8 J at a height that stands for 1e7 J */
    ph_model *model = body_at(ph_v3(0, 1e-4, 1e6), 1);
    CHECK(ph_model_set_gravity(model, ph_v3(0, 0, -9.81)) == PH_OK);
    joint_add(model, "guide", "prismatic", "ground", "a", ph_v3(0, 0, 1e6), ph_v3(0, 1, 0));
    add_spring(model, "0", "-a.pos.y", "0", "a.pos.y^2/2");
    is_quiet("height", model, to_tolerance(1e-7, 10), 1e-2);

    /* a machine of 1 t on stiff mounts, a micrometre from where it would rest */
    model = body_at(ph_v3(0, 0, 1e-6), 1e3);
    add_spring(model, "0", "0", "-1e6*a.pos.z", "5e5*a.pos.z^2");
    is_quiet("mounts", model, to_tolerance(1e-4, 10), 1e-2);
}

/* A motion that holds a load, and one that turns it evenly against a brake. */
static void driven(void)
{
    for (int k = 0; k < 2; k++) {
        ph_model *model = body_at(ph_v3(0, 0, 0), 1e3);
        joint_add(model, "joint", k ? "revolute" : "prismatic", "ground", "a", ph_v3(0, 0, 0),
                  ph_v3(0, 1, 0));
        force_par f = k ? force_make("torque", "a", NULL, 0, "0", "-100*(1 + 0.5*sin(7*time))", "0")
                        : force_make("force", "a", NULL, 0, "0", "1e4*(1 + 0.5*sin(time))", "0");
        CHECK(force_add(model, "load", &f) == PH_OK);
        ph_motion_def def = ph_default_motion();
        def.joint.text = "joint";
        def.displacement.text = k ? "10*time" : "0";
        CHECK(ph_model_add_motion(model, "drive", &def) == PH_OK);
        double moved = is_quiet("drive", model, to_tolerance(1e-3, 3), 1e-2);
        /* what goes in at the shaft and out at the brake; 5e4 J are in the motion all the time */
        double brake = 3000 + 500.0 / 7 * (1 - cos(21));
        if (k) CHECK_NEAR(moved, 5e4 + 2 * brake, 5);
    }
}

/* A motion that sets off at once, where something happens: 2 kg at 3 m/s are 9 J of its work. */
static void sets_off(void)
{
    ph_model *model = body_at(ph_v3(0, 0, 0), 2);
    joint_add(model, "guide", "prismatic", "ground", "a", ph_v3(0, 0, 0), ph_v3(0, 1, 0));
    force_par f = force_make("force", "a", NULL, 0, "0", "0", "1");
    force_number(&f, "from", 1);
    CHECK(force_add(model, "bell", &f) == PH_OK);
    ph_motion_def def = ph_default_motion();
    def.joint.text = "guide";
    def.displacement.text = "if(time < 1, 0, 3*(time - 1))";
    CHECK(ph_model_add_motion(model, "drive", &def) == PH_OK);
    ph_sim *sim = run(model, options_of("galpha", 0.01, 2), NULL);
    ph_energy e;
    CHECK(ph_sim_energy(sim, &e) == PH_OK);
    CHECK_NEAR(e.kinetic, 9, 1e-9);
    CHECK_NEAR(e.applied, 9, 1e-9);
    CHECK(ph_sim_stats(sim)->energy_error < 1e-6);
    ph_sim_free(sim);
    ph_model_free(model);
}

/* Two equal weights on a beam. */
static void balance(void)
{
    ph_model *model = body_at(ph_v3(-0.7, 0, 0.1), 3);
    add_body(model, "b", ph_v3(0.7, 0, -0.1), 3);
    CHECK(ph_model_set_gravity(model, ph_v3(0, 0, -9.81)) == PH_OK);
    joint_add(model, "hinge", "revolute", "ground", "a", ph_v3(0, 0, 0), ph_v3(0, 1, 0));
    joint_add(model, "beam", "fixed", "a", "b", ph_v3(0, 0, 0), ph_v3(0, 1, 0));
    is_quiet("balance", model, to_tolerance(1e-5, 10), 1e-3);
}

/* How well the ledger knows its own sums: from the powers at the ends of steps of 0.1 s. */
static double blur_of(const double *power, int n)
{
    double work = 0, work_before = 0, now = power[0], before = 0;
    phk_account account = {0, 0, false};
    phk_ledger l = {.accounts = 1,
                    .account = &account,
                    .work = &work,
                    .work_before = &work_before,
                    .power = &now,
                    .power_before = &before};
    for (int i = 1; i < n; i++) {
        phk_ledger_keep(&l);
        now = power[i];
        phk_ledger_step(&l, 0.1);
    }
    return l.blur;
}

static void blur(void)
{
    /* even and rising powers are summed exactly */
    CHECK_NEAR(blur_of((double[]){5, 5, 5, 5}, 4), 0, 0);
    CHECK_NEAR(blur_of((double[]){1, 2, 3, 4}, 4), 0, 1e-15);
    /* a peak seen at one step is known by half a step on either side */
    CHECK_NEAR(blur_of((double[]){0, 0, 8, 0, 0}, 5), 0.1 * (4 + 8 + 4), 1e-12);
    /* t^2 from step to step: six times h^3/12 of its second derivative, in each but the first */
    CHECK_NEAR(blur_of((double[]){0, 0.01, 0.04, 0.09}, 4), 2 * 6 * 1e-3 / 12 * 2, 1e-12);
}

/* What a force with a potential stores when it begins and ceases is put in from outside. */
static void windows(void)
{
    static const char *const methods[] = {"galpha", "liemid-ea"};
    for (int i = 0; i < 4; i++) {
        ph_model *model = body_at(ph_v3(0, 0, 5), 1);
        force_par f = force_make("force", "a", NULL, 0, "0", "0", "-1");
        force_expr(&f, "potential", 0, "a.pos.z");
        force_number(&f, "from", 1);
        force_number(&f, "until", 2);
        CHECK(force_add(model, "pull", &f) == PH_OK);
        ph_options o = options_of(methods[i % 2], 0.01, 3);
        if (i >= 2) o.start = 1.5;
        ph_sim *sim = run(model, o, NULL);
        ph_energy e;
        CHECK(ph_sim_energy(sim, &e) == PH_OK);
        /* in at z = 5 m; out where it has fallen by 1/2 m s^-2 t^2 */
        double fallen = i < 2 ? 0.5 : 0.125;
        CHECK_NEAR(e.applied, i < 2 ? fallen : fallen - 5, 1e-9);
        CHECK_NEAR(e.numerical, 0, 1e-9);
        CHECK(ph_sim_stats(sim)->energy_error < 1e-6);
        ph_sim_free(sim);
        ph_model_free(model);
    }
}

/* A double pendulum, torn apart and thrown up: who does that is not the integrator. */
static void set_bodies(void)
{
    ph_model *model = body_at(ph_v3(0.5, 0, 0), 2);
    add_body(model, "b", ph_v3(1.5, 0, 0), 2);
    CHECK(ph_model_set_gravity(model, ph_v3(0, 0, -9.81)) == PH_OK);
    joint_add(model, "pin", "revolute", "ground", "a", ph_v3(0, 0, 0), ph_v3(0, 1, 0));
    joint_add(model, "knee", "revolute", "a", "b", ph_v3(1, 0, 0), ph_v3(0, 1, 0));
    ph_options o = to_tolerance(1e-6, 1);
    ph_sim *sim = must_create(model, &o);
    CHECK(ph_sim_advance(sim, 0.3, NULL) == PH_OK);
    ph_body_state state;
    CHECK(ph_sim_get_body(sim, 1, &state) == PH_OK);
    state.position.z += 0.2;
    state.velocity = ph_v3(3, 0, 8);
    state.omega = ph_v3(0, 5, 0);
    CHECK(ph_sim_set_body(sim, 1, &state) == PH_OK);
    CHECK(ph_sim_advance(sim, 1, NULL) == PH_OK);
    CHECK(ph_sim_stats(sim)->energy_moved > 10 && ph_sim_stats(sim)->energy_error < 1e-3);
    ph_sim_free(sim);
    ph_model_free(model);
}

/* A crane lifts what lies there: nothing has moved by itself. */
static void lift(void)
{
    ph_model *model = body_at(ph_v3(0, 0, 0), 1);
    CHECK(ph_model_set_gravity(model, ph_v3(0, 0, -9.81)) == PH_OK);
    ph_options o = to_tolerance(1e-6, 0.1);
    ph_sim *sim = must_create(model, &o);
    ph_body_state state;
    CHECK(ph_sim_get_body(sim, 0, &state) == PH_OK);
    state.position.z = 1000;
    CHECK(ph_sim_set_body(sim, 0, &state) == PH_OK);
    CHECK(ph_sim_run(sim, NULL, NULL) == PH_OK);
    /* then it falls */
    double g = 9.81, fallen = 0.5 * g * 0.1 * 0.1;
    CHECK_NEAR(ph_sim_stats(sim)->energy_moved, 2 * g * fallen, 1e-4);
    ph_sim_free(sim);
    ph_model_free(model);
}

int main(void)
{
    potentials();
    foreign_type();
    steps();
    rest();
    next_to_nothing();
    driven();
    sets_off();
    balance();
    blur();
    windows();
    set_bodies();
    lift();
    return TEST_RESULT();
}
