/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Functions over markers by value: against definitions worked out another way (differences over
 * time of what is seen from a frame, products of turns), at places where they are singular, through
 * full turns, and what is said of wrong calls. Their derivatives are tested in test_tangent.c.
 */
#include "base/diag.h"
#include "compiled.h"
#include "mech/compile/scope.h"
#include "mechanism_models.h"

enum { MOST = 400, TEXTS = 64 };

typedef struct {
    ph_model *model;
    ph_diag *diag;
    phk_system *sys;
    phk_mechanism *m;
    double q[MOST], v[MOST], a[MOST], x[8], lambda[MOST], y[MOST];
    double g[MOST], d[MOST], c[MOST], s[MOST];
    phk_point p;
    int texts;
} bench;

/* Each text is a variable; how many were compiled. */
static ph_status compile(bench *b)
{
    b->diag = ph_diag_create();
    ph_status status = compile_model(b->model, b->diag, &b->sys, &b->m);
    b->p = (phk_point){0, b->q, b->v, b->a, b->x, b->x, b->lambda, b->y};
    return status;
}

static void done(bench *b)
{
    phk_mechanism_free(b->m);
    compiled_free(b->sys);
    ph_diag_free(b->diag);
    ph_model_free(b->model);
}

static int ask(bench *b, const char *text)
{
    char name[20];
    snprintf(name, sizeof name, "ask%d", b->texts);
    CHECK(add_variable(b->model, name, text) == PH_OK);
    return b->texts++;
}

static double told(const bench *b, int k)
{
    return b->sys->input[b->sys->program->variables.input[k]];
}

static void evaluate(bench *b)
{
    const phk_dae *dae = phk_mechanism_dae(b->m);
    CHECK(dae->residual(dae->self, &b->p, b->g, b->d, b->c, b->s) == PH_OK);
}

/* ---- motions of four bodies, given as functions of time ---- */

typedef struct {
    ph_vec3 p, v, a, w, alpha; /* w, alpha in body axes */
    ph_quat q;
} motion;

typedef struct {
    ph_mat3 R;
    ph_vec3 p;
} frame;

static ph_vec3 unturn(ph_mat3 R, ph_vec3 v)
{
    double c[3];
    for (int k = 0; k < 3; k++) c[k] = R.m[0][k] * v.x + R.m[1][k] * v.y + R.m[2][k] * v.z;
    return ph_v3(c[0], c[1], c[2]);
}

/* The frame of marker k of the model at time t: 0..3 on the bodies, 4 on ground, 5 ground. */
static frame frame_at(const bench *b, const motion *body, int k, double t)
{
    if (k == 5) return (frame){ph_mat3_from_quat(ph_quat_identity()), {0, 0, 0}};
    const ph_marker_def *m = &phk_markers(b->model)[k];
    if (k == 4) return (frame){ph_mat3_from_quat(m->orientation), m->at};
    const motion *o = &body[k];
    ph_vec3 turn = ph_add(ph_scale(t, o->w), ph_scale(t * t / 2, o->alpha));
    ph_quat q = ph_quat_mul(o->q, phk_exp(turn));
    ph_vec3 p = ph_add(o->p, ph_add(ph_scale(t, o->v), ph_scale(t * t / 2, o->a)));
    return (frame){ph_mat3_from_quat(ph_quat_mul(q, m->orientation)),
                   ph_add(p, ph_rotate(q, m->at))};
}

/* Puts the motions at t = 0 into the point: bodies 0..2 are free, body 3 has a pivot. */
static void put(bench *b, motion *body)
{
    int q = 0, v = 0;
    for (int i = 0; i < 4; i++) {
        motion *o = &body[i];
        *o = (motion){vec(1), vec(1), vec(1), vec(2), vec(2), turn()};
        if (i == 3) { /* its centre of mass goes round the pivot */
            const ph_body_def *def = &phk_bodies(b->model)[3];
            ph_vec3 r = ph_unrotate(def->orientation, ph_sub(def->position, def->pivot));
            ph_vec3 speed = ph_cross(o->w, r);
            o->p = ph_add(def->pivot, ph_rotate(o->q, r));
            o->v = ph_rotate(o->q, speed);
            o->a = ph_rotate(o->q, ph_add(ph_cross(o->alpha, r), ph_cross(o->w, speed)));
        } else {
            memcpy(&b->q[q], &o->p, sizeof o->p);
            memcpy(&b->v[v], &o->v, sizeof o->v);
            memcpy(&b->a[v], &o->a, sizeof o->a);
            q += 3;
            v += 3;
        }
        memcpy(&b->q[q], &o->q, sizeof o->q);
        memcpy(&b->v[v], &o->w, sizeof o->w);
        memcpy(&b->a[v], &o->alpha, sizeof o->alpha);
        q += 4;
        v += 3;
    }
}

