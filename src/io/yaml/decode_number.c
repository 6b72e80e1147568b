/* SPDX-License-Identifier: BSD-3-Clause
 *
 * decode_number.c -- `45 deg`, `2*pi*f`, `1e-3`: numbers as people write them, in SI units.
 *
 * A number is a literal or an expression of parameters, then perhaps a unit. The unit is the
 * longest tail that reads as one and has something behind which an expression can end before it,
 * so that in `2 * m` the last word is a parameter and in `2 m` a metre. Names of parameters may
 * have braces: `angle{k}`.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/diag.h"
#include "io/yaml/decode.h"
#include "io/yaml/units.h"

static int is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static int is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static int is_word(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_digit(c) || c == '_';
}

/* A text taken apart. */
typedef struct {
    size_t number;               /* length of the number's part */
    size_t unit_at, unit_length; /* length 0: none */
    int literal;                 /* the number is a plain literal: its value */
    double value;
    phk_unit unit;
    int unknown; /* what follows a literal looks like a unit and is none */
} parts;

/* Length of a decimal literal at the beginning of text, 0: none. Not strtod's inf, nan, hex. */
static size_t literal(const char *text, double *value)
{
    const char *digits = text + (*text == '-' || *text == '+');
    if (!is_digit(digits[0]) && !(digits[0] == '.' && is_digit(digits[1]))) return 0;
    if (digits[0] == '0' && (digits[1] == 'x' || digits[1] == 'X')) return 0;
    char *end;
    *value = strtod(text, &end);
    return (size_t)(end - text);
}

/* True for text that has only letters, digits and what stands between units: no operator. */
static int looks_like_unit(const char *text, size_t length)
{
    if (length == 0 || !is_word(text[0]) || is_digit(text[0])) return 0;
    for (size_t i = 0; i < length; i++)
        if (!is_word(text[i]) && !strchr(" ^/", text[i])) return 0;
    return 1;
}

static parts take_apart(const char *text)
{
    size_t length = strlen(text);
    while (length > 0 && is_blank(text[length - 1])) length--;
    parts p = {.number = length, .unit = {.factor = 1}};
    size_t n = literal(text, &p.value), i = n;
    while (i < length && is_blank(text[i])) i++;
    if (n > 0 && i >= length) {
        p.literal = 1;
        return p;
    }
    if (n > 0 && (phk_unit_parse(text + i, length - i, &p.unit, NULL) ||
                  (i > n && looks_like_unit(text + i, length - i)))) {
        p.literal = 1;
        p.number = n;
        p.unit_at = i;
        p.unit_length = length - i;
        p.unknown = !phk_unit_parse(text + i, length - i, &p.unit, NULL);
        return p;
    }
    for (i = 1; i + 1 < length; i++) {
        if (!is_blank(text[i]) || is_blank(text[i + 1])) continue;
        size_t before = i;
        while (before > 0 && is_blank(text[before - 1])) before--;
        if (before == 0 || (!is_word(text[before - 1]) && !strchr(").", text[before - 1])))
            continue;
        if (!phk_unit_parse(text + i + 1, length - i - 1, &p.unit, NULL)) continue;
        p.number = before;
        p.unit_at = i + 1;
        p.unit_length = length - i - 1;
        return p;
    }
    p.unit.factor = 1;
    return p;
}

size_t phk_number_part(const char *text)
{
    return take_apart(text).number;
}

static ph_source part_of(const phk_node *node, size_t at, size_t length)
{
    ph_source where = node->inside;
    where.column += (int)at;
    where.length = (int)length;
    return where;
}

static int unknown_unit(const phk_decoder *d, const phk_node *node, const parts *p)
{
    const char *text = node->text + p->unit_at;
    size_t bad = 0;
    phk_unit ignored;
    phk_unit_parse(text, p->unit_length, &ignored, &bad);
    if (bad >= p->unit_length) bad = 0;
    size_t end = bad;
    while (end < p->unit_length && is_word(text[end])) end++;
    phk_nearest nearest = phk_nearest_to(text + bad, end - bad);
    phk_unit_offer(&nearest);
    char hint[160];
    if (nearest.best)
        snprintf(hint, sizeof hint, "did you mean `%s`? (a product needs `*`)", nearest.best);
    else
        snprintf(hint, sizeof hint,
                 "known are m, mm, kg, g, s, ms, rad, deg, rpm, N, kN, ...; a "
                 "product needs `*`");
    phk_error(d->diag, PH_E_UNIT, part_of(node, p->unit_at + bad, end - bad), hint,
              "`%.*s` is not a unit", (int)(end - bad < 40 ? end - bad : 40), text + bad);
    return 0;
}

