/* SPDX-License-Identifier: BSD-3-Clause */
#include "sim/cells.h"

#include <string.h>
#include "math/so3.h"
#include "rot/rot.h"

static int body_of(const phk_dae *dae, const phk_cell *cell)
{
    return dae->node[cell->v];
}

static void get(const double *from, int ld, int i, int count, double *to)
{
    for (int c = 0; c < count; c++) to[c] = from[(size_t)c * (size_t)ld + (size_t)i];
}

static void put(const double *from, double *to, int ld, int i, int count)
{
    for (int c = 0; c < count; c++) to[(size_t)c * (size_t)ld + (size_t)i] = from[c];
}

void phk_cells_gather(const phk_dae *dae, const phk_state *s, double *q, double *v)
{
    for (int k = 0; k < dae->cells; k++) {
        const phk_cell *cell = &dae->cell[k];
        int i = body_of(dae, cell);
        bool turns = cell->kind == PHK_CELL_ROTATION;
        get(turns ? s->q : s->x, s->ld, i, turns ? 4 : 3, q + cell->q);
        get(turns ? s->w : s->v, s->ld, i, 3, v + cell->v);
    }
}

void phk_cells_scatter(const phk_dae *dae, const double *q, const double *v, double *s, int ld)
{
    size_t n = (size_t)ld;
    for (int k = 0; k < dae->cells; k++) {
        const phk_cell *cell = &dae->cell[k];
        int i = body_of(dae, cell);
        bool turns = cell->kind == PHK_CELL_ROTATION;
        put(q + cell->q, s + (turns ? PHK_Q : PHK_X) * n, ld, i, turns ? 4 : 3);
        put(v + cell->v, s + (turns ? PHK_W : PHK_V) * n, ld, i, 3);
    }
}

void phk_cells_rates(const phk_dae *dae, const double *a, double *linear, double *angular, int ld)
{
    for (int k = 0; k < dae->cells; k++) {
        const phk_cell *cell = &dae->cell[k];
        put(a + cell->v, cell->kind == PHK_CELL_ROTATION ? angular : linear, ld, body_of(dae, cell),
            3);
    }
}

void phk_cells_blow(const phk_dae *dae, const double *linear, const double *angular, int ld,
                    double sign, double *blow)
{
    for (int k = 0; k < dae->cells; k++) {
        const phk_cell *cell = &dae->cell[k];
        bool turns = cell->kind == PHK_CELL_ROTATION;
        ph_vec3 p = ph_scale(sign, phk_column3(turns ? angular : linear, ld, body_of(dae, cell)));
        blow[cell->v] = p.x, blow[cell->v + 1] = p.y, blow[cell->v + 2] = p.z;
    }
}
