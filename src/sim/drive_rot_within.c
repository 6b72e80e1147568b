/* SPDX-License-Identifier: BSD-3-Clause
 *
 * States between two steps of a rotation method: cubic Hermite for positions, and for rotations a
 * cubic Hermite of the rotation vector psi(s) with q(t) = q_n exp(psi). Its end slopes come from
 * the angular velocities,  psi' = dexp(-psi)^-1 Omega. So positions and attitudes are interpolated
 * to third order or better and velocities, their exact derivatives, to second or better: the order
 * of the methods. What an engine does (integrate/within.h), in columns, and for steps that may turn
 * a body by more than pi.
 */
#include <math.h>
#include "math/so3.h"
#include "sim/drive_rot.h"

/* Cubic on [0, 1] from 0 with slope a to b with slope c: value and derivative. */
static void hermite(ph_vec3 a, ph_vec3 b, ph_vec3 c, double s, ph_vec3 *value, ph_vec3 *slope)
{
    double s2 = s * s, s3 = s2 * s;
    *value = ph_add(ph_scale(s3 - 2 * s2 + s, a),
                    ph_add(ph_scale(3 * s2 - 2 * s3, b), ph_scale(s3 - s2, c)));
    *slope = ph_add(ph_scale(3 * s2 - 4 * s + 1, a),
                    ph_add(ph_scale(6 * s - 6 * s2, b), ph_scale(3 * s2 - 2 * s, c)));
}

/* The rotation vector from q0 to q1 that is nearest to `guess`: a step may turn by more than pi. */
static ph_vec3 turn_between(ph_quat q0, ph_quat q1, ph_vec3 guess)
{
    ph_vec3 psi = phk_log(ph_quat_mul(ph_quat_conj(q0), q1));
    double angle = ph_norm(psi);
    if (angle == 0) return psi;
    ph_vec3 axis = ph_scale(1 / angle, psi);
    double turns = round((ph_dot(axis, guess) - angle) / (2 * PH_PI));
    return ph_scale(angle + 2 * PH_PI * turns, axis);
}

void phk_columns_within(int bodies, int n, const phk_state *from, const phk_state *to, double t,
                        phk_state *out)
{
    size_t ld = (size_t)n;
    const double *a = from->q, *b = to->q;
    double *o = out->q, h = to->t - from->t, s = (t - from->t) / h;
    out->t = t;
    for (int i = 0; i < bodies; i++) {
        ph_vec3 x0 = phk_column3(a + PHK_X * ld, n, i), dx, vx;
        hermite(ph_scale(h, phk_column3(a + PHK_V * ld, n, i)),
                ph_sub(phk_column3(b + PHK_X * ld, n, i), x0),
                ph_scale(h, phk_column3(b + PHK_V * ld, n, i)), s, &dx, &vx);
        phk_put_column3(o + PHK_X * ld, n, i, ph_add(x0, dx));
        phk_put_column3(o + PHK_V * ld, n, i, ph_scale(1 / h, vx));

        ph_vec3 w0 = ph_scale(h, phk_column3(a + PHK_W * ld, n, i));
        ph_vec3 w1 = ph_scale(h, phk_column3(b + PHK_W * ld, n, i)), psi, rate;
        ph_quat q0 = phk_column4(a + PHK_Q * ld, n, i), q1 = phk_column4(b + PHK_Q * ld, n, i);
        ph_vec3 whole = turn_between(q0, q1, ph_scale(0.5, ph_add(w0, w1)));
        hermite(w0, whole, ph_mat3_mul(phk_dexp_inverse(ph_scale(-1, whole)), w1), s, &psi, &rate);
        ph_quat q = ph_quat_mul(q0, phk_exp(psi));
        double norm = ph_quat_norm(q);
        double *oq = o + PHK_Q * ld + i;
        oq[0] = q.w / norm;
        oq[ld] = q.x / norm;
        oq[2 * ld] = q.y / norm;
        oq[3 * ld] = q.z / norm;
        phk_put_column3(o + PHK_W * ld, n, i,
                        ph_scale(1 / h, ph_mat3_mul(phk_dexp(ph_scale(-1, psi)), rate)));
    }
}
