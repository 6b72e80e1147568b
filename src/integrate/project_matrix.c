/* SPDX-License-Identifier: BSD-3-Clause
 *
 * project_matrix.c -- the memory of a projection, and the matrices it solves with
 * (project_levels.c).
 */
#include "integrate/project_work.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define LEAST_MASS 1e-6 /* of the largest: what a body without mass counts for, in weights */

static bool is_position(const phk_dae *dae, int r)
{
    return r >= dae->nv + dae->nx && r < dae->nv + dae->nx + phk_dae_positions(dae);
}

/* A pattern with the diagonals that the system's lacks; velocity rows have one where they do not
 * take part. */
static ph_status make_pattern(phk_project *p)
{
    const phk_dae *dae = p->dae;
    const phk_pattern *old = dae->pattern;
    p->own = calloc(1, sizeof *p->own);
    phk_collector *collector = phk_collector_create(old->n);
    if (!collector || !p->own) {
        phk_collector_free(collector);
        return PH_E_NOMEM;
    }
    for (int r = 0; r < old->n; r++)
        for (int k = old->row_start[r]; k < old->row_start[r + 1]; k++)
            phk_collect(collector, r, old->column[k]);
    for (int r = dae->nv; r < old->n; r++)
        if (!is_position(dae, r)) phk_collect(collector, r, r);
    ph_status status = phk_collector_finish(collector, p->own);
    phk_collector_free(collector);
    if (status) return status;
    p->pattern = p->own;
    p->from = malloc(((size_t)p->own->entries + 1) * sizeof *p->from);
    if (!p->from) return PH_E_NOMEM;
    for (int r = 0; r < old->n; r++) {
        int k = old->row_start[r], end = old->row_start[r + 1];
        for (int i = p->own->row_start[r]; i < p->own->row_start[r + 1]; i++) {
            bool there = k < end && old->column[k] == p->own->column[i];
            p->from[i] = there ? k++ : -1;
        }
    }
    return PH_OK;
}

static ph_status find_pattern(phk_project *p)
{
    const phk_dae *dae = p->dae;
    const phk_pattern *a = p->pattern = dae->pattern;
    bool whole = true;
    p->generation = a->generation;
    for (int r = dae->nv; r < a->n; r++) {
        if (!is_position(dae, r)) {
            whole = whole && phk_pattern_find(a, r, r) >= 0;
            continue;
        }
        for (int i = a->row_start[r]; i < a->row_start[r + 1]; i++)
            p->states_held |= a->column[i] >= dae->nv && a->column[i] < dae->nv + dae->nx;
    }
    return whole ? PH_OK : make_pattern(p);
}

static int origin(const phk_project *p, int entry)
{
    return p->from ? p->from[entry] : entry;
}

ph_status phk_project_create(const phk_dae *dae, phk_project **out)
{
    phk_project *p = calloc(1, sizeof *p);
    *out = NULL;
    if (!p) return PH_E_NOMEM;
    p->dae = dae;
    p->trouble.culprit = -1;
    ph_status status = find_pattern(p);
    if (!status) status = phk_factor_create(p->pattern, dae->node, &p->factor);
    if (!status && dae->nn) status = phk_factor_create(p->pattern, dae->node, &p->places);
    p->stiff = p->factor;
    if (!status && dae->contacts) status = phk_factor_create(p->pattern, dae->node, &p->stiff);
    size_t n = (size_t)dae->pattern->n;
    size_t nv = (size_t)dae->nv, nx = (size_t)dae->nx, nl = (size_t)dae->nl;
    size_t settled = (size_t)dae->nq + 2 * nv + nl + (size_t)dae->ny;
    const struct {
        double **array;
        size_t size;
    } part[] = {{&p->g, nv},         {&p->d, nx},
                {&p->c, nl},         {&p->s, (size_t)dae->ny},
                {&p->r, n},          {&p->dz, n},
                {&p->gamma, nl},     {&p->still, nl},
                {&p->zero, nv + nx}, {&p->q, (size_t)dae->nq},
                {&p->xdd, nx},       {&p->kept, settled},
                {&p->base, settled}, {&p->way, n},
                {&p->watch.dv, nv},  {&p->watch.q, (size_t)dae->nq}};
    size_t total = 1, parts = sizeof part / sizeof *part;
    for (size_t i = 0; i < parts; i++) total += part[i].size;
    if (!status) p->memory = calloc(total, sizeof *p->memory);
    if (!status &&
        (!p->memory || !phk_project_tangents(p) || !phk_project_values(p, p->pattern->entries)))
        status = PH_E_NOMEM;
    if (status) {
        phk_project_free(p);
        return status;
    }
    double *at = p->memory;
    for (size_t i = 0; i < parts; i++) *part[i].array = at, at += part[i].size;
    *out = p;
    return PH_OK;
}

