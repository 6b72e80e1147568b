/* SPDX-License-Identifier: BSD-3-Clause
 *
 * How far the equations of a mechanism reach, all at once and in every engine: a joint over six
 * markers, an edge on a body that moves, forces that read accelerations and the reaction of the
 * edge, and, in a system wrapped around the mechanism, five coordinates of modes on one of its
 * bodies. Derivatives against differences, and orders against a Runge-Kutta method on the index-1
 * system.
 */
#include "integrate/engine.h"
#include "six_joint.h"
#include "text_model.h"
#include "trial.h"
#include "velocity_joints.h"

/* ---- the mechanism ---- */

static ph_model *machine(void)
{
    ph_model *model = text_model(
        "bodies:\n" SIX_BODIES
        "  plate: {mass: 4, inertia: [0.5, 0.5, 0.8], position: [3, 0, 0], velocity: [0, 0.3, 0],"
        " omega: [0, 0, 0.4]}\n"
        "  sled: {mass: 2, inertia: [0.2, 0.25, 0.3], position: [3.2, 0.1, 0],"
        " velocity: [0.7, 0.9, 0], omega: [0, 0, 2]}\n"
        "markers:\n"
        "  r0: {on: ground}\n"
        "  r1: {on: ground, orientation: {axis: [0, 0, 1], angle: pi/2}}\n"
        "  r2: {on: arm, at: [0, 0.3, 0]}\n"
        "  top: {on: plate}\n"
        "  blade: {on: sled, at: [-0.25, 0, 0]}\n"
        "joints:\n"
        "  ra: {type: prismatic, between: [ground, a], axis: [1, 0, 0]}\n"
        "  rb: {type: prismatic, between: [ground, b], axis: [0, 1, 0]}\n"
        "  pin: {type: revolute, between: [ground, arm], axis: [0, 0, 1]}\n"
        "  rc: {type: prismatic, between: [arm, c], axis: [1, 0, 0]}\n"
        "  floor: {type: planar, between: [ground, plate], axis: [0, 0, 1]}\n"
        "  deck: {type: planar, between: [plate, sled], axis: [0, 0, 1]}\n"
        "forces:\n"
        "  fa: {type: force, on: a, force: [\"-9*a.pos.x - 0.2*b.acc.y\", 0, 0]}\n"
        "  fb: {type: force, on: b, force: [0, \"-5*b.pos.y - 0.3*sled.acc.x\", 0]}\n"
        "  fp: {type: force, on: plate, force: [\"-20*(plate.pos.x - 3)\", \"-30*plate.pos.y\", "
        "0]}\n"
        "simulate: {end: 1}\n");
    add_six(model, "row", (const char *const[6]){"r0", "a", "r1", "b", "r2", "c"});
    edge_par par = {0.1, 0.2};
    add_between(model, "edge", &edge_joint, &par, "top", "blade");
    force_par drag = force_make("force", "sled", "plate", 0,
                                "-0.03*(edge.force.x^2 + edge.force.y^2)*sled.vel.x", "0", "0");
    CHECK(force_add(model, "drag", &drag) == PH_OK);
    return model;
}

/* ---- modes on the plate ---- */

enum { MODES = 5, MOST = 80, LOOKS = 4 };
static const double stiff[MODES] = {8, 15, 30, 55, 90}, shape[MODES] = {1, -0.8, 0.6, 0.5, -0.3},
                    size[MODES] = {0.5, 0.4, 0.3, 0.2, 0.1};
static const ph_vec3 along = {0.6, 0.8, 0}; /* the plate's place the modes pull at */
static const double COUPLING = 6, SHARED = 0.25;

typedef struct {
    phk_dae dae;
    const phk_dae *inner;
    phk_pattern pattern;
    phk_cell cell[MOST];
    int node[2 * MOST], place; /* first direction of the plate */
    int *entry;                /* [entries of the inner pattern] where they are in ours */
    phk_tangents room;         /* of the inner system */
} modal;

