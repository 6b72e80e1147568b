/* SPDX-License-Identifier: BSD-3-Clause
 *
 * force_axial.h -- what axial_force and axial_torque share: one expression along or about a line.
 */
#ifndef PHK_FORCE_AXIAL_H
#define PHK_FORCE_AXIAL_H

#include "element/force_vector.h"

typedef struct {
    ph_place on, reaction, axes_of; /* reaction: ground when not given */
    int axes;                       /* PHK_AXES_, when axes_of is not given */
    int direction;                  /* index into the words of the type's table */
    ph_expr load;                   /* [N] or [N m] */
    ph_expr potential;              /* [J] text NULL: the work is applied work */
    double from, until;             /* [s] when it acts */
} phk_axial;

extern const char *const phk_axis_words[];
void phk_axial_potential(int n, const void *par, const ph_eval *eval, const ph_frame *frame,
                         double *potential);
ph_work_class phk_axial_work(const void *par);
void phk_axial_window(const void *par, double *from, double *until);

#endif
