/* SPDX-License-Identifier: BSD-3-Clause
 *
 * reduce_work.h -- what the parts of a reduction share (reduce.h).
 */
#ifndef PHK_REDUCE_WORK_H
#define PHK_REDUCE_WORK_H

#include "flex/reduce.h"
#include "linalg/frontal.h"
#include "linalg/wide.h"

typedef struct {
    const phk_fe *fe;
    const phk_reduction *how;
    ph_diag *diag;
    phk_reduction_found *found;
    int n;               /* equations */
    double size;         /* [m] of the body */
    ph_vec3 middle;      /* of its nodes */
    phk_wide rigid;      /* six: shifts, and turns about the centre of mass */
    phk_wide mass_rigid; /* M times them */
    double mass;
    ph_vec3 com;
    double inertia[3][3];
    phk_wide shape; /* B, later Phi */
    double *lambda; /* [shape.count] once they are modes */
} phk_reduce_work;

/* Rigid motions, mass, centre and inertia. */
ph_status phk_reduce_rigid(phk_reduce_work *w);
/* The shapes of the interface and the modes besides. */
ph_status phk_reduce_shapes(phk_reduce_work *w);
/* Shapes become modes, without the rigid ones, in mean axes. */
ph_status phk_reduce_modes(phk_reduce_work *w);
/* Data of the body. */
ph_status phk_reduce_body(const phk_reduce_work *w, phk_flex *flex);
ph_status phk_reduce_tell(const phk_reduce_work *w, double share, const char *doing);

/* The motion (d, theta) that nodes of a set have on average, by least squares about its centre: row
 * [6][3 count] over their displacements. False: they lie on a line, or at a point. */
bool phk_reduce_average(const phk_fe *fe, const phk_fe_interface *face, ph_vec3 *centre,
                        double *row);

#endif