/* Our number of an unknown of the mechanism: modes stand behind its directions. */
static int outside(const modal *m, int u)
{
    return u < m->inner->nv ? u : u + MODES;
}

static double stretch(const modal *m, const double *q_place, const double *z)
{
    const double *e = &along.x;
    double y = 0;
    (void)m;
    for (int k = 0; k < 3; k++) y += e[k] * q_place[k];
    for (int k = 0; k < MODES; k++) y -= shape[k] * z[k];
    return y;
}

/* Where the plate's place and the modes begin among coordinates. */
static int place_q(const modal *m)
{
    for (int i = 0; i < m->inner->cells; i++)
        if (m->cell[i].v == m->place) return m->cell[i].q;
    return -1;
}

static ph_status modal_residual(void *self, const phk_point *p, double *g, double *d, double *c,
                                double *s)
{
    modal *m = self;
    int nv = m->inner->nv;
    const double *z = p->q + m->inner->nq, *e = &along.x;
    ph_status status = m->inner->residual(m->inner->self, p, g, d, c, s);
    double pull = COUPLING * stretch(m, p->q + place_q(m), z), lead = 0, gain = 0;
    for (int k = 0; k < 3; k++) lead += e[k] * p->a[m->place + k];
    for (int k = 0; k < MODES; k++) {
        gain += shape[k] * p->a[nv + k];
        g[nv + k] =
            stiff[k] * z[k] + 0.1 * p->v[nv + k] - pull * shape[k] + SHARED * shape[k] * lead;
    }
    for (int k = 0; k < 3; k++) g[m->place + k] += (pull + SHARED * gain) * e[k];
    return status;
}

static void add(const modal *m, double *to, int row, int column, double value)
{
    to[phk_pattern_find(&m->pattern, row, column)] += value;
}

static ph_status modal_tangent(void *self, const phk_point *p, phk_tangents *out)
{
    modal *m = self;
    size_t bytes = (size_t)m->pattern.entries * sizeof(double);
    double *const to[3] = {out->by_q, out->by_v, out->by_a};
    double *const from[3] = {m->room.by_q, m->room.by_v, m->room.by_a};
    ph_status status = m->inner->tangent(m->inner->self, p, &m->room);
    for (int k = 0; k < 3; k++) {
        memset(to[k], 0, bytes);
        for (int i = 0; i < m->inner->pattern->entries; i++) to[k][m->entry[i]] = from[k][i];
    }
    /* along: the direction in which both pull, over place and modes */
    double way[3 + MODES];
    int at[3 + MODES];
    for (int k = 0; k < 3; k++) at[k] = m->place + k, way[k] = (&along.x)[k];
    for (int k = 0; k < MODES; k++) at[3 + k] = m->inner->nv + k, way[3 + k] = -shape[k];
    for (int i = 0; i < 3 + MODES; i++)
        for (int k = 0; k < 3 + MODES; k++) {
            add(m, out->by_q, at[i], at[k], COUPLING * way[i] * way[k]);
            if ((i < 3) != (k < 3)) add(m, out->by_a, at[i], at[k], -SHARED * way[i] * way[k]);
        }
    for (int k = 3; k < 3 + MODES; k++) {
        add(m, out->by_q, at[k], at[k], stiff[k - 3]);
        add(m, out->by_v, at[k], at[k], 0.1);
    }
    return status;
}

static ph_status modal_rates(void *self, const phk_point *p, double *rate, double *gamma)
{
    const phk_dae *inner = ((modal *)self)->inner;
    return inner->rates(inner->self, p, rate, gamma);
}

static void modal_describe(void *self, int row, char *text, size_t room)
{
    const phk_dae *inner = ((modal *)self)->inner;
    int mode = row - inner->nv;
    if (mode >= 0 && mode < MODES)
        snprintf(text, room, "mode %d", mode + 1);
    else
        inner->describe(inner->self, mode < 0 ? row : row - MODES, text, room);
}

