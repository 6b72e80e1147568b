/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Hulls of points: closed, convex, about all of them, and with no corner too many, wherever the
 * points lie: inside, twice, in planes and on lines, turned, tiny and huge. What has no inside is
 * refused. The cost goes with the number of points.
 */
#include "cost.h"
#include "geom/hull.h"
#include "geom/shell.h"
#include "touch_lab.h"

enum { MOST = 100000 };
static ph_vec3 at[MOST];
static int count;

static void put(ph_vec3 p)
{
    at[count++] = p;
}

/* Counts triangles and corners, and checks that no point is outside and no corner idle. */
static void check_hull(const char *name, int corners, int faces)
{
    ph_mesh m;
    const char *wrong = phk_hull_make(&at[0].x, count, &m);
    CHECK(wrong == NULL);
    if (wrong) printf("%s: %s\n", name, wrong);
    if (wrong) return;
    ph_vec3 low, high;
    ph_mesh_bounds(&m, &low, &high);
    const double size = ph_norm(ph_sub(high, low));
    bool closed;
    CHECK(ph_mesh_closed(&m, &closed) == PH_OK && closed);
    CHECK(m.triangles == 2 * m.vertices - 4);
    CHECK(ph_mesh_mass(&m).volume > 0);
    double outside = 0;
    const int some = m.triangles > 2000 ? m.triangles / 500 : 1;
    for (int i = 0; i < m.triangles; i += some) {
        const int *c = &m.corner[3 * i];
        const ph_vec3 o = m.vertex[c[0]];
        ph_vec3 n = ph_cross(ph_sub(m.vertex[c[1]], o), ph_sub(m.vertex[c[2]], o));
        CHECK(ph_norm(n) > 0);
        n = ph_scale(1 / ph_norm(n), n);
        for (int k = 0; k < count; k++) outside = fmax(outside, ph_dot(n, ph_sub(at[k], o)) / size);
    }
    if (corners) CHECK(m.vertices == corners);
    if (faces) CHECK(m.patches == faces);
    CHECK(outside < 1e-6);
    phk_arena arena = {0};
    phk_shell s;
    ph_vec3 middle;
    wrong = phk_shell_create(&m, 0, &arena, &s, &middle);
    CHECK(wrong == NULL);
    if (wrong) printf("%s %s\n", name, wrong);
    double concave = 0;
    for (int i = 0; !wrong && i < s.edges; i++) concave = fmin(concave, s.edge[i].turn);
    CHECK(concave > -1e-6);
    printf("%s: %d points, %d corners, %d faces, %.1e outside, %.1e concave\n", name, count,
           m.vertices, m.patches, outside, concave);
    phk_arena_free(&arena);
    ph_mesh_free(&m);
}

/* Turns, stretches and moves what there is. */
static void displace(double size, bool turn)
{
    const phk_touch_frame f = lab_frame(1);
    for (int i = 0; i < count; i++) {
        const ph_vec3 p = turn ? ph_rotate(f.q, at[i]) : at[i];
        at[i] = ph_scale(size, ph_add(p, f.p));
    }
}

/* All points of a grid over a box: on its faces, on its edges, inside. */
static void grid(int n, ph_vec3 size)
{
    count = 0;
    for (int i = 0; i < n * n * n; i++)
        put(ph_v3(size.x * (i % n) / (n - 1), size.y * (i / n % n) / (n - 1),
                  size.z * (i / n / n) / (n - 1)));
}

static void prism(int n)
{
    count = 0;
    for (int i = 0; i < 8 * n; i++) {
        const double turn = 2 * PH_PI * i / n;
        put(ph_v3(cos(turn), sin(turn), i / n / 7.0));
    }
}

static void test_flat_faces(void)
{
    static const double sizes[] = {1, 1e-6, 1e6, 0.1, 3e-3};
    for (int i = 0; i < 10; i++) {
        grid(2 + i, ph_v3(1, 1, 1));
        displace(sizes[i / 2], i % 2);
        check_hull("cube", 8, 6);
        grid(2 + i, ph_v3(1, 0.3, 1e-4));
        displace(sizes[i / 2], i % 2);
        check_hull("plate", 8, 6);
        prism(3 + 5 * i);
        displace(sizes[i / 2], i % 2);
        check_hull("prism", 2 * (3 + 5 * i), 5 + 5 * i);
    }
}

