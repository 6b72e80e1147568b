/* SPDX-License-Identifier: BSD-3-Clause
 *
 * equilibrium_matrix.c -- the memory of a search for equilibrium, and its matrices.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "analysis/equilibrium_work.h"
#include "math/so3.h"

/* Times the largest stiffness: no negative one may just cancel what is added along a joint. */
#define ABOVE 27.18

/* ---- memory ---- */

static void free_pattern(phk_statics *w)
{
    phk_factor_free(w->factor);
    phk_inertia_free(w->inertia);
    phk_pattern_free(&w->pattern);
    phk_pattern_free(&w->even);
    free(w->from);
    free(w->even_from);
    free(w->pair);
    free(w->room);
    w->factor = NULL;
    w->inertia = NULL;
    w->from = w->even_from = w->pair = NULL;
    w->room = NULL;
}

static ph_status make_pattern(phk_statics *w)
{
    const phk_pattern *old = w->dae->pattern;
    phk_collector *collector = phk_collector_create(old->n);
    if (!collector) return PH_E_NOMEM;
    for (int r = 0; r < old->n; r++) {
        phk_collect(collector, r, r);
        for (int k = old->row_start[r]; k < old->row_start[r + 1]; k++)
            phk_collect(collector, r, old->column[k]);
    }
    ph_status status = phk_collector_finish(collector, &w->pattern);
    phk_collector_free(collector);
    if (status) return status;
    w->from = malloc(((size_t)w->pattern.entries + 1) * sizeof *w->from);
    if (!w->from) return PH_E_NOMEM;
    for (int r = 0; r < old->n; r++) {
        int k = old->row_start[r], end = old->row_start[r + 1];
        for (int i = w->pattern.row_start[r]; i < w->pattern.row_start[r + 1]; i++) {
            bool there = k < end && old->column[k] == w->pattern.column[i];
            w->from[i] = there ? k++ : -1;
        }
    }
    return PH_OK;
}

static bool is_mechanical(const phk_dae *dae, int u)
{
    int lambda = dae->nv + dae->nx;
    return u < dae->nv || (u >= lambda && u < lambda + dae->nl);
}

/* Is unknown u a state that stays as it is? */
static bool is_held(const phk_statics *w, int u)
{
    return u >= w->dae->nv && u < w->dae->nv + w->dae->nx && w->held[u - w->dae->nv];
}

/* Calls `on` with every two directions that a constraint has in common, row by row. */
static void each_pair(const phk_statics *w, void (*on)(void *to, int p, int q, int i, int k),
                      void *to)
{
    const phk_dae *dae = w->dae;
    const phk_pattern *a = &w->pattern;
    for (int r = dae->nv + dae->nx; r < dae->nv + dae->nx + dae->nl; r++)
        for (int p = a->row_start[r]; p < a->row_start[r + 1]; p++)
            for (int q = a->row_start[r]; q < a->row_start[r + 1]; q++)
                if (a->column[p] < dae->nv && a->column[q] < dae->nv)
                    on(to, p, q, a->column[p], a->column[q]);
}

static void collect_pair(void *to, int p, int q, int i, int k)
{
    (void)p, (void)q;
    phk_collect(to, i, k);
}

typedef struct {
    const phk_pattern *even;
    int *pair, count;
} finding;

static void find_pair(void *to, int p, int q, int i, int k)
{
    finding *f = to;
    (void)p, (void)q;
    if (f->pair) f->pair[f->count] = phk_pattern_find(f->even, i, k);
    f->count++;
}

