/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Craig-Bampton reduction of a block of springs: frequencies against the full matrices, static
 * deflections of the interface, which must be exact, invariants and slices by their definitions.
 */
#include "harness.h"
#include "truss.h"
#include "flex/reduce_work.h"
#include "io/flex/container.h"
#include "linalg/symmetric.h"

#define TWO_PI 6.283185307179586

typedef struct {
    truss t;
    phk_fe fe;
    int n;
    double *vector, *value; /* of the full matrices */
} lab;

static lab make_lab(void)
{
    lab l = {.t = truss_make(6, 3, 3)};
    CHECK(truss_fe(&l.t, &l.fe));
    l.n = l.fe.mass.n;
    double *m = full(&l.fe.mass);
    l.vector = full(&l.fe.stiffness);
    l.value = malloc((size_t)l.n * sizeof *l.value);
    CHECK(phk_symmetric_eigen2(l.n, l.vector, m, l.value) == PH_OK);
    free(m);
    return l;
}

static void free_lab(lab *l)
{
    truss_free(&l->t);
    phk_fe_free(&l->fe);
    free(l->vector);
    free(l->value);
}

/* Nodes of the end faces: the first nine, the last nine. */
static int near_face[9], far_face[9], corner[1] = {30}, other[1] = {5};
static phk_fe_interface face(const char *name, phk_fe_hold hold, const int *node, int count)
{
    return (phk_fe_interface){name, hold, count, node, {0}};
}

static phk_flex *run(const lab *l, const phk_fe_interface *interface, int interfaces, int modes,
                     phk_reduction_found *found)
{
    phk_flex *flex = NULL;
    ph_diag *diag = ph_diag_create();
    const phk_reduction how = {interface, interfaces, modes, 0, NULL, NULL};
    ph_status status = phk_flex_reduce(&l->fe, &how, diag, found, &flex);
    CHECK(status == PH_OK);
    for (int i = 0; i < ph_diag_count(diag); i++) printf("%s\n", ph_diag_get(diag, i)->message);
    ph_diag_free(diag);
    return flex;
}

static int find(const phk_flex *flex, const char *name)
{
    return ph_flex_node(flex, name, strlen(name));
}

/* Without an interface: the free body's own modes, and its data by their definitions. */
static void test_free(const lab *l)
{
    phk_reduction_found found;
    phk_flex *f = run(l, NULL, 0, 12, &found);
    char text[200];
    if (!f) return;
    const size_t M = (size_t)f->modes;
    CHECK(f->modes == 12 && found.solid && found.extra == 6);
    for (int j = 0; j < 12; j++) CHECK_RATIO(f->stiffness[j], l->value[j + 6], 1e-10);
    for (int j = 0; j < 6; j++) CHECK(fabs(found.rigid[j]) < 1e-4 * ph_flex_frequency(f, 0));
    double mass = 0, c[3] = {0}, J = 0, c1 = 0, d = 0, shift = 0;
    for (int i = 0; i < l->t.nodes; i++) {
        mass += l->t.mass[i];
        for (int k = 0; k < 3; k++) c[k] += l->t.mass[i] * l->t.at[i][k];
    }
    CHECK_RATIO(f->mass, mass, 1e-14);
    CHECK_NEAR(f->com.y, c[1] / mass, 1e-14);
    for (int i = 0; i < l->t.nodes; i++) {
        const double m = l->t.mass[i], x = l->t.at[i][0] - c[0] / mass,
                     y = l->t.at[i][1] - c[1] / mass;
        const double *u = f->node[i].phi;
        J += m * (x * x + y * y);
        c1 += m * x * u[1 * M + 3];
        d += m * u[0 * M + 2] * u[1 * M + 5];
        shift += m * u[2 * M + 4];
    }
    CHECK_RATIO(f->J0.zz, J, 1e-13);
    CHECK_NEAR(f->C1[1 * M + 3], c1, 1e-13);
    CHECK_NEAR(f->D[PHK_XY][2 * M + 5], d, 1e-13);
    CHECK_NEAR(shift, 0, 1e-13);
    const char *fault = phk_flex_fault(f, text);
    CHECK_TEXT(fault ? fault : "none", "none");
    ph_flex_free(f);
}

