/* SPDX-License-Identifier: BSD-3-Clause
 *
 * shapes.c -- the kinds of shapes as a table, and what programs may ask of them.
 */
#include "geom/shape.h"

#include <math.h>
#include <string.h>

#define TYPE(NAME, word, help) [PH_SHAPE_##NAME] = &phk_shape_##word,
const phk_shape_type *const phk_shape_types[PH_SHAPE_KINDS] = {PH_SHAPE_LIST(TYPE)};
#undef TYPE

#define WORD(NAME, word, help) #word,
static const char *const words[] = {PH_SHAPE_LIST(WORD)};
#undef WORD

#define HELP(NAME, word, help) help,
static const char *const helps[] = {PH_SHAPE_LIST(HELP)};
#undef HELP

static const char *const size_names[] = {"size", "radius", "radius2", "length", "through",
                                         "file", "points", "heights", "closed", "rounding"};

static bool is_kind(int kind)
{
    return kind >= 0 && kind < PH_SHAPE_KINDS;
}

int ph_shape_kind_find(const char *word)
{
    int kind = PH_SHAPE_KINDS - 1;
    while (kind >= 0 && strcmp(words[kind], word) != 0) kind--;
    return kind;
}

const char *ph_shape_word(int kind)
{
    return is_kind(kind) ? words[kind] : NULL;
}

const char *ph_shape_help(int kind)
{
    return is_kind(kind) ? helps[kind] : NULL;
}

unsigned ph_shape_has(int kind)
{
    return is_kind(kind) ? phk_shape_types[kind]->has : 0;
}

const char *ph_shape_size_name(int k)
{
    return k >= 0 && k < (int)(sizeof size_names / sizeof *size_names) ? size_names[k] : NULL;
}

ph_mass_of ph_shape_mass(int kind, const ph_shape_sizes *sizes)
{
    const ph_mass_of none = {0};
    return is_kind(kind) && phk_shape_types[kind]->mass ? phk_shape_types[kind]->mass(sizes) : none;
}

ph_status ph_shape_mesh(int kind, const ph_shape_sizes *sizes, int around, ph_mesh *mesh)
{
    *mesh = (ph_mesh){0};
    if (!is_kind(kind) || !phk_shape_types[kind]->mesh || around < 3 || around > 512)
        return PH_E_USAGE;
    phk_shape_types[kind]->mesh(sizes, around, mesh);
    return mesh->failed ? PH_E_NOMEM : PH_OK;
}

ph_vec3 phk_shape_middle(int kind, const ph_shape_sizes *sizes)
{
    bool own = is_kind(kind) && phk_shape_types[kind]->middle;
    return own ? phk_shape_types[kind]->middle(sizes) : ph_v3(0, 0, sizes->length / 2);
}

/* --- shapes that share their triangles ------------------------------------------------------- */

double phk_unit_size(double *size)
{
    double factor = fabs(*size);
    if (!(factor > 0)) return 1;
    *size = *size < 0 ? -1 : 1;
    return factor;
}

ph_vec3 phk_unit_turned(const ph_shape_sizes *sizes, ph_shape_sizes *unit)
{
    double across = fmax(sizes->radius, sizes->radius2);
    *unit = *sizes;
    double along = phk_unit_size(&unit->length);
    if (!(across > 0)) return ph_v3(1, 1, along);
    unit->radius /= across;
    unit->radius2 /= across;
    return ph_v3(across, across, along);
}

/* The largest of its sizes becomes 1; what is made of points stays as it is. */
static ph_vec3 same_proportions(const ph_shape_sizes *s, ph_shape_sizes *unit)
{
    double most = fmax(fmax(s->radius, s->radius2), fabs(s->length));
    most = fmax(most, fmax(fabs(s->size.x), fmax(fabs(s->size.y), fabs(s->size.z))));
    *unit = *s;
    if (!(most > 0) || s->rows.count) return ph_v3(1, 1, 1);
    unit->size = ph_scale(1 / most, s->size);
    unit->radius /= most;
    unit->radius2 /= most;
    unit->length /= most;
    return ph_v3(most, most, most);
}

ph_vec3 ph_shape_unit(int kind, const ph_shape_sizes *sizes, ph_shape_sizes *unit)
{
    bool own = is_kind(kind) && phk_shape_types[kind]->unit;
    return own ? phk_shape_types[kind]->unit(sizes, unit) : same_proportions(sizes, unit);
}
