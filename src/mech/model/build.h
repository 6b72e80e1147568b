/* SPDX-License-Identifier: BSD-3-Clause
 *
 * build.h -- what building a model is made of: copies in its arena, names, lists.
 */
#ifndef PHK_MODEL_BUILD_H
#define PHK_MODEL_BUILD_H

#include "mech/model/model.h"

/* Each replaces what it is given by a copy in the model's arena; 0: out of memory. A text may be
 * NULL, and so may the file of a place. */
int phk_keep_place(ph_model *model, ph_source *where);
int phk_keep_text(ph_model *model, const char **text, ph_source *where);
int phk_keep_expr(ph_model *model, ph_expr *expr);
/* The same for all that a struct points to, as its field table says. */
int phk_keep_fields(ph_model *model, const ph_field *fields, void *par);

/* Adds a name to a list. */
ph_status phk_model_append(ph_model *model, phk_list *list, const char *name, ph_source where);
/* Adds a copy of an object, with all it points to. name: NULL for a kind without names. */
ph_status phk_model_add(ph_model *model, phk_kind kind, const char *name, const void *def);

#endif
