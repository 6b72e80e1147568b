/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The vocabulary of decks: words as the reader of decks finds them, with comments and continuation
 * lines passed over; neither comparisons nor logic, for IF(e: a, b, c) chooses by the sign of e.
 */
#include <string.h>
#include "io/adams/function/function.h"

/* ---- words ---- */

static phk_token_kind kind_of(const phk_word *w, bool vectors)
{
    static const struct {
        char mark;
        phk_token_kind kind;
    } known[] = {{'(', PHK_T_OPEN},      {')', PHK_T_CLOSE},      {',', PHK_T_COMMA},
                 {':', PHK_T_COLON},     {'+', PHK_T_PLUS},       {'-', PHK_T_MINUS},
                 {'*', PHK_T_TIMES},     {'/', PHK_T_OVER},       {'^', PHK_T_POWER},
                 {'[', PHK_T_OPEN_LIST}, {']', PHK_T_CLOSE_LIST}, {'%', PHK_T_CROSS}};
    size_t count = sizeof known / sizeof *known - (vectors ? 0 : 3);
    if (w->kind == PHK_TOKEN_END) return PHK_T_END;
    if (w->kind == PHK_TOKEN_WORD) return PHK_T_NAME;
    if (w->kind == PHK_TOKEN_NUMBER) return PHK_T_NUMBER;
    if (w->kind != PHK_TOKEN_MARK) return PHK_T_BAD;
    for (size_t k = 0; k < count; k++)
        if (known[k].mark == w->mark) return known[k].kind;
    return PHK_T_OTHER;
}

static phk_token next(phk_reading *r)
{
    phk_translation *t = r->self;
    phk_word w = phk_lexer_next(&t->lexer);
    if (w.kind == PHK_TOKEN_BAD) {
        /* the lexer has said what is wrong, unless it read a text of a reader's own */
        if (!t->own)
            phk_deck_error(t->deck, PH_E_SYNTAX, t->where, NULL, "`%.60s` makes no sense", r->text);
        phk_deck_failed(t->deck, PH_E_SYNTAX);
        r->errors++;
        phk_stop(r);
    }
    return (phk_token){.kind = kind_of(&w, t->vectors),
                       .start = w.at,
                       .length = w.length,
                       .number = w.number,
                       .degrees = w.degrees,
                       .continued = w.continued};
}

/* ---- messages ---- */

phk_piece phk_function_piece(const phk_translation *t, const phk_token *token)
{
    return t->own && token->length ? (phk_piece){token->start, token->length} : t->where;
}

static void report(phk_reading *r, ph_status code, const phk_token *at, const char *hint,
                   const char *message)
{
    const phk_translation *t = r->self;
    if (!r->stopped) phk_deck_error(t->deck, code, phk_function_piece(t, at), hint, "%s", message);
}

static const char *strange(phk_reading *r, int value)
{
    char mark = r->token.kind == PHK_T_OTHER ? r->text[r->token.start] : ' ';
    return !value && strchr("<>=", mark)
               ? "choose by a sign: IF(expression: negative, zero, positive)"
               : NULL;
}

/* ---- what is written ---- */

static void pass(phk_reading *r, const phk_token *word, int alone)
{
    phk_translation *t = r->self;
    const char *text = r->text + word->start;
    if (word->kind == PHK_T_POWER)
        phk_function_write(t, "^");
    else if (word->kind == PHK_T_PLUS || word->kind == PHK_T_MINUS)
        phk_function_write(t, alone ? "%c" : " %c ", *text);
    else
        /* the model reads numbers as the deck does: 1D3 is an exponent, 90D are degrees */
        phk_function_write(t, "%.*s", (int)word->length, text);
}

/* Names that are values by themselves. */
static bool write_constant(phk_translation *t, const phk_token *word)
{
    static const struct {
        const char *name, *text;
    } known[] = {{"PI", "pi"},  {"RTOD", "rtod"}, {"DTOR", "dtor"},
                 {"MODE", "4"}, {"TIME", "time"}, {"FXFREQ", "f"}};
    for (int k = 0; k < 6; k++) {
        int length = (int)strlen(known[k].name);
        if (word->length != (size_t)length ||
            !phk_abbreviates(t->in.text + word->start, word->length, known[k].name, length))
            continue;
        /* of the mode whose damping the expression is */
        if (k == 5 && (!t->role.self || strcmp(t->role.self->type->name, "FLEX_BODY") != 0))
            return false;
        /* MODE 4 is a dynamic analysis, the only kind there is */
        const char *unit = k == 4 ? phk_function_unit(t, PHK_IN_TIME) : "";
        phk_function_write(t, unit[0] ? "(%s%s)" : "%s%s", known[k].text, unit);
        return true;
    }
    return false;
}

static phk_operand read_name(phk_reading *r, const phk_token *name)
{
    if (!write_constant(r->self, name)) {
        int shown = name->length < 60 ? (int)name->length : 60;
        phk_complain(r, PH_E_NAME, name,
                     "a function has its arguments in parentheses; other names are TIME, MODE, "
                     "PI, RTOD, DTOR",
                     "unknown name `%.*s`", shown, r->text + name->start);
        phk_function_write(r->self, "0");
    }
    return phk_anything();
}

const phk_vocabulary phk_function_vocabulary = {
    .lowest = PHK_LEVEL_SUM,
    .deepest = 150, /* the model's own limit is 200, and units take some levels */
    .deep_hint = "name a part of it as a VARIABLE",
    .empty_hint = "write a number or an expression such as 2*SIN(TIME)",
    .next = next,
    .report = report,
    .strange = strange,
    .name = read_name,
    .call = phk_function_call,
    .pass = pass,
};
