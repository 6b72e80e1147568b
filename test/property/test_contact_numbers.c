/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Bodies that bounce, slide, roll, stick and are stopped, against closed forms and independent
 * integrations: as models, through integrators.
 */
#include "contact_models.h"

/* Engines, and what their errors are to the tolerance: those whose steps know of velocities. */
static const char *const engines[] = {"galpha", "hht", "hht-euler", "ida"};
enum { ENGINES = 4 };

static bool is_here(const char *engine)
{
    return !(ph_integrator_find(engine)->traits & PH_ABSENT);
}

/* ---- bounces ---- */

/* carried: what small errors of the last blow are when the run ends. */
static void bounce(const char *law, double z, double v, double carried)
{
    ph_model *model = text_model(CONTACT_BALL, "-9.81", 1.1, 0., 0., law, 2.);
    for (int e = 0; e < ENGINES; e++)
        for (int i = 3; i < 7; i++) {
            /* an error per step knows nothing of speeds */
            const double tol = pow(10, -i), most = strcmp(engines[e], "ida") ? 20 : 200;
            if (!is_here(engines[e])) continue;
            ph_sim *sim = contact_run_one(model, engines[e], tol);
            CHECK_NEAR(value_now(sim, "ball", "pos", 2), z, most * tol);
            CHECK_NEAR(value_now(sim, "ball", "vel", 2), v, carried * most * tol);
            CHECK_NEAR(value_now(sim, "ball", "pos", 0), 0, 1e-12);
            ph_sim_free(sim);
        }
    ph_model_free(model);
}

static void bounces(void)
{
    bounce("law: power, stiffness: 1e6, damping: 0, friction: 0", .9500791036, -1.7150650094, 3);
    bounce("law: power, stiffness: 1e9, damping: 0, friction: 0", .9178522280, -1.8904336238, 3);
    bounce("law: power, stiffness: 1e12, damping: 0, friction: 0", .9157194014, -1.9014692596, 3);
    bounce("law: power, stiffness: 1e6, damping: 0.3, friction: 0", .1043676907, -.571295978, 8);
    /* the same law as an expression */
    bounce("force: '1e6*depth^1.5*(1 + 0.3*rate)', friction: 0", .1043676907, -.571295978, 8);
}

/* ---- one blow without gravity ---- */

static ph_sim *blow(const char *law, double speed, double end, ph_model **model)
{
    *model = text_model(CONTACT_BALL, "0", 0.11, 0., -speed, law, end);
    ph_options o = contact_options(*model, "galpha", 1e-7);
    text_scale_one(&o);
    return must_create(*model, &o);
}

typedef struct {
    int z, force, energy;
    double first, last, deepest, peak, astray; /* the last: of the energy stored */
} blow_rows;

static ph_status on_blow(void *user, const double *row, size_t width)
{
    blow_rows *b = user;
    (void)width;
    if (row[b->z] < 0.1) {
        if (!(b->first > 0)) b->first = row[0];
        b->last = row[0];
    }
    b->deepest = fmax(b->deepest, 0.1 - row[b->z]);
    b->peak = fmax(b->peak, fabs(row[b->force]));
    /* what is stored: k q^2.5/2.5 */
    const double stored = 0.4e6 * pow(fmax(0, 0.1 - row[b->z]), 2.5);
    b->astray = fmax(b->astray, fabs(row[b->energy] - stored));
    return PH_OK;
}

