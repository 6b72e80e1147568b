/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/store.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

phk_store phk_store_writer(void)
{
    return (phk_store){.reading = false};
}

phk_store phk_store_reader(const void *data, size_t size)
{
    return (phk_store){.reading = true, .data = (unsigned char *)data, .size = size};
}

void phk_store_free(phk_store *s)
{
    if (!s->reading) free(s->data);
    *s = (phk_store){0};
}

static void append(phk_store *s, const void *data, size_t size)
{
    if (s->room - s->size < size) {
        size_t room = 2 * s->room + size + 4096;
        unsigned char *larger = realloc(s->data, room);
        if (!larger) {
            s->status = PH_E_NOMEM;
            return;
        }
        s->data = larger;
        s->room = room;
    }
    memcpy(s->data + s->size, data, size);
    s->size += size;
}

void phk_store_bytes(phk_store *s, void *data, size_t size)
{
    if (s->status || size == 0) return;
    if (!s->reading) {
        append(s, data, size);
    } else if (s->size - s->at < size) {
        s->status = PH_E_FORMAT;
    } else {
        memcpy(data, s->data + s->at, size);
        s->at += size;
    }
}

void phk_store_parts(phk_store *s, const phk_part *part)
{
    for (; part->data; part++) phk_store_bytes(s, part->data, part->size);
}

void phk_store_expect(phk_store *s, long long number)
{
    long long found = number;
    PHK_STORE(s, found);
    if (!s->status && found != number) s->status = PH_E_FORMAT;
}

/* Fowler, Noll and Vo's. */
static uint64_t sum_of(const unsigned char *data, size_t size)
{
    uint64_t sum = 14695981039346656037u;
    for (size_t i = 0; i < size; i++) sum = (sum ^ data[i]) * 1099511628211u;
    return sum;
}

void phk_store_seal(phk_store *s)
{
    uint64_t sum = sum_of(s->data, s->reading ? s->at : s->size), found = sum;
    PHK_STORE(s, found);
    if (!s->status && found != sum) s->status = PH_E_FORMAT;
}

void phk_store_check(phk_store *s)
{
    uint64_t sum;
    if (s->size < sizeof sum) {
        s->status = PH_E_FORMAT;
        return;
    }
    memcpy(&sum, s->data + s->size - sizeof sum, sizeof sum);
    if (sum != sum_of(s->data, s->size - sizeof sum)) s->status = PH_E_FORMAT;
}
