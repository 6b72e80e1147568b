/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Meshes against balls, planes, capsules, boxes and each other: derivatives against differences,
 * gaps against all triangles, seams that nobody feels, loads that do not jump.
 */
#include "geom/shell.h"
#include "geom/touch_mesh.h"
#include "mesh_lab.h"

static phk_arena arena;
static int poses = 4000;

static phk_touchable ball(double radius)
{
    return lab_touchable(PH_SHAPE_SPHERE, (ph_shape_sizes){.radius = radius}, 0, NULL, &arena);
}

static phk_touchable box(double x, double y, double z, double rounding)
{
    return lab_touchable(PH_SHAPE_BOX, (ph_shape_sizes){.size = {x, y, z}}, rounding, NULL, &arena);
}

static phk_touchable capsule(double length, double radius)
{
    const ph_shape_sizes s = {.length = length, .radius = radius};
    return lab_touchable(PH_SHAPE_CAPSULE, s, 0, NULL, &arena);
}

static phk_touchable ellipsoid(double x, double y, double z)
{
    return lab_touchable(PH_SHAPE_ELLIPSOID, (ph_shape_sizes){.size = {x, y, z}}, 0, NULL, &arena);
}

/* A frustum; of a radius of 0 above, a cone. */
static phk_touchable turned(int kind, double length, double low, double high, double rounding)
{
    const ph_shape_sizes s = {.length = length, .radius = low, .radius2 = high};
    return lab_touchable(kind, s, rounding, NULL, &arena);
}

static phk_touchable cylinder(double length, double radius, double rounding)
{
    return turned(PH_SHAPE_CYLINDER, length, radius, 0, rounding);
}

static phk_touchable plane(void)
{
    return lab_touchable(PH_SHAPE_PLANE, (ph_shape_sizes){0}, 0, NULL, &arena);
}

static phk_touchable shaped(int n, lab_form form, double rounding)
{
    ph_mesh m = lab_cube(n, form);
    return lab_mesh(&m, rounding, &arena);
}

static phk_touchable torus(int around, double rounding)
{
    ph_mesh m;
    const ph_shape_sizes s = {.radius = 1, .radius2 = 0.3};
    CHECK(ph_shape_mesh(PH_SHAPE_TORUS, &s, around, &m) == PH_OK);
    return lab_mesh(&m, rounding, &arena);
}

static phk_touchable angle(double rounding)
{
    ph_mesh m = lab_angle();
    return lab_mesh(&m, rounding, &arena);
}

/* The hull of a few points. */
static phk_touchable gem(double rounding)
{
    static const double xyz[] = {-0.3, -0.2, -0.2, 0.3,  -0.25, -0.2, 0.35, 0.2,  -0.2, -0.25, 0.25,
                                 -0.2, 0.1,  0,    0.25, -0.2,  0.1,  0.22, 0.05, -0.3, 0.1};
    const ph_shape_sizes s = {.rows = {7, 3, xyz}};
    return lab_touchable(PH_SHAPE_HULL, s, rounding, NULL, &arena);
}

static ph_vec3 as_brick(ph_vec3 p)
{
    return ph_v3(0.3 * p.x, 0.25 * p.y, 0.2 * p.z);
}

/* --- gaps ------------------------------------------------------------------------------------- */

/* The distance of a point from a triangle, by its plane, its edges and its corners. */
static double from_triangle(ph_vec3 y, const ph_vec3 v[3])
{
    double least = INFINITY;
    const ph_vec3 n = ph_cross(ph_sub(v[1], v[0]), ph_sub(v[2], v[0]));
    bool over = true;
    for (int k = 0; k < 3; k++) {
        const ph_vec3 e = ph_sub(v[(k + 1) % 3], v[k]), p = ph_sub(y, v[k]);
        const double s = fmin(fmax(ph_dot(p, e) / ph_dot(e, e), 0), 1);
        least = fmin(least, ph_norm(ph_axpy(p, -s, e)));
        over = over && ph_dot(ph_cross(e, p), n) > 0;
    }
    return over ? fabs(ph_dot(n, ph_sub(y, v[0]))) / ph_norm(n) : least;
}

