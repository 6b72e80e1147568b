/* SPDX-License-Identifier: BSD-3-Clause
 *
 * euler.h -- Euler parameters e = (e0, e1, e2, e3), the unit quaternion as four coordinates, and
 * the matrices that tie them to body axes.
 *
 *   w = 2 L(e) e',  w' = 2 L(e) e'',  dxi = 2 L(e) de;   a body torque t enters as 2 L' t
 *   L L' = 1, L e = 0, L' L = 1 - e e' for |e| = 1;   L(e) p = -L(p) e;   d(L' w)/de = hat(w)
 */
#ifndef PHK_EULER_H
#define PHK_EULER_H

#include <polhode/math.h>

typedef struct {
    double m[3][4];
} phk_mat34;
typedef struct {
    double m[4][4];
} phk_mat44;

static inline phk_mat34 phk_euler_L(const double e[4])
{
    return (phk_mat34){
        {{-e[1], e[0], e[3], -e[2]}, {-e[2], -e[3], e[0], e[1]}, {-e[3], e[2], -e[1], e[0]}}};
}

/* d(L(e)' w)/de */
static inline phk_mat44 phk_euler_hat(ph_vec3 w)
{
    return (phk_mat44){
        {{0, -w.x, -w.y, -w.z}, {w.x, 0, w.z, -w.y}, {w.y, -w.z, 0, w.x}, {w.z, w.y, -w.x, 0}}};
}

/* L(e) p */
static inline ph_vec3 phk_euler_down(const double e[4], const double p[4])
{
    return ph_v3(-e[1] * p[0] + e[0] * p[1] + e[3] * p[2] - e[2] * p[3],
                 -e[2] * p[0] - e[3] * p[1] + e[0] * p[2] + e[1] * p[3],
                 -e[3] * p[0] + e[2] * p[1] - e[1] * p[2] + e[0] * p[3]);
}

/* out += s L(e)' w */
static inline void phk_euler_up(const double e[4], double s, ph_vec3 w, double out[4])
{
    out[0] += s * (-e[1] * w.x - e[2] * w.y - e[3] * w.z);
    out[1] += s * (e[0] * w.x - e[3] * w.y + e[2] * w.z);
    out[2] += s * (e[3] * w.x + e[0] * w.y - e[1] * w.z);
    out[3] += s * (-e[2] * w.x + e[1] * w.y + e[0] * w.z);
}

static inline double phk_dot4(const double a[4], const double b[4])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
}

/* Inertia force 4 L' J L p and gyroscopic force 8 L' L L(e')' J L e' of one body, p = e''; the
 * latter in the projected form, which asks nothing of the norm's multiplier. Added to out. */
void phk_euler_inertia(ph_sym3 j, const double e[4], const double p[4], double s, double out[4]);
void phk_euler_gyro(ph_sym3 j, const double e[4], const double rate[4], double out[4]);
/* Their derivatives: of the inertia force by e (by p it is 4 L' J L), of the gyroscopic force by e
 * and by e'. Overwritten. */
phk_mat44 phk_euler_mass(ph_sym3 j, const double e[4]);
phk_mat44 phk_euler_inertia_by_e(ph_sym3 j, const double e[4], const double p[4]);
void phk_euler_gyro_tangent(ph_sym3 j, const double e[4], const double rate[4], phk_mat44 *by_e,
                            phk_mat44 *by_rate);

#endif
