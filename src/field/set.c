/* SPDX-License-Identifier: BSD-3-Clause
 *
 * set.c -- fields of a struct by name, from a program: checked as the reader of files does it.
 */
#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include "base/diag.h"
#include "field/field.h"

/* What a field takes, in words, and the function that sets it. */
static const struct {
    const char *value, *function;
} takes[] = {
    [PH_FIELD_NUMBER] = {"a number", "ph_field_set_number"},
    [PH_FIELD_INTEGER] = {"a whole number", "ph_field_set_number"},
    [PH_FIELD_WORD] = {"a word", "ph_field_set_text"},
    [PH_FIELD_TEXT] = {"a text", "ph_field_set_text"},
    [PH_FIELD_VEC3] = {"3 numbers", "ph_field_set_vector"},
    [PH_FIELD_INERTIA] = {"3 or 6 numbers", "ph_field_set_numbers"},
    [PH_FIELD_ORIENTATION] = {"4 numbers, a unit quaternion", "ph_field_set_numbers"},
    [PH_FIELD_EXPR] = {"the text of an expression", "ph_field_set_text"},
    [PH_FIELD_EXPR3] = {"3 expressions", "ph_field_set_names"},
    [PH_FIELD_PLACE] = {"the name of a body or a marker", "ph_field_set_text"},
    [PH_FIELD_NUMBERS] = {"a list of numbers", "ph_field_set_numbers"},
    [PH_FIELD_ROWS] = {"rows of numbers", "ph_field_set_rows"},
    [PH_FIELD_NAMES] = {"a list of names", "ph_field_set_names"},
    [PH_FIELD_WORDS] = {"a list of words", "ph_field_set_names"},
    [PH_FIELD_GROUP] = {"a list of numbers", "ph_field_set_numbers"},
    [PH_FIELD_JOINTS] = {"a list of joints", "ph_field_set_names"},
    [PH_FIELD_CURVE] = {"the name of a table", "ph_field_set_text"},
};

/* One call: the field it is about, and where its value lies. */
typedef struct {
    const ph_field *fields, *field;
    void *def, *at;
    ph_diag *diag;
} call;

static ph_status begin(call *c, const ph_field *fields, void *def, const char *name, ph_diag *diag)
{
    char hint[600];
    if (!fields || !def || !name) return phk_tell(diag, PH_E_USAGE);
    *c = (call){.fields = fields, .field = ph_field_find(fields, name), .def = def, .diag = diag};
    if (!c->field) {
        phk_field_nearest(fields, name, NULL, hint, sizeof hint);
        return phk_error(diag, PH_E_KEY, phk_nowhere, hint, "there is no field `%.60s`", name);
    }
    c->at = (char *)def + c->field->offset;
    return PH_OK;
}

/* The value has been set. */
static ph_status done(const call *c)
{
    ph_field_give(c->fields, c->def, c->field->name);
    return PH_OK;
}

static ph_status wrong_kind(const call *c, const char *got)
{
    const ph_field *f = c->field;
    char hint[80], unit[80] = "";
    if (f->unit && *f->unit && strcmp(f->unit, "*") != 0)
        snprintf(unit, sizeof unit, " in %.60s", f->unit);
    snprintf(hint, sizeof hint, "set it with %s", takes[f->kind].function);
    return phk_error(c->diag, PH_E_TYPE, phk_nowhere, hint, "%s: expected %s%s, got %s", f->name,
                     takes[f->kind].value, unit, got);
}

static ph_status check_number(const call *c, const ph_field *f, double value)
{
    char why[PHK_RANGE_TEXT];
    if (!isfinite(value))
        return phk_error(c->diag, PH_E_RANGE, phk_nowhere, "give a finite number",
                         "%s is not finite", f->name);
    if (!phk_field_in_range(f, value, why))
        return phk_error(c->diag, PH_E_RANGE, phk_nowhere, NULL, "%s", why);
    return PH_OK;
}

ph_status ph_field_set_number(const ph_field *fields, void *par, const char *name, double value,
                              ph_diag *diag)
{
    call c;
    ph_status status = begin(&c, fields, par, name, diag);
    if (status) return status;
    bool whole = c.field->kind == PH_FIELD_INTEGER;
    if (!whole && c.field->kind != PH_FIELD_NUMBER) return wrong_kind(&c, "a number");
    status = check_number(&c, c.field, value);
    if (status) return status;
    if (whole && (value != floor(value) || fabs(value) > INT_MAX))
        return phk_error(diag, PH_E_TYPE, phk_nowhere, NULL, "%s: expected a whole number, got %g",
                         name, value);
    if (whole)
        *(int *)c.at = (int)value;
    else
        *(double *)c.at = value;
    return done(&c);
}

/* How many numbers a field holds at its place; 0: they are a list elsewhere, -1: it holds none. */
static int numbers_of(const ph_field *f)
{
    int count = 0;
    switch (f->kind) {
    case PH_FIELD_VEC3:
        return 3;
    case PH_FIELD_INERTIA:
        return 6;
    case PH_FIELD_ORIENTATION:
        return 4;
    case PH_FIELD_NUMBERS:
        return 0;
    case PH_FIELD_GROUP:
        while (f->group[count].name) count++;
        return count;
    default:
        return -1;
    }
}

/* The squares of a vector are computed with; a quaternion has norm one. */
static ph_status check_length(const call *c, const double *v)
{
    const ph_field *f = c->field;
    if (f->kind == PH_FIELD_VEC3 && !isfinite(ph_norm(ph_v3(v[0], v[1], v[2]))))
        return phk_error(c->diag, PH_E_RANGE, phk_nowhere, "give numbers below 1e150",
                         "%s is too long to compute with: its square is beyond the range of "
                         "numbers",
                         f->name);
    double norm =
        f->kind == PH_FIELD_ORIENTATION ? ph_quat_norm(ph_quat_make(v[0], v[1], v[2], v[3])) : 1;
    if (fabs(norm - 1) > 1e-6)
        return phk_error(c->diag, PH_E_RANGE, phk_nowhere, "divide the quaternion by its norm",
                         "%s is not a unit quaternion: its norm is %.9g", f->name, norm);
    return PH_OK;
}