/* How much of all directions from y the surface takes up: 1 inside, 0 outside (van Oosterom and
 * Strackee). */
static double wound(ph_vec3 y, const ph_vec3 v[3])
{
    const ph_vec3 a = ph_sub(v[0], y), b = ph_sub(v[1], y), c = ph_sub(v[2], y);
    const double l = ph_norm(a), m = ph_norm(b), n = ph_norm(c);
    const double up = ph_dot(a, ph_cross(b, c));
    return atan2(up, l * m * n + ph_dot(a, b) * n + ph_dot(b, c) * l + ph_dot(c, a) * m) /
           6.2831853;
}

static double signed_distance(const phk_shell *s, ph_vec3 y)
{
    double least = INFINITY, inside = 0;
    for (int i = 0; i < s->faces; i++) {
        ph_vec3 v[3];
        for (int k = 0; k < 3; k++) v[k] = s->corner[s->face[i].corner[k]].at;
        least = fmin(least, from_triangle(y, v));
        inside += wound(y, v);
    }
    return inside > 0.5 ? -least : least;
}

static void check_gaps(const char *name, phk_touchable mesh)
{
    const double radius = 0.3;
    const lab_pair pair = {{ball(radius), mesh}, 0.5};
    double worst = 0;
    int cases[2] = {0};
    for (int n = 0; n < poses; n++) {
        const phk_touch_frame f[2] = {lab_frame(1), lab_frame(0.3)};
        const double want =
            signed_distance(mesh.surface, ph_unrotate(f[1].q, ph_sub(f[0].p, f[1].p))) - radius;
        phk_touch_point t[PHK_TOUCH_MOST];
        const int points = lab_between(f, &pair, t);
        double least = INFINITY;
        for (int i = 0; i < points; i++) least = fmin(least, t[i].gap);
        if (want < 0.5) lab_more(&worst, fabs(least - want));
        CHECK(points > 0 || want >= 0.5);
        cases[want < -radius] += want < 0.5;
    }
    printf("ball on %s against all triangles: %.1e (%d outside, %d inside)\n", name, worst,
           cases[0], cases[1]);
    CHECK(worst < 1e-12 && cases[0] > poses / 4 && cases[1] > poses / 80);
}

static void test_gaps(void)
{
    check_gaps("torus", torus(24, 0));
    check_gaps("angle", angle(0));
    check_gaps("hills", shaped(8, lab_as_hills, 0));
}

/* A mesh of a box is the box, seen by a ball. */
static void test_same_as_box(void)
{
    const ph_vec3 half = {0.5, 0.3, 0.2};
    ph_mesh m;
    const ph_shape_sizes sizes = {.size = ph_scale(2, half)};
    CHECK(ph_shape_mesh(PH_SHAPE_BOX, &sizes, 3, &m) == PH_OK);
    const lab_pair pair = {{ball(0.2), lab_mesh(&m, 0, &arena)}, 2};
    const phk_touch_core core = phk_core_box(half, 0);
    double worst = 0;
    for (int n = 0; n < poses; n++) {
        const phk_touch_frame f[2] = {lab_frame(0.7), lab_frame(0.3)};
        phk_touch_point t[PHK_TOUCH_MOST], want;
        CHECK(lab_between(f, &pair, t) == 1);
        phk_touch_round(&f[0], ph_v3(0, 0, 0), 0.2, &f[1], &core, &want);
        lab_more(&worst, fabs(t->gap - want.gap));
        lab_more(&worst, fabs(t->weight - 1));
        lab_more(&worst, ph_norm(ph_sub(t->point, want.point)));
        for (int k = 0; k < 6; k++) {
            lab_more(&worst,
                     ph_norm(ph_sub(t->by_normal[k], want.by_normal[k])) * fabs(want.gap + 0.2));
            lab_more(&worst,
                     ph_norm(ph_sub(t->by_point[k], want.by_point[k])) * fabs(want.gap + 0.2));
        }
    }
    printf("ball on a mesh of a box and on a box: %.1e\n", worst);
    CHECK(worst < 1e-12);
}

