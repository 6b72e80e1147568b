/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Simulations driven by an engine: steps and rows, what acts on bodies, blows, windows, the ledger.
 */
#include "../../build_model.h"

static ph_options with(const ph_model *model, const char *integrator, double step, double tolerance)
{
    ph_options o = *ph_model_options(model);
    o.integrator = (ph_text){.text = integrator};
    o.step = step;
    o.tolerance = tolerance;
    return o;
}

/* ---- the heavy top of Bruels & Cardona ---- */

static const ph_vec3 top_at_1 = {0.1733439640983862, 0.6400885920705687, -0.7484907911335808};

static double top_error(const char *integrator, double step, double tolerance, ph_stats *stats)
{
    ph_model *model = must_load("models/papers/heavy-top.yaml");
    ph_options o = with(model, integrator, step, tolerance);
    o.end = 1;
    ph_sim *sim = must_create(model, &o);
    ph_body_state s;
    CHECK(ph_sim_advance(sim, 1, NULL) == PH_OK && ph_sim_time(sim) == 1);
    CHECK(ph_sim_get_body(sim, 0, &s) == PH_OK);
    if (stats) *stats = *ph_sim_stats(sim);
    ph_sim_free(sim);
    ph_model_free(model);
    return ph_norm(ph_sub(s.position, top_at_1));
}

static void heavy_top(void)
{
    ph_stats n;
    double a = top_error("galpha", 1e-3, 0, NULL), b = top_error("galpha", 5e-4, 0, &n);
    CHECK(n.steps == 2000 && n.rejected == 0 && n.restarts == 1 && n.jacobians > 0);
    CHECK_NEAR(n.smallest_step, 5e-4, 1e-15);
    CHECK_NEAR(log(a / b) / log(2), 2, 0.02);
    CHECK(top_error("galpha", 1e-4, 0, NULL) < 4e-7);
    /* neither given: the tolerance is 1e-5 */
    double c = top_error(NULL, 0, 0, &n), d = top_error("galpha", 0, 1e-5, NULL);
    CHECK(c == d && c < 1e-6);
    CHECK(n.steps > 6700 && n.steps < 7400 && n.smallest_step < n.largest_step);
}

/* ---- what acts on a body adds up ---- */

typedef struct {
    ph_sim *sim;
    const ph_model *model;
    int rows;
    double force, torque; /* largest that is missing */
    double torque_own;    /* the same of rows at a step's own time, with the velocity of the step */
    double turning;
    double works; /* largest difference of energy.applied and its parts */
} balance;

static ph_vec3 get3(const double *row)
{
    return ph_v3(row[0], row[1], row[2]);
}

/* Sum over all columns OWNER.on.BODY.quantity. */
static ph_vec3 sum_on(const ph_sim *sim, const char *body, const char *quantity, const double *row)
{
    ph_vec3 sum = {0, 0, 0};
    char end[80];
    snprintf(end, sizeof end, ".on.%s", body);
    const double *at = row + 1;
    for (int b = 0; b < ph_sim_blocks(sim); b++) {
        const ph_block *block = ph_sim_block(sim, b);
        for (int i = 0; i < block->objects; i++, at += block->width) {
            if (strcmp(block->group, "on") != 0 || strcmp(block->quantity, quantity) != 0) continue;
            const char *name = strstr(block->object[i], ".on.");
            /* push.on.bob, push.on.bob_2 */
            size_t n = strlen(end);
            if (strncmp(name, end, n) == 0 && (!name[n] || name[n] == '_'))
                sum = ph_add(sum, get3(at));
        }
    }
    return sum;
}

static double sum_quantity(const ph_sim *sim, const char *quantity, const double *row)
{
    double sum = 0;
    const double *at = row + 1;
    for (int b = 0; b < ph_sim_blocks(sim); b++) {
        const ph_block *block = ph_sim_block(sim, b);
        for (int i = 0; i < block->objects; i++, at += block->width)
            if (block->object && strcmp(block->quantity, quantity) == 0) sum += *at;
    }
    return sum;
}

static double largest(double a, ph_vec3 v)
{
    return fmax(a, ph_norm(v));
}

