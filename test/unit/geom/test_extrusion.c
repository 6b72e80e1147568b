/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Extrusions: a square one is a box, in what it weighs and in what it touches; the way round does
 * not matter; a hollow one is hollow; and what is wrong with points is told with their numbers.
 */
#include "geom/shape.h"
#include "geom/touchable.h"
#include "touch_lab.h"

static ph_shape_sizes drawn(const double *xy, int n, double length)
{
    return (ph_shape_sizes){.length = length, .rows = {n, 2, xy}};
}

static phk_touchable touchable(int kind, const ph_shape_sizes *sizes, double rounding,
                               phk_arena *arena, ph_vec3 *middle)
{
    phk_touchable t;
    const char *wrong = phk_touchable_create(kind, sizes, rounding, NULL, arena, &t, middle);
    CHECK(!wrong);
    if (wrong) printf("%s\n", wrong);
    return t;
}

static const double square[] = {0, 0, 0.8, 0, 0.8, 0.5, 0, 0.5};
static const double other_way[] = {0, 0.5, 0.8, 0.5, 0.8, 0, 0, 0};
static const ph_shape_sizes box_sizes = {.size = {0.8, 0.5, 0.4}};

static void test_mass(void)
{
    const ph_mass_of box = ph_shape_mass(PH_SHAPE_BOX, &box_sizes);
    for (int k = 0; k < 2; k++) {
        const ph_shape_sizes s = drawn(k ? other_way : square, 4, 0.4);
        const ph_mass_of m = ph_shape_mass(PH_SHAPE_EXTRUSION, &s);
        CHECK_NEAR(m.volume, box.volume, 1e-15);
        CHECK_NEAR(ph_norm(ph_sub(m.centre, box.centre)), 0, 1e-15);
        CHECK_NEAR(m.inertia.xx, box.inertia.xx, 1e-16);
        CHECK_NEAR(m.inertia.yy, box.inertia.yy, 1e-16);
        CHECK_NEAR(m.inertia.zz, box.inertia.zz, 1e-16);
        CHECK_NEAR(m.inertia.xy, 0, 1e-16);
    }
    /* a right triangle a, b: a b/2, a third of the way, and a^2 b^2/72 of xy, the other way */
    static const double corner[] = {0, 0, 3, 0, 0, 2};
    const ph_shape_sizes s = drawn(corner, 3, -0.5);
    const ph_mass_of m = ph_shape_mass(PH_SHAPE_EXTRUSION, &s);
    CHECK_NEAR(m.volume, 1.5, 1e-15);
    CHECK_NEAR(m.centre.x, 1, 1e-15);
    CHECK_NEAR(m.centre.y, 2.0 / 3, 1e-15);
    CHECK(m.centre.z == -0.25);
    CHECK_NEAR(m.inertia.xy, 0.5 * 36 / 72, 1e-15);
    CHECK_NEAR(m.inertia.zz, 0.5 * (3 * 2 * (9 + 4) / 36.0), 1e-15);
}

/* The deepest of the points two have; 0: none. */
static double deepest(const phk_touchable *a, const phk_touchable *b, const phk_touch_frame f[2])
{
    phk_touch_point t[PHK_TOUCH_MOST];
    const int n = phk_touch_pair(a, &f[0], b, &f[1], 0, t);
    double gap = 0;
    for (int i = 0; i < n; i++) gap = fmin(gap, t[i].gap);
    return gap;
}

/* It touches as a mesh of the same box does, and as the box within what is rounded: a mesh is sharp
 * where the other one bears it. */