/* The same of a convex body, as far as its box is round: the nearest point has the same gap, and an
 * ellipsoid has no other one. Where several share, they do so by weights that are not the same;
 * the force is, in the mean. */
static void check_box(const char *name, phk_touchable body, double tolerance, double in_the_mean)
{
    const double round = 1e-6;
    ph_mesh m;
    const ph_shape_sizes sizes = {.size = {0.6, 0.5, 0.4}};
    CHECK(ph_shape_mesh(PH_SHAPE_BOX, &sizes, 3, &m) == PH_OK);
    const lab_pair cut = {{body, lab_mesh(&m, 0, &arena)}, 0.1};
    const lab_pair whole = {{body, box(0.6, 0.5, 0.4, round)}, 0.1};
    double worst = 0, least = INFINITY, most = 0, sum = 0;
    int cases = 0, touching = 0;
    for (int n = 0; n < 2000 + 4 * poses; n++) {
        const phk_touch_frame f[2] = {lab_frame(0.5), lab_frame(0.2)};
        phk_touch_point t[PHK_TOUCH_MOST];
        double gap[2] = {INFINITY, INFINITY}, force[2];
        for (int k = 0; k < 2; k++) {
            double load[6];
            for (int i = lab_between(f, k ? &whole : &cut, t); i-- > 0;)
                if (t[i].weight > 1e-9) gap[k] = fmin(gap[k], t[i].gap);
            lab_load(lab_between, f, k ? &whole : &cut, load);
            force[k] = ph_norm(ph_v3(load[0], load[1], load[2]));
        }
        /* not deeper than it is round */
        if (!(gap[1] < 0.08 && gap[1] > -0.02)) continue;
        cases++;
        lab_more(&worst, fabs(gap[0] - gap[1]));
        if (gap[1] > -0.001) continue;
        least = fmin(least, force[0] / force[1]);
        most = fmax(most, force[0] / force[1]);
        sum += force[0] / force[1];
        touching++;
    }
    const double mean = sum / touching;
    printf(
        "%s on a mesh of a box and on a box: gap %.1e, force %.4f to %.4f of it, mean %.4f (%d)\n",
        name, worst, least, most, mean, cases);
    CHECK(fabs(mean - 1) < in_the_mean);
    CHECK(worst < 10 * round && cases > 100);
    CHECK(least > 1 - tolerance && most < 1 + tolerance);
}

static void test_convex_on_box(void)
{
    check_box("ellipsoid", ellipsoid(0.5, 0.4, 0.3), 0.01, 0.001);
    check_box("cylinder", cylinder(0.5, 0.2, 0.03), 1, 0.05);
    check_box("frustum", turned(PH_SHAPE_FRUSTUM, 0.4, 0.25, 0.15, 0.03), 1, 0.05);
    check_box("cone", turned(PH_SHAPE_CONE, 0.5, 0.25, 0, 0.03), 1, 0.05);
}

/* --- seams ------------------------------------------------------------------------------------ */

/* Loads on a plate of many triangles are those on a plane, at every step of a way. stand: how it
 * lies on the plate. */
