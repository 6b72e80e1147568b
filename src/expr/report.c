/* SPDX-License-Identifier: BSD-3-Clause
 *
 * How the parser moves on, and how it says what is wrong and where.
 */
#include "expr/parse.h"

#include <stdarg.h>
#include <stdio.h>
#include "base/diag.h"
#include "base/names.h"

phk_quote phk_quoted(const char *text, size_t length)
{
    enum { SHOWN = 64 };
    phk_quote quote;
    size_t n = length > SHOWN ? SHOWN : length;
    /* not through the middle of a letter */
    while (n > 0 && n < length && ((unsigned char)text[n] & 0xC0) == 0x80) n--;
    for (size_t i = 0; i < n; i++)
        quote.text[i] = (unsigned char)text[i] < ' ' || text[i] == 0x7F ? '?' : text[i];
    snprintf(quote.text + n, sizeof quote.text - n, "%s", n < length ? "..." : "");
    return quote;
}

static void stop(phk_parser *p)
{
    p->stopped = 1;
    p->token = (phk_token){PHK_T_END, p->length, 0, 0, NULL, NULL};
}

static void complain(phk_parser *p, ph_status code, size_t start, size_t length, const char *hint,
                     const char *format, va_list args)
{
    char message[512];
    ph_source where = p->where;
    vsnprintf(message, sizeof message, format, args);
    /* after so many mistakes in one formula the rest is guesswork */
    enum { ENOUGH = 20 };
    if (++p->errors == ENOUGH) stop(p);
    if (where.line > 0) {
        if (where.length >= 0) where.column += (int)start;
        if (where.length >= 0 && length > 0) where.length = (int)length;
        phk_error(p->diag, code, where, hint, "%s", message);
    } else {
        phk_error(p->diag, code, where, hint, "%s (column %zu of the expression)", message,
                  start + 1);
    }
}

void phk_complain(phk_parser *p, ph_status code, size_t start, size_t length, const char *hint,
                  const char *format, ...)
{
    va_list args;
    va_start(args, format);
    complain(p, code, start, length, hint, format, args);
    va_end(args);
}

void phk_stop_at(phk_parser *p, const phk_token *token, const char *hint, const char *format, ...)
{
    if (p->stopped) return;
    va_list args;
    va_start(args, format);
    complain(p, PH_E_SYNTAX, token->start, token->length, hint, format, args);
    va_end(args);
    stop(p);
}

void phk_expected(phk_parser *p, const char *what, const char *hint)
{
    phk_token t = p->token;
    if (t.kind == PHK_T_END)
        phk_stop_at(p, &t, hint, "expected %s, but the expression ends", what);
    else
        phk_stop_at(p, &t, hint, "expected %s, found `%s`", what,
                    phk_quoted(p->text + t.start, t.length).text);
}

void phk_advance(phk_parser *p)
{
    if (p->stopped) return;
    p->token = phk_lex(p->text, p->length, p->token.start + p->token.length);
    if (p->token.kind == PHK_T_BAD) {
        phk_token t = p->token;
        phk_stop_at(p, &t, t.hint, "%s `%s`", t.problem,
                    phk_quoted(p->text + t.start, t.length).text);
    }
}

int phk_deeper(phk_parser *p, const phk_token *at)
{
    if (p->depth >= PHK_DEEPEST) {
        phk_stop_at(p, at, "name a part of it as a variable", "nested deeper than %d levels",
                    PHK_DEEPEST);
        return 0;
    }
    p->depth++;
    return 1;
}

phk_operand phk_watch_operand(phk_parser *p, phk_operand x, const phk_token *at)
{
    if (x.kind == PHK_CONSTANT && !isfinite(x.value) && !p->trouble.length) p->trouble = *at;
    return x;
}

/* A search that keeps its own copy of the best word: candidates may live no longer than a call. */
typedef struct {
    phk_nearest nearest;
    char best[64];
} search;

static void offer(void *cookie, const char *name)
{
    search *s = cookie;
    phk_nearest_offer(&s->nearest, name);
    if (s->nearest.best != name) return;
    snprintf(s->best, sizeof s->best, "%s", name);
    s->nearest.best = s->best;
}

phk_quote phk_suggest(const phk_parser *p, const char *name, size_t length)
{
    search s = {.nearest = phk_nearest_to(name, length)};
    phk_quote hint = {""};
    ph_source where = p->where;
    if (where.length >= 0) where.column += (int)(name - p->text);
    if (!phk_diag_wants(p->diag, where)) return hint;
    /* what is called was meant to be a function: those go first, and the first of equals is kept */
    size_t after = (size_t)(name - p->text) + length;
    while (after < p->length && p->text[after] == ' ') after++;
    int called = after < p->length && p->text[after] == '(';
    if (called) phk_library_offer(offer, &s);
    if (p->scope && p->scope->offer) p->scope->offer(p->scope->self, offer, &s);
    if (!called) phk_library_offer(offer, &s);
    if (s.nearest.best) snprintf(hint.text, sizeof hint.text, "did you mean `%s`?", s.best);
    return hint;
}
