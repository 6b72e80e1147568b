/* SPDX-License-Identifier: BSD-3-Clause
 *
 * momentum_map.c -- constants, derivative and inverse of the momentum map.
 */
#include "integrate/momentum_map.h"

#include <stdbool.h>

#define ENOUGH 1e-9 /* relative change at which the sweeps of a prediction end */

phk_map_body phk_map_of(ph_vec3 j)
{
    double a[3] = {(j.x - j.y - j.z) / 12, (j.y - j.z - j.x) / 12, (j.z - j.x - j.y) / 12};
    phk_map_body m = {
        .j = j,
        .inv = {1 / j.x, 1 / j.y, 1 / j.z},
        .a2 = {2 * a[0], 2 * a[1], 2 * a[2]},
        .s = {(j.y - j.z) / j.x, (j.z - j.x) / j.y, (j.x - j.y) / j.z},
        .c1 = {j.y / 24 + (j.z - j.x) / 12, j.z / 24 + (j.x - j.y) / 12,
               j.x / 24 + (j.y - j.z) / 12},
        .c2 = {-j.z / 24 - (j.y - j.x) / 12, -j.x / 24 - (j.z - j.y) / 12,
               -j.y / 24 - (j.x - j.z) / 12},
        .p = {1 / (j.y * j.z), 1 / (j.z * j.x), 1 / (j.x * j.y)},
        .q = {4 * a[1] * a[2], 4 * a[2] * a[0], 4 * a[0] * a[1]},
    };
    return m;
}

/* diag(d) m */
static ph_mat3 rows_times(ph_vec3 d, ph_mat3 m)
{
    double f[3] = {d.x, d.y, d.z};
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) m.m[i][k] *= f[i];
    return m;
}

/* m diag(d) */
static ph_mat3 columns_times(ph_mat3 m, ph_vec3 d)
{
    double f[3] = {d.x, d.y, d.z};
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) m.m[i][k] *= f[k];
    return m;
}

/* d c0 / dv at w = v */
static ph_mat3 c0_tangent(const phk_map_body *m, ph_vec3 v)
{
    ph_vec3 Jv = phk_times(m->j, v);
    ph_vec3 s = phk_times(m->inv, ph_cross(Jv, v)), Js = phk_times(m->j, s);
    ph_mat3 hat = phk_hat(v);
    /* W = d(J v x v)/dv, ds = J^-1 W */
    ph_mat3 W = phk_mat3_axpy(phk_hat(Jv), -1, columns_times(hat, m->j));
    ph_mat3 ds = rows_times(m->inv, W);
    ph_mat3 first = phk_mat3_axpy(phk_hat(Js), -1, phk_mat3_product(hat, W));
    ph_mat3 second =
        phk_mat3_axpy(phk_mat3_product(phk_hat(Jv), ds), -1, columns_times(phk_hat(s), m->j));
    ph_mat3 third = phk_mat3_axpy(phk_mat3_product(hat, ds), -1, phk_hat(s));
    ph_mat3 sum = {{{0}}};
    sum = phk_mat3_axpy(sum, 1.0 / 24, first);
    sum = phk_mat3_axpy(sum, -1.0 / 12, second);
    return phk_mat3_axpy(sum, 1.0 / 12, rows_times(m->j, third));
}

ph_mat3 phk_map_tangent(const phk_map_body *m, double h, ph_vec3 theta, ph_vec3 e, ph_vec3 n)
{
    /* T(theta/2): d E = E (T(theta/2) dtheta / 2)~ */
    ph_mat3 T = phk_dexp(ph_scale(-0.5, theta));
    ph_vec3 x = ph_sub(e, n), y = phk_times(m->inv, x);
    ph_mat3 Y = phk_hat(y);

    /* what is inside the inverse: (J - dc0)/h + (-J y~ + x~ + y~ J)/6 + Q e~ T / 2 */
    ph_mat3 b = {{{m->j.x / h, 0, 0}, {0, m->j.y / h, 0}, {0, 0, m->j.z / h}}};
    b = phk_mat3_axpy(b, -1 / h, c0_tangent(m, theta));
    b = phk_mat3_axpy(b, -1.0 / 6, rows_times(m->j, Y));
    b = phk_mat3_axpy(b, 1.0 / 6, phk_hat(x));
    b = phk_mat3_axpy(b, 1.0 / 6, columns_times(Y, m->j));
    ph_mat3 Q = rows_times(m->a2, columns_times(phk_hat(theta), m->inv));
    b = phk_mat3_axpy(b, 0.5, phk_mat3_product(Q, phk_mat3_product(phk_hat(e), T)));

    ph_mat3 N = phk_mat3_product(phk_hat(n), T);
    for (int k = 0; k < 3; k++) {
        ph_vec3 column = phk_map_invert(m, theta, ph_v3(b.m[0][k], b.m[1][k], b.m[2][k]));
        N.m[0][k] = column.x - 0.5 * N.m[0][k];
        N.m[1][k] = column.y - 0.5 * N.m[1][k];
        N.m[2][k] = column.z - 0.5 * N.m[2][k];
    }
    return N;
}

ph_vec3 phk_map_solve(const phk_map_body *m, double h, ph_vec3 u, ph_vec3 pibar, ph_vec3 theta)
{
    /* small turns: the inertia alone is derivative enough, each sweep gains a factor of |theta| */
    bool small = ph_dot(theta, theta) < 0.01;
    for (int sweep = 0; sweep < (small ? 5 : 3); sweep++) {
        ph_quat E = phk_map_half(theta);
        ph_vec3 e = ph_unrotate(E, u), n = phk_map_n(m, 1 / h, theta, e), change;
        ph_vec3 f = ph_sub(n, ph_unrotate(E, pibar));
        if (small) {
            change = ph_scale(h, phk_times(m->inv, f));
        } else {
            ph_mat3 N = phk_map_tangent(m, h, theta, e, n);
            if (!phk_mat3_solve(&N, f, &change)) return theta;
        }
        theta = ph_sub(theta, change);
        /* a prediction: what is left is less than the error of the momentum predicted */
        if (ph_dot(change, change) <= ENOUGH * ENOUGH * ph_dot(theta, theta)) break;
    }
    return theta;
}