static void check_seams(const char *name, phk_touchable body, double height, ph_quat stand)
{
    const lab_pair cut = {{body, shaped(20, lab_as_plate, 0)}, 0.1};
    const lab_pair whole = {{body, plane()}, 0.1};
    double worst = 0;
    for (int way = 0; way < 4 + poses / 40; way++) {
        const phk_touch_frame ground = lab_frame(0.5);
        const double deep = 0.02 * (1 + lab_random());
        ph_vec3 from = lab_vector(0.7), to = lab_vector(0.7);
        /* half of them along seams */
        if (way % 4 == 0) from.y = to.y = 0.2 * (way % 5);
        if (way % 4 == 1) to = ph_add(from, ph_v3(0.5, 0.5, 0)), from.y = from.x, to.y = to.x;
        from.z = to.z = height - deep;
        const ph_quat turn = ph_quat_mul(phk_exp(ph_v3(0, 0, 3 * lab_random())), stand);
        for (int i = 0; i <= 200; i++) {
            const ph_vec3 at = ph_axpy(from, i / 200.0, ph_sub(to, from));
            const phk_touch_frame plate = {
                ph_add(ground.p, ph_rotate(ground.q, ph_v3(0, 0, -0.25))), ground.q};
            phk_touch_frame f[2] = {{ph_add(ground.p, ph_rotate(ground.q, at)), ground.q}, plate};
            f[0].q = ph_quat_mul(ground.q, turn);
            double got[6], want[6];
            lab_load(lab_between, f, &cut, got);
            f[1] = ground;
            lab_load(lab_between, f, &whole, want);
            /* moments about one point */
            const ph_vec3 off = ph_sub(ground.p, plate.p);
            const ph_vec3 more = ph_cross(off, ph_v3(want[0], want[1], want[2]));
            const double moment[3] = {more.x, more.y, more.z};
            for (int k = 0; k < 3; k++) lab_more(&worst, fabs(got[k] - want[k]));
            for (int k = 0; k < 3; k++)
                lab_more(&worst, fabs(got[3 + k] - want[3 + k] - moment[k]));
        }
    }
    printf("%s on a plate of 2,400 triangles and on a plane: %.1e\n", name, worst);
    CHECK(worst < 1e-12);
}

static void test_seams(void)
{
    const ph_quat up = ph_quat_identity(), lying = phk_exp(ph_v3(0.5 * PH_PI, 0, 0));
    const ph_quat tilted = phk_exp(ph_v3(0.3, 0.1, 0)), leaning = phk_exp(ph_v3(0.004, 0, 0));
    const phk_touchable roll = cylinder(0.4, 0.3, 0.02);
    const phk_touchable hat = turned(PH_SHAPE_CONE, 0.5, 0.25, 0, 0.02);
    check_seams("ball", ball(0.3), 0.3, up);
    check_seams("box", box(0.6, 0.5, 0.4, 0.02), 0.2, up);
    check_seams("capsule", capsule(0.6, 0.2), 0.2, up);
    check_seams("mesh", shaped(3, as_brick, 0.01), 0.2, up);
    check_seams("ellipsoid", ellipsoid(0.6, 0.5, 0.4), 0.2, up);
    check_seams("tilted ellipsoid", ellipsoid(0.6, 0.5, 0.4), 0.2, tilted);
    check_seams("cylinder", roll, 0.2, up);
    check_seams("leaning cylinder", roll, 0.2, leaning);
    check_seams("lying cylinder", roll, 0.3, lying);
    check_seams("tilted cylinder", roll, 0.27, tilted);
    check_seams("cone on its tip", hat, 0.25 + hat.core_at, phk_exp(ph_v3(PH_PI, 0, 0)));
    check_seams("tilted frustum", turned(PH_SHAPE_FRUSTUM, 0.4, 0.25, 0.15, 0.02), 0.27, tilted);
}

/* --- derivatives ------------------------------------------------------------------------------ */

/* The nearest and the furthest points have normals that turn too fast for differences. */
static bool is_tame(const lab_pair *p, const phk_touch_frame f[2], double from)
{
    phk_touch_point t[PHK_TOUCH_MOST];
    const int n = lab_between(f, p, t);
    double least = INFINITY;
    for (int i = 0; i < n; i++) {
        least = fmin(least, t[i].gap);
        for (int k = 0; k < 6; k++)
            if (ph_norm(t[i].by_normal[k]) > 30) return false;
    }
    return n > 0 && least > from;
}

/* As lab_no_jump; where a load rises within a few steps, by finer ones. */
static void no_jump(const lab_pair *p, const phk_touch_frame f[2], ph_vec3 turn, ph_vec3 shift)
{
    double change[2] = {INFINITY, 0};
    for (int steps = 500; steps <= 8000; steps *= 4) {
        for (int i = 0; i < 2; i++)
            change[i] = lab_largest_step(lab_between, f, p, turn, shift, (i + 1) * steps);
        if (change[1] <= 0.65 * change[0] + 1e-12) return;
    }
    CHECK(change[1] <= 0.65 * change[0] + 1e-12);
    printf("a jump by %g of %g\n", change[1], p->shape[0].rounding);
}

