/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Curves: what they must reproduce, how smooth they are, how they go on outside their points, and
 * which tables are refused.
 */
#include "harness.h"
#include "expr/spline.h"

static const ph_source nowhere = {0};

static const double X[] = {-2, -1.25, -1, 0.5, 0.75, 2, 4};
static const double ROUGH[] = {1, -2, 3, 3, 3, -1, 0.5};
enum { N = 7 };

static double at(const phk_spline *s, phk_spline_kind kind, double x, int order)
{
    double d[4];
    phk_spline_eval(s, kind, x, d);
    return d[order];
}

static const phk_spline *through(phk_arena *arena, const double *y, phk_spline_beyond beyond)
{
    const phk_spline *s = phk_spline_create(arena, N, X, y, beyond, nowhere, NULL);
    CHECK(s);
    return s;
}

/* A polynomial and its derivatives. */
static double poly(const double *c, double x, int order)
{
    double y = 0;
    for (int k = 3; k >= order; k--) {
        double factor = 1;
        for (int j = 0; j < order; j++) factor *= k - j;
        y = y * x + factor * c[k];
    }
    return y;
}

static void test_reproduction(phk_arena *arena)
{
    static const double line[4] = {3, -2, 0, 0}, cube[4] = {1, -2, 0.5, 0.25};
    double y[N], z[N];
    for (int k = 0; k < N; k++) {
        y[k] = poly(line, X[k], 0);
        z[k] = poly(cube, X[k], 0);
    }
    for (int b = 0; b < 3; b++) {
        const phk_spline *s = through(arena, y, (phk_spline_beyond)b);
        /* a straight line stays one, outside too */
        for (double x = -4; x < 6; x += 0.13)
            for (int kind = 0; kind < PHK_SPLINE_KINDS; kind++)
                for (int order = 0; order < 4; order++)
                    CHECK_NEAR(at(s, (phk_spline_kind)kind, x, order), poly(line, x, order), 1e-13);
    }
    /* the end conditions of the cubic spline reproduce a cubic */
    const phk_spline *s = through(arena, z, PHK_BEYOND_TANGENT);
    for (double x = -2; x <= 4; x += 0.13)
        for (int order = 0; order < 4; order++)
            CHECK_NEAR(at(s, PHK_CUBIC, x, order), poly(cube, x, order), 1e-12);
}

/* A parabola on equal steps is reproduced by Akima's curve as well. */
static void test_parabola(phk_arena *arena)
{
    double x[6], y[6];
    for (int k = 0; k < 6; k++) {
        x[k] = 0.5 * k - 1;
        y[k] = 2 + x[k] - 3 * x[k] * x[k];
    }
    const phk_spline *s = phk_spline_create(arena, 6, x, y, PHK_BEYOND_PARABOLA, nowhere, NULL);
    for (double t = -3; t < 4; t += 0.17)
        for (int kind = 0; kind < PHK_LINEAR; kind++)
            CHECK_NEAR(at(s, (phk_spline_kind)kind, t, 0), 2 + t - 3 * t * t, 1e-12);
}

static void test_continuity(phk_arena *arena)
{
    const phk_spline *s = through(arena, ROUGH, PHK_BEYOND_TANGENT);
    for (int k = 0; k < N; k++) {
        double below = nextafter(X[k], -10), above = nextafter(X[k], 10);
        for (int kind = 0; kind < PHK_SPLINE_KINDS; kind++) {
            CHECK_NEAR(at(s, (phk_spline_kind)kind, X[k], 0), ROUGH[k], 1e-14);
            int smooth = kind == PHK_LINEAR ? 0 : kind == PHK_CUBIC && k > 0 && k < N - 1 ? 2 : 1;
            for (int order = 0; order <= smooth; order++)
                CHECK_NEAR(at(s, (phk_spline_kind)kind, below, order),
                           at(s, (phk_spline_kind)kind, above, order), 1e-12);
        }
    }
    /* third derivative of the end pieces: that of the cubic through four points */
    double dd = 0;
    for (int k = 0; k < 4; k++) {
        double w = ROUGH[k];
        for (int j = 0; j < 4; j++)
            if (j != k) w /= X[k] - X[j];
        dd += w;
    }
    CHECK_NEAR(at(s, PHK_CUBIC, -1.5, 3), 6 * dd, 1e-11);
    dd = 0;
    for (int k = N - 4; k < N; k++) {
        double w = ROUGH[k];
        for (int j = N - 4; j < N; j++)
            if (j != k) w /= X[k] - X[j];
        dd += w;
    }
    CHECK_NEAR(at(s, PHK_CUBIC, 3, 3), 6 * dd, 1e-11);
    /* Akima's curve does not leave a flat run */
    for (double x = -1; x <= 0.75; x += 0.05) CHECK_NEAR(at(s, PHK_AKIMA, x, 0), 3, 1e-14);
}

