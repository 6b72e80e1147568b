/* SPDX-License-Identifier: BSD-3-Clause
 *
 * row.h -- constraint rows between two markers, in world axes, and what the equations need of them.
 *
 * With d = p1 - p0, a an axis of marker 0, b an axis of marker 1 (world components), displacements
 * dp, dphi of each marker (dR = dphi x R), and x~ y = x cross y:
 *
 *            C        gradient by p0, phi0, p1, phi1      derivative of lambda gradient
 *   POINT    d        -1    0        1    0               none
 *   DOT      a . b     0    a x b    0   -a x b           (phi0,phi0) b~a~  (phi0,phi1) -a~b~
 *                                                         (phi1,phi0) -b~a~ (phi1,phi1) a~b~
 *   OFFSET   a . d    -a    a x d    a    0               (p0,phi0) a~  (p1,phi0) -a~
 *                                       (phi0,p0) -a~ (phi0,p1) a~ (phi0,phi0) d~a~
 *
 * The blocks (phi0,phi0) and (phi1,phi1) are not symmetric and must not be made so: rotations do
 * not commute, and the difference is half the moment of the row.
 *
 * A driven row is the same row with a function of time f in it, for a motion of marker 1 against
 * marker 0: OFFSET becomes a . d - f; DOT, of two different axes i, j, gets
 * a = cos f e_i - sin f e_j of marker 0 beside b = e_j of marker 1, so that C = sin(psi - f) for a
 * turn psi of marker 1 about e_j x e_i. The second zero, psi = f + pi, satisfies the row as well:
 * whoever assembles a mechanism has to start on the right side.
 */
#ifndef PHK_ROW_H
#define PHK_ROW_H

#include <stddef.h>
#include <polhode/element.h>

/* What a motion prescribes at one time, with two derivatives: [m] or [rad], per s, per s^2. */
typedef struct {
    double f, df, ddf;
} phk_drive;

/* Room for what there is of every row of one joint. */
enum { PHK_JOINT_ROWS = PH_JOINT_ROWS };

/* Markers of a joint of this type. */
static inline int phk_joint_markers(const ph_joint_type *type)
{
    return type->markers > 0 ? type->markers : 2;
}

/* Room for the derivatives of all rows of one joint by all its markers, and of what they sum to. */
enum { PHK_JOINT_WIDTH = 6 * PH_JOINT_MARKERS };
typedef double phk_joint_gradients[PHK_JOINT_ROWS * PHK_JOINT_WIDTH];
typedef double phk_joint_curvatures[PHK_JOINT_WIDTH * PHK_JOINT_WIDTH];

/* Equations of a row: 3 or 1. */
static inline int phk_row_size(ph_row_kind kind)
{
    return kind == PH_ROW_POINT ? 3 : 1;
}

/* The row of a motion in a direction x y z rx ry rz (0..5); to be evaluated with a drive. */
static inline ph_row phk_motion_row(int direction)
{
    if (direction < 3) return (ph_row){PH_ROW_OFFSET, {direction, 0}};
    return (ph_row){PH_ROW_DOT, {(direction + 2) % 3, (direction + 1) % 3}};
}

/* Axis k of a marker in the world. */
static inline ph_vec3 phk_frame_axis(const ph_frame *frame, int k)
{
    return ph_v3(frame->R_WM.m[0][k], frame->R_WM.m[1][k], frame->R_WM.m[2][k]);
}

/* The vector a of a DOT or OFFSET row. */
static inline ph_vec3 phk_row_axis(const ph_row *row, const phk_drive *drive, const ph_frame *frame)
{
    ph_vec3 a = phk_frame_axis(&frame[0], row->axis[0]);
    if (!drive || row->kind != PH_ROW_DOT) return a;
    ph_vec3 u = phk_frame_axis(&frame[0], row->axis[1]);
    return ph_axpy(ph_scale(cos(drive->f), a), -sin(drive->f), u);
}

