/* SPDX-License-Identifier: BSD-3-Clause
 *
 * test_slide.c -- a mass and a ball that slide on a plane with friction of velocities, pressed on
 * by a constant force: against closed forms and reference numbers.
 */
#include "harness.h"
#include "contact/friction.h"
#include "contact/normal.h"

static const double G = 9.81;

/* A ball that slides along x and turns about y; a mass without turning has J = 0. */
typedef struct {
    int curve;
    phk_friction_par par;
    double m, J, lever; /* lever: from the centre to where friction acts [m] */
    double N, drive;    /* drive: a force along x [N] */
} slider;

/* y = (x, v, w) */
static void slider_rate(const slider *s, const double y[3], double rate[3])
{
    ph_vec3 vt = {y[1] - s->lever * y[2], 0, 0};
    phk_friction_phi f = phk_friction_curves[s->curve].phi(&s->par, fabs(vt.x));
    double T = phk_friction_force(f, s->N, vt).x;
    rate[0] = y[1], rate[1] = (s->drive + T) / s->m;
    rate[2] = s->J > 0 ? -s->lever * T / s->J : 0;
}

/* The classical rule of order 4, in n equal steps. */
static void slide(const slider *s, double y[3], double time, int n)
{
    double h = time / n;
    for (int step = 0; step < n; step++) {
        static const double node[4] = {0, 0.5, 0.5, 1}, weight[4] = {1, 2, 2, 1};
        double k[4][3], sum[3] = {0};
        for (int i = 0; i < 4; i++) {
            double at[3];
            for (int j = 0; j < 3; j++) at[j] = y[j] + (i ? h * node[i] * k[i - 1][j] : 0);
            slider_rate(s, at, k[i]);
            for (int j = 0; j < 3; j++) sum[j] += weight[i] * k[i][j];
        }
        for (int j = 0; j < 3; j++) y[j] += h * sum[j] / 6;
    }
}

/* v0^2/(2 mu g) in v0/(mu g): down to vs the force is constant. Below, the speed fades by
 * v' = -(mu g/2) w (3 - w^2), which adds vs^2/(mu g) (2/sqrt(3)) atanh(1/sqrt(3)) of way. */
static void mass_slides_to_rest(void)
{
    slider s = {PHK_FRICTION_STEP, {0.3, 0.3, 1e-3, 2e-3}, .m = 1, .N = G};
    double y[3] = {0, 1, 0}, mu_g = 0.3 * G, until = (1 - 1e-3) / mu_g;
    slide(&s, y, until, 20000);
    CHECK_NEAR(y[0], (1 - 1e-6) / (2 * mu_g), 1e-12);
    CHECK_NEAR(y[1], 1e-3, 1e-12);
    slide(&s, y, 0.02, 20000);
    double fade = 1e-6 / mu_g * 2 / sqrt(3) * atanh(1 / sqrt(3));
    CHECK_NEAR(y[0], (1 - 1e-6) / (2 * mu_g) + fade, 1e-12);
    CHECK(y[1] < 1e-12);
    printf("a mass slides %.10f m, rigid .1698946653\n", y[0]);
    CHECK_NEAR(y[0], .1698946653, 1e-6);
    CHECK_NEAR(until, .3397893306, 4e-4);
}

/* 20 degrees, mu .3, from rest: friction first has to build up, so it is faster than g (sin - mu
 * cos) says. */
static void mass_slides_down(void)
{
    double angle = 20 * PH_PI / 180, y[3] = {0, 0, 0};
    slider s = {PHK_FRICTION_STEP,
                {0.3, 0.3, 1e-3, 1e-2},
                .m = 1,
                .N = G * cos(angle),
                .drive = G * sin(angle)};
    slide(&s, y, 0.01, 20000);
    slide(&s, y, 0.99, 20000);
    double rigid = G * (sin(angle) - 0.3 * cos(angle));
    printf("down an incline: x(1) %.7f, v(1) %.7f, rigid %.7f, %.7f\n", y[0], y[1], rigid / 2,
           rigid);
    CHECK_NEAR(rigid / 2, .2948511, 1e-7);
    CHECK_NEAR(rigid, .5897022, 1e-7);
    CHECK_NEAR(y[0], .2953606, 1e-7);
    CHECK_NEAR(y[1], .5902117, 1e-7);
}

/* 20 degrees, mu .5, which should hold: the creep, for ever. */
static void mass_creeps(void)
{
    double angle = 20 * PH_PI / 180;
    const double want[PHK_FRICTION_COUNT] = {.5368759258, atanh(tan(angle) / 0.5)};
    for (int curve = 0; curve < PHK_FRICTION_COUNT; curve++) {
        slider s = {
            curve, {0.5, 0.5, 1e-3, 1e-2}, .m = 1, .N = G * cos(angle), .drive = G * sin(angle)};
        double y[3] = {0, 0, 0};
        slide(&s, y, 0.02, 20000);
        CHECK_NEAR(y[1], 1e-3 * want[curve], 1e-12);
    }
}

/* A ball slides into rolling: the momentum about the point of friction stays, whatever friction
 * does: v = v0 re^2/(re^2 + J/m), with the lever re of a point half way into the depth. */
static void ball_begins_to_roll(void)
{
    phk_normal_par hertz = {.k = 1e6, .e = 1.5};
    double q = pow(G / hertz.k, 1 / hertz.e), re = 0.1 - q / 2, J = 0.4 * 0.01, v0 = 2;
    CHECK_RATIO(phk_normal_laws[PHK_NORMAL_POWER].force(&hertz, q, 0).force, G, 1e-14);
    for (int curve = 0; curve < PHK_FRICTION_COUNT; curve++) {
        slider s = {curve, {0.3, 0.3, 1e-3, 1e-2}, .m = 1, .J = J, .lever = re, .N = G};
        double y[3] = {0, v0, 0};
        slide(&s, y, 2 * v0 / (7 * 0.3 * G), 20000);
        CHECK_NEAR(y[1], 5. / 7 * v0, 2e-3); /* as a rigid one, about here */
        slide(&s, y, 0.05, 20000);
        CHECK_NEAR(y[1], v0 * re * re / (re * re + J), 1e-11);
        CHECK_NEAR(y[1], 1.4266969908, 1e-10);
        CHECK_NEAR(y[2], 14.299734945, 1e-9);
        CHECK_NEAR(y[1], re * y[2], 1e-11);
    }
    CHECK_NEAR(2 * v0 / (7 * 0.3 * G), .1941653, 1e-7);
}

int main(void)
{
    mass_slides_to_rest();
    mass_slides_down();
    mass_creeps();
    ball_begins_to_roll();
    return TEST_RESULT();
}
