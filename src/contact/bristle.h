/* SPDX-License-Identifier: BSD-3-Clause
 *
 * bristle.h -- friction that holds: a spring across the normal between the two material points that
 * touched, which gives way at mu N. With P = 1 - n n' and D the way of the one surface against the
 * other since the bristle was straight,
 *
 *   E = kt s + ct vt,  s = P D
 *   |E| <= mu N:  T = -E                 sticks
 *   else          T = -mu N E/|E|        slips
 *
 * D comes from places, not from integrated velocities, so that what rests stays where it is. A step
 * starts with the bend and the points ca, cb that the last one left, and the force is smooth within
 * it but for the kinks between sticking and slipping.
 *
 * Rolling. The point of contact has moved over each body by a chord x, in axes of the body, and D
 * is the bend and the difference of both chords. They are carried into the world by
 *
 *   (8 R_mid - R_begin - R)/6,
 *
 * for R x alone, the way of the material point that touched, is wrong in second order of the turn
 * of the step where a body rolls and spins, and in third where it rolls: a ball would drift aside.
 * This sum leaves neither, of steady rolling and spinning.
 *
 * Slipping. With m = mu N/kt the longest bend the limit can hold, a way beyond it is slid:
 *
 *   |P D| > m:  s = (m/|P D|) P D + (1 - m/|P D|) h vt,
 *
 * h the time since the step began. A long way means the direction of vt at its end, as of friction
 * by speed; P D alone is the one of half a step ago. What is kept is s, not longer than m.
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

/* Where A or B is. */
typedef struct {
    ph_vec3 p; /* origin, world axes [m] */
    ph_quat q; /* its axes to world axes */
} phk_bristle_place;

/* What a point remembers from step to step. Numbers all, as memories of elements are. */
typedef struct {
    double touched; /* 0 or 1 */
    double time;    /* [s] when that was */
    /* bend, in the axes of A and in those of B [m]: half of it turns with each. Kept in those of
     * the world, what rests on a table that turns would creep over it, by the bend times the turn;
     * kept in those of one body, it would matter which of the two is called A */
    ph_vec3 sa, sb;
    ph_vec3 ca, cb; /* the point of contact in the axes of A and of B [m] */
    ph_quat qa, qb; /* how A and B were turned */
} phk_bristle_memory;

/* How far a body has turned, and its chord. */
typedef struct {
    ph_vec3 arm;   /* from its origin to the point of contact, world axes [m] */
    ph_vec3 chord; /* R x */
    ph_quat back;  /* half of its turn in this step, back */
    ph_vec3 half;  /* tan(angle/4) times the axis of that turn */
} phk_bristle_roll;

/* What moves the bristle: D; arms R_a (ca + sa/2), R_b (cb - sb/2) of what touched where the step
 * began; and the chords of A and B. All 0 for a point that did not touch. */
typedef struct {
    ph_vec3 D;
    ph_vec3 arm[2];
    phk_bristle_roll roll[2];
} phk_bristle_motion;

/* c: the point of contact now [m, world axes]. */
phk_bristle_motion phk_bristle_move(const phk_bristle_memory *memory,
                                    const phk_bristle_place place[2], ph_vec3 c);
/* dD for changes of the places, each a way and a turn, and of c. */
ph_vec3 phk_bristle_move_change(const phk_bristle_motion *motion, const ph_vec3 dp[2],
                                const ph_vec3 dphi[2], ph_vec3 dc);

/* What the force depends on; also a change of all of it. */
typedef struct {
    ph_vec3 D;    /* [m] */
    ph_vec3 n;    /* unit normal */
    ph_vec3 vt;   /* [m/s] sliding velocity, across n */
    double N;     /* [N] <= 0: nothing holds */
    double since; /* [s] since the step began or, where it did not touch then, since it touches */
    bool fresh;   /* it did not: the way is that of vt, and D is not known */
} phk_bristle_state;

/* The bristle at an instant. */
typedef struct {
    bool slips;
    ph_vec3 E;            /* [N] what sticking would take */
    ph_vec3 s;            /* bend that is left [m] */
    ph_vec3 T;            /* force on A [N] */
    phk_friction_mu most; /* mu at the sliding speed */
    double part;          /* of P D in s: m/|P D|, at most 1; fresh: 0 */
} phk_bristle;

phk_bristle phk_bristle_hold(const phk_bristle_par *par, const phk_bristle_state *at);
/* dT for a change d of the state. */
ph_vec3 phk_bristle_change(const phk_bristle_par *par, const phk_bristle_state *at,
                           const phk_bristle *b, const phk_bristle_state *d);

/* The memory after a step: the bend and the point of contact c [m, world axes]. */
phk_bristle_memory phk_bristle_keep(ph_vec3 s, ph_vec3 c, const phk_bristle_place place[2],
                                    double time);

/* [J] */
static inline double phk_bristle_stored(const phk_bristle_par *par, ph_vec3 s)
{
    return 0.5 * par->kt * ph_dot(s, s);
}

#endif
