/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The grammar, weakest binding first:
 *   or      := and ("or" and)*
 *   and     := not ("and" not)*
 *   not     := "not"* compare
 *   compare := sum [("<" | "<=" | ">" | ">=" | "==" | "!=") sum]
 *   sum     := product (("+" | "-") product)*
 *   product := signed (("*" | "/") signed)*
 *   signed  := ("+" | "-")* power
 *   power   := value [("^" | "**") signed]
 *   value   := number | name | name "(" arguments ")" | "(" or ")"
 */
#include "expr/parse.h"

#include <string.h>
#include "base/diag.h"

/* ---- binary operators ---- */

enum {
    NO_LEVEL,
    LEVEL_OR,
    LEVEL_AND,
    LEVEL_NOT,
    LEVEL_COMPARE,
    LEVEL_SUM,
    LEVEL_PRODUCT,
    LEVEL_SIGNED
};

typedef struct {
    int level;
    phk_op op;
    int swapped; /* a > b is b < a */
} binary;

static const binary *binary_of(phk_token_kind kind)
{
    static const binary table[] = {
        [PHK_T_OR] = {LEVEL_OR, PHK_OP_OR, 0},
        [PHK_T_AND] = {LEVEL_AND, PHK_OP_AND, 0},
        [PHK_T_LESS] = {LEVEL_COMPARE, PHK_OP_LESS, 0},
        [PHK_T_LESS_EQUAL] = {LEVEL_COMPARE, PHK_OP_LESS_EQUAL, 0},
        [PHK_T_MORE] = {LEVEL_COMPARE, PHK_OP_LESS, 1},
        [PHK_T_MORE_EQUAL] = {LEVEL_COMPARE, PHK_OP_LESS_EQUAL, 1},
        [PHK_T_EQUAL] = {LEVEL_COMPARE, PHK_OP_EQUAL, 0},
        [PHK_T_UNEQUAL] = {LEVEL_COMPARE, PHK_OP_UNEQUAL, 0},
        [PHK_T_PLUS] = {LEVEL_SUM, PHK_OP_ADD, 0},
        [PHK_T_MINUS] = {LEVEL_SUM, PHK_OP_SUBTRACT, 0},
        [PHK_T_TIMES] = {LEVEL_PRODUCT, PHK_OP_MULTIPLY, 0},
        [PHK_T_OVER] = {LEVEL_PRODUCT, PHK_OP_DIVIDE, 0},
        [PHK_T_NOT] = {NO_LEVEL, PHK_OP_NOT, 0}, /* the last kind: makes the table complete */
    };
    return &table[kind];
}

static phk_operand read_signed(phk_parser *p);
static phk_operand read_level(phk_parser *p, int level);

static phk_operand read_not(phk_parser *p)
{
    int negations = 0;
    while (p->token.kind == PHK_T_NOT) {
        negations++;
        phk_advance(p);
    }
    phk_operand a = read_level(p, LEVEL_COMPARE);
    /* the second `not` of a pair still turns a number into 0 or 1 */
    for (int k = negations > 0 ? 2 - negations % 2 : 0; k > 0; k--)
        a = phk_emit(&p->code, PHK_OP_NOT, a, a);
    return a;
}

static phk_operand read_level(phk_parser *p, int level)
{
    if (level == LEVEL_NOT) return read_not(p);
    if (level == LEVEL_SIGNED) return read_signed(p);
    phk_operand a = read_level(p, level + 1);
    const binary *b;
    for (int count = 0; (b = binary_of(p->token.kind))->level == level; count++) {
        phk_token sign = p->token;
        if (level == LEVEL_COMPARE && count > 0) {
            phk_stop_at(p, &sign, "write a < b and b < c", "comparisons cannot be chained");
            break;
        }
        phk_advance(p);
        phk_operand c = read_level(p, level + 1);
        if (b->op == PHK_OP_DIVIDE && c.kind == PHK_CONSTANT && c.value == 0 && !p->choices &&
            !p->stopped)
            phk_complain(p, PH_E_RANGE, sign.start, sign.length, NULL, "division by zero");
        a = b->swapped ? phk_emit(&p->code, b->op, c, a) : phk_emit(&p->code, b->op, a, c);
        a = phk_watch_operand(p, a, &sign);
    }
    return a;
}

/* ---- values ---- */

static phk_operand read_name(phk_parser *p, const phk_token *token)
{
    const char *text = p->text + token->start;
    phk_symbol symbol = {.kind = PHK_SYMBOL_NONE};
    if (p->scope && p->scope->name)
        symbol = p->scope->name(p->scope->self, (phk_span){text, token->length});
    if (symbol.kind == PHK_SYMBOL_CONSTANT) return phk_constant_of(symbol.value);
    if (symbol.kind == PHK_SYMBOL_INPUT) {
        if (!p->varies.length) p->varies = *token;
        return (phk_operand){PHK_INPUT, symbol.input, 0};
    }
    const phk_constant *constant = phk_constant_find(text, token->length);
    if (constant) return phk_constant_of(constant->value);
    phk_quote name = phk_quoted(text, token->length);
    const phk_function *f = phk_function_find(text, token->length);
    if (f) {
        phk_complain(p, PH_E_NAME, token->start, token->length, NULL,
                     "`%s` is a function: write %s", name.text, f->info.signature);
    } else {
        phk_quote hint = phk_suggest(p, text, token->length);
        phk_complain(p, PH_E_NAME, token->start, token->length, hint.text[0] ? hint.text : NULL,
                     "unknown name `%s`", name.text);
    }
    return phk_anything();
}

