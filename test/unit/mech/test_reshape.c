/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Couplings and rows that come and go while an engine is at work: two chains that touch here and
 * there, by a force that is in the matrix only where bodies are near, and a row that is taken out
 * and given back. The same engine goes on, and ends where one with everything in its matrix does.
 * Memory is asked for in steps in which the pattern changes, and in no others.
 *
 * With "cost" and three numbers: a chain of so many bodies, with so many couplings that come in
 * every step, and (1) a new matrix in each, for measuring what a change takes.
 */
#include "integrate/engine.h"
#include "text_model.h"
#include "trial.h"

/* ---- allocations ---- */

static long long asked, fails_at = -1; /* the request that gets nothing; -1: none */
void *__real_malloc(size_t size);
void *__real_calloc(size_t n, size_t size);
void *__real_realloc(void *p, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t n, size_t size);
void *__wrap_realloc(void *p, size_t size);
void *__wrap_malloc(size_t size)
{
    return asked++ == fails_at ? NULL : __real_malloc(size);
}
void *__wrap_calloc(size_t n, size_t size)
{
    return asked++ == fails_at ? NULL : __real_calloc(n, size);
}
void *__wrap_realloc(void *p, size_t size)
{
    return asked++ == fails_at ? NULL : __real_realloc(p, size);
}

/* ---- a force between two balls that touch: k (2 r - d)^2 ---- */

typedef struct {
    ph_place on, other;
    double radius, stiffness;
} touch_par;

static ph_status touch_wrench(int n, const void *par, const ph_eval *eval, const ph_frame *frame,
                              ph_wrench *w)
{
    const touch_par *p = par;
    (void)eval;
    for (int i = 0; i < n; i++, p++, frame += 2, w += 2) {
        ph_vec3 d = ph_sub(frame[1].p, frame[0].p);
        double length = ph_norm(d), in = fmax(0, 2 * p->radius - length);
        w[1].force = ph_scale(p->stiffness * in * in / length, d);
        w[0].force = ph_scale(-1, w[1].force);
        w[0].torque = w[1].torque = ph_v3(0, 0, 0);
    }
    return PH_OK;
}

static ph_status touch_tangent(int n, const void *par, const ph_eval *eval, const ph_frame *frame,
                               ph_tangent *t)
{
    const touch_par *p = par;
    (void)eval;
    for (int i = 0; i < n; i++, p++, frame += 2) {
        ph_vec3 d = ph_sub(frame[1].p, frame[0].p);
        double length = ph_norm(d), in = fmax(0, 2 * p->radius - length), *k = t->displacement;
        double u[3] = {d.x / length, d.y / length, d.z / length}, f = p->stiffness * in * in;
        for (int a = 0; a < 3; a++)
            for (int b = 0; b < 3; b++) {
                double own =
                    (f / length) * ((a == b) - u[a] * u[b]) - 2 * p->stiffness * in * u[a] * u[b];
                k[144 * i + (6 + a) * 12 + 6 + b] = k[144 * i + a * 12 + b] = own;
                k[144 * i + (6 + a) * 12 + b] = k[144 * i + a * 12 + 6 + b] = -own;
            }
    }
    return PH_OK;
}

static void touch_near(int n, const void *par, const ph_eval *eval, const ph_frame *frame,
                       bool *near)
{
    const touch_par *p = par;
    (void)eval;
    for (int i = 0; i < n; i++, p++, frame += 2)
        near[i] = ph_norm(ph_sub(frame[1].p, frame[0].p)) < 2.2 * p->radius;
}

static const ph_field touch_fields[] = {
    {.name = "on", .kind = PH_FIELD_PLACE, .offset = offsetof(touch_par, on), .help = "a ball"},
    {.name = "other", .kind = PH_FIELD_PLACE, .offset = offsetof(touch_par, other), .help = "one"},
    {.name = "radius", .kind = PH_FIELD_NUMBER, .offset = offsetof(touch_par, radius), .help = "r"},
    {.name = "stiffness",
     .kind = PH_FIELD_NUMBER,
     .offset = offsetof(touch_par, stiffness),
     .help = "k"},
    {.name = NULL}};
