/* SPDX-License-Identifier: BSD-3-Clause
 *
 * run.c -- from drawing to report.
 */
#include "mech/assemble/assemble.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "base/diag.h"
#include "mech/assemble/work.h"
#include "mech/compile/constraints.h"

#define FAR_TURN  1.0 /* [rad] */
#define PART_TURN 0.5

static void put(double *to, ph_vec3 v)
{
    to[0] = v.x;
    to[1] = v.y;
    to[2] = v.z;
}

void phk_first_guess(const phk_system *system, const phk_dae *dae, double *xd, double *y)
{
    const ph_model *model = system->program->model;
    for (int k = 0; k < dae->nx; k++)
        xd[k] = k < ph_model_states(model) ? phk_states(model)[k].guess : 0;
    for (int k = 0; k < dae->ny; k++)
        y[k] = k < system->program->variables.loops
                   ? phk_variables(model)[system->program->variables.loop[k]].start
                   : 0;
}

/* The state as drawn. */
static void draw(phk_assembling *w, const phk_dae *dae)
{
    const ph_model *model = w->system->program->model;
    for (int i = 0; i < dae->cells; i++) {
        const phk_cell *cell = &dae->cell[i];
        const ph_body_def *body = &phk_bodies(model)[dae->node[cell->v]];
        if (phk_cell_is_place(cell)) {
            put(w->drawn_q + cell->q, body->position);
            put(w->drawn_v + cell->v, body->velocity);
            continue;
        }
        /* what displaces the points of a body besides is at rest: zero, as allocated */
        if (cell->kind == PHK_CELL_VECTOR) {
            const phk_flexible_body *f =
                phk_program_flexible(w->system->program, dae->node[cell->v]);
            memcpy(w->drawn_q + cell->q, f->start, (size_t)cell->width * sizeof *f->start);
            continue;
        }
        w->drawn_q[cell->q] = body->orientation.w;
        put(w->drawn_q + cell->q + 1,
            ph_v3(body->orientation.x, body->orientation.y, body->orientation.z));
        put(w->drawn_v + cell->v, body->omega);
    }
    memcpy(w->out->q, w->drawn_q, (size_t)dae->nq * sizeof *w->drawn_q);
    memcpy(w->out->v, w->drawn_v, (size_t)dae->nv * sizeof *w->drawn_v);
    for (int k = 0; k < ph_model_states(model); k++) w->out->x[k] = phk_states(model)[k].initial;
    phk_mechanism_begin_states(w->mechanism, &w->point, w->out->x);
    phk_first_guess(w->system, dae, w->out->xd, w->out->y);
    w->begin_v = w->drawn_v;
}

/* ---- memory ---- */

static double *numbers(phk_assembly *a, int n)
{
    return phk_arena_alloc(&a->arena, ((size_t)n + 1) * sizeof(double));
}

ph_status phk_assembling_allocate(phk_assembling *w, double t)
{
    const phk_dae *dae = phk_mechanism_dae(w->mechanism);
    phk_assembly *a = w->out;
    w->nv = dae->nv;
    w->rows = dae->nl;
    double **array[] = {&a->q,
                        &a->v,
                        &a->a,
                        &a->x,
                        &a->xd,
                        &a->y,
                        &w->g,
                        &w->d,
                        &w->s,
                        &w->weight,
                        &w->rank.scale,
                        &w->c,
                        &w->zero,
                        &w->drawn_q,
                        &w->drawn_v,
                        &a->lambda,
                        &w->rank.left_open,
                        &w->start_v};
    int size[] = {dae->nq, dae->nv, dae->nv, dae->nx, dae->nx, dae->ny, dae->nv, dae->nx, dae->ny,
                  dae->nv, dae->nv, dae->nl, dae->nl, dae->nq, dae->nv, dae->nl, dae->nl, dae->nv};
    for (size_t k = 0; k < sizeof size / sizeof *size; k++)
        if (!(*array[k] = numbers(a, size[k]))) return PH_E_NOMEM;
    w->frozen = phk_arena_alloc(&a->arena, (size_t)w->nv + 1);
    w->rank.dependent = phk_arena_alloc(&a->arena, (size_t)w->rows + 1);
    w->rank.idle = phk_arena_alloc(&a->arena, (size_t)w->rows + 1);
    w->rank.kept = phk_arena_alloc(&a->arena, (size_t)w->rows + 1);
    w->rank.row_start =
        phk_arena_alloc(&a->arena, ((size_t)w->rows + 1) * sizeof *w->rank.row_start);
    if (!w->frozen || !w->rank.dependent || !w->rank.idle || !w->rank.kept || !w->rank.row_start)
        return PH_E_NOMEM;
    for (int r = 0; r < w->rows; r++) w->rank.kept[r] = true;
    a->t = t;
    w->point = (phk_point){.t = t,
                           .q = a->q,
                           .v = a->v,
                           .a = a->a,
                           .x = a->x,
                           .xd = a->xd,
                           .lambda = w->zero,
                           .y = a->y};
    return PH_OK;
}

