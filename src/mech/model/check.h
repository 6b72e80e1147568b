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
/* Makes the sizes of a shape that was not read by its fields those of its kind: what it must have
 * was given, what it has none of goes. */
void phk_fit_sizes(ph_shape_def *shape);
/* A place that object i of a kind names: a body, a marker or ground (also NULL). */
ph_status phk_check_place(const ph_model *model, phk_kind kind, int i, const char *place,
                          ph_source where, ph_diag *diag);

#endif
