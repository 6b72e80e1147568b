/* SPDX-License-Identifier: BSD-3-Clause */
#include "io/yaml/decode.h"

#include <ctype.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "base/diag.h"
#include "field/field.h"

static int out_of_memory(const phk_decoder *d, const phk_node *node)
{
    phk_error(d->diag, PH_E_NOMEM, node->where, NULL, "out of memory while reading");
    return 0;
}

int phk_decode_wrong_kind(const phk_decoder *d, const phk_node *node, const char *name,
                          const char *expected, const char *example)
{
    char got[80], hint[160];
    snprintf(hint, sizeof hint, "write %s", example ? example : "");
    phk_error(d->diag, PH_E_TYPE, node->where, example ? hint : NULL, "%s: expected %s, got %s",
              name, expected, phk_node_describe(node, got, sizeof got));
    return 0;
}

static int check_range(const phk_decoder *d, const ph_field *f, const phk_node *node, double value)
{
    char why[PHK_RANGE_TEXT];
    if (phk_field_in_range(f, value, why)) return 1;
    phk_error(d->diag, PH_E_RANGE, node->where, NULL, "%s", why);
    return 0;
}

/* Six numbers of two units, three each: "N, N m". In a matrix of them every entry has its own. */
static int read_two_units(const phk_decoder *d, const ph_field *f, const phk_node *node,
                          const char *comma, double *value)
{
    char first[40];
    snprintf(first, sizeof first, "%.*s", (int)(comma - f->unit), f->unit);
    int ok = 1, six = node->count == 6;
    for (int i = 0; i < node->count; i++)
        ok &= phk_decode_number(d, node->entry[i].value, f->name,
                                !six    ? "*"
                                : i < 3 ? first
                                        : comma + 2,
                                &value[i]);
    return ok;
}

/* The items of a list of numbers, each in the field's range. */
static int read_numbers(const phk_decoder *d, const ph_field *f, const phk_node *node, int count,
                        double *value)
{
    const char *comma = f->unit ? strchr(f->unit, ',') : NULL;
    int ok = comma && node->kind == PHK_NODE_LIST
                 ? read_two_units(d, f, node, comma, value)
                 : phk_decode_numbers(d, node, f->name, f->unit, count, value);
    if (!ok) return 0;
    for (int i = 0; i < node->count; i++) ok &= check_range(d, f, node->entry[i].value, value[i]);
    return ok;
}

static int read_number(const phk_decoder *d, const ph_field *f, const phk_node *node, double *value)
{
    double v;
    if (!phk_decode_number(d, node, f->name, f->unit, &v) || !check_range(d, f, node, v)) return 0;
    *value = v;
    return 1;
}

static int read_integer(const phk_decoder *d, const ph_field *f, const phk_node *node, int *value)
{
    double v;
    if (!read_number(d, f, node, &v)) return 0;
    if (v != floor(v) || fabs(v) > INT_MAX) {
        phk_error(d->diag, PH_E_TYPE, node->where, NULL, "%s: expected a whole number, got %g",
                  f->name, v);
        return 0;
    }
    *value = (int)v;
    return 1;
}

/* True for a scalar with a text in it. */
static int is_text(const phk_node *node)
{
    return node->kind == PHK_NODE_SCALAR && !phk_node_is_null(node) && node->text[0] != '\0';
}

/* The index of a word among the field's, or of `all` behind them in a set of words; -1:
 * reported. */
static int find_word(const phk_decoder *d, const ph_field *f, const phk_node *node)
{
    char hint[PHK_HINT_TEXT];
    int index = phk_field_word(f, node->text, hint);
    if (index < 0)
        phk_error(d->diag, PH_E_NAME, node->where, hint, "%s: no such choice `%.60s`", f->name,
                  node->text);
    return index;
}

static int read_word(const phk_decoder *d, const ph_field *f, const phk_node *node, int *value)
{
    if (!is_text(node)) return phk_decode_wrong_kind(d, node, f->name, "a word", NULL);
    int index = find_word(d, f, node);
    if (index >= 0) *value = index;
    return index >= 0;
}

