/* SPDX-License-Identifier: BSD-3-Clause
 *
 * equilibrium_search.c -- from step to step downhill, until nothing is out of balance.
 */
#include "analysis/equilibrium.h"

#include <math.h>
#include <string.h>
#include "analysis/equilibrium_work.h"

#define FIRST_TIME 0.05 /* [s] T at first, of levers of 1 m */
#define LONGEST    1e4  /* times that: what is neutral is held by M/T^2 to the end */
#define TURN       (PH_PI / 6)
#define BALANCED   1e-9  /* of the forces: imbalance that is none */
#define CLOSED     1e-10 /* of the length of a lever: an open constraint that is not */
#define STILL      1e-8  /* of it, or [rad]: a step that is none */
#define FAR        100   /* times the size of the mechanism: what has gone so far goes away */
#define STIFF      1e-6  /* of the largest stiffness times a lever: forces are at least as large */
#define DEPTH      0.1   /* of the way in which something would be through something else */
#define SHORTEST   1e-3  /* of a step: a shorter part is not taken for what is in the way */
#define AT_ONCE    1e-5  /* of T at first: nothing moves */
#define LEAST_LOAD (1.0 / 64) /* of what is out of balance: a smaller part is not tried */
enum { ITERATIONS = 300, HALVINGS = 60, POLISH = 5 };

/* How T follows the imbalance: by what it may grow and shrink from step to step. */
typedef struct {
    double least, most;
} pace;

typedef struct {
    const phk_statics_options *options;
    phk_statics_report *report;
    phk_state *s;
    pace pace;
    double time, first; /* [s] T, and at first */
    double residual;    /* [N] */
    double open;        /* [m], [rad] largest constraint */
    double step;        /* length of the last step, in levers */
    double way;         /* [m] of all steps */
    const double *load; /* [nv] what was out of balance where a load path began; NULL: none */
    double share;       /* of the way along it */
} search;

/* ---- measures ---- */

static double clip(double x, double low, double high)
{
    return x < low ? low : x > high ? high : x;
}

/* Forces, and torques by a lever, of r; the row with the largest. */
static double size_of_forces(const phk_statics *w, const double *r, int *row)
{
    double sum = 0, most = 0;
    *row = -1;
    for (int i = 0; i < w->dae->nv; i++) {
        double f = w->turns[i] ? r[i] / w->length : r[i];
        sum += f * f;
        if (fabs(f) > most) most = fabs(f), *row = i;
    }
    return sqrt(sum);
}

static double largest(const double *a, int n)
{
    double most = 0;
    for (int i = 0; i < n; i++) most = fmax(most, fabs(a[i]));
    return most;
}

/* The largest force that has been in balance or out of it: reactions, what they balance, and what
 * springs would do over a small part of a lever. */
static double size_of_loads(const phk_statics *w, const phk_state *s)
{
    const phk_dae *dae = w->dae;
    const phk_pattern *a = dae->pattern;
    double most = 0;
    for (int r = 0; r < dae->nv; r++) {
        double reaction = 0, unit = w->turns[r] ? 1 / w->length : 1, stiff = 0;
        for (int p = a->row_start[r]; p < a->row_start[r + 1]; p++) {
            int k = a->column[p] - dae->nv - dae->nx;
            if (k >= 0 && k < dae->nl) reaction += w->tangents.by_q[p] * s->lambda[k];
            if (a->column[p] == r) stiff = fabs(w->tangents.by_q[p]) * unit * w->length * unit;
        }
        most = fmax(most, unit * fmax(fabs(reaction), fabs(reaction - w->r[r])));
        most = fmax(most, STIFF * stiff);
    }
    return most;
}

/* The state that changes fastest, by its usual size; -1: none does. */
static int fastest_state(const phk_statics *w, const phk_state *s)
{
    const phk_dae *dae = w->dae;
    double most = 0;
    int row = -1;
    for (int i = 0; i < dae->nx; i++) {
        double rate =
            fabs(w->r[dae->nv + i]) / fmax(dae->size_x ? dae->size_x[i] : 1, fabs(s->x[i]));
        if (rate > most) most = rate, row = dae->nv + i;
    }
    return row;
}