/* The pattern of the mechanical part, and where its entries come from. */
static ph_status make_even(phk_statics *w)
{
    const phk_pattern *a = &w->pattern;
    phk_collector *collector = phk_collector_create(a->n);
    if (!collector) return PH_E_NOMEM;
    for (int r = 0; r < a->n; r++)
        for (int k = a->row_start[r]; k < a->row_start[r + 1]; k++)
            if (r == a->column[k] ||
                (is_mechanical(w->dae, r) && is_mechanical(w->dae, a->column[k])))
                phk_collect(collector, r, a->column[k]);
    each_pair(w, collect_pair, collector);
    ph_status status = phk_collector_finish(collector, &w->even);
    phk_collector_free(collector);
    if (status) return status;
    finding count = {&w->even, NULL, 0};
    each_pair(w, find_pair, &count);
    w->even_from = malloc(((size_t)w->even.entries + 1) * sizeof *w->even_from);
    w->pair = malloc(((size_t)count.count + 1) * sizeof *w->pair);
    if (!w->even_from || !w->pair) return PH_E_NOMEM;
    count = (finding){&w->even, w->pair, 0};
    each_pair(w, find_pair, &count);
    for (int r = 0; r < a->n; r++)
        for (int i = w->even.row_start[r]; i < w->even.row_start[r + 1]; i++)
            w->even_from[i] =
                is_mechanical(w->dae, r) ? phk_pattern_find(a, r, w->even.column[i]) : -1;
    return PH_OK;
}

/* All that depends on where entries are. */
static ph_status follow(phk_statics *w)
{
    const phk_dae *dae = w->dae;
    if (w->factor && w->generation == dae->pattern->generation) return PH_OK;
    free_pattern(w);
    w->generation = dae->pattern->generation;
    ph_status status = make_pattern(w);
    if (!status) status = make_even(w);
    if (!status) status = phk_factor_create(&w->pattern, dae->node, &w->factor);
    if (!status) status = phk_inertia_create(&w->even, dae->node, &w->inertia);
    if (status) return status;
    size_t slopes = (size_t)dae->pattern->entries + 1, entries = (size_t)w->pattern.entries + 1;
    w->room = calloc(3 * slopes + entries + (size_t)w->even.entries + 1, sizeof *w->room);
    if (!w->room) return PH_E_NOMEM;
    w->tangents = (phk_tangents){w->room, w->room + slopes, w->room + 2 * slopes};
    w->values = w->room + 3 * slopes;
    w->even_values = w->values + entries;
    return PH_OK;
}

/* Bodies without inertia count for as much as the others in pseudo-time. */
static void find_units(phk_statics *w)
{
    const phk_dae *dae = w->dae;
    double most[2] = {0, 0};
    for (int i = 0; i < dae->cells; i++) {
        const phk_cell *cell = &dae->cell[i];
        const ph_sym3 *j = &cell->inertia;
        bool turns = cell->kind == PHK_CELL_ROTATION;
        double inertia = turns ? fmax(j->xx, fmax(j->yy, j->zz)) : cell->mass;
        most[turns] = fmax(most[turns], inertia);
    }
    if (!(most[0] > 0)) most[0] = 1;
    if (!(most[1] > 0)) most[1] = most[0];
    for (int i = 0; i < dae->cells; i++) {
        const phk_cell *cell = &dae->cell[i];
        double unit = cell->definite ? 0 : most[cell->kind == PHK_CELL_ROTATION];
        for (int k = 0; k < cell->width; k++) {
            w->unit[cell->v + k] = unit;
            w->turns[cell->v + k] = cell->kind == PHK_CELL_ROTATION;
        }
    }
}

ph_status phk_statics_create(const phk_dae *dae, phk_statics **out)
{
    phk_statics *w = calloc(1, sizeof *w);
    *out = NULL;
    if (!w) return PH_E_NOMEM;
    w->dae = dae;
    w->n = dae->pattern->n;
    size_t n = (size_t)w->n + 1, nv = (size_t)dae->nv + 1, nx = (size_t)dae->nx;
    w->memory = calloc(2 * n + 5 * nv + nx + 3 * phk_state_size(dae) + 3, sizeof *w->memory);
    w->turns = calloc(nv + nx, sizeof *w->turns);
    if (w->turns) w->held = w->turns + nv;
    ph_status status = w->memory && w->turns ? follow(w) : PH_E_NOMEM;
    if (status) {
        phk_statics_free(w);
        return status;
    }
    w->r = w->memory;
    w->dz = w->r + n;
    w->unit = w->dz + n;
    w->unstable = w->unit + nv;
    w->neutral = w->unstable + nv;
    w->zero = w->neutral + nv;
    w->keep = w->zero + nv + nx;
    w->begin = w->keep + phk_state_size(dae) + 1;
    w->last = w->begin + phk_state_size(dae) + 1;
    w->load = w->last + phk_state_size(dae) + 1;
    find_units(w);
    *out = w;
    return PH_OK;
}

