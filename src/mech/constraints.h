/* SPDX-License-Identifier: BSD-3-Clause
 *
 * constraints.h -- joints, motions and equations of a model, compiled.
 */
#ifndef PHK_CONSTRAINTS_H
#define PHK_CONSTRAINTS_H

#include "mech/system.h"

/* Adds the joints and motions of the model, with their markers and formulas. All errors go to
 * diag. */
ph_status phk_system_add_constraints(phk_system *system, ph_diag *diag);

#endif
