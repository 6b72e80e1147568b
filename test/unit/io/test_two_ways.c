/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The same model from C and from a file: the same start, to the last bit, and the same complaints.
 * What was given decides both.
 */
#include <string.h>
#include "text_model.h"

static ph_diag *diag;

/* Values by name, as a file gives them; a definition is filled as if each line were a key of it. */
static void numbers(const char *kind, void *def, const char *name, int count, const double *value)
{
    CHECK(ph_field_set_numbers(ph_kind_fields(kind), def, name, count, value, diag) == PH_OK);
}

static void number(const char *kind, void *def, const char *name, double value)
{
    CHECK(ph_field_set_number(ph_kind_fields(kind), def, name, value, diag) == PH_OK);
}

static void vector(const char *kind, void *def, const char *name, double x, double y, double z)
{
    CHECK(ph_field_set_vector(ph_kind_fields(kind), def, name, ph_v3(x, y, z), diag) == PH_OK);
}

static ph_body_def a_body(double x)
{
    static const double one[] = {1, 1, 1};
    ph_body_def b = ph_default_body();
    number("body", &b, "mass", 1);
    numbers("body", &b, "inertia", 3, one);
    vector("body", &b, "position", x, 0, 0);
    return b;
}

static ph_joint_def between(const char *first, const char *second)
{
    static ph_text name[2];
    ph_joint_def def = ph_default_joint();
    name[0].text = first;
    name[1].text = second;
    CHECK(ph_field_set_names(ph_kind_fields("joint"), &def, "between", 2, name, diag) == PH_OK);
    return def;
}

static void hinge(ph_model *m, const char *name, const char *first, const char *second, double x)
{
    ph_joint_def def = between(first, second);
    vector("joint", &def, "at", x, 0, 0);
    CHECK(ph_model_add_joint(m, name, ph_joint_type_find("revolute"), &def, NULL) == PH_OK);
}

/* Both start alike, to the last bit; frees them. What `want` says of the first body's omega.z shows
 * that the case is one in which it matters what was given. */
static void same_start(ph_model *c, ph_model *file, double want)
{
    ph_options o = ph_default_options();
    o.end = 1;
    ph_sim *one = must_create(c, &o), *two = must_create(file, &o);
    CHECK(ph_model_bodies(c) == ph_model_bodies(file));
    for (int i = 0; i < ph_model_bodies(c); i++) {
        ph_body_state p, q;
        CHECK(ph_sim_get_body(one, i, &p) == PH_OK && ph_sim_get_body(two, i, &q) == PH_OK);
        CHECK(memcmp(&p, &q, sizeof p) == 0);
        CHECK(ph_model_body(c, i)->given == ph_model_body(file, i)->given);
        if (i == 0) CHECK_NEAR(p.omega.z, want, 1e-9);
    }
    ph_sim_free(one);
    ph_sim_free(two);
    ph_model_free(c);
    ph_model_free(file);
}

/* A pendulum of two bodies: the first turns, and what the second does follows from its joint, from
 * a rate of zero that was given, or from another. */
static void rates(void)
{
    static const struct {
        const char *text; /* of the second body */
        int given;        /* its omega is */
        double omega;     /* [rad/s] */
    } cases[] = {{"", 0, 0}, {", omega: [0, 0, 0]", 1, 0}, {", omega: [0, 0, 3]", 1, 3}};
    double start[3];
    for (int k = 0; k < 3; k++) {
        ph_model *c = ph_model_create();
        ph_body_def a = a_body(1), b = a_body(3);
        vector("body", &a, "omega", 0, 0, 1);
        if (cases[k].given) vector("body", &b, "omega", 0, 0, cases[k].omega);
        CHECK(ph_model_add_body(c, "a", &a) == PH_OK && ph_model_add_body(c, "b", &b) == PH_OK);
        hinge(c, "root", "ground", "a", 0);
        ph_joint_def weld = between("a", "b");
        CHECK(ph_model_add_joint(c, "weld", ph_joint_type_find("fixed"), &weld, NULL) == PH_OK);
        ph_model *file =
            text_model("bodies:\n"
                       "  a: {mass: 1, inertia: [1, 1, 1], position: [1, 0, 0], omega: [0, 0, 1]}\n"
                       "  b: {mass: 1, inertia: [1, 1, 1], position: [3, 0, 0]%s}\n"
                       "joints:\n"
                       "  root: {type: revolute, between: [ground, a], at: [0, 0, 0]}\n"
                       "  weld: {type: fixed, between: [a, b]}\n",
                       cases[k].text);
        ph_options o = ph_default_options();
        o.end = 1;
        ph_sim *sim = must_create(file, &o);
        ph_body_state s;
        CHECK(ph_sim_get_body(sim, 0, &s) == PH_OK);
        start[k] = s.omega.z;
        ph_sim_free(sim);
        same_start(c, file, start[k]);
    }
    CHECK_NEAR(start[0], 1, 1e-9);
    CHECK(start[1] < 0.9 && start[2] > 1.1);
}

