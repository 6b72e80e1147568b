/* SPDX-License-Identifier: BSD-3-Clause
 *
 * spectrum.h -- amplitudes over frequency of values at equal steps.
 *
 * The mean (weighted by the window, so that nothing of it is left) is taken off, a Hann window laid
 * over the rest, zeros appended to at least four times the length, and the whole transformed (radix
 * 2). Amplitudes are scaled so that a lone sine a*sin has the height a where its frequency lies
 * between 2 periods in the record and half the sampling rate; the appended zeros keep the drawn
 * peak within 1 % of it.
 */
#ifndef CLI_SPECTRUM_H
#define CLI_SPECTRUM_H

#include <stdbool.h>
#include <stddef.h>

/* The discrete Fourier transform of re + i im in place, exp(-2 pi i jk/n); n a power of two. */
void spectrum_transform(double *re, double *im, size_t n);

/* The length a record of n values is transformed at. */
size_t spectrum_length(size_t n);

/* amplitude[k], k = 0 .. spectrum_length(n)/2, at the frequency k / (spectrum_length(n) * step).
 * False: out of memory. */
bool spectrum_of(const double *y, size_t n, double *amplitude);

#endif