/* d = p_i - p_j as seen from l: components in its axes. */
static ph_vec3 seen(const bench *b, const motion *body, const int *at, double t)
{
    frame i = frame_at(b, body, at[0], t), j = frame_at(b, body, at[1], t);
    frame l = frame_at(b, body, at[3], t);
    return unturn(l.R, ph_sub(i.p, j.p));
}

/* The angular velocity of a marker at t, from differences of its axes. */
static ph_vec3 spin(const bench *b, const motion *body, int k, double t)
{
    double h = 1e-5, w[3];
    frame low = frame_at(b, body, k, t - h), high = frame_at(b, body, k, t + h);
    frame now = frame_at(b, body, k, t);
    for (int n = 0; n < 3; n++) { /* R' R^T is skew */
        int row = (n + 2) % 3, column = (n + 1) % 3;
        w[n] = 0;
        for (int c = 0; c < 3; c++)
            w[n] += (high.R.m[row][c] - low.R.m[row][c]) / (2 * h) * now.R.m[column][c];
    }
    return ph_v3(w[0], w[1], w[2]);
}

static ph_vec3 spin_seen(const bench *b, const motion *body, const int *at, double t)
{
    frame l = frame_at(b, body, at[3], t);
    return unturn(l.R, ph_sub(spin(b, body, at[0], t), spin(b, body, at[1], t)));
}

static void near_vec(const bench *b, int first, ph_vec3 world, ph_mat3 R, double size)
{
    ph_vec3 want = unturn(R, world);
    CHECK_NEAR(told(b, first), want.x, size);
    CHECK_NEAR(told(b, first + 1), want.y, size);
    CHECK_NEAR(told(b, first + 2), want.z, size);
    CHECK_NEAR(told(b, first + 3), ph_norm(want), size);
}

static const char *const place_name[] = {"m0", "m1", "m2", "m3", "mg", "ground"};

static void ask_vector(bench *b, const char *name, const int *at, bool sees)
{
    char text[80];
    for (int k = 0; k < 4; k++) {
        const char *r = k < 3 ? place_name[at[2]] : sees ? place_name[at[3]] : NULL;
        snprintf(text, sizeof text, "%s%c(%s, %s%s%s%s%s)", name, "xyzm"[k], place_name[at[0]],
                 place_name[at[1]], r ? ", " : "", r ? r : "", k < 3 && sees ? ", " : "",
                 k < 3 && sees ? place_name[at[3]] : "");
        ask(b, text);
    }
}

/* Vectors over random places, derivatives by differences over time in the frame they are seen
 * from. */
