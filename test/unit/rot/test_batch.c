/* SPDX-License-Identifier: BSD-3-Clause
 *
 * test_batch.c -- one body and a batch give the same bits; failures leave the state as it was;
 * counts, time and restart.
 */
#include "harness.h"
#include "problems.h"

enum { BODIES = 37, STEPS = 25 };

static unsigned seed = 7;
static double noise(void)
{
    seed = seed * 1664525u + 1013904223u;
    return (double)(seed >> 8) / (1 << 23) - 1;
}

typedef struct {
    double mass;
    ph_sym3 inertia;
    problem_state start;
} body;

static body random_body(int full)
{
    ph_vec3 none = {0, 0, 0};
    body b = {1 + 0.5 * noise(),
              {2 + noise(), 3 + noise(), 3 + noise(), 0, 0, 0},
              {none, none, ph_quat_identity(), none}};
    if (full)
        b.inertia.xy = 0.2 * noise(), b.inertia.xz = 0.2 * noise(), b.inertia.yz = 0.3 * noise();
    b.start.x = ph_v3(noise(), noise(), noise());
    b.start.v = ph_v3(noise(), noise(), noise());
    b.start.q = ph_quat_make(0.6, 0, 0.8 * 0.6, 0.8 * 0.8);
    b.start.w = ph_v3(2 * noise(), 2 * noise(), 2 * noise());
    if (noise() > 0.7) b.mass = 0, b.start.v = ph_v3(0, 0, 0);
    return b;
}

static void put(phk_rot *rot, int i, const body *b)
{
    phk_rot_set_constants(rot, i, b->mass, b->inertia);
    phk_rot_set_state(rot, i, b->start.x, b->start.v, b->start.q, b->start.w);
}

static phk_rot *make(const phk_rot_method *m, int n, const body *b, const problem *loads)
{
    phk_rot *rot = NULL;
    CHECK(phk_rot_create(m, n, loads != NULL, &rot) == PH_OK);
    for (int i = 0; i < n; i++) put(rot, i, b + i);
    if (loads) rot->load = problem_loads, rot->load_self = (void *)loads;
    phk_rot_begin(rot, 0.5, 0.03);
    return rot;
}

static int same(const problem_state *a, const problem_state *b)
{
    const double *p = (const double *)a, *q = (const double *)b;
    for (int k = 0; k < 13; k++)
        if (!(p[k] == q[k])) return 0;
    return 1;
}

/* kind 0: all inertia diagonal; 1: all full; 2: mixed (the diagonal ones then run in full loops) */
static void alone_as_in_batch(const phk_rot_method *m, const problem *loads, int kind)
{
    body b[BODIES];
    for (int i = 0; i < BODIES; i++) b[i] = random_body(kind == 1 || (kind == 2 && i % 2));
    phk_rot *batch = make(m, BODIES, b, loads);
    for (int k = 0; k < STEPS; k++) CHECK(phk_rot_step(batch) == PH_OK);
    phk_rot_reverse(batch);
    for (int k = 0; k < 3; k++) CHECK(phk_rot_step(batch) == PH_OK);
    int different = 0;
    for (int i = 0; i < BODIES; i++) {
        phk_rot *one = make(m, 1, b + i, loads);
        for (int k = 0; k < STEPS; k++) phk_rot_step(one);
        phk_rot_reverse(one);
        for (int k = 0; k < 3; k++) phk_rot_step(one);
        problem_state s, t;
        problem_read(batch, i, &s);
        problem_read(one, 0, &t);
        different += !same(&s, &t);
        if (b[i].mass == 0) different += !(s.v.x == 0 && s.v.y == 0 && s.x.x == b[i].start.x.x);
        phk_rot_free(one);
    }
    if (different) printf("%s, kind %d, %s:\n", m->info.name, kind, loads ? "loads" : "free");
    CHECK(different == 0);
    phk_rot_free(batch);
}

/* Free bodies run strip by strip: more than one strip, and a rest that fills no vector. */
static void strips(const phk_rot_method *m)
{
    enum { MANY = 1003 };
    body *b = malloc(MANY * sizeof *b);
    if (!b) return;
    for (int i = 0; i < MANY; i++) b[i] = random_body(0);
    phk_rot *batch = make(m, MANY, b, NULL);
    for (int k = 0; k < 4; k++) CHECK(phk_rot_step(batch) == PH_OK);
    for (int i = 0; i < MANY; i += 51) {
        phk_rot *one = make(m, 1, b + i, NULL);
        for (int k = 0; k < 4; k++) phk_rot_step(one);
        problem_state s, t;
        problem_read(batch, i, &s);
        problem_read(one, 0, &t);
        CHECK(same(&s, &t));
        phk_rot_free(one);
    }
    phk_rot_free(batch);
    free(b);
}

