/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Simulations driven by an engine: steps and rows, what acts on bodies, blows, windows, the ledger.
 */
#include "../../build_model.h"

static ph_model *load(const char *path)
{
    ph_model *model = NULL;
    ph_diag *diag = ph_diag_create();
    if (ph_model_load(path, NULL, 0, diag, &model) != PH_OK) {
        show_diag(diag);
        exit(1);
    }
    ph_diag_free(diag);
    return model;
}

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
    ph_model *model = load("models/papers/heavy-top.yaml");
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
    /* neither given: the tolerance is 1e-4 */
    double c = top_error(NULL, 0, 0, &n), d = top_error("galpha", 0, 1e-4, NULL);
    CHECK(c == d && c < 1e-5);
    CHECK(n.steps > 1900 && n.steps < 2450 && n.smallest_step < n.largest_step);
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
    ph_model *model = load("test/data/good/balance.yaml");
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

int main(void)
{
    heavy_top();
    balances("galpha", 1e-4, 0.00311);
    balances("hht", 1e-5, 0.00311);
    return TEST_RESULT();
}
