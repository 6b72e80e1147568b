/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A sphere against what is round: derivatives against differences, gaps against a search for the
 * nearest point, and no jump across faces, edges and corners.
 */
#include "touch_lab.h"

typedef struct {
    const char *name;
    phk_touch_core core;
    ph_vec3 centre;
    double radius, spread;
} pair;

static int sphere_on(const phk_touch_frame f[2], const void *what, phk_touch_point *t)
{
    const pair *p = what;
    phk_touch_round(&f[0], p->centre, p->radius, &f[1], &p->core, t);
    return 1;
}

static void test_differences(void)
{
    const ph_vec3 off = {0.2, -0.1, 0.15}, none = {0, 0, 0};
    const pair pairs[] = {
        {"sphere-plane", phk_core_plane(), none, 0.3, 1},
        {"sphere-sphere", phk_core_sphere(0.4), off, 0.3, 1},
        {"sphere-box", phk_core_box(ph_v3(0.5, 0.3, 0.2), 0), off, 0.2, 1},
        {"sphere-rounded box", phk_core_box(ph_v3(0.5, 0.3, 0.2), 0.05), off, 0.2, 1},
        {"sphere-capsule", phk_core_capsule(0.6, 0.2), off, 0.2, 1},
        {"parallel cylinders", phk_core_cylinder(0.4), none, 0.3, 1},
        {"wheel on link", phk_core_link(0.5, -0.1, 0.1), none, 0.4, 1},
        {"circle in circle", phk_core_hole(1), off, 0.5, 0.5},
        {"infinite edge", phk_core_edge(0.1), off, 0.2, 1},
    };
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        lab_worst worst = {0};
        for (int n = 0; n < 4000; n++) {
            const phk_touch_frame f[2] = {lab_frame(pairs[i].spread), lab_frame(pairs[i].spread)};
            phk_touch_point t;
            sphere_on(f, &pairs[i], &t);
            /* near the axis curvature is beyond what differences see */
            if (fabs(t.gap + pairs[i].radius + pairs[i].core.radius) < 5e-2) continue;
            if (pairs[i].core.hollow && pairs[i].core.radius - pairs[i].radius - t.gap < 5e-2)
                continue;
            lab_differences(sphere_on, f, &pairs[i], &worst);
        }
        lab_report(pairs[i].name, &worst);
        CHECK(worst.points > 3000);
    }
}

/* The distance of a point outside a box, by halving steps from its middle. */
static double nearest(ph_vec3 y, ph_vec3 half)
{
    ph_vec3 z = {0, 0, 0};
    for (double step = 1; step > 1e-14; step /= 2)
        for (int again = 0; again < 3; again++)
            for (int k = 0; k < 6; k++) {
                const ph_vec3 w = ph_axpy(z, k < 3 ? step : -step, phk_touch_unit(k));
                if (fabs(w.x) > half.x || fabs(w.y) > half.y || fabs(w.z) > half.z) continue;
                if (ph_norm(ph_sub(y, w)) < ph_norm(ph_sub(y, z))) z = w;
            }
    return ph_norm(ph_sub(y, z));
}

static void test_gap(void)
{
    const ph_vec3 half = {0.5, 0.3, 0.2};
    const phk_touch_core core = phk_core_box(half, 0.05);
    double worst = 0;
    for (int n = 0; n < 4000; n++) {
        const phk_touch_frame a = lab_frame(1), b = lab_frame(0.5);
        phk_touch_point t;
        phk_touch_round(&a, ph_v3(0, 0, 0), 0.1, &b, &core, &t);
        const ph_vec3 y = ph_unrotate(b.q, ph_sub(a.p, b.p));
        const double want = nearest(y, half);
        if (want < 1e-6) {
            /* inside: minus the least way out */
            const double out =
                fmin(half.x - fabs(y.x), fmin(half.y - fabs(y.y), half.z - fabs(y.z)));
            lab_more(&worst, fabs(t.gap + out + 0.15));
        } else {
            lab_more(&worst, fabs(t.gap - (want - 0.15)));
        }
        /* half way: on each surface half the gap away */
        const ph_vec3 on_a = ph_axpy(t.point, 0.5 * t.gap, t.normal);
        lab_more(&worst, fabs(ph_norm(ph_sub(on_a, a.p)) - 0.1));
    }
    printf("gap of sphere-box against a search: %.1e\n", worst);
    CHECK(worst < 1e-12);

    /* in a hole: all round its axis, and in the middle of it */
    const phk_touch_core hole = phk_core_hole(1);
    const phk_touch_frame b = {{0, 0, 0}, ph_quat_identity()};
    phk_touch_frame a = {{0.3, 0.4, 7}, ph_quat_identity()};
    phk_touch_point t;
    phk_touch_round(&a, ph_v3(0, 0, 0), 0.45, &b, &hole, &t);
    CHECK_NEAR(t.gap, 0.05, 1e-15);
    CHECK_NEAR(t.normal.x, -0.6, 1e-15);
    CHECK_NEAR(t.point.y, 0.4 + 0.8 * (0.45 + 0.025), 1e-15);
    a.p = ph_v3(0, 0, 0);
    phk_touch_round(&a, ph_v3(0, 0, 0), 0.45, &b, &hole, &t);
    CHECK_NEAR(t.gap, 0.55, 1e-15);
    CHECK_NEAR(ph_norm(t.normal), 1, 1e-15);
}

/* Along straight paths past a box no gap and no normal changes by more than the way asks for. */
static void test_continuity(void)
{
    const phk_touch_core core = phk_core_box(ph_v3(0.5, 0.3, 0.2), 0);
    const phk_touch_frame b = lab_frame(0.5);
    int features[27] = {0};
    for (int path = 0; path < 200; path++) {
        const ph_vec3 from = lab_vector(0.9), to = lab_vector(0.9);
        phk_touch_point last = {0};
        for (int i = 0; i <= 2000; i++) {
            const ph_vec3 y = ph_axpy(from, i / 2000.0, ph_sub(to, from));
            const phk_touch_frame a = {ph_add(b.p, ph_rotate(b.q, y)), ph_quat_identity()};
            phk_touch_point t;
            phk_touch_round(&a, ph_v3(0, 0, 0), 0.1, &b, &core, &t);
            const double step = ph_norm(ph_sub(to, from)) / 2000, distance = t.gap + 0.1;
            if (t.feature < 27) features[t.feature]++;
            if (i && distance > 0.02 && last.gap + 0.1 > 0.02) {
                CHECK(fabs(t.gap - last.gap) <= step * (1 + 1e-9));
                CHECK(ph_norm(ph_sub(t.normal, last.normal)) <= 1.1 * step / (distance - step));
            }
            last = t;
        }
    }
    for (int i = 0; i < 27; i++) CHECK(features[i] > 0 || i == 0);
}

int main(void)
{
    test_differences();
    test_gap();
    test_continuity();
    return TEST_RESULT();
}
