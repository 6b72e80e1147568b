/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Whole model files: what arrives in the model, overrides, files that cannot be read, and that
 * reading takes time in proportion to the file.
 */
#include <locale.h>
#include <polhode/polhode.h>
#include <sys/stat.h>
#include <unistd.h>
#include "cost.h"
#include "harness.h"
#include "mech/model/model.h"

#define PI 3.14159265358979323846

static char folder[] = "/tmp/polhode_test_XXXXXX";
static char path[100], csv_path[100];

static void write_file(const char *name, const char *text)
{
    FILE *file = fopen(name, "wb");
    CHECK(file != NULL);
    if (file) fputs(text, file);
    if (file) fclose(file);
}

static ph_model *load_path(const char *name, const char *const *set, int n_set, ph_status want)
{
    ph_model *model = NULL;
    ph_diag *diag = ph_diag_create();
    ph_status status = ph_model_load(name, set, n_set, diag, &model);
    CHECK(status == want);
    if (status != want)
        for (int i = 0; i < ph_diag_count(diag); i++) printf("%s\n", ph_diag_get(diag, i)->message);
    CHECK((model != NULL) == (want == PH_OK));
    CHECK((ph_diag_errors(diag) > 0) == (want != PH_OK));
    ph_diag_free(diag);
    return model;
}

static ph_model *load(const char *text, const char *const *set, int n_set)
{
    write_file(path, text);
    return load_path(path, set, n_set, PH_OK);
}

static const char whole[] = "polhode: 1\n"
                            "title: A top\n"
                            "description: |\n  with words\n"
                            "gravity: [0, 0, -9.81]\n"
                            "parameters: {rate: 2*base + 1, base: 60 rpm, m: 3 kg, s: 5 s}\n"
                            "bodies:\n"
                            "  top: &top\n"
                            "    mass: 2*m\n"
                            "    inertia: [1, 1, 1.5]\n"
                            "    orientation: {axis: [0, 0, 1], angle: 90 deg}\n"
                            "    omega: [0, 0, rate]\n"
                            "  copy: {<<: *top, position: [1 m, 20 cm, 0]}\n"
                            "  same: *top\n"
                            "markers:\n"
                            "  tip: {on: top, at: [0, 0, -1]}\n"
                            "  base_point: {at: [1, 2, 3]}\n"
                            "tables:\n"
                            "  profile: {x: [0, 1, 2, 3], y: [0, 1, 4, 9]}\n"
                            "  measured: {file: table.csv}\n"
                            "variables:\n"
                            "  v: 'sin(time)'\n"
                            "forces:\n"
                            "  push: {type: torque, on: tip, torque: [0, 0, 'base*time']}\n"
                            "  hit: {type: impulse, on: copy, at: 1 s, linear: [1, 0, 0]}\n"
                            "outputs: [top, energy]\n"
                            "simulate: {integrator: liemid-ea, end: 10, step: 1 ms, every: 0.1}\n"
                            "reference:\n"
                            "  top: {orientation: [1, 0, 0, 0], momentum: [1, 2, 3]}\n";

