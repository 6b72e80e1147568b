/* SPDX-License-Identifier: BSD-3-Clause
 *
 * check.h -- values no physical body can have.
 */
#ifndef PHK_CHECK_H
#define PHK_CHECK_H

#include "mech/model.h"

/* Mass, inertia, orientation and finiteness of every body and marker; all errors go to diag. */
ph_status phk_check_bodies(const ph_model *model, ph_diag *diag);
/* Sizes and places of every shape. */
ph_status phk_check_shapes(const ph_model *model, ph_diag *diag);
/* Bits of the fields a shape of that kind must have in a file. */
uint64_t phk_shape_sizes(int kind);

#endif