/* The displacement [6] of an interface under a wrench at another, by the modes. */
static double answer(const phk_flex *f, int at, int k, int by, int force)
{
    const size_t M = (size_t)f->modes;
    const phk_flex_node *a = &f->node[at], *b = &f->node[by];
    double sum = 0;
    for (size_t j = 0; j < M; j++)
        sum += (k < 3 ? a->phi : a->psi)[(size_t)(k % 3) * M + j] *
               (force < 3 ? b->phi : b->psi)[(size_t)(force % 3) * M + j] / f->stiffness[j];
    return sum;
}

/* The same of the full model: the elastic part of its answer to a force on nodes. w [n] weights of
 * the displacement asked for, g [n] the force. */
static double full_answer(const lab *l, const double *w, const double *g)
{
    double sum = 0;
    for (int j = 6; j < l->n; j++) {
        const double *x = l->vector + (size_t)j * (size_t)l->n;
        double a = 0, b = 0;
        for (int i = 0; i < l->n; i++) {
            a += w[i] * x[i];
            b += g[i] * x[i];
        }
        sum += a * b / l->value[j];
    }
    return sum;
}

/* Averages and nodes do not stiffen: what they answer is what the full model does, whatever the
 * number of modes. Of averages that do not hold the body also under forces that move it as a whole.
 */
static void test_static(const lab *l)
{
    const phk_fe_interface in[] = {
        face("near", PHK_FE_AVERAGE, near_face, 9), face("far", PHK_FE_AVERAGE, far_face, 9),
        face("corner", PHK_FE_POINT, corner, 1), face("other", PHK_FE_NODE, other, 1)};
    phk_reduction_found found;
    phk_flex *f = run(l, in, 4, 4, &found);
    if (!f) return;
    CHECK(found.held == 6 && found.extra == 1);
    const int near_at = find(f, "near"), far_at = find(f, "far"), corner_at = find(f, "corner");
    CHECK(near_at == l->t.nodes && far_at == near_at + 1 && corner_at == corner[0]);
    double *w = calloc(2 * (size_t)l->n, sizeof *w), *g = w + l->n;
    for (int i = 0; i < 9; i++) w[3 * near_face[i] + 1] = g[3 * far_face[i] + 2] = 1.0 / 9;
    CHECK_NEAR(answer(f, near_at, 1, near_at, 1), full_answer(l, w, w),
               1e-9 * full_answer(l, w, w));
    CHECK_NEAR(answer(f, far_at, 2, near_at, 1), full_answer(l, w, g), 1e-9 * full_answer(l, w, w));
    memset(w, 0, (size_t)l->n * sizeof *w);
    w[3 * corner[0] + 2] = 1;
    CHECK_NEAR(answer(f, corner_at, 2, far_at, 2), full_answer(l, w, g),
               1e-9 * full_answer(l, w, w));
    /* a turn about x and a couple about it: least squares over the nodes */
    double row[6 * 27];
    ph_vec3 centre;
    CHECK(phk_reduce_average(&l->fe, &in[1], &centre, row));
    memset(w, 0, (size_t)l->n * sizeof *w);
    for (int c = 0; c < 27; c++) w[3 * far_face[c / 3] + c % 3] = row[3 * 27 + c];
    CHECK_NEAR(answer(f, far_at, 3, far_at, 3), full_answer(l, w, w), 1e-9 * full_answer(l, w, w));
    CHECK_NEAR(answer(f, far_at, 3, far_at, 2), full_answer(l, w, g), 1e-9 * full_answer(l, w, w));
    /* two nodes pulled apart: forces in balance */
    const int at[2] = {corner_at, find(f, "other")}, node[2] = {corner[0], other[0]};
    double d[3], length = 0, sum = 0;
    for (int k = 0; k < 3; k++) length += pow(d[k] = l->t.at[node[1]][k] - l->t.at[node[0]][k], 2);
    memset(w, 0, (size_t)l->n * sizeof *w);
    for (int k = 0; k < 3; k++) {
        w[3 * node[0] + k] = -d[k] / sqrt(length);
        w[3 * node[1] + k] = d[k] / sqrt(length);
    }
    for (int a = 0; a < 2; a++)
        for (int b = 0; b < 2; b++)
            for (int k = 0; k < 3; k++)
                for (int j = 0; j < 3; j++)
                    sum += w[3 * node[a] + k] * w[3 * node[b] + j] * answer(f, at[a], k, at[b], j);
    CHECK_NEAR(sum, full_answer(l, w, w), 1e-9 * full_answer(l, w, w));
    free(w);
    ph_flex_free(f);
}

/* With all modes there are, held rigid faces are constraints of the full model; and a held face
 * moves as the rigid body that its node is. */
