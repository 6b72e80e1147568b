/* SPDX-License-Identifier: BSD-3-Clause
 *
 * materials.c -- materials by name, and pairs of them.
 *
 * The values of those that are always there are typical ones of textbooks: friction and restitution
 * are those of dry surfaces of the same material on each other, and of steel for metals. They vary
 * by a factor of two; whoever depends on one gives it. Arms of rolling depend on sizes, so that
 * none has them.
 */
#include "mech/model/materials.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/diag.h"

/* density [kg/m^3], young [Pa], poisson, friction at rest and sliding, restitution */
#define MATERIAL(word, density_, young_, poisson_, rest, sliding, blow)                            \
    {                                                                                              \
        word,                                                                                      \
        {                                                                                          \
            .density = density_, .young = young_, .poisson = poisson_, .friction = rest,           \
            .sliding_friction = sliding, .restitution = blow                                       \
        }                                                                                          \
    }
static const phk_material known[] = {MATERIAL("steel", 7850, 210e9, 0.3, 0.74, 0.57, 0.8),
                                     MATERIAL("aluminium", 2700, 70e9, 0.33, 0.61, 0.47, 0.7),
                                     MATERIAL("brass", 8500, 100e9, 0.35, 0.51, 0.44, 0.7),
                                     MATERIAL("rubber", 1100, 5e6, 0.49, 1, 0.8, 0.75),
                                     MATERIAL("wood", 700, 11e9, 0.35, 0.4, 0.2, 0.5),
                                     MATERIAL("ice", 917, 9e9, 0.33, 0.1, 0.03, 0.5),
                                     MATERIAL("glass", 2500, 70e9, 0.22, 0.94, 0.4, 0.9),
                                     MATERIAL("concrete", 2400, 30e9, 0.2, 0.7, 0.6, 0.5),
                                     MATERIAL("plastic", 1050, 2.3e9, 0.35, 0.5, 0.35, 0.6)};
#undef MATERIAL

const phk_material *phk_material_get(int index)
{
    return index >= 0 && index < (int)(sizeof known / sizeof *known) ? &known[index] : NULL;
}

bool phk_material_find(const ph_model *model, const char *name, size_t length, ph_material_def *def)
{
    static const ph_material_def blank;
    phk_object o = phk_model_find(model, name, length);
    const phk_material *m;
    if (o.index >= 0 && o.kind == PHK_KIND_MATERIAL) {
        *def = phk_materials(model)[o.index];
        return true;
    }
    for (int k = 0; (m = phk_material_get(k)); k++) {
        if (strlen(m->name) != length || memcmp(m->name, name, length) != 0) continue;
        *def = m->def;
        def->given = phk_field_changed(phk_material_fields, def, &blank);
        return true;
    }
    return false;
}

/* ---- pairs ---- */

/* "ice steel": both names, the smaller one first, to text of `size`. */
static size_t key_of(const char *a, const char *b, char *text, size_t size)
{
    bool ordered = strcmp(a, b) <= 0;
    int length = snprintf(text, size, "%s %s", ordered ? a : b, ordered ? b : a);
    return length > 0 ? (size_t)length : 0;
}

/* The pair becomes known by both names; of two that name the same, the first. */
int phk_keep_material_pair(ph_model *model, void *def)
{
    const ph_names *between = &((const ph_material_pair_def *)def)->between;
    phk_list *list = &model->list[PHK_KIND_MATERIAL_PAIR];
    if (between->count != 2) return 1;
    const char *a = between->name[0].text, *b = between->name[1].text;
    if (!a || !b) return 1;
    size_t size = strlen(a) + strlen(b) + 2;
    char *key = phk_arena_alloc(&model->arena, size);
    return key && phk_names_add(&list->keys, key, key_of(a, b, key, size), list->count) >= 0;
}

static int find_pair(const ph_model *model, const char *a, const char *b)
{
    const phk_list *list = &model->list[PHK_KIND_MATERIAL_PAIR];
    char text[200], *key = text;
    size_t size = strlen(a) + strlen(b) + 2;
    /* a name is rarely that long */
    if (size > sizeof text && !(key = malloc(size))) return -1;
    int index = phk_names_find(&list->keys, key, key_of(a, b, key, size));
    if (key != text) free(key);
    return index < list->count ? index : -1;
}