/* deep: of the rounding, or of what has none in metres, how deep ways without a jump begin at
 * least.
 */
static void check_pair(const char *name, phk_touchable a, phk_touchable b, double spread,
                       double deep)
{
    const lab_pair pair = {{a, b}, 0.1};
    lab_worst worst = {0};
    int shorter = 0;
    /* what has no edges may be deeper */
    const double round = a.rounding > 0 ? a.rounding : 0.2 * a.thickness;
    const double depth = deep * (a.rounding > 0 ? a.rounding : 1);
    CHECK(!phk_touch_unknown(&a, &b));
    for (int n = 0, tries = 0; n < poses && tries < 100 * poses; tries++) {
        const phk_touch_frame f[2] = {lab_frame(spread), lab_frame(spread)};
        if (!is_tame(&pair, f, -0.9 * fmin(round, b.kind == PH_SHAPE_MESH ? 1 : b.rounding)))
            continue;
        n++;
        /* weights of what yields change within a millionth of the size where it does not touch */
        const bool yields = a.core.kind == PHK_CONVEX_CYLINDER || a.core.kind == PHK_CONVEX_FRUSTUM;
        lab_worst here = {.step = 3e-7, .touching = yields};
        lab_differences(lab_between, f, &pair, &here);
        /* a ramp that begins within the step: not so with a shorter one */
        if (here.weight > 1e-6) {
            here = (lab_worst){.step = 3e-8, .touching = yields};
            lab_differences(lab_between, f, &pair, &here);
            shorter++;
        }
        lab_more(&worst.gap, here.gap);
        lab_more(&worst.normal, here.normal);
        lab_more(&worst.point, here.point);
        lab_more(&worst.weight, here.weight);
        worst.points += here.points;
        worst.skipped += here.skipped;
    }
    lab_report(name, &worst);
    CHECK(shorter < 10);
    CHECK(worst.points >= poses && worst.skipped < 1 + worst.points / 100);
    const int jumps = 2 + poses / 200;
    int ways = 0;
    for (int tries = 0; ways < jumps && tries < 100000; tries++) {
        const phk_touch_frame f[2] = {lab_frame(spread), lab_frame(spread)};
        phk_touch_point t[PHK_TOUCH_MOST];
        double least = INFINITY;
        for (int i = lab_between(f, &pair, t); i-- > 0;) least = fmin(least, t[i].gap);
        if (!(least < -depth && least > -4 * depth)) continue;
        ways++;
        no_jump(&pair, f, lab_vector(0.02), lab_vector(2 * depth));
    }
    CHECK(ways == jumps);
}

