/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Terrains: the surface goes through its heights and is smooth across cells; shapes on it have
 * derivatives that differences confirm, gaps that samples of the surface confirm, and no load that
 * jumps; a flat one is a plane; beyond the border there is nothing.
 */
#include <stdlib.h>
#include <polhode/geometry.h>
#include "geom/terrain.h"
#include "geom/touchable.h"
#include "touch_lab.h"

static const struct {
    const char *name;
    int kind;
    ph_shape_sizes sizes;
    double rounding;
} shapes[] = {
    {"sphere", PH_SHAPE_SPHERE, {.radius = 0.3}, 0},
    {"capsule", PH_SHAPE_CAPSULE, {.radius = 0.15, .length = 1}, 0},
    {"box", PH_SHAPE_BOX, {.size = {0.8, 0.5, 0.4}}, 0.03},
    {"cylinder", PH_SHAPE_CYLINDER, {.radius = 0.3, .length = 0.7}, 0.03},
    {"frustum", PH_SHAPE_FRUSTUM, {.radius = 0.35, .radius2 = 0.15, .length = -0.6}, 0.03},
    {"cone", PH_SHAPE_CONE, {.radius = 0.3, .length = 0.6}, 0.03},
    {"ellipsoid", PH_SHAPE_ELLIPSOID, {.size = {0.9, 0.6, 0.5}}, 0},
    {"torus", PH_SHAPE_TORUS, {.radius = 0.4, .radius2 = 0.12}, 0},
};
enum { SHAPES = sizeof shapes / sizeof *shapes };

/* Lands of 6 m x 5 m: flat, a bowl, hills that are wide, and bumps as narrow as the shapes are. */
enum { FLAT, BOWL, HILLS, BUMPS, LANDS, NX = 25, NY = 21 };
static const char *const lands[LANDS] = {"flat", "bowl", "hills", "bumps"};
static const ph_vec3 extent = {6, 5, 0};
static int poses = 1000; /* 4,000 take ten minutes */

static double height(int land, double x, double y)
{
    const double a = x - 3, b = y - 2.5;
    switch (land) {
    case BOWL:
        return 0.1 * (a * a + b * b);
    case HILLS:
        return 0.15 * sin(1.7 * x + 0.3) * cos(1.4 * y) + 0.1 * x;
    case BUMPS:
        return 0.04 * sin(7 * x + 1) * sin(6 * y + 2);
    default:
        return 0;
    }
}

static ph_rows rows_of(int land, double value[NX * NY])
{
    for (int j = 0; j < NY; j++)
        for (int i = 0; i < NX; i++)
            value[NX * j + i] = height(land, extent.x * i / (NX - 1), extent.y * j / (NY - 1));
    return (ph_rows){NY, NX, value};
}

typedef struct {
    phk_touchable shape[2];
    double within;
    const phk_terrain *terrain;
} both;

static int points_of(const phk_touch_frame f[2], const void *what, phk_touch_point *t)
{
    const both *p = what;
    return phk_touch_pair(&p->shape[0], &f[0], &p->shape[1], &f[1], p->within, t);
}

static both make(int i, int land, phk_arena *arena)
{
    both p = {.within = 0.05};
    double value[NX * NY];
    ph_vec3 middle;
    const ph_shape_sizes map = {.size = extent, .rows = rows_of(land, value)};
    CHECK(!phk_touchable_create(shapes[i].kind, &shapes[i].sizes, shapes[i].rounding, NULL, NULL,
                                &p.shape[0], &middle));
    CHECK(!phk_touchable_create(PH_SHAPE_TERRAIN, &map, 0, NULL, arena, &p.shape[1], &middle));
    CHECK(!phk_touch_unknown(&p.shape[0], &p.shape[1]));
    p.terrain = p.shape[1].terrain;
    return p;
}

static ph_vec3 world(const both *p, const phk_touch_frame *f, double x, double y, double z)
{
    return ph_add(f->p, ph_rotate(f->q, ph_sub(ph_v3(x, y, z), p->terrain->middle)));
}

static double least_gap(const phk_touch_point *t, int n)
{
    double least = INFINITY;
    for (int i = 0; i < n; i++) least = fmin(least, t[i].gap);
    return least;
}

