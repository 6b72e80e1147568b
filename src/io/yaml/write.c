/* SPDX-License-Identifier: BSD-3-Clause */
#include "io/yaml/write.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/decimal.h"

enum { WIDTH = 100 };

void phk_out_free(phk_out *out)
{
    free(out->text);
    *out = (phk_out){0};
}

/* Room for `more` bytes, and one behind them. */
static int reserve(phk_out *out, size_t more)
{
    if (out->failed) return 0;
    if (out->used + more < out->size) return 1;
    size_t size = 2 * (out->used + more) + 256;
    char *larger = realloc(out->text, size);
    if (!larger) {
        out->failed = 1;
        return 0;
    }
    out->text = larger;
    out->size = size;
    return 1;
}

static void put_bytes(phk_out *out, const char *text, size_t length)
{
    if (!reserve(out, length)) return;
    memcpy(out->text + out->used, text, length);
    out->used += length;
}

void phk_put(phk_out *out, const char *format, ...)
{
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int n = vsnprintf(NULL, 0, format, args);
    if (n > 0 && reserve(out, (size_t)n)) {
        vsnprintf(out->text + out->used, (size_t)n + 1, format, again);
        out->used += (size_t)n;
    }
    va_end(again);
    va_end(args);
}

void phk_put_number(phk_out *out, double value)
{
    char text[PHK_DECIMAL];
    phk_put(out, "%s", phk_decimal(value, text));
}

/* What needs no quotes wherever it stands: no mark of YAML, no blank at its ends, nothing that
 * stands for something else. */
