/* SPDX-License-Identifier: BSD-3-Clause
 *
 * so3.h -- the rotation group: exponential, logarithm, their differentials, and small symmetric
 * matrices. Rotation vectors [rad]; quaternions as in polhode/math.h.
 *
 *   exp(v) = (cos a/2, sin(a/2)/a v), a = |v|
 *   dexp(v) = 1 + (1 - cos a)/a^2 v~ + (a - sin a)/a^3 v~^2
 *   d exp(f~)/dt = exp(f~) (dexp(-f) f')~, so dexp(-f) maps f' to body angular velocity.
 */
#ifndef PHK_SO3_H
#define PHK_SO3_H

#include <polhode/math.h>
#include "math/sincos.h"

/* exp(v) without branches. The 1e-200 keeps 0/0 away: it only acts below |v| = 1e-92, where
 * sin(a/2)/a is 1/2 to the last bit whatever a is. Even in |v|, so smooth at 0. */
PHK_INLINE ph_quat phk_exp(ph_vec3 v)
{
    double a = sqrt(ph_dot(v, v) + 1e-200), s, c;
    phk_sincos(0.5 * a, &s, &c);
    s /= a;
    return ph_quat_make(c, s * v.x, s * v.y, s * v.z);
}

/* One Newton step towards norm 1: keeps rounding from adding up, does nothing to a unit q. */
PHK_INLINE ph_quat phk_renormalise(ph_quat q)
{
    double f = 1.5 - 0.5 * (q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
    return ph_quat_make(f * q.w, f * q.x, f * q.y, f * q.z);
}

/* q / |q|. One of norm 1 up to rounding stays as it is, to the last bit: so it survives being
 * written to a file and read again. */
static inline ph_quat phk_quat_unit(ph_quat q)
{
    double n = ph_quat_norm(q);
    if (fabs(n - 1) < 1e-15) return q;
    return ph_quat_make(q.w / n, q.x / n, q.y / n, q.z / n);
}

/* q exp(v): turn by v given in body axes. */
PHK_INLINE ph_quat phk_turn(ph_quat q, ph_vec3 v)
{
    return phk_renormalise(ph_quat_mul(q, phk_exp(v)));
}

/* Rotation vector of a unit quaternion, |v| <= pi. */
ph_vec3 phk_log(ph_quat q);

/* The quaternion of a rotation matrix. */
ph_quat phk_quat_from_mat3(const ph_mat3 *matrix);

/* dexp(v) and its inverse (|v| < 2 pi). */
ph_mat3 phk_dexp(ph_vec3 v);
ph_mat3 phk_dexp_inverse(ph_vec3 v);

/* (1 - cos a)/a^2 and (a - sin a)/a^3. */
void phk_dexp_coefficients(double a, double *c1, double *c2);

/* v~: v~ w = v x w. */
static inline ph_mat3 phk_hat(ph_vec3 v)
{
    ph_mat3 r = {{{0, -v.z, v.y}, {v.z, 0, -v.x}, {-v.y, v.x, 0}}};
    return r;
}
static inline ph_mat3 phk_mat3_from_sym3(ph_sym3 a)
{
    ph_mat3 r = {{{a.xx, a.xy, a.xz}, {a.xy, a.yy, a.yz}, {a.xz, a.yz, a.zz}}};
    return r;
}
static inline ph_mat3 phk_mat3_product(ph_mat3 a, ph_mat3 b)
{
    ph_mat3 r;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            r.m[i][j] = a.m[i][0] * b.m[0][j] + a.m[i][1] * b.m[1][j] + a.m[i][2] * b.m[2][j];
    return r;
}
/* a + s b */
static inline ph_mat3 phk_mat3_axpy(ph_mat3 a, double s, ph_mat3 b)
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) a.m[i][j] += s * b.m[i][j];
    return a;
}
/* Solves a x = b by cofactors: a tenth of the work of elimination with pivoting, and accurate
 * enough for Newton, which corrects its own errors. Returns 0 when a is singular or not finite. */
static inline int phk_mat3_solve(const ph_mat3 *a, ph_vec3 b, ph_vec3 *x)
{
    ph_vec3 r0 = {a->m[0][0], a->m[0][1], a->m[0][2]};
    ph_vec3 r1 = {a->m[1][0], a->m[1][1], a->m[1][2]};
    ph_vec3 r2 = {a->m[2][0], a->m[2][1], a->m[2][2]};
    ph_vec3 c0 = ph_cross(r1, r2), c1 = ph_cross(r2, r0), c2 = ph_cross(r0, r1);
    double inverse = 1 / ph_dot(r0, c0);
    *x = ph_scale(inverse, ph_axpy(ph_axpy(ph_scale(b.x, c0), b.y, c1), b.z, c2));
    return isfinite(x->x + x->y + x->z);
}

/* Inverse of a regular matrix; of a diagonal one entry by entry, so that whether the rest of a
 * batch is diagonal never changes a body's bits. */
ph_sym3 phk_sym3_inverse(ph_sym3 a);
/* R a R^T */
ph_sym3 phk_sym3_rotate(ph_quat q, ph_sym3 a);
/* Eigenvalues, ascending, and orthonormal, right-handed eigenvectors by Jacobi rotations. A
 * diagonal matrix keeps its order and axes. */
void phk_sym3_eigen(ph_sym3 a, double value[3], ph_vec3 axis[3]);

#endif
