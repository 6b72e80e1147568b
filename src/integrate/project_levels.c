/* SPDX-License-Identifier: BSD-3-Clause
 *
 * project_levels.c -- consistent positions, velocities, accelerations.
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
 *
 * Velocity rows are among the rows of G from velocities on, N in their place. Positions they leave
 * free: a wheel that is moved onto its plane need not roll there. So positions have factors of
 * their own where there are such rows, of [W G'; G 0] without them.
 */
#include "integrate/project_work.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define FAST      0.1     /* contraction below which old factors are kept */
#define AWAY      0.9     /* and above which what they give is not taken */
#define TIGHT     1e-13   /* relative correction at which accelerations are done */
#define ENOUGH    1e-9    /* and at which they may be, when they no longer gain */
#define NOTHING   1e-12   /* [m/s^2, N]: unknowns are not held to be smaller than this */
#define RESTS     2.2e-12 /* of the largest force: rounding that no round makes smaller */
#define NOISE     0.01    /* of terms that cancel: what is left is held to be no smaller */
#define RATE_STEP 1e-6    /* [s] for x'' by differences */
#define TURN      0.5 /* [rad] a body turns at most in a round: further the rows are not straight */
#define PART      1e-3 /* smallest part of a round */
enum { ROUNDS = 40 };

static bool usable(const phk_project *p)
{
    return p->weight ? p->factored == PHK_PROJECT_WEIGHTED : p->factored != PHK_PROJECT_NONE;
}

static bool usable_places(const phk_project *p)
{
    return p->places ? p->placed : usable(p);
}

static void begin(phk_project *p)
{
    p->trouble.culprit = -1;
    p->trouble.evaluation = false;
    /* factors of other entries may lack whole rows */
    if (p->generation != p->dae->pattern->generation) phk_project_forget(p);
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
    memset(p->dz, 0, (size_t)p->pattern->n * sizeof *p->dz);
    for (int i = 0; i < dae->nl; i++) p->dz[dae->nv + dae->nx + i] = factor * rows[i];
    phk_factor_solve(p->factor, p->dz);
}

/* The same of positions. */
static void solve_places(phk_project *p, const double *rows, double factor)
{
    const phk_dae *dae = p->dae;
    memset(p->dz, 0, (size_t)p->pattern->n * sizeof *p->dz);
    for (int i = 0; i < phk_dae_positions(dae); i++)
        p->dz[dae->nv + dae->nx + i] = factor * rows[i];
    phk_factor_solve(p->places ? p->places : p->factor, p->dz);
}

