/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Times: exact ends, no sums of steps, rows that do not move steps, states between steps, and the
 * way back.
 */
#include <pthread.h>
#include "../../property/problem_g.h"

static ph_model *free_body(void)
{
    ph_model *model = ph_model_create();
    ph_body_def b = ph_default_body();
    b.mass = 1;
    b.inertia = (ph_sym3){0.9144, 1.098, 1.66, 0, 0, 0};
    b.omega = ph_v3(0.45549, 0.82623, 0.03476);
    b.velocity = ph_v3(1, 0, -1);
    CHECK(ph_model_add_body(model, "body", &b) == PH_OK);
    return model;
}

static double distance_of(const ph_body_state *a, const ph_body_state *b)
{
    return g_turn_error(a->orientation, b->orientation) +
           ph_norm(ph_sub(a->position, b->position)) + ph_norm(ph_sub(a->velocity, b->velocity)) +
           ph_norm(ph_sub(a->omega, b->omega));
}

/* Rows of a run, kept. */
typedef struct {
    size_t width;
    int rows;
    double *row;
} table;

static ph_status keep_row(void *user, const double *row, size_t width)
{
    table *t = user;
    t->width = width;
    t->row = realloc(t->row, ((size_t)t->rows + 1) * width * sizeof *row);
    memcpy(t->row + (size_t)t->rows++ * width, row, width * sizeof *row);
    return PH_OK;
}

static table run_table(const ph_model *model, const ph_options *o)
{
    table t = {0};
    ph_sim *sim = must_create(model, o);
    CHECK(ph_sim_run(sim, &(ph_run_hooks){&t, keep_row, NULL}, NULL) == PH_OK);
    ph_sim_free(sim);
    return t;
}

static void ends(double start, double end, double step, int steps)
{
    ph_model *model = free_body();
    ph_options o = options_of("nmb", step, end);
    o.start = start;
    ph_sim *sim = must_create(model, &o);
    CHECK(ph_sim_run(sim, NULL, NULL) == PH_OK);
    CHECK(ph_sim_time(sim) == end);
    CHECK(ph_sim_stats(sim)->steps == steps);
    ph_sim_free(sim);
    ph_model_free(model);
}

/* To a time that misses the second step by some: how many steps, and how often the method started
 * anew, which it does around a step of another length. */
static void misses(double start, double step, double by, int steps, int starts)
{
    ph_model *model = free_body();
    ph_options o = options_of("nmb", step, start + 10 * step);
    o.start = start;
    ph_sim *sim = must_create(model, &o);
    double target = start + 2 * step + by;
    CHECK(ph_sim_advance(sim, target, NULL) == PH_OK && ph_sim_time(sim) == target);
    CHECK(ph_sim_stats(sim)->steps == steps);
    CHECK(ph_sim_step(sim, NULL) == PH_OK && ph_sim_stats(sim)->restarts == starts);
    ph_sim_free(sim);
    ph_model_free(model);
}

/* A billionth of a step, or the rounding of long times, is no step of its own; more is. */
static void nearly_there(void)
{
    for (int sign = -1; sign <= 1; sign += 2) {
        misses(0, 0.1, sign * 0.9e-10, 2, 1);
        misses(0, 0.1, sign * 1.2e-10, sign < 0 ? 2 : 3, 3);
        double unit = nextafter(1e9, INFINITY) - 1e9;
        misses(1e9, 1e-3, sign * 6 * unit, 2, 1);
        misses(1e9, 1e-3, sign * 10 * unit, sign < 0 ? 2 : 3, 3);
    }
}

/* A row due where a body is struck shows it struck, by whichever rounding one is before the other.
 */
