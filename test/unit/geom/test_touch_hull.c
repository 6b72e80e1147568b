/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Hulls as something to touch: one of the corners of a box carries what the box carries, none
 * stands out of its faces, whatever its rounding, and what is deeper than its edges are round is
 * pushed out. Pairs are compared with differences in test_touch_pairs.c.
 */
#include "geom/hull.h"
#include "mesh_lab.h"

static phk_arena arena;
static int poses = 2000;

static phk_touchable hull_of(const double *xyz, int points, double rounding)
{
    const ph_shape_sizes s = {.rows = {points, 3, xyz}};
    return lab_touchable(PH_SHAPE_HULL, s, rounding, NULL, &arena);
}

static phk_touchable solid(int kind, ph_shape_sizes sizes, double rounding)
{
    return lab_touchable(kind, sizes, rounding, NULL, &arena);
}

/* The corners of a box, and some points inside and on it. */
static phk_touchable brick(ph_vec3 e, double rounding)
{
    double xyz[3 * 12];
    for (int i = 0; i < 12; i++) {
        const double in = i < 8 ? 1 : 0.5;
        xyz[3 * i] = i & 1 ? e.x : 0;
        xyz[3 * i + 1] = in * (i & 2 ? e.y : 0);
        xyz[3 * i + 2] = in * (i & 4 ? e.z : 0);
    }
    return hull_of(xyz, 12, rounding);
}

/* --- as a box --------------------------------------------------------------------------------- */

static double load_difference(const lab_pair pair[2], const phk_touch_frame f[2])
{
    double load[2][6], worst = 0;
    for (int i = 0; i < 2; i++) lab_load(lab_between, f, &pair[i], load[i]);
    for (int k = 0; k < 6; k++) lab_more(&worst, fabs(load[0][k] - load[1][k]));
    return worst;
}

/* On a plane and under a ball everywhere, as no edge is crossed. */
static void check_anywhere(const char *name, phk_touchable other, double spread)
{
    const ph_vec3 e = {0.5, 0.4, 0.3};
    const lab_pair pair[2] = {{{brick(e, 0), other}, 0.1},
                              {{solid(PH_SHAPE_BOX, (ph_shape_sizes){.size = e}, 0), other}, 0.1}};
    double worst = 0;
    int touching = 0;
    CHECK_NEAR(pair[0].shape[0].rounding, pair[1].shape[0].rounding, 1e-15);
    CHECK_NEAR(pair[0].shape[0].thickness, 0.3, 1e-15);
    for (int n = 0; n < poses; n++) {
        const phk_touch_frame f[2] = {lab_frame(spread), lab_frame(spread)};
        phk_touch_point t[PHK_TOUCH_MOST];
        double least = 0;
        for (int i = lab_between(f, &pair[1], t); i-- > 0;) least = fmin(least, t[i].gap);
        if (!(least < 0 && least > -0.03)) continue;
        touching++;
        lab_more(&worst, load_difference(pair, f));
    }
    printf("hull of a box and box, %s: %.1e of %d\n", name, worst, touching);
    CHECK(worst < 1e-13 && touching > poses / 40);
}

/* Whether all points push upwards: a corner on the round edge of the other one weighs less as one
 * of a mesh the more it is tilted. */
static bool is_upright(const lab_pair *pair, const phk_touch_frame f[2])
{
    phk_touch_point t[PHK_TOUCH_MOST];
    const ph_vec3 up = ph_rotate(f[1].q, ph_v3(0, 0, 1));
    for (int i = lab_between(f, pair, t); i-- > 0;)
        if (t[i].gap < 0 && ph_dot(t[i].normal, up) < 1 - 1e-9) return false;
    return true;
}

/* Lying on another one, turned about the vertical and aside. */
static void check_flat(const char *name, phk_touchable other, double height)
{
    const ph_vec3 e = {0.5, 0.4, 0.3};
    const lab_pair pair[2] = {{{brick(e, 0), other}, 0.1},
                              {{solid(PH_SHAPE_BOX, (ph_shape_sizes){.size = e}, 0), other}, 0.1}};
    double worst = 0;
    int upright = 0;
    for (int n = 0; n < poses / 10; n++) {
        phk_touch_frame f[2] = {{{0, 0, 0}, ph_quat_identity()}, lab_frame(1)};
        const ph_vec3 at = {0.4 * lab_random(), 0.4 * lab_random(),
                            0.15 + height - 0.004 - 0.003 * lab_random()};
        f[0].p = ph_add(f[1].p, ph_rotate(f[1].q, at));
        f[0].q = ph_quat_mul(f[1].q, phk_exp(ph_v3(0, 0, 3 * lab_random())));
        if (!is_upright(&pair[1], f)) continue;
        upright++;
        lab_more(&worst, load_difference(pair, f));
    }
    printf("hull of a box and box, flat on %s: %.1e of %d\n", name, worst, upright);
    CHECK(worst < 1e-12 && upright > poses / 20);
}

