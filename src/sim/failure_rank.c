/* SPDX-License-Identifier: BSD-3-Clause
 *
 * failure_rank.c -- is it the constraints? Their rank where the simulation stopped, and whether
 * there is a position at all where the motions lead to.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "linalg/rank.h"
#include "sim/failure_cause.h"

#define LEFT 1e-3 /* of its length: a row of which less is left is nearly dependent */

/* ---- constraints that lose their rank ---- */

typedef struct {
    int *start, *column;
    double *value, *scale;
    bool *dependent;
    int *with_start, *with;
    double *memory;
} rows_work;

static void free_rows(rows_work *w)
{
    free(w->start);
    free(w->column);
    free(w->value);
    free(w->scale);
    free(w->dependent);
    free(w->with_start);
    free(w->with);
    free(w->memory);
}

static bool make_rows(rows_work *w, const phk_dae *dae)
{
    size_t rows = (size_t)dae->nl + 1, entries = (size_t)dae->pattern->entries + 1;
    w->start = malloc(rows * sizeof *w->start);
    w->column = malloc(entries * sizeof *w->column);
    w->value = malloc(entries * sizeof *w->value);
    w->scale = malloc(((size_t)dae->nv + 1) * sizeof *w->scale);
    w->dependent = calloc(rows, sizeof *w->dependent);
    w->memory = calloc(3 * entries + (size_t)(dae->nv + dae->nx) + rows, sizeof *w->memory);
    return w->start && w->column && w->value && w->scale && w->dependent && w->memory;
}

/* Turns count by the longest lever arm there is; see mech/assemble/rank.c. */
static void scale_turns(const phk_dae *dae, rows_work *w)
{
    double arm = 0;
    for (int i = 0; i < dae->cells; i++)
        for (int k = 0; k < dae->cell[i].width; k++)
            w->scale[dae->cell[i].v + k] =
                dae->cell[i].kind == PHK_CELL_ROTATION ? 0 : 1 / phk_cell_size(&dae->cell[i], k);
    for (int r = 0; r < dae->nl; r++) {
        double move = 0, turn = 0;
        for (int p = w->start[r]; p < w->start[r + 1]; p++) {
            double scale = w->scale[w->column[p]];
            double *most = scale > 0 ? &move : &turn;
            *most = fmax(*most, fabs(w->value[p]) * (scale > 0 ? scale : 1));
        }
        if (move > 0) arm = fmax(arm, turn / move);
    }
    for (int k = 0; k < dae->nv; k++)
        if (w->scale[k] == 0) w->scale[k] = arm > 0 ? 1 / arm : 1;
    for (int p = 0; p < w->start[dae->nl]; p++) w->value[p] *= w->scale[w->column[p]];
}

/* G and N at the point, by rows. */
static bool take_rows(const phk_trouble *f, rows_work *w)
{
    const phk_dae *dae = f->dae;
    const phk_pattern *a = dae->pattern;
    size_t entries = (size_t)a->entries + 1;
    phk_tangents out = {w->memory, w->memory + entries, w->memory + 2 * entries};
    int count = 0, first = dae->nv + dae->nx;
    if (dae->tangent(dae->self, &f->at, &out)) return false;
    for (int r = 0; r < dae->nl; r++) {
        const double *by = phk_dae_is_velocity(dae, first + r) ? out.by_v : out.by_q;
        w->start[r] = count;
        for (int p = a->row_start[first + r]; p < a->row_start[first + r + 1]; p++) {
            if (a->column[p] >= dae->nv || by[p] == 0) continue;
            w->column[count] = a->column[p];
            w->value[count++] = by[p];
        }
    }
    w->start[dae->nl] = count;
    scale_turns(dae, w);
    return true;
}

/* The row that has least left when those before it are taken away, and how much that is; -1: all
 * have enough. */
