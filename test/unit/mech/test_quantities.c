/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Every quantity an expression may read, at random states, against a computation of its own:
 * rotation matrices by Rodrigues' formula from axis and angle, points by adding arms. Bodies free
 * and on a pivot off their centre of mass, markers off it and turned. Then the velocity quantities
 * against differences of the position quantities along a motion.
 */
#include "../../build_model.h"

typedef struct {
    double m[3][3];
} matrix;

static matrix product(matrix a, matrix b)
{
    matrix c = {0};
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            for (int k = 0; k < 3; k++) c.m[i][j] += a.m[i][k] * b.m[k][j];
    return c;
}

static ph_vec3 times(matrix a, ph_vec3 v)
{
    double x[3] = {v.x, v.y, v.z}, y[3] = {0};
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) y[i] += a.m[i][k] * x[k];
    return ph_v3(y[0], y[1], y[2]);
}

/* 1 + sin a K + (1 - cos a) K^2 */
static matrix rodrigues(ph_quat q)
{
    double s = sqrt(q.x * q.x + q.y * q.y + q.z * q.z), a = 2 * atan2(s, q.w);
    ph_vec3 n = ph_v3(q.x / s, q.y / s, q.z / s);
    matrix k = {{{0, -n.z, n.y}, {n.z, 0, -n.x}, {-n.y, n.x, 0}}}, kk = product(k, k), r;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            r.m[i][j] = (i == j) + sin(a) * k.m[i][j] + (1 - cos(a)) * kk.m[i][j];
    return r;
}

/* A place as this test sees it. */
typedef struct {
    const char *name;
    int body;     /* -1: ground */
    ph_vec3 at;   /* from the centre of mass, body axes */
    ph_quat turn; /* marker axes to body axes */
    matrix R;
    ph_vec3 p, v, w;
    ph_quat q;
} place;

enum { BODIES = 3, PLACES = 8 };
static place places[PLACES];
static ph_vec3 pivot = {0.3, -0.2, 0.9};

static ph_model *build(unsigned long long *seed)
{
    static const char *const names[PLACES] = {
        "free", "pinned", "turned", "ground", "on_free", "on_pinned2", "a_post_of_its_own",
        "third"};
    static const int on[PLACES] = {0, 1, 2, -1, 0, 1, -1, 2};
    ph_model *model = ph_model_create();
    for (int i = 0; i < BODIES; i++) {
        ph_body_def b = ph_default_body();
        b.mass = 2;
        b.inertia = (ph_sym3){19, 20, 21, 0.3, -0.2, 0.1};
        b.position = chance3(seed);
        b.orientation = chance4(seed);
        b.velocity = i == 1 ? ph_v3(0, 0, 0) : chance3(seed);
        b.omega = chance3(seed);
        b.has_pivot = i == 1;
        b.pivot = pivot;
        CHECK(ph_model_add_body(model, names[i], &b) == PH_OK);
    }
    for (int i = 0; i < PLACES; i++) {
        places[i] = (place){.name = names[i], .body = on[i], .turn = ph_quat_identity()};
        if (i < 4) continue;
        places[i].at = chance3(seed);
        places[i].turn = chance4(seed);
        ph_marker_def m = ph_default_marker();
        m.on.text = on[i] < 0 ? NULL : names[on[i]];
        m.at = places[i].at;
        m.orientation = places[i].turn;
        CHECK(ph_model_add_marker(model, names[i], &m) == PH_OK);
    }
    return model;
}

/* What the places are at the state of the simulation. */
static void compute(const ph_sim *sim)
{
    for (int i = 0; i < PLACES; i++) {
        place *p = &places[i];
        ph_body_state s = {.orientation = {1, 0, 0, 0}};
        matrix one = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}, body = one, turn = one;
        if (p->body >= 0) {
            ph_sim_get_body(sim, p->body, &s);
            body = rodrigues(s.orientation);
        }
        if (i >= 4) turn = rodrigues(p->turn);
        ph_vec3 arm = times(body, p->at);
        p->R = product(body, turn);
        p->w = times(body, s.omega);
        p->p = ph_add(s.position, arm);
        p->v = ph_add(s.velocity, ph_cross(p->w, arm));
        p->q = ph_quat_mul(s.orientation, p->turn);
    }
}

static const char *const tails[] = {
    "pos.x",   "pos.y",   "pos.z",         "vel.x",         "vel.y",         "vel.z",  "omega.x",
    "omega.y", "omega.z", "omega_world.x", "omega_world.y", "omega_world.z", "quat.0", "quat.1",
    "quat.2",  "quat.3",  "R.11",          "R.12",          "R.13",          "R.21",   "R.22",
    "R.23",    "R.31",    "R.32",          "R.33"};