static void test_as_box(void)
{
    check_anywhere("plane", solid(PH_SHAPE_PLANE, (ph_shape_sizes){0}, 0), 0.3);
    check_anywhere("ball", solid(PH_SHAPE_SPHERE, (ph_shape_sizes){.radius = 0.2}, 0), 0.4);
    const ph_shape_sizes plate = {.size = {1, 1, 0.2}};
    check_flat("box", solid(PH_SHAPE_BOX, plate, 0), 0.1);
    check_flat("hull", brick(plate.size, 0), 0.1);
}

/* --- rounding --------------------------------------------------------------------------------- */

/* How far a hull with its rounding stands out of the faces of the sharp one, and how far it is
 * below them at most. */
static void measure(const double *xyz, int points, double rounding, double *out, double *below)
{
    phk_touchable t;
    ph_vec3 middle;
    ph_mesh m;
    const ph_shape_sizes s = {.rows = {points, 3, xyz}};
    CHECK(!phk_touchable_create(PH_SHAPE_HULL, &s, rounding, NULL, &arena, &t, &middle));
    CHECK(!phk_hull_make(xyz, points, &m));
    const phk_touch_frame f = {middle, ph_quat_identity()};
    *out = *below = 0;
    for (int i = 0; i < m.triangles; i++) {
        const ph_vec3 o = m.vertex[m.corner[3 * i]];
        ph_vec3 n = ph_cross(ph_sub(m.vertex[m.corner[3 * i + 1]], o),
                             ph_sub(m.vertex[m.corner[3 * i + 2]], o));
        n = ph_scale(1 / ph_norm(n), n);
        const ph_vec3 top = phk_convex_support(&t.core, &f, n);
        const double over = ph_dot(n, ph_sub(top, o)) + t.rounding;
        *out = fmax(*out, over);
        *below = fmax(*below, -over);
    }
    ph_mesh_free(&m);
}

static void test_rounding(void)
{
    static const double cube[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0,
                                  0, 0, 1, 1, 0, 1, 0, 1, 1, 1, 1, 1};
    double out, below, worst = 0;
    for (double r = 0.01; r < 0.49; r += 0.05) {
        measure(cube, 8, r, &out, &below);
        CHECK(out < 1e-12 && below < 1e-12);
    }
    /* chamfered: the small faces end before the rounding does */
    double cut[3 * 24];
    for (int i = 0; i < 24; i++)
        for (int k = 0; k < 3; k++)
            cut[3 * i + k] = (i / 3 >> k & 1 ? 1 : -1) * (i % 3 == k ? 0.98 : 1);
    for (double r = 0.001; r < 0.9; r *= 3) {
        measure(cut, 24, r, &out, &below);
        CHECK(out < 1e-7);
    }
    for (int n = 0; n < 200; n++) {
        double xyz[3 * 30];
        for (int i = 0; i < 3 * 30; i++) xyz[i] = lab_random();
        measure(xyz, 8 + n % 23, 0.02, &out, &below);
        CHECK(out < 1e-6);
        lab_more(&worst, below);
    }
    printf("random hulls are at most %.2g of their rounding below their faces\n", worst / 0.02);
    const ph_shape_sizes s = {.rows = {8, 3, cube}};
    phk_touchable t;
    ph_vec3 middle;
    const char *wrong = phk_touchable_create(PH_SHAPE_HULL, &s, 0.51, NULL, &arena, &t, &middle);
    CHECK(wrong && strstr(wrong, "more than half its least extent"));
    const ph_shape_sizes four = {.rows = {4, 3, cube + 3}};
    wrong = phk_touchable_create(PH_SHAPE_HULL, &four, 0.22, NULL, &arena, &t, &middle);
    CHECK(wrong && strstr(wrong, "more than"));
}

/* --- many corners ----------------------------------------------------------------------------- */

static void round_points(double *xyz, int n, ph_vec3 size)
{
    for (int i = 0; i < n; i++) {
        const ph_vec3 p = lab_as_ball(lab_vector(1));
        xyz[3 * i] = size.x * p.x;
        xyz[3 * i + 1] = size.y * p.y;
        xyz[3 * i + 2] = size.z * p.z;
    }
}