/* Somewhere over the map, let down until the gap is between low and high. */
static void put_down(const both *p, double low, double high, phk_touch_frame f[2])
{
    phk_touch_point t[PHK_TOUCH_MOST];
    const double wanted = low + 0.5 * (high - low) * (1 + lab_random());
    const double x = 3 + 1.8 * lab_random(), y = 2.5 + 1.4 * lab_random();
    double in = phk_terrain_find(p->terrain, x, y).z, out = in + 2;
    for (int i = 0; i < 40; i++) {
        const double z = 0.5 * (in + out);
        f[0].p = world(p, &f[1], x, y, z);
        *(least_gap(t, points_of(f, p, t)) < wanted ? &in : &out) = z;
    }
}

/* Weights have kinks, and one within a step is no error: it is gone with a shorter one. Where a
 * saddle between two places comes or goes they are odd, which is rare. */
static bool fine_weights(const both *p, const phk_touch_frame f[2], double *worst, int *odd)
{
    double least = INFINITY;
    bool shorter = false;
    for (double step = 3e-8; step > 2e-9 && least > 1e-6; step *= 0.3) {
        lab_worst here = {.step = step, .touching = true};
        lab_differences(points_of, f, p, &here);
        shorter = step < 2e-8;
        least = fmin(least, here.weight);
    }
    *odd += least > 1e-6;
    if (!(least > 1e-6)) lab_more(worst, least);
    return shorter;
}

static void test_differences(int i, int land)
{
    phk_arena arena = {0};
    const both p = make(i, land, &arena);
    lab_worst worst = {.step = 8e-8}, apart = worst;
    double weight = 0;
    int shorter = 0, odd = 0;
    for (int n = 0; n < poses; n++) {
        phk_touch_frame f[2] = {lab_frame(1), lab_frame(1)};
        const bool deep = n % 2;
        put_down(&p, deep ? -0.01 : 0.001, deep ? -0.002 : 0.01, f);
        lab_differences(points_of, f, &p, deep ? &worst : &apart);
        if (deep) shorter += fine_weights(&p, f, &weight, &odd);
    }
    worst.weight = weight;
    lab_more(&worst.gap, apart.gap);
    lab_more(&worst.normal, apart.normal);
    lab_more(&worst.point, apart.point);
    worst.points += apart.points;
    worst.skipped += apart.skipped;
    char name[64];
    snprintf(name, sizeof name, "%s on %s", shapes[i].name, lands[land]);
    lab_report(name, &worst);
    if (shorter) printf("    %d with shorter steps, %d odd\n", shorter, odd);
    CHECK(odd <= 1 + poses / 1000);
    CHECK(shorter <= 1 + poses / 200);
    CHECK(worst.points > poses / 4 * 3);
    phk_arena_free(&arena);
}

/* --- jumps ------------------------------------------------------------------------------------ */

/* [m] deeper than edges are round, where no formula promises to be smooth */
static const double deepest = -0.02;

/* Force and moment per stiffness of Hertz' law; nothing deeper: no change is seen there. */
static void load_of(const both *p, const phk_touch_frame f[2], double out[6])
{
    phk_touch_point t[PHK_TOUCH_MOST];
    const int n = points_of(f, p, t);
    ph_vec3 force = {0, 0, 0}, moment = {0, 0, 0};
    for (int k = 0; k < 6; k++) out[k] = NAN;
    if (least_gap(t, n) < deepest) return;
    for (int i = 0; i < n; i++) {
        const double size = t[i].weight * pow(fmax(0, -t[i].gap), 1.5);
        force = ph_axpy(force, size, t[i].normal);
        moment = ph_add(moment, ph_cross(ph_sub(t[i].point, f[0].p), ph_scale(size, t[i].normal)));
    }
    memcpy(out, (double[]){force.x, force.y, force.z, moment.x, moment.y, moment.z},
           6 * sizeof *out);
}

static double change(const double from[6], const double to[6])
{
    double most = 0;
    for (int k = 0; k < 6; k++) most = fmax(most, fabs(to[k] - from[k]));
    return most;
}

typedef struct {
    const both *p;
    const phk_touch_frame *f;
    ph_vec3 turn, shift;
} track;

static void load_at(const track *w, double s, double out[6])
{
    phk_touch_frame g[2] = {w->f[0], w->f[1]};
    g[0].q = ph_quat_mul(phk_exp(ph_scale(s, w->turn)), w->f[0].q);
    g[0].p = ph_axpy(w->f[0].p, s, w->shift);
    load_of(w->p, g, out);
}