static void test_whole(void)
{
    write_file(csv_path, "# measured\nx, y\n0, 1\n1, 2.5\n\n2, -3e-1\n 3 ,4\n");
    ph_model *m = load(whole, NULL, 0);
    if (!m) return;
    CHECK_TEXT(ph_model_title(m), "A top");
    CHECK_TEXT(ph_model_source(m), whole);
    CHECK_TEXT(ph_model_path(m), path);
    CHECK(ph_model_bodies(m) == 3 && ph_model_markers(m) == 2 && ph_model_forces(m) == 2);
    CHECK(m->gravity.z == -9.81);
    const ph_body_def *top = ph_model_body(m, 0), *copy = ph_model_body(m, 1);
    CHECK(top->mass == 6 && top->where.line == 8 && top->where.column == 3);
    CHECK(top->where.file == m->path);
    CHECK_NEAR(top->orientation.z, sqrt(0.5), 2e-16);
    CHECK_RATIO(top->omega.z, 4 * PI + 1, 1e-15);
    CHECK(copy->mass == 6 && copy->position.x == 1 && copy->position.y == 0.2);
    CHECK_TEXT(phk_markers(m)[0].on.text, "top");
    CHECK(phk_markers(m)[1].on.text == NULL);
    CHECK(phk_tables(m)[1].x.count == 4 && phk_tables(m)[1].y.value[2] == -0.3);
    CHECK(phk_model_where(m, PHK_KIND_PARAMETER, 1).line == 6);
    CHECK(ph_model_options(m)->end == 10 && ph_model_options(m)->step == 1e-3);
    CHECK_TEXT(ph_model_options(m)->integrator.text, "liemid-ea");
    const ph_field *known = ph_kind_fields("reference");
    CHECK(ph_field_given(known, ph_model_reference(m, 0), "orientation"));
    CHECK(ph_field_given(known, ph_model_reference(m, 0), "momentum"));
    CHECK(!ph_field_given(known, ph_model_reference(m, 0), "position"));
    CHECK(ph_model_reference(m, 0)->momentum.z == 3 && !ph_model_reference(m, 1));
    CHECK(m->output.count == 2);
    ph_model_free(m);
}

static void test_overrides(void)
{
    static const char *const set[] = {"bodies.same.mass=7",
                                      "bodies.top.inertia.2=1.25",
                                      "parameters.base=1",
                                      "simulate.end=2*base",
                                      "bodies.copy.velocity=[1, 2, 3]",
                                      "title='x: y'",
                                      "bodies.copy.omega.0=1 rpm",
                                      "outputs=[]"};
    ph_model *m = load(whole, set, 8);
    if (!m) return;
    /* `same` is an alias of `top`, yet only the one named changes */
    CHECK(ph_model_body(m, 0)->mass == 6 && ph_model_body(m, 2)->mass == 7);
    CHECK(ph_model_body(m, 0)->inertia.zz == 1.25 && ph_model_body(m, 2)->inertia.zz == 1.5);
    CHECK(ph_model_body(m, 0)->omega.z == 3 && ph_model_options(m)->end == 2);
    CHECK(ph_model_body(m, 1)->velocity.y == 2 && ph_model_body(m, 0)->omega.x == 0);
    CHECK_RATIO(ph_model_body(m, 1)->omega.x, PI / 30, 1e-15);
    CHECK_TEXT(ph_model_title(m), "x: y");
    CHECK(m->output.count == 0);
    ph_model_free(m);
    /* a section the file lacks, and one without content */
    static const char *const more[] = {"simulate.end=3", "gravity=[0, 0, -1]"};
    for (int i = 0; i < 2; i++) {
        m = load(i ? "polhode: 1\nbodies: {a: {mass: 1, inertia: [1, 1, 1]}}\nsimulate:\n"
                   : "polhode: 1\nbodies: {a: {mass: 1, inertia: [1, 1, 1]}}\n",
                 more, 2);
        CHECK(m && ph_model_options(m)->end == 3 && m->gravity.z == -1);
        ph_model_free(m);
    }
}

static void test_forms(void)
{
    ph_model *m =
        load("\xEF\xBB\xBFpolhode: 1\nbodies: {a: {mass: 1, inertia: [1, 1, 1]}}\n", NULL, 0);
    ph_model_free(m);
    m = load("{\"polhode\":1,\r\n\t\"bodies\":{\"a\":{\"mass\":1.5,\"inertia\":[1,1,1]}}}", NULL,
             0);
    CHECK(m && ph_model_body(m, 0)->mass == 1.5);
    ph_model_free(m);
    /* a program with decimal commas reads decimal points all the same */
    if (setlocale(LC_ALL, "de_DE.UTF-8")) {
        m = load("polhode: 1\nbodies: {a: {mass: 1.5, inertia: [1, 1, 1]}}\n", NULL, 0);
        CHECK(m && ph_model_body(m, 0)->mass == 1.5);
        ph_model_free(m);
        setlocale(LC_ALL, "C");
    }
}

