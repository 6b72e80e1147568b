/* SPDX-License-Identifier: BSD-3-Clause
 *
 * base64.h -- numbers as base64 text, piece by piece: little-endian bytes of floats or doubles.
 */
#ifndef CLI_BASE64_H
#define CLI_BASE64_H

#include <stddef.h>
#include <stdio.h>

typedef struct {
    FILE *out;
    unsigned char rest[3]; /* bytes that wait for a group of three */
    int count;
} base64;

/* Each number as a float of 4 bytes, or as a double of 8. */
void base64_put(base64 *b, const double *value, size_t count, int bytes);
/* A whole number of two bytes. */
void base64_put_whole(base64 *b, int value);
/* Writes what is left; the writer is then as new. */
void base64_end(base64 *b);

#endif
