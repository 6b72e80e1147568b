/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The equations of a mechanism against differences: every entry of its derivatives, the rates of
 * its constraints along the motion, and that the pattern misses nothing.
 */
#include "compiled.h"
#include "mech/equations/mechanism.h"
#include "mech/system/system.h"
#include "mechanism_models.h"
#include "six_joint.h"
#include "element/elements.h"
#include "element/rolling.h"
#include "velocity_joints.h"

/* ---- the equations at a point ---- */

enum { MOST = 400 };
typedef struct {
    double q[MOST], v[MOST], a[MOST], x[MOST], xd[MOST], lambda[MOST], y[MOST];
    phk_point p;
} point;

static void link_point(point *s)
{
    s->p = (phk_point){s->p.t, s->q, s->v, s->a, s->x, s->xd, s->lambda, s->y};
}

static void random_point(const phk_dae *dae, point *s)
{
    s->p.t = 0.3;
    for (int i = 0; i < MOST; i++) {
        s->q[i] = uniform();
        s->v[i] = uniform();
        s->a[i] = uniform();
        s->x[i] = uniform();
        s->xd[i] = uniform();
        s->lambda[i] = uniform();
        s->y[i] = uniform();
    }
    for (int k = 0; k < dae->cells; k++)
        if (dae->cell[k].kind == PHK_CELL_ROTATION) {
            ph_quat q = turn();
            memcpy(&s->q[dae->cell[k].q], &q, sizeof q);
        }
    link_point(s);
}

static ph_quat *quat_at(point *s, int q)
{
    return (ph_quat *)(void *)&s->q[q];
}

/* Moves along a direction of the unknowns; level 0: displacement, 1: velocity, 2: acceleration. */
static void move(const phk_dae *dae, point *s, int u, int level, double by)
{
    link_point(s);
    if (u >= dae->nv + dae->nx + dae->nl) {
        if (level == 0) s->y[u - dae->nv - dae->nx - dae->nl] += by;
    } else if (u >= dae->nv + dae->nx) {
        if (level == 0) s->lambda[u - dae->nv - dae->nx] += by;
    } else if (u >= dae->nv) {
        if (level < 2) (level ? s->xd : s->x)[u - dae->nv] += by;
    } else if (level) {
        (level == 1 ? s->v : s->a)[u] += by;
    } else {
        for (int k = 0; k < dae->cells; k++) {
            const phk_cell *c = &dae->cell[k];
            if (u < c->v || u >= c->v + c->width) continue;
            double d[3] = {0};
            if (c->kind == PHK_CELL_ROTATION) d[u - c->v] = by;
            if (c->kind == PHK_CELL_VECTOR)
                s->q[c->q + u - c->v] += by;
            else
                *quat_at(s, c->q) =
                    ph_quat_mul(*quat_at(s, c->q), phk_exp(ph_v3(d[0], d[1], d[2])));
        }
    }
}

static void residual(const phk_dae *dae, const point *s, double *r)
{
    double *d = r + dae->nv, *c = d + dae->nx, *y = c + dae->nl;
    CHECK(dae->residual(dae->self, &s->p, r, d, c, y) == PH_OK);
}

static double entry(const phk_pattern *p, const double *values, int row, int column)
{
    int at = phk_pattern_find(p, row, column);
    return at < 0 ? 0 : values[at];
}

/* The largest difference between derivatives and central differences, relative to the largest
 * entry of its row or 1. */
static double worst_entry(const phk_dae *dae, const point *at, int level)
{
    const phk_pattern *pattern = dae->pattern;
    int n = pattern->n;
    size_t entries = (size_t)pattern->entries + 1;
    double *t[3];
    for (int k = 0; k < 3; k++) t[k] = calloc(entries, sizeof(double));
    phk_tangents out = {t[0], t[1], t[2]};
    CHECK(dae->tangent(dae->self, &at->p, &out) == PH_OK);
    double at_step[4][MOST], worst = 0, h = 1e-5;
    static const double steps[4] = {-2, -1, 1, 2};
    static point moved;
    for (int u = 0; u < n; u++) {
        for (int k = 0; k < 4; k++) {
            moved = *at;
            move(dae, &moved, u, level, steps[k] * h);
            residual(dae, &moved, at_step[k]);
        }
        for (int r = 0; r < n; r++) {
            /* of fourth order: points of contact bend within less than a step of second order */
            double want =
                (8 * (at_step[2][r] - at_step[1][r]) - at_step[3][r] + at_step[0][r]) / (12 * h);
            double got = entry(pattern, t[level], r, u);
            double error = fabs(got - want) / fmax(1, fabs(want));
            if (!(error <= worst)) {
                worst = error;
                if (!(error < 1e-7)) {
                    char text[100];
                    dae->describe(dae->self, r, text, sizeof text);
                    printf("level %d, row %d (%s), unknown %d: %.9g, difference %.9g\n", level, r,
                           text, u, got, want);
                }
            }
        }
    }
    for (int k = 0; k < 3; k++) free(t[k]);
    return worst;
}

