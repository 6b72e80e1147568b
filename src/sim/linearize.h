/* SPDX-License-Identifier: BSD-3-Clause
 *
 * linearize.h -- a simulation's present state, linearised: what linearize.c and modes.c share.
 */
#ifndef PHK_SIM_LINEARIZE_H
#define PHK_SIM_LINEARIZE_H

#include "analysis/linear.h"
#include "sim/drive_engine.h"

typedef struct {
    phk_drive_engine *drive;
    double *room;
    phk_state state; /* a copy, that meets the constraints, with accelerations */
    phk_point p;
    phk_pencil pencil;
    ph_quat axes;  /* of the frame */
    double change; /* see phk_pencil_change */
} phk_here;

/* At the present state, seen from a frame (NULL: the world); errors to diag. */
ph_status phk_here_create(ph_sim *sim, const char *frame, ph_diag *diag, phk_here *out);
void phk_here_free(phk_here *here);
/* Says what eigenvalues mean little for: a state that is not steady, samples that are held. */
void phk_here_tell(const phk_here *here, ph_diag *diag);
/* Why there are no eigenvalues or no matrices. */
ph_status phk_here_explain(const phk_here *here, ph_status status, int row, ph_diag *diag);

#endif
