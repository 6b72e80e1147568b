/* SPDX-License-Identifier: BSD-3-Clause
 *
 * compiled.h -- a model compiled to a mechanism, for tests of its equations: no simulation around
 * it, and nothing assembled.
 */
#ifndef COMPILED_H
#define COMPILED_H

#include "mech/equations/mechanism.h"
#include "mech/system/system.h"

/* A system with a program of its own: free with compiled_free. */
static inline ph_status compile_system(const ph_model *model, ph_diag *diag, phk_system **system)
{
    phk_program *program = NULL;
    *system = NULL;
    ph_status status = phk_program_create(model, diag, &program);
    if (!status) status = phk_program_finish(program, diag);
    if (!status) status = phk_system_create(program, system);
    if (status) phk_program_free(program);
    return status;
}

static inline void compiled_free(phk_system *system)
{
    phk_program *program = system ? (phk_program *)system->program : NULL;
    phk_system_free(system);
    phk_program_free(program);
}

/* What was made before a failure is there to be freed. */
static inline ph_status compile_model(const ph_model *model, ph_diag *diag, phk_system **system,
                                      phk_mechanism **mechanism)
{
    ph_status status = compile_system(model, diag, system);
    if (!status) status = phk_mechanism_create(*system, diag, mechanism);
    return status;
}

#endif
