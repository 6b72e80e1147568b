/* SPDX-License-Identifier: BSD-3-Clause
 *
 * number.h -- numbers as expressions, model files and ADAMS decks write them, without a sign: 1.5,
 * .5e-3, 1D3 (an exponent), 90D (degrees). The decimal point is a point, whatever the locale.
 */
#ifndef PHK_NUMBER_H
#define PHK_NUMBER_H

#include <stdbool.h>
#include <stddef.h>

typedef struct {
    size_t mantissa; /* characters before the exponent */
    size_t length;   /* of all of it; what stands behind it is the caller's to judge */
    bool degrees;    /* written with D */
    double value;    /* degrees are radians already; infinite: too large */
} phk_number;

/* The number text begins with: a digit, or a point and a digit. */
phk_number phk_number_read(const char *text, size_t length);

#endif