static const ph_force_type touch_some = {.name = "touch",
                                         .help = "balls that touch",
                                         .par_bytes = sizeof(touch_par),
                                         .fields = touch_fields,
                                         .markers = 2,
                                         .wrench = touch_wrench,
                                         .near = touch_near,
                                         .tangent = touch_tangent};

/* ---- two chains ---- */

enum { LINKS = 5, MOST = 400 };
static const double LINK = 0.2;

static void add_chain(ph_model *m, const char *name, ph_vec3 top, ph_vec3 velocity, int links)
{
    char body[40], joint[40], last[40] = "ground";
    for (int i = 0; i < links; i++) {
        ph_body_def b = ph_default_body();
        b.mass = 0.3;
        b.inertia = (ph_sym3){1e-3, 1e-3, 1e-3, 0, 0, 0};
        b.position = ph_add(top, ph_v3(0, 0, -LINK * (i + 0.5)));
        b.velocity = ph_scale(i + 0.5, velocity);
        b.omega = ph_v3(0, -velocity.x / LINK, 0);
        snprintf(body, sizeof body, "%s%d", name, i);
        snprintf(joint, sizeof joint, "%s_j%d", name, i);
        CHECK(ph_model_add_body(m, body, &b) == PH_OK);
        joint_add(m, joint, "spherical", last, body, ph_add(top, ph_v3(0, 0, -LINK * i)), Z);
        memcpy(last, body, sizeof last);
    }
}

static ph_model *two_chains(const ph_force_type *type)
{
    ph_model *m = ph_model_create();
    add_chain(m, "a", ph_v3(0, 0, 0), ph_v3(0, 0, 0), LINKS);
    add_chain(m, "b", ph_v3(0.3, 0.02, 0.05), ph_v3(-0.25, 0, 0), LINKS);
    for (int i = 0; i < LINKS * LINKS; i++) {
        char name[40], on[40], other[40];
        snprintf(name, sizeof name, "t%d", i);
        snprintf(on, sizeof on, "a%d", i / LINKS);
        snprintf(other, sizeof other, "b%d", i % LINKS);
        touch_par par = {{.text = on}, {.text = other}, 0.08, 2e4};
        CHECK(ph_model_add_force(m, name, type, &par, (ph_source){0}) == PH_OK);
    }
    return m;
}

typedef struct {
    double q[MOST], v[MOST];
    int changes, most;         /* of the pattern; most entries */
    long long steps, careless; /* of them: asked for memory without a change */
} outcome;

static phk_engine *start(const phk_engine_method *method, const trial *t)
{
    phk_engine *e;
    phk_engine_options o = {
        .run = ph_default_options(), .length = 1, .angle = 1, .time = 1, .span = 1};
    o.newton_tolerance = 1e-12;
    if (method->info.traits & PH_OWN_STEPS) o.run.tolerance = 1e-9;
    phk_point at = {.q = t->assembly->q, .v = t->assembly->v};
    CHECK(method->create(phk_mechanism_dae(t->mechanism), &o, &e) == PH_OK);
    CHECK(e->start(e, &at, 0) == PH_OK);
    return e;
}

static outcome touch(const phk_engine_method *method, const ph_force_type *type)
{
    outcome out = {0};
    trial t = try(two_chains(type));
    const phk_dae *dae = phk_mechanism_dae(t.mechanism);
    phk_engine *e = start(method, &t);
    int first = dae->pattern->generation, before = first;
    enum { STEPS = 600 };
    for (int i = 1; i <= STEPS; i++) {
        long long had = asked;
        long long steps = e->count.steps;
        CHECK(e->step(e, i * 1e-3, true) == PH_OK);
        CHECK(e->count.steps > steps);
        bool changed = dae->pattern->generation != before;
        out.careless += asked != had && !changed;
        before = dae->pattern->generation;
        out.most = dae->pattern->entries > out.most ? dae->pattern->entries : out.most;
    }
    out.changes = before - first;
    out.steps = e->count.steps;
    memcpy(out.q, e->now.q, (size_t)dae->nq * sizeof *out.q);
    memcpy(out.v, e->now.v, (size_t)dae->nv * sizeof *out.v);
    e->free(e);
    drop(&t);
    return out;
}

static double apart(const double *a, const double *b)
{
    double most = 0;
    for (int i = 0; i < MOST; i++) most = fmax(most, fabs(a[i] - b[i]));
    return most;
}