static void vectors(void)
{
    for (int round = 0; round < 60; round++) {
        bench b = {.model = start_model()};
        int at[4];
        for (int k = 0; k < 4; k++) at[k] = (int)(3 + 3 * uniform());
        ask_vector(&b, "v", at, true);
        ask_vector(&b, "acc", at, true);
        ask_vector(&b, "w", at, false);
        ask_vector(&b, "wdt", at, true);
        char text[80];
        for (int k = 0; k < 3; k++) {
            snprintf(text, sizeof text, "d%c(%s, %s, %s)", "xyz"[k], place_name[at[0]],
                     place_name[at[1]], place_name[at[2]]);
            ask(&b, text);
        }
        snprintf(text, sizeof text, "DM(%s, %s)", place_name[at[0]], place_name[at[1]]);
        ask(&b, text);
        snprintf(text, sizeof text, "vr(%s, %s)", place_name[at[0]], place_name[at[1]]);
        ask(&b, text);
        CHECK(compile(&b) == PH_OK);
        motion body[4];
        put(&b, body);
        evaluate(&b);
        double h = 1e-4;
        ph_vec3 low = seen(&b, body, at, -h), now = seen(&b, body, at, 0);
        ph_vec3 high = seen(&b, body, at, h);
        ph_mat3 L = frame_at(&b, body, at[3], 0).R, R = frame_at(&b, body, at[2], 0).R;
        ph_vec3 first = ph_scale(0.5 / h, ph_sub(high, low));
        ph_vec3 second = ph_scale(1 / (h * h), ph_sub(ph_add(high, low), ph_scale(2, now)));
        near_vec(&b, 0, ph_mat3_mul(L, first), R, 1e-6);
        near_vec(&b, 4, ph_mat3_mul(L, second), R, 1e-5);
        ph_vec3 w = ph_sub(spin(&b, body, at[0], 0), spin(&b, body, at[1], 0));
        near_vec(&b, 8, w, R, 1e-7);
        ph_vec3 rate =
            ph_scale(0.5 / h, ph_sub(spin_seen(&b, body, at, h), spin_seen(&b, body, at, -h)));
        near_vec(&b, 12, ph_mat3_mul(L, rate), R, 1e-4);
        near_vec(&b, 16, ph_mat3_mul(L, now), R, 1e-12);
        double apart = (ph_norm(high) - ph_norm(low)) / (2 * h);
        CHECK_NEAR(told(&b, 20), at[0] == at[1] ? 0 : apart, 1e-6);
        done(&b);
    }
}

/* ---- angles ---- */

static ph_quat about(int axis, double angle)
{
    return phk_exp(ph_v3(axis == 0 ? angle : 0, axis == 1 ? angle : 0, axis == 2 ? angle : 0));
}

/* Puts marker m0 at a turn q against marker m1, wherever that is. */
static void turn_against(bench *b, ph_quat q)
{
    motion body[4];
    put(b, body);
    const ph_marker_def *m = phk_markers(b->model);
    ph_quat j = ph_quat_mul(body[1].q, m[1].orientation);
    ph_quat conj = m[0].orientation;
    conj.x = -conj.x, conj.y = -conj.y, conj.z = -conj.z;
    ph_quat body0 = ph_quat_mul(ph_quat_mul(j, q), conj);
    memcpy(&b->q[3], &body0, sizeof body0);
    evaluate(b);
}

static void sequences(void)
{
    static const int order[] = {123, 231, 312, 132, 213, 321, 121, 131, 212, 232, 313, 323};
    bench b = {.model = start_model()};
    char text[80];
    for (int k = 0; k < 72; k++) {
        snprintf(text, sizeof text, "orient(%d, %d, m0, m1)", k / 3 + 1, k % 3 + 1);
        ask(&b, text);
    }
    static const char *const named[] = {"yaw", "pitch", "roll", "psi", "theta", "phi"};
    for (int k = 0; k < 6; k++) {
        snprintf(text, sizeof text, "%s(m0, m1)", named[k]);
        ask(&b, text);
    }
    for (int k = 0; k < 4; k++) {
        snprintf(text, sizeof text, "orient(27, %d, m0, m1)", k + 1);
        ask(&b, text);
    }
    CHECK(compile(&b) == PH_OK);
    for (int n = 0; n < 12; n++)
        for (int round = 0; round < 5; round++) {
            int axis[3] = {order[n] / 100 - 1, order[n] / 10 % 10 - 1, order[n] % 10 - 1};
            bool returns = axis[0] == axis[2];
            double angle[3] = {3 * uniform(), returns ? 1.5 + 1.4 * uniform() : 1.5 * uniform(),
                               3 * uniform()};
            ph_quat q = ph_quat_mul(ph_quat_mul(about(axis[0], angle[0]), about(axis[1], angle[1])),
                                    about(axis[2], angle[2]));
            turn_against(&b, q);
            for (int k = 0; k < 3; k++) CHECK_NEAR(told(&b, 3 * n + k), angle[k], 1e-11);
            if (order[n] == 321) {
                CHECK_NEAR(told(&b, 72), angle[0], 1e-11);
                CHECK_NEAR(told(&b, 73), -angle[1], 1e-11);
                CHECK_NEAR(told(&b, 74), angle[2], 1e-11);
            }
            for (int k = 0; k < 3 && order[n] == 313; k++)
                CHECK_NEAR(told(&b, 75 + k), angle[k], 1e-11);
            double sign = q.w * told(&b, 78) < 0 ? -1 : 1;
            CHECK_NEAR(told(&b, 78), sign * q.w, 1e-13);
            CHECK_NEAR(told(&b, 79), sign * q.x, 1e-13);
            CHECK_NEAR(told(&b, 80), sign * q.y, 1e-13);
            CHECK_NEAR(told(&b, 81), sign * q.z, 1e-13);
            /* about fixed axes: later turns from the left */
            q = ph_quat_mul(ph_quat_mul(about(axis[2], angle[2]), about(axis[1], angle[1])),
                            about(axis[0], angle[0]));
            turn_against(&b, q);
            for (int k = 0; k < 3; k++) CHECK_NEAR(told(&b, 36 + 3 * n + k), angle[k], 1e-11);
        }
    /* a turn about the first axis alone is the first angle, whatever the sequence */
    for (int n = 0; n < 12; n++) {
        turn_against(&b, about(order[n] / 100 - 1, 0.7));
        CHECK_NEAR(told(&b, 3 * n), 0.7, 1e-12);
        CHECK_NEAR(told(&b, 3 * n + 1), 0, 1e-7);
        CHECK_NEAR(told(&b, 3 * n + 2), 0, 1e-13);
    }
    done(&b);
}

