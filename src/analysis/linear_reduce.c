/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The null-space form. Displacements that meet G xi = 0 are xi = X p, rates that meet G xi' = 0 and
 * N xi' + K_N xi = 0 are xi' = Y r + P p, where p and r are some of the displacements and rates
 * themselves: those that tell directions apart best. Accelerations, rates of states, multipliers
 * and algebraic unknowns follow from them by one matrix, that of index 1.
 */
#include "analysis/linear_reduce.h"

#include <stdlib.h>
#include <string.h>
#include "linalg/dense.h"

#define DEPENDENT 1e-10 /* of the largest row */

typedef struct {
    const phk_pencil *l;
    const phk_point *p;
    const phk_ports *ports;
    phk_reduced *out;
    int *row; /* who is to blame */
    int nv, nx;
    double *rows;  /* [nl][nv] G, then N */
    double *y;     /* [nv][rates] */
    double *from;  /* [nv][positions] P */
    double *work;  /* [most of nv and pattern.n] */
    double *chart; /* [ports->states + nv][nv] candidates for p and r */
    phk_factor *factor;
} reduction;

static double *doubles(size_t n)
{
    return calloc(n + 1, sizeof(double));
}

/* ---- constraints ---- */

static ph_status read_rows(reduction *t)
{
    const phk_dae *dae = t->l->dae;
    const phk_pattern *pattern = &t->l->pattern;
    t->rows = doubles((size_t)dae->nl * t->nv);
    if (!t->rows) return PH_E_NOMEM;
    for (int k = 0; k < dae->nl; k++) {
        int r = dae->nv + dae->nx + k;
        const double *by = phk_dae_is_velocity(dae, r) ? t->l->d : t->l->k;
        for (int i = pattern->row_start[r]; i < pattern->row_start[r + 1]; i++) {
            int column = pattern->column[i];
            if (column < t->nv)
                t->rows[(size_t)k * t->nv + column] = by[i];
            else if (column < t->nv + t->nx && t->l->k[i] != 0) {
                *t->row = r;
                return PH_E_UNSUPPORTED;
            }
        }
    }
    return PH_OK;
}

/* Rows that are there: others (see dae.h) have their diagonal alone. */
static int count_rows(const reduction *t, int count)
{
    int first = t->nv + t->nx, there = 0;
    for (int k = 0; k < count; k++)
        there += t->l->k[phk_pattern_find(&t->l->pattern, first + k, first + k)] == 0;
    return there;
}

/* ---- which displacements are states ---- */

/* Displacements along the axes of the frame, by those along the axes of cells; before them what
 * the ports want. */
static ph_status make_chart(reduction *t)
{
    const phk_dae *dae = t->l->dae;
    const phk_pattern *pattern = &t->l->pattern;
    int wanted = t->ports->states, first_y = t->nv + t->nx + dae->nl;
    t->chart = doubles((size_t)(wanted + t->nv) * t->nv);
    if (!t->chart) return PH_E_NOMEM;
    for (int k = 0; k < wanted; k++) {
        int r = first_y + t->ports->state[k];
        for (int i = pattern->row_start[r]; i < pattern->row_start[r + 1]; i++) {
            int column = pattern->column[i];
            bool place = column < t->nv && t->l->d[i] == 0 && t->l->m[i] == 0;
            if (place)
                t->chart[(size_t)k * t->nv + column] = -t->l->k[i];
            else if (column != r && (t->l->k[i] != 0 || t->l->d[i] != 0 || t->l->m[i] != 0)) {
                *t->row = k;
                return PH_E_UNSUPPORTED;
            }
        }
    }
    for (int i = 0; i < dae->cells; i++) {
        const phk_cell *cell = dae->cell + i;
        bool turned = cell->kind == PHK_CELL_ROTATION || phk_cell_is_place(cell);
        ph_quat q = ph_quat_mul(ph_quat_conj(t->ports->axes), phk_cell_axes(cell, t->p));
        ph_mat3 m = ph_mat3_from_quat(q);
        for (int a = 0; a < cell->width; a++)
            for (int b = 0; b < cell->width; b++)
                t->chart[(size_t)(wanted + cell->v + a) * t->nv + cell->v + b] =
                    turned ? m.m[a][b] : a == b;
    }
    return PH_OK;
}

