/* SPDX-License-Identifier: BSD-3-Clause */
#include "io/text/places.h"

#include <string.h>

enum { STRIDE = 256 };

static int is_inner(char c)
{
    return ((unsigned char)c & 0xC0) == 0x80;
}

static int find_lines(phk_places *p, phk_arena *arena)
{
    const char *end = p->text + p->length;
    size_t count = 1;
    for (const char *c = p->text; (c = memchr(c, '\n', (size_t)(end - c))); c++) count++;
    p->line = phk_arena_alloc(arena, count * sizeof *p->line);
    if (!p->line) return 0;
    p->lines = 1;
    for (const char *c = p->text; (c = memchr(c, '\n', (size_t)(end - c))); c++)
        p->line[p->lines++] = (size_t)(c - p->text) + 1;
    return 1;
}

static int find_marks(phk_places *p, phk_arena *arena)
{
    size_t characters = 0;
    for (size_t i = p->begin; i < p->length; i++) characters += !is_inner(p->text[i]);
    if (characters == p->length - p->begin) return 1;
    p->mark = phk_arena_alloc(arena, (characters / STRIDE + 1) * sizeof *p->mark);
    if (!p->mark) return 0;
    size_t n = 0;
    for (size_t i = p->begin; i < p->length; i++)
        if (!is_inner(p->text[i]) && n++ % STRIDE == 0) p->mark[p->marks++] = i;
    return 1;
}

int phk_places_make(phk_places *p, phk_arena *arena, const char *file, const char *text,
                    size_t length, size_t begin)
{
    *p = (phk_places){.file = file, .text = text, .length = length, .begin = begin};
    return find_lines(p, arena) && find_marks(p, arena);
}

size_t phk_places_offset(const phk_places *p, size_t character)
{
    size_t at = p->begin + character;
    if (p->mark) {
        if (character / STRIDE >= p->marks) return p->length;
        at = p->mark[character / STRIDE];
        for (size_t k = character % STRIDE; k > 0 && at < p->length; k--) do
                at++;
            while (at < p->length && is_inner(p->text[at]));
    }
    return at < p->length ? at : p->length;
}

ph_source phk_places_at(const phk_places *p, size_t from, size_t to)
{
    /* the last line that begins at or before `from` */
    size_t low = 0, high = p->lines;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (p->line[middle] <= from)
            low = middle;
        else
            high = middle;
    }
    size_t stop = low + 1 < p->lines ? p->line[low + 1] - 1 : p->length;
    if (stop > from && p->text[stop - 1] == '\r') stop--;
    if (to > stop) to = stop;
    size_t length = to > from ? to - from : 0;
    return (ph_source){p->file, (int)low + 1, (int)(from - p->line[low]) + 1, (int)length};
}

/* Length of the UTF-8 character at c (n bytes left), 0: none. Overlong forms, surrogates and
 * values beyond U+10FFFF are none. */
static size_t character_length(const unsigned char *c, size_t n)
{
    if (c[0] < 0x80)
        return (c[0] >= 0x20 && c[0] != 0x7F) || c[0] == '\t' || c[0] == '\n' || c[0] == '\r';
    size_t length = c[0] >= 0xF0 ? 4 : c[0] >= 0xE0 ? 3 : 2;
    if (c[0] < 0xC2 || c[0] > 0xF4 || length > n) return 0;
    for (size_t i = 1; i < length; i++)
        if (!is_inner((char)c[i])) return 0;
    if ((c[0] == 0xE0 && c[1] < 0xA0) || (c[0] == 0xED && c[1] > 0x9F)) return 0;
    if ((c[0] == 0xF0 && c[1] < 0x90) || (c[0] == 0xF4 && c[1] > 0x8F)) return 0;
    return length;
}

size_t phk_text_check(const char *text, size_t length)
{
    size_t i = 0;
    while (i < length) {
        size_t n = character_length((const unsigned char *)text + i, length - i);
        if (n == 0) return i;
        i += n;
    }
    return length;
}
