/* SPDX-License-Identifier: BSD-3-Clause
 *
 * decode_text.c -- texts with values in them: `link{k-1}`, and in expressions of time the running
 * number itself: `k*sin(time)`.
 *
 * An expression outlives the reading of its file, so that the running number is written into it.
 * Each word of the result begins where it began in the file, as far as it does not grow: messages
 * about the expression then still point to the right column. Where it grows they point to the whole
 * of it.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "base/diag.h"
#include "expr/lex.h"
#include "io/yaml/decode.h"

/* The text being made; with text == NULL it is only measured. */
typedef struct {
    char *text;
    size_t used;
    int moved; /* a word no longer begins where it does in the file */
} maker;

static void put(maker *m, const char *text, size_t length)
{
    if (m->text) memcpy(m->text + m->used, text, length);
    m->used += length;
}

static ph_source part_of(const phk_node *node, size_t at, size_t length)
{
    ph_source where = node->inside;
    where.column += (int)at;
    where.length = (int)length;
    return where;
}

/* The value between braces at text[at] == '{'. Returns the place behind them, 0: reported. */
static size_t read_braces(const phk_decoder *d, const phk_node *node, size_t at, double *value)
{
    const char *close = strchr(node->text + at, '}');
    if (!close) {
        phk_error(d->diag, PH_E_SYNTAX, part_of(node, at, 1), "close it: `link{k}`",
                  "a brace is not closed");
        return 0;
    }
    size_t length = (size_t)(close - node->text) - at - 1;
    char *text = phk_arena_text(d->arena, node->text + at + 1, length);
    if (!text) {
        phk_error(d->diag, PH_E_NOMEM, node->where, NULL, "out of memory while reading");
        return 0;
    }
    if (d->tainted) *d->tainted = 0;
    if (!phk_expr_constant(text, part_of(node, at + 1, length), d->scope, d->diag, value)) return 0;
    if (d->tainted && *d->tainted) return 0;
    if (!(fabs(*value) <= 1e15) || *value != floor(*value)) {
        phk_error(d->diag, PH_E_TYPE, part_of(node, at, length + 2), NULL,
                  "braces hold a whole number, got %g", *value);
        return 0;
    }
    return at + length + 2;
}

static void put_whole(maker *m, double value, int in_expression)
{
    char text[40];
    const char *form = in_expression && value < 0 ? "(%lld)" : "%lld";
    put(m, text, (size_t)snprintf(text, sizeof text, form, (long long)value));
}

static const double *find_loop(const phk_decoder *d, const char *name, size_t length)
{
    for (int i = 0; d->loops && i < d->loops->count; i++)
        if (strlen(d->loops->name[i]) == length && memcmp(d->loops->name[i], name, length) == 0)
            return &d->loops->value[i];
    return NULL;
}

static int is_word(char c)
{
    return phk_is_letter(c) || phk_is_digit(c) || c == '.';
}

/* A name or number from text[at] on, with the values of its braces. Returns where it ends. */
static size_t put_word(const phk_decoder *d, const phk_node *node, size_t at, maker *m)
{
    const char *text = node->text;
    size_t start = at;
    while (text[at] == '{' || is_word(text[at])) {
        double value;
        size_t n = 0;
        while (is_word(text[at + n])) n++;
        put(m, text + at, n);
        at += n;
        if (text[at] != '{') continue;
        at = read_braces(d, node, at, &value);
        if (at == 0) return 0;
        put_whole(m, value, 0);
    }
    size_t next = at + strspn(text + at, " \t");
    const double *loop = text[next] == '(' ? NULL : find_loop(d, text + start, at - start);
    if (loop) {
        m->used -= at - start;
        put_whole(m, *loop, 1);
    }
    while (m->used < at) put(m, " ", 1);
    m->moved |= m->used > at;
    return at;
}

/* Both passes: measure, then write. Returns 0 when there were errors. */
static int make_expression(const phk_decoder *d, const phk_node *node, maker *m)
{
    size_t at = 0;
    while (node->text[at]) {
        if (node->text[at] == '{' || is_word(node->text[at])) {
            at = put_word(d, node, at, m);
            if (at == 0) return 0;
        } else {
            put(m, node->text + at++, 1);
        }
    }
    return 1;
}

static int make_name(const phk_decoder *d, const phk_node *node, maker *m)
{
    size_t at = 0;
    while (node->text[at]) {
        double value;
        size_t n = strcspn(node->text + at, "{");
        put(m, node->text + at, n);
        at += n;
        if (!node->text[at]) break;
        if (node->text[at + 1] == '{') { /* twice: itself */
            put(m, "{", 1);
            at += 2;
            continue;
        }
        at = read_braces(d, node, at, &value);
        if (at == 0) return 0;
        put_whole(m, value, 0);
    }
    return 1;
}

const char *phk_decode_text(const phk_decoder *d, const phk_node *node, int *moved)
{
    int (*make)(const phk_decoder *, const phk_node *, maker *) =
        moved ? make_expression : make_name;
    if (moved) *moved = 0;
    int plain = !strchr(node->text, '{');
    if (plain && (!moved || !d->loops || d->loops->count == 0)) return node->text;
    maker m = {NULL, 0, 0};
    if (!make(d, node, &m)) return NULL;
    m.text = phk_arena_alloc(d->arena, m.used + 1);
    if (!m.text) {
        phk_error(d->diag, PH_E_NOMEM, node->where, NULL, "out of memory while reading");
        return NULL;
    }
    m.used = 0;
    make(d, node, &m);
    if (moved) *moved = m.moved;
    return m.text;
}
