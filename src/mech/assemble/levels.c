/* SPDX-License-Identifier: BSD-3-Clause
 *
 * levels.c -- positions, velocities, accelerations, and a small motion as a trial.
 */
#include "mech/assemble/work.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "math/so3.h"
#include "mech/equations/equations.h"

/* A row of which less than this is left beside the others depends on them. */
#define DEPENDENT 1e-8
/* A mechanism drawn inexactly hides its redundancy by as much as it is open: up to this part a row
 * may be left at first, and is looked at again when the mechanism is together. */
#define HIDDEN 1e-3
/* A redundant row may stay open by this part of the mechanism's length: the numbers in models have
 * six digits, and a hinge too many then never closes exactly. */
#define SLACK 1e-5
/* Constraints are met to this part of the mechanism's length; good enough is what rounding allows
 * badly conditioned ones. */
#define MET              1e-14
#define ENOUGH           1e-10
#define RATE_MET         1e-8
#define ACCELERATION_MET 1e-6
/* What bodies whose velocity was not given count for beside the others, when those must give. */
#define LIGHT 1e-6
/* And bending beside moving: bodies are drawn apart, not bent. */
#define STIFF 1e6
/* How far [rad] the mechanism is moved to see whether a redundancy is more than a position, and
 * how far rows then open that are not redundant: the square, less some digits. */
#define PROBE      1e-3
#define PROBE_OPEN 1e-9
enum { ROUNDS = 60, ATTEMPTS = 6 };

/* ---- weights ---- */

/* Was a component of a cell's velocity given? A model gives those of bodies as a whole. */
static bool is_given(const ph_body_def *body, const phk_cell *cell, int component)
{
    bool turn = cell->kind == PHK_CELL_ROTATION;
    /* what is bent is at rest against its body */
    if (!turn && !phk_cell_is_place(cell)) return true;
    if (body->loose >> (turn ? 3 + component : component) & 1) return false;
    return turn ? PHK_GIVEN(phk_body_fields, body, omega)
                : PHK_GIVEN(phk_body_fields, body, velocity);
}

/* Is a component exact, as the model says of bodies as a whole? */
static bool is_exact(const ph_body_def *body, const phk_cell *cell, bool velocities, int component)
{
    bool turn = cell->kind == PHK_CELL_ROTATION;
    if (!turn && !phk_cell_is_place(cell)) return false;
    int bit = velocities ? (turn ? PH_EXACT_OMEGA : PH_EXACT_VELOCITY)
                         : (turn ? PH_EXACT_ORIENTATION : PH_EXACT_POSITION);
    int alone = velocities || turn ? 0 : body->exact; // single coordinates
    return body->exact & bit || alone & PH_EXACT_X << component;
}

/* Marks the directions that a level must not touch: exact ones and, on request, velocities that
 * were given. Returns how many there are. */
static int freeze(phk_assembling *w, bool velocities, bool given)
{
    const phk_dae *dae = phk_mechanism_dae(w->mechanism);
    int count = 0;
    for (int i = 0; i < dae->cells; i++) {
        const phk_cell *cell = &dae->cell[i];
        const ph_body_def *body = &phk_bodies(w->system->program->model)[dae->node[cell->v]];
        for (int k = 0; k < cell->width; k++) {
            bool fast = is_exact(body, cell, velocities, k) || (given && is_given(body, cell, k));
            fast = fast && !w->later;
            w->frozen[cell->v + k] = fast;
            count += fast;
        }
    }
    return count;
}

/* Weights of the directions: inertia, less where a velocity was not given, infinite where frozen.
 */
