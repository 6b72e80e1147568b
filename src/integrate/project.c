/* SPDX-License-Identifier: BSD-3-Clause
 *
 * project.c -- consistent positions, velocities, accelerations.
 *
 * One matrix serves all three while the weights are mass and inertia, that of the index-1 system
 *
 *     [ M + dg/da  dg/dx'  G'  dg/dy ]
 *     [   d_a       d_x'   d_l   d_y ]
 *     [   G          0     0     0   ]
 *     [   s_a       s_x'   s_l   s_y ]
 *
 * and its factors are kept from call to call: an old matrix still leads to the right answer, in a
 * few more rounds, and is renewed when the rounds no longer shrink fast. With weights of the
 * caller's choice, or when that matrix is singular (a body without mass), positions and velocities
 * use [W G'; G 0] instead.
 */
#include "integrate/project.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "linalg/factor.h"
#include "math/so3.h"

#define FAST       0.1   /* contraction below which old factors are kept */
#define TIGHT      1e-13 /* relative correction at which accelerations are done */
#define ENOUGH     1e-9  /* and at which they may be, when they no longer gain */
#define LEAST_MASS 1e-6  /* of the largest: what a body without mass counts for, in weights */
#define RATE_STEP  1e-6  /* [s] for x'' by differences */
#define TURN       0.5 /* [rad] a body turns at most in a round: further the rows are not straight */
#define PART       1e-3 /* smallest part of a round */
enum { ROUNDS = 40 };

typedef enum { NOTHING, INDEX_1, WEIGHTED } kind;

struct phk_project {
    const phk_dae *dae;
    phk_pattern pattern; /* the system's, and the diagonal of states and algebraic unknowns */
    int *from;           /* [pattern.entries] entry of the system's pattern, or -1 */
    phk_factor *factor;
    kind factored;
    double *weight; /* [nv] NULL: mass and inertia */
    double *memory, *values, *g, *d, *c, *s, *r, *dz, *gamma, *still, *zero, *q, *xdd, *held;
    phk_tangents tangents;
    bool states_held; /* some constraint reads a state */
    int culprit;
    bool evaluation;
};

static ph_status make_pattern(phk_project *p)
{
    const phk_dae *dae = p->dae;
    const phk_pattern *old = dae->pattern;
    phk_collector *collector = phk_collector_create(old->n);
    if (!collector) return PH_E_NOMEM;
    for (int r = 0; r < old->n; r++)
        for (int k = old->row_start[r]; k < old->row_start[r + 1]; k++)
            phk_collect(collector, r, old->column[k]);
    int lambda = dae->nv + dae->nx, y = lambda + dae->nl;
    for (int r = dae->nv; r < old->n; r++)
        if (r < lambda || r >= y) phk_collect(collector, r, r);
    ph_status status = phk_collector_finish(collector, &p->pattern);
    phk_collector_free(collector);
    if (status) return status;
    p->from = malloc(((size_t)p->pattern.entries + 1) * sizeof *p->from);
    if (!p->from) return PH_E_NOMEM;
    for (int r = 0; r < old->n; r++) {
        int k = old->row_start[r], end = old->row_start[r + 1];
        for (int i = p->pattern.row_start[r]; i < p->pattern.row_start[r + 1]; i++) {
            bool there = k < end && old->column[k] == p->pattern.column[i];
            p->from[i] = there ? k++ : -1;
            int column = p->pattern.column[i];
            if (there && r >= lambda && r < y && column >= dae->nv && column < lambda)
                p->states_held = true;
        }
    }
    return PH_OK;
}

