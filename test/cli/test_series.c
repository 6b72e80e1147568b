/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Values between rows, rates, spectra and thinning, against functions that are known.
 */
#include "plot/series.h"
#include "plot/spectrum.h"
#include "plot/thin.h"
#include "harness.h"

enum { N = 1000 };
static const double pi = 3.14159265358979323846;

/* A cubic is its own interpolation, a parabola has its own slopes, at whatever steps. */
static void test_between_rows(void)
{
    double t[] = {0, 0.1, 0.3, 0.35, 0.7, 1}, y[6], rate[6];
    series s = {t, y, 6};
    for (int i = 0; i < 6; i++) y[i] = 1 + t[i] - 2 * t[i] * t[i] + 5 * t[i] * t[i] * t[i];
    size_t hint = 0;
    const double at[] = {0.05, 0.2, 0.32, 0.9, 0.3, 0.1};
    for (int i = 0; i < 6; i++)
        CHECK_NEAR(series_at(&s, at[i], false, &hint),
                   1 + at[i] - 2 * at[i] * at[i] + 5 * at[i] * at[i] * at[i], 1e-13);
    for (int i = 0; i < 6; i++) y[i] = 3 - t[i] + 4 * t[i] * t[i];
    series_rate(&s, rate);
    for (int i = 0; i < 6; i++) CHECK_NEAR(rate[i], -1 + 8 * t[i], 1e-12);
    CHECK(!series_is_even(&s));
    CHECK_NEAR(series_at(&s, 1, false, &hint), y[5], 0);
    CHECK_NEAR(series_at(&s, 0, true, &hint), y[0], 0);
}

/* Nothing is mixed across a time that is stored twice. */
static void test_jump(void)
{
    double t[] = {0, 1, 2, 2, 3, 4}, y[] = {0, 1, 2, 12, 11, 10}, rate[6];
    series s = {t, y, 6};
    size_t hint = 0;
    CHECK_NEAR(series_at(&s, 1.5, false, &hint), 1.5, 1e-14);
    CHECK_NEAR(series_at(&s, 2.5, false, &hint), 11.5, 1e-14);
    CHECK_NEAR(series_at(&s, 2, false, &hint), 12, 0);
    CHECK_NEAR(series_at(&s, 2, true, &hint), 2, 0);
    series_rate(&s, rate);
    for (int i = 0; i < 6; i++) CHECK_NEAR(rate[i], i < 3 ? 1 : -1, 1e-14);
    double lone[] = {0, 1, 1}, value[] = {5, 7, 9};
    series_rate(&(series){lone, value, 3}, rate);
    CHECK_NEAR(rate[0], 2, 1e-14);
    CHECK(isnan(rate[2]));
}

/* The transform against its definition. */
static void test_transform(void)
{
    enum { M = 32 };
    double re[M], im[M], x[M], y[M];
    for (int i = 0; i < M; i++) {
        x[i] = re[i] = sin(3.7 * i + 0.2 * i * i);
        y[i] = im[i] = cos(1.3 * i * i);
    }
    spectrum_transform(re, im, M);
    for (int k = 0; k < M; k++) {
        double r = 0, m = 0;
        for (int j = 0; j < M; j++) {
            double angle = -2 * pi * j * k / M;
            r += x[j] * cos(angle) - y[j] * sin(angle);
            m += x[j] * sin(angle) + y[j] * cos(angle);
        }
        CHECK_NEAR(re[k], r, 1e-12);
        CHECK_NEAR(im[k], m, 1e-12);
    }
}

/* Two sines on a constant: each has its height where it is, and little elsewhere. */
static void test_spectrum(void)
{
    static double y[N], amplitude[4 * N];
    double step = 0.002, f1 = 20.2, f2 = 90.7;
    for (int i = 0; i < N; i++)
        y[i] = 7 + 3 * sin(2 * pi * f1 * i * step + 0.4) + 0.5 * cos(2 * pi * f2 * i * step);
    size_t length = spectrum_length(N), bins = length / 2 + 1;
    CHECK(length == 4096 && bins <= sizeof amplitude / sizeof *amplitude);
    CHECK(spectrum_of(y, N, amplitude));
    double high[2] = {0}, where[2] = {0}, rest = 0;
    for (size_t k = 0; k < bins; k++) {
        double f = (double)k / ((double)length * step);
        int which = f > 50;
        if (amplitude[k] > high[which]) high[which] = amplitude[k], where[which] = f;
        if (fabs(f - f1) > 3 && fabs(f - f2) > 3) rest = fmax(rest, amplitude[k]);
    }
    CHECK_RATIO(high[0], 3.0, 0.011);
    CHECK_RATIO(high[1], 0.5, 0.011);
    CHECK_NEAR(where[0], f1, 0.5 / ((double)length * step));
    CHECK_NEAR(where[1], f2, 0.5 / ((double)length * step));
    CHECK(rest < 0.01 * 3);
    CHECK(amplitude[0] < 0.01);
}

/* Peaks stay, and the order. */
static void test_thin(void)
{
    enum { MANY = 20011 };
    static double x[MANY], y[MANY];
    for (int i = 0; i < MANY; i++) x[i] = i, y[i] = i % 7;
    y[12345] = 100;
    y[54] = -100;
    size_t n = thin(x, y, MANY);
    CHECK(n <= THIN_PARTS * THIN_KEPT && n > THIN_PARTS);
    int peaks = 0;
    for (size_t i = 0; i < n; i++) {
        if (i) CHECK(x[i] > x[i - 1]);
        if (fabs(y[i]) == 100) CHECK(x[i] == (y[i] > 0 ? 12345 : 54) && ++peaks);
    }
    CHECK(peaks == 2);
    CHECK(thin(x, y, 100) == 100);
}

int main(void)
{
    test_between_rows();
    test_jump();
    test_transform();
    test_spectrum();
    test_thin();
    return TEST_RESULT();
}