static ph_status weigh(void *user, const double *row, size_t width)
{
    balance *b = user;
    (void)width;
    b->rows++;
    for (int i = 0; i < ph_model_bodies(b->model); i++) {
        const ph_body_def *def = ph_model_body(b->model, i);
        const char *name = ph_model_body_name(b->model, i);
        const double *quat = row + column_of(b->sim, name, "quat", 0);
        ph_quat q = ph_quat_make(quat[0], quat[1], quat[2], quat[3]);
        ph_vec3 a = get3(row + column_of(b->sim, name, "acc", 0));
        ph_vec3 w = get3(row + column_of(b->sim, name, "omega", 0));
        ph_vec3 alpha = get3(row + column_of(b->sim, name, "alpha", 0));
        ph_vec3 force = ph_sub(sum_on(b->sim, name, "force", row), ph_scale(def->mass, a));
        if (def->has_pivot) continue; /* what its pivot does is no column */
        ph_vec3 spin =
            ph_add(ph_sym3_mul(def->inertia, alpha), ph_cross(w, ph_sym3_mul(def->inertia, w)));
        ph_vec3 torque = ph_sub(sum_on(b->sim, name, "torque", row), ph_rotate(q, spin));
        b->force = largest(b->force, force);
        double *missing = ph_sim_time(b->sim) == row[0] ? &b->torque_own : &b->torque;
        *missing = largest(*missing, torque);
        b->turning = largest(b->turning, spin);
    }
    double work = sum_quantity(b->sim, "work", row);
    double applied = row[column_of(b->sim, "energy", "applied", 0)];
    double lost = sum_quantity(b->sim, "dissipated", row);
    double dissipated = row[column_of(b->sim, "energy", "dissipated", 0)];
    if (row[0] < 0.3) b->works = fmax(b->works, fabs(applied - work) + fabs(dissipated - lost));
    return PH_OK;
}

/* Rows within steps meet the constraints on velocity, those of steps to the method's order. */
static void balances(const char *integrator, double tolerance, double every)
{
    ph_model *model = must_load("test/data/good/balance.yaml");
    ph_options o = with(model, integrator, 0, tolerance);
    o.every = every;
    ph_sim *sim = must_create(model, &o);
    balance b = {.sim = sim, .model = model};
    ph_run_hooks hooks = {&b, weigh, NULL};
    ph_energy e;
    CHECK(ph_sim_run(sim, &hooks, NULL) == PH_OK);
    CHECK(b.rows > 100);
    printf("%s: missing force %.2g N, torque %.2g N m of %.2g, work %.2g J; rates %.2g\n",
           integrator, b.force, b.torque, b.turning, b.works,
           ph_sim_stats(sim)->largest_rate_violation);
    CHECK(b.force < 1e-12 && b.torque < 1e-12 && b.turning > 0.1);
    CHECK(b.torque_own < 1e-12 + ph_sim_stats(sim)->largest_rate_violation);
    CHECK(ph_sim_stats(sim)->largest_violation < 1e-4 * tolerance);
    CHECK(ph_sim_stats(sim)->largest_rate_violation < 150 * tolerance);
    CHECK(b.works < 1e-12);
    CHECK(ph_sim_energy(sim, &e) == PH_OK && fabs(e.applied) > 0.1 && e.dissipated > 0.1);
    CHECK_NEAR(e.numerical, 0, 200 * tolerance);
    ph_sim_free(sim);
    ph_model_free(model);
}

/* ---- a blow on a body that a ball joint holds: L = r x P about the joint ---- */

static const ph_vec3 centre = {0.3, 0.1, -0.2};

/* A body on a ball joint at the origin, without gravity, struck at 0.31 s. */
static ph_model *hung(void)
{
    ph_model *model = ph_model_create();
    ph_body_def b = ph_default_body();
    b.mass = 2;
    b.inertia = (ph_sym3){0.05, 0.06, 0.04, 0.004, -0.006, 0.003};
    b.position = centre;
    CHECK(ph_model_add_body(model, "bob", &b) == PH_OK);
    joint_add(model, "ball", "spherical", "ground", "bob", ph_v3(0, 0, 0), ph_v3(0, 0, 1));
    return model;
}

/* Inertia about the joint: J + m (c.c - c c'), times w. */
static ph_vec3 about_joint(ph_vec3 w)
{
    ph_sym3 J = {0.05, 0.06, 0.04, 0.004, -0.006, 0.003};
    ph_vec3 moved = ph_cross(centre, ph_cross(w, centre));
    return ph_add(ph_sym3_mul(J, w), ph_scale(2, moved));
}