static void test_round(void)
{
    count = 0;
    while (count < 2000) {
        const ph_vec3 p = lab_vector(1);
        if (ph_norm(p) > 0.1) put(ph_scale(1 / ph_norm(p), p));
    }
    for (int i = 0; i < 500; i++) put(at[i]);
    check_hull("ball, some twice", 2000, 0);
    /* as single numbers, of an STL file */
    for (int i = 0; i < count; i++) at[i] = ph_v3((float)at[i].x, (float)at[i].y, (float)at[i].z);
    check_hull("ball of single numbers", 0, 0);
    count = 0;
    for (int i = 0; i < 5000; i++) put(lab_vector(1));
    check_hull("points within a cube", 0, 0);
    grid(12, ph_v3(1, 1, 1));
    displace(1, true);
    for (int i = 0; i < count; i++) at[i] = ph_v3((float)at[i].x, (float)at[i].y, (float)at[i].z);
    check_hull("turned cube of single numbers", 8, 6);
    for (int i = 0; i < count; i++) at[i] = ph_add(at[i], lab_vector(1e-6));
    check_hull("cube with noise", 0, 0);
}

/* Small bodies of random corners on a coarse grid: all that is in one plane, on one line, or twice.
 */
static void test_crowded(void)
{
    for (int n = 0; n < 2000; n++) {
        count = 0;
        for (int i = 0; i < 8 + n % 40; i++) {
            const ph_vec3 p = lab_vector(2.5);
            put(ph_v3(round(p.x), round(p.y), round(p.z)));
        }
        if (n % 3) displace(n % 3, n % 2);
        ph_mesh m;
        if (phk_hull_make(&at[0].x, count, &m)) continue;
        CHECK(m.triangles == 2 * m.vertices - 4 && m.patches >= 4);
        double outside = 0;
        for (int i = 0; i < m.triangles; i++) {
            const int *c = &m.corner[3 * i];
            const ph_vec3 o = m.vertex[c[0]];
            ph_vec3 u = ph_cross(ph_sub(m.vertex[c[1]], o), ph_sub(m.vertex[c[2]], o));
            u = ph_scale(1 / ph_norm(u), u);
            for (int k = 0; k < count; k++) outside = fmax(outside, ph_dot(u, ph_sub(at[k], o)));
        }
        CHECK(outside < 1e-8);
        ph_mesh_free(&m);
    }
}

static void refuse(const char *want)
{
    ph_mesh m;
    const char *wrong = phk_hull_make(&at[0].x, count, &m);
    CHECK(wrong && strstr(wrong, want));
    if (!wrong) printf("should be refused: %s\n", want);
    CHECK(m.vertices == 0 && m.triangles == 0);
    ph_mesh_free(&m);
}

static void test_refused(void)
{
    count = 0;
    for (int i = 0; i < 10; i++) put(ph_v3(1, 2, 3));
    refuse("one");
    for (int i = 0; i < 10; i++) at[i] = ph_v3(i, 2 * i, 0.1 * i);
    refuse("line");
    for (int turn = 0; turn < 2; turn++) {
        grid(4, ph_v3(1, 2, 0));
        displace(1e-3, turn);
        refuse("plane");
        grid(4, ph_v3(1, 2, 1e-6));
        displace(1e3, turn);
        refuse("plane");
    }
    at[3].x = INFINITY;
    refuse("finite");
    count = 3;
    refuse("four");
}

/* One hull of many points, and many of few. */
static double make_many(int n)
{
    const double from = cost_now();
    for (int i = 0; i + n <= count; i += n) {
        ph_mesh m;
        CHECK(phk_hull_make(&at[i].x, n, &m) == NULL);
        ph_mesh_free(&m);
    }
    return cost_now() - from;
}

static void test_cost(void)
{
    count = 0;
    while (count < MOST) {
        const ph_vec3 p = lab_vector(1);
        if (ph_norm(p) > 0.1) put(ph_scale(1 / ph_norm(p), p));
    }
    const double one = make_many(MOST), small = make_many(MOST / COST_PIECES);
    printf("100,000 points of a ball: %.3f s; a hundredth, 100 times: %.3f s\n", one, small);
    CHECK(one < COST_LIMIT * small);
}

int main(void)
{
    test_flat_faces();
    test_round();
    test_crowded();
    test_refused();
    test_cost();
    return TEST_RESULT();
}
