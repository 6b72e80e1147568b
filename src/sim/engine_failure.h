/* SPDX-License-Identifier: BSD-3-Clause
 *
 * engine_failure.h -- why an engine could not go on, in words: when, in which step, which equation
 * of which element, and what may help.
 */
#ifndef PHK_ENGINE_FAILURE_H
#define PHK_ENGINE_FAILURE_H

#include "sim/drive_engine.h"

/* Each returns the status it reports. */
ph_status phk_explain_engine(const phk_drive_engine *drive, ph_status status, ph_diag *diag);
/* what: "positions", "velocities" or "accelerations and reactions", which do not exist at this
 * state. */
ph_status phk_explain_projection(const phk_drive_engine *drive, const phk_snapshot *at,
                                 ph_status status, const char *what, ph_diag *diag);

#endif
