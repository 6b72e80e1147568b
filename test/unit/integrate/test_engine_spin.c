/* SPDX-License-Identifier: BSD-3-Clause
 *
 * test_engine_spin.c -- a single body: a ramp of spin, free rotation, and a spin about an axis that
 * a joint holds.
 */
#include "harness.h"
#include <complex.h>
#include "dae_problems.h"
#include "math/so3.h"

static const phk_engine_method *const both[] = {&phk_engine_galpha, &phk_engine_hht};

static ph_status moment(dae_problem *p, const phk_point *at, double *q, double *d, double *s,
                        phk_tangents *t)
{
    (void)p, (void)at, (void)d, (void)s;
    if (!t) q[3] += 20;
    return PH_OK;
}

/* A moment of 20 N m about a principal axis with 0.5 kg m^2: exact whatever the damping. */
static void test_ramp(void)
{
    static const double alpha[] = {0, -0.1, -0.2, -0.3, -1.0 / 3};
    for (int m = 0; m < 2; m++)
        for (int i = 0; i < 5; i++) {
            static dae_problem p;
            dae_free_body(&p, ph_v3(0.5, 0.7, 0.9), ph_v3(0, 0, 0));
            p.force = moment;
            phk_engine_options o = dae_options();
            o.run.alpha = alpha[i];
            phk_engine *e = dae_start(&p, both[m], &o);
            for (int k = 1; k <= 20000; k++) CHECK(e->step(e, k * 1e-3, true) == PH_OK);
            ph_vec3 turn =
                phk_log(ph_quat_make(e->now.q[3], e->now.q[4], e->now.q[5], e->now.q[6]));
            CHECK_NEAR(e->now.v[3], 800, 1.3e-9);
            CHECK_NEAR(remainder(turn.x - 8000, 2 * PH_PI), 0, 5e-9);
            e->free(e);
            dae_free(&p);
        }
}

typedef struct {
    double q, w, energy, momentum;
} drift;

static drift free_body(const phk_engine_method *method, ph_vec3 w0, double h, const double *end)
{
    static dae_problem p;
    const ph_vec3 J = {0.5, 0.7, 0.9};
    dae_free_body(&p, J, w0);
    phk_engine_options o = dae_options();
    o.run.alpha = -0.3, o.fresh = true, o.plain_start = true;
    phk_engine *e = dae_start(&p, method, &o);
    double E0 = 0.5 * (J.x * w0.x * w0.x + J.y * w0.y * w0.y + J.z * w0.z * w0.z);
    ph_vec3 p0 = ph_v3(J.x * w0.x, J.y * w0.y, J.z * w0.z);
    drift out = {0, 0, 0, 0};
    const double *q = e->now.q, *w = e->now.v;
    for (int k = 1; k <= (int)lround(10 / h); k++) {
        CHECK(e->step(e, k * h, true) == PH_OK);
        q = e->now.q + 3, w = e->now.v + 3;
        double E = 0.5 * (J.x * w[0] * w[0] + J.y * w[1] * w[1] + J.z * w[2] * w[2]);
        out.energy = fmax(out.energy, fabs(E - E0) / E0);
    }
    ph_vec3 pi =
        ph_rotate(ph_quat_make(q[0], q[1], q[2], q[3]), ph_v3(J.x * w[0], J.y * w[1], J.z * w[2]));
    out.momentum = ph_norm(ph_sub(pi, p0)) / ph_norm(p0);
    double sign = end && q[0] * end[0] + q[1] * end[1] + q[2] * end[2] + q[3] * end[3] < 0 ? -1 : 1;
    for (int k = 0; end && k < 4; k++) out.q = fmax(out.q, fabs(sign * q[k] - end[k]));
    for (int k = 0; end && k < 3; k++) out.w = fmax(out.w, fabs(w[k] - end[4 + k]));
    e->free(e);
    dae_free(&p);
    return out;
}