static ph_status put_weights(phk_assembling *w, bool velocities)
{
    const phk_dae *dae = phk_mechanism_dae(w->mechanism);
    const ph_model *model = w->system->program->model;
    double most[2] = {0, 0};
    bool special = false;
    for (int i = 0; i < dae->cells; i++) {
        const phk_cell *cell = &dae->cell[i];
        const ph_body_def *body = &phk_bodies(model)[dae->node[cell->v]];
        const double inertia[3] = {cell->inertia.xx, cell->inertia.yy, cell->inertia.zz};
        double *m = &most[cell->kind == PHK_CELL_VECTOR];
        for (int k = 0; k < cell->width; k++) {
            double size = cell->kind == PHK_CELL_VECTOR ? cell->mass : inertia[k];
            if (cell->kind == PHK_CELL_VECTOR && !phk_cell_is_place(cell) && !w->later)
                size *= STIFF, special = true;
            bool light = velocities && !w->later && !is_given(body, cell, k);
            w->weight[cell->v + k] = light ? size * LIGHT : size;
            special = special || light;
            if (phk_cell_is_place(cell) || cell->kind == PHK_CELL_ROTATION) *m = fmax(*m, size);
        }
    }
    for (int i = 0; i < dae->cells; i++) {
        const phk_cell *cell = &dae->cell[i];
        double unit = most[cell->kind == PHK_CELL_VECTOR];
        for (int k = cell->v; k < cell->v + cell->width; k++) {
            // without mass nothing holds it, but it must not run away either
            w->weight[k] = fmax(w->weight[k], LIGHT * LIGHT * (unit > 0 ? unit : 1));
            if (w->frozen[k]) w->weight[k] = INFINITY;
            special = special || w->frozen[k];
        }
    }
    return phk_project_weights(w->project, special ? w->weight : NULL);
}

/* ---- positions ---- */

static double largest(const double *v, int n)
{
    double most = 0;
    for (int k = 0; k < n; k++) most = fmax(most, fabs(v[k]));
    return most;
}

/* Moves the bodies onto the rows that do not depend. */
static ph_status move(phk_assembling *w, double length)
{
    ph_status status = phk_assembling_keep(w);
    if (!status) status = put_weights(w, false);
    if (status) return status;
    double left;
    status = phk_project_positions(w->project, &w->point, w->out->q, MET * length, ROUNDS, &left);
    if (status == PH_E_NOMEM) return status;
    if (status && phk_project_evaluation(w->project)) return phk_report_unable(w, status);
    if (status != PH_OK && !(left <= ENOUGH * length)) {
        // where it stands now
        status = phk_assembling_evaluate(w, false);
        return status ? status : phk_report_open(w, phk_assembling_worst(w));
    }
    return PH_OK;
}

/* A motion that turns is met half a turn off as well: sin(psi - f) is zero there too. */
static ph_status check_sides(phk_assembling *w)
{
    for (int k = 0; k < w->system->program->constraints; k++) {
        const phk_constraint *c = &w->system->program->constraint[k];
        if (c->kind != PHK_HOLD_MOTION || c->row.kind != PH_ROW_DOT ||
            !*phk_constraint_acts(w->system, k))
            continue;
        phk_local l;
        phk_hold_local(w->mechanism, k, &l);
        ph_vec3 a = phk_frame_axis(&l.frame[0], c->row.axis[0]);
        ph_vec3 u = phk_frame_axis(&l.frame[0], c->row.axis[1]);
        ph_vec3 b = phk_frame_axis(&l.frame[1], c->row.axis[1]);
        if (sin(l.drive.f) * ph_dot(a, b) + cos(l.drive.f) * ph_dot(u, b) < 0)
            return phk_report_side(w, k);
    }
    return PH_OK;
}

/* How much of a row may be left for it to depend, when all are open by no more than this part. */
static double tolerance_of(double open, double at_first)
{
    if (open <= ENOUGH || open > SLACK) return DEPENDENT;
    return fmin(at_first, fmax(DEPENDENT, 100 * open));
}