static void blow(const char *integrator, double step, double tolerance)
{
    ph_model *model = hung();
    force_par f = force_begin("impulse");
    ph_vec3 linear = {0.5, -0.2, 0.4}, angular = {0.01, 0.03, -0.02};
    force_place(&f, "on", "bob");
    force_number(&f, "at", 0.31);
    force_vec3(&f, "linear", linear);
    force_vec3(&f, "angular", angular);
    CHECK(force_add(model, "hit", &f) == PH_OK);
    ph_options o = options_of(integrator, step, 1);
    o.tolerance = tolerance;
    ph_sim *sim = must_create(model, &o);
    ph_body_state s;
    ph_energy e;
    CHECK(ph_sim_advance(sim, 0.31, NULL) == PH_OK && ph_sim_time(sim) == 0.31);
    CHECK(ph_sim_get_body(sim, 0, &s) == PH_OK);
    /* it stood still until then: what it has now is the blow's, less what the joint took */
    ph_vec3 left = ph_sub(about_joint(s.omega), ph_add(ph_cross(centre, linear), angular));
    CHECK_NEAR(ph_norm(left), 0, 1e-13);
    CHECK_NEAR(ph_norm(ph_sub(s.velocity, ph_cross(s.omega, centre))), 0, 1e-13);
    CHECK(ph_norm(s.omega) > 0.5);
    CHECK(ph_sim_energy(sim, &e) == PH_OK && e.applied == e.kinetic);
    CHECK(ph_sim_stats(sim)->restarts == 1);
    CHECK(ph_sim_advance(sim, 1, NULL) == PH_OK && ph_sim_stats(sim)->restarts == 2);
    CHECK(ph_sim_energy(sim, &e) == PH_OK);
    CHECK_NEAR(e.numerical, 0, 1e-4 * e.kinetic);
    ph_sim_free(sim);
    ph_model_free(model);
}

/* ---- rows at the times of steps are those steps, whatever else is shown ---- */

enum { MOST = 5000 };
typedef struct {
    const ph_sim *sim;
    int count;
    double t[MOST], x[MOST][7];
} track;

static ph_status follow(void *user, const double *row, size_t width)
{
    track *k = user;
    (void)width;
    if (ph_sim_time(k->sim) != row[0] || k->count == MOST) return PH_OK;
    k->t[k->count] = row[0];
    memcpy(k->x[k->count], row + column_of(k->sim, "rod", "pos", 0), 3 * sizeof(double));
    memcpy(k->x[k->count++] + 3, row + column_of(k->sim, "rod", "quat", 0), 4 * sizeof(double));
    return PH_OK;
}

static void tracked(double step, double every, track *k)
{
    ph_model *model = must_load("models/pendulum.yaml");
    ph_options o = with(model, "galpha", step, 0);
    o.end = 1;
    o.every = every;
    ph_sim *sim = must_create(model, &o);
    k->sim = sim;
    k->count = 0;
    CHECK(ph_sim_run(sim, &(ph_run_hooks){k, follow, NULL}, NULL) == PH_OK);
    CHECK(ph_sim_stats(sim)->largest_violation < (step > 0 ? 1e-11 : 1e-8));
    ph_sim_free(sim);
    ph_model_free(model);
}

static void rows_move_nothing(void)
{
    static track a, b;
    for (int fixed = 0; fixed < 2; fixed++) {
        double step = fixed ? 0.005 : 0;
        tracked(step, fixed ? 0.005 : 1e-3, &a);
        tracked(step, fixed ? 0.01 / 7 : 0.37, &b);
        int same = 0;
        for (int i = 0; i < a.count; i++)
            for (int j = 0; j < b.count; j++)
                if (a.t[i] == b.t[j]) {
                    same++;
                    CHECK(memcmp(a.x[i], b.x[j], sizeof a.x[i]) == 0);
                }
        CHECK(same >= 2);
    }
}

/* ---- states set by hand, time that cannot turn, loads that fail ---- */

static void by_hand(void)
{
    ph_model *model = hung();
    ph_options o = options_of("galpha", 1e-3, 1);
    ph_sim *sim = must_create(model, &o);
    ph_body_state s, now;
    CHECK(ph_sim_get_body(sim, 0, &s) == PH_OK);
    /* off the joint, and with a velocity it does not allow: brought back at the next step */
    s.position.x += 1e-3;
    s.velocity.y += 0.3;
    s.omega = ph_v3(1, 2, 3);
    CHECK(ph_sim_set_body(sim, 0, &s) == PH_OK && ph_sim_advance(sim, 0.1, NULL) == PH_OK);
    CHECK(ph_sim_get_body(sim, 0, &now) == PH_OK);
    CHECK_NEAR(ph_norm(now.position), ph_norm(centre), 1e-12);
    ph_vec3 arm = now.position, w = ph_rotate(now.orientation, now.omega);
    CHECK_NEAR(ph_norm(ph_sub(now.velocity, ph_cross(w, arm))), 0, 1e-5);
    CHECK(ph_norm(w) > 1);
    CHECK(ph_sim_reverse(sim) == PH_E_UNSUPPORTED && ph_sim_advance(sim, 0.2, NULL) == PH_OK);
    ph_sim_free(sim);
    ph_model_free(model);
}

