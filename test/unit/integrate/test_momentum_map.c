/* SPDX-License-Identifier: BSD-3-Clause
 *
 * test_momentum_map.c -- the map against its definition by matrices, derivatives against
 * differences.
 */
#include "harness.h"
#include "integrate/momentum_map.h"

static double at(unsigned *seed)
{
    *seed = *seed * 1664525u + 1013904223u;
    return (double)(*seed >> 8) / 16777216.0 * 2 - 1;
}

static ph_mat3 diagonal(ph_vec3 d)
{
    ph_mat3 m = {{{d.x, 0, 0}, {0, d.y, 0}, {0, 0, d.z}}};
    return m;
}

/* n by the formulas as they are printed in the header. */
static ph_vec3 by_matrices(ph_vec3 j, double h, ph_vec3 theta, ph_vec3 u)
{
    ph_vec3 inv = ph_v3(1 / j.x, 1 / j.y, 1 / j.z), w = ph_scale(1 / h, theta);
    ph_mat3 J = diagonal(j), I = diagonal(inv), W = phk_hat(w);
    ph_vec3 Jw = ph_mat3_mul(J, w), s = ph_mat3_mul(I, ph_cross(Jw, w));
    ph_vec3 c0 = ph_scale(1.0 / 24, ph_cross(ph_mat3_mul(J, s), w));
    c0 = ph_axpy(c0, -1.0 / 12, ph_cross(Jw, s));
    c0 = ph_axpy(c0, 1.0 / 12, ph_mat3_mul(J, ph_cross(w, s)));
    ph_mat3 C = phk_mat3_product(phk_mat3_product(J, W), I);
    C = phk_mat3_axpy(C, -1, W);
    C = phk_mat3_axpy(C, -1, phk_mat3_product(phk_hat(Jw), I));
    ph_mat3 A = phk_mat3_axpy(diagonal(ph_v3(1, 1, 1)), 2 * h / 12, C);
    ph_vec3 e = ph_unrotate(phk_exp(ph_scale(0.5, theta)), u), n;
    ph_vec3 b = ph_axpy(ph_axpy(Jw, -h * h, c0), 2 * h / 12, ph_mat3_mul(C, e));
    phk_mat3_solve(&A, b, &n);
    return n;
}

static ph_vec3 turned(const phk_map_body *m, double h, ph_vec3 theta, ph_vec3 u)
{
    ph_quat E = phk_map_half(theta);
    return ph_rotate(E, phk_map_n(m, 1 / h, theta, ph_unrotate(E, u)));
}

static void test_value_and_tangent(void)
{
    unsigned seed = 1;
    double off = 0, slope = 0, back = 0, half = 0, turn = 0;
    for (int trial = 0; trial < 200; trial++) {
        double size = trial % 2 ? 0.7 : 0.2, h = 1e-2;
        ph_vec3 j = ph_v3(0.5 + 0.1 * at(&seed), 0.7 + 0.1 * at(&seed), 0.9 + 0.1 * at(&seed));
        ph_vec3 theta = ph_v3(size * at(&seed), size * at(&seed), size * at(&seed));
        ph_vec3 u = phk_times(j, ph_scale(1 / h, theta));
        u = ph_axpy(u, 3, ph_v3(at(&seed), at(&seed), at(&seed)));
        phk_map_body m = phk_map_of(j);
        ph_quat E = phk_map_half(theta), full = phk_exp(ph_scale(0.5, theta));
        ph_vec3 e = ph_unrotate(E, u), n = phk_map_n(&m, 1 / h, theta, e);
        double scale = ph_norm(n);
        off = fmax(off, ph_norm(ph_sub(n, by_matrices(j, h, theta, u))) / scale);
        half = fmax(half, fabs(E.w - full.w) + fabs(E.x - full.x) + fabs(E.z - full.z));

        /* d(E n) = E N dtheta */
        ph_mat3 N = phk_map_tangent(&m, h, theta, e, n);
        for (int k = 0; k < 3; k++) {
            ph_vec3 d = ph_scale(1e-6, ph_v3(k == 0, k == 1, k == 2));
            ph_vec3 up = turned(&m, h, ph_add(theta, d), u);
            ph_vec3 difference = ph_scale(0.5e6, ph_sub(up, turned(&m, h, ph_sub(theta, d), u)));
            ph_vec3 exact = ph_rotate(E, ph_v3(N.m[0][k], N.m[1][k], N.m[2][k]));
            slope = fmax(slope, ph_norm(ph_sub(exact, difference)) * h);
        }
        /* and back: theta of E n */
        ph_vec3 found = phk_map_solve(&m, h, u, ph_rotate(E, n), phk_times(m.inv, ph_scale(h, u)));
        back = fmax(back, ph_norm(ph_sub(found, theta)));

        /* T(theta)^-1 */
        ph_vec3 x = ph_v3(at(&seed), at(&seed), at(&seed));
        ph_vec3 y = ph_mat3_mul(phk_dexp(ph_scale(-1, theta)), phk_turn_inverse(theta, x));
        turn = fmax(turn, ph_norm(ph_sub(x, y)));
    }
    CHECK(off < 1e-14);
    CHECK(half < 1e-15);
    CHECK(slope < 1e-8);
    CHECK(back < 1e-4); /* three sweeps of a prediction from afar */
    CHECK(turn < 1e-14);
}

int main(void)
{
    test_value_and_tangent();
    return TEST_RESULT();
}
