/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Motions, reactions, names of rows and errors of a mechanism. Its derivatives are tested in
 * test_tangent.c.
 */
#include "base/diag.h"
#include "build_model.h"
#include "compiled.h"
#include "math/so3.h"

static ph_status add_joint(ph_model *model, const char *name, const char *type, const char *a,
                           const char *b, ph_vec3 at)
{
    ph_text between[2] = {{.text = a}, {.text = b}};
    ph_joint_def def = ph_default_joint();
    def.between = (ph_names){2, between};
    def.at = at;
    return ph_model_add_joint(model, name, joint_type(type), &def, NULL);
}

static ph_status add_body(ph_model *model, const char *name, ph_vec3 position)
{
    ph_body_def b = ph_default_body();
    b.mass = 2;
    b.inertia = (ph_sym3){1.1, 1.2, 1.3, 0.1, 0, 0.05};
    b.position = position;
    b.orientation = phk_exp(ph_v3(0.3, position.x, 0.2));
    return ph_model_add_body(model, name, &b);
}

typedef struct {
    ph_model *model;
    ph_diag *diag;
    phk_system *sys;
    phk_mechanism *m;
    const phk_dae *dae;
    double q[100], v[100], a[100], lambda[100], x[10], xd[10], y[10];
    double g[100], d[10], c[100], s[10];
    phk_point p;
} bench;

static ph_status compile(bench *b)
{
    b->diag = ph_diag_create();
    ph_status status = compile_model(b->model, b->diag, &b->sys, &b->m);
    if (status) return status;
    b->dae = phk_mechanism_dae(b->m);
    b->p = (phk_point){0, b->q, b->v, b->a, b->x, b->xd, b->lambda, b->y};
    for (int i = 0; i < ph_model_bodies(b->model); i++) {
        const ph_body_def *def = ph_model_body(b->model, i);
        memcpy(&b->q[7 * i], &def->position, sizeof def->position);
        memcpy(&b->q[7 * i + 3], &def->orientation, sizeof def->orientation);
    }
    return PH_OK;
}

static void done(bench *b)
{
    phk_mechanism_free(b->m);
    compiled_free(b->sys);
    ph_diag_free(b->diag);
    ph_model_free(b->model);
    *b = (bench){0};
}

static void evaluate(bench *b)
{
    CHECK(b->dae->residual(b->dae->self, &b->p, b->g, b->d, b->c, b->s) == PH_OK);
}

static bool says(const bench *b, const char *text)
{
    char all[4000] = "";
    for (int i = 0; i < ph_diag_count(b->diag); i++)
        ph_diagnostic_format(ph_diag_get(b->diag, i), all + strlen(all), sizeof all - strlen(all));
    if (strstr(all, text)) return true;
    printf("not `%s` in:\n%s", text, all);
    return false;
}

/* ---- motions ---- */

/* A slider along z that a law drives; the body starts at z = 0.4 with velocity 0.7. */
static void slider(bench *b, const char *displacement, const char *velocity,
                   const char *acceleration)
{
    *b = (bench){.model = ph_model_create()};
    CHECK(add_body(b->model, "block", ph_v3(0, 0, 0)) == PH_OK);
    CHECK(add_joint(b->model, "rail", "prismatic", "ground", "block", ph_v3(0, 0, 0)) == PH_OK);
    ph_motion_def def = ph_default_motion();
    def.joint.text = "rail";
    def.displacement.text = displacement;
    def.velocity.text = velocity;
    def.acceleration.text = acceleration;
    CHECK(add_variable(b->model, "wave", "sin(3*time)") == PH_OK);
    CHECK(ph_model_add_motion(b->model, "drive", &def) == PH_OK);
    CHECK(compile(b) == PH_OK);
    b->q[2] = 0.4;
    b->v[2] = 0.7;
    b->p.t = 0.2;
    phk_mechanism_anchor(b->m, &b->p);
}