static phk_operand read_parentheses(phk_parser *p)
{
    phk_token open = p->token;
    if (!phk_deeper(p, &open)) return phk_anything();
    phk_advance(p);
    phk_operand a = phk_read_expression(p);
    if (p->token.kind == PHK_T_CLOSE)
        phk_advance(p);
    else if (p->token.kind == PHK_T_END)
        phk_stop_at(p, &open, "add the `)`", "this `(` is never closed");
    else
        phk_expected(p, "an operator or `)`", NULL);
    p->depth--;
    return a;
}

static phk_operand read_value(phk_parser *p)
{
    phk_token token = p->token;
    switch (token.kind) {
    case PHK_T_NUMBER:
        phk_advance(p);
        return phk_constant_of(token.number);
    case PHK_T_NAME:
        phk_advance(p);
        return p->token.kind == PHK_T_OPEN ? phk_read_call(p, &token) : read_name(p, &token);
    case PHK_T_OPEN:
        return read_parentheses(p);
    case PHK_T_NOT:
        phk_expected(p, "a value", "put parentheses around it: (not a)");
        return phk_anything();
    default:
        phk_expected(p, "a value", NULL);
        return phk_anything();
    }
}

static phk_operand read_power(phk_parser *p)
{
    phk_operand a = read_value(p);
    if (p->token.kind != PHK_T_POWER) return a;
    phk_token sign = p->token;
    if (!phk_deeper(p, &sign)) return phk_anything();
    phk_advance(p);
    phk_operand b = read_signed(p);
    p->depth--;
    return phk_watch_operand(p, phk_emit_power(&p->code, a, b), &sign);
}

static phk_operand read_signed(phk_parser *p)
{
    int minus = 0;
    while (p->token.kind == PHK_T_PLUS || p->token.kind == PHK_T_MINUS) {
        minus ^= p->token.kind == PHK_T_MINUS;
        phk_advance(p);
    }
    phk_operand a = read_power(p);
    return minus ? phk_emit(&p->code, PHK_OP_NEGATE, a, a) : a;
}

phk_operand phk_read_expression(phk_parser *p)
{
    return read_level(p, LEVEL_OR);
}

/* ---- whole expressions ---- */

/* Reads all of the text; what it means is the operand, if p->errors is 0 afterwards. */
static phk_operand read_all(phk_parser *p)
{
    if (p->length > PHK_LONGEST) {
        phk_complain(p, PH_E_RANGE, 0, 0, NULL, "expression of %zu characters; at most %d fit",
                     p->length, PHK_LONGEST);
        return phk_anything();
    }
    phk_advance(p);
    if (p->token.kind == PHK_T_END && !p->stopped) {
        phk_stop_at(p, &p->token, "write a number or a formula, for example 2*sin(time)",
                    "expression is empty");
        return phk_anything();
    }
    phk_operand a = phk_read_expression(p);
    if (p->token.kind == PHK_T_CLOSE)
        phk_stop_at(p, &p->token, NULL, "this `)` has no `(`");
    else if (p->token.kind != PHK_T_END)
        phk_expected(p, "an operator",
                     p->token.kind == PHK_T_COMMA ? NULL : "write a product with *");
    return a;
}

static const phk_tape *compile(phk_parser *p, phk_arena *arena)
{
    phk_operand result = read_all(p);
    const phk_tape *tape = NULL;
    if (p->errors == 0) {
        tape = phk_code_finish(&p->code, result, arena);
        if (!tape) {
            arena->exhausted = 1;
            phk_complain(p, PH_E_NOMEM, 0, 0, NULL, "out of memory for an expression");
        }
    }
    phk_code_free(&p->code);
    return tape;
}

const phk_tape *phk_expr_compile(phk_arena *arena, const char *text, ph_source where,
                                 const phk_scope *scope, ph_diag *diag)
{
    phk_parser p = {
        .text = text, .length = strlen(text), .where = where, .scope = scope, .diag = diag};
    return compile(&p, arena);
}

int phk_expr_constant(const char *text, ph_source where, const phk_scope *scope, ph_diag *diag,
                      double *value)
{
    phk_parser p = {
        .text = text, .length = strlen(text), .where = where, .scope = scope, .diag = diag};
    phk_operand result = read_all(&p);
    if (p.code.exhausted)
        phk_complain(&p, PH_E_NOMEM, 0, 0, NULL, "out of memory for an expression");
    phk_code_free(&p.code);
    if (p.errors) return 0;
    if (result.kind != PHK_CONSTANT) {
        phk_quote name = phk_quoted(text + p.varies.start, p.varies.length);
        phk_complain(&p, PH_E_TYPE, p.varies.start, p.varies.length,
                     "use numbers and parameters alone",
                     "a constant is needed here, but `%s` varies", name.text);
        return 0;
    }
    if (!isfinite(result.value)) {
        phk_complain(&p, PH_E_NONFINITE, p.trouble.start, p.trouble.length, NULL, "the value is %s",
                     isnan(result.value) ? "not a number" : "infinite");
        return 0;
    }
    *value = result.value;
    return 1;
}
