/* SPDX-License-Identifier: BSD-3-Clause */
#include "base64.h"

#include <stdint.h>
#include <string.h>

static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

static void put_group(FILE *out, const unsigned char b[3], int count)
{
    char text[4] = {letters[b[0] >> 2], letters[(b[0] & 3) << 4 | b[1] >> 4],
                    count > 1 ? letters[(b[1] & 15) << 2 | b[2] >> 6] : '=',
                    count > 2 ? letters[b[2] & 63] : '='};
    fwrite(text, 1, 4, out);
}

static void put_bits(base64 *b, uint64_t bits, int bytes)
{
    for (int k = 0; k < bytes; k++) {
        b->rest[b->count++] = (unsigned char)(bits >> (8 * k));
        if (b->count < 3) continue;
        put_group(b->out, b->rest, 3);
        b->count = 0;
    }
}

void base64_put(base64 *b, const double *value, size_t count, int bytes)
{
    for (size_t i = 0; i < count; i++) {
        if (bytes == 8) {
            uint64_t bits;
            memcpy(&bits, &value[i], sizeof bits);
            put_bits(b, bits, 8);
        } else {
            float small = (float)value[i];
            uint32_t bits;
            memcpy(&bits, &small, sizeof bits);
            put_bits(b, bits, 4);
        }
    }
}

void base64_put_whole(base64 *b, int value)
{
    put_bits(b, (uint16_t)(int16_t)value, 2);
}

void base64_end(base64 *b)
{
    for (int k = b->count; k < 3; k++) b->rest[k] = 0;
    if (b->count) put_group(b->out, b->rest, b->count);
    b->count = 0;
}