static void test_files(void)
{
    load_path("/tmp/no such folder/model.yaml", NULL, 0, PH_E_IO);
    load_path(folder, NULL, 0, PH_E_IO);
    CHECK(ph_model_load(NULL, NULL, 0, NULL, &(ph_model *){NULL}) == PH_E_USAGE);
    write_file(path, "polhode: 1\n");
    /* a file of 3 GB that takes no room on the disk */
    if (truncate(path, 3LL << 30) == 0) load_path(path, NULL, 0, PH_E_IO);
    write_file(path, "polhode: 1\n");
    chmod(path, 0);
    if (access(path, R_OK) != 0) load_path(path, NULL, 0, PH_E_IO);
    chmod(path, 0600);
}

static void test_csv(void)
{
    static const char model[] = "polhode: 1\nbodies: {a: {mass: 1, inertia: [1, 1, 1]}}\n"
                                "tables: {t: {file: table.csv}}\n";
    static const char *const good[] = {
        "0;1\n1;2\n2;3\n3;4",
        "0 1\n1\t2\n 2   3  # x\r\n3 4\n",
        "a b c\n0,1,x\n1,2,y\n2,3,z\n3,4,",
    };
    for (int i = 0; i < 3; i++) {
        write_file(csv_path, good[i]);
        ph_model *m = load(model, NULL, 0);
        CHECK(m && phk_tables(m)[0].x.count == 4 && phk_tables(m)[0].y.value[3] == 4);
        ph_model_free(m);
    }
}

/* A chain of parameters in the order that makes each need the next. */
static void test_chain(void)
{
    FILE *file = fopen(path, "w");
    int n = 50000;
    fprintf(file, "polhode: 1\nbodies: {a: {mass: p0, inertia: [1, 1, 1]}}\nparameters:\n");
    for (int i = 0; i < n; i++) fprintf(file, "  p%d: p%d + 1\n", i, i + 1);
    fprintf(file, "  p%d: 1\n", n);
    fclose(file);
    ph_model *m = load_path(path, NULL, 0, PH_OK);
    CHECK(m && ph_model_body(m, 0)->mass == n + 1);
    ph_model_free(m);
}

/* Writes a file of many bodies; processor time for reading it some times. */
static double load_time(int bodies, int one_line, int times)
{
    FILE *file = fopen(path, "w");
    fprintf(file, one_line ? "{polhode: 1, bodies: {" : "polhode: 1\nbodies:\n");
    for (int i = 0; i < bodies; i++)
        fprintf(file,
                one_line ? "b%d: {mass: 2*pi, inertia: [1, 1, 1], position: [%d, 0, 0]}, "
                         : "  b%d: {mass: 1, inertia: [1, 1, 1], position: [%d, 0, 0]}\n",
                i, i);
    if (one_line) fprintf(file, "}}");
    fclose(file);
    double before = cost_now();
    for (int k = 0; k < times; k++) {
        ph_model *m = load_path(path, NULL, 0, PH_OK);
        CHECK(m && ph_model_bodies(m) == bodies);
        ph_model_free(m);
    }
    return cost_now() - before;
}

static void test_linear(void)
{
    enum { BODIES = 1000 };
    for (int one_line = 0; one_line < 2; one_line++) {
        double small = load_time(BODIES, one_line, COST_PIECES);
        double large = load_time(COST_PIECES * BODIES, one_line, 1);
        printf("%d times %d bodies in %.3f s, all in one file in %.3f s\n", COST_PIECES, BODIES,
               small, large);
        CHECK(large < COST_LIMIT * small);
    }
}

int main(void)
{
    if (!mkdtemp(folder)) TEST_SKIP("no temporary folder");
    snprintf(path, sizeof path, "%s/model.yaml", folder);
    snprintf(csv_path, sizeof csv_path, "%s/table.csv", folder);
    test_whole();
    test_overrides();
    test_forms();
    test_csv();
    test_files();
    test_chain();
    test_linear();
    remove(path);
    remove(csv_path);
    rmdir(folder);
    return TEST_RESULT();
}