static void rows_at_blows(const char *method, double step, double tolerance)
{
    const double due = 3 * 0.1,
                 at[] = {due - 1e-12, nextafter(due, 0), due, nextafter(due, 1), due + 1e-12};
    for (int i = 0; i < 5; i++) {
        ph_model *model = free_body();
        force_par blow = force_begin("impulse");
        force_place(&blow, "on", "body");
        force_number(&blow, "at", at[i]);
        force_vec3(&blow, "linear", ph_v3(0, 5, 0));
        CHECK(force_add(model, "blow", &blow) == PH_OK);
        ph_options o = options_of(method, step, 0.6);
        o.tolerance = tolerance;
        o.every = 0.1;
        ph_sim *sim = must_create(model, &o);
        int y = column_of(sim, "body", "vel", 1);
        ph_sim_free(sim);
        table t = run_table(model, &o);
        CHECK(t.rows == 7);
        for (int r = 0; r < t.rows; r++) {
            CHECK_NEAR(t.row[(size_t)r * t.width], 0.1 * r, 2e-12);
            CHECK_NEAR(t.row[(size_t)r * t.width + (size_t)y], r < 3 ? 0 : 5, 1e-9);
        }
        free(t.row);
        ph_model_free(model);
    }
}

static void no_sums(void)
{
    ph_model *model = free_body();
    ph_options o = options_of("nmb", 0.1, 1e5);
    ph_sim *sim = must_create(model, &o);
    int wrong = 0;
    for (int k = 1; k <= 1000000; k++)
        wrong += ph_sim_step(sim, NULL) != PH_OK || ph_sim_time(sim) != k * 0.1;
    CHECK(wrong == 0);
    ph_sim_free(sim);
    ph_model_free(model);
}

/* However many rows are asked for, those at the times of steps are the same bits. */
static void rows_do_not_move_steps(const char *method)
{
    double s = 1;
    ph_model *model = g_function(&s);
    ph_options o = options_of(method, 0.01, 1.003);
    table all = run_table(model, &o);
    CHECK(all.rows == 102);
    for (int kind = 0; kind < 3; kind++) {
        o.every = kind == 0 ? 0.02 : kind == 1 ? 0.0125 : 0;
        o.rows = kind == 2 ? 17 : 0;
        table some = run_table(model, &o);
        int same = 0;
        for (int i = 0, k = 0; i < some.rows; i++) {
            const double *row = some.row + (size_t)i * some.width;
            while (k < all.rows && all.row[(size_t)k * all.width] < row[0]) k++;
            const double *step = all.row + (size_t)k * all.width;
            if (k == all.rows || step[0] != row[0]) continue;
            same++;
            CHECK(memcmp(row, step, all.width * sizeof *row) == 0);
        }
        CHECK(same >= (kind == 2 ? 2 : kind == 1 ? 21 : 52));
        CHECK(some.row[(size_t)(some.rows - 1) * some.width] == 1.003);
        free(some.row);
    }
    free(all.row);
    ph_model_free(model);
}

/* Rows between steps: cubic in position and attitude, quadratic in velocities at least. */
static void between(void)
{
    double s = 1, error[2][4] = {{0}};
    ph_model *model = g_function(&s);
    ph_options o = options_of("cf4", 0.08, 4);
    o.every = 0.0731;
    ph_sim *sim = must_create(model, &o);
    const int column[4] = {column_of(sim, "g", "pos", 0), column_of(sim, "g", "quat", 0),
                           column_of(sim, "g", "vel", 0), column_of(sim, "g", "omega", 0)};
    ph_sim_free(sim);
    o.step = 0.0731 / 64; /* every row is a step's */
    table exact = run_table(model, &o);
    for (int k = 0; k < 2; k++) {
        o.step = k == 0 ? 0.08 : 0.04;
        table t = run_table(model, &o);
        CHECK(t.rows == exact.rows);
        for (int i = 0; i < t.rows; i++)
            for (int q = 0; q < 4; q++)
                for (int c = 0; c < (q == 1 ? 4 : 3); c++) {
                    size_t at = (size_t)i * t.width + (size_t)(column[q] + c);
                    error[k][q] = fmax(error[k][q], fabs(t.row[at] - exact.row[at]));
                }
        free(t.row);
    }
    static const double order[4] = {3, 3, 2, 2};
    for (int q = 0; q < 4; q++) {
        double slope = log2(error[0][q] / error[1][q]);
        printf("between steps: %.2e -> %.2e, order %.2f\n", error[0][q], error[1][q], slope);
        CHECK(slope > order[q] && error[0][q] < 1e-3);
    }
    free(exact.row);
    ph_model_free(model);
}