static void shadows(void)
{
    bench b = {.model = start_model()};
    ask(&b, "ax(m0, m1)");
    ask(&b, "ay(m0, m1)");
    ask(&b, "az(m0, m1)");
    ask(&b, "ay(m0)");
    ask(&b, "az(mg)");
    CHECK(compile(&b) == PH_OK);
    for (int k = 0; k < 3; k++)
        for (double angle = -3.1; angle < 3.14; angle += 0.3) {
            turn_against(&b, about(k, angle));
            CHECK_NEAR(told(&b, k), angle, 1e-12);
        }
    /* the shadow of z (for az: of x) of a marker turned at will */
    motion body[4];
    put(&b, body);
    evaluate(&b);
    ph_mat3 S = ph_mat3_from_quat(ph_quat_mul(
        ph_quat_make(1, 0, 0, 0), ph_quat_mul(body[0].q, phk_markers(b.model)[0].orientation)));
    CHECK_NEAR(told(&b, 3), atan2(S.m[0][2], S.m[2][2]), 1e-12);
    ph_mat3 G = ph_mat3_from_quat(phk_markers(b.model)[4].orientation);
    CHECK_NEAR(told(&b, 4), atan2(G.m[1][0], G.m[0][0]), 1e-12);
    CHECK(phk_tape_is_constant(b.sys->program->variables.formula[4].tape));
    done(&b);
}

/* Where they are singular all values and derivatives stay finite. */
static void singular(void)
{
    static const char *const text[] = {"dm(m0, m0)",    "vm(m0, m0, m0)",     "wm(m0, m0)",
                                       "vr(m0, m0)",    "incang(m0, m0, m1)", "psi(m0, m0)",
                                       "theta(m0, m0)", "phi(m0, m0)",        "pitch(m0, m0)",
                                       "ax(m0, m0)",    "dm(mg, ground)",     "incang(m0, m1, m0)",
                                       "vr(mg)",        "theta(mg, mg)"};
    bench b = {.model = start_model()};
    for (size_t k = 0; k < sizeof text / sizeof *text; k++) {
        char name[20];
        ask(&b, text[k]);
        snprintf(name, sizeof name, "f%zu", k);
        add_force(b.model, name, "force", "m0", NULL, 0, text[k], "0", "0");
    }
    CHECK(compile(&b) == PH_OK);
    motion body[4];
    put(&b, body);
    evaluate(&b);
    for (int k = 0; k < b.texts; k++) CHECK(isfinite(told(&b, k)));
    const phk_dae *dae = phk_mechanism_dae(b.m);
    double *by = calloc(((size_t)dae->pattern->entries + 1) * 3, sizeof *by);
    phk_tangents out = {by, by + dae->pattern->entries, by + 2 * dae->pattern->entries};
    CHECK(dae->tangent(dae->self, &b.p, &out) == PH_OK);
    for (int k = 0; k < 3 * dae->pattern->entries; k++) CHECK(isfinite(by[k]));
    free(by);
    done(&b);
}