static void test_couplings(void)
{
    ph_force_type always = touch_some;
    always.near = NULL;
    for (int i = 0; phk_engine_methods[i]; i++) {
        const phk_engine_method *m = phk_engine_methods[i];
        if (!m->create) continue;
        outcome a = touch(m, &touch_some), b = touch(m, &always);
        printf(
            "%-12s places differ by %.1e, velocities by %.1e; %d changes, %d of %d entries, %lld "
            "and %lld steps that ask\n",
            m->info.name, apart(a.q, b.q), apart(a.v, b.v), a.changes, a.most, b.most, a.careless,
            b.careless);
        bool own = m->info.traits & PH_OWN_STEPS;
        /* those with steps of their own agree to what their tolerance makes of velocities */
        CHECK(apart(a.q, b.q) < (own ? 1e-4 : 1e-10) && apart(a.v, b.v) < (own ? 1e-3 : 1e-8));
        CHECK(a.changes >= 3 && b.changes == 0 && a.most < b.most);
        if (!own) CHECK(a.steps == b.steps && a.careless <= b.careless);
    }
}

/* The same as a user runs it: to a tolerance, with rows within steps, which project and settle. */
static ph_status note_end(void *user, const ph_sim *sim, const double *row)
{
    for (int c = 0; c < 3; c++) ((double *)user)[c] = row[column_of(sim, "b4", "pos", c)];
    return PH_OK;
}

static void test_simulation(void)
{
    ph_force_type always = touch_some;
    always.near = NULL;
    static const char *const engine[] = {"galpha", "hht-euler", "ida"};
    for (int i = 0; i < 3; i++) {
        double at[2][3];
        if (ph_integrator_find(engine[i])->traits & PH_ABSENT) continue;
        for (int k = 0; k < 2; k++) {
            ph_model *m = two_chains(k ? &always : &touch_some);
            ph_options o = options_of(engine[i], 0, 0.6);
            o.tolerance = 1e-6, o.every = 7e-4;
            text_outcome out = text_run(m, &o, note_end, at[k]);
            if (out.status) printf("%s\n", out.said);
            CHECK(out.status == PH_OK && out.stats.settled >= 0);
            ph_model_free(m);
        }
        for (int c = 0; c < 3; c++) CHECK_NEAR(at[0][c], at[1][c], 1e-5);
    }
}

static double off_from(const phk_engine *e, const outcome *want)
{
    double most = 0;
    for (int k = 0; k < e->dae->nq; k++) most = fmax(most, fabs(e->now.q[k] - want->q[k]));
    return most;
}

/* Memory runs out in the middle of a change: the step says so, and with memory there again the run
 * goes on as if nothing had been. */
static void test_memory(void)
{
    for (int i = 0; phk_engine_methods[i]; i++) {
        const phk_engine_method *m = phk_engine_methods[i];
        if (!m->create || m->info.traits & PH_OWN_STEPS) continue;
        outcome want = touch(m, &touch_some);
        int failed = 0;
        for (int k = 0; k < 200; k += 29) {
            trial t = try(two_chains(&touch_some));
            phk_engine *e = start(m, &t);
            bool set = false;
            for (int n = 1; n <= 600; n++) {
                if (n == 2) fails_at = asked + k, set = true;
                ph_status status = e->step(e, n * 1e-3, true);
                if (set && status == PH_E_NOMEM) {
                    failed++;
                    set = false;
                    status = e->step(e, n * 1e-3, true);
                }
                CHECK(status == PH_OK);
            }
            fails_at = -1;
            CHECK(off_from(e, &want) < 1e-9);
            e->free(e);
            drop(&t);
        }
        printf("%-12s went on after %d failures for want of memory\n", m->info.name, failed);
        CHECK(failed >= 5);
    }
}

/* ---- a row that goes and comes ---- */

/* A puck on a table that needs none: nothing presses on it, so its row may be there or not. */
static ph_model *puck(void)
{
    ph_model *m = ph_model_create();
    ph_body_def b = rod_at(ph_v3(0.3, 0.2, 0));
    b.velocity = ph_v3(0.4, -0.3, 0);
    b.omega = ph_v3(0, 0, 2);
    CHECK(ph_model_add_body(m, "puck", &b) == PH_OK);
    joint_add(m, "table", "inplane", "ground", "puck", ph_v3(0.3, 0.2, 0), Z);
    force_par f = force_make("force", "puck", NULL, 0, "-9*puck.pos.x", "-4*puck.pos.y", "0");
    CHECK(force_add(m, "spring", &f) == PH_OK);
    return m;
}

