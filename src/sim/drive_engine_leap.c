/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What is driven leaps: at a corner of a motion, or of a constraint by an expression, velocities
 * jump. No force of finite size does that; it is a blow by whoever drives, and velocities become
 * those that meet all constraints after it and differ least from the ones before, by the kinetic
 * energy of the difference. The energy it costs is the driver's work.
 *
 * A motion that jumps by itself cannot be followed at all. Jumps below LEAST are rounding of the
 * numbers it was written with: bodies are moved onto it.
 */
#include <math.h>
#include <string.h>
#include "base/diag.h"
#include "mech/compile/breaks.h"
#include "sim/cells.h"
#include "sim/drive_engine.h"
#include "sim/sim.h"

/* Of the size of the mechanism, or [rad]: */
#define LEAST    1e-6
#define ROUNDING 1e-9 /* of times and of what is made of them */

/* The row whose place changes most when the break is passed, and by how much. */
static ph_status find_jump(phk_drive_engine *d, int event, int *row, double *jump)
{
    phk_system *sys = d->base.sim->system;
    const phk_dae *dae = d->dae;
    const double *c = d->residual + dae->nv + dae->nx;
    *row = -1;
    *jump = 0;
    ph_status status = phk_snapshot_evaluate(d, &d->here);
    memcpy(d->rate, c, (size_t)dae->nl * sizeof *c);
    phk_system_pass(sys, event, 1);
    if (!status) status = phk_snapshot_evaluate(d, &d->here);
    for (int i = 0; !status && i < dae->nl; i++)
        if (fabs(c[i] - d->rate[i]) > *jump) {
            *jump = fabs(c[i] - d->rate[i]);
            *row = i;
        }
    return status;
}

static ph_status refuse(const phk_drive_engine *d, int row, double jump, ph_diag *diag)
{
    const phk_dae *dae = d->dae;
    char name[160] = "";
    dae->describe(dae->self, dae->nv + dae->nx + row, name, sizeof name);
    return phk_error(diag, PH_E_SOLVE, phk_nowhere,
                     "let it go there in a finite time, e.g. by step(time, t0, a, t1, b)",
                     "t = %.10g s: what %s prescribes jumps by %.3g: no force could follow",
                     d->here.t, name, jump);
}

ph_status phk_engine_leap(phk_sim_drive *drive, int event, ph_diag *diag)
{
    phk_drive_engine *d = (phk_drive_engine *)drive;
    ph_sim *sim = drive->sim;
    phk_state state = phk_sim_state(sim);
    int row;
    double jump;
    d->here.t = sim->t;
    phk_cells_gather(d->dae, &state, d->here.q, d->here.v);
    /* what velocities miss the constraints by is the method's, not the driver's */
    ph_status status = phk_snapshot_consistent(d, &d->here, false, diag);
    if (status) return status;
    phk_cells_scatter(d->dae, d->here.q, d->here.v, drive->now, drive->ld);
    double before = phk_sim_kinetic(sim, &state);
    status = find_jump(d, event, &row, &jump);
    if (status) return phk_system_explain(sim->system, status, diag);
    /* at the end of a run nobody has to follow */
    if (jump > LEAST * d->dae->length && sim->t < sim->whole.end) return refuse(d, row, jump, diag);
    d->moved |= jump > ROUNDING * d->dae->length;
    status = phk_snapshot_consistent(d, &d->here, false, diag);
    if (status) return status;
    phk_cells_scatter(d->dae, d->here.q, d->here.v, drive->now, drive->ld);
    phk_ledger_strike(&sim->ledger, phk_sim_kinetic(sim, &state) - before);
    return PH_OK;
}
