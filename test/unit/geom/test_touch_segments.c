/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Capsules against each other, and rims on a plane: derivatives, gaps against a search, and loads
 * that do not jump where axes become parallel or a cylinder stands up.
 */
#include "touch_lab.h"

static const phk_touch_capsule capsules[2] = {{0.6, 0.2}, {0.4, 0.15}};
static const phk_touch_rim rim = {-0.5, 0.3, 0.02};

static int between(const phk_touch_frame f[2], const void *what, phk_touch_point *t)
{
    (void)what;
    return phk_touch_capsules(&f[0], &capsules[0], &f[1], &capsules[1], t);
}

static int rim_on(const phk_touch_frame f[2], const void *what, phk_touch_point *t)
{
    (void)what;
    return phk_touch_rim_plane(&f[0], &rim, &f[1], t);
}

/* Two frames whose z axes are so many radians apart. */
static void nearly_parallel(phk_touch_frame f[2], double angle, bool opposite)
{
    f[1] = lab_frame(0.5);
    const double about = PH_PI * lab_random(), spin = 3 * lab_random();
    const ph_vec3 side = ph_scale(angle + (opposite ? PH_PI : 0), ph_v3(cos(about), sin(about), 0));
    f[0].q = ph_quat_mul(ph_quat_mul(f[1].q, phk_exp(side)), phk_exp(ph_v3(0, 0, spin)));
    f[0].p = ph_add(f[1].p, ph_rotate(f[1].q, ph_v3(0.3, 0.1 * lab_random(), lab_random())));
}

static void test_differences(void)
{
    lab_worst worst = {0};
    for (int n = 0; n < 4000; n++) {
        const phk_touch_frame f[2] = {lab_frame(1), lab_frame(1)};
        phk_touch_point t[PHK_TOUCH_CAPSULES];
        between(f, NULL, t);
        if (t[0].gap < -0.3) continue;
        lab_differences(between, f, NULL, &worst);
    }
    lab_report("capsules", &worst);
    CHECK(worst.points > 3500);

    /* nearly parallel: all five points at work, and change within a few mrad */
    worst = (lab_worst){.step = 3e-7};
    for (int n = 0; n < 4000; n++) {
        phk_touch_frame f[2];
        nearly_parallel(f, 0.0055 + 0.004 * lab_random(), n % 2);
        lab_differences(between, f, NULL, &worst);
    }
    lab_report("parallel capsules", &worst);
    CHECK(worst.points > 8000);

    worst = (lab_worst){0};
    for (int n = 0; n < 4000; n++) {
        phk_touch_frame f[2] = {lab_frame(1), lab_frame(1)};
        lab_differences(rim_on, f, NULL, &worst);
    }
    lab_report("rim on a plane", &worst);
    worst = (lab_worst){.step = 3e-7};
    for (int n = 0; n < 4000; n++) {
        phk_touch_frame f[2];
        nearly_parallel(f, 0.0055 + 0.004 * lab_random(), n % 2);
        lab_differences(rim_on, f, NULL, &worst);
    }
    lab_report("standing rim", &worst);
    CHECK(worst.points > 16000);
}

static double distance_at(const phk_touch_frame f[2], double s, double t)
{
    const ph_vec3 a = ph_add(f[0].p, ph_rotate(f[0].q, ph_v3(0, 0, s)));
    return ph_norm(ph_sub(a, ph_add(f[1].p, ph_rotate(f[1].q, ph_v3(0, 0, t)))));
}

/* On A by thirds, on B straight away. */
static double search(const phk_touch_frame f[2])
{
    double low = -capsules[0].half, high = capsules[0].half, at[2];
    const ph_vec3 u = ph_rotate(f[1].q, ph_v3(0, 0, 1));
    for (int i = 0; i < 90; i++) {
        const double s[2] = {low + (high - low) / 3, high - (high - low) / 3};
        for (int k = 0; k < 2; k++) {
            const ph_vec3 a = ph_add(f[0].p, ph_rotate(f[0].q, ph_v3(0, 0, s[k])));
            const double t = ph_dot(u, ph_sub(a, f[1].p)), half = capsules[1].half;
            at[k] = distance_at(f, s[k], fmax(-half, fmin(half, t)));
        }
        *(at[0] < at[1] ? &high : &low) = at[0] < at[1] ? s[1] : s[0];
    }
    return at[0];
}

