/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Envelopes of stresses: against sums in double, whatever the number of instants; hot spots apart
 * from each other.
 */
#include "harness.h"
#include <stdbool.h>
#include <polhode/stress.h>
#include "flex/flex.h"

enum { P = 700, M = 13 };
static float stress[P * 6 * M];
static phk_flex_spot spot[P];
static double history[1000][M];
static const phk_flex flex = {.modes = M, .spots = P, .spot = spot, .stress = stress};

static double noise(unsigned *seed)
{
    *seed = *seed * 1664525u + 1013904223u;
    return (*seed >> 8) * 0x1p-23 - 1;
}

static void make(void)
{
    unsigned seed = 3;
    for (int i = 0; i < P * 6 * M; i++) stress[i] = (float)(1e8 * noise(&seed));
    for (int i = 0; i < P; i++) spot[i] = (phk_flex_spot){-1, NULL, {0.01 * i, 0, 0}};
    for (int i = 0; i < 1000; i++)
        for (int j = 0; j < M; j++) history[i][j] = noise(&seed);
}

static void test_largest(int instants)
{
    ph_envelope *e;
    CHECK(ph_envelope_create(&flex, &e) == PH_OK);
    for (int i = 0; i < instants; i++) ph_envelope_add(e, 0.1 * i, history[i]);
    double worst = 0;
    int late = 0;
    CHECK(instants > 0 && ph_envelope_largest(e, P, NULL) == -1);
    for (int p = 0; p < P; p++) {
        double most = 0, sigma[6];
        for (int i = 0; i < instants; i++) {
            ph_flex_stress(&flex, p, history[i], sigma);
            most = fmax(most, ph_von_mises(sigma));
        }
        double time = 0;
        const double largest = ph_envelope_largest(e, p, &time);
        worst = fmax(worst, fabs(largest / most - 1));
        /* at the time it says, up to single precision */
        const int instant = (int)lround(time / 0.1);
        ph_flex_stress(&flex, p, history[instant], sigma);
        late += fabs(ph_von_mises(sigma) / most - 1) > 1e-6 || fabs(time - 0.1 * instant) > 1e-12;
    }
    CHECK_NEAR(worst, 0, 1e-6);
    CHECK(late == 0);
    ph_envelope_free(e);
}

static const double *look_up(void *user, int instant)
{
    (void)user;
    return history[instant];
}

static void test_hottest(void)
{
    ph_envelope *e;
    ph_hot_spot hot[10], single[10];
    const ph_modal_history known = {NULL, look_up};
    CHECK(ph_envelope_create(&flex, &e) == PH_OK);
    CHECK(ph_envelope_hottest(e, 0, 10, NULL, hot) == 0);
    for (int i = 0; i < 1000; i++) ph_envelope_add(e, 0.1 * i, history[i]);
    CHECK(ph_envelope_hottest(e, 0.055, 10, &known, hot) == 10);
    CHECK(ph_envelope_hottest(e, 0.055, 10, NULL, single) == 10);
    for (int i = 0; i < 10; i++) {
        double sigma[6];
        ph_flex_stress(&flex, hot[i].place, history[hot[i].instant], sigma);
        CHECK(hot[i].stress == ph_von_mises(sigma) && hot[i].sigma[PHK_YZ] == sigma[PHK_YZ]);
        CHECK(i == 0 || hot[i].stress <= hot[i - 1].stress);
        CHECK_RATIO(single[i].stress, hot[i].stress, 1e-5);
        CHECK(isnan(single[i].sigma[0]));
        for (int k = 0; k < i; k++) CHECK(abs(hot[k].place - hot[i].place) > 5);
    }
    /* what is left out is near to a hotter one */
    for (int p = 0; p < P; p++) {
        bool near = ph_envelope_largest(e, p, NULL) <= hot[9].stress * (1 + 1e-6);
        for (int i = 0; i < 10; i++) near |= abs(hot[i].place - p) <= 5;
        if (!near) CHECK(near);
    }
    /* all of them, when that many are asked for */
    ph_hot_spot *all = malloc(2 * P * sizeof *all);
    CHECK(ph_envelope_hottest(e, 0, 2 * P, NULL, all) == P);
    CHECK_NEAR(ph_flex_separation(&flex), 0.03, 1e-12);
    free(all);
    ph_envelope_free(e);
}

/* A tension of 3, a shear of 2: worked out by hand. */
static void test_by_hand(void)
{
    const double tension[6] = {3, 0, 0, 0, 0, 0}, shear[6] = {0, 0, 0, 0, 2, 0},
                 both[6] = {3, 3, 3, 0, 0, 2};
    CHECK_NEAR(ph_von_mises(tension), 3, 1e-15);
    CHECK_NEAR(ph_von_mises(shear), 2 * sqrt(3), 1e-15);
    CHECK_NEAR(ph_von_mises(both), 2 * sqrt(3), 1e-15);
}

int main(void)
{
    make();
    test_by_hand();
    test_largest(1);
    test_largest(31);
    test_largest(32);
    test_largest(33);
    test_largest(1000);
    test_hottest();
    return TEST_RESULT();
}
