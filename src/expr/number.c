/* SPDX-License-Identifier: BSD-3-Clause */
#include "expr/number.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_one_of(const char *text, size_t length, size_t at, const char *letters)
{
    for (; at < length && *letters; letters++)
        if (text[at] == *letters) return true;
    return false;
}

static size_t skip_digits(const char *text, size_t length, size_t at)
{
    while (at < length && is_digit(text[at])) at++;
    return at;
}

/* Behind the exponent that begins at `at`, or `at` itself: there is none. In 30D+10D*TIME and
 * 30D-0.5 the D is for degrees: what follows its sign goes on as no exponent does. */
static size_t skip_exponent(const char *text, size_t length, size_t at)
{
    if (!is_one_of(text, length, at, "eEdD")) return at;
    bool sign = is_one_of(text, length, at + 1, "+-");
    size_t first = at + 1 + sign, end = skip_digits(text, length, first);
    if (sign && is_one_of(text, length, at, "dD") && is_one_of(text, length, end, ".dDeE"))
        return at;
    return end > first ? end : at;
}

/* The exponent at text[0..length), a letter and digits; far beyond all doubles it is cut. */
static long exponent_value(const char *text, size_t length)
{
    long value = 0;
    for (size_t i = 1; i < length; i++)
        if (is_digit(text[i]) && value < 100000) value = 10 * value + (text[i] - '0');
    return length > 1 && text[1] == '-' ? -value : value;
}

/* A number of few digits is exact in integers, and so is one division or product by a power of ten
 * that is a double: the nearest double, without the library's long way. */
static bool convert_short(const char *text, size_t mantissa, long exponent, double *value)
{
    static const double power[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                   1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                   1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    int64_t whole = 0;
    int count = 0;
    bool behind = false;
    for (size_t i = 0; i < mantissa; i++) {
        if (text[i] == '.') {
            behind = true;
            continue;
        }
        whole = 10 * whole + (text[i] - '0');
        if (whole > 0 && ++count > 15) return false;
        exponent -= behind;
    }
    if (exponent < -22 || exponent > 22) return false;
    *value = exponent < 0 ? (double)whole / power[-exponent] : (double)whole * power[exponent];
    return true;
}

/* strtod alone would ask the locale for its decimal point; digits and an exponent need none. */
static double convert_long(const char *text, size_t mantissa, long exponent)
{
    enum { DIGITS = 800 }; /* more cannot matter */
    char copy[DIGITS + 32];
    int count = 0;
    bool behind = false;
    for (size_t i = 0; i < mantissa; i++) {
        if (text[i] == '.') {
            behind = true;
        } else if (count < DIGITS) {
            if (count > 0 || text[i] != '0') copy[count++] = text[i];
            exponent -= behind;
        } else {
            exponent += !behind;
        }
    }
    if (count == 0) return 0;
    snprintf(copy + count, sizeof copy - (size_t)count, "e%ld", exponent);
    return strtod(copy, NULL);
}

phk_number phk_number_read(const char *text, size_t length)
{
    phk_number n = {.mantissa = skip_digits(text, length, 0)};
    if (is_one_of(text, length, n.mantissa, "."))
        n.mantissa = skip_digits(text, length, n.mantissa + 1);
    n.length = skip_exponent(text, length, n.mantissa);
    long exponent = exponent_value(text + n.mantissa, n.length - n.mantissa);
    if (!convert_short(text, n.mantissa, exponent, &n.value))
        n.value = convert_long(text, n.mantissa, exponent);
    n.degrees = is_one_of(text, length, n.length, "dD");
    if (n.degrees) {
        n.length++;
        n.value *= 3.14159265358979323846 / 180;
    }
    return n;
}
