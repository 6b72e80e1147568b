/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Building a model from C: what is refused, what is copied, names, and what the check says about
 * variables, places and bodies.
 */
#include "../../build_model.h"

static ph_body_def ball(void)
{
    ph_body_def b = ph_default_body();
    b.mass = 1;
    b.inertia = (ph_sym3){1, 1, 1, 0, 0, 0};
    return b;
}

static ph_model *with_ball(void)
{
    ph_model *model = ph_model_create();
    ph_body_def b = ball();
    CHECK(ph_model_add_body(model, "ball", &b) == PH_OK);
    return model;
}

static void names(void)
{
    ph_model *model = with_ball();
    ph_body_def b = ball();
    static const char *const bad[] = {"",     "1a",     "a-b",    "a b",    "a.b", "\xC3\xA4",
                                      "time", "ground", "energy", "solver", "ball"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        CHECK(ph_model_add_body(model, bad[i], &b) == PH_E_NAME);
        CHECK(ph_model_add_parameter(model, bad[i], 1) == PH_E_NAME);
        CHECK(add_variable(model, bad[i], "1") == PH_E_NAME);
    }
    CHECK(ph_model_add_body(model, NULL, &b) == PH_E_NAME);
    /* what was refused has left no trace */
    CHECK(ph_model_bodies(model) == 1 && ph_model_variables(model) == 0);
    CHECK(ph_model_add_parameter(model, "_", 1) == PH_OK);
    CHECK(add_variable(model, "Z9_", "_ + 1") == PH_OK);
    CHECK(ph_model_add_parameter(model, "Z9_", 1) == PH_E_NAME);
    CHECK(ph_model_check(model, NULL) == PH_OK);
    ph_model_free(model);
    ph_model_free(NULL);
}

static ph_status push(void *user, double t, const ph_frame *on, ph_wrench *w)
{
    (void)user, (void)t, (void)on, (void)w;
    return PH_OK;
}

static ph_status no_wrench(int n, const void *par, const ph_eval *eval, const ph_frame *frame,
                           ph_wrench *w)
{
    (void)par, (void)eval, (void)frame;
    for (int i = 0; i < n; i++) w[i] = (ph_wrench){{0, 0, 0}, {0, 0, 0}};
    return PH_OK;
}

static void misuse(void)
{
    ph_model *model = with_ball();
    ph_table_def table = {.x = {-1, NULL}};
    CHECK(ph_model_add_body(model, "a", NULL) == PH_E_USAGE);
    CHECK(ph_model_add_marker(model, "a", NULL) == PH_E_USAGE);
    CHECK(ph_model_add_table(model, "a", NULL) == PH_E_USAGE);
    CHECK(ph_model_add_table(model, "a", &table) == PH_E_USAGE);
    table = (ph_table_def){.x = {3, NULL}};
    CHECK(ph_model_add_table(model, "a", &table) == PH_E_USAGE);
    CHECK(ph_model_add_variable(model, "a", NULL) == PH_E_USAGE);
    CHECK(add_variable(model, "a", NULL) == PH_E_USAGE);
    CHECK(ph_model_add_reference(model, NULL, &(ph_reference_def){0}) == PH_E_USAGE);
    CHECK(ph_model_add_reference(model, "ball", NULL) == PH_E_USAGE);
    CHECK(ph_model_add_reference(model, "bull", &(ph_reference_def){0}) == PH_E_NAME);
    CHECK(ph_model_add_output(model, NULL, (ph_source){0}) == PH_E_USAGE);
    CHECK(ph_model_set_options(model, NULL) == PH_E_USAGE);
    CHECK(ph_model_set_title(model, NULL) == PH_E_USAGE);
    CHECK(ph_model_set_gravity(model, ph_v3(0, NAN, 0)) == PH_E_RANGE);
    CHECK(ph_model_add_parameter(model, "a", NAN) == PH_E_RANGE);
    CHECK(ph_model_add_force_function(model, "a", NULL, push, NULL) == PH_E_USAGE);
    CHECK(ph_model_add_force_function(model, "a", "ball", NULL, NULL) == PH_E_USAGE);
    CHECK(ph_model_add_force(model, "a", NULL, "", (ph_source){0}) == PH_E_USAGE);
    CHECK(ph_model_add_force(model, "a", force_type("force"), NULL, (ph_source){0}) == PH_E_USAGE);
    CHECK(ph_model_body(model, 1) == NULL && ph_model_body(model, -1) == NULL);
    CHECK(ph_model_body_name(model, 1) == NULL && ph_model_reference(model, 0) == NULL);
    CHECK(ph_model_check(model, NULL) == PH_OK);

    /* types of the caller that would be written or read past their room */
    static const ph_field none[] = {{.name = NULL}};
    static const ph_field two[] = {{"on", PH_FIELD_PLACE, .offset = 0},
                                   {"to", PH_FIELD_PLACE, .offset = sizeof(ph_place)},
                                   {.name = NULL}};
    ph_place par[2] = {{.text = "ball"}, {.text = NULL}};
    ph_force_type type = {
        .name = "t", .par_bytes = sizeof par, .fields = two, .markers = 1, .wrench = no_wrench};
    CHECK(ph_model_add_force(model, "t", &type, par, (ph_source){0}) == PH_E_USAGE);
    type.markers = 2;
    type.par_bytes = sizeof par[0];
    CHECK(ph_model_add_force(model, "t", &type, par, (ph_source){0}) == PH_E_USAGE);
    type.par_bytes = sizeof par;
    type.wrench = NULL;
    CHECK(ph_model_add_force(model, "t", &type, par, (ph_source){0}) == PH_E_USAGE);
    /* one that touches nothing is odd, but harmless */
    ph_force_type idle = {.name = "i", .par_bytes = 8, .fields = none, .wrench = no_wrench};
    for (int i = 0; i < 9; i++) {
        char name[3] = {'i', (char)('0' + i), 0};
        CHECK(ph_model_add_force(model, name, &idle, "1234567", (ph_source){0}) == PH_OK);
    }
    ph_options o = options_of("nmb", 0.1, 1);
    ph_sim *sim = must_create(model, &o);
    CHECK(ph_sim_run(sim, NULL, NULL) == PH_OK);
    ph_sim_free(sim);
    ph_model_free(model);
}

