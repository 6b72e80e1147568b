/* SPDX-License-Identifier: BSD-3-Clause
 *
 * test_project.c -- positions on the constraints, velocities along them, accelerations from forces.
 */
#include "harness.h"
#include "dae_problems.h"
#include "integrate/project.h"
#include "math/so3.h"

/* Three links in a row on the ground, the last held at right angles to the first. */
static void loop(dae_problem *p)
{
    ph_sym3 J = {0.02, 0.03, 0.04, 0.001, 0, 0.002};
    *p = (dae_problem){.gravity = {0, 0, -9.81}};
    for (int b = 0; b < 3; b++)
        dae_body(p, 1 + b, J, ph_v3(0.5 + b, 0.1 * b, 0), phk_exp(ph_v3(0.1 * b, 0.2, -0.1)),
                 ph_v3(0.1, 0.2 * b, 0.3), ph_v3(1, -b, 0.5));
    dae_point(p, -1, 0, ph_v3(0, 0, 0), ph_v3(-0.5, 0, 0));
    dae_point(p, 0, 1, ph_v3(0.5, 0, 0), ph_v3(-0.5, 0, 0));
    dae_point(p, 1, 2, ph_v3(0.5, 0, 0), ph_v3(-0.5, 0, 0));
    dae_angle(p, 0, 2, ph_v3(0, 1, 0), ph_v3(0, 0, 1));
    dae_finish(p, 0, 0);
}

static double largest(const double *v, int n)
{
    double most = 0;
    for (int i = 0; i < n; i++) most = fmax(most, fabs(v[i]));
    return most;
}

static double violation(dae_problem *p, const phk_point *at)
{
    double g[6 * DAE_BODIES], d[1], c[3 * DAE_HOLDS], s[1];
    CHECK(p->dae.residual(p, at, g, d, c, s) == PH_OK);
    return largest(c, p->dae.nl);
}

static void test_three_levels(void)
{
    static dae_problem p;
    loop(&p);
    double a[18] = {0}, lambda[10] = {0}, rate[10], gamma[10], left, before;
    phk_project *project;
    CHECK(phk_project_create(&p.dae, &project) == PH_OK);
    phk_point at = {0, p.q, p.v, a, NULL, NULL, lambda, NULL};
    CHECK(violation(&p, &at) > 0.01);
    CHECK(phk_project_positions(project, &at, p.q, 1e-13, 30, &left) == PH_OK);
    CHECK(left <= 1e-13 && violation(&p, &at) <= 1e-13);
    for (int b = 0; b < 3; b++) {
        const double *q = p.q + 7 * b + 3;
        CHECK_NEAR(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3], 1, 1e-14);
    }
    CHECK(phk_project_velocities(project, &at, p.v, &before) == PH_OK);
    CHECK(before > 0.01);
    p.dae.rates(&p, &at, rate, NULL);
    CHECK(largest(rate, p.dae.nl) < 1e-13);
    CHECK(phk_project_accelerations(project, &at, a, lambda, NULL, NULL) == PH_OK);

    /* the rates along the flow change by nothing: a check that does not use the same functions */
    double ahead[2][10], q[21], v[18];
    for (int m = 0; m < 2; m++) {
        double h = m ? 1e-5 : -1e-5;
        memcpy(q, p.q, sizeof q);
        for (int b = 0; b < 3; b++) {
            const double *w = p.v + 6 * b + 3, *wd = a + 6 * b + 3;
            double *e = q + 7 * b + 3, move[3];
            for (int k = 0; k < 3; k++) {
                q[7 * b + k] += h * (p.v[6 * b + k] + h / 2 * a[6 * b + k]);
                move[k] = h * (w[k] + h / 2 * wd[k]);
            }
            ph_quat r =
                phk_turn(ph_quat_make(e[0], e[1], e[2], e[3]), ph_v3(move[0], move[1], move[2]));
            e[0] = r.w, e[1] = r.x, e[2] = r.y, e[3] = r.z;
        }
        for (int i = 0; i < 18; i++) v[i] = p.v[i] + h * a[i];
        phk_point moved = at;
        moved.q = q, moved.v = v;
        p.dae.rates(&p, &moved, ahead[m], NULL);
    }
    for (int i = 0; i < p.dae.nl; i++) CHECK_NEAR((ahead[1][i] - ahead[0][i]) / 2e-5, 0, 1e-7);

    /* and forces balance: power of the constraints is nothing */
    p.dae.rates(&p, &at, rate, gamma);
    double power = 0;
    for (int i = 0; i < p.dae.nl; i++) power += lambda[i] * rate[i];
    CHECK_NEAR(power, 0, 1e-10);

    /* an impulse that makes given rates */
    double want[10], dv[18], got[10];
    for (int i = 0; i < p.dae.nl; i++) want[i] = 0.1 * (i + 1);
    CHECK(phk_project_impulse(project, &at, want, dv) == PH_OK);
    phk_point still = at;
    still.v = dv;
    p.dae.rates(&p, &still, got, NULL);
    for (int i = 0; i < p.dae.nl; i++) CHECK_NEAR(got[i], want[i], 1e-12);
    phk_project_free(project);
    dae_free(&p);
}

