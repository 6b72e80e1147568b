/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The grammar, weakest binding first:
 *   or      := and ("or" and)*
 *   and     := not ("and" not)*
 *   not     := "not"* compare
 *   compare := sum [("<" | "<=" | ">" | ">=" | "==" | "!=") sum]
 *   sum     := product (("+" | "-") product)*
 *   product := signed (("*" | "/" | "%") signed)*
 *   signed  := ("+" | "-")* power
 *   power   := value [("^" | "**") signed]
 *   value   := number | name | name "(" arguments ")" | "(" or ")" | "[" arguments "]"
 * A vocabulary may begin at `sum`: decks have neither comparisons nor logic. Lists in brackets and
 * `%` are of one that has vectors.
 */
#include "expr/reading.h"

/* ---- binary operators ---- */

typedef struct {
    int level;
    phk_op op;
    int swapped; /* a > b is b < a */
} binary;

static const binary *binary_of(phk_token_kind kind)
{
    static const binary table[PHK_T_KINDS] = {
        [PHK_T_OR] = {PHK_LEVEL_OR, PHK_OP_OR, 0},
        [PHK_T_AND] = {PHK_LEVEL_AND, PHK_OP_AND, 0},
        [PHK_T_LESS] = {PHK_LEVEL_COMPARE, PHK_OP_LESS, 0},
        [PHK_T_LESS_EQUAL] = {PHK_LEVEL_COMPARE, PHK_OP_LESS_EQUAL, 0},
        [PHK_T_MORE] = {PHK_LEVEL_COMPARE, PHK_OP_LESS, 1},
        [PHK_T_MORE_EQUAL] = {PHK_LEVEL_COMPARE, PHK_OP_LESS_EQUAL, 1},
        [PHK_T_EQUAL] = {PHK_LEVEL_COMPARE, PHK_OP_EQUAL, 0},
        [PHK_T_UNEQUAL] = {PHK_LEVEL_COMPARE, PHK_OP_UNEQUAL, 0},
        [PHK_T_PLUS] = {PHK_LEVEL_SUM, PHK_OP_ADD, 0},
        [PHK_T_MINUS] = {PHK_LEVEL_SUM, PHK_OP_SUBTRACT, 0},
        [PHK_T_TIMES] = {PHK_LEVEL_PRODUCT, PHK_OP_MULTIPLY, 0},
        [PHK_T_OVER] = {PHK_LEVEL_PRODUCT, PHK_OP_DIVIDE, 0},
        [PHK_T_CROSS] = {PHK_LEVEL_PRODUCT, PHK_OP_MULTIPLY, 0},
    };
    return &table[kind];
}

static phk_operand read_signed(phk_reading *r);
static phk_operand read_level(phk_reading *r, int level);

static void pass(phk_reading *r, const phk_token *word, int alone)
{
    if (r->vocabulary->pass) r->vocabulary->pass(r, word, alone);
}

static phk_operand apply(phk_reading *r, phk_op op, phk_operand a, phk_operand b,
                         const phk_token *sign)
{
    return r->vocabulary->apply ? r->vocabulary->apply(r, op, a, b, sign) : phk_anything();
}

static phk_operand read_not(phk_reading *r)
{
    int negations = 0;
    phk_token sign = r->token;
    while (r->token.kind == PHK_T_NOT) {
        negations++;
        pass(r, &r->token, 1);
        phk_advance(r);
    }
    phk_operand a = read_level(r, PHK_LEVEL_COMPARE);
    /* the second `not` of a pair still turns a number into 0 or 1 */
    for (int k = negations > 0 ? 2 - negations % 2 : 0; k > 0; k--)
        a = apply(r, PHK_OP_NOT, a, a, &sign);
    return a;
}

static phk_operand read_level(phk_reading *r, int level)
{
    if (level == PHK_LEVEL_NOT) return read_not(r);
    if (level == PHK_LEVEL_SIGNED) return read_signed(r);
    phk_operand a = read_level(r, level + 1);
    const binary *b;
    for (int count = 0; (b = binary_of(r->token.kind))->level == level; count++) {
        phk_token sign = r->token;
        if (level == PHK_LEVEL_COMPARE && count > 0) {
            phk_stop_at(r, &sign, "write a < b and b < c", "comparisons cannot be chained");
            break;
        }
        pass(r, &sign, 0);
        phk_advance(r);
        phk_operand c = read_level(r, level + 1);
        a = b->swapped ? apply(r, b->op, c, a, &sign) : apply(r, b->op, a, c, &sign);
    }
    return a;
}

