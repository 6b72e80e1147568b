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
/* Which parameters events set: before anything is compiled. */
ph_status phk_program_add_settings(phk_program *program);
/* The events of the model; read as requests are, and first among what is. */
ph_status phk_program_add_triggers(phk_program *program, ph_diag *diag);
/* Whether a formula depends on nothing but time, also through variables. */
bool phk_program_is_timed(const phk_program *program, const phk_formula *formula);
/* Its degree in velocities, also through variables: 0: it reads time, places and states alone, 1:
 * it is linear, PHK_DEGREE_MORE: not so; PHK_DEGREE_SOLVED: it reads what is solved for. -1: out of
 * memory. */
enum { PHK_DEGREE_SOLVED = PHK_DEGREE_MORE + 1 };
int phk_program_degree(phk_program *program, const phk_formula *formula);

#endif
