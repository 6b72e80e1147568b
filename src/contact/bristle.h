/* SPDX-License-Identifier: BSD-3-Clause
 *
 * bristle.h -- friction that holds: a spring across the normal between the two material points that
 * touched, which gives way at mu N. With P = 1 - n n' and D the displacement of the one point
 * against the other since the bristle was straight,
 *
 *   E = kt P D + ct vt
 *   |E| <= mu N:  T = -E                 sticks
 *   else          T = -mu N E/|E|        slips
 *
 * D comes from places, not from integrated velocities, so that what rests stays where it is; two
 * surfaces that roll give D = 0. A step starts with the bend s and the points ca, cb that the last
 * one left, and the force is smooth within it but for the kink between sticking and slipping.
 *
 * What is kept after a step that slipped is the bend P D, cut to the length mu N/kt that the limit
 * can hold. So it is the point of that disc nearest to P D, and as vt points along the way of the
 * step, T takes at least what the bend stores more: no step creates energy. To keep the bend whose
 * force with the damping is mu N, (mu N E/|E| - ct vt)/kt, looks alike and does create some: with
 * much damping it points against the way.
 */
#ifndef PHK_CONTACT_BRISTLE_H
#define PHK_CONTACT_BRISTLE_H

#include <stdbool.h>
#include <polhode/math.h>
#include "contact/friction.h"

typedef struct {
    phk_friction_par mu; /* mu_s up to vs */
    double kt;           /* [N/m], > 0; near the slope of the normal force */
    double ct;           /* [N s/m], >= 0 */
} phk_bristle_par;

/* What a point remembers from step to step; all 0: it did not touch. */
typedef struct {
    double touched; /* 0 or 1: a number, as memories of elements are */
    /* bend, in the axes of A and in those of B [m]: half of it turns with each. Kept in those of
     * the world, what rests on a table that turns would creep over it, by the bend times the turn;
     * kept in those of one body, it would matter which of the two is called A */
    ph_vec3 sa, sb;
    ph_vec3 ca, cb; /* the point of contact in the axes of A and of B [m] */
} phk_bristle_memory;

/* Where A and B are. */
typedef struct {
    ph_vec3 p;    /* origin, world axes [m] */
    ph_mat3 R_WM; /* its axes to world axes */
} phk_bristle_place;

/* What moves the bristle: the displacement D, and the arms R_a (ca + sa/2), R_b (cb - sb/2), by which
 * it changes,
 *   dD = dp_a + dphi_a x arm[0] - dp_b - dphi_b x arm[1].
 * All 0 for a point that did not touch: a new bristle is straight, wherever it is in the step. */
typedef struct {
    ph_vec3 D;
    ph_vec3 arm[2];
} phk_bristle_motion;

phk_bristle_motion phk_bristle_move(const phk_bristle_memory *memory,
                                    const phk_bristle_place place[2]);

/* The bristle at an instant. */
typedef struct {
    bool slips;
    ph_vec3 E;            /* [N] what sticking would take */
    ph_vec3 s;            /* bend that is left [m] */
    ph_vec3 T;            /* force on A [N] */
    phk_friction_mu most; /* mu at the sliding speed */
} phk_bristle;

/* From D, the unit normal n, the normal force N (<= 0: nothing holds) and the sliding velocity vt,
 * which is across n. */
phk_bristle phk_bristle_hold(const phk_bristle_par *par, ph_vec3 D, ph_vec3 n, double N,
                             ph_vec3 vt);

/* dE for changes of D, n and vt. */
ph_vec3 phk_bristle_pull(const phk_bristle_par *par, ph_vec3 D, ph_vec3 n, ph_vec3 dD, ph_vec3 dn,
                         ph_vec3 dvt);

/* dT for changes of E, N and vt. */
ph_vec3 phk_bristle_change(const phk_bristle *b, double N, ph_vec3 vt, ph_vec3 dE, double dN,
                           ph_vec3 dvt);

/* The memory after a step: the bend and the point of contact c [m, world axes]. */
phk_bristle_memory phk_bristle_keep(ph_vec3 s, ph_vec3 c, const phk_bristle_place place[2]);

/* [J] */
static inline double phk_bristle_stored(const phk_bristle_par *par, ph_vec3 s)
{
    return 0.5 * par->kt * ph_dot(s, s);
}

#endif