/* The state a little later: along v and a, to second order. */
static void flow(const phk_dae *dae, const point *at, double dt, point *out)
{
    *out = *at;
    link_point(out);
    out->p.t = at->p.t + dt;
    for (int i = 0; i < dae->nx; i++) out->x[i] += dt * at->xd[i];
    for (int i = 0; i < dae->nv; i++) out->v[i] += dt * at->a[i];
    for (int k = 0; k < dae->cells; k++) {
        const phk_cell *c = &dae->cell[k];
        double d[MOST];
        for (int i = 0; i < c->width; i++)
            d[i] = dt * at->v[c->v + i] + dt * dt / 2 * at->a[c->v + i];
        if (c->kind == PHK_CELL_VECTOR)
            for (int i = 0; i < c->width; i++) out->q[c->q + i] += d[i];
        else
            *quat_at(out, c->q) =
                ph_quat_mul(*quat_at(out, c->q), phk_exp(ph_v3(d[0], d[1], d[2])));
    }
}

static void constraints(const phk_dae *dae, const point *s, double *c)
{
    double r[MOST];
    residual(dae, s, r);
    memcpy(c, r + dae->nv + dae->nx, (size_t)dae->nl * sizeof *c);
}

/* rate and gamma against differences of C along the flow; C'' = G v' + gamma. Of velocity rows V is
 * the rate itself, and V' = N v' + gamma. */
static void check_rates(const phk_dae *dae, const point *at)
{
    /* of fourth order: joints along curves bend within less than a step of second order */
    static const double step[4] = {-2, -1, 1, 2};
    double rate[MOST], gamma[MOST], c0[MOST], c[4][MOST], h = 1e-4;
    double *by_q = calloc(((size_t)dae->pattern->entries + 1) * 3, sizeof *by_q);
    phk_tangents out = {by_q, by_q + dae->pattern->entries, by_q + 2 * dae->pattern->entries};
    CHECK(dae->tangent(dae->self, &at->p, &out) == PH_OK);
    CHECK(dae->rates(dae->self, &at->p, rate, gamma) == PH_OK);
    static point s;
    constraints(dae, at, c0);
    for (int k = 0; k < 4; k++) {
        flow(dae, at, step[k] * h, &s);
        constraints(dae, &s, c[k]);
    }
    for (int r = phk_dae_positions(dae); r < dae->nl; r++) {
        double more = gamma[r];
        for (int u = 0; u < dae->nv; u++)
            more += entry(dae->pattern, out.by_v, dae->nv + dae->nx + r, u) * at->a[u];
        CHECK_NEAR(rate[r], c0[r], 1e-13 * (1 + fabs(c0[r])));
        CHECK_NEAR(more, (8 * (c[2][r] - c[1][r]) - c[3][r] + c[0][r]) / (12 * h),
                   1e-6 * (1 + fabs(more)));
    }
    for (int r = 0; r < phk_dae_positions(dae); r++) {
        double more = gamma[r];
        for (int u = 0; u < dae->nv; u++)
            more += entry(dae->pattern, by_q, dae->nv + dae->nx + r, u) * at->a[u];
        CHECK_NEAR(rate[r], (8 * (c[2][r] - c[1][r]) - c[3][r] + c[0][r]) / (12 * h),
                   1e-6 * (1 + fabs(rate[r])));
        CHECK_NEAR(more, (16 * (c[2][r] + c[1][r]) - 30 * c0[r] - c[3][r] - c[0][r]) / (12 * h * h),
                   3e-6 * (1 + fabs(more)));
    }
    free(by_q);
}

