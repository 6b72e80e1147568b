/* SPDX-License-Identifier: BSD-3-Clause
 *
 * read_span.c -- where a function, a text or a span of tokens ends.
 *
 * A comma may belong to a value or separate it from the next argument, and the comma in front of a
 * continuation line may stand for nothing at all. What follows decides: the name of an argument of
 * this statement, or not.
 */
#include <string.h>
#include "io/adams/read/read.h"

bool phk_begins_argument(const phk_reader *r, phk_lexer at)
{
    at.diag = NULL;
    phk_word word = phk_lexer_next(&at);
    if (word.kind != PHK_TOKEN_WORD) return false;
    phk_match match = phk_match_arg(r->args, at.text + word.at, word.length);
    int found = phk_match_found(&match);
    phk_word next = phk_lexer_next(&at);
    if (next.kind == PHK_TOKEN_MARK && next.mark == '=') return found >= 0 || match.other >= 0;
    if (found < 0 || r->args[found].kind != PHK_ARG_FLAG) return false;
    return next.kind == PHK_TOKEN_END || next.continued ||
           (next.kind == PHK_TOKEN_MARK && (next.mark == ',' || next.mark == '\\'));
}

/* Whether an expression that is complete goes on with this token. */
static bool goes_on(phk_word token, bool behind_word)
{
    if (token.kind != PHK_TOKEN_MARK) return false;
    return (token.mark != '(' && token.mark != '[') || behind_word;
}

phk_piece phk_scan_function(phk_reader *r)
{
    phk_lexer *l = &r->lexer, before = *l;
    l->diag = NULL;
    phk_piece piece = {l->at, 0};
    bool complete = false, word = false, comma = false;
    int depth = 0;
    for (int count = 0;; count++, before = *l) {
        phk_word t = phk_lexer_next(l);
        if (t.kind == PHK_TOKEN_END) break;
        if (t.kind == PHK_TOKEN_MARK && (t.mark == '\\' || (t.mark == ',' && depth == 0))) break;
        /* no expression has a = sign: behind a name it shows that a parenthesis was not closed */
        if (count > 0 && (t.continued || comma) && t.kind == PHK_TOKEN_WORD &&
            phk_begins_argument(r, before) && (depth == 0 || phk_lexer_peek(l).mark == '='))
            break;
        if (count > 0 && t.continued && depth == 0 && complete && !goes_on(t, word)) break;
        if (count == 0) piece.at = t.at;
        piece.length = l->at - piece.at;
        comma = t.kind == PHK_TOKEN_MARK && t.mark == ',';
        bool closes = t.kind == PHK_TOKEN_MARK && (t.mark == ')' || t.mark == ']');
        if (t.kind == PHK_TOKEN_MARK && (t.mark == '(' || t.mark == '[')) depth++;
        if (closes && depth > 0) depth--;
        word = t.kind == PHK_TOKEN_WORD;
        complete = t.kind != PHK_TOKEN_MARK || closes;
    }
    before.diag = r->deck->diag;
    *l = before;
    return piece;
}

static size_t end_of_line(const phk_lexer *l, size_t at)
{
    const char *newline = memchr(l->text + at, '\n', l->end - at);
    return newline ? (size_t)(newline - l->text) : l->end;
}

/* Behind a quoted text that closes on its line, otherwise one character on. */
static size_t pass_quotes(const phk_lexer *l, size_t at)
{
    size_t close = at + 1;
    while (close < l->end && l->text[close] != l->text[at] && l->text[close] != '\n') close++;
    return close < l->end && l->text[close] != '\n' ? close + 1 : at + 1;
}

typedef struct {
    bool parentheses; /* what stands in them belongs together */
    bool list;        /* any comma ends it */
} span_rule;

/* Whether the span ends at this comma, backslash or line break; otherwise *at moves behind it. */
static bool ends_at(const phk_reader *r, span_rule rule, size_t *at)
{
    phk_lexer next = r->lexer;
    char c = next.text[*at];
    next.at_line = false;
    next.at = c == '\n' ? *at : *at + 1;
    if ((rule.list && c != '\\') || phk_begins_argument(r, next)) return true;
    phk_word token = phk_lexer_peek(&next);
    if (token.kind == PHK_TOKEN_END) return true;
    if (c != '\n')
        *at = next.at;
    else
        *at = token.kind == PHK_TOKEN_TEXT ? token.at - 1 : token.at;
    return false;
}

/* An ampersand at the end of a line: the next one goes on without a break. */
static bool joins_lines(const phk_lexer *l, size_t at)
{
    if (l->text[at] != '&') return false;
    for (at++; at < l->end && strchr(" \t\r", l->text[at]); at++) continue;
    return at >= l->end || l->text[at] == '\n' || l->text[at] == '!';
}

static phk_piece scan(phk_reader *r, span_rule rule)
{
    phk_lexer *l = &r->lexer;
    size_t at = l->at;
    while (at < l->end && (l->text[at] == ' ' || l->text[at] == '\t')) at++;
    phk_piece piece = {at, 0};
    int depth = 0;
    while (at < l->end) {
        char c = l->text[at];
        if (c == '!') {
            at = end_of_line(l, at);
        } else if (joins_lines(l, at)) {
            at = end_of_line(l, at);
            at += at < l->end;
        } else if (depth == 0 && (c == ',' || c == '\\' || c == '\n')) {
            if (ends_at(r, rule, &at)) break;
        } else if (c == '\'' || c == '"') {
            at = pass_quotes(l, at);
            piece.length = at - piece.at;
        } else {
            if (rule.parentheses && c == '(') depth++;
            if (rule.parentheses && c == ')' && depth > 0) depth--;
            at++;
            if (!strchr(" \t\r\n", c)) piece.length = at - piece.at;
        }
    }
    l->at = at;
    l->at_line = false;
    return piece;
}

/* A value may begin on the line behind its = sign. Gives its first token. */
static phk_word first_token(phk_reader *r)
{
    phk_word token = phk_lexer_peek(&r->lexer);
    if (token.continued && token.kind != PHK_TOKEN_END && !phk_begins_argument(r, r->lexer)) {
        r->lexer.at = token.kind == PHK_TOKEN_TEXT ? token.at - 1 : token.at;
        r->lexer.at_line = false;
        token.continued = false;
    }
    return token;
}

phk_piece phk_scan_text(phk_reader *r, bool list)
{
    phk_word token = first_token(r);
    if (token.kind != PHK_TOKEN_TEXT || token.continued) return scan(r, (span_rule){.list = list});
    phk_lexer_next(&r->lexer);
    return (phk_piece){token.at, token.length};
}

phk_piece phk_scan_mixed(phk_reader *r)
{
    first_token(r);
    return scan(r, (span_rule){.parentheses = true});
}
