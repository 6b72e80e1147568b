/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The vocabulary of model files: names are those of a scope, then of the function library; what is
 * read becomes a tape.
 */
#include "expr/parse.h"

#include <stdio.h>
#include <string.h>
#include "base/diag.h"
#include "base/names.h"

/* ---- words and messages ---- */

static phk_token next(phk_reading *r)
{
    phk_token t = phk_lex(r->text, r->length, r->token.start + r->token.length);
    if (t.kind == PHK_T_BAD)
        phk_stop_at(r, &t, t.hint, "%s `%s`", t.problem,
                    phk_quoted(r->text + t.start, t.length).text);
    return t;
}

static void report(phk_reading *r, ph_status code, const phk_token *at, const char *hint,
                   const char *message)
{
    const phk_parser *p = r->self;
    ph_source where = p->where;
    if (where.line > 0) {
        if (where.length >= 0) where.column += (int)at->start;
        if (where.length >= 0 && at->length > 0) where.length = (int)at->length;
        phk_error(p->diag, code, where, hint, "%s", message);
    } else {
        phk_error(p->diag, code, where, hint, "%s (column %zu of the expression)", message,
                  at->start + 1);
    }
}

static const char *strange(phk_reading *r, int value)
{
    phk_token_kind kind = r->token.kind;
    if (value) return kind == PHK_T_NOT ? "put parentheses around it: (not a)" : NULL;
    return kind == PHK_T_COMMA ? NULL : "write a product with *";
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
    if (where.length >= 0) where.column += (int)(name - p->in.text);
    if (!phk_diag_wants(p->diag, where)) return hint;
    /* what is called was meant to be a function: those go first, and the first of equals is kept */
    size_t after = (size_t)(name - p->in.text) + length;
    while (after < p->in.length && p->in.text[after] == ' ') after++;
    int called = after < p->in.length && p->in.text[after] == '(';
    if (called) phk_library_offer(offer, &s);
    if (p->scope && p->scope->offer) p->scope->offer(p->scope->self, offer, &s);
    if (!called) phk_library_offer(offer, &s);
    if (s.nearest.best) snprintf(hint.text, sizeof hint.text, "did you mean `%s`?", s.best);
    return hint;
}

/* ---- operations ---- */

phk_operand phk_watch_operand(phk_parser *p, phk_operand x, const phk_token *at)
{
    if (x.kind == PHK_CONSTANT && !isfinite(x.value) && !p->trouble.length) p->trouble = *at;
    return x;
}

static phk_operand apply(phk_reading *r, phk_op op, phk_operand a, phk_operand b,
                         const phk_token *sign)
{
    phk_parser *p = r->self;
    if (op == PHK_OP_NEGATE || op == PHK_OP_NOT) return phk_emit(&p->code, op, a, a);
    if (op == PHK_OP_POWER) return phk_watch_operand(p, phk_emit_power(&p->code, a, b), sign);
    if (op == PHK_OP_DIVIDE && b.kind == PHK_CONSTANT && b.value == 0 && !p->choices && !r->stopped)
        phk_complain(r, PH_E_RANGE, sign, NULL, "division by zero");
    return phk_watch_operand(p, phk_emit(&p->code, op, a, b), sign);
}

/* ---- names ---- */

static phk_operand read_name(phk_reading *r, const phk_token *token)
{
    phk_parser *p = r->self;
    const char *text = r->text + token->start;
    phk_symbol symbol = {.kind = PHK_SYMBOL_NONE};
    if (p->scope && p->scope->name)
        symbol = p->scope->name(p->scope->self, &p->code, (phk_span){text, token->length});
    if (symbol.kind == PHK_SYMBOL_CONSTANT) return phk_constant_of(symbol.value);
    if (symbol.kind != PHK_SYMBOL_NONE) {
        if (!p->varies.length) p->varies = *token;
        phk_operand_kind kind = symbol.kind == PHK_SYMBOL_INPUT ? PHK_INPUT : PHK_RESULT;
        return (phk_operand){kind, symbol.input, 0};
    }
    const phk_constant *constant = phk_constant_find(text, token->length);
    if (constant) return phk_constant_of(constant->value);
    phk_quote name = phk_quoted(text, token->length);
    const phk_function *f = phk_function_find(text, token->length);
    if (f) {
        phk_complain(r, PH_E_NAME, token, NULL, "`%s` is a function: write %s", name.text,
                     f->info.signature);
    } else {
        phk_quote hint = phk_suggest(p, text, token->length);
        phk_complain(r, PH_E_NAME, token, hint.text[0] ? hint.text : NULL, "unknown name `%s`",
                     name.text);
    }
    return phk_anything();
}

static const phk_vocabulary of_model_files = {
    .lowest = PHK_LEVEL_OR,
    .deepest = 200,
    .deep_hint = "name a part of it as a variable",
    .empty_hint = "write a number or a formula, for example 2*sin(time)",
    .next = next,
    .report = report,
    .strange = strange,
    .name = read_name,
    .call = phk_read_call,
    .apply = apply,
};

/* ---- whole expressions ---- */

static phk_parser begin(const char *text, ph_source where, const phk_scope *scope, ph_diag *diag)
{
    return (phk_parser){.in = {.vocabulary = &of_model_files, .text = text, .length = strlen(text)},
                        .where = where,
                        .scope = scope,
                        .diag = diag};
}

static phk_operand read_all(phk_parser *p)
{
    enum { LONGEST = 1 << 20 }; /* [bytes] */
    if (p->in.length <= LONGEST) return phk_read_all(&p->in);
    phk_complain(&p->in, PH_E_RANGE, NULL, NULL, "expression of %zu characters; at most %d fit",
                 p->in.length, LONGEST);
    return phk_anything();
}

static const phk_tape *compile(phk_parser *p, phk_arena *arena)
{
    phk_operand result = read_all(p);
    const phk_tape *tape = NULL;
    if (p->in.errors == 0) {
        tape = phk_code_finish(&p->code, result, arena);
        if (!tape) {
            arena->exhausted = 1;
            phk_complain(&p->in, PH_E_NOMEM, NULL, NULL, "out of memory for an expression");
        }
    }
    phk_code_free(&p->code);
    return tape;
}

const phk_tape *phk_expr_compile(phk_arena *arena, const char *text, ph_source where,
                                 const phk_scope *scope, ph_diag *diag)
{
    phk_parser p = begin(text, where, scope, diag);
    p.in.self = &p;
    return compile(&p, arena);
}

int phk_expr_constant(const char *text, ph_source where, const phk_scope *scope, ph_diag *diag,
                      double *value)
{
    phk_parser p = begin(text, where, scope, diag);
    p.in.self = &p;
    phk_operand result = read_all(&p);
    if (p.code.exhausted)
        phk_complain(&p.in, PH_E_NOMEM, NULL, NULL, "out of memory for an expression");
    phk_code_free(&p.code);
    if (p.in.errors) return 0;
    if (result.kind != PHK_CONSTANT) {
        phk_quote name = phk_quoted(text + p.varies.start, p.varies.length);
        phk_complain(&p.in, PH_E_TYPE, &p.varies, "use numbers and parameters alone",
                     "a constant is needed here, but `%s` varies", name.text);
        return 0;
    }
    if (!isfinite(result.value)) {
        phk_complain(&p.in, PH_E_NONFINITE, &p.trouble, NULL, "the value is %s",
                     isnan(result.value) ? "not a number" : "infinite");
        return 0;
    }
    *value = result.value;
    return 1;
}
