/* SPDX-License-Identifier: BSD-3-Clause */
#include "mech/compile/constraints.h"

#include <stdio.h>
#include <string.h>
#include "base/diag.h"
#include "mech/model/place.h"
#include "mech/system/row.h"
#include "mech/compile/scope.h"

/* The marker of a side; negative: out of memory. */
static int marker_of(phk_program *program, const phk_side *side)
{
    if (side->marker >= 0) return side->marker;
    ph_vec3 r = side->body < 0 ? side->at : ph_add(program->r_C[side->body], side->at);
    return phk_program_add_marker(program, side->body, r, side->orientation);
}

static ph_status put_markers(phk_program *program, const phk_side *side, int count,
                             phk_constraint *c)
{
    c->markers = count;
    for (int k = 0; k < count; k++)
        if ((c->marker[k] = marker_of(program, &side[k])) < 0) return PH_E_NOMEM;
    return PH_OK;
}

/* A copy of the joint's parameters, completed with the frames as drawn. */
static ph_status complete(phk_program *program, const phk_side *side, phk_constraint *c,
                          ph_diag *diag)
{
    if (!c->type->par_bytes) return PH_OK;
    void *par = phk_arena_alloc(&program->arena, c->type->par_bytes);
    if (!par) return PH_E_NOMEM;
    memcpy(par, c->par, c->type->par_bytes);
    c->par = par;
    if (!c->type->complete) return PH_OK;
    ph_frame frame[PH_JOINT_MARKERS];
    for (int k = 0; k < phk_joint_markers(c->type); k++)
        frame[k] = phk_side_frame(program->model, &side[k]);
    const char *wrong = c->type->complete(par, frame);
    return wrong ? phk_error(diag, PH_E_MODEL, c->where, NULL, "joint `%s` %s", c->name, wrong)
                 : PH_OK;
}

static ph_status add_equation(phk_program *program, const ph_expr *expr, phk_constraint *c,
                              ph_diag *diag)
{
    bool of_time, of_place;
    ph_status status =
        phk_program_add_formula(program, expr, c->name, "equation", diag, &c->formula);
    if (status) return status;
    if (c->formula < 0)
        return phk_error(diag, PH_E_MISSING, c->where, "give an expression that is kept at zero",
                         "constraint `%s` has no equation", c->name);
    phk_program_classify(program, &program->formula[c->formula], &of_time, &of_place);
    if (!of_place)
        return phk_error(diag, PH_E_MODEL, c->where,
                         "it may read positions, rotations, distances, states and time",
                         "equation of `%s` reads velocities or what is solved for", c->name);
    if (of_time)
        return phk_error(diag, PH_E_MODEL, c->where, "let it read the place of some body",
                         "equation of `%s` holds nothing: it reads no place", c->name);
    return PH_OK;
}

static ph_status add_joint(phk_program *program, int j, phk_constraint *c, ph_diag *diag)
{
    const phk_joint *joint = &phk_joints(program->model)[j];
    *c = (phk_constraint){.name = program->model->list[PHK_KIND_JOINT].name[j],
                          .label = phk_list_label(&program->model->list[PHK_KIND_JOINT], j),
                          .where = joint->def.where,
                          .type = joint->type,
                          .par = joint->par};
    if (!joint->type) {
        c->kind = PHK_HOLD_EQUATION;
        c->where = joint->equation.where;
        c->rows = 1;
        return add_equation(program, &joint->equation, c, diag);
    }
    for (const ph_field *f = joint->type->fields; f && f->name; f++)
        if (f->kind == PH_FIELD_EXPR || f->kind == PH_FIELD_EXPR3)
            return phk_error(diag, PH_E_UNSUPPORTED, c->where,
                             "a motion, or a constraint by an equation, may depend on expressions",
                             "joint `%s`: its type `%s` has expressions, which joints cannot take",
                             c->name, joint->type->name);
    const ph_velocity_rows *velocity = joint->type->velocity;
    c->kind = joint->type->row && !velocity ? PHK_HOLD_ROWS : PHK_HOLD_TYPE;
    c->rows = joint->type->rows;
    c->velocity_rows = velocity ? velocity->rows : 0;
    phk_side side[PH_JOINT_MARKERS];
    ph_status started = phk_check_joint_start(program->model, j, diag);
    ph_status status = phk_place_joint(program->model, j, diag, side);
    if (!status) status = complete(program, side, c, diag);
    if (!status) status = put_markers(program, side, phk_joint_markers(c->type), c);
    return status ? status : started;
}

