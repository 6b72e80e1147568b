/* SPDX-License-Identifier: BSD-3-Clause */
#include "io/adams/read/lex.h"

#include <limits.h>
#include <math.h>
#include <string.h>
#include "base/diag.h"
#include "expr/number.h"

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/* All that may stand between words; a byte 26 ends old DOS files. */
static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v' || c == 26;
}

ph_source phk_lines_place(const phk_lines *lines, const char *file, size_t at, size_t length)
{
    size_t low = 0, high = lines->count; /* the line begins at or before `at`, the next behind it */
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (lines->start[middle] <= at)
            low = middle;
        else
            high = middle;
    }
    if (lines->count == 0) return (ph_source){.file = file};
    size_t column = at - lines->start[low] + 1;
    return (ph_source){file, (int)low + 1, column < INT_MAX ? (int)column : INT_MAX,
                       length < INT_MAX ? (int)length : INT_MAX};
}

bool phk_abbreviates(const char *word, size_t length, const char *name, int least)
{
    if (length < (size_t)least || length == 0) return false;
    for (size_t i = 0; i < length; i++) {
        char c = word[i] >= 'a' && word[i] <= 'z' ? (char)(word[i] - 32) : word[i];
        if (name[i] != c) return false; /* also where `name` ends */
    }
    return true;
}

static size_t end_of_line(const phk_lexer *l, size_t at)
{
    const char *newline = memchr(l->text + at, '\n', l->end - at);
    return newline ? (size_t)(newline - l->text) : l->end;
}

/* An ampersand with nothing behind it but a comment goes on in the next line. */
static bool joins_lines(const phk_lexer *l)
{
    size_t at = l->at + 1;
    while (at < l->end && is_blank(l->text[at])) at++;
    return at >= l->end || l->text[at] == '\n' || l->text[at] == '!';
}

/* Passes over blanks, comments and line breaks. True: the next token begins a line. */
static bool skip(phk_lexer *l)
{
    bool begins = false, joined = false;
    while (l->at < l->end) {
        char c = l->text[l->at];
        if (c == '!') {
            l->at = end_of_line(l, l->at);
        } else if (c == '\n') {
            l->at++;
            l->at_line = true;
            begins = !joined;
        } else if (c == ',' && l->at_line) {
            l->at++;
            l->at_line = false;
            begins = true;
        } else if (c == '&' && joins_lines(l)) {
            l->at = end_of_line(l, l->at);
            joined = true;
        } else if (is_blank(c)) {
            l->at++;
        } else {
            break;
        }
    }
    l->at_line = false;
    return begins;
}

static phk_word bad(const phk_lexer *l, phk_word t, const char *hint, const char *what)
{
    t.kind = PHK_TOKEN_BAD;
    size_t shown = t.length < 60 ? t.length : 60;
    if (l->diag)
        phk_error(l->diag, PH_E_SYNTAX, phk_lines_place(l->lines, l->file, t.at, t.length), hint,
                  "`%.*s` %s", (int)shown, l->text + t.at, what);
    return t;
}

static phk_word read_number(phk_lexer *l, phk_word t)
{
    enum { LONGEST = 500 };
    phk_number n = phk_number_read(l->text + t.at, l->end - t.at);
    size_t clean = t.at + n.length, end = clean;
    while (end < l->end && (is_letter(l->text[end]) || is_digit(l->text[end]) ||
                            l->text[end] == '.' || l->text[end] == '$'))
        end++;
    t.kind = PHK_TOKEN_NUMBER;
    t.length = end - t.at;
    t.degrees = n.degrees;
    t.number = n.value;
    l->at = end;
    if (end > clean)
        return bad(l, t, "write 1.5, 1.5E-3 or 1.5D-3; an angle in degrees ends with D, as in 90D",
                   "is not a number");
    if (n.length > LONGEST) return bad(l, t, NULL, "has more digits than any number needs");
    if (!isfinite(n.value)) return bad(l, t, "the largest is 1.8E308", "is too large a number");
    return t;
}

static phk_word read_text(phk_lexer *l, phk_word t)
{
    size_t close = t.at + 1;
    while (close < l->end && l->text[close] != l->text[t.at] && l->text[close] != '\n') close++;
    if (close == l->end || l->text[close] == '\n') {
        t.length = close - t.at;
        while (t.length > 1 && is_blank(l->text[t.at + t.length - 1])) t.length--;
        l->at = close;
        return bad(l, t, "close the quotes on the same line", "has no closing quote");
    }
    t.kind = PHK_TOKEN_TEXT;
    t.at++;
    t.length = close - t.at;
    l->at = close + 1;
    return t;
}

static phk_word read_mark(phk_lexer *l, phk_word t)
{
    char c = l->text[t.at];
    t.kind = PHK_TOKEN_MARK;
    t.length = c == '*' && t.at + 1 < l->end && l->text[t.at + 1] == '*' ? 2 : 1;
    t.mark = t.length == 2 ? '^' : c;
    l->at = t.at + t.length;
    if ((unsigned char)c > ' ' && (unsigned char)c < 127) return t;
    /* one message about a run of them */
    while (l->at < l->end &&
           !((unsigned char)l->text[l->at] >= ' ' && (unsigned char)l->text[l->at] < 127) &&
           l->text[l->at] != '\n')
        l->at++;
    t.length = l->at - t.at;
    return bad(l, t, "a deck is plain text; other letters may stand in comments and in quotes",
               "has no meaning here");
}

phk_word phk_lexer_next(phk_lexer *l)
{
    bool continued = skip(l);
    phk_word t = {.kind = PHK_TOKEN_END, .at = l->at, .continued = continued};
    if (l->at >= l->end) return t;
    char c = l->text[l->at], next = l->at + 1 < l->end ? l->text[l->at + 1] : ' ';
    if (is_digit(c) || (c == '.' && is_digit(next))) return read_number(l, t);
    if (c == '\'' || c == '"') return read_text(l, t);
    if (!is_letter(c)) return read_mark(l, t);
    while (l->at < l->end &&
           (is_letter(l->text[l->at]) || is_digit(l->text[l->at]) || l->text[l->at] == '$'))
        l->at++;
    t.kind = PHK_TOKEN_WORD;
    t.length = l->at - t.at;
    return t;
}

phk_word phk_lexer_peek(const phk_lexer *lexer)
{
    phk_lexer copy = *lexer;
    copy.diag = NULL;
    return phk_lexer_next(&copy);
}