static void make_pattern(modal *m)
{
    const phk_pattern *a = m->inner->pattern;
    phk_collector *c = phk_collector_create(a->n + MODES);
    for (int r = 0; r < a->n; r++)
        for (int i = a->row_start[r]; i < a->row_start[r + 1]; i++)
            phk_collect(c, outside(m, r), outside(m, a->column[i]));
    phk_collect_block(c, m->inner->nv, MODES, m->inner->nv, MODES);
    phk_collect_block(c, m->place, 3, m->inner->nv, MODES);
    phk_collect_block(c, m->inner->nv, MODES, m->place, 3);
    CHECK(phk_collector_finish(c, &m->pattern) == PH_OK);
    phk_collector_free(c);
    m->entry = calloc((size_t)a->entries, sizeof *m->entry);
    for (int r = 0; r < a->n; r++)
        for (int i = a->row_start[r]; i < a->row_start[r + 1]; i++)
            m->entry[i] = phk_pattern_find(&m->pattern, outside(m, r), outside(m, a->column[i]));
}

static void wrap(modal *m, const phk_dae *inner, int body)
{
    *m = (modal){.inner = inner, .dae = *inner};
    phk_dae *d = &m->dae;
    memcpy(m->cell, inner->cell, (size_t)inner->cells * sizeof *m->cell);
    m->cell[d->cells++] = (phk_cell){.kind = PHK_CELL_VECTOR,
                                     .q = inner->nq,
                                     .v = inner->nv,
                                     .width = MODES,
                                     .mass = 1,
                                     .definite = true,
                                     .size = size};
    d->nq += MODES, d->nv += MODES;
    for (int u = 0; u < 2 * MOST; u++) m->node[u] = -1;
    for (int u = 0; u < inner->nv; u++) m->node[u] = inner->node[u];
    for (int k = 0; k < MODES; k++) m->node[inner->nv + k] = body;
    for (int i = 0; i < inner->cells; i++)
        if (phk_cell_is_place(&inner->cell[i]) && inner->node[inner->cell[i].v] == body)
            m->place = inner->cell[i].v;
    make_pattern(m);
    double *room = calloc(3 * (size_t)inner->pattern->entries, sizeof *room);
    m->room =
        (phk_tangents){room, room + inner->pattern->entries, room + 2 * inner->pattern->entries};
    d->self = m, d->cell = m->cell, d->node = m->node, d->pattern = &m->pattern, d->uses_a = true;
    d->residual = modal_residual, d->tangent = modal_tangent, d->rates = modal_rates;
    d->accepted = NULL, d->describe = modal_describe;
}

static void unwrap(modal *m)
{
    phk_pattern_free(&m->pattern);
    free(m->entry);
    free(m->room.by_q);
}

/* ---- derivatives against differences ---- */

typedef struct {
    double q[MOST], v[MOST], a[MOST], lambda[MOST];
} state;

static phk_point point_of(double t, const state *s)
{
    return (phk_point){.t = t, .q = s->q, .v = s->v, .a = s->a, .lambda = s->lambda};
}

/* One unknown a little further: its displacement, velocity or acceleration. */
static void shift(const phk_dae *d, state *s, int u, int level, double by)
{
    if (u >= d->nv) {
        if (level == 0) s->lambda[u - d->nv] += by;
    } else if (level) {
        (level == 1 ? s->v : s->a)[u] += by;
    }
    for (int i = 0; i < d->cells && level == 0; i++) {
        const phk_cell *c = &d->cell[i];
        int k = u - c->v;
        double *q = s->q + c->q, turn[3] = {0};
        if (k < 0 || k >= c->width) continue;
        if (c->kind == PHK_CELL_VECTOR) {
            q[k] += by;
            continue;
        }
        turn[k] = by;
        ph_quat r = ph_quat_mul(ph_quat_make(q[0], q[1], q[2], q[3]),
                                phk_exp(ph_v3(turn[0], turn[1], turn[2])));
        q[0] = r.w, q[1] = r.x, q[2] = r.y, q[3] = r.z;
    }
}

