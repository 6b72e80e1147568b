/* SPDX-License-Identifier: BSD-3-Clause
 *
 * so3.c -- the parts of so3.h that need branches or loops.
 */
#include "math/so3.h"

ph_vec3 phk_log(ph_quat q)
{
    double n = sqrt(q.x * q.x + q.y * q.y + q.z * q.z);
    /* q and -q are the same rotation: take the short way */
    double w = q.w < 0 ? -q.w : q.w, sign = q.w < 0 ? -1 : 1;
    double f = n > 1e-150 ? 2 * atan2(n, w) / n : 2;
    return ph_scale(sign * f, ph_v3(q.x, q.y, q.z));
}

void phk_dexp_coefficients(double a, double *c1, double *c2)
{
    double z = a * a, s, c;
    if (fabs(a) < 0.5) {
        /* series; the next terms are below 1e-16 of the sum */
        *c1 = 1.0 / 2 -
              z * (1.0 / 24 -
                   z * (1.0 / 720 - z * (1.0 / 40320 - z * (1.0 / 3628800 - z / 479001600.0))));
        *c2 = 1.0 / 6 -
              z * (1.0 / 120 -
                   z * (1.0 / 5040 - z * (1.0 / 362880 - z * (1.0 / 39916800 - z / 6227020800.0))));
        return;
    }
    phk_sincos(0.5 * a, &s, &c);
    *c1 = 2 * s * s / z;
    *c2 = (a - 2 * s * c) / (a * z);
}

static ph_mat3 identity_plus(double c1, double c2, ph_vec3 v)
{
    ph_mat3 one = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}, hat = phk_hat(v);
    return phk_mat3_axpy(phk_mat3_axpy(one, c1, hat), c2, phk_mat3_product(hat, hat));
}

ph_mat3 phk_dexp(ph_vec3 v)
{
    double c1, c2;
    phk_dexp_coefficients(ph_norm(v), &c1, &c2);
    return identity_plus(c1, c2, v);
}

ph_mat3 phk_dexp_inverse(ph_vec3 v)
{
    /* 1 - v~/2 + e v~^2 with e = (1 - (a/2) cot(a/2)) / a^2 = (1/a^2) (1 - (1 - z c2) / (2 c1)) */
    double a = ph_norm(v), z = a * a, s, c, e;
    if (a < 0.25) {
        e = 1.0 / 12 + z * (1.0 / 720 + z * (1.0 / 30240 + z * (1.0 / 1209600 + z / 47900160.0)));
    } else {
        phk_sincos(0.5 * a, &s, &c);
        e = (1 - 0.5 * a * c / s) / z;
    }
    return identity_plus(-0.5, e, v);
}

ph_sym3 phk_sym3_inverse(ph_sym3 a)
{
    if (a.xy == 0 && a.xz == 0 && a.yz == 0) {
        ph_sym3 r = {1 / a.xx, 1 / a.yy, 1 / a.zz, 0, 0, 0};
        return r;
    }
    double cxx = a.yy * a.zz - a.yz * a.yz, cxy = a.xz * a.yz - a.xy * a.zz;
    double cxz = a.xy * a.yz - a.xz * a.yy;
    double d = 1 / (a.xx * cxx + a.xy * cxy + a.xz * cxz);
    ph_sym3 r = {d * cxx, d * (a.xx * a.zz - a.xz * a.xz), d * (a.xx * a.yy - a.xy * a.xy), d * cxy,
                 d * cxz, d * (a.xy * a.xz - a.xx * a.yz)};
    return r;
}

ph_sym3 phk_sym3_rotate(ph_quat q, ph_sym3 a)
{
    ph_mat3 r = ph_mat3_from_quat(q), t = r;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) t.m[i][j] = r.m[j][i];
    ph_mat3 m = phk_mat3_product(phk_mat3_product(r, phk_mat3_from_sym3(a)), t);
    ph_sym3 s = {m.m[0][0],
                 m.m[1][1],
                 m.m[2][2],
                 0.5 * (m.m[0][1] + m.m[1][0]),
                 0.5 * (m.m[0][2] + m.m[2][0]),
                 0.5 * (m.m[1][2] + m.m[2][1])};
    return s;
}