/* What the motion asks for at t: the block stands at z = 0.4, so C = 0.4 - s. */
static double asked(bench *b, double t, double *rate, double *gamma)
{
    double rates[10], gammas[10];
    b->p.t = t;
    evaluate(b);
    CHECK(b->dae->rates(b->dae->self, &b->p, rates, gammas) == PH_OK);
    *rate = 0.7 - rates[5];
    *gamma = -gammas[5];
    return 0.4 - b->c[5];
}

/* s, s', s'' of the law at t, after steps that were accepted, backwards and far away. */
static void check_law(bench *b, double (*s)(double), double (*ds)(double), double (*dds)(double))
{
    double rate, gamma;
    for (int step = 0; step < 40; step++) {
        double t = 0.2 + 0.05 * step;
        for (int k = 2; k >= -1; k--) {
            CHECK_NEAR(asked(b, t + 0.02 * k, &rate, &gamma), s(t + 0.02 * k), 1e-13);
            CHECK_NEAR(rate, ds(t + 0.02 * k), 1e-12);
            CHECK_NEAR(gamma, dds(t + 0.02 * k), 1e-12);
        }
        b->dae->accepted(b->dae->self, t + 0.05);
    }
}

static double law(double t)
{
    return 0.4 + 0.5 * sin(3 * t);
}
static double law1(double t)
{
    return 1.5 * cos(3 * t);
}
static double law2(double t)
{
    return -4.5 * sin(3 * t);
}
static double from_velocity(double t)
{
    return 0.4 + law(t) - law(0.2);
}
static double from_acceleration1(double t)
{
    return 0.7 + law1(t) - law1(0.2);
}
static double from_acceleration(double t)
{
    return 0.4 + (0.7 - law1(0.2)) * (t - 0.2) + law(t) - law(0.2);
}

static void motions(void)
{
    bench b;
    slider(&b, "0.4 + 0.5*wave", NULL, NULL);
    check_law(&b, law, law1, law2);
    done(&b);
    slider(&b, NULL, "1.5*cos(3*time)", NULL);
    check_law(&b, from_velocity, law1, law2);
    done(&b);
    slider(&b, NULL, NULL, "-4.5*wave");
    check_law(&b, from_acceleration, from_acceleration1, law2);

    /* what it remembers, put back, gives the same bits */
    double rate, gamma;
    phk_store kept = phk_store_writer();
    phk_mechanism_store(b.m, &kept);
    double first = asked(&b, 2.31, &rate, &gamma);
    b.dae->accepted(b.dae->self, 2.4);
    phk_store back = phk_store_reader(kept.data, kept.size);
    phk_mechanism_store(b.m, &back);
    CHECK(back.status == PH_OK && back.at == kept.size);
    CHECK(asked(&b, 2.31, &rate, &gamma) == first);
    phk_store_free(&kept);
    done(&b);

    /* a law that is not finite is named */
    slider(&b, "1/(time - 1)", NULL, NULL);
    b.p.t = 1;
    CHECK(b.dae->residual(b.dae->self, &b.p, b.g, b.d, b.c, b.s) == PH_E_NONFINITE);
    phk_system_explain(b.sys, PH_E_NONFINITE, b.diag);
    CHECK(says(&b, "t = 1 s: displacement of `drive`, `1/(time - 1)`, is not a finite number"));
    done(&b);
}