/* Compares the unit written with the one the field has. */
static int check_unit(const phk_decoder *d, const phk_node *node, const parts *p, const char *name,
                      const char *unit)
{
    phk_unit wanted = {.factor = 1};
    if (p->unknown) return unknown_unit(d, node, p);
    if (p->unit_length == 0 || (unit && strcmp(unit, "*") == 0)) return 1;
    int pure = !unit || !*unit;
    if (!pure) phk_unit_parse(unit, strlen(unit), &wanted, NULL);
    if (phk_unit_same_dimension(wanted, p->unit)) return 1;
    const char *text = node->text + p->unit_at, *quantity = phk_unit_quantity(p->unit);
    char other[80], hint[120];
    snprintf(other, sizeof other, quantity ? "is %s" : "is another quantity", quantity);
    if (pure)
        snprintf(hint, sizeof hint, "write the number alone");
    else
        snprintf(hint, sizeof hint, "give it in %s, or as a number alone, which is in %s", unit,
                 unit);
    phk_error(d->diag, PH_E_UNIT, part_of(node, p->unit_at, p->unit_length), hint,
              "%s is %s%s; `%.*s` %s", name, pure ? "a pure number" : "in ", pure ? "" : unit,
              (int)(p->unit_length < 40 ? p->unit_length : 40), text, other);
    return 0;
}

/* The value of the number's part when it is an expression. */
static int evaluate(const phk_decoder *d, const phk_node *node, const parts *p, double *value)
{
    ph_source where = part_of(node, 0, p->number);
    const char *text = node->text;
    if (text[p->number] != '\0') text = phk_arena_text(d->arena, text, p->number);
    if (!text) {
        phk_error(d->diag, PH_E_NOMEM, where, NULL, "out of memory");
        return 0;
    }
    if (d->tainted) *d->tainted = 0;
    if (!phk_expr_constant(text, where, d->scope, d->diag, value)) return 0;
    return !(d->tainted && *d->tainted);
}

/* YAML's words for what is no number. */
static int is_not_finite_word(const char *text)
{
    static const char *const word[] = {"nan", "inf", "infinity"};
    text += *text == '-' || *text == '+';
    text += *text == '.';
    for (size_t i = 0; i < sizeof word / sizeof *word; i++) {
        const char *a = text, *b = word[i];
        while (*a && (*a | 32) == *b) a++, b++;
        if (!*a && !*b) return 1;
    }
    return 0;
}

/* A number whose names have braces, `angle{k}`: the node with their values written in. Running
 * numbers stay what they are to the scope, so that a unit is not taken for one of them. */
static int fill_braces(const phk_decoder *d, phk_node *node)
{
    phk_decoder names = *d;
    names.loops = NULL;
    int moved;
    node->text = phk_decode_text(&names, node, &moved);
    if (moved) node->inside = node->where;
    return node->text != NULL;
}

int phk_decode_number(const phk_decoder *d, const phk_node *node, const char *name,
                      const char *unit, double *value)
{
    char expected[100];
    phk_node filled;
    if (node->kind != PHK_NODE_SCALAR || phk_node_is_null(node) || node->text[0] == '\0') {
        int has_unit = unit && *unit && strcmp(unit, "*") != 0;
        snprintf(expected, sizeof expected, "a number%s%s", has_unit ? " in " : "",
                 has_unit ? unit : "");
        return phk_decode_wrong_kind(d, node, name, expected, NULL);
    }
    if (strchr(node->text, '{')) {
        filled = *node;
        if (!fill_braces(d, &filled)) return 0;
        node = &filled;
    }
    parts p = take_apart(node->text);
    int not_finite = is_not_finite_word(node->text);
    if (!not_finite) {
        int ok = p.literal || evaluate(d, node, &p, &p.value);
        if (!check_unit(d, node, &p, name, unit) || !ok) return 0;
        *value = p.value * p.unit.factor;
        not_finite = !isfinite(*value);
    }
    if (!not_finite) return 1;
    phk_error(d->diag, PH_E_RANGE, node->where, "give a finite number",
              "%s is infinite or not a number: `%.60s`", name, node->text);
    return 0;
}

int phk_decode_numbers(const phk_decoder *d, const phk_node *node, const char *name,
                       const char *unit, int count, double *value)
{
    int ok = node->kind == PHK_NODE_LIST && (count < 0 || node->count == count);
    if (!ok) {
        char expected[60], example[100];
        const char *item = count == 3 ? "[1, 0, 0]" : count == 4 ? "[1, 0, 0, 0]" : "[1, 2]";
        if (count < 0)
            snprintf(expected, sizeof expected, "a list of numbers");
        else
            snprintf(expected, sizeof expected, "a list of %d numbers", count);
        snprintf(example, sizeof example, "`%.60s: %s`", name, item);
        return phk_decode_wrong_kind(d, node, name, expected, example);
    }
    for (int i = 0; i < node->count; i++)
        ok &= phk_decode_number(d, node->entry[i].value, name, unit, &value[i]);
    return ok;
}
