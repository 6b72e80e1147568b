/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/arena.h"

#include <stdlib.h>
#include <string.h>
#include <stdalign.h>
#include <stdbool.h>

struct phk_chunk {
    phk_chunk *before;
    int alone; /* holds one array and nothing else */
    alignas(max_align_t) char data[];
};

/* ALONE: size from which an array has a chunk of its own, which goes when it is outgrown */
enum { FIRST_CHUNK = 1 << 12, LARGEST_CHUNK = 1 << 22, ALONE = 1 << 16 };

static int add_chunk(phk_arena *arena, size_t need)
{
    size_t size = arena->size ? 2 * arena->size : FIRST_CHUNK;
    if (size > LARGEST_CHUNK) size = LARGEST_CHUNK;
    if (size < need) size = need;
    phk_chunk *chunk = calloc(1, sizeof *chunk + size);
    if (!chunk) return 0;
    chunk->before = arena->last;
    arena->last = chunk;
    arena->used = 0;
    arena->size = size;
    return 1;
}

/* In a chunk put behind the last one, which goes on being filled. */
static void *alloc_alone(phk_arena *arena, size_t size)
{
    phk_chunk *chunk = NULL;
    if (arena->last || add_chunk(arena, FIRST_CHUNK)) chunk = calloc(1, sizeof *chunk + size);
    if (!chunk) {
        arena->exhausted = 1;
        return NULL;
    }
    chunk->alone = 1;
    chunk->before = arena->last->before;
    arena->last->before = chunk;
    return chunk->data;
}

void *phk_arena_alloc(phk_arena *arena, size_t size)
{
    const size_t align = alignof(max_align_t);
    if (size > (size_t)-1 / 2) return NULL;
    size = (size + align - 1) / align * align;
    size_t left = arena->last ? arena->size - arena->used : 0;
    bool full = size > left || !arena->last; /* of nothing there is some, too */
    if (full && size >= ALONE) return alloc_alone(arena, size);
    if (full && !add_chunk(arena, size)) {
        arena->exhausted = 1;
        return NULL;
    }
    void *memory = arena->last->data + arena->used;
    arena->used += size;
    return memory;
}

/* Frees an array that is alone in its chunk; others stay. */
static void free_alone(phk_arena *arena, const void *array)
{
    for (phk_chunk *chunk = arena->last; chunk->before; chunk = chunk->before) {
        phk_chunk *before = chunk->before;
        if (!before->alone || array != before->data) continue;
        chunk->before = before->before;
        free(before);
        return;
    }
}

/* What an array that is full with `count` items is enlarged to; 0: it is not full. Capacities are
 * powers of two from 4 on, and for large arrays also those plus one, two and three quarters, so
 * that little is left over: the count alone tells when to enlarge. */
static size_t enlarged(size_t count, size_t size)
{
    if (count < 4) return count ? 0 : 4;
    size_t power = 4;
    while (power <= count / 2) power *= 2;
    if (power < ALONE / (size ? size : 1)) return count == power ? 2 * power : 0;
    return (count - power) % (power / 4) ? 0 : count + power / 4;
}

void *phk_arena_grow(phk_arena *arena, void *array, size_t count, size_t size)
{
    size_t capacity = enlarged(count, size);
    if (!capacity) return array;
    if (size && capacity > (size_t)-1 / 4 / size) return NULL;
    int alone = capacity * size >= ALONE;
    void *larger =
        alone ? alloc_alone(arena, capacity * size) : phk_arena_alloc(arena, capacity * size);
    if (!larger || !count || !size) return larger;
    memcpy(larger, array, count * size);
    if (alone) free_alone(arena, array);
    return larger;
}

char *phk_arena_text(phk_arena *arena, const char *text, size_t length)
{
    char *copy = phk_arena_alloc(arena, length + 1);
    if (copy && length) memcpy(copy, text, length);
    return copy;
}

static void free_before(phk_chunk *chunk)
{
    while (chunk->before) {
        phk_chunk *before = chunk->before->before;
        free(chunk->before);
        chunk->before = before;
    }
}

void phk_arena_reset(phk_arena *arena)
{
    if (!arena->last) return;
    free_before(arena->last);
    memset(arena->last->data, 0, arena->used);
    arena->used = 0;
}

void phk_arena_free(phk_arena *arena)
{
    if (arena->last) free_before(arena->last);
    free(arena->last);
    *arena = (phk_arena){0};
}