static void one_blow(void)
{
    static const double a[] = {.05, .3, 1}, r[] = {.871134012989, .520022334878, .220253443803};
    const double v0 = sqrt(2 * 9.81);
    char law[200];
    ph_model *model;
    ph_sim *sim = blow("law: power, stiffness: 1e6, damping: 0, friction: 0", v0, 0.02, &model);
    blow_rows b = {.z = column_of(sim, "ball", "pos", 2),
                   .force = column_of(sim, "touch", "normal", 0),
                   .energy = column_of(sim, "touch", "energy", 0)};
    CHECK(b.force > 0 && b.energy > 0);
    CHECK(ph_sim_run(sim, &(ph_run_hooks){&b, on_blow, NULL}, NULL) == PH_OK);
    CHECK_NEAR(b.deepest, 1.4316722476e-2, 1e-7);
    CHECK_NEAR(b.last - b.first, 9.513163779706e-3, 2e-5);
    CHECK_RATIO(b.peak, 1713.031739, 2e-5);
    CHECK(b.astray < 1e-9);
    CHECK_NEAR(value_now(sim, "touch", "dissipated", 0), 0, 1e-4);
    CHECK_NEAR(value_now(sim, "ball", "vel", 2), v0, 1e-5);
    ph_sim_free(sim);
    ph_model_free(model);
    for (int i = 0; i < 3; i++) {
        snprintf(law, sizeof law, "law: power, stiffness: 1e6, damping: %g, friction: 0", a[i]);
        sim = blow(law, v0, 0.3, &model);
        CHECK(ph_sim_run(sim, NULL, NULL) == PH_OK);
        CHECK_NEAR(value_now(sim, "ball", "vel", 2) / v0, r[i], 2e-6);
        ph_sim_free(sim);
        ph_model_free(model);
    }
}

/* Restitution as wanted, whatever law, stiffness and speed. */
static void restitutions(void)
{
    static const double r[] = {.95, .9, .8, .7, .5, .3, .1}, speed[] = {0.1, 1, 20};
    static const char *const stiff[] = {"1e5", "1e8", "1e11"};
    char law[200];
    for (int i = 0; i < 7; i++)
        for (int k = 0; k < 3; k++)
            for (int s = 0; s < 3; s++) {
                ph_model *model;
                snprintf(law, sizeof law, "stiffness: %s, restitution: %g, friction: 0", stiff[k],
                         r[i]);
                ph_sim *sim = blow(law, speed[s], 0.1 + 0.2 / speed[s], &model);
                CHECK(ph_sim_run(sim, NULL, NULL) == PH_OK);
                const double got = value_now(sim, "ball", "vel", 2) / speed[s];
                CHECK_NEAR(got, r[i], 1e-3);
                if (fabs(got - r[i]) > 1e-3) printf("stiffness %s, %g m/s\n", stiff[k], speed[s]);
                ph_sim_free(sim);
                ph_model_free(model);
            }
}

/* ---- sliding ---- */

#define TEN      (3.14159265358979324 / 18) /* [rad] */
#define STEP(mu) "friction_law: step, friction: " mu ", stiction_speed: 1e-3, sliding_speed: 1e-2"

typedef struct {
    double x, v;
} slid;

static slid slide(double slope, double speed, const char *friction, double end, double tolerance)
{
    ph_model *model = contact_block(slope, speed, friction, end);
    ph_sim *sim = contact_run_one(model, "galpha", tolerance);
    const slid s = {value_now(sim, "block", "pos", 0), value_now(sim, "block", "vel", 0)};
    ph_sim_free(sim);
    ph_model_free(model);
    return s;
}

/* To the digits of integrations by others. */
static void slides(void)
{
    slid s = slide(0, 1, STEP("0.3"), 0.5, 1e-7);
    CHECK_NEAR(s.x, .169884543, 1e-9);
    s = slide(0, 1,
              "friction_law: bristle, friction: 0.3, bristle_stiffness: 1e6, bristle_damping: 500",
              0.5, 1e-7);
    CHECK_NEAR(s.x, .16988371, 1e-8);
    CHECK_NEAR(s.v, 0, 1e-9);
    s = slide(2 * TEN, 0, STEP("0.3"), 1, 1e-8);
    CHECK_NEAR(s.x, .2956950, 6e-8);
    CHECK_NEAR(s.v, .5905466, 6e-8);
    /* one that cannot pitch is as a point is, whose friction is there a little earlier */
    s = slide(2 * TEN, 0,
              STEP("0.3") ", joined: yes}\njoints: {upright: {type: orientation, between: "
                          "[ground, block]}",
              1, 1e-9);
    CHECK_NEAR(s.x, .2953606, 1e-7);
    CHECK_NEAR(s.v, .5902117, 1e-7);
}

