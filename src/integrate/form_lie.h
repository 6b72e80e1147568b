/* SPDX-License-Identifier: BSD-3-Clause
 *
 * form_lie.h -- six coordinates per body: vectors as they are, rotations on their group.
 *
 * A rotation cell is carried in one of two ways.
 *
 * S (Simo & Vu-Quoc 1988), unknown A_1 in body axes:
 *     theta = h w + h^2 ((1/2 - beta) A_n + beta A_1),  w1 = w + h ((1 - gamma) A_n + gamma A_1)
 *     J w'_1 + w1 x J w1 + g = 0
 * P4, unknown theta; its auxiliary is a torque B in world axes, the momentum pi = R J w is what
 * Newmark's formulas carry, and momentum_map.h gives the turn of it:
 *     E n(theta) = pi_n + h ((1/2 - beta) B_n + beta B_1), all in body axes at the step's start
 *     pi_1 = pi_n + h ((1 - gamma) B_n + gamma B_1),  w1 = J^-1 R1' pi_1
 *     R1' p_1 + g = 0,  p_1 = ((1 - am) B_1 + am B_n - af p_n) / (1 - af)
 * so that a free body keeps its momentum to rounding and turns to fourth order. P4 needs a definite
 * inertia, and one that is not slender: an error in the direction of pi is one of the spin about a
 * thin axis, times the ratio of the inertias, and the steps shrink with its root (a rod of 1e-3
 * takes 13 times the steps that S takes, one of 1e-9 millions). It is computed in principal axes,
 * in which the map is cheap.
 *
 * The columns of the Newton matrix are dA for vectors and deta for rotations, where
 * dxi = beta h^2 deta turns the end of the step (body axes there): the constraint block is then G.
 */
#ifndef PHK_FORM_LIE_H
#define PHK_FORM_LIE_H

#include "integrate/form.h"
#include "integrate/momentum_batch.h"

/* A rotation by P4; its numbers are in the batch, under the same index. */
typedef struct {
    int q, v;
    bool turned;  /* the principal axes are not the body's */
    ph_quat axes; /* principal to body axes */
    bool has_last;
} phk_lie_momentum;

/* A rotation by S. Vectors in body axes. */
typedef struct {
    int q, v;
    ph_sym3 J;
    ph_quat start;
    ph_vec3 turn, end, true_; /* what theta, w1, w'_1 have without A_1 */
    ph_vec3 last;
    bool has_last;
    ph_vec3 theta, w1, a1;
} phk_lie_body;

typedef struct {
    phk_form form;
    int vectors, momenta, bodies;
    phk_form_vector *vector;
    phk_lie_momentum *momentum;
    phk_lie_body *body;
    phk_momentum_batch batch;
    const double *old_a;          /* A_n of the vectors: z of the level the step starts from */
    double *place, *speed, *rate; /* [nv] what q1, v1, v'_1 of vectors have without A_1 */
    /* of the matrix: kind of cell of each direction, and 3x3 maps of each rotation column block */
    int *cell_of;         /* [nv] index into dae->cell */
    ph_mat3 *by_v, *by_a; /* [cells] d w1/d eta, d w'_1/d eta; not used for vectors */
    ph_mat3 *inertia;     /* [cells] what inertia adds to the diagonal block; the same */
} phk_lie;

static inline ph_vec3 phk_lie_get(const double *p)
{
    return ph_v3(p[0], p[1], p[2]);
}
static inline void phk_lie_put(double *p, ph_vec3 v)
{
    p[0] = v.x, p[1] = v.y, p[2] = v.z;
}
static inline ph_quat phk_lie_quat(const double *p)
{
    return ph_quat_make(p[0], p[1], p[2], p[3]);
}

static inline phk_lie *phk_lie_of(phk_form *form)
{
    return (phk_lie *)form;
}

/* form_lie_control.c: sizes, errors and starts */
double phk_lie_magnitude(phk_form *form, const double *u);
double phk_lie_old_magnitude(phk_form *form);
double phk_lie_error(phk_form *form, const double *u);
void phk_lie_accelerations(phk_form *form, const phk_level *level, const double *g, double *A,
                           double *held);
void phk_lie_offset(phk_form *form, const phk_level *level, const double *rate, double *e);

/* form_lie_matrix.c */
void phk_lie_matrix(phk_form *form, const phk_level *to, const phk_tangents *tangents,
                    double *values);

#endif
