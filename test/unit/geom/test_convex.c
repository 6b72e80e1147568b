/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Distances of convex cores. Apart: the two points are as far from each other as the furthest
 * points along the normal leave between the cores, which proves that nothing is nearer. Boxes that
 * meet: against the 15 directions.
 */
#include "geom/convex.h"
#include "touch_lab.h"

static ph_vec3 hull[20];

/* What there is between the cores along a direction from B to A. */
static double along(const phk_convex c[2], const phk_touch_frame f[2], ph_vec3 n)
{
    const ph_vec3 a = phk_convex_support(&c[0], &f[0], ph_scale(-1, n));
    return ph_dot(n, ph_sub(a, phk_convex_support(&c[1], &f[1], n)));
}

static void test_boxes(void)
{
    const phk_convex c[2] = {{PHK_CONVEX_BOX, {0.5, 0.3, 0.2}, NULL, 0, NULL, NULL},
                             {PHK_CONVEX_BOX, {0.4, 0.4, 0.3}, NULL, 0, NULL, NULL}};
    const ph_vec3 half[2] = {c[0].half, c[1].half};
    double met = 0, apart = 0, normal = 0, swapped = 0, points = 0;
    int n[2] = {0}, supports[2] = {0}, wrong = 0;
    while (n[0] < 20000 || n[1] < 20000) {
        const phk_touch_frame f[2] = {lab_frame(0.5), lab_frame(0.5)};
        const double want = lab_apart(f, half);
        const phk_convex_gap gap = phk_convex_apart(&c[0], &f[0], &c[1], &f[1]);
        const phk_convex_gap other = phk_convex_apart(&c[1], &f[1], &c[0], &f[0]);
        n[want < 0]++;
        supports[want < 0] += gap.supports;
        if (gap.met != (want < 0)) wrong++;
        if (want < 0)
            lab_more(&met, fabs(gap.distance - want));
        else
            lab_more(&apart, fabs(gap.distance - along(c, f, gap.normal)));
        lab_more(&normal, fabs(along(c, f, gap.normal) - gap.distance));
        lab_more(&swapped, fabs(gap.distance - other.distance));
        lab_more(&points,
                 ph_norm(ph_sub(ph_sub(gap.a, gap.b), ph_scale(gap.distance, gap.normal))));
    }
    printf("boxes: met %.1e, apart %.1e, along the normal %.1e, swapped %.1e, points %.1e\n", met,
           apart, normal, swapped, points);
    printf("       %d apart with %.1f supports, %d met with %.1f\n", n[0],
           (double)supports[0] / n[0], n[1], (double)supports[1] / n[1]);
    CHECK(met < 1e-12 && apart < 1e-12 && normal < 1e-12 && swapped < 1e-12 && points < 1e-12);
    CHECK(wrong == 0);
}

static bool is_round(int kind)
{
    return kind >= PHK_CONVEX_CYLINDER && kind <= PHK_CONVEX_ELLIPSOID;
}