/* What was given may go: the model has copies of it all, the files of places too. */
static void copies(void)
{
    ph_model *model = ph_model_create();
    char name[] = "ball", file[] = "f.yaml", on[] = "ball", text[] = "x/0", word[] = "nmb";
    double x[] = {0, 1, 2, 3}, y[] = {0, 1, 4, 9};
    ph_source where = {file, 3, 4, 5};
    ph_body_def b = ball();
    b.where = where;
    b.mass = -1;
    ph_marker_def m = ph_default_marker();
    m.where = m.on.where = where;
    m.on.text = on;
    ph_table_def t = {.where = where, .x = {4, x}, .y = {4, y}};
    ph_options o = options_of(word, 0.1, 1);
    CHECK(ph_model_add_body(model, name, &b) == PH_OK);
    CHECK(ph_model_add_marker(model, "m", &m) == PH_OK);
    CHECK(ph_model_add_table(model, "t", &t) == PH_OK);
    CHECK(ph_model_add_variable(model, "v", &(ph_expr){text, where, -1}) == PH_OK);
    CHECK(ph_model_add_variable(model, "x", &(ph_expr){"cubspl(time, 0, t, 0)", where, -1}) == 0);
    CHECK(ph_model_add_output(model, name, where) == PH_OK);
    CHECK(ph_model_set_options(model, &o) == PH_OK);
    force_par f = force_make("force", on, NULL, 0, text, "0", "0");
    CHECK(force_add(model, "f", &f) == PH_OK);
    for (char *c[] = {name, file, on, text, word, NULL}, **p = c; *p; p++) memset(*p, '?', 1);
    x[0] = y[0] = 1e9;
    ph_diag *diag = ph_diag_create();
    CHECK(ph_model_check(model, diag) == PH_E_MODEL);
    for (int i = 0; i < ph_diag_count(diag); i++)
        if (ph_diag_get(diag, i)->where.file)
            CHECK_TEXT(ph_diag_get(diag, i)->where.file, "f.yaml");
    CHECK(ph_diag_errors(diag) >= 1 && strstr(ph_diag_get(diag, 0)->message, "`ball`") != NULL);
    CHECK_TEXT(ph_model_options(model)->integrator.text, "nmb");
    ph_diag_free(diag);
    ph_model_free(model);
}

