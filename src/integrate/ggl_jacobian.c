/* SPDX-License-Identifier: BSD-3-Clause
 *
 * ggl_jacobian.c -- the matrix dF/dz + c dF/dz' of the first-order form, from the system's
 * tangents.
 *
 * One traversal serves three ends: to collect the pattern, to note where each contribution goes,
 * and to add the numbers. So the three cannot disagree.
 *
 * Derivatives by a displacement dxi of a rotation become derivatives by its quaternion with
 * dxi = 2 L(e) de / e.e.
 *
 * The velocity rows G v + C_x x' + C_t need the derivative of G v by q, which is second order in C
 * and not among the tangents. But second derivatives commute: with D the derivative along the
 * motion (q at v, x at x', t at 1), d(G v + ..)/dxi = D G, and one more evaluation of the tangents
 * a moment ahead gives D G for all rows at once. Turns do not commute quite: the row g of a
 * rotation gets w x g on top.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "integrate/ggl.h"
#include "math/euler.h"
#include "math/so3.h"

/* What the traversal does with a contribution. */
typedef struct {
    phk_ggl *f;
    phk_collector *collector; /* collect */
    double *values;           /* add; neither: note where */
    int count;
    double c;        /* weight of dF/dz' */
    double ahead;    /* [s] a moment; 0: the numbers are not wanted */
    const double *z; /* NULL: the same */
} pass;

static void put(pass *p, int row, int column, double value)
{
    if (p->values)
        p->values[p->f->map[p->count]] += value;
    else if (p->collector)
        phk_collect(p->collector, row, column);
    else
        p->f->map[p->count] = phk_pattern_find(&p->f->pattern, row, column);
    p->count++;
}

/* A row's derivative by the three directions of a rotation, as one by its coordinates. */
static void put_turned(pass *p, int row, const phk_cell *cell, const double *by)
{
    double out[4] = {0};
    if (p->z) {
        const double *e = p->z + cell->q;
        phk_euler_up(e, 2 / phk_dot4(e, e), ph_v3(by[0], by[1], by[2]), out);
    }
    for (int j = 0; j < 4; j++) put(p, row, cell->q + j, out[j]);
}

static void put_matrix3(pass *p, int row, int column, ph_mat3 a)
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) put(p, row + i, column + j, a.m[i][j]);
}

/* How the coordinates of a cell move, and its inertia. */
static void cell_blocks(pass *p, const phk_cell *cell)
{
    phk_ggl *f = p->f;
    int v = f->v + cell->v;
    if (cell->kind == PHK_CELL_VECTOR) {
        for (int i = 0; i < cell->width; i++) {
            put(p, cell->q + i, cell->q + i, p->c);
            put(p, cell->q + i, v + i, -1);
            put(p, v + i, v + i, p->c * cell->mass);
        }
        return;
    }
    const double still[4] = {1, 0, 0, 0}, *e = p->z ? p->z + cell->q : still;
    ph_vec3 w = p->z ? ph_v3(p->z[v], p->z[v + 1], p->z[v + 2]) : ph_v3(0, 0, 0);
    const double *shift = f->shift + cell->v;
    phk_mat44 turn = phk_euler_hat(ph_sub(w, ph_v3(shift[0], shift[1], shift[2])));
    phk_mat34 l = phk_euler_L(e);
    double hold = 0.5 * f->relaxation * (1 - phk_dot4(e, e));
    for (int i = 0; i < 4; i++) {
        for (int j = 0; j < 4; j++)
            put(p, cell->q + i, cell->q + j,
                (i == j ? p->c - hold : 0) - 0.5 * turn.m[i][j] + f->relaxation * e[i] * e[j]);
        for (int j = 0; j < 3; j++) put(p, cell->q + i, v + j, -0.5 * l.m[j][i]);
    }
    ph_mat3 inertia = phk_mat3_from_sym3(cell->inertia), block = {{{0}}};
    block = phk_mat3_axpy(block, p->c, inertia);
    block = phk_mat3_axpy(block, 1, phk_mat3_product(phk_hat(w), inertia));
    block = phk_mat3_axpy(block, -1, phk_hat(ph_sym3_mul(cell->inertia, w)));
    put_matrix3(p, v, v, block);
}

/* An ordinary row of the system, at `row` of F, in column u, a direction of a vector or the first
 * of a rotation. */
static void cell_entries(pass *p, int row, const phk_cell *cell, int u, int k)
{
    phk_ggl *f = p->f;
    bool turns = cell->kind == PHK_CELL_ROTATION;
    if (turns)
        put_turned(p, row, cell, f->at.by_q + k);
    else
        put(p, row, cell->q + u - cell->v, f->at.by_q[k]);
    for (int j = 0; j < (turns ? 3 : 1); j++)
        put(p, row, f->v + u + j,
            f->at.by_v[k + j] + (f->dae->uses_a ? p->c * f->at.by_a[k + j] : 0));
}

