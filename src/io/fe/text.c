/* SPDX-License-Identifier: BSD-3-Clause */
#include "io/fe/text.h"

#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include "base/diag.h"

void phk_fe_text_begin(phk_fe_text *t, const char *file, const char *text, size_t length,
                       ph_diag *diag)
{
    *t = (phk_fe_text){file, text, text + length, text, text, 0, text, diag};
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

bool phk_fe_line(phk_fe_text *t)
{
    while (t->next < t->end) {
        t->line = t->at = t->next;
        const char *stop = memchr(t->next, '\n', (size_t)(t->end - t->next));
        t->next = stop ? stop + 1 : t->end;
        t->stop = stop ? stop : t->end;
        t->number++;
        while (t->stop > t->line && is_blank(t->stop[-1])) t->stop--;
        const char *p = t->line;
        while (p < t->stop && is_blank(*p)) p++;
        if (p < t->stop) return true;
    }
    return false;
}

static phk_fe_piece trim(const char *from, const char *to)
{
    while (from < to && is_blank(*from)) from++;
    while (to > from && is_blank(to[-1])) to--;
    return (phk_fe_piece){from, to - from > 1000 ? 1000 : (int)(to - from)};
}

bool phk_fe_next(phk_fe_text *t, bool blank, phk_fe_piece *out)
{
    while (blank && t->at < t->stop && is_blank(*t->at)) t->at++;
    if (t->at >= t->stop) return false;
    const char *from = t->at, *p = from;
    while (p < t->stop && *p != ',' && !(blank && is_blank(*p))) p++;
    *out = trim(from, p);
    /* blanks before a comma belong to it */
    while (blank && p < t->stop && is_blank(*p)) p++;
    t->at = p < t->stop && *p == ',' ? p + 1 : p;
    return true;
}

phk_fe_piece phk_fe_columns(const phk_fe_text *t, int from, int width)
{
    const char *a = t->stop - t->line > from ? t->line + from : t->stop;
    return trim(a, t->stop - a > width ? a + width : t->stop);
}

bool phk_fe_real(phk_fe_piece piece, double *value)
{
    char text[80];
    int used = 0;
    if (piece.length < 1 || piece.length > 60) return false;
    for (int i = 0; i < piece.length; i++) {
        const char c = piece.at[i];
        if ((c == '+' || c == '-') && i > 0 &&
            (isdigit((unsigned char)piece.at[i - 1]) || piece.at[i - 1] == '.'))
            text[used++] = 'e'; /* 3.+5 */
        if (!isdigit((unsigned char)c) && !strchr("+-.eEdD", c)) return false;
        text[used++] = c == 'd' || c == 'D' ? 'e' : c;
    }
    text[used] = '\0';
    char *end;
    *value = strtod(text, &end);
    return end == text + used && isfinite(*value);
}

bool phk_fe_whole(phk_fe_piece piece, int *value)
{
    long long n = 0;
    int i = piece.length > 0 && (*piece.at == '-' || *piece.at == '+');
    if (piece.length <= i || piece.length - i > 10) return false;
    for (int k = i; k < piece.length; k++) {
        if (!isdigit((unsigned char)piece.at[k])) return false;
        n = 10 * n + (piece.at[k] - '0');
    }
    if (n > 2147483647) return false;
    *value = *piece.at == '-' ? -(int)n : (int)n;
    return true;
}

bool phk_fe_is(phk_fe_piece piece, const char *word)
{
    return (int)strlen(word) == piece.length && strncasecmp(piece.at, word, strlen(word)) == 0;
}

ph_status phk_fe_error(const phk_fe_text *t, phk_fe_piece piece, ph_status code, const char *hint,
                       const char *format, ...)
{
    char message[600];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    const ph_source where = {t->file, t->number, piece.at ? (int)(piece.at - t->line) + 1 : 1,
                             piece.length};
    return phk_error(t->diag, code, where, hint, "%s", message);
}

ph_status phk_fe_expected(const phk_fe_text *t, phk_fe_piece piece, const char *what)
{
    if (piece.length == 0)
        return phk_fe_error(t, piece, PH_E_SYNTAX, NULL,
                            "expected %s, the line ends or has nothing here", what);
    return phk_fe_error(t, piece, PH_E_TYPE, NULL, "expected %s, got \"%.*s\"", what,
                        piece.length < 60 ? piece.length : 60, piece.at);
}
