/* SPDX-License-Identifier: BSD-3-Clause
 *
 * test_so3.c -- sine and cosine to the last place, and the rotation group against its definitions.
 */
#include "harness.h"
#include "math/so3.h"
#include <float.h>

static unsigned long long seed = 88172645463325252ull;

/* in 0 .. 1 */
static double uniform(void)
{
    seed ^= seed << 13, seed ^= seed >> 7, seed ^= seed << 17;
    return (double)(seed >> 11) / 9007199254740992.0;
}
static ph_vec3 random_vector(double size)
{
    return ph_v3(size * (2 * uniform() - 1), size * (2 * uniform() - 1),
                 size * (2 * uniform() - 1));
}

/* Distance in units of the last place of the true value. */
static double places(double got, long double want)
{
    double unit = nextafter(fabs((double)want), HUGE_VAL) - fabs((double)want);
    return (double)(fabsl((long double)got - want) / unit);
}

static void sine_is_accurate(void)
{
    double worst = 0;
    for (int n = 0; n < 2000000; n++) {
        double size = pow(10, -8 + 13.9 * uniform()), x = (2 * uniform() - 1) * size, s, c;
        /* near multiples of pi/2, where the difference cancels */
        if (n % 4 == 0) x = floor(x) * 1.5707963267948966;
        if (n % 1000 == 0) x *= 1e-200;
        if (!(fabs(x) < PHK_SINCOS_MAX)) continue;
        phk_sincos(x, &s, &c);
        worst = fmax(worst, fmax(places(s, sinl(x)), places(c, cosl(x))));
    }
    printf("sine and cosine: at most %.3f units in the last place\n", worst);
    CHECK(worst < 1);
    double s, c;
    phk_sincos(0, &s, &c);
    CHECK(s == 0 && c == 1);
    phk_sincos(-1.25, &s, &c);
    double s2, c2;
    phk_sincos(1.25, &s2, &c2);
    CHECK(s == -s2 && c == c2);
    /* beyond its range: wrong, but a finite unit pair */
    const double far[] = {3e7, -1e20, 1e300};
    for (int k = 0; k < 3; k++) {
        phk_sincos(far[k], &s, &c);
        CHECK_NEAR(s * s + c * c, 1, 1e-8);
    }
    phk_sincos(NAN, &s, &c);
    CHECK(isnan(s) && isnan(c));
}

static void exponential_is_smooth(void)
{
    /* even in |v|, right at and around 0, and where v^2 underflows */
    const double size[] = {0, 1e-300, 1e-180, 1e-110, 1e-92, 1e-60, 1e-9, 1e-3, 1, 40};
    for (int k = 0; k < 10; k++) {
        ph_quat q = phk_exp(ph_v3(0, size[k], 0));
        long double half = 0.5L * size[k];
        CHECK_NEAR(q.w, (double)cosl(half), 2e-16);
        CHECK_NEAR(q.y, (double)sinl(half), 3e-16 * fabs((double)sinl(half)) + 1e-322);
        CHECK(q.x == 0 && q.z == 0);
    }
    for (int n = 0; n < 1000; n++) {
        ph_vec3 v = random_vector(1.5);
        ph_quat q = phk_exp(v);
        CHECK_NEAR(ph_quat_norm(q), 1, 4e-16);
        CHECK_NEAR(ph_norm(ph_sub(phk_log(q), v)), 0, 3e-15);
        ph_quat minus = {-q.w, -q.x, -q.y, -q.z};
        CHECK_NEAR(ph_norm(ph_sub(phk_log(minus), v)), 0, 3e-15);
    }
}

static void differential_is_right(void)
{
    const ph_vec3 at[] = {{0, 0, 0},       {1e-5, 0, 2e-5}, {0.1, 0.2, -0.1},
                          {0.5, 0.1, 0.2}, {1, -2, 1.5},    {2, 3, -4}};
    for (int k = 0; k < 6; k++) {
        /* d exp(f~) = exp(f~) (dexp(-f) df)~ */
        ph_vec3 f = at[k], d = {0.3, -0.7, 0.2};
        const double e = 1e-5;
        ph_quat before = phk_exp(ph_axpy(f, -e, d)), after = phk_exp(ph_axpy(f, e, d));
        ph_vec3 turn = phk_log(ph_quat_mul(ph_quat_conj(before), after));
        ph_vec3 want = ph_mat3_mul(phk_dexp(ph_scale(-1, f)), d);
        CHECK_NEAR(ph_norm(ph_sub(ph_scale(0.5 / e, turn), want)), 0, 1e-9);
        ph_mat3 one = phk_mat3_product(phk_dexp(f), phk_dexp_inverse(f));
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++) CHECK_NEAR(one.m[i][j], i == j, 1e-14 * (k < 5 ? 1 : 100));
    }
    /* both sides of the change from series to closed form */
    double a1, a2, b1, b2;
    phk_dexp_coefficients(0.5 - 1e-15, &a1, &a2);
    phk_dexp_coefficients(0.5, &b1, &b2);
    CHECK_RATIO(a1, b1, 1e-14);
    CHECK_RATIO(a2, b2, 1e-14);
}

static void symmetric_matrices(void)
{
    for (int n = 0; n < 1000; n++) {
        ph_quat q = phk_exp(random_vector(3));
        ph_sym3 d = {1 + uniform(), 1 + uniform(), 1 + uniform(), 0, 0, 0};
        if (n % 3 == 0) d.yy = d.xx;
        ph_sym3 a = phk_sym3_rotate(q, d), inverse = phk_sym3_inverse(a);
        ph_mat3 one = phk_mat3_product(phk_mat3_from_sym3(a), phk_mat3_from_sym3(inverse));
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++) CHECK_NEAR(one.m[i][j], i == j, 1e-14);
        double value[3];
        ph_vec3 axis[3];
        phk_sym3_eigen(a, value, axis);
        for (int k = 0; k < 3; k++)
            CHECK_NEAR(ph_norm(ph_axpy(ph_sym3_mul(a, axis[k]), -value[k], axis[k])), 0, 1e-14);
        CHECK(value[0] <= value[1] && value[1] <= value[2]);
        CHECK_NEAR(ph_dot(ph_cross(axis[0], axis[1]), axis[2]), 1, 1e-14);
    }
    ph_sym3 d = {3, 1, 2, 0, 0, 0};
    double value[3];
    ph_vec3 axis[3];
    phk_sym3_eigen(d, value, axis);
    CHECK(value[0] == 3 && value[1] == 1 && value[2] == 2 && axis[1].y == 1);
}

static void small_systems(void)
{
    for (int n = 0; n < 1000; n++) {
        ph_mat3 a;
        for (int i = 0; i < 9; i++) a.m[i / 3][i % 3] = 2 * uniform() - 1;
        ph_vec3 x = random_vector(1), y;
        if (phk_mat3_solve(&a, ph_mat3_mul(a, x), &y))
            CHECK_NEAR(ph_norm(ph_sub(ph_mat3_mul(a, y), ph_mat3_mul(a, x))), 0, 1e-12);
    }
    ph_mat3 singular = {{{1, 2, 3}, {2, 4, 6}, {1, 1, 1}}},
            bad = {{{NAN, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    ph_vec3 y;
    CHECK(!phk_mat3_solve(&singular, ph_v3(1, 2, 3), &y));
    CHECK(!phk_mat3_solve(&bad, ph_v3(1, 2, 3), &y));
}

int main(void)
{
    sine_is_accurate();
    exponential_is_smooth();
    differential_is_right();
    symmetric_matrices();
    small_systems();
    return TEST_RESULT();
}
