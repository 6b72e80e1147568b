/* SPDX-License-Identifier: BSD-3-Clause
 *
 * compiled.h -- a model compiled to a mechanism, for tests of its equations: no simulation around
 * it, and nothing assembled.
 */
#ifndef COMPILED_H
#define COMPILED_H

#include "mech/equations/mechanism.h"
#include "mech/system/system.h"

/* What was made before a failure is there to be freed. */
static inline ph_status compile_model(const ph_model *model, ph_diag *diag, phk_system **system,
                                      phk_mechanism **mechanism)
{
    ph_status status = phk_system_create(model, diag, system);
    if (!status) status = phk_system_finish(*system, diag);
    if (!status) status = phk_mechanism_create(*system, diag, mechanism);
    return status;
}

#endif
