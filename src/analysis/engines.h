/* SPDX-License-Identifier: BSD-3-Clause
 *
 * engines.h -- analyses that go through time as integrators do, but solve for every state by
 * itself: a mechanism at rest, and one whose motion is given. So phases, rows and results of runs
 * are theirs as well.
 */
#ifndef PHK_ANALYSIS_ENGINES_H
#define PHK_ANALYSIS_ENGINES_H

#include "analysis/equilibrium.h"
#include "integrate/engine.h"

/* Equilibria one after the other, each sought from the last. */
extern const phk_engine_method phk_engine_static;
/* Of an engine of that method: how the last search went. */
const phk_statics_report *phk_engine_static_report(const phk_engine *engine);

/* Positions, velocities and accelerations that motions and joints determine: no freedom is left. */
extern const phk_engine_method phk_engine_kinematic;
/* The same where motions were measured, and are followed as well as the others allow. */
extern const phk_engine_method phk_engine_inverse;

/* ---- what they have in common ---- */

/* From engine->state to `end`; engine->from is then where it began. What fails leaves the state. */
typedef ph_status phk_go(phk_engine *engine, double end);

/* Where a step of theirs began and ended, while guards are looked for within. */
typedef struct {
    double *room;
    phk_state begin, end;
} phk_way;

ph_status phk_way_create(phk_engine *engine, phk_way *way);
void phk_way_free(phk_engine *engine, phk_way *way);
/* A step to `end`, or to where the first guard crosses zero: states between are solved for. */
ph_status phk_way_step(phk_engine *engine, phk_way *way, phk_go *go, double end);

#endif