ph_status phk_project_create(const phk_dae *dae, phk_project **out)
{
    phk_project *p = calloc(1, sizeof *p);
    *out = NULL;
    if (!p) return PH_E_NOMEM;
    p->dae = dae;
    p->culprit = -1;
    ph_status status = make_pattern(p);
    if (!status) status = phk_factor_create(&p->pattern, dae->node, &p->factor);
    size_t n = (size_t)dae->pattern->n, entries = (size_t)p->pattern.entries;
    size_t nv = (size_t)dae->nv, nx = (size_t)dae->nx, nl = (size_t)dae->nl;
    size_t size[] = {entries, entries, entries, entries,         nv, nx, nl, (size_t)dae->ny, n, n,
                     nl,      nl,      nv + nx, (size_t)dae->nq, nx, n};
    double **array[] = {&p->values,
                        &p->tangents.by_q,
                        &p->tangents.by_v,
                        &p->tangents.by_a,
                        &p->g,
                        &p->d,
                        &p->c,
                        &p->s,
                        &p->r,
                        &p->dz,
                        &p->gamma,
                        &p->still,
                        &p->zero,
                        &p->q,
                        &p->xdd,
                        &p->held};
    size_t total = 1, arrays = sizeof size / sizeof *size;
    for (size_t i = 0; i < arrays; i++) total += size[i];
    if (!status) p->memory = calloc(total, sizeof *p->memory);
    if (!status && !p->memory) status = PH_E_NOMEM;
    if (status) {
        phk_project_free(p);
        return status;
    }
    double *at = p->memory;
    for (size_t i = 0; i < arrays; i++) *array[i] = at, at += size[i];
    *out = p;
    return PH_OK;
}

void phk_project_free(phk_project *p)
{
    if (!p) return;
    phk_factor_free(p->factor);
    phk_pattern_free(&p->pattern);
    free(p->from);
    free(p->memory);
    free(p->weight);
    free(p);
}

ph_status phk_project_weights(phk_project *p, const double *weight)
{
    p->factored = NOTHING;
    if (!weight) {
        free(p->weight);
        p->weight = NULL;
        return PH_OK;
    }
    size_t bytes = ((size_t)p->dae->nv + 1) * sizeof *weight;
    if (!p->weight) p->weight = malloc(bytes);
    if (!p->weight) return PH_E_NOMEM;
    memcpy(p->weight, weight, (size_t)p->dae->nv * sizeof *weight);
    return PH_OK;
}

static ph_status unable(phk_project *p, ph_status status)
{
    p->evaluation = true;
    return status;
}

static void add_block(phk_project *p, int at, ph_mat3 block)
{
    for (int i = 0; i < 3; i++) {
        int k = phk_pattern_find(&p->pattern, at + i, at);
        for (int j = 0; j < 3; j++) p->values[k + j] += block.m[i][j];
    }
}

static ph_mat3 inertia_of(const phk_cell *cell)
{
    if (cell->kind == PHK_CELL_ROTATION) return phk_mat3_from_sym3(cell->inertia);
    ph_mat3 m = {{{cell->mass, 0, 0}, {0, cell->mass, 0}, {0, 0, cell->mass}}};
    return m;
}

static ph_status make_index_1(phk_project *p, const phk_point *point)
{
    const phk_dae *dae = p->dae;
    int lambda = dae->nv + dae->nx, y = lambda + dae->nl;
    ph_status status = dae->tangent(dae->self, point, &p->tangents);
    if (status) return unable(p, status);
    for (int r = 0; r < p->pattern.n; r++) {
        bool constraint = r >= lambda && r < y;
        for (int i = p->pattern.row_start[r]; i < p->pattern.row_start[r + 1]; i++) {
            int column = p->pattern.column[i], k = p->from[i];
            double value = 0;
            if (k >= 0 && constraint)
                value = column < dae->nv ? p->tangents.by_q[k] : 0;
            else if (k >= 0 && column < dae->nv)
                value = p->tangents.by_a[k];
            else if (k >= 0)
                value = column < lambda ? p->tangents.by_v[k] : p->tangents.by_q[k];
            p->values[i] = value;
        }
    }
    for (int i = 0; i < dae->cells; i++) add_block(p, dae->cell[i].v, inertia_of(dae->cell + i));
    return PH_OK;
}