/* ---- a step ---- */

static ph_status evaluate(phk_statics *w, search *x)
{
    const phk_dae *dae = w->dae;
    ph_status status = phk_statics_residual(w, x->s);
    if (status) return status;
    for (int i = 0; x->load && i < dae->nv; i++) w->r[i] -= (1 - x->share) * x->load[i];
    x->residual = size_of_forces(w, w->r, &x->report->row);
    x->open = largest(w->r + dae->nv + dae->nx, dae->nl);
    return isfinite(x->residual) && isfinite(x->open) ? PH_OK : PH_E_NONFINITE;
}

/* Factors with the longest time, up to the present one, with which all is uphill. */
static ph_status factor(phk_statics *w, search *x)
{
    for (int k = 0; k < HALVINGS; k++) {
        phk_statics_matrix(w, 1 / (x->time * x->time), false);
        x->report->factors++;
        if (phk_statics_downhill(w) != 0) {
            x->time /= 2;
            continue;
        }
        ph_status status = phk_factor_make(w->factor, w->values);
        if (status != PH_E_SINGULAR) return status;
        x->time /= 4;
    }
    x->report->row = phk_factor_culprit(w->factor);
    return PH_E_SINGULAR;
}

/* The part of dz that takes nothing through anything. */
static double ahead_of(const phk_statics *w, const phk_state *s)
{
    phk_point p = phk_state_point(s);
    p.v = w->dz;
    return w->dae->ahead ? DEPTH * w->dae->ahead(w->dae->self, &p) : INFINITY;
}

/* Which part of dz is taken; x->step: its length. */
static double part_of(const phk_statics *w, search *x)
{
    const phk_dae *dae = w->dae;
    double turn = 0, way = 0;
    for (int i = 0; i < dae->cells; i++) {
        const phk_cell *cell = &dae->cell[i];
        double *most = cell->kind == PHK_CELL_ROTATION ? &turn : &way;
        *most = fmax(*most, phk_cell_length(cell, w->dz + cell->v));
    }
    double size = dae->size > w->length ? dae->size : w->length;
    double most_turn = x->options->turn > 0 ? x->options->turn : TURN;
    double most_way = x->options->way > 0 ? x->options->way : size / 2;
    double part = fmin(1, fmin(most_turn / turn, most_way / way));
    part = fmin(part, fmax(ahead_of(w, x->s), SHORTEST * part));
    x->step = part * fmax(turn, way / w->length);
    x->way += part * way;
    x->report->away = !(x->way < FAR * size);
    return part;
}

static void take(const phk_statics *w, double part, phk_state *s)
{
    const phk_dae *dae = w->dae;
    const double *dx = w->dz + dae->nv, *dl = dx + dae->nx, *dy = dl + dae->nl;
    phk_statics_move(dae, w->dz, part, s->q);
    for (int i = 0; i < dae->nx; i++) s->x[i] += part * dx[i];
    /* reactions follow places, and are right at once */
    for (int i = 0; i < dae->nl; i++) s->lambda[i] += dl[i];
    for (int i = 0; i < dae->ny; i++) s->y[i] += part * dy[i];
}

/* How far states and algebraic unknowns went, by their usual size. */
static double change_of_states(const phk_statics *w, const phk_state *s)
{
    const phk_dae *dae = w->dae;
    const double *dx = w->dz + dae->nv, *dy = dx + dae->nx + dae->nl;
    double most = 0;
    for (int i = 0; i < dae->nx; i++)
        most = fmax(most, fabs(dx[i]) / fmax(dae->size_x ? dae->size_x[i] : 1, fabs(s->x[i])));
    for (int i = 0; i < dae->ny; i++) most = fmax(most, fabs(dy[i]) / fmax(1, fabs(s->y[i])));
    return most;
}