void phk_project_store(phk_project *p, phk_store *s)
{
    /* factors of entries that were replaced are made anew before they are used */
    bool current = p->generation == p->dae->pattern->generation;
    PHK_STORE_EACH(s, PHK_PART(current), PHK_PART(p->factored), PHK_PART(p->placed),
                   PHK_PART(p->made), PHK_PART(p->trouble.culprit),
                   PHK_PART(p->trouble.evaluation));
    if (current) phk_factor_store(p->factor, s);
    if (current && p->places) phk_factor_store(p->places, s);
    if (current && p->stiff != p->factor) phk_factor_store(p->stiff, s);
    phk_watch_store(&p->watch, p->dae, s);
    if (s->reading && !current) phk_project_forget(p);
}

void phk_project_free(phk_project *p)
{
    if (!p) return;
    if (p->stiff != p->factor) phk_factor_free(p->stiff);
    phk_factor_free(p->factor);
    phk_factor_free(p->places);
    if (p->own) phk_pattern_free(p->own);
    free(p->own);
    free(p->from);
    free(p->tangents.by_q);
    free(p->memory);
    free(p->values);
    free(p->weight);
    free(p);
}

/* Another projection is made for the new pattern, and what depends on it is taken over: so nothing
 * is lost when memory runs out on the way. */
static ph_status follow(phk_project *p)
{
    phk_project *fresh;
    if (p->generation == p->dae->pattern->generation) return PH_OK;
    ph_status status = phk_project_create(p->dae, &fresh);
    if (status) return status;
    phk_project old = *p;
    p->own = fresh->own, p->from = fresh->from, p->states_held = fresh->states_held;
    p->pattern = fresh->pattern;
    p->factor = fresh->factor, p->places = fresh->places, p->stiff = fresh->stiff;
    p->tangents = fresh->tangents, p->slopes = fresh->slopes;
    p->values = fresh->values, p->room = fresh->room;
    p->generation = fresh->generation;
    fresh->own = old.own, fresh->from = old.from, fresh->factor = old.factor;
    fresh->places = old.places, fresh->stiff = old.stiff, fresh->tangents = old.tangents,
    fresh->values = old.values;
    phk_project_free(fresh);
    phk_project_forget(p);
    return PH_OK;
}

ph_status phk_project_differentiate(phk_project *p, const phk_point *point)
{
    const phk_dae *dae = p->dae;
    p->near = false;
    ph_status status = phk_dae_reshape(dae, point);
    if (!status) status = follow(p);
    if (status) return status;
    status = dae->tangent(dae->self, point, &p->tangents);
    return status ? phk_project_unable(p, status) : PH_OK;
}

phk_tangents *phk_project_tangents(phk_project *p)
{
    int entries = p->dae->pattern->entries;
    size_t room = (size_t)entries + 1;
    p->near = false;
    if (p->tangents.by_q && entries <= p->slopes) return &p->tangents;
    double *larger = calloc(3 * room, sizeof *larger);
    if (!larger) return NULL;
    free(p->tangents.by_q);
    p->tangents = (phk_tangents){larger, larger + room, larger + 2 * room};
    p->slopes = entries;
    return &p->tangents;
}

double *phk_project_values(phk_project *p, int entries)
{
    if (p->values && entries <= p->room) return p->values;
    double *larger = realloc(p->values, ((size_t)entries + 1) * sizeof *larger);
    if (!larger) return NULL;
    p->values = larger;
    p->room = entries;
    return larger;
}

void phk_project_forget(phk_project *p)
{
    p->factored = PHK_PROJECT_NONE;
    p->placed = p->near = false;
    p->watch.size = 0;
}

