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

#define STIFF  1.0  /* ratio of forces to inertia in a block of K up to which nothing is done */
#define GAINED 1e-4 /* of the first correction: the last */
enum { ROUNDS = 8, SPEEDS = 2 };

static double most_of(const ph_mat3 *m)
{
    double most = 0;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) most = fmax(most, fabs(m->m[i][k]));
    return most;
}

/* Values of K but for inertia, on the pattern of the projection. */
static void fill(phk_project *p, const phk_scheme *s, double h)
{
    const phk_dae *dae = p->dae;
    const phk_tangents *t = &p->tangents;
    double bh2 = s->beta * h * h, gh = s->gamma * h;
    int lambda = dae->nv + dae->nx, y = lambda + dae->nl;
    for (int r = 0; r < p->pattern->n; r++) {
        bool constraint = r >= lambda && r < y;
        for (int i = p->pattern->row_start[r]; i < p->pattern->row_start[r + 1]; i++) {
            int column = p->pattern->column[i], k = p->from ? p->from[i] : i;
            double value = k < 0 ? 0 : t->by_q[k];
            if (k >= 0 && column < dae->nv && !constraint)
                value = bh2 * value + gh * t->by_v[k] + (dae->uses_a ? s->kappa * t->by_a[k] : 0);
            if (k >= 0 && column >= dae->nv && column < lambda)
                value = (s->gamma_x * h * value + s->kappa_x * t->by_v[k]) / (constraint ? bh2 : 1);
            p->values[i] = value;
        }
    }
}

/* Adds inertia; the largest ratio of what forces to what inertia contribute. */
static double add_inertia(phk_project *p, const phk_scheme *s, double h, const double *v)
{
    double ratio = 0;
    for (int i = 0; i < p->dae->cells; i++) {
        const phk_cell *cell = p->dae->cell + i;
        const double *w = v + cell->v;
        ph_mat3 own = phk_cell_inertia(cell), block;
        if (cell->kind == PHK_CELL_ROTATION) {
            ph_vec3 W = ph_v3(w[0], w[1], w[2]);
            ph_mat3 gyro =
                phk_mat3_axpy(phk_mat3_product(phk_hat(W), own), -1, phk_hat(ph_mat3_mul(own, W)));
            for (int k = 0; k < 9; k++) own.m[k / 3][k % 3] *= s->kappa;
            own = phk_mat3_axpy(own, s->gamma * h, gyro);
        } else {
            for (int k = 0; k < 9; k++) own.m[k / 3][k % 3] *= s->kappa;
        }
        for (int k = 0; k < 3; k++) {
            double *row = p->values + phk_pattern_find(p->pattern, cell->v + k, cell->v);
            for (int j = 0; j < 3; j++) {
                block.m[k][j] = row[j];
                row[j] += own.m[k][j];
            }
        }
        double inertia = most_of(&own);
        if (inertia > 0) ratio = fmax(ratio, most_of(&block) / inertia);
    }
    return ratio;
}

/* New factors of K at the point. PH_RETRY: nothing is stiff there. */
static ph_status renew(phk_project *p, const phk_scheme *s, double h, const phk_point *point)
{
    p->factored = PHK_PROJECT_NONE;
    ph_status status = p->dae->tangent(p->dae->self, point, &p->tangents);
    if (status) return phk_project_unable(p, status);
    fill(p, s, h);
    if (!(add_inertia(p, s, h, point->v) > STIFF)) return PH_RETRY;
    return phk_factor_make(p->factor, p->values);
}

/* dz = -K^-1 (balance, 0, C/(beta h^2), s); the largest correction of an acceleration. */
static ph_status correction(phk_project *p, double bh2, const phk_point *point, double *most)
{
    const phk_dae *dae = p->dae;
    ph_status status = phk_project_balance(p, point);
    if (status) return status;
    double *r = p->dz, *rows = r + dae->nv + dae->nx, *ry = rows + dae->nl;
    for (int i = 0; i < dae->nv; i++) r[i] = -p->r[i];
    for (int i = 0; i < dae->nx; i++) r[dae->nv + i] = 0;
    for (int i = 0; i < dae->nl; i++) rows[i] = -p->c[i] / bh2;
    for (int i = 0; i < dae->ny; i++) ry[i] = -p->s[i];
    phk_factor_solve(p->factor, r);
    *most = 0;
    for (int i = 0; i < dae->nv; i++) *most = fmax(*most, fabs(r[i]));
    return isfinite(*most) ? PH_OK : PH_RETRY;
}

static ph_status settle_places(phk_project *p, const phk_scheme *s, double h,
                               const phk_snapshot *row)
{
    const phk_dae *dae = p->dae;
    double bh2 = s->beta * h * h, gh = s->gamma * h, first = 0, most = INFINITY;
    for (int round = 0; round < ROUNDS && !(round > 1 && most <= GAINED * first); round++) {
        phk_point point = phk_snapshot_point(row);
        ph_status status = renew(p, s, h, &point);
        if (!status) status = correction(p, bh2, &point, &most);
        if (status) return status;
        if (round == 0) first = most;
        const double *d = p->dz;
        for (int i = 0; i < dae->nv; i++) {
            row->v[i] += gh * d[i];
            row->a[i] += s->kappa * d[i];
        }
        for (int i = 0; i < dae->nl; i++) row->lambda[i] += d[dae->nv + dae->nx + i];
        for (int i = 0; i < dae->ny; i++) row->y[i] += d[dae->nv + dae->nx + dae->nl + i];
        memcpy(p->q, row->q, (size_t)dae->nq * sizeof *p->q);
        phk_project_displace(p, p->q, bh2, row->q);
    }
    return PH_OK;
}

static ph_status settle_speeds(phk_project *p, const phk_snapshot *row)
{
    const phk_dae *dae = p->dae;
    for (int round = 0; round < SPEEDS && dae->nl; round++) {
        phk_point point = phk_snapshot_point(row);
        ph_status status = dae->rates(dae->self, &point, p->still, NULL);
        if (status) return phk_project_unable(p, status);
        memset(p->dz, 0, (size_t)p->pattern->n * sizeof *p->dz);
        for (int i = 0; i < dae->nl; i++) p->dz[dae->nv + dae->nx + i] = -p->still[i];
        phk_factor_solve(p->factor, p->dz);
        for (int i = 0; i < dae->nv; i++) row->v[i] += p->dz[i];
    }
    return PH_OK;
}

ph_status phk_project_settle(phk_project *p, const phk_scheme *s, double h, const phk_snapshot *row,
                             bool places)
{
    phk_point point = phk_snapshot_point(row);
    ph_status status = places ? settle_places(p, s, h, row) : renew(p, s, h, &point);
    if (!status) status = settle_speeds(p, row);
    p->factored = PHK_PROJECT_NONE; /* not one of the matrices that others know */
    return status;
}
