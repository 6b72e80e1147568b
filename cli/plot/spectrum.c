/* SPDX-License-Identifier: BSD-3-Clause */
#include "spectrum.h"

#include <math.h>
#include <stdlib.h>

static const double pi = 3.14159265358979323846;

/* Puts each number where its index read backwards in bits points. */
static void reverse_bits(double *re, double *im, size_t n)
{
    for (size_t i = 1, j = 0; i < n; i++) {
        size_t bit = n / 2;
        for (; j & bit; bit /= 2) j ^= bit;
        j ^= bit;
        if (i >= j) continue;
        double r = re[i], m = im[i];
        re[i] = re[j], im[i] = im[j];
        re[j] = r, im[j] = m;
    }
}

void spectrum_transform(double *re, double *im, size_t n)
{
    reverse_bits(re, im, n);
    for (size_t half = 1; half < n; half *= 2)
        for (size_t k = 0; k < half; k++) {
            /* each factor by itself: products of factors would add up their rounding */
            double angle = -pi * (double)k / (double)half, c = cos(angle), s = sin(angle);
            for (size_t i = k; i < n; i += 2 * half) {
                size_t j = i + half;
                double r = c * re[j] - s * im[j], m = s * re[j] + c * im[j];
                re[j] = re[i] - r, im[j] = im[i] - m;
                re[i] += r, im[i] += m;
            }
        }
}

size_t spectrum_length(size_t n)
{
    size_t length = 4;
    while (length < 4 * n) length *= 2;
    return length;
}

bool spectrum_of(const double *y, size_t n, double *amplitude)
{
    size_t length = spectrum_length(n);
    double *re = calloc(length, sizeof *re), *im = calloc(length, sizeof *im);
    bool good = re && im;
    double mean = 0, window = 0;
    for (size_t i = 0; i < n && good; i++) {
        /* the window, without its zeros at both ends: these would waste two values */
        im[i] = 0.5 - 0.5 * cos(2 * pi * (double)(i + 1) / (double)(n + 1));
        window += im[i];
        mean += im[i] * y[i];
    }
    for (size_t i = 0; i < n && good; i++) {
        re[i] = im[i] * (y[i] - mean / window);
        im[i] = 0;
    }
    if (good) spectrum_transform(re, im, length);
    for (size_t k = 0; k <= length / 2 && good; k++)
        amplitude[k] = (k % (length / 2) ? 2 : 1) * hypot(re[k], im[k]) / window;
    free(re);
    free(im);
    return good;
}