/* Zeros that are assigned count as not given, those set by name as given. */
static void recorded(void)
{
    const ph_field *fields = ph_kind_fields("body");
    ph_model *m = ph_model_create();
    ph_body_def a = ph_default_body();
    a.mass = 1;
    a.inertia = (ph_sym3){1, 1, 1, 0, 0, 0};
    a.omega = ph_v3(0, 0, 1);
    a.velocity = ph_v3(0, 0, 0);
    CHECK(ph_model_add_body(m, "a", &a) == PH_OK);
    CHECK(ph_field_given(fields, ph_model_body(m, 0), "omega"));
    CHECK(ph_field_given(fields, ph_model_body(m, 0), "mass"));
    CHECK(!ph_field_given(fields, ph_model_body(m, 0), "velocity"));
    vector("body", &a, "velocity", 0, 0, 0);
    CHECK(ph_model_add_body(m, "b", &a) == PH_OK);
    CHECK(ph_field_given(fields, ph_model_body(m, 1), "velocity"));
    /* what a model holds may be added to another, or again, as it is */
    CHECK(ph_model_add_body(m, "c", ph_model_body(m, 0)) == PH_OK);
    CHECK(ph_model_body(m, 2)->given == ph_model_body(m, 0)->given);
    ph_model_free(m);
}

static void pivot(void)
{
    ph_model *c = ph_model_create();
    static const double one[] = {1, 1, 1};
    ph_body_def b = ph_default_body();
    number("body", &b, "mass", 1);
    numbers("body", &b, "inertia", 3, one);
    vector("body", &b, "pivot", 0, 0, 2);
    vector("body", &b, "omega", 0, 0, 5);
    CHECK(ph_model_add_body(c, "top", &b) == PH_OK);
    CHECK(ph_model_body(c, 0)->has_pivot && ph_model_body(c, 0)->position.z == 2);
    same_start(c,
               text_model("bodies:\n  top: {mass: 1, inertia: [1, 1, 1], pivot: [0, 0, 2], "
                          "omega: [0, 0, 5]}\n"),
               5);
}

/* The message both give, the file's with its place. */
static void same_complaint(ph_model *c, const char *text, const char *want)
{
    char path[60];
    ph_model *file = NULL;
    ph_diag_clear(diag);
    CHECK(ph_model_check(c, diag) == PH_E_MODEL && ph_diag_count(diag) >= 1);
    if (ph_diag_count(diag)) CHECK_TEXT(ph_diag_get(diag, 0)->message, want);
    ph_diag_clear(diag);
    snprintf(path, sizeof path, "/tmp/polhode_ways_%ld.yaml", (long)getpid());
    FILE *stream = fopen(path, "wb");
    CHECK(stream != NULL);
    if (stream) fprintf(stream, "polhode: 1\n%s", text), fclose(stream);
    CHECK(ph_model_load(path, NULL, 0, diag, &file) != PH_OK && ph_diag_count(diag) >= 1);
    if (ph_diag_count(diag)) CHECK_TEXT(ph_diag_get(diag, 0)->message, want);
    ph_diag_clear(diag);
    remove(path);
    ph_model_free(c);
}

#define BODY "bodies:\n  a: {mass: 1, inertia: [1, 1, 1], position: [1, 0, 0]"

