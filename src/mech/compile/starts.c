/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Where joints and motions start: initial displacements and velocities, as the model gives them.
 *
 * Those of a joint become motions without a law, which hold it in a program that is made for the
 * assembly alone; those of a motion are where its integral starts.
 */
#include <math.h>
#include <string.h>
#include "base/diag.h"
#include "mech/compile/constraints.h"
#include "mech/system/row.h"

/* In the order of ph_joint_def.initial; displacement and velocity along z, then about z. */
static const char *const word[] = {"displacement", "velocity", "angle", "rate"};
enum { ALONG, ABOUT };
static const unsigned needs[] = {PH_FREE_Z, PH_TURN_Z};
static const int direction[] = {2, 5};

static bool is_given(const double *start)
{
    return !isnan(start[0]) || !isnan(start[1]);
}

ph_status phk_check_joint_start(const ph_model *model, int j, ph_diag *diag)
{
    const phk_joint *joint = &phk_joints(model)[j];
    const char *name = model->list[PHK_KIND_JOINT].name[j];
    ph_status status = PH_OK;
    for (int k = 0; k < 4; k++) {
        double value = joint->def.initial[k];
        if (isnan(value)) continue;
        if (isinf(value))
            status = phk_error(diag, PH_E_RANGE, joint->def.where, NULL,
                               "the initial %s of joint `%s` is not finite", word[k], name);
        if (!(joint->type->free & needs[k / 2]))
            status = phk_error(diag, PH_E_MODEL, joint->def.where, "leave it out",
                               "joint `%s` has an initial %s, but a joint of type `%s` does not "
                               "%s its z axis",
                               name, word[k], joint->type->name,
                               k / 2 == ALONG ? "move along" : "turn about");
    }
    return status;
}

ph_status phk_check_motion_start(const ph_model *model, int i, ph_diag *diag)
{
    const ph_motion_def *def = &phk_motions(model)[i];
    const char *name = model->list[PHK_KIND_MOTION].name[i];
    ph_status status = PH_OK;
    if (isinf(def->initial_displacement) || isinf(def->initial_velocity))
        status = phk_error(diag, PH_E_RANGE, def->where, NULL,
                           "an initial value of motion `%s` is not finite", name);
    if (!isnan(def->initial_displacement) && def->displacement.text)
        status = phk_error(diag, PH_E_MODEL, def->where, "leave it out",
                           "motion `%s` has a displacement, and an initial one beside it", name);
    if (!isnan(def->initial_velocity) && !def->acceleration.text)
        status = phk_error(diag, PH_E_MODEL, def->where, "it goes with an `acceleration`",
                           "motion `%s` has an initial velocity, which follows from its law", name);
    return status;
}

bool phk_model_has_starts(const ph_model *model)
{
    for (int j = 0; j < ph_model_joints(model); j++) {
        const phk_joint *joint = &phk_joints(model)[j];
        if (joint->type && (is_given(joint->def.initial) || is_given(joint->def.initial + 2)))
            return true;
    }
    for (int i = 0; i < ph_model_motions(model); i++)
        if (!isnan(phk_motions(model)[i].initial_displacement) ||
            !isnan(phk_motions(model)[i].initial_velocity))
            return true;
    return false;
}

ph_status phk_program_add_starts(phk_program *program)
{
    int joints = ph_model_joints(program->model), n = program->constraints;
    size_t room = (size_t)n + 2 * (size_t)joints + 1;
    phk_constraint *all = phk_arena_alloc(&program->arena, room * sizeof *all);
    if (!all) return PH_E_NOMEM;
    memcpy(all, program->constraint, (size_t)n * sizeof *all);
    for (int j = 0; j < joints; j++)
        for (int k = 0; k < 2 && all[j].type; k++) {
            const double *start = phk_joints(program->model)[j].def.initial + 2 * k;
            if (!is_given(start)) continue;
            all[n++] = (phk_constraint){.kind = PHK_HOLD_MOTION,
                                        .name = all[j].name,
                                        .label = all[j].label,
                                        .where = all[j].where,
                                        .memory = -1,
                                        .joint = j,
                                        .markers = 2,
                                        .marker = {all[j].marker[0], all[j].marker[1]},
                                        .rows = 1,
                                        .row = phk_motion_row(direction[k]),
                                        .order = PHK_ORDER_START,
                                        .start = {start[0], start[1]}};
        }
    program->constraint = all;
    program->constraints = n;
    phk_program_number_rows(program);
    return PH_OK;
}