/* In all that follows: frame[2]; drive NULL: the row is not driven. */

/* value[phk_row_size] */
static inline void phk_row_value(const ph_row *row, const phk_drive *drive, const ph_frame *frame,
                                 double *value)
{
    ph_vec3 d = ph_sub(frame[1].p, frame[0].p);
    if (row->kind == PH_ROW_POINT) {
        value[0] = d.x;
        value[1] = d.y;
        value[2] = d.z;
        return;
    }
    ph_vec3 a = phk_row_axis(row, drive, frame);
    if (row->kind == PH_ROW_DOT)
        value[0] = ph_dot(a, phk_frame_axis(&frame[1], row->axis[1]));
    else
        value[0] = ph_dot(a, d) - (drive ? drive->f : 0);
}

/* Adds the transposed gradient times lambda to wrench[2]. What the joint does to the bodies is the
 * opposite. */
static inline void phk_row_wrench(const ph_row *row, const phk_drive *drive, const ph_frame *frame,
                                  const double *lambda, ph_wrench *wrench)
{
    if (row->kind == PH_ROW_DOT) {
        ph_vec3 a = phk_row_axis(row, drive, frame);
        ph_vec3 c = ph_cross(a, phk_frame_axis(&frame[1], row->axis[1]));
        wrench[0].torque = ph_axpy(wrench[0].torque, lambda[0], c);
        wrench[1].torque = ph_axpy(wrench[1].torque, -lambda[0], c);
        return;
    }
    ph_vec3 f = ph_v3(lambda[0], 0, 0);
    if (row->kind == PH_ROW_POINT) {
        f = ph_v3(lambda[0], lambda[1], lambda[2]);
    } else {
        f = ph_scale(lambda[0], phk_frame_axis(&frame[0], row->axis[0]));
        ph_vec3 d = ph_sub(frame[1].p, frame[0].p);
        wrench[0].torque = ph_add(wrench[0].torque, ph_cross(f, d));
    }
    wrench[0].force = ph_sub(wrench[0].force, f);
    wrench[1].force = ph_add(wrench[1].force, f);
}

/* gradient[phk_row_size][12], overwritten. */
void phk_row_gradient(const ph_row *row, const phk_drive *drive, const ph_frame *frame,
                      double (*gradient)[12]);
/* Adds the derivative of sum_k lambda[k] gradient[k] to curvature[12][12]. */
void phk_row_curvature(const ph_row *row, const phk_drive *drive, const ph_frame *frame,
                       const double *lambda, double (*curvature)[12]);
/* With v, w of the frames: C' = gradient . (v, w) + rate and C'' = gradient . (v', w') + gamma.
 * rate[phk_row_size] (NULL: not wanted; zero without a drive), gamma[phk_row_size]. */
void phk_row_rates(const ph_row *row, const phk_drive *drive, const ph_frame *frame, double *rate,
                   double *gamma);

/* The same for the rows on positions of n joints of one type, lists of rows or not: par[n] of
 * par_bytes, frame[n][markers], lambda, value, gamma [n][rows], wrench[n][markers], and with w = 6
 * markers gradient[n][rows][w], curvature[n][w][w]; all overwritten. */
void phk_joint_value(const ph_joint_type *type, int n, const void *par, const ph_eval *eval,
                     const ph_frame *frame, double *value);
void phk_joint_wrench(const ph_joint_type *type, int n, const void *par, const ph_eval *eval,
                      const ph_frame *frame, const double *lambda, ph_wrench *wrench);
void phk_joint_gradient(const ph_joint_type *type, int n, const void *par, const ph_eval *eval,
                        const ph_frame *frame, double *gradient);
void phk_joint_curvature(const ph_joint_type *type, int n, const void *par, const ph_eval *eval,
                         const ph_frame *frame, const double *lambda, double *curvature);
void phk_joint_gamma(const ph_joint_type *type, int n, const void *par, const ph_eval *eval,
                     const ph_frame *frame, double *gamma);

#endif