/* One word of a set, or `all`. */
static int add_word(const phk_decoder *d, const ph_field *f, const phk_node *node, int *value)
{
    if (!is_text(node)) return phk_decode_wrong_kind(d, node, f->name, "a list of words", NULL);
    int index = find_word(d, f, node);
    if (index < 0) return 0;
    *value |= f->words[index] ? 1 << index : (1 << index) - 1;
    return 1;
}

static int read_words(const phk_decoder *d, const ph_field *f, const phk_node *node, int *value)
{
    *value = 0;
    if (node->kind != PHK_NODE_LIST) return add_word(d, f, node, value);
    int ok = 1;
    for (int i = 0; i < node->count; i++) ok &= add_word(d, f, node->entry[i].value, value);
    return ok;
}

static int read_text(const phk_decoder *d, const ph_field *f, const phk_node *node, ph_text *value)
{
    if (!is_text(node)) return phk_decode_wrong_kind(d, node, f->name, "a text", NULL);
    *value = (ph_text){phk_decode_text(d, node, NULL), node->where};
    return value->text != NULL;
}

static int read_place(const phk_decoder *d, const ph_field *f, const phk_node *node,
                      ph_place *value)
{
    if (!is_text(node))
        return phk_decode_wrong_kind(d, node, f->name, "the name of a body or a marker", NULL);
    const char *text = phk_decode_text(d, node, NULL);
    *value = (ph_place){text && strcmp(text, "ground") == 0 ? NULL : text, node->where};
    return text != NULL;
}

static int read_expr(const phk_decoder *d, const ph_field *f, const phk_node *node, ph_expr *value)
{
    if (!is_text(node))
        return phk_decode_wrong_kind(d, node, f->name, "a number or an expression", NULL);
    int moved;
    *value = (ph_expr){phk_decode_text(d, node, &moved), node->inside, -1};
    if (moved) value->where.length = -value->where.length;
    return value->text != NULL;
}

static int read_expr3(const phk_decoder *d, const ph_field *f, const phk_node *node, ph_expr *value)
{
    if (node->kind != PHK_NODE_LIST || node->count != 3) {
        char example[100];
        snprintf(example, sizeof example, "`%.40s: [0, sin(time), 0]`", f->name);
        return phk_decode_wrong_kind(d, node, f->name, "a list of 3 numbers or expressions",
                                     example);
    }
    int ok = 1;
    for (int i = 0; i < 3; i++) ok &= read_expr(d, f, node->entry[i].value, &value[i]);
    return ok;
}

static int read_vec3(const phk_decoder *d, const ph_field *f, const phk_node *node, ph_vec3 *value)
{
    double v[3];
    if (!read_numbers(d, f, node, 3, v)) return 0;
    *value = ph_v3(v[0], v[1], v[2]);
    if (isfinite(ph_norm(*value))) return 1;
    /* everything that is done with vectors squares them */
    phk_error(d->diag, PH_E_RANGE, node->where, "give numbers below 1e150",
              "%s is too long to compute with: its square is beyond the range of numbers", f->name);
    return 0;
}

static int read_inertia(const phk_decoder *d, const ph_field *f, const phk_node *node,
                        ph_sym3 *value)
{
    double v[6] = {0};
    if (node->kind != PHK_NODE_LIST || (node->count != 3 && node->count != 6))
        return phk_decode_wrong_kind(d, node, f->name, "a list of 3 or 6 numbers",
                                     "[xx, yy, zz] or [xx, yy, zz, xy, xz, yz]");
    if (!read_numbers(d, f, node, node->count, v)) return 0;
    *value = (ph_sym3){v[0], v[1], v[2], v[3], v[4], v[5]};
    return 1;
}

static int read_number_list(const phk_decoder *d, const ph_field *f, const phk_node *node,
                            ph_numbers *value)
{
    double *v = phk_arena_alloc(d->arena, sizeof *v * (size_t)(node->count + 1));
    if (!v) return out_of_memory(d, node);
    if (!read_numbers(d, f, node, -1, v)) return 0;
    *value = (ph_numbers){node->count, v};
    return 1;
}

