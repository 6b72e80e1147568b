/* SPDX-License-Identifier: BSD-3-Clause
 *
 * scope.h -- what the names in an expression mean: parameters, time, variables, and quantities of
 * bodies and markers ("top.omega.z", "distance(a, b)").
 */
#ifndef PHK_SCOPE_H
#define PHK_SCOPE_H

#include "mech/system/program.h"

/* Compiles an expression of the program's model. Quantities it reads become inputs of it.
 * owner and field are for messages. */
ph_status phk_program_compile(phk_program *program, const ph_expr *expr, const char *owner,
                              const char *field, ph_diag *diag, phk_formula *formula);
/* The same of the law of a contact: input 0 is its depth, 1 the rate of that. It may read
 * parameters and tables besides, and call functions. */
ph_status phk_program_compile_contact(phk_program *program, const ph_expr *expr, ph_diag *diag,
                                      const phk_tape **tape);
/* The variables of the model: an input each, their formulas, and an order in which each comes after
 * those it reads. */
ph_status phk_program_add_variables(phk_program *program, ph_diag *diag);
/* The requests of the model: a formula for each column. They read quantities of their own, behind
 * those of all else: to be called last. */
ph_status phk_program_add_requests(phk_program *program, ph_diag *diag);
/* What a formula depends on, also through variables: on nothing but time; on nothing but time,
 * places and states, as a constraint may. */
void phk_program_classify(const phk_program *program, const phk_formula *formula, bool *of_time,
                          bool *of_place);

#endif
