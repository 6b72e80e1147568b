/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Calls: functions of the library, choices, curves, and functions of the scope, whose arguments
 * are names rather than values.
 */
#include "expr/parse.h"

#include <stdio.h>

/* "step takes 5 arguments: step(x, x0, h0, x1, h1), got 3" */
static void wrong_count(phk_parser *p, const phk_token *name, const phk_function *f, int got)
{
    char number[48];
    if (f->least == f->most)
        snprintf(number, sizeof number, "%d argument%s", f->least, f->least == 1 ? "" : "s");
    else if (f->most == PHK_ARGUMENTS && got < f->least)
        snprintf(number, sizeof number, "at least %d arguments", f->least);
    else
        snprintf(number, sizeof number, "%d to %d arguments", f->least, f->most);
    phk_complain(&p->in, PH_E_TYPE, name, NULL, "%.*s takes %s: %s, got %d",
                 (int)phk_function_name(f), f->info.signature, number, f->info.signature, got);
}

static void push(phk_parser *p, phk_operand x)
{
    phk_operand *grown =
        phk_arena_grow(&p->code.arena, p->stack, (size_t)p->stacked, sizeof *grown);
    if (!grown) {
        p->code.exhausted = 1;
        return;
    }
    p->stack = grown;
    p->stack[p->stacked++] = x;
}

/* Reads expressions up to the closing parenthesis onto the stack; returns how many. */
static int read_values(phk_parser *p, const phk_token *open)
{
    int count = 0;
    if (p->in.token.kind != PHK_T_CLOSE) {
        do {
            phk_operand x = phk_read_expression(&p->in);
            if (++count <= PHK_ARGUMENTS) push(p, x);
        } while (phk_next_argument(&p->in));
    }
    phk_close_call(&p->in, open);
    return count;
}

static void check_constants(phk_parser *p, const phk_token *name, const phk_function *f,
                            const phk_operand *arg, int count)
{
    double x[PHK_ARGUMENTS];
    if (!f->check) return;
    for (int k = 0; k < count; k++) x[k] = arg[k].kind == PHK_CONSTANT ? arg[k].value : NAN;
    const char *problem = f->check(x, count);
    if (problem && !p->choices)
        phk_complain(&p->in, PH_E_RANGE, name, NULL, "%s: %s", f->info.signature, problem);
}

static phk_operand read_plain(phk_parser *p, const phk_token *name, const phk_token *open,
                              const phk_function *f)
{
    int base = p->stacked, count = read_values(p, open);
    phk_operand result = phk_anything();
    if (!p->in.stopped && (count < f->least || count > f->most)) {
        wrong_count(p, name, f, count);
    } else if (!p->in.stopped && !p->code.exhausted) {
        check_constants(p, name, f, p->stack + base, count);
        result = phk_watch_operand(p, phk_emit_call(&p->code, f, p->stack + base, count), name);
    }
    p->stacked = base;
    return result;
}

/* ---- choices ---- */

static int expect_comma(phk_parser *p, const phk_token *name, const phk_function *f)
{
    if (p->in.token.kind == PHK_T_COMMA) {
        phk_advance(&p->in);
        return 1;
    }
    if (p->in.token.kind == PHK_T_CLOSE || p->in.token.kind == PHK_T_COLON)
        phk_stop_at(&p->in, p->in.token.kind == PHK_T_CLOSE ? name : &p->in.token, NULL,
                    "an argument of `if` is missing: %s", f->info.signature);
    else
        phk_expected(&p->in, "`,`", NULL);
    return 0;
}

/* Both sides of a choice; the second one is a choice again when `then` is not NULL. */
static phk_operand read_sides(phk_parser *p, const phk_token *name, const phk_function *f,
                              phk_operand condition, const phk_operand *then)
{
    phk_choice choice = phk_choice_begin(&p->code, condition);
    p->choices++;
    phk_choice_turn(&p->code, &choice, phk_read_expression(&p->in));
    phk_operand second = phk_anything();
    if (expect_comma(p, name, f)) {
        if (then)
            second = read_sides(p, name, f,
                                phk_emit(&p->code, PHK_OP_EQUAL, *then, phk_constant_of(0)), NULL);
        else
            second = phk_read_expression(&p->in);
    }
    p->choices--;
    return phk_choice_end(&p->code, &choice, second);
}

static phk_operand read_if(phk_parser *p, const phk_token *name, const phk_token *open,
                           const phk_function *f)
{
    phk_operand test = phk_read_expression(&p->in), result;
    if (p->in.token.kind == PHK_T_COLON) {
        phk_advance(&p->in);
        phk_operand below = phk_emit(&p->code, PHK_OP_LESS, test, phk_constant_of(0));
        result = read_sides(p, name, f, below, &test);
    } else {
        if (!expect_comma(p, name, f)) return phk_anything();
        result = read_sides(p, name, f, test, NULL);
    }
    if (p->in.token.kind == PHK_T_COMMA)
        phk_stop_at(&p->in, &p->in.token, NULL, "`if` has too many arguments: %s",
                    f->info.signature);
    phk_close_call(&p->in, open);
    return result;
}