/* A turn is measured where it stands, also beyond half a turn, and keeps its sense. */
static void turns(void)
{
    for (int k = 0; k < 3; k++) {
        bench b = {.model = ph_model_create()};
        CHECK(add_body(b.model, "wheel", ph_v3(0, 0, 0)) == PH_OK);
        CHECK(add_joint(b.model, "hinge", "revolute", "ground", "wheel", ph_v3(0, 0, 0)) == PH_OK);
        ph_motion_def def = ph_default_motion();
        def.joint.text = "hinge";
        def.velocity.text = "5";
        CHECK(ph_model_add_motion(b.model, "drive", &def) == PH_OK);
        CHECK(compile(&b) == PH_OK);
        ph_quat start;
        memcpy(&start, &b.q[3], sizeof start);
        for (int i = 0; i <= 40; i++) {
            double angle = 1.3 * k + 5 * 0.05 * i;
            ph_quat q = ph_quat_mul(phk_exp(ph_v3(0, 0, angle)), start);
            memcpy(&b.q[3], &q, sizeof q);
            b.p.t = 0.05 * i;
            if (i == 0) phk_mechanism_anchor(b.m, &b.p);
            evaluate(&b);
            for (int r = 0; r < b.dae->nl; r++) CHECK_NEAR(b.c[r], 0, 1e-13);
            b.dae->accepted(b.dae->self, b.p.t);
        }
        done(&b);
    }
}

/* ---- reactions ---- */

static void random_motion(bench *b)
{
    for (int i = 0; i < 100; i++) {
        b->lambda[i] = sin(3.1 * i + 1);
        b->v[i] = cos(1.7 * i);
    }
}

/* Joints, motions and equations do to the bodies all that is in the balance; and what they do is
 * opposite on both sides. */
static void reactions(void)
{
    bench b = {.model = ph_model_create()};
    CHECK(add_body(b.model, "a", ph_v3(0, 0, 0)) == PH_OK);
    CHECK(add_body(b.model, "b", ph_v3(1, 0.2, 0)) == PH_OK);
    CHECK(add_joint(b.model, "j0", "revolute", "ground", "a", ph_v3(0, 0, 0.1)) == PH_OK);
    CHECK(add_joint(b.model, "j1", "cylindrical", "a", "b", ph_v3(0.5, 0, 0)) == PH_OK);
    CHECK(ph_model_add_equation(b.model, "e", &(ph_expr){.text = "a.pos.x*b.R.12 - time"}) ==
          PH_OK);
    ph_motion_def def = ph_default_motion();
    def.joint.text = "j1";
    def.direction = 2;
    def.displacement.text = "0.1*time";
    CHECK(ph_model_add_motion(b.model, "drive", &def) == PH_OK);
    CHECK(compile(&b) == PH_OK);
    random_motion(&b);
    evaluate(&b);
    for (int i = 0; i < 2; i++) {
        ph_wrench sum = {{0, 0, 0}, {0, 0, 0}};
        for (int k = 0; k < 4; k++) {
            ph_wrench w = phk_mechanism_on_body(b.m, k, i);
            sum.force = ph_add(sum.force, w.force);
            sum.torque = ph_add(sum.torque, w.torque);
        }
        ph_vec3 t = ph_unrotate(b.sys->pose[i].q, sum.torque);
        const double got[6] = {sum.force.x, sum.force.y, sum.force.z, t.x, t.y, t.z};
        for (int c = 0; c < 6; c++) CHECK_NEAR(-got[c], b.g[6 * i + c], 1e-13);
    }
    ph_wrench w0 = phk_mechanism_reaction(b.m, 1, 0), w1 = phk_mechanism_reaction(b.m, 1, 1);
    CHECK_NEAR(ph_norm(ph_add(w0.force, w1.force)), 0, 1e-14);
    CHECK(ph_norm(w1.force) > 0.1);

    /* dropped rows do nothing */
    int row[] = {0, 2, 6};
    CHECK(phk_mechanism_drop(b.m, 3, row) == PH_OK && b.dae->nl == 8);
    evaluate(&b);
    char text[80];
    b.dae->describe(b.dae->self, b.dae->nv, text, sizeof text);
    CHECK_TEXT(text, "joint `j0`, row 2");
    b.dae->describe(b.dae->self, b.dae->nv + 6, text, sizeof text);
    CHECK_TEXT(text, "joint `e`, row 1");
    b.dae->describe(b.dae->self, b.dae->nv + 7, text, sizeof text);
    CHECK_TEXT(text, "motion `drive`, row 1");
    b.dae->describe(b.dae->self, 10, text, sizeof text);
    CHECK_TEXT(text, "body `b`, torque y");
    CHECK(phk_mechanism_reaction(b.m, 0, 1).force.x == 0);
    CHECK(phk_mechanism_reaction(b.m, 0, 1).force.y != 0);
    done(&b);
}

