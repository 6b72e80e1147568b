/* SPDX-License-Identifier: BSD-3-Clause
 *
 * velocity.h -- rows of a joint in velocities, and what the equations need of them beside what its
 * type tells (ph_velocity_rows in polhode/element.h): V = N (v, w) + c, with the forces N' lambda.
 *
 * Along a motion of the markers V changes by  N (v', w') + B (v, w) + V_t,  B its gradient.
 */
#ifndef PHK_VELOCITY_H
#define PHK_VELOCITY_H

#include "mech/system/row.h"

/* Adds the transposed coefficients times lambda to wrench[markers]. What the joint does to the
 * bodies is the opposite. */
void phk_velocity_wrench(const ph_joint_type *type, const void *par, const ph_eval *eval,
                         const ph_frame *frame, const double *lambda, ph_wrench *wrench);
/* gamma[rows] = B (v, w) + V_t; coefficient[rows][6 markers] beside it. */
void phk_velocity_gamma(const ph_joint_type *type, const void *par, const ph_eval *eval,
                        const ph_frame *frame, double *coefficient, double *gamma);

#endif