/* [W G'; G 0], and 1 for what does not take part. */
static ph_status make_weighted(phk_project *p, const phk_point *point)
{
    const phk_dae *dae = p->dae;
    int lambda = dae->nv + dae->nx, y = lambda + dae->nl;
    ph_status status = dae->tangent(dae->self, point, &p->tangents);
    if (status) return unable(p, status);
    for (int r = 0; r < p->pattern.n; r++) {
        bool fixed = r < dae->nv && p->weight && isinf(p->weight[r]);
        for (int i = p->pattern.row_start[r]; i < p->pattern.row_start[r + 1]; i++) {
            int column = p->pattern.column[i], k = p->from[i];
            bool border = r < dae->nv && !fixed && column >= lambda && column < y;
            bool row = r >= lambda && r < y && column < dae->nv &&
                       !(p->weight && isinf(p->weight[column]));
            bool one = r == column && (fixed || (r >= dae->nv && (r < lambda || r >= y)));
            p->values[i] = one ? 1 : (border || row) && k >= 0 ? p->tangents.by_q[k] : 0;
        }
    }
    double mass = 0, inertia = 0;
    for (int i = 0; i < dae->cells; i++) {
        const phk_cell *cell = dae->cell + i;
        if (cell->kind == PHK_CELL_VECTOR)
            mass = fmax(mass, cell->mass);
        else
            inertia =
                fmax(inertia, fmax(cell->inertia.xx, fmax(cell->inertia.yy, cell->inertia.zz)));
    }
    for (int i = 0; i < dae->cells; i++) {
        const phk_cell *cell = dae->cell + i;
        double unit = cell->kind == PHK_CELL_VECTOR ? mass : inertia;
        ph_mat3 m = inertia_of(cell);
        for (int k = 0; k < 3; k++) {
            if (!cell->definite) m.m[k][k] += LEAST_MASS * (unit > 0 ? unit : 1);
            if (!p->weight) continue;
            for (int j = 0; j < 3; j++) m.m[k][j] = 0;
            if (!isinf(p->weight[cell->v + k])) m.m[k][k] = p->weight[cell->v + k];
        }
        add_block(p, cell->v, m);
    }
    return PH_OK;
}

/* New factors of the kind asked for. */
static ph_status renew(phk_project *p, const phk_point *point, kind which)
{
    p->factored = NOTHING;
    ph_status status = which == INDEX_1 ? make_index_1(p, point) : make_weighted(p, point);
    if (status) return status;
    status = phk_factor_make(p->factor, p->values);
    if (status) {
        p->culprit = phk_factor_culprit(p->factor);
        return status;
    }
    p->factored = which;
    return PH_OK;
}

/* Factors for positions and velocities. */
static ph_status renew_for_places(phk_project *p, const phk_point *point)
{
    if (!p->weight && renew(p, point, INDEX_1) == PH_OK) return PH_OK;
    if (p->evaluation) return PH_E_NONFINITE;
    p->culprit = -1;
    return renew(p, point, WEIGHTED);
}

static bool usable(const phk_project *p)
{
    return p->weight ? p->factored == WEIGHTED : p->factored != NOTHING;
}

static void begin(phk_project *p)
{
    p->culprit = -1;
    p->evaluation = false;
}

static double largest(const double *v, int n)
{
    double most = 0;
    for (int i = 0; i < n; i++) {
        if (isnan(v[i])) return INFINITY;
        if (fabs(v[i]) > most) most = fabs(v[i]);
    }
    return most;
}

static int place_of_largest(const double *v, int n)
{
    int at = -1;
    double most = -1;
    for (int i = 0; i < n; i++)
        if (!(fabs(v[i]) <= most)) most = fabs(v[i]), at = i;
    return at;
}

/* dz = K^-1 (0, 0, -rows, 0) */
static void solve_rows(phk_project *p, const double *rows, double factor)
{
    const phk_dae *dae = p->dae;
    memset(p->dz, 0, (size_t)p->pattern.n * sizeof *p->dz);
    for (int i = 0; i < dae->nl; i++) p->dz[dae->nv + dae->nx + i] = factor * rows[i];
    phk_factor_solve(p->factor, p->dz);
}