/* The errors of a model with one force on the ball and these variables: all the text of them. */
static char said[8000];
static const char *integrator = "liemid-ea";
static int errors_of(const char *const *variables, const char *force)
{
    ph_model *model = with_ball();
    ph_diag *diag = ph_diag_create();
    ph_marker_def m = ph_default_marker();
    m.on.text = "ball";
    CHECK(ph_model_add_marker(model, "corner", &m) == PH_OK);
    CHECK(ph_model_add_parameter(model, "stiffness", 3) == PH_OK);
    for (; variables && *variables; variables += 2)
        CHECK(add_variable(model, variables[0], variables[1]) == PH_OK);
    force_par f = force_make("force", "corner", NULL, 0, force, "0", "0");
    CHECK(force_add(model, "pull", &f) == PH_OK);
    ph_options options = ph_default_options();
    options.integrator.text = integrator;
    CHECK(ph_model_set_options(model, &options) == PH_OK);
    ph_status status = ph_model_check(model, diag);
    CHECK((status != PH_OK) == (ph_diag_errors(diag) > 0));
    said[0] = '\0';
    for (int i = 0; i < ph_diag_count(diag); i++)
        ph_diagnostic_format(ph_diag_get(diag, i), said + strlen(said), sizeof said - strlen(said));
    int n = ph_diag_errors(diag);
    ph_diag_free(diag);
    ph_model_free(model);
    return n;
}

static int says(const char *text)
{
    if (strstr(said, text)) return 1;
    printf("not in:\n%s\n", said);
    return 0;
}

static void expressions(void)
{
    CHECK(errors_of(NULL, "stiffness*corner.pos.x") == 0);
    CHECK(errors_of(NULL, "stifness*2") == 1 && says("did you mean `stiffness`?"));
    CHECK(errors_of(NULL, "coner.pos.x") == 1 && says("did you mean `corner.pos.x`?"));
    CHECK(errors_of(NULL, "corner.pos.w") == 1 && says("did you mean `corner.pos.x`?"));
    CHECK(errors_of(NULL, "corner.omga_world.x") == 1 && says("`corner.omega_world.x`?"));
    CHECK(errors_of(NULL, "tme") == 1 && says("did you mean `time`?"));
    CHECK(errors_of(NULL, "corner") == 1);
    CHECK(errors_of(NULL, "corner.R.14") == 1);
    CHECK(errors_of(NULL, "corner.") == 1);
    CHECK(errors_of(NULL, ".pos.x") == 1);
    CHECK(errors_of(NULL, "distance(corner)") == 1 && says("it takes 2 arguments: distance(i, j)"));
    CHECK(errors_of(NULL, "distance(corner, stiffness)") == 1 && says("`stiffness` is no marker"));
    CHECK(errors_of(NULL, "distance(ground, ball) + ground.vel.x") == 0);
    CHECK(errors_of(NULL, "pull") == 1);
    CHECK(errors_of(NULL, "nonsense + rubbish") == 2);

    static const char *const any_order[] = {"a", "b + c", "b", "c*2", "c", "ball.pos.x", NULL};
    CHECK(errors_of(any_order, "a") == 0);
    static const char *const itself[] = {"a", "a + 1", NULL};
    CHECK(errors_of(itself, "a") == 1 && says("variable `a` is defined through itself"));
    static const char *const circle[] = {"a", "b", "b", "c", "c", "a", "d", "a + b", NULL};
    CHECK(errors_of(circle, "d") == 1 && says("variable `a` is defined through itself"));
    static const char *const circles[] = {"a", "b", "b", "a", "c", "d", "d", "c", "e", "a+c", NULL};
    CHECK(errors_of(circles, "e") == 2 && says("`a` is defined") && says("`c` is defined"));
    /* one that failed is not told again where it is read */
    static const char *const wrong[] = {"a", "rubbish", "b", "a + 1", NULL};
    CHECK(errors_of(wrong, "a + b") == 1 && says("rubbish"));
}

/* A chain of variables, each reading the next one: no depth is too much. */
static void long_chain(int n)
{
    ph_model *model = with_ball();
    for (int i = 0; i < n; i++) {
        char name[20], text[40];
        snprintf(name, sizeof name, "v%d", i);
        snprintf(text, sizeof text, i + 1 < n ? "v%d + 1" : "ball.pos.x", i + 1);
        CHECK(add_variable(model, name, text) == PH_OK);
    }
    CHECK(ph_model_add_output(model, "v0", (ph_source){0}) == PH_OK);
    ph_options o = options_of("nmb", 0.1, 1);
    ph_sim *sim = must_create(model, &o);
    double row[2];
    CHECK(ph_sim_row_width(sim) == 2);
    CHECK(ph_sim_row(sim, row, NULL) == PH_OK && row[1] == n - 1);
    ph_sim_free(sim);
    ph_model_free(model);
}

/* Names of any length are found in expressions as elsewhere. */
static void long_names(void)
{
    ph_model *model = ph_model_create();
    char name[600], text[700];
    memset(name, 'n', sizeof name);
    name[599] = '\0';
    ph_body_def b = ball();
    b.position.x = 4;
    CHECK(ph_model_add_body(model, name, &b) == PH_OK);
    snprintf(text, sizeof text, "%s.pos.x + 1", name);
    CHECK(add_variable(model, "v", text) == PH_OK);
    CHECK(ph_model_add_output(model, "v", (ph_source){0}) == PH_OK);
    ph_options o = options_of("nmb", 0.1, 1);
    ph_sim *sim = must_create(model, &o);
    double row[2];
    CHECK(ph_sim_row(sim, row, NULL) == PH_OK && row[1] == 5);
    ph_sim_free(sim);
    ph_model_free(model);
}