/* Only what may move moves. */
static void test_weights(void)
{
    static dae_problem p;
    loop(&p);
    double weight[18], a[18] = {0}, lambda[10] = {0}, before[7], left;
    for (int i = 0; i < 18; i++) weight[i] = i >= 15 ? INFINITY : 1;
    memcpy(before, p.q + 14, sizeof before);
    phk_project *project;
    CHECK(phk_project_create(&p.dae, &project) == PH_OK);
    CHECK(phk_project_weights(project, weight) == PH_OK);
    phk_point at = {0, p.q, p.v, a, NULL, NULL, lambda, NULL};
    CHECK(phk_project_positions(project, &at, p.q, 1e-12, 50, &left) == PH_OK);
    CHECK(violation(&p, &at) <= 1e-12);
    for (int k = 3; k < 7; k++) CHECK_NEAR(p.q[14 + k], before[k], 1e-15);
    CHECK(p.q[14] != before[0]);
    phk_project_free(project);
    dae_free(&p);
}

/* Two points on the ground two metres apart, one rod of a metre: there is no way. */
static void test_impossible(void)
{
    static dae_problem p;
    ph_sym3 J = {0.02, 0.03, 0.04, 0, 0, 0};
    p = (dae_problem){.gravity = {0, 0, -9.81}};
    dae_body(&p, 1, J, ph_v3(0.5, 0.1, 0), ph_quat_identity(), ph_v3(0, 0, 0), ph_v3(0, 0, 0));
    dae_point(&p, -1, 0, ph_v3(0, 0, 0), ph_v3(-0.5, 0, 0));
    dae_point(&p, -1, 0, ph_v3(2, 0, 0), ph_v3(0.5, 0, 0));
    dae_finish(&p, 0, 0);
    double a[6] = {0}, lambda[6] = {0}, left = 0;
    phk_project *project;
    CHECK(phk_project_create(&p.dae, &project) == PH_OK);
    phk_point at = {0, p.q, p.v, a, NULL, NULL, lambda, NULL};
    ph_status status = phk_project_positions(project, &at, p.q, 1e-10, 50, &left);
    CHECK(status == PH_E_SOLVE || status == PH_E_SINGULAR);
    CHECK(left > 0.3 && isfinite(left));
    CHECK(phk_project_culprit(project) >= 0);
    for (int i = 0; i < 7; i++) CHECK(isfinite(p.q[i]));
    phk_project_free(project);
    dae_free(&p);
}

int main(void)
{
    test_three_levels();
    test_weights();
    test_impossible();
    return TEST_RESULT();
}
