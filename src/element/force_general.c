/* SPDX-License-Identifier: BSD-3-Clause
 *
 * force_general.c -- `general_force`: force and torque by six expressions, at the origin of a
 * marker. See force_vector.h.
 */
#include "element/force_vector.h"

PHK_VECTOR_KERNELS(.force = 1, .torque = 1, .values = 7)

static const ph_field fields[] = {
    PHK_PLACE_FIELDS(phk_vector, "load"), PHK_AXES_FIELDS(phk_vector, PHK_AXES_WORLD),
    PHK_COMPONENT_FIELD(phk_vector, force, "N", 0),
    PHK_COMPONENT_FIELD(phk_vector, torque, "N m", 0), PHK_LEDGER_FIELDS(phk_vector, "load")};

const ph_force_type phk_force_general = {
    .name = "general_force",
    .help = "force and torque by six expressions, on one body or between two",
    PHK_VECTOR_TYPE,
};