/* All rows are as long as the first one. */
static int read_rows(const phk_decoder *d, const ph_field *f, const phk_node *node, ph_rows *value)
{
    const phk_node *first =
        node->kind == PHK_NODE_LIST && node->count > 0 ? node->entry[0].value : NULL;
    if (!first || first->kind != PHK_NODE_LIST || first->count == 0) {
        char example[100];
        snprintf(example, sizeof example, "`%.40s: [[0, 0, 0], [1, 0, 0]]`", f->name);
        return phk_decode_wrong_kind(d, node, f->name, "a list of lists of numbers", example);
    }
    const int width = first->count;
    double *v = phk_arena_alloc(d->arena, sizeof *v * (size_t)node->count * (size_t)width);
    if (!v) return out_of_memory(d, node);
    int ok = 1;
    for (int i = 0; i < node->count; i++)
        ok &= read_numbers(d, f, node->entry[i].value, width, v + (size_t)i * (size_t)width);
    *value = (ph_rows){node->count, width, v};
    return ok;
}

static int read_names(const phk_decoder *d, const ph_field *f, const phk_node *node,
                      ph_names *value)
{
    if (node->kind != PHK_NODE_LIST) {
        char example[100];
        snprintf(example, sizeof example, "`%.40s: [one, two]`", f->name);
        return phk_decode_wrong_kind(d, node, f->name, "a list of names", example);
    }
    ph_text *name = phk_arena_alloc(d->arena, sizeof *name * (size_t)(node->count + 1));
    if (!name) return out_of_memory(d, node);
    int ok = 1;
    for (int i = 0; i < node->count; i++) ok &= read_text(d, f, node->entry[i].value, &name[i]);
    *value = (ph_names){node->count, name};
    return ok;
}

/* One joint may be written without brackets. */
static int read_joints(const phk_decoder *d, const ph_field *f, const phk_node *node,
                       ph_joints *value)
{
    if (node->kind == PHK_NODE_LIST) return read_names(d, f, node, &value->names);
    if (f->max > 1) {
        char example[100];
        snprintf(example, sizeof example, "`%.40s: [one, two]`", f->name);
        return phk_decode_wrong_kind(d, node, f->name, "a list of joints", example);
    }
    ph_text *name = phk_arena_alloc(d->arena, sizeof *name);
    if (!name) return out_of_memory(d, node);
    value->names = (ph_names){1, name};
    return read_text(d, f, node, name);
}

static int read_group(const phk_decoder *d, const ph_field *f, const phk_node *node, void *at)
{
    int count = 0, ok = 1;
    while (f->group[count].name) count++;
    if (node->kind == PHK_NODE_MAP)
        return phk_decode_map(d, node, f->group, f->name, node->where, NULL, at, NULL);
    if (node->kind != PHK_NODE_LIST || node->count != count) {
        char expected[80], example[100];
        snprintf(expected, sizeof expected, "a map or a list of %d numbers", count);
        snprintf(example, sizeof example, "`%.40s: {%.40s: 1}`", f->name, f->group[0].name);
        return phk_decode_wrong_kind(d, node, f->name, expected, example);
    }
    for (int i = 0; i < count; i++)
        ok &= phk_decode_value(d, node->entry[i].value, &f->group[i],
                               (char *)at + f->group[i].offset);
    return ok;
}