static void complaints(void)
{
    ph_model *m = ph_model_create();
    ph_body_def b = a_body(1);
    vector("body", &b, "pivot", 1, 0, 0);
    vector("body", &b, "velocity", 0, 0, 0);
    CHECK(ph_model_add_body(m, "a", &b) == PH_OK);
    same_complaint(m, BODY ", pivot: [1, 0, 0], velocity: [0, 0, 0]}\n",
                   "body `a` has both a pivot and a velocity");

    m = ph_model_create();
    b = a_body(1);
    CHECK(ph_model_add_body(m, "a", &b) == PH_OK);
    ph_joint_def def = between("ground", "a");
    vector("joint", &def, "axis", 0, 0, 1); /* as it would be anyway: but one of two */
    CHECK(ph_model_add_joint(m, "j", ph_joint_type_find("universal"), &def, NULL) == PH_OK);
    same_complaint(
        m, BODY "}\njoints:\n  j: {type: universal, between: [ground, a], axis: [0, 0, 1]}\n",
        "joint `j` needs `axis2`");

    m = ph_model_create();
    ph_marker_def tip = ph_default_marker();
    CHECK(ph_field_set_text(ph_kind_fields("marker"), &tip, "on", "a", diag) == PH_OK);
    CHECK(ph_model_add_body(m, "a", &b) == PH_OK && ph_model_add_marker(m, "tip", &tip) == PH_OK);
    def = between("ground", "tip");
    vector("joint", &def, "at", 0, 0, 0);
    CHECK(ph_model_add_joint(m, "j", ph_joint_type_find("revolute"), &def, NULL) == PH_OK);
    same_complaint(m,
                   BODY "}\nmarkers:\n  tip: {on: a}\njoints:\n"
                        "  j: {type: revolute, between: [ground, tip], at: [0, 0, 0]}\n",
                   "joint `j` has markers, whose places and axes it uses");

    m = ph_model_create();
    ph_shape_def disc = {.kind = PH_SHAPE_CYLINDER, .radius = 1};
    CHECK(ph_model_add_body(m, "a", &b) == PH_OK && ph_model_add_shape(m, "d", &disc) == PH_OK);
    same_complaint(m, BODY "}\nshapes:\n  d: {type: cylinder, radius: 1}\n",
                   "shape `d`: a cylinder needs a `length`");
}

/* Every kind is found by its word, has defaults, and counts its objects; what has no type of its
 * own is added by its definition. */
static void kinds(void)
{
    ph_model *m = ph_model_create();
    ph_variable_def v;
    CHECK(!ph_kind_find("sphere") && !ph_kind_fields(NULL) && !ph_kind_get(-1));
    for (int k = 0; k < ph_kind_count(); k++) {
        const ph_kind *kind = ph_kind_get(k);
        void *def = calloc(1, kind->bytes);
        CHECK(ph_kind_find(kind->word) == kind && kind->fields);
        CHECK(ph_kind_default(kind->word, def) == PH_OK && ph_model_count(m, kind->word) == 0);
        CHECK(!ph_model_get(m, kind->word, 0) && !ph_model_name(m, kind->word, 0));
        free(def);
    }
    CHECK(ph_kind_default("variable", &v) == PH_OK && ph_kind_default("x", &v) == PH_E_USAGE);
    CHECK(ph_field_set_text(ph_kind_fields("variable"), &v, "value", "2*time", diag) == PH_OK);
    CHECK(ph_model_add(m, "variable", "twice", &v) == PH_OK);
    CHECK(ph_model_add(m, "variable", "twice", &v) == PH_E_NAME);
    CHECK(ph_model_add(m, "joint", "j", &v) == PH_E_USAGE);
    CHECK(ph_model_count(m, "variable") == 1 && ph_model_count(m, "nothing") == 0);
    CHECK_TEXT(ph_model_name(m, "variable", 0), "twice");
    const ph_variable_def *got = ph_model_get(m, "variable", 0);
    CHECK(got && got->value.text != v.value.text);
    if (got) CHECK_TEXT(got->value.text, "2*time");
    ph_model_free(m);
}

int main(void)
{
    diag = ph_diag_create();
    rates();
    recorded();
    pivot();
    complaints();
    kinds();
    ph_diag_free(diag);
    return TEST_RESULT();
}