ph_status ph_field_set_numbers(const ph_field *fields, void *par, const char *name, int count,
                               const double *value, ph_diag *diag)
{
    call c;
    char got[40];
    ph_status status = begin(&c, fields, par, name, diag);
    if (status) return status;
    if (count < 0 || (count > 0 && !value)) return phk_tell(diag, PH_E_USAGE);
    const ph_field *f = c.field;
    int room = numbers_of(f);
    bool diagonal = f->kind == PH_FIELD_INERTIA && count == 3;
    snprintf(got, sizeof got, "%d numbers", count);
    if (room < 0 || (room > 0 && count != room && !diagonal)) return wrong_kind(&c, got);
    for (int i = 0; i < count && !status; i++)
        status = check_number(&c, f->kind == PH_FIELD_GROUP ? &f->group[i] : f, value[i]);
    if (!status) status = check_length(&c, value);
    if (status) return status;
    if (room == 0) *(ph_numbers *)c.at = (ph_numbers){count, value};
    double *to = room > 0 ? c.at : NULL;
    for (int i = 0; i < room; i++) to[i] = i < count ? value[i] : 0;
    return done(&c);
}

ph_status ph_field_set_rows(const ph_field *fields, void *par, const char *name, int count,
                            int width, const double *value, ph_diag *diag)
{
    call c;
    char got[60];
    ph_status status = begin(&c, fields, par, name, diag);
    if (status) return status;
    if (count < 0 || width < 0 || (count > 0 && (width == 0 || !value)))
        return phk_tell(diag, PH_E_USAGE);
    snprintf(got, sizeof got, "%d rows of %d numbers", count, width);
    if (c.field->kind != PH_FIELD_ROWS) return wrong_kind(&c, got);
    for (size_t i = 0; i < (size_t)count * (size_t)width && !status; i++)
        status = check_number(&c, c.field, value[i]);
    if (status) return status;
    *(ph_rows *)c.at = (ph_rows){count, width, value};
    return done(&c);
}

ph_status ph_field_set_vector(const ph_field *fields, void *par, const char *name, ph_vec3 value,
                              ph_diag *diag)
{
    const double v[3] = {value.x, value.y, value.z};
    return ph_field_set_numbers(fields, par, name, 3, v, diag);
}

static ph_status set_word(const call *c, const char *text, bool add)
{
    char hint[PHK_HINT_TEXT];
    int index = phk_field_word(c->field, text, hint);
    if (index < 0)
        return phk_error(c->diag, PH_E_NAME, phk_nowhere, hint, "%s: no such choice `%.60s`",
                         c->field->name, text);
    if (!add)
        *(int *)c->at = index;
    else
        *(int *)c->at |= c->field->words[index] ? 1 << index : (1 << index) - 1;
    return PH_OK;
}

ph_status ph_field_set_text(const ph_field *fields, void *par, const char *name, const char *text,
                            ph_diag *diag)
{
    call c;
    ph_status status = begin(&c, fields, par, name, diag);
    if (status) return status;
    if (!text) return phk_tell(diag, PH_E_USAGE);
    switch (c.field->kind) {
    case PH_FIELD_WORD:
        status = set_word(&c, text, false);
        break;
    case PH_FIELD_TEXT:
        *(ph_text *)c.at = (ph_text){.text = text};
        break;
    case PH_FIELD_CURVE:
        *(ph_curve *)c.at = (ph_curve){.name = {.text = text}};
        break;
    case PH_FIELD_EXPR:
        *(ph_expr *)c.at = (ph_expr){.text = text, .value = -1};
        break;
    case PH_FIELD_PLACE:
        *(ph_place *)c.at = (ph_place){.text = strcmp(text, "ground") == 0 ? NULL : text};
        break;
    default:
        return wrong_kind(&c, "a text");
    }
    return status ? status : done(&c);
}

/* All words are looked at before the first is set. */
static ph_status set_words(call *c, int count, const ph_text *text)
{
    int bits = 0, *to = c->at;
    c->at = &bits;
    for (int i = 0; i < count; i++) {
        ph_status status = set_word(c, text[i].text, true);
        if (status) return status;
    }
    *to = bits;
    return done(c);
}

ph_status ph_field_set_names(const ph_field *fields, void *par, const char *name, int count,
                             const ph_text *text, ph_diag *diag)
{
    call c;
    char got[40];
    ph_status status = begin(&c, fields, par, name, diag);
    if (status) return status;
    bool complete = count == 0 || (count > 0 && text);
    for (int i = 0; complete && i < count; i++) complete = text[i].text;
    if (!complete) return phk_tell(diag, PH_E_USAGE);
    snprintf(got, sizeof got, "%d texts", count);
    if (c.field->kind == PH_FIELD_WORDS) return set_words(&c, count, text);
    if (c.field->kind == PH_FIELD_NAMES)
        *(ph_names *)c.at = (ph_names){count, text};
    else if (c.field->kind == PH_FIELD_JOINTS)
        ((ph_joints *)c.at)->names = (ph_names){count, text};
    else if (c.field->kind == PH_FIELD_EXPR3 && count == 3)
        for (int i = 0; i < 3; i++)
            ((ph_expr *)c.at)[i] = (ph_expr){text[i].text, text[i].where, -1};
    else
        return wrong_kind(&c, got);
    return done(&c);
}
