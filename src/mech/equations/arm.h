/* SPDX-License-Identifier: BSD-3-Clause
 *
 * arm.h -- how a marker hangs on its body: what motions of the body make of the marker, and what
 * loads at the marker make of the body. Nobody else knows that a marker sits at a fixed place.
 *
 * A marker is given as it sits now (phk_marker_now). On a node of a flexible body it has a velocity
 * against the frame of that besides; what it does along the modes is said in bent.c.
 *
 * With a marker at r on a body with R and angular velocity w (r, w in body axes), along dp, dxi and
 * dv, dw of the body:
 *   dp_m = dp + R(dxi x r)              dphi_m = R dxi
 *   dv_m = dv + R(dw x r) + R(dxi x (w x r))    dw_m = R dw + R(dxi x w)
 *   a_m  = v' + R(w' x r + w x (w x r))
 */
#ifndef PHK_ARM_H
#define PHK_ARM_H

#include "mech/system/system.h"

/* R'v: world to body axes. */
static inline ph_vec3 phk_into_body(const phk_pose *b, ph_vec3 v)
{
    const double(*m)[3] = b->R_WB.m;
    return ph_v3(m[0][0] * v.x + m[1][0] * v.y + m[2][0] * v.z,
                 m[0][1] * v.x + m[1][1] * v.y + m[2][1] * v.z,
                 m[0][2] * v.x + m[1][2] * v.y + m[2][2] * v.z);
}

/* What a wrench at a marker (world axes) is to its body: force in world axes, torque about the
 * reference point in body axes. So does a derivative by place and turn of the marker become one
 * along the cells of the body. */
static inline ph_wrench phk_arm_load(const phk_marker *m, const phk_pose *b, ph_vec3 force,
                                     ph_vec3 torque)
{
    ph_vec3 moment = ph_cross(m->r, phk_into_body(b, force));
    return (ph_wrench){force, ph_add(phk_into_body(b, torque), moment)};
}

/* Derivatives of a number along the cells of a body: by translation (world), by turn (body). */
typedef struct {
    ph_vec3 move, turn;
} phk_along;
/* ... of one that depends on the motion of a marker. */
void phk_arm_covector(const phk_marker *m, const phk_pose *b, const phk_covector *c,
                      phk_along *by_q, phk_along *by_v);

/* Acceleration of a marker against the reference point of its body, body axes, with w and w'. */
static inline ph_vec3 phk_arm_acceleration(const phk_marker *m, ph_vec3 w, ph_vec3 alpha)
{
    return ph_add(ph_cross(alpha, m->r), ph_cross(w, ph_cross(w, m->r)));
}
/* Derivatives of its component along e (body axes), by turn, angular velocity and acceleration. */
void phk_arm_acceleration_covector(const phk_marker *m, ph_vec3 w, ph_vec3 alpha, ph_vec3 e,
                                   ph_vec3 *by_q, ph_vec3 *by_v, ph_vec3 *by_a);
/* Its part without accelerations, world axes; of one on a node there is more: bent.c. */
ph_vec3 phk_arm_centripetal(const phk_marker *m, const phk_pose *b);

/* The course of a marker when its body moves with these velocities (world; body axes). */
phk_course phk_arm_course(const phk_marker *m, const phk_pose *b, ph_vec3 v, ph_vec3 w);

/* By PHK_MOVE and PHK_TURN: rows of force and torque, columns of displacement and turn. Of a
 * flexible body there are besides PHK_MODES, along which bent.c is. */
enum { PHK_MOVE, PHK_TURN, PHK_MODES };
typedef struct {
    ph_mat3 b[2][2];
} phk_six;

/* Rows from the wrench at a marker to force and torque of its body, of two (the second may be NULL)
 * at once. */
void phk_arm_rows(phk_six *s[2], const phk_marker *m, const phk_pose *b);
/* Columns from the displacements (velocities) of a marker to those of its body. Of velocities a
 * turn of the body turns those of the marker: less `carried` by PHK_MOVE and PHK_TURN. NULL: not
 * wanted.
 */
void phk_arm_columns(phk_six *s, const phk_marker *m, const phk_pose *b, ph_mat3 carried[2]);
/* How the torque of a wrench turns with its body: dt = ((R'tau)~ + r~(R'F)~) dxi. */
ph_mat3 phk_arm_turn(const phk_marker *m, const phk_pose *b, const ph_wrench *w);

/* Whether the displacement (force) of a marker, or its turn (torque), acts on a cell of its body:
 * the origin moves with both cells unless it is the reference point. */
bool phk_arm_reaches(const phk_marker *m, int part, int cell);

#endif