/* ---- motions ---- */

static ph_status no_joint(const phk_program *program, const ph_motion_def *def, const char *name,
                          ph_diag *diag)
{
    phk_nearest nearest = phk_nearest_to(def->joint.text, strlen(def->joint.text));
    if (phk_diag_wants(diag, def->joint.where))
        phk_model_offer(program->model, PHK_KIND_JOINT, &nearest);
    char hint[200] = "it must be named under `joints`";
    if (nearest.best) snprintf(hint, sizeof hint, "did you mean `%.150s`?", nearest.best);
    return phk_error(diag, PH_E_NAME, def->joint.where, hint,
                     "motion `%s` drives a joint `%s` that does not exist", name, def->joint.text);
}

static const char *const directions[] = {"x", "y", "z", "rx", "ry", "rz"};

/* The direction a motion drives: as given, or the only one its joint leaves free. */
static ph_status pick_direction(const ph_motion_def *def, const char *name,
                                const ph_joint_type *type, int *direction, ph_diag *diag)
{
    char free[40] = "";
    int count = 0, last = -1;
    for (int d = 0; d < 6; d++) {
        if (!(type->free >> d & 1)) continue;
        size_t used = strlen(free);
        snprintf(free + used, sizeof free - used, "%s`%s`", used ? ", " : "", directions[d]);
        last = d;
        count++;
    }
    char hint[120];
    if (count == 0)
        return phk_error(diag, PH_E_MODEL, def->where,
                         "drive one marker against another with `between` and `direction`",
                         "motion `%s`: a joint of type `%s` has no motion to drive", name,
                         type->name);
    snprintf(hint, sizeof hint, "the joint leaves %s free", free);
    if (def->direction >= 0 && !(type->free >> def->direction & 1))
        return phk_error(diag, PH_E_MODEL, def->where, hint,
                         "motion `%s` drives direction `%s`, which joint `%s` holds", name,
                         directions[def->direction], def->joint.text);
    if (def->direction < 0 && count > 1)
        return phk_error(diag, PH_E_MISSING, def->where, hint, "motion `%s` needs a `direction`",
                         name);
    *direction = def->direction >= 0 ? def->direction : last;
    return PH_OK;
}

/* A motion on a joint uses the markers of that joint. */
static ph_status drive_joint(phk_program *program, const ph_motion_def *def, phk_constraint *c,
                             int *direction, ph_diag *diag)
{
    phk_object o = phk_model_find(program->model, def->joint.text, strlen(def->joint.text));
    if (o.index < 0 || o.kind != PHK_KIND_JOINT) return no_joint(program, def, c->name, diag);
    const phk_constraint *joint = &program->constraint[o.index];
    if (!joint->type)
        return phk_error(diag, PH_E_MODEL, def->where,
                         "drive one marker against another with `between` and `direction`",
                         "motion `%s`: `%s` is an equation, not a joint with a direction", c->name,
                         def->joint.text);
    c->markers = 2;
    c->marker[0] = joint->marker[0];
    c->marker[1] = joint->marker[1];
    return pick_direction(def, c->name, joint->type, direction, diag);
}