/* Candidate c of the chart along a column of z [nv][m]. */
static double charted(const reduction *t, int c, const double *z, int m, int column)
{
    const double *row = t->chart + (size_t)c * t->nv;
    double sum = 0;
    for (int i = 0; i < t->nv; i++)
        if (row[i] != 0) sum += row[i] * z[(size_t)i * m + column];
    return sum;
}

/* Chooses m candidates for the columns of z [nv][m], and makes these the directions in which one of
 * them changes alone. pick [m]: candidates; NULL in `given`: chosen here. */
static ph_status choose(reduction *t, double *z, int m, const int *given, int *pick)
{
    int wanted = t->ports->states, n = wanted + t->nv;
    double length = t->l->dae->size > 0 ? t->l->dae->size : 1; /* what a radian counts for */
    double *s = doubles((size_t)n * m), *square = doubles((size_t)m * m), *x = doubles((size_t)m);
    int *pivot = calloc((size_t)m + 1, sizeof *pivot);
    ph_status status = s && square && x && pivot ? PH_OK : PH_E_NOMEM;
    for (int c = 0; !status && c < n; c++) {
        bool turn = c >= wanted && phk_cell_of(t->l->dae, c - wanted)->kind == PHK_CELL_ROTATION;
        for (int j = 0; j < m; j++)
            s[(size_t)c * m + j] = (turn ? length : 1) * charted(t, c, z, m, j);
    }
    if (!status && given) memcpy(pick, given, (size_t)m * sizeof *pick);
    if (!status && !given && !phk_dense_pick(n, m, s, wanted, pick)) status = PH_E_SINGULAR;
    for (int c = 0; !status && c < m; c++)
        for (int j = 0; j < m; j++) /* transposed: z is solved for from the right */
            square[(size_t)j * m + c] = charted(t, pick[c], z, m, j);
    if (!status && phk_dense_factor(m, square, pivot) >= 0) status = PH_E_SINGULAR;
    for (int i = 0; !status && i < t->nv; i++) {
        memcpy(x, z + (size_t)i * m, (size_t)m * sizeof *x);
        phk_dense_solve(m, square, pivot, x);
        memcpy(z + (size_t)i * m, x, (size_t)m * sizeof *x);
    }
    free(s);
    free(square);
    free(x);
    free(pivot);
    return status;
}

/* Were all that the ports want taken? */
static ph_status check_wanted(const reduction *t)
{
    for (int k = 0; k < t->ports->states; k++) {
        bool taken = false;
        for (int i = 0; i < t->out->positions; i++) taken |= t->out->position[i] == k;
        *t->row = k;
        if (!taken) return PH_E_MODEL;
    }
    return PH_OK;
}

/* X and its p. */
static ph_status find_positions(reduction *t)
{
    phk_reduced *out = t->out;
    phk_dense_rows rows;
    int held = phk_dae_positions(t->l->dae);
    ph_status status = phk_dense_rows_create(held, t->nv, t->rows, DEPENDENT, &rows);
    if (status) return status;
    out->positions = t->nv - rows.rank;
    out->xi = doubles((size_t)t->nv * out->positions);
    out->position = calloc((size_t)out->positions + 1, sizeof *out->position);
    if (rows.rank < count_rows(t, held)) status = PH_E_SINGULAR;
    if (!out->xi || !out->position) status = PH_E_NOMEM;
    if (!status) {
        phk_dense_rows_null(&rows, out->xi, t->work);
        status = choose(t, out->xi, out->positions, NULL, out->position);
    }
    phk_dense_rows_free(&rows);
    return status ? status : check_wanted(t);
}