/* ---- errors, each named ---- */

static bench refused(const char *const *variables, const char *force, const char *equation)
{
    bench b = {.model = ph_model_create(), .diag = ph_diag_create()};
    CHECK(add_body(b.model, "a", ph_v3(0, 0, 0)) == PH_OK);
    CHECK(add_joint(b.model, "pin", "spherical", "ground", "a", ph_v3(0, 0, 0)) == PH_OK);
    for (; variables && *variables; variables += 2)
        CHECK(add_variable(b.model, variables[0], variables[1]) == PH_OK);
    if (equation)
        CHECK(ph_model_add_equation(b.model, "hold", &(ph_expr){.text = equation}) == PH_OK);
    force_par f = force_make("force", "a", NULL, 0, force, "0", "0");
    CHECK(force_add(b.model, "pull", &f) == PH_OK);
    compile_system(b.model, b.diag, &b.sys);
    return b;
}

static void errors(void)
{
    bench b = refused(NULL, "0", "a.acc.x");
    CHECK(!b.sys && says(&b, "equation of `hold` reads accelerations, forces or what else"));
    done(&b);
    static const char *const nonlinear[] = {"a.vel.x*a.vel.y",
                                            "a.vel.x^2",
                                            "a.vel.x^3",
                                            "1/a.omega.z",
                                            "sin(a.omega.x)",
                                            "vm(a)",
                                            "if(a.vel.x > 0, a.pos.x, a.pos.y)",
                                            "a.pos.x + u*a.vel.x",
                                            "max(a.vel.x, 0)"};
    static const char *const hidden[] = {"u", "2*w", "w", "a.omega.x", NULL};
    for (size_t k = 0; k < sizeof nonlinear / sizeof *nonlinear; k++) {
        b = refused(hidden, "0", nonlinear[k]);
        CHECK(!b.sys && says(&b, "equation of `hold` is not linear in the velocities it reads"));
        done(&b);
    }
    static const char *const linear[] = {"a.vel.x", "a.pos.x*u - 2*a.vel.y/(1 + a.pos.z^2)",
                                         "if(a.pos.x > 0, -u, a.vel.z) + time"};
    for (size_t k = 0; k < sizeof linear / sizeof *linear; k++) {
        b = refused(hidden, "0", linear[k]);
        CHECK(b.sys && b.sys->program->rows == 4 && b.sys->program->velocity_rows == 1);
        done(&b);
    }
    b = refused(NULL, "0", "sin(time)");
    CHECK(!b.sys && says(&b, "holds nothing"));
    done(&b);
    b = refused(NULL, "pin.force.w", NULL);
    CHECK(!b.sys && says(&b, "did you mean `pin.force.x`?"));
    done(&b);
    b = refused(NULL, "hold.force.x", "a.pos.x");
    CHECK(!b.sys && says(&b, "hold.force.x"));
    done(&b);

    /* what only an implicit method knows */
    static const struct {
        const char *reads, *what;
    } solved[] = {{"pin.torque.x", "force of `pull` reads a reaction"},
                  {"a.acc.y", "force of `pull` reads an acceleration"},
                  {"a.alpha_world.y", "force of `pull` reads an acceleration"},
                  {"pull.force.x", "force of `pull` reads what another force does"}};
    for (int k = 0; k < 4; k++) {
        b = refused(NULL, solved[k].reads, NULL);
        CHECK(b.sys && phk_program_check_explicit(b.sys->program, b.diag) == PH_E_UNSUPPORTED);
        CHECK(says(&b, solved[k].what));
        done(&b);
    }
    static const char *const through[] = {"u", "2*pin.force.y", NULL};
    b = refused(through, "u", NULL);
    CHECK(b.sys && phk_program_check_explicit(b.sys->program, b.diag) == PH_E_UNSUPPORTED);
    CHECK(says(&b, "value of `u` reads a reaction"));
    done(&b);
    b = refused(NULL, "a.vel.y", NULL);
    CHECK(b.sys && phk_program_check_explicit(b.sys->program, b.diag) == PH_OK);
    done(&b);
}