static ph_status drive_markers(phk_program *program, int i, const ph_motion_def *def,
                               phk_constraint *c, int *direction, ph_diag *diag)
{
    phk_side side[2];
    ph_status status = phk_place_motion(program->model, i, diag, side);
    *direction = def->direction;
    if (def->direction < 0)
        status = phk_error(diag, PH_E_MISSING, def->where, "one of x, y, z, rx, ry, rz",
                           "motion `%s` between two markers needs a `direction`", c->name);
    return status ? status : put_markers(program, side, 2, c);
}

/* Which expression of a motion is given, and that one alone. */
static ph_status pick_expression(const ph_motion_def *def, phk_constraint *c, const ph_expr **expr,
                                 ph_diag *diag)
{
    const ph_expr *given[] = {&def->displacement, &def->velocity, &def->acceleration};
    int count = 0;
    for (int k = 0; k < 3; k++) {
        if (!given[k]->text) continue;
        count++;
        c->order = k;
        *expr = given[k];
    }
    if (count == 1) return PH_OK;
    return phk_error(diag, PH_E_MISSING, def->where,
                     "give one of `displacement`, `velocity`, `acceleration`", "motion `%s` has %s",
                     c->name, count ? "more than one law" : "no law");
}

static ph_status add_motion(phk_program *program, int i, phk_constraint *c, ph_diag *diag)
{
    static const char *const field[] = {"displacement", "velocity", "acceleration"};
    const ph_motion_def *def = &phk_motions(program->model)[i];
    *c = (phk_constraint){.kind = PHK_HOLD_MOTION,
                          .name = program->model->list[PHK_KIND_MOTION].name[i],
                          .label = phk_list_label(&program->model->list[PHK_KIND_MOTION], i),
                          .where = def->where,
                          .rows = 1,
                          .start = {def->initial_displacement, def->initial_velocity}};
    const ph_expr *expr = NULL;
    int direction = 0;
    ph_status status = pick_expression(def, c, &expr, diag);
    ph_status placed = def->joint.text ? drive_joint(program, def, c, &direction, diag)
                                       : drive_markers(program, i, def, c, &direction, diag);
    if (placed && status != PH_E_NOMEM) status = placed;
    ph_status started = phk_check_motion_start(program->model, i, diag);
    if (started && !status) status = started;
    if (expr) {
        ph_status one =
            phk_program_compile(program, expr, c->name, field[c->order], diag, &c->motion);
        if (one) status = one;
    }
    if (!status) c->row = phk_motion_row(direction);
    bool of_time = true, of_place;
    if (!status) phk_program_classify(program, &c->motion, &of_time, &of_place);
    if (!of_time)
        status = phk_error(diag, PH_E_MODEL, expr->where,
                           "a motion is a function of time; let a force follow the quantity, or "
                           "write a constraint by an equation",
                           "%s of motion `%s` reads more than time", field[c->order], c->name);
    return status;
}

void phk_program_number_rows(phk_program *program)
{
    int next = 0;
    for (int k = 0; k < program->constraints; k++) {
        program->constraint[k].first = next;
        next += program->constraint[k].rows;
    }
    int positions = next;
    for (int k = 0; k < program->constraints; k++) {
        program->constraint[k].velocity_first = next;
        next += program->constraint[k].velocity_rows;
    }
    program->rows = next;
    program->velocity_rows = next - positions;
}

ph_status phk_program_add_constraints(phk_program *program, ph_diag *diag)
{
    int joints = ph_model_joints(program->model), motions = ph_model_motions(program->model);
    size_t n = (size_t)joints + (size_t)motions;
    program->constraint = phk_arena_alloc(&program->arena, (n + 1) * sizeof *program->constraint);
    if (!program->constraint) return PH_E_NOMEM;
    program->constraints = joints + motions;
    ph_status status = PH_OK;
    for (int k = 0; k < joints + motions; k++) {
        phk_constraint *c = &program->constraint[k];
        ph_status one =
            k < joints ? add_joint(program, k, c, diag) : add_motion(program, k - joints, c, diag);
        if (one == PH_E_NOMEM) return one;
        if (one) status = one;
    }
    phk_program_number_rows(program);
    return status;
}
