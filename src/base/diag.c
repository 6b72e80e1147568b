/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/diag.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/arena.h"

/* Enough errors to mend a file with; a thousand copies of one mistake help nobody. Warnings and
 * notes have room of their own, so that a long list of them leaves room for the error after it. */
enum { ERRORS = 50, OTHERS = 1000, KEPT = ERRORS + OTHERS, MESSAGE = 1024 };

/* An input at hand, borrowed. A model has several: its file, tables, options. */
typedef struct loan {
    const char *file, *text;
    size_t length;
    struct loan *next;
} loan;

struct ph_diag {
    phk_arena arena;
    ph_diagnostic entry[KEPT];
    int reach[KEPT]; /* bytes behind its place an entry may also be about */
    int count, dropped, errors;
    int kept_errors; /* of those counted */
    loan *loans;
    const char *context;
};

const ph_source phk_nowhere = {NULL, 0, 0, 0};

ph_diag *ph_diag_create(void)
{
    return calloc(1, sizeof(ph_diag));
}

void ph_diag_clear(ph_diag *diag)
{
    phk_arena_free(&diag->arena);
    *diag = (ph_diag){0};
}

void ph_diag_free(ph_diag *diag)
{
    if (!diag) return;
    phk_arena_free(&diag->arena);
    free(diag);
}

int ph_diag_count(const ph_diag *diag)
{
    return diag->count;
}

const ph_diagnostic *ph_diag_get(const ph_diag *diag, int index)
{
    return index >= 0 && index < diag->count ? &diag->entry[index] : NULL;
}

int ph_diag_errors(const ph_diag *diag)
{
    return diag->errors;
}

int ph_diag_dropped(const ph_diag *diag)
{
    return diag->dropped;
}

void phk_diag_text(ph_diag *diag, const char *file, const char *text, size_t length)
{
    if (!diag) return;
    if (!file) {
        diag->loans = NULL;
        return;
    }
    loan **at = &diag->loans;
    while (*at && strcmp((*at)->file, file) != 0) at = &(*at)->next;
    if (!text) {
        if (*at) *at = (*at)->next;
        return;
    }
    /* without memory for it the line is not shown; that is all */
    if (!*at) *at = phk_arena_alloc(&diag->arena, sizeof **at);
    if (*at) **at = (loan){file, text, length, (*at)->next};
}

static const char *keep(ph_diag *diag, const char *text)
{
    return text ? phk_arena_text(&diag->arena, text, strlen(text)) : NULL;
}

/* Control bytes of a binary file have no place on a terminal. */
static void make_plain(char *text)
{
    for (; *text; text++)
        if (((unsigned char)*text < ' ' && *text != '\t') || *text == 0x7F) *text = '?';
}

/* The line `where` points to, when its file is at hand. */
static const char *excerpt(ph_diag *diag, ph_source where)
{
    const loan *in = diag->loans;
    while (in && where.file && strcmp(where.file, in->file) != 0) in = in->next;
    if (!in || !where.file || where.line < 1) return NULL;
    const char *p = in->text, *end = p + in->length;
    for (int line = 1; line < where.line; line++) {
        p = memchr(p, '\n', (size_t)(end - p));
        if (!p) return NULL;
        p++;
    }
    const char *stop = memchr(p, '\n', (size_t)(end - p));
    if (!stop) stop = end;
    if (stop > p && stop[-1] == '\r') stop--;
    char *line = phk_arena_text(&diag->arena, p, (size_t)(stop - p));
    if (line) make_plain(line);
    return line;
}

void phk_diag_context(ph_diag *diag, const char *text)
{
    if (diag) diag->context = text;
}

static int reach_of(ph_source where)
{
    return where.length < 0 ? -where.length : 0;
}

/* Whether an entry may be about the same place. */
static int same_place(const ph_diag *diag, int entry, ph_source where)
{
    ph_source told = diag->entry[entry].where;
    return told.line == where.line && told.column + diag->reach[entry] >= where.column &&
           told.column <= where.column + reach_of(where) && told.file && where.file &&
           strcmp(told.file, where.file) == 0;
}