/* The same of a constraint: C = 0, and with mu the row of velocities and the column of mu. */
static void constraint_entry(pass *p, int i, const phk_cell *cell, int u, int k)
{
    phk_ggl *f = p->f;
    int q = cell->q + u - cell->v;
    double g = f->at.by_q[k], along = p->z ? (f->ahead.by_q[k] - g) / p->ahead : 0;
    put(p, f->position + i, q, g);
    if (!f->stabilised) return;
    put(p, f->rate + i, q, along);
    put(p, f->rate + i, f->v + u, g);
    put(p, q, f->mu + i, f->metric[u] * g);
}

static void turned_constraint(pass *p, int i, const phk_cell *cell, int k)
{
    phk_ggl *f = p->f;
    const double *g = f->at.by_q + k, *g_ahead = f->ahead.by_q + k;
    put_turned(p, f->position + i, cell, g);
    if (!f->stabilised) return;
    double along[3] = {0}, push[4] = {0};
    if (p->z) {
        const double *w = p->z + f->v + cell->v;
        for (int j = 0; j < 3; j++) {
            int a = (j + 1) % 3, b = (j + 2) % 3;
            along[j] = (g_ahead[j] - g[j]) / p->ahead;
            along[j] += w[a] * g[b] - w[b] * g[a];
        }
        phk_euler_up(p->z + cell->q, 0.5 * f->metric[cell->v], ph_v3(g[0], g[1], g[2]), push);
    }
    put_turned(p, f->rate + i, cell, along);
    for (int j = 0; j < 3; j++) put(p, f->rate + i, f->v + cell->v + j, g[j]);
    for (int j = 0; j < 4; j++) put(p, cell->q + j, f->mu + i, push[j]);
}

/* A column that is not a direction. */
static void other_entry(pass *p, int r, int row, int column, int k)
{
    phk_ggl *f = p->f;
    const phk_dae *d = f->dae;
    int constraint = r - d->nv - d->nx, u = column - d->nv;
    bool state = u < d->nx, is_constraint = constraint >= 0 && constraint < phk_dae_positions(d);
    int to = state               ? f->x + u
             : u < d->nx + d->nl ? f->lambda + u - d->nx
                                 : f->y + u - d->nx - d->nl;
    double value = f->at.by_q[k];
    if (is_constraint && f->stabilised && u == r - d->nv) {
        /* its own diagonal: it is not there, and neither of its multipliers changes */
        put(p, f->rate + constraint, to, value);
        put(p, f->position + constraint, f->mu + constraint, value);
        return;
    }
    if (state && !is_constraint) value += p->c * f->at.by_v[k];
    put(p, row, to, value);
    if (!is_constraint || !f->stabilised || !state) return;
    double along = p->ahead > 0 ? (f->ahead.by_q[k] - f->at.by_q[k]) / p->ahead : 0;
    put(p, f->rate + constraint, to, along + p->c * f->at.by_q[k]);
}

/* Where row r of the system is in F, that of positions for a constraint on them. */
static int row_of(const phk_ggl *f, int r)
{
    const phk_dae *d = f->dae;
    int first = d->nv + d->nx, last = first + d->nl;
    if (r < first) return f->v + r;
    if (r >= last) return f->y + r - last;
    return (phk_dae_is_velocity(d, r) ? f->lambda : f->position) + r - first;
}

static void traverse(pass *p)
{
    phk_ggl *f = p->f;
    const phk_dae *d = f->dae;
    const phk_pattern *a = d->pattern;
    const int first = d->nv + d->nx;
    for (int c = 0; c < d->cells; c++) cell_blocks(p, &d->cell[c]);
    for (int r = 0; r < a->n; r++) {
        bool constraint = r >= first && r < first + phk_dae_positions(d);
        int row = row_of(f, r);
        for (int k = a->row_start[r]; k < a->row_start[r + 1]; k++) {
            int column = a->column[k];
            if (column >= d->nv) {
                other_entry(p, r, row, column, k);
                continue;
            }
            const phk_cell *cell = &d->cell[f->cell_of[column]];
            bool turns = cell->kind == PHK_CELL_ROTATION;
            if (!constraint)
                cell_entries(p, row, cell, column, k);
            else if (turns)
                turned_constraint(p, r - first, cell, k);
            else
                constraint_entry(p, r - first, cell, column, k);
            if (turns) k += 2; /* its other directions */
        }
    }
}

