/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Joints, motions, states and families of objects in model files: what arrives in the model, which
 * overrides reach it, where messages point, and that a long chain loads in time and memory.
 */
#include <polhode/polhode.h>
#include <sys/resource.h>
#include <unistd.h>
#include "cost.h"
#include "harness.h"
#include "mech/model/model.h"

static char folder[] = "/tmp/polhode_test_XXXXXX";
static char path[100];

static ph_model *load_path(const char *name, const char *const *set, int n_set)
{
    ph_model *model = NULL;
    ph_diag *diag = ph_diag_create();
    CHECK(ph_model_load(name, set, n_set, diag, &model) == PH_OK);
    char text[2000];
    for (int i = 0; i < ph_diag_count(diag); i++) {
        ph_diagnostic_format(ph_diag_get(diag, i), text, sizeof text);
        printf("%s", text);
    }
    ph_diag_free(diag);
    return model;
}

static void write_file(const char *text)
{
    FILE *file = fopen(path, "wb");
    CHECK(file != NULL);
    if (file) fputs(text, file);
    if (file) fclose(file);
}

static ph_model *load(const char *text)
{
    write_file(text);
    return load_path(path, NULL, 0);
}

static int find(const ph_model *m, phk_kind kind, const char *name)
{
    phk_object o = phk_model_find(m, name, strlen(name));
    CHECK(o.index >= 0 && o.kind == kind);
    return o.index < 0 ? 0 : o.index;
}

static void test_joints(const ph_model *m)
{
    CHECK(ph_model_joints(m) == 9);
    const phk_joint *j = &phk_joints(m)[find(m, PHK_KIND_JOINT, "bearing")];
    CHECK_TEXT(j->type->name, "revolute");
    CHECK(j->def.between.count == 2 && PHK_GIVEN(phk_joint_fields, &j->def, between));
    CHECK(PHK_GIVEN(phk_joint_fields, &j->def, axis) && !PHK_GIVEN(phk_joint_fields, &j->def, at));
    CHECK_TEXT(j->def.between.name[0].text, "ground");
    CHECK_TEXT(j->def.between.name[1].text, "crank");
    CHECK(j->def.axis.z == 2 && j->def.axis2.x == 1 && j->def.where.line == 14);
    j = &phk_joints(m)[find(m, PHK_KIND_JOINT, "gimbal")];
    CHECK(j->def.at.x == 0.5 && j->def.axis.y == 1 && j->def.axis2.z == 1);
    /* what its type has of its own lies behind the place, and arrives in the right one */
    j = &phk_joints(m)[find(m, PHK_KIND_JOINT, "rod")];
    CHECK(j->par && *(const double *)j->par == 0.9);
    j = &phk_joints(m)[find(m, PHK_KIND_JOINT, "level")];
    CHECK(!j->type);
    CHECK_TEXT(j->equation.text, "cross.pos.y - 0*time");
    CHECK(phk_bodies(m)[0].exact == (PH_EXACT_POSITION | PH_EXACT_OMEGA));
    CHECK(phk_bodies(m)[1].exact == 127 && phk_bodies(m)[2].exact == 0 &&
          phk_bodies(m)[2].mass == 0);
}

static void test_motions_and_states(const ph_model *m)
{
    const ph_motion_def *d = &phk_motions(m)[find(m, PHK_KIND_MOTION, "drive")];
    CHECK_TEXT(d->joint.text, "bearing");
    CHECK_TEXT(d->velocity.text, "2*pi");
    CHECK(!d->displacement.text && d->direction == -1 && d->between.count == 0);
    d = &phk_motions(m)[find(m, PHK_KIND_MOTION, "lift")];
    CHECK(!d->joint.text && d->direction == 5 && d->between.count == 2);
    CHECK_TEXT(d->between.name[1].text, "eye");
    const ph_state_def *s = &phk_states(m)[find(m, PHK_KIND_STATE, "lag")];
    CHECK(s->equation.text && !s->rate.text && s->initial == 0);
    const ph_options *o = ph_model_options(m);
    CHECK(o->scale[0] == 1e-3 && o->scale[1] == 0 && o->scale[2] == 1e-2);
}