static void test_derivatives(const phk_dae *d, const state *at)
{
    double *values = calloc(3 * (size_t)d->pattern->entries, sizeof *values), worst = 0;
    phk_tangents out = {values, values + d->pattern->entries, values + 2 * d->pattern->entries};
    double *const by[3] = {out.by_q, out.by_v, out.by_a};
    phk_point p = point_of(0.3, at);
    CHECK(d->tangent(d->self, &p, &out) == PH_OK);
    for (int level = 0; level < 3; level++)
        for (int u = 0; u < d->pattern->n; u++) {
            double r[2][2 * MOST], h = 1e-5;
            for (int side = 0; side < 2; side++) {
                state moved = *at;
                shift(d, &moved, u, level, side ? h : -h);
                phk_point here = point_of(0.3, &moved);
                CHECK(d->residual(d->self, &here, r[side], NULL, r[side] + d->nv, NULL) == PH_OK);
            }
            for (int row = 0; row < d->pattern->n; row++) {
                int i = phk_pattern_find(d->pattern, row, u);
                double want = (r[1][row] - r[0][row]) / (2 * h), got = i < 0 ? 0 : by[level][i];
                worst = fmax(worst, fabs(got - want) / fmax(1, fabs(want)));
            }
        }
    printf("derivatives: off by %.1e at most\n", worst);
    CHECK(worst < 1e-7);
    free(values);
}

/* ---- the truth: classical Runge-Kutta on the index-1 system ---- */

static void solve(phk_project *project, double t, state *s)
{
    phk_point p = point_of(t, s);
    CHECK(phk_project_accelerations(project, &p, s->a, s->lambda, NULL, NULL) == PH_OK);
}

static void advance(const phk_dae *d, const state *from, const state *by, double h, state *to)
{
    for (int i = 0; i < d->cells; i++) {
        const phk_cell *c = &d->cell[i];
        const double *e = by->q + c->q, *w = by->v + c->v, *old = from->q + c->q;
        double rate[4];
        ph_quat r = {0};
        if (c->kind == PHK_CELL_ROTATION)
            r = ph_quat_mul(ph_quat_make(e[0], e[1], e[2], e[3]),
                            ph_quat_make(0, 0.5 * w[0], 0.5 * w[1], 0.5 * w[2]));
        rate[0] = r.w, rate[1] = r.x, rate[2] = r.y, rate[3] = r.z;
        for (int k = 0; k < phk_cell_coordinates(c); k++)
            to->q[c->q + k] = old[k] + h * (c->kind == PHK_CELL_ROTATION ? rate[k] : w[k]);
    }
    for (int k = 0; k < d->nv; k++) to->v[k] = from->v[k] + h * by->a[k];
}

static void runge_kutta(const phk_dae *d, phk_project *project, double t, double h, state *s)
{
    static const double part[4] = {0, 0.5, 0.5, 1}, weight[4] = {1. / 6, 1. / 3, 1. / 3, 1. / 6};
    state now = *s, stage = *s, sum = *s;
    for (int k = 0; k < 4; k++) {
        state next = stage;
        if (k > 0) advance(d, &now, &stage, part[k] * h, &next);
        stage = next;
        solve(project, t + part[k] * h, &stage);
        state more = sum;
        advance(d, &sum, &stage, weight[k] * h, &more);
        memcpy(sum.q, more.q, sizeof sum.q);
        memcpy(sum.v, more.v, sizeof sum.v);
    }
    *s = sum;
}

/* ---- orders ---- */

typedef struct {
    double off[4]; /* q, v, lambda, mu */
} errors;

static double apart(const double *a, const double *b, int n)
{
    double most = 0;
    for (int i = 0; i < n; i++) most = fmax(most, fabs(a[i] - b[i]));
    return most;
}