/* Where the rows of the constraints on positions are, for the residuals until the next Jacobian. */
static void keep_rows(phk_ggl *f)
{
    const phk_dae *d = f->dae;
    const phk_pattern *a = d->pattern;
    int first = d->nv + d->nx, base = a->row_start[first], rows = phk_dae_positions(d);
    for (int i = 0; i <= rows; i++) f->g_start[i] = a->row_start[first + i] - base;
    memcpy(f->g_column, a->column + base, (size_t)f->g_start[rows] * sizeof *f->g_column);
    f->generation = a->generation;
}

ph_status phk_ggl_layout(phk_ggl *f)
{
    const phk_dae *d = f->dae;
    keep_rows(f);
    for (int c = 0; c < d->cells; c++)
        for (int j = 0; j < d->cell[c].width; j++) f->cell_of[d->cell[c].v + j] = c;
    /* bodies are the nodes; everything else comes after those it touches */
    for (int i = 0; i < f->n; i++) f->node[i] = -1;
    for (int c = 0; c < d->cells; c++) {
        const phk_cell *cell = &d->cell[c];
        for (int j = 0; j < phk_cell_coordinates(cell); j++)
            f->node[cell->q + j] = d->node[cell->v];
        for (int j = 0; j < cell->width; j++) f->node[f->v + cell->v + j] = d->node[cell->v + j];
    }
    pass collect = {.f = f, .collector = phk_collector_create(f->n)};
    if (!collect.collector) return PH_E_NOMEM;
    traverse(&collect);
    /* pivots of states and the like */
    for (int i = 0; i < f->n; i++) phk_collect(collect.collector, i, i);
    ph_status status = phk_collector_finish(collect.collector, &f->pattern);
    phk_collector_free(collect.collector);
    if (status) return status;
    f->map = malloc(((size_t)collect.count + 1) * sizeof *f->map);
    if (!f->map) return PH_E_NOMEM;
    pass note = {.f = f};
    traverse(&note);
    return PH_OK;
}

/* A time so short that nothing moves by more than 1e-7 of its scale. */
static double moment(const phk_ggl *f, const phk_point *p)
{
    const phk_dae *d = f->dae;
    double rate = 1;
    for (int c = 0; c < d->cells; c++) {
        double speed = phk_cell_length(&d->cell[c], p->v + d->cell[c].v);
        rate = fmax(rate, d->cell[c].kind == PHK_CELL_VECTOR ? speed / d->length : speed);
    }
    for (int i = 0; i < d->nx; i++) rate = fmax(rate, fabs(p->xd[i]) / (1 + fabs(p->x[i])));
    return 1e-7 / rate;
}

/* Tangents at a point a moment later on the motion. */
static ph_status look_ahead(phk_ggl *f, const phk_point *p, double h)
{
    const phk_dae *d = f->dae;
    for (int c = 0; c < d->cells; c++) {
        const phk_cell *cell = &d->cell[c];
        const double *q = p->q + cell->q, *v = p->v + cell->v;
        double *to = f->q_ahead + cell->q;
        if (cell->kind == PHK_CELL_VECTOR) {
            for (int j = 0; j < cell->width; j++) to[j] = q[j] + h * v[j];
        } else {
            ph_quat e =
                phk_turn(ph_quat_make(q[0], q[1], q[2], q[3]), ph_v3(h * v[0], h * v[1], h * v[2]));
            to[0] = e.w, to[1] = e.x, to[2] = e.y, to[3] = e.z;
        }
    }
    for (int i = 0; i < d->nx; i++) f->x_ahead[i] = p->x[i] + h * p->xd[i];
    phk_point later = *p;
    later.t += h;
    later.q = f->q_ahead;
    later.x = f->x_ahead;
    return d->tangent(d->self, &later, &f->ahead);
}

ph_status phk_ggl_jacobian(phk_ggl *f, double t, double c, const double *z, const double *zp,
                           double *values)
{
    const phk_dae *d = f->dae;
    phk_point p = phk_ggl_point(f, t, z, zp);
    pass add = {.f = f, .values = values, .c = c, .z = z};
    ph_status status = d->tangent(d->self, &p, &f->at);
    if (!status && f->stabilised) {
        /* the time a moment later, as it rounds */
        volatile double later = t + moment(f, &p);
        add.ahead = later - t > 0 ? later - t : moment(f, &p);
        status = look_ahead(f, &p, add.ahead);
        int begin = d->pattern->row_start[d->nv + d->nx];
        memcpy(f->g, f->at.by_q + begin, (size_t)f->g_start[phk_dae_positions(d)] * sizeof *f->g);
    }
    if (status) return status;
    memset(values, 0, (size_t)f->pattern.entries * sizeof *values);
    traverse(&add);
    double sum = 0;
    for (int k = 0; k < f->pattern.entries; k++) sum += values[k] * 0;
    return sum == 0 ? PH_OK : PH_RETRY;
}
