/* SPDX-License-Identifier: BSD-3-Clause
 *
 * check.h -- values no physical body can have.
 */
#ifndef PHK_CHECK_H
#define PHK_CHECK_H

#include "mech/model/model.h"

/* Mass, inertia, orientation and finiteness of every body and marker; all errors go to diag. */
ph_status phk_check_bodies(const ph_model *model, ph_diag *diag);
/* Can a body have this inertia about its centre of mass? The triangle inequality, with room for the
 * rounding of given decimals. */
bool phk_is_physical(ph_sym3 inertia);
/* Sizes and places of every shape. */
ph_status phk_check_shapes(const ph_model *model, ph_diag *diag);
/* Bits of the fields a shape of that kind must have in a file. */
uint64_t phk_shape_sizes(int kind);

#endif