static void test_rigid(const lab *l)
{
    const phk_fe_interface in[] = {face("near", PHK_FE_RIGID, near_face, 9),
                                   face("far", PHK_FE_RIGID, far_face, 9)};
    phk_reduction_found found;
    phk_flex *f = run(l, in, 2, 8, &found), *all = run(l, in, 2, 200, &found);
    if (!f || !all) return;
    CHECK(found.held == 12 && found.extra == 0 && found.fixed == l->n - 54);
    CHECK(all->modes == l->n - 54 + 6);
    CHECK(all->stiffness[0] >= l->value[6] * (1 - 1e-12));
    CHECK_RATIO(f->stiffness[0], all->stiffness[0], 2e-3);
    CHECK(f->stiffness[0] >= all->stiffness[0] * (1 - 1e-12));
    const size_t M = (size_t)f->modes;
    const phk_flex_node *far_node = &f->node[find(f, "far")];
    double worst = 0;
    for (int i = 0; i < 9; i++)
        for (size_t j = 0; j < M; j++) {
            const phk_flex_node *n = &f->node[far_face[i]];
            const ph_vec3 turn =
                ph_v3(far_node->psi[j], far_node->psi[M + j], far_node->psi[2 * M + j]);
            const ph_vec3 u = ph_cross(turn, ph_sub(n->at, far_node->at));
            worst = fmax(worst, fabs(n->phi[j] - far_node->phi[j] - u.x));
            worst = fmax(worst, fabs(n->phi[M + j] - far_node->phi[M + j] - u.y));
            worst = fmax(worst, fabs(n->phi[2 * M + j] - far_node->phi[2 * M + j] - u.z));
        }
    CHECK_NEAR(worst, 0, 1e-11);
    ph_flex_free(f);
    ph_flex_free(all);
}

static const char *message(const lab *l, const phk_fe *fe, const phk_fe_interface *in, int count)
{
    static char text[400];
    phk_flex *flex = NULL;
    phk_reduction_found found;
    ph_diag *diag = ph_diag_create();
    const phk_reduction how = {in, count, 5, 0, NULL, NULL};
    (void)l;
    CHECK(phk_flex_reduce(fe, &how, diag, &found, &flex) < 0 && !flex);
    CHECK(ph_diag_errors(diag) > 0);
    snprintf(text, sizeof text, "%s", ph_diag_count(diag) ? ph_diag_get(diag, 0)->message : "");
    ph_diag_free(diag);
    return text;
}

/* What no reduction can be made of. */
static void test_bad(lab *l)
{
    const int line[] = {0, 9};
    const phk_fe_interface straight = face("line", PHK_FE_RIGID, line, 2);
    CHECK(strstr(message(l, &l->fe, &straight, 1), "lie on a line"));
    const phk_fe_interface both[] = {face("a", PHK_FE_RIGID, near_face, 9),
                                     face("b", PHK_FE_POINT, near_face, 1)};
    CHECK(strstr(message(l, &l->fe, both, 2), "held by another interface"));
    /* one node more that nothing is connected to */
    truss loose = truss_make(4, 2, 2);
    for (int d = 0; d < 3; d++) {
        phk_triplets_add(&loose.m, 3 * loose.nodes + d, 3 * loose.nodes + d, 1);
        phk_triplets_add(&loose.k, 3 * loose.nodes + d, 3 * loose.nodes + d, 0);
    }
    loose.at = realloc(loose.at, (size_t)(loose.nodes + 1) * sizeof *loose.at);
    memcpy(loose.at[loose.nodes], loose.at[3], sizeof *loose.at);
    loose.nodes++;
    phk_fe fe;
    CHECK(truss_fe(&loose, &fe));
    CHECK(strstr(message(l, &fe, NULL, 0), "no positive pivot at node 17"));
    phk_fe_free(&fe);
    loose.nodes--;
    /* held by a spring to ground */
    truss held = truss_make(4, 2, 2);
    phk_triplets_add(&held.k, 0, 0, 1e5);
    CHECK(truss_fe(&held, &fe));
    CHECK(strstr(message(l, &fe, NULL, 0), "5 rigid motions instead of six"));
    phk_fe_free(&fe);
    truss_free(&held);
    truss_free(&loose);
}

int main(void)
{
    for (int i = 0; i < 9; i++) {
        near_face[i] = i;
        far_face[i] = 45 + i;
    }
    lab l = make_lab();
    test_free(&l);
    test_static(&l);
    test_rigid(&l);
    test_bad(&l);
    free_lab(&l);
    return TEST_RESULT();
}
