/* SPDX-License-Identifier: BSD-3-Clause
 *
 * project_settle.c -- a state within a stiff step, brought into balance.
 *
 * Places between steps are interpolated to O(h^4); times a stiffness of 1e9 N/m that is thousands
 * of newtons. A Newton iteration on the equations of the step itself, with its matrix
 *
 *     K = kappa M + gamma h (dg/dv + gyroscopic) + beta h^2 dg/dq,   bordered by G' and G
 *
 * made at the row, for old factors have turned away, moves soft directions by O(h^4) and stiff ones
 * to where their forces balance the interpolated accelerations. Velocities are then put onto the
 * constraints with K for a weight, also at the ends of steps: the inertia for a weight would move
 * them across stiff dampers.
 */
#include "integrate/project_work.h"

#include <math.h>
#include <string.h>

#define STIFF  1.0   /* ratio of forces to inertia in a block of K up to which nothing is done */
#define GAINED 1e-7  /* of the first correction: the last, and */
#define QUICK  0.1   /* of the one before: else it is still on its way, */
#define FAST   0.05  /* of the one before: factors are kept, */
#define REST   1e-14 /* unless that is rounding, in parts of the length */
#define LEAST  0.01  /* of a correction: the least part that is tried */
enum { ROUNDS = 12, DAMPED = 40, SPEEDS = 2 };

/* Values of K but for inertia, on the pattern of the projection. */
static void fill(phk_project *p, const phk_scheme *s, double h)
{
    const phk_dae *dae = p->dae;
    const phk_tangents *t = &p->tangents;
    double bh2 = s->beta * h * h, gh = s->gamma * h;
    int lambda = dae->nv + dae->nx;
    for (int r = 0; r < p->pattern->n; r++) {
        bool constraint = r >= lambda && r < lambda + phk_dae_positions(dae);
        double part = phk_dae_is_velocity(dae, r) ? 1 / gh : 1;
        for (int i = p->pattern->row_start[r]; i < p->pattern->row_start[r + 1]; i++) {
            int column = p->pattern->column[i], k = p->from ? p->from[i] : i;
            double value = k < 0 ? 0 : t->by_q[k];
            if (k >= 0 && column < dae->nv && !constraint)
                value = part *
                        (bh2 * value + gh * t->by_v[k] + (dae->uses_a ? s->kappa * t->by_a[k] : 0));
            if (k >= 0 && column >= dae->nv && column < lambda)
                value = (s->gamma_x * h * value + s->kappa_x * t->by_v[k]) / (constraint ? bh2 : 1);
            p->values[i] = value;
        }
    }
}

/* The entries of row r in the columns of a cell, from *values on: how many. */
static int own_entries(phk_project *p, const phk_cell *cell, int r, double **values)
{
    const phk_pattern *pattern = p->pattern;
    int at = pattern->row_start[r], end = pattern->row_start[r + 1];
    while (pattern->column[at] < cell->v) at++;
    *values = p->values + at;
    int first = at;
    while (at < end && pattern->column[at] < cell->v + cell->width) at++;
    return at - first;
}

static ph_mat3 turning_inertia(const phk_cell *cell, const phk_scheme *s, double h, const double *v)
{
    ph_mat3 own = phk_mat3_from_sym3(cell->inertia);
    ph_vec3 w = ph_v3(v[cell->v], v[cell->v + 1], v[cell->v + 2]);
    ph_mat3 gyro =
        phk_mat3_axpy(phk_mat3_product(phk_hat(w), own), -1, phk_hat(ph_mat3_mul(own, w)));
    for (int k = 0; k < 9; k++) own.m[k / 3][k % 3] *= s->kappa;
    return phk_mat3_axpy(own, s->gamma * h, gyro);
}