/* Finds which rows depend and moves the bodies, until what depends no longer changes. */
static ph_status settle_positions(phk_assembling *w, double length, bool *before)
{
    ph_status status = phk_assembling_evaluate(w, true);
    if (status) return status;
    double open = largest(w->c, w->rows);
    w->out->drawn_open = fmax(w->out->drawn_open, open);
    double at_first = fmin(HIDDEN, fmax(DEPENDENT, 10 * open / length));
    w->rank.tolerance = at_first;
    freeze(w, false, false);
    for (int attempt = 0; !status && attempt < ATTEMPTS; attempt++) {
        memcpy(before, w->rank.dependent, (size_t)w->rows * sizeof *before);
        status = phk_assembling_rank(w, w->frozen, w->rank.tolerance);
        if (status) break;
        bool same = memcmp(before, w->rank.dependent, (size_t)w->rows * sizeof *before) == 0;
        if (attempt > 0 && same) break;
        // what is drawn right stays as it is, to the last bit
        if (largest(w->c, w->rows) <= MET * length) break;
        status = move(w, length);
        if (!status) status = phk_assembling_evaluate(w, true);
        w->rank.tolerance = tolerance_of(largest(w->c, w->rows) / length, at_first);
    }
    return status;
}

ph_status phk_assemble_positions(phk_assembling *w)
{
    double length = phk_mechanism_dae(w->mechanism)->length;
    bool *before = malloc(((size_t)w->rows + 1) * sizeof *before);
    ph_status status = before ? settle_positions(w, length, before) : PH_E_NOMEM;
    free(before);
    if (!status) status = check_sides(w);
    if (status || w->rows == 0) return status;
    for (int r = 0; r < w->rows; r++) {
        w->rank.left_open[r] = fabs(w->c[r]);
        if (!w->rank.dependent[r]) w->out->open = fmax(w->out->open, w->rank.left_open[r]);
    }
    int worst = phk_assembling_worst(w);
    if (w->rank.left_open[worst] <= (w->rank.dependent[worst] ? SLACK : ENOUGH) * length)
        return PH_OK;
    return phk_report_contradiction(w, worst, PHK_LEVEL_POSITION);
}

/* ---- velocities ---- */

static bool rates_vanish(const phk_assembling *w)
{
    double part = fmax(RATE_MET, w->rank.tolerance);
    return largest(w->c, w->rows) <= part * fmax(1, largest(w->out->v, w->nv));
}

/* One try with the directions frozen now; *met: all rates vanish. */
static ph_status try_velocities(phk_assembling *w, bool *met)
{
    memcpy(w->out->v, w->begin_v, (size_t)w->nv * sizeof *w->begin_v);
    ph_status status = phk_assembling_rank(w, w->frozen, w->rank.tolerance);
    if (!status) status = phk_assembling_keep(w);
    if (!status) status = put_weights(w, true);
    if (status) return status;
    double before;
    status = phk_project_velocities(w->project, &w->point, w->out->v, &before);
    if (status == PH_E_NOMEM) return status;
    if (status && phk_project_evaluation(w->project)) return phk_report_unable(w, status);
    w->out->drawn_rate = fmax(w->out->drawn_rate, before);
    status = phk_assembling_rates(w, false);
    *met = rates_vanish(w);
    return status;
}

/* First with the given velocities as they are, then with all. */
ph_status phk_assemble_velocities(phk_assembling *w)
{
    bool met = false;
    int exact = freeze(w, true, false);
    if (freeze(w, true, true) > exact) {
        ph_status status = try_velocities(w, &met);
        if (status || met) return status;
        freeze(w, true, false);
    }
    ph_status status = try_velocities(w, &met);
    if (status || met) return status;
    return phk_report_contradiction(w, phk_assembling_worst(w), PHK_LEVEL_VELOCITY);
}

/* ---- accelerations ---- */

static ph_status solve_accelerations(phk_assembling *w)
{
    w->point.lambda = w->out->lambda;
    ph_status status = phk_project_weights(w->project, NULL);
    if (!status)
        status = phk_project_accelerations(w->project, &w->point, w->out->a, w->out->lambda,
                                           w->out->xd, w->out->y);
    if (status == PH_E_NOMEM || !status) return status;
    if (phk_project_evaluation(w->project)) return phk_report_unable(w, status);
    return phk_report_undetermined(w, phk_project_culprit(w->project));
}

