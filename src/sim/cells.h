/* SPDX-License-Identifier: BSD-3-Clause
 *
 * cells.h -- between the two layouts of a state: x, v, q, w of all bodies as a structure of arrays,
 * and the coordinates and velocities of a dae, cell after cell.
 */
#ifndef PHK_CELLS_H
#define PHK_CELLS_H

#include "integrate/project.h"
#include "mech/system/system.h"

/* A body without a place rests on its pivot. Quaternions are handed over bit for bit. Cells that
 * are neither place nor rotation of a body stay as they are: a state of bodies has no room for
 * them. */
void phk_cells_gather(const phk_dae *dae, const phk_state *state, double *q, double *v);
/* s: [PHK_STATE_SLOTS * ld], see sim/drive.h. */
void phk_cells_scatter(const phk_dae *dae, const double *q, const double *v, double *s, int ld);
/* Accelerations: linear[c * ld + body], angular[c * ld + body]. */
void phk_cells_rates(const phk_dae *dae, const double *a, double *linear, double *angular, int ld);
/* Those other cells at t within the step from a to b: cubics by values and rates at its ends. */
void phk_cells_between(const phk_dae *dae, const phk_snapshot *a, const phk_snapshot *b, double t,
                       double *q, double *v);
/* sign times an impulse, direction by direction [nv]. */
void phk_cells_blow(const phk_dae *dae, const double *linear, const double *angular, int ld,
                    double sign, double *blow);

#endif