enum { TAILS = 25 };

static double wanted(const place *p, int tail)
{
    const double pos[3] = {p->p.x, p->p.y, p->p.z}, vel[3] = {p->v.x, p->v.y, p->v.z};
    const double w[3] = {p->w.x, p->w.y, p->w.z};
    const double q[4] = {p->q.w, p->q.x, p->q.y, p->q.z};
    if (tail < 3) return pos[tail];
    if (tail < 6) return vel[tail - 3];
    if (tail < 9) {
        int c = tail - 6;
        return p->R.m[0][c] * w[0] + p->R.m[1][c] * w[1] + p->R.m[2][c] * w[2];
    }
    if (tail < 12) return w[tail - 9];
    if (tail < 16) return q[tail - 12];
    return p->R.m[(tail - 16) / 3][(tail - 16) % 3];
}

static char names[PLACES * TAILS + 2 * PLACES * PLACES][64];

/* A variable for each quantity, in the order the tests read them. */
static int add_quantities(ph_model *model)
{
    int n = 0;
    char text[200];
    for (int i = 0; i < PLACES; i++)
        for (int k = 0; k < TAILS; k++, n++) {
            snprintf(text, sizeof text, "%s.%s", places[i].name, tails[k]);
            snprintf(names[n], sizeof names[n], "q%d", n);
            CHECK(add_variable(model, names[n], text) == PH_OK);
        }
    for (int i = 0; i < PLACES; i++)
        for (int j = 0; j < PLACES; j++)
            for (int rate = 0; rate < 2; rate++, n++) {
                snprintf(text, sizeof text, "distance%s(%s, %s)", rate ? "_rate" : "",
                         places[i].name, places[j].name);
                snprintf(names[n], sizeof names[n], "q%d", n);
                CHECK(add_variable(model, names[n], text) == PH_OK);
            }
    return n;
}

static void at_random_states(void)
{
    unsigned long long seed = 7;
    ph_model *model = build(&seed);
    int n = add_quantities(model);
    ph_options o = options_of("nmb", 0.01, 1);
    ph_sim *sim = must_create(model, &o);
    double *row = malloc(ph_sim_row_width(sim) * sizeof *row);
    int first = column_of(sim, "q0", "", 0);
    CHECK(first > 0);
    for (int round = 0; round < 200; round++) {
        for (int i = 0; i < BODIES; i++) {
            ph_body_state s = {chance3(&seed), chance4(&seed), chance3(&seed), chance3(&seed)};
            CHECK(ph_sim_set_body(sim, i, &s) == PH_OK);
        }
        CHECK(ph_sim_row(sim, row, NULL) == PH_OK);
        compute(sim);
        const double *got = row + first;
        for (int i = 0; i < PLACES; i++)
            for (int k = 0; k < TAILS; k++) CHECK_NEAR(*got++, wanted(&places[i], k), 3e-14);
        for (int i = 0; i < PLACES; i++)
            for (int j = 0; j < PLACES; j++) {
                ph_vec3 d = ph_sub(places[j].p, places[i].p), u = ph_sub(places[j].v, places[i].v);
                double length = ph_norm(d);
                CHECK_NEAR(*got++, length, 3e-14);
                CHECK_NEAR(*got++, length > 0 ? ph_dot(d, u) / length : ph_norm(u), 1e-12);
            }
        CHECK(got - row - first == n);
    }
    /* the pinned body turns about its pivot, whatever position was asked for */
    ph_body_state s;
    CHECK(ph_sim_get_body(sim, 1, &s) == PH_OK);
    const ph_body_def *b = ph_model_body(model, 1);
    ph_vec3 r = ph_unrotate(b->orientation, ph_sub(b->position, pivot));
    CHECK_NEAR(ph_norm(ph_sub(ph_sub(s.position, pivot), ph_rotate(s.orientation, r))), 0, 1e-14);
    free(row);
    ph_sim_free(sim);
    ph_model_free(model);
}