/* Uphill along edges is as high as any corner is. */
static void test_support(void)
{
    static double xyz[3 * 3000];
    round_points(xyz, 3000, ph_v3(1, 0.5, 0.2));
    const phk_touchable t = hull_of(xyz, 3000, 0);
    phk_convex all = t.core;
    all.near = NULL;
    CHECK(t.core.near && t.core.vertices > 2000);
    for (int n = 0; n < poses; n++) {
        const phk_touch_frame f = lab_frame(1);
        const ph_vec3 l = lab_vector(1);
        const double got = ph_dot(l, phk_convex_support(&t.core, &f, l));
        CHECK_NEAR(got, ph_dot(l, phk_convex_support(&all, &f, l)), 1e-14);
    }
}

/* A hull of many points of a ball is pushed by a ball, a box and its own kind as a ball would be.
 */
static void test_as_ball(void)
{
    static double xyz[3 * 2000];
    round_points(xyz, 2000, ph_v3(0.5, 0.5, 0.5));
    const phk_touchable t = hull_of(xyz, 2000, 0);
    const lab_pair pairs[] = {
        {{solid(PH_SHAPE_SPHERE, (ph_shape_sizes){.radius = 0.2}, 0), t}, 0.1},
        {{solid(PH_SHAPE_BOX, (ph_shape_sizes){.size = {0.3, 0.3, 0.3}}, 0), t}, 0.1},
        {{solid(PH_SHAPE_ELLIPSOID, (ph_shape_sizes){.size = {0.4, 0.4, 0.4}}, 0), t}, 0.1}};
    const double half[] = {0.2, 0.15, 0.2};
    for (int k = 0; k < 3; k++) {
        double least = INFINITY, most = 0;
        for (int n = 0; n < poses / 10; n++) {
            phk_touch_frame f[2] = {{{0, 0, 0}, ph_quat_identity()}, lab_frame(0)};
            f[0].p = ph_scale(0.49 + half[k], ph_v3(0, 0, 1));
            phk_touch_point p[PHK_TOUCH_MOST];
            double depth = 0;
            for (int i = lab_between(f, &pairs[k], p); i-- > 0;)
                depth = fmax(depth, p[i].weight > 0.1 ? -p[i].gap : 0);
            least = fmin(least, depth);
            most = fmax(most, depth);
        }
        printf("hull of a ball, 0.01 deep in shape %d: %.4f to %.4f\n", k, least, most);
        CHECK(least > 0.002 && most < 0.012);
    }
}

/* --- deep ------------------------------------------------------------------------------------- */

/* Pushed along what keeps them apart, bodies far inside each other come apart. */
static void check_out(phk_touchable a, phk_touchable b)
{
    const lab_pair pair = {{a, b}, 0.1};
    int stuck = 0;
    for (int n = 0; n < poses / 200; n++) {
        phk_touch_frame f[2] = {lab_frame(0.05), lab_frame(0.05)};
        int step = 0;
        for (; step < 500; step++) {
            double load[6];
            lab_load(lab_between, f, &pair, load);
            const ph_vec3 push = {load[0], load[1], load[2]};
            if (!(ph_norm(push) > 0)) break;
            f[0].p = ph_axpy(f[0].p, 0.004 / ph_norm(push), push);
        }
        phk_convex_gap gap = phk_convex_apart(&a.core, &f[0], &b.core, &f[1]);
        stuck += step == 500 || gap.distance < 0;
    }
    CHECK(stuck == 0);
    if (stuck)
        printf("%d of %d: %s and %s stay inside each other\n", stuck, poses / 200,
               ph_shape_word(a.kind), ph_shape_word(b.kind));
}

static void test_deep(void)
{
    static double xyz[3 * 20];
    round_points(xyz, 20, ph_v3(0.3, 0.25, 0.2));
    const phk_touchable t = hull_of(xyz, 20, 0.002);
    check_out(brick(ph_v3(0.5, 0.4, 0.3), 0.002), t);
    check_out(t, t);
    check_out(solid(PH_SHAPE_BOX, (ph_shape_sizes){.size = {0.3, 0.5, 0.2}}, 0.002), t);
    check_out(solid(PH_SHAPE_CYLINDER, (ph_shape_sizes){.radius = 0.2, .length = 0.4}, 0.002), t);
    check_out(solid(PH_SHAPE_CONE, (ph_shape_sizes){.radius = 0.2, .length = 0.4}, 0.002), t);
    check_out(solid(PH_SHAPE_ELLIPSOID, (ph_shape_sizes){.size = {0.3, 0.5, 0.2}}, 0), t);
    check_out(solid(PH_SHAPE_CAPSULE, (ph_shape_sizes){.radius = 0.1, .length = 0.3}, 0), t);
}

/* [poses] */
int main(int words, char **word)
{
    if (words > 1) poses = atoi(word[1]);
    test_as_box();
    test_rounding();
    test_support();
    test_as_ball();
    test_deep();
    phk_arena_free(&arena);
    return TEST_RESULT();
}