/* One test with every integrator there is. */
static void by_each(void (*test)(const ph_model *model, const ph_integrator_info *info))
{
    double s = 1;
    ph_model *model = g_function(&s);
    for (int i = 0; i < ph_integrator_count(); i++) {
        const ph_integrator_info *info = ph_integrator_get(i);
        if (!(info->traits & PH_ABSENT)) test(model, info);
    }
    ph_model_free(model);
}

static void odd_times(const ph_model *model, const ph_integrator_info *info)
{
    ph_options o = options_of(info->name, 0.01, 4);
    ph_sim *sim = must_create(model, &o);
    static const double times[] = {0.123456, 0.5, 0.5, 1.7000001, 2.0, 4};
    for (int k = 0; k < 6; k++) {
        CHECK(ph_sim_advance(sim, times[k], NULL) == PH_OK);
        CHECK(ph_sim_time(sim) == times[k]);
    }
    CHECK(ph_sim_advance(sim, 3, NULL) == PH_E_USAGE);
    CHECK(ph_sim_advance(sim, NAN, NULL) == PH_E_USAGE);
    CHECK(ph_sim_advance(sim, INFINITY, NULL) == PH_E_USAGE);
    CHECK(ph_sim_time(sim) == 4);
    /* five restarts cost no order */
    ph_body_state b;
    CHECK(ph_sim_get_body(sim, 0, &b) == PH_OK);
    double off = distance_of(&b, &g_end[1]);
    CHECK(off < (info->order == 1 ? 0.1 : 2e-3));
    if (!(off < (info->order == 1 ? 0.1 : 2e-3))) printf("%s: %g\n", info->name, off);
    ph_sim_free(sim);
}

/* 200 steps of half a second and back; then through the events of the book toss back to rest. */
static void way_back(const ph_integrator_info *info)
{
    ph_model *model = free_body();
    ph_options o = options_of(info->name, 0.5, 1000);
    ph_sim *sim = must_create(model, &o);
    ph_body_state first, last;
    CHECK(ph_sim_get_body(sim, 0, &first) == PH_OK);
    for (int k = 0; k < 200; k++) CHECK(ph_sim_step(sim, NULL) == PH_OK);
    CHECK(ph_sim_reverse(sim) == PH_OK);
    for (int k = 0; k < 200; k++) CHECK(ph_sim_step(sim, NULL) == PH_OK);
    CHECK(ph_sim_time(sim) == 0 && ph_sim_get_body(sim, 0, &last) == PH_OK);
    CHECK_NEAR(distance_of(&first, &last), 0, 1e-10);
    CHECK(ph_sim_run(sim, NULL, NULL) == PH_E_USAGE);
    ph_sim_free(sim);
    ph_model_free(model);

    model = ph_model_create();
    ph_body_def b = ph_default_body();
    b.mass = 1;
    b.inertia = (ph_sym3){5, 10, 1, 0, 0, 0};
    b.any_inertia = 1;
    CHECK(ph_model_add_body(model, "book", &b) == PH_OK);
    force_par twist = force_make("torque", "book", NULL, 0, "20", "0", "0");
    force_number(&twist, "until", 2);
    force_par flick = force_begin("impulse");
    force_place(&flick, "on", "book");
    force_number(&flick, "at", 2);
    force_vec3(&flick, "angular", ph_v3(0, 0.2, 0));
    CHECK(force_add(model, "twist", &twist) == PH_OK && force_add(model, "flick", &flick) == 0);
    o = options_of(info->name, 0.00625, 5);
    sim = must_create(model, &o);
    CHECK(ph_sim_get_body(sim, 0, &first) == PH_OK);
    /* the tumbling book is unstable: what rounding does in three seconds grows by 1e8 */
    for (int k = 0; k < 2; k++) {
        CHECK(ph_sim_advance(sim, k == 0 ? 2.1 : 5, NULL) == PH_OK);
        CHECK(ph_sim_reverse(sim) == PH_OK && ph_sim_advance(sim, 0, NULL) == PH_OK);
        CHECK(ph_sim_get_body(sim, 0, &last) == PH_OK && ph_sim_reverse(sim) == PH_OK);
        CHECK_NEAR(distance_of(&first, &last), 0, k == 0 ? 1e-10 : 1e-6);
    }
    ph_sim_free(sim);
    ph_model_free(model);
}

