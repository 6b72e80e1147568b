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
    ph_status status = phk_engine_residual(d, &d->base.sim->now);
    memcpy(d->rate, c, (size_t)dae->nl * sizeof *c);
    phk_system_pass(sys, event, 1);
    if (!status) status = phk_engine_residual(d, &d->base.sim->now);
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
                     d->base.sim->now.t, name, jump);
}

/* At the end of a run nobody has to follow. */
static bool has_to_follow(const ph_sim *sim)
{
    return sim->now.t < sim->whole.end;
}

static ph_status leap(phk_drive_engine *d, int event, ph_diag *diag)
{
    ph_sim *sim = d->base.sim;
    phk_view bodies = phk_sim_bodies(sim);
    int row;
    double jump;
    /* what velocities miss the constraints by is the method's, not the driver's */
    ph_status status = phk_engine_consistent(d, &sim->now, false, diag);
    if (status) return status;
    double before = phk_sim_kinetic(sim, &bodies);
    status = find_jump(d, event, &row, &jump);
    if (status) return phk_system_explain(sim->system, status, diag);
    if (jump > LEAST * d->dae->length && has_to_follow(sim)) return refuse(d, row, jump, diag);
    d->moved |= jump > ROUNDING * d->dae->length;
    status = phk_engine_consistent(d, &sim->now, false, diag);
    if (!status) phk_ledger_strike(&sim->ledger, phk_sim_kinetic(sim, &bodies) - before);
    return status;
}

ph_status phk_engine_leap(phk_sim_drive *drive, int event, ph_diag *diag)
{
    phk_drive_engine *d = (phk_drive_engine *)drive;
    phk_engine_set_aside(d);
    ph_status status = leap(d, event, diag);
    if (status) phk_engine_put_back(d, &drive->sim->shown);
    return status;
}
