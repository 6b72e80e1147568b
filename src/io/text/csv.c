/* SPDX-License-Identifier: BSD-3-Clause */
#include "io/text/csv.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "base/diag.h"
#include "io/text/places.h"

typedef struct {
    const char *text, *end; /* of the line, without comment */
    char separator;         /* ' ': blanks */
} row;

static int is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

/* A semicolon or comma anywhere in the line is its separator, in that order: so `1,5; 2,5` is two
 * columns of bad numbers with decimal commas, not four good ones. */
static row make_row(const char *text, const char *end)
{
    const char *comment = memchr(text, '#', (size_t)(end - text));
    if (comment) end = comment;
    while (end > text && is_blank(end[-1])) end--;
    while (text < end && is_blank(*text)) text++;
    size_t n = (size_t)(end - text);
    return (row){text, end, memchr(text, ';', n) ? ';' : memchr(text, ',', n) ? ',' : ' '};
}

/* The next column: [*from, *to). Returns 0 at the end of the line. */
static int next_column(row *r, const char **from, const char **to)
{
    if (!r->text) return 0;
    const char *p = r->text;
    while (p < r->end && is_blank(*p)) p++;
    *from = p;
    while (p < r->end && (r->separator == ' ' ? !is_blank(*p) : *p != r->separator)) p++;
    *to = p;
    while (*to > *from && is_blank((*to)[-1])) (*to)--;
    r->text = p < r->end ? p + 1 : NULL;
    return 1;
}

/* The text is terminated and numbers end before it does, so strtod stays inside. */
static int number(const char *from, const char *to, double *value)
{
    char *end;
    if (from == to || strchr("iInN", *from)) return 0;
    *value = strtod(from, &end);
    return end == to && isfinite(*value);
}

/* One line. 1: a pair, 0: bad (reported), -1: a line of words. */
static int read_row(row r, const phk_places *places, ph_diag *diag, double pair[2])
{
    const char *from = r.text, *to = r.text;
    for (int k = 0; k < 2; k++) {
        if (!next_column(&r, &from, &to)) {
            size_t at = (size_t)(to - places->text);
            phk_error(diag, PH_E_FORMAT, phk_places_at(places, at, at),
                      "each line holds x and y, separated by a comma, semicolon or blank",
                      "the line has one column");
            return 0;
        }
        if (number(from, to, &pair[k])) continue;
        if (k == 0) return -1;
        size_t at = (size_t)(from - places->text);
        phk_error(diag, PH_E_FORMAT, phk_places_at(places, at, at + (size_t)(to - from)),
                  memchr(from, ',', (size_t)(to - from)) ? "write numbers with a decimal point"
                                                         : NULL,
                  "`%.*s` is not a finite number", (int)(to - from > 40 ? 40 : to - from), from);
        return 0;
    }
    return 1;
}

static ph_status append(phk_arena *arena, ph_numbers *list, double **array, double value)
{
    *array = phk_arena_grow(arena, *array, (size_t)list->count, sizeof value);
    if (!*array) return PH_E_NOMEM;
    (*array)[list->count++] = value;
    list->value = *array;
    return PH_OK;
}

ph_status phk_csv_read(phk_arena *arena, const char *file, const char *text, size_t length,
                       ph_diag *diag, ph_numbers *x, ph_numbers *y)
{
    phk_places places;
    double *xs = NULL, *ys = NULL;
    *x = *y = (ph_numbers){0};
    if (!phk_places_make(&places, arena, file, text, length, 0))
        return phk_error(diag, PH_E_NOMEM, (ph_source){.file = file}, NULL, "out of memory");
    int bad = 0, header = 1;
    for (size_t k = 0; k < places.lines; k++) {
        size_t stop = k + 1 < places.lines ? places.line[k + 1] - 1 : length;
        row r = make_row(text + places.line[k], text + stop);
        double pair[2];
        if (r.text == r.end) continue;
        int kind = read_row(r, &places, diag, pair);
        if (kind < 0 && !header) {
            size_t at = (size_t)(r.text - text);
            phk_error(diag, PH_E_FORMAT, phk_places_at(&places, at, (size_t)(r.end - text)),
                      "only the first line may hold words; numbers have a decimal point",
                      "expected a finite number");
        }
        bad |= kind == 0 || (kind < 0 && !header);
        header = 0;
        if (kind == 1 && (append(arena, x, &xs, pair[0]) || append(arena, y, &ys, pair[1])))
            return phk_error(diag, PH_E_NOMEM, (ph_source){.file = file}, NULL, "out of memory");
    }
    return bad ? PH_E_FORMAT : PH_OK;
}
