/* SPDX-License-Identifier: BSD-3-Clause
 *
 * bend.h -- a marker on a node of a flexible body, where its body is deformed now. With the node's
 * shapes phi and psi, modal coordinates q, place x and axes R_0 as undeformed, in body axes:
 *   s = x + phi q     R_BM = exp(chi~) R_0, chi = psi q
 *   s' = phi q'       the angular velocity of its axes against the body's is T(chi) psi q'
 * with T of math/chart.h. So to whoever moves the body it is a marker like any other, at s; along
 * the modes there is more.
 */
#ifndef PHK_BEND_H
#define PHK_BEND_H

#include <polhode/element.h>
#include "mech/system/program.h"

typedef struct {
    phk_marker now; /* first, see phk_bend_of: place and axes as they are */
    int flexible;   /* number of the body among the flexible ones */
    int modes;
    ph_vec3 chi;      /* [rad] psi q */
    ph_vec3 slip;     /* [m/s] s' */
    ph_vec3 chi_rate; /* [rad/s] psi q', */
    ph_vec3 spin;     /* and T times that */
    ph_mat3 T;
} phk_bend;

/* What a marker (as phk_marker_now gives it) is on its node; NULL: it is on none. */
static inline const phk_bend *phk_bend_of(const phk_marker *now)
{
    return now->node ? (const phk_bend *)(const void *)now : NULL;
}

/* Places, rates. */
void phk_bend_put(phk_bend *bend, const phk_marker *undeformed, const double *mode,
                  const double *rate);
/* Rates alone, with the place as it is. */
void phk_bend_move(phk_bend *bend, const double *rate);
/* psi x, phi x */
ph_vec3 phk_bend_turns(const phk_bend *bend, const double *x);
ph_vec3 phk_bend_shifts(const phk_bend *bend, const double *x);
/* Adds what a force and a torque at the marker (body axes) are along the modes, [modes]. */
void phk_bend_load(const phk_bend *bend, ph_vec3 force, ph_vec3 torque, double *to);
/* phi'a + psi'b, added. */
void phk_bend_spread(const phk_bend *bend, ph_vec3 a, ph_vec3 b, double *to);

#endif
