/* SPDX-License-Identifier: BSD-3-Clause
 *
 * mechanism.h -- a compiled system as a differential-algebraic one: bodies, joints, motions,
 * states and loops of variables behind the table of integrate/dae.h.
 *
 * Joints and forces speak of markers; here their rows and wrenches become rows and torques of
 * bodies. With F, tau at a marker at r (body axes) on a body with R: torque in body axes
 * t = R'tau + r x R'F, and with dp_m = dp + R(dxi x r), dphi_m = R dxi the derivatives follow.
 */
#ifndef PHK_MECHANISM_H
#define PHK_MECHANISM_H

#include "integrate/dae.h"
#include "mech/system/system.h"

typedef struct phk_mechanism phk_mechanism;

/* The system is borrowed, and finished. */
ph_status phk_mechanism_create(phk_system *system, ph_diag *diag, phk_mechanism **out);
void phk_mechanism_free(phk_mechanism *mechanism);
const phk_dae *phk_mechanism_dae(const phk_mechanism *mechanism);

/* Takes rows of constraints out of the system (redundant ones); multipliers are renumbered, and
 * the table returned by phk_mechanism_dae is the new one. row[count] in the present numbering. */
ph_status phk_mechanism_drop(phk_mechanism *mechanism, int count, const int *row);
/* Keeps exactly these rows, kept[rows of the system], also some that were out; likewise. */
ph_status phk_mechanism_keep(phk_mechanism *mechanism, const bool *kept);

/* Takes rows out, suspended[rows of the system], and gives others back, without a new number for
 * any: a row that is suspended stays in the table as one that is not there (see integrate/dae.h),
 * so that an engine at work goes on. Rows that were dropped stay so. */
ph_status phk_mechanism_suspend(phk_mechanism *mechanism, const bool *suspended);

/* Motions given by velocity or acceleration go on from where (and how fast) the markers are at this
 * point: to be called with the state as drawn, and again when assembly has moved it. */
void phk_mechanism_anchor(phk_mechanism *mechanism, const phk_point *p);
/* The same with the initial values of the model where it gives some; share: how much of the way
 * there from where they are (1: all of it). */
void phk_mechanism_start(phk_mechanism *mechanism, const phk_point *p, double share);
/* Lets stiffness act on modal coordinates displaced by so many [s^2] times their accelerations, of
 * all bodies that are to start relaxed; 0: none. See mech/assemble/relax.c. */
void phk_mechanism_relax(phk_mechanism *mechanism, double times);
/* Where the states of elements start, with bodies at this point: into x, [nx]. */
void phk_mechanism_begin_states(phk_mechanism *mechanism, const phk_point *p, double *x);
/* Lets motions that turn by a given displacement follow it from behind, so that bodies drawn far
 * from where it begins get there in parts: share as above. Returns the longest way left [rad]. */
double phk_mechanism_lag(phk_mechanism *mechanism, const phk_point *p, double share);
/* [rad] the longest way there, of those that turn. */
double phk_mechanism_turn_left(phk_mechanism *mechanism, const phk_point *p);
/* Which rows are kept, and what motions remember from step to step. Read into a new mechanism of
 * what was active then; the table returned by phk_mechanism_dae is the new one. */
void phk_mechanism_store(phk_mechanism *mechanism, phk_store *store);

/* Elements that hold their joint for a while (ph_holding), each a guard of the system: how many,
 * and of number k its name, its mode, whether its row is to be there, and the multiplier of that.
 */
int phk_mechanism_holders(const phk_mechanism *mechanism);
int phk_mechanism_holder_guard(const phk_mechanism *mechanism, int k); /* its number among guards */
const char *phk_mechanism_holder_name(const phk_mechanism *mechanism, int k);
double *phk_mechanism_holder_mode(const phk_mechanism *mechanism, int k);
bool *phk_mechanism_holder_acts(const phk_mechanism *mechanism, int k);
double phk_mechanism_holder_lambda(const phk_mechanism *mechanism, int k, const phk_point *p);
/* What one that holds could hold at most, at the last residual. */
double phk_mechanism_holder_most(const phk_mechanism *mechanism, int k);
/* Lets their rows come and go. */
ph_status phk_mechanism_hold(phk_mechanism *mechanism);
/* The rate V of its row and V' with the accelerations of p, which was the point of the last
 * residual; by_v [nv]: V by the velocities. */
typedef struct {
    double value, rate;
} phk_hold_rate;
void phk_mechanism_holder_rate(const phk_mechanism *mechanism, int k, const phk_point *p,
                               double *by_v, phk_hold_rate *rate);

/* What a joint or motion does, from the multipliers of the last residual: the wrench on marker 0
 * or 1 (side), world axes, at the marker. joint: index into the model's joints, then motions. */
ph_wrench phk_mechanism_reaction(const phk_mechanism *mechanism, int joint, int side);
/* The same, and of equations: the wrench on a body at its reference point, world axes. */
ph_wrench phk_mechanism_on_body(const phk_mechanism *mechanism, int joint, int body);
/* A constraint by an expression depends on where this body is. */
bool phk_mechanism_touches(const phk_mechanism *mechanism, int equation, int body);
/* Evaluates the requests of the system at a point, which was that of the last residual. */
ph_status phk_mechanism_answer(phk_mechanism *mechanism, const phk_point *p);
/* Evaluates what events read and set, likewise: sys->trigger_value. */
ph_status phk_mechanism_ask(phk_mechanism *mechanism, const phk_point *p);
/* What the velocity rows of a joint put into the bodies [W] at the last residual: -lambda N v, none
 * unless what it rolls on moves by itself. */
double phk_mechanism_velocity_power(const phk_mechanism *mechanism, int joint);

#endif
