/* SPDX-License-Identifier: BSD-3-Clause
 *
 * scope.h -- what the names in an expression mean: parameters, time, variables, and quantities of
 * bodies and markers ("top.omega.z", "distance(a, b)").
 */
#ifndef PHK_SCOPE_H
#define PHK_SCOPE_H

#include "mech/system.h"

/* Compiles an expression of the system's model. Quantities it reads become inputs of the system,
 * variables it reads are compiled first. owner and field are for messages. */
ph_status phk_system_compile(phk_system *system, const ph_expr *expr, const char *owner,
                             const char *field, ph_diag *diag, phk_formula *formula);
/* Compiles variable v unless it is already. */
ph_status phk_system_compile_variable(phk_system *system, int v, ph_diag *diag);

#endif
