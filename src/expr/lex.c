/* SPDX-License-Identifier: BSD-3-Clause */
#include "expr/lex.h"

#include <math.h>
#include <stdbool.h>
#include "expr/number.h"

int phk_is_digit(char c)
{
    return c >= '0' && c <= '9';
}

int phk_is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || (unsigned char)c >= 0x80;
}

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

int phk_same_words(const char *a, size_t na, const char *b, size_t nb)
{
    if (na != nb) return 0;
    for (size_t i = 0; i < na; i++)
        if (lower(a[i]) != lower(b[i])) return 0;
    return 1;
}

/* What stands at a position; '\0' behind the end. */
static char peek(const char *text, size_t length, size_t at)
{
    return at < length ? text[at] : '\0';
}

static phk_token bad(size_t start, size_t end, const char *problem, const char *hint)
{
    return (phk_token){
        .kind = PHK_T_BAD, .start = start, .length = end - start, .problem = problem, .hint = hint};
}

static phk_token number(const char *text, size_t length, size_t start)
{
    phk_number n = phk_number_read(text + start, length - start);
    size_t clean = start + n.length, end = clean;
    while (phk_is_letter(peek(text, length, end)) || phk_is_digit(peek(text, length, end)) ||
           peek(text, length, end) == '.')
        end++;
    bool ends_with_e = end == clean + 1 && n.mantissa == n.length && lower(text[clean]) == 'e';
    if (ends_with_e)
        return bad(start, end, "exponent without digits in", "write, for example, 1e-3");
    if (end > clean && text[clean] == '.')
        return bad(start, end, "malformed number", "a number has one decimal point");
    if (end > clean)
        return bad(start, end, "no operator between number and name in",
                   "write a product with *, for example 2*x");
    if (!isfinite(n.value))
        return bad(start, end, "number too large:", "the largest is about 1.8e308");
    return (phk_token){.kind = PHK_T_NUMBER,
                       .start = start,
                       .length = end - start,
                       .number = n.value,
                       .degrees = n.degrees};
}

static phk_token name(const char *text, size_t length, size_t start)
{
    size_t i = start;
    for (;;) {
        while (phk_is_letter(peek(text, length, i)) || phk_is_digit(peek(text, length, i))) i++;
        if (peek(text, length, i) != '.') break;
        i++;
        if (!phk_is_letter(peek(text, length, i)) && !phk_is_digit(peek(text, length, i)))
            return bad(start, i, "nothing follows the dot of", "a name looks like body.pos.x");
    }
    static const struct {
        const char *word;
        size_t length;
        phk_token_kind kind;
    } words[] = {{"and", 3, PHK_T_AND}, {"or", 2, PHK_T_OR}, {"not", 3, PHK_T_NOT}};
    phk_token token = {.kind = PHK_T_NAME, .start = start, .length = i - start};
    for (size_t k = 0; k < sizeof words / sizeof *words; k++)
        if (phk_same_words(words[k].word, words[k].length, text + start, i - start))
            token.kind = words[k].kind;
    return token;
}

static phk_token sign(const char *text, size_t length, size_t start)
{
    /* longer ones first */
    static const struct {
        char first, second;
        phk_token_kind kind;
    } signs[] = {
        {'*', '*', PHK_T_POWER}, {'<', '=', PHK_T_LESS_EQUAL}, {'>', '=', PHK_T_MORE_EQUAL},
        {'=', '=', PHK_T_EQUAL}, {'!', '=', PHK_T_UNEQUAL},    {'&', '&', PHK_T_AND},
        {'|', '|', PHK_T_OR},    {'(', 0, PHK_T_OPEN},         {')', 0, PHK_T_CLOSE},
        {',', 0, PHK_T_COMMA},   {':', 0, PHK_T_COLON},        {'+', 0, PHK_T_PLUS},
        {'-', 0, PHK_T_MINUS},   {'*', 0, PHK_T_TIMES},        {'/', 0, PHK_T_OVER},
        {'^', 0, PHK_T_POWER},   {'<', 0, PHK_T_LESS},         {'>', 0, PHK_T_MORE},
        {'!', 0, PHK_T_NOT},
    };
    for (size_t k = 0; k < sizeof signs / sizeof *signs; k++) {
        if (signs[k].first != text[start]) continue;
        if (!signs[k].second)
            return (phk_token){.kind = signs[k].kind, .start = start, .length = 1};
        if (signs[k].second == peek(text, length, start + 1))
            return (phk_token){.kind = signs[k].kind, .start = start, .length = 2};
    }
    const char *hint = text[start] == '='   ? "to compare, write =="
                       : text[start] == '&' ? "write && or and"
                       : text[start] == '|' ? "write || or or"
                       : text[start] == '%' ? "the remainder is mod(a, b)"
                                            : NULL;
    return bad(start, start + 1, "unexpected character", hint);
}

phk_token phk_lex(const char *text, size_t length, size_t at)
{
    while (at < length &&
           (text[at] == ' ' || text[at] == '\t' || text[at] == '\n' || text[at] == '\r'))
        at++;
    if (at >= length) return (phk_token){.kind = PHK_T_END, .start = length};
    if (phk_is_digit(text[at]) || (text[at] == '.' && phk_is_digit(peek(text, length, at + 1))))
        return number(text, length, at);
    if (phk_is_letter(text[at])) return name(text, length, at);
    return sign(text, length, at);
}
