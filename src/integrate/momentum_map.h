/* SPDX-License-Identifier: BSD-3-Clause
 *
 * momentum_map.h -- the turn of a body in a step from its angular momentum, to fourth order.
 *
 * With theta the turn in the step (body axes at its start), E = exp(theta~/2), u = J w at its start
 * and pibar the mean momentum (the same axes), pibar = E n(theta, u). For a second-order method
 * n = J theta/h would do; here n contains the next term of the Magnus series and the correction of
 * the middle frame, with w = theta/h:
 *
 *   s  = J^-1 (J w x w)
 *   c0 = (J s x w)/24 - (J w x s)/12 + J (w x s)/12
 *   C  = (J w~ J^-1 - w~ - (J w)~ J^-1)/12
 *   n  = (1 + 2 h C)^-1 (J w - h^2 c0 + 2 h C E'u)
 *
 * The torque acts in it through 2 (n - E'u)/h, the mean torque in the middle frame; it enters
 * linearly, hence the inverse. Taking that torque from the step before instead is unstable, and
 * leaving the inverse out spoils the symmetry in time.
 *
 * In principal axes C = diag(a) w~ J^-1 with a_i = (J_i - J_j - J_k)/12, whose inverse is known in
 * closed form, and c0 has six coefficients: all that follows is in principal axes.
 */
#ifndef PHK_MOMENTUM_MAP_H
#define PHK_MOMENTUM_MAP_H

#include "math/so3.h"

typedef struct {
    ph_vec3 j;      /* [kg m^2] principal moments of inertia */
    ph_vec3 inv;    /* 1 / j */
    ph_vec3 a2;     /* 2 a */
    ph_vec3 s;      /* (J_j - J_k) / J_i */
    ph_vec3 c1, c2; /* c0_i = c1_i s_j w_k + c2_i s_k w_j, (i, j, k) in turn */
    ph_vec3 p, q;   /* 1 / (J_j J_k) and 4 a_j a_k */
} phk_map_body;

phk_map_body phk_map_of(ph_vec3 j);

static inline ph_vec3 phk_times(ph_vec3 a, ph_vec3 b)
{
    return ph_v3(a.x * b.x, a.y * b.y, a.z * b.z);
}

/* exp(theta/2) and exp(theta) share cosine and sine: E alone is computed, exp(theta) = E E. The
 * series are good to rounding for |theta| < 0.4; beyond it there is the general function. */
static inline ph_quat phk_map_half(ph_vec3 theta)
{
    double x = ph_dot(theta, theta) * (1.0 / 16); /* (a/2)^2 with a half the turn */
    if (x > 0.01) return phk_exp(ph_scale(0.5, theta));
    double c = 1 - x / 2 * (1 - x * (1.0 / 12) * (1 - x * (1.0 / 30) * (1 - x * (1.0 / 56))));
    double s = 0.25 * (1 - x * (1.0 / 6) *
                               (1 - x * (1.0 / 20) * (1 - x * (1.0 / 42) * (1 - x * (1.0 / 72)))));
    return ph_quat_make(c, s * theta.x, s * theta.y, s * theta.z);
}

/* (1 + Q)^-1 b, Q = 2 h C = 2 diag(a) theta~ J^-1. Q has no trace and no determinant, so that
 * (1 + Q)^-1 = (1 - Q + adj Q) / (1 + tr adj Q), and adj Q is a dyad. */
static inline ph_vec3 phk_map_invert(const phk_map_body *m, ph_vec3 theta, ph_vec3 b)
{
    ph_vec3 Qb = phk_times(m->a2, ph_cross(theta, phk_times(m->inv, b)));
    ph_vec3 p = phk_times(m->p, theta), q = phk_times(m->q, theta);
    double f = 1 / (1 + ph_dot(p, q)), qb = ph_dot(q, b);
    return ph_scale(f, ph_axpy(ph_sub(b, Qb), qb, p));
}

/* c0 for w = v */
static inline ph_vec3 phk_map_c0(const phk_map_body *m, ph_vec3 v)
{
    ph_vec3 s = ph_v3(m->s.x * v.y * v.z, m->s.y * v.z * v.x, m->s.z * v.x * v.y);
    return ph_v3(m->c1.x * s.y * v.z + m->c2.x * s.z * v.y,
                 m->c1.y * s.z * v.x + m->c2.y * s.x * v.z,
                 m->c1.z * s.x * v.y + m->c2.z * s.y * v.x);
}

/* n(theta), with e = E'u. */
static inline ph_vec3 phk_map_n(const phk_map_body *m, double h_inverse, ph_vec3 theta, ph_vec3 e)
{
    ph_vec3 b = ph_sub(phk_times(m->j, theta), phk_map_c0(m, theta));
    return ph_add(e, phk_map_invert(m, theta, ph_sub(ph_scale(h_inverse, b), e)));
}

/* T(theta)^-1 x: the change of theta that turns the end of the step by x, in body axes there. */
static inline ph_vec3 phk_turn_inverse(ph_vec3 theta, ph_vec3 x)
{
    double z = ph_dot(theta, theta), e, s, c;
    if (z < 0.0625) {
        e = 1.0 / 12 + z * (1.0 / 720 + z * (1.0 / 30240 + z * (1.0 / 1209600 + z / 47900160.0)));
    } else {
        double a = sqrt(z);
        phk_sincos(0.5 * a, &s, &c);
        e = (1 - 0.5 * a * c / s) / z;
    }
    ph_vec3 y = ph_cross(theta, x);
    return ph_axpy(ph_axpy(x, 0.5, y), e, ph_cross(theta, y));
}

/* d(E n)/dtheta = E N: N. */
ph_mat3 phk_map_tangent(const phk_map_body *m, double h, ph_vec3 theta, ph_vec3 e, ph_vec3 n);

/* theta of a given pibar, from a first guess: for predictions, not to the last digit. */
ph_vec3 phk_map_solve(const phk_map_body *m, double h, ph_vec3 u, ph_vec3 pibar, ph_vec3 theta);

#endif
