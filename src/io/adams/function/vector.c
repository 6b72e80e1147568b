/* SPDX-License-Identifier: BSD-3-Clause
 *
 * vector.c -- expressions of the C++ language in which there are vectors.
 *
 *   [s, s, s]   v + v   v - v   -v   s*v   v*s   v/s   v*v (inner)   v%v (outer product)
 *   DXYZ VXYZ WXYZ ACCXYZ WDTXYZ FXYZ TXYZ (i, ..)   UVX UVY UVZ (i[, k])   UNIT(v)   MAG(v)
 *
 * The model knows numbers alone: a vector is three expressions, those of its components. So here,
 * and only here, what was read is kept as text until it is put together; an expression without
 * vectors is written while it is read (vocabulary.c). A product of vectors has its factors several
 * times: a limit of length keeps products of products from growing beyond all bounds.
 */
#include <string.h>
#include "base/decimal.h"
#include "io/adams/function/function.h"

enum { MOST_TEXT = 4000 };

/* How strongly what was written last binds: what binds weaker needs parentheses. */
enum { SUM, PRODUCT, SIGNED, POWER, VALUE };

/* What was read: a number has one part. */
struct phk_vector_node {
    bool vector;
    int level;
    const char *part[3];
};
typedef struct phk_vector_node node;

/* ---- nodes ---- */

static phk_operand keep(phk_translation *t, node n)
{
    int parts = n.vector ? 3 : 1;
    for (int k = 0; k < parts; k++) {
        if (n.part[k] && strlen(n.part[k]) <= MOST_TEXT) continue;
        if (n.part[k])
            phk_stop_at(&t->in, NULL, "name a part of it as a VARIABLE",
                        "its components become too long");
        n = (node){n.vector, VALUE, {"0", "0", "0"}};
    }
    node *larger = phk_arena_grow(&t->deck->arena, t->node, (size_t)t->nodes, sizeof *larger);
    if (!larger) {
        t->no_memory = true;
        phk_stop(&t->in);
        return phk_anything();
    }
    t->node = larger;
    larger[t->nodes] = n;
    return (phk_operand){PHK_RESULT, t->nodes++, 0};
}

static node at(phk_translation *t, phk_operand o)
{
    char text[PHK_DECIMAL];
    if (o.kind == PHK_RESULT) return t->node[o.index];
    if (o.kind != PHK_CONSTANT) return (node){false, VALUE, {"0", NULL, NULL}};
    const char *number = phk_deck_print(t->deck, "%s", phk_decimal(o.value, text));
    return (node){false, *number == '-' ? SIGNED : VALUE, {number, NULL, NULL}};
}

/* A part, in parentheses where it binds weaker than `level`. */
static const char *part(phk_translation *t, const node *n, int k, int level)
{
    const char *text = n->part[n->vector ? k : 0];
    return n->level < level ? phk_deck_print(t->deck, "(%s)", text) : text;
}

static phk_operand mistake(phk_translation *t, const phk_token *where, const char *what)
{
    phk_complain(&t->in, PH_E_TYPE, where, NULL, "%s", what);
    return keep(t, (node){false, VALUE, {"0", NULL, NULL}});
}

/* ---- operators ---- */

static node sum(phk_translation *t, const node *a, const node *b, char sign)
{
    node n = {a->vector, SUM, {NULL, NULL, NULL}};
    for (int k = 0; k < (a->vector ? 3 : 1); k++)
        n.part[k] =
            phk_deck_print(t->deck, "%s %c %s", part(t, a, k, SUM), sign, part(t, b, k, PRODUCT));
    return n;
}

static node product(phk_translation *t, const node *a, const node *b, char sign)
{
    node n = {a->vector || b->vector, PRODUCT, {NULL, NULL, NULL}};
    for (int k = 0; k < (n.vector ? 3 : 1); k++)
        n.part[k] =
            phk_deck_print(t->deck, "%s%c%s", part(t, a, k, PRODUCT), sign, part(t, b, k, SIGNED));
    return n;
}

static node inner(phk_translation *t, const node *a, const node *b)
{
    const char *text = "";
    for (int k = 0; k < 3; k++)
        text = phk_deck_print(t->deck, "%s%s%s*%s", text, k ? " + " : "", part(t, a, k, SIGNED),
                              part(t, b, k, SIGNED));
    return (node){false, SUM, {text, NULL, NULL}};
}

static node outer(phk_translation *t, const node *a, const node *b)
{
    node n = {true, SUM, {NULL, NULL, NULL}};
    for (int k = 0; k < 3; k++) {
        int i = (k + 1) % 3, j = (k + 2) % 3;
        n.part[k] =
            phk_deck_print(t->deck, "%s*%s - %s*%s", part(t, a, i, SIGNED), part(t, b, j, SIGNED),
                           part(t, a, j, SIGNED), part(t, b, i, SIGNED));
    }
    return n;
}