/* q = from, moved by `part` of dz */
static void displace(const phk_project *p, const double *from, double part, double *q)
{
    for (int i = 0; i < p->dae->cells; i++) {
        const phk_cell *cell = p->dae->cell + i;
        const double *d = p->dz + cell->v, *old = from + cell->q;
        double *out = q + cell->q;
        if (cell->kind == PHK_CELL_VECTOR) {
            for (int k = 0; k < 3; k++) out[k] = old[k] + part * d[k];
        } else {
            double f =
                1 / sqrt(old[0] * old[0] + old[1] * old[1] + old[2] * old[2] + old[3] * old[3]);
            ph_quat r = ph_quat_make(f * old[0], f * old[1], f * old[2], f * old[3]);
            r = phk_turn(r, ph_v3(part * d[0], part * d[1], part * d[2]));
            out[0] = r.w, out[1] = r.x, out[2] = r.y, out[3] = r.z;
        }
    }
}

/* Largest turn of a body in dz. */
static double furthest_turn(const phk_project *p)
{
    double most = 0;
    for (int i = 0; i < p->dae->cells; i++)
        if (p->dae->cell[i].kind == PHK_CELL_ROTATION)
            most = fmax(most, largest(p->dz + p->dae->cell[i].v, 3));
    return most;
}

ph_status phk_project_positions(phk_project *p, phk_point *point, double *q, double tolerance,
                                int rounds, double *left)
{
    const phk_dae *dae = p->dae;
    begin(p);
    point->q = q;
    memset(p->dz, 0, (size_t)p->pattern.n * sizeof *p->dz);
    displace(p, q, 0, q);
    ph_status status = dae->residual(dae->self, point, p->g, p->d, p->c, p->s);
    if (status) return unable(p, status);
    double violation = largest(p->c, dae->nl);
    bool wanted = false; /* factors at hand are tried first, and kept while they serve */
    for (int round = 0; round < rounds && violation > tolerance; round++) {
        bool fresh = wanted || !usable(p);
        if (fresh && (status = renew_for_places(p, point))) break;
        solve_rows(p, p->c, -1);
        memcpy(p->q, q, (size_t)dae->nq * sizeof *q);
        double now = INFINITY;
        double furthest = furthest_turn(p), first = furthest > TURN ? TURN / furthest : 1;
        for (double part = first; part > first * PART; part /= 2) {
            displace(p, p->q, part, q);
            status = dae->residual(dae->self, point, p->g, p->d, p->c, p->s);
            now = status ? INFINITY : largest(p->c, dae->nl);
            if (now < violation || !fresh) break;
        }
        wanted = !(now <= FAST * violation);
        if (now < violation) {
            violation = now;
            continue;
        }
        /* no gain: back, to new factors; with those there is no way on */
        memcpy(q, p->q, (size_t)dae->nq * sizeof *q);
        status = dae->residual(dae->self, point, p->g, p->d, p->c, p->s);
        if (status || fresh) break;
    }
    if (left) *left = violation;
    if (status)
        return p->evaluation || status == PH_E_NOMEM || p->culprit >= 0 ? status : PH_E_SOLVE;
    if (violation <= tolerance) return PH_OK;
    p->culprit = dae->nv + dae->nx + place_of_largest(p->c, dae->nl);
    return PH_E_SOLVE;
}

ph_status phk_project_impulse(phk_project *p, const phk_point *point, const double *rhs, double *dv)
{
    begin(p);
    ph_status status = renew_for_places(p, point);
    if (status) return status;
    solve_rows(p, rhs, 1);
    memcpy(dv, p->dz, (size_t)p->dae->nv * sizeof *dv);
    return PH_OK;
}

ph_status phk_project_velocities(phk_project *p, phk_point *point, double *v, double *before)
{
    const phk_dae *dae = p->dae;
    begin(p);
    point->v = v;
    ph_status status = dae->rates(dae->self, point, p->still, NULL);
    if (status) return unable(p, status);
    double rate = largest(p->still, dae->nl), floor = 1e-15 * largest(v, dae->nv);
    if (before) *before = rate;
    bool renewed = false;
    for (int round = 0; round < ROUNDS && rate > floor; round++) {
        if (!usable(p) && (status = renew_for_places(p, point))) return status;
        solve_rows(p, p->still, -1);
        for (int i = 0; i < dae->nv; i++) v[i] += p->dz[i];
        status = dae->rates(dae->self, point, p->still, NULL);
        if (status) return unable(p, status);
        double now = largest(p->still, dae->nl);
        if (now > FAST * rate) {
            if (renewed) {
                rate = fmin(rate, now);
                break;
            }
            if ((status = renew_for_places(p, point))) return status;
            renewed = true;
        }
        rate = now;
    }
    /* what rounding leaves is no matter; more than that is a contradiction */
    if (rate <= 1e-9 * fmax(1, largest(v, dae->nv))) return PH_OK;
    p->culprit = dae->nv + dae->nx + place_of_largest(p->still, dae->nl);
    return PH_E_SOLVE;
}

