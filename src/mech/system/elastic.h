/* SPDX-License-Identifier: BSD-3-Clause
 *
 * elastic.h -- the inertia of a flexible body. The integrator carries its mass, the rotation of the
 * inertia J0 it has undeformed, and a mass of 1 along each mode; all else of its inertia depends on
 * how it is deformed and comes as forces that read accelerations. In body axes, with w, q, the
 * arrays of flex.h, and dJ = J(q) - J0:
 *
 *   Y_ab,j = C1_ab,j + X_ab,j(q),  X_ab,j(u) = sum_k u_k D_ab,kj,  H_j = ax(Y_j) + I4r_j
 *   dJ = tr(S) 1 - S,  S = C1 q + (C1 q)' + D[q,q],  J_,j = dJ/dq_j = 2 tr(Y_j) 1 - Y_j - Y_j'
 *   torque  dJ w' + H q'' + J' w + w x (dJ w + H q')
 *   mode j  H_j.w' + 2 ax(X_j(q')).w - w.J_,j w/2 + om^2 q + 2 zeta om q'
 *
 * (ax(A) = (A_yz - A_zy, ..)). Where shapes lack the shortening of second order, K_ab takes its
 * place: a spinning body that bends has its points nearer to the axis,  dJ_ab -= q'K_ab q  (half of
 * it each where a and b differ), so that momentum and energy know of it and not the modes alone.
 *
 * Shabana, Dynamics of Multibody Systems, 5; with the rotary inertia of points along body axes.
 */
#ifndef PHK_ELASTIC_H
#define PHK_ELASTIC_H

#include "flex/flex.h"
#include "math/so3.h"

/* Numbers of the nine parts of Y and X: x x, x y, .. */
enum { X_X = 0, X_Y, X_Z, Y_X, Y_Y, Y_Z, Z_X, Z_Y, Z_Z, PHK_NINE };
/* Room that is needed, per mode. */
enum { PHK_ELASTIC_ROOM = 3 * PHK_NINE + 1 };

/* A body at a point. */
typedef struct {
    const phk_flex *is;
    int n;
    const double *q, *rate, *second; /* [modes]; second: NULL where nobody asks for accelerations */
    ph_vec3 w, alpha;
    double *Y, *X, *A; /* [9][modes] Y; X(q'); X(q''), which is left to who wants it */
    double *K;         /* [modes] */
    ph_mat3 dJ, J_rate;
    ph_vec3 momentum; /* H q' */
} phk_elastic;
phk_elastic phk_elastic_at(const phk_flex *is, const double *q, const double *rate,
                           const double *second, ph_vec3 w, ph_vec3 alpha, double *room);
/* [J] of all but what the integrator carries: w.dJ w/2 + w.H q' + q'.q'/2; and q.om^2 q/2. */
double phk_elastic_kinetic(const phk_elastic *b);
/* [modes][modes] how modes are held at a constant spin: om^2 less what it takes, symmetric. */
void phk_elastic_stiffness(const phk_flex *is, ph_vec3 w, double *to);
/* Row j and column k of G(u)_jk = u.ax(D_kj), which is antisymmetric, and of what a spin takes off
 * the stiffness, w.w tr D - w.D w less stiffening; jk = j modes + k, and kj. */
double phk_elastic_gyroscopic(const phk_flex *is, ph_vec3 u, size_t jk, size_t kj);
double phk_elastic_centrifugal(const phk_flex *is, ph_vec3 w, size_t jk, size_t kj);
double phk_elastic_strain(const phk_flex *is, const double *q);

double phk_elastic_dot(int n, const double *a, const double *b);
/* Adds X(u). */
void phk_elastic_products(const phk_flex *is, const double *u, double *X);
/* ax of number j of nine; (tr(Y_j + Y_j') 1 - Y_j - Y_j') w */
ph_vec3 phk_elastic_axial(int n, const double *Y, int j);
ph_vec3 phk_elastic_turned(int n, const double *Y, int j, ph_vec3 w);
/* H_j, and H u */
ph_vec3 phk_elastic_H(const phk_elastic *b, int j);
ph_vec3 phk_elastic_H_times(const phk_elastic *b, const double *u);

/* The product of angular velocities a stiffening goes with. */
extern const int phk_stiffening_axes[6][2];
bool phk_is_stiffened(const phk_flex *is);
/* Adds factor times what stiffening makes of (dJ_,j x).y with u for the coordinates, [modes]. */
void phk_elastic_stiffen(const phk_elastic *b, const double *u, double factor, ph_vec3 x, ph_vec3 y,
                         double *to);

#endif
