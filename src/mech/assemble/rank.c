/* SPDX-License-Identifier: BSD-3-Clause
 *
 * rank.c -- the rows of all constraints as a matrix, and which of them are to be kept.
 */
#include "mech/assemble/work.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "linalg/rank.h"

/* Gives the mechanism all its rows back, or only those kept. */
static ph_status set_rows(phk_assembling *w, const bool *kept)
{
    bool same = true;
    for (int r = 0; r < w->rows; r++) {
        bool keep = !kept || kept[r];
        same = same && w->rank.kept[r] == keep;
        w->rank.kept[r] = keep;
    }
    if (same) return PH_OK;
    phk_project_free(w->project);
    w->project = NULL;
    return phk_mechanism_keep(w->mechanism, w->rank.kept);
}

/* Rotations count by the longest lever arm there is, so that a mechanism of millimetres has the
 * rank of one of metres; coordinates with sizes as the displacements they are. */
static void scale_turns(phk_assembling *w, const phk_dae *dae)
{
    double arm = 0;
    for (int i = 0; i < dae->cells; i++)
        for (int k = 0; k < dae->cell[i].width; k++)
            w->rank.scale[dae->cell[i].v + k] =
                dae->cell[i].kind == PHK_CELL_ROTATION ? 0 : 1 / phk_cell_size(&dae->cell[i], k);
    for (int r = 0; r < w->rows; r++) {
        double move = 0, turn = 0;
        for (int p = w->rank.row_start[r]; p < w->rank.row_start[r + 1]; p++) {
            double scale = w->rank.scale[w->rank.column[p]];
            double *most = scale > 0 ? &move : &turn;
            *most = fmax(*most, fabs(w->rank.value[p]) * (scale > 0 ? scale : 1));
        }
        if (move > 0) arm = fmax(arm, turn / move);
    }
    for (int k = 0; k < w->nv; k++)
        if (w->rank.scale[k] == 0) w->rank.scale[k] = arm > 0 ? 1 / arm : 1;
}

/* Copies G out of the derivatives, and N for velocity rows. */
static ph_status copy_rows(phk_assembling *w, const phk_dae *dae, const phk_tangents *out)
{
    const phk_pattern *a = dae->pattern;
    int first = dae->nv + dae->nx;
    size_t room = (size_t)(a->row_start[first + w->rows] - a->row_start[first]) + 1;
    int *column = realloc(w->rank.column, room * sizeof *column);
    if (column) w->rank.column = column;
    double *value = realloc(w->rank.value, room * sizeof *value);
    if (value) w->rank.value = value;
    if (!column || !value) return PH_E_NOMEM;
    int count = 0;
    for (int r = 0; r < w->rows; r++) {
        const double *by = phk_dae_is_velocity(dae, first + r) ? out->by_v : out->by_q;
        w->rank.row_start[r] = count;
        for (int p = a->row_start[first + r]; p < a->row_start[first + r + 1]; p++) {
            if (a->column[p] >= w->nv || by[p] == 0) continue;
            column[count] = a->column[p];
            value[count++] = by[p];
        }
    }
    w->rank.row_start[w->rows] = count;
    scale_turns(w, dae);
    return PH_OK;
}

/* What is not there is met. */
static void skip_idle(phk_assembling *w)
{
    for (int r = 0; r < w->rows; r++)
        if (w->rank.idle[r]) w->c[r] = 0;
}

ph_status phk_assembling_evaluate(phk_assembling *w, bool rows)
{
    ph_status status = set_rows(w, NULL);
    if (status) return status;
    const phk_dae *dae = phk_mechanism_dae(w->mechanism);
    w->point.lambda = w->zero;
    status = dae->residual(dae->self, &w->point, w->g, w->d, w->c, w->s);
    if (status) return phk_report_unable(w, status);
    skip_idle(w);
    // velocity rows say nothing of positions
    for (int r = phk_dae_positions(dae); r < w->rows; r++) w->c[r] = 0;
    if (!rows) return PH_OK;
    size_t entries = (size_t)dae->pattern->entries + 1;
    double *memory = calloc(3 * entries, sizeof *memory);
    if (!memory) return PH_E_NOMEM;
    phk_tangents tangents = {memory, memory + entries, memory + 2 * entries};
    status = dae->tangent(dae->self, &w->point, &tangents);
    status = status ? phk_report_unable(w, status) : copy_rows(w, dae, &tangents);
    free(memory);
    return status;
}

