/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Candidates: every way finds what all pairs find, of like and unlike sizes, flat sets and ones
 * without an end; and they hold until something has moved by half the skin.
 */
#include <stdlib.h>
#include <time.h>
#include "cost.h"
#include "geom/broad.h"
#include "geom/touchable.h"
#include "touch_lab.h"

enum { MOST = 3000 };
static phk_bounds box[MOST];

/* Sizes between 1 and `ratio` times `size`, in a cube. */
static void scatter(int n, double size, double ratio, ph_vec3 room)
{
    for (int i = 0; i < n; i++) {
        const ph_vec3 p = {room.x * lab_random(), room.y * lab_random(), room.z * lab_random()};
        const double s = size * pow(ratio, 0.5 + 0.5 * lab_random());
        const ph_vec3 h = {s, s * (0.6 + 0.4 * lab_random()), s * (0.6 + 0.4 * lab_random())};
        box[i] = (phk_bounds){ph_sub(p, h), ph_add(p, h)};
    }
}

/* How many pairs there are; each way is to find them. */
static size_t same(int n, double skin)
{
    phk_broad all = {0}, other = {0};
    CHECK(phk_broad_find(&all, box, n, skin, PHK_BROAD_ALL) == PH_OK);
    for (size_t i = 1; i < all.pairs; i++)
        CHECK(all.pair[i - 1].a < all.pair[i].a ||
              (all.pair[i - 1].a == all.pair[i].a && all.pair[i - 1].b < all.pair[i].b));
    for (int way = PHK_BROAD_BY_COUNT; way <= PHK_BROAD_GRID; way++) {
        CHECK(phk_broad_find(&other, box, n, skin, (phk_broad_way)way) == PH_OK);
        CHECK(other.pairs == all.pairs);
        CHECK(other.pairs == 0 || !memcmp(other.pair, all.pair, all.pairs * sizeof *all.pair));
    }
    const size_t pairs = all.pairs;
    phk_broad_free(&all);
    phk_broad_free(&other);
    return pairs;
}

static void test_same(void)
{
    const double ratio[] = {1, 3, 10, 100};
    const ph_vec3 rooms[] = {{1, 1, 1}, {100, 1, 1}, {0.1, 10, 10}, {1e-3, 1e-3, 1e-3}};
    size_t pairs = 0;
    for (int n = 0; n < 400; n += 1 + n / 4)
        for (int i = 0; i < 16; i++) {
            scatter(n, 0.03, ratio[i % 4], rooms[i / 4]);
            pairs += same(n, i % 3 * 0.02);
        }
    CHECK(pairs > 10000);

    /* large numbers, with some that are huge, infinite, points or far away */
    scatter(MOST, 0.03, 2, ph_v3(1, 1, 1));
    CHECK(same(MOST, 0.01) > 1000);
    box[7] = (phk_bounds){{-INFINITY, -INFINITY, -INFINITY}, {INFINITY, INFINITY, 0}};
    box[8] = (phk_bounds){{-2, -2, -2}, {2, 2, -0.5}};
    box[9] = (phk_bounds){{0.1, 0.1, 0.1}, {0.1, 0.1, 0.1}};
    box[10] = (phk_bounds){{1e30, 0, 0}, {1e30, 0, 0}};
    CHECK(same(MOST, 0.01) > 3000);
    for (int i = 0; i < MOST; i++) box[i].high = box[i].low;
    same(MOST, 0);
    for (int i = 0; i < MOST; i++) box[i] = box[11];
    CHECK(same(200, 0) == 200 * 199 / 2);

    /* the grid is taken where it fits, else the sweep */
    phk_broad b = {0};
    scatter(MOST, 0.03, 3, ph_v3(2, 2, 2));
    phk_broad_find(&b, box, MOST, 0.01, PHK_BROAD_BY_COUNT);
    CHECK(b.way == PHK_BROAD_GRID);
    scatter(MOST, 0.01, 100, ph_v3(2, 2, 2));
    phk_broad_find(&b, box, MOST, 0.01, PHK_BROAD_BY_COUNT);
    CHECK(b.way == PHK_BROAD_SWEEP);
    phk_broad_free(&b);
}

