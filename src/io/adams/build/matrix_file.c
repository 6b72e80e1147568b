/* SPDX-License-Identifier: BSD-3-Clause
 *
 * matrix_file.c -- a MATRIX in a file that begins with ADAMSMAT:
 *
 *   ADAMSMAT title                       how many matrices, then their names, then each of them
 *   2
 *   TRF  STL
 *   TRF  FULL RORDER 4 2 8 (8F8.5)       name, order, rows, columns, values, their format
 *    1.36400 0.00000 ...
 *
 * The format is that of FORTRAN: 8F8.5 reads eight numbers of eight letters each from a line, of
 * which five are behind the point where none is written. F, E, D and G are read, and X for a letter
 * that is skipped. Files of MATRIXx have forms of their own, which are refused.
 */
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include "base/diag.h"
#include "expr/number.h"
#include "io/adams/build/matrix.h"
#include "io/text/file.h"

typedef struct {
    const char *path, *at, *end;
    int line; /* number of the line `at` is in, from 1 */
    ph_diag *diag;
} lines;

/* The next line, without its end; false: there is none. */
static bool next_line(lines *in, const char **from, const char **to)
{
    if (in->at >= in->end) return false;
    const char *stop = memchr(in->at, '\n', (size_t)(in->end - in->at));
    *from = in->at;
    *to = stop ? stop : in->end;
    in->at = stop ? stop + 1 : in->end;
    if (*to > *from && (*to)[-1] == '\r') --*to;
    in->line++;
    return true;
}

static bool complain(const lines *in, const char *hint, const char *what)
{
    phk_error(in->diag, PH_E_FORMAT, (ph_source){.file = in->path, .line = in->line, .column = 1},
              hint, "%s", what);
    return false;
}

/* ---- formats ---- */

enum { FIELDS = 64 };
typedef struct {
    int count;
    int width[FIELDS], behind[FIELDS];
    bool skipped[FIELDS];
} format;

static bool add_field(format *f, long repeat, int width, int behind, bool skipped)
{
    if (repeat < 1 || width < 1 || width > 80 || behind > 40) return false;
    for (; repeat > 0; repeat--) {
        if (f->count == FIELDS) return false;
        f->width[f->count] = width;
        f->behind[f->count] = behind;
        f->skipped[f->count++] = skipped;
    }
    return true;
}

/* (8F8.5), (3E12.4,2X): what stands in a line. */
static bool read_format(const char *at, const char *end, format *f)
{
    *f = (format){0};
    if (at == end || *at++ != '(') return false;
    while (at < end && *at != ')') {
        char *stop;
        if (*at == ' ' || *at == ',') {
            at++;
            continue;
        }
        long repeat = isdigit((unsigned char)*at) ? strtol(at, &stop, 10) : 1;
        if (isdigit((unsigned char)*at)) at = stop;
        if (at == end) return false;
        char letter = (char)toupper((unsigned char)*at++);
        if (letter == 'X') {
            if (!add_field(f, repeat, 1, 0, true)) return false;
            continue;
        }
        if (!strchr("FEDG", letter) || at == end || !isdigit((unsigned char)*at)) return false;
        long width = strtol(at, &stop, 10), behind = 0;
        if (*stop == '.') behind = strtol(stop + 1, &stop, 10);
        at = stop;
        if (width > 80 || !add_field(f, repeat, (int)width, (int)behind, false)) return false;
    }
    return f->count > 0 && at < end;
}

/* A number as it stands in [from, to): blanks are zero, D is E, a point may be understood. */
static bool read_field(const char *from, const char *to, int behind, double *out)
{
    char text[88];
    size_t n = 0;
    bool point = false;
    for (; from < to; from++) {
        if (isspace((unsigned char)*from)) continue;
        char c = *from == 'D' || *from == 'd' ? 'e' : *from;
        point = point || c == '.' || c == 'e' || c == 'E';
        text[n++] = c;
    }
    text[n] = '\0';
    *out = 0;
    if (n == 0) return true;
    const char *begin = text + (text[0] == '+' || text[0] == '-');
    phk_number number = phk_number_read(begin, n - (size_t)(begin - text));
    if (number.degrees || begin + number.length != text + n) return false;
    *out = text[0] == '-' ? -number.value : number.value;
    if (!point) *out /= pow(10, behind);
    return isfinite(*out);
}

static bool read_numbers(lines *in, const format *f, int count, double *value)
{
    for (int k = 0; k < count;) {
        const char *at, *end;
        if (!next_line(in, &at, &end))
            return complain(in, NULL, "the file ends before all values of the matrix are there");
        for (int i = 0; i < f->count && k < count; i++) {
            const char *stop = end - at > f->width[i] ? at + f->width[i] : end;
            if (!f->skipped[i] && !read_field(at, stop, f->behind[i], &value[k++]))
                return complain(in, "the format behind its name says how wide numbers are",
                                "this line does not hold numbers of that format");
            at = stop;
        }
    }
    return true;
}

