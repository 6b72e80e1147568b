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
    return side->marker >= 0 ? side->marker : phk_program_add_side(program, side);
}

ph_status phk_program_join(phk_program *program, const phk_joined *by, ph_joints *joints,
                           int *marker, ph_diag *diag)
{
    ph_status status = phk_find_joints(program->model, by->kind, by->name, by->where, by->field,
                                       joints, diag, joints->joint);
    int ground = phk_program_place(program, "ground", strlen("ground"));
    if (ground < 0) return PH_E_NOMEM;
    for (int k = 0; k < by->field->max; k++) {
        int joint = joints->joint[k];
        const phk_constraint *c = joint < 0 ? NULL : &program->constraint[joint];
        if (c && c->markers == 0) c = NULL; /* it could not be placed, which has been told */
        joints->free[k] = c ? c->type->free : 0;
        joints->rows[k] = c ? phk_constraint_rows(c) : 0;
        for (int m = 0; m < 2; m++) marker[2 * k + m] = c ? c->marker[m] : ground;
    }
    return status;
}

/* The markers of a joint: its two sides, or the places and joints its fields name. */
static ph_status put_markers(phk_program *program, const phk_side *side, void *par,
                             phk_constraint *c, ph_diag *diag)
{
    int marker[PH_JOINT_MARKERS], count = phk_joint_markers(c->type), at = 0;
    if (c->type->markers == 0) {
        for (; at < count; at++)
            if ((marker[at] = marker_of(program, &side[at])) < 0) return PH_E_NOMEM;
    } else {
        for (const ph_field *f = c->type->fields; f->name; at += phk_field_markers(f++)) {
            phk_joined by = {"joint", c->name, c->where, f};
            ph_joints *joints = (void *)((char *)par + f->offset);
            ph_status status = PH_OK;
            if (f->kind == PH_FIELD_JOINTS)
                status = phk_program_join(program, &by, joints, marker + at, diag);
            else if (f->kind == PH_FIELD_PLACE && (marker[at] = marker_of(program, &side[at])) < 0)
                status = PH_E_NOMEM;
            if (status) return status;
        }
    }
    c->markers = count;
    memcpy(c->marker, marker, (size_t)count * sizeof *marker);
    return PH_OK;
}

static void curve_at(const void *form, double u, ph_vec3 derivative[4])
{
    double part[PHK_CURVE_PARTS][4];
    for (int k = 0; k < PHK_CURVE_PARTS; k++) phk_spline_eval(form, (phk_spline_kind)k, u, part[k]);
    for (int i = 0; i < 4; i++) derivative[i] = ph_v3(part[0][i], part[1][i], part[2][i]);
}

static ph_status no_curve(const phk_program *program, const phk_constraint *c, const ph_text *curve,
                          bool table, ph_diag *diag)
{
    phk_nearest nearest = phk_nearest_to(curve->text, strlen(curve->text));
    if (!table && phk_diag_wants(diag, curve->where))
        phk_model_offer(program->model, PHK_KIND_TABLE, &nearest);
    char hint[200] = "it must be named under `tables`, with its `points`";
    if (nearest.best) snprintf(hint, sizeof hint, "did you mean `%.150s`?", nearest.best);
    return phk_error(diag, PH_E_NAME, curve->where.line > 0 ? curve->where : c->where, hint,
                     table ? "joint `%s`: table `%s` has no `points`: it is no curve in space"
                           : "joint `%s`: there is no table `%s`",
                     c->name, curve->text);
}

/* The curves a joint names. */
static ph_status find_curves(const phk_program *program, void *par, const phk_constraint *c,
                             ph_diag *diag)
{
    ph_status status = PH_OK;
    for (const ph_field *f = c->type->fields; f && f->name; f++) {
        ph_curve *curve = (void *)((char *)par + f->offset);
        if (f->kind != PH_FIELD_CURVE || !curve->name.text) continue;
        phk_object o = phk_model_find(program->model, curve->name.text, strlen(curve->name.text));
        bool table = o.index >= 0 && o.kind == PHK_KIND_TABLE;
        const ph_table_def *t = table ? &phk_tables(program->model)[o.index] : NULL;
        if (!t || t->points.count == 0) {
            status = no_curve(program, c, &curve->name, table, diag);
            continue;
        }
        curve->at = curve_at;
        curve->form = program->table[o.index];
        curve->closed = t->closed, curve->control = t->control;
        curve->order = t->order ? t->order : 4;
        curve->count = t->points.count / 3;
        curve->point = t->points.value;
        if (!curve->form) status = PH_E_MODEL; /* which has been told */
    }
    return status;
}

/* Completes the parameters of a joint with the frames as drawn. */
static ph_status complete(const phk_program *program, const phk_side *side, void *par,
                          const phk_constraint *c, ph_diag *diag)
{
    ph_frame frame[PH_JOINT_MARKERS];
    int body[PH_JOINT_MARKERS];
    ph_drawn drawn = {.frame = frame, .body = body};
    if (!c->type->complete) return PH_OK;
    for (int k = 0; k < c->markers; k++) {
        frame[k] = phk_side_frame(program->model, &side[k]);
        body[k] = side[k].body;
    }
    const char *wrong = c->type->complete(par, &drawn);
    if (wrong) return phk_error(diag, PH_E_MODEL, c->where, NULL, "joint `%s` %s", c->name, wrong);
    if (drawn.note) phk_warn(diag, PH_OK, c->where, NULL, "joint `%s` %s", c->name, drawn.note);
    return PH_OK;
}