/* P by the shortest rates, less what r says of them. */
static void find_particular(reduction *t, const phk_dense_rows *rows)
{
    const phk_dae *dae = t->l->dae;
    const phk_pattern *pattern = &t->l->pattern;
    int np = t->out->positions, nr = t->out->rates;
    double *b = t->work + t->nv, *x = b + dae->nl;
    for (int j = 0; j < np; j++) {
        memset(b, 0, (size_t)dae->nl * sizeof *b);
        for (int k = phk_dae_positions(dae); k < dae->nl; k++) {
            int r = t->nv + t->nx + k;
            for (int i = pattern->row_start[r]; i < pattern->row_start[r + 1]; i++)
                if (pattern->column[i] < t->nv)
                    b[k] -= t->l->k[i] * t->out->xi[(size_t)pattern->column[i] * np + j];
        }
        phk_dense_rows_least(rows, b, x, t->work);
        for (int i = 0; i < t->nv; i++) t->from[(size_t)i * np + j] = x[i];
        for (int c = 0; c < nr; c++) x[c] = charted(t, t->out->rate[c], t->from, np, j);
        for (int i = 0; i < t->nv; i++)
            for (int c = 0; c < nr; c++)
                t->from[(size_t)i * np + j] -= t->y[(size_t)i * nr + c] * x[c];
    }
}

/* Y, its r, and P. */
static ph_status find_rates(reduction *t)
{
    phk_reduced *out = t->out;
    const phk_dae *dae = t->l->dae;
    phk_dense_rows rows;
    ph_status status = phk_dense_rows_create(dae->nl, t->nv, t->rows, DEPENDENT, &rows);
    if (status) return status;
    out->rates = t->nv - rows.rank;
    out->rate = calloc((size_t)out->rates + 1, sizeof *out->rate);
    t->y = doubles((size_t)t->nv * out->rates);
    t->from = doubles((size_t)t->nv * out->positions);
    if (rows.rank < count_rows(t, dae->nl)) status = PH_E_SINGULAR;
    if (!t->y || !t->from || !out->rate) status = PH_E_NOMEM;
    if (!status) {
        phk_dense_rows_null(&rows, t->y, t->work);
        status = choose(t, t->y, out->rates, dae->nn ? NULL : out->position, out->rate);
    }
    if (!status && dae->nn) find_particular(t, &rows);
    phk_dense_rows_free(&rows);
    return status;
}

/* ---- what follows from states and inputs ---- */

/* The matrix of index 1. */
static ph_status factor_index_1(reduction *t)
{
    const phk_pencil *l = t->l;
    const phk_pattern *pattern = &l->pattern;
    int held = t->nv + t->nx, end = held + l->dae->nl;
    double *values = doubles((size_t)pattern->entries);
    ph_status status = values ? PH_OK : PH_E_NOMEM;
    if (!status) status = phk_factor_create(pattern, l->dae->node, &t->factor);
    for (int r = 0; !status && r < pattern->n; r++) {
        bool constraint = r >= held && r < end;
        const double *rows = phk_dae_is_velocity(l->dae, r) ? l->d : l->k;
        for (int i = pattern->row_start[r]; i < pattern->row_start[r + 1]; i++) {
            int column = pattern->column[i];
            if (column < t->nv)
                values[i] = constraint ? rows[i] : l->m[i];
            else
                values[i] = column < held ? l->d[i] : l->k[i];
        }
    }
    if (!status) status = phk_factor_make(t->factor, values);
    if (status == PH_E_SINGULAR) *t->row = phk_factor_culprit(t->factor);
    free(values);
    return status;
}

/* Displacement and rate of direction i, state j of p or r being one; 0 for states of the model. */
static double displaced(const reduction *t, int i, int j)
{
    return j < t->out->positions ? t->out->xi[(size_t)i * t->out->positions + j] : 0;
}
static double moving(const reduction *t, int i, int j)
{
    int np = t->out->positions, nr = t->out->rates;
    if (j < np) return t->from[(size_t)i * np + j];
    return j < np + nr ? t->y[(size_t)i * nr + j - np] : 0;
}

/* Solves for what follows from state j: t->work. */
static void follow_state(reduction *t, int j)
{
    const phk_pencil *l = t->l;
    const phk_pattern *pattern = &l->pattern;
    int held = t->nv + t->nx, end = held + l->dae->nl, own = t->out->positions + t->out->rates;
    for (int r = 0; r < pattern->n; r++) {
        bool position = r >= held && r < end && !phk_dae_is_velocity(l->dae, r);
        bool velocity = phk_dae_is_velocity(l->dae, r);
        double sum = 0;
        for (int i = pattern->row_start[r]; !position && i < pattern->row_start[r + 1]; i++) {
            int column = pattern->column[i];
            if (column < t->nv && velocity)
                sum += l->k[i] * moving(t, column, j);
            else if (column < t->nv)
                sum += l->k[i] * displaced(t, column, j) + l->d[i] * moving(t, column, j);
            else if (column < held)
                sum += j - own == column - t->nv ? l->k[i] : 0;
        }
        t->work[r] = -sum;
    }
    phk_factor_solve(t->factor, t->work);
}

