/* SPDX-License-Identifier: BSD-3-Clause
 *
 * stress.h -- the stresses of flexible bodies over a run: every step that is accepted is looked at,
 * not the rows of the result.
 */
#ifndef PHK_SIM_STRESS_H
#define PHK_SIM_STRESS_H

#include "flex/envelope.h"
#include "mech/system/system.h"

typedef struct {
    int n;
    int *body; /* [n] numbers of the bodies */
    phk_envelope *envelope;
} phk_stresses;

/* The body of an output `rod.stress` that has stresses, or of `rod.modes` that bends; -1: it is
 * none of these. */
int phk_stress_output(const ph_model *model, const char *output);
int phk_modes_output(const ph_model *model, const char *output);
/* Are the stresses of a body among the outputs? Where none are named, those of all bodies are. */
bool phk_stress_wanted(const ph_model *model, int body);
bool phk_modes_wanted(const ph_model *model, int body); /* the same of modal coordinates */

ph_status phk_stresses_create(phk_stresses *stresses, const phk_program *program, phk_arena *arena);
/* The modal coordinates of a body in a view of a state. */
const double *phk_view_modes(const phk_view *view, int body);
void phk_stresses_show(phk_stresses *stresses, double t, const phk_view *bodies);
void phk_stresses_store(phk_stresses *stresses, phk_store *store);

#endif
