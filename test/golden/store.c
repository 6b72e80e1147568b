/* SPDX-License-Identifier: BSD-3-Clause */
#include "store.h"

#include <stdlib.h>
#include <string.h>

enum { NAMES_TOLD = 4, COLUMN_DIGITS = 2 };

int store_read(store *s, FILE *in)
{
    char *line = NULL;
    size_t room = 0;
    ssize_t length;
    while ((length = getline(&line, &room, in)) > 0) {
        if (line[length - 1] == '\n') line[length - 1] = '\0';
        if (*line == '#' || !*line) continue;
        if (s->count == s->size) {
            int size = s->size ? 2 * s->size : 256;
            char **more = realloc(s->line, (size_t)size * sizeof *more);
            if (!more) break;
            s->line = more;
            s->size = size;
        }
        if (!(s->line[s->count] = strdup(line))) break;
        s->count++;
    }
    free(line);
    return length <= 0;
}

void store_free(store *s)
{
    for (int i = 0; i < s->count; i++) free(s->line[i]);
    free(s->line);
}

size_t store_key(const char *line)
{
    size_t model = strcspn(line, " ");
    return line[model] ? model + 1 + strcspn(line + model + 1, " :") : model;
}

static int compare(const void *a, const void *b)
{
    const char *p = *(const char *const *)a, *q = *(const char *const *)b;
    size_t m = store_key(p), n = store_key(q);
    int order = memcmp(p, q, m < n ? m : n);
    return order ? order : (m > n) - (m < n);
}

void store_sort(store *s)
{
    if (s->count > 0) qsort(s->line, (size_t)s->count, sizeof *s->line, compare);
}

const char *store_find(const store *s, const char *line)
{
    char **found =
        s->count ? bsearch(&line, s->line, (size_t)s->count, sizeof *s->line, compare) : NULL;
    return found ? *found : NULL;
}

/* The text behind " key=" and its length; 0: there is none. */
static size_t value_of(const char *line, const char *key, const char **value)
{
    char pattern[32];
    snprintf(pattern, sizeof pattern, " %s=", key);
    const char *at = strstr(line, pattern);
    *value = at ? at + strlen(pattern) : "";
    return strcspn(*value, " ");
}

/* "steps 1440, was 1433", or "summary changed" where the value is a hash. */
static int tell_value(const char *before, const char *now, const char *key, int number, char mark,
                      FILE *out)
{
    const char *b, *n;
    size_t was = value_of(before, key, &b), is = value_of(now, key, &n);
    if (was == is && memcmp(b, n, is) == 0) return 0;
    if (number && was && is)
        fprintf(out, "%c %s %.*s, was %.*s", mark, key, (int)is, n, (int)was, b);
    else
        fprintf(out, "%c %s %s", mark, key, !was ? "new" : !is ? "gone" : "changed");
    return 1;
}

static int column_differs(const char *before, const char *now, int column)
{
    size_t at = (size_t)column * COLUMN_DIGITS;
    return memcmp(before + at, now + at, COLUMN_DIGITS) != 0;
}

/* "; 3 of 40 columns: a.pos.x, a.pos.y, a.pos.z" */
static void tell_columns(const char *before, const char *now, const outcome *o, FILE *out)
{
    const char *b, *n;
    size_t was = value_of(before, "columns", &b), is = value_of(now, "columns", &n);
    int differ = 0, told = 0;
    if (was != is) {
        fprintf(out, "; %zu columns, were %zu", is / COLUMN_DIGITS, was / COLUMN_DIGITS);
        return;
    }
    for (int c = 0; c < o->columns; c++) differ += column_differs(b, n, c);
    if (differ) fprintf(out, "; %d of %d columns:", differ, o->columns);
    for (int c = 0; c < o->columns && told <= NAMES_TOLD; c++) {
        if (!column_differs(b, n, c)) continue;
        fprintf(out, "%s%s", told ? ", " : " ", told < NAMES_TOLD ? o->name[c] : "...");
        told++;
    }
}

void store_differences(const char *before, const char *now, const outcome *o, FILE *out)
{
    static const char *const number[] = {"exit", "rows", "steps", "rejected", NULL},
                             *const hash[] = {"messages", "summary", "about", "values", NULL};
    int told = 0;
    fprintf(out, "%.*s", (int)store_key(now), now);
    for (int i = 0; number[i]; i++)
        told += tell_value(before, now, number[i], 1, told ? ';' : ':', out);
    for (int i = 0; hash[i]; i++)
        told += tell_value(before, now, hash[i], 0, told ? ';' : ':', out);
    tell_columns(before, now, o, out);
    fputc('\n', out);
}