/* Puts what was solved for into a column of (A; C) or (B; D). */
static void put(const reduction *t, double *top, double *bottom, int width, int column)
{
    const phk_reduced *out = t->out;
    int first_y = t->nv + t->nx + t->l->dae->nl;
    double *to = top + (size_t)out->positions * width + column;
    for (int c = 0; c < out->rates; c++, to += width) *to = charted(t, out->rate[c], t->work, 1, 0);
    for (int c = 0; c < t->nx; c++, to += width) *to = t->work[t->nv + c];
    for (int c = 0; c < t->ports->outputs; c++)
        bottom[(size_t)c * width + column] = t->work[first_y + t->ports->output[c]];
}

static ph_status fill(reduction *t)
{
    phk_reduced *out = t->out;
    const phk_ports *ports = t->ports;
    int n = out->n = out->positions + out->rates + t->nx, np = out->positions, nr = out->rates;
    out->A = doubles((size_t)n * n);
    out->B = doubles((size_t)n * ports->inputs);
    out->C = doubles((size_t)ports->outputs * n);
    out->D = doubles((size_t)ports->outputs * ports->inputs);
    if (!out->A || !out->B || !out->C || !out->D) return PH_E_NOMEM;
    for (int j = 0; j < n; j++) {
        follow_state(t, j);
        put(t, out->A, out->C, n, j);
        for (int c = 0; c < np && j < np + nr; c++)
            out->A[(size_t)c * n + j] = j < np ? charted(t, out->position[c], t->from, np, j)
                                               : charted(t, out->position[c], t->y, nr, j - np);
    }
    for (int j = 0; j < ports->inputs; j++) {
        memset(t->work, 0, (size_t)t->l->pattern.n * sizeof *t->work);
        t->work[t->nv + t->nx + t->l->dae->nl + ports->input[j]] = 1;
        phk_factor_solve(t->factor, t->work);
        put(t, out->B, out->D, ports->inputs, j);
    }
    return PH_OK;
}

/* Candidates become directions; those of ports below zero. */
static void name_states(reduction *t)
{
    int wanted = t->ports->states;
    for (int i = 0; i < t->out->positions; i++) {
        int c = t->out->position[i];
        t->out->position[i] = c < wanted ? -1 - c : c - wanted;
    }
    for (int i = 0; i < t->out->rates; i++) {
        int c = t->out->rate[i];
        t->out->rate[i] = c < wanted ? -1 - c : c - wanted;
    }
}

ph_status phk_pencil_reduce(const phk_pencil *l, const phk_point *p, const phk_ports *ports,
                            phk_reduced *out, int *row)
{
    const phk_dae *dae = l->dae;
    *out = (phk_reduced){.states = dae->nx};
    *row = -1;
    reduction t = {
        .l = l, .p = p, .ports = ports, .out = out, .row = row, .nv = dae->nv, .nx = dae->nx};
    t.work = doubles((size_t)l->pattern.n + 2 * (size_t)dae->nv + (size_t)dae->nl);
    ph_status status = t.work ? read_rows(&t) : PH_E_NOMEM;
    if (!status) status = make_chart(&t);
    if (!status) status = find_positions(&t);
    if (!status) status = find_rates(&t);
    if (!status) status = factor_index_1(&t);
    if (!status) status = fill(&t);
    if (!status) name_states(&t);
    phk_factor_free(t.factor);
    free(t.rows);
    free(t.y);
    free(t.from);
    free(t.work);
    free(t.chart);
    if (status) phk_reduced_free(out);
    return status;
}

void phk_reduced_free(phk_reduced *out)
{
    free(out->position);
    free(out->rate);
    free(out->xi);
    free(out->A);
    free(out->B);
    free(out->C);
    free(out->D);
    *out = (phk_reduced){0};
}