static outcome slide(const phk_engine_method *method, bool goes)
{
    outcome out = {0};
    trial t = try(puck());
    const phk_dae *dae = phk_mechanism_dae(t.mechanism);
    phk_engine *e = start(method, &t);
    for (int i = 1; i <= 200; i++) {
        bool gone = goes && i / 20 % 2;
        if (goes && i % 20 == 0) CHECK(phk_mechanism_suspend(t.mechanism, &gone) == PH_OK);
        CHECK(dae->nl == 1 && dae->pattern->n == 7);
        CHECK(e->step(e, i * 5e-3, true) == PH_OK);
        CHECK_NEAR(e->now.lambda[0], 0, 1e-9);
    }
    memcpy(out.q, e->now.q, (size_t)dae->nq * sizeof *out.q);
    memcpy(out.v, e->now.v, (size_t)dae->nv * sizeof *out.v);
    e->free(e);
    drop(&t);
    return out;
}

/* A projection follows, too: off the table and faster, the puck is put back where its row is there,
 * and left where it is not; accelerations are those of the spring. */
static void test_projection(void)
{
    trial t = try(puck());
    phk_project *project;
    CHECK(phk_project_create(phk_mechanism_dae(t.mechanism), &project) == PH_OK);
    for (int k = 0; k < 4; k++) {
        bool gone = k % 2;
        double q[7], v[6], a[6] = {0}, lambda[1] = {0.5}, left;
        memcpy(q, t.assembly->q, sizeof q);
        memcpy(v, t.assembly->v, sizeof v);
        q[2] = 0.03, v[2] = 0.2;
        phk_point p = {.q = q, .v = v, .a = a, .lambda = lambda};
        CHECK(phk_mechanism_suspend(t.mechanism, &gone) == PH_OK);
        CHECK(phk_project_positions(project, &p, q, 1e-14, 20, &left) == PH_OK);
        CHECK(phk_project_velocities(project, &p, v, NULL) == PH_OK);
        CHECK(phk_project_accelerations(project, &p, a, lambda, NULL, NULL) == PH_OK);
        CHECK_NEAR(q[2], gone ? 0.03 : 0, 1e-14);
        CHECK_NEAR(v[2], gone ? 0.2 : 0, 1e-14);
        CHECK_NEAR(a[0], -9 * 0.3, 1e-12);
        CHECK_NEAR(a[2], 0, 1e-12);
        CHECK_NEAR(lambda[0], gone ? 0.5 : 0, 1e-12);
        double dv[6], one = 1;
        if (!gone) CHECK(phk_project_impulse(project, &p, &one, dv) == PH_OK);
        /* with weights of the caller's, too */
        const double weight[6] = {1, 2, 3, 4, 5, 6};
        CHECK(phk_project_weights(project, weight) == PH_OK);
        q[2] = 0.02;
        CHECK(phk_project_positions(project, &p, q, 1e-14, 20, &left) == PH_OK);
        CHECK(phk_project_velocities(project, &p, v, NULL) == PH_OK);
        CHECK_NEAR(q[2], gone ? 0.02 : 0, 1e-14);
        CHECK(phk_project_impulse(project, &p, &one, dv) == PH_OK);
        CHECK(phk_project_weights(project, NULL) == PH_OK);
    }
    phk_project_free(project);
    drop(&t);
}

static void test_rows(void)
{
    for (int i = 0; phk_engine_methods[i]; i++) {
        const phk_engine_method *m = phk_engine_methods[i];
        if (!m->create) continue;
        outcome a = slide(m, true), b = slide(m, false);
        printf("%-12s a row that goes and comes: %.1e, %.1e\n", m->info.name, apart(a.q, b.q),
               apart(a.v, b.v));
        bool own = m->info.traits & PH_OWN_STEPS;
        CHECK(apart(a.q, b.q) < (own ? 1e-7 : 1e-12) && apart(a.v, b.v) < (own ? 1e-6 : 1e-11));
    }
}

