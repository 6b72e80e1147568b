/* SPDX-License-Identifier: BSD-3-Clause
 *
 * check_shapes.c -- shapes that can be looked at: each kind has its sizes, and no others.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "base/diag.h"
#include "mech/model/check.h"

/* Sizes a shape may have, and how they are called in a file. */
enum { SIZE = 1, RADIUS = 2, RADIUS2 = 4, LENGTH = 8, THROUGH = 16, FILE_NAME = 32 };
static const char *const size_name[] = {"size", "radius", "radius2", "length", "through", "file"};
enum { SIZES = sizeof size_name / sizeof *size_name };

/* In the order of ph_shape_kind: what it has, and what of that may be left out. */
static const struct {
    const char *name;
    unsigned has, optional;
} kinds[] = {{"box", SIZE, 0},
             {"cylinder", RADIUS | LENGTH, 0},
             {"frustum", RADIUS | RADIUS2 | LENGTH, RADIUS}, /* a cone */
             {"ellipsoid", SIZE, 0},
             {"torus", RADIUS | RADIUS2, 0},
             {"circle", RADIUS, 0},
             {"line", THROUGH, 0},
             {"spring", RADIUS | THROUGH, RADIUS},
             {"sphere", RADIUS, 0},
             {"capsule", RADIUS | LENGTH, 0},
             {"cone", RADIUS | LENGTH, 0},
             {"tube", RADIUS | RADIUS2 | LENGTH, 0},
             {"link", RADIUS | THROUGH, RADIUS},
             {"mesh", FILE_NAME, 0}};

void phk_fit_sizes(ph_shape_def *shape)
{
    for (int k = 0; k < SIZES; k++) {
        const ph_field one[] = {*ph_field_find(phk_shape_fields, size_name[k]), {.name = NULL}};
        if (!(kinds[shape->kind].has >> k & 1))
            ph_field_defaults(one, shape);
        else if (!(kinds[shape->kind].optional >> k & 1))
            ph_field_give(phk_shape_fields, shape, size_name[k]);
    }
}

/* The sizes that were given, as bits of this file. */
static unsigned given_sizes(const ph_shape_def *d)
{
    unsigned given = 0;
    for (int k = 0; k < SIZES; k++)
        given |= (unsigned)ph_field_given(phk_shape_fields, d, size_name[k]) << k;
    return given;
}

typedef struct {
    const ph_shape_def *def;
    const char *name;
    ph_diag *diag;
} shape;

static bool is_finite(const ph_shape_def *d)
{
    return isfinite(d->size.x) && isfinite(d->size.y) && isfinite(d->size.z) &&
           isfinite(d->radius) && isfinite(d->radius2) && isfinite(d->length) &&
           isfinite(d->scale) && isfinite(d->at.x) && isfinite(d->at.y) && isfinite(d->at.z) &&
           d->axis >= 0 && d->axis <= 2;
}

static ph_status check_sizes(const shape *s)
{
    const ph_shape_def *d = s->def;
    const char *kind = kinds[d->kind].name;
    unsigned has = kinds[d->kind].has, given = given_sizes(d);
    ph_status status = PH_OK;
    char hint[60];
    for (int k = 0; k < SIZES; k++) {
        unsigned bit = 1u << k;
        if (given & bit & ~has)
            status = phk_error(s->diag, PH_E_KEY, d->where, "leave it out",
                               "shape `%s`: a %s has no `%s`", s->name, kind, size_name[k]);
        if (!(has & bit) || (given & bit) || (kinds[d->kind].optional & bit)) continue;
        snprintf(hint, sizeof hint, "give a `%s`%s", size_name[k],
                 bit == THROUGH ? ": a list of bodies and markers" : "");
        status = phk_error(s->diag, PH_E_MISSING, d->where, hint, "shape `%s`: a %s needs a `%s`",
                           s->name, kind, size_name[k]);
    }
    int places = d->through.count;
    bool two = d->kind != PH_SHAPE_LINE;
    if ((given & has & THROUGH) && (places < 2 || (two && places > 2)))
        status = phk_error(s->diag, PH_E_RANGE, d->where, NULL,
                           "shape `%s`: a %s goes through %s places, got %d", s->name, kind,
                           two ? "two" : "two or more", places);
    if (d->kind == PH_SHAPE_TUBE && d->radius2 >= d->radius && d->radius > 0)
        status = phk_error(s->diag, PH_E_RANGE, d->where, NULL,
                           "shape `%s`: `radius2`, inside, must be below `radius`", s->name);
    return status;
}

static ph_status check_shape(const shape *s)
{
    const ph_shape_def *d = s->def;
    if (d->kind < 0 || d->kind > PH_SHAPE_MESH || !is_finite(d))
        return phk_error(s->diag, PH_E_RANGE, d->where, NULL,
                         "shape `%s` is of no known type, or has a size that is not finite",
                         s->name);
    return check_sizes(s);
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
    return status ? status : place;
}