static int weakest(const phk_dae *dae, rows_work *w, double *left)
{
    for (*left = LEFT * 1e-9; *left < LEFT * 1.1; *left *= 10) {
        int rank = 0;
        free(w->with_start);
        free(w->with);
        w->with_start = w->with = NULL;
        if (phk_rank_rows(dae->nl, dae->nv, w->start, w->column, w->value, *left, w->dependent,
                          &rank, &w->with_start, &w->with))
            return -1;
        for (int r = 0; rank < dae->nl && r < dae->nl; r++)
            if (w->dependent[r]) return r;
    }
    return -1;
}

/* Does time itself move the row, or one of those it depends on? */
static bool is_driven(const phk_trouble *f, rows_work *w, int row)
{
    const phk_dae *dae = f->dae;
    double *still = w->memory, *rate = still + dae->nv + dae->nx;
    memset(still, 0, (size_t)(dae->nv + dae->nx) * sizeof *still);
    phk_point p = f->at;
    p.v = p.xd = still;
    if (!dae->driven || dae->rates(dae->self, &p, rate, NULL)) return false;
    bool driven = rate[row] != 0;
    for (int k = w->with_start[row]; k < w->with_start[row + 1]; k++)
        driven = driven || rate[w->with[k]] != 0;
    return driven;
}

static void tell_rank(const phk_trouble *f, rows_work *w, int row, double left, phk_cause *c)
{
    int first = f->dae->nv + f->dae->nx, from = w->with_start[row], other = w->with_start[row + 1];
    char name[160], with[160] = "others";
    phk_name_row(f, first + row, name, sizeof name);
    if (other > from) phk_name_row(f, first + w->with[other - 1], with, sizeof with);
    bool locks = is_driven(f, w, row);
    snprintf(c->what, sizeof c->what,
             "it comes to a position in which the mechanism %s: %.90s and %.90s%s are no longer "
             "independent (%.0e is left)",
             locks ? "locks" : "can go on in more than one way", name, with,
             other - from > 1 ? ", with others," : "", left);
    snprintf(
        c->cure, sizeof c->cure, "%s",
        locks ? "let the motion end or turn back before, or lay the mechanism out so that it "
                "gets past"
              : "where it only passes close by a tighter tolerance helps; else lay the mechanism "
                "out so that it does not get there");
}

bool phk_lost_rank(const phk_trouble *f, phk_cause *c)
{
    rows_work w = {0};
    double left;
    int row = -1;
    if (f->dae->nl > 0 && make_rows(&w, f->dae) && take_rows(f, &w))
        row = weakest(f->dae, &w, &left);
    if (row >= 0) tell_rank(f, &w, row, left, c);
    free_rows(&w);
    return row >= 0;
}

/* ---- motions to where nothing reaches ---- */

static void tell_reach(const phk_trouble *f, double t, double left, phk_cause *c)
{
    char name[160];
    phk_name_row(f, phk_project_culprit(f->project), name, sizeof name);
    snprintf(c->what, sizeof c->what,
             "the mechanism does not reach where it is driven: at t = %.10g s no position meets "
             "all constraints, and %.100s misses by %.2g",
             t, *name ? name : "one", left);
    snprintf(c->cure, sizeof c->cure,
             "let the motion end or turn back before, or lay the mechanism out so that it gets "
             "there");
}

bool phk_out_of_reach(const phk_trouble *f, phk_cause *c)
{
    enum { ROUNDS = 100 };
    double left = 0;
    if (!f->dae->driven || f->h == 0) return false;
    double *q = malloc((size_t)f->dae->nq * sizeof *q);
    if (!q) return false;
    memcpy(q, f->at.q, (size_t)f->dae->nq * sizeof *q);
    phk_point p = f->at;
    p.t += f->h, p.q = q;
    phk_project_forget(f->project);
    ph_status status =
        phk_project_positions(f->project, &p, q, 1e-12 * f->dae->length, ROUNDS, &left);
    bool found = status == PH_E_SOLVE || status == PH_E_SINGULAR;
    if (found) tell_reach(f, p.t, left, c);
    /* there is a position, but is there a way on from it? */
    phk_trouble there = *f;
    there.at = p;
    if (!status) found = phk_lost_rank(&there, c);
    phk_project_forget(f->project);
    free(q);
    return found;
}
