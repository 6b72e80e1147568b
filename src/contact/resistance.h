/* SPDX-License-Identifier: BSD-3-Clause
 *
 * resistance.h -- couples that slow rolling and spinning of one body on another,
 *
 *   C = -arm N x/sqrt(|x|^2 + w0^2),
 *
 * with x the part of the relative angular velocity w = w_a - w_b [rad/s] across the normal
 * (rolling) or along it (spinning). C acts on A, -C on B. w0 smooths the turn from one way to the
 * other; like friction of velocities this creeps, below w0, where it should hold.
 */
#ifndef PHK_CONTACT_RESISTANCE_H
#define PHK_CONTACT_RESISTANCE_H

#include <polhode/math.h>

typedef struct {
    double arm; /* of the couple a normal force makes [m], >= 0 */
    double w0;  /* [rad/s], > 0; near the speed of stiction over the radius */
} phk_resistance_par;

typedef enum { PHK_RESISTANCE_ROLLING, PHK_RESISTANCE_SPINNING } phk_resistance_kind;

/* x and its change with the normal and with w. */
ph_vec3 phk_resistance_turn(phk_resistance_kind kind, ph_vec3 n, ph_vec3 w);
ph_vec3 phk_resistance_turn_change(phk_resistance_kind kind, ph_vec3 n, ph_vec3 w, ph_vec3 dn,
                                   ph_vec3 dw);

/* C [N m] for N >= 0, and its change with N and with x. */
ph_vec3 phk_resistance_couple(const phk_resistance_par *par, double N, ph_vec3 x);
ph_vec3 phk_resistance_change(const phk_resistance_par *par, double N, ph_vec3 x, double dN,
                              ph_vec3 dx);

#endif