static void test_box(void)
{
    static const struct {
        int kind;
        ph_shape_sizes sizes;
    } others[] = {{PH_SHAPE_SPHERE, {.radius = 0.3}},
                  {PH_SHAPE_PLANE, {.size = {1, 1, 0}}},
                  {PH_SHAPE_CAPSULE, {.radius = 0.15, .length = 1}},
                  {PH_SHAPE_BOX, {.size = {0.3, 0.3, 0.2}}}};
    const double rounding = 0.03, sharp = (sqrt(3) - 1) * rounding;
    phk_arena arena = {0};
    ph_vec3 at[2], middle;
    ph_mesh triangles;
    phk_touchable mesh;
    const ph_shape_sizes s = drawn(other_way, 4, 0.4), none = {0};
    const phk_touchable box = touchable(PH_SHAPE_BOX, &box_sizes, rounding, &arena, &at[0]);
    const phk_touchable cut = touchable(PH_SHAPE_EXTRUSION, &s, rounding, &arena, &at[1]);
    CHECK(ph_shape_mesh(PH_SHAPE_BOX, &box_sizes, 3, &triangles) == PH_OK);
    CHECK(
        !phk_touchable_create(PH_SHAPE_MESH, &none, rounding, &triangles, &arena, &mesh, &middle));
    CHECK_NEAR(ph_norm(ph_sub(at[0], at[1])), 0, 1e-15);
    CHECK_NEAR(cut.reach, box.reach, 1e-15);
    CHECK_NEAR(cut.thickness, mesh.thickness, 1e-15);
    int touched = 0;
    for (int k = 0; k < 4; k++) {
        const phk_touchable other =
            touchable(others[k].kind, &others[k].sizes, rounding, &arena, &middle);
        CHECK(!phk_touch_unknown(&cut, &other) && !phk_touch_unknown(&other, &cut));
        for (int i = 0; i < 1000; i++) {
            const phk_touch_frame f[2] = {lab_frame(0.5), lab_frame(0.5)};
            const phk_touch_frame back[2] = {f[1], f[0]};
            const double round = deepest(&box, &other, f), got = deepest(&cut, &other, f);
            CHECK_NEAR(got, deepest(&mesh, &other, f), 1e-12);
            CHECK_NEAR(got, deepest(&other, &cut, back), 1e-12);
            if (k < 2 && round > -0.1) CHECK(got < round + 1e-12 && got > round - sharp - 1e-12);
            touched += got < 0;
        }
    }
    CHECK(touched > 200);
    ph_mesh_free(&triangles);
    phk_arena_free(&arena);
}

/* A ball in the corner of a bracket touches both of its walls, and nothing where there is none. */
static void test_hollow(void)
{
    static const double bracket[] = {0, 0, 3, 0, 3, 1, 1, 1, 1, 4, 0, 4};
    const ph_shape_sizes s = drawn(bracket, 6, 1), ball_sizes = {.radius = 0.5};
    phk_arena arena = {0};
    ph_vec3 middle, centre;
    const phk_touchable cut = touchable(PH_SHAPE_EXTRUSION, &s, 0.01, &arena, &middle);
    const phk_touchable ball = touchable(PH_SHAPE_SPHERE, &ball_sizes, 0, &arena, &centre);
    const phk_touch_frame home = {middle, ph_quat_identity()};
    phk_touch_frame f = {ph_v3(1.49, 1.48, 0.5), ph_quat_identity()};
    phk_touch_point t[PHK_TOUCH_MOST];
    int n = phk_touch_pair(&ball, &f, &cut, &home, 0, t), walls = 0;
    for (int i = 0; i < n; i++) {
        const bool side = fabs(t[i].normal.x - 1) < 1e-12, floor = fabs(t[i].normal.y - 1) < 1e-12;
        CHECK(side || floor);
        CHECK_NEAR(t[i].gap, side ? -0.01 : -0.02, 1e-12);
        walls |= side ? 1 : 2;
    }
    CHECK(walls == 3);
    f.p = ph_v3(2.5, 3, 0.5);
    CHECK(phk_touch_pair(&ball, &f, &cut, &home, 0, t) == 0);
    phk_arena_free(&arena);
}

static void faults(const double *xy, int n, const char *want)
{
    const ph_shape_sizes s = drawn(xy, n, 1);
    char text[160] = "";
    CHECK(!phk_shape_extrusion.wrong(&s));
    CHECK(phk_shape_extrusion.fault(&s, text, sizeof text) == (*want != 0));
    CHECK_TEXT(text, want);
}

static void test_faults(void)
{
    static const double bow[] = {0, 0, 2, 2, 2, 0, 0, 2}, twice[] = {0, 0, 1, 0, 1, 1, 0, 0};
    static const double double_point[] = {0, 0, 1, 0, 1, 0, 1, 1};
    static const double back[] = {0, 0, 2, 0, 1, 0, 1, 1}, line[] = {0, 0, 1, 1, 2, 2};
    faults(square, 4, "");
    faults(bow, 4, "its sides from point 1, at [0, 0], and from point 3, at [2, 0], meet");
    faults(twice, 4, "its last point must not be its first again");
    faults(double_point, 4, "its points 2 and 3 are the same, at [1, 0]");
    faults(back, 4, "its sides from point 1, at [0, 0], and from point 2, at [2, 0], meet");
    faults(line, 3, "its sides from point 1, at [0, 0], and from point 3, at [2, 2], meet");
    const ph_shape_sizes few = drawn(square, 2, 1), flat = drawn(square, 4, 0);
    CHECK_TEXT(phk_shape_extrusion.wrong(&few), "it goes through at least three points");
    CHECK_TEXT(phk_shape_extrusion.wrong(&flat), "its `length` must not be 0");
}

int main(void)
{
    test_mass();
    test_box();
    test_hollow();
    test_faults();
    return TEST_RESULT();
}
