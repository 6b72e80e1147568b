/* SPDX-License-Identifier: BSD-3-Clause
 *
 * force_torque.c -- `torque`: a free torque by three expressions. See force_vector.h.
 */
#include "element/force_vector.h"

PHK_VECTOR_KERNELS(.torque = 1, .values = 4)

static const ph_field fields[] = {PHK_PLACE_FIELDS(phk_vector, "torque"),
                                  PHK_AXES_FIELDS(phk_vector, PHK_AXES_WORLD),
                                  PHK_COMPONENT_FIELD(phk_vector, torque, "N m", PH_REQUIRED),
                                  PHK_LEDGER_FIELDS(phk_vector, "torque")};

const ph_force_type phk_force_torque = {
    .name = "torque",
    .help = "torque by three expressions, on one body or between two",
    PHK_VECTOR_TYPE,
};
