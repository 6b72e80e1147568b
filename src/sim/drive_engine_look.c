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
#include "sim/cells.h"
#include "sim/drive_engine.h"
#include "sim/sim.h"

static void copy(double *to, const double *from, int n)
{
    if (n > 0) memcpy(to, from, (size_t)n * sizeof *to);
}

void phk_snapshot_copy(const phk_dae *dae, phk_snapshot *to, const phk_point *from)
{
    to->t = from->t;
    copy(to->q, from->q, dae->nq);
    copy(to->v, from->v, dae->nv);
    copy(to->a, from->a, dae->nv);
    copy(to->x, from->x, dae->nx);
    copy(to->xd, from->xd, dae->nx);
    copy(to->lambda, from->lambda, dae->nl);
    copy(to->y, from->y, dae->ny);
}

ph_status phk_snapshot_evaluate(phk_drive_engine *d, const phk_snapshot *l)
{
    const phk_dae *dae = d->dae;
    phk_point p = phk_snapshot_point(l);
    double *g = d->residual, *dd = g + dae->nv, *c = dd + dae->nx, *s = c + dae->nl;
    return dae->residual(dae->self, &p, g, dd, c, s);
}

static double largest(const double *a, int n)
{
    double most = 0;
    for (int i = 0; i < n; i++) most = fmax(most, fabs(a[i]));
    return most;
}

/* Accelerations, rates, multipliers and algebraic unknowns of a phk_snapshot. */
static ph_status solve(phk_drive_engine *d, phk_snapshot *l, ph_diag *diag)
{
    phk_point p = phk_snapshot_point(l);
    ph_status status = phk_project_accelerations(d->project, &p, l->a, l->lambda, l->xd, l->y);
    if (status < 0)
        return phk_explain_projection(d, l, status, "accelerations and reactions", diag);
    return PH_OK;
}