/* r = residual of the index-1 system at the point, whose a, lambda, xd, y are tried. */
static ph_status residual(phk_project *p, const phk_point *point)
{
    const phk_dae *dae = p->dae;
    ph_status status = dae->residual(dae->self, point, p->g, p->d, p->c, p->s);
    if (status) return unable(p, status);
    double *r = p->r;
    memcpy(r, p->g, (size_t)dae->nv * sizeof *r);
    for (int i = 0; i < dae->cells; i++) {
        const phk_cell *cell = dae->cell + i;
        const double *a = point->a + cell->v, *w = point->v + cell->v;
        if (cell->kind == PHK_CELL_VECTOR) {
            for (int k = 0; k < 3; k++) r[cell->v + k] += cell->mass * a[k];
            continue;
        }
        ph_vec3 W = ph_v3(w[0], w[1], w[2]), A = ph_v3(a[0], a[1], a[2]);
        ph_vec3 t =
            ph_add(ph_sym3_mul(cell->inertia, A), ph_cross(W, ph_sym3_mul(cell->inertia, W)));
        r[cell->v] += t.x, r[cell->v + 1] += t.y, r[cell->v + 2] += t.z;
    }
    memcpy(r + dae->nv, p->d, (size_t)dae->nx * sizeof *r);
    memcpy(r + dae->nv + dae->nx + dae->nl, p->s, (size_t)dae->ny * sizeof *r);
    if (dae->nl == 0) return PH_OK;

    /* G a: the rates of velocities a, less those of none */
    phk_point moved = *point;
    double *rows = r + dae->nv + dae->nx;
    moved.v = point->a, moved.xd = p->zero;
    status = dae->rates(dae->self, &moved, rows, NULL);
    if (status) return unable(p, status);
    for (int i = 0; i < dae->nl; i++) rows[i] += p->gamma[i] - p->still[i];
    return PH_OK;
}

/* gamma (with C_x x'' in it) and the rates of no velocities. */
static ph_status constraint_rates(phk_project *p, const phk_point *point)
{
    const phk_dae *dae = p->dae;
    if (dae->nl == 0) return PH_OK;
    ph_status status = dae->rates(dae->self, point, NULL, p->gamma);
    if (status) return unable(p, status);
    phk_point none = *point;
    none.v = p->zero, none.xd = p->zero;
    status = dae->rates(dae->self, &none, p->still, NULL);
    if (status) return unable(p, status);
    if (!p->states_held) return PH_OK;
    none.xd = p->xdd;
    double *rows = p->r;
    status = dae->rates(dae->self, &none, rows, NULL);
    if (status) return unable(p, status);
    for (int i = 0; i < dae->nl; i++) p->gamma[i] += rows[i] - p->still[i];
    return PH_OK;
}

/* Largest relative change of a group of unknowns; 0 / 0 = 0. */
static double share(const double *d, const double *value, int n, double scale)
{
    double most = largest(d, n), size = fmax(largest(value, n), scale);
    return most == 0 ? 0 : most / size;
}

