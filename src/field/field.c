/* SPDX-License-Identifier: BSD-3-Clause */
#include "field/field.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include "base/names.h"

const ph_field *ph_field_find(const ph_field *fields, const char *name)
{
    for (const ph_field *f = fields; f && name && f->name; f++)
        if (strcmp(f->name, name) == 0) return f;
    return NULL;
}

static void set_default(const ph_field *f, void *at)
{
    switch (f->kind) {
    case PH_FIELD_NUMBER:
        *(double *)at = f->init;
        break;
    case PH_FIELD_INTEGER:
    case PH_FIELD_WORD:
    case PH_FIELD_WORDS:
        *(int *)at = (int)f->init;
        break;
    case PH_FIELD_TEXT:
        *(ph_text *)at = (ph_text){0};
        break;
    case PH_FIELD_VEC3:
        *(ph_vec3 *)at = (ph_vec3){f->init, f->init, f->init};
        break;
    case PH_FIELD_INERTIA:
        *(ph_sym3 *)at = (ph_sym3){0};
        break;
    case PH_FIELD_ORIENTATION:
        *(ph_quat *)at = ph_quat_identity();
        break;
    case PH_FIELD_EXPR:
        *(ph_expr *)at = (ph_expr){.value = -1};
        break;
    case PH_FIELD_EXPR3:
        for (int i = 0; i < 3; i++) ((ph_expr *)at)[i] = (ph_expr){.value = -1};
        break;
    case PH_FIELD_PLACE:
        *(ph_place *)at = (ph_place){0};
        break;
    case PH_FIELD_NUMBERS:
        *(ph_numbers *)at = (ph_numbers){0};
        break;
    case PH_FIELD_ROWS:
        *(ph_rows *)at = (ph_rows){0};
        break;
    case PH_FIELD_NAMES:
        *(ph_names *)at = (ph_names){0};
        break;
    case PH_FIELD_GROUP:
        ph_field_defaults(f->group, at);
        break;
    case PH_FIELD_JOINTS:
        *(ph_joints *)at = (ph_joints){.joint = {-1, -1, -1}};
        break;
    case PH_FIELD_CURVE:
        *(ph_curve *)at = (ph_curve){.name = {0}};
        break;
    }
}

void ph_field_defaults(const ph_field *fields, void *par)
{
    for (const ph_field *f = fields; f->name; f++) set_default(f, (char *)par + f->offset);
}

static bool same_number(double a, double b)
{
    return memcmp(&a, &b, sizeof a) == 0 || (isnan(a) && isnan(b));
}

static bool same_numbers(const double *a, const double *b, int count)
{
    for (int i = 0; i < count; i++)
        if (!same_number(a[i], b[i])) return false;
    return true;
}

/* Whether nothing stands at a field of a kind whose value is text, a place or a list. */
static bool is_empty(const ph_field *f, const void *a)
{
    switch (f->kind) {
    case PH_FIELD_TEXT:
        return !((const ph_text *)a)->text;
    case PH_FIELD_EXPR:
        return !((const ph_expr *)a)->text;
    case PH_FIELD_EXPR3:
        for (int i = 0; i < 3; i++)
            if (((const ph_expr *)a)[i].text) return false;
        return true;
    case PH_FIELD_PLACE: /* ground may have been named */
        return !((const ph_place *)a)->text && ((const ph_place *)a)->where.line == 0;
    case PH_FIELD_NUMBERS:
        return ((const ph_numbers *)a)->count == 0;
    case PH_FIELD_ROWS:
        return ((const ph_rows *)a)->count == 0;
    case PH_FIELD_NAMES:
        return ((const ph_names *)a)->count == 0;
    case PH_FIELD_JOINTS:
        return ((const ph_joints *)a)->names.count == 0;
    case PH_FIELD_CURVE:
        return !((const ph_curve *)a)->name.text;
    default:
        return false;
    }
}

bool phk_field_same(const ph_field *f, const void *a, const void *b)
{
    switch (f->kind) {
    case PH_FIELD_NUMBER:
        return same_numbers(a, b, 1);
    case PH_FIELD_INTEGER:
    case PH_FIELD_WORD:
    case PH_FIELD_WORDS:
        return *(const int *)a == *(const int *)b;
    case PH_FIELD_VEC3:
        return same_numbers(a, b, 3);
    case PH_FIELD_INERTIA:
        return same_numbers(a, b, 6);
    case PH_FIELD_ORIENTATION:
        return same_numbers(a, b, 4);
    case PH_FIELD_GROUP:
        for (const ph_field *g = f->group; g->name; g++)
            if (!phk_field_same(g, (const char *)a + g->offset, (const char *)b + g->offset))
                return false;
        return true;
    default:
        return is_empty(f, a) == is_empty(f, b);
    }
}

