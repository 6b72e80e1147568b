/* SPDX-License-Identifier: BSD-3-Clause
 *
 * start.c -- initial values of joints and motions met, as well as all constraints.
 *
 * A system of the same model in which each such value is a constraint is assembled first, in its
 * positions and velocities; from there the mechanism itself is. A joint that starts far from where
 * it is drawn turns there in parts: a row of an angle has a second zero half a turn off.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "mech/assemble/work.h"
#include "mech/compile/constraints.h"

#define PART 0.5 /* [rad] */
enum { MOST_PARTS = 8 };

/* Leaves out what is not active, and the rows of starts that say nothing of positions (0) or of
 * velocities (1). */
static void choose(phk_assembling *w, int level)
{
    for (int k = 0; k < w->system->program->constraints; k++) {
        const phk_constraint *c = &w->system->program->constraint[k];
        bool start = c->kind == PHK_HOLD_MOTION && c->order == PHK_ORDER_START;
        for (int i = 0; i < phk_constraint_rows(c); i++)
            w->rank.idle[phk_constraint_row(c, i)] =
                !*phk_constraint_acts(w->system, k) || (start && isnan(c->start[level]));
    }
}

static ph_status move(phk_assembling *w)
{
    double left = phk_mechanism_turn_left(w->mechanism, &w->point);
    int parts = (int)fmin(MOST_PARTS, 1 + floor(left / PART));
    ph_status status = PH_OK;
    choose(w, 0);
    for (int i = 0; i < parts && !status; i++) {
        phk_mechanism_start(w->mechanism, &w->point, 1.0 / (parts - i));
        status = phk_assemble_positions(w);
    }
    if (status) return status;
    choose(w, 1);
    phk_mechanism_start(w->mechanism, &w->point, 1);
    return phk_assemble_velocities(w);
}

static ph_status run(phk_assembling *w, phk_assembling *of)
{
    const phk_dae *dae = phk_mechanism_dae(w->mechanism);
    size_t q = (size_t)dae->nq * sizeof(double), v = (size_t)dae->nv * sizeof(double);
    ph_status status = phk_assembling_allocate(w, of->out->t);
    if (status) return status;
    memcpy(w->out->q, of->out->q, q);
    memcpy(w->out->v, of->out->v, v);
    memcpy(w->out->x, of->out->x, (size_t)dae->nx * sizeof(double));
    w->begin_v = of->drawn_v;
    status = move(w);
    if (status) return status;
    memcpy(of->out->q, w->out->q, q);
    memcpy(of->out->v, w->out->v, v);
    memcpy(of->start_v, w->out->v, v);
    of->out->drawn_open = w->out->drawn_open;
    of->out->drawn_rate = w->out->drawn_rate;
    of->begin_v = of->start_v;
    return PH_OK;
}

/* The model once more, with motions for its initial values. */
static ph_status compile(const ph_model *model, phk_program **out)
{
    ph_status status = phk_program_create(model, NULL, out);
    if (!status) status = phk_program_add_starts(*out);
    return status ? status : phk_program_finish(*out, NULL);
}

/* What acts is as in another system of the model; a start acts with its joint. */
static void act_as(const phk_system *sys, const phk_system *of)
{
    const phk_program *p = sys->program;
    for (int k = 0; k < p->constraints; k++) {
        int as = k < of->program->constraints ? k : p->constraint[k].joint;
        *phk_constraint_acts(sys, k) = *phk_constraint_acts(of, as);
    }
}

ph_status phk_assemble_start(phk_assembling *of)
{
    phk_assembling w = {.diag = of->diag};
    phk_program *program = NULL;
    ph_status status = compile(of->system->program->model, &program);
    if (!status) status = phk_system_create(program, &w.system);
    if (!status) act_as(w.system, of->system);
    if (!status) status = phk_mechanism_create(w.system, NULL, &w.mechanism);
    if (!status && !(w.out = calloc(1, sizeof *w.out))) status = PH_E_NOMEM;
    if (!status) status = run(&w, of);
    phk_assembling_release(&w);
    phk_assembly_free(w.out);
    phk_mechanism_free(w.mechanism);
    phk_system_free(w.system);
    phk_program_free(program);
    return status;
}
