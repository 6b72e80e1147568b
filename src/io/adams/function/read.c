/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The grammar, weakest binding first:
 *   sum     := product (("+" | "-") product)*
 *   product := signed (("*" | "/") signed)*
 *   signed  := ("+" | "-")* power
 *   power   := value ["**" signed]
 *   value   := number | name | name "(" arguments ")" | "(" sum ")"
 * There are neither comparisons nor logic; IF(e: a, b, c) chooses by the sign of e.
 */
#include <string.h>
#include "io/adams/function/function.h"

static bool is_mark(const phk_word *token, char mark)
{
    return token->kind == PHK_TOKEN_MARK && token->mark == mark;
}

/* Names that are values by themselves. */
static bool write_constant(phk_translation *t, const phk_word *word)
{
    static const struct {
        const char *name, *text;
    } known[] = {{"PI", "pi"}, {"RTOD", "rtod"}, {"DTOR", "dtor"}, {"MODE", "4"}, {"TIME", "time"}};
    for (int k = 0; k < 5; k++) {
        int length = (int)strlen(known[k].name);
        if (word->length != (size_t)length ||
            !phk_abbreviates(t->lexer.text + word->at, word->length, known[k].name, length))
            continue;
        /* MODE 4 is a dynamic analysis, the only kind there is */
        const char *unit = k == 4 ? phk_function_unit(t, PHK_IN_TIME) : "";
        phk_function_write(t, unit[0] ? "(%s%s)" : "%s%s", known[k].text, unit);
        return true;
    }
    return false;
}

static void read_word(phk_translation *t)
{
    phk_word word = t->token;
    phk_function_advance(t);
    if (is_mark(&t->token, '(')) {
        phk_function_call(t, &word);
    } else if (!write_constant(t, &word)) {
        int shown = word.length < 60 ? (int)word.length : 60;
        phk_function_error(
            t, &word, PH_E_NAME,
            "a function has its arguments in parentheses; other names are TIME, MODE, "
            "PI, RTOD, DTOR",
            "unknown name `%.*s`", shown, t->lexer.text + word.at);
        phk_function_write(t, "0");
    }
}

static void read_parentheses(phk_translation *t)
{
    phk_word open = t->token;
    if (!phk_function_deeper(t)) return;
    phk_function_write(t, "(");
    phk_function_advance(t);
    phk_function_sum(t);
    phk_function_write(t, ")");
    if (is_mark(&t->token, ')'))
        phk_function_advance(t);
    else if (t->token.kind == PHK_TOKEN_END)
        phk_function_stop(t, &open, "add the `)`", "this `(` is never closed");
    else
        phk_function_expected(t, "an operator or `)`", NULL);
    t->depth--;
}

static void read_value(phk_translation *t)
{
    const phk_word *token = &t->token;
    if (token->kind == PHK_TOKEN_NUMBER) {
        /* the model reads numbers as the deck does: 1D3 is an exponent, 90D are degrees */
        phk_function_write(t, "%.*s", (int)token->length, t->lexer.text + token->at);
        phk_function_advance(t);
    } else if (token->kind == PHK_TOKEN_WORD) {
        read_word(t);
    } else if (is_mark(token, '(')) {
        read_parentheses(t);
    } else if (is_mark(token, '[')) {
        phk_function_stop(t, token, "write its components one by one",
                          "vectors in brackets are not known");
    } else {
        phk_function_expected(t, "a value", NULL);
    }
}

static void read_signed(phk_translation *t);

static void read_power(phk_translation *t)
{
    read_value(t);
    if (!is_mark(&t->token, '^') || !phk_function_deeper(t)) return;
    phk_function_write(t, "^");
    phk_function_advance(t);
    read_signed(t);
    t->depth--;
}

static void read_signed(phk_translation *t)
{
    bool minus = false;
    while (is_mark(&t->token, '+') || is_mark(&t->token, '-')) {
        minus ^= t->token.mark == '-';
        phk_function_advance(t);
    }
    if (minus) phk_function_write(t, "-");
    read_power(t);
}

static void read_product(phk_translation *t)
{
    read_signed(t);
    while (is_mark(&t->token, '*') || is_mark(&t->token, '/')) {
        phk_function_write(t, "%c", t->token.mark);
        phk_function_advance(t);
        read_signed(t);
    }
}

void phk_function_sum(phk_translation *t)
{
    read_product(t);
    while (is_mark(&t->token, '+') || is_mark(&t->token, '-')) {
        phk_function_write(t, " %c ", t->token.mark);
        phk_function_advance(t);
        read_product(t);
    }
}

void phk_function_read(phk_translation *t)
{
    phk_function_advance(t);
    if (t->token.kind == PHK_TOKEN_END && !t->stopped) {
        phk_function_stop(t, &t->token, "write a number or an expression such as 2*SIN(TIME)",
                          "the expression is empty");
        return;
    }
    phk_function_sum(t);
    if (t->token.kind == PHK_TOKEN_END) return;
    phk_word at = t->token;
    bool compares = at.kind == PHK_TOKEN_MARK && strchr("<>=", at.mark);
    if (is_mark(&at, ')'))
        phk_function_stop(t, &at, NULL, "this `)` has no `(`");
    else if (is_mark(&at, '%'))
        phk_function_stop(t, &at, "write its components one by one",
                          "products of vectors are not known");
    else
        phk_function_expected(
            t, "an operator",
            compares ? "choose by a sign: IF(expression: negative, zero, positive)" : NULL);
}