static void test_family(const ph_model *m)
{
    CHECK(ph_model_bodies(m) == 6 && ph_model_motions(m) == 5 && ph_model_states(m) == 4);
    const ph_body_def *b = &phk_bodies(m)[find(m, PHK_KIND_BODY, "link3")];
    CHECK(b->mass == 3);
    CHECK_RATIO(b->position.x, 2.6, 1e-15);
    CHECK_TEXT(phk_markers(m)[find(m, PHK_KIND_MARKER, "end2")].on.text, "link2");
    CHECK_TEXT(phk_joints(m)[find(m, PHK_KIND_JOINT, "hinge3")].def.between.name[0].text, "link3");
    /* the running number in expressions */
    CHECK_TEXT(phk_motions(m)[find(m, PHK_KIND_MOTION, "turn2")].displacement.text, "2*time");
    CHECK_TEXT(phk_states(m)[find(m, PHK_KIND_STATE, "filter3")].rate.text, "(3 - filter3  )/2");
    CHECK(phk_states(m)[find(m, PHK_KIND_STATE, "filter3")].initial == 3);
    /* the inner repeat: k = 1: 1, 3; k = 2: 2; k = 3: 3 */
    CHECK(ph_model_variables(m) == 3 + 4);
    CHECK_TEXT(phk_variables(m)[find(m, PHK_KIND_VARIABLE, "v1_3")].value.text, "1 - 3");
    CHECK(m->output.count == 2 + 4);
    CHECK_TEXT(m->output.name[0], "link3");
    CHECK_TEXT(m->output.name[3], "v1_3");
}

static void test_overrides(const char *file)
{
    static const char *const set[] = {
        "parameters.N=5",      "repeat.0.bodies.link{k}.mass=2*k", "repeat.0.repeat.0.step=1",
        "joints.rod.length=1", "motions.drive.velocity=3*time",    "simulate.scale.angle=2"};
    ph_model *m = load_path(file, set, 6);
    if (!m) return;
    CHECK(ph_model_bodies(m) == 8 && phk_bodies(m)[find(m, PHK_KIND_BODY, "link5")].mass == 10);
    CHECK(ph_model_variables(m) == 5 + 15);
    CHECK(*(const double *)phk_joints(m)[find(m, PHK_KIND_JOINT, "rod")].par == 1);
    CHECK(ph_model_options(m)->scale[1] == 2);
    ph_model_free(m);
}