static ph_status step(phk_statics *w, search *x)
{
    ph_status status = phk_statics_differentiate(w, x->s);
    if (status) return status;
    x->report->force = fmax(x->report->force, size_of_loads(w, x->s));
    status = factor(w, x);
    if (status) return status;
    for (int i = 0; i < w->n; i++) w->dz[i] = -w->r[i];
    phk_factor_solve(w->factor, w->dz);
    double part = part_of(w, x);
    if (!isfinite(part) || !isfinite(x->step)) return PH_E_NONFINITE;
    take(w, part, x->s);
    x->step = fmax(x->step, part < 1 ? x->step : change_of_states(w, x->s));
    return PH_OK;
}

/* ---- the search ---- */

static bool is_done(const phk_statics *w, const search *x)
{
    return x->residual <= BALANCED * x->report->force && x->open <= CLOSED * fmax(w->length, 1) &&
           x->step <= STILL;
}

/* A point that cannot be evaluated: back, and on in a shorter time. */
static ph_status turn_back(search *x, const phk_dae *dae, const phk_state *kept, int *failures)
{
    phk_point p = phk_state_point(kept);
    if (++*failures > HALVINGS) return PH_E_SOLVE;
    phk_state_keep(dae, &p, x->s);
    x->time /= 4;
    return PH_OK;
}

static ph_status descend(phk_statics *w, search *x)
{
    const phk_dae *dae = w->dae;
    phk_state kept = phk_state_in(dae, w->keep);
    int most = x->options->iterations > 0 ? x->options->iterations : ITERATIONS;
    int polished = 0, failures = 0;
    ph_status status = evaluate(w, x);
    x->step = INFINITY;
    x->way = 0;
    for (int i = 0; i < most && !status && !x->report->away; i++) {
        phk_point p = phk_state_point(x->s);
        double before = x->residual;
        phk_state_keep(dae, &p, &kept);
        status = step(w, x);
        if (status) return status;
        x->report->iterations++;
        status = evaluate(w, x);
        if (status) {
            status = turn_back(x, dae, &kept, &failures);
            if (!status) status = evaluate(w, x);
            x->step = INFINITY;
            continue;
        }
        double gain = x->residual > 0 ? before / x->residual : INFINITY;
        /* then as far as rounding lets it */
        if (is_done(w, x) && (gain < 2 || ++polished == POLISH)) return PH_OK;
        x->time = fmin(x->time * clip(gain, x->pace.least, x->pace.most), LONGEST * x->first);
    }
    return status ? status : PH_E_SOLVE;
}

/* Forces are in balance and constraints closed: then it is a state that does not come to rest. */
static void blame_state(const phk_statics *w, search *x)
{
    if (x->residual > BALANCED * x->report->force || x->open > CLOSED * fmax(w->length, 1)) return;
    int row = fastest_state(w, x->s);
    if (row < 0) return;
    x->report->row = row;
    x->residual = fabs(w->r[row]);
}

static void clear(double *a, int n)
{
    if (n > 0) memset(a, 0, (size_t)n * sizeof *a);
}

/* Quick first; where that runs in circles, slowly; then with what swinging to rest leads to. */
static ph_status attempt(phk_statics *w, search *x, const phk_state *begin)
{
    static const pace paces[] = {{1.5, 10}, {0.5, 2}, {1.5, 10}};
    phk_point p = phk_state_point(begin);
    ph_status status = PH_E_SOLVE;
    int last = x->options->no_settling ? 2 : 3;
    for (int k = 0; k < last && status == PH_E_SOLVE && !x->report->away; k++) {
        phk_state_keep(w->dae, &p, x->s);
        if (k == 2) {
            if (phk_statics_settle(w, x->s)) break;
            x->report->settled = true;
        }
        clear(x->s->lambda, w->dae->nl);
        x->pace = paces[k];
        x->time = x->first;
        status = descend(w, x);
    }
    return status;
}

