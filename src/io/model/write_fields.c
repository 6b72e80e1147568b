/* SPDX-License-Identifier: BSD-3-Clause
 *
 * write_fields.c -- the values of a field table as YAML, the reverse of decode.c.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "field/field.h"
#include "io/model/write.h"

/* Three or more doubles of a struct made of nothing else. */
static const double *numbers_at(const void *at)
{
    return at;
}

void phk_put_text(phk_out *out, const char *text)
{
    char *twice = strchr(text, '{') ? malloc(2 * strlen(text) + 1) : NULL, *to = twice;
    if (!twice) {
        out->failed |= strchr(text, '{') != NULL;
        phk_put_scalar(out, text);
        return;
    }
    for (; *text; text++) {
        if (*text == '{') *to++ = '{';
        *to++ = *text;
    }
    *to = '\0';
    phk_put_scalar(out, twice);
    free(twice);
}

static int put_numbers(phk_out *out, const double *value, int count)
{
    phk_put(out, "[");
    for (int i = 0; i < count; i++) {
        if (!isfinite(value[i])) return 0;
        if (i) phk_put(out, ", ");
        phk_put_number(out, value[i]);
    }
    phk_put(out, "]");
    return 1;
}

static void put_names(phk_out *out, const ph_names *names)
{
    phk_put(out, "[");
    for (int i = 0; i < names->count; i++) {
        if (i) phk_put(out, ", ");
        phk_put_text(out, names->name[i].text);
    }
    phk_put(out, "]");
}

static int put_word(phk_out *out, const ph_field *f, int index)
{
    for (int i = 0; i <= index; i++)
        if (!f->words[i]) return 0;
    if (index >= 0) phk_put(out, "%s", f->words[index]);
    return index >= 0;
}

static void put_words(phk_out *out, const ph_field *f, int bits)
{
    const char *comma = "";
    phk_put(out, "[");
    for (int i = 0; f->words[i]; i++) {
        if (!(bits >> i & 1)) continue;
        phk_put(out, "%s%s", comma, f->words[i]);
        comma = ", ";
    }
    phk_put(out, "]");
}

static void put_exprs(phk_out *out, const ph_expr *expr)
{
    for (int i = 0; i < 3; i++) {
        phk_put(out, i ? ", " : "[");
        phk_put_scalar(out, expr[i].text ? expr[i].text : "0");
    }
    phk_put(out, "]");
}

static int put_rows(phk_out *out, const ph_rows *rows)
{
    phk_put(out, "[");
    for (int i = 0; i < rows->count; i++) {
        if (i) phk_put(out, ", ");
        if (!put_numbers(out, rows->value + (size_t)i * (size_t)rows->width, rows->width)) return 0;
    }
    phk_put(out, "]");
    return 1;
}

static int put_inertia(phk_out *out, const double *j)
{
    static const double none[3];
    return put_numbers(out, j, memcmp(j + 3, none, sizeof none) == 0 ? 3 : 6);
}

static int put_group(phk_out *out, const ph_field *f, const char *at, const char *blank)
{
    const char *comma = "{";
    for (const ph_field *g = f->group; g->name; g++) {
        double value = *(const double *)(const void *)(at + g->offset);
        if (phk_field_same(g, at + g->offset, blank + g->offset)) continue;
        if (!isfinite(value)) return 0;
        phk_put(out, "%s%s: ", comma, g->name);
        phk_put_number(out, value);
        comma = ", ";
    }
    phk_put(out, "%s}", *comma == '{' ? "{" : "");
    return 1;
}

/* False: a number that is not finite, or a choice there is not. */
static int put_value(phk_out *out, const ph_field *f, const void *at, const void *blank)
{
    switch (f->kind) {
    case PH_FIELD_NUMBER:
        if (!isfinite(*(const double *)at)) return 0;
        phk_put_number(out, *(const double *)at);
        break;
    case PH_FIELD_INTEGER:
        phk_put(out, "%d", *(const int *)at);
        break;
    case PH_FIELD_WORD:
        return put_word(out, f, *(const int *)at);
    case PH_FIELD_WORDS:
        put_words(out, f, *(const int *)at);
        break;
    case PH_FIELD_TEXT:
        phk_put_text(out, ((const ph_text *)at)->text ? ((const ph_text *)at)->text : "");
        break;
    case PH_FIELD_VEC3:
        return put_numbers(out, numbers_at(at), 3);
    case PH_FIELD_INERTIA:
        return put_inertia(out, numbers_at(at));
    case PH_FIELD_ORIENTATION:
        return put_numbers(out, numbers_at(at), 4);
    case PH_FIELD_EXPR:
        phk_put_scalar(out, ((const ph_expr *)at)->text ? ((const ph_expr *)at)->text : "0");
        break;
    case PH_FIELD_EXPR3:
        put_exprs(out, at);
        break;
    case PH_FIELD_PLACE:
        phk_put_text(out, ((const ph_place *)at)->text ? ((const ph_place *)at)->text : "ground");
        break;
    case PH_FIELD_NUMBERS:
        return put_numbers(out, ((const ph_numbers *)at)->value, ((const ph_numbers *)at)->count);
    case PH_FIELD_ROWS:
        return put_rows(out, at);
    case PH_FIELD_NAMES:
        put_names(out, at);
        break;
    case PH_FIELD_GROUP:
        return put_group(out, f, at, blank);
    case PH_FIELD_JOINTS:
        put_names(out, &((const ph_joints *)at)->names);
        break;
    case PH_FIELD_CURVE:
        phk_put_text(out, ((const ph_curve *)at)->name.text);
        break;
    }
    return 1;
}

const char *phk_map_fields(phk_map *map, const ph_field *fields, const void *value,
                           const void *blank, uint64_t must)
{
    for (const ph_field *f = fields; f->name; f++) {
        const char *at = (const char *)value + f->offset;
        const char *none = (const char *)blank + f->offset;
        int wanted = (f->flags & PH_REQUIRED) || (must & phk_field_bit(fields, f->name));
        if (!wanted && phk_field_same(f, at, none)) continue;
        phk_map_key(map, f->name);
        if (!put_value(&map->values, f, at, none)) return f->name;
    }
    return NULL;
}