/* Where the load changes most it is looked at more and more closely: only a jump stays. */
static double jump(const track *w)
{
    enum { STEPS = 200 };
    double load[STEPS + 1][6], ends[2][6], middle[6];
    int at = 0;
    for (int i = 0; i <= STEPS; i++) load_at(w, 2.0 * i / STEPS - 1, load[i]);
    for (int i = 1; i < STEPS; i++)
        if (change(load[i], load[i + 1]) > change(load[at], load[at + 1])) at = i;
    double from = 2.0 * at / STEPS - 1, to = from + 2.0 / STEPS;
    memcpy(ends, load[at], sizeof ends);
    for (int i = 0; i < 26; i++) {
        const double half = 0.5 * (from + to);
        load_at(w, half, middle);
        const bool first = change(ends[0], middle) > change(middle, ends[1]);
        *(first ? &to : &from) = half;
        memcpy(ends[first], middle, sizeof middle);
    }
    return change(ends[0], ends[1]);
}

static void test_jumps(int i, int land)
{
    phk_arena arena = {0};
    const both p = make(i, land, &arena);
    double worst = 0, most = 0;
    int jumps = 0, ways = poses / 40 + 4;
    for (int n = 0; n < ways; n++) {
        phk_touch_frame f[2] = {lab_frame(1), lab_frame(1)};
        /* every third one stands or lies about flat */
        const ph_vec3 quarter = ph_scale(0.5 * PH_PI, phk_touch_unit(n));
        if (n % 3 == 0) f[0].q = ph_quat_mul(f[1].q, phk_exp(n % 2 ? quarter : ph_v3(0, 0, 0)));
        put_down(&p, -0.008, -0.004, f);
        double load[6];
        load_of(&p, f, load);
        for (int k = 0; k < 6; k++) most = fmax(most, fabs(load[k]));
        const track w = {&p, f, lab_vector(n % 2 ? 0.03 : 0.3), lab_vector(n % 2 ? 0.01 : 0.1)};
        const double by = jump(&w);
        jumps += by > 1e-8;
        lab_more(&worst, by);
    }
    printf("%s on %s: largest jump %.1e on %d ways, %d above 1e-8 (loads to %.1e)\n",
           shapes[i].name, lands[land], worst, ways, jumps, most);
    /* where a shape lies in two places, a saddle between them may be missed: a few in a hundred
     * ways, and then the load jumps */
    CHECK(land >= HILLS ? jumps <= 1 + ways / 25 : worst < 1e-8);
    phk_arena_free(&arena);
}

/* --- the surface ------------------------------------------------------------------------------ */

static phk_terrain fit(int nx, int ny, const double *value, double **room)
{
    phk_terrain t;
    const ph_rows rows = {ny, nx, value};
    *room = malloc(phk_terrain_room(&rows) * sizeof **room);
    phk_terrain_fit(&rows, extent, *room, &t);
    return t;
}

/* Through all heights, and derivatives against differences, on borders of cells, too: with the
 * second one the curvature is continuous. */
static void test_surface(int nx, int ny)
{
    double value[12 * 12], *room;
    for (int i = 0; i < nx * ny; i++) value[i] = lab_random();
    const phk_terrain t = fit(nx, ny, value, &room);
    for (int i = 0; i < nx * ny; i++) {
        const double x = t.step[0] * (i % nx), y = t.step[1] * (i / nx);
        CHECK(fabs(phk_terrain_find(&t, x, y).z - value[i]) < 1e-13);
    }
    const double h = 1e-6;
    for (int n = 0; n < 400; n++) {
        double x = 3 + 2.9 * lab_random(), y = 2.5 + 2.4 * lab_random(), by[2];
        if (n % 2 && nx > 2) x = t.step[0] * (1 + n % (nx - 2));
        const phk_terrain_at at = phk_terrain_find(&t, x, y);
        const phk_terrain_at e = phk_terrain_find(&t, x + h, y), w = phk_terrain_find(&t, x - h, y);
        const phk_terrain_at a = phk_terrain_find(&t, x, y + h), b = phk_terrain_find(&t, x, y - h);
        CHECK(fabs((e.z - w.z) / (2 * h) - at.by[0]) < 1e-7);
        CHECK(fabs((a.z - b.z) / (2 * h) - at.by[1]) < 1e-7);
        CHECK(fabs((e.by[0] - w.by[0]) / (2 * h) - at.by2[0]) < 1e-3);
        CHECK(fabs((a.by[0] - b.by[0]) / (2 * h) - at.by2[1]) < 1e-3);
        CHECK(fabs((a.by[1] - b.by[1]) / (2 * h) - at.by2[2]) < 1e-3);
        CHECK(at.z == phk_terrain_height(&t, x, y, by) || fabs(at.by[0] - by[0]) < 1e-12);
        CHECK(at.z >= t.low && at.z <= t.high && hypot(at.by[0], at.by[1]) <= t.steep);
    }
    free(room);
}

