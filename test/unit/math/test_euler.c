/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The Euler-parameter matrices: their identities, and every derivative against differences.
 */
#include "harness.h"
#include "math/euler.h"

static double uniform(void)
{
    static unsigned long long state = 7;
    state = state * 6364136223846793005ull + 1442695040888963407ull;
    return (double)(state >> 11) / 4503599627370496.0 - 1;
}

static void random4(double *e)
{
    for (int i = 0; i < 4; i++) e[i] = uniform();
}

static const ph_sym3 inertia = {0.5, 0.7, 0.9, 0.05, -0.1, 0.02};

static void identities(void)
{
    double e[4], p[4];
    random4(e);
    random4(p);
    double norm = sqrt(phk_dot4(e, e));
    for (int i = 0; i < 4; i++) e[i] /= norm;
    CHECK(ph_norm(phk_euler_down(e, e)) < 1e-15);
    CHECK(ph_norm(ph_add(phk_euler_down(e, p), phk_euler_down(p, e))) < 1e-15);
    ph_vec3 w = ph_v3(0.3, -0.8, 1.1);
    double up[4] = {0};
    phk_euler_up(e, 1, w, up);
    CHECK(ph_norm(ph_sub(phk_euler_down(e, up), w)) < 1e-15);
    /* w = 2 L e' is the body rate: the rotation matrix of e + h e' turns by R w~ h */
    double h = 1e-6, x[4], y[4];
    for (int i = 0; i < 4; i++) {
        x[i] = e[i] + 0.5 * h * up[i];
        y[i] = e[i] - 0.5 * h * up[i];
    }
    ph_mat3 R = ph_mat3_from_quat(ph_quat_make(e[0], e[1], e[2], e[3]));
    ph_mat3 a = ph_mat3_from_quat(ph_quat_make(x[0], x[1], x[2], x[3]));
    ph_mat3 b = ph_mat3_from_quat(ph_quat_make(y[0], y[1], y[2], y[3]));
    ph_vec3 s = ph_v3(1, 2, -1);
    ph_vec3 want = ph_mat3_mul(R, ph_cross(ph_scale(2, w), s));
    ph_vec3 got = ph_scale(1 / h, ph_sub(ph_mat3_mul(a, s), ph_mat3_mul(b, s)));
    CHECK(ph_norm(ph_sub(got, want)) < 1e-8);
}

typedef void (*force)(const double *e, const double *p, double *out);

static void inertia_force(const double *e, const double *p, double *out)
{
    phk_euler_inertia(inertia, e, p, 1, out);
}

static void gyro_force(const double *e, const double *p, double *out)
{
    phk_euler_gyro(inertia, e, p, out);
}

static void lifted(const double *e, const double *p, double *out)
{
    phk_euler_up(e, 1, ph_v3(p[0], p[1], p[2]), out);
}

/* Largest difference between a derivative and central differences by e (which 0) or p. */
static double off(force f, const double *e, const double *p, int which, const phk_mat44 *tangent)
{
    double h = 1e-5, worst = 0;
    for (int c = 0; c < 4; c++) {
        double out[2][4] = {{0}};
        for (int side = 0; side < 2; side++) {
            double x[2][4];
            for (int i = 0; i < 4; i++) {
                x[0][i] = e[i];
                x[1][i] = p[i];
            }
            x[which][c] += side ? h : -h;
            f(x[0], x[1], out[side]);
        }
        for (int i = 0; i < 4; i++)
            worst = fmax(worst, fabs((out[1][i] - out[0][i]) / (2 * h) - tangent->m[i][c]));
    }
    return worst;
}

static void derivatives(void)
{
    double e[4], p[4];
    random4(e);
    random4(p);
    phk_mat44 mass = phk_euler_mass(inertia, e), by_e = phk_euler_inertia_by_e(inertia, e, p);
    CHECK(off(inertia_force, e, p, 1, &mass) < 1e-9);
    CHECK(off(inertia_force, e, p, 0, &by_e) < 1e-9);
    phk_mat44 gyro_e, gyro_rate, hat = phk_euler_hat(ph_v3(p[0], p[1], p[2]));
    phk_euler_gyro_tangent(inertia, e, p, &gyro_e, &gyro_rate);
    CHECK(off(gyro_force, e, p, 0, &gyro_e) < 1e-8);
    CHECK(off(gyro_force, e, p, 1, &gyro_rate) < 1e-8);
    CHECK(off(lifted, e, p, 0, &hat) < 1e-9);
}

int main(void)
{
    for (int k = 0; k < 50; k++) {
        identities();
        derivatives();
    }
    return TEST_RESULT();
}
