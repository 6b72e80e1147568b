/* SPDX-License-Identifier: BSD-3-Clause
 *
 * scope.h -- what the names in an expression mean: parameters, time, variables, and quantities of
 * bodies and markers ("top.omega.z", "distance(a, b)").
 */
#ifndef PHK_SCOPE_H
#define PHK_SCOPE_H

#include "mech/system/system.h"

/* Compiles an expression of the system's model. Quantities it reads become inputs of the system.
 * owner and field are for messages. */
ph_status phk_system_compile(phk_system *system, const ph_expr *expr, const char *owner,
                             const char *field, ph_diag *diag, phk_formula *formula);
/* The variables of the model: an input each, their formulas, and an order in which each comes after
 * those it reads. */
ph_status phk_system_add_variables(phk_system *system, ph_diag *diag);
/* The requests of the model: a formula for each column. They read quantities of their own, behind
 * those of all else: to be called last. */
ph_status phk_system_add_requests(phk_system *system, ph_diag *diag);
/* What a formula depends on, also through variables: on nothing but time; on nothing but time,
 * places and states, as a constraint may. */
void phk_system_classify(const phk_system *system, const phk_formula *formula, bool *of_time,
                         bool *of_place);
/* Something happens at a time; none of what happens at no time. Sort when all are there. */
ph_status phk_system_add_event(phk_system *system, phk_event event);
void phk_system_sort_events(phk_system *system);

#endif