int phk_diag_wants(const ph_diag *diag, ph_source where)
{
    if (!diag || diag->kept_errors == ERRORS) return 0;
    for (int i = 0; where.line > 0 && i < diag->count; i++)
        if (same_place(diag, i, where)) return 0;
    return 1;
}

/* Behind a number at p, or p: its sign, digits, points and letters of an exponent. */
static const char *skip_number(const char *p)
{
    const char *start = p;
    if (*p == '-' || *p == '+') p++;
    if (*p < '0' || *p > '9') return start;
    while ((*p >= '0' && *p <= '9') || *p == '.' || ((p[-1] == 'e') && (*p == '-' || *p == '+')) ||
           (*p == 'e' && p[1] && strchr("+-0123456789", p[1])))
        p++;
    return p;
}

/* True for messages that differ in numbers alone. */
static int same_but_numbers(const char *a, const char *b)
{
    while (*a || *b) {
        const char *x = skip_number(a), *y = skip_number(b);
        if ((x > a) != (y > b)) return 0;
        if (x == a && *a != *b) return 0;
        a = x > a ? x : a + 1;
        b = y > b ? y : b + 1;
    }
    return 1;
}

/* One mistake in a part of a file that aliases or repeats use again is still one mistake, also when
 * they give it other numbers. */
static int is_known(const ph_diag *diag, ph_source where, const char *message)
{
    for (int i = 0; where.line > 0 && i < diag->count; i++) {
        if (same_place(diag, i, where) && same_but_numbers(diag->entry[i].message, message))
            return 1;
    }
    return 0;
}

/* each: also when it says nearly what was said before. */
static void add(ph_diag *diag, bool each, ph_severity severity, ph_status code, ph_source where,
                const char *hint, const char *format, va_list args)
{
    if (!diag) return;
    char message[MESSAGE];
    int length = vsnprintf(message, sizeof message, format, args);
    if (diag->context && where.line > 0 && length >= 0 && length < MESSAGE)
        snprintf(message + length, sizeof message - (size_t)length, "%s", diag->context);
    make_plain(message);
    if (!each && is_known(diag, where, message)) return;
    if (severity == PH_ERROR) diag->errors++;
    bool error = severity == PH_ERROR;
    if (error ? diag->kept_errors == ERRORS : diag->count - diag->kept_errors == OTHERS) {
        diag->dropped++;
        return;
    }
    diag->kept_errors += error;
    int reach = reach_of(where);
    if (reach > 0) where.length = reach;
    diag->reach[diag->count] = reach;
    ph_diagnostic *e = &diag->entry[diag->count++];
    *e = (ph_diagnostic){severity,
                         code,
                         where,
                         keep(diag, message),
                         keep(diag, hint),
                         severity == PH_NOTE ? NULL : excerpt(diag, where)};
    e->where.file = keep(diag, where.file);
    if (!e->message) e->message = "(out of memory while reporting)";
}

ph_status phk_error(ph_diag *diag, ph_status code, ph_source where, const char *hint,
                    const char *format, ...)
{
    va_list args;
    va_start(args, format);
    add(diag, false, PH_ERROR, code, where, hint, format, args);
    va_end(args);
    return code;
}

ph_status phk_tell(ph_diag *diag, ph_status status)
{
    if (diag && status < 0 && diag->errors == 0)
        phk_error(diag, status, phk_nowhere, NULL, "%s", ph_status_text(status));
    return status;
}

void phk_warn(ph_diag *diag, ph_status code, ph_source where, const char *hint, const char *format,
              ...)
{
    va_list args;
    va_start(args, format);
    add(diag, false, PH_WARNING, code, where, hint, format, args);
    va_end(args);
}

void phk_warn_each(ph_diag *diag, ph_source where, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    add(diag, true, PH_WARNING, PH_OK, where, NULL, format, args);
    va_end(args);
}