/* Adds inertia of a cell; the ratio of what forces to what inertia contribute. */
static double add_inertia(phk_project *p, const phk_cell *cell, const phk_scheme *s, double h,
                          const double *v)
{
    bool turns = cell->kind == PHK_CELL_ROTATION;
    ph_mat3 own = turns ? turning_inertia(cell, s, h, v) : (ph_mat3){{{0}}};
    double forces = 0, inertia = turns ? 0 : s->kappa * cell->mass;
    for (int k = 0; k < cell->width; k++) {
        double *row;
        int count = own_entries(p, cell, cell->v + k, &row);
        for (int j = 0; j < count; j++) {
            forces = fmax(forces, fabs(row[j]));
            if (turns) inertia = fmax(inertia, fabs(own.m[k][j]));
            if (turns) row[j] += own.m[k][j];
        }
        if (!turns) p->values[phk_pattern_find(p->pattern, cell->v + k, cell->v + k)] += inertia;
    }
    return inertia > 0 ? forces / inertia : 0;
}

/* New factors of K at the point. PH_RETRY, where that is asked: nothing is stiff there. */
static ph_status renew(phk_project *p, const phk_scheme *s, double h, const phk_point *point,
                       bool ask)
{
    if (p->stiff == p->factor) p->factored = PHK_PROJECT_NONE;
    ph_status status = phk_project_differentiate(p, point);
    if (status) return status;
    fill(p, s, h);
    double ratio = 0;
    for (int i = 0; i < p->dae->cells; i++)
        ratio = fmax(ratio, add_inertia(p, p->dae->cell + i, s, h, point->v));
    if (ask && !(ratio > STIFF)) return PH_RETRY;
    p->near = true;
    return phk_factor_make(p->stiff, p->values);
}

/* dz = -K^-1 (balance, 0, C/(beta h^2) or V/(gamma h), s); the largest correction of an
 * acceleration. */
static ph_status correction(phk_project *p, double bh2, double gh, const phk_point *point,
                            double *most)
{
    const phk_dae *dae = p->dae;
    ph_status status = phk_project_balance(p, point);
    if (status) return status;
    double *r = p->dz, *rows = r + dae->nv + dae->nx, *ry = rows + dae->nl;
    for (int i = 0; i < dae->nv; i++) r[i] = -p->r[i];
    for (int i = 0; i < dae->nx; i++) r[dae->nv + i] = 0;
    for (int i = 0; i < dae->nl; i++) rows[i] = -p->c[i] / (i < phk_dae_positions(dae) ? bh2 : gh);
    for (int i = 0; i < dae->ny; i++) ry[i] = -p->s[i];
    phk_factor_solve(p->stiff, r);
    *most = 0;
    for (int i = 0; i < dae->nv; i++) *most = fmax(*most, fabs(r[i]));
    return isfinite(*most) ? PH_OK : PH_E_SOLVE;
}

/* Sizes of corrections: the first, the one before and the last. */
typedef struct {
    double first, before, last;
} sizes;

/* A force that grows as a power of the depth lets Newton come up by a third a round, so that a
 * small part of the first correction says little. */
static bool is_end(const phk_project *p, const sizes *c, double bh2)
{
    if (bh2 * c->last <= REST * p->dae->length) return true;
    return c->last <= GAINED * c->first && c->last <= QUICK * c->before;
}

/* Keeps what is settled of a row, or puts it back. */
static void keep(const phk_project *p, const phk_state *row, double *kept, bool back)
{
    const phk_dae *dae = p->dae;
    double *array[] = {row->q, row->v, row->a, row->lambda, row->y};
    const int size[] = {dae->nq, dae->nv, dae->nv, dae->nl, dae->ny};
    for (int i = 0; i < 5; kept += size[i++])
        if (size[i] > 0)
            memcpy(back ? array[i] : kept, back ? kept : array[i], (size_t)size[i] * sizeof *kept);
}

/* The row by part of the correction. */
static void correct(phk_project *p, const phk_scheme *s, double h, double part,
                    const phk_state *row)
{
    const phk_dae *dae = p->dae;
    const double *d = p->dz, gh = s->gamma * h * part;
    for (int i = 0; i < dae->nv; i++) {
        row->v[i] += gh * d[i];
        row->a[i] += s->kappa * part * d[i];
    }
    for (int i = 0; i < dae->nl; i++) row->lambda[i] += part * d[dae->nv + dae->nx + i];
    for (int i = 0; i < dae->ny; i++) row->y[i] += part * d[dae->nv + dae->nx + dae->nl + i];
    memcpy(p->q, row->q, (size_t)dae->nq * sizeof *p->q);
    phk_project_displace(p, p->q, s->beta * h * h * part, row->q);
}