/* ---- matrices ---- */

typedef struct {
    char name[64], kind[16], order[16];
    int rows, columns, count;
    format form;
} header;

/* NAME FULL RORDER rows columns count (format) */
static bool read_header(lines *in, const char *at, const char *end, header *h)
{
    char text[256];
    int used = 0;
    snprintf(text, sizeof text, "%.*s", (int)(end - at), at);
    int found = sscanf(text, "%63s %15s %15s %d %d %d %n", h->name, h->kind, h->order, &h->rows,
                       &h->columns, &h->count, &used);
    if (found < 6)
        return complain(in, "NAME FULL RORDER rows columns values (format)",
                        "the line before the values of a matrix is expected here");
    if (strcasecmp(h->kind, "FULL") != 0 ||
        (strcasecmp(h->order, "RORDER") != 0 && strcasecmp(h->order, "CORDER") != 0))
        return complain(in, "FULL RORDER, by rows, or FULL CORDER, by columns, can be read",
                        "the values of this matrix are in an order that is not known");
    if (h->rows < 1 || h->columns < 1 || h->rows > 1000000 || h->columns > 1000000 ||
        (double)h->rows * h->columns > 1e8 || h->count != h->rows * h->columns)
        return complain(in, "rows times columns are the values", "this matrix has no such size");
    if (!read_format(text + used, text + strlen(text), &h->form))
        return complain(in, "(8F8.5): eight numbers of eight letters in a line",
                        "the format of the values cannot be read");
    return true;
}

static bool keep(phk_deck *deck, const header *h, const double *value, phk_deck_matrix *m)
{
    bool by_rows = strcasecmp(h->order, "RORDER") == 0;
    *m = (phk_deck_matrix){h->rows, h->columns, NULL};
    m->value = phk_arena_alloc(&deck->arena, (size_t)h->count * sizeof *m->value);
    if (!m->value) {
        phk_deck_failed(deck, PH_E_NOMEM);
        return false;
    }
    for (int k = 0; k < h->count; k++) {
        int row = by_rows ? k / h->columns : k % h->rows;
        int column = by_rows ? k % h->columns : k / h->rows;
        m->value[(size_t)row * (size_t)h->columns + (size_t)column] = value[k];
    }
    return true;
}

/* The matrix of that name, behind those that come before it. */
static bool find_matrix(phk_deck *deck, lines *in, const char *name, phk_deck_matrix *m)
{
    const char *at, *end;
    for (int skip = 0; skip < 3; skip++) /* title, number, names */
        if (!next_line(in, &at, &end)) return complain(in, NULL, "the file holds no matrix");
    while (next_line(in, &at, &end)) {
        header h;
        const char *blank = at;
        while (blank < end && isspace((unsigned char)*blank)) blank++;
        if (blank == end) continue;
        if (!read_header(in, at, end, &h)) return false;
        double *value = malloc((size_t)h.count * sizeof *value);
        if (!value) {
            phk_deck_failed(deck, PH_E_NOMEM);
            return false;
        }
        bool wanted = strcasecmp(h.name, name) == 0;
        bool done =
            read_numbers(in, &h.form, h.count, value) && (!wanted || keep(deck, &h, value, m));
        free(value);
        if (!done || wanted) return done;
    }
    return complain(in, "the names are in its third line",
                    phk_deck_print(deck, "there is no matrix `%s` in the file", name));
}

bool phk_deck_matrix_read(phk_deck *deck, phk_piece where, const char *file, const char *name,
                          phk_deck_matrix *out)
{
    const char *path = phk_deck_path(deck, file, where);
    char *text = NULL;
    size_t length = 0;
    if (!path) return false;
    ph_status status = phk_file_read(path, phk_deck_place(deck, where), deck->diag, &text, &length);
    bool done = false;
    if (!status && (length < 9 || memcmp(text, "ADAMSMAT", 8) != 0 || text[8] == '2'))
        phk_deck_error(deck, PH_E_FORMAT, where,
                       "write its numbers into the deck, as VALUES, or as ADAMSMAT",
                       "the file does not begin with ADAMSMAT: its form is not known");
    else if (!status) {
        lines in = {path, text, text + length, 0, deck->diag};
        phk_diag_text(deck->diag, path, text, length);
        done = find_matrix(deck, &in, name, out);
        phk_diag_text(deck->diag, path, NULL, 0);
    }
    free(text);
    if (!done) phk_deck_failed(deck, PH_E_MODEL);
    return done;
}
