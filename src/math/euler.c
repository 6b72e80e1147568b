/* SPDX-License-Identifier: BSD-3-Clause */
#include "math/euler.h"

void phk_euler_inertia(ph_sym3 j, const double e[4], const double p[4], double s, double out[4])
{
    phk_euler_up(e, 4 * s, ph_sym3_mul(j, phk_euler_down(e, p)), out);
}

/* y = L(e')' J L e', the bracket of the gyroscopic force. */
static void bracket(ph_sym3 j, const double e[4], const double rate[4], double y[4])
{
    y[0] = y[1] = y[2] = y[3] = 0;
    phk_euler_up(rate, 1, ph_sym3_mul(j, phk_euler_down(e, rate)), y);
}

void phk_euler_gyro(ph_sym3 j, const double e[4], const double rate[4], double out[4])
{
    double y[4];
    bracket(j, e, rate, y);
    phk_euler_up(e, 8, phk_euler_down(e, y), out);
}

/* a' J b for 3x4 a, b */
static phk_mat44 sandwich(const phk_mat34 *a, ph_sym3 j, const phk_mat34 *b)
{
    phk_mat44 r;
    for (int c = 0; c < 4; c++) {
        ph_vec3 v = ph_sym3_mul(j, ph_v3(b->m[0][c], b->m[1][c], b->m[2][c]));
        for (int i = 0; i < 4; i++)
            r.m[i][c] = a->m[0][i] * v.x + a->m[1][i] * v.y + a->m[2][i] * v.z;
    }
    return r;
}

static phk_mat44 combine(double s, phk_mat44 a, double t, phk_mat44 b)
{
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 4; k++) a.m[i][k] = s * a.m[i][k] + t * b.m[i][k];
    return a;
}

phk_mat44 phk_euler_mass(ph_sym3 j, const double e[4])
{
    phk_mat34 L = phk_euler_L(e);
    phk_mat44 m = sandwich(&L, j, &L);
    return combine(4, m, 0, m);
}

phk_mat44 phk_euler_inertia_by_e(ph_sym3 j, const double e[4], const double p[4])
{
    phk_mat34 L = phk_euler_L(e), Lp = phk_euler_L(p);
    return combine(4, phk_euler_hat(ph_sym3_mul(j, phk_euler_down(e, p))), -4,
                   sandwich(&L, j, &Lp));
}

/* L(e) a for a 4x4 a */
static phk_mat34 down(const phk_mat34 *L, const phk_mat44 *a)
{
    phk_mat34 r;
    for (int i = 0; i < 3; i++)
        for (int c = 0; c < 4; c++)
            r.m[i][c] = L->m[i][0] * a->m[0][c] + L->m[i][1] * a->m[1][c] +
                        L->m[i][2] * a->m[2][c] + L->m[i][3] * a->m[3][c];
    return r;
}

void phk_euler_gyro_tangent(ph_sym3 j, const double e[4], const double rate[4], phk_mat44 *by_e,
                            phk_mat44 *by_rate)
{
    static const ph_sym3 one = {1, 1, 1, 0, 0, 0};
    phk_mat34 L = phk_euler_L(e), D = phk_euler_L(rate);
    double y[4];
    bracket(j, e, rate, y);
    /* g = 8 L' z, z = L y, y = D' u, u = J L e' */
    phk_mat44 y_e = sandwich(&D, j, &D), y_rate = sandwich(&D, j, &L);
    ph_vec3 u = ph_sym3_mul(j, phk_euler_down(e, rate)), z = phk_euler_down(e, y);
    y_rate = combine(1, y_rate, 1, phk_euler_hat(u));
    phk_mat34 z_e = down(&L, &y_e), z_rate = down(&L, &y_rate), Ly = phk_euler_L(y);
    for (int i = 0; i < 3; i++)
        for (int c = 0; c < 4; c++) z_e.m[i][c] = -z_e.m[i][c] - Ly.m[i][c];
    *by_e = combine(8, phk_euler_hat(z), 8, sandwich(&L, one, &z_e));
    *by_rate = sandwich(&L, one, &z_rate);
    *by_rate = combine(8, *by_rate, 0, *by_rate);
}