void phk_assembling_release(phk_assembling *w)
{
    phk_project_free(w->project);
    free(w->rank.column);
    free(w->rank.value);
    free(w->rank.with_start);
    free(w->rank.with);
}

void phk_assembly_free(phk_assembly *assembly)
{
    if (!assembly) return;
    phk_arena_free(&assembly->arena);
    free(assembly);
}

/* ---- what is told of it ---- */

static ph_status list_redundant(phk_assembling *w)
{
    phk_assembly *a = w->out;
    a->coordinates = w->nv;
    a->rank = w->rank.rank;
    a->freedom = w->nv - w->rank.rank;
    a->gruebler = w->nv - a->rows;
    a->redundant =
        phk_arena_alloc(&a->arena, (size_t)(a->rows - w->rank.rank + 1) * sizeof *a->redundant);
    int *with =
        phk_arena_alloc(&a->arena, ((size_t)w->rank.with_start[w->rows] + 1) * sizeof *with);
    if (!a->redundant || !with) return PH_E_NOMEM;
    memcpy(with, w->rank.with, (size_t)w->rank.with_start[w->rows] * sizeof *with);
    for (int r = 0; r < w->rows; r++) {
        if (!w->rank.dependent[r] || w->rank.idle[r]) continue;
        int start = w->rank.with_start[r];
        a->redundant[a->redundants++] = (phk_redundant){
            r, w->rank.left_open[r], w->rank.with_start[r + 1] - start, with + start};
    }
    return PH_OK;
}

static double distance(const double *a, const double *b)
{
    return ph_norm(ph_v3(a[0] - b[0], a[1] - b[1], a[2] - b[2]));
}

static double angle(const double *a, const double *b)
{
    ph_quat p = ph_quat_make(a[0], a[1], a[2], a[3]), q = ph_quat_make(b[0], b[1], b[2], b[3]);
    ph_quat d = ph_quat_mul(ph_quat_conj(p), q);
    return 2 * atan2(ph_norm(ph_v3(d.x, d.y, d.z)), fabs(d.w));
}

static ph_status list_moved(phk_assembling *w, const phk_dae *dae)
{
    phk_assembly *a = w->out;
    int bodies = w->system->program->bodies;
    a->moved = phk_arena_alloc(&a->arena, ((size_t)bodies + 1) * sizeof *a->moved);
    if (!a->moved) return PH_E_NOMEM;
    for (int i = 0; i < bodies; i++) a->moved[i].body = i;
    for (int i = 0; i < dae->cells; i++) {
        const phk_cell *cell = &dae->cell[i];
        phk_moved *m = &a->moved[dae->node[cell->v]];
        if (cell->kind == PHK_CELL_VECTOR && !phk_cell_is_place(cell)) continue;
        double change = distance(a->v + cell->v, w->drawn_v + cell->v);
        if (cell->kind == PHK_CELL_VECTOR) {
            m->moved = distance(a->q + cell->q, w->drawn_q + cell->q);
            m->faster = change;
        } else {
            m->turned = angle(a->q + cell->q, w->drawn_q + cell->q);
            m->spun = change;
        }
    }
    for (int i = 0; i < bodies; i++) {
        const phk_moved *m = &a->moved[i];
        if (m->moved > 0 || m->turned > 0 || m->faster > 0 || m->spun > 0)
            a->moved[a->moveds++] = *m;
    }
    return PH_OK;
}

