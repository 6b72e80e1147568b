/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Forces on joints (ph_force_type.attach) learn of these once joints are compiled.
 */
#include <string.h>
#include "base/diag.h"
#include "field/field.h"
#include "mech/compile/constraints.h"
#include "mech/model/place.h"

/* The field of a type that names its joint, and how many markers stand before those of the joint;
 * NULL: it names none. */
static const ph_field *joint_field(const ph_force_type *type, int *before)
{
    *before = 0;
    for (const ph_field *f = type->fields; type->attach && f->name; f++) {
        if (f->kind == PH_FIELD_JOINTS) return f;
        *before += phk_field_markers(f);
    }
    return NULL;
}

/* Asks the type whether it can be on the joint, as drawn. */
static ph_status attach_one(phk_program *program, phk_group *g, int e, const ph_field *f,
                            ph_diag *diag)
{
    void *par = g->par + (size_t)e * g->type->par_bytes;
    const ph_joints *joints = (const void *)((const char *)par + f->offset);
    int joint = g->joint[e] = joints->joint[0];
    const phk_constraint *c = joint < 0 ? NULL : &program->constraint[joint];
    phk_side side[2];
    ph_frame frame[2];
    /* what is wrong with the name, or the joint itself, has been told */
    if (!c || c->markers == 0 || phk_place_joint(program->model, joint, NULL, side))
        return PH_E_MODEL;
    for (int k = 0; k < 2; k++) frame[k] = phk_side_frame(program->model, &side[k]);
    const char *hint = NULL, *wrong = g->type->attach(par, c->type, frame, &hint);
    if (!wrong) return PH_OK;
    const ph_text *name = &joints->names.name[0];
    ph_source where = name->where.line > 0 ? name->where : g->where[e];
    return phk_error(diag, PH_E_MODEL, where, hint, "force `%s`: joint `%s`, of type `%s`, %s",
                     g->name[e], name->text, c->type->name, wrong);
}

/* The rows by which elements hold their joints, behind all other constraints. */
static ph_status add_holds(phk_program *program, phk_group *g)
{
    const ph_holding *holding = g->type->holding;
    size_t n = (size_t)program->constraints, room = n + (size_t)g->n + 1;
    phk_constraint *all = phk_arena_alloc(&program->arena, room * sizeof *all);
    g->hold = phk_arena_alloc(&program->arena, ((size_t)g->n + 1) * sizeof *g->hold);
    if (!all || !g->hold) return PH_E_NOMEM;
    memcpy(all, program->constraint, n * sizeof *all);
    for (int e = 0; e < g->n; e++) {
        const void *par = g->par + (size_t)e * g->type->par_bytes;
        const ph_joint_type *row = holding->row(par);
        const phk_constraint *joint = &program->constraint[g->joint[e]];
        g->hold[e] = row ? (int)n : -1;
        if (!row) continue;
        all[n++] = (phk_constraint){.kind = PHK_HOLD_TYPE,
                                    .name = g->name[e],
                                    .where = g->where[e],
                                    .type = row,
                                    .par = par,
                                    .markers = 2,
                                    .marker = {joint->marker[0], joint->marker[1]},
                                    .velocity_rows = 1,
                                    .memory = -1,
                                    .switched = true};
    }
    program->constraint = all;
    program->constraints = (int)n;
    phk_program_number_rows(program);
    return PH_OK;
}

ph_status phk_program_attach(phk_program *program, ph_diag *diag)
{
    ph_status status = PH_OK;
    for (int k = 0; k < program->elements.groups; k++) {
        phk_group *g = &program->elements.group[k];
        const ph_field *f = joint_field(g->type, &g->at);
        if (!f) continue;
        g->joint = phk_arena_alloc(&program->arena, ((size_t)g->n + 1) * sizeof *g->joint);
        if (!g->joint) return PH_E_NOMEM;
        for (int e = 0; e < g->n; e++) {
            ph_status one = attach_one(program, g, e, f, diag);
            if (one) status = one;
        }
        if (!status && g->type->holding) status = add_holds(program, g);
    }
    return status;
}