void phk_statics_free(phk_statics *w)
{
    if (!w) return;
    free_pattern(w);
    free(w->memory);
    free(w->turns);
    free(w);
}

/* ---- evaluation ---- */

static phk_point at_rest(const phk_statics *w, const phk_state *s)
{
    phk_point p = phk_state_point(s);
    p.v = p.a = p.xd = w->zero;
    return p;
}

ph_status phk_statics_residual(phk_statics *w, const phk_state *s)
{
    const phk_dae *dae = w->dae;
    phk_point p = at_rest(w, s);
    double *d = w->r + dae->nv, *c = d + dae->nx;
    ph_status status = dae->residual(dae->self, &p, w->r, d, c, c + dae->nl);
    if (status) return status;
    for (int i = phk_dae_positions(dae); i < dae->nl; i++) c[i] = 0;
    for (int i = 0; i < dae->nx; i++)
        if (is_held(w, dae->nv + i)) d[i] = 0;
    return PH_OK;
}

/* Does a row of the system depend on places and states, or (moves) on velocities? */
static bool depends(const phk_statics *w, int row, bool moves)
{
    const phk_pattern *a = w->dae->pattern;
    for (int k = a->row_start[row]; k < a->row_start[row + 1]; k++)
        if (moves ? a->column[k] < w->dae->nv && w->tangents.by_v[k] != 0
                  : w->tangents.by_q[k] != 0)
            return true;
    return false;
}

ph_status phk_statics_hold(phk_statics *w, const phk_state *s, int *stays)
{
    const phk_dae *dae = w->dae;
    *stays = -1;
    for (int i = 0; i < dae->nx; i++) w->held[i] = dae->held && dae->held[i];
    if (dae->nx == 0) return PH_OK;
    ph_status status = phk_statics_residual(w, s);
    for (int i = dae->nx - 1; !status && i >= 0; i--) {
        int row = dae->nv + i;
        if (w->held[i] || w->r[row] != 0 || depends(w, row, false)) continue;
        w->held[i] = true;
        if (depends(w, row, true)) *stays = row;
    }
    return status;
}

/* The longest lever there is, of rows that hold places: a link, mostly. Else the size of all. */
static double lever(const phk_statics *w)
{
    const phk_dae *dae = w->dae;
    const phk_pattern *a = dae->pattern;
    int first = dae->nv + dae->nx, end = first + phk_dae_positions(dae);
    double arm = 0;
    for (int p = a->row_start[first]; p < a->row_start[end]; p++)
        if (a->column[p] < dae->nv && w->turns[a->column[p]])
            arm = fmax(arm, fabs(w->tangents.by_q[p]));
    return arm > 0 ? arm : dae->size > 0 ? dae->size : 1;
}

ph_status phk_statics_differentiate(phk_statics *w, const phk_state *s)
{
    phk_point p = at_rest(w, s);
    ph_status status = phk_dae_reshape(w->dae, &p);
    if (!status) status = follow(w);
    if (status) return status;
    status = w->dae->tangent(w->dae->self, &p, &w->tangents);
    if (!status && !(w->length > 0)) w->length = lever(w);
    return status;
}

/* ---- matrices ---- */

static void add(phk_statics *w, int row, int column, double value)
{
    w->values[phk_pattern_find(&w->pattern, row, column)] += value;
}

static void add_inertia(phk_statics *w, double shift)
{
    for (int i = 0; i < w->dae->cells; i++) {
        const phk_cell *cell = &w->dae->cell[i];
        for (int k = 0; k < cell->width; k++)
            add(w, cell->v + k, cell->v + k,
                shift * (w->unit[cell->v + k] + (cell->kind == PHK_CELL_VECTOR ? cell->mass : 0)));
        if (cell->kind == PHK_CELL_VECTOR) continue;
        ph_mat3 J = phk_mat3_from_sym3(cell->inertia);
        for (int r = 0; r < 3; r++)
            for (int c = 0; c < 3; c++) add(w, cell->v + r, cell->v + c, shift * J.m[r][c]);
    }
}

