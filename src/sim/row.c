/* SPDX-License-Identifier: BSD-3-Clause
 *
 * One output row: the drive looks at a state, and the blocks fill it (blocks.c).
 */
#include <math.h>
#include "base/diag.h"
#include "sim/blocks.h"

/* Says which column of the row it is. */
static ph_status not_finite(const ph_sim *sim, double t, size_t column, ph_diag *diag)
{
    const ph_block *b = sim->columns.block;
    int at = (int)column - 1;
    char name[256];
    while (at >= b->first + b->objects * b->width) b++;
    ph_block_column_name(b, (at - b->first) / b->width, -1, name, sizeof name);
    return phk_error(diag, PH_E_NONFINITE, phk_nowhere,
                     "the motion has become unstable: try a smaller step",
                     "t = %.10g s: %s is not finite", t, name);
}

static ph_status fill(ph_sim *sim, double t, const double *total, double *row, ph_diag *diag)
{
    ph_status status = sim->drive->look(sim->drive, t, total != NULL, diag);
    sim->stats.output_evaluations++;
    if (status < 0) return status;
    phk_row filled = {.sim = sim, .t = t, .bodies = &sim->drive->seen.bodies, .total = total};
    if (total) filled.share = (t - sim->before.t) / (sim->now.t - sim->before.t);
    row[0] = t;
    phk_blocks_fill(&sim->columns, &filled, row + 1);
    sim->stats.largest_violation = fmax(sim->stats.largest_violation, sim->drive->seen.violation);
    for (size_t k = 0; k < sim->columns.width; k++)
        if (!isfinite(row[k])) return not_finite(sim, t, k, diag);
    return PH_OK;
}

ph_status phk_sim_row_at(ph_sim *sim, double t, const double *total, double *row, ph_diag *diag)
{
    /* within the last step contacts are as it went: they have not seen its end */
    sim->system->pool.past = total != NULL;
    ph_status status = fill(sim, t, total, row, diag);
    sim->system->pool.past = false;
    return status;
}

ph_status ph_sim_row(ph_sim *sim, double *row, ph_diag *diag)
{
    return phk_sim_row_at(sim, sim->now.t, NULL, row, diag);
}

int ph_sim_blocks(const ph_sim *sim)
{
    return sim->columns.blocks;
}

const ph_block *ph_sim_block(const ph_sim *sim, int index)
{
    return index >= 0 && index < sim->columns.blocks ? &sim->columns.block[index] : NULL;
}

size_t ph_sim_row_width(const ph_sim *sim)
{
    return sim->columns.width;
}