/* What creeps does so at a known speed, w(3 - w^2)/2 = tan/mu or atanh(tan/mu), by all engines. */
static void creeps(double slope, const char *law, double speed, double w)
{
    char friction[120];
    snprintf(friction, sizeof friction, "%s, friction: 0.5, stiction_speed: %g", law, speed);
    ph_model *model = contact_block(slope, 0, friction, 10);
    for (int e = 0; e < ENGINES; e++) {
        if (!is_here(engines[e])) continue;
        ph_options o = contact_options(model, engines[e], 1e-6);
        text_scale_one(&o);
        ph_sim *sim = must_create(model, &o);
        CHECK(ph_sim_advance(sim, 1, NULL) == PH_OK);
        const double x = value_now(sim, "block", "pos", 0);
        CHECK_RATIO(value_now(sim, "block", "vel", 0), w * speed, 1e-6);
        CHECK(ph_sim_advance(sim, 10, NULL) == PH_OK);
        CHECK_RATIO((value_now(sim, "block", "pos", 0) - x) / 9, w * speed, 1e-6);
        CHECK_RATIO(value_now(sim, "block", "vel", 0), w * speed, 1e-6);
        ph_sim_free(sim);
    }
    ph_model_free(model);
}

/* Held by bristles it stays where it is. */
static void holds(const char *friction)
{
    ph_model *model = contact_block(2 * TEN, 0, friction, 10);
    for (int i = 0; i < 3 * ENGINES; i++) {
        const char *engine = engines[i % ENGINES];
        if (!is_here(engine)) continue;
        ph_options o = contact_options(model, engine, pow(10, -3 - i / ENGINES));
        text_scale_one(&o);
        ph_sim *sim = must_create(model, &o);
        CHECK(ph_sim_advance(sim, 1, NULL) == PH_OK);
        const double x = value_now(sim, "block", "pos", 0);
        CHECK(ph_sim_advance(sim, 10, NULL) == PH_OK);
        const double moved = value_now(sim, "block", "pos", 0) - x;
        CHECK_NEAR(moved, 0, 1e-9);
        if (fabs(moved) > 1e-9) printf("%s to %g: %s\n", engine, o.tolerance, friction);
        ph_sim_free(sim);
    }
    ph_model_free(model);
}

/* A ball that slides and then rolls. */
static void rolls(void)
{
    static const char *const law[] = {
        "law: power, stiffness: 1e6, damping: 0, friction_law: step, friction: 0.3, "
        "stiction_speed: 1e-3, sliding_speed: 1e-2",
        "law: power, stiffness: 1e6, damping: 0, friction_law: tanh, friction: 0.3, "
        "stiction_speed: 1e-3",
        "law: power, stiffness: 1e6, damping: 0, friction: 0.3, bristle_stiffness: 1e5, "
        "bristle_damping: 300"};
    const double q = pow(9.81e-6, 2. / 3);
    for (int i = 0; i < 3; i++) {
        ph_model *model = text_model(CONTACT_BALL, "-9.81", 0.1 - q, 2., 0., law[i], 1.);
        ph_sim *sim = contact_run_one(model, "galpha", 1e-6);
        CHECK_NEAR(value_now(sim, "ball", "vel", 0), 1.4266969908, i < 2 ? 1e-10 : 1e-6);
        CHECK_NEAR(value_now(sim, "ball", "omega", 1), 14.299734945, i < 2 ? 1e-9 : 1e-5);
        ph_sim_free(sim);
        ph_model_free(model);
    }
}

/* ---- stacks ---- */