static phk_operand apply(phk_reading *r, phk_op op, phk_operand x, phk_operand y,
                         const phk_token *sign)
{
    phk_translation *t = r->self;
    if (r->stopped) return phk_anything();
    node a = at(t, x), b = at(t, y), n;
    bool both = a.vector && b.vector;
    if (op == PHK_OP_NEGATE) {
        n = (node){a.vector, SIGNED, {NULL, NULL, NULL}};
        for (int k = 0; k < (a.vector ? 3 : 1); k++)
            n.part[k] = phk_deck_print(t->deck, "-%s", part(t, &a, k, POWER));
    } else if (sign->kind == PHK_T_CROSS) {
        if (!both) return mistake(t, sign, "`%` is the product of two vectors");
        n = outer(t, &a, &b);
    } else if (op == PHK_OP_ADD || op == PHK_OP_SUBTRACT) {
        if (a.vector != b.vector) return mistake(t, sign, "a vector and a number cannot be added");
        n = sum(t, &a, &b, op == PHK_OP_ADD ? '+' : '-');
    } else if (op == PHK_OP_MULTIPLY) {
        n = both ? inner(t, &a, &b) : product(t, &a, &b, '*');
    } else {
        if (b.vector) return mistake(t, sign, "a vector divides nothing, and is no exponent");
        if (op == PHK_OP_POWER && a.vector)
            return mistake(t, sign, "a vector has no powers: v*v is its square");
        if (op == PHK_OP_POWER)
            n = (node){
                false,
                POWER,
                {phk_deck_print(t->deck, "%s^%s", part(t, &a, 0, VALUE), part(t, &b, 0, SIGNED)),
                 NULL, NULL}};
        else
            n = product(t, &a, &b, '/');
    }
    return keep(t, n);
}

/* ---- values ---- */

/* What a scalar name or call has written, as a node. */
static phk_operand take(phk_translation *t, size_t from)
{
    return keep(t, (node){false, VALUE, {phk_function_take(t, from), NULL, NULL}});
}

static phk_operand read_name(phk_reading *r, const phk_token *name)
{
    phk_translation *t = r->self;
    size_t from = t->length;
    phk_function_vocabulary.name(r, name);
    return take(t, from);
}

const char *phk_vector_number(phk_translation *t, phk_operand o, const phk_token *where)
{
    node n = at(t, o);
    if (!n.vector) return n.part[0];
    phk_complain(&t->in, PH_E_TYPE, where, "MAG(v) is its length, v*w an inner product",
                 "a number is wanted here, not a vector");
    return "0";
}

/* [x, y, z]: the bracket was not passed yet. */
static phk_operand read_list(phk_reading *r)
{
    phk_translation *t = r->self;
    phk_token open = r->token;
    node n = {true, SUM, {"0", "0", "0"}};
    int count = 0;
    if (!phk_deeper(r, &open)) return phk_anything();
    phk_advance(r);
    do {
        phk_token first = r->token;
        const char *text = phk_vector_number(t, phk_read_expression(r), &first);
        if (count < 3) n.part[count] = text;
        count++;
    } while (phk_next_argument(r));
    if (r->token.kind == PHK_T_CLOSE_LIST)
        phk_advance(r);
    else if (r->token.kind == PHK_T_END)
        phk_stop_at(r, &open, "add the `]`", "this `[` is never closed");
    else
        phk_expected(r, "`,` or `]`", NULL);
    r->depth--;
    if (count != 3 && !r->stopped)
        phk_complain(r, PH_E_TYPE, &open, NULL, "a vector has 3 components, not %d", count);
    return keep(t, n);
}

/* ---- functions ---- */

static const struct {
    const char *name, *component;
} measures[] = {{"DXYZ", "DX"},     {"VXYZ", "VX"}, {"WXYZ", "WX"}, {"ACCXYZ", "ACCX"},
                {"WDTXYZ", "WDTX"}, {"FXYZ", "FX"}, {"TXYZ", "TX"}};

static bool is(const char *text, size_t length, const char *name)
{
    return strlen(name) == length && phk_abbreviates(text, length, name, (int)length);
}

/* Three components of a measure between markers, as the three functions for them write them. */
static phk_operand read_measure(phk_translation *t, const phk_token *name, const char *component)
{
    const phk_function_entry *e = phk_function_entry_of(component, strlen(component));
    phk_function_argument argument[PHK_FUNCTION_ARGUMENTS];
    node n = {true, VALUE, {"0", "0", "0"}};
    int count = phk_function_arguments(t, e, name, argument);
    for (int k = 0; k < 3 && count >= 0; k++) {
        size_t from = t->length;
        e[k].write(t, &e[k], argument, count); /* X, Y and Z stand one behind the other */
        n.part[k] = phk_function_take(t, from);
    }
    return keep(t, n);
}