static void test_forms(void)
{
    /* `k (k)` calls a function; `i.e`, `e_i` and `sin0` are no names. Each is said once, although
     * the first expression grows for k = -2 and not for k = 0 */
    write_file("polhode: 1\n"
               "parameters: {N: 0}\n"
               "bodies: {a: {mass: 1, inertia: [1, 1, 1]}}\n"
               "repeat:\n"
               "  - {for: k, from: -2, to: 0, variables: {'v{-k}': '2*k^2 + k (k)'}}\n"
               "  - {for: i, to: 2, variables: {'w{i}': 'i.e + e_i + 1e-3*i'}}\n"
               "variables: {z: 'sin{N}'}\n");
    ph_model *m;
    ph_diag *diag = ph_diag_create();
    CHECK(ph_model_load(path, NULL, 0, diag, &m) == PH_E_MODEL && !m);
    CHECK(ph_diag_errors(diag) == 4);
    ph_diag_free(diag);
    /* no copies; a list for the scale; negative numbers in names and expressions; zero of -0 */
    m = load("polhode: 1\n"
             "parameters: {N: 0}\n"
             "bodies: {a: {mass: 1, inertia: [1, 1, 1], exact: omega}}\n"
             "repeat:\n"
             "  - {for: k, from: 1, to: N, bodies: {'b{k}': {mas: wrong}}}\n"
             "  - {for: k, from: -2, to: 0, variables: {'v{-k}': '2*k^2 + k*(k)'}}\n"
             "  - {for: i, to: 2, repeat: [], joints: }\n"
             "  - {for: i, to: 2, step: 3, variables: {'w{-0*i}': '1e-3*i + time'}}\n"
             "simulate: {scale: [2 m, 3 rad, 4 s]}\n"
             "outputs:\n");
    if (!m) return;
    CHECK(ph_model_bodies(m) == 1 && ph_model_variables(m) == 4);
    CHECK(phk_bodies(m)[0].exact == PH_EXACT_OMEGA);
    CHECK_TEXT(phk_variables(m)[find(m, PHK_KIND_VARIABLE, "v2")].value.text,
               "2*(-2)^2 + (-2)*((-2))");
    CHECK(phk_variables(m)[0].value.where.length < 0); /* it grew: no column in it can be told */
    CHECK_TEXT(phk_variables(m)[find(m, PHK_KIND_VARIABLE, "w0")].value.text, "1e-3*1 + time");
    CHECK(phk_variables(m)[3].value.where.length == 13);
    CHECK(ph_model_options(m)->scale[2] == 4);
    ph_model_free(m);
}

/* Loads a chain of n links some times; [s] of processor time. */
static double chain(int n, int times)
{
    char set[40];
    snprintf(set, sizeof set, "parameters.N=%d", n);
    const char *sets[] = {set};
    double before = cost_now();
    for (int k = 0; k < times; k++) {
        ph_model *m = load_path(path, sets, 1);
        CHECK(m && ph_model_bodies(m) == n && ph_model_joints(m) == n);
        ph_model_free(m);
    }
    return cost_now() - before;
}

static void test_chain(void)
{
    write_file("polhode: 1\n"
               "parameters: {N: 5, l: 1/N}\n"
               "repeat:\n"
               "  - for: k\n"
               "    to: N\n"
               "    bodies:\n"
               "      link{k}: {mass: 1/N, inertia: [0, l^2/N/12, l^2/N/12], "
               "position: [(k - 0.5)*l, 0, 0]}\n"
               "  - for: k\n"
               "    from: 2\n"
               "    to: N\n"
               "    joints:\n"
               "      hinge{k}: {type: revolute, between: [\"link{k-1}\", \"link{k}\"], "
               "at: [(k - 1)*l, 0, 0], axis: [0, 1, 0]}\n"
               "joints:\n"
               "  hinge1: {type: revolute, between: [ground, link1], axis: [0, 1, 0]}\n"
               "outputs: [\"link{N}\"]\n");
    enum { LINKS = 1000 };
    double small = chain(LINKS, COST_PIECES), large = chain(COST_PIECES * LINKS, 1);
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    printf("%d times %d links in %.3f s, all in one chain in %.3f s and %ld MB\n", COST_PIECES,
           LINKS, small, large, usage.ru_maxrss / 1024);
    CHECK(large < COST_LIMIT * small);
#if defined(__OPTIMIZE__) && !defined(__SANITIZE_ADDRESS__)
    CHECK(usage.ru_maxrss < 600 * 1024); /* kB */
#endif
}

int main(void)
{
    if (!mkdtemp(folder)) TEST_SKIP("no temporary folder");
    snprintf(path, sizeof path, "%s/model.yaml", folder);
    static const char file[] = "test/data/good/mechanism.yaml";
    ph_model *m = load_path(file, NULL, 0);
    if (m) {
        test_joints(m);
        test_motions_and_states(m);
        test_family(m);
    }
    ph_model_free(m);
    test_overrides(file);
    test_forms();
    test_chain();
    remove(path);
    rmdir(folder);
    return TEST_RESULT();
}