/* The rows of the constraints are the columns of their multipliers. */
static void check_symmetry(const phk_dae *dae, const point *at)
{
    double *by_q = calloc(((size_t)dae->pattern->entries + 1) * 3, sizeof *by_q);
    phk_tangents out = {by_q, by_q + dae->pattern->entries, by_q + 2 * dae->pattern->entries};
    CHECK(dae->tangent(dae->self, &at->p, &out) == PH_OK);
    int first = dae->nv + dae->nx;
    for (int r = first; r < first + dae->nl; r++)
        for (int u = 0; u < dae->nv; u++)
            CHECK(entry(dae->pattern, phk_dae_is_velocity(dae, r) ? out.by_v : by_q, r, u) ==
                  entry(dae->pattern, by_q, u, r));
    free(by_q);
}

static void check_model(ph_model *model, bool reads_reactions)
{
    ph_diag *diag = ph_diag_create();
    phk_system *sys = NULL;
    phk_mechanism *m = NULL;
    ph_status status = compile_system(model, diag, &sys);
    if (!status) status = phk_mechanism_create(sys, diag, &m);
    CHECK(status == PH_OK);
    if (status) show_diag(diag);
    if (m) {
        const phk_dae *dae = phk_mechanism_dae(m);
        static point at;
        for (int round = 0; round < 3; round++) {
            random_point(dae, &at);
            if (round == 0) phk_mechanism_anchor(m, &at.p);
            for (int level = 0; level < 3; level++) CHECK(worst_entry(dae, &at, level) < 1e-7);
            check_rates(dae, &at);
            if (!reads_reactions) check_symmetry(dae, &at);
            /* and with every fourth row taken out */
            int row[MOST], count = 0;
            for (int k = round; k < dae->nl; k += 4) row[count++] = k;
            CHECK(phk_mechanism_drop(m, count, row) == PH_OK);
        }
    }
    phk_mechanism_free(m);
    compiled_free(sys);
    ph_diag_free(diag);
    ph_model_free(model);
}

/* Rows over six markers, some of them on one body and on ground. */
static ph_model *six_model(void)
{
    ph_model *model = start_model();
    add_six(model, "s0", (const char *const[6]){"m0", "m1", "m2", "m3", "b1", "m0"});
    add_six(model, "s1", (const char *const[6]){NULL, "b2", "m3", NULL, "m1", "b3"});
    return model;
}

/* Rows in velocities between others, one joint of them alone, one with rows on positions; with
 * `reads` also forces that read what those do. */
static ph_model *velocity_model(bool reads)
{
    ph_model *model = start_model();
    edge_par edge = {0.3, 0.7}, still = {0, 0};
    phk_rolling disc = {.ring = 0.4, .rim = 0.1, .surface = {0.2, 0.1, 0}};
    add_between(model, "slide", &edge_joint, &edge, "m0", "m1");
    joint_add(model, "pin", "revolute", "b1", "b2", ph_v3(0.1, 0.2, 0.3), ph_v3(1, 2, 3));
    add_between(model, "wheel", &phk_joint_rolling_disc, &disc, "m3", "m2");
    add_between(model, "skate", &edge_joint, &still, "ground", "b3");
    if (!reads) return model;
    force_par f = force_make("force", "m1", "b0", 0, "wheel.force.x*wheel.torque.y",
                             "slide.force.y^2", "pin.torque.z");
    CHECK(force_add(model, "friction", &f) == PH_OK);
    return model;
}

/* Balls, capsules and boxes on markers, each deep in some others, and a floor. */
static void add_touching(ph_model *model, const char *name, int kind, const char *on)
{
    ph_shape_def d = {0};
    d.kind = kind;
    d.on.text = kind == PH_SHAPE_PLANE ? NULL : on;
    d.at = kind == PH_SHAPE_PLANE ? ph_v3(0, 0, -0.5) : vec(0.2);
    d.axis = (int)(1.5 + 1.5 * uniform());
    d.radius = 0.7 + 0.1 * uniform();
    d.length = 0.9;
    d.size = ph_v3(1.3, 1.1, 1.2);
    CHECK(ph_model_add(model, "shape", name, &d) == PH_OK);
}

static void add_contact(ph_model *model, const char *name, const char *a, const char *b,
                        ph_contact_def d)
{
    ph_text between[2] = {{.text = a}, {.text = b}};
    d.between = (ph_names){2, between};
    d.exponent = 2.2;
    d.stiction_speed = 3;
    d.sliding_speed = 20;
    CHECK(ph_model_add(model, "contact", name, &d) == PH_OK);
}