/* States move with the bodies when constraints read them: then velocities need their rates, which
 * the accelerations bring. */
static ph_status solve_motion(phk_assembling *w)
{
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
        ph_status status = phk_assemble_velocities(w);
        if (!status && !w->later) phk_mechanism_begin_states(w->mechanism, &w->point, w->out->x);
        // now with every direction free: what depends for good
        if (!status) status = phk_assembling_rank(w, NULL, w->rank.tolerance);
        if (!status) status = phk_assembling_keep(w);
        if (!status) status = solve_accelerations(w);
        if (status || phk_mechanism_dae(w->mechanism)->nx == 0) return status;
        status = phk_assembling_rates(w, false);
        if (status || rates_vanish(w)) return status;
    }
    return phk_report_contradiction(w, phk_assembling_worst(w), PHK_LEVEL_VELOCITY);
}

/* Rows that only depended because their bodies stand fast must be met like any other. */
static ph_status check_kept(phk_assembling *w)
{
    double length = phk_mechanism_dae(w->mechanism)->length;
    for (int r = 0; r < w->rows; r++) w->c[r] = w->rank.dependent[r] ? 0 : w->rank.left_open[r];
    int worst = phk_assembling_worst(w);
    if (w->c[worst] <= ENOUGH * length) return PH_OK;
    return phk_report_contradiction(w, worst, PHK_LEVEL_POSITION);
}

ph_status phk_assemble_motion(phk_assembling *w)
{
    ph_status status = solve_motion(w);
    if (status || w->rows == 0) return status;
    status = check_kept(w);
    if (status) return status;
    // what was left out must not ask for another acceleration
    status = phk_assembling_rates(w, true);
    if (status) return status;
    // the others were solved for, with the second rates of states they read
    for (int r = 0; r < w->rows; r++)
        if (!w->rank.dependent[r]) w->c[r] = 0;
    int worst = phk_assembling_worst(w);
    double part = fmax(ACCELERATION_MET, w->rank.tolerance);
    double size = fmax(largest(w->out->a, w->nv), largest(w->out->v, w->nv));
    if (fabs(w->c[worst]) <= part * fmax(1, size)) return PH_OK;
    return phk_report_contradiction(w, worst, PHK_LEVEL_ACCELERATION);
}

/* ---- is a redundancy more than a position? ---- */

/* A direction in which the mechanism can move, of size 1; zero when there is none. */
static ph_status free_direction(phk_assembling *w, double *way)
{
    for (int k = 0; k < w->nv; k++) way[k] = w->rank.scale[k] * sin(1 + 2.3 * k);
    memset(w->c, 0, (size_t)w->rows * sizeof *w->c);
    phk_assembling_add_product(w, way, w->c);
    int kept = 0;
    for (int r = 0; r < w->rows; r++)
        if (!w->rank.dependent[r]) w->c[kept++] = -w->c[r];
    double *change = malloc(((size_t)w->nv + 1) * sizeof *change);
    if (!change) return PH_E_NOMEM;
    double before = 0, size = 0;
    ph_status status = phk_project_impulse(w->project, &w->point, w->c, change);
    for (int k = 0; k < w->nv && !status; k++) {
        before = fmax(before, fabs(way[k] / w->rank.scale[k]));
        way[k] += change[k];
        size = fmax(size, fabs(way[k] / w->rank.scale[k]));
    }
    for (int k = 0; k < w->nv; k++) way[k] *= size > 1e-9 * before ? 1 / size : 0;
    free(change);
    return status;
}