/* The rows of what is not active are not there. */
static void count_rows(phk_assembling *w)
{
    for (int k = 0; k < w->system->program->constraints; k++) {
        const phk_constraint *c = &w->system->program->constraint[k];
        bool acts = *phk_constraint_acts(w->system, k);
        if (acts) w->out->rows += phk_constraint_rows(c);
        for (int i = 0; i < phk_constraint_rows(c); i++)
            w->rank.idle[phk_constraint_row(c, i)] = !acts;
    }
}

/* Motions by velocity or acceleration go on from the state as it is; at the start, from where the
 * model has them start. */
static void anchor(phk_assembling *w)
{
    if (w->later)
        phk_mechanism_anchor(w->mechanism, &w->point);
    else
        phk_mechanism_start(w->mechanism, &w->point, 1);
}

static ph_status begin(phk_assembling *w, const phk_assemble_from *from)
{
    const phk_dae *dae = phk_mechanism_dae(w->mechanism);
    count_rows(w);
    if (!from) {
        draw(w, dae);
        return phk_model_has_starts(w->system->program->model) ? phk_assemble_start(w) : PH_OK;
    }
    w->later = true;
    memcpy(w->drawn_q, from->q, (size_t)dae->nq * sizeof *w->drawn_q);
    memcpy(w->drawn_v, from->v, (size_t)dae->nv * sizeof *w->drawn_v);
    memcpy(w->out->q, from->q, (size_t)dae->nq * sizeof *w->out->q);
    memcpy(w->out->v, from->v, (size_t)dae->nv * sizeof *w->out->v);
    memcpy(w->out->x, from->x, (size_t)dae->nx * sizeof *w->out->x);
    memcpy(w->out->xd, from->xd, (size_t)dae->nx * sizeof *w->out->xd);
    memcpy(w->out->y, from->y, (size_t)dae->ny * sizeof *w->out->y);
    w->begin_v = w->drawn_v;
    return PH_OK;
}

/* Where a motion begins far from where its joint is drawn, Newton would not find the way, or the
 * second zero of the motion's row, half a turn off: it goes there in parts. */
static ph_status approach(phk_assembling *w)
{
    double left = phk_mechanism_lag(w->mechanism, &w->point, 0);
    int parts = left > FAR_TURN ? (int)ceil(left / PART_TURN) : 1;
    ph_status status = PH_OK;
    for (int i = 0; i < parts - 1 && !status; i++) {
        phk_mechanism_lag(w->mechanism, &w->point, 1.0 / (parts - i));
        status = phk_assemble_positions(w);
    }
    phk_mechanism_lag(w->mechanism, &w->point, 1);
    return status;
}

static ph_status run(phk_assembling *w, double t, const phk_assemble_from *from)
{
    ph_status status = phk_assembling_allocate(w, t);
    if (!status) status = begin(w, from);
    if (status) return status;
    anchor(w);
    status = approach(w);
    if (!status) status = phk_assemble_positions(w);
    anchor(w);
    if (!status && !w->later) status = phk_assemble_relaxed(w);
    if (!status) status = phk_assemble_motion(w);
    anchor(w);
    if (!status) status = phk_assemble_probe(w);
    if (!status) status = phk_assembling_keep(w);
    if (!status) status = list_redundant(w);
    if (!status) status = list_moved(w, phk_mechanism_dae(w->mechanism));
    return status;
}

ph_status phk_assemble(phk_system *system, phk_mechanism *mechanism, double t,
                       const phk_assemble_from *from, ph_diag *diag, phk_assembly **out)
{
    *out = NULL;
    phk_assembling w = {.system = system, .mechanism = mechanism, .diag = diag};
    w.out = calloc(1, sizeof *w.out);
    /* errors show the line they are about */
    const ph_model *model = system->program->model;
    if (*model->source) phk_diag_text(diag, model->path, model->source, strlen(model->source));
    ph_status status = w.out ? run(&w, t, from) : PH_E_NOMEM;
    phk_diag_text(diag, NULL, NULL, 0);
    if (!status) phk_report_assembly(&w);
    phk_assembling_release(&w);
    if (status) {
        phk_assembly_free(w.out);
        return status;
    }
    *out = w.out;
    return PH_OK;
}