/* A rod that turns about a pin, which is pulled: it flies on straight, and the reaction is zero. */
static double flight(const phk_engine_method *method, int steps)
{
    ph_model *m = ph_model_create();
    add_chain(m, "a", ph_v3(0, 0, 0), ph_v3(2, 0, 0), 1);
    trial t = try(m);
    const bool pulled[3] = {true, true, true};
    double q[3], v[3], off = 0;
    phk_engine *e = start(method, &t);
    for (int i = 1; i <= steps; i++) {
        CHECK(e->step(e, 0.4 * i / steps, true) == PH_OK);
        if (i != steps / 2) continue;
        memcpy(q, e->now.q, sizeof q);
        memcpy(v, e->now.v, sizeof v);
        CHECK(phk_mechanism_suspend(t.mechanism, pulled) == PH_OK);
    }
    for (int k = 0; k < 3; k++) off = fmax(off, fabs(e->now.q[k] - q[k] - 0.2 * v[k]));
    CHECK(e->dae->nl == 3);
    ph_wrench w = phk_mechanism_reaction(t.mechanism, 0, 1);
    CHECK(ph_norm(w.force) == 0);
    e->free(e);
    drop(&t);
    return off;
}

static void test_release(void)
{
    for (int i = 0; phk_engine_methods[i]; i++) {
        const phk_engine_method *m = phk_engine_methods[i];
        if (!m->create) continue;
        double a = flight(m, 100), b = flight(m, 200);
        printf("%-12s a pin pulled: off by %.1e, %.1e m\n", m->info.name, a, b);
        bool own = m->info.traits & PH_OWN_STEPS;
        CHECK(own ? b < 1e-3 : b < 0.6 * a && b < 1e-2);
    }
}

/* ---- what a change takes ---- */

static int growth; /* elements that come with every step of a millisecond */

static void near_in_time(int n, const void *par, const ph_eval *eval, const ph_frame *frame,
                         bool *near)
{
    (void)par, (void)frame;
    for (int i = 0; i < n; i++) near[i] = i < 10 + growth * (int)(eval->t * 1e3 + 0.5);
}

/* A chain with springs across its joints, of which one comes with every step, or none. */
static int cost(int links, int comes, bool fresh)
{
    ph_force_type type = touch_some;
    type.near = near_in_time;
    growth = comes;
    ph_model *model = ph_model_create();
    add_chain(model, "a", ph_v3(0, 0, 0), ph_v3(0.01, 0, 0), links);
    for (int i = 0; i < 100 && i + 2 < links; i++) {
        char name[40], on[40], other[40];
        snprintf(name, sizeof name, "t%d", i);
        snprintf(on, sizeof on, "a%d", i);
        snprintf(other, sizeof other, "a%d", i + 2);
        touch_par par = {{.text = on}, {.text = other}, 0.3, 1};
        CHECK(ph_model_add_force(model, name, &type, &par, (ph_source){0}) == PH_OK);
    }
    trial t = try(model);
    const phk_dae *dae = phk_mechanism_dae(t.mechanism);
    phk_engine_options o = {
        .run = ph_default_options(), .length = 1, .angle = 1, .time = 1, .span = 1, .fresh = fresh};
    phk_point at = {.q = t.assembly->q, .v = t.assembly->v};
    phk_engine *e;
    CHECK(phk_engine_galpha.create(dae, &o, &e) == PH_OK);
    CHECK(e->start(e, &at, 0) == PH_OK);
    int changes = dae->pattern->generation;
    for (int i = 1; i <= 40; i++) CHECK(e->step(e, i * 1e-3, true) == PH_OK);
    printf("%d bodies, %lld steps, %lld iterations, %lld matrices, %d changes\n", links,
           e->count.steps, e->count.iterations, e->count.jacobians,
           dae->pattern->generation - changes);
    e->free(e);
    drop(&t);
    return TEST_RESULT();
}

int main(int argc, char **argv)
{
    if (argc == 5 && strcmp(argv[1], "cost") == 0)
        return cost(atoi(argv[2]), atoi(argv[3]), atoi(argv[4]));
    test_rows();
    test_projection();
    test_release();
    test_couplings();
    test_simulation();
    test_memory();
    return TEST_RESULT();
}
