/* SPDX-License-Identifier: BSD-3-Clause
 *
 * hash.h -- 64 bits of any bytes, eight at a time: tells changed numbers from unchanged ones, and
 * guards against nothing else.
 */
#ifndef GOLDEN_HASH_H
#define GOLDEN_HASH_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define HASH_SEED UINT64_C(0xcbf29ce484222325)

static inline uint64_t hash_word(uint64_t h, uint64_t word)
{
    h = (h ^ word) * UINT64_C(0x9e3779b97f4a7c15);
    return h ^ h >> 32;
}

static inline uint64_t hash_bytes(uint64_t h, const void *bytes, size_t size)
{
    const unsigned char *b = bytes;
    for (; size >= 8; size -= 8, b += 8) {
        uint64_t word;
        memcpy(&word, b, 8);
        h = hash_word(h, word);
    }
    for (; size > 0; size--) h = hash_word(h, *b++);
    return h;
}

/* With its end, so that texts one behind the other are told from other parts of the same text. */
static inline uint64_t hash_text(uint64_t h, const char *text)
{
    return hash_bytes(h, text, strlen(text) + 1);
}

static inline uint32_t hash_short(uint64_t h)
{
    return (uint32_t)(h ^ h >> 32);
}

#endif