static int is_plain(const char *text)
{
    static const char safe[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
                               "_.+-*/^()<>=% ";
    size_t n = strlen(text);
    if (n == 0 || strspn(text, safe) != n || text[n - 1] == ' ') return 0;
    if (strchr("*<>=%^/) ", text[0]) || (text[0] == '-' && (n == 1 || text[1] == ' '))) return 0;
    static const char *const other[] = {"null", "Null", "NULL", "---", "...", NULL};
    for (int i = 0; other[i]; i++)
        if (strcmp(text, other[i]) == 0) return 0;
    return strncmp(text, "---", 3) != 0 && strncmp(text, "...", 3) != 0;
}

/* Bytes of the character at `text` that may stand in a file as it is: one that UTF-8 has and YAML
 * shows. 0: none; the byte is then written as the character of that number. */
static size_t printable(const unsigned char *text)
{
    static const unsigned long least[] = {0, 0, 0x80, 0x800, 0x10000};
    unsigned char c = text[0];
    size_t n = c < 0x80 ? 1 : c >= 0xf0 ? 4 : c >= 0xe0 ? 3 : c >= 0xc2 ? 2 : 0;
    if (n <= 1) return n && c >= ' ' && c != 0x7f && c != '"' && c != '\\';
    unsigned long code = c & (0x7fu >> n);
    for (size_t i = 1; i < n; i++) {
        if ((text[i] & 0xc0) != 0x80) return 0;
        code = code << 6 | (text[i] & 0x3f);
    }
    int shown = code >= 0xa0 && (code < 0xd800 || code >= 0xe000) && code != 0xfeff &&
                code != 0x2028 && code != 0x2029 && (code & 0xfffe) != 0xfffe && code <= 0x10ffff;
    return shown && code >= least[n] ? n : 0;
}

static void put_quoted(phk_out *out, const char *text)
{
    phk_put(out, "\"");
    while (*text) {
        size_t n = printable((const unsigned char *)text);
        if (n)
            put_bytes(out, text, n);
        else if (*text == '"' || *text == '\\')
            phk_put(out, "\\%c", *text);
        else if (*text == '\n')
            phk_put(out, "\\n");
        else
            phk_put(out, "\\x%02x", (unsigned char)*text);
        text += n ? n : 1;
    }
    phk_put(out, "\"");
}

void phk_put_scalar(phk_out *out, const char *text)
{
    if (is_plain(text))
        phk_put(out, "%s", text);
    else
        put_quoted(out, text);
}

void phk_map_key(phk_map *map, const char *key)
{
    if (map->values.failed) return;
    if (map->count == map->size) {
        size_t size = 2 * map->size + 16;
        phk_map_entry *larger = realloc(map->entry, size * sizeof *larger);
        if (!larger) {
            map->values.failed = 1;
            return;
        }
        map->entry = larger;
        map->size = size;
    }
    map->entry[map->count++] = (phk_map_entry){key, map->values.used};
}

void phk_map_clear(phk_map *map)
{
    map->count = 0;
    map->values.used = 0;
}

void phk_map_free(phk_map *map)
{
    phk_out_free(&map->values);
    free(map->entry);
    *map = (phk_map){0};
}

static size_t value_length(const phk_map *map, size_t i)
{
    return (i + 1 < map->count ? map->entry[i + 1].at : map->values.used) - map->entry[i].at;
}

/* The next comma outside of quotes and inner brackets, from text[0] on behind an opening one;
 * length: there is none. */
static size_t next_comma(const char *text, size_t length)
{
    int quoted = 0, depth = 0;
    for (size_t i = 0; i < length; i++) {
        char c = text[i];
        if (quoted && c == '\\')
            i++;
        else if (c == '"')
            quoted = !quoted;
        else if (!quoted && (c == '[' || c == '{'))
            depth++;
        else if (!quoted && (c == ']' || c == '}'))
            depth--;
        else if (!quoted && c == ',' && depth == 0)
            return i;
    }
    return length;
}

/* A list goes on, indented, on further lines. */
static void put_list(phk_out *out, const char *text, size_t length, size_t column, int indent)
{
    phk_put(out, "[");
    column++;
    for (size_t at = 1; at < length;) {
        size_t n = next_comma(text + at, length - at);
        size_t with = at + n < length ? n + 1 : n;
        if (column + with + 1 > WIDTH && at > 1) {
            phk_put(out, "\n%*s", indent + 2, "");
            column = (size_t)indent + 2;
        } else if (at > 1) {
            phk_put(out, " ");
            column++;
        }
        put_bytes(out, text + at, with);
        column += with;
        at += n + 2;
    }
}

/* A map has a line for each of its keys. */
static void put_inner_map(phk_out *out, const char *text, size_t length, int indent)
{
    for (size_t at = 1; at + 1 < length;) {
        size_t n = next_comma(text + at, length - 1 - at);
        phk_put(out, "\n%*s", indent + 2, "");
        put_bytes(out, text + at, n);
        at += n + 2;
    }
}

/* A key with its colon. Readers of YAML look no further than 1024 bytes for that, unless told. */
static void put_key(phk_out *out, const char *key, int indent)
{
    enum { LONGEST = 1000 };
    if (strlen(key) <= LONGEST)
        phk_put(out, "%s:", key);
    else
        phk_put(out, "? %s\n%*s:", key, indent, "");
}

/* `key: value`. What it takes: a line, or more where the value is a list or a map. */
static void put_pair(phk_out *out, int indent, const phk_map *map, size_t i)
{
    const char *key = map->entry[i].key, *text = map->values.text + map->entry[i].at;
    size_t length = value_length(map, i), column = (size_t)indent + strlen(key) + 2;
    int wide = column + length > WIDTH;
    put_key(out, key, indent);
    if (wide && text[0] == '{') {
        put_inner_map(out, text, length, indent);
    } else {
        phk_put(out, " ");
        if (wide && text[0] == '[')
            put_list(out, text, length, column, indent);
        else
            put_bytes(out, text, length);
    }
    phk_put(out, "\n");
}

void phk_put_lines(phk_out *out, int indent, const phk_map *map)
{
    out->failed |= map->values.failed;
    for (size_t i = 0; i < map->count && !out->failed; i++) {
        phk_put(out, "%*s", indent, "");
        put_pair(out, indent, map, i);
    }
}

void phk_put_map(phk_out *out, int indent, const char *name, const phk_map *map, const char *remark)
{
    out->failed |= map->values.failed;
    if (out->failed) return;
    const char *mark = remark ? "  # " : "";
    if (!remark) remark = "";
    phk_put(out, "%*s%s", indent, "", name ? "" : "-");
    if (name) put_key(out, name, indent);
    size_t width = (size_t)indent + (name ? strlen(name) + 1 : 1) + 3;
    width += strlen(mark) + strlen(remark);
    for (size_t i = 0; i < map->count; i++)
        width += strlen(map->entry[i].key) + 2 + value_length(map, i) + (i > 0 ? 2 : 0);
    if (width <= WIDTH || map->count == 0) {
        phk_put(out, " {");
        for (size_t i = 0; i < map->count; i++) {
            phk_put(out, "%s%s: ", i ? ", " : "", map->entry[i].key);
            put_bytes(out, map->values.text + map->entry[i].at, value_length(map, i));
        }
        phk_put(out, "}%s%s\n", mark, remark);
        return;
    }
    /* of an item of a list the first key follows the dash */
    if (name) phk_put(out, "%s%s\n", mark, remark);
    for (size_t i = 0; i < map->count; i++) {
        phk_put(out, "%*s", i > 0 || name ? indent + 2 : 1, "");
        put_pair(out, indent + 2, map, i);
    }
}