/* A load that fails at the call number `at`, in one of three ways. */
typedef struct {
    const problem *inner;
    int calls, at, way;
} saboteur;

static ph_status sabotage(void *self, phk_rot *rot, double t, const phk_rot_point *at, int call)
{
    saboteur *s = self;
    problem_loads((void *)s->inner, rot, t, at, call);
    if (s->calls++ < s->at) return PH_OK;
    if (s->way == 0) return PH_E_USER;
    rot->s[(size_t)(PHK_F + s->at % 6) * (size_t)rot->ld + 4] = s->way == 1 ? NAN : INFINITY;
    return PH_OK;
}

static void failure_changes_nothing(const phk_rot_method *m)
{
    body b[BODIES];
    for (int i = 0; i < BODIES; i++) b[i] = random_body(i % 2);
    for (int at = 0; at < 9; at++) {
        saboteur s = {problem_find("general-drag"), 0, at, at % 3};
        phk_rot *rot = make(m, BODIES, b, s.inner), *twin = make(m, BODIES, b, s.inner);
        rot->load = sabotage, rot->load_self = &s;
        size_t size = (size_t)rot->slots * (size_t)rot->ld * sizeof(double);
        double *before = malloc(size);
        if (!before) return;
        ph_status status = PH_OK;
        double time = 0;
        for (int k = 0; k < 20 && status == PH_OK; k++) {
            memcpy(before, rot->s, size);
            time = rot_time(rot);
            status = phk_rot_step(rot);
        }
        CHECK(status == (s.way == 0 ? PH_E_USER : PH_E_NONFINITE));
        CHECK(rot->status == status && rot->failed_body == (s.way == 0 ? -1 : 4));
        CHECK(memcmp(before, rot->s, size) == 0);
        CHECK(rot_time(rot) == time);
        /* and with the load mended it goes on as if nothing had been */
        s.at = 1 << 30;
        for (int k = 0; k < 3; k++) CHECK(phk_rot_step(rot) == PH_OK);
        while (twin->k < rot->k) phk_rot_step(twin);
        problem_state p, q;
        for (int i = 0; i < BODIES; i++) {
            problem_read(rot, i, &p);
            problem_read(twin, i, &q);
            CHECK(same(&p, &q));
        }
        free(before);
        phk_rot_free(rot);
        phk_rot_free(twin);
    }
}

static void hopeless_states(const phk_rot_method *m)
{
    /* not a number, an overflow on the way, a turn beyond all sense */
    const double spin[] = {NAN, INFINITY, 1e200, 1e9, 1e155};
    for (int k = 0; k < 5; k++) {
        body b[3] = {random_body(0), random_body(0), random_body(0)};
        b[1].start.w.y = spin[k];
        phk_rot *rot = make(m, 3, b, NULL);
        size_t size = (size_t)rot->slots * (size_t)rot->ld * sizeof(double);
        double before[64 * 8];
        CHECK(size <= sizeof before);
        memcpy(before, rot->s, size);
        ph_status status = phk_rot_step(rot);
        CHECK(status == (k < 2 ? PH_E_NONFINITE : PH_E_RANGE));
        CHECK(rot->failed_body == 1);
        CHECK(memcmp(before, rot->s, size) == 0);
        phk_rot_free(rot);
    }
    /* growing until it overflows: the step that fails is undone, whichever it is */
    body b = random_body(0);
    b.inertia = (ph_sym3){1e-9, 1, 1, 0, 0, 0};
    b.start.w = ph_v3(300, 900, 2000);
    phk_rot *rot = make(m, 1, &b, NULL);
    size_t size = (size_t)rot->slots * (size_t)rot->ld * sizeof(double);
    double before[64 * 8];
    for (int k = 0; k < 200; k++) {
        memcpy(before, rot->s, size);
        if (phk_rot_step(rot) == PH_OK) continue;
        CHECK(memcmp(before, rot->s, size) == 0);
        break;
    }
    problem_state s;
    problem_read(rot, 0, &s);
    for (int k = 0; k < 13; k++) CHECK(isfinite(((double *)&s)[k]));
    phk_rot_free(rot);
}

/* DMV beyond its reach says so, with the body and its turn. */
static void dmv_says_no(void)
{
    body b[3];
    for (int i = 0; i < 3; i++) b[i] = random_body(0);
    b[2].inertia = (ph_sym3){0.9144, 1.098, 1.66, 0, 0, 0};
    b[2].start.w = ph_v3(0.45549, 0.82623, 0.03476);
    b[0].start.w = b[1].start.w = ph_v3(0.01, 0.02, 0);
    phk_rot *rot = make(phk_rot_find("dmv"), 3, b, NULL);
    phk_rot_begin(rot, 0, 4);
    CHECK(phk_rot_step(rot) == PH_E_SOLVE);
    CHECK(rot->failed_body == 2);
    CHECK_NEAR(rot->failed_turn, 4 * 0.944, 0.5);
    problem_state s;
    problem_read(rot, 2, &s);
    CHECK(s.w.y == 0.82623 && s.q.w == b[2].start.q.w);
    phk_rot_free(rot);
}