int phk_decode_value(const phk_decoder *d, const phk_node *node, const ph_field *f, void *at)
{
    switch (f->kind) {
    case PH_FIELD_NUMBER:
        return read_number(d, f, node, at);
    case PH_FIELD_INTEGER:
        return read_integer(d, f, node, at);
    case PH_FIELD_WORD:
        return read_word(d, f, node, at);
    case PH_FIELD_TEXT:
        return read_text(d, f, node, at);
    case PH_FIELD_VEC3:
        return read_vec3(d, f, node, at);
    case PH_FIELD_INERTIA:
        return read_inertia(d, f, node, at);
    case PH_FIELD_ORIENTATION:
        return phk_decode_orientation(d, node, f->name, at);
    case PH_FIELD_EXPR:
        return read_expr(d, f, node, at);
    case PH_FIELD_EXPR3:
        return read_expr3(d, f, node, at);
    case PH_FIELD_PLACE:
        return read_place(d, f, node, at);
    case PH_FIELD_NUMBERS:
        return read_number_list(d, f, node, at);
    case PH_FIELD_ROWS:
        return read_rows(d, f, node, at);
    case PH_FIELD_NAMES:
        return read_names(d, f, node, at);
    case PH_FIELD_WORDS:
        return read_words(d, f, node, at);
    case PH_FIELD_GROUP:
        return read_group(d, f, node, at);
    case PH_FIELD_JOINTS:
        return read_joints(d, f, node, at);
    case PH_FIELD_CURVE:
        *(ph_curve *)at = (ph_curve){.name = {0}};
        return read_text(d, f, node, &((ph_curve *)at)->name);
    }
    return 0;
}

/* "did you mean", else the keys there are. Returns the field that was probably meant, or NULL. */
static const ph_field *unknown_key(const phk_decoder *d, const phk_entry *e, const ph_field *fields,
                                   const char *what, const char *skip)
{
    char hint[600];
    const ph_field *meant = phk_field_nearest(fields, e->key, skip, hint, sizeof hint);
    if (phk_node_is_null(e->value) && strchr(e->key, ':'))
        snprintf(hint, sizeof hint, "write `key: value`, with a blank after the colon");
    else if (phk_node_is_null(e->value) && !isalpha((unsigned char)e->key[0]))
        snprintf(hint, sizeof hint,
                 "within { } an expression with commas needs quotes: \"f(x, y)\"");
    phk_error(d->diag, PH_E_KEY, e->where, hint, "unknown key `%.60s` in %s", e->key, what);
    return meant;
}

static int missing_key(const phk_decoder *d, ph_source where, const ph_field *f, const char *what)
{
    char hint[300];
    int has_unit = f->unit && *f->unit;
    snprintf(hint, sizeof hint, "add `%s:`%s%s", f->name, has_unit ? " in " : "",
             has_unit ? f->unit : "");
    phk_error(d->diag, PH_E_MISSING, where, hint, "%s has no `%s`", what, f->name);
    return 0;
}

/* Is a key one of some words? */
static bool is_one_of(const char *words, const char *key)
{
    size_t length = strlen(key);
    for (const char *w = words; w && *w; w += strcspn(w, " "), w += *w == ' ')
        if (strcspn(w, " ") == length && memcmp(w, key, length) == 0) return true;
    return false;
}

int phk_decode_map(const phk_decoder *d, const phk_node *map, const ph_field *fields,
                   const char *what, ph_source where, const char *skip, void *out, uint64_t *given)
{
    uint64_t seen = 0, meant = 0; /* meant: misspelt, and reported as that */
    int ok = 1;
    if (map->kind != PHK_NODE_MAP && !phk_node_is_null(map))
        return phk_decode_wrong_kind(d, map, what, "a map", "`key: value` pairs");
    for (int i = 0; i < map->count; i++) {
        const phk_entry *e = &map->entry[i];
        if (is_one_of(skip, e->key)) continue;
        const ph_field *f = ph_field_find(fields, e->key);
        if (f) {
            seen |= phk_field_bit(fields, f->name);
            ok &= phk_decode_value(d, e->value, f, (char *)out + f->offset);
        } else {
            f = unknown_key(d, e, fields, what, skip);
            if (f) meant |= phk_field_bit(fields, f->name);
            ok = 0;
        }
    }
    for (const ph_field *f = fields; f->name; f++)
        if ((f->flags & PH_REQUIRED) && !((seen | meant) & phk_field_bit(fields, f->name)))
            ok &= missing_key(d, where, f, what);
    if (given) *given = seen;
    return ok;
}