void phk_project_displace(const phk_project *p, const double *from, double part, double *q)
{
    for (int i = 0; i < p->dae->cells; i++) {
        const phk_cell *cell = p->dae->cell + i;
        const double *d = p->dz + cell->v, *old = from + cell->q;
        double *out = q + cell->q;
        if (cell->kind == PHK_CELL_VECTOR) {
            for (int k = 0; k < cell->width; k++) out[k] = old[k] + part * d[k];
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
    memset(p->dz, 0, (size_t)p->pattern->n * sizeof *p->dz);
    phk_project_displace(p, q, 0, q);
    ph_status status = dae->residual(dae->self, point, p->g, p->d, p->c, p->s);
    if (status) return phk_project_unable(p, status);
    int rows = phk_dae_positions(dae);
    double violation = largest(p->c, rows);
    bool wanted = false; /* factors at hand are tried first, and kept while they serve */
    for (int round = 0; round < rounds && violation > tolerance; round++) {
        bool fresh = wanted || !usable_places(p);
        if (fresh && (status = phk_project_renew_places(p, point))) break;
        solve_places(p, p->c, -1);
        memcpy(p->q, q, (size_t)dae->nq * sizeof *q);
        double now = INFINITY;
        double furthest = furthest_turn(p), first = furthest > TURN ? TURN / furthest : 1;
        for (double part = first; part > first * PART; part /= 2) {
            phk_project_displace(p, p->q, part, q);
            status = dae->residual(dae->self, point, p->g, p->d, p->c, p->s);
            now = status ? INFINITY : largest(p->c, rows);
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
        return p->trouble.evaluation || status == PH_E_NOMEM || p->trouble.culprit >= 0
                   ? status
                   : PH_E_SOLVE;
    if (violation <= tolerance) return PH_OK;
    p->trouble.culprit = dae->nv + dae->nx + place_of_largest(p->c, rows);
    return PH_E_SOLVE;
}

ph_status phk_project_impulse(phk_project *p, const phk_point *point, const double *rhs, double *dv)
{
    begin(p);
    ph_status status = phk_project_renew_speeds(p, point);
    if (status) return status;
    solve_rows(p, rhs, 1);
    memcpy(dv, p->dz, (size_t)p->dae->nv * sizeof *dv);
    return PH_OK;
}

ph_status phk_project_blow(phk_project *p, phk_point *point, const double *blow, double *v)
{
    const phk_dae *dae = p->dae;
    begin(p);
    point->v = v;
    ph_status status = dae->nl ? dae->rates(dae->self, point, p->still, NULL) : PH_OK;
    if (status) return phk_project_unable(p, status);
    if ((status = phk_project_renew_speeds(p, point))) return status;
    memset(p->dz, 0, (size_t)p->pattern->n * sizeof *p->dz);
    memcpy(p->dz, blow, (size_t)dae->nv * sizeof *blow);
    for (int i = 0; i < dae->nl; i++) p->dz[dae->nv + dae->nx + i] = -p->still[i];
    phk_factor_solve(p->factor, p->dz);
    for (int i = 0; i < dae->nv; i++) v[i] += p->dz[i];
    return PH_OK;
}

ph_status phk_project_velocities(phk_project *p, phk_point *point, double *v, double *before)
{
    const phk_dae *dae = p->dae;
    begin(p);
    point->v = v;
    ph_status status = dae->rates(dae->self, point, p->still, NULL);
    if (status) return phk_project_unable(p, status);
    double rate = largest(p->still, dae->nl), floor = 1e-15 * largest(v, dae->nv);
    if (before) *before = rate;
    bool renewed = false;
    for (int round = 0; round < ROUNDS && rate > floor; round++) {
        if (!usable(p) && (status = phk_project_renew_speeds(p, point))) return status;
        solve_rows(p, p->still, -1);
        for (int i = 0; i < dae->nv; i++) v[i] += p->dz[i];
        status = dae->rates(dae->self, point, p->still, NULL);
        if (status) return phk_project_unable(p, status);
        double now = largest(p->still, dae->nl);
        if (now > FAST * rate) {
            if (renewed) {
                rate = fmin(rate, now);
                break;
            }
            if ((status = phk_project_renew_speeds(p, point))) return status;
            renewed = true;
        }
        rate = now;
    }
    /* what rounding leaves is no matter; more than that is a contradiction */
    if (rate <= 1e-9 * fmax(1, largest(v, dae->nv))) return PH_OK;
    p->trouble.culprit = dae->nv + dae->nx + place_of_largest(p->still, dae->nl);
    return PH_E_SOLVE;
}

ph_status phk_project_balance(phk_project *p, const phk_point *point)
{
    const phk_dae *dae = p->dae;
    ph_status status = dae->residual(dae->self, point, p->g, p->d, p->c, p->s);
    if (status) return phk_project_unable(p, status);
    double *r = p->r;
    memcpy(r, p->g, (size_t)dae->nv * sizeof *r);
    for (int i = 0; i < dae->cells; i++) {
        const phk_cell *cell = dae->cell + i;
        const double *a = point->a + cell->v, *w = point->v + cell->v;
        if (cell->kind == PHK_CELL_VECTOR) {
            for (int k = 0; k < cell->width; k++) r[cell->v + k] += cell->mass * a[k];
            continue;
        }
        ph_vec3 W = ph_v3(w[0], w[1], w[2]), A = ph_v3(a[0], a[1], a[2]);
        ph_vec3 t =
            ph_add(ph_sym3_mul(cell->inertia, A), ph_cross(W, ph_sym3_mul(cell->inertia, W)));
        r[cell->v] += t.x, r[cell->v + 1] += t.y, r[cell->v + 2] += t.z;
    }
    return PH_OK;
}

/* r = residual of the index-1 system at the point, whose a, lambda, xd, y are tried. */
static ph_status residual(phk_project *p, const phk_point *point)
{
    const phk_dae *dae = p->dae;
    ph_status status = phk_project_balance(p, point);
    if (status) return status;
    double *r = p->r;
    memcpy(r + dae->nv, p->d, (size_t)dae->nx * sizeof *r);
    memcpy(r + dae->nv + dae->nx + dae->nl, p->s, (size_t)dae->ny * sizeof *r);
    if (dae->nl == 0) return PH_OK;

    /* G a: the rates of velocities a, less those of none */
    phk_point moved = *point;
    double *rows = r + dae->nv + dae->nx;
    moved.v = point->a, moved.xd = p->zero;
    status = dae->rates(dae->self, &moved, rows, NULL);
    if (status) return phk_project_unable(p, status);
    for (int i = 0; i < dae->nl; i++) rows[i] += p->gamma[i] - p->still[i];
    return PH_OK;
}

/* gamma (with C_x x'' in it) and the rates of no velocities. */
static ph_status constraint_rates(phk_project *p, const phk_point *point)
{
    const phk_dae *dae = p->dae;
    if (dae->nl == 0) return PH_OK;
    ph_status status = dae->rates(dae->self, point, NULL, p->gamma);
    if (status) return phk_project_unable(p, status);
    phk_point none = *point;
    none.v = p->zero, none.xd = p->zero;
    status = dae->rates(dae->self, &none, p->still, NULL);
    if (status) return phk_project_unable(p, status);
    if (!p->states_held) return PH_OK;
    none.xd = p->xdd;
    double *rows = p->r;
    status = dae->rates(dae->self, &none, rows, NULL);
    if (status) return phk_project_unable(p, status);
    for (int i = 0; i < dae->nl; i++) p->gamma[i] += rows[i] - p->still[i];
    return PH_OK;
}

/* Largest relative change of a group of unknowns, of which those below `scale` are noise. */
static double share(const double *d, const double *value, int n, double scale)
{
    return largest(d, n) / fmax(largest(value, n), scale);
}

/* What accelerations are sums of, and forces. Where such terms cancel, as in a body that turns
 * steadily, only the noise of the sum is left, which no round makes smaller. */
typedef struct {
    double acceleration, force;
} terms;

static terms terms_of(const phk_project *p, const phk_point *point)
{
    double turn = 0, mass = 0;
    for (int i = 0; i < p->dae->cells; i++) {
        const phk_cell *cell = p->dae->cell + i;
        const ph_sym3 *j = &cell->inertia;
        bool rotates = cell->kind == PHK_CELL_ROTATION;
        if (rotates) turn = fmax(turn, largest(point->v + cell->v, 3));
        mass = fmax(mass, rotates ? fmax(j->xx, fmax(j->yy, j->zz)) : cell->mass);
    }
    double acceleration = fmax(NOISE * turn * turn, NOTHING);
    return (terms){acceleration,
                   fmax(fmax(largest(p->g, p->dae->nv), mass * acceleration), NOTHING)};
}

/* Are these corrections what rounding of reactions and forces explains? Where forces balance each
 * other, at rest, accelerations are their rounding over a mass, and have no size of their own to be
 * compared with. Only asked where a round gains nothing any more, so it may be generous. */
static bool at_rest(const phk_project *p, const phk_point *point)
{
    const phk_dae *dae = p->dae;
    int at = dae->nv + dae->nx;
    double force = fmax(largest(point->lambda, dae->nl), largest(p->g, dae->nv)), most = 0;
    for (int i = 0; i < dae->cells; i++) {
        const phk_cell *cell = dae->cell + i;
        const ph_sym3 *j = &cell->inertia;
        bool rotates = cell->kind == PHK_CELL_ROTATION;
        double mass = rotates ? fmax(j->xx, fmax(j->yy, j->zz)) : cell->mass;
        if (mass > 0) most = fmax(most, largest(p->dz + cell->v, cell->width) * mass);
    }
    if (!(fmax(most, largest(p->dz + at, dae->nl)) <= RESTS * force)) return false;
    return share(p->dz + dae->nv, point->xd, dae->nx, NOTHING) <= ENOUGH &&
           share(p->dz + at + dae->nl, point->y, dae->ny, NOTHING) <= ENOUGH;
}

/* Adds sign times dz to the unknowns. */
static void correct(const phk_project *p, double sign, double *a, double *xd, double *lambda,
                    double *y)
{
    const phk_dae *dae = p->dae;
    const double *dz = p->dz;
    for (int i = 0; i < dae->nv; i++) a[i] += sign * *dz++;
    for (int i = 0; i < dae->nx; i++) xd[i] += sign * *dz++;
    for (int i = 0; i < dae->nl; i++) lambda[i] += sign * *dz++;
    for (int i = 0; i < dae->ny; i++) y[i] += sign * *dz++;
}

static ph_status solve_index_1(phk_project *p, phk_point *point, double *a, double *lambda,
                               double *xd, double *y)
{
    const phk_dae *dae = p->dae;
    int at[3] = {dae->nv, dae->nv + dae->nx, dae->nv + dae->nx + dae->nl};
    double before = INFINITY;
    bool renewed = false, fresh = false;
    ph_status status = constraint_rates(p, point);
    if (status) return status;
    for (int round = 0; round < ROUNDS; round++) {
        if ((status = residual(p, point))) return status;
        fresh = p->factored != PHK_PROJECT_INDEX_1;
        if (fresh) {
            if ((status = phk_project_renew(p, point, PHK_PROJECT_INDEX_1))) return status;
            renewed = true;
        }
        for (int i = 0; i < p->pattern->n; i++) p->dz[i] = -p->r[i];
        phk_factor_solve(p->factor, p->dz);
        correct(p, 1, a, xd, lambda, y);
        terms size = terms_of(p, point);
        double change = share(p->dz, a, dae->nv, size.acceleration);
        change = fmax(change, share(p->dz + at[0], xd, dae->nx, NOTHING));
        change = fmax(change, share(p->dz + at[1], lambda, dae->nl, size.force));
        change = fmax(change, share(p->dz + at[2], y, dae->ny, NOTHING));
        if (change <= TIGHT) return PH_OK;
        if (change <= ENOUGH && change > 0.5 * before) return PH_OK;
        if (isfinite(change) && change > 0.5 * before && at_rest(p, point)) return PH_OK;
        /* old factors that lead away: not taken, or algebraic unknowns end at another solution */
        if (dae->ny > 0 && !fresh && isfinite(change) && change > AWAY * before) {
            correct(p, -1, a, xd, lambda, y);
            p->factored = PHK_PROJECT_NONE;
            before = INFINITY;
            continue;
        }
        /* old factors that gain little; new ones, again, for what is not linear */
        if (!isfinite(change) || (round > 0 && change > FAST * before)) {
            if (!isfinite(change) && renewed) break;
            p->factored = PHK_PROJECT_NONE;
        }
        before = change;
    }
    p->trouble.culprit = place_of_largest(p->r, p->pattern->n);
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
    phk_project_displace(p, point->q, 1, p->q);
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
    return p->trouble.evaluation;
}

int phk_project_culprit(const phk_project *p)
{
    return p->trouble.culprit;
}
