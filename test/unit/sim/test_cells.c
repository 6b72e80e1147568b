/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Between states of bodies and coordinates of cells: a body that has five coordinates of its own
 * beside place and rotation, which a state of bodies has no room for.
 */
#include "harness.h"
#include "sim/cells.h"
#include "sim/drive.h"

static const double size[5] = {0.1, 0.2, 0.3, 0.4, 0.5};
static const phk_cell cell[] = {
    {.kind = PHK_CELL_VECTOR, .q = 0, .v = 0, .width = 3, .mass = 1},
    {.kind = PHK_CELL_VECTOR, .q = 3, .v = 3, .width = 5, .mass = 1, .size = size},
    {.kind = PHK_CELL_ROTATION, .q = 8, .v = 8, .width = 3}};
static const int node[11] = {0};
static const phk_dae dae = {.nq = 12, .nv = 11, .cells = 3, .cell = cell, .node = node};

static void test_layouts(void)
{
    double s[PHK_STATE_SLOTS], q[12], v[11], back[PHK_STATE_SLOTS] = {0};
    for (int i = 0; i < PHK_STATE_SLOTS; i++) s[i] = 1 + i;
    for (int i = 0; i < 12; i++) q[i] = -1;
    for (int i = 0; i < 11; i++) v[i] = -2;
    phk_state state = phk_state_of(s, 1);
    phk_cells_gather(&dae, &state, q, v);
    for (int k = 0; k < 3; k++) CHECK(q[k] == state.x[k] && v[k] == state.v[k]);
    for (int k = 0; k < 3; k++) CHECK(q[8 + k] == state.q[k] && v[8 + k] == state.w[k]);
    CHECK(q[11] == state.q[3]);
    for (int k = 3; k < 8; k++) CHECK(q[k] == -1 && v[k] == -2);
    phk_cells_scatter(&dae, q, v, back, 1);
    for (int i = 0; i < PHK_STATE_SLOTS; i++) CHECK(back[i] == s[i] || back[i] == 0);
    phk_state again = phk_state_of(back, 1);
    for (int k = 0; k < 3; k++) CHECK(again.x[k] == state.x[k] && again.w[k] == state.w[k]);
    double blow[11], linear[3] = {1, 2, 3}, angular[3] = {4, 5, 6};
    for (int k = 0; k < 11; k++) blow[k] = NAN;
    phk_cells_blow(&dae, linear, angular, 1, -1, blow);
    for (int k = 0; k < 11; k++)
        CHECK(blow[k] == (k < 3 ? -linear[k] : k < 8 ? 0 : -angular[k - 8]));
}

/* Within a step the others follow cubics: exact for one. */
static void test_between(void)
{
    double q[2][12], v[2][11], a[2][11], seen[12] = {0}, fast[11] = {0};
    for (int e = 0; e < 2; e++)
        for (int k = 0; k < 11; k++) {
            double t = 1 + 0.5 * e;
            q[e][k < 8 ? k : k + 1] = k * t * t * t;
            v[e][k] = 3 * k * t * t;
            a[e][k] = 6 * k * t;
        }
    phk_snapshot from = {.t = 1, .q = q[0], .v = v[0], .a = a[0]};
    phk_snapshot to = {.t = 1.5, .q = q[1], .v = v[1], .a = a[1]};
    phk_cells_between(&dae, &from, &to, 1.3, seen, fast);
    for (int k = 0; k < 11; k++) {
        bool wide = k >= 3 && k < 8;
        CHECK_NEAR(seen[k], wide ? k * 1.3 * 1.3 * 1.3 : 0, 1e-13);
        CHECK_NEAR(fast[k], wide ? 3 * k * 1.3 * 1.3 : 0, 1e-12);
    }
}

int main(void)
{
    test_layouts();
    test_between();
    return TEST_RESULT();
}
