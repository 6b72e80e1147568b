/* SPDX-License-Identifier: BSD-3-Clause
 *
 * force_force.c -- `force`: a force by three expressions, at the origin of a marker. See
 * force_vector.h.
 */
#include "element/force_vector.h"

PHK_VECTOR_KERNELS(.force = 1, .values = 4)

static const ph_field fields[] = {PHK_PLACE_FIELDS(phk_vector, "force"),
                                  PHK_AXES_FIELDS(phk_vector, PHK_AXES_WORLD),
                                  PHK_COMPONENT_FIELD(phk_vector, force, "N", PH_REQUIRED),
                                  PHK_LEDGER_FIELDS(phk_vector, "force")};

const ph_force_type phk_force_force = {
    .name = "force",
    .help = "force by three expressions, on one body or between two",
    PHK_VECTOR_TYPE,
};
