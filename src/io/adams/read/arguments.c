/* SPDX-License-Identifier: BSD-3-Clause
 *
 * arguments.c -- asking a statement for its arguments.
 */
#include <string.h>
#include "io/adams/read/deck.h"

const phk_given *phk_arg_find(const phk_statement *s, const char *name)
{
    for (int i = 0; i < s->count; i++)
        if (strcmp(s->given[i].arg->name, name) == 0) return &s->given[i];
    return NULL;
}

bool phk_arg_flag(const phk_statement *s, const char *name)
{
    return phk_arg_find(s, name) != NULL;
}

double phk_arg_number(const phk_statement *s, const char *name, int k, double otherwise)
{
    const phk_given *given = phk_arg_find(s, name);
    return given && given->number && k >= 0 && k < given->count ? given->number[k] : otherwise;
}

const phk_statement *phk_arg_target(const phk_statement *s, const char *name)
{
    const phk_given *given = phk_arg_find(s, name);
    return given && given->target && given->count > 0 ? given->target[0] : NULL;
}

int phk_arg_word(const phk_statement *s, const char *name, int otherwise)
{
    const phk_given *given = phk_arg_find(s, name);
    for (int k = 0; given && k < 32; k++)
        if (given->words >> k & 1) return k;
    return otherwise;
}

/* Copies a piece to `to`, line breaks with all that belongs to them as one blank. */
static size_t copy_plain(const char *from, size_t length, char *to)
{
    size_t used = 0;
    for (size_t i = 0; i < length;) {
        size_t next = i;
        while (next < length && strchr(" \t\r\f\v&", from[next]) && from[next]) next++;
        if (next < length && from[next] == '!') {
            while (next < length && from[next] != '\n') next++;
        }
        if (next < length && from[next] == '\n') {
            while (next < length && strchr(" \t\r\f\v\n", from[next]) && from[next]) next++;
            if (next < length && from[next] == ',') next++;
            while (next < length && (from[next] == ' ' || from[next] == '\t')) next++;
            if (used > 0 && next < length) to[used++] = ' ';
            i = next;
        } else {
            to[used++] = from[i++];
        }
    }
    return used;
}

const char *phk_arg_text(phk_deck *deck, const phk_statement *s, const char *name)
{
    const phk_given *given = phk_arg_find(s, name);
    if (!given || !given->piece || given->count < 1) return NULL;
    phk_piece piece = given->piece[0];
    char *text = phk_arena_alloc(&deck->arena, piece.length + 1);
    if (!text) {
        deck->status = PH_E_NOMEM;
        return "";
    }
    text[copy_plain(deck->text + piece.at, piece.length, text)] = '\0';
    return text;
}