ph_status phk_assembling_rates(phk_assembling *w, bool accelerations)
{
    ph_status status = set_rows(w, NULL);
    if (status) return status;
    const phk_dae *dae = phk_mechanism_dae(w->mechanism);
    w->point.lambda = w->zero;
    status =
        dae->rates(dae->self, &w->point, accelerations ? NULL : w->c, accelerations ? w->c : NULL);
    if (status) return phk_report_unable(w, status);
    if (accelerations) phk_assembling_add_product(w, w->point.a, w->c);
    skip_idle(w);
    return PH_OK;
}

void phk_assembling_add_product(const phk_assembling *w, const double *v, double *c)
{
    for (int r = 0; r < w->rows; r++)
        for (int p = w->rank.row_start[r]; p < w->rank.row_start[r + 1]; p++)
            c[r] += w->rank.value[p] * v[w->rank.column[p]];
}

ph_status phk_assembling_rank(phk_assembling *w, const bool *frozen, double tolerance)
{
    free(w->rank.with_start);
    free(w->rank.with);
    w->rank.with_start = w->rank.with = NULL;
    // the rows without what stands fast
    int count = 0;
    int entries = w->rank.row_start[w->rows];
    int *start = malloc(((size_t)w->rows + 1) * sizeof *start);
    int *column = malloc(((size_t)entries + 1) * sizeof *column);
    double *value = malloc(((size_t)entries + 1) * sizeof *value);
    ph_status status = start && column && value ? PH_OK : PH_E_NOMEM;
    for (int r = 0; !status && r < w->rows; r++) {
        start[r] = count;
        double length = 0, left = 0;
        for (int p = w->rank.row_start[r]; p < w->rank.row_start[r + 1]; p++) {
            int k = w->rank.column[p];
            double scaled = w->rank.value[p] * w->rank.scale[k];
            length = fmax(length, fabs(scaled));
            if (frozen && frozen[k]) continue;
            column[count] = k;
            value[count++] = scaled;
            left = fmax(left, fabs(scaled));
        }
        // rounding of a row whose directions stand fast is no row
        if (left <= tolerance * length || w->rank.idle[r]) count = start[r];
    }
    if (!status) {
        start[w->rows] = count;
        status = phk_rank_rows(w->rows, w->nv, start, column, value, tolerance, w->rank.dependent,
                               &w->rank.rank, &w->rank.with_start, &w->rank.with);
    }
    free(start);
    free(column);
    free(value);
    return status;
}

/* Rows that come and go are kept, and not there where they do not act or depend on others. */
static ph_status suspend_switched(phk_assembling *w, bool *out)
{
    const phk_program *p = w->system->program;
    bool some = false;
    memset(out, 0, (size_t)w->rows * sizeof *out);
    for (int k = 0; k < p->constraints; k++)
        for (int i = 0; p->constraint[k].switched && i < phk_constraint_rows(&p->constraint[k]);
             i++) {
            int r = phk_constraint_row(&p->constraint[k], i);
            some |= out[r] = w->rank.dependent[r];
        }
    return some ? phk_mechanism_suspend(w->mechanism, out) : PH_OK;
}

ph_status phk_assembling_keep(phk_assembling *w)
{
    const phk_program *p = w->system->program;
    bool *kept = malloc(((size_t)w->rows + 1) * sizeof *kept);
    if (!kept) return PH_E_NOMEM;
    for (int r = 0; r < w->rows; r++) kept[r] = !w->rank.dependent[r];
    for (int k = 0; k < p->constraints; k++)
        for (int i = 0; p->constraint[k].switched && i < phk_constraint_rows(&p->constraint[k]);
             i++)
            kept[phk_constraint_row(&p->constraint[k], i)] = true;
    ph_status status = set_rows(w, kept);
    if (!status) status = suspend_switched(w, kept);
    free(kept);
    if (!status && !w->project)
        status = phk_project_create(phk_mechanism_dae(w->mechanism), &w->project);
    return status;
}

int phk_assembling_worst(const phk_assembling *w)
{
    int worst = -1;
    for (int r = 0; r < w->rows; r++)
        if (worst < 0 || fabs(w->c[r]) > fabs(w->c[worst])) worst = r;
    return worst;
}
