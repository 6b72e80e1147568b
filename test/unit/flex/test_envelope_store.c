/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The envelope of stresses against the largest of all instants one by one, in double precision;
 * instants in groups of any size; written out and read back in the middle of a group.
 */
#include <string.h>
#include <polhode/stress.h>
#include "flex/envelope.h"
#include "harness.h"

enum { MODES = 7, SPOTS = 23, INSTANTS = 77 };

static float stress[SPOTS][6][MODES];
static double q[INSTANTS][MODES];

static double random_number(void)
{
    static unsigned long long seed = 5;
    seed = seed * 6364136223846793005ull + 1442695040888963407ull;
    return (double)(seed >> 11) / 9007199254740992.0 * 2 - 1;
}

static phk_flex body(void)
{
    return (phk_flex){.modes = MODES, .spots = SPOTS, .stress = &stress[0][0][0]};
}

static void fill(void)
{
    for (int p = 0; p < SPOTS; p++)
        for (int c = 0; c < 6; c++)
            for (int j = 0; j < MODES; j++) stress[p][c][j] = (float)(2e11 * random_number());
    for (int i = 0; i < INSTANTS; i++)
        for (int j = 0; j < MODES; j++) q[i][j] = 1e-3 * random_number();
}

static double time_of(int instant)
{
    return 0.5 + 1e-3 * instant;
}

static void check_all(phk_envelope *e, const phk_flex *flex, int instants)
{
    phk_envelope_settle(e);
    for (int p = 0; p < SPOTS; p++) {
        double most = -1, s[6];
        int at = -1;
        for (int i = 0; i < instants; i++) {
            ph_flex_stress(flex, p, q[i], s);
            if (ph_von_mises(s) > most) most = ph_von_mises(s), at = i;
        }
        CHECK_RATIO(phk_envelope_peak(e, p), most, 2e-6);
        CHECK(e->time[p] == time_of(at));
        ph_flex_stress(flex, p, q[at], s);
        for (int c = 0; c < 6; c++) CHECK_NEAR(e->tensor[p][c], s[c], 2e-6 * most);
    }
}

static void test_groups(const phk_flex *flex)
{
    static const int counts[] = {1, 31, 32, 33, INSTANTS};
    for (size_t k = 0; k < sizeof counts / sizeof *counts; k++) {
        phk_arena arena = {0};
        phk_envelope e;
        CHECK(phk_envelope_create(&e, flex, &arena) == PH_OK);
        CHECK(phk_envelope_peak(&e, 3) == 0);
        for (int i = 0; i < counts[k]; i++) phk_envelope_show(&e, time_of(i), q[i]);
        check_all(&e, flex, counts[k]);
        phk_arena_free(&arena);
    }
}

/* To the last bit as without the interruption, and settled at any time in between. */
static void test_store(const phk_flex *flex)
{
    phk_arena arena = {0};
    phk_envelope e, other, whole;
    CHECK(phk_envelope_create(&e, flex, &arena) == PH_OK);
    CHECK(phk_envelope_create(&other, flex, &arena) == PH_OK);
    CHECK(phk_envelope_create(&whole, flex, &arena) == PH_OK);
    for (int i = 0; i < 45; i++) phk_envelope_show(&e, time_of(i), q[i]);
    phk_store out = phk_store_writer();
    phk_envelope_store(&e, &out);
    phk_store_seal(&out);
    CHECK(out.status == PH_OK);
    phk_store in = phk_store_reader(out.data, out.size);
    phk_envelope_store(&other, &in);
    CHECK(in.status == PH_OK);
    for (int i = 45; i < INSTANTS; i++) {
        phk_envelope_show(&other, time_of(i), q[i]);
        if (i == 50) phk_envelope_settle(&other);
    }
    for (int i = 0; i < INSTANTS; i++) phk_envelope_show(&whole, time_of(i), q[i]);
    check_all(&other, flex, INSTANTS);
    phk_envelope_settle(&whole);
    CHECK(memcmp(other.square, whole.square, SPOTS * sizeof *whole.square) == 0);
    CHECK(memcmp(other.time, whole.time, SPOTS * sizeof *whole.time) == 0);
    CHECK(memcmp(other.tensor, whole.tensor, SPOTS * sizeof *whole.tensor) == 0);
    phk_store_free(&out);
    phk_arena_free(&arena);
}

static void test_mises(void)
{
    const double pull[6] = {5, 0, 0, 0, 0, 0}, shear[6] = {0, 0, 0, 0, 2, 0},
                 water[6] = {7, 7, 7, 0, 0, 0};
    CHECK_NEAR(ph_von_mises(pull), 5, 1e-14);
    CHECK_NEAR(ph_von_mises(shear), 2 * sqrt(3), 1e-14);
    CHECK_NEAR(ph_von_mises(water), 0, 1e-14);
}

int main(void)
{
    fill();
    const phk_flex flex = body();
    test_groups(&flex);
    test_store(&flex);
    test_mises();
    int spot = -2;
    double s[6];
    double most = phk_flex_largest(&flex, q[0], &spot);
    ph_flex_stress(&flex, spot, q[0], s);
    CHECK(most > 0 && most == ph_von_mises(s));
    return TEST_RESULT();
}