void phk_note(ph_diag *diag, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    add(diag, false, PH_NOTE, PH_OK, phk_nowhere, NULL, format, args);
    va_end(args);
}

void phk_note_at(ph_diag *diag, ph_source where, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    add(diag, false, PH_NOTE, PH_OK, where, NULL, format, args);
    va_end(args);
}

static int comes_before(const ph_diagnostic *a, const ph_diagnostic *b, const char *file)
{
    int in_a = a->where.file && strcmp(a->where.file, file) == 0;
    int in_b = b->where.file && strcmp(b->where.file, file) == 0;
    if (!in_a || !in_b) return in_a && !in_b;
    if (a->where.line != b->where.line) return a->where.line < b->where.line;
    return a->where.column < b->where.column;
}

void phk_diag_sort(ph_diag *diag, const char *file)
{
    if (diag) memset(diag->reach, 0, sizeof diag->reach);
    /* by insertion: there are few, and equals keep their order */
    for (int i = 1; diag && i < diag->count; i++) {
        ph_diagnostic moved = diag->entry[i];
        int k = i;
        for (; k > 0 && comes_before(&moved, &diag->entry[k - 1], file); k--)
            diag->entry[k] = diag->entry[k - 1];
        diag->entry[k] = moved;
    }
}

/* A growing text in a buffer of fixed size; counts what did not fit. */
typedef struct {
    char *text;
    size_t size, used;
} writer;

static void put(writer *w, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    size_t left = w->used < w->size ? w->size - w->used : 0;
    int n = vsnprintf(left ? w->text + w->used : NULL, left, format, args);
    va_end(args);
    if (n > 0) w->used += (size_t)n;
}

/* A byte inside a UTF-8 letter, not its first. */
static int is_inside(char byte)
{
    return ((unsigned char)byte & 0xC0) == 0x80;
}

/* "   14 | text" and a caret below the column. Long lines are shown around the column. */
static void put_excerpt(writer *w, const ph_diagnostic *e)
{
    enum { WIDTH = 100 };
    const char *line = e->excerpt;
    size_t length = strlen(line);
    size_t column = e->where.column > 0 ? (size_t)e->where.column - 1 : 0;
    if (column > length) column = length;
    size_t from = column > WIDTH / 2 && length > WIDTH ? column - WIDTH / 2 : 0;
    while (from < column && is_inside(line[from])) from++;
    size_t shown = length - from > WIDTH ? WIDTH : length - from;
    while (shown > column - from && is_inside(line[from + shown])) shown--;
    size_t number = w->used;
    put(w, "%5d", e->where.line);
    number = w->used - number;
    put(w, " | %.*s\n%*s | ", (int)shown, line + from, (int)number, "");
    /* tabs stay tabs below a tab, bytes inside a UTF-8 letter take no place */
    for (size_t i = from; i < column; i++)
        if (!is_inside(line[i])) put(w, "%c", line[i] == '\t' ? '\t' : ' ');
    size_t marks = e->where.length > 0 ? (size_t)e->where.length : 1;
    if (marks > from + shown - column) marks = from + shown - column;
    put(w, "^");
    for (size_t i = 1; i < marks; i++)
        if (!is_inside(line[column + i])) put(w, "~");
    put(w, "\n");
}

size_t ph_diagnostic_format(const ph_diagnostic *e, char *text, size_t size)
{
    static const char *const word[] = {"note", "warning", "error"};
    writer w = {text, size, 0};
    if (size) text[0] = '\0';
    if (e->where.file && e->where.line > 0)
        put(&w, "%s:%d:%d: ", e->where.file, e->where.line, e->where.column);
    else if (e->where.file)
        put(&w, "%s: ", e->where.file);
    put(&w, "%s: %s", word[e->severity], e->message);
    if (e->severity == PH_ERROR) put(&w, " [%s]", ph_status_name(e->code));
    put(&w, "\n");
    if (e->excerpt) put_excerpt(&w, e);
    if (e->hint) put(&w, "  hint: %s\n", e->hint);
    return w.used;
}