/* Axis 1 to 3 of marker i along the axes of k, or of ground. */
static phk_operand read_axis(phk_translation *t, const phk_token *name, int axis)
{
    static const phk_function_entry like = {"UVX", "m|m", "UVX(i[,k])", NULL, NULL, PHK_IN_NOTHING};
    phk_function_argument a[PHK_FUNCTION_ARGUMENTS];
    node n = {true, SUM, {"0", "0", "0"}};
    int count = phk_function_arguments(t, &like, name, a);
    for (int k = 0; k < 3 && count >= 0; k++) {
        const char *text = "";
        const char *i = a[0].target ? a[0].text : NULL;
        const char *frame = count > 1 && a[1].target ? a[1].text : NULL;
        if (!i && !frame)
            text = k + 1 == axis ? "1" : "0";
        else if (!i)
            text = phk_deck_print(t->deck, "%s.R.%d%d", frame, axis, k + 1);
        else if (!frame)
            text = phk_deck_print(t->deck, "%s.R.%d%d", i, k + 1, axis);
        for (int m = 1; i && frame && m <= 3; m++)
            text = phk_deck_print(t->deck, "%s%s%s.R.%d%d*%s.R.%d%d", text, m > 1 ? " + " : "",
                                  frame, m, k + 1, i, m, axis);
        n.part[k] = text;
    }
    return keep(t, n);
}

/* MAG(v) and UNIT(v). */
static phk_operand read_length(phk_translation *t, bool unit)
{
    phk_token open = t->in.token;
    phk_advance(&t->in);
    phk_token first = t->in.token;
    node v = at(t, phk_read_expression(&t->in));
    if (!phk_close_call(&t->in, &open)) return phk_anything();
    if (!v.vector) return mistake(t, &first, "a vector is wanted here, not a number");
    const char *mag =
        phk_deck_print(t->deck, "hypot(hypot(%s, %s), %s)", v.part[0], v.part[1], v.part[2]);
    node length = {false, VALUE, {mag, NULL, NULL}};
    return keep(t, unit ? product(t, &v, &length, '/') : length);
}

static phk_operand read_call(phk_reading *r, const phk_token *name)
{
    phk_translation *t = r->self;
    const char *word = r->text + name->start;
    phk_operand value;
    size_t from = t->length;
    if (!phk_deeper(r, &r->token)) return phk_anything();
    for (size_t k = 0; k < sizeof measures / sizeof *measures; k++)
        if (is(word, name->length, measures[k].name)) {
            value = read_measure(t, name, measures[k].component);
            r->depth--;
            return value;
        }
    if (is(word, name->length, "UVX") || is(word, name->length, "UVY") ||
        is(word, name->length, "UVZ")) {
        value = read_axis(t, name, 1 + (word[2] & 31) - ('X' & 31));
    } else if (is(word, name->length, "MAG") || is(word, name->length, "UNIT")) {
        value = read_length(t, name->length == 4);
    } else {
        phk_function_vocabulary.call(r, name);
        value = take(t, from);
    }
    r->depth--;
    return value;
}

/* ---- wholes ---- */

bool phk_vector_reads(phk_lexer lexer)
{
    static const char *const names[] = {"DXYZ", "VXYZ", "WXYZ", "ACCXYZ", "WDTXYZ", "FXYZ",
                                        "TXYZ", "UVX",  "UVY",  "UVZ",    "UNIT",   "MAG"};
    lexer.diag = NULL;
    for (;;) {
        phk_word w = phk_lexer_next(&lexer);
        if (w.kind == PHK_TOKEN_END || w.kind == PHK_TOKEN_BAD) return false;
        if (w.kind == PHK_TOKEN_MARK && (w.mark == '[' || w.mark == '%')) return true;
        for (size_t k = 0; w.kind == PHK_TOKEN_WORD && k < sizeof names / sizeof *names; k++)
            if (is(lexer.text + w.at, w.length, names[k])) return true;
    }
}

bool phk_vector_parts(phk_translation *t, phk_operand o, const char *parts[3])
{
    node n = at(t, o);
    for (int k = 0; k < 3; k++) parts[k] = n.vector ? n.part[k] : "0";
    return n.vector;
}

phk_vocabulary phk_vector_vocabulary(void)
{
    phk_vocabulary v = phk_function_vocabulary;
    v.name = read_name;
    v.call = read_call;
    v.list = read_list;
    v.apply = apply;
    v.pass = NULL;
    return v;
}
