/* SPDX-License-Identifier: BSD-3-Clause
 *
 * arena.h -- memory with one lifetime: grows while a model is built, freed at once.
 *
 * Everything it hands out is zeroed and aligned for any type. NULL means out of memory.
 */
#ifndef PHK_ARENA_H
#define PHK_ARENA_H

#include <stddef.h>

typedef struct phk_chunk phk_chunk;

typedef struct {
    phk_chunk *last;
    size_t used, size; /* of the last chunk */
    int exhausted;     /* memory for it, or for making what goes into it, has run out */
} phk_arena;

void *phk_arena_alloc(phk_arena *arena, size_t size);
/* Grows an array of `count` items of `size` bytes to hold one more; by shares of its size, so that
 * appending is linear in total. Returns the (moved) array; the old copy is no longer valid. */
void *phk_arena_grow(phk_arena *arena, void *array, size_t count, size_t size);
char *phk_arena_text(phk_arena *arena, const char *text, size_t length); /* copy, terminated */
/* Takes back all it has handed out, and keeps some memory for what comes. */
void phk_arena_reset(phk_arena *arena);
void phk_arena_free(phk_arena *arena);

#endif