/* sqrt has no derivative at 0: a force leaves it out of the matrix, an equation has no direction
 * there and says so. */
static void no_derivative(void)
{
    bench b = {.model = ph_model_create()};
    CHECK(add_body(b.model, "a", ph_v3(0, 0, 0)) == PH_OK);
    force_par f = force_make("force", "a", NULL, 0, "-sqrt(a.pos.x)", "0", "0");
    CHECK(force_add(b.model, "pull", &f) == PH_OK);
    CHECK(compile(&b) == PH_OK);
    evaluate(&b);
    double *by = calloc(3 * (size_t)b.dae->pattern->entries, sizeof *by);
    phk_tangents out = {by, by + b.dae->pattern->entries, by + 2 * b.dae->pattern->entries};
    CHECK(b.dae->tangent(b.dae->self, &b.p, &out) == PH_OK);
    for (int k = 0; k < b.dae->pattern->entries; k++) CHECK(isfinite(by[k]));
    free(by);
    done(&b);

    b = (bench){.model = ph_model_create()};
    CHECK(add_body(b.model, "a", ph_v3(0, 0, 0)) == PH_OK);
    ph_expr equation = {.text = "sqrt(a.pos.x)"};
    CHECK(ph_model_add_equation(b.model, "root", &equation) == PH_OK);
    CHECK(compile(&b) == PH_OK);
    CHECK(b.dae->residual(b.dae->self, &b.p, b.g, b.d, b.c, b.s) == PH_E_NONFINITE);
    phk_system_explain(b.sys, PH_E_NONFINITE, b.diag);
    CHECK(says(&b, "equation of `root`, `sqrt(a.pos.x)`, has a derivative that is not finite"));
    done(&b);
}

static ph_status drag(void *user, double t, const ph_frame *on, ph_wrench *w)
{
    (void)user, (void)t;
    w->force = ph_scale(-1, on->v);
    return PH_OK;
}

/* The log says where differences stand in for derivatives; a joint type with expressions is
 * refused. */
static void plug_ins(void)
{
    bench b = {.model = ph_model_create()};
    CHECK(add_body(b.model, "a", ph_v3(0, 0, 0)) == PH_OK);
    CHECK(ph_model_add_force_function(b.model, "drag", "a", drag, NULL) == PH_OK);
    CHECK(compile(&b) == PH_OK && ph_diag_count(b.diag) == 1);
    CHECK(says(&b, "forces of type `function` give no derivatives: differences of their wrench"));
    done(&b);

    static const ph_field fields[] = {{"gap", PH_FIELD_EXPR, .help = "How far."}, {.name = NULL}};
    ph_joint_type type = *joint_type("distance");
    ph_expr gap = {.text = "time"};
    type.name = "gap";
    type.par_bytes = sizeof gap;
    type.fields = fields;
    b = (bench){.model = ph_model_create()};
    CHECK(add_body(b.model, "a", ph_v3(1, 0, 0)) == PH_OK);
    ph_text between[2] = {{.text = "ground"}, {.text = "a"}};
    ph_joint_def def = ph_default_joint();
    def.between = (ph_names){2, between};
    CHECK(ph_model_add_joint(b.model, "rod", &type, &def, &gap) == PH_OK);
    CHECK(compile(&b) == PH_E_UNSUPPORTED && says(&b, "its type `gap` has expressions"));
    done(&b);
}

int main(void)
{
    plug_ins();
    no_derivative();
    motions();
    turns();
    reactions();
    errors();
    return TEST_RESULT();
}