static void test_gap(void)
{
    double worst = 0, apart = 0;
    for (int n = 0; n < 4000; n++) {
        phk_touch_frame f[2] = {lab_frame(1), lab_frame(1)};
        phk_touch_point t[PHK_TOUCH_CAPSULES];
        if (n % 4 == 0) nearly_parallel(f, 0, n % 8 == 0);
        const int points = between(f, NULL, t);
        double least = INFINITY, share = 0;
        for (int i = 0; i < points; i++) {
            least = fmin(least, t[i].gap);
            share += t[i].weight;
        }
        lab_more(&worst, fabs(least + 0.35 - search(f)));
        lab_more(&apart, fabs(share - 1));
        /* A and B change places: the same */
        phk_touch_point other[PHK_TOUCH_CAPSULES];
        const int n2 = phk_touch_capsules(&f[1], &capsules[1], &f[0], &capsules[0], other);
        double least2 = INFINITY;
        for (int i = 0; i < n2; i++) least2 = fmin(least2, other[i].gap);
        lab_more(&apart, fabs(least - least2));
    }
    printf("gap of capsules against a search: %.1e; weights, symmetry: %.1e\n", worst, apart);
    CHECK(worst < 1e-12 && apart < 1e-13);

    worst = 0;
    for (int n = 0; n < 1000; n++) {
        const phk_touch_frame f[2] = {lab_frame(1), lab_frame(1)};
        phk_touch_point t[PHK_TOUCH_RIM];
        double least = INFINITY;
        for (int i = 0; i < 3600; i++) {
            const ph_vec3 at =
                ph_v3(0.3 * cos(i * PH_PI / 1800), 0.3 * sin(i * PH_PI / 1800), -0.5);
            const ph_vec3 x = ph_add(f[0].p, ph_rotate(f[0].q, at));
            least = fmin(least, ph_unrotate(f[1].q, ph_sub(x, f[1].p)).z - 0.02);
        }
        rim_on(f, NULL, t);
        lab_more(&worst, fabs(t[0].gap - least));
    }
    CHECK(worst < 1e-6);
}

static void test_continuity(void)
{
    for (int n = 0; n < 40; n++) {
        phk_touch_frame f[2];
        nearly_parallel(f, 0, n % 2);
        /* through parallel, with and without a shift; and along each other, over both ends */
        lab_no_jump(between, f, NULL, lab_vector(0.05), ph_v3(0, 0, 0.3 * lab_random()));
        lab_no_jump(between, f, NULL, ph_v3(0, 0, 0), ph_v3(0, 0, n % 4 < 2 ? 2.5 : -2.5));
        nearly_parallel(f, 0.005, n % 2);
        lab_no_jump(between, f, NULL, ph_v3(0, 0, 0), ph_v3(0, 0, n % 4 < 2 ? 2.5 : -2.5));
        /* a rim that sinks in, through upright */
        nearly_parallel(f, 0, false);
        f[0].p = ph_add(f[1].p, ph_rotate(f[1].q, ph_v3(0.1, 0, 0.5)));
        lab_no_jump(rim_on, f, NULL, lab_vector(0.05), ph_v3(0, 0, 0));
    }
    /* lying side by side: two points half the load each, at the ends of what they share */
    const phk_touch_frame f[2] = {{{0.3, 0, 0.5}, ph_quat_identity()},
                                  {{0, 0, 0}, ph_quat_identity()}};
    phk_touch_point t[PHK_TOUCH_CAPSULES];
    CHECK(between(f, NULL, t) == 2);
    CHECK_NEAR(t[0].point.z + t[1].point.z, -0.1 + 0.4, 1e-15);
    CHECK(t[0].weight == 0.5 && t[1].weight == 0.5);
    CHECK_NEAR(t[0].gap, -0.05, 1e-15);
    CHECK_NEAR(t[1].normal.x, 1, 1e-15);
}

int main(void)
{
    test_differences();
    test_gap();
    test_continuity();
    return TEST_RESULT();
}