/* Every kind against every kind. */
static void test_kinds(void)
{
    for (int i = 0; i < 20; i++) hull[i] = lab_vector(0.4);
    double apart = 0, round = 0, met = 0, swapped = 0;
    int n[2] = {0}, most = 0;
    for (int k = 0; k < 49; k++) {
        const phk_convex c[2] = {{(phk_convex_kind)(k / 7), {0.4, 0.3, 0.5}, hull, 20, NULL, NULL},
                                 {(phk_convex_kind)(k % 7), {0.3, 0.2, 0.3}, hull, 20, NULL, NULL}};
        double worst = 0;
        for (int i = 0; i < 1000; i++) {
            const phk_touch_frame f[2] = {lab_frame(0.6), lab_frame(0.6)};
            const phk_convex_gap gap = phk_convex_apart(&c[0], &f[0], &c[1], &f[1]);
            const phk_convex_gap other = phk_convex_apart(&c[1], &f[1], &c[0], &f[0]);
            CHECK_NEAR(ph_norm(gap.normal), 1, 1e-14);
            n[gap.met]++;
            const double off = fabs(along(c, f, gap.normal) - gap.distance);
            if (gap.met) {
                /* it suffices, and no direction does with less than what it is sure of */
                CHECK(off < 1e-13);
                lab_more(&met, gap.unsure);
                for (int j = 0; j < 5; j++) {
                    const ph_vec3 d = lab_vector(1);
                    CHECK(along(c, f, ph_scale(1 / ph_norm(d), d)) <=
                          gap.distance + gap.unsure + 1e-13);
                }
            } else {
                lab_more(&worst, off);
                lab_more(&swapped, fabs(gap.distance - other.distance));
                most = gap.supports > most ? gap.supports : most;
            }
        }
        lab_more(is_round(k / 7) || is_round(k % 7) ? &round : &apart, worst);
    }
    printf(
        "kinds: %d apart, flat %.1e, round %.1e, at most %d supports, swapped %.1e; %d met %.1e\n",
        n[0], apart, round, most, swapped, n[1], met);
    CHECK(apart < 1e-12 && round < 1e-9 && swapped < 1e-12 && met < 1e-2);
}

/* Against formulas: capsules, a sphere on a box, and what is flat or the same point. */
static void test_formulas(void)
{
    const phk_convex segment[2] = {{PHK_CONVEX_SEGMENT, {0, 0, 0.6}, NULL, 0, NULL, NULL},
                                   {PHK_CONVEX_SEGMENT, {0, 0, 0.4}, NULL, 0, NULL, NULL}};
    const phk_touch_capsule capsule[2] = {{0.6, 0.1}, {0.4, 0.1}};
    const phk_convex point = {.kind = PHK_CONVEX_POINT},
                     box = {PHK_CONVEX_BOX, {0.5, 0.3, 0.2}, NULL, 0, NULL, NULL};
    const phk_touch_core core = phk_core_box(box.half, 0);
    double worst = 0;
    for (int i = 0; i < 4000; i++) {
        const phk_touch_frame f[2] = {lab_frame(0.7), lab_frame(0.7)};
        phk_touch_point t[PHK_TOUCH_CAPSULES];
        phk_touch_capsules(&f[0], &capsule[0], &f[1], &capsule[1], t);
        if (t[0].weight < 1) continue;
        phk_convex_gap gap = phk_convex_apart(&segment[0], &f[0], &segment[1], &f[1]);
        lab_more(&worst, fabs(gap.distance - 0.2 - t[0].gap));
        lab_more(&worst, 0.01 * ph_norm(ph_sub(gap.normal, t[0].normal)));
        phk_touch_round(&f[0], ph_v3(0, 0, 0), 0, &f[1], &core, t);
        gap = phk_convex_apart(&point, &f[0], &box, &f[1]);
        lab_more(&worst, fabs(gap.distance - t[0].gap));
    }
    printf("formulas: %.1e\n", worst);
    CHECK(worst < 1e-12);

    phk_touch_frame f[2] = {{{0, 0, 0}, ph_quat_identity()},
                            {{0, 0, 0}, phk_exp(ph_v3(PH_PI / 2, 0, 0))}};
    phk_convex_gap gap = phk_convex_apart(&segment[0], &f[0], &segment[1], &f[1]);
    CHECK(gap.met && fabs(gap.distance) < 1e-15);
    CHECK_NEAR(fabs(gap.normal.x), 1, 1e-12);
    gap = phk_convex_apart(&point, &f[0], &point, &f[1]);
    CHECK(gap.met && gap.distance == 0);
    CHECK_NEAR(ph_norm(gap.normal), 1, 1e-12);
    gap = phk_convex_apart(&box, &f[0], &box, &f[0]);
    CHECK_NEAR(gap.distance, -0.4, 1e-14);
}

int main(void)
{
    test_boxes();
    test_kinds();
    test_formulas();
    return TEST_RESULT();
}
