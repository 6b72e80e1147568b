/* SPDX-License-Identifier: BSD-3-Clause
 *
 * check.h -- values no physical body can have.
 */
#ifndef PHK_CHECK_H
#define PHK_CHECK_H

#include "mech/model/model.h"

/* What the rows of all kinds check, such as mass and inertia of bodies; all errors go to diag. */
ph_status phk_check_objects(const ph_model *model, ph_diag *diag);
/* Can a body have this inertia about its centre of mass? The triangle inequality, with room for the
 * rounding of given decimals. */
bool phk_is_physical(ph_sym3 inertia);
/* Says of a shape built otherwise than by a file that it has the sizes a shape of its kind must
 * have. */
void phk_give_sizes(ph_shape_def *shape);

#endif