static errors run(const phk_dae *d, const phk_engine_method *method, int steps, const state *start,
                  const state truth[LOOKS])
{
    errors e = {{0}};
    phk_engine *engine;
    phk_engine_options o = {
        .run = ph_default_options(), .length = 1, .angle = 1, .time = 1, .span = 1};
    o.newton_tolerance = 1e-11;
    if (method->info.traits & PH_OWN_STEPS) o.run.tolerance = 1e-9;
    phk_point at = {.q = start->q, .v = start->v};
    CHECK(method->create(d, &o, &engine) == PH_OK);
    CHECK(engine->start(engine, &at, 0) == PH_OK);
    for (int look = 0, i = 0; look < LOOKS; look++) {
        ph_status status = PH_OK;
        for (; !status && i < (look + 1) * steps / LOOKS; i++)
            status = engine->step(engine, (i + 1.0) / steps, true);
        CHECK(status == PH_OK);
        const phk_point *now = &engine->now;
        int rows = phk_dae_positions(d);
        double off[4] = {apart(now->q, truth[look].q, d->nq), apart(now->v, truth[look].v, d->nv),
                         apart(now->lambda, truth[look].lambda, rows),
                         apart(now->lambda + rows, truth[look].lambda + rows, d->nn)};
        for (int k = 0; k < 4; k++) e.off[k] = fmax(e.off[k], off[k]);
    }
    engine->free(engine);
    return e;
}

static void test_orders(const phk_dae *d, const state *start, const state truth[LOOKS])
{
    for (int i = 0; phk_engine_methods[i]; i++) {
        const phk_engine_method *m = phk_engine_methods[i];
        if (!m->create) continue;
        errors a = run(d, m, 200, start, truth), b = run(d, m, 400, start, truth);
        printf("%-12s", m->info.name);
        for (int k = 0; k < 4; k++) printf(" %.2e (%.2f)", b.off[k], log2(a.off[k] / b.off[k]));
        printf("\n");
        bool own = m->info.traits & PH_OWN_STEPS;
        for (int k = 0; k < 4; k++)
            if (own)
                CHECK(b.off[k] < (k < 2 ? 1e-5 : 1e-2));
            else
                CHECK(log2(a.off[k] / b.off[k]) > m->info.order - 0.2);
    }
}

int main(void)
{
    trial t = try(machine());
    if (t.status) show_diag(t.diag);
    if (t.status) return 1;
    const phk_dae *inner = phk_mechanism_dae(t.mechanism);
    CHECK(inner->nn == 1 && inner->nx == 0 && inner->ny == 0 && inner->uses_a);
    static modal m;
    static state start, truth[LOOKS];
    wrap(&m, inner, 4);
    memcpy(start.q, t.assembly->q, (size_t)inner->nq * sizeof(double));
    memcpy(start.v, t.assembly->v, (size_t)inner->nv * sizeof(double));
    for (int k = 0; k < MODES; k++) start.q[inner->nq + k] = 0.1 * (k + 1);

    state chance = start;
    for (int k = 0; k < MOST; k++) {
        chance.v[k] = sin(1 + 3 * k), chance.a[k] = cos(2 + 5 * k), chance.lambda[k] = sin(4 + k);
        if (k < m.dae.nv) shift(&m.dae, &chance, k, 0, 0.2 * cos(7 * k));
    }
    test_derivatives(&m.dae, &chance);

    phk_project *project;
    CHECK(phk_project_create(&m.dae, &project) == PH_OK);
    state s = start;
    enum { STEPS = 800 };
    for (int i = 0; i < STEPS; i++) {
        runge_kutta(&m.dae, project, (double)i / STEPS, 1.0 / STEPS, &s);
        if ((i + 1) % (STEPS / LOOKS)) continue;
        solve(project, (i + 1.0) / STEPS, &s);
        truth[(i + 1) / (STEPS / LOOKS) - 1] = s;
    }
    test_orders(&m.dae, &start, truth);
    phk_project_free(project);
    unwrap(&m);
    drop(&t);
    return TEST_RESULT();
}
