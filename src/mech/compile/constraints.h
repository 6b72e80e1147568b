/* SPDX-License-Identifier: BSD-3-Clause
 *
 * constraints.h -- joints, motions and equations of a model, compiled.
 */
#ifndef PHK_CONSTRAINTS_H
#define PHK_CONSTRAINTS_H

#include "mech/system/program.h"

/* Adds the joints and motions of the model, with their markers and formulas. All errors go to
 * diag. */
ph_status phk_program_add_constraints(phk_program *program, ph_diag *diag);

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
