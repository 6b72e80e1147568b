/* SPDX-License-Identifier: BSD-3-Clause */
#include "json.h"

#include <stdlib.h>
#include <string.h>

enum { DEEPEST = 32 };

static void skip_blanks(json *j)
{
    j->at += strspn(j->at, " \t\r\n");
}

/* Reads over a text in quotes. */
static bool skip_text(json *j)
{
    if (*j->at != '"') return false;
    for (j->at++; *j->at && *j->at != '"'; j->at++)
        if (*j->at == '\\' && j->at[1]) j->at++;
    return *j->at++ == '"';
}

static int add(json *j, char kind, const char *key)
{
    if (j->count == j->capacity) {
        int capacity = j->capacity ? 2 * j->capacity : 256;
        json_node *more =
            capacity < 1 << 28 ? realloc(j->node, (size_t)capacity * sizeof *more) : NULL;
        if (!more) return -1;
        j->node = more;
        j->capacity = capacity;
    }
    j->node[j->count] = (json_node){kind, key, j->at, -1, -1, 0};
    return j->count++;
}

static bool read_value(json *j, const char *key, int depth, int *node);

/* The items of a list, or the members of an object, up to its end. */
static bool read_items(json *j, int parent, int depth)
{
    bool object = *j->at++ == '{';
    char end = object ? '}' : ']';
    int last = -1;
    skip_blanks(j);
    if (*j->at == end) return j->at++, true;
    for (;;) {
        const char *key = NULL;
        int node;
        skip_blanks(j);
        if (object) {
            key = j->at;
            if (!skip_text(j)) return false;
            skip_blanks(j);
            if (*j->at++ != ':') return false;
        }
        if (!read_value(j, key, depth + 1, &node)) return false;
        if (last < 0)
            j->node[parent].child = node;
        else
            j->node[last].next = node;
        last = node;
        skip_blanks(j);
        if (*j->at == end) return j->at++, true;
        if (*j->at++ != ',') return false;
    }
}

static bool read_word(json *j)
{
    static const char *const words[] = {"true", "false", "null"};
    for (int i = 0; i < 3; i++) {
        size_t n = strlen(words[i]);
        if (strncmp(j->at, words[i], n) == 0) return j->at += n, true;
    }
    return false;
}

static bool read_value(json *j, const char *key, int depth, int *node)
{
    skip_blanks(j);
    char c = *j->at;
    bool number = c == '-' || (c >= '0' && c <= '9');
    if (!c || depth > DEEPEST) return false;
    *node = add(j, number ? '0' : c, key);
    if (*node < 0) return false;
    if (c == '{' || c == '[') return read_items(j, *node, depth);
    if (c == '"') return skip_text(j);
    if (!number) return read_word(j);
    char *end;
    j->node[*node].number = strtod(j->at, &end);
    bool some = end > j->at;
    j->at = end;
    return some;
}

bool json_read(json *j, const char *text)
{
    int root;
    *j = (json){.at = text};
    if (!read_value(j, NULL, 0, &root)) return false;
    skip_blanks(j);
    return *j->at == '\0';
}

void json_free(json *j)
{
    free(j->node);
    *j = (json){0};
}

/* Whether what stands in quotes is this; names that polhode gives have no escapes. */
static bool is_text(const char *quoted, const char *text)
{
    size_t n = strlen(text);
    return quoted && strncmp(quoted + 1, text, n) == 0 && quoted[n + 1] == '"';
}

int json_first(const json *j, int node)
{
    return node < 0 ? -1 : j->node[node].child;
}

int json_next(const json *j, int node)
{
    return node < 0 ? -1 : j->node[node].next;
}

int json_get(const json *j, int node, const char *key)
{
    int i = json_first(j, node);
    while (i >= 0 && !is_text(j->node[i].key, key)) i = json_next(j, i);
    return i;
}

double json_number(const json *j, int node, double missing)
{
    return node >= 0 && j->node[node].kind == '0' ? j->node[node].number : missing;
}

bool json_is(const json *j, int node, const char *text)
{
    return node >= 0 && j->node[node].kind == '"' && is_text(j->node[node].text, text);
}

int json_numbers(const json *j, int node, double *value, int most)
{
    int n = 0;
    for (int i = json_first(j, node); i >= 0; i = json_next(j, i), n++)
        if (n < most) value[n] = json_number(j, i, 0);
    return n;
}

char *json_text(const json *j, int node)
{
    if (node < 0 || j->node[node].kind != '"') return NULL;
    const char *from = j->node[node].text + 1;
    size_t n = 0;
    while (from[n] && from[n] != '"') n += from[n] == '\\' && from[n + 1] ? 2 : 1;
    char *text = malloc(n + 1), *to = text;
    for (; text && *from && *from != '"'; from++) {
        if (*from != '\\' || !from[1]) {
            *to++ = *from;
        } else if (*++from == 'u' && strnlen(from, 5) == 5) {
            /* polhode writes single bytes so */
            char digits[5] = {from[1], from[2], from[3], from[4], '\0'};
            *to++ = (char)strtol(digits, NULL, 16);
            from += 4;
        } else {
            *to++ = *from;
        }
    }
    if (text) *to = '\0';
    return text;
}