ph_status phk_project_weights(phk_project *p, const double *weight)
{
    p->factored = PHK_PROJECT_NONE;
    p->placed = false;
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

static void add_entry(phk_project *p, int row, int column, double value)
{
    p->values[phk_pattern_find(p->pattern, row, column)] += value;
}

/* The inertia of a cell, with so much more on its diagonal. */
static void add_inertia(phk_project *p, const phk_cell *cell, double more)
{
    if (cell->kind == PHK_CELL_VECTOR) {
        for (int r = cell->v; r < cell->v + cell->width; r++) add_entry(p, r, r, cell->mass + more);
        return;
    }
    ph_mat3 J = phk_mat3_from_sym3(cell->inertia);
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            add_entry(p, cell->v + i, cell->v + k, J.m[i][k] + (i == k ? more : 0));
}

/* Where the coefficients of velocities in constraint r are. */
static const double *rows_of(const phk_project *p, int r)
{
    return phk_dae_is_velocity(p->dae, r) ? p->tangents.by_v : p->tangents.by_q;
}

/* Of derivatives at hand that are of a point nearby; but algebraic unknowns may have more than one
 * solution, and want their own. */
static ph_status make_index_1(phk_project *p, const phk_point *point)
{
    const phk_dae *dae = p->dae;
    int lambda = dae->nv + dae->nx, y = lambda + dae->nl;
    bool near = p->near && dae->ny == 0;
    ph_status status = near ? PH_OK : phk_project_differentiate(p, point);
    if (status) return status;
    p->near = false;
    for (int r = 0; r < p->pattern->n; r++) {
        bool constraint = r >= lambda && r < y;
        const double *rows = rows_of(p, r);
        for (int i = p->pattern->row_start[r]; i < p->pattern->row_start[r + 1]; i++) {
            int column = p->pattern->column[i], k = origin(p, i);
            double value = 0;
            if (k >= 0 && constraint) /* its own diagonal: it is not there */
                value = column < dae->nv ? rows[k] : column == r ? p->tangents.by_q[k] : 0;
            else if (k >= 0 && column < dae->nv)
                value = dae->uses_a ? p->tangents.by_a[k] : 0;
            else if (k >= 0)
                value = column < lambda ? p->tangents.by_v[k] : p->tangents.by_q[k];
            p->values[i] = value;
        }
    }
    for (int i = 0; i < dae->cells; i++) add_inertia(p, dae->cell + i, 0);
    return PH_OK;
}

/* W: the weights given; else mass and inertia, a little of it where there is none. */
static void add_weights(phk_project *p)
{
    const phk_dae *dae = p->dae;
    double most[2] = {0, 0};
    for (int r = 0; r < dae->nv && p->weight; r++)
        if (!isinf(p->weight[r])) add_entry(p, r, r, p->weight[r]);
    if (p->weight) return;
    for (int i = 0; i < dae->cells; i++) {
        const phk_cell *cell = dae->cell + i;
        const ph_sym3 *j = &cell->inertia;
        bool turns = cell->kind == PHK_CELL_ROTATION;
        double inertia = turns ? fmax(j->xx, fmax(j->yy, j->zz)) : cell->mass;
        most[turns] = fmax(most[turns], inertia);
    }
    for (int i = 0; i < dae->cells; i++) {
        const phk_cell *cell = dae->cell + i;
        double unit = most[cell->kind == PHK_CELL_ROTATION];
        add_inertia(p, cell, cell->definite ? 0 : LEAST_MASS * (unit > 0 ? unit : 1));
    }
}

/* [W G'; G 0] with so many constraints, and 1 for what does not take part. */
static ph_status make_weighted(phk_project *p, const phk_point *point, int constraints)
{
    const phk_dae *dae = p->dae;
    int lambda = dae->nv + dae->nx, y = lambda + constraints;
    ph_status status = phk_project_differentiate(p, point);
    if (status) return status;
    for (int r = 0; r < p->pattern->n; r++) {
        bool fixed = r < dae->nv && p->weight && isinf(p->weight[r]);
        for (int i = p->pattern->row_start[r]; i < p->pattern->row_start[r + 1]; i++) {
            int column = p->pattern->column[i], k = origin(p, i);
            bool border = r < dae->nv && !fixed && column >= lambda && column < y;
            bool row = r >= lambda && r < y && column < dae->nv &&
                       !(p->weight && isinf(p->weight[column]));
            bool one = r == column && (fixed || (r >= dae->nv && (r < lambda || r >= y)));
            bool idle = r == column && r >= lambda && r < y;
            const double *from = row ? rows_of(p, r) : p->tangents.by_q;
            p->values[i] = one ? 1 : (border || row || idle) && k >= 0 ? from[k] : 0;
        }
    }
    add_weights(p);
    return PH_OK;
}

ph_status phk_project_renew(phk_project *p, const phk_point *point, phk_project_kind which)
{
    p->factored = PHK_PROJECT_NONE;
    ph_status status =
        which == PHK_PROJECT_INDEX_1 ? make_index_1(p, point) : make_weighted(p, point, p->dae->nl);
    if (status) return status;
    status = phk_factor_make(p->factor, p->values);
    if (status) {
        p->trouble.culprit = phk_factor_culprit(p->factor);
        return status;
    }
    p->factored = which;
    p->made = true;
    return PH_OK;
}

ph_status phk_project_renew_places(phk_project *p, const phk_point *point)
{
    if (!p->places) return phk_project_renew_speeds(p, point);
    p->placed = false;
    ph_status status = make_weighted(p, point, phk_dae_positions(p->dae));
    if (!status) status = phk_factor_make(p->places, p->values);
    if (status && !p->trouble.evaluation) p->trouble.culprit = phk_factor_culprit(p->places);
    p->placed = !status;
    return status;
}

ph_status phk_project_renew_speeds(phk_project *p, const phk_point *point)
{
    if (!p->weight && phk_project_renew(p, point, PHK_PROJECT_INDEX_1) == PH_OK) return PH_OK;
    if (p->trouble.evaluation) return PH_E_NONFINITE;
    p->trouble.culprit = -1;
    return phk_project_renew(p, point, PHK_PROJECT_WEIGHTED);
}
