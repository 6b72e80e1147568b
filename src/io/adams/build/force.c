/* SPDX-License-Identifier: BSD-3-Clause */
#include "io/adams/build/force.h"

#include <string.h>
#include "field/field.h"

/* The field of that name; every name comes from a reader, which names what there is. */
static const ph_field *field_of(const phk_deck_force *f, const char *name)
{
    const ph_field *field = f->type->fields;
    while (strcmp(field->name, name) != 0) field++;
    return field;
}

static void *at(const phk_deck_force *f, const char *name)
{
    return (char *)f->par + field_of(f, name)->offset;
}

phk_deck_force phk_deck_force_begin(phk_deck *deck, const phk_statement *statement,
                                    const ph_force_type *type)
{
    phk_deck_force f = {deck, statement, type, phk_arena_alloc(&deck->arena, type->par_bytes)};
    if (f.par)
        ph_field_defaults(type->fields, f.par);
    else
        phk_deck_failed(deck, PH_E_NOMEM);
    return f;
}

static void set_place(phk_deck_force *f, const char *field, const char *name)
{
    *(ph_place *)at(f, field) = (ph_place){name, phk_deck_place(f->deck, f->statement->keyword)};
}

void phk_deck_force_marker(phk_deck_force *f, const char *field, const phk_statement *marker)
{
    if (!marker) f->par = NULL;
    if (f->par) set_place(f, field, phk_deck_marker_name(marker));
}

void phk_deck_force_part_of(phk_deck_force *f, const char *field, const phk_statement *marker)
{
    const phk_deck_marker *place = marker ? phk_deck_marker_of(f->deck, marker) : NULL;
    if (!place) f->par = NULL;
    if (f->par) set_place(f, field, phk_deck_part_name(place->part));
}

void phk_deck_force_on(phk_deck_force *f, const char *field, const char *name)
{
    if (f->par) set_place(f, field, name);
}

void phk_deck_force_text(phk_deck_force *f, const char *field, const char *text)
{
    if (f->par)
        *(ph_text *)at(f, field) = (ph_text){text, phk_deck_place(f->deck, f->statement->keyword)};
}

void phk_deck_force_number(phk_deck_force *f, const char *field, double value, const char *argument)
{
    const ph_field *info = field_of(f, field);
    const phk_given *given = phk_arg_find(f->statement, argument);
    if (f->par && info->min != info->max && !(value >= info->min && value <= info->max)) {
        phk_deck_error(f->deck, PH_E_RANGE, given ? given->name : f->statement->keyword, NULL,
                       "%s must not be %s %g", argument, value < info->min ? "below" : "above",
                       value < info->min ? info->min : info->max);
        f->par = NULL;
    }
    if (f->par) *(double *)at(f, field) = value;
}

void phk_deck_force_numbers(phk_deck_force *f, const char *field, int count, const double *value)
{
    if (f->par) *(ph_numbers *)at(f, field) = (ph_numbers){count, value};
}

void phk_deck_force_word(phk_deck_force *f, const char *field, int index)
{
    if (f->par) *(int *)at(f, field) = index;
}

void phk_deck_force_expr(phk_deck_force *f, const char *field, int k, ph_expr value)
{
    if (f->par) ((ph_expr *)at(f, field))[k] = value;
}

void phk_deck_force_add(const phk_deck_force *f)
{
    if (!f->par) return;
    const phk_statement *s = f->statement;
    ph_source where = phk_deck_place(f->deck, s->keyword);
    phk_deck_added(f->deck, ph_model_add_force(f->deck->model, s->name, f->type, f->par, where), s,
                   PHK_KIND_FORCE);
}