static void displace(const phk_dae *dae, double by, const double *way, double *q)
{
    for (int i = 0; i < dae->cells; i++) {
        const phk_cell *cell = &dae->cell[i];
        const double *d = way + cell->v;
        double *to = q + cell->q;
        if (cell->kind == PHK_CELL_VECTOR) {
            for (int k = 0; k < cell->width; k++) to[k] += by * d[k];
            continue;
        }
        ph_quat e = phk_turn(ph_quat_make(to[0], to[1], to[2], to[3]),
                             ph_v3(by * d[0], by * d[1], by * d[2]));
        to[0] = e.w;
        to[1] = e.x;
        to[2] = e.y;
        to[3] = e.z;
    }
}

/* How long [s] motions take to go as far as the probe does; 0: nothing is driven. */
static ph_status probe_time(phk_assembling *w, double *time)
{
    phk_point still = w->point;
    double *v = calloc((size_t)w->nv + 1, sizeof *v);
    double *xd = calloc((size_t)phk_mechanism_dae(w->mechanism)->nx + 1, sizeof *xd);
    ph_status status = v && xd ? PH_OK : PH_E_NOMEM;
    if (!status) {
        w->point.v = v;
        w->point.xd = xd;
        status = phk_assembling_rates(w, false);
        double rate = largest(w->c, w->rows);
        *time = rate > 0 ? PROBE / rate : 0;
        w->point = still;
    }
    free(v);
    free(xd);
    return status;
}

/* The same of velocity rows that depend, at the place the probe has come to: velocities along the
 * others must meet them, too. w->c holds how far positions have opened. */
static ph_status probe_velocities(phk_assembling *w, double *v)
{
    const double *here = w->point.v;
    int first = w->rows - w->system->program->velocity_rows;
    bool some = false;
    for (int r = first; r < w->rows; r++) some |= w->rank.dependent[r] && !w->rank.idle[r];
    if (!some) return PH_OK;
    double *open = malloc(((size_t)w->rows + 1) * sizeof *open);
    if (!open) return PH_E_NOMEM;
    memcpy(open, w->c, (size_t)w->rows * sizeof *open);
    ph_status status = phk_assembling_keep(w);
    ph_status moved = status ? status : phk_project_velocities(w->project, &w->point, v, NULL);
    if (!moved) status = phk_assembling_rates(w, false);
    for (int r = 0; r < w->rows; r++) {
        bool seen = !moved && !status && r >= first && w->rank.dependent[r];
        w->c[r] = seen ? fabs(w->c[r]) : open[r];
    }
    w->point.v = here;
    free(open);
    return status;
}

/* Moves the mechanism a little without the rows that depend: a row that is implied always stays
 * met, one that is implied in this position only opens. */
ph_status phk_assemble_probe(phk_assembling *w)
{
    const phk_dae *dae = phk_mechanism_dae(w->mechanism);
    size_t nq = (size_t)dae->nq;
    if (w->rank.rank == w->out->rows) return PH_OK;
    double *way = malloc(((size_t)w->nv + 1) * sizeof *way);
    double *q = malloc((nq + 1) * sizeof *q);
    double time = 0, left = 0;
    ph_status status = way && q ? probe_time(w, &time) : PH_E_NOMEM;
    if (!status) status = phk_assembling_keep(w);
    if (!status) status = phk_project_weights(w->project, NULL);
    if (!status) status = free_direction(w, way);
    if (!status) {
        phk_point here = w->point;
        memcpy(q, w->out->q, nq * sizeof *q);
        displace(dae, PROBE, way, q);
        w->point.q = q;
        w->point.t += time;
        ph_status moved =
            phk_project_positions(w->project, &w->point, q, MET * dae->length, ROUNDS, &left);
        if (moved == PH_OK || left <= ENOUGH * dae->length) {
            status = phk_assembling_evaluate(w, false);
            for (int r = 0; r < w->rows; r++)
                w->c[r] = fmax(0, fabs(w->c[r]) - 1.01 * w->rank.left_open[r]);
            if (!status) status = probe_velocities(w, way);
            int worst = phk_assembling_worst(w);
            if (!status && w->c[worst] > PROBE_OPEN * dae->length)
                status = phk_report_position(w, worst);
        }
        w->point = here;
    }
    free(way);
    free(q);
    return status;
}