static void stack(const char *engine, double tolerance)
{
    ph_model *model = text_model(
        "gravity: [0, 0, -9.81]\n"
        "bodies:\n"
        "  box_1: &box {mass: 1, inertia: [0.00167, 0.00417, 0.00417], position: [0, 0, 0.0505]}\n"
        "  box_2: {<<: *box, position: [0.02, 0, 0.1515]}\n"
        "  box_3: {<<: *box, position: [0, 0.01, 0.2525]}\n"
        "  box_4: {<<: *box, position: [-0.02, 0, 0.3535]}\n"
        "  box_5: {<<: *box, position: [0, 0, 0.4545]}\n"
        "shapes:\n"
        "  floor: {type: plane}\n"
        "  s1: &shape {type: box, on: box_1, at: [-0.1, -0.05, -0.05], size: [0.2, 0.1, 0.1]}\n"
        "  s2: {<<: *shape, on: box_2}\n"
        "  s3: {<<: *shape, on: box_3}\n"
        "  s4: {<<: *shape, on: box_4}\n"
        "  s5: {<<: *shape, on: box_5}\n"
        "contacts: {all: {between: [everything], law: impact, stiffness: 1e6, damping: 200, "
        "depth: 1e-4, friction: 0.5}}\n"
        "simulate: {end: 2, steps: 20}\n");
    ph_sim *sim = contact_run_one(model, engine, tolerance);
    static const char *const name[] = {"box_1", "box_2", "box_3", "box_4", "box_5"};
    for (int i = 0; i < 5; i++) {
        const double z = value_now(sim, name[i], "pos", 2);
        CHECK_NEAR(z, 0.05 + 0.1 * i, 2.2e-3);
        CHECK(z < 0.05 + 0.1 * i);
        /* it sways a little still, less and less */
        CHECK_NEAR(value_now(sim, name[i], "vel", 2), 0, 2e-5);
        CHECK_NEAR(value_now(sim, name[i], "vel", 0), 0, 2e-4);
    }
    /* by whatever engine and tolerance */
    CHECK_NEAR(value_now(sim, "box_5", "pos", 2), .447897, 2e-6);
    ph_sim_free(sim);
    ph_model_free(model);
}

/* ---- plates that a small ball must not pass through ---- */

static void plates(void)
{
    static const double thick[] = {0.002, 0.01, 0.05}, height[] = {0.95, 1, 1.07};
    for (int i = 0; i < 108; i++) {
        const char *engine = engines[i / 9 % 4];
        const double tolerance = pow(10, -3 - i / 36);
        const double t = thick[i / 3 % 3];
        if (!is_here(engine)) continue;
        ph_model *model = text_model(
            "gravity: [0, 0, -9.81]\n"
            "bodies: {ball: {mass: 0.004, inertia: [4e-8, 4e-8, 4e-8], position: [0, 0, %g]}}\n"
            "shapes:\n  round: {type: sphere, on: ball, radius: 0.005}\n"
            "  plate: {type: box, size: [1, 1, %g], at: [-0.5, -0.5, %g]}\n"
            "contacts: {hit: {between: [round, plate], stiffness: 1e8, restitution: 0.7}}\n"
            "simulate: {end: 1, steps: 10}\n",
            height[i % 3], t, -0.5 * t);
        ph_options o = text_options(model, engine, tolerance);
        /* tolerances of metres let steps be long */
        text_scale_one(&o);
        ph_sim *sim = contact_run(model, &o);
        CHECK(value_now(sim, "ball", "pos", 2) > 0.5 * t);
        CHECK(t > 0.02 || i / 9 % 4 > 1 || ph_sim_stats(sim)->limited > 0);
        ph_sim_free(sim);
        ph_model_free(model);
    }
}

int main(void)
{
    plates();
    bounces();
    one_blow();
    restitutions();
    slides();
    for (double speed = 1e-3; speed > 0.5e-4; speed /= 10) {
        creeps(2 * TEN, "friction_law: step", speed, .5368759258);
        creeps(TEN, "friction_law: step", speed, .2396929792);
        creeps(2 * TEN, "friction_law: tanh", speed, atanh(tan(2 * TEN) / 0.5));
    }
    holds("friction_law: bristle, friction: 0.5, bristle_stiffness: 1e6, bristle_damping: 500");
    holds("friction_law: bristle, friction: 0.5, bristle_stiffness: 1e7, bristle_damping: 2000");
    holds("friction: 0.5");
    rolls();
    for (int e = 0; e < ENGINES; e++)
        for (int i = 3; i < 6; i++)
            if (is_here(engines[e])) stack(engines[e], pow(10, -i));
    return TEST_RESULT();
}