/* joints: what is joined touches as well. */
static ph_model *contacts_model(bool joints)
{
    static const int kind[] = {PH_SHAPE_SPHERE, PH_SHAPE_CAPSULE, PH_SHAPE_SPHERE, PH_SHAPE_BOX};
    ph_model *model = start_model();
    if (joints) add_joints(model);
    char name[20];
    for (int k = 0; k < 4; k++) {
        snprintf(name, sizeof name, "s%d", k);
        add_touching(model, name, kind[k], k % 2 ? marker_name[k] : body_name[k]);
    }
    add_touching(model, "floor", PH_SHAPE_PLANE, NULL);
    ph_contact_def d = ph_default_contact();
    d.joined = 1;
    d.stiffness = 3;
    d.restitution = 0.9;
    d.friction_law = PH_FRICTION_TANH;
    add_contact(model, "c0", "s0", "s1", d);
    add_contact(model, "c1", "s3", "s2", d);
    d.friction_law = PH_FRICTION_STEP;
    d.restitution = NAN;
    d.damping = 0.05;
    d.rolling = 0.1;
    d.spinning = 0.2;
    add_contact(model, "c2", "s2", "s1", d);
    add_contact(model, "c3", "floor", "s0", d);
    d.friction_law = PH_FRICTION_BRISTLE;
    d.law = PH_CONTACT_IMPACT;
    d.bristle_damping = 0.3;
    d.depth = 5;
    add_contact(model, "c4", "s0", "s3", d);
    add_contact(model, "c5", "s2", "floor", d);
    d.friction_law = PH_FRICTION_NONE;
    d.adhesion = 0.4;
    d.range = 0.9;
    add_contact(model, "c6", "s3", "floor", d);
    add_contact(model, "c7", "s1", "floor", d);
    add_contact(model, "c8", "s2", "s0", d);
    return model;
}

/* Forces, a variable, a state and a circle that read what contacts do, on either side; one of them
 * has several pairs. */
static ph_model *contacts_read_model(void)
{
    ph_model *model = contacts_model(true);
    ph_contact_def d = ph_default_contact();
    d.joined = 1;
    d.stiffness = 2;
    d.restitution = 0.8;
    d.friction_law = PH_FRICTION_STEP;
    d.adhesion = 0.2;
    d.range = 0.5;
    add_touching(model, "s4", PH_SHAPE_SPHERE, "b0");
    add_touching(model, "s5", PH_SHAPE_SPHERE, "m2");
    add_contact(model, "c9", "b0", "b2", d);
    CHECK(add_variable(model, "felt", "c9.force.x - c9.torque.y + 0.1*load_tz(c9, 2)") == PH_OK);
    CHECK(add_variable(model, "round", "0.3*sin(round) + c0.force.y") == PH_OK);
    ph_state_def state = ph_default_state();
    state.rate.text = "c6.force.z*c7.torque.x - fill + round";
    CHECK(ph_model_add_state(model, "fill", &state) == PH_OK);
    add_force(model, "r0", "force", "m0", "m1", 0, "felt", "load_fx(c1, s2, m2)", "fill");
    add_force(model, "r1", "force", "m2", "mg", 1, "c3.force.x*c4.torque.z", "c8.torque.x",
              "load_fm(c5, floor) + load_tm(c2, 1)");
    return model;
}

int main(void)
{
    check_model(joints_model(), false);
    check_model(forces_model(), false);
    check_model(everything_model(), true);
    check_model(equations_model(), false);
    check_model(measures_model(), false);
    check_model(solved_measures_model(), true);
    check_model(measure_equations_model(), false);
    check_model(velocity_equations_model(), false);
    check_model(six_model(), false);
    check_model(velocity_model(false), false);
    check_model(velocity_model(true), true);
    check_model(contacts_model(false), false);
    check_model(contacts_model(true), false);
    check_model(contacts_read_model(), true);
    /* the same with bodies that bend */
    bending = 2;
    check_model(start_model(), false);
    check_model(joints_model(), false);
    check_model(forces_model(), false);
    check_model(everything_model(), true);
    check_model(equations_model(), false);
    check_model(measures_model(), false);
    check_model(solved_measures_model(), true);
    check_model(measure_equations_model(), false);
    check_model(velocity_equations_model(), false);
    check_model(contacts_model(false), false);
    check_model(contacts_model(true), false);
    check_model(contacts_read_model(), true);
    return TEST_RESULT();
}