/* The work done on the way is undone on the way back, also by a method with a list of stages of
 * its own for it. */
static void work_back(void)
{
    ph_model *model = g_expressions(0);
    ph_options o = options_of("hstagm", 0.01, 4);
    ph_sim *sim = must_create(model, &o);
    ph_energy there, back;
    CHECK(ph_sim_advance(sim, 2, NULL) == PH_OK && ph_sim_energy(sim, &there) == PH_OK);
    CHECK(ph_sim_reverse(sim) == PH_OK && ph_sim_advance(sim, 0, NULL) == PH_OK);
    CHECK(ph_sim_energy(sim, &back) == PH_OK);
    CHECK(fabs(there.applied) > 0.1);
    CHECK_NEAR(back.applied, 0, 1e-12);
    ph_sim_free(sim);
    ph_model_free(model);
}

static void set_body(const ph_model *model, const ph_integrator_info *info)
{
    ph_options o = options_of(info->name, 0.01, 4);
    ph_sim *a = must_create(model, &o), *b = must_create(model, &o);
    ph_body_state state, end[2];
    CHECK(ph_sim_advance(b, 0.7, NULL) == PH_OK);
    CHECK(ph_sim_get_body(b, 0, &state) == PH_OK);
    /* what is set is what is read, to the last bit but for the norm of the quaternion */
    ph_energy before, after;
    CHECK(ph_sim_energy(a, &before) == PH_OK && ph_sim_set_body(a, 0, &state) == PH_OK);
    CHECK(ph_sim_get_body(a, 0, &end[0]) == PH_OK && distance_of(&state, &end[0]) < 1e-15);
    CHECK(ph_sim_energy(a, &after) == PH_OK && after.numerical == before.numerical);
    CHECK(ph_sim_time(a) == 0);
    /* refused states change nothing */
    ph_body_state bad[3] = {state, state, state};
    bad[0].omega.x = NAN;
    bad[1].orientation.w += 0.1;
    bad[2].position.z = INFINITY;
    for (int k = 0; k < 3; k++) CHECK(ph_sim_set_body(a, 0, &bad[k]) == PH_E_RANGE);
    CHECK(ph_sim_set_body(a, 1, &state) == PH_E_USAGE && ph_sim_set_body(a, -1, &state) < 0);
    CHECK(ph_sim_get_body(a, 1, &state) == PH_E_USAGE);
    /* back to the beginning by hand: the same motion as from the beginning */
    const ph_body_def *d = ph_model_body(model, 0);
    ph_body_state start = {d->position, d->orientation, d->velocity, d->omega};
    CHECK(ph_sim_set_body(a, 0, &start) == PH_OK);
    ph_sim *c = must_create(model, &o);
    CHECK(ph_sim_advance(a, 1, NULL) == PH_OK && ph_sim_advance(c, 1, NULL) == PH_OK);
    CHECK(ph_sim_get_body(a, 0, &end[0]) == PH_OK && ph_sim_get_body(c, 0, &end[1]) == PH_OK);
    CHECK(memcmp(&end[0], &end[1], sizeof end[0]) == 0);
    ph_sim_free(a);
    ph_sim_free(b);
    ph_sim_free(c);
}

typedef struct {
    const ph_model *model;
    table rows;
} job;

static void *work(void *user)
{
    job *j = user;
    ph_options o = options_of("liemid-ea", 1e-3, 4);
    o.every = 0.0123;
    ph_sim *sim = NULL;
    if (ph_sim_create(j->model, &o, NULL, &sim) == PH_OK)
        ph_sim_run(sim, &(ph_run_hooks){&j->rows, keep_row, NULL}, NULL);
    ph_sim_free(sim);
    return NULL;
}

