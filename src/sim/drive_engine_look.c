/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What an engine's state looks like from outside: rows.
 *
 * Rows show accelerations and reactions of the index-1 system, solved at the row with velocities
 * that meet the constraints (those of the steps meet them to the method's order only); they are
 * smooth where the engine's own carry what a change of step does to them. Nothing of that is fed
 * back. Rows within a step are interpolated, brought into balance where the step is stiff, then
 * back onto the constraints.
 */
#include <math.h>
#include <string.h>
#include "base/diag.h"
#include "integrate/within.h"
#include "sim/drive_engine.h"
#include "sim/sim.h"

ph_status phk_engine_residual(phk_drive_engine *d, const phk_state *l)
{
    const phk_dae *dae = d->dae;
    phk_point p = phk_state_point(l);
    double *g = d->residual, *dd = g + dae->nv, *c = dd + dae->nx, *s = c + dae->nl;
    return dae->residual(dae->self, &p, g, dd, c, s);
}

static double largest(const double *a, int n)
{
    double most = 0;
    for (int i = 0; i < n; i++) most = fmax(most, fabs(a[i]));
    return most;
}

/* Accelerations, rates, multipliers and algebraic unknowns of a phk_state. */
static ph_status solve(phk_drive_engine *d, phk_state *l, ph_diag *diag)
{
    phk_point p = phk_state_point(l);
    ph_status status = phk_project_accelerations(d->project, &p, l->a, l->lambda, l->xd, l->y);
    if (status < 0)
        return phk_explain_projection(d, l, status, "accelerations and reactions", diag);
    return PH_OK;
}

ph_status phk_engine_consistent(phk_drive_engine *d, phk_state *l, bool positions, ph_diag *diag)
{
    phk_point p = phk_state_point(l);
    double left;
    ph_status status = PH_OK;
    if (d->dae->nl == 0) return PH_OK;
    if (positions) {
        status = phk_project_positions(d->project, &p, l->q, 1e-12 * d->dae->length, 50, &left);
        if (status < 0) return phk_explain_projection(d, l, status, "positions", diag);
    }
    status = phk_project_velocities(d->project, &p, l->v, NULL);
    if (status < 0) return phk_explain_projection(d, l, status, "velocities", diag);
    return PH_OK;
}

/* Only at the present state: within a step the ledger knows the work (see measure_power). */
ph_status phk_engine_evaluate(phk_sim_drive *drive, phk_moment when)
{
    phk_drive_engine *d = (phk_drive_engine *)drive;
    const phk_state *now = &drive->sim->now;
    if (when != PHK_NOW) return PH_E_USAGE;
    if (!d->solved && !d->whole) {
        phk_point p = phk_state_point(now);
        ph_status status =
            phk_project_accelerations(d->project, &p, now->a, now->lambda, now->xd, now->y);
        if (status < 0) return status;
        d->solved = true;
    }
    return phk_engine_residual(d, now);
}

/* Is the row one of a stiff step, to be brought into balance? */
static bool is_stiff(const phk_drive_engine *d)
{
    return !d->base.fresh && d->engine->stiffness > 1;
}

/* A row within, or at the end of a stiff step. Where no balance is found it stays as it was. */
static ph_status settle(phk_drive_engine *d, phk_state *l, bool within)
{
    const phk_engine *engine = d->engine;
    const phk_scheme backward = phk_scheme_backward();
    ph_status status = phk_project_settle(d->project, engine->scheme ? engine->scheme : &backward,
                                          fabs(engine->h), l, within);
    if (!status) d->engine->count.settled++;
    return status;
}

/* The same from the straight way between the ends, which are in balance. */
static ph_status settle_straight(phk_drive_engine *d, phk_state *l)
{
    const ph_sim *sim = d->base.sim;
    phk_point from = phk_state_point(&sim->before), to = phk_state_point(&sim->now);
    if (!(to.t > from.t) || !phk_is_within(from.t, to.t, l->t)) return PH_RETRY;
    phk_straight(d->dae, &from, &to, l->t, l);
    return settle(d, l, true);
}

/* What stiff forces make of places that are off by little means little; once is enough. */
static void warn_of_imbalance(phk_drive_engine *d, double t, ph_diag *diag)
{
    if (d->unbalanced) return;
    d->unbalanced = true;
    phk_warn(diag, PH_OK, phk_nowhere, "take a tighter tolerance, or a row after every step",
             "at t = %.10g s, within a step of %.3g s, stiff forces could not be brought into "
             "balance: forces and accelerations of such rows mean little",
             t, fabs(d->engine->h));
}

/* Within the last step. */
static ph_status show_within(phk_drive_engine *d, double t, ph_diag *diag)
{
    phk_state *l = &d->base.sim->shown;
    ph_status status = d->engine->within(d->engine, t, l);
    if (status) return status;
    status = is_stiff(d) ? settle(d, l, true) : PH_OK;
    if (status && status != PH_E_NOMEM) status = settle_straight(d, l);
    if (status == PH_E_NOMEM) return status;
    if (status < 0) warn_of_imbalance(d, t, diag);
    if (status) status = d->engine->within(d->engine, t, l);
    return status ? status : phk_engine_consistent(d, l, true, diag);
}

/* At its end. */
static ph_status show_now(phk_drive_engine *d, ph_diag *diag)
{
    ph_sim *sim = d->base.sim;
    phk_point now = phk_state_point(&sim->now);
    phk_state_keep(d->dae, &now, &sim->shown);
    if (d->whole) return PH_OK;
    ph_status status = is_stiff(d) ? settle(d, &sim->shown, false) : PH_OK;
    if (status == PH_E_NOMEM) return status;
    return phk_engine_consistent(d, &sim->shown, false, diag);
}

/* How far constraints and their rates are from zero; the phk_state was evaluated last. */
static double violation_of(const phk_drive_engine *d, const phk_state *l)
{
    const phk_dae *dae = d->dae;
    double most = 0;
    for (int i = 0; i < phk_dae_positions(dae); i++)
        if (!d->weight || d->weight[i] == 0)
            most = fmax(most, fabs(d->residual[dae->nv + dae->nx + i]));
    for (int k = 0; k < dae->cells; k++) {
        const double *e = l->q + dae->cell[k].q;
        if (dae->cell[k].kind != PHK_CELL_ROTATION) continue;
        most = fmax(most, fabs(sqrt(e[0] * e[0] + e[1] * e[1] + e[2] * e[2] + e[3] * e[3]) - 1));
    }
    return most;
}

/* How far it is from what was measured, where it is most. */
static void note_deviation(phk_drive_engine *d)
{
    const phk_dae *dae = d->dae;
    for (int i = 0; d->weight && i < dae->nl; i++) {
        double off = fabs(d->residual[dae->nv + dae->nx + i]);
        if (!(d->weight[i] > 0) || (d->deviating >= 0 && off <= d->deviation)) continue;
        d->deviation = off;
        d->deviating = dae->nv + dae->nx + i;
    }
}

/* The same for the rates, at the velocities that are shown. */
static ph_status note_rates(phk_drive_engine *d, const phk_state *l, const double *v)
{
    const phk_dae *dae = d->dae;
    ph_stats *stats = &d->base.sim->stats;
    phk_point p = phk_state_point(l);
    p.v = v;
    if (dae->nl == 0) return PH_OK;
    ph_status status = dae->rates(dae->self, &p, d->rate, NULL);
    if (status) return status;
    stats->largest_rate_violation = fmax(stats->largest_rate_violation, largest(d->rate, dae->nl));
    return PH_OK;
}

/* Steps may jump over positions that steps or rows on either side tell of; once is enough. */
static void warn_of_passage(phk_drive_engine *d, ph_diag *diag)
{
    phk_point seen = phk_state_point(&d->base.sim->shown);
    phk_passage p;
    char name[160] = "";
    bool by_rows = !d->passed && phk_project_watch(d->project, &seen, &p);
    if (d->passed || (!by_rows && !d->engine->passed)) return;
    if (!by_rows) p = d->engine->passage;
    d->passed = true;
    d->dae->describe(d->dae->self, p.row, name, sizeof name);
    char *comma = strrchr(name, ',');
    if (comma) *comma = '\0'; /* the body will do */
    phk_warn(diag, PH_OK, phk_nowhere,
             "it could have gone on in more than one way there: see which way it took",
             "between t = %.6g s and %.6g s the mechanism passed a singular position, in which the "
             "joints did not hold %s as elsewhere",
             p.after, p.before, name);
}

ph_status phk_engine_look(phk_sim_drive *drive, double t, bool within, ph_diag *diag)
{
    phk_drive_engine *d = (phk_drive_engine *)drive;
    ph_sim *sim = drive->sim;
    phk_state *l = &sim->shown;
    /* positions and velocities are those of the step, where there are some */
    const phk_state *bodies = within ? l : &sim->now;
    ph_status status = within ? show_within(d, t, diag) : show_now(d, diag);
    if (!status && !d->whole) status = solve(d, l, diag);
    if (status) return status;
    if (!d->whole) warn_of_passage(d, diag);
    if (!d->whole) status = note_rates(d, l, bodies->v);
    /* last, so that wrenches, expressions and reactions are those of the row */
    if (!status) status = phk_engine_residual(d, l);
    phk_point shown = phk_state_point(l);
    if (!status) status = phk_mechanism_answer(d->mechanism, &shown);
    if (status < 0) return phk_system_explain(sim->system, status, diag);
    note_deviation(d);
    drive->seen = (phk_sight){.bodies = phk_sim_view(sim, bodies),
                              .linear = l->a,
                              .angular = l->a,
                              .states = l->x,
                              .violation = violation_of(d, l)};
    return PH_OK;
}