/* ---- loads ---- */

static void loads(void)
{
    static const char *const name[] = {"load_fx", "load_fy", "load_fz",
                                       "load_tx", "load_ty", "load_tz"};
    bench b = {.model = start_model()};
    add_joints(b.model);
    force_par f = force_make("force", "m0", "m2", 1, "2 + time", "m1.pos.x", "-3");
    CHECK(force_add(b.model, "push", &f) == PH_OK);
    char text[80];
    for (int k = 0; k < 12; k++) { /* joint 6 is between m0 (10 % 5) and m2 */
        snprintf(text, sizeof text, "%s(j_6, %s, m3)", name[k % 6], k < 6 ? "m0" : "m2");
        ask(&b, text);
    }
    for (int k = 0; k < 12; k++) {
        snprintf(text, sizeof text, "%s(push, %s)", name[k % 6], k < 6 ? "m0" : "m2");
        ask(&b, text);
    }
    ask(&b, "load_fm(j_6, m2)");
    ask(&b, "load_tm(push, m2)");
    CHECK(compile(&b) == PH_OK);
    motion body[4];
    put(&b, body);
    for (int i = 0; i < MOST; i++) b.lambda[i] = uniform();
    for (int round = 0; round < 2; round++) { /* what a force does is an unknown: solve for it */
        evaluate(&b);
        for (int i = 0; i < phk_mechanism_dae(b.m)->ny; i++) b.y[i] -= b.s[i];
    }
    evaluate(&b);
    ph_mat3 R = frame_at(&b, body, 3, 0).R;
    for (int side = 0; side < 2; side++) {
        ph_wrench w = phk_mechanism_reaction(b.m, 6, side);
        ph_vec3 force = unturn(R, w.force), torque = unturn(R, w.torque);
        const double want[6] = {force.x, force.y, force.z, torque.x, torque.y, torque.z};
        for (int k = 0; k < 6; k++) CHECK_NEAR(told(&b, 6 * side + k), want[k], 1e-12);
        if (side) CHECK_NEAR(told(&b, 24), ph_norm(force), 1e-12);
        const phk_group *g =
            &b.sys->program->elements.group[b.sys->program->elements.force[0].group];
        const ph_wrench *p = &phk_group_wrenches(b.sys, g)[side];
        const double pushed[6] = {p->force.x,  p->force.y,  p->force.z,
                                  p->torque.x, p->torque.y, p->torque.z};
        for (int k = 0; k < 6; k++) CHECK_NEAR(told(&b, 12 + 6 * side + k), pushed[k], 1e-12);
        if (side) CHECK_NEAR(told(&b, 25), ph_norm(p->torque), 1e-12);
    }
    done(&b);
}

/* ---- full turns ---- */

typedef struct {
    int variable, request;
    double start, rate, error;
} watcher;

static ph_status watch(void *user, const double *row, size_t width)
{
    watcher *w = user;
    (void)width;
    double want = w->start + w->rate * row[0];
    w->error = fmax(w->error, fabs(row[w->variable] - want));
    w->error = fmax(w->error, fabs(row[w->request] - want));
    return PH_OK;
}

/* A wheel that turns evenly about a tilted axis, read at rows between the steps: how far the angle
 * is off. The variable is read during the steps, the request at the rows alone. */