void phk_statics_matrix(phk_statics *w, double shift, bool held)
{
    const phk_dae *dae = w->dae;
    for (int r = 0; r < w->n; r++) {
        bool moves = phk_dae_is_velocity(dae, r);
        bool out = is_held(w, r) || (held && !is_mechanical(dae, r));
        for (int i = w->pattern.row_start[r]; i < w->pattern.row_start[r + 1]; i++) {
            int column = w->pattern.column[i], k = w->from[i];
            const double *from = moves && column < dae->nv ? w->tangents.by_v : w->tangents.by_q;
            w->values[i] = k >= 0 ? from[k] : 0;
            if (out || (held && !is_mechanical(dae, column))) w->values[i] = r == column;
        }
    }
    add_inertia(w, shift);
}

/* [N/m] The largest stiffness of a direction, torques by a lever: as stiff are joints to be. */
static double stiffest(const phk_statics *w)
{
    double most = 0;
    for (int r = 0; r < w->dae->nv; r++) {
        double k = fabs(w->values[phk_pattern_find(&w->pattern, r, r)]);
        most = fmax(most, w->turns[r] ? k / (w->length * w->length) : k);
    }
    return most > 0 ? most : 1;
}

typedef struct {
    phk_statics *w;
    double weight;
    int count;
} adding;

static void add_pair(void *to, int p, int q, int i, int k)
{
    adding *a = to;
    (void)i, (void)k;
    a->w->even_values[a->w->pair[a->count++]] += a->weight * a->w->values[p] * a->w->values[q];
}

int phk_statics_downhill(phk_statics *w)
{
    const phk_dae *dae = w->dae;
    int rows = 0, lambda = dae->nv + dae->nx;
    for (int r = 0; r < w->n; r++)
        for (int i = w->even.row_start[r]; i < w->even.row_start[r + 1]; i++)
            w->even_values[i] = w->even_from[i] >= 0 ? w->values[w->even_from[i]]
                                                     : r == w->even.column[i] && r >= dae->nv;
    adding more = {w, ABOVE * stiffest(w), 0};
    each_pair(w, add_pair, &more);
    /* a row that is not there is its own diagonal */
    for (int r = lambda; r < lambda + dae->nl; r++)
        rows += w->values[phk_pattern_find(&w->pattern, r, r)] == 0;
    int negative = phk_inertia_count(w->inertia, w->even_values);
    return negative < rows ? -1 : negative - rows;
}

void phk_statics_inertia(const phk_statics *w, const double *v, double *m)
{
    for (int i = 0; i < w->dae->cells; i++) {
        const phk_cell *cell = &w->dae->cell[i];
        const double *from = v + cell->v;
        double *to = m + cell->v;
        if (cell->kind == PHK_CELL_VECTOR) {
            for (int k = 0; k < cell->width; k++)
                to[k] = (cell->mass + w->unit[cell->v + k]) * from[k];
            continue;
        }
        ph_vec3 h = ph_sym3_mul(cell->inertia, ph_v3(from[0], from[1], from[2]));
        to[0] = h.x + w->unit[cell->v] * from[0];
        to[1] = h.y + w->unit[cell->v] * from[1];
        to[2] = h.z + w->unit[cell->v] * from[2];
    }
}

void phk_statics_move(const phk_dae *dae, const double *dz, double part, double *q)
{
    for (int i = 0; i < dae->cells; i++) {
        const phk_cell *cell = &dae->cell[i];
        const double *d = dz + cell->v;
        double *e = q + cell->q;
        if (cell->kind == PHK_CELL_VECTOR) {
            for (int k = 0; k < cell->width; k++) e[k] += part * d[k];
            continue;
        }
        double f = 1 / sqrt(e[0] * e[0] + e[1] * e[1] + e[2] * e[2] + e[3] * e[3]);
        ph_quat r = ph_quat_make(f * e[0], f * e[1], f * e[2], f * e[3]);
        r = phk_turn(r, ph_v3(part * d[0], part * d[1], part * d[2]));
        e[0] = r.w, e[1] = r.x, e[2] = r.y, e[3] = r.z;
    }
}