/* A cubic of both is what it is. */
static void test_cubic(void)
{
    double value[9 * 7], *room;
    for (int i = 0; i < 9 * 7; i++) {
        const double x = extent.x * (i % 9) / 8, y = extent.y * (i / 9) / 6.0;
        value[i] = (0.1 * x * x * x - x + 1) * (0.2 * y * y - y + 0.05 * y * y * y) + 0.3 * x;
    }
    const phk_terrain t = fit(9, 7, value, &room);
    for (int n = 0; n < 200; n++) {
        const double x = 3 + 3 * lab_random(), y = 2.5 + 2.5 * lab_random();
        const double z = (0.1 * x * x * x - x + 1) * (0.2 * y * y - y + 0.05 * y * y * y) + 0.3 * x;
        CHECK(fabs(phk_terrain_find(&t, x, y).z - z) < 1e-11);
    }
    free(room);
}

/* A large map is made at once, and a point of it costs no more than one of a small one. */
static void test_large(void)
{
    enum { N = 1000 };
    double *value = malloc(sizeof *value * N * N);
    for (int i = 0; i < N * N; i++) value[i] = 0.01 * lab_random();
    phk_arena arena = {0};
    phk_touchable ball, map;
    ph_vec3 middle;
    phk_touch_point t[PHK_TOUCH_MOST];
    const ph_shape_sizes sizes = {.size = {500, 500, 0}, .rows = {N, N, value}};
    CHECK(!phk_touchable_create(PH_SHAPE_SPHERE, &shapes[0].sizes, 0, NULL, NULL, &ball, &middle));
    CHECK(!phk_touchable_create(PH_SHAPE_TERRAIN, &sizes, 0, NULL, &arena, &map, &middle));
    for (int n = 0; n < 1000; n++) {
        phk_touch_frame f[2] = {lab_frame(1), {middle, ph_quat_identity()}};
        const double x = 250 + 249 * lab_random(), y = 250 + 249 * lab_random();
        f[0].p = ph_v3(x, y, 0.3 + 0.02 * lab_random());
        const int m = phk_touch_pair(&ball, &f[0], &map, &f[1], 0.1, t);
        CHECK(m > 0 && fabs(least_gap(t, m)) < 0.05);
    }
    ph_mesh mesh;
    bool closed = false;
    CHECK(ph_shape_mesh(PH_SHAPE_TERRAIN, &sizes, 24, &mesh) == PH_OK);
    CHECK(ph_mesh_closed(&mesh, &closed) == PH_OK && closed && mesh.triangles < 40000);
    CHECK(ph_mesh_mass(&mesh).volume > 0);
    ph_mesh_free(&mesh);
    phk_arena_free(&arena);
    free(value);
}

/* --- what is there, and what is not ------------------------------------------------------------
 */

/* The gap of a ball against samples of the surface. */
static void test_gaps(int land)
{
    phk_arena arena = {0};
    const both p = make(0, land, &arena);
    double worst = 0;
    for (int n = 0; n < 1 + poses / 100; n++) {
        phk_touch_frame f[2] = {lab_frame(1), lab_frame(1)};
        phk_touch_point t[PHK_TOUCH_MOST];
        put_down(&p, -0.01, 0.03, f);
        const ph_vec3 y = ph_add(ph_unrotate(f[1].q, ph_sub(f[0].p, f[1].p)), p.terrain->middle);
        double least = INFINITY;
        for (int i = 0; i <= 600; i++)
            for (int j = 0; j <= 600; j++) {
                const double u[2] = {y.x - 0.4 + 0.8 * i / 600, y.y - 0.4 + 0.8 * j / 600};
                const ph_vec3 s = {u[0], u[1], phk_terrain_find(p.terrain, u[0], u[1]).z};
                least = fmin(least, ph_norm(ph_sub(y, s)));
            }
        lab_more(&worst, fabs(least - 0.3 - least_gap(t, points_of(f, &p, t))));
    }
    printf("ball on %s: gap %.1e from samples\n", lands[land], worst);
    CHECK(worst < 1e-5);
    phk_arena_free(&arena);
}