void phk_sym3_eigen(ph_sym3 a, double value[3], ph_vec3 axis[3])
{
    ph_mat3 m = phk_mat3_from_sym3(a);
    double v[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};

    /* cyclic sweeps; convergence is quadratic, a handful is enough, 50 bounds the unexpected */
    for (int sweep = 0; sweep < 50; sweep++) {
        if (m.m[0][1] == 0 && m.m[0][2] == 0 && m.m[1][2] == 0) break;
        for (int p = 0; p < 2; p++) {
            for (int q = p + 1; q < 3; q++) {
                if (m.m[p][q] == 0) continue;
                /* what would not change the diagonal is zero */
                if (fabs(m.m[p][q]) <= 1e-18 * (fabs(m.m[p][p]) + fabs(m.m[q][q]))) {
                    m.m[p][q] = m.m[q][p] = 0;
                    continue;
                }
                double theta = (m.m[q][q] - m.m[p][p]) / (2 * m.m[p][q]);
                double t = (theta < 0 ? -1 : 1) / (fabs(theta) + sqrt(theta * theta + 1));
                double c = 1 / sqrt(t * t + 1), s = t * c;
                for (int k = 0; k < 3; k++) {
                    double x = m.m[k][p], y = m.m[k][q];
                    m.m[k][p] = c * x - s * y;
                    m.m[k][q] = s * x + c * y;
                }
                for (int k = 0; k < 3; k++) {
                    double x = m.m[p][k], y = m.m[q][k];
                    m.m[p][k] = c * x - s * y;
                    m.m[q][k] = s * x + c * y;
                    x = v[k][p], y = v[k][q];
                    v[k][p] = c * x - s * y;
                    v[k][q] = s * x + c * y;
                }
                m.m[p][q] = m.m[q][p] = 0;
            }
        }
    }
    for (int k = 0; k < 3; k++) {
        value[k] = m.m[k][k];
        axis[k] = ph_v3(v[0][k], v[1][k], v[2][k]);
    }
    if (a.xy == 0 && a.xz == 0 && a.yz == 0) return;
    /* ascending; the rotations are proper, and an exchange with one sign changed stays so */
    for (int k = 0; k < 3; k++) {
        int p = k == 1;
        if (value[p] <= value[p + 1]) continue;
        double t = value[p];
        ph_vec3 u = axis[p];
        value[p] = value[p + 1], value[p + 1] = t;
        axis[p] = axis[p + 1], axis[p + 1] = ph_scale(-1, u);
    }
}

/* By the largest component of the quaternion (Shepperd 1978). */
ph_quat phk_quat_from_mat3(const ph_mat3 *matrix)
{
    const double(*m)[3] = matrix->m;
    double t = m[0][0] + m[1][1] + m[2][2];
    int k = 0;
    for (int i = 1; i < 3; i++)
        if (m[i][i] > m[k][k]) k = i;
    if (t > m[k][k]) {
        double w = sqrt(1 + t) / 2, s = 1 / (4 * w);
        return ph_quat_make(w, (m[2][1] - m[1][2]) * s, (m[0][2] - m[2][0]) * s,
                            (m[1][0] - m[0][1]) * s);
    }
    int i = (k + 1) % 3, j = (k + 2) % 3;
    double v[3];
    v[k] = sqrt(1 + m[k][k] - m[i][i] - m[j][j]) / 2;
    double s = 1 / (4 * v[k]);
    v[i] = (m[i][k] + m[k][i]) * s;
    v[j] = (m[j][k] + m[k][j]) * s;
    return ph_quat_make((m[j][i] - m[i][j]) * s, v[0], v[1], v[2]);
}
