/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Surfaces and curves in space: what they pass and reproduce, how smooth they are, how they go on
 * outside, and what is refused.
 */
#include <math.h>
#include <string.h>
#include "harness.h"
#include "expr/spline.h"

static const ph_source nowhere = {0};
static const double PI = 3.14159265358979323846;

static const phk_spline *curve_of(phk_arena *arena, int n, const double *x, int order, int closed)
{
    phk_curve_form form = {order, 0, closed};
    return phk_curve_create(arena, n, x, form, nowhere, NULL);
}

static double at(const phk_spline *s, int part, double u, int order)
{
    double d[4];
    phk_spline_eval(s, (phk_spline_kind)part, u, d);
    return d[order];
}

/* An open curve of order k reproduces every polynomial of degree k - 1, and passes its points. */
static void test_polynomials(phk_arena *arena)
{
    enum { N = 13 };
    for (int order = 2; order <= PHK_CURVE_ORDER; order++) {
        double x[N][3];
        for (int i = 0; i < N; i++) {
            double u = -1 + 2.0 * i / (N - 1);
            x[i][0] = pow(u, order - 1) - u;
            x[i][1] = i * i % 5;
            x[i][2] = 3;
        }
        const phk_spline *s = curve_of(arena, N, x[0], order, 0);
        CHECK(s && phk_spline_is_curve(s) && !phk_spline_is_surface(s));
        for (double u = -1; u <= 1; u += 0.01) {
            double n = order - 1;
            CHECK_NEAR(at(s, 0, u, 0), pow(u, n) - u, 1e-11);
            CHECK_NEAR(at(s, 0, u, 1), n * pow(u, n - 1) - 1, 1e-9);
            CHECK_NEAR(at(s, 2, u, 0), 3, 1e-12);
        }
        for (int i = 0; i < N; i++) CHECK_NEAR(at(s, 1, -1 + 2.0 * i / (N - 1), 0), x[i][1], 1e-10);
        /* straight on outside */
        for (int part = 0; part < 2; part++) {
            CHECK_NEAR(at(s, part, 1.5, 0), at(s, part, 1, 0) + 0.5 * at(s, part, 1, 1), 1e-9);
            CHECK_NEAR(at(s, part, -2, 0), at(s, part, -1, 0) - at(s, part, -1, 1), 1e-9);
            CHECK_NEAR(at(s, part, -2, 2), 0, 0);
        }
    }
}

/* Derivatives against differences, and their continuity up to order - 2. */
static void test_smoothness(phk_arena *arena)
{
    enum { N = 9 };
    double x[N][3] = {{0}};
    for (int i = 0; i < N; i++) x[i][0] = (i * 7) % 5 - 2;
    for (int order = 2; order <= 7; order++) {
        const phk_spline *s = curve_of(arena, N, x[0], order, 0);
        for (double u = -0.997; u < 1; u += 0.0173)
            for (int d = 0; d < 2; d++) {
                double h = 1e-6, slope = (at(s, 0, u + h, d) - at(s, 0, u - h, d)) / (2 * h);
                CHECK_NEAR(at(s, 0, u, d + 1), slope, 1e-5 * (1 + fabs(slope)));
            }
        for (int k = 1; k < 2 * N - 2; k++) /* knots are at points or between */
            for (int d = 0; d <= order - 2 && d < 3; d++) {
                double u = -1 + k * 1.0 / (N - 1);
                CHECK_NEAR(at(s, 0, u - 1e-10, d), at(s, 0, u + 1e-10, d), 1e-4);
            }
    }
}

/* A closed curve through points of a circle has the circle's symmetry, and no kink anywhere. */
static void test_closed(phk_arena *arena)
{
    enum { N = 9 };
    double x[N][3];
    for (int i = 0; i < N; i++) {
        x[i][0] = cos(2 * PI * (i % (N - 1)) / (N - 1));
        x[i][1] = sin(2 * PI * (i % (N - 1)) / (N - 1));
        x[i][2] = 0;
    }
    for (int order = 2; order <= PHK_CURVE_ORDER; order++) {
        const phk_spline *s = curve_of(arena, N, x[0], order, 1);
        CHECK(s);
        for (int i = 0; i < N; i++)
            for (int k = 0; k < 2; k++)
                CHECK_NEAR(at(s, k, -1 + 2.0 * i / (N - 1), 0), x[i][k], 1e-12);
        for (double u = -1; u < 1; u += 0.0113) {
            double turn = u + 0.5; /* a quarter */
            CHECK_NEAR(at(s, 0, turn, 0), -at(s, 1, u, 0), 1e-11);
            CHECK_NEAR(at(s, 1, turn, 0), at(s, 0, u, 0), 1e-11);
            CHECK_NEAR(at(s, 1, u + 2, 0), at(s, 1, u, 0), 1e-12);
            if (order > 3) CHECK_NEAR(hypot(at(s, 0, u, 0), at(s, 1, u, 0)), 1, 0.01);
        }
        for (int d = 0; d <= order - 2 && d < 3; d++)
            CHECK_NEAR(at(s, 0, -1, d), at(s, 0, 1 - 1e-12, d), 1e-8);
    }
}