/* Reactions that balance as much as they can, by inertia: those of a step in next to no time. */
static ph_status put_reactions(phk_statics *w, search *x)
{
    const double *dl = w->dz + w->dae->nv + w->dae->nx;
    ph_status status = phk_statics_differentiate(w, x->s);
    if (status) return status;
    phk_statics_matrix(w, 1 / (AT_ONCE * x->first * AT_ONCE * x->first), true);
    status = phk_factor_make(w->factor, w->values);
    if (status) return status == PH_E_SINGULAR ? PH_OK : status;
    for (int i = 0; i < w->n; i++) w->dz[i] = -w->r[i];
    phk_factor_solve(w->factor, w->dz);
    for (int i = 0; i < w->dae->nl; i++) x->s->lambda[i] += dl[i];
    return evaluate(w, x);
}

/* From the start, which is in balance with what is out of balance there as a load, to none of it,
 * part by part: an equilibrium that moves as the load is taken away. */
static ph_status follow_load(phk_statics *w, search *x, const phk_state *begin)
{
    const phk_dae *dae = w->dae;
    phk_point p = phk_state_point(begin);
    phk_state last = phk_state_in(dae, w->last);
    double done = 0, part = 1.0 / 8;
    phk_state_keep(dae, &p, x->s);
    clear(x->s->lambda, dae->nl);
    x->report->away = false;
    ph_status status = evaluate(w, x);
    if (!status) status = put_reactions(w, x);
    if (status) return status;
    memcpy(w->load, w->r, (size_t)dae->nv * sizeof *w->load);
    x->load = w->load;
    x->pace = (pace){1.5, 10};
    x->time = LONGEST * x->first; /* it is near: shorter only where it must be */
    while (!status && done < 1) {
        p = phk_state_point(x->s);
        phk_state_keep(dae, &p, &last);
        x->share = fmin(1, done + part);
        status = descend(w, x);
        x->report->away = false;
        if (!status) {
            done = x->share;
            part *= 2;
            continue;
        }
        part /= 2;
        if ((status != PH_E_SOLVE && status != PH_E_SINGULAR) || part < LEAST_LOAD) break;
        p = phk_state_point(&last);
        phk_state_keep(dae, &p, x->s);
        status = PH_OK;
    }
    x->load = NULL;
    return status;
}

/* That last; where it leads nowhere either, what was said of the search before holds. */
static ph_status try_load(phk_statics *w, search *x, const phk_state *begin)
{
    phk_statics_report before = *x->report;
    double residual = x->residual;
    ph_status status = follow_load(w, x, begin);
    x->report->loaded = status == PH_OK;
    if (!status || status == PH_E_NOMEM) return status;
    before.iterations = x->report->iterations;
    *x->report = before;
    x->residual = residual;
    return PH_E_SOLVE;
}

ph_status phk_statics_solve(phk_statics *w, const phk_statics_options *options, phk_state *s,
                            phk_statics_report *report)
{
    static const phk_statics_options usual = {0};
    const phk_dae *dae = w->dae;
    *report = (phk_statics_report){
        .row = -1, .stays = -1, .unstable = -1, .neutral = -1, .unstable_state = -1};
    search x = {.options = options ? options : &usual, .report = report, .s = s};
    phk_state begin = phk_state_in(dae, w->begin);
    phk_point p = phk_state_point(s);
    phk_state_keep(dae, &p, &begin);
    clear(s->v, dae->nv);
    clear(s->a, dae->nv);
    clear(s->xd, dae->nx);
    phk_state rest = begin;
    rest.v = rest.a = rest.xd = NULL;
    w->length = 0;
    ph_status status = phk_statics_differentiate(w, s);
    x.first = FIRST_TIME * sqrt(w->length);
    if (!status) status = phk_statics_hold(w, s, &report->stays);
    if (!status) status = attempt(w, &x, &rest);
    if (status == PH_E_SOLVE) {
        blame_state(w, &x);
        status = try_load(w, &x, &rest);
    }
    report->residual = x.residual;
    if (!status) status = phk_statics_differentiate(w, s);
    if (!status) status = phk_statics_judge(w, s, report);
    if (status) {
        p = phk_state_point(&begin);
        phk_state_keep(dae, &p, s);
    }
    return status;
}
