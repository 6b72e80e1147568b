/* SPDX-License-Identifier: BSD-3-Clause */
#include "element/bushing_angles.h"

#include <math.h>
#include "element/tangent.h"

/* The projected angle about axis k of the axis s of the first marker, z or (k = 2) x, and its
 * gradient. It is 0 where the axes of both markers are the same. */
static double project(const ph_vec3 *s_, int k, const double *memory, double gradient[3])
{
    const double s[3] = {s_->x, s_->y, s_->z};
    int next = (k + 1) % 3, after = (k + 2) % 3;
    double angle = k == 0 ? atan2(-s[1], s[2]) : k == 1 ? atan2(s[0], s[2]) : atan2(s[1], s[0]);
    double across = s[next] * s[next] + s[after] * s[after];
    double tilt = across > 1e-24 ? s[k] / across : 0;
    gradient[k] = 1;
    gradient[next] = -tilt * s[next];
    gradient[after] = -tilt * s[after];
    return memory ? angle + 2 * PH_PI * nearbyint((memory[k] - angle) / (2 * PH_PI)) : angle;
}

void phk_bushing_turn(int projected, const ph_mat3 *relative, const double *memory, ph_vec3 *psi,
                      ph_mat3 *B)
{
    if (!projected) {
        *psi = phk_log(phk_quat_from_mat3(relative));
        *B = phk_dexp_inverse(*psi);
        return;
    }
    ph_vec3 x = phk_axis(relative, 0), z = phk_axis(relative, 2);
    psi->x = project(&z, 0, memory, B->m[0]);
    psi->y = project(&z, 1, memory, B->m[1]);
    psi->z = project(&x, 2, memory, B->m[2]);
}

/* B' M = M + psi x M / 2 + c psi x (psi x M) with
 * c = (1 - (a/2) cot(a/2))/a^2, a = |psi|; rate = (dc/da)/a. */
ph_mat3 phk_bushing_bend(ph_vec3 psi, ph_vec3 M)
{
    double a = ph_norm(psi), z = a * a, c, rate;
    if (a < 0.5) {
        c = 1.0 / 12 +
            z * (1.0 / 720 + z * (1.0 / 30240 + z * (1.0 / 1209600 + z * (1.0 / 47900160))));
        rate = 1.0 / 360 + z * (1.0 / 7560 +
                                z * (1.0 / 201600 + z * (1.0 / 5987520 + z * (691.0 / 130767436800 +
                                                                              z / 6227020800.0))));
    } else {
        double s, k;
        phk_sincos(0.5 * a, &s, &k);
        double g = 0.5 * a * k / s; /* (a/2) cot(a/2); g' = (g - (a/2)^2/s^2)/a */
        c = (1 - g) / z;
        rate = (-(g - 0.25 * z / (s * s)) / z - 2 * c) / z;
    }
    ph_vec3 once = ph_cross(psi, M), twice = ph_cross(psi, once);
    ph_mat3 none = {{{0, 0, 0}, {0, 0, 0}, {0, 0, 0}}};
    ph_mat3 d = phk_mat3_axpy(none, -0.5, phk_hat(M));
    d = phk_mat3_axpy(d, -c, phk_hat(once));
    d = phk_mat3_axpy(d, -c, phk_mat3_product(phk_hat(psi), phk_hat(M)));
    return phk_mat3_axpy(d, rate, phk_outer(twice, psi));
}