/* Between control points: cubic Bezier, and the closed uniform cubic's mean of three. */
static void test_control(phk_arena *arena)
{
    static const double x[] = {0, 1, 2, 3, -1, 0, 1, 4, 2, 5, 5, 5, 0, 1, 2};
    phk_curve_form form = {4, 1, 0};
    const phk_spline *s = phk_curve_create(arena, 4, x, form, nowhere, NULL);
    for (double u = -1; u <= 1; u += 0.1) {
        double t = (u + 1) / 2, r = 1 - t;
        for (int k = 0; k < 3; k++)
            CHECK_NEAR(at(s, k, u, 0),
                       r * r * r * x[k] + 3 * r * r * t * x[3 + k] + 3 * r * t * t * x[6 + k] +
                           t * t * t * x[9 + k],
                       1e-13);
    }
    form.closed = 1;
    s = phk_curve_create(arena, 5, x, form, nowhere, NULL);
    for (int i = 0; i < 4; i++)
        CHECK_NEAR(at(s, 0, -1 + 0.5 * i, 0),
                   (x[3 * ((i + 3) % 4)] + 4 * x[3 * i] + x[3 * ((i + 1) % 4)]) / 6, 1e-13);
}

static void test_surface(phk_arena *arena)
{
    static const double x[] = {0, 1, 2, 4}, z[] = {-1, 0, 2};
    static const double y[] = {1, 2, 0, 3, 0, 0, 5, 1, 4, 4, 4, 4};
    const phk_spline *s =
        phk_surface_create(arena, 4, x, 3, z, y, PHK_BEYOND_TANGENT, nowhere, NULL);
    CHECK(s && phk_spline_is_surface(s) && !phk_spline_is_curve(s));
    const phk_spline *curve[3];
    for (int k = 0; k < 3; k++)
        curve[k] = phk_spline_create(arena, 4, x, y + 4 * k, PHK_BEYOND_TANGENT, nowhere, NULL);
    for (int kind = 0; kind < PHK_SPLINE_KINDS; kind++)
        for (double u = -1; u < 5; u += 0.17)
            for (double v = -2.03; v < 3; v += 0.21) {
                int low = v < 0 ? 0 : 1;
                double w = (v - z[low]) / (z[low + 1] - z[low]);
                /* it, and its derivatives by x */
                for (int order = 0; order < 3; order++) {
                    phk_surface_point p = phk_surface_eval(s, (phk_spline_kind)kind, order, u, v);
                    double a = at(curve[low], kind, u, order);
                    double b = at(curve[low + 1], kind, u, order);
                    CHECK_NEAR(p.y, (1 - w) * a + w * b, 1e-12);
                    CHECK_NEAR(p.by_z, (b - a) / (z[low + 1] - z[low]), 1e-12);
                    CHECK_NEAR(p.by_x,
                               (1 - w) * at(curve[low], kind, u, order + 1) +
                                   w * at(curve[low + 1], kind, u, order + 1),
                               1e-12);
                }
            }
    CHECK(isnan(phk_surface_eval(s, PHK_AKIMA, 0, NAN, 0).y));
    CHECK(isnan(phk_surface_eval(s, PHK_AKIMA, 0, 0, NAN).y));
}

static int says(ph_diag *diag, const char *words)
{
    int found = ph_diag_count(diag) > 0 && strstr(ph_diag_get(diag, 0)->message, words);
    if (!found && ph_diag_count(diag)) fprintf(stderr, "%s\n", ph_diag_get(diag, 0)->message);
    ph_diag_clear(diag);
    return found;
}

static void test_refused(phk_arena *arena)
{
    static const double x[15] = {0, 1, 2, 3, 0.5}, back[] = {1, 0};
    ph_diag *diag = ph_diag_create();
    CHECK(!phk_curve_create(arena, 3, x, (phk_curve_form){2, 0, 0}, nowhere, diag) &&
          says(diag, "at least 4"));
    CHECK(!phk_curve_create(arena, 5, x, (phk_curve_form){1, 0, 0}, nowhere, diag) &&
          says(diag, "order"));
    CHECK(!phk_curve_create(arena, 5, x, (phk_curve_form){6, 0, 0}, nowhere, diag) &&
          says(diag, "order"));
    CHECK(!phk_curve_create(arena, 4, x, (phk_curve_form){4, 0, 1}, nowhere, diag) &&
          says(diag, "the same"));
    CHECK(!phk_surface_create(arena, 4, x, 2, back, x, PHK_BEYOND_TANGENT, nowhere, diag) &&
          says(diag, "z of a surface must increase"));
    CHECK(!phk_surface_create(arena, 4, x, 1, x, x, PHK_BEYOND_TANGENT, nowhere, diag) &&
          says(diag, "at least 2 curves"));
    ph_diag_free(diag);
}

int main(void)
{
    phk_arena arena = {0};
    test_polynomials(&arena);
    test_smoothness(&arena);
    test_closed(&arena);
    test_control(&arena);
    test_surface(&arena);
    test_refused(&arena);
    phk_arena_free(&arena);
    return TEST_RESULT();
}