uint64_t phk_field_changed(const ph_field *fields, const void *def, const void *blank)
{
    uint64_t bits = 0, bit = 1;
    for (const ph_field *f = fields; f->name; f++, bit <<= 1)
        if (!phk_field_same(f, (const char *)def + f->offset, (const char *)blank + f->offset))
            bits |= bit;
    return bits;
}

/* ---- what was given ---- */

/* Whether a table's struct records what was given. */
static bool is_recorded(const ph_field *fields)
{
    while (fields->name) fields++;
    return fields->flags & PH_RECORDED;
}

uint64_t phk_field_bit(const ph_field *fields, const char *name)
{
    const ph_field *f = ph_field_find(fields, name);
    return f ? (uint64_t)1 << ((f - fields) & 63) : 0;
}

bool phk_field_given_at(const ph_field *fields, const void *def, const void *value)
{
    size_t offset = (size_t)((const char *)value - (const char *)def);
    const ph_field *f = fields;
    while (f->name && f->offset != offset) f++;
    return f->name && is_recorded(f) && (*(const uint64_t *)def >> ((f - fields) & 63) & 1);
}

bool ph_field_given(const ph_field *fields, const void *def, const char *name)
{
    return is_recorded(fields) && (*(const uint64_t *)def & phk_field_bit(fields, name));
}

void ph_field_give(const ph_field *fields, void *def, const char *name)
{
    if (is_recorded(fields)) *(uint64_t *)def |= phk_field_bit(fields, name);
}

/* ---- words for messages ---- */

bool phk_field_in_range(const ph_field *f, double value, char why[PHK_RANGE_TEXT])
{
    bool above = f->flags & PH_ABOVE;
    if (f->min == f->max) return true;
    if (value <= f->max && (above ? value > f->min : value >= f->min)) return true;
    char range[120];
    /* "*": it depends on other fields */
    bool has_unit = f->unit && strcmp(f->unit, "*") != 0;
    const char *unit = has_unit ? f->unit : "", *blank = *unit ? " " : "";
    if (isinf(f->max))
        snprintf(range, sizeof range, "must be %s %g%s%s", above ? "above" : "at least", f->min,
                 blank, unit);
    else if (isinf(f->min))
        snprintf(range, sizeof range, "must be at most %g%s%s", f->max, blank, unit);
    else
        snprintf(range, sizeof range, "must lie between %g%s and %g%s%s", f->min,
                 above ? " (excluded)" : "", f->max, blank, unit);
    snprintf(why, PHK_RANGE_TEXT, "%s %s, got %g%s%s", f->name, range, value, blank, unit);
    return false;
}

int phk_field_word(const ph_field *f, const char *word, char hint[PHK_HINT_TEXT])
{
    int i = 0;
    while (f->words[i] && strcmp(f->words[i], word) != 0) i++;
    if (f->words[i] || (f->kind == PH_FIELD_WORDS && strcmp(word, "all") == 0)) return i;
    size_t used = 0;
    phk_nearest nearest = phk_nearest_to(word, strlen(word));
    for (i = 0; f->words[i]; i++) phk_nearest_offer(&nearest, f->words[i]);
    if (f->kind == PH_FIELD_WORDS) phk_nearest_offer(&nearest, "all");
    if (nearest.best)
        snprintf(hint, PHK_HINT_TEXT, "did you mean `%s`?", nearest.best);
    else
        for (i = 0; f->words[i] && used < PHK_HINT_TEXT; i++)
            used += (size_t)snprintf(hint + used, PHK_HINT_TEXT - used, "%s`%s`",
                                     i ? ", " : "choose one of ", f->words[i]);
    return -1;
}

const ph_field *phk_field_nearest(const ph_field *fields, const char *name, const char *more,
                                  char *hint, size_t size)
{
    size_t used = 0;
    char word[PHK_WORDS_MORE][40];
    phk_nearest nearest = phk_nearest_to(name, strlen(name));
    for (int k = 0; more && *more && k < PHK_WORDS_MORE; k++, more += *more == ' ') {
        int length = (int)strcspn(more, " ");
        snprintf(word[k], sizeof word[k], "%.*s", length, more);
        phk_nearest_offer(&nearest, word[k]);
        more += length;
    }
    for (const ph_field *f = fields; f->name; f++) phk_nearest_offer(&nearest, f->name);
    if (nearest.best)
        snprintf(hint, size, "did you mean `%s`?", nearest.best);
    else
        for (const ph_field *f = fields; f->name && used < size; f++)
            used += (size_t)snprintf(hint + used, size - used, "%s`%s`",
                                     f == fields ? "known are " : ", ", f->name);
    const ph_field *meant = fields;
    while (meant->name && meant->name != nearest.best) meant++;
    return meant->name ? meant : NULL;
}
