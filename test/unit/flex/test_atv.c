/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The frame of an all-terrain vehicle, of 62 tubes: mass, inertia, 134 modes up to 13 kHz, and a
 * balanced load through them: its deflection and largest stress are those of the whole model.
 */
#include "flex/modes.h"
#include "frames.h"

static void test_modes(const ph_flex *flex)
{
    static const double first[] = {56.7246,  84.7803,  95.8454,  107.8805, 131.9945, 136.2703,
                                   148.4385, 185.8025, 186.9629, 187.5806, 220.5027, 229.3982};
    int low = 0, middle = 0;
    CHECK(ph_flex_modes(flex) == 134);
    CHECK(ph_flex_nodes(flex) == 99);
    CHECK_NEAR(flex->mass, 14.3086424, 1e-7);
    CHECK_NEAR(flex->com.x, .187856181, 1e-9);
    CHECK_NEAR(flex->com.y, 0, 1e-12);
    CHECK_NEAR(flex->com.z, .407917569, 1e-9);
    CHECK_NEAR(flex->J0.xx, .500765, 1e-6);
    CHECK_NEAR(flex->J0.yy, 4.738941, 1e-6);
    CHECK_NEAR(flex->J0.zz, 4.734049, 1e-6);
    CHECK_NEAR(fabs(flex->J0.xz), .122226, 1e-6);
    for (int j = 0; j < 12; j++) CHECK_NEAR(ph_flex_frequency(flex, j), first[j], 1e-4);
    CHECK_NEAR(ph_flex_frequency(flex, 49), 911.97, 0.01);
    CHECK_NEAR(ph_flex_frequency(flex, 99), 3323.16, 0.01);
    CHECK_NEAR(ph_flex_frequency(flex, 132), 10862.28, 0.01);
    CHECK_NEAR(ph_flex_frequency(flex, 133), 13097.51, 0.01);
    for (int j = 0; j < 134; j++) {
        low += ph_flex_frequency(flex, j) < 100;
        middle += ph_flex_frequency(flex, j) < 1000;
    }
    CHECK(low == 3 && middle == 57);
    CHECK(flex->rigid < 1e-4);
    CHECK(flex->spots == 1984);
}

/* +1000 N along z at l2L and l5R, -1000 N at l2R and l5L: K q = phi'F. */
static void test_static(const ph_flex *flex)
{
    static const char *const at[] = {"l2L", "l5R", "l2R", "l5L"};
    double q[134] = {0}, deflection = 0, most = 0;
    int m = flex->modes;
    for (int i = 0; i < 4; i++) {
        const phk_flex_node *node = &flex->node[ph_flex_node(flex, at[i], strlen(at[i]))];
        for (int j = 0; j < m; j++)
            q[j] += (i < 2 ? 1000 : -1000) * node->phi[2 * m + j] / flex->stiffness[j];
    }
    const phk_flex_node *node = &flex->node[ph_flex_node(flex, "l2L", 3)];
    for (int j = 0; j < m; j++) deflection += node->phi[2 * m + j] * q[j];
    CHECK_NEAR(deflection / 1.36857840e-3, 1, 1e-8);
    for (int p = 0; p < flex->spots; p++) {
        double s[6] = {0};
        for (int c = 0; c < 6; c++)
            for (int j = 0; j < m; j++)
                s[c] += (double)flex->stress[((size_t)p * 6 + (size_t)c) * (size_t)m + (size_t)j] *
                        q[j];
        double mises = s[0] * s[0] + s[1] * s[1] + s[2] * s[2] - s[0] * s[1] - s[1] * s[2] -
                       s[2] * s[0] + 3 * (s[3] * s[3] + s[4] * s[4] + s[5] * s[5]);
        most = fmax(most, sqrt(mises));
    }
    printf("deflection %.11e, largest stress %.7f MPa\n", deflection, most / 1e6);
    CHECK_NEAR(most / 186.0580778e6, 1, 1e-6);
}

int main(void)
{
    static example e;
    static const double finer[][2] = {{56.7237, 13098.18}, {56.7236, 13098.37}};
    ph_flex *flex;
    atv_frame(&e, 2);
    CHECK(ph_flex_of_beams(&e.beams, &e.how, NULL, &flex) == PH_OK);
    if (!flex) return TEST_RESULT();
    test_modes(flex);
    test_static(flex);
    ph_flex_free(flex);
    atv_frame(&e, 3);
    CHECK(ph_flex_of_beams(&e.beams, &e.how, NULL, &flex) == PH_OK);
    CHECK_NEAR(ph_flex_frequency(flex, 0), finer[0][0], 1e-4);
    CHECK_NEAR(ph_flex_frequency(flex, 133), finer[0][1], 0.01);
    ph_flex_free(flex);
    return TEST_RESULT();
}
