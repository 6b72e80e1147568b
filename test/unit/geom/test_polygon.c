/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Polygons: triangles cover them once, whatever is hollow, straight, or turned the other way, and
 * crossings are found where they are.
 */
#include "geom/polygon.h"
#include "harness.h"

enum { MOST = 400 };

static double area_of(const double *xy, const int *t)
{
    const double *a = xy + 2 * t[0], *b = xy + 2 * t[1], *c = xy + 2 * t[2];
    return 0.5 * ((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]));
}

/* Triangles of the whole area, none of them turned, and each side in one of them, in its sense. */
static void check_cut(const double *xy, int n)
{
    static int corner[3 * MOST];
    const double area = fabs(phk_polygon_area(xy, n)), way = phk_polygon_area(xy, n) < 0 ? -1 : 1;
    double sum = 0, least = INFINITY;
    int sides = 0, at[2];
    CHECK(phk_polygon_crosses(xy, n, false, at) == 0);
    CHECK(phk_polygon_cut(xy, n, corner) == n - 2);
    for (int i = 0; i < n - 2; i++) {
        const double one = area_of(xy, corner + 3 * i);
        sum += one;
        least = fmin(least, one);
        for (int k = 0; k < 3; k++)
            sides += (corner[3 * i + k] + (int)way + n) % n == corner[3 * i + (k + 1) % 3];
    }
    CHECK_RATIO(sum, area, 1e-12);
    CHECK(least >= -1e-15 * area);
    CHECK(sides == n);
}

static double random_part(unsigned *seed)
{
    *seed = *seed * 1664525u + 1013904223u;
    return (*seed >> 8) / 16777216.0;
}

static void test_cut(void)
{
    const double square[] = {0, 0, 1, 0, 2, 0, 2, 1, 2, 2, 1, 2, 0, 2, 0, 1};
    const double hook[] = {0, 0, 3, 0, 3, 3, 1, 3, 1, 2, 2, 2, 2, 1, 0, 1};
    check_cut(square, 8);
    check_cut(hook, 8);
    /* stars with any radius, either way round */
    unsigned seed = 1;
    static double xy[2 * MOST];
    for (int run = 0; run < 200; run++) {
        const int n = 3 + (int)(100 * random_part(&seed));
        for (int i = 0; i < n; i++) {
            const double r = 0.1 + random_part(&seed), u = (run % 2 ? -1 : 1) * 6.283185307 * i / n;
            xy[2 * i] = 5 + r * cos(u);
            xy[2 * i + 1] = r * sin(u) - 3;
        }
        check_cut(xy, n);
    }
    /* a spiral that goes round five times */
    for (int i = 0; i < MOST; i++) {
        const int half = MOST / 2, k = i < half ? i : MOST - 1 - i;
        const double u = 10 * 3.14159265 * k / half, r = 1 + u + (i < half ? 0 : 1);
        xy[2 * i] = r * cos(u);
        xy[2 * i + 1] = r * sin(u);
    }
    check_cut(xy, MOST);
}

static void test_crosses(void)
{
    const double eight[] = {0, 0, 1, 1, 1, 0, 0, 1}, back[] = {0, 0, 2, 0, 1, 0, 1, 1};
    const double touches[] = {0, 0, 2, 0, 2, 2, 1, 0, 0, 2}, twice[] = {0, 0, 1, 0, 1, 0, 0, 1};
    int at[2] = {-1, -1};
    CHECK(phk_polygon_crosses(eight, 4, false, at) == 1 && at[0] == 0 && at[1] == 2);
    CHECK(phk_polygon_crosses(eight, 4, true, at) == 1);
    CHECK(phk_polygon_crosses(eight, 3, true, at) == 0);
    CHECK(phk_polygon_crosses(back, 4, false, at) == 1 && at[0] == 0 && at[1] == 1);
    CHECK(phk_polygon_crosses(touches, 5, false, at) == 1 && at[0] == 0 && at[1] == 2);
    CHECK(phk_polygon_crosses(twice, 4, false, at) == 1);
}

int main(void)
{
    test_cut();
    test_crosses();
    return TEST_RESULT();
}
