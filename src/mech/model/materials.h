/* SPDX-License-Identifier: BSD-3-Clause
 *
 * materials.h -- what shapes are made of, by name: the model's materials, then some that are always
 * there.
 */
#ifndef PHK_MATERIALS_H
#define PHK_MATERIALS_H

#include "mech/model/model.h"

/* Those that are always there. NULL: no more; their `given` is filled by phk_material_find. */
typedef struct {
    const char *name;
    ph_material_def def;
} phk_material;
const phk_material *phk_material_get(int index);

/* A material by name; what is known of it is in def->given: PHK_GIVEN(phk_material_fields, &def,
 * density). False: there is none. */
bool phk_material_find(const ph_model *model, const char *name, size_t length,
                       ph_material_def *def);
/* What was said of two materials together, in whatever order; NULL: nothing. */
const ph_material_pair_def *phk_material_pair_find(const ph_model *model, const char *a,
                                                   const char *b);

/* A material that object i of a kind names (NULL: it names none). */
ph_status phk_check_material_name(const ph_model *model, phk_kind kind, int i, const ph_text *name,
                                  ph_diag *diag);

#endif