ph_status phk_snapshot_consistent(phk_drive_engine *d, phk_snapshot *l, bool positions,
                                  ph_diag *diag)
{
    phk_point p = phk_snapshot_point(l);
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

static bool is_now(const phk_drive_engine *d, const phk_state *state)
{
    return state->x == phk_sim_state(d->base.sim).x;
}

/* Only at the present state: within a step the ledger knows the work (see measure_power). */
ph_status phk_engine_evaluate(phk_sim_drive *drive, double t, const phk_state *state)
{
    phk_drive_engine *d = (phk_drive_engine *)drive;
    phk_snapshot *l = &d->here;
    if (!is_now(d, state)) return PH_E_USAGE;
    if (!d->solved) {
        l->t = t;
        phk_point p = phk_snapshot_point(l);
        ph_status status = phk_project_accelerations(d->project, &p, l->a, l->lambda, l->xd, l->y);
        if (status < 0) return status;
        d->solved = true;
    }
    return phk_snapshot_evaluate(d, l);
}

/* A row within, or at the end of a stiff step. Where no balance is found the row stays as it was.
 */
static ph_status settle(phk_drive_engine *d, phk_snapshot *l, bool within)
{
    const phk_engine *engine = d->engine;
    const phk_scheme backward = phk_scheme_backward();
    if (d->base.fresh || !(engine->stiffness > 1)) return PH_OK;
    ph_status status = phk_project_settle(d->project, engine->scheme ? engine->scheme : &backward,
                                          fabs(engine->h), l, within);
    if (!status) d->engine->count.settled++;
    return status == PH_E_NOMEM ? status : PH_OK;
}

/* Cubic through values and slopes at both ends of the step. */
static double hermite(double a, double da, double b, double db, double h, double s)
{
    double s2 = s * s, s3 = s2 * s;
    return (1 - 3 * s2 + 2 * s3) * a + (3 * s2 - 2 * s3) * b +
           h * ((s - 2 * s2 + s3) * da + (s3 - s2) * db);
}

/* A phk_snapshot within the last step: positions and velocities from a state, states by themselves,
 * and the rest as a first guess. */
static ph_status make_between(phk_drive_engine *d, double t, const phk_state *state, ph_diag *diag)
{
    const phk_snapshot *a = &d->before, *b = &d->here;
    phk_snapshot *l = &d->seen;
    const phk_dae *dae = d->dae;
    double h = b->t - a->t, s = (t - a->t) / h;
    l->t = t;
    phk_cells_gather(d->dae, state, l->q, l->v);
    phk_cells_between(d->dae, a, b, t, l->q, l->v);
    for (int i = 0; i < dae->nx; i++) {
        l->x[i] = hermite(a->x[i], a->xd[i], b->x[i], b->xd[i], h, s);
        l->xd[i] = a->xd[i] + s * (b->xd[i] - a->xd[i]);
    }
    for (int i = 0; i < dae->nv; i++) l->a[i] = a->a[i] + s * (b->a[i] - a->a[i]);
    for (int i = 0; i < dae->nl; i++)
        l->lambda[i] = a->lambda[i] + s * (b->lambda[i] - a->lambda[i]);
    for (int i = 0; i < dae->ny; i++) l->y[i] = a->y[i] + s * (b->y[i] - a->y[i]);
    ph_status status = settle(d, l, true);
    return status ? status : phk_snapshot_consistent(d, l, true, diag);
}

/* How far constraints and their rates are from zero; the phk_snapshot was evaluated last. */
static double violation_of(const phk_drive_engine *d, const phk_snapshot *l)
{
    const phk_dae *dae = d->dae;
    double most = largest(d->residual + dae->nv + dae->nx, phk_dae_positions(dae));
    for (int k = 0; k < dae->cells; k++) {
        const double *e = l->q + dae->cell[k].q;
        if (dae->cell[k].kind != PHK_CELL_ROTATION) continue;
        most = fmax(most, fabs(sqrt(e[0] * e[0] + e[1] * e[1] + e[2] * e[2] + e[3] * e[3]) - 1));
    }
    return most;
}

/* The same for the rates, at the velocities that are shown. */
static ph_status note_rates(phk_drive_engine *d, const phk_snapshot *l, const double *v)
{
    const phk_dae *dae = d->dae;
    ph_stats *stats = &d->base.sim->stats;
    phk_point p = phk_snapshot_point(l);
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
    phk_point seen = phk_snapshot_point(&d->seen);
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

ph_status phk_engine_look(phk_sim_drive *drive, double t, const phk_state *state, ph_diag *diag)
{
    phk_drive_engine *d = (phk_drive_engine *)drive;
    const phk_dae *dae = d->dae;
    phk_snapshot *l = &d->seen;
    bool within = !is_now(d, state);
    ph_status status;
    if (within) {
        status = make_between(d, t, state, diag);
        if (!status) phk_cells_scatter(dae, l->q, l->v, drive->sim->between, drive->ld);
    } else {
        phk_point here = phk_snapshot_point(&d->here);
        phk_snapshot_copy(dae, l, &here);
        l->t = t;
        status = settle(d, l, false);
        if (!status) status = phk_snapshot_consistent(d, l, false, diag);
    }
    if (!status) status = solve(d, l, diag);
    if (status) return status;
    warn_of_passage(d, diag);
    status = note_rates(d, l, within ? l->v : d->here.v);
    /* last, so that wrenches, expressions and reactions are those of the row */
    if (!status) status = phk_snapshot_evaluate(d, l);
    phk_point seen = phk_snapshot_point(l);
    if (!status) status = phk_mechanism_answer(d->mechanism, &seen);
    if (status < 0) return phk_system_explain(drive->sim->system, status, diag);
    phk_cells_rates(dae, l->a, drive->rates, drive->rates + 3 * (size_t)drive->ld, drive->ld);
    drive->violation = violation_of(d, l);
    drive->states = l->x;
    return PH_OK;
}