/* ---- values ---- */

static phk_operand read_parentheses(phk_reading *r)
{
    phk_token open = r->token;
    if (!phk_deeper(r, &open)) return phk_anything();
    pass(r, &open, 0);
    phk_advance(r);
    phk_operand a = phk_read_expression(r);
    if (r->token.kind == PHK_T_CLOSE) {
        pass(r, &r->token, 0);
        phk_advance(r);
    } else if (r->token.kind == PHK_T_END) {
        phk_stop_at(r, &open, "add the `)`", "this `(` is never closed");
    } else {
        phk_expected(r, "an operator or `)`", NULL);
    }
    r->depth--;
    return a;
}

static phk_operand read_value(phk_reading *r)
{
    phk_token token = r->token;
    switch (token.kind) {
    case PHK_T_NUMBER:
        pass(r, &token, 0);
        phk_advance(r);
        return phk_constant_of(token.number);
    case PHK_T_NAME:
        phk_advance(r);
        return r->token.kind == PHK_T_OPEN ? r->vocabulary->call(r, &token)
                                           : r->vocabulary->name(r, &token);
    case PHK_T_OPEN:
        return read_parentheses(r);
    case PHK_T_OPEN_LIST:
        return r->vocabulary->list(r);
    default:
        phk_expected(r, "a value", r->vocabulary->strange(r, 1));
        return phk_anything();
    }
}

static phk_operand read_power(phk_reading *r)
{
    phk_operand a = read_value(r);
    if (r->token.kind != PHK_T_POWER) return a;
    phk_token sign = r->token;
    if (!phk_deeper(r, &sign)) return phk_anything();
    pass(r, &sign, 0);
    phk_advance(r);
    phk_operand b = read_signed(r);
    r->depth--;
    return apply(r, PHK_OP_POWER, a, b, &sign);
}

static phk_operand read_signed(phk_reading *r)
{
    phk_token sign = r->token, minus = {.kind = PHK_T_END};
    for (; sign.kind == PHK_T_PLUS || sign.kind == PHK_T_MINUS; sign = r->token) {
        if (sign.kind == PHK_T_MINUS) minus = minus.length ? (phk_token){.length = 0} : sign;
        phk_advance(r);
    }
    if (minus.length) pass(r, &minus, 1);
    phk_operand a = read_power(r);
    return minus.length ? apply(r, PHK_OP_NEGATE, a, a, &minus) : a;
}

/* ---- wholes ---- */

phk_operand phk_read_expression(phk_reading *r)
{
    return read_level(r, r->vocabulary->lowest);
}

int phk_next_argument(phk_reading *r)
{
    phk_token_kind kind = r->token.kind;
    if (kind == PHK_T_COMMA) phk_advance(r);
    /* a comma that begins a continuation line of a deck is no word */
    return kind == PHK_T_COMMA ||
           (r->token.continued && kind != PHK_T_END && kind != PHK_T_CLOSE && kind != PHK_T_COLON);
}

int phk_close_call(phk_reading *r, const phk_token *open)
{
    if (r->token.kind == PHK_T_CLOSE) {
        phk_advance(r);
        return 1;
    }
    if (r->token.kind == PHK_T_END)
        phk_stop_at(r, open, "add the `)`", "this `(` is never closed");
    else
        phk_expected(r, "`,` or `)`", NULL);
    return 0;
}

phk_operand phk_read_all(phk_reading *r)
{
    phk_advance(r);
    if (r->token.kind == PHK_T_END && !r->stopped) {
        phk_stop_at(r, &r->token, r->vocabulary->empty_hint, "the expression is empty");
        return phk_anything();
    }
    phk_operand a = phk_read_expression(r);
    if (r->token.kind == PHK_T_CLOSE)
        phk_stop_at(r, &r->token, NULL, "this `)` has no `(`");
    else if (r->token.kind != PHK_T_END)
        phk_expected(r, "an operator", r->vocabulary->strange(r, 0));
    return a;
}