const ph_material_pair_def *phk_material_pair_find(const ph_model *model, const char *a,
                                                   const char *b)
{
    int index = find_pair(model, a, b);
    return index >= 0 ? &phk_material_pairs(model)[index] : NULL;
}

/* ---- checks ---- */

ph_status phk_check_material_name(const ph_model *model, phk_kind kind, int i, const ph_text *name,
                                  ph_diag *diag)
{
    ph_material_def def;
    if (!name->text || phk_material_find(model, name->text, strlen(name->text), &def)) return PH_OK;
    ph_source where = name->where.line > 0 ? name->where : phk_model_where(model, kind, i);
    phk_nearest nearest = phk_nearest_to(name->text, strlen(name->text));
    const phk_material *m;
    char hint[300];
    size_t used = (size_t)snprintf(hint, sizeof hint, "name it under `materials`, or take one of");
    for (int k = 0; (m = phk_material_get(k)); k++) {
        phk_nearest_offer(&nearest, m->name);
        used +=
            (size_t)snprintf(hint + used, sizeof hint - used, "%s`%s`", k ? ", " : " ", m->name);
    }
    if (phk_diag_wants(diag, where)) phk_model_offer(model, PHK_KIND_MATERIAL, &nearest);
    if (nearest.best) snprintf(hint, sizeof hint, "did you mean `%.150s`?", nearest.best);
    return phk_error(diag, PH_E_NAME, where, hint, "%s `%s`: there is no material `%s`",
                     phk_kind_text(kind), model->list[kind].name[i], name->text);
}

/* Numbers that a program gave are held to what a file may say. */
static ph_status check_ranges(const ph_model *model, phk_kind kind, int i, ph_diag *diag)
{
    const ph_field *fields = phk_kinds[kind].is.fields;
    const char *def = (const char *)model->list[kind].def + (size_t)i * phk_kinds[kind].is.bytes;
    ph_status status = PH_OK;
    for (const ph_field *f = fields; f->name; f++) {
        char why[PHK_RANGE_TEXT];
        if (f->kind != PH_FIELD_NUMBER || !ph_field_given(fields, def, f->name)) continue;
        double value = *(const double *)(const void *)(def + f->offset);
        if (isfinite(value) && phk_field_in_range(f, value, why)) continue;
        if (!isfinite(value)) snprintf(why, sizeof why, "%s is not finite", f->name);
        status = phk_error(diag, PH_E_RANGE, phk_model_where(model, kind, i), NULL, "%s `%s`: %s",
                           phk_kind_text(kind), model->list[kind].name[i], why);
    }
    return status;
}

ph_status phk_check_material(const ph_model *model, phk_kind kind, int i, ph_diag *diag)
{
    return check_ranges(model, kind, i, diag);
}

ph_status phk_check_material_pair(const ph_model *model, phk_kind kind, int i, ph_diag *diag)
{
    const ph_material_pair_def *pair = &phk_material_pairs(model)[i];
    const ph_names *between = &pair->between;
    const char *name = model->list[kind].name[i];
    ph_status status = check_ranges(model, kind, i, diag);
    if (between->count != 2 || !between->name[0].text || !between->name[1].text)
        return phk_error(diag, PH_E_MISSING, pair->where, "e.g. `between: [steel, ice]`",
                         "%s `%s` needs two materials, got %d", phk_kind_text(kind), name,
                         between->count);
    for (int k = 0; k < 2; k++) {
        ph_status one = phk_check_material_name(model, kind, i, &between->name[k], diag);
        if (one) status = one;
    }
    int first = find_pair(model, between->name[0].text, between->name[1].text);
    if (first >= 0 && first != i)
        status =
            phk_error(diag, PH_E_NAME, pair->where, "keep one of them",
                      "%s `%s` is of `%s` and `%s`, as `%s` is", phk_kind_text(kind), name,
                      between->name[0].text, between->name[1].text, model->list[kind].name[first]);
    return status;
}
