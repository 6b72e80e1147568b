/* SPDX-License-Identifier: BSD-3-Clause
 *
 * project.h -- the three levels of consistency: positions on the constraints, velocities along
 * them, accelerations and multipliers from the index-1 system. For starts, restarts and output.
 * Velocity rows take part from the second level on.
 */
#ifndef PHK_PROJECT_H
#define PHK_PROJECT_H

#include "integrate/dae.h"
#include "integrate/scheme.h"
#include "integrate/state.h"
#include "integrate/watch.h"

typedef struct phk_project phk_project;

ph_status phk_project_create(const phk_dae *dae, phk_project **out);
void phk_project_free(phk_project *project);

/* What the next answers depend on, beside the question. */
void phk_project_store(phk_project *project, phk_store *store);

/* Forgets the factors at hand, so that what follows does not depend on what was asked before. */
void phk_project_forget(phk_project *project);

/* Weights of the directions (mass and inertia when NULL): a direction of weight w moves in inverse
 * proportion to it; INFINITY: not at all. [nv] */
ph_status phk_project_weights(phk_project *project, const double *weight);

/* Moves q onto C = 0, the weighted least way, by Newton; at most `rounds`. *left: largest |C|.
 * PH_E_SOLVE: not reached; q is then the best found. Quaternions are normalised. */
ph_status phk_project_positions(phk_project *project, phk_point *p, double *q, double tolerance,
                                int rounds, double *left);
/* Changes v by the weighted least amount so that its constraint rates vanish. *before: largest
 * rate found (NULL: not wanted). */
ph_status phk_project_velocities(phk_project *project, phk_point *p, double *v, double *before);
/* Solves for a, lambda, xd, y at (q, v, x, t): arrays hold a first guess and receive the answer. */
ph_status phk_project_accelerations(phk_project *project, phk_point *p, double *a, double *lambda,
                                    double *xd, double *y);
/* dv [nv], the least change of velocities (weighted) whose rates are rhs [nl]: G dv = rhs. */
ph_status phk_project_impulse(phk_project *project, const phk_point *p, const double *rhs,
                              double *dv);
/* M dv + G'mu = blow with G (v + dv) + C_t = 0: v after a blow [nv] (force or torque times time).
 */
ph_status phk_project_blow(phk_project *project, phk_point *p, const double *blow, double *v);

/* Brings a state within, or (places false: velocities only) at the end of a step of size h into
 * balance with its stiff forces. PH_RETRY: none is stiff there, or there is nothing to do; below
 * zero: no balance was found. The state is then as it was. */
ph_status phk_project_settle(phk_project *project, const phk_scheme *scheme, double h,
                             const phk_state *row, bool places);

/* To be called at one point after the other, after the calls above: did it happen since the last
 * one? Says nothing about what the caller did not look at, nor across phk_project_forget. */
bool phk_project_watch(phk_project *project, const phk_point *p, phk_passage *out);

/* Arrays for derivatives of the system, and for the values of a matrix of so many entries; NULL:
 * out of memory, of the former only where the system's pattern has grown. Nothing is kept in them
 * from call to call: between calls they are the caller's.
 */
phk_tangents *phk_project_tangents(phk_project *project);
double *phk_project_values(phk_project *project, int entries);
/* Did the last call end because the system could not be evaluated? */
bool phk_project_evaluation(const phk_project *project);
/* Index of the row that stopped the last call (no pivot, or the largest residual); -1: none. */
int phk_project_culprit(const phk_project *project);

#endif
