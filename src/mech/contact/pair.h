/* SPDX-License-Identifier: BSD-3-Clause
 *
 * pair.h -- two shapes that touch: forces at all their points, the derivatives, and what points
 * keep from step to step. The same for every pair of shapes and every law.
 *
 * At a point c with the normal n from B to A, arms ra, rb from the markers of A and B:
 *
 *   u = v_a + w_a x ra - v_b - w_b x rb,  vn = n.u (= gap'),  vt = u - vn n,
 *   f = w (N(q, -vn) n + T(N, vt)),  q = -gap, w the weight of the point;
 *   on A: f, ra x f + couples of rolling and spinning; on B the opposite.
 */
#ifndef PHK_CONTACT_PAIR_H
#define PHK_CONTACT_PAIR_H

#include <polhode/element.h>
#include "mech/contact/law.h"

/* What a point keeps: while it does not touch, how fast it came. */
typedef struct {
    double feature; /* of phk_touch_point; numbers all, so that there are no gaps in it */
    double speed;   /* [m/s] of approach before it touched */
    double gap;     /* [m] while it does not */
    phk_bristle_memory bristle; /* .touched: at all, whatever the friction; .time: when */
} phk_contact_memory;

/* Where the two are. */
typedef struct {
    const phk_contact_law *law;
    const phk_touchable *shape[2];
    phk_touch_frame place[2]; /* of the shapes: the same as */
    const ph_frame *frame[2]; /* their markers */
    const phk_contact_memory *memory;
    int memories;
    double time; /* [s] */
} phk_contact_at;

/* What they do. */
typedef struct {
    ph_wrench wrench[2]; /* on A, on B, at the markers, world axes */
    bool lost;           /* nothing is known: phk_touch_lost */
    bool acts;           /* something does, */
    int points;          /* and so many touch */
    double normal;       /* [N] sum of the normal forces */
    double pull;         /* [N] sum of what pulls where nothing touches, */
    ph_vec3 pulled;      /* [N m] and of its places, each times its pull */
    double depth;        /* [m] of the deepest point */
    double slip;         /* [m/s] largest sliding speed of a point that touches */
    double stored;       /* [J] */
    double taken;        /* [W] from the bodies: stored and lost */
    ph_vec3 point;       /* [m] world: mean of the points, by their forces, or by their pulls */
    double share;        /* of friction that is used: largest |T|/(mu N); 1: it slips */
} phk_contact_load;

/* The points with a gap below `within`: touch[PHK_TOUCH_MOST]. */
static inline int phk_contact_points(const phk_contact_at *at, double within,
                                     phk_touch_point *touch)
{
    return phk_touch_pair(at->shape[0], &at->place[0], at->shape[1], &at->place[1], within, touch);
}
/* A gap up to which a pair has forces. */
static inline double phk_contact_within(const phk_contact_law *law)
{
    return law->adhesion.pull > 0 ? law->adhesion.range : 0;
}

void phk_contact_load_of(const phk_contact_at *at, int points, const phk_touch_point *touch,
                         phk_contact_load *load);
/* Adds to derivatives as in ph_tangent, of two markers. */
void phk_contact_tangent(const phk_contact_at *at, int points, const phk_touch_point *touch,
                         double displacement[12][12], double velocity[12][12]);
/* Adds to derivatives of the weights of `point`: row 0 of `normal`, the others of the sum of
 * places, each times its normal force; or of `pull` and `pulled`. */
void phk_contact_mean_tangent(const phk_contact_at *at, int points, const phk_touch_point *touch,
                              bool pulling, double displacement[4][12], double velocity[4][12]);
/* After a step: what is to be kept of the points, out[points]; returns how many. */
int phk_contact_remember(const phk_contact_at *at, int points, const phk_touch_point *touch,
                         phk_contact_memory *out);

#endif
