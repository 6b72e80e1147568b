/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/decimal.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* "1.5e+06" becomes "1.5e6", "1e-07" becomes "1e-7". */
static void tidy_exponent(char *text)
{
    char *e = strchr(text, 'e');
    if (!e) return;
    char *from = e + 1, *to = e + 1;
    if (*from == '-') to++;
    from++;
    while (*from == '0' && from[1]) from++;
    memmove(to, from, strlen(from) + 1);
}

/* "1.50e+06" becomes "1.5e+06". */
static void drop_zeros(char *text)
{
    char *e = strchr(text, 'e'), *end = e;
    if (!e || !memchr(text, '.', (size_t)(e - text))) return;
    while (end[-1] == '0') end--;
    if (end[-1] == '.') end--;
    memmove(end, e, strlen(e) + 1);
}

const char *phk_decimal(double value, char text[PHK_DECIMAL])
{
    /* 15 digits come back from a double as they went in, so that a shorter text is among them;
     * next to zero doubles have fewer */
    char plain[PHK_DECIMAL], power[PHK_DECIMAL];
    int digits = fabs(value) < DBL_MIN ? 1 : 15;
    while (snprintf(plain, sizeof plain, "%.*g", digits, value) && digits < 17 &&
           strtod(plain, NULL) != value)
        digits++;
    snprintf(power, sizeof power, "%.*e", digits - 1, value);
    drop_zeros(power);
    tidy_exponent(power);
    tidy_exponent(plain);
    return strcpy(text, strlen(power) + 2 < strlen(plain) ? power : plain);
}
