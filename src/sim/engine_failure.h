/* SPDX-License-Identifier: BSD-3-Clause
 *
 * engine_failure.h -- why an engine could not go on, in words: when, in which step, which equation
 * of which element, and what may help.
 */
#ifndef PHK_ENGINE_FAILURE_H
#define PHK_ENGINE_FAILURE_H

#include "integrate/engine.h"
#include "integrate/project.h"
#include "mech/system.h"

/* Each returns the status it reports. room: for a residual of the system. */
ph_status phk_explain_engine(const phk_system *system, const phk_engine *engine, ph_status status,
                             double *room, ph_diag *diag);
/* what: "positions", "velocities" or "accelerations and reactions", which do not exist at time t.
 */
ph_status phk_explain_projection(const phk_system *system, const phk_dae *dae,
                                 const phk_project *project, ph_status status, double t,
                                 const char *what, ph_diag *diag);

#endif
