/* SPDX-License-Identifier: BSD-3-Clause
 *
 * places.h -- from libyaml's marks to lines and columns in bytes.
 *
 * libyaml counts characters, and takes more characters for line ends than an editor does. So only
 * its character index is used: index -> byte offset -> line and column, each in less than linear
 * time, whatever the lengths of lines.
 */
#ifndef PHK_PLACES_H
#define PHK_PLACES_H

#include <stddef.h>
#include <polhode/base.h>
#include "base/arena.h"

typedef struct {
    const char *file, *text;
    size_t length, begin;
    size_t *line; /* [lines] byte offset where each line begins */
    size_t lines;
    size_t
        *mark; /* byte offset of every 256th character from begin on; NULL: all are single bytes */
    size_t marks;
} phk_places;

/* False: out of memory. */
int phk_places_make(phk_places *places, phk_arena *arena, const char *file, const char *text,
                    size_t length, size_t begin);
size_t phk_places_offset(const phk_places *places, size_t character);
/* The place of bytes [from, to), cut at the end of its first line. */
ph_source phk_places_at(const phk_places *places, size_t from, size_t to);

/* The first byte that no UTF-8 text can hold there (or a control byte), or length. */
size_t phk_text_check(const char *text, size_t length);

#endif