/* A row on positions, or, where it reads velocities, one on these. */
static ph_status add_equation(phk_program *program, int j, ph_diag *diag)
{
    phk_constraint *c = &program->constraint[j];
    const ph_expr *expr = &phk_joints(program->model)[j].equation;
    c->where = expr->where;
    ph_status status =
        phk_program_add_formula(program, expr, c->name, "equation", diag, &c->formula);
    if (status) return status;
    if (c->formula < 0)
        return phk_error(diag, PH_E_MISSING, c->where, "give an expression that is kept at zero",
                         "constraint `%s` has no equation", c->name);
    int degree = phk_program_degree(program, &program->formula[c->formula]);
    if (degree < 0) return PH_E_NOMEM;
    if (degree == PHK_DEGREE_SOLVED)
        return phk_error(diag, PH_E_MODEL, c->where,
                         "it may read positions, rotations, distances, velocities, states and time",
                         "equation of `%s` reads accelerations, forces or what else is solved for",
                         c->name);
    if (degree == PHK_DEGREE_MORE)
        return phk_error(diag, PH_E_MODEL, c->where,
                         "velocities may be added up, and multiplied with or divided by what does "
                         "not depend on them: a force can hold what is not linear",
                         "equation of `%s` is not linear in the velocities it reads", c->name);
    c->rows = degree == 0;
    c->velocity_rows = degree == 1;
    if (phk_program_is_timed(program, &program->formula[c->formula]))
        return phk_error(diag, PH_E_MODEL, c->where, "let it read the place of some body",
                         "equation of `%s` holds nothing: it reads no place", c->name);
    return PH_OK;
}

static bool has_expressions(const ph_joint_type *type)
{
    for (const ph_field *f = type->fields; f && f->name; f++)
        if (f->kind == PH_FIELD_EXPR || f->kind == PH_FIELD_EXPR3) return true;
    return false;
}

/* A joint with its markers, parameters, rows and what it keeps from step to step. */
static ph_status place_joint(phk_program *program, int j, ph_diag *diag)
{
    phk_constraint *c = &program->constraint[j];
    const ph_joint_type *type = c->type;
    if (has_expressions(type))
        return phk_error(diag, PH_E_UNSUPPORTED, c->where,
                         "a motion, or a constraint by an equation, may depend on expressions",
                         "joint `%s`: its type `%s` has expressions, which joints cannot take",
                         c->name, type->name);
    c->kind = type->row && !type->velocity ? PHK_HOLD_ROWS : PHK_HOLD_TYPE;
    c->rows = type->rows;
    c->velocity_rows = type->velocity ? type->velocity->rows : 0;
    void *par = phk_arena_alloc(&program->arena, type->par_bytes + 1);
    if (!par) return PH_E_NOMEM;
    if (type->par_bytes) c->par = memcpy(par, c->par, type->par_bytes);
    phk_side side[PH_JOINT_MARKERS];
    ph_status started = phk_check_joint_start(program->model, j, diag);
    ph_status status = phk_place_joint(program->model, j, diag, side);
    if (!status) status = put_markers(program, side, par, c, diag);
    ph_status curved = find_curves(program, par, c, diag);
    if (!status) status = curved;
    if (!status) status = complete(program, side, par, c, diag);
    if (type->remember) {
        c->memory = program->kept;
        program->kept += type->memory;
    }
    return status ? status : started;
}

ph_status phk_program_place_joints(phk_program *program, ph_diag *diag)
{
    const phk_list *list = &program->model->list[PHK_KIND_JOINT];
    int motions = ph_model_motions(program->model);
    size_t n = (size_t)list->count + (size_t)motions;
    program->constraint = phk_arena_alloc(&program->arena, (n + 1) * sizeof *program->constraint);
    if (!program->constraint) return PH_E_NOMEM;
    program->constraints = list->count + motions;
    for (int j = 0; j < list->count; j++) {
        const phk_joint *joint = &phk_joints(program->model)[j];
        program->constraint[j] = (phk_constraint){.kind = PHK_HOLD_EQUATION,
                                                  .name = list->name[j],
                                                  .label = phk_list_label(list, j),
                                                  .where = joint->def.where,
                                                  .type = joint->type,
                                                  .par = joint->par,
                                                  .rows = 1,
                                                  .memory = -1};
    }
    /* those that are about others come when these have their places */
    ph_status status = PH_OK;
    for (int about = 0; about < 2; about++)
        for (int j = 0; j < list->count; j++) {
            const ph_joint_type *type = program->constraint[j].type;
            if (!type || (type->markers > 0) != about) continue;
            ph_status one = place_joint(program, j, diag);
            if (one == PH_E_NOMEM) return one;
            if (one) status = one;
        }
    return status;
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
    c->markers = 2;
    for (int k = 0; !status && k < 2; k++)
        if ((c->marker[k] = marker_of(program, &side[k])) < 0) return PH_E_NOMEM;
    return status;
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
    if (count == 1 && c->order > 0 && def->weight > 0)
        return phk_error(diag, PH_E_UNSUPPORTED, def->where,
                         "give the `displacement` that was measured; its rates follow",
                         "motion `%s` has a `weight`, which is for measured displacements",
                         c->name);
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
                          .memory = -1,
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
    if (!status && !phk_program_is_timed(program, &c->motion))
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
    int joints = ph_model_joints(program->model);
    ph_status status = PH_OK;
    for (int k = 0; k < program->constraints; k++) {
        phk_constraint *c = &program->constraint[k];
        if (k < joints && c->type) continue;
        ph_status one =
            k < joints ? add_equation(program, k, diag) : add_motion(program, k - joints, c, diag);
        if (one == PH_E_NOMEM) return one;
        if (one) status = one;
    }
    phk_program_number_rows(program);
    return status;
}
