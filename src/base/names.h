/* SPDX-License-Identifier: BSD-3-Clause
 *
 * names.h -- a hash table from names to integers, and the nearest of several words.
 */
#ifndef PHK_NAMES_H
#define PHK_NAMES_H

#include <stddef.h>

typedef struct {
    struct phk_name_slot *slot;
    size_t capacity, count; /* capacity: a power of two, or 0 */
} phk_names;

/* Adds name -> value. Names are borrowed, not copied, and end with a zero behind `length`. 1 added,
 * 0 there already (table unchanged), -1 out of memory. */
int phk_names_add(phk_names *names, const char *name, size_t length, int value);
/* The value of a name, or -1. */
int phk_names_find(const phk_names *names, const char *name, size_t length);
void phk_names_free(phk_names *names);

/* "Did you mean": offer candidates one by one, then read `best` (NULL: none is near enough). */
typedef struct {
    const char *word;
    size_t length;
    const char *best;
    int distance;
} phk_nearest;
phk_nearest phk_nearest_to(const char *word, size_t length);
void phk_nearest_offer(phk_nearest *nearest, const char *candidate);

#endif
