/* SPDX-License-Identifier: BSD-3-Clause
 *
 * check_shapes.c -- shapes that can be looked at: each kind has its sizes, and no others.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "base/diag.h"
#include "geom/shape.h"
#include "mech/model/check.h"
#include "mech/model/masses.h"
#include "mech/model/materials.h"

/* The type of a shape of a kind that is known. */
static const phk_shape_type *type_of(const ph_shape_def *d)
{
    return phk_shape_types[d->kind];
}

void phk_fit_sizes(ph_shape_def *shape)
{
    const char *name;
    for (int k = 0; (name = ph_shape_size_name(k)); k++) {
        const ph_field one[] = {*ph_field_find(phk_shape_fields, name), {.name = NULL}};
        if (!(type_of(shape)->has >> k & 1))
            ph_field_defaults(one, shape);
        else if (!(type_of(shape)->optional >> k & 1))
            ph_field_give(phk_shape_fields, shape, name);
    }
}

/* The sizes that were given, as PH_SHAPE_* bits. */
static unsigned given_sizes(const ph_shape_def *d)
{
    unsigned given = 0;
    const char *name;
    for (int k = 0; (name = ph_shape_size_name(k)); k++)
        given |= (unsigned)ph_field_given(phk_shape_fields, d, name) << k;
    return given;
}

typedef struct {
    const ph_shape_def *def;
    const char *name;
    ph_diag *diag;
} shape;

static bool rows_finite(const ph_rows *rows)
{
    if (rows->count < 0 || rows->width < 0) return false;
    for (size_t i = 0; i < (size_t)rows->count * (size_t)rows->width; i++)
        if (!isfinite(rows->value[i])) return false;
    return true;
}

static bool is_finite(const ph_shape_def *d)
{
    return rows_finite(&d->points) && rows_finite(&d->heights) && isfinite(d->rounding) &&
           isfinite(d->size.x) && isfinite(d->size.y) && isfinite(d->size.z) &&
           isfinite(d->radius) && isfinite(d->radius2) && isfinite(d->length) &&
           isfinite(d->scale) && isfinite(d->density) && isfinite(d->at.x) && isfinite(d->at.y) &&
           isfinite(d->at.z) && d->axis >= 0 && d->axis <= 2;
}

/* "a" or "an" */
static const char *article(const char *word)
{
    return strchr("aeiou", word[0]) ? "an" : "a";
}

/* What it has and must not, or has not and must. */
static ph_status check_given(const shape *s, unsigned given)
{
    const ph_shape_def *d = s->def;
    const phk_shape_type *type = type_of(d);
    const char *kind = ph_shape_word(d->kind), *size;
    ph_status status = PH_OK;
    char hint[60];
    for (int k = 0; (size = ph_shape_size_name(k)); k++) {
        unsigned bit = 1u << k;
        if (given & bit & ~type->has)
            status = phk_error(s->diag, PH_E_KEY, d->where, "leave it out",
                               "shape `%s`: %s %s has no `%s`", s->name, article(kind), kind, size);
        if (!(type->has & bit) || (given & bit) || (type->optional & bit)) continue;
        snprintf(hint, sizeof hint, "give a `%s`%s", size,
                 bit == PH_SHAPE_THROUGH ? ": a list of bodies and markers" : "");
        status = phk_error(s->diag, PH_E_MISSING, d->where, hint, "shape `%s`: %s %s needs a `%s`",
                           s->name, article(kind), kind, size);
    }
    return status;
}

static ph_status check_sizes(const shape *s)
{
    const ph_shape_def *d = s->def;
    const phk_shape_type *type = type_of(d);
    unsigned given = given_sizes(d);
    /* a program may give triangles instead of their file */
    if (d->mesh) given |= PH_SHAPE_FILE & type->has;
    ph_status status = check_given(s, given);
    int places = d->through.count, most = type->most_places;
    if ((given & type->has & PH_SHAPE_THROUGH) && (places < 2 || (most && places > most)))
        status = phk_error(s->diag, PH_E_RANGE, d->where, NULL,
                           "shape `%s`: a %s goes through %s places, got %d", s->name,
                           ph_shape_word(d->kind), most ? "two" : "two or more", places);
    const ph_shape_sizes sizes = phk_shape_sizes_of(d);
    const char *wrong = !status && type->wrong ? type->wrong(&sizes) : NULL;
    char text[160];
    if (!status && !wrong && type->fault && type->fault(&sizes, text, sizeof text)) wrong = text;
    if (wrong)
        status = phk_error(s->diag, PH_E_RANGE, d->where, NULL, "shape `%s`: %s", s->name, wrong);
    return status;
}

/* What has a density has a volume. */
static ph_status check_density(const shape *s)
{
    const ph_shape_def *d = s->def;
    const char *kind = ph_shape_word(d->kind);
    if (d->density < 0)
        return phk_error(s->diag, PH_E_RANGE, d->where, NULL,
                         "shape `%s`: density must be at least 0 kg/m^3, got %g kg/m^3", s->name,
                         d->density);
    if (d->density == 0 || phk_shape_solid(d).volume > 0) return PH_OK;
    if (d->kind == PH_SHAPE_MESH)
        return phk_error(s->diag, PH_E_MODEL, d->where,
                         "close it, or leave `density` out and give mass and inertia of the body",
                         "shape `%s`: mesh `%s` is not closed: it has no volume, and no density",
                         s->name, d->file.text ? d->file.text : "");
    return phk_error(s->diag, PH_E_KEY, d->where,
                     "leave `density` out; shapes of other types weigh something, or mass and "
                     "inertia of the body are given",
                     phk_shape_types[d->kind]->mass
                         ? "shape `%s`: this %s has no volume, and no density"
                         : "shape `%s`: a %s has no volume, and no density",
                     s->name, kind);
}

static ph_status check_shape(const shape *s)
{
    const ph_shape_def *d = s->def;
    if (d->kind < 0 || d->kind >= PH_SHAPE_KINDS || !is_finite(d))
        return phk_error(s->diag, PH_E_RANGE, d->where, NULL,
                         "shape `%s` is of no known type, or has a size that is not finite",
                         s->name);
    ph_status sizes = check_sizes(s);
    return sizes ? sizes : check_density(s);
}

ph_status phk_check_shape(const ph_model *model, phk_kind kind, int i, ph_diag *diag)
{
    const shape s = {&phk_shapes(model)[i], model->list[kind].name[i], diag};
    ph_status status = check_shape(&s), place = phk_check_places(model, kind, i, diag);
    for (int k = 0; k < s.def->through.count; k++) {
        const ph_text *name = &s.def->through.name[k];
        ph_status one = phk_check_place(model, kind, i, name->text, name->where, diag);
        if (one) place = one;
    }
    ph_status made = phk_check_material_name(model, kind, i, &s.def->material, diag);
    return status ? status : place ? place : made;
}
