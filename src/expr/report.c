/* SPDX-License-Identifier: BSD-3-Clause
 *
 * How a reading moves on, and how it says what is wrong and where.
 */
#include "expr/reading.h"

#include <stdarg.h>
#include <stdio.h>

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

void phk_stop(phk_reading *r)
{
    r->stopped = 1;
    r->token = (phk_token){.kind = PHK_T_END, .start = r->length};
}

static void complain(phk_reading *r, ph_status code, const phk_token *at, const char *hint,
                     const char *format, va_list args)
{
    static const phk_token whole = {.length = 0};
    char message[512];
    vsnprintf(message, sizeof message, format, args);
    r->vocabulary->report(r, code, at ? at : &whole, hint, message);
    /* after so many mistakes in one formula the rest is guesswork */
    enum { ENOUGH = 20 };
    if (++r->errors == ENOUGH) phk_stop(r);
}

void phk_complain(phk_reading *r, ph_status code, const phk_token *at, const char *hint,
                  const char *format, ...)
{
    va_list args;
    va_start(args, format);
    complain(r, code, at, hint, format, args);
    va_end(args);
}

void phk_stop_at(phk_reading *r, const phk_token *token, const char *hint, const char *format, ...)
{
    if (r->stopped) return;
    va_list args;
    va_start(args, format);
    complain(r, PH_E_SYNTAX, token, hint, format, args);
    va_end(args);
    phk_stop(r);
}

void phk_expected(phk_reading *r, const char *what, const char *hint)
{
    phk_token t = r->token;
    if (t.kind == PHK_T_END)
        phk_stop_at(r, &t, hint, "expected %s, but the expression ends", what);
    else
        phk_stop_at(r, &t, hint, "expected %s, found `%s`", what,
                    phk_quoted(r->text + t.start, t.length).text);
}

void phk_advance(phk_reading *r)
{
    if (r->stopped) return;
    phk_token next = r->vocabulary->next(r);
    if (!r->stopped) r->token = next;
}

int phk_deeper(phk_reading *r, const phk_token *at)
{
    int deepest = r->vocabulary->deepest;
    if (r->depth >= deepest) {
        phk_stop_at(r, at, r->vocabulary->deep_hint, "nested deeper than %d levels", deepest);
        return 0;
    }
    r->depth++;
    return 1;
}
