/* SPDX-License-Identifier: BSD-3-Clause
 *
 * constraints.h -- joints, motions and equations of a model, compiled.
 */
#ifndef PHK_CONSTRAINTS_H
#define PHK_CONSTRAINTS_H

#include "mech/system/program.h"

/* Puts the joints of the model in their places, with their markers; then, when all quantities are
 * known, adds equations and motions. All errors go to diag. */
ph_status phk_program_place_joints(phk_program *program, ph_diag *diag);
ph_status phk_program_add_constraints(phk_program *program, ph_diag *diag);

/* A field of an element that names joints: of what kind the element is, its name, its place. */
typedef struct {
    const char *kind, *name;
    ph_source where;
    const ph_field *field;
} phk_joined;
/* Fills in the joints a field names, and their markers, two for each it may name. */
ph_status phk_program_join(phk_program *program, const phk_joined *by, ph_joints *joints,
                           int *marker, ph_diag *diag);

/* Tells forces that are on joints of these; behind the constraints. */
ph_status phk_program_attach(phk_program *program, ph_diag *diag);

/* Numbers the rows of all constraints, velocity rows last. */
void phk_program_number_rows(phk_program *program);

/* Initial values of joints and motions make sense; else all that is wrong goes to diag. */
ph_status phk_check_joint_start(const ph_model *model, int joint, ph_diag *diag);
ph_status phk_check_motion_start(const ph_model *model, int motion, ph_diag *diag);
/* Whether the model has any. */
bool phk_model_has_starts(const ph_model *model);
/* Adds a motion behind the others for each direction in which a joint has initial values; before
 * phk_program_finish. */
ph_status phk_program_add_starts(phk_program *program);

#endif