static void test_skin(void)
{
    phk_broad b = {0};
    scatter(200, 0.05, 2, ph_v3(0.5, 0.5, 0.5));
    phk_broad_find(&b, box, 200, 0.02, PHK_BROAD_SWEEP);
    CHECK(!phk_broad_left(&b, box, 200) && phk_broad_left(&b, box, 199));

    /* moves below half the skin: all that overlaps now is among the pairs */
    for (int i = 0; i < 200; i++) {
        const ph_vec3 d = lab_vector(0.0099);
        box[i].low = ph_add(box[i].low, d);
        box[i].high = ph_add(box[i].high, d);
    }
    CHECK(!phk_broad_left(&b, box, 200));
    size_t at = 0;
    for (int i = 0; i < 200; i++)
        for (int j = i + 1; j < 200; j++) {
            while (at < b.pairs && (b.pair[at].a < i || (b.pair[at].a == i && b.pair[at].b < j)))
                at++;
            if (phk_bounds_overlap(&box[i], &box[j]))
                CHECK(at < b.pairs && b.pair[at].a == i && b.pair[at].b == j);
        }
    box[77].high.z += 0.03;
    CHECK(phk_broad_left(&b, box, 200));
    phk_broad_free(&b);
}

static void test_time(void)
{
    phk_broad b = {0};
    scatter(MOST, 0.03, 1, ph_v3(1, 1, 1));
    for (int way = PHK_BROAD_ALL; way <= PHK_BROAD_GRID; way++) {
        const clock_t from = clock();
        for (int i = 0; i < 10; i++) phk_broad_find(&b, box, MOST, 0.005, (phk_broad_way)way);
        printf("%s, %d things, %zu pairs: %.2f ms\n",
               way == PHK_BROAD_ALL     ? "all pairs"
               : way == PHK_BROAD_SWEEP ? "sweep"
                                        : "grid",
               MOST, b.pairs, 100.0 * (double)(clock() - from) / CLOCKS_PER_SEC);
    }
    phk_broad_free(&b);
}

/* 100,000 pairs among 40,000 things, sought and looked at, take less than two hundred million looks
 * at boxes do: they take as long as fifteen, and to try all pairs would be eight hundred. */
static void test_many(void)
{
    enum { THINGS = 40000, WANTED = 100000 };
    const double r = 0.01, room = 0.385;
    phk_bounds *bounds = calloc(THINGS, sizeof *bounds);
    phk_touch_frame *place = calloc(THINGS, sizeof *place);
    phk_arena arena = {0};
    phk_touchable ball;
    phk_broad b = {0};
    ph_vec3 middle;
    size_t near = 0, touching = 0;
    if (!bounds || !place) exit(1);
    const ph_shape_sizes sizes = {.radius = r};
    CHECK(!phk_touchable_create(PH_SHAPE_SPHERE, &sizes, 0, NULL, &arena, &ball, &middle));
    for (int i = 0; i < THINGS; i++) {
        place[i] = (phk_touch_frame){lab_vector(room), {1, 0, 0, 0}};
        bounds[i] = phk_touchable_bounds(&ball, &place[i]);
    }
    const double begin = cost_now();
    CHECK(phk_broad_find(&b, bounds, THINGS, 0, PHK_BROAD_BY_COUNT) == PH_OK);
    for (size_t k = 0; k < b.pairs && k < WANTED; k++) {
        phk_touch_point touch[PHK_TOUCH_MOST];
        const int i = b.pair[k].a, j = b.pair[k].b;
        touching += phk_touch_pair(&ball, &place[i], &ball, &place[j], 0, touch) > 0;
    }
    const double took = cost_now() - begin;
    for (int i = 0; i < THINGS; i += 10)
        for (int j = 0; j < THINGS / 8; j++) near += phk_bounds_overlap(&bounds[i], &bounds[j]);
    const double beside = cost_now() - begin - took;
    printf("%zu of %zu pairs of %d things in %.1f ms, %zu touch; 2e7 looks at boxes in %.1f ms\n",
           b.pairs < WANTED ? b.pairs : (size_t)WANTED, b.pairs, THINGS, 1e3 * took, touching,
           1e3 * beside);
    CHECK(b.pairs >= WANTED && touching > WANTED / 3 && near > 0);
    CHECK(took < 10 * beside);
    phk_broad_free(&b);
    phk_arena_free(&arena);
    free(bounds);
    free(place);
}

int main(void)
{
    test_same();
    test_skin();
    test_time();
    test_many();
    return TEST_RESULT();
}
