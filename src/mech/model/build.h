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
int phk_keep_numbers(ph_model *model, ph_numbers *numbers);
int phk_keep_names(ph_model *model, ph_names *names);

/* Adds a name to a list. */
ph_status phk_model_append(ph_model *model, phk_list *list, const char *name, ph_source where);
/* Gives an object its name and a place for its definition at the end of *array_pointer, an array
 * of its kind. On success the place holds a copy of `def`. */
ph_status phk_model_add(ph_model *model, phk_kind kind, const char *name, ph_source where,
                        void *array_pointer, const void *def, size_t size);

#endif