static void test_beyond(phk_arena *arena)
{
    for (int kind = 0; kind < PHK_LINEAR; kind++) {
        phk_spline_kind k = (phk_spline_kind)kind;
        const phk_spline *tangent = through(arena, ROUGH, PHK_BEYOND_TANGENT);
        CHECK_NEAR(at(tangent, k, 7, 0), at(tangent, k, 4, 0) + 3 * at(tangent, k, 4, 1), 1e-13);
        CHECK_NEAR(at(tangent, k, -5, 0), at(tangent, k, -2, 0) - 3 * at(tangent, k, -2, 1), 1e-12);
        const phk_spline *chord = through(arena, ROUGH, PHK_BEYOND_CHORD);
        CHECK_NEAR(at(chord, k, 7, 0), 0.5 + 3 * (0.5 - -1) / 2, 1e-14);
        CHECK_NEAR(at(chord, k, -5, 0), 1 - 3 * (-2. - 1) / 0.75, 1e-14);
        const phk_spline *bent = through(arena, ROUGH, PHK_BEYOND_PARABOLA);
        /* Lagrange's form through the last and the first three points */
        double x = 7, y = 0;
        for (int i = N - 3; i < N; i++) {
            double w = ROUGH[i];
            for (int j = N - 3; j < N; j++)
                if (j != i) w *= (x - X[j]) / (X[i] - X[j]);
            y += w;
        }
        CHECK_NEAR(at(bent, k, x, 0), y, 1e-12);
        x = -5, y = 0;
        for (int i = 0; i < 3; i++) {
            double w = ROUGH[i];
            for (int j = 0; j < 3; j++)
                if (j != i) w *= (x - X[j]) / (X[i] - X[j]);
            y += w;
        }
        CHECK_NEAR(at(bent, k, x, 0), y, 1e-11);
    }
}

static void refused(int count, const double *x, const double *y, const char *message)
{
    phk_arena arena = {0};
    ph_diag *diag = ph_diag_create();
    ph_source where = {"m.yaml", 4, 2, 0};
    CHECK(!phk_spline_create(&arena, count, x, y, PHK_BEYOND_TANGENT, where, diag));
    CHECK(ph_diag_errors(diag) == 1);
    if (ph_diag_count(diag)) {
        CHECK_TEXT(ph_diag_get(diag, 0)->message, message);
        CHECK(ph_diag_get(diag, 0)->where.line == 4);
    }
    ph_diag_free(diag);
    phk_arena_free(&arena);
}

static void test_refusals(void)
{
    double up[5] = {0, 1, 2, 3, 4}, twice[5] = {0, 1, 1, 3, 4}, y[5] = {0, 1, 0, 1, 0};
    double nan[5] = {0, 1, NAN, 1, 0}, steep[5] = {0, 1e-320, 2e-320, 3e-320, 4e-320};
    refused(3, up, y, "a curve needs at least 4 points, got 3");
    refused(-1, up, y, "a curve needs at least 4 points, got -1");
    refused(5, twice, y, "x of a curve must increase, but point 3 has 1 after 1");
    refused(5, up, nan, "point 3 of the curve is (2, nan)");
    refused(5, steep, y, "the points of the curve are too steep or too large for numbers");
}

int main(void)
{
    phk_arena arena = {0};
    test_reproduction(&arena);
    test_parabola(&arena);
    test_continuity(&arena);
    test_beyond(&arena);
    test_refusals();
    const phk_spline *s = through(&arena, ROUGH, PHK_BEYOND_TANGENT);
    for (int order = 0; order < 4; order++) CHECK(isnan(at(s, PHK_AKIMA, NAN, order)));
    phk_arena_free(&arena);
    return TEST_RESULT();
}
