/* SPDX-License-Identifier: BSD-3-Clause
 *
 * tyre_file.c -- property files (.tir) of the tyre model PAC2002.
 *
 *   [SECTION]
 *   NAME = number   $ comment          NAME = 'text'          ! comment, $ comment
 * Tables (lines behind one in { }) are passed over. A number is known by its name, whatever its
 * section; those nobody knows belong to other parts of the model and are passed over.
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/diag.h"
#include "element/tyre.h"

typedef struct {
    const char *name;
    double otherwise;
    bool needed;
} known;

static const known numbers[] = {
#define NUMBER(name, otherwise) {#name, otherwise, false},
#define NEEDED(name)            {#name, 0, true},
    PHK_TYRE_NUMBERS
#undef NUMBER
#undef NEEDED
};

typedef struct {
    const char *path, *text;
    size_t length;
    ph_source named; /* where the model names the file */
    ph_diag *diag;
    double *value;
    bool given[PHK_TYRE_COUNT];
    bool is_pac, table;
    ph_status status;
} reading;

/* A piece of a line. */
typedef struct {
    const char *at;
    size_t length;
} piece;

static piece trimmed(const char *begin, const char *end)
{
    while (begin < end && isspace((unsigned char)*begin)) begin++;
    while (end > begin && isspace((unsigned char)end[-1])) end--;
    return (piece){begin, (size_t)(end - begin)};
}

static bool is(piece p, const char *word)
{
    if (p.length != strlen(word)) return false;
    for (size_t k = 0; k < p.length; k++)
        if (toupper((unsigned char)p.at[k]) != toupper((unsigned char)word[k])) return false;
    return true;
}

static ph_source place(const reading *r, int line, const char *start, piece p)
{
    return (ph_source){
        .file = r->path, .line = line, .column = (int)(p.at - start) + 1, .length = (int)p.length};
}

/* A text: which model the file is of, and that its units are SI. */
static void read_text(reading *r, piece name, piece text, ph_source where)
{
    static const struct {
        const char *name, *words[4];
    } units[] = {{"LENGTH", {"meter", "metre", "m"}},
                 {"FORCE", {"newton", "N"}},
                 {"ANGLE", {"radians", "radian", "rad"}},
                 {"MASS", {"kg", "kilogram"}},
                 {"TIME", {"second", "s", "sec"}}};
    if (is(name, "PROPERTY_FILE_FORMAT")) {
        r->is_pac = true;
        if (is(text, "PAC2002")) return;
        r->status =
            phk_error(r->diag, PH_E_UNSUPPORTED, where,
                      "files of PAC2002 are read; its coefficients cannot be had from others",
                      "the file is of the tyre model %.*s", (int)text.length, text.at);
    }
    for (size_t k = 0; k < sizeof units / sizeof *units; k++) {
        bool si = false;
        if (!is(name, units[k].name)) continue;
        for (int w = 0; w < 4 && units[k].words[w]; w++) si |= is(text, units[k].words[w]);
        if (!si)
            r->status = phk_error(r->diag, PH_E_UNSUPPORTED, where,
                                  "property files are read in metres, newtons, radians, kilograms "
                                  "and seconds: convert it",
                                  "%s is in %.*s", units[k].name, (int)text.length, text.at);
    }
}

static void read_number(reading *r, int k, piece value, ph_source where)
{
    char text[64], *end = text;
    double v = 0;
    if (value.length < sizeof text) {
        memcpy(text, value.at, value.length);
        text[value.length] = '\0';
        v = strtod(text, &end);
    }
    if (end == text || *end || !(v - v == 0)) {
        r->status =
            phk_error(r->diag, PH_E_TYPE, where, NULL, "%s is no number: `%.*s`", numbers[k].name,
                      (int)(value.length < 40 ? value.length : 40), value.at);
        return;
    }
    r->value[k] = v;
    r->given[k] = true;
}

/* One line without its comment. */
static void read_line(reading *r, int line, const char *start, const char *end)
{
    piece all = trimmed(start, end);
    if (all.length == 0) return;
    if (*all.at == '[') r->table = false;
    if (*all.at == '{') r->table = true;
    if (*all.at == '[' || r->table) return;
    const char *equals = memchr(all.at, '=', all.length);
    if (!equals) return;
    piece name = trimmed(all.at, equals), value = trimmed(equals + 1, all.at + all.length);
    ph_source where = place(r, line, start, value.length ? value : name);
    if (value.length >= 2 && (*value.at == '\'' || *value.at == '"')) {
        piece inside = trimmed(value.at + 1, value.at + value.length - 1);
        read_text(r, name, inside, where);
        return;
    }
    for (int k = 0; k < PHK_TYRE_COUNT; k++)
        if (is(name, numbers[k].name)) read_number(r, k, value, where);
}

/* The end of a line up to where a comment begins, which no text in quotes does. */
static const char *comment(const char *start, const char *end)
{
    char quote = 0;
    for (const char *c = start; c < end; c++) {
        if (quote)
            quote = *c == quote ? 0 : quote;
        else if (*c == '\'' || *c == '"')
            quote = *c;
        else if (*c == '$' || *c == '!')
            return c;
    }
    return end;
}

static void check_complete(reading *r)
{
    if (!r->is_pac) {
        r->status = phk_error(r->diag, PH_E_FORMAT, r->named,
                              "a property file says PROPERTY_FILE_FORMAT = 'PAC2002' in [MODEL]",
                              "`%.200s` does not say which tyre model it is of", r->path);
        return;
    }
    char missing[300] = "";
    size_t used = 0;
    for (int k = 0; k < PHK_TYRE_COUNT && used < sizeof missing; k++)
        if (numbers[k].needed && !r->given[k])
            used += (size_t)snprintf(missing + used, sizeof missing - used, "%s%s",
                                     used ? ", " : "", numbers[k].name);
    if (used)
        r->status = phk_error(r->diag, PH_E_MISSING, r->named, "a tyre cannot do without these",
                              "`%.200s` has no %s", r->path, missing);
}

ph_status phk_tyre_read(const char *path, const char *text, size_t length, ph_source where,
                        ph_diag *diag, double *value)
{
    reading r = {
        .path = path, .text = text, .length = length, .named = where, .diag = diag, .value = value};
    for (int k = 0; k < PHK_TYRE_COUNT; k++) value[k] = numbers[k].otherwise;
    const char *at = text, *end = text + length;
    for (int line = 1; at < end; line++) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        if (!stop) stop = end;
        read_line(&r, line, at, comment(at, stop));
        at = stop + 1;
    }
    if (!r.status) check_complete(&r);
    return r.status;
}