/* Times of the load calls: t0 + (k + at) h, on the way out and on the way back. */
static double times[64];
static int count;
static ph_status note(void *self, phk_rot *rot, double t, const phk_rot_point *at, int call)
{
    (void)self, (void)at, (void)call;
    for (int k = PHK_F; k < PHK_CX; k++) rot->s[k * rot->ld] = 0;
    if (count < 64) times[count++] = t;
    return PH_OK;
}

static void calls_at_the_right_time(void)
{
    static const struct {
        const char *name;
        int n;
        double time[8]; /* start, two steps of 1, one step back */
    } want[] = {
        {"nmb", 4, {10, 11, 12, 11}},
        {"liemid-ea-dkd", 3, {10.5, 11.5, 11.5}},
        {"liemid-e2", 3, {10, 11, 12}},
        {"liemid-e1", 3, {11, 12, 11}},
        {"hstagm", 8, {10, 10.25, 10.5, 11, 11.5, 12, 12, 11.5}},
        {"akw", 3, {10.5, 11.5, 11.5}},
        {"ipcdm", 5, {10, 11, 12, 12, 11}}, /* not symmetric: starts anew on the way back */
    };
    for (int k = 0; k < 7; k++) {
        phk_rot *rot;
        CHECK(phk_rot_create(phk_rot_find(want[k].name), 1, 1, &rot) == PH_OK);
        rot->load = note;
        phk_rot_begin(rot, 10, 1);
        count = 0;
        phk_rot_step(rot);
        phk_rot_step(rot);
        CHECK(rot_time(rot) == 12);
        phk_rot_reverse(rot);
        CHECK(rot_time(rot) == 12);
        phk_rot_step(rot);
        CHECK(rot_time(rot) == 11);
        CHECK(count == want[k].n && rot->calls == count);
        for (int j = 0; j < want[k].n; j++) CHECK(times[j] == want[k].time[j]);
        phk_rot_free(rot);
    }
}

/* Restarting from the corrected velocity at every step keeps order 2, also for the predicting
 * variants. */
static void restarts_keep_order(void)
{
    const char *name[] = {"ipcdm", "ipcdm-pred", "ipcdm-gpred", "ipcdm-corr"};
    const problem *p = problem_find("slow-5");
    for (int k = 0; k < 4; k++) {
        double error[2];
        for (int j = 0; j < 2; j++) {
            int steps = j ? 6400 : 3200;
            double h = p->end / steps;
            phk_rot *rot = problem_begin(p, phk_rot_find(name[k]), h);
            problem_state s;
            for (int n = 0; n < steps; n++) {
                CHECK(phk_rot_step(rot) == PH_OK);
                phk_rot_halt(rot);
                phk_rot_begin(rot, (n + 1) * h, h);
            }
            problem_read(rot, 0, &s);
            error[j] = problem_turn_error(s.q, p->finish.q);
            phk_rot_free(rot);
        }
        CHECK_NEAR(log2(error[0] / error[1]), 2, 0.1);
    }
}

static void usage(void)
{
    phk_rot *rot;
    CHECK(phk_rot_create(NULL, 1, 0, &rot) == PH_E_USAGE && !rot);
    CHECK(phk_rot_create(phk_rot_find("nmb"), 0, 0, &rot) == PH_E_USAGE && !rot);
    CHECK(phk_rot_find("no such") == NULL);
    phk_rot_free(NULL);
    CHECK(phk_rot_methods[0] != NULL);
    for (int n = 0; phk_rot_methods[n]; n++) {
        const phk_rot_method *m = phk_rot_methods[n];
        CHECK(phk_rot_find(m->info.name) == m && m->info.summary && m->info.reference);
        CHECK(ph_integrator_find(m->info.name) == &m->info);
        CHECK(m->info.traits & PH_FREE_BODIES);
        /* the quadrature of a step adds up to one */
        double sum = m->carry;
        for (int k = 0; k < PHK_ROT_CALLS; k++) sum += m->weight[k];
        CHECK_NEAR(sum, 1, 1e-15);
    }
}

int main(void)
{
    usage();
    for (int k = 0; phk_rot_methods[k]; k++) {
        for (int kind = 0; kind < 3; kind++) {
            alone_as_in_batch(phk_rot_methods[k], NULL, kind);
            alone_as_in_batch(phk_rot_methods[k], problem_find("general-drag"), kind);
        }
        strips(phk_rot_methods[k]);
        failure_changes_nothing(phk_rot_methods[k]);
        hopeless_states(phk_rot_methods[k]);
    }
    dmv_says_no();
    calls_at_the_right_time();
    restarts_keep_order();
    return TEST_RESULT();
}