/* ---- curves ---- */

/* The table or curve of the name at hand; NULL: reported. */
static const phk_spline *read_table(phk_parser *p, int in_space)
{
    phk_token token = p->in.token;
    const char *what = in_space ? "curve" : "table";
    if (token.kind != PHK_T_NAME) {
        phk_expected(&p->in, in_space ? "the name of a curve" : "the name of a table", NULL);
        return NULL;
    }
    phk_advance(&p->in);
    const char *text = p->in.text + token.start;
    const phk_spline *curve = NULL;
    if (p->scope && p->scope->table)
        curve = p->scope->table(p->scope->self, (phk_span){text, token.length});
    if (curve && !phk_spline_is_curve(curve) == !in_space) return curve;
    phk_quote hint = curve ? (phk_quote){""} : phk_suggest(p, text, token.length);
    phk_complain(&p->in, PH_E_NAME, &token, hint.text[0] ? hint.text : NULL, "there is no %s `%s`",
                 what, phk_quoted(text, token.length).text);
    return NULL;
}

/* A constant among the whole numbers least..most; reported else. */
static int read_whole(phk_parser *p, const char *what, int least, int most)
{
    phk_token token = p->in.token;
    phk_operand x = phk_read_expression(&p->in);
    for (int k = least; k <= most; k++)
        if (x.kind == PHK_CONSTANT && x.value == k) return k;
    if (!p->in.stopped) phk_complain(&p->in, PH_E_RANGE, &token, NULL, "%s", what);
    return least;
}

/* What stands between the parentheses of a table function. */
typedef struct {
    int count; /* of arguments */
    phk_operand x, z;
    phk_token z_token; /* length 0: no z */
    const phk_spline *table;
    int order, part;
    phk_token order_token; /* length 0: no order */
} curve_call;

static const char order_range[] = "the order of the derivative is 0, 1 or 2";

static void read_curve_arguments(phk_parser *p, const phk_function *f, curve_call *c)
{
    c->x = phk_read_expression(&p->in);
    c->count = 1;
    if (!phk_next_argument(&p->in)) return;
    c->count++;
    if (f->form == PHK_FORM_SPACE) {
        c->order = read_whole(p, order_range, 0, 2);
        if (!phk_next_argument(&p->in)) return;
        c->part = read_whole(p, "the component is 1, 2 or 3: x, y or z", 1, 3) - 1;
        c->count++;
        if (!phk_next_argument(&p->in)) return;
        c->count++;
        c->table = read_table(p, 1);
        return;
    }
    /* the last name, or in the short form the only one, is the table */
    phk_token after = phk_lex(p->in.text, p->in.length, p->in.token.start + p->in.token.length);
    int is_table = p->in.token.kind == PHK_T_NAME && after.kind == PHK_T_CLOSE;
    if (f->form == PHK_FORM_TABLE_Z && !is_table) {
        c->z_token = p->in.token;
        c->z = phk_read_expression(&p->in);
        if (!phk_next_argument(&p->in)) return;
        c->count++;
    }
    c->table = read_table(p, 0);
    int long_form = f->form == PHK_FORM_TABLE || c->z_token.length;
    if (!long_form || !phk_next_argument(&p->in)) return;
    c->count++;
    c->order_token = p->in.token;
    c->order = read_whole(p, order_range, 0, 2);
}

/* Whether z and the order fit the table. */
static int check_curve(phk_parser *p, const phk_token *name, const curve_call *c)
{
    const phk_token *z = &c->z_token;
    if (phk_spline_is_surface(c->table)) {
        if (z->length) return 1;
        phk_complain(&p->in, PH_E_TYPE, name, NULL,
                     "the table is a surface: write akispl(x, z, table) or cubspl");
        return 0;
    }
    if (!z->length || (c->z.kind == PHK_CONSTANT && c->z.value == 0)) return 1;
    phk_complain(&p->in, PH_E_RANGE, z, NULL,
                 "a table is a curve: its second coordinate z must be 0");
    return 0;
}

static phk_operand read_curve(phk_parser *p, const phk_token *name, const phk_token *open,
                              const phk_function *f)
{
    curve_call c = {.z = phk_constant_of(0)};
    read_curve_arguments(p, f, &c);
    while (phk_next_argument(&p->in)) {
        c.count++;
        phk_read_expression(&p->in);
    }
    int closed = phk_close_call(&p->in, open);
    if (closed && ((!c.table && p->in.errors == 0) || c.count > f->most)) {
        wrong_count(p, name, f, c.count);
        return phk_anything();
    }
    if (!closed || !c.table) return phk_anything();
    if (f->form == PHK_FORM_SPACE)
        return phk_emit_curve(&p->code, c.x, c.table, (phk_spline_kind)c.part, c.order);
    if (!check_curve(p, name, &c)) return phk_anything();
    if (phk_spline_is_surface(c.table))
        return phk_emit_surface(&p->code, c.x, c.z, c.table, f->curve, c.order);
    return phk_emit_curve(&p->code, c.x, c.table, f->curve, c.order);
}