static void test_free(void)
{
    static const double h[3] = {4e-3, 2e-3, 1e-3};
    static const double s_q[3] = {4.0e-2, 1.2e-2, 3.1e-3}, s_w[3] = {8.5, 3.6, 0.84},
                        s_e[3] = {3.9e-4, 5.6e-5, 7.5e-6};
    static const double p_q[3] = {2.0e-3, 1.2e-4, 7.7e-6}, p_w[3] = {0.51, 3.2e-2, 2.0e-3},
                        p_e[3] = {9.0e-8, 5.7e-9, 3.6e-10};
    static const double us_q[3] = {9.6e-2, 2.1e-2, 4.8e-3}, up_q[3] = {1.13e-5, 7.0e-7, 4.4e-8};
    double stable[7] = {1, 0, 0, 0, 5, 1, 100}, unstable[7] = {1, 0, 0, 0, 0.5, 50, 1};
    dae_euler_to(stable, 10);
    dae_euler_to(unstable, 10);
    for (int i = 0; i < 3; i++) {
        drift s = free_body(&phk_engine_hht, ph_v3(5, 1, 100), h[i], stable);
        drift p = free_body(&phk_engine_galpha, ph_v3(5, 1, 100), h[i], stable);
        CHECK_RATIO(s.q, s_q[i], 0.05);
        CHECK_RATIO(s.w, s_w[i], 0.05);
        CHECK_RATIO(s.energy, s_e[i], 0.05);
        CHECK_RATIO(p.q, p_q[i], 0.05);
        CHECK_RATIO(p.w, p_w[i], 0.05);
        CHECK_RATIO(p.energy, p_e[i], 0.05);
        CHECK(p.momentum < 1e-13);
        if (i == 2) CHECK_RATIO(s.momentum, 2.5e-5, 0.05);
        s = free_body(&phk_engine_hht, ph_v3(0.5, 50, 1), h[i], unstable);
        p = free_body(&phk_engine_galpha, ph_v3(0.5, 50, 1), h[i], unstable);
        CHECK_RATIO(s.q, us_q[i], 0.05);
        CHECK_RATIO(p.q, up_q[i], 0.05);
        if (i == 2) CHECK_RATIO(p.energy, 2.8e-9, 0.05);
        printf("h %g: momentum %.1e, %.1e\n", h[i], s.momentum, p.momentum);
    }
}

enum { AXIS_STEPS = 400 };

/* What multiplies the accelerations across a held axis in each step (engine_euler.c). */
static double multiplier(double alpha, double phi)
{
    double rho = (1 + alpha) / (1 - alpha);
    double complex turn = cexp(0.5 * I * phi), b = rho + 0.5 * (1 - turn);
    double complex root = csqrt(b * b - rho * rho * turn);
    return fmax(cabs(b + root), cabs(b - root));
}

/* A rotor in a bearing, turning by phi a step: its speed across the axis after some steps and after
 * twice as many. */
typedef struct {
    double first, second;
} across;

static across hold_axis(const phk_engine_method *method, double alpha, double phi, double imbalance)
{
    static dae_problem p;
    double h = 1e-3;
    across out = {0, 0};
    p = (dae_problem){.bodies = 0};
    dae_body(&p, 2, (ph_sym3){0.06, 0.6, 0.5, imbalance, 0, 0}, ph_v3(0, 0, 0), ph_quat_identity(),
             ph_v3(0, 0, 0), ph_v3(phi / h, 0, 0));
    dae_point(&p, -1, 0, ph_v3(0, 0, 0), ph_v3(0, 0, 0));
    dae_angle(&p, -1, 0, ph_v3(0, 1, 0), ph_v3(1, 0, 0));
    dae_angle(&p, -1, 0, ph_v3(0, 0, 1), ph_v3(1, 0, 0));
    dae_finish(&p, 0, 0);
    phk_engine_options o = dae_options();
    o.run.alpha = alpha, o.newton_tolerance = 1e-14;
    phk_engine *e = dae_start(&p, method, &o);
    CHECK((e->most_turn > 0) == (method->euler && method != &phk_engine_hht_classic));
    if (e->most_turn > 0) CHECK_NEAR(multiplier(alpha, e->most_turn), 1, 1e-9);
    for (int k = 1; k <= 2 * AXIS_STEPS; k++) {
        CHECK(e->step(e, k * h, true) == PH_OK);
        if (k == AXIS_STEPS) out.first = hypot(e->now.v[4], e->now.v[5]);
    }
    out.second = hypot(e->now.v[4], e->now.v[5]);
    e->free(e);
    dae_free(&p);
    printf("%s %g %g: %.3e %.3e\n", method->info.name, alpha, phi, out.first, out.second);
    return out;
}

/* Euler parameters lose an axis that turns too fast, as the theory says; one that nothing at all
 * disturbs they keep, and the other methods keep any. */
static void test_axis(void)
{
    static const phk_engine_method *const modified[] = {&phk_engine_hht_euler,
                                                        &phk_engine_hht_modified};
    static const double alpha[] = {-0.05, -0.1, -0.2}, phi[] = {0.024, 0.09, 0.3}, some = 1e-12;
    for (int m = 0; m < 2; m++)
        for (int i = 0; i < 3; i++) {
            across fast = hold_axis(modified[m], alpha[i], phi[i], some);
            CHECK_RATIO(log(fast.second / fast.first) / AXIS_STEPS,
                        log(multiplier(alpha[i], phi[i])), 0.05);
            CHECK(hold_axis(modified[m], alpha[i], phi[i], 0).second == 0);
            CHECK(hold_axis(modified[m], alpha[i], 0.7 * phi[i], some).second < some * some);
        }
    CHECK(hold_axis(&phk_engine_hht_classic, -0.05, 0.024, some).second < some * some);
    for (int m = 0; m < 2; m++) CHECK(hold_axis(both[m], -0.05, 0.024, some).second < 10 * some);
}

int main(void)
{
    test_ramp();
    test_free();
    test_axis();
    return TEST_RESULT();
}
