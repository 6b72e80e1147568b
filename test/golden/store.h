/* SPDX-License-Identifier: BSD-3-Clause
 *
 * store.h -- lines "MODEL METHOD key=value...", sorted, in memory and as a file; and how two of the
 * same run differ, in words.
 */
#ifndef GOLDEN_STORE_H
#define GOLDEN_STORE_H

#include <stdio.h>
#include "outcome.h"

typedef struct {
    char **line; /* without newline */
    int count, size;
} store;

/* Adds the lines of a file; those that begin with # are comments. False: out of memory. */
int store_read(store *s, FILE *in);
void store_sort(store *s);
/* The length of "MODEL METHOD", with which a line begins. */
size_t store_key(const char *line);
/* The line of the same run; NULL: none. The store is sorted. */
const char *store_find(const store *s, const char *line);
void store_free(store *s);

/* A line of words on how `now`, the line of this outcome, differs from the one before. */
void store_differences(const char *before, const char *now, const outcome *o, FILE *out);

#endif