/* Warnings may follow it. */
static const ph_diagnostic *last_error(const ph_diag *diag)
{
    int i = ph_diag_count(diag) - 1;
    while (i > 0 && ph_diag_get(diag, i)->severity != PH_ERROR) i--;
    return ph_diag_get(diag, i);
}

static void failing(double step)
{
    ph_model *model = hung();
    force_par f = force_make("force", "bob", NULL, 0, "1", "sqrt(0.4567 - time)", "0");
    CHECK(force_add(model, "pull", &f) == PH_OK);
    ph_options o = options_of("galpha", step, 1);
    ph_sim *sim = must_create(model, &o);
    ph_diag *diag = ph_diag_create();
    ph_status status = ph_sim_run(sim, NULL, diag);
    CHECK(status == PH_E_NONFINITE && ph_diag_errors(diag) == 1);
    const char *said = last_error(diag)->message;
    CHECK(strstr(said, "force of `pull`, `sqrt(0.4567 - time)`, is not a finite number") != NULL);
    CHECK(ph_sim_time(sim) > 0.44 && ph_sim_time(sim) <= 0.4567);
    ph_diag_free(diag);
    ph_sim_free(sim);
    ph_model_free(model);
}

/* A crank whose axis is lost by a method that turns it too far in a step: the message says so. */
static void lost_axis(void)
{
    ph_model *model = must_load("models/papers/v8.yaml");
    ph_options o = with(model, "hht-modified", 5e-4, 0);
    o.alpha = -0.02;
    ph_sim *sim = must_create(model, &o);
    ph_diag *diag = ph_diag_create();
    CHECK(ph_sim_run(sim, NULL, diag) == PH_E_SOLVE && ph_sim_time(sim) > 1);
    const char *said = last_error(diag)->message;
    CHECK(strstr(said, "turns by more than 0.0031 rad in a step") != NULL);
    ph_diag_free(diag);
    ph_sim_free(sim);
    ph_model_free(model);
}

/* A four-bar whose links are as long in pairs runs flat twice a turn, over positions from which it
 * could go on in two ways; one whose links differ by a hair comes close, but does not pass any. */
static int passages(const char *integrator, const char *rocker)
{
    const char *set[] = {"parameters.crank_link=0.2", "parameters.coupler_link=0.4", rocker};
    ph_model *model = NULL;
    ph_diag *diag = ph_diag_create();
    if (ph_model_load("models/four-bar.yaml", set, 3, diag, &model)) exit(1);
    ph_options o = with(model, integrator, 0, 1e-5);
    ph_sim *sim = must_create(model, &o);
    int before = ph_diag_count(diag);
    CHECK(ph_sim_run(sim, NULL, diag) == PH_OK);
    int said = ph_diag_count(diag) - before;
    if (said == 1) {
        double after = 0, until = 0;
        const char *message = ph_diag_get(diag, before)->message;
        CHECK(sscanf(message, "between t = %lf s and %lf s", &after, &until) == 2);
        CHECK(after < 1.0 / 3 && until > 1.0 / 3 && strstr(message, "body `coupler`") != NULL);
    }
    ph_diag_free(diag);
    ph_sim_free(sim);
    ph_model_free(model);
    return said;
}

static void flat_four_bar(void)
{
    static const char *const method[] = {"galpha", "hht", "hht-euler"};
    for (int i = 0; i < 3; i++) {
        CHECK(passages(method[i], "parameters.rocker_link=0.2") == 1);
        CHECK(passages(method[i], "parameters.rocker_link=0.2001") == 0);
    }
}

int main(void)
{
    heavy_top();
    balances("galpha", 1e-4, 0.00311);
    balances("hht", 1e-5, 0.00311);
    blow("galpha", 0.01, 0);
    blow("galpha", 0, 1e-5);
    blow("hht-euler", 0.01, 0);
    rows_move_nothing();
    by_hand();
    failing(0.01);
    failing(0);
    lost_axis();
    flat_four_bar();
    return TEST_RESULT();
}
