/* SPDX-License-Identifier: BSD-3-Clause */
#include "math/chart.h"

/* a and b, and their derivatives: with x = f^2, a1 = 2 da/dx = a'/f and a2 = 4 d^2a/dx^2. */
typedef struct {
    double a, b, a1, b1, a2, b2;
} coefficients;

/* Up to one radian by their series in f^2, where the closed forms lose digits:
 * a = sum (-x)^n/(2n+2)!, b = sum (-x)^n/(2n+3)!. */
static coefficients by_series(double x)
{
    enum { TERMS = 11 };
    coefficients s = {0};
    double p = 1; /* x^(n-2), x^(n-1) and x^n are made from it */
    double a = 1.0 / 2, b = 1.0 / 6, power[TERMS];
    for (int n = 0; n < TERMS; n++, p *= x) power[n] = p;
    for (int n = 0; n < TERMS; n++) {
        s.a += a * power[n];
        s.b += b * power[n];
        if (n > 0) s.a1 += 2 * n * a * power[n - 1], s.b1 += 2 * n * b * power[n - 1];
        if (n > 1) {
            s.a2 += 4 * n * (n - 1) * a * power[n - 2];
            s.b2 += 4 * n * (n - 1) * b * power[n - 2];
        }
        a /= -(2 * n + 3) * (2 * n + 4.0);
        b /= -(2 * n + 4) * (2 * n + 5.0);
    }
    return s;
}

static coefficients coefficients_of(ph_vec3 chi)
{
    double x = ph_dot(chi, chi), f = sqrt(x);
    if (x < 1) return by_series(x);
    coefficients s;
    double sine = sin(f), cosine = cos(f), g = sine / f;
    s.a = (1 - cosine) / x;
    s.b = (f - sine) / (f * x);
    s.a1 = (g - 2 * s.a) / x;
    s.b1 = (s.a - 3 * s.b) / x;
    s.a2 = ((cosine - g) / x - 4 * s.a1) / x;
    s.b2 = (s.a1 - 5 * s.b1) / x;
    return s;
}

/* Adds f times a b'. */
static void add_outer(ph_mat3 *to, double f, ph_vec3 a, ph_vec3 b)
{
    const double u[3] = {a.x, a.y, a.z}, v[3] = {b.x, b.y, b.z};
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) to->m[i][j] += f * u[i] * v[j];
}

static ph_mat3 hat_product(ph_vec3 a, ph_vec3 b)
{
    return phk_mat3_product(phk_hat(a), phk_hat(b));
}

ph_mat3 phk_chart(ph_vec3 chi)
{
    const coefficients s = coefficients_of(chi);
    ph_mat3 T = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    T = phk_mat3_axpy(T, s.a, phk_hat(chi));
    return phk_mat3_axpy(T, s.b, hat_product(chi, chi));
}

ph_mat3 phk_chart_turn(ph_vec3 chi, ph_vec3 c)
{
    const coefficients s = coefficients_of(chi);
    const ph_vec3 x = ph_cross(chi, c), y = ph_cross(chi, x);
    ph_mat3 r = {{{0}}};
    r = phk_mat3_axpy(r, -s.a, phk_hat(c));
    add_outer(&r, 1, ph_axpy(ph_scale(s.a1, x), s.b1, y), chi);
    r = phk_mat3_axpy(r, -s.b, phk_hat(x));
    return phk_mat3_axpy(r, -s.b, hat_product(chi, c));
}

ph_mat3 phk_chart_back_turn(ph_vec3 chi, ph_vec3 t)
{
    /* T' is T of -chi */
    const ph_mat3 none = {{{0}}};
    return phk_mat3_axpy(none, -1, phk_chart_turn(ph_scale(-1, chi), t));
}

/* T'c = k (a1 x + b1 y) + b z with k = chi'c, x = chi x c, y = chi x x, z = c x x. */
ph_vec3 phk_chart_rate(ph_vec3 chi, ph_vec3 c)
{
    const coefficients s = coefficients_of(chi);
    const ph_vec3 x = ph_cross(chi, c), y = ph_cross(chi, x), z = ph_cross(c, x);
    const double k = ph_dot(chi, c);
    return ph_axpy(ph_scale(k, ph_axpy(ph_scale(s.a1, x), s.b1, y)), s.b, z);
}

ph_mat3 phk_chart_rate_by_chi(ph_vec3 chi, ph_vec3 c)
{
    const coefficients s = coefficients_of(chi);
    const ph_vec3 x = ph_cross(chi, c), y = ph_cross(chi, x), z = ph_cross(c, x);
    const double k = ph_dot(chi, c);
    ph_mat3 r = {{{0}}};
    add_outer(&r, 1, ph_axpy(ph_scale(s.a1, x), s.b1, y), c);
    add_outer(&r, k, ph_axpy(ph_scale(s.a2, x), s.b2, y), chi);
    r = phk_mat3_axpy(r, -k * s.a1, phk_hat(c));
    r = phk_mat3_axpy(r, -k * s.b1, hat_product(chi, c));
    r = phk_mat3_axpy(r, -k * s.b1, phk_hat(x));
    add_outer(&r, s.b1, z, chi);
    return phk_mat3_axpy(r, -s.b, hat_product(c, c));
}

ph_mat3 phk_chart_rate_by_c(ph_vec3 chi, ph_vec3 c)
{
    const coefficients s = coefficients_of(chi);
    const ph_vec3 x = ph_cross(chi, c), y = ph_cross(chi, x);
    const double k = ph_dot(chi, c);
    ph_mat3 r = {{{0}}};
    add_outer(&r, 1, ph_axpy(ph_scale(s.a1, x), s.b1, y), chi);
    r = phk_mat3_axpy(r, k * s.a1, phk_hat(chi));
    r = phk_mat3_axpy(r, k * s.b1, hat_product(chi, chi));
    r = phk_mat3_axpy(r, -s.b, phk_hat(x));
    return phk_mat3_axpy(r, s.b, hat_product(c, chi));
}
