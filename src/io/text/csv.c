/* SPDX-License-Identifier: BSD-3-Clause */
#include "io/text/csv.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
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

/* How many columns there are. */
static int count_columns(row r)
{
    const char *from, *to;
    int n = 0;
    while (next_column(&r, &from, &to)) n++;
    return n;
}

static int too_short(const phk_places *places, const char *end, int width, int got, ph_diag *diag)
{
    size_t at = (size_t)(end - places->text);
    char hint[120];
    snprintf(hint, sizeof hint,
             "each line holds %d numbers, separated by a comma, semicolon or blank", width);
    phk_error(diag, PH_E_FORMAT, phk_places_at(places, at, at),
              width == 2 ? "each line holds x and y, separated by a comma, semicolon or blank"
                         : hint,
              got == 1 ? "the line has one column" : "the line has %d columns", got);
    return 0;
}

/* One line of so many numbers; what follows them is not read. 1: they are there, 0: bad
 * (reported), -1: a line of words. */
static int read_row(row r, int width, const phk_places *places, ph_diag *diag, double *value)
{
    const char *from = r.text, *to = r.text;
    for (int k = 0; k < width; k++) {
        if (!next_column(&r, &from, &to)) return too_short(places, to, width, k, diag);
        if (number(from, to, &value[k])) continue;
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

/* Goes through the lines; false: out of memory. */
static bool read_lines(phk_arena *arena, const phk_places *places, size_t length, ph_diag *diag,
                       ph_rows *rows, bool *bad)
{
    const char *text = places->text;
    bool header = true;
    double *all = NULL;
    for (size_t k = 0; k < places->lines; k++) {
        size_t stop = k + 1 < places->lines ? places->line[k + 1] - 1 : length;
        row r = make_row(text + places->line[k], text + stop);
        if (r.text == r.end) continue;
        const int width = rows->width ? rows->width : count_columns(r);
        double *value = phk_arena_alloc(arena, sizeof *value * (size_t)width);
        if (!value) return false;
        int kind = read_row(r, width, places, diag, value);
        if (kind < 0 && !header) {
            size_t at = (size_t)(r.text - text);
            phk_error(diag, PH_E_FORMAT, phk_places_at(places, at, (size_t)(r.end - text)),
                      "only the first line may hold words; numbers have a decimal point",
                      "expected a finite number");
        }
        *bad |= kind == 0 || (kind < 0 && !header);
        header = false;
        if (kind != 1) continue;
        rows->width = width;
        for (int i = 0; i < width; i++) {
            size_t n = (size_t)rows->count * (size_t)width + (size_t)i;
            all = phk_arena_grow(arena, all, n, sizeof *all);
            if (!all) return false;
            all[n] = value[i];
        }
        rows->count++;
        rows->value = all;
    }
    return true;
}

ph_status phk_csv_rows(phk_arena *arena, const char *file, const char *text, size_t length,
                       int width, ph_diag *diag, ph_rows *rows)
{
    phk_places places;
    bool bad = false;
    *rows = (ph_rows){.width = width};
    if (!phk_places_make(&places, arena, file, text, length, 0) ||
        !read_lines(arena, &places, length, diag, rows, &bad))
        return phk_error(diag, PH_E_NOMEM, (ph_source){.file = file}, NULL, "out of memory");
    return bad ? PH_E_FORMAT : PH_OK;
}

ph_status phk_csv_read(phk_arena *arena, const char *file, const char *text, size_t length,
                       ph_diag *diag, ph_numbers *x, ph_numbers *y)
{
    ph_rows rows;
    *x = *y = (ph_numbers){0};
    ph_status status = phk_csv_rows(arena, file, text, length, 2, diag, &rows);
    if (status) return status;
    double *column = phk_arena_alloc(arena, sizeof *column * 2 * (size_t)(rows.count + 1));
    if (!column)
        return phk_error(diag, PH_E_NOMEM, (ph_source){.file = file}, NULL, "out of memory");
    for (int i = 0; i < rows.count; i++) {
        column[i] = rows.value[2 * i];
        column[rows.count + i] = rows.value[2 * i + 1];
    }
    *x = (ph_numbers){rows.count, column};
    *y = (ph_numbers){rows.count, column + rows.count};
    return PH_OK;
}
