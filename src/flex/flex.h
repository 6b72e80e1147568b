/* SPDX-License-Identifier: BSD-3-Clause
 *
 * flex.h -- a flexible body: a floating frame and M modes in mean axes.
 *
 * A point x of the undeformed body (from its centre of mass, body axes) is at x + phi(x) q, with
 * the modal coordinates q; the axes at a node turn by psi q besides. Modes are orthogonal, of modal
 * mass 1, and hold no rigid motion: the centre of mass stays at the origin of the frame, deformed
 * or not. The unit of q is sqrt(kg) m. Shapes, methods: Shabana, Dynamics of Multibody Systems, 5
 * and 6; Craig and Bampton, AIAA J. 6 (1968).
 *
 * All inertia follows from m, C0, C1, D and what the rotary inertia of points adds (with sums over
 * all mass, phi_j the shape of mode j, a and b of x y z):
 *   C0_ab = sum m x_a x_b     C1_ab,j = sum m x_a phi_bj     D_ab,jk = sum m phi_aj phi_bk
 *   I7r = sum J     I4r = sum J psi     I6r = sum psi'J psi
 * It does not change once it is made: many bodies, models and threads may look at one.
 */
#ifndef PHK_FLEX_H
#define PHK_FLEX_H

#include <stdatomic.h>
#include <stdbool.h>
#include <polhode/flexible.h>
#include "base/arena.h"

/* A node that markers may sit on. */
typedef struct {
    int id;            /* its number in the finite-element model; -1: none */
    const char *name;  /* NULL: none */
    ph_vec3 at;        /* [m] undeformed, from the centre of mass */
    const double *phi; /* [3][modes] displacement [m] of a unit of each mode */
    const double *psi; /* [3][modes] turn [rad]; NULL: the node knows no rotation */
} phk_flex_node;

/* Where stresses are known. */
typedef struct {
    int node; /* among the nodes; -1: none */
    const char *label;
    ph_vec3 at; /* [m] undeformed, from the centre of mass */
} phk_flex_spot;

/* A load fixed in the axes of the body: sum phi'f, and its resultant about the centre of mass. */
typedef struct {
    const char *name;
    const double *modal;   /* [modes] [N/sqrt(kg)] */
    ph_vec3 force, torque; /* [N], [N m] body axes */
} phk_flex_load;

enum { PHK_XX, PHK_YY, PHK_ZZ, PHK_XY, PHK_YZ, PHK_ZX };

typedef struct ph_flex {
    int modes;
    double mass;        /* [kg] */
    ph_vec3 com;        /* [m] centre of mass in the coordinates it was drawn in */
    ph_sym3 J0;         /* [kg m^2] undeformed, about the centre of mass: tr(C0) 1 - C0 + I7r */
    double C0[3][3];    /* [kg m^2] */
    const double *C1;   /* [3][3][modes] */
    const double *D[6]; /* [modes][modes] each, PHK_XX ..: D_xy,jk = sum m phi_xj phi_yk; that of
                           the other order is its transpose */
    ph_sym3 I7r;
    const double *I4r, *I6r; /* [3][modes], [modes][modes]; NULL: the points have no rotary
                                inertia */
    const double *stiffness; /* [modes] [1/s^2] squares of the angular frequencies */
    const double *coupled;   /* [modes][modes] instead, where it is not diagonal; else NULL */
    const double *damping;   /* [modes] ratios; NAN: the default of the frequency */
    const double *size;      /* [modes] the largest displacement [m] that a unit of each mode is,
                                over all nodes; > 0 */
    int nodes;
    const phk_flex_node *node; /* [nodes] */
    int lines;                 /* what to draw: */
    const int *line;           /* [lines][2] between nodes */
    int faces;
    const int *face; /* [faces][3] */
    int spots;
    const phk_flex_spot *spot; /* [spots] */
    const float *stress;       /* [spots][6][modes] [Pa] of a unit of each mode, PHK_XX .. */
    /* Geometric stiffening about a node that is held: to be multiplied by products of the
     * components of the angular velocity, wx wx, wy wy, wz wz, wx wy, wy wz, wz wx. */
    const double *stiffening[6]; /* [modes][modes]; NULL: none */
    int loads;
    const phk_flex_load *load; /* [loads] */
    int interfaces;            /* nodes that were held; for those who ask */
    double rigid;              /* the largest |f| of the six rigid modes over the first frequency */
    atomic_int users;          /* 0: it stands somewhere else, and is never freed */
    phk_arena arena;           /* for all it points to */
} phk_flex;

/* All zeros, with one user; NULL: out of memory. Whoever makes it fills it before others see it. */
phk_flex *phk_flex_create(void);
/* Sets `size` by what the nodes do. */
ph_status phk_flex_measure(phk_flex *flex);
/* Ratios of damping by an expression of the frequency f, or "default". */
ph_status phk_flex_damp(phk_flex *flex, const ph_expr *expr, ph_source where, ph_diag *diag);

/* Forces at nodes while they are summed up. */
typedef struct {
    double *modal; /* [modes] */
    ph_vec3 force, torque;
} phk_flex_push_sum;
void phk_flex_push(const phk_flex *flex, int node, ph_vec3 force, phk_flex_push_sum *sum);

#endif