static void test_pairs(void)
{
    check_pair("ball, torus", ball(0.2), torus(24, 0), 0.9, 0.02);
    check_pair("ball, angle", ball(0.2), angle(0), 0.7, 0.02);
    check_pair("ball, hills", ball(0.2), shaped(10, lab_as_hills, 0), 0.8, 0.02);
    check_pair("ball, bowl", ball(0.6), shaped(10, lab_as_bowl, 0), 0.8, 0.01);
    check_pair("capsule, torus", capsule(0.5, 0.15), torus(16, 0), 0.9, 0.02);
    check_pair("box, angle", box(0.5, 0.4, 0.3, 0.05), angle(0), 0.8, 0.1);
    check_pair("box, ball of mesh", box(0.5, 0.4, 0.3, 0.05), shaped(4, lab_as_ball, 0), 1, 0.1);
    const phk_touchable egg = ellipsoid(0.6, 0.4, 0.3);
    check_pair("ellipsoid, torus", egg, torus(16, 0), 0.9, 0.004);
    check_pair("ellipsoid, angle", egg, angle(0), 0.8, 0.004);
    check_pair("ellipsoid, hills", egg, shaped(10, lab_as_hills, 0), 0.8, 0.004);
    check_pair("ellipsoid, bowl", egg, shaped(10, lab_as_bowl, 0), 0.8, 0.004);
    const phk_touchable roll = cylinder(0.5, 0.2, 0.05);
    check_pair("cylinder, torus", roll, torus(16, 0), 0.9, 0.1);
    check_pair("cylinder, angle", roll, angle(0), 0.8, 0.1);
    check_pair("cylinder, hills", roll, shaped(10, lab_as_hills, 0), 0.8, 0.1);
    check_pair("cylinder, bowl", roll, shaped(10, lab_as_bowl, 0), 0.8, 0.1);
    check_pair("cylinder, ball", roll, shaped(8, lab_as_ball, 0), 1, 0.1);
    const phk_touchable cup = turned(PH_SHAPE_FRUSTUM, 0.4, 0.25, 0.15, 0.04);
    check_pair("frustum, angle", cup, angle(0), 0.8, 0.1);
    check_pair("frustum, hills", cup, shaped(10, lab_as_hills, 0), 0.8, 0.1);
    const phk_touchable hat = turned(PH_SHAPE_CONE, 0.5, 0.25, 0, 0.04);
    check_pair("cone, angle", hat, angle(0), 0.8, 0.1);
    check_pair("cone, hills", hat, shaped(10, lab_as_hills, 0), 0.8, 0.1);
    check_pair("hull, angle", gem(0.03), angle(0.05), 0.8, 0.1);
    check_pair("hull, hills", gem(0.03), shaped(10, lab_as_hills, 0.03), 0.8, 0.1);
    check_pair("mesh, mesh", angle(0.05), torus(16, 0.05), 1, 0.1);
    check_pair("plane, mesh", torus(24, 0.05), plane(), 1, 0.1);
}

/* A ball that rolls over a round mesh or through a bowl is pushed by much the same all the way. */
static void test_rolling(void)
{
    const lab_pair over = {{ball(0.3), shaped(16, lab_as_ball, 0)}, 0.1};
    const lab_pair through = {{ball(0.6), shaped(24, lab_as_bowl, 0)}, 0.1};
    double least[2] = {INFINITY, INFINITY}, most[2] = {0};
    const phk_touchable *bowl = &through.shape[1];
    for (int i = 0; i < poses; i++) {
        const ph_vec3 out = lab_as_ball(lab_vector(1));
        double load[6];
        phk_touch_frame f[2] = {{ph_scale(1.28, out), ph_quat_identity()},
                                {{0, 0, 0}, ph_quat_identity()}};
        lab_load(lab_between, f, &over, load);
        const double force = ph_norm(ph_v3(load[0], load[1], load[2]));
        least[0] = fmin(least[0], force);
        most[0] = fmax(most[0], force);
        /* along a sphere about the middle of the bowl, which lies in the middle of its box */
        const ph_vec3 down = lab_as_ball(ph_v3(0.15 * lab_random(), 0.15 * lab_random(), -1));
        const double middle = bowl->surface->low.z + 0.5;
        f[0].p = ph_axpy(ph_v3(0, 0, middle + 2), 1.42, down);
        lab_load(lab_between, f, &through, load);
        const double hold = ph_norm(ph_v3(load[0], load[1], load[2]));
        least[1] = fmin(least[1], hold);
        most[1] = fmax(most[1], hold);
    }
    printf("over a ball %.4f to %.4f, in a bowl %.4f to %.4f\n", least[0], most[0], least[1],
           most[1]);
    /* 0.02 deep, less what a mesh of this width is off the sphere it is cut from */
    CHECK(least[0] > 0.012 && most[0] < 0.022);
    CHECK(least[1] > 0.012 && most[1] < 0.022);
}

/* [poses] */
int main(int words, char **word)
{
    if (words > 1) poses = atoi(word[1]);
    test_gaps();
    test_same_as_box();
    test_convex_on_box();
    test_seams();
    test_pairs();
    test_rolling();
    phk_arena_free(&arena);
    return TEST_RESULT();
}