/* ---- functions of the scope ---- */

/* Splits the raw text between parentheses at its outer commas; returns the number of arguments,
 * which may exceed what fits, and moves on behind the closing parenthesis. -1: not closed. */
static int split(phk_parser *p, const phk_token *open, phk_span *arg)
{
    size_t start = open->start + 1, i = start;
    int count = 0, depth = 0;
    for (;; i++) {
        if (i >= p->in.length) {
            phk_stop_at(&p->in, open, "add the `)`", "this `(` is never closed");
            return -1;
        }
        char c = p->in.text[i];
        if (c == '(') depth++;
        if (c == ')' && depth-- > 0) continue;
        if (c != ')' && (c != ',' || depth > 0)) continue;
        size_t a = start, b = i;
        while (a < b && (p->in.text[a] == ' ' || p->in.text[a] == '\t')) a++;
        while (b > a && (p->in.text[b - 1] == ' ' || p->in.text[b - 1] == '\t')) b--;
        /* f() has no argument at all */
        if (c == ',' || count > 0 || b > a) {
            if (count < PHK_ARGUMENTS) arg[count] = (phk_span){p->in.text + a, b - a};
            count++;
        }
        start = i + 1;
        if (c == ')') break;
    }
    p->in.token = (phk_token){.kind = PHK_T_CLOSE, .start = i, .length = 1};
    phk_advance(&p->in);
    return count;
}

static phk_operand unknown_function(phk_parser *p, const phk_token *name)
{
    const char *text = p->in.text + name->start;
    phk_quote quote = phk_quoted(text, name->length);
    phk_symbol symbol = {.kind = PHK_SYMBOL_NONE};
    if (p->scope && p->scope->name)
        symbol = p->scope->name(p->scope->self, &p->code, (phk_span){text, name->length});
    if (symbol.kind != PHK_SYMBOL_NONE || phk_constant_find(text, name->length)) {
        phk_complain(&p->in, PH_E_NAME, name, "write a product with *",
                     "`%s` is a value, not a function", quote.text);
    } else {
        phk_quote hint = phk_suggest(p, text, name->length);
        phk_complain(&p->in, PH_E_NAME, name, hint.text[0] ? hint.text : NULL,
                     "unknown function `%s`", quote.text);
    }
    return phk_anything();
}

static phk_operand read_scope_call(phk_parser *p, const phk_token *name, const phk_token *open)
{
    phk_span arg[PHK_ARGUMENTS];
    int count = split(p, open, arg), at = -1;
    if (count < 0) return phk_anything();
    const char *problem = NULL;
    phk_symbol symbol = {.kind = PHK_SYMBOL_NONE};
    if (p->scope && p->scope->call && count <= PHK_ARGUMENTS)
        symbol = p->scope->call(p->scope->self, &p->code,
                                (phk_span){p->in.text + name->start, name->length}, arg, count,
                                &problem, &at);
    if (symbol.kind == PHK_SYMBOL_CONSTANT) return phk_constant_of(symbol.value);
    if (symbol.kind != PHK_SYMBOL_NONE) {
        if (!p->varies.length) p->varies = *name;
        phk_operand_kind kind = symbol.kind == PHK_SYMBOL_INPUT ? PHK_INPUT : PHK_RESULT;
        return (phk_operand){kind, symbol.input, 0};
    }
    if (!problem) return unknown_function(p, name);
    if (at >= 0 && at < count) {
        phk_token word = {.start = (size_t)(arg[at].text - p->in.text), .length = arg[at].length};
        phk_complain(&p->in, PH_E_NAME, &word, NULL, "%s", problem);
    } else {
        phk_complain(&p->in, PH_E_TYPE, name, NULL, "%s", problem);
    }
    return phk_anything();
}

phk_operand phk_read_call(phk_reading *r, const phk_token *name)
{
    phk_parser *p = r->self;
    phk_token open = p->in.token;
    phk_span word = {p->in.text + name->start, name->length};
    const phk_function *f = phk_function_find(word.text, word.length);
    if (!f && p->scope && p->scope->function) f = p->scope->function(p->scope->self, word);
    if (!f) return read_scope_call(p, name, &open);
    if (!phk_deeper(&p->in, &open)) return phk_anything();
    phk_advance(&p->in);
    phk_operand result;
    if (f->form == PHK_FORM_IF)
        result = read_if(p, name, &open, f);
    else if (f->form == PHK_FORM_PLAIN)
        result = read_plain(p, name, &open, f);
    else
        result = read_curve(p, name, &open, f);
    p->in.depth--;
    return result;
}