/* One model, several simulations at once: each as if alone. */
static void threads(void)
{
    enum { THREADS = 4 };
    ph_model *model = g_expressions(1);
    job jobs[THREADS + 1];
    pthread_t thread[THREADS];
    for (int i = 0; i <= THREADS; i++) jobs[i] = (job){model, {0}};
    for (int i = 0; i < THREADS; i++) CHECK(pthread_create(&thread[i], NULL, work, &jobs[i]) == 0);
    for (int i = 0; i < THREADS; i++) pthread_join(thread[i], NULL);
    work(&jobs[THREADS]);
    const table *alone = &jobs[THREADS].rows;
    CHECK(alone->rows == 327);
    for (int i = 0; i < THREADS; i++) {
        size_t size = (size_t)alone->rows * alone->width * sizeof(double);
        CHECK(jobs[i].rows.rows == alone->rows && memcmp(jobs[i].rows.row, alone->row, size) == 0);
        free(jobs[i].rows.row);
    }
    free(alone->row);
    ph_model_free(model);
}

/* A spring from the body's point to the origin: what it keeps of m x x v + pi over T = 200. */
static void coupled(void)
{
    static const struct {
        const char *name;
        double most;
    } keeps[] = {{"liemid-e1", 5e-13}, {"liemid-e2", 5e-13},
                 {"liemid-ea", 5e-13}, {"liemid-ea-dkd", 5e-13},
                 {"dmv", 5e-13},       {"lp2", 5e-13},
                 {"liemid", 5e-13},    {"energy-momentum", 5e-13},
                 {"sw", 5e-10}};
    ph_model *model = g_body();
    force_par f = force_make("force", "b", NULL, 0, "-3*b.pos.x", "-3*b.pos.y", "-3*b.pos.z");
    force_expr(&f, "potential", 0, "1.5*distance(ground, b)^2");
    CHECK(force_add(model, "spring", &f) == PH_OK);
    for (size_t i = 0; i < sizeof keeps / sizeof keeps[0]; i++) {
        ph_options o = options_of(keeps[i].name, 0.05, 200);
        ph_sim *sim = must_create(model, &o);
        const ph_body_def *d = ph_model_body(model, 0);
        ph_vec3 first = {0, 0, 0};
        double worst = 0;
        for (int k = 0; k <= 4000; k++) {
            ph_body_state s;
            CHECK(ph_sim_get_body(sim, 0, &s) == PH_OK);
            ph_vec3 l = ph_axpy(ph_rotate(s.orientation, ph_sym3_mul(d->inertia, s.omega)), d->mass,
                                ph_cross(s.position, s.velocity));
            if (k == 0) first = l;
            worst = fmax(worst, ph_norm(ph_sub(l, first)) / ph_norm(first));
            CHECK(ph_sim_step(sim, NULL) == PH_OK);
        }
        printf("%s: momentum kept to %.1e\n", keeps[i].name, worst);
        CHECK(worst < keeps[i].most);
        ph_sim_free(sim);
    }
    ph_model_free(model);
}

int main(void)
{
    ends(0, 1, 0.3, 4);
    ends(0, 1, 0.1, 10);
    ends(0, 1e-5, 1, 1);
    ends(-3, 7.7, 0.1, 107);
    ends(1e7, 1e7 + 100, 0.1, 1000);
    ends(-1e8, -1e8 + 3, 0.001, 3000);
    ends(0.1, 0.7, 0.1, 6);
    nearly_there();
    rows_at_blows("nmb", 0.1, 0);
    rows_at_blows("galpha", 0.1, 0);
    rows_at_blows("galpha", 0, 1e-5);
    no_sums();
    for (int i = 0; i < ph_integrator_count(); i++) {
        const ph_integrator_info *info = ph_integrator_get(i);
        if (info->traits & PH_ABSENT) continue;
        if (info->traits & PH_SYMMETRIC) way_back(info);
        rows_do_not_move_steps(info->name);
    }
    between();
    by_each(odd_times);
    work_back();
    by_each(set_body);
    threads();
    coupled();
    return TEST_RESULT();
}