/* The row by as much of the correction as makes the next one, by the same factors, smaller
 * (Deuflhard 1974): what rests on two points is thrown to and fro between them by all of it. */
static ph_status correct_damped(phk_project *p, const phk_scheme *s, double h, double size,
                                const phk_state *row)
{
    const double bh2 = s->beta * h * h, gh = s->gamma * h;
    keep(p, row, p->base, false);
    memcpy(p->way, p->dz, (size_t)p->pattern->n * sizeof *p->way);
    for (double part = 1, next = INFINITY;; part *= 0.5) {
        correct(p, s, h, part, row);
        phk_point point = phk_state_point(row);
        ph_status status = correction(p, bh2, gh, &point, &next);
        if (!status && next <= (1 - 0.5 * part) * size) return PH_OK;
        if (part < LEAST) return status;
        keep(p, row, p->base, true);
        memcpy(p->dz, p->way, (size_t)p->pattern->n * sizeof *p->way);
    }
}

/* Factors of the first round are mostly right to a thousandth in the next ones, and are kept while
 * they are right to a twentieth: a correction that is not so much smaller than the one before is
 * not taken, but found again by new ones. */
static ph_status settle_places(phk_project *p, const phk_scheme *s, double h, const phk_state *row,
                               bool damped)
{
    double bh2 = s->beta * h * h, gh = s->gamma * h;
    sizes c = {0};
    for (int round = 0; round < (damped ? DAMPED : ROUNDS); round++) {
        phk_point point = phk_state_point(row);
        bool fresh = damped || round == 0;
        ph_status status = fresh ? renew(p, s, h, &point, round == 0) : PH_OK;
        c.before = c.last;
        if (!status) status = correction(p, bh2, gh, &point, &c.last);
        if (!status && !fresh && c.last > FAST * c.before) {
            status = renew(p, s, h, &point, false);
            if (!status) status = correction(p, bh2, gh, &point, &c.last);
        }
        if (status) return status;
        if (round == 0) c.first = c.last;
        bool end = round > 0 && is_end(p, &c, bh2);
        if (damped && !end)
            status = correct_damped(p, s, h, c.last, row);
        else
            correct(p, s, h, 1, row);
        if (status || end) return status;
    }
    return PH_E_SOLVE;
}

static ph_status settle_speeds(phk_project *p, const phk_state *row)
{
    const phk_dae *dae = p->dae;
    for (int round = 0; round < SPEEDS && dae->nl; round++) {
        phk_point point = phk_state_point(row);
        ph_status status = dae->rates(dae->self, &point, p->still, NULL);
        if (status) return phk_project_unable(p, status);
        memset(p->dz, 0, (size_t)p->pattern->n * sizeof *p->dz);
        for (int i = 0; i < dae->nl; i++) p->dz[dae->nv + dae->nx + i] = -p->still[i];
        phk_factor_solve(p->stiff, p->dz);
        for (int i = 0; i < dae->nv; i++) row->v[i] += p->dz[i];
    }
    return PH_OK;
}

ph_status phk_project_settle(phk_project *p, const phk_scheme *s, double h, const phk_state *row,
                             bool places)
{
    phk_point point = phk_state_point(row);
    if (!places && p->dae->nl == 0) return PH_RETRY; /* no constraints for velocities to meet */
    keep(p, row, p->kept, false);
    ph_status status = places ? settle_places(p, s, h, row, false) : renew(p, s, h, &point, true);
    if (status == PH_E_SOLVE) {
        keep(p, row, p->kept, true);
        status = settle_places(p, s, h, row, true);
    }
    if (!status) status = settle_speeds(p, row);
    if (status) {
        keep(p, row, p->kept, true);
        p->near = false;
    }
    /* not one of the matrices that others know */
    if (p->stiff == p->factor) p->factored = PHK_PROJECT_NONE;
    return status;
}