static double turns_of(const char *method, double rate, double step, double every)
{
    ph_model *model = ph_model_create();
    ph_body_def wheel = ph_default_body();
    wheel.mass = 1;
    wheel.inertia = (ph_sym3){1, 1, 2, 0, 0, 0};
    wheel.orientation = phk_exp(ph_v3(0.4, -0.3, 0.2));
    wheel.omega = ph_v3(0, 0, rate);
    CHECK(ph_model_add_body(model, "wheel", &wheel) == PH_OK);
    ph_marker_def hub = ph_default_marker();
    hub.orientation = wheel.orientation;
    CHECK(ph_model_add_marker(model, "hub", &hub) == PH_OK);
    hub = ph_default_marker();
    hub.on.text = "wheel";
    hub.orientation = about(2, 3);
    CHECK(ph_model_add_marker(model, "mark", &hub) == PH_OK);
    CHECK(add_variable(model, "angle", "az(mark, hub)") == PH_OK);
    ph_request_column column = {.name = {.text = "z"}, .value = {.text = "-az(hub, mark)"}};
    ph_request_def asked = {.count = 1, .column = &column};
    CHECK(ph_model_add_request(model, "asked", &asked) == PH_OK);
    ph_options o = options_of(method, step, 10);
    if (step == 0) o.tolerance = 1e-5;
    o.every = every;
    ph_sim *sim = must_create(model, &o);
    watcher w = {column_of(sim, "angle", "", 0), column_of(sim, "asked", "", 0), 3, rate, 0};
    CHECK(w.variable > 0 && w.request > 0);
    ph_run_hooks hooks = {&w, watch, NULL};
    CHECK(ph_sim_run(sim, &hooks, NULL) == PH_OK);
    ph_sim_free(sim);
    ph_model_free(model);
    return w.error;
}

static void full_turns(void)
{
    static const char *const method[] = {"galpha", "hht", "hht-euler", "ida"};
    for (int k = 0; k < 4; k++) {
        CHECK_NEAR(turns_of(method[k], 5, 0, 0.013), 0, 0.1);
        CHECK_NEAR(turns_of(method[k], -7, 0, 0.21), 0, 0.1);
    }
    CHECK_NEAR(turns_of("galpha", 5, 0.01, 0), 0, 1e-6);
    /* more than half a turn in a step, of a method that is exact here */
    CHECK_NEAR(turns_of("nmb", 5, 0.01, 0), 0, 1e-3);
    CHECK_NEAR(turns_of("nmb", -1, 4, 0), 0, 1e-3);
}

/* ---- wrong calls ---- */

static void refused(void)
{
    static const struct {
        const char *text, *says;
        int column;
    } wrong[] = {
        {"dx(m0, m9)", "`m9` is no marker or body", 8},
        {"DX()", "it takes 1 to 3 arguments: dx(i[, j[, r]])", 1},
        {"dm(m0, m1, m2)", "it takes 1 to 2 arguments: dm(i[, j])", 1},
        {"incang(m0, m1)", "it takes 3 arguments: incang(i, j, k)", 1},
        {"orient(25, 1, m0)", "the system of orient is a number from 1 to 24, or 27", 8},
        {"orient(time, 1, m0)", "the system of orient is a number from 1 to 24, or 27", 8},
        {"orient(1, 4, m0)", "the component is a number from 1 to 3", 11},
        {"orient(27, 0, m0)", "the component is a number from 1 to 4", 12},
        {"load_fx(m0, m1)", "`m0` is no joint, motion, force or contact", 9},
        {"load_fx(j_6, m1)", "it does not act at `m1`, but at `m0` and `m2`", 14},
        {"load_fx(j_6, m2, j_6)", "`j_6` is no marker or body", 18},
        {"load_fx(even, m2)", "what equation `even` does can be read in requests only", 9},
        {"accw(m0)", "unknown function `accw`", 1},
    };
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
        seed = 12345; /* the same markers each time, between which every joint can be drawn */
        bench b = {.model = start_model()};
        add_joints(b.model);
        CHECK(ph_model_add_equation(b.model, "even", &(ph_expr){.text = "m0.pos.x"}) == PH_OK);
        ph_expr e = {.text = wrong[k].text, .where = {"f", 3, 1, 0}};
        CHECK(ph_model_add_variable(b.model, "v", &e) == PH_OK);
        CHECK(compile(&b) != PH_OK);
        CHECK(ph_diag_errors(b.diag) == 1);
        if (ph_diag_errors(b.diag) != 1) show_diag(b.diag);
        /* behind what is said of joints between markers that lie anyhow */
        const ph_diagnostic *d = ph_diag_get(b.diag, ph_diag_count(b.diag) - 1);
        CHECK_TEXT(d->message, wrong[k].says);
        CHECK(d->where.column == wrong[k].column);
        done(&b);
    }
}

int main(void)
{
    vectors();
    sequences();
    shadows();
    singular();
    loads();
    full_turns();
    refused();
    return TEST_RESULT();
}
