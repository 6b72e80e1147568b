/* SPDX-License-Identifier: BSD-3-Clause */
#include "sim/cells.h"

#include <string.h>
#include "math/so3.h"
#include "rot/rot.h"

static int body_of(const phk_dae *dae, const phk_cell *cell)
{
    return dae->node[cell->v];
}

/* Does a state of bodies hold it? It has no room for what displaces their points besides. */
static bool is_held(const phk_cell *cell)
{
    return cell->kind == PHK_CELL_ROTATION || phk_cell_is_place(cell);
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
        if (!is_held(cell)) continue;
        get(turns ? s->q : s->x, s->ld, i, phk_cell_coordinates(cell), q + cell->q);
        get(turns ? s->w : s->v, s->ld, i, cell->width, v + cell->v);
    }
}

void phk_cells_scatter(const phk_dae *dae, const double *q, const double *v, double *s, int ld)
{
    size_t n = (size_t)ld;
    for (int k = 0; k < dae->cells; k++) {
        const phk_cell *cell = &dae->cell[k];
        int i = body_of(dae, cell);
        bool turns = cell->kind == PHK_CELL_ROTATION;
        if (!is_held(cell)) continue;
        put(q + cell->q, s + (turns ? PHK_Q : PHK_X) * n, ld, i, phk_cell_coordinates(cell));
        put(v + cell->v, s + (turns ? PHK_W : PHK_V) * n, ld, i, cell->width);
    }
}

void phk_cells_rates(const phk_dae *dae, const double *a, double *linear, double *angular, int ld)
{
    for (int k = 0; k < dae->cells; k++) {
        const phk_cell *cell = &dae->cell[k];
        if (!is_held(cell)) continue;
        put(a + cell->v, cell->kind == PHK_CELL_ROTATION ? angular : linear, ld, body_of(dae, cell),
            cell->width);
    }
}

void phk_cells_blow(const phk_dae *dae, const double *linear, const double *angular, int ld,
                    double sign, double *blow)
{
    for (int k = 0; k < dae->cells; k++) {
        const phk_cell *cell = &dae->cell[k];
        bool turns = cell->kind == PHK_CELL_ROTATION;
        if (!is_held(cell)) {
            memset(blow + cell->v, 0, (size_t)cell->width * sizeof *blow);
            continue;
        }
        ph_vec3 p = ph_scale(sign, phk_column3(turns ? angular : linear, ld, body_of(dae, cell)));
        blow[cell->v] = p.x, blow[cell->v + 1] = p.y, blow[cell->v + 2] = p.z;
    }
}

void phk_cells_between(const phk_dae *dae, const phk_snapshot *a, const phk_snapshot *b, double t,
                       double *q, double *v)
{
    double h = b->t - a->t, s = (t - a->t) / h, s2 = s * s, s3 = s2 * s;
    double value[2] = {1 - 3 * s2 + 2 * s3, 3 * s2 - 2 * s3};
    double slope[2] = {h * (s - 2 * s2 + s3), h * (s3 - s2)};
    for (int k = 0; k < dae->cells; k++) {
        const phk_cell *cell = &dae->cell[k];
        for (int i = 0; i < cell->width && !is_held(cell); i++) {
            int at = cell->q + i, by = cell->v + i;
            q[at] = value[0] * a->q[at] + value[1] * b->q[at] + slope[0] * a->v[by] +
                    slope[1] * b->v[by];
            v[by] = value[0] * a->v[by] + value[1] * b->v[by] + slope[0] * a->a[by] +
                    slope[1] * b->a[by];
        }
    }
}