/* A flat one bears as a plane does. */
static void test_as_plane(int i)
{
    phk_arena arena = {0};
    const both p = make(i, FLAT, &arena);
    both q = p;
    ph_vec3 middle;
    const ph_shape_sizes none = {.radius = 0};
    CHECK(!phk_touchable_create(PH_SHAPE_PLANE, &none, 0, NULL, NULL, &q.shape[1], &middle));
    double worst = 0;
    for (int n = 0; n < 40; n++) {
        phk_touch_frame f[2] = {lab_frame(1), lab_frame(1)};
        const ph_vec3 quarter = ph_scale(0.5 * PH_PI, phk_touch_unit(n));
        if (n % 2) f[0].q = ph_quat_mul(f[1].q, phk_exp(n % 4 < 2 ? quarter : ph_v3(0, 0, 0)));
        put_down(&p, -0.008, -0.002, f);
        const phk_touch_frame g[2] = {f[0], {world(&p, &f[1], 0, 0, 0), f[1].q}};
        double on_terrain[6], on_plane[6];
        load_of(&p, f, on_terrain);
        load_of(&q, g, on_plane);
        lab_more(&worst, change(on_terrain, on_plane));
    }
    printf("%s on flat: load %.1e from that on a plane\n", shapes[i].name, worst);
    CHECK(worst < 1e-10);
    phk_arena_free(&arena);
}

/* Over the border the load goes down to nothing without a jump; deep below and far outside nothing
 * is not a number. */
static void test_border(int i)
{
    phk_arena arena = {0};
    const both p = make(i, HILLS, &arena);
    phk_touch_point t[PHK_TOUCH_MOST];
    for (int n = 0; n < (poses < 100 ? 1 : 3); n++) {
        phk_touch_frame f[2] = {lab_frame(1), lab_frame(1)};
        double last[6], now[6];
        put_down(&p, -0.008, -0.004, f);
        f[0].p = ph_add(world(&p, &f[1], 0, 2.5, 0.14), ph_rotate(f[1].q, ph_v3(0, 0, 0.2)));
        const ph_vec3 out = ph_rotate(f[1].q, ph_v3(-1, 0, 0));
        const ph_vec3 from = ph_axpy(f[0].p, -1.2, out);
        double most = 0;
        for (int k = 0; k <= 1500; k++) {
            f[0].p = ph_axpy(from, 3.0 * k / 1500, out);
            load_of(&p, f, now);
            if (k) lab_more(&most, isnan(now[0]) || isnan(last[0]) ? 0 : change(last, now));
            memcpy(last, now, sizeof now);
        }
        CHECK(most < 4e-4);
        CHECK(points_of(f, &p, t) == 0);
    }
    for (int n = 0; n < 200; n++) {
        phk_touch_frame f[2] = {lab_frame(1), lab_frame(1)};
        f[0].p = world(&p, &f[1], 3 + 4 * lab_random(), 2.5 + 4 * lab_random(), 1.5 * lab_random());
        const int m = points_of(f, &p, t);
        for (int k = 0; k < m; k++) {
            CHECK(isfinite(t[k].gap) && isfinite(t[k].weight) && isfinite(ph_norm(t[k].normal)));
            for (int j = 0; j < 6; j++)
                CHECK(isfinite(ph_norm(t[k].by_normal[j]) + ph_norm(t[k].by_point[j]) +
                               t[k].by_weight[j]));
        }
    }
    phk_arena_free(&arena);
}

/* [poses [shape [land]]] */
int main(int words, char **word)
{
    if (words > 1) poses = atoi(word[1]);
    for (int n = 2; n < 12 && words < 3; n++) test_surface(n, 13 - n);
    if (words < 3) test_cubic();
    if (words < 3) test_large();
    for (int i = 0; i < SHAPES; i++) {
        if (words > 2 && strcmp(word[2], shapes[i].name)) continue;
        test_as_plane(i);
        test_border(i);
    }
    for (int land = 0; land < LANDS; land++) {
        if (words < 3) test_gaps(land);
        for (int i = 0; i < SHAPES; i++) {
            if (words > 2 && strcmp(word[2], shapes[i].name)) continue;
            if (words > 3 && strcmp(word[3], lands[land])) continue;
            test_differences(i, land);
            test_jumps(i, land);
        }
    }
    return TEST_RESULT();
}
