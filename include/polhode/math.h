/* SPDX-License-Identifier: BSD-3-Clause
 *
 * polhode/math.h -- vectors, quaternions and 3x3 matrices as plain values.
 *
 * Conventions, stated once: a quaternion is (w, x, y, z), scalar first, Hamilton product, and maps
 * body components to world components, v_W = q v_B q*. R_WB is the same map as a matrix.
 * Matrices are row-major: m[row][column].
 */
#ifndef POLHODE_MATH_H
#define POLHODE_MATH_H

#include <math.h>

#ifdef __cplusplus
extern "C" {
#endif

#define PH_PI 3.14159265358979323846

typedef struct {
    double x, y, z;
} ph_vec3;
typedef struct {
    double w, x, y, z;
} ph_quat;
typedef struct {
    double m[3][3];
} ph_mat3;

/* Symmetric 3x3 matrix, e.g. an inertia tensor; off-diagonals are the tensor's entries as they
 * stand in the matrix (xy = -integral x y dm), not the products of inertia with the other sign. */
typedef struct {
    double xx, yy, zz, xy, xz, yz;
} ph_sym3;

static inline ph_vec3 ph_v3(double x, double y, double z)
{
    ph_vec3 v = {x, y, z};
    return v;
}
static inline ph_vec3 ph_add(ph_vec3 a, ph_vec3 b)
{
    return ph_v3(a.x + b.x, a.y + b.y, a.z + b.z);
}
static inline ph_vec3 ph_sub(ph_vec3 a, ph_vec3 b)
{
    return ph_v3(a.x - b.x, a.y - b.y, a.z - b.z);
}
static inline ph_vec3 ph_scale(double s, ph_vec3 a)
{
    return ph_v3(s * a.x, s * a.y, s * a.z);
}
/* a + s b */
static inline ph_vec3 ph_axpy(ph_vec3 a, double s, ph_vec3 b)
{
    return ph_v3(a.x + s * b.x, a.y + s * b.y, a.z + s * b.z);
}
static inline double ph_dot(ph_vec3 a, ph_vec3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
static inline ph_vec3 ph_cross(ph_vec3 a, ph_vec3 b)
{
    return ph_v3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}
static inline double ph_norm(ph_vec3 a)
{
    return sqrt(ph_dot(a, a));
}

static inline ph_quat ph_quat_make(double w, double x, double y, double z)
{
    ph_quat q = {w, x, y, z};
    return q;
}
static inline ph_quat ph_quat_identity(void)
{
    return ph_quat_make(1, 0, 0, 0);
}
static inline ph_quat ph_quat_conj(ph_quat q)
{
    return ph_quat_make(q.w, -q.x, -q.y, -q.z);
}
static inline ph_quat ph_quat_mul(ph_quat a, ph_quat b)
{
    return ph_quat_make(a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z,
                        a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
                        a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
                        a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w);
}
static inline double ph_quat_norm(ph_quat q)
{
    return sqrt(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
}
/* q v q*, for a unit quaternion: body components to world components. */
static inline ph_vec3 ph_rotate(ph_quat q, ph_vec3 v)
{
    ph_vec3 u = {q.x, q.y, q.z};
    ph_vec3 t = ph_scale(2, ph_cross(u, v));
    return ph_add(ph_axpy(v, q.w, t), ph_cross(u, t));
}
/* q* v q: world components to body components. */
static inline ph_vec3 ph_unrotate(ph_quat q, ph_vec3 v)
{
    return ph_rotate(ph_quat_conj(q), v);
}
/* R(q) of a unit quaternion. */
static inline ph_mat3 ph_mat3_from_quat(ph_quat q)
{
    double ww = q.w * q.w, xx = q.x * q.x, yy = q.y * q.y, zz = q.z * q.z;
    double xy = q.x * q.y, xz = q.x * q.z, yz = q.y * q.z;
    double wx = q.w * q.x, wy = q.w * q.y, wz = q.w * q.z;
    ph_mat3 r = {{{ww + xx - yy - zz, 2 * (xy - wz), 2 * (xz + wy)},
                  {2 * (xy + wz), ww - xx + yy - zz, 2 * (yz - wx)},
                  {2 * (xz - wy), 2 * (yz + wx), ww - xx - yy + zz}}};
    return r;
}
static inline ph_vec3 ph_mat3_mul(ph_mat3 a, ph_vec3 v)
{
    return ph_v3(a.m[0][0] * v.x + a.m[0][1] * v.y + a.m[0][2] * v.z,
                 a.m[1][0] * v.x + a.m[1][1] * v.y + a.m[1][2] * v.z,
                 a.m[2][0] * v.x + a.m[2][1] * v.y + a.m[2][2] * v.z);
}
static inline ph_vec3 ph_sym3_mul(ph_sym3 a, ph_vec3 v)
{
    return ph_v3(a.xx * v.x + a.xy * v.y + a.xz * v.z, a.xy * v.x + a.yy * v.y + a.yz * v.z,
                 a.xz * v.x + a.yz * v.y + a.zz * v.z);
}

#ifdef __cplusplus
}
#endif
#endif