static ph_status check_of(ph_body_def b, ph_status code)
{
    ph_model *model = ph_model_create();
    ph_diag *diag = ph_diag_create();
    CHECK(ph_model_add_body(model, "ball", &b) == PH_OK);
    ph_status status = ph_model_check(model, diag);
    if (status) CHECK(ph_diag_get(diag, 0)->code == code);
    ph_diag_free(diag);
    ph_model_free(model);
    return status;
}

static void bodies(void)
{
    ph_body_def b = ball();
    CHECK(check_of(b, PH_OK) == PH_OK);
    /* a mass that is not given would be that of shapes; one of zero is given by name */
    b.mass = 0;
    CHECK(check_of(b, PH_E_MISSING) == PH_E_MODEL);
    ph_field_give(ph_kind_fields("body"), &b, "mass");
    CHECK(check_of(b, PH_E_PHYSICS) == PH_E_MODEL);
    b.mass = NAN;
    CHECK(check_of(b, PH_E_NONFINITE) == PH_E_MODEL);
    b = ball();
    b.inertia = (ph_sym3){1, 1, 2.1, 0, 0, 0};
    CHECK(check_of(b, PH_E_PHYSICS) == PH_E_MODEL);
    b.any_inertia = 1;
    CHECK(check_of(b, PH_OK) == PH_OK);
    b.inertia = (ph_sym3){1, 1, -1, 0, 0, 0};
    CHECK(check_of(b, PH_E_PHYSICS) == PH_E_MODEL);
    /* the triangle inequality holds for any axes: a flat plate, turned */
    b = ball();
    b.inertia = (ph_sym3){1.25, 1.25, 2.5, -0.25, 0, 0};
    CHECK(check_of(b, PH_OK) == PH_OK);
    b.inertia = (ph_sym3){1.25, 1.25, 2.4, -0.25, 0.5, 0};
    CHECK(check_of(b, PH_E_PHYSICS) == PH_E_MODEL);
    b = ball();
    b.orientation.w = 1.001;
    CHECK(check_of(b, PH_E_PHYSICS) == PH_E_MODEL);
    /* about a pivot: at least a point mass at the centre of mass */
    b = ball();
    b.has_pivot = true;
    b.position.x = 2;
    b.inertia = (ph_sym3){0.001, 4.001, 4.001, 0, 0, 0};
    CHECK(check_of(b, PH_OK) == PH_OK);
    b.inertia = (ph_sym3){2, 3.9, 3.9, 0, 0, 0};
    CHECK(check_of(b, PH_E_PHYSICS) == PH_E_MODEL);
    /* off the axes the products count: m (r.r 1 - r r^T) and a little more */
    b.position = ph_v3(1, 2, 3);
    b.inertia = (ph_sym3){13.001, 10.001, 5.001, -2, -3, -6};
    CHECK(check_of(b, PH_OK) == PH_OK);
    b.inertia = (ph_sym3){13.001, 10.001, 5.001, 2, 3, -6};
    CHECK(check_of(b, PH_E_PHYSICS) == PH_E_MODEL);

    /* a quaternion with a few digits is made one of norm 1 before anything is computed from it */
    ph_model *model = ph_model_create();
    b = ball();
    b.orientation = ph_quat_make(0.7071068, 0, 0, 0.7071068);
    b.has_pivot = true;
    b.position.x = 0.5;
    CHECK(ph_model_add_body(model, "ball", &b) == PH_OK);
    CHECK_NEAR(ph_quat_norm(ph_model_body(model, 0)->orientation), 1, 2e-16);
    ph_options o = options_of("nmb", 0.1, 1);
    ph_sim *sim = must_create(model, &o);
    ph_body_state s;
    CHECK(ph_sim_get_body(sim, 0, &s) == PH_OK);
    CHECK_NEAR(s.position.x, 0.5, 1e-15);
    ph_sim_free(sim);
    ph_model_free(model);

    /* none at all */
    model = ph_model_create();
    CHECK(ph_model_check(model, NULL) == PH_E_MODEL);
    ph_model_free(model);
}

int main(void)
{
    names();
    misuse();
    copies();
    expressions();
    long_chain(3);
    long_chain(100000);
    long_names();
    bodies();
    return TEST_RESULT();
}