/* acc and alpha of a row against differences of vel and omega in its neighbours, 2 h apart. */
static void accelerations_follow(const ph_model *model, const ph_sim *sim, double *const row[3],
                                 double h)
{
    static const char *const pair[][2] = {
        {"vel", "acc"}, {"omega", "alpha"}, {"omega_world", "alpha_world"}};
    for (int i = 0; i < ph_model_bodies(model); i++)
        for (int p = 0; p < 3; p++)
            for (int k = 0; k < 3; k++) {
                const char *name = ph_model_body_name(model, i);
                int rate = column_of(sim, name, pair[p][1], k);
                int value = column_of(sim, name, pair[p][0], k);
                double slope = (row[2][value] - row[0][value]) / (2 * h);
                CHECK_NEAR(row[1][rate], slope, 1e-4 * (1 + fabs(slope)));
            }
}

/* d/dt of pos, R and distance by central differences of a fine motion. */
static void along_a_motion(void)
{
    unsigned long long seed = 11;
    ph_model *model = build(&seed);
    ph_model_set_gravity(model, ph_v3(1, -2, -9.81));
    int n = add_quantities(model);
    const double h = 1e-3;
    ph_options o = options_of("cf4", h, 1);
    ph_sim *sim = must_create(model, &o);
    size_t width = ph_sim_row_width(sim);
    double *row[3] = {malloc(width * sizeof(double)), malloc(width * sizeof(double)),
                      malloc(width * sizeof(double))};
    int first = column_of(sim, "q0", "", 0);
    for (int round = 0; round < 20; round++) {
        ph_sim_advance(sim, 0.04 * (round + 1), NULL);
        for (int k = 0; k < 3; k++) {
            CHECK(ph_sim_row(sim, row[k], NULL) == PH_OK);
            CHECK(ph_sim_step(sim, NULL) == PH_OK);
        }
        accelerations_follow(model, sim, row, h);
        const double *a = row[0] + first, *b = row[1] + first, *c = row[2] + first;
        for (int i = 0; i < PLACES; i++, a += TAILS, b += TAILS, c += TAILS) {
            for (int k = 0; k < 3; k++) CHECK_NEAR((c[k] - a[k]) / (2 * h), b[3 + k], 3e-5);
            /* R' = omega_world x R, and omega = R^T omega_world */
            for (int k = 0; k < 3; k++) {
                ph_vec3 column = ph_v3(b[16 + k], b[19 + k], b[22 + k]);
                ph_vec3 rate = ph_cross(ph_v3(b[9], b[10], b[11]), column);
                CHECK_NEAR((c[16 + k] - a[16 + k]) / (2 * h), rate.x, 3e-5);
                CHECK_NEAR((c[19 + k] - a[19 + k]) / (2 * h), rate.y, 3e-5);
                CHECK_NEAR((c[22 + k] - a[22 + k]) / (2 * h), rate.z, 3e-5);
                CHECK_NEAR(ph_dot(column, ph_v3(b[9], b[10], b[11])), b[6 + k], 1e-14);
            }
        }
        for (int k = PLACES * TAILS; k < n; k += 2, a += 2, b += 2, c += 2)
            if (b[0] > 0.05) CHECK_NEAR((c[0] - a[0]) / (2 * h), b[1], 5e-4);
    }
    for (int k = 0; k < 3; k++) free(row[k]);
    ph_sim_free(sim);
    ph_model_free(model);
}

/* The pinned body of the model above under gravity: alpha and acc of the row obey its equations. */
static void gravity_on_a_pivot(void)
{
    ph_model *model = ph_model_create();
    ph_body_def b = ph_default_body();
    b.mass = 3;
    b.inertia = (ph_sym3){5, 5, 5, 0, 0, 0};
    b.position = ph_v3(0.7, 0, 0);
    b.has_pivot = true;
    ph_model_add_body(model, "arm", &b);
    ph_model_set_gravity(model, ph_v3(0, 0, -9.81));
    ph_options o = options_of("nmb", 0.01, 1);
    ph_sim *sim = must_create(model, &o);
    double *row = malloc(ph_sim_row_width(sim) * sizeof *row);
    CHECK(ph_sim_row(sim, row, NULL) == PH_OK);
    /* m g l about y */
    CHECK_NEAR(row[column_of(sim, "arm", "alpha", 1)], 3 * 9.81 * 0.7 / 5, 1e-14);
    CHECK_NEAR(row[column_of(sim, "arm", "alpha", 0)], 0, 0);
    CHECK_NEAR(row[column_of(sim, "arm", "acc", 2)], -3 * 9.81 * 0.7 / 5 * 0.7, 1e-14);
    free(row);
    ph_sim_free(sim);
    ph_model_free(model);
}

int main(void)
{
    at_random_states();
    along_a_motion();
    gravity_on_a_pivot();
    return TEST_RESULT();
}