static ph_status solve_index_1(phk_project *p, phk_point *point, double *a, double *lambda,
                               double *xd, double *y)
{
    const phk_dae *dae = p->dae;
    int at[3] = {dae->nv, dae->nv + dae->nx, dae->nv + dae->nx + dae->nl};
    double before = INFINITY;
    bool renewed = false;
    ph_status status = constraint_rates(p, point);
    if (status) return status;
    for (int round = 0; round < ROUNDS; round++) {
        if ((status = residual(p, point))) return status;
        if (p->factored != INDEX_1) {
            if ((status = renew(p, point, INDEX_1))) return status;
            renewed = true;
        }
        for (int i = 0; i < p->pattern.n; i++) p->dz[i] = -p->r[i];
        phk_factor_solve(p->factor, p->dz);
        for (int i = 0; i < dae->nv; i++) a[i] += p->dz[i];
        for (int i = 0; i < dae->nx; i++) xd[i] += p->dz[at[0] + i];
        for (int i = 0; i < dae->nl; i++) lambda[i] += p->dz[at[1] + i];
        for (int i = 0; i < dae->ny; i++) y[i] += p->dz[at[2] + i];
        double force = largest(p->g, dae->nv);
        double change = share(p->dz, a, dae->nv, 0);
        change = fmax(change, share(p->dz + at[0], xd, dae->nx, 0));
        change = fmax(change, share(p->dz + at[1], lambda, dae->nl, force));
        change = fmax(change, share(p->dz + at[2], y, dae->ny, 0));
        if (change <= TIGHT) return PH_OK;
        if (change <= ENOUGH && change > 0.5 * before) return PH_OK;
        /* old factors that gain little; new ones, again, for what is not linear */
        if (!isfinite(change) || (round > 0 && change > FAST * before)) {
            if (!isfinite(change) && renewed) break;
            p->factored = NOTHING;
        }
        before = change;
    }
    p->culprit = place_of_largest(p->r, p->pattern.n);
    return PH_E_SOLVE;
}

/* x'' by a difference along the flow, for constraints that read states. */
static ph_status second_rates(phk_project *p, phk_point *point)
{
    const phk_dae *dae = p->dae;
    size_t n = (size_t)dae->nx, nv = (size_t)dae->nv;
    double *a, *v, *x, *xd, *lambda, *y;
    double *block =
        malloc((2 * nv + 2 * n + (size_t)dae->nl + (size_t)dae->ny + 1) * sizeof *block);
    if (!block) return PH_E_NOMEM;
    a = block, v = a + nv, x = v + nv, xd = x + n, lambda = xd + n, y = lambda + dae->nl;
    memcpy(a, point->a, nv * sizeof *a);
    memcpy(xd, point->xd, n * sizeof *a);
    memcpy(lambda, point->lambda, (size_t)dae->nl * sizeof *a);
    memcpy(y, point->y, (size_t)dae->ny * sizeof *a);
    for (size_t i = 0; i < nv; i++) {
        v[i] = point->v[i] + RATE_STEP * a[i];
        p->dz[i] = RATE_STEP * (point->v[i] + 0.5 * RATE_STEP * a[i]);
    }
    for (size_t i = 0; i < n; i++) x[i] = point->x[i] + RATE_STEP * xd[i];
    displace(p, point->q, 1, p->q);
    phk_point ahead = {point->t + RATE_STEP, p->q, v, a, x, xd, lambda, y};
    ph_status status = solve_index_1(p, &ahead, a, lambda, xd, y);
    for (size_t i = 0; i < n; i++) p->xdd[i] = (xd[i] - point->xd[i]) / RATE_STEP;
    free(block);
    return status;
}

ph_status phk_project_accelerations(phk_project *p, phk_point *point, double *a, double *lambda,
                                    double *xd, double *y)
{
    begin(p);
    point->a = a, point->lambda = lambda, point->xd = xd, point->y = y;
    memset(p->xdd, 0, (size_t)p->dae->nx * sizeof *p->xdd);
    ph_status status = solve_index_1(p, point, a, lambda, xd, y);
    /* x'' depends on the accelerations it helps to find: twice is enough */
    for (int k = 0; k < 2 && !status && p->states_held; k++) {
        status = second_rates(p, point);
        if (!status) status = solve_index_1(p, point, a, lambda, xd, y);
    }
    return status;
}

bool phk_project_evaluation(const phk_project *p)
{
    return p->evaluation;
}

int phk_project_culprit(const phk_project *p)
{
    return p->culprit;
}
